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

Result check_3_1_5_51(const Morphism& f, const Morphism& g) {
  return all_hold({
      {algebra::composition(f, g).has_value() == are_composable(f, g), "f∘g is defined"},
      {oracle::composition(f, g).has_value() == are_composable(f, g), "the oracle's f∘g"},
      {algebra::colfax_flat_divide(f, g).has_value() == is_after_injective(f, g),
       "f ⊘♭ g is defined if g divides f and has a complement"},
  });
}

// 3.1.5.7: flat division.
std::vector<Binding> division_statements() {
  return {
      {"colfax.3.1.5.51", division_operands(flat, false), check_3_1_5_51},
      {"colfax.3.1.5.52", division_operands(flat), given(are_composable, divides_as_defined)},
      {"colfax.3.1.5.52.amended", given(is_after_injective, divides_as_defined)},
      {"colfax.3.1.5.56", composable_morphisms(flat, true),
       given(are_nondegenerate_composable, with(divides_as_layouts, Wording::as_printed))},
      {"colfax.3.1.5.56.amended", divisible_morphisms(flat),
       given(is_nondegenerate_after_injective, with(divides_as_layouts, Wording::amended))},
  };
}

/// f ⋆ (f^c∘g) (colfax 3.1.5.57). Pre: f and g are product admissible.
Morphism product_as_printed(const Morphism& f, const Morphism& g) {
  return side_by_side(star(f.domain(), g.domain()), {f, composed(complement_as_printed(f), g)},
                      f.codomain());
}

Result check_3_1_5_57(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> product = algebra::colfax_flat_product(f, g);
  return admits_product(f, g, product.has_value()).then([&] {
    if (!are_disjoint(f, composed(complement_as_printed(f), g)))
      return fails("the images of f and f^c∘g are not disjoint");
    return agree<Morphism>({{"f ⋆ (f^c∘g)", product_as_printed(f, g)},
                            {"the algebra", product},
                            {"the oracle", oracle::colfax_flat_product(f, g)}});
  });
}

Result check_3_1_5_60(const Morphism& f, const Morphism& g) {
  if (!are_product_admissible(f, g) || !is_injective(g)) return unmet();
  const Morphism product = product_as_printed(f, g);
  if (!is_injective(product)) return fails("f ⊗♭ g is " + to_string(product));
  const Morphism claimed = composed(complement_as_printed(f), complement_as_printed(g));
  const Outcome<Morphism> found = algebra::colfax_flat_product(f, g);
  return all_hold({
      {complement_as_printed(product) == claimed, "(f ⊗♭ g)^c = f^c∘g^c"},
      {found && is(algebra::complement(*found), claimed), "the algebra's (f ⊗♭ g)^c"},
      {is(algebra::composition(*algebra::complement(f), *algebra::complement(g)), claimed),
       "the algebra's f^c∘g^c"},
  });
}

Result check_3_1_5_61(const Morphism& f, const Morphism& g, const Morphism& h) {
  if (!are_product_admissible(f, g) || !are_product_admissible(g, h)) return unmet();
  const Morphism first = product_as_printed(f, g);
  const Morphism second = product_as_printed(g, h);
  if (!are_product_admissible(first, h) || !are_product_admissible(f, second)) {
    return fails("not product admissible, where f ⊗♭ g is " + to_string(first) + " and g ⊗♭ h is " +
                 to_string(second));
  }
  const Morphism claimed = product_as_printed(first, h);
  return all_hold({
      {product_as_printed(f, second) == claimed, "(f ⊗♭ g) ⊗♭ h = f ⊗♭ (g ⊗♭ h)"},
      {is(algebra::colfax_flat_product(first, h), claimed), "the algebra's (f ⊗♭ g) ⊗♭ h"},
      {is(algebra::colfax_flat_product(f, second), claimed), "the algebra's f ⊗♭ (g ⊗♭ h)"},
  });
}

// 3.1.5.8: flat products.
std::vector<Binding> product_statements() {
  return {
      {"colfax.3.1.5.57", product_candidates(flat), check_3_1_5_57},
      {"colfax.3.1.5.60", product_admissible_morphisms(flat, false, true), check_3_1_5_60},
      {"colfax.3.1.5.61", product_admissible_triples(flat), check_3_1_5_61},
      {"colfax.3.1.5.62", product_admissible_morphisms(flat, true),
       given(are_nondegenerate_product_admissible,
             with(multiplies_as_layouts, Wording::as_printed))},
      {"colfax.3.1.5.62.amended",
       given(are_nondegenerate_product_admissible, with(multiplies_as_layouts, Wording::amended))},
  };
}

}  // namespace

std::vector<Binding> colfax_3_1_5_division() {
  return joined({division_statements, product_statements});
}

}  // namespace layoutcheck::properties
