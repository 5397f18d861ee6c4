// Operations as rows of the runner: the algebra's answer has the verdict `agrees`.
#pragma once

#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/engine/statement.hpp>
#include <layoutcheck/judge/judged.hpp>

#include <functional>

namespace layoutcheck::engine {

/// The algebra as a subject: its answer to an operation, within the limit, or why there is none; as
/// replied().
Reply reply_of_algebra(const Case& question, Convention convention = Convention::strict,
                       Int limit = algebra::default_limit);

/// For each operation of the standard vocabulary and each convention that it depends on: the
/// algebra's answer has the verdict `agrees`.
const std::vector<Statement>& operations();

/// The operation with this id, or nullptr.
const Statement* find_operation(std::string_view id);

/// Finds a statement by its id; nullptr if there is none.
using FindStatement = std::function<const Statement*(std::string_view id)>;

/// The question of a row about these operands. It names a convention other than strict.
Case question_of(const Statement& row, Operands operands);

/// The row that the question is about, by its name and operands, or nullptr. It is the row of the
/// convention that the question names, if it depends on one, else of this one. A question that is
/// about no operation may be about a statement.
const Statement* row_of(const Case& question, Convention convention = Convention::strict,
                        const FindStatement& find_statement = nullptr);

}  // namespace layoutcheck::engine
