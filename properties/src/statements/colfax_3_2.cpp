// Statements about Nest: nested tuple morphisms and the layouts that they encode (colfax 3.2).
#include "literal_morphisms.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/refinements.hpp>

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

/// f ⊘ g against L_f ⊘ L_g = L_f∘(L_g, comp(L_g, size(L_f))) (2.3.8.1).
Result divides_as_layouts(const Morphism& f, const Morphism& g) {
  const Outcome<Layout> left = encoded(algebra::logical_divide(f, g));
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  const Outcome<Layout> rest = complement(b, oracle::to_int(oracle::size(a)));
  const Outcome<Layout> right = rest ? composite(a, concatenation(b, *rest)) : rest;
  return equation(coalesced(left), coalesced(right));
}

/// (f ⊘ g)♭ against f♭∘(g♭ ⋆ (g♭)^c), which is f♭ ⊘♭ g♭ (3.1.5.52).
Result divides_when_flat(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> quotient = algebra::logical_divide(f, g);
  const Outcome<Morphism> left =
      quotient ? Outcome<Morphism>(algebra::flatten(*quotient)) : quotient;
  const Morphism flat_g = algebra::flatten(g);
  const Outcome<Morphism> rest = algebra::complement(flat_g);
  const Outcome<Morphism> both = rest ? flat_concatenation({flat_g, *rest}) : rest;
  const Outcome<Morphism> right = both ? algebra::composition(algebra::flatten(f), *both) : both;
  Result by_definition = equation(left, right);
  if (by_definition.kind != Result::Kind::holds) return by_definition;
  return equation(left, algebra::colfax_flat_divide(algebra::flatten(f), flat_g));
}

/// f ⊗ g against (L_f, comp(L_f, N)∘L_g).
Result multiplies_as_layouts(const Morphism& f, const Morphism& g, Int number) {
  const Layout a = algebra::layout_of(f);
  const Outcome<Layout> places = complement(a, number);
  const Outcome<Layout> copies = places ? composite(*places, algebra::layout_of(g)) : places;
  const Outcome<Layout> right = copies ? Outcome<Layout>(concatenation(a, *copies)) : copies;
  return equation(encoded(algebra::logical_product(f, g)), right);
}

Result is_layout_complement(const Morphism& f, const Morphism& g) {
  if (!is_complement(f, g)) return unmet();
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  return holds_if(is_complement(a, b, codomain_size(f)), [&] {
    return to_string(b) + " is no " + std::to_string(codomain_size(f)) + "-complement of " +
           to_string(a);
  });
}

