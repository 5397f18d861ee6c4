// Operands enumerated in turn: what the parts say, every choice once, within bounds and in shards.
#include <layoutcheck/engine/in_turn.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace layoutcheck::engine {
namespace {

std::vector<std::string> lines(const Enumerator& enumerator, std::size_t w,
                               const Range& range = {}) {
  std::vector<std::string> found;
  enumerator(w, range, [&](const Operands& operands) {
    EXPECT_EQ(weight(operands), w);
    std::string line;
    for (const Value& operand : operands)
      line += (line.empty() ? "" : " ") + to_string(operand);
    found.push_back(line);
    return true;
  });
  return found;
}

/// A shape and one that refines it.
Enumerator refined() {
  return in_turn({any(Sort::shape), refining(shape_at(0))});
}

TEST(InTurn, VisitsWhatTheOperandsBeforeAdmit) {
  EXPECT_EQ(lines(refined(), 3), (std::vector<std::string>{"1 (1)", "1 (())"})) << "and no other";
}

TEST(InTurn, IsWhatIndependentOperandsLeave) {
  for (std::size_t w = 0; w <= 7; ++w) {
    const Enumerator all = in_turn({any(Sort::map), any(Sort::integer), any(Sort::shape)});
    const Domain independent = make_domain("", {Sort::map, Sort::integer, Sort::shape}, {});
    EXPECT_EQ(lines(all, w), lines(independent.enumerate, w));
  }
}

TEST(InTurn, GivesOperandsInAnotherOrder) {
  const Enumerator swapped = in_turn({any(Sort::shape), refining(shape_at(0))}, {1, 0});
  const auto other = lines(swapped, 7);
  for (const std::string& line : lines(refined(), 7)) {
    const std::size_t space = line.find(' ');
    EXPECT_EQ(std::ranges::count(other, line.substr(space + 1) + " " + line.substr(0, space)), 1);
  }
}

TEST(InTurn, GoesOnAfterAnotherEnumerator) {
  const Enumerator after = in_turn(in_turn({any(Sort::shape)}), {refining(shape_at(0))});
  for (std::size_t w = 0; w <= 7; ++w)
    EXPECT_EQ(lines(after, w), lines(refined(), w));
}

TEST(InTurn, HeedsBoundsAndShards) {
  for (const Enumerator& enumerator :
       {refined(), in_turn(in_turn({any(Sort::shape)}), {refining(shape_at(0))}, {1, 0})}) {
    Bounds bounds;
    bounds.length = 2;
    std::multiset<std::string> whole;
    for (const std::string& line : lines(enumerator, 7, {bounds, {}}))
      whole.insert(line);
    EXPECT_LT(whole.size(), lines(enumerator, 7).size());
    std::multiset<std::string> parts;
    for (const std::size_t index : {0U, 1U, 2U})
      for (const std::string& line : lines(enumerator, 7, {bounds, {index, 3}}))
        parts.insert(line);
    EXPECT_EQ(parts, whole);
  }
}

TEST(InTurn, StopsWithTheVisitor) {
  std::size_t visits = 0;
  EXPECT_FALSE(refined()(7, [&](const Operands&) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3U);
}

TEST(Extended, DrawsAndEnumeratesFromTheOperandsBefore) {
  const Domain shapes = make_domain("a shape", {Sort::shape},
                                    [](Entropy&, int) { return Operands{parse_shape("(2,3)")}; });
  const Domain domain = extended(
      shapes, "a shape and its size", Sort::positive,
      [](Entropy&, int, const Operands& before) -> Value {
        return static_cast<Int>(std::get<NestedTuple>(before[0]).length());
      },
      such_that(any(Sort::positive), [](const Operands& before, const Value& n) {
        return std::get<Int>(n) == 2 && std::get<NestedTuple>(before[0]).is_flat();
      }));
  SeededEntropy entropy(1);
  EXPECT_EQ(domain.draw(entropy, 10), (Operands{parse_shape("(2,3)"), Int{2}}));
  EXPECT_EQ(lines(domain.enumerate, 4), (std::vector<std::string>{"(1) 2"}));
}

}  // namespace
}  // namespace layoutcheck::engine
