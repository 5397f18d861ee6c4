// Launches that need not be executed again, because an earlier one was equal: the same kernel in
// the same shape, with the same arguments and the same contents of everything that it touches.
#pragma once

#include <layoutcheck/machine/device_memory.hpp>
#include <layoutcheck/runtime/records.hpp>

#include <map>
#include <memory>
#include <string>

namespace layoutcheck::gpu::runtime {

class EarlierLaunches {
 public:
  /// Keeps what so many bytes hold.
  explicit EarlierLaunches(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  [[nodiscard]] std::uint64_t most_bytes() const { return most_bytes_; }

  /// If one of them was equal, makes memory what it would make it, and returns what was told of it;
  /// otherwise nullptr. `key` holds the kernel, the shape and the arguments. Throws LaunchError.
  const Record* repeat(DeviceMemory& memory, const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const ptx::Journal> journal,
            const Record& told);

 private:
  struct Earlier {
    std::shared_ptr<const ptx::Journal> journal;
    Record told;
    std::uint64_t used = 0;
  };

  std::multimap<std::string, Earlier> all_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace layoutcheck::gpu::runtime
