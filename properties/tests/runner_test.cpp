// The runner: planted failures are found and shrunk, everything is counted, and a run ends when it
// is told to.
#include "operand_lines.hpp"
#include "src/words.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace layoutcheck::properties {
namespace {

Statement planted(Domain domain, std::function<Result(const Operands&)> check) {
  Statement statement;
  statement.id = "planted";
  statement.kind = "Lemma";
  statement.says = "what this test plants";
  statement.domain = std::move(domain);
  statement.check = std::move(check);
  return statement;
}

const Layout& layout_of(const Operands& operands, std::size_t i = 0) {
  return std::get<Layout>(operands[i]);
}

bool has_extent_above(const Layout& layout, Int bound) {
  return std::any_of(layout.extents().begin(), layout.extents().end(),
                     [&](Int s) { return s > bound; });
}

/// Fails where a layout has an extent above 4; 5:0 is the smallest.
Statement no_extent_above_4(Nesting nesting = Nesting::nested) {
  return planted(layouts(nesting), [](const Operands& operands) {
    return holds_if(!has_extent_above(layout_of(operands), 4), [&] { return "an extent above 4"; });
  });
}

/// The same domain, which enumerates nothing: what RapidCheck's shrinking finds is left as it is.
Statement not_enumerated(Statement statement) {
  statement.domain.enumerate = [](std::size_t, const Range&, const Visitor&) { return true; };
  return statement;
}

std::string first_of(const Tally& tally) {
  return tally.first ? line(tally.first->operands) : "none";
}

RunOptions of(std::size_t cases, std::uint64_t seed = 1) {
  RunOptions options;
  options.cases = cases;
  options.seed = seed;
  return options;
}

TEST(RunRandom, FindsAPlantedFailureAndShrinksIt) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Tally tally = run_random(no_extent_above_4(), of(300, seed));
    EXPECT_EQ(first_of(tally), "5:0");
    EXPECT_EQ(tally.first->why, "an extent above 4");
    EXPECT_EQ(weight(tally.first->operands), 5U);
    EXPECT_GT(tally.failures, 1U);
    EXPECT_EQ(tally.cases, 300U);
    const Tally flat = run_random(no_extent_above_4(Nesting::flat), of(300, seed));
    EXPECT_EQ(first_of(flat), "(5):(0)");
  }
}

TEST(RunRandom, ShrinksWithoutTheEnumeratorToo) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(first_of(run_random(not_enumerated(no_extent_above_4()), of(300, seed))), "5:0");
    EXPECT_EQ(first_of(run_random(not_enumerated(no_extent_above_4(Nesting::flat)), of(300, seed))),
              "(5):(0)");
  }
}

TEST(RunRandom, ShrinksOperandsTogether) {
  const Statement statement =
      planted(composable_morphisms(Nesting::flat, false), [](const Operands& o) {
        const auto& g = std::get<Morphism>(o[0]);
        const auto& f = std::get<Morphism>(o[1]);
        if (f.codomain() != g.domain()) return unmet();
        return holds_if(g.domain().length() < 2, [] { return "two entries between"; });
      });
  const Tally tally = run_random(not_enumerated(statement), of(300));
  ASSERT_TRUE(tally.first);
  EXPECT_EQ(line(tally.first->operands), "(1,1)--(*,*)-->(), ()--()-->(1,1)");
  const Tally enumerated = run_random(statement, of(300));
  EXPECT_EQ(weight(enumerated.first->operands), 8U);
}

TEST(RunRandom, KeepsWhatFailedIfItMayNotShrink) {
  RunOptions options = of(300);
  options.shrink_budget = 0;
  const Tally tally = run_random(no_extent_above_4(), options);
  ASSERT_TRUE(tally.first);
  EXPECT_TRUE(has_extent_above(layout_of(tally.first->operands), 4));
  // The seed draws it again, at the size of its turn.
  Statement first_only = no_extent_above_4();
  std::optional<Operands> failed;
  first_only.check = [&failed, check = first_only.check](const Operands& operands) {
    Result result = check(operands);
    if (result.kind == Result::Kind::fails && !failed) failed = operands;
    return result;
  };
  const Tally again = run_random(first_only, options);
  EXPECT_EQ(*failed, again.first->operands);
  EXPECT_EQ(again.first->operands, tally.first->operands);
  EXPECT_EQ(again.first->seed, tally.first->seed);
  EXPECT_NE(tally.first->seed, 0U);
}

