// Statements about the example of debos 4, what it shows, and debos 5; and how views relate to
// layouts in the sense of colfax. The operands are those of as_printed/views.hpp.
#include "as_printed/views.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/properties/in_turn.hpp>

#include <map>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;
using namespace views_as_printed;
namespace views = algebra::views;

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
  return std::all_of(shape.begin(), shape.end(), [](Int s) { return s > 1; });
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
Domain overflowing_pairs(Composition reading) {
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
      such_that(any(Sort::flat_layout), [reading](const Operands& before, const Value& other) {
        if (reading != Composition::amended) return true;
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
Domain complex_overflows(Composition reading) {
  Domain domain = overflowing_pairs(reading);
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
std::string judge_rows(const Tuple& sigma, std::size_t count) {
  const Layout v = Layout::flat(example_shape, sigma);
  const std::optional<Composite> f = compose(v, Layout::flat({static_cast<Int>(count)}, {4}));
  for (std::size_t i = 0; i < count; ++i) {
    const Row& row = printed_rows()[i];
    if (f->places[i] != row.place) return "the place in row " + std::to_string(i);
    if (i == 0) continue;
    // For any σ~, the printed equation holds exactly if f(i) − f(i − 1) = σ~.
    for (Int merged = 0; merged <= f->values[1] + 2; ++merged) {
      Int sum = row.merged * merged;
      for (std::size_t l = 0; l < 3; ++l)
        sum += row.strides[l] * sigma[l];
      if ((sum == 0) != (f->values[i] - f->values[i - 1] == merged))
        return "the equation in row " + std::to_string(i);
    }
  }
  return "";
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
  return sigma.size() == 3 &&
         std::all_of(sigma.begin(), sigma.end(), [](Int d) { return d < 1000; });
}

/// What section 4 says of s and σ, with the bound that table 2 is there to show. From s = 24 on, v'
/// takes values that are not below 90, the size of v.
Check judge_example(Int bound, Composition reading) {
  return [=](Int s, const NestedTuple& strides) {
    const Tuple& sigma = strides.entries();
    if (s < 1 || !is_example_stride(sigma)) return unmet();
    if (s > 23) return without_composite(reading);
    const std::string wrong = judge_rows(sigma, 6);
    if (!wrong.empty()) return fails(wrong + " is not as printed");
    const bool merges = example_merges(sigma, s);
    const bool both = double_equation(sigma) && single_equation(sigma);
    if (both != (single_equation(sigma) && sigma[1] == 3 * sigma[2]))
      return fails("σ_1 = 3σ_2, σ_1 = 2σ_2 + 3σ_3 are not σ_1 = 3σ_2, σ_2 = 3σ_3");
    if (s == 6 && merges != both) return fails("s = 6 is not as section 4.2 says");
    if (s <= 4 && double_equation(sigma) && !merges)
      return fails("σ_1 = 2σ_2 + 3σ_3 is not enough");
    if (s > bound && merges && !both) return fails("they can be merged without both equations");
    return holds();
  };
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
Check single_overflows_suffice(Composition reading) {
  return [reading](const Layout& first, const Layout& second) {
    if (!all_above_one(first.extents())) return unmet();
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    const std::vector<Increment> steps = increments(second.extents());
    bool complex = false;
    for (const Increment& step : steps) {
      const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
      complex = complex || positions.size() > 1;
      if (positions.size() == 1 && !meets_criterion(*f, step)) return unmet();
      for (std::size_t j : positions)
        if (reading == Composition::amended && excess(first, j) != 0) return unmet();
    }
    if (!complex) return unmet();
    for (const Increment& step : steps) {
      const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
      if (positions.size() > 1 && !meets_criterion(*f, step)) {
        return fails("from " + text(step.index) + " the increment at position " +
                     std::to_string(step.j) + " makes " + std::to_string(positions.size()) +
                     " positions overflow, and the criterion fails");
      }
    }
    return holds();
  };
}

/// The shape (2), and what an overflow of one or of two positions asks for. A double overflow is an
/// additional constraint if there are strides with which the single overflows succeed, and it
/// fails. As amended it need not be one if both of its positions overflow alone, too.
Check double_overflows_constrain(Composition reading) {
  return [reading](const Layout& first, const Layout& second) {
    if (!all_above_one(first.extents())) return unmet();
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    if (second.extents() == Tuple{2} && fitting_strides(*f, {2}, 1).empty())
      return fails("v' has shape (2), but no strides fit");
    const std::vector<Increment> steps = increments(second.extents());
    std::set<std::size_t> singles;
    std::set<std::set<std::size_t>> doubles;
    for (const Increment& step : steps) {
      const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
      const bool met = meets_criterion(*f, step);
      if (positions.empty() && !met) return fails("a constraint without an overflow");
      if (positions.size() == 1) {
        singles.insert(*positions.begin());
        if (met != (excess(first, *positions.begin()) == 0))
          return fails("a single overflow does not mean σ_{j−1} = s_j σ_j");
      }
      if (positions.size() == 2) {
        doubles.insert(positions);
        if (met != (excess(first, *positions.begin()) == -excess(first, *positions.rbegin())))
          return fails("a double overflow does not mean the sum of two equations");
      }
    }
    for (const std::set<std::size_t>& both : doubles) {
      const auto free = std::find_if(both.begin(), both.end(),
                                     [&](std::size_t j) { return !singles.contains(j); });
      if (free == both.end()) {
        // Its equation is the sum of those of the single overflows.
        if (reading == Composition::amended) continue;
        return fails("both positions of a double overflow overflow alone, too");
      }
      Tuple sigma(first.length(), 1);
      for (std::size_t j = sigma.size() - 1; j > 0; --j)
        sigma[j - 1] = first.extents()[j] * sigma[j] + (j == *free ? 1 : 0);
      const std::optional<Composite> g = compose(Layout::flat(first.extents(), sigma), second);
      for (const Increment& step : steps) {
        const std::set<std::size_t> positions = overflow(*g, first.extents(), step);
        if ((positions.size() == 1 || positions == both) &&
            meets_criterion(*g, step) == (positions == both)) {
          return fails("a double overflow is no further constraint");
        }
      }
    }
    return holds();
  };
}

/// Each overflow is a linear equation, and together they decide.
Check overflows_are_equations(Composition reading) {
  return [reading](const Layout& first, const Layout& second) {
    if (!all_above_one(first.extents())) return unmet();
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    std::set<std::vector<std::size_t>> overflows;
    bool all = true;
    for (const Increment& step : increments(second.extents())) {
      const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
      if (!positions.empty()) overflows.insert({positions.begin(), positions.end()});
      const bool holds_here = satisfies(first, positions);
      if (holds_here != meets_criterion(*f, step))
        return fails("the equation is not the condition at " + text(step.index));
      all = all && holds_here;
    }
    if (all == fitting_strides(*f, second.extents(), 1).empty())
      return fails(all ? "all equations hold, but no strides fit" : "the strides fit");
    const auto equations = views::overflow_equations(first.extents(), second, view_limit);
    if (!equations || equations->size() != overflows.size()) return fails("other equations");
    auto expected = overflows.begin();
    for (const views::OverflowEquation& equation : *equations) {
      const std::set<std::size_t> positions(equation.positions.begin(), equation.positions.end());
      if (equation.positions != *expected++ ||
          views::satisfies(equation, first.strides()) != satisfies(first, positions)) {
        return fails("the algebra has another equation");
      }
    }
    return holds();
  };
}

/// The digits of (v^s)⁻¹(x) by repeated division, the last one first, where x may be any number.
Result is_mixed_radix(const NestedTuple& s, Int x, bool any_number) {
  const std::vector<Tuple> inverse = inverse_of_contiguous(s.entries());
  if (x >= static_cast<Int>(inverse.size()))
    return any_number ? fails("v^s sends no index to it") : unmet();
  Tuple digits(s.length());
  Int left = x;
  for (std::size_t l = s.length(); l-- > 0;) {
    digits[l] = left % s.entries()[l];
    left /= s.entries()[l];
  }
  const Outcome<Tuple> found = views::unravel(s.entries(), x);
  return holds_if(
      left == 0 && digits == inverse[static_cast<std::size_t>(x)] && found && *found == digits,
      [&] { return "the digits are " + text(digits); });
}

/// The increments that lead to overflows decide, and the equation of each depends on the positions
/// that overflow only.
Check overflows_suffice(Composition reading) {
  return [reading](const Layout& first, const Layout& second) {
    const std::optional<Composite> f = compose(first, second);
    if (!f) return without_composite(reading);
    std::map<std::set<std::size_t>, Tuple> equations;
    bool criterion = true;
    for (const Increment& step : increments(second.extents())) {
      const std::set<std::size_t> positions = overflow(*f, first.extents(), step);
      const auto [known, is_new] = equations.try_emplace(positions, linear_form(*f, step));
      if (known->second != linear_form(*f, step)) return fails("one overflow, two equations");
      if (!positions.empty()) criterion = criterion && meets_criterion(*f, step);
    }
    const bool merges = !fitting_strides(*f, second.extents(), 1).empty();
    if (criterion != merges)
      return fails(merges ? "they merge, but an overflow fails" : "overflows do not suffice");
    const auto found = views::overflow_equations(first.extents(), second, view_limit);
    const bool satisfied =
        found &&
        std::all_of(found->begin(), found->end(), [&](const views::OverflowEquation& equation) {
          return views::satisfies(equation, first.strides());
        });
    return holds_if(satisfied == merges, "the algebra's equations disagree");
  };
}

std::vector<Statement> example_statements() {
  return {
      statement("debos.table.1", "Table",
                "Table 1, for v = ((10,3,3), (σ_1,σ_2,σ_3)) and v' = ((4), (4)): they merge if and "
                "only if σ_1 = 2σ_2 + 3σ_3, then to ((4), (σ_2 + σ_3)). Operand: σ.",
                make_domain("the strides of v in the example of section 4", {Sort::flat_tuple},
                            [](Entropy& entropy, int) -> Operands {
                              return {NestedTuple::flat(draw_example_strides(entropy))};
                            }),
                [](const NestedTuple& strides) {
                  const Tuple& sigma = strides.entries();
                  if (!is_example_stride(sigma)) return unmet();
                  const std::string wrong = judge_rows(sigma, 4);
                  if (!wrong.empty()) return fails(wrong + " is not as printed");
                  const Layout v = Layout::flat(example_shape, sigma);
                  const Outcome<Layout> merged = views::merge(v, Layout::flat({4}, {4}));
                  const bool merges = double_equation(sigma);
                  if (example_merges(sigma, 4) != merges || merged.has_value() != merges)
                    return fails(merges ? "they do not merge" : "they merge");
                  return holds_if(!merges || *merged == Layout::flat({4}, {sigma[1] + sigma[2]}),
                                  [&] { return "the merged view is " + to_string(*merged); });
                }),

      {.id = "debos.table.2",
       .kind = "Table",
       .says = "Table 2, for s = 6, and what section 4 says with it: v and v' = ((s), (4)) merge "
               "for s ≤ 4 if σ_1 = 2σ_2 + 3σ_3, for s = 6 if and only if besides σ_1 = 3σ_2, and "
               "for s > 4 only if so. Operands: s, σ.",
       .domain = example_operands(),
       .check = judge_example(4, Composition::printed),
       .counterexample = "debos.table.2(5, (2,1,0)) = false",
       .remark = "The table is right. σ_1 = 3σ_2 comes from its row i = 5, which s = 5 does not "
                 "have; from 12 to 16 no position overflows. So for s = 5 the first equation alone "
                 "decides, as for s = 4. From s = 24 on, f_{v,v'} is not defined.",
       .change = "s > 5 for s > 4, twice, at the beginning of section 4.",
       .uses = {"debos.6"},
       .slips = {"In the equation after the table, σ means σ~."}},
      amendment("debos.table.2.amended",
                "With definition 6 as amended, so that s ≤ 23, the same with \"only if\" for s > "
                "5. Operands: s, σ.",
                judge_example(5, Composition::amended)),

      {.id = "debos.4.3.1",
       .kind = "Observation",
       .says = "An overflow at one position is the usual case; one at two positions imposes an "
               "additional constraint. (v, v') always merges if v' has shape (2). Operands: v, v'.",
       .domain = overflowing_pairs(Composition::printed),
       .check = double_overflows_constrain(Composition::printed),
       .counterexample = "debos.4.3.1(():(), (2):(1)) = false",
       .remark = "f_{v,v'} need not be defined. Where it is, an overflow at j alone means σ_{j−1} "
                 "= s_j σ_j, and one at j and j' the sum of both equations; this is no additional "
                 "constraint if j and j' overflow alone, too. So it is with "
                 "`debos.4.3.1((2,2,2):(0,0,0), (2,3):(2,1)) = false`. (Sizes are at least 2, as "
                 "the note after definition 1 says; what is usual is not said, and not checked.)",
       .change = "Let a double overflow impose an additional constraint unless both positions "
                 "overflow alone, too.",
       .uses = {"debos.6"}},
      statement(
          "debos.4.3.1.amended", "Amendment",
          "With definition 6 as amended: an overflow at one position means σ_{j−1} = s_j σ_j, one "
          "at two the sum of both equations, which is an additional constraint unless both "
          "positions overflow alone, too. (v, v') always merges if v' has shape (2).",
          overflowing_pairs(Composition::amended),
          double_overflows_constrain(Composition::amended)),

      {.id = "debos.4.3.2",
       .kind = "Observation",
       .says = "If all single overflows satisfy the criterion, more complex overflows do so, too. "
               "Operands: v, v'.",
       .domain = complex_overflows(Composition::printed),
       .check = single_overflows_suffice(Composition::printed),
       .counterexample = "debos.4.3.2(():(), (2):(1)) = false",
       .remark = "f_{v,v'} need not be defined. Where it is, a position may overflow together with "
                 "others only, and its own equation σ_{j−1} = s_j σ_j is then never asked for: "
                 "`debos.4.3.2((2,2,2):(1,0,0), (3):(3)) = false`. So it is in the example of "
                 "section 4: for s = 4 the only overflow is a double one, and for s = 6 the "
                 "equation of the single one does not imply that of the double one.",
       .change = "Ask for σ_{j−1} = s_j σ_j at each position that overflows, alone or not. This is "
                 "sufficient for merging, but not necessary: section 4 has (5,1,1).",
       .uses = {"debos.6"}},
      statement(
          "debos.4.3.2.amended", "Amendment",
          "With definition 6 as amended: if σ_{j−1} = s_j σ_j for each position j that overflows "
          "in some increment, all overflows satisfy the criterion. Operands: v, v'.",
          complex_overflows(Composition::amended), single_overflows_suffice(Composition::amended)),

      {.id = "debos.4.3.3",
       .kind = "Observation",
       .says = "Overflows correspond to linear equations in the strides of v, which have to be "
               "checked to decide mergeability. Operands: v, v'.",
       .domain = overflowing_pairs(Composition::printed),
       .check = overflows_are_equations(Composition::printed),
       .counterexample = "debos.4.3.3(():(), (2):(1)) = false",
       .remark = "f_{v,v'} is not defined where v' takes a value that is not below ∏ s. That the "
                 "equations have to be checked is read of all of them together; which of them can "
                 "be left out is debos.11.amended.",
       .uses = {"debos.6"}},
      statement("debos.4.3.3.amended", "Amendment", "The same, with definition 6 as amended.",
                overflowing_pairs(Composition::amended),
                overflows_are_equations(Composition::amended)),

      statement("debos.4.3.4", "Observation",
                "Overflow is that of adding numbers in a mixed radix system, whose bases are the "
                "extents of the shape. Operands: s, and two numbers.",
                shape_and_numbers(2),
                [](const NestedTuple& s, Int a, Int b) {
                  const std::vector<Tuple> digits = inverse_of_contiguous(s.entries());
                  const auto size = static_cast<Int>(digits.size());
                  const bool inside = a < size && b < size && a + b < size;
                  const auto found = a < size && b < size
                                         ? views::overflowing(s.entries(), a, b)
                                         : Outcome<std::vector<std::size_t>>(Undefined{""});
                  if (found.has_value() != inside)
                    return fails("overflow beyond the first position");
                  if (!inside) return unmet();
                  // Schoolbook addition, the last digit first.
                  Tuple sum(s.length());
                  std::vector<std::size_t> carries;
                  Int carry = 0;
                  for (std::size_t l = s.length(); l-- > 0;) {
                    const Int digit = digits[static_cast<std::size_t>(a)][l] +
                                      digits[static_cast<std::size_t>(b)][l] + carry;
                    sum[l] = digit % s.entries()[l];
                    carry = digit / s.entries()[l];
                    if (carry > 1) return fails("a carry above 1");
                    if (carry == 1) carries.insert(carries.begin(), l);
                  }
                  return holds_if(carry == 0 && sum == digits[static_cast<std::size_t>(a + b)] &&
                                      carries == *found,
                                  [&] { return "the digits of the sum are " + text(sum); });
                }),

      {.id = "debos.5.1",
       .kind = "Observation",
       .says = "(v^s)⁻¹ sends a natural number to its representation in a mixed radix system; for "
               "s = (2,3,4) it sends 5 to (0,1,1). Operands: s, a number.",
       .domain = shape_and_numbers(1),
       .check = with(is_mixed_radix, true),
       .counterexample = "debos.5.1((), 1) = false",
       .remark =
           "(v^s)⁻¹ is defined below ∏ s; the representation of another number takes a digit more.",
       .change = "A natural number i < ∏ s."},
      amendment("debos.5.1.amended", "The same for numbers below ∏ s.",
                with(is_mixed_radix, false)),

      {.id = "debos.5.2",
       .kind = "Observation",
       .says = "In theorem 10 the increments that lead to overflows suffice. Each overflow gives a "
               "linear equation in the strides of v, which depends on the positions that overflow "
               "only. Operands: v, v'.",
       .domain = view_pairs(),
       .check = overflows_suffice(Composition::printed),
       .counterexample = "debos.5.2(():(), (2):(1)) = false",
       .remark = "f_{v,v'} is not defined where v' takes a value that is not below ∏ s.",
       .uses = {"debos.6"}},
      amendment("debos.5.2.amended", "The same, with definition 6 as amended.",
                overflows_suffice(Composition::amended)),
  };
}

// ---- Against colfax

std::vector<Statement> relation_statements() {
  return {
      statement(
          "relation.debos-views-reversed-are-colfax-layouts", "Relation",
          "Reversed, the contiguous view of s is the column-major layout of the reversed shape "
          "(colfax 2.1.2.6), unravelling is colex⁻¹ (2.1.2.18), and v∘(v^s)⁻¹ is the layout "
          "function (2.1.2.19).",
          make_domain("a view", {Sort::flat_layout},
                      [](Entropy& entropy, int) -> Operands { return {draw_view(entropy, 4)}; }),
          [](const Layout& v) {
            const Layout turned = reverse(v);
            if (views::reversed(v) != turned) return fails("reversed otherwise");
            if (views::reversed(views::contiguous_view(v.extents())) !=
                oracle::to_layout(oracle::column_major(turned.shape()))) {
              return fails("the contiguous view is not column-major when reversed");
            }
            const Tuple values = table(turned);
            for (std::size_t x = 0; x < values.size(); ++x) {
              const Outcome<Tuple> index = views::unravel(v.extents(), static_cast<Int>(x));
              Outcome<Tuple> coordinate =
                  algebra::colex_inverse(turned.shape(), static_cast<Int>(x));
              if (!index || !coordinate) return fails("no index or no coordinate");
              Tuple back = *coordinate;
              std::reverse(back.begin(), back.end());
              if (*index != back || value(v, *index) != values[x])
                return fails("the index of " + std::to_string(x) + " is " + text(*index));
            }
            return holds();
          }),

      statement("relation.debos-merging-is-flat-composition", "Relation",
                "(v_1, v_2) is mergeable exactly if the reversed layouts have a flat composite "
                "(colfax 2.1.7.1), which is the merged view reversed, with stride 0 for sizes 1. "
                "Operands: v_1, v_2.",
                view_pairs(),
                [](const Layout& first, const Layout& second) {
                  const Outcome<Tuple> composed = views::composition(first, second, view_limit);
                  const Outcome<Layout> merged = views::merge(first, second, view_limit);
                  const Outcome<Layout> flat = flat_composite(reverse(first), reverse(second));
                  if (merged.has_value() != flat.has_value())
                    return fails("merged " + text(merged) + ", composed " + text(flat));
                  if (!composed) return holds_if(!flat, "a composite leaves the domain");
                  return holds_if(!merged || reverse(*merged) == *flat, [&] {
                    return "merged " + text(merged) + ", composed " + text(flat);
                  });
                }),

      statement("relation.debos-mergeable-implies-colfax-composable", "Relation",
                "If (v_1, v_2) is mergeable, the reversed layouts have a composite (colfax "
                "2.3.7.1), with the function of the merged view reversed. The converse is false: a "
                "composite may refine the shape of v_2. Operands: v_1, v_2.",
                view_pairs(),
                [](const Layout& first, const Layout& second) {
                  const Outcome<Layout> merged = views::merge(first, second, view_limit);
                  if (!merged) return unmet();
                  const Outcome<Layout> composed =
                      algebra::composition(reverse(first), reverse(second), Convention::strict);
                  return holds_if(composed && same_function(*composed, reverse(*merged)),
                                  [&] { return "composed " + text(composed); });
                }),
  };
}

}  // namespace

std::vector<Statement> debos_example() {
  std::vector<Statement> all;
  for (auto part : {example_statements, relation_statements})
    for (Statement& statement : part())
      all.push_back(std::move(statement));
  return all;
}

}  // namespace layoutcheck::properties
