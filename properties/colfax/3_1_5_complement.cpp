// Operations on tuple morphisms (colfax 3.1.5): concatenation and complement.
#include "as_printed/operations.hpp"
#include "lists.hpp"

#include <set>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

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
    if (map.size() == n - m)
      return is_complement(f, Morphism(NestedTuple::flat(domain), map, f.codomain()));
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

/// Whether f has a complement, by trying every g: U → T with U of length at most len(T) + 1, in
/// which one number stands for all those that are not in T.
bool has_complement_at_all(const Morphism& f) {
  const NestedTuple& t = f.codomain();
  std::set<Int> entries(t.entries().begin(), t.entries().end());
  Int other = 1;
  while (entries.contains(other))
    ++other;
  entries.insert(other);
  Tuple u;
  const std::function<bool()> extend = [&] {
    for (const Morphism& g : hom(NestedTuple::flat(u), t))
      if (are_disjoint(f, g) && has_inverse(side_by_side(star(f.domain(), g.domain()), {f, g}, t)))
        return true;
    if (u.size() > t.length()) return false;
    for (const Int entry : entries) {
      u.push_back(entry);
      if (extend()) return true;
      u.pop_back();
    }
    return false;
  };
  return extend();
}

/// f = f_1 ⋆ … ⋆ f_m for the entries f_i of f, which lie over (i) by the letter of 3.1.3.8, and
/// over (α(i)) as amended.
Result is_made_of_entries(const Morphism& f, Wording wording) {
  std::vector<Morphism> entries;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    const Int target = wording == Wording::amended ? f.map()[i] : static_cast<Int>(i) + 1;
    const Outcome<Morphism> entry = unless_refused([&] {
      return Morphism(NestedTuple::flat({f.domain().entries()[i]}), Tuple{target}, f.codomain());
    });
    if (!entry) return fails("there is no entry over (" + text(target) + ")");
    entries.push_back(*entry);
  }
  return all_hold({
      {are_pairwise_disjoint(entries), "the images are disjoint"},
      {side_by_side(f.domain(), entries, f.codomain()) == f, "α is made of theirs"},
      {entries.empty() || is(flat_concatenation(entries), f), "f = f_1 ⋆ … ⋆ f_m"},
  });
}

