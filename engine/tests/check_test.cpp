// Checks: what a function is given of the operands, whether it fits its domain, and what the words
// say when something fails.
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/statement.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::engine {
namespace {

Result has_extent(const Layout& l, Int extent) {
  return holds_if(l.extents().front() == extent, "another extent");
}

TEST(Check, UnpacksItsOperands) {
  const Check check = has_extent;
  const Value layout = parse_layout("(3):(1)");
  EXPECT_EQ(check({layout, Int{3}}).kind, Result::Kind::holds);
  EXPECT_EQ(check({layout, Int{4}}).why, "another extent");
  const Check of_entries = [](const Tuple& xs) { return holds_if_equal(xs, Tuple{2, 3}); };
  EXPECT_EQ(of_entries({NestedTuple::flat({2, 4})}).why, "(2,4) is not (2,3)");
  const Check of_all = [](const Operands& all) { return holds_if(all.size() == 3, "not 3"); };
  EXPECT_EQ(of_all(Operands(3)).kind, Result::Kind::holds);
  EXPECT_FALSE(Check());
}

TEST(Check, TakesTheSortsOfItsParameters) {
  const Check check = has_extent;
  EXPECT_TRUE(check.takes(std::vector{Sort::flat_layout, Sort::positive}));
  EXPECT_FALSE(check.takes(std::vector{Sort::positive, Sort::flat_layout}));
  EXPECT_FALSE(check.takes(std::vector{Sort::layout}));
  EXPECT_TRUE(Check([](const Operands&) { return holds(); }).takes({}));
}

TEST(Check, RefusesMapsIntoTooManyElements) {
  const Check check = [](const PointedMap&) { return holds(); };
  EXPECT_EQ(check({PointedMap({1}, 2)}).kind, Result::Kind::holds);
  EXPECT_THROW(check({PointedMap({1}, 1000000)}), LimitReached);
}

TEST(With, GivesTheLastParameters) {
  const Check check = with(has_extent, Int{3});
  EXPECT_TRUE(check.takes(std::vector{Sort::layout}));
  EXPECT_EQ(check({parse_layout("(3):(1)")}).kind, Result::Kind::holds);
  EXPECT_EQ(check({parse_layout("(4):(1)")}).kind, Result::Kind::fails);
}

TEST(Given, IsUnmetWithoutTheHypothesis) {
  const auto has_length_one = [](const Layout& l) { return l.length() == 1; };
  const Check check = given(has_length_one, has_extent);
  EXPECT_EQ(check({parse_layout("(3):(1)"), Int{3}}).kind, Result::Kind::holds);
  EXPECT_EQ(check({parse_layout("(3):(1)"), Int{4}}).kind, Result::Kind::fails);
  EXPECT_EQ(check({parse_layout("(3,2):(1,1)"), Int{4}}).kind, Result::Kind::unmet);
}

TEST(Given, TakesWhatBothTake) {
  const auto is_one = [](const Layout& l) { return l.length() == 1; };
  EXPECT_TRUE(given(is_one, has_extent).takes(std::vector{Sort::layout, Sort::positive}));
  EXPECT_FALSE(given(is_one, has_extent).takes(std::vector{Sort::layout}));
  const Check of_all = [](const Operands&) { return holds(); };
  EXPECT_FALSE(given(is_one, of_all).takes(std::vector{Sort::shape}));
  EXPECT_FALSE(given(is_one, of_all).takes({}));
}

TEST(Agree, PrintsAllFormulationsThatDoNot) {
  const Layout a = parse_layout("(2):(1)");
  const Outcome<Layout> none = Undefined{"too far"};
  EXPECT_EQ(agree<Layout>({{"x", a}, {"y", Outcome<Layout>(a)}}).kind, Result::Kind::holds);
  EXPECT_EQ(agree<Layout>({{"x", none}, {"y", none}}).kind, Result::Kind::holds);
  EXPECT_EQ(agree<Layout>({{"x", a}, {"y", none}}).why, "x: (2):(1); y: undefined (too far)");
  EXPECT_EQ(agree<bool>({{"x", true}, {"y", true}, {"z", false}}).why, "x: yes; y: yes; z: no");
}

TEST(AllHold, NamesTheFirstClaimThatDoesNot) {
  EXPECT_EQ(all_hold({{true, "one"}, {false, "two"}, {false, "three"}}).why, "not so: two");
  EXPECT_EQ(all_hold({{true, "one"}}).kind, Result::Kind::holds);
}

}  // namespace
}  // namespace layoutcheck::engine
