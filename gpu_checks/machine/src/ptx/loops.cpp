// Loops of which iterations are left out.
#include "loops.hpp"

#include "exact.hpp"
#include "operations.hpp"
#include "types.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace layoutcheck::gpu::ptx {

namespace {

/// Iterations of a round, at most: stages of a pipeline, tiles along k.
constexpr unsigned longest_round = 16;
/// Fewer rounds are executed.
constexpr Wide fewest_rounds = 8;
constexpr unsigned most_retries = 4;
/// Of a period that has done: it does again behind what changes.
constexpr unsigned most_misses = 64;
constexpr std::uint64_t first_trial = 32;
/// Trials begin once so large a part of what a launch may take is taken.
constexpr std::uint64_t part_of_limits = 64;
constexpr Wide forever = most_exact;
/// What goes on for so many is taken for endless.
constexpr Wide endless_rounds = static_cast<Wide>(1) << 48;
/// Faults of a launch of which iterations were left out: more say no more, and a loop whose index
/// has wrapped may go on for long.
constexpr std::uint64_t most_faults = std::uint64_t{1} << 16;

using Words = std::set<std::string_view>;

/// Loads and stores of single lanes: whether one is made decides nothing but what is in memory.
bool is_access(const Step& step) {
  static const Words opcodes = {"ld", "ldu", "st", "atom", "red"};
  return opcodes.contains(opcode_of(step)) || std::any_cast<AsyncCopy>(&step.operation) != nullptr;
}

/// Whether the results come of memory that a kernel can write.
bool reads_memory(const Step& step) {
  static const Words opcodes = {"ld",       "ldu",   "atom", "ldmatrix",
                                "mbarrier", "wgmma", "wmma", "tcgen05"};
  return opcodes.contains(opcode_of(step)) && step.space != StateSpace::param &&
         step.space != StateSpace::constant;
}

bool is_store(const Step& step) {
  return opcode_of(step) == "st" || opcode_of(step) == "stmatrix" || is_atomic(step) ||
         (opcode_of(step) == "wmma" && step.results == 0) ||
         std::any_cast<AsyncCopy>(&step.operation) != nullptr;
}

bool is_copy(const Step& step) {
  return std::any_cast<AsyncCopy>(&step.operation) != nullptr;
}

/// The bytes that a lane touches.
std::uint32_t width_of(const Step& step) {
  if (const auto* copy = std::any_cast<AsyncCopy>(&step.operation)) return copy->bytes;
  const auto* elements = std::any_cast<Elements>(&step.operation);
  if (elements == nullptr) return 16;  // a row of a matrix
  const std::size_t count = is_atomic(step)     ? 1
                            : step.results != 0 ? step.results
                                                : step.rows.size() - 1;
  return elements->bytes * static_cast<std::uint32_t>(count);
}

/// Where a lane of the block may have stored, whatever the address: nobody knows any more what is
/// there.
void lose_track(Warp& warp, const Step& step, std::uint32_t lanes) {
  Block& block = *warp.block;
  const bool anywhere = step.space == StateSpace::generic;
  const bool is_shared = step.space == StateSpace::shared || step.space == StateSpace::cluster;
  // What was fresh is not any more.
  ++warp.machine->memory.cuts;
  if (is_shared || anywhere) block.shared.lose_track();
  if ((step.space == StateSpace::local || anywhere) && !warp.locals.empty())
    one_by_one(lanes, [&](unsigned lane) { warp.locals[lane].lose_track(); });
  if (!is_shared && step.space != StateSpace::local) warp.machine->memory.lose_track();
}

// What lives at the head, and what it decides.

void for_rows_read(const Step& step, const auto& f) {
  for (std::size_t i = step.first_read; i < step.rows.size(); ++i)
    f(step.rows[i]);
  if (step.guard >= 0) f(static_cast<std::uint32_t>(step.guard));
}

LoopCode loop_code(const Code& code, std::uint32_t head) {
  LoopCode loop;
  // The ways from a call are those of its return, which is not known here.
  loop.can_be_cut = std::ranges::none_of(code.steps, [](const Step& step) {
    return opcode_of(step) == "call" || opcode_of(step) == "multimem";
  });
  if (!loop.can_be_cut) return loop;
  // The head leads back to itself.
  const std::vector<bool> reached = steps_from(code, head);
  // By step, the rows that are read before they are written.
  std::vector<std::vector<bool>> live(code.steps.size(), std::vector<bool>(code.rows));
  for (bool changed = true; changed;) {
    changed = false;
    for (auto at = static_cast<std::uint32_t>(code.steps.size()); at-- > 0;) {
      if (!reached[at]) continue;
      const Step& step = code.steps[at];
      std::vector<bool> rows(code.rows);
      for (const std::uint32_t next : ways_from(code, at).next)
        for (std::uint32_t row = 0; row < code.rows; ++row)
          if (live[next][row]) rows[row] = true;
      if (step.guard < 0)
        for (std::size_t i = 0; i < step.results; ++i)
          rows[step.rows[i]] = false;
      for_rows_read(step, [&](std::uint32_t row) { rows[row] = true; });
      if (rows == live[at]) continue;
      live[at] = std::move(rows);
      changed = true;
    }
  }
  for (const RegisterRow& r : code.registers)
    if (live[head][r.row]) loop.live.push_back(r);
  return loop;
}

const LoopCode& code_of_loop(Machine& machine, std::uint32_t head) {
  const auto [place, is_new] = machine.loop_codes.try_emplace(head);
  if (is_new) place->second = loop_code(machine.code, head);
  return place->second;
}

// Slopes.

/// Lanes in which an exact integer goes with the row that has always been a number of its type.
std::uint32_t plain_lanes(const Warp& warp, std::uint32_t row) {
  const ExactRows& exact = warp.registers->exact;
  return exact.known[row] & ~exact.is_odd[row];
}

std::int64_t plain_value(const Warp& warp, std::uint32_t row, unsigned lane) {
  return warp.registers->exact.values[std::size_t{row} * warp_size + lane];
}

LoopProbe::Contents contents(const Warp& warp, const LoopCode& loop) {
  LoopProbe::Contents all;
  for (const RegisterRow& r : loop.live) {
    LoopProbe::Contents::Row& row = all.rows.emplace_back();
    row.plain = plain_lanes(warp, r.row);
    row.known = warp.registers->exact.known[r.row];
    std::copy_n(warp.row(r.row), warp_size, row.bits.begin());
    for (unsigned lane = 0; lane < warp_size; ++lane)
      row.exact[lane] = plain_value(warp, r.row, lane);
  }
  return all;
}

/// What a row grows by from one head to the next in each lane; the lanes of `unknown` are not told.
void suppose(const RegisterRow& r, bool is_float, const LoopProbe::Contents::Row& a,
             const LoopProbe::Contents::Row& b, std::uint32_t lanes,
             LoopProbe::Supposed& supposed) {
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint32_t bit = 1U << lane;
    const bool plain = (a.plain & b.plain & bit) != 0;
    const bool without = ((a.known | b.known) & bit) == 0;
    const Wide grows = plain ? static_cast<Wide>(b.exact[lane]) - a.exact[lane] : 0;
    const std::uint64_t in_bits = (b.bits[lane] - a.bits[lane]) & r.bits;
    const bool agrees = (static_cast<std::uint64_t>(grows) & r.bits) == in_bits;
    if ((!plain && !without) || !agrees || !fits<std::int64_t>(grows) || (is_float && grows != 0))
      supposed.unknown |= bit;
    else
      supposed.slopes[lane] = static_cast<std::int64_t>(grows);
  });
}

