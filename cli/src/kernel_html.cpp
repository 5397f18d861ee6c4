// Reports on kernels as a page of HTML.
#include "escape.hpp"
#include "html.hpp"
#include "kernel_documents.hpp"
#include "lines.hpp"
#include <layoutcheck/notation/version.hpp>

namespace layoutcheck::cli {

namespace {

using Kind = gpu::AtSize::Kind;

std::string anchor_of(std::size_t number) {
  return "launch-" + std::to_string(number);
}

const char* class_of(Kind kind) {
  return kind == Kind::right ? "right" : gpu::is_right(kind) ? "part" : "wrong";
}

/// Rows, the first of them with titles.
std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  std::string text = "<div class=\"wide\"><table class=\"counts\">\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += "<tr>";
    for (const std::string& cell : rows[i])
      text += html_cell(cell, i == 0 ? "th" : "td");
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

std::string finding_of(const KernelRun& run, const gpu::Finding& finding) {
  std::string text =
      "<div class=\"fault\">\n" +
      html_cell(finding.kind + (finding.argument.empty() ? "" : " in ") + finding.argument, "h3") +
      "\n";
  if (finding.line > 0) {
    text += "<p>" + html_cell(run.file + ", line " + std::to_string(finding.line), "span") + ": " +
            html_cell(finding.instruction, "code") + "</p>\n";
  }
  text += html_cell(found_in(run, finding), "p") + "\n";
  if (finding.count > 1)
    text += html_cell("and " + grouped(finding.count - 1) + " more", "p") + "\n";
  return text + "</div>\n";
}

std::string list_of(const std::string& title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  std::string text = html_cell(title, "h3") + "\n<ul>\n";
  for (const std::string& sentence : sentences)
    text += html_cell(sentence, "li") + "\n";
  return text + "</ul>\n";
}

}  // namespace

std::string html_section(const KernelRun& run) {
  const gpu::KernelReport& report = run.report;
  std::string text = html_list(
      {{"kernel", run.file + ": " + run.task.entry.name},
       {"target", run.target},
       {"grid", gpu::to_string(run.task.grid)},
       {"block", gpu::to_string(run.task.block)},
       {"blocks", std::to_string(report.blocks_run) + " of " +
                      std::to_string(run.task.grid.count()) + " (" + report.choice.text + ")"},
       {"accesses", grouped(report.accesses)},
       {"time", decimal(run.seconds, 2) + " s"}},
      "facts");
  for (const gpu::Finding& finding : report.findings)
    text += finding_of(run, finding);
  if (report.findings_left_out > 0)
    text += html_cell(grouped(report.findings_left_out) + " more not shown.", "p") + "\n";
  std::vector<std::string> not_judged;
  for (const gpu::Gap& gap : report.not_judged)
    not_judged.push_back(gap.text);
  text += list_of("Not judged", not_judged);
  std::vector<std::string> remarks;
  for (const gpu::Finding& remark : report.remarks)
    remarks.push_back(remark.kind +
                      (remark.line == 0 ? "" : ", line " + std::to_string(remark.line)) + ": " +
                      found_in(run, remark));
  text += list_of("Remarks", remarks);
  if (run.growth) text += html_cell(growth_text(*run.growth), "p") + "\n";
  if (!report.expectations.empty()) {
    std::vector<std::vector<std::string>> rows = {{"expected", "compared", "not as expected"}};
    for (const auto& of : report.expectations)
      rows.push_back({of.text, grouped(of.compared), grouped(of.mismatches)});
    text += table_of(rows);
  }
  if (!report.buffers.empty()) text += table_of(buffer_rows(report));
  if (!report.lines.empty()) text += table_of(line_rows(run));
  for (const DrawnBuffer& drawn : run.drawings)
    text += "<div class=\"wide\">" + svg_of(run, drawn) + "</div>\n";
  return text;
}

std::string to_html(const KernelRuns& runs) {
  Kind worst = Kind::right;
  for (const LaunchFound& found : runs.launches)
    worst = std::max(worst, found.kind);
  const bool is_whole = runs.complaints.empty() && !runs.is_stopped;
  std::string text =
      std::string("<p><strong class=\"") + (is_whole ? class_of(worst) : "wrong") + "\">" +
      xml_escaped(summary_of(runs)) + "</strong></p>\n" +
      html_list({{"version", "layoutcheck " + std::string(version)}, {"date", runs.date}}, "facts");
  for (const std::string& complaint : runs.complaints)
    text += "<p class=\"wrong\">" + xml_escaped(complaint) + "</p>\n";
  if (runs.launches.size() > 1) {
    text += "<div class=\"wide\"><table>\n<tr>" + html_cell("launch", "th") +
            html_cell("verdict", "th") + html_cell("seconds", "th") + "</tr>\n";
    for (std::size_t i = 0; i < runs.launches.size(); ++i) {
      const LaunchFound& found = runs.launches[i];
      text += "<tr><td><a href=\"#" + anchor_of(i + 1) + "\">" + xml_escaped(found.name) +
              "</a></td><td class=\"" + class_of(found.kind) + "\">" + xml_escaped(found.verdict) +
              "</td>" + html_cell(decimal(found.seconds, 2)) + "</tr>\n";
    }
    text += "</table></div>\n";
  }
  for (std::size_t i = 0; i < runs.launches.size(); ++i) {
    const LaunchFound& found = runs.launches[i];
    text += "<h2 id=\"" + anchor_of(i + 1) + "\">" + xml_escaped(found.name) +
            "</h2>\n<p class=\"" + class_of(found.kind) + "\">" + xml_escaped(found.verdict) +
            "</p>\n" + found.html;
  }
  return html_page("layoutcheck kernel", text);
}

}  // namespace layoutcheck::cli
