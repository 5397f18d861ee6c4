// The statements on the basic operations on flat layouts: restrict, squeeze, filter, permute, sort,
// concatenate (colfax 2.1.3).
#include "lists.hpp"
#include "literal_flat.hpp"
#include <layoutcheck/algebra/layouts.hpp>

namespace layoutcheck::properties {

namespace {

using literal::entries;
using literal::for_all_coordinates;
using literal::layout;
using literal::text;

const Layout& empty_layout() {
  static const Layout empty;
  return empty;
}

Layout star(const std::vector<Layout>& layouts) {
  return algebra::flat_concatenate(layouts);
}

/// φ_L(x), as the algebra has it.
Int value_at(const Layout& layout, const Tuple& x) {
  return algebra::apply(layout, NestedTuple::flat(x)).value();
}

bool increases(const Tuple& xs) {
  return std::ranges::adjacent_find(xs, std::greater_equal<>()) == xs.end();
}

// ---- Domains

/// L, I: mostly increasing indices of entries of L.
Domain layouts_with_indices() {
  return make_domain("a flat layout and some of its indices, counted from 0",
                     {Sort::flat_layout, Sort::flat_tuple},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout l = draw_layout(entropy, size, true);
                       Tuple indices;
                       for (std::size_t i = 0; i < l.length(); ++i) {
                         if (entropy.chance(60)) indices.push_back(static_cast<Int>(i));
                       }
                       if (entropy.chance(6)) indices.push_back(static_cast<Int>(l.length()));
                       if (entropy.chance(6)) std::ranges::reverse(indices);
                       if (!indices.empty() && entropy.chance(6)) indices.push_back(indices.back());
                       return {l, NestedTuple::flat(std::move(indices))};
                     });
}

Value draw_flat_layout(Entropy& entropy, int size) {
  return draw_layout(entropy, size, true);
}

/// All modes equal, with exceptions.
Value draw_constant_layout(Entropy& entropy, int size) {
  const std::size_t rank = entropy.below(6);
  const Layout l = Layout::flat(Tuple(rank, draw_extent(entropy, size)),
                                Tuple(rank, static_cast<Int>(entropy.below(9))));
  return entropy.chance(15) ? perturb(entropy, l) : l;
}

/// A flat layout whose strides are all 0, with exceptions; its extents are often sorted.
Domain layouts_of_strides_zero() {
  return make_domain("a flat layout, mostly with all strides 0", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       Tuple s = draw_extents(entropy, size);
                       if (entropy.chance(50)) std::ranges::sort(s);
                       Tuple d(s.size(), 0);
                       if (!d.empty() && entropy.chance(12)) d[entropy.below(d.size())] = 1;
                       return {Layout::flat(std::move(s), std::move(d))};
                     });
}

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

/// Flat layouts L_1, L_2, L_3, cut from one whose table is not too long.
Domain cut_layouts() {
  return make_domain("three flat layouts", std::vector(3, Sort::flat_layout),
                     [](Entropy& entropy, int size) {
                       const Layout l = draw_layout(entropy, size, true);
                       std::size_t cuts[] = {0, entropy.below(l.length() + 1),
                                             entropy.below(l.length() + 1), l.length()};
                       std::ranges::sort(cuts);
                       Operands operands;
                       for (std::size_t k = 0; k < 3; ++k) {
                         operands.emplace_back(literal::restricted(
                             l, [&](std::size_t i) { return cuts[k] <= i && i < cuts[k + 1]; }));
                       }
                       return operands;
                     });
}

// ---- 2.1.3.1 Restriction

