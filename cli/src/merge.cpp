// `layoutcheck merge`: says what a single run would have said from what its pieces have found.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "pieces.hpp"
#include "report_files.hpp"
#include <layoutcheck/processes/child.hpp>

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <iostream>
#include <memory>
#include <set>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> folders;
  bool missing = false;
  std::string record;
  ReportFiles files;
};

/// While it lives no other process merges the folder.
class Lock {
 public:
  explicit Lock(const fs::path& folder) : descriptor_(open(folder.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (!descriptor_.is_open()) throw std::runtime_error("cannot read " + folder.string());
    // A file system without locks has none that another could hold.
    if (flock(descriptor_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw std::runtime_error("another process is merging " + folder.string() + " now");
  }

 private:
  processes::Descriptor descriptor_;
};

/// What there is of a piece: all of it, or parts, by how many they are of.
using Parts = std::map<std::size_t, std::map<std::size_t, PieceResult>>;

/// The plan of the folders, with the pieces that any of them names.
PlanFile plan_of(const std::vector<std::string>& folders) {
  PlanFile plan = read_plan(plan_in(folders.front()));
  std::map<std::size_t, Piece> pieces;
  for (const std::string& folder : folders) {
    PlanFile one = read_plan(plan_in(folder));
    if (one.identity != plan.identity) {
      throw std::runtime_error(folder + " has the pieces of another plan, " + one.identity +
                               ", and not of " + plan.identity);
    }
    for (Piece& piece : one.pieces)
      pieces.emplace(piece.number, std::move(piece));
  }
  plan.pieces.clear();
  for (auto& [number, piece] : pieces)
    plan.pieces.push_back(std::move(piece));
  return plan;
}

std::map<std::size_t, Parts> results_of(const std::vector<std::string>& folders,
                                        const PlanFile& plan, std::vector<std::string>& damages) {
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder))
      if (is_result(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::map<std::size_t, Parts> all;
  for (const fs::path& file : files) {
    auto [results, damage] = read_results(file, plan);
    if (!damage.empty()) damages.push_back(std::move(damage));
    for (PieceResult& result : results) {
      const auto part = result.part;
      auto& known = all[result.number][part.count];
      // Of two that contradict each other, as those of a program that is not always right, that
      // counts which found something.
      const auto before = known.find(part.index);
      if (before == known.end() || (result.is_wrong && !before->second.is_wrong))
        known.insert_or_assign(part.index, std::move(result));
    }
  }
  return all;
}

bool has_wrong(const std::map<std::size_t, PieceResult>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part.second.is_wrong; });
}

/// The parts that together are the whole piece; nothing if there are none.
const std::map<std::size_t, PieceResult>* whole_of(const std::map<std::size_t, Parts>& all,
                                                   std::size_t number) {
  const auto found = all.find(number);
  if (found == all.end()) return nullptr;
  for (const auto& [count, parts] : found->second)
    if (parts.size() == count) return &parts;
  return nullptr;
}

/// Names the pieces in which a result found something that is not among what is merged, because the
/// piece was cut in several ways.
void tell_contradictions(const std::map<std::size_t, Parts>& all, std::vector<std::string>& lacks) {
  for (const auto& [number, sets] : all) {
    const auto* merged = whole_of(all, number);
    const bool found = std::any_of(sets.begin(), sets.end(),
                                   [](const auto& set) { return has_wrong(set.second); });
    if (found && merged != nullptr && !has_wrong(*merged)) {
      lacks.push_back("piece " + std::to_string(number) +
                      ": a part of it found a fault, and the whole piece did not");
    }
  }
}

/// The folders without those that are there already by another name.
std::vector<std::string> distinct(const std::vector<std::string>& folders) {
  std::vector<std::string> kept;
  std::set<fs::path> places;
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path place = fs::canonical(folder, error);
    if (error || places.insert(place).second) kept.push_back(folder);
  }
  return kept;
}

