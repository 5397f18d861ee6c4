// The statements on N-complements of flat layouts (colfax 2.1.6.24 to 2.1.6.34).
#include "as_printed/compact.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>

#include <algorithm>
#include <utility>

namespace layoutcheck::properties {

namespace {

using as_printed::layout;
using as_printed::limits;
using as_printed::flat::has_complement;
using as_printed::flat::is_bijective;

/// What it is for A to be N-complementable. The two differ for layouts of size 1 alone.
using Predicate = bool (*)(const Layout&, Int);
constexpr Predicate by_letter = as_printed::is_complementable_by_letter;
constexpr Predicate amended = as_printed::is_complementable;

/// A, B_1, B_2, where B_1 and B_2 are mostly complements of A of the same size.
Domain two_complements() {
  const Domain pairs = complement_pairs_with_number(Nesting::flat);
  return make_domain(
      "a flat layout and two N-complements of it", std::vector(3, Sort::flat_layout),
      [pairs](Entropy& entropy, int size) -> Operands {
        Operands drawn = pairs.draw(entropy, size);
        const Layout first = layout(drawn, 1);
        Layout second = draw_same_function(entropy, first, true);
        Tuple shape;
        Tuple stride;
        for (std::size_t i : entropy.permutation(second.length())) {
          shape.push_back(second.extents()[i]);
          stride.push_back(second.strides()[i]);
        }
        second = Layout::flat(std::move(shape), std::move(stride));
        return {drawn[0], first, entropy.chance(10) ? perturb(entropy, second) : second};
      });
}

/// The values of Φ_L in order, each as often as it is taken.
Tuple image(const Layout& l) {
  Tuple values = as_printed::table(l);
  std::ranges::sort(values);
  return values;
}

/// size(A)·size(B) = N and A ⊥ B, against: A ⋆ B takes each value of [0, N), once.
Result check_2_1_6_24(const Layout& a, const Layout& b, Int number) {
  const Layout joined = as_printed::join(a, b);
  const bool of_size = oracle::size(a) * oracle::size(b) == Exact{number};
  const Tuple values = image(joined);
  const bool covers =
      std::cmp_equal(values.size(), number) && values == as_printed::identity_order(values.size());
  return agree<bool>({{"N-complement", is_bijective(joined) && of_size},
                      {"A ⋆ B takes each value below N once", covers},
                      {"the algebra", algebra::is_complement(a, b) && of_size}});
}

/// The conditions, against the search for an N-complement and the algebra.
Result check_2_1_6_25(const Layout& a, Int number, Predicate complementable) {
  if (complementable == by_letter && oracle::size(a) == 1)
    return fails("squeeze(A) has no mode, and so there is no s_m d_m");
  return agree<bool>({{"N-complementable", complementable(a, number)},
                      {"a layout is an N-complement", has_complement(a, number)},
                      {"the algebra", algebra::is_complementable(a, number)}});
}

Result check_2_1_6_26(const Layout& a, Int number) {
  const Layout s = oracle::sort(oracle::squeeze(a));
  if (!as_printed::is_complementable(a) || s.length() == 0) return unmet();
  const Exact last = Exact{s.extents().back()} * s.strides().back();
  const bool multiple = last != 0 && Exact{number} % last == 0;
  return agree<bool>({{"N is a positive multiple of s_m d_m", multiple},
                      {"N-complementable", by_letter(a, number)},
                      {"a layout is an N-complement", has_complement(a, number)},
                      {"the algebra", algebra::is_complementable(a, number)}});
}

Result check_2_1_6_27(const Layout& a, const Layout& b, Int number) {
  if (!as_printed::is_complement(a, b, number)) return unmet();
  const Layout coalesced = algebra::flat_coalesce(b);
  return holds_if(as_printed::is_complement(a, coalesced, number),
                  [&] { return to_string(coalesced) + " is no N-complement"; });
}

Result check_2_1_6_28(const Layout& a, const Layout& b1, const Layout& b2) {
  if (oracle::size(b1) != oracle::size(b2) || !as_printed::is_complement(a, b1) ||
      !as_printed::is_complement(a, b2)) {
    return unmet();
  }
  const Layout sorted = algebra::sort(b1);
  return all_hold(
      {{image(b1) == image(b2), "the functions of B_1 and B_2 have the same image"},
       {oracle::size(sorted) == oracle::size(b1) && as_printed::is_complement(a, sorted),
        "sort(B_1) is an N-complement"}});
}

/// C of 2.1.6.29; for m = 0, where s_m d_m is 1 by 2.1.6.25 as amended, C = (N):(1). Pre: A is
/// N-complementable. Throws Overflow.
Layout filler(const Layout& a, Int number) {
  const Layout s = oracle::sort(oracle::squeeze(a));
  Tuple shape;
  Tuple stride;
  Exact end = 1;
  for (std::size_t i = 0; i < s.length(); ++i) {
    shape.push_back(oracle::to_int(Exact{s.strides()[i]} / end));
    stride.push_back(oracle::to_int(end));
    end = Exact{s.strides()[i]} * s.extents()[i];
  }
  shape.push_back(oracle::to_int(Exact{number} / end));
  stride.push_back(oracle::to_int(end));
  return Layout::flat(std::move(shape), std::move(stride));
}

/// comp♭(A, N) = coal♭(C). Pre: A is N-complementable. Throws Overflow, and LimitReached.
Layout constructed(const Layout& a, Int number) {
  return oracle::to_layout(oracle::flat_coalesce(filler(a, number), limits));
}

Result check_2_1_6_29(const Layout& a, Int number, Predicate complementable) {
  const Outcome<Layout> complement = algebra::flat_complement(a, number);
  if (complement && !amended(a, number))
    return fails("A is not N-complementable, but the algebra says " + text(complement));
  if (!complementable(a, number)) return unmet();
  return agree<Layout>({{"coal♭(C)", constructed(a, number)},
                        {"the algebra", complement},
                        {"covering [0, N)", as_printed::flat_complement(a, number)}});
}

Result check_2_1_6_31(const Layout& a, Int number, Predicate complementable) {
  if (!complementable(a, number)) return unmet();
  const Layout defined = constructed(a, number);
  if (!as_printed::is_complement(a, defined, number))
    return fails("comp♭(A, N) is " + to_string(defined) + ", which is no N-complement");
  return agree<Layout>(
      {{"comp♭(A, N)", defined}, {"the algebra", algebra::flat_complement(a, number)}});
}

Result check_2_1_6_32(const Layout& a, Int number, Predicate complementable) {
  return agree<bool>({{"N-complementable", complementable(a, number)},
                      {"a layout is an N-complement",
                       oracle::complement_by_covering(a, number, limits).has_value()}});
}

Result check_2_1_6_33(const Layout& a, const Layout& b, Int number, Predicate complementable) {
  if (!complementable(a, number) || !oracle::is_flat_coalesced(b) || !oracle::is_sorted(b) ||
      !as_printed::is_complement(a, b, number)) {
    return unmet();
  }
  return agree<Layout>({{"comp♭(A, N)", constructed(a, number)},
                        {"B", b},
                        {"the algebra", algebra::flat_complement(a, number)}});
}

/// Whether the function of comp♭(A, N_2), restricted to [0, N_1), as printed, or to [0, N_1 /
/// size(A)), is that of comp♭(A, N_1).
Result check_2_1_6_34(const Layout& a, Int n1, Int n2, Predicate complementable) {
  if (n1 > n2 || !complementable(a, n1) || !complementable(a, n2)) return unmet();
  const Layout first = constructed(a, n1);
  const Layout second = constructed(a, n2);
  const Exact points = complementable == by_letter ? Exact{n1} : Exact(n1 / oracle::size(a));
  return all_hold({{points <= oracle::size(second), "the greater function has such a restriction"},
                   {points == oracle::size(first), "the smaller function has that domain"}})
      .then([&] {
        const Tuple values1 = as_printed::table(first);
        const Tuple values2 = as_printed::table(second);
        return holds_if(std::equal(values1.begin(), values1.end(), values2.begin()), [&] {
          return "the functions of " + to_string(first) + " and " + to_string(second) +
                 " differ where both are defined";
        });
      });
}

}  // namespace

std::vector<Binding> colfax_2_1_6_24() {
  const Domain with_number = complementable_with_number(Nesting::flat);
  const Domain with_numbers = complementable_with_numbers(Nesting::flat);
  const Domain pairs = complement_pairs_with_number(Nesting::flat);
  return {
      {"colfax.2.1.6.24", pairs, check_2_1_6_24},
      {"colfax.2.1.6.25", with_number, with(check_2_1_6_25, by_letter)},
      {"colfax.2.1.6.25.amended", with(check_2_1_6_25, amended)},
      {"colfax.2.1.6.26", with_number, check_2_1_6_26},
      {"colfax.2.1.6.27", pairs, check_2_1_6_27},
      {"colfax.2.1.6.28", two_complements(), check_2_1_6_28},
      {"colfax.2.1.6.29", with_number, with(check_2_1_6_29, by_letter)},
      {"colfax.2.1.6.29.amended", with(check_2_1_6_29, amended)},
      {"colfax.2.1.6.31", with_number, with(check_2_1_6_31, by_letter)},
      {"colfax.2.1.6.31.amended", with(check_2_1_6_31, amended)},
      {"colfax.2.1.6.32", with_number, with(check_2_1_6_32, by_letter)},
      {"colfax.2.1.6.32.amended", with(check_2_1_6_32, amended)},
      {"colfax.2.1.6.33", pairs, with(check_2_1_6_33, by_letter)},
      {"colfax.2.1.6.33.amended", with(check_2_1_6_33, amended)},
      {"colfax.2.1.6.34", with_numbers, with(check_2_1_6_34, by_letter)},
      {"colfax.2.1.6.34.amended", with(check_2_1_6_34, amended)},
  };
}

}  // namespace layoutcheck::properties
