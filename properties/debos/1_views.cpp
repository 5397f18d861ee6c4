// Statements about row-major views and the criterion for merging them (debos 1 to 3). The operands
// are those of as_printed/views.hpp.
#include "as_printed/flat.hpp"
#include "as_printed/views.hpp"
#include "lists.hpp"

#include <map>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;
using namespace views_as_printed;

/// v_1, v_2 and a view that mostly merges them.
Domain merged_views() {
  return make_domain("two views and one that mostly merges them", std::vector(3, Sort::flat_layout),
                     [](Entropy& entropy, int) -> Operands {
                       Layout first = draw_view(entropy, 3);
                       Layout second = draw_view_into(entropy, first.extents());
                       const Outcome<Layout> merged = views::merge(first, second, view_limit);
                       Layout third = merged && entropy.chance(85)
                                          ? *merged
                                          : draw_strides(entropy, second.shape());
                       if (entropy.chance(10)) third = perturb(entropy, third);
                       return {std::move(first), std::move(second), std::move(third)};
                     });
}

/// s and a view v_2 into it, as where the strides of v_1 are still open.
Domain shape_and_view() {
  return make_domain("a shape and a view into it", {Sort::flat_shape, Sort::flat_layout},
                     [](Entropy& entropy, int) -> Operands {
                       Tuple shape = draw_view_shape(entropy, 4);
                       Layout view = draw_view_into(entropy, shape);
                       return {NestedTuple::flat(std::move(shape)), std::move(view)};
                     });
}

// ---- 1 and 2: views and merging

/// (v^s)⁻¹ at a number, which the remark takes to be any.
Result is_unravelled(const Tuple& s, Int x, bool any_number) {
  // The indices in row-major order: the last part runs fastest.
  const std::vector<Tuple> order = index_set(s);
  const Outcome<Tuple> found = views::unravel(s, x);
  if (x >= std::ssize(order)) {
    if (found) return fails("its domain is not [0, ∏ s)");
    return any_number ? fails("v^s sends no index to it") : unmet();
  }
  const auto at = static_cast<std::size_t>(x);
  return agree<Tuple>({{"in row-major order", order[at]},
                       {"(v^s)⁻¹", inverse_of_contiguous(s)[at]},
                       {"the algebra", found}});
}

/// v at each of the indices.
Tuple values_at(const Layout& view, const std::vector<Tuple>& indices) {
  Tuple values;
  for (const Tuple& index : indices)
    values.push_back(value(view, index));
  return values;
}

/// f_{v_1,v_2}: the algebra's answer, as a whole and at each index.
Result is_functional_composition(const Layout& first, const Layout& second, Wording wording) {
  const std::optional<Composite> f = compose(first, second);
  const Outcome<Tuple> found = views::composition(first, second, view_limit);
  if (found.has_value() != f.has_value()) return fails("the algebra disagrees");
  if (!f) return without_composite(wording);
  return all_hold({holds_if_equal(found, f->values), holds_for_all(f->indices, [&](const Tuple& i) {
                     return holds_if_equal(views::compose_at(first, second, i), f->at(i));
                   })});
}

/// Whether v is the merged view: the algebra's answer against the graphs of both functions.
Result is_judged(const Layout& first, const Layout& second, const Layout& v, Wording wording) {
  const std::optional<Composite> f = compose(first, second);
  if (!f) return without_composite(wording);
  // Functions are equal if their graphs are.
  const std::vector<Tuple> indices = index_set(v.extents());
  const bool merged = indices == f->indices && values_at(v, indices) == f->values;
  return all_hold(
      {holds_if(!merged || v.extents() == second.extents(), "the shapes differ"),
       agree<bool>({{"it is the merged view", merged},
                    {"the algebra", views::is_merged_view(v, first, second, view_limit)}})});
}

/// Whether there is a merged view: the algebra's answer against a search for strides.
Result is_mergeability_decided(const Layout& first, const Layout& second, const Composite& f) {
  const Outcome<Layout> merged = views::merge(first, second, view_limit);
  return all_hold({{merged.has_value() != fitting_strides(f, second.extents(), 1).empty(),
                    "the algebra merges them exactly if strides fit"},
                   {!merged || (merged->extents() == second.extents() &&
                                values_at(*merged, f.indices) == f.values),
                    "the algebra's view is a merged view"}});
}

