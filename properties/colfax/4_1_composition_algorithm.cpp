// Statements about the composition algorithm (colfax 4.1).
#include "as_printed/categories.hpp"
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

#include <algorithm>
#include <array>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

// What is worded in two ways is refinement (2.2.4.1) and substitution (2.2.1.8).

using Pair = algebra::MutualRefinement;

std::string written(const Pair& pair) {
  return "(" + to_string(pair.first) + ", " + to_string(pair.second) + ")";
}

// ---- Algorithm 4.1.1

enum class Algorithm {
  as_printed,
  amended,  // the last loop ends with U; what is left of T is entries 1, or else it yields none
  bare,     // besides, a relative mode of one entry is that entry
};

/// The lists X' and Y' of line 41, in the names of the source; nothing for None.
using Lists = std::pair<std::vector<NestedTuple>, std::vector<NestedTuple>>;

std::optional<Lists> lists_of(const NestedTuple& t, const NestedTuple& u, Algorithm form) {
  Tuple x = t.entries();
  Tuple y = u.entries();
  Lists lists;
  Tuple x_mode;
  Tuple y_mode;
  const auto append = [form](Tuple& mode, std::vector<NestedTuple>& list) {
    const bool single = form == Algorithm::bare && mode.size() == 1;
    list.push_back(single ? NestedTuple(mode.front()) : NestedTuple::flat(mode));
    mode.clear();
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() && j < y.size()) {
    if (x[i] == y[j]) {
      x_mode.push_back(x[i++]);
      append(x_mode, lists.first);
      y_mode.push_back(y[j++]);
      append(y_mode, lists.second);
    } else if (y[j] % x[i] == 0) {
      x_mode.push_back(x[i]);
      append(x_mode, lists.first);
      y_mode.push_back(x[i]);
      y[j] /= x[i++];
    } else if (x[i] % y[j] == 0) {
      x_mode.push_back(y[j]);
      y_mode.push_back(y[j]);
      append(y_mode, lists.second);
      x[i] /= y[j++];
    } else {
      return std::nullopt;
    }
  }
  if (!y_mode.empty()) {
    y_mode.push_back(y[j++]);
    append(y_mode, lists.second);
  }
  const std::size_t end = form == Algorithm::as_printed && !y.empty() ? y.size() - 1 : y.size();
  for (; j < end; ++j)
    lists.second.emplace_back(y[j]);
  if (form == Algorithm::as_printed) return lists;
  if (!x_mode.empty()) return std::nullopt;
  for (; i < x.size(); ++i) {
    if (x[i] != 1) return std::nullopt;
    if (lists.second.empty()) {
      lists.first.push_back(NestedTuple::flat({}));
      continue;
    }
    x_mode.push_back(1);
    append(x_mode, lists.first);
    Tuple last = lists.second.back().entries();
    last.push_back(1);
    lists.second.back() = NestedTuple::flat(std::move(last));
  }
  return lists;
}

/// Lines 41 and 42; undefined where they mean nothing.
Outcome<Pair> put_into(const Lists& lists, const NestedTuple& t, const NestedTuple& u,
                       Wording wording) {
  if (wording == Wording::as_printed && (!can_substitute_as_printed(t.profile(), lists.first) ||
                                         !can_substitute_as_printed(u.profile(), lists.second))) {
    return Undefined{"lines 41 and 42 mean nothing"};
  }
  const Outcome<NestedTuple> fine_t = algebra::substitute(t.profile(), lists.first);
  const Outcome<NestedTuple> fine_u = algebra::substitute(u.profile(), lists.second);
  if (!fine_t || !fine_u) return Undefined{"lines 41 and 42 mean nothing"};
  return Pair{*fine_t, *fine_u};
}

/// Whether there is a mutual refinement. By the letter brackets around each entry make one of any,
/// unless nothing refines T or U.
bool has_mutual_refinement(const NestedTuple& t, const NestedTuple& u, Wording wording) {
  return oracle::mutual_refinement(t, u).has_value() &&
         (wording == Wording::amended ||
          (has_refinement_as_printed(t) && has_refinement_as_printed(u)));
}

/// The algorithm yields a mutual refinement exactly if there is one, and None otherwise.
Result refines_mutually(const NestedTuple& t, const NestedTuple& u, Algorithm form,
                        Wording wording) {
  const std::optional<Lists> lists = lists_of(t, u, form);
  if (!lists)
    return holds_if(!has_mutual_refinement(t, u, wording), "it yields None, but there is one");
  const Outcome<Pair> found = put_into(*lists, t, u, wording);
  if (!found) return fails(found.reason());
  return holds_if(is_mutual_refinement(t, u, *found, wording), [&] {
    return "it yields " + written(*found) + ", which is no mutual refinement";
  });
}

