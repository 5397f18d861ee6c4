// Divisions and products of layouts over modules, and compositions with tilers (docs/modules.md).
#pragma once

#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/modules.hpp>

namespace layoutcheck::oracle {

/// V∘T.
Outcome<ModuleLayout> composition(const ModuleLayout& v, const Tiler& t, Convention convention,
                                  const Limits& limits);

/// V∘(B, B^c), where B^c is the size(V)-complement of B; or (V, V^c∘B), where V^c is the complement
/// for the least N ≥ size(V)·cosize(B) that has one, in the module of V for each of its modes.
Outcome<ModuleLayout> logical(Splitter splitter, const ModuleLayout& v, const Tiler& t,
                              Convention convention, const Limits& limits);

/// The same, gathered.
Outcome<BasicPair<ModuleLayout>> zipped(Splitter splitter, const ModuleLayout& v, const Tiler& t,
                                        Convention convention, const Limits& limits);

/// (V, V^c∘B) for V and B padded to the larger rank, mode by mode.
Outcome<ModuleLayout> blocked_product(const ModuleLayout& v, const Layout& b, Convention convention,
                                      const Limits& limits);
Outcome<ModuleLayout> raked_product(const ModuleLayout& v, const Layout& b, Convention convention,
                                    const Limits& limits);

}  // namespace layoutcheck::oracle
