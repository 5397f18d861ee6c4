// The domains of shah 2 and of the primer: shapes, modes and layouts that are mostly admissible.
#pragma once

#include "constructions/admissible.hpp"
#include "src/words.hpp"
#include <layoutcheck/engine/domain.hpp>

namespace layoutcheck::properties {

/// Whether shapes may have extents of 1: not in shah 2.2.
enum class Ones { none, some };

/// Two shapes; most of the time of one structure.
Domain matching_shapes();
/// A layout that is not empty and has positive strides, sorted half of the time.
Domain often_sorted_layouts();
/// A layout that is not empty and has positive strides; `count` of them.
Domain positive_layouts(Ones ones, std::size_t count = 1);
/// Factors, and a number by which they are mostly left divisible, often weakly only.
Domain factors_and_divisor(Ones ones);
/// S, B: a shape and a mode that are mostly admissible for composition.
Domain shape_and_mode(Ones ones, formulas::Admissibility admissibility);
/// A, B: the same with a layout.
Domain layout_and_mode(Ones ones, formulas::Admissibility admissibility);
/// S, B: a shape and a layout that are mostly admissible for composition. Enumerated are
/// shapes up to this rank, and B with extents above 1, in the order of its strides.
Domain shape_and_layout(Ones ones, formulas::Admissibility admissibility, std::size_t max_rank);
/// A, B: the same with a layout, of any rank.
Domain layout_and_layout(Ones ones, formulas::Admissibility admissibility);
/// A, B, where {B, size(A)} is mostly admissible for complementation and {shape(A), B} for
/// composition.
Domain layout_and_divisor(Ones ones, formulas::Admissibility admissibility);

}  // namespace layoutcheck::properties
