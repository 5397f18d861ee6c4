// Statements about Tuple: tuple morphisms and the flat layouts that they encode (colfax 3.1).
#include "lists.hpp"
#include "literal_morphisms.hpp"
#include <layoutcheck/algebra/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace literal;

constexpr Nesting flat = Nesting::flat;

/// Whether f has a complement, by trying maps g into its codomain that have the length an
/// isomorphism f ⋆ g needs. As an isomorphism takes nothing to *, g must not; and g may be taken
/// increasing, for permuting the domain of g permutes that of f ⋆ g. Throws LimitReached.
bool has_complement(const Morphism& f) {
  const std::size_t m = f.domain().length();
  const std::size_t n = f.codomain().length();
  if (m > n) return false;
  Tuple domain;
  Tuple map;
  Exact steps = 0;
  const std::function<bool(std::size_t)> extend = [&](std::size_t first) {
    oracle::charge(++steps, limits, "the candidates for a complement");
    if (map.size() == n - m) {
      return is_complement(f, Morphism(NestedTuple::flat(domain), map, f.codomain()));
    }
    for (std::size_t j = first; j <= n; ++j) {
      map.push_back(static_cast<Int>(j));
      domain.push_back(f.codomain().entries()[j - 1]);
      if (extend(j + 1)) return true;
      map.pop_back();
      domain.pop_back();
    }
    return false;
  };
  return extend(1);
}

/// f ⊘♭ g against L_f ⊘♭ L_g, with the composition of the latter as given.
using Compose = Outcome<Layout> (*)(const Layout&, const Layout&);

Result divides_as_layouts(const Morphism& f, const Morphism& g, Compose compose) {
  const Outcome<Layout> left = encoded(algebra::colfax_flat_divide(f, g));
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  const Outcome<Layout> rest = flat_complement(b, oracle::to_int(oracle::size(a)));
  const Outcome<Layout> right = rest ? compose(a, flat_concatenation(b, *rest)) : rest;
  return equation(flat_coalesced(left), flat_coalesced(right));
}

/// f ⊗♭ g against L_f ⋆ (comp♭(L_f, N)∘L_g).
Result multiplies_as_layouts(const Morphism& f, const Morphism& g, Int number) {
  const Layout a = algebra::layout_of(f);
  const Outcome<Layout> places = flat_complement(a, number);
  const Outcome<Layout> copies = places ? flat_composite(*places, algebra::layout_of(g)) : places;
  const Outcome<Layout> right = copies ? Outcome<Layout>(flat_concatenation(a, *copies)) : copies;
  return equation(encoded(algebra::colfax_flat_product(f, g)), right);
}

/// Injective morphisms that mostly have standard form, some with entries 1 and some onto nothing.
Domain injective_standard_morphisms() {
  Domain domain = injective_morphisms(flat);
  domain.name = "an injective tuple morphism of standard form";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    if (entropy.chance(10)) {
      return {draw_morphism(entropy, size, {true, true, false})};
    }
    Tuple codomain;
    Tuple targets;
    for (Int entry : draw_extents(entropy, size)) {
      if (entry == 1 && !entropy.chance(20)) continue;
      if (entropy.chance(35)) codomain.push_back(static_cast<Int>(entropy.between(2, 5)));
      codomain.push_back(entry);
      targets.push_back(static_cast<Int>(codomain.size()));
    }
    Tuple shape;
    Tuple map;
    for (std::size_t i : entropy.permutation(targets.size())) {
      map.push_back(targets[i]);
      shape.push_back(codomain[static_cast<std::size_t>(targets[i]) - 1]);
    }
    return {Morphism(NestedTuple::flat(std::move(shape)), std::move(map),
                     NestedTuple::flat(std::move(codomain)))};
  };
  return domain;
}

