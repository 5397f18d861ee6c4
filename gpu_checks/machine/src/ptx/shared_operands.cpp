// Matrices in shared memory as layouts: PTX ISA, sections "Matrix-Descriptor Format" of wgmma,
// "Shared memory descriptor" and "Canonical Layouts" of tcgen05, and "Swizzling Modes" of tensor
// copies.
#include "../thread_values.hpp"
#include "descriptor.hpp"
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/machine/shared_operands.hpp>

#include <algorithm>
#include <bit>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace layoutcheck::gpu {

namespace {

using ptx::MatrixDescriptor;

constexpr Int unit_bits = 8 * static_cast<Int>(ptx::unit_bytes);

[[noreturn]] void fail(const std::string& why) {
  throw std::invalid_argument(why);
}

/// A swizzle of bytes as one of entries.
Swizzle of_entries(Swizzle of_bytes, Int bits_of_entry) {
  constexpr Int bits_of_byte = 3;
  if (of_bytes.bits == 0) return {};
  of_bytes.base += bits_of_byte - std::countr_zero(static_cast<std::uint64_t>(bits_of_entry));
  return of_bytes;
}

/// What an operand is by its instruction: its lines along m or n, those along k that are held, and
/// the bits of an entry.
struct Matrix {
  Int lines;
  Int length;
  Int bits;
  bool is_of_wgmma;
};

Int size_of(const Layout& layout) {
  Int size = 1;
  for (const Int extent : layout.extents())
    size *= extent;
  return size;
}

Matrix matrix_of(std::string_view instruction, std::string_view operand) {
  const bool is_of_wgmma = instruction.starts_with("wgmma.");
  if (!is_of_wgmma && !instruction.starts_with("tcgen05.mma."))
    fail("only operands of wgmma and tcgen05.mma have descriptors");
  const std::vector<Fragment> fragments = fragments_of(instruction);
  const std::string name = std::string(operand) + (is_of_wgmma ? ".shared" : "");
  const auto found = std::ranges::find(fragments, name, &Fragment::operand);
  if (found == fragments.end() || (operand != "A" && operand != "B"))
    fail(fragments.empty() ? "there is no table of this instruction"
                           : "descriptors are of A and B");
  // The threads of tcgen05.mma are blocks, each with its part.
  const std::vector<Layout> modes = found->layout.modes();
  const Int lines = is_of_wgmma ? found->lines : found->lines / size_of(modes[0]);
  const Int length = size_of(modes[1]) / lines;
  const bool is_sparse = instruction.find(".sp") != std::string_view::npos;
  // The entries of a dense operand have 256 bits along k, but for 96 of 4 bits.
  constexpr Int bits_along_k = 256;
  const Int dense = is_sparse ? length / 2 : length;
  return {lines, is_sparse && operand == "A" ? dense : length,
          dense == 96 ? 4 : bits_along_k / dense, is_of_wgmma};
}

/// Of the canonical layouts, in the ISA's words: T entries are 16 bytes.
std::string rule_of(const MatrixDescriptor& descriptor, Major major) {
  const auto units = static_cast<Int>(descriptor.swizzled);
  const std::string lines = descriptor.swizzles_pairs ? "4" : "8";
  const std::string t = units == 1 ? "T" : std::to_string(units) + "T";
  std::string rule =
      descriptor.swizzles_pairs
          ? "Sw<2,5,2> o "
          : "Sw<" + std::to_string(std::countr_zero(descriptor.swizzled)) + ",4,3> o ";
  if (major == Major::k)
    return rule + "((" + lines + ",m),(T,2k)):((" + t + ",SBO),(1," + (units == 1 ? "LBO" : "T") +
           "))";
  return rule + "((T," + std::to_string(units) + ",m),(" + lines + ",k)):((1,T," +
         (units == 1 ? "SBO" : "LBO") + "),(" + t + "," + (units == 1 ? "LBO" : "SBO") + "))";
}

/// The modes along the contiguous dimension, and across it.
Layout layout_of(const MatrixDescriptor& descriptor, const Matrix& matrix, Major major) {
  const auto entries = [&](std::uint64_t bytes) {
    return static_cast<Int>(bytes) * 8 / matrix.bits;
  };
  const bool along_k = major == Major::k;
  const bool is_swizzled = descriptor.swizzled != 1;
  const Int along = along_k ? matrix.length : matrix.lines;
  const Int across = along_k ? matrix.lines : matrix.length;
  const Int in_unit = std::min(unit_bits / matrix.bits, along);
  const Int in_group = std::min<Int>(descriptor.swizzles_pairs ? 4 : 8, across);
  const Int units = along / in_unit;
  const Int together =
      is_swizzled && !along_k ? std::min(static_cast<Int>(descriptor.swizzled), units) : 1;
  if (units % together != 0)
    fail(std::to_string(along) + " entries are no whole number of swizzled spans");
  std::uint64_t next_units = descriptor.leading;
  std::uint64_t next_lines = descriptor.stride;
  if (!along_k && !is_swizzled) std::swap(next_units, next_lines);
  if (along_k && is_swizzled) next_units = ptx::unit_bytes;
  const Layout contiguous = mode({{in_unit, 1},
                                  {together, entries(ptx::unit_bytes)},
                                  {units / together, entries(next_units)}});
  const Layout other = mode({{in_group, entries(ptx::unit_bytes * descriptor.swizzled)},
                             {across / in_group, entries(next_lines)}});
  return Layout::tuple_of(along_k ? std::array{other, contiguous} : std::array{contiguous, other});
}

}  // namespace

