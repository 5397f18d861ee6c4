// Modules, functions, and launches of the driver.
#include "../function_attributes.hpp"
#include "../launch_attributes.hpp"
#include "../occupancy.hpp"
#include "api.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <ranges>

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;
using namespace layoutcheck::gpu::runtime::driver;

/// What is loaded, with the handles of its functions; the module's is the address of this. A module
/// is a library of its own, and a kernel the function of it.
struct Loaded {
  Binary* binary = nullptr;
  /// The image of a file.
  std::string image;
  std::map<std::string, std::unique_ptr<char>, std::less<>> functions;
};

/// Pre: the session is locked.
std::map<const void*, std::unique_ptr<Loaded>>& modules() {
  static auto* const all = new std::map<const void*, std::unique_ptr<Loaded>>();
  return *all;
}

Loaded* module_of(const void* handle) {
  const auto found = modules().find(handle);
  return found == modules().end() ? nullptr : found->second.get();
}

constexpr std::uint32_t fat_binary = 0xba55ed50;
/// What nvcc puts around one (fatbinary_section.h), whose address stands behind two numbers.
constexpr std::uint32_t wrapped_fat_binary = 0x466243b1;

template <class T>
T read_at(const void* image, std::size_t offset) {
  T value{};
  std::memcpy(&value, static_cast<const std::byte*>(image) + offset, sizeof value);
  return value;
}

Binary* binary_of(Session& session, const void* image) {
  const auto magic = read_at<std::uint32_t>(image, 0);
  if (magic == fat_binary) return session.add_binary(image);
  if (magic == wrapped_fat_binary) return session.add_binary(read_at<const void*>(image, 8));
  if (std::memcmp(image,
                  "\x7f"
                  "ELF",
                  4) == 0) {
    session.unsupported("cuModuleLoadData", "machine code; only PTX can be executed");
    return nullptr;
  }
  return session.add_module(static_cast<const char*>(image));
}

Error load(Session& session, void** module, std::unique_ptr<Loaded> loaded, const void* image) {
  if (module == nullptr || image == nullptr) return Error::invalid_value;
  loaded->binary = binary_of(session, image);
  if (loaded->binary == nullptr) return Error::no_kernel_image;
  Error error = Error::success;
  if (!session.load(*loaded->binary, error)) {
    session.remove_binary(loaded->binary);
    return error;
  }
  *module = loaded.get();
  modules().emplace(*module, std::move(loaded));
  return Error::success;
}

/// The handle of an entry; null if the module has none of this name.
void* function_of(Session& session, Loaded& loaded, const char* name) {
  const auto& entries = loaded.binary->summary.entries;
  if (std::ranges::find(entries, name, &ptx::Entry::name) == entries.end()) return nullptr;
  const auto [place, is_new] = loaded.functions.try_emplace(name);
  if (is_new) {
    place->second = std::make_unique<char>();
    session.add_function(place->second.get(), loaded.binary, name);
  }
  return place->second.get();
}

/// The address and size of a variable; one of the places may be null.
Error give_variable(Session& session, std::uint64_t* address, std::size_t* bytes,
                    const void* module, const char* name, bool is_managed) {
  const Loaded* loaded = module_of(module);
  if (loaded == nullptr) return Error::invalid_resource_handle;
  if (name == nullptr || (address == nullptr && bytes == nullptr)) return Error::invalid_value;
  const Binary& binary = *loaded->binary;
  if (is_managed && !binary.managed.contains(name)) return Error::invalid_symbol;
  try {
    const auto place = binary.module->variable(name);
    if (!place) return Error::invalid_symbol;
    if (address != nullptr) *address = place->address;
    if (bytes != nullptr) *bytes = place->bytes;
    return Error::success;
  } catch (const LaunchError& refused) {
    return session.unsupported(name, refused.what());
  }
}

/// The places of arguments in `extra`, which ends with 0 (cuda.h: CU_LAUNCH_PARAM_...).
std::span<const std::byte> packed_in(void** extra) {
  constexpr std::uintptr_t is_buffer = 1;
  constexpr std::uintptr_t is_size = 2;
  const std::byte* buffer = nullptr;
  std::size_t size = 0;
  for (; extra != nullptr && *extra != nullptr; extra += 2) {
    const auto what = reinterpret_cast<std::uintptr_t>(*extra);
    if (what == is_buffer) buffer = static_cast<const std::byte*>(extra[1]);
    if (what == is_size) size = *static_cast<const std::size_t*>(extra[1]);
  }
  return {buffer, buffer == nullptr ? 0 : size};
}

