// Reports on judged cases: counts of verdicts by operation, the faults, and their forms for people
// and machines.
#pragma once

#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/judge/origin.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace layoutcheck::cli {

/// A line of a file; 0 where there is none.
struct Place {
  std::string file;
  std::size_t line = 0;
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
  /// Whether the time ended before its case was as small as could be.
  bool is_cut = false;
  /// What the subject's documents say of the operation; "" if that is not known.
  std::string documented = {};
  /// Its record in corpus/findings: "LC-0001"; "" if none is known.
  std::string finding = {};
  /// The question, with the answer if there was one; nothing where the line cannot be read.
  std::optional<Case> content = {};
  /// What was said to the question: the answer, or how the subject failed.
  std::string given = {};
  /// Where it stands, and where its question does, if these are in files.
  Place place = {};
  Place asked = {};
};

/// What was counted of an operation or statement that a run draws and enumerates by itself.
struct Tried {
  /// In how many cases the hypothesis held, and in how many of these no operand was trivial.
  std::size_t met = 0;
  std::size_t nontrivial = 0;
  /// The weight up to which all operands were enumerated.
  std::optional<std::size_t> weight = {};
  std::string standing = {};
};

struct Report {
  /// The command that made it.
  std::string command = "check";
  std::string source;
  Origin origin = {};
  Convention convention = Convention::strict;
  /// The profile of the subject; "" without one.
  std::string profile = {};
  /// How many of the failures that it expects were not asked.
  std::size_t expected_not_asked = 0;
  double seconds = 0;
  Account account;
  /// Whether the time ended before all was asked; and what is said where it ended before cases were
  /// as small as could be.
  bool ran_out = false;
  std::string time_note = {};
  /// How long the subject took to start, where that is long.
  std::optional<double> seconds_to_start = {};
  /// The operations that the subject was found not to offer.
  std::vector<std::string> not_offered = {};
  /// How many questions the scopes of the operations have, 0 where these were not wanted; and how
  /// many of them were not asked, by signature.
  std::size_t scope_questions = 0;
  std::map<std::string, std::size_t> scope_not_asked = {};
  /// Of these operations more is known.
  std::map<std::string, Tried> tried = {};
  /// The first faults, or one for each cause; the counts say how many there are in all.
  std::vector<Fault> faults;

  /// How many faults there are for which none of the list stands.
  [[nodiscard]] std::size_t faults_left_out() const;
};

/// "All is right", or less where a profile excuses faults or something was not offered; for a
/// report that is right.
std::string praise(const Report& report);

/// "the subject took 23 s to start, which are no part of --time"; "" where that is not long.
std::string start_note(const Report& report);

/// What is known of the operation beyond its count, or nullptr.
const Tried* tried_of(const Report& report, const std::string& operation);

/// "wrong (exhaustive): …"; a line that cannot be read was not compared at any point.
std::string verdict_text(const Verdict& verdict);

/// Where the report comes from, then a row for each operation and one for all, a column for each
/// verdict that was given; and lines that tell why answers stay undecided, and what the profile
/// made of them.
std::string to_table(const Report& report);

/// As docs/schemas/report.schema.json describes it.
std::string to_json(const Report& report);

/// A test case for each operation: failed if an answer is wrong, skipped if none was judged; one
/// that is skipped for its answers that a profile excuses, of each kind; and one for what the whole
/// lacks.
std::string to_junit(const Report& report);

}  // namespace layoutcheck::cli
