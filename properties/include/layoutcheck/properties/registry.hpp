// The registry: every statement that is checked, and statements as operations of cases.
#pragma once

#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/judge/examples.hpp>

namespace layoutcheck::properties {

/// The statements of the sources, in the order of their numbers; amendments follow what they amend;
/// the theorems of this project and the relations between definitions of several sources come last.
const std::vector<engine::Statement>& statements();

/// The amendments of a statement.
std::vector<const engine::Statement*> amendments(const engine::Statement& statement);

/// The statement or operation with this id, or nullptr.
const engine::Statement* find_statement(std::string_view id);

/// The standard vocabulary, and each statement as an operation whose answer is a truth: whether it
/// holds for these operands; `undefined` if they do not satisfy its hypothesis.
const Vocabulary& full_vocabulary();

/// Statements as what a line may ask: the vocabulary above, and what their checks say.
const Language& full_language();

/// reply_of_algebra(), or what the check of a statement says; as replied().
Reply own_reply(const Case& question, Convention convention = Convention::strict,
                Int limit = algebra::default_limit);

}  // namespace layoutcheck::properties
