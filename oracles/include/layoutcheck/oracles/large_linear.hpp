// Linear functions over XOR with too many points to tabulate: what their values at powers of two
// prove.
//
// f on [0, 2^n) is linear if f(x ^ y) = f(x) ^ f(y). It is the XOR of f(2^k) over the bits k of x,
// so that two linear functions are equal if they agree at powers of two. The functions below need
// no more points than that. Those that bear the name of an operation are decided by tables in
// module_inverses.hpp, bijections.hpp, modules.hpp and swizzled.hpp, which call them beyond the
// limit on points.
#pragma once

#include <layoutcheck/oracles/modules.hpp>

#include <map>

namespace layoutcheck::oracle {

/// f(1), f(2), f(4), …, f(2^(n − 1)).
struct Linear {
  std::vector<Exact> at_powers;
};

/// A constant under XOR with a linear function.
struct Affine {
  Exact at_zero;
  Linear rest;
};

/// The function of a layout over XOR, if it is linear: if the extents are powers of two, and no two
/// of the multiples d, 2d, 4d, … of a stride that are values share a bit, as a + b = a ^ b only
/// then.
std::optional<Linear> linear(const ModuleLayout& layout);

/// The function x ↦ Sw(n + L(x)), if the extents are powers of two, and neither n nor any of the
/// values L(2^k) shares a bit with another of these: then n + L(x) is their XOR, and Sw is linear.
/// If n is 0, these are all that are linear.
std::optional<Affine> affine(const SwizzledLayout& layout);
std::optional<Linear> linear(const SwizzledLayout& layout);

/// The same, but nothing up to the limit on points, or if the strides are not under XOR.
std::optional<Linear> linear_beyond(const ModuleLayout& layout, const Limits& limits);
std::optional<Linear> linear_beyond(const SwizzledLayout& layout, const Limits& limits);

/// The shortest layout over XOR with this function, of depth 0 or 1, and of several the one with
/// the greatest first extents. A mode over some bits is also one over fewer, so that each mode may
/// take as many as it can. Throws Overflow.
ModuleLayout written(const Linear& f);

/// The values of a linear function, by elimination.
class Image {
 public:
  explicit Image(const Linear& f);

  /// Whether no value is taken twice.
  [[nodiscard]] bool is_injective() const { return kernel_.empty(); }

  /// The least index with this value; nothing if it is no value.
  [[nodiscard]] std::optional<Exact> least_index(Exact value) const;

  /// The greatest of all values ^ c.
  [[nodiscard]] Exact greatest(Exact c = 0) const;

  /// Indices with the value 0, by their greatest bits: each such index is the XOR of some of these.
  [[nodiscard]] const std::map<std::size_t, Exact>& zeros() const { return kernel_; }

  /// For each greatest bit that a value has, one such value.
  [[nodiscard]] const std::map<std::size_t, Exact>& by_greatest_bit() const { return values_; }

 private:
  std::map<std::size_t, Exact> values_;
  std::map<std::size_t, Exact> indices_;  // of these
  std::map<std::size_t, Exact> kernel_;
};

bool is_injective(const Linear& f);
/// Whether the values are the numbers up to the greatest: there are 2^r of them, where r is how
/// many greatest bits they have.
bool is_surjective(const Linear& f);

/// R with R(2^k) = the least index with the value 2^k, up to the first that is no value.
ModuleLayout right_inverse(const Linear& f);
/// Whether f(R(i)) = i for all i, and R has at least so many points. Throws LimitReached if R is
/// not linear, and no point refutes it.
bool is_right_inverse(const ModuleLayout& r, const Linear& f, const Exact& least);

/// If a value v has the greatest bit k, R(2^k) is what R has to be at v under XOR with what it is
/// at v ^ 2^k; and else 0, the least.
Outcome<ModuleLayout> left_inverse(const Linear& f, Convention convention);
/// Throws LimitReached if R is not linear, and no point refutes it.
bool is_left_inverse(const ModuleLayout& r, const Linear& f, Convention convention);

/// Let 2^t be the least power of two above all values. Where [0, N) is covered, it is mapped onto
/// itself by XOR with any value, so that N is a multiple of 2^t. The least number of each coset of
/// the values has a 0 at each bit that is the greatest of a value: these numbers below 2^t, and the
/// multiples of 2^t, are the complement.
Outcome<ModuleLayout> complement(const Linear& f, const Exact& n, Convention convention);
/// Throws LimitReached if C is not linear, and no point refutes it.
bool is_complement(const ModuleLayout& c, const Linear& f, const std::optional<Exact>& n,
                   Convention convention);

/// The greatest n such that each i < n is the value of both at some x. The indices at which both
/// have the same value, and the values there, are closed under XOR, if 0 is one of the values: then
/// n is the least power of two that is none.
Exact max_common_vector(const Affine& f, const Affine& g);

}  // namespace layoutcheck::oracle