TEST(RunRandom, BeginsWithTheCaseThatItIsTold) {
  const Statement never = planted(layouts(Nesting::nested), [](const Operands&) {
    return holds_if(false, [] { return "never"; });
  });
  RunOptions options = of(1, 7);
  options.shrink_budget = 0;
  SeededEntropy seeds(7);
  for (options.first = 0; options.first < 5; ++options.first)
    EXPECT_EQ(run_random(never, options).first->seed, seeds.next());
}

TEST(RunRandom, AHypothesisIsMetTooSeldomIfNotByChance) {
  const Statement statement = no_extent_above_4();
  ASSERT_EQ(statement.floor, 20U);
  const auto is_too_seldom = [&](std::size_t met, std::size_t cases) {
    Tally tally;
    tally.cases = cases;
    tally.met = met;
    return is_met_too_seldom(statement, tally);
  };
  // 20 % of 300 are 60, with a standard deviation of 6.9.
  EXPECT_FALSE(is_too_seldom(60, 300));
  EXPECT_FALSE(is_too_seldom(50, 300));
  EXPECT_FALSE(is_too_seldom(26, 300));
  EXPECT_TRUE(is_too_seldom(25, 300));
  EXPECT_TRUE(is_too_seldom(0, 300));
  EXPECT_FALSE(is_too_seldom(3900, 20000));
  EXPECT_TRUE(is_too_seldom(3500, 20000));
  EXPECT_TRUE(is_too_seldom(0, 200));
  EXPECT_FALSE(is_too_seldom(0, 199));
}

TEST(RunRandom, CountsWhatBecameOfEachCase) {
  struct Counts {
    std::size_t all = 0, held = 0, unmet = 0, overflow = 0, limit = 0;
  } counts;
  const Statement statement = planted(layouts(Nesting::nested), [&](const Operands& operands) {
    ++counts.all;
    switch (layout_of(operands).length()) {
      case 0:
        ++counts.unmet;
        return unmet();
      case 1:
        ++counts.overflow;
        checked_multiply(std::numeric_limits<Int>::max(), 2);
        return holds();
      case 2:
        ++counts.limit;
        throw LimitReached("more than this test allows");
      default:
        ++counts.held;
        return holds();
    }
  });
  const Tally tally = run_random(statement, of(1000));
  EXPECT_EQ(tally.cases, 1000U);
  EXPECT_EQ(tally.cases, counts.all);
  EXPECT_EQ(tally.met, counts.held);
  EXPECT_EQ(tally.undecided, counts.limit);
  EXPECT_EQ(tally.failures, 0U);
  EXPECT_EQ(tally.cases - tally.met - tally.undecided, counts.unmet + counts.overflow);
  for (const std::size_t count : {counts.held, counts.unmet, counts.overflow, counts.limit})
    EXPECT_GT(count, 10U);
  EXPECT_FALSE(tally.first);
  EXPECT_EQ(tally.verdicts[static_cast<std::size_t>(VerdictKind::undecided)], counts.limit);
  EXPECT_EQ(std::accumulate(tally.verdicts.begin(), tally.verdicts.end(), std::size_t{0}),
            counts.limit);
  EXPECT_GT(tally.spent.count(), 0);
  EXPECT_GE(tally.spent, tally.slowest);
  EXPECT_FALSE(tally.slowest_operands.empty());
}

TEST(RunRandom, TakesAnExceptionForAFailure) {
  const Statement statement = planted(layouts(Nesting::nested), [](const Operands& operands) {
    if (has_extent_above(layout_of(operands), 2)) throw std::out_of_range("lost");
    return holds();
  });
  const Tally tally = run_random(statement, of(300));
  EXPECT_EQ(first_of(tally), "3:0");
  EXPECT_EQ(tally.first->why, "an exception: lost");
  EXPECT_EQ(tally.verdicts[static_cast<std::size_t>(VerdictKind::crash)], tally.failures);
  EXPECT_GT(tally.failures, 0U);
}

