// Checks a user's kernel: runs chosen blocks, compares every access with the buffers, their access
// rights and the user's expectations, and counts costs.
#pragma once

#include <layoutcheck/kernels/arguments.hpp>
#include <layoutcheck/kernels/block_choice.hpp>
#include <layoutcheck/kernels/coverage.hpp>
#include <layoutcheck/kernels/device.hpp>
#include <layoutcheck/kernels/expectation.hpp>
#include <layoutcheck/kernels/origin_expectation.hpp>
#include <layoutcheck/kernels/traffic.hpp>
#include <layoutcheck/machine/executor.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <set>

namespace layoutcheck::gpu {

/// Offsets of a buffer whose accesses are recorded.
struct Watch {
  Target target;
  std::set<std::int64_t> offsets;  // in elements
};

/// The first thread that touches an element.
struct Owner {
  std::uint64_t block = 0;
  std::uint64_t thread = 0;
  /// The number of the access among the thread's accesses to the target.
  std::uint64_t value = 0;
  /// Whether other threads also touch it.
  bool shared = false;
};

/// Optional requirements: facts become findings, and whatever was not judged leaves the launch
/// undecided.
enum class Strict {
  unwritten,   // every element of an `out` buffer is written
  redundant,   // no redundant writes
  blocks,      // all blocks run
  races,       // races between all blocks are searched for
  iterations,  // no iterations are skipped
  sizes,       // all sizes are tried
  factors,     // the signs and factors of all terms of sums are known
};
inline constexpr Strict all_strict[] = {Strict::unwritten, Strict::redundant,  Strict::blocks,
                                        Strict::races,     Strict::iterations, Strict::sizes,
                                        Strict::factors};

std::string_view name(Strict strict);

/// A gap: something that was not judged.
struct Gap {
  /// Nothing if the task ignores a kind of faults.
  std::optional<Strict> kind = Strict::blocks;
  /// A sentence.
  std::string text;
  /// Whether an otherwise right launch is right in part.
  bool is_part = true;
};

struct KernelTask {
  Program program;
  ptx::Entry entry;
  /// The target of the module: "sm_90a". Without it, device limits are not checked.
  std::string target = {};
  /// The device whose limits apply.
  std::optional<Device> device = {};
  Dim3 grid;
  Dim3 block;
  /// The blocks of a cluster, if given by the launch; the entry may also give them.
  std::optional<Dim3> cluster = {};
  std::uint32_t shared = 0;
  bool is_cooperative = true;
  std::vector<ArgumentSpec> arguments;
  std::vector<Expectation> expectations;
  /// If there is one, the elements of all buffers on the right are traced.
  std::vector<OriginExpectation> origins;
  /// A reference kernel that must compute the same (same_as.hpp).
  std::shared_ptr<const KernelTask> same_as = {};
  std::vector<Watch> watches;
  BlockChoice blocks;
  /// As in Launch; ignored if accesses are counted because an expectation exists.
  std::uint64_t loops_take_part = 1;
  /// Whether a write to a buffer that is only `in` is a finding.
  bool rights = true;
  /// Kinds of faults that are not reported.
  std::set<Fault::Kind> ignored;
  std::set<Strict> strict;
  /// The number of groups of findings to keep.
  std::size_t most_findings = 100;
  /// The memory for records of accesses; shared with the executor if it has the same room.
  /// Unlimited without one.
  std::shared_ptr<Room> room;
  /// Checked continuously; the run ends when it is set.
  std::function<bool()> stop;
  /// Receives the number of blocks that have run, and the number to run.
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// One kind of error at one PTX line, with the smallest block and thread that show it.
struct Finding {
  /// The name of a kind of faults or mismatches, "access rights", or "launch" if no device accepts
  /// the launch.
  std::string kind;
  /// 0 if there is none, as for a missing access.
  std::uint32_t line = 0;
  std::string instruction;
  std::uint64_t count = 0;
  std::uint64_t block = 0;
  std::uint64_t thread = 0;
  /// The buffer concerned, or the one nearest to an address outside all; "" if there is none.
  std::string argument;
  std::optional<std::uint64_t> address;
  /// The offset in elements of the buffer.
  std::optional<std::int64_t> offset;
  std::string expected;
  std::string found;
  /// The finding as a sentence.
  std::string message;
};

/// The verdict is right in part if not all blocks, or not all iterations of a loop, ran.
enum class KernelVerdict { right, right_in_part, wrong, undecided, interrupted };

std::string_view name(KernelVerdict verdict);

struct KernelReport {
  struct OfBuffer {
    Area area;
    Coverage coverage;
    /// If all blocks of the grid ran: the number of elements of an `out` buffer that none of them
    /// wrote, and the first.
    std::uint64_t unwritten = 0;
    std::optional<std::uint64_t> first_unwritten = {};
  };
  struct OfExpectation {
    std::string text;
    /// The buffer or shared memory variable concerned, and its layout.
    std::string argument;
    std::string layout;
    /// Whether it is about origins: then elements are compared, else accesses.
    bool is_of_origins = false;
    std::uint64_t compared = 0;
    std::uint64_t mismatches = 0;
    /// For origins: the number of elements whose factors are expected but unknown.
    std::uint64_t without_factors = 0;
  };

