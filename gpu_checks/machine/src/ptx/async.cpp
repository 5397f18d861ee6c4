// Opcodes: copies that go on beside the thread, and the mbarriers that say when they are done.
#include "exact.hpp"
#include "operations.hpp"
#include "origins.hpp"
#include "tensor_memory.hpp"
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

/// Rows: destination, source, source size, whether to ignore the source.
void run_copy(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& operation = step.as<AsyncCopy>();
  const Step& source = *operation.source;
  const std::uint32_t bytes = operation.bytes;
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows[0], lanes);
  std::uint32_t reading = lanes;
  std::array<std::uint32_t, warp_size> sizes{};
  each(lanes, [&](unsigned lane) {
    const bool ignore = operation.has_predicate && warp.row(step.rows[3])[lane] != 0;
    const std::uint64_t given = warp.row(step.rows[2])[lane];
    sizes[lane] = ignore ? 0
                  : operation.has_size
                      ? static_cast<std::uint32_t>(std::min<std::uint64_t>(given, bytes))
                      : bytes;
    if (sizes[lane] == 0) reading &= ~(1U << lane);
  });
  // An address from which nothing is read may be any.
  if (warp.machine->options.exact) check_exact_address(warp, source, step.rows[1], reading);
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
    Copy copy{lane, to[lane], bytes, {}, &step, (warp.vague_data >> lane & 1U) != 0};
    std::copy_n(data[lane].begin(), bytes, copy.data.begin());
    if (warp.copies[lane].empty()) warp.copies[lane].emplace_back();
    warp.share.take(sizeof(Copy));
    ++warp.machine->changes;
    warp.copies[lane].back().push_back(copy);
    stop_if_too_many(warp, step, lane);
  });
}

void copy(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
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
  const bool given = o.size() - (policy ? 1U : 0U) == 4;
  AsyncCopy operation;
  operation.bytes = static_cast<std::uint32_t>(o[2].bits);
  operation.has_predicate =
      given && o[3].kind == Operand::Kind::name && in.bytes_of_register(o[3]) == 0;
  operation.has_size = given && !operation.has_predicate;
  const std::uint32_t zero = in.constant_row(0, true);
  Step step =
      in.deciding_step(&run_copy,
                       {to.row, from.row, operation.has_size ? in.source(o[3], "u32") : zero,
                        operation.has_predicate ? in.source(o[3], "pred") : zero},
                       0);
  Step source = step;
  source.space = StateSpace::global;
  source.displacement = from.displacement;
  operation.source = std::make_shared<const Step>(std::move(source));
  step.space = to.space;
  step.displacement = to.displacement;
  in.add(std::move(step), operation);
}

void run_commit(Warp& warp, const Step& step, std::uint32_t lanes) {
  ++warp.machine->changes;
  each(lanes, [&](unsigned lane) {
    if (warp.copies[lane].empty()) warp.copies[lane].emplace_back();
    warp.copies[lane].emplace_back();
    stop_if_too_many(warp, step, lane);
  });
}

/// How many groups of copies may go on.
struct Groups {
  std::uint64_t kept = 0;
};

void run_wait(Warp& warp, const Step& step, std::uint32_t lanes) {
  finish_copies(warp, lanes, step.as<Groups>().kept);
}

void run_wait_all(Warp& warp, const Step& step, std::uint32_t lanes) {
  run_commit(warp, step, lanes);
  finish_copies(warp, lanes, 0);
}

// mbarrier objects. Rows: for what returns something the result, then the address, then operands.

std::uint64_t object_at(Warp& warp, const Step& step, unsigned lane) {
  return addresses_of(warp, step, step.rows[step.results], 1U << lane)[lane];
}

/// `orders` says of one in another block whether the operation comes before what others do that
/// wait for it.
MBarrier& object(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                 bool orders = false) {
  const SharedPlace place = shared_place(warp, address);
  const bool is_elsewhere = place.block != warp.block;
  if (is_elsewhere && step.space == StateSpace::shared) {
    warp.machine->stop(
        Fault::Kind::out_of_bounds, warp, step, lane,
        "the mbarrier is in another block of the cluster, which is not .shared::cta");
  }
  if (place.block != nullptr) {
    if (is_elsewhere) reach_block(warp, step, lane, address, *place.block, orders);
    const auto found = place.block->mbarriers.find(place.address);
    if (found != place.block->mbarriers.end()) return found->second;
  }
  warp.machine->stop(
      Fault::Kind::trap, warp, step, lane,
      "there is no mbarrier at shared byte " + std::to_string(place.address - shared_window) +
          (is_elsewhere
               ? " of block " + std::to_string(rank_in(address).value_or(0)) + " of the cluster"
               : ""));
}

