// Files of cases: reading them line by line, and replaying them.
#pragma once

#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/notation/text.hpp>

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace layoutcheck::properties {

/// Calls `use` with each line that holds a case, and with `error` set instead for one that cannot
/// be read. Reading goes on after an error, and stops when `use` returns false.
struct CaseLine {
  std::size_t number = 0;
  std::string text;
  std::optional<Case> content;
  /// What is wrong with the line, with its column.
  std::string error;
};
void read_cases(std::istream& in, const std::function<bool(const CaseLine&)>& use);

/// A line of a replay that is not as it should be.
struct ReplayFault {
  std::string place;  // file:line
  std::string line;
  std::string why;
};

struct Replay {
  std::size_t cases = 0;
  std::size_t undecided = 0;
  std::vector<ReplayFault> faults;
};

/// Replays a file: each answer must be right by the oracle, and this project's own answer must be
/// that answer. Throws std::runtime_error naming the file if it cannot be read.
Replay replay(const std::filesystem::path& file, const JudgeOptions& options = {});

/// The files *.txt under a folder, sorted, or the file itself. Throws std::runtime_error if there
/// is none.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& place);

}  // namespace layoutcheck::properties
