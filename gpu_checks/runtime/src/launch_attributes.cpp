// The attributes of a launch.
#include "launch_attributes.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace layoutcheck::gpu::runtime {

namespace {

struct Attribute {
  int id;
  int padding;
  unsigned value[16];
};
static_assert(sizeof(Attribute) == 72);

constexpr int cluster_dimension = 4;
/// None, the window of a cache, that the launch is cooperative, which is seen in the kernel, the
/// policy of waiting, programmatic serialization, priority, domains of memory.
constexpr int hints[] = {0, 1, 2, 3, 6, 8, 9, 10};

}  // namespace

std::string refused_attribute(const void* attributes, unsigned count) {
  for (const Attribute& attribute : std::span(static_cast<const Attribute*>(attributes), count)) {
    if (std::ranges::find(hints, attribute.id) != std::end(hints)) continue;
    if (attribute.id == cluster_dimension &&
        std::all_of(attribute.value, attribute.value + 3, [](unsigned n) { return n == 1; })) {
      continue;
    }
    return attribute.id == cluster_dimension
               ? "a launch in clusters of several blocks"
               : "attribute " + std::to_string(attribute.id) + " of a launch";
  }
  return "";
}

}  // namespace layoutcheck::gpu::runtime
