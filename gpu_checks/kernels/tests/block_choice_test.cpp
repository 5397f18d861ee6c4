// Choices of blocks: how they are written, and which blocks probing finds.
#include <layoutcheck/kernels/block_choice.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace layoutcheck::gpu {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

constexpr Dim3 largest = {0x7fffffff, 65535, 65535};

std::vector<std::uint64_t> chosen(const std::string& text, Dim3 grid) {
  return chosen_blocks(parse_block_choice(text), grid, {});
}

TEST(BlockChoice, IsAUnionInOrder) {
  EXPECT_THAT(chosen("all", {3, 2, 1}), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(chosen("last,first,7-9,8", {100, 1, 1}), ElementsAre(0, 7, 8, 9, 99));
  EXPECT_THAT(chosen("first,last", largest), ElementsAre(0, largest.count() - 1));
}

TEST(BlockChoice, TakesTheSameSampleEachTime) {
  const auto once = chosen("sample:100", largest);
  EXPECT_EQ(once.size(), 100U);
  EXPECT_EQ(once, chosen("sample:100", largest));
  EXPECT_LT(once.back(), largest.count());
}

TEST(BlockChoice, RefusesWhatItIsNot) {
  for (const char* text : {"", "alll", "sample:", "sample:0", "5-4", "-1", "first,", "1e3"})
    EXPECT_THROW(chosen(text, {10, 1, 1}), std::invalid_argument) << text;
  EXPECT_THROW(chosen("10", {10, 1, 1}), std::invalid_argument);
  EXPECT_THROW(chosen("all", largest), std::invalid_argument);
  EXPECT_THROW(chosen("0-2^62", {10, 1, 1}), std::invalid_argument);
}

TEST(BlockChoice, IsAllOfASmallGridUnlessSaid) {
  const auto short_blocks = [] { return std::uint64_t{1} << 18; };
  const auto long_blocks = [] { return std::uint64_t{1} << 20; };
  EXPECT_FALSE(resolved(parse_block_choice("auto"), {1024, 1, 1}, {256, 1, 1}, long_blocks).all);
  EXPECT_TRUE(resolved(parse_block_choice("auto"), {16, 1, 1}, {256, 1, 1}, long_blocks).all);
  EXPECT_TRUE(resolved(parse_block_choice("auto"), {1024, 1, 1}, {256, 1, 1}, short_blocks).all);
  const BlockChoice large =
      resolved(parse_block_choice("auto"), largest, {256, 1, 1}, short_blocks);
  EXPECT_FALSE(large.all);
  EXPECT_TRUE(large.powers && large.first && large.last);
  EXPECT_EQ(large.sample, 16U);
}

TEST(Powers, AreTheBlocksBeforeAndAfterACrossing) {
  // Each block touches 4096 bytes, from its index on.
  const auto probe = [](std::uint64_t block) -> std::optional<Signature> {
    return Signature{power_of(block * 4096), power_of(block * 4096 + 4095)};
  };
  const auto blocks = blocks_where_something_changes({1 << 24, 1, 1}, probe, 2048);
  for (unsigned power = 30; power <= 35; ++power) {
    const std::uint64_t crossing = (std::uint64_t{1} << power) / 4096;
    EXPECT_THAT(blocks, Contains(crossing - 1)) << power;
    EXPECT_THAT(blocks, Contains(crossing)) << power;
  }
  EXPECT_THAT(blocks, Not(Contains((std::uint64_t{1} << 29) / 4096)));
}

TEST(Powers, AreFoundAlongEachAxis) {
  // Rows of 2^20 bytes; z does not matter.
  const Dim3 grid = {64, 8192, 3};
  const auto probe = [&](std::uint64_t block) -> std::optional<Signature> {
    const Dim3 at = grid.at(block);
    return Signature{power_of(at.y * (std::uint64_t{1} << 20) + at.x * 64)};
  };
  const auto blocks = blocks_where_something_changes(grid, probe, 2048);
  EXPECT_THAT(blocks, Contains(std::uint64_t{64} * 1024));
  EXPECT_THAT(blocks, Contains(std::uint64_t{64} * 4096));
}

TEST(Powers, AreBoundedInAGridOfAnySize) {
  std::set<std::uint64_t> probed;
  const auto probe = [&](std::uint64_t block) -> std::optional<Signature> {
    EXPECT_TRUE(probed.insert(block).second) << "probed twice";
    return Signature{block};
  };
  blocks_where_something_changes(largest, probe, 500);
  EXPECT_EQ(probed.size(), 500U);
}

TEST(Powers, EndWhereProbingEnds) {
  int count = 0;
  blocks_where_something_changes(
      {1 << 20, 1, 1},
      [&](std::uint64_t) -> std::optional<Signature> {
        ++count;
        return std::nullopt;
      },
      500);
  EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace layoutcheck::gpu
