// Fragment layouts of matrix instructions: which thread holds which entry of each operand, as
// specified by the PTX ISA, or of AMD's by AMD's Matrix Instruction Calculator and reference
// guides. The PTX executor uses the same tables.
#pragma once

#include <layoutcheck/notation/layout.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// An operand of an instruction, and its layout.
struct Fragment {
  /// `A`, `B`, `C` or `D`, with `.shared` if named by a descriptor; of tcgen05.mma, the blocks are
  /// the threads, and `D.tensor` is (row, column) of a block → bit of tensor memory; for
  /// instructions that move a matrix, `source`, `destination` and the `threads` that execute them
  /// together.
  std::string operand;
  /// (thread, value) → m + M·k of A, n + N·k of B, m + M·n of C and D; for moves, → bit of the
  /// matrix, in consecutive rows of 128 bits. Values are counted in register order, and within a
  /// register from its lowest bit; of a sparse A, all columns of each chunk count, of which half
  /// are held. `threads` has a single mode: thread → lane.
  Layout layout;
  /// M for A, C and D, N for B; 0 if there are no rows and columns.
  Int lines = 0;
  /// The section of the PTX ISA 9.2, by number and name; or AMD's tool or
  /// guide.
  std::string section;
  /// Its formula; i counts the values of a thread.
  std::string rule;
  /// Whether other threads participate whose values do not matter: addresses of rows that no lane
  /// needs.
  bool is_of_some = false;
  /// Whether the bits are those of tensor memory: 32·column + 2^21·lane.
  bool in_tensor_memory = false;
};

/// The operands of an instruction such as `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`, or
/// `tcgen05.mma.cta_group::1.kind::f16.m128n64k16` with the shape of the descriptor; none if there
/// is no table for it.
std::vector<Fragment> fragments_of(std::string_view instruction);
std::vector<Fragment> fragments_of(const std::vector<std::string_view>& words);

/// Where the registers of tcgen05.ld and .st lie, from the address on: (thread, bit of the
/// registers) → bit of tensor memory. Of 16x32bx2, the columns of the second half follow those of
/// the first. Throws std::invalid_argument if there is no such shape.
Layout tensor_move_layout(std::string_view shape, Int times, bool packed);

/// One instruction for each form that has tables.
std::vector<std::string> instructions_with_fragments();

/// The values of a layout at all coordinates of each mode: [first][second].
std::vector<std::vector<Int>> values_by_mode(const Layout& layout);

/// The first place where another layout of an operand differs.
struct Difference {
  /// What is wrong with the whole layout, such as its number of threads; "" if a place differs.
  std::string shape;
  Int thread = 0;
  Int value = 0;
  Int expected = 0;
  Int found = 0;
};
std::optional<Difference> difference(const Fragment& fragment, const Layout& found);

}  // namespace layoutcheck::gpu
