// Libraries that a program loads, and their kernels; the driver has them, with the same numbers of
// errors.
#include "api.hpp"

using namespace layoutcheck::gpu::runtime;

LAYOUTCHECK_CUDA int cuLibraryLoadData(void** library, const void* image, void*, void*, unsigned,
                                       void*, void*, unsigned);
LAYOUTCHECK_CUDA int cuLibraryLoadFromFile(void** library, const char* file, void*, void*, unsigned,
                                           void*, void*, unsigned);
LAYOUTCHECK_CUDA int cuLibraryUnload(void* library);
LAYOUTCHECK_CUDA int cuLibraryGetKernel(void** kernel, void* library, const char* name);
LAYOUTCHECK_CUDA int cuLibraryGetKernelCount(unsigned* count, void* library);
LAYOUTCHECK_CUDA int cuLibraryEnumerateKernels(void** kernels, unsigned count, void* library);
LAYOUTCHECK_CUDA int cuLibraryGetGlobal(std::uint64_t* address, std::size_t* bytes, void* library,
                                        const char* name);
LAYOUTCHECK_CUDA int cuLibraryGetManaged(std::uint64_t* address, std::size_t* bytes, void* library,
                                         const char* name);

namespace {

/// The error of a call of the driver, in the device's primary context.
template <class F>
int with_driver(F call) {
  return with_device([&](Session&) { return static_cast<Error>(call()); });
}

}  // namespace

LAYOUTCHECK_CUDA int cudaLibraryLoadData(void** library, const void* image, void*, void*, unsigned,
                                         void*, void*, unsigned) {
  return with_driver(
      [&] { return cuLibraryLoadData(library, image, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

LAYOUTCHECK_CUDA int cudaLibraryLoadFromFile(void** library, const char* file, void*, void*,
                                             unsigned, void*, void*, unsigned) {
  return with_driver([&] {
    return cuLibraryLoadFromFile(library, file, nullptr, nullptr, 0, nullptr, nullptr, 0);
  });
}

LAYOUTCHECK_CUDA int cudaLibraryUnload(void* library) {
  return with_driver([&] { return cuLibraryUnload(library); });
}

LAYOUTCHECK_CUDA int cudaLibraryGetKernel(void** kernel, void* library, const char* name) {
  return with_driver([&] { return cuLibraryGetKernel(kernel, library, name); });
}

LAYOUTCHECK_CUDA int cudaLibraryGetKernelCount(unsigned* count, void* library) {
  return with_driver([&] { return cuLibraryGetKernelCount(count, library); });
}

LAYOUTCHECK_CUDA int cudaLibraryEnumerateKernels(void** kernels, unsigned count, void* library) {
  return with_driver([&] { return cuLibraryEnumerateKernels(kernels, count, library); });
}

LAYOUTCHECK_CUDA int cudaLibraryGetGlobal(std::uint64_t* address, std::size_t* bytes, void* library,
                                          const char* name) {
  return with_driver([&] { return cuLibraryGetGlobal(address, bytes, library, name); });
}

LAYOUTCHECK_CUDA int cudaLibraryGetManaged(std::uint64_t* address, std::size_t* bytes,
                                           void* library, const char* name) {
  return with_driver([&] { return cuLibraryGetManaged(address, bytes, library, name); });
}
