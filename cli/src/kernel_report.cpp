// Reports on a user's kernel: for people and as JSON.
#include "kernel_report.hpp"

#include "json.hpp"
#include "lines.hpp"
#include "svg.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>

#include <algorithm>

namespace layoutcheck::cli {

namespace {

using gpu::Finding;
using gpu::KernelReport;
using gpu::LineTraffic;
using gpu::Space;

/// Blocks that the JSON lists.
constexpr std::size_t most_listed_blocks = 4096;

/// Of what was not judged, in a line.
constexpr std::size_t longest_sentence = 110;

using Row = std::vector<std::string>;

template <class T>
std::string or_else(const std::optional<T>& x, const char* nothing) {
  return x ? std::to_string(*x) : nothing;
}

/// "1 access", "2 accesses".
std::string accesses(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " access" : " accesses");
}

/// "2.50 (at most 4)": pieces for each ideal one.
std::string ratio(const LineTraffic& line) {
  if (line.ideal == 0) return "";
  return decimal(static_cast<double>(line.pieces) / static_cast<double>(line.ideal), 2) + " (" +
         std::to_string(line.worst.count) + "/" + std::to_string(line.worst.ideal) + ")";
}

std::string text_of(const KernelRun& run, const Finding& finding, Colours colours,
                    Ink ink = Ink::red) {
  std::string text = (ink == Ink::red ? "  " : "  remark: ") + inked(finding.kind, ink, colours);
  if (!finding.argument.empty()) text += " in " + finding.argument;
  if (finding.line > 0)
    text += ", line " + std::to_string(finding.line) + ": " + finding.instruction;
  text += "\n    " + found_in(run, finding);
  if (finding.count > 1) text += "\n    and " + std::to_string(finding.count - 1) + " more";
  return text + "\n";
}

std::string buffers_table(const KernelReport& report) {
  std::string text = table(buffer_rows(report));
  for (const KernelReport::OfBuffer& buffer : report.buffers) {
    if (!buffer.first_unwritten) continue;
    text += std::to_string(buffer.unwritten) + " of " + counted(buffer.area.elements, "element") +
            " of " + buffer.area.name + " are written by no thread; the first is " +
            std::to_string(*buffer.first_unwritten) + "\n";
  }
  return text;
}

std::string expectations_text(const KernelReport& report) {
  std::string text;
  for (const KernelReport::OfExpectation& of : report.expectations) {
    text += "expected " + of.text + "\n  " + of.layout + ": " +
            (of.is_of_origins ? counted(of.compared, "element") : accesses(of.compared)) +
            " compared, " + std::to_string(of.mismatches) + " not as expected\n";
  }
  return text;
}

/// "in 20 of 1048576 blocks and in 2561 of 2097152 iterations of the loop in line 124".
std::string part_text(const KernelRun& run) {
  const KernelReport& report = run.report;
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t some, std::uint64_t all, const std::string& of) {
    parts.push_back("in " + std::to_string(some) + " of " + std::to_string(all) + " " + of);
  };
  if (report.blocks_run < run.task.grid.count())
    add(report.blocks_run, run.task.grid.count(), "blocks");
  for (const gpu::CutLoop& loop : report.loops)
    add(loop.followed, loop.iterations,
        "iterations of the loop in line " + std::to_string(loop.line));
  return joined(parts, " and ");
}

Ink ink_of(gpu::KernelVerdict verdict) {
  return verdict == gpu::KernelVerdict::right   ? Ink::green
         : verdict == gpu::KernelVerdict::wrong ? Ink::red
                                                : Ink::yellow;
}

// JSON.

std::string json_lines(const std::vector<std::string>& objects) {
  return in_lines('[', objects, ']', 4);
}

std::string json_of(gpu::Dim3 dim) {
  return list({std::to_string(dim.x), std::to_string(dim.y), std::to_string(dim.z)});
}

std::string string_or_null(const std::string& text) {
  return text.empty() ? "null" : json_string(text);
}

std::string json_of(const KernelRun& run, const Finding& finding) {
  return object(
      {member("kind", json_string(finding.kind)),
       member("line", finding.line == 0 ? "null" : std::to_string(finding.line)),
       member("instruction", json_string(finding.instruction)), member("count", finding.count),
       member("block", json_of(run.task.grid.at(finding.block))),
       member("block_index", finding.block),
       member("thread", json_of(run.task.block.at(finding.thread))),
       member("thread_index", finding.thread), member("argument", string_or_null(finding.argument)),
       member("address", or_else(finding.address, "null")),
       member("offset", or_else(finding.offset, "null")),
       member("expected", json_string(finding.expected)),
       member("found", json_string(finding.found)),
       member("message", json_string(finding.message))});
}

