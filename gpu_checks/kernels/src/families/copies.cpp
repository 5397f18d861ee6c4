// The families that copy from one layout to another: element by element, in vectors, by tiles.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::gpu {

namespace {

/// Both layouts of a copy, or why kernels do not take them.
struct Copied {
  Layout source;
  Layout destination;
};

Outcome<Copied> pair_of(const std::vector<Value>& operands) {
  Copied pair{std::get<Layout>(operands[0]), std::get<Layout>(operands[1])};
  for (const Layout* layout : {&pair.source, &pair.destination})
    if (const std::string why = objection(*layout); !why.empty()) return Undefined{why};
  if (oracle::size(pair.source) != oracle::size(pair.destination))
    return Undefined{"the layouts have different sizes"};
  if (!is_plainly_injective(pair.destination))
    return Undefined{to_string(pair.destination) + " may have a value twice"};
  return pair;
}

/// The blocks of a copy are chosen for the layout that reaches further.
const Layout& wider(const Copied& pair) {
  return oracle::cosize(pair.source) < oracle::cosize(pair.destination) ? pair.destination
                                                                        : pair.source;
}

/// A job of a kernel that takes both layouts, then other arguments, then the pointers.
template <class Index>
Job copy_job(const std::string& file, const std::string& entry, const Copied& pair,
             const std::vector<Argument>& between, std::uint32_t width = 4) {
  const Exact places_in = oracle::cosize(pair.source);
  const Exact places_out = oracle::cosize(pair.destination);
  Job job = make_job(file, entry, static_cast<Int>(places_in), static_cast<Int>(places_out), width);
  job.launch.arguments = {Argument::value(DeviceLayout<Index>(pair.source)),
                          Argument::value(DeviceLayout<Index>(pair.destination))};
  for (const Argument& argument : between)
    job.launch.arguments.push_back(argument);
  job.launch.arguments.push_back(source_argument());
  job.launch.arguments.push_back(destination_argument());
  job.elements = static_cast<Int>(oracle::size(pair.source));
  return job;
}

/// Each thread copies `vector` neighbours.
template <class Index>
Job linear_copy(const std::string& file, const std::string& entry, const Copied& pair,
                std::uint32_t vector) {
  constexpr std::uint32_t block_size = 256;
  const Points from(pair.source);
  const Points to(pair.destination);
  const Int n = from.size();
  Job job = copy_job<Index>(file, entry, pair, {Argument::value(static_cast<Index>(n))});
  for (BufferSpec& buffer : job.buffers)
    buffer.vector = vector;
  over_indices(job, n, block_size, wider(pair), vector);
  if (sizeof(Index) == 4) {
    job.largest_index = std::max(Exact(job.launch.grid.x) * block_size - 1, Exact(n));
    job.largest_offset = std::max(from.cosize(), to.cosize()) - 1;
  }
  job.expect = [from, to, n, vector](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int i = index_of(block_size, block, thread) * vector;
    if (i >= n) return;
    touches.reads = {from(i)};
    touches.writes = {to(i)};
    for (Int k = 0; k < Int{vector}; ++k)
      touches.values.push_back(from(i) + k);
  };
  return job;
}

template <class Index>
std::function<Outcome<Job>(const std::vector<Value>&)> copy(const std::string& entry) {
  return [entry](const std::vector<Value>& operands) -> Outcome<Job> {
    const Outcome<Copied> pair = pair_of(operands);
    if (!pair) return pair.undefined();
    return linear_copy<Index>("copy", entry, *pair, 1);
  };
}

/// Whether elements i·width … i·width + width − 1 are neighbours for each i, and aligned.
bool is_in_vectors(const Layout& layout, Int width) {
  bool first = true;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents()[i] == 1) continue;
    const Int stride = layout.strides()[i];
    if (first ? stride != 1 || layout.extents()[i] % width != 0 : stride % width != 0) return false;
    first = false;
  }
  return !first;
}

std::function<Outcome<Job>(const std::vector<Value>&)> vectors(const std::string& entry,
                                                               std::uint32_t width) {
  return [entry, width](const std::vector<Value>& operands) -> Outcome<Job> {
    const Outcome<Copied> pair = pair_of(operands);
    if (!pair) return pair.undefined();
    for (const Layout* layout : {&pair->source, &pair->destination}) {
      if (!is_in_vectors(*layout, width)) {
        return Undefined{to_string(*layout) + " has no aligned vectors of " +
                         std::to_string(width)};
      }
    }
    return linear_copy<std::int64_t>("vector", entry, *pair, width);
  };
}

/// Both layouts as matrices with equal extents.
struct Matrices {
  Copied pair;
  Int rows = 0;
  Int columns = 0;
};

Outcome<Matrices> matrices_of(const std::vector<Value>& operands) {
  const Outcome<Copied> pair = pair_of(operands);
  if (!pair) return pair.undefined();
  const std::vector<Layout> source = pair->source.modes();
  const std::vector<Layout> destination = pair->destination.modes();
  if (source.size() != 2 || destination.size() != 2) return Undefined{"it is no matrix"};
  if (oracle::size(source[0]) != oracle::size(destination[0]))
    return Undefined{"the matrices have different numbers of rows"};
  return Matrices{*pair, oracle::to_int(oracle::size(source[0])),
                  oracle::to_int(oracle::size(source[1]))};
}

