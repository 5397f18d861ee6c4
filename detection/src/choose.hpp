// Choosing questions that differ, by the features of each and of its right answer.
#pragma once

#include <layoutcheck/notation/case.hpp>

#include <vector>

namespace layoutcheck::detection {

/// Of the questions of each signature those that hold all pairs of features together which any of
/// them has: again and again the one that has most new pairs for the length of its text. One more
/// feature is the kind of answer in each convention. Where that are more than `most`, those that
/// add least are left out, but the first `few` of each signature. Before them come the `plain`
/// shortest of each signature whose operands are not trivial.
std::vector<Case> chosen(const std::vector<Case>& questions, std::size_t most, std::size_t few,
                         std::size_t plain);

}  // namespace layoutcheck::detection
