// The weak post-condition: against tables, on what CuTe's rule answers, and line by line.
#include "enumerate.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/weak.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

const WeakClauses ordered_and_disjoint = {WeakClause::ordered, WeakClause::disjoint};
const WeakClauses all_clauses(std::begin(weak_clauses), std::end(weak_clauses));

std::optional<WeakObjection> objection_to(const std::string& line, const WeakClauses& clauses,
                                          const Limits& limits = {},
                                          Convention convention = Convention::extended) {
  const Case c = parse_case(line);
  return weak_objection(c, *value_in(*c.answer), clauses, convention, limits);
}

std::string weak_complaint(const std::string& line, const Limits& limits = {},
                           Convention convention = Convention::extended) {
  const auto objection = objection_to(line, ordered_and_disjoint, limits, convention);
  return objection ? objection->why : "";
}

TEST(WeakComplement, IsOrderedAndDisjoint) {
  const std::vector<Layout> layouts = all_flat_layouts(2, {1, 2, 3}, {0, 1, 2, 3, 5});
  std::size_t right = 0;
  for (const Layout& a : layouts) {
    const std::vector<Exact> taken = table(a, {});
    Case question;
    question.operation = "complement";
    question.operands = {a};
    for (const Layout& claimed : layouts) {
      const std::vector<Exact> values = table(claimed, {});
      bool is_right = true;
      for (std::size_t i = 1; i < values.size(); ++i) {
        is_right = is_right && values[i - 1] < values[i] &&
                   std::find(taken.begin(), taken.end(), values[i]) == taken.end();
      }
      right += is_right ? 1 : 0;
      EXPECT_EQ(!weak_objection(question, claimed, ordered_and_disjoint, Convention::extended, {}),
                is_right)
          << to_string(a) << " and " << to_string(claimed);
    }
  }
  EXPECT_GT(right, layouts.size());
}

/// CuTe's rule: from stride to stride the quotient of what is left out; nothing where a stride
/// begins before the one before it ends. What it has below N goes on in whole periods.
std::optional<Layout> by_rule(const Layout& a, Int n) {
  std::vector<std::pair<Int, Int>> modes;
  for (std::size_t i = 0; i < a.length(); ++i)
    if (a.extents()[i] > 1 && a.strides()[i] > 0)
      modes.emplace_back(a.strides()[i], a.extents()[i]);
  std::sort(modes.begin(), modes.end());
  Tuple extents;
  Tuple strides;
  Int end = 1;
  for (const auto& [stride, extent] : modes) {
    if (stride < end) return std::nullopt;
    extents.push_back(stride / end);
    strides.push_back(end);
    end = stride * extent;
  }
  extents.push_back((n + end - 1) / end);
  strides.push_back(end);
  return Layout::flat(extents, strides);
}

TEST(WeakComplement, IsWhatTheRuleAnswersWhereverStridesDoNotOverlap) {
  std::size_t weak = 0;
  for (const Layout& a : all_flat_layouts(3, {1, 2, 3}, {0, 1, 2, 3, 5, 7})) {
    const std::optional<Layout> claimed = by_rule(a, 64);
    if (!claimed) continue;
    Case question;
    question.operation = "complement";
    question.operands = {a};
    EXPECT_FALSE(weak_objection(question, *claimed, ordered_and_disjoint, Convention::extended, {}))
        << to_string(a) << " and " << to_string(*claimed);
    if (!is_complementable_where_asked(question, {})) ++weak;
  }
  EXPECT_GT(weak, 100U);
}

