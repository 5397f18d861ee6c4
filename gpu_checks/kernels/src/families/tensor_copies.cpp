// The families that move tiles by a tensor map: loads and stores, copies to all blocks of a
// cluster, rows from a list.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck::gpu {

namespace {

constexpr Int most_tiles = Int{1} << 24;
constexpr Int most_bytes_of_tiles = Int{1} << 16;
constexpr std::uint32_t threads = 128;

/// A tensor, and the tiles that its map moves.
struct Tiled {
  Layout tensor;
  Tuple box;
  TensorMap map;

  [[nodiscard]] std::size_t rank() const { return box.size(); }
  [[nodiscard]] Int width() const { return map.element_bytes(); }
  [[nodiscard]] Int elements() const {
    Int count = 1;
    for (const Int extent : box)
      count *= extent;
    return count;
  }
  [[nodiscard]] Int bytes() const {
    return rounded_up(static_cast<Int>(map.rows() * map.pitch()), repetition_of_swizzles);
  }
};

/// The bits of a place that lines exchange.
std::int32_t exchanged_bits(const TensorMap& map) {
  return ((1 << static_cast<unsigned>(map.swizzle)) - 1) << 4;
}

/// The numbers are those of a swizzle, from 0 to 3, and the bytes of an element.
Outcome<Tiled> tiled(const Layout& tensor, const Tuple& box, Int swizzle, Int width) {
  if (const std::string why = objection(tensor); !why.empty()) return Undefined{why};
  if (!tensor.is_flat() || tensor.length() == 0 || tensor.length() > TensorMap::most_rank ||
      box.size() != tensor.length()) {
    return Undefined{"it is no tensor of 1 to 5 dimensions with a box of as many"};
  }
  if (tensor.strides()[0] != 1) return Undefined{"its first dimension is not contiguous"};
  if (!is_plainly_injective(tensor)) return Undefined{"it may have a value twice"};
  Tiled of{tensor, box, {}};
  using Type = TensorMap::Type;
  constexpr std::array types = {Type::u8, Type::u16, Type::u32, Type::u64};
  const auto has_width = [&](Type type) {
    of.map.type = type;
    return of.width() == width;
  };
  if (std::ranges::none_of(types, has_width))
    return Undefined{"there are no elements of so many bytes"};
  if (swizzle > 3) return Undefined{"there is no such swizzle"};
  of.map.swizzle = static_cast<TensorMap::Swizzle>(swizzle);
  of.map.rank = static_cast<std::uint8_t>(of.rank());
  for (std::size_t i = 0; i < of.rank(); ++i) {
    of.map.extents[i] = static_cast<std::uint64_t>(tensor.extents()[i]);
    of.map.box[i] = at_most<std::uint16_t>(static_cast<std::uint64_t>(box[i]));
    of.map.steps[i] = 1;
    if (i > 0) of.map.strides[i - 1] = static_cast<std::uint64_t>(tensor.strides()[i] * width);
  }
  if (const std::string why = refusal_of(of.map); !why.empty()) return Undefined{why};
  if (of.bytes() > most_bytes_of_tiles) return Undefined{"a tile of such size"};
  return of;
}

/// struct Tiles of cu/tensor_copies.cu.
struct DeviceTiles {
  std::int32_t rank = 0;
  std::int32_t width = 0;
  std::array<std::int32_t, TensorMap::most_rank> box{};
  std::array<std::int32_t, TensorMap::most_rank> tiles{};
  std::int32_t shift = 0;
  std::int32_t pitch = 0;
  std::int32_t swizzle = 0;
  std::int32_t bytes = 0;
};

/// The tiles of a launch: along each dimension as many as cover the tensor, if the first begins
/// `shift` elements before it.
class Tiling {
 public:
  Tiling(Tiled of, Int shift)
      : of_(std::move(of)), from_(of_.tensor), shift_(shift), elements_(of_.elements()) {
    for (std::size_t i = 0; i < of_.rank(); ++i)
      tiles_.push_back(ceil_div(of_.tensor.extents()[i] + shift, of_.box[i]));
  }

