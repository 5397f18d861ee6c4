// Statements about the example of debos 4, what it shows, and debos 5; and how views relate to
// layouts in the sense of colfax. The operands are those of as_printed/views.hpp.
#include "as_printed/flat.hpp"
#include "as_printed/views.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/engine/in_turn.hpp>

#include <map>
#include <ranges>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;
using namespace views_as_printed;

/// σ_{j−1} − s_j σ_j, for a position j counted from 0, which is never the first.
Int excess(const Layout& view, std::size_t j) {
  return view.strides().at(j - 1) - checked_multiply(view.extents()[j], view.strides()[j]);
}

/// The linear equation of an overflow, Σ (σ_{j−1} − s_j σ_j) = 0 over the positions.
bool satisfies(const Layout& view, const std::set<std::size_t>& positions) {
  Int sum = 0;
  for (std::size_t j : positions)
    sum = checked_add(sum, excess(view, j));
  return sum == 0;
}

bool all_above_one(const Tuple& shape) {
  return std::ranges::all_of(shape, [](Int s) { return s > 1; });
}

bool first_is_above_one(const Layout& first) {
  return all_above_one(first.extents());
}

Layout reverse(const Layout& view) {
  Tuple s = view.extents();
  Tuple d = view.strides();
  std::reverse(s.begin(), s.end());
  std::reverse(d.begin(), d.end());
  return Layout::flat(std::move(s), std::move(d));
}

/// Views as in view_pairs(), but the extents of the first exceed 1, and it has enough positions for
/// several to overflow together.
Domain overflowing_pairs(Wording wording) {
  const auto draw = [](Entropy& entropy, int) -> Operands {
    Layout first = draw_view(entropy, 4);
    while (!all_above_one(first.extents()) || first.length() < 2)
      first = draw_view(entropy, 4);
    Layout second = draw_view_into(entropy, first.extents());
    return {std::move(first), std::move(second)};
  };
  const Part first{.of_weight = [](const Operands&, std::size_t weight, const Bounds&,
                                   const Part::Visit& visit) {
    // Views without extents 1 come directly: among all layouts of a weight they are few.
    Tuple shape;
    Tuple strides;
    const std::function<bool(std::size_t, const std::function<bool()>&)> each =
        [&](std::size_t left, const std::function<bool()>& done) {
          if (left == 0) return done();
          for (std::size_t entry = 2; entry <= left; ++entry) {
            for (std::size_t s = 2; s <= entry; ++s) {
              shape.push_back(static_cast<Int>(s));
              strides.push_back(static_cast<Int>(entry - s));
              const bool go_on = each(left - entry, done);
              shape.pop_back();
              strides.pop_back();
              if (!go_on) return false;
            }
          }
          return true;
        };
    return each(weight - 1, [&] { return visit(Layout::flat(shape, strides)); });
  }};
  const Part second =
      such_that(any(Sort::flat_layout), [wording](const Operands& before, const Value& other) {
        if (wording != Wording::amended) return true;
        Exact greatest = 0;
        const auto& view = std::get<Layout>(other);
        for (std::size_t j = 0; j < view.length(); ++j)
          greatest += Exact{view.extents()[j] - 1} * view.strides()[j];
        return greatest < size_of(std::get<Layout>(before[0]).extents());
      });
  return make_domain("two views, the second into the shape of the first, whose extents exceed 1",
                     {Sort::flat_layout, Sort::flat_layout}, draw, in_turn({first, second}));
}

/// The same, where several positions often overflow together, and the strides of the first often
/// are a multiple of the contiguous ones from the second entry on.
Domain complex_overflows(Wording wording) {
  Domain domain = overflowing_pairs(wording);
  domain.draw = [](Entropy& entropy, int) -> Operands {
    Tuple shape(entropy.between(3, 4));
    for (Int& s : shape)
      s = static_cast<Int>(entropy.between(2, 4));
    Tuple strides(shape.size());
    const std::size_t deviant = entropy.chance(55) ? shape.size() : entropy.below(shape.size());
    Int next = static_cast<Int>(entropy.between(1, 3));
    Int size = 1;
    for (std::size_t j = shape.size(); j-- > 0;) {
      if (j == deviant) next += static_cast<Int>(entropy.between(1, 2));
      strides[j] = next;
      next *= shape[j];
      size *= shape[j];
    }
    const Int step = static_cast<Int>(entropy.between(2, static_cast<std::size_t>(size / 3)));
    const Int extent = (size - 1) / step + 1;
    Tuple extents{extent};
    Tuple steps{step};
    if (entropy.chance(30)) {
      extents[0] = std::max(Int{2}, extent / 2);
      const Int left = size - 1 - (extents[0] - 1) * step;
      extents.push_back(2);
      steps.push_back(static_cast<Int>(entropy.below(static_cast<std::size_t>(left) + 1)));
    }
    return {Layout::flat(std::move(shape), std::move(strides)),
            Layout::flat(std::move(extents), std::move(steps))};
  };
  return domain;
}

