// The machine that executes decoded PTX: a warp's registers are rows of 32 lanes, and an
// instruction works on a row at a time.
#pragma once

#include "memory.hpp"
#include "row_facts.hpp"
#include "syntax.hpp"
#include <layoutcheck/machine/executor.hpp>

#include <any>
#include <bit>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <type_traits>

namespace layoutcheck::gpu::ptx {

inline constexpr unsigned warp_size = 32;
inline constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
inline constexpr std::uint32_t most_threads = 1024;

struct Warp;
struct Step;
struct IntegerType;

/// Executes an instruction for these lanes, at least one.
using Handler = void (*)(Warp&, const Step&, std::uint32_t lanes);
using Runner = Handler;

/// An instruction, decoded.
struct Step {
  Handler run = nullptr;
  /// What the instruction does to the exact integers beside the registers; it is called before
  /// `run`, unless it needs its results. These take the registers' values if there is none.
  Handler exact = nullptr;
  bool exact_after = false;
  /// For `exact`: the integers that the result can hold, and those as which the registers of the
  /// operands are read, if these may be others.
  const IntegerType* result_type = nullptr;
  const IntegerType* operand_type = nullptr;
  /// Rows of registers: the results, then the operands.
  std::vector<std::uint32_t> rows;
  std::size_t results = 0;
  /// The bytes of the first result's register.
  std::uint32_t result_bytes = 8;
  /// How many operands, the last ones, decide more than the results: an address, what is written
  /// at once, the lanes that meet, what a block waits for.
  std::size_t deciding = 0;
  /// The first row that is read: that of the first operand, unless results are operands, too.
  std::size_t first_read = 0;
  /// The row of the guard, or -1.
  std::int32_t guard = -1;
  bool guard_negated = false;
  /// Of an address.
  std::uint64_t displacement = 0;
  /// The step that a branch goes to.
  std::uint32_t target = 0;
  std::vector<std::uint32_t> targets;
  /// If it is an aligned barrier, or where lanes pass by such ones: one more than its place in
  /// `Code::aligned` and in `Code::joins`.
  std::uint32_t aligned = 0;
  std::uint32_t joins = 0;
  StateSpace space = StateSpace::generic;
  /// Of a load or store: whether it is one of relaxed, acquire and release whose scope has all
  /// threads of the grid.
  bool is_strong = false;
  /// Of a load: whether lanes exchange what depends on its results, by shuffles and the like.
  bool is_exchanged = false;
  /// What else the instruction says: a struct of the file that decodes it.
  std::any operation;
  const Instruction* instruction = nullptr;

  template <class T>
  [[nodiscard]] const T& as() const {
    return std::any_cast<const T&>(operation);
  }
};

enum class Special : std::uint32_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  dynamic_shared,
  total_shared,
  zero,
  one,
  count
};

/// A row whose contents are known before the first step.
struct ConstantRow {
  std::uint32_t row = 0;
  std::uint64_t bits = 0;
  /// Whether an exact integer goes with it.
  bool exact = false;
};

/// A register: its row, its name and its bits.
struct RegisterRow {
  std::uint32_t row = 0;
  std::string_view name;
  std::uint64_t bits = 0;
};

/// A variable of a kernel at a place in shared, local or parameter memory.
struct Placed {
  std::uint64_t offset = 0;
  const Variable* variable = nullptr;
};

/// An aligned barrier of the entry (aligned.cpp).
struct AlignedBarrier {
  std::uint32_t step = 0;
  bool is_in_loop = false;
  /// Whether the rounds of all loops around it are counted.
  bool has_rounds = true;
};

/// Loops in each other whose rounds are counted.
inline constexpr std::size_t most_loops = 4;

/// Where lanes have a barrier behind them, in a round of so many of its loops.
struct Join {
  std::size_t barrier = 0;
  std::size_t level = 0;
};

