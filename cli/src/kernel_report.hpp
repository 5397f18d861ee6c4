// Reports on a user's kernel: for people and as JSON.
#pragma once

#include "kernel_drawing.hpp"
#include "terminal.hpp"
#include <layoutcheck/gpu/kernel_check.hpp>

namespace layoutcheck::cli {

struct DrawnBuffer {
  Drawing drawing;
  Grid grid;
};

/// What was asked of a kernel, and what came of it.
struct KernelRun {
  std::string file;
  std::string target;
  gpu::KernelTask task;
  gpu::KernelReport report;
  std::vector<DrawnBuffer> drawings;
  double seconds = 0;
};

/// The findings, the tables of expectations, buffers and lines, and the verdict.
std::string to_text(const KernelRun& run, Colours colours);

std::string to_json(const KernelRun& run);

std::string svg_of(const KernelRun& run, const DrawnBuffer& drawn);

/// The entries of a module with their parameters.
std::string to_text(const gpu::ptx::Summary& summary);
std::string to_json(const gpu::ptx::Summary& summary, const std::string& file);

}  // namespace layoutcheck::cli