void complete(Machine& machine, MBarrier& barrier) {
  if (barrier.pending == 0 && barrier.transactions == 0) {
    ++barrier.phase;
    if (machine.code.has_bulk_copies) {
      barrier.arriving.resize(std::max(barrier.arriving.size(), barrier.entry + 1));
      barrier.arriving[barrier.entry] = static_cast<std::uint32_t>(barrier.phase);
    }
    barrier.pending = barrier.expected;
    const std::size_t size = barrier.arriving.size();
    barrier.released = std::make_shared<const Clock>(std::move(barrier.arriving));
    barrier.arriving.assign(size, 0);
  }
}

void run_init(Warp& warp, const Step& step, std::uint32_t lanes) {
  ++warp.machine->changes;
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
      warp.share.take(sizeof(MBarrier) + 2 * sizeof(Clock::value_type) * warp.block->common.size());
    Cluster& cluster = warp.block->cluster;
    warp.block->mbarriers[address] = {
        count, count, 0, 0, cluster.new_entry(), Clock(cluster.now.size()), {}};
  });
}

void run_invalidate(Warp& warp, const Step& step, std::uint32_t lanes) {
  ++warp.machine->changes;
  each(lanes, [&](unsigned lane) { warp.block->mbarriers.erase(object_at(warp, step, lane)); });
}

void arrive(Warp& warp, const Step& step, unsigned lane, MBarrier& barrier, std::int64_t count) {
  barrier.pending -= count;
  if (barrier.pending < 0) {
    warp.machine->stop(
        Fault::Kind::trap, warp, step, lane,
        "more threads arrive at the mbarrier than it expects, " + std::to_string(barrier.expected));
  }
}

/// What happens at an mbarrier.
struct Arrival {
  bool arrives = true;
  /// Whether an operand says how many do.
  bool counted = false;
  /// Whether as many bytes as an operand says are awaited, or have come.
  bool expects = false;
  bool completes = false;
  /// Whether what the thread did before is seen by those who wait.
  bool orders = true;
};

void run_arrive(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& arrival = step.as<Arrival>();
  ++warp.machine->changes;
  each(lanes, [&](unsigned lane) {
    const std::uint64_t address = object_at(warp, step, lane);
    MBarrier& barrier = object(warp, step, lane, address, arrival.arrives && arrival.orders);
    const std::uint64_t given = warp.row(step.rows.back())[lane];
    const std::uint64_t phase = barrier.phase;
    const auto amount = static_cast<std::int64_t>(static_cast<std::uint32_t>(given));
    if (arrival.expects) barrier.transactions += amount;
    if (arrival.completes) barrier.transactions -= amount;
    if (arrival.arrives) {
      arrive(warp, step, lane, barrier, arrival.counted ? amount : 1);
      if (arrival.orders)
        warp.block->publish(warp.thread(lane), barrier.arriving);
      else
        publish_fenced(*warp.block, warp.thread(lane), barrier.arriving);
    }
    complete(*warp.machine, barrier);
    if (step.results != 0) warp.row(step.rows[0])[lane] = phase;
  });
}

/// Whether the phase that is awaited is given by its parity.
struct Awaited {
  bool by_parity = false;
  /// Whether the thread sees what others did before they arrived.
  bool orders = true;
};

void run_test(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    MBarrier& barrier = object(warp, step, lane, object_at(warp, step, lane));
    const auto& awaited = step.as<Awaited>();
    const std::uint64_t given = warp.row(step.rows[2])[lane];
    const bool done =
        awaited.by_parity ? (barrier.phase & 1U) != (given & 1U) : barrier.phase != given;
    warp.row(step.rows[0])[lane] = done ? 1 : 0;
    if (!done) {
      warp.awaits = {&step, lane, &barrier, warp.steps};
      warp.yields = true;
    }
    if (!done) return;
    if (awaited.orders)
      warp.block->learn(warp.thread(lane), barrier.released);
    else
      note_awaited(*warp.block, warp.thread(lane), barrier.released);
  });
}

