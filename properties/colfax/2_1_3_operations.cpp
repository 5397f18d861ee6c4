// The statements on restriction, squeeze, filter, permutation and concatenation of flat layouts
// (colfax 2.1.3.1 to 2.1.3.22, 2.1.3.36 to 2.1.3.41).
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

namespace layoutcheck::properties {

namespace {

using as_printed::for_all_coordinates;
using as_printed::layout;

Layout star(const std::vector<Layout>& layouts) {
  return algebra::flat_concatenate(layouts);
}

/// φ_L(x), as the algebra has it.
Int the_value_at(const Layout& layout, const Tuple& x) {
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
                       for (std::size_t i = 0; i < l.length(); ++i)
                         if (entropy.chance(60)) indices.push_back(static_cast<Int>(i));
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
  const auto stride = static_cast<Int>(entropy.below(9));
  const Int extent = draw_extent(entropy, size);
  const Layout l = Layout::flat(Tuple(rank, extent), Tuple(rank, stride));
  return entropy.chance(15) ? perturb(entropy, l) : l;
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
                         operands.emplace_back(as_printed::restricted(
                             l, [&](std::size_t i) { return cuts[k] <= i && i < cuts[k + 1]; }));
                       }
                       return operands;
                     });
}

// ---- 2.1.3.1 Restriction

/// By entries, and by functions: φ of L|_I is φ_L where the other parts are 0.
Result check_2_1_3_1(const Layout& l, const Tuple& indices) {
  const Outcome<Layout> found = algebra::restrict(l, indices);
  const bool subset = increases(indices) && std::ranges::all_of(indices, [&](Int i) {
                        return i >= 0 && i < static_cast<Int>(l.length());
                      });
  if (!subset || !found)
    return agree<bool>({{"I is a set of indices", subset}, {"L|_I exists", found.has_value()}});
  const Layout claimed = as_printed::restricted(
      l, [&](std::size_t i) { return std::ranges::count(indices, static_cast<Int>(i)) > 0; });
  return holds_if_equal(*found, claimed).then([&] {
    const auto agree_at = [&](const Tuple& x) {
      Tuple y(l.length(), 0);
      for (std::size_t k = 0; k < x.size(); ++k)
        y[static_cast<std::size_t>(indices[k])] = x[k];
      return the_value_at(*found, x) == the_value_at(l, y);
    };
    return holds_if(for_all_coordinates(found->extents(), agree_at),
                    "its coordinate function is no restriction");
  });
}

Result check_2_1_3_4(const Layout& l) {
  const Outcome<Layout> found = algebra::restrict(l, as_printed::identity_order(l.length()));
  return holds_if_equal(found, l);
}

Result check_2_1_3_5(const Layout& l) {
  return holds_if_equal(algebra::restrict(l, Tuple{}), Layout());
}

// ---- 2.1.3.2 Squeeze, 2.1.3.3 Filter

/// What an operation keeps, against its definition, the oracle, and the restriction to I.
template <class Wanted>
Result keeps(const Layout& l, const Layout& found, const Layout& expected, Wanted&& wanted) {
  Tuple indices;
  for (std::size_t i = 0; i < l.length(); ++i)
    if (wanted(i)) indices.push_back(static_cast<Int>(i));
  return agree<Layout>({{"L|_I by entries", as_printed::restricted(l, wanted)},
                        {"L|_I", algebra::restrict(l, indices)},
                        {"the algebra", found},
                        {"the oracle", expected}});
}

Result check_2_1_3_6(const Layout& l) {
  return keeps(l, algebra::squeeze(l), oracle::squeeze(l),
               [&](std::size_t i) { return l.extents()[i] > 1; });
}

Result check_2_1_3_9(const Layout& l) {
  return agree<bool>({{"no extent is 1", !as_printed::has_extent_one(l)},
                      {"squeeze(L) = L", algebra::squeeze(l) == l}});
}

Result check_2_1_3_10(const Layout& l) {
  const bool all = std::ranges::all_of(l.extents(), [](Int s) { return s == 1; });
  return agree<bool>(
      {{"all extents are 1", all}, {"squeeze(L) = E", algebra::squeeze(l) == Layout()}});
}

Result check_2_1_3_11(const Layout& l) {
  const Layout squeezed = algebra::squeeze(l);
  if (oracle::size(squeezed) != oracle::size(l)) return fails("1: the sizes differ");
  if (oracle::cosize(squeezed) != oracle::cosize(l)) return fails("2: the cosizes differ");
  return holds_if(as_printed::same_function(squeezed, l),
                  [&] { return "3: " + to_string(squeezed) + " has another function"; });
}

