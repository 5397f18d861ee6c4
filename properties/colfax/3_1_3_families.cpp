// Statements about families of tuple morphisms (colfax 3.1.3).
#include "as_printed/categories.hpp"
#include "as_printed/operations.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

/// x_1 ⋯ x_{count}. Throws Overflow.
Int product_of_first(const Tuple& xs, Int count) {
  Exact product = 1;
  for (Int j = 1; j <= count; ++j)
    product *= xs[place(j)];
  return oracle::to_int(product);
}

/// f, by both implementations, is the morphism claimed, and L_f the layout claimed.
Result is_with_layout(const Outcome<Morphism>& found, const Outcome<Morphism>& expected,
                      const Morphism& claimed, const Layout& layout) {
  return all_hold({equation<Morphism>(found, claimed), equation<Morphism>(expected, claimed),
                   holds_if_equal(algebra::layout_of(claimed), layout)});
}

/// The column-major layout of shape S: d_i = s_1 ⋯ s_{i−1}. Throws Overflow.
Layout column_major_by_formula(const NestedTuple& s) {
  Tuple strides;
  for (Int i = 0; i < static_cast<Int>(s.length()); ++i)
    strides.push_back(product_of_first(s.entries(), i));
  return Layout::flat(s.entries(), std::move(strides));
}

// ---- Sets of indices. The operands count from 0, the source from 1.

Tuple from_one(const NestedTuple& indices) {
  Tuple counted = indices.entries();
  for (Int& i : counted)
    i = checked_add(i, 1);
  return counted;
}

bool is_subset(const NestedTuple& indices, std::size_t n) {
  return oracle::is_increasing_below(indices.entries(), n);
}

/// Mostly an increasing list of indices below n, with the indices needed.
NestedTuple draw_indices(Entropy& entropy, std::size_t n, const Tuple& needed) {
  Tuple indices;
  const unsigned keep = entropy.chance(10) ? 0 : entropy.chance(20) ? 100 : 50;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_needed = std::ranges::count(needed, static_cast<Int>(i) + 1) > 0;
    if ((is_needed && !entropy.chance(2)) || entropy.chance(keep))
      indices.push_back(static_cast<Int>(i));
  }
  if (entropy.chance(4)) indices.push_back(static_cast<Int>(entropy.below(n + 2)));
  return flat_tuple(std::move(indices));
}

/// Which indices go with an operand.
enum class Among { domain, image };

/// An operand, a flat shape or a tuple morphism, and indices of its entries: of the domain, or of
/// the codomain with the image among them.
Domain with_indices(Sort sort, Among among) {
  const auto bound = [=](const Value& value) {
    const auto* f = std::get_if<Morphism>(&value);
    if (f == nullptr) return std::get<NestedTuple>(value).length();
    return among == Among::domain ? f->domain().length() : f->codomain().length();
  };
  const auto needed = [=](const Value& value) {
    return among == Among::image ? std::get<Morphism>(value).map() : Tuple{};
  };
  Domain domain;
  domain.name = std::string(sort == Sort::flat_shape ? "a tuple" : "a tuple morphism") +
                (among == Among::domain ? " and a set of indices"
                                        : " and a set of indices that holds its image");
  domain.sorts = {sort, Sort::flat_tuple};
  domain.draw = [=](Entropy& entropy, int size) -> Operands {
    Value first = sort == Sort::flat_shape
                      ? Value(draw_shape(entropy, size, true))
                      : Value(draw_morphism(entropy, size, {true, false, false}));
    NestedTuple indices = draw_indices(entropy, bound(first), needed(first));
    return {std::move(first), std::move(indices)};
  };
  const Part sets{.all = [=](const Operands& before, const Part::Visit& visit) {
    const std::size_t n = bound(before[0]);
    const Tuple image = needed(before[0]);
    Tuple indices;
    const auto extend = [&](auto&& self, std::size_t i) -> bool {
      if (i == n) return visit(flat_tuple(indices));
      const auto value = static_cast<Int>(i);
      indices.push_back(value);
      const bool go_on = self(self, i + 1);
      indices.pop_back();
      if (!go_on) return false;
      return std::ranges::count(image, value + 1) > 0 || self(self, i + 1);
    };
    return extend(extend, 0);
  }};
  domain.enumerate = in_turn({any(sort), sets});
  return domain;
}

