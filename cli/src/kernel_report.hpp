// Reports on a user's kernel: for people and as JSON.
#pragma once

#include "kernel_drawing.hpp"
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
  /// Where a size grew: what became of it, and at which size the report is.
  std::optional<gpu::GrowthReport> growth = {};
  std::int64_t size = 0;
};

/// Of a size that grew: "Q: right up to 2,097,152, wrong from 2,097,153", and what that rests on.
std::string growth_text(const gpu::GrowthReport& report);

/// "block (0,0,0), thread (5,0,0): expected offset 5, found 4".
std::string found_in(const KernelRun& run, const gpu::Finding& finding);

/// The findings, the tables of expectations, buffers and lines, and the verdict.
std::string to_text(const KernelRun& run, Colours colours);

std::string to_json(const KernelRun& run);

/// A result for each finding, at its line of the PTX; with the line of the source if the PTX says.
std::string to_sarif(const KernelRun& run);

std::string svg_of(const KernelRun& run, const DrawnBuffer& drawn);

/// The entries of a module with their parameters.
std::string to_text(const gpu::ptx::Summary& summary);
std::string to_json(const gpu::ptx::Summary& summary, const std::string& file);

}  // namespace layoutcheck::cli
