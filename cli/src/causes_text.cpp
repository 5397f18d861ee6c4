// Causes for people: each with its smallest case, what was given beside what was expected.
#include "causes_text.hpp"

#include "lines.hpp"
#include "report.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <sstream>

namespace layoutcheck::cli {

namespace {

using conformance::Cause;
using conformance::Judged;
using conformance::Reply;

constexpr std::size_t longest = 300;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

std::string side_by_side(const std::string& left, const std::string& right) {
  const std::vector<std::string> a = lines_of(left);
  const std::vector<std::string> b = lines_of(right);
  std::size_t width = 0;
  for (const std::string& line : a)
    width = std::max(width, columns_of(line));
  std::string text;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string first = i < a.size() ? a[i] : "";
    text += "  " + first;
    if (i < b.size()) text += std::string(width - columns_of(first) + 4, ' ') + b[i];
    text += '\n';
  }
  return text;
}

bool is_small(const Layout& layout) {
  constexpr int most = 64;
  return oracle::size(oracle::ExactLayout(layout)) <= most;
}

}  // namespace

std::string title_of(const Cause& cause) {
  std::string text(describe(cause.kind));
  if (!cause.difference.empty()) text += ", " + cause.difference;
  std::string features;
  for (const std::string& feature : cause.features)
    features += (features.empty() ? "" : ", ") + feature;
  return features.empty() ? text : text + "; " + features;
}

std::string given(const Judged& judged) {
  if (judged.reply.kind == Reply::Kind::no_value) return clipped(judged.reply.note, longest);
  if (judged.reply.kind != Reply::Kind::answered) {
    return std::string(describe(judged.verdict.kind)) + ": " + clipped(judged.reply.note, longest);
  }
  const std::string answer = clipped(to_string(judged.reply.answer), longest);
  return judged.reply.note.empty() || is_value(judged.reply.answer)
             ? answer
             : answer + "  " + clipped(judged.reply.note, longest);
}

std::string to_text(const Cause& cause, const TextStyle& style) {
  const Judged& judged = cause.smallest;
  const std::optional<Answer>& expected = judged.verdict.expected;
  std::string text = "  " + clipped(question(judged.question), longest) + "\n    given     " +
                     given(judged) + "\n";
  if (!expected) {
    if (judged.reply.kind == Reply::Kind::answered) {
      text += "    wrong     " + clipped(judged.verdict.why, longest) + "\n";
    }
    return text;
  }
  text += "    expected  " + clipped(to_string(*expected), longest);
  // Of no value the verdict says why there is none.
  if (!is_value(*expected)) {
    const std::size_t reason = judged.verdict.why.find(": ");
    if (reason != std::string::npos) {
      text += "  " + clipped(judged.verdict.why.substr(reason + 2), longest);
    }
  }
  text += '\n';
  const Layout* a = layout_in(judged.reply.answer);
  const Layout* b = layout_in(*expected);
  if (a == nullptr || b == nullptr) return text;
  if (const auto where = conformance::first_difference(*a, *b)) {
    text += "    at " + std::to_string(where->at) + " it is " + where->given.str() + ", not " +
            where->expected.str() + "\n";
  }
  if (is_small(*a) && is_small(*b)) {
    const auto grid = [&](const char* title, const Layout& layout) {
      constexpr std::size_t cells = 64;
      return std::string(title) + "\n" + text_grid(make_grid(layout, Tiles::none, cells), style);
    };
    text += side_by_side(grid("given", *a), grid("expected", *b));
  }
  return text;
}

}  // namespace layoutcheck::cli
