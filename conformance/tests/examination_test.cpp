// What an examination asks: the whole scope of every operation, the same on every run, all that is
// offered, and all that a user gives it, or it says what not.
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/conformance/command.hpp>
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/engine/scope.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/verify.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace layoutcheck::conformance {
namespace {

using engine::Statement;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Answer right(const Case& question) {
  return algebra::evaluate(question, Convention::strict).answer;
}

/// What was asked in an examination of what answers so, in its order.
struct Asking {
  std::vector<std::string> asked;
  Verification result;
};

Asking run(const Plan& plan, const std::function<Answer(const Case&)>& answer = right,
           const std::optional<std::vector<std::string>>& offers = std::nullopt) {
  Asking found;
  // The probes and the first looks have subjects of their own.
  std::vector<std::string>* asked = nullptr;
  const MakeSubject make = [&] {
    found.asked.clear();
    asked = &found.asked;
    return make_subject(
        [&](const Case& question) {
          asked->push_back(layoutcheck::question(question));
          return answer(question);
        },
        offers);
  };
  // The last subject only shrinks, of which these have nothing.
  found.result.account.undecided_share = 100;
  Asked all = ask_all(
      plan, [&](Phase, const TrialOptions&) { return make; },
      [&](const Judged& judged) { add(found.result.account, judged); });
  found.result.account.complaints = all.findings.complaints;
  found.result.scope = all.findings.scope;
  found.result.ran_out = all.findings.ran_out;
  add_unasked(found.result.account, plan);
  return found;
}

Plan plan_of(std::vector<std::string> only) {
  Plan plan;
  plan.only = std::move(only);
  plan.draws.count = 0;
  plan.examples = false;
  plan.asking = std::chrono::milliseconds(0);
  return plan;
}

TEST(Scope, HoldsWhatIsReportedElsewhere) {
  const auto texts = [](const char* row) {
    std::set<std::string> all;
    for (const Statement* found : rows_named({row}, Convention::strict)) {
      for (const engine::Tier& tier : engine::scope_of(*found).tiers)
        for (std::size_t i = 0; i < tier.count(); ++i)
          all.insert(question(engine::question_of(*found, tier.at(i))));
    }
    return all;
  };
  EXPECT_THAT(texts("coalesce(layout)"), Contains("coalesce((2,2):(1,3))"));
  EXPECT_THAT(texts("is_compact"), Contains("is_compact((2,2):(0,3))"));
  EXPECT_THAT(texts("complement(layout, positive integer)"),
              Contains("complement((2,2,2):(4,2,1), 1)"));
  EXPECT_THAT(texts("composition(layout, layout)"),
              Contains("composition((2,1,2):(2,0,1), (2):(1))"));
  EXPECT_THAT(texts("composition(layout, tiler)"), Contains("composition((2,2):(2,1), <2:1,2:1>)"));
}

TEST(Scope, HasNoQuestionTwiceAndEachOrderIsOfAll) {
  for (const Statement* row : rows_named({"everything"}, Convention::strict)) {
    const engine::Scope& scope = engine::scope_of(*row);
    EXPECT_GE(scope.count(), 50U) << row->id;
    std::set<std::string> known;
    for (const engine::Tier& tier : scope.tiers) {
      EXPECT_GT(tier.count(), 0U) << row->id << ": " << tier.words();
      std::vector<bool> come(tier.count(), false);
      for (std::size_t i = 0; i < tier.count(); ++i) {
        come[tier.scattered(i)] = true;
        const std::string text = question(engine::question_of(*row, tier.at(i)));
        if (!known.insert(text).second) ADD_FAILURE() << text << ": " << tier.words();
      }
      EXPECT_EQ(std::ranges::count(come, false), 0) << row->id << ": " << tier.words();
    }
  }
}

TEST(Scope, IsAskedWhereItIsSaidToBe) {
  const Plan plan = plan_of({"coalesce(layout)", "mode(layout, integer)"});
  const Asking found = run(plan);
  std::set<std::string> wanted;
  for (const Statement* row : rows_named(plan.only, Convention::strict)) {
    for (const engine::Tier& tier : engine::scope_of(*row).tiers)
      for (std::size_t i = 0; i < tier.count(); ++i)
        wanted.insert(question(engine::question_of(*row, tier.at(i))));
  }
  EXPECT_EQ(std::set(found.asked.begin(), found.asked.end()), wanted);
  EXPECT_EQ(found.asked.size(), wanted.size());
  EXPECT_EQ(found.result.scope.questions, wanted.size());
  EXPECT_THAT(found.result.scope.left, IsEmpty());
  EXPECT_THAT(to_string(found.result.scope), HasSubstr("all " + std::to_string(wanted.size())));
  EXPECT_FALSE(found.result.ran_out);
}

TEST(Scope, SaysWhatOfItWasNotAsked) {
  // Also of what waits for a thread as the time ends.
  for (const unsigned jobs : {0U, 1U}) {
    Plan plan = plan_of({"coalesce(layout)", "size(shape)"});
    plan.asking = std::chrono::milliseconds(100);
    plan.trial.batch = 1;
    plan.trial.jobs = jobs;
    const Asking found = run(plan, [](const Case& question) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return right(question);
    });
    std::size_t left = 0;
    for (const auto& [row, count] : found.result.scope.left)
      left += count;
    EXPECT_GT(left, 0U);
    EXPECT_EQ(found.asked.size() + left, found.result.scope.questions) << jobs;
    EXPECT_TRUE(found.result.ran_out);
    EXPECT_THAT(to_string(found.result.scope), HasSubstr("of coalesce(layout)"));
    EXPECT_TRUE(is_right(found.result.account));
  }
}

/// What is different comes early: no beginning is of trivial operands, or of one number of modes.
TEST(Scope, BeginsWithOperandsOfEveryKind) {
  ScopeQuestions scope(rows_named({"coalesce(layout)"}, Convention::strict), {});
  std::map<std::size_t, std::size_t> above_one;
  std::size_t nested = 0;
  for (int i = 0; i < 100; ++i) {
    const Layout layout = std::get<Layout>(scope.next()->operands.front());
    ++above_one[static_cast<std::size_t>(
        std::ranges::count_if(layout.extents(), [](Int s) { return s > 1; }))];
    nested += !layout.is_flat() && !layout.is_entry() ? 1 : 0;
  }
  EXPECT_GE(above_one[1], 10U);
  EXPECT_GE(above_one[2], 15U);
  EXPECT_GE(above_one[3], 15U);
  EXPECT_GE(above_one[4], 5U);
  EXPECT_LE(above_one[0], 20U);
  EXPECT_GE(nested, 10U);
}

TEST(Scope, CountsTheRoundsOfItsRows) {
  const auto rows = rows_named({"coalesce(layout)", "size(shape)"}, Convention::strict);
  ASSERT_EQ(rows.size(), 2U);
  ScopeQuestions scope(rows, {});
  for (const std::size_t round : {0U, 0U, 1U, 1U, 2U}) {
    ASSERT_TRUE(scope.next());
    EXPECT_EQ(scope.rounds(), round);
  }
}

TEST(Examinations, AskTheSameWithTheSameSeed) {
  Plan plan = plan_of({"composition", "size", "complement"});
  plan.draws.count.reset();
  plan.cases = 3000;
  const Asking first = run(plan);
  EXPECT_EQ(first.asked.size(), 3000U);
  EXPECT_EQ(run(plan).asked, first.asked);
  // What is replied makes no difference.
  EXPECT_EQ(run(plan, [](const Case&) { return Answer(NonValue::undefined); }).asked, first.asked);
  plan.draws.seed = 2;
  EXPECT_NE(run(plan).asked, first.asked);
}

TEST(Examinations, UseTheTime) {
  Plan plan = plan_of({"coalesce(layout)"});
  plan.draws.count.reset();
  plan.scope = false;
  plan.asking = std::chrono::milliseconds(400);
  const auto start = std::chrono::steady_clock::now();
  const Asking found = run(plan);
  EXPECT_GE(std::chrono::steady_clock::now() - start, plan.asking);
  EXPECT_FALSE(found.asked.empty());
  EXPECT_FALSE(found.result.ran_out);
}

TEST(Examinations, UseTheTimeFromWhenTheSubjectHasStarted) {
  Plan plan = plan_of({"coalesce(layout)"});
  plan.asking = std::chrono::milliseconds(1000);
  std::size_t judged = 0;
  const Asked found = ask_all(
      plan,
      [](Phase, const TrialOptions& trial) {
        return [deadline = trial.deadline] {
          CommandOptions options;
          options.deadline = deadline;
          return make_command(
              {"sh", "-c", "sleep 1.5; while read -r q; do echo \"$q = (1):(0)\"; done"}, options);
        };
      },
      [&](const Judged&) { ++judged; });
  EXPECT_GT(judged, 0U);
  EXPECT_GE(found.findings.start, std::chrono::milliseconds(1500));
}

TEST(Examinations, FindWhatIsOfferedInTimeOfItsOwn) {
  Plan plan = plan_of({"coalesce(layout)"});
  plan.asking = std::chrono::milliseconds(400);
  const Asking found = run(plan, [](const Case& question) {
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
    return right(question);
  });
  EXPECT_GT(found.result.account.count.lines(), 0U);
}

/// The end may come while a new question is looked for, and none is there.
TEST(Examinations, StopWhereNoQuestionIsLeft) {
  std::atomic<bool> stop = false;
  Plan plan = plan_of({"size(shape)"});
  plan.scope = false;
  plan.asking = std::chrono::minutes(10);
  plan.trial.stop = &stop;
  plan.draws.count.reset();
  std::size_t answers = 0;
  plan.draws.wanted = [&](const Case&) {
    stop = answers > 200;
    return !stop;
  };
  const Asking found = run(plan, [&](const Case& question) {
    ++answers;
    return right(question);
  });
  EXPECT_TRUE(stop);
  EXPECT_GT(found.asked.size(), 100U);
}

/// Of the rows that are asked, those that still show something new are asked more.
TEST(RandomQuestions, GoWhereSomethingIsLearnt) {
  const auto rows = rows_named({"rank(shape)", "composition(layout, tiler)"}, Convention::strict);
  std::map<std::string, std::size_t> asked;
  draw_questions(rows, {.count = 4000}, [&](const Case& question) {
    ++asked[question.operation];
    return true;
  });
  EXPECT_GT(asked["composition"], asked["rank"] * 3 / 2);
  EXPECT_GT(asked["rank"], 200U);
}

/// Over modules, those who say so, or answer rightly, are asked; nobody else.
TEST(Examinations, AskWhatIsOffered) {
  const auto count = [](const Asking& found, std::string_view beginning, std::string_view inside) {
    return std::ranges::count_if(found.asked, [&](const std::string& question) {
      return question.starts_with(beginning) && question.find(inside) != std::string::npos;
    });
  };
  Plan plan = plan_of({"all"});
  plan.cases = 4000;
  EXPECT_GT(count(run(plan), "coalesce", "F"), 0);
  const auto integers_only = [](const Case& question) -> Answer {
    const bool is_plain = std::ranges::none_of(question.operands, [](const Value& value) {
      return std::holds_alternative<ModuleLayout>(value) ||
             std::holds_alternative<SwizzledLayout>(value) ||
             std::holds_alternative<Element>(value);
    });
    if (!is_plain) throw std::runtime_error("what is F?");
    return right(question);
  };
  const Asking plain = run(plan, integers_only);
  EXPECT_EQ(count(plain, "coalesce", "F"), 0);
  EXPECT_TRUE(is_right(plain.result.account));
  const Asking says =
      run(plan, right, {{"coalesce(layout over a module)", "size", "is_complement(a, b)"}});
  EXPECT_EQ(count(says, "coalesce", "") + count(says, "size", "") + count(says, "is_compl", ""),
            static_cast<std::ptrdiff_t>(says.asked.size()));
  EXPECT_GT(count(says, "coalesce", "F"), 100);
  EXPECT_EQ(
      count(says, "coalesce", "F") + count(says, "coalesce", "@") + count(says, "coalesce", "-"),
      count(says, "coalesce", ""));
  EXPECT_GT(count(says, "size", ""), 100);
  EXPECT_THAT(says.result.account.complaints, IsEmpty());
  const Asking lies = run(plan, right, {{"size", "coalasce"}});
  EXPECT_THAT(lies.result.account.complaints,
              ElementsAre(HasSubstr("what it offers: unknown operation 'coalasce'")));
  // What is named is asked whatever is offered.
  plan.only = {"to_linear"};
  EXPECT_GT(count(run(plan, right, {{"size"}}), "to_linear", ""), 100);
}

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("layoutcheck_asked_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directory(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& text, const std::string& name = "given.txt") {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  /// What is missing where these lines are given to an examination of `size(layout)`.
  std::vector<std::string> missing(
      const std::string& text, const std::function<void(Plan&)>& change = [](Plan&) {}) {
    Plan plan = plan_of({"size(layout)"});
    plan.cases = 1000;
    plan.places = {file(text)};
    change(plan);
    const Asking found = run(plan);
    EXPECT_EQ(is_right(found.result.account), found.result.account.complaints.empty());
    return found.result.account.complaints;
  }

  std::filesystem::path folder_;
};

TEST_F(Files, ThatAreGivenAreAskedOrMissed) {
  EXPECT_THAT(missing("size((2,3):(1,2))\nsize(4:1) = 4\n"), IsEmpty());
  EXPECT_THAT(missing("size((2,3):(1,2))\nrank((2,3)) # other\nrank(5)\n"),
              ElementsAre(AllOf(HasSubstr("2 questions of the files not asked, of an operation"),
                                HasSubstr("the first rank((2,3)) at"), HasSubstr("given.txt:2"))));
  EXPECT_THAT(missing("size(coalesce(2:1))\n"), ElementsAre(HasSubstr("chains, of which none")));
  EXPECT_THAT(missing("size(coalesce(2:1))\n", [](Plan& plan) { plan.chains = 1; }),
              ElementsAre(HasSubstr("an operation inside that is not asked")));
  EXPECT_THAT(missing("coalesce(complement(2:1), 2)\n",
                      [](Plan& plan) {
                        plan.only = {"size", "coalesce", "complement"};
                        plan.chains = 1;
                      }),
              ElementsAre(HasSubstr("whose answer depends on a form inside")));
  EXPECT_THAT(missing("# nothing\n\n"), ElementsAre(HasSubstr("there is no question in")));
  EXPECT_THAT(missing("size(2:1)\nsize(():())\n",
                      [](Plan& plan) { plan.draws.filter = engine::parse_filter("rank>=1"); }),
              ElementsAre(HasSubstr("outside the filter")));
  EXPECT_THAT(missing("composition@extended(2:1, 2:2)\n",
                      [](Plan& plan) { plan.only.emplace_back("composition"); }),
              ElementsAre(HasSubstr("in another convention")));
  // A row of layouts has the questions of the tilers that are layouts.
  EXPECT_THAT(missing("composition(4:1, 2:2)\n",
                      [](Plan& plan) { plan.only = {"composition(layout, layout)"}; }),
              IsEmpty());
  EXPECT_THAT(missing("size(2:1)\nrank(2:1)\n", [](Plan& plan) { plan.places_are_shared = true; }),
              IsEmpty());
}

TEST_F(Files, ThatAreNotReachedAreMissed) {
  std::string lines;
  for (int i = 1; i <= 500; ++i)
    lines += "size(" + std::to_string(i) + ":1)\n";
  Plan plan = plan_of({"size(layout)"});
  plan.places = {file(lines)};
  plan.asking = std::chrono::milliseconds(50);
  plan.trial.batch = 1;
  // With a thread that asks, some have left the file and wait for it when the time ends.
  for (const unsigned jobs : {0, 1}) {
    plan.trial.jobs = jobs;
    const Asking found = run(plan, [](const Case& question) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return right(question);
    });
    ASSERT_THAT(found.result.account.complaints,
                ElementsAre(HasSubstr("of the files not asked, as the run was over")));
    const std::size_t missed = std::stoul(found.result.account.complaints.front());
    EXPECT_EQ(missed + found.asked.size(), 500U);
  }
}

