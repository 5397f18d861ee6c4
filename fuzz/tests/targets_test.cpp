// The targets: what they take, what they refuse, and that a wrong verdict is seen.
#include "check_case.hpp"
#include "check_judge.hpp"
#include "second_opinion.hpp"
#include "target.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <gmock/gmock.h>

#include <set>
#include <stdexcept>

namespace layoutcheck::fuzz {
namespace {

using testing::ElementsAre;

Checked::Kind outcome_of(std::string_view target, std::string_view input) {
  return find_target(target)->check(input).kind;
}

TEST(Targets, HaveDifferentNames) {
  std::set<std::string_view> names;
  for (const Target& target : targets()) {
    EXPECT_TRUE(names.insert(target.name).second) << target.name;
    EXPECT_EQ(find_target(target.name), &target);
    EXPECT_FALSE(target.says.empty());
  }
  EXPECT_EQ(find_target("nothing"), nullptr);
}

TEST(Targets, TakeTheirOwnCasesOnly) {
  using enum Checked::Kind;
  EXPECT_EQ(outcome_of("layouts", "coalesce((2,2):(1,2))"), passed);
  EXPECT_EQ(outcome_of("layouts", "logical_divide(4:1, 2:1)"), rejected);
  EXPECT_EQ(outcome_of("divisions", "logical_divide(4:1, 2:1)"), passed);
  EXPECT_EQ(outcome_of("morphisms", "identity((2,3))"), passed);
  EXPECT_EQ(outcome_of("refinements", "mutual_refinement((2,3), (6))"), passed);
  EXPECT_EQ(outcome_of("views", "row_major((2,3))"), passed);
  EXPECT_EQ(outcome_of("judge", "rank((2,3))"), rejected) << "it has no answer";
  EXPECT_EQ(outcome_of("judge", "rank((2,3)) = 7"), passed) << "the judge is right to say wrong";
  EXPECT_EQ(outcome_of("check", "\xff\n(\nrank(2) = 1\n\n# a comment"), passed);
  EXPECT_EQ(outcome_of("check", "rank(2) = 1\n# language 99\r\nnonsense\nnonsense\n"), passed);
  EXPECT_EQ(outcome_of("notation", std::string("\0(:", 3)), passed);
  EXPECT_EQ(outcome_of("ptx", ".version 8.0\nnonsense"), passed) << "it is refused, with a line";
  EXPECT_EQ(outcome_of("ptx", ""), passed);
}

TEST(Targets, TakeFilesOfManyLines) {
  const std::string_view file = "# a comment\n\ncoalesce(4:1)\nnonsense(\nsize(():())  # more\n";
  EXPECT_EQ(outcome_of("layouts", file), Checked::Kind::passed);
  EXPECT_EQ(outcome_of("layouts", "# a comment\nnonsense(\n"), Checked::Kind::rejected);
  EXPECT_EQ(outcome_of("layouts", ""), Checked::Kind::rejected);
}

TEST(Targets, GoOnAfterALineThatPasses) {
  std::vector<std::string> seen;
  const auto check = [&](std::string_view line) {
    seen.emplace_back(line);
    return line == "bad" ? found(std::string(line), "it is bad") : passed();
  };
  const Checked outcome = check_lines("good\nbad\nnever", check);
  EXPECT_EQ(outcome.kind, Checked::Kind::found);
  EXPECT_EQ(outcome.line, "bad");
  EXPECT_THAT(seen, ElementsAre("good", "bad"));
}

TEST(Targets, SeeAnExceptionAndNoLimitAsAFind) {
  const Checked thrown = check_lines(
      "a line", [](std::string_view) -> Checked { throw std::logic_error("it broke"); });
  EXPECT_EQ(thrown.kind, Checked::Kind::found);
  EXPECT_EQ(thrown.line, "a line");
  EXPECT_EQ(thrown.why, "an exception: it broke");
  const Checked limited =
      check_lines("a line", [](std::string_view) -> Checked { throw LimitReached("too much"); });
  EXPECT_EQ(limited.kind, Checked::Kind::passed);
}

TEST(Targets, PassWhereTheStepsEnd) {
  const auto expect_no_find = [](const Target& target, const char* input) {
    for (std::int64_t steps = 0; steps < 3000; steps += steps / 20 + 1) {
      const WorkLimit grant(steps);
      EXPECT_NE(target.check(input).kind, Checked::Kind::found) << input << " " << steps;
    }
  };
  for (const char* input :
       {"prepend(2:1, 3:1, 1000)", "composition((4,4,4):(16,4,1), (8,8):(1,8))",
        "right_inverse((2,2,8):(F1,F2,F4))", "shah.2.11.amended((2,3):(3,1), (6):(1))"})
    expect_no_find(layouts_target, input);
  for (const char* input : {"composition((4,4,4):(16,4,1), (8,8):(1,8)) = (8,8):(1,8)",
                            "right_inverse((2,2):(1,1)) = 2:2", "size((4,4):(0,0)) = 1"})
    expect_no_find(judge_target, input);
}

struct Opinion {
  const char* line;
  VerdictKind kind;
};

class SecondOpinion : public testing::TestWithParam<Opinion> {};

TEST_P(SecondOpinion, IsTheJudges) {
  const Case answered = parse_case(GetParam().line);
  EXPECT_EQ(judge(answered).kind, GetParam().kind);
  EXPECT_EQ(second_opinion(answered, 512), GetParam().kind) << GetParam().line;
  EXPECT_EQ(check_judge(answered).kind, Checked::Kind::passed);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, SecondOpinion,
    testing::Values(
        Opinion{"composition((2,2):(1,2), 4:1) = 4:1", VerdictKind::agrees},
        Opinion{"composition((2,2):(1,2), 4:1) = (4):(1)", VerdictKind::agrees_as_function},
        Opinion{"composition((2,2):(1,2), 4:1) = (2,2):(1,2)", VerdictKind::wrong_form},
        Opinion{"flatten((2,(2,2)):(1,(2,4))) = (2,(2,2)):(1,(2,4))", VerdictKind::wrong_form},
        Opinion{"flatten((2,(2,3))) = (2,(2,3))", VerdictKind::wrong_form},
        Opinion{"flatten(2) = 2", VerdictKind::agrees_as_function},
        Opinion{"composition((2,2):(1,2), 4:1) = 4:2", VerdictKind::wrong},
        Opinion{"composition((2,2):(1,2), 4:1) = undefined", VerdictKind::refuses_the_answerable},
        Opinion{"composition((2,2):(1,2), 4:1) = overflow", VerdictKind::refuses_the_answerable},
        Opinion{"composition((2,2):(1,2), 4:1) = unsupported", VerdictKind::unsupported},
        Opinion{"composition(2:1, 4:1) = 4:1", VerdictKind::answers_the_unanswerable},
        Opinion{"composition(2:1, 4:1) = overflow", VerdictKind::answers_the_unanswerable},
        Opinion{"composition(2:1, 4:1) = undefined", VerdictKind::agrees},
        Opinion{"right_inverse((2,2):(1,1)) = 2:1", VerdictKind::agrees},
        Opinion{"right_inverse((2,2):(1,1)) = 2:2", VerdictKind::agrees_as_function},
        Opinion{"right_inverse((2,4):(1,1)) = 2:1", VerdictKind::wrong},
        Opinion{"right_inverse(4:1) = 5:1", VerdictKind::wrong},
        Opinion{"max_common_layout((2,2):(1,0), (2,2):(0,1)) = 2:3",
                VerdictKind::agrees_as_function},
        Opinion{"max_common_layout(8:1, (4,2):(1,5)) = 8:1", VerdictKind::wrong},
        Opinion{"left_inverse((2,2):(2,8)) = (2,2,2,2):(4,1,8,2)", VerdictKind::agrees_as_function},
        Opinion{"left_inverse((2,2):(2,3)) = (2,3):(1,1)", VerdictKind::agrees_as_function},
        Opinion{"left_inverse((2,2):(0,1)) = 2:2", VerdictKind::answers_the_unanswerable},
        Opinion{"left_inverse@extended((2,2):(0,1)) = 2:3", VerdictKind::agrees_as_function},
        Opinion{"left_inverse@extended((2,2):(0,1)) = 2:1", VerdictKind::wrong},
        Opinion{"left_inverse@extended((2,2):(1,1)) = 2:2", VerdictKind::agrees_as_function},
        Opinion{"left_inverse@extended((2,2):(1,1)) = 2:1", VerdictKind::answers_the_unanswerable},
        Opinion{"morphism((2,2):(1,2)) = (2,2)--(1,2)-->(2,2,1)", VerdictKind::agrees_as_function},
        Opinion{"size((4294967296,4294967296):(0,0)) = 1", VerdictKind::wrong},
        Opinion{"size((4294967296,4294967296):(0,0)) = undefined",
                VerdictKind::refuses_the_answerable},
        Opinion{"shape(():()) = ()", VerdictKind::agrees},
        Opinion{"is_compact(4:1) = false", VerdictKind::wrong}));

TEST(Search, FindsAllAnswersOfSmallQuestions) {
  EXPECT_THAT(*answers_by_search(parse_case("composition((2,2):(1,2), 4:1)")),
              ElementsAre(parse_layout("4:1")));
  EXPECT_THAT(*answers_by_search(parse_case("composition((2,2):(1,2), 4:3)")), testing::IsEmpty());
  EXPECT_EQ(answers_by_search(parse_case("composition(2000:1, 4:3)")), std::nullopt);
  EXPECT_EQ(answers_by_search(parse_case("coalesce(4:1)")), std::nullopt);
}

}  // namespace
}  // namespace layoutcheck::fuzz