/// By entries, and by functions: φ of L|_I is φ_L where the other parts are 0.
Result check_2_1_3_1(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Tuple& indices = entries(operands, 1);
  const Outcome<Layout> found = algebra::restrict(l, indices);
  const bool subset = increases(indices) && std::ranges::all_of(indices, [&](Int i) {
                        return i >= 0 && i < static_cast<Int>(l.length());
                      });
  if (found.has_value() != subset) {
    return fails(subset ? "it is " + text(found) : "it exists, but I is no set of indices");
  }
  if (!subset) return holds();
  const Layout claimed = literal::restricted(
      l, [&](std::size_t i) { return std::ranges::count(indices, static_cast<Int>(i)) > 0; });
  if (*found != claimed) return holds_if_equal(*found, claimed);
  return holds_if(for_all_coordinates(found->extents(),
                                      [&](const Tuple& x) {
                                        Tuple y(l.length(), 0);
                                        for (std::size_t k = 0; k < x.size(); ++k)
                                          y[static_cast<std::size_t>(indices[k])] = x[k];
                                        return value_at(*found, x) == value_at(l, y);
                                      }),
                  [] { return "its coordinate function is no restriction"; });
}

Result check_2_1_3_4(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Outcome<Layout> found = algebra::restrict(l, literal::identity_order(l.length()));
  return holds_if(found && *found == l, [&] { return "it is " + text(found); });
}

Result check_2_1_3_5(const Operands& operands) {
  const Outcome<Layout> found = algebra::restrict(layout(operands, 0), Tuple{});
  return holds_if(found && *found == empty_layout(), [&] { return "it is " + text(found); });
}

// ---- 2.1.3.2 Squeeze, 2.1.3.3 Filter

/// What an operation keeps, against its definition, the oracle, and the restriction to I.
template <class Wanted>
Result keeps(const Layout& l, const Layout& found, const Layout& expected, Wanted&& wanted) {
  Tuple indices;
  for (std::size_t i = 0; i < l.length(); ++i) {
    if (wanted(i)) indices.push_back(static_cast<Int>(i));
  }
  const Outcome<Layout> claimed = algebra::restrict(l, indices);
  if (!claimed || *claimed != literal::restricted(l, wanted)) {
    return fails("L|_I is " + text(claimed));
  }
  if (found != *claimed) return holds_if_equal(found, *claimed);
  return holds_if_equal(expected, *claimed);
}

Result check_2_1_3_6(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  return keeps(l, algebra::squeeze(l), oracle::squeeze(l),
               [&](std::size_t i) { return l.extents()[i] > 1; });
}

Result check_2_1_3_9(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool none = !literal::has_extent_one(l);
  return holds_if((algebra::squeeze(l) == l) == none,
                  [&] { return "squeeze(L) = " + to_string(algebra::squeeze(l)); });
}

Result check_2_1_3_10(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool all = std::ranges::all_of(l.extents(), [](Int s) { return s == 1; });
  return holds_if((algebra::squeeze(l) == empty_layout()) == all,
                  [&] { return "squeeze(L) = " + to_string(algebra::squeeze(l)); });
}

Result check_2_1_3_11(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Layout squeezed = algebra::squeeze(l);
  if (oracle::size(squeezed) != oracle::size(l)) return fails("1: the sizes differ");
  if (oracle::cosize(squeezed) != oracle::cosize(l)) return fails("2: the cosizes differ");
  return holds_if(literal::same_function(squeezed, l),
                  [&] { return "3: " + to_string(squeezed) + " has another function"; });
}

Result check_2_1_3_12(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  return keeps(l, algebra::filter(l), oracle::filter(l),
               [&](std::size_t i) { return l.strides()[i] > 0; });
}

Result check_2_1_3_16(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool none = std::ranges::count(l.strides(), Int{0}) == 0;
  return holds_if((algebra::filter(l) == l) == none,
                  [&] { return "filter(L) = " + to_string(algebra::filter(l)); });
}

Result check_2_1_3_17(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool all = std::ranges::all_of(l.strides(), [](Int d) { return d == 0; });
  return holds_if((algebra::filter(l) == empty_layout()) == all,
                  [&] { return "filter(L) = " + to_string(algebra::filter(l)); });
}