// ---- 4: the example, and what it shows

/// A row of a table: (i_1, i_2, i_3), and the equation as coefficients of σ and σ~, all on one
/// side.
struct Row {
  Tuple place;
  Tuple strides;
  Int merged = 0;
};

/// Tables 1 and 2 as printed; the former has the first four rows.
const std::vector<Row>& printed_rows() {
  static const std::vector<Row> rows = {
      {{0, 0, 0}, {0, 0, 0}, 0},     // no equation
      {{0, 1, 1}, {0, 1, 1}, -1},    // σ~ = σ_2 + σ_3
      {{0, 2, 2}, {0, 1, 1}, -1},    // σ~ = σ_2 + σ_3
      {{1, 1, 0}, {1, -1, -2}, -1},  // σ_1 + σ_2 = 2σ_2 + 2σ_3 + σ~
      {{1, 2, 1}, {0, 1, 1}, -1},    // σ~ = σ_2 + σ_3
      {{2, 0, 2}, {1, -2, 1}, -1},   // 2σ_1 + 2σ_3 = σ_1 + 2σ_2 + σ_3 + σ~
  };
  return rows;
}

const Tuple example_shape{10, 3, 3};

/// Whether the first rows are what f_{v,v'} gives, as places and as equations for this σ, with σ~ =
/// f(1).
Result judge_rows(const Tuple& sigma, std::size_t count) {
  const Layout v = Layout::flat(example_shape, sigma);
  const std::optional<Composite> f = compose(v, Layout::flat({static_cast<Int>(count)}, {4}));
  for (std::size_t i = 0; i < count; ++i) {
    const Row& row = printed_rows()[i];
    if (f->places[i] != row.place) return fails("the place in row " + std::to_string(i));
    // For any σ~, the printed equation holds exactly if f(i) − f(i − 1) = σ~.
    for (Int merged = 0; i > 0 && merged <= f->values[1] + 2; ++merged) {
      const bool printed = dot(row.strides, sigma) + row.merged * merged == 0;
      if (printed != (f->values[i] - f->values[i - 1] == merged))
        return fails("the equation in row " + std::to_string(i));
    }
  }
  return holds();
}

bool double_equation(const Tuple& sigma) {
  return sigma[0] == 2 * sigma[1] + 3 * sigma[2];
}
bool single_equation(const Tuple& sigma) {
  return sigma[0] == 3 * sigma[1];
}

/// Whether v of the example merges with v' = ((s), (4)), by trying all strides.
bool example_merges(const Tuple& sigma, Int s) {
  const std::optional<Composite> f =
      compose(Layout::flat(example_shape, sigma), Layout::flat({s}, {4}));
  return !fitting_strides(*f, {s}, 1).empty();
}

Tuple draw_example_strides(Entropy& entropy) {
  Tuple sigma{0, static_cast<Int>(entropy.below(7)), static_cast<Int>(entropy.below(7))};
  switch (entropy.below(4)) {
    case 0:
      sigma[0] = static_cast<Int>(entropy.below(20));
      break;
    case 1:
      sigma[0] = 3 * sigma[1];
      break;
    case 2:
      sigma[0] = 2 * sigma[1] + 3 * sigma[2];
      break;
    default:
      sigma[1] = 3 * sigma[2];
      sigma[0] = 3 * sigma[1];
  }
  return sigma;
}

bool is_example_stride(const Tuple& sigma) {
  return sigma.size() == 3 && std::ranges::all_of(sigma, [](Int d) { return d < 1000; });
}

Result judge_table_1(const Tuple& sigma) {
  const Layout v = Layout::flat(example_shape, sigma);
  const Outcome<Layout> merged = views::merge(v, Layout::flat({4}, {4}));
  return all_hold({judge_rows(sigma, 4),
                   agree<bool>({{"σ_1 = 2σ_2 + 3σ_3", double_equation(sigma)},
                                {"strides fit", example_merges(sigma, 4)},
                                {"the algebra merges them", merged.has_value()}}),
                   holds_if(!merged || *merged == Layout::flat({4}, {sigma[1] + sigma[2]}),
                            "the merged view is not ((4), (σ_2 + σ_3))")});
}

