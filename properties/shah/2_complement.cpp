// Layouts and complements (shah 1, 2 and 2.1).
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <numeric>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using as_printed::shape;
using as_printed::Wording;
using shah::admits_complement;

// 2

Result check_2_1(const NestedTuple& s, const NestedTuple& d) {
  std::optional<Layout> built;
  try {
    built = Layout(s, d);
  } catch (const std::invalid_argument&) {
  }
  std::optional<Layout> read;
  try {
    read = parse_layout(to_string(s) + ":" + to_string(d));
  } catch (const ParseError&) {
  }
  return agree<bool>({{"of matching dimensions", shah::match(s, d)},
                      {"accepted as a layout", built.has_value()},
                      {"its text is accepted", read.has_value()}})
      .then([&] {
        if (!built) return holds();
        return all_hold({{*read == *built, "its text is read as this layout"},
                         {built->shape() == s && built->stride() == d, "it has shape S, stride D"},
                         {as_printed::same_function(*built, algebra::flatten(*built)),
                          "the flattening has the same function"}});
      });
}

/// The size, the length and the modes of L, of which it is the concatenation.
Result has_modes(const Layout& l) {
  bool equal = l.modes().size() == l.length();
  for (std::size_t k = 0; equal && k < l.length(); ++k)
    equal = algebra::flatten(l.modes()[k]) == Layout::flat({l.extents()[k]}, {l.strides()[k]});
  const Exact size = oracle::product(oracle::to_exact(l.extents()));
  return all_hold({{algebra::size(l) == size, "the size is the product of the extents"},
                   {algebra::length(l) == l.shape().modes().size(), "the length counts the modes"},
                   {equal, "the modes are N_i:d_i"},
                   {algebra::flat_concatenate(l.modes()) == l, "L is made of its modes"}});
}

Result check_2_2(const Layout& first, const Layout& second, const Layout& third) {
  const std::vector all{first, second, third};
  if (!std::ranges::all_of(all, shah::is_positive)) return unmet();
  const Layout both = algebra::flat_concatenate(std::vector{first, second});
  const Layout nested = algebra::concatenate(std::vector{first, second});
  return all_hold({holds_for_all(all, has_modes),
                   agree<Layout>({{"(L, L')", as_printed::join(first, second)},
                                  {"the algebra", both},
                                  {"the concatenation that nests", algebra::flatten(nested)}}),
                   agree<Layout>({{"(L_1, L_2, L_3)", algebra::flat_concatenate(all)},
                                  {"from the left", as_printed::join(both, third)},
                                  {"from the right",
                                   as_printed::join(first, as_printed::join(second, third))}})});
}

/// How many points beyond the size f^_L is compared at.
constexpr Int points_beyond = 20;

Result check_2_3(const Layout& l) {
  const Tuple values = algebra::table(l, static_cast<Int>(limits.points));
  const auto size = static_cast<Int>(values.size());
  for (Int x = 0; x < size + points_beyond; ++x) {
    const Tuple coordinate = shah::extended_coordinate(l.extents(), x);
    Int index = 0;
    Int before = 1;
    for (std::size_t i = 0; i < coordinate.size(); ++i) {
      const bool is_free = i + 1 == coordinate.size() && x >= size;
      if (coordinate[i] < 0 || (!is_free && coordinate[i] >= l.extents()[i]))
        return fails("ι(" + std::to_string(x) + ") leaves the box");
      index += before * coordinate[i];
      before *= l.extents()[i];
    }
    if (index != x) return fails("ι takes another point to the image of " + std::to_string(x));
    const Int value = shah::extended_value(l, x);
    if (x < size && values[static_cast<std::size_t>(x)] != value)
      return fails("f_L(" + std::to_string(x) + ") = " + std::to_string(value));
    const Outcome<Int> extended = formulas::extended_value(l, x);
    if (!extended || *extended != value)
      return fails("f^_L(" + std::to_string(x) + ") = " + std::to_string(value));
  }
  return holds();
}

