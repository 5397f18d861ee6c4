// The category Nest (colfax 3.2.1 to 3.2.4): nested tuple morphisms, the layouts that they encode,
// families, realization.
#include "lists.hpp"
#include "literal_operations.hpp"
#include <layoutcheck/algebra/layouts.hpp>

#include <stdexcept>

namespace layoutcheck::properties {

namespace {

using namespace literal;

constexpr Nesting nested = Nesting::nested;

/// Whether α, with 0 for *, is the map of a morphism S → T (colfax 3.2.1.1): tractable, and
/// entry_i(S) = entry_{α(i)}(T) wherever α(i) ≠ *.
bool is_map_between(const NestedTuple& s, const Tuple& alpha, const NestedTuple& t) {
  if (alpha.size() != s.length() || !is_tractable(alpha)) return false;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0) continue;
    if (alpha[i] > static_cast<Int>(t.length())) return false;
    if (s.entries()[i] != t.entries()[static_cast<std::size_t>(alpha[i]) - 1]) return false;
  }
  return true;
}

/// The morphism S → T over α, or nothing if the constructor refuses.
std::optional<Morphism> constructed(const NestedTuple& s, const Tuple& alpha,
                                    const NestedTuple& t) {
  try {
    return Morphism(s, alpha, t);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
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
  return make_domain("a tuple morphism and two profiles",
                     {Sort::flat_morphism, Sort::profile, Sort::profile},
                     [](Entropy& entropy, int size) -> Operands {
                       Morphism f = draw_morphism(entropy, size, {true, false, false});
                       const std::size_t more = entropy.chance(10) ? 1 : 0;
                       Profile p = draw_profile(entropy, f.domain().length() + more);
                       Profile q = draw_profile(entropy, f.codomain().length());
                       return {std::move(f), std::move(p), std::move(q)};
                     });
}

/// Shapes with one flattening.
Domain reparenthesized_shapes(std::size_t count) {
  Domain domain = shapes(count);
  domain.name = std::to_string(count) + " shapes with one flattening";
  domain.draw = [count](Entropy& entropy, int size) {
    const NestedTuple first = draw_shape(entropy, size);
    Operands operands{first};
    while (operands.size() < count) {
      Tuple entries = first.entries();
      if (entropy.chance(4)) entries.push_back(1);
      const std::size_t length = entries.size();
      operands.emplace_back(NestedTuple(std::move(entries), draw_profile(entropy, length)));
    }
    return operands;
  };
  domain.enumerate = [count](std::size_t weight, const Visitor& visit) {
    Operands operands;
    const std::function<bool(std::size_t)> extend = [&](std::size_t left) {
      if (operands.size() == count) return left != 0 || visit(operands);
      for (std::size_t w = 1; w <= left; ++w) {
        if (operands.size() + 1 == count && w != left) continue;
        const bool go_on = enumerate_shapes(w, false, [&](const NestedTuple& s) {
          if (!operands.empty() &&
              s.entries() != std::get<NestedTuple>(operands.front()).entries()) {
            return true;
          }
          operands.emplace_back(s);
          const bool inner = extend(left - w);
          operands.pop_back();
          return inner;
        });
        if (!go_on) return false;
      }
      return true;
    };
    return extend(weight);
  };
  return domain;
}

bool have_one_flattening(const NestedTuple& s, const NestedTuple& t) {
  return s.entries() == t.entries();
}

/// len_{<i}(S) for the modes of S, and len(S) at the end.
std::vector<std::size_t> mode_starts(const NestedTuple& s) {
  std::vector<std::size_t> starts{0};
  for (const NestedTuple& mode : s.modes())
    starts.push_back(starts.back() + mode.length());
  return starts;
}

/// mode_i(S) → T over α(N+1), …, α(N+ℓ).
Morphism literal_mode(const Morphism& f, std::size_t i) {
  const std::vector<std::size_t> starts = mode_starts(f.domain());
  const auto begin = f.map().begin();
  return {f.domain().modes()[i],
          Tuple(begin + static_cast<std::ptrdiff_t>(starts[i]),
                begin + static_cast<std::ptrdiff_t>(starts[i + 1])),
          f.codomain()};
}

/// The strides of L_f (colfax 3.2.2.2). Throws Overflow.
Layout literal_layout(const Morphism& f) {
  Tuple strides;
  for (Int j : f.map()) {
    Exact stride = j == 0 ? 0 : 1;
    for (Int below = 1; below < j; ++below)
      stride *= f.codomain().entries()[static_cast<std::size_t>(below) - 1];
    strides.push_back(oracle::to_int(stride));
  }
  const Profile& profile = f.domain().profile();
  return {f.domain(), NestedTuple(std::move(strides), profile)};
}

/// colex_T∘Ff∘colex_S⁻¹ (colfax 3.1.4.4) at each number below size(S). Throws LimitReached.
Tuple literal_realization(const Morphism& f) {
  const Tuple& s = f.domain().entries();
  const Tuple& t = f.codomain().entries();
  const Exact size = oracle::product(oracle::to_exact(s));
  oracle::charge(size, limits, "the realization");
  Tuple values;
  for (Int x = 0; x < oracle::to_int(size); ++x) {
    Tuple coordinate(t.size(), 0);
    Int rest = x;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (f.map()[i] != 0) coordinate[static_cast<std::size_t>(f.map()[i]) - 1] = rest % s[i];
      rest /= s[i];
    }
    Exact index = 0;
    for (std::size_t j = t.size(); j > 0; --j)
      index = index * t[j - 1] + coordinate[j - 1];
    values.push_back(oracle::to_int(index));
  }
  return values;
}

