// The statements on composition (colfax 2.3.7). The source's B∘A is composition(B, A), and the
// operands are B, A.
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/oracles/search.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

constexpr Nesting nested = Nesting::nested;

const char* const refinement_as_amended =
    "Refinement is that of 2.2.4.1 as amended. With the printed one, which asks for more depth, "
    "example 2.3.7.5 would have no composite.";

Outcome<Layout> composition(const Layout& b, const Layout& a) {
  return algebra::composition(b, a, Convention::strict);
}

/// Φ_B∘Φ_A^{size(B)}; nothing if A leaves [0, size(B)). Throws LimitReached.
std::optional<std::vector<Exact>> composed(const Layout& b, const Layout& a) {
  const Exact size = oracle::size(b);
  std::vector<Exact> values;
  for (const Exact& value : oracle::table(a, limits)) {
    if (value >= size) return std::nullopt;
    values.push_back(oracle::value_at(b, value));
  }
  return values;
}

/// Which of the conditions of colfax 2.3.7.1 C violates; "" if none.
std::string violated(const Layout& c, const Layout& b, const Layout& a) {
  const NestedTuple shape = a.shape();
  if (!oracle::refines(c.shape(), shape)) return "condition 1";
  if (!is_coalesced_over(c, shape)) return "condition 2";
  const auto values = composed(b, a);
  return values && oracle::table(c, limits) == *values ? "" : "condition 3";
}

/// B, A and a layout, mostly a weak composite of them: each mode of B∘A relative to shape(A) is
/// replaced by a layout with the same function.
Domain composable_with_weak_composite() {
  Domain domain = composable_layouts(nested);
  domain.name = "composable layouts B, A and a weak composite of them";
  domain.sorts.push_back(Sort::layout);
  domain.enumerate = make_domain("", domain.sorts, {}).enumerate;
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout b = layout(operands, 0);
    const Layout a = layout(operands, 1);
    Layout weak = a;
    try {
      const Outcome<Layout> composite = composition(b, a);
      if (composite) {
        std::vector<Layout> modes = relative_modes(*composite, a.shape());
        for (Layout& mode : modes) {
          if (entropy.chance(70)) mode = draw_same_function(entropy, mode);
        }
        weak = *algebra::substitute(a.profile(), modes);
      }
    } catch (const LimitReached&) {
      // Then A stands for it, which is a near miss.
    }
    operands.emplace_back(mostly(entropy, std::move(weak)));
    return operands;
  };
  return domain;
}

/// Above these numbers the search for all composites takes too long.
constexpr int searched_size = 8;
constexpr int searched_value = 6;

Result check_2_3_7_1(const Layout& b, const Layout& a) {
  const Outcome<Layout> found = composition(b, a);
  if (found) {
    const std::string condition = violated(*found, b, a);
    if (!condition.empty()) return fails(text(found) + " violates " + condition);
  }
  const Outcome<Layout> recognized = narrow(oracle::composition(b, a, Convention::strict, limits));
  if (recognized.has_value() != found.has_value() || (found && *recognized != *found)) {
    return fails("found " + text(found) + ", but the table of the composite gives " +
                 text(recognized));
  }
  const auto values = composed(b, a);
  if (values && values->size() <= searched_size &&
      *std::max_element(values->begin(), values->end()) <= searched_value) {
    const std::vector<Layout> all = oracle::composites_by_search(b, a, Convention::strict);
    const bool agrees = found ? all == std::vector{*found} : all.empty();
    if (!agrees) {
      return fails("found " + text(found) + ", but " + std::to_string(all.size()) +
                   " layouts satisfy the conditions");
    }
  }
  return found ? holds() : unmet();
}

Result check_2_3_7_2(const Layout& b, const Layout& a) {
  if (!composition(b, a)) return unmet();
  for (const Exact& value : oracle::table(a, limits)) {
    if (value >= oracle::size(b)) {
      return fails("B∘A exists, but A has the value " + value.str());
    }
  }
  return holds();
}

Result check_2_3_7_3(const Layout& b, const Layout& a, const Layout& weak) {
  const NestedTuple shape = a.shape();
  if (!oracle::refines(weak.shape(), shape)) return unmet();
  const auto values = composed(b, a);
  if (!values || oracle::table(weak, limits) != *values) return unmet();
  const Outcome<Layout> composite = composition(b, a);
  const Outcome<Layout> coalesced_weak = algebra::coalesce(weak, shape);
  if (!composite || !coalesced_weak || *composite != *coalesced_weak) {
    return fails("B∘A is " + text(composite) + ", and coal(C, shape(A)) is " +
                 text(coalesced_weak));
  }
  // There is at most one composite.
  return holds_if(!is_coalesced_over(weak, shape) || weak == *composite,
                  [&] { return "C and " + text(composite) + " are both composites"; });
}