/// Injective morphisms that mostly have standard form, some with entries 1 and some onto nothing.
Domain injective_standard_morphisms() {
  Domain domain = injective_morphisms(flat);
  domain.name = "an injective tuple morphism of standard form";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    if (entropy.chance(10)) return {draw_morphism(entropy, size, {true, true, false})};
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

/// coal♭(L_{f^c}) = comp♭(L_f, size(T)).
Result is_complement_of_layout(const Morphism& f) {
  return equations<Layout>(
      {{"comp♭(L_f, size(T))", flat_complement(algebra::layout_of(f), codomain_size(f))},
       {"coal♭(L_{f^c})", flat_coalesced(encoded(complement_as_printed(f)))},
       {"for the algebra's f^c", flat_coalesced(encoded(algebra::complement(f)))}});
}

/// L_{f^c} = comp♭(L_f).
Result encodes_complement(const Morphism& f) {
  return equation(encoded(algebra::complement(f)), flat_complement(algebra::layout_of(f)));
}

/// {j | j = α(i) for some i}, with * as 0.
std::set<Int> image(const PointedMap& a) {
  std::set<Int> values(a.values().begin(), a.values().end());
  values.insert(0);
  return values;
}

/// Image(α) ∩ Image(β) = {*} (colfax 3.1.5.29).
bool have_disjoint_images(const PointedMap& a, const PointedMap& b) {
  std::vector<Int> common;
  std::ranges::set_intersection(image(a), image(b), std::back_inserter(common));
  return common == std::vector<Int>{0};
}

/// α ⋆ β (colfax 3.1.5.30).
PointedMap star_as_printed(const PointedMap& a, const PointedMap& b) {
  Tuple values = a.values();
  values.insert(values.end(), b.values().begin(), b.values().end());
  return {std::move(values), a.codomain()};
}

/// Whether some pointed map back undoes α, trying for each value the last entry that has it.
bool has_left_inverse(const Morphism& f) {
  Tuple back(f.codomain().length(), 0);
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (f.map()[i] != 0) back[static_cast<std::size_t>(f.map()[i]) - 1] = static_cast<Int>(i) + 1;
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (value_at(back, f.map()[i]) != static_cast<Int>(i) + 1) return false;
  return true;
}

/// The pointed map of f as it stands: whether two of *, 1, …, m have one value.
bool is_injective_with_base_point(const Morphism& f) {
  for (Int i = 0; i <= static_cast<Int>(f.map().size()); ++i) {
    for (Int j = 0; j < i; ++j)
      if (value_at(f.map(), i) == value_at(f.map(), j)) return false;
  }
  return true;
}

Result check_3_1_5_29(const PointedMap& a, const PointedMap& b) {
  if (a.codomain() != b.codomain()) return unmet();
  const bool none_shared = std::ranges::none_of(
      a.values(), [&](Int j) { return j != 0 && std::ranges::count(b.values(), j) > 0; });
  return agree<bool>({{"Image(α) ∩ Image(β) = {*}", have_disjoint_images(a, b)},
                      {"no value but * is shared", none_shared},
                      {"the algebra", algebra::is_disjoint(a, b)},
                      {"the oracle's α ⋆ β exists", oracle::concatenation(a, b).has_value()}});
}

Result check_3_1_5_30(const PointedMap& a, const PointedMap& b, const PointedMap& c) {
  if (a.codomain() != b.codomain() || !have_disjoint_images(a, b)) return unmet();
  const Outcome<PointedMap> both = algebra::concatenate(a, b);
  const Result as_defined = agree<PointedMap>({{"α ⋆ β", star_as_printed(a, b)},
                                               {"the algebra", both},
                                               {"the oracle", oracle::concatenation(a, b)}});
  if (c.codomain() != a.codomain() || !have_disjoint_images(a, c) || !have_disjoint_images(b, c))
    return as_defined;
  return as_defined.then([&] {
    const Outcome<PointedMap> last = algebra::concatenate(b, c);
    return equation(algebra::concatenate(*both, c), last ? algebra::concatenate(a, *last) : last);
  });
}

Result check_3_1_5_31(const PointedMap& a, const PointedMap& b) {
  if (a.codomain() != b.codomain() || !is_tractable(a.values()) || !is_tractable(b.values()) ||
      !have_disjoint_images(a, b)) {
    return unmet();
  }
  const Outcome<PointedMap> both = algebra::concatenate(a, b);
  return holds_if(both && is_tractable(both->values()) && algebra::is_tractable(*both),
                  "α ⋆ β is not tractable");
}

Result check_3_1_5_32(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return unmet();
  return agree<bool>({{"their maps have", have_disjoint_images(map_of(f), map_of(g))},
                      {"no entry of T is hit by both", are_disjoint(f, g)},
                      {"the algebra", algebra::is_disjoint(f, g)},
                      {"the oracle", oracle::is_disjoint(f, g)},
                      {"f ⋆ g exists", flat_concatenation({f, g}).has_value()}});
}

Result check_3_1_5_34(const Morphism& f, const Morphism& g, const Morphism& h) {
  if (!are_disjoint(f, g)) return unmet();
  const Outcome<Morphism> both = flat_concatenation({f, g});
  const Result as_defined = agree<Morphism>(
      {{"over α ⋆ β", side_by_side(star(f.domain(), g.domain()), {f, g}, f.codomain())},
       {"f ⋆ g", both},
       {"the oracle", oracle::flat_concatenation(std::vector{f, g})}});
  if (!are_disjoint(f, h) || !are_disjoint(g, h)) return as_defined;
  return as_defined.then([&] {
    const Outcome<Morphism> last = flat_concatenation({g, h});
    return equations<Morphism>({{"f ⋆ g ⋆ h", flat_concatenation({f, g, h})},
                                {"(f ⋆ g) ⋆ h", flat_concatenation({*both, h})},
                                {"f ⋆ (g ⋆ h)", last ? flat_concatenation({f, *last}) : last}});
  });
}

Result check_3_1_5_36_amended(const Morphism& f) {
  const std::vector<Morphism> entries = entries_of(f, true);
  bool are_restrictions = true;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    are_restrictions =
        are_restrictions && is(algebra::restrict(f, Tuple{static_cast<Int>(i)}), entries[i]);
  }
  return holds_if(are_restrictions, "f_i is not the restriction to i").then([&] {
    return is_made_of_entries(f, Wording::amended);
  });
}