/// A kernel, decoded: its own steps, then those of the functions that it calls.
struct Code {
  std::vector<Step> steps;
  std::uint32_t rows = 0;
  std::vector<ConstantRow> constants;
  std::vector<RegisterRow> registers;
  /// Rows of special registers, as far as they are used.
  std::vector<std::pair<Special, std::uint32_t>> specials;
  std::uint64_t shared_bytes = 0;  // without the dynamic part
  std::uint64_t local_bytes = 0;
  std::uint64_t parameter_bytes = 0;
  std::vector<Parameter> parameters;
  /// The rows of registers that are the results of arithmetic on floating-point numbers, as they
  /// are or moved.
  std::vector<bool> floats;
  /// By row; empty if there is no `and` of integers, which alone asks for them.
  std::vector<RowFacts> facts;
  std::vector<AlignedBarrier> aligned;
  /// By step that has some.
  std::vector<std::vector<Join>> joins;
};

/// Exact integers beside the registers.
struct ExactRows {
  /// By row and lane.
  std::vector<std::int64_t> values;
  /// For each row the lanes whose value is known.
  std::vector<std::uint32_t> known;
  /// For each row the lanes whose value is among `odd`: no `values` holds it, or it has left the
  /// range of its type.
  std::vector<std::uint32_t> is_odd;
  struct Odd {
    Wide value = 0;
    /// The line at which it left the range first; 0 if it never did.
    std::uint32_t origin = 0;
    /// What a compiler may have added to it, to be pushed out of the register by a factor to come.
    std::int64_t surplus = 0;
  };
  /// By row and lane; empty until there is one.
  std::vector<Odd> odd;
  Share share;
};

/// What of a row depends on a register that nobody set.
struct Unset {
  /// The lanes in which a bit of it does, and the bits that do so in one of them.
  std::uint32_t lanes = 0;
  /// The row of the register.
  std::uint32_t origin = 0;
  std::uint64_t bits = 0;
};

/// The registers of a warp.
struct Registers {
  std::vector<std::uint64_t> bits;
  ExactRows exact;
  std::vector<Unset> unset;
  /// By row, the lanes in which it is not known, because iterations were left out; or empty.
  std::vector<std::uint32_t> vague;
};

struct Machine;

/// What a thread knows of others in its block: everything before these moments has happened.
using Clock = std::vector<std::uint32_t>;

struct Barrier {
  std::uint32_t arrived = 0;
  /// All threads that have not ended, or so many.
  bool whole = true;
  std::uint32_t expected = 0;
  std::vector<bool> members;
  std::uint32_t votes = 0;
};

/// The barrier of the cluster, which has this block alone. Threads arrive, and wait for the others
/// later.
struct ClusterBarrier {
  /// By thread: whether it has arrived since all last had, and whether all have since it did.
  std::vector<bool> arrived;
  std::vector<bool> is_open;
  Clock arriving;
  Clock released;
};

/// An mbarrier object in shared memory.
struct MBarrier {
  std::uint32_t expected = 0;
  std::int64_t pending = 0;
  std::int64_t transactions = 0;
  std::uint64_t phase = 0;
  Clock arriving;
  Clock released;
};

/// A loop, by its head: what lives there.
struct LoopCode {
  bool can_be_cut = false;
  std::vector<RegisterRow> live;
};

/// The rounds of a loop that a block tries (loops.hpp).
struct LoopTrial {
  bool is_on = false;
  std::uint32_t head = 0;
  /// At how many passes of the head it begins, and how many iterations a round has.
  std::uint64_t start = 0;
  unsigned period = 1;
  /// The memory that was taken when it began, and the moments of all threads.
  std::uint64_t taken = 0;
  std::uint64_t moments = 0;
  /// How many trials have not done in a row.
  unsigned misses = 0;
  /// Of the periods that did, the one at which the fewest registers are unknown, and how many; and
  /// whether it is to be that one.
  unsigned best = 0;
  std::size_t fewest_unknown = 0;
  bool is_settled = false;
  /// By head: how many passes a trial needs.
  std::map<std::uint32_t, std::uint64_t> due;
};

