// Case lines as unit tests: the line states the answer that this algebra has to give.
#pragma once

#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace layoutcheck::algebra {

/// Each line of the text is a case with its answer; comments and blank lines are skipped.
inline void expect_cases(std::string_view text, Convention convention = Convention::strict,
                         Int limit = default_limit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string line(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (is_blank(line)) continue;
    try {
      const Case c = parse_case(line);
      ASSERT_TRUE(c.answer.has_value()) << line;
      const Evaluation evaluation = evaluate(c, convention, limit);
      EXPECT_EQ(to_string(evaluation.answer), to_string(*c.answer))
          << line << "\nreason: " << evaluation.reason;
      EXPECT_EQ(evaluation.reason.empty(), std::holds_alternative<Value>(evaluation.answer))
          << line;
    } catch (const std::exception& e) {
      ADD_FAILURE() << line << "\nthrew " << e.what();
    }
  }
}

}  // namespace layoutcheck::algebra