void begin_round(Warp& warp, LoopProbe& probe, const LoopCode& loop) {
  const Code& code = warp.machine->code;
  probe.second = contents(warp, loop);
  probe.slopes.assign(std::size_t{code.rows} * warp_size, 0);
  probe.unknown.assign(code.rows, 0);
  probe.supposed.assign(loop.live.size(), {});
  for (std::size_t i = 0; i < loop.live.size(); ++i) {
    const RegisterRow& r = loop.live[i];
    LoopProbe::Supposed& supposed = probe.supposed[i];
    if (probe.given_up.contains(r.row))
      supposed.unknown = all_lanes;
    else
      suppose(r, code.floats[r.row], probe.first.rows[i], probe.second.rows[i], warp.alive,
              supposed);
    probe.unknown[r.row] = supposed.unknown;
    std::ranges::copy(supposed.slopes,
                      probe.slopes.begin() + static_cast<std::ptrdiff_t>(r.row * warp_size));
  }
  probe.rounds = probe.end = forever;
  probe.stored.clear();
  probe.loses_track = false;
  probe.fails = false;
  probe.steps = warp.steps;
  probe.is_followed = true;
}

/// Whether the round has ended as supposed; rows that have not are given up.
bool ends_as_supposed(Warp& warp, LoopProbe& probe, const LoopCode& loop) {
  const LoopProbe::Contents now = contents(warp, loop);
  bool as_supposed = true;
  for (std::size_t i = 0; i < loop.live.size(); ++i) {
    const RegisterRow& r = loop.live[i];
    const LoopProbe::Supposed& supposed = probe.supposed[i];
    LoopProbe::Supposed found;
    suppose(r, false, probe.second.rows[i], now.rows[i], warp.alive, found);
    std::uint32_t others = found.unknown | probe.unknown[r.row];
    one_by_one(warp.alive, [&](unsigned lane) {
      const std::int64_t slope = probe.slopes[std::size_t{r.row} * warp_size + lane];
      if (found.slopes[lane] != supposed.slopes[lane] || slope != supposed.slopes[lane])
        others |= 1U << lane;
    });
    if ((others & warp.alive & ~supposed.unknown) == 0) continue;
    probe.given_up.insert(r.row);
    as_supposed = false;
  }
  return as_supposed;
}

