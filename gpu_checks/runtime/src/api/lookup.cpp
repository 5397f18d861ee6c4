// Functions of the driver, as programs of the runtime ask for them by name.
#include "api.hpp"

using namespace layoutcheck::gpu::runtime;

LAYOUTCHECK_CUDA int cuGetProcAddress_v2(const char* name, void** function, int version,
                                         std::uint64_t flags, int* status);

/// The status, which the driver has with the same numbers, says whether there is such a function.
LAYOUTCHECK_CUDA int cudaGetDriverEntryPointByVersion(const char* name, void** function,
                                                      unsigned version, std::uint64_t flags,
                                                      int* status) {
  return with_session([&](Session& session) {
    session.use_runtime();
    if (name == nullptr || function == nullptr) return Error::invalid_value;
    cuGetProcAddress_v2(name, function, static_cast<int>(version), flags, status);
    return Error::success;
  });
}

LAYOUTCHECK_CUDA int cudaGetDriverEntryPoint(const char* name, void** function, std::uint64_t flags,
                                             int* status) {
  constexpr unsigned first_with_tensor_maps = 12000;
  return cudaGetDriverEntryPointByVersion(name, function, first_with_tensor_maps, flags, status);
}

LAYOUTCHECK_CUDA_ALIAS(cudaGetDriverEntryPointByVersion_ptsz, cudaGetDriverEntryPointByVersion);
LAYOUTCHECK_CUDA_ALIAS(cudaGetDriverEntryPoint_ptsz, cudaGetDriverEntryPoint);
