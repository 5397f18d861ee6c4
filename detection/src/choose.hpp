// Choosing questions that differ, by the features of each and of its right answer.
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <vector>

namespace layoutcheck::detection {

/// At most so many of the questions; their signatures take turns. Of each first the `plain`
/// shortest whose operands are not trivial, then again and again the one that has the most new
/// pairs of features for the length of its text; once all pairs are there, they count anew. One
/// more feature is the kind of answer in each convention.
std::vector<Case> chosen(const std::vector<Case>& questions, std::size_t most, std::size_t plain);

}  // namespace layoutcheck::detection