/// Morphisms that are mostly sorted.
Domain sorted_morphisms() {
  Domain domain = morphisms(flat);
  domain.name = "a sorted tuple morphism";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    const Morphism f = draw_morphism(entropy, size, {true, false, false});
    if (entropy.chance(20)) return {f};
    std::vector<std::pair<Int, Int>> entries;  // (α(i), s_i)
    for (std::size_t i = 0; i < f.map().size(); ++i) {
      entries.emplace_back(f.map()[i], f.domain().entries()[i]);
    }
    std::sort(entries.begin(), entries.end());
    Tuple shape;
    Tuple map;
    for (const auto& [target, extent] : entries) {
      map.push_back(target);
      shape.push_back(extent);
    }
    return {Morphism(NestedTuple::flat(std::move(shape)), std::move(map), f.codomain())};
  };
  return domain;
}

// 3.1.5.2 to 3.1.5.4: squeeze, sort, coalesce.
std::vector<Statement> form_statements() {
  return {
      {.id = "colfax.3.1.5.10",
       .kind = "Proposition",
       .says = "L_{squeeze(f)} = squeeze(L_f).",
       .domain = morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         return holds_if_equal(algebra::layout_of(algebra::squeeze(f)),
                               oracle::squeeze(algebra::layout_of(f)));
       })},

      {.id = "colfax.3.1.5.14",
       .kind = "Proposition",
       .says = "If f is sorted, so is L_f.",
       .domain = sorted_morphisms(),
       .check = on<Morphism>([](const Morphism& f) {
         if (!is_sorted(f)) return unmet();
         const Layout layout = algebra::layout_of(f);
         return holds_if(algebra::is_sorted(f) && oracle::is_sorted(layout),
                         [&] { return to_string(layout) + " is not sorted"; });
       })},

      {.id = "colfax.3.1.5.17",
       .kind = "Lemma",
       .says = "f is sorted if and only if sort(f) = f.",
       .domain = sorted_morphisms(),
       .check = on<Morphism>([](const Morphism& f) {
         const Morphism sorted = algebra::sort(f);
         return holds_if(is_sorted(f) == (sorted == f), [&] {
           return std::string("f is ") + (is_sorted(f) ? "" : "not ") + "sorted, and sort(f) is " +
                  to_string(sorted);
         });
       }),
       .remark = "3.1.5.15 calls σ what 2.1.3.31 calls σ⁻¹, and compares α(i_1) and α(i_2) where "
                 "it means j_1 and j_2."},

      {.id = "colfax.3.1.5.18",
       .kind = "Proposition",
       .says = "L_{sort(f)} = sort(L_f).",
       .domain = morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         return holds_if_equal(algebra::layout_of(algebra::sort(f)),
                               oracle::sort(algebra::layout_of(f)));
       })},

      {.id = "colfax.3.1.5.24",
       .kind = "Proposition",
       .says = "f is coalesced if and only if L_f is coalesced (as a flat layout, 2.1.4.1).",
       .domain = morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         const Layout layout = algebra::layout_of(f);
         const bool claimed = oracle::is_flat_coalesced(layout);
         return holds_if(is_coalesced(f) == claimed && algebra::is_coalesced(f) == claimed, [&] {
           return to_string(layout) + (claimed ? " is" : " is not") + " coalesced";
         });
       })},

      {.id = "colfax.3.1.5.28",
       .kind = "Proposition",
       .says = "coal(f) is coalesced, and L_{coal(f)} = coal♭(L_f).",
       .domain = morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         const Morphism g = algebra::flat_coalesce(f);
         if (!is_coalesced(g)) return fails("coal(f) is " + to_string(g));
         return equation<Layout>(algebra::layout_of(g), flat_coalesced(algebra::layout_of(f)));
       }),
       .remark = "Slips of the pen: coal(L_f) is coal♭(L_f), which is flat as L_{coal(f)} is; and "
                 "the relation on the codomain in step 3 of 3.1.5.25 lacks the condition β(i) = j, "
                 "without which 1 ~ 2 would imply 2 ~ 3, and coal(f) for (2,2)--(1,2)-->(2,2,3) "
                 "would have to send 4 to 12."},
  };
}

