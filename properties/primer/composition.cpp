// The primer: left divisibility, composition, division and product.
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "lists.hpp"
#include "slides/lists.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/properties/domains.hpp>
#include <layoutcheck/properties/draw.hpp>

#include <limits>

namespace layoutcheck::properties {

namespace {

using algebra::Admissibility;
using algebra::Divisibility;
using as_printed::integer;
using as_printed::layout;
using as_printed::text;
using as_printed::yes_or_no;
using shah::is_admissible;

const Tuple& extents_of(const Operands& operands, std::size_t i) {
  return as_printed::shape(operands, i).entries();
}

/// Whether d and the products s_0 ⋯ s_{k−1}, k = 0, …, n, form a chain for divisibility. That is
/// left divisibility in other words: see shah 2.11.
bool is_in_chain(const Tuple& factors, const Exact& d) {
  Exact product = 1;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (d % product != 0 && product % d != 0) return false;
    product *= factors[k];
  }
  return true;
}

bool is_mode(const Layout& b) {
  return b.length() == 1 && shah::is_positive(b);
}

// 12 to 16

Result check_12(const Operands& operands) {
  const Tuple& factors = extents_of(operands, 0);
  const Int d = integer(operands, 1);
  if (factors.empty()) return unmet();
  const bool literally = !shah::left_divisions(factors, d, true).empty();
  const bool found = algebra::left_division(factors, d, Divisibility::full).has_value();
  return holds_if(literally == found && literally == is_in_chain(factors, d), [&] {
    return "left divisible: " + yes_or_no(literally) + ", by the algebra: " + yes_or_no(found) +
           ", by prefix products: " + yes_or_no(is_in_chain(factors, d));
  });
}

Result check_13(const Operands& operands) {
  const Tuple& factors = extents_of(operands, 0);
  const Int d = integer(operands, 1);
  const auto indices = shah::left_divisions(factors, d, true);
  if (indices.empty()) return unmet();
  return holds_if(indices.size() == 1, [&] {
    return "i = " + std::to_string(indices[0].index) +
           " and i = " + std::to_string(indices[1].index);
  });
}

/// In prefix products: d and d·s are both in the chain.
Result check_14(const Operands& operands) {
  const Tuple& shape = extents_of(operands, 0);
  const Layout& b = layout(operands, 1);
  if (shape.empty() || !is_mode(b)) return unmet();
  const Int s = b.extents()[0];
  const Int d = b.strides()[0];
  const bool literally = is_admissible(shape, s, d, true);
  const bool chain = is_in_chain(shape, d) && is_in_chain(shape, Exact{d} * s);
  const bool found = algebra::compose_mode(Layout::flat(shape, Tuple(shape.size(), 1)), s, d,
                                           Admissibility::primer)
                         .has_value();
  return holds_if(literally == chain && literally == found, [&] {
    return "admissible: " + yes_or_no(literally) + ", by prefix products: " + yes_or_no(chain) +
           ", by the algebra: " + yes_or_no(found);
  });
}

/// (s_i/c, s_{i+1}, …, s_{i'−1}, c'):(c d_i, …, d_{i'}), with i' counted from the start of S. Pre:
/// admissible.
Layout composite(const Layout& a, const Layout& b) {
  const auto [i, c] = shah::left_divisions(a.extents(), b.strides()[0], true).at(0);
  const Tuple rest = shah::induced_factors(a.extents(), {i, c});
  const auto [from_i, c2] = shah::left_divisions(rest, b.extents()[0], true).at(0);
  const std::size_t i2 = i + from_i;
  Tuple shape;
  Tuple stride;
  for (std::size_t k = i; k < i2; ++k) {
    shape.push_back(k == i ? a.extents()[k] / c : a.extents()[k]);
    stride.push_back(a.strides()[k]);
  }
  shape.push_back(c2);
  stride.push_back(a.strides()[i2]);
  stride[0] = checked_multiply(stride[0], c);
  return Layout::flat(std::move(shape), std::move(stride));
}

bool has_composite(const Layout& a, const Layout& b) {
  return shah::is_positive(a) && is_mode(b) &&
         is_admissible(a.extents(), b.extents()[0], b.strides()[0], true);
}

Result check_15(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  if (!has_composite(a, b)) return unmet();
  const Layout claimed = composite(a, b);
  if (oracle::size(claimed) != b.extents()[0]) {
    return fails(to_string(claimed) + " has not the size of B");
  }
  const Outcome<Layout> found =
      algebra::compose_mode(a, b.extents()[0], b.strides()[0], Admissibility::primer);
  return holds_if(found && *found == claimed,
                  [&] { return "A∘B is " + to_string(claimed) + ", found " + text(found); });
}

Result check_16(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  if (!has_composite(a, b)) return unmet();
  const auto why = shah::differs_from_composite(composite(a, b), a, b);
  return holds_if(!why, [&] { return *why; });
}

// 17 to 19

/// Point by point.
Result check_17(const Operands& operands) {
  const Tuple& shape = extents_of(operands, 0);
  const Layout& b = layout(operands, 1);
  if (shape.empty() || !is_mode(b)) return unmet();
  const Int s = b.extents()[0];
  const Int d = b.strides()[0];
  const Exact last = Exact{d} * (s - 1);
  if (last > Exact{d} + 100000 || last >= std::numeric_limits<Int>::max()) return unmet();
  Exact end = 1;
  for (const Int extent : shape) {
    end *= extent;
  }
  algebra::Interval points;
  for (Int x = d; x <= d * (s - 1); ++x) {
    if (x >= end) continue;
    if (points.last < points.first) points.first = x;
    points.last = x;
  }
  const algebra::Interval found = algebra::occupied_interval(shape, s, d, Admissibility::primer);
  return holds_if(found == points, [&] {
    return "it is from " + std::to_string(points.first) + " to " + std::to_string(points.last) +
           "; found from " + std::to_string(found.first) + " to " + std::to_string(found.last);
  });
}

/// (A∘B_0, …, A∘B_m). Pre: all modes are admissible.
Layout composite_by_modes(const Layout& a, const Layout& b) {
  Layout all = Layout::flat({}, {});
  for (std::size_t k = 0; k < b.length(); ++k) {
    all = as_printed::join(all, composite(a, Layout::flat({b.extents()[k]}, {b.strides()[k]})));
  }
  return all;
}

Result check_18(const Operands& operands) {
  const Tuple& s = extents_of(operands, 0);
  const Layout& b = layout(operands, 1);
  if (s.empty() || !shah::is_positive(b)) return unmet();
  Tuple strides;
  for (std::size_t i = 0; i < s.size(); ++i) {
    strides.push_back(static_cast<Int>(3 + 7 * i * i));
  }
  const Layout a = Layout::flat(s, strides);
  const bool admissible = is_admissible(s, b, Admissibility::primer);
  const Outcome<Layout> found = algebra::composition_formula(a, b, Admissibility::primer);
  if (found.has_value() != admissible) {
    return fails("admissible: " + yes_or_no(admissible) + ", but A∘B is " + text(found));
  }
  if (!admissible) return unmet();
  return holds_if_equal(*found, composite_by_modes(a, b));
}

/// Both sides are linear in the strides of A, as in shah 2.18.
Result check_functions_agree(const Tuple& s, const Layout& b) {
  for (std::size_t i = 0; i <= s.size(); ++i) {
    Tuple strides(s.size(), 1);
    if (i < s.size()) strides[i] = 2;
    const Layout a = Layout::flat(s, std::move(strides));
    const auto why = shah::differs_from_composite(composite_by_modes(a, b), a, b);
    if (why) return fails(*why);
  }
  return holds();
}

Result check_19(const Operands& operands) {
  const Tuple& s = extents_of(operands, 0);
  const Layout& b = layout(operands, 1);
  if (!is_admissible(s, b, Admissibility::primer)) return unmet();
  return check_functions_agree(s, b);
}

/// As 18, but with [d, d s − 1] ∩ [1, D) for the interval of image.
Result check_19_amended(const Operands& operands) {
  const Tuple& s = extents_of(operands, 0);
  const Layout& b = layout(operands, 1);
  if (s.empty() || !shah::is_positive(b)) return unmet();
  Exact end = 1;
  for (const Int extent : s) {
    end *= extent;
  }
  std::vector<shah::ExactInterval> intervals;
  for (std::size_t k = 0; k < b.length(); ++k) {
    const Int extent = b.extents()[k];
    const Int stride = b.strides()[k];
    if (!is_admissible(s, extent, stride, true)) return unmet();
    const shah::ExactInterval own{stride, std::min<Exact>(Exact{stride} * extent - 1, end - 1)};
    for (const shah::ExactInterval& other : intervals) {
      if (!shah::are_disjoint(own, other)) return unmet();
    }
    intervals.push_back(own);
  }
  return check_functions_agree(s, b);
}

Result check_19_two_modes(const Operands& operands) {
  return layout(operands, 1).length() > 2 ? unmet() : check_19(operands);
}

// 20 and 21

/// A_0, B_0, A_1, B_1.
Domain layouts_by_mode() {
  const Domain one = layout_and_layout(Ones::none, Admissibility::primer);
  Domain domain = make_domain("A_0, B_0, A_1, B_1, where B_i mostly composes with A_i",
                              std::vector(4, Sort::flat_layout),
                              [draw_one = one.draw](Entropy& entropy, int size) {
                                Operands operands = draw_one(entropy, size / 2);
                                for (Value& value : draw_one(entropy, size / 2)) {
                                  operands.push_back(std::move(value));
                                }
                                return operands;
                              });
  domain.enumerate = [all = one.enumerate](std::size_t weight, const Visitor& visit) {
    for (std::size_t w = 1; w < weight; ++w) {
      const bool go_on = all(w, [&](const Operands& first) {
        return all(weight - w, [&](const Operands& second) {
          return visit({first[0], first[1], second[0], second[1]});
        });
      });
      if (!go_on) return false;
    }
    return true;
  };
  return domain;
}

Result check_20(const Operands& operands) {
  std::vector<Layout> modes;
  Tiler::Tuple tilers;
  std::vector<Layout> composites;
  for (std::size_t i = 0; i < 4; i += 2) {
    const Layout& a = layout(operands, i);
    const Layout& b = layout(operands, i + 1);
    if (!shah::is_positive_without_ones(a) ||
        !is_admissible(a.extents(), b, Admissibility::primer)) {
      return unmet();
    }
    modes.push_back(a);
    tilers.emplace_back(b);
    const Outcome<Layout> composite = algebra::composition(a, b, Convention::extended);
    if (!composite) return unmet();
    composites.push_back(*composite);
    if (const auto why = shah::differs_from_composite(*composite, a, b)) return fails(*why);
  }
  const Layout claimed = algebra::concatenate(composites);
  const Outcome<Layout> found = algebra::composition(
      algebra::concatenate(modes), Tiler(std::move(tilers)), Convention::extended);
  return holds_if(found && *found == claimed,
                  [&] { return "by mode it is " + to_string(claimed) + ", found " + text(found); });
}

/// A, B, M, where B mostly divides A, and M is mostly size(A).
Domain divisible_with_number() {
  const Domain pair = layout_and_divisor(Ones::some, Admissibility::primer);
  Domain domain = make_domain(
      "A, B, M, where B mostly divides A, and M is mostly size(A)",
      {Sort::flat_layout, Sort::flat_layout, Sort::positive},
      [draw_pair = pair.draw](Entropy& entropy, int size) {
        Operands operands = draw_pair(entropy, size);
        Int number = algebra::size(layout(operands, 0));
        if (entropy.chance(30)) {
          number = 1;
          for (std::size_t k = 0; k < layout(operands, 1).length(); ++k) {
            number = std::max(number, checked_multiply(layout(operands, 1).extents()[k],
                                                       layout(operands, 1).strides()[k]));
          }
          number =
              checked_multiply(std::max<Int>(number, 1), static_cast<Int>(entropy.between(1, 6)));
        }
        operands.emplace_back(number);
        return operands;
      });
  domain.enumerate = [all = pair.enumerate](std::size_t weight, const Visitor& visit) {
    for (std::size_t m = 1; m < weight; ++m) {
      const bool go_on = all(weight - m, [&](const Operands& operands) {
        return visit({operands[0], operands[1], static_cast<Int>(m)});
      });
      if (!go_on) return false;
    }
    return true;
  };
  return domain;
}

Result check_21(const Operands& operands, bool any_number) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const Int m = integer(operands, 2);
  if (!shah::is_positive(a) || (!any_number && oracle::size(a) != m) || !is_admissible(b, m) ||
      !is_admissible(a.extents(), b, Admissibility::primer)) {
    return unmet();
  }
  const Layout both = as_printed::join(b, shah::complement(b, m));
  if (!is_admissible(a.extents(), both, Admissibility::primer)) {
    return fails("A and " + to_string(both) + " are not admissible for composition");
  }
  const Layout quotient = composite_by_modes(a, both);
  if (const auto why = shah::differs_from_composite(quotient, a, both)) return fails(*why);
  if (any_number) return holds();
  const Outcome<Layout> found = algebra::division_formula(a, b, Admissibility::primer);
  return holds_if(found && *found == quotient,
                  [&] { return "A/B is " + to_string(quotient) + ", found " + text(found); });
}

}  // namespace

