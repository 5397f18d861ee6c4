// Shrinking: candidates are simpler than the operands, so that every descent ends, and it ends at
// small ones.
#include "operand_lines.hpp"
#include "src/words.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

namespace layoutcheck::properties {
namespace {

std::set<std::string> lines(const std::vector<Operands>& all) {
  std::set<std::string> set;
  for (const Operands& operands : all)
    set.insert(line(operands));
  return set;
}

/// Numbers and brackets added up, then arrows, then numbers that are not 0: each candidate has
/// less, in this order.
using Complexity = std::tuple<Exact, std::size_t, std::size_t>;

class Measure {
 public:
  explicit Measure(const Operands& operands) {
    for (const Value& operand : operands)
      std::visit([this](const auto& value) { add(value); }, operand);
  }
  [[nodiscard]] Complexity complexity() const { return {weight_, arrows_, nonzero_}; }

 private:
  void add(bool) {}
  void add(Int n) { weight_ += n; }
  void add(const Profile& profile) { weight_ += marks(profile); }
  void add(const NestedTuple& tuple) {
    weight_ += brackets(tuple.profile());
    for (Int entry : tuple.entries()) {
      weight_ += std::max(entry, Int{1});
      nonzero_ += entry == 0 ? 0 : 1;
    }
  }
  void add(const Layout& layout) {
    weight_ += brackets(layout.profile());
    for (Int extent : layout.extents())
      weight_ += extent;
    for (Int stride : layout.strides())
      weight_ += stride;
  }
  void add(const PointedMap& map) {
    weight_ += map.domain() + map.codomain();
    add_arrows(map.values());
  }
  void add(const Morphism& f) {
    add(f.domain());
    add(f.codomain());
    add_arrows(f.map());
  }
  void add(const Tiler& tiler) {
    if (tiler.layout() != nullptr) {
      add(*tiler.layout());
    } else if (tiler.shape() != nullptr) {
      add(*tiler.shape());
    } else {
      weight_ += 1;
      for (const Tiler& mode : tiler.modes() != nullptr ? *tiler.modes() : Tiler::Tuple())
        add(mode);
    }
  }
  void add(const ModuleLayout& layout) {
    weight_ += brackets(layout.profile());
    for (std::size_t i = 0; i < layout.length(); ++i) {
      weight_ += layout.extents()[i];
      add(layout.strides()[i]);
    }
  }
  // As weight() has it, which is capped.
  void add(const Element& element) {
    if (element.module() == Module::bits) {
      weight_ += element.value();
      return;
    }
    for (const Element::Part& part : element.parts()) {
      weight_ += 2 * abs(Exact(part.value)) - (part.value < 0 ? 0 : 1);
      if (part.path.empty()) continue;
      weight_ += part.path.size() - 1;
      for (const Int place : part.path)
        weight_ += place;
    }
  }
  void add(const OffsetModuleLayout& layout) {
    add(layout.layout());
    add(layout.offset());
  }
  void add(const SwizzledLayout& layout) { weight_ += weight(Value(layout)); }
  void add_arrows(const Tuple& map) {
    arrows_ += map.size() - static_cast<std::size_t>(std::count(map.begin(), map.end(), 0));
  }
  static std::size_t brackets(const Profile& profile) {
    return static_cast<std::size_t>(std::count(profile.word().begin(), profile.word().end(), '('));
  }
  static std::size_t marks(const Profile& profile) { return brackets(profile) + profile.length(); }

