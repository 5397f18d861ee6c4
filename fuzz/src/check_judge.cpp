// Checking the judge against the algebra's opinion, against the objections to the answer, and
// against a search for all answers.
#include "check_judge.hpp"

#include "check_case.hpp"
#include "outcome_counters.hpp"
#include "second_opinion.hpp"
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/small_composition.hpp>
#include <layoutcheck/oracles/weak.hpp>

#include <algorithm>

namespace layoutcheck::fuzz {

namespace {

std::string quoted(VerdictKind kind) {
  return "'" + std::string(describe(kind)) + "'";
}

/// A sampled verdict that the answer is right is no proof; that it is wrong is one.
bool may_differ(const Verdict& verdict, VerdictKind other) {
  return verdict.kind == VerdictKind::undecided ||
         (verdict.is_sampled() && (is_right(verdict.kind) || !is_right(other)));
}

std::string against_algebra(const Case& answered, const Verdict& verdict) {
  const auto other = second_opinion(answered, static_cast<Int>(input_limits.points));
  if (!other || *other == verdict.kind || may_differ(verdict, *other)) return "";
  return "the judge says " + to_string(verdict) + "; by the algebra it is " + quoted(*other);
}

/// All points of the domain, or nothing if there are too many.
std::optional<std::vector<Exact>> all_points(const Layout& layout) {
  Exact size = 1;
  for (Int extent : layout.extents())
    size *= extent;
  if (size > input_limits.points) return std::nullopt;
  std::vector<Exact> points;
  for (Exact x = 0; x < size; ++x)
    points.push_back(x);
  return points;
}

/// An objection at any point of the domain is one at all of them, and there is none to the answer.
std::string against_objections(const Case& answered, const Verdict& verdict) {
  if (verdict.kind == VerdictKind::undecided || verdict.is_sampled() ||
      !oracle::can_object(answered)) {
    return "";
  }
  const Layout* claimed = layout_in(*answered.answer);
  if (claimed == nullptr) return "";
  const auto points = all_points(*claimed);
  if (!points) return "";
  try {
    const auto objection = oracle::objection(answered, *claimed, Convention::strict, *points);
    if (objection.has_value() != (verdict.kind == VerdictKind::agrees)) return "";
    return "the judge says " + to_string(verdict) + "; at all points, " +
           (objection ? "the objection is: " + *objection : "there is no objection");
  } catch (const LimitReached&) {
    return "";
  }
}

std::string against_search(const Case& answered, const Verdict& verdict) {
  if (verdict.kind == VerdictKind::undecided || !verdict.expected) return "";
  const auto answers = answers_by_search(answered);
  if (!answers) return "";
  const Value* value = value_in(*verdict.expected);
  if (value == nullptr)
    return answers->empty() ? "" : "a search finds the answer " + to_string(answers->front());
  const Layout* expected = layout_in(*verdict.expected);
  const bool known = expected != nullptr &&
                     std::find(answers->begin(), answers->end(), *expected) != answers->end();
  return known ? "" : "a search does not find the judge's answer " + to_string(*value);
}

/// The oracle has a second way to compose small layouts.
std::string against_machine_words(const Case& answered, const Verdict& verdict) {
  if (answered.operation != "composition" || !verdict.expected ||
      verdict.kind == VerdictKind::undecided) {
    return "";
  }
  const auto* a = std::get_if<Layout>(&answered.operands.at(0));
  const auto* tiler = std::get_if<Tiler>(&answered.operands.at(1));
  const Layout* b = tiler == nullptr ? nullptr : tiler->layout();
  if (a == nullptr || b == nullptr || !oracle::SmallComposition::takes(*a, *b)) return "";
  oracle::SmallComposition small;
  const bool exists = small.compose(*a, *b, answered.convention.value_or(Convention::strict));
  const Layout* expected = layout_in(*verdict.expected);
  if (exists == (expected != nullptr) && (!exists || small.is(*expected))) return "";
  return "the judge's answer is " + to_string(*verdict.expected) + "; in machine words there is " +
         (exists ? "another one" : "none");
}

/// A right answer satisfies the weak post-condition, which promises less; and where all layouts
/// that a division or product complements have a complement, it promises the function.
std::string against_weak_condition(const Case& answered, const Verdict& verdict) {
  const Operation& operation = *operation_of(answered);
  const Value* claimed = value_in(*answered.answer);
  const bool is_strict = operation.conventional &&
                         answered.convention.value_or(Convention::strict) == Convention::strict;
  if (claimed == nullptr || is_strict || !oracle::has_weak_condition(operation) ||
      verdict.kind == VerdictKind::undecided || verdict.is_sampled()) {
    return "";
  }
  JudgeOptions options = input_judgement;
  options.convention = Convention::extended;
  // Not `bounded`, which complement(2:2, 9) = (2,3):(1,4) is not.
  using enum oracle::WeakClause;
  const Verdict weak =
      judge_weakly(answered, *claimed, {ordered, disjoint, reaching, largest}, options);
  const bool is_too_strict = verdict.kind == VerdictKind::agrees && weak.kind == VerdictKind::wrong;
  const bool is_wrong =
      verdict.kind == VerdictKind::wrong || verdict.kind == VerdictKind::answers_the_unanswerable;
  // An answer may have this function where the one in the right form does not fit.
  const bool is_too_lax = is_wrong && verdict.expected != Answer(NonValue::overflow) &&
                          (operation.family == layoutcheck::Family::division ||
                           operation.family == layoutcheck::Family::product) &&
                          oracle::is_complementable_where_asked(answered, options.limits) &&
                          weak.kind == VerdictKind::acceptable;
  if (!is_too_strict && !is_too_lax) return "";
  return "the judge says " + to_string(verdict) + "; by the weak post-condition it is " +
         to_string(weak);
}

}  // namespace

Checked check_judge(const Case& answered) {
  // On a chain the judge says what it says of the outer operation.
  if (!answered.answer || is_chain(answered)) return rejected();
  const Verdict verdict = judge(answered, input_judgement);
  if (is_right(verdict.kind)) count(answered, Outcome::right);
  if (is_fault(verdict.kind)) count(answered, Outcome::wrong);
  std::string why = against_algebra(answered, verdict);
  if (why.empty()) why = against_objections(answered, verdict);
  if (why.empty()) why = against_search(answered, verdict);
  if (why.empty()) why = against_machine_words(answered, verdict);
  if (why.empty()) why = against_weak_condition(answered, verdict);
  return why.empty() ? passed() : found(to_string(answered), why);
}

namespace {

Checked check_claims(std::string_view input) {
  return check_lines(input, [](std::string_view line) {
    const std::optional<Case> answered = parsed(line, operations_family());
    return answered ? check_judge(*answered) : rejected();
  });
}

}  // namespace

const Target judge_target{
    .name = "judge",
    .says = "arbitrary answers: the verdict by the oracle, the algebra, objections, a search",
    .family = operations_family,
    .with_answers = true,
    .steps = input_steps,
    .check = check_claims};

}  // namespace layoutcheck::fuzz
