// Explanations: what the algebra and the oracle say to a case, and the verdicts on it.
#pragma once

#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/properties/statement.hpp>

#include <optional>
#include <string>

namespace layoutcheck::cli {

/// What one side answers, and why where it is no value.
struct Opinion {
  /// Nothing where the work limit was reached or the side failed; the reason says which.
  std::optional<Answer> answer;
  std::string reason;
};

struct Explanation {
  /// The case, with its convention where its operation depends on one other than strict.
  Case content;
  Opinion algebra;
  Opinion oracle;
  /// On the algebra's answer.
  Verdict verdict;
  /// On the answer that the case brought along.
  std::optional<Verdict> given;
};

/// Explains a case of an operation.
Explanation explain(Case content, const JudgeOptions& options);

/// What the algebra answers.
Opinion opinion_of_algebra(const Case& question, const JudgeOptions& options);

/// The statement that the case is about, or nullptr if it is one of an operation.
const properties::Statement* statement_of(const Case& content);

/// Names the convention in the case where the answer depends on it and it is not strict.
void name_convention(Case& content, Convention convention);

/// The case in the text, with statements as operations. Throws std::invalid_argument with the text
/// and the column.
Case read_case(const std::string& text);

}  // namespace layoutcheck::cli
