// Opcodes: bulk copies, which go on beside the thread by the asynchronous proxy. Here they are made
// when they are issued; whoever does not wait for them is in no order with them.
#include "exact.hpp"
#include "operations.hpp"
#include "origins.hpp"
#include "types.hpp"

namespace layoutcheck::gpu::ptx {

namespace {

constexpr std::uint32_t chunk = 16;

/// A copy. The addresses are those of these steps, each with its row, and the step's own is the
/// destination.
struct BulkCopy {
  std::shared_ptr<const Step> from;
  /// Nothing if bulk groups are waited for.
  std::shared_ptr<const Step> completes;
  bool is_to_shared = true;
  bool is_from_shared = false;
  bool is_multicast = false;
  /// Of a reduction: what it does, the bytes of an element, and how the destination is addressed,
  /// with the row in which `update` finds its operand.
  AtomicUpdate update = nullptr;
  std::uint32_t width = 0;
  std::shared_ptr<const Step> to = nullptr;
};

/// Reduces 16 bytes into what is there.
void reduce_chunk(Warp& warp, const BulkCopy& copy, unsigned lane, const Beside& beside,
                  std::uint64_t to, std::span<const std::byte, chunk> bytes) {
  for (std::uint32_t at = 0; at < chunk; at += copy.width) {
    std::uint64_t operand = 0;
    std::memcpy(&operand, bytes.data() + at, copy.width);
    warp.row(copy.to->rows[1])[lane] = operand;
    if (copy.is_to_shared)
      update_beside(warp, *copy.to, lane, to + at, beside, copy.width, copy.update);
    else
      update_number(warp, *copy.to, lane, to + at, copy.width, copy.update);
    clear_origins(warp, *copy.to, lane, to + at, copy.width);
  }
}

/// Copies 16 bytes.
void copy_chunk(Warp& warp, const Step& step, unsigned lane, const Beside& beside,
                std::uint64_t from, std::uint64_t to) {
  const auto& copy = step.as<BulkCopy>();
  std::array<std::byte, chunk> bytes{};
  LaneBytes data{};
  if (copy.is_from_shared) {
    if (!read_beside(warp, *copy.from, lane, from, beside, bytes)) return;
  } else {
    read_memory(warp, *copy.from, 1U << lane, at_lane(lane, from), chunk, data);
    std::copy_n(data[lane].begin(), chunk, bytes.begin());
  }
  if (copy.update != nullptr) {
    reduce_chunk(warp, copy, lane, beside, to, bytes);
    return;
  }
  if (copy.is_to_shared) {
    if (!write_beside(warp, step, lane, to, beside, bytes)) return;
  } else {
    std::copy_n(bytes.begin(), chunk, data[lane].begin());
    write_memory(warp, step, 1U << lane, at_lane(lane, to), chunk, data);
  }
  move_origins(warp, step, lane, from, to, chunk);
}

void copy_to(Warp& warp, const Step& step, unsigned lane, std::uint64_t from, std::uint64_t to,
             std::uint32_t bytes, std::uint64_t completing) {
  const auto& copy = step.as<BulkCopy>();
  MBarrier* barrier = nullptr;
  if (copy.completes != nullptr) {
    const Block* block = copy.is_to_shared ? shared_place(warp, to).block : nullptr;
    barrier = &completing_mbarrier(warp, *copy.completes, lane, block, completing);
  }
  const Beside beside = barrier == nullptr ? group_of(warp, lane) : phase_of(*barrier);
  for (std::uint32_t at = 0; at < bytes; at += chunk)
    copy_chunk(warp, step, lane, beside, from + at, to + at);
  if (barrier != nullptr) complete_bytes(warp, *barrier, bytes);
}

/// Rows: the destination, the source, the bytes; the mbarrier, and which blocks are meant.
void run_bulk(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& copy = step.as<BulkCopy>();
  if (warp.machine->options.exact) {
    check_exact_address(warp, step, step.rows[0], lanes);
    check_exact_address(warp, *copy.from, step.rows[1], lanes);
  }
  const auto to = addresses_of(warp, step, step.rows[0], lanes);
  const auto from = addresses_of(warp, *copy.from, step.rows[1], lanes);
  std::array<std::uint64_t, warp_size> barriers{};
  if (copy.completes != nullptr)
    barriers = addresses_of(warp, *copy.completes, copy.completes->rows.back(), lanes);
  one_by_one(lanes, [&](unsigned lane) {
    const auto bytes = static_cast<std::uint32_t>(warp.row(step.rows[2])[lane]);
    if (bytes % chunk != 0 || to[lane] % chunk != 0 || from[lane] % chunk != 0) {
      warp.machine->stop(
          Fault::Kind::misaligned, warp, step, lane,
          bytes % chunk != 0
              ? "a bulk copy is of a multiple of 16 bytes, not of " + std::to_string(bytes)
              : std::string("the addresses of a bulk copy are multiples of 16"));
    }
    constexpr std::uint32_t most = 1U << 20;
    if (bytes > most) {
      warp.machine->stop(Fault::Kind::out_of_bounds, warp, step, lane,
                         "no shared memory holds " + std::to_string(bytes) + " bytes");
    }
    if (!copy.is_multicast) {
      copy_to(warp, step, lane, from[lane], to[lane], bytes, barriers[lane]);
      return;
    }
    // To the same place in each block, where the same mbarrier is told of it.
    const std::uint64_t mask = warp.row(step.rows.back())[lane];
    for (unsigned rank = 0; rank < most_blocks_of_cluster; ++rank)
      if ((mask >> rank & 1U) != 0)
        copy_to(warp, step, lane, from[lane], mapped(to[lane], rank), bytes,
                mapped(barriers[lane], rank));
  });
}

void run_commit_bulk(Warp& warp, const Step&, std::uint32_t lanes) {
  ++warp.machine->changes;
  one_by_one(lanes, [&](unsigned lane) {
    group_of(warp, lane);
    ++warp.bulk_groups[lane].committed;
  });
}

/// How many groups may go on.
struct BulkWait {
  std::uint64_t kept = 0;
};

void run_wait_bulk(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t kept = step.as<BulkWait>().kept;
  one_by_one(lanes, [&](unsigned lane) {
    const Warp::BulkGroups& groups = warp.bulk_groups[lane];
    if (groups.committed > kept)
      warp.block->learn(warp.thread(lane), groups.entry,
                        groups.committed - static_cast<std::uint32_t>(kept));
  });
}

}  // namespace

Beside group_of(Warp& warp, unsigned lane) {
  Warp::BulkGroups& groups = warp.bulk_groups[lane];
  if (groups.entry == 0) groups.entry = warp.block->cluster.new_entry();
  return {groups.entry, groups.committed};
}

void bulk_copy(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const std::vector<std::string_view>& words = in.words();
  // cp.async.bulk or cp.reduce.async.bulk.
  const std::size_t first = words[1] == "reduce" ? 4 : 3;
  if (words[first] == "prefetch") return;
  in.copy_beside();
  if (words[first] == "tensor") {
    tensor_copy(in);
    return;
  }
  if (words[first] == "commit_group") {
    in.add(in.step(&run_commit_bulk, {}, 0));
    return;
  }
  if (words[first] == "wait_group") {
    in.add(in.step(&run_wait_bulk, {}, 0), BulkWait{in.kept_groups(o[0])});
    return;
  }
  const auto space_in = [](std::string_view word) {
    return word == "global"        ? StateSpace::global
           : word == "shared::cta" ? StateSpace::shared
                                   : StateSpace::cluster;
  };
  const StateSpace to_space = space_in(words[first]);
  const Decoder::Address to = in.address(o[0], to_space);
  const Decoder::Address from = in.address(o[1], space_in(words[first + 1]));
  BulkCopy copy;
  copy.is_to_shared = to_space != StateSpace::global;
  copy.is_from_shared = words[first + 1] != "global";
  copy.is_multicast = in.has("multicast::cluster");
  std::vector<std::uint32_t> rows = {to.row, from.row, in.source(o[2], "u32")};
  std::optional<Decoder::Address> completes;
  if (!in.has("bulk_group")) {
    completes = in.address(o[3], StateSpace::cluster);
    rows.push_back(completes->row);
  }
  if (copy.is_multicast) rows.push_back(in.source(o[4], "b16"));
  Step step = in.deciding_step(&run_bulk, std::move(rows), 0);
  // What is said of a variable is of the block's own.
  step.space = copy.is_to_shared ? to_space : to.space;
  step.displacement = to.displacement;
  copy.from = addressed(step, from, from.space);
  if (words[1] == "reduce") {
    for (const std::string_view word : words)
      if (copy.update == nullptr) copy.update = update_of(word, in.type());
    copy.width = static_cast<std::uint32_t>(width_of(in.type()));
    Operand sink;
    sink.kind = Operand::Kind::sink;
    Step target = *addressed(step, to, step.space);
    target.rows.push_back(in.result(sink));
    copy.to = std::make_shared<const Step>(std::move(target));
  }
  if (completes) copy.completes = addressed(step, *completes, StateSpace::cluster);
  if (copy.is_multicast) in.map_addresses();
  in.add(std::move(step), copy);
}

}  // namespace layoutcheck::gpu::ptx
