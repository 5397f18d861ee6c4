// The category Nest (colfax 3.2.1, 3.2.2): nested tuple morphisms, and the layouts that they
// encode.
#include "as_printed/refinements.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

#include <ranges>
#include <set>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

/// Whether α, with 0 for *, is the map of a morphism S → T (colfax 3.2.1.1): tractable, and
/// entry_i(S) = entry_{α(i)}(T) wherever α(i) ≠ *.
bool is_map_between(const NestedTuple& s, const Tuple& alpha, const NestedTuple& t) {
  if (alpha.size() != s.length() || !is_tractable(alpha)) return false;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] > static_cast<Int>(t.length())) return false;
    if (alpha[i] != 0 && s.entries()[i] != value_at(t.entries(), alpha[i])) return false;
  }
  return true;
}

/// part → S over j ↦ j + offset is a morphism, and the one that is found.
Result is_inclusion(const NestedTuple& part, std::size_t offset, const NestedTuple& s,
                    const Outcome<Morphism>& found) {
  const Tuple map = shifted(part.length(), offset);
  if (!is_map_between(part, map, s)) return fails(to_string(part) + " → S is no morphism");
  return holds_if_equal(found, Morphism(part, map, s));
}

/// S, α and T, where α is mostly the map of a morphism S → T.
Domain maps_between() {
  return make_domain("two shapes and a list of indices",
                     {Sort::shape, Sort::flat_tuple, Sort::shape},
                     [](Entropy& entropy, int size) -> Operands {
                       const Morphism f = draw_morphism(entropy, size);
                       Tuple alpha = f.map();
                       if (entropy.chance(40) && !alpha.empty()) {
                         alpha[entropy.below(alpha.size())] =
                             static_cast<Int>(entropy.below(f.codomain().length() + 2));
                       }
                       if (entropy.chance(6)) alpha.push_back(0);
                       return {f.domain(), NestedTuple::flat(std::move(alpha)), f.codomain()};
                     });
}

/// A flat morphism and two profiles that mostly fit its domain and its codomain.
Domain morphism_and_profiles() {
  const auto draw = [](Entropy& entropy, int size) -> Operands {
    Morphism f = draw_morphism(entropy, size, {true, false, false});
    const std::size_t more = entropy.chance(10) ? 1 : 0;
    Profile p = draw_profile(entropy, f.domain().length() + more);
    Profile q = draw_profile(entropy, f.codomain().length());
    return {std::move(f), std::move(p), std::move(q)};
  };
  const auto profile_of = [](const ShapeOf& shape) {
    return such_that(any(Sort::profile), [=](const Operands& before, const Value& profile) {
      return std::get<Profile>(profile).length() == shape(before)->length();
    });
  };
  return make_domain(
      "a tuple morphism and two profiles", {Sort::flat_morphism, Sort::profile, Sort::profile},
      draw,
      in_turn({any(Sort::flat_morphism), profile_of(domain_at(0)), profile_of(codomain_at(0))}));
}

