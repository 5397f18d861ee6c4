// Tests of left divisibility and the closed formulas.
#include "constructions/admissible.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::properties::formulas {
namespace {

std::string text(const Outcome<Layout>& outcome) {
  return outcome ? to_string(*outcome) : "undefined";
}

std::string formula_complement(const char* a, Int size) {
  return text(complement_formula(parse_layout(a), size));
}

std::string compose(const char* a, const char* b, Admissibility admissibility) {
  return text(composition_formula(parse_layout(a), parse_layout(b), admissibility));
}

TEST(LeftDivision, EndsInOneFactor) {
  const Tuple factors{4, 6, 8, 10};
  EXPECT_EQ(*left_division(factors, 1, Divisibility::full), (LeftDivision{0, 1}));
  EXPECT_EQ(*left_division(factors, 2, Divisibility::full), (LeftDivision{0, 2}));
  EXPECT_EQ(*left_division(factors, 4, Divisibility::full), (LeftDivision{1, 1}));
  EXPECT_EQ(*left_division(factors, 12, Divisibility::full), (LeftDivision{1, 3}));
  EXPECT_EQ(*left_division(factors, 192, Divisibility::full), (LeftDivision{3, 1}));
  EXPECT_EQ(*left_division(factors, 192 * 77, Divisibility::full), (LeftDivision{3, 77}));
  EXPECT_FALSE(left_division(factors, 3, Divisibility::full));
  EXPECT_EQ(*left_division(factors, 3, Divisibility::weak), (LeftDivision{0, 3}));
  EXPECT_FALSE(left_division(factors, 6, Divisibility::weak));
  EXPECT_FALSE(left_division(factors, 32, Divisibility::weak));
}

TEST(LeftDivision, PassesOverFactorsOfOne) {
  EXPECT_EQ(*left_division(Tuple{1, 2}, 1, Divisibility::full), (LeftDivision{1, 1}));
  EXPECT_EQ(*left_division(Tuple{2, 1}, 2, Divisibility::full), (LeftDivision{1, 1}));
  EXPECT_EQ(*left_division(Tuple{1}, 5, Divisibility::full), (LeftDivision{0, 5}));
}

TEST(LeftDivision, LeavesTheOtherFactors) {
  const Tuple factors{4, 6, 8, 10};
  EXPECT_EQ(remaining_factors(factors, {1, 3}), (Tuple{2, 8, 10}));
  EXPECT_EQ(remaining_factors(factors, {0, 1}), factors);
  EXPECT_EQ(remaining_factors(factors, {3, 77}).size(), 1U);
}

TEST(ExtendedValue, GoesOnInTheLastMode) {
  const Layout layout = parse_layout("(6,2):(1,7)");
  EXPECT_EQ(*extended_value(layout, 5), 5);
  EXPECT_EQ(*extended_value(layout, 7), 8);
  EXPECT_EQ(*extended_value(layout, 12), 14);
  EXPECT_EQ(*extended_value(parse_layout("(2,1):(1,5)"), 2), 5);
  EXPECT_EQ(*extended_value(parse_layout("(2):(1)"), 2), 2);
  EXPECT_FALSE(extended_value(parse_layout("():()"), 0));
}

TEST(ComplementFormula, KeepsEveryMode) {
  EXPECT_EQ(formula_complement("(2,2):(1,6)", 24), "(1,3,2):(1,2,12)");
  EXPECT_EQ(formula_complement("(2,2):(6,1)", 24), "(1,3,2):(1,2,12)");
  EXPECT_EQ(formula_complement("(1):(3)", 6), "(3,2):(1,3)");
  EXPECT_EQ(formula_complement("(4):(2)", 19), "undefined");      // shah 2.10
  EXPECT_EQ(formula_complement("(2,2):(2,3)", 19), "undefined");  // shah 2.10
  EXPECT_EQ(formula_complement("(2):(0)", 4), "undefined");
  EXPECT_EQ(formula_complement("():()", 4), "undefined");
  EXPECT_EQ(formula_complement("(4294967296,2):(4294967296,9223372036854775807)", 4), "undefined");
}

TEST(ComposeMode, FollowsTheModesOfA) {
  const char* a = "(4,6,8,10):(2,3,5,7)";
  EXPECT_EQ(compose(a, "(6):(12)", Admissibility::shah), "(2,3):(9,5)");  // shah 2.21
  EXPECT_EQ(compose(a, "(6):(12)", Admissibility::primer), "undefined");
  EXPECT_EQ(compose(a, "(4):(1)", Admissibility::shah), "(4):(2)");
  EXPECT_EQ(compose(a, "(4):(1)", Admissibility::primer), "(4,1):(2,3)");
  EXPECT_EQ(compose(a, "(2):(2)", Admissibility::shah), "(2):(4)");
  EXPECT_EQ(compose(a, "(3):(1)", Admissibility::shah), "(3):(2)");
  EXPECT_EQ(compose(a, "(480):(4)", Admissibility::shah), "(6,8,10):(3,5,7)");
  EXPECT_EQ(compose(a, "(48):(1000)", Admissibility::shah), "undefined");
  EXPECT_EQ(compose(a, "(48):(1920)", Admissibility::shah), "(48):(70)");
  EXPECT_EQ(compose(a, "(2):(0)", Admissibility::shah), "undefined");
  EXPECT_EQ(compose(a, "():()", Admissibility::shah), "undefined");
}

TEST(CompositionFormula, KeepsTheModesApart) {
  EXPECT_EQ(compose("(6,2):(1,7)", "(3,2):(2,3)", Admissibility::shah), "undefined");  // shah 1
  EXPECT_EQ(compose("(4,6):(2,3)", "(4,2):(4,2)", Admissibility::shah), "(4,2):(3,4)");
  // The offset 1 + 2 + 3 leaves the first mode of A, so that the formula misses f^_A∘f_B.
  EXPECT_EQ(compose("(6,2):(1,1)", "(2,2,2):(1,2,3)", Admissibility::shah), "(2,2,2):(1,2,3)");
  EXPECT_EQ(compose("(6,2):(1,1)", "(2,2,2):(1,2,3)", Admissibility::apart), "undefined");
  EXPECT_EQ(compose("(12,2):(1,1)", "(2,2,2,2):(1,2,3,6)", Admissibility::primer),
            "(2,2,2,2,1):(1,2,3,6,1)");
}

TEST(CompositionFormula, IntervalsDiffer) {
  const Tuple shape{4, 6};
  EXPECT_EQ(occupied_interval(shape, 3, 2, Admissibility::shah), (Interval{2, 3}));
  EXPECT_EQ(occupied_interval(shape, 3, 2, Admissibility::primer), (Interval{2, 4}));
  EXPECT_EQ(occupied_interval(Tuple{8, 6}, 3, 2, Admissibility::apart), (Interval{2, 5}));
  EXPECT_EQ(occupied_interval(shape, 1, 2, Admissibility::shah), Interval{});
  constexpr Int greatest = std::numeric_limits<Int>::max();
  EXPECT_EQ(occupied_interval(Tuple{greatest, 50}, 2, greatest, Admissibility::primer),
            (Interval{greatest, greatest}));
  EXPECT_EQ(occupied_interval(shape, 2, 4, Admissibility::shah), Interval{});
}

TEST(DivisionFormula, NeedsLeftDivisibilityByTheExtents) {
  const Layout a = parse_layout("(4,3):(1,5)");
  EXPECT_EQ(text(division_formula(a, parse_layout("(2):(1)"), Admissibility::shah)),
            "(2,1,2,3):(1,1,2,5)");
  // {B, 12} and {S, B} are admissible, but not {S, (B, 4:3)} (shah 2.23).
  EXPECT_EQ(text(division_formula(a, parse_layout("(3):(1)"), Admissibility::shah)), "undefined");
}

}  // namespace
}  // namespace layoutcheck::properties::formulas
