// Records as lines: fields between tabs.
#include <layoutcheck/runtime/records.hpp>

#include <array>
#include <charconv>
#include <stdexcept>

namespace layoutcheck::gpu::runtime {

namespace {

constexpr std::array<std::string_view, 5> kind_names{"began", "launched", "found", "unsupported",
                                                     "failed"};

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c == '\t')
      result += "\\t";
    else if (c == '\n')
      result += "\\n";
    else if (c == '\\')
      result += "\\\\";
    else
      result += c;
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    if (++i == text.size()) throw std::invalid_argument("a record ends in a backslash");
    result += text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
  }
  return result;
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument("'" + std::string(text) + "' in a record is no number");
  return number;
}

}  // namespace

std::string to_line(const Record& record) {
  std::string line(kind_names.at(static_cast<std::size_t>(record.kind)));
  for (const std::string* text : {&record.name, &record.shape, &record.verdict, &record.text,
                                  &record.instruction, &record.source}) {
    line += '\t' + escaped(*text);
  }
  for (const std::uint64_t number :
       {record.line, record.blocks, record.blocks_run, record.accesses, record.count}) {
    line += '\t' + std::to_string(number);
  }
  return line + '\n';
}

Record parse_record(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) break;
    line.remove_prefix(tab + 1);
  }
  if (fields.size() != 12) throw std::invalid_argument("a record does not have 12 fields");
  Record record;
  std::size_t kind = 0;
  while (kind < kind_names.size() && kind_names[kind] != fields[0])
    ++kind;
  if (kind == kind_names.size()) {
    throw std::invalid_argument("there are no records of the kind '" + std::string(fields[0]) +
                                "'");
  }
  record.kind = static_cast<Record::Kind>(kind);
  std::size_t at = 1;
  for (std::string* text : {&record.name, &record.shape, &record.verdict, &record.text,
                            &record.instruction, &record.source}) {
    *text = unescaped(fields[at++]);
  }
  for (std::uint64_t* number :
       {&record.line, &record.blocks, &record.blocks_run, &record.accesses, &record.count}) {
    *number = number_in(fields[at++]);
  }
  return record;
}

}  // namespace layoutcheck::gpu::runtime
