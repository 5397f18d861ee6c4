// Registration of what nvcc has compiled, and launches.
#include "../function_attributes.hpp"
#include "../launch_attributes.hpp"
#include "../occupancy.hpp"
#include "api.hpp"

#include <cstring>
#include <vector>

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;

/// What nvcc puts around a fat binary (fatbinary_section.h).
struct Wrapper {
  std::int32_t magic;
  std::int32_t version;
  const void* data;
  void* more;
};

struct Configuration {
  Dim3 grid;
  Dim3 block;
  std::size_t shared;
  void* stream;
};

/// Of <<<...>>>, the innermost last.
std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> all;
  return all;
}

/// cudaLaunchConfig_t.
struct LaunchConfiguration {
  Dim3 grid;
  Dim3 block;
  std::size_t shared;
  void* stream;
  const void* attributes;
  unsigned attribute_count;
};

int launch(const char* call, const void* function, Dim3 grid, Dim3 block, void** arguments,
           std::size_t shared, const void* stream, bool is_cooperative = false) {
  return with_stream(call, stream, [&](Session& session) {
    return session.launch({function, grid, block, shared, arguments, {}, is_cooperative});
  });
}

}  // namespace

namespace layoutcheck::gpu::runtime {

int& last_error() {
  thread_local int error = 0;
  return error;
}

int answer(Error error) {
  // That an event has not come yet is no error.
  if (error != Error::success && error != Error::not_ready) last_error() = static_cast<int>(error);
  return static_cast<int>(error);
}

}  // namespace layoutcheck::gpu::runtime

LAYOUTCHECK_CUDA void** __cudaRegisterFatBinary(void* wrapper) {
  Session& session = Session::get();
  const auto lock = session.lock();
  return reinterpret_cast<void**>(session.add_binary(static_cast<const Wrapper*>(wrapper)->data));
}

LAYOUTCHECK_CUDA void __cudaRegisterFatBinaryEnd(void**) {}

LAYOUTCHECK_CUDA void __cudaUnregisterFatBinary(void** handle) {
  Session& session = Session::get();
  // A program that exits need not wait for a launch of another thread, which would use the binary.
  if (const auto lock = session.try_lock())
    session.remove_binary(reinterpret_cast<Binary*>(handle));
}

LAYOUTCHECK_CUDA char __cudaInitModule(void** handle) {
  with_session([&](Session& session) {
    Error error = Error::success;
    session.load(*reinterpret_cast<Binary*>(handle), error);
    return error;
  });
  return 1;
}

LAYOUTCHECK_CUDA void __cudaRegisterFunction(void** handle, const char* host, char*,
                                             const char* name, int, void*, void*, void*, void*,
                                             int*) {
  Session& session = Session::get();
  const auto lock = session.lock();
  session.add_function(host, reinterpret_cast<Binary*>(handle), name);
}

LAYOUTCHECK_CUDA void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int,
                                        std::size_t, int, int) {
  Session& session = Session::get();
  const auto lock = session.lock();
  session.add_variable(host, reinterpret_cast<Binary*>(handle), name);
}

LAYOUTCHECK_CUDA void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name,
                                               int, std::size_t bytes, int, int) {
  with_session([&](Session& session) {
    session.add_managed(host, reinterpret_cast<Binary*>(handle), name, bytes);
    return Error::success;
  });
}

LAYOUTCHECK_CUDA unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t shared,
                                                      void* stream) {
  configurations().push_back({grid, block, shared, stream});
  return 0;
}

LAYOUTCHECK_CUDA int __cudaPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* shared,
                                                void** stream) {
  if (configurations().empty()) return answer(Error::invalid_configuration);
  const Configuration last = configurations().back();
  configurations().pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  *stream = last.stream;
  return 0;
}

// A kernel's handle is the address that the program has for it.
LAYOUTCHECK_CUDA int __cudaGetKernel(const void** kernel, const void* function) {
  *kernel = function;
  return 0;
}

LAYOUTCHECK_CUDA int cudaGetKernel(const void** kernel, const void* function) {
  return with_session([&](Session& session) {
    if (!session.knows_function(function)) return Error::invalid_device_function;
    return give(kernel, function);
  });
}

LAYOUTCHECK_CUDA int cudaLaunchKernel(const void* function, Dim3 grid, Dim3 block, void** arguments,
                                      std::size_t shared, void* stream) {
  return launch("cudaLaunchKernel", function, grid, block, arguments, shared, stream);
}

