// Opcodes: tcgen05, tensor memory: allocation, loads and stores, and who waits for whom.
//
// All is done when it is issued; whoever does not wait for it is in no order with it.
#include "tcgen05.hpp"

#include "operations.hpp"
#include "types.hpp"
#include "unset.hpp"

namespace layoutcheck::gpu::ptx {

namespace {

/// What all lanes of the warp must name alike.
std::uint64_t common_operand(Warp& warp, const Step& step, std::uint32_t row,
                             std::string_view what) {
  const std::uint64_t* values = warp.row(row);
  for (unsigned lane = 1; lane < warp_size; ++lane) {
    if (values[lane] != values[0]) {
      warp.machine->stop(Fault::Kind::divergence, warp, step, lane,
                         "the lanes of the warp name different " + std::string(what));
    }
  }
  return values[0];
}

/// What a warp allocates, or releases (0), in whichever group.
void note_group(Warp& warp, const Step& step, std::uint64_t count) {
  for (Block* block :
       blocks_of_group(warp, step, first_of(warp.lanes), has_word(step, "cta_group::2")))
    if (block != warp.block) note_of_pair(warp, step, *block, count);
}

// Allocation. Rows: the columns, then the address at which that of the allocation is put.

void run_allocate(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const std::uint64_t count = common_operand(warp, step, step.rows[0], "numbers of columns");
  const auto to = addresses_of(warp, step, step.rows[1], 1);
  note_group(warp, step, count);
  const std::uint32_t address = allocate_tensor_memory(warp, step, count);
  LaneBytes data{};
  std::memcpy(data[0].data(), &address, sizeof address);
  write_memory(warp, step, 1, to, sizeof address, data);
  // What the warp does next comes after it.
  std::vector<std::uint32_t> threads;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    threads.push_back(warp.thread(lane));
  meet(*warp.block, threads);
}

/// Rows: the address, the columns.
void run_release(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const std::uint64_t address = common_operand(warp, step, step.rows[0], "addresses");
  const std::uint64_t count = common_operand(warp, step, step.rows[1], "numbers of columns");
  note_group(warp, step, 0);
  release_tensor_memory(warp, step, address, count);
}

void run_relinquish(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  tensor_memory(*warp.block).relinquished = &step;
}

// Loads and stores.

/// The address, if the warp may access the lanes from there on; nothing if that was told of.
std::optional<TensorAddress> address_of(Warp& warp, const Step& step) {
  const std::uint64_t bits =
      common_operand(warp, step, step.rows.back(), "addresses of tensor memory");
  const TensorAddress at = tensor_address(bits + step.displacement);
  const bool of_16 = step.as<TensorMove>().lanes == 16;
  const unsigned first = warp.index % 4 * warp_size;
  if (at.lane == first || (of_16 && at.lane == first + 16)) return at;
  const unsigned last = at.lane + (of_16 ? 15 : 31);
  warp.machine->fault(Fault::Kind::out_of_bounds, warp, step, 0, 0, [&] {
    const std::string lanes = "lanes " + std::to_string(at.lane) + " to " + std::to_string(last);
    if (at.lane >= first && last < first + warp_size)
      return lanes + " of tensor memory: these 16 begin at a multiple of 16";
    return lanes + " of tensor memory are accessed by warp " + std::to_string(warp.index) +
           ", whose are " + std::to_string(first) + " to " + std::to_string(first + 31);
  });
  return std::nullopt;
}

void run_load(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const auto& move = step.as<TensorMove>();
  const auto at = address_of(warp, step);
  for (std::size_t i = 0; i < step.results; ++i)
    std::fill_n(warp.row(step.rows[i]), warp_size, 0);
  if (!at) return;
  TensorAccess access(warp, step, 0, TensorOperation::Kind::load);
  std::vector<std::uint64_t> loaded(move.of_register.size());
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    for (unsigned r = 0; r < loaded.size(); ++r) {
      const TensorAddress from = move.place(lane, r).from(*at);
      if (!move.is_packed) {
        loaded[r] = access.read(from, both_halves, lane);
      } else {
        loaded[r] = access.read(from, low_half, lane);
        loaded[r] |= std::uint64_t{access.read(from.next(), low_half, lane)} << 16;
      }
      warp.row(step.rows[r])[lane] = loaded[r];
    }
    if (move.reduce) warp.row(step.rows[loaded.size()])[lane] = move.reduce(loaded);
  }
}

void run_store(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const auto& move = step.as<TensorMove>();
  const auto at = address_of(warp, step);
  if (!at) return;
  TensorAccess access(warp, step, 0, TensorOperation::Kind::store);
  UnsetRow unset;
  for (unsigned r = 0; r < move.of_register.size(); ++r) {
    const std::uint64_t* values = warp.row(step.rows[r]);
    const std::uint64_t* unknown = unset_bits(warp, step.rows[r], unset);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const TensorAddress to = move.place(lane, r).from(*at);
      const auto bits = static_cast<std::uint32_t>(values[lane]);
      const std::uint32_t unset_halves = ((unknown[lane] & 0xffffU) != 0 ? 1U : 0U) |
                                         ((unknown[lane] >> 16 & 0xffffU) != 0 ? 2U : 0U);
      if (!move.is_packed) {
        access.write(to, both_halves, bits, lane);
        if (unset_halves != 0) access.forget(to, unset_halves);
      } else {
        access.write(to, low_half, bits, lane);
        access.write(to.next(), low_half, bits >> 16, lane);
        if ((unset_halves & 1U) != 0) access.forget(to, low_half);
        if ((unset_halves & 2U) != 0) access.forget(to.next(), low_half);
      }
    }
  }
}

