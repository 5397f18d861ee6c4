// The decision procedures against definitions and against search, for all small operands.
#include "enumerate.hpp"
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/search.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace layoutcheck::oracle {
namespace {

TEST(Functions, CoordinatesAndIndicesAreInverse) {
  for (const Tuple& tuple : all_tuples(3, {1, 2, 3})) {
    const std::vector<Exact> extents = to_exact(tuple);
    for (Exact x = 0; x < product(extents); ++x) {
      const std::vector<Exact> coordinate = coordinate_of(extents, x);
      EXPECT_EQ(index_of(extents, coordinate), x);
    }
    EXPECT_THROW(coordinate_of(extents, product(extents)), std::out_of_range);
  }
  EXPECT_THROW(index_of(to_exact({2, 3}), to_exact({2, 0})), std::out_of_range);
  EXPECT_THROW(index_of(to_exact({2, 3}), to_exact({1})), std::out_of_range);
}

TEST(Functions, TablesHoldTheValues) {
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3}, {0, 1, 3, 5})) {
    const std::vector<Exact> values = table(layout, limits);
    ASSERT_EQ(values.size(), size(layout));
    for (std::size_t x = 0; x < values.size(); ++x) {
      ASSERT_EQ(values[x], value_at(layout, x));
      ASSERT_EQ(values[x], coordinate_value(layout, coordinate_of(to_exact(layout.extents()), x)));
      for (const Convention convention : conventions)
        ASSERT_EQ(values[x], value_at(layout, x, convention));
    }
    ASSERT_THROW(value_at(layout, size(layout)), std::out_of_range);
    ASSERT_EQ(*std::max_element(values.begin(), values.end()) + 1, cosize(layout));
  }
}

TEST(Functions, TheConventionsGoOnBeyondTheDomain) {
  using enum Convention;
  EXPECT_EQ(value_at(parse_layout("(2,3):(1,10)"), 9, extended), 1 + 4 * 10);
  EXPECT_EQ(value_at(parse_layout("(2,3):(1,10)"), 9, squeezed), 1 + 4 * 10);
  // What 9 leaves beyond an extent of 1: 9 = 1 + 2·(1 + 3·1).
  EXPECT_EQ(value_at(parse_layout("(2,3,1):(1,10,100)"), 9, extended), 1 + 10 + 100);
  EXPECT_EQ(value_at(parse_layout("(2,3,1):(1,10,100)"), 9, squeezed), 1 + 4 * 10);
  EXPECT_EQ(value_at(parse_layout("(2,1,3):(1,100,10)"), 9, squeezed), 1 + 4 * 10);
  EXPECT_EQ(value_at(parse_layout("(1,1):(3,4)"), 9, extended), 36);
  EXPECT_EQ(value_at(parse_layout("(1,1):(3,4)"), 9, squeezed), 0);
  for (const Convention convention : {extended, squeezed}) {
    EXPECT_EQ(value_at(parse_layout("(2,(3)):(1,(10))"), Exact(1) << 80, convention),
              (Exact(1) << 79) * 10);
    EXPECT_EQ(value_at(parse_layout("():()"), 9, convention), 0);
  }
  EXPECT_THROW(value_at(parse_layout("2:1"), 2, strict), std::out_of_range);
}

TEST(Recognition, ReadsCoalescedLayoutsOffTheirTables) {
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3, 4}, up_to(5))) {
    const std::vector<Exact> values = table(layout, limits);
    const Outcome<ExactLayout> found = flat_layout_of_table(values);
    ASSERT_TRUE(found) << layout << ": " << found.reason();
    ASSERT_TRUE(is_flat_coalesced(*found)) << layout;
    ASSERT_EQ(table(*found, limits), values) << layout;
    ASSERT_EQ(*found, flat_coalesce_by_rewriting(layout)) << layout;
    if (is_flat_coalesced(layout)) ASSERT_EQ(*found, ExactLayout(layout));
    ASSERT_TRUE(is_coalesced(coalesce(layout, limits))) << layout;
  }
}

