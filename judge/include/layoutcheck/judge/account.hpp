// The account of a run: what was asked, the results, and whether everything is right. This alone
// decides whether a program's exit status is 0.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck {

/// Why an answer stays undecided.
enum class Reason {
  limit,    // the work limit was reached
  unknown,  // the oracle does not know the operation
  failure,  // an internal failure, such as a lack of memory
};
inline constexpr std::size_t reasons = 3;

/// The text of a cause: "the work limit".
std::string_view describe(Reason reason);

/// The number of answers by verdict.
struct Count {
  std::array<std::size_t, verdict_kinds> verdicts{};
  std::size_t exhaustive = 0;
  std::size_t sampled = 0;
  /// The undecided answers by cause.
  std::array<std::size_t, reasons> undecided{};

  [[nodiscard]] std::size_t of(VerdictKind kind) const {
    return verdicts[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::size_t lines() const;
  [[nodiscard]] std::size_t faults() const;

  /// The verdicts that occurred.
  [[nodiscard]] std::vector<VerdictKind> kinds() const;

  /// The number of answers found right or wrong.
  [[nodiscard]] std::size_t judged() const;

  void add(const Verdict& verdict, bool is_our_fault = false);
  /// Adds this many answers about which nothing more is known.
  void add(VerdictKind kind, std::size_t number);
  Count& operator+=(const Count& other);
};

struct Account {
  Count count;
  /// The counts by operation.
  std::map<std::string, Count> operations = {};
  /// The number of answers outside each precondition of a profile, and acceptable or not judged.
  std::map<std::string, std::size_t> outside = {};
  /// The number of faults that each expected failure of a profile excuses; its name ends with the
  /// address of the thread that reports it, if any.
  std::map<std::string, std::size_t> expected = {};
  /// The number of questions that were not answered.
  std::size_t unanswered = 0;
  /// The expected number of lines, if known.
  std::optional<std::size_t> wanted_lines;
  /// Other errors and omissions, each a sentence.
  std::vector<std::string> complaints;
  /// The percentage of lines that may stay undecided.
  double undecided_share = 0;
  /// The percentage of lines of any one operation that may be unsupported.
  double unsupported_share = 100;
  bool interrupted = false;

  /// Counts a verdict on an answer to the operation. The excuse is the precondition of a profile
  /// that the answer violates, or the expected failure, if the verdict says so.
  void add(const std::string& operation, const Verdict& verdict, bool is_our_fault = false,
           const std::string& excuse = "");
};

/// What the run as a whole lacks, apart from faults of single answers: each a sentence.
std::vector<std::string> shortcomings(const Account& account);

/// Whether every question was answered, judged and right, up to the percentages that may stay
/// undecided and unsupported.
bool is_right(const Account& account);

}  // namespace layoutcheck
