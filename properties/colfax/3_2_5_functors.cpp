// Refinements as functors, and mutual refinements (colfax 3.2.5).
#include "as_printed/refinements.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

constexpr Nesting nested = Nesting::nested;

bool is_mutual_refinement(const NestedTuple& t, const NestedTuple& u, const NestedTuple& fine_t,
                          const NestedTuple& fine_u) {
  return oracle::refines(fine_t, t) && oracle::refines(fine_u, u) &&
         oracle::divides(fine_t, fine_u);
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
                           const NestedTuple& fine_u) {
  const Outcome<NestedTuple> fine_x = carried(x, t, fine_t);
  const Outcome<NestedTuple> fine_y = carried(y, u, fine_u);
  if (!fine_x || !fine_y) return fails("no pullback: " + fine_x.reason() + fine_y.reason());
  if (!is_mutual_refinement(x, y, *fine_x, *fine_y)) {
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
                           const NestedTuple& fine_u) {
  const NestedTuple flat_t = NestedTuple::flat(t.entries());
  const NestedTuple flat_u = NestedTuple::flat(u.entries());
  Result result = unmet();
  if (is_mutual_refinement(t, u, fine_t, fine_u)) {
    result = goes_there_and_back(t, u, flat_t, flat_u, fine_t, fine_u);
  }
  if (result.kind != Result::Kind::fails && is_mutual_refinement(flat_t, flat_u, fine_t, fine_u)) {
    result = goes_there_and_back(flat_t, flat_u, t, u, fine_t, fine_u);
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

/// Every choice of a refinement of the shape and one of that, of this weight together, after the
/// operands before; false if the visitor stopped.
bool with_two_refinements(std::size_t weight, const Operands& before, const NestedTuple& shape,
                          const Visitor& visit) {
  for (std::size_t first = 1; first < weight; ++first) {
    const bool go_on =
        with_refinements(first, before, shape, [&](const Operands& one, const NestedTuple& fine) {
          return with_refinements(
              weight - first, one, fine,
              [&](const Operands& both, const NestedTuple&) { return visit(both); });
        });
    if (!go_on) return false;
  }
  return true;
}

/// g, f with g∘f defined, and X' and X'', each a refinement of the one before: of the codomain of
/// g, or of the domain of f.
enum class End { codomain, domain };

Domain composable_with_refinements(End end) {
  const auto start = [end](const Operands& pair) {
    return end == End::codomain ? std::get<Morphism>(pair[0]).codomain()
                                : std::get<Morphism>(pair[1]).domain();
  };
  const Domain pairs = composable_morphisms(nested, false);
  Domain domain;
  domain.name = std::string("g after f, a refinement of the ") +
                (end == End::codomain ? "codomain of g" : "domain of f") + " and one of that";
  domain.sorts = {Sort::morphism, Sort::morphism, Sort::shape, Sort::shape};
  domain.draw = [=](Entropy& entropy, int size) {
    Operands operands = pairs.draw(entropy, size / 2);
    NestedTuple fine = draw_refinement(entropy, start(operands));
    NestedTuple finer =
        entropy.chance(5) ? draw_shape(entropy, size) : draw_refinement(entropy, fine);
    operands.emplace_back(std::move(fine));
    operands.emplace_back(std::move(finer));
    return operands;
  };
  domain.enumerate = [=](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 2; w < weight; ++w) {
      const bool go_on = pairs.enumerate(w, [&](const Operands& pair) {
        return with_two_refinements(weight - w, pair, start(pair), visit);
      });
      if (!go_on) return false;
    }
    return true;
  };
  return domain;
}

/// An isomorphism f: S → T, and X' and X'' that refine S, each the one before.
Domain isomorphism_with_refinements() {
  Domain domain;
  domain.name = "an isomorphism S → T, a refinement of S and one of that";
  domain.sorts = {Sort::morphism, Sort::shape, Sort::shape};
  domain.draw = [](Entropy& entropy, int size) -> Operands {
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
  domain.enumerate = [](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 2; w < weight; ++w) {
      const bool go_on = enumerate_morphisms(w, false, [&](const Morphism& f) {
        if (!has_inverse(f)) return true;
        return with_two_refinements(weight - w, {f}, f.domain(), visit);
      });
      if (!go_on) return false;
    }
    return true;
  };
  return domain;
}

/// S_1, S_2 with one flattening, and S_1' and S_1'' that refine S_1, each the one before.
Domain reparenthesized_with_refinements() {
  Domain domain = shapes(4);
  domain.name = "two shapes with one flattening, a refinement of the first and one of that";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    const NestedTuple s1 = draw_shape(entropy, size);
    NestedTuple s2(s1.entries(), draw_profile(entropy, s1.length()));
    NestedTuple fine = draw_refinement(entropy, s1);
    NestedTuple finer =
        entropy.chance(5) ? draw_shape(entropy, size) : draw_refinement(entropy, fine);
    return {s1, std::move(s2), std::move(fine), std::move(finer)};
  };
  domain.enumerate = [](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 2; w + 1 < weight; ++w) {
      const bool go_on = enumerate_morphisms(w, false, [&](const Morphism& f) {
        if (f.map() != shifted(f.codomain().length(), 0)) return true;
        return with_two_refinements(weight - w, {f.domain(), f.codomain()}, f.domain(), visit);
      });
      if (!go_on) return false;
    }
    return true;
  };
  return domain;
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
                     const NestedTuple& below) {
  const Outcome<NestedTuple> once = carry(first, fine);
  const Outcome<NestedTuple> once_finer = carry(first, finer);
  if (!once || !once_finer) return fails("a refinement is not carried along");
  const Outcome<NestedTuple> twice = carry(second, *once);
  return all_hold({
      {oracle::refines(*once, below), "a refinement is carried to one"},
      {oracle::refines(*once_finer, *once), "a refinement of that is carried to one of it"},
      {oracle::refines(fine, fine) && oracle::refines(finer, finer), "refinement is reflexive"},
      {fine == finer || !oracle::refines(fine, finer), "refinement is antisymmetric"},
      {twice && is(carry(both, fine), *twice), "composites are carried to composites"},
  });
}