void mbarrier(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  if (in.has("relaxed")) in.order_by_fences();
  const std::string_view what = in.words()[1];
  const auto make = [&](Handler run, std::size_t results) {
    std::vector<std::uint32_t> rows;
    if (results != 0) rows.push_back(in.result(o[0]));
    const Decoder::Address address =
        in.address(o[results], in.has("shared") || in.has("shared::cta") ? StateSpace::shared
                               : in.has("shared::cluster")               ? StateSpace::cluster
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
    step.displacement = address.displacement;
    return step;
  };
  if (what == "init") {
    in.add(make(&run_init, 0));
  } else if (what == "inval") {
    in.add(make(&run_invalidate, 0));
  } else if (what == "test_wait" || what == "try_wait") {
    // try_wait may take a time limit behind the phase.
    Step step = make(&run_test, 1);
    in.add(std::move(step), Awaited{in.has("parity"), !in.has("relaxed")});
  } else {
    Arrival arrival;
    arrival.arrives = what == "arrive";
    arrival.expects = in.has("expect_tx");
    arrival.completes = in.has("complete_tx");
    arrival.counted = o.size() == 3 && !arrival.expects;
    arrival.orders = !in.has("relaxed");
    Step step = make(&run_arrive, arrival.arrives ? 1 : 0);
    in.add(std::move(step), arrival);
  }
}

/// cp.async.mbarrier.arrive: the lane's copies are awaited, and it arrives for them. Without .noinc
/// the mbarrier had one more to expect for that. That the bytes are there early shows nowhere: who
/// does not wait for the mbarrier is in no order with them.
void run_arrive_copied(Warp& warp, const Step& step, std::uint32_t lanes) {
  run_wait_all(warp, step, lanes);
  if (step.as<Arrival>().arrives) {
    run_arrive(warp, step, lanes);
    return;
  }
  each(lanes, [&](unsigned lane) {
    MBarrier& barrier = object(warp, step, lane, object_at(warp, step, lane));
    warp.block->publish(warp.thread(lane), barrier.arriving);
  });
}

void arrive_copied(Decoder& in) {
  const bool shared = in.has("shared") || in.has("shared::cta");
  const Decoder::Address address =
      in.address(in.operands()[0], shared ? StateSpace::shared : StateSpace::generic);
  Step step = in.deciding_step(&run_arrive_copied, {address.row}, 0);
  step.space = address.space;
  step.displacement = address.displacement;
  in.add(std::move(step), Arrival{in.has("noinc")});
}

void async(Decoder& in) {
  const std::string_view what = in.words()[2];
  if (in.words()[1] == "reduce" || what == "bulk")
    bulk_copy(in);
  else if (what == "commit_group")
    in.add(in.step(&run_commit, {}, 0));
  else if (what == "wait_group")
    in.add(in.step(&run_wait, {}, 0), Groups{in.kept_groups(in.operands()[0])});
  else if (what == "wait_all")
    in.add(in.step(&run_wait_all, {}, 0));
  else if (what == "mbarrier")
    arrive_copied(in);
  else
    copy(in);
}

}  // namespace

MBarrier& completing_mbarrier(Warp& warp, const Step& step, unsigned lane, const Block* to,
                              std::uint64_t address) {
  if (to != nullptr && shared_place(warp, address).block != to) {
    warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                       "the mbarrier is not in the block to which the bytes go");
  }
  return object(warp, step, lane, address);
}

Beside phase_of(const MBarrier& barrier) {
  return {barrier.entry, static_cast<std::uint32_t>(barrier.phase)};
}

void complete_bytes(Warp& warp, MBarrier& barrier, std::uint64_t bytes) {
  ++warp.machine->changes;
  barrier.transactions -= static_cast<std::int64_t>(bytes);
  complete(*warp.machine, barrier);
}

void arrive_when_multiplied(Warp& warp, const Step& step, unsigned lane, MBarrier& barrier) {
  ++warp.machine->changes;
  arrive(warp, step, lane, barrier, 1);
  commit_multiplies(warp, lane, barrier.arriving);
  complete(*warp.machine, barrier);
}

void finish_copies(Warp& warp, std::uint32_t lanes, std::uint64_t keep) {
  each(lanes, [&](unsigned lane) {
    auto& groups = warp.copies[lane];
    // The last group is open; those before it are committed.
    while (!groups.empty() && groups.size() - 1 > keep) {
      for (const Copy& copy : groups.front()) {
        LaneBytes data{};
        std::copy_n(copy.data.begin(), copy.bytes, data[lane].begin());
        warp.vague_data = copy.is_vague ? 1U << lane : 0;
        write_memory(warp, *copy.step, 1U << lane, at_lane(lane, copy.address), copy.bytes, data);
        if (warp.machine->launch.origins != nullptr) copy_arrives(warp, lane, copy);
      }
      warp.share.give(groups.front().size() * sizeof(Copy));
      ++warp.machine->changes;
      groups.erase(groups.begin());
    }
  });
}

void add_async(Opcodes& opcodes) {
  opcodes["cp"] = &async;
  opcodes["mbarrier"] = &mbarrier;
}

}  // namespace layoutcheck::gpu::ptx
