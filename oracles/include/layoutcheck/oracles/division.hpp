// Divisions and products (colfax 2.3.8, 2.3.9, 2.1.7), with the names and arrangements of CuTe.
//
// A tiler is taken apart as CuTe does it: a shape of depth 0, N, is the layout N:1; a deeper shape
// and a tuple of tilers act by mode, on the first modes of A; the modes after them stay in a
// division or a product and are dropped in a composition; `_` leaves a mode as it is. More tilers
// than modes are undefined.
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/composition.hpp>

#include <optional>
#include <vector>

namespace layoutcheck::oracle {

/// The tilers of the modes, if the tiler acts by mode.
std::optional<std::vector<Tiler>> by_mode(const Tiler& t);

/// The layout that a tiler stands for. Pre: it neither acts by mode nor keeps.
ExactLayout layout_of(const Tiler& t);

/// A∘T.
Outcome<ExactLayout> composition(const ExactLayout& a, const Tiler& t, Convention convention,
                                 const Limits& limits);

/// A ⊘ B = A∘(B, B^c), where B^c is the size(A)-complement of B (colfax 2.3.8.1).
Outcome<ExactLayout> logical_divide(const ExactLayout& a, const ExactLayout& b,
                                    Convention convention, const Limits& limits);

/// A ⊗ B = (A, A^c∘B) (colfax 2.3.9.1, amended). A^c is the N-complement of A for the least N ≥
/// size(A)·cosize(B) that has one: for N = size(A)·cosize(B), as the definition has it, its own
/// examples 2.3.9.4 and 2.3.9.5 would have no answer, and which N is taken makes no difference
/// (2.3.9.2).
Outcome<ExactLayout> logical_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits);

/// The parts that logical_divide or logical_product is made of: what B and B^c pick, or A and its
/// repetition.
struct Pair {
  ExactLayout first;
  ExactLayout second;
};

enum class Splitter { divide, product };

/// By mode; a mode that is left as it is stays whole.
Outcome<ExactLayout> logical(Splitter splitter, const ExactLayout& a, const Tiler& t,
                             Convention convention, const Limits& limits);

/// By mode, gathered: the tuple of the first parts, and the tuple of the second parts and the
/// remaining modes. A mode that is left as it is has the parts 1:0 and itself.
Outcome<Pair> zipped(Splitter splitter, const ExactLayout& a, const Tiler& t, Convention convention,
                     const Limits& limits);

/// The arrangements of a gathered pair: (X, Y), (X, Y_1, …, Y_k), (X_1, …, X_j, Y_1, …, Y_k).
ExactLayout as_zipped(const Pair& pair);
ExactLayout as_tiled(const Pair& pair);
ExactLayout as_flat(const Pair& pair);

/// A with modes 1:0 behind its own up to rank r; a layout of depth 0 counts as one of rank 1.
ExactLayout padded(const ExactLayout& a, std::size_t r);

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
