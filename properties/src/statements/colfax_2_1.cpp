// The statements on flat layouts (colfax 2.1).
#include "lists.hpp"
#include "literal.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/properties/domains.hpp>
#include <layoutcheck/properties/draw.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using literal::integer;
using literal::layout;
using literal::limits;
using literal::text;

/// A ⋆ B as the algebra has it.
Layout star(const Layout& a, const Layout& b) {
  return algebra::flat_concatenate(std::vector{a, b});
}

std::string yes_or_no(bool truth) {
  return truth ? "yes" : "no";
}

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

// 2.1.6

Result check_2_1_6_9(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const Layout joined = literal::join(a, b);
  const Layout squeezed = star(algebra::squeeze(a), algebra::squeeze(b));
  if (oracle::squeeze(joined) != squeezed) {
    return fails("1: squeeze(A ⋆ B) is not " + to_string(squeezed));
  }
  const Layout sorted = algebra::sort(star(a, algebra::sort(b)));
  if (oracle::sort(joined) != sorted) {
    return fails("2: sort(A ⋆ B) is not " + to_string(sorted));
  }
  const Layout coalesced = algebra::flat_coalesce(star(a, algebra::flat_coalesce(b)));
  const Layout expected = oracle::to_layout(oracle::flat_coalesce(joined, limits));
  return holds_if(coalesced == expected, [&] {
    return "3: coal♭(A ⋆ B) = " + to_string(expected) + ", not " + to_string(coalesced);
  });
}

Result check_2_1_6_10(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const bool complementary[] = {
      literal::is_compact(literal::join(a, b)),
      literal::is_compact(star(b, a)),
      literal::is_compact(star(a, algebra::squeeze(b))),
      literal::is_compact(star(a, algebra::flat_coalesce(b))),
      literal::is_compact(star(a, algebra::sort(b))),
  };
  return holds_if(std::ranges::count(complementary, complementary[0]) == 5, [&] {
    std::string found;
    for (const bool truth : complementary) {
      found += " " + yes_or_no(truth);
    }
    return "conditions 1 to 5:" + found;
  });
}

Result check_2_1_6_20(const Layout& a, bool complementable) {
  if (!complementable) return unmet();
  const Outcome<Layout> complement = algebra::flat_complement(a);
  return holds_if(complement && literal::is_complement(a, *complement), [&] {
    return "comp♭(A) is " + text(complement) + ", with which A is not compact";
  });
}

Result check_2_1_6_21(const Layout& a, bool complementable) {
  const Outcome<oracle::ExactLayout> complement = oracle::flat_complement(a, limits);
  return holds_if(complement.has_value() == complementable, [&] {
    return complementable ? "complementable, but " + complement.reason()
                          : "not complementable, but " + to_string(oracle::to_layout(*complement)) +
                                " is a complement";
  });
}

/// What the algebra says must agree with the amended definition, too.
Result check_2_1_6_21_amended(const Layout& a, bool complementable) {
  if (algebra::is_complementable(a) != complementable) {
    return fails("the algebra says: complementable: " + yes_or_no(!complementable));
  }
  return check_2_1_6_21(a, complementable);
}

/// Whether x < y implies Φ_A(x) < Φ_A(y).
Result check_2_1_6_22(const Layout& a, bool complementable) {
  if (!complementable || !oracle::is_sorted(a)) return unmet();
  const Tuple values = literal::table(a);
  const auto fall = std::ranges::adjacent_find(values, std::greater_equal<>());
  return holds_if(fall == values.end(), [&] {
    const auto x = fall - values.begin();
    return "Φ_A(" + std::to_string(x) + ") = " + std::to_string(*fall) + " and Φ_A(" +
           std::to_string(x + 1) + ") = " + std::to_string(fall[1]);
  });
}

Result check_2_1_6_23(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  if (!oracle::is_flat_coalesced(b) || !oracle::is_sorted(b) || !literal::is_complement(a, b)) {
    return unmet();
  }
  const Outcome<Layout> complement = algebra::flat_complement(a);
  if (!complement) {
    return fails("comp♭(A) is " + text(complement) + ", but B is a complement");
  }
  if (oracle::size(b) != oracle::size(*complement)) return unmet();
  return holds_if_equal(*complement, b);
}

Result check_2_1_6_31(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Int number = integer(operands, 1);
  if (!literal::is_complementable(a, number)) return unmet();
  const Outcome<Layout> complement = algebra::flat_complement(a, number);
  return holds_if(complement && literal::is_complement(a, *complement, number), [&] {
    return "comp♭(A, N) is " + text(complement) + ", which is no N-complement";
  });
}

Result check_2_1_6_32(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Int number = integer(operands, 1);
  const bool complementable = literal::is_complementable(a, number);
  if (algebra::is_complementable(a, number) != complementable) {
    return fails("the algebra says: N-complementable: " + yes_or_no(!complementable));
  }
  const Outcome<oracle::ExactLayout> complement = oracle::complement_by_covering(a, number, limits);
  return holds_if(complement.has_value() == complementable, [&] {
    return complementable ? "N-complementable, but " + complement.reason()
                          : "not N-complementable, but " +
                                to_string(oracle::to_layout(*complement)) + " is an N-complement";
  });
}