Tuple realization(const Morphism& f) {
  return algebra::realization(f, static_cast<Int>(limits.points));
}

enum class ModeMap { as_printed, amended };

/// For each i, mode_i(f) is a morphism that encodes mode_i(L_f) (colfax 3.2.3.6).
Result modes_encode_modes(const Morphism& f, ModeMap form) {
  const Layout layout = algebra::layout_of(f);
  const std::vector<NestedTuple> modes = f.domain().modes();
  const std::vector<std::size_t> starts = mode_starts(f.domain());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    std::optional<Morphism> mode;
    if (form == ModeMap::amended) {
      mode = literal_mode(f, i);
      if (!is(algebra::mode(f, i), *mode) || !is(oracle::mode(f, static_cast<Int>(i)), *mode)) {
        return fails("mode " + std::to_string(i + 1) + " is not " + to_string(*mode));
      }
    } else {
      mode = constructed(modes[i], shifted(modes[i].length(), starts[i]), f.codomain());
    }
    if (!mode) return fails("mode " + std::to_string(i + 1) + " is no morphism");
    const Layout claimed(modes[i], layout.stride().modes()[i]);
    if (literal_layout(*mode) != claimed) {
      return fails("mode " + std::to_string(i + 1) + " encodes " +
                   to_string(literal_layout(*mode)) + ", not " + to_string(claimed));
    }
  }
  return holds();
}