SharedOperand described_operand(std::string_view instruction, std::string_view operand, Major major,
                                std::uint64_t descriptor) {
  const Matrix matrix = matrix_of(instruction, operand);
  const auto of = matrix.is_of_wgmma ? MatrixDescriptor::of_wgmma(descriptor)
                                     : MatrixDescriptor::of_tcgen05(descriptor);
  if (of.swizzled == 0) fail("there is no swizzling mode " + std::to_string(descriptor >> 61));
  if (of.continues) fail("an absolute leading address makes no layout");
  if (major == Major::mn && matrix.is_of_wgmma && matrix.bits != 16)
    fail("only entries of 16 bits may be transposed");
  if (major == Major::mn && matrix.bits < 8) fail("packed entries are not transposed");
  const bool needs_pairs = major == Major::mn && matrix.bits == 32;
  if (needs_pairs != of.swizzles_pairs)
    fail(needs_pairs ? "transposed tf32 takes a swizzle of 128 bytes with atoms of 32"
                     : "a swizzle with atoms of 32 bytes is for transposed tf32");
  const auto bits = static_cast<Int>(std::countr_zero(of.swizzled));
  const Swizzle swizzle = of.swizzles_pairs ? Swizzle{2, 5, 2} : Swizzle{bits, 4, 3};
  return {
      SwizzledLayout(of_entries(swizzle, matrix.bits), static_cast<Int>(of.start) * 8 / matrix.bits,
                     layout_of(of, matrix, major)),
      matrix.is_of_wgmma ? "Matrix-Descriptor Format" : "Canonical Layouts", rule_of(of, major)};
}

SharedOperand tile_operand(const TensorMap& map) {
  if (const std::string refusal = refusal_of(map); !refusal.empty()) fail(refusal);
  if (map.is_im2col()) fail("a tile of im2col mode depends on where it is");
  if (map.atom == TensorMap::Atom::of_32_flipped)
    fail("a swizzle that exchanges halves of 16 bytes is none of CuTe's");
  std::vector<Layout> modes;
  const auto bits = static_cast<Int>(map.shared_bits());
  Int stride = 1;
  for (std::size_t i = 0; i < map.rank; ++i) {
    const Int count = map.count(i);
    modes.push_back(mode({{count, stride}}));
    stride = i == 0 ? static_cast<Int>(map.pitch()) * 8 / bits : stride * count;
  }
  const bool is_swizzled = map.swizzle != TensorMap::Swizzle::none;
  const Int atom = std::countr_zero(map.atom_bytes());
  const Int atoms = is_swizzled ? std::countr_zero(map.atoms()) : 0;
  constexpr Int line = 7;
  const Swizzle swizzle{atoms, atom, line - atom};
  return {SwizzledLayout(of_entries(swizzle, bits), 0, Layout::tuple_of(modes)), "Swizzling Modes",
          is_swizzled ? "atom i of " + std::to_string(map.atom_bytes()) +
                            " bytes is where i xor the number of the line of 128 bytes is"
                      : "the rows follow each other"};
}

