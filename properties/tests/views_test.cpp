// Row-major views: the numbers of debos, and merging against a search among all strides.
#include "constructions/views.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace layoutcheck::properties::views {
namespace {

Layout flat(const char* text) {
  return parse_layout(text);
}

/// All flat layouts with one or two extents up to `extent` and strides up to `stride`.
std::vector<Layout> small_views(Int extent, Int stride) {
  std::vector<Layout> all{Layout()};
  for (Int s = 1; s <= extent; ++s) {
    for (Int d = 0; d <= stride; ++d) {
      all.push_back(Layout::flat({s}, {d}));
      for (Int t = 1; t <= extent; ++t)
        for (Int e = 0; e <= stride; ++e)
          all.push_back(Layout::flat({s, t}, {d, e}));
    }
  }
  return all;
}

TEST(Views, NeedPositiveExtentsAndOneStrideForEach) {
  EXPECT_EQ(*view({2, 3}, {0, 1}), Layout::flat({2, 3}, {0, 1}));
  EXPECT_EQ(*view({}, {}), Layout());
  EXPECT_FALSE(view({2}, {}));
  EXPECT_FALSE(view({0}, {1}));
  EXPECT_FALSE(view({2}, {-1}));
}

TEST(Views, CountIndicesFromTheLastEntry) {
  EXPECT_EQ(index_set({2, 3}),
            (std::vector<Tuple>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
  EXPECT_EQ(index_set({}), std::vector<Tuple>{{}});
  EXPECT_TRUE(index_set({2, 0}).empty());
  EXPECT_THROW(index_set({1000, 1000}, 100), LimitReached);
  EXPECT_EQ(contiguous_view({10, 3, 3}), flat("(10,3,3):(9,3,1)"));
  EXPECT_EQ(*unravel({2, 3, 4}, 5), (Tuple{0, 1, 1}));  // debos 5
  EXPECT_FALSE(unravel({2, 3, 4}, 24));
  EXPECT_FALSE(unravel({}, 1));
  EXPECT_EQ(*unravel({}, 0), Tuple{});
}

TEST(Views, HaveOffsetsInsideTheirIndexSet) {
  EXPECT_EQ(*offset(flat("(2,3):(5,7)"), {1, 2}), 19);
  EXPECT_FALSE(offset(flat("(2,3):(5,7)"), {2, 0}));
  EXPECT_FALSE(offset(flat("(2,3):(5,7)"), {0}));
  EXPECT_FALSE(offset(flat("(2,3):(5,7)"), {0, -1}));
  const Int large = Int{1} << 62;
  EXPECT_THROW(static_cast<void>(offset(Layout::flat({3}, {large}), {2})), Overflow);
}

TEST(Views, ComposeAsInTheTablesOfTheSource) {
  const Layout v = flat("(10,3,3):(100,10,1)");
  EXPECT_EQ(*composition(v, flat("(6):(4)")), (Tuple{0, 11, 22, 110, 121, 202}));
  EXPECT_EQ(*compose_at(v, flat("(6):(4)"), {3}), 110);
  EXPECT_FALSE(compose_at(v, flat("(6):(4)"), {6}));
  EXPECT_TRUE(composition(v, flat("(23):(4)")));   // 88 is the last value
  EXPECT_FALSE(composition(v, flat("(24):(4)")));  // 92 is not below 90
}

TEST(Views, MergeAsInTheExampleOfTheSource) {
  EXPECT_EQ(*merge(flat("(10,3,3):(5,1,1)"), flat("(4):(4)")), flat("(4):(2)"));
  EXPECT_EQ(*merge(flat("(10,3,3):(5,1,1)"), flat("(5):(4)")), flat("(5):(2)"));
  EXPECT_FALSE(merge(flat("(10,3,3):(5,1,1)"), flat("(6):(4)")));
  EXPECT_EQ(*merge(flat("(10,3,3):(9,3,1)"), flat("(6):(4)")), flat("(6):(4)"));
  EXPECT_FALSE(merge(flat("(10,3,3):(3,1,2)"), flat("(4):(4)")));
  EXPECT_EQ(*merge(flat("(2):(1)"), flat("(1):(1)")), flat("(1):(0)"));
  EXPECT_FALSE(merge(flat("(2):(1)"), flat("(3):(1)")));
}

TEST(Views, MergeExactlyWhereSomeStridesFit) {
  for (const Layout& first : small_views(3, 4)) {
    for (const Layout& second : small_views(3, 2)) {
      const Outcome<Tuple> composed = composition(first, second);
      const Outcome<Layout> merged = merge(first, second);
      if (!composed) {
        EXPECT_FALSE(merged);
        continue;
      }
      const Int most = *std::max_element(composed->begin(), composed->end());
      bool exists = false;
      Tuple strides;
      const std::function<void()> search = [&] {
        if (strides.size() == second.length()) {
          exists =
              exists || *is_merged_view(Layout::flat(second.extents(), strides), first, second);
          return;
        }
        for (Int d = 0; d <= most && !exists; ++d) {
          strides.push_back(d);
          search();
          strides.pop_back();
        }
      };
      search();
      EXPECT_EQ(merged.has_value(), exists) << to_string(first) << " " << to_string(second);
      if (merged) EXPECT_TRUE(*is_merged_view(*merged, first, second));
      const auto equations = overflow_equations(first.extents(), second);
      EXPECT_EQ(merged.has_value(), std::all_of(equations->begin(), equations->end(),
                                                [&](const OverflowEquation& e) {
                                                  return satisfies(e, first.strides());
                                                }))
          << to_string(first) << " " << to_string(second);
    }
  }
}

TEST(Views, OverflowAsInTheExampleOfTheSource) {
  const Tuple shape{10, 3, 3};
  EXPECT_EQ(*overflowing(shape, 4, 4), (std::vector<std::size_t>{}));
  EXPECT_EQ(*overflowing(shape, 8, 4), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(*overflowing(shape, 16, 4), (std::vector<std::size_t>{1}));
  EXPECT_FALSE(overflowing(shape, 88, 4));
  const auto equations = overflow_equations(shape, flat("(6):(4)"));
  ASSERT_EQ(equations->size(), 2U);
  EXPECT_EQ((*equations)[0], (OverflowEquation{{1}, {1, -3, 0}}));      // s1 = 3 s2
  EXPECT_EQ((*equations)[1], (OverflowEquation{{1, 2}, {1, -2, -3}}));  // s1 = 2 s2 + 3 s3
  EXPECT_EQ(overflow_equations(shape, flat("(5):(4)"))->size(), 1U);
  EXPECT_FALSE(overflow_equations(shape, flat("(24):(4)")));
}

TEST(Views, CountTheIncrements) {
  for (const Layout& v : small_views(3, 0)) {
    Int count = 0;
    for (const Tuple& index : index_set(v.extents()))
      for (std::size_t j = 0; j < v.length(); ++j)
        count += index[j] + 1 < v.extents()[j] ? 1 : 0;
    EXPECT_EQ(count_increments(v.extents()), count) << to_string(v);
  }
}

TEST(Views, TurnIntoColumnMajorLayoutsWhenReversed) {
  EXPECT_EQ(reversed(flat("(10,3,3):(9,3,1)")), algebra::column_major(parse_shape("(3,3,10)")));
  EXPECT_EQ(algebra::table(reversed(flat("(2,3):(5,7)"))), (Tuple{0, 7, 14, 5, 12, 19}));
}

}  // namespace
}  // namespace layoutcheck::properties::views
