// Judging answered cases line by line, as `layoutcheck check` does.
#pragma once

#include "report.hpp"
#include <layoutcheck/properties/corpus.hpp>

#include <functional>
#include <iosfwd>
#include <string>

namespace layoutcheck::cli {

struct JudgedLine {
  std::size_t number = 0;
  std::string operation;
  Verdict verdict;
  const properties::CaseLine* source = nullptr;

  /// The case as this project prints it, or the line if it is none; clipped if it is long.
  [[nodiscard]] std::string text() const;
};

/// What the verdict says if judging a line threw an exception.
inline constexpr std::string_view judge_failed = "the judge failed: ";

/// Judges each line that is not blank, and hands it to `use`, which returns whether to count it and
/// go on. The report has the first `max_faults` faults, and no source. Whatever happens to one
/// line, the others are judged.
Report judge_lines(std::istream& in, const JudgeOptions& options, std::size_t max_faults,
                   const std::function<bool(const JudgedLine&)>& use);

}  // namespace layoutcheck::cli