Result check_3_1_5_37(const Morphism& g, const Morphism& f1, const Morphism& f2) {
  if (!are_disjoint(f1, f2) || f1.codomain() != g.domain()) return unmet();
  const Outcome<Morphism> both = flat_concatenation({f1, f2});
  const std::vector<Morphism> parts{composed(g, f1), composed(g, f2)};
  if (!are_disjoint(parts[0], parts[1]))
    return fails("the images of g∘f_1 and g∘f_2 are not disjoint");
  return agree<Morphism>({{"g∘(f_1 ⋆ f_2)", both ? algebra::composition(g, *both) : both},
                          {"(g∘f_1) ⋆ (g∘f_2)", flat_concatenation(parts)},
                          {"the maps beside each other",
                           side_by_side(star(f1.domain(), f2.domain()), parts, g.codomain())}});
}

Result check_3_1_5_38(const Morphism& f1, const Morphism& f2, const Morphism& f3) {
  if (!are_pairwise_disjoint({f1, f2, f3})) return unmet();
  std::vector<Morphism> parts;
  for (const Morphism* f : {&f1, &f2, &f3})
    std::ranges::copy(entries_of(*f, true), std::back_inserter(parts));
  // L_{f_1} ⋆ … ⋆ L_{f_k}
  const auto joined_layouts = [](const std::vector<Morphism>& fs) {
    Layout all;
    for (const Morphism& f : fs)
      all = flat_concatenation(all, algebra::layout_of(f));
    return all;
  };
  const Layout all = joined_layouts({f1, f2, f3});
  return all_hold({
      {is(encoded(flat_concatenation({f1})), algebra::layout_of(f1)), "for f_1"},
      {is(encoded(flat_concatenation({f1, f2})), joined_layouts({f1, f2})), "for f_1 and f_2"},
      {is(encoded(flat_concatenation({f1, f2, f3})), all), "for all three"},
      {joined_layouts(parts) == all, "the layouts of the entries make the same layout"},
      {parts.empty() || is(encoded(flat_concatenation(parts)), all), "for the entries"},
  });
}

// 3.1.5.5: concatenation.
std::vector<Binding> concatenation_statements() {
  return {
      {"colfax.3.1.5.29", disjoint_maps(2), check_3_1_5_29},
      {"colfax.3.1.5.30", disjoint_maps(3), check_3_1_5_30},
      {"colfax.3.1.5.31", disjoint_maps(2), check_3_1_5_31},
      {"colfax.3.1.5.32", morphisms_into_one(flat), check_3_1_5_32},
      {"colfax.3.1.5.34", disjoint_morphism_triples(flat), check_3_1_5_34},
      {"colfax.3.1.5.36", morphisms(flat), with(is_made_of_entries, Wording::as_printed)},
      {"colfax.3.1.5.36.amended", check_3_1_5_36_amended},
      {"colfax.3.1.5.37", morphism_after_disjoint(flat), check_3_1_5_37},
      {"colfax.3.1.5.38", disjoint_morphism_triples(flat), check_3_1_5_38},
  };
}

Result check_3_1_5_39(const Morphism& f, const Morphism& g) {
  if (f.codomain() != g.codomain()) return unmet();
  const bool claimed = are_disjoint(f, g) && has_inverse(side_by_side(star(f.domain(), g.domain()),
                                                                      {f, g}, f.codomain()));
  return agree<bool>(
      {{"f ⋆ g has an inverse", claimed},
       {"its map is a bijection", is_complement(f, g)},
       {"is_isomorphism(f ⋆ g)",
        are_disjoint(f, g) && algebra::is_isomorphism(flat_concatenation({f, g}).value())},
       {"the algebra", algebra::is_complement(f, g)},
       {"the oracle", oracle::is_complement(f, g)}});
}

