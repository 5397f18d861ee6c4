// What the checks about morphisms share: the definitions of colfax chapter 3 exactly as printed,
// and the operations on layouts that its claims compare with.
#pragma once

#include "as_printed/definitions.hpp"
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/morphism_operations.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/composition.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace layoutcheck::properties::as_printed {

/// An equation holds if both of its sides exist and are equal.
template <class T>
Result equation(const Outcome<T>& left, const Outcome<T>& right) {
  return holds_if(left && right && *left == *right, [&] {
    return "the left side is " + text(left) + ", the right side is " + text(right);
  });
}

/// Equations between several sides, of which all exist and are equal.
template <class T>
Result equations(std::initializer_list<Formulation<T>> sides) {
  if (sides.begin()->value == nullptr)
    return fails(std::string(sides.begin()->name) + ": " + text(*sides.begin()->outcome));
  return agree<T>(sides);
}

// ---- Morphisms

/// Whether entry j of the codomain, counted from 1, is in the image of f.
inline bool hits(const Morphism& f, std::size_t j) {
  return std::find(f.map().begin(), f.map().end(), static_cast<Int>(j)) != f.map().end();
}

/// s_i = 1 only where α(i) = * (colfax 3.1.2.17, 3.2.2.13).
inline bool is_nondegenerate(const Morphism& f) {
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (f.domain().entries()[i] == 1 && f.map()[i] != 0) return false;
  return true;
}

/// Whether the pointed map of f is injective: nothing but * goes to *. No other value is ever taken
/// twice.
inline bool is_injective(const Morphism& f) {
  return std::find(f.map().begin(), f.map().end(), 0) == f.map().end();
}

/// Standard form (colfax 3.1.2.12, 3.2.2.10): the last entry of the codomain is hit if there is
/// more than one; as amended, if there is one.
inline bool has_standard_form(const Morphism& f, Wording wording) {
  const std::size_t n = f.codomain().length();
  const std::size_t exempt = wording == Wording::as_printed ? 1 : 0;
  if (!f.codomain().is_flat() || (n > exempt && !hits(f, n))) return false;
  for (std::size_t j = 1; j < n; ++j)
    if (!hits(f, j) && (f.codomain().entries()[j - 1] == 1 || !hits(f, j + 1))) return false;
  return true;
}

/// Sorted (colfax 3.1.5.12).
inline bool is_sorted(const Morphism& f) {
  const Tuple& s = f.domain().entries();
  const Tuple& alpha = f.map();
  for (std::size_t i = 0; i < s.size(); ++i) {
    work(s.size());
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (alpha[i] == 0 && alpha[j] != 0 && i >= j) return false;
      if (alpha[i] == 0 && alpha[j] == 0 && i <= j && s[i] > s[j]) return false;
      if (alpha[i] != 0 && alpha[j] != 0 && i <= j && alpha[i] > alpha[j]) return false;
    }
  }
  return true;
}

/// Coalesced (colfax 3.1.5.20).
inline bool is_coalesced(const Morphism& f) {
  const Tuple& s = f.domain().entries();
  const Tuple& t = f.codomain().entries();
  const Tuple& alpha = f.map();
  if (std::find(s.begin(), s.end(), 1) != s.end()) return false;
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    const Int here = alpha[i];
    const Int next = alpha[i + 1];
    bool gap = false;
    work(t.size());
    for (Int j = here + 1; j < next; ++j)
      gap = gap || t[static_cast<std::size_t>(j) - 1] > 1;
    const int conditions = (here == 0 && next != 0 ? 1 : 0) + (here != 0 && next == 0 ? 1 : 0) +
                           (here != 0 && next != 0 && here > next ? 1 : 0) +
                           (here != 0 && next != 0 && here < next && gap ? 1 : 0);
    if (conditions != 1) return false;
  }
  return true;
}

/// Whether the codomains agree and the images share only * (colfax 3.1.5.32, 3.2.6.1).
inline bool are_disjoint(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return false;
  return std::none_of(f.map().begin(), f.map().end(),
                      [&](Int j) { return j != 0 && hits(g, static_cast<std::size_t>(j)); });
}

