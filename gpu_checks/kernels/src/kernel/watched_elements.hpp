// Which threads own the elements that a task asks about.
#pragma once

#include <layoutcheck/kernels/kernel_check.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace layoutcheck::gpu {

/// The owners of watched elements.
class WatchedElements {
 public:
  WatchedElements(const KernelTask& task, const PlacedArguments& place);

  /// An access of one thread to the area with this index, at this offset in bytes.
  void see(const WarpAccess& access, std::uint64_t thread, std::size_t area, std::uint64_t offset,
           std::uint32_t element_bytes);
  void finish(std::span<const std::uint64_t> blocks);
  void put_into(KernelReport& report);

 private:
  struct OfWatch {
    PlacedArguments::Named named;
    const Watch* watch = nullptr;
    /// By block, how many values each thread has had.
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> next;
    std::map<std::int64_t, Owner> owners;
  };

  void count(OfWatch& watched, std::uint64_t block, std::uint64_t thread, std::int64_t element);

  const KernelTask& task_;
  std::vector<OfWatch> watched_;
};

}  // namespace layoutcheck::gpu