TEST(RunRandom, CountsVerdictsOfAnOperation) {
  const Tally tally = run_random(*find_statement("coalesce(layout)"), of(200));
  EXPECT_EQ(tally.cases, 200U);
  EXPECT_EQ(tally.failures, 0U);
  EXPECT_EQ(tally.verdicts[static_cast<std::size_t>(VerdictKind::agrees)], tally.met);
  EXPECT_GT(tally.met, 190U);
}

TEST(RunRandom, IsTheSameForTheSameSeed) {
  const auto drawn = [](std::uint64_t seed) {
    std::vector<Operands> all;
    run_random(planted(layouts(Nesting::nested),
                       [&](const Operands& operands) {
                         all.push_back(operands);
                         return holds();
                       }),
               of(50, seed));
    return all;
  };
  EXPECT_EQ(drawn(7), drawn(7));
  EXPECT_NE(drawn(7), drawn(8));
}

TEST(RunRandom, EndsWhenStopped) {
  std::atomic<bool> stop = false;
  std::atomic<std::size_t> progress = 0;
  RunOptions options = of(100000);
  options.stop = &stop;
  options.progress = &progress;
  const Statement statement = planted(layouts(Nesting::nested), [&](const Operands&) {
    stop = progress == 9;
    return holds();
  });
  EXPECT_EQ(run_random(statement, options).cases, 10U);
  EXPECT_EQ(progress, 10U);
  stop = true;
  EXPECT_EQ(run_random(statement, options).cases, 0U);
}

TEST(RunRandom, EndsAtTheDeadline) {
  using namespace std::chrono_literals;
  const Statement slow = planted(layouts(Nesting::nested), [](const Operands&) {
    std::this_thread::sleep_for(1ms);
    return holds();
  });
  RunOptions options = of(1000000);
  const auto start = std::chrono::steady_clock::now();
  options.deadline = start + 50ms;
  const Tally tally = run_random(slow, options);
  EXPECT_GT(tally.cases, 0U);
  EXPECT_LE(tally.cases, 51U);
  EXPECT_GE(std::chrono::steady_clock::now(), *options.deadline);
  options.deadline = start;
  EXPECT_EQ(run_random(slow, options).cases, 0U);
}

/// How many layouts there are of a weight.
std::size_t count_layouts(std::size_t w) {
  std::size_t count = 0;
  enumerate(Sort::layout, w, {}, [&](const Value&) { return ++count > 0; });
  return count;
}

TEST(RunExhaustive, FindsTheFirstInTheOrderOfWeights) {
  const Tally tally = run_exhaustive(no_extent_above_4(), 12, of(1000000));
  EXPECT_EQ(first_of(tally), "5:0");
  EXPECT_EQ(tally.first->why, "an extent above 4");
  EXPECT_EQ(tally.first->seed, 0U);
  EXPECT_EQ(tally.exhausted, 4U);
  EXPECT_EQ(tally.failures, 1U);
  // All that are lighter, and no more than those of weight 5.
  std::size_t lighter = 0;
  for (std::size_t w = 0; w < 5; ++w)
    lighter += count_layouts(w);
  EXPECT_GT(tally.cases, lighter);
  EXPECT_LE(tally.cases, lighter + count_layouts(5));
}

TEST(RunExhaustive, VisitsInTheOrderOfWeights) {
  std::vector<std::size_t> weights;
  const Statement statement = planted(layouts(Nesting::flat, 2), [&](const Operands& operands) {
    weights.push_back(weight(operands));
    return holds();
  });
  const Tally tally = run_exhaustive(statement, 7, of(1000000));
  EXPECT_TRUE(std::is_sorted(weights.begin(), weights.end()));
  EXPECT_EQ(weights.front(), 2U);
  EXPECT_EQ(weights.back(), 7U);
  EXPECT_EQ(tally.exhausted, 7U);
  EXPECT_EQ(tally.cases, weights.size());
  EXPECT_EQ(tally.met, tally.cases);
  EXPECT_FALSE(tally.first);
}