// 3.1.5.5 and 3.1.5.6: concatenate, complement.
std::vector<Statement> complement_statements() {
  return {
      {.id = "colfax.3.1.5.37",
       .kind = "Lemma",
       .says = "g∘(f_1 ⋆ f_2) = (g∘f_1) ⋆ (g∘f_2), if f_1 and f_2 have disjoint images. Operands: "
               "g, f_1, f_2.",
       .domain = morphism_after_disjoint(flat),
       .check = on<Morphism, Morphism, Morphism>(
           [](const Morphism& g, const Morphism& f1, const Morphism& f2) {
             if (!are_disjoint(f1, f2) || f1.codomain() != g.domain()) return unmet();
             const Outcome<Morphism> both = flat_concatenation({f1, f2});
             const Outcome<Morphism> left = both ? algebra::composition(g, *both) : both;
             return equation(left, flat_concatenation({*algebra::composition(g, f1),
                                                       *algebra::composition(g, f2)}));
           })},

      {.id = "colfax.3.1.5.38",
       .kind = "Proposition",
       .says = "L_{f_1 ⋆ … ⋆ f_k} = L_{f_1} ⋆ … ⋆ L_{f_k}, if the images are pairwise disjoint. "
               "The check takes three morphisms, and k = 1, 2, 3.",
       .domain = disjoint_morphism_triples(flat),
       .check = on<Morphism, Morphism, Morphism>(
           [](const Morphism& f1, const Morphism& f2, const Morphism& f3) {
             if (!are_disjoint(f1, f2) || !are_disjoint(f1, f3) || !are_disjoint(f2, f3)) {
               return unmet();
             }
             const Layout pair = flat_concatenation(algebra::layout_of(f1), algebra::layout_of(f2));
             Result result =
                 equation<Layout>(encoded(flat_concatenation({f1})), algebra::layout_of(f1));
             if (result.kind == Result::Kind::holds) {
               result = equation<Layout>(encoded(flat_concatenation({f1, f2})), pair);
             }
             if (result.kind == Result::Kind::holds) {
               result = equation<Layout>(encoded(flat_concatenation({f1, f2, f3})),
                                         flat_concatenation(pair, algebra::layout_of(f3)));
             }
             return result;
           })},

      {.id = "colfax.3.1.5.42",
       .kind = "Proposition",
       .says = "If g is a complement of f: S → T, then L_g is a size(T)-complement of L_f.",
       .domain = complement_morphisms(flat),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_complement(f, g)) return unmet();
         const Layout a = algebra::layout_of(f);
         const Layout b = algebra::layout_of(g);
         return holds_if(is_complement(a, b, codomain_size(f)), [&] {
           return to_string(b) + " is no " + std::to_string(codomain_size(f)) + "-complement of " +
                  to_string(a);
         });
       })},

      {.id = "colfax.3.1.5.43",
       .kind = "Proposition",
       .says = "coal♭(L_{f^c}) = comp♭(L_f, size(T)) for an injective f: S → T.",
       .domain = injective_morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         if (!is_injective(f)) return unmet();
         return equation(flat_coalesced(encoded(algebra::complement(f))),
                         flat_complement(algebra::layout_of(f), codomain_size(f)));
       }),
       .remark = "Where every extent of S is 1, 2.1.6.29 speaks of a mode that is not there; "
                 "comp♭(L_f, N) is then coal♭((N):(1))."},

      {.id = "colfax.3.1.5.44",
       .kind = "Proposition",
       .says = "L_{f^c} = comp♭(L_f) for an injective f of standard form.",
       .domain = injective_standard_morphisms(),
       .check = on<Morphism>([](const Morphism& f) {
         if (!is_injective(f) || !has_standard_form(f, StandardForm::as_printed)) return unmet();
         return equation(encoded(algebra::complement(f)), flat_complement(algebra::layout_of(f)));
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.5.44(()--()-->(1)) = false",
       .remark =
           "The proof takes size(T) to be s_m·d_m, so the last entry of T to be hit, and f^c to be "
           "coalesced. As 3.1.2.12 prints standard form, a codomain of one entry need not be hit: "
           "() → (1) and () → (2) encode ():(), whose complement is ():(). And an entry 1 that is "
           "hit may stand between two entries that are not, as in (1,2)--(2,4)-->(2,1,3,2), where "
           "L_{f^c} = (2,3):(1,2) and comp♭(L_f) = (6):(1), or be all that follows one, as in "
           "(1)--(2)-->(2,1), where L_{f^c} = (2):(1) and comp♭(L_f) = ():(). It holds for "
           "non-degenerate f, if standard form is amended as for 3.1.2.20."},
      {.id = "colfax.3.1.5.44.amended",
       .kind = "Amendment",
       .says = "L_{f^c} = comp♭(L_f) for a non-degenerate injective f of standard form, which asks "
               "for the last entry of the codomain to be hit whenever there is one.",
       .domain = injective_standard_morphisms(),
       .check = on<Morphism>([](const Morphism& f) {
         if (!is_injective(f) || !is_nondegenerate(f) ||
             !has_standard_form(f, StandardForm::amended)) {
           return unmet();
         }
         return equation(encoded(algebra::complement(f)), flat_complement(algebra::layout_of(f)));
       })},

      {.id = "colfax.3.1.5.48",
       .kind = "Proposition",
       .says = "sort(g) = f^c for each complement g of f.",
       .domain = complement_morphisms(flat),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_complement(f, g)) return unmet();
         return equation<Morphism>(algebra::sort(g), algebra::complement(f));
       })},

      {.id = "colfax.3.1.5.49",
       .kind = "Proposition",
       .says = "f admits a complement if and only if its map is injective.",
       .domain = morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         const bool found = has_complement(f);
         return holds_if(found == is_injective(f) && found == algebra::is_complementable(f), [&] {
           return std::string("a complement was ") + (found ? "" : "not ") + "found";
         });
       })},

      {.id = "colfax.3.1.5.50",
       .kind = "Proposition",
       .says = "sort(f) = (f^c)^c for a complementable f.",
       .domain = injective_morphisms(flat),
       .check = on<Morphism>([](const Morphism& f) {
         if (!is_injective(f)) return unmet();
         const Outcome<Morphism> rest = algebra::complement(f);
         return equation<Morphism>(algebra::sort(f), rest ? algebra::complement(*rest) : rest);
       })},
  };
}