/// f and an index of an entry of its domain, counted from 0.
Domain morphism_with_index() {
  return enumerated_where(
      make_domain("a tuple morphism and the index of an entry of its domain",
                  {Sort::flat_morphism, Sort::integer},
                  [](Entropy& entropy, int size) -> Operands {
                    const Morphism f = draw_morphism(entropy, size, {true, false, false});
                    return {f, static_cast<Int>(entropy.below(f.domain().length() +
                                                              (entropy.chance(3) ? 1 : 0)))};
                  }),
      [](const Morphism& f, std::size_t i) { return i < f.domain().length(); });
}

// ---- 3.1.3

/// Morphisms that are mostly isomorphisms.
Domain isomorphisms() {
  Domain domain = morphisms(flat);
  domain.name = "an isomorphism of Tuple";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    if (entropy.chance(25)) {
      // A longer codomain of equal entries has too many morphisms back to try them all.
      const Morphism f = draw_morphism(entropy, size, {true, true, false});
      if (f.codomain().length() <= 5) return {f};
    }
    Tuple t = draw_extents(entropy, size);
    if (t.size() > 5) t.resize(5);
    Tuple s;
    Tuple map;
    for (const std::size_t j : entropy.permutation(t.size())) {
      map.push_back(static_cast<Int>(j) + 1);
      s.push_back(t[j]);
    }
    if (entropy.chance(6)) t.push_back(draw_extent(entropy, size));
    return {Morphism(flat_tuple(std::move(s)), std::move(map), flat_tuple(std::move(t)))};
  };
  return domain;
}

/// Whether α is a bijection ⟨m⟩* → ⟨n⟩*.
bool is_bijective(const Morphism& f) {
  return std::ranges::is_permutation(f.map(), shifted(f.codomain().length(), 0));
}

Result inverts_and_is_compact(const Morphism& f) {
  const std::vector<Tuple> found = inverses(f);
  const Outcome<Morphism> inverse = algebra::inverse(f);
  return agree<bool>({{"it has an inverse", !found.empty()},
                      {"the algebra", algebra::is_isomorphism(f)},
                      {"the oracle", oracle::is_isomorphism(f)},
                      {"the algebra has one", inverse.has_value()}})
      .then([&] {
        if (found.empty()) return unmet();
        return all_hold(
            {{found.size() == 1, "there is one inverse"},
             {*inverse == Morphism(f.codomain(), found[0], f.domain()), "the algebra has that one"},
             {as_printed::is_compact(algebra::layout_of(f)), "L_f is compact"}});
      });
}

/// f, and a permutation of the entries of its domain.
Domain morphism_with_permutation() {
  const auto draw = [draw = isomorphisms().draw](Entropy& entropy, int size) -> Operands {
    const auto f = std::get<Morphism>(draw(entropy, size)[0]);
    Tuple values;
    for (const std::size_t j : entropy.permutation(f.domain().length()))
      values.push_back(static_cast<Int>(j) + 1);
    if (entropy.chance(5) && !values.empty()) values.back() = 0;
    const auto m = static_cast<Int>(values.size());
    return {f, PointedMap(std::move(values), m)};
  };
  const Part permutation{
      .of_weight =
          [](const Operands& before, std::size_t weight, const Bounds&, const Part::Visit& visit) {
            const std::size_t m = std::get<Morphism>(before[0]).domain().length();
            if (2 * m != weight) return true;
            Tuple sigma = shifted(m, 0);
            do {
              if (!visit(PointedMap(sigma, static_cast<Int>(m)))) return false;
            } while (std::ranges::next_permutation(sigma).found);
            return true;
          },
      .least = 0};
  return make_domain("a tuple morphism and a permutation of the entries of its domain",
                     {Sort::flat_morphism, Sort::map}, draw,
                     in_turn({any(Sort::flat_morphism), permutation}));
}