// 3.2.1: basic definitions.
std::vector<Statement> basic_statements() {
  return {
      {.id = "colfax.3.2.1.1",
       .kind = "Definition",
       .says = "Nest is a category, with Hom(S, T) = Hom_Tuple(S♭, T♭) and the composition of "
               "Tuple. Operands: h, g, f, composable; for short tuples the hom-sets are compared "
               "in full.",
       .domain = composable_triples(nested),
       .check = on<Morphism, Morphism, Morphism>([](const Morphism& h, const Morphism& g,
                                                    const Morphism& f) {
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
         if (laws.kind != Result::Kind::holds) return laws;
         if (f.domain().length() + f.codomain().length() > 4) return holds();
         const std::vector<Morphism> morphisms = hom(f.domain(), f.codomain());
         const std::vector<Morphism> flat_ones =
             hom(flattened(f.domain()), flattened(f.codomain()));
         bool same = morphisms.size() == flat_ones.size();
         for (std::size_t i = 0; same && i < morphisms.size(); ++i)
           same = algebra::flatten(morphisms[i]) == flat_ones[i];
         return holds_if(same, [] { return std::string("Hom(S, T) is not Hom(S♭, T♭)"); });
       })},

      {.id = "colfax.3.2.1.2",
       .kind = "Notation",
       .says = "f: S → T over α is written S --α--> T. The check reads and writes it so, and "
               "accepts exactly the α that 3.2.1.1 allows between S and T, and no others between "
               "S♭ and T♭. Operands: S, α with 0 for *, T.",
       .domain = maps_between(),
       .check = on<NestedTuple, NestedTuple, NestedTuple>(
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
             } catch (const std::exception&) {
               read = std::nullopt;
             }
             return all_hold({
                 {f.has_value() == claimed, "the constructor accepts what is a morphism"},
                 {flat.has_value() == claimed, "it accepts the same between the flattenings"},
                 {read.has_value() == claimed, "the text of a morphism is read, no other"},
                 {!claimed || *read == *f, "what is read is the morphism"},
                 {!claimed || to_string(*f) == text, "it is written as it is read"},
             });
           })},

      example("colfax.3.2.1.3",
              "Three nested tuple morphisms f, g and h, with domain, map and "
              "codomain."),

      {.id = "colfax.3.2.1.4",
       .kind = "Observation",
       .says = "Nest is the pullback of Tuple and the indiscrete category of profiles over "
               "lengths: a tuple morphism S → T and profiles of the lengths of S and T belong to "
               "exactly one morphism of Nest. Operands: a tuple morphism and two profiles.",
       .domain = morphism_and_profiles(),
       .check = on<Morphism, Profile, Profile>(
           [](const Morphism& f, const Profile& p, const Profile& q) {
             if (f.domain().length() != p.length() || f.codomain().length() != q.length()) {
               return unmet();
             }
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
             const auto lifts_f = [&](const Morphism& g) { return algebra::flatten(g) == f; };
             return holds_if(std::count_if(all.begin(), all.end(), lifts_f) == 1,
                             [] { return std::string("there is not exactly one lift"); });
           }),
       .remark = "The lift of objects is 2.2.2.4; a morphism of the indiscrete category is a pair "
                 "of profiles. For longer tuples, that the lift is the only one is not tried "
                 "out."},

      {.id = "colfax.3.2.1.5",
       .kind = "Example",
       .says = "There is a morphism entry_i(S) → S over 1 ↦ i for each entry of S; such as 64 → "
               "(64,(8,8)).",
       .domain = shapes(),
       .check = on<NestedTuple>([](const NestedTuple& s) {
         for (std::size_t i = 0; i < s.length(); ++i) {
           const Tuple map{static_cast<Int>(i) + 1};
           const NestedTuple entry(s.entries()[i]);
           if (!is_map_between(entry, map, s)) return fails("entry " + std::to_string(i + 1));
           const Morphism claimed(entry, map, s);
           if (!is(algebra::entry(algebra::identity(s), i), claimed)) {
             return fails("the entry of id_S is not " + to_string(claimed));
           }
         }
         return holds();
       })},

      {.id = "colfax.3.2.1.6",
       .kind = "Example",
       .says = "There is a morphism mode_i(S) → S over j ↦ j + len_{<i}(S) for each mode of S; "
               "such as (8,8) → (64,(8,8)).",
       .domain = shapes(),
       .check = on<NestedTuple>([](const NestedTuple& s) {
         const std::vector<NestedTuple> modes = s.modes();
         const std::vector<std::size_t> starts = mode_starts(s);
         for (std::size_t i = 0; i < modes.size(); ++i) {
           const Tuple map = shifted(modes[i].length(), starts[i]);
           if (!is_map_between(modes[i], map, s)) return fails("mode " + std::to_string(i + 1));
           const Morphism claimed(modes[i], map, s);
           if (!is(algebra::mode(algebra::identity(s), i), claimed)) {
             return fails("the mode of id_S is not " + to_string(claimed));
           }
         }
         return holds();
       })},

      {.id = "colfax.3.2.1.7",
       .kind = "Observation",
       .says = "The inclusion Tuple → Nest and (−)♭: Nest → Tuple are functors with (−)♭ after "
               "the inclusion the identity, and an adjoint equivalence: S → S♭ is natural and "
               "invertible, and with identities it satisfies the triangle identities. Operands: "
               "g, f with g∘f defined.",
       .domain = composable_morphisms(nested, false),
       .check = on<Morphism, Morphism>([](const Morphism& g, const Morphism& f) {
         if (f.codomain() != g.domain()) return unmet();
         const Morphism flat_f = algebra::flatten(f);
         const Morphism flat_g = algebra::flatten(g);
         const auto unit = [](const NestedTuple& s) {
           return algebra::reparenthesize(s, flattened(s)).value();
         };
         const NestedTuple& s = f.domain();
         const NestedTuple& t = f.codomain();
         return all_hold({
             {flat_f == Morphism(flattened(s), f.map(), flattened(t)), "f♭ lies over the map of f"},
             {oracle::flattened(f) == flat_f, "the oracle's f♭"},
             {flat_f.is_flat() && algebra::flatten(flat_f) == flat_f, "f♭ = f in Tuple"},
             {algebra::flatten(identity(s)) == identity(flattened(s)), "(id_S)♭ is an identity"},
             {algebra::flatten(algebra::composition(g, f).value()) ==
                  algebra::composition(flat_g, flat_f).value(),
              "(g∘f)♭ = g♭∘f♭"},
             {has_inverse(unit(s)), "S → S♭ is an isomorphism"},
             {composed(flat_f, unit(s)) == composed(unit(t), f), "S → S♭ is natural"},
             {algebra::flatten(unit(s)) == identity(flattened(s)), "its flattening is an identity"},
             {unit(flattened(s)) == identity(flattened(s)), "for a flat S it is an identity"},
         });
       })},

      not_checkable("colfax.3.2.1.8", "Remark",
                    "Categories that encode tractable layouts and are not equivalent to Tuple are "
                    "left to future work.",
                    "It names no such category, and claims nothing of any."),
  };
}

