// Refinements of nested tuples and of their morphisms (colfax 3.2.5): pullbacks, pushforwards,
// mutual refinements.
#include "lists.hpp"
#include "literal_operations.hpp"
#include <layoutcheck/algebra/refinements.hpp>
#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::properties {

namespace {

using namespace literal;

constexpr Nesting nested = Nesting::nested;

/// What a pulled back or pushed forward morphism is compared with, for an entry s:d of L_f.
enum class EntryForm { as_printed, coalesced };

/// coal(L_{f'_i}) = s_i:d_i for the modes f'_i of f' relative to the domain of f.
Result has_modes_of(const Morphism& f, const Outcome<Morphism>& refined, EntryForm form) {
  if (!refined) return fails("f' is undefined: " + refined.reason());
  const Layout layout = algebra::layout_of(f);
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Outcome<Layout> entry = Layout::entry(layout.extents()[i], layout.strides()[i]);
    const Outcome<Layout> found =
        coalesced(encoded(algebra::relative_mode(*refined, f.domain(), i)));
    const Outcome<Layout> claimed = form == EntryForm::as_printed ? entry : coalesced(entry);
    if (!found || *found != *claimed) {
      return fails("for i = " + std::to_string(i + 1) + " it is " + text(found) + ", not " +
                   text(claimed));
    }
  }
  return holds();
}

/// Φ_{L_f} = Φ_{L_{f'}}.
Result has_function_of(const Morphism& f, const Outcome<Morphism>& refined) {
  if (!refined) return fails("f' is undefined: " + refined.reason());
  const Layout before = algebra::layout_of(f);
  const Layout after = algebra::layout_of(*refined);
  return holds_if(same_function(before, after), [&] {
    return "L_f is " + to_string(before) + ", and L_{f'} is " + to_string(after);
  });
}

/// A check of a pullback along f, or of a pushforward.
template <class Check>
std::function<Result(const Operands&)> on_pullback(Check check) {
  return on<Morphism, NestedTuple>([check](const Morphism& f, const NestedTuple& refined) {
    if (!oracle::refines(refined, f.codomain())) return unmet();
    return check(f, algebra::pullback(f, refined));
  });
}

template <class Check>
std::function<Result(const Operands&)> on_pushforward(Check check) {
  return on<Morphism, NestedTuple>([check](const Morphism& f, const NestedTuple& refined) {
    if (!oracle::refines(refined, f.domain())) return unmet();
    return check(f, algebra::pushforward(f, refined));
  });
}

template <EntryForm form>
Result modes(const Morphism& f, const Outcome<Morphism>& refined) {
  return has_modes_of(f, refined, form);
}

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

/// mode_1(S', S), …, mode_m(S', S). Pre: S' refines S.
std::vector<NestedTuple> relative_modes(const NestedTuple& fine, const NestedTuple& coarse) {
  return oracle::relative_modes(fine, coarse).value();
}

/// incl_i(S', S): S'_i → S' over k ↦ k + the length of the relative modes before. Pre: S' refines
/// S.
Morphism inclusion(const NestedTuple& fine, const NestedTuple& coarse, std::size_t i) {
  const std::vector<NestedTuple> parts = relative_modes(fine, coarse);
  std::size_t before = 0;
  for (std::size_t k = 0; k < i; ++k)
    before += parts[k].length();
  return {parts[i], shifted(parts[i].length(), before), fine};
}

/// X with its entries replaced by the parts (colfax 2.2.3.1).
NestedTuple substituted(const NestedTuple& tuple, const std::vector<NestedTuple>& parts) {
  return oracle::substitute(tuple.profile(), std::span<const NestedTuple>(parts)).value();
}

/// The index i with α(i) = j, from 0; nothing if j is not hit.
std::optional<std::size_t> source_of(const Morphism& f, std::size_t j) {
  const auto found = std::find(f.map().begin(), f.map().end(), static_cast<Int>(j));
  if (found == f.map().end()) return std::nullopt;
  return static_cast<std::size_t>(found - f.map().begin());
}

/// f*T' (colfax 3.2.5.5). Pre: T' refines the codomain.
NestedTuple pulled_back(const Morphism& f, const NestedTuple& fine) {
  const std::vector<NestedTuple> targets = relative_modes(fine, f.codomain());
  std::vector<NestedTuple> parts;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    parts.push_back(f.map()[i] == 0 ? NestedTuple(f.domain().entries()[i])
                                    : targets[static_cast<std::size_t>(f.map()[i]) - 1]);
  }
  return substituted(f.domain(), parts);
}

