// The statements on complements of flat layouts (colfax 2.1.6.1 to 2.1.6.23).
#include "as_printed/compact.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using as_printed::Wording;
using as_printed::flat::has_complement;
using as_printed::flat::is_bijective;
using as_printed::flat::star;

/// A flat layout, mostly complementable and sorted; entries of extent 1 are among the others.
Domain sorted_complementable_layouts() {
  return make_domain("a flat layout, mostly complementable and sorted", {Sort::flat_layout},
                     [](Entropy& entropy, int size) {
                       Int number = 1;
                       const Layout sorted =
                           oracle::sort(draw_complementable(entropy, size, number, true));
                       return Operands{entropy.chance(15) ? perturb(entropy, sorted) : sorted};
                     });
}

/// A flat layout in which mostly an entry of extent above 1 has stride 0.
Domain layouts_with_stride_zero() {
  return make_domain("a flat layout, mostly with a stride 0 on an extent above 1",
                     {Sort::flat_layout}, [](Entropy& entropy, int size) -> Operands {
                       Int number = 1;
                       const Layout l = draw_complementable(entropy, size, number, true);
                       if (l.length() == 0)
                         return {Layout::flat({draw_extent(entropy, size)}, {0})};
                       Tuple stride = l.strides();
                       stride[entropy.below(stride.size())] = 0;
                       return {Layout::flat(l.extents(), std::move(stride))};
                     });
}

/// Whether each number of [0, size(A)·size(B)) is Φ_A(x) + Φ_B(y) for exactly one x and y.
bool sums_cover(const Layout& a, const Layout& b) {
  const Tuple of_a = as_printed::table(a);
  const Tuple of_b = as_printed::table(b);
  oracle::charge(Exact{of_a.size()} * of_b.size(), limits, "sums of values");
  Tuple sums;
  for (const Int x : of_a)
    for (const Int y : of_b)
      sums.push_back(checked_add(x, y));
  std::ranges::sort(sums);
  return sums == as_printed::identity_order(sums.size());
}

Result check_2_1_6_1(const Layout& a, const Layout& b) {
  return agree<bool>({{"A ⋆ B is compact", is_bijective(as_printed::join(a, b))},
                      {"A ⊥ B in the algebra", algebra::is_complement(a, b)},
                      {"the sums of values are [0, size(A)·size(B))", sums_cover(a, b)}});
}

/// A ⊥ A, as printed, or A ⊥ E exactly if A is compact; and A ⋆ E = A.
Result check_2_1_6_4(const Layout& a, Wording wording) {
  const Layout empty = Layout::flat({}, {});
  if (star(a, empty) != a) return fails("A ⋆ E is " + to_string(star(a, empty)));
  return agree<bool>(
      {{"A is compact", is_bijective(a)},
       {wording == Wording::as_printed ? "A ⊥ A" : "A ⊥ E",
        is_bijective(as_printed::join(a, wording == Wording::as_printed ? a : empty))}});
}

Result check_2_1_6_5(const Layout& a, const Layout& b) {
  return agree<bool>({{"A ⊥ B", is_bijective(as_printed::join(a, b))},
                      {"B ⊥ A", is_bijective(as_printed::join(b, a))},
                      {"A ⊥ B in the algebra", algebra::is_complement(a, b)},
                      {"B ⊥ A in the algebra", algebra::is_complement(b, a)}});
}

Result check_2_1_6_6(const Layout& a) {
  return agree<bool>({{"A ⊥ A", is_bijective(as_printed::join(a, a))},
                      {"size(A) = 1", oracle::size(a) == 1},
                      {"the algebra", algebra::is_complement(a, a)}});
}

/// B is tried against A, and against the layout of the example.
Result check_2_1_6_7(const Layout& a, const Layout& b) {
  const Layout example = Layout::flat({2, 2}, {1, 3});
  const auto has_none = [&](const Layout& l) {
    return !algebra::is_complementable(l) && !has_complement(l) &&
           !is_bijective(as_printed::join(l, b));
  };
  return all_hold({{as_printed::flat::is_injective(example) && has_none(example),
                    "(2,2):(1,3) is injective and has no complement"},
                   {as_printed::flat::is_injective(a) || has_none(a),
                    "Φ_A is injective, or A has no complement"}});
}

/// If A ⊥ B, then B ⋆ (2):(size(A)·size(B)) is another complement, of twice the size.
Result check_2_1_6_8(const Layout& a, const Layout& b) {
  if (!is_bijective(as_printed::join(a, b))) return unmet();
  const Int number = oracle::to_int(oracle::size(a) * oracle::size(b));
  const Layout other = star(b, Layout::flat({2}, {number}));
  return holds_if(is_bijective(as_printed::join(a, other)) && algebra::is_complement(a, other),
                  [&] { return to_string(other) + " is no complement"; });
}