/// Each clause by itself, by its definition.
TEST(WeakComplement, ReachesAndIsBounded) {
  const std::vector<Layout> layouts = all_flat_layouts(2, {1, 2, 3}, {0, 1, 2, 3, 5, 6});
  std::size_t reaching = 0;
  std::size_t bounded = 0;
  for (const Layout& a : layouts) {
    for (const Int n : {1, 5, 12, 13}) {
      Case question;
      question.operation = "complement";
      question.operands = {a, n};
      for (const Layout& claimed : layouts) {
        const auto meets = [&](WeakClause clause) {
          return !weak_objection(question, claimed, {clause}, Convention::extended, {});
        };
        // Of an ordered one, the last value is the greatest.
        if (!meets(WeakClause::ordered)) continue;
        const ExactLayout both =
            ExactLayout::tuple_of(std::vector{ExactLayout(a), ExactLayout(claimed)});
        const bool reaches = cosize(both) >= n;
        Exact most = 0;
        while (most < n)
          most += cosize(a);
        EXPECT_EQ(meets(WeakClause::reaching), reaches) << to_string(a) << to_string(claimed) << n;
        EXPECT_EQ(meets(WeakClause::bounded), cosize(claimed) <= most)
            << to_string(a) << to_string(claimed) << n;
        reaching += reaches ? 0 : 1;
        bounded += cosize(claimed) <= most ? 0 : 1;
      }
    }
  }
  EXPECT_GT(reaching, 100U);
  EXPECT_GT(bounded, 100U);
}

/// What `largest` compares with is itself ordered and disjoint, and below N; and CuTe's answer has
/// no fewer values.
TEST(WeakComplement, IsAsLargeAsTheGaps) {
  std::size_t weak = 0;
  for (const Layout& a : all_flat_layouts(3, {1, 2, 3}, {0, 1, 2, 3, 5, 7})) {
    for (const Int n : {1, 7, 12, 30, 31}) {
      const std::optional<Layout> claimed = by_rule(a, n);
      if (!claimed) continue;
      Case question;
      question.operation = "complement";
      question.operands = {a, n};
      const auto objection = [&](const Layout& one, const WeakClauses& clauses) {
        return weak_objection(question, one, clauses, Convention::extended, {});
      };
      EXPECT_FALSE(objection(*claimed, {WeakClause::largest})) << to_string(a) << n;
      const auto other = objection(Layout::entry(1, 0), {WeakClause::largest});
      if (!other) continue;
      ++weak;
      EXPECT_EQ(other->clause, WeakClause::largest);
      // "…, and that of L, which is ordered, …"
      const std::size_t from = other->why.find("that of ") + 8;
      const std::string words = other->why.substr(from, other->why.find(", which") - from);
      const Layout larger = *layout_in(Answer(parse_case("coalesce(" + words + ")").operands[0]));
      EXPECT_FALSE(objection(larger, ordered_and_disjoint)) << other->why;
      EXPECT_LE(cosize(ExactLayout(larger)), n) << other->why;
    }
  }
  EXPECT_GT(weak, 100U);
}

