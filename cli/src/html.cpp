// A report as one page of HTML that needs nothing else.
#include "html.hpp"

#include "escape.hpp"
#include "grid.hpp"
#include "lines.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::cli {

namespace {

constexpr std::string_view page_style = R"(
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

Grid grid_of(const Layout& layout) {
  constexpr std::size_t most = 256;
  return make_grid(layout, Tiles::none, most);
}

/// The first sheet of a grid; the cells that differ from those of the other one are marked.
std::string table_of(const Grid& grid, const Grid& other, const std::string& title) {
  const auto& rows = grid.sheets.front().offsets;
  const auto& others = other.sheets.front().offsets;
  std::string text = "<table class=\"grid\"><caption>" + xml_escaped(title) + "</caption>";
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

std::string grids_of(const Fault& fault) {
  if (!fault.content) return "";
  const Case& content = *fault.content;
  const auto& expected = fault.verdict.expected;
  const Layout* a = content.answer ? layout_in(*content.answer) : nullptr;
  const Layout* b = expected ? layout_in(*expected) : nullptr;
  std::string grids;
  if (a != nullptr && b != nullptr) {
    const Grid given = grid_of(*a);
    const Grid right = grid_of(*b);
    grids = table_of(given, right, "given") + table_of(right, given, "expected");
  } else {
    for (const Value& operand : content.operands) {
      const Tiler* tiler = std::get_if<Tiler>(&operand);
      const Layout* layout = tiler != nullptr ? tiler->layout() : std::get_if<Layout>(&operand);
      if (layout == nullptr) continue;
      const Grid grid = grid_of(*layout);
      grids += table_of(grid, grid, to_string(operand));
    }
  }
  return grids.empty() ? "" : "<div class=\"grids\">" + grids + "</div>\n";
}

std::string section_of(const Fault& fault, std::size_t number) {
  constexpr std::size_t longest = 300;
  const std::string what =
      fault.cause.empty() ? std::string(describe(fault.verdict.kind)) : fault.cause;
  std::string text = "<section>\n<h3>" + std::to_string(number) + ". " +
                     xml_escaped(fault.operation + ": " + what) + "</h3>\n<p>" +
                     (fault.line == 0 ? counted(fault.cases, "case") + ", the smallest:"
                                      : "line " + std::to_string(fault.line) + ":") +
                     "</p>\n<table>";
  const auto add = [&](const char* title, const std::string& what_it_is) {
    text += "<tr>" + cell(title, "th") + cell(what_it_is) + "</tr>";
  };
  if (fault.content) {
    add("question", question(*fault.content));
    add("given", clipped(fault.given, longest));
  } else {
    add("case", fault.text);
  }
  if (fault.verdict.expected) add("expected", to_string(*fault.verdict.expected));
  text += "</table>\n";
  if (!fault.verdict.why.empty()) text += "<p>" + xml_escaped(fault.verdict.why) + "</p>\n";
  return text + grids_of(fault) + "</section>\n";
}

std::string counts_of(const Report& report) {
  const Count total = report.account.count;
  const std::vector<VerdictKind> kinds = total.kinds();
  const bool tried_any = !report.tried.empty();
  std::string text = "<table>\n<tr>" + cell("operation", "th") + cell("cases", "th");
  for (const VerdictKind kind : kinds)
    text += cell(std::string(describe(kind)), "th");
  if (tried_any)
    for (const char* title : {"hypothesis met", "not trivial", "all up to weight", "standing"})
      text += cell(title, "th");
  text += "</tr>\n";
  const auto add = [&](const std::string& name, const Count& count) {
    text += "<tr>" + cell(name) + cell(std::to_string(count.lines()));
    for (const VerdictKind kind : kinds)
      text += cell(count.of(kind) == 0 ? "" : std::to_string(count.of(kind)));
    if (const Tried* tried = tried_of(report, name); tried != nullptr) {
      text += cell(std::to_string(tried->met)) + cell(std::to_string(tried->nontrivial)) +
              cell(tried->weight ? std::to_string(*tried->weight) : "") + cell(tried->standing);
    } else if (tried_any) {
      text += "<td></td><td></td><td></td><td></td>";
    }
    text += "</tr>\n";
  };
  for (const auto& [operation, count] : report.account.operations)
    add(operation, count);
  add("total", total);
  return text + "</table>\n";
}

/// "All is right." of "all is right".
std::string in_a_sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

std::string summary_of(const Report& report) {
  if (is_right(report.account))
    return "<strong class=\"right\">" + in_a_sentence(praise(report)) + "</strong>";
  return "<strong class=\"wrong\">" + counted(report.account.count.faults(), "fault") + "." +
         (report.account.interrupted ? " Stopped before the end." : "") + "</strong>";
}

}  // namespace

std::string to_html(const Report& report) {
  const std::string title = "layoutcheck " + report.command;
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title +
      "</title>\n<style>" + std::string(page_style) + "</style>\n</head>\n<body>\n<h1>" + title +
      "</h1>\n<p><code>" + xml_escaped(report.source) + "</code></p>\n<p>" +
      xml_escaped(to_string(report.origin)) + "</p>\n<p>Convention " +
      std::string(name(report.convention)) +
      (report.profile.empty() ? "" : ", profile " + xml_escaped(report.profile)) + ". " +
      summary_of(report) + "</p>\n";
  for (const std::string& shortcoming : shortcomings(report.account))
    text += "<p class=\"wrong\">" + xml_escaped(shortcoming) + "</p>\n";
  if (!report.faults.empty()) text += "<h2>Faults</h2>\n";
  std::size_t number = 0;
  for (const Fault& fault : report.faults)
    text += section_of(fault, ++number);
  if (const std::size_t more = report.faults_left_out(); more > 0)
    text += "<p>" + counted(more, "more fault") + " not shown.</p>\n";
  text += "<h2>Counts</h2>\n" + counts_of(report);
  const auto excuses = [&](const char* heading, const std::map<std::string, std::size_t>& numbers) {
    if (numbers.empty()) return;
    text += "<h2>" + std::string(heading) + "</h2>\n<table>\n";
    for (const auto& [excuse, count] : numbers)
      text += "<tr>" + cell(excuse) + cell(std::to_string(count)) + "</tr>\n";
    text += "</table>\n";
  };
  excuses("Outside preconditions", report.account.outside);
  excuses("Expected failures", report.account.expected);
  return text + "</body>\n</html>\n";
}

}  // namespace layoutcheck::cli
