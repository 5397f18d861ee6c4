// What the checks of statements share: their operands, the source's definitions exactly as printed,
// and facts about functions that are decided from tables.
#pragma once

#include "src/words.hpp"
#include <layoutcheck/engine/statement.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/layouts.hpp>

#include <functional>
#include <stdexcept>

namespace layoutcheck::properties::as_printed {

/// Whether a definition is taken as printed, or as it is amended.
enum class Wording { as_printed, amended };

inline const Layout& layout(const Operands& operands, std::size_t i) {
  return std::get<Layout>(operands.at(i));
}
inline const NestedTuple& shape(const Operands& operands, std::size_t i) {
  return std::get<NestedTuple>(operands.at(i));
}

/// What is made, unless a constructor or the parser refuses it.
template <class Make>
auto unless_refused(Make&& make) -> Outcome<decltype(make())> {
  try {
    return make();
  } catch (const std::invalid_argument& refusal) {
    return Undefined{refusal.what()};
  } catch (const ParseError& refusal) {
    return Undefined{refusal.what()};
  }
}

/// How large a table may be.
inline constexpr oracle::Limits limits{4096};

/// Φ_A = Φ_B, domains included. Throws LimitReached.
inline bool same_function(const Layout& a, const Layout& b) {
  return oracle::same_function(a, b, limits);
}

/// Φ_L(0), …, Φ_L(size(L) − 1). Throws LimitReached, and Overflow.
inline Tuple table(const Layout& layout) {
  return oracle::to_tuple(oracle::table(layout, limits));
}

/// Whether Φ_L: [0, size(L)) → [0, cosize(L)) is a bijection (colfax 2.1.5.1, 2.3.5.1).
inline bool is_compact(const Layout& layout) {
  return oracle::is_compact(layout, limits);
}

/// A♭ ⋆ B♭ (colfax 2.1.3.36).
inline Layout join(const Layout& a, const Layout& b) {
  Tuple shape = a.extents();
  Tuple stride = a.strides();
  shape.insert(shape.end(), b.extents().begin(), b.extents().end());
  stride.insert(stride.end(), b.strides().begin(), b.strides().end());
  return Layout::flat(std::move(shape), std::move(stride));
}

/// A ⊥ B (colfax 2.1.6.1, 2.3.6.1).
inline bool is_complement(const Layout& a, const Layout& b) {
  return oracle::is_complement(a, b, limits);
}

/// B is an N-complement of A (colfax 2.1.6.24, 2.3.6.7).
inline bool is_complement(const Layout& a, const Layout& b, Int number) {
  return oracle::size(a) * oracle::size(b) == number && is_complement(a, b);
}

/// a divides b: b = k·a for some integer k; 0 divides 0 alone.
inline bool divides(const Exact& a, const Exact& b) {
  return a == 0 ? b == 0 : b % a == 0;
}

/// The last s_m·d_m of sort(squeeze(A)), which the source leaves undefined where m = 0; 1 there,
/// the only reading under which ():() has a complement for every number, as its example 2.1.7.12
/// needs.
inline Exact last_end(const Layout& a) {
  const Layout s = oracle::sort(oracle::squeeze(a));
  return s.length() == 0 ? Exact{1} : Exact{s.extents().back()} * s.strides().back();
}

/// Complementable as printed (colfax 2.1.6.11, 2.3.6.3): s_i·d_i divides d_{i+1} for 1 ≤ i < m,
/// where s:d = sort(squeeze(A♭)). Nothing forbids a stride of 0: (2):(0) is complementable.
inline bool is_complementable(const Layout& a) {
  const Layout s = oracle::sort(oracle::squeeze(a));
  for (std::size_t i = 0; i + 1 < s.length(); ++i)
    if (!divides(Exact{s.extents()[i]} * s.strides()[i], s.strides()[i + 1])) return false;
  return true;
}

/// Complementable as amended: besides, no entry has extent above 1 and stride 0, as colfax 2.1.6.15
/// says.
inline bool is_complementable_amended(const Layout& a) {
  const Layout s = oracle::squeeze(a);
  for (const Int d : s.strides())
    if (d == 0) return false;
  return is_complementable(a);
}

/// Tractable (colfax 2.1.8.1, 2.3.10.1): with s:d = sort(L♭), d_i = 0 or s_i·d_i divides d_{i+1}
/// for 1 ≤ i < m.
inline bool is_tractable(const Layout& l) {
  const Layout s = oracle::sort(l);
  for (std::size_t i = 0; i + 1 < s.length(); ++i) {
    const Int d = s.strides()[i];
    if (d != 0 && !divides(Exact{s.extents()[i]} * d, s.strides()[i + 1])) return false;
  }
  return true;
}

/// N-complementable as printed (colfax 2.1.6.25, 2.3.6.8): as above, and s_m·d_m divides N. As N is
/// not 0, this excludes strides of 0: if one is 0, so are all that follow in sort(squeeze(A)).
inline bool is_complementable(const Layout& a, Int number) {
  return is_complementable(a) && divides(last_end(a), number);
}

/// N-complementable by the letter of colfax 2.1.6.25: where all extents are 1 there is no s_m·d_m
/// of which it speaks.
inline bool is_complementable_by_letter(const Layout& a, Int number) {
  return oracle::size(a) > 1 && is_complementable(a, number);
}

/// Every flat layout without extents 1, of at most this rank, that has the function of L: its
/// extents are factors of size(L) in some order, and its strides are values of Φ_L. Throws
/// LimitReached, and Overflow.
inline std::vector<Layout> layouts_with_function(const Layout& layout, std::size_t max_rank) {
  const Tuple values = table(layout);
  const auto size = static_cast<Int>(values.size());
  const auto value = [&](Int x) { return values[static_cast<std::size_t>(x)]; };
  std::vector<Layout> found;
  Tuple shape;
  Tuple stride;
  // What is left is the function q ↦ Φ_L(q·start) on [0, size / start).
  const std::function<void(Int)> extend = [&](Int start) {
    const Int left = size / start;
    if (left == 1) {
      found.push_back(Layout::flat(shape, stride));
      return;
    }
    if (shape.size() == max_rank) return;
    for (Int extent = 2; extent <= left; ++extent) {
      if (left % extent != 0) continue;
      bool fits = true;
      for (Int q = 0; fits && q < left; ++q)
        fits = q % extent == 0 || value(q * start) - value((q - 1) * start) == value(start);
      if (!fits) continue;
      shape.push_back(extent);
      stride.push_back(value(start));
      extend(start * extent);
      shape.pop_back();
      stride.pop_back();
    }
  };
  extend(1);
  return found;
}

/// s_i = 1 implies d_i = 0 (colfax 2.1.2.27).
inline bool is_nondegenerate(const Layout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] == 1 && layout.strides()[i] != 0) return false;
  return true;
}

}  // namespace layoutcheck::properties::as_printed
