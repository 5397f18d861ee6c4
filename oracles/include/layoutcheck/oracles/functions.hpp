// Exact evaluation of layout functions, on which all other references here are built.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/oracles/limits.hpp>

#include <span>
#include <vector>

namespace layoutcheck::oracle {

/// Thrown if an answer nests deeper than a value can (max_depth).
class TooDeep : public std::length_error {
 public:
  using std::length_error::length_error;
};

/// The profile (P_1, …, P_k). Throws TooDeep.
Profile tuple_of(std::span<const Profile> modes);

/// The same integer in 64 bits. Throws Overflow.
Int to_int(const Exact& x);
Tuple to_tuple(std::span<const Exact> xs);
std::vector<Exact> to_exact(const Tuple& xs);

/// A layout with exact integers: intermediate results may exceed 64 bits, even if the answer does
/// not.
struct ExactLayout {
  Profile profile = Profile::flat(0);
  std::vector<Exact> extents;
  std::vector<Exact> strides;

  /// The empty layout ():().
  ExactLayout() = default;
  ExactLayout(Profile p, std::vector<Exact> s, std::vector<Exact> d)
      : profile(std::move(p)), extents(std::move(s)), strides(std::move(d)) {}
  ExactLayout(const Layout& layout);  // NOLINT(google-explicit-constructor)

  static ExactLayout entry(Exact extent, Exact stride);
  static ExactLayout flat(std::vector<Exact> extents, std::vector<Exact> strides);
  /// The concatenation (L_1, …, L_k) (colfax 2.3.2.5). Throws TooDeep.
  static ExactLayout tuple_of(std::span<const ExactLayout> modes);

  [[nodiscard]] std::size_t length() const { return extents.size(); }
  [[nodiscard]] bool is_entry() const { return profile.is_entry(); }
  /// The modes in order; for depth 0 the layout itself (colfax 2.3.1.9).
  [[nodiscard]] std::vector<ExactLayout> modes() const;
  /// The flattening L♭ (colfax 2.3.1.13).
  [[nodiscard]] ExactLayout flattened() const { return flat(extents, strides); }

  friend bool operator==(const ExactLayout&, const ExactLayout&) = default;
};

/// The layouts with these profiles that together have the entries of L, in order.
std::vector<ExactLayout> split(const ExactLayout& layout, std::span<const Profile> parts);

/// The same layout in 64 bits. Throws Overflow.
Layout to_layout(const ExactLayout& layout);

/// The product of the integers.
Exact product(std::span<const Exact> xs);

/// The size of L: the product of its extents (colfax 2.1.2.9).
Exact size(const ExactLayout& layout);

/// The cosize of L: 1 + Σ (s_i − 1)·d_i (colfax 2.1.2.9). It is one more than the largest value of
/// Φ_L, because strides are not negative: the value is largest where every coordinate is.
Exact cosize(const ExactLayout& layout);

/// colex⁻¹: the coordinate of x < size(S) (colfax 2.1.2.18). Throws std::out_of_range.
std::vector<Exact> coordinate_of(std::span<const Exact> extents, Exact x);

/// colex: Σ s_1 ⋯ s_{i−1}·x_i (colfax 2.1.2.18). Throws std::out_of_range unless 0 ≤ x_i < s_i for
/// each i.
Exact index_of(std::span<const Exact> extents, std::span<const Exact> coordinate);

/// φ_L(x_1, …, x_m) = Σ x_i·d_i (colfax 2.1.2.13).
Exact coordinate_value(const ExactLayout& layout, std::span<const Exact> coordinate);

/// Φ_L(x) (colfax 2.1.2.19). Throws std::out_of_range unless x < size(L).
Exact value_at(const ExactLayout& layout, Exact x);

/// The same, where the convention extends L beyond its domain. Under `extended` the last entry is
/// unbounded, whatever its extent (shah 2.3); under `squeezed` the last one before the trailing
/// extents of 1. Without an unbounded entry it is 0 everywhere.
Exact value_at(const ExactLayout& layout, Exact x, Convention convention);

/// L at a coordinate whose parts may be integers, as in CuTe's crd2idx: an integer is a point of
/// the layout function, a tuple holds one coordinate for each mode. Undefined at a coordinate that
/// does not fit, and under `strict` at a point outside the domain. Otherwise the last entry of the
/// part that an integer addresses is unbounded; extents of 1 are not dropped before.
Outcome<Exact> apply(const ExactLayout& layout, const NestedTuple& coordinate,
                     Convention convention);

/// Φ_L(0), …, Φ_L(size(L) − 1). Throws LimitReached.
std::vector<Exact> table(const ExactLayout& layout, const Limits& limits);

/// Throws LimitReached if `points` exceeds the limit; `task` says what they are for.
void charge(const Exact& points, const Limits& limits, const char* task);

}  // namespace layoutcheck::oracle
