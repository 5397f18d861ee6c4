// The corpus: it asks everything that the targets can be asked. `make corpus-coverage` measures
// what of the code that reaches; this is what a test can afford.
#include "check_case.hpp"
#include "family.hpp"
#include "replay.hpp"
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/work.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>
#include <utility>

namespace layoutcheck::fuzz {
namespace {

using engine::Statement;

void for_each_case(const std::function<void(const Case&, const Statement&)>& use) {
  for (const auto& file : input_files(LAYOUTCHECK_SOURCE_DIR "/corpus")) {
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      const std::optional<Case> read = parsed(line, operations_family());
      const Statement* row = read ? engine::row_of(*read) : nullptr;
      if (row != nullptr) use(*read, *row);
    }
  }
}

/// Each operation in each convention, for which there may be several rows.
TEST(Corpus, HasAnAnswerToEveryOperation) {
  std::set<std::pair<const Operation*, Convention>> answered;
  for_each_case([&](const Case& question, const Statement& row) {
    if (answered.contains({row.operation, row.convention})) return;
    try {
      const WorkLimit grant(input_steps);
      const Reply own = properties::own_reply(question, Convention::strict,
                                              static_cast<Int>(input_limits.points));
      if (value_in(own.answer) != nullptr) answered.emplace(row.operation, row.convention);
    } catch (const LimitReached&) {
    }
  });
  for (const Statement* row : operations_family().rows())
    EXPECT_TRUE(answered.contains({row->operation, row->convention}))
        << "no line asks, and has an answer: " << row->id;
}

/// Each operation in some convention.
TEST(Corpus, HasARightAndAWrongAnswerToEveryOperation) {
  std::set<const Operation*> right;
  std::set<const Operation*> wrong;
  for_each_case([&](const Case& claimed, const Statement& row) {
    const bool is_new = !right.contains(row.operation) || !wrong.contains(row.operation);
    if (!claimed.answer || !is_new) return;
    try {
      const WorkLimit grant(input_steps);
      const VerdictKind kind = judge(claimed, input_judgement).kind;
      if (is_right(kind)) right.insert(row.operation);
      if (is_fault(kind)) wrong.insert(row.operation);
    } catch (const LimitReached&) {
    }
  });
  for (const Statement* row : operations_family().rows()) {
    EXPECT_TRUE(right.contains(row->operation)) << "no line has a right answer: " << row->id;
    EXPECT_TRUE(wrong.contains(row->operation)) << "no line has a wrong answer: " << row->id;
  }
}

}  // namespace
}  // namespace layoutcheck::fuzz
