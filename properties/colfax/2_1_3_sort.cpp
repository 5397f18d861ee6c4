// The statements on sorted flat layouts and sorting (colfax 2.1.3.23 to 2.1.3.35).
#include "as_printed/flat.hpp"
#include "as_printed/morphisms.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/work.hpp>

namespace layoutcheck::properties {

namespace {

// ---- Domains

Domain layouts_of_rank_three() {
  return make_domain("three pairs s:d, as a flat layout", {Sort::flat_layout},
                     [](Entropy& entropy, int) -> Operands {
                       Tuple s;
                       Tuple d;
                       for (int i = 0; i < 3; ++i) {
                         s.push_back(static_cast<Int>(entropy.between(1, 4)));
                         d.push_back(static_cast<Int>(entropy.below(4)));
                       }
                       return {Layout::flat(std::move(s), std::move(d))};
                     });
}

/// Half of the layouts are sorted.
Domain often_sorted_layouts() {
  return make_domain("a flat layout, often sorted", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout l = draw_layout(entropy, size, true);
                       if (entropy.chance(35)) return {l};
                       const Layout sorted = oracle::sort(l);
                       return {entropy.chance(20) ? perturb(entropy, sorted) : sorted};
                     });
}

/// A flat layout whose function mostly does not decrease: each stride is at least what the entries
/// before it reach. `plain`: without extents 1 and strides 0.
Domain layouts_that_do_not_decrease(bool plain) {
  return make_domain("a flat layout whose function mostly does not decrease", {Sort::flat_layout},
                     [plain](Entropy& entropy, int size) -> Operands {
                       Tuple s;
                       Tuple d;
                       Int reach = plain || entropy.chance(60) ? 1 : 0;
                       for (const Int extent : draw_extents(entropy, size)) {
                         if (plain && extent == 1) continue;
                         s.push_back(extent);
                         d.push_back(checked_add(reach, static_cast<Int>(entropy.below(3))));
                         if (!plain && reach == 0) d.back() = entropy.pick({Int{0}, Int{1}});
                         reach = checked_add(std::max(d.back(), reach),
                                             checked_multiply(extent - 1, d.back()));
                         if (d.back() > 0 && reach > d.back() && entropy.chance(50)) --reach;
                       }
                       const Layout l = Layout::flat(std::move(s), std::move(d));
                       return {entropy.chance(12) ? perturb(entropy, l) : l};
                     });
}

// ---- Checks

/// The laws of a linear ordering for three pairs, the modes of L less `below` in both entries.
Result check_laws_of_order(const Layout& l, Int below) {
  const auto s = [&](std::size_t i) { return l.extents()[i] - below; };
  const auto d = [&](std::size_t i) { return l.strides()[i] - below; };
  const auto precedes = [&](std::size_t i, std::size_t j) {
    return as_printed::precedes(s(i), d(i), s(j), d(j));
  };
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (!precedes(i, j) && !precedes(j, i)) return fails("two pairs cannot be compared");
      if (precedes(i, j) && precedes(j, i) && (s(i) != s(j) || d(i) != d(j)))
        return fails("it is not antisymmetric");
      for (std::size_t k = 0; k < 3; ++k)
        if (precedes(i, j) && precedes(j, k) && !precedes(i, k)) return fails("not transitive");
    }
  }
  return holds();
}

/// For the modes of L and for pairs of integers of both signs; and the word of the algebra and of
/// the oracle on two modes.
Result check_2_1_3_23(const Layout& l) {
  if (l.length() != 3) return unmet();
  const Result laws = all_hold({check_laws_of_order(l, 0), check_laws_of_order(l, 2)});
  if (laws.kind != Result::Kind::holds) return laws;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Layout two =
          Layout::flat({l.extents()[i], l.extents()[j]}, {l.strides()[i], l.strides()[j]});
      const bool claimed = as_printed::precedes(l, i, j);
      if (algebra::is_sorted(two) != claimed || oracle::is_sorted(two) != claimed)
        return fails("there is another order for " + to_string(two));
    }
  }
  return holds();
}

/// Between neighbours, and so between any two modes.
Result check_2_1_3_25(const Layout& l) {
  bool all_pairs = true;
  for (std::size_t i = 0; i < l.length(); ++i)
    for (std::size_t j = i; j < l.length(); ++j)
      all_pairs = all_pairs && as_printed::precedes(l, i, j);
  return agree<bool>({{"sorted", as_printed::is_sorted(l)},
                      {"any two modes are in order", all_pairs},
                      {"the algebra", algebra::is_sorted(l)},
                      {"the oracle", oracle::is_sorted(l)},
                      {"sort(L) = L", algebra::sort(l) == l}});
}

