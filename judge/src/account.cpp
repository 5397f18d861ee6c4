// The account of a run.
#include <layoutcheck/judge/account.hpp>

#include <cstdio>
#include <numeric>

namespace layoutcheck {

namespace {

bool is_judged(VerdictKind kind) {
  return kind != VerdictKind::unsupported && kind != VerdictKind::undecided &&
         kind != VerdictKind::malformed && kind != VerdictKind::outside_preconditions;
}

std::size_t sum_if(const Count& count, bool (*holds)(VerdictKind)) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < verdict_kinds; ++i)
    sum += holds(static_cast<VerdictKind>(i)) ? count.verdicts[i] : 0;
  return sum;
}

bool is_more_than(std::size_t part, double share, std::size_t whole) {
  return static_cast<double>(part) * 100 > share * static_cast<double>(whole);
}

/// ", more than 10 %".
std::string more_than(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", share);
  return std::string(", more than ") + text.data() + " %";
}

/// The operations of which too much is unsupported; "" if there are none.
std::string unsupported(const Account& account) {
  constexpr std::size_t most = 10;
  std::string text;
  std::size_t found = 0;
  for (const auto& [operation, count] : account.operations) {
    const std::size_t part = count.of(VerdictKind::unsupported);
    if (!is_more_than(part, account.unsupported_share, count.lines()) || found++ >= most) continue;
    text += (text.empty() ? "" : ", ") + operation + " (" + std::to_string(part) + " of " +
            std::to_string(count.lines()) + ")";
  }
  if (found > most) text += " and " + std::to_string(found - most) + " more operations";
  return text;
}

}  // namespace

std::string_view describe(Reason reason) {
  switch (reason) {
    case Reason::limit:
      return "the work limit";
    case Reason::unknown:
      return "an operation that the oracle does not know";
    case Reason::failure:
      return "a failure of layoutcheck";
  }
  return "";
}

std::size_t Count::lines() const {
  return std::accumulate(verdicts.begin(), verdicts.end(), std::size_t{0});
}

std::vector<VerdictKind> Count::kinds() const {
  std::vector<VerdictKind> given;
  for (std::size_t i = 0; i < verdict_kinds; ++i)
    if (verdicts[i] > 0) given.push_back(static_cast<VerdictKind>(i));
  return given;
}

std::size_t Count::faults() const {
  return sum_if(*this, is_fault);
}

std::size_t Count::judged() const {
  return sum_if(*this, is_judged);
}

void Count::add(const Verdict& verdict, bool is_our_fault) {
  ++verdicts[static_cast<std::size_t>(verdict.kind)];
  if (verdict.kind == VerdictKind::undecided) {
    const bool is_unknown = verdict.expected == Answer(NonValue::unsupported);
    const Reason reason = is_our_fault ? Reason::failure
                          : is_unknown ? Reason::unknown
                                       : Reason::limit;
    ++undecided[static_cast<std::size_t>(reason)];
  }
  if (is_judged(verdict.kind)) ++(verdict.is_sampled() ? sampled : exhaustive);
}

void Count::add(VerdictKind kind, std::size_t number) {
  verdicts[static_cast<std::size_t>(kind)] += number;
  if (kind == VerdictKind::undecided) undecided[static_cast<std::size_t>(Reason::limit)] += number;
}

void Account::add(const std::string& operation, const Verdict& verdict, bool is_our_fault,
                  const std::string& excuse) {
  count.add(verdict, is_our_fault);
  operations[operation].add(verdict, is_our_fault);
  if (verdict.kind == VerdictKind::outside_preconditions || verdict.kind == VerdictKind::acceptable)
    ++outside[excuse];
  if (verdict.kind == VerdictKind::expected_failure) ++expected[excuse];
}

Count& Count::operator+=(const Count& other) {
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    verdicts[i] += other.verdicts[i];
  for (std::size_t i = 0; i < reasons; ++i)
    undecided[i] += other.undecided[i];
  exhaustive += other.exhaustive;
  sampled += other.sampled;
  return *this;
}

std::vector<std::string> shortcomings(const Account& account) {
  const Count& count = account.count;
  const auto number = [](std::size_t n) { return std::to_string(n); };
  const auto lines = [&](std::size_t n) { return number(n) + (n == 1 ? " line" : " lines"); };
  std::vector<std::string> found = account.complaints;
  if (count.judged() == 0) found.emplace_back("nothing was judged");
  if (account.wanted_lines && count.lines() != *account.wanted_lines)
    found.push_back(lines(count.lines()) + " came instead of " + number(*account.wanted_lines));
  if (account.unanswered > 0)
    found.push_back(number(account.unanswered) +
                    (account.unanswered == 1 ? " question was" : " questions were") +
                    " not answered");
  if (const std::size_t failures = count.undecided[static_cast<std::size_t>(Reason::failure)];
      failures > 0) {
    found.push_back("layoutcheck failed to judge " + lines(failures));
  }
  const std::size_t undecided = count.of(VerdictKind::undecided);
  if (is_more_than(undecided, account.undecided_share, count.lines())) {
    found.push_back(number(undecided) + " of " + lines(count.lines()) +
                    (undecided == 1 ? " is" : " are") + " undecided" +
                    more_than(account.undecided_share));
  }
  if (const std::string operations = unsupported(account); !operations.empty())
    found.push_back("unsupported: " + operations + more_than(account.unsupported_share));
  return found;
}

bool is_right(const Account& account) {
  return !account.interrupted && account.count.faults() == 0 && shortcomings(account).empty();
}

}  // namespace layoutcheck
