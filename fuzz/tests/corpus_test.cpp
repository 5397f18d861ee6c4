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

namespace layoutcheck::fuzz {
namespace {

using properties::Statement;

void for_each_case(const std::function<void(const Case&, const Statement&)>& use) {
  for (const auto& file : input_files(LAYOUTCHECK_SOURCE_DIR "/corpus")) {
    std::ifstream in(file, std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      const std::optional<Case> read = parsed(line, operations_family());
      const Statement* row = read ? properties::row_of(*read) : nullptr;
      if (row != nullptr) use(*read, *row);
    }
  }
}

void expect_all_but(const std::set<const Statement*>& found, const char* what) {
  for (const Statement* row : operations_family().rows())
    EXPECT_TRUE(found.contains(row)) << "no line of the corpus " << what << " " << row->id;
}

TEST(Corpus, HasAnAnswerToEveryOperation) {
  std::set<const Statement*> answered;
  for_each_case([&](const Case& question, const Statement& row) {
    if (answered.contains(&row)) return;
    try {
      const WorkLimit grant(input_steps);
      const properties::Reply own = properties::own_reply(question, Convention::strict,
                                                          static_cast<Int>(input_limits.points));
      if (value_in(own.answer) != nullptr) answered.insert(&row);
    } catch (const LimitReached&) {
    }
  });
  expect_all_but(answered, "has an answer to");
}

TEST(Corpus, HasARightAndAWrongAnswerToEveryOperation) {
  std::set<const Statement*> right;
  std::set<const Statement*> wrong;
  for_each_case([&](const Case& claimed, const Statement& row) {
    if (!claimed.answer || (right.contains(&row) && wrong.contains(&row))) return;
    const WorkLimit grant(input_steps);
    const VerdictKind kind = judge(claimed, input_judgement).kind;
    if (is_right(kind)) right.insert(&row);
    if (is_fault(kind)) wrong.insert(&row);
  });
  expect_all_but(right, "has a right answer to");
  expect_all_but(wrong, "has a wrong answer to");
}

}  // namespace
}  // namespace layoutcheck::fuzz
