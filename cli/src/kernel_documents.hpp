// The files that `layoutcheck kernel` writes: one of each kind for all launches of a run.
#pragma once

#include "kernel_launches.hpp"
#include "kernel_report.hpp"

#include <string>
#include <vector>

namespace layoutcheck::cli {

/// What came of a run.
struct KernelRuns {
  std::vector<LaunchFound> launches = {};
  /// What is wrong with the whole, each a sentence.
  std::vector<std::string> complaints = {};
  /// Whether it was stopped before its end.
  bool is_stopped = false;
  double seconds = 0;
  std::string date = {};
  /// Whether what is right in part makes the exit status another than 0.
  bool part_fails = false;
};

/// "12 launches: 10 right, 1 right in part, 1 wrong; 3.4 s".
std::string summary_of(const KernelRuns& runs);

/// The object of a launch that is the only one, else a list of them.
std::string to_json(const KernelRuns& runs);

std::string to_sarif(const KernelRuns& runs);

/// A test case for each launch: failed if it is wrong or could not be judged, an error if it was
/// refused, skipped if it is right in part, or failed if that fails; and one for the whole if that
/// lacks something.
std::string to_junit(const KernelRuns& runs);

/// A table of the launches, and a section for each.
std::string to_html(const KernelRuns& runs);

/// The section of a launch, without its heading: what ran, what is wrong, what was not judged, and
/// the tables of buffers and lines, and drawings.
std::string html_section(const KernelRun& run);

/// Writes them to the files that the words name. If one cannot be written the others are all the
/// same; then throws std::runtime_error naming it.
void write_documents(const KernelRuns& runs, const KernelWords& files);

}  // namespace layoutcheck::cli
