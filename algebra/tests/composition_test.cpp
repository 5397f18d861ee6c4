// Tests of composition: examples, edge cases, and all small pairs against a search.
#include "expect_case.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>

#include <algorithm>
#include <optional>
#include <random>

namespace layoutcheck::algebra {
namespace {

TEST(Composition, Examples) {
  expect_cases(R"(
    composition((6,2):(8,2), (4,3):(3,1)) = ((2,2),3):((24,2),8)                   # slides 2
    composition((100):(7), (3,5):(10,2)) = (3,5):(70,14)                           # colfax 2.3.7.5
    composition((2,2,6):(12,6,1), (4):(2)) = ((2,2)):((6,1))                       # colfax 2.3.7.6
    composition((4,4,4,4):(2,4,8,16), ((2,4),8):((4,8),8)) = undefined             # A(8 + 8) = 8, against 2.3.7.8
    composition((9,8,3,8):(24,3,1,384), ((3,(2,2)),24):((3,(9,18)),72)) = ((3,(2,2)),(3,8)):((72,(3,6)),(1,384))
    composition((4,6,8,10):(2,3,5,7), (6):(12)) = ((2,3)):((9,5))                  # shah 2.21
    composition((80):(10), (2,3):(5,6)) = (2,3):(50,60)                            # colfax 2.1.7.3
    composition((64,32):(1,64), (128,128):(0,0)) = (128,128):(0,0)
    composition((2048,2048):(1,2048), (64,32):(2,256)) = (64,32):(2,256)
    composition((2,2):(2,1), 3:1) = undefined
    composition((2,2):(1,5), 2:3) = 2:6
    composition((2,3,4):(1,5,12), 8:3) = 8:6
    composition((10,3,3):(1,1,1), 4:4) = undefined
    composition((3,3,10):(2,3,12), 4:4) = 4:5                                      # debos 4.1, the modes reversed
    composition((3,3,10):(2,3,12), 6:4) = undefined                                # debos 4.2
  )");
}

TEST(Composition, EdgeCases) {
  expect_cases(R"(
    composition(():(), ():()) = ():()
    composition(4:1, ():()) = ():()
    composition(():(), 1:7) = 1:0
    composition(():(), 2:0) = 2:0
    composition(():(), 2:1) = undefined
    composition(1:5, (1,(1)):(3,(4))) = (1,(1)):(0,(0))
    composition(4:3, (1,4):(9,1)) = (1,4):(0,3)
    composition(4:1, 2:8) = undefined
    composition(4:1, 4:2) = undefined
    composition(4:1, 3:1) = 3:1
    composition((4,1):(1,0), 4:1) = 4:1
    composition((4,2):(0,1), 4:2) = (2,2):(0,1)
    composition((4,2):(1,1), 6:1) = undefined
    composition((4,2):(1,1), 8:1) = (4,2):(1,1)
    composition((4,2):(1,4), 6:1) = 6:1
    composition((4,2):(1,9), (2,2):(1,2)) = (2,2):(1,2)
    composition((4,2):(1,9), (2,3):(1,2)) = undefined
    composition((4,2):(1,9), (2,2):(1,1)) = (2,2):(1,1)
    composition((4,2):(1,9), (2,4):(2,1)) = undefined
    composition((4,2):(1,9), (4,2):(1,1)) = undefined
    composition((4,2):(1,9), (2,2):(4,0)) = (2,2):(9,0)
    composition((4,2):(1,9), (2,2):(0,4)) = (2,2):(0,9)
    composition((2,2):(1,5), (2,2):(1,1)) = undefined
    composition((2,2,4):(1,4,3), (2,2):(3,1)) = undefined
    composition((4294967296,4294967296):(0,1), 4294967296:4294967296) = 4294967296:1
    composition((4294967296,4294967296):(0,1), (4294967296,2):(4294967296,1)) = (4294967296,2):(1,0)
    composition((4294967296,4294967296,2):(0,1,5), 3:9223372036854775807) = undefined
    composition((4294967296,4294967296):(1,4294967296), 4:1) = 4:1
    composition(4294967296:4294967296, 2:4294967295) = overflow
    composition(4294967296:4294967296, (2,2):(2147483648,1)) = overflow
    composition((4294967296,4294967296):(3,7), 4294967296:1) = 4294967296:3
  )");
}

TEST(Composition, EntriesThatCarryIntoOneAnother) {
  expect_cases(R"(
    composition((3,3,10):(2,3,12), (2,2):(4,8)) = (2,2):(5,10)           # 4x + 8y carries, but A(4z) = 5z
    composition((3,3,10):(2,3,12), (2,2,2):(4,8,9)) = (2,2,2):(5,10,12)  # 9 touches no digit that carries
    composition((3,3,10):(2,3,12), (2,2,2):(4,8,1)) = (2,2,2):(5,10,2)   # A(13) = 17
    composition((3,2):(1,9), (2,2,2):(1,1,1)) = undefined                # no two entries carry, but all three
    composition((4,2):(1,9), (2,2,2):(1,1,1)) = (2,2,2):(1,1,1)
    composition((3,4):(1,9), (2,2,2):(1,1,9)) = (2,2,2):(1,1,27)
  )");
  EXPECT_EQ(
      composition(parse_layout("(3,2):(1,9)"), parse_layout("(2,2,2):(1,1,1)"), Convention::strict)
          .reason(),
      "entry 0 of B (2:1) and entry 1 of B (2:1) and entry 2 of B (2:1) carry into one another: "
      "A(3) = 9, but A(1 * 1) + A(1 * 1) + A(1 * 1) = 3");
}

TEST(Composition, OffsetsBeyond64Bits) {
  expect_cases(R"(
    composition((2,2):(1,2), (2,2):(9223372036854775807,9223372036854775807)) = (2,2):(9223372036854775807,9223372036854775807)
    composition(4:3, (2,2):(9223372036854775807,9223372036854775807)) = overflow
    composition((2,3,4):(1,5,12), (8,4):(3,4611686018427387900)) = (8,4):(6,9223372036854775800)
    composition((2,3,4):(1,5,12), (4,4):(1,4611686018427387900)) = ((2,2),4):((1,5),9223372036854775800)
    composition((2,3,4):(1,5,13), (3,4):(3,4611686018427387900)) = undefined
    composition((2,2):(1,5), (2,2,3):(1,1,9223372036854775806)) = undefined
    composition((2,4):(1,5), (8,4):(1,4611686018427387900)) = overflow
    composition((2,4):(1,2), (8,4):(1,4611686018427387900)) = (8,4):(1,4611686018427387900)
    composition((2,4):(1,1), (8,4):(1,4611686018427387900)) = ((2,4),4):((1,1),2305843009213693950)
    composition(():(), (2,2):(9223372036854775807,9223372036854775807)) = (2,2):(0,0)
  )",
               Convention::extended);
  EXPECT_EQ(composition(parse_layout("(2,2):(1,5)"),
                        parse_layout("(2,2,3):(1,1,9223372036854775806)"), Convention::extended)
                .reason(),
            "entry 0 of B (2:1) and entry 1 of B (2:1) carry into one another: A(2) = 5, but "
            "A(1 * 1) + A(1 * 1) = 2");
}

TEST(Composition, Extended) {
  expect_cases(R"(
    composition(4:1, 2:8) = 2:8
    composition(4:3, 2:8) = 2:24
    composition((4,1):(1,7), 2:8) = 2:14
    composition@squeezed((4,1):(1,7), 2:8) = 2:8
    composition((4,2):(1,9), 4:4) = 4:9
    composition((4,2):(1,9), 16:2) = (2,8):(2,9)
    composition((4,2):(1,9), 3:2) = undefined
    composition((2,4):(5,0), 8:1) = (2,4):(5,0)
    composition(1:7, 4:3) = 4:21
    composition@squeezed(1:7, 4:3) = 4:0
    composition((2,1):(1,0), 8:1) = (2,4):(1,0)
    composition((2,1):(1,2), 8:1) = 8:1
    composition(():(), (4,1):(3,2)) = (4,1):(0,0)
    composition(4:1, (9223372036854775807,2):(1,1)) = (9223372036854775807,2):(1,1)
    composition((4,2):(1,9), 9223372036854775804:1) = (4,2305843009213693951):(1,9)
    composition@strict(4:1, 2:8) = undefined
  )",
               Convention::extended);
}