// 3.2.1: basic definitions.
std::vector<Statement> basic_statements() {
  return {
      statement(
          "colfax.3.2.1.1", "Definition",
          "Nest is a category, with Hom(S, T) = Hom_Tuple(S♭, T♭) and the composition of Tuple. "
          "Operands: h, g, f, composable; for short tuples the hom-sets are compared in full.",
          composable_triples(nested),
          [](const Morphism& h, const Morphism& g, const Morphism& f) {
            if (f.codomain() != g.domain() || g.codomain() != h.domain()) return unmet();
            const Morphism gf = composed(g, f);
            const Morphism hg = composed(h, g);
            const Result laws = all_hold({
                {is_map_between(f.domain(), gf.map(), g.codomain()), "g∘f is a morphism"},
                {is(algebra::composition(g, f), gf), "g∘f lies over the composite map"},
                {is(oracle::composition(g, f), gf), "the oracle's g∘f lies over the composite map"},
                {algebra::composition(hg, f).value() == algebra::composition(h, gf).value(),
                 "(h∘g)∘f = h∘(g∘f)"},
                {is(algebra::composition(f, algebra::identity(f.domain())), f), "f∘id = f"},
                {is(algebra::composition(algebra::identity(f.codomain()), f), f), "id∘f = f"},
                {algebra::flatten(gf) == composed(algebra::flatten(g), algebra::flatten(f)),
                 "(g∘f)♭ = g♭∘f♭ in Tuple"},
            });
            if (f.domain().length() + f.codomain().length() > 4) return laws;
            return laws.then([&] {
              const bool same =
                  std::ranges::equal(hom(f.domain(), f.codomain()),
                                     hom(flattened(f.domain()), flattened(f.codomain())), {},
                                     [](const Morphism& m) { return algebra::flatten(m); });
              return holds_if(same, "Hom(S, T) is not Hom(S♭, T♭)");
            });
          }),

      statement("colfax.3.2.1.2", "Notation",
                "f: S → T over α is written S --α--> T. The check reads and writes it so, and "
                "accepts exactly the α that 3.2.1.1 allows between S and T, and no others between "
                "S♭ and T♭. Operands: S, α with 0 for *, T.",
                maps_between(),
                [](const NestedTuple& s, const NestedTuple& alpha, const NestedTuple& t) {
                  const bool claimed = is_map_between(s, alpha.entries(), t);
                  const std::optional<Morphism> f = constructed(s, alpha.entries(), t);
                  const std::optional<Morphism> flat =
                      constructed(flattened(s), alpha.entries(), flattened(t));
                  std::string map = "(";
                  for (Int value : alpha.entries())
                    map += (map.size() > 1 ? "," : "") + (value == 0 ? "*" : std::to_string(value));
                  const std::string text = to_string(s) + "--" + map + ")-->" + to_string(t);
                  std::optional<Morphism> read;
                  try {
                    read = parse_morphism(text);
                  } catch (const std::exception&) {  // then nothing is read
                  }
                  return all_hold({
                      {f.has_value() == claimed, "the constructor accepts what is a morphism"},
                      {flat.has_value() == claimed, "it accepts the same between the flattenings"},
                      {read.has_value() == claimed, "the text of a morphism is read, no other"},
                      {!claimed || read == f, "what is read is the morphism"},
                      {!claimed || (f && to_string(*f) == text), "it is written as it is read"},
                  });
                }),

      example("colfax.3.2.1.3",
              "(64,(8,8))--(1,2,3)-->(64,8,8), ((2,2),2)--(*,5,2)-->(10,2,2,(3,2,3)) and "
              "64--(2)-->((64,64),512) are nested tuple morphisms."),

      {.id = "colfax.3.2.1.4",
       .kind = "Observation",
       .says = "Nest is the pullback of Tuple and the indiscrete category of profiles over "
               "lengths: a tuple morphism S → T and profiles of the lengths of S and T belong to "
               "exactly one morphism of Nest. Operands: a tuple morphism and two profiles.",
       .domain = morphism_and_profiles(),
       .check =
           [](const Morphism& f, const Profile& p, const Profile& q) {
             if (f.domain().length() != p.length() || f.codomain().length() != q.length())
               return unmet();
             const NestedTuple s(f.domain().entries(), p);
             const NestedTuple t(f.codomain().entries(), q);
             const Morphism lifted(s, f.map(), t);
             const Result lifts = all_hold({
                 {algebra::flatten(lifted) == f, "the lift has flattening f"},
                 {lifted.domain().profile() == p && lifted.codomain().profile() == q,
                  "the lift has the given profiles"},
                 {algebra::flatten(identity(s)) == identity(flattened(s)),
                  "identities lie over identities"},
             });
             if (lifts.kind != Result::Kind::holds || s.length() + t.length() > 5) return lifts;
             const std::vector<Morphism> all = hom(s, t);
             return holds_if(
                 std::ranges::count(all, f,
                                    [](const Morphism& g) { return algebra::flatten(g); }) == 1,
                 "there is not exactly one lift");
           },
       .remark =
           "The lift of objects is 2.2.2.4; a morphism of the indiscrete category is a pair of "
           "profiles. That the lift is the only one is tried out for up to five entries together."},

      statement("colfax.3.2.1.5", "Example",
                "There is a morphism entry_i(S) → S over 1 ↦ i for each entry of S; such as 64 → "
                "(64,(8,8)).",
                shapes(),
                [](const NestedTuple& s) {
                  return holds_for_all(
                      std::views::iota(std::size_t{0}, s.length()), [&](std::size_t i) {
                        return is_inclusion(NestedTuple(s.entries()[i]), i, s,
                                            algebra::entry(algebra::identity(s), i));
                      });
                }),

      {.id = "colfax.3.2.1.6",
       .kind = "Example",
       .says = "There is a morphism mode_i(S) → S over j ↦ j + len_{<i}(S) for each mode of S; "
               "such as (8,8) → (64,(8,8)).",
       .domain = shapes(),
       .check =
           [](const NestedTuple& s) {
             const std::vector<NestedTuple> modes = s.modes();
             const std::vector<std::size_t> starts = mode_starts(s);
             return holds_for_all(std::views::iota(std::size_t{0}, modes.size()),
                                  [&](std::size_t i) {
                                    return is_inclusion(modes[i], starts[i], s,
                                                        algebra::mode(algebra::identity(s), i));
                                  });
           },
       .remark = "By the letter of 2.2.2.10 mode_i(S) is flat. That makes no difference to the "
                 "map, which is one of Tuple.",
       .uses = {"colfax.2.2.2.10"}},

      statement(
          "colfax.3.2.1.7", "Observation",
          "The inclusion Tuple → Nest and (−)♭: Nest → Tuple are functors with (−)♭ after the "
          "inclusion the identity, and an adjoint equivalence: S → S♭ is natural and invertible, "
          "and with identities it satisfies the triangle identities. Operands: g, f with g∘f "
          "defined.",
          composable_morphisms(nested, false),
          [](const Morphism& g, const Morphism& f) {
            if (f.codomain() != g.domain()) return unmet();
            const Morphism flat_f = algebra::flatten(f);
            const Morphism flat_g = algebra::flatten(g);
            const auto unit = [](const NestedTuple& s) {
              return algebra::reparenthesize(s, flattened(s)).value();
            };
            const NestedTuple& s = f.domain();
            const NestedTuple& t = f.codomain();
            return all_hold({
                {flat_f == Morphism(flattened(s), f.map(), flattened(t)),
                 "f♭ lies over the map of f"},
                {oracle::flattened(f) == flat_f, "the oracle's f♭"},
                {flat_f.is_flat() && algebra::flatten(flat_f) == flat_f, "f♭ = f in Tuple"},
                {algebra::flatten(identity(s)) == identity(flattened(s)), "(id_S)♭ is an identity"},
                {algebra::flatten(algebra::composition(g, f).value()) ==
                     algebra::composition(flat_g, flat_f).value(),
                 "(g∘f)♭ = g♭∘f♭"},
                {has_inverse(unit(s)), "S → S♭ is an isomorphism"},
                {composed(flat_f, unit(s)) == composed(unit(t), f), "S → S♭ is natural"},
                {algebra::flatten(unit(s)) == identity(flattened(s)),
                 "its flattening is an identity"},
                {unit(flattened(s)) == identity(flattened(s)), "for a flat S it is an identity"},
            });
          }),

      not_checkable("colfax.3.2.1.8", "Remark",
                    "Categories that encode tractable layouts and are not equivalent to Tuple are "
                    "left to future work.",
                    "It names no such category, and claims nothing of any."),
  };
}

