// Composition of small layouts in machine words, for enumerations of millions: the same steps as
// composition() (composition.hpp), in memory that is reused. A test compares the two.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>

#include <vector>

namespace layoutcheck::oracle {

class SmallComposition {
 public:
  /// Whether the layouts are so small that no value overflows and no table is large: sizes up to
  /// 2^12, strides up to 2^20.
  static bool takes(const Layout& a, const Layout& b);

  /// Decides whether A∘B exists, and keeps it until the next call. Precondition: takes(a, b).
  bool compose(const Layout& a, const Layout& b, Convention convention);

  /// Whether this is A∘B, coalesced over the shape of B. Precondition: compose() said that it
  /// exists.
  [[nodiscard]] bool is(const Layout& answer) const;

 private:
  bool recognize(std::size_t place, std::size_t extent);

  std::vector<Int> composed_;  // A(B(x))
  std::vector<Int> values_;    // of the layout that is put together
  std::vector<Int> extents_;   // of all modes of all parts
  std::vector<Int> strides_;
  std::vector<std::size_t> lengths_;  // how many of them belong to each entry of B
  std::string word_;
};

}  // namespace layoutcheck::oracle
