// Where the elements of a kernel's result came from, found without watching the kernel: it runs
// over a source that is filled with its own index, once for each digit of an index that an element
// holds.
#pragma once

#include <layoutcheck/gpu/executor.hpp>

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace layoutcheck::gpu {

/// A kernel that takes elements from one buffer to another as they are.
struct Movement {
  /// 1, 2, 4 or 8, in both buffers.
  std::uint32_t element_bytes = 4;
  std::uint64_t source_elements = 0;
  std::uint64_t destination_elements = 0;
  /// The launch over these two arguments. It is asked for before each run, and it allocates other
  /// buffers itself, because all of them are given back between two runs.
  std::function<Launch(const Argument& source, const Argument& destination)> launch;
};

/// Elements of the destination.
struct Window {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// The source of an element that the kernel did not write.
inline constexpr std::int64_t unwritten = std::numeric_limits<std::int64_t>::min();

struct Recovered {
  /// By element of the window: the index that it was read from, or `unwritten`. Indices below 0 or
  /// from source_elements on are reads beside the source; they are exact where they begin
  /// less than 256 bytes from it. Empty if a run did not finish.
  std::vector<std::int64_t> sources;
  /// Elements written within 256 bytes before or after the destination.
  std::uint64_t strays = 0;
  std::uint32_t runs = 0;
  /// Of all runs, where the executor measures them.
  double seconds = 0;
  /// Of the first run with a fault, else of the last.
  LaunchReport report;
};

/// Where each element of the destination, or of the window, was read from. All buffers of the
/// executor are given back. An element that is written more than once shows the last source, and
/// where that changes from run to run, a mixture of them; one that was read far outside the source
/// shows whatever lay there. Throws LaunchError, and std::invalid_argument for sizes that do not
/// fit into 63 bits and windows outside the destination.
Recovered recover_sources(Executor& executor, const Movement& movement,
                          const std::optional<Window>& window = std::nullopt);

}  // namespace layoutcheck::gpu
