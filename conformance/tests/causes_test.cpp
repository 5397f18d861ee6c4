// Trials and causes: planted errors are found, told apart and made small.
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace layoutcheck::conformance {
namespace {

bool has_stride_0(const Layout& layout) {
  return features(std::vector<Value>{layout}).contains("stride 0");
}

/// Right but for two planted errors: it refuses layouts with a stride of 0, and drops the last
/// entry of others if there are three.
Answer wrong_coalesce(const Case& question) {
  const Layout& layout = std::get<Layout>(question.operands[0]);
  if (has_stride_0(layout)) throw std::runtime_error("StrideError: 0");
  const Answer right = engine::reply_of_algebra(question).answer;
  const Layout& coalesced = std::get<Layout>(std::get<Value>(right));
  if (coalesced.length() < 3) return right;
  return Value(Layout::flat({coalesced.extents()[0], coalesced.extents()[1]},
                            {coalesced.strides()[0], coalesced.strides()[1]}));
}

struct Found {
  std::vector<Cause> causes;
  std::size_t questions = 0;
  std::size_t faults = 0;
};

Found put(const std::function<Answer(const Case&)>& answer, unsigned jobs,
          const engine::Filter& filter = {}) {
  const auto rows = rows_named({"coalesce(layout)"}, Convention::strict);
  Draws draws;
  draws.count = 3000;
  draws.filter = filter;
  TrialOptions options;
  options.jobs = jobs;
  options.batch = 50;
  Found found;
  Causes causes;
  run_trial([&](const TakeQuestion& take) { draw_questions(rows, draws, take); },
            [&] { return make_subject(answer); }, options,
            [&](Judged&& judged) {
              ++found.questions;
              if (!is_fault(judged.verdict.kind)) return;
              ++found.faults;
              causes.add(std::move(judged));
            });
  found.causes = causes.shrunk(*make_subject(answer), filter, options);
  return found;
}

std::string text_of(const std::vector<Cause>& causes) {
  std::string text;
  for (const Cause& cause : causes)
    text += heading_of(cause) + " " + question(cause.smallest.question) + "\n";
  return text;
}

TEST(Causes, AreToldApartAndMadeSmall) {
  for (const unsigned jobs : {0U, 1U, 3U}) {
    const Found found = put(wrong_coalesce, jobs);
    EXPECT_EQ(found.questions, 3000U);
    std::size_t sum = 0;
    std::vector<std::string> cases;
    for (const Cause& cause : found.causes) {
      sum += cause.cases;
      cases.push_back(question(cause.smallest.question));
    }
    EXPECT_EQ(sum, found.faults);
    ASSERT_EQ(cases.size(), 2U) << testing::PrintToString(cases);
    EXPECT_EQ(cases[0], "coalesce((2,2,2):(1,1,1))");
    EXPECT_EQ(found.causes[0].kind, VerdictKind::wrong);
    EXPECT_EQ(found.causes[0].difference, "another size");
    EXPECT_TRUE(found.causes[0].features.empty());
    EXPECT_EQ(cases[1], "coalesce((2):(0))");
    EXPECT_EQ(found.causes[1].kind, VerdictKind::refuses_the_answerable);
    EXPECT_EQ(found.causes[1].difference, "StrideError");
  }
}

TEST(Causes, AreTheSameWhoeverIsDoneFirst) {
  /// As wrong_coalesce(), but some answers take longer.
  const auto uneven = [](const Case& question) {
    if (std::get<Layout>(question.operands[0]).length() == 2)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    return wrong_coalesce(question);
  };
  const std::string alone = text_of(put(uneven, 0).causes);
  EXPECT_THAT(alone, testing::HasSubstr("another size"));
  for (const unsigned jobs : {1U, 2U, 5U})
    EXPECT_EQ(text_of(put(uneven, jobs).causes), alone) << jobs;
}

TEST(Causes, OfSwizzledLayoutsAreNamedAsThoseOfLayouts) {
  const auto named = [](const std::string& line) {
    std::string asked;
    Reply reply = read_reply(line, asked);
    return difference(judged(parse_case(asked), std::move(reply), JudgeOptions{}));
  };
  const std::string asked = "coalesce(Sw<1,0,1> o 0 o (2,2):(1,2)) = ";
  EXPECT_EQ(named(asked + "Sw<1,0,1> o 0 o 2:1"), "another size");
  EXPECT_EQ(named(asked + "Sw<1,0,1> o 0 o 4:2"), "another function");
  EXPECT_EQ(named(asked + "Sw<1,0,1> o 0 o (2,2):(1,2)"), "not coalesced");
}

/// A fault that stands for so many.
Judged fault_in(const std::string& line) {
  const Case answered = parse_case(line);
  Case question = answered;
  question.answer.reset();
  Judged fault = judged(question, Reply{Reply::Kind::answered, *answered.answer, answered.comment});
  EXPECT_TRUE(is_fault(fault.verdict.kind)) << line;
  return fault;
}

TEST(Causes, TheMostImportantComeFirst) {
  Causes causes;
  Judged crash = fault_in("rank((2,2)) = 3");
  crash.reply = {Reply::Kind::crash, NonValue::unsupported, "signal 11"};
  crash.verdict.kind = VerdictKind::crash;
  causes.add(fault_in("coalesce((2,2):(1,2)) = (2,2):(1,2)"), 1000);
  causes.add(fault_in("rank((3,2,2)) = error  NotYet: 3"), 2000);
  causes.add(std::move(crash), 1);
  causes.add(fault_in("composition((2,2):(1,1), (3):(1)) = 3:1"), 5);
  causes.add(fault_in("size((1,2):(0,1)) = 3"), 400);
  causes.add(fault_in("composition((2):(1), (2):(1)) = 2:0"), 7);
  causes.add(fault_in("size((2,2):(1,1)) = 3"), 7);
  causes.add(fault_in("cosize((2,2):(1,1)) = 7"), 90);
  TrialOptions options;
  options.deadline = Deadline(std::chrono::steady_clock::now());
  const auto subject = make_subject(wrong_coalesce);
  const std::vector<Cause> found = causes.shrunk(*subject, {}, options);
  EXPECT_EQ(list_of(found),
            "8 causes:\n"
            "  1. cosize: wrong, another value (90 cases)\n"
            "  2. size: wrong, another value (7 cases)\n"
            "  3. composition: wrong, another function (7 cases)\n"
            "  4. size: wrong, another value; extent 1 (400 cases)\n"
            "  5. composition: answers the unanswerable (5 cases)\n"
            "  6. rank: crash, signal 11 (1 case)\n"
            "  7. rank: refuses the answerable, NotYet (2000 cases)\n"
            "  8. coalesce: wrong form, not coalesced (1000 cases)\n\n");
  EXPECT_EQ(list_of({found[0]}), "");
}

TEST(Causes, TitlesNameTheErrorThatMessagesHaveInCommon) {
  const auto refusal = [](const std::string& note) {
    Judged fault = fault_in("rank((2,2)) = 3");
    fault.verdict.kind = VerdictKind::refuses_the_answerable;
    fault.reply = {Reply::Kind::answered, NonValue::error, note};
    return difference(fault);
  };
  const auto death = [](const std::string& note) {
    Judged fault = fault_in("rank((2,2)) = 3");
    fault.verdict.kind = VerdictKind::crash;
    fault.reply = {Reply::Kind::crash, NonValue::unsupported, note};
    return difference(fault);
  };
  EXPECT_EQ(refusal("ValueError: it is 5"), "ValueError");
  EXPECT_EQ(refusal("ValueError"), "ValueError");
  EXPECT_EQ(refusal("my.errors.StrideError: 3"), "my.errors.StrideError");
  EXPECT_EQ(refusal("std::out_of_range: vector"), "std::out_of_range");
  EXPECT_EQ(refusal("std::"), "std");
  EXPECT_EQ(refusal(""), "");
  EXPECT_EQ(refusal("not for these operands"), "not for these operands");
  EXPECT_EQ(refusal("not 3 of (2,(2,2)):(1,(3,4)); sorry"), "not … of …, sorry");
  EXPECT_EQ(refusal("stride 3 does not divide 4"), refusal("stride 17 does not divide 51"));
  EXPECT_EQ(refusal("two\nlines"), "two");
  EXPECT_EQ(death("exit status 1"), "exit status 1");
  EXPECT_EQ(death("exit status 1: AssertionError: it is 5"), "exit status 1: AssertionError");
  EXPECT_EQ(death("exit status 3: assertion failed"), "exit status 3: assertion failed");
  EXPECT_EQ(death("signal 6 (Aborted): prog: /x/y.c:12: f: Assertion `n < 3' failed."),
            "signal 6 (Aborted): prog");
  EXPECT_EQ(death("signal 6 (Aborted):   what():  stride 3"),
            "signal 6 (Aborted):   what():  stride …");
}

TEST(Causes, OfAWrongFormSayWhatItLacks) {
  // A size beyond 64 bits has no coalesced form that could be written down.
  const Found found = put([](const Case& question) { return Answer(question.operands[0]); }, 1,
                          engine::parse_filter("size<=1000000"));
  ASSERT_FALSE(found.causes.empty());
  for (const Cause& cause : found.causes) {
    EXPECT_EQ(cause.kind, VerdictKind::wrong_form);
    EXPECT_TRUE(cause.difference == "not coalesced" || cause.difference == "other modes");
  }
  const auto first = std::find_if(found.causes.begin(), found.causes.end(), [](const Cause& cause) {
    return title_of(cause) == "wrong form, not coalesced; extent 1";
  });
  ASSERT_NE(first, found.causes.end());
  EXPECT_EQ(question(first->smallest.question), "coalesce((1,2):(0,1))");
  EXPECT_EQ(lines_of(*first).back().second, "it is not coalesced over 2");
}

TEST(Causes, SayWhyThereIsNoAnswerAndNotWhatWasGiven) {
  const auto expected = [](const std::string& line) {
    std::string asked;
    const Reply reply = read_reply(line, asked, standard_vocabulary());
    Cause cause;
    cause.smallest = judged(parse_case(asked), reply, {});
    for (const auto& [name, text] : lines_of(cause))
      if (name == "expected") return text;
    return std::string();
  };
  EXPECT_EQ(
      expected("complement((2):(0)) = 2:1"),
      "undefined  with a complement A would fill the numbers below 1, the greatest s*d: A has 2 "
      "points with values up to 0, which are too many or too large for 1");
  // What it says is of the text that was given, which stands beside it.
  EXPECT_EQ(expected("complement((2):(0)) = 0:1"), "undefined");
  EXPECT_EQ(expected("coalesce((2):(1)) = 0:1"), "2:1");
}

TEST(Causes, HaveTheSameTitleInEverySize) {
  const auto fault_of = [](const std::string& line) {
    const Case answered = parse_case(line);
    Case question = answered;
    question.answer.reset();
    Judged fault = judged(question, Reply{Reply::Kind::answered, *answered.answer, {}});
    EXPECT_TRUE(is_fault(fault.verdict.kind)) << line;
    name_by_algebra(fault, Convention::strict);
    return fault;
  };
  const auto title = [](const Judged& fault) {
    std::string text(describe(kind_of(fault)));
    return difference(fault).empty() ? text : text + ", " + difference(fault);
  };
  // A bug in a case that is tabulated, and in one of which samples are compared.
  const std::tuple<const char*, const char*, const char*> pairs[] = {
      {"logical_divide((2,2):(1,1), 4:1) = (4,1):(1,0)",
       "logical_divide((2,2000000):(1,1), 4000000:1) = (4000000,1):(1,0)",
       "wrong, another function"},
      {"tiled_divide@squeezed((2,2):(1,1), 4) = (4,1,2):(1,0,1)",
       "tiled_divide@squeezed((2,2):(1,1), 68042) = (68042,1,2):(1,0,1)", "wrong, another size"},
  };
  for (const auto& [small, large, expected] : pairs) {
    EXPECT_EQ(title(fault_of(small)), expected) << small;
    const Judged sampled = fault_of(large);
    EXPECT_TRUE(sampled.verdict.is_sampled()) << large;
    EXPECT_FALSE(sampled.verdict.expected) << large;
    EXPECT_EQ(title(sampled), expected) << large;
  }
  Judged fault = fault_of("logical_divide((2,2000000):(1,1), 4000000:1) = (4000000,1):(1,0)");
  fault.likely = NonValue::undefined;
  EXPECT_EQ(title(fault), "answers the unanswerable");
  fault.likely = NonValue::overflow;
  EXPECT_EQ(title(fault), "wrong, overflow unnoticed");
  EXPECT_EQ(title(fault_of("cosize((14):(1418980313362273202)) = 11")),
            "wrong, overflow unnoticed");
  EXPECT_EQ(fault.verdict.kind, VerdictKind::wrong) << "the verdict is the judge's";
}

TEST(Causes, StayWithinTheFilter) {
  const Found found = put(wrong_coalesce, 1, engine::parse_filter("stride>=1, extent>=3"));
  ASSERT_EQ(found.causes.size(), 1U);
  EXPECT_EQ(std::get<Layout>(found.causes[0].smallest.question.operands[0]).extents(),
            (Tuple{3, 3, 3}));
}

TEST(Causes, ThereAreNoneInARightSubject) {
  const Found found =
      put([](const Case& question) { return engine::reply_of_algebra(question).answer; }, 2);
  EXPECT_EQ(found.questions, 3000U);
  EXPECT_EQ(found.faults, 0U);
}

TEST(Causes, WhereFunctionsDifferFirst) {
  const auto at = first_difference(parse_layout("(2,2):(1,5)"), parse_layout("(2,2):(1,4)"));
  ASSERT_TRUE(at);
  EXPECT_EQ(at->at, 2);
  EXPECT_EQ(at->given, 5);
  EXPECT_EQ(at->expected, 4);
  EXPECT_FALSE(first_difference(parse_layout("(2,2):(1,2)"), parse_layout("4:1")));
}

TEST(Trial, EndsWhenItIsStoppedAndKeepsWhatItHas) {
  std::atomic<bool> stop = false;
  TrialOptions options;
  options.stop = &stop;
  options.batch = 10;
  const auto rows = rows_named({"rank"}, Convention::strict);
  Draws draws;
  draws.count = 1000000000;
  std::size_t used = 0;
  run_trial([&](const TakeQuestion& take) { draw_questions(rows, draws, take); },
            [] {
              return make_subject(
                  [](const Case& question) { return engine::reply_of_algebra(question).answer; });
            },
            options, [&](Judged&&) { stop = ++used >= 100; });
  EXPECT_GE(used, 100U);
  EXPECT_LT(used, 1000U);
}

/// Dies of every third question, and takes its time for some.
class DiesOfThirds final : public Subject {
 public:
  std::vector<Reply> ask(std::span<const Case> questions) override {
    std::vector<Reply> replies;
    for (const Case& question : questions) {
      const Int size = std::get<NestedTuple>(question.operands[0]).entries()[0];
      if (size % 16 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      replies.push_back(size % 3 == 0 ? Reply{Reply::Kind::crash, NonValue::unsupported, "gone"}
                                      : Reply{Reply::Kind::answered, Value(Int{1}), ""});
    }
    return replies;
  }
};

TEST(Trial, IsTheSameOnAnyNumberOfThreads) {
  constexpr Int count = 300;
  const auto source = [](const TakeQuestion& take) {
    for (Int i = 1; i <= count; ++i)
      take(parse_case((i % 2 == 0 ? "rank((" : "size((") + std::to_string(i) + "))"));
  };
  for (const unsigned jobs : {0U, 1U, 2U, 7U}) {
    TrialOptions options;
    options.jobs = jobs;
    options.batch = 8;
    options.most_deaths = 5;
    Int last = 0;
    std::map<std::string, std::size_t> deaths;
    std::size_t used = 0;
    const Said said = run_trial(
        source, [] { return std::make_unique<DiesOfThirds>(); }, options,
        [&](Judged&& judged) {
          const Int size = std::get<NestedTuple>(judged.question.operands[0]).entries()[0];
          EXPECT_GT(size, last) << "in the order of the questions";
          last = size;
          ++used;
          if (judged.verdict.kind == VerdictKind::crash) ++deaths[judged.question.operation];
        });
    // The fifth death of size is at 27, that of rank at 30.
    EXPECT_EQ(used, 29U) << jobs;
    EXPECT_EQ(deaths["rank"], 5U) << jobs;
    EXPECT_EQ(deaths["size"], 5U) << jobs;
    EXPECT_THAT(said.complaints,
                testing::ElementsAre(
                    "271 questions not put, as their operations had ended it 5 times: rank, size"));
  }
}

TEST(Trial, AFailingSourceLosesNothing) {
  std::size_t used = 0;
  const auto failing = [](const TakeQuestion& take) {
    for (int i = 0; i < 100; ++i)
      take(parse_case("rank((2,2))"));
    throw std::runtime_error("no more");
  };
  TrialOptions options;
  options.batch = 10;
  EXPECT_THROW(
      run_trial(
          failing, [] { return make_subject([](const Case&) { return Answer(Value(Int{2})); }); },
          options, [&](Judged&&) { ++used; }),
      std::runtime_error);
  EXPECT_GT(used, 0U);
}

}  // namespace
}  // namespace layoutcheck::conformance