TEST(Composition, ByMode) {
  expect_cases(R"(
    composition((4,8):(1,4), <2:2,4:1>) = (2,4):(2,4)
    composition((4,8):(1,4), <2:2>) = (2):(2)
    composition((4,8):(1,4), <_,2>) = (4,2):(1,4)
    composition((4,8):(1,4), (2,4)) = (2,4):(1,4)
    composition(((2,2),8):((1,5),10), ((1,2),4)) = ((1,2),4):((0,5),10)
    composition((4,8):(1,4), 8) = 8:1
    composition(4:1, <2>) = (2):(1)
    composition((4,8):(1,4), <2,2,2>) = undefined
    composition((4,8):(1,4), <5,2>) = undefined
    composition((4,8):(1,4), ()) = ():()
  )");
  EXPECT_EQ(composition(parse_layout("(4,8):(1,4)"), Tiler(), Convention::strict)->is_flat(), true);
  EXPECT_EQ(composition(parse_layout("(4,8):(1,4)"),
                        Tiler(Tiler::Tuple{Tiler(), Tiler(NestedTuple(9))}), Convention::strict)
                .reason(),
            "mode 1: B takes the value 8, outside the domain of A, which has size 8");
}

TEST(Composition, Flat) {
  expect_cases(R"(
    flat_composition((80):(10), (2,3):(5,6)) = (2,3):(50,60)
    flat_composition((2,2,6):(12,6,1), (4):(2)) = undefined                        # colfax 2.1.7.6
    flat_composition((4,4):(1,9), (1,2):(3,4)) = (1,2):(0,9)
    flat_composition((4):(1), ():()) = ():()
    flat_composition((2,2):(1,5), (2):(3)) = (2):(6)
    flat_composition((2,2):(2,1), (3):(1)) = undefined
    flat_composition(():(), (2):(1)) = undefined
    flat_composition((4,4,4):(1,5,17), (4,2):(1,4)) = (4,2):(1,5)
  )");
  EXPECT_EQ(
      flat_composition(parse_layout("(2,2,6):(12,6,1)"), parse_layout("(1,4):(0,2)")).reason(),
      "A∘B needs 2 entries in place of entry 1 of B (4:2)");
}