/// Sets the grid for tiles of a matrix.
Outcome<Job> over_tiles(Job job, const Matrices& matrices, Int tile_rows, Int tile_columns) {
  const Int high = ceil_div(matrices.columns, tile_columns);
  if (high > 65535) return Undefined{"a grid of such height"};
  job.launch.grid = {static_cast<std::uint32_t>(ceil_div(matrices.rows, tile_rows)),
                     static_cast<std::uint32_t>(high), 1};
  choose_blocks(job, static_cast<Int>(oracle::cosize(wider(matrices.pair))));
  return job;
}

/// Where the element of a tile lies in shared memory: padded by a column, or swizzled by
/// Swizzle<4,0,4>, whose digits are the row's plus the column's, modulo 2 each.
Int padded(Int x, Int y) {
  return x + 17 * y;
}
Int swizzled(Int x, Int y) {
  Int place = 16 * y;
  for (Int digit = 1; digit < 16; digit *= 2)
    place += (x / digit + y / digit) % 2 * digit;
  return place;
}

std::function<Outcome<Job>(const std::vector<Value>&)> tile(const std::string& entry,
                                                            Int (*place)(Int, Int)) {
  return [entry, place](const std::vector<Value>& operands) -> Outcome<Job> {
    constexpr Int side = 16;
    const Outcome<Matrices> matrices = matrices_of(operands);
    if (!matrices) return matrices.undefined();
    const Int rows = matrices->rows;
    const Int columns = matrices->columns;
    Job job = copy_job<std::int64_t>("tile", entry, matrices->pair,
                                     {Argument::value(rows), Argument::value(columns)});
    job.launch.block = {side, side, 1};
    const Points from(matrices->pair.source);
    const Points to(matrices->pair.destination);
    job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
      const Int x = thread.x;
      const Int y = thread.y;
      const Int first_row = Int{block.x} * side;
      const Int first_column = Int{block.y} * side;
      if (first_row + x < rows && first_column + y < columns) {
        touches.reads = {from(first_row + x + rows * (first_column + y))};
        touches.shared_writes = {place(x, y)};
      }
      if (first_row + y < rows && first_column + x < columns) {
        const Int i = first_row + y + rows * (first_column + x);
        touches.shared_reads = {place(y, x)};
        touches.writes = {to(i)};
        touches.values = {from(i)};
      }
    };
    return over_tiles(std::move(job), *matrices, side, side);
  };
}

Outcome<Job> ragged(const std::vector<Value>& operands) {
  constexpr Int tile_rows = 24;
  constexpr Int tile_columns = 20;
  constexpr std::uint32_t block_size = 128;
  const Outcome<Matrices> matrices = matrices_of(operands);
  if (!matrices) return matrices.undefined();
  const Int rows = matrices->rows;
  const Int columns = matrices->columns;
  Job job = copy_job<std::int64_t>("ragged", "ragged", matrices->pair,
                                   {Argument::value(rows), Argument::value(columns)}, 2);
  job.launch.block = {block_size, 1, 1};
  const Points from(matrices->pair.source);
  const Points to(matrices->pair.destination);
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    for (Int k = thread.x; k < tile_rows * tile_columns; k += block_size) {
      const Int row = Int{block.x} * tile_rows + k % tile_rows;
      const Int column = Int{block.y} * tile_columns + k / tile_rows;
      if (row >= rows || column >= columns) continue;
      touches.reads.push_back(from(row + rows * column));
      touches.writes.push_back(to(row + rows * column));
    }
    touches.values = touches.reads;
  };
  return over_tiles(std::move(job), *matrices, tile_rows, tile_columns);
}

}  // namespace

std::vector<Family> copy_families() {
  const std::vector<Sort> two = {Sort::layout, Sort::layout};
  const auto matrices = [](const std::string& name) {
    return std::vector<std::string>{"gpu." + name + "((20,37):(1,20), (20,37):(37,1))",
                                    "gpu." + name + "((48,(4,10)):(40,(10,1)), (48,40):(1,48))"};
  };
  const auto lines = [](const std::string& name) {
    return std::vector<std::string>{"gpu." + name + "((2,3):(1,4), (2,3):(3,1))",
                                    "gpu." + name + "((8,(3,5)):(15,(5,1)), (8,15):(1,8))"};
  };
  return {
      {"copy32", "copies between strided tensors, int", two, copy<std::int32_t>("copy32"),
       lines("copy32")},
      {"copy64", "the same with 64-bit indices", two, copy<std::int64_t>("copy64"),
       lines("copy64")},
      {"vector2",
       "copies in vectors of two elements",
       two,
       vectors("vector2", 2),
       {"gpu.vector2((8,3):(1,10), (8,3):(1,8))", "gpu.vector2((4,(2,9)):(1,(36,4)), 72:1)"}},
      {"vector4",
       "copies in vectors of four elements",
       two,
       vectors("vector4", 4),
       {"gpu.vector4((8,3):(1,12), (8,3):(1,8))", "gpu.vector4((4,(2,9)):(1,(36,4)), 72:1)"}},
      {"tile", "a transposing copy through a padded tile in shared memory, with a barrier", two,
       tile("tile", padded), matrices("tile")},
      {"swizzled_tile", "the same through a swizzled tile", two, tile("swizzled_tile", swizzled),
       matrices("swizzled_tile")},
      {"ragged", "tiles that do not divide the matrix, predicated, in elements of two bytes", two,
       ragged, matrices("ragged")},
  };
}

}  // namespace layoutcheck::gpu
