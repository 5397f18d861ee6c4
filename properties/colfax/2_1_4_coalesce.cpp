// The statements on coalesced flat layouts (colfax 2.1.4).
#include "as_printed/flat.hpp"
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <numeric>
#include <set>

namespace layoutcheck::properties {

namespace {

using as_printed::is_flat_coalesced;
using engine::text;

/// Whether L is coalesced, or is not, by the definition and for the algebra.
Result coalesced_is(bool claimed, const Layout& l) {
  return agree<bool>({{"claimed", claimed},
                      {"coalesced", is_flat_coalesced(l)},
                      {"the algebra", algebra::is_flat_coalesced(l)}});
}

/// coal♭(L) = `claimed`.
Result coalesces_to(const Layout& l, const Layout& claimed) {
  return holds_if_equal(algebra::flat_coalesce(l), claimed);
}

// ---- Domains

/// A layout of rank 1, with exceptions.
Domain layouts_of_rank_one() {
  return make_domain("a flat layout, mostly of rank 1", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       if (entropy.chance(10)) return {draw_layout(entropy, size, true)};
                       const auto stride = static_cast<Int>(entropy.below(20));
                       return {Layout::flat({draw_extent(entropy, size)}, {stride})};
                     });
}

/// A flat layout that is often coalesced.
Domain often_coalesced_layouts() {
  return make_domain("a flat layout, often coalesced", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout l = draw_layout(entropy, size, true);
                       if (entropy.chance(35)) return {l};
                       const Layout coalesced =
                           oracle::to_layout(oracle::flat_coalesce_by_rewriting(l));
                       return {entropy.chance(20) ? perturb(entropy, coalesced) : coalesced};
                     });
}

// ---- Checks

Result check_2_1_4_1(const Layout& l) {
  return agree<bool>({{"coalesced", is_flat_coalesced(l)},
                      {"the algebra", algebra::is_flat_coalesced(l)},
                      {"the oracle", oracle::is_flat_coalesced(l)}});
}

Result check_2_1_4_5(const Layout& l) {
  if (l.length() != 1 || l.extents()[0] == 1) return unmet();
  return coalesced_is(true, l);
}

/// The reason that the example gives is checked with it: s_i d_i = d_{i+1} everywhere.
Result check_2_1_4_6(const Layout& l) {
  if (l.length() < 2 || !as_printed::is_column_major(l)) return unmet();
  for (std::size_t i = 0; i + 1 < l.length(); ++i)
    if (Exact{l.extents()[i]} * l.strides()[i] != l.strides()[i + 1])
      return fails("s_i d_i is not d_{i+1} for i = " + std::to_string(i + 1));
  return coalesced_is(false, l);
}

Result check_2_1_4_7(const Layout& l) {
  if (as_printed::has_extent_one(l) || !as_printed::is_row_major(l)) return unmet();
  for (std::size_t i = 0; i + 1 < l.length(); ++i)
    if (Exact{l.extents()[i]} * l.strides()[i] <= l.strides()[i + 1])
      return fails("s_i d_i does not exceed d_{i+1} for i = " + std::to_string(i + 1));
  return coalesced_is(true, l);
}

Result check_2_1_4_8(const Layout& l) {
  if (std::ranges::any_of(l.strides(), [](Int d) { return d != 0; })) return unmet();
  return coalesced_is(l.length() <= 1, l);
}

Result check_2_1_4_8_amended(const Layout& l) {
  return as_printed::has_extent_one(l) ? unmet() : check_2_1_4_8(l);
}

/// The construction with its equivalence relation as the classes that i ~ i + 1 generates, each
/// index in the class of its least member.
Result check_2_1_4_9(const Layout& l) {
  const Layout squeezed = oracle::squeeze(l);
  const Tuple& s = squeezed.extents();
  const Tuple& d = squeezed.strides();
  const std::size_t m = s.size();
  const auto related = [&](std::size_t i, std::size_t j) {
    return j == i + 1 && Exact{s[i]} * d[i] == d[j];
  };
  std::vector<std::size_t> least(m);
  std::iota(least.begin(), least.end(), std::size_t{0});
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        if ((related(i, j) || related(j, i)) && least[i] < least[j]) {
          least[j] = least[i];
          changed = true;
        }
      }
    }
  }
  // The quotient is ordered by representatives, so that the classes have to be intervals.
  if (!std::ranges::is_sorted(least)) return fails("a class is no interval");
  Tuple shape;
  Tuple stride;
  for (std::size_t first = 0; first < m; ++first) {
    if (least[first] != first) continue;
    Int extent = 1;
    for (std::size_t i = 0; i < m; ++i)
      if (least[i] == first) extent = checked_multiply(extent, s[i]);
    shape.push_back(extent);
    stride.push_back(d[first]);
  }
  return coalesces_to(l, Layout::flat(std::move(shape), std::move(stride)));
}

