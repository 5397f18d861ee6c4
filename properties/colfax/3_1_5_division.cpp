// Operations on tuple morphisms (colfax 3.1.5): flat division and flat products.
#include "as_printed/operations.hpp"
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

// Division and product of flat layouts are those of colfax 2.1.7.9 and 2.1.7.13 with 2.1.6.25, all
// to the letter, or all as amended.

/// comp♭(A, N). By the letter of 2.1.6.25 a layout of size 1 is not N-complementable.
Outcome<Layout> complement_for(const Layout& a, Int number, Wording wording) {
  if (wording == Wording::as_printed && oracle::size(a) == 1) return Undefined{"the size is 1"};
  return flat_complement(a, number);
}

/// A∘B: flat, with the shape of B (2.1.7.1); as amended that of layouts (2.3.7.1), flattened.
Outcome<Layout> composed_layouts(const Layout& a, const Layout& b, Wording wording) {
  if (wording == Wording::as_printed) return flat_composite(a, b);
  const Outcome<Layout> found = composite(a, b);
  return found ? Outcome<Layout>(Layout::flat(found->extents(), found->strides())) : found;
}

/// f ⊘♭ g against L_f ⊘♭ L_g.
Result divides_as_layouts(const Morphism& f, const Morphism& g, Wording wording) {
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  const Outcome<Layout> rest = complement_for(b, oracle::to_int(oracle::size(a)), wording);
  const Outcome<Layout> right =
      rest ? composed_layouts(a, flat_concatenation(b, *rest), wording) : rest;
  return equation(flat_coalesced(encoded(algebra::colfax_flat_divide(f, g))),
                  flat_coalesced(right));
}

/// size(A)·cosize(B); as amended the least N above or at it for which A is N-complementable, a
/// multiple of the last s_m·d_m. Pre: no stride of squeeze(A) is 0. Throws Overflow.
Int number_for(const Layout& a, const Layout& b, Wording wording) {
  const Int number = product_number(a, b);
  if (wording == Wording::as_printed) return number;
  const Exact end = last_end(a);
  return oracle::to_int((number + end - 1) / end * end);
}

/// f ⊗♭ g against L_f ⊗♭ L_g = L_f ⋆ (comp♭(L_f, N)∘L_g).
Result multiplies_as_layouts(const Morphism& f, const Morphism& g, Wording wording) {
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  const Outcome<Layout> places = complement_for(a, number_for(a, b, wording), wording);
  const Outcome<Layout> copies = places ? composed_layouts(*places, b, wording) : places;
  const Outcome<Layout> right = copies ? Outcome<Layout>(flat_concatenation(a, *copies)) : copies;
  return equation(encoded(algebra::colfax_flat_product(f, g)), right);
}

/// f ⊘♭ g exists, and is f∘(g ⋆ g^c) entry by entry: first what g picks of f, then what it leaves.
Result divides_as_defined(const Morphism& f, const Morphism& g) {
  if (!is_injective(g)) return fails("g^c does not exist, as g sends an entry to *");
  const Morphism rest = complement_as_printed(g);
  const Morphism claimed =
      composed(f, side_by_side(star(g.domain(), rest.domain()), {g, rest}, g.codomain()));
  std::vector<Morphism> picked;
  const std::vector<Morphism> entries = entries_of(f, true);
  for (Int i : g.map())
    picked.push_back(entries[static_cast<std::size_t>(i) - 1]);
  for (std::size_t i = 1; i <= entries.size(); ++i)
    if (!hits(g, i)) picked.push_back(entries[i - 1]);
  return all_hold({
      {is(algebra::colfax_flat_divide(f, g), claimed), "f ⊘♭ g = f∘(g ⋆ g^c)"},
      {is(oracle::colfax_flat_divide(f, g), claimed), "the oracle's f ⊘♭ g"},
      {side_by_side(claimed.domain(), picked, f.codomain()) == claimed,
       "its entries are those that g picks, then those that it leaves"},
  });
}

