// The check of a user's own kernel: runs chosen blocks, holds every access against the buffers,
// their rights and what the user expects, and counts what it costs.
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

/// Some offsets of a buffer, of which it is to be known who touches them.
struct Watch {
  Target target;
  std::set<std::int64_t> offsets;  // in elements
};

/// The first of those that touch an element.
struct Owner {
  std::uint64_t block = 0;
  std::uint64_t thread = 0;
  /// Which of the thread's accesses to the target it is.
  std::uint64_t value = 0;
  /// Whether others touch it, too.
  bool shared = false;
};

/// What can be asked beyond what every launch is: what is a fact is a finding then, and what was
/// not judged leaves the launch undecided.
enum class Strict {
  unwritten,   // no element of an `out` buffer that nobody writes
  redundant,   // no redundant writes
  blocks,      // all blocks run
  races,       // races between all blocks are looked for
  iterations,  // no iterations are left out
  sizes,       // all sizes are tried
  factors,     // the signs and factors of all terms of sums are known
};
inline constexpr Strict all_strict[] = {Strict::unwritten, Strict::redundant,  Strict::blocks,
                                        Strict::races,     Strict::iterations, Strict::sizes,
                                        Strict::factors};

std::string_view name(Strict strict);

/// Something that was not judged.
struct Gap {
  /// Nothing where the task ignores a kind of faults.
  std::optional<Strict> kind = Strict::blocks;
  /// A sentence.
  std::string text;
  /// Whether what is right but for this is right in part.
  bool is_part = true;
};

struct KernelTask {
  Program program;
  ptx::Entry entry;
  /// Of the module: "sm_90a". What devices take is not looked at without one.
  std::string target = {};
  /// The one that is to take the launch.
  std::optional<Device> device = {};
  Dim3 grid;
  Dim3 block;
  /// The blocks of a cluster, if the launch says so; the entry may, too.
  std::optional<Dim3> cluster = {};
  std::uint32_t shared = 0;
  bool is_cooperative = true;
  std::vector<ArgumentSpec> arguments;
  std::vector<Expectation> expectations;
  /// If there is one, the elements of all buffers that stand on the right are followed.
  std::vector<OriginExpectation> origins;
  /// Another kernel that is to make the same (same_as.hpp).
  std::shared_ptr<const KernelTask> same_as = {};
  std::vector<Watch> watches;
  BlockChoice blocks;
  /// As of Launch; where accesses are counted, because something is expected of them, none are.
  std::uint64_t loops_take_part = 1;
  /// Whether a write to a buffer that is only `in` is a finding.
  bool rights = true;
  /// Kinds of faults that are no findings.
  std::set<Fault::Kind> ignored;
  std::set<Strict> strict;
  /// Groups of findings that are kept.
  std::size_t most_findings = 100;
  /// The memory for what is known of accesses; the executor's, too, if it has the same. Without
  /// one there is no bound.
  std::shared_ptr<Room> room;
  /// Looked at all the time; the run ends when it says so.
  std::function<bool()> stop;
  /// Told of blocks that have run, and how many are to run.
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// What is wrong at one PTX line in one way; the smallest block and thread where it is.
struct Finding {
  /// The name of a kind of faults or mismatches, "access rights", or "launch" where no device takes
  /// the launch.
  std::string kind;
  /// 0 where there is none, as of an access that was not made.
  std::uint32_t line = 0;
  std::string instruction;
  std::uint64_t count = 0;
  std::uint64_t block = 0;
  std::uint64_t thread = 0;
  /// The buffer concerned, or the one nearest to an address in none; "" if there is none.
  std::string argument;
  std::optional<std::uint64_t> address;
  /// In elements of the buffer.
  std::optional<std::int64_t> offset;
  std::string expected;
  std::string found;
  /// All of it in a sentence.
  std::string message;
};

/// What ran is right in part if not all blocks, or not all iterations of a loop, did.
enum class KernelVerdict { right, right_in_part, wrong, undecided, interrupted };

std::string_view name(KernelVerdict verdict);

struct KernelReport {
  struct OfBuffer {
    Area area;
    Coverage coverage;
    /// Where all blocks of the grid ran: the elements of an `out` buffer that none of them wrote,
    /// and the first of these.
    std::uint64_t unwritten = 0;
    std::optional<std::uint64_t> first_unwritten = {};
  };
  struct OfExpectation {
    std::string text;
    /// The buffer, or the variable of shared memory, of which it speaks, and its layout.
    std::string argument;
    std::string layout;
    /// Of origins: then elements are compared, else accesses.
    bool is_of_origins = false;
    std::uint64_t compared = 0;
    std::uint64_t mismatches = 0;
    /// Of origins: of how many the factors of the terms are expected, and not known.
    std::uint64_t without_factors = 0;
  };

  KernelVerdict verdict = KernelVerdict::right;
  /// What was not done, or what nothing was compared with, if the verdict is undecided or
  /// interrupted.
  std::string why;
  BlockChoice choice;
  std::vector<std::uint64_t> blocks;  // chosen
  std::uint64_t blocks_run = 0;
  std::uint64_t launches = 0;
  std::uint64_t probes = 0;
  std::uint64_t steps = 0;
  std::uint64_t accesses = 0;
  /// Of which not all iterations were executed.
  std::vector<CutLoop> loops;
  std::uint64_t accesses_left_out = 0;
  /// As of LaunchReport.
  std::uint64_t accesses_open = 0;
  std::vector<Gap> not_judged;
  /// By severity, block, thread and line.
  std::vector<Finding> findings;
  std::uint64_t findings_left_out = 0;
  /// All there were, not groups.
  std::uint64_t finding_count = 0;
  /// What is said, and no finding: redundant writes, contents that nobody gave.
  std::vector<Finding> remarks;
  std::vector<OfBuffer> buffers;
  std::vector<OfExpectation> expectations;
  std::vector<LineTraffic> lines;
  /// Of each watch: who touches its offsets.
  std::vector<std::map<std::int64_t, Owner>> owners;
};

using ExecutorFactory = std::function<std::unique_ptr<Executor>()>;

/// Runs and judges the kernel. One executor probes for blocks of interest, another one runs those
/// that were chosen. Throws std::invalid_argument for arguments, expectations or blocks that do not
/// fit the kernel, and LaunchError.
KernelReport check_kernel(const ExecutorFactory& make_executor, const KernelTask& task);

/// The launch of a task's kernel with these arguments and blocks.
Launch launch_of(const KernelTask& task, std::vector<Argument> arguments,
                 std::vector<std::uint64_t> blocks);

/// Runs and judges a launch of a program that goes on with what the kernel makes: the executor has
/// the module, and the task no arguments, for these are what the program gives. Nothing is tried
/// out, no iteration is left out, and the blocks run in one launch: all, or as many as `most`, the
/// first ones. What touches no memory is right. Throws LaunchError.
KernelReport check_launch(Executor& executor, const KernelTask& task,
                          const std::vector<Argument>& arguments, std::uint64_t most);

/// Leaves a launch undecided of which something was not judged that is to be.
void require_judged(KernelReport& report, const std::set<Strict>& strict);

/// The text of a line of PTX, with single blanks; "" beyond its end.
std::string line_of(std::string_view ptx, std::uint32_t line);

}  // namespace layoutcheck::gpu