Result check_3_1_5_43(const Morphism& f) {
  return oracle::size(algebra::layout_of(f)) == 1
             ? fails(
                   "L_f has size 1, and is not N-complementable by the letter of "
                   "2.1.6.25")
             : is_complement_of_layout(f);
}

Result check_3_1_5_45(const Morphism& f) {
  return agree<bool>({{"the map is injective", is_injective_with_base_point(f)},
                      {"there is a left inverse", has_left_inverse(f)},
                      {"nothing goes to *", is_injective(f)},
                      {"the algebra", algebra::is_complementable(f)},
                      {"the oracle", oracle::is_complementable(f)}});
}

Result check_3_1_5_46(const Morphism& f) {
  if (!is_injective_with_base_point(f)) return unmet();
  const Morphism claimed = complement_as_printed(f);
  return all_hold({
      {is(algebra::complement(f), claimed), "f^c is as constructed"},
      {is(oracle::complement(f), claimed), "the oracle's f^c is as constructed"},
      {claimed.map().size() == f.codomain().length() - f.map().size(), "there are n − m entries"},
      {is_complement(f, claimed), "f^c is a complement of f"},
      {std::is_sorted(claimed.map().begin(), claimed.map().end()), "its map increases"},
  });
}

Result check_3_1_5_48(const Morphism& f, const Morphism& g) {
  if (!is_complement(f, g)) return unmet();
  const Morphism claimed = complement_as_printed(f);
  return all_hold({
      {algebra::sort(g) == claimed, "sort(g) = f^c"},
      {oracle::sort(g) == claimed, "the oracle's sort(g) = f^c"},
      {is(algebra::complement(f), claimed), "f^c is as constructed"},
  });
}

Result check_3_1_5_49(const Morphism& f) {
  const bool found = has_complement(f);
  return agree<bool>(
      {{"a complement is found", found},
       {"by the longer search", f.codomain().length() <= 2 ? has_complement_at_all(f) : found},
       {"injective", is_injective(f)},
       {"the algebra", algebra::is_complementable(f)}});
}

Result check_3_1_5_50(const Morphism& f) {
  if (!is_injective(f)) return unmet();
  const Morphism claimed = complement_as_printed(complement_as_printed(f));
  const Outcome<Morphism> rest = algebra::complement(f);
  return all_hold({
      {algebra::sort(f) == claimed, "sort(f) = (f^c)^c"},
      {oracle::sort(f) == claimed, "the oracle's sort(f) = (f^c)^c"},
      {rest && is(algebra::complement(*rest), claimed), "the algebra's (f^c)^c"},
  });
}

// 3.1.5.6: complement.
std::vector<Binding> complement_statements() {
  return {
      {"colfax.3.1.5.39", morphisms_into_one(flat), check_3_1_5_39},
      {"colfax.3.1.5.42", complement_morphisms(flat), is_layout_complement},
      {"colfax.3.1.5.43", injective_morphisms(flat), given(is_injective, check_3_1_5_43)},
      {"colfax.3.1.5.43.amended", given(is_injective, is_complement_of_layout)},
      {"colfax.3.1.5.44", injective_standard_morphisms(),
       given(
           [](const Morphism& f) {
             return is_injective(f) && has_standard_form(f, Wording::as_printed);
           },
           encodes_complement)},
      {"colfax.3.1.5.44.amended", given(
                                      [](const Morphism& f) {
                                        return is_injective(f) && is_nondegenerate(f) &&
                                               has_standard_form(f, Wording::amended);
                                      },
                                      encodes_complement)},
      {"colfax.3.1.5.45", injective_morphisms(flat), check_3_1_5_45},
      {"colfax.3.1.5.46", injective_morphisms(flat), check_3_1_5_46},
      {"colfax.3.1.5.48", complement_morphisms(flat), check_3_1_5_48},
      {"colfax.3.1.5.49", morphisms(flat), check_3_1_5_49},
      {"colfax.3.1.5.50", injective_morphisms(flat), check_3_1_5_50},
  };
}

}  // namespace

std::vector<Binding> colfax_3_1_5_complement() {
  return joined({concatenation_statements, complement_statements});
}

}  // namespace layoutcheck::properties