/// A step that is followed.
class SlopeRule {
 public:
  SlopeRule(Warp& warp, const Step& step)
      : warp_(warp), probe_(*warp.probe), step_(step), op_(opcode_of(step)) {}

  void follow(std::uint32_t there, std::uint32_t lanes) {
    probe_.pending = {};
    probe_.pending_unknown = 0;
    std::uint32_t in_doubt =
        step_.guard < 0 ? 0 : probe_.unknown[static_cast<std::size_t>(step_.guard)] & there;
    const bool is_free = is_access(step_) || only_computes(step_);
    const std::uint32_t executed = lanes;
    if (in_doubt != 0 && !is_free) probe_.fails = true;
    lanes |= in_doubt;
    if (lanes == 0 || probe_.fails) return;
    if (is_access(step_) || op_ == "ldmatrix" || op_ == "stmatrix") {
      follow_addresses(lanes);
      if (is_store(step_)) note_stores(executed, lanes);
    } else {
      for (std::size_t i = step_.rows.size() - step_.deciding; i < step_.rows.size(); ++i)
        if (varies(step_.rows[i], lanes)) probe_.fails = true;
      // What it stores by a stride is not followed.
      if (op_ == "wmma" && step_.results == 0) probe_.fails = true;
      // A vote of the block is counted elsewhere.
      if (step_.results != 0 && (op_ == "bar" || op_ == "barrier")) probe_.fails = true;
    }
    if (reads_memory(step_)) {
      in_doubt = lanes;
    } else if (is_of_warp(step_)) {
      for (std::size_t i = step_.first_read; i < step_.rows.size(); ++i)
        if (varies(step_.rows[i], warp_.alive)) in_doubt = lanes;
    } else {
      one_by_one(lanes & ~in_doubt, [&](unsigned lane) {
        const std::optional<Wide> slope = slope_of_result(lane);
        if (slope && fits<std::int64_t>(*slope))
          probe_.pending[lane] = static_cast<std::int64_t>(*slope);
        else
          in_doubt |= 1U << lane;
      });
    }
    probe_.pending_unknown = in_doubt;
    probe_.pending_lanes = lanes;
  }

  /// The results are there.
  void settle() {
    const std::uint32_t lanes = probe_.pending_lanes;
    for (std::size_t i = 0; i < step_.results; ++i) {
      const std::uint32_t row = step_.rows[i];
      probe_.unknown[row] = (probe_.unknown[row] & ~lanes) | probe_.pending_unknown;
      one_by_one(lanes, [&](unsigned lane) {
        const std::int64_t slope = i == 0 ? probe_.pending[lane] : 0;
        probe_.slopes[std::size_t{row} * warp_size + lane] = slope;
        if (slope == 0) return;
        if ((plain_lanes(warp_, row) >> lane & 1U) == 0)
          probe_.unknown[row] |= 1U << lane;
        else if (step_.result_type != nullptr)
          stays_in(plain_value(warp_, row, lane), slope, step_.result_type->least,
                   step_.result_type->greatest);
      });
    }
    probe_.pending_lanes = 0;
  }

 private:
  [[nodiscard]] std::int64_t slope(std::uint32_t row, unsigned lane) const {
    return probe_.slopes[std::size_t{row} * warp_size + lane];
  }
  [[nodiscard]] bool is_unknown(std::uint32_t row, unsigned lane) const {
    return (probe_.unknown[row] >> lane & 1U) != 0;
  }
  [[nodiscard]] bool varies(std::uint32_t row, std::uint32_t lanes) const {
    bool does = (probe_.unknown[row] & lanes) != 0;
    one_by_one(lanes, [&](unsigned lane) { does = does || slope(row, lane) != 0; });
    return does;
  }

