// Compares the outputs of two kernels for all values, with floating-point numbers as elements of
// prime fields (machine/rings.hpp).
#pragma once

#include <layoutcheck/kernels/kernel_check.hpp>

namespace layoutcheck::gpu {

/// Compares the buffers of the same name that both tasks have and the first may write, and adds the
/// differences to the report of the first, which has been judged. All blocks of the reference run,
/// and the blocks of the report for the kernel. Throws std::invalid_argument if there is nothing to
/// compare, or if the elements of a buffer differ, and LaunchError.
void hold_against(const ExecutorFactory& make_executor, const KernelTask& task,
                  const KernelTask& reference, KernelReport& report);

}  // namespace layoutcheck::gpu