/// Whether 3.1.2.5 determines f_{L♭}: no two entries of extent 1 have the same stride above 0.
bool is_determined(const Layout& layout) {
  std::set<Int> strides;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int stride = layout.strides()[i];
    if (layout.extents()[i] == 1 && stride != 0 && !strides.insert(stride).second) return false;
  }
  return true;
}

/// Tractable layouts, some with two modes 1:1.
Domain with_equal_modes() {
  Domain domain = tractable_layouts(nested);
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) -> Operands {
    Operands operands = draw(entropy, size);
    if (entropy.chance(10))
      operands[0] = concatenation(layout(operands, 0), Layout::flat({1, 1}, {1, 1}));
    return operands;
  };
  return domain;
}

/// Colfax 3.2.2.6.
Result is_represented_as_flat(const Layout& layout) {
  const Outcome<Morphism> f = algebra::standard_representation(layout);
  const Outcome<Morphism> flat =
      algebra::standard_representation(Layout::flat(layout.extents(), layout.strides()));
  if (!f || !flat) return fails("f_L is " + text(f) + ", f_{L♭} is " + text(flat));
  return all_hold({
      {algebra::flatten(*f) == *flat, "(f_L)♭ = f_{L♭}"},
      {f->domain() == layout.shape(), "it starts at the shape of L"},
      {f->codomain() == flat->codomain(), "it ends where f_{L♭} ends"},
      {is(oracle::standard_representation(layout), *f), "the oracle's f_L"},
      {has_standard_form(*f, Wording::amended), "it has standard form"},
  });
}

