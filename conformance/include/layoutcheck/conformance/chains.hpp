// Chains as questions: an operation on what another one of the same implementation answers.
#pragma once

#include <layoutcheck/conformance/questions.hpp>

namespace layoutcheck::conformance {

/// Whether each right answer to the inner operations, in whatever form, leads to the same function
/// and the same requirements in the end (docs/cases.md): then the chain can be judged by the
/// canonical ones. It has a value then, in every convention. Throws LimitReached.
bool is_determined(const Case& chain, Convention convention);

/// Random chains of two of the rows that are determined, pass the filter and are wanted. The outer
/// operations come in turn; one of which no such chain is found is left out. The rows have to live
/// as long.
Questions random_chains(std::span<const engine::Statement* const> rows, Draws draws,
                        Convention convention);

/// The same, given to `take` until it returns false.
void draw_chains(std::span<const engine::Statement* const> rows, const Draws& draws,
                 Convention convention, const TakeQuestion& take);

}  // namespace layoutcheck::conformance