// Who waits for whom.

template <Warp::BulkGroups Warp::*Group>
void run_wait_tensor(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  ++warp.machine->changes;
  wait_for(warp, warp.*Group);
}

template <void (*Fence)(Block&, std::uint32_t)>
void run_fence(Warp& warp, const Step&, std::uint32_t lanes) {
  one_by_one(lanes, [&](unsigned lane) { Fence(*warp.block, warp.thread(lane)); });
}

/// Rows: which blocks are meant, if that is given, then the address of the mbarrier.
void run_commit_tensor(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto barriers = addresses_of(warp, step, step.rows.back(), lanes);
  one_by_one(lanes, [&](unsigned lane) {
    blocks_of_group(warp, step, lane, has_word(step, "cta_group::2"));
    const auto tell = [&](std::uint64_t address) {
      arrive_when_multiplied(warp, step, lane,
                             completing_mbarrier(warp, step, lane, nullptr, address));
    };
    if (step.rows.size() == 1) {
      tell(barriers[lane]);
    } else {
      const std::uint64_t mask = warp.row(step.rows[0])[lane];
      for (unsigned rank = 0; rank < most_blocks_of_cluster; ++rank)
        if ((mask >> rank & 1U) != 0) tell(mapped(barriers[lane], rank));
    }
    close_multiplies(warp, lane);
  });
}

// Decoding.

unsigned number_behind(std::string_view word) {
  unsigned number = 0;
  for (const char c : word.substr(1))
    number = 10 * number + static_cast<unsigned>(c - '0');
  return number;
}

/// The least or the greatest of integers.
template <class T>
std::uint64_t reduced_integers(std::span<const std::uint64_t> numbers, bool is_least) {
  const auto less = [](std::uint64_t a, std::uint64_t b) { return get<T>(a) < get<T>(b); };
  return is_least ? std::ranges::min(numbers, less) : std::ranges::max(numbers, less);
}

/// Of tcgen05.ld.red: what the registers of a thread are reduced to. What becomes of zeros and of
/// no numbers, the ISA says of redux.
std::function<std::uint64_t(std::span<const std::uint64_t>)> reduction(const Decoder& in) {
  const auto how = float_reduction(in);
  if (in.has("f32")) return [how](auto numbers) { return reduced(numbers, how); };
  const auto integers =
      in.has("s32") ? &reduced_integers<std::int32_t> : &reduced_integers<std::uint32_t>;
  return [=](auto numbers) { return integers(numbers, how.is_least); };
}

template <bool Loads>
void move(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const bool reduces = in.has("red");
  const std::size_t behind = reduces ? 1 : 0;
  const std::string_view shape = in.words()[4 + behind];
  const bool is_split = shape == "16x32bx2";
  const unsigned times = number_behind(in.words()[5 + behind]);
  TensorMove made{shape == "32x32b" ? 32U : 16U, in.has("pack::16b") || in.has("unpack::16b")};
  const auto places = values_by_mode(tensor_move_layout(shape, times, made.is_packed));
  const auto address_of_bit = [](Int bit) {
    return tensor_address(static_cast<std::uint64_t>(bit) / 32);
  };
  for (std::size_t lane = 0; lane < warp_size; ++lane)
    made.of_lane[lane] = address_of_bit(places[lane][0]);
  for (std::size_t bit = 0; bit < places[0].size(); bit += 32)
    made.of_register.push_back(address_of_bit(places[0][bit]));
  if (is_split) {
    const Operand& split = o[Loads ? 2 + behind : 1];
    if (split.kind != Operand::Kind::integer) in.fail("expected a number of columns");
    for (std::size_t lane = warp_size / 2; lane < warp_size; ++lane)
      made.of_lane[lane].column = static_cast<unsigned>(split.bits);
  }
  const Operand& registers = o[Loads ? 0 : is_split ? 2 : 1];
  const std::vector<Operand> parts =
      registers.kind == Operand::Kind::vector ? registers.parts : std::vector<Operand>{registers};
  if (parts.size() != made.of_register.size())
    in.fail("expected " + std::to_string(made.of_register.size()) + " registers, found " +
            std::to_string(parts.size()));
  const Decoder::Address address = in.address(o[Loads ? 1 + behind : 0], StateSpace::generic);
  std::vector<std::uint32_t> rows;
  for (const Operand& part : parts)
    rows.push_back(Loads ? in.result(part) : in.source(part, "b32"));
  if (reduces) {
    made.reduce = reduction(in);
    rows.push_back(in.result(o[1]));
  }
  const std::size_t results = Loads ? rows.size() : 0;
  rows.push_back(address.row);
  Step step = in.deciding_step(Loads ? &run_load : &run_store, std::move(rows), results, 1);
  step.displacement = address.displacement;
  in.add(std::move(step), std::move(made));
}

