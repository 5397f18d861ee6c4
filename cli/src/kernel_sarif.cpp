// Reports on a user's kernel as SARIF: at lines of the PTX, and of the source from which it was
// compiled with line information.
#include "kernel_report.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace layoutcheck::cli {

SarifRun sarif_of(const KernelRun& run) {
  const gpu::KernelReport& report = run.report;
  const gpu::ptx::SourceLines sources(run.task.program.ptx);
  SarifRun sarif;
  sarif.left_out = report.findings_left_out;
  if (!report.why.empty()) sarif.lacks.push_back(report.why);
  for (const gpu::Gap& gap : report.not_judged)
    sarif.notes.push_back(run.task.entry.name + (run.at.empty() ? "" : ", " + run.at) +
                          ": not judged: " + gap.text);
  for (const gpu::Finding& finding : report.findings) {
    SarifResult result;
    result.kind = finding.kind;
    result.message = finding.kind + (finding.argument.empty() ? "" : " in " + finding.argument) +
                     ": " + found_in(run, finding);
    result.subject = run.task.entry.name;
    result.count = finding.count;
    if (run.is_file) {
      // An access that was not made has no line but that of the kernel.
      result.place = Place{run.file, finding.line == 0 ? run.task.entry.line : finding.line};
    }
    if (const auto source = sources.of(finding.line))
      result.related.emplace_back("compiled from", Place{source->file, source->line});
    if (const auto caller = sources.caller_of(finding.line))
      result.related.emplace_back("inlined at", Place{caller->file, caller->line});
    sarif.results.push_back(std::move(result));
  }
  return sarif;
}

}  // namespace layoutcheck::cli
