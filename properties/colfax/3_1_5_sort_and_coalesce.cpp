// Operations on tuple morphisms (colfax 3.1.5): sort and coalesce.
#include "as_printed/operations.hpp"
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

// ---- Sorting

/// The conditions of colfax 3.1.5.12, one by one.
bool satisfies_condition(const Morphism& f, Int condition) {
  const Tuple& s = f.domain().entries();
  const Tuple& alpha = f.map();
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (condition == 1 && alpha[i] == 0 && alpha[j] != 0 && i >= j) return false;
      if (i > j) continue;
      if (condition == 2 && alpha[i] == 0 && alpha[j] == 0 && s[i] > s[j]) return false;
      if (condition == 3 && alpha[i] != 0 && alpha[j] != 0 && alpha[i] > alpha[j]) return false;
    }
  }
  return true;
}

/// i_1 ≼ i_2 (colfax 3.1.5.15), with α(j_1) ≤ α(j_2) for ≼_Q.
bool precedes(const Morphism& f, std::size_t i1, std::size_t i2) {
  const Tuple& s = f.domain().entries();
  const Tuple& alpha = f.map();
  const bool in_p1 = alpha[i1] == 0;
  const bool in_p2 = alpha[i2] == 0;
  if (in_p1 && !in_p2) return true;
  if (in_p1 && in_p2) return s[i1] < s[i2] || (s[i1] == s[i2] && i1 <= i2);
  return !in_p1 && !in_p2 && alpha[i1] <= alpha[i2];
}

/// Total, antisymmetric and transitive.
bool is_linear_order(const Morphism& f) {
  const std::size_t m = f.domain().length();
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = 0; b < m; ++b) {
      if (!precedes(f, a, b) && !precedes(f, b, a)) return false;
      if (a != b && precedes(f, a, b) && precedes(f, b, a)) return false;
      work(m);
      for (std::size_t c = 0; c < m; ++c)
        if (precedes(f, a, b) && precedes(f, b, c) && !precedes(f, a, c)) return false;
    }
  }
  return true;
}

/// g over σ⁻¹: the k-th entry of its domain is the one that k − 1 others precede.
Morphism sorting_permutation(const Morphism& f) {
  const std::size_t m = f.domain().length();
  Tuple inverse(m, 0);
  for (std::size_t i = 0; i < m; ++i) {
    std::size_t before = 0;
    for (std::size_t other = 0; other < m; ++other)
      before += other != i && precedes(f, other, i) ? 1U : 0U;
    inverse[before] = static_cast<Int>(i) + 1;
  }
  const NestedTuple domain = picked(f.domain(), inverse);
  return {domain, std::move(inverse), f.domain()};
}

/// Morphisms that are mostly sorted.
Domain sorted_morphisms() {
  Domain domain = morphisms(flat);
  domain.name = "a sorted tuple morphism";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    const Morphism f = draw_morphism(entropy, size, {true, false, false});
    if (entropy.chance(20)) return {f};
    return {composed(f, sorting_permutation(f))};
  };
  return domain;
}

// ---- Coalescing

/// Coalesced, by what must not be: no 1 in S, and no neighbours that both go to *, or to entries
/// with nothing above 1 in between.
bool has_nothing_to_join(const Morphism& f) {
  const Tuple& alpha = f.map();
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (f.domain().entries()[i] == 1) return false;
    if (i + 1 == alpha.size()) break;
    if (alpha[i] == 0 && alpha[i + 1] == 0) return false;
    if (alpha[i] == 0 || alpha[i + 1] <= alpha[i]) continue;
    Int between = 1;
    for (Int j = alpha[i] + 1; j < alpha[i + 1]; ++j)
      between = std::max(between, f.codomain().entries()[static_cast<std::size_t>(j) - 1]);
    if (between == 1) return false;
  }
  return true;
}

/// Morphisms of which most have no entry 1 in the domain, but some in the codomain, so that what is
/// hit may have only 1s in between.
Domain loosened_morphisms() {
  Domain domain = morphisms(flat);
  domain.name = "a tuple morphism with entries 1 in the codomain";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    const Morphism f = draw_morphism(entropy, size, {true, false, false});
    if (entropy.chance(20)) return {f};
    const Morphism g = squeeze_as_printed(f);
    Tuple codomain;
    Tuple place{0};
    for (Int entry : g.codomain().entries()) {
      if (entropy.chance(35)) codomain.push_back(1);
      codomain.push_back(entry);
      place.push_back(static_cast<Int>(codomain.size()));
    }
    Tuple map;
    for (Int value : g.map())
      map.push_back(place[static_cast<std::size_t>(value)]);
    if (entropy.chance(40)) std::sort(map.begin(), map.end());
    Tuple shape;
    for (std::size_t i = 0; i < map.size(); ++i) {
      shape.push_back(map[i] == 0 ? static_cast<Int>(entropy.between(2, 4))
                                  : codomain[static_cast<std::size_t>(map[i]) - 1]);
    }
    return {Morphism(NestedTuple::flat(std::move(shape)), std::move(map),
                     NestedTuple::flat(std::move(codomain)))};
  };
  return domain;
}