struct LaunchConfiguration {
  Dim3 grid;
  Dim3 block;
  unsigned shared;
  void* stream;
  const void* attributes;
  unsigned attribute_count;
};

Error launch(Session& session, const void* function, const LaunchConfiguration& how,
             void** arguments, void** extra, bool is_cooperative = false) {
  if (arguments != nullptr && extra != nullptr) return Error::invalid_value;
  if (const Error error = session.streams().use_stream(how.stream); error != Error::success)
    return error;
  return session.launch({function, how.grid, how.block, how.shared, arguments, packed_in(extra),
                         is_cooperative, cluster_asked_for(how.attributes, how.attribute_count)});
}

}  // namespace

LAYOUTCHECK_CUDA int cuModuleLoadData(void** module, const void* image) {
  return with_context(
      [&](Session& session) { return load(session, module, std::make_unique<Loaded>(), image); });
}

/// The options are about a compiler that is not here.
LAYOUTCHECK_CUDA int cuModuleLoadDataEx(void** module, const void* image, unsigned, void*, void*) {
  return cuModuleLoadData(module, image);
}

LAYOUTCHECK_CUDA int cuModuleLoadFatBinary(void** module, const void* image) {
  return cuModuleLoadData(module, image);
}

LAYOUTCHECK_CUDA int cuModuleLoad(void** module, const char* file) {
  return with_context([&](Session& session) {
    if (file == nullptr) return Error::invalid_value;
    std::ifstream in(file, std::ios::binary);
    if (!in)
      return session.failed("cuModuleLoad", Error::invalid_value,
                            file + std::string(" cannot be read"));
    auto loaded = std::make_unique<Loaded>();
    loaded->image.assign(std::istreambuf_iterator<char>(in), {});
    // A file of fewer bytes has no number of a fat binary.
    loaded->image.resize(std::max<std::size_t>(loaded->image.size(), 16));
    const void* image = loaded->image.data();
    return load(session, module, std::move(loaded), image);
  });
}

LAYOUTCHECK_CUDA int cuModuleUnload(void* module) {
  return with_context([&](Session& session) {
    Loaded* loaded = module_of(module);
    if (loaded == nullptr) return Error::invalid_resource_handle;
    session.remove_binary(loaded->binary);
    modules().erase(module);
    return Error::success;
  });
}

LAYOUTCHECK_CUDA int cuModuleGetFunction(void** function, void* module, const char* name) {
  return with_context([&](Session& session) {
    Loaded* loaded = module_of(module);
    if (loaded == nullptr) return Error::invalid_resource_handle;
    if (function == nullptr || name == nullptr) return Error::invalid_value;
    *function = function_of(session, *loaded, name);
    return *function == nullptr ? Error::invalid_symbol : Error::success;
  });
}

LAYOUTCHECK_CUDA int cuModuleGetFunctionCount(unsigned* count, void* module) {
  return with_context([&](Session&) {
    const Loaded* loaded = module_of(module);
    return loaded == nullptr
               ? Error::invalid_resource_handle
               : give(count, static_cast<unsigned>(loaded->binary->summary.entries.size()));
  });
}

/// The first ones, if there are more.
LAYOUTCHECK_CUDA int cuModuleEnumerateFunctions(void** functions, unsigned count, void* module) {
  return with_context([&](Session& session) {
    Loaded* loaded = module_of(module);
    if (loaded == nullptr) return Error::invalid_resource_handle;
    if (functions == nullptr) return Error::invalid_value;
    for (const ptx::Entry& entry : loaded->binary->summary.entries | std::views::take(count))
      *functions++ = function_of(session, *loaded, entry.name.c_str());
    return Error::success;
  });
}

LAYOUTCHECK_CUDA int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module,
                                          const char* name) {
  return with_context([&](Session& session) {
    return give_variable(session, address, bytes, module, name, false);
  });
}

LAYOUTCHECK_CUDA int cuLibraryLoadData(void** library, const void* image, void*, void*, unsigned,
                                       void*, void*, unsigned) {
  return cuModuleLoadData(library, image);
}

LAYOUTCHECK_CUDA int cuLibraryLoadFromFile(void** library, const char* file, void*, void*, unsigned,
                                           void*, void*, unsigned) {
  return cuModuleLoad(library, file);
}

LAYOUTCHECK_CUDA int cuLibraryUnload(void* library) {
  return cuModuleUnload(library);
}

LAYOUTCHECK_CUDA int cuLibraryGetKernel(void** kernel, void* library, const char* name) {
  return cuModuleGetFunction(kernel, library, name);
}

