// Tests of inverses and complements over modules, and of swizzled layouts, against searches that
// know nothing of their theorems.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/swizzled.hpp>
#include <layoutcheck/oracles/thread_values.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace layoutcheck::oracle {
namespace {

template <class T>
T read(const char* text, Sort sort) {
  return std::get<T>(parse_value(text, sort));
}

ModuleLayout over(const char* text) {
  return read<ModuleLayout>(text, Sort::module_layout);
}

/// All flat layouts over XOR of rank at most 2, extents to 4 and strides to 6.
void each_small_layout(const std::function<void(const ModuleLayout&)>& visit) {
  for (Int s = 1; s <= 4; ++s)
    for (Int d = 0; d <= 6; ++d)
      for (Int t = 1; t <= 4; ++t)
        for (Int e = 0; e <= 6; ++e)
          visit(ModuleLayout::flat({s, t}, {Element::bits(d), Element::bits(e)}));
}

std::vector<Exact> numbers(const ModuleLayout& layout) {
  return numbers_in(table(layout, {}));
}

/// Whether some set C has each number below n as one v ^ c: the least number that is not covered is
/// y = v ^ c for some v, and all are tried.
bool has_complement(const std::vector<Exact>& values, const Exact& n, std::set<Exact> covered) {
  Exact y = 0;
  while (covered.contains(y))
    ++y;
  if (y == n) return true;
  for (const Exact& by : values) {
    std::set<Exact> more = covered;
    bool fits = true;
    for (const Exact& value : values) {
      const Exact number = by ^ y ^ value;
      fits = fits && number < n && more.insert(number).second;
    }
    if (fits && has_complement(values, n, std::move(more))) return true;
  }
  return false;
}

TEST(ModuleInverses, AComplementIsFoundWhereALinearLayoutHasOne) {
  std::size_t found = 0;
  each_small_layout([&](const ModuleLayout& v) {
    if (module_of(v.strides()) != Module::bits || !to_linear(v, {})) return;
    for (Int n = 1; n <= 16; ++n) {
      const auto c = complement(v, Exact(n), Convention::strict, {});
      EXPECT_EQ(c.has_value(), has_complement(numbers(v), n, {})) << to_string(v) << " " << n;
      found += c ? 1 : 0;
    }
  });
  EXPECT_GT(found, 200U);
}

/// Of what is not linear, that it is none is not claimed.
TEST(ModuleInverses, AComplementCompletesTheValues) {
  std::size_t found = 0;
  each_small_layout([&](const ModuleLayout& v) {
    if (module_of(v.strides()) != Module::bits) return;
    const auto c = complement(v, std::nullopt, Convention::strict, {});
    if (!c) return;
    EXPECT_TRUE(is_xor_complement(*c, v, std::nullopt, Convention::strict, {}))
        << to_string(v) << " " << to_string(*c);
    found += to_linear(v, {}) ? 0 : 1;
  });
  EXPECT_GT(found, 20U);
  EXPECT_EQ(to_string(*complement(over("3:F2"), Exact(6), Convention::strict, {})), "2:F1");
  EXPECT_FALSE(is_xor_complement(over("2:F1"), over("2:F1"), {}, Convention::strict, {}));
  EXPECT_FALSE(is_xor_complement(over("(2,2):(F4,F2)"), over("2:F1"), {}, Convention::strict, {}));
  EXPECT_TRUE(is_xor_complement(over("2:F2"), over("2:F3"), {}, Convention::strict, {}));
}

TEST(ModuleInverses, InversesUndoTheValues) {
  std::size_t left = 0;
  each_small_layout([&](const ModuleLayout& v) {
    if (module_of(v.strides()) != Module::bits) return;
    const std::vector<Exact> values = numbers(v);
    const std::vector<Exact> r = numbers(*right_inverse(v, {}));
    for (std::size_t i = 0; i < r.size(); ++i)
      EXPECT_EQ(values[static_cast<std::size_t>(r[i])], i) << to_string(v);
    // If it ends where the values do, none is larger; otherwise the next size is no layout.
    const bool goes_on = std::ranges::find(values, Exact(r.size())) != values.end();
    if (to_linear(v, {})) EXPECT_FALSE(goes_on) << to_string(v);
    for (const Convention convention : {Convention::strict, Convention::extended}) {
      const auto l = left_inverse(v, convention, {});
      if (!l) continue;
      ++left;
      const std::vector<Exact> back = numbers(*l);
      for (std::size_t x = 0; x < values.size(); ++x) {
        const Exact& y = back[static_cast<std::size_t>(values[x])];
        EXPECT_LE(y, x) << to_string(v);
        EXPECT_EQ(values[static_cast<std::size_t>(y)], values[x]) << to_string(v);
        if (convention == Convention::strict) EXPECT_EQ(y, x) << to_string(v);
      }
    }
  });
  EXPECT_GT(left, 200U);
}

bool is_right(const char* r, const char* v, Int size = 1) {
  return is_right_inverse(over(r), target(over(v), {}), size, {});
}

bool is_left(const char* r, const char* v, Convention convention = Convention::strict) {
  return is_left_inverse(over(r), target(over(v), {}), convention, {});
}

TEST(ModuleInverses, OtherInversesAreRecognized) {
  EXPECT_TRUE(is_right("(8,8):(F1,F9)", "(8,8):(F1,F9)", 64));
  EXPECT_FALSE(is_right("(8,8):(F1,F8)", "(8,8):(F1,F9)"));
  EXPECT_FALSE(is_right("8:F1", "(8,8):(F1,F9)", 64));
  EXPECT_FALSE(is_right("8:1", "(8,8):(F1,F9)"));
  EXPECT_TRUE(is_right("2:F2", "(2,2):(F1,F1)"));
  EXPECT_TRUE(is_right("(4,8):(1,4)", "(4,8):(1@0,1@1)", 32));
  EXPECT_FALSE(is_right("32:1", "(4,8):(1@0,1@1)"));
  EXPECT_TRUE(is_right("((2,2),8):((1,2),4)", "(4,8):(1@0,1@1)", 32));
  EXPECT_TRUE(is_right("(1,(8,4)):(0,(4,1))", "(4,8):(1@1@1,1@0@1)", 32));
  EXPECT_FALSE(is_right("(2,(8,4)):(4,(4,1))", "(4,8):(1@1@1,1@0@1)"));
  EXPECT_TRUE(is_right("2:3", "(3,2):(-1,1)"));
  EXPECT_TRUE(is_left("(2,2):(F1,F2)", "(2,2):(F1,F2)"));
  EXPECT_TRUE(is_left("4:F1", "2:F1"));
  EXPECT_FALSE(is_left("2:F1", "2:F2"));
  EXPECT_TRUE(is_left("3:F1", "3:F1"));
  EXPECT_FALSE(is_left("2:F1", "(2,2):(F1,F1)"));
  EXPECT_TRUE(is_left("2:F1", "(2,2):(F1,F1)", Convention::extended));
  EXPECT_TRUE(is_left("(4,8):(1,4)", "(4,8):(1@0,1@1)"));
  EXPECT_FALSE(is_left("(4,8):(1,5)", "(4,8):(1@0,1@1)"));
}

TEST(ModuleInverses, AnswersWithThePropertyAreJudgedByIt) {
  const auto has = [](const char* question, const char* claimed) {
    return has_property(parse_case(question), over(claimed), Convention::strict, {});
  };
  EXPECT_TRUE(has("complement(2:F3)", "2:F2"));
  EXPECT_FALSE(has("complement(2:F3)", "2:F1"));  // the canonical one, whose form is judged
  EXPECT_FALSE(has("complement(2:F3, 8)", "2:F2"));
  EXPECT_TRUE(has("complement(2:F3, 8)", "(2,2):(F2,F4)"));
  EXPECT_TRUE(has("left_inverse(3:F1)", "3:F1"));
  EXPECT_TRUE(has("right_inverse(Sw<3,0,3> o 0 o (8,8):(1,8))", "(8,8):(F1,F9)"));
  // An inverse of coordinates, or of what is negative, takes its arguments to integers.
  EXPECT_TRUE(has("right_inverse((2,4):(1@0,1@1))", "(2,4):(1,2)"));
  EXPECT_FALSE(has("right_inverse((2,4):(1@0,1@1))", "(2,4):(F1,F2)"));
  EXPECT_FALSE(has("coalesce((2,2):(F1,F2))", "4:F1"));
}

TEST(SwizzledLayouts, TheFirstValueOfARightInverseCountsToo) {
  const auto is_right_of = [](Int offset) {
    const SwizzledLayout w({0, 0, 0}, offset, read<Layout>("2:1", Sort::layout));
    return is_right_inverse(over("1:0"), target(w, {}), 1, {});
  };
  EXPECT_TRUE(is_right_of(0));
  EXPECT_FALSE(is_right_of(1));
}

TEST(SwizzledLayouts, APartOfAnOffsetIsThatOfTheWhole) {
  for (const Int shift : {-3, -2, 2, 3}) {
    const SwizzledLayout w({2, 1, shift}, 5, read<Layout>("(4,8):(1,4)", Sort::layout));
    for (const Int n : {1, 2, 4, 8}) {
      const SwizzledLayout parts = *downcast(w, n);
      const std::vector<Exact> wholes = table(w, {});
      const std::vector<Exact> values = table(parts, {});
      ASSERT_EQ(values.size(), wholes.size() * static_cast<std::size_t>(n));
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(values[i] / n, wholes[i / static_cast<std::size_t>(n)]) << to_string(parts);
    }
  }
}

TEST(SwizzledLayouts, SlicesHaveTheValuesAtTheCoordinate) {
  const SwizzledLayout w({2, 0, 3}, 3, read<Layout>("(4,8):(8,1)", Sort::layout));
  for (Int row = 0; row < 4; ++row) {
    const SwizzledLayout part =
        *slice(Tiler(Tiler::Tuple{Tiler(NestedTuple(row)), Tiler()}), w, Convention::strict);
    const std::vector<Exact> all = table(w, {});
    const std::vector<Exact> some = table(part, {});
    ASSERT_EQ(some.size(), 8U);
    for (std::size_t column = 0; column < 8; ++column)
      EXPECT_EQ(some[column], all[static_cast<std::size_t>(row) + 4 * column]);
  }
}

/// Of all swizzles and layouts over the integers with the shape, one has the function exactly if
/// one is answered.
TEST(SwizzledLayouts, AreFoundWhereThereIsOne) {
  std::size_t found = 0;
  each_small_layout([&](const ModuleLayout& v) {
    if (module_of(v.strides()) != Module::bits) return;
    if (v.extents()[0] % 2 != 0 || v.extents()[1] % 2 != 0) return;
    const auto claimed = swizzled_layout(v, {});
    const std::vector<Exact> values = numbers(v);
    bool exists = false;
    for (Int bits = 0; bits <= 2; ++bits)
      for (Int base = 0; base <= 3; ++base)
        for (Int shift = -4; shift <= 4; ++shift) {
          if (std::abs(shift) < bits) continue;
          std::vector<Exact> offsets;  // by what the swizzle makes of them
          for (Int x = 0; x < 128; ++x)
            offsets.push_back(swizzled({bits, base, shift}, x));
          for (std::size_t d = 0; d < 16 && !exists; ++d)
            for (std::size_t e = 0; e < 16 && !exists; ++e) {
              const auto s = static_cast<std::size_t>(v.extents()[0]);
              bool is_equal = true;
              for (std::size_t x = 0; x < values.size() && is_equal; ++x)
                is_equal = offsets[x % s * d + x / s * e] == values[x];
              exists = is_equal;
            }
        }
    EXPECT_EQ(exists, claimed.has_value()) << to_string(v);
    found += claimed && claimed->swizzle().bits > 0 ? 1 : 0;
  });
  EXPECT_GT(found, 10U);
}

TEST(ThreadsAndValues, HoldThePlacesOfATileByHand) {
  const auto tv = [](const char* threads, const char* values) {
    const auto found =
        layout_tv(read<Layout>(threads, Sort::layout), read<Layout>(values, Sort::layout), {});
    return found ? to_string(to_layout(*found)) : "undefined";
  };
  EXPECT_EQ(tv("(2,2):(1,2)", "(2,1):(1,0)"), "(4,2):(2,1)");
  EXPECT_EQ(tv("(2,2):(2,1)", "(2,1):(1,0)"), "((2,2),2):((4,2),1)");
  EXPECT_EQ(tv("(4,2):(2,1)", "(2,2):(1,2)"), "((2,4),(2,2)):((16,2),(1,8))");
  EXPECT_EQ(tv("4:1", "2:1"), "(4,2):(2,1)");
  EXPECT_EQ(tv("4:1", "(1,2):(0,1)"), "(4,2):(1,4)");
  EXPECT_EQ(tv("():()", "():()"), "(1,1):(0,0)");
  EXPECT_EQ(tv("4:2", "2:1"), "undefined");
  EXPECT_EQ(tv("4:1", "(2,2):(1,0)"), "undefined");
}

}  // namespace
}  // namespace layoutcheck::oracle
