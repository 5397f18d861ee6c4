// Verification: a whole examination of an implementation that lives in this process.
#include <layoutcheck/verify.hpp>

#include <numeric>
#include <ostream>
#include <sstream>

namespace layoutcheck {

namespace {

std::size_t sum_if(const Verification& verification, bool (*counts)(VerdictKind)) {
  std::size_t sum = 0;
  for (std::size_t kind = 0; kind < verdict_kinds; ++kind) {
    if (counts(static_cast<VerdictKind>(kind))) {
      sum += verification.count(static_cast<VerdictKind>(kind));
    }
  }
  return sum;
}

void note_shortcomings(Verification& verification, std::size_t our_faults) {
  const std::size_t undecided = verification.count(VerdictKind::undecided);
  const std::size_t all = sum_if(verification, [](VerdictKind) { return true; });
  if (sum_if(verification, is_right) + sum_if(verification, is_fault) == 0) {
    verification.shortcomings.emplace_back("no answer was judged");
  }
  if (our_faults > 0) {
    verification.shortcomings.push_back("layoutcheck failed to judge " +
                                        std::to_string(our_faults) + " answers");
  }
  if (undecided * 10 > all) {
    verification.shortcomings.push_back(std::to_string(undecided) + " of " + std::to_string(all) +
                                        " answers are undecided, more than 10 %");
  }
}

}  // namespace

std::size_t Verification::count(VerdictKind kind) const {
  return std::accumulate(operations.begin(), operations.end(), std::size_t{0},
                         [&](std::size_t sum, const auto& operation) {
                           return sum + operation.second[static_cast<std::size_t>(kind)];
                         });
}

bool Verification::is_right() const {
  return causes.empty() && shortcomings.empty();
}

std::ostream& operator<<(std::ostream& out, const Verification& verification) {
  std::size_t number = 0;
  for (const conformance::Cause& cause : verification.causes) {
    out << ++number << ". " << cause.operation << ": " << title_of(cause) << " (" << cause.cases
        << (cause.cases == 1 ? " case)\n" : " cases)\n");
    for (const auto& [title, line] : lines_of(cause)) {
      const std::size_t gap = title.empty() || title == "at" ? 1 : 10 - title.size();
      out << (title.empty() ? " " : "    " + title) << std::string(gap, ' ') << line << '\n';
    }
  }
  for (const auto& [operation, counts] : verification.operations) {
    out << operation << ':';
    const char* separator = " ";
    for (std::size_t kind = 0; kind < verdict_kinds; ++kind) {
      if (counts[kind] == 0) continue;
      out << separator << counts[kind] << ' ' << describe(static_cast<VerdictKind>(kind));
      separator = ", ";
    }
    out << '\n';
  }
  if (verification.ran_out) out << "the time ended before all questions were asked\n";
  for (const std::string& shortcoming : verification.shortcomings)
    out << shortcoming << '\n';
  return out;
}

std::string to_string(const Verification& verification) {
  std::ostringstream out;
  out << verification;
  return out.str();
}

Verification verify(const conformance::MakeSubject& make, const Plan& plan) {
  Verification verification;
  std::size_t our_faults = 0;
  conformance::Findings findings = conformance::examine(
      plan, [&](conformance::Phase, const conformance::TrialOptions&) { return make; },
      [&](const conformance::Judged& judged) {
        ++verification
              .operations[judged.question.operation][static_cast<std::size_t>(judged.verdict.kind)];
        our_faults += judged.is_our_fault ? 1 : 0;
      });
  verification.causes = std::move(findings.causes);
  verification.shortcomings = std::move(findings.complaints);
  verification.ran_out = findings.ran_out;
  note_shortcomings(verification, our_faults);
  return verification;
}

}  // namespace layoutcheck
