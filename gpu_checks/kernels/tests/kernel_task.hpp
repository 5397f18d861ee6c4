// How a test asks for a kernel.
#pragma once

#include <layoutcheck/kernels/kernel_check.hpp>

#include <string>

namespace layoutcheck::gpu {

/// The first entry of the PTX with these arguments.
inline KernelTask task_of(const std::string& ptx, const std::string& arguments, const Dim3& grid,
                          const Dim3& block, std::uint32_t shared) {
  KernelTask task;
  task.program.name = "test";
  task.program.ptx = ptx;
  const ptx::Summary summary = ptx::summarize(ptx);
  task.entry = summary.entries.front();
  task.target = summary.target;
  task.grid = grid;
  task.block = block;
  task.arguments = parse_arguments(arguments);
  task.shared = shared;
  return task;
}

/// What the executor of PTX, with exact integers, says of it.
inline KernelReport checked(KernelTask task, PtxOptions options = {}) {
  options.exact = true;
  task.room = options.room;
  return check_kernel([&] { return make_ptx_executor(options); }, task);
}

}  // namespace layoutcheck::gpu