// 3.1.5.7 and 3.1.5.8: flat division and flat products.
std::vector<Statement> product_statements() {
  return {
      {.id = "colfax.3.1.5.56",
       .kind = "Proposition",
       .says = "coal♭(L_{f ⊘♭ g}) = coal♭(L_f ⊘♭ L_g) for non-degenerate composable f, g. "
               "Operands: f, g with f after g.",
       .domain = composable_morphisms(flat, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || g.codomain() != f.domain()) {
           return unmet();
         }
         return divides_as_layouts(f, g, flat_composite);
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.5.56(()--()-->(), (1)--(*)-->()) = false",
       .remark =
           "3.1.5.52 divides by every g, but g^c exists only if g is injective (3.1.5.46); the "
           "proof applies 3.2.6.20, which asks for that. Besides, 2.1.7.9 composes flat layouts, "
           "whose composite keeps the shape of the inner one: for f = (2,2)--(2,1)-->(2,2) and g = "
           "()--()-->(2,2) the complement of L_g is (4):(1), and no layout of shape (4) has the "
           "function of (2,2):(2,1)∘(4):(1). It holds for injective g, if A ⊘♭ B is the flattening "
           "of the composite in the sense of 2.3.7.1."},
      {.id = "colfax.3.1.5.56.amended",
       .kind = "Amendment",
       .says = "The same for injective g, where A ⊘♭ B is the flattening of A∘(B ⋆ comp♭(B, "
               "size(A))) in the sense of 2.3.7.1.",
       .domain = divisible_morphisms(flat),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || g.codomain() != f.domain() ||
             !is_injective(g)) {
           return unmet();
         }
         return divides_as_layouts(f, g, composite);
       })},

      {.id = "colfax.3.1.5.60",
       .kind = "Lemma",
       .says = "If f and g are product admissible and g is injective, then f ⊗♭ g is injective, "
               "and (f ⊗♭ g)^c = f^c∘g^c.",
       .domain = product_admissible_morphisms(flat, false, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!are_product_admissible(f, g) || !is_injective(g)) return unmet();
         const Outcome<Morphism> product = algebra::colfax_flat_product(f, g);
         if (!product || !is_injective(*product)) return fails("f ⊗♭ g is " + text(product));
         return equation(algebra::complement(*product),
                         algebra::composition(*algebra::complement(f), *algebra::complement(g)));
       })},

      {.id = "colfax.3.1.5.61",
       .kind = "Proposition",
       .says = "If f, g and g, h are product admissible, so are f ⊗♭ g, h and f, g ⊗♭ h, and (f ⊗♭ "
               "g) ⊗♭ h = f ⊗♭ (g ⊗♭ h).",
       .domain = product_admissible_triples(flat),
       .check = on<Morphism, Morphism, Morphism>([](const Morphism& f, const Morphism& g,
                                                    const Morphism& h) {
         if (!are_product_admissible(f, g) || !are_product_admissible(g, h)) return unmet();
         const Outcome<Morphism> first = algebra::colfax_flat_product(f, g);
         const Outcome<Morphism> second = algebra::colfax_flat_product(g, h);
         if (!first || !second) {
           return fails("f ⊗♭ g is " + text(first) + ", g ⊗♭ h is " + text(second));
         }
         if (!are_product_admissible(*first, h) || !algebra::is_product_admissible(*first, h) ||
             !are_product_admissible(f, *second) || !algebra::is_product_admissible(f, *second)) {
           return fails("not product admissible, where f ⊗♭ g is " + text(first) +
                        " and g ⊗♭ h is " + text(second));
         }
         return equation(algebra::colfax_flat_product(*first, h),
                         algebra::colfax_flat_product(f, *second));
       })},

      {.id = "colfax.3.1.5.62",
       .kind = "Proposition",
       .says = "L_{f ⊗♭ g} = L_f ⊗♭ L_g for non-degenerate product admissible f, g.",
       .domain = product_admissible_morphisms(flat, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || !are_product_admissible(f, g)) {
           return unmet();
         }
         return multiplies_as_layouts(f, g,
                                      product_number(algebra::layout_of(f), algebra::layout_of(g)));
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.5.62((2)--(2)-->(2,2), ()--()-->(2)) = false",
       .remark =
           "2.1.7.13 asks for the complement of L_f for size(L_f)·cosize(L_g), and the proof never "
           "shows that there is one. There is one only if the largest s_i·d_i of L_f divides that "
           "number, which nothing makes it do: here 4 does not divide 2·1. It holds with the "
           "complement for size(T), where f: S → T, or any other that is large enough (2.3.9.2)."},
      {.id = "colfax.3.1.5.62.amended",
       .kind = "Amendment",
       .says = "L_{f ⊗♭ g} = L_f ⋆ (comp♭(L_f, size(T))∘L_g) for non-degenerate product admissible "
               "f: S → T and g.",
       .domain = product_admissible_morphisms(flat, true),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || !are_product_admissible(f, g)) {
           return unmet();
         }
         return multiplies_as_layouts(f, g, codomain_size(f));
       })},
  };
}

}  // namespace

std::vector<Statement> colfax_3_1() {
  std::vector<Statement> all;
  for (auto part : {form_statements, complement_statements, product_statements}) {
    for (Statement& statement : part())
      all.push_back(std::move(statement));
  }
  return all;
}

}  // namespace layoutcheck::properties
