// The options that say which questions to ask.
#pragma once

#include "options.hpp"
#include <layoutcheck/conformance/questions.hpp>

namespace layoutcheck::cli {

struct QuestionOptions {
  std::size_t count = 100;
  std::size_t chains = 0;
  std::uint64_t seed = 1;
  std::optional<int> size;
  std::string where;
  std::string exhaustive;
  std::string shard = "1/1";
};

/// Adds --count, --seed, --size, --where, --exhaustive and --shard.
void add_questions(Command& command, QuestionOptions& options);

/// Throw std::invalid_argument that names the place in an option.
conformance::Draws draws_of(const QuestionOptions& options);
/// Nothing without --exhaustive.
std::optional<properties::Range> range_of(const QuestionOptions& options);

}  // namespace layoutcheck::cli