  /// The number, which grows by the slope, is to stay between these: so many rounds it does.
  void stays_in(Wide number, Wide slope, Wide least, Wide greatest) {
    if (slope == 0) return;
    const Wide rounds =
        number < least || number > greatest
            ? 1
            : (slope > 0 ? (greatest - number) / slope : (number - least) / -slope) + 1;
    probe_.rounds = std::min(probe_.rounds, rounds);
  }
  /// The same of the sign of a difference.
  void keeps_sign(Wide difference, Wide slope) {
    if (slope == 0 || (difference > 0 && slope > 0) || (difference < 0 && slope < 0)) return;
    const Wide distance = difference < 0 ? -difference : difference;
    const Wide step = slope < 0 ? -slope : slope;
    const Wide rounds = std::max<Wide>(1, (distance + step - 1) / step);
    probe_.rounds = std::min(probe_.rounds, rounds);
    probe_.end = std::min(probe_.end, rounds);
  }

  /// Operand i as a number of the type. What grows must be that number in exact integers, too, and
  /// stay one.
  std::optional<Wide> number(std::size_t i, const IntegerType* type, unsigned lane) {
    const std::uint32_t row = step_.rows[step_.results + i];
    if (type == nullptr) return std::nullopt;
    const Wide value = number_in(*type, warp_.row(row)[lane]);
    if (slope(row, lane) == 0) return value;
    if ((plain_lanes(warp_, row) >> lane & 1U) == 0 || plain_value(warp_, row, lane) != value)
      return std::nullopt;
    stays_in(value, slope(row, lane), type->least, type->greatest);
    return value;
  }

  /// What the result grows by in a round; nothing if it does not grow like that.
  std::optional<Wide> slope_of_result(unsigned lane) {
    const auto row = [&](std::size_t i) { return step_.rows[step_.results + i]; };
    const auto grows = [&](std::size_t i) { return static_cast<Wide>(slope(row(i), lane)); };
    if (op_ == "selp" && !is_unknown(row(2), lane)) {
      const std::size_t chosen = warp_.row(row(2))[lane] != 0 ? 0 : 1;
      if (is_unknown(row(chosen), lane)) return std::nullopt;
      return grows(chosen);
    }
    bool varies = false;
    for (std::size_t i = step_.first_read; i < step_.rows.size(); ++i) {
      if (is_unknown(step_.rows[i], lane)) return std::nullopt;
      varies = varies || slope(step_.rows[i], lane) != 0;
    }
    if (!varies) return 0;
    if (op_ == "setp") return slope_of_comparison(lane);
    if (step_.exact == nullptr) return std::nullopt;
    const std::size_t count = step_.rows.size() - step_.results;
    const IntegerType* type =
        step_.operand_type != nullptr ? step_.operand_type : step_.result_type;
    if (op_ == "mov" || op_ == "cvta") return count == 1 ? std::optional(grows(0)) : std::nullopt;
    const bool is_wide = has_word(step_, "wide");
    if (is_wide) type = integer_type(step_.instruction->words.back());
    std::array<Wide, 3> x{};
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 3); ++i) {
      const std::optional<Wide> value =
          number(i, is_wide && i == 2 ? step_.result_type : type, lane);
      if (!value) return std::nullopt;
      x[i] = *value;
    }
    if (op_ == "cvt") return grows(0);
    if (op_ == "neg") return -grows(0);
    if (op_ == "add") return grows(0) + grows(1);
    if (op_ == "sub") return grows(0) - grows(1);
    if ((op_ == "mul" || op_ == "mad") && !has_word(step_, "hi")) {
      if (grows(0) != 0 && grows(1) != 0) return std::nullopt;
      return grows(0) * x[1] + grows(1) * x[0] + (count == 3 ? grows(2) : 0);
    }
    if (op_ == "shl" && grows(1) == 0 && x[1] >= 0 && x[1] < type->bits)
      return grows(0) * (static_cast<Wide>(1) << x[1]);
    if (op_ == "min" || op_ == "max") {
      keeps_sign(x[0] - x[1], grows(0) - grows(1));
      return grows((op_ == "min") == (x[0] < x[1]) ? 0 : 1);
    }
    // Of one that grows, bits below its factor of two are what they are.
    if (op_ == "and" || op_ == "or" || op_ == "xor") {
      const std::size_t which = grows(0) != 0 ? 0 : 1;
      const Wide other = x[1 - which];
      if (grows(1 - which) != 0 || other < 0) return std::nullopt;
      const Wide unit = static_cast<Wide>(1) << std::bit_width(static_cast<std::uint64_t>(other));
      if (grows(which) % unit != 0) return std::nullopt;
      return op_ == "and" ? 0 : grows(which);
    }
    return std::nullopt;
  }

  std::optional<Wide> slope_of_comparison(unsigned lane) {
    // Bits are equal or not, whatever their type.
    const std::string_view name = step_.instruction->words.back();
    const IntegerType* type = name.front() == 'b' ? signed_type(name) : integer_type(name);
    const auto a = number(0, type, lane);
    const auto b = number(1, type, lane);
    if (!a || !b) return std::nullopt;
    keeps_sign(*a - *b, static_cast<Wide>(slope(step_.rows[step_.results], lane)) -
                            slope(step_.rows[step_.results + 1], lane));
    return 0;
  }

  /// What the lanes store, of which these surely do.
  void note_stores(std::uint32_t executed, std::uint32_t lanes) {
    const std::uint32_t row = is_copy(step_) ? step_.rows[0] : address_row(step_);
    const std::uint32_t width = width_of(step_);
    const auto addresses = addresses_of(warp_, step_, row, lanes);
    one_by_one(lanes, [&](unsigned lane) {
      const bool is_sure = (executed >> lane & 1U) != 0;
      Region* region = locate(warp_, step_, lane, addresses[lane]).region;
      LoopProbe::Bytes bytes{region, 0, 0, 0, is_sure};
      if (is_unknown(row, lane)) {
        // Where one goes the others do, it is supposed.
        bytes.is_sure = false;
        if (!is_sure || region == nullptr)
          probe_.loses_track = true;
        else
          bytes.end = region->bytes();
      } else if (region != nullptr && region->holds(addresses[lane], width)) {
        bytes.first = addresses[lane] - region->base();
        bytes.end = bytes.first + width;
        bytes.slope = slope(row, lane);
      }
      if (bytes.end == 0) return;
      if (!probe_.stored.empty()) {
        LoopProbe::Bytes& last = probe_.stored.back();
        if (last.region == region && last.slope == bytes.slope && last.is_sure == bytes.is_sure &&
            last.first <= bytes.first && bytes.first <= last.end) {
          last.end = std::max(last.end, bytes.end);
          return;
        }
      }
      probe_.stored.push_back(bytes);
    });
  }

  /// An address that grows stays in its memory, and below the next power of two from 2^30 up.
  void follow_addresses(std::uint32_t lanes) {
    const auto* copy = std::any_cast<AsyncCopy>(&step_.operation);
    if (copy != nullptr) {
      follow_address(step_, step_.rows[0], lanes, copy->bytes);
      follow_address(*copy->source, step_.rows[1], lanes, copy->bytes);
      return;
    }
    std::uint32_t bytes = 1;
    if (const auto* elements = std::any_cast<Elements>(&step_.operation)) bytes = elements->bytes;
    follow_address(step_, address_row(step_), lanes, bytes);
  }
  void follow_address(const Step& step, std::uint32_t row, std::uint32_t lanes,
                      std::uint32_t bytes) {
    one_by_one(lanes & ~probe_.unknown[row] & plain_lanes(warp_, row), [&](unsigned lane) {
      const std::int64_t by = slope(row, lane);
      if (by == 0) return;
      const std::uint64_t address =
          generic_address(step.space, displaced(step, warp_.row(row)[lane]));
      const Region* region = locate(warp_, step, lane, address).region;
      if (region == nullptr || !region->holds(address, bytes)) return;
      constexpr std::uint64_t least_power = std::uint64_t{1} << 30;
      const std::uint64_t offset = address - region->base();
      const std::uint64_t power = offset < least_power ? 0 : std::bit_floor(offset);
      stays_in(offset, by, power,
               std::min(std::max(least_power, 2 * power) - 1, region->bytes() - bytes));
    });
  }

  Warp& warp_;
  LoopProbe& probe_;
  const Step& step_;
  std::string_view op_;
};