// 3.2.2: from nested tuple morphisms to layouts.
std::vector<Statement> encoding_statements() {
  return {
      {.id = "colfax.3.2.2.1",
       .kind = "Construction",
       .says = "L_f = (L_{f♭})_P, where P = prof(S).",
       .domain = morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         const Layout flat = literal_layout(algebra::flatten(f));
         std::vector<Layout> entries;
         for (std::size_t i = 0; i < flat.length(); ++i)
           entries.push_back(Layout::entry(flat.extents()[i], flat.strides()[i]));
         const Outcome<Layout> substituted =
             algebra::substitute(f.domain().profile(), std::span<const Layout>(entries));
         return equation<Layout>(algebra::layout_of(f), substituted);
       }),
       .slips = {"2.3.1.19, cited as a definition, is a construction."}},

      {.id = "colfax.3.2.2.2",
       .kind = "Construction",
       .says = "L_f has the shape S, and the strides d_i = ∏_{j<α(i)} t_j, or 0 where α(i) = *, "
               "with the profile of S.",
       .domain = morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         const Layout claimed = literal_layout(f);
         return all_hold({
             {algebra::layout_of(f) == claimed, "L_f is as constructed"},
             {is(narrow(oracle::encoded_layout(f)), claimed), "the oracle's L_f"},
             {claimed.shape() == f.domain(), "its shape is S"},
         });
       })},

      example("colfax.3.2.2.3", "L_f for ((8,8),(4,4)) → (8,4,4,8) over (1,4,3,2)."),
      example("colfax.3.2.2.4", "L_g for (128,(4,4,2)) → ((4,4),128) over (3,1,2,*)."),

      {.id = "colfax.3.2.2.5",
       .kind = "Observation",
       .says = "(L_f)♭ = L_{f♭}.",
       .domain = morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         const Layout layout = algebra::layout_of(f);
         return holds_if_equal(algebra::layout_of(algebra::flatten(f)),
                               Layout::flat(layout.extents(), layout.strides()));
       })},

      {.id = "colfax.3.2.2.6",
       .kind = "Construction",
       .says = "f_L for a tractable L: (f_L)♭ = f_{L♭}, from the shape of L to the codomain of "
               "f_{L♭}.",
       .domain = tractable_layouts(nested),
       .check = on<Layout>([](const Layout& layout) {
         if (!oracle::is_tractable(layout)) return unmet();
         const Outcome<Morphism> f = algebra::standard_representation(layout);
         const Outcome<Morphism> flat =
             algebra::standard_representation(Layout::flat(layout.extents(), layout.strides()));
         if (!f || !flat) return fails("f_L is " + text(f) + ", f_{L♭} is " + text(flat));
         return all_hold({
             {algebra::flatten(*f) == *flat, "(f_L)♭ = f_{L♭}"},
             {f->domain() == layout.shape(), "it starts at the shape of L"},
             {f->codomain() == flat->codomain(), "it ends where f_{L♭} ends"},
             {is(oracle::standard_representation(layout), *f), "the oracle's f_L"},
             {has_standard_form(*f, StandardForm::amended), "it has standard form"},
         });
       })},

      example("colfax.3.2.2.7", "f_L for L = (32,(2,2)):(192,(24,3))."),

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

      {.id = "colfax.3.2.2.10",
       .kind = "Definition",
       .says = "f: S → T has standard form if f♭ has (3.1.2.12) and T is flat.",
       .domain = standard_morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         const Morphism flat_f = algebra::flatten(f);
         const bool printed = has_standard_form(flat_f, StandardForm::as_printed) &&
                              f.codomain() == flattened(f.codomain());
         const bool amended = has_standard_form(flat_f, StandardForm::amended) &&
                              f.codomain() == flattened(f.codomain());
         return all_hold({
             {algebra::literal_standard_form(f) == printed, "literal_standard_form is as defined"},
             {algebra::is_standard_form(f) == amended, "is_standard_form is as amended"},
             {oracle::is_standard_form(f) == amended,
              "the oracle's is_standard_form is as amended"},
             {printed == amended || f.codomain().length() == 1,
              "the amendment makes a difference for codomains of one entry only"},
         });
       }),
       .remark = "By 3.1.2.12 as printed, the entry of a codomain of length 1 need not be hit; "
                 "3.2.2.15 needs that it is."},

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

      {.id = "colfax.3.2.2.13",
       .kind = "Definition",
       .says = "f is non-degenerate if α(i) = * wherever entry_i(S) = 1; L = S:D is if entry_i(D) "
               "= 0 there. The check adds that f is if and only if L_f is. Operands: f, L.",
       .domain = make_domain("a nested tuple morphism and a layout", {Sort::morphism, Sort::layout},
                             [](Entropy& entropy, int size) -> Operands {
                               return {
                                   draw_morphism(entropy, size, {false, false, entropy.chance(50)}),
                                   draw_layout(entropy, size)};
                             }),
       .check = on<Morphism, Layout>([](const Morphism& f, const Layout& l) {
         const bool of_f = is_nondegenerate(f);
         bool of_l = true;
         for (std::size_t i = 0; i < l.length(); ++i)
           of_l = of_l && (l.extents()[i] != 1 || l.strides()[i] == 0);
         return all_hold({
             {algebra::is_nondegenerate(f) == of_f, "is_nondegenerate(f) is as defined"},
             {oracle::is_nondegenerate(f) == of_f, "the oracle's is_nondegenerate(f)"},
             {algebra::is_nondegenerate(l) == of_l, "is_nondegenerate(L) is as defined"},
             {oracle::is_nondegenerate(l) == of_l, "the oracle's is_nondegenerate(L)"},
             {algebra::is_nondegenerate(literal_layout(f)) == of_f, "f is if and only if L_f is"},
         });
       })},

      {.id = "colfax.3.2.2.14",
       .kind = "Remark",
       .says = "f is non-degenerate if and only if f♭ is, and L if and only if L♭ is. Operands: "
               "f, L.",
       .domain = make_domain("a nested tuple morphism and a layout", {Sort::morphism, Sort::layout},
                             [](Entropy& entropy, int size) -> Operands {
                               return {
                                   draw_morphism(entropy, size, {false, false, entropy.chance(50)}),
                                   draw_layout(entropy, size)};
                             }),
       .check = on<Morphism, Layout>([](const Morphism& f, const Layout& l) {
         const Layout flat = Layout::flat(l.extents(), l.strides());
         return all_hold({
             {is_nondegenerate(f) == is_nondegenerate(algebra::flatten(f)), "f and f♭"},
             {algebra::is_nondegenerate(f) == algebra::is_nondegenerate(algebra::flatten(f)),
              "f and f♭ for the algebra"},
             {algebra::is_nondegenerate(l) == algebra::is_nondegenerate(flat), "L and L♭"},
         });
       })},

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
                 "has standard form, and so has S → (), and both encode S:0.",
       .change = "n ≥ 1 for n > 1 in 3.1.2.12.",
       .slips = {"Its last words speak of nested tuple morphisms of standard form and tractable "
                 "layouts; non-degenerate ones are meant."}},
      {.id = "colfax.3.2.2.15.amended",
       .kind = "Amendment",
       .says = "The same, where standard form asks for the last entry of the codomain to be hit "
               "whenever there is one.",
       .domain = corresponding(nested),
       .check = on<Morphism, Layout>([](const Morphism& f, const Layout& l) {
         return corresponds(f, l, StandardForm::amended);
       })},
  };
}

