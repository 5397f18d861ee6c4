// The state of the stand-in for the CUDA runtime and driver in a process: memory, modules, errors,
// and what is told of each launch.
#pragma once

#include "earlier.hpp"
#include "errors.hpp"
#include "recorder.hpp"
#include "streams.hpp"
#include <layoutcheck/kernels/kernel_check.hpp>
#include <layoutcheck/machine/device_memory.hpp>
#include <layoutcheck/runtime/records.hpp>

#include <sys/types.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>

namespace layoutcheck::gpu::runtime {

/// A launch that the program makes: the function is the address that it has for the kernel.
struct Call {
  const void* function = nullptr;
  Dim3 grid;
  Dim3 block;
  std::size_t shared = 0;
  /// A pointer to each argument; or, if there is none, all of them as the kernel has them.
  void** arguments = nullptr;
  std::span<const std::byte> packed = {};
  bool is_cooperative = false;
  /// The blocks of a cluster, if the launch says so.
  std::optional<Dim3> cluster = std::nullopt;
};

/// What a program registers before main() begins, the binaries, and its names for their parts; or
/// what it loads.
struct Binary {
  /// Nothing if there is PTX alone.
  const void* fatbin = nullptr;
  unsigned number = 0;
  std::string ptx;
  ptx::Summary summary;
  std::unique_ptr<PtxModule> module;
  /// The memory of its managed variables, by name.
  std::map<std::string, void*, std::less<>> managed;
  /// Why it has no module, once that is known.
  std::string refusal;
};

struct Symbol {
  Binary* binary = nullptr;
  std::string name;
  /// Of a function: the bytes of shared memory that a launch may add, where that is more than any
  /// may have.
  std::uint64_t most_shared = 0;
};

/// Functions of the runtime lock it, one at a time; they return the error that CUDA documents.
class Session {
 public:
  /// The only one of the process.
  static Session& get();

  [[nodiscard]] std::unique_lock<std::recursive_mutex> lock() { return std::unique_lock(mutex_); }
  /// Owns nothing if another thread has it.
  [[nodiscard]] std::unique_lock<std::recursive_mutex> try_lock() {
    return {mutex_, std::try_to_lock};
  }

  Binary* add_binary(const void* fatbin);
  Binary* add_module(std::string ptx);
  void remove_binary(Binary* binary);
  void add_function(const void* host, Binary* binary, const char* name);
  void add_variable(const void* host, Binary* binary, const char* name);
  /// A variable that the host and kernels have; the host finds it by `pointer`.
  void add_managed(void** pointer, Binary* binary, const char* name, std::uint64_t bytes);

  /// Error::success unless the process was forked from one that had used the device. It is asked
  /// before the lock, which a thread may have held that the fork does not have.
  Error of_fork();
  /// Error::success unless an earlier call has left an error that stays.
  Error begin();
  Error launch(const Call& call);
  /// Whether the module can be executed; else the error says why.
  bool load(Binary& binary, Error& error);
  /// The entry of a function, and its module; nothing if it cannot be had, and the error says why.
  const ptx::Entry* entry_of(const void* function, Error& error, Binary*& binary);
  std::optional<DeviceMemory::Place> variable(const void* host, Error& error);
  /// The attribute of a function that says how much shared memory a launch may add.
  Error allow_shared(const void* function, std::int64_t bytes);
  [[nodiscard]] std::uint64_t shared_allowed(const void* function, const Binary& binary,
                                             const ptx::Entry& entry) const;

  /// `what` names the allocation in messages. One that `takes_place` may have the address of
  /// another with the same name that was freed, if that has lived through a launch. The type is
  /// that of its elements, if it is known.
  Error allocate(std::uint64_t bytes, const std::string& what, std::uint64_t& address,
                 bool takes_place = false, const std::string& type = "");
  Error share(std::uint64_t bytes, const char* call, void*& address);
  Error free(std::uint64_t address, const char* call);
  [[nodiscard]] std::optional<DeviceMemory::Place> find(std::uint64_t address,
                                                        std::uint64_t bytes) const {
    return memory_->find(address, bytes);
  }
  [[nodiscard]] bool knows_function(const void* function) const {
    return functions_.contains(function);
  }
  DeviceMemory& memory() { return *memory_; }
  Streams& streams() { return streams_; }
  /// The runtime makes the device's primary context current, for functions of the driver, too.
  void use_runtime() { has_runtime_ = true; }
  [[nodiscard]] bool has_runtime() const { return has_runtime_; }
  /// How many launches have been executed, be it in part.
  [[nodiscard]] std::uint64_t launches() const { return launches_; }
  [[nodiscard]] std::uint64_t allocated() const { return allocated_; }
  [[nodiscard]] const Device& device() const { return device_; }

  /// Tells of it once, and is Error::not_supported.
  Error unsupported(const std::string& call, const std::string& why);
  /// Tells of a call that is wrong.
  Error failed(const std::string& call, Error error, const std::string& why);
  /// Tells of a copy of bytes to the host that nobody has written, unless a launch was not executed
  /// as a whole. Pre: they lie in an allocation.
  void remark_unwritten(const std::string& call, std::uint64_t address, std::uint64_t bytes);

 private:
  Session();
  /// Memory that the host and kernels have; nullptr if there is none left.
  void* shared_memory(std::uint64_t bytes, const std::string& name);
  void* managed_memory(Binary& binary, std::string_view name, std::uint64_t bytes);
  void tell(const Record& record);
  /// Returns the last record of it.
  Record tell_of(const KernelReport& report, const Record& launch, const Binary& binary);
  /// Writes the launch down, if the program is to be recorded.
  void record(const Record& launch, const LaunchToRecord& what);
  void tell_not_recorded(const Record& launch, const std::string& why);

  std::recursive_mutex mutex_;
  std::atomic<pid_t> owner_;
  std::atomic<bool> is_used_ = false;
  bool has_runtime_ = false;
  Error sticky_ = Error::success;
  Device device_;
  std::uint64_t most_blocks_;
  double seconds_;
  std::string report_;
  std::shared_ptr<Room> room_;
  std::unique_ptr<DeviceMemory> memory_;
  std::vector<std::unique_ptr<Binary>> binaries_;
  unsigned numbers_ = 0;
  std::map<const void*, Symbol> functions_;
  std::map<const void*, Symbol> variables_;
  Streams streams_;
  std::set<std::string> told_;
  std::uint64_t launches_ = 0;
  bool has_partial_launch_ = false;
  std::uint64_t allocations_ = 0;
  std::uint64_t allocated_ = 0;
  /// What is allocated, by address; and the memory of the host that is shared.
  struct Allocation {
    std::uint64_t bytes = 0;
    /// As of allocate(); "" if nothing takes its place.
    std::string place = {};
    /// How many launches there were before it.
    std::uint64_t launches = 0;
    std::string type = {};
  };
  std::map<std::uint64_t, Allocation> allocated_at_;
  /// The addresses of what was freed and may be taken, by size and name.
  std::map<std::pair<std::uint64_t, std::string>, std::vector<std::uint64_t>> places_;
  EarlierLaunches earlier_;
  std::optional<Recorder> recorder_;
};

}  // namespace layoutcheck::gpu::runtime
