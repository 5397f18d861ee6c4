// Inverses of layout functions, as CuTe's layout.hpp has them (docs/inverses.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// R with L(R(i)) = i for all i < size(R): of the layouts whose modes are modes of the domain of
/// coal(L), the largest, and of these the one whose table is least. Throws Overflow.
Layout right_inverse(const Layout& layout);

/// R with R(L(i)) = i for all i < size(L), which reads L(i) by the strides of coal(L). Undefined
/// unless they divide one another and L takes no value twice; in other conventions than strict,
/// modes of stride 0 do not count, and R(L(i)) is the least index with the value L(i). Throws
/// Overflow.
Outcome<Layout> left_inverse(const Layout& layout, Convention convention = Convention::strict);

/// R with A(R(i)) = B(R(i)) = i for all i < size(R): the largest [0, n) on which a right inverse of
/// B of whole modes is a layout function and a right inverse of A, which in other conventions than
/// strict goes on beyond its domain. Of several, the one whose table is least. Throws Overflow, and
/// LimitReached as composition.
Layout max_common_layout(const Layout& a, const Layout& b,
                         Convention convention = Convention::strict, Int limit = default_limit);

/// Its size.
Int max_common_vector(const Layout& a, const Layout& b, Convention convention = Convention::strict,
                      Int limit = default_limit);

}  // namespace layoutcheck::algebra
