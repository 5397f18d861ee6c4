// What the families' jobs are made of: layouts as kernels take them, layout functions of the
// oracle, launches.
#pragma once

#include <layoutcheck/kernels/family.hpp>
#include <layoutcheck/machine/tensor_map.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace layoutcheck::gpu {

/// The modes that kernels have room for.
inline constexpr std::size_t most_modes = 8;

/// Points and places beyond which a launch would need a larger grid or memory than there is.
inline constexpr Int most_points = Int{1} << 38;
inline constexpr Int most_places = Int{1} << 44;

/// The bytes of shared memory after which every swizzle repeats.
inline constexpr Int repetition_of_swizzles = 1024;

/// struct Layout of cu/layout.cuh. Numbers that do not fit in an Index lose their high digits,
/// as they would in a host's code.
template <class Index>
struct DeviceLayout {
  std::int32_t rank = 0;
  std::array<Index, most_modes> extents{};
  std::array<Index, most_modes> strides{};

  explicit DeviceLayout(const Layout& layout) : rank(static_cast<std::int32_t>(layout.length())) {
    for (std::size_t i = 0; i < layout.length(); ++i) {
      extents[i] = static_cast<Index>(layout.extents()[i]);
      strides[i] = static_cast<Index>(layout.strides()[i]);
    }
  }
};

/// A layout function in machine words, which its cosize says suffice; tabulated if it is small.
class Points {
 public:
  /// Throws Overflow if its size or cosize does not fit in an Int.
  explicit Points(const oracle::ExactLayout& layout);

  /// Throws std::out_of_range unless 0 ≤ x < size().
  Int operator()(Int x) const;
  [[nodiscard]] Int size() const { return size_; }
  [[nodiscard]] Int cosize() const { return cosize_; }

 private:
  struct Entry {
    Int extent;
    Int stride;
  };

  std::shared_ptr<const std::vector<Entry>> entries_;
  std::shared_ptr<const std::vector<Int>> table_;
  Int size_ = 0;
  Int cosize_ = 0;
};

/// An operand that is a layout.
inline const Layout& layout_at(const std::vector<Value>& operands, std::size_t i) {
  return std::get<Layout>(operands[i]);
}

/// Why kernels do not take the layout: too many modes, points or places. "" if they do.
std::string objection(const Layout& layout);

/// Whether no two points of the layout have the same value, by its coalesced entries in the order
/// of strides; nothing is tabulated. It may say no of a layout with overlapping entries whose
/// values differ all the same.
bool is_plainly_injective(const Layout& layout);

/// ceil(a / b).
Int ceil_div(Int a, Int b);

/// The least multiple of `unit` that is not below n.
inline Int rounded_up(Int n, Int unit) {
  return ceil_div(n, unit) * unit;
}

/// A job of a kernel: its source, and the buffers of the source and the destination with so many
/// elements. The rest is for the caller to set.
Job make_job(std::string file, std::string entry, Int source_elements, Int destination_elements,
             std::uint32_t width = 4);

/// Chooses the blocks to run if all of them write too many elements, as `places` of memory have to
/// be there for them: the ends, those next to powers of two, the wanted ones and some between. Pre:
/// the grid and the number of elements are set.
void choose_blocks(Job& job, Int places, std::span<const Int> wanted = {});

/// A buffer with these numbers.
template <class Index>
BufferSpec table_of(const Tuple& numbers) {
  Fill fill;
  fill.kind = Fill::Kind::bytes;
  for (const Int number : numbers) {
    const Argument bytes = Argument::value(static_cast<Index>(number));
    fill.bytes.insert(fill.bytes.end(), bytes.bytes.begin(), bytes.bytes.end());
  }
  // A layout without modes has empty tables, and a buffer has at least a byte.
  return {std::max<std::uint64_t>(fill.bytes.size(), sizeof(Index)), fill, 0, sizeof(Index)};
}

/// Sets grid and blocks for threads that each take `elements_a_thread` of the indices below n. If
/// not all blocks run, those do where an offset of `layout` passes 2^31 or 2^32. Pre: the number of
/// elements is set.
void over_indices(Job& job, Int n, std::uint32_t threads, const Layout& layout,
                  Int elements_a_thread = 1);

/// The greatest index of a thread below or beyond n, in blocks of so many indices; or n, with which
/// indices are compared, where that is greater.
Exact last_index(Int n, Int indices_a_block);

/// Expects of thread i < at.size() that it reads place at(i) and writes it to place i.
void expect_gather(Job& job, Points at, std::uint32_t block_size);

/// A small integer for the entry of a factor of a product.
Int small_entry(Int row, Int column, Int seed);

/// The bits of a small integer as a floating-point number with so many bits of exponent and of
/// fraction, which suffice.
std::uint32_t floating_bits(Int x, unsigned exponents, unsigned fractions);

/// The bits of a float as a number.
Int float_bits(float x);

Argument source_argument();
Argument destination_argument();

/// The index of a thread in a grid of one dimension.
Int index_of(std::uint32_t block_size, const Dim3& block, const Dim3& thread);

/// The families of each file; those of CuTe are forms of the others, which they are given.
std::vector<Family> gather_families();
std::vector<Family> coordinate_families();
std::vector<Family> algebra_families();
std::vector<Family> copy_families();
std::vector<Family> tensor_copy_families();
std::vector<Family> product_families();
std::vector<Family> cute_families(const std::vector<Family>& plain);

}  // namespace layoutcheck::gpu
