// Groups of findings, and the order in which they are told.
#include "kernel/findings.hpp"

#include <layoutcheck/kernels/numbers.hpp>

#include <algorithm>

namespace layoutcheck::gpu {

namespace {

/// An address that wrapped, or that nobody set, is the reason of others' complaints about it.
std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, bool> order_of(const Finding& finding) {
  return {finding.block, finding.thread, finding.line,
          finding.kind != name(Fault::Kind::wrapped) &&
              finding.kind != name(Fault::Kind::uninitialized)};
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : trimmed(text)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank || line.back() != ' ') line += blank ? ' ' : c;
  }
  return line;
}

void Findings::put_into(KernelReport& report) {
  report.findings = take();
  report.findings_left_out = left_out_;
  if (report.findings.size() > task_.most_findings) {
    report.findings_left_out += report.findings.size() - task_.most_findings;
    report.findings.resize(task_.most_findings);
  }
  report.finding_count = count_;
}

std::vector<Finding> Findings::take() {
  std::vector<Finding> all;
  for (auto& [key, finding] : groups_)
    all.push_back(std::move(finding));
  std::ranges::stable_sort(all, {}, order_of);
  return all;
}

std::string place_text(const KernelTask& task, const Finding& finding) {
  return (finding.line == 0 ? "" : "line " + std::to_string(finding.line) + ", ") + "block " +
         to_string(task.grid.at(finding.block)) + ", thread " +
         to_string(task.block.at(finding.thread)) + ": " +
         (finding.instruction.empty() ? "" : "`" + finding.instruction + "`: ");
}

}  // namespace layoutcheck::gpu
