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

Result check_3_2_1_1(const Morphism& h, const Morphism& g, const Morphism& f) {
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
    const bool same = std::ranges::equal(hom(f.domain(), f.codomain()),
                                         hom(flattened(f.domain()), flattened(f.codomain())), {},
                                         [](const Morphism& m) { return algebra::flatten(m); });
    return holds_if(same, "Hom(S, T) is not Hom(S♭, T♭)");
  });
}

Result check_3_2_1_2(const NestedTuple& s, const NestedTuple& alpha, const NestedTuple& t) {
  const bool claimed = is_map_between(s, alpha.entries(), t);
  const std::optional<Morphism> f = constructed(s, alpha.entries(), t);
  const std::optional<Morphism> flat = constructed(flattened(s), alpha.entries(), flattened(t));
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
}

Result check_3_2_1_4(const Morphism& f, const Profile& p, const Profile& q) {
  if (f.domain().length() != p.length() || f.codomain().length() != q.length()) return unmet();
  const NestedTuple s(f.domain().entries(), p);
  const NestedTuple t(f.codomain().entries(), q);
  const Morphism lifted(s, f.map(), t);
  const Result lifts = all_hold({
      {algebra::flatten(lifted) == f, "the lift has flattening f"},
      {lifted.domain().profile() == p && lifted.codomain().profile() == q,
       "the lift has the given profiles"},
      {algebra::flatten(identity(s)) == identity(flattened(s)), "identities lie over identities"},
  });
  if (lifts.kind != Result::Kind::holds || s.length() + t.length() > 5) return lifts;
  const std::vector<Morphism> all = hom(s, t);
  return holds_if(
      std::ranges::count(all, f, [](const Morphism& g) { return algebra::flatten(g); }) == 1,
      "there is not exactly one lift");
}

Result check_3_2_1_5(const NestedTuple& s) {
  return holds_for_all(std::views::iota(std::size_t{0}, s.length()), [&](std::size_t i) {
    return is_inclusion(NestedTuple(s.entries()[i]), i, s, algebra::entry(algebra::identity(s), i));
  });
}

Result check_3_2_1_6(const NestedTuple& s) {
  const std::vector<NestedTuple> modes = s.modes();
  const std::vector<std::size_t> starts = mode_starts(s);
  return holds_for_all(std::views::iota(std::size_t{0}, modes.size()), [&](std::size_t i) {
    return is_inclusion(modes[i], starts[i], s, algebra::mode(algebra::identity(s), i));
  });
}

Result check_3_2_1_7(const Morphism& g, const Morphism& f) {
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
}

// 3.2.1: basic definitions.
std::vector<Binding> basic_statements() {
  return {
      {"colfax.3.2.1.1", composable_triples(nested), check_3_2_1_1},
      {"colfax.3.2.1.2", maps_between(), check_3_2_1_2},
      {"colfax.3.2.1.4", morphism_and_profiles(), check_3_2_1_4},
      {"colfax.3.2.1.5", shapes(), check_3_2_1_5},
      {"colfax.3.2.1.6", shapes(), check_3_2_1_6},
      {"colfax.3.2.1.7", composable_morphisms(nested, false), check_3_2_1_7},
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

Result check_3_2_2_2(const Morphism& f) {
  const Layout claimed = layout_as_printed(f);
  return all_hold({
      {algebra::layout_of(f) == claimed, "L_f is as constructed"},
      {is(narrow(oracle::encoded_layout(f)), claimed), "the oracle's L_f"},
      {claimed.shape() == f.domain(), "its shape is S"},
  });
}

Result check_3_2_2_5(const Morphism& f) {
  const Layout claimed = layout_as_printed(algebra::flatten(f));
  const Layout layout = algebra::layout_of(f);
  return all_hold({
      {Layout::flat(layout.extents(), layout.strides()) == claimed, "(L_f)♭ is as claimed"},
      {algebra::layout_of(algebra::flatten(f)) == claimed, "L_{f♭} is as constructed"},
  });
}

Result check_3_2_2_6(const Layout& layout) {
  if (!oracle::is_tractable(layout)) return unmet();
  return is_determined(layout) ? is_represented_as_flat(layout)
                               : fails("3.1.2.5 leaves more than one f_{L♭}");
}

Result check_3_2_2_8(const Layout& layout) {
  return is_represented(layout).then([&] {
    const Morphism f = algebra::standard_representation(layout).value();
    return holds_if_equal(layout_as_printed(f), layout);
  });
}

Result check_3_2_2_13(const Morphism& f, const Layout& l) {
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
}

Result check_3_2_2_14(const Morphism& f, const Layout& l) {
  const Morphism flat_f(NestedTuple::flat(f.domain().entries()), f.map(),
                        NestedTuple::flat(f.codomain().entries()));
  const Layout flat_l = Layout::flat(l.extents(), l.strides());
  return all_hold({agree<bool>({{"f is non-degenerate", is_nondegenerate(f)},
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
}

// 3.2.2: from nested tuple morphisms to layouts.
std::vector<Binding> encoding_statements() {
  return {
      {"colfax.3.2.2.1", morphisms(nested), with(is_substituted, Wording::as_printed)},
      {"colfax.3.2.2.1.amended", with(is_substituted, Wording::amended)},
      {"colfax.3.2.2.2", morphisms(nested), check_3_2_2_2},
      {"colfax.3.2.2.5", morphisms(nested), check_3_2_2_5},
      {"colfax.3.2.2.6", with_equal_modes(), check_3_2_2_6},
      {"colfax.3.2.2.6.amended", tractable_layouts(nested),
       given([](const Layout& l) { return oracle::is_tractable(l); }, is_represented_as_flat)},
      {"colfax.3.2.2.8", tractable_layouts(nested), check_3_2_2_8},
      {"colfax.3.2.2.9", layouts(nested), is_encoded_iff_tractable},
      {"colfax.3.2.2.10", standard_morphisms(nested),
       with(has_standard_form_by, Wording::as_printed)},
      {"colfax.3.2.2.10.amended", with(has_standard_form_by, Wording::amended)},
      {"colfax.3.2.2.13", morphism_and_layout(), check_3_2_2_13},
      {"colfax.3.2.2.14", morphism_and_layout(), check_3_2_2_14},
      {"colfax.3.2.2.15", corresponding(nested), with(corresponds, Wording::as_printed)},
      {"colfax.3.2.2.15.amended", with(corresponds, Wording::amended)},
  };
}

}  // namespace

std::vector<Binding> colfax_3_2_1() {
  return joined({basic_statements, encoding_statements});
}

}  // namespace layoutcheck::properties
