// Products: a layout repeated over another (colfax 2.3.9, CuTe's *_product).
//
// Tuples of tilers act by mode, as for division. Every operation is undefined if a complement or a
// composition in its definition is, or if a tuple has more parts than its layout has modes.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// A ⊗ B = (A, A^c∘B), where A^c is the complement of A for size(A) · cosize(B) (colfax 2.3.9.1);
/// by mode for a tuple of tilers.
///
/// Strict: A^c is the complement for the least number ≥ size(A) · cosize(B) that has one, as colfax
/// 2.3.9.2 allows; read literally, 2.3.9.1 excludes its own examples 2.3.9.4 and 2.3.9.5. Undefined
/// unless A is complementable.
Outcome<Layout> logical_product(const Layout& a, const Tiler& tiler, Convention convention,
                                Int limit = default_limit);

/// ((block, …), (repetition, …, remaining modes)), gathered as by zipped_divide.
Outcome<Layout> zipped_product(const Layout& a, const Tiler& tiler, Convention convention,
                               Int limit = default_limit);

/// ((block, …), repetition, …, remaining modes).
Outcome<Layout> tiled_product(const Layout& a, const Tiler& tiler, Convention convention,
                              Int limit = default_limit);

/// (block, …, repetition, …, remaining modes).
Outcome<Layout> flat_product(const Layout& a, const Tiler& tiler, Convention convention,
                             Int limit = default_limit);

/// ((A_0, R_0), (A_1, R_1), …), where (A, R) is the logical product of A and B, both padded to the
/// larger rank with modes 1:0 (CuTe; not coalesced afterwards).
Outcome<Layout> blocked_product(const Layout& a, const Layout& b, Convention convention,
                                Int limit = default_limit);

/// ((R_0, A_0), (R_1, A_1), …), likewise.
Outcome<Layout> raked_product(const Layout& a, const Layout& b, Convention convention,
                              Int limit = default_limit);

/// A ⊗♭ B, the flattened logical product: colfax 2.1.7.13 as amended in the number (see
/// logical_product) and in the composition (see colfax_flat_divide).
Outcome<Layout> colfax_flat_product(const Layout& a, const Layout& b, Int limit = default_limit);

}  // namespace layoutcheck::algebra
