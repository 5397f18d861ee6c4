// Opcodes: copies and reductions of tensors by tensor maps (PTX ISA, cp.async.bulk.tensor and
// cp.reduce.async.bulk.tensor), which go on beside the thread as bulk copies do (bulk.cpp).
#include "exact.hpp"
#include "operations.hpp"
#include "origins.hpp"
#include "types.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// Rows of a step: the address in shared memory, that of the map, the coordinates, the offsets of
/// im2col mode; the mbarrier, and which blocks are meant. The step's own address is that in shared
/// memory.
struct TensorCopy {
  /// How the map and the tensor are addressed.
  std::shared_ptr<const Step> map;
  std::shared_ptr<const Step> tensor;
  /// Nothing if bulk groups are waited for.
  std::shared_ptr<const Step> completes;
  std::size_t rank = 1;
  bool is_to_shared = true;
  bool is_multicast = false;
  /// Whether the coordinates are a column and four rows, of .tile::gather4 and .tile::scatter4.
  bool is_of_rows = false;
  /// Whether it goes from pixel to pixel: .im2col and .im2col_no_offs.
  bool is_im2col = false;
  /// The offsets from the base of a filter, if there are some.
  std::size_t offsets = 0;
  /// Whether the mbarrier may be that of the other block of a pair, of .cta_group::2.
  bool is_of_pair = false;
  /// What it does with what is there; "" if it overwrites that.
  std::string_view reduction;

  [[nodiscard]] std::size_t coordinates() const { return is_of_rows ? 5 : rank; }
};
constexpr std::size_t first_coordinate = 2;

using Coordinates = std::array<std::int64_t, TensorMap::most_rank>;

/// Reports coordinates that differ from what exact integers give.
void check_exact_coordinate(Warp& warp, const Step& step, std::size_t which, std::uint32_t lanes) {
  const std::uint32_t row = step.rows[first_coordinate + which];
  one_by_one(lanes, [&](unsigned lane) {
    const auto coordinate = static_cast<std::int32_t>(warp.row(row)[lane]);
    if (!is_known(warp, row, lane) || exact_of(warp, row, lane) == coordinate) return;
    warp.machine->fault(Fault::Kind::wrapped, warp, step, lane, 0, [&] {
      const Wide exact = exact_of(warp, row, lane);
      const std::uint32_t origin = origin_of(warp, row, lane);
      return "coordinate " + std::to_string(which) + " is " + std::to_string(coordinate) +
             "; in exact integers it is " +
             (fits<std::int64_t>(exact) ? std::to_string(static_cast<std::int64_t>(exact))
                                        : std::string("beyond 64 bits")) +
             (origin == 0
                  ? ""
                  : "; the value leaves the range of its type in line " + std::to_string(origin));
    });
  });
}

/// A tile on its way.
class Tile {
 public:
  static constexpr std::uint32_t chunk = 16;

  Tile(Warp& warp, const Step& step, unsigned lane, const TensorMap& map, const Beside& beside)
      : warp_(warp),
        step_(step),
        copy_(step.as<TensorCopy>()),
        lane_(lane),
        map_(map),
        beside_(beside),
        width_(bytes_at_once(map)) {
    if (!copy_.reduction.empty()) update_ = update_for(copy_.reduction);
  }

  /// Moves a box that begins there.
  void move(const Coordinates& first, std::uint64_t shared) {
    const std::uint64_t rows = map_.rows();
    for (std::uint64_t row = 0; row < rows; ++row, shared += map_.pitch()) {
      Coordinates at = first;
      std::uint64_t left = row;
      for (std::size_t i = 1; i < map_.rank; ++i) {
        at[i] += static_cast<std::int64_t>(left % map_.count(i) * map_.steps[i]);
        left /= map_.count(i);
      }
      move_row(at, shared);
    }
  }

