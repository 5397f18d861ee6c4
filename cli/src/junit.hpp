// JUnit XML: test cases with what came of each, for the reports of continuous integration.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

struct JunitCase {
  enum class Outcome { passed, failed, error, skipped };

  std::string name;
  Outcome outcome = Outcome::passed;
  /// Why, unless it has passed; and what there is to say beyond that, unless it is skipped.
  std::string message = {};
  std::vector<std::string> lines = {};
  std::optional<std::size_t> assertions = {};
  std::optional<double> seconds = {};
};

/// What is known of a run of the command: its properties, those without a value left out, how long
/// it took, and when it began.
struct JunitRun {
  std::string command;
  std::vector<std::pair<std::string, std::string>> properties;
  double seconds = 0;
  std::string date;
};

std::string to_junit(const JunitRun& run, const std::vector<JunitCase>& cases);

}  // namespace layoutcheck::cli