TEST(Composition, DriftAndCoincidences) {
  expect_cases(R"(
    composition((2,2):(1,5), 2:3) = 2:6                       # 3 · 1 mod 4 is 1 less than a multiple of 4
    composition((2,2,4):(1,5,9), 4:3) = undefined
    composition((2,3,4):(1,5,12), 8:3) = 8:6                  # both levels jump at 2, 4, 6: 3 − 3
    composition((2,3,4):(1,5,13), 8:3) = (2,4):(6,13)
    composition((2,2,2,4):(3,0,3,3), 4:7) = (2,2):(6,6)       # below 4, 3/4 and 7/8 are 2/3: 3 − 3
    composition((2,2,2,4):(3,0,3,4), 4:7) = undefined
    composition((999,100,4):(1,1000,99999), 1000:100) = (10,100):(100,1001)
    composition((999,100,4):(1,1000,99998), 1000:100) = undefined
  )");
  expect_cases(R"(
    composition((2,2,2,2):(3,0,3,3), 4:7) = (2,2):(6,6)
    composition((2,2,2,2):(3,0,3,3), 8:7) = undefined
    composition((52,40,15,2):(0,0,2,28), 1503:20785) = undefined        # no step below 139 shows it
    composition((54,40,2,2):(2,108,4319,8639), 1200:29) = undefined     # nor one below 224
    composition((9,5,3,8,4,2):(0,0,0,1,7,28), 140:809) = undefined      # nor one below 136
  )",
               Convention::extended);
}

TEST(Composition, DecidedAtAnySize) {
  expect_cases(R"(
    composition((2,3,1099511627776):(1,5,12), 1099511627776:3) = 1099511627776:6
    composition((2,3,1099511627776):(1,5,13), 1099511627776:3) = (2,549755813888):(6,13)
    composition((2,3,1099511627776):(1,5,13), 1099511627775:3) = undefined
    composition((1048577,1048576,1048576):(1,3,7), (1048576,1048576):(1,1048577)) = (1048576,1048576):(1,3)
    composition((1048577,1048576,1048576):(1,3,7), (1048576,1048576):(2,1048577)) = undefined
    composition((1099511627776,1048576):(5,3), 1048576:1099511627777) = 1048576:8
    composition((1099511627776,1048576):(5,3), 1048576:1099511627775) = undefined
    composition((1048577,1099511627776):(3,1), (1048576,524288):(1,2097154)) = (1048576,524288):(3,2)
    composition((1048577,1099511627776):(3,1), (1048576,524288):(2,2097154)) = undefined
    composition((1152921504606846976,4):(5,3), 2:1152921504606846977) = 2:8
    composition((1152921504606846976,4):(5,3), 4:1152921504606846975) = undefined
    composition((99999999,10000,4):(1,100000000,999999999999), 100000000:10000) = (10000,10000):(10000,100000001)
    composition((99999999,10000,4):(1,100000000,999999999998), 100000000:10000) = undefined
    composition((1000003,1000004,4):(1,1000004,1000008000015), 1048576:400002600004) = 1048576:400003000005
    composition((1000003,1000004,4):(1,1000004,1000008000016), 1048576:400002600004) = undefined
    composition((576460752303423488,2):(1,7), (288230376151711744,2,2):(2,1,576460752303423488)) = (288230376151711744,2,2):(2,1,7)
    composition((576460752303423488,2):(1,7), (288230376151711744,2,2):(2,1,576460752303423487)) = undefined
  )",
               Convention::extended, 1);
}