  /// Moves pixels, by the bases of filters in their bounding box (PTX ISA, im2col mode).
  void move_pixels(Coordinates base, std::span<const std::int64_t> offsets, std::uint64_t shared) {
    const std::size_t last = map_.rank - std::size_t{1};
    for (unsigned pixel = 0; pixel < map_.pixels; ++pixel, shared += map_.pitch()) {
      Coordinates at = base;
      for (std::size_t i = 0; i < offsets.size(); ++i)
        at[i + 1] += offsets[i];
      move_row(at, shared);
      std::size_t i = 1;
      for (; i < last; ++i) {
        base[i] += map_.steps[i];
        if (base[i] <= map_.last_base(i)) break;
        base[i] = map_.first_base(i);
      }
      if (i == last) ++base[last];
    }
  }

 private:
  using Chunk = std::array<std::byte, chunk>;

  static std::uint32_t bytes_at_once(const TensorMap& map) {
    if (map.is_padded()) return map.type == TensorMap::Type::b4x16_p64 ? 8 : 4;
    return std::max(map.element_bits() / 8, 1U);
  }

  /// The combinations that the PTX ISA has for cp.reduce.async.bulk.tensor.
  AtomicUpdate update_for(std::string_view reduction) {
    using Type = TensorMap::Type;
    const auto is_one_of = [&](std::initializer_list<Type> types) {
      return std::ranges::find(types, map_.type) != types.end();
    };
    const bool is_one =
        reduction == "add"
            ? is_one_of({Type::u32, Type::s32, Type::u64, Type::f32, Type::f16, Type::bf16})
        : reduction == "min" || reduction == "max"
            ? is_one_of({Type::u32, Type::s32, Type::u64, Type::s64, Type::f16, Type::bf16})
        : reduction == "inc" || reduction == "dec"
            ? is_one_of({Type::u32})
            : is_one_of({Type::u32, Type::s32, Type::u64, Type::s64});
    if (!is_one) {
      warp_.machine->stop(Fault::Kind::trap, warp_, step_, lane_,
                          "there is no ." + std::string(reduction) + " of elements of type " +
                              std::string(name(map_.type)));
    }
    return update_of(reduction, name(map_.type));
  }

  void move_row(Coordinates at, std::uint64_t shared) {
    bool is_inside = true;
    std::uint64_t row = map_.address;
    for (std::size_t i = 1; i < map_.rank; ++i) {
      // A negative one is beyond all extents.
      is_inside = is_inside && static_cast<std::uint64_t>(at[i]) < map_.extents[i];
      row += static_cast<std::uint64_t>(at[i]) * map_.strides[i - 1];
    }
    const std::uint32_t bits = map_.element_bits();
    const std::int64_t count = chunk * 8 / map_.shared_bits();
    const auto extent = static_cast<std::int64_t>(map_.extents[0]);
    for (std::uint32_t byte = 0; byte < map_.row_bytes(); byte += chunk, at[0] += count) {
      // The elements of the chunk that the tensor has.
      const std::int64_t first = is_inside ? std::clamp<std::int64_t>(-at[0], 0, count) : count;
      const std::int64_t end = std::clamp(extent - at[0], first, count);
      const std::uint64_t global = row + static_cast<std::uint64_t>(at[0] * bits / 8);
      const auto begin_byte = static_cast<std::uint32_t>(first) * bits / 8;
      const auto end_byte = static_cast<std::uint32_t>(end) * bits / 8;
      if (copy_.is_to_shared)
        load(global, begin_byte, end_byte, map_.swizzled(shared + byte));
      else
        store(global, begin_byte, end_byte, map_.swizzled(shared + byte));
    }
  }

  /// Bytes of a chunk from `begin` to `end`, as they are accessed: all at once, or by elements.
  template <class F>
  void for_pieces(std::uint64_t global, std::uint32_t begin, std::uint32_t end, F f) const {
    const bool is_whole =
        begin == 0 && end == chunk && global % chunk == 0 && copy_.reduction.empty();
    const std::uint32_t piece = is_whole ? chunk : width_;
    for (std::uint32_t at = begin; at < end; at += piece)
      f(at, piece);
  }

  /// Where a piece of a chunk lies in shared memory. A chunk whose halves are exchanged begins with
  /// the second one; pieces of 16 bytes are of none.
  [[nodiscard]] static std::uint64_t place_of(std::uint64_t swizzled, std::uint32_t at) {
    return swizzled / chunk * chunk + (at ^ swizzled % chunk);
  }