// 3.2.3: examples.
std::vector<Statement> family_statements() {
  return {
      {.id = "colfax.3.2.3.1",
       .kind = "Example",
       .says = "For S_1, S_2, S_3 with one flattening, id_{S_1}^{S_2} lies over the identity and "
               "is an isomorphism; id_{S_2}^{S_3}∘id_{S_1}^{S_2} = id_{S_1}^{S_3}; id_S^S = id_S; "
               "and the layout encoded by id_{S_1}^{S_2} is the column-major one of shape S_1.",
       .domain = reparenthesized_shapes(3),
       .check = on<NestedTuple, NestedTuple, NestedTuple>([](const NestedTuple& s1,
                                                             const NestedTuple& s2,
                                                             const NestedTuple& s3) {
         const Outcome<Morphism> f = algebra::reparenthesize(s1, s2);
         const Outcome<Morphism> g = algebra::reparenthesize(s2, s3);
         if (f.has_value() != have_one_flattening(s1, s2)) return fails("of S_1 and S_2");
         if (g.has_value() != have_one_flattening(s2, s3)) return fails("of S_2 and S_3");
         if (!f || !g) return unmet();
         Tuple strides;
         Exact stride = 1;
         for (Int extent : s1.entries()) {
           strides.push_back(oracle::to_int(stride));
           stride *= extent;
         }
         return all_hold({
             {*f == reparenthesization(s1, s2), "it lies over the identity"},
             {is(oracle::reparenthesization(s1, s2), *f), "the oracle's id_{S_1}^{S_2}"},
             {has_inverse(*f), "it is an isomorphism"},
             {is(algebra::inverse(*f), algebra::reparenthesize(s2, s1).value()),
              "its inverse is the one back"},
             {algebra::composition(*g, *f).value() == algebra::reparenthesize(s1, s3).value(),
              "they are transitive"},
             {is(algebra::reparenthesize(s1, s1), algebra::identity(s1)), "id_S^S = id_S"},
             {algebra::layout_of(*f) == Layout(s1, NestedTuple(std::move(strides), s1.profile())),
              "the layout is column-major"},
         });
       })},

      {.id = "colfax.3.2.3.2",
       .kind = "Example",
       .says = "S → S♭ and S♭ → S over the identity are isomorphisms, inverse to each other.",
       .domain = shapes(),
       .check = on<NestedTuple>([](const NestedTuple& s) {
         const Outcome<Morphism> down = algebra::reparenthesize(s, flattened(s));
         const Outcome<Morphism> up = algebra::reparenthesize(flattened(s), s);
         if (!down || !up) return fails(text(down) + ", " + text(up));
         return all_hold({
             {is(algebra::composition(*up, *down), identity(s)), "S → S♭ → S is id_S"},
             {is(algebra::composition(*down, *up), identity(flattened(s))), "S♭ → S → S♭ is id"},
             {algebra::is_isomorphism(*down) && algebra::is_isomorphism(*up),
              "they are isomorphisms"},
         });
       })},

      {.id = "colfax.3.2.3.3",
       .kind = "Observation",
       .says = "f = id_{T♭}^T∘f♭∘id_S^{S♭}.",
       .domain = morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         const Outcome<Morphism> down = algebra::reparenthesize(f.domain(), flattened(f.domain()));
         const Outcome<Morphism> up =
             algebra::reparenthesize(flattened(f.codomain()), f.codomain());
         const Outcome<Morphism> first =
             down ? algebra::composition(algebra::flatten(f), *down) : down;
         return equation<Morphism>(first && up ? algebra::composition(*up, *first) : first, f);
       }),
       .slips = {"f is said to be a nested tuple; a nested tuple morphism is meant."}},

      {.id = "colfax.3.2.3.4",
       .kind = "Example",
       .says = "entry_i(f): entry_i(S) → T lies over 1 ↦ α(i), and encodes entry_i(L_f).",
       .domain = morphisms(nested),
       .check = on<Morphism>([](const Morphism& f) {
         const Layout layout = literal_layout(f);
         const std::vector<Morphism> entries = entries_of(f, false);
         for (std::size_t i = 0; i < entries.size(); ++i) {
           if (!is(algebra::entry(f, i), entries[i]) ||
               !is(oracle::entry(f, static_cast<Int>(i)), entries[i])) {
             return fails("entry " + std::to_string(i + 1) + " is not " + to_string(entries[i]));
           }
           const Layout encoded = algebra::layout_of(entries[i]);
           if (encoded != Layout::entry(layout.extents()[i], layout.strides()[i])) {
             return fails("entry " + std::to_string(i + 1) + " encodes " + to_string(encoded));
           }
         }
         return holds_if(!algebra::entry(f, entries.size()),
                         [] { return std::string("there is an entry too many"); });
       })},

      {.id = "colfax.3.2.3.5",
       .kind = "Example",
       .says = "entry_i(id_S): entry_i(S) → S is the inclusion of the i-th entry of S.",
       .domain = shapes(),
       .check = on<NestedTuple>([](const NestedTuple& s) {
         for (std::size_t i = 0; i < s.length(); ++i) {
           const Outcome<Morphism> entry = algebra::entry(algebra::identity(s), i);
           const Morphism claimed(NestedTuple(s.entries()[i]), {static_cast<Int>(i) + 1}, s);
           if (!is(entry, claimed)) return fails("entry " + std::to_string(i + 1));
         }
         return holds();
       })},

      {.id = "colfax.3.2.3.6",
       .kind = "Example",
       .says = "mode_i(f): mode_i(S) → T lies over (N+1, …, N+ℓ), where N = len_{<i}(S) and ℓ = "
               "len_i(S), and encodes mode_i(L_f).",
       .domain = morphisms(nested),
       .check = on<Morphism>(
           [](const Morphism& f) { return modes_encode_modes(f, ModeMap::as_printed); }),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.3.2.3.6(1--(*)-->()) = false",
       .remark = "The map that is printed is that of mode_i(id_S), the inclusion into S; T need "
                 "not have such entries.",
       .change = "(α(N+1), …, α(N+ℓ)) for the map.",
       .misprint = true,
       .slips = {"It is called the i-th mode of S; of f is meant.",
                 "The layout is said to be that of mode_i(L_f); of mode_i(f) is meant."}},
      {.id = "colfax.3.2.3.6.amended",
       .kind = "Amendment",
       .says = "mode_i(f): mode_i(S) → T lies over (α(N+1), …, α(N+ℓ)), and encodes mode_i(L_f).",
       .domain = morphisms(nested),
       .check =
           on<Morphism>([](const Morphism& f) { return modes_encode_modes(f, ModeMap::amended); })},

      {.id = "colfax.3.2.3.7",
       .kind = "Example",
       .says = "incl_i(S) = mode_i(id_S) is the inclusion of the i-th mode of S.",
       .domain = shapes(),
       .check = on<NestedTuple>([](const NestedTuple& s) {
         const std::vector<NestedTuple> modes = s.modes();
         const std::vector<std::size_t> starts = mode_starts(s);
         for (std::size_t i = 0; i < modes.size(); ++i) {
           const Morphism claimed(modes[i], shifted(modes[i].length(), starts[i]), s);
           if (!is(algebra::mode(algebra::identity(s), i), claimed)) {
             return fails("mode " + std::to_string(i + 1));
           }
         }
         return holds_if(!algebra::mode(algebra::identity(s), modes.size()),
                         [] { return std::string("there is a mode too many"); });
       })},
  };
}

