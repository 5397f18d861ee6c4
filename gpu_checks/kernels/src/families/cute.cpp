// The families of CuTe itself: its forms of the plain families, a swizzled tiled copy, a matrix
// product.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck::gpu {

namespace {

Outcome<Job> with_cutlass(Job job) {
  job.needs_cutlass = true;
  return job;
}

using MakeJob = std::function<Outcome<Job>(const std::vector<Value>&)>;

/// The job of a plain family with the same arguments and a kernel of CuTe.
MakeJob like(const Family& plain, const std::string& file, const std::string& entry) {
  return [make = plain.job, file, entry](const std::vector<Value>& operands) -> Outcome<Job> {
    Outcome<Job> made = make(operands);
    if (!made) return made;
    Job job = std::move(made).value();
    job.name = file;
    job.source = kernel_source(file + ".cu");
    job.launch.entry = entry;
    return with_cutlass(std::move(job));
  };
}

/// As for plain matrices, with a stride for the rows and one for the columns.
MakeJob ragged(const Family& plain) {
  return [make = like(plain, "cute_dynamic", "cute_ragged")](
             const std::vector<Value>& operands) -> Outcome<Job> {
    for (const Value& operand : operands) {
      const auto& layout = std::get<Layout>(operand);
      if (!layout.is_flat() || layout.length() != 2) return Undefined{"a mode has several strides"};
    }
    return make(operands);
  };
}

/// "cute::make_shape(cute::Int<2>{}, cute::make_shape(cute::Int<3>{}, cute::Int<4>{}))"
std::string as_static(const NestedTuple& tuple, const std::string& make) {
  if (tuple.is_entry()) return "cute::Int<" + std::to_string(tuple.entries().front()) + ">{}";
  std::string text;
  for (const NestedTuple& mode : tuple.modes())
    text += (text.empty() ? "" : ", ") + as_static(mode, make);
  return "cute::" + make + "(" + text + ")";
}

std::string alias(const std::string& name, const std::string& expression) {
  return "using " + name + " = decltype(" + expression + ");\n";
}

std::string alias(const std::string& name, const Layout& layout) {
  return alias(name, "cute::make_layout(" + as_static(layout.shape(), "make_shape") + ", " +
                         as_static(layout.stride(), "make_stride") + ")");
}

/// The layouts among the operands as A, B, …
std::string aliases(const std::vector<Value>& operands) {
  std::string text;
  char name = 'A';
  for (const Value& operand : operands)
    if (const auto* layout = std::get_if<Layout>(&operand))
      text += alias(std::string(1, name++), *layout);
  return text;
}

/// A layout, or a shape with strides of 0.
Layout as_layout(const Value& operand) {
  if (const auto* layout = std::get_if<Layout>(&operand)) return *layout;
  const auto& shape = std::get<NestedTuple>(operand);
  return {shape.profile(), shape.entries(), Tuple(shape.length(), 0)};
}

/// Why an operand is none of CuTe's static layouts and shapes, whose numbers are of type int; "" if
/// it is one, or a number.
std::string objection_to_static(const Value& operand) {
  constexpr Int most = Int{1} << 31;
  if (std::holds_alternative<Int>(operand)) return "";
  const Layout layout = as_layout(operand);
  // CuTe has no empty tuples inside of a shape that make_shape() would take.
  if (layout.profile().word().find("()") != std::string::npos)
    return to_string(operand) + " has an empty mode";
  const auto is_small = [](Int x) { return x < most; };
  const oracle::ExactLayout exact = layout;
  if (!std::all_of(layout.extents().begin(), layout.extents().end(), is_small) ||
      !std::all_of(layout.strides().begin(), layout.strides().end(), is_small) ||
      oracle::size(exact) >= most || oracle::cosize(exact) > most) {
    return to_string(operand) + " is too large for int";
  }
  return "";
}

/// What a kernel's file asks for, given the operands; its layouts are A, B, … already.
using Definitions = std::function<std::string(const std::vector<Value>&)>;

/// The job of a plain family with a kernel of CuTe to which the operands are constants.
MakeJob constants(const Family& plain, const std::string& file, const std::string& entry,
                  const Definitions& definitions) {
  return [make = like(plain, file, entry),
          definitions](const std::vector<Value>& operands) -> Outcome<Job> {
    for (const Value& operand : operands) {
      const std::string why = objection_to_static(operand);
      if (!why.empty()) return Undefined{why};
    }
    Outcome<Job> made = make(operands);
    if (!made) return made;
    Job job = std::move(made).value();
    // Behind the header, which need not be compiled each time.
    const std::size_t header = job.source.find("#include");
    job.source.insert(job.source.find('\n', header) + 1, aliases(operands) + definitions(operands));
    std::erase_if(job.launch.arguments,
                  [](const Argument& argument) { return argument.kind == Argument::Kind::value; });
    job.largest_index =
        std::max(Exact(job.launch.grid.x) * job.launch.block.x - 1, Exact(job.elements));
    for (const std::size_t i : {source_buffer, destination_buffer}) {
      const BufferSpec& buffer = job.buffers[i];
      job.largest_offset = std::max(job.largest_offset, Exact(buffer.bytes / buffer.width) - 1);
    }
    return job;
  };
}

MakeJob constants(const Family& plain, const std::string& file, const std::string& text) {
  return constants(plain, file, file, [text](const std::vector<Value>&) { return text; });
}

/// Its modes are the values and the threads.
MakeJob partition(const Family& plain, const std::string& made_by) {
  return constants(plain, "cute_partition", alias("Partition", made_by));
}

MakeJob vectors(const Family& plain, const std::string& type) {
  return constants(plain, "cute_vector",
                   "using Source = A;\nusing Destination = B;\nusing Vector = " + type + ";\n");
}

/// The layout, swizzled if there are a swizzle's numbers behind it.
std::string mapping(const std::vector<Value>& operands) {
  const auto number = [&](std::size_t i) { return std::to_string(std::get<Int>(operands[i])); };
  return alias("Mapping", operands.size() == 1
                              ? "A{}"
                              : "cute::composition(cute::Swizzle<" + number(1) + ", " + number(2) +
                                    ", " + number(3) + ">{}, A{})");
}

/// CuTe takes a coordinate of one mode for a layout of one mode, not for an entry.
std::string nested_constants(const std::vector<Value>& operands) {
  const Layout layout = as_layout(operands.front());
  return alias("Nested", layout.is_entry() ? Layout::tuple_of(std::array{layout}) : layout);
}

/// Swizzle<3,2,3> of the place in a row-major tile of 32 × 32: the three digits above the lowest
/// two of the column, each plus one of the row's lowest three, modulo 2.
Int in_tile(Int row, Int column) {
  Int place = 32 * row + column % 4;
  for (Int digit = 1; digit < 8; digit *= 2)
    place += (column / 4 / digit + row / digit) % 2 * digit * 4;
  return place;
}

Outcome<Job> cute_tile(const std::vector<Value>& operands) {
  constexpr Int side = 32;
  const Layout& source = std::get<Layout>(operands[0]);
  const Layout& destination = std::get<Layout>(operands[1]);
  for (const Layout* layout : {&source, &destination}) {
    if (const std::string why = objection(*layout); !why.empty()) return Undefined{why};
    if (!layout->is_flat() || layout->length() != 2) return Undefined{"it is no matrix"};
  }
  const Int rows = source.extents()[0];
  const Int columns = source.extents()[1];
  const Int row_stride = source.strides()[0];
  const Int column_stride = destination.strides()[1];
  if (destination.extents() != source.extents() || rows % side != 0 || columns % side != 0)
    return Undefined{"tiles of 32 by 32 do not divide both matrices"};
  if (source.strides()[1] != 1 || row_stride % 4 != 0 || row_stride < columns ||
      destination.strides()[0] != 1 || column_stride < rows) {
    return Undefined{
        "the source is not row-major in aligned vectors, or the destination not "
        "column-major"};
  }
  if (columns / side > 65535) return Undefined{"a grid of such height"};
  const Points from(source);
  const Points to(destination);
  Job job = make_job("cute_tile", "cute_tile", from.cosize(), to.cosize());
  job.buffers[source_buffer].vector = 4;
  job.launch.arguments = {source_argument(),
                          destination_argument(),
                          Argument::value(static_cast<std::int32_t>(rows)),
                          Argument::value(static_cast<std::int32_t>(columns)),
                          Argument::value(static_cast<std::int32_t>(row_stride)),
                          Argument::value(static_cast<std::int32_t>(column_stride))};
  job.launch.block = {128, 1, 1};
  job.launch.grid = {static_cast<std::uint32_t>(rows / side),
                     static_cast<std::uint32_t>(columns / side), 1};
  job.elements = rows * columns;
  job.largest_offset = std::max(from.cosize(), to.cosize()) - 1;
  choose_blocks(job, std::max(from.cosize(), to.cosize()));
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int first_row = block.x * side;
    const Int first_column = block.y * side;
    const Int t = thread.x;
    // 16 × 8 threads, row-major, with a vector each, twice.
    for (Int row = t / 8; row < side; row += 16) {
      const Int column = t % 8 * 4;
      touches.reads.push_back(from(first_row + row + rows * (first_column + column)));
      touches.shared_writes.push_back(in_tile(row, column));
    }
    // 32 × 4 threads, column-major, with an element each, eight times.
    for (Int column = t / 32; column < side; column += 4) {
      const Int row = t % 32;
      const Int i = first_row + row + rows * (first_column + column);
      touches.shared_reads.push_back(in_tile(row, column));
      touches.writes.push_back(to(i));
      touches.values.push_back(from(i));
    }
  };
  return with_cutlass(std::move(job));
}