TEST(Recognition, AcceptsExactlyTheFunctionsOfLayouts) {
  const auto check = [](Int n, Int largest) {
    std::vector<std::vector<Exact>> tables;
    for_each_flat_layout(n, largest,
                         [&](const Layout& layout) { tables.push_back(table(layout, limits)); });
    std::vector<Exact> f(static_cast<std::size_t>(n), Exact(0));
    // Counts through all functions f: [0, n) → [0, largest].
    while (true) {
      const bool is_one = std::find(tables.begin(), tables.end(), f) != tables.end();
      ASSERT_EQ(layout_of_table(f).has_value(), is_one)
          << to_string(NestedTuple::flat(to_tuple(f)));
      std::size_t i = 0;
      while (i < f.size() && f[i] == largest)
        f[i++] = 0;
      if (i == f.size()) return;
      ++f[i];
    }
  };
  check(1, 3);
  check(2, 3);
  check(3, 3);
  check(4, 4);
  check(6, 3);
  check(8, 2);
  EXPECT_FALSE(layout_of_table({}));
}

TEST(Recognition, SaysWhatIsWrong) {
  const auto reason = [](const Tuple& values) {
    return layout_of_table(to_exact(values)).reason();
  };
  EXPECT_EQ(reason({1}), "f(0) = 1 is not 0");
  EXPECT_EQ(reason({0, 1, 3}),
            "f(2) = 3 is the first deviation from multiples of f(1) = 1, so that an entry has "
            "extent 2, which does not divide 3");
  EXPECT_EQ(reason({0, 1, 5, 7}), "f(3) = 7, where the values before it leave only 6");
}

TEST(Compactness, IsMixedRadix) {
  std::size_t compact = 0;
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3, 4}, up_to(8))) {
    std::vector<Exact> values = table(layout, limits);
    std::sort(values.begin(), values.end());
    bool is_bijection = true;
    for (std::size_t x = 0; x < values.size(); ++x)
      is_bijection = is_bijection && values[x] == x;
    ASSERT_EQ(is_compact(layout, limits), is_bijection) << layout;
    ASSERT_EQ(is_compact_by_radix(layout), is_bijection) << layout;
    compact += is_bijection ? 1 : 0;
  }
  EXPECT_GT(compact, 200U);
}

TEST(Complements, AreThoseThatSearchFinds) {
  const Int largest = 12;
  std::size_t found = 0;
  for (const Layout& a : all_flat_layouts(2, {1, 2, 3, 4}, up_to(6))) {
    Int least = 0;
    for (Int n = 1; n <= largest; ++n) {
      const std::vector<Layout> all = complements_by_search(a, n);
      const Outcome<ExactLayout> b = flat_complement(a, n, Convention::strict, limits);
      ASSERT_EQ(b.has_value(), !all.empty()) << a << ", " << n << ": " << b.reason();
      ASSERT_EQ(complement_by_covering(a, n, limits).has_value(), b.has_value()) << a << ", " << n;
      if (!b) continue;
      if (least == 0) least = n;
      ++found;
      std::vector<Layout> sorted;
      for (const Layout& each : all)
        if (is_sorted(each)) sorted.push_back(each);
      ASSERT_EQ(sorted, std::vector<Layout>{to_layout(*b)}) << a << ", " << n;
      ASSERT_EQ(*complement_by_covering(a, n, limits), *b) << a << ", " << n;
      ASSERT_TRUE(is_complement(a, *b, limits));
    }
    const Outcome<ExactLayout> b = flat_complement(a, limits);
    ASSERT_EQ(b.has_value(), complement_by_radix(a).has_value()) << a;
    if (b) {
      ASSERT_EQ(*b, *complement_by_radix(a)) << a;
      ASSERT_EQ(size(*b) * size(a), reach(a)) << a;
      ASSERT_EQ(reach(a) <= largest ? to_int(reach(a)) : 0, least) << a;
    } else {
      ASSERT_EQ(least, 0) << a;
    }
  }
  EXPECT_GT(found, 500U);
}

TEST(Complements, OfThreeEntriesByCoveringAndByTheLemma) {
  std::size_t found = 0;
  for (const Layout& a : all_flat_layouts(3, {1, 2, 3}, {0, 1, 2, 3, 4, 6, 12})) {
    const Outcome<ExactLayout> covering = complement_by_covering(a, reach(a), limits);
    const Outcome<ExactLayout> radix = complement_by_radix(a);
    ASSERT_EQ(covering.has_value(), radix.has_value()) << a;
    if (!covering) continue;
    ASSERT_EQ(*covering, *radix) << a;
    ++found;
  }
  EXPECT_GT(found, 200U);
}