  [[nodiscard]] const TensorMap& map() const { return of_.map; }
  [[nodiscard]] Int width() const { return of_.width(); }
  [[nodiscard]] Int bytes() const { return of_.bytes(); }
  /// The elements of the tensor, and the places that it takes.
  [[nodiscard]] Int size() const { return from_.size(); }
  [[nodiscard]] Int cosize() const { return from_.cosize(); }
  [[nodiscard]] Int elements() const { return elements_; }
  [[nodiscard]] Exact count() const {
    Exact count = 1;
    for (const Int along : tiles_)
      count *= along;
    return count;
  }

  /// The place in the tensor of the element of a tile, if there is one. A tile beyond the last is
  /// beyond the tensor's last dimension.
  [[nodiscard]] std::optional<Int> place(Int tile, Int element) const {
    Int index = 0;
    Int size = 1;
    for (std::size_t i = 0; i < of_.rank(); ++i) {
      const bool is_last = i + 1 == of_.rank();
      const Int along = is_last ? tile : tile % tiles_[i];
      const Int at = along * of_.box[i] - shift_ + element % of_.box[i];
      const Int extent = of_.tensor.extents()[i];
      if (at < 0 || at >= extent) return std::nullopt;
      index += at * size;
      size *= extent;
      tile /= tiles_[i];
      element /= of_.box[i];
    }
    return from_(index);
  }

  [[nodiscard]] DeviceTiles on_device() const {
    DeviceTiles tiles;
    tiles.rank = static_cast<std::int32_t>(of_.rank());
    tiles.width = static_cast<std::int32_t>(of_.width());
    for (std::size_t i = 0; i < of_.rank(); ++i) {
      tiles.box[i] = static_cast<std::int32_t>(of_.box[i]);
      tiles.tiles[i] = static_cast<std::int32_t>(tiles_[i]);
    }
    tiles.shift = static_cast<std::int32_t>(shift_);
    tiles.pitch = static_cast<std::int32_t>(of_.map.pitch());
    tiles.swizzle = exchanged_bits(of_.map);
    tiles.bytes = static_cast<std::int32_t>(of_.bytes());
    return tiles;
  }

