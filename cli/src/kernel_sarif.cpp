// Reports on a user's kernel as SARIF: at lines of the PTX, and of the source from which it was
// compiled with line information.
#include "kernel_report.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace layoutcheck::cli {

namespace {

/// The source files and lines that the directives .file and .loc of PTX name.
class SourceLines {
 public:
  explicit SourceLines(const std::string& ptx) {
    std::istringstream in(ptx);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
      std::istringstream words(line);
      std::string word;
      std::size_t file = 0;
      words >> word;
      if (word == ".file") {
        // `.file 1 "path"`, perhaps after the lines that name it.
        const std::size_t begin = line.find('"');
        const std::size_t end = line.rfind('"');
        if (words >> file && begin < end) files_[file] = line.substr(begin + 1, end - begin - 1);
      } else if (word == ".loc") {
        Line at;
        if (words >> at.file >> at.line) lines_[number] = at;
      } else if (word.starts_with('.') && (line.find(".entry") != std::string::npos ||
                                           line.find(".func") != std::string::npos)) {
        lines_[number] = {};
      }
    }
  }

  /// Where the instruction in a line of the PTX comes from, if that is known.
  [[nodiscard]] std::optional<Place> of(std::size_t line) const {
    const auto after = lines_.upper_bound(line);
    if (after == lines_.begin()) return std::nullopt;
    const Line& at = std::prev(after)->second;
    const auto file = files_.find(at.file);
    // Line 0 is of what the compiler made up.
    if (at.line == 0 || file == files_.end()) return std::nullopt;
    return Place{file->second, at.line};
  }

 private:
  struct Line {
    std::size_t file = 0;
    std::size_t line = 0;
  };

  std::map<std::size_t, std::string> files_;
  std::map<std::size_t, Line> lines_;
};

}  // namespace

SarifRun sarif_of(const KernelRun& run) {
  const gpu::KernelReport& report = run.report;
  const SourceLines sources(run.task.program.ptx);
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
      result.related.emplace_back("compiled from", *source);
    sarif.results.push_back(std::move(result));
  }
  return sarif;
}

}  // namespace layoutcheck::cli