// ---- 2.1.3.4 Permute

/// By entries, as a right action, and by functions: φ of L^σ at x^σ is φ_L(x).
Result check_2_1_3_18(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Tuple& sigma = entries(operands, 1);
  const Tuple& tau = entries(operands, 2);
  const Outcome<Layout> found = algebra::permute(l, sigma);
  if (found.has_value() != oracle::is_permutation_of(sigma, l.length())) {
    return fails("L^σ exists, or not, against the definition");
  }
  if (!found) return holds();
  const Layout claimed =
      Layout::flat(literal::permuted(l.extents(), sigma), literal::permuted(l.strides(), sigma));
  if (*found != claimed) return holds_if_equal(*found, claimed);
  if (oracle::is_permutation_of(tau, l.length())) {
    const Outcome<Layout> twice = algebra::permute(*found, tau);
    const Outcome<Layout> once = algebra::permute(l, literal::permuted(sigma, tau));
    if (!twice || !once || *twice != *once) {
      return fails("(L^σ)^τ is " + text(twice) + " and L^(σ∘τ) is " + text(once));
    }
  }
  return holds_if(for_all_coordinates(l.extents(),
                                      [&](const Tuple& x) {
                                        return value_at(*found, literal::permuted(x, sigma)) ==
                                               value_at(l, x);
                                      }),
                  [] { return "its coordinate function is not φ_L with permuted parts"; });
}

Result check_2_1_3_22(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Tuple& sigma = entries(operands, 1);
  for (std::size_t i = 1; i < l.length(); ++i) {
    if (l.extents()[i] != l.extents()[0] || l.strides()[i] != l.strides()[0]) return unmet();
  }
  if (!oracle::is_permutation_of(sigma, l.length())) return unmet();
  const Outcome<Layout> found = algebra::permute(l, sigma);
  return holds_if(found && *found == l, [&] { return "L^σ is " + text(found); });
}

// ---- 2.1.3.5 Sort

/// The laws of a linear ordering for the three modes of L, and the algebra's word on two modes.
Result check_2_1_3_23(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  if (l.length() != 3) return unmet();
  const auto precedes = [&](std::size_t i, std::size_t j) { return literal::precedes(l, i, j); };
  const auto same = [&](std::size_t i, std::size_t j) {
    return l.extents()[i] == l.extents()[j] && l.strides()[i] == l.strides()[j];
  };
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (!precedes(i, j) && !precedes(j, i)) return fails("two modes cannot be compared");
      if (precedes(i, j) && precedes(j, i) && !same(i, j)) return fails("it is not antisymmetric");
      const Layout two =
          Layout::flat({l.extents()[i], l.extents()[j]}, {l.strides()[i], l.strides()[j]});
      if (algebra::is_sorted(two) != precedes(i, j)) {
        return fails("the algebra has another order for " + to_string(two));
      }
      for (std::size_t k = 0; k < 3; ++k) {
        if (precedes(i, j) && precedes(j, k) && !precedes(i, k)) return fails("not transitive");
      }
    }
  }
  return holds();
}

/// Between neighbours, and so between any two modes.
Result check_2_1_3_25(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool sorted = literal::is_sorted(l);
  bool all_pairs = true;
  for (std::size_t i = 0; i < l.length(); ++i) {
    for (std::size_t j = i; j < l.length(); ++j)
      all_pairs = all_pairs && literal::precedes(l, i, j);
  }
  return holds_if(algebra::is_sorted(l) == sorted && oracle::is_sorted(l) == sorted &&
                      all_pairs == sorted && (algebra::sort(l) == l) == sorted,
                  [&] { return sorted ? "it is sorted" : "it is not sorted"; });
}

Result check_2_1_3_28(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  if (std::ranges::any_of(l.strides(), [](Int d) { return d != 0; })) return unmet();
  const bool ascending = std::ranges::is_sorted(l.extents());
  return holds_if(algebra::is_sorted(l) == ascending, [&] {
    return std::string("the extents ") + (ascending ? "ascend" : "do not ascend");
  });
}

