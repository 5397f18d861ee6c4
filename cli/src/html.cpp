// A report as one page of HTML that needs nothing else.
#include "html.hpp"

#include "escape.hpp"
#include "grid.hpp"
#include "lines.hpp"
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>

namespace layoutcheck::cli {

namespace {

constexpr std::string_view page_style = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1rem 1rem 3rem; color: #222;
  overflow-wrap: anywhere; }
h1 { margin: .5rem 0; } h2 { margin: 2rem 0 .5rem; } h3 { margin: 0 0 .5rem; font-size: 1.05rem; }
code, td, dd { font-family: ui-monospace, monospace; font-size: 14px; }
.totals { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: 1rem 0; list-style: none; }
.totals li { border: 1px solid #ddd; border-radius: 4px; padding: .3rem .8rem; color: #555; font-size: 14px; }
.totals b { display: block; color: #222; font-size: 1.4rem; line-height: 1.2; }
.totals .wrong, .totals .wrong b { color: #b00; border-color: #b00; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: #555; font-size: 14px; } dd { margin: 0; min-width: 0; }
.wide { overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; margin: .5rem 0; }
th { text-align: left; font-weight: 600; vertical-align: bottom; font-size: 14px; }
td, th { padding: .15rem .6rem; border-bottom: 1px solid #ddd; }
td { text-align: right; white-space: nowrap; }
td:first-child, th:first-child { text-align: left; padding-left: 0; }
.counts th + th { text-align: right; }
.counts td:first-child { white-space: normal; min-width: 12rem; }
.total td { font-weight: 700; border-bottom: 2px solid #999; }
.fault { border-left: 4px solid #b33; padding-left: 1rem; margin: 1.5rem 0; }
.grids { display: flex; gap: 1rem 2rem; flex-wrap: wrap; align-items: flex-start; }
.grids > div { max-width: 100%; }
.grids p { margin: .5rem 0 0; max-width: 20rem; font-size: 14px; color: #555; }
.grid td, .grid td:first-child { border: 1px solid #999; min-width: 1.6rem; text-align: center; padding: .15rem .3rem; }
td.other { background: #fbb; font-weight: 700; }
.right { color: #070; } .part { color: #850; } .wrong { color: #b00; }
@media (max-width: 40rem) {
  body { padding: .5rem .5rem 2rem; }
  h1 { font-size: 1.5rem; }
  .fault { padding-left: .5rem; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: .4rem; }
  td, th { padding: .15rem .35rem; }
  .counts td:first-child { min-width: 8rem; }
}
)";

std::string cell(const std::string& text, const char* tag = "td") {
  return html_cell(text, tag);
}

Grid grid_of(const Layout& layout) {
  constexpr std::size_t most = 256;
  return make_grid(layout, Tiles::none, most);
}

/// The first sheet of a grid; the cells that differ from those of the other one are marked.
std::string table_of(const Grid& whole, const Grid& other_whole, const std::string& title) {
  // What is longer is easier to read, and to compare, in rows.
  constexpr std::size_t most = 16;
  Grid grid = wrapped(whole, most);
  grid.sheets.resize(1);
  const Grid other = wrapped(other_whole, most);
  const auto& rows = grid.sheets.front().offsets;
  const auto& others = other.sheets.front().offsets;
  const std::string note = cut_note(grid, grid.columns.shown);
  std::string text = "<div><p>" + xml_escaped(title + (note.empty() ? "" : " (" + note + ")")) +
                     "</p><div class=\"wide\"><table class=\"grid\">";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "<tr>";
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const bool same = i < others.size() && j < others[i].size() && rows[i][j] == others[i][j];
      text += std::string("<td") + (same ? ">" : " class=\"other\">") + rows[i][j] + "</td>";
    }
    text += "</tr>";
  }
  return text + "</table></div></div>\n";
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

/// "composition: wrong, another function; extent 1".
std::string heading_of(const Fault& fault) {
  return xml_escaped(
      fault.operation + ": " +
      (fault.cause.empty() ? std::string(describe(fault.verdict.kind)) : fault.cause));
}

std::string id_of(std::size_t number) {
  return "fault-" + std::to_string(number);
}

/// The causes, each in a line that leads to where it is told.
std::string causes_of(const Report& report) {
  if (report.faults.size() < 2 || report.faults.front().cause.empty()) return "";
  std::string text = "<ol class=\"causes\">\n";
  std::size_t number = 0;
  for (const Fault& fault : report.faults) {
    text += "<li><a href=\"#" + id_of(++number) + "\">" + heading_of(fault) + "</a> (" +
            grouped(fault.cases) + (fault.cases == 1 ? " case" : " cases") + ")</li>\n";
  }
  return text + "</ol>\n";
}

std::string section_of(const Fault& fault, std::size_t number) {
  constexpr std::size_t longest = 300;
  std::string text = "<div class=\"fault\" id=\"" + id_of(number) + "\">\n<h3>" +
                     std::to_string(number) + ". " + heading_of(fault) + "</h3>\n<p>" +
                     (fault.line == 0 ? grouped(fault.cases) +
                                            (fault.cases == 1 ? " case:" : " cases, the smallest:")
                                      : "line " + std::to_string(fault.line) + ":") +
                     "</p>\n";
  std::vector<std::pair<std::string, std::string>> facts;
  if (fault.content) {
    facts.emplace_back("question", question(*fault.content));
    facts.emplace_back("given", clipped(fault.given, longest));
  } else {
    facts.emplace_back("case", fault.text);
  }
  if (fault.verdict.expected) facts.emplace_back("expected", to_string(*fault.verdict.expected));
  if (!fault.documented.empty()) facts.emplace_back("promised", fault.documented);
  if (!fault.finding.empty()) facts.emplace_back("finding", fault.finding);
  text += html_list(facts, "case");
  if (!fault.verdict.why.empty()) text += "<p>" + xml_escaped(fault.verdict.why) + "</p>\n";
  return text + grids_of(fault) + "</div>\n";
}

std::string counts_of(const Report& report) {
  const Count total = report.account.count;
  const std::vector<VerdictKind> kinds = total.kinds();
  const bool tried_any = !report.tried.empty();
  std::string text = "<div class=\"wide\"><table class=\"counts\">\n<tr>" +
                     cell("operation", "th") + cell("cases", "th");
  for (const VerdictKind kind : kinds)
    text += cell(std::string(describe(kind)), "th");
  if (tried_any)
    for (const char* title : {"hypothesis met", "not trivial", "all up to weight", "standing"})
      text += cell(title, "th");
  text += "</tr>\n";
  const auto add = [&](const char* row, const std::string& name, const Count& count) {
    text += row + cell(name) + cell(grouped(count.lines()));
    for (const VerdictKind kind : kinds)
      text += cell(count.of(kind) == 0 ? "" : grouped(count.of(kind)));
    if (const Tried* tried = tried_of(report, name); tried != nullptr) {
      text += cell(grouped(tried->met)) + cell(grouped(tried->nontrivial)) +
              cell(tried->weight ? std::to_string(*tried->weight) : "") + cell(tried->standing);
    } else if (tried_any) {
      text += "<td></td><td></td><td></td><td></td>";
    }
    text += "</tr>\n";
  };
  add("<tr class=\"total\">", "total", total);
  for (const auto& [operation, count] : report.account.operations)
    add(count.faults() > 0 ? "<tr class=\"wrong\">" : "<tr>", operation, count);
  return text + "</table></div>\n";
}

/// The numbers to be read first.
std::string totals_of(const Report& report) {
  const Count& total = report.account.count;
  std::string text = "<ul class=\"totals\">\n";
  const auto add = [&](const char* row, std::size_t number, const std::string& what) {
    text += row + cell(grouped(number), "b") + " " + xml_escaped(what) + "</li>\n";
  };
  add("<li>", total.lines(), total.lines() == 1 ? "case" : "cases");
  for (const VerdictKind kind : total.kinds()) {
    add(is_fault(kind) ? "<li class=\"wrong\">" : "<li>", total.of(kind),
        std::string(describe(kind)));
  }
  return text + "</ul>\n";
}

/// What was run, and how.
std::string facts_of(const Report& report) {
  std::vector<std::pair<std::string, std::string>> facts;
  facts.emplace_back(report.command == "check" ? "answers" : "command", report.source);
  if (!report.origin.subject.empty()) facts.emplace_back("subject", report.origin.subject);
  facts.emplace_back("convention", name(report.convention));
  if (!report.profile.empty()) facts.emplace_back("profile", report.profile);
  facts.emplace_back("version", "layoutcheck " + std::string(version));
  if (report.origin.seed) facts.emplace_back("seed", std::to_string(*report.origin.seed));
  if (!report.origin.date.empty()) facts.emplace_back("date", report.origin.date);
  facts.emplace_back("time", decimal(report.seconds, 1) + " s");
  return html_list(facts, "facts");
}

/// "All is right." of "all is right".
std::string in_a_sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

std::string summary_of(const Report& report) {
  if (is_right(report.account))
    return "<strong class=\"right\">" + in_a_sentence(praise(report)) + "</strong>";
  return "<strong class=\"wrong\">" + grouped(report.account.count.faults()) +
         (report.account.count.faults() == 1 ? " fault." : " faults.") +
         (report.account.interrupted ? " Stopped before the end." : "") + "</strong>";
}

}  // namespace

std::string html_cell(const std::string& text, const char* tag) {
  return std::string("<") + tag + ">" + xml_escaped(text) + "</" + tag + ">";
}

std::string html_list(const std::vector<std::pair<std::string, std::string>>& facts,
                      const char* style_class) {
  std::string text = std::string("<dl class=\"") + style_class + "\">\n";
  for (const auto& [label, value] : facts)
    text += cell(label, "dt") + cell(value, "dd") + "\n";
  return text + "</dl>\n";
}

std::string html_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         xml_escaped(title) + "</title>\n<style>" + std::string(page_style) +
         "</style>\n</head>\n<body>\n<h1>" + xml_escaped(title) + "</h1>\n" + body +
         "</body>\n</html>\n";
}

std::string to_html(const Report& report) {
  std::string text = "<p>" + summary_of(report) + "</p>\n" + totals_of(report) + facts_of(report);
  for (const std::string& shortcoming : shortcomings(report.account))
    text += "<p class=\"wrong\">" + xml_escaped(shortcoming) + "</p>\n";
  if (report.ran_out)
    text += "<p>The time limit ended the run before all questions were asked.</p>\n";
  if (const std::string note = start_note(report); !note.empty())
    text += "<p>" + in_a_sentence(note) + "</p>\n";
  if (!report.time_note.empty()) text += "<p>" + in_a_sentence(report.time_note) + "</p>\n";
  if (!report.faults.empty()) text += "<h2>Faults</h2>\n" + causes_of(report);
  std::size_t number = 0;
  for (const Fault& fault : report.faults)
    text += section_of(fault, ++number);
  if (const std::size_t more = report.faults_left_out(); more > 0)
    text +=
        "<p>" + grouped(more) + (more == 1 ? " more fault" : " more faults") + " not shown.</p>\n";
  text += "<h2>Counts</h2>\n" + counts_of(report);
  const auto excuses = [&](const char* heading, const std::map<std::string, std::size_t>& numbers) {
    if (numbers.empty()) return;
    text += "<h2>" + std::string(heading) + "</h2>\n<div class=\"wide\"><table>\n";
    for (const auto& [excuse, count] : numbers)
      text += "<tr>" + cell(excuse) + cell(grouped(count)) + "</tr>\n";
    text += "</table></div>\n";
  };
  excuses("Outside preconditions", report.account.outside);
  excuses("Expected failures", report.account.expected);
  return html_page("layoutcheck " + report.command, text);
}

}  // namespace layoutcheck::cli