 private:
  Tiled of_;
  Points from_;
  Int shift_;
  Int elements_;
  Tuple tiles_;
};

/// The number of an element of the source: not 0, which stands for what is beyond the tensor.
Int number_of(Int place) {
  return place + 1;
}

Job tile_job(const std::string& file, const std::string& entry, const std::string& architecture,
             Int source, Int destination, Int width) {
  Job job = make_job(file, entry, source, destination, static_cast<std::uint32_t>(width));
  job.buffers[source_buffer].fill.numbering.first = 1;
  job.architecture = architecture;
  job.by_block = true;
  job.checks_shared = false;
  job.launch.block = {threads, 1, 1};
  return job;
}

const Tuple& tuple_at(const std::vector<Value>& operands, std::size_t i) {
  return std::get<NestedTuple>(operands[i]).entries();
}
Int number_at(const std::vector<Value>& operands, std::size_t i) {
  return std::get<Int>(operands[i]);
}

/// The tiles of the first four operands: tensor, box, swizzle, bytes of an element.
Outcome<Tiling> tiling_of(const std::vector<Value>& operands, Int shift) {
  const Outcome<Tiled> of = tiled(layout_at(operands, 0), tuple_at(operands, 1),
                                  number_at(operands, 2), number_at(operands, 3));
  if (!of) return of.undefined();
  constexpr Int most_shift = 1000;
  if (shift > most_shift) return Undefined{"a tile that far before the tensor"};
  Tiling tiling(*of, shift);
  if (tiling.count() > most_tiles) return Undefined{"too many tiles"};
  return tiling;
}

/// So many blocks with so many bytes of tiles each.
void over_blocks(Job& job, Int blocks, Int bytes) {
  job.launch.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
  job.launch.dynamic_shared = static_cast<std::uint32_t>(bytes + repetition_of_swizzles);
}

/// By clusters of so many blocks, each of which writes the tiles of all.
Outcome<Job> load(const std::vector<Value>& operands, Int shift, Int cluster) {
  const Outcome<Tiling> made = tiling_of(operands, shift);
  if (!made) return made.undefined();
  const Tiling& tiling = *made;
  const Int blocks = rounded_up(static_cast<Int>(tiling.count()), cluster);
  const std::string entry = cluster == 1 ? "tma_load" : "tma_multicast" + std::to_string(cluster);
  const Int elements = blocks * tiling.elements() * cluster;
  Job job = tile_job("tensor_copies", entry, "sm_90", tiling.cosize(), elements, tiling.width());
  job.launch.arguments = {Argument::tensor_map({source_buffer}, tiling.map()),
                          Argument::value(tiling.on_device()), destination_argument()};
  over_blocks(job, blocks, tiling.bytes() * cluster);
  job.elements = elements;
  if (cluster == 1)
    choose_blocks(job, tiling.cosize());
  else if (job.elements > (Int{1} << 20))
    return Undefined{"too many tiles for clusters"};
  job.expect = [tiling, cluster](const Dim3& block, const Dim3&, Touches& touches) {
    const Int first = block.x / cluster * cluster;
    for (Int i = 0; i < tiling.elements(); ++i)
      if (const auto place = tiling.place(block.x, i)) touches.reads.push_back(*place);
    for (Int rank = 0; rank < cluster; ++rank) {
      for (Int i = 0; i < tiling.elements(); ++i) {
        const auto place = tiling.place(first + rank, i);
        touches.writes.push_back((block.x * cluster + rank) * tiling.elements() + i);
        touches.values.push_back(place ? number_of(*place) : 0);
      }
    }
  };
  return job;
}

Outcome<Job> tma_load(const std::vector<Value>& operands) {
  return load(operands, number_at(operands, 4), 1);
}

Outcome<Job> tma_multicast(const std::vector<Value>& operands) {
  const Int cluster = number_at(operands, 4);
  if (cluster != 2 && cluster != 4) return Undefined{"a cluster has 2 or 4 blocks here"};
  return load(operands, 0, cluster);
}

Outcome<Job> tma_store(const std::vector<Value>& operands) {
  const Outcome<Tiling> made = tiling_of(operands, 0);
  if (!made) return made.undefined();
  const Tiling& tiling = *made;
  const Int blocks = static_cast<Int>(tiling.count());
  Job job = tile_job("tensor_copies", "tma_store", "sm_90", blocks * tiling.elements(),
                     tiling.cosize(), tiling.width());
  job.launch.arguments = {Argument::tensor_map({destination_buffer}, tiling.map()),
                          Argument::value(tiling.on_device()), source_argument()};
  over_blocks(job, blocks, tiling.bytes());
  job.elements = tiling.size();
  choose_blocks(job, tiling.cosize());
  job.expect = [tiling](const Dim3& block, const Dim3&, Touches& touches) {
    for (Int i = 0; i < tiling.elements(); ++i) {
      const Int from = block.x * tiling.elements() + i;
      touches.reads.push_back(from);
      const auto place = tiling.place(block.x, i);
      if (!place) continue;
      touches.writes.push_back(*place);
      touches.values.push_back(number_of(from));
    }
  };
  return job;
}

/// struct Rows of cu/tensor_gather.cu.
struct DeviceRows {
  std::int32_t count = 0;
  std::int32_t columns = 0;
  std::int32_t width = 0;
  std::int32_t pitch = 0;
  std::int32_t four = 0;
  std::int32_t swizzle = 0;
};

Outcome<Job> tma_gather(const std::vector<Value>& operands) {
  constexpr Int most_rows = 64;
  const Layout& matrix = layout_at(operands, 0);
  const Int columns = number_at(operands, 1);
  const Tuple& rows = tuple_at(operands, 2);
  const Outcome<Tiled> of =
      tiled(matrix, {columns, 1}, number_at(operands, 3), number_at(operands, 4));
  if (!of) return of.undefined();
  const auto count = static_cast<Int>(rows.size());
  if (count == 0 || count % 4 != 0 || count > most_rows)
    return Undefined{"rows are gathered by fours, at most 64"};
  if (std::ranges::any_of(rows, [](Int row) { return row >= (Int{1} << 31); }))
    return Undefined{"the number of a row does not fit into an int"};
  const Int blocks = ceil_div(matrix.extents()[0], columns);
  if (blocks > most_tiles) return Undefined{"too many tiles"};
  DeviceRows on_device;
  on_device.count = static_cast<std::int32_t>(count);
  on_device.columns = static_cast<std::int32_t>(columns);
  on_device.width = static_cast<std::int32_t>(of->width());
  on_device.pitch = static_cast<std::int32_t>(of->map.pitch());
  constexpr Int aligned = 128;
  on_device.four = static_cast<std::int32_t>(rounded_up(4 * on_device.pitch, aligned));
  on_device.swizzle = exchanged_bits(of->map);

  const Int a_block = count * columns;
  const Points from(matrix);
  Job job = tile_job("tensor_gather", "tma_gather", "sm_100a", from.cosize(), blocks * a_block,
                     of->width());
  job.buffers.push_back(table_of<std::int32_t>(rows));
  job.launch.arguments = {Argument::tensor_map({source_buffer}, of->map),
                          Argument::value(on_device), Argument::pointer({job.buffers.size() - 1}),
                          destination_argument()};
  over_blocks(job, blocks, count / 4 * on_device.four);
  job.elements = blocks * a_block;
  choose_blocks(job, from.cosize());
  job.expect = [=, extents = matrix.extents()](const Dim3& block, const Dim3&, Touches& touches) {
    for (Int i = 0; i < a_block; ++i) {
      const Int column = block.x * columns + i % columns;
      const Int row = rows[static_cast<std::size_t>(i / columns)];
      const bool is_there = column < extents[0] && row < extents[1];
      const Int place = is_there ? from(column + extents[0] * row) : 0;
      if (is_there) touches.reads.push_back(place);
      touches.writes.push_back(block.x * a_block + i);
      touches.values.push_back(is_there ? number_of(place) : 0);
    }
  };
  return job;
}

}  // namespace