/// What section 4 says of s and σ, with the bound that table 2 is there to show. From s = 24 on, v'
/// takes values that are not below 90, the size of v.
Result judge_example(Int s, const Tuple& sigma, Int bound, Wording wording) {
  if (s < 1 || !is_example_stride(sigma)) return unmet();
  if (s > 23) return without_composite(wording);
  const bool merges = example_merges(sigma, s);
  const bool both = double_equation(sigma) && single_equation(sigma);
  return all_hold(
      {judge_rows(sigma, 6),
       all_hold({{both == (single_equation(sigma) && sigma[1] == 3 * sigma[2]),
                  "σ_1 = 3σ_2, σ_1 = 2σ_2 + 3σ_3 are σ_1 = 3σ_2, σ_2 = 3σ_3"},
                 {s != 6 || merges == both, "s = 6 is as section 4.2 says"},
                 {s > 4 || !double_equation(sigma) || merges, "σ_1 = 2σ_2 + 3σ_3 is enough"},
                 {s <= bound || !merges || both, "they merge only with both equations"}})});
}

Domain example_operands() {
  return make_domain("s and the strides of v in the example of section 4",
                     {Sort::positive, Sort::flat_tuple}, [](Entropy& entropy, int) -> Operands {
                       const Int s = entropy.chance(60) ? static_cast<Int>(entropy.between(4, 6))
                                                        : static_cast<Int>(entropy.between(1, 24));
                       return {s, NestedTuple::flat(draw_example_strides(entropy))};
                     });
}

/// The single overflows hold; more complex ones then hold, too. As stated, the single overflows are
/// those that occur; as amended, σ_{j−1} = s_j σ_j for each position that overflows at all.
Result single_overflows_suffice(const Layout& first, const Layout& second, Wording wording) {
  const std::optional<Composite> f = compose(first, second);
  if (!f) return without_composite(wording);
  bool occur = false;
  bool hold = true;
  for (const Increment& step : increments(second.extents())) {
    const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
    const bool met = positions.empty() || meets_criterion(*f, step);
    if (positions.size() == 1 && !met) return unmet();
    for (std::size_t j : positions)
      if (wording == Wording::amended && excess(first, j) != 0) return unmet();
    occur = occur || positions.size() > 1;
    hold = hold && met;
  }
  if (!occur) return unmet();
  return holds_if(hold, "several positions overflow together, and the criterion fails");
}

/// The shape (2), and what an overflow of one or of two positions asks for. A double overflow is an
/// additional constraint if there are strides with which the single overflows succeed, and it
/// fails. As amended it need not be one if both of its positions overflow alone, too.
Result double_overflows_constrain(const Layout& first, const Layout& second, Wording wording) {
  const std::optional<Composite> f = compose(first, second);
  if (!f) return without_composite(wording);
  if (second.extents() == Tuple{2} && fitting_strides(*f, {2}, 1).empty())
    return fails("v' has shape (2), but no strides fit");
  const std::vector<Increment> steps = increments(second.extents());
  std::set<std::size_t> singles;
  std::set<std::set<std::size_t>> doubles;
  for (const Increment& step : steps) {
    const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
    if (positions.size() == 1) singles.insert(*positions.begin());
    if (positions.size() == 2) doubles.insert(positions);
    if (positions.size() <= 2 && meets_criterion(*f, step) != satisfies(first, positions)) {
      return fails("an overflow at " + std::to_string(positions.size()) +
                   " positions does not mean the sum of their σ_{j−1} = s_j σ_j");
    }
  }
  return holds_for_all(doubles, [&](const std::set<std::size_t>& both) {
    const auto free =
        std::ranges::find_if(both, [&](std::size_t j) { return !singles.contains(j); });
    // Else its equation is the sum of those of the single overflows.
    if (free == both.end()) {
      return holds_if(wording == Wording::amended,
                      "both positions of a double overflow overflow alone, too");
    }
    Tuple sigma(first.length(), 1);
    for (std::size_t j = sigma.size() - 1; j > 0; --j)
      sigma[j - 1] = first.extents()[j] * sigma[j] + (j == *free ? 1 : 0);
    const std::optional<Composite> g = compose(Layout::flat(first.extents(), sigma), second);
    return holds_for_all(steps, [&](const Increment& step) {
      const std::set<std::size_t> positions = overflow(*g, first.extents(), step);
      return holds_if((positions.size() != 1 && positions != both) ||
                          meets_criterion(*g, step) == (positions != both),
                      "a double overflow is no further constraint");
    });
  });
}