/// Morphisms of which most send some neighbours to neighbours.
Domain adjacent_morphisms() {
  Domain domain = morphisms(flat);
  domain.name = "a tuple morphism with α(i+1) = α(i) + 1 for some i";
  domain.draw = [](Entropy& entropy, int size) -> Operands {
    const Morphism f = draw_morphism(entropy, size, {true, false, false});
    if (entropy.chance(15)) return {f};
    const NestedTuple pair =
        NestedTuple::flat({draw_extent(entropy, size), draw_extent(entropy, 0)});
    const Morphism g = draw_morphism(entropy, size / 2, {true, false, false});
    // f ⊕ id ⊕ g (3.1.5.3)
    Tuple map = f.map();
    const auto before = static_cast<Int>(f.codomain().length());
    map.push_back(before + 1);
    map.push_back(before + 2);
    for (Int value : g.map())
      map.push_back(value == 0 ? 0 : before + 2 + value);
    return {Morphism(star(star(f.domain(), pair), g.domain()), std::move(map),
                     star(star(f.codomain(), pair), g.codomain()))};
  };
  return domain;
}

/// The four conditions of colfax 3.1.5.22 on neighbours against 3.1.5.20; * + 1 is no value, and *
/// is not compared with > or <.
Result is_coalesced_by_conditions(const Morphism& f, Wording wording) {
  if (squeeze_as_printed(f) != f) return unmet();
  bool claimed = true;
  for (std::size_t i = 0; i + 1 < f.map().size(); ++i) {
    const Int here = f.map()[i];
    const Int next = f.map()[i + 1];
    const bool values = here != 0 && next != 0;
    const bool fourth =
        !(here != 0 && next == here + 1) && (values || wording == Wording::as_printed);
    claimed = claimed && ((here == 0 && next != 0) || (here != 0 && next == 0) ||
                          (values && here > next) || fourth);
  }
  return agree<bool>({{"f is coalesced", is_coalesced(f)}, {"the conditions hold", claimed}});
}

/// β(i + k) = β(i) + k for 0 ≤ k ≤ length, where everything is defined; *  + 0 is *.
bool is_run(const Tuple& beta, std::size_t i, std::size_t length) {
  for (std::size_t k = 0; k <= length; ++k) {
    if (i + k > beta.size()) return false;
    if (k > 0 && beta[i - 1] == 0) return false;
    if (beta[i + k - 1] != beta[i - 1] + static_cast<Int>(k)) return false;
  }
  return true;
}

/// i ~ i' in the domain, for i ≤ i' (step 2).
bool are_joined_in_domain(const Tuple& beta, std::size_t i, std::size_t other) {
  work(other - i + 1);
  const auto from_i = std::span(beta).subspan(i - 1, other - i + 1);
  return std::ranges::count(from_i, 0) == std::ranges::ssize(from_i) || is_run(beta, i, other - i);
}

/// j ~ j' in the codomain, for j ≤ j' (step 3); j ~ j without further condition.
bool are_joined_in_codomain(const Tuple& beta, std::size_t j, std::size_t other, Wording wording) {
  if (j == other) return true;
  work(beta.size());
  for (std::size_t i = 1; i <= beta.size(); ++i) {
    const bool may_start = wording == Wording::as_printed || beta[i - 1] == static_cast<Int>(j);
    if (may_start && is_run(beta, i, other - j)) return true;
  }
  return false;
}

/// The class of each of 1, …, n under a relation, numbered from 1 in order; nothing if the
/// relation is not transitive.
template <class Related>
std::optional<std::vector<std::size_t>> classes(std::size_t n, Related related) {
  const auto joined = [&](std::size_t a, std::size_t b) {
    return related(std::min(a, b), std::max(a, b));
  };
  for (std::size_t a = 1; a <= n; ++a) {
    for (std::size_t b = 1; b <= n; ++b) {
      for (std::size_t c = 1; c <= n; ++c)
        if (joined(a, b) && joined(b, c) && !joined(a, c)) return std::nullopt;
    }
  }
  std::vector<std::size_t> numbers;
  for (std::size_t a = 1; a <= n; ++a)
    numbers.push_back(a == 1 ? 1 : numbers.back() + (related(a - 1, a) ? 0 : 1));
  return numbers;
}

