// The memory of a device that a program goes on with from launch to launch: allocations by address,
// and the modules whose kernels see them.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace layoutcheck::gpu {

class PtxModule;

/// Device addresses are none that a process has, so that a host that uses one dies as it does with
/// a device. Memory of the host that kernels see lies where the host has it.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::shared_ptr<Room> room);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Bytes that nobody has written. Throws LaunchError if there is no room.
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name);
  /// Makes memory of the host one that kernels see: `refresh` copies it there, and `give_back` what
  /// kernels touched to the host.
  void share(std::span<std::byte> host, const std::string& name);
  void refresh();
  void give_back();
  /// Frees what `allocate` or `share` has added at this address; false if there is nothing.
  /// Messages name it as freed.
  bool free(std::uint64_t address);

  /// Where the allocation begins that holds these bytes, and how many it has.
  struct Place {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    bool is_shared = false;
  };
  [[nodiscard]] std::optional<Place> find(std::uint64_t address, std::uint64_t bytes) const;

  // Pre: an allocation holds the bytes. Of bytes that nobody wrote zeros are read, and copies of
  // them are as unwritten. They throw LaunchError if there is no room.
  void read(std::uint64_t address, std::span<std::byte> to) const;
  void write(std::uint64_t address, std::span<const std::byte> from);
  void fill(std::uint64_t address, std::uint64_t bytes, std::byte value);
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

  /// What comes next is ordered after everything that kernels have done.
  void end_launch();

  /// The kernels of a module that see this memory, and whose variables lie in it. Throws
  /// LaunchError.
  std::unique_ptr<PtxModule> load(const Program& program, const PtxOptions& options);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A module whose variables have addresses.
class PtxModule {
 public:
  virtual ~PtxModule() = default;
  virtual Executor& executor() = 0;
  /// Where the variable of this name lies; nothing if there is none. Throws LaunchError.
  virtual std::optional<DeviceMemory::Place> variable(std::string_view name) = 0;
};

}  // namespace layoutcheck::gpu