TEST(Composition, LimitIsNoAnswer) {
  // The two levels carry for the same sums, and what they add cancels.
  const Layout a = parse_layout("(2048,2048,4):(1,2049,4196351)");
  const Layout b = parse_layout("(1025,1025):(2049,2049)");
  EXPECT_THROW(composition(a, b, Convention::strict), LimitReached);
  EXPECT_EQ(*composition(a, b, Convention::strict, Int{1} << 21),
            parse_layout("(1025,1025):(2050,2050)"));
  // A mode without an answer decides, even beside one that reaches the limit.
  const Layout by_mode[] = {a, Layout::entry(4, 1)};
  const Tiler tiler(Tiler::Tuple{Tiler(b), Tiler(NestedTuple(5))});
  EXPECT_FALSE(composition(concatenate(by_mode), tiler, Convention::strict));
  const Layout too_large[] = {Layout::entry(4294967296, 4294967296), a};
  const Tiler both(Tiler::Tuple{Tiler(parse_layout("2:4294967295")), Tiler(b)});
  EXPECT_THROW(composition(concatenate(too_large), both, Convention::strict), LimitReached);
  // So does an entry of B.
  const Layout longer[] = {b, Layout::entry(3, 1365)};
  EXPECT_FALSE(composition(a, concatenate(longer), Convention::strict));
}

TEST(Composition, ReasonsNameTheEntries) {
  EXPECT_EQ(
      composition(parse_layout("(4,2):(1,9)"), parse_layout("(2,4):(2,1)"), Convention::strict)
          .reason(),
      "entry 0 of B (2:2) and entry 1 of B (4:1) carry into one another: A(5) = 10, but A(1 * 2) + "
      "A(3 * 1) = 5");
  EXPECT_EQ(
      composition(parse_layout("(4,2):(1,9)"), parse_layout("(1,6):(1,1)"), Convention::strict)
          .reason(),
      "entry 1 of B (6:1): f(x) = A(1 x) has f(4) - f(3) = 6 and f(2) - f(1) = 1, but in a layout "
      "the steps at 4 and gcd(4, 6) are the same");
  // CUTLASS #3177
  EXPECT_EQ(
      composition(parse_layout("(4,6,8):(2,3,5)"), parse_layout("6:3"), Convention::strict)
          .reason(),
      "entry 0 of B (6:3): f(x) = A(3 x) has f(3) - f(2) = 1, f(2) - f(1) = 1 and f(1) - f(0) = "
      "6, but in a layout the step at gcd(3, 2) is one of the other two");
}

// The answer by definition: among all layouts that refine shape(B), the shortest with the function
// A∘B.

std::vector<Tuple> factorizations(Int n) {
  std::vector<Tuple> all;
  if (n == 1) all.push_back({});
  for (Int f = 2; f <= n; ++f) {
    if (n % f == 0) {
      for (Tuple rest : factorizations(n / f)) {
        rest.insert(rest.begin(), f);
        all.push_back(std::move(rest));
      }
    }
  }
  return all;
}

/// A at an integer; −1 out of range.
Int value_at(const Layout& a, Int x, Convention convention) {
  std::size_t last = a.length();
  while (convention != Convention::extended && last > 0 && a.extents()[last - 1] == 1)
    --last;
  const bool strict = convention == Convention::strict;
  if (last == 0) return x == 0 || !strict ? 0 : -1;
  Int value = 0;
  for (std::size_t i = 0; i + 1 < last; ++i) {
    value += x % a.extents()[i] * a.strides()[i];
    x /= a.extents()[i];
  }
  return x >= a.extents()[last - 1] && strict ? -1 : value + x * a.strides()[last - 1];
}

