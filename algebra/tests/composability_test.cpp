// Tests of what decides a composition at any size: the multiples of a stride modulo a level, and
// what is given as a proof that there is no composite.
#include "../src/steps.hpp"
#include "../src/sums.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace layoutcheck::algebra {
namespace {

using detail::Words;
using Offset = Words::Offset;

TEST(Multiples, AreThoseOfALoop) {
  for (Offset b = 1; b <= 24; ++b) {
    for (Offset a = 0; a < b; ++a) {
      Offset greatest = 0;
      Offset place = 0;
      for (Offset most = 1; most <= 30; ++most) {
        if (most * a % b > greatest) {
          greatest = most * a % b;
          place = most;
        }
        const detail::Multiples<Offset> multiples = detail::multiples(a, b, most);
        ASSERT_EQ(multiples.greatest, greatest) << a << "/" << b << " up to " << most;
        ASSERT_EQ(multiples.place, place) << a << "/" << b << " up to " << most;
        const auto& [numerator, denominator] = multiples.below;
        ASSERT_LE(denominator, most);
        ASSERT_EQ(std::gcd(numerator, denominator), 1);
        for (Offset x = 0; x <= most; ++x)
          ASSERT_EQ(x * a / b, x * numerator / denominator) << a << "/" << b << " up to " << most;
      }
    }
  }
}

TEST(Multiples, DoNotOverflow) {
  const Offset large = std::numeric_limits<Int>::max();
  const detail::Multiples<Offset> all = detail::multiples<Offset>(large - 1, large, large);
  EXPECT_EQ(all.greatest, large - 1);
  EXPECT_EQ(all.place, 1);
  EXPECT_EQ(all.below.numerator, large - 1);
  EXPECT_EQ(all.below.denominator, large);
  // 2 · (large / 2) = −1 and −2 · (large / 2) = 1 modulo large.
  const detail::Multiples<Offset> some = detail::multiples<Offset>(large / 2, large, large - 1);
  EXPECT_EQ(some.greatest, large - 1);
  EXPECT_EQ(some.place, 2);
  EXPECT_EQ(some.below.numerator, large / 2 - 1);
  EXPECT_EQ(some.below.denominator, large - 2);
}

TEST(Multiples, FirstDifference) {
  for (Offset b = 1; b <= 9; ++b) {
    for (Offset a = 0; a < b; ++a) {
      for (Offset d = 1; d <= 9; ++d) {
        for (Offset c = 0; c < d; ++c) {
          if (std::gcd(a, b) != 1 || std::gcd(c, d) != 1) continue;
          Offset x = 1;
          while (x <= 20 && x * a / b == x * c / d)
            ++x;
          ASSERT_EQ(detail::first_difference<Offset>({a, b}, {c, d}, 20), x)
              << a << "/" << b << " " << c << "/" << d;
        }
      }
    }
  }
}

/// A at an offset, its last entry going on for ever.
__int128 value(const Layout& a, Offset offset) {
  __int128 value = 0;
  for (std::size_t i = 0; i + 1 < a.length(); ++i) {
    const auto extent = static_cast<Offset>(a.extents()[i]);
    value += static_cast<__int128>(offset % extent) * a.strides()[i];
    offset /= extent;
  }
  return value + static_cast<__int128>(offset) * a.strides().back();
}

/// A and B with offsets below 2^62 and many of the patterns that matter: strides that divide, that
/// drift by little, and jumps that are small multiples of one another.
struct LayoutPair {
  Layout a;
  Layout b;
};

LayoutPair random_pair(std::mt19937_64& random, Int largest) {
  const auto below = [&](Int n) { return static_cast<Int>(random() % static_cast<Offset>(n)); };
  const auto length = static_cast<std::size_t>(2 + below(3));
  Tuple extents;
  Tuple strides = {below(3)};
  Int size = 1;
  for (std::size_t i = 0; i < length; ++i) {
    extents.push_back(2 + (below(2) == 0 ? below(6) : below(largest)));
    strides.push_back(std::max<Int>(0, extents[i] * strides[i] + below(5) - 2));
    size = std::min(size * extents[i], Int{1} << 40);
  }
  strides.pop_back();
  Tuple b_extents;
  Tuple b_strides;
  for (Int i = 0; i < 1 + below(3); ++i) {
    const Int extent = 2 + (below(2) == 0 ? below(8) : below(largest));
    b_extents.push_back(extent);
    const Int part = below(3) == 0 ? size : below(2) == 0 ? extents[0] : extents[0] * extents[1];
    b_strides.push_back(std::max<Int>(
        1, below(2) == 0 ? 1 + below(size) : part / (1 + below(extent)) + below(3) - 1));
  }
  return {Layout::flat(extents, strides), Layout::flat(b_extents, b_strides)};
}

TEST(Composability, WitnessesProveThatThereIsNone) {
  std::mt19937_64 random(1);
  int of_steps = 0;
  int of_size = 0;
  int of_sums = 0;
  for (int i = 0; i < 100000; ++i) {
    const auto [a, b] = random_pair(random, i % 2 == 0 ? 100 : 1 << 20);
    const detail::Entries<Words> entries{a.extents(), a.strides()};
    const detail::Radix<Words> radix(entries, Convention::extended);
    const auto levels = radix.levels(Offset{1} << 62);
    detail::Few<detail::Summand<Words>> summands;
    for (std::size_t j = 0; j < b.length(); ++j) {
      const auto s = static_cast<Offset>(b.extents()[j]);
      const auto d = static_cast<Offset>(b.strides()[j]);
      summands.emplace_back(j, s, d);
      for (const auto& level : levels)
        summands.back().parts.push_back(detail::multiples(d % level.period, level.period, s - 1));
      const detail::Steps<Words> steps(radix, levels, summands.back().parts, s, d);
      if (!steps.witness()) continue;
      const auto& [u, v, at_u, at_v, at_divisor] = *steps.witness();
      const auto step = [&, &layout = a](Offset x) {
        return value(layout, x * d) - value(layout, (x - 1) * d);
      };
      ASSERT_LT(u, s);
      ASSERT_LE(v, s);
      ASSERT_EQ(step(u), at_u) << a << " " << b;
      ASSERT_EQ(step(std::gcd(u, v)), at_divisor) << a << " " << b;
      ASSERT_NE(at_divisor, at_u) << a << " " << b;
      if (v < s) {
        ASSERT_EQ(step(v), at_v) << a << " " << b;
        ASSERT_NE(at_divisor, at_v) << a << " " << b;
      }
      ++(v < s ? of_steps : of_size);
    }
    const detail::Sums<Words> sums(radix, levels, summands);
    if (!sums.witness()) continue;
    Offset offset = 0;
    __int128 sum = 0;
    for (std::size_t j = 0; j < b.length(); ++j) {
      ASSERT_LT((*sums.witness())[j], summands[j].extent);
      const Offset part = (*sums.witness())[j] * summands[j].stride;
      offset += part;
      sum += value(a, part);
    }
    ASSERT_NE(value(a, offset), sum) << a << " " << b;
    ++of_sums;
  }
  EXPECT_GT(of_steps, 1000);
  EXPECT_GT(of_size, 1000);
  EXPECT_GT(of_sums, 1000);
}

TEST(Composability, CompositesAreRightAtSampledPoints) {
  std::mt19937_64 random(2);
  int defined = 0;
  int carried = 0;
  for (int i = 0; i < 100000; ++i) {
    const auto [a, b] = random_pair(random, i % 2 == 0 ? 100 : 1 << 20);
    const Outcome<Layout> c = composition(a, b, Convention::extended);
    if (!c) continue;
    ++defined;
    carried += c->length() > b.length() ? 1 : 0;
    for (int point = 0; point < 20; ++point) {
      Offset offset = 0;
      __int128 expected = 0;
      std::size_t m = 0;
      for (std::size_t j = 0; j < b.length(); ++j) {
        const auto s = static_cast<Offset>(b.extents()[j]);
        Offset x = point == 0 ? s - 1 : random() % s;
        offset += x * static_cast<Offset>(b.strides()[j]);
        for (Offset reach = 1; reach < s; ++m) {
          const auto extent = static_cast<Offset>(c->extents()[m]);
          expected += static_cast<__int128>(x % extent) * c->strides()[m];
          x /= extent;
          reach *= extent;
        }
      }
      ASSERT_EQ(m, c->length());
      ASSERT_TRUE(value(a, offset) == expected) << a << " " << b << " " << *c;
    }
  }
  EXPECT_GT(defined, 10000);
  EXPECT_GT(carried, 1000);
}

template <class Compose>
std::string answer(const Compose& compose) {
  try {
    const Outcome<Layout> outcome = compose();
    return outcome ? to_string(*outcome) : outcome.reason();
  } catch (const LimitReached&) {
    return "limit";
  }
}

TEST(Composability, ExactlyAsInWords) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto pair = random_pair(random, i % 2 == 0 ? 10 : 1 << 20);
    const std::string in_words =
        answer([&] { return composition(pair.a, pair.b, Convention::extended, 1000); });
    const std::string exactly = answer([&] {
      return detail::exact_composition(detail::ExactLayout(pair.a), detail::ExactLayout(pair.b),
                                       Convention::extended, 1000);
    });
    ASSERT_EQ(in_words, exactly) << pair.a << " " << pair.b;
  }
}

}  // namespace
}  // namespace layoutcheck::algebra