/// What a warp knows of a round.
struct LoopProbe {
  std::uint32_t head = 0;
  unsigned period = 0;
  /// The rows that live at the head, at one time.
  struct Contents {
    struct Row {
      std::array<std::uint64_t, warp_size> bits{};
      std::array<std::int64_t, warp_size> exact{};
      std::uint32_t plain = 0;
      std::uint32_t known = 0;
    };
    std::vector<Row> rows;
  };
  Contents first;
  Contents second;
  /// What they grow by in a round, as far as that is supposed to be known.
  struct Supposed {
    std::array<std::int64_t, warp_size> slopes{};
    std::uint32_t unknown = 0;
  };
  std::vector<Supposed> supposed;
  /// Rows of which it is not.
  std::set<std::uint32_t> given_up;
  /// By row and lane, while a round is followed; and what the step in hand gives its first result.
  std::vector<std::int64_t> slopes;
  std::vector<std::uint32_t> unknown;
  std::array<std::int64_t, warp_size> pending{};
  std::uint32_t pending_unknown = 0;
  std::uint32_t pending_lanes = 0;
  /// What it has stored since the round began.
  struct Bytes {
    Region* region = nullptr;
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::int64_t slope = 0;
    /// Whether each round writes to them.
    bool is_sure = true;
  };
  std::vector<Bytes> stored;
  /// Whether it may have stored where nobody knows.
  bool loses_track = false;
  bool is_followed = false;
  /// Whether it depends on what is not followed; and whether it ended otherwise than supposed.
  bool fails = false;
  bool is_other = false;
  /// How many rounds do the same, this one included; and until a comparison comes out otherwise.
  Wide rounds = 0;
  Wide end = 0;
  /// The warp's steps when it began.
  std::uint64_t steps = 0;
};

/// Iterations of a loop that were left out: the passes of its head before them, of those that were
/// executed, and how many.
struct LeftOut {
  std::uint64_t after = 0;
  std::uint64_t count = 0;
};

struct Block {
  Machine& machine;
  std::uint64_t index = 0;
  Dim3 coordinate;
  Region shared;
  std::vector<Warp> warps;
  std::array<Barrier, 16> barriers;
  ClusterBarrier cluster;
  std::map<std::uint64_t, MBarrier> mbarriers;
  /// The moment of each thread; what all know of it; and what single threads know beyond that.
  Clock now;
  Clock common;
  std::vector<Clock> knowledge;
  LoopTrial trial;
  /// By head.
  std::map<std::uint32_t, std::vector<LeftOut>> left_out;

  Block(Machine& m, std::uint64_t shared_bytes);

  [[nodiscard]] bool knows(std::uint32_t thread, std::uint32_t other, std::uint32_t when) const {
    return when < common[other] || (!knowledge[thread].empty() && when < knowledge[thread][other]);
  }
  /// What the thread does from now on comes after what it knows and did; joined into `clock`.
  void publish(std::uint32_t thread, Clock& clock);
  /// The thread knows what is in the clock.
  void learn(std::uint32_t thread, const Clock& clock);
  /// The thread has waited for the cluster.
  void learn_of_cluster(std::uint32_t thread);
};

/// A cp.async that has been issued: the bytes arrive when it is waited for.
struct Copy {
  std::uint32_t lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::array<std::byte, 16> data{};
  const Step* step = nullptr;
  /// Whether nobody knows what the data are.
  bool is_vague = false;
};

/// A race that is told only if the value is used that was read.
struct WaitingRace {
  std::uint64_t address = 0;
  std::function<std::string()> message;
};

/// What a warp was at an earlier jump back (endless.hpp).
struct Earlier {
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;
  std::uint32_t alive = 0;
  std::uint32_t waiting = 0;
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> bits;
  std::vector<std::array<std::uint32_t, warp_size>> returns;
  std::array<std::uint32_t, warp_size> depth{};
  /// The register that was another one when it was last compared.
  std::size_t other = 0;
  /// Jumps back until it is taken anew, and how many there were from one time to the next.
  std::uint64_t left = 0;
  std::uint64_t all = 1;
  /// `changes` of the machine at the last jump back, and for how many these have been.
  std::uint64_t changes = 0;
  std::uint64_t quiet = 0;
};

