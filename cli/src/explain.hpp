// Explanations: what the algebra and the oracle say to a case, and the verdicts on it.
#pragma once

#include <layoutcheck/judge/judged.hpp>

#include <optional>
#include <string>

namespace layoutcheck::cli {

struct Explanation {
  /// The case, with its convention where its operation depends on one other than strict.
  Case content;
  Judged algebra;
  Reply oracle;
  /// The answer that the case brought along.
  std::optional<Judged> given;
};

/// Explains a case of an operation.
Explanation explain(Case content, const JudgeOptions& options);

/// What the algebra answers, where the limits are above its own within these.
Reply reply_of_algebra(const Case& question, const JudgeOptions& options);

/// The case in the text, with statements as operations. Throws std::invalid_argument with the text
/// and the column.
Case read_case(const std::string& text);

}  // namespace layoutcheck::cli