/// L_f = (L_{f♭})_P, with the substitution of 2.2.1.8 by the letter or as amended.
Result is_substituted(const Morphism& f, Wording wording) {
  const Layout flat = layout_as_printed(algebra::flatten(f));
  const Profile& p = f.domain().profile();
  std::vector<NestedTuple> extents;
  std::vector<Layout> entries;
  for (std::size_t i = 0; i < flat.length(); ++i) {
    extents.emplace_back(flat.extents()[i]);
    entries.push_back(Layout::entry(flat.extents()[i], flat.strides()[i]));
  }
  if (wording == Wording::as_printed && !can_substitute_as_printed(p, extents))
    return fails("2.2.1.8 gives the modes of P other numbers of entries than they have");
  const Outcome<Layout> substituted = algebra::substitute(p, std::span<const Layout>(entries));
  return equation<Layout>(algebra::layout_of(f), substituted);
}

/// standard_form_as_printed and is_standard_form against 3.2.2.10.
Result has_standard_form_by(const Morphism& f, Wording wording) {
  const bool claimed =
      has_standard_form(algebra::flatten(f), wording) && f.codomain() == flattened(f.codomain());
  if (wording == Wording::as_printed)
    return holds_if_equal(algebra::standard_form_as_printed(f), claimed);
  return all_hold({
      {algebra::is_standard_form(f) == claimed, "is_standard_form is as amended"},
      {oracle::is_standard_form(f) == claimed, "the oracle's is_standard_form is as amended"},
      {algebra::standard_form_as_printed(f) == claimed || f.codomain().length() == 1,
       "the amendment makes a difference for codomains of one entry only"},
  });
}

/// Any morphism, about half of the time non-degenerate, and any layout.
Domain morphism_and_layout() {
  return make_domain("a nested tuple morphism and a layout", {Sort::morphism, Sort::layout},
                     [](Entropy& entropy, int size) -> Operands {
                       return {draw_morphism(entropy, size, {false, false, entropy.chance(50)}),
                               draw_layout(entropy, size)};
                     });
}

