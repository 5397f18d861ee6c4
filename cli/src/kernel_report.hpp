// Reports on a user's kernel: for people and as JSON.
#pragma once

#include "kernel_drawing.hpp"
#include "sarif.hpp"
#include "terminal.hpp"
#include <layoutcheck/kernels/growth.hpp>
#include <layoutcheck/kernels/kernel_check.hpp>

namespace layoutcheck::cli {

struct DrawnBuffer {
  Drawing drawing;
  Grid grid;
};

/// What was asked of a kernel, and what came of it.
struct KernelRun {
  std::string file;
  /// Whether the file is one, and not standard input.
  bool is_file = true;
  std::string target;
  gpu::KernelTask task;
  gpu::KernelReport report;
  std::vector<DrawnBuffer> drawings;
  double seconds = 0;
  /// The file that described it, if it is one of several.
  std::string description = {};
  /// The size at which the report is, if there is one: "Q=1024".
  std::string at = {};
  /// Where a size grew: what became of it, and at which size the report is.
  std::optional<gpu::GrowthReport> growth = {};
  std::int64_t size = 0;
};

/// Of a size that grew: "Q: right up to 2,097,152, wrong from 2,097,153", and what that rests on.
std::string growth_text(const gpu::GrowthReport& report);

/// "block (0,0,0), thread (5,0,0): expected offset 5, found 4".
std::string found_in(const KernelRun& run, const gpu::Finding& finding);

/// The tables of what was done to buffers, and by lines of the PTX: the first row has titles.
std::vector<std::vector<std::string>> buffer_rows(const gpu::KernelReport& report);
std::vector<std::vector<std::string>> line_rows(const KernelRun& run);

/// "wrong: 3 findings", "right in part: in 20 of 1048576 blocks".
std::string verdict_line(const KernelRun& run, Colours colours);

/// The verdict, the findings, the tables of expectations, buffers and lines, and the verdict again.
std::string to_text(const KernelRun& run, Colours colours);

/// The report on a launch as members of an object; and the document of them, or of objects.
std::vector<std::string> json_members(const KernelRun& run);
std::string json_document(const std::vector<std::string>& members);

/// A result for each finding, at its line of the PTX; with the line of the source if the PTX says.
SarifRun sarif_of(const KernelRun& run);

std::string svg_of(const KernelRun& run, const DrawnBuffer& drawn);

/// The entries of a module with their parameters, and what the executor does not take of them.
std::string to_text(const gpu::ptx::Summary& summary,
                    const std::vector<gpu::ptx::PtxError>& refused);
std::string to_json(const gpu::ptx::Summary& summary,
                    const std::vector<gpu::ptx::PtxError>& refused, const std::string& file);

}  // namespace layoutcheck::cli
