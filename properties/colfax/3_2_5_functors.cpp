// Refinements as functors, and mutual refinements (colfax 3.2.5).
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

/// Whether each tuple of positive depth in X has become deeper in X'. Pre: X' refines X as amended.
bool is_deeper_everywhere(const NestedTuple& fine, const NestedTuple& coarse) {
  const std::vector<NestedTuple> parts = relative_modes(fine, coarse);
  std::size_t next = 0;
  // The greatest depth so far within each open bracket of X, there and in X'.
  std::vector<std::pair<int, int>> open{{0, 0}};
  for (const char c : coarse.profile().word()) {
    if (c == '(') {
      open.emplace_back(0, 0);
    } else if (c == '*') {
      open.back().second = std::max(open.back().second, bracket_depth(parts[next++]));
    } else if (c == ')') {
      const auto [before, after] = open.back();
      open.pop_back();
      if (after <= before) return false;
      open.back() = {std::max(open.back().first, before + 1),
                     std::max(open.back().second, after + 1)};
    }
  }
  return true;
}

/// The clauses of colfax 3.2.5.19 against the sides of the diagram: entries are replaced by tuples
/// of their sizes, by the letter with a greater depth of each tuple, and T' → U' exists.
Result is_defined_as(const NestedTuple& t, const NestedTuple& u, const NestedTuple& fine_t,
                     const NestedTuple& fine_u, Wording wording) {
  const bool claimed = is_mutual_refinement(t, u, {fine_t, fine_u}, wording);
  const auto replaces = [wording](const NestedTuple& fine, const NestedTuple& coarse) {
    const auto parts = algebra::relative_modes(fine, coarse);
    if (!parts) return false;
    for (std::size_t i = 0; i < parts->size(); ++i)
      if (oracle::product(oracle::to_exact((*parts)[i].entries())) != coarse.entries()[i])
        return false;
    return substituted(coarse, *parts) == fine &&
           (wording == Wording::amended || is_deeper_everywhere(fine, coarse));
  };
  const bool is_diagram =
      replaces(fine_t, t) && replaces(fine_u, u) && algebra::expansion(fine_t, fine_u).has_value();
  if (is_diagram != claimed) return fails("the sides of the diagram say otherwise");
  return holds_if(wording == Wording::as_printed ||
                      algebra::is_mutual_refinement(t, u, {fine_t, fine_u}) == claimed,
                  "is_mutual_refinement is not as defined");
}

/// The pullback of a refinement of `to` along the reparenthesization `from` → `to`.
Outcome<NestedTuple> carried(const NestedTuple& from, const NestedTuple& to,
                             const NestedTuple& fine) {
  const Outcome<Morphism> along = algebra::reparenthesize(from, to);
  const Outcome<Morphism> pulled = along ? algebra::pullback(*along, fine) : along;
  if (!pulled) return pulled.undefined();
  return pulled->domain();
}

/// Carries the mutual refinement (T', U') of (T, U) to (X, Y) and back.
Result goes_there_and_back(const NestedTuple& t, const NestedTuple& u, const NestedTuple& x,
                           const NestedTuple& y, const NestedTuple& fine_t,
                           const NestedTuple& fine_u, Wording wording) {
  const Outcome<NestedTuple> fine_x = carried(x, t, fine_t);
  const Outcome<NestedTuple> fine_y = carried(y, u, fine_u);
  if (!fine_x || !fine_y) return fails("no pullback: " + fine_x.reason() + fine_y.reason());
  if (!is_mutual_refinement(x, y, {*fine_x, *fine_y}, wording)) {
    return fails("(" + to_string(*fine_x) + ", " + to_string(*fine_y) +
                 ") is no mutual refinement of (" + to_string(x) + ", " + to_string(y) + ")");
  }
  const Outcome<NestedTuple> back_t = carried(t, x, *fine_x);
  const Outcome<NestedTuple> back_u = carried(u, y, *fine_y);
  return holds_if(back_t && back_u && *back_t == fine_t && *back_u == fine_u, [&] {
    return "(" + to_string(*fine_x) + ", " + to_string(*fine_y) + ") does not come back";
  });
}

