// coal(A) read as digits, with an unbounded last one, and the levels at which an offset carries.
//
// With coal(A) = (a_1, …, a_k):(e_1, …, e_k), P_j = a_1⋯a_j and Δ_j = e_{j+1} − a_j e_j,
//   A(y) = e_1 y + Σ_{j<k} Δ_j ⌊y / P_j⌋,
// for y as far as A goes. No Δ_j is 0, as coal(A) is coalesced. (docs/composition.md, 1)
#pragma once

#include "exact_layout.hpp"
#include "few.hpp"
#include "parts.hpp"
#include <layoutcheck/notation/work.hpp>

#include <limits>
#include <span>
#include <type_traits>

namespace layoutcheck::algebra::detail {

/// Arithmetic on entries of A and B (Entry), offsets of B (Offset) and values of A, which are
/// subtracted (Value): in machine words when all entries and offsets fit, exactly otherwise. A
/// value is at most the offset times the greatest stride, as each digit is at most its share of it;
/// the Δ_j of the levels that an offset reaches have a sum of absolute values below 2^127, as the
/// a_j have a sum that is at most their product.
struct Words {
  using Entry = Int;
  using Offset = std::uint64_t;
  using Value = __int128;
};
struct Exactly {
  using Entry = Exact;
  using Offset = Exact;
  using Value = Exact;
};

/// The entries of a layout.
template <class Number>
struct Entries {
  std::span<const typename Number::Entry> extents;
  std::span<const typename Number::Entry> strides;

  [[nodiscard]] std::size_t length() const { return extents.size(); }
};

template <class Number>
class Radix {
 public:
  using Entry = typename Number::Entry;
  using Offset = typename Number::Offset;
  using Value = typename Number::Value;

  /// A level j: what A adds at each multiple of P_j.
  struct Level {
    Offset period;  // P_j
    Value jump;     // Δ_j
  };

  /// Under the extended convention the last entry goes on for ever, whatever its extent.
  Radix(const Entries<Number>& layout, Convention convention) {
    const std::size_t kept = convention == Convention::extended ? layout.length() : 0;
    extents_.reserve(layout.length());
    strides_.reserve(layout.length());
    for (std::size_t i = 0; i < layout.length(); ++i) {
      const Entry& extent = layout.extents[i];
      const Entry& stride = layout.strides[i];
      if (extent == 1 && i + 1 != kept) continue;
      if (!extents_.empty() && product(extents_.back(), strides_.back()) == Value(stride)) {
        enlarge(extent);
      } else {
        extents_.push_back(static_cast<Offset>(extent));
        strides_.push_back(stride);
      }
    }
  }

  /// Whether A is 0 everywhere because it has no digits.
  [[nodiscard]] bool is_constant() const { return extents_.empty(); }

  [[nodiscard]] Value at(Offset offset) const {
    Value value = 0;
    work();
    if (extents_.empty()) return value;
    for (std::size_t p = 0; p + 1 < extents_.size() && offset != 0; ++p) {
      work(2 * division_words(offset, extents_[p]));
      value += product(static_cast<Offset>(offset % extents_[p]), strides_[p]);
      offset /= extents_[p];
    }
    return value + product(offset, strides_.back());
  }

  /// The levels that an offset up to this one reaches, in order.
  [[nodiscard]] Few<Level> levels(const Offset& greatest) const {
    Few<Level> levels;
    Offset period = 1;
    for (std::size_t p = 0; p + 1 < extents_.size() && extents_[p] <= greatest / period; ++p) {
      work(division_words(greatest, period));
      period *= extents_[p];
      levels.push_back({period, Value(strides_[p + 1]) - product(extents_[p], strides_[p])});
    }
    return levels;
  }

 private:
  static Value product(const Offset& count, const Entry& stride) {
    return static_cast<Value>(count) * static_cast<Value>(stride);
  }

  void enlarge(const Entry& extent) {
    if constexpr (std::is_same_v<Offset, Exact>) {
      extents_.back() *= extent;
    } else if (__builtin_mul_overflow(extents_.back(), static_cast<Offset>(extent),
                                      &extents_.back())) {
      // No offset reaches it, and the digit is what it would be with the true extent.
      extents_.back() = std::numeric_limits<Offset>::max();
    }
  }

  Few<Offset> extents_;
  Few<Entry> strides_;
};

}  // namespace layoutcheck::algebra::detail
