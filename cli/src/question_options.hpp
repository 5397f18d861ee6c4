// The options that say which questions to ask.
#pragma once

#include "options.hpp"
#include <layoutcheck/conformance/questions.hpp>

namespace layoutcheck::cli {

struct QuestionOptions {
  /// Nothing: without end.
  std::optional<std::size_t> count;
  std::size_t chains = 0;
  std::uint64_t seed = 1;
  std::optional<int> size;
  std::string where;
  std::string exhaustive;
  std::string shard = "1/1";
};

/// Adds --count, --seed, --size, --where, --exhaustive and --shard. `unless_told` says how many
/// random questions there are without --count.
void add_questions(Command& command, QuestionOptions& options, const std::string& unless_told);

/// Throw std::invalid_argument that names the place in an option.
conformance::Draws draws_of(const QuestionOptions& options);
/// Whether the scopes of the operations are meant.
bool wants_scope(const QuestionOptions& options);
/// Nothing without bounds in --exhaustive.
std::optional<engine::Range> range_of(const QuestionOptions& options);

}  // namespace layoutcheck::cli
