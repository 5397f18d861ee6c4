// Search over all candidates: existence by trying everything. It is far slower than the decisions
// elsewhere and knows nothing of their proofs; the tests compare the two.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/layouts.hpp>

#include <functional>

namespace layoutcheck::oracle {

/// Calls visit for each flat layout whose extents are above 1 with product n, and whose strides are
/// at most d.
void for_each_flat_layout(Int n, Int d, const std::function<void(const Layout&)>& visit);

/// All flat coalesced N-complements of A: size(A)·size(B) = N, and (A, B) takes each value of [0,
/// N) once.
std::vector<Layout> complements_by_search(const Layout& a, Int n);

/// All layouts C whose shape refines shape(B), which are coalesced over shape(B), and for which
/// Φ_C(c) = A(B(c)) at every point; none if B leaves the domain of A under `strict`.
std::vector<Layout> composites_by_search(const Layout& a, const Layout& b, Convention convention);

}  // namespace layoutcheck::oracle