Result corresponds_to_flat(const NestedTuple& t, const NestedTuple& u, const NestedTuple& fine_t,
                           const NestedTuple& fine_u, Wording wording) {
  const NestedTuple flat_t = NestedTuple::flat(t.entries());
  const NestedTuple flat_u = NestedTuple::flat(u.entries());
  Result result = unmet();
  if (is_mutual_refinement(t, u, {fine_t, fine_u}, wording))
    result = goes_there_and_back(t, u, flat_t, flat_u, fine_t, fine_u, wording);
  if (result.kind != Result::Kind::fails &&
      is_mutual_refinement(flat_t, flat_u, {fine_t, fine_u}, wording)) {
    result = goes_there_and_back(flat_t, flat_u, t, u, fine_t, fine_u, wording);
  }
  return result;
}

/// T, U and T', U', where (T', U') is mostly a mutual refinement of (T, U) or of (T♭, U♭).
Domain mutual_refinements() {
  return make_domain("two shapes and a mutual refinement of them", std::vector(4, Sort::shape),
                     [](Entropy& entropy, int size) -> Operands {
                       NestedTuple fine_u = draw_refinement(entropy, draw_shape(entropy, size));
                       const std::size_t length = entropy.chance(40)
                                                      ? fine_u.length()
                                                      : entropy.below(fine_u.length() + 1);
                       Tuple start = fine_u.entries();
                       start.resize(length);
                       NestedTuple fine_t(std::move(start), draw_profile(entropy, length));
                       const NestedTuple t = draw_coarsening(entropy, fine_t);
                       const NestedTuple u = draw_coarsening(entropy, fine_u);
                       if (entropy.chance(45)) {
                         fine_t = NestedTuple::tuple_of(*oracle::relative_modes(fine_t, t));
                         fine_u = NestedTuple::tuple_of(*oracle::relative_modes(fine_u, u));
                       }
                       return {t, u, std::move(fine_t), std::move(fine_u)};
                     });
}

/// g, f with g∘f defined, and X' and X'', each a refinement of the one before: of the codomain of
/// g, or of the domain of f.
enum class End { codomain, domain };

Domain composable_with_refinements(End end) {
  const ShapeOf start = end == End::codomain ? codomain_at(0) : domain_at(1);
  const Domain pairs = composable_morphisms(nested, false);
  return make_domain(
      std::string("g after f, a refinement of the ") +
          (end == End::codomain ? "codomain of g" : "domain of f") + " and one of that",
      {Sort::morphism, Sort::morphism, Sort::shape, Sort::shape},
      [=](Entropy& entropy, int size) {
        Operands operands = pairs.draw(entropy, size / 2);
        NestedTuple fine = draw_refinement(entropy, *start(operands));
        NestedTuple finer =
            entropy.chance(5) ? draw_shape(entropy, size) : draw_refinement(entropy, fine);
        operands.emplace_back(std::move(fine));
        operands.emplace_back(std::move(finer));
        return operands;
      },
      in_turn(pairs.enumerate, {refining(start), refining(shape_at(2))}));
}

/// An isomorphism f: S → T, and X' and X'' that refine S, each the one before.
Domain isomorphism_with_refinements() {
  const auto draw = [](Entropy& entropy, int size) -> Operands {
    if (entropy.chance(8)) {
      const Morphism f = draw_morphism(entropy, size);
      NestedTuple fine = draw_refinement(entropy, f.domain());
      NestedTuple finer = draw_refinement(entropy, fine);
      return {f, std::move(fine), std::move(finer)};
    }
    const NestedTuple s = draw_shape(entropy, size);
    Tuple map(s.length(), 0);
    Tuple entries(s.length(), 1);
    const std::vector<std::size_t> order = entropy.permutation(s.length());
    for (std::size_t i = 0; i < s.length(); ++i) {
      map[i] = static_cast<Int>(order[i]) + 1;
      entries[order[i]] = s.entries()[i];
    }
    if (entropy.chance(5)) entries.push_back(1);
    const std::size_t length = entries.size();
    NestedTuple t(std::move(entries), draw_profile(entropy, length));
    NestedTuple fine = draw_refinement(entropy, s);
    NestedTuple finer = draw_refinement(entropy, fine);
    return {Morphism(s, std::move(map), std::move(t)), std::move(fine), std::move(finer)};
  };
  const auto is_isomorphism = [](const Operands&, const Value& f) {
    return has_inverse(std::get<Morphism>(f));
  };
  return make_domain("an isomorphism S → T, a refinement of S and one of that",
                     {Sort::morphism, Sort::shape, Sort::shape}, draw,
                     in_turn({such_that(any(Sort::morphism), is_isomorphism),
                              refining(domain_at(0)), refining(shape_at(1))}));
}

