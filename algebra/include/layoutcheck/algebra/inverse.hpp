// Inverses of layout functions, as in CuTe's layout.hpp (docs/inverses.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// R with L(R(i)) = i for all i < size(R). Of the layouts made of modes of the domain of coal(L),
/// the largest; of these, the one whose table is least. Throws Overflow.
Layout right_inverse(const Layout& layout);

/// R with R(L(i)) = i for all i < size(L), which decomposes L(i) by the strides of coal(L).
/// Undefined unless these divide one another and L is injective. In conventions other than strict,
/// modes of stride 0 are ignored, and R(L(i)) is the least index with the value L(i). Throws
/// Overflow.
Outcome<Layout> left_inverse(const Layout& layout, Convention convention = Convention::strict);

/// R with A(R(i)) = B(R(i)) = i for all i < size(R): a right inverse of B, made of whole modes,
/// restricted to the largest [0, n) on which it is a layout function and also a right inverse of A,
/// which in conventions other than strict extends beyond its domain. Of several, the one whose
/// table is least. Throws Overflow, and LimitReached like composition.
Layout max_common_layout(const Layout& a, const Layout& b,
                         Convention convention = Convention::strict, Int limit = default_limit);

/// The size of max_common_layout.
Int max_common_vector(const Layout& a, const Layout& b, Convention convention = Convention::strict,
                      Int limit = default_limit);

}  // namespace layoutcheck::algebra