// 3.2.2: from nested tuple morphisms to layouts.
std::vector<Statement> encoding_statements() {
  return {
      {.id = "colfax.3.2.2.1",
       .kind = "Construction",
       .says = "L_f = (L_{f♭})_P, where P = prof(S).",
       .domain = morphisms(nested),
       .check = with(is_substituted, Wording::as_printed),
       .counterexample = "colfax.3.2.2.1((())--()-->()) = false",
       .remark = "2.2.1.8 counts the entries of what is substituted, not those of the modes of P. "
                 "With single entries, each mode of P gets one of them: that is right for a flat "
                 "P, and undefined where a mode of P has another length, as () and as (*,*) have.",
       .uses = {"colfax.2.2.1.8"},
       .slips = {"2.3.1.19, cited as a definition, is a construction."}},
      amendment("colfax.3.2.2.1.amended", "The same with the P-substitution of 2.2.1.8 as amended.",
                with(is_substituted, Wording::amended)),

      statement("colfax.3.2.2.2", "Construction",
                "L_f has the shape S, and the strides d_i = ∏_{j<α(i)} t_j, or 0 where α(i) = *, "
                "with the profile of S.",
                morphisms(nested),
                [](const Morphism& f) {
                  const Layout claimed = layout_as_printed(f);
                  return all_hold({
                      {algebra::layout_of(f) == claimed, "L_f is as constructed"},
                      {is(narrow(oracle::encoded_layout(f)), claimed), "the oracle's L_f"},
                      {claimed.shape() == f.domain(), "its shape is S"},
                  });
                }),

      example("colfax.3.2.2.3",
              "((8,8),(4,4))--(1,4,3,2)-->(8,4,4,8) encodes ((8,8),(4,4)):((1,128),(32,8))."),
      example("colfax.3.2.2.4",
              "(128,(4,4,2))--(3,1,2,*)-->((4,4),128) encodes (128,(4,4,2)):(16,(1,4,0))."),

      statement(
          "colfax.3.2.2.5", "Observation", "(L_f)♭ = L_{f♭}.", morphisms(nested),
          [](const Morphism& f) {
            const Layout claimed = layout_as_printed(algebra::flatten(f));
            const Layout layout = algebra::layout_of(f);
            return all_hold({
                {Layout::flat(layout.extents(), layout.strides()) == claimed,
                 "(L_f)♭ is as claimed"},
                {algebra::layout_of(algebra::flatten(f)) == claimed, "L_{f♭} is as constructed"},
            });
          }),

      {.id = "colfax.3.2.2.6",
       .kind = "Construction",
       .says =
           "f_L for a tractable L: (f_L)♭ = f_{L♭}, from the shape of L to the codomain of f_{L♭}.",
       .domain = with_equal_modes(),
       .check =
           [](const Layout& layout) {
             if (!oracle::is_tractable(layout)) return unmet();
             return is_determined(layout) ? is_represented_as_flat(layout)
                                          : fails("3.1.2.5 leaves more than one f_{L♭}");
           },
       .counterexample = "colfax.3.2.2.6((1,1):(1,1)) = false",
       .remark = "By the letter of 3.1.2.5 f_{L♭} depends on the choice of a permutation where L "
                 "has two modes 1:d with one d > 0.",
       .uses = {"colfax.3.1.2.5"}},
      statement(
          "colfax.3.2.2.6.amended", "Amendment",
          "The same with 3.1.2.5 as amended, by which equal modes keep their order.",
          tractable_layouts(nested),
          given([](const Layout& l) { return oracle::is_tractable(l); }, is_represented_as_flat)),

      example("colfax.3.2.2.7",
              "(32,(2,2)):(192,(24,3)) has the standard representation "
              "(32,(2,2))--(6,4,2)-->(3,2,4,2,4,32)."),

      {.id = "colfax.3.2.2.8",
       .kind = "Lemma",
       .says = "The standard representation f = f_L of a tractable layout L encodes L: L_f = L.",
       .domain = tractable_layouts(nested),
       .check =
           [](const Layout& layout) {
             return is_represented(layout).then([&] {
               const Morphism f = algebra::standard_representation(layout).value();
               return holds_if_equal(layout_as_printed(f), layout);
             });
           },
       .remark = "Where 3.1.2.5 leaves a choice, for modes 1:d that are equal, each has the stride "
                 "d in any case.",
       .uses = {"colfax.3.1.2.5"}},

      statement("colfax.3.2.2.9", "Proposition",
                "A layout is encoded by a nested tuple morphism if and only if it is tractable.",
                layouts(nested), is_encoded_iff_tractable),

      {.id = "colfax.3.2.2.10",
       .kind = "Definition",
       .says = "f: S → T has standard form if f♭ has (3.1.2.12) and T is flat.",
       .domain = standard_morphisms(nested),
       .check = with(has_standard_form_by, Wording::as_printed),
       .remark = "By 3.1.2.12 as printed, the entry of a codomain of length 1 need not be hit; "
                 "3.2.2.15 needs that it is.",
       .uses = {"colfax.3.1.2.12"}},
      amendment("colfax.3.2.2.10.amended", "The same with 3.1.2.12 as amended.",
                with(has_standard_form_by, Wording::amended)),

      example("colfax.3.2.2.11",
              "((2,2),(3,3)) → (10,3,3,2,10,2) over (4,6,2,3) has standard form."),
      [] {
        Statement nested_codomain = example(
            "colfax.3.2.2.12",
            "The same with the codomain ((10,3,3),(2,10,2)) has not, since that is not flat.");
        nested_codomain.slips = {
            "The codomain is said to be that of g, but there is no g.",
            "The text after it wants to exclude non-degenerate morphisms and layouts; degenerate "
            "ones are meant."};
        return nested_codomain;
      }(),

      statement("colfax.3.2.2.13", "Definition",
                "f is non-degenerate if α(i) = * wherever entry_i(S) = 1; L = S:D is if entry_i(D) "
                "= 0 there. The check adds that f is if and only if L_f is. Operands: f, L.",
                morphism_and_layout(),
                [](const Morphism& f, const Layout& l) {
                  bool of_l = true;
                  for (std::size_t i = 0; i < l.length(); ++i)
                    of_l = of_l && (l.extents()[i] != 1 || l.strides()[i] == 0);
                  const bool of_l_f = algebra::is_nondegenerate(layout_as_printed(f));
                  return all_hold({agree<bool>({{"f is non-degenerate", is_nondegenerate(f)},
                                                {"the algebra", algebra::is_nondegenerate(f)},
                                                {"the oracle", oracle::is_nondegenerate(f)},
                                                {"L_f is", of_l_f}}),
                                   agree<bool>({{"L is non-degenerate", of_l},
                                                {"the algebra", algebra::is_nondegenerate(l)},
                                                {"the oracle", oracle::is_nondegenerate(l)}})});
                }),

      statement(
          "colfax.3.2.2.14", "Remark",
          "f is non-degenerate if and only if f♭ is, and L if and only if L♭ is. Operands: f, L.",
          morphism_and_layout(),
          [](const Morphism& f, const Layout& l) {
            const Morphism flat_f(NestedTuple::flat(f.domain().entries()), f.map(),
                                  NestedTuple::flat(f.codomain().entries()));
            const Layout flat_l = Layout::flat(l.extents(), l.strides());
            return all_hold(
                {agree<bool>({{"f is non-degenerate", is_nondegenerate(f)},
                              {"f♭ is", is_nondegenerate(flat_f)},
                              {"f is for the algebra", algebra::is_nondegenerate(f)},
                              {"f♭ is for it", algebra::is_nondegenerate(algebra::flatten(f))},
                              {"f is for the oracle", oracle::is_nondegenerate(f)},
                              {"f♭ is for it", oracle::is_nondegenerate(flat_f)}}),
                 agree<bool>({{"L is non-degenerate", is_nondegenerate(l)},
                              {"L♭ is", is_nondegenerate(flat_l)},
                              {"L is for the algebra", algebra::is_nondegenerate(l)},
                              {"L♭ is for it", algebra::is_nondegenerate(algebra::flatten(l))},
                              {"L is for the oracle", oracle::is_nondegenerate(l)},
                              {"L♭ is for it", oracle::is_nondegenerate(flat_l)}})});
          }),

      {.id = "colfax.3.2.2.15",
       .kind = "Proposition",
       .says = "f ↦ L_f and L ↦ f_L are inverse to each other between the non-degenerate nested "
               "tuple morphisms of standard form and the non-degenerate tractable layouts. The "
               "check takes one of each.",
       .domain = corresponding(nested),
       .check = with(corresponds, Wording::as_printed),
       .counterexample = "colfax.3.2.2.15(1--(*)-->(1), (2):(1)) = false",
       .remark = "3.2.2.10 takes standard form from 3.1.2.12, which asks for the last entry of the "
                 "codomain to be hit only if there is more than one: S → (t) over the trivial map "
                 "has standard form, and so has S → (), and both encode S:0.",
       .uses = {"colfax.3.1.2.12"},
       .slips =
           {"Its last words leave out `non-degenerate`, which the sets displayed have, and "
            "3.1.2.21: (8,1,1):(1,8,8) in 3.1.2.16 has two representations of standard form."}},
      amendment("colfax.3.2.2.15.amended",
                "The same, where standard form asks for the last entry of the codomain to be hit "
                "whenever there is one.",
                with(corresponds, Wording::amended)),
  };
}

}  // namespace

std::vector<Statement> colfax_3_2_1() {
  return joined({basic_statements, encoding_statements});
}

}  // namespace layoutcheck::properties