Result yields_bare_entries(const NestedTuple& t, const NestedTuple& u) {
  return refines_mutually(t, u, Algorithm::bare, Wording::amended).then([&] {
    const std::optional<Lists> lists = lists_of(t, u, Algorithm::bare);
    const Outcome<Pair> by_algebra = algebra::mutual_refinement(t, u);
    if (!lists) return holds_if(!by_algebra, "it yields None, the algebra a pair");
    const Pair found = *put_into(*lists, t, u, Wording::amended);
    return holds_if(by_algebra && *by_algebra == found,
                    [&] { return "it yields " + written(found) + ", the algebra another one"; });
  });
}

// ---- Construction 4.1.2.1

/// f' and g' from a mutual refinement, undefined where a pullback, a pushforward or a side of its
/// square is.
Outcome<algebra::ComposablePair> composable(const Morphism& f, const Morphism& g, const Pair& fine,
                                            Wording wording) {
  if (!is_mutual_refinement(f.codomain(), g.domain(), fine, wording))
    return Undefined{written(fine) + " is no mutual refinement"};
  if (!refines(pulled_back(f, fine.first), f.domain(), wording) ||
      !refines(pushed_forward(g, fine.second), g.codomain(), wording)) {
    return Undefined{"S' does not refine S, or V' does not refine V"};
  }
  if (wording == Wording::as_printed &&
      (!can_substitute_as_printed(f.domain().profile(), pulled_back_modes(f, fine.first)) ||
       !can_substitute_as_printed(g.codomain().profile(), pushed_forward_modes(g, fine.second)))) {
    return Undefined{"sub(S, …) or sub(V, …) is undefined"};
  }
  const Outcome<Morphism> pulled = oracle::pullback(f, fine.first);
  const Outcome<Morphism> pushed = oracle::pushforward(g, fine.second);
  if (!pulled || !pushed) return Undefined{"there is no pullback or no pushforward"};
  const Morphism inclusion(fine.first, shifted(fine.first.length(), 0), fine.second);
  return algebra::ComposablePair{composed(inclusion, *pulled), *pushed};
}

// ---- Algorithm 4.1.2

/// The representations of line 3, for outer∘inner.
struct Represented {
  Morphism f;  // S → T encodes `inner`
  Morphism g;  // U → V encodes coal(`outer`)
};

/// Nothing unless both layouts are tractable; the representation is defined for these.
std::optional<Represented> represented(const Layout& outer, const Layout& inner) {
  if (!oracle::is_tractable(outer) || !oracle::is_tractable(inner)) return std::nullopt;
  return Represented{*algebra::standard_representation(inner),
                     *algebra::standard_representation(*coalesced(outer))};
}

/// The algorithm from line 4 on, which calls this form of 4.1.1: nothing for None, and undefined
/// where a line means nothing.
std::optional<Outcome<Layout>> weak_composite(const Represented& r, Algorithm form,
                                              Wording wording) {
  const std::optional<Lists> lists = lists_of(r.f.codomain(), r.g.domain(), form);
  if (!lists) return std::nullopt;
  const Outcome<Pair> fine = put_into(*lists, r.f.codomain(), r.g.domain(), wording);
  if (!fine) return Outcome<Layout>(fine.undefined());
  const Outcome<algebra::ComposablePair> pair = composable(r.f, r.g, *fine, wording);
  if (!pair) return Outcome<Layout>(pair.undefined());
  return Outcome<Layout>(layout_as_printed(composed(pair->outer, pair->inner)));
}

/// Shape(C) refines shape(inner), and C has the function of outer∘inner (2.3.7.3).
Result is_right(const Layout& c, const Layout& outer, const Layout& inner, Wording wording) {
  const auto values = oracle::composed_table(outer, inner, Convention::strict, limits);
  return holds_if(
      refines(c.shape(), inner.shape(), wording) && values && oracle::table(c, limits) == *values,
      [&] { return "it yields " + to_string(c) + ", which is no weak composite"; });
}