std::vector<Statement> primer_composition() {
  const Domain factors = factors_and_divisor(Ones::some);
  const Domain mode = shape_and_mode(Ones::some, Admissibility::primer);
  const Domain with_mode = layout_and_mode(Ones::some, Admissibility::primer);
  const Domain several = shape_and_layout(Ones::some, Admissibility::primer, 2);
  const Domain divisible = divisible_with_number();
  const std::vector<Statement> from_slides = slides();
  const Statement& product = *std::ranges::find(from_slides, "slides.6", &Statement::id);
  const auto with_number = [](bool any_number) {
    return [any_number](const Operands& operands) { return check_21(operands, any_number); };
  };
  return {
      {
          .id = "primer.12",
          .kind = "Definition",
          .says =
              "(s_0, …, s_n) is left divisible by d if c·s_0 ⋯ s_{i−1} = d for some i and c with, "
              "if i < n, c < s_i and c | s_i.",
          .domain = factors,
          .check = check_12,
      },
      {
          .id = "primer.13",
          .kind = "Proposition",
          .says = "That index i is unique.",
          .domain = factors,
          .check = check_13,
      },
      {
          .id = "primer.14",
          .kind = "Definition",
          .says = "(S, s:d) is admissible for composition if S is left divisible by d, and S' = "
                  "(s_i/c, s_{i+1}, …, s_n) by s.",
          .domain = mode,
          .check = check_14,
          .remark = "If i = n, s_n/c need not be an integer, as c need not divide s_n; as the last "
                    "extent it is not used.",
      },
      {
          .id = "primer.15",
          .kind = "Definition",
          .says =
              "A∘B = (s_i/c, s_{i+1}, …, s_{i'−1}, c'):(c d_i, …, d_{i'}) for an admissible mode "
              "B; its size is that of B.",
          .domain = with_mode,
          .check = check_15,
          .remark = "If i' = i, the formula is read as (c'):(c d_i).",
          .slips = {"The last stride is d_{i'}, not d_j.",
                    "i' is an index in S', which begins at s_i, but is used as one in S."},
      },
      {
          .id = "primer.16",
          .kind = "Proposition",
          .says = "On the domain of the mode B, A∘B is the composite of the functions.",
          .domain = with_mode,
          .check = check_16,
      },
      {
          .id = "primer.17",
          .kind = "Definition",
          .says = "The interval of image of s:d under S is [d, d(s − 1)] ∩ [1, D), D = s_0 ⋯ s_n.",
          .domain = mode,
          .check = check_17,
          .slips = {"“A single node B” is a single mode."},
      },
      {
          .id = "primer.18",
          .kind = "Definition",
          .says =
              "(A, B) is admissible for composition if each mode of B is, and their intervals of "
              "image are disjoint; then A∘B = (A∘B_0, …, A∘B_m).",
          .domain = several,
          .check = check_18,
          .slips = {"The shape of B ends in s'_m, not s'_n."},
      },
      {
          .id = "primer.19",
          .kind = "Proposition",
          .says = "The function of A∘B is the composite of the functions, if (A, B) is admissible. "
                  "(Operands: shape(A), B; for all strides of A.)",
          .domain = several,
          .check = check_19,
          .standing = Standing::fails_as_stated,
          .counterexample = "primer.19((12,1), (2,2,4):(1,2,3)) = false",
          .remark =
              "The intervals of image are {1}, {2} and [3, 9], and each mode alone stays in the "
              "first "
              "mode of A, but 1 + 2 + 9 = 12 leaves it: ⌊12/12⌋ is not ⌊1/12⌋ + ⌊2/12⌋ + ⌊9/12⌋. "
              "The sketch of the proof has two modes, for which the second condition is enough; "
              "for "
              "three it is not. (Enumerated for shapes of rank up to 2 and extents of B above 1.)",
          .change =
              "Take [d, ds − 1] for [d, d(s − 1)] in the interval of image; or ask for B of at "
              "most two modes.",
          .slips = {"In the proof ⌊x/d_0⌋ should be ⌊x/s_0⌋: coordinates come from extents."},
      },
      {
          .id = "primer.19.amended",
          .kind = "Amendment",
          .says = "The function of A∘B is the composite of the functions, if each mode of B is "
                  "admissible and the intervals [d, ds − 1] ∩ [1, D) are disjoint.",
          .domain = several,
          .check = check_19_amended,
      },
      {
          .id = "primer.19.amended.2",
          .kind = "Amendment",
          .says = "The function of A∘B is the composite of the functions, if (A, B) is admissible "
                  "and B has at most two modes.",
          .domain = several,
          .check = check_19_two_modes,
      },
      {
          .id = "primer.20",
          .kind = "Construction",
          .says = "By-mode composition: (A_0, A_1) by (B_0, B_1) is (A_0∘B_0, A_1∘B_1).",
          .domain = layouts_by_mode(),
          .check = check_20,
          .remark = "Checked for two components without extents 1.",
      },
      {
          .id = "primer.21",
          .kind = "Definition",
          .says = "A/B = A∘(B, (B, M)*) if (B, M) and (A, B) are admissible; then so is the second "
                  "component.",
          .domain = divisible,
          .check = with_number(true),
          .standing = Standing::fails_as_stated,
          .counterexample = "primer.21((2,1):(1,1), (1):(1), 3) = false",
          .remark = "Nothing ties M to A. Here (B, 3)* has the mode 3:1, and (2,1) is not left "
                    "divisible by 3.",
          .change = "Let M be size(A).",
      },
      {
          .id = "primer.21.amended",
          .kind = "Amendment",
          .says = "If (B, M) and (A, B) are admissible and M = size(A), then so is (A, (B, (B, "
                  "M)*)), and A/B is the composite of the functions.",
          .domain = divisible,
          .check = with_number(false),
      },
      {
          .id = "primer.22",
          .kind = "Construction",
          .says = "The logical product A × B is a repetition of A against B.",
          .domain = product.domain,
          .check = product.check,
          .remark = "No formula is given; checked as slides.6.",
      },
  };
}

}  // namespace layoutcheck::properties