Result check_1(const NestedTuple& s, const NestedTuple& sigma) {
  const bool admitted = s.length() == sigma.length() &&
                        std::ranges::all_of(s.entries(), [](Int x) { return x >= 1; });
  const Outcome<Layout> found = views::view(s.entries(), sigma.entries());
  // The text form admits the same pairs, and gives them back.
  std::optional<Layout> parsed;
  try {
    parsed = parse_layout(to_string(s) + ":" + to_string(sigma));
  } catch (const std::exception&) {
  }
  return all_hold({agree<bool>({{"admitted", admitted},
                                {"the algebra", found.has_value()},
                                {"the text form", parsed.has_value()}}),
                   holds_if(!found || !parsed ||
                                (*parsed == *found && found->extents() == s.entries() &&
                                 found->strides() == sigma.entries()),
                            "the view does not consist of the two tuples")});
}

Result check_2(const Tuple& s) {
  const std::vector<Tuple> found = views::index_set(s, view_limit);
  // Among all tuples with parts up to the greatest extent, exactly those of the
  // definition. Where these are too many, part by part.
  const Tuple box(s.size(), s.empty() ? 1 : checked_add(std::ranges::max(s), 1));
  const bool is_small = size_of(box) <= limits.points;
  std::vector<Tuple> expected = index_set(is_small ? box : s);
  std::erase_if(expected, [&](const Tuple& i) { return !is_coordinate(i, s); });
  return holds_if(found == expected && Exact{found.size()} == size_of(s),
                  [&] { return std::to_string(found.size()) + " indices were found"; });
}

Result check_3(const Layout& v, const Tuple& i) {
  const Outcome<Int> found = views::offset(v, i);
  const bool inside = is_coordinate(i, v.extents());
  if (found.has_value() != inside) return fails("its domain is not I_s");
  if (!inside) return unmet();
  // The coordinate function of the layout s:σ (colfax 2.1.2.13) has the same
  // values.
  return agree<Exact>({{"v(i)", Exact{value(v, i)}},
                       {"the algebra", Exact{*found}},
                       {"s:σ", Exact{oracle::coordinate_value(v, oracle::to_exact(i))}}});
}

Result check_4(const Layout& v, const NestedTuple& a, const NestedTuple& b) {
  if (a.length() != v.length() || b.length() != v.length()) return unmet();
  Tuple sum = a.entries();
  for (std::size_t l = 0; l < sum.size(); ++l)
    sum[l] = checked_add(sum[l], b.entries()[l]);
  const Outcome<Int> whole = views::offset(v, sum);
  const Outcome<Int> first = views::offset(v, a.entries());
  const Outcome<Int> second = views::offset(v, b.entries());
  if (!whole || !first || !second) return unmet();
  return agree<Int>({{"v(i + i')", whole},
                     {"v(i) + v(i')", *first + *second},
                     {"Σ (i_ℓ + i'_ℓ) σ_ℓ", value(v, sum)}});
}

Result check_5(const Tuple& s) {
  // Row-major: it numbers the indices in lexicographic order.
  Tuple numbers = values_at(contiguous(s), index_set(s));
  return all_hold({holds_if_equal(views::contiguous_view(s), contiguous(s)),
                   holds_if_equal(numbers, identity_order(numbers.size()))});
}