Result check_2_1_6_33(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const Int number = integer(operands, 2);
  if (!literal::is_complementable(a, number) || !oracle::is_flat_coalesced(b) ||
      !oracle::is_sorted(b) || !literal::is_complement(a, b, number)) {
    return unmet();
  }
  const Outcome<Layout> complement = algebra::flat_complement(a, number);
  return holds_if(complement && *complement == b,
                  [&] { return "comp♭(A, N) is " + text(complement) + ", not " + to_string(b); });
}

/// Whether the function of comp♭(A, N_2), restricted to [0, end(A)), is that of comp♭(A, N_1).
template <class End>
Result check_2_1_6_34(const Operands& operands, End&& end) {
  const Layout& a = layout(operands, 0);
  const Int n1 = integer(operands, 1);
  const Int n2 = integer(operands, 2);
  if (n1 > n2 || !literal::is_complementable(a, n1) || !literal::is_complementable(a, n2)) {
    return unmet();
  }
  const Outcome<Layout> first = algebra::flat_complement(a, n1);
  const Outcome<Layout> second = algebra::flat_complement(a, n2);
  if (!first || !second) {
    return fails("the complements are " + text(first) + " and " + text(second));
  }
  const Exact points = end(a, n1);
  const Exact size1 = oracle::size(*first);
  const Exact size2 = oracle::size(*second);
  if (points > size2) {
    return fails("the function of " + to_string(*second) + " has " + size2.str() +
                 " values, so it has no restriction to [0, " + points.str() + ")");
  }
  if (points != size1) {
    return fails("the domain of the function of " + to_string(*first) + " is [0, " + size1.str() +
                 "), not [0, " + points.str() + ")");
  }
  const Tuple values1 = literal::table(*first);
  const Tuple values2 = literal::table(*second);
  return holds_if(std::equal(values1.begin(), values1.end(), values2.begin()), [&] {
    return "the functions of " + to_string(*first) + " and " + to_string(*second) +
           " differ where both are defined";
  });
}

}  // namespace

