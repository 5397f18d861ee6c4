// Injective, surjective and bijective layouts, by counting the values of their tables.
#pragma once

#include <layoutcheck/oracles/functions.hpp>

namespace layoutcheck::oracle {

/// How the values of a function lie in its box: the least one that contains them, at each place the
/// integers from the least to the greatest. Integers and bits have one place.
struct Values {
  bool none_twice = false;
  bool whole_box = false;
};

/// By the table. Throws LimitReached.
Values values_of(const ExactLayout& layout, const Limits& limits);
Values values_of(const ModuleLayout& layout, const Limits& limits);

/// Whether no value is taken twice, for more points than the limit. One is if and only if two
/// coordinates differ by some y ≠ 0 with Σ y_i·d_i = 0. All such y are tried, the entries of
/// greatest stride first, as far as those of smaller strides can compensate. Throws LimitReached if
/// this takes more steps than there may be points.
bool is_injective_by_differences(const ExactLayout& layout, const Limits& limits);

/// Whether each integer below the cosize is a value: with the entries by stride, d_1 ≤ d_2 ≤ …, no
/// d_k exceeds all that the entries before it add up to by more than 1. If one does, that sum plus
/// 1 is no value: a coordinate that is not 0 at entry k or later gives at least d_k, and any other
/// at most the sum. If none does, induction on k: the entries before k take all of [0, m], so that
/// those up to k take [x·d_k, x·d_k + m] for each x < s_k, and no gap is between these.
bool is_surjective_by_strides(const ExactLayout& layout);

/// The operations. Beyond the limit, a layout over a module is decided only if each stride has one
/// place, each place as a layout over the integers; and over XOR if no bit can be set in multiples
/// of two strides, as it then has the values of the same strides over the integers. Throw
/// LimitReached.
bool is_injective(const ExactLayout& layout, const Limits& limits);
bool is_surjective(const ExactLayout& layout, const Limits& limits);
bool is_bijective(const ExactLayout& layout, const Limits& limits);
bool is_injective(const ModuleLayout& layout, const Limits& limits);
bool is_surjective(const ModuleLayout& layout, const Limits& limits);
bool is_bijective(const ModuleLayout& layout, const Limits& limits);

}  // namespace layoutcheck::oracle