TEST(WeakComplement, NamesTheClause) {
  using enum WeakClause;
  struct Line {
    const char* text;
    std::optional<WeakClause> clause;
    bool fills_gaps;
    const char* why;
  };
  for (const Line& line : {
           Line{"complement((2,2):(2,6), 48) = 1:0", reaching, false,
                "the complement ends at 0, and with (2,2):(2,6) at 8, before 47: it is not "
                "reaching"},
           Line{"complement((2,2):(2,6), 48) = 2:1", reaching, false, ""},
           Line{"complement((2,2):(2,6), 48) = 4:100", bounded, false,
                "the complement ends at 300, which is not below 54, 48 rounded up to whole cosizes "
                "of (2,2):(2,6): it is not bounded"},
           // CuTe's own answers, of which the second reaches 11.
           Line{"complement((2,2):(2,6), 48) = (2,4):(1,12)", reaching, true,
                "the complement ends at 37, and with (2,2):(2,6) at 45, before 47: it is not "
                "reaching"},
           Line{"complement((2,2):(1,3), 12) = 2:6", reaching, true, ""},
           Line{"complement((2,2):(1,3), 11) = 2:6", std::nullopt, false, ""},
           Line{"complement((2,2):(1,3)) = 1:0", std::nullopt, false, ""},
           Line{"complement((2,2):(1,3), 12) = 2:7", std::nullopt, false, ""},
           // The tiles of a division.
           Line{"logical_divide(12:1, (2,2):(1,3)) = ((2,2),2):((1,3),6)", reaching, true, ""},
           Line{"logical_divide(12:1, (2,2):(1,3)) = ((2,2),2):((1,3),7)", std::nullopt, false, ""},
           Line{"logical_divide(12:1, (2,2):(1,3)) = ((2,2),1):((1,3),0)", reaching, false, ""},
           Line{"logical_divide(12:1, (2,2):(1,3)) = ((2,2),2):((1,3),15)", bounded, false, ""},
           Line{"logical_divide((12,12):(1,12), <(2,2):(1,3),4>) = "
                "(((2,2),2),(4,3)):(((1,3),6),(12,48))",
                reaching, true, "mode 0: the complement ends at 6, "},
           // Where A repeats itself the last offset may be one that reaches further.
           Line{"logical_divide((6,2):(1,0), (2,2):(1,3)) = ((2,2),2):((1,3),0)", std::nullopt,
                false, ""},
           // Of a product no more is seen than order and disjointness.
           Line{"logical_product((2,2):(1,3), 3:1) = ((2,2),3):((1,3),100)", std::nullopt, false,
                ""},
       }) {
    const auto objection = objection_to(line.text, {ordered, disjoint, reaching, bounded});
    ASSERT_EQ(objection.has_value(), line.clause.has_value())
        << line.text << (objection ? objection->why : "");
    if (!objection) continue;
    EXPECT_EQ(objection->clause, line.clause) << line.text;
    EXPECT_EQ(objection->fills_gaps, line.fills_gaps) << line.text;
    EXPECT_NE(objection->why.find(line.why), std::string::npos) << objection->why;
  }
  for (const char* line :
       {"complement((2,2):(2,6), 48) = 1:0", "complement((2,2):(2,6), 48) = 2:1",
        "complement((2,2):(2,6), 48) = 4:100", "complement((2,2):(2,6), 48) = 7:9",
        "logical_divide(48:1, (2,2):(2,6)) = ((2,2),2):((2,6),1)"}) {
    const auto objection = objection_to(line, {ordered, disjoint, largest});
    ASSERT_TRUE(objection) << line;
    EXPECT_EQ(objection->clause, largest) << line;
  }
  EXPECT_EQ(objection_to("complement((2,2):(2,6), 48) = 4:100", {largest})->why,
            "the size of the complement is 4, and that of (2,4):(1,12), which is ordered, disjoint "
            "and below 48, is 8: it is not the largest");
  EXPECT_FALSE(
      objection_to("complement((2,2):(2,6), 48) = (2,4):(1,12)", {ordered, disjoint, largest}));
}

TEST(WeakComplement, IsInherited) {
  for (const char* line : {
           "complement((2,2):(2,6), 48) = (2,4):(1,12)",
           "complement((2,2):(2,6), 48) = 1:0",
           "logical_product((2,2):(1,3), (2):(1)) = ((2,2),(2)):((1,3),(6))",
           "logical_product((2,2):(1,3), (2,2):(1,0)) = ((2,2),(2,2)):((1,3),(6,0))",
           "tiled_product((2,2):(1,3), (2):(2)) = ((2,2),2):((1,3),12)",
           "blocked_product((8,8):(1,9), (2,2):(1,2)) = ((8,2),(8,2)):((1,72),(9,144))",
           "raked_product((8,8):(1,9), (2,2):(1,2)) = ((2,8),(2,8)):((72,1),(144,9))",
           "blocked_product((2,2):(1,3), 2:1) = ((2,2),(2,1)):((1,6),(3,0))",
           "logical_divide(24:1, (4,2):(1,6)) = ((4,2),2):((1,6),12)",
           "logical_divide(24:2, (4,2):(1,6)) = ((4,2),2):((2,12),24)",
           "logical_divide((24,2):(1,0), (4,2):(1,6)) = ((4,2),(2,2)):((1,6),(12,0))",
           "logical_divide(():(), (2,2):(1,3)) = ((2,2),1):((0,0),0)",
           // The offsets go on beyond A, whose last mode does.
           "logical_divide((4,2):(1,4), (4,2):(1,6)) = ((4,2),3):((1,6),12)",
           "logical_divide((24,6):(1,24), <(4,2):(1,6),2:1>) = "
           "(((4,2),2),(2,3)):(((1,6),12),(24,48))",
           "zipped_divide((24,6):(1,24), <(4,2):(1,6),2:1>) = "
           "(((4,2),2),(2,3)):(((1,6),24),(12,48))",
           "tiled_divide((24,6):(1,24), <(4,2):(1,6),2:1>) = (((4,2),2),2,3):(((1,6),24),12,48)",
           "flat_divide((24,6):(1,24), <(4,2):(1,6),2:1>) = ((4,2),2,2,3):((1,6),24,12,48)",
           "zipped_divide((24,6):(1,24), <(4,2):(1,6)>) = (((4,2)),(2,6)):(((1,6)),(12,24))",
           "logical_divide((24,6):(1,24), <(4,2):(1,6),_>) = (((4,2),2),6):(((1,6),12),24)",
           "zipped_product(((2,2),6):((1,3),9), <(2):(1),_>) = "
           "(((2,2),1),((2),6)):(((1,3),0),((6),9))",
       })
    EXPECT_EQ(weak_complaint(line), "") << line;
}

