// The record: what long runs have counted of each statement. It is kept in the repository, and the
// generated documents take their numbers from it.
#pragma once

#include <layoutcheck/engine/campaign.hpp>

#include <filesystem>
#include <map>
#include <string>

namespace layoutcheck::properties {

/// What one run counted of one statement.
struct Evidence {
  /// Empty for random cases, else the bounds of what was enumerated.
  std::string range;
  std::size_t cases = 0;
  std::size_t met = 0;
  /// How many of those that met the hypothesis were not trivial (see has_trivial()), if counted.
  std::optional<std::size_t> nontrivial;
  std::size_t undecided = 0;
  /// For an enumeration: the weight up to which all operands within the bounds were visited, and
  /// whether they were all operands within the bounds.
  std::optional<std::size_t> exhausted;
  bool complete = false;
};

struct Record {
  /// The command that counted, for each range ("" for random cases).
  std::map<std::string, std::string> commands;
  std::map<std::string, std::vector<Evidence>, std::less<>> evidence;

  /// What was counted of a statement in random cases, or nullptr.
  [[nodiscard]] const Evidence* at_random(std::string_view id) const;
  /// What was counted of a statement in enumerations.
  [[nodiscard]] std::vector<const Evidence*> enumerated(std::string_view id) const;
};

/// The record in a text. Throws std::runtime_error that names `place` and the line.
Record parse_record(std::string_view text, const std::string& place);

/// The text of a record, sorted, so that it reads well in a diff.
std::string to_string(const Record& record);

/// The record that this program was built with.
const Record& built_in_record();

/// Puts what the rows have counted in place of what the record has for the same statements and
/// ranges; nothing of a row that was to hold and failed.
void put(Record& record, const std::vector<engine::Row>& rows, const std::string& range,
         const std::string& command);

}  // namespace layoutcheck::properties
