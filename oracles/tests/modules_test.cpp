// Tests of the oracle on layouts over modules, against what is said of them without a search.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
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