std::vector<Binding> view_statements() {
  return {
      {"debos.1",
       make_domain(
           "two flat tuples, mostly of equal length", {Sort::flat_tuple, Sort::flat_tuple},
           [](Entropy& entropy, int) -> Operands {
             Layout view = draw_view(entropy, 4);
             Tuple shape = view.extents();
             Tuple strides = view.strides();
             if (entropy.chance(10)) strides.push_back(1);
             if (!shape.empty() && entropy.chance(15)) shape[entropy.below(shape.size())] = 0;
             return {NestedTuple::flat(std::move(shape)), NestedTuple::flat(std::move(strides))};
           }),
       check_1},
      {"debos.2",
       make_domain("a flat tuple of small numbers", {Sort::flat_tuple},
                   [](Entropy& entropy, int) -> Operands {
                     Tuple shape = draw_view_shape(entropy, 4);
                     if (!shape.empty() && entropy.chance(10))
                       shape[entropy.below(shape.size())] = 0;
                     return {NestedTuple::flat(std::move(shape))};
                   }),
       check_2},
      {"debos.3",
       make_domain(
           "a view and an index, mostly of its shape", {Sort::flat_layout, Sort::flat_tuple},
           [](Entropy& entropy, int) -> Operands {
             Layout view = draw_view(entropy, 4);
             Tuple index;
             for (Int s : view.extents())
               index.push_back(static_cast<Int>(entropy.below(static_cast<std::size_t>(s))));
             if (!index.empty() && entropy.chance(8)) index[0] = view.extents()[0];
             return {std::move(view), NestedTuple::flat(std::move(index))};
           }),
       check_3},
      {"debos.4",
       make_domain("a view and two indices, whose sum is mostly one",
                   {Sort::flat_layout, Sort::flat_tuple, Sort::flat_tuple},
                   [](Entropy& entropy, int) -> Operands {
                     Layout view = draw_view(entropy, 4);
                     Tuple a;
                     Tuple b;
                     for (Int s : view.extents()) {
                       a.push_back(static_cast<Int>(entropy.below(static_cast<std::size_t>(s))));
                       b.push_back(
                           static_cast<Int>(entropy.below(static_cast<std::size_t>(s - a.back()))));
                     }
                     if (!a.empty() && entropy.chance(5)) ++a[0];
                     return {std::move(view), NestedTuple::flat(std::move(a)),
                             NestedTuple::flat(std::move(b))};
                   }),
       check_4},
      {"debos.5",
       make_domain("a flat shape", {Sort::flat_shape},
                   [](Entropy& entropy, int) -> Operands {
                     return {NestedTuple::flat(draw_view_shape(entropy, 4))};
                   }),
       check_5},
      {"debos.6", view_pairs(), with(is_functional_composition, Wording::as_printed)},
      {"debos.6.amended", with(is_functional_composition, Wording::amended)},
      {"debos.7", shape_and_numbers(1), with(is_unravelled, true)},
      {"debos.7.amended", with(is_unravelled, false)},
      {"debos.8", merged_views(), with(is_judged, Wording::as_printed)},
      {"debos.8.amended", with(is_judged, Wording::amended)},
      {"debos.9", view_pairs(), on_composite(Wording::as_printed, is_mergeability_decided)},
      {"debos.9.amended", on_composite(Wording::amended, is_mergeability_decided)},
  };
}

// ---- 3: the main result

bool meets_criterion(const Composite& f, const std::vector<Increment>& steps) {
  return std::ranges::all_of(
      steps, [&](const Increment& step) { return views_as_printed::meets_criterion(f, step); });
}

/// Mergeable if and only if the criterion is met, and then by the strides f(e_j) alone. Where an
/// extent is 1, which the note after definition 1 excludes, there is no e_j, and any stride fits.
Result is_decided_by_criterion(const Layout& first, const Layout& second, const Composite& f) {
  const Tuple& shape = second.extents();
  // Two show that the view is not unique; with a few more it shows in an extent above 1.
  const std::vector<Tuple> strides = fitting_strides(f, shape, 8);
  const auto are_units = [&](const Tuple& sigma) {
    for (std::size_t j = 0; j < shape.size(); ++j)
      if (shape[j] > 1 && sigma[j] != f.at(unit(shape.size(), j))) return false;
    return true;
  };
  return all_hold(
      {agree<bool>({{"the criterion is met", meets_criterion(f, increments(shape))},
                    {"strides fit", !strides.empty()},
                    {"the algebra", views::merge(first, second, view_limit).has_value()}}),
       holds_if(std::ranges::all_of(strides, are_units), "the strides that fit are not f(e_j)")});
}

/// The rank of the rows over the rational numbers, by elimination without fractions.
std::size_t rank_of(const std::vector<Tuple>& forms) {
  std::vector<std::vector<Exact>> rows;
  for (const Tuple& form : forms)
    rows.push_back(oracle::to_exact(form));
  std::size_t rank = 0;
  const std::size_t columns = rows.empty() ? 0 : rows[0].size();
  for (std::size_t column = 0; column < columns && rank < rows.size(); ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column] == 0)
      ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const Exact factor = rows[i][column];
      for (std::size_t c = 0; c < columns; ++c)
        rows[i][c] = rows[i][c] * rows[rank][column] - rows[rank][c] * factor;
    }
    ++rank;
  }
  return rank;
}

/// Whether the form is no combination of the others.
bool is_independent(const Tuple& form, std::vector<Tuple> others) {
  const std::size_t rank = rank_of(others);
  others.push_back(form);
  return rank_of(others) > rank;
}