/// The products of the entries of each class.
NestedTuple quotient(const NestedTuple& s, const std::vector<std::size_t>& numbers) {
  Tuple products(numbers.empty() ? 0 : numbers.back(), 1);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Int& product = products[numbers[i] - 1];
    product = oracle::to_int(Exact{product} * s.entries()[i]);
  }
  return NestedTuple::flat(std::move(products));
}

/// coal(f) step by step (colfax 3.1.5.25). Undefined, with the reason, where a step does not yield
/// what it says of itself.
Outcome<Morphism> coal_as_constructed(const Morphism& f, Wording wording) {
  const Morphism g = squeeze_as_printed(f);
  const Tuple& beta = g.map();
  const auto above = classes(beta.size(), [&](std::size_t i, std::size_t other) {
    return are_joined_in_domain(beta, i, other);
  });
  const auto below = classes(g.codomain().length(), [&](std::size_t j, std::size_t other) {
    return are_joined_in_codomain(beta, j, other, wording);
  });
  if (!above) return Undefined{"the relation on the domain is not transitive"};
  if (!below) return Undefined{"the relation on the codomain is not transitive"};
  const NestedTuple domain = quotient(g.domain(), *above);
  const NestedTuple codomain = quotient(g.codomain(), *below);
  Tuple map(domain.length(), 0);
  for (std::size_t i = 0; i < beta.size(); ++i) {
    const Int image =
        beta[i] == 0 ? 0 : static_cast<Int>((*below)[static_cast<std::size_t>(beta[i]) - 1]);
    Int& value = map[(*above)[i] - 1];
    if (i > 0 && (*above)[i] == (*above)[i - 1] && value != image)
      return Undefined{"the map does not descend to the quotients"};
    value = image;
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (map[i] == 0) continue;
    const Int end = codomain.entries()[static_cast<std::size_t>(map[i]) - 1];
    if (domain.entries()[i] != end) {
      return Undefined{"an entry " + std::to_string(domain.entries()[i]) + " of " +
                       to_string(domain) + " would go to an entry " + std::to_string(end) + " of " +
                       to_string(codomain)};
    }
  }
  if (!is_tractable(map)) return Undefined{"the map between the quotients is not tractable"};
  return Morphism(domain, std::move(map), codomain);
}

Result coalesces_as_constructed(const Morphism& f, Wording wording) {
  return equations<Morphism>({{"coal(f) as constructed", coal_as_constructed(f, wording)},
                              {"the algebra", algebra::flat_coalesce(f)},
                              {"the oracle", oracle::flat_coalesce(f)}});
}

/// coal(f) is coalesced, and encodes what the layout of f coalesces to: coal(L_f) of 2.3.3.7 as
/// printed, coal♭(L_f) as amended.
Result encodes_coalesced_layout(const Morphism& f, Wording wording) {
  const Outcome<Morphism> g = coal_as_constructed(f, wording);
  if (g && !is_coalesced(*g)) return fails("coal(f) is " + to_string(*g));
  const Layout layout = algebra::layout_of(f);
  return equation(encoded(g),
                  wording == Wording::amended ? flat_coalesced(layout) : coalesced(layout));
}

Result check_3_1_5_12(const Morphism& f) {
  std::vector<std::pair<Int, Int>> keys;
  for (std::size_t i = 0; i < f.map().size(); ++i)
    keys.emplace_back(f.map()[i], f.map()[i] == 0 ? f.domain().entries()[i] : 0);
  return agree<bool>({{"f is sorted", satisfies_condition(f, 1) && satisfies_condition(f, 2) &&
                                          satisfies_condition(f, 3)},
                      {"the keys are in order", std::ranges::is_sorted(keys)},
                      {"the algebra", algebra::is_sorted(f)},
                      {"the oracle", oracle::is_sorted(f)}});
}

Result check_3_1_5_13(const Morphism& g, Int violated) {
  const auto is_right = [&](Int condition) {
    return satisfies_condition(g, condition) == (condition != violated);
  };
  return all_hold({{is_right(1), "condition 1"},
                   {is_right(2), "condition 2"},
                   {is_right(3), "condition 3"},
                   {!algebra::is_sorted(g), "it is not sorted"}});
}

Result check_3_1_5_14(const Morphism& f) {
  if (!is_sorted(f)) return unmet();
  return all_hold({
      {algebra::is_sorted(f), "is_sorted(f)"},
      {oracle::is_sorted(algebra::layout_of(f)), "L_f is sorted"},
  });
}

