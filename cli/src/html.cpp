// A report of `layoutcheck test` as one page of HTML that needs nothing else.
#include "html.hpp"

#include "escape.hpp"
#include "grid.hpp"
#include "lines.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::cli {

namespace {

using conformance::Cause;

constexpr std::string_view style = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
code, pre, td { font-family: ui-monospace, monospace; font-size: 14px; }
table { border-collapse: collapse; margin: .5rem 0; }
th { text-align: left; font-weight: 600; }
td, th { padding: .15rem .6rem; border-bottom: 1px solid #ddd; }
td { text-align: right; }
td:first-child { text-align: left; }
section { border-left: 4px solid #b33; padding-left: 1rem; margin: 1.5rem 0; }
.grids { display: flex; gap: 2rem; flex-wrap: wrap; }
.grid td { border: 1px solid #999; min-width: 1.6rem; text-align: center; }
.grid caption { text-align: left; }
td.other { background: #fbb; font-weight: 700; }
.right { color: #080; } .wrong { color: #b00; }
)";

std::string cell(const std::string& text, const char* tag = "td") {
  return std::string("<") + tag + ">" + xml_escaped(text) + "</" + tag + ">";
}

/// The first sheet of a grid; the cells that differ from those of the other one are marked.
std::string table_of(const Grid& grid, const Grid& other, const std::string& title) {
  const auto& rows = grid.sheets.front().offsets;
  const auto& others = other.sheets.front().offsets;
  std::string text = "<table class=\"grid\"><caption>" + title + "</caption>";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "<tr>";
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const bool same = i < others.size() && j < others[i].size() && rows[i][j] == others[i][j];
      text += std::string("<td") + (same ? ">" : " class=\"other\">") + rows[i][j] + "</td>";
    }
    text += "</tr>";
  }
  return text + "</table>\n";
}

std::string grids_of(const Cause& cause) {
  constexpr std::size_t most = 256;
  const auto& expected = cause.smallest.verdict.expected;
  const Layout* a = layout_in(cause.smallest.reply.answer);
  const Layout* b = expected ? layout_in(*expected) : nullptr;
  if (a == nullptr || b == nullptr) return "";
  const Grid given = make_grid(*a, Tiles::none, most);
  const Grid right = make_grid(*b, Tiles::none, most);
  return "<div class=\"grids\">" + table_of(given, right, "given") +
         table_of(right, given, "expected") + "</div>\n";
}

std::string section_of(const Cause& cause, std::size_t number) {
  const auto& expected = cause.smallest.verdict.expected;
  std::string text = "<section>\n<h3>" + std::to_string(number) + ". " +
                     xml_escaped(cause.operation + ": " + title_of(cause)) + "</h3>\n<p>" +
                     counted(cause.cases, "case") + ", the smallest:</p>\n<table><tr>" +
                     cell("question", "th") + cell(question(cause.smallest.question)) +
                     "</tr><tr>" + cell("given", "th") + cell(clipped(given(cause.smallest), 300)) +
                     "</tr>";
  if (expected) text += "<tr>" + cell("expected", "th") + cell(to_string(*expected)) + "</tr>";
  text += "</table>\n";
  if (!cause.smallest.verdict.why.empty()) {
    text += "<p>" + xml_escaped(cause.smallest.verdict.why) + "</p>\n";
  }
  return text + grids_of(cause) + "</section>\n";
}

std::string counts_of(const Report& report) {
  const Count total = report.account.count;
  std::vector<VerdictKind> kinds;
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    if (total.of(static_cast<VerdictKind>(i)) > 0) kinds.push_back(static_cast<VerdictKind>(i));
  }
  std::string text = "<table>\n<tr>" + cell("operation", "th") + cell("questions", "th");
  for (const VerdictKind kind : kinds)
    text += cell(std::string(describe(kind)), "th");
  text += "</tr>\n";
  const auto add = [&](const std::string& name, const Count& count) {
    text += "<tr>" + cell(name) + cell(std::to_string(count.lines()));
    for (const VerdictKind kind : kinds)
      text += cell(count.of(kind) == 0 ? "" : std::to_string(count.of(kind)));
    text += "</tr>\n";
  };
  for (const auto& [operation, count] : report.operations)
    add(operation, count);
  add("total", total);
  return text + "</table>\n";
}

}  // namespace

std::string to_html(const Report& report, const std::vector<Cause>& causes) {
  const std::string title = "layoutcheck: " + xml_escaped(report.source);
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title +
      "</title>\n<style>" + std::string(style) + "</style>\n</head>\n<body>\n<h1>" + title +
      "</h1>\n<p>Convention " + std::string(name(report.convention)) + ". ";
  text += is_right(report.account)
              ? "<strong class=\"right\">All is right.</strong>"
              : "<strong class=\"wrong\">" + std::to_string(report.account.count.faults()) +
                    " faults of " + counted(causes.size(), "cause") + ".</strong>";
  text += "</p>\n";
  for (const std::string& shortcoming : shortcomings(report.account))
    text += "<p class=\"wrong\">" + xml_escaped(shortcoming) + "</p>\n";
  text += "<h2>Causes</h2>\n";
  std::size_t number = 0;
  for (const Cause& cause : causes)
    text += section_of(cause, ++number);
  return text + "<h2>Counts</h2>\n" + counts_of(report) + "</body>\n</html>\n";
}

}  // namespace layoutcheck::cli
