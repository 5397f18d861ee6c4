// Statements about row-major views and the criterion for merging them (debos 1 to 3). The operands
// are those of as_printed/views.hpp.
#include "as_printed/views.hpp"
#include "lists.hpp"

#include <map>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;
using namespace views_as_printed;
namespace views = algebra::views;

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
Result is_unravelled(const NestedTuple& s, Int x, bool any_number) {
  // The indices in row-major order: the last part runs fastest.
  const std::vector<Tuple> order = index_set(s.entries());
  const Outcome<Tuple> found = views::unravel(s.entries(), x);
  const bool inside = x < static_cast<Int>(order.size());
  if (found.has_value() != inside) return fails("its domain is not [0, ∏ s)");
  if (!inside) return any_number ? fails("v^s sends no index to it") : unmet();
  return holds_if(*found == order[static_cast<std::size_t>(x)] &&
                      *found == inverse_of_contiguous(s.entries())[static_cast<std::size_t>(x)],
                  [&] { return "it is " + text(*found); });
}

/// Whether v is the merged view: the algebra's answer against the graphs of both functions.
Check judges_merged_views(Composition reading) {
  return [reading](const Layout& first, const Layout& second, const Layout& v) {
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    // Functions are equal if their graphs are.
    std::map<Tuple, Int> left;
    std::map<Tuple, Int> right;
    for (const Tuple& index : index_set(v.extents()))
      left[index] = value(v, index);
    for (std::size_t at = 0; at < f->indices.size(); ++at)
      right[f->indices[at]] = f->values[at];
    const bool merged = left == right;
    if (merged && v.extents() != second.extents()) return fails("the shapes differ");
    const Outcome<bool> found = views::is_merged_view(v, first, second, view_limit);
    return holds_if(found && *found == merged, [&] {
      return merged ? "it is the merged view, but not found to be" : "it is not the merged view";
    });
  };
}

/// Whether there is a merged view: the algebra's answer against a search for strides.
Check decides_mergeability(Composition reading) {
  return [reading](const Layout& first, const Layout& second) {
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    const std::vector<Tuple> strides = fitting_strides(*f, second.extents(), 1);
    const Outcome<Layout> merged = views::merge(first, second, view_limit);
    if (merged.has_value() == strides.empty())
      return fails(strides.empty() ? "no strides fit" : "the strides fit: " + text(strides[0]));
    if (!merged) return holds();
    for (std::size_t at = 0; at < f->indices.size(); ++at)
      if (value(*merged, f->indices[at]) != f->values[at])
        return fails(to_string(*merged) + " is no merged view");
    return holds_if(merged->extents() == second.extents(), "a wrong shape");
  };
}

