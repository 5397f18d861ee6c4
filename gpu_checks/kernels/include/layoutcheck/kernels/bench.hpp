// The bench: runs jobs on an executor and compares the accesses of their threads with the oracle's.
#pragma once

#include <layoutcheck/kernels/family.hpp>
#include <layoutcheck/kernels/ptx_source.hpp>

#include <memory>
#include <optional>

namespace layoutcheck::gpu {

/// The result of running a job.
struct Comparison {
  /// The number of compared elements: accesses if the executor records them, else contents.
  std::uint64_t addresses = 0;
  /// The first mismatch, with block, thread, value, line, expected and found; "" if there is none.
  std::string mismatch;
};

class Bench {
 public:
  /// `ptx` provides the PTX of sources for executors that run it.
  Bench(std::unique_ptr<Executor> executor, std::shared_ptr<PtxSource> ptx);

  /// Runs the job once, and compares every access of every thread that ran, if the executor records
  /// them, and the contents of the destination. If accesses are not recorded, narrow elements of
  /// the source hold one digit per launch. Nothing if this executor cannot run the job: it is too
  /// large, or runs chosen blocks. Throws Unavailable if there is no PTX for it, and LaunchError.
  std::optional<Comparison> run(const Job& job);

  [[nodiscard]] Executor& executor() { return *executor_; }

 private:
  void load(const Job& job);

  std::unique_ptr<Executor> executor_;
  std::shared_ptr<PtxSource> ptx_;
  std::string loaded_;
};

}  // namespace layoutcheck::gpu