/// If f is an isomorphism, it lies over a permutation. And σ gives an isomorphism from
/// (s_1, …, s_m) over σ, the only one: its codomain is (s_σ(1), …, s_σ(m)) as printed, and has
/// s_σ⁻¹(j) in place j as amended.
Result corresponds_to_permutation(const Morphism& f, const PointedMap& sigma, Wording wording) {
  const Tuple& s = f.domain().entries();
  if (sigma.codomain() != static_cast<Int>(s.size()) ||
      !std::ranges::is_permutation(sigma.values(), shifted(s.size(), 0)))
    return unmet();
  if (!inverses(f).empty() && !is_bijective(f)) return fails("f lies over no permutation");
  Tuple t(s.size(), 0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    const std::size_t j = place(sigma.values()[i]);
    (wording == Wording::as_printed ? t[i] : t[j]) = wording == Wording::as_printed ? s[j] : s[i];
  }
  const NestedTuple codomain = flat_tuple(t);
  if (!is_accepted([&] { Morphism(f.domain(), sigma.values(), codomain); }))
    return fails("there is no morphism to " + to_string(codomain) + " over " + to_string(sigma));
  const Morphism over(f.domain(), sigma.values(), codomain);
  if (inverses(over).size() != 1 || !algebra::is_isomorphism(over))
    return fails(to_string(over) + " is no isomorphism");
  // No other codomain: it would hold the same entries.
  std::sort(t.begin(), t.end());
  Exact tried = 0;
  do {
    oracle::charge(++tried, as_printed::limits, "the arrangements of the entries");
    if (flat_tuple(t) != codomain && is_tuple_morphism(s, sigma.values(), t))
      return fails("there is another one, to " + to_string(flat_tuple(t)));
  } while (std::next_permutation(t.begin(), t.end()));
  // f is the isomorphism that belongs to its own permutation, so the correspondence is one to
  // one.
  return holds_if(!is_bijective(f) || f.map() != sigma.values() || f == over,
                  [&] { return "f is not " + to_string(over); });
}

/// The projection of S onto the entries with these indices, and its layout.
Result is_projection(const NestedTuple& s, const NestedTuple& indices) {
  const Outcome<Morphism> found = algebra::projection(s, indices.entries());
  const Outcome<Morphism> expected = oracle::projection(s, indices.entries());
  if (!is_subset(indices, s.length()))
    return found || expected ? fails("it is defined for no set of indices") : unmet();
  const Tuple kept = from_one(indices);
  const NestedTuple entries = picked(s, kept);
  Tuple map;
  Tuple strides;
  for (Int x = 1; x <= static_cast<Int>(s.length()); ++x) {
    const Tuple j = preimage(kept, x);  // x = i_j
    map.push_back(j.empty() ? 0 : j.front());
    strides.push_back(j.empty() ? 0 : product_of_first(entries.entries(), j.front() - 1));
  }
  return is_with_layout(found, expected, Morphism(s, map, entries),
                        Layout::flat(s.entries(), strides));
}

/// The dilation of S by c over (2, 4, …, 2m), and its layout; d_i is the product of the c_j·s_j
/// with j < i, as amended times c_i.
Result is_dilation(const NestedTuple& s, const NestedTuple& c, Wording wording) {
  const Outcome<Morphism> found = algebra::dilation(s, c.entries());
  const Outcome<Morphism> expected = oracle::dilation(s, c);
  if (s.length() != c.length())
    return found || expected ? fails("it is defined for another number of factors") : unmet();
  Tuple codomain;
  Tuple map;
  Tuple strides;
  Exact d = 1;
  for (std::size_t i = 0; i < s.length(); ++i) {
    strides.push_back(oracle::to_int(wording == Wording::amended ? Exact{d * c.entries()[i]} : d));
    d *= Exact{c.entries()[i]} * s.entries()[i];
    codomain.push_back(c.entries()[i]);
    codomain.push_back(s.entries()[i]);
    map.push_back(static_cast<Int>(codomain.size()));
  }
  return is_with_layout(found, expected, Morphism(s, map, flat_tuple(codomain)),
                        Layout::flat(s.entries(), strides));
}

