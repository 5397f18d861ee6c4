// The compiled kernels of the tests.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace layoutcheck::gpu {

/// The PTX in a file of gpu_checks/kernels/tests/data.
inline std::string compiled_ptx(const std::string& file) {
  std::ifstream in(LAYOUTCHECK_SOURCE_DIR "/gpu_checks/kernels/tests/data/" + file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace layoutcheck::gpu
