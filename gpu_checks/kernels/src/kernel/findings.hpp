// What is found in the launches of a kernel, in groups.
#pragma once

#include <layoutcheck/kernels/kernel_check.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace layoutcheck::gpu {

/// Thrown out of a launch that is to end.
struct Stopped {};

/// The place of a block in its grid, or of a thread in its block.
inline std::uint64_t index_of(Dim3 at, Dim3 in) {
  return at.x + std::uint64_t{in.x} * (at.y + std::uint64_t{in.y} * at.z);
}

/// The text with single blanks in place of longer ones, tabs and line ends.
std::string on_one_line(std::string_view text);

/// Whether such a finding leaves open what the kernel would do.
inline bool is_open(std::string_view kind) {
  return kind == name(Fault::Kind::step_limit) || kind == name(Fault::Kind::crash);
}

/// Findings by kind, line and buffer.
class Findings {
 public:
  explicit Findings(const KernelTask& task) : task_(task) {}

  /// `describe` fills in what a group shows, and is called only for what it will show.
  template <class Describe>
  void add(std::string_view kind, std::uint32_t line, const std::string& argument,
           std::uint64_t block, std::uint64_t thread, const Describe& describe,
           std::uint64_t count = 1) {
    count_ += count;
    wrong_ = wrong_ || !is_open(kind);
    const auto key = std::tuple(std::string(kind), line, argument);
    auto it = groups_.find(key);
    if (it == groups_.end()) {
      if (groups_.size() >= most_groups) {
        ++left_out_;
        return;
      }
      it = groups_.emplace(key, Finding()).first;
    }
    Finding& finding = it->second;
    const bool is_new = finding.count == 0;
    finding.count += count;
    if (!is_new && std::pair(finding.block, finding.thread) <= std::pair(block, thread)) return;
    Finding shown;
    shown.kind = kind;
    shown.line = line;
    shown.count = finding.count;
    shown.block = block;
    shown.thread = thread;
    shown.argument = argument;
    shown.instruction = line_of(task_.program.ptx, line);
    describe(shown);
    finding = std::move(shown);
  }

  void put_into(KernelReport& report);

  /// What was added, by block, thread and line.
  std::vector<Finding> take();

  [[nodiscard]] bool has(std::string_view kind, const std::string& argument) const {
    return groups_.contains(std::tuple(std::string(kind), std::uint32_t{0}, argument));
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Whether there is one that says more than that something is not known.
  [[nodiscard]] bool wrong() const { return wrong_; }
  void count_more(std::uint64_t n) { count_ += n; }

 private:
  // Beyond what is shown, because the smallest are shown and may come last.
  static constexpr std::size_t most_groups = 10000;

  const KernelTask& task_;
  std::map<std::tuple<std::string, std::uint32_t, std::string>, Finding> groups_;
  std::uint64_t count_ = 0;
  std::uint64_t left_out_ = 0;
  bool wrong_ = false;
};

/// `line 3, block (0,0,0), thread (1,0,0): `, and the instruction.
std::string place_text(const KernelTask& task, const Finding& finding);

}  // namespace layoutcheck::gpu
