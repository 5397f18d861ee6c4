// What was found of a statement, read in two ways: by the letter, all the way down to the
// definitions that it uses; and with those definitions amended.
#pragma once

#include <layoutcheck/engine/statement.hpp>

#include <string_view>

namespace layoutcheck::properties {

/// Whether it is an example of the documentation of an implementation, which is no list of
/// statements: there is a line for each number, and neither a reading nor a place in the counts.
bool is_documentation(const engine::Statement& statement);

/// Whether it is a numbered statement of a source: no amendment, no relation, no theorem of this
/// project and no documentation.
bool is_numbered(const engine::Statement& statement);

enum class Finding {
  holds,
  fails,
  misprinted,  // it fails by a typing error
  lost,        // our copy has lost it, and nothing is found of it
  not_checkable,
};

std::string_view describe(Finding finding);

/// Whether a statement fails as stated, and is to be left as it is once what it uses is amended.
bool fails_by_inheritance(const engine::Statement& statement);

/// Each term means what its definition says to the letter, also where that is broken.
Finding by_the_letter(const engine::Statement& statement);

/// With the definitions and constructions amended that it uses and that are broken.
Finding with_amended_definitions(const engine::Statement& statement);

}  // namespace layoutcheck::properties
