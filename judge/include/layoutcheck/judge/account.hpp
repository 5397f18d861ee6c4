// The account of a run: what was asked, what came of it, and whether all of it is right. Whether a
// program's exit status is 0 is decided here alone.
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
  failure,  // we failed, for want of memory, say
};
inline constexpr std::size_t reasons = 3;

/// "the work limit", for people.
std::string_view describe(Reason reason);

/// How many answers had which verdict.
struct Count {
  std::array<std::size_t, verdict_kinds> verdicts{};
  std::size_t exhaustive = 0;
  std::size_t sampled = 0;
  /// The undecided by their cause.
  std::array<std::size_t, reasons> undecided{};

  [[nodiscard]] std::size_t of(VerdictKind kind) const {
    return verdicts[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::size_t lines() const;
  [[nodiscard]] std::size_t faults() const;

  /// The verdicts that were given at all.
  [[nodiscard]] std::vector<VerdictKind> kinds() const;

  /// The lines whose answer was found right or wrong.
  [[nodiscard]] std::size_t judged() const;

  void add(const Verdict& verdict, bool is_our_fault = false);
  /// Counts so many answers of which no more is known than this.
  void add(VerdictKind kind, std::size_t number);
  Count& operator+=(const Count& other);
};

struct Account {
  Count count;
  /// The part of the count that each operation has.
  std::map<std::string, Count> operations = {};
  /// How many answers are outside of each precondition of a profile, and acceptable or not judged.
  std::map<std::string, std::size_t> outside = {};
  /// How many faults each expected failure of a profile excuses; its name ends with the address of
  /// the thread that reports it, if there is one.
  std::map<std::string, std::size_t> expected = {};
  /// How many questions were asked after which no answer came.
  std::size_t unanswered = 0;
  /// How many lines are to come, if that is known.
  std::optional<std::size_t> wanted_lines;
  /// What else went wrong or was not done, each a sentence.
  std::vector<std::string> complaints;
  /// How many lines in a hundred may stay undecided.
  double undecided_share = 0;
  /// How many lines in a hundred of any one operation may be unsupported.
  double unsupported_share = 100;
  bool interrupted = false;

  /// Counts a verdict on an answer to the operation. The excuse is the precondition of a
  /// profile that the answer is outside of, or the expected failure, if the verdict says so.
  void add(const std::string& operation, const Verdict& verdict, bool is_our_fault = false,
           const std::string& excuse = "");
};

/// What is missing in the run as a whole, apart from faults of single answers: each a sentence.
std::vector<std::string> shortcomings(const Account& account);

/// Whether everything that was asked was answered, judged and right, up to the shares that may stay
/// undecided and unsupported.
bool is_right(const Account& account);

}  // namespace layoutcheck