/// L without mode `first`, and with another extent and stride for the mode after it.
Layout replaced(const Layout& l, std::size_t first, Int extent, Int stride) {
  Tuple s = l.extents();
  Tuple d = l.strides();
  s[first + 1] = extent;
  d[first + 1] = stride;
  s.erase(s.begin() + static_cast<std::ptrdiff_t>(first));
  d.erase(d.begin() + static_cast<std::ptrdiff_t>(first));
  return Layout::flat(std::move(s), std::move(d));
}

/// The layouts in which no step is possible, of all that the steps lead to in some order.
/// `steps(L, i)` are the outcomes for modes i and i + 1. Throws LimitReached.
template <class Steps>
std::set<Layout> ends_of(const Layout& start, Steps&& steps) {
  std::set<Layout> seen;
  std::set<Layout> ends;
  std::vector<Layout> open{start};
  while (!open.empty()) {
    const Layout l = std::move(open.back());
    open.pop_back();
    if (!seen.insert(l).second) continue;
    oracle::charge(seen.size(), as_printed::limits, "the orders of the steps");
    const std::size_t before = open.size();
    for (std::size_t i = 0; i + 1 < l.length(); ++i)
      for (Layout& next : steps(l, i))
        open.push_back(std::move(next));
    if (open.size() == before) ends.insert(l);
  }
  return ends;
}

std::string text(const std::set<Layout>& layouts) {
  std::string text;
  for (const Layout& l : layouts)
    text += " " + to_string(l);
  return text;
}

/// s_i s_{i+1} : d_i, if d_{i+1} = s_i d_i.
std::vector<Layout> combined(const Layout& l, std::size_t i) {
  const Tuple& s = l.extents();
  const Tuple& d = l.strides();
  if (Exact{s[i]} * d[i] != d[i + 1]) return {};
  return {replaced(l, i, checked_multiply(s[i], s[i + 1]), d[i])};
}

/// Every order in which the steps can be taken: all end in the same layout, which is coalesced.
Result check_2_1_4_10(const Layout& l) {
  const Layout coalesced = algebra::flat_coalesce(l);
  const std::set<Layout> ends = ends_of(oracle::squeeze(l), combined);
  if (!std::ranges::all_of(ends, is_flat_coalesced))
    return fails("no step applies, but not all are coalesced:" + text(ends));
  return holds_if(ends == std::set{coalesced}, [&] {
    return "coal♭(L) is " + to_string(coalesced) + ", and the steps end in" + text(ends);
  });
}

/// The cases of the primer, of which several can apply.
std::vector<Layout> cases_of_the_primer(const Layout& l, std::size_t i) {
  const Tuple& s = l.extents();
  const Tuple& d = l.strides();
  std::vector<Layout> next = combined(l, i);
  if (s[i] == 1) next.push_back(replaced(l, i, s[i + 1], d[i + 1]));
  if (s[i + 1] == 1) next.push_back(replaced(l, i, s[i], d[i]));
  return next;
}

/// The primer's cases take two modes, so that the last mode stays, whatever its extent is.
Result check_primer(const Layout& l) {
  const std::set<Layout> ends = ends_of(l, cases_of_the_primer);
  std::set<Layout> claimed{algebra::flat_coalesce(l)};
  if (l.length() > 0 && oracle::size(l) == 1) {
    claimed.clear();
    for (const Int d : l.strides())
      claimed.insert(Layout::flat({1}, {d}));
  }
  return holds_if(ends == claimed,
                  [&] { return "the cases end in" + text(ends) + ", not in" + text(claimed); });
}

