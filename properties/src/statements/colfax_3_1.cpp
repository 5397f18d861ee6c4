// Statements about Tuple: tuple morphisms and the flat layouts that they encode (colfax 3.1).
#include "lists.hpp"
#include "literal_morphisms.hpp"
#include <layoutcheck/algebra/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace literal;

constexpr Nesting flat = Nesting::flat;

/// L_f = L_g implies f = g.
std::function<Result(const Operands&)> determined_by_layout(StandardForm form) {
  return on<Morphism, Morphism>([form](const Morphism& f, const Morphism& g) {
    const bool clean = is_nondegenerate(f) && is_nondegenerate(g) && has_standard_form(f, form) &&
                       has_standard_form(g, form);
    if (!clean || algebra::layout_of(f) != algebra::layout_of(g)) return unmet();
    return holds_if_equal(f, g);
  });
}

std::function<Result(const Operands&)> correspondence(StandardForm form) {
  return on<Morphism, Layout>(
      [form](const Morphism& f, const Layout& l) { return corresponds(f, l, form); });
}

// 3.1.2 and 3.1.4: encoding and realization.
std::vector<Statement> encoding_statements() {
  return {
      {.id = "colfax.3.1.2.9",
       .kind = "Lemma",
       .says =
           "The standard representation f = f_L of a tractable flat layout L encodes L: L_f = L.",
       .domain = tractable_layouts(flat),
       .check = on<Layout>(is_represented)},

      {.id = "colfax.3.1.2.10",
       .kind = "Proposition",
       .says = "A flat layout is encoded by a tuple morphism if and only if it is tractable.",
       .domain = layouts(flat),
       .check = on<Layout>(is_encoded_iff_tractable)},

      {.id = "colfax.3.1.2.20",
       .kind = "Lemma",
       .says = "Non-degenerate tuple morphisms f, g of standard form are equal if L_f = L_g.",
       .domain = standard_morphism_pairs(flat),
       .check = determined_by_layout(StandardForm::as_printed),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.2.20(()--()-->(), ()--()-->(1)) = false",
       .remark = "The first condition of 3.1.2.12 asks for the last entry of the codomain to be "
                 "hit only if n > 1, so that S → (t) over the trivial map has standard form for "
                 "every t, and encodes the same layout as S → (). The proof takes an entry that is "
                 "not hit to be followed by one that is, and each entry to exceed 1; for n = 1 "
                 "neither is assured. With n ≥ 1 in the place of n > 1 the proof goes through."},
      {.id = "colfax.3.1.2.20.amended",
       .kind = "Amendment",
       .says = "The same, where standard form asks for the last entry of the codomain to be hit "
               "whenever there is one.",
       .domain = standard_morphism_pairs(flat),
       .check = determined_by_layout(StandardForm::amended)},

      {.id = "colfax.3.1.2.21",
       .kind = "Theorem",
       .says = "f ↦ L_f and L ↦ f_L are inverse to each other between the non-degenerate tuple "
               "morphisms of standard form and the non-degenerate tractable flat layouts. The "
               "check takes one of each.",
       .domain = corresponding(flat),
       .check = correspondence(StandardForm::as_printed),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.2.21(()--()-->(1), ():()) = false",
       .remark =
           "It rests on 3.1.2.20: () → (1) and () → () both have standard form as 3.1.2.12 prints "
           "it, and both encode ():(). With n ≥ 1 in the place of n > 1 there, it holds."},
      {.id = "colfax.3.1.2.21.amended",
       .kind = "Amendment",
       .says = "The same, where standard form asks for the last entry of the codomain to be hit "
               "whenever there is one.",
       .domain = corresponding(flat),
       .check = correspondence(StandardForm::amended)},

      {.id = "colfax.3.1.4.5",
       .kind = "Lemma",
       .says = "The realization |f| of a tuple morphism f: S → T is the layout function of L_f, "
               "with values below size(T).",
       .domain = morphisms(flat),
       .check = on<Morphism>(realizes_layout)},

      {.id = "colfax.3.1.4.6",
       .kind = "Corollary",
       .says =
           "L_{g∘f} = L_g∘L_f for non-degenerate composable tuple morphisms f, g. The composite is "
           "that of flat layouts (2.1.7.1) and that of layouts (2.3.7.1). Operands: g, f.",
       .domain = composable_morphisms(flat, true),
       .check = on<Morphism, Morphism>([](const Morphism& g, const Morphism& f) {
         if (!is_nondegenerate(f) || !is_nondegenerate(g) || f.codomain() != g.domain()) {
           return unmet();
         }
         const Outcome<Layout> left = encoded(algebra::composition(g, f));
         const Layout outer = algebra::layout_of(g);
         const Layout inner = algebra::layout_of(f);
         Result as_flat = equation(left, flat_composite(outer, inner));
         if (as_flat.kind != Result::Kind::holds) return as_flat;
         return equation(left, composite(outer, inner));
       }),
       .remark = "The proof needs non-degeneracy of f only. That the shape of L_{g∘f} refines "
                 "itself is what 2.2.4.4 says and 2.2.4.1 as printed denies."},
  };
}

}  // namespace

std::vector<Statement> colfax_3_1() {
  return encoding_statements();
}

}  // namespace layoutcheck::properties
