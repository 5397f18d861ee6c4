// Reports on judged lines: counts of verdicts by operation, the faults, and their forms for people
// and machines.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::cli {

/// Why an answer stays undecided.
enum class Reason {
  limit,    // the work limit was reached
  unknown,  // the oracle does not know the operation
  failure,  // we failed, for want of memory, say
};
inline constexpr std::size_t reasons = 3;

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

  /// The lines whose answer was found right or wrong.
  [[nodiscard]] std::size_t judged() const;

  void add(const Verdict& verdict, bool is_our_fault = false);
  Count& operator+=(const Count& other);
};

struct Fault {
  /// Its line; 0 for one that stands for others.
  std::size_t line = 0;
  std::string operation;
  std::string text;
  Verdict verdict;
  /// What those for which it stands have in common, itself included, and how many they are.
  std::string cause = {};
  std::size_t cases = 1;
};

struct Report {
  /// The command that made it.
  std::string command = "check";
  std::string source;
  Convention convention = Convention::strict;
  bool interrupted = false;
  double seconds = 0;
  std::map<std::string, Count> operations;
  /// The first faults, or one for each cause; the counts say how many there are in all.
  std::vector<Fault> faults;
  /// How many questions were asked after which no line came.
  std::size_t unanswered = 0;
  /// How many lines are to come, if that is known.
  std::optional<std::size_t> wanted_lines;
  /// What else went wrong, each a sentence.
  std::vector<std::string> complaints = {};
  /// How many lines in a hundred may stay undecided.
  double undecided_share = 100;

  [[nodiscard]] Count total() const;
  /// How many faults there are for which none of the list stands.
  [[nodiscard]] std::size_t faults_left_out() const;
};

/// What is missing in the report as a whole, apart from faults of single lines: each a sentence.
std::vector<std::string> shortcomings(const Report& report);

/// Whether every line that was asked for came and was judged, and nothing is wrong.
bool is_right(const Report& report);

/// "wrong (exhaustive): …"; a line that cannot be read was not compared at any point.
std::string verdict_text(const Verdict& verdict);

/// A row for each operation and one for all, a column for each verdict that was given; and a line
/// that tells why answers stay undecided.
std::string to_table(const Report& report);

std::string to_json(const Report& report);

/// A test case for each operation: failed if an answer is wrong, skipped if none was judged; and
/// one for what the whole lacks.
std::string to_junit(const Report& report);

}  // namespace layoutcheck::cli
