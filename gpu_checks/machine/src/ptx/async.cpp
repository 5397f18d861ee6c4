// Opcodes: copies that go on beside the thread, and the mbarriers that say when they are done.
#include "exact.hpp"
#include "origins.hpp"
#include "types.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// What nobody waits for must not fill the memory of this machine.
void stop_if_too_many(Warp& warp, const Step& step, unsigned lane) {
  constexpr std::size_t most = 4096;
  const auto& groups = warp.copies[lane];
  if (groups.size() > most || groups.back().size() > most) {
    warp.machine->stop(
        Fault::Kind::trap, warp, step, lane,
        "more than " + std::to_string(most) + " copies are under way, and nobody waits for them");
  }
}

/// Rows: destination, source, source size, whether to ignore the source. options: bytes, whether a
/// source size is given, the displacement of the source, whether the last row counts.
void run_copy(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows[0], lanes);
  Step source = step;
  source.space = StateSpace::global;
  source.constant = static_cast<std::uint64_t>(
      static_cast<std::int64_t>(static_cast<std::int32_t>(step.options[2])));
  if (warp.machine->options.exact) check_exact_address(warp, source, step.rows[1], lanes);
  const std::uint32_t bytes = step.options[0];
  std::uint32_t reading = lanes;
  std::array<std::uint32_t, warp_size> sizes{};
  each(lanes, [&](unsigned lane) {
    const bool ignore = step.options[3] != 0 && warp.row(step.rows[3])[lane] != 0;
    const std::uint64_t given = warp.row(step.rows[2])[lane];
    sizes[lane] = ignore ? 0
                  : step.options[1] != 0
                      ? static_cast<std::uint32_t>(std::min<std::uint64_t>(given, bytes))
                      : bytes;
    if (sizes[lane] == 0) reading &= ~(1U << lane);
  });
  LaneBytes data{};
  const auto from = addresses_of(warp, source, step.rows[1], lanes);
  // Lanes of one size at a time; there is hardly ever more than one.
  for (std::uint32_t left = reading; left != 0;) {
    const std::uint32_t size = sizes[first_of(left)];
    std::uint32_t same = 0;
    each(left, [&](unsigned lane) { same |= sizes[lane] == size ? 1U << lane : 0; });
    LaneBytes part{};
    // A part of a copy is aligned as the whole is, but not to its own size.
    if (std::has_single_bit(size)) {
      read_memory(warp, source, same, from, size, part);
    } else {
      for (std::uint32_t at = 0; at < size; ++at) {
        auto each_byte = from;
        each(same, [&](unsigned lane) { each_byte[lane] += at; });
        LaneBytes one{};
        read_memory(warp, source, same, each_byte, 1, one);
        each(same, [&](unsigned lane) { part[lane][at] = one[lane][0]; });
      }
    }
    each(same, [&](unsigned lane) { data[lane] = part[lane]; });
    left &= ~same;
  }
  const auto to = addresses_of(warp, step, step.rows[0], lanes);
  each(lanes, [&](unsigned lane) {
    Copy copy{lane, to[lane], bytes, {}, &step};
    std::copy_n(data[lane].begin(), bytes, copy.data.begin());
    if (warp.copies[lane].empty()) warp.copies[lane].emplace_back();
    warp.share.take(sizeof(Copy));
    warp.copies[lane].back().push_back(copy);
    stop_if_too_many(warp, step, lane);
  });
}

void copy(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  in.expect_operands(3, 5);
  const Decoder::Address to = in.address(o[0], StateSpace::shared);
  const Decoder::Address from = in.address(o[1], StateSpace::global);
  const auto displacement = static_cast<std::int64_t>(from.displacement);
  if (displacement != static_cast<std::int32_t>(displacement))
    in.fail("the displacement of the source does not fit 32 bits");
  if (o[2].kind != Operand::Kind::integer || (o[2].bits != 4 && o[2].bits != 8 && o[2].bits != 16))
    in.fail("a copy is of 4, 8 or 16 bytes");
  // The last operands may be the size of the source, or a predicate, and a policy of the cache.
  const bool policy = in.has("L2::cache_hint");
  if (in.words()[2] == "cg" && o[2].bits != 16)
    in.fail("past the first cache a copy is of 16 bytes");
  in.expect_operands(policy ? 4 : 3, policy ? 5 : 4);
  const std::size_t count = o.size() - (policy ? 1U : 0U);
  Operand third;
  third.kind = Operand::Kind::integer;
  if (count < 3 || count > 4) in.fail("has an operand too many or too few");
  const bool given = count == 4;
  if (given) third = o[3];
  bool is_predicate =
      given && third.kind == Operand::Kind::name && in.bytes_of_register(third) == 0;
  if (third.negated) in.unknown_opcode();
  const std::uint32_t zero = in.constant_row(0, true);
  Step step =
      in.deciding_step(&run_copy,
                       {to.row, from.row, given && !is_predicate ? in.source(third, "u32") : zero,
                        is_predicate ? in.source(third, "pred") : zero},
                       0);
  step.space = to.space;
  step.constant = to.displacement;
  step.options = {static_cast<std::uint32_t>(o[2].bits), given && !is_predicate ? 1U : 0U,
                  static_cast<std::uint32_t>(from.displacement), is_predicate ? 1U : 0U};
  in.add(std::move(step));
}

