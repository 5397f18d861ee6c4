// Entries: what is known of each statement but its check, in a text for each section of a source.
#pragma once

#include <layoutcheck/engine/statement.hpp>
#include <layoutcheck/properties/reading.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::properties {

struct Entry {
  /// Without domain and check, which C++ binds to the id (src/bindings.hpp).
  engine::Statement statement;
  /// Whether lines of the corpus check it, and nothing is bound.
  bool is_checked_by_lines = false;
  /// For one of the numbered statements of the sources; else without an id.
  Reading reading;
  /// The key of the cause that it fails by (causes.hpp), if it is given one.
  std::string cause;
  /// What the fuzz targets file it under: that of its section, if it has no other.
  std::string concern;
};

/// The entries of a section: blocks (blocks.hpp) under the ids of the statements, after a block
/// "section". `name`.txt is the file; ids begin with its name. Throws std::runtime_error that names
/// the file and the line.
std::vector<Entry> parse_section(std::string_view text, const std::string& name);

/// Those of all sections. Throws std::runtime_error if they cannot be read.
const std::vector<Entry>& entries();

/// The entry of a statement, or nullptr.
const Entry* find_entry(std::string_view id);

}  // namespace layoutcheck::properties
