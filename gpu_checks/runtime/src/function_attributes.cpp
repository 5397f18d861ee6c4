// The attributes of functions, as PTX tells of them.
#include "function_attributes.hpp"

#include "attributes.hpp"

namespace layoutcheck::gpu::runtime {

namespace {

constexpr int most_dynamic_shared = 8;
constexpr int cluster_width = 11;
constexpr int cluster_depth = 13;
constexpr int last_attribute = 15;

}  // namespace

std::optional<int> function_attribute(Session& session, const void* function, int number,
                                      Error& error) {
  Binary* binary = nullptr;
  const ptx::Entry* entry = session.entry_of(function, error, binary);
  if (entry == nullptr) return std::nullopt;
  const Dim3 cluster = entry->cluster.value_or(Dim3{0, 0, 0});
  switch (number) {
    case 0:  // threads of a block
      return static_cast<int>(entry->most_threads.value_or(1024));
    case 1:  // shared memory without what a launch adds
      return static_cast<int>(ptx::declared_shared(binary->ptx, entry->name));
    case 2:  // constant and local memory, and the hint that is about caches
    case 3:
    case 7:
      return 0;
    case 4:
      return registers_of_thread;
    case 5:  // what it is compiled for, and what it is executed on
      return static_cast<int>(
          parse_architecture(binary->summary.target).value_or(Architecture()).number);
    case 6:
      return static_cast<int>(session.device().capability);
    case most_dynamic_shared:
      return static_cast<int>(session.shared_allowed(function, *binary, *entry));
    case preferred_shared:  // none
      return -1;
    case 10:  // a launch need not say how large clusters are
      return 0;
    case 11:
      return static_cast<int>(cluster.x);
    case 12:
      return static_cast<int>(cluster.y);
    case 13:
      return static_cast<int>(cluster.z);
    default:
      error = session.unsupported("cuFuncGetAttribute",
                                  "attribute " + std::to_string(number) + " is not known");
      return std::nullopt;
  }
}

Error set_function_attribute(Session& session, const void* function, int number, int value) {
  if (!session.knows_function(function)) return Error::invalid_device_function;
  // Triton tries a later one, and does without it if there is none.
  if (number < most_dynamic_shared || number > last_attribute) return Error::invalid_value;
  if (number >= cluster_width && number <= cluster_depth)
    return session.unsupported("cuFuncSetAttribute", "the blocks of a cluster");
  return number == most_dynamic_shared ? session.allow_shared(function, value) : Error::success;
}

}  // namespace layoutcheck::gpu::runtime