void run_commit(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    if (warp.copies[lane].empty()) warp.copies[lane].emplace_back();
    warp.copies[lane].emplace_back();
    stop_if_too_many(warp, step, lane);
  });
}

void run_wait(Warp& warp, const Step& step, std::uint32_t lanes) {
  finish_copies(warp, lanes, step.constant);
}

void run_wait_all(Warp& warp, const Step& step, std::uint32_t lanes) {
  run_commit(warp, step, lanes);
  finish_copies(warp, lanes, 0);
}

// mbarrier objects. Rows: for what returns something the result, then the address, then operands.

std::uint64_t object_at(Warp& warp, const Step& step, unsigned lane) {
  return addresses_of(warp, step, step.rows[step.results], 1U << lane)[lane];
}

MBarrier& object(Warp& warp, const Step& step, unsigned lane, std::uint64_t address) {
  const auto found = warp.block->mbarriers.find(address);
  if (found == warp.block->mbarriers.end()) {
    warp.machine->stop(
        Fault::Kind::trap, warp, step, lane,
        "there is no mbarrier at shared byte " + std::to_string(address - shared_window));
  }
  return found->second;
}

void complete(Block& block, MBarrier& barrier) {
  if (barrier.pending == 0 && barrier.transactions == 0) {
    ++barrier.phase;
    barrier.pending = barrier.expected;
    barrier.released = std::move(barrier.arriving);
    barrier.arriving.assign(block.now.size(), 0);
  }
}

void run_init(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    const std::uint64_t address = object_at(warp, step, lane);
    const auto count = static_cast<std::uint32_t>(warp.row(step.rows[1])[lane]);
    constexpr std::uint32_t most = (1U << 20) - 1;
    if (count == 0 || count > most) {
      warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                         "an mbarrier expects from 1 to " + std::to_string(most) +
                             " threads, not " + std::to_string(count));
    }
    if (address < shared_window || address % 8 != 0 || !warp.block->shared.holds(address, 8)) {
      warp.machine->stop(Fault::Kind::out_of_bounds, warp, step, lane,
                         "the mbarrier is not in shared memory, at a multiple of 8");
    }
    if (!warp.block->mbarriers.contains(address))
      warp.share.take(sizeof(MBarrier) + 2 * sizeof(Clock::value_type) * warp.block->now.size());
    warp.block->mbarriers[address] = {count, count, 0, 0, Clock(warp.block->now.size()), {}};
  });
}

void run_invalidate(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) { warp.block->mbarriers.erase(object_at(warp, step, lane)); });
}

/// options: whether a count is given, what else happens (1: expect_tx comes first, 2: only it,
/// 3: only complete_tx).
void run_arrive(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    const std::uint64_t address = object_at(warp, step, lane);
    MBarrier& barrier = object(warp, step, lane, address);
    const std::uint64_t given = warp.row(step.rows.back())[lane];
    const std::uint64_t phase = barrier.phase;
    const auto amount = static_cast<std::int64_t>(static_cast<std::uint32_t>(given));
    if (step.options[1] == 1 || step.options[1] == 2)
      barrier.transactions += amount;
    else if (step.options[1] == 3)
      barrier.transactions -= amount;
    if (step.options[1] < 2) {
      barrier.pending -= step.options[0] != 0 && step.options[1] == 0 ? amount : 1;
      if (barrier.pending < 0) {
        warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                           "more threads arrive at the mbarrier than it expects, " +
                               std::to_string(barrier.expected));
      }
      warp.block->publish(warp.thread(lane), barrier.arriving);
    }
    complete(*warp.block, barrier);
    if (step.results != 0) warp.row(step.rows[0])[lane] = phase;
  });
}

/// options: the phase is given by its parity.
void run_test(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    MBarrier& barrier = object(warp, step, lane, object_at(warp, step, lane));
    const std::uint64_t given = warp.row(step.rows[2])[lane];
    const bool done =
        step.options[0] != 0 ? (barrier.phase & 1U) != (given & 1U) : barrier.phase != given;
    warp.row(step.rows[0])[lane] = done ? 1 : 0;
    if (done && !barrier.released.empty()) warp.block->learn(warp.thread(lane), barrier.released);
  });
}

