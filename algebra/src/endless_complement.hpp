// The complements of a layout for all numbers at once.
#pragma once

#include "exact_layout.hpp"
#include "parts.hpp"
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra::detail {

/// comp♭(A), and the stride s_m d_m of the mode that comp♭(A, N) adds to it, whose extent alone
/// depends on N.
struct EndlessComplement {
  Layout least;
  Wide last_stride;
};

/// Undefined if A is not complementable; under the extended convention its modes of stride 0 do not
/// count.
Outcome<EndlessComplement> endless_complement(const Layout& layout, Convention convention);

/// The complement for all numbers under the extended convention, in which its last mode goes on.
ExactLayout endless_layout(const EndlessComplement& complement);

}  // namespace layoutcheck::algebra::detail