/// The condition, against the search for a complement and the algebra.
Result check_2_1_6_11(const Layout& a, bool complementable) {
  return agree<bool>({{"complementable", complementable},
                      {"a layout is a complement", has_complement(a)},
                      {"the algebra", algebra::is_complementable(a)}});
}

/// That A is not complementable, if it has a stride 0 on an extent above 1; and that the search
/// finds no complement.
Result check_2_1_6_15(const Layout& a, bool complementable) {
  const Layout s = oracle::squeeze(a);
  if (std::ranges::count(s.strides(), 0) == 0) return unmet();
  return holds_if(!complementable && !algebra::is_complementable(a) && !has_complement(a),
                  "it is complementable");
}

/// C of 2.1.6.16, with a mode for each mode of sort(squeeze(A)). Undefined if what is printed is no
/// flat layout. Throws Overflow.
Outcome<Layout> filler(const Layout& a) {
  const Layout s = oracle::sort(oracle::squeeze(a));
  Tuple shape;
  Tuple stride;
  Exact end = 1;
  for (std::size_t i = 0; i < s.length(); ++i) {
    const Exact d = s.strides()[i];
    if (end == 0 || d % end != 0)
      return Undefined{digits(d) + " / " + digits(end) + " is no integer"};
    if (d == 0) return Undefined{"the extent 0"};
    shape.push_back(oracle::to_int(d / end));
    stride.push_back(oracle::to_int(end));
    end = d * s.extents()[i];
  }
  return Layout::flat(std::move(shape), std::move(stride));
}

/// comp♭(A) = coal♭(C). Undefined if C is no flat layout. Throws Overflow, and LimitReached.
Outcome<Layout> constructed(const Layout& a) {
  const Outcome<Layout> c = filler(a);
  if (!c) return Undefined{"C is no flat layout: it would have " + c.reason()};
  return oracle::to_layout(oracle::flat_coalesce(*c, limits));
}

Result check_2_1_6_16(const Layout& a, bool complementable) {
  const Outcome<Layout> complement = algebra::flat_complement(a);
  if (!complementable) {
    return complement ? fails("A is not complementable, but the algebra says " + text(complement))
                      : unmet();
  }
  const Outcome<Layout> defined = constructed(a);
  if (!defined) return fails(defined.reason());
  return agree<Layout>({{"coal♭(C)", defined},
                        {"the algebra", complement},
                        {"covering [0, N)", as_printed::flat_complement(a)}});
}

Result check_2_1_6_9(const Layout& a, const Layout& b) {
  const Layout joined = as_printed::join(a, b);
  return all_hold(
      {agree<Layout>({{"squeeze(A ⋆ B)", oracle::squeeze(joined)},
                      {"squeeze(A) ⋆ squeeze(B)", star(algebra::squeeze(a), algebra::squeeze(b))}}),
       agree<Layout>({{"sort(A ⋆ B)", oracle::sort(joined)},
                      {"sort(A ⋆ sort(B))", algebra::sort(star(a, algebra::sort(b)))}}),
       agree<Layout>(
           {{"coal♭(A ⋆ B)", oracle::to_layout(oracle::flat_coalesce(joined, limits))},
            {"coal♭(A ⋆ coal♭(B))", algebra::flat_coalesce(star(a, algebra::flat_coalesce(b)))}})});
}

Result check_2_1_6_10(const Layout& a, const Layout& b) {
  return agree<bool>({{"A ⋆ B is compact", as_printed::is_compact(as_printed::join(a, b))},
                      {"B ⋆ A", as_printed::is_compact(star(b, a))},
                      {"A ⋆ squeeze(B)", as_printed::is_compact(star(a, algebra::squeeze(b)))},
                      {"A ⋆ coal♭(B)", as_printed::is_compact(star(a, algebra::flat_coalesce(b)))},
                      {"A ⋆ sort(B)", as_printed::is_compact(star(a, algebra::sort(b)))}});
}

Result check_2_1_6_20(const Layout& a, bool complementable) {
  if (!complementable) return unmet();
  const Outcome<Layout> defined = constructed(a);
  if (!defined || !as_printed::is_complement(a, *defined))
    return fails("comp♭(A) is " + text(defined) + ", with which A is not compact");
  return agree<Layout>({{"comp♭(A)", defined}, {"the algebra", algebra::flat_complement(a)}});
}

Result check_2_1_6_21(const Layout& a, bool complementable) {
  return agree<bool>(
      {{"complementable", complementable},
       {"a layout is a complement", oracle::flat_complement(a, limits).has_value()}});
}