std::vector<Family> tensor_copy_families() {
  const std::vector<Sort> tile = {Sort::flat_layout, Sort::flat_shape, Sort::integer,
                                  Sort::positive};
  const auto with = [&](Sort more) {
    std::vector<Sort> sorts = tile;
    sorts.push_back(more);
    return sorts;
  };
  return {
      {"tma_load",
       "tiles loaded by a tensor map: tensor, box, swizzle, bytes of an element, shift",
       with(Sort::integer),
       tma_load,
       {"gpu.tma_load((40,24):(1,48), (32,8), 2, 2, 3)",
        "gpu.tma_load((20,3,2,2,2):(1,32,96,192,384), (8,2,1,2,1), 0, 4, 0)"}},
      {"tma_store",
       "tiles stored by a tensor map: tensor, box, swizzle, bytes of an element",
       tile,
       tma_store,
       {"gpu.tma_store((40,24):(1,48), (64,8), 3, 2)",
        "gpu.tma_store((20,3,5):(1,160,32), (16,2,2), 1, 1)"}},
      {"tma_multicast",
       "tiles loaded for all blocks of a cluster: as tma_load, and the blocks",
       with(Sort::positive),
       tma_multicast,
       {"gpu.tma_multicast((40,24):(1,48), (16,8), 1, 2, 2)",
        "gpu.tma_multicast((20,3,5):(1,32,96), (8,2,2), 0, 4, 4)"}},
      {"tma_gather",
       "rows gathered by a tensor map: matrix, columns of a tile, rows, swizzle, bytes",
       {Sort::flat_layout, Sort::positive, Sort::flat_tuple, Sort::integer, Sort::positive},
       tma_gather,
       {"gpu.tma_gather((40,24):(1,48), 32, (23,0,5,24,7,7,1,99), 2, 2)",
        "gpu.tma_gather((20,9):(1,24), 4, (8,0,3,3), 1, 4)"}},
  };
}

}  // namespace layoutcheck::gpu
