// The smallest size at which something is wrong.
#include <layoutcheck/kernels/growth.hpp>
#include <layoutcheck/kernels/numbers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace layoutcheck::gpu {
namespace {

using Kind = AtSize::Kind;

GrowthReport grown(const std::string& text, const std::function<Kind(std::int64_t)>& kind_at) {
  return grow(parse_growth(text), [&](std::int64_t size) {
    return std::optional(AtSize{kind_at(size), ""});
  });
}

TEST(Growth, IsReadWithAllItsParts) {
  const Growth growth = parse_growth("Q = 2^10 .. 2^40 by 2^8");
  EXPECT_EQ(growth.name, "Q");
  EXPECT_EQ(growth.first, 1024);
  EXPECT_EQ(growth.last, std::int64_t{1} << 40);
  EXPECT_EQ(growth.step, 256);
  EXPECT_EQ(parse_growth("n=1..1").step, 1);
  for (const char* text : {"", "Q", "Q=1", "Q=2..1", "Q=0..5", "=1..2", "2=1..2", "Q=1..2 by 0",
                           "Q=1..2 by 1 by 1", "Q=1..2^63", "1..2=Q"})
    EXPECT_THROW(parse_growth(text), std::invalid_argument) << text;
}

TEST(Growth, ReplacesWordsOnly) {
  const Replaced replaced = with_size("x: in f32[Q, Qx], i32=Q*4, y_Q, (Q,2):(1,Q)", "Q", 10);
  EXPECT_EQ(replaced.text, "x: in f32[10, Qx], i32=10*4, y_Q, (10,2):(1,10)");
  EXPECT_EQ(replaced.count, 4U);
}

TEST(Growth, FindsEachBoundaryExactly) {
  for (std::int64_t from = 1; from <= 70; ++from) {
    const GrowthReport report =
        grown("Q=1..64", [&](std::int64_t q) { return q < from ? Kind::right : Kind::wrong; });
    EXPECT_TRUE(report.finished);
    EXPECT_FALSE(report.right_again());
    if (from <= 64)
      EXPECT_EQ(report.not_right_from, from);
    else
      EXPECT_FALSE(report.not_right_from);
    if (from > 1)
      EXPECT_EQ(report.right_up_to, std::min<std::int64_t>(from - 1, 64));
    else
      EXPECT_FALSE(report.right_up_to);
  }
}

TEST(Growth, TriesFewSizesOfALargeRange) {
  const std::int64_t from = 2097153;
  const GrowthReport report =
      grown("Q=2^10..2^40", [&](std::int64_t q) { return q < from ? Kind::right : Kind::wrong; });
  EXPECT_EQ(report.right_up_to, from - 1);
  EXPECT_EQ(report.not_right_from, from);
  EXPECT_LT(report.tried.size(), 70U);
  // On both sides of it.
  EXPECT_GE(std::distance(report.tried.begin(), report.tried.find(from)), 16);
  EXPECT_GE(std::distance(report.tried.find(from), report.tried.end()), 8);
}

TEST(Growth, GoesInSteps) {
  const GrowthReport report = grown("Q=1000..1000000 by 7", [](std::int64_t q) {
    EXPECT_EQ((q - 1000) % 7, 0);
    return q < 54321 ? Kind::right : Kind::undecided;
  });
  EXPECT_EQ(report.right_up_to, 1000 + 7 * ((54320 - 1000) / 7));
  EXPECT_EQ(*report.not_right_from - *report.right_up_to, 7);
}

TEST(Growth, SamplesForWhatIsNotMonotone) {
  // Wrong wherever a vector of four does not fit, and from 2^20 on.
  const GrowthReport report = grown("Q=2^10..2^40", [](std::int64_t q) {
    return q % 4 == 0 && q < 1 << 20 ? Kind::right : Kind::wrong;
  });
  EXPECT_EQ(report.not_right_from, 1025);
  EXPECT_EQ(report.right_up_to, 1024);
  EXPECT_GT(report.right_again(), 1025);
}

TEST(Growth, KeepsWhatItKnowsWhereItIsStopped) {
  int left = 15;
  const GrowthReport report = grow(parse_growth("Q=1..2^20"), [&](std::int64_t q) {
    return left-- > 0 ? std::optional(AtSize{q < 5000 ? Kind::right : Kind::wrong, ""})
                      : std::nullopt;
  });
  EXPECT_FALSE(report.finished);
  EXPECT_LT(*report.right_up_to, 5000);
  EXPECT_GE(*report.not_right_from, 5000);
}

TEST(Growth, SizesAreAListOfNumbers) {
  const Sizes sizes = parse_sizes("Q = 2^10, 2^20+1,7");
  EXPECT_EQ(sizes.name, "Q");
  EXPECT_EQ(sizes.values, (std::vector<std::int64_t>{1024, 1048577, 7}));
  for (const char* text : {"", "Q", "Q=", "Q=1,", "Q=0", "=1", "2=1", "Q=1..2"})
    EXPECT_THROW(parse_sizes(text), std::invalid_argument) << text;
}

TEST(Numbers, MayBeRoundedUp) {
  EXPECT_EQ(parse_number("ceil_div(1000, 256)"), 4);
  EXPECT_EQ(parse_number("2*ceil_div(2^31+1,2^10)"), Exact("4194306"));
  EXPECT_EQ(parse_number("ceil_div(1024, 256)+1"), 5);
  for (const char* text : {"ceil_div(1)", "ceil_div(1,0)", "ceil_div(-1,2)", "ceil_div 1",
                           "ceil_div(1,2", "ceil(1,2)", "ceil_div"})
    EXPECT_THROW(parse_number(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace layoutcheck::gpu