/// How often the lanes of a warp have executed an aligned barrier.
struct AlignedLanes {
  /// The rounds of the loops around the barrier that a lane has behind it, the outermost first.
  using Rounds = std::array<std::uint32_t, most_loops>;
  /// That a lane had the barrier behind it in some round, and how often it had executed it by then.
  struct Passed {
    Rounds rounds{};
    std::uint32_t count = 0;
  };
  struct Lane {
    Rounds now{};
    std::uint32_t count = 0;
    /// Its rounds when it executed the barrier last.
    Rounds last{};
    /// The last time that it had it behind it, and how often it had touched memory by then; and the
    /// last time before or at that, behind which it has.
    std::optional<Passed> passed;
    std::uint32_t touches = 0;
    std::optional<Passed> passed_by;
  };
  std::array<Lane, warp_size> lanes;
};

struct Warp {
  Block* block = nullptr;
  Machine* machine = nullptr;
  std::uint32_t index = 0;
  std::uint32_t first_thread = 0;
  Registers* registers = nullptr;
  std::uint64_t* bits = nullptr;
  /// Lanes that there are, that have not ended, that wait at a barrier of the block, and that wait
  /// for others of the warp.
  std::uint32_t present = 0;
  std::uint32_t alive = 0;
  std::uint32_t at_barrier = 0;
  std::uint32_t at_rendezvous = 0;
  /// Who was alive when the last of these began to wait.
  std::uint32_t awaited = 0;
  /// Lanes that have touched memory since that was counted last, and the counts.
  std::uint32_t touched = 0;
  std::array<std::uint32_t, warp_size> touches{};
  /// By aligned barrier, once there is something of it.
  std::vector<std::unique_ptr<AlignedLanes>> aligned;
  /// Whether a part of it was told of: the rest comes of that.
  bool is_parted = false;
  std::array<std::uint32_t, warp_size> pcs{};
  std::array<std::uint8_t, warp_size> barrier_of{};
  /// The lanes that execute together now, and the step that comes next for them.
  std::uint32_t lanes = 0;
  std::uint32_t pc = 0;
  /// The steps to which lanes return from calls, the innermost last.
  std::vector<std::array<std::uint32_t, warp_size>> returns;
  std::array<std::uint32_t, warp_size> depth{};
  /// Set by a step after which the lanes have to be grouped anew by `pcs`.
  bool regroup = false;
  /// The lanes for which the step is done: those of the group, unless a meeting of lanes adds or
  /// holds back some.
  std::uint32_t completed = 0;
  std::uint64_t steps = 0;
  /// The last step in which all lanes met.
  std::uint64_t met = 0;
  std::vector<Region> locals;
  /// Of each lane: the copies of each group that is not complete; the last group is open.
  std::array<std::vector<std::vector<Copy>>, warp_size> copies;
  /// The memory of these, and of the mbarriers that its threads make.
  Share share;
  /// What the load that is under way has found in memory beside the bits.
  struct Recalled {
    std::uint32_t row = 0;
    unsigned lane = 0;
    Stored stored;
  };
  std::vector<Recalled> recalled;
  /// By load and lane (unused.hpp).
  std::map<std::pair<const Step*, unsigned>, WaitingRace> waiting;
  /// By step: how often it was jumped back to.
  std::vector<std::uint64_t> passes;
  std::unique_ptr<LoopProbe> probe;
  /// Whether it waits at the head of a loop for the other warps.
  bool pauses = false;
  /// The lanes of which nobody knows what the step in hand stores.
  std::uint32_t vague_data = 0;
  /// The step at which it last read what other blocks can write (endless.hpp).
  std::uint64_t read_global = 0;
  std::unique_ptr<Earlier> earlier;
  /// What it was when it was found to repeat itself, if it was: `changes` of the machine.
  std::optional<std::uint64_t> repeats_at;

  [[nodiscard]] std::uint64_t* row(std::uint32_t r) const {
    return bits + std::size_t{r} * warp_size;
  }
  [[nodiscard]] std::uint32_t thread(unsigned lane) const { return first_thread + lane; }

  void set_pcs(std::uint32_t which, std::uint32_t to) {
    for (; which != 0; which &= which - 1)
      pcs[static_cast<unsigned>(std::countr_zero(which))] = to;
  }
};

/// Thrown when the launch cannot go on.
struct Stop {};