/// f, S', T', where there is mostly a morphism S' → T' over f.
Domain squares_over_morphisms() {
  Domain domain = make_domain(
      "a morphism and refinements of its domain and its codomain",
      {Sort::morphism, Sort::shape, Sort::shape}, [](Entropy& entropy, int size) -> Operands {
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
      });
  domain.enumerate = [](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 2; w < weight; ++w) {
      const bool go_on = enumerate_morphisms(w, false, [&](const Morphism& f) {
        for (std::size_t first = 1; w + first < weight; ++first) {
          const bool inner = with_refinements(
              first, {f}, f.domain(), [&](const Operands& two, const NestedTuple&) {
                return with_refinements(
                    weight - w - first, two, f.codomain(),
                    [&](const Operands& three, const NestedTuple&) { return visit(three); });
              });
          if (!inner) return false;
        }
        return true;
      });
      if (!go_on) return false;
    }
    return true;
  };
  return domain;
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
  if (!oracle::refines(fine_s, f.domain()) || !oracle::refines(fine_t, f.codomain())) {
    return unmet();
  }
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

// 3.2.5: pulling back and pushing forward as functors.
std::vector<Statement> functor_statements() {
  return {
      {.id = "colfax.3.2.5.9",
       .kind = "Observation",
       .says = "S ↦ Ref(S), f ↦ f* is a contravariant functor: f* takes refinements of T to "
               "refinements of S and respects refinement, (id_T)*T' = T', and (g∘f)* = f*∘g*. "
               "Operands: g, f, U', U'', where U'' refines U', and that the codomain of g.",
       .domain = composable_with_refinements(End::codomain),
       .check = on<Morphism, Morphism, NestedTuple, NestedTuple>(
           [](const Morphism& g, const Morphism& f, const NestedTuple& fine,
              const NestedTuple& finer) {
             if (f.codomain() != g.domain() || !oracle::refines(fine, g.codomain()) ||
                 !oracle::refines(finer, fine)) {
               return unmet();
             }
             if (!is(pullback_of(identity(g.codomain()), fine), fine)) {
               return fails("(id_T)*T' is not T'");
             }
             if (!oracle::refines(finer, g.codomain())) return fails("not transitive");
             return is_functorial(pullback_of, g, f, composed(g, f), fine, finer, g.domain());
           }),
       .remark = "Ref(S) is a category only if refinement is reflexive, as 2.2.4.4 says and "
                 "2.2.4.1 as printed denies."},

      {.id = "colfax.3.2.5.16",
       .kind = "Observation",
       .says = "S ↦ Ref(S), f ↦ f_* is a covariant functor: f_* takes refinements of S to "
               "refinements of T and respects refinement, (id_S)_*S' = S', and (g∘f)_* = g_*∘f_*. "
               "Operands: g, f, S', S'', where S'' refines S', and that the domain of f.",
       .domain = composable_with_refinements(End::domain),
       .check = on<Morphism, Morphism, NestedTuple, NestedTuple>(
           [](const Morphism& g, const Morphism& f, const NestedTuple& fine,
              const NestedTuple& finer) {
             if (f.codomain() != g.domain() || !oracle::refines(fine, f.domain()) ||
                 !oracle::refines(finer, fine)) {
               return unmet();
             }
             if (!is(pushforward_of(identity(f.domain()), fine), fine)) {
               return fails("(id_S)_*S' is not S'");
             }
             return is_functorial(pushforward_of, f, g, composed(g, f), fine, finer, f.codomain());
           })},

      {.id = "colfax.3.2.5.17",
       .kind = "Observation",
       .says = "For an isomorphism f, f* and f_* are inverse isomorphisms of categories: (f⁻¹)* = "
               "f_* and (f⁻¹)_* = f*. Operands: f, S', S'', where S'' refines S', and that the "
               "domain of f.",
       .domain = isomorphism_with_refinements(),
       .check = on<Morphism, NestedTuple, NestedTuple>(
           [](const Morphism& f, const NestedTuple& fine, const NestedTuple& finer) {
             if (!has_inverse(f) || !oracle::refines(fine, f.domain()) ||
                 !oracle::refines(finer, fine)) {
               return unmet();
             }
             const Outcome<Morphism> back = algebra::inverse(f);
             const Outcome<NestedTuple> there = pushforward_of(f, fine);
             const Outcome<NestedTuple> there_finer = pushforward_of(f, finer);
             if (!back || !there || !there_finer) return fails("f⁻¹ is " + text(back));
             return all_hold({
                 {is(pullback_of(f, *there), fine), "f*f_*S' = S'"},
                 {is(pullback_of(*back, fine), *there), "(f⁻¹)* = f_*"},
                 {is(pushforward_of(*back, *there), fine), "(f⁻¹)_* = f*"},
                 {oracle::refines(*there_finer, *there), "f_* respects refinement"},
                 {oracle::refines(*there, *there_finer) == oracle::refines(fine, finer),
                  "f_* reflects refinement"},
             });
           })},

      {.id = "colfax.3.2.5.18",
       .kind = "Observation",
       .says = "If S_1♭ = S_2♭, pulling back along S_1 → S_2 over the identity and back is an "
               "isomorphism of Ref(S_2) and Ref(S_1). Operands: S_1, S_2, S_1', S_1'', where S_1'' "
               "refines S_1', and that S_1.",
       .domain = reparenthesized_with_refinements(),
       .check = on<NestedTuple, NestedTuple, NestedTuple, NestedTuple>(
           [](const NestedTuple& s1, const NestedTuple& s2, const NestedTuple& fine,
              const NestedTuple& finer) {
             if (s1.entries() != s2.entries() || !oracle::refines(fine, s1) ||
                 !oracle::refines(finer, fine)) {
               return unmet();
             }
             const Outcome<NestedTuple> there = carried(s2, s1, fine);
             const Outcome<NestedTuple> there_finer = carried(s2, s1, finer);
             if (!there || !there_finer) return fails("no pullback: " + there.reason());
             const NestedTuple claimed = substituted(s2, relative_modes(fine, s1));
             return all_hold({
                 {*there == claimed, "it is S_2 with the relative modes of S_1'"},
                 {oracle::refines(*there, s2), "it refines S_2"},
                 {is(carried(s1, s2, *there), fine), "it comes back"},
                 {oracle::refines(*there_finer, *there), "refinement is respected"},
                 {oracle::refines(*there, *there_finer) == oracle::refines(fine, finer),
                  "refinement is reflected"},
             });
           })},
  };
}