  void load(std::uint64_t global, std::uint32_t begin, std::uint32_t end, std::uint64_t to) {
    Chunk bytes = filled();
    for_pieces(global, begin, end, [&](std::uint32_t at, std::uint32_t count) {
      LaneBytes data{};
      read_memory(warp_, *copy_.tensor, 1U << lane_, at_lane(lane_, global + at), count, data);
      std::copy_n(data[lane_].begin(), count, bytes.begin() + at);
      round(std::span(bytes).subspan(at, count));
    });
    if (to % chunk != 0) std::ranges::rotate(bytes, bytes.begin() + chunk / 2);
    // The padding behind them is left as it is.
    const std::uint32_t held = chunk * map_.element_bits() / map_.shared_bits();
    if (!write_beside(warp_, step_, lane_, to / chunk * chunk, beside_,
                      std::span(bytes).first(held)))
      return;
    clear_origins(warp_, step_, lane_, to / chunk * chunk, held);
    for_pieces(global, begin, end, [&](std::uint32_t at, std::uint32_t count) {
      if (to % chunk == 0 || count < chunk) {
        move_origins(warp_, step_, lane_, global + at, place_of(to, at), count);
        return;
      }
      for (std::uint32_t half = 0; half < chunk; half += chunk / 2)
        move_origins(warp_, step_, lane_, global + half, place_of(to, half), chunk / 2);
    });
  }

  /// 16 elements of 6 bits, which have 8 each in shared memory.
  void store_packed(std::uint64_t global, std::uint64_t from) {
    Chunk bytes{};
    if (!read_beside(warp_, step_, lane_, from, beside_, bytes)) return;
    std::array<std::byte, 12> packed{};
    for (unsigned bit = 0; bit < 8 * packed.size(); ++bit) {
      const auto value = std::to_integer<unsigned>(bytes[bit / 6]) >> bit % 6 & 1U;
      packed[bit / 8] |= static_cast<std::byte>(value << bit % 8);
    }
    for (std::size_t at = 0; at < packed.size(); at += width_) {
      LaneBytes data{};
      std::copy_n(packed.begin() + static_cast<std::ptrdiff_t>(at), width_, data[lane_].begin());
      write_memory(warp_, *copy_.tensor, 1U << lane_, at_lane(lane_, global + at), width_, data);
    }
    clear_origins(warp_, step_, lane_, global, packed.size());
  }

  void store(std::uint64_t global, std::uint32_t begin, std::uint32_t end, std::uint64_t from) {
    if (map_.is_padded()) {
      if (begin < end) store_packed(global, from);
      return;
    }
    for_pieces(global, begin, end, [&](std::uint32_t at, std::uint32_t count) {
      LaneBytes data{};
      const std::uint64_t place = place_of(from, at);
      if (!read_beside(warp_, step_, lane_, place, beside_, std::span(data[lane_]).first(count)))
        return;
      if (update_ != nullptr) {
        std::uint64_t operand = 0;
        std::memcpy(&operand, data[lane_].data(), count);
        warp_.row(copy_.tensor->rows[1])[lane_] = operand;
        update_number(warp_, *copy_.tensor, lane_, global + at, count, update_);
        clear_origins(warp_, step_, lane_, global + at, count);
        return;
      }
      write_memory(warp_, *copy_.tensor, 1U << lane_, at_lane(lane_, global + at), count, data);
      move_origins(warp_, step_, lane_, place, global + at, count);
    });
  }

  /// What stands for elements that the tensor does not have. The PTX ISA says of OOB-NaN no more
  /// than that it is a special NaN; devices are reported to fill with this pattern.
  [[nodiscard]] Chunk filled() const {
    Chunk bytes{};
    if (map_.fill == TensorMap::Fill::zero) return bytes;
    for (std::size_t i = 0; i < chunk; i += 2) {
      bytes[i] = std::byte{0xf7};
      bytes[i + 1] = std::byte{0x7f};
    }
    return bytes;
  }