std::vector<Statement> colfax_2_1() {
  const Domain complementable = complementable_layouts(Nesting::flat);
  const Domain sorted = sorted_complementable_layouts();
  const Domain with_number = complementable_with_number(Nesting::flat);
  const Domain with_numbers = complementable_with_numbers(Nesting::flat);

  const auto printed = [](auto check) {
    return [check](const Operands& operands) {
      const Layout& a = layout(operands, 0);
      return check(a, literal::is_complementable(a));
    };
  };
  const auto amended = [](auto check) {
    return [check](const Operands& operands) {
      const Layout& a = layout(operands, 0);
      return check(a, literal::is_complementable_amended(a));
    };
  };

  return {
      {
          .id = "colfax.2.1.6.9",
          .kind = "Lemma",
          .says = "squeeze(A ⋆ B) = squeeze(A) ⋆ squeeze(B); sort(A ⋆ B) = sort(A ⋆ sort(B)); "
                  "coal♭(A ⋆ B) = coal♭(A ⋆ coal♭(B)).",
          .domain = layouts(Nesting::flat, 2),
          .check = check_2_1_6_9,
          .remark = "Part 2 is printed with an L in the place of the second A.",
      },
      {
          .id = "colfax.2.1.6.10",
          .kind = "Proposition",
          .says = "These are equivalent: A ⊥ B; B ⊥ A; A ⊥ squeeze(B); A ⊥ coal♭(B); A ⊥ sort(B).",
          .domain = complement_pairs(Nesting::flat),
          .check = check_2_1_6_10,
      },
      {
          .id = "colfax.2.1.6.20",
          .kind = "Lemma",
          .says = "If the flat layout A is complementable, then A ⊥ comp♭(A).",
          .domain = complementable,
          .check = printed(check_2_1_6_20),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.1.6.20((2):(0)) = false",
          .remark = "Definition 2.1.6.11 asks only that s_i d_i divide d_{i+1}, so (2):(0) is "
                    "complementable, although example 2.1.6.15 denies it. Construction 2.1.6.16 "
                    "then makes the stride d_1 = 0 an extent, and comp♭(A) is no layout. It is "
                    "enough to add to 2.1.6.11 that no stride of squeeze(A) is 0.",
      },
      {
          .id = "colfax.2.1.6.20.amended",
          .kind = "Amendment",
          .says = "If A is complementable and squeeze(A) has no stride 0, then A ⊥ comp♭(A).",
          .domain = complementable,
          .check = amended(check_2_1_6_20),
      },
      {
          .id = "colfax.2.1.6.21",
          .kind = "Proposition",
          .says = "A flat layout has a complement exactly if it is complementable.",
          .domain = complementable,
          .check = printed(check_2_1_6_21),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.1.6.21((2):(0)) = false",
          .remark = "By definition 2.1.6.11 (2):(0) is complementable, but its function is not "
                    "injective, and so nothing completes it. The proof of `if` rests on 2.1.6.20, "
                    "which fails there; that of `only if` stands. It is enough to add to 2.1.6.11 "
                    "that no stride of squeeze(A) is 0.",
      },
      {
          .id = "colfax.2.1.6.21.amended",
          .kind = "Amendment",
          .says = "A flat layout A has a complement exactly if it is complementable and "
                  "squeeze(A) has no stride 0.",
          .domain = complementable,
          .check = amended(check_2_1_6_21_amended),
      },
      {
          .id = "colfax.2.1.6.22",
          .kind = "Lemma",
          .says = "If A is complementable and sorted, then its layout function is increasing.",
          .domain = sorted,
          .check = printed(check_2_1_6_22),
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.1.6.22((2):(0)) = false",
          .remark = "(2):(0) is complementable by definition 2.1.6.11, and its function is "
                    "constant. The proof shows `non-decreasing` (the word of 2.1.3.29), which is "
                    "true; but 2.1.6.23 and 2.1.6.33 conclude from equal images that functions "
                    "are equal, and for that they must increase strictly. They do if no stride of "
                    "squeeze(A) is 0: then the first inequality of the proof, for squeeze(A), is "
                    "strict.",
      },
      {
          .id = "colfax.2.1.6.22.amended",
          .kind = "Amendment",
          .says = "If A is complementable and sorted, and squeeze(A) has no stride 0, then x < y "
                  "implies Φ_A(x) < Φ_A(y).",
          .domain = sorted,
          .check = amended(check_2_1_6_22),
      },
      {
          .id = "colfax.2.1.6.23",
          .kind = "Proposition",
          .says = "If B is a complement of A of the size of comp♭(A), coalesced and sorted, then "
                  "B = comp♭(A).",
          .domain = complement_pairs(Nesting::flat),
          .check = check_2_1_6_23,
          .remark = "The proof applies 2.1.6.22 to B and to comp♭(A); having complements, they "
                    "have no stride 0, so the gap there does no harm here.",
      },
      {
          .id = "colfax.2.1.6.31",
          .kind = "Lemma",
          .says = "If A is N-complementable, then comp♭(A, N) is an N-complement of A.",
          .domain = with_number,
          .check = check_2_1_6_31,
          .remark = "For a layout of size 1 definition 2.1.6.25 speaks of s_m d_m with m = 0; it "
                    "is read as 1.",
      },
      {
          .id = "colfax.2.1.6.32",
          .kind = "Proposition",
          .says = "A flat layout has an N-complement exactly if it is N-complementable.",
          .domain = with_number,
          .check = check_2_1_6_32,
          .remark = "Unlike 2.1.6.21 this holds: since s_m d_m divides N > 0, no stride of "
                    "squeeze(A) is 0. For a layout of size 1 s_m d_m, where m = 0, is read as 1.",
      },
      {
          .id = "colfax.2.1.6.33",
          .kind = "Proposition",
          .says = "If A is N-complementable and B is an N-complement of A, coalesced and sorted, "
                  "then B = comp♭(A, N).",
          .domain = complement_pairs_with_number(Nesting::flat),
          .check = check_2_1_6_33,
          .remark = "Condition 1 is printed with an L in the place of A.",
      },
      {
          .id = "colfax.2.1.6.34",
          .kind = "Lemma",
          .says = "If N_1 ≤ N_2 and A is N_1- and N_2-complementable, then the function of "
                  "comp♭(A, N_2), restricted to [0, N_1), is the function of comp♭(A, N_1).",
          .domain = with_numbers,
          .check =
              [](const Operands& operands) {
                return check_2_1_6_34(operands, [](const Layout&, Int n1) { return Exact(n1); });
              },
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.1.6.34((2):(1), 2, 2) = false",
          .remark = "The function of comp♭(A, N_1) is defined on [0, N_1 / size(A)), not on [0, "
                    "N_1); for size(A) > 1 that of comp♭(A, N_2) may not even reach N_1. The "
                    "proof restricts to the domain of the first complement, and shows the claim "
                    "with [0, N_1 / size(A)).",
      },
      {
          .id = "colfax.2.1.6.34.amended",
          .kind = "Amendment",
          .says = "If N_1 ≤ N_2 and A is N_1- and N_2-complementable, then the function of "
                  "comp♭(A, N_2), restricted to [0, N_1 / size(A)), is the function of comp♭(A, "
                  "N_1).",
          .domain = with_numbers,
          .check =
              [](const Operands& operands) {
                return check_2_1_6_34(
                    operands, [](const Layout& a, Int n1) { return Exact(n1 / oracle::size(a)); });
              },
      },
  };
}

}  // namespace layoutcheck::properties