// What the squares of 3.2.5.5 and 3.2.5.12 are universal for.
std::vector<Statement> universal_relations() {
  return {
      {.id = "relation.pullbacks-and-pushforwards-of-refinements-are-universal",
       .kind = "Relation",
       .says = "Call f': S' → T' a square over f: S → T if mode_i(f', S) is trivial where α(i) = "
               "*, and incl_{α(i)}(T', T) elsewhere. Then f*T' is the coarsest S' with a square to "
               "T', and f_*S' the coarsest T' with one from S' (colfax 3.2.5.5, 3.2.5.12). For an "
               "injective f, T' refines f_*S' if and only if f*T' refines S'; for a surjective f, "
               "f_*S' refines T' if and only if S' refines f*T'. Operands: f, S', T'.",
       .domain = squares_over_morphisms(),
       .check = on<Morphism, NestedTuple, NestedTuple>(is_universal),
       .remark = "The source draws the squares as pullbacks and pushforwards, and claims no "
                 "universal property."},
  };
}

// 3.2.5: mutual refinements.
std::vector<Statement> mutual_refinement_statements() {
  return {
      {.id = "colfax.3.2.5.19",
       .kind = "Definition",
       .says = "A mutual refinement of (T, U) is a pair (T', U') where T' refines T, U' refines U, "
               "and T' divides U'. The check compares with the expansion T' → U' existing, and "
               "with relative modes of the sizes of the entries. Operands: T, U, T', U'.",
       .domain = mutual_refinements(),
       .check = on<NestedTuple, NestedTuple, NestedTuple, NestedTuple>(
           [](const NestedTuple& t, const NestedTuple& u, const NestedTuple& fine_t,
              const NestedTuple& fine_u) {
             const bool claimed = is_mutual_refinement(t, u, fine_t, fine_u);
             const auto replaces = [](const NestedTuple& fine, const NestedTuple& coarse) {
               const auto parts = algebra::relative_modes(fine, coarse);
               if (!parts) return false;
               for (std::size_t i = 0; i < parts->size(); ++i) {
                 if (oracle::product(oracle::to_exact((*parts)[i].entries())) !=
                     coarse.entries()[i]) {
                   return false;
                 }
               }
               return substituted(coarse, *parts) == fine;
             };
             return all_hold({
                 {algebra::is_mutual_refinement(t, u, {fine_t, fine_u}) == claimed,
                  "is_mutual_refinement is as defined"},
                 {(replaces(fine_t, t) && replaces(fine_u, u) &&
                   algebra::expansion(fine_t, fine_u).has_value()) == claimed,
                  "entries are replaced by tuples of their sizes, and T' → U' exists"},
             });
           })},

      {.id = "colfax.3.2.5.20",
       .kind = "Lemma",
       .says = "Pulling back along T♭ → T and U♭ → U, and along their inverses, carries the mutual "
               "refinements of (T, U) to those of (T♭, U♭) and back, one to one. Operands: T, U, "
               "T', U'.",
       .domain = mutual_refinements(),
       .check = on<NestedTuple, NestedTuple, NestedTuple, NestedTuple>(corresponds_to_flat),
       .remark =
           "Refinement is the reflexive relation of 2.2.4.4. By the letter of 2.2.4.1, where (2) "
           "does not refine (2), the mutual refinement (2, 2) of (2, 2) would have no counterpart.",
       .slips = {"The proof says of the last diagram that it is a mutual refinement of (T♭, U♭); "
                 "of (T, U) is meant."}},
  };
}

}  // namespace

std::vector<Statement> colfax_3_2_5_functors() {
  return joined({functor_statements, mutual_refinement_statements, universal_relations});
}

}  // namespace layoutcheck::properties
