// Questions at the edges of 32 and 64 bits.
#pragma once

#include "operation_domains.hpp"

namespace layoutcheck::engine {

/// Of a hundred questions on the operation, how many are to be at edges: more where fewer of them
/// have an answer.
std::size_t edge_percent(const Operation& operation);

/// Whether a judge tabulates all values of layouts over modules that it takes, so that none of them
/// can be large.
bool tabulates_all_values(const Operation& operation);

/// Operands that `draw` draws, of which an integer, a size, a cosize or a step lies at an edge, on
/// either side of 2^31, 2^32, 2^53 or 2^63, and mostly there is an answer, which fits. Where a
/// judge tabulates, these are strides of few points rather than large extents.
Operands draw_at_edge(Entropy& entropy, const Operation& operation,
                      const std::function<Operands(Entropy&, int)>& draw, int size);

}  // namespace layoutcheck::engine
