// Tests of the oracle on layouts over modules, against what is said of them without a search.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/making.hpp>
#include <layoutcheck/oracles/module_division.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace layoutcheck::oracle {
namespace {

ModuleLayout read(const char* text) {
  return std::get<ModuleLayout>(parse_value(text, Sort::module_layout));
}

/// All flat layouts over XOR with this many entries, extents to 4 and strides to 6.
void each_layout(std::size_t length, const std::function<void(const ModuleLayout&)>& visit,
                 const Tuple& extents = {}, const std::vector<Element>& strides = {}) {
  if (length == 0) return visit(ModuleLayout::flat(extents, strides));
  for (Int s = 1; s <= 4; ++s) {
    for (Int d = 0; d <= 6; ++d) {
      Tuple more_extents = extents;
      std::vector<Element> more_strides = strides;
      more_extents.push_back(s);
      more_strides.push_back(Element::bits(d));
      each_layout(length - 1, visit, more_extents, more_strides);
    }
  }
}

TEST(Modules, ATileIsTheZippedDivisionAtACoordinate) {
  std::size_t tiles = 0;
  for (const char* text : {"(4,8):(F3,F5)", "(8,4):(F1,F9)", "(4,4):(1@0,1@1)", "(4,4):(-1,4)",
                           "(4,4):((1@0)+(2@1),3@0)", "((2,2),4):((F1,F2),0)"}) {
    const ModuleLayout v = read(text);
    const Module module = module_of(v.strides());
    for (const char* tile : {"(2,4)", "<2:2,_>", "4", "<_,2:2>", "(1,2)"}) {
      const Tiler t = std::get<Tiler>(parse_value(tile, Sort::tiler));
      const auto pair = zipped(Splitter::divide, v, t, Convention::strict, {});
      if (!pair) continue;
      const Exact size_of_tile = size(pair->first);
      const ModuleLayout both = tuple_of(std::vector{pair->first, pair->second});
      const std::vector<ExactElement> values = table(both, {});
      for (Exact k = 0; k < size(pair->second); ++k) {
        const auto found =
            partition(Part::inner, v, t, Tiler(NestedTuple(to_int(k))), Convention::strict, {});
        ASSERT_TRUE(found) << text << " " << tile << " " << k;
        // (R, o) with an entry o of extent 2: its second half.
        const std::vector<ExactElement> moved =
            table(ModuleLayout::tuple_of(
                      std::vector{found->layout(), ModuleLayout::entry(2, found->offset())}),
                  {});
        ASSERT_EQ(moved.size(), 2 * size_of_tile);
        for (Exact i = 0; i < size_of_tile; ++i)
          EXPECT_EQ(moved[static_cast<std::size_t>(size_of_tile + i)],
                    values[static_cast<std::size_t>(i + k * size_of_tile)])
              << text << " " << tile << " " << k;
        EXPECT_TRUE(found->offset().is_zero() || found->offset().module() == module);
        ++tiles;
      }
    }
  }
  EXPECT_GT(tiles, 100U);
}

TEST(Modules, ANullspaceHasAllIndicesThatGoToZero) {
  for (const char* text : {"(4,5):(1@0,0)", "(2,3,2):(0,1@1,0)", "(3,2):(-1,0)"}) {
    const Outcome<ExactLayout> r = nullspace(read(text), {});
    ASSERT_TRUE(r);
    EXPECT_TRUE(is_nullspace(*r, read(text), {}));
  }
  const auto is_one = [](const char* r, const char* v) {
    return is_nullspace(parse_layout(r), read(v), {});
  };
  EXPECT_FALSE(nullspace(read("(2,2):(F1,F1)"), {}));
  EXPECT_FALSE(nullspace(read("(2,2):(1,-1)"), {}));
  EXPECT_TRUE(is_one("2:3", "(2,2):(F1,F1)"));
  EXPECT_TRUE(is_one("2:3", "(2,2):(1,-1)"));
  EXPECT_FALSE(is_one("1:0", "(2,2):(1,-1)"));
  EXPECT_FALSE(is_one("2:0", "(2,2):(1,-1)"));
  EXPECT_FALSE(is_one("2:4", "(2,2):(1,-1)"));
}

TEST(Modules, ATableIsTheSumsByHand) {
  for (const auto& [text, values] :
       std::map<const char*, std::vector<Exact>>{{"(4):(F3)", {0, 3, 6, 9}},
                                                 {"(2,2):(F3,F6)", {0, 3, 6, 5}},
                                                 {"(2,2):(F1,F1)", {0, 1, 1, 0}}}) {
    const std::vector<ExactElement> table = oracle::table(read(text), {});
    ASSERT_EQ(table.size(), values.size());
    for (std::size_t x = 0; x < values.size(); ++x)
      EXPECT_EQ(table[x], values[x] == 0 ? ExactElement() : (ExactElement{{{}, values[x]}}))
          << text;
  }
  EXPECT_EQ(oracle::table(read("(2,2):(1@0,(1@0)+(1@1))"), {}).at(3),
            (ExactElement{{{0}, 2}, {{1}, 1}}));
}

TEST(Modules, CoalescedHasTheFunctionAndNoMoreModes) {
  std::size_t shorter = 0;
  for (std::size_t length = 0; length <= 2; ++length) {
    each_layout(length, [&](const ModuleLayout& l) {
      const ModuleLayout r = coalesce(l, {});
      EXPECT_TRUE(same_function(l, r, {})) << to_string(l) << " " << to_string(r);
      EXPECT_LE(r.length(), std::max<std::size_t>(l.length(), 1)) << to_string(l);
      EXPECT_EQ(to_string(coalesce(r, {})), to_string(r)) << to_string(l);
      shorter += r.length() < l.length() ? 1 : 0;
    });
  }
  EXPECT_GT(shorter, 100U);
}

TEST(Modules, LayoutsOfDifferentModulesHaveDifferentFunctions) {
  EXPECT_FALSE(same_function(read("2:F1"), read("2:1"), {}));
  EXPECT_TRUE(same_function(read("(2,2):(F1,F2)"), read("4:F1"), {}));
  EXPECT_TRUE(same_function(read("1:F1"), read("1:1"), {}));
  EXPECT_FALSE(same_function(read("4:F1"), read("2:F1"), {}));
}

TEST(Modules, AFormIsLackingWhereModesAre) {
  const auto fault = [](const char* question, const char* canonical, const char* claimed) {
    const auto found =
        form_fault(parse_case(question), read(canonical), read(claimed), Convention::strict);
    return found ? std::string(name(found->part)) : std::string();
  };
  EXPECT_EQ(fault("coalesce((2,2):(F1,F2))", "4:F1", "(4):(F1)"), "");
  EXPECT_EQ(fault("coalesce((2,2):(F1,F2))", "4:F1", "(2,2):(F1,F2)"), "coalesced");
  EXPECT_EQ(fault("coalesce((2,2):(F1,F2))", "4:F1", "((2),2):((F1),F2)"), "modes");
  EXPECT_EQ(fault("composition((8,8):(F1,F9), (2,8):(1,2))", "(2,(4,2)):(F1,(F2,F9))",
                  "(2,4,2):(F1,F2,F9)"),
            "modes");
  EXPECT_EQ(fault("composition((8,8):(F1,F9), (2,8):(1,2))", "(2,(4,2)):(F1,(F2,F9))",
                  "(2,(2,2,2)):(F1,(F2,F4,F9))"),
            "coalesced");
  EXPECT_EQ(fault("composition@extended((8,8):(F1,F9), (2,8):(1,2))", "(2,(4,2)):(F1,(F2,F9))",
                  "(2,(2,2,2)):(F1,(F2,F4,F9))"),
            "");
  EXPECT_EQ(fault("composition((8,8):(F1,F9), (2,8):(1,2))", "(2,(4,2)):(F1,(F2,F9))",
                  "((2,4),2):((F1,F2),F9)"),
            "modes");
}

TEST(Swizzles, ReadBitsThatTheyDoNotWrite) {
  for (Int bits = 0; bits <= 3; ++bits)
    for (Int base = 0; base <= 2; ++base)
      for (Int shift = -4; shift <= 4; ++shift) {
        if (std::abs(shift) < bits) continue;
        for (Int x = 0; x < 1024; ++x) {
          const Exact y = swizzled({bits, base, shift}, x);
          EXPECT_EQ(swizzled({bits, base, shift}, y), x);
          EXPECT_EQ(swizzled({bits, base, shift}, x ^ 5),
                    Exact(y ^ swizzled({bits, base, shift}, 5)));
        }
      }
}

}  // namespace
}  // namespace layoutcheck::oracle