std::uint64_t most_passes(const Block& block, std::uint32_t head) {
  std::uint64_t most = 0;
  for (const Warp& warp : block.warps)
    if (head < warp.passes.size()) most = std::max(most, warp.passes[head]);
  return most;
}

/// It grows where threads meet, or tell others what they did.
std::uint64_t moments_of(const Block& block) {
  return std::accumulate(block.now.begin(), block.now.end(), std::uint64_t{0});
}

void begin_trial(Block& block, unsigned period) {
  LoopTrial& trial = block.trial;
  trial.is_on = true;
  trial.start = most_passes(block, trial.head) + 1;
  trial.period = period;
  trial.taken = block.machine.memory.room()->taken();
  trial.moments = moments_of(block);
}

void end_trial(Block& block) {
  LoopTrial& trial = block.trial;
  trial.is_on = false;
  trial.misses = 0;
  trial.due[trial.head] = 2 * most_passes(block, trial.head);
}

bool is_costly(const Warp& warp) {
  const Room& room = *warp.machine->memory.room();
  const std::uint64_t part = part_of_limits * warp.machine->launch.loops_take_part;
  return warp.steps > warp.machine->options.max_steps / part || room.taken() > room.left() / part;
}

/// The warp's registers as so many rounds leave them.
void advance(Warp& warp, const LoopCode& loop, std::int64_t rounds) {
  ExactRows& exact = warp.registers->exact;
  warp.registers->vague.resize(warp.machine->code.rows);
  for (std::size_t i = 0; i < loop.live.size(); ++i) {
    const RegisterRow& r = loop.live[i];
    const LoopProbe::Supposed& supposed = warp.probe->supposed[i];
    warp.registers->vague[r.row] |= supposed.unknown & warp.alive;
    one_by_one(warp.alive & ~supposed.unknown, [&](unsigned lane) {
      const std::int64_t by = supposed.slopes[lane] * rounds;
      if (by == 0) return;
      std::uint64_t& bits = warp.row(r.row)[lane];
      bits = (bits + static_cast<std::uint64_t>(by)) & r.bits;
      exact.values[std::size_t{r.row} * warp_size + lane] += by;
    });
  }
}