// 3.1.5.7: flat division.
std::vector<Statement> division_statements() {
  return {
      statement(
          "colfax.3.1.5.51", "Definition",
          "g divides f if they are composable: codomain(g) = domain(f). Operands: f, g.",
          division_operands(flat, false),
          [](const Morphism& f, const Morphism& g) {
            return all_hold({
                {algebra::composition(f, g).has_value() == are_composable(f, g), "f∘g is defined"},
                {oracle::composition(f, g).has_value() == are_composable(f, g), "the oracle's f∘g"},
                {algebra::colfax_flat_divide(f, g).has_value() == is_after_injective(f, g),
                 "f ⊘♭ g is defined if g divides f and has a complement"},
            });
          }),

      {.id = "colfax.3.1.5.52",
       .kind = "Definition",
       .says = "f ⊘♭ g = f∘(g ⋆ g^c) for g: S → T and f: T → U. Operands: f, g.",
       .domain = division_operands(flat),
       .check = given(are_composable, divides_as_defined),
       .counterexample = "colfax.3.1.5.52(()--()-->(), (1)--(*)-->()) = false",
       .remark = "g^c is defined for a complementable g only (3.1.5.46): where g sends an entry to "
                 "*, no g^c makes g ⋆ g^c an isomorphism (3.1.5.49).",
       .change = "ask for g to be injective."},
      amendment("colfax.3.1.5.52.amended",
                "f ⊘♭ g = f∘(g ⋆ g^c) for an injective g: S → T and f: T → U.",
                given(is_after_injective, divides_as_defined)),

      lost_example(
          "colfax.3.1.5.53",
          "f, g and f ⊘♭ g. The lines have the morphisms that encode the layouts of 2.1.7.10.",
          "The diagrams of f, g and f ⊘♭ g."),
      lost_example("colfax.3.1.5.54", "f, g and f ⊘♭ g. The lines have the flattening of 3.2.6.24.",
                   "The diagrams of f, g and f ⊘♭ g."),
      lost_example("colfax.3.1.5.55", "f, g and f ⊘♭ g. The lines have the flattening of 3.2.6.25.",
                   "The diagrams of f, g and f ⊘♭ g."),

      {.id = "colfax.3.1.5.56",
       .kind = "Proposition",
       .says = "coal♭(L_{f ⊘♭ g}) = coal♭(L_f ⊘♭ L_g) for non-degenerate composable f, g. "
               "Operands: f, g with f after g.",
       .domain = composable_morphisms(flat, true),
       .check = given(are_nondegenerate_composable, with(divides_as_layouts, Wording::as_printed)),
       .counterexample = "colfax.3.1.5.56(()--()-->(), ()--()-->()) = false",
       .remark = "By the letter of 2.1.6.25 an L_g of size 1 has no complement. 2.1.7.9 composes "
                 "flat layouts, whose composite keeps the shape of the inner one: for f = "
                 "(2,2)--(2,1)-->(2,2) and g = ()--()-->(2,2) the complement of L_g is (4):(1), "
                 "and no layout of shape (4) has the function of (2,2):(2,1)∘(4):(1). With both "
                 "amended, g^c exists only if g is injective (3.1.5.46), as it is not for "
                 "(1)--(*)-->(); the proof applies 3.2.6.20, which asks for that. Where an entry "
                 "above 1 goes to *, L_g has no complement either.",
       .change = "ask for g to be injective.",
       .uses = {"colfax.2.1.6.25", "colfax.2.1.7.9"},
       .slips = {"The proof cites 3.2.6.20, where 3.1.5.43 is meant, and writes coal and comp for "
                 "coal♭ and comp♭."}},
      statement(
          "colfax.3.1.5.56.amended", "Amendment",
          "The same for injective g, with 2.1.6.25 and 2.1.7.9 as amended: A ⊘♭ B is the "
          "flattening of A∘(B ⋆ comp♭(B, size(A))) in the sense of 2.3.7.1.",
          divisible_morphisms(flat),
          given(is_nondegenerate_after_injective, with(divides_as_layouts, Wording::amended))),
  };
}

/// f ⋆ (f^c∘g) (colfax 3.1.5.57). Pre: f and g are product admissible.
Morphism product_as_printed(const Morphism& f, const Morphism& g) {
  return side_by_side(star(f.domain(), g.domain()), {f, composed(complement_as_printed(f), g)},
                      f.codomain());
}