/// A kernel that waits for its grid has a workspace by this launch alone.
LAYOUTCHECK_CUDA int cudaLaunchCooperativeKernel(const void* function, Dim3 grid, Dim3 block,
                                                 void** arguments, std::size_t shared,
                                                 void* stream) {
  return launch("cudaLaunchCooperativeKernel", function, grid, block, arguments, shared, stream,
                true);
}

LAYOUTCHECK_CUDA int cudaLaunchKernelExC(const LaunchConfiguration* how, const void* function,
                                         void** arguments) {
  if (how == nullptr) return answer(Error::invalid_value);
  return with_stream("cudaLaunchKernelExC", how->stream, [&](Session& session) {
    if (const std::string refused = refused_attribute(how->attributes, how->attribute_count);
        !refused.empty()) {
      return session.unsupported("cudaLaunchKernelExC", refused);
    }
    return session.launch({function,
                           how->grid,
                           how->block,
                           how->shared,
                           arguments,
                           {},
                           asks_for_cooperation(how->attributes, how->attribute_count),
                           cluster_asked_for(how->attributes, how->attribute_count)});
  });
}

LAYOUTCHECK_CUDA int cudaFuncSetAttribute(const void* function, int attribute, int value) {
  return with_device([&](Session& session) {
    return set_function_attribute(session, function, attribute, value);
  });
}

/// A kernel is launched alike by its handle.
LAYOUTCHECK_CUDA int cudaKernelSetAttributeForDevice(const void* kernel, int attribute, int value,
                                                     int device) {
  return device == 0 ? cudaFuncSetAttribute(kernel, attribute, value)
                     : answer(Error::invalid_device);
}

namespace {

/// cudaFuncAttributes; from the registers on, its order is that of CUfunction_attribute.
struct FunctionAttributes {
  std::size_t shared;
  std::size_t constant;
  std::size_t local;
  int most_threads;
  int from_registers_on[10];
  int kinds_of_clusters[2];
  int reserved[16];
};
static_assert(sizeof(FunctionAttributes) == 144);

}  // namespace

LAYOUTCHECK_CUDA int cudaFuncGetAttributes(FunctionAttributes* attributes, const void* function) {
  return with_device([&](Session& session) {
    if (attributes == nullptr) return Error::invalid_value;
    *attributes = {};
    Error error = Error::success;
    const auto get = [&](int number) {
      return error == Error::success
                 ? function_attribute(session, function, number, error).value_or(0)
                 : 0;
    };
    attributes->most_threads = get(0);
    attributes->shared = static_cast<std::size_t>(get(1));
    attributes->constant = static_cast<std::size_t>(get(2));
    attributes->local = static_cast<std::size_t>(get(3));
    for (int i = 0; i < 10; ++i)
      attributes->from_registers_on[i] = get(4 + i);
    return error;
  });
}

LAYOUTCHECK_CUDA int cudaFuncSetCacheConfig(const void* function, int) {
  return cudaFuncSetAttribute(function, preferred_shared, 0);
}

LAYOUTCHECK_CUDA int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                   const void* function,
                                                                   int threads,
                                                                   std::size_t shared) {
  return with_device([&](Session& session) {
    return give_resident_blocks(session, blocks, function, threads, shared);
  });
}

LAYOUTCHECK_CUDA int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, std::size_t shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

LAYOUTCHECK_CUDA int cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                               const void* function, int blocks,
                                                               int threads) {
  return with_device([&](Session& session) {
    return give_available_shared(session, bytes, function, blocks, threads);
  });
}

LAYOUTCHECK_CUDA int cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                                    const LaunchConfiguration* how) {
  return with_device([&](Session& session) {
    if (how == nullptr) return Error::invalid_value;
    return give_resident_clusters(session, clusters, function, how->block, how->shared,
                                  cluster_asked_for(how->attributes, how->attribute_count));
  });
}

// A kernel is launched alike by its handle, and where the stream that is none is one of the
// thread's own.

LAYOUTCHECK_CUDA_ALIAS(__cudaLaunchKernel, cudaLaunchKernel);
LAYOUTCHECK_CUDA_ALIAS(__cudaLaunchKernel_ptsz, cudaLaunchKernel);
LAYOUTCHECK_CUDA_ALIAS(cudaLaunchKernel_ptsz, cudaLaunchKernel);
LAYOUTCHECK_CUDA_ALIAS(cudaLaunchCooperativeKernel_ptsz, cudaLaunchCooperativeKernel);
LAYOUTCHECK_CUDA_ALIAS(cudaLaunchKernelExC_ptsz, cudaLaunchKernelExC);
