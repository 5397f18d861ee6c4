// Reading and writing the file from which an interrupted exhaustive run goes on.
#include "checkpoint_file.hpp"

#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck::engine {

namespace {

using tab_separated::cells_of;
using tab_separated::line_of;
using tab_separated::number_in;
using tab_separated::number_or_none;

constexpr std::string_view title = "# layoutcheck: how far an exhaustive run has come";
constexpr std::string_view columns =
    "# statement, part, weight, visited of it, cases, hypothesis met, not trivial, undecided, "
    "failure, verdicts, exhausted weight, complete, nanoseconds";

std::string shard_text(const Shard& shard) {
  return std::to_string(shard.index + 1) + "/" + std::to_string(shard.count);
}

constexpr std::string_view failing = "fails_on";

void read_line(std::string_view line, const FindStatement& find, CheckpointFile& file) {
  const std::vector<std::string> cells = cells_of(line);
  if (cells.size() != 13)
    throw std::invalid_argument("expected 13 cells, found " + std::to_string(cells.size()));
  const Statement* statement = find(cells[0]);
  if (statement == nullptr) throw std::invalid_argument("there is no statement " + cells[0]);
  Checkpoint at;
  at.weight = number_in(cells[2]);
  at.visited = number_in(cells[3]);
  at.tally.cases = number_in(cells[4]);
  at.tally.met = number_in(cells[5]);
  at.tally.nontrivial = number_in(cells[6]);
  at.tally.undecided = number_in(cells[7]);
  at.failure = failure_in(cells[8], *statement);
  read_verdicts(cells[9], at.tally);
  if (cells[10] != "-") at.tally.exhausted = number_in(cells[10]);
  at.tally.complete = number_in(cells[11]) != 0;
  at.tally.spent = std::chrono::nanoseconds(number_in(cells[12]));
  const std::size_t part = number_in(cells[1]);
  if (part >= file.jobs) {
    throw std::invalid_argument("there is no part " + cells[1] + " of " +
                                std::to_string(file.jobs));
  }
  if (!file.lines.emplace(std::pair(cells[0], part), std::move(at)).second)
    throw std::invalid_argument("part " + cells[1] + " of " + cells[0] + " is there twice");
}

void read_head(std::string_view line, const CheckpointFile& run, CheckpointFile& file) {
  // No machine has more threads to share a run.
  constexpr std::size_t most_parts = 1024;
  const std::vector<std::string> cells = cells_of(line);
  if (cells.size() != 4) throw std::invalid_argument("expected bounds, part, jobs and version");
  // Another may number, enumerate or judge the cases otherwise.
  if (cells[3] != version) {
    throw std::invalid_argument("it is from layoutcheck " + cells[3] + ", and this is " +
                                std::string(version));
  }
  const std::size_t jobs = number_in(cells[2]);
  if (jobs < 1 || jobs > most_parts)
    throw std::invalid_argument("expected 1 to " + std::to_string(most_parts) + " parts");
  if (cells[0] != run.bounds || parse_shard(cells[1]) != run.shard) {
    throw std::invalid_argument("it is of a run within '" + cells[0] + "', part " + cells[1] +
                                ", not of this one");
  }
  file.jobs = static_cast<unsigned>(jobs);
}

}  // namespace

std::string failure_text(const std::optional<Failure>& failure) {
  if (!failure) return "-";
  Case c;
  c.operation = failing;
  c.operands = failure->operands;
  return to_string(c);
}

std::optional<Failure> failure_in(const std::string& cell, const Statement& statement) {
  if (cell == "-") return std::nullopt;
  // Variadic, because a domain may draw more operands of its last sort than it has sorts.
  const Vocabulary one(
      {{std::string(failing), statement.domain.sorts, Sort::truth, true, false, ""}});
  try {
    return Failure{parse_case(cell, 1, one).operands, "", 0};
  } catch (const ParseError& error) {
    throw std::invalid_argument("'" + cell + "' is no failure: " + error.message());
  }
}

std::string verdicts_text(const Tally& tally) {
  std::string text;
  for (const std::size_t count : tally.verdicts)
    text += (text.empty() ? "" : ",") + std::to_string(count);
  return text;
}

void read_verdicts(const std::string& cell, Tally& tally) {
  const std::vector<std::string> verdicts = cells_of(cell, ',');
  for (std::size_t i = 0; i < std::min(verdict_kinds, verdicts.size()); ++i)
    tally.verdicts[i] = number_in(verdicts[i]);
}

CheckpointFile read_checkpoints(const std::filesystem::path& path, const CheckpointFile& run,
                                const FindStatement& find, std::string& lost) {
  const std::string text = read_file(path);
  lost = text.empty() ? "it is empty" : "it ends before its last line";
  if (title.starts_with(text)) return run;
  CheckpointFile file{run.bounds, run.shard, run.jobs, {}};
  const bool is_ours = text.starts_with(line_of({std::string(title)}));
  bool is_whole = false;
  try {
    is_whole = is_ours && is_sealed(text);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(path.string() + ": " + error.what());
  }
  std::size_t n = 0;
  tab_separated::read_lines(text, path.string(), [&](std::string_view line) {
    ++n;
    if (!is_ours) throw std::invalid_argument("this is not a file from which a run can go on");
    // Even one that was cut off is not overwritten by another run.
    const bool has_end = line.data() + line.size() < text.data() + text.size();
    if (n == 2 && has_end) read_head(line, run, file);
    if (n > 2 && is_whole && line[0] != '#' && !line.starts_with("end\t"))
      read_line(line, find, file);
  });
  if (is_whole) lost.clear();
  return file;
}

void write_checkpoints(const std::filesystem::path& path, const CheckpointFile& file) {
  const auto number = [](auto n) { return std::to_string(n); };
  std::string text =
      line_of({std::string(title)}) +
      line_of({file.bounds, shard_text(file.shard), number(file.jobs), std::string(version)}) +
      line_of({std::string(columns)});
  for (const auto& [key, at] : file.lines) {
    const Tally& tally = at.tally;
    text += line_of({key.first, number(key.second), number(at.weight), number(at.visited),
                     number(tally.cases), number(tally.met), number(tally.nontrivial),
                     number(tally.undecided), failure_text(at.failure), verdicts_text(tally),
                     number_or_none(tally.exhausted), tally.complete ? "1" : "0",
                     number(tally.spent.count())});
  }
  write_file(path, sealed(std::move(text)));
}

}  // namespace layoutcheck::engine
