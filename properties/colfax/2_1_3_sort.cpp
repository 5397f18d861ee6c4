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

}  // namespace

std::vector<Binding> colfax_2_1_3_sort() {
  const Domain sorted = often_sorted_layouts();

  return {
      {"colfax.2.1.3.23", layouts_of_rank_three(), check_2_1_3_23},
      {"colfax.2.1.3.25", sorted, check_2_1_3_25},
      {"colfax.2.1.3.28", as_printed::layouts_of_strides_zero(), check_2_1_3_28},
      {"colfax.2.1.3.29", layouts_that_do_not_decrease(false), check_2_1_3_29},
      {"colfax.2.1.3.29.amended", layouts_that_do_not_decrease(true), check_2_1_3_29_amended},
      {"colfax.2.1.3.29.amended2", check_2_1_3_29_amended2},
      {"colfax.2.1.3.31", layouts(Nesting::flat), check_2_1_3_31},
      {"colfax.2.1.3.34", sorted, check_2_1_3_34},
      {"colfax.2.1.3.35", layouts(Nesting::flat), check_2_1_3_35},
      {"relation.sorted-in-colfax-shah-and-primer", sorted, check_sorted_everywhere},
  };
}

}  // namespace layoutcheck::properties
