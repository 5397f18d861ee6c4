// Operations on nested tuple morphisms (colfax 3.2.6): concatenation, coalesce, complement,
// composition, division and product.
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/oracles/division.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

// What is worded in two ways are definitions of chapter 2: refinement (2.2.4.1), and
// N-complementable layouts (2.1.6.25), among which by the letter there is none of size 1.

Outcome<Layout> complement(const Layout& a, Int number, Wording wording) {
  if (wording == Wording::as_printed && oracle::size(a) == 1) {
    return Undefined{"2.1.6.25 speaks of the last mode of squeeze(" + to_string(a) +
                     "), which has none"};
  }
  return as_printed::complement(a, number);
}

/// f ⊘ g against L_f ⊘ L_g = L_f∘(L_g, comp(L_g, size(L_f))) (2.3.8.1).
Result divides_as_layouts(const Morphism& f, const Morphism& g, Wording wording) {
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  const Outcome<Layout> rest = complement(b, oracle::to_int(oracle::size(a)), wording);
  const Outcome<Layout> right = rest ? composite(a, concatenation(b, *rest), wording) : rest;
  return equation(coalesced(encoded(algebra::logical_divide(f, g))), coalesced(right));
}

Outcome<Morphism> flattening(const Outcome<Morphism>& f) {
  return f ? Outcome<Morphism>(algebra::flatten(*f)) : f;
}

/// (f ⊘ g)♭ against f♭∘(g♭ ⋆ (g♭)^c), which is f♭ ⊘♭ g♭ (3.1.5.52).
Result divides_when_flat(const Morphism& f, const Morphism& g) {
  const Morphism flat_f = algebra::flatten(f);
  const Morphism flat_g = algebra::flatten(g);
  const Outcome<Morphism> rest = algebra::complement(flat_g);
  const Outcome<Morphism> both = rest ? flat_concatenation({flat_g, *rest}) : rest;
  return equations<Morphism>(
      {{"(f ⊘ g)♭", flattening(algebra::logical_divide(f, g))},
       {"f♭∘(g♭ ⋆ (g♭)^c)", both ? algebra::composition(flat_f, *both) : both},
       {"f♭ ⊘♭ g♭", algebra::colfax_flat_divide(flat_f, flat_g)}});
}

/// f ⊗ g against L_f ⊗ L_g = (L_f, comp(L_f, size(L_f)·cosize(L_g))∘L_g), by the letter of 2.3.9.1.
Result multiplies_by_letter(const Morphism& f, const Morphism& g) {
  const Layout a = algebra::layout_of(f);
  const Layout b = algebra::layout_of(g);
  const Outcome<Layout> places = complement(a, product_number(a, b), Wording::as_printed);
  const Outcome<Layout> copies = places ? composite(*places, b, Wording::as_printed) : places;
  const Outcome<Layout> right = copies ? Outcome<Layout>(concatenation(a, *copies)) : copies;
  return equation(encoded(algebra::logical_product(f, g)), right);
}

/// f ⊗ g against L_f ⊗ L_g with 2.3.9.1 as amended, and against (L_f, comp(L_f, size(T))∘L_g), as
/// the proof has it.
Result multiplies_as_layouts(const Morphism& f, const Morphism& g) {
  const Layout a = layout_as_printed(f);
  const Layout b = layout_as_printed(g);
  const Outcome<Layout> places = complement(a, codomain_size(f), Wording::amended);
  const Outcome<Layout> copies = places ? composite(*places, b) : places;
  return equations<Layout>(
      {{"L_{f ⊗ g}", encoded(algebra::logical_product(f, g))},
       {"L_f ⊗ L_g", narrow(oracle::logical_product(a, b, Convention::strict, limits))},
       {"(L_f, comp(L_f, size(T))∘L_g)",
        copies ? Outcome<Layout>(concatenation(a, *copies)) : copies}});
}

/// (S_1, …, S_k) for the domains of the morphisms.
NestedTuple tuple_of_domains(const std::vector<Morphism>& fs) {
  std::vector<NestedTuple> domains;
  for (const Morphism& f : fs)
    domains.push_back(f.domain());
  return NestedTuple::tuple_of(domains);
}

