// The files that a report is written to: the options that name them, and writing all of them.
#pragma once

#include "options.hpp"
#include "output.hpp"
#include "report.hpp"
#include "work.hpp"

#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace layoutcheck::cli {

struct ReportFiles {
  std::string json = "";
  std::string junit = "";
  std::string html = "";
  std::string sarif = "";
  std::string faults = "";
};

/// Adds --json, --junit, --html, --sarif, and the option for the file of faults, under these names.
void add_report_files(Command& command, ReportFiles& files,
                      const std::string& names_for_faults = "--faults");

/// Whether a report goes to standard output, so that what is for people goes elsewhere. Throws
/// std::invalid_argument if several do, or if one is claimed by something else, and
/// std::runtime_error naming a file that cannot be written. `other` is what the command writes
/// beside them.
bool require_reports(const ReportFiles& files, Claims claims, const std::string& other = "");

/// Throws std::invalid_argument if a plan names one of the files: they are options of `merge`.
void refuse_in_plan(const ReportFiles& files);

/// The report is of a merged run: what it lacks, how long its pieces took together, and when the
/// first of them began.
void take_merged(const Work& work, Report& report);

/// Writes to each of the files, unless it is "", what its form makes of `what`. If one cannot be
/// written the others are all the same; then throws std::runtime_error naming it.
template <class What>
void write_each(
    const What& what,
    const std::vector<std::pair<std::string, std::function<std::string(const What&)>>>& files) {
  std::exception_ptr failure;
  for (const auto& [file, form] : files) {
    try {
      if (!file.empty()) write_text(file, form(what));
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

/// Writes the report to each of the files. If one cannot be written the others are all the same;
/// then throws std::runtime_error naming it.
void write_reports(const Report& report, const ReportFiles& files);

/// The faults as lines with the answers that are right, where these are known.
std::string to_corpus(const Report& report);

}  // namespace layoutcheck::cli
