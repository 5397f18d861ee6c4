// Operations on tuple morphisms (colfax 3.1.5): flat division and flat products.
#include "as_printed/operations.hpp"
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

constexpr Nesting flat = Nesting::flat;

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
  for (std::size_t i = 1; i <= entries.size(); ++i) {
    if (!hits(g, i)) picked.push_back(entries[i - 1]);
  }
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
      {.id = "colfax.3.1.5.51",
       .kind = "Definition",
       .says = "g divides f if they are composable: codomain(g) = domain(f). Operands: f, g.",
       .domain = division_operands(flat, false),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         const bool claimed = g.codomain() == f.domain();
         return all_hold({
             {algebra::composition(f, g).has_value() == claimed, "f∘g is defined"},
             {oracle::composition(f, g).has_value() == claimed, "the oracle's f∘g is defined"},
             {algebra::colfax_flat_divide(f, g).has_value() == (claimed && is_injective(g)),
              "f ⊘♭ g is defined if g divides f and has a complement"},
         });
       })},

      {.id = "colfax.3.1.5.52",
       .kind = "Definition",
       .says = "f ⊘♭ g = f∘(g ⋆ g^c) for g: S → T and f: T → U. Operands: f, g.",
       .domain = division_operands(flat),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         return g.codomain() == f.domain() ? divides_as_defined(f, g) : unmet();
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.5.52(()--()-->(), (1)--(*)-->()) = false",
       .remark = "g^c is defined for a complementable g only (3.1.5.46): where g sends an entry to "
                 "*, no g^c makes g ⋆ g^c an isomorphism (3.1.5.49).",
       .change = "ask for g to be injective."},
      {.id = "colfax.3.1.5.52.amended",
       .kind = "Amendment",
       .says = "f ⊘♭ g = f∘(g ⋆ g^c) for an injective g: S → T and f: T → U.",
       .domain = division_operands(flat),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         const bool met = g.codomain() == f.domain() && is_injective(g);
         return met ? divides_as_defined(f, g) : unmet();
       })},

      example("colfax.3.1.5.53",
              "f, g and f ⊘♭ g. The diagrams are lost in our copy; the lines have the morphisms "
              "that encode the layouts of 2.1.7.10."),
      example("colfax.3.1.5.54",
              "f, g and f ⊘♭ g. The diagrams are lost in our copy; the lines have the flattening "
              "of 3.2.6.24."),
      example("colfax.3.1.5.55",
              "f, g and f ⊘♭ g. The diagrams are lost in our copy; the lines have the flattening "
              "of 3.2.6.25."),

      {.id = "colfax.3.1.5.56",
       .kind = "Proposition",
       .says = "coal♭(L_{f ⊘♭ g}) = coal♭(L_f ⊘♭ L_g) for non-degenerate composable f, g. "
               "Operands: f, g with f after g.",
       .domain = composable_morphisms(flat, true),
       .check = on_nondegenerate_composable([](const Morphism& f, const Morphism& g) {
         return divides_as_layouts(f, g, flat_composite);
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.5.56(()--()-->(), (1)--(*)-->()) = false",
       .remark =
           "3.1.5.52 divides by every g, but g^c exists only if g is injective (3.1.5.46); the "
           "proof applies 3.2.6.20, which asks for that. Where an entry above 1 goes to *, L_g "
           "has no complement either. Besides, 2.1.7.9 composes flat layouts, whose composite "
           "keeps the shape of the inner one: for f = (2,2)--(2,1)-->(2,2) and g = ()--()-->(2,2) "
           "the complement of L_g is (4):(1), and no layout of shape (4) has the function of "
           "(2,2):(2,1)∘(4):(1).",
       .change = "ask for g to be injective, and let A ⊘♭ B be the flattening of the composite of "
                 "2.3.7.1.",
       .slips = {"The proof cites 3.2.6.20, where 3.1.5.43 is meant, and writes coal and comp for "
                 "coal♭ and comp♭."}},
      {.id = "colfax.3.1.5.56.amended",
       .kind = "Amendment",
       .says = "The same for injective g, where A ⊘♭ B is the flattening of A∘(B ⋆ comp♭(B, "
               "size(A))) in the sense of 2.3.7.1.",
       .domain = divisible_morphisms(flat),
       .check = on_nondegenerate_composable([](const Morphism& f, const Morphism& g) {
         return is_injective(g) ? divides_as_layouts(f, g, composite) : unmet();
       })},
  };
}