/// S_1, S_2 with one flattening, and S_1' and S_1'' that refine S_1, each the one before.
Domain reparenthesized_with_refinements() {
  const auto draw = [](Entropy& entropy, int size) -> Operands {
    const NestedTuple s1 = draw_shape(entropy, size);
    NestedTuple s2(s1.entries(), draw_profile(entropy, s1.length()));
    NestedTuple fine = draw_refinement(entropy, s1);
    NestedTuple finer =
        entropy.chance(5) ? draw_shape(entropy, size) : draw_refinement(entropy, fine);
    return {s1, std::move(s2), std::move(fine), std::move(finer)};
  };
  return make_domain("two shapes with one flattening, a refinement of the first and one of that",
                     std::vector(4, Sort::shape), draw,
                     in_turn({any(Sort::shape), reparenthesizing(shape_at(0)),
                              refining(shape_at(0)), refining(shape_at(2))}));
}

/// The domain of the algebra's pullback, and the codomain of its pushforward.
Outcome<NestedTuple> pullback_of(const Morphism& f, const NestedTuple& fine) {
  const Outcome<Morphism> square = algebra::pullback(f, fine);
  if (!square) return square.undefined();
  return square->domain();
}
Outcome<NestedTuple> pushforward_of(const Morphism& f, const NestedTuple& fine) {
  const Outcome<Morphism> square = algebra::pushforward(f, fine);
  if (!square) return square.undefined();
  return square->codomain();
}

/// X ↦ carry(f, X) is a functor from refinements to refinements, and takes composites to
/// composites: `first` and then `second` is the same as `both`.
using Carry = Outcome<NestedTuple> (*)(const Morphism&, const NestedTuple&);

Result is_functorial(Carry carry, const Morphism& first, const Morphism& second,
                     const Morphism& both, const NestedTuple& fine, const NestedTuple& finer,
                     const NestedTuple& below, Wording wording) {
  const Outcome<NestedTuple> once = carry(first, fine);
  const Outcome<NestedTuple> once_finer = carry(first, finer);
  if (!once || !once_finer) return fails("a refinement is not carried along");
  const Outcome<NestedTuple> twice = carry(second, *once);
  return all_hold({
      {refines(*once, below, wording), "a refinement is carried to one"},
      {refines(*once_finer, *once, wording), "a refinement of that is carried to one of it"},
      {refines(fine, fine, wording) && refines(finer, finer, wording), "refinement is reflexive"},
      {fine == finer || !refines(fine, finer, wording), "refinement is antisymmetric"},
      {twice && is(carry(both, fine), *twice), "composites are carried to composites"},
  });
}

/// f, S', T', where there is mostly a morphism S' → T' over f.
Domain squares_over_morphisms() {
  return make_domain(
      "a morphism and refinements of its domain and its codomain",
      {Sort::morphism, Sort::shape, Sort::shape},
      [](Entropy& entropy, int size) -> Operands {
        const Morphism f = draw_morphism(entropy, size / 2, {false, entropy.chance(40), false});
        NestedTuple fine_t = draw_refinement(entropy, f.codomain());
        NestedTuple fine_s = pulled_back(f, fine_t);
        if (entropy.chance(30)) {
          fine_s = draw_refinement(entropy, f.domain());
          fine_t = pushed_forward(f, fine_s);
        }
        if (entropy.chance(15)) fine_s = draw_refinement(entropy, fine_s);
        if (entropy.chance(15)) fine_t = draw_refinement(entropy, fine_t);
        return {f, std::move(fine_s), std::move(fine_t)};
      },
      in_turn({any(Sort::morphism), refining(domain_at(0)), refining(codomain_at(0))}));
}