  /// Elements of type tf32 are rounded to nearest even (PTX ISA, Tensor Dimension, size and
  /// format).
  void round(std::span<std::byte> bytes) const {
    if (map_.type != TensorMap::Type::tf32 && map_.type != TensorMap::Type::tf32_ftz) return;
    for (std::size_t at = 0; at < bytes.size(); at += 4) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, bytes.data() + at, 4);
      constexpr std::uint32_t infinity = 0x7f800000;
      constexpr std::uint32_t below_half = 0xfff;
      if ((bits & infinity) != infinity) bits += below_half + (bits >> 13 & 1U);
      bits &= ~std::uint32_t{0x1fff};
      std::memcpy(bytes.data() + at, &bits, 4);
    }
  }

  Warp& warp_;
  const Step& step_;
  const TensorCopy& copy_;
  unsigned lane_;
  const TensorMap& map_;
  Beside beside_;
  /// The bytes of global memory that are accessed at once: an element, or what packed ones share.
  std::uint32_t width_;
  AtomicUpdate update_ = nullptr;
};

/// Ends the launch where the instruction cannot do what its map and coordinates say.
void require(Warp& warp, const Step& step, unsigned lane, const TensorMap& map,
             std::span<const std::int64_t> coordinates, std::uint64_t shared) {
  const auto& copy = step.as<TensorCopy>();
  const auto stop = [&](const std::string& why, Fault::Kind kind = Fault::Kind::trap) {
    warp.machine->stop(kind, warp, step, lane, why);
  };
  if (const std::string refusal = refusal_of(map); !refusal.empty())
    stop("the tensor map is none: " + refusal);
  if (map.rank != copy.rank) {
    stop("the tensor map is of rank " + std::to_string(map.rank) + ", and the instruction of " +
         std::to_string(copy.rank));
  }
  if (map.is_im2col() != copy.is_im2col) {
    const std::array<std::string_view, 2> modes = {"tiled", "im2col"};
    stop("the tensor map is for " + std::string(modes[map.is_im2col() ? 1 : 0]) +
         " mode, and the instruction is in " + std::string(modes[copy.is_im2col ? 1 : 0]) +
         " mode");
  }
  for (std::size_t i = 1; copy.is_im2col && i + 1 < map.rank; ++i) {
    if (coordinates[i] < map.first_base(i) || coordinates[i] > map.last_base(i)) {
      stop("coordinate " + std::to_string(i) + " is " + std::to_string(coordinates[i]) +
           ", outside of the bounding box, from " + std::to_string(map.first_base(i)) + " to " +
           std::to_string(map.last_base(i)));
    }
    if (!copy.is_to_shared && (map.lower[i - 1] < 0 || map.upper[i - 1] > 0))
      stop(
          "the bounding box of a tile that goes to global memory is beyond the image in "
          "dimension " +
          std::to_string(i));
  }
  if (copy.is_of_rows && map.box[1] != 1)
    stop("rows are of boxes of one row, not of " + std::to_string(map.box[1]));
  if (map.is_padded() && coordinates[0] % 128 != 0)
    stop("coordinate 0 is " + std::to_string(coordinates[0]) +
         ", and padded elements begin at a multiple of 128");
  if (map.element_bits() < 8 && coordinates[0] % 2 != 0)
    stop("coordinate 0 is " + std::to_string(coordinates[0]) + ", in the middle of a byte");
  if (shared % 128 != 0)
    stop("a tile begins in shared memory at a multiple of 128", Fault::Kind::misaligned);
  if (copy.is_to_shared) return;
  // PTX ISA, Restriction on Tensor Copy instructions.
  if (map.atom == TensorMap::Atom::of_32_flipped)
    stop("a swizzle that exchanges halves of 16 bytes is for copies to shared memory");
  if (map.type == TensorMap::Type::b4x16_p64)
    stop("elements of type b4x16_p64 are for copies to shared memory");
  if (const auto negative = std::ranges::find_if(coordinates, [](auto c) { return c < 0; });
      negative != coordinates.end()) {
    stop("a tile that goes to global memory begins at coordinate " + std::to_string(*negative),
         Fault::Kind::out_of_bounds);
  }
}