Result check_2_1_4_13(const Layout& l) {
  const bool all_ones = std::ranges::all_of(l.extents(), [](Int s) { return s == 1; });
  if (all_ones || !as_printed::is_column_major(l)) return unmet();
  return coalesces_to(l, Layout::flat({oracle::to_int(as_printed::product(l.extents()))}, {1}));
}

Result check_2_1_4_14(const Layout& l) {
  return as_printed::is_row_major(l) ? coalesces_to(l, oracle::squeeze(l)) : unmet();
}

Result check_2_1_4_15(const Layout& l) {
  const Layout c = algebra::flat_coalesce(l);
  return holds_if(c.is_flat() && is_flat_coalesced(c) && oracle::is_flat_coalesced(c),
                  [&] { return to_string(c) + " is not a coalesced flat layout"; });
}

Result check_2_1_4_16(const Layout& l) {
  if (is_flat_coalesced(l)) {
    const Result same = coalesces_to(l, l);
    if (same.kind != Result::Kind::holds) return same;
  }
  const Layout once = algebra::flat_coalesce(l);
  return coalesces_to(once, once);
}

Result check_2_1_4_17(const Layout& l) {
  const Layout c = algebra::flat_coalesce(l);
  return holds_if(as_printed::same_function(c, l),
                  [&] { return to_string(c) + " has another function than " + to_string(l); });
}

Result check_2_1_4_18(const Layout& a, const Layout& b) {
  const bool same = as_printed::same_function(a, b);
  const Layout coal_a = algebra::flat_coalesce(a);
  const Layout coal_b = algebra::flat_coalesce(b);
  return holds_if(same == (coal_a == coal_b), [&] {
    return "the functions are " + std::string(same ? "equal" : "different") +
           ", and the coalesced layouts are " + to_string(coal_a) + " and " + to_string(coal_b);
  });
}

/// A layout with an extent 1 has the function of the layout without that entry, whose rank is less.
/// So the claim holds if and only if, of the layouts without extents 1 that have the function,
/// coal♭(L) is the only one of its rank or less; they are all tried.
Result check_2_1_4_19(const Layout& l) {
  const Layout c = algebra::flat_coalesce(l);
  const std::vector<Layout> rivals = as_printed::layouts_with_function(l, c.length());
  return holds_if(c.is_flat() && rivals == std::vector{c}, [&] {
    std::string found;
    for (const Layout& rival : rivals)
      found += " " + to_string(rival);
    return "the coalesced layout is " + to_string(c) +
           "; of its rank or less have the function:" + (found.empty() ? " none" : found);
  });
}

}  // namespace

std::vector<Binding> colfax_2_1_4() {
  const Domain flat = layouts(Nesting::flat);
  const Domain major = as_printed::major_layouts();
  const Domain coalesced = often_coalesced_layouts();

  return {
      {"colfax.2.1.4.1", coalesced, check_2_1_4_1},
      {"colfax.2.1.4.5", layouts_of_rank_one(), check_2_1_4_5},
      {"colfax.2.1.4.6", as_printed::major_layouts(2), check_2_1_4_6},
      {"colfax.2.1.4.7", major, check_2_1_4_7},
      {"colfax.2.1.4.8", as_printed::layouts_of_strides_zero(), check_2_1_4_8},
      {"colfax.2.1.4.8.amended", check_2_1_4_8_amended},
      {"colfax.2.1.4.9", flat, check_2_1_4_9},
      {"colfax.2.1.4.10", flat, check_2_1_4_10},
      {"colfax.2.1.4.13", major, check_2_1_4_13},
      {"colfax.2.1.4.14", major, check_2_1_4_14},
      {"colfax.2.1.4.15", flat, check_2_1_4_15},
      {"colfax.2.1.4.16", coalesced, check_2_1_4_16},
      {"colfax.2.1.4.17", flat, check_2_1_4_17},
      {"colfax.2.1.4.18", up_to_order(layout_pairs(Nesting::flat)), check_2_1_4_18},
      {"colfax.2.1.4.19", flat, check_2_1_4_19},
      {"relation.primer-coalescence-is-flat-coalesce-above-size-1",
       as_printed::layouts_with_ones_and_zeros(), check_primer},
  };
}

}  // namespace layoutcheck::properties