/// A launch in progress.
struct Machine {
  const Code& code;
  const PtxOptions& options;
  GlobalMemory& memory;
  Region parameters;
  const Launch& launch;
  const AccessSink& sink;
  LaunchReport& report;
  std::uint32_t dynamic_shared = 0;
  /// Set when a block releases or acquires what others may see: then nothing is known of the order
  /// of accesses by different blocks, and they are not taken for races.
  bool blocks_synchronize = false;
  /// Whether a step is tried with other operands: then it tells nobody of what it does.
  bool trying = false;
  /// How often something has changed that is in no register.
  std::uint64_t changes = 0;
  /// Whether an exact integer has left the range of its register, and whether memory has such a
  /// one.
  bool has_wrapped = false;
  bool has_stored = false;
  std::map<std::uint32_t, LoopCode> loop_codes = {};
  /// Of loads: the stores to which their values go, and nothing else.
  std::map<const Step*, std::optional<std::vector<const Step*>>> stores_of = {};
  /// Where each is among the faults of the report; beyond them if it is not kept.
  std::map<std::pair<Fault::Kind, const Step*>, std::size_t> seen = {};

  /// Counts a fault, and keeps it if it is the first of its kind at its step.
  template <class Message>
  void fault(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
             std::uint64_t address, Message&& message) {
    if (!trying && count(kind, step))
      report.faults.push_back(told(kind, warp, step, lane, address, message()));
  }
  /// The same of what is only a remark.
  template <class Message>
  void remark(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
              std::uint64_t address, Message&& message) {
    if (trying) return;
    const auto [place, is_new] = seen.try_emplace({kind, &step}, report.remarks.size());
    if (is_new && place->second < options.max_faults)
      report.remarks.push_back(told(kind, warp, step, lane, address, message()));
    else if (place->second < options.max_faults)
      ++report.remarks[place->second].count;
  }
  /// The same as `fault`, and the launch ends.
  [[noreturn]] void stop(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
                         const std::string& message) {
    fault(kind, warp, step, lane, 0, [&] { return message; });
    throw Stop{};
  }

 private:
  bool count(Fault::Kind kind, const Step& step);
  Fault told(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
             std::uint64_t address, std::string message) const;
};

/// Calls f(lane) for each of the lanes.
template <class F>
inline void one_by_one(std::uint32_t lanes, F f) {
  for (; lanes != 0; lanes &= lanes - 1)
    f(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// The same, in a loop of its own for all lanes, which the compiler can vectorize: twice the code,
/// for what is worth it.
template <class F>
inline void each(std::uint32_t lanes, F f) {
  if (lanes == all_lanes)
    for (unsigned i = 0; i < warp_size; ++i)
      f(i);
  else
    one_by_one(lanes, f);
}

/// f(size), which returns the same as `bytes` as a constant. Pre: a power of two up to 32.
template <class F>
inline auto for_size(std::uint32_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f(std::integral_constant<std::size_t, 1>());
    case 2:
      return f(std::integral_constant<std::size_t, 2>());
    case 4:
      return f(std::integral_constant<std::size_t, 4>());
    case 8:
      return f(std::integral_constant<std::size_t, 8>());
    case 16:
      return f(std::integral_constant<std::size_t, 16>());
    default:
      return f(std::integral_constant<std::size_t, 32>());
  }
}

inline unsigned first_of(std::uint32_t lanes) {
  return static_cast<unsigned>(std::countr_zero(lanes));
}

/// A register's bits as a value of T, and back. Registers hold their bits with zeros above.
template <class T>
inline T get(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, bool>) {
    return bits != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<T>(static_cast<Bits>(bits));
  } else {
    return static_cast<T>(bits);
  }
}
template <class T>
inline std::uint64_t put(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? 1 : 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<Bits>(value);
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

/// The lanes of a warp-wide instruction: those of the group and of those that wait at it, once all
/// that `mask` names and that have not ended are there; 0, and the lanes wait, until then.
std::uint32_t rendezvous(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t mask);

/// The same for an instruction that all 32 lanes must execute. Ends the launch if there are fewer.
std::uint32_t whole_warp(Warp& warp, const Step& step, std::uint32_t lanes);

/// Where an address of a state space is among the generic ones.
inline std::uint64_t generic_address(StateSpace space, std::uint64_t address) {
  switch (space) {
    case StateSpace::shared:
      return shared_window + address;
    case StateSpace::local:
      return local_window + address;
    case StateSpace::param:
      return parameter_window + address;
    default:
      return address;
  }
}

/// The sum of a register and the displacement of the step, in its space: in shared and local memory
/// addresses have 32 bits, so that a register may hold a negative number.
inline std::uint64_t displaced(const Step& step, std::uint64_t bits) {
  const bool is_narrow = step.space == StateSpace::shared || step.space == StateSpace::local;
  const std::uint64_t sum = bits + step.displacement;
  return is_narrow && bits <= ~std::uint32_t{0} ? static_cast<std::uint32_t>(sum) : sum;
}

/// Reads or writes `bytes` bytes for each lane at these generic addresses; whole vectors count as
/// one access. Checks bounds, alignment, written bytes and races, and tells the sink. Lanes whose
/// access is at fault read zeros and write nothing. `data` holds 16 bytes for each lane. Of bytes
/// that `unset` marks by something else than 0, global memory is told of as a fault, and other
/// memory counts as not written.
using LaneBytes = std::array<std::array<std::byte, 32>, warp_size>;
void read_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                 const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                 LaneBytes& data);
void write_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                  const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                  const LaneBytes& data, const LaneBytes* unset = nullptr);
/// Replaces the bytes at each address, one lane after the other, by what `f(lane, old)` makes of
/// them; `data` takes the old ones.
using AtomicUpdate = std::uint64_t (*)(Warp&, const Step&, unsigned lane, std::uint64_t old);
void update_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                   const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                   AtomicUpdate f, LaneBytes& data);

