// The registry: every statement and operation that is checked.
#pragma once

#include <layoutcheck/properties/statement.hpp>

#include <map>

namespace layoutcheck::properties {

/// The statements of the sources, in the order of their numbers; amendments follow what they amend;
/// the theorems of this project and the relations between definitions of several sources come last.
const std::vector<Statement>& statements();

/// A line of the corpus of worked examples that checks a statement.
struct ExampleLine {
  std::string file;
  std::size_t number = 0;
  std::string text;
};

/// The lines whose comment names this statement: "# colfax 2.1.1.2, perhaps more".
const std::vector<ExampleLine>& example_lines(std::string_view id);

/// The ids that lines of the corpus name, each with its lines.
const std::map<std::string, std::vector<ExampleLine>, std::less<>>& examples();

/// The amendments of a statement.
std::vector<const Statement*> amendments(const Statement& statement);

/// For each operation of the standard vocabulary: the algebra's answer has the verdict `agrees`.
const std::vector<Statement>& operations();

/// The statement or operation with this id, or nullptr.
const Statement* find_statement(std::string_view id);

/// The standard vocabulary, and each statement as an operation whose answer is a truth: whether it
/// holds for these operands; `undefined` if they do not satisfy its hypothesis.
const Vocabulary& full_vocabulary();

/// The question of a row about these operands. It names a convention other than strict.
Case question_of(const Statement& row, Operands operands);

/// The row that the question is about, by its name and operands, or nullptr. It is the row of the
/// convention that the question names, if it depends on one, else of this one.
const Statement* row_of(const Case& question, Convention convention = Convention::strict);

}  // namespace layoutcheck::properties
