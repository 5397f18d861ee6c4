// A second opinion on answered cases, which shares nothing with the oracle that the judge asks.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <optional>

namespace layoutcheck::fuzz {

/// The verdict that follows from the algebra's answer, and, for an answer in another form, from
/// comparing layout functions point by point in machine words. Nothing where that would be too much
/// work or the algebra gives up. Precondition: the case has an answer.
std::optional<VerdictKind> second_opinion(const Case& answered, Int limit);

/// All layouts that satisfy the definition of a composition or a complement of layouts, by trying
/// every candidate; nothing for other operations, and where there are too many.
std::optional<std::vector<Layout>> answers_by_search(const Case& question);

}  // namespace layoutcheck::fuzz