/// S and as many factors, mostly.
Domain tuples_with_factors() {
  return enumerated_where(
      make_domain("a tuple and a factor for each entry", {Sort::flat_shape, Sort::flat_shape},
                  [](Entropy& entropy, int size) -> Operands {
                    const NestedTuple s = draw_shape(entropy, size, true);
                    Tuple factors;
                    for (std::size_t i = entropy.chance(4) ? s.length() + 1 : s.length(); i > 0;
                         --i)
                      factors.push_back(entropy.chance(30) ? 1 : draw_extent(entropy, size / 2));
                    return {s, flat_tuple(std::move(factors))};
                  }),
      [](const Tuple& x, const Tuple& y) { return x.size() == y.size(); });
}

/// The expansion e: T → T ⋆ X over i ↦ i encodes the column-major layout, and L_{e∘f} = L_f.
Result expands(const Morphism& f, const NestedTuple& more) {
  const NestedTuple& t = f.codomain();
  const NestedTuple target = star(t, more);
  const Morphism e(t, shifted(t.length(), 0), target);
  const Layout column_major = column_major_by_formula(t);
  return is_with_layout(algebra::expansion(t, target), oracle::expansion(t, target), e,
                        column_major)
      .then([&] {
        return all_hold(
            {holds_if_equal(algebra::column_major(t), column_major),
             equation<Layout>(encoded(algebra::composition(e, f)), algebra::layout_of(f))});
      });
}

/// f|_I lies over α∘ι, and encodes the entries of L_f with these indices.
Result is_restriction(const Morphism& f, const NestedTuple& indices) {
  const Outcome<Morphism> found = algebra::restrict(f, indices.entries());
  const Outcome<Morphism> expected = oracle::restriction(f, indices.entries());
  if (!is_subset(indices, f.domain().length()))
    return found || expected ? fails("it is defined for no set of indices") : unmet();
  const Layout layout = algebra::layout_of(f);
  const Tuple iota = from_one(indices);
  const NestedTuple s = picked(f.domain(), iota);
  return is_with_layout(found, expected, Morphism(s, after(f.map(), iota), f.codomain()),
                        Layout(s, picked(layout.stride(), iota)));
}

/// The entry f_i: (s_i) → T encodes (s_i):(d_i); it lies over (i) as printed, over (α(i)) as
/// amended.
Result is_entry(const Morphism& f, Int index, Wording wording) {
  if (index >= static_cast<Int>(f.domain().length()))
    return algebra::restrict(f, Tuple{index}) ? fails("there is no such entry") : unmet();
  const Int i = index + 1;
  const NestedTuple s = flat_tuple({f.domain().entries()[place(i)]});
  const Tuple map{wording == Wording::amended ? f.map()[place(i)] : i};
  if (!is_accepted([&] { Morphism(s, map, f.codomain()); }))
    return fails("there is no morphism to the codomain over (" + std::to_string(i) + ")");
  const Layout layout = algebra::layout_of(f);
  return is_with_layout(algebra::restrict(f, Tuple{index}), oracle::restriction(f, Tuple{index}),
                        Morphism(s, map, f.codomain()),
                        Layout::flat(s.entries(), {layout.strides()[place(i)]}));
}

