// Verification: a whole examination of an implementation that lives in this process.
#include <layoutcheck/verify.hpp>

#include <ostream>
#include <sstream>

namespace layoutcheck {

std::ostream& operator<<(std::ostream& out, const Verification& verification) {
  out << to_string(verification.origin) << '\n';
  out << list_of(verification.causes);
  std::size_t number = 0;
  for (const conformance::Cause& cause : verification.causes) {
    out << ++number << ". " << heading_of(cause) << '\n';
    for (const auto& [title, line] : lines_of(cause)) {
      const std::size_t gap = title.empty() || title == "at" ? 1 : 10 - title.size();
      out << (title.empty() ? " " : "    " + title) << std::string(gap, ' ') << line << '\n';
    }
  }
  for (const auto& [operation, counts] : verification.account.operations) {
    out << operation << ':';
    const char* separator = " ";
    for (const VerdictKind kind : counts.kinds()) {
      out << separator << counts.of(kind) << ' ' << describe(kind);
      separator = ", ";
    }
    out << '\n';
  }
  for (const auto& [precondition, count] : verification.account.outside)
    out << "outside " << precondition << ": " << count << '\n';
  if (const std::string scope = to_string(verification.scope); !scope.empty()) out << scope << '\n';
  if (verification.ran_out) out << "the time ended before all questions were asked\n";
  if (const std::string note = time_note(verification.causes); !note.empty()) out << note << '\n';
  for (const std::string& shortcoming : shortcomings(verification.account))
    out << shortcoming << '\n';
  return out;
}

std::string to_string(const Verification& verification) {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);  // else it leaves out what memory does not suffice for
  out << verification;
  return out.str();
}

Verification verify(const conformance::MakeSubject& make, const Plan& plan) {
  Verification verification;
  Account& account = verification.account;
  account.undecided_share = 10;
  conformance::Findings findings = conformance::examine(
      plan, [&](conformance::Phase, const conformance::TrialOptions&) { return make; },
      [&](const Judged& judged) { add(account, judged); });
  verification.origin.subject = plan.subject.empty() ? findings.subject : plan.subject;
  if (plan.draws.count != 0) verification.origin.seed = plan.draws.seed;
  account.complaints = std::move(findings.complaints);
  add_unasked(account, plan);
  account.interrupted = plan.trial.stop != nullptr && *plan.trial.stop;
  verification.causes = std::move(findings.causes);
  verification.ran_out = findings.ran_out;
  verification.scope = std::move(findings.scope);
  return verification;
}

}  // namespace layoutcheck
