// The statements on flat layouts (colfax 2.1).
#include "lists.hpp"
#include "literal.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/properties/domains.hpp>

namespace layoutcheck::properties {

namespace {

using literal::layout;

// 2.1.4

Result check_2_1_4_15(const Operands& operands) {
  const Layout c = algebra::flat_coalesce(layout(operands, 0));
  return holds_if(c.is_flat() && oracle::is_flat_coalesced(c),
                  [&] { return to_string(c) + " is not a coalesced flat layout"; });
}

Result check_2_1_4_17(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Layout c = algebra::flat_coalesce(l);
  return holds_if(literal::same_function(c, l),
                  [&] { return to_string(c) + " has another function than " + to_string(l); });
}

Result check_2_1_4_18(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const bool same = literal::same_function(a, b);
  const Layout coal_a = algebra::flat_coalesce(a);
  const Layout coal_b = algebra::flat_coalesce(b);
  return holds_if(same == (coal_a == coal_b), [&] {
    return "the functions are " + std::string(same ? "equal" : "different") +
           ", and the coalesced layouts are " + to_string(coal_a) + " and " + to_string(coal_b);
  });
}

/// A layout with an extent 1 has the function of the layout without that entry, whose rank is less.
/// So the claim holds if and only if, of the layouts without extents 1 that have the function,
/// coal♭(L) is the only one of its rank or less; they are all tried.
Result check_2_1_4_19(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Layout c = algebra::flat_coalesce(l);
  const std::vector<Layout> rivals = literal::layouts_with_function(l, c.length());
  return holds_if(c.is_flat() && rivals == std::vector{c}, [&] {
    std::string found;
    for (const Layout& rival : rivals) {
      found += " " + to_string(rival);
    }
    return "the coalesced layout is " + to_string(c) +
           "; of its rank or less have the function:" + (found.empty() ? " none" : found);
  });
}

}  // namespace

std::vector<Statement> colfax_2_1() {
  const Domain flat = layouts(Nesting::flat);
  return {
      {
          .id = "colfax.2.1.4.15",
          .kind = "Lemma",
          .says = "coal♭(L) is coalesced, for every flat layout L.",
          .domain = flat,
          .check = check_2_1_4_15,
      },
      {
          .id = "colfax.2.1.4.17",
          .kind = "Lemma",
          .says = "L and coal♭(L) have the same layout function.",
          .domain = flat,
          .check = check_2_1_4_17,
      },
      {
          .id = "colfax.2.1.4.18",
          .kind = "Proposition",
          .says = "Flat layouts A and B have the same function exactly if coal♭(A) = coal♭(B).",
          .domain = layout_pairs(Nesting::flat),
          .check = check_2_1_4_18,
      },
      {
          .id = "colfax.2.1.4.19",
          .kind = "Proposition",
          .says = "Of the flat layouts with the function of L, coal♭(L) has the least rank, and "
                  "no other has it.",
          .domain = flat,
          .check = check_2_1_4_19,
      },
  };
}

}  // namespace layoutcheck::properties
