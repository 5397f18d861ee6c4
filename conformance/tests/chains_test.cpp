// Chains as questions: they can be judged whatever form is inside, and a fault that shows only
// where an answer is handed on is found by them alone.
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/conformance/examination.hpp>
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/oracles/answer.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace layoutcheck::conformance {
namespace {

/// The function of the layout in another form: extents in halves, and modes of extent 1, the last
/// of which has a stride.
Layout in_another_form(const Layout& layout) {
  Tuple extents = {1};
  Tuple strides = {0};
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int s = layout.extents()[i];
    const Int d = layout.strides()[i];
    const bool halves = s % 2 == 0 && d < INT32_MAX && s < INT32_MAX;
    extents.push_back(halves ? 2 : s);
    strides.push_back(d);
    if (!halves) continue;
    extents.push_back(s / 2);
    strides.push_back(2 * d);
  }
  extents.push_back(1);
  strides.push_back(5);
  return Layout::flat(std::move(extents), std::move(strides));
}

/// Whether the answers to random questions never depend on the form of the first operand, and some
/// of them have one.
bool depends_on_the_function_alone(const engine::Statement& row) {
  engine::SeededEntropy entropy(7);
  std::size_t answered = 0;
  for (int i = 0; i < 300; ++i) {
    Case canonical = engine::question_of(row, engine::draw(row.domain, entropy, i % 60));
    Case another = canonical;
    auto& layout = std::get<Layout>(another.operands.front());
    layout = in_another_form(layout);
    const auto expected = oracle::expect(canonical, Convention::strict).answer;
    if (oracle::expect(another, Convention::strict).answer != expected) return false;
    answered += is_value(expected) ? 1U : 0U;
  }
  return answered >= 50;
}

TEST(Chains, AreOfAllPredicatesAndNumbersOfTheFunction) {
  std::size_t count = 0;
  for (const engine::Statement* row : rows_named({"all"}, Convention::strict)) {
    const Operation& operation = *row->operation;
    const bool is_number = operation.answer == Sort::integer || operation.answer == Sort::truth;
    if (operation.operands != std::vector{Sort::layout} || !is_number ||
        !depends_on_the_function_alone(*row))
      continue;
    ++count;
    const std::string chain = operation.name + "(coalesce((2,3):(1,2)))";
    EXPECT_TRUE(is_determined(parse_case(chain), Convention::strict)) << chain;
  }
  EXPECT_GE(count, 5U);
}

TEST(Chains, AreJudgedAlikeWhateverFormIsInside) {
  for (const Convention convention : conventions) {
    const auto rows = rows_named({"all"}, convention);
    std::set<std::string> outer;
    std::set<std::string> inner;
    std::size_t count = 0;
    JudgeOptions options;
    options.convention = convention;
    draw_chains(rows, {.count = 600, .seed = 5}, convention, [&](const Case& chain) {
      ++count;
      outer.insert(signature(*operation_of(chain)));
      inner.insert(chain.inner.front().operation);
      EXPECT_TRUE(is_determined(chain, convention)) << question(chain);
      Case canonical = chain;
      Case another = chain;
      const auto value = [&](const Case& question) { return oracle::expect(question, convention); };
      EXPECT_FALSE(resolve(canonical, value)) << question(chain);
      resolve(another, [&](const Case& question) {
        auto expected = value(question);
        expected.answer = Value(in_another_form(*layout_in(expected.answer)));
        return expected;
      });
      EXPECT_NE(question(canonical), question(another));
      another.answer = oracle::expect(canonical, convention).answer;
      const Verdict verdict = judge(another, options);
      EXPECT_TRUE(is_right(verdict.kind)) << another << ": " << to_string(verdict);
      return true;
    });
    EXPECT_EQ(count, 600U);
    EXPECT_EQ(outer.size(), 22U);
    EXPECT_GE(inner.size(), 30U);
  }
}

TEST(Chains, AreNotDeterminedWhereTheFormInsideMatters) {
  const auto determined = [](const char* line, Convention convention = Convention::strict) {
    return is_determined(parse_case(line), convention);
  };
  EXPECT_TRUE(determined("coalesce(prepend((4,6):(1,4), 1:0))"));
  EXPECT_TRUE(determined("apply(append(4:1, 2:4), 5)"));
  EXPECT_TRUE(determined("layout_add(4:1, append(2:1, 2:2))"));
  EXPECT_TRUE(determined("composition(append(4:1, 2:4), (2,2):(1,4))"));
  // The modes of A.
  EXPECT_FALSE(determined("flatten(append(4:1, 2:4))"));
  EXPECT_FALSE(determined("apply(append(4:1, 2:4), (1,1))"));
  EXPECT_FALSE(determined("composition(append(4:1, 2:4), <2:1,_>)"));
  EXPECT_FALSE(determined("composition(coalesce((4,2):(1,4)), 2:1)"));
  EXPECT_FALSE(determined("composition(8:1, append(2:1, 2:4))"));
  EXPECT_FALSE(determined("size(coalesce(append(4:1, coalesce(2:4))))"));
  // Several right answers.
  EXPECT_FALSE(determined("coalesce(right_inverse((4,2):(2,1)))"));
  // Where A goes on beyond its domain.
  EXPECT_FALSE(determined("composition(append(4:1, 1:0), 2:4)", Convention::extended));
  EXPECT_FALSE(determined("size(composition(2:1, 2:8))"));
}

/// Answers as the algebra does, except that it hands on the first mode alone of what prepend
/// answers.
Answer faulty(const Case& question, bool is_inside = false) {
  if (is_chain(question)) {
    Case outer = question;
    const auto none = resolve(outer, [](const Case& inner) {
      struct Said {
        Answer answer;
        std::string reason;
      };
      return Said{faulty(inner, true), ""};
    });
    return none ? none->answer : faulty(outer);
  }
  Answer answer = algebra::evaluate(question).answer;
  const Layout* layout = layout_in(answer);
  if (is_inside && question.operation == "prepend" && layout != nullptr && layout->length() > 1)
    return Value(Layout::entry(layout->extents()[0], layout->strides()[0]));
  return answer;
}

/// The causes that so many chains show beside 400 other questions, and how often each was asked.
std::pair<std::vector<Cause>, std::map<std::string, std::size_t>> examined(
    std::size_t chains, const std::function<Answer(const Case&)>& answers) {
  Plan plan;
  plan.only = {"coalesce(layout)", "prepend(layout, layout)", "append(layout, layout)", "size"};
  plan.draws.count = 400;
  plan.chains = chains;
  plan.scope = false;
  plan.examples = false;
  plan.trial.jobs = 0;
  plan.asking = std::chrono::milliseconds(0);
  std::map<std::string, std::size_t> asked;
  Findings found = examine(
      plan, [&](Phase, const TrialOptions&) { return [&] { return make_subject(answers); }; },
      [&](const Judged& judged) { ++asked[operations_in(judged.question)]; });
  return {std::move(found.causes), std::move(asked)};
}

TEST(Chains, OfWhichNoneIsDeterminedAreNotSearchedForEver) {
  const auto drawn = [](const std::vector<std::string>& names) {
    std::size_t count = 0;
    draw_chains(rows_named(names, Convention::strict), {.count = 20, .seed = 5}, Convention::strict,
                [&](const Case&) { return ++count > 0; });
    return count;
  };
  EXPECT_EQ(drawn({"composition(layout, tiler)"}), 0U);  // A's form is open
  EXPECT_EQ(drawn({"size(layout)"}), 0U);                // nothing answers a layout
  EXPECT_EQ(drawn({"composition(layout, tiler)", "size(layout)"}), 20U);
}

TEST(Chains, FindWhatShowsOnlyWhereAnAnswerIsHandedOn) {
  const auto hands_on = [](const Case& question) { return faulty(question); };
  EXPECT_TRUE(examined(0, hands_on).first.empty());
  const auto [causes, asked] = examined(200, hands_on);
  ASSERT_FALSE(causes.empty());
  for (const Cause& cause : causes) {
    EXPECT_TRUE(cause.operation == "coalesce(prepend)" || cause.operation == "size(prepend)")
        << cause.operation;
    EXPECT_LE(question(cause.smallest.question).size(), 40U) << question(cause.smallest.question);
  }
  EXPECT_GT(asked.at("coalesce(append)") + asked.at("size(append)"), 20U);
}

TEST(Chains, LeaveTheFaultToWhatFailsByItself) {
  const auto [causes, asked] =
      examined(200, [](const Case& question) { return faulty(question, true); });
  ASSERT_FALSE(causes.empty());
  for (const Cause& cause : causes)
    EXPECT_EQ(cause.operation, "prepend");
  std::size_t all = 0;
  for (const auto& [operations, count] : asked)
    all += count;
  EXPECT_EQ(all, 600U);
}

TEST(Chains, AreExcusedByWhatIsDocumentedOfEitherOperation) {
  const SubjectProfile profile = parse_profile(
      "[profile]\nabout: x\nconvention: strict\noperations: all\n\n"
      "[precondition]\noperations: append, size\nneeds: extent<=4\nstanding: trusted\nsource: x\n",
      "x");
  const auto verdict = [&](const char* line) {
    Case question = parse_case(line);
    Reply reply{Reply::Kind::answered, *question.answer, ""};
    question.answer.reset();
    Judged judged = judge_reply(std::move(question), std::move(reply));
    excuse(judged, profile);
    return std::string(describe(judged.verdict.kind)) + "; " + judged.excuse;
  };
  EXPECT_EQ(verdict("coalesce(append(4:1, 2:4)) = 4:1"), "wrong; ");
  EXPECT_EQ(verdict("coalesce(append(5:1, 2:5)) = 4:1"),
            "outside its preconditions; append: extent<=4 (trusted)");
  EXPECT_EQ(verdict("size(prepend(5:1, 2:5)) = 4"),
            "outside its preconditions; size: extent<=4 (trusted)");
  EXPECT_EQ(verdict("coalesce(prepend(5:1, 2:5)) = 4:1"), "wrong; ");
}

}  // namespace
}  // namespace layoutcheck::conformance
