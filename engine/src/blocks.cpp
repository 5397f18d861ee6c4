// Blocks of fields, line by line.
#include <layoutcheck/engine/blocks.hpp>
#include <layoutcheck/notation/tab_separated.hpp>

#include <algorithm>

namespace layoutcheck::engine {

namespace {

/// Reads one line after another.
class BlockReader {
 public:
  explicit BlockReader(std::span<const std::string_view> repeated) : repeated_(repeated) {}

  void read(std::string_view line) {
    ++number_;
    if (line.starts_with('#')) return;
    if (line.starts_with('[')) {
      if (!line.ends_with(']') || line.size() < 3)
        throw std::invalid_argument("no key in brackets");
      blocks.push_back({std::string(line.substr(1, line.size() - 2)), number_, {}});
      is_in_field_ = false;
    } else if (line.starts_with(' ')) {
      const std::size_t text = line.find_first_not_of(' ');
      if (text == std::string_view::npos) return;
      if (!is_in_field_) throw std::invalid_argument("there is no field to go on with");
      blocks.back().fields.back().text += line.substr(text - 1);
    } else if (!line.empty()) {
      begin(line);
    }
  }

  std::vector<Block> blocks;

 private:
  void begin(std::string_view line) {
    if (blocks.empty()) throw std::invalid_argument("a key in brackets has to come first");
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) throw std::invalid_argument("expected 'field: text'");
    const std::string name(line.substr(0, colon));
    Block& block = blocks.back();
    const bool may_repeat = std::find(repeated_.begin(), repeated_.end(), name) != repeated_.end();
    if (!may_repeat && block.find(name) != nullptr)
      throw std::invalid_argument("'" + name + "' comes twice");
    block.fields.push_back({name, std::string(line.substr(colon + 2)), number_});
    is_in_field_ = true;
  }

  std::span<const std::string_view> repeated_;
  std::size_t number_ = 0;
  bool is_in_field_ = false;
};

}  // namespace

const Field* Block::find(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

std::vector<Block> parse_blocks(std::string_view text, const std::string& place,
                                std::span<const std::string_view> repeated) {
  BlockReader reader(repeated);
  tab_separated::read_lines(text, place, [&](std::string_view line) { reader.read(line); });
  return std::move(reader.blocks);
}

void require_fields(const Block& block, std::span<const std::string_view> names,
                    std::span<const std::string_view> needed, const std::string& place) {
  for (const Field& field : block.fields)
    if (std::find(names.begin(), names.end(), field.name) == names.end())
      fail_at(place, field.line, "there is no field '" + field.name + "'");
  for (const std::string_view name : needed) {
    const Field* field = block.find(name);
    if (field == nullptr || field->text.empty())
      fail_at(place, block.line, "[" + block.key + "] has no field '" + std::string(name) + "'");
  }
}

void fail_at(const std::string& place, std::size_t line, const std::string& why) {
  throw std::runtime_error(place + ":" + std::to_string(line) + ": " + why);
}

}  // namespace layoutcheck::engine
