// Initialization, the device, contexts, and errors.
#include "../attributes.hpp"
#include "api.hpp"

#include <algorithm>
#include <cstring>

namespace layoutcheck::gpu::runtime::driver {

int result_of(Error error) {
  switch (error) {
    case Error::invalid_configuration:
    case Error::invalid_pitch:
    case Error::invalid_memcpy_direction:
      return static_cast<int>(Error::invalid_value);
    case Error::invalid_symbol:
      return not_found;
    case Error::invalid_device_function:
      return static_cast<int>(Error::invalid_resource_handle);
    default:
      return static_cast<int>(error);
  }
}

Contexts& Contexts::get() {
  static auto* const all = new Contexts();
  return *all;
}

std::vector<void*>& Contexts::of_thread() {
  thread_local std::vector<void*> stack;
  return stack;
}

void* Contexts::primary() {
  return reinterpret_cast<void*>(std::uintptr_t{0x800});
}

void* Contexts::make() {
  void* context = reinterpret_cast<void*>(next_++);
  made_.insert(context);
  return context;
}

bool Contexts::end(const void* context) {
  std::erase(of_thread(), context);
  return made_.erase(context) == 1;
}

bool Contexts::has(const void* context) const {
  return context == primary() || made_.contains(context);
}

void* Contexts::current(const Session& session) const {
  if (of_thread().empty()) return session.has_runtime() ? primary() : nullptr;
  return has(of_thread().back()) ? of_thread().back() : nullptr;
}

}  // namespace layoutcheck::gpu::runtime::driver

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;
using namespace layoutcheck::gpu::runtime::driver;

constexpr int invalid_value = static_cast<int>(Error::invalid_value);
constexpr int invalid_device = static_cast<int>(Error::invalid_device);

struct Named {
  int result;
  const char* name;
  const char* text;
};

constexpr Named results[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {710, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

int text_of_result(int result, const char** text, const char* Named::*which) {
  const auto* const found = std::ranges::find(results, result, &Named::result);
  if (text == nullptr) return invalid_value;
  *text = found == std::end(results) ? nullptr : found->*which;
  return *text == nullptr ? invalid_value : 0;
}

int give_context(void** context, void* value) {
  return result_of(give(context, value));
}

int make_current(Contexts& contexts, void** context) {
  if (context == nullptr) return invalid_value;
  *context = contexts.make();
  Contexts::of_thread().push_back(*context);
  return 0;
}

int of_device(int device) {
  return with_driver([&](Session&, Contexts&) { return device == 0 ? 0 : invalid_device; });
}

}  // namespace

LAYOUTCHECK_CUDA int cuInit(unsigned flags) {
  return result_of(alone_with_session([&](Session&) {
    if (flags != 0) return Error::invalid_value;
    Contexts::get().initialize();
    return Error::success;
  }));
}

LAYOUTCHECK_CUDA int cuDriverGetVersion(int* version) {
  return result_of(give(version, version_of_cuda));
}

LAYOUTCHECK_CUDA int cuGetErrorName(int result, const char** name) {
  return text_of_result(result, name, &Named::name);
}

LAYOUTCHECK_CUDA int cuGetErrorString(int result, const char** text) {
  return text_of_result(result, text, &Named::text);
}

// No log is written of what fails; the report tells of it.

LAYOUTCHECK_CUDA int cuLogsRegisterCallback(void*, void*, void** handle) {
  return result_of(handle == nullptr ? Error::success : give(handle, nullptr));
}

LAYOUTCHECK_CUDA int cuLogsUnregisterCallback(void*) {
  return 0;
}

LAYOUTCHECK_CUDA int cuDeviceGetCount(int* count) {
  return with_driver([&](Session&, Contexts&) { return result_of(give(count, 1)); });
}

LAYOUTCHECK_CUDA int cuDeviceGet(int* device, int ordinal) {
  return with_driver([&](Session&, Contexts&) {
    return ordinal == 0 ? result_of(give(device, 0)) : invalid_device;
  });
}

LAYOUTCHECK_CUDA int cuDeviceGetName(char* name, int length, int device) {
  return with_driver([&](Session& session, Contexts&) {
    if (device != 0) return invalid_device;
    if (name == nullptr || length <= 0) return invalid_value;
    std::snprintf(name, static_cast<std::size_t>(length), "layoutcheck %s",
                  session.device().name.c_str());
    return 0;
  });
}

/// The 16 bytes of CUuuid; every process has the same device.
LAYOUTCHECK_CUDA int cuDeviceGetUuid_v2(char* uuid, int device) {
  return with_driver([&](Session&, Contexts&) {
    if (device != 0) return invalid_device;
    if (uuid == nullptr) return invalid_value;
    std::memcpy(uuid, "layoutcheck run", 16);
    return 0;
  });
}
LAYOUTCHECK_CUDA_ALIAS(cuDeviceGetUuid, cuDeviceGetUuid_v2);

LAYOUTCHECK_CUDA int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  return with_driver([&](Session&, Contexts&) {
    return device == 0 ? result_of(give(bytes, memory_of_device)) : invalid_device;
  });
}

