// One launch of a kernel: from the words that describe it to what was found.
#pragma once

#include "kernel_description.hpp"
#include "kernel_report.hpp"
#include "terminal.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace layoutcheck::cli {

/// The whole text of the file, or of standard input if it is "-", of at most longest_text bytes
/// (read_text.hpp). Throws std::runtime_error naming the file.
std::string read_all(const std::string& file);

/// The PTX of a kernel, and what it declares.
struct KernelSource {
  /// As reports call it.
  std::string file;
  /// Whether the file is one, and not standard input.
  bool is_file = true;
  std::string ptx;
  gpu::ptx::Summary summary;
};

/// Reads the PTX that the words name. Throws std::invalid_argument or std::runtime_error naming the
/// file.
KernelSource read_kernel(const KernelWords& words);

/// The same of a text, which reports call so. Throws std::invalid_argument.
KernelSource source_of_text(std::string ptx, const std::string& name);

/// The entry of this name, or the only one if it is "". Throws std::invalid_argument naming the
/// file and the entries that there are.
const gpu::ptx::Entry& entry_of(const gpu::ptx::Summary& summary, const std::string& name,
                                const std::string& file);

/// Whether a launch has to end; shows how far it is.
class Watchman {
 public:
  /// Ends after so many seconds, unless they are 0. What it shows begins with the prefix.
  explicit Watchman(double seconds, std::string prefix = "")
      : start_(std::chrono::steady_clock::now()), seconds_(seconds), prefix_(std::move(prefix)) {}

  bool has_to_end();
  void tell(std::uint64_t done, std::uint64_t all);
  /// What is done now is at this size.
  void tell_size(const std::string& name, std::int64_t size, std::size_t number);
  void clear() { status_.clear(); }

  /// Whether the time is over.
  [[nodiscard]] bool late() const { return late_; }
  [[nodiscard]] double seconds() const;

 private:
  std::chrono::steady_clock::time_point start_;
  double seconds_;
  StatusLine status_;
  bool late_ = false;
  std::uint64_t asked_ = 0;
  std::string prefix_;
  std::string at_;
  std::string doing_ = "choosing blocks";
};

/// The seconds after which the words have a launch end; 0 without a limit. Throws
/// std::invalid_argument.
double seconds_in(const KernelWords& words);

/// Runs the kernel as the words say; where a size is to grow, the report is that of the smallest
/// size that is not right, or of the largest. Throws std::invalid_argument for words that no launch
/// has, and gpu::LaunchError if it cannot run.
KernelRun run_launch(const KernelWords& words, const KernelSource& source, Watchman& watchman);

/// What is found of it in a word.
gpu::AtSize::Kind kind_of(const KernelRun& run);

/// How many threads run at most, as far as can be told without running any. Throws
/// std::invalid_argument for words that no launch has.
double threads_of(const KernelWords& words, const KernelSource& source);

/// The words with the size in place of its name. Throws std::invalid_argument if it has none,
/// or if it is an argument's.
KernelWords at_size(KernelWords words, const std::string& name, std::int64_t size);

}  // namespace layoutcheck::cli
