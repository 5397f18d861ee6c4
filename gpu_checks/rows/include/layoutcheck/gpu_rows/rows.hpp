// Families as rows: statements whose check runs a kernel, so that drawing, enumeration, shrinking
// and replay work as everywhere.
#pragma once

#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/kernels/bench.hpp>

namespace layoutcheck::gpu_rows {

/// The counts of a row's checks.
struct Counts {
  /// Choices of operands whose kernel ran, and the number of compared elements.
  std::atomic<std::uint64_t> layouts = 0;
  std::atomic<std::uint64_t> addresses = 0;
  /// Choices whose kernel is rejected by a static assertion of its headers.
  std::atomic<std::uint64_t> refused = 0;
  /// Why a kernel could not be run here; set by the first one.
  std::string unavailable;
};

/// The family as a statement: each address that a kernel touches for these operands, and the
/// resulting memory, is as the oracle says. The hypothesis is not met if the kernel does not
/// support the operands, 32 bits do not suffice, or the executor cannot run it. The arguments must
/// outlive it; one thread at a time may check it.
engine::Statement row_of(const gpu::Family& family, gpu::Bench& bench, Counts& counts);

struct Options {
  std::uint64_t seed = 1;
  /// A run ends after this many compared addresses.
  std::uint64_t addresses = 1000000;
  /// If set, a run ends then, or once this is true.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;
};

/// Checks the family's samples, then random operands until the number of addresses is reached or
/// one fails; the first failure is shrunk. Other threads may read `counts` meanwhile, except for
/// its text.
engine::Tally run(const gpu::Family& family, gpu::Bench& bench, const Options& options,
                  Counts& counts);

}  // namespace layoutcheck::gpu_rows
