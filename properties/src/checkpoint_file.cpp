// Reading and writing the file from which an interrupted exhaustive run goes on.
#include "checkpoint_file.hpp"

#include "tab_separated.hpp"
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

using detail::cells_of;
using detail::number_in;

constexpr std::string_view title = "# layoutcheck: how far an exhaustive run has come";
constexpr std::string_view columns =
    "# statement, part, weight, visited of it, cases, hypothesis met, undecided, failures, "
    "verdicts, exhausted weight, complete, nanoseconds";

std::string shard_text(const Shard& shard) {
  return std::to_string(shard.index + 1) + "/" + std::to_string(shard.count);
}

void read_line(const std::string& line, CheckpointFile& file) {
  const std::vector<std::string> cells = cells_of(line);
  if (cells.size() != 12) {
    throw std::invalid_argument("expected 12 cells, found " + std::to_string(cells.size()));
  }
  if (find_statement(cells[0]) == nullptr) {
    throw std::invalid_argument("no statement is called " + cells[0]);
  }
  Checkpoint at;
  at.weight = number_in(cells[2]);
  at.visited = number_in(cells[3]);
  at.tally.cases = number_in(cells[4]);
  at.tally.met = number_in(cells[5]);
  at.tally.undecided = number_in(cells[6]);
  at.tally.failures = number_in(cells[7]);
  const std::vector<std::string> verdicts = cells_of(cells[8], ',');
  for (std::size_t i = 0; i < std::min(verdict_kinds, verdicts.size()); ++i)
    at.tally.verdicts[i] = number_in(verdicts[i]);
  if (cells[9] != "-") at.tally.exhausted = number_in(cells[9]);
  at.tally.complete = number_in(cells[10]) != 0;
  at.tally.spent = std::chrono::nanoseconds(number_in(cells[11]));
  if (!file.lines.emplace(std::pair(cells[0], number_in(cells[1])), std::move(at)).second) {
    throw std::invalid_argument("part " + cells[1] + " of " + cells[0] + " is there twice");
  }
}

}  // namespace

CheckpointFile read_checkpoints(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in || std::filesystem::is_directory(path)) {
    throw std::runtime_error("cannot read " + path.string());
  }
  CheckpointFile file{};
  std::string line;
  for (std::size_t n = 1; std::getline(in, line); ++n) {
    try {
      if (n == 1) {
        if (line != title) {
          throw std::invalid_argument("this is not a file from which a run can go on");
        }
      } else if (n == 2) {
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() != 3) throw std::invalid_argument("expected bounds, part and jobs");
        file.bounds = cells[0];
        file.shard = parse_shard(cells[1]);
        file.jobs = static_cast<unsigned>(number_in(cells[2]));
      } else if (!line.empty() && line[0] != '#') {
        read_line(line, file);
      }
    } catch (const std::exception& error) {
      throw std::runtime_error(path.string() + ":" + std::to_string(n) + ": " + error.what());
    }
  }
  if (file.jobs == 0) throw std::runtime_error(path.string() + ": it ends before its second line");
  return file;
}

void write_checkpoints(const std::filesystem::path& path, const CheckpointFile& file) {
  const std::filesystem::path fresh = path.string() + ".new";
  {
    std::ofstream out(fresh);
    out << title << '\n'
        << file.bounds << '\t' << shard_text(file.shard) << '\t' << file.jobs << '\n'
        << columns << '\n';
    for (const auto& [key, at] : file.lines) {
      const Tally& tally = at.tally;
      out << key.first << '\t' << key.second << '\t' << at.weight << '\t' << at.visited << '\t'
          << tally.cases << '\t' << tally.met << '\t' << tally.undecided << '\t' << tally.failures
          << '\t';
      for (std::size_t i = 0; i < verdict_kinds; ++i)
        out << (i > 0 ? "," : "") << tally.verdicts[i];
      out << '\t' << (tally.exhausted ? std::to_string(*tally.exhausted) : "-") << '\t'
          << (tally.complete ? 1 : 0) << '\t' << tally.spent.count() << '\n';
    }
    if (!out.flush()) throw std::runtime_error("cannot write " + fresh.string());
  }
  std::error_code error;
  std::filesystem::rename(fresh, path, error);
  if (error) throw std::runtime_error("cannot write " + path.string() + ": " + error.message());
}

}  // namespace layoutcheck::properties