/// g is a complement of f: their images are disjoint, and f ⋆ g is an isomorphism, so that its map
/// is a bijection (colfax 3.1.5.39, 3.2.6.14).
inline bool is_complement(const Morphism& f, const Morphism& g) {
  return are_disjoint(f, g) && is_injective(f) && is_injective(g) &&
         f.map().size() + g.map().size() == f.codomain().length();
}

/// Whether f^c is defined and g ends where it starts, in the tuple of the entries that f misses
/// (colfax 3.1.5.57, 3.2.6.28).
inline bool are_product_admissible(const Morphism& f, const Morphism& g) {
  Tuple missed;
  for (std::size_t j = 1; j <= f.codomain().length(); ++j)
    if (!hits(f, j)) missed.push_back(f.codomain().entries()[j - 1]);
  return is_injective(f) && g.codomain() == NestedTuple::flat(std::move(missed));
}

/// size(T) for f: S → T. Throws Overflow.
inline Int codomain_size(const Morphism& f) {
  return oracle::to_int(oracle::product(oracle::to_exact(f.codomain().entries())));
}

/// L_f, if f exists.
inline Outcome<Layout> encoded(const Outcome<Morphism>& f) {
  if (!f) return f.undefined();
  return algebra::layout_of(*f);
}

inline Outcome<Morphism> concatenation(const std::vector<Morphism>& fs) {
  return algebra::concatenate(fs);
}
inline Outcome<Morphism> flat_concatenation(const std::vector<Morphism>& fs) {
  return algebra::flat_concatenate(fs);
}

// ---- Layouts. The composites take the outer operand first.

inline Outcome<Layout> narrow(const Outcome<oracle::ExactLayout>& layout) {
  if (!layout) return layout.undefined();
  return oracle::to_layout(*layout);
}

/// (L_1, L_2) and L_1♭ ⋆ L_2♭.
inline Layout concatenation(const Layout& a, const Layout& b) {
  return Layout::tuple_of(std::vector{a, b});
}
inline Layout flat_concatenation(const Layout& a, const Layout& b) {
  const Layout both = concatenation(a, b);
  return Layout::flat(both.extents(), both.strides());
}

/// A∘B in the sense of colfax 2.3.7.1, and of 2.1.7.1: flat, with the shape of B.
inline Outcome<Layout> composite(const Layout& a, const Layout& b) {
  return narrow(oracle::composition(a, b, Convention::strict, limits));
}
inline Outcome<Layout> flat_composite(const Layout& a, const Layout& b) {
  return narrow(oracle::flat_composition(a, b, limits));
}

/// coal(L) (colfax 2.3.3.7) and coal♭(L♭) (2.1.4.9).
inline Outcome<Layout> coalesced(const Outcome<Layout>& layout) {
  if (!layout) return layout;
  return oracle::to_layout(oracle::coalesce(*layout, limits));
}
inline Outcome<Layout> flat_coalesced(const Outcome<Layout>& layout) {
  if (!layout) return layout;
  return oracle::to_layout(oracle::flat_coalesce(*layout, limits));
}

/// comp♭(A) (colfax 2.1.6.16), comp♭(A, N) (2.1.6.29) and comp(A, N) (2.3.6.5). Where
/// sort(squeeze(A)) is empty the constructions of the source have no meaning; they are then ():()
/// and coal♭((N):(1)).
inline Outcome<Layout> flat_complement(const Layout& a) {
  return narrow(oracle::flat_complement(a, limits));
}
inline Outcome<Layout> flat_complement(const Layout& a, Int number) {
  return narrow(oracle::flat_complement(a, number, Convention::strict, limits));
}
inline Outcome<Layout> complement(const Layout& a, Int number) {
  return coalesced(flat_complement(a, number));
}

/// size(A)·cosize(B) (colfax 2.1.7.13, 2.3.9.1). Throws Overflow.
inline Int product_number(const Layout& a, const Layout& b) {
  return oracle::to_int(oracle::size(a) * oracle::cosize(b));
}

// ---- Claims of both sections

