// Divisions and products (colfax 2.3.8, 2.3.9, 2.1.7), with the names and arrangements of CuTe.
#pragma once

#include <layoutcheck/oracles/by_mode.hpp>
#include <layoutcheck/oracles/composition.hpp>

#include <vector>

namespace layoutcheck::oracle {

/// A∘T.
Outcome<ExactLayout> composition(const ExactLayout& a, const Tiler& t, Convention convention,
                                 const Limits& limits);

/// A ⊘ B = A∘(B, B^c), where B^c is the size(A)-complement of B (colfax 2.3.8.1).
Outcome<ExactLayout> logical_divide(const ExactLayout& a, const ExactLayout& b,
                                    Convention convention, const Limits& limits);

/// A ⊗ B = (A, A^c∘B) (colfax 2.3.9.1, amended). A^c is the N-complement of A for the least N ≥
/// size(A)·cosize(B) that has one: with N = size(A)·cosize(B), as in the definition, its own
/// examples 2.3.9.4 and 2.3.9.5 would have no answer. The choice of N makes no difference
/// (2.3.9.2).
Outcome<ExactLayout> logical_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits);

using Pair = BasicPair<ExactLayout>;

enum class Splitter { divide, product };

/// By mode; a mode under `_` stays whole.
Outcome<ExactLayout> logical(Splitter splitter, const ExactLayout& a, const Tiler& t,
                             Convention convention, const Limits& limits);

/// By mode, gathered: the tuple of the first parts, and the tuple of the second parts and the
/// remaining modes. A mode under `_` has the parts 1:0 and itself.
Outcome<Pair> zipped(Splitter splitter, const ExactLayout& a, const Tiler& t, Convention convention,
                     const Limits& limits);

/// ((X_1, Y_1), …, (X_r, Y_r)) where (X, Y) is the logical product of A and B, both padded to the
/// larger rank; and the same with ((Y_1, X_1), …).
Outcome<ExactLayout> blocked_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits);
Outcome<ExactLayout> raked_product(const ExactLayout& a, const ExactLayout& b,
                                   Convention convention, const Limits& limits);

/// A∘(B ⋆ comp♭(B, size(A))), flattened (colfax 2.1.7.9, whose flat composition hardly ever
/// exists).
Outcome<ExactLayout> colfax_flat_divide(const ExactLayout& a, const ExactLayout& b,
                                        const Limits& limits);

/// The logical product, flattened (colfax 2.1.7.13, amended likewise).
Outcome<ExactLayout> colfax_flat_product(const ExactLayout& a, const ExactLayout& b,
                                         const Limits& limits);

/// L_1 ⋆ … ⋆ L_k of the flattenings.
ExactLayout flat_concatenation(std::span<const ExactLayout> parts);

}  // namespace layoutcheck::oracle
