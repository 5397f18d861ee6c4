// Mutants of a user's kernel: which of them the user's own expectations find.
#pragma once

#include "kernel_launch.hpp"

namespace layoutcheck::cli {

/// Judges each mutant of the kernel as the words say, for at most the seconds of --time in all;
/// prints which are missed, and writes them as JSON. Returns the exit status: 0 if none is. Throws
/// std::invalid_argument where the kernel itself is not right.
int run_mutants(const KernelWords& words, const KernelSource& source);

}  // namespace layoutcheck::cli