// 3.1.5.8: flat products.
std::vector<Statement> product_statements() {
  return {
      {.id = "colfax.3.1.5.57",
       .kind = "Definition",
       .says = "f and g are product admissible if codomain(g) = domain(f^c); then f ⊗♭ g = f ⋆ "
               "(f^c∘g), whose parts have disjoint images.",
       .domain = product_candidates(flat),
       .check =
           [](const Morphism& f, const Morphism& g) {
             const Outcome<Morphism> product = algebra::colfax_flat_product(f, g);
             return admits_product(f, g, product.has_value()).then([&] {
               if (!are_disjoint(f, composed(complement_as_printed(f), g)))
                 return fails("the images of f and f^c∘g are not disjoint");
               return agree<Morphism>({{"f ⋆ (f^c∘g)", product_as_printed(f, g)},
                                       {"the algebra", product},
                                       {"the oracle", oracle::colfax_flat_product(f, g)}});
             });
           },
       .remark = "f^c is defined for a complementable f only (3.1.5.46); others are taken not to "
                 "be product admissible with any g."},

      lost_example(
          "colfax.3.1.5.58",
          "f and g are product admissible, and f ⊗♭ g. The lines have the flattening of 3.2.6.29.",
          "The diagrams of f, g and f ⊗♭ g."),
      lost_example(
          "colfax.3.1.5.59",
          "f and g are product admissible, and f ⊗♭ g. The lines have the flattening of 3.2.6.30.",
          "The diagrams of f, g and f ⊗♭ g."),

      statement(
          "colfax.3.1.5.60", "Lemma",
          "If f and g are product admissible and g is injective, then f ⊗♭ g is injective, and (f "
          "⊗♭ g)^c = f^c∘g^c.",
          product_admissible_morphisms(flat, false, true),
          [](const Morphism& f, const Morphism& g) {
            if (!are_product_admissible(f, g) || !is_injective(g)) return unmet();
            const Morphism product = product_as_printed(f, g);
            if (!is_injective(product)) return fails("f ⊗♭ g is " + to_string(product));
            const Morphism claimed = composed(complement_as_printed(f), complement_as_printed(g));
            const Outcome<Morphism> found = algebra::colfax_flat_product(f, g);
            return all_hold({
                {complement_as_printed(product) == claimed, "(f ⊗♭ g)^c = f^c∘g^c"},
                {found && is(algebra::complement(*found), claimed), "the algebra's (f ⊗♭ g)^c"},
                {is(algebra::composition(*algebra::complement(f), *algebra::complement(g)),
                    claimed),
                 "the algebra's f^c∘g^c"},
            });
          }),

      statement("colfax.3.1.5.61", "Proposition",
                "If f, g and g, h are product admissible, so are f ⊗♭ g, h and f, g ⊗♭ h, and (f "
                "⊗♭ g) ⊗♭ h = f ⊗♭ (g ⊗♭ h).",
                product_admissible_triples(flat),
                [](const Morphism& f, const Morphism& g, const Morphism& h) {
                  if (!are_product_admissible(f, g) || !are_product_admissible(g, h))
                    return unmet();
                  const Morphism first = product_as_printed(f, g);
                  const Morphism second = product_as_printed(g, h);
                  if (!are_product_admissible(first, h) || !are_product_admissible(f, second)) {
                    return fails("not product admissible, where f ⊗♭ g is " + to_string(first) +
                                 " and g ⊗♭ h is " + to_string(second));
                  }
                  const Morphism claimed = product_as_printed(first, h);
                  return all_hold({
                      {product_as_printed(f, second) == claimed, "(f ⊗♭ g) ⊗♭ h = f ⊗♭ (g ⊗♭ h)"},
                      {is(algebra::colfax_flat_product(first, h), claimed),
                       "the algebra's (f ⊗♭ g) ⊗♭ h"},
                      {is(algebra::colfax_flat_product(f, second), claimed),
                       "the algebra's f ⊗♭ (g ⊗♭ h)"},
                  });
                }),

      {.id = "colfax.3.1.5.62",
       .kind = "Proposition",
       .says = "L_{f ⊗♭ g} = L_f ⊗♭ L_g for non-degenerate product admissible f, g.",
       .domain = product_admissible_morphisms(flat, true),
       .check = given(are_nondegenerate_product_admissible,
                      with(multiplies_as_layouts, Wording::as_printed)),
       .counterexample = "colfax.3.1.5.62(()--()-->(), ()--()-->()) = false",
       .remark =
           "2.1.7.13 asks for the complement of L_f for size(L_f)·cosize(L_g), and the proof never "
           "shows that there is one. By the letter of 2.1.6.25 there is none if L_f has size 1, "
           "and otherwise only if the largest s_i·d_i of L_f divides that number, which nothing "
           "makes it do: for (2)--(2)-->(2,2) and ()--()-->(2), 4 does not divide 2·1.",
       .uses = {"colfax.2.1.6.25", "colfax.2.1.7.13"}},
      amendment(
          "colfax.3.1.5.62.amended",
          "The same with 2.1.6.25 and 2.1.7.13 as amended: A ⊗♭ B = A ⋆ (comp♭(A, N)∘B)♭ in the "
          "sense of 2.3.7.1, for the least N ≥ size(A)·cosize(B) for which A is N-complementable.",
          given(are_nondegenerate_product_admissible,
                with(multiplies_as_layouts, Wording::amended))),
  };
}

}  // namespace

std::vector<Statement> colfax_3_1_5_division() {
  return joined({division_statements, product_statements});
}

}  // namespace layoutcheck::properties
