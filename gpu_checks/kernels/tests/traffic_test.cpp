// Costs of accesses: bank conflicts, sectors, and what of a buffer was touched.
#include <layoutcheck/kernels/coverage.hpp>
#include <layoutcheck/kernels/traffic.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::gpu {
namespace {

/// A request of all lanes, lane i at base + i * step.
WarpAccess strided(Space space, std::uint32_t bytes, std::uint64_t step, std::uint64_t base = 0) {
  WarpAccess access;
  access.space = space;
  access.bytes = bytes;
  access.lanes = ~0U;
  for (std::uint64_t i = 0; i < 32; ++i)
    access.addresses[i] = base + i * step;
  return access;
}

TEST(Wavefronts, OfNeighboursAreOne) {
  EXPECT_EQ(wavefronts(strided(Space::shared, 4, 4)), (Pieces{1, 1}));
  EXPECT_EQ(wavefronts(strided(Space::shared, 2, 2)), (Pieces{1, 1}));
}

TEST(Wavefronts, OfOneWordForAllLanesAreOne) {
  EXPECT_EQ(wavefronts(strided(Space::shared, 4, 0)), (Pieces{1, 1}));
}

TEST(Wavefronts, OfAColumnAreAsManyAsItsRowsInOneBank) {
  EXPECT_EQ(wavefronts(strided(Space::shared, 4, 128)), (Pieces{32, 1}));
  EXPECT_EQ(wavefronts(strided(Space::shared, 4, 8)), (Pieces{2, 1}));
  EXPECT_EQ(wavefronts(strided(Space::shared, 4, 132)), (Pieces{1, 1})) << "a padded row";
}

TEST(Wavefronts, OfVectorsAreThoseOfHalfAndQuarterWarps) {
  EXPECT_EQ(wavefronts(strided(Space::shared, 8, 8)), (Pieces{2, 2}));
  EXPECT_EQ(wavefronts(strided(Space::shared, 16, 16)), (Pieces{4, 4}));
  // 8 lanes, each at 4 of the same banks.
  EXPECT_EQ(wavefronts(strided(Space::shared, 16, 128)), (Pieces{32, 4}));
}

TEST(Wavefronts, CountOnlyLanesThatTakePart) {
  WarpAccess access = strided(Space::shared, 4, 128);
  access.lanes = 0b1011;
  EXPECT_EQ(wavefronts(access), (Pieces{3, 1}));
  access.lanes = 0;
  EXPECT_EQ(wavefronts(access), (Pieces{0, 0}));
}

TEST(Sectors, AreThoseThatTheBytesLieIn) {
  EXPECT_EQ(sectors(strided(Space::global, 4, 4)), (Pieces{4, 4}));
  EXPECT_EQ(sectors(strided(Space::global, 4, 4, 4)), (Pieces{5, 4})) << "one word beside";
  EXPECT_EQ(sectors(strided(Space::global, 4, 32)), (Pieces{32, 4}));
  EXPECT_EQ(sectors(strided(Space::global, 16, 16)), (Pieces{16, 16}));
  EXPECT_EQ(sectors(strided(Space::global, 4, 0)), (Pieces{1, 1}));
  EXPECT_EQ(sectors(strided(Space::global, 2, 2)), (Pieces{2, 2}));
}

TEST(Sectors, AreCountedAtTheEndOfTheAddressSpace) {
  EXPECT_GE(sectors(strided(Space::global, 16, 0, ~std::uint64_t{0} - 3)).count, 1U);
}

TEST(Traffic, IsAddedUpByLine) {
  Traffic traffic;
  WarpAccess access = strided(Space::shared, 4, 4);
  access.line = 12;
  traffic.add(access);
  access = strided(Space::shared, 4, 128);
  access.line = 12;
  traffic.add(access);
  access = strided(Space::global, 4, 32);
  access.line = 9;
  access.kind = WarpAccess::Kind::write;
  traffic.add(access);
  const auto lines = traffic.lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].line, 9U);
  EXPECT_EQ(lines[0].pieces, 32U);
  EXPECT_EQ(lines[1].line, 12U);
  EXPECT_EQ(lines[1].requests, 2U);
  EXPECT_EQ(lines[1].lanes, 64U);
  EXPECT_EQ(lines[1].pieces, 33U);
  EXPECT_EQ(lines[1].ideal, 2U);
  EXPECT_EQ(lines[1].worst, (Pieces{32, 1}));
}

TEST(Coverage, CountsElementsOnceAndAccessesAlways) {
  Coverage coverage(4);
  coverage.add(0, 16, WarpAccess::Kind::write);
  coverage.add(8, 4, WarpAccess::Kind::write);
  coverage.add(8, 4, WarpAccess::Kind::read);
  coverage.add(40, 4, WarpAccess::Kind::atomic);
  EXPECT_EQ(coverage.writes(), 5U);
  EXPECT_EQ(coverage.elements_written(), 5U);
  EXPECT_EQ(coverage.most_writes(), 2);
  EXPECT_EQ(coverage.reads(), 1U);
  EXPECT_EQ(coverage.elements_read(), 2U);
  EXPECT_EQ(coverage.atomics(), 1U);
  EXPECT_EQ(coverage.least(), 0U);
  EXPECT_EQ(coverage.greatest(), 10U);
  EXPECT_EQ(coverage.alignment(), 8U);
}

TEST(Coverage, TakesElementsFarApart) {
  Coverage coverage(2);
  coverage.add(std::uint64_t{1} << 61, 2, WarpAccess::Kind::read);
  coverage.add(0, 2, WarpAccess::Kind::read);
  EXPECT_EQ(coverage.greatest(), std::uint64_t{1} << 60);
  EXPECT_EQ(coverage.elements_read(), 2U);
  EXPECT_EQ(coverage.alignment(), 256U);
}

TEST(Coverage, StopsCountingSingleElementsAt255) {
  Coverage coverage(1);
  for (int i = 0; i < 300; ++i)
    coverage.add(7, 1, WarpAccess::Kind::write);
  EXPECT_EQ(coverage.most_writes(), Coverage::most_counted);
  EXPECT_EQ(coverage.writes(), 300U);
}

}  // namespace
}  // namespace layoutcheck::gpu