/// Every increment has to be checked: for each there are strides of v_1 with which it alone fails.
///
/// There are such strides if and only if its linear form is no combination of the others. If it is
/// none, there are rational strides at which the others vanish and it does not; and as all forms
/// vanish at the contiguous strides, which are positive, a multiple of these makes them natural
/// numbers.
Result needs_every_increment(const NestedTuple& s, const Layout& second) {
  const std::optional<Composite> f = compose(contiguous(s.entries()), second);
  if (!f) return without_composite(Wording::as_printed);
  std::vector<Tuple> forms;
  for (const Increment& step : increments(second.extents()))
    forms.push_back(linear_form(*f, step));
  if (forms.empty()) return unmet();
  for (std::size_t i = 0; i < forms.size(); ++i) {
    oracle::charge(Exact{i + 1} * forms.size(), limits, "the pairs of increments");
    std::vector<Tuple> others = forms;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (!is_independent(forms[i], std::move(others)))
      return fails("the condition of increment " + std::to_string(i) + " follows from the others");
  }
  return holds();
}

/// One increment for each set of overflowing positions suffices; and each set whose equation is no
/// combination of the others is needed: there are strides with which its increments alone fail.
Result needs_one_increment_for_each_overflow(const NestedTuple& s, const Layout& second) {
  const Tuple& shape = s.entries();
  const std::optional<Composite> f = compose(contiguous(shape), second);
  if (!f || shape.size() > 4) return unmet();
  std::map<std::set<std::size_t>, std::vector<Increment>> by_overflow;
  for (const Increment& step : increments(second.extents()))
    by_overflow[overflow(*f, shape, step)].push_back(step);
  if (by_overflow.empty()) return unmet();
  // Those of one set are one condition, and those without an overflow none.
  std::map<std::set<std::size_t>, Tuple> forms;
  for (const auto& [positions, steps] : by_overflow) {
    forms[positions] = linear_form(*f, steps.front());
    for (const Increment& step : steps)
      if (linear_form(*f, step) != forms[positions]) return fails("one overflow, two conditions");
  }
  const Tuple nothing(shape.size(), 0);
  if (forms.contains({}) && forms.at({}) != nothing) return fails("a condition without overflow");
  for (const auto& [positions, form] : forms) {
    if (positions.empty()) continue;
    std::vector<Tuple> others;
    for (const auto& [other, row] : forms)
      if (other != positions) others.push_back(row);
    if (!is_independent(form, std::move(others))) continue;
    // Look for x_j = σ_{j−1} − s_j σ_j among small numbers, and take strides that have them.
    bool found = false;
    for (const Tuple& shifted : index_set(Tuple(shape.size() - 1, 5))) {
      Tuple sigma(shape.size(), 40);
      for (std::size_t j = shape.size() - 1; j > 0; --j)
        sigma[j - 1] = shape[j] * sigma[j] + shifted[j - 1] - 2;
      if (std::ranges::min(sigma) < 0) continue;
      const std::optional<Composite> g = compose(Layout::flat(shape, sigma), second);
      found = std::ranges::all_of(by_overflow, [&](const auto& other) {
        return std::ranges::all_of(other.second, [&](const Increment& step) {
          return views_as_printed::meets_criterion(*g, step) == (other.first != positions);
        });
      });
      if (found) break;
    }
    if (!found) return fails("no strides were found with which one overflow alone fails");
  }
  return holds();
}

/// The number of conditions, and that computing them decides as the algebra does.
Result is_criterion_computed(const Layout& first, const Layout& second, const Composite& f) {
  const Tuple& shape = second.extents();
  const std::vector<Increment> steps = increments(shape);
  Exact count = 0;
  for (std::size_t j = 0; j < shape.size(); ++j) {
    Tuple others = shape;
    others[j] -= 1;
    count += size_of(others);
  }
  return all_hold(
      {agree<Exact>({{"Σ_j (s'_j − 1)·∏_{ℓ≠j} s'_ℓ", count},
                     {"the conditions", Exact{steps.size()}},
                     {"the algebra", Exact{views::count_increments(shape)}}}),
       agree<bool>({{"the conditions are met", meets_criterion(f, steps)},
                    {"the algebra", views::merge(first, second, view_limit).has_value()}})});
}

std::vector<Binding> theorem_statements() {
  return {
      {"debos.10", view_pairs(), on_composite(Wording::as_printed, is_decided_by_criterion)},
      {"debos.10.amended", on_composite(Wording::amended, is_decided_by_criterion)},
      {"debos.11", shape_and_view(), needs_every_increment},
      {"debos.11.amended", needs_one_increment_for_each_overflow},
      {"debos.12", view_pairs(), on_composite(Wording::as_printed, is_criterion_computed)},
      {"debos.12.amended", on_composite(Wording::amended, is_criterion_computed)},
  };
}

}  // namespace

std::vector<Binding> debos() {
  return joined({view_statements, theorem_statements});
}

}  // namespace layoutcheck::properties
