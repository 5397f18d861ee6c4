// Verification in process: which members answer, what a type that lacks some is asked, and that its
// faults are found.
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/gtest.hpp>

#include <gmock/gmock.h>

#include <set>
#include <thread>

namespace layoutcheck {
namespace {

using conformance::Offered;
using testing::HasSubstr;
using testing::Not;

/// Binds something to each signature that is visited.
struct BindAll {
  struct Context {};
  Bindings<Context> all{standard_vocabulary()};

  template <class... T, class Call>
  void operator()(std::string_view name, Call) {
    all.bind(name, [](const Context&, const T&...) { return Outcome<Value>(Undefined{}); });
  }
};

TEST(Offered, VisitsEverySignatureOnce) {
  BindAll visit;
  conformance::visit_operations(visit);  // throws where there is no such signature
  visit.all.require_complete();
}

/// Right, and of little: layouts alone for tilers, a std::optional, an int.
struct Right {
  static Layout coalesce(const Layout& a) { return algebra::coalesce(a); }
  std::optional<Layout> composition(const Layout& a, const Layout& b) const {
    const Outcome<Layout> answer = algebra::composition(a, b, Convention::strict);
    return answer ? std::optional(*answer) : std::nullopt;
  }
  [[nodiscard]] int rank(const NestedTuple& shape) const {
    return static_cast<int>(shape.modes().size());
  }
};

Plan short_plan() {
  Plan plan;
  plan.draws.count = 500;
  plan.range = {engine::parse_bounds("weight<=7, cases<=100")};
  return plan;
}

/// Has a member of the right name that takes something else, and one that is not const.
struct Nothing {
  static int size(const char*) { return 0; }
  Layout coalesce(const Layout& a) { return a; }
};
static_assert(!Algebra<Nothing>);
static_assert(Algebra<Right>);

TEST(Offered, AnswersWithTheMemberThatFits) {
  const Right right;
  const Offered<Right> offered(right);
  const auto answer = [&](const char* question) { return offered.answer(parse_case(question)); };
  EXPECT_EQ(answer("coalesce((2,2):(1,2))"), Answer(Value(Layout::entry(4, 1))));
  EXPECT_EQ(answer("composition((4):(1), 2:8)"), Answer(NonValue::undefined));
  EXPECT_EQ(answer("composition((4):(1), <2:1>)"), Answer(NonValue::unsupported));
  EXPECT_EQ(answer("rank((2,(3,4)))"), Answer(Value(Int{2})));
  EXPECT_EQ(answer("rank((2,3):(1,2))"), Answer(NonValue::unsupported));
  EXPECT_EQ(answer("complement(2:2)"), Answer(NonValue::unsupported));
  EXPECT_EQ(conformance::offered_by<Right>, 3U);
}

TEST(Verify, FindsNothingWrongWithWhatIsRight) {
  const Verification found = verify(Right(), short_plan());
  EXPECT_THAT(found, IsRight());
  std::set<std::string> asked;
  for (const auto& [operation, counts] : found.account.operations)
    asked.insert(operation);
  EXPECT_EQ(asked, (std::set<std::string>{"coalesce", "composition", "rank"}));
  EXPECT_GT(found.account.count.of(VerdictKind::agrees), 500U);
}

/// Loses all modes but the first; refuses strides of 0; and a thread that may call it.
struct Wrong {
  std::thread::id caller = std::this_thread::get_id();

  [[nodiscard]] Layout coalesce(const Layout& a) const {
    if (std::this_thread::get_id() != caller) throw std::logic_error("another thread");
    for (const Int stride : a.strides())
      if (stride == 0) throw std::domain_error("a stride of 0");
    const std::vector<Layout> modes = algebra::coalesce(a).modes();
    return modes.empty() ? Layout::entry(1, 0) : modes.front();
  }
};

TEST(Verify, TellsFaultsByTheirCauses) {
  const Verification found = verify(Wrong(), short_plan());
  EXPECT_THAT(found, Not(IsRight()));
  ASSERT_GE(found.causes.size(), 2U);
  const std::string text = to_string(found);
  EXPECT_THAT(text, HasSubstr("coalesce: refuses the answerable"));
  EXPECT_THAT(text, HasSubstr("error  a stride of 0"));
  EXPECT_THAT(text, HasSubstr("coalesce: wrong, another size"));
  EXPECT_THAT(text, Not(HasSubstr("another thread")));
}

TEST(Verify, AsksOnOtherThreadsWhereItIsTold) {
  Plan plan = short_plan();
  plan.trial.jobs = 2;
  EXPECT_THAT(to_string(verify(Wrong(), plan)), HasSubstr("another thread"));
}

/// Knows one convention.
struct Strict {
  [[nodiscard]] Outcome<Layout> composition(const Layout& a, const Tiler& b) const {
    return algebra::composition(a, b, Convention::strict);
  }
};

TEST(Verify, JudgesInTheConventionOfThePlan) {
  Plan plan = short_plan();
  EXPECT_THAT(verify(Strict(), plan), IsRight());
  plan.trial.judging.convention = Convention::extended;
  EXPECT_THAT(to_string(verify(Strict(), plan)), HasSubstr("refuses the answerable"));
}

TEST(Verify, IsNotRightWhereNothingWasJudged) {
  Plan plan = short_plan();
  plan.only = {"complement"};
  const Verification found = verify(Right(), plan);
  EXPECT_FALSE(found.is_right());
  EXPECT_THAT(to_string(found), HasSubstr("nothing was judged"));
}

TEST(Matchers, JudgeASingleAnswer) {
  EXPECT_THAT(Layout::entry(4, 1), Answers("coalesce((2,2):(1,2))"));
  EXPECT_THAT(Layout::entry(4, 2), Not(Answers("coalesce((2,2):(1,2))")));
  EXPECT_THAT(Layout::flat({4}, {1}), Answers("coalesce((2,2):(1,2))"));
  EXPECT_THAT(Layout::flat({2, 2}, {1, 2}), Not(Answers("coalesce((2,2):(1,2))")));
  EXPECT_THAT(std::optional<Layout>(), Answers("composition(2:1, 2:2)"));
  EXPECT_THAT(4U, Answers("size((2,2))"));
  EXPECT_THAT(Layout::entry(2, 2), Answers("composition@extended(2:1, 2:2)"));
  testing::StringMatchResultListener why;
  EXPECT_FALSE(
      testing::ExplainMatchResult(Answers("coalesce((2,2):(1,2))"), Layout::entry(4, 2), &why));
  EXPECT_THAT(why.str(), HasSubstr("expected 4:1"));
  EXPECT_THROW(Answers("coalesce("), ParseError);
}

}  // namespace
}  // namespace layoutcheck