/// |f| = Φ_{L_f}, as a map to [0, size(T)) (colfax 3.1.4.5, 3.2.4.2).
inline Result realizes_layout(const Morphism& f) {
  const Layout layout = algebra::layout_of(f);
  const Tuple values = table(layout);
  const Exact size = oracle::product(oracle::to_exact(f.codomain().entries()));
  if (oracle::cosize(layout) > size)
    return fails(to_string(layout) + " has values beyond the size of the codomain");
  return holds_if_equal(NestedTuple::flat(algebra::realization(f, static_cast<Int>(limits.points))),
                        NestedTuple::flat(values));
}

/// L_{f_L} = L for a tractable L (colfax 3.1.2.9, 3.2.2.8).
inline Result is_represented(const Layout& layout) {
  if (!oracle::is_tractable(layout)) return unmet();
  return equation<Layout>(encoded(algebra::standard_representation(layout)), layout);
}

/// The one-to-one correspondence (colfax 3.1.2.21, 3.2.2.15), seen from both sides: f_{L_f} = f for
/// each f of the one set, L_{f_L} = L for each L of the other, and each construction ends in the
/// other set.
inline Result corresponds(const Morphism& f, const Layout& layout, Wording wording) {
  bool met = false;
  if (is_nondegenerate(f) && has_standard_form(f, wording)) {
    met = true;
    const Layout l = algebra::layout_of(f);
    if (!oracle::is_nondegenerate(l) || !oracle::is_tractable(l))
      return fails("L_f = " + to_string(l) + " is degenerate or not tractable");
    const Outcome<Morphism> back = algebra::standard_representation(l);
    if (!back || *back != f)
      return fails("f encodes " + to_string(l) + ", whose representation is " + text(back));
  }
  if (oracle::is_nondegenerate(layout) && oracle::is_tractable(layout)) {
    met = true;
    const Outcome<Morphism> g = algebra::standard_representation(layout);
    if (!g || !is_nondegenerate(*g) || !has_standard_form(*g, wording))
      return fails("f_L is " + text(g) + ", no non-degenerate morphism of standard form");
    const Layout back = algebra::layout_of(*g);
    if (back != layout) return fails("f_L encodes " + to_string(back));
  }
  return met ? holds() : unmet();
}

/// f and L for the correspondence. The two sides do not depend on each other, so each is enumerated
/// alone, beside one of the other side that is not trivial; and of each its set only.
inline Domain corresponding(Nesting nesting) {
  const bool flat = nesting == Nesting::flat;
  const Domain morphisms = standard_morphisms(nesting);
  Domain domain = make_domain(
      "a non-degenerate morphism of standard form and a non-degenerate tractable layout",
      {flat ? Sort::flat_morphism : Sort::morphism, flat ? Sort::flat_layout : Sort::layout},
      [=](Entropy& entropy, int size) -> Operands {
        return {morphisms.draw(entropy, size).front(), draw_tractable(entropy, size, flat)};
      });
  domain.count = {};
  domain.enumerate = [sorts = domain.sorts](std::size_t weight, const Range& range,
                                            const Visitor& visit) {
    const Visitor in_part = in_shard(range, visit);
    const Value identity = Morphism(NestedTuple::flat({2}), {1}, NestedTuple::flat({2}));
    const Value two = Layout::flat({2}, {1});
    const auto beside = [&](const Value& other, Sort sort, const auto& visit_pair) {
      const std::size_t used = engine::weight(other);
      return weight <= used || !is_within(other, range.bounds) ||
             enumerate(sort, weight - used, range.bounds, visit_pair);
    };
    return beside(two, sorts[0],
                  [&](const Value& one) {
                    const auto& f = std::get<Morphism>(one);
                    return !is_nondegenerate(f) || !has_standard_form(f, Wording::as_printed) ||
                           in_part({f, two});
                  }) &&
           beside(identity, sorts[1], [&](const Value& one) {
             const auto& l = std::get<Layout>(one);
             return one == two || !oracle::is_nondegenerate(l) || !oracle::is_tractable(l) ||
                    in_part({identity, l});
           });
  };
  return domain;
}