Result check_3_1_5_15(const Morphism& f) {
  const Morphism g = sorting_permutation(f);
  const Morphism claimed = composed(f, g);
  return all_hold({
      {is_linear_order(f), "≼ is a linear order"},
      {has_inverse(g), "g is an isomorphism"},
      {is_sorted(claimed), "f∘g is sorted"},
      {algebra::sort(f) == claimed, "sort(f) = f∘g"},
      {oracle::sort(f) == claimed, "the oracle's sort(f) = f∘g"},
  });
}

// 3.1.5.3: sort.
std::vector<Binding> sort_statements() {
  return {
      {"colfax.3.1.5.12", sorted_morphisms(), check_3_1_5_12},
      {"colfax.3.1.5.13",
       make_instances("g_1, g_2 and g_3 with the conditions that they violate",
                      {Sort::flat_morphism, Sort::positive},
                      {{parse_morphism("(32,32,512)--(2,1,4)-->(32,32,2,512)"), Int{3}},
                       {parse_morphism("(8,4,1)--(2,3,*)-->(64,8,4)"), Int{1}},
                       {parse_morphism("(24,8,2)--(*,*,3)-->(16,24,2)"), Int{2}}}),
       check_3_1_5_13},
      {"colfax.3.1.5.14", sorted_morphisms(), check_3_1_5_14},
      {"colfax.3.1.5.15", morphisms(flat), check_3_1_5_15},
      {"colfax.3.1.5.17", sorted_morphisms(),
       [](const Morphism& f) {
         return agree<bool>(
             {{"f is sorted", is_sorted(f)}, {"sort(f) = f", algebra::sort(f) == f}});
       }},
      {"colfax.3.1.5.18", morphisms(flat),
       [](const Morphism& f) {
         return holds_if_equal(algebra::layout_of(algebra::sort(f)),
                               oracle::sort(algebra::layout_of(f)));
       }},
  };
}

Result check_3_1_5_20(const Morphism& f) {
  return agree<bool>({{"f is coalesced", is_coalesced(f)},
                      {"there is nothing to join", has_nothing_to_join(f)},
                      {"the algebra", algebra::is_coalesced(f)},
                      {"the oracle", oracle::is_coalesced(f)}});
}

Result check_3_1_5_21(const Morphism& f) {
  const auto are_neighbours = [](Int here, Int next) { return here != 0 && next == here + 1; };
  if (std::ranges::adjacent_find(f.map(), are_neighbours) == f.map().end()) return unmet();
  return holds_if(!is_coalesced(f) && !algebra::is_coalesced(f), "f is coalesced");
}

Result check_3_1_5_24(const Morphism& f) {
  return agree<bool>({{"f is coalesced", is_coalesced(f)},
                      {"L_f is", oracle::is_flat_coalesced(algebra::layout_of(f))},
                      {"f is for the algebra", algebra::is_coalesced(f)}});
}

Result check_3_1_5_27(const Morphism& f) {
  const Morphism g = algebra::flat_coalesce(f);
  return all_hold({
      {is_coalesced(g), "coal(f) is coalesced"},
      {algebra::flat_coalesce(squeeze_as_printed(f)) == g, "it is coal(squeeze(f))"},
      {is(flat_coalesced(algebra::layout_of(f)), algebra::layout_of(g)), "it encodes coal♭(L_f)"},
  });
}

// 3.1.5.4: coalesce.
std::vector<Binding> coalesce_statements() {
  return {
      {"colfax.3.1.5.20", loosened_morphisms(), check_3_1_5_20},
      {"colfax.3.1.5.21", adjacent_morphisms(), check_3_1_5_21},
      {"colfax.3.1.5.22", squeezed_morphisms(),
       with(is_coalesced_by_conditions, Wording::as_printed)},
      {"colfax.3.1.5.22.amended", with(is_coalesced_by_conditions, Wording::amended)},
      {"colfax.3.1.5.24", loosened_morphisms(), check_3_1_5_24},
      {"colfax.3.1.5.25", morphisms(flat), with(coalesces_as_constructed, Wording::as_printed)},
      {"colfax.3.1.5.25.amended", with(coalesces_as_constructed, Wording::amended)},
      {"colfax.3.1.5.27", diagrams_of_3_1_5_8(), check_3_1_5_27},
      {"colfax.3.1.5.28", morphisms(flat), with(encodes_coalesced_layout, Wording::as_printed)},
      {"colfax.3.1.5.28.amended", with(encodes_coalesced_layout, Wording::amended)},
  };
}

}  // namespace

std::vector<Binding> colfax_3_1_5_forms() {
  return joined({sort_statements, coalesce_statements});
}

}  // namespace layoutcheck::properties