Result check_2_1_3_12(const Layout& l) {
  return keeps(l, algebra::filter(l), oracle::filter(l),
               [&](std::size_t i) { return l.strides()[i] > 0; });
}

Result check_2_1_3_16(const Layout& l) {
  return agree<bool>({{"no stride is 0", std::ranges::count(l.strides(), Int{0}) == 0},
                      {"filter(L) = L", algebra::filter(l) == l}});
}

Result check_2_1_3_17(const Layout& l) {
  const bool all = std::ranges::all_of(l.strides(), [](Int d) { return d == 0; });
  return agree<bool>(
      {{"all strides are 0", all}, {"filter(L) = E", algebra::filter(l) == Layout()}});
}

// ---- 2.1.3.4 Permute

/// By entries, as a right action, and by functions: φ of L^σ at x^σ is φ_L(x).
Result check_2_1_3_18(const Layout& l, const Tuple& sigma, const Tuple& tau) {
  const Outcome<Layout> found = algebra::permute(l, sigma);
  if (found.has_value() != oracle::is_permutation_of(sigma, l.length()))
    return fails("L^σ exists, or not, against the definition");
  if (!found) return holds();
  const Layout claimed = Layout::flat(as_printed::permuted(l.extents(), sigma),
                                      as_printed::permuted(l.strides(), sigma));
  if (*found != claimed) return holds_if_equal(*found, claimed);
  if (oracle::is_permutation_of(tau, l.length())) {
    const Outcome<Layout> twice = algebra::permute(*found, tau);
    const Outcome<Layout> once = algebra::permute(l, as_printed::permuted(sigma, tau));
    if (!twice || !once || *twice != *once)
      return fails("(L^σ)^τ is " + text(twice) + " and L^(σ∘τ) is " + text(once));
  }
  return holds_if(for_all_coordinates(l.extents(),
                                      [&](const Tuple& x) {
                                        return the_value_at(*found,
                                                            as_printed::permuted(x, sigma)) ==
                                               the_value_at(l, x);
                                      }),
                  "its coordinate function is not φ_L with permuted parts");
}

Result check_2_1_3_22(const Layout& l, const Tuple& sigma) {
  for (std::size_t i = 1; i < l.length(); ++i)
    if (l.extents()[i] != l.extents()[0] || l.strides()[i] != l.strides()[0]) return unmet();
  if (!oracle::is_permutation_of(sigma, l.length())) return unmet();
  const Outcome<Layout> found = algebra::permute(l, sigma);
  return holds_if_equal(found, l);
}

// ---- 2.1.3.6 Concatenate

/// Of entries, associative, and of any number of layouts.
Result check_2_1_3_36(const Layout& a, const Layout& b, const Layout& c) {
  const Layout both = star({a, b});
  const auto joined = [](const NestedTuple& x, const NestedTuple& y) {
    return algebra::flat_concatenate(std::vector{x, y});
  };
  const Layout left = star({both, c});
  return all_hold({{both == as_printed::join(a, b), "the entries are joined"},
                   {both.shape() == joined(a.shape(), b.shape()), "its shape is S_1 ⋆ S_2"},
                   {both.stride() == joined(a.stride(), b.stride()), "its stride is D_1 ⋆ D_2"},
                   {left == star({a, star({b, c})}), "it is associative"},
                   {star({}) == Layout() && star({a}) == a, "for fewer than two layouts"},
                   {star({a, b, c}) == left, "for three layouts"},
                   {star({a, b, c, b, a}) == star({left, star({b, a})}), "for five layouts"}});
}

Result check_2_1_3_38(const Layout& l) {
  const Layout right = star({l, Layout()});
  if (right != l) return holds_if_equal(right, l);
  return holds_if_equal(star({Layout(), l}), l);
}

/// L_1, …, L_m of 2.1.3.39.
std::vector<Layout> modes_of(const Layout& l) {
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < l.length(); ++i)
    modes.push_back(Layout::flat({l.extents()[i]}, {l.strides()[i]}));
  return modes;
}

Result check_2_1_3_39(const Layout& l) {
  return holds_if_equal(star(modes_of(l)), l);
}

/// The claim about the first k layouts for k = 0, …, 3, and for their modes, which are any number.
Result for_each_k(const Layout& a, const Layout& b, const Layout& c,
                  Result (*check)(const std::vector<Layout>&)) {
  std::vector<std::vector<Layout>> choices{{}, {a}, {a, b}, {a, b, c}};
  choices.push_back(modes_of(star(choices.back())));
  for (const std::vector<Layout>& layouts : choices) {
    Result result = check(layouts);
    if (result.kind != Result::Kind::holds) {
      result.why = "for k = " + std::to_string(layouts.size()) + ": " + result.why;
      return result;
    }
  }
  return holds();
}