// 3.2.4: realization.
std::vector<Statement> realization_statements() {
  return {
      {.id = "colfax.3.2.4.1",
       .kind = "Definition",
       .says = "f ↦ |f| = |f♭|, a map [0, size(S)) → [0, size(T)), is a functor: |id_S| is the "
               "identity, and |g∘f| = |g|∘|f|. Operands: g, f with g∘f defined.",
       .domain = composable_morphisms(nested, false),
       .check = on<Morphism, Morphism>([](const Morphism& g, const Morphism& f) {
         if (f.codomain() != g.domain()) return unmet();
         const Tuple of_f = realization(f);
         const Tuple of_g = realization(g);
         const Tuple of_both = realization(composed(g, f));
         const Tuple of_identity = realization(identity(f.domain()));
         bool composes = of_both.size() == of_f.size();
         bool is_identity = of_identity.size() == of_f.size();
         for (std::size_t x = 0; composes && is_identity && x < of_f.size(); ++x) {
           composes = static_cast<std::size_t>(of_f[x]) < of_g.size() &&
                      of_both[x] == of_g[static_cast<std::size_t>(of_f[x])];
           is_identity = of_identity[x] == static_cast<Int>(x);
         }
         return all_hold({
             {of_f == literal_realization(f), "|f| = colex_T∘Ff∘colex_S⁻¹"},
             {of_f == realization(algebra::flatten(f)), "|f| = |f♭|"},
             {oracle::to_tuple(oracle::realization(f, limits)) == of_f, "the oracle's |f|"},
             {is_identity, "|id_S| is the identity"},
             {composes, "|g∘f| = |g|∘|f|"},
         });
       })},

      {.id = "colfax.3.2.4.2",
       .kind = "Lemma",
       .says = "The realization |f| of a nested tuple morphism f: S → T is the layout function of "
               "L_f, with values below size(T).",
       .domain = morphisms(nested),
       .check = on<Morphism>(realizes_layout)},
  };
}

}  // namespace

std::vector<Statement> colfax_3_2_1() {
  return joined({basic_statements, encoding_statements, family_statements, realization_statements});
}

}  // namespace layoutcheck::properties
