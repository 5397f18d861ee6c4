// Records as lines of cells.
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/runtime/records.hpp>

#include <array>
#include <stdexcept>

namespace layoutcheck::gpu::runtime {

namespace {

constexpr std::array<std::string_view, 8> kind_names{
    "began", "launched", "found", "remarked", "unsupported", "failed", "recorded", "not recorded"};

std::string text_in(const std::string& cell) {
  std::string text = tab_separated::unescaped_cell(cell);
  if (text.ends_with('\\') && tab_separated::escaped_cell(text) != cell)
    throw std::invalid_argument("a record ends in a backslash");
  return text;
}

std::uint64_t number_in(std::string_view cell) {
  const auto number = number_from<std::uint64_t>(cell);
  if (!number) throw std::invalid_argument("'" + std::string(cell) + "' in a record is no number");
  return *number;
}

}  // namespace

std::string to_line(const Record& record) {
  std::vector<std::string> cells{std::string(kind_names.at(static_cast<std::size_t>(record.kind)))};
  for (const std::string* text : {&record.name, &record.shape, &record.verdict, &record.text,
                                  &record.instruction, &record.source}) {
    cells.push_back(tab_separated::escaped_cell(*text));
  }
  for (const std::uint64_t number : {record.line, record.blocks, record.blocks_run, record.accesses,
                                     record.count, std::uint64_t{record.is_equal}}) {
    cells.push_back(std::to_string(number));
  }
  return tab_separated::line_of(cells);
}

Record parse_record(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  const std::vector<std::string> fields = tab_separated::cells_of(line);
  if (fields.size() != 13) throw std::invalid_argument("a record does not have 13 fields");
  Record record;
  std::size_t kind = 0;
  while (kind < kind_names.size() && kind_names[kind] != fields[0])
    ++kind;
  if (kind == kind_names.size())
    throw std::invalid_argument("there are no records of the kind '" + fields[0] + "'");
  record.kind = static_cast<Record::Kind>(kind);
  std::size_t at = 1;
  for (std::string* text : {&record.name, &record.shape, &record.verdict, &record.text,
                            &record.instruction, &record.source}) {
    *text = text_in(fields[at++]);
  }
  for (std::uint64_t* number :
       {&record.line, &record.blocks, &record.blocks_run, &record.accesses, &record.count}) {
    *number = number_in(fields[at++]);
  }
  record.is_equal = number_in(fields[at]) != 0;
  return record;
}

}  // namespace layoutcheck::gpu::runtime
