// Two kernels that are to make the same of all values: their outputs, with floating-point numbers
// as elements of rings (machine/rings.hpp).
#pragma once

#include <layoutcheck/kernels/kernel_check.hpp>

namespace layoutcheck::gpu {

/// Compares the buffers that both tasks have by the same name and that the first may write, and
/// puts what differs into the report of the first, which has been judged. All blocks of the
/// reference run, and of the kernel those of the report. Throws std::invalid_argument if there is
/// nothing to compare, or if a buffer has other elements, and LaunchError.
void hold_against(const ExecutorFactory& make_executor, const KernelTask& task,
                  const KernelTask& reference, KernelReport& report);

}  // namespace layoutcheck::gpu