/// The first f_1, the first two, …, all of them, and the list of all their entries.
std::vector<std::vector<Morphism>> lists_of(const std::vector<Morphism>& all) {
  std::vector<std::vector<Morphism>> lists;
  std::vector<Morphism> first;
  std::vector<Morphism> entries;
  for (const Morphism& f : all) {
    first.push_back(f);
    lists.push_back(first);
    for (const Morphism& entry : entries_of(f, false))
      entries.push_back(entry);
  }
  if (!entries.empty()) lists.push_back(std::move(entries));
  return lists;
}

/// (f_1, …, f_k) lies over α_1 ⋆ … ⋆ α_k (colfax 3.2.6.4).
Result is_concatenation(const std::vector<Morphism>& fs) {
  std::vector<Morphism> flat_ones;
  for (const Morphism& f : fs)
    flat_ones.push_back(algebra::flatten(f));
  const Morphism claimed = side_by_side(tuple_of_domains(fs), fs, fs.front().codomain());
  return all_hold({
      {is(concatenation(fs), claimed), "it lies over α_1 ⋆ … ⋆ α_k"},
      {is(oracle::concatenation(fs), claimed), "the oracle's concatenation"},
      {is(flat_concatenation(flat_ones), algebra::flatten(claimed)),
       "its flattening is f_1♭ ⋆ … ⋆ f_k♭"},
  });
}

/// L_{(f_1, …, f_k)} = (L_{f_1}, …, L_{f_k}) (colfax 3.2.6.10).
Result encodes_concatenation(const std::vector<Morphism>& fs) {
  std::vector<Layout> layouts;
  for (const Morphism& f : fs)
    layouts.push_back(layout_as_printed(f));
  return equation<Layout>(encoded(concatenation(fs)), Layout::tuple_of(layouts));
}

/// A check of lists of morphisms with pairwise disjoint images, made of three.
Result on_lists(const Morphism& f1, const Morphism& f2, const Morphism& f3,
                Result (*check)(const std::vector<Morphism>&)) {
  return are_pairwise_disjoint({f1, f2, f3}) ? holds_for_all(lists_of({f1, f2, f3}), check)
                                             : unmet();
}