// 3.2.2 and 3.2.4: encoding and realization.
std::vector<Statement> encoding_statements() {
  return {
      {.id = "colfax.3.2.2.8",
       .kind = "Lemma",
       .says = "The standard representation f = f_L of a tractable layout L encodes L: L_f = L.",
       .domain = tractable_layouts(nested),
       .check = on<Layout>(is_represented)},

      {.id = "colfax.3.2.2.9",
       .kind = "Proposition",
       .says = "A layout is encoded by a nested tuple morphism if and only if it is tractable.",
       .domain = layouts(nested),
       .check = on<Layout>(is_encoded_iff_tractable)},

      {.id = "colfax.3.2.2.15",
       .kind = "Proposition",
       .says = "f ↦ L_f and L ↦ f_L are inverse to each other between the non-degenerate nested "
               "tuple morphisms of standard form and the non-degenerate tractable layouts. The "
               "check takes one of each.",
       .domain = corresponding(nested),
       .check = on<Morphism, Layout>([](const Morphism& f, const Layout& l) {
         return corresponds(f, l, StandardForm::as_printed);
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.2.15(1--(*)-->(1), ():()) = false",
       .remark = "3.2.2.10 takes standard form from 3.1.2.12, which asks for the last entry of the "
                 "codomain to be hit only if there is more than one: S → (t) over the trivial map "
                 "has standard form, and so has S → (), and both encode S:0. With n ≥ 1 in the "
                 "place of n > 1 there, it holds. (The last words of 3.2.2.15 forget that both "
                 "sides are non-degenerate.)"},
      {.id = "colfax.3.2.2.15.amended",
       .kind = "Amendment",
       .says = "The same, where standard form asks for the last entry of the codomain to be hit "
               "whenever there is one.",
       .domain = corresponding(nested),
       .check = on<Morphism, Layout>([](const Morphism& f, const Layout& l) {
         return corresponds(f, l, StandardForm::amended);
       })},

      {.id = "colfax.3.2.4.2",
       .kind = "Lemma",
       .says = "The realization |f| of a nested tuple morphism f: S → T is the layout function of "
               "L_f, with values below size(T).",
       .domain = morphisms(nested),
       .check = on<Morphism>(realizes_layout)},
  };
}

// 3.2.5: refinements.
std::vector<Statement> refinement_statements() {
  const std::string why_coalesced =
      "The proof takes a column-major layout of size s_i to coalesce to s_i:e with e = d_i. If s_i "
      "= 1 it coalesces to 1:0, while d_i is not 0 if f sends the entry somewhere. With "
      "coal(s_i:d_i) in the place of s_i:d_i it holds, and the proof of ";
  return {
      {.id = "colfax.3.2.5.10",
       .kind = "Lemma",
       .says = "If f' is the pullback of f along a refinement T' of its codomain, then "
               "coal(L_{f'_i}) = s_i:d_i for the modes f'_i of f' relative to the domain of f, "
               "where (L_f)♭ = (s_1, …):(d_1, …). Operands: f, T'.",
       .domain = morphism_with_refined_codomain(),
       .check = on_pullback(modes<EntryForm::as_printed>),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.5.10(1--(1)-->1, 1) = false",
       .remark = why_coalesced + "3.2.5.11 needs no more."},
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
       .check = on_pullback(has_function_of)},

      {.id = "colfax.3.2.5.14",
       .kind = "Lemma",
       .says = "If f' is the pushforward of f along a refinement S' of its domain, then "
               "coal(L_{f'_i}) = s_i:d_i for the modes f'_i of f' relative to the domain of f, "
               "where (L_f)♭ = (s_1, …):(d_1, …). Operands: f, S'.",
       .domain = morphism_with_refined_domain(),
       .check = on_pushforward(modes<EntryForm::as_printed>),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.5.14(1--(1)-->1, 1) = false",
       .remark = why_coalesced + "3.2.5.15 needs no more."},
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

      {.id = "colfax.3.2.5.20",
       .kind = "Lemma",
       .says = "Pulling back along T♭ → T and U♭ → U, and along their inverses, carries the mutual "
               "refinements of (T, U) to those of (T♭, U♭) and back, one to one. Operands: T, U, "
               "T', U'.",
       .domain = mutual_refinements(),
       .check = on<NestedTuple, NestedTuple, NestedTuple, NestedTuple>(corresponds_to_flat),
       .remark =
           "Refinement is the reflexive relation of 2.2.4.4. By the letter of 2.2.4.1, where (2) "
           "does not refine (2), the mutual refinement (2, 2) of (2, 2) would have no counterpart. "
           "The proof says of the last diagram that it refines (T♭, U♭), and means (T, U)."},
  };
}

// 3.2.6: operations.
std::vector<Statement> operation_statements() {
  return {
      {.id = "colfax.3.2.6.10",
       .kind = "Proposition",
       .says = "L_{(f_1, …, f_k)} = (L_{f_1}, …, L_{f_k}), if the images are pairwise disjoint. "
               "The check takes three morphisms, and k = 1, 2, 3.",
       .domain = disjoint_morphism_triples(nested),
       .check = on<Morphism, Morphism, Morphism>(
           [](const Morphism& f1, const Morphism& f2, const Morphism& f3) {
             if (!are_disjoint(f1, f2) || !are_disjoint(f1, f3) || !are_disjoint(f2, f3)) {
               return unmet();
             }
             std::vector<Morphism> fs;
             std::vector<Layout> layouts;
             Result result;
             for (const Morphism& f : {f1, f2, f3}) {
               fs.push_back(f);
               layouts.push_back(algebra::layout_of(f));
               result = equation<Layout>(encoded(concatenation(fs)), Layout::tuple_of(layouts));
               if (result.kind != Result::Kind::holds) break;
             }
             return result;
           })},

      {.id = "colfax.3.2.6.13",
       .kind = "Proposition",
       .says = "coal(L_f) = L_{coal(f)}.",
       .domain = morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         return equation<Layout>(algebra::layout_of(algebra::coalesce(f)),
                                 coalesced(algebra::layout_of(f)));
       })},

      {.id = "colfax.3.2.6.16",
       .kind = "Proposition",
       .says = "If g is a complement of f: S → T, then L_g is a size(T)-complement of L_f.",
       .domain = complement_morphisms(nested),
       .check = on<Morphism, Morphism>(is_layout_complement)},

      {.id = "colfax.3.2.6.19",
       .kind = "Proposition",
       .says = "If f: S → T is injective and g is a complement of f, then L_g is a "
               "size(T)-complement of L_f.",
       .domain = complement_morphisms(nested),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         return is_injective(f) ? is_layout_complement(f, g) : unmet();
       }),
       .remark = "It is 3.2.6.16: what has a complement is injective (3.1.5.49)."},

      {.id = "colfax.3.2.6.20",
       .kind = "Proposition",
       .says = "coal(L_{f^c}) = comp(L_f, size(T)) for an injective f: S → T.",
       .domain = injective_morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         if (!is_injective(f)) return unmet();
         return equation(coalesced(encoded(algebra::complement(f))),
                         complement(algebra::layout_of(f), codomain_size(f)));
       }),
       .remark =
           "The proof of 3.2.6.20 cites itself where it means 3.1.5.43. Where every extent of S is "
           "1, 2.1.6.29 speaks of a mode that is not there; comp♭(L_f, N) is then coal♭((N):(1))."},

      {.id = "colfax.3.2.6.21",
       .kind = "Theorem",
       .says = "L_{g∘f} = L_g∘L_f for non-degenerate composable nested tuple morphisms f, g. "
               "Operands: g, f.",
       .domain = composable_morphisms(nested, true),
       .check = on<Morphism, Morphism>([](const Morphism& g, const Morphism& f) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || f.codomain() != g.domain()) {
           return unmet();
         }
         return equation(encoded(algebra::composition(g, f)),
                         composite(algebra::layout_of(g), algebra::layout_of(f)));
       }),
       .remark = "The proof of 3.2.6.21 needs non-degeneracy of f only. That the shape of L_{g∘f} "
                 "refines itself is what 2.2.4.4 says and 2.2.4.1 as printed denies."},

      {.id = "colfax.3.2.6.26",
       .kind = "Proposition",
       .says = "coal(L_{f ⊘ g}) = coal(L_f ⊘ L_g) for non-degenerate g: S → T and f: T → U. "
               "Operands: f, g.",
       .domain = composable_morphisms(nested, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || g.codomain() != f.domain()) {
           return unmet();
         }
         return divides_as_layouts(f, g);
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.6.26(1--(*)-->1, 1--(*)-->1) = false",
       .remark = "3.2.6.23 divides by every g, but g^c exists only if g is injective (3.1.5.46); "
                 "the proof applies 3.2.6.20, which asks for that. Where an entry above 1 goes to "
                 "the base point, L_g has no complement either, as for g = 2--(*)-->(). It holds "
                 "for injective g."},
      {.id = "colfax.3.2.6.26.amended",
       .kind = "Amendment",
       .says = "coal(L_{f ⊘ g}) = coal(L_f ⊘ L_g) for non-degenerate g: S → T and f: T → U, if g "
               "is injective.",
       .domain = divisible_morphisms(nested),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || g.codomain() != f.domain() ||
             !is_injective(g)) {
           return unmet();
         }
         return divides_as_layouts(f, g);
       })},

      {.id = "colfax.3.2.6.27",
       .kind = "Proposition",
       .says = "(f ⊘ g)♭ = f♭ ⊘♭ g♭ if g divides f, which is to say that f∘g is defined. Operands: "
               "f, g.",
       .domain = composable_morphisms(nested, false),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         return g.codomain() == f.domain() ? divides_when_flat(f, g) : unmet();
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.6.27(1--(*)-->1, 1--(*)-->1) = false",
       .remark = "The gap is in the definitions: 3.1.5.52 and 3.2.6.23 divide by every g, but g^c "
                 "exists only if g is injective (3.1.5.46), so that neither side is defined for "
                 "other g. It holds for injective g."},
      {.id = "colfax.3.2.6.27.amended",
       .kind = "Amendment",
       .says = "(f ⊘ g)♭ = f♭ ⊘♭ g♭ if g divides f and is injective.",
       .domain = divisible_morphisms(nested),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (g.codomain() != f.domain() || !is_injective(g)) return unmet();
         return divides_when_flat(f, g);
       })},

      {.id = "colfax.3.2.6.31",
       .kind = "Proposition",
       .says = "L_{f ⊗ g} = L_f ⊗ L_g for non-degenerate product admissible f, g.",
       .domain = product_admissible_morphisms(nested, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || !are_product_admissible(f, g)) {
           return unmet();
         }
         return multiplies_as_layouts(f, g,
                                      product_number(algebra::layout_of(f), algebra::layout_of(g)));
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.6.31(2--(2)-->(2,2), 1--(*)-->(2)) = false",
       .remark = "2.3.9.1 asks for the complement of L_f for size(L_f)·cosize(L_g), and the proof "
                 "never shows that there is one. There is one only if the largest s_i·d_i of L_f "
                 "divides that number, which nothing makes it do: here 4 does not divide 2·1. It "
                 "fails for the morphisms of 3.2.6.30, too. It holds with the complement for "
                 "size(T), where f: S → T, or any other that is large enough (2.3.9.2)."},
      {.id = "colfax.3.2.6.31.amended",
       .kind = "Amendment",
       .says = "L_{f ⊗ g} = (L_f, comp(L_f, size(T))∘L_g) for non-degenerate product admissible f: "
               "S → T and g.",
       .domain = product_admissible_morphisms(nested, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || !are_product_admissible(f, g)) {
           return unmet();
         }
         return multiplies_as_layouts(f, g, codomain_size(f));
       })},
  };
}

}  // namespace

std::vector<Statement> colfax_3_2() {
  std::vector<Statement> all;
  for (auto part : {encoding_statements, refinement_statements, operation_statements}) {
    for (Statement& statement : part())
      all.push_back(std::move(statement));
  }
  return all;
}

}  // namespace layoutcheck::properties
