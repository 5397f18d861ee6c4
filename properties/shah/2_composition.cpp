// Composition (shah 2.2).
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "as_printed/morphisms.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/in_turn.hpp>

namespace layoutcheck::properties {

namespace {

using as_printed::layout;
using formulas::Admissibility;
using formulas::Divisibility;
using shah::composites;
using shah::is_admissible;

/// S is a shape of shah 2.2: not empty, and without 1.
bool is_shape(const Tuple& s) {
  return !s.empty() && !shah::has_one(s);
}

/// B = (N):(r) of shah 2.2, with N > 1 and r > 0.
bool is_mode(const Layout& b) {
  return b.length() == 1 && shah::is_positive_without_ones(b);
}

bool are_shape_and_mode(const Tuple& s, const Layout& b) {
  return is_shape(s) && is_mode(b);
}

bool are_layout_and_mode(const Layout& a, const Layout& b) {
  return shah::is_positive_without_ones(a) && is_mode(b);
}

/// {S, B} is admissible for composition, where B is a mode (2.12).
bool is_mode_admissible(const Tuple& s, const Layout& b) {
  return are_shape_and_mode(s, b) && is_admissible(s, b.extents()[0], b.strides()[0], false);
}

/// The same for the shape of A.
bool is_mode_admissible_for(const Layout& a, const Layout& b) {
  return are_layout_and_mode(a, b) && is_mode_admissible(a.extents(), b);
}

/// M_0 ⋯ M_{k−1} for k = 0, …, α.
std::vector<Exact> prefix_products(const Tuple& factors) {
  std::vector<Exact> products{1};
  for (std::size_t i = 0; i + 1 < factors.size(); ++i)
    products.push_back(products.back() * factors[i]);
  return products;
}

/// The greatest of the numbers that is at most x; they increase, and the first one is.
Exact greatest_up_to(const std::vector<Exact>& numbers, const Exact& x) {
  Exact found = numbers.front();
  for (const Exact& number : numbers)
    if (number <= x) found = number;
  return found;
}

// 2.11

/// The second formulation is one of prefix products p_0, …, p_α: d divides from the left if and
/// only if they and d form a chain for divisibility. For if p_i is the last one that divides d, and
/// i < α, then p_{i+1} does not divide d, so d divides p_{i+1}, properly, and c | M_i, c < M_i. The
/// converse is plain. And d divides weakly if and only if the greatest p_i ≤ d divides d.
Result check_2_11(const Tuple& factors, Int d) {
  const std::vector<Exact> products = prefix_products(factors);
  const bool chain = std::ranges::all_of(
      products, [&](const Exact& p) { return Exact{d} % p == 0 || p % Exact{d} == 0; });
  const auto fully = shah::left_divisions(factors, d, true);
  const auto weakly = shah::left_divisions(factors, d, false);
  const auto by_algebra = formulas::left_division(factors, d, Divisibility::full);
  const auto weakly_by_algebra = formulas::left_division(factors, d, Divisibility::weak);
  const auto are_equal = [](const auto& found, const Outcome<formulas::LeftDivision>& division) {
    return division ? !found.empty() && *division == found[0] : found.empty();
  };
  return all_hold({{fully.size() <= 1 && weakly.size() <= 1, "there is one division index"},
                   {chain != fully.empty(), "it divides from the left exactly if in a chain"},
                   {(Exact{d} % greatest_up_to(products, d) == 0) != weakly.empty(),
                    "it divides weakly exactly if the greatest prefix product does"},
                   {are_equal(fully, by_algebra), "the algebra's left division is the same"},
                   {are_equal(weakly, weakly_by_algebra), "the algebra's weak one is the same"},
                   {fully.empty() || fully == weakly, "left and weak division have one index"}})
      .then([&] {
        if (fully.empty()) return holds();
        const Tuple rest = shah::induced_factors(factors, fully[0]);
        const Tuple remaining = formulas::remaining_factors(factors, *by_algebra);
        Exact product = d;
        for (std::size_t j = 0; j + 1 < rest.size(); ++j)
          product *= rest[j];
        const bool in_last = fully[0].index + 1 == factors.size();
        return all_hold(
            {{std::equal(rest.begin(), rest.end() - 1, remaining.begin(), remaining.end() - 1),
              "the algebra leaves the factors M^'"},
             {in_last ? rest.size() == 1 : product == products.back() && rest[0] > 1,
              "M^ is d times M^'"}});
      });
}

// 2.12 to 2.16

/// In prefix products: r and p_0, …, p_α form a chain, and the greatest of r and the p_k > r that
/// is at most r·N divides r·N.
Result check_2_12(const Tuple& s, const Layout& b) {
  const Int n = b.extents()[0];
  const Int r = b.strides()[0];
  bool chain = true;
  std::vector<Exact> left{r};
  for (const Exact& p : prefix_products(s)) {
    chain = chain && (Exact{r} % p == 0 || p % Exact{r} == 0);
    if (p > r) left.push_back(p);
  }
  const Exact end = Exact{r} * n;
  const Layout a = Layout::flat(s, Tuple(s.size(), 1));
  return agree<bool>(
      {{"admissible", is_admissible(s, n, r, false)},
       {"by prefix products", chain && end % greatest_up_to(left, end) == 0},
       {"the algebra", formulas::compose_mode(a, n, r, Admissibility::shah).has_value()}});
}

/// A∘B for a mode B.
Outcome<Layout> composed_by_algebra(const Layout& a, const Layout& b) {
  return formulas::compose_mode(a, b.extents()[0], b.strides()[0], Admissibility::shah);
}

Result check_2_13(const Layout& a, const Layout& b) {
  const std::vector<Layout> named = composites(a, b.extents()[0], b.strides()[0]);
  return holds_if(named.size() == 1, "the cases do not name one layout").then([&] {
    return all_hold({holds_if_equal(oracle::size(named[0]), oracle::size(b)),
                     holds_if_equal(composed_by_algebra(a, b), named[0])});
  });
}

Result check_2_14(const Layout& a, const Layout& b) {
  return shah::is_composite(composed_by_algebra(a, b), a, b);
}

Result check_2_15(const Layout& a) {
  Int before = 1;
  for (std::size_t i = 0; i < a.length(); ++i) {
    const Int extent = a.extents()[i];
    const Layout mode = Layout::flat({extent}, {a.strides()[i]});
    const Outcome<Layout> found = composed_by_algebra(a, Layout::flat({extent}, {before}));
    if (!is_admissible(a.extents(), extent, before, false) ||
        composites(a, extent, before) != std::vector{mode} || !found || *found != mode) {
      return fails("A∘B_" + std::to_string(i) + " is not " + to_string(mode));
    }
    if (i + 1 < a.length()) before = checked_multiply(before, extent);
  }
  return holds();
}

/// The interval from the least to the greatest value of f_B on [1, N), cut to [1, M'), point by
/// point.
Result check_2_16(const Tuple& s, const Layout& b) {
  const Tuple values = as_printed::table(b);
  const auto [least, greatest] = std::minmax_element(values.begin() + 1, values.end());
  if (*greatest - *least > 100000) return unmet();
  const Exact end = prefix_products(s).back();
  formulas::Interval points;
  for (Int x = *least; x <= *greatest; ++x) {
    if (x < 1 || x >= end) continue;
    if (points.last < points.first) points.first = x;
    points.last = x;
  }
  const formulas::Interval found =
      formulas::occupied_interval(s, b.extents()[0], b.strides()[0], Admissibility::shah);
  return all_hold({{s.size() > 1 || points == formulas::Interval{}, "J is empty if α = 0"},
                   {found == points, "the algebra's J is this interval"}});
}

// 2.17 and 2.18

bool are_of_2_17(const Tuple& s, const Layout& b) {
  return is_shape(s) && shah::is_positive_without_ones(b);
}

Result check_2_17(const Tuple& s, const Layout& b) {
  Tuple strides;
  for (std::size_t i = 0; i < s.size(); ++i)
    strides.push_back(static_cast<Int>(3 + 7 * i * i));
  const Layout a = Layout::flat(s, strides);
  const bool admissible = is_admissible(s, b, Admissibility::shah);
  const Outcome<Layout> found = formulas::composition_formula(a, b, Admissibility::shah);
  if (found.has_value() != admissible)
    return fails("admissible: " + yes_or_no(admissible) + ", but A∘B is " + text(found));
  if (!admissible) return unmet();
  Layout claimed = Layout::flat({}, {});
  for (std::size_t k = 0; k < b.length(); ++k)
    claimed = as_printed::join(claimed, composites(a, b.extents()[k], b.strides()[k]).at(0));
  return holds_if_equal(*found, claimed);
}

/// f_{A∘B} and f^_A∘f_B are linear in the strides of A. So they agree for all D if and only if they
/// do for D = (1, …, 1) and with one 1 replaced by 2.
Result check_2_18(const Tuple& s, const Layout& b, Admissibility admissibility,
                  std::size_t max_length) {
  if (!are_of_2_17(s, b) || b.length() > max_length || !is_admissible(s, b, admissibility))
    return unmet();
  return holds_for_all(shah::with_spanning_strides(s), [&](const Layout& a) {
    return shah::is_composite(formulas::composition_formula(a, b, admissibility), a, b);
  });
}

// 2.19 to 2.21

/// Three layouts whose concatenation is small.
Domain small_layouts() {
  Domain domain = positive_layouts(Ones::some, 3);
  domain.draw = [](Entropy& entropy, int) {
    Operands operands;
    for (int k = 0; k < 3; ++k) {
      Tuple shape;
      Tuple stride;
      for (std::size_t i = entropy.between(1, 3); i > 0; --i) {
        shape.push_back(entropy.pick({Int{1}, Int{2}, Int{2}, Int{3}, Int{4}}));
        stride.push_back(static_cast<Int>(entropy.between(1, 40)));
      }
      operands.emplace_back(Layout::flat(std::move(shape), std::move(stride)));
    }
    return operands;
  };
  return domain;
}

/// For the first layout alone, for the first two, and for all three.
Result check_2_19(const Layout& first, const Layout& second, const Layout& third) {
  std::vector<Layout> parts;
  std::vector<Tuple> tables;
  Tuple sizes;
  for (const Layout& part : {first, second, third}) {
    if (!shah::is_positive(part)) return unmet();
    parts.push_back(part);
    tables.push_back(as_printed::table(part));
    sizes.push_back(static_cast<Int>(tables.back().size()));
    const Tuple found = as_printed::table(algebra::flat_concatenate(parts));
    for (std::size_t x = 0; x < found.size(); ++x) {
      const Tuple coordinate = shah::extended_coordinate(sizes, static_cast<Int>(x));
      Int sum = 0;
      for (std::size_t k = 0; k < tables.size(); ++k)
        sum += tables[k].at(static_cast<std::size_t>(coordinate[k]));
      if (found[x] != sum)
        return fails("f_C(" + std::to_string(x) + ") is not " + std::to_string(sum));
    }
  }
  return holds();
}

/// A and a set of its modes, as the sum of the powers of 2 with their indices.
Domain layout_and_modes() {
  const auto length = [](const Operands& before) {
    return std::min<std::size_t>(layout(before, 0).length(), 20);
  };
  return extended(
      positive_layouts(Ones::none), "a positive layout without extents 1, and a set of its modes",
      Sort::positive,
      [=](Entropy& entropy, int, const Operands& before) -> Value {
        return static_cast<Int>(entropy.between(1, (std::size_t{1} << length(before)) - 1));
      },
      such_that(any(Sort::positive), [=](const Operands& before, const Value& set) {
        return (std::get<Int>(set) >> length(before)) == 0;
      }));
}

Result check_2_20(const Layout& a, Int set) {
  if (!shah::is_positive_without_ones(a) || a.length() > 20 || (set >> a.length()) != 0)
    return unmet();
  Layout b = Layout::flat({}, {});
  Layout picked = Layout::flat({}, {});
  Int before = 1;
  for (std::size_t i = 0; i < a.length(); ++i) {
    const Int extent = a.extents()[i];
    if ((set >> i & 1) != 0) {
      b = as_printed::join(b, Layout::flat({extent}, {before}));
      picked = as_printed::join(picked, Layout::flat({extent}, {a.strides()[i]}));
    }
    if (i + 1 < a.length()) before = checked_multiply(before, extent);
  }
  return all_hold(
      {holds_if(is_admissible(a.extents(), b, Admissibility::shah),
                [&] { return "{S, B_U} is not admissible for B_U = " + to_string(b); }),
       holds_if_equal(formulas::composition_formula(a, b, Admissibility::shah), picked)});
}

/// What CUTLASS takes, shah takes, too, and with the same function. The example shows the converse
/// to be false.
Result check_2_21(const Layout& a, const Layout& b) {
  const Int n = b.extents()[0];
  const Int r = b.strides()[0];
  if (a == Layout::flat({4, 6, 8, 10}, {2, 3, 5, 7}) && b == Layout::flat({6}, {12})) {
    return holds_if(!is_admissible(a.extents(), n, r, true) &&
                        is_admissible(a.extents(), n, r, false) &&
                        composites(a, n, r) == std::vector{Layout::flat({2, 3}, {9, 5})},
                    "the numbers of the example");
  }
  if (!is_admissible(a.extents(), n, r, true)) return unmet();
  return all_hold({holds_if(is_admissible(a.extents(), n, r, false), "not admissible by 2.12"),
                   check_2_14(a, b)});
}

}  // namespace

std::vector<Binding> shah_2_composition() {
  constexpr auto any_length = static_cast<std::size_t>(-1);
  const Domain mode = shape_and_mode(Ones::none, Admissibility::shah);
  const Domain with_mode = layout_and_mode(Ones::none, Admissibility::shah);
  const Domain several = shape_and_layout(Ones::none, Admissibility::shah, any_length);
  return {
      {"shah.2.11", factors_and_divisor(Ones::none), given(is_shape, check_2_11)},
      {"shah.2.12", mode, given(are_shape_and_mode, check_2_12)},
      {"shah.2.13", with_mode, given(is_mode_admissible_for, check_2_13)},
      {"shah.2.14", with_mode, given(is_mode_admissible_for, check_2_14)},
      {"shah.2.15", positive_layouts(Ones::none),
       given(shah::is_positive_without_ones, check_2_15)},
      {"shah.2.16", mode, given(is_mode_admissible, check_2_16)},
      {"shah.2.17", several, given(are_of_2_17, check_2_17)},
      {"shah.2.18", several, with(check_2_18, Admissibility::shah, any_length)},
      {"shah.2.18.amended", with(check_2_18, Admissibility::apart, any_length)},
      {"shah.2.18.amended.2", with(check_2_18, Admissibility::shah, std::size_t{2})},
      {"shah.2.19", small_layouts(), check_2_19},
      {"shah.2.20", layout_and_modes(), check_2_20},
      {"shah.2.21", with_mode, given(are_layout_and_mode, check_2_21)},
  };
}

}  // namespace layoutcheck::properties