/// What a launch is right in part for.
std::vector<std::string> json_parts(const KernelReport& report) {
  std::vector<std::string> parts;
  for (const gpu::Gap& gap : report.not_judged)
    if (gap.is_part) parts.push_back(json_string(gap.text));
  return parts;
}

/// What was not judged, and whether it was to be.
std::string json_of(const KernelRun& run, const gpu::Gap& gap) {
  const bool required = gap.kind && run.task.strict.contains(*gap.kind);
  return object({member("kind", json_string(gap.kind ? name(*gap.kind) : "ignored")),
                 member("text", json_string(gap.text)),
                 member("required", required ? "true" : "false")});
}

std::string json_of(const KernelReport::OfBuffer& buffer) {
  const auto& [area, coverage, unwritten, first_unwritten] = buffer;
  return object(
      {member("argument", json_string(area.name)), member("index", area.index),
       member("type", json_string(area.type)), member("element_bytes", area.element_bytes),
       member("elements", area.elements), member("rights", json_string(name(area.rights))),
       member("reads", coverage.reads()), member("writes", coverage.writes()),
       member("atomics", coverage.atomics()), member("elements_read", coverage.elements_read()),
       member("elements_written", coverage.elements_written()),
       member("elements_unwritten", unwritten),
       member("first_unwritten", or_else(first_unwritten, "null")),
       member("least_offset", or_else(coverage.least(), "null")),
       member("greatest_offset", or_else(coverage.greatest(), "null")),
       member("most_writes", coverage.most_writes()),
       member("alignment", coverage.least() ? std::to_string(coverage.alignment()) : "null")});
}

std::string json_of(const KernelRun& run, const LineTraffic& line) {
  const auto of = [&](Space space, std::uint64_t x) {
    return line.space == space ? std::to_string(x) : std::string("null");
  };
  return object({member("line", line.line),
                 member("instruction", json_string(gpu::line_of(run.task.program.ptx, line.line))),
                 member("space", json_string(name(line.space))),
                 member("kind", json_string(name(line.kind))), member("bytes", line.bytes),
                 member("requests", line.requests), member("lanes", line.lanes),
                 member("wavefronts", of(Space::shared, line.pieces)),
                 member("ideal_wavefronts", of(Space::shared, line.ideal)),
                 member("worst_wavefronts", of(Space::shared, line.worst.count)),
                 member("worst_ideal_wavefronts", of(Space::shared, line.worst.ideal)),
                 member("sectors", of(Space::global, line.pieces)),
                 member("ideal_sectors", of(Space::global, line.ideal)),
                 member("worst_sectors", of(Space::global, line.worst.count)),
                 member("worst_ideal_sectors", of(Space::global, line.worst.ideal))});
}

template <class List, class Function>
std::vector<std::string> mapped(const List& list, const Function& f) {
  std::vector<std::string> texts;
  std::transform(list.begin(), list.end(), std::back_inserter(texts), f);
  return texts;
}

std::string json_of_blocks(const KernelRun& run) {
  const KernelReport& report = run.report;
  const std::size_t listed = std::min(report.blocks.size(), most_listed_blocks);
  std::vector<std::string> blocks;
  for (std::size_t i = 0; i < listed; ++i)
    blocks.push_back(std::to_string(report.blocks[i]));
  return object(
      {member("in_grid", run.task.grid.count()), member("choice", json_string(report.choice.text)),
       member("chosen", report.blocks.size()), member("run", report.blocks_run),
       member("list", list(blocks)), member("list_left_out", report.blocks.size() - listed)});
}

std::string json_of_loop(const gpu::CutLoop& loop) {
  const auto ranges = mapped(loop.left_out, [](const auto& range) {
    return list({std::to_string(range.first), std::to_string(range.second)});
  });
  return object({member("line", std::uint64_t{loop.line}), member("executed", loop.followed),
                 member("iterations", loop.iterations), member("blocks", loop.blocks),
                 member("left_out", list(ranges))});
}