  Exact weight_ = 0;
  std::size_t arrows_ = 0;
  std::size_t nonzero_ = 0;
};

Complexity complexity(const Operands& operands) {
  return Measure(operands).complexity();
}

/// What draws operands of every sort, alone and together.
std::vector<const Statement*> everything() {
  std::vector<const Statement*> all;
  for (const auto* list : {&operations(), &statements()}) {
    for (const Statement& statement : *list)
      if (statement.check) all.push_back(&statement);
  }
  return all;
}

bool is_positive(const Value& value) {
  const auto* tuple = std::get_if<NestedTuple>(&value);
  return tuple == nullptr || tuple->is_positive();
}

TEST(Simpler, IsSimplerAndOfTheSameKinds) {
  SeededEntropy entropy(1);
  for (const Statement* statement : everything()) {
    for (int size = 0; size <= 100; size += 20) {
      const Operands operands = draw(statement->domain, entropy, size);
      for (const Operands& candidate : simpler(operands)) {
        ASSERT_NE(candidate, operands) << line(operands);
        ASSERT_LT(complexity(candidate), complexity(operands))
            << line(operands) << " to " << line(candidate);
        ASSERT_EQ(candidate.size(), operands.size());
        for (std::size_t i = 0; i < operands.size(); ++i) {
          ASSERT_EQ(candidate[i].index(), operands[i].index())
              << line(operands) << " to " << line(candidate);
          ASSERT_TRUE(is_positive(candidate[i]) || !is_positive(operands[i])) << line(candidate);
        }
      }
    }
  }
}

/// Follows the first candidate that still satisfies the predicate until there is none.
Operands descend(Operands operands, const std::function<bool(const Operands&)>& wanted) {
  for (;;) {
    const std::vector<Operands> candidates = simpler(operands);
    const auto next = std::find_if(candidates.begin(), candidates.end(), wanted);
    if (next == candidates.end()) return operands;
    operands = *next;
  }
}

TEST(Simpler, DescendsToOperandsWithoutAnySimpler) {
  SeededEntropy entropy(2);
  for (const Statement* statement : everything()) {
    const Operands end =
        descend(draw(statement->domain, entropy, 60), [](const Operands&) { return true; });
    EXPECT_TRUE(simpler(end).empty()) << line(end);
    for (const Value& operand : end)
      EXPECT_LE(weight(operand), 2U) << line(end);
  }
}

struct Descent {
  const char* name;
  std::vector<const char*> from;
  std::function<bool(const Operands&)> wanted;
  const char* to;
};

TEST(Simpler, DescendsToTheSmallestOfAKind) {
  const auto layout = [](const Operands& o) -> const Layout& { return std::get<Layout>(o[0]); };
  const auto shape = [](const Operands& o) -> const NestedTuple& {
    return std::get<NestedTuple>(o[0]);
  };
  const auto morphism = [](const Operands& o, std::size_t i) -> const Morphism& {
    return std::get<Morphism>(o[i]);
  };
  const Descent descents[] = {
      {"an extent above 4",
       {"((2,(60,3)),7):((1,(2,120)),360)"},
       [&](const Operands& o) {
         const Tuple& s = layout(o).extents();
         return std::any_of(s.begin(), s.end(), [](Int extent) { return extent > 4; });
       },
       "5:0"},
      {"a stride of 3 or more on an extent above 1",
       {"(4,(2,3)):(1,(24,8))"},
       [&](const Operands& o) {
         for (std::size_t i = 0; i < layout(o).length(); ++i)
           if (layout(o).extents()[i] > 1 && layout(o).strides()[i] > 2) return true;
         return false;
       },
       "2:3"},
      {"three entries",
       {"((4,6),(9),(2,())):((1,4),(24),(0,()))"},
       [&](const Operands& o) { return layout(o).length() > 2; },
       "(1,1,1):(0,0,0)"},
      {"depth 2",
       {"((4,6),(9,(2)))"},
       [&](const Operands& o) { return shape(o).profile().word().find("((") != std::string::npos; },
       "(())"},
      {"an even size",
       {"((15,6),9)"},
       [&](const Operands& o) {
         const Tuple& s = shape(o).entries();
         return std::any_of(s.begin(), s.end(), [](Int extent) { return extent % 2 == 0; });
       },
       "2"},
      {"an arrow",
       {"((4,6),9)--(3,*,1)-->(9,(5,4),2)"},
       [&](const Operands& o) {
         const Tuple& map = morphism(o, 0).map();
         return std::any_of(map.begin(), map.end(), [](Int j) { return j > 0; });
       },
       "1--(1)-->1"},
      {"an arrow that another one follows",
       {"(5,3)--(2,1)-->(3,5)", "(7,5,3)--(*,1,2)-->(5,3)"},
       [&](const Operands& o) {
         const Morphism& g = morphism(o, 0);
         const Morphism& f = morphism(o, 1);
         const Tuple& map = f.map();
         return f.codomain() == g.domain() && std::any_of(map.begin(), map.end(), [&](Int j) {
                  return j > 0 && g.map()[static_cast<std::size_t>(j) - 1] > 0;
                });
       },
       // Brackets would have to go from both morphisms at once.
       "(1)--(1)-->1, 1--(1)-->(1)"},
  };
  for (const Descent& descent : descents) {
    Operands from;
    for (const char* text : descent.from)
      from.push_back(parse_any(text));
    ASSERT_TRUE(descent.wanted(from)) << descent.name;
    const Operands to = descend(from, descent.wanted);
    EXPECT_EQ(line(to), descent.to) << descent.name;
  }
}

TEST(Simpler, HalvesNumbers) {
  EXPECT_TRUE(lines(simpler({parse_morphism("(11)--(*)-->()")})).contains("(5)--(*)-->()"));
}

TEST(Simpler, KeepsOperandsInStep) {
  // The entry 5 is taken out of the shared tuple.
  EXPECT_TRUE(lines(simpler({parse_morphism("(3,5)--(2,1)-->(5,3)"),
                             parse_morphism("(5,3)--(2,1)-->(3,5)")}))
                  .contains("(3)--(2)-->(5,3), (5,3)--(*,1)-->(3)"));
  // Of two codomains.
  EXPECT_TRUE(
      lines(simpler({parse_morphism("(3)--(2)-->(5,3)"), parse_morphism("(5)--(1)-->(5,3)")}))
          .contains("(3)--(1)-->(3), (5)--(*)-->(3)"));
  // An extent, its multiples among the strides, and the shape that goes with it.
  EXPECT_TRUE(lines(simpler({parse_layout("(6,2):(1,6)"), parse_shape("(6,2)")}))
                  .contains("(2,2):(1,2), (2,2)"));
  EXPECT_TRUE(lines(simpler({parse_layout("(6,2):(1,6)"), Int{24}})).contains("(2,2):(1,2), 8"));
  // In a single operand as well.
  EXPECT_TRUE(lines(simpler({parse_morphism("(6)--(1)-->(6)")})).contains("(2)--(1)-->(2)"));
}

TEST(Simpler, TriesEveryStep) {
  const std::set<std::string> of_layout = lines(simpler({parse_layout("(4,(2)):(2,(8))")}));
  for (const char* step :
       {"4:2", "(2):(8)", "((2)):((8))", "(4,()):(2,())", "(4,2):(2,8)", "(4,(2)):(1,(4))",
        "(1,(2)):(2,(8))", "(3,(2)):(2,(8))", "(4,(1)):(2,(8))", "(4,(2)):(0,(8))",
        "(4,(2)):(2,(0))", "(4,(2)):(2,(7))", "(4,(2)):(2,(4))"}) {
    EXPECT_TRUE(of_layout.contains(step)) << step;
  }
  EXPECT_EQ(lines(simpler({parse_any("<2:1,_>")})),
            (std::set<std::string>{"2:1", "<_>", "<1:1,_>", "<2:0,_>", "<2:1>"}));
  EXPECT_EQ(lines(simpler({parse_any("<2>--(1,2)--><2>")})),
            (std::set<std::string>{"<1>--(2)--><2>", "<1>--(1)--><2>", "<2>--(1,*)--><1>"}));
  EXPECT_EQ(lines(simpler({parse_any("(*,(*,*))")})), (std::set<std::string>{"*", "(*,*)"}));
  EXPECT_EQ(lines(simpler({Int{12}})), (std::set<std::string>{"0", "1", "2", "4", "6", "11"}));
  EXPECT_EQ(lines(simpler({parse_any("(0,3)")})),
            (std::set<std::string>{"0", "3", "(3)", "(0)", "(0,0)", "(0,1)", "(0,2)"}));
  EXPECT_EQ(lines(simpler({parse_any("(2)--(1)-->2")})),
            (std::set<std::string>{"()--()-->2", "2--(1)-->2", "(2)--(*)-->2", "(1)--(1)-->1"}));
  EXPECT_TRUE(simpler({true}).empty());
  EXPECT_TRUE(simpler({}).empty());
  for (const char* least : {"1:0", "():()", "1", "()", "*"})
    EXPECT_TRUE(simpler({parse_any(least)}).empty()) << least;
}

}  // namespace
}  // namespace layoutcheck::properties