TEST(WeakComplement, ObjectsInWords) {
  const std::pair<const char*, const char*> lines[] = {
      {"complement((2,2):(2,6), 48) = 2:2",
       "the complement has the value 2 at 1, which is a value of (2,2):(2,6): they are not "
       "disjoint"},
      {"complement((2,2):(2,6), 48) = (2,2):(12,1)",
       "the complement has the value 1 at 2, and 12 at 1: it is not ordered"},
      {"complement((2,2):(2,6), 48) = (2,2):(1,0)",
       "the complement has the value 0 at 2, and 1 at 1: it is not ordered"},
      {"logical_product((2,2):(1,3), (2):(1)) = ((2,2),(2)):((1,3),(4))",
       "the complement has the value 4 at 1, which is a value of (2,2):(1,3): they are not "
       "disjoint"},
      {"logical_product((2,2):(1,3), (2):(1)) = ((2,2),(2)):((1,2),(6))",
       "copy 0 of the block is not (2,2):(1,3)"},
      {"logical_product((2,2):(1,3), (2):(1)) = ((2,2),(3)):((1,3),(6))",
       "it has 3 copies of the block, not 2"},
      {"logical_product((2,2):(1,3), (2):(1)) = ((2,2),(2)):((1,3),(0))",
       "the complement has the value 0 at 1, and 0 at 0: it is not ordered"},
      {"logical_product((2,2):(1,3), (2,2):(1,0)) = ((2,2),(2,2)):((1,3),(6,12))",
       "the place 0 is both 0 and 12"},
      {"logical_product((2,2):(1,3), (2):(1)) = 3:1",
       "it does not have the modes of its operation"},
      {"blocked_product((8,8):(1,9), (2,2):(1,2)) = ((8,2),(8,2)):((1,144),(9,72))",
       "the complement has the value 72 at 2, and 144 at 1: it is not ordered"},
      {"blocked_product((8,8):(1,9), (2,2):(1,2)) = ((2,8),(2,8)):((72,1),(144,9))",
       "copy 0 of the block is not (8,8):(1,9)"},
      {"blocked_product((8,8):(1,9), (2,2):(1,2)) = ((8,2),(8,3)):((1,72),(9,144))",
       "it does not have the modes of its operation"},
      {"blocked_product((8,8):(1,9), (2,2):(1,2)) = (8,8,4):(1,9,72)",
       "it does not have the modes of its operation"},
      {"blocked_product((2,2):(1,2), 2:1) = ((2,2),(2,1)):((1,8),(2,0))",
       "it is another function than the answer, of which there is one"},
      {"raked_product((2,2):(1,2), 2:1) = ((2,2),(1,2)):((8,1),(0,2))",
       "it is another function than the answer, of which there is one"},
      {"zipped_product(((2,2),6):((1,3),9), <(2):(1),_>) = "
       "(((2,2),3),((2),6)):(((1,3),0),((6),9))",
       "it does not have the modes of its operation"},
      {"tiled_divide((2,6):(6,5), <2,6>) = ((1,6),2,1):((0,5),6,0)",
       "it does not have the modes of its operation"},
      {"tiled_product((5,9):(1,5), <1,5>) = ((1,9),5,5):((0,5),1,45)",
       "it does not have the modes of its operation"},
      {"logical_divide(24:2, (4,2):(1,6)) = ((4,2),2):((2,13),24)",
       "its tile is not 24:2 after (4,2):(1,6)"},
      {"logical_divide(24:2, (4,2):(1,6)) = ((4,2),2):((2,12),14)",
       "its rest 1, at 14, is 24:2 after (4,2):(1,6) at no offset beyond those before it that "
       "(4,2):(1,6) does not take"},
      {"logical_divide(24:2, (4,2):(1,6)) = ((4,2),2):((2,12),15)", "its rest 1, at 15, is "},
      {"logical_divide(24:1, (4,2):(1,6)) = ((4,2),(2,2)):((1,6),(12,4))", "its rest 2, at 4, is "},
      {"logical_divide((24,2):(1,0), (4,2):(1,6)) = ((4,2),(2,2)):((1,6),(12,30))",
       "its rest 2, at 30, is "},
      // What meets the tile may do so with a single rest, and not with the other points of the
      // tile.
      {"logical_divide((4,3):(1,5), (2,2):(1,3)) = ((2,2),2):((1,3),2)", "its tile is not "},
      {"zipped_divide((24,6):(1,24), <(4,2):(1,6),2:1>) = "
       "(((4,2),2),(2,3)):(((1,6),24),(12,24))",
       "mode 1: it is another function than the answer, of which there is one"},
      {"logical_divide((24,6):(1,24), <(4,2):(1,6),_>) = (((4,2),2),6):(((1,6),12),25)",
       "mode 1: it is not 6:24"},
      {"zipped_divide((24,6):(1,24), <(4,2):(1,6),2:1>) = ((4,2),2,2,3):((1,6),24,12,48)",
       "it does not have the modes of its operation"},
  };
  for (const auto& [line, words] : lines) {
    EXPECT_NE(weak_complaint(line).find(words), std::string::npos)
        << line << ": " << weak_complaint(line);
  }
}