std::vector<Statement> view_statements() {
  return {
      {.id = "debos.1",
       .kind = "Definition",
       .says = "A view is a pair of a shape (s_1, …, s_k) with s_i ≥ 1 and strides (σ_1, …, σ_k) "
               "with σ_i ∈ ℕ. Operands: two tuples.",
       .domain = make_domain(
           "two flat tuples, mostly of equal length", {Sort::flat_tuple, Sort::flat_tuple},
           [](Entropy& entropy, int) -> Operands {
             Layout view = draw_view(entropy, 4);
             Tuple shape = view.extents();
             Tuple strides = view.strides();
             if (entropy.chance(10)) strides.push_back(1);
             if (!shape.empty() && entropy.chance(15)) shape[entropy.below(shape.size())] = 0;
             return {NestedTuple::flat(std::move(shape)), NestedTuple::flat(std::move(strides))};
           }),
       .check =
           [](const NestedTuple& s, const NestedTuple& sigma) {
             bool admitted = s.length() == sigma.length();
             for (Int x : s.entries())
               admitted = admitted && x >= 1;
             const Outcome<Layout> found = views::view(s.entries(), sigma.entries());
             if (found.has_value() != admitted) return fails(admitted ? "refused" : "accepted");
             // The text form admits the same pairs, and gives them back.
             std::optional<Layout> parsed;
             try {
               parsed = parse_layout(to_string(s) + ":" + to_string(sigma));
             } catch (const std::exception&) {
               parsed.reset();
             }
             if (parsed.has_value() != admitted) return fails("the text form disagrees");
             return holds_if(!admitted || (*parsed == *found && found->extents() == s.entries() &&
                                           found->strides() == sigma.entries()),
                             "the view does not consist of the two tuples");
           },
       .remark = "The definition admits sizes of 1. The note after it, that only sizes of at least "
                 "2 are considered, is taken as a hypothesis of all that follows; what is true of "
                 "sizes of 1 as well is checked for them, too."},

      statement(
          "debos.2", "Definition",
          "The index set I_s of s ∈ ℕ^k holds the i ∈ ℕ^k with 0 ≤ i_ℓ < s_ℓ for all ℓ.",
          make_domain("a flat tuple of small numbers", {Sort::flat_tuple},
                      [](Entropy& entropy, int) -> Operands {
                        Tuple shape = draw_view_shape(entropy, 4);
                        if (!shape.empty() && entropy.chance(10))
                          shape[entropy.below(shape.size())] = 0;
                        return {NestedTuple::flat(std::move(shape))};
                      }),
          [](const NestedTuple& s) {
            const std::vector<Tuple> found = views::index_set(s.entries(), view_limit);
            // Among all tuples with parts up to the greatest extent, exactly those of the
            // definition. Where these are too many, part by part.
            const Int most =
                s.length() == 0 ? 0 : *std::max_element(s.entries().begin(), s.entries().end());
            const Tuple box(s.length(), checked_add(most, 1));
            std::vector<Tuple> expected;
            if (size_of(box) > limits.points) {
              expected = index_set(s.entries());
            } else {
              for (const Tuple& i : index_set(box)) {
                bool inside = true;
                for (std::size_t l = 0; l < i.size(); ++l)
                  inside = inside && 0 <= i[l] && i[l] < s.entries()[l];
                if (inside) expected.push_back(i);
              }
            }
            return holds_if(found == expected && Exact{found.size()} == size_of(s.entries()),
                            [&] { return std::to_string(found.size()) + " indices were found"; });
          }),

      statement("debos.3", "Definition",
                "The index function of v = (s, σ) is v: I_s → ℕ, i ↦ Σ i_ℓ σ_ℓ. Operands: v, i.",
                make_domain("a view and an index, mostly of its shape",
                            {Sort::flat_layout, Sort::flat_tuple},
                            [](Entropy& entropy, int) -> Operands {
                              Layout view = draw_view(entropy, 4);
                              Tuple index;
                              for (Int s : view.extents())
                                index.push_back(
                                    static_cast<Int>(entropy.below(static_cast<std::size_t>(s))));
                              if (!index.empty() && entropy.chance(8)) index[0] = view.extents()[0];
                              return {std::move(view), NestedTuple::flat(std::move(index))};
                            }),
                [](const Layout& v, const NestedTuple& index) {
                  const Tuple& i = index.entries();
                  bool inside = i.size() == v.length();
                  for (std::size_t l = 0; inside && l < i.size(); ++l)
                    inside = i[l] < v.extents()[l];
                  const Outcome<Int> found = views::offset(v, i);
                  if (found.has_value() != inside) return fails("its domain is not I_s");
                  if (!inside) return unmet();
                  // The coordinate function of the layout s:σ (colfax 2.1.2.13) has the same
                  // values.
                  return holds_if(*found == value(v, i) &&
                                      oracle::coordinate_value(v, oracle::to_exact(i)) == *found,
                                  [&] { return "the value found is " + std::to_string(*found); });
                }),

      statement("debos.4", "Lemma",
                "v(i + i') = v(i) + v(i') for i, i' and i + i' in I_s. Operands: v, i, i'.",
                make_domain("a view and two indices, whose sum is mostly one",
                            {Sort::flat_layout, Sort::flat_tuple, Sort::flat_tuple},
                            [](Entropy& entropy, int) -> Operands {
                              Layout view = draw_view(entropy, 4);
                              Tuple a;
                              Tuple b;
                              for (Int s : view.extents()) {
                                a.push_back(
                                    static_cast<Int>(entropy.below(static_cast<std::size_t>(s))));
                                b.push_back(static_cast<Int>(
                                    entropy.below(static_cast<std::size_t>(s - a.back()))));
                              }
                              if (!a.empty() && entropy.chance(5)) ++a[0];
                              return {std::move(view), NestedTuple::flat(std::move(a)),
                                      NestedTuple::flat(std::move(b))};
                            }),
                [](const Layout& v, const NestedTuple& a, const NestedTuple& b) {
                  if (a.length() != v.length() || b.length() != v.length()) return unmet();
                  Tuple sum = a.entries();
                  for (std::size_t l = 0; l < sum.size(); ++l)
                    sum[l] = checked_add(sum[l], b.entries()[l]);
                  const Outcome<Int> whole = views::offset(v, sum);
                  const Outcome<Int> first = views::offset(v, a.entries());
                  const Outcome<Int> second = views::offset(v, b.entries());
                  if (!whole || !first || !second) return unmet();
                  return holds_if(*whole == *first + *second && *whole == value(v, sum), [&] {
                    return std::to_string(*whole) + " is not " + std::to_string(*first) + " + " +
                           std::to_string(*second);
                  });
                }),

      statement("debos.5", "Definition",
                "The contiguous view v^s of a shape s has the strides σ_j = ∏_{ℓ>j} s_ℓ; it is the "
                "standard row-major view.",
                make_domain("a flat shape", {Sort::flat_shape},
                            [](Entropy& entropy, int) -> Operands {
                              return {NestedTuple::flat(draw_view_shape(entropy, 4))};
                            }),
                [](const NestedTuple& s) {
                  const Layout found = views::contiguous_view(s.entries());
                  if (found != contiguous(s.entries())) return fails("it is " + to_string(found));
                  // Row-major: it numbers the indices in lexicographic order.
                  Int number = 0;
                  for (const Tuple& index : index_set(s.entries())) {
                    if (value(found, index) != number)
                      return fails("it does not number " + text(index));
                    ++number;
                  }
                  return holds();
                }),

      {.id = "debos.6",
       .kind = "Definition",
       .says = "For views v_1, v_2 the functional composition f_{v_1,v_2} = v_1∘(v^{s_1})⁻¹∘v_2 is "
               "a function I_{s_2} → ℕ. Operands: v_1, v_2.",
       .domain = view_pairs(),
       .check =
           [](const Layout& first, const Layout& second) {
             const std::optional<Composite> f = compose(first, second);
             const Outcome<Tuple> found = views::composition(first, second, view_limit);
             if (found.has_value() != f.has_value()) return fails("the algebra disagrees");
             if (!f) return fails(found.reason());
             return holds_if(*found == f->values, [&] { return "it is " + text(*found); });
           },
       .counterexample = "debos.6(():(), (2):(1)) = false",
       .remark = "(v^{s_1})⁻¹ is defined below ∏ s_1 only, and v_2 may take greater values. So the "
                 "example of section 4 has s ≤ 23.",
       .change = "Ask for v_2(i) < ∏ s_1 for all i ∈ I_{s_2}; all that follows is read with it."},
      amendment("debos.6.amended", "The same where v_2 takes values below ∏ s_1 only.",
                [](const Layout& first, const Layout& second) {
                  const std::optional<Composite> f = compose(first, second);
                  const Outcome<Tuple> found = views::composition(first, second, view_limit);
                  if (found.has_value() != f.has_value()) return fails("the algebra disagrees");
                  if (!f) return unmet();
                  for (std::size_t at = 0; at < f->indices.size(); ++at) {
                    const Outcome<Int> there = views::compose_at(first, second, f->indices[at]);
                    if (!there || *there != f->values[at])
                      return fails("wrong at " + text(f->indices[at]));
                  }
                  return holds_if(*found == f->values, [&] { return "it is " + text(*found); });
                }),

      {.id = "debos.7",
       .kind = "Remark",
       .says = "(v^s)⁻¹ is unravelling: it takes a number to the index that has this number in "
               "row-major order. Operands: s, a number.",
       .domain = shape_and_numbers(1),
       .check = with(is_unravelled, true),
       .counterexample = "debos.7((), 1) = false",
       .remark = "To a number that is not below ∏ s v^s sends no index, so that its inverse takes "
                 "only the others.",
       .change = "A natural number i < ∏ s."},
      amendment("debos.7.amended", "The same for numbers below ∏ s.", with(is_unravelled, false)),

      {.id = "debos.8",
       .kind = "Definition",
       .says = "v is the merged view of v_1 and v_2 if v = f_{v_1,v_2} on I_{s_2}; then s = s_2. "
               "Operands: v_1, v_2, v.",
       .domain = merged_views(),
       .check = judges_merged_views(Composition::printed),
       .counterexample = "debos.8(():(), (2):(1), ():()) = false",
       .remark = "f_{v_1,v_2} is not defined where v_2 takes a value that is not below ∏ s_1.",
       .uses = {"debos.6"}},
      amendment("debos.8.amended", "The same, with definition 6 as amended.",
                judges_merged_views(Composition::amended)),

      {.id = "debos.9",
       .kind = "Definition",
       .says = "(v_1, v_2) is mergeable if there is a merged view of v_1 and v_2.",
       .domain = view_pairs(),
       .check = decides_mergeability(Composition::printed),
       .counterexample = "debos.9(():(), (2):(1)) = false",
       .remark = "f_{v_1,v_2} is not defined where v_2 takes a value that is not below ∏ s_1.",
       .uses = {"debos.6"}},
      amendment("debos.9.amended", "The same, with definition 6 as amended.",
                decides_mergeability(Composition::amended)),
  };
}