/// It is gone through in steps, which have to have no factor in common with its length.
TEST_F(Files, OfTheCorpusAreAskedWhole) {
  std::string lines;
  for (int i = 1; i <= 10; ++i)
    lines += "size(" + std::to_string(i) + ":1) = " + std::to_string(i) + "\n";
  Plan plan = plan_of({"size(layout)"});
  plan.scope = false;
  plan.corpus = {file(lines)};
  EXPECT_EQ(run(plan).asked.size(), 10U);
}

TEST(Examinations, MissWhatIsNamedAndNotAsked) {
  Plan plan = plan_of({"size(layout)", "coordinate"});
  plan.draws.filter = engine::parse_filter("stride>=1, depth<=0, number<=0");
  plan.cases = 100;
  const Asking found = run(plan, [](const Case& question) -> Answer {
    if (question.operation == "coordinate") return NonValue::unsupported;
    return right(question);
  });
  EXPECT_THAT(found.result.account.complaints, Contains("nothing was asked of 'coordinate'"));
}

/// A profile that says so has answers that do not fit asked for: of sizes too, which nothing else
/// asks, and a subject is seen that saturates.
TEST(Examinations, AskForOverflowWhereItIsDocumented) {
  SubjectProfile profile =
      parse_profile("[profile]\nabout: mine\nconvention: strict\noverflow: reported\n", "mine");
  Plan plan = plan_of({"size(layout)", "cosize(layout)", "row_major(shape)", "composition"});
  plan.scope = false;
  const auto overflowing = [](const std::string& text) {
    return right(parse_case(text, 1, standard_vocabulary())) == Answer(NonValue::overflow);
  };
  EXPECT_EQ(std::ranges::count_if(run(plan).asked, overflowing), 0);
  plan.trial.profile = &profile;
  std::map<std::string, std::size_t> counts;
  for (const std::string& text : run(plan).asked)
    if (overflowing(text)) ++counts[text.substr(0, text.find('('))];
  EXPECT_GT(counts["composition"], 20U);
  counts.erase("composition");
  EXPECT_EQ(counts,
            (std::map<std::string, std::size_t>{{"size", 30}, {"cosize", 30}, {"row_major", 30}}));
  const Asking saturated = run(plan, [](const Case& question) {
    const Answer answer = right(question);
    return question.operation == "cosize" && answer == Answer(NonValue::overflow)
               ? Answer(Value(std::numeric_limits<Int>::max()))
               : answer;
  });
  EXPECT_EQ(saturated.result.account.operations.at("cosize").of(VerdictKind::wrong), 30U);
  // Strides of a module stay as they are.
  plan.only = {"composition(layout over a module, tiler)"};
  const std::vector<std::string> asked = run(plan).asked;
  EXPECT_THAT(asked, Not(IsEmpty()));
  EXPECT_THAT(asked, Not(Contains(HasSubstr("4611686018427387904@"))));
  EXPECT_THROW(
      parse_profile("[profile]\nabout: mine\nconvention: strict\noverflow: wraps\n", "mine"),
      std::runtime_error);
}

}  // namespace
}  // namespace layoutcheck::conformance