/// f_*S' (colfax 3.2.5.12). Pre: S' refines the domain.
NestedTuple pushed_forward(const Morphism& f, const NestedTuple& fine) {
  const std::vector<NestedTuple> sources = relative_modes(fine, f.domain());
  std::vector<NestedTuple> parts;
  for (std::size_t j = 1; j <= f.codomain().length(); ++j) {
    const std::optional<std::size_t> i = source_of(f, j);
    parts.push_back(i ? sources[*i] : NestedTuple(f.codomain().entries()[j - 1]));
  }
  return substituted(f.codomain(), parts);
}

/// (f'_1, …, f'_m) after the reparenthesization of S', where f'_i is trivial if α(i) = *, and
/// incl_{α(i)}(T', T) otherwise.
Morphism over(const Morphism& f, const NestedTuple& fine_domain, const NestedTuple& fine_codomain) {
  const std::vector<NestedTuple> sources = relative_modes(fine_domain, f.domain());
  std::vector<Morphism> parts;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Int j = f.map()[i];
    parts.push_back(j == 0
                        ? Morphism(sources[i], Tuple(sources[i].length(), 0), fine_codomain)
                        : inclusion(fine_codomain, f.codomain(), static_cast<std::size_t>(j) - 1));
  }
  const NestedTuple tuple = NestedTuple::tuple_of(sources);
  return composed(side_by_side(tuple, parts, fine_codomain),
                  reparenthesization(fine_domain, tuple));
}

/// Whether the modes of f' relative to S are as the construction wants them: trivial if α(i) = *,
/// and incl_{α(i)}(T', T) otherwise.
bool lies_over(const Morphism& refined, const Morphism& f) {
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    const Morphism mode = composed(refined, inclusion(refined.domain(), f.domain(), i));
    const Int j = f.map()[i];
    const bool fits = j == 0 ? std::count(mode.map().begin(), mode.map().end(), Int{0}) ==
                                   static_cast<std::ptrdiff_t>(mode.map().size())
                             : mode == inclusion(refined.codomain(), f.codomain(),
                                                 static_cast<std::size_t>(j) - 1);
    if (!fits) return false;
  }
  return true;
}

/// Whether f' is the only morphism between its ends that lies over f; for short tuples all are
/// tried, others pass.
bool is_the_only_one_over(const Morphism& refined, const Morphism& f) {
  if (refined.domain().length() + refined.codomain().length() > 6) return true;
  const std::vector<Morphism> all = hom(refined.domain(), refined.codomain());
  return std::count_if(all.begin(), all.end(),
                       [&](const Morphism& g) { return lies_over(g, f); }) == 1;
}

/// f' of a construction against its ends and its maps.
Result is_square(const Morphism& f, const NestedTuple& fine_domain,
                 const NestedTuple& fine_codomain, const Outcome<Morphism>& found,
                 const Outcome<Morphism>& by_oracle) {
  if (!oracle::refines(fine_domain, f.domain()) || !oracle::refines(fine_codomain, f.codomain())) {
    return fails("S' = " + to_string(fine_domain) + " and T' = " + to_string(fine_codomain) +
                 " do not both refine");
  }
  const Morphism claimed = over(f, fine_domain, fine_codomain);
  if (!is(found, claimed)) return fails("f' is " + text(found) + ", not " + to_string(claimed));
  return all_hold({
      {is(by_oracle, claimed), "the oracle's f'"},
      {lies_over(claimed, f), "its relative modes are the f'_i"},
      {is_the_only_one_over(claimed, f), "no other morphism has these relative modes"},
  });
}

/// S', S and sometimes S'' that refine each other in this order.
Operands draw_refined(Entropy& entropy, int size, std::size_t count) {
  Operands operands{draw_shape(entropy, size)};
  while (operands.size() < count) {
    const NestedTuple last = std::get<NestedTuple>(operands.back());
    operands.emplace_back(entropy.chance(94) ? draw_refinement(entropy, last)
                                             : draw_shape(entropy, size));
  }
  std::reverse(operands.begin(), operands.end());
  return operands;
}

/// S' and S, where S' mostly refines S.
Domain refinements() {
  Domain domain = shapes(2);
  domain.name = "two shapes, of which the first refines the second";
  domain.draw = [](Entropy& entropy, int size) { return draw_refined(entropy, size, 2); };
  return domain;
}