Result check_2_1_3_28(const Layout& l) {
  if (std::ranges::any_of(l.strides(), [](Int d) { return d != 0; })) return unmet();
  return agree<bool>({{"the extents ascend", std::ranges::is_sorted(l.extents())},
                      {"L is sorted", as_printed::is_sorted(l)},
                      {"the algebra", algebra::is_sorted(l)}});
}

bool does_not_decrease(const Layout& layout) {
  return std::ranges::is_sorted(as_printed::table(layout));
}

Result check_2_1_3_29(const Layout& l) {
  if (!does_not_decrease(l)) return unmet();
  return holds_if(as_printed::is_sorted(l) && algebra::is_sorted(l), [&] {
    return "its function does not decrease, but the sorted layout is " +
           to_string(algebra::sort(l));
  });
}

Result check_2_1_3_29_amended(const Layout& l) {
  if (as_printed::has_extent_one(l) || std::ranges::count(l.strides(), Int{0}) > 0) return unmet();
  return check_2_1_3_29(l);
}

Result check_2_1_3_29_amended2(const Layout& l) {
  if (!does_not_decrease(l)) return unmet();
  const Layout rest = algebra::filter(algebra::squeeze(l));
  return holds_if(as_printed::is_sorted(rest) && algebra::is_sorted(rest),
                  [&] { return to_string(rest) + " is not sorted"; });
}

/// ≼ is a linear ordering, and σ(k) is the index that has k indices up to it.
Result check_2_1_3_31(const Layout& l) {
  const std::size_t m = l.length();
  const auto same_mode = [&](std::size_t i, std::size_t j) {
    return l.extents()[i] == l.extents()[j] && l.strides()[i] == l.strides()[j];
  };
  const auto comes = [&](std::size_t i, std::size_t j) {
    return as_printed::precedes(l, i, j) && (!same_mode(i, j) || i <= j);
  };
  Tuple sigma(m, -1);
  for (std::size_t i = 0; i < m; ++i) {
    std::size_t up_to_i = 0;
    for (std::size_t j = 0; j < m; ++j) {
      if (comes(i, j) == comes(j, i) && i != j) return fails("≼ does not order two indices");
      work(m);
      for (std::size_t k = 0; k < m; ++k)
        if (comes(i, j) && comes(j, k) && !comes(i, k)) return fails("≼ is not transitive");
      up_to_i += comes(j, i) ? 1 : 0;
    }
    sigma[up_to_i - 1] = static_cast<Int>(i);
  }
  const Layout claimed = Layout::flat(as_printed::permuted(l.extents(), sigma),
                                      as_printed::permuted(l.strides(), sigma));
  if (!as_printed::is_sorted(claimed)) return fails(to_string(claimed) + " is not sorted");
  // No other permutation of L is sorted.
  Tuple order = as_printed::identity_order(m);
  do {
    const Outcome<Layout> other = algebra::permute(l, order);
    if (!other || (as_printed::is_sorted(*other) && *other != claimed))
      return fails(text(other) + " is sorted, too");
  } while (m <= 4 && std::ranges::next_permutation(order).found);
  return agree<Layout>(
      {{"L^σ", claimed}, {"the oracle", oracle::sort(l)}, {"the algebra", algebra::sort(l)}});
}

Result check_2_1_3_34(const Layout& l) {
  const Layout once = algebra::sort(l);
  if (as_printed::is_sorted(l) && once != l) return holds_if_equal(once, l);
  return holds_if_equal(algebra::sort(once), once);
}

Result check_2_1_3_35(const Layout& l) {
  const auto image = [](const Layout& of) {
    Tuple values = as_printed::table(of);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  };
  const Layout sorted = algebra::sort(l);
  return holds_if(image(l) == image(sorted),
                  [&] { return to_string(sorted) + " takes other values"; });
}

/// shah 2.4, the primer: the strides ascend, and the extents where strides are equal.
bool is_sorted_for_all_pairs(const Layout& l) {
  const Tuple& s = l.extents();
  const Tuple& d = l.strides();
  for (std::size_t i = 0; i < l.length(); ++i) {
    if (i + 1 < l.length() && d[i] > d[i + 1]) return false;
    for (std::size_t j = i + 1; j < l.length(); ++j)
      if (d[i] == d[j] && s[i] > s[j]) return false;
  }
  return true;
}

Result check_sorted_everywhere(const Layout& l) {
  return agree<bool>({{"sorted by shah 2.4", is_sorted_for_all_pairs(l)},
                      {"by 2.1.3.25", as_printed::is_sorted(l)},
                      {"the algebra", algebra::is_sorted(l)}});
}

