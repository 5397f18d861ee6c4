// Layouts on the way to an answer: their entries need not fit in 64 bits.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::algebra::detail {

/// A layout with exact entries: what a quotient or a product composes with may not fit although the
/// answer does.
struct ExactLayout {
  Profile profile = Profile::flat(0);
  std::vector<Exact> extents;
  std::vector<Exact> strides;

  ExactLayout() = default;
  explicit ExactLayout(const Layout& layout);

  void push_back(Exact extent, Exact stride);
};

/// The number in 64 bits. Throws Overflow, where `what` names the number.
Int to_int(const Exact& number, const char* what);

Exact product_of(std::span<const Int> extents);

/// The size of a layout, and the same if it fits in an Int.
Exact exact_size(const Layout& layout);
std::optional<Int> fitting_size(const Layout& layout);

/// Appends a mode to a flat coalesced layout, so that it stays one.
void append(ExactLayout& layout, const Exact& extent, const Exact& stride);

/// A flat coalesced layout in the form of colfax 2.3.3.7. Throws Overflow.
Layout in_coalesced_form(const ExactLayout& layout);

/// coal♭(L♭) (colfax 2.1.4.9), whose extents may not fit.
ExactLayout exactly_coalesced(const Layout& layout);

/// composition() of such layouts. Overflow is thrown only if there is an answer, and it does not
/// fit.
Outcome<Layout> exact_composition(const ExactLayout& a, const ExactLayout& b, Convention convention,
                                  Int limit);

/// A left inverse of a flat coalesced layout, of which entries of stride 0 do not count. Undefined
/// if there is none that is a layout.
Outcome<ExactLayout> exact_left_inverse(const ExactLayout& coalesced);

/// Where the modes of A∘B end before the last, for every entry of B, if A has strides of either
/// sign and goes on beyond its last extent. Undefined if there is no A∘B. Throws LimitReached.
Outcome<std::vector<Tuple>> composite_ends(std::span<const Int> extents,
                                           std::span<const Int> strides, const Layout& b,
                                           Convention convention, Int limit);

/// What the stages on the way to an answer make. One that does not fit says nothing of the answer,
/// which may fit, or not exist.
template <class Stages>
auto in_64_bits(const Stages& stages) -> decltype(stages()) {
  try {
    return stages();
  } catch (const Overflow& overflow) {
    throw LimitReached(std::string("on the way, ") + overflow.what());
  }
}

}  // namespace layoutcheck::algebra::detail
