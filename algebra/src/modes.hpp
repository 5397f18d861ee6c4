// Composites as lists of coalesced modes relative to the right operand's shape.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <vector>

namespace layoutcheck::algebra::detail {

/// The entries of all relative modes, one after the other; those of mode j begin at starts[j] and
/// end at starts[j + 1].
struct RelativeModes {
  Tuple extents;
  Tuple strides;
  std::vector<std::size_t> starts;
};

/// The relative modes of A∘B, as composition() defines it. Throws LimitReached and Overflow.
Outcome<RelativeModes> composed_modes(const Layout& a, const Layout& b, Convention convention,
                                      Int limit);

}  // namespace layoutcheck::algebra::detail