std::string json_of_growth(const KernelRun& run) {
  if (!run.growth) return "null";
  const gpu::GrowthReport& report = *run.growth;
  std::vector<std::string> sizes;
  for (const auto& [size, at] : report.tried) {
    sizes.push_back(
        object({member("size", std::to_string(size)), member("verdict", json_string(name(at.kind))),
                member("why", json_string(at.why))}));
  }
  return object(
      {member("name", json_string(report.growth.name)),
       member("first", std::to_string(report.growth.first)),
       member("last", std::to_string(report.growth.last)),
       member("step", std::to_string(report.growth.step)), member("size", std::to_string(run.size)),
       member("right_up_to", or_else(report.right_up_to, "null")),
       member("not_right_from", or_else(report.not_right_from, "null")),
       member("right_again", or_else(report.right_again(), "null")),
       member("finished", report.finished ? "true" : "false"), member("tried", list(sizes))});
}

}  // namespace

std::string found_in(const KernelRun& run, const Finding& finding) {
  if (finding.kind == "launch" || finding.kind == "unwritten") return finding.found;
  return "block " + gpu::to_string(run.task.grid.at(finding.block)) + ", thread " +
         gpu::to_string(run.task.block.at(finding.thread)) + ": " +
         (finding.expected.empty() ? finding.found
                                   : "expected " + finding.expected + ", found " + finding.found);
}

std::vector<std::vector<std::string>> buffer_rows(const KernelReport& report) {
  std::vector<Row> rows = {{"buffer", "type", "elements", "rights", "reads", "writes", "atomics",
                            "read", "written", "least", "greatest", "most writes", "aligned"}};
  for (const auto& [area, coverage, unwritten, first_unwritten] : report.buffers) {
    const bool touched = coverage.least().has_value();
    rows.push_back({area.name, area.type, std::to_string(area.elements),
                    std::string(name(area.rights)), std::to_string(coverage.reads()),
                    std::to_string(coverage.writes()), std::to_string(coverage.atomics()),
                    std::to_string(coverage.elements_read()),
                    std::to_string(coverage.elements_written()), or_else(coverage.least(), "-"),
                    or_else(coverage.greatest(), "-"), std::to_string(coverage.most_writes()),
                    touched ? std::to_string(coverage.alignment()) : "-"});
  }
  return rows;
}

std::vector<std::vector<std::string>> line_rows(const KernelRun& run) {
  std::vector<Row> rows = {{"line", "memory", "access", "bytes", "requests", "lanes", "sectors",
                            "wavefronts", "by ideal (worst)"}};
  for (const LineTraffic& line : run.report.lines) {
    rows.push_back({std::to_string(line.line), std::string(name(line.space)),
                    std::string(name(line.kind)), std::to_string(line.bytes),
                    std::to_string(line.requests), std::to_string(line.lanes),
                    line.space == Space::global ? std::to_string(line.pieces) : "",
                    line.space == Space::shared ? std::to_string(line.pieces) : "", ratio(line)});
  }
  return rows;
}

std::string verdict_line(const KernelRun& run, Colours colours) {
  const KernelReport& report = run.report;
  std::string text = inked(name(report.verdict), ink_of(report.verdict), colours);
  if (report.finding_count > 0) text += ": " + counted(report.finding_count, "finding");
  if (report.verdict == gpu::KernelVerdict::right_in_part) {
    const std::string part = part_text(run);
    text += ": " + (part.empty() ? std::ranges::find_if(report.not_judged, &gpu::Gap::is_part)->text
                                 : part);
  }
  return text + (report.why.empty() ? "" : "; " + report.why);
}

namespace {

std::string growth_line(const gpu::GrowthReport& report) {
  const auto size = [](std::int64_t x) { return grouped(static_cast<std::size_t>(x)); };
  std::string text = report.growth.name + ": ";
  if (report.right_up_to) text += "right up to " + size(*report.right_up_to);
  if (report.not_right_from) {
    const gpu::AtSize& at = report.tried.at(*report.not_right_from);
    text += std::string(report.right_up_to ? ", " : "") + std::string(name(at.kind)) + " from " +
            size(*report.not_right_from);
    if (at.kind != gpu::AtSize::Kind::wrong && !at.why.empty()) text += ": " + at.why;
  }
  return text;
}

}  // namespace

