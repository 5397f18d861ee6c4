// Names and texts of launches and faults.
#include <layoutcheck/machine/launch.hpp>
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>

namespace layoutcheck::gpu {

Argument Argument::tensor_map(Buffer buffer, const TensorMap& map, std::int64_t offset) {
  return {Kind::tensor_map, buffer, offset, {}, std::make_shared<const TensorMap>(map)};
}

std::string to_string(const Dim3& dim) {
  return "(" + std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z) +
         ")";
}

std::string refusal_of_grid(const Dim3& grid) {
  if (grid.x <= largest_grid.x && grid.y <= largest_grid.y && grid.z <= largest_grid.z) return "";
  return "a grid of " + to_string(grid) + " blocks cannot be launched; " + to_string(largest_grid) +
         " are the most";
}

std::string refusal_of_clusters(const Dim3& cluster, const Dim3& grid) {
  const std::string clusters = "clusters of " + to_string(cluster) + " blocks";
  const std::uint64_t most = std::max({cluster.x, cluster.y, cluster.z});
  if (cluster.count() == 0 || std::max(most, cluster.count()) > most_blocks_of_cluster) {
    return clusters + " cannot be launched; a cluster has from 1 to " +
           std::to_string(most_blocks_of_cluster) + " blocks";
  }
  if (grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0) return "";
  return "a grid of " + to_string(grid) + " blocks does not consist of " + clusters;
}

std::vector<std::uint64_t> blocks_around(std::uint64_t block, const Dim3& cluster,
                                         const Dim3& grid) {
  const Dim3 at = grid.at(block);
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t rank = 0; rank < cluster.count(); ++rank) {
    const Dim3 within = cluster.at(rank);
    const std::uint64_t x = at.x - at.x % cluster.x + within.x;
    const std::uint64_t y = at.y - at.y % cluster.y + within.y;
    const std::uint64_t z = at.z - at.z % cluster.z + within.z;
    blocks.push_back(x + grid.x * (y + grid.y * z));
  }
  return blocks;
}

void add(std::vector<CutLoop>& loops, const CutLoop& more) {
  const auto known = std::ranges::find(loops, more.line, &CutLoop::line);
  if (known == loops.end()) {
    loops.push_back(more);
  } else {
    known->followed += more.followed;
    known->iterations += more.iterations;
    known->blocks += more.blocks;
  }
}

std::string_view name(Space space) {
  switch (space) {
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::local:
      return "local";
    case Space::constant:
      return "constant";
    case Space::parameter:
      return "parameter";
  }
  return "?";
}

std::string_view name(WarpAccess::Kind kind) {
  switch (kind) {
    case WarpAccess::Kind::read:
      return "read";
    case WarpAccess::Kind::write:
      return "write";
    case WarpAccess::Kind::atomic:
      return "atomic";
  }
  return "?";
}

std::string_view name(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::out_of_bounds:
      return "out of bounds";
    case Fault::Kind::misaligned:
      return "misaligned";
    case Fault::Kind::uninitialized:
      return "uninitialized";
    case Fault::Kind::race:
      return "race";
    case Fault::Kind::redundant:
      return "redundant write";
    case Fault::Kind::wrapped:
      return "wrapped";
    case Fault::Kind::divergence:
      return "divergence";
    case Fault::Kind::deadlock:
      return "deadlock";
    case Fault::Kind::endless:
      return "endless loop";
    case Fault::Kind::trap:
      return "trap";
    case Fault::Kind::allocation:
      return "allocation";
    case Fault::Kind::step_limit:
      return "step limit";
    case Fault::Kind::crash:
      return "crash";
    case Fault::Kind::sanitizer:
      return "sanitizer";
    case Fault::Kind::disagreement:
      return "disagreement";
  }
  return "?";
}

namespace {

/// Of a list of registers in braces that is long, the first and the last one.
std::string with_short_lists(const std::string& instruction) {
  constexpr std::ptrdiff_t most = 16;
  std::string text;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = instruction.find('{', at);
    const std::size_t close = instruction.find('}', open);
    if (open == std::string::npos || close == std::string::npos) break;
    const std::string_view list = std::string_view(instruction).substr(open, close - open);
    text += instruction.substr(at, open - at);
    if (std::ranges::count(list, ',') < most)
      text += list;
    else
      text += std::string(list.substr(0, list.find(','))) + ", …" +
              std::string(list.substr(list.rfind(',')));
    at = close;
  }
  return text + instruction.substr(at);
}

}  // namespace

std::string to_string(const Fault& fault) {
  std::string text = fault.line == 0 ? "" : "line " + std::to_string(fault.line) + ", ";
  text += "block " + to_string(fault.block) + ", thread " + to_string(fault.thread) + ": ";
  if (!fault.instruction.empty()) text += "`" + with_short_lists(fault.instruction) + "`: ";
  return text + std::string(name(fault.kind)) + ": " + fault.message;
}

}  // namespace layoutcheck::gpu
