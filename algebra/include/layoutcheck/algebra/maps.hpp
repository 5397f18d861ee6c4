// Pointed maps: the category Fin_* of finite pointed sets (colfax 3.1.1.1).
#pragma once

#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/outcome.hpp>

namespace layoutcheck::algebra {

/// The map that a morphism lies over (colfax 3.1.1.13, 3.2.1.1).
PointedMap underlying(const Morphism& f);

/// Whether no value except the base point is taken twice (colfax 3.1.1.9).
bool is_tractable(const PointedMap& a);

/// The identity of <n>*. Pre: n >= 0.
PointedMap identity_map(Int n);

/// a∘b. Undefined unless the codomain of b is the domain of a.
Outcome<PointedMap> composition(const PointedMap& a, const PointedMap& b);

/// a ⊕ b, side by side (colfax 3.1.5.1). Throws Overflow: a codomain may be any Int.
PointedMap sum(const PointedMap& a, const PointedMap& b);

/// Whether they share no value except the base point (colfax 3.1.5.29). Undefined unless they have
/// the same codomain, which the source presupposes.
Outcome<bool> is_disjoint(const PointedMap& a, const PointedMap& b);

/// a ⋆ b (colfax 3.1.5.30). Undefined unless the two are disjoint.
Outcome<PointedMap> concatenate(const PointedMap& a, const PointedMap& b);

}  // namespace layoutcheck::algebra
