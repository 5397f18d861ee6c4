// Statements about tuple morphisms and the flat layouts that they encode (colfax 3.1.2).
#include "as_printed/categories.hpp"
#include "as_printed/operations.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

/// The permutation that sorts L, as values σ(1), …, σ(m): the modes by stride, then extent, then
/// place (2.1.3.31).
Tuple sorting(const Layout& layout) {
  Tuple sigma = shifted(layout.length(), 0);
  std::ranges::sort(sigma, {}, [&](Int i) {
    return std::tuple(layout.strides()[place(i)], layout.extents()[place(i)], i);
  });
  return sigma;
}

/// Every σ with sort(L) = L^σ; of those that differ only in where they have modes of stride 0,
/// which f_L sends to * all alike, one. Throws LimitReached.
std::vector<Tuple> sortings(const Layout& layout) {
  const Tuple first = sorting(layout);
  const auto mode = [&](Int i) {
    return std::pair(layout.strides()[place(i)], layout.extents()[place(i)]);
  };
  std::vector<Tuple> found;
  Tuple sigma;
  const std::function<void()> extend = [&] {
    oracle::charge(Exact{found.size() + 1}, as_printed::limits, "the permutations that sort L");
    if (sigma.size() == first.size()) {
      found.push_back(sigma);
      return;
    }
    const Int next = first[sigma.size()];
    for (const Int i : first) {
      const bool fits = mode(next).first == 0 ? i == next : mode(i) == mode(next);
      if (!fits || std::ranges::count(sigma, i) > 0) continue;
      sigma.push_back(i);
      extend();
      sigma.pop_back();
    }
  };
  extend();
  return found;
}

/// f_L step by step as colfax 3.1.2.5 has it, for a tractable L with sort(L) = L^σ. Throws
/// Overflow, and std::invalid_argument where a step does not yield what it must.
Morphism represented_by_construction(const Layout& layout, const Tuple& sigma) {
  const auto m = static_cast<Int>(layout.length());
  const auto s = [&](Int i) { return layout.extents()[place(sigma[place(i)])]; };
  const auto d = [&](Int i) { return layout.strides()[place(sigma[place(i)])]; };
  Int k = 0;
  for (Int i = 1; i <= m; ++i)
    k = d(i) == 0 ? i : k;
  Tuple t;                          // t'_1, …, t'_ℓ
  Tuple alpha(layout.length(), 0);  // α'
  for (Int i = k + 1; i <= m; ++i) {
    const Exact end = i == k + 1 ? Exact{1} : Exact{s(i - 1)} * d(i - 1);
    if (d(i) % end != 0) throw std::invalid_argument("an entry is no integer");
    t.push_back(oracle::to_int(d(i) / end));
    t.push_back(s(i));
    alpha[place(sigma[place(i)])] = 2 * (i - k);
  }
  const Morphism first(layout.shape(), alpha, NestedTuple::flat(t));  // f'_L
  Tuple codomain;
  Tuple iota;
  for (Int j = 1; j <= static_cast<Int>(t.size()); ++j) {
    if (j % 2 != 0 && t[place(j)] == 1) continue;
    codomain.push_back(t[place(j)]);
    iota.push_back(j);
  }
  // α' = ι∘α
  Tuple factored;
  for (const Int value : first.map()) {
    const Tuple found = preimage(iota, value);
    if (value != 0 && found.empty()) throw std::invalid_argument("the map does not factor");
    factored.push_back(value == 0 ? 0 : found.front());
  }
  return {layout.shape(), std::move(factored), NestedTuple::flat(std::move(codomain))};
}

/// Flat layouts that are mostly tractable, some with a mode 1:d twice, so that several σ sort them.
Domain layouts_with_equal_modes() {
  Domain domain = tractable_layouts(flat);
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) -> Operands {
    const auto layout = std::get<Layout>(draw(entropy, size).front());
    if (!entropy.chance(10)) return {layout};
    // Behind a mode s:d there is room for 1:s·d.
    Int stride = 1;
    if (layout.length() > 0) {
      const std::size_t i = entropy.below(layout.length());
      stride = std::max<Int>(checked_multiply(layout.extents()[i], layout.strides()[i]), 1);
    }
    const Layout twice = Layout::flat({1, 1}, {stride, stride});
    return {entropy.chance(50) ? flat_concatenation(layout, twice)
                               : flat_concatenation(twice, layout)};
  };
  return domain;
}

