// Judging answered cases line by line, as `layoutcheck check` does.
#pragma once

#include "report.hpp"
#include <layoutcheck/judge/corpus.hpp>

#include <chrono>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace layoutcheck::cli {

struct JudgedLine {
  const CaseLine& source;
  /// Its question has at least the name of an operation, or "(unreadable)".
  Judged judged;

  /// The case as this project prints it, or the line if it is none; clipped if it is long.
  [[nodiscard]] std::string text() const;
};

/// The questions that the lines are to answer, in this order.
struct Questions {
  std::istream& in;
  std::string name;
};

struct LineLimits {
  /// How many faults the report is to have.
  std::size_t max_faults = SIZE_MAX;
  /// How long a line may take, and when all of them end; what takes longer is undecided.
  std::optional<std::chrono::steady_clock::duration> time;
  std::optional<std::chrono::steady_clock::time_point> end;
};

/// Judges each line that is not blank, and hands it to `use`, which may excuse a fault, and returns
/// whether to count the line and go on. With questions, a line that does not answer the next one is
/// malformed. The report has no source. Whatever happens to one line, the others are judged. Throws
/// std::runtime_error if a stream breaks off, and naming the line if a question cannot be read.
Report judge_lines(std::istream& in, const JudgeOptions& options, const LineLimits& limits,
                   const std::function<bool(JudgedLine&)>& use,
                   const Questions* questions = nullptr);

}  // namespace layoutcheck::cli