/// Whether a morphism S' → T' has the modes that make a square over f, by looking at all of them
/// if the tuples are short, else by comparing the relative modes.
bool has_square(const Morphism& f, const NestedTuple& fine_s, const NestedTuple& fine_t) {
  if (fine_s.length() + fine_t.length() <= 6) {
    const std::vector<Morphism> all = hom(fine_s, fine_t);
    return std::any_of(all.begin(), all.end(), [&](const Morphism& g) { return lies_over(g, f); });
  }
  const std::vector<NestedTuple> sources = relative_modes(fine_s, f.domain());
  const std::vector<NestedTuple> targets = relative_modes(fine_t, f.codomain());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Int j = f.map()[i];
    if (j != 0 && sources[i] != targets[static_cast<std::size_t>(j) - 1]) return false;
  }
  return true;
}

/// What the squares over f say of f*T' and f_*S'.
Result is_universal(const Morphism& f, const NestedTuple& fine_s, const NestedTuple& fine_t) {
  if (!oracle::refines(fine_s, f.domain()) || !oracle::refines(fine_t, f.codomain()))
    return unmet();
  const Outcome<NestedTuple> pulled = pullback_of(f, fine_t);
  const Outcome<NestedTuple> pushed = pushforward_of(f, fine_s);
  if (!pulled || !pushed) return fails("f*T' or f_*S' does not exist");
  const bool square = has_square(f, fine_s, fine_t);
  const bool injective = is_injective(f);
  const bool surjective = missed(f).empty();
  const bool below = oracle::refines(fine_s, *pulled);
  return all_hold({
      {has_square(f, *pulled, fine_t), "there is a square f*T' → T'"},
      {has_square(f, fine_s, *pushed), "there is a square S' → f_*S'"},
      {!square || below, "S' → T' is a square, and S' does not refine f*T'"},
      {!square || oracle::refines(fine_t, *pushed),
       "S' → T' is a square, and T' does not refine f_*S'"},
      {oracle::refines(fine_s, pullback_of(f, *pushed).value()), "S' refines f*f_*S'"},
      {oracle::refines(fine_t, pushforward_of(f, *pulled).value()), "T' refines f_*f*T'"},
      {!injective || oracle::refines(fine_t, *pushed) == oracle::refines(*pulled, fine_s),
       "for an injective f, T' refines f_*S' if and only if f*T' refines S'"},
      {!surjective || oracle::refines(*pushed, fine_t) == below,
       "for a surjective f, f_*S' refines T' if and only if S' refines f*T'"},
  });
}

/// Colfax 3.2.5.9: f ↦ f* for g∘f, U' and U''.
Result pulls_back_functorially(const Morphism& g, const Morphism& f, const NestedTuple& fine,
                               const NestedTuple& finer, Wording wording) {
  if (f.codomain() != g.domain() || !refines(fine, g.codomain(), wording) ||
      !refines(finer, fine, wording)) {
    return unmet();
  }
  if (!is(pullback_of(identity(g.codomain()), fine), fine)) return fails("(id_T)*T' is not T'");
  if (!is(pullback_of(g, fine), pulled_back(g, fine))) return fails("g*U' is not as constructed");
  if (!refines(finer, g.codomain(), wording)) return fails("refinement is not transitive");
  return is_functorial(pullback_of, g, f, composed(g, f), fine, finer, g.domain(), wording);
}

/// Colfax 3.2.5.16: f ↦ f_* for g∘f, S' and S''.
Result pushes_forward_functorially(const Morphism& g, const Morphism& f, const NestedTuple& fine,
                                   const NestedTuple& finer, Wording wording) {
  if (f.codomain() != g.domain() || !refines(fine, f.domain(), wording) ||
      !refines(finer, fine, wording)) {
    return unmet();
  }
  if (!is(pushforward_of(identity(f.domain()), fine), fine)) return fails("(id_S)_*S' is not S'");
  if (!is(pushforward_of(f, fine), pushed_forward(f, fine)))
    return fails("f_*S' is not as constructed");
  if (!refines(finer, f.domain(), wording)) return fails("refinement is not transitive");
  return is_functorial(pushforward_of, f, g, composed(g, f), fine, finer, f.codomain(), wording);
}