LAYOUTCHECK_CUDA int cuDeviceGetAttribute(int* value, int number, int device) {
  return with_driver([&](Session& session, Contexts&) {
    if (device != 0) return invalid_device;
    const auto found = attribute(session.device(), number);
    if (!found) {
      return result_of(session.unsupported(
          "cuDeviceGetAttribute", "attribute " + std::to_string(number) + " is not known"));
    }
    return result_of(give(value, *found));
  });
}

LAYOUTCHECK_CUDA int cuDeviceComputeCapability(int* major, int* minor, int device) {
  const int result = cuDeviceGetAttribute(major, 75, device);
  return result == 0 ? cuDeviceGetAttribute(minor, 76, device) : result;
}

LAYOUTCHECK_CUDA int cuDevicePrimaryCtxRetain(void** context, int device) {
  const int result = of_device(device);
  return result == 0 ? give_context(context, Contexts::primary()) : result;
}

LAYOUTCHECK_CUDA int cuDevicePrimaryCtxRelease_v2(int device) {
  return of_device(device);
}

LAYOUTCHECK_CUDA int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned) {
  return of_device(device);
}

LAYOUTCHECK_CUDA int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* is_active) {
  const int result = of_device(device);
  if (result != 0) return result;
  if (flags == nullptr || is_active == nullptr) return invalid_value;
  *flags = 0;
  *is_active = 1;
  return 0;
}

LAYOUTCHECK_CUDA int cuCtxCreate_v2(void** context, unsigned, int device) {
  return with_driver([&](Session&, Contexts& contexts) {
    return device == 0 ? make_current(contexts, context) : invalid_device;
  });
}

/// Its parameters are about what the device does not have.
LAYOUTCHECK_CUDA int cuCtxCreate_v4(void** context, void*, unsigned flags, int device) {
  return cuCtxCreate_v2(context, flags, device);
}

LAYOUTCHECK_CUDA int cuCtxDestroy_v2(void* context) {
  return with_driver([&](Session&, Contexts& contexts) {
    return contexts.end(context) ? 0 : int{invalid_context};
  });
}

LAYOUTCHECK_CUDA int cuCtxGetCurrent(void** context) {
  return with_driver([&](Session& session, Contexts& contexts) {
    return give_context(context, contexts.current(session));
  });
}

LAYOUTCHECK_CUDA int cuCtxSetCurrent(void* context) {
  return with_driver([&](Session&, Contexts& contexts) -> int {
    std::vector<void*>& stack = Contexts::of_thread();
    if (context != nullptr && !contexts.has(context)) return invalid_context;
    if (!stack.empty()) stack.pop_back();
    if (context != nullptr) stack.push_back(context);
    return 0;
  });
}

LAYOUTCHECK_CUDA int cuCtxPushCurrent_v2(void* context) {
  return with_driver([&](Session&, Contexts& contexts) -> int {
    if (!contexts.has(context)) return invalid_context;
    Contexts::of_thread().push_back(context);
    return 0;
  });
}

LAYOUTCHECK_CUDA int cuCtxPopCurrent_v2(void** context) {
  return with_driver([&](Session&, Contexts&) -> int {
    std::vector<void*>& stack = Contexts::of_thread();
    if (stack.empty()) return invalid_context;
    if (context != nullptr) *context = stack.back();
    stack.pop_back();
    return 0;
  });
}

LAYOUTCHECK_CUDA int cuCtxGetDevice(int* device) {
  return with_context([&](Session&) { return give(device, 0); });
}

/// That of CUDA 13, of any context.
LAYOUTCHECK_CUDA int cuCtxGetDevice_v2(int* device, void* context) {
  return with_driver([&](Session&, const Contexts& contexts) -> int {
    if (context != nullptr && !contexts.has(context)) return invalid_context;
    return result_of(give(device, 0));
  });
}

LAYOUTCHECK_CUDA int cuCtxSynchronize() {
  return with_context([](Session&) { return Error::success; });
}

LAYOUTCHECK_CUDA int cuCtxSynchronize_v2(void* context) {
  int device = 0;
  const int result = cuCtxGetDevice_v2(&device, context);
  return result == 0 ? cuCtxSynchronize() : result;
}

/// A hint, or a limit of what this device does not have.
LAYOUTCHECK_CUDA int cuCtxSetLimit(int, std::size_t) {
  return cuCtxSynchronize();
}

LAYOUTCHECK_CUDA int cuCtxSetCacheConfig(int) {
  return cuCtxSynchronize();
}

LAYOUTCHECK_CUDA int cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cuCtxSynchronize();
}