/// What 3.1.2.5 yields, for each σ that it admits. Throws LimitReached, and Overflow.
std::vector<Morphism> representations(const Layout& layout) {
  std::vector<Morphism> found;
  for (const Tuple& sigma : sortings(layout))
    found.push_back(represented_by_construction(layout, sigma));
  return found;
}

Morphism representation(const Layout& layout) {
  return represented_by_construction(layout, sorting(layout));
}

/// The same, and f_L of the algebra. Pre: L is tractable.
std::vector<Morphism> all_representations(const Layout& layout) {
  std::vector<Morphism> found = representations(layout);
  found.push_back(algebra::standard_representation(layout).value());
  return found;
}

Check for_tractable(const Check& check) {
  return given([](const Layout& layout) { return oracle::is_tractable(layout); }, check);
}

/// 3.1.2.5 to the letter: f_L is what it yields, so that it must not depend on σ.
Result is_determined(const Layout& layout) {
  const std::vector<Morphism> found = representations(layout);
  return holds_for_all(found, [&](const Morphism& f) {
    return agree<Morphism>({{"f_L for one σ", found.front()}, {"for another", f}});
  });
}

/// f_L by the informal description in colfax 3.1.2.6, as amended: before the first stride p = 1
/// stands for s_i·d_i, and equal strides come in the order of sort(L).
Morphism represented_informally(const Layout& layout) {
  Tuple codomain;
  Tuple map(layout.length(), 0);
  Exact p = 1;
  for (const Int j : sorting(layout)) {
    const Int d = layout.strides()[place(j)];
    if (d == 0) continue;
    if (p < d) codomain.push_back(oracle::to_int(d / p));
    codomain.push_back(layout.extents()[place(j)]);
    map[place(j)] = static_cast<Int>(codomain.size());
    p = Exact{layout.extents()[place(j)]} * d;
  }
  return {layout.shape(), std::move(map), NestedTuple::flat(std::move(codomain))};
}

/// 3.1.2.6 to the letter: each stride above 0 is visited after another one.
Result has_a_stride_before_each(const Layout& layout) {
  return holds_if(std::ranges::all_of(layout.strides(), [](Int d) { return d == 0; }),
                  "no stride is visited before the first one");
}

/// f_L, by both implementations, is the morphism that `construct` yields, and is undefined if L is
/// not tractable.
Result is_representation(const Layout& layout, Morphism (*construct)(const Layout&)) {
  const Outcome<Morphism> found = algebra::standard_representation(layout);
  const Outcome<Morphism> expected = oracle::standard_representation(layout);
  if (!oracle::is_tractable(layout))
    return found || expected ? fails("there is one of a layout that is not tractable") : unmet();
  return agree<Morphism>(
      {{"f_L", construct(layout)}, {"the algebra", found}, {"the oracle", expected}});
}

/// f with other codomains: entries put above, and each entry that is not hit split into two factors
/// in every way, up to a bound.
std::vector<Morphism> less_simple(const Morphism& f, const NestedTuple& above) {
  const Tuple& t = f.codomain().entries();
  Tuple extended = t;
  extended.insert(extended.end(), above.entries().begin(), above.entries().end());
  std::vector<Morphism> found{Morphism(f.domain(), f.map(), NestedTuple::flat(extended))};
  for (Int j = 1; j <= static_cast<Int>(t.size()); ++j) {
    if (hits(f, static_cast<std::size_t>(j))) continue;
    for (Int a = 1; a <= std::min(t[place(j)], Int{16}); ++a) {
      if (t[place(j)] % a != 0) continue;
      Tuple split = extended;
      split[place(j)] = t[place(j)] / a;
      split.insert(split.begin() + (j - 1), a);
      Tuple map = f.map();
      for (Int& value : map)
        value += value > j ? 1 : 0;
      found.emplace_back(f.domain(), std::move(map), NestedTuple::flat(std::move(split)));
    }
  }
  return found;
}