/// What the warp would have stored in so many rounds: nobody knows it. Where each round writes to
/// the same bytes, the one that was followed has written to them.
void lose_stores(Warp& warp, std::int64_t rounds) {
  const LoopProbe& probe = *warp.probe;
  for (const LoopProbe::Bytes& bytes : probe.stored) {
    const Wide all = static_cast<Wide>(bytes.slope) * rounds;
    const auto size = static_cast<Wide>(bytes.region->bytes());
    const auto within = [&](Wide at) {
      return static_cast<std::uint64_t>(std::clamp<Wide>(at, 0, size));
    };
    const std::uint64_t first = within(bytes.first + std::min<Wide>(bytes.slope, all));
    const std::uint64_t end = within(bytes.end + std::max<Wide>(bytes.slope, all));
    bytes.region->unknown.add(first, end);
    if (bytes.slope != 0 || !bytes.is_sure) bytes.region->perhaps_written.add(first, end);
  }
  // Copies under way would be those of a later round.
  for (auto& groups : warp.copies)
    for (std::vector<Copy>& group : groups)
      for (Copy& copy : group)
        copy.is_vague = true;
  if (!probe.loses_track) return;
  warp.block->shared.lose_track();
  for (Region& local : warp.locals)
    local.lose_track();
  warp.machine->memory.lose_track();
}

/// Leaves out so many rounds of the loop. What was done before them comes before what is done
/// behind them if threads meet in them, all or some; what races only with some is not told then.
void leave_out(Block& block, std::int64_t rounds) {
  const LoopTrial& trial = block.trial;
  const auto count = static_cast<std::uint64_t>(rounds) * trial.period;
  ++block.machine.memory.cuts;
  block.left_out[trial.head].push_back({most_passes(block, trial.head), count});
  for (Warp& warp : block.warps) {
    if (warp.alive == 0) continue;
    advance(warp, code_of_loop(block.machine, trial.head), rounds);
    lose_stores(warp, rounds);
    if (warp.met > warp.probe->steps) warp.met = ++warp.steps;
  }
  if (moments_of(block) == trial.moments) return;
  std::vector<std::uint32_t> all(block.now.size());
  std::iota(all.begin(), all.end(), 0U);
  meet(block, all);
}

/// What has come of a trial, of all warps.
struct Outcome {
  bool fails = false;
  bool is_other = false;
  /// Registers of integers that it does not know.
  std::size_t unknown = 0;
  /// How many rounds do the same, this one included; and until a comparison comes out otherwise.
  Wide rounds = forever;
  Wide end = forever;
  bool is_too_long = false;
};

Outcome outcome_of(const Block& block) {
  Outcome outcome;
  const Machine& machine = block.machine;
  std::uint64_t steps = 0;
  std::uint64_t left = ~std::uint64_t{0};
  for (const Warp& warp : block.warps) {
    if (warp.alive == 0) continue;
    outcome.fails = outcome.fails || warp.probe->fails;
    outcome.is_other = outcome.is_other || warp.probe->is_other;
    const LoopCode& loop = machine.loop_codes.at(block.trial.head);
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < loop.live.size(); ++i) {
      const bool is_integer = !machine.code.floats[loop.live[i].row];
      unknown += is_integer && (warp.probe->supposed[i].unknown & warp.alive) != 0 ? 1U : 0U;
    }
    outcome.unknown = std::max(outcome.unknown, unknown);
    outcome.rounds = std::min(outcome.rounds, warp.probe->rounds);
    outcome.end = std::min(outcome.end, warp.probe->end);
    steps = std::max(steps, warp.steps - warp.probe->steps);
    left = std::min(left, machine.options.max_steps - warp.steps);
  }
  const Room& room = *machine.memory.room();
  const std::uint64_t bytes = (room.taken() - std::min(block.trial.taken, room.taken())) / 2;
  const std::uint64_t part = machine.launch.loops_take_part;
  outcome.is_too_long =
      outcome.end * steps > left / part || outcome.end * bytes > room.left() / part;
  return outcome;
}