TEST(RunExhaustive, EndsWithTheCases) {
  std::size_t lighter = 0;
  for (std::size_t w = 0; w <= 3; ++w)
    lighter += count_layouts(w);
  const Tally tally = run_exhaustive(no_extent_above_4(), 12, of(lighter + 1));
  EXPECT_EQ(tally.cases, lighter + 1);
  EXPECT_EQ(tally.exhausted, 3U);
  EXPECT_FALSE(tally.first);
  EXPECT_FALSE(run_exhaustive(no_extent_above_4(), 12, of(1)).first);
}

TEST(RunExhaustive, CountsLikeARandomRun) {
  const Statement statement = planted(layouts(Nesting::nested), [](const Operands& operands) {
    switch (layout_of(operands).length()) {
      case 0:
        return unmet();
      case 1:
        throw LimitReached("enough");
      default:
        return holds();
    }
  });
  const Tally tally = run_exhaustive(statement, 4, of(1000000));
  std::size_t of_length[3] = {0, 0, 0};
  for (std::size_t w = 0; w <= 4; ++w) {
    enumerate(Sort::layout, w, {}, [&](const Value& value) {
      ++of_length[std::min<std::size_t>(std::get<Layout>(value).length(), 2)];
      return true;
    });
  }
  EXPECT_EQ(tally.cases, of_length[0] + of_length[1] + of_length[2]);
  EXPECT_EQ(tally.undecided, of_length[1]);
  EXPECT_EQ(tally.met, of_length[2]);
  EXPECT_EQ(tally.exhausted, 4U);
}

TEST(RunExhaustive, EndsWhenStoppedOrAtTheDeadline) {
  std::atomic<bool> stop = false;
  RunOptions options = of(1000000);
  options.stop = &stop;
  std::size_t checked_cases = 0;
  const Statement statement = planted(layouts(Nesting::nested), [&](const Operands&) {
    stop = ++checked_cases == 10;
    return holds();
  });
  EXPECT_EQ(run_exhaustive(statement, 12, options).cases, 10U);
  RunOptions late = of(1000000);
  late.deadline = std::chrono::steady_clock::now();
  const Tally tally = run_exhaustive(statement, 12, late);
  EXPECT_LE(tally.cases, 1U);
  EXPECT_FALSE(tally.first);
}

/// No choice of operands is left of any weight.
Domain nothing_to_visit() {
  Domain domain = layouts(Nesting::nested, 2);
  domain.enumerate = [all = domain.enumerate](std::size_t weight, const Visitor&) {
    return all(weight, [](const Operands&) { return true; });
  };
  return domain;
}

TEST(RunExhaustive, EndsAlsoWhereThereIsNothingToVisit) {
  const Statement statement = planted(nothing_to_visit(), [](const Operands&) { return holds(); });
  RunOptions options = of(1000000);
  options.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  EXPECT_FALSE(run_exhaustive(statement, 60, options).complete);
  std::atomic<bool> stop = true;
  RunOptions stopped = of(1000000);
  stopped.stop = &stop;
  EXPECT_FALSE(run_exhaustive(statement, 60, stopped).complete);
}

TEST(Checked, TurnsExceptionsIntoResults) {
  const auto result = [](const std::function<Result(const Operands&)>& check) {
    return checked(planted(layouts(Nesting::nested), check), {parse_layout("2:1")});
  };
  const Result limit = result([](const Operands&) -> Result { throw LimitReached("too many"); });
  EXPECT_EQ(limit.kind, Result::Kind::undecided);
  EXPECT_EQ(limit.why, "too many");
  EXPECT_EQ(limit.verdict, VerdictKind::undecided);
  const Result overflow = result([](const Operands&) -> Result { throw Overflow("too large"); });
  EXPECT_EQ(overflow.kind, Result::Kind::unmet);
  EXPECT_EQ(overflow.why, "too large");
  const Result crash = result([](const Operands&) -> Result { throw std::logic_error("broken"); });
  EXPECT_EQ(crash.kind, Result::Kind::fails);
  EXPECT_EQ(crash.why, "an exception: broken");
  EXPECT_EQ(crash.verdict, VerdictKind::crash);
  // Whoever claims that the statement fails is not confirmed by a check that broke.
  EXPECT_THROW(answer_in(crash), std::runtime_error);
  EXPECT_THROW(answer_in(limit), LimitReached);
  EXPECT_EQ(answer_in(overflow), Answer(NonValue::undefined));
  EXPECT_EQ(result([](const Operands&) {
              return holds_if_equal(parse_shape("2"), parse_shape("(2)"));
            }).why,
            "2 is not (2)");
  EXPECT_EQ(result([](const Operands&) {
              return holds_if_equal(parse_shape("2"), parse_shape("2"));
            }).kind,
            Result::Kind::holds);
}

