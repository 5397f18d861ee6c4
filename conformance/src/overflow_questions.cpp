// Questions whose right answer is that it does not fit in 64 bits.
#include <layoutcheck/conformance/questions.hpp>
#include <layoutcheck/engine/scope.hpp>

#include <algorithm>
#include <cctype>
#include <limits>

namespace layoutcheck::conformance {

namespace {

using engine::Statement;

constexpr Int edges_of_64_bits[] = {Int{1} << 62, std::numeric_limits<Int>::max()};

/// Where the integers above 1 of a text begin and end. Those of a module ("F2", "1@0") and of a
/// swizzle say which entry is meant, and are left as they are.
std::vector<std::pair<std::size_t, std::size_t>> integers_in(const std::string& text) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(i)) continue;
    const std::size_t begin = i;
    while (is_digit(i))
      ++i;
    const char before = begin == 0 ? '(' : text[begin - 1];
    const bool is_part = std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_' ||
                         before == '@' || (i < text.size() && text[i] == '@');
    if (!is_part && text.compare(begin, i - begin, "0") != 0 &&
        text.compare(begin, i - begin, "1") != 0) {
      found.emplace_back(begin, i);
    }
  }
  return found;
}

bool overflows(const Case& question, Convention convention) {
  const Reply reply = engine::reply_of_algebra(question, convention);
  return reply.kind == Reply::Kind::answered && reply.answer == Answer(NonValue::overflow);
}

/// The question with one of its integers at an edge of 64 bits, each way that does not fit.
void put_overflowing(const Case& question, const Statement& row, const TakeQuestion& take) {
  const std::string text = layoutcheck::question(question);
  for (const auto& [begin, end] : integers_in(text)) {
    for (const Int edge : edges_of_64_bits) {
      const std::string changed = text.substr(0, begin) + std::to_string(edge) + text.substr(end);
      try {
        Case large = parse_case(changed, 1, standard_vocabulary());
        if (engine::row_of(large, row.convention) == &row && overflows(large, row.convention) &&
            !take(std::move(large))) {
          return;
        }
      } catch (const ParseError&) {
        // Among the operands are some that cannot be so large, such as numbers of modes.
      }
    }
  }
}

}  // namespace

void overflow_questions(std::span<const Statement* const> rows, const engine::Filter& filter,
                        const TakeQuestion& take) {
  constexpr std::size_t looks = 300;
  constexpr std::size_t most = 30;
  bool is_wanted = true;
  for (const Statement* row : rows) {
    if (row->operation == nullptr || !is_wanted) continue;
    std::size_t given = 0;
    ScopeQuestions scope(std::span(&row, 1), filter);
    for (std::size_t look = 0; look < looks && given < most && is_wanted; ++look) {
      const std::optional<Case> question = scope.next();
      if (!question) break;
      put_overflowing(*question, *row, [&](Case large) {
        is_wanted = take(std::move(large));
        return is_wanted && ++given < most;
      });
    }
  }
}

}  // namespace layoutcheck::conformance
