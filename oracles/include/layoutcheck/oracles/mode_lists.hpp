// Layouts as lists of modes: what CuTe's layout.hpp, tuple_algorithms.hpp and underscore.hpp group,
// choose and slice. A layout of depth 0 is its own mode 0. A shape is taken for a layout whose
// strides mean nothing.
#pragma once

#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/oracles/nesting.hpp>

namespace layoutcheck::oracle {

/// Modes begin, …, end − 1 become one mode; none if there are none of these.
Outcome<ExactLayout> group(const ExactLayout& layout, Int begin, Int end);

/// The tuple of the modes with these indices.
Outcome<ExactLayout> select_modes(const ExactLayout& layout, const Tuple& indices);

/// The tuple of the modes begin, …, end − 1.
Outcome<ExactLayout> take(const ExactLayout& layout, Int begin, Int end);

/// The end of a list at which modes are added.
enum class End { front, back };

/// (L_0, …, X) or (X, L_0, …), with one X, or with as many as it takes to have this rank. What has
/// the rank already stays as it is.
ExactLayout extended(const ExactLayout& layout, const ExactLayout& x, End end);
Outcome<ExactLayout> extended(const ExactLayout& layout, const ExactLayout& x, End end, Int rank);

/// X in place of mode `index`; for depth 0, X.
Outcome<ExactLayout> replace(const ExactLayout& layout, Int index, const ExactLayout& x);

/// Of ((a, b, …), (x, y, …), …) the transpose ((a, x, …), (b, y, …), …) (tuple_algorithms.hpp); the
/// modes have equal ranks, and either all or none have depth 0. Then the result is (L), and L for
/// depth 0. Undefined for a tuple without modes, which has no ranks.
Outcome<ExactLayout> zip(const ExactLayout& layout);

/// With the pair in place of each entry of the profile, (A, a), …: ((A, B, …), (a, b, …, x,
/// y)), where x, y are the modes beyond the profile's (tuple_algorithms.hpp, zip2_by).
Outcome<ExactLayout> tile_unzip(const ExactLayout& layout, const Profile& profile);

/// What stands at the positions of `_`, or of the integers, in one flat list of such parts; itself,
/// if the coordinate is one (underscore.hpp). Undefined unless the coordinate is weakly congruent.
Outcome<ExactLayout> slice(const Tiler& coordinate, const ExactLayout& layout);
Outcome<ExactLayout> dice(const Tiler& coordinate, const ExactLayout& layout);

/// What becomes of a list of modes does not depend on their strides: that of these layouts is that
/// of layouts over the integers whose strides number all entries.
std::vector<ExactLayout> numbered(const std::vector<ModuleLayout>& layouts);

/// The entries with the numbers of the list, which are to be over one module.
Outcome<ModuleLayout> with_entries(const Outcome<ExactLayout>& list,
                                   const std::vector<ModuleLayout>& layouts);

Outcome<ModuleLayout> slice(const Tiler& coordinate, const ModuleLayout& layout);

/// The coordinate, whose modes are separate if it is a tuple.
Tiler by_modes(const Tiler& coordinate);

/// The coordinate with 0 for `_` (stride.hpp, crd2idx).
NestedTuple at_zero(const Tiler& coordinate);

}  // namespace layoutcheck::oracle
