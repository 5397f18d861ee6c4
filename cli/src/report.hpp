// Reports on judged lines: counts of verdicts by operation, the faults, and their forms for people
// and machines.
#pragma once

#include <layoutcheck/judge/judge.hpp>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace layoutcheck::cli {

struct Count {
  std::array<std::size_t, verdict_kinds> verdicts{};
  std::size_t exhaustive = 0;
  std::size_t sampled = 0;

  [[nodiscard]] std::size_t of(VerdictKind kind) const {
    return verdicts[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] std::size_t lines() const;
  [[nodiscard]] std::size_t faults() const;

  /// The lines whose answer was found right or wrong.
  [[nodiscard]] std::size_t judged() const;

  void add(const Verdict& verdict);
  Count& operator+=(const Count& other);
};

struct Fault {
  std::size_t line = 0;
  std::string operation;
  std::string text;
  Verdict verdict;
};

struct Report {
  std::string source;
  Convention convention = Convention::strict;
  bool interrupted = false;
  double seconds = 0;
  std::map<std::string, Count> operations;
  /// The first faults; the counts say how many there are in all.
  std::vector<Fault> faults;

  [[nodiscard]] Count total() const;
};

/// "wrong (exhaustive): …"; a line that cannot be read was not compared at any point.
std::string verdict_text(const Verdict& verdict);

/// A row for each operation and one for all, a column for each verdict that was given.
std::string to_table(const Report& report);

std::string to_json(const Report& report);

/// A test case for each operation: failed if an answer is wrong, skipped if none was judged.
std::string to_junit(const Report& report);

}  // namespace layoutcheck::cli
