// Device memory that persists from launch to launch: allocations by address, and the modules whose
// kernels access them.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

class PtxModule;

/// The address of host memory that is shared, for a managed variable of this name and size.
using ManagedMemory = std::function<std::uint64_t(std::string_view name, std::uint64_t bytes)>;

namespace ptx {
struct Journal;
}

/// Device addresses are invalid in the host process, so host code that dereferences one crashes, as
/// with a device. Host memory that kernels access keeps its host address.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::shared_ptr<Room> room);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Uninitialized bytes. Throws LaunchError if there is no room.
  std::uint64_t allocate(std::uint64_t bytes, const std::string& name);
  /// Makes host memory accessible to kernels: `refresh` copies it to the device, and `give_back`
  /// copies what kernels touched to the host.
  void share(std::span<std::byte> host, const std::string& name);
  void refresh();
  void give_back();
  /// Frees what `allocate` or `share` added at this address; false if there is nothing. Messages
  /// refer to it as freed.
  bool free(std::uint64_t address);
  /// Allocates again what `allocate` added at this address and `free` freed; its bytes are
  /// uninitialized.
  void allocate_again(std::uint64_t address, const std::string& name);

  /// The address and the size of the allocation that holds these bytes.
  struct Place {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    bool is_shared = false;
  };
  [[nodiscard]] std::optional<Place> find(std::uint64_t address, std::uint64_t bytes) const;

  // Pre: an allocation holds the bytes. Uninitialized bytes read as zeros, and copies of them stay
  // uninitialized. They throw LaunchError if there is no room.
  void read(std::uint64_t address, std::span<std::byte> to) const;
  void write(std::uint64_t address, std::span<const std::byte> from);
  void fill(std::uint64_t address, std::uint64_t bytes, std::byte value);
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

  /// How many bytes nobody has written, and where the first of them is in its allocation, which has
  /// that name.
  struct Unwritten {
    std::uint64_t count = 0;
    std::uint64_t first = 0;
    std::string name;
  };
  /// Pre: they lie in an allocation or a variable.
  [[nodiscard]] Unwritten unwritten(std::uint64_t address, std::uint64_t bytes) const;

  /// Keeps track of what kernels touch, if so many bytes can hold it.
  void begin_launch(std::uint64_t most_bytes);
  /// Orders everything that follows after everything that kernels have done. Returns what they have
  /// touched since `begin_launch`; nullptr if that is not known.
  std::shared_ptr<const ptx::Journal> end_launch();
  /// If everything that a launch touched is as it was before it, makes it what it became, and
  /// returns true. The same launch would have done the same.
  bool repeat(const ptx::Journal& journal);
  static std::uint64_t bytes_of(const ptx::Journal& journal);

  /// What a launch found in an allocation or a variable that it touched.
  struct Found {
    Place place;
    std::string name;
    /// The pages that it touched, as they were, by their offsets; and how many of their bytes had
    /// been written.
    std::map<std::uint64_t, std::span<const std::byte>> pages;
    std::uint64_t written = 0;
  };
  /// The spans are the journal's.
  [[nodiscard]] std::vector<Found> found_by(const ptx::Journal& journal) const;

  /// The kernels of a module, which access this memory and whose variables lie in it; managed ones
  /// where `managed` says. Throws LaunchError.
  std::unique_ptr<PtxModule> load(const Program& program, const PtxOptions& options,
                                  ManagedMemory managed = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A module whose variables have addresses.
class PtxModule {
 public:
  virtual ~PtxModule() = default;
  virtual Executor& executor() = 0;
  /// The address of the variable of this name; nothing if there is none. Throws LaunchError.
  virtual std::optional<DeviceMemory::Place> variable(std::string_view name) = 0;
};

}  // namespace layoutcheck::gpu
