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
  agrees_as_function,        // the right function in a form that the sources leave open
  acceptable,                // what is documented where no layout has what the definition asks for
  wrong_form,                // the right function in a form that the operation rules out
  wrong,                     // a value that is not the answer: the worst, because it is silent
  answers_the_unanswerable,  // a value where there is none
  refuses_the_answerable,    // undefined or overflow where there is a value
  unsupported,
  malformed,  // the answer could not be read
  crash,
  timeout,
  undecided,  // the work limit was reached before the answer was known
  // Not of the judge: what a profile of the subject makes of its faults.
  outside_preconditions,  // the subject documents that such operands are not to be put to it
  expected_failure,       // a fault that is known
};

inline constexpr std::size_t verdict_kinds = 14;

/// "answers the unanswerable", for people.
std::string_view describe(VerdictKind kind);

/// Whether the answer satisfies the specification, or what the subject documents in its place.
constexpr bool is_right(VerdictKind kind) {
  return kind == VerdictKind::agrees || kind == VerdictKind::agrees_as_function ||
         kind == VerdictKind::acceptable;
}

/// Whether the verdict shows a fault of the subject that nothing excuses, as opposed to an answer
/// or to the lack of a judgement.
constexpr bool is_fault(VerdictKind kind) {
  return !is_right(kind) && kind != VerdictKind::unsupported && kind != VerdictKind::undecided &&
         kind != VerdictKind::outside_preconditions && kind != VerdictKind::expected_failure;
}

struct Verdict {
  VerdictKind kind = VerdictKind::undecided;
  /// How many points were compared of a layout that is too large for all; 0 if all were, or if a
  /// proof decides.
  std::size_t points = 0;
  /// The oracle's answer, if it has one.
  std::optional<Answer> expected;
  /// Why there is no answer, what the answer violates, or which limit was reached; "" when it
  /// agrees.
  std::string why;
  /// What the form lacks, if that is the fault.
  std::optional<oracle::FormPart> form = {};
  /// What of a weak post-condition it violates, if that is what it was judged by.
  std::optional<oracle::WeakObjection> weak = {};

  [[nodiscard]] bool is_sampled() const { return points > 0; }
};

/// "wrong (sampled at 256 points): …", for a line of a report.
std::string to_string(const Verdict& verdict);

struct JudgeOptions {
  Convention convention = Convention::strict;
  oracle::Limits limits;
  /// How many points to compare where the limit forbids to compare all.
  std::size_t samples = 256;
  std::uint64_t seed = 1;
  /// What may be asked beside the operations; unless set, nothing.
  const Language* language = nullptr;
};

/// The verdict on the answer of an answered case: by the check of the language if it has one for
/// what is asked; of a chain it is that on the outer operation, on the canonical answers of the
/// inner ones. Throws std::invalid_argument if it has no answer, and std::runtime_error if an
/// exception ended the check of the language.
Verdict judge(const Case& answered, const JudgeOptions& options = {});

/// The verdict on a layout of which the subject documents a weak post-condition only
/// with these clauses (oracles/weak.hpp, which says of which questions): acceptable, wrong, or
/// undecided at the work limit.
Verdict judge_weakly(const Case& question, const Value& answer, const oracle::WeakClauses& clauses,
                     const JudgeOptions& options = {});

}  // namespace layoutcheck
