// Trials and causes: planted errors are found, told apart and made small.
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
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
  const Answer right = properties::reply_of_algebra(question).answer;
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
          const properties::Filter& filter = {}) {
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
    EXPECT_EQ(cases[0], "coalesce((2):(0))");
    EXPECT_EQ(found.causes[0].kind, VerdictKind::refuses_the_answerable);
    EXPECT_EQ(found.causes[0].difference, "StrideError");
    EXPECT_EQ(found.causes[1].kind, VerdictKind::wrong);
    EXPECT_EQ(found.causes[1].difference, "another size");
    EXPECT_TRUE(found.causes[1].features.empty());
    EXPECT_EQ(std::get<Layout>(found.causes[1].smallest.question.operands[0]).extents(),
              (Tuple{2, 2, 2}));
  }
}

TEST(Causes, OfAWrongFormSayWhatItLacks) {
  // A size beyond 64 bits has no coalesced form that could be written down.
  const Found found = put([](const Case& question) { return Answer(question.operands[0]); }, 1,
                          properties::parse_filter("size<=1000000"));
  ASSERT_FALSE(found.causes.empty());
  for (const Cause& cause : found.causes) {
    EXPECT_EQ(cause.kind, VerdictKind::wrong_form);
    EXPECT_TRUE(cause.difference == "not coalesced" || cause.difference == "other modes");
  }
  const auto first = std::find_if(found.causes.begin(), found.causes.end(), [](const Cause& cause) {
    return title_of(cause) == "wrong form, not coalesced; extent 1";
  });
  ASSERT_NE(first, found.causes.end());
  EXPECT_EQ(question(first->smallest.question), "coalesce((1,1):(0,0))");
  EXPECT_EQ(lines_of(*first).back().second, "it is not coalesced over 1");
}

TEST(Causes, HaveTheSameTitleInEverySize) {
  const auto fault_of = [](const std::string& line) {
    const Case answered = parse_case(line);
    Case question = answered;
    question.answer.reset();
    Judged fault = properties::judged(question, Reply{Reply::Kind::answered, *answered.answer, {}});
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
  const Found found = put(wrong_coalesce, 1, properties::parse_filter("stride>=1, extent>=3"));
  ASSERT_EQ(found.causes.size(), 1U);
  EXPECT_EQ(std::get<Layout>(found.causes[0].smallest.question.operands[0]).extents(),
            (Tuple{3, 3, 3}));
}

TEST(Causes, ThereAreNoneInARightSubject) {
  const Found found =
      put([](const Case& question) { return properties::reply_of_algebra(question).answer; }, 2);
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
              return make_subject([](const Case& question) {
                return properties::reply_of_algebra(question).answer;
              });
            },
            options, [&](Judged&&) { stop = ++used >= 100; });
  EXPECT_GE(used, 100U);
  EXPECT_LT(used, 1000U);
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
