// The bench: runs jobs on an executor and holds what their threads touched against what the oracle
// says.
#pragma once

#include <layoutcheck/kernels/family.hpp>
#include <layoutcheck/kernels/ptx_source.hpp>

#include <memory>
#include <optional>

namespace layoutcheck::gpu {

/// What running a job came to.
struct Comparison {
  /// Elements that were compared: accesses where the executor records them, else contents.
  std::uint64_t addresses = 0;
  /// The first thing that was wrong, with block, thread, value, line, expected and found; "" if
  /// nothing was.
  std::string mismatch;
};

class Bench {
 public:
  /// `ptx` makes the PTX of sources for executors that take it.
  Bench(std::unique_ptr<Executor> executor, std::shared_ptr<PtxSource> ptx);

  /// Runs the job once, and compares every access of every thread that ran, where the executor
  /// records them; and the contents of the destination. In narrow elements the source holds one
  /// digit after the other, a launch each, where accesses are not recorded. Nothing if this
  /// executor cannot run it: it is too large, or runs chosen blocks. Throws Unavailable if there is
  /// no PTX for it, and LaunchError.
  std::optional<Comparison> run(const Job& job);

  [[nodiscard]] Executor& executor() { return *executor_; }

 private:
  void load(const Job& job);

  std::unique_ptr<Executor> executor_;
  std::shared_ptr<PtxSource> ptx_;
  std::string loaded_;
};

}  // namespace layoutcheck::gpu