/// The codomain of f without what lies above its image, and with one entry for what is not hit in a
/// row, none if its size is 1. Throws Overflow.
Tuple condensed_codomain(const Morphism& f) {
  const Tuple& t = f.codomain().entries();
  Tuple condensed;
  Exact gap = 1;
  for (std::size_t j = 1; j <= t.size(); ++j) {
    if (!hits(f, j)) {
      gap *= t[j - 1];
      continue;
    }
    if (gap != 1) condensed.push_back(oracle::to_int(gap));
    condensed.push_back(t[j - 1]);
    gap = 1;
  }
  return condensed;
}

/// f has standard form exactly if its codomain is condensed.
Result is_condensed(const Morphism& f, Wording wording) {
  const bool standard = has_standard_form(f, wording);
  const bool condensed = condensed_codomain(f) == f.codomain().entries();
  if (wording == Wording::as_printed) {
    return agree<bool>({{"standard form", standard},
                        {"the codomain is condensed", condensed},
                        {"the algebra", algebra::standard_form_as_printed(f)}});
  }
  return agree<bool>({{"standard form", standard},
                      {"the codomain is condensed", condensed},
                      {"the algebra", algebra::is_standard_form(f)},
                      {"the oracle", oracle::is_standard_form(f)}});
}

/// Morphisms of standard form or nearly so, degenerate ones among them.
Domain mostly_standard_morphisms() {
  Domain domain = morphisms(flat);
  domain.draw = [standard = standard_morphisms(flat).draw](Entropy& entropy, int size) -> Operands {
    const auto f = std::get<Morphism>(standard(entropy, size)[0]);
    if (entropy.chance(40)) return {f};
    // One entry more in the domain or the codomain, perhaps an arrow between them.
    Tuple s = f.domain().entries();
    Tuple t = f.codomain().entries();
    Tuple map = f.map();
    const auto at = static_cast<Int>(entropy.below(t.size() + 1)) + 1;
    const Int entry = entropy.chance(60) ? 1 : draw_extent(entropy, size);
    t.insert(t.begin() + (at - 1), entry);
    for (Int& value : map)
      value += value >= at ? 1 : 0;
    if (entropy.chance(50)) {
      s.push_back(entry);
      map.push_back(at);
    }
    return {
        Morphism(NestedTuple::flat(std::move(s)), std::move(map), NestedTuple::flat(std::move(t)))};
  };
  return domain;
}

/// L with stride 0 where the extent is 1: the layout of 2.1.2.29.
Layout without_degenerate(const Layout& layout) {
  Tuple strides = layout.strides();
  for (std::size_t i = 0; i < strides.size(); ++i)
    strides[i] = layout.extents()[i] == 1 ? 0 : strides[i];
  return Layout::flat(layout.extents(), std::move(strides));
}

/// f and L, mostly with entries 1.
Domain morphisms_and_layouts(unsigned nondegenerate, bool tractable) {
  return make_domain("a tuple morphism and a flat layout", {Sort::flat_morphism, Sort::flat_layout},
                     [=](Entropy& entropy, int size) -> Operands {
                       const bool clean = entropy.chance(nondegenerate);
                       Morphism f = draw_morphism(entropy, size, {true, false, clean});
                       Layout l = tractable && entropy.chance(90)
                                      ? draw_tractable(entropy, size, true)
                                      : draw_layout(entropy, size, true);
                       if (entropy.chance(nondegenerate)) l = without_degenerate(l);
                       return {std::move(f), std::move(l)};
                     });
}

/// L_f is non-degenerate if f is, and f_L if L is; as amended, for a tractable L.
Result keeps_nondegeneracy(const Morphism& f, const Layout& layout, Wording wording) {
  const bool tractable = oracle::is_tractable(layout);
  const bool claims_layout =
      as_printed::is_nondegenerate(layout) && (tractable || wording == Wording::as_printed);
  if (!is_nondegenerate(f) && !claims_layout) return unmet();
  if (is_nondegenerate(f) && !(as_printed::is_nondegenerate(layout_as_printed(f)) &&
                               as_printed::is_nondegenerate(algebra::layout_of(f))))
    return fails("L_f is degenerate");
  if (!claims_layout) return holds();
  if (!tractable) return fails("L is not tractable, so that there is no f_L");
  return holds_for_all(all_representations(layout), [](const Morphism& g) {
    return holds_if(is_nondegenerate(g), [&] { return "f_L is " + to_string(g); });
  });
}