TEST(Complements, RoundUpUnderTheExtendedConvention) {
  for (const Layout& a : all_flat_layouts(2, {1, 2, 3}, up_to(4))) {
    const ExactLayout kept = without_zero_strides(a);
    for (Int n = 1; n <= 12; ++n) {
      const Outcome<ExactLayout> extended = flat_complement(a, n, Convention::extended, limits);
      // The least number from n on for which there is a complement, tried one by one.
      Outcome<ExactLayout> expected = Undefined{};
      for (Int m = n; m <= n + 12 && !expected; ++m)
        expected = flat_complement(kept, m, Convention::strict, limits);
      ASSERT_EQ(extended.has_value(), expected.has_value()) << a << ", " << n;
      if (extended) ASSERT_EQ(*extended, *expected) << a << ", " << n;
    }
  }
}

TEST(Inverses, AreThoseThatSearchFinds) {
  std::size_t larger = 0;  // than the right inverse of whole modes
  std::size_t without = 0;
  for (const Layout& l : all_flat_layouts(2, {1, 2, 3, 4}, {0, 1, 2, 3, 4, 5})) {
    const ExactLayout right = right_inverse(l, limits);
    ASSERT_TRUE(is_right_inverse(right, l, limits)) << to_string(l);
    const Int n = to_int(size(right));
    const std::vector<Exact> values = table(l, limits);
    const std::set<Exact> distinct(values.begin(), values.end());
    const bool once = distinct.size() == size(without_zero_strides(l));
    for (Int more = n + 1; more <= std::min<Int>(to_int(size(l)), 12); ++more) {
      for_each_flat_layout(more, to_int(size(l)), [&](const Layout& r) {
        if (!is_right_inverse(r, l, limits)) return;
        ASSERT_FALSE(once) << to_string(l) << " has the right inverse " << to_string(r);
        ++larger;
      });
    }
    for (const Convention convention : conventions) {
      const Outcome<ExactLayout> left = left_inverse(l, convention, limits);
      if (left) {
        ASSERT_TRUE(is_left_inverse(*left, l, convention, limits)) << to_string(l);
        ASSERT_GE(size(*left), cosize(l)) << to_string(l);
      } else {
        ++without;
      }
    }
  }
  EXPECT_GT(larger, 0U);
  EXPECT_GT(without, 0U);
}

TEST(Inverses, NeedNotExist) {
  // Injective, and no layout undoes it (docs/inverses.md).
  const Layout l = parse_layout("(9,2):(5,2)");
  for (Int n = 43; n < 48; ++n) {  // from cosize(l) on
    for_each_flat_layout(n, 9, [&](const Layout& r) {
      EXPECT_FALSE(is_left_inverse(r, l, Convention::strict, limits)) << to_string(r);
    });
  }
}

TEST(Compositions, AreThoseThatSearchFinds) {
  std::vector<Layout> inner;
  for (const Layout& b : all_flat_layouts(1, {1, 2, 3, 4}, up_to(3))) {
    inner.push_back(b);
    if (b.length() == 1) inner.emplace_back(Profile(), b.extents(), b.strides());
  }
  for (const Layout& b : all_flat_layouts(2, {2, 3}, up_to(2))) {
    if (b.length() != 2) continue;
    inner.push_back(b);
    inner.emplace_back(Profile::from_word("((*)(*))"), b.extents(), b.strides());
    inner.emplace_back(Profile::from_word("(()*((*)))"), b.extents(), b.strides());
  }
  std::size_t defined = 0;
  std::size_t undefined = 0;
  for (const Layout& a : all_flat_layouts(2, {1, 2, 3}, {0, 1, 3})) {
    for (const Layout& b : inner) {
      for (const Convention convention : conventions) {
        const std::vector<Layout> all = composites_by_search(a, b, convention);
        const Outcome<ExactLayout> c = composition(a, b, convention, limits);
        if (c)
          ASSERT_EQ(all, std::vector<Layout>{to_layout(*c)}) << a << " after " << b;
        else
          ASSERT_TRUE(all.empty()) << a << " after " << b << ": " << c.reason();
        ++(c ? defined : undefined);
      }
    }
  }
  EXPECT_GT(defined, 1000U);
  EXPECT_GT(undefined, 1000U);
}

