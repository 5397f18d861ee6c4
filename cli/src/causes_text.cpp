// Causes on a terminal and in reports.
#include "causes_text.hpp"

#include "lines.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>

namespace layoutcheck::cli {

namespace {

using conformance::Cause;

constexpr std::size_t longest_shown = 300;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines = tab_separated::cells_of(text, '\n');
  if (lines.back().empty()) lines.pop_back();
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

std::string to_text(const Cause& cause, const TextStyle& style) {
  std::string text;
  for (const auto& [title, line] : conformance::lines_of(cause)) {
    text += "  ";
    if (title == "at")
      text += "  at ";
    else if (!title.empty())
      text += "  " + title + std::string(10 - title.size(), ' ');
    text += clipped(line, longest_shown) + "\n";
  }
  if (!cause.smallest.verdict.expected) return text;
  const Layout* a = layout_in(cause.smallest.reply.answer);
  const Layout* b = layout_in(*cause.smallest.verdict.expected);
  if (a != nullptr && b != nullptr && is_small(*a) && is_small(*b)) {
    const auto grid = [&](const char* title, const Layout& layout) {
      constexpr std::size_t cells = 64;
      return std::string(title) + "\n" + text_grid(make_grid(layout, Tiles::none, cells), style);
    };
    text += side_by_side(grid("given", *a), grid("expected", *b));
  }
  return text;
}

Fault fault_of(const Cause& cause) {
  const Judged& smallest = cause.smallest;
  Fault fault;
  fault.operation = cause.operation;
  fault.given = conformance::given(smallest);
  fault.text = question(smallest.question) + " = " + clipped(fault.given, longest_shown);
  fault.verdict = smallest.verdict;
  fault.cause = title_of(cause);
  fault.cases = cause.cases;
  fault.is_cut = cause.is_cut;
  fault.documented = cause.documented;
  fault.finding = cause.finding;
  fault.content = smallest.question;
  if (smallest.reply.kind == Reply::Kind::answered) fault.content->answer = smallest.reply.answer;
  return fault;
}

}  // namespace layoutcheck::cli