/// Colfax 3.2.5.17: f* and f_* for an isomorphism f, S' and S''.
Result inverts_isomorphisms(const Morphism& f, const NestedTuple& fine, const NestedTuple& finer,
                            Wording wording) {
  if (!has_inverse(f) || !refines(fine, f.domain(), wording) || !refines(finer, fine, wording))
    return unmet();
  const Outcome<Morphism> back = algebra::inverse(f);
  const Outcome<NestedTuple> there = pushforward_of(f, fine);
  const Outcome<NestedTuple> there_finer = pushforward_of(f, finer);
  if (!back || !there || !there_finer) return fails("f⁻¹ is " + text(back));
  return all_hold({
      {*there == pushed_forward(f, fine), "f_*S' is as constructed"},
      {refines(*there, f.codomain(), wording), "f_*S' refines T"},
      {is(pullback_of(f, *there), fine), "f*f_*S' = S'"},
      {is(pullback_of(*back, fine), *there), "(f⁻¹)* = f_*"},
      {is(pushforward_of(*back, *there), fine), "(f⁻¹)_* = f*"},
      {refines(*there_finer, *there, wording), "f_* respects refinement"},
      {refines(*there, *there_finer, wording) == refines(fine, finer, wording),
       "f_* reflects refinement"},
      {refines(fine, fine, wording), "refinement is reflexive"},
  });
}

/// Colfax 3.2.5.18, for S_1 → S_2 over the identity, S_1' and S_1''.
Result are_isomorphic(const NestedTuple& s1, const NestedTuple& s2, const NestedTuple& fine,
                      const NestedTuple& finer, Wording wording) {
  if (s1.entries() != s2.entries() || !refines(fine, s1, wording) || !refines(finer, fine, wording))
    return unmet();
  const Outcome<NestedTuple> there = carried(s2, s1, fine);
  const Outcome<NestedTuple> there_finer = carried(s2, s1, finer);
  if (!there || !there_finer) return fails("no pullback: " + there.reason());
  const NestedTuple claimed = substituted(s2, relative_modes(fine, s1));
  return all_hold({
      {*there == claimed, "it is S_2 with the relative modes of S_1'"},
      {refines(*there, s2, wording), "it refines S_2"},
      {is(carried(s1, s2, *there), fine), "it comes back"},
      {refines(*there_finer, *there, wording), "refinement is respected"},
      {refines(*there, *there_finer, wording) == refines(fine, finer, wording),
       "refinement is reflected"},
      {refines(fine, fine, wording), "refinement is reflexive"},
  });
}

// 3.2.5: pulling back and pushing forward as functors.
std::vector<Binding> functor_statements() {
  return {
      {"colfax.3.2.5.9", composable_with_refinements(End::codomain),
       with(pulls_back_functorially, Wording::as_printed), 5},
      {"colfax.3.2.5.9.amended", with(pulls_back_functorially, Wording::amended)},
      {"colfax.3.2.5.16", composable_with_refinements(End::domain),
       with(pushes_forward_functorially, Wording::as_printed), 5},
      {"colfax.3.2.5.16.amended", with(pushes_forward_functorially, Wording::amended)},
      {"colfax.3.2.5.17", isomorphism_with_refinements(),
       with(inverts_isomorphisms, Wording::as_printed), 5},
      {"colfax.3.2.5.17.amended", with(inverts_isomorphisms, Wording::amended)},
      {"colfax.3.2.5.18", reparenthesized_with_refinements(),
       with(are_isomorphic, Wording::as_printed), 5},
      {"colfax.3.2.5.18.amended", with(are_isomorphic, Wording::amended)},
  };
}

// What the squares of 3.2.5.5 and 3.2.5.12 are universal for.
std::vector<Binding> universal_relations() {
  return {
      {"relation.pullbacks-and-pushforwards-of-refinements-are-universal", squares_over_morphisms(),
       is_universal},
  };
}

// 3.2.5: mutual refinements.
std::vector<Binding> mutual_refinement_statements() {
  return {
      {"colfax.3.2.5.19", mutual_refinements(), with(is_defined_as, Wording::as_printed)},
      {"colfax.3.2.5.19.amended", with(is_defined_as, Wording::amended)},
      {"colfax.3.2.5.20", mutual_refinements(), with(corresponds_to_flat, Wording::as_printed), 5},
      {"colfax.3.2.5.20.amended", with(corresponds_to_flat, Wording::amended)},
  };
}

}  // namespace

std::vector<Binding> colfax_3_2_5_functors() {
  return joined({functor_statements, mutual_refinement_statements, universal_relations});
}

}  // namespace layoutcheck::properties