/// The algorithm yields a weak composite exactly if there is one, and None otherwise. By the letter
/// brackets around each entry make one of a composite, unless nothing refines shape(inner).
Result composes_where_possible(const Layout& outer, const Layout& inner) {
  const std::optional<Represented> r = represented(outer, inner);
  if (!r) return unmet();
  const auto c = weak_composite(*r, Algorithm::as_printed, Wording::as_printed);
  if (c) return *c ? is_right(**c, outer, inner, Wording::as_printed) : fails(c->reason());
  const Outcome<Layout> wanted = composite(outer, inner);
  return holds_if(!wanted || !has_refinement_as_printed(inner.shape()),
                  [&] { return "it yields None, but the composite is " + text(wanted); });
}

/// The algorithm yields a weak composite exactly if T and U have a mutual refinement, and it is the
/// algebra's.
Result composes_where_refinable(const Layout& outer, const Layout& inner) {
  const std::optional<Represented> r = represented(outer, inner);
  if (!r) return unmet();
  const auto c = weak_composite(*r, Algorithm::bare, Wording::amended);
  const Outcome<Layout> by_algebra = algebra::weak_composite(outer, inner);
  if (c.has_value() != has_mutual_refinement(r->f.codomain(), r->g.domain(), Wording::amended) ||
      c.has_value() != by_algebra.has_value()) {
    return fails(std::string("it yields ") + (c ? "a layout" : "None") + ", the algebra " +
                 text(by_algebra));
  }
  if (!c) return holds();
  if (!*c || **c != *by_algebra) return fails("it yields " + text(*c));
  return is_right(**c, outer, inner, Wording::amended);
}

/// The output C, if it is not None, is a weak composite, and outer∘inner = coal(C, shape(inner)).
Result yields_composite(const Layout& outer, const Layout& inner, Algorithm form, Wording wording) {
  const std::optional<Represented> r = represented(outer, inner);
  if (!r) return unmet();
  const auto c = weak_composite(*r, form, wording);
  if (!c) return unmet();
  if (!*c) return fails("there is no output: " + c->reason());
  return is_right(**c, outer, inner, wording).then([&] {
    return equation(narrow(oracle::coalesce_over(**c, inner.shape(), limits)),
                    composite(outer, inner, wording));
  });
}

/// B, A, both tractable. B∘A mostly exists; A steps through the factors of B, or of coal(B), where
/// they may come in another order.
Domain tractable_pairs() {
  Domain domain = composable_tractable();
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) -> Operands {
    if (entropy.chance(60)) return draw(entropy, size);
    Layout outer = draw_tractable(entropy, size);
    Layout inner = draw_composable(entropy, *coalesced(outer));
    return {std::move(outer), std::move(inner)};
  };
  return domain;
}

// ---- Mutual refinements

/// The tuple of the refinement, with each entry of its flattening refined by the tuple in its
/// place.
NestedTuple refined_by(const NestedTuple& tuple, const std::vector<NestedTuple>& parts) {
  const std::vector<NestedTuple> used(parts.begin(),
                                      parts.begin() + static_cast<std::ptrdiff_t>(tuple.length()));
  return *algebra::substitute(tuple.profile(), used);
}

/// A mutual refinement of (T, U), mostly: the coarsest, one finer, or two refinements.
std::pair<NestedTuple, NestedTuple> draw_mutual_refinement(Entropy& entropy, const NestedTuple& t,
                                                           const NestedTuple& u) {
  const Outcome<algebra::MutualRefinement> found = algebra::mutual_refinement(t, u);
  if (!found || entropy.chance(12))
    return {draw_refinement(entropy, t), draw_refinement(entropy, u)};
  if (entropy.chance(45)) return {found->first, found->second};
  if (entropy.chance(15)) return {found->first, draw_refinement(entropy, found->second)};
  std::vector<NestedTuple> parts;
  for (const Int entry : found->second.entries())
    parts.push_back(draw_refinement(entropy, NestedTuple(entry)));
  if (found->first.length() > parts.size()) return {found->first, found->second};
  return {refined_by(found->first, parts), refined_by(found->second, parts)};
}

/// T, U, T', U', where (T', U') is mostly a mutual refinement of (T, U).
Domain mutual_refinements() {
  return enumerated_where(
      make_domain("two shapes and a mutual refinement", std::vector(4, Sort::shape),
                  [draw = mutually_refinable().draw](Entropy& entropy, int size) -> Operands {
                    Operands pair = draw(entropy, size);
                    auto [t, u] = draw_mutual_refinement(entropy, shape(pair, 0), shape(pair, 1));
                    pair.emplace_back(std::move(t));
                    pair.emplace_back(std::move(u));
                    return pair;
                  }),
      [](const NestedTuple& t, const NestedTuple& u, const NestedTuple& t_fine,
         const NestedTuple& u_fine) {
        return algebra::size(t) == algebra::size(t_fine) &&
               algebra::size(u) == algebra::size(u_fine);
      });
}

