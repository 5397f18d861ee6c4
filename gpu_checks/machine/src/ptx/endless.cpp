// Loops that never end.
#include "endless.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// So many jumps back must pass between which nothing changes: most loops store something, and cost
/// nothing then.
constexpr std::uint64_t quiet_jumps = 64;

std::uint32_t waiting(const Warp& warp) {
  return warp.at_barrier | warp.at_rendezvous;
}

std::span<const std::uint64_t> registers(const Warp& warp) {
  return warp.registers->bits;
}

bool is_as(const Warp& warp, Earlier& earlier) {
  const auto bits = registers(warp);
  // Mostly it is one register, a counter, that is another one each time.
  if (bits[earlier.other] != earlier.bits[earlier.other]) return false;
  const auto [other, at] = std::ranges::mismatch(earlier.bits, bits);
  if (other != earlier.bits.end()) {
    earlier.other = static_cast<std::size_t>(other - earlier.bits.begin());
    return false;
  }
  return earlier.pc == warp.pc && earlier.lanes == warp.lanes && earlier.alive == warp.alive &&
         earlier.waiting == waiting(warp) && earlier.depth == warp.depth &&
         earlier.returns == warp.returns;
}

void remember(Warp& warp, Earlier& earlier) {
  const auto bits = registers(warp);
  if (earlier.bits.empty()) warp.share.take(bits.size_bytes());
  earlier.bits.assign(bits.begin(), bits.end());
  earlier.pc = warp.pc;
  earlier.lanes = warp.lanes;
  earlier.alive = warp.alive;
  earlier.waiting = waiting(warp);
  earlier.depth = warp.depth;
  earlier.returns = warp.returns;
  earlier.steps = warp.steps;
}

}  // namespace

bool look_for_repetition(Warp& warp) {
  // Other lanes of the warp may still do something.
  if (warp.lanes != (warp.alive & ~waiting(warp))) return false;
  if (warp.earlier == nullptr) warp.earlier = std::make_unique<Earlier>();
  Earlier& earlier = *warp.earlier;
  const std::uint64_t changes = warp.machine->changes;
  if (earlier.changes != changes) {
    earlier.changes = changes;
    earlier.quiet = 0;
    return false;
  }
  if (++earlier.quiet < quiet_jumps) return false;
  // Taken anew after 1, 2, 4, … jumps: once that is the period, or longer, it is found (Brent).
  if (earlier.quiet == quiet_jumps) {
    earlier.left = earlier.all = 1;
  } else if (is_as(warp, earlier)) {
    warp.repeats_at = changes;
    warp.set_pcs(warp.lanes, warp.pc);
    warp.regroup = true;
    return true;
  } else if (--earlier.left != 0) {
    return false;
  } else {
    earlier.left = earlier.all *= 2;
  }
  remember(warp, earlier);
  return false;
}

namespace {

/// Whether it has asked so often while nothing changed that this goes on for ever: a loop that also
/// looks at the time does not repeat itself exactly.
bool asks_in_vain(const Warp& warp) {
  constexpr std::uint64_t most = 1U << 13;
  return warp.asked > most && warp.asked_at == warp.machine->changes;
}

}  // namespace

bool repeats_itself(const Warp& warp) {
  return warp.repeats_at == warp.machine->changes || asks_in_vain(warp);
}

void note_asked(Warp& warp) {
  warp.asked = warp.asked_at == warp.machine->changes ? warp.asked + 1 : 1;
  warp.asked_at = warp.machine->changes;
}

bool stands_still(const Block& block) {
  return std::ranges::all_of(block.warps, [](const Warp& warp) {
    return (warp.alive & ~waiting(warp)) == 0 || (!warp.pauses && repeats_itself(warp));
  });
}

namespace {

/// A warp that repeats itself and tests an mbarrier in that; nullptr if there is none.
const Warp* asking(const Block& block) {
  const auto tests = [](const Warp& warp) {
    return (warp.alive & ~waiting(warp)) != 0 && warp.awaits.step != nullptr &&
           (asks_in_vain(warp) || warp.awaits.at > warp.earlier->steps);
  };
  const auto found = std::ranges::find_if(block.warps, tests);
  return found == block.warps.end() ? nullptr : &*found;
}

/// What an mbarrier lacks for its phase to be complete.
std::string missing_of(const MBarrier& barrier) {
  std::string text;
  if (barrier.pending != 0) {
    text = std::to_string(barrier.pending) + " of " + std::to_string(barrier.expected) +
           " arrivals are missing";
  }
  if (barrier.transactions != 0) {
    text += text.empty() ? "" : ", and ";
    text += barrier.transactions > 0
                ? std::to_string(barrier.transactions) + " expected bytes are missing"
                : std::to_string(-barrier.transactions) + " bytes more have come than are expected";
  }
  return text.empty() ? "the other parity is over" : text;
}

}  // namespace

void stop_if_endless(Block& block) {
  const Warp* repeating = nullptr;
  bool reads_global = false;
  for (const Warp& warp : block.warps) {
    if ((warp.alive & ~waiting(warp)) == 0) continue;
    if (warp.pauses || !repeats_itself(warp)) return;
    if (repeating == nullptr) repeating = &warp;
    reads_global = reads_global || (!asks_in_vain(warp) && warp.read_global > warp.earlier->steps);
  }
  if (repeating == nullptr) return;
  Machine& machine = block.machine;
  if (const Warp* asks = asking(block); asks != nullptr && (asks_in_vain(*asks) || !reads_global)) {
    const Warp::Awaits& awaits = asks->awaits;
    machine.stop(Fault::Kind::deadlock, *asks, *awaits.step, awaits.lane,
                 "waits for a phase of the mbarrier, of which " + missing_of(*awaits.barrier));
  }
  const Step& step = machine.code.steps[repeating->earlier->pc];
  const unsigned lane = first_of(repeating->earlier->lanes);
  const std::string together = block.cluster.blocks.size() == 1 ? "block" : "cluster";
  if (reads_global || machine.memory.cuts != 0) {
    machine.stop(Fault::Kind::step_limit, *repeating, step, lane,
                 machine.workspace == 0
                     ? "the loop repeats itself exactly, and waits for what no thread of the " +
                           together + " writes; other " + together + "s do not run meanwhile"
                     : "the loop repeats itself exactly, and waits for what no block writes");
  }
  machine.stop(Fault::Kind::endless, *repeating, step, lane,
               "all threads of the " + together +
                   " that do not wait repeat themselves exactly, and read nothing that others "
                   "write: this loop never ends");
}

}  // namespace layoutcheck::gpu::ptx
