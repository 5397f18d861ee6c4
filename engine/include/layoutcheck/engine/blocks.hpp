// Blocks of fields: the form of the texts of this project that people write and programs read. A
// key stands between brackets, the fields of the block follow, "title: ...", each on a line that
// those which begin with a blank continue; lines that begin with '#' are comments.
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

/// The blocks of a text; no field comes twice in one, but those that are `repeated`. Throws
/// std::runtime_error that names `place` and the line.
std::vector<Block> parse_blocks(std::string_view text, const std::string& place,
                                std::span<const std::string_view> repeated = {});

/// Throws std::runtime_error that names `place` and a line if a field of the block has none of
/// these names, or one of those that it needs is not there.
void require_fields(const Block& block, std::span<const std::string_view> names,
                    std::span<const std::string_view> needed, const std::string& place);

/// Throws std::runtime_error: "place:line: why".
[[noreturn]] void fail_at(const std::string& place, std::size_t line, const std::string& why);

}  // namespace layoutcheck::engine