/// The i-th entry lies over α∘φ_i, where φ_i takes 1 to i; as printed the entry is the morphism
/// over (i).
Result entry_lies_over_composite(const Morphism& f, Int index, Wording wording) {
  const auto m = static_cast<Int>(f.domain().length());
  if (index >= m) return unmet();
  const PointedMap phi(Tuple{index + 1}, m);
  const PointedMap claimed(after(f.map(), phi.values()), static_cast<Int>(f.codomain().length()));
  if (wording == Wording::as_printed) {
    const Tuple printed{index + 1};
    return holds_if(claimed.values() == printed, [&] {
      return "the entry of 3.1.3.8 lies over " + text(printed) + ", and α∘φ_i is " +
             to_string(claimed);
    });
  }
  const Outcome<Morphism> entry = algebra::restrict(f, Tuple{index});
  const Outcome<Morphism> nested = algebra::entry(f, static_cast<std::size_t>(index));
  const Outcome<PointedMap> found = algebra::composition(algebra::underlying(f), phi);
  return holds_if(found && *found == claimed && entry && algebra::underlying(*entry) == claimed &&
                      nested && algebra::underlying(*nested) == claimed,
                  [&] { return "the entry is " + text(entry); });
}

bool holds_image(const Morphism& f, const Tuple& j) {
  return std::ranges::all_of(
      f.map(), [&](Int value) { return value == 0 || std::ranges::count(j, value) > 0; });
}

/// (t_{j_1}, …, t_{j_ℓ}) → T over ι.
Morphism inclusion(const Morphism& f, const Tuple& j) {
  return {picked(f.codomain(), j), j, f.codomain()};
}

/// α = ι∘ᾱ for one ᾱ, and f|^J lies over it.
Result is_factorization(const Morphism& f, const NestedTuple& indices) {
  const Outcome<Morphism> found = algebra::factorize(f, indices.entries());
  const Outcome<Morphism> expected = oracle::factorization(f, indices.entries());
  const Tuple j = from_one(indices);
  if (!is_subset(indices, f.codomain().length()) || !holds_image(f, j))
    return found || expected ? fails("it is defined where the image is not in J") : unmet();
  const Morphism i = inclusion(f, j);
  const Layout layout = algebra::layout_of(f);
  Tuple map;
  Tuple strides;
  for (std::size_t x = 0; x < f.map().size(); ++x) {
    const Int value = f.map()[x];
    const Tuple candidates = value == 0 ? Tuple{0} : preimage(j, value);
    if (candidates.size() != 1) return fails("the map factors in several ways");
    map.push_back(candidates[0]);
    Exact skipped = 1;
    for (Int k = 1; k < value; ++k)
      skipped *= preimage(j, k).empty() ? f.codomain().entries()[place(k)] : 1;
    if (layout.strides()[x] % skipped != 0) return fails("a stride is no integer");
    strides.push_back(oracle::to_int(layout.strides()[x] / skipped));
  }
  return is_with_layout(found, expected, Morphism(f.domain(), map, i.domain()),
                        Layout::flat(f.domain().entries(), strides));
}

/// Whether P with p: P → A and q: P → B is the pullback of f: A → C and g: B → C, as far as objects
/// X of length at most `longest` can tell: for all a: X → A and b: X → B with f∘a = g∘b there is
/// exactly one u: X → P with p∘u = a and q∘u = b.
bool is_pullback(const Morphism& p, const Morphism& q, const Morphism& f, const Morphism& g,
                 std::size_t longest) {
  if (after(f.map(), p.map()) != after(g.map(), q.map())) return false;
  // Objects X with the same entries in another order are isomorphic; one entry that is nowhere else
  // stands for all others.
  std::set<Int> entries(f.domain().entries().begin(), f.domain().entries().end());
  entries.insert(g.domain().entries().begin(), g.domain().entries().end());
  Int other = 1;
  while (entries.contains(other))
    ++other;
  entries.insert(other);
  Tuple x;
  const auto extend = [&](auto&& self, Int least) -> bool {
    const bool is_universal = for_each_tuple_morphism(x, f.domain().entries(), [&](const Tuple& a) {
      const Tuple corner = after(f.map(), a);
      return for_each_tuple_morphism(x, g.domain().entries(), [&](const Tuple& b) {
        if (after(g.map(), b) != corner) return true;
        std::size_t found = 0;
        for_each_tuple_morphism(x, p.domain().entries(), [&](const Tuple& u) {
          found += after(p.map(), u) == a && after(q.map(), u) == b ? 1 : 0;
          return found < 2;
        });
        return found == 1;
      });
    });
    if (!is_universal) return false;
    if (x.size() == longest) return true;
    for (const Int entry : entries) {
      if (entry < least) continue;
      x.push_back(entry);
      const bool go_on = self(self, entry);
      x.pop_back();
      if (!go_on) return false;
    }
    return true;
  };
  return extend(extend, 1);
}