/// Of these lanes, those in which a load has what would have been written in rounds left out.
std::uint32_t vague_loads(Warp& warp, const Step& step, std::uint32_t lanes) {
  const bool copies = is_copy(step);
  if (!copies && !reads_memory(step)) return 0;
  // What an mbarrier or wgmma reads depends on all that its block did.
  const bool is_matrix = opcode_of(step) == "ldmatrix";
  if (!copies && !is_access(step) && !is_matrix) return warp.block->left_out.empty() ? 0 : lanes;
  const Step& load = copies ? *step.as<AsyncCopy>().source : step;
  const auto addresses = addresses_of(warp, load, copies ? step.rows[1] : address_row(step), lanes);
  const std::uint32_t width = width_of(step);
  std::uint32_t vague = 0;
  one_by_one(lanes, [&](unsigned lane) {
    Region* region = locate(warp, load, lane, addresses[lane]).region;
    if (region != nullptr && region->holds(addresses[lane], width) &&
        !region->is_known(addresses[lane] - region->base(), width, warp.machine->memory.cuts))
      vague |= 1U << lane;
  });
  // A lane gets what others read.
  return is_matrix && vague != 0 ? lanes : vague;
}

}  // namespace

void run_with_gaps(Warp& warp, const Step& step, std::uint32_t there, std::uint32_t lanes,
                   Handler run) {
  Machine& machine = *warp.machine;
  std::vector<std::uint32_t>& vague = warp.registers->vague;
  vague.resize(machine.code.rows);
  const std::uint32_t in_doubt =
      step.guard < 0 ? 0 : vague[static_cast<std::size_t>(step.guard)] & there;
  const auto vague_in = [&](std::size_t first) {
    std::uint32_t all = 0;
    for (std::size_t i = first; i < step.rows.size(); ++i)
      all |= vague[step.rows[i]];
    return all;
  };
  const bool accesses = is_access(step);
  std::uint32_t left_out = in_doubt;
  std::uint32_t decided = in_doubt;
  if (accesses) {
    left_out |= (is_copy(step) ? vague_in(0) : vague[address_row(step)]) & there;
    const std::uint32_t not_made = left_out & (lanes | in_doubt);
    machine.report.accesses_left_out += static_cast<unsigned>(std::popcount(not_made));
    if (not_made != 0 && is_store(step)) lose_track(warp, step, not_made);
    lanes &= ~left_out;
    decided = 0;
  } else {
    if (only_computes(step)) decided = 0;
    decided |= vague_in(step.rows.size() - step.deciding) & lanes;
  }
  if (decided != 0) {
    machine.stop(Fault::Kind::step_limit, warp, step, first_of(decided),
                 "depends on iterations of a loop that were left out");
  }
  std::uint32_t open = vague_in(step.first_read);
  const bool is_together = is_of_warp(step) || opcode_of(step) == "stmatrix" || is_atomic(step);
  if (is_together && (open & warp.alive) != 0) open = all_lanes;
  const std::uint32_t loads = vague_loads(warp, step, lanes);
  warp.vague_data = open | (is_copy(step) ? loads : 0);
  if (accesses && !is_atomic(step)) open = left_out;
  open |= loads;
  warp.completed = 0;
  // Nothing is said of comparisons of what is not known.
  const bool is_silent = !accesses && only_computes(step) && (open & lanes) != 0;
  machine.trying = is_silent;
  if (lanes != 0) run(warp, step, lanes);
  machine.trying = false;
  warp.vague_data = 0;
  const std::uint32_t changed = warp.completed | left_out;
  for (std::size_t i = 0; i < step.results; ++i)
    vague[step.rows[i]] = (vague[step.rows[i]] & ~changed) | ((open | in_doubt) & changed);
}

void follow_slopes(Warp& warp, const Step& step, std::uint32_t there, std::uint32_t lanes) {
  SlopeRule(warp, step).follow(there, lanes);
}

void settle_slopes(Warp& warp, const Step& step) {
  SlopeRule(warp, step).settle();
}

