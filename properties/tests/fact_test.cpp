// Fact: the laws of a category on all small objects, and the permutations that are layout functions
// against a search among all permutations.
#include "constructions/fact.hpp"

#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace layoutcheck::properties::fact {
namespace {

/// The objects of these lengths over the primes 2 and 3.
std::vector<Tuple> small_objects(std::size_t longest) {
  std::vector<Tuple> all{{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == longest) continue;
    for (Int p : {2, 3}) {
      Tuple longer = all[i];
      longer.push_back(p);
      all.push_back(longer);
    }
  }
  return all;
}

/// Whether a layout has these values: with extents above 1, its strides can only be the values at
/// the products of the extents before them.
bool is_layout_function(const Tuple& values) {
  const auto size = static_cast<Int>(values.size());
  Tuple shape;
  Tuple stride;
  const std::function<bool(Int)> extend = [&](Int start) {
    if (start == size) return algebra::table(Layout::flat(shape, stride)) == values;
    for (Int extent = 2; extent <= size / start; ++extent) {
      if ((size / start) % extent != 0) continue;
      shape.push_back(extent);
      stride.push_back(values[static_cast<std::size_t>(start)]);
      const bool found = extend(start * extent);
      shape.pop_back();
      stride.pop_back();
      if (found) return true;
    }
    return false;
  };
  return extend(1);
}

TEST(FactObjects, ArePrimesInAnyOrder) {
  EXPECT_TRUE(is_object({}));
  EXPECT_TRUE(is_object({2, 3, 2}));
  EXPECT_FALSE(is_object({2, 4}));
  EXPECT_FALSE(is_object({1}));
  EXPECT_FALSE(is_object({0}));
  EXPECT_EQ(prime_factors(1), Tuple{});
  EXPECT_EQ(prime_factors(360), (Tuple{2, 2, 2, 3, 3, 5}));
  EXPECT_EQ(objects(1), std::vector<Tuple>{{}});
  EXPECT_EQ(objects(12), (std::vector<Tuple>{{2, 2, 3}, {2, 3, 2}, {3, 2, 2}}));
  EXPECT_EQ(number({2, 3, 2}), 12);
  EXPECT_THROW(number(Tuple(63, 2)), Overflow);
}

TEST(FactArrows, NeedPrimesAndValuesInRange) {
  EXPECT_TRUE(arrow({2, 3}, {1, 1, 2}));
  EXPECT_FALSE(arrow({2, 4}, {1}));
  EXPECT_FALSE(arrow({2, 3}, {0}));
  EXPECT_FALSE(arrow({2, 3}, {3}));
  EXPECT_TRUE(arrow({}, {}));
  EXPECT_FALSE(arrow({}, {1}));
  EXPECT_EQ(domain(*arrow({2, 3}, {1, 1, 2})), (Tuple{2, 2, 3}));
}

TEST(FactArrows, FormACategory) {
  const std::vector<Tuple> objects = small_objects(2);
  for (const Tuple& a : objects) {
    for (const Tuple& b : objects) {
      for (const Arrow& f : arrows(a, b)) {
        EXPECT_EQ(domain(f), a);
        EXPECT_EQ(*composition(f, identity(a)), f);
        EXPECT_EQ(*composition(identity(b), f), f);
        for (const Tuple& c : objects) {
          for (const Arrow& g : arrows(b, c)) {
            const Outcome<Arrow> gf = composition(g, f);
            ASSERT_TRUE(gf);
            EXPECT_EQ(domain(*gf), a);
            EXPECT_EQ(gf->codomain, c);
            for (const Tuple& d : objects)
              for (const Arrow& h : arrows(c, d))
                EXPECT_EQ(*composition(h, *gf), *composition(*composition(h, g), f));
          }
        }
      }
    }
  }
}

TEST(FactArrows, ComposeOnlyWhereTheyMeet) {
  EXPECT_FALSE(composition(identity({2}), identity({3})));
  EXPECT_FALSE(composition(identity({2, 3}), identity({3, 2})));
}

TEST(FactArrows, HaveInversesExactlyIfBijective) {
  for (const Tuple& b : small_objects(3)) {
    for (const Tuple& map : maps(static_cast<Int>(b.size()), static_cast<Int>(b.size()))) {
      const Arrow f = *arrow(b, map);
      const Outcome<Arrow> back = inverse(f);
      ASSERT_EQ(back.has_value(), is_isomorphism(f));
      if (!back) continue;
      EXPECT_EQ(*composition(f, *back), identity(b));
      EXPECT_EQ(*composition(*back, f), identity(domain(f)));
    }
  }
}

TEST(FactMaps, AreCounted) {
  EXPECT_EQ(finite_set(0), Tuple{});
  EXPECT_EQ(finite_set(3), (Tuple{1, 2, 3}));
  EXPECT_EQ(maps(2, 3).size(), 9U);
  EXPECT_EQ(maps(0, 0).size(), 1U);
  EXPECT_EQ(maps(1, 0).size(), 0U);
  EXPECT_EQ(symmetric_group(0).size(), 1U);
  EXPECT_EQ(symmetric_group(4).size(), 24U);
  EXPECT_THROW(maps(9, 9, 1000), LimitReached);
  EXPECT_THROW(symmetric_group(9, 1000), LimitReached);
}

TEST(FactLayouts, AreThoseOfTheSource) {
  EXPECT_EQ(layout_of(*arrow({2, 3}, {2, 1})), Layout::flat({3, 2}, {2, 1}));
  EXPECT_EQ(layout_of(*arrow({2, 2, 2}, {2, 3, 1})), Layout::flat({2, 2, 2}, {2, 4, 1}));
  EXPECT_EQ(layout_of(*arrow({2, 3}, {})), Layout::flat({1}, {1}));
  // The product of all primes is no stride.
  EXPECT_EQ(layout_of(identity(Tuple(63, 2))).strides().back(), Int{1} << 62);
}

TEST(FactLayouts, AgreeWithTupleWhereTheMapIsInjective) {
  for (const Tuple& b : small_objects(3)) {
    for (const Tuple& map : maps(2, static_cast<Int>(b.size()))) {
      const Arrow f = *arrow(b, map);
      const Outcome<Morphism> g = tuple_morphism(f);
      ASSERT_EQ(g.has_value(), is_injective(f));
      if (!g) continue;
      EXPECT_EQ(algebra::layout_of(*g), layout_of(f));
      EXPECT_EQ(algebra::realization(*g), *realization(f));
    }
  }
}

TEST(FactRealization, LeavesItsCodomainOnlyWhereTheMapIsNotInjective) {
  EXPECT_EQ(*realization(*arrow({2, 3}, {})), Tuple{0});
  EXPECT_EQ(*realization(*arrow({2, 3}, {2, 1})), (Tuple{0, 2, 4, 1, 3, 5}));
  EXPECT_FALSE(realization(*arrow({2}, {1, 1})));
  EXPECT_TRUE(realization(*arrow({2, 3}, {1, 1})));  // stays below 6, though it carries
  EXPECT_THROW(realization(identity(Tuple(20, 2)), 1000), LimitReached);
}

TEST(FactPermutations, ComeFromIsomorphisms) {
  EXPECT_EQ(*arrow_of(Layout::flat({3, 2}, {2, 1})), *arrow({2, 3}, {2, 1}));
  EXPECT_EQ(*arrow_of(Layout::flat({4, 1}, {1, 7})), *arrow({2, 2}, {1, 2}));
  EXPECT_EQ(*arrow_of(Layout()), (Arrow{{}, {}}));
  EXPECT_FALSE(arrow_of(Layout::flat({2}, {2})));
  EXPECT_FALSE(arrow_of(Layout::flat({2, 2}, {1, 1})));
  EXPECT_FALSE(arrow_of(Layout::flat({2}, {0})));
}

TEST(FactPermutations, AreAllThatASearchFinds) {
  for (Int n = 1; n <= 7; ++n) {
    std::vector<Tuple> found;
    Tuple permutation(static_cast<std::size_t>(n));
    std::iota(permutation.begin(), permutation.end(), Int{0});
    do {
      if (is_layout_function(permutation)) found.push_back(permutation);
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    EXPECT_EQ(layout_permutations(n), found) << n;
  }
}

TEST(FactPermutations, FormAGroupExactlyForPrimePowers) {
  for (Int n = 1; n <= 36; ++n) {
    const std::vector<Tuple> all = layout_permutations(n);
    const std::set<Tuple> set(all.begin(), all.end());
    bool closed = true;
    for (const Tuple& f : all) {
      Tuple back(f.size());
      for (std::size_t x = 0; x < f.size(); ++x)
        back[static_cast<std::size_t>(f[x])] = static_cast<Int>(x);
      EXPECT_TRUE(set.contains(back)) << n;
      for (const Tuple& g : all) {
        if (!closed) break;
        Tuple both;
        for (Int y : g)
          both.push_back(f[static_cast<std::size_t>(y)]);
        closed = set.contains(both);
      }
    }
    const Tuple primes = prime_factors(n);
    const bool prime_power = primes.empty() || primes.front() == primes.back();
    EXPECT_EQ(closed, prime_power) << n;
    if (prime_power)
      EXPECT_EQ(all.size(), symmetric_group(static_cast<Int>(primes.size())).size()) << n;
  }
}

}  // namespace
}  // namespace layoutcheck::properties::fact
