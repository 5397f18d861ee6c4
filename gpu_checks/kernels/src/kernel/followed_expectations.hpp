// The accesses of a launch against expectations of them.
#pragma once

#include "kernel/findings.hpp"
#include <layoutcheck/kernels/kernel_check.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace layoutcheck::gpu {

/// The elements of an access; one that is not whole where the access is not made of elements.
template <class Use>
void for_each_element(std::uint64_t offset, std::uint32_t bytes, std::uint64_t size,
                      const Use& use) {
  const auto first = static_cast<std::int64_t>(offset / size);
  if (offset % size != 0 || bytes % size != 0) {
    use(first, false);
    return;
  }
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(bytes / size); ++i)
    use(first + i, true);
}

/// Where in shared memory the accesses of an expectation go.
struct SharedPlace {
  std::uint64_t offset = 0;
  /// Beyond which they are another variable's.
  std::uint64_t bytes = ~std::uint64_t{0};
  /// 0 until an access tells.
  std::uint32_t element_bytes = 0;
};

/// What the expectations of a task say of each access.
class FollowedExpectations {
 public:
  /// Throws std::invalid_argument for one of what there is not.
  FollowedExpectations(const KernelTask& task, const PlacedArguments& place, Findings& findings);

  void see_shared(const WarpAccess& access);
  /// An access of one thread to the area with this index, at this offset in bytes.
  void see(const WarpAccess& access, std::uint64_t thread, std::size_t area, std::uint64_t offset,
           std::uint32_t element_bytes);
  void finish(std::span<const std::uint64_t> blocks);
  /// What the launch as a whole lacks: blocks of which something is expected.
  void finish_launch();
  void put_into(KernelReport& report) const;

 private:
  struct Check {
    PlacedArguments::Named named;
    /// Of an expectation of shared memory; it has no buffer.
    std::optional<SharedPlace> shared;
    ExpectationCheck follow;
  };

  void follow(Check& check, const WarpAccess& access, std::uint64_t thread, std::uint64_t offset,
              std::uint32_t element_bytes, std::int64_t start);
  void tell(const Check& check, const Mismatch& mismatch);

  const KernelTask& task_;
  Findings& findings_;
  std::vector<Check> checks_;
};

}  // namespace layoutcheck::gpu
