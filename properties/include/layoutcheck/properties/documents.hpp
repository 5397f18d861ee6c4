// The documents that are made from the registry, the reading and the record.
#pragma once

#include <layoutcheck/properties/record.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <string>
#include <string_view>

namespace layoutcheck::properties {

/// What was found of the statements of the sources, each counted once, and what comes beside them.
struct StandingCounts {
  std::size_t of_sources = 0;
  std::size_t hold = 0;
  std::size_t fail_themselves = 0;  // by an error of their own
  std::size_t inherit = 0;          // they fail by inheritance only
  std::size_t misprints = 0;
  std::size_t lost = 0;
  std::size_t not_checkable = 0;
  std::size_t amendments = 0;
  std::size_t relations = 0;
  std::size_t own = 0;  // theorems of this project
  std::size_t documentation = 0;

  bool operator==(const StandingCounts&) const = default;
};
StandingCounts count_standings(const std::vector<engine::Statement>& of = statements());

/// "668 statements of the sources: 560 hold, 50 fail by an error of their own, 20 fail by
/// inheritance only, 20 are misprinted, 16 are lost in our copy, 2 are not checkable; besides, 45
/// amendments, 9 relations, 5 theorems and 30 examples of documentation", for people.
std::string to_string(const StandingCounts& counts);

/// What was counted of a statement, in a few words; "" if there is nothing.
std::string evidence_text(const engine::Statement& statement, const Record& record);

/// How a statement is checked: "a property", "3 lines", "a property and 1 line", "not".
std::string check_text(const engine::Statement& statement);

std::string statements_document(const Record& record);
std::string reading_document(const Record& record);
std::string errata_document(const Record& record);

/// A document of docs/, by its name without the ending, and what makes it.
struct Document {
  std::string_view name;
  std::string (*text)(const Record& record);
};

inline constexpr Document documents[] = {
    {"statements", statements_document},
    {"reading", reading_document},
    {"errata", errata_document},
};

}  // namespace layoutcheck::properties
