// The options that say which questions to ask.
#include "question_options.hpp"

#include <stdexcept>

namespace layoutcheck::cli {

void add_questions(Command& command, QuestionOptions& options, const std::string& unless_told) {
  command.number("-n,--count", "N", options.count, {0, most_lines},
                 "Number of random questions, distinct where possible; by default " + unless_told);
  command.number("--chains", "N", options.chains, {0, most_lines},
                 "Also this many random chains, such as coalesce(prepend(4:2, 1:0)): an operation "
                 "on the answer of another named operation");
  command.number("--seed", "S", options.seed, any_number, "Seed of the random questions");
  command.number("--size", "N", options.size, {0, 100},
                 "Size of the operands, from 0 to 100 (default: all sizes in turn)");
  command.text("--where", "FILTER", options.where,
               "Only operands within these bounds, on any level: 'rank>=1' excludes empty tuples, "
               "'rank>=2' integers, too, "
               "'extent>=2', 'stride>=1', 'length<=8' entries, 'size<=4096' elements");
  command.text(
      "--exhaustive", "BOUNDS", options.exhaustive,
      "All questions within these bounds, such as 'rank<=2, extent<=4, stride<=8'; 'scope': the "
      "questions that `test --scope` prints for each operation; 'none': none");
  command.text("--shard", "I/N", options.shard, "Only part I of N of the questions within bounds")
      .shows_default();
}

conformance::Draws draws_of(const QuestionOptions& options) {
  conformance::Draws draws;
  draws.count = options.count;
  draws.seed = options.seed;
  draws.size = options.size;
  if (!options.where.empty()) draws.filter = engine::parse_filter(options.where);
  return draws;
}

bool wants_scope(const QuestionOptions& options) {
  return options.exhaustive == "scope";
}

std::optional<engine::Range> range_of(const QuestionOptions& options) {
  const engine::Shard shard = engine::parse_shard(options.shard);
  if (options.exhaustive.empty() || options.exhaustive == "none") return std::nullopt;
  if (wants_scope(options)) {
    if (shard.count > 1)
      throw std::invalid_argument("--shard applies to questions within bounds, not to the scope");
    return std::nullopt;
  }
  return engine::Range{engine::parse_bounds(options.exhaustive), shard};
}

}  // namespace layoutcheck::cli
