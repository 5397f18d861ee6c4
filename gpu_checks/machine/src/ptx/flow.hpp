// The ways between steps: what is reached, and what every way leads over.
#pragma once

#include "code.hpp"

#include <cstdint>
#include <vector>

namespace layoutcheck::gpu::ptx {

/// Whether each step is one of them.
using Steps = std::vector<bool>;

/// The ways between steps, and where lanes may end.
struct Graph {
  std::vector<std::vector<std::uint32_t>> next;
  std::vector<std::vector<std::uint32_t>> before;
  Steps ends;
};

/// The ways from these steps. Pre: none of them leads to another step.
Graph graph_of(const Code& code, const Steps& among);

/// The steps among these to which ways lead; the first one only if it is led back to.
Steps reached_in(const std::vector<std::vector<std::uint32_t>>& ways, std::uint32_t from,
                 const Steps& among);

/// The steps over which every way from this one to an end leads, in their order.
std::vector<std::uint32_t> always_passed(const Graph& graph, std::uint32_t from);

}  // namespace layoutcheck::gpu::ptx