void commit(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const Decoder::Address address =
      in.address(o[0], in.has("shared::cluster") ? StateSpace::cluster : StateSpace::generic);
  std::vector<std::uint32_t> rows;
  if (in.has("multicast::cluster")) {
    rows.push_back(in.source(o[1], "b16"));
    in.map_addresses();
  }
  rows.push_back(address.row);
  Step step = in.deciding_step(&run_commit_tensor, std::move(rows), 0);
  step.space = in.has("shared::cluster") ? StateSpace::cluster : address.space;
  step.displacement = address.displacement;
  in.add(std::move(step));
}

void allocate(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const Decoder::Address address =
      in.address(o[0], in.has("shared::cta") ? StateSpace::shared : StateSpace::generic);
  Step step = in.deciding_step(&run_allocate, {in.source(o[1], "u32"), address.row}, 0);
  step.space = address.space;
  step.displacement = address.displacement;
  in.add(std::move(step));
}

void tensor(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const std::string_view what = in.words()[1];
  in.copy_beside();
  if (what == "alloc")
    allocate(in);
  else if (what == "dealloc")
    in.add(in.deciding_step(&run_release, {in.source(o[0], "b32"), in.source(o[1], "u32")}, 0));
  else if (what == "relinquish_alloc_permit")
    in.add(in.step(&run_relinquish, {}, 0));
  else if (what == "ld")
    move<true>(in);
  else if (what == "st")
    move<false>(in);
  else if (what == "wait::ld")
    in.add(in.step(&run_wait_tensor<&Warp::tensor_loads>, {}, 0));
  else if (what == "wait::st")
    in.add(in.step(&run_wait_tensor<&Warp::tensor_stores>, {}, 0));
  else if (what == "fence::before_thread_sync")
    in.add(in.step(&run_fence<&fence_before>, {}, 0));
  else if (what == "fence::after_thread_sync")
    in.add(in.step(&run_fence<&fence_after>, {}, 0));
  else if (what == "commit")
    commit(in);
  else if (what == "cp")
    copy_to_tensor_memory(in);
  else
    tensor_multiply(in);
}

}  // namespace

std::vector<Block*> blocks_of_group(Warp& warp, const Step& step, unsigned lane, bool by_pair) {
  Block& block = *warp.block;
  const Step*& grouped = tensor_memory(block).grouped;
  if (grouped == nullptr) grouped = &step;
  if (has_word(*grouped, "cta_group::2") != by_pair) {
    warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                       "the kernel has named the other cta_group in line " +
                           std::to_string(grouped->instruction->line));
  }
  if (!by_pair) return {&block};
  const std::vector<Block*>& blocks = block.cluster.blocks;
  const std::size_t even = block.rank / 2 * 2;
  if (even + 1 >= blocks.size()) {
    warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                       "the block has no other one in its cluster to make a pair with");
  }
  // The last that a block does may be to release.
  if (!has_word(step, "dealloc") && (blocks[even]->has_ended || blocks[even + 1]->has_ended))
    warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                       "the other block of the pair has ended");
  return {blocks[even], blocks[even + 1]};
}

std::uint32_t TensorPacking::entry_in(std::span<const std::byte, unit_bytes> unit,
                                      unsigned entry) const {
  const unsigned bit = bit_in_unit(entry);
  std::uint32_t value = 0;
  std::memcpy(&value, unit.data() + bit / 8,
              std::min<std::size_t>(sizeof value, unit_bytes - bit / 8));
  return value >> bit % 8 & ~0U >> (32 - width_of_entry(type));
}

void refuse_step(const Step& step, const std::string& what) {
  throw LaunchError("line " + std::to_string(step.instruction->line) +
                    ": the executor does not have " + what);
}

void add_tensor_memory(Opcodes& opcodes) {
  opcodes["tcgen05"] = &tensor;
}

}  // namespace layoutcheck::gpu::ptx