std::optional<Layout> search(const Layout& a, const Layout& b, Convention convention) {
  Tuple wanted;
  for (const Int x : table(b)) {
    wanted.push_back(value_at(a, x, convention));
    if (wanted.back() < 0) return std::nullopt;
  }
  std::optional<Layout> best;
  std::vector<std::vector<Layout>> modes;
  Int before = 1;
  for (const Int extent : b.extents()) {
    modes.emplace_back();
    for (const Tuple& factors : factorizations(extent)) {
      Tuple strides;
      Int reach = before;
      for (const Int factor : factors) {
        strides.push_back(wanted[static_cast<std::size_t>(reach)]);
        reach *= factor;
      }
      if (factors.empty())
        modes.back().push_back(Layout::entry(1, 0));
      else if (factors.size() == 1)
        modes.back().push_back(Layout::entry(factors[0], strides[0]));
      else
        modes.back().push_back(Layout::flat(factors, strides));
    }
    before *= extent;
  }
  std::vector<std::size_t> choice(modes.size(), 0);
  for (;;) {
    std::vector<Layout> parts;
    for (std::size_t j = 0; j < modes.size(); ++j)
      parts.push_back(modes[j][choice[j]]);
    const Layout candidate = *substitute(b.profile(), parts);
    if (table(candidate) == wanted && (!best || candidate.length() < best->length()))
      best = candidate;
    std::size_t j = 0;
    while (j < choice.size() && ++choice[j] == modes[j].size())
      choice[j++] = 0;
    if (j == choice.size()) return best;
  }
}

/// All flat layouts of this rank with these bounds of extents and strides.
std::vector<Layout> all_layouts(std::size_t rank, Int extents, Int strides) {
  std::vector<Layout> all = {Layout()};
  for (std::size_t i = 0; i < rank; ++i) {
    std::vector<Layout> longer;
    for (const Layout& layout : all) {
      for (Int s = 1; s <= extents; ++s) {
        for (Int d = 0; d <= strides; ++d) {
          const Layout both[] = {layout, Layout::entry(s, d)};
          longer.push_back(flat_concatenate(both));
        }
      }
    }
    all = std::move(longer);
  }
  return all;
}

void compare_all(const std::vector<Layout>& as, const std::vector<Layout>& bs, int& defined) {
  for (const Convention convention : conventions) {
    for (const Layout& a : as) {
      for (const Layout& b : bs) {
        const std::optional<Layout> expected = search(a, b, convention);
        const Outcome<Layout> actual = composition(a, b, convention);
        ASSERT_EQ(actual.has_value(), expected.has_value())
            << a << " " << b << " " << actual.reason();
        if (expected) {
          ASSERT_EQ(*actual, *expected) << a << " " << b;
          ++defined;
        }
      }
    }
  }
}

TEST(Composition, IsCompleteWhereJumpsCancel) {
  int defined = 0;
  std::vector<Layout> binary;
  for (Int strides = 0; strides < 256; ++strides) {
    binary.push_back(
        Layout::flat({2, 2, 2, 2}, {strides % 4, strides / 4 % 4, strides / 16 % 4, strides / 64}));
  }
  compare_all(binary, all_layouts(1, 8, 15), defined);
  EXPECT_GT(defined, 10000);
  // Extents for which not all points are looked at, and levels whose jumps are small multiples of
  // one another.
  std::mt19937_64 random(1);
  const auto below = [&](Int n) { return static_cast<Int>(random() % static_cast<unsigned>(n)); };
  defined = 0;
  for (int i = 0; i < 20000; ++i) {
    const Tuple extents = {2 + below(30), 2 + below(20), 2 + below(4), 2};
    Tuple strides = {below(3)};
    for (std::size_t p = 0; p < 3; ++p)
      strides.push_back(std::max<Int>(0, extents[p] * strides[p] + below(5) - 2));
    const Layout a = Layout::flat(extents, strides);
    const Layout b = Layout::entry(65 + below(200), 1 + below(2000));
    const std::optional<Layout> expected = search(a, b, Convention::extended);
    const Outcome<Layout> actual = composition(a, b, Convention::extended);
    ASSERT_EQ(actual.has_value(), expected.has_value()) << a << " " << b << " " << actual.reason();
    if (expected) {
      ASSERT_EQ(*actual, *expected) << a << " " << b;
      ++defined;
    }
  }
  EXPECT_GT(defined, 1000);
}

TEST(Composition, IsCompleteOnSmallLayouts) {
  int defined = 0;
  compare_all(all_layouts(2, 4, 6), all_layouts(1, 9, 7), defined);
  compare_all(all_layouts(2, 3, 4), all_layouts(2, 4, 3), defined);
  compare_all(all_layouts(3, 3, 2), all_layouts(1, 8, 5), defined);
  EXPECT_GT(defined, 10000);
}

}  // namespace
}  // namespace layoutcheck::algebra
