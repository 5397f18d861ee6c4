// The registry: every statement and operation that is checked.
#pragma once

#include <layoutcheck/properties/statement.hpp>

namespace layoutcheck::properties {

/// The statements of the sources, in their order; amendments follow what they amend.
const std::vector<Statement>& statements();

/// For each operation of the standard vocabulary: the algebra's answer has the verdict `agrees`.
const std::vector<Statement>& operations();

/// The statement or operation with this id, or nullptr.
const Statement* find_statement(std::string_view id);

/// The standard vocabulary, and each statement as an operation whose answer is a truth: whether it
/// holds for these operands; `undefined` if they do not satisfy its hypothesis.
const Vocabulary& full_vocabulary();

/// What this project answers: the algebra for an operation, the check for a statement.
/// Throws LimitReached.
Answer answer_of(const Case& question, Convention convention = Convention::strict);

/// The verdict on an answered case: the judge's for an operation, the check's for a statement.
Verdict judge_case(const Case& answered, const JudgeOptions& options = {});

/// Random operands of an operation as an unanswered case.
Case random_question(const Statement& operation, Entropy& entropy, int size);

}  // namespace layoutcheck::properties