/// `found` is non-degenerate and has the coordinate function and the layout function of L, their
/// domains [0, S) and [0, size(S)) included. Coordinate functions are linear, so that equal strides
/// wherever a coordinate can exceed 0 make them equal, and nothing else does.
Result stands_for(const Layout& found, const Layout& layout) {
  return all_hold({{as_printed::is_nondegenerate(found), "it is non-degenerate"},
                   {same_function(found, layout), "it has the same layout function"},
                   {without_degenerate(found) == without_degenerate(layout),
                    "it has the same coordinate function"}});
}

bool is_clean(const Morphism& f, Wording wording) {
  return is_nondegenerate(f) && has_standard_form(f, wording);
}

/// L_f = L_g implies f = g.
Result determined_by_layout(const Morphism& f, const Morphism& g, Wording wording) {
  if (!is_clean(f, wording) || !is_clean(g, wording) ||
      layout_as_printed(f) != layout_as_printed(g))
    return unmet();
  return holds_if_equal(f, g);
}

/// The non-degenerate morphisms of standard form as amended that encode L, by trying each codomain.
/// Its last entry is hit, so that its size is the greatest s_i·d_i, and it has no entry 1. Throws
/// Overflow.
std::vector<Morphism> clean_morphisms_encoding(const Layout& layout, Int size) {
  std::vector<Morphism> found;
  Tuple codomain;
  const std::function<void(Int)> extend = [&](Int left) {
    if (left == 1) {
      for_each_tuple_morphism(layout.extents(), codomain, [&](const Tuple& map) {
        Morphism g(layout.shape(), map, NestedTuple::flat(codomain));
        if (is_clean(g, Wording::amended) && layout_as_printed(g) == layout)
          found.push_back(std::move(g));
        return true;
      });
      return;
    }
    for (Int entry = 2; entry <= left; ++entry) {
      if (left % entry != 0) continue;
      codomain.push_back(entry);
      extend(left / entry);
      codomain.pop_back();
    }
  };
  extend(size);
  return found;
}

/// The same, and f is all that is found for L_f where its codomain is small.
Result determined_by_search(const Morphism& f, const Morphism& g) {
  bool met = false;
  for (const Morphism& one : {f, g}) {
    const Exact size = oracle::product(oracle::to_exact(one.codomain().entries()));
    if (!is_clean(one, Wording::amended) || size > 64 || one.domain().length() > 4) continue;
    met = true;
    const auto found = clean_morphisms_encoding(layout_as_printed(one), static_cast<Int>(size));
    if (found != std::vector{one}) {
      return fails(std::to_string(found.size()) + " morphisms encode what " + to_string(one) +
                   " encodes");
    }
  }
  Result result = determined_by_layout(f, g, Wording::amended);
  return met && result.kind == Result::Kind::unmet ? holds() : result;
}

Result check_3_1_2_1(const Morphism& f) {
  return agree<Layout>({{"L_f", layout_as_printed(f)},
                        {"the algebra", algebra::layout_of(f)},
                        {"the oracle", oracle::to_layout(oracle::encoded_layout(f))}});
}

Result check_3_1_2_11(const Morphism& f, const NestedTuple& above) {
  return holds_for_all(less_simple(f, above), [&](const Morphism& g) {
    return all_hold({agree<Tuple>({{"the codomain of f condensed", condensed_codomain(f)},
                                   {"that of another", condensed_codomain(g)}}),
                     agree<Layout>({{"L_f", layout_as_printed(f)},
                                    {"L_g", layout_as_printed(g)},
                                    {"the algebra", algebra::layout_of(g)}})});
  });
}