/// Whether coal♭(f) exists by the letter of 3.1.5.25. There j ~ j' in the codomain of squeeze(f) if
/// some i starts a run β(i + k) = β(i) + k that is as long as from j to j': with a run of r entries
/// among n, each entry is related to the r − 1 next ones, which is an equivalence if r is 1 or n.
bool can_coalesce_as_printed(const Morphism& f) {
  const Morphism squeezed = squeeze_as_printed(f);
  const Tuple& beta = squeezed.map();
  std::size_t longest = 1;
  std::size_t run = 1;
  for (std::size_t i = 1; i < beta.size(); ++i) {
    run = beta[i - 1] != 0 && beta[i] == beta[i - 1] + 1 ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest == 1 || longest == squeezed.codomain().length();
}

/// A claim about coal(f), for which coal♭(f♭) must exist.
Result if_coalescible(const Morphism& f, Result (*claim)(const Morphism&), Wording wording) {
  if (wording == Wording::amended || can_coalesce_as_printed(algebra::flatten(f))) return claim(f);
  return fails("coal♭(f♭) is undefined: the relation on the codomain of squeeze(" +
               to_string(algebra::flatten(f)) + ") is not transitive");
}

/// Colfax 3.2.6.11.
Result coalesces_as_defined(const Morphism& f) {
  const Morphism flat = algebra::flat_coalesce(algebra::flatten(f));
  const Tuple& s = flat.domain().entries();
  Morphism claimed = flat;
  if (s.size() == 1)
    claimed = composed(flat, Morphism(NestedTuple(s[0]), {1}, flat.domain()));
  else if (s.empty())
    claimed = composed(flat, Morphism(NestedTuple(1), {0}, NestedTuple()));
  return all_hold({
      {algebra::coalesce(f) == claimed, "coal(f) is as defined"},
      {oracle::coalesce(f) == claimed, "the oracle's coal(f) is as defined"},
      {oracle::is_coalesced(claimed) || s.empty(), "it is coalesced, or 1 → T"},
  });
}

/// Colfax 3.2.6.13.
Result coalesces_as_layout(const Morphism& f) {
  return equation<Layout>(layout_as_printed(algebra::coalesce(f)), coalesced(layout_as_printed(f)));
}

/// Colfax 3.2.6.28.
Result multiplies_as_defined(const Morphism& f, const Morphism& g) {
  const Outcome<Morphism> product = algebra::logical_product(f, g);
  return admits_product(f, g, product.has_value()).then([&] {
    const std::vector<Morphism> both{f, composed(complement_as_printed(f), g)};
    if (!are_pairwise_disjoint(both)) return fails("the images of f and f^c∘g are not disjoint");
    return agree<Morphism>(
        {{"(f, f^c∘g)", side_by_side(tuple_of_domains(both), both, f.codomain())},
         {"f ⊗ g in the algebra", product},
         {"in the oracle", oracle::logical_product(f, g)}});
  });
}

/// The modes of f over the parts of α that belong to them (colfax 3.2.3.6 as amended).
std::vector<Morphism> modes_of(const Morphism& f) {
  std::vector<Morphism> modes;
  auto begin = f.map().begin();
  for (const NestedTuple& mode : f.domain().modes()) {
    const auto end = begin + static_cast<std::ptrdiff_t>(mode.length());
    modes.emplace_back(mode, Tuple(begin, end), f.codomain());
    begin = end;
  }
  return modes;
}

/// The parts, which are those of a morphism into T, have disjoint images, and are what is claimed
/// when put together.
Result make_up(const std::vector<Morphism>& parts, const NestedTuple& t,
               const Outcome<Morphism>& claimed) {
  const Morphism all = side_by_side(tuple_of_domains(parts), parts, t);
  return all_hold({
      {are_pairwise_disjoint(parts), "the images are disjoint"},
      {parts.empty() || is(concatenation(parts), all), "the concatenation lies over α_1 ⋆ … ⋆ α_k"},
      {is(claimed, all), "it is what is claimed"},
  });
}

/// (f_1, …, f_r) = f for the modes of f.
Result is_concatenation_of_modes(const Morphism& f) {
  return make_up(modes_of(f), f.codomain(), f);
}

/// f^c by colfax 3.2.6.17: the complement of f♭, after it the unflattening of T.
Result complements_as_constructed(const Morphism& f) {
  const Outcome<Morphism> flat = algebra::complement(algebra::flatten(f));
  if (!flat) return fails("(f♭)^c is undefined: " + flat.reason());
  const Morphism up = algebra::reparenthesize(flattened(f.codomain()), f.codomain()).value();
  const Morphism claimed = complement_as_printed(f);
  return all_hold({
      {composed(up, *flat) == claimed, "id_{T♭}^T∘(f♭)^c includes what f does not hit"},
      {is(algebra::complement(f), claimed), "f^c is as constructed"},
      {is(oracle::complement(f), claimed), "the oracle's f^c is as constructed"},
      {is_complement(f, claimed), "f^c is a complement of f"},
  });
}

/// f ⊘ g = f∘(g, g^c) exists.
Result divides_as_defined(const Morphism& f, const Morphism& g) {
  if (!is_injective(g)) return fails("g^c does not exist, as g sends an entry to *");
  const Morphism rest = complement_as_printed(g);
  const std::vector<Morphism> both{g, rest};
  const Morphism pair = side_by_side(tuple_of_domains(both), both, g.codomain());
  const Morphism claimed = composed(f, pair);
  return all_hold({
      {has_inverse(pair), "(g, g^c) is an isomorphism"},
      {is(algebra::logical_divide(f, g), claimed), "f ⊘ g = f∘(g, g^c)"},
      {is(oracle::logical_divide(f, g), claimed), "the oracle's f ⊘ g"},
  });
}

Result check_3_2_6_1(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return unmet();
  const bool claimed = are_disjoint(algebra::flatten(f), algebra::flatten(g));
  return all_hold({
      {are_disjoint(f, g) == claimed, "no entry of T is hit by both"},
      {is(algebra::is_disjoint(f, g), claimed), "is_disjoint is as defined"},
      {is(oracle::is_disjoint(f, g), claimed), "the oracle's is_disjoint is as defined"},
      {concatenation(std::vector{f, g}).has_value() == claimed,
       "(f, g) exists if and only if they have"},
  });
}

// 3.2.6.1: concatenate.
std::vector<Binding> concatenation_statements() {
  return {
      {"colfax.3.2.6.1", morphisms_into_one(nested), check_3_2_6_1},
      {"colfax.3.2.6.4", disjoint_morphism_triples(nested), with(on_lists, is_concatenation)},
      {"colfax.3.2.6.8", morphisms(nested),
       [](const Morphism& f) {
         const Outcome<Morphism> up = algebra::reparenthesize(flattened(f.domain()), f.domain());
         return make_up(entries_of(f, false), f.codomain(), up ? algebra::composition(f, *up) : up);
       }},
      {"colfax.3.2.6.9", morphisms(nested), is_concatenation_of_modes},
      {"colfax.3.2.6.9.amended",
       given([](const Morphism& f) { return !f.domain().is_entry(); }, is_concatenation_of_modes)},
      {"colfax.3.2.6.10", disjoint_morphism_triples(nested), with(on_lists, encodes_concatenation)},
  };
}

/// Any morphism; the flat ones are enumerated. Where coal♭(f♭) does not exist, domain and codomain
/// have more than one entry, and f♭ is no heavier than f.
Domain flattened_morphisms() {
  Domain domain = morphisms(nested);
  const Domain flat = morphisms(Nesting::flat);
  domain.enumerate = flat.enumerate;
  domain.count = flat.count;
  return domain;
}

// 3.2.6.2: coalesce.
std::vector<Binding> coalesce_statements() {
  return {
      {"colfax.3.2.6.11", flattened_morphisms(),
       with(if_coalescible, coalesces_as_defined, Wording::as_printed)},
      {"colfax.3.2.6.11.amended", morphisms(nested), coalesces_as_defined},
      {"colfax.3.2.6.13", flattened_morphisms(),
       with(if_coalescible, coalesces_as_layout, Wording::as_printed)},
      {"colfax.3.2.6.13.amended", morphisms(nested), coalesces_as_layout},
  };
}

/// Colfax 3.2.6.20.
Result complements_as_layout(const Morphism& f, Wording wording) {
  if (!is_injective(f)) return unmet();
  return equation(coalesced(encoded(algebra::complement(f))),
                  complement(layout_as_printed(f), codomain_size(f), wording));
}

/// Colfax 3.2.6.21.
Result composes_as_layouts(const Morphism& g, const Morphism& f, Wording wording) {
  return equation(encoded(algebra::composition(g, f)),
                  composite(layout_as_printed(g), layout_as_printed(f), wording));
}

Result check_3_2_6_14(const Morphism& f, const Morphism& g) {
  if (!are_disjoint(f, g)) {
    return f.codomain() == g.codomain() && is(algebra::is_complement(f, g), true)
               ? fails("the images are not disjoint")
               : unmet();
  }
  const std::vector<Morphism> both{f, g};
  const bool claimed = has_inverse(side_by_side(tuple_of_domains(both), both, f.codomain()));
  return all_hold({
      {is_complement(f, g) == claimed, "the map of (f, g) is a bijection"},
      {is(algebra::is_complement(f, g), claimed), "is_complement is as defined"},
      {is(oracle::is_complement(f, g), claimed), "the oracle's is_complement is as defined"},
      {algebra::is_isomorphism(concatenation(both).value()) == claimed, "is_isomorphism((f, g))"},
  });
}

Result check_3_2_6_15(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return unmet();
  const Morphism flat_f = algebra::flatten(f);
  const Morphism flat_g = algebra::flatten(g);
  return all_hold({agree<bool>({{"g is a complement of f", is_complement(f, g)},
                                {"g♭ is one of f♭", is_complement(flat_f, flat_g)}}),
                   agree<bool>({{"the algebra, of g", algebra::is_complement(f, g)},
                                {"of g♭", algebra::is_complement(flat_f, flat_g)}}),
                   agree<Morphism>({{"(f, g)♭", flattening(concatenation(std::vector{f, g}))},
                                    {"f♭ ⋆ g♭", flat_concatenation({flat_f, flat_g})}})});
}

// 3.2.6.3 and 3.2.6.4: complement, composition.
std::vector<Binding> complement_statements() {
  return {
      {"colfax.3.2.6.14", morphisms_into_one(nested), check_3_2_6_14},
      {"colfax.3.2.6.15", morphisms_into_one(nested), check_3_2_6_15},
      {"colfax.3.2.6.16", complement_morphisms(nested), is_layout_complement},
      {"colfax.3.2.6.17", injective_morphisms(nested), complements_as_constructed},
      {"colfax.3.2.6.17.amended", given(is_injective, complements_as_constructed)},
      {"colfax.3.2.6.19", complement_morphisms(nested), given(is_injective, is_layout_complement)},
      {"colfax.3.2.6.20", injective_morphisms(nested),
       with(complements_as_layout, Wording::as_printed)},
      {"colfax.3.2.6.20.amended", with(complements_as_layout, Wording::amended)},
      {"colfax.3.2.6.21", composable_morphisms(nested, true),
       given(are_nondegenerate_composable, with(composes_as_layouts, Wording::as_printed))},
      {"colfax.3.2.6.21.amended",
       given(are_nondegenerate_composable, with(composes_as_layouts, Wording::amended))},
  };
}

Result check_3_2_6_22(const Morphism& f, const Morphism& g) {
  return all_hold({
      {algebra::composition(f, g).has_value() == are_composable(f, g), "f∘g is defined"},
      {oracle::composition(f, g).has_value() == are_composable(f, g), "the oracle's f∘g"},
      {algebra::logical_divide(f, g).has_value() == is_after_injective(f, g),
       "f ⊘ g is defined if g divides f and has a complement"},
  });
}

// 3.2.6.5: logical division.
std::vector<Binding> division_statements() {
  return {
      {"colfax.3.2.6.22", division_operands(nested, false), check_3_2_6_22},
      {"colfax.3.2.6.23", division_operands(nested), given(are_composable, divides_as_defined)},
      {"colfax.3.2.6.23.amended", given(is_after_injective, divides_as_defined)},
      {"colfax.3.2.6.26", composable_morphisms(nested, true),
       given(are_nondegenerate_composable, with(divides_as_layouts, Wording::as_printed))},
      {"colfax.3.2.6.26.amended", divisible_morphisms(nested),
       given(is_nondegenerate_after_injective, with(divides_as_layouts, Wording::amended))},
      {"colfax.3.2.6.27", composable_morphisms(nested, false),
       given(are_composable, divides_when_flat)},
      {"colfax.3.2.6.27.amended", divisible_morphisms(nested),
       given(is_after_injective, divides_when_flat)},
  };
}

// 3.2.6.6: logical products.
std::vector<Binding> product_statements() {
  return {
      {"colfax.3.2.6.28", product_candidates(nested), multiplies_as_defined},
      {"colfax.3.2.6.31", product_admissible_morphisms(nested, true),
       given(are_nondegenerate_product_admissible, multiplies_by_letter)},
      {"colfax.3.2.6.31.amended",
       given(are_nondegenerate_product_admissible, multiplies_as_layouts)},
  };
}

}  // namespace

std::vector<Binding> colfax_3_2_6() {
  return joined({concatenation_statements, coalesce_statements, complement_statements,
                 division_statements, product_statements});
}

}  // namespace layoutcheck::properties