Result check_2_3_7_4(const Layout& b, const Layout& a) {
  const Outcome<Layout> composite = composition(b, a);
  if (!composite) return unmet();
  return holds_if(oracle::is_nondegenerate(*composite),
                  [&] { return "B∘A is " + text(composite) + ", which is degenerate"; });
}

Result check_2_3_7_10(const Operands& operands) {
  const Layout& b = layout(operands, 0);
  const Layout& extension = layout(operands, 1);
  const Layout& a = layout(operands, 2);
  if (oracle::size(b) > oracle::size(extension)) return unmet();
  Exact x = 0;
  for (const Exact& value : oracle::table(b, limits)) {
    if (oracle::value_at(extension, x) != value) return unmet();
    ++x;
  }
  const Outcome<Layout> composite = narrow(oracle::composition(b, a, Convention::strict, limits));
  if (!composite) return unmet();
  const Outcome<Layout> before = composition(b, a);
  const Outcome<Layout> after = composition(extension, a);
  return holds_if(before && after && *before == *composite && *after == *composite, [&] {
    return "the composite is " + to_string(*composite) + "; found " + text(before) +
           " before and " + text(after) + " after the extension";
  });
}

Result check_2_3_7_11(const Operands& operands) {
  const Layout& b = layout(operands, 0);
  const Layout& a = layout(operands, 1);
  const Outcome<Layout> composite = narrow(oracle::composition(b, a, Convention::strict, limits));
  const Outcome<Layout> coalesced_one = composition(algebra::coalesce(b), a);
  return holds_if(
      composite.has_value() == coalesced_one.has_value() &&
          (!composite || *composite == *coalesced_one),
      [&] { return "B∘A is " + text(composite) + ", and coal(B)∘A is " + text(coalesced_one); });
}

}  // namespace

std::vector<Statement> colfax_2_3_7() {
  const Domain composable = composable_layouts(nested);
  return {
      {
          .id = "colfax.2.3.7.1",
          .kind = "Definition",
          .says = "B∘A is the layout C whose shape refines shape(A), which is coalesced over "
                  "shape(A), and with Φ_C = Φ_B∘Φ_A^{size(B)}. (Operands: B, A. If all candidates "
                  "are few, they are all tried.)",
          .domain = composable,
          .check = on<Layout, Layout>(check_2_3_7_1),
          .remark = refinement_as_amended,
      },
      {
          .id = "colfax.2.3.7.2",
          .kind = "Remark",
          .says = "If B∘A exists, then the values of Φ_A lie in [0, size(B)). (Operands: B, A.)",
          .domain = composable,
          .check = on<Layout, Layout>(check_2_3_7_2),
      },
      {
          .id = "colfax.2.3.7.3",
          .kind = "Remark",
          .says = "At most one layout is B∘A; and if C is a weak composite, that is, meets "
                  "conditions 1 and 3 of 2.3.7.1, then B∘A = coal(C, shape(A)). (Operands: B, A, "
                  "C.)",
          .domain = composable_with_weak_composite(),
          .check = on<Layout, Layout, Layout>(check_2_3_7_3),
          .remark = refinement_as_amended,
      },
      {
          .id = "colfax.2.3.7.4",
          .kind = "Remark",
          .says = "B∘A is non-degenerate. (Operands: B, A.)",
          .domain = composable,
          .check = on<Layout, Layout>(check_2_3_7_4),
      },
      example("colfax.2.3.7.5", "A composite with a layout of rank 1 multiplies the strides."),
      example("colfax.2.3.7.6", "A composite of flat layouts of depth 2."),
      checked_by_lines("colfax.2.3.7.7", "Remark",
                       "A composite of flat layouts need not be flat: 2.3.7.6 is one."),
      misprinted_example(
          "colfax.2.3.7.8", "A composite of a nested layout with a flat one.",
          "composition((4,4,4,4):(2,4,8,16), ((2,4),8):((4,8),8)) = "
          "((2,(2,2)),(2,4)):((4,(8,8)),(8,8))",
          "There is no composite: at 10 it would have the value Φ_B(16) = 8, but 16 if its "
          "second mode adds to its first, as the printed layout does. That is composed mode by "
          "mode, although the values of the modes of A carry when they are added.",
          "For instance A = ((2,4),8):((4,8),32), for which B∘A = "
          "((2,(2,2)),(2,4)):((4,(8,8)),(16,16))."),
      example("colfax.2.3.7.9", "A composite that splits one entry and keeps the others."),
      {
          .id = "colfax.2.3.7.10",
          .kind = "Proposition",
          .says = "If the function of B~ extends that of B, and B∘A exists, then B~∘A = B∘A. "
                  "(Operands: B, B~, A.)",
          .domain = composable_with_extension(),
          .check = check_2_3_7_10,
      },
      {
          .id = "colfax.2.3.7.11",
          .kind = "Corollary",
          .says = "B∘A exists exactly if coal(B)∘A does, and then they are equal. (Operands: B, "
                  "A.)",
          .domain = composable,
          .check = check_2_3_7_11,
      },
  };
}

}  // namespace layoutcheck::properties