void pass_head(Warp& warp) {
  if (warp.lanes != warp.alive || warp.at_barrier != 0 || warp.at_rendezvous != 0) return;
  Block& block = *warp.block;
  const std::uint32_t head = warp.pc;
  warp.passes.resize(warp.machine->code.steps.size());
  const std::uint64_t passes = ++warp.passes[head];
  Machine& machine = *warp.machine;
  if (machine.memory.cuts != 0 && machine.report.fault_count > most_faults) {
    machine.stop(Fault::Kind::step_limit, warp, machine.code.steps[head], first_of(warp.lanes),
                 "of a loop of which iterations were left out, " +
                     std::to_string(machine.report.fault_count) + " faults are enough");
  }
  LoopTrial& trial = block.trial;
  if (!trial.is_on) {
    const auto due = trial.due.find(head);
    if (passes < (due == trial.due.end() ? first_trial : due->second) || !is_costly(warp)) return;
    if (!code_of_loop(*warp.machine, head).can_be_cut) {
      trial.due[head] = ~std::uint64_t{0};
      return;
    }
    trial.head = head;
    trial.best = 0;
    trial.is_settled = false;
    begin_trial(block, 1);
    return;
  }
  if (head != trial.head || passes < trial.start) return;
  const LoopCode& loop = code_of_loop(*warp.machine, head);
  const std::uint64_t since = passes - trial.start;
  if (since == 0) {
    // What was given up at this period stays so.
    const bool is_known =
        warp.probe != nullptr && warp.probe->head == head && warp.probe->period == trial.period;
    if (!is_known) {
      warp.probe = std::make_unique<LoopProbe>();
      warp.probe->head = head;
      warp.probe->period = trial.period;
    }
    warp.probe->first = contents(warp, loop);
  } else if (since == trial.period && warp.probe != nullptr) {
    begin_round(warp, *warp.probe, loop);
  } else if (since == 2 * trial.period && warp.probe != nullptr && warp.probe->is_followed) {
    LoopProbe& probe = *warp.probe;
    probe.is_followed = false;
    probe.is_other = !probe.fails && !ends_as_supposed(warp, probe, loop);
    warp.pauses = true;
    warp.set_pcs(warp.lanes, head);
    warp.regroup = true;
  }
}

namespace {

/// No branch of the loop ever comes out otherwise.
[[noreturn]] void stop_as_endless(Block& block) {
  const auto first =
      std::ranges::find_if(block.warps, [](const Warp& warp) { return warp.alive != 0; });
  block.machine.stop(Fault::Kind::endless, *first, block.machine.code.steps[block.trial.head],
                     first_of(first->alive),
                     "no comparison by which this loop might end comes out otherwise in 2^48 "
                     "iterations");
}

}  // namespace

bool leave_out_rounds(Block& block) {
  LoopTrial& trial = block.trial;
  bool all = true;
  bool some = false;
  for (Warp& warp : block.warps) {
    all = all && (warp.alive == 0 || warp.pauses);
    some = some || warp.pauses;
    warp.pauses = false;
  }
  if (!some) return false;
  if (!all) {
    end_trial(block);
    return true;
  }
  const Outcome outcome = outcome_of(block);
  const bool does = !outcome.fails && !outcome.is_other && outcome.rounds > fewest_rounds;
  trial.misses = does ? 0 : trial.misses + 1;
  if (does && outcome.end == forever && outcome.rounds >= endless_rounds) stop_as_endless(block);
  const bool was_cut = block.left_out.contains(trial.head);
  if (does && !was_cut && !outcome.is_too_long) {
    end_trial(block);
  } else if (does && (trial.is_settled || outcome.unknown == 0)) {
    trial.is_settled = true;
    // Half of those of which it is known; so the others are denser where something changes.
    const Wide known = std::min<Wide>(outcome.rounds, std::int64_t{1} << 40);
    leave_out(block, static_cast<std::int64_t>(known / 2));
    begin_trial(block, trial.period);
  } else if (trial.is_settled) {
    if (trial.misses > most_misses)
      end_trial(block);
    else
      begin_trial(block, trial.period);
  } else if (outcome.is_other && trial.misses < most_retries) {
    begin_trial(block, trial.period);
  } else {
    if (does && (trial.best == 0 || outcome.unknown < trial.fewest_unknown)) {
      trial.best = trial.period;
      trial.fewest_unknown = outcome.unknown;
    }
    trial.misses = 0;
    trial.is_settled = trial.period == longest_round && trial.best != 0;
    if (trial.is_settled)
      begin_trial(block, trial.best);
    else if (trial.period == longest_round)
      end_trial(block);
    else
      begin_trial(block, trial.period + 1);
  }
  return true;
}

void count_iterations(const Block& block) {
  for (const auto& [head, parts] : block.left_out) {
    // A jump back less than the loop has iterations.
    const std::uint64_t followed = most_passes(block, head) + 1;
    CutLoop loop{block.machine.code.steps[head].instruction->line, followed, followed};
    for (const LeftOut& part : parts) {
      const std::uint64_t before = part.after + (loop.iterations - followed);
      loop.left_out.emplace_back(before + 1, before + part.count);
      loop.iterations += part.count;
    }
    add(block.machine.report.loops, loop);
  }
}

}  // namespace layoutcheck::gpu::ptx
