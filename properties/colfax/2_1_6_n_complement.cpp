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

std::vector<Statement> colfax_2_1_6_24() {
  const Domain with_number = complementable_with_number(Nesting::flat);
  const Domain with_numbers = complementable_with_numbers(Nesting::flat);
  const Domain pairs = complement_pairs_with_number(Nesting::flat);
  return {
      {.id = "colfax.2.1.6.24",
       .kind = "Definition",
       .says = "B is an N-complement of A if A ⊥ B and size(A)·size(B) = N.",
       .domain = pairs,
       .check = check_2_1_6_24,
       .remark = "Compared with: A ⋆ B takes each value of [0, N) once."},
      {.id = "colfax.2.1.6.25",
       .kind = "Definition",
       .says = "A is N-complementable if, for sort(squeeze(A)) = s:d, s_i d_i divides d_{i+1} for "
               "1 ≤ i < m, and s_m d_m divides N.",
       .domain = with_number,
       .check = with(check_2_1_6_25, by_letter),
       .counterexample = "colfax.2.1.6.25(():(), 1) = false",
       .remark =
           "If all extents of A are 1, then m = 0, and there is no integer s_m d_m of which "
           "condition 2 could speak. 2.1.6.32, 2.1.7.12 and 2.1.7.16 need ():() to be "
           "N-complementable. As N is not 0, strides of 0 are excluded here, unlike in 2.1.6.11.",
       .change = "Add: where s_m d_m is 1 if m = 0, here and in 2.1.6.29."},
      {.id = "colfax.2.1.6.25.amended",
       .kind = "Amendment",
       .says = "A is N-complementable if, for sort(squeeze(A)) = s:d, s_i d_i divides d_{i+1} for "
               "1 ≤ i < m, and s_m d_m, which is 1 if m = 0, divides N.",
       .check = with(check_2_1_6_25, amended),
       .remark = "Compared with a search for an N-complement, and with the algebra."},
      {.id = "colfax.2.1.6.26",
       .kind = "Observation",
       .says = "If A is complementable and s_m:d_m is the last mode of sort(squeeze(A)), then A is "
               "N-complementable exactly for the positive multiples N of s_m d_m.",
       .domain = with_number,
       .check = check_2_1_6_26,
       .remark = "For size(A) = 1 there is no last mode, and nothing is checked. A layout that is "
                 "complementable by the letter of 2.1.6.11 alone has s_m d_m = 0, which has no "
                 "positive multiple, and is not N-complementable for any N.",
       .uses = {"colfax.2.1.6.11", "colfax.2.1.6.25"}},
      statement("colfax.2.1.6.27", "Observation",
                "N-complements are not unique: (25):(2) and (5,5):(2,10) are 100-complements of "
                "(2,2):(1,50); and if B is an N-complement of A, so is coal♭(B).",
                pairs, check_2_1_6_27),
      statement("colfax.2.1.6.28", "Remark",
                "The functions of two N-complements of A have the same image, but need not be "
                "equal, as those of (7,9):(1,7) and (9,7):(7,1) for A = (4):(63); if B is an "
                "N-complement, so is sort(B).",
                two_complements(), check_2_1_6_28),
      {.id = "colfax.2.1.6.29",
       .kind = "Construction",
       .says = "For an N-complementable A with sort(squeeze(A)) = s:d, comp♭(A, N) = coal♭(C), C = "
               "(d_1, d_2/(s_1 d_1), …, N/(s_m d_m)):(1, s_1 d_1, …, s_m d_m).",
       .domain = with_number,
       .check = with(check_2_1_6_29, by_letter),
       .remark = "By the letter of 2.1.6.25 no layout of size 1 is N-complementable. Compared with "
                 "the algebra, and with the complement found by covering [0, N).",
       .uses = {"colfax.2.1.6.25"}},
      amendment("colfax.2.1.6.29.amended",
                "For A N-complementable in the sense of 2.1.6.25 as amended, comp♭(A, N) = "
                "coal♭(C) as printed; if m = 0, C = (N):(1).",
                with(check_2_1_6_29, amended)),
      example("colfax.2.1.6.30", "comp♭((3,10):(80,4), 2400) = (4,2,10):(1,40,240)."),
      {.id = "colfax.2.1.6.31",
       .kind = "Lemma",
       .says = "If A is N-complementable, then comp♭(A, N) is an N-complement of A.",
       .domain = with_number,
       .check = with(check_2_1_6_31, by_letter),
       .remark = "By the letter of 2.1.6.25 no layout of size 1 is N-complementable.",
       .uses = {"colfax.2.1.6.25"},
       .slips = {"The proof cites 2.1.5.6 as a lemma, where 2.1.5.7 is meant (with 2.1.6.9).",
                 "It takes C for B = coal♭(C), where it writes squeeze(A) ⋆ squeeze(B)."}},
      amendment("colfax.2.1.6.31.amended",
                "With 2.1.6.25 as amended, if A is N-complementable, then comp♭(A, N) is an "
                "N-complement of A.",
                with(check_2_1_6_31, amended)),
      {.id = "colfax.2.1.6.32",
       .kind = "Proposition",
       .says = "A flat layout has an N-complement exactly if it is N-complementable.",
       .domain = with_number,
       .check = with(check_2_1_6_32, by_letter),
       .counterexample = "colfax.2.1.6.32(():(), 1) = false",
       .remark = "():() is a 1-complement of ():(), for which 2.1.6.25 speaks of an s_m d_m that "
                 "is not there. The proof leaves out m' = 0. For all others it holds, unlike "
                 "2.1.6.21: since s_m d_m divides N > 0, no stride of squeeze(A) is 0.",
       .uses = {"colfax.2.1.6.25"},
       .slips = {"The proof has comp♭(L, N) for comp♭(A, N).",
                 "The proof has strides up to d_n for d_m.",
                 "The proof has s_1⋯s_i − 1 as the largest value, for s_1⋯s_{i−1} − 1."}},
      {.id = "colfax.2.1.6.32.amended",
       .kind = "Amendment",
       .says = "A flat layout has an N-complement exactly if it is N-complementable in the sense "
               "of 2.1.6.25 as amended.",
       .check = with(check_2_1_6_32, amended),
       .remark = "Compared with covering [0, N)."},
      {.id = "colfax.2.1.6.33",
       .kind = "Proposition",
       .says = "If A is N-complementable and B is an N-complement of A, coalesced and sorted, then "
               "B = comp♭(A, N).",
       .domain = pairs,
       .check = with(check_2_1_6_33, by_letter),
       .remark = "By the letter of 2.1.6.25 no layout of size 1 is N-complementable.",
       .uses = {"colfax.2.1.6.25"},
       .slips = {"Condition 1 is printed with an L in the place of A.",
                 "The proof counts its conditions as in 2.1.6.23: what it calls 1 and 2 is 1, "
                 "what it calls 3 is 2."}},
      amendment("colfax.2.1.6.33.amended",
                "With 2.1.6.25 as amended, if A is N-complementable and B is an N-complement of A, "
                "coalesced and sorted, then B = comp♭(A, N).",
                with(check_2_1_6_33, amended)),
      {.id = "colfax.2.1.6.34",
       .kind = "Lemma",
       .says = "If N_1 ≤ N_2 and A is N_1- and N_2-complementable, then the function of comp♭(A, "
               "N_2), restricted to [0, N_1), is the function of comp♭(A, N_1).",
       .domain = with_numbers,
       .check = with(check_2_1_6_34, by_letter),
       .counterexample = "colfax.2.1.6.34((2):(1), 2, 2) = false",
       .remark =
           "The function of comp♭(A, N_1) is defined on [0, N_1 / size(A)), not on [0, N_1); for "
           "size(A) > 1 that of comp♭(A, N_2) may not even reach N_1. The proof restricts to the "
           "domain of the first complement, and shows the claim with [0, N_1 / size(A)).",
       .change = "[0, N_1 / size(A)) for [0, N_1).",
       .uses = {"colfax.2.1.6.25"},
       .slips = {"The diagram in the proof has N_1 and N_2 for N_1 / (s_m d_m) and N_2 / (s_m "
                 "d_m).",
                 "The proof restricts to [0, size(C_2)), for [0, size(C_1)).",
                 "In our copy the interval is closed, [0, N_1]; the other intervals here are "
                 "half-open."}},
      amendment("colfax.2.1.6.34.amended",
                "With 2.1.6.25 as amended, if N_1 ≤ N_2 and A is N_1- and N_2-complementable, then "
                "the function of comp♭(A, N_2), restricted to [0, N_1 / size(A)), is the function "
                "of comp♭(A, N_1).",
                with(check_2_1_6_34, amended)),
  };
}

}  // namespace layoutcheck::properties