bool does_not_decrease(const Layout& layout) {
  return std::ranges::is_sorted(literal::table(layout));
}

Result check_2_1_3_29(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  if (!does_not_decrease(l)) return unmet();
  return holds_if(algebra::is_sorted(l), [&] {
    return "its function does not decrease, but the sorted layout is " +
           to_string(algebra::sort(l));
  });
}

Result check_2_1_3_29_amended(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  if (literal::has_extent_one(l) || std::ranges::count(l.strides(), Int{0}) > 0) return unmet();
  return check_2_1_3_29(operands);
}

Result check_2_1_3_29_amended2(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  if (!does_not_decrease(l)) return unmet();
  const Layout rest = algebra::filter(algebra::squeeze(l));
  return holds_if(algebra::is_sorted(rest), [&] { return to_string(rest) + " is not sorted"; });
}

/// ≼ is a linear ordering, and σ(k) is the index that has k indices up to it.
Result check_2_1_3_31(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const std::size_t m = l.length();
  const auto same_mode = [&](std::size_t i, std::size_t j) {
    return l.extents()[i] == l.extents()[j] && l.strides()[i] == l.strides()[j];
  };
  const auto comes = [&](std::size_t i, std::size_t j) {
    return literal::precedes(l, i, j) && (!same_mode(i, j) || i <= j);
  };
  Tuple sigma(m, -1);
  for (std::size_t i = 0; i < m; ++i) {
    std::size_t up_to_i = 0;
    for (std::size_t j = 0; j < m; ++j) {
      if (comes(i, j) == comes(j, i) && i != j) return fails("≼ does not order two indices");
      for (std::size_t k = 0; k < m; ++k) {
        if (comes(i, j) && comes(j, k) && !comes(i, k)) return fails("≼ is not transitive");
      }
      up_to_i += comes(j, i) ? 1 : 0;
    }
    sigma[up_to_i - 1] = static_cast<Int>(i);
  }
  const Layout claimed =
      Layout::flat(literal::permuted(l.extents(), sigma), literal::permuted(l.strides(), sigma));
  if (!literal::is_sorted(claimed)) return fails(to_string(claimed) + " is not sorted");
  // No other permutation of L is sorted.
  Tuple order = literal::identity_order(m);
  do {
    const Outcome<Layout> other = algebra::permute(l, order);
    if (!other || (literal::is_sorted(*other) && *other != claimed)) {
      return fails(text(other) + " is sorted, too");
    }
  } while (m <= 4 && std::ranges::next_permutation(order).found);
  if (oracle::sort(l) != claimed) return holds_if_equal(oracle::sort(l), claimed);
  return holds_if_equal(algebra::sort(l), claimed);
}

Result check_2_1_3_34(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Layout once = algebra::sort(l);
  if (literal::is_sorted(l) && once != l) return holds_if_equal(once, l);
  return holds_if_equal(algebra::sort(once), once);
}

Result check_2_1_3_35(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const auto image = [](const Layout& of) {
    Tuple values = literal::table(of);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  };
  const Layout sorted = algebra::sort(l);
  return holds_if(image(l) == image(sorted),
                  [&] { return to_string(sorted) + " takes other values"; });
}

// ---- 2.1.3.6 Concatenate

/// Of entries, associative, and of any number of layouts.
Result check_2_1_3_36(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const Layout& c = layout(operands, 2);
  const Layout both = star({a, b});
  if (both != literal::join(a, b)) return holds_if_equal(both, literal::join(a, b));
  const auto joined = [](const NestedTuple& x, const NestedTuple& y) {
    return algebra::flat_concatenate(std::vector{x, y});
  };
  if (both.shape() != joined(a.shape(), b.shape()) ||
      both.stride() != joined(a.stride(), b.stride())) {
    return fails("it is not S_1 ⋆ S_2 : D_1 ⋆ D_2");
  }
  const Layout left = star({both, c});
  const Layout right = star({a, star({b, c})});
  if (left != right) return holds_if_equal(left, right);
  if (star({}) != empty_layout() || star({a}) != a) return fails("for fewer than two layouts");
  return holds_if_equal(star({a, b, c}), left);
}