// Encoding, and the standard representation.
std::vector<Binding> encoding_statements() {
  return {
      {"colfax.3.1.2.1", morphisms(flat), check_3_1_2_1},
      {"colfax.3.1.2.5", layouts_with_equal_modes(), for_tractable(is_determined)},
      {"colfax.3.1.2.5.amended", with(is_representation, representation)},
      {"colfax.3.1.2.6", tractable_layouts(flat), for_tractable(has_a_stride_before_each)},
      {"colfax.3.1.2.6.amended", with(is_representation, represented_informally)},
      {"colfax.3.1.2.9", layouts_with_equal_modes(), for_tractable([](const Layout& layout) {
         return holds_for_all(
                    representations(layout),
                    [&](const Morphism& f) { return holds_if_equal(layout_as_printed(f), layout); })
             .then([&] { return is_represented(layout); });
       })},
      {"colfax.3.1.2.10", layouts(flat), is_encoded_iff_tractable},
      {"colfax.3.1.2.11",
       make_domain("a tuple morphism and a tuple to put above its codomain",
                   {Sort::flat_morphism, Sort::flat_shape},
                   [](Entropy& entropy, int size) -> Operands {
                     return {draw_morphism(entropy, size, {true, false, false}),
                             draw_shape(entropy, size / 3, true)};
                   }),
       check_3_1_2_11},
  };
}

Result check_3_1_2_17(const Morphism& f, const Layout& layout) {
  Tuple ones;
  for (std::size_t i = 0; i < f.domain().length(); ++i)
    if (f.domain().entries()[i] == 1) ones.push_back(static_cast<Int>(i));
  const Morphism part = *algebra::restrict(f, ones);
  return all_hold(
      {agree<bool>({{"f is non-degenerate", is_nondegenerate(f)},
                    {"it sends its entries 1 nowhere", part.map() == Tuple(ones.size(), 0)},
                    {"the algebra", algebra::is_nondegenerate(f)},
                    {"the oracle", oracle::is_nondegenerate(f)}}),
       agree<bool>({{"L is non-degenerate", as_printed::is_nondegenerate(layout)},
                    {"the algebra", algebra::is_nondegenerate(layout)},
                    {"the oracle", oracle::is_nondegenerate(layout)},
                    {"as 2.1.2.29 makes it", without_degenerate(layout) == layout}})});
}

// Standard form and non-degeneracy.
std::vector<Binding> form_statements() {
  return {
      {"colfax.3.1.2.12", mostly_standard_morphisms(), with(is_condensed, Wording::as_printed)},
      {"colfax.3.1.2.12.amended", with(is_condensed, Wording::amended)},
      {"colfax.3.1.2.15", layouts_with_equal_modes(), for_tractable([](const Layout& layout) {
         return holds_for_all(all_representations(layout), [](const Morphism& f) {
           return holds_if(has_standard_form(f, Wording::as_printed) &&
                               has_standard_form(f, Wording::amended) &&
                               algebra::is_standard_form(f),
                           [&] { return to_string(f) + " does not have standard form"; });
         });
       })},
      {"colfax.3.1.2.17", morphisms_and_layouts(50, false), check_3_1_2_17},
      {"colfax.3.1.2.18", morphisms_and_layouts(85, true),
       with(keeps_nondegeneracy, Wording::as_printed)},
      {"colfax.3.1.2.18.amended", with(keeps_nondegeneracy, Wording::amended)},
      {"colfax.3.1.2.19", layouts(flat),
       [](const Layout& l) { return stands_for(oracle::filter(l), l); }},
      {"colfax.3.1.2.19.amended",
       [](const Layout& l) { return stands_for(without_degenerate(l), l); }},
      {"colfax.3.1.2.20", up_to_order(standard_morphism_pairs(flat)),
       with(determined_by_layout, Wording::as_printed)},
      {"colfax.3.1.2.20.amended", determined_by_search},
      {"colfax.3.1.2.21", corresponding(flat), with(corresponds, Wording::as_printed)},
      {"colfax.3.1.2.21.amended", with(corresponds, Wording::amended)},
  };
}

}  // namespace

std::vector<Binding> colfax_3_1_2() {
  return joined({encoding_statements, form_statements});
}

}  // namespace layoutcheck::properties
