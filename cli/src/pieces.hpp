// The files of a run in pieces: its plan, and what each piece has found.
#pragma once

#include "work.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

struct Piece {
  /// From 1 on.
  std::size_t number = 1;
  double cost = 0;
  /// The names of its units.
  std::vector<std::string> units = {};
};

/// A run as pieces: a line for each, and before them the command that they are of.
struct PlanFile {
  /// What results have in common that may be merged. The plan of what is left of a plan has its
  /// identity.
  std::string identity;
  /// The command with all that it would else choose, such as its seed.
  std::vector<std::string> command;
  /// What its pieces depend on beside the command.
  Inputs inputs = {};
  /// How many pieces there are in all.
  std::size_t total = 0;
  std::vector<Piece> pieces;

  /// The piece of this number. Throws std::invalid_argument if there is none here.
  [[nodiscard]] const Piece& piece(std::size_t number) const;
};

/// Units in their order as at most so many pieces of similar cost.
PlanFile make_plan(std::vector<std::string> command, Inputs inputs, const std::vector<Unit>& units,
                   std::size_t pieces);

std::string to_string(const PlanFile& plan);

/// The plan in the file. Throws std::runtime_error that names the file if it cannot be read, was
/// edited, or is of another version of the program.
PlanFile read_plan(const std::filesystem::path& file);

/// What a piece, or a part of one, has found.
struct PieceResult {
  std::string identity;
  std::size_t number = 1;
  engine::Shard part = {};
  bool is_wrong = false;
  double seconds = 0;
  std::string date;
  std::vector<std::pair<std::string, std::string>> units = {};
};

/// Results one behind another are results.
std::string to_string(const PieceResult& result);

/// The results in the file that are whole, and what is wrong with the rest of it; "" if nothing is.
/// Throws std::runtime_error that names the file if one is of another plan.
std::pair<std::vector<PieceResult>, std::string> read_results(const std::filesystem::path& file,
                                                              const PlanFile& plan);

/// Where a folder has the plan and the results.
std::filesystem::path plan_in(const std::filesystem::path& folder);
std::filesystem::path result_in(const std::filesystem::path& folder, std::size_t number,
                                const engine::Shard& part);
bool is_result(const std::filesystem::path& file);

/// The plan as a file for sbatch, and as a Job of Kubernetes. `file` is the plan's.
std::string to_slurm(const PlanFile& plan, const std::string& file);
std::string to_kubernetes(const PlanFile& plan, const std::string& file);

}  // namespace layoutcheck::cli