/// The generic addresses of an operand [row + constant].
std::array<std::uint64_t, warp_size> addresses_of(const Warp& warp, const Step& step,
                                                  std::uint32_t row, std::uint32_t lanes);

/// Lets the bytes of finished copies arrive: of all groups but the last `keep` ones that are
/// committed.
void finish_copies(Warp& warp, std::uint32_t lanes, std::uint64_t keep);

/// The region of that space and address that the lane sees; nullptr if there is none.
Region* region_of(Warp& warp, const Step& step, unsigned lane, std::uint64_t address);

/// Reports addresses that differ from what exact integers give.
void check_exact_address(Warp& warp, const Step& step, std::uint32_t row, std::uint32_t lanes);

/// The threads meet: afterwards each knows what any of them did.
void meet(Block& block, const std::vector<std::uint32_t>& threads);

/// Opens the barriers at which all threads have come that they wait for; returns whether there was
/// one.
bool settle_barriers(Block& block);

/// Where lanes go on from a step, within its function, and whether some may end there.
struct Ways {
  std::vector<std::uint32_t> next;
  bool ends = false;
};
Ways ways_from(const Code& code, std::uint32_t at);

/// By step, whether this one leads to it; to itself only if it does.
std::vector<bool> steps_from(const Code& code, std::uint32_t at);

/// Finds the aligned barriers of the entry, and where lanes have them behind them.
void find_aligned(Code& code);

// What is told of the warps that do not execute an aligned barrier together (aligned.cpp): of the
// group at a step where barriers are behind it, of lanes that execute a barrier, and that end.
void note_joins(Warp& warp, const Step& step);
void note_barrier(Warp& warp, const Step& barrier, std::uint32_t lanes);
void note_end(Warp& warp);

/// barrier.cluster.arrive and .wait.
void arrive_at_cluster(Warp& warp, const Step& step, std::uint32_t lanes);
void wait_for_cluster(Warp& warp, const Step& step, std::uint32_t lanes);
/// What `barrier_of` says of lanes that wait there.
inline constexpr std::uint8_t cluster_barrier = 16;

/// A barrier of the block: the lanes wait; when the last has come, all go on. The votes are counted
/// for bar.red.
void arrive_at_barrier(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t barrier,
                       std::uint32_t threads, bool waits, std::uint32_t votes);

}  // namespace layoutcheck::gpu::ptx