LAYOUTCHECK_CUDA int cuLibraryGetKernelCount(unsigned* count, void* library) {
  return cuModuleGetFunctionCount(count, library);
}

LAYOUTCHECK_CUDA int cuLibraryEnumerateKernels(void** kernels, unsigned count, void* library) {
  return cuModuleEnumerateFunctions(kernels, count, library);
}

LAYOUTCHECK_CUDA int cuLibraryGetModule(void** module, void* library) {
  return with_context([&](Session&) {
    return module_of(library) == nullptr ? Error::invalid_resource_handle : give(module, library);
  });
}

LAYOUTCHECK_CUDA int cuLibraryGetGlobal(std::uint64_t* address, std::size_t* bytes, void* library,
                                        const char* name) {
  return cuModuleGetGlobal_v2(address, bytes, library, name);
}

LAYOUTCHECK_CUDA int cuLibraryGetManaged(std::uint64_t* address, std::size_t* bytes, void* library,
                                         const char* name) {
  return with_context([&](Session& session) {
    return give_variable(session, address, bytes, library, name, true);
  });
}

LAYOUTCHECK_CUDA int cuKernelGetFunction(void** function, void* kernel) {
  return with_context([&](Session& session) {
    return session.knows_function(kernel) ? give(function, kernel) : Error::invalid_resource_handle;
  });
}

LAYOUTCHECK_CUDA int cuFuncSetAttribute(void* function, int attribute, int value) {
  return with_context([&](Session& session) {
    return set_function_attribute(session, function, attribute, value);
  });
}

LAYOUTCHECK_CUDA int cuFuncSetCacheConfig(void* function, int) {
  return cuFuncSetAttribute(function, preferred_shared, 0);
}

LAYOUTCHECK_CUDA int cuKernelSetAttribute(int attribute, int value, void* kernel, int) {
  return cuFuncSetAttribute(kernel, attribute, value);
}

LAYOUTCHECK_CUDA int cuFuncGetAttribute(int* value, int attribute, void* function) {
  return with_context([&](Session& session) {
    Error error = Error::success;
    const auto found = function_attribute(session, function, attribute, error);
    return found ? give(value, *found) : error;
  });
}

LAYOUTCHECK_CUDA int cuKernelGetAttribute(int* value, int attribute, void* kernel, int) {
  return cuFuncGetAttribute(value, attribute, kernel);
}

LAYOUTCHECK_CUDA int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function,
                                                                 int threads, std::size_t shared) {
  return with_context([&](Session& session) {
    return give_resident_blocks(session, blocks, function, threads, shared);
  });
}

LAYOUTCHECK_CUDA int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void* function, int threads, std::size_t shared, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

LAYOUTCHECK_CUDA int cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, void* function,
                                                             int blocks, int threads) {
  return with_context([&](Session& session) {
    return give_available_shared(session, bytes, function, blocks, threads);
  });
}

LAYOUTCHECK_CUDA int cuOccupancyMaxActiveClusters(int* clusters, void* function,
                                                  const LaunchConfiguration* how) {
  return with_context([&](Session& session) {
    if (how == nullptr) return Error::invalid_value;
    return give_resident_clusters(session, clusters, function, how->block, how->shared,
                                  cluster_asked_for(how->attributes, how->attribute_count));
  });
}

LAYOUTCHECK_CUDA int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y,
                                    unsigned grid_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, unsigned shared, void* stream,
                                    void** arguments, void** extra) {
  return with_context([&](Session& session) {
    const LaunchConfiguration how{
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, nullptr, 0};
    return launch(session, function, how, arguments, extra);
  });
}

LAYOUTCHECK_CUDA int cuLaunchCooperativeKernel(void* function, unsigned grid_x, unsigned grid_y,
                                               unsigned grid_z, unsigned block_x, unsigned block_y,
                                               unsigned block_z, unsigned shared, void* stream,
                                               void** arguments) {
  return with_context([&](Session& session) {
    const LaunchConfiguration how{
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, nullptr, 0};
    return launch(session, function, how, arguments, nullptr, true);
  });
}

LAYOUTCHECK_CUDA int cuLaunchKernelEx(const LaunchConfiguration* how, void* function,
                                      void** arguments, void** extra) {
  return with_context([&](Session& session) {
    if (how == nullptr) return Error::invalid_value;
    if (const std::string refused = refused_attribute(how->attributes, how->attribute_count);
        !refused.empty()) {
      return session.unsupported("cuLaunchKernelEx", refused);
    }
    return launch(session, function, *how, arguments, extra,
                  asks_for_cooperation(how->attributes, how->attribute_count));
  });
}
