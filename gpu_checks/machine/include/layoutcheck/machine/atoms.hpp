// Which thread holds which entry of the operands of a matrix instruction, as layouts that are
// written from the PTX ISA. The executor of PTX reads the same tables.
#pragma once

#include <layoutcheck/notation/layout.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// An operand of an instruction, and where its entries lie.
struct Fragment {
  /// `A`, `B`, `C` or `D`, with `.shared` where a descriptor names them; `source` or `destination`
  /// of what moves a matrix; `threads` that do so together.
  std::string operand;
  /// (thread, value) → m + M·k of A, n + N·k of B, m + M·n of C and D; → bit of what is moved, rows
  /// of 128 bits one after the other. Values are counted in the order of the registers, and within
  /// a register from its lowest bit. `threads` is a mode alone: thread → lane.
  Layout layout;
  /// M of A, C and D, N of B; 0 where there are no rows and columns.
  Int lines = 0;
  /// Of the PTX ISA 9.2, by number and name.
  std::string section;
  /// What it says, as a formula; i counts the values of a thread.
  std::string rule;
  /// Whether other threads take part, of which it does not matter what they have: addresses of rows
  /// that no lane needs.
  bool is_of_some = false;
};

/// The operands of an instruction such as `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`; none
/// if there is no table of it.
std::vector<Fragment> fragments_of(std::string_view instruction);
std::vector<Fragment> fragments_of(const std::vector<std::string_view>& words);

/// One instruction for each form that has tables.
std::vector<std::string> instructions_with_fragments();

/// The values of a layout at all coordinates of each mode: [first][second].
std::vector<std::vector<Int>> values_by_mode(const Layout& layout);

/// The first place where another layout of an operand differs.
struct Difference {
  /// What is wrong with it as a whole, such as the number of its threads; "" if it is a place.
  std::string shape;
  Int thread = 0;
  Int value = 0;
  Int expected = 0;
  Int found = 0;
};
std::optional<Difference> difference(const Fragment& fragment, const Layout& found);

}  // namespace layoutcheck::gpu