/// A morphism that encodes L, found by trying every order; nothing if there is none (colfax
/// 3.1.2.10, 3.2.2.9). Throws LimitReached.
///
/// Let f: S → T encode L, and let i_1, …, i_k be the entries of stride above 0 in the order of
/// their positions in T. The stride of each is the product of the entries of T below it, among
/// which are the one before it and all below that: s·d of the one before divides d. Conversely, in
/// an order with this property, T = (d_{i_1}, s_{i_1}, d_{i_2} / (s_{i_1}·d_{i_1}), s_{i_2}, …)
/// with i_k ↦ 2k makes f encode L.
inline std::optional<Morphism> encoding_of(const Layout& layout) {
  const Tuple& s = layout.extents();
  const Tuple& d = layout.strides();
  std::vector<std::size_t> order;
  std::vector<bool> used(s.size(), false);
  for (std::size_t i = 0; i < s.size(); ++i)
    used[i] = d[i] == 0;
  const auto placed = static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
  Exact steps = 0;
  const std::function<bool()> extend = [&] {
    oracle::charge(++steps, limits, "the orders of the entries");
    if (order.size() == placed) return true;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (used[i] || (!order.empty() && !divides(Exact{s[order.back()]} * d[order.back()], d[i])))
        continue;
      used[i] = true;
      order.push_back(i);
      if (extend()) return true;
      order.pop_back();
      used[i] = false;
    }
    return false;
  };
  if (!extend()) return std::nullopt;
  Tuple codomain;
  Tuple map(s.size(), 0);
  Int end = 1;
  for (std::size_t i : order) {
    codomain.push_back(d[i] / end);
    codomain.push_back(s[i]);
    map[i] = static_cast<Int>(codomain.size());
    end = i == order.back() ? 1 : s[i] * d[i];
  }
  return Morphism(layout.shape(), std::move(map), NestedTuple::flat(std::move(codomain)));
}

/// A morphism encodes L exactly if L is tractable.
inline Result is_encoded_iff_tractable(const Layout& layout) {
  const std::optional<Morphism> f = encoding_of(layout);
  if (f.has_value() != oracle::is_tractable(layout)) {
    return fails(f ? to_string(*f) + " encodes it, but it is not tractable"
                   : "it is tractable, but no morphism encodes it");
  }
  return f ? holds_if_equal(algebra::layout_of(*f), layout) : holds();
}

/// f, g with f after g, where g is injective, so that f can be divided by g.
inline Domain divisible_morphisms(Nesting nesting) {
  const bool flat = nesting == Nesting::flat;
  Domain domain = composable_morphisms(nesting, true);
  domain.name = "non-degenerate " + std::string(flat ? "flat " : "") +
                "morphisms f, g, where f can be divided by g";
  domain.draw = [=](Entropy& entropy, int size) -> Operands {
    const bool clean = entropy.chance(92);
    Morphism f = draw_morphism(entropy, size, {flat, false, clean});
    Morphism g = draw_morphism_into(entropy, size, f.domain(), {flat, entropy.chance(95), clean});
    return {std::move(f), std::move(g)};
  };
  return domain;
}

/// If g is a complement of f: S → T, then L_g is a size(T)-complement of L_f (colfax 3.1.5.42,
/// 3.2.6.16).
inline Result is_layout_complement(const Morphism& f, const Morphism& g) {
  if (!is_complement(f, g)) return unmet();
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  return holds_if(is_complement(a, b, codomain_size(f)), [&] {
    return to_string(b) + " is no " + std::to_string(codomain_size(f)) + "-complement of " +
           to_string(a);
  });
}

/// f∘g is defined.
inline bool are_composable(const Morphism& f, const Morphism& g) {
  return g.codomain() == f.domain();
}
inline bool are_nondegenerate_composable(const Morphism& f, const Morphism& g) {
  return is_nondegenerate(f) && is_nondegenerate(g) && are_composable(f, g);
}

/// f∘g is defined, and g is injective.
inline bool is_after_injective(const Morphism& f, const Morphism& g) {
  return are_composable(f, g) && is_injective(g);
}
inline bool is_nondegenerate_after_injective(const Morphism& f, const Morphism& g) {
  return are_nondegenerate_composable(f, g) && is_injective(g);
}

inline bool are_nondegenerate_product_admissible(const Morphism& f, const Morphism& g) {
  return is_nondegenerate(f) && is_nondegenerate(g) && are_product_admissible(f, g);
}

}  // namespace layoutcheck::properties::as_printed
