// What the statements and the operations of docs/recast.md are drawn from.
#pragma once

#include <layoutcheck/properties/domain.hpp>

#include <cstddef>

namespace layoutcheck::properties {

/// A layout, mostly with an entry of stride 1, and so many numbers, which mostly divide its strides
/// or are multiples of them.
Domain recast_layouts(std::size_t numbers);

}  // namespace layoutcheck::properties
