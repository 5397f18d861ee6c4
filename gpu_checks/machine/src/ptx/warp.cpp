// Opcodes: what the lanes of a warp do together.
#include "exact.hpp"
#include "operations.hpp"
#include "types.hpp"

#include <algorithm>
#include <set>

namespace layoutcheck::gpu::ptx {

namespace {

enum class Shuffle { up, down, butterfly, index };

/// Rows: d, p, a, b, c, mask.
void run_shuffle(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 5);
  if (there == 0) return;
  std::uint64_t* d = warp.row(step.rows[0]);
  std::uint64_t* p = warp.row(step.rows[1]);
  std::array<std::uint64_t, warp_size> values{};
  std::copy_n(warp.row(step.rows[2]), warp_size, values.begin());
  const bool exact = warp.machine->options.exact && !warp.machine->trying;
  std::array<Wide, warp_size> exact_values{};
  std::array<std::uint32_t, warp_size> origins{};
  std::array<std::int64_t, warp_size> surpluses{};
  std::uint32_t known = 0;
  if (exact) {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      exact_values[lane] = exact_of(warp, step.rows[2], lane);
      origins[lane] = origin_of(warp, step.rows[2], lane);
      surpluses[lane] = surplus_of(warp, step.rows[2], lane);
    }
    known = warp.registers->exact.known[step.rows[2]];
  }
  each(there, [&](unsigned lane) {
    const auto b = static_cast<std::uint32_t>(warp.row(step.rows[3])[lane]) & 31U;
    const auto c = static_cast<std::uint32_t>(warp.row(step.rows[4])[lane]);
    const std::uint32_t clamp = c & 31U;
    const std::uint32_t segment = c >> 8 & 31U;
    const std::uint32_t last = (lane & segment) | (clamp & ~segment);
    const std::uint32_t first = lane & segment;
    std::uint32_t from = lane;
    bool inside = false;
    switch (step.as<Shuffle>()) {
      case Shuffle::up:
        from = lane - b;
        inside = static_cast<std::int32_t>(from) >= static_cast<std::int32_t>(last);
        break;
      case Shuffle::down:
        from = lane + b;
        inside = from <= last;
        break;
      case Shuffle::butterfly:
        from = lane ^ b;
        inside = from <= last;
        break;
      case Shuffle::index:
        from = first | (b & ~segment);
        inside = from <= last;
        break;
    }
    if (!inside) from = lane;
    if ((there >> from & 1U) == 0) {
      warp.machine->fault(Fault::Kind::divergence, warp, step, lane, 0, [&] {
        return "reads from lane " + std::to_string(from) + ", which does not take part";
      });
    }
    d[lane] = static_cast<std::uint32_t>(values[from]);
    p[lane] = inside ? 1 : 0;
    if (exact) {
      if ((known >> from & 1U) != 0)
        set_exact(warp, step.rows[0], lane, exact_values[from], origins[from], surpluses[from]);
      else
        set_unknown(warp, step.rows[0], lane);
    }
  });
}

/// The exact integers are moved by the instruction itself.
void leave_exact(Warp&, const Step&, std::uint32_t) {}

void shuffle(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const auto [d, p] = in.results_of_pair(o[0]);
  Step step = in.deciding_step(&run_shuffle,
                               {d, p, in.source(o[1], "b32"), in.source(o[2], "b32"),
                                in.source(o[3], "b32"), in.source(o[4], "b32")},
                               2, 1);
  step.exact = &leave_exact;
  in.add(std::move(step), in.has("up")     ? Shuffle::up
                          : in.has("down") ? Shuffle::down
                          : in.has("bfly") ? Shuffle::butterfly
                                           : Shuffle::index);
}

struct Vote {
  enum { all, any, uniform, ballot } mode = ballot;
  bool negated = false;
};

/// Rows: d, p, mask.
void run_vote(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 2);
  const std::uint64_t* p = warp.row(step.rows[1]);
  const auto [mode, negated] = step.as<Vote>();
  std::uint32_t votes = 0;
  each(there,
       [&, not_p = negated](unsigned lane) { votes |= (p[lane] != 0) != not_p ? 1U << lane : 0; });
  std::uint64_t result = votes;
  switch (mode) {
    case Vote::all:
      result = votes == there ? 1 : 0;
      break;
    case Vote::any:
      result = votes != 0 ? 1 : 0;
      break;
    case Vote::uniform:
      result = votes == there || votes == 0 ? 1 : 0;
      break;
    case Vote::ballot:
      break;
  }
  std::uint64_t* d = warp.row(step.rows[0]);
  each(there, [&](unsigned lane) { d[lane] = result; });
}

void vote(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  in.add(in.deciding_step(&run_vote, {in.result(o[0]), in.predicate(o[1]), in.source(o[2], "b32")},
                          1, 1),
         Vote{in.has("all")   ? Vote::all
              : in.has("any") ? Vote::any
              : in.has("uni") ? Vote::uniform
                              : Vote::ballot,
              o[1].negated});
}

struct Match {
  bool all = false;
  std::uint64_t bytes = 4;
};

/// Rows: d, p, a, mask.
void run_match(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 3);
  std::array<std::uint64_t, warp_size> values{};
  each(there, [&](unsigned lane) {
    const std::uint64_t a = warp.row(step.rows[2])[lane];
    values[lane] = step.as<Match>().bytes == 4 ? static_cast<std::uint32_t>(a) : a;
  });
  std::uint64_t* d = warp.row(step.rows[0]);
  std::uint64_t* p = warp.row(step.rows[1]);
  each(there, [&](unsigned lane) {
    std::uint32_t same = 0;
    each(there, [&](unsigned other) { same |= values[other] == values[lane] ? 1U << other : 0; });
    const bool equal = same == there;
    d[lane] = !step.as<Match>().all ? same : equal ? there : 0;
    p[lane] = equal ? 1 : 0;
  });
}

