// Whether a layout is injective, surjective or bijective (docs/bijections.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>

namespace layoutcheck::algebra {

/// Whether no two indices have the same value. In general this is a subset-sum problem, for which
/// no fast algorithm is known. Throws LimitReached only if Theorems 1 to 3 of docs/bijections.md do
/// not decide and the remaining search takes more steps than are granted.
bool is_injective(const Layout& layout);

/// Whether each of 0, …, cosize(L) − 1 is a value (docs/bijections.md, Theorem 4).
bool is_surjective(const Layout& layout);

/// Whether L is both, that is, compact.
bool is_bijective(const Layout& layout);

/// The same over a module. Surjective means that the values fill their bounding box: at each place,
/// all integers from the least to the greatest one. Integers and bits have one place. Over XOR,
/// throw LimitReached if no theorem decides and there are more points than the limit.
bool is_injective(const ModuleLayout& layout, Int limit = default_limit);
bool is_surjective(const ModuleLayout& layout, Int limit = default_limit);
bool is_bijective(const ModuleLayout& layout, Int limit = default_limit);

}  // namespace layoutcheck::algebra
