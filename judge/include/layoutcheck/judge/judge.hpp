// The judge: whether an answer satisfies the specification of its operation, according to the
// oracle.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/oracles/form.hpp>
#include <layoutcheck/oracles/limits.hpp>
#include <layoutcheck/oracles/weak.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace layoutcheck {

struct Language;  // judged.hpp

enum class VerdictKind {
  agrees,
  agrees_as_function,  // the right function in a form that the sources leave open
  acceptable,          // as documented, where no layout satisfies the definition
  wrong_form,          // the right function in a form that the operation rules out
  wrong,               // a value that is not the answer: the worst verdict, because it is silent
  answers_the_unanswerable,  // a value where there is none
  refuses_the_answerable,    // undefined or overflow where there is a value
  unsupported,
  malformed,  // the answer could not be read
  crash,
  timeout,
  undecided,  // the work limit was reached before the answer was known
  // Not from the judge, but from a profile that excuses faults of the subject.
  outside_preconditions,  // the subject documents that it does not support such operands
  expected_failure,       // a known fault
};

inline constexpr std::size_t verdict_kinds = 14;

/// The text of a verdict: "answers the unanswerable".
std::string_view describe(VerdictKind kind);

/// Whether the answer satisfies the specification, or what the subject documents instead.
constexpr bool is_right(VerdictKind kind) {
  return kind == VerdictKind::agrees || kind == VerdictKind::agrees_as_function ||
         kind == VerdictKind::acceptable;
}

/// Whether the verdict is an unexcused fault of the subject, rather than an answer or the lack of a
/// judgment.
constexpr bool is_fault(VerdictKind kind) {
  return !is_right(kind) && kind != VerdictKind::unsupported && kind != VerdictKind::undecided &&
         kind != VerdictKind::outside_preconditions && kind != VerdictKind::expected_failure;
}

struct Verdict {
  VerdictKind kind = VerdictKind::undecided;
  /// The number of compared points of a layout that is too large to compare in full; 0 if all were
  /// compared, or if a proof decides.
  std::size_t points = 0;
  /// The oracle's answer, if it has one.
  std::optional<Answer> expected;
  /// Why there is no answer, what the answer violates, or which limit was reached; "" if it agrees.
  std::string why;
  /// What is wrong with the form, if that is the fault.
  std::optional<oracle::FormPart> form = {};
  /// The clause of a weak postcondition that it violates, if judged by one.
  std::optional<oracle::WeakObjection> weak = {};

  [[nodiscard]] bool is_sampled() const { return points > 0; }
};

/// "wrong (sampled at 256 points): …", for a line of a report.
std::string to_string(const Verdict& verdict);

struct JudgeOptions {
  Convention convention = Convention::strict;
  oracle::Limits limits;
  /// The number of points to compare if the limit does not allow all.
  std::size_t samples = 256;
  std::uint64_t seed = 1;
  /// Additional questions besides the operations; none unless set.
  const Language* language = nullptr;
};

/// The verdict on an answered case: by the language's own check, if it has one for the question;
/// for a chain, the verdict on the outer operation, applied to the canonical answers of the inner
/// ones. Throws std::invalid_argument if the case has no answer, and std::runtime_error if an
/// exception ended the language's check.
Verdict judge(const Case& answered, const JudgeOptions& options = {});

/// The verdict on a layout for which the subject documents only a weak postcondition with these
/// clauses (oracles/weak.hpp says for which questions): acceptable, wrong, or undecided at the work
/// limit.
Verdict judge_weakly(const Case& question, const Value& answer, const oracle::WeakClauses& clauses,
                     const JudgeOptions& options = {});

}  // namespace layoutcheck