std::string growth_text(const gpu::GrowthReport& report) {
  const auto size = [](std::int64_t x) { return grouped(static_cast<std::size_t>(x)); };
  std::string text = growth_line(report);
  std::size_t right = 0;
  for (const auto& [tried, at] : report.tried)
    right += is_right(at.kind) ? 1 : 0;
  text += "\n  " + counted(report.tried.size(), "size") + " from " + size(report.growth.first) +
          " to " + size(report.growth.last) + " tried, " + std::to_string(right) + " of them right";
  if (!report.finished) {
    text += "; stopped before the end";
    if (report.right_up_to && report.not_right_from) text += ", so sizes between the two are open";
  } else if (const auto again = report.right_again()) {
    text += "; " + size(*again) +
            " is right again, so what is wrong at one size is not wrong at all larger ones, and "
            "smaller ones that were not tried may be wrong, too";
  } else if (report.not_right_from) {
    text +=
        "; bisection presupposes that what is wrong at one size is wrong at all larger ones, and "
        "among those tried it is";
  } else {
    text += "; the others are open";
  }
  return text + "\n";
}

std::string to_text(const KernelRun& run, Colours colours) {
  const KernelReport& report = run.report;
  const gpu::Dim3 cluster = gpu::cluster_of(run.task.cluster, run.task.entry);
  std::string text =
      bold((run.description.empty() ? "" : run.description + ": ") + run.file + ": " +
               run.task.entry.name,
           colours) +
      (run.at.empty() ? "" : ", " + run.at) + ", " + run.target + ", grid " +
      gpu::to_string(run.task.grid) + ", block " + gpu::to_string(run.task.block) +
      (cluster.count() == 1 ? "" : ", cluster " + gpu::to_string(cluster)) +
      (run.task.shared == 0 ? "" : ", " + counted(run.task.shared, "byte") + " of shared memory") +
      "\n";
  text += verdict_line(run, colours) + "\n";
  if (run.growth) text += growth_line(*run.growth) + "\n";
  text += "blocks: " + std::to_string(report.blocks_run) + " of " +
          std::to_string(run.task.grid.count()) + " ran (" + report.choice.text + "), " +
          counted(report.steps, "step") + ", " + accesses(report.accesses) + ", " +
          decimal(run.seconds, 2) + " s\n";
  if (!report.findings.empty()) text += "\n";
  for (const Finding& finding : report.findings)
    text += text_of(run, finding, colours);
  if (report.findings_left_out > 0)
    text += "  left out: " + counted(report.findings_left_out, "other finding") + "\n";
  if (!report.remarks.empty()) text += "\n";
  for (const Finding& remark : report.remarks)
    text += text_of(run, remark, colours, Ink::yellow);
  if (!report.buffers.empty()) text += "\n" + buffers_table(report);
  if (!report.lines.empty()) text += "\n" + table(line_rows(run));
  if (!report.expectations.empty()) text += "\n" + expectations_text(report);
  if (!report.not_judged.empty()) text += "\nnot judged:\n";
  for (const gpu::Gap& gap : report.not_judged)
    text += "  " + hanging(wrapped(gap.text, longest_sentence), 4) + "\n";
  text += "\n" + verdict_line(run, colours) + "\n";
  return run.growth ? text + growth_text(*run.growth) : text;
}

std::string json_document(const std::vector<std::string>& members) {
  std::vector<std::string> all = {member("layoutcheck", json_string(version)),
                                  member("format", "1")};
  all.insert(all.end(), members.begin(), members.end());
  return in_lines('{', all, '}', 2) + "\n";
}

std::string svg_of(const KernelRun& run, const DrawnBuffer& drawn) {
  return svg_grid(wrapped(drawn.grid, row_length), drawn.drawing.text,
                  run.file + ": " + run.task.entry.name + ", grid " +
                      gpu::to_string(run.task.grid) + ", block " + gpu::to_string(run.task.block));
}