Result check_2_1_3_38(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Layout right = star({l, empty_layout()});
  if (right != l) return holds_if_equal(right, l);
  return holds_if_equal(star({empty_layout(), l}), l);
}

Result check_2_1_3_39(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < l.length(); ++i)
    modes.push_back(Layout::flat({l.extents()[i]}, {l.strides()[i]}));
  return holds_if_equal(star(modes), l);
}

/// For k = 0, …, 3: the claim about the first k layouts.
template <class Check>
Result for_each_k(const Operands& operands, Check&& check) {
  std::vector<Layout> layouts;
  for (std::size_t k = 0;; ++k) {
    Result result = check(layouts);
    if (result.kind != Result::Kind::holds) {
      result.why = "for k = " + std::to_string(k) + ": " + result.why;
      return result;
    }
    if (k == operands.size()) return holds();
    layouts.push_back(layout(operands, k));
  }
}

Result functions_add(const std::vector<Layout>& layouts) {
  const Layout joined = star(layouts);
  Tuple shape;
  for (const Layout& l : layouts)
    shape.insert(shape.end(), l.extents().begin(), l.extents().end());
  if (joined.extents() != shape) return fails("its shape is not S_1 ⋆ … ⋆ S_k");
  const bool coordinates_add = for_all_coordinates(joined.extents(), [&](const Tuple& x) {
    Int sum = 0;
    auto part = x.begin();
    for (const Layout& l : layouts) {
      const auto end = part + static_cast<std::ptrdiff_t>(l.length());
      sum = checked_add(sum, literal::dot(Tuple(part, end), l.strides()));
      part = end;
    }
    return value_at(joined, x) == sum;
  });
  if (!coordinates_add) return fails("the coordinate functions do not add up");
  Tuple sizes;
  std::vector<Tuple> tables;
  for (const Layout& l : layouts) {
    tables.push_back(literal::table(l));
    sizes.push_back(static_cast<Int>(tables.back().size()));
  }
  const Tuple values = algebra::table(joined);
  std::size_t count = 0;
  const bool layouts_add = for_all_coordinates(sizes, [&](const Tuple& n) {
    Int sum = 0;
    for (std::size_t i = 0; i < n.size(); ++i)
      sum = checked_add(sum, tables[i][static_cast<std::size_t>(n[i])]);
    return algebra::colex(NestedTuple::flat(sizes), n).value() == static_cast<Int>(count) &&
           values.at(count++) == sum;
  });
  return holds_if(layouts_add && count == values.size(),
                  [] { return "the layout functions do not add up"; });
}

Result attributes_add(const std::vector<Layout>& layouts) {
  const Layout joined = star(layouts);
  std::size_t rank = 0;
  Exact size = 1;
  Exact cosize = 1 - Exact{layouts.size()};
  for (const Layout& l : layouts) {
    rank += algebra::rank(l);
    size *= algebra::size(l);
    cosize += algebra::cosize(l);
  }
  if (rank != algebra::rank(joined)) return fails("1: the rank is not " + std::to_string(rank));
  if (size != oracle::size(joined)) return fails("2: the size is not " + size.str());
  return holds_if(cosize == oracle::cosize(joined),
                  [&] { return "3: the cosize is not " + cosize.str(); });
}