// ---- 3: the main result

/// Mergeable if and only if the criterion is met, and then by the strides f(e_j) alone. Where an
/// extent is 1, which the note after definition 1 excludes, there is no e_j, and any stride fits.
Result is_decided_by_criterion(const Layout& first, const Layout& second, Composition reading) {
  const std::optional<Composite> f = compose(first, second);
  if (!f) return without_composite(reading);
  const Tuple& shape = second.extents();
  bool criterion = true;
  for (const Increment& step : increments(shape))
    criterion = criterion && meets_criterion(*f, step);
  // Two show that the view is not unique; with a few more it shows in an extent above 1.
  const std::vector<Tuple> strides = fitting_strides(*f, shape, 8);
  if (criterion == strides.empty()) {
    return fails(criterion ? "the criterion is met, but no strides fit"
                           : "the criterion is not met, but the strides fit: " + text(strides[0]));
  }
  if (views::merge(first, second, view_limit).has_value() != criterion)
    return fails("the algebra disagrees");
  if (!criterion) return holds();
  for (const Tuple& sigma : strides) {
    for (std::size_t j = 0; j < shape.size(); ++j)
      if (shape[j] > 1 && sigma[j] != f->at(unit(shape.size(), j)))
        return fails("the strides " + text(sigma) + " fit, but are not f(e_j)");
  }
  return holds();
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

/// Every increment has to be checked: for each there are strides of v_1 with which it alone fails.
///
/// There are such strides if and only if its linear form is no combination of the others. If it is
/// none, there are rational strides at which the others vanish and it does not; and as all forms
/// vanish at the contiguous strides, which are positive, a multiple of these makes them natural
/// numbers.
Result needs_every_increment(const NestedTuple& s, const Layout& second) {
  const std::optional<Composite> f = compose(contiguous(s.entries()), second);
  if (!f) return without_composite(Composition::printed);
  const std::vector<Increment> steps = increments(second.extents());
  if (steps.empty()) return unmet();
  Exact work = 0;
  for (const Increment& step : steps) {
    oracle::charge(work += steps.size(), limits, "the pairs of increments");
    std::vector<Tuple> others;
    for (const Increment& other : steps)
      if (other.index != step.index || other.j != step.j) others.push_back(linear_form(*f, other));
    const std::size_t rank = rank_of(others);
    others.push_back(linear_form(*f, step));
    if (rank_of(others) == rank) {
      return fails("the increment of " + text(step.index) + " at position " +
                   std::to_string(step.j) + " follows from the others");
    }
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
    const std::size_t rank = rank_of(others);
    others.push_back(form);
    if (rank_of(others) == rank) continue;
    // Look for x_j = σ_{j−1} − s_j σ_j among small numbers, and take strides that have them.
    bool found = false;
    for (const Tuple& shifted : index_set(Tuple(shape.size() - 1, 5))) {
      Tuple sigma(shape.size(), 40);
      for (std::size_t j = shape.size() - 1; j > 0; --j)
        sigma[j - 1] = shape[j] * sigma[j] + shifted[j - 1] - 2;
      if (std::any_of(sigma.begin(), sigma.end(), [](Int d) { return d < 0; })) continue;
      const std::optional<Composite> g = compose(Layout::flat(shape, sigma), second);
      found = true;
      for (const auto& [other, steps] : by_overflow)
        for (const Increment& step : steps)
          found = found && meets_criterion(*g, step) == (other != positions);
      if (found) break;
    }
    if (!found) return fails("no strides were found with which one overflow alone fails");
  }
  return holds();
}

/// The number of conditions, and that computing them decides as the algebra does.
Check computes_criterion(Composition reading) {
  return [reading](const Layout& first, const Layout& second) {
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    const Tuple& shape = second.extents();
    const std::vector<Increment> steps = increments(shape);
    Exact count = 0;
    for (std::size_t j = 0; j < shape.size(); ++j) {
      Tuple others = shape;
      others[j] -= 1;
      count += size_of(others);
    }
    if (Exact{steps.size()} != count || count != views::count_increments(shape))
      return fails("there are " + std::to_string(steps.size()) + " conditions");
    const bool met = std::all_of(steps.begin(), steps.end(),
                                 [&](const Increment& step) { return meets_criterion(*f, step); });
    return holds_if(views::merge(first, second, view_limit).has_value() == met,
                    [&] { return "the computation disagrees with the conditions"; });
  };
}

std::vector<Statement> theorem_statements() {
  return {
      {.id = "debos.10",
       .kind = "Theorem",
       .says =
           "(v, v') is mergeable if and only if f(i + e_j) = f(i) + f(e_j) for f = f_{v,v'} and "
           "all i, j with i_j + 1 < s'_j; then the merged view is unique, with strides f(e_j).",
       .domain = view_pairs(),
       .check = with(is_decided_by_criterion, Composition::printed),
       .counterexample = "debos.10(():(), (2):(1)) = false",
       .remark = "f_{v,v'} is not defined where v' takes a value that is not below ∏ s. The note "
                 "after definition 1, that sizes are at least 2, is needed: where s'_j = 1 there "
                 "is no e_j in I_{s'}, and any stride will do, so that the merged view is not "
                 "unique. The check leaves these strides open.",
       .uses = {"debos.6"},
       .slips = {"s' = (s_1, …, s_ℓ) with j up to ℓ' means s' = (s'_1, …, s'_{ℓ'})."}},
      amendment("debos.10.amended",
                "The same, with definition 6 as amended, and the strides of sizes 1 left open.",
                with(is_decided_by_criterion, Composition::amended)),

      {.id = "debos.11",
       .kind = "Remark",
       .says =
           "The criterion of theorem 10 cannot be simplified: the condition has to be checked for "
           "all i ∈ I_{s'} and all j with i_j + 1 < s'_j. Operands: the shape of v, and v'.",
       .domain = shape_and_view(),
       .check = needs_every_increment,
       .counterexample = "debos.11((), (2):(0)) = false",
       .remark = "At i = 0 the condition is f(e_j) = f(0) + f(e_j), and f(0) = 0. More generally "
                 "it is true where no position of v overflows, as section 5 remarks, and is the "
                 "same equation in the strides of v wherever the same positions overflow. Besides, "
                 "f_{v,v'} need not be defined.",
       .change = "Let the remark speak of one increment for each set of positions that overflow.",
       .uses = {"debos.6"}},
      amendment("debos.11.amended",
                "With definition 6 as amended, it suffices to check one increment for each set of "
                "positions that overflow; and such a set cannot be left out, unless its equation "
                "is a combination of the others.",
                needs_one_increment_for_each_overflow),

      {.id = "debos.12",
       .kind = "Remark",
       .says = "The criterion of theorem 10 can be checked by computation, and asks for a large "
               "number of conditions. Operands: v, v'.",
       .domain = view_pairs(),
       .check = computes_criterion(Composition::printed),
       .counterexample = "debos.12(():(), (2):(1)) = false",
       .remark = "f_{v,v'}, of which the conditions speak, is not defined where v' takes a value "
                 "that is not below ∏ s. What is large is not said; the number of conditions is "
                 "checked to be Σ_j (s'_j − 1)·∏_{ℓ≠j} s'_ℓ, and the computation against them.",
       .uses = {"debos.6"}},
      amendment("debos.12.amended", "The same, with definition 6 as amended.",
                computes_criterion(Composition::amended)),
  };
}

}  // namespace

std::vector<Statement> debos() {
  std::vector<Statement> all;
  for (auto part : {view_statements, theorem_statements})
    for (Statement& statement : part())
      all.push_back(std::move(statement));
  return all;
}

}  // namespace layoutcheck::properties
