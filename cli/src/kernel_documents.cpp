// The files that `layoutcheck kernel` writes: one of each kind for all launches of a run.
#include "kernel_documents.hpp"

#include "json.hpp"
#include "junit.hpp"
#include "lines.hpp"
#include "report_files.hpp"
#include <layoutcheck/notation/version.hpp>

#include <map>

namespace layoutcheck::cli {

namespace {

using Kind = gpu::AtSize::Kind;

/// "k.ptx, line 7: race in y: …".
std::string text_of(const SarifResult& result) {
  return (result.place ? result.place->file + ", line " + std::to_string(result.place->line) + ": "
                       : "") +
         result.message +
         (result.count > 1 ? " (and " + std::to_string(result.count - 1) + " more)" : "");
}

JunitCase case_of(const LaunchFound& found, bool part_fails) {
  JunitCase test{found.name};
  test.seconds = found.seconds;
  if (found.kind == Kind::right) return test;
  test.message = found.verdict;
  test.outcome = found.kind == Kind::refused                        ? JunitCase::Outcome::error
                 : found.kind == Kind::right_in_part && !part_fails ? JunitCase::Outcome::skipped
                                                                    : JunitCase::Outcome::failed;
  for (const SarifResult& result : found.sarif.results)
    test.lines.push_back(text_of(result));
  for (const std::vector<std::string>* sentences : {&found.sarif.lacks, &found.sarif.notes})
    test.lines.insert(test.lines.end(), sentences->begin(), sentences->end());
  return test;
}

}  // namespace

std::string summary_of(const KernelRuns& runs) {
  std::map<Kind, std::size_t> counts;
  for (const LaunchFound& found : runs.launches)
    ++counts[found.kind];
  std::vector<std::string> parts;
  for (const auto& [kind, count] : counts)
    parts.push_back(std::to_string(count) + " " + std::string(name(kind)));
  return (runs.is_stopped ? "stopped after " : "") + std::to_string(runs.launches.size()) +
         (runs.launches.size() == 1 ? " launch: " : " launches: ") + joined(parts, ", ") + "; " +
         decimal(runs.seconds, 1) + " s";
}

std::string to_json(const KernelRuns& runs) {
  if (runs.launches.size() == 1) return json_document(runs.launches.front().json);
  std::vector<std::string> launches;
  for (const LaunchFound& found : runs.launches)
    launches.push_back(in_lines('{', found.json, '}', 6));
  return json_document({member("launches", in_lines('[', launches, ']', 4))});
}

std::string to_sarif(const KernelRuns& runs) {
  SarifRun run;
  const auto append = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (const LaunchFound& found : runs.launches) {
    append(run.results, found.sarif.results);
    append(run.lacks, found.sarif.lacks);
    append(run.notes, found.sarif.notes);
    run.left_out += found.sarif.left_out;
  }
  append(run.lacks, runs.complaints);
  return to_sarif(run);
}

std::string to_junit(const KernelRuns& runs) {
  std::vector<JunitCase> cases;
  for (const LaunchFound& found : runs.launches)
    cases.push_back(case_of(found, runs.part_fails));
  JunitCase whole{"(the whole)", JunitCase::Outcome::failed};
  whole.lines = runs.complaints;
  if (runs.is_stopped) whole.lines.emplace_back("stopped before the end");
  if (!whole.lines.empty()) {
    whole.message = whole.lines.front();
    cases.push_back(std::move(whole));
  }
  return to_junit({"kernel", {{"layoutcheck", std::string(version)}}, runs.seconds, runs.date},
                  cases);
}

void write_documents(const KernelRuns& runs, const KernelWords& files) {
  using Writer = std::string (*)(const KernelRuns&);
  write_each<KernelRuns>(
      runs, {{files.svg, [](const KernelRuns& all) { return all.launches.front().svg; }},
             {files.json, static_cast<Writer>(to_json)},
             {files.junit, static_cast<Writer>(to_junit)},
             {files.html, static_cast<Writer>(to_html)},
             {files.sarif, static_cast<Writer>(to_sarif)}});
}

}  // namespace layoutcheck::cli