TEST(Checked, KnowsThatInstancesAreAllThereAre) {
  Statement statement;
  statement.domain = make_instances("", {Sort::integer}, {{Int{3}}, {Int{1}}});
  statement.check = [](const Operands&) { return holds(); };
  EXPECT_EQ(checked(statement, {Int{3}}).kind, Result::Kind::holds);
  EXPECT_EQ(checked(statement, {Int{2}}).kind, Result::Kind::unmet);
}

TEST(AsCase, StatesTheResultAsAnAnswer) {
  const Statement statement = no_extent_above_4();
  const Operands operands{parse_layout("5:0")};
  EXPECT_EQ(as_case(statement, operands, Result::Kind::fails), "planted(5:0) = false");
  EXPECT_EQ(as_case(statement, operands, Result::Kind::holds), "planted(5:0) = true");
  EXPECT_EQ(as_case(statement, operands, Result::Kind::unmet), "planted(5:0) = undefined");
  EXPECT_EQ(as_case(statement, operands, Result::Kind::undecided), "planted(5:0)");
}

TEST(Tallies, AddUp) {
  using namespace std::chrono_literals;
  Tally sum;
  Tally one;
  one.cases = 3;
  one.met = 2;
  one.failures = 1;
  one.undecided = 1;
  one.verdicts[0] = 2;
  one.spent = 5ms;
  one.slowest = 4ms;
  one.slowest_operands = {Int{1}};
  one.first = Failure{{parse_layout("7:0")}, "heavy", 3};
  one.exhausted = 4;
  Tally other = one;
  other.slowest = 9ms;
  other.slowest_operands = {Int{2}};
  other.first = Failure{{parse_layout("5:0")}, "light", 0};
  other.exhausted.reset();
  sum += one;
  sum += other;
  sum += Tally();
  EXPECT_EQ(sum.cases, 6U);
  EXPECT_EQ(sum.met, 4U);
  EXPECT_EQ(sum.failures, 2U);
  EXPECT_EQ(sum.undecided, 2U);
  EXPECT_EQ(sum.verdicts[0], 4U);
  EXPECT_EQ(sum.spent, 10ms);
  EXPECT_EQ(sum.slowest, 9ms);
  EXPECT_EQ(sum.slowest_operands, Operands{Int{2}});
  EXPECT_EQ(sum.first->why, "light");
  EXPECT_EQ(sum.exhausted, 4U);
  // The lighter failure stays, whichever comes first.
  sum += one;
  EXPECT_EQ(sum.first->why, "light");
}

TEST(Registry, AnswersStatementsWithTheirChecks) {
  const auto parsed = [](const char* text) { return parse_case(text, 1, full_vocabulary()); };
  EXPECT_EQ(own_reply(parsed("colfax.2.1.4.15((2):(1))")).answer, Answer(Value(true)));
  EXPECT_EQ(own_reply(parsed("colfax.2.1.6.21((2):(0))")).answer, Answer(Value(false)));
  EXPECT_EQ(own_reply(parsed("coalesce((2,2):(1,2))")).answer, Answer(Value(parse_layout("4:1"))));
  EXPECT_EQ(own_reply(parsed("composition(4:1, 2:8)")).answer, Answer(NonValue::undefined));
  EXPECT_EQ(own_reply(parsed("composition(4:1, 2:8)"), Convention::extended).answer,
            Answer(Value(parse_layout("2:8"))));

  JudgeOptions options;
  options.language = &full_language();
  const Verdict right = judge(parsed("colfax.2.1.6.21((2):(0)) = false"), options);
  EXPECT_EQ(right.kind, VerdictKind::agrees);
  EXPECT_EQ(right.expected, Answer(Value(false)));
  const Verdict wrong = judge(parsed("colfax.2.1.6.21((2):(0)) = true"), options);
  EXPECT_EQ(to_string(wrong), "wrong (exhaustive): the check says false");
  EXPECT_EQ(judge(parsed("coalesce((2,2):(1,2)) = 4:1"), options).kind, VerdictKind::agrees);
  // Who does not hand over the language knows no statement.
  EXPECT_EQ(judge(parsed("colfax.2.1.6.21((2):(0)) = false")).kind, VerdictKind::undecided);
  EXPECT_EQ(find_statement("colfax.0.0"), nullptr);
}