// 3.1.5.8: flat products.
std::vector<Statement> product_statements() {
  return {
      {.id = "colfax.3.1.5.57",
       .kind = "Definition",
       .says = "f and g are product admissible if codomain(g) = domain(f^c); then f ⊗♭ g = f ⋆ "
               "(f^c∘g), whose parts have disjoint images.",
       .domain = product_admissible_morphisms(flat, false),
       .check = on<Morphism, Morphism>([](const Morphism& f, const Morphism& g) {
         const bool admissible =
             is_injective(f) && g.codomain() == complement_as_printed(f).domain();
         if (are_product_admissible(f, g) != admissible ||
             algebra::is_product_admissible(f, g) != admissible ||
             oracle::is_product_admissible(f, g) != admissible ||
             algebra::colfax_flat_product(f, g).has_value() != admissible) {
           return fails(std::string("they are ") + (admissible ? "" : "not ") +
                        "product admissible");
         }
         if (!admissible) return unmet();
         const Morphism second = composed(complement_as_printed(f), g);
         if (!are_disjoint(f, second)) return fails("the images of f and f^c∘g are not disjoint");
         const Morphism claimed =
             side_by_side(star(f.domain(), g.domain()), {f, second}, f.codomain());
         return all_hold({
             {is(algebra::colfax_flat_product(f, g), claimed), "f ⊗♭ g = f ⋆ (f^c∘g)"},
             {is(oracle::colfax_flat_product(f, g), claimed), "the oracle's f ⊗♭ g"},
         });
       }),
       .remark = "f^c is defined for a complementable f only (3.1.5.46); others are taken not to "
                 "be product admissible with any g."},

      example("colfax.3.1.5.58",
              "f and g are product admissible, and f ⊗♭ g. The diagrams are lost in our copy; the "
              "lines have the flattening of 3.2.6.29."),
      example("colfax.3.1.5.59",
              "f and g are product admissible, and f ⊗♭ g. The diagrams are lost in our copy; the "
              "lines have the flattening of 3.2.6.30."),

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
       .check = on_nondegenerate_product_admissible([](const Morphism& f, const Morphism& g) {
         return multiplies_as_layouts(f, g,
                                      product_number(algebra::layout_of(f), algebra::layout_of(g)));
       }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.1.5.62((2)--(2)-->(2,2), ()--()-->(2)) = false",
       .remark =
           "2.1.7.13 asks for the complement of L_f for size(L_f)·cosize(L_g), and the proof never "
           "shows that there is one. There is one only if the largest s_i·d_i of L_f divides that "
           "number, which nothing makes it do: here 4 does not divide 2·1.",
       .change = "take the complement for size(T), where f: S → T, or any other that is large "
                 "enough (2.3.9.2), in L_f ⊗♭ L_g."},
      {.id = "colfax.3.1.5.62.amended",
       .kind = "Amendment",
       .says = "L_{f ⊗♭ g} = L_f ⋆ (comp♭(L_f, size(T))∘L_g) for non-degenerate product admissible "
               "f: S → T and g.",
       .domain = product_admissible_morphisms(flat, true),
       .check = on_nondegenerate_product_admissible([](const Morphism& f, const Morphism& g) {
         return multiplies_as_layouts(f, g, codomain_size(f));
       })},
  };
}

}  // namespace

std::vector<Statement> colfax_3_1_5_division() {
  return joined({division_statements, product_statements});
}

}  // namespace layoutcheck::properties
