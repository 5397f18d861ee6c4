// Tests of the PTX executor: a module around a body, and what came of a launch.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <string>

namespace layoutcheck::gpu {

/// A module with the entry `k`, whose head takes one line: a body that begins with a line break has
/// its first instruction in line 2. `outside` stands before the entry, in the same line.
inline std::string module_with(std::string_view body, std::string_view parameters = ".param .u64 p",
                               std::string_view outside = "") {
  return ".version 8.7 .target sm_90a .address_size 64 " + std::string(outside) +
         " .visible .entry k(" + std::string(parameters) +
         ") { .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<32>; .reg .b64 %d<32>; .reg .f32 "
         "%f<9>; " +
         std::string(body) + "\n}\n";
}

/// An executor with a module, and its buffers.
class Device {
 public:
  explicit Device(const std::string& ptx, const PtxOptions& options = {})
      : executor_(make_ptx_executor(options)) {
    executor_->load({"test", "", ptx});
  }

  Executor& executor() { return *executor_; }

  Buffer buffer(std::uint64_t bytes, Fill::Kind kind = Fill::Kind::uninitialized) {
    return executor_->allocate(bytes, Fill{kind});
  }

  template <class T>
  Buffer buffer_of(const std::vector<T>& values) {
    Fill fill{Fill::Kind::bytes};
    const auto bytes = std::as_bytes(std::span(values));
    fill.bytes.assign(bytes.begin(), bytes.end());
    return executor_->allocate(bytes.size(), fill);
  }

  LaunchReport launch(Dim3 grid, Dim3 block, std::vector<Argument> arguments,
                      std::uint32_t dynamic_shared = 0) {
    Launch launch;
    launch.grid = grid;
    launch.block = block;
    launch.arguments = std::move(arguments);
    launch.dynamic_shared = dynamic_shared;
    return executor_->launch(launch, {});
  }

  template <class T>
  std::vector<T> read(Buffer from, std::size_t count, std::uint64_t offset = 0) {
    std::vector<T> values(count);
    executor_->read(from, offset, std::as_writable_bytes(std::span(values)));
    return values;
  }

 private:
  std::unique_ptr<Executor> executor_;
};

/// "race in line 7" for each fault that was kept.
inline std::vector<std::string> faults_of(const LaunchReport& report) {
  std::vector<std::string> faults;
  for (const Fault& fault : report.faults)
    faults.push_back(std::string(name(fault.kind)) + " in line " + std::to_string(fault.line));
  return faults;
}

/// What the error says that `f` throws, or "" if it throws none.
template <class Error, class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace layoutcheck::gpu
