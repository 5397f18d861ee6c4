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

constexpr int cooperative = 2;
constexpr int cluster_dimension = 4;
/// What changes nothing where launches are executed one after the other: none, the window of a
/// cache, the policy of waiting, that of placing clusters, programmatic serialization, priority,
/// domains of memory, clusters that are preferred to those that must do (a device chooses, by its
/// load), and how much shared memory a multiprocessor should have.
constexpr int hints[] = {0, 1, 3, 5, 6, 8, 9, 10, 11, 14};

std::span<const Attribute> all_of(const void* attributes, unsigned count) {
  return {static_cast<const Attribute*>(attributes), count};
}

}  // namespace

bool asks_for_cooperation(const void* attributes, unsigned count) {
  return std::ranges::any_of(all_of(attributes, count), [](const Attribute& attribute) {
    return attribute.id == cooperative && attribute.value[0] != 0;
  });
}

std::optional<Dim3> cluster_asked_for(const void* attributes, unsigned count) {
  const auto all = all_of(attributes, count);
  const auto asked = std::ranges::find(all, cluster_dimension, &Attribute::id);
  if (asked == all.end()) return std::nullopt;
  return Dim3{asked->value[0], asked->value[1], asked->value[2]};
}

std::string refused_attribute(const void* attributes, unsigned count) {
  for (const Attribute& attribute : all_of(attributes, count)) {
    if (attribute.id == cooperative || attribute.id == cluster_dimension ||
        std::ranges::find(hints, attribute.id) != std::end(hints)) {
      continue;
    }
    return "attribute " + std::to_string(attribute.id) + " of a launch";
  }
  return "";
}

}  // namespace layoutcheck::gpu::runtime