TEST(Compositions, ThatAreFlatKeepTheShape) {
  std::size_t defined = 0;
  for (const Layout& a : all_flat_layouts(2, {2, 3}, {0, 1, 2, 3})) {
    for (const Layout& b : all_flat_layouts(2, {1, 2, 3}, up_to(2))) {
      const Outcome<ExactLayout> c = flat_composition(a, b, limits);
      // By the definition: among the non-degenerate layouts with the shape of B, one has the
      // function.
      std::vector<ExactLayout> found;
      const Outcome<std::vector<Exact>> h = composed_table(a, b, Convention::strict, limits);
      for (const Layout& stride : all_flat_layouts(2, {1}, up_to(12))) {
        if (!h || stride.length() != b.length()) continue;
        const ExactLayout each = Layout::flat(b.extents(), stride.strides());
        if (is_nondegenerate(each) && table(each, limits) == *h) found.push_back(each);
      }
      if (c) {
        ASSERT_EQ(found, std::vector<ExactLayout>{*c}) << a << " after " << b;
        ++defined;
      } else {
        ASSERT_TRUE(found.empty()) << a << " after " << b;
      }
    }
  }
  EXPECT_GT(defined, 1000U);
}

TEST(Refinement, IsAPartialOrder) {
  std::vector<NestedTuple> all;
  for (const char* text : {"4", "(4)", "(2,2)", "((2,2))", "(2,(2))", "((2),2)", "(1,4)", "(4,())",
                           "()", "1", "(1)", "(())", "((4),1)", "(2,2,1)", "((2,2),1)"}) {
    all.push_back(parse_shape(text));
  }
  for (const NestedTuple& x : all) {
    EXPECT_TRUE(refines(x, x));
    for (const NestedTuple& y : all) {
      if (x != y) EXPECT_FALSE(refines(x, y) && refines(y, x)) << x << ", " << y;
      for (const NestedTuple& z : all)
        if (refines(x, y) && refines(y, z)) EXPECT_TRUE(refines(x, z)) << x << ", " << z;
    }
  }
}

/// All ways to write x as a product of factors above 1, in order.
std::vector<Tuple> factorizations(Int x) {
  std::vector<Tuple> all;
  for_each_flat_layout(x, 0, [&](const Layout& layout) { all.push_back(layout.extents()); });
  return all;
}

/// All ways to refine each entry in turn, flattened, without ones.
std::vector<Tuple> flat_refinements(const Tuple& entries) {
  std::vector<Tuple> all{{}};
  for (Int x : entries) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : all) {
      for (const Tuple& factors : factorizations(x)) {
        longer.push_back(tuple);
        longer.back().insert(longer.back().end(), factors.begin(), factors.end());
      }
    }
    all = std::move(longer);
  }
  return all;
}

TEST(MutualRefinements, ExistWhereSearchFindsOne) {
  std::size_t found = 0;
  const std::vector<Tuple> tuples = all_tuples(3, {1, 2, 4, 6});
  for (const Tuple& t : tuples) {
    for (const Tuple& u : tuples) {
      std::size_t shortest = 0;
      bool exists = false;
      for (const Tuple& fine_t : flat_refinements(t)) {
        for (const Tuple& fine_u : flat_refinements(u)) {
          if (fine_t.size() > fine_u.size() ||
              !std::equal(fine_t.begin(), fine_t.end(), fine_u.begin())) {
            continue;
          }
          shortest = exists ? std::min(shortest, fine_u.size()) : fine_u.size();
          exists = true;
        }
      }
      const NestedTuple flat_t = NestedTuple::flat(t);
      const NestedTuple flat_u = NestedTuple::flat(u);
      const auto pair = mutual_refinement(flat_t, flat_u);
      ASSERT_EQ(pair.has_value(), exists) << flat_t << ", " << flat_u << ": " << pair.reason();
      if (!pair) continue;
      ++found;
      const auto& [fine_t, fine_u] = *pair;
      ASSERT_TRUE(refines(fine_t, flat_t)) << fine_t << ", " << flat_t;
      ASSERT_TRUE(refines(fine_u, flat_u)) << fine_u << ", " << flat_u;
      ASSERT_TRUE(divides(fine_t, fine_u)) << fine_t << ", " << fine_u;
      const auto ones = std::count(fine_u.entries().begin(), fine_u.entries().end(), 1);
      ASSERT_EQ(fine_u.length() - static_cast<std::size_t>(ones), shortest) << fine_u;
    }
  }
  EXPECT_GT(found, 500U);
}

}  // namespace
}  // namespace layoutcheck::oracle