/// Σ φ_{L_i}(x_i) for x = x_1 ⋆ … ⋆ x_k with x_i in [0, S_i).
Int sum_at_coordinate(const std::vector<Layout>& layouts, const Tuple& x) {
  Int sum = 0;
  auto part = x.begin();
  for (const Layout& l : layouts) {
    const auto end = part + static_cast<std::ptrdiff_t>(l.length());
    sum = checked_add(sum, as_printed::dot(Tuple(part, end), l.strides()));
    part = end;
  }
  return sum;
}

/// Σ Φ_{L_i}(n_i), from the tables of the Φ_{L_i}.
Int sum_at(const std::vector<Tuple>& tables, const Tuple& n) {
  Int sum = 0;
  for (std::size_t i = 0; i < n.size(); ++i)
    sum = checked_add(sum, tables[i][static_cast<std::size_t>(n[i])]);
  return sum;
}

Result functions_add(const std::vector<Layout>& layouts) {
  const Layout l = star(layouts);
  const Tuple phi = algebra::table(l);
  std::vector<Tuple> phis;
  Tuple shape;
  Tuple sizes;
  for (const Layout& each : layouts) {
    phis.push_back(as_printed::table(each));
    shape.insert(shape.end(), each.extents().begin(), each.extents().end());
    sizes.push_back(std::ssize(phis.back()));
  }
  const auto colex = [&](const Tuple& n) {
    return static_cast<std::size_t>(algebra::colex(NestedTuple::flat(sizes), n).value());
  };
  const auto parts_add = [&](const Tuple& x) {
    return the_value_at(l, x) == sum_at_coordinate(layouts, x);
  };
  const auto values_add = [&](const Tuple& n) { return phi.at(colex(n)) == sum_at(phis, n); };
  if (l.extents() != shape) return fails("its shape is not S_1 ⋆ … ⋆ S_k");
  return all_hold(
      {{for_all_coordinates(shape, parts_add), "φ(x_1 ⋆ … ⋆ x_k) is the sum of the φ_{L_i}(x_i)"},
       {as_printed::product(sizes) == std::ssize(phi),
        "Φ and Σ Φ_{L_i} ∘ colex⁻¹ have the same domain"},
       {for_all_coordinates(sizes, values_add),
        "Φ(colex(n_1, …, n_k)) is the sum of the Φ_{L_i}(n_i)"}});
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
  if (size != oracle::size(joined)) return fails("2: the size is not " + digits(size));
  return holds_if(cosize == oracle::cosize(joined),
                  [&] { return "3: the cosize is not " + digits(cosize); });
}

}  // namespace

std::vector<Binding> colfax_2_1_3() {
  const Domain flat = layouts(Nesting::flat);
  const Domain with_ones = as_printed::layouts_with_ones_and_zeros();

  return {
      {"colfax.2.1.3.1", layouts_with_indices(), check_2_1_3_1},
      {"colfax.2.1.3.4", flat, check_2_1_3_4},
      {"colfax.2.1.3.5", flat, check_2_1_3_5},
      {"colfax.2.1.3.6", with_ones, check_2_1_3_6},
      {"colfax.2.1.3.9", with_ones, check_2_1_3_9},
      {"colfax.2.1.3.10", with_ones, check_2_1_3_10},
      {"colfax.2.1.3.11", with_ones, check_2_1_3_11},
      {"colfax.2.1.3.12", with_ones, check_2_1_3_12},
      {"colfax.2.1.3.16", with_ones, check_2_1_3_16},
      {"colfax.2.1.3.17", with_ones, check_2_1_3_17},
      {"colfax.2.1.3.18",
       as_printed::with_permutations("a flat layout and two permutations of its entries",
                                     Sort::flat_layout, 2, draw_flat_layout),
       check_2_1_3_18},
      {"colfax.2.1.3.22",
       as_printed::with_permutations("a flat layout, mostly with equal modes, and a permutation",
                                     Sort::flat_layout, 1, draw_constant_layout),
       check_2_1_3_22},
      {"colfax.2.1.3.36", layouts(Nesting::flat, 3), check_2_1_3_36},
      {"colfax.2.1.3.38", flat, check_2_1_3_38},
      {"colfax.2.1.3.39", flat, check_2_1_3_39},
      {"colfax.2.1.3.40", cut_layouts(), with(for_each_k, functions_add)},
      {"colfax.2.1.3.41", layouts(Nesting::flat, 3), with(for_each_k, attributes_add)},
  };
}

}  // namespace layoutcheck::properties