/// Each overflow is a linear equation, and together they decide.
Result overflows_are_equations(const Layout& first, const Layout& second, const Composite& f) {
  std::set<std::vector<std::size_t>> overflows;
  bool all = true;
  for (const Increment& step : increments(second.extents())) {
    const std::set<std::size_t> positions = overflow(f, first.extents(), step);
    if (!positions.empty()) overflows.insert({positions.begin(), positions.end()});
    const bool holds_here = satisfies(first, positions);
    if (holds_here != meets_criterion(f, step))
      return fails("the equation is not the condition at " + text(step.index));
    all = all && holds_here;
  }
  const auto equations = views::overflow_equations(first.extents(), second, view_limit);
  using Equation = views::OverflowEquation;
  const auto agrees = [&](const Equation& equation) {
    return views::satisfies(equation, first.strides()) ==
           satisfies(first, {equation.positions.begin(), equation.positions.end()});
  };
  return all_hold(
      {{all != fitting_strides(f, second.extents(), 1).empty(),
        "strides fit exactly if all equations hold"},
       {equations && std::ranges::equal(*equations, overflows, {}, &Equation::positions) &&
            std::ranges::all_of(*equations, agrees),
        "the algebra has these equations"}});
}

/// The digits and the carries of a + b, the last digit first.
Result is_schoolbook_addition(const Tuple& s, Int a, Int b) {
  const std::vector<Tuple> digits = inverse_of_contiguous(s);
  const Int size = std::ssize(digits);
  if (a >= size || b >= size) return unmet();
  const auto found = views::overflowing(s, a, b);
  const bool inside = a + b < size;
  if (found.has_value() != inside) return fails("overflow beyond the first position");
  if (!inside) return unmet();
  Tuple sum(s.size());
  std::vector<std::size_t> carries;
  Int carry = 0;
  for (std::size_t l = s.size(); l-- > 0;) {
    const Int digit =
        digits[static_cast<std::size_t>(a)][l] + digits[static_cast<std::size_t>(b)][l] + carry;
    sum[l] = digit % s[l];
    carry = digit / s[l];
    if (carry > 1) return fails("a carry above 1");
    if (carry == 1) carries.insert(carries.begin(), l);
  }
  return all_hold(
      {{carry == 0, "no carry is left"},
       {sum == digits[static_cast<std::size_t>(a + b)], "the digits are those of a + b"},
       {carries == *found, "the carries are the overflows of the algebra"}});
}

/// The digits of (v^s)⁻¹(x) by repeated division, the last one first, where x may be any number.
Result is_mixed_radix(const Tuple& s, Int x, bool any_number) {
  const std::vector<Tuple> inverse = inverse_of_contiguous(s);
  if (x >= std::ssize(inverse)) return any_number ? fails("v^s sends no index to it") : unmet();
  Tuple digits(s.size());
  Int left = x;
  for (std::size_t l = s.size(); l-- > 0;) {
    digits[l] = left % s[l];
    left /= s[l];
  }
  return all_hold({agree<Tuple>({{"the digits", digits},
                                 {"(v^s)⁻¹", inverse[static_cast<std::size_t>(x)]},
                                 {"the algebra", views::unravel(s, x)}}),
                   holds_if(left == 0, "there is a digit more")});
}

/// The increments that lead to overflows decide, and the equation of each depends on the positions
/// that overflow only.
Result overflows_suffice(const Layout& first, const Layout& second, const Composite& f) {
  std::map<std::set<std::size_t>, Tuple> equations;
  bool criterion = true;
  for (const Increment& step : increments(second.extents())) {
    const std::set<std::size_t> positions = overflow(f, first.extents(), step);
    const Tuple form = linear_form(f, step);
    if (equations.try_emplace(positions, form).first->second != form)
      return fails("one overflow, two equations");
    criterion = criterion && (positions.empty() || meets_criterion(f, step));
  }
  const auto found = views::overflow_equations(first.extents(), second, view_limit);
  const auto is_satisfied = [&](const views::OverflowEquation& equation) {
    return views::satisfies(equation, first.strides());
  };
  return agree<bool>(
      {{"they merge", !fitting_strides(f, second.extents(), 1).empty()},
       {"the overflows meet the criterion", criterion},
       {"the algebra's equations hold", found && std::ranges::all_of(*found, is_satisfied)}});
}

