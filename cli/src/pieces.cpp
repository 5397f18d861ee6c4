// The files of a run in pieces.
#include "pieces.hpp"

#include "lines.hpp"
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/notation/version.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

using tab_separated::cells_of;
using tab_separated::escaped_cell;
using tab_separated::line_of;
using tab_separated::number_in;
using tab_separated::unescaped_cell;

constexpr std::string_view title = "# layoutcheck plan 2";
constexpr std::string_view columns = "# piece, cost, units";
constexpr std::string_view result_mark = "result 1";

std::string piece_lines(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    std::vector<std::string> cells = {"piece", std::to_string(piece.number),
                                      decimal(piece.cost, 0)};
    cells.insert(cells.end(), piece.units.begin(), piece.units.end());
    text += line_of(cells);
  }
  return text;
}

/// The command, and what it depends on.
std::string command_lines(const PlanFile& plan) {
  std::vector<std::string> cells = {"command"};
  for (const std::string& word : plan.command)
    cells.push_back(escaped_cell(word));
  std::string text = line_of(cells);
  for (const auto& [name, digest] : plan.inputs)
    text += line_of({"input", escaped_cell(name), digest});
  return text;
}

std::string shard_text(const engine::Shard& shard) {
  return std::to_string(shard.index + 1) + "/" + std::to_string(shard.count);
}

double cost_in(const std::string& cell) {
  const auto cost = number_from<double>(cell);
  if (!cost) throw std::invalid_argument("'" + cell + "' is not a number");
  return *cost;
}

/// Takes the next line from the text.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// The result that the text begins with, which is taken from it. Throws std::invalid_argument.
PieceResult take_result(std::string_view& text) {
  const std::string_view all = text;
  const std::vector<std::string> head = cells_of(next_line(text));
  if (head.size() != 7 || head[0] != result_mark)
    throw std::invalid_argument("it is not the result of a piece");
  PieceResult result;
  result.identity = head[1];
  result.number = number_in(head[2]);
  result.part = engine::parse_shard(head[3]);
  result.is_wrong = number_in(head[4]) != 0;
  result.seconds = cost_in(head[5]);
  result.date = head[6];
  while (!text.empty()) {
    const std::size_t before = all.size() - text.size();
    const std::vector<std::string> cells = cells_of(next_line(text));
    if (engine::is_seal(cells, all.substr(0, before))) return result;
    if (cells[0] != "unit" || cells.size() != 3)
      throw std::invalid_argument("expected a unit or the end");
    std::string found;
    for (std::size_t lines = number_in(cells[2]); lines > 0 && !text.empty(); --lines)
      (found += next_line(text)) += '\n';
    result.units.emplace_back(cells[1], std::move(found));
  }
  throw std::invalid_argument("it ends before its last line");
}

}  // namespace

const Piece& PlanFile::piece(std::size_t number) const {
  const auto found = std::lower_bound(pieces.begin(), pieces.end(), number,
                                      [](const Piece& p, std::size_t n) { return p.number < n; });
  if (found != pieces.end() && found->number == number) return *found;
  throw std::invalid_argument(
      "there is no piece " + std::to_string(number) + ": the plan has " +
      (pieces.size() == total ? "1 to " + std::to_string(total)
                              : std::to_string(pieces.size()) + " of " + std::to_string(total)));
}

PlanFile make_plan(std::vector<std::string> command, Inputs inputs, const std::vector<Unit>& units,
                   std::size_t pieces) {
  double sum = 0;
  for (const Unit& unit : units)
    sum += unit.cost;
  const double share = std::max(1.0, sum) / static_cast<double>(pieces);
  PlanFile plan;
  plan.command = std::move(command);
  plan.inputs = std::move(inputs);
  double before = 0;
  double next = 0;
  for (const Unit& unit : units) {
    // A unit belongs to the piece in which its middle falls.
    if (plan.pieces.empty() || before + unit.cost / 2 >= next) {
      plan.pieces.push_back({plan.pieces.size() + 1});
      next = (std::floor((before + unit.cost / 2) / share) + 1) * share;
    }
    plan.pieces.back().units.push_back(unit.name);
    plan.pieces.back().cost += unit.cost;
    before += unit.cost;
  }
  plan.total = plan.pieces.size();
  plan.identity = engine::digest_of(std::string(version) + '\n' + command_lines(plan) +
                                    piece_lines(plan.pieces));
  return plan;
}

std::string to_string(const PlanFile& plan) {
  std::string text =
      line_of({std::string(title)}) +
      line_of({"plan", plan.identity, std::string(version), std::to_string(plan.total)}) +
      command_lines(plan) + line_of({std::string(columns)}) + piece_lines(plan.pieces);
  return engine::sealed(std::move(text));
}