/// Whether a statement of these operands, as written in `colfax.…(…)`, has a trivial one.
bool is_trivial_in(const std::string& question) {
  return has_trivial(parse_case(question, 1, full_vocabulary()).operands);
}

TEST(Trivial, IsWhatHasNoEntryThatMatters) {
  for (const char* question :
       {"coalesce(():())", "coalesce((1,1):(5,7))", "coalesce((2,3):(0,0))",
        "composition((4):(1), (3):(0))", "composition((2):(0), (2):(1))", "flatten((1,(1,())))",
        "complement((1,2)--(1,*)-->(1,2))", "complement(()--()-->(2))",
        "composition((4):(1), <_, _>)", "composition((4):(1), <2:0, 1:1>)", "length(())"})
    EXPECT_TRUE(is_trivial_in(question)) << question;
  for (const char* question :
       {"coalesce(2:1)", "coalesce((1,2):(0,3))", "composition((4):(1), (3):(1))",
        "flatten((1,(2,())))", "complement((1,2)--(*,2)-->(1,2))", "composition((4):(1), <_, 2:1>)",
        "complement(2:1, 1)"})
    EXPECT_FALSE(is_trivial_in(question)) << question;
}

TEST(Trivial, IsCountedApartFromWhatMeetsTheHypothesis) {
  // Extents 2 and 4 with strides 0 to 3 meet the hypothesis; those of stride 0 are constant.
  ExhaustiveOptions exhaustive;
  exhaustive.range.bounds = parse_bounds("rank<=1, depth<=1, extent<=4, stride<=3");
  const Statement statement = planted(layouts(Nesting::flat), [](const Operands& operands) {
    const Layout& layout = layout_of(operands);
    return layout.length() == 1 && layout.extents()[0] % 2 == 0 ? holds() : unmet();
  });
  const Tally tally = run_exhaustive(statement, exhaustive, {});
  EXPECT_EQ(tally.met, 8U);
  EXPECT_EQ(tally.nontrivial, 6U);
}

TEST(RunExhaustive, WhatACheckpointSkipsIsMissed) {
  const Statement statement =
      planted(layouts(Nesting::flat), [](const Operands&) { return holds(); });
  ExhaustiveOptions exhaustive;
  exhaustive.range.bounds = parse_bounds("rank<=2, depth<=1, extent<=3, stride<=3");
  std::vector<Checkpoint> kept;
  exhaustive.save = [&](const Checkpoint& at) { kept.push_back(at); };
  const Tally whole = run_exhaustive(statement, exhaustive, {});
  ASSERT_TRUE(whole.complete);
  // It stands behind the first two choices of a weight, and claims more.
  exhaustive.from.weight = 3;
  exhaustive.from.visited = 2;
  std::size_t lighter = 2;
  for (std::size_t weight = 0; weight < 3; ++weight)
    statement.domain.enumerate(weight, exhaustive.range,
                               [&](const Operands&) { return ++lighter > 0; });
  exhaustive.from.tally.cases = lighter;
  EXPECT_EQ(run_exhaustive(statement, exhaustive, {}).cases, whole.cases);
  ++exhaustive.from.visited;
  EXPECT_THROW(run_exhaustive(statement, exhaustive, {}), std::logic_error);
}

}  // namespace
}  // namespace layoutcheck::properties