std::vector<Binding> example_statements() {
  return {
      {"debos.table.1",
       make_domain("the strides of v in the example of section 4", {Sort::flat_tuple},
                   [](Entropy& entropy, int) -> Operands {
                     return {NestedTuple::flat(draw_example_strides(entropy))};
                   }),
       given(is_example_stride, judge_table_1)},
      {"debos.table.2", example_operands(), with(judge_example, 4, Wording::as_printed)},
      {"debos.table.2.amended", with(judge_example, 5, Wording::amended)},
      {"debos.4.3.1", overflowing_pairs(Wording::as_printed),
       given(first_is_above_one, with(double_overflows_constrain, Wording::as_printed))},
      {"debos.4.3.1.amended", overflowing_pairs(Wording::amended),
       given(first_is_above_one, with(double_overflows_constrain, Wording::amended))},
      {"debos.4.3.2", complex_overflows(Wording::as_printed),
       given(first_is_above_one, with(single_overflows_suffice, Wording::as_printed))},
      {"debos.4.3.2.amended", complex_overflows(Wording::amended),
       given(first_is_above_one, with(single_overflows_suffice, Wording::amended))},
      {"debos.4.3.3", overflowing_pairs(Wording::as_printed),
       given(first_is_above_one, on_composite(Wording::as_printed, overflows_are_equations))},
      {"debos.4.3.3.amended", overflowing_pairs(Wording::amended),
       given(first_is_above_one, on_composite(Wording::amended, overflows_are_equations))},
      {"debos.4.3.4", shape_and_numbers(2), is_schoolbook_addition},
      {"debos.5.1", shape_and_numbers(1), with(is_mixed_radix, true)},
      {"debos.5.1.amended", with(is_mixed_radix, false)},
      {"debos.5.2", view_pairs(), on_composite(Wording::as_printed, overflows_suffice)},
      {"debos.5.2.amended", on_composite(Wording::amended, overflows_suffice)},
  };
}

// ---- Against colfax

Result check_debos_views_reversed_are_colfax_layouts(const Layout& v) {
  const Layout turned = reverse(v);
  const Layout column_major = oracle::to_layout(oracle::column_major(turned.shape()));
  const Tuple values = table(turned);
  for (Int x = 0; x < std::ssize(values); ++x) {
    const Outcome<Tuple> index = views::unravel(v.extents(), x);
    const Outcome<Tuple> coordinate = algebra::colex_inverse(turned.shape(), x);
    if (!index || !coordinate || !std::ranges::equal(*index, *coordinate | std::views::reverse) ||
        value(v, *index) != values[static_cast<std::size_t>(x)])
      return fails("the index of " + std::to_string(x) + " is " + text(index));
  }
  return all_hold({{views::reversed(v) == turned, "the algebra reverses it"},
                   {views::reversed(views::contiguous_view(v.extents())) == column_major,
                    "the contiguous view is column-major when reversed"}});
}

Result check_debos_merging_is_flat_composition(const Layout& first, const Layout& second) {
  const Outcome<Tuple> composed = views::composition(first, second, view_limit);
  const Outcome<Layout> merged = views::merge(first, second, view_limit);
  const Outcome<Layout> flat = flat_composite(reverse(first), reverse(second));
  if (!composed) return holds_if(!merged && !flat, "a composite leaves the domain");
  return agree<Layout>(
      {{"merged and reversed", merged ? Outcome<Layout>(reverse(*merged)) : merged},
       {"composed", flat}});
}

Result check_debos_mergeable_implies_colfax_composable(const Layout& first, const Layout& second) {
  const Outcome<Layout> merged = views::merge(first, second, view_limit);
  if (!merged) return unmet();
  const Outcome<Layout> composed =
      algebra::composition(reverse(first), reverse(second), Convention::strict);
  return holds_if(composed && same_function(*composed, reverse(*merged)),
                  [&] { return "composed " + text(composed); });
}

std::vector<Binding> relation_statements() {
  return {
      {"relation.debos-views-reversed-are-colfax-layouts",
       make_domain("a view", {Sort::flat_layout},
                   [](Entropy& entropy, int) -> Operands { return {draw_view(entropy, 4)}; }),
       check_debos_views_reversed_are_colfax_layouts},
      {"relation.debos-merging-is-flat-composition", view_pairs(),
       check_debos_merging_is_flat_composition},
      {"relation.debos-mergeable-implies-colfax-composable", view_pairs(),
       check_debos_mergeable_implies_colfax_composable},
  };
}

}  // namespace

std::vector<Binding> debos_example() {
  return joined({example_statements, relation_statements});
}

}  // namespace layoutcheck::properties