/// Visits what is enumerated, and after each the shapes that refine `start` with the weight left.
bool with_refinements(std::size_t weight, const Operands& operands, const NestedTuple& start,
                      const std::function<bool(const Operands&, const NestedTuple&)>& visit) {
  return enumerate_shapes(weight, false, [&](const NestedTuple& fine) {
    if (!oracle::refines(fine, start)) return true;
    Operands more = operands;
    more.emplace_back(fine);
    return visit(more, fine);
  });
}

/// f' and S, where the domain of f' mostly refines S.
Domain morphism_over_shape() {
  Domain domain =
      make_domain("a morphism and a shape that its domain refines", {Sort::morphism, Sort::shape},
                  [](Entropy& entropy, int size) -> Operands {
                    Morphism f = draw_morphism(entropy, size);
                    NestedTuple s = entropy.chance(94) ? draw_coarsening(entropy, f.domain())
                                                       : draw_shape(entropy, size);
                    return {std::move(f), std::move(s)};
                  });
  return domain;
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
        for (std::size_t first = 1; w + first < weight; ++first) {
          const bool inner = with_refinements(
              first, pair, start(pair), [&](const Operands& three, const NestedTuple& fine) {
                return with_refinements(
                    weight - w - first, three, fine,
                    [&](const Operands& four, const NestedTuple&) { return visit(four); });
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

/// An isomorphism f: S → T, and X' and X'' that refine S, each the one before.
Domain isomorphism_with_refinements() {
  Domain domain;
  domain.name = "an isomorphism S → T, a refinement of S and one of that";
  domain.sorts = {Sort::morphism, Sort::shape, Sort::shape};
  domain.draw = [](Entropy& entropy, int size) -> Operands {
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
        for (std::size_t first = 1; w + first < weight; ++first) {
          const bool inner = with_refinements(
              first, {f}, f.domain(), [&](const Operands& two, const NestedTuple& fine) {
                return with_refinements(
                    weight - w - first, two, fine,
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

/// S_1, S_2 with one flattening, and S_1' and S_1'' that refine S_1, each the one before.
Domain reparenthesized_with_refinements() {
  return make_domain("two shapes with one flattening, a refinement of the first and one of that",
                     std::vector(4, Sort::shape), [](Entropy& entropy, int size) -> Operands {
                       const NestedTuple s1 = draw_shape(entropy, size);
                       NestedTuple s2(s1.entries(), draw_profile(entropy, s1.length()));
                       NestedTuple fine = draw_refinement(entropy, s1);
                       NestedTuple finer = entropy.chance(5) ? draw_shape(entropy, size)
                                                             : draw_refinement(entropy, fine);
                       return {s1, std::move(s2), std::move(fine), std::move(finer)};
                     });
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

// 3.2.5: relative modes.
std::vector<Statement> relative_mode_statements() {
  return {
      {.id = "colfax.3.2.5.1",
       .kind = "Construction",
       .says = "incl_i(S', S): S'_i → S' is the inclusion of the i-th mode of (S'_1, …, S'_m), "
               "which has the flattening of S', followed by id_{(S'_1, …, S'_m)}^{S'}. Operands: "
               "S', S.",
       .domain = refinements(),
       .check =
           on<NestedTuple, NestedTuple>([](const NestedTuple& fine, const NestedTuple& coarse) {
             if (!oracle::refines(fine, coarse)) {
               return algebra::relative_mode_inclusion(fine, coarse, 0)
                          ? fails("S' does not refine S")
                          : unmet();
             }
             const std::vector<NestedTuple> parts = relative_modes(fine, coarse);
             const NestedTuple tuple = NestedTuple::tuple_of(parts);
             const Outcome<Morphism> back = algebra::reparenthesize(tuple, fine);
             if (parts.size() != coarse.length() || !back) {
               return fails("(S'_1, …, S'_m) is " + to_string(tuple));
             }
             for (std::size_t i = 0; i < parts.size(); ++i) {
               const Outcome<Morphism> mode = algebra::mode(algebra::identity(tuple), i);
               const Morphism claimed = inclusion(fine, coarse, i);
               if (!mode || composed(*back, *mode) != claimed ||
                   !is(algebra::relative_mode_inclusion(fine, coarse, i), claimed)) {
                 return fails("for i = " + std::to_string(i + 1));
               }
             }
             return holds_if(!algebra::relative_mode_inclusion(fine, coarse, parts.size()),
                             [] { return std::string("there is a mode too many"); });
           })},

      example("colfax.3.2.5.2", "incl_2(S', S) for S = (4,(9,25)) and S' = ((2,2),((3,3),25))."),

      {.id = "colfax.3.2.5.3",
       .kind = "Construction",
       .says = "mode_i(f', S) = f'∘incl_i(S', S); in particular mode_i(id_{S'}, S) = incl_i(S', "
               "S). Operands: f', S.",
       .domain = morphism_over_shape(),
       .check = on<Morphism, NestedTuple>([](const Morphism& f, const NestedTuple& coarse) {
         if (!oracle::refines(f.domain(), coarse)) return unmet();
         for (std::size_t i = 0; i < coarse.length(); ++i) {
           const Morphism incl = inclusion(f.domain(), coarse, i);
           const Morphism claimed = composed(f, incl);
           if (!is(algebra::relative_mode(f, coarse, i), claimed) ||
               !is(oracle::relative_mode(f, coarse, static_cast<Int>(i)), claimed) ||
               !is(algebra::relative_mode(algebra::identity(f.domain()), coarse, i), incl)) {
             return fails("for i = " + std::to_string(i + 1));
           }
         }
         return holds_if(!algebra::relative_mode(f, coarse, coarse.length()),
                         [] { return std::string("there is a mode too many"); });
       })},

      example("colfax.3.2.5.4", "mode_2(f', S) for these S' and S and f' over (1,3,2,*,4)."),
  };
}

// 3.2.5: pullbacks.
std::vector<Statement> pullback_statements() {
  return {
      {.id = "colfax.3.2.5.5",
       .kind = "Construction",
       .says = "The pullback f*T' has T'_{α(i)} for the i-th entry of S, or leaves it where α(i) = "
               "*; f': f*T' → T' is incl_{α(i)}(T', T) or trivial on it. The check adds that f*T' "
               "refines S, and that f' is the only morphism with these modes. Operands: f, T'.",
       .domain = morphism_with_refined_codomain(),
       .check = on<Morphism, NestedTuple>([](const Morphism& f, const NestedTuple& fine) {
         if (!oracle::refines(fine, f.codomain())) {
           return algebra::pullback(f, fine) ? fails("T' does not refine T") : unmet();
         }
         return is_square(f, pulled_back(f, fine), fine, algebra::pullback(f, fine),
                          oracle::pullback(f, fine));
       })},

      example("colfax.3.2.5.6",
              "The pullback of (64,32) → (4,64,4,32) over (2,4) along "
              "((2,2),(16,4),(2,2),(16,2)); f' lies over (3,4,7,8)."),

      {.id = "colfax.3.2.5.7",
       .kind = "Example",
       .says = "The pullback of S' along id_{S♭}^S is (S'_1, …, S'_m), with id_{(S'_1, …, "
               "S'_m)}^{S'} for f'. Operands: S', S.",
       .domain = refinements(),
       .check =
           on<NestedTuple, NestedTuple>([](const NestedTuple& fine, const NestedTuple& coarse) {
             if (!oracle::refines(fine, coarse)) return unmet();
             const Outcome<Morphism> along = algebra::reparenthesize(flattened(coarse), coarse);
             const NestedTuple tuple = NestedTuple::tuple_of(relative_modes(fine, coarse));
             return equation<Morphism>(along ? algebra::pullback(*along, fine) : along,
                                       reparenthesization(tuple, fine));
           })},

      {.id = "colfax.3.2.5.8",
       .kind = "Example",
       .says = "The pullback of S' along the entry inclusion s_i → S is incl_i(S', S). Operands: "
               "S', S.",
       .domain = refinements(),
       .check =
           on<NestedTuple, NestedTuple>([](const NestedTuple& fine, const NestedTuple& coarse) {
             if (!oracle::refines(fine, coarse)) return unmet();
             for (std::size_t i = 0; i < coarse.length(); ++i) {
               const Outcome<Morphism> entry = algebra::entry(algebra::identity(coarse), i);
               const Outcome<Morphism> pulled = entry ? algebra::pullback(*entry, fine) : entry;
               if (!is(pulled, inclusion(fine, coarse, i))) {
                 return fails("for i = " + std::to_string(i + 1) + " it is " + text(pulled));
               }
             }
             return holds();
           })},

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

      {.id = "colfax.3.2.5.10",
       .kind = "Lemma",
       .says = "If f' is the pullback of f along a refinement T' of its codomain, then "
               "coal(L_{f'_i}) = s_i:d_i for the modes f'_i of f' relative to the domain of f, "
               "where (L_f)♭ = (s_1, …):(d_1, …). Operands: f, T'.",
       .domain = morphism_with_refined_codomain(),
       .check = on_pullback(modes<EntryForm::as_printed>),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.5.10(1--(1)-->1, 1) = false",
       .remark = "The proof takes a column-major layout of size s_i to coalesce to s_i:e with e = "
                 "d_i. If "
                 "s_i = 1 it coalesces to 1:0, while d_i is not 0 if f sends the entry somewhere. "
                 "3.2.5.11 needs coal(L_{f'_i}) = coal(s_i:d_i) only.",
       .change = "coal(s_i:d_i) for s_i:d_i.",
       .slips = {"f'_i is said to end in T; it ends in T'.",
                 "The proof writes α'_i(t) = α'_i(t+1), where α'_i(t) + 1 = α'_i(t+1) is meant, "
                 "and a column-major layout, where a multiple of one is meant."}},
      {.id = "colfax.3.2.5.10.amended",
       .kind = "Amendment",
       .says = "coal(L_{f'_i}) = coal(s_i:d_i) in the same situation.",
       .domain = morphism_with_refined_codomain(),
       .check = on_pullback(modes<EntryForm::coalesced>)},

      {.id = "colfax.3.2.5.11",
       .kind = "Proposition",
       .says = "The pullback f' of f along a refinement T' of its codomain has the function of f: "
               "Φ_{L_f} = Φ_{L_{f'}}. Operands: f, T'.",
       .domain = morphism_with_refined_codomain(),
       .check = on_pullback(has_function_of),
       .slips = {"The proof writes incl_i(T', T) on T'_j; incl_j(T', T) is meant."}},
  };
}

// 3.2.5: pushforwards.
std::vector<Statement> pushforward_statements() {
  return {
      {.id = "colfax.3.2.5.12",
       .kind = "Construction",
       .says = "The pushforward f_*S' has S'_i for the entry α(i) of T, and leaves those that are "
               "not hit; f': S' → f_*S' is incl_{α(i)}(f_*S', T) or trivial on S'_i. The check "
               "adds that f_*S' refines T, and that f' is the only morphism with these modes. "
               "Operands: f, S'.",
       .domain = morphism_with_refined_domain(),
       .check = on<Morphism, NestedTuple>([](const Morphism& f, const NestedTuple& fine) {
         if (!oracle::refines(fine, f.domain())) {
           return algebra::pushforward(f, fine) ? fails("S' does not refine S") : unmet();
         }
         return is_square(f, fine, pushed_forward(f, fine), algebra::pushforward(f, fine),
                          oracle::pushforward(f, fine));
       }),
       .slips = {"f' is called the pushforward of f along T; along S' is meant."}},

      [] {
        Statement pushed = example("colfax.3.2.5.13",
                                   "The pushforward of (64,32) → (4,64,4,32) over (2,4) along "
                                   "((16,4),(16,2)) is (4,(16,4),4,(16,2)).");
        pushed.slips = {
            "The text after it speaks of the key property of pullbacks; of "
            "pushforwards is meant."};
        return pushed;
      }(),

      {.id = "colfax.3.2.5.14",
       .kind = "Lemma",
       .says = "If f' is the pushforward of f along a refinement S' of its domain, then "
               "coal(L_{f'_i}) = s_i:d_i for the modes f'_i of f' relative to the domain of f, "
               "where (L_f)♭ = (s_1, …):(d_1, …). Operands: f, S'.",
       .domain = morphism_with_refined_domain(),
       .check = on_pushforward(modes<EntryForm::as_printed>),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.5.14(1--(1)-->1, 1) = false",
       .remark = "The proof is that of 3.2.5.10, and fails where that does: for an entry 1 that f "
                 "sends somewhere, d_i is not 0. 3.2.5.15 needs coal(L_{f'_i}) = coal(s_i:d_i) "
                 "only.",
       .change = "coal(s_i:d_i) for s_i:d_i.",
       .slips = {"f'_i is said to end in T; it ends in T'."}},
      {.id = "colfax.3.2.5.14.amended",
       .kind = "Amendment",
       .says = "coal(L_{f'_i}) = coal(s_i:d_i) in the same situation.",
       .domain = morphism_with_refined_domain(),
       .check = on_pushforward(modes<EntryForm::coalesced>)},

      {.id = "colfax.3.2.5.15",
       .kind = "Proposition",
       .says = "The pushforward f' of f along a refinement S' of its domain has the function of f: "
               "Φ_{L_f} = Φ_{L_{f'}}. Operands: f, S'.",
       .domain = morphism_with_refined_domain(),
       .check = on_pushforward(has_function_of)},

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

std::vector<Statement> colfax_3_2_5() {
  return joined({relative_mode_statements, pullback_statements, pushforward_statements,
                 mutual_refinement_statements});
}

}  // namespace layoutcheck::properties
