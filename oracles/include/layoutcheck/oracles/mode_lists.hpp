// Layouts as lists of modes, which CuTe's layout.hpp, tuple_algorithms.hpp and underscore.hpp
// group, select and slice. A layout of depth 0 is its own mode 0. A shape is treated as a layout
// whose strides are ignored.
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/nesting.hpp>

namespace layoutcheck::oracle {

/// The modes begin, …, end − 1 become one mode; the layout is unchanged if there are none of these.
Outcome<ExactLayout> group(const ExactLayout& layout, Int begin, Int end);

/// The tuple of the modes with these indices.
Outcome<ExactLayout> select_modes(const ExactLayout& layout, const Tuple& indices);

/// The tuple of the modes begin, …, end − 1.
Outcome<ExactLayout> take(const ExactLayout& layout, Int begin, Int end);

/// The end of a list at which modes are added.
enum class End { front, back };

/// (L_0, …, X) or (X, L_0, …), with one X, or with as many as it takes to reach this rank. A layout
/// that already has the rank is unchanged.
ExactLayout extended(const ExactLayout& layout, const ExactLayout& x, End end);
Outcome<ExactLayout> extended(const ExactLayout& layout, const ExactLayout& x, End end, Int rank);

/// X in place of mode `index`; for depth 0, X.
Outcome<ExactLayout> replace(const ExactLayout& layout, Int index, const ExactLayout& x);

/// The transpose ((a, x, …), (b, y, …), …) of ((a, b, …), (x, y, …), …) (tuple_algorithms.hpp). The
/// modes must have equal ranks, and either all or none depth 0; if all, the result is (L), and L
/// for depth 0. Undefined for a tuple without modes, which has no ranks.
Outcome<ExactLayout> zip(const ExactLayout& layout);

/// ((A, B, …), (a, b, …, x, y)), where the layout has the pairs (A, a), (B, b), … in place of the
/// profile's entries, and x, y are its modes beyond the profile's (tuple_algorithms.hpp, zip2_by).
Outcome<ExactLayout> tile_unzip(const ExactLayout& layout, const Profile& profile);

/// The parts at the positions of `_`, or of the integers, in one flat list; the layout itself if
/// the whole coordinate is one of these (underscore.hpp). Undefined unless the coordinate is weakly
/// congruent.
Outcome<ExactLayout> slice(const Tiler& coordinate, const ExactLayout& layout);
Outcome<ExactLayout> dice(const Tiler& coordinate, const ExactLayout& layout);

/// Operations on lists of modes do not depend on strides. So they are applied to these layouts over
/// the integers, whose strides number all entries.
std::vector<ExactLayout> numbered(const std::vector<ModuleLayout>& layouts);

/// The list with each number replaced by the stride of its entry. Undefined unless these are over
/// one module.
Outcome<ModuleLayout> with_entries(const Outcome<ExactLayout>& list,
                                   const std::vector<ModuleLayout>& layouts);

Outcome<ModuleLayout> slice(const Tiler& coordinate, const ModuleLayout& layout);

/// The coordinate, with separate modes if it is a tuple.
Tiler by_modes(const Tiler& coordinate);

/// The coordinate with 0 for `_` (stride.hpp, crd2idx).
NestedTuple at_zero(const Tiler& coordinate);

}  // namespace layoutcheck::oracle