/// What goes on beyond the domain is the last mode, or the last before those of extent 1.
TEST(WeakComplement, GoesOnAsTheConventionSays) {
  const auto complaint = [](const char* line, Convention convention) {
    return weak_complaint(line, {}, convention);
  };
  const char* const end = "at no offset beyond those before it";
  const char* at_4 = "logical_divide((4,1,1):(1,100,7), (2,2):(1,3)) = ((2,2),2):((1,3),2)";
  EXPECT_EQ(complaint(at_4, Convention::squeezed), "");
  EXPECT_NE(complaint(at_4, Convention::extended).find("its tile is not "), std::string::npos);
  // The rest is 6 beyond the domain: in `squeezed` at the offset 6, in `extended` nowhere.
  EXPECT_EQ(complaint("logical_divide((4,1):(1,100), (2,2):(1,1)) = ((2,2),2):((1,1),6)",
                      Convention::squeezed),
            "");
  EXPECT_NE(complaint("logical_divide((4,1):(1,100), (2,2):(1,1)) = ((2,2),2):((1,1),6)",
                      Convention::extended)
                .find(end),
            std::string::npos);
  EXPECT_EQ(complaint("logical_divide((4,1):(1,100), (2,2):(1,1)) = ((2,2),2):((1,1),100)",
                      Convention::squeezed),
            "");
  // Nothing goes on where all extents are 1, whatever their strides are.
  const char* constant = "logical_divide((1,1):(5,7), (2,2):(1,3)) = ((2,2),3):((0,0),0)";
  EXPECT_EQ(complaint(constant, Convention::squeezed), "");
  EXPECT_NE(complaint("logical_divide((1,1):(5,7), (2,2):(1,3)) = ((2,2),2):((0,0),7)",
                      Convention::squeezed)
                .find(end),
            std::string::npos);
  EXPECT_NE(complaint(constant, Convention::extended).find("its tile is not "), std::string::npos);
  EXPECT_EQ(complaint("logical_divide((1,1):(5,7), (2,2):(1,3)) = ((2,2),2):((7,21),14)",
                      Convention::extended),
            "");
}

