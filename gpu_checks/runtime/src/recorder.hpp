// Launches as descriptions for `layoutcheck kernel`.
#pragma once

#include <layoutcheck/kernels/kernel_check.hpp>
#include <layoutcheck/machine/device_memory.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>

namespace layoutcheck::gpu::runtime {

/// Why a launch has no description: a sentence.
class NotDescribed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A launch that is over.
struct LaunchToRecord {
  const KernelTask& task;
  const std::vector<Argument>& arguments;
  const DeviceMemory& memory;
  /// Nothing if it is not known what the launch touched.
  const ptx::Journal* journal = nullptr;
  bool is_finished = false;
  /// The element type of the allocation at this address, such as "f32"; "" if it is not known.
  std::function<std::string(std::uint64_t)> type_at;
};

/// Writes NAME.N.kernel, the PTX and the contents of buffers into a folder.
class Recorder {
 public:
  explicit Recorder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Returns the name of the file; "" if the launch differs in the contents of memory alone from
  /// one that was recorded. Throws NotDescribed.
  std::string record(const LaunchToRecord& launch);

 private:
  std::string name_of_ptx(const KernelTask& task, const std::string& name);

  std::filesystem::path folder_;
  /// The names of the PTX files; "" for one that there is not yet.
  std::map<std::string, std::string> ptx_;
  /// The launches that were recorded, without contents, each with the name of its PTX.
  std::set<std::pair<const std::string*, std::string>> known_;
};

}  // namespace layoutcheck::gpu::runtime
