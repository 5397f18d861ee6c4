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

}  // namespace

std::vector<Statement> colfax_2_1_6() {
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
      {.id = "colfax.2.1.6.1",
       .kind = "Definition",
       .says = "B is a complement of A, A ⊥ B, if A ⋆ B is compact.",
       .domain = pairs,
       .check = check_2_1_6_1,
       .remark = "Compared with the algebra's predicate, and with the sums of a value of A and a "
                 "value of B."},
      example("colfax.2.1.6.2", "(3):(5) ⊥ (5):(1), because (3,5):(5,1) is compact."),
      example("colfax.2.1.6.3",
              "(4,2,10):(1400,2,20) ⊥ (2,5,7,2):(1,4,200,5600), whose concatenation is compact."),
      {.id = "colfax.2.1.6.4",
       .kind = "Example",
       .says = "With E = ():(), A ⊥ A exactly if A is compact, because A ⋆ E = A.",
       .domain = compact,
       .check = with(check_2_1_6_4, Wording::as_printed),
       .counterexample = "colfax.2.1.6.4((2):(1)) = false",
       .remark = "E is introduced and not used: A ⊥ E is meant, and the reason given is one for "
                 "it. As printed it contradicts 2.1.6.6.",
       .change = "A ⊥ E for A ⊥ A.",
       .misprint = true},
      amendment("colfax.2.1.6.4.amended",
                "With E = ():(), A ⊥ E exactly if A is compact, because A ⋆ E = A.",
                with(check_2_1_6_4, Wording::amended)),
      statement("colfax.2.1.6.5", "Example", "A ⊥ B exactly if B ⊥ A.", pairs, check_2_1_6_5),
      statement("colfax.2.1.6.6", "Example", "A ⊥ A exactly if size(A) = 1.", compact,
                check_2_1_6_6),
      statement("colfax.2.1.6.7", "Observation",
                "If A has a complement, then Φ_A is injective; but not conversely: (2,2):(1,3) is "
                "injective, and no B is a complement of it.",
                pairs, check_2_1_6_7),
      {.id = "colfax.2.1.6.8",
       .kind = "Observation",
       .says = "Complements are not unique: (8,8):(2,32) has at least three, and each layout has a "
               "set of them, which may be empty.",
       .domain = pairs,
       .check = check_2_1_6_8,
       .remark = "The check shows more: if A ⊥ B, then A ⊥ B ⋆ (2):(size(A)·size(B)), so that the "
                 "set is empty or infinite."},
      {.id = "colfax.2.1.6.9",
       .kind = "Lemma",
       .says = "squeeze(A ⋆ B) = squeeze(A) ⋆ squeeze(B); sort(A ⋆ B) = sort(A ⋆ sort(B)); coal♭(A "
               "⋆ B) = coal♭(A ⋆ coal♭(B)).",
       .domain = layouts(Nesting::flat, 2),
       .check = check_2_1_6_9,
       .slips = {"Part 2 prints sort(L ⋆ sort(B)) for sort(A ⋆ sort(B))."}},
      statement("colfax.2.1.6.10", "Proposition",
                "These are equivalent: A ⊥ B; B ⊥ A; A ⊥ squeeze(B); A ⊥ coal♭(B); A ⊥ sort(B).",
                pairs, check_2_1_6_10),
      {.id = "colfax.2.1.6.11",
       .kind = "Definition",
       .says = "A is complementable if s_i d_i divides d_{i+1} for 1 ≤ i < m, where "
               "sort(squeeze(A)) = s:d.",
       .domain = complementable,
       .check = printed(check_2_1_6_11),
       .counterexample = "colfax.2.1.6.11((2):(0)) = false",
       .remark = "The definition is made to characterize the layouts that have complements, but "
                 "asks nothing of a single mode, and of strides 0 that 0 divide 0; so (2):(0) is "
                 "complementable, although example 2.1.6.15 says that it is not, and nothing "
                 "completes it.",
       .change = "Add: and no stride of squeeze(A) is 0."},
      {.id = "colfax.2.1.6.11.amended",
       .kind = "Amendment",
       .says = "A is complementable if, for sort(squeeze(A)) = s:d, s_i d_i divides d_{i+1} for 1 "
               "≤ i < m, and no d_i is 0.",
       .check = amended(check_2_1_6_11),
       .remark = "Compared with a search for a complement, and with the algebra."},
      example("colfax.2.1.6.12",
              "(4,1,1,4,4):(64,0,0,1,8) is complementable, (4,4,4):(64,1,1) is not."),
      {.id = "colfax.2.1.6.13",
       .kind = "Example",
       .says = "(10,2):(4,80) is complementable, (10,2):(80,4) is not.",
       .counterexample = "is_complementable((10,2):(80,4)) = false",
       .remark = "Definition 2.1.6.11 sorts first: sort((10,2):(80,4)) = (2,10):(4,80), and 2·4 "
                 "divides 80. Indeed (4,10):(1,8) is a complement.",
       .change = "Another second layout, such as (10,2):(4,60): 10·4 does not divide 60."},
      {.id = "colfax.2.1.6.14",
       .kind = "Example",
       .says = "A compact layout is complementable.",
       .domain = compact,
       .check = given(is_bijective,
                      [](const Layout& a) {
                        return all_hold(
                            {{as_printed::is_complementable(a), "complementable"},
                             {as_printed::is_complementable_amended(a), "so as amended"},
                             {algebra::is_complementable(a), "so in the algebra"}});
                      }),
       .remark = "By the letter of 2.1.6.11 and as amended: no stride of squeeze(A) is 0 for a "
                 "compact A.",
       .uses = {"colfax.2.1.6.11"}},
      {.id = "colfax.2.1.6.15",
       .kind = "Example",
       .says = "If some s_i ≠ 1 has d_i = 0, then A is not complementable.",
       .domain = layouts_with_stride_zero(),
       .check = printed(check_2_1_6_15),
       .counterexample = "colfax.2.1.6.15((2):(0)) = false",
       .remark = "True of what definition 2.1.6.11 is for, but not of its letter: it asks nothing "
                 "of the only mode of (2):(0), and for (2,2):(0,0) that 0 divide 0.",
       .uses = {"colfax.2.1.6.11"}},
      amendment("colfax.2.1.6.15.amended",
                "If some s_i ≠ 1 has d_i = 0, then A is not complementable in the sense of "
                "2.1.6.11 as amended, and has no complement.",
                amended(check_2_1_6_15)),
      {.id = "colfax.2.1.6.16",
       .kind = "Construction",
       .says = "For a complementable A with sort(squeeze(A)) = s:d, comp♭(A) = coal♭(C), C = (d_1, "
               "d_2/(s_1 d_1), …, d_m/(s_{m−1} d_{m−1})):(1, s_1 d_1, …, s_{m−1} d_{m−1}).",
       .domain = complementable,
       .check = printed(check_2_1_6_16),
       .counterexample = "colfax.2.1.6.16((2):(0)) = false",
       .remark = "(2):(0) is complementable by the letter of 2.1.6.11, and C = (0):(1) has the "
                 "extent 0; for (2,2):(0,0) it would be 0/0. C has m modes: for m = 0 it is ():().",
       .uses = {"colfax.2.1.6.11"}},
      {.id = "colfax.2.1.6.16.amended",
       .kind = "Amendment",
       .says = "For A complementable in the sense of 2.1.6.11 as amended, comp♭(A) = coal♭(C) as "
               "printed.",
       .check = amended(check_2_1_6_16),
       .remark = "Compared with the algebra, and with the complement found by covering an "
                 "interval. C has m modes: for m = 0 it is ():()."},
      {.id = "colfax.2.1.6.17",
       .kind = "Example",
       .says = "comp♭((8,8):(1,8)) = ():(); and comp♭(A) = ():() for every compact A.",
       .domain = compact,
       .check = given(is_bijective,
                      [](const Layout& a) {
                        return agree<Layout>({{"the empty layout", Layout()},
                                              {"comp♭(A)", constructed(a)},
                                              {"the algebra", algebra::flat_complement(a)}});
                      }),
       .remark = "By the letter of 2.1.6.16 and in the algebra: no stride of squeeze(A) is 0 for a "
                 "compact A. If all extents of A are 1, then m = 0, and C has no modes, with no "
                 "d_1 of which the formula could speak: it is ():(), which is coalesced.",
       .uses = {"colfax.2.1.6.16"}},
      example("colfax.2.1.6.18", "comp♭((2,2):(2,8)) = (2,2):(1,4)."),
      example("colfax.2.1.6.19", "comp♭((3,3,8):(16,96,1)) = (2,2):(8,48)."),
      {.id = "colfax.2.1.6.20",
       .kind = "Lemma",
       .says = "If the flat layout A is complementable, then A ⊥ comp♭(A).",
       .domain = complementable,
       .check = printed(check_2_1_6_20),
       .counterexample = "colfax.2.1.6.20((2):(0)) = false",
       .remark = "Definition 2.1.6.11 asks only that s_i d_i divide d_{i+1}, so (2):(0) is "
                 "complementable, although example 2.1.6.15 denies it. Construction 2.1.6.16 then "
                 "makes the stride d_1 = 0 an extent, and the column-major layout at the end of "
                 "the proof is no layout.",
       .uses = {"colfax.2.1.6.11", "colfax.2.1.6.16"}},
      amendment("colfax.2.1.6.20.amended",
                "If A is complementable in the sense of 2.1.6.11 as amended, then A ⊥ comp♭(A).",
                amended(check_2_1_6_20)),
      {.id = "colfax.2.1.6.21",
       .kind = "Proposition",
       .says = "A flat layout has a complement exactly if it is complementable.",
       .domain = complementable,
       .check = printed(check_2_1_6_21),
       .counterexample = "colfax.2.1.6.21((2):(0)) = false",
       .remark = "By definition 2.1.6.11 (2):(0) is complementable, but its function is not "
                 "injective, and so nothing completes it. The proof of `if` rests on 2.1.6.20, "
                 "which fails there; that of `only if` stands.",
       .uses = {"colfax.2.1.6.11"},
       .slips = {"The proof has strides up to d_n for d_m.",
                 "The proof has s_1⋯s_i − 1 as the largest value, for s_1⋯s_{i−1} − 1."}},
      amendment("colfax.2.1.6.21.amended",
                "A flat layout has a complement exactly if it is complementable in the sense of "
                "2.1.6.11 as amended.",
                amended(check_2_1_6_21_amended)),
      {.id = "colfax.2.1.6.22",
       .kind = "Lemma",
       .says = "If A is complementable and sorted, then its layout function is increasing.",
       .domain = sorted,
       .check = printed(check_2_1_6_22),
       .counterexample = "colfax.2.1.6.22((2):(0)) = false",
       .remark =
           "(2):(0) is complementable by definition 2.1.6.11, and its function is constant. The "
           "proof shows, for squeeze(A), that the function does not decrease (the word of 2.1.3.29 "
           "is non-decreasing), which is true; but 2.1.6.23 and 2.1.6.33 conclude from equal "
           "images that functions are equal, and for that they must increase strictly. They do if "
           "no stride of squeeze(A) is 0: then the first inequality of the proof is strict.",
       .uses = {"colfax.2.1.6.11"},
       .slips = {"The proof has d_{k−1}(s_k − 1) for d_{k−1}(s_{k−1} − 1)."}},
      amendment("colfax.2.1.6.22.amended",
                "If A is sorted, and complementable in the sense of 2.1.6.11 as amended, then x < "
                "y implies Φ_A(x) < Φ_A(y).",
                amended(check_2_1_6_22)),
      {.id = "colfax.2.1.6.23",
       .kind = "Proposition",
       .says = "If B is a complement of A of the size of comp♭(A), coalesced and sorted, then B = "
               "comp♭(A).",
       .domain = pairs,
       .check = check_2_1_6_23,
       .remark = "As A has a complement, no stride of squeeze(A) is 0, and comp♭(A) is the same by "
                 "the letter and as amended. The proof applies 2.1.6.22 to B and to comp♭(A), for "
                 "which this is true as well.",
       .uses = {"colfax.2.1.6.16"}},
  };
}

}  // namespace layoutcheck::properties