/// C = A·Bᵀ of small integers; the operands are the extents of C and the length of the sums.
Outcome<Job> cute_gemm(const std::vector<Value>& operands) {
  constexpr Int side = 64;
  constexpr Int depth = 32;
  const Int m = std::get<Int>(operands[0]);
  const Int n = std::get<Int>(operands[1]);
  const Int k = std::get<Int>(operands[2]);
  if (m % side != 0 || n % side != 0 || k % depth != 0) return Undefined{"tiles do not divide it"};
  if (m > 1024 || n > 1024 || k > 1024) return Undefined{"too much work"};
  Job job = make_job("cute_gemm", "cute_gemm", (m + n) * k, m * n);
  BufferSpec& factors = job.buffers[source_buffer];
  factors.width = 2;
  factors.vector = 8;
  factors.bytes = static_cast<std::uint64_t>((m + n) * k) * 2;
  factors.fill.kind = Fill::Kind::bytes;
  for (Int row = 0; row < m + n; ++row) {
    for (Int column = 0; column < k; ++column) {
      const std::uint32_t bits = floating_bits(
          row < m ? small_entry(row, column, 1) : small_entry(row - m, column, 2), 5, 10);
      factors.fill.bytes.push_back(static_cast<std::byte>(bits & 0xffU));
      factors.fill.bytes.push_back(static_cast<std::byte>(bits >> 8U));
    }
  }
  job.checks_shared = false;
  job.launch.arguments = {source_argument(),
                          Argument::pointer({source_buffer}, m * k * 2),
                          destination_argument(),
                          Argument::value(static_cast<std::int32_t>(m)),
                          Argument::value(static_cast<std::int32_t>(n)),
                          Argument::value(static_cast<std::int32_t>(k))};
  job.launch.block = {128, 1, 1};
  job.launch.grid = {static_cast<std::uint32_t>(m / side), static_cast<std::uint32_t>(n / side), 1};
  job.elements = m * n;
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int t = thread.x;
    // 32 × 4 threads, row-major, with eight neighbours each, twice, of both factors.
    for (Int step = 0; step < k; step += depth) {
      for (Int row = t / 4; row < side; row += 32) {
        const Int column = step + t % 4 * 8;
        touches.reads.push_back((block.x * side + row) * k + column);
        touches.reads.push_back((m + block.y * side + row) * k + column);
      }
    }
    // Two by two warps; in a product of 16 × 8 a lane has two neighbours of one row, and those
    // eight rows below.
    const Int lane = t % 32;
    const Int warp = t / 32;
    for (Int row = lane / 4 + warp % 2 * 16; row < side; row += 32) {
      for (const Int below : {0, 8}) {
        for (Int column = lane % 4 * 2 + warp / 2 * 8; column < side; column += 16) {
          for (const Int beside : {0, 1}) {
            const Int i = block.x * side + row + below;
            const Int j = block.y * side + column + beside;
            Int sum = 0;
            for (Int l = 0; l < k; ++l)
              sum += small_entry(i, l, 1) * small_entry(j, l, 2);
            touches.writes.push_back(i + m * j);
            touches.values.push_back(float_bits(static_cast<float>(sum)));
          }
        }
      }
    }
  };
  return with_cutlass(std::move(job));
}