std::vector<std::string> json_members(const KernelRun& run) {
  const KernelReport& report = run.report;
  return {member("description", string_or_null(run.description)),
          member("file", json_string(run.file)),
          member("entry", json_string(run.task.entry.name)),
          member("target", json_string(run.target)),
          member("grid", json_of(run.task.grid)),
          member("block", json_of(run.task.block)),
          member("cluster", json_of(gpu::cluster_of(run.task.cluster, run.task.entry))),
          member("shared", run.task.shared),
          member("at", string_or_null(run.at)),
          member("verdict", json_string(name(report.verdict))),
          member("why", json_string(report.why)),
          member("seconds", decimal(run.seconds, 3)),
          member("same_as", string_or_null(run.task.same_as ? run.task.same_as->program.name : "")),
          member("growth", json_of_growth(run)),
          member("blocks", json_of_blocks(run)),
          member("launches", report.launches),
          member("probes", report.probes),
          member("steps", report.steps),
          member("accesses", report.accesses),
          member("accesses_left_out", report.accesses_left_out),
          member("accesses_open", report.accesses_open),
          member("not_judged", list(json_parts(report))),
          member("gaps", list(mapped(report.not_judged,
                                     [&](const gpu::Gap& gap) { return json_of(run, gap); }))),
          member("loops", list(mapped(report.loops, &json_of_loop))),
          member("findings",
                 json_lines(mapped(report.findings,
                                   [&](const Finding& finding) { return json_of(run, finding); }))),
          member("remarks",
                 json_lines(mapped(report.remarks,
                                   [&](const Finding& remark) { return json_of(run, remark); }))),
          member("findings_left_out", report.findings_left_out),
          member("finding_count", report.finding_count),
          member("expectations",
                 json_lines(mapped(report.expectations,
                                   [](const KernelReport::OfExpectation& e) {
                                     return object({member("text", json_string(e.text)),
                                                    member("argument", json_string(e.argument)),
                                                    member("layout", json_string(e.layout)),
                                                    member("compared", e.compared),
                                                    member("mismatches", e.mismatches),
                                                    member("without_factors", e.without_factors)});
                                   }))),
          member("buffers",
                 json_lines(mapped(report.buffers, [](const auto& b) { return json_of(b); }))),
          member("lines",
                 json_lines(mapped(report.lines,
                                   [&](const LineTraffic& line) { return json_of(run, line); }))),
          member("drawings", json_lines(mapped(run.drawings, [&](const DrawnBuffer& drawn) {
                   return object({member("text", json_string(drawn.drawing.text)),
                                  member("svg", json_string(svg_of(run, drawn)))});
                 })))};
}

std::string to_text(const gpu::ptx::Summary& summary,
                    const std::vector<gpu::ptx::PtxError>& refused) {
  std::string text = "PTX " + summary.version + ", " + summary.target + "\n";
  for (const gpu::ptx::Entry& entry : summary.entries) {
    text += "\n" + entry.name + ", line " + std::to_string(entry.line);
    if (entry.required_block)
      text += ", blocks of " + counted(entry.required_block->count(), "thread");
    else if (entry.most_threads)
      text += ", blocks of at most " + counted(*entry.most_threads, "thread");
    text += "\n";
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
      const gpu::ptx::Parameter& parameter = entry.parameters[i];
      text += "  " + std::to_string(i) + ": ." + parameter.type +
              (parameter.is_pointer ? " .ptr" : "") + ", " + counted(parameter.bytes, "byte") +
              ", " + parameter.name + "\n";
    }
  }
  if (!refused.empty()) text += "\nnot supported:\n";
  for (const gpu::ptx::PtxError& error : refused)
    text += "  " + std::string(error.what()) + "\n";
  return text;
}

std::string to_json(const gpu::ptx::Summary& summary,
                    const std::vector<gpu::ptx::PtxError>& refused, const std::string& file) {
  const auto parameter_json = [](const gpu::ptx::Parameter& parameter) {
    return object({member("name", json_string(parameter.name)),
                   member("type", json_string(parameter.type)), member("bytes", parameter.bytes),
                   member("offset", parameter.offset),
                   member("is_pointer", parameter.is_pointer ? "true" : "false")});
  };
  const auto entry_json = [&](const gpu::ptx::Entry& entry) {
    const std::optional<std::uint64_t> required_threads =
        entry.required_block ? std::optional(entry.required_block->count()) : std::nullopt;
    return object({member("name", json_string(entry.name)), member("line", entry.line),
                   member("required_threads", or_else(required_threads, "null")),
                   member("most_threads", or_else(entry.most_threads, "null")),
                   member("parameters", list(mapped(entry.parameters, parameter_json)))});
  };
  const auto refused_json = [](const gpu::ptx::PtxError& error) {
    return object({member("line", error.line()), member("message", json_string(error.what()))});
  };
  return json_document({member("file", json_string(file)),
                        member("version", json_string(summary.version)),
                        member("target", json_string(summary.target)),
                        member("entries", json_lines(mapped(summary.entries, entry_json))),
                        member("unsupported", json_lines(mapped(refused, refused_json)))});
}

}  // namespace layoutcheck::cli
