// Which operands count as trivial: on them most statements say nothing.
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::engine {
namespace {

struct Judgement {
  Sort sort;
  const char* text;
  bool is_trivial;
};

constexpr Judgement judgements[] = {
    {Sort::truth, "true", false},
    {Sort::integer, "0", false},
    {Sort::positive, "1", false},
    {Sort::tuple, "()", true},
    {Sort::tuple, "(1,(0,1))", true},
    {Sort::tuple, "(1,(2,1))", false},
    {Sort::shape, "1", true},
    {Sort::shape, "2", false},
    {Sort::profile, "()", true},
    {Sort::profile, "((),())", true},
    {Sort::profile, "*", false},
    {Sort::layout, "():()", true},
    {Sort::layout, "1:5", true},
    {Sort::layout, "(2,3):(0,0)", true},
    {Sort::layout, "(2,1):(0,3)", true},
    {Sort::layout, "(1,2):(3,1)", false},
    {Sort::layout, "(2,1):(1,0)", false},
    {Sort::map, "<0>--()--><3>", true},
    {Sort::map, "<2>--(*,*)--><3>", true},
    {Sort::map, "<2>--(*,2)--><3>", false},
    {Sort::morphism, "()--()-->()", true},
    {Sort::morphism, "(2,3)--(*,*)-->(2)", true},
    {Sort::morphism, "(1,3)--(1,*)-->(1)", true},
    {Sort::morphism, "(1,3)--(*,1)-->(3)", false},
    {Sort::morphism, "(3,1)--(1,*)-->(3)", false},
    {Sort::tiler, "<_,_>", true},
    {Sort::tiler, "<1:4,2:0>", true},
    {Sort::tiler, "<_,2:1>", false},
};

TEST(Trivial, OperandsAreThoseOnWhichAFunctionIsConstant) {
  for (const auto& [sort, text, is_trivial] : judgements) {
    const Value value = parse_value(text, sort);
    EXPECT_EQ(has_trivial(Operands{value}), is_trivial) << text;
    // One trivial operand makes a choice trivial.
    EXPECT_EQ(has_trivial(Operands{Value(Int{7}), value}), is_trivial) << text;
    EXPECT_EQ(has_trivial(Operands{value, Value(Int{7})}), is_trivial) << text;
  }
  EXPECT_FALSE(has_trivial(Operands{}));
}

TEST(Trivial, AnEnumerationMayBeOfTheOthersAlone) {
  const Enumerator pairs(std::vector{Sort::layout, Sort::shape});
  Range range;
  range.bounds = parse_bounds("weight<=9");
  std::size_t all = 0;
  std::size_t others = 0;
  for (std::size_t weight = 0; weight <= 9; ++weight)
    pairs(weight, range, [&](const Operands& operands) {
      ++all;
      others += has_trivial(operands) ? 0 : 1;
      return true;
    });
  range.bounds = parse_bounds("weight<=9, nontrivial");
  EXPECT_TRUE(pairs.counts(range, 9).empty());
  std::size_t visited = 0;
  for (std::size_t weight = 0; weight <= 9; ++weight)
    pairs(weight, range, [&](const Operands& operands) {
      EXPECT_FALSE(has_trivial(operands));
      ++visited;
      return true;
    });
  EXPECT_GT(visited, 500);
  EXPECT_GT(all, visited);
  EXPECT_EQ(visited, others);
}

}  // namespace
}  // namespace layoutcheck::engine