  KernelVerdict verdict = KernelVerdict::right;
  /// What was not done, or not compared with anything, if the verdict is undecided or interrupted.
  std::string why;
  BlockChoice choice;
  std::vector<std::uint64_t> blocks;  // chosen
  std::uint64_t blocks_run = 0;
  std::uint64_t launches = 0;
  std::uint64_t probes = 0;
  std::uint64_t steps = 0;
  std::uint64_t accesses = 0;
  /// The loops with skipped iterations.
  std::vector<CutLoop> loops;
  std::uint64_t accesses_left_out = 0;
  /// As in LaunchReport.
  std::uint64_t accesses_open = 0;
  std::vector<Gap> not_judged;
  /// Sorted by severity, block, thread and line.
  std::vector<Finding> findings;
  std::uint64_t findings_left_out = 0;
  /// The total number, not the number of groups.
  std::uint64_t finding_count = 0;
  /// Remarks: redundant writes, buffers without given contents.
  std::vector<Finding> remarks;
  std::vector<OfBuffer> buffers;
  std::vector<OfExpectation> expectations;
  std::vector<LineTraffic> lines;
  /// For each watch, the threads that touch its offsets.
  std::vector<std::map<std::int64_t, Owner>> owners;
};

using ExecutorFactory = std::function<std::unique_ptr<Executor>()>;

/// Runs and judges the kernel. One executor probes for blocks of interest, another runs the chosen
/// blocks. Throws std::invalid_argument for arguments, expectations or blocks that do not fit the
/// kernel, and LaunchError.
KernelReport check_kernel(const ExecutorFactory& make_executor, const KernelTask& task);

/// The launch of a task's kernel with these arguments and blocks.
Launch launch_of(const KernelTask& task, std::vector<Argument> arguments,
                 std::vector<std::uint64_t> blocks);

/// Runs and judges a launch of a program that continues with the kernel's results: the executor has
/// the module, and the task no arguments, because the program provides them. There is no probing,
/// no iterations are skipped, and the blocks run in one launch: all, or the first `most`. A kernel
/// that touches no memory is right. Throws LaunchError.
KernelReport check_launch(Executor& executor, const KernelTask& task,
                          const std::vector<Argument>& arguments, std::uint64_t most);

/// Leaves a launch undecided if something that is required was not judged.
void require_judged(KernelReport& report, const std::set<Strict>& strict);

/// The text of a line of PTX, with single blanks; "" beyond its end.
std::string line_of(std::string_view ptx, std::uint32_t line);

}  // namespace layoutcheck::gpu
