// Verification: a whole examination of an implementation that lives in this process.
//
//   struct Mine {
//     Layout coalesce(const Layout& a) const;
//     std::optional<Layout> composition(const Layout& a, const Layout& b) const;
//   };
//   const layoutcheck::Verification found = layoutcheck::verify(Mine());
//   std::cout << found;
#pragma once

#include <layoutcheck/conformance/examination.hpp>
#include <layoutcheck/conformance/offered.hpp>
#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/judge/origin.hpp>

#include <iosfwd>

namespace layoutcheck {

/// A type whose members answer operations: const member functions, or static ones, with the names
/// of operations (docs/cases.md), on the plain values of notation. conformance::visit_operations()
/// has what they take: `Layout coalesce(const Layout&)`, `Layout mode(const Layout&, Int)`. Where
/// an operation takes a tiler, a member that takes a layout will do. Operations without a member
/// are not asked; one member is enough.
///
/// A member returns what conformance::answer_from() takes: a value, or a std::optional of one,
/// where nothing means that the operation is undefined there. An exception is a refusal (`error`),
/// an Overflow the answer `overflow`.
template <class A>
concept Algebra = (conformance::offered_by<A> > 0);

/// What to ask, and for how long; unless told, what `layoutcheck test` asks, for a minute, on this
/// thread.
using conformance::Plan;

/// The result of a verification.
struct Verification {
  /// Who was judged (the plan says it), by which version, with which seed, and when.
  Origin origin;
  /// What was counted in all, and what is missing.
  Account account;
  /// The faults by their causes, the most important first.
  std::vector<conformance::Cause> causes;
  /// Whether the time ended before all questions were asked that do not go on for ever.
  bool ran_out = false;
  /// What was asked of the scopes of the operations (engine/scope.hpp).
  conformance::ScopeAsked scope = {};

  /// Whether every answer that was judged is right, and nothing is missing.
  [[nodiscard]] bool is_right() const { return layoutcheck::is_right(account); }
};

/// The causes with their smallest cases, the counts and what is missing, for people.
std::string to_string(const Verification& verification);
std::ostream& operator<<(std::ostream& out, const Verification& verification);

/// Puts the questions of the plan to subjects, and judges the replies. More than one answer in ten
/// that stays undecided is a shortcoming, as it is for `layoutcheck test`. Throws as
/// conformance::examine().
Verification verify(const conformance::MakeSubject& make, const Plan& plan = {});

/// Verifies an implementation. With `plan.trial.jobs` above 0 its members are called from other
/// threads, so many at once. A question that names another convention than the plan's is
/// `unsupported`. Throws std::invalid_argument if a name in the plan is none. A member that crashes
/// or hangs takes the process with it: `layoutcheck test` asks a process of its own.
template <Algebra A>
Verification verify(const A& algebra, const Plan& plan = {}) {
  const conformance::Offered<A> offered(algebra);
  const auto answer = [&](const Case& question) -> Answer {
    const Convention convention = plan.trial.judging.convention;
    if (question.convention.value_or(convention) != convention) return NonValue::unsupported;
    return offered.answer(question);
  };
  return verify(
      conformance::MakeSubject([&] { return conformance::make_subject(answer, offered.offers()); }),
      plan);
}

}  // namespace layoutcheck
