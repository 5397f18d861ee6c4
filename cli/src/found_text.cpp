// What pieces of a run have found, as lines of cells.
#include "found_text.hpp"

#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <optional>
#include <stdexcept>
#include <vector>

namespace layoutcheck::cli {

namespace {
using tab_separated::cells_of;
using tab_separated::escaped_cell;
using tab_separated::number_in;
using tab_separated::unescaped_cell;

std::string joined_cells(const std::vector<std::string>& cells) {
  std::string line = tab_separated::line_of(cells);
  line.pop_back();
  return line;
}

/// A number below `end`, as one of an enumeration.
template <class Enum>
Enum one_of(const std::string& cell, std::size_t end) {
  const std::size_t number = number_in(cell);
  if (number >= end) throw std::invalid_argument("'" + cell + "' is too large a number");
  return static_cast<Enum>(number);
}

/// The question with the answer, or "-".
std::string answer_text(const Case& question, const std::optional<Answer>& answer) {
  if (!answer) return "-";
  Case line = question;
  line.comment.clear();
  line.answer = *answer;
  return to_string(line);
}

std::optional<Answer> answer_in(const std::string& cell) {
  if (cell == "-") return std::nullopt;
  return parse_case(cell, 1, properties::full_vocabulary()).answer;
}

constexpr std::size_t form_parts = static_cast<std::size_t>(oracle::FormPart::coalesced) + 1;
constexpr std::size_t reply_kinds = static_cast<std::size_t>(Reply::Kind::stopped) + 1;

}  // namespace

std::string to_line(const Count& count) {
  std::vector<std::string> cells;
  for (const std::size_t n : count.verdicts)
    cells.push_back(std::to_string(n));
  cells.push_back(std::to_string(count.exhaustive));
  cells.push_back(std::to_string(count.sampled));
  for (const std::size_t n : count.undecided)
    cells.push_back(std::to_string(n));
  return joined_cells(cells);
}

Count parse_count(std::string_view line) {
  const std::vector<std::string> cells = cells_of(line);
  if (cells.size() != verdict_kinds + 2 + reasons)
    throw std::invalid_argument("expected the numbers of a count");
  Count count;
  auto next = cells.begin();
  for (std::size_t& n : count.verdicts)
    n = number_in(*next++);
  count.exhaustive = number_in(*next++);
  count.sampled = number_in(*next++);
  for (std::size_t& n : count.undecided)
    n = number_in(*next++);
  return count;
}

std::string to_line(const Judged& judged) {
  const Case& question = judged.question;
  const Verdict& verdict = judged.verdict;
  const bool is_answered = judged.reply.kind == Reply::Kind::answered;
  return joined_cells({question.operation.empty() ? "-" : escaped_cell(to_string(question)),
                       std::to_string(static_cast<std::size_t>(judged.reply.kind)),
                       is_answered ? answer_text(question, judged.reply.answer) : "-",
                       escaped_cell(judged.reply.note),
                       std::to_string(static_cast<std::size_t>(verdict.kind)),
                       std::to_string(verdict.points), answer_text(question, verdict.expected),
                       escaped_cell(verdict.why),
                       verdict.form ? std::to_string(static_cast<std::size_t>(*verdict.form)) : "-",
                       answer_text(question, judged.likely), judged.is_our_fault ? "1" : "0",
                       escaped_cell(judged.excuse)});
}

Judged parse_judged(std::string_view line) {
  const std::vector<std::string> cells = cells_of(line);
  if (cells.size() != 12)
    throw std::invalid_argument("expected 12 cells, found " + std::to_string(cells.size()));
  Judged judged;
  if (cells[0] != "-")
    judged.question = parse_case(unescaped_cell(cells[0]), 1, properties::full_vocabulary());
  judged.reply.kind = one_of<Reply::Kind>(cells[1], reply_kinds);
  if (const auto answer = answer_in(cells[2])) judged.reply.answer = *answer;
  judged.reply.note = unescaped_cell(cells[3]);
  judged.verdict.kind = one_of<VerdictKind>(cells[4], verdict_kinds);
  judged.verdict.points = number_in(cells[5]);
  judged.verdict.expected = answer_in(cells[6]);
  judged.verdict.why = unescaped_cell(cells[7]);
  if (cells[8] != "-") judged.verdict.form = one_of<oracle::FormPart>(cells[8], form_parts);
  judged.likely = answer_in(cells[9]);
  judged.is_our_fault = number_in(cells[10]) != 0;
  judged.excuse = unescaped_cell(cells[11]);
  return judged;
}

}  // namespace layoutcheck::cli