std::vector<std::string> questions_of_shared_operands() {
  std::vector<std::string> questions;
  const auto add = [&](const std::string& instruction, const std::string& operand, Major major) {
    const Matrix matrix = matrix_of(instruction, operand);
    const bool along_k = major == Major::k;
    const bool is_paired = !along_k && matrix.bits == 32;
    const Int group = is_paired ? 4 : 8;
    const Int units = (along_k ? matrix.length : matrix.lines) * matrix.bits / unit_bits;
    const Int groups = (along_k ? matrix.lines : matrix.length) / group;
    for (Int swizzle = is_paired ? 3 : 0; swizzle <= 3; ++swizzle) {
      const Int spans = std::max<Int>(units >> swizzle, 1);
      // In units of 16 bytes. Spans follow each other, and then groups of lines; of units that are
      // not swizzled, those of all lines do.
      const Int of_group = group << swizzle;
      Int leading = along_k ? 1 : of_group;
      Int stride = along_k ? of_group : of_group * spans;
      if (swizzle == 0 && along_k) leading = of_group * groups;
      if (swizzle == 0 && !along_k) std::swap(leading, stride);
      constexpr std::array<std::uint64_t, 4> of_wgmma = {0, 3, 2, 1};
      constexpr std::array<std::uint64_t, 4> of_tcgen05 = {0, 6, 4, 2};
      const auto i = static_cast<std::size_t>(swizzle);
      const std::uint64_t mode = matrix.is_of_wgmma ? of_wgmma[i] << 62
                                 : is_paired        ? std::uint64_t{1} << 61
                                                    : of_tcgen05[i] << 61;
      std::ostringstream text;
      text << instruction << ' ' << operand << (along_k ? ".shared.K(0x" : ".shared.MN(0x")
           << std::hex
           << (mode | static_cast<std::uint64_t>(leading << 16 | stride << 32) |
               (matrix.is_of_wgmma ? 0 : std::uint64_t{1} << 46))
           << ')';
      questions.push_back(text.str());
    }
  };
  const auto add_both = [&](const std::string& instruction, bool may_transpose) {
    for (const char* const operand : {"A", "B"}) {
      add(instruction, operand, Major::k);
      if (may_transpose) add(instruction, operand, Major::mn);
    }
  };
  add_both("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16", true);
  add_both("wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32", false);
  add_both("wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3", false);
  add_both("wgmma.mma_async.sync.aligned.m64n64k256.s32.b1.b1.and.popc", false);
  add_both("tcgen05.mma.cta_group::1.kind::f16.m128n64k16", true);
  add_both("tcgen05.mma.cta_group::1.kind::tf32.m128n64k8", true);
  add_both("tcgen05.mma.cta_group::2.kind::f8f6f4.m256n256k32", true);
  add_both("tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X.m128n64k64", false);
  for (const char* const tile :
       {"2d tile(f16, box=(64,32), swizzle=128B)", "2d tile(f16, box=(32,32), swizzle=64B)",
        "2d tile(f16, box=(16,32), swizzle=32B)", "2d tile(f16, box=(64,32), swizzle=none)",
        "2d tile(f32, box=(32,8), swizzle=128B_atom_32B)",
        "2d tile(u8, box=(128,8), swizzle=128B_atom_64B)",
        "2d tile(b4x16, box=(256,8), swizzle=128B)", "3d tile(bf16, box=(24,4,2), swizzle=64B)",
        "1d tile(u8, box=256)"})
    questions.push_back(std::string("cp.async.bulk.tensor.") + tile);
  return questions;
}

}  // namespace layoutcheck::gpu