TEST(WeakComplement, ComparesAllPointsOrNone) {
  const std::string line = "logical_product((2,2):(1,3), (4):(1)) = ((2,2),(4)):((1,3),(6))";
  EXPECT_EQ(weak_complaint(line, {16}), "");
  EXPECT_THROW(weak_complaint(line, {15}), LimitReached);
}

TEST(WeakComplement, IsAskedOfWhatIsComplemented) {
  const auto holds = [](const char* line) {
    return is_complementable_where_asked(parse_case(line), {});
  };
  EXPECT_TRUE(holds("complement((2,2):(1,0))"));
  EXPECT_FALSE(holds("complement((2,2):(1,3), 24)"));
  EXPECT_FALSE(holds("logical_product((2,2):(1,3), 4)"));
  EXPECT_TRUE(holds("logical_product(4:1, (2,2):(1,3))"));
  EXPECT_TRUE(holds("logical_divide((2,2):(1,3), 4)"));
  EXPECT_FALSE(holds("logical_divide(8:1, (2,2):(1,3))"));
  EXPECT_FALSE(holds("logical_divide((8,8):(1,8), <4,(2,2):(1,3)>)"));
  EXPECT_TRUE(holds("logical_divide((8,8):(1,8), <4,_>)"));
  EXPECT_FALSE(holds("blocked_product((8,8):(1,9), (2,2):(1,2))"));
}

TEST(WeakRightInverse, IsOneOfAnyLength) {
  for (const char* right : {"3:2", "2:1", "1:0", "(2):(2)", "4:2"})
    EXPECT_EQ(weak_complaint(std::string("right_inverse((2,3):(1,1)) = ") + right), "") << right;
  for (const char* wrong : {"3:1", "2:0", "(2,2):(1,1)"}) {
    EXPECT_EQ(weak_complaint(std::string("right_inverse((2,3):(1,1)) = ") + wrong),
              "it does not lead each i to where (2,3):(1,1) is i")
        << wrong;
  }
}

TEST(WeakRightInverse, IsOneOfAnyLengthOverAModule) {
  for (const char* right : {"(2,2):(F3,F1)", "2:F3", "1:0"})
    EXPECT_EQ(weak_complaint(std::string("right_inverse((2,2):(F2,F3)) = ") + right), "") << right;
  EXPECT_EQ(weak_complaint("right_inverse((2,2):(F2,F3)) = 2:F1"),
            "it does not lead each i to where (2,2):(F2,F3) is i");
}

TEST(WeakRightInverse, IsOneOfAnyLengthOfASwizzledLayout) {
  const std::string question = "right_inverse(Sw<1,0,1> o 0 o (2,2):(1,2)) = ";
  for (const char* right : {"(2,2):(F1,F3)", "2:F1", "1:0"})
    EXPECT_EQ(weak_complaint(question + right), "") << right;
  EXPECT_EQ(weak_complaint(question + "2:F2"),
            "it does not lead each i to where Sw<1,0,1> o 0 o (2,2):(1,2) is i");
}

TEST(WeakComplement, ConcernsWhatDependsOnTheConvention) {
  std::size_t operations = 0;
  for (const Operation& operation : standard_vocabulary().operations())
    operations += is_about_complement(operation) ? 1 : 0;
  EXPECT_EQ(operations, 12U);
}

}  // namespace
}  // namespace layoutcheck::oracle