Result is_pullback_of_inclusion(const Morphism& f, const NestedTuple& indices) {
  const Tuple j = from_one(indices);
  if (!is_subset(indices, f.codomain().length()) || !holds_image(f, j)) return unmet();
  const Morphism i = inclusion(f, j);
  const Outcome<Morphism> factored = algebra::factorize(f, indices.entries());
  if (!factored) return fails("f does not factor through J: " + factored.reason());
  const std::size_t longest = f.domain().length() + j.size() <= 6 ? 2 : 1;
  return holds_if(is_pullback(algebra::identity(f.domain()), *factored, f, i, longest),
                  [&] { return "the square is no pullback"; });
}

Result check_3_1_3_1(const NestedTuple& s) {
  const Layout layout = column_major_by_formula(s);
  return all_hold({{algebra::is_column_major(layout), "it is column-major"},
                   {algebra::column_major(s) == layout, "the algebra's is"}})
      .then([&] {
        return is_with_layout(algebra::identity(s), oracle::identity(s),
                              Morphism(s, shifted(s.length(), 0), s), layout);
      });
}

}  // namespace

std::vector<Binding> colfax_3_1_3() {
  return {
      {"colfax.3.1.3.1",
       make_domain("a tuple", {Sort::flat_shape},
                   [](Entropy& entropy, int size) -> Operands {
                     return {draw_shape(entropy, size, true)};
                   }),
       check_3_1_3_1},
      {"colfax.3.1.3.2", isomorphisms(), inverts_and_is_compact},
      {"colfax.3.1.3.3", morphism_with_permutation(),
       with(corresponds_to_permutation, Wording::as_printed)},
      {"colfax.3.1.3.3.amended", with(corresponds_to_permutation, Wording::amended)},
      {"colfax.3.1.3.4", with_indices(Sort::flat_shape, Among::domain), is_projection},
      {"colfax.3.1.3.5", tuples_with_factors(), with(is_dilation, Wording::as_printed)},
      {"colfax.3.1.3.5.amended", with(is_dilation, Wording::amended)},
      {"colfax.3.1.3.6",
       make_domain("a tuple morphism and a tuple to follow its codomain",
                   {Sort::flat_morphism, Sort::flat_shape},
                   [](Entropy& entropy, int size) -> Operands {
                     return {draw_morphism(entropy, size, {true, false, false}),
                             draw_shape(entropy, size / 3, true)};
                   }),
       expands},
      {"colfax.3.1.3.7", with_indices(Sort::flat_morphism, Among::domain), is_restriction},
      {"colfax.3.1.3.8", morphism_with_index(), with(is_entry, Wording::as_printed)},
      {"colfax.3.1.3.8.amended", with(is_entry, Wording::amended)},
      {"colfax.3.1.3.9", morphism_with_index(),
       with(entry_lies_over_composite, Wording::as_printed)},
      {"colfax.3.1.3.9.amended", with(entry_lies_over_composite, Wording::amended)},
      {"colfax.3.1.3.10", with_indices(Sort::flat_morphism, Among::image), is_factorization},
      {"colfax.3.1.3.11", with_indices(Sort::flat_morphism, Among::image),
       is_pullback_of_inclusion},
  };
}

}  // namespace layoutcheck::properties
