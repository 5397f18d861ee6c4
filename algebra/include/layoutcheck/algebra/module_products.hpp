// Divisions and products of layouts over modules, arranged like those of layouts over the integers
// (division.hpp, product.hpp; docs/modules.md).
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// V∘(B, complement(B, size(V))); by mode for a tuple of tilers. Throws Overflow and LimitReached.
Outcome<ModuleLayout> logical_divide(const ModuleLayout& a, const Tiler& tiler,
                                     Convention convention = Convention::strict,
                                     Int limit = default_limit);

/// (V, C∘B), where C is the complement of V for the least N ≥ size(V)·cosize(B) that has one; by
/// mode for a tuple of tilers, where a mode without strides is over the module of V. Undefined over
/// coordinates, for which there is no such number. Throws Overflow and LimitReached.
Outcome<ModuleLayout> logical_product(const ModuleLayout& a, const Tiler& tiler,
                                      Convention convention = Convention::strict,
                                      Int limit = default_limit);

/// The same with the parts of all modes gathered.
Outcome<ModuleLayout> zipped_divide(const ModuleLayout& a, const Tiler& tiler,
                                    Convention convention = Convention::strict,
                                    Int limit = default_limit);
Outcome<ModuleLayout> tiled_divide(const ModuleLayout& a, const Tiler& tiler,
                                   Convention convention = Convention::strict,
                                   Int limit = default_limit);
Outcome<ModuleLayout> flat_divide(const ModuleLayout& a, const Tiler& tiler,
                                  Convention convention = Convention::strict,
                                  Int limit = default_limit);
Outcome<ModuleLayout> zipped_product(const ModuleLayout& a, const Tiler& tiler,
                                     Convention convention = Convention::strict,
                                     Int limit = default_limit);
Outcome<ModuleLayout> tiled_product(const ModuleLayout& a, const Tiler& tiler,
                                    Convention convention = Convention::strict,
                                    Int limit = default_limit);
Outcome<ModuleLayout> flat_product(const ModuleLayout& a, const Tiler& tiler,
                                   Convention convention = Convention::strict,
                                   Int limit = default_limit);

/// ((V_0, R_0), (V_1, R_1), …) and ((R_0, V_0), (R_1, V_1), …), where (V, R) is the logical product
/// of V and B, both padded to the larger rank with modes of one element.
Outcome<ModuleLayout> blocked_product(const ModuleLayout& a, const Layout& b,
                                      Convention convention = Convention::strict,
                                      Int limit = default_limit);
Outcome<ModuleLayout> raked_product(const ModuleLayout& a, const Layout& b,
                                    Convention convention = Convention::strict,
                                    Int limit = default_limit);

}  // namespace layoutcheck::algebra