/// "3 of 200 pieces are missing: 2, 5 to 6".
std::string missing_text(const std::vector<std::size_t>& missing, const PlanFile& plan) {
  constexpr std::size_t shown = 20;
  std::string list;
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < missing.size();) {
    std::size_t end = i;
    while (end + 1 < missing.size() && missing[end + 1] == missing[end] + 1)
      ++end;
    if (++ranges <= shown) {
      list += (list.empty() ? "" : ", ") + std::to_string(missing[i]);
      if (end > i) list += (end == i + 1 ? ", " : " to ") + std::to_string(missing[end]);
    }
    i = end + 1;
  }
  return std::to_string(missing.size()) + " of " + counted(plan.total, "piece") +
         (missing.size() == 1 ? " is" : " are") + " missing: " + list +
         (ranges > shown ? ", ..." : "");
}

void take_piece(const Piece& piece, const std::map<std::size_t, PieceResult>* parts, Work& work) {
  if (parts == nullptr) {
    for (const std::string& name : piece.units)
      work.known.emplace_back(name, std::nullopt);
    return;
  }
  std::map<std::string_view, const std::string*> found;
  for (const auto& [index, part] : *parts) {
    work.seconds += part.seconds;
    if (work.date.empty() || part.date < work.date) work.date = part.date;
    for (const auto& [name, text] : part.units)
      if (parts->size() == 1)
        found.emplace(name, &text);
      else
        work.known.emplace_back(name, text);
  }
  if (parts->size() > 1) return;
  for (const std::string& name : piece.units) {
    const auto at = found.find(name);
    work.known.emplace_back(name, at == found.end() ? std::nullopt : std::optional(*at->second));
    if (at == found.end())
      work.lacks.push_back("piece " + std::to_string(piece.number) + " lacks '" + name + "'");
  }
}

int run_merge(const MergeOptions& options) {
  const std::vector<std::string> folders = distinct(options.folders);
  std::vector<Lock> locks;
  if (!options.missing)
    for (const std::string& folder : folders)
      locks.emplace_back(folder);
  PlanFile plan = plan_of(folders);
  Work work;
  work.mode = Work::Mode::merge;
  work.inputs = plan.inputs;
  std::vector<std::size_t> missing;
  {
    const std::map<std::size_t, Parts> all = results_of(folders, plan, work.lacks);
    tell_contradictions(all, work.lacks);
    std::vector<Piece> left;
    std::size_t expected = 1;
    for (const Piece& piece : plan.pieces) {
      for (; expected < piece.number; ++expected)
        missing.push_back(expected);
      ++expected;
      const auto* parts = whole_of(all, piece.number);
      if (parts == nullptr) missing.push_back(piece.number);
      if (options.missing && parts == nullptr) left.push_back(piece);
      if (!options.missing) take_piece(piece, parts, work);
    }
    for (; expected <= plan.total; ++expected)
      missing.push_back(expected);
    if (options.missing) {
      for (const std::string& damage : work.lacks)
        std::cerr << damage << '\n';
      plan.pieces = std::move(left);
      std::cout << to_string(plan);
      return missing.empty() && work.lacks.empty() ? exit_right : exit_wrong;
    }
  }
  if (!missing.empty()) work.lacks.insert(work.lacks.begin(), missing_text(missing, plan));
  std::vector<std::string> command = plan.command;
  const auto add = [&](const std::string& option, const std::string& value) {
    if (!value.empty()) command.insert(command.begin() + 1, {option, value});
  };
  add("--json", options.files.json);
  add("--junit", options.files.junit);
  add("--html", options.files.html);
  add("--sarif", options.files.sarif);
  add("--faults", options.files.faults);
  add("--record", options.record);
  return run_inner(command, work);
}

}  // namespace

void add_merge(Program& program) {
  auto options = std::make_shared<MergeOptions>();
  Command command(program, "merge", "Merge the results of pieces into the report of a single run");
  command.argument("DIR", options->folders, "The folders of the results").required();
  command.flag("--missing", options->missing,
               "Print only a plan of the missing and damaged pieces");
  command.text("--record", "FILE", options->record,
               "Write the counts of each statement to this file");
  add_report_files(command, options->files);
  command.footer(
      "layoutcheck merge results --json run.json\n"
      "layoutcheck merge results --missing > left.plan",
      "that of the planned command, but not 0 if a piece is missing or damaged; 2 bad usage or "
      "input. With --missing: 0 nothing is missing, 1 something is.");
  command.run([options] { return run_merge(*options); });
}

}  // namespace layoutcheck::cli
