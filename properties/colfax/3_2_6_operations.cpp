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

// 3.2.6.1: concatenate.
std::vector<Statement> concatenation_statements() {
  return {
      statement(
          "colfax.3.2.6.1", "Definition",
          "f and g, with one codomain, have disjoint images if f♭ and g♭ have (3.1.5.32).",
          morphisms_into_one(nested),
          [](const Morphism& f, const Morphism& g) {
            if (f.codomain() != g.codomain()) return unmet();
            const bool claimed = are_disjoint(algebra::flatten(f), algebra::flatten(g));
            return all_hold({
                {are_disjoint(f, g) == claimed, "no entry of T is hit by both"},
                {is(algebra::is_disjoint(f, g), claimed), "is_disjoint is as defined"},
                {is(oracle::is_disjoint(f, g), claimed), "the oracle's is_disjoint is as defined"},
                {concatenation(std::vector{f, g}).has_value() == claimed,
                 "(f, g) exists if and only if they have"},
            });
          }),

      example("colfax.3.2.6.2",
              "(3,(512,512))--(*,2,4)-->(2,512,2,512) and (2,2)--(1,3)-->(2,512,2,512) have "
              "disjoint images."),
      example("colfax.3.2.6.3",
              "(2,(32,64))--(3,1,5)-->(32,(2,2,2),64) and ((2,2))--(2,4)-->(32,(2,2,2),64) have "
              "disjoint images."),

      {.id = "colfax.3.2.6.4",
       .kind = "Construction",
       .says = "(f_1, …, f_k): (S_1, …, S_k) → T with (f_1, …, f_k)♭ = f_1♭ ⋆ … ⋆ f_k♭, if the "
               "images are pairwise disjoint. The check takes three morphisms, and of them the "
               "first, the first two, all, and the list of all their entries.",
       .domain = disjoint_morphism_triples(nested),
       .check = with(on_lists, is_concatenation),
       .slips = {"flat((f, g)) is (f, g)♭."}},

      example("colfax.3.2.6.5",
              "(f, g) = ((3,(512,512)),(2,2))--(*,2,4,1,3)-->(2,512,2,512) for the f and g of "
              "3.2.6.2."),
      example("colfax.3.2.6.6",
              "(f, g) = ((2,(32,64)),((2,2)))--(3,1,5,2,4)-->(32,(2,2,2),64) for the f and g of "
              "3.2.6.3."),
      example("colfax.3.2.6.7",
              "(f, g, h) = ((2,2),(3,3),(5,5))--(1,4,2,5,3,6)-->(2,3,5,2,3,5) for f, g and h into "
              "(2,3,5,2,3,5) over (1,4), (2,5) and (3,6), which have pairwise disjoint images."),

      statement("colfax.3.2.6.8", "Example",
                "The entries f_i: s_i → T of f: S → T have pairwise disjoint images, and (f_1, …, "
                "f_m) = f∘id_{S♭}^S. For m = 0 the concatenation of no morphism into T is () → T.",
                morphisms(nested),
                [](const Morphism& f) {
                  const Outcome<Morphism> up =
                      algebra::reparenthesize(flattened(f.domain()), f.domain());
                  return make_up(entries_of(f, false), f.codomain(),
                                 up ? algebra::composition(f, *up) : up);
                }),

      {.id = "colfax.3.2.6.9",
       .kind = "Example",
       .says = "The modes f_i: S_i → T of f have pairwise disjoint images, and every f is (f_1, …, "
               "f_r). For r = 0 the concatenation of no morphism into T is () → T.",
       .domain = morphisms(nested),
       .check = is_concatenation_of_modes,
       .counterexample = "colfax.3.2.6.9(1--(*)-->()) = false",
       .remark = "If S has depth 0, its only mode is S itself, and the concatenation of one "
                 "morphism starts at (S), not at S. (The supposition S = (S_1, …, S_r) excludes "
                 "this; the last sentence, of every morphism, does not.)",
       .change = "of every nested tuple morphism whose domain has positive depth."},
      amendment("colfax.3.2.6.9.amended", "The same for f whose domain has positive depth.",
                given([](const Morphism& f) { return !f.domain().is_entry(); },
                      is_concatenation_of_modes)),

      statement("colfax.3.2.6.10", "Proposition",
                "L_{(f_1, …, f_k)} = (L_{f_1}, …, L_{f_k}), if the images are pairwise disjoint. "
                "The check takes three morphisms, and of them the first, the first two, all, and "
                "the list of all their entries.",
                disjoint_morphism_triples(nested), with(on_lists, encodes_concatenation)),
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
std::vector<Statement> coalesce_statements() {
  return {
      {.id = "colfax.3.2.6.11",
       .kind = "Definition",
       .says = "coal(f) is coal♭(f♭) if its domain has m > 1 entries; that after s_1 → (s_1) if m "
               "= 1, and after 1 → () if m = 0.",
       .domain = flattened_morphisms(),
       .check = with(if_coalescible, coalesces_as_defined, Wording::as_printed),
       .counterexample = "colfax.3.2.6.11((2,2)--(1,2)-->(2,2,2)) = false",
       .remark = "By the letter of 3.1.5.25 the relation on the codomain of f♭ joins 1 and 2, and "
                 "2 and 3, but not 1 and 3: there is no quotient, and no coal♭(f♭).",
       .uses = {"colfax.3.1.5.25"}},
      statement("colfax.3.2.6.11.amended", "Amendment", "The same with 3.1.5.25 as amended.",
                morphisms(nested), coalesces_as_defined),

      example_by({"colfax.3.1.5.25", "colfax.3.2.6.11"}, "colfax.3.2.6.12",
                 "coal(f) = (4,9,25)--(3,2,1)-->(25,9,4) for f = "
                 "((2,2),(3,3),(5,5))--(5,6,3,4,1,2)-->(5,5,3,3,2,2).",
                 "colfax.3.2.6.11(((2,2),(3,3),(5,5))--(5,6,3,4,1,2)-->(5,5,3,3,2,2)) = true",
                 "By the letter of 3.1.5.25 each entry of (5,5,3,3,2,2) is joined with the next "
                 "one, as 5 and 6 are hit one after the other, but not with the one after that: "
                 "there is no quotient. The answer is that of 3.1.5.25 as amended."),

      {.id = "colfax.3.2.6.13",
       .kind = "Proposition",
       .says = "coal(L_f) = L_{coal(f)}.",
       .domain = flattened_morphisms(),
       .check = with(if_coalescible, coalesces_as_layout, Wording::as_printed),
       .counterexample = "colfax.3.2.6.13((2,2)--(1,2)-->(2,2,2)) = false",
       .remark = "coal(f) is undefined by the letter of 3.1.5.25, as for 3.2.6.11.",
       .uses = {"colfax.3.1.5.25", "colfax.3.2.6.11"}},
      statement("colfax.3.2.6.13.amended", "Amendment",
                "coal(L_f) = L_{coal(f)}, with 3.1.5.25 as amended.", morphisms(nested),
                coalesces_as_layout),
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

// 3.2.6.3 and 3.2.6.4: complement, composition.
std::vector<Statement> complement_statements() {
  return {
      statement("colfax.3.2.6.14", "Definition",
                "g is a complement of f, where they have disjoint images, if (f, g) is an "
                "isomorphism. The check looks for the inverse of (f, g), and counts.",
                morphisms_into_one(nested),
                [](const Morphism& f, const Morphism& g) {
                  if (!are_disjoint(f, g)) {
                    return f.codomain() == g.codomain() && is(algebra::is_complement(f, g), true)
                               ? fails("the images are not disjoint")
                               : unmet();
                  }
                  const std::vector<Morphism> both{f, g};
                  const bool claimed =
                      has_inverse(side_by_side(tuple_of_domains(both), both, f.codomain()));
                  return all_hold({
                      {is_complement(f, g) == claimed, "the map of (f, g) is a bijection"},
                      {is(algebra::is_complement(f, g), claimed), "is_complement is as defined"},
                      {is(oracle::is_complement(f, g), claimed),
                       "the oracle's is_complement is as defined"},
                      {algebra::is_isomorphism(concatenation(both).value()) == claimed,
                       "is_isomorphism((f, g))"},
                  });
                }),

      statement("colfax.3.2.6.15", "Remark",
                "g is a complement of f if and only if g♭ is one of f♭, since (f, g)♭ = f♭ ⋆ g♭.",
                morphisms_into_one(nested),
                [](const Morphism& f, const Morphism& g) {
                  if (f.codomain() != g.codomain()) return unmet();
                  const Morphism flat_f = algebra::flatten(f);
                  const Morphism flat_g = algebra::flatten(g);
                  return all_hold(
                      {agree<bool>({{"g is a complement of f", is_complement(f, g)},
                                    {"g♭ is one of f♭", is_complement(flat_f, flat_g)}}),
                       agree<bool>({{"the algebra, of g", algebra::is_complement(f, g)},
                                    {"of g♭", algebra::is_complement(flat_f, flat_g)}}),
                       agree<Morphism>({{"(f, g)♭", flattening(concatenation(std::vector{f, g}))},
                                        {"f♭ ⋆ g♭", flat_concatenation({flat_f, flat_g})}})});
                }),

      statement("colfax.3.2.6.16", "Proposition",
                "If g is a complement of f: S → T, then L_g is a size(T)-complement of L_f.",
                complement_morphisms(nested), is_layout_complement),

      {.id = "colfax.3.2.6.17",
       .kind = "Construction",
       .says = "The complement of f: S → T is f^c = id_{T♭}^T∘(f♭)^c.",
       .domain = injective_morphisms(nested),
       .check = complements_as_constructed,
       .counterexample = "colfax.3.2.6.17(1--(*)-->()) = false",
       .remark = "(f♭)^c is defined for a complementable f♭ only (3.1.5.46): where f sends an "
                 "entry to *, f♭ has no complement (3.1.5.49).",
       .change = "ask for f to be injective."},
      amendment("colfax.3.2.6.17.amended",
                "The complement of an injective f: S → T is f^c = id_{T♭}^T∘(f♭)^c, and it is a "
                "complement.",
                given(is_injective, complements_as_constructed)),

      example("colfax.3.2.6.18",
              "f^c = (7,7)--(3,6)-->((2,5,7),(2,5,7)) for f = "
              "((2,2),(5,5))--(1,4,2,5)-->((2,5,7),(2,5,7))."),

      {.id = "colfax.3.2.6.19",
       .kind = "Proposition",
       .says = "If f: S → T is injective and g is a complement of f, then L_g is a "
               "size(T)-complement of L_f.",
       .domain = complement_morphisms(nested),
       .check = given(is_injective, is_layout_complement),
       .remark = "It is 3.2.6.16: what has a complement is injective (3.1.5.49)."},

      {.id = "colfax.3.2.6.20",
       .kind = "Proposition",
       .says = "coal(L_{f^c}) = comp(L_f, size(T)) for an injective f: S → T.",
       .domain = injective_morphisms(nested),
       .check = with(complements_as_layout, Wording::as_printed),
       .counterexample = "colfax.3.2.6.20(()--()-->()) = false",
       .remark = "Where every extent of S is 1, squeeze(L_f) has no mode, and 2.1.6.25 and "
                 "2.1.6.29 speak of its last one: comp(L_f, size(T)) is undefined by the letter.",
       .uses = {"colfax.2.1.6.25"},
       .slips = {"The proof cites 3.2.6.20 itself; 3.1.5.43 is meant."}},
      amendment("colfax.3.2.6.20.amended",
                "The same with 2.1.6.25 as amended, by which comp♭(A, N) = coal♭((N):(1)) for A of "
                "size 1.",
                with(complements_as_layout, Wording::amended)),

      {.id = "colfax.3.2.6.21",
       .kind = "Theorem",
       .says = "L_{g∘f} = L_g∘L_f for non-degenerate composable nested tuple morphisms f, g. "
               "Operands: g, f.",
       .domain = composable_morphisms(nested, true),
       .check = given(are_nondegenerate_composable, with(composes_as_layouts, Wording::as_printed)),
       .counterexample = "colfax.3.2.6.21(()--()-->(), ()--()-->()) = false",
       .remark =
           "The shape of L_{g∘f} is that of L_f. By the letter of 2.2.4.1 it does not refine "
           "itself if its depth is above 0, so that L_g∘L_f (2.3.7.1) does not exist; for f: S → T "
           "with a number S the theorem holds. The proof needs non-degeneracy of f only.",
       .uses = {"colfax.2.2.4.1"}},
      amendment("colfax.3.2.6.21.amended",
                "L_{g∘f} = L_g∘L_f for non-degenerate composable nested tuple morphisms f, g, with "
                "refinement (2.2.4.1) as amended. Operands: g, f.",
                given(are_nondegenerate_composable, with(composes_as_layouts, Wording::amended))),
  };
}

// 3.2.6.5: logical division.
std::vector<Statement> division_statements() {
  return {
      statement(
          "colfax.3.2.6.22", "Definition",
          "g divides f if they are composable: codomain(g) = domain(f). Operands: f, g.",
          division_operands(nested, false),
          [](const Morphism& f, const Morphism& g) {
            return all_hold({
                {algebra::composition(f, g).has_value() == are_composable(f, g), "f∘g is defined"},
                {oracle::composition(f, g).has_value() == are_composable(f, g), "the oracle's f∘g"},
                {algebra::logical_divide(f, g).has_value() == is_after_injective(f, g),
                 "f ⊘ g is defined if g divides f and has a complement"},
            });
          }),

      {.id = "colfax.3.2.6.23",
       .kind = "Definition",
       .says = "f ⊘ g = f∘(g, g^c) for g: S → T and f: T → U. Operands: f, g.",
       .domain = division_operands(nested),
       .check = given(are_composable, divides_as_defined),
       .counterexample = "colfax.3.2.6.23(()--()-->(), 1--(*)-->()) = false",
       .remark = "g^c is defined for an injective g only (3.1.5.46, 3.1.5.49).",
       .change = "ask for g to be injective.",
       .uses = {"colfax.3.2.6.17"}},
      amendment("colfax.3.2.6.23.amended",
                "f ⊘ g = f∘(g, g^c) for an injective g: S → T and f: T → U.",
                given(is_after_injective, divides_as_defined)),

      misprinted_example(
          "colfax.3.2.6.24",
          "((2,2),2)--(2,4,*)-->((4,2),(4,2)) ⊘ (2,2)--(1,3)-->((2,2),2) is, as printed, "
          "((2,2),2)--(2,*,4)-->((4,2),(4,2)).",
          "logical_divide(((2,2),2)--(2,4,*)-->((4,2),(4,2)), (2,2)--(1,3)-->((2,2),2)) = "
          "((2,2),2)--(2,*,4)-->((4,2),(4,2))",
          "The domain of g^c is the tuple (2), by 3.2.6.17; the domain of (g, g^c) is "
          "((2,2),(2)).",
          "((2,2),(2)) for ((2,2),2)."),
      misprinted_example(
          "colfax.3.2.6.25",
          "f ⊘ g for f = (8,8,512,512,512)--(*,*,1,2,3)-->(512,512,512) and g = "
          "(8,512)--(1,5)-->(8,8,512,512,512) goes from ((8,512),(8,512,512)) and, as printed, "
          "over (*,*,2,3) to ((4,2),(4,2)).",
          "codomain(((8,512),(8,512,512))--(*,3,*,1,2)-->(512,512,512)) = ((4,2),(4,2))",
          "The codomain of f ⊘ g is that of f; ((4,2),(4,2)) is that of the example before. The "
          "map is printed as (*,*,2,3), which has too few values.",
          "(*,3,*,1,2) for the map, and (512,512,512) for the codomain."),

      {.id = "colfax.3.2.6.26",
       .kind = "Proposition",
       .says = "coal(L_{f ⊘ g}) = coal(L_f ⊘ L_g) for non-degenerate g: S → T and f: T → U. "
               "Operands: f, g.",
       .domain = composable_morphisms(nested, true),
       .check = given(are_nondegenerate_composable, with(divides_as_layouts, Wording::as_printed)),
       .counterexample = "colfax.3.2.6.26(1--(*)-->1, 1--(*)-->1) = false",
       .remark =
           "3.2.6.23 divides by every g, but g^c exists only if g is injective (3.1.5.46); the "
           "proof applies 3.2.6.20, which asks for that. Where an entry above 1 goes to *, L_g has "
           "no complement either, as for g = 2--(*)-->(). By the letter of 2.1.6.25 an L_g of size "
           "1 has none, and by that of 2.2.4.1 the composite keeps no shape of positive depth.",
       .change = "ask for g to be injective.",
       .uses = {"colfax.2.1.6.25", "colfax.2.2.4.1", "colfax.3.2.6.23"},
       .slips = {"Our copy has ⊗ for ⊘, here and in the proof; theorem 1.1.E has ⊘, and the proof "
                 "divides."}},
      statement(
          "colfax.3.2.6.26.amended", "Amendment",
          "coal(L_{f ⊘ g}) = coal(L_f ⊘ L_g) for non-degenerate g: S → T and f: T → U, if g "
          "is injective; with 2.1.6.25 and 2.2.4.1 as amended.",
          divisible_morphisms(nested),
          given(is_nondegenerate_after_injective, with(divides_as_layouts, Wording::amended))),

      {.id = "colfax.3.2.6.27",
       .kind = "Proposition",
       .says = "(f ⊘ g)♭ = f♭ ⊘♭ g♭ if g divides f, which is to say that f∘g is defined. Operands: "
               "f, g.",
       .domain = composable_morphisms(nested, false),
       .check = given(are_composable, divides_when_flat),
       .counterexample = "colfax.3.2.6.27(1--(*)-->1, 1--(*)-->1) = false",
       .remark =
           "The gap is in the definitions: 3.1.5.52 and 3.2.6.23 divide by every g, but g^c exists "
           "only if g is injective (3.1.5.46), so that neither side is defined for other g.",
       .change = "ask for g to be injective.",
       .uses = {"colfax.3.1.5.52", "colfax.3.2.6.23"},
       .slips = {"f and g are said to be nested tuples; nested tuple morphisms are meant."}},
      statement("colfax.3.2.6.27.amended", "Amendment",
                "(f ⊘ g)♭ = f♭ ⊘♭ g♭ if g divides f and is injective.", divisible_morphisms(nested),
                given(is_after_injective, divides_when_flat)),
  };
}

// 3.2.6.6: logical products.
std::vector<Statement> product_statements() {
  return {
      {.id = "colfax.3.2.6.28",
       .kind = "Definition",
       .says = "f and g are product admissible if codomain(g) = domain(f^c); then f ⊗ g = (f, "
               "f^c∘g), whose parts have disjoint images.",
       .domain = product_candidates(nested),
       .check = multiplies_as_defined,
       .remark = "f^c is defined for an injective f only (3.1.5.46, 3.1.5.49); f and g are not "
                 "product admissible where it is not, as in 3.1.5.57. As the domain of f^c is "
                 "flat, so is the codomain of g.",
       .uses = {"colfax.3.2.6.17"}},

      example("colfax.3.2.6.29",
              "(8,8)--(1,2)-->(8,8,16,16) ⊗ (16,16)--(1,2)-->(16,16) = "
              "((8,8),(16,16))--(1,2,3,4)-->(8,8,16,16); the two are product admissible."),
      example("colfax.3.2.6.30",
              "(128,128)--(3,4)-->(32,32,128,128) ⊗ (32)--(2)-->(32,32) = "
              "((128,128),(32))--(3,4,2)-->(32,32,128,128); the two are product admissible."),

      {.id = "colfax.3.2.6.31",
       .kind = "Proposition",
       .says = "L_{f ⊗ g} = L_f ⊗ L_g for non-degenerate product admissible f, g.",
       .domain = product_admissible_morphisms(nested, true),
       .check = given(are_nondegenerate_product_admissible, multiplies_by_letter),
       .counterexample = "colfax.3.2.6.31(()--()-->(), 1--(*)-->()) = false",
       .remark = "2.3.9.1 asks for the complement of L_f for size(L_f)·cosize(L_g), and the proof "
                 "never shows that there is one. There is one only if the largest s_i·d_i of L_f "
                 "divides that number, which nothing makes it do: for f = 2--(2)-->(2,2) and g = "
                 "1--(*)-->(2), 4 does not divide 2·1. It fails for the morphisms of 3.2.6.30, "
                 "too. By the letter of 2.1.6.25 an L_f of size 1 has no complement, and by that "
                 "of 2.2.4.1 the composite keeps no shape of positive depth.",
       .uses = {"colfax.2.1.6.25", "colfax.2.2.4.1", "colfax.2.3.9.1"}},
      amendment("colfax.3.2.6.31.amended",
                "L_{f ⊗ g} = L_f ⊗ L_g for non-degenerate product admissible f: S → T and g, with "
                "2.1.6.25, 2.2.4.1 and 2.3.9.1 as amended; it is (L_f, comp(L_f, size(T))∘L_g).",
                given(are_nondegenerate_product_admissible, multiplies_as_layouts)),
  };
}

}  // namespace

std::vector<Statement> colfax_3_2_6() {
  return joined({concatenation_statements, coalesce_statements, complement_statements,
                 division_statements, product_statements});
}

}  // namespace layoutcheck::properties
