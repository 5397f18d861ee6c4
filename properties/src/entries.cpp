// Entries as text: blocks of fields.
#include "embedded.hpp"
#include "src/words.hpp"
#include <layoutcheck/engine/blocks.hpp>
#include <layoutcheck/properties/entries.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace layoutcheck::properties {

namespace {

constexpr std::string_view section_fields[] = {"concern"};

constexpr std::string_view entry_fields[] = {
    "kind",   "quotation", "says",   "check", "extent", "note", "standing", "counterexample",
    "remark", "why",       "change", "cause", "uses",   "lost", "slip",     "concern",
};

/// A field of an entry that may come several times.
constexpr std::string_view repeated[] = {"slip"};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  in.exceptions(std::ios::badbit);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  return words;
}

std::string_view describe_extent(Extent extent) {
  return describe(extent);
}

/// Reads the fields of one block.
class EntryReader {
 public:
  EntryReader(const Block& block, const std::string& place) : block_(block), place_(place) {}

  [[nodiscard]] Entry read() const {
    const bool is_amendment = block_.key.find(".amended") != std::string::npos;
    constexpr std::string_view needed[] = {"says", "kind"};
    require_fields(block_, entry_fields, std::span(needed).first(is_amendment ? 1 : 2), place_);
    Entry entry;
    Statement& statement = entry.statement;
    statement.id = block_.key;
    statement.kind = is_amendment ? "Amendment" : text_of("kind");
    statement.says = text_of("says");
    statement.counterexample = text_of("counterexample");
    statement.change = text_of("change");
    statement.uses = words_of(text_of("uses"));
    statement.lost = text_of("lost");
    for (const Field& field : block_.fields)
      if (field.name == "slip") statement.slips.push_back(field.text);
    read_standing(statement);
    entry.is_checked_by_lines = has("check", {"lines"});
    if (block_.find("quotation") != nullptr)
      entry.reading = reading(entry.is_checked_by_lines);
    else if (block_.find("note") != nullptr)
      fail("note", "has a note and no quotation");
    else if (block_.find("extent") != nullptr)
      fail("extent", "has an extent and no quotation");
    entry.cause = text_of("cause");
    entry.concern = text_of("concern");
    return entry;
  }

 private:
  [[nodiscard]] std::string text_of(std::string_view name) const {
    const Field* field = block_.find(name);
    return field == nullptr ? "" : field->text;
  }

  [[noreturn]] void fail(std::string_view name, const std::string& why) const {
    const Field* field = block_.find(name);
    fail_at(place_, field == nullptr ? block_.line : field->line, "[" + block_.key + "] " + why);
  }

  /// Whether there is the field, which then has one of these texts.
  [[nodiscard]] bool has(std::string_view name,
                         std::initializer_list<std::string_view> texts) const {
    const Field* field = block_.find(name);
    if (field == nullptr) return false;
    if (std::find(texts.begin(), texts.end(), field->text) == texts.end())
      fail(name, "has no '" + std::string(name) + ": " + field->text + "'");
    return true;
  }

  /// The standing, and what goes with it: a counterexample if it fails, a reason unless it holds.
  void read_standing(Statement& statement) const {
    const bool is_given = has("standing", {"fails as stated", "misprint", "not checkable"});
    const std::string standing = text_of("standing");
    statement.misprint = standing == "misprint";
    if (standing == "not checkable") statement.standing = Standing::not_checkable;
    if (standing == "fails as stated" || statement.misprint)
      statement.standing = Standing::fails_as_stated;
    const bool fails = statement.standing == Standing::fails_as_stated;
    for (const auto& [name, is_wanted] :
         {std::pair("counterexample", fails), std::pair("why", is_given)}) {
      if ((block_.find(name) != nullptr) != is_wanted) {
        fail(name, std::string(is_wanted ? "needs" : "has") + " a '" + name + "'" +
                       (is_given ? ", as its standing is '" + standing + "'" : " and no standing"));
      }
    }
    if (is_given && block_.find("remark") != nullptr)
      fail("remark", "has a 'remark'; 'why' is its field");
    statement.remark = text_of(is_given ? "why" : "remark");
  }

  [[nodiscard]] Reading reading(bool is_checked_by_lines) const {
    Reading reading{block_.key, text_of("quotation"),
                    is_checked_by_lines ? Extent::lines : Extent::whole, text_of("note")};
    if (reading.note.empty()) fail("note", "has a quotation and no note");
    if (has("extent", {describe(Extent::part), describe(Extent::stand_in), describe(Extent::none)}))
      reading.extent = *std::ranges::find(extents, text_of("extent"), describe_extent);
    return reading;
  }

  const Block& block_;
  const std::string& place_;
};

}  // namespace

std::vector<Entry> parse_section(std::string_view text, const std::string& name) {
  const std::string place = name + ".txt";
  const std::vector<Block> blocks = parse_blocks(text, place, repeated);
  if (blocks.empty() || blocks.front().key != "section")
    throw std::runtime_error(place + ":1: the block [section] has to come first");
  require_fields(blocks.front(), section_fields, section_fields, place);
  std::vector<Entry> found;
  for (const Block& block : std::span(blocks).subspan(1)) {
    if (block.key != name && !block.key.starts_with(name + "."))
      fail_at(place, block.line, "[" + block.key + "] is of another file");
    Entry entry = EntryReader(block, place).read();
    if (entry.concern.empty()) entry.concern = blocks.front().find("concern")->text;
    found.push_back(std::move(entry));
  }
  return found;
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> list;
    for (const EmbeddedFile& file : built_in().sections) {
      const std::string_view name = file.name.substr(0, file.name.rfind('.'));
      for (Entry& entry : parse_section(file.text, std::string(name)))
        list.push_back(std::move(entry));
    }
    return list;
  }();
  return all;
}

const Entry* find_entry(std::string_view id) {
  static const std::map<std::string_view, const Entry*> index = [] {
    std::map<std::string_view, const Entry*> map;
    for (const Entry& entry : entries())
      map.emplace(entry.statement.id, &entry);
    return map;
  }();
  const auto found = index.find(id);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace layoutcheck::properties