/// The algebra's and the oracle's predicates are the definition; and the prefix products are what
/// they then must be.
Result is_defined_as(const NestedTuple& t, const NestedTuple& u, const NestedTuple& t_fine,
                     const NestedTuple& u_fine, Wording wording) {
  const bool claimed = is_mutual_refinement(t, u, {t_fine, u_fine}, wording);
  const bool by_algebra = algebra::is_mutual_refinement(t, u, {t_fine, u_fine});
  const bool by_oracle =
      oracle::refines(t_fine, t) && oracle::refines(u_fine, u) && oracle::divides(t_fine, u_fine);
  // By the letter there are fewer.
  const bool may_differ = wording == Wording::as_printed && !claimed;
  if (!may_differ && (by_algebra != claimed || by_oracle != claimed))
    return fails(std::string("it is ") + (claimed ? "a" : "no") + " mutual refinement");
  if (!claimed) return holds();
  // The prefix products of T and U are among those of U', and those of T' are their beginning.
  const auto prefix_products = [](const NestedTuple& x) {
    std::vector<Exact> products{1};
    for (const Int entry : x.entries())
      products.emplace_back(products.back() * entry);
    return products;
  };
  const std::vector<Exact> fine = prefix_products(u_fine);
  return holds_for_all(std::array{t, u, t_fine}, [&](const NestedTuple& x) {
    const auto is_of_fine = [&](const Exact& product) {
      return std::ranges::binary_search(fine, product);
    };
    return holds_if(std::ranges::all_of(prefix_products(x), is_of_fine),
                    [&] { return "a prefix product of " + to_string(x) + " is none of U'"; });
  });
}

/// (T', U') ↦ ((id_{T♭}^T)^*T', (id_{U♭}^U)^*U') and back, as in the proof of 3.2.5.20.
Result corresponds_to_flat(const NestedTuple& t, const NestedTuple& u, const NestedTuple& t_fine,
                           const NestedTuple& u_fine, Wording wording) {
  const NestedTuple t_flat = algebra::flatten(t);
  const NestedTuple u_flat = algebra::flatten(u);
  const bool exists = has_mutual_refinement(t, u, wording);
  if (exists != has_mutual_refinement(t_flat, u_flat, wording))
    return fails(exists ? "the flattenings have none" : "the flattenings have one");
  const auto carried = [](const NestedTuple& from, const NestedTuple& to, const NestedTuple& fine) {
    return algebra::pullback(*algebra::reparenthesize(from, to), fine)->domain();
  };
  // Carries (T', U') from (A, B) to (C, D) and back.
  const auto returns = [&](const NestedTuple& a, const NestedTuple& b, const NestedTuple& c,
                           const NestedTuple& d) {
    const NestedTuple t_there = carried(c, a, t_fine);
    const NestedTuple u_there = carried(d, b, u_fine);
    return all_hold({
        {is_mutual_refinement(c, d, {t_there, u_there}, wording), "it is carried to one"},
        {carried(a, c, t_there) == t_fine && carried(b, d, u_there) == u_fine, "it comes back"},
    });
  };
  const bool of_nested = is_mutual_refinement(t, u, {t_fine, u_fine}, wording);
  const bool of_flat = is_mutual_refinement(t_flat, u_flat, {t_fine, u_fine}, wording);
  if (exists && !of_nested && !of_flat) return unmet();
  return all_hold({
      of_nested ? returns(t, u, t_flat, u_flat) : holds(),
      of_nested ? all_hold({
                      {carried(t_flat, t, t_fine) == *algebra::relative_flatten(t_fine, t) &&
                           carried(u_flat, u, u_fine) == *algebra::relative_flatten(u_fine, u),
                       "it is carried to the flattening"},
                  })
                : holds(),
      of_flat ? returns(t_flat, u_flat, t, u) : holds(),
  });
}