void mbarrier(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const std::string_view what = in.words().size() > 1 ? in.words()[1] : "";
  const auto make = [&](Handler run, std::size_t results, std::size_t operands) {
    in.expect_operands(results + 1 + operands);
    std::vector<std::uint32_t> rows;
    if (results != 0) rows.push_back(in.result(o[0]));
    const Decoder::Address address =
        in.address(o[results], in.has("shared") || in.has("shared::cta") ? StateSpace::shared
                                                                         : StateSpace::generic);
    rows.push_back(address.row);
    for (std::size_t i = results + 1; i < o.size(); ++i) {
      rows.push_back(in.source(o[i], i == results + 1 && results != 0 &&
                                             (what == "test_wait" || what == "try_wait") &&
                                             !in.has("parity")
                                         ? "b64"
                                         : "u32"));
    }
    Step step = in.deciding_step(run, std::move(rows), results);
    step.space = address.space;
    step.constant = address.displacement;
    return step;
  };
  if (in.type() != "b64") in.unknown_opcode();
  if (what == "init") {
    in.add(make(&run_init, 0, 1));
  } else if (what == "inval") {
    in.add(make(&run_invalidate, 0, 0));
  } else if (what == "arrive") {
    const bool expects = in.has("expect_tx");
    const bool counted = o.size() == 3 || expects;
    Step step = make(&run_arrive, 1, counted ? 1 : 0);
    step.options[0] = counted ? 1 : 0;
    step.options[1] = expects ? 1 : 0;
    in.add(std::move(step));
  } else if (what == "expect_tx" || what == "complete_tx") {
    Step step = make(&run_arrive, 0, 1);
    step.options[1] = what == "expect_tx" ? 2 : 3;
    in.add(std::move(step));
  } else if (what == "test_wait" || what == "try_wait") {
    // try_wait may take a time limit behind the phase.
    in.expect_operands(3, what == "try_wait" ? 4 : 3);
    Step step = make(&run_test, 1, o.size() - 2);
    step.options[0] = in.has("parity") ? 1 : 0;
    in.add(std::move(step));
  } else {
    in.unknown_opcode();
  }
}

/// cp.async.mbarrier.arrive: the lane's copies are awaited, and it arrives for them. Without .noinc
/// the mbarrier had one more to expect for that. That the bytes are there early shows nowhere: who
/// does not wait for the mbarrier is in no order with them.
void run_arrive_copied(Warp& warp, const Step& step, std::uint32_t lanes) {
  run_wait_all(warp, step, lanes);
  if (step.options[2] != 0) {
    run_arrive(warp, step, lanes);
    return;
  }
  each(lanes, [&](unsigned lane) {
    MBarrier& barrier = object(warp, step, lane, object_at(warp, step, lane));
    warp.block->publish(warp.thread(lane), barrier.arriving);
  });
}

void arrive_copied(Decoder& in) {
  in.expect_operands(1);
  const bool shared = in.has("shared") || in.has("shared::cta");
  if (in.type() != "b64" || !in.has("arrive")) in.unknown_opcode();
  const Decoder::Address address =
      in.address(in.operands()[0], shared ? StateSpace::shared : StateSpace::generic);
  Step step = in.deciding_step(&run_arrive_copied, {address.row}, 0);
  step.space = address.space;
  step.constant = address.displacement;
  step.options[2] = in.has("noinc") ? 1 : 0;
  in.add(std::move(step));
}

void async(Decoder& in) {
  if (in.words().size() < 3 || in.words()[1] != "async") in.unknown_opcode();
  const std::string_view what = in.words()[2];
  const bool alone = in.words().size() == 3;
  if (what == "commit_group" && alone) {
    in.expect_operands(0);
    in.add(in.step(&run_commit, {}, 0));
  } else if (what == "wait_group" && alone) {
    in.expect_operands(1);
    if (in.operands()[0].kind != Operand::Kind::integer) in.fail("expected a number of groups");
    Step step = in.step(&run_wait, {}, 0);
    step.constant = in.operands()[0].bits;
    in.add(std::move(step));
  } else if (what == "wait_all" && alone) {
    in.expect_operands(0);
    in.add(in.step(&run_wait_all, {}, 0));
  } else if (what == "mbarrier") {
    arrive_copied(in);
  } else if ((what == "ca" || what == "cg") && in.has("global")) {
    copy(in);
  } else {
    in.unknown_opcode();
  }
}

}  // namespace

void finish_copies(Warp& warp, std::uint32_t lanes, std::uint64_t keep) {
  each(lanes, [&](unsigned lane) {
    auto& groups = warp.copies[lane];
    // The last group is open; those before it are committed.
    while (!groups.empty() && groups.size() - 1 > keep) {
      for (const Copy& copy : groups.front()) {
        LaneBytes data{};
        std::array<std::uint64_t, warp_size> addresses{};
        addresses[lane] = copy.address;
        std::copy_n(copy.data.begin(), copy.bytes, data[lane].begin());
        write_memory(warp, *copy.step, 1U << lane, addresses, copy.bytes, data);
        if (warp.machine->launch.origins != nullptr) copy_arrives(warp, lane, copy);
      }
      warp.share.give(groups.front().size() * sizeof(Copy));
      groups.erase(groups.begin());
    }
  });
}

void add_async(Opcodes& opcodes) {
  opcodes["cp"] = &async;
  opcodes["mbarrier"] = &mbarrier;
}

}  // namespace layoutcheck::gpu::ptx
