// Families as rows: statements whose check runs a kernel, so that what draws, enumerates, shrinks
// and replays is the same as everywhere.
#pragma once

#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/kernels/bench.hpp>

namespace layoutcheck::gpu_rows {

/// What the checks of a row counted.
struct Counts {
  /// Choices of operands whose kernel ran, and the elements that were compared.
  std::atomic<std::uint64_t> layouts = 0;
  std::atomic<std::uint64_t> addresses = 0;
  /// Choices whose kernel a static assertion of its headers refuses.
  std::atomic<std::uint64_t> refused = 0;
  /// Why a kernel could not be run here; set by the first that could not.
  std::string unavailable;
};

/// The family as a statement: each address that a kernel touches for these operands is the one that
/// the oracle says, and so is what it leaves in memory. The hypothesis is not met where the kernel
/// is not made for the operands, 32 bits do not suffice or the executor cannot run it. What it is
/// given outlives it; one thread at a time may check it.
engine::Statement row_of(const gpu::Family& family, gpu::Bench& bench, Counts& counts);

struct Options {
  std::uint64_t seed = 1;
  /// A run ends when so many addresses were compared.
  std::uint64_t addresses = 1000000;
  /// When set, a run ends then, or once this is true.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;
};

/// Checks the family's samples, then random operands until the addresses are reached or one fails;
/// the first failure is shrunk. `counts` may be read by other threads meanwhile, but for its text.
engine::Tally run(const gpu::Family& family, gpu::Bench& bench, const Options& options,
                  Counts& counts);

}  // namespace layoutcheck::gpu_rows
