// Functions of the driver by name, and those that are not supported: each is there, so that the
// loader finds it and the program goes on.
#include "api.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace {

using namespace layoutcheck::gpu::runtime;
using namespace layoutcheck::gpu::runtime::driver;

/// This library, or the program that has its parts.
void* itself() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&itself), &info);
  void* library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library != nullptr ? library : dlopen(nullptr, RTLD_LAZY);
}

/// The name of the library or program that an address lies in; "" if it lies in none.
std::string file_at(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return "";
  return std::filesystem::path(info.dli_fname).filename().string();
}

/// The first version of CUDA whose headers mean `_v2`, or `_v4`, by a name that meant another
/// function before, as cudaTypedefs.h tells.
struct Since {
  std::string_view name;
  int version;
};
constexpr Since renamed[] = {
    {"cuGetProcAddress_v2", 12000},   {"cuMemAdvise_v2", 12020},
    {"cuMemPrefetchAsync_v2", 12020}, {"cuEventElapsedTime_v2", 12080},
    {"cuCtxCreate_v4", 13000},        {"cuCtxGetDevice_v2", 13000},
    {"cuCtxSynchronize_v2", 13000},   {"cuLaunchHostFunc_v2", 13010},
};

/// The function that a program means by a name without a version, which headers of that version of
/// CUDA give it; null if there is none.
void* function_named(const std::string& name, int version) {
  static void* const here = itself();
  for (const char* ending : {"_v4", "_v2", ""}) {
    const std::string whole = name + ending;
    const auto* const since = std::ranges::find(renamed, whole, &Since::name);
    if (since != std::end(renamed) && version < since->version) continue;
    if (void* found = dlsym(here, whole.c_str()); found != nullptr) return found;
  }
  return nullptr;
}

}  // namespace

LAYOUTCHECK_CUDA int cuGetProcAddress_v2(const char* name, void** function, int version,
                                         std::uint64_t, int* status) {
  constexpr int is_found = 0;
  constexpr int is_unknown = 1;
  if (name == nullptr || function == nullptr) return result_of(Error::invalid_value);
  const bool is_ours = std::string_view(name).starts_with("cu");
  *function = is_ours ? function_named(name, version) : nullptr;
  if (status != nullptr) *status = *function == nullptr ? is_unknown : is_found;
  return *function == nullptr ? int{not_found} : 0;
}

/// That of CUDA 11.
LAYOUTCHECK_CUDA int cuGetProcAddress(const char* name, void** function, int version,
                                      std::uint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

/// By which runtimes that are linked statically find what is documented nowhere, also those within
/// CUDA's libraries. CUDA's compilers ask for it as well, and compile without it.
LAYOUTCHECK_CUDA int cuGetExportTable(const void**, const void*) {
  const std::string caller = file_at(__builtin_return_address(0));
  return result_of(alone_with_session([&](Session& session) {
    for (const char* compiler : {"libnvrtc", "libnvJitLink", "libnvvm", "_cutlass_ir"})
      if (caller.starts_with(compiler)) return Error::not_supported;
    if (caller.starts_with("libcu") || caller.starts_with("libnccl"))
      return session.unsupported("cuGetExportTable",
                                 caller +
                                     " asks for what is not documented; CUDA's libraries of "
                                     "kernels are not supported");
    return session.unsupported(
        "cuGetExportTable",
        caller +
            ": a statically linked runtime asks for what is not documented; `nvcc "
            "-cudart shared` links the shared one");
  }));
}

// Their arguments are not looked at, which the calling convention of C allows.
#define LAYOUTCHECK_UNSUPPORTED(name)                                                         \
  LAYOUTCHECK_CUDA int name() {                                                               \
    return result_of(                                                                         \
        alone_with_session([](Session& session) { return session.unsupported(#name, ""); })); \
  }
#include "unsupported.inc"
#undef LAYOUTCHECK_UNSUPPORTED