/// Where the mbarrier is that the copy to that block tells, and the block in which it must be.
std::pair<std::uint64_t, const Block*> told_of(const Warp& warp, const TensorCopy& copy,
                                               std::uint64_t to, std::uint64_t barrier) {
  const Block* block = copy.is_to_shared ? shared_place(warp, to).block : nullptr;
  const Block* its = shared_place(warp, barrier).block;
  if (block == nullptr || its == nullptr || its == block || !copy.is_of_pair)
    return {barrier, block};
  return {barrier, its->rank / 2 == block->rank / 2 ? its : block};
}

/// Ends the launch at an offset that is out of range.
std::vector<std::int64_t> offsets_of(Warp& warp, const Step& step, unsigned lane) {
  const auto& copy = step.as<TensorCopy>();
  // For 3, 4 and 5 dimensions.
  constexpr std::array<std::int64_t, 3> most = {(1 << 16) - 1, (1 << 8) - 1, (1 << 5) - 1};
  std::vector<std::int64_t> offsets;
  for (std::size_t i = 0; i < copy.offsets; ++i) {
    const std::uint32_t row = step.rows[first_coordinate + copy.coordinates() + i];
    offsets.push_back(static_cast<std::uint16_t>(warp.row(row)[lane]));
    if (offsets[i] > most[copy.rank - 3]) {
      warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                         "the offset in dimension " + std::to_string(i + 1) + " is " +
                             std::to_string(offsets[i]) + ", not from 0 to " +
                             std::to_string(most[copy.rank - 3]));
    }
  }
  return offsets;
}

void move_tile(Warp& warp, const Step& step, unsigned lane, const TensorMap& map,
               std::span<const std::int64_t> coordinates, std::uint64_t shared,
               std::uint64_t completing) {
  const auto& copy = step.as<TensorCopy>();
  MBarrier* barrier = nullptr;
  if (copy.completes != nullptr) {
    const auto [address, block] = told_of(warp, copy, shared, completing);
    barrier = &completing_mbarrier(warp, *copy.completes, lane, block, address);
  }
  Tile tile(warp, step, lane, map, barrier == nullptr ? group_of(warp, lane) : phase_of(*barrier));
  // Without padding, as CUTLASS expects them.
  std::uint64_t bytes = std::uint64_t{map.box[0]} * map.element_bits() / 8 * map.rows();
  if (copy.is_of_rows) {
    for (std::size_t i = 1; i < coordinates.size(); ++i)
      tile.move({coordinates[0], coordinates[i]}, shared + (i - 1) * map.pitch());
    bytes *= coordinates.size() - 1;
  } else {
    Coordinates first{};
    std::ranges::copy(coordinates, first.begin());
    if (copy.is_im2col)
      tile.move_pixels(first, offsets_of(warp, step, lane), shared);
    else
      tile.move(first, shared);
  }
  if (barrier != nullptr) complete_bytes(warp, *barrier, bytes);
}

void run_tensor_copy(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& copy = step.as<TensorCopy>();
  if (warp.machine->options.exact) {
    check_exact_address(warp, step, step.rows[0], lanes);
    check_exact_address(warp, *copy.map, step.rows[1], lanes);
    for (std::size_t i = 0; i < copy.coordinates(); ++i)
      check_exact_coordinate(warp, step, i, lanes);
  }
  const auto shared = addresses_of(warp, step, step.rows[0], lanes);
  std::array<std::uint64_t, warp_size> barriers{};
  if (copy.completes != nullptr)
    barriers = addresses_of(warp, *copy.completes, copy.completes->rows.back(), lanes);
  one_by_one(lanes, [&](unsigned lane) {
    Coordinates at{};
    const auto coordinates = std::span(at).first(copy.coordinates());
    for (std::size_t i = 0; i < coordinates.size(); ++i)
      at[i] = static_cast<std::int32_t>(warp.row(step.rows[first_coordinate + i])[lane]);
    const TensorMap map = tensor_map_at(warp, *copy.map, lane);
    require(warp, step, lane, map, coordinates, shared[lane]);
    if (!copy.is_multicast) {
      move_tile(warp, step, lane, map, coordinates, shared[lane], barriers[lane]);
      return;
    }
    // To the same place in each block, where the same mbarrier is told of it; of a pair, the
    // mbarrier of the block that is as even or odd.
    const std::uint64_t mask = warp.row(step.rows.back())[lane];
    const std::uint32_t own = rank_in(barriers[lane]).value_or(warp.block->rank);
    for (unsigned rank = 0; rank < most_blocks_of_cluster; ++rank) {
      if ((mask >> rank & 1U) == 0) continue;
      const std::uint32_t told = copy.is_of_pair ? (rank & ~1U) | (own & 1U) : rank;
      move_tile(warp, step, lane, map, coordinates, mapped(shared[lane], rank),
                mapped(barriers[lane], told));
    }
  });
}

}  // namespace