/// What the algebra says must agree with the amended definition, too.
Result check_2_1_6_21_amended(const Layout& a, bool complementable) {
  return all_hold({check_2_1_6_21(a, complementable),
                   agree<bool>({{"complementable", complementable},
                                {"the algebra", algebra::is_complementable(a)}})});
}

/// Whether x < y implies Φ_A(x) < Φ_A(y).
Result check_2_1_6_22(const Layout& a, bool complementable) {
  if (!complementable || !oracle::is_sorted(a)) return unmet();
  const Tuple values = as_printed::table(a);
  const auto fall = std::ranges::adjacent_find(values, std::greater_equal<>());
  return holds_if(fall == values.end(), [&] {
    const auto x = fall - values.begin();
    return "Φ_A(" + std::to_string(x) + ") = " + std::to_string(*fall) + " and Φ_A(" +
           std::to_string(x + 1) + ") = " + std::to_string(fall[1]);
  });
}

Result check_2_1_6_23(const Layout& a, const Layout& b) {
  if (!oracle::is_flat_coalesced(b) || !oracle::is_sorted(b) || !as_printed::is_complement(a, b))
    return unmet();
  const Outcome<Layout> complement = algebra::flat_complement(a);
  return as_printed::equation(constructed(a), complement).then([&] {
    return oracle::size(b) == oracle::size(*complement) ? holds_if_equal(*complement, b) : unmet();
  });
}

Result check_2_1_6_14(const Layout& a) {
  return all_hold({{as_printed::is_complementable(a), "complementable"},
                   {as_printed::is_complementable_amended(a), "so as amended"},
                   {algebra::is_complementable(a), "so in the algebra"}});
}

Result check_2_1_6_17(const Layout& a) {
  return agree<Layout>({{"the empty layout", Layout()},
                        {"comp♭(A)", constructed(a)},
                        {"the algebra", algebra::flat_complement(a)}});
}

}  // namespace

std::vector<Binding> colfax_2_1_6() {
  const Domain complementable = complementable_layouts(Nesting::flat);
  const Domain sorted = sorted_complementable_layouts();
  const Domain pairs = complement_pairs(Nesting::flat);
  const Domain compact = as_printed::flat::compact_layouts();

  const auto printed = [](auto check) {
    return [check](const Layout& a) { return check(a, as_printed::is_complementable(a)); };
  };
  const auto amended = [](auto check) {
    return [check](const Layout& a) { return check(a, as_printed::is_complementable_amended(a)); };
  };

  return {
      {"colfax.2.1.6.1", pairs, check_2_1_6_1},
      {"colfax.2.1.6.4", compact, with(check_2_1_6_4, Wording::as_printed)},
      {"colfax.2.1.6.4.amended", with(check_2_1_6_4, Wording::amended)},
      {"colfax.2.1.6.5", pairs, check_2_1_6_5},
      {"colfax.2.1.6.6", compact, check_2_1_6_6},
      {"colfax.2.1.6.7", pairs, check_2_1_6_7},
      {"colfax.2.1.6.8", pairs, check_2_1_6_8},
      {"colfax.2.1.6.9", layouts(Nesting::flat, 2), check_2_1_6_9},
      {"colfax.2.1.6.10", pairs, check_2_1_6_10},
      {"colfax.2.1.6.11", complementable, printed(check_2_1_6_11)},
      {"colfax.2.1.6.11.amended", amended(check_2_1_6_11)},
      {"colfax.2.1.6.14", compact, given(is_bijective, check_2_1_6_14)},
      {"colfax.2.1.6.15", layouts_with_stride_zero(), printed(check_2_1_6_15)},
      {"colfax.2.1.6.15.amended", amended(check_2_1_6_15)},
      {"colfax.2.1.6.16", complementable, printed(check_2_1_6_16)},
      {"colfax.2.1.6.16.amended", amended(check_2_1_6_16)},
      {"colfax.2.1.6.17", compact, given(is_bijective, check_2_1_6_17)},
      {"colfax.2.1.6.20", complementable, printed(check_2_1_6_20)},
      {"colfax.2.1.6.20.amended", amended(check_2_1_6_20)},
      {"colfax.2.1.6.21", complementable, printed(check_2_1_6_21)},
      {"colfax.2.1.6.21.amended", amended(check_2_1_6_21_amended)},
      {"colfax.2.1.6.22", sorted, printed(check_2_1_6_22)},
      {"colfax.2.1.6.22.amended", amended(check_2_1_6_22)},
      {"colfax.2.1.6.23", pairs, check_2_1_6_23},
  };
}

}  // namespace layoutcheck::properties