// 2.1

Result check_2_4(const Layout& l) {
  return agree<bool>({{"sorted", shah::is_sorted(l)},
                      {"the algebra", algebra::is_sorted(l)},
                      {"sorting keeps it", algebra::sort(l) == l}});
}

/// The permutations of L, as long as there are few.
std::vector<Layout> permutations(const Layout& l) {
  std::vector<Layout> all;
  std::vector<std::size_t> order(l.length());
  std::iota(order.begin(), order.end(), 0U);
  do {
    Tuple extents;
    Tuple strides;
    for (const std::size_t i : order) {
      extents.push_back(l.extents()[i]);
      strides.push_back(l.strides()[i]);
    }
    all.push_back(Layout::flat(std::move(extents), std::move(strides)));
  } while (all.size() < 24 && std::ranges::next_permutation(order).found);
  return all;
}

Result check_2_5(const Layout& a, Int m) {
  const bool admissible = admits_complement(a, m);
  const Layout sorted = shah::sorted(a);
  return holds_for_all(permutations(a), [&](const Layout& other) {
    return all_hold({{!shah::is_sorted(other) || other == sorted, "one permutation is sorted"},
                     {formulas::is_admissible_for_complementation(other, m) == admissible,
                      "the algebra says of each permutation whether A is admissible"}});
  });
}

Result check_2_6(const Layout& a, Int m) {
  const Layout complement = shah::complement(a, m);
  return all_hold({holds_for_all(permutations(a),
                                 [&](const Layout& other) {
                                   return holds_if_equal(formulas::complement_formula(other, m),
                                                         complement);
                                 }),
                   shah::increases(complement)})
      .then([&] {
        if (m > static_cast<Int>(limits.points)) return holds();
        // Of all layouts that complete A to [0, M), only one is sorted and coalesced.
        const Outcome<oracle::ExactLayout> covering = oracle::complement_by_covering(a, m, limits);
        const Layout coalesced = oracle::to_layout(oracle::flat_coalesce(complement, limits));
        return holds_if(covering && oracle::to_layout(*covering) == coalesced, [&] {
          return to_string(coalesced) + " is not the complement by covering";
        });
      });
}

Result check_2_7(const Layout& a, Int m) {
  const Outcome<Layout> b = formulas::complement_formula(a, m);
  if (!b) return fails("complement(A, M) is " + text(b));
  const Layout c = as_printed::join(a, *b);
  return holds_if_equal(oracle::size(c), Exact{m}).then([&] {
    Tuple values = as_printed::table(c);
    std::ranges::sort(values);
    Tuple points(values.size());
    std::iota(points.begin(), points.end(), Int{0});
    return holds_if(values == points, "(A, B) does not take each value of [0, M) once");
  });
}

Result check_2_8(const Layout& a, Int m) {
  const Outcome<Layout> b = formulas::complement_formula(a, m);
  if (!b) return fails("complement(A, M) is " + text(b));
  Tuple of_a = as_printed::table(a);
  Tuple of_b;
  for (std::size_t x = 0; x < of_a.size(); ++x)
    of_b.push_back(shah::extended_value(*b, static_cast<Int>(x)));
  std::ranges::sort(of_a);
  std::ranges::sort(of_b);
  Tuple common;
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(common));
  common.erase(std::unique(common.begin(), common.end()), common.end());
  return holds_if_equal(common, Tuple{0});
}