/// The converse is refuted by other numbers than those printed.
Statement remark_2_1_3_30() {
  Statement remark = misprinted_example(
      "colfax.2.1.3.30",
      "The converse of 2.1.3.29 is false: L = (3,5,7):(1,1,1) is sorted, but Φ_L(7) > Φ_L(16).",
      "apply((3,5,7):(1,1,1), 7) = 2",
      "7 has the coordinate (1,2,0), not (0,2,0), and 16 has (1,0,1), not (0,0,1); the printed "
      "ones "
      "are those of 6 and 15. The values are 3 and 2, not 2 and 1, and the conclusion stands.",
      "Φ_L(7) = (1,2,0)·(1,1,1) = 3 and Φ_L(16) = (1,0,1)·(1,1,1) = 2; or 6 and 15 for 7 and 16.");
  remark.kind = "Remark";
  return remark;
}

}  // namespace

std::vector<Statement> colfax_2_1_3_sort() {
  const Domain sorted = often_sorted_layouts();

  return {
      {.id = "colfax.2.1.3.23",
       .kind = "Definition",
       .says = "s:d ⪯ s':d' if d < d', or d = d' and s ≤ s'. This is a linear ordering.",
       .domain = layouts_of_rank_three(),
       .check = check_2_1_3_23,
       .remark = "Checked for three pairs at a time, the modes of a layout, and those less 2 in "
                 "both integers, so that negative ones are among them."},
      example("colfax.2.1.3.24", "5:8 ⪯ 4:12 ⪯ 5:12."),
      statement("colfax.2.1.3.25", "Definition",
                "L is sorted if mode_i(L) ⪯ mode_{i+1}(L) for 1 ≤ i < rank(L).", sorted,
                check_2_1_3_25),
      example("colfax.2.1.3.26",
              "(128,64,2,2):(1,128,8192,16384) and (2,2,2):(1,1,1) are sorted, "
              "(2,4,8,16):(64,1,2,4) and (5,32,16):(1,5,5) are not."),
      example("colfax.2.1.3.27", "():() is sorted."),
      statement("colfax.2.1.3.28", "Example",
                "If all strides of L are 0, then L is sorted exactly if s_1 ≤ … ≤ s_m.",
                as_printed::layouts_of_strides_zero(), check_2_1_3_28),
      {.id = "colfax.2.1.3.29",
       .kind = "Lemma",
       .says = "L is sorted whenever its layout function does not decrease.",
       .domain = layouts_that_do_not_decrease(false),
       .check = check_2_1_3_29,
       .counterexample = "colfax.2.1.3.29((1,1):(1,0)) = false",
       .remark = "The proof evaluates φ_L where part i, or part i + 1, of a coordinate is 1; there "
                 "is such a coordinate only if that extent exceeds 1. Its second case infers (s_i "
                 "− 1) d_i > (s_{i+1} − 1) d_i from s_i > s_{i+1}, which needs d_i > 0: the "
                 "function of (3,2):(0,0) is constant.",
       .change = "Suppose that no extent is 1 and no stride 0; or conclude that filter(squeeze(L)) "
                 "is sorted."},
      statement("colfax.2.1.3.29.amended", "Amendment",
                "L is sorted whenever its layout function does not decrease, and no extent is 1 "
                "and no stride 0.",
                layouts_that_do_not_decrease(true), check_2_1_3_29_amended),
      amendment("colfax.2.1.3.29.amended2",
                "filter(squeeze(L)) is sorted whenever the layout function of L does not decrease.",
                check_2_1_3_29_amended2),
      remark_2_1_3_30(),
      statement("colfax.2.1.3.31", "Construction",
                "sort(L) = L^σ for the permutation σ of the linear ordering of ⟨m⟩ by mode, and by "
                "index where modes are equal.",
                layouts(Nesting::flat), check_2_1_3_31),
      example("colfax.2.1.3.32", "sort((2,4,8,16):(64,1,2,4)) = (4,8,16,2):(1,2,4,64)."),
      example("colfax.2.1.3.33", "sort((5,32,16):(1,5,5)) = (5,16,32):(1,5,5)."),
      statement("colfax.2.1.3.34", "Example",
                "sort(L) = L if L is sorted; so sort(sort(L)) = sort(L).", sorted, check_2_1_3_34),
      {.id = "colfax.2.1.3.35",
       .kind = "Observation",
       .says = "Φ_L and Φ_sort(L) have the same image, though they mostly differ.",
       .domain = layouts(Nesting::flat),
       .check = check_2_1_3_35,
       .remark = "That they typically differ is shown by an instance; it is no claim about each L.",
       .slips = {"The coordinates are said to lie in [0, s_i] and [0, s_σ(i)]; [0, s_i) and [0, "
                 "s_σ(i)) are meant."}},
      statement(
          "relation.sorted-in-colfax-shah-and-primer", "Relation",
          "A flat layout is sorted in the sense of colfax 2.1.3.25 exactly if it is in that of "
          "shah 2.4 and of the primer: the strides ascend, and s_i ≤ s_j for i < j with d_i = d_j.",
          sorted, check_sorted_everywhere),
  };
}

}  // namespace layoutcheck::properties
