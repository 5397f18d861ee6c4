// What came of a program whose launches were judged: the report of `layoutcheck run`.
#pragma once

#include "terminal.hpp"
#include <layoutcheck/runtime/records.hpp>

#include <string>
#include <vector>

namespace layoutcheck::cli {

struct ProgramRun {
  std::vector<std::string> program;
  std::string device;
  /// As of waitpid().
  int status = 0;
  double seconds = 0;
  /// When it began.
  std::string date = {};

  /// Launches of one kernel in one shape; the verdict is the worst one, and the text that of it.
  struct Launches {
    gpu::runtime::Record record;
    std::uint64_t count = 0;
    /// How many of them were equal to an earlier one.
    std::uint64_t equal = 0;
  };
  std::vector<Launches> launches;
  /// The same finding in several launches once; `count` counts them all.
  std::vector<gpu::runtime::Record> findings;
  std::vector<gpu::runtime::Record> remarks = {};
  /// Whether remarks are findings.
  bool is_strict = false;
  std::vector<gpu::runtime::Record> unsupported;
  std::vector<gpu::runtime::Record> failed;
  /// Where launches are recorded, if they are; those that were, and those that cannot be.
  std::string folder = {};
  std::vector<gpu::runtime::Record> recorded = {};
  std::vector<gpu::runtime::Record> not_recorded = {};
};

/// Adds what a process told of.
void add_process(ProgramRun& run, const std::vector<gpu::runtime::Record>& records);

/// Makes findings of all remarks, which make the run wrong.
void be_strict(ProgramRun& run);

/// Whether the program launched something and exited with 0, and all launches were right.
bool is_right(const ProgramRun& run);

std::string to_text(const ProgramRun& run, Colours colours);
std::string to_json(const ProgramRun& run);
/// The findings, at lines of the source where it is known.
std::string to_sarif(const ProgramRun& run);
/// A test case for each kernel and shape: failed if it is wrong or could not be judged, skipped if
/// it is right in part; and one for the program if the run lacks something.
std::string to_junit(const ProgramRun& run);

}  // namespace layoutcheck::cli