/// The family of CuTe's form of a plain one: with the same operands, and its samples unless there
/// are others.
Family form_of(const Family& plain, const std::string& name, const std::string& stands_for,
               MakeJob job, std::vector<std::string> samples = {}) {
  if (samples.empty()) {
    samples = plain.samples;
    for (std::string& line : samples)
      line.replace(0, line.find('('), "gpu." + name);
  }
  return {name, stands_for, plain.operands, std::move(job), std::move(samples)};
}

}  // namespace

std::vector<Family> cute_families(const std::vector<Family>& plain) {
  const auto family = [&](const std::string& name) -> const Family& {
    return *std::find_if(plain.begin(), plain.end(),
                         [&](const Family& other) { return other.name == name; });
  };
  // Those whose operands are arguments, and then those to whose kernels they are constants.
  const auto dynamic = [&](const std::string& like_this, const std::string& name,
                           const std::string& stands_for, const std::string& file) {
    return form_of(family(like_this), name, stands_for, like(family(like_this), file, name));
  };
  const auto of_constants = [&](const std::string& like_this, const std::string& stands_for,
                                MakeJob job, const std::string& name = "") {
    Family form = form_of(family(like_this), "cute_" + (name.empty() ? like_this : name),
                          stands_for, std::move(job));
    form.compiles_each = true;
    return form;
  };
  return {
      dynamic("parameters32", "cute_parameters32", "a CuTe layout as a parameter, int",
              "cute_dynamic"),
      dynamic("parameters64", "cute_parameters64", "the same with 64-bit indices", "cute_dynamic"),
      dynamic("copy32", "cute_copy32", "copies between CuTe tensors, int", "cute_dynamic"),
      dynamic("copy64", "cute_copy64", "the same with 64-bit indices", "cute_dynamic"),
      form_of(family("ragged"), "cute_ragged",
              "CuTe's tiles that do not divide the matrix, predicated by coordinates",
              ragged(family("ragged")),
              {"gpu.cute_ragged((20,37):(1,20), (20,37):(37,1))",
               "gpu.cute_ragged((48,40):(40,1), (48,40):(1,51))"}),
      dynamic("parameters32", "cutlass_divmod", "CUTLASS's FastDivmod, int", "cutlass_divmod"),
      of_constants(
          "crd2idx", "CuTe's crd2idx of a nested static layout, int",
          constants(family("crd2idx"), "cute_coordinates", "cute_crd2idx", nested_constants)),
      of_constants(
          "idx2crd", "CuTe's idx2crd of a nested static shape, int",
          constants(family("idx2crd"), "cute_coordinates", "cute_idx2crd", nested_constants)),
      of_constants("parameters64", "a static CuTe layout, int",
                   constants(family("parameters64"), "cute_layout", "cute_layout", mapping),
                   "layout"),
      of_constants("swizzle", "a CuTe swizzle of a static layout, int",
                   constants(family("swizzle"), "cute_layout", "cute_layout", mapping)),
      of_constants("composed", "CuTe's composite of static layouts beside its two steps",
                   constants(family("composed"), "cute_composed", "")),
      of_constants("divide", "a slice for each thread: CuTe's logical_divide",
                   partition(family("divide"), "cute::logical_divide(A{}, B{})")),
      of_constants("product", "a slice for each thread: CuTe's logical_product",
                   partition(family("product"), "cute::logical_product(A{}, B{})")),
      of_constants(
          "thread_values", "a thread-value layout composed with a tensor's by CuTe",
          partition(family("thread_values"), "cute::select<1, 0>(cute::composition(A{}, B{}))")),
      of_constants("vector2", "CuTe tensors recast to vectors of two elements",
                   vectors(family("vector2"), "uint64_t")),
      of_constants("vector4", "CuTe tensors recast to vectors of four elements",
                   vectors(family("vector4"), "cute::uint128_t")),
      {"cute_tile",
       "a CuTe tiled copy by cp.async through a swizzled tile, int",
       {Sort::layout, Sort::layout},
       cute_tile,
       {"gpu.cute_tile((32,32):(32,1), (32,32):(1,32))",
        "gpu.cute_tile((96,64):(68,1), (96,64):(1,97))"}},
      {"cute_gemm",
       "a CuTe matrix product: cp.async, ldmatrix, mma; m, n, k",
       {Sort::positive, Sort::positive, Sort::positive},
       cute_gemm,
       {"gpu.cute_gemm(64, 64, 32)", "gpu.cute_gemm(128, 64, 96)"}},
  };
}

}  // namespace layoutcheck::gpu
