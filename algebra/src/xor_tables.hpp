// Functions into the integers under XOR: as tables, and as the columns of a matrix.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/swizzle.hpp>

#include <map>
#include <optional>
#include <vector>

namespace layoutcheck::algebra::detail {

/// Throws LimitReached if there are more points.
void require_points(const Exact& points, Int limit);

/// Whether no two bits of d that are set are `distance` places or less apart.
bool is_sparse(const Exact& d, Int distance);

/// A mode over XOR on the way to an answer.
struct Run {
  Int extent;
  Exact stride;
};

/// The layout that coalesce() makes of these modes. Throws Overflow.
ModuleLayout coalesced_over_xor(const std::vector<Run>& modes);

/// All bits of the multiples x·d, x < s.
Exact span_of(Int s, const Exact& d);

/// Sw(x), in machine words or exact.
template <class Number>
Number swizzled_number(const Swizzle& swizzle, const Number& x) {
  const Number mask = (Number(1) << static_cast<unsigned>(swizzle.bits)) - 1;
  if (swizzle.shift >= 0) {
    const Number read = (x >> static_cast<unsigned>(swizzle.base + swizzle.shift)) & mask;
    return x ^ (read << static_cast<unsigned>(swizzle.base));
  }
  const Number read = (x >> static_cast<unsigned>(swizzle.base)) & mask;
  return x ^ (read << static_cast<unsigned>(swizzle.base - swizzle.shift));
}
inline Exact swizzled_exactly(const Swizzle& swizzle, const Exact& x) {
  return swizzled_number(swizzle, x);
}

/// All values of a layout over XOR. Throws LimitReached.
std::vector<Exact> xor_table(const ModuleLayout& layout, Int limit);

/// Those of a swizzled layout.
std::vector<Exact> swizzled_table(const SwizzledLayout& layout, Int limit);

/// The greatest of them. Throws LimitReached after too many steps.
Exact greatest_offset(const SwizzledLayout& layout);

/// The shortest layout over XOR with these values; of several the one whose first extents are the
/// greatest. Nothing if there is none. Throws Overflow.
std::optional<ModuleLayout> layout_of_xor_table(const std::vector<Exact>& values);

/// The values at 1, 2, 4, … of a layout over XOR that is linear and whose size is a power of two.
std::optional<std::vector<Exact>> columns(const ModuleLayout& layout);

/// The shortest layout over XOR that is linear and has these values there. Throws Overflow.
ModuleLayout layout_of_columns(const std::vector<Exact>& columns);

/// The right inverse of what has these values: the layout over XOR of the least index with each of
/// 0, 1, 2, …, of the greatest size. Undefined if the first value is not 0. Throws Overflow.
Outcome<ModuleLayout> right_inverse_of_table(const std::vector<Exact>& values);

/// The left inverse of what is linear and has these values at 1, 2, 4, …: the linear one with the
/// least values there, which takes a value to the least index that has it. Strict: undefined if a
/// value is taken twice. Throws Overflow.
Outcome<ModuleLayout> left_inverse_of_columns(const std::vector<Exact>& columns,
                                              Convention convention);

/// What a linear function over XOR is at some values, by elimination: a row for each leading bit.
class LinearMap {
 public:
  /// Sets what it is at `from`. Returns false if that follows from what it is elsewhere; then
  /// nothing changes.
  bool set(Exact from, Exact to) {
    reduce(from, to);
    if (from == 0) return false;
    const auto bit = static_cast<Int>(msb(from));
    rows_.emplace(bit, std::pair{std::move(from), std::move(to)});
    return true;
  }

  /// What it is at `from`, if that follows.
  [[nodiscard]] std::optional<Exact> at(Exact from) const {
    Exact to = 0;
    reduce(from, to);
    return from == 0 ? std::optional(to) : std::nullopt;
  }

  /// Whether a sum of the values at which it was set has this as its highest bit.
  [[nodiscard]] bool leads(Int bit) const { return rows_.contains(bit); }

 private:
  void reduce(Exact& from, Exact& to) const {
    for (auto row = rows_.rbegin(); row != rows_.rend() && from != 0; ++row) {
      if (!bit_test(from, static_cast<unsigned>(row->first))) continue;
      from ^= row->second.first;
      to ^= row->second.second;
    }
  }

  std::map<Int, std::pair<Exact, Exact>> rows_;
};

}  // namespace layoutcheck::algebra::detail