void tensor_copy(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const std::vector<std::string_view>& words = in.words();
  TensorCopy copy;
  const auto dimensions = std::ranges::find_if(
      words, [](std::string_view word) { return word.size() == 2 && word.ends_with('d'); });
  copy.rank = static_cast<std::size_t>(dimensions->front() - '0');
  copy.is_to_shared = !in.has("bulk_group");
  copy.is_multicast = in.has("multicast::cluster");
  copy.is_of_rows = in.has("tile::gather4") || in.has("tile::scatter4");
  copy.is_im2col = in.has("im2col") || in.has("im2col_no_offs");
  copy.offsets = in.has("im2col") ? copy.rank - 2 : 0;
  copy.is_of_pair = in.has("cta_group::2");
  if (words[1] == "reduce") {
    copy.reduction = *std::ranges::find_if(
        words, [](std::string_view word) { return update_of(word, "u32") != nullptr; });
  }
  if (copy.is_of_rows && copy.rank != 2) in.fail("rows are of tensors of rank 2");
  const StateSpace space = in.has("shared::cta") ? StateSpace::shared : StateSpace::cluster;
  const Operand& tensor = o[copy.is_to_shared ? 1 : 0];
  const Decoder::Address shared = in.address(o[copy.is_to_shared ? 0 : 1], space);
  const Decoder::Address map = in.address(tensor, StateSpace::generic);
  if (tensor.parts.size() != 2 || tensor.parts[1].kind != Operand::Kind::vector ||
      tensor.parts[1].parts.size() != copy.coordinates()) {
    in.fail("expected a tensor map and " + std::to_string(copy.coordinates()) + " coordinates");
  }
  in.copy_beside();
  std::vector<std::uint32_t> rows = {shared.row, map.row};
  for (const Operand& coordinate : tensor.parts[1].parts)
    rows.push_back(in.source(coordinate, "s32"));
  if (copy.offsets > 0) {
    const Operand& offsets = o[3];
    if (offsets.kind != Operand::Kind::vector || offsets.parts.size() != copy.offsets)
      in.fail("expected " + std::to_string(copy.offsets) + " im2col offsets");
    for (const Operand& offset : offsets.parts)
      rows.push_back(in.source(offset, "b16"));
  }
  std::optional<Decoder::Address> completes;
  if (copy.is_to_shared) {
    completes = in.address(o[2], StateSpace::cluster);
    rows.push_back(completes->row);
  }
  if (copy.is_multicast) rows.push_back(in.source(o[copy.offsets > 0 ? 4 : 3], "b16"));
  Step step = in.deciding_step(&run_tensor_copy, std::move(rows), 0);
  step.space = space;
  step.displacement = shared.displacement;
  copy.map = addressed(step, map, map.space);
  // The operand of an update is held where nobody reads it.
  Operand sink;
  sink.kind = Operand::Kind::sink;
  Step global = *addressed(step, {map.row, 0, StateSpace::global}, StateSpace::global);
  global.rows.push_back(in.result(sink));
  copy.tensor = std::make_shared<const Step>(std::move(global));
  if (completes) copy.completes = addressed(step, *completes, StateSpace::cluster);
  if (copy.is_multicast) in.map_addresses();
  in.add(std::move(step), copy);
}

}  // namespace layoutcheck::gpu::ptx
