// What becomes of a find: crashes and hangs are outcomes, and the simplest input is found.
#include "shrink_find.hpp"

#include "check_case.hpp"
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>

#include <cstdlib>
#include <thread>

namespace layoutcheck::fuzz {
namespace {

using testing::HasSubstr;

const Family& layouts() {
  return family_of(Concern::layouts);
}

/// The layout that a case of coalesce is about, or nothing.
std::optional<Layout> layout_in(std::string_view input) {
  const auto c = parsed(input, layouts());
  if (!c || c->operands.empty()) return std::nullopt;
  const auto* layout = std::get_if<Layout>(&c->operands.front());
  return layout == nullptr ? std::nullopt : std::optional(*layout);
}

bool is_bad(std::string_view input) {
  const auto layout = layout_in(input);
  if (!layout) return false;
  Int sum = 0;
  for (Int d : layout->strides())
    sum += d;
  return sum >= 3;
}

Checked complain(std::string_view input) {
  return is_bad(input) ? found(std::string(input), "the strides are large") : passed();
}

Checked crash(std::string_view input) {
  if (is_bad(input)) std::abort();
  return passed();
}

Checked hang(std::string_view input) {
  while (is_bad(input))
    std::this_thread::sleep_for(std::chrono::seconds(1));
  return passed();
}

Checked complain_of_bytes(std::string_view input) {
  return input.find("ab") != std::string_view::npos ? found(std::string(input), "ab") : passed();
}

Target fake(Checked (*check)(std::string_view)) {
  return {.name = "fake", .says = "a fake", .family = layouts, .check = check};
}

std::optional<Find> shrink_with(Checked (*check)(std::string_view), std::string_view input,
                                std::size_t budget = 2000) {
  const Target target = fake(check);
  Sandbox sandbox(target, std::chrono::seconds(60));
  engine::RunOptions options;
  options.shrink_budget = budget;
  return shrunk(input, target, sandbox, options);
}

constexpr std::string_view heavy = "coalesce((4,(6,2)):(8,(48,7)))";

TEST(Sandbox, SaysHowAnInputEnded) {
  const Target complaining = fake(complain);
  Sandbox sandbox(complaining, std::chrono::seconds(60));
  EXPECT_EQ(sandbox.check("coalesce(2:1)").kind, Fate::Kind::passed);
  const Fate fate = sandbox.check(heavy);
  EXPECT_EQ(fate.kind, Fate::Kind::found);
  EXPECT_EQ(fate.line, heavy);
  EXPECT_EQ(fate.why, "the strides are large");
  EXPECT_EQ(sandbox.check("coalesce(2:1)").kind, Fate::Kind::passed);
}

TEST(Sandbox, OutlivesACrashAndAHang) {
  const Target crashing = fake(crash);
  Sandbox one(crashing, std::chrono::seconds(60));
  EXPECT_EQ(one.check(heavy).kind, Fate::Kind::crashed);
  EXPECT_EQ(one.check("coalesce(2:1)").kind, Fate::Kind::passed);
  const Target hanging = fake(hang);
  Sandbox other(hanging, std::chrono::seconds(3));
  EXPECT_EQ(other.check(heavy).kind, Fate::Kind::hung);
  EXPECT_EQ(other.check("coalesce(2:1)").kind, Fate::Kind::passed);
}

TEST(Shrunk, IsTheFirstInTheOrderOfTheEnumeration) {
  const auto find = shrink_with(complain, heavy);
  ASSERT_TRUE(find);
  EXPECT_EQ(find->input, "coalesce(1:3)");
  EXPECT_EQ(find->fate.kind, Fate::Kind::found);
}

TEST(Shrunk, StaysAsItIsWithoutABudget) {
  const auto find = shrink_with(complain, heavy, 0);
  ASSERT_TRUE(find);
  EXPECT_EQ(find->input, heavy);
}

TEST(Shrunk, ShrinksACrash) {
  const auto find = shrink_with(crash, heavy, 300);
  ASSERT_TRUE(find);
  EXPECT_EQ(find->input, "coalesce(1:3)");
  EXPECT_EQ(find->fate.kind, Fate::Kind::crashed);
  EXPECT_THAT(explained(*find, fake(crash)), HasSubstr("fake: crashed: the process died"));
}

TEST(Shrunk, TakesTheLineOutOfManyLines) {
  const auto find =
      shrink_with(complain, "coalesce(2:1)\n# more\n" + std::string(heavy) + "\nnonsense");
  ASSERT_TRUE(find);
  EXPECT_EQ(find->input, "coalesce(1:3)");
}

TEST(Shrunk, LeavesOutBytesOfWhatIsNoCase) {
  const auto find = shrink_with(complain_of_bytes, "xx\nyabz\nxx");
  ASSERT_TRUE(find);
  EXPECT_EQ(find->input, "ab");
}

TEST(Shrunk, IsNothingIfNothingIsWrong) {
  EXPECT_EQ(shrink_with(complain, "coalesce(2:1)"), std::nullopt);
}

TEST(CorpusLine, HasTheAnswerOfTheOracle) {
  Find find{"coalesce((2,2):(1,2))", {Fate::Kind::found, "coalesce((2,2):(1,2)) = 5:1", "wrong"}};
  EXPECT_EQ(corpus_line(find, "merged one too far"),
            "coalesce((2,2):(1,2)) = 4:1  # merged one too far");
  find = {"colfax.2.1.4.15((1):(1))", {Fate::Kind::found, "", ""}};
  EXPECT_EQ(corpus_line(find, ""), "colfax.2.1.4.15((1):(1)) = true");
  find = {"no case(", {Fate::Kind::found, "no case(", ""}};
  EXPECT_EQ(corpus_line(find, ""), std::nullopt);
}

TEST(Explained, SaysWhatBothSidesAnswer) {
  const Find find{"coalesce((2,2):(1,2))",
                  {Fate::Kind::found, "coalesce((2,2):(1,2)) = 5:1", "wrong"}};
  EXPECT_EQ(explained(find, *find_target("layouts")),
            "coalesce((2,2):(1,2)) = 5:1\n    layouts: found: wrong\n    algebra: 4:1\n"
            "    oracle: 4:1\n");
}

}  // namespace
}  // namespace layoutcheck::fuzz