/// f: S → T, g: U → V, T', U', where (T', U') is mostly a mutual refinement of (T, U).
Domain morphisms_with_refinement() {
  const auto draw = [pairs = mutually_refinable()](Entropy& entropy, int size) -> Operands {
    const Operands pair = pairs.draw(entropy, size);
    const MorphismWish wish{false, entropy.chance(50), entropy.chance(50)};
    Morphism f = draw_morphism_into(entropy, size, shape(pair, 0), wish);
    Morphism g = draw_morphism_from(entropy, size, shape(pair, 1), wish);
    auto [t, u] = draw_mutual_refinement(entropy, shape(pair, 0), shape(pair, 1));
    return {std::move(f), std::move(g), std::move(t), std::move(u)};
  };
  const Part multiple = such_that(any(Sort::shape), [](const Operands& before, const Value& u) {
    return divides(shape(before, 1), std::get<NestedTuple>(u));
  });
  const Part from_coarser =
      such_that(any(Sort::morphism), [](const Operands& before, const Value& g) {
        return refines(shape(before, 2), std::get<Morphism>(g).domain(), Wording::amended);
      });
  return make_domain(
      "morphisms f: S → T and g: U → V, and a mutual refinement of (T, U)",
      {Sort::morphism, Sort::morphism, Sort::shape, Sort::shape}, draw,
      in_turn({any(Sort::morphism), refining(codomain_at(0)), multiple, from_coarser},
              {0, 3, 1, 2}));
}

/// f' = i∘f~ and g' = g~, from the pullback f~, the pushforward g~ and the inclusion i: T' → U',
/// are composable, and what the algebra makes of f and g.
Result makes_composable(const Morphism& f, const Morphism& g, const NestedTuple& t_fine,
                        const NestedTuple& u_fine, Wording wording) {
  const Pair fine{t_fine, u_fine};
  const Outcome<algebra::ComposablePair> found = algebra::composable(f, g, fine);
  if (!is_mutual_refinement(f.codomain(), g.domain(), fine, Wording::amended))
    return found ? fails("it is defined without a mutual refinement") : unmet();
  if (!is_mutual_refinement(f.codomain(), g.domain(), fine, wording)) return unmet();
  const Outcome<algebra::ComposablePair> claimed = composable(f, g, fine, wording);
  if (!claimed) return fails(claimed.reason());
  const auto& [inner, outer] = *claimed;
  return all_hold({
      {algebra::composition(outer, inner).has_value(), "f' and g' are composable"},
      {found && found->inner == inner && found->outer == outer, "the algebra's f' and g'"},
      // What the construction is for, by 3.2.5.11 and 3.2.5.15: the layout functions stay.
      {same_function(layout_as_printed(inner), layout_as_printed(f)), "f' has the function of f"},
      {same_function(layout_as_printed(outer), layout_as_printed(g)), "g' has that of g"},
  });
}

// 4.1.1: mutual refinements.
std::vector<Binding> mutual_refinement_statements() {
  return {
      {"colfax.4.1.1.1", mutual_refinements(), with(is_defined_as, Wording::as_printed)},
      {"colfax.4.1.1.1.amended", with(is_defined_as, Wording::amended)},
      {"colfax.4.1.1.6", mutual_refinements(), with(corresponds_to_flat, Wording::as_printed)},
      {"colfax.4.1.1.6.amended", with(corresponds_to_flat, Wording::amended)},
      {"colfax.4.1.1.alg", mutually_refinable(),
       with(refines_mutually, Algorithm::as_printed, Wording::as_printed)},
      {"colfax.4.1.1.alg.amended", with(refines_mutually, Algorithm::amended, Wording::amended)},
      {"colfax.4.1.1.alg.amended2", yields_bare_entries},
  };
}

// 4.1.2 to 4.1.4: composition.
std::vector<Binding> composition_statements() {
  return {
      {"colfax.4.1.2.1", morphisms_with_refinement(), with(makes_composable, Wording::as_printed),
       5},
      {"colfax.4.1.2.1.amended", with(makes_composable, Wording::amended)},
      {"colfax.4.1.2.alg", tractable_pairs(), composes_where_possible},
      {"colfax.4.1.2.alg.amended", composes_where_refinable},
      {"colfax.4.1.3.1", tractable_pairs(),
       with(yields_composite, Algorithm::as_printed, Wording::as_printed)},
      {"colfax.4.1.3.1.amended",
       [](const Layout& outer, const Layout& inner) {
         return all_hold({yields_composite(outer, inner, Algorithm::amended, Wording::amended),
                          yields_composite(outer, inner, Algorithm::bare, Wording::amended)});
       }},
  };
}

}  // namespace

std::vector<Binding> colfax_4() {
  return joined({mutual_refinement_statements, composition_statements});
}

}  // namespace layoutcheck::properties