/// shah 2.4, the primer: the strides ascend, and the extents where strides are equal.
bool is_sorted_for_all_pairs(const Layout& l) {
  const Tuple& s = l.extents();
  const Tuple& d = l.strides();
  for (std::size_t i = 0; i < l.length(); ++i) {
    if (i + 1 < l.length() && d[i] > d[i + 1]) return false;
    for (std::size_t j = i + 1; j < l.length(); ++j) {
      if (d[i] == d[j] && s[i] > s[j]) return false;
    }
  }
  return true;
}

Result check_sorted_everywhere(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool sorted = is_sorted_for_all_pairs(l);
  return holds_if(literal::is_sorted(l) == sorted && algebra::is_sorted(l) == sorted, [&] {
    return std::string("by shah 2.4 it is ") + (sorted ? "" : "not ") + "sorted";
  });
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

std::vector<Statement> colfax_2_1_3() {
  const Domain flat = layouts(Nesting::flat);
  const Domain with_ones = literal::layouts_with_ones_and_zeros();
  const Domain sorted = often_sorted_layouts();

  return {
      {
          .id = "colfax.2.1.3.1",
          .kind = "Definition",
          .says = "For I = {i_1 < … < i_k} ⊂ ⟨m⟩, L|_I = (s_{i_1}, …, s_{i_k}):(d_{i_1}, …, "
                  "d_{i_k}).",
          .domain = layouts_with_indices(),
          .check = check_2_1_3_1,
      },
      example("colfax.2.1.3.2", "(3,6):(10,5) restricted to {2} is (6):(5)."),
      example("colfax.2.1.3.3", "(3,8,8,8):(1,3,24,192) restricted to {1,2,3}."),
      {
          .id = "colfax.2.1.3.4",
          .kind = "Example",
          .says = "L|_I = L for I = ⟨m⟩.",
          .domain = flat,
          .check = check_2_1_3_4,
      },
      {
          .id = "colfax.2.1.3.5",
          .kind = "Example",
          .says = "L|_I = ():() for empty I.",
          .domain = flat,
          .check = check_2_1_3_5,
      },
      {
          .id = "colfax.2.1.3.6",
          .kind = "Construction",
          .says = "squeeze(L) = L|_I for I = {i | s_i > 1}.",
          .domain = with_ones,
          .check = check_2_1_3_6,
      },
      example("colfax.2.1.3.7", "squeeze((64,64,1):(1,64,0))."),
      example("colfax.2.1.3.8", "squeeze((64,64,1,32,1):(2048,32,0,1,0))."),
      {
          .id = "colfax.2.1.3.9",
          .kind = "Example",
          .says = "squeeze(L) = L exactly if no extent of L is 1.",
          .domain = with_ones,
          .check = check_2_1_3_9,
      },
      {
          .id = "colfax.2.1.3.10",
          .kind = "Example",
          .says = "squeeze(L) = ():() exactly if all extents of L are 1.",
          .domain = with_ones,
          .check = check_2_1_3_10,
      },
      {
          .id = "colfax.2.1.3.11",
          .kind = "Lemma",
          .says = "L and squeeze(L) have the same size, the same cosize and the same layout "
                  "function.",
          .domain = with_ones,
          .check = check_2_1_3_11,
      },
      {
          .id = "colfax.2.1.3.12",
          .kind = "Definition",
          .says = "filter(L) = L|_I for I = {i | d_i > 0}.",
          .domain = with_ones,
          .check = check_2_1_3_12,
      },
      example("colfax.2.1.3.13", "filter((64,8,8,128):(8,1,0,512))."),
      example("colfax.2.1.3.14", "filter((3,2):(12,0)), and the tables of both."),
      example("colfax.2.1.3.15", "filter((3,8,8,8):(16,0,0,0))."),
      {
          .id = "colfax.2.1.3.16",
          .kind = "Example",
          .says = "filter(L) = L exactly if no stride of L is 0.",
          .domain = with_ones,
          .check = check_2_1_3_16,
      },
      {
          .id = "colfax.2.1.3.17",
          .kind = "Example",
          .says = "filter(L) = ():() exactly if all strides of L are 0.",
          .domain = with_ones,
          .check = check_2_1_3_17,
      },
      {
          .id = "colfax.2.1.3.18",
          .kind = "Definition",
          .says = "L^σ = shape(L)^σ:stride(L)^σ.",
          .domain = literal::with_permutations("a flat layout and two permutations of its entries",
                                               Sort::flat_layout, 2, draw_flat_layout),
          .check = check_2_1_3_18,
      },
      example("colfax.2.1.3.19", "(4,2):(12,2) under the transposition, and the tables of both."),
      example("colfax.2.1.3.20", "(15,12,10):(240,1,24) under σ = (1 2)."),
      misprinted_example("colfax.2.1.3.21",
                         "A layout with extents 2 and strides 1, 2, 4, 8, 16 under σ = (1 5)(3 2 "
                         "4).",
                         "congruent((2,2,2,2), (1,2,4,8,16)) = true",
                         "L is printed with four extents for five strides; L^σ has five.",
                         "L = (2,2,2,2,2):(1,2,4,8,16)."),
      {
          .id = "colfax.2.1.3.22",
          .kind = "Example",
          .says = "If all modes of L are equal, then L^σ = L.",
          .domain = literal::with_permutations(
              "a flat layout, mostly with equal modes, and a permutation", Sort::flat_layout, 1,
              draw_constant_layout),
          .check = check_2_1_3_22,
      },
      {
          .id = "colfax.2.1.3.23",
          .kind = "Definition",
          .says = "s:d ⪯ s':d' if d < d', or d = d' and s ≤ s'. This is a linear ordering.",
          .domain = layouts_of_rank_three(),
          .check = check_2_1_3_23,
          .remark = "Checked for three modes at a time, with s ≥ 1 and d ≥ 0, as modes of layouts "
                    "have them.",
      },
      example("colfax.2.1.3.24", "5:8 ⪯ 4:12 ⪯ 5:12."),
      {
          .id = "colfax.2.1.3.25",
          .kind = "Definition",
          .says = "L is sorted if mode_i(L) ⪯ mode_{i+1}(L) for 1 ≤ i < rank(L).",
          .domain = sorted,
          .check = check_2_1_3_25,
      },
      example("colfax.2.1.3.26", "Two layouts that are sorted, and two that are not."),
      example("colfax.2.1.3.27", "():() is sorted."),
      {
          .id = "colfax.2.1.3.28",
          .kind = "Example",
          .says = "If all strides of L are 0, then L is sorted exactly if s_1 ≤ … ≤ s_m.",
          .domain = layouts_of_strides_zero(),
          .check = check_2_1_3_28,
      },
      {
          .id = "colfax.2.1.3.29",
          .kind = "Lemma",
          .says = "If Φ_L is non-decreasing, then L is sorted.",
          .domain = layouts_that_do_not_decrease(false),
          .check = check_2_1_3_29,
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.1.3.29((1,1):(1,0)) = false",
          .remark =
              "The proof evaluates φ_L at a coordinate whose part i is 1, which there is only "
              "if s_i > 1; so entries of extent 1 can stand anywhere. In its second case it "
              "divides by d_i, as it were: for strides d_i = d_{i+1} = 0 both values are 0, "
              "as for (3,2):(0,0), whose function is constant.",
          .change = "Suppose that no extent is 1 and no stride 0; or conclude that "
                    "filter(squeeze(L)) is sorted.",
      },
      {
          .id = "colfax.2.1.3.29.amended",
          .kind = "Amendment",
          .says = "If Φ_L is non-decreasing, and L has no extent 1 and no stride 0, then L is "
                  "sorted.",
          .domain = layouts_that_do_not_decrease(true),
          .check = check_2_1_3_29_amended,
      },
      {
          .id = "colfax.2.1.3.29.amended2",
          .kind = "Amendment",
          .says = "If Φ_L is non-decreasing, then filter(squeeze(L)) is sorted.",
          .domain = layouts_that_do_not_decrease(false),
          .check = check_2_1_3_29_amended2,
      },
      remark_2_1_3_30(),
      {
          .id = "colfax.2.1.3.31",
          .kind = "Construction",
          .says = "sort(L) = L^σ for the permutation σ of the linear ordering of ⟨m⟩ by mode, and "
                  "by index where modes are equal.",
          .domain = flat,
          .check = check_2_1_3_31,
      },
      example("colfax.2.1.3.32", "sort((2,4,8,16):(64,1,2,4))."),
      example("colfax.2.1.3.33", "sort((5,32,16):(1,5,5))."),
      {
          .id = "colfax.2.1.3.34",
          .kind = "Example",
          .says = "sort(L) = L if L is sorted; so sort(sort(L)) = sort(L).",
          .domain = sorted,
          .check = check_2_1_3_34,
      },
      {
          .id = "colfax.2.1.3.35",
          .kind = "Observation",
          .says = "Φ_L and Φ_sort(L) have the same image, though they mostly differ.",
          .domain = flat,
          .check = check_2_1_3_35,
      },
      {
          .id = "colfax.2.1.3.36",
          .kind = "Definition",
          .says =
              "L_1 ⋆ L_2 = S_1 ⋆ S_2 : D_1 ⋆ D_2; ⋆ is associative, so that L_1 ⋆ … ⋆ L_k has a "
              "meaning.",
          .domain = layouts(Nesting::flat, 3),
          .check = check_2_1_3_36,
      },
      example("colfax.2.1.3.37", "(7,2):(2,1) ⋆ (3,3,3):(0,10,30)."),
      {
          .id = "colfax.2.1.3.38",
          .kind = "Example",
          .says = "L ⋆ E = L = E ⋆ L for E = ():().",
          .domain = flat,
          .check = check_2_1_3_38,
      },
      {
          .id = "colfax.2.1.3.39",
          .kind = "Observation",
          .says = "L = L_1 ⋆ … ⋆ L_m for L_i = (s_i):(d_i).",
          .domain = flat,
          .check = check_2_1_3_39,
      },
      {
          .id = "colfax.2.1.3.40",
          .kind = "Proposition",
          .says = "φ of L_1 ⋆ … ⋆ L_k is φ_{L_1} + … + φ_{L_k} on the parts of a coordinate, and "
                  "its Φ is (Φ_{L_1} + … + Φ_{L_k}) ∘ colex⁻¹ for the sizes N_1, …, N_k.",
          .domain = cut_layouts(),
          .check = [](const Operands& operands) { return for_each_k(operands, functions_add); },
          .remark = "Checked for k = 0 to 3.",
          .slips = {"The diagram of the proof ends its products in [0, N_1) and [0, S_1); [0, N_k) "
                    "and [0, S_k) are meant."},
      },
      {
          .id = "colfax.2.1.3.41",
          .kind = "Proposition",
          .says = "rank and size of L_1 ⋆ … ⋆ L_k are the sum of the ranks and the product of the "
                  "sizes; its cosize is 1 − k + Σ cosize(L_i).",
          .domain = layouts(Nesting::flat, 3),
          .check = [](const Operands& operands) { return for_each_k(operands, attributes_add); },
          .remark = "Checked for k = 0 to 3.",
          .slips = {"In the proof the last summand 1 + max(Φ) has L_1; L_k is meant."},
      },
      {
          .id = "relation.sorted-in-colfax-shah-and-primer",
          .kind = "Relation",
          .says =
              "A flat layout is sorted in the sense of colfax 2.1.3.25 exactly if it is in that "
              "of shah 2.4 and of the primer: the strides ascend, and s_i ≤ s_j for i < j with "
              "d_i = d_j.",
          .domain = sorted,
          .check = check_sorted_everywhere,
      },
  };
}

}  // namespace layoutcheck::properties