void match(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const auto [d, p] = in.results_of_pair(o[0]);
  in.add(in.deciding_step(&run_match, {d, p, in.source(o[1], in.type()), in.source(o[2], "b32")}, 2,
                          1),
         Match{in.has("all"), width_of(in.type())});
}

struct Reduction {
  enum { sum, least, greatest, bit_and, bit_or, bit_xor } by = sum;
  bool is_signed = false;
};

/// Rows: d, a, mask.
void run_reduce(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 2);
  if (there == 0) return;
  const std::uint64_t* a = warp.row(step.rows[1]);
  const auto& reduction = step.as<Reduction>();
  const auto value = [&](unsigned lane) {
    return reduction.is_signed ? static_cast<std::int64_t>(get<std::int32_t>(a[lane]))
                               : static_cast<std::int64_t>(get<std::uint32_t>(a[lane]));
  };
  std::int64_t result = value(first_of(there));
  each(there & (there - 1), [&](unsigned lane) {
    const std::int64_t x = value(lane);
    switch (reduction.by) {
      case Reduction::sum:
        result += x;
        break;
      case Reduction::least:
        result = std::min(result, x);
        break;
      case Reduction::greatest:
        result = std::max(result, x);
        break;
      case Reduction::bit_and:
        result &= x;
        break;
      case Reduction::bit_or:
        result |= x;
        break;
      case Reduction::bit_xor:
        result ^= x;
        break;
    }
  });
  std::uint64_t* d = warp.row(step.rows[0]);
  each(there, [&](unsigned lane) { d[lane] = static_cast<std::uint32_t>(result); });
}

void reduce(Decoder& in) {
  if (in.type() == "f32") return reduce_floating(in);
  in.add(in.deciding_step(&run_reduce, rows_of(in, "b32"), 1, 1),
         Reduction{in.has("add")   ? Reduction::sum
                   : in.has("min") ? Reduction::least
                   : in.has("max") ? Reduction::greatest
                   : in.has("and") ? Reduction::bit_and
                   : in.has("or")  ? Reduction::bit_or
                                   : Reduction::bit_xor,
                   in.type() == "s32"});
}

/// elect.sync d|p, mask: the first lane of the mask.
void run_elect(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 2);
  each(there, [&](unsigned lane) {
    warp.row(step.rows[0])[lane] = first_of(there);
    warp.row(step.rows[1])[lane] = lane == first_of(there) ? 1 : 0;
  });
}

void elect(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const auto [d, p] = in.results_of_pair(o[0]);
  in.add(in.deciding_step(&run_elect, {d, p, in.source(o[1], "b32")}, 2));
}

}  // namespace

bool is_of_warp(const Step& step) {
  static const std::set<std::string_view> opcodes = {"shfl",  "vote",       "match",     "redux",
                                                     "elect", "ldmatrix",   "movmatrix", "mma",
                                                     "wgmma", "activemask", "wmma",      "tcgen05"};
  return opcodes.contains(opcode_of(step));
}

bool exchanges(const Step& step) {
  static const std::set<std::string_view> opcodes = {"shfl",  "vote",      "match",
                                                     "redux", "movmatrix", "mma"};
  return opcodes.contains(opcode_of(step)) || (opcode_of(step) == "wmma" && has_word(step, "mma"));
}

std::uint32_t rendezvous(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t mask) {
  const std::uint32_t pc = warp.pc - 1;
  // Lanes that wait at this step already.
  std::uint32_t waiting = 0;
  each(warp.at_rendezvous & mask,
       [&](unsigned lane) { waiting |= warp.pcs[lane] == pc ? 1U << lane : 0; });
  const std::uint32_t there = lanes | waiting;
  if ((lanes & ~mask) != 0) {
    warp.machine->stop(Fault::Kind::divergence, warp, step, first_of(lanes & ~mask),
                       "the lane is not among those that the mask names");
  }
  const std::uint32_t missing = mask & warp.alive & ~there;
  if (missing == 0) {
    if (waiting != 0) {
      // All go on together.
      warp.at_rendezvous &= ~waiting;
      warp.set_pcs(waiting, warp.pc);
      warp.set_pcs(warp.lanes, warp.pc);
      warp.regroup = true;
    }
    warp.completed = there;
    if (there == all_lanes) warp.met = warp.steps;
    return there;
  }
  warp.completed = 0;
  warp.set_pcs(warp.lanes & ~lanes, warp.pc);
  warp.set_pcs(lanes, pc);
  warp.at_rendezvous |= lanes;
  warp.awaited = warp.alive;
  warp.regroup = true;
  return 0;
}

std::uint32_t rendezvous_by_row(Warp& warp, const Step& step, std::uint32_t lanes,
                                std::size_t row) {
  return rendezvous(warp, step, lanes,
                    static_cast<std::uint32_t>(warp.row(step.rows[row])[first_of(lanes)]));
}

std::uint32_t whole_warp(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (warp.alive != all_lanes) {
    warp.machine->stop(Fault::Kind::divergence, warp, step, first_of(lanes),
                       "all 32 lanes of a warp must execute this, and some have ended or are not "
                       "there");
  }
  return rendezvous(warp, step, lanes, all_lanes);
}

void add_warp(Opcodes& opcodes) {
  opcodes["shfl"] = &shuffle;
  opcodes["vote"] = &vote;
  opcodes["match"] = &match;
  opcodes["redux"] = &reduce;
  opcodes["elect"] = &elect;
}

}  // namespace layoutcheck::gpu::ptx