/// (1) speaks of f_B(x) for x in the domain of f_A; as amended of f^_B(x).
Result check_2_9(const Layout& a, Int m, Wording wording) {
  const Outcome<Layout> b = formulas::complement_formula(a, m);
  if (!b) return fails("complement(A, M) is " + text(b));
  const Tuple of_a = as_printed::table(a);
  for (std::size_t x = 1; x < of_a.size(); ++x) {
    if (wording == Wording::as_printed && oracle::size(*b) <= x)
      return fails("1: f_B(" + std::to_string(x) + ") is not defined for B = " + to_string(*b));
    if (of_a[x] == shah::extended_value(*b, static_cast<Int>(x)))
      return fails("1: f_A and f_B agree at " + std::to_string(x));
  }
  return shah::increases(*b).then([&] {
    const Tuple of_b = as_printed::table(*b);
    const Int cosize_a = of_a.back() + 1;
    const Int cosize_b = of_b.back() + 1;
    return all_hold({{algebra::cosize(a) == cosize_a, "3: cosize(A)"},
                     {algebra::cosize(*b) == cosize_b, "3: cosize(B)"},
                     {cosize_b == m - (cosize_a - 1), "3: cosize(B) = M − (cosize(A) − 1)"},
                     {std::ssize(of_b) * std::ssize(of_a) == m, "3: size(B) = M/size(A)"},
                     {cosize_b <= m / cosize_a * cosize_a, "3: cosize(B) is bounded by M"}});
  });
}

/// CuTe 3.3's complement of a flat coalesced layout without strides of 0: the mode of the least
/// stride d ends the gap before it, whose extent is d over the end so far, rounded down; the last
/// gap ends at M, rounded up. The extents may come out as 0.
std::pair<Tuple, Tuple> complement_of_cute(const Layout& a, Int m) {
  const Layout s = shah::sorted(a);
  Tuple shape;
  Tuple stride{1};
  for (std::size_t i = 0; i < s.length(); ++i) {
    shape.push_back(s.strides()[i] / stride.back());
    stride.push_back(s.strides()[i] * s.extents()[i]);
  }
  shape.push_back((m + stride.back() - 1) / stride.back());
  return {shape, stride};
}

/// What is said of both of its layouts; of the first, that the answer is not bounded by M in the
/// sense of 2.9, of the second, that it is empty.
Result check_2_10(const Layout& a, Int m, const Tuple& extents, const Tuple& strides) {
  const auto is_unbounded = [&] {
    const Int cosize = algebra::cosize(a);
    return algebra::cosize(Layout::flat(extents, strides)) > m / cosize * cosize;
  };
  return all_hold(
      {{!admits_complement(a, m), "{A, M} is not admissible"},
       {complement_of_cute(a, m) == std::pair(extents, strides), "CuTe's rule gives this"},
       {std::ranges::count(extents, 0) > 0 || is_unbounded(),
        "the cosize of B is not bounded by M"}});
}

}  // namespace

std::vector<Binding> shah_2() {
  const Domain with_number = complementable_with_number(Nesting::flat);
  const auto tuple = [](Tuple entries) { return NestedTuple::flat(std::move(entries)); };
  return {
      {"shah.2.1", matching_shapes(), check_2_1},
      {"shah.2.2", positive_layouts(Ones::some, 3), check_2_2},
      {"shah.2.3", positive_layouts(Ones::some), given(shah::is_positive, check_2_3)},
      {"shah.2.4", often_sorted_layouts(), given(shah::is_positive, check_2_4)},
      {"shah.2.5", with_number, given(shah::is_positive, check_2_5)},
      {"shah.2.6", with_number, given(admits_complement, check_2_6)},
      {"shah.2.7", with_number, given(admits_complement, check_2_7)},
      {"shah.2.8", with_number, given(admits_complement, check_2_8)},
      {"shah.2.9", with_number, given(admits_complement, with(check_2_9, Wording::as_printed))},
      {"shah.2.9.amended", given(admits_complement, with(check_2_9, Wording::amended))},
      {"shah.2.10",
       make_instances(
           "A, M, and the shape and stride that CuTe answers",
           {Sort::flat_layout, Sort::positive, Sort::flat_tuple, Sort::flat_tuple},
           {{Layout::flat({4}, {2}), Int{19}, tuple({2, 3}), tuple({1, 8})},
            {Layout::flat({2, 2}, {2, 3}), Int{19}, tuple({2, 0, 4}), tuple({1, 4, 6})}}),
       given(shah::is_positive, check_2_10)},
  };
}

}  // namespace layoutcheck::properties
