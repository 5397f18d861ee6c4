// The causes of what fails as stated: one broken definition may bring down many statements.
#pragma once

#include <layoutcheck/properties/entries.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::properties {

struct RootCause {
  std::string key;
  std::string title;
  /// For which operands it shows.
  std::string at;
  /// One sentence, and what follows it.
  std::string gist;
  std::string why;
  /// The least that an author has to change.
  std::string repair;
  /// The statements that fail by it.
  std::vector<std::string> ids;
};

/// The causes in a text of blocks (blocks.hpp), each of which has all fields of a cause but the
/// ids. Throws std::runtime_error that names `place` and the line.
std::vector<RootCause> parse_causes(std::string_view text, const std::string& place);

/// The causes with the statements that name them. Throws std::runtime_error if one names what is no
/// cause, or if none names a cause.
std::vector<RootCause> with_named(std::vector<RootCause> causes, const std::vector<Entry>& by);

/// The causes with what of these statements fails by inheritance only and is in none of them: it
/// goes with the first thing that it uses and that is in one, misprints last.
std::vector<RootCause> with_inherited(std::vector<RootCause> causes,
                                      const std::vector<engine::Statement>& of);

/// What properties/causes.txt says, with what is inherited: those with the most statements first.
/// Throws std::runtime_error if it cannot be read.
const std::vector<RootCause>& root_causes();

/// The cause that a statement fails by, or nullptr.
const RootCause* cause_of(std::string_view id);

}  // namespace layoutcheck::properties
