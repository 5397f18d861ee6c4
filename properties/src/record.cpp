// The record as text: one line for each statement and range, cells separated by tabs.
#include "embedded.hpp"
#include "src/words.hpp"
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/properties/record.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

using tab_separated::cells_of;
using tab_separated::line_of;
using tab_separated::number_in;
using tab_separated::number_or_none;

constexpr std::string_view command_mark = "# command\t";
constexpr std::string_view columns =
    "# statement\trange\tcases\thypothesis met\tnot trivial\tundecided\tall up to weight\tall of "
    "the range";

/// "random" in the text, "" in the program.
std::string range_of(const std::string& cell) {
  return cell == "random" ? "" : cell;
}
std::string cell_of(const std::string& range) {
  return range.empty() ? "random" : range;
}

void read_line(std::string_view line, Record& record) {
  if (line.starts_with(command_mark)) {
    const auto cells = cells_of(line);
    if (cells.size() != 3) throw std::invalid_argument("expected a range and a command");
    record.commands[range_of(cells[1])] = cells[2];
    return;
  }
  if (line.empty() || line[0] == '#') return;
  const auto cells = cells_of(line);
  if (cells.size() != 8)
    throw std::invalid_argument("expected 8 cells, found " + std::to_string(cells.size()));
  Evidence evidence;
  evidence.range = range_of(cells[1]);
  evidence.cases = number_in(cells[2]);
  evidence.met = number_in(cells[3]);
  if (cells[4] != "-") evidence.nontrivial = number_in(cells[4]);
  evidence.undecided = number_in(cells[5]);
  if (cells[6] != "-") evidence.exhausted = number_in(cells[6]);
  evidence.complete = cells[7] == "yes";
  record.evidence[cells[0]].push_back(std::move(evidence));
}

}  // namespace

const Evidence* Record::at_random(std::string_view id) const {
  const auto found = evidence.find(id);
  if (found == evidence.end()) return nullptr;
  const auto at = std::find_if(found->second.begin(), found->second.end(),
                               [](const Evidence& e) { return e.range.empty(); });
  return at == found->second.end() ? nullptr : &*at;
}

std::vector<const Evidence*> Record::enumerated(std::string_view id) const {
  std::vector<const Evidence*> all;
  const auto found = evidence.find(id);
  if (found == evidence.end()) return all;
  for (const Evidence& e : found->second)
    if (!e.range.empty()) all.push_back(&e);
  return all;
}

Record parse_record(std::string_view text, const std::string& place) {
  Record record;
  tab_separated::read_lines(text, place, [&](std::string_view line) { read_line(line, record); });
  return record;
}

std::string to_string(const Record& record) {
  std::string text =
      "# What long runs have counted of each statement; `layoutcheck verify --record` writes it.\n";
  for (const auto& [range, command] : record.commands)
    text += std::string(command_mark) + line_of({cell_of(range), command});
  text += line_of({std::string(columns)});
  for (const auto& [id, list] : record.evidence) {
    std::vector<const Evidence*> sorted;
    for (const Evidence& e : list)
      sorted.push_back(&e);
    std::sort(sorted.begin(), sorted.end(),
              [](const Evidence* a, const Evidence* b) { return a->range < b->range; });
    for (const Evidence* e : sorted) {
      text += line_of({id, cell_of(e->range), std::to_string(e->cases), std::to_string(e->met),
                       number_or_none(e->nontrivial), std::to_string(e->undecided),
                       number_or_none(e->exhausted), e->complete ? "yes" : "no"});
    }
  }
  return text;
}

const Record& built_in_record() {
  static const Record record = parse_record(built_in().record, "the built-in record");
  return record;
}

void put(Record& record, const std::vector<Row>& rows, const std::string& range,
         const std::string& command) {
  bool used = false;
  for (const Row& row : rows) {
    const Tally& tally = range.empty() ? row.random : row.exhaustive;
    if (tally.cases == 0 || (tally.first && row.statement->standing == Standing::holds)) continue;
    used = true;
    auto& list = record.evidence[std::string(row.statement->id)];
    std::erase_if(list, [&](const Evidence& e) { return e.range == range; });
    Evidence evidence;
    evidence.range = range;
    evidence.cases = tally.cases;
    evidence.met = tally.met;
    evidence.nontrivial = tally.nontrivial;
    evidence.undecided = tally.undecided;
    if (!range.empty()) {
      evidence.exhausted = tally.exhausted;
      evidence.complete = tally.complete;
    }
    list.push_back(std::move(evidence));
  }
  if (used) record.commands[range] = command;
}

}  // namespace layoutcheck::properties