PlanFile read_plan(const std::filesystem::path& file) {
  const std::string text = engine::read_file(file);
  const std::string edited =
      "the plan is incomplete or was edited; make it again with 'layoutcheck plan'";
  if (!text.starts_with(title)) throw std::runtime_error(file.string() + ": this is not a plan");
  PlanFile plan;
  bool has_ended = false;
  std::size_t read = 0;
  tab_separated::read_lines(text, file.string(), [&](std::string_view line) {
    const std::string_view before(text.data(), read);
    read += line.size() + 1;
    if (has_ended) throw std::invalid_argument(edited);
    if (line.starts_with('#')) return;
    std::vector<std::string> cells = cells_of(line);
    if (cells[0] == "plan" && cells.size() == 4) {
      if (cells[2] != version) {
        throw std::invalid_argument("it is from layoutcheck " + cells[2] + ", and this is " +
                                    std::string(version));
      }
      plan.identity = cells[1];
      plan.total = number_in(cells[3]);
    } else if (cells[0] == "command" && cells.size() > 1) {
      for (std::size_t i = 1; i < cells.size(); ++i)
        plan.command.push_back(unescaped_cell(cells[i]));
    } else if (cells[0] == "input" && cells.size() == 3) {
      plan.inputs.emplace(unescaped_cell(cells[1]), cells[2]);
    } else if (cells[0] == "piece" && cells.size() > 3) {
      Piece piece{number_in(cells[1]), cost_in(cells[2])};
      piece.units.assign(std::make_move_iterator(cells.begin() + 3),
                         std::make_move_iterator(cells.end()));
      plan.pieces.push_back(std::move(piece));
    } else if (engine::is_seal(cells, before)) {
      has_ended = true;
    } else {
      throw std::invalid_argument(edited);
    }
  });
  if (!has_ended) throw std::runtime_error(file.string() + ": " + edited);
  return plan;
}

std::string to_string(const PieceResult& result) {
  std::string text =
      line_of({std::string(result_mark), result.identity, std::to_string(result.number),
               shard_text(result.part), result.is_wrong ? "1" : "0", decimal(result.seconds, 3),
               result.date});
  for (const auto& [name, found] : result.units) {
    text += line_of({"unit", name, std::to_string(std::count(found.begin(), found.end(), '\n'))}) +
            found;
  }
  return engine::sealed(std::move(text));
}

std::pair<std::vector<PieceResult>, std::string> read_results(const std::filesystem::path& file,
                                                              const PlanFile& plan) {
  const std::string text = engine::read_file(file);
  std::pair<std::vector<PieceResult>, std::string> found;
  std::string_view left = text;
  try {
    if (left.empty()) throw std::invalid_argument("it is empty");
    while (!left.empty()) {
      PieceResult result = take_result(left);
      if (result.identity != plan.identity) {
        throw std::runtime_error(file.string() + ": it is a piece of another plan, " +
                                 result.identity + ", and not of " + plan.identity);
      }
      found.first.push_back(std::move(result));
    }
  } catch (const std::invalid_argument& error) {
    found.second = file.string() + " is damaged: " + error.what();
  }
  return found;
}

std::filesystem::path plan_in(const std::filesystem::path& folder) {
  return folder / "run.plan";
}

std::filesystem::path result_in(const std::filesystem::path& folder, std::size_t number,
                                const engine::Shard& part) {
  std::string name = std::to_string(number);
  if (part.count > 1)
    name += "." + std::to_string(part.index + 1) + "of" + std::to_string(part.count);
  return folder / (name + ".result");
}

bool is_result(const std::filesystem::path& file) {
  return file.extension() == ".result" && !file.filename().string().starts_with('.');
}

namespace {

/// A word that a shell takes as it is.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string to_slurm(const PlanFile& plan, const std::string& file) {
  // Slurm refuses longer arrays unless its MaxArraySize is raised.
  constexpr std::size_t longest = 1000;
  const std::size_t each = (plan.total + longest - 1) / longest;
  const std::size_t tasks = (plan.total + each - 1) / each;
  const std::string each_text = std::to_string(each);
  return "#!/bin/bash\n"
         "#SBATCH --job-name=layoutcheck\n"
         "#SBATCH --array=1-" +
         std::to_string(tasks) +
         "\n"
         "#SBATCH --cpus-per-task=1\n"
         "#SBATCH --requeue\n"
         "#SBATCH --output=results/%A_%a.log\n" +
         (each == 1 ? "exec layoutcheck piece " + quoted(file) +
                          " \"$SLURM_ARRAY_TASK_ID\" --into results\n"
                    : "first=$(((SLURM_ARRAY_TASK_ID - 1) * " + each_text + " + 1))\n" +
                          "left=$((" + std::to_string(plan.total) + " - first + 1))\n" +
                          "exec layoutcheck piece " + quoted(file) + " \"$first+$((left < " +
                          each_text + " ? left : " + each_text + "))\" --into results\n");
}

std::string to_kubernetes(const PlanFile& plan, const std::string& file) {
  const std::string pieces = std::to_string(plan.total);
  return "apiVersion: batch/v1\n"
         "kind: Job\n"
         "metadata:\n"
         "  name: layoutcheck-" +
         plan.identity +
         "\n"
         "spec:\n"
         "  completionMode: Indexed\n"
         "  completions: " +
         pieces + "\n  parallelism: " + std::to_string(std::min<std::size_t>(plan.total, 100)) +
         "\n"
         // A piece in which something is wrong ends with status 1, as it does when tried again.
         "  backoffLimitPerIndex: 2\n"
         "  maxFailedIndexes: " +
         pieces +
         "\n"
         "  template:\n"
         "    spec:\n"
         "      restartPolicy: Never\n"
         "      containers:\n"
         "        - name: piece\n"
         "          image: layoutcheck:" +
         std::string(version) +
         "\n"
         "          command: [sh, -c]\n"
         "          args:\n"
         "            - exec layoutcheck piece " +
         quoted("/run/layoutcheck/" + std::filesystem::path(file).filename().string()) +
         " \"$((JOB_COMPLETION_INDEX + 1))\" --into /run/layoutcheck/results\n"
         "          resources:\n"
         "            requests: {cpu: \"1\", memory: 512Mi}\n"
         "          volumeMounts:\n"
         "            - {name: run, mountPath: /run/layoutcheck}\n"
         "      volumes:\n"
         "        - name: run\n"
         "          persistentVolumeClaim: {claimName: layoutcheck}\n";
}

}  // namespace layoutcheck::cli
