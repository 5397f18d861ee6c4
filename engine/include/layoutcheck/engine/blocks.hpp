// Blocks of fields: the format of this project's hand-written data files. A block begins with a key
// in brackets; its fields, "title: ...", follow, one per line. A line that begins with a blank
// continues the previous one; a line that begins with '#' is a comment.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::engine {

struct Field {
  std::string name;
  std::string text;
  std::size_t line = 0;
};

struct Block {
  std::string key;
  std::size_t line = 0;
  std::vector<Field> fields;

  /// The first field of this name, or nullptr.
  [[nodiscard]] const Field* find(std::string_view name) const;
};

/// The blocks of a text; a field may occur twice in a block only if it is `repeated`. Throws
/// std::runtime_error that names `place` and the line.
std::vector<Block> parse_blocks(std::string_view text, const std::string& place,
                                std::span<const std::string_view> repeated = {});

/// Throws std::runtime_error that names `place` and a line if a field of the block has an unknown
/// name, or a required field is missing.
void require_fields(const Block& block, std::span<const std::string_view> names,
                    std::span<const std::string_view> needed, const std::string& place);

/// Throws std::runtime_error: "place:line: why".
[[noreturn]] void fail_at(const std::string& place, std::size_t line, const std::string& why);

}  // namespace layoutcheck::engine
