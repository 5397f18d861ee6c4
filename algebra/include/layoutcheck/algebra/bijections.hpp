// Which values a layout takes: none twice, all up to the greatest, or both (docs/bijections.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/layout.hpp>

namespace layoutcheck::algebra {

/// Whether no value is taken twice. In general that is a sum of subsets, which no fast algorithm
/// decides; it throws LimitReached only where none of docs/bijections.md, Theorems 1 to 3, decides
/// and the search that remains takes more steps than are granted.
bool is_injective(const Layout& layout);

/// Whether each of 0, …, cosize(L) − 1 is a value (docs/bijections.md, Theorem 4).
bool is_surjective(const Layout& layout);

/// Whether both are so, and so whether L is compact.
bool is_bijective(const Layout& layout);

/// The same over a module, where `onto` means all of the least box that has the values: at each
/// place the integers from the least to the greatest one; integers and bits are one place. Over XOR
/// they throw LimitReached if no theorem decides and there are more points than the limit.
bool is_injective(const ModuleLayout& layout, Int limit = default_limit);
bool is_surjective(const ModuleLayout& layout, Int limit = default_limit);
bool is_bijective(const ModuleLayout& layout, Int limit = default_limit);

}  // namespace layoutcheck::algebra
