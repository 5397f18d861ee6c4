// The functions that tell of errors.
#include "api.hpp"

using namespace layoutcheck::gpu::runtime;

LAYOUTCHECK_CUDA int cudaPeekAtLastError() {
  Session& session = Session::get();
  const auto lock = session.lock();
  const Error sticky = session.begin();
  return sticky == Error::success ? last_error() : static_cast<int>(sticky);
}

LAYOUTCHECK_CUDA int cudaGetLastError() {
  const int error = cudaPeekAtLastError();
  last_error() = 0;
  return error;
}

LAYOUTCHECK_CUDA const char* cudaGetErrorString(int error) {
  return text_of(error);
}

LAYOUTCHECK_CUDA const char* cudaGetErrorName(int error) {
  return name_of(error);
}
