// SARIF 2.1.0: findings at lines of files, for code scanning and editors.
#pragma once

#include "report.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

struct SarifResult {
  /// What is wrong, in a few words that findings share: "answers the unanswerable".
  std::string kind;
  std::string message;
  /// What it is about: an operation, or the entry of a kernel.
  std::string subject;
  /// Where it is, if that is in a file.
  std::optional<Place> place = {};
  /// Other places, each with what it is: "asked in", "compiled from".
  std::vector<std::pair<std::string, Place>> related = {};
  std::size_t count = 1;
};

struct SarifRun {
  std::vector<SarifResult> results;
  /// What was not done or is wrong with the whole, each a sentence.
  std::vector<std::string> lacks;
  /// What was not judged, likewise; it makes no failure.
  std::vector<std::string> notes = {};
  /// How many findings there are beyond the results.
  std::size_t left_out = 0;
};

/// One run of the program. A file below the working directory has a path relative to it, as a
/// checked out repository needs; another one has its whole path.
std::string to_sarif(const SarifRun& run);

/// A result for each fault, at the line of its question if that is known, else at its line.
std::string to_sarif(const Report& report);

}  // namespace layoutcheck::cli
