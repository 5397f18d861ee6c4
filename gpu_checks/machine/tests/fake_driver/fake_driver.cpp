// A CUDA driver without a GPU, for the tests of the executor that uses one: the functions have the
// names and signatures of the driver's, and kernels run in the PTX executor. It is stricter than a
// driver where a mistake of its user would go unnoticed there.
#include "fake_driver.hpp"

#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace layoutcheck::gpu {
namespace {

constexpr std::uint64_t device_bytes = std::uint64_t{1} << 30;
constexpr std::uint32_t shared_without_asking = 48 << 10;
constexpr int most_shared = 227 << 10;

enum Result {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  no_device = 100,
  invalid_device = 101,
  invalid_context = 201,
  invalid_ptx = 218,
  invalid_handle = 400,
  not_found = 500,
  illegal_address = 700,
  launch_timeout = 702,
  misaligned_address = 716,
  launch_failed = 719,
};

/// A kernel by which the fake reaches into the PTX executor's memory: a thread for each of the
/// `count` bytes at %rd1, whose number it finds in %rd2 and whose address in %rd3.
std::string memory_kernel(const std::string& name, const std::string& parameter,
                          const std::string& body) {
  return ".visible .entry " + name + "(.param .u64 to, .param ." + parameter +
         R"(, .param .u64 count)
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    .reg .b64 %rd<7>;
    ld.param.u64 %rd1, [to];
    ld.param.u64 %rd4, [count];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mul.wide.u32 %rd2, %r1, %r2;
    cvt.u64.u32 %rd3, %r3;
    add.s64 %rd2, %rd2, %rd3;
    setp.ge.u64 %p1, %rd2, %rd4;
    @%p1 bra $done;
    add.s64 %rd3, %rd1, %rd2;
)" + body +
         R"(
    st.global.u8 [%rd3], %r4;
$done:
    ret;
}
)";
}

std::string memory_kernels() {
  return ".version 6.0\n.target sm_50\n.address_size 64\n" +
         memory_kernel("copy_bytes", "u64 from",
                       "ld.param.u64 %rd5, [from];\nadd.s64 %rd6, %rd5, %rd2;\n"
                       "ld.global.u8 %r4, [%rd6];") +
         memory_kernel("set_bytes", "u32 value", "ld.param.u32 %r4, [value];");
}

struct Module {
  std::string ptx;
  std::vector<ptx::Entry> entries;
};

struct Function {
  const Module* module = nullptr;
  ptx::Entry entry;
  std::uint32_t dynamic_shared = shared_without_asking;
};

struct Event {
  std::chrono::steady_clock::time_point time;
};

struct Allocation {
  Buffer buffer;
  std::uint64_t bytes = 0;
};

struct Context {
  std::unique_ptr<Executor> executor = make_ptx_executor({.uninitialized = false, .races = false});
  std::map<std::uint64_t, Allocation> allocations;
  std::vector<std::unique_ptr<Module>> modules;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Event>> events;
  /// What a kernel did to it; every later call gives it again.
  int error = success;

  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& [address, allocation] : allocations)
      sum += allocation.bytes;
    return sum;
  }
};

bool started = false;
bool crashed = false;
std::vector<std::unique_ptr<Context>> contexts;
thread_local std::vector<Context*> stack;

bool fails(const std::string& how) {
  const char* failure = std::getenv(fake_driver_variable);
  return failure != nullptr && how == failure;
}

template <class T>
auto place_of(const std::vector<std::unique_ptr<T>>& all, const void* one) {
  return std::ranges::find(
      all, one, [](const std::unique_ptr<T>& each) -> const void* { return each.get(); });
}

/// The thread's context in `context`, or why it has none that is fit for use.
int current(Context*& context) {
  if (!started) return not_initialized;
  if (stack.empty()) return invalid_context;
  context = stack.back();
  return context->error;
}

/// The allocation that holds all of these bytes, or nullptr.
const Allocation* holder(const Context& context, std::uint64_t address, std::uint64_t bytes,
                         std::uint64_t& offset) {
  auto next = context.allocations.upper_bound(address);
  if (next == context.allocations.begin()) return nullptr;
  --next;
  offset = address - next->first;
  return offset <= next->second.bytes && bytes <= next->second.bytes - offset ? &next->second
                                                                              : nullptr;
}

int run_memory_kernel(Context& context, const std::string& entry, std::uint64_t count,
                      std::vector<Argument> arguments) {
  constexpr std::uint32_t threads = 256;
  context.executor->load({"the fake driver", "", memory_kernels()});
  const Launch launch{entry,     {static_cast<std::uint32_t>((count + threads - 1) / threads)},
                      {threads}, std::nullopt,
                      0,         std::move(arguments),
                      {}};
  return context.executor->launch(launch, {}).fault_count == 0 ? success : illegal_address;
}

/// What a driver would say of a launch.
int outcome(const LaunchReport& report) {
  for (const Fault& fault : report.faults) {
    switch (fault.kind) {
      case Fault::Kind::out_of_bounds:
        return illegal_address;
      case Fault::Kind::misaligned:
        return misaligned_address;
      case Fault::Kind::deadlock:
      case Fault::Kind::step_limit:
        return launch_timeout;
      default:
        break;
    }
  }
  return report.finished ? success : launch_failed;
}

}  // namespace
}  // namespace layoutcheck::gpu

namespace fake = layoutcheck::gpu;

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

FAKE_EXPORT fake::FakeDriverUse layoutcheck_fake_driver_use() {
  fake::FakeDriverUse use;
  use.contexts = fake::contexts.size();
  use.current = fake::stack.size();
  for (const auto& context : fake::contexts) {
    use.modules += context->modules.size();
    use.allocations += context->allocations.size();
    use.events += context->events.size();
  }
  return use;
}

FAKE_EXPORT int cuInit(unsigned flags) {
  fake::started = true;
  if (fake::fails("no device")) return fake::no_device;
  return flags == 0 ? fake::success : fake::invalid_value;
}

FAKE_EXPORT int cuGetErrorName(int result, const char** text) {
  static const std::map<int, const char*> names = {
      {fake::invalid_value, "CUDA_ERROR_INVALID_VALUE"},
      {fake::out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {fake::not_initialized, "CUDA_ERROR_NOT_INITIALIZED"},
      {fake::no_device, "CUDA_ERROR_NO_DEVICE"},
      {fake::invalid_device, "CUDA_ERROR_INVALID_DEVICE"},
      {fake::invalid_context, "CUDA_ERROR_INVALID_CONTEXT"},
      {fake::invalid_ptx, "CUDA_ERROR_INVALID_PTX"},
      {fake::invalid_handle, "CUDA_ERROR_INVALID_HANDLE"},
      {fake::not_found, "CUDA_ERROR_NOT_FOUND"},
      {fake::illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {fake::launch_timeout, "CUDA_ERROR_LAUNCH_TIMEOUT"},
      {fake::misaligned_address, "CUDA_ERROR_MISALIGNED_ADDRESS"},
      {fake::launch_failed, "CUDA_ERROR_LAUNCH_FAILED"},
  };
  const auto found = names.find(result);
  *text = found == names.end() ? nullptr : found->second;
  return found == names.end() ? fake::invalid_value : fake::success;
}

FAKE_EXPORT int cuGetErrorString(int result, const char** text) {
  const int known = cuGetErrorName(result, text);
  if (known == fake::success) *text = "says the fake driver";
  return known;
}

FAKE_EXPORT int cuDriverGetVersion(int* version) {
  *version = 12080;
  return fake::success;
}

FAKE_EXPORT int cuDeviceGetCount(int* count) {
  *count = fake::fails("empty machine") ? 0 : 1;
  return fake::started ? fake::success : fake::not_initialized;
}

FAKE_EXPORT int cuDeviceGet(int* device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? fake::success : fake::invalid_device;
}

FAKE_EXPORT int cuDeviceGetName(char* name, int size, int device) {
  if (device != 0 || size < 1) return fake::invalid_value;
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return fake::success;
}

FAKE_EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  *bytes = fake::device_bytes;
  return device == 0 ? fake::success : fake::invalid_device;
}

FAKE_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device) {
  static const std::map<int, int> values = {{13, 1'500'000}, {16, 4}, {36, 1'000'000},
                                            {37, 256},       {75, 9}, {76, 0}};
  const auto found = values.find(attribute);
  if (found == values.end() || device != 0) return fake::invalid_value;
  *value = found->second;
  return fake::success;
}

FAKE_EXPORT int cuCtxCreate_v2(fake::Context** context, unsigned flags, int device) {
  if (!fake::started) return fake::not_initialized;
  if (flags != 0 || device != 0) return fake::invalid_value;
  if (fake::crashed && fake::fails("lost device")) return fake::launch_failed;
  fake::contexts.push_back(std::make_unique<fake::Context>());
  *context = fake::contexts.back().get();
  fake::stack.push_back(*context);
  return fake::success;
}

FAKE_EXPORT int cuCtxDestroy_v2(fake::Context* context) {
  const auto found = fake::place_of(fake::contexts, context);
  if (found == fake::contexts.end()) return fake::invalid_context;
  if (!fake::stack.empty() && fake::stack.back() == context) fake::stack.pop_back();
  fake::contexts.erase(found);
  return fake::success;
}

FAKE_EXPORT int cuCtxPushCurrent_v2(fake::Context* context) {
  if (fake::place_of(fake::contexts, context) == fake::contexts.end()) return fake::invalid_context;
  fake::stack.push_back(context);
  return fake::success;
}

FAKE_EXPORT int cuCtxPopCurrent_v2(fake::Context** context) {
  if (fake::stack.empty()) return fake::invalid_context;
  *context = fake::stack.back();
  fake::stack.pop_back();
  return fake::success;
}

FAKE_EXPORT int cuModuleLoadDataEx(fake::Module** module, const void* image, unsigned option_count,
                                   int* options, void** values) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  char* log = nullptr;
  std::size_t log_bytes = 0;
  for (unsigned i = 0; i < option_count; ++i)
    if (options[i] == 5)
      log = static_cast<char*>(values[i]);
    else if (options[i] == 6)
      log_bytes = reinterpret_cast<std::uintptr_t>(values[i]);
    else
      return fake::invalid_value;
  std::string refusal;
  try {
    auto loaded = std::make_unique<fake::Module>();
    loaded->ptx = static_cast<const char*>(image);
    loaded->entries = fake::ptx::summarize(loaded->ptx).entries;
    context->executor->load({"fake", "", loaded->ptx});
    if (!fake::fails("corrupt kernels")) {
      *module = loaded.get();
      context->modules.push_back(std::move(loaded));
      return fake::success;
    }
    refusal = "corrupt";
  } catch (const std::runtime_error& error) {
    refusal = error.what();
  }
  if (log != nullptr && log_bytes > 0) {
    // To the last byte, so that a reader who expects a zero of the driver's finds none.
    std::strncpy(log, ("ptxas fatal: " + refusal).c_str(), log_bytes);
  }
  return fake::invalid_ptx;
}

FAKE_EXPORT int cuModuleUnload(fake::Module* module) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  const auto found = fake::place_of(context->modules, module);
  if (found == context->modules.end()) return fake::invalid_handle;
  std::erase_if(context->functions, [&](const auto& each) { return each->module == module; });
  context->modules.erase(found);
  return fake::success;
}

FAKE_EXPORT int cuModuleGetFunction(fake::Function** function, fake::Module* module,
                                    const char* name) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  if (fake::place_of(context->modules, module) == context->modules.end())
    return fake::invalid_handle;
  const auto entry = std::ranges::find(module->entries, name, &fake::ptx::Entry::name);
  if (entry == module->entries.end()) return fake::not_found;
  context->functions.push_back(std::make_unique<fake::Function>(
      fake::Function{module, *entry, fake::shared_without_asking}));
  *function = context->functions.back().get();
  return fake::success;
}

FAKE_EXPORT int cuFuncSetAttribute(fake::Function* function, int attribute, int value) {
  if (attribute != 8 || value < 0 || value > fake::most_shared) return fake::invalid_value;
  function->dynamic_shared =
      std::max(fake::shared_without_asking, static_cast<std::uint32_t>(value));
  return fake::success;
}

FAKE_EXPORT int cuMemAlloc_v2(unsigned long long* address, std::size_t bytes) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  if (bytes == 0) return fake::invalid_value;
  if (bytes > fake::device_bytes - context->bytes()) return fake::out_of_memory;
  const fake::Buffer buffer = context->executor->allocate(bytes, {});
  *address = context->executor->address_of(buffer);
  context->allocations.emplace(*address, fake::Allocation{buffer, bytes});
  return fake::success;
}

FAKE_EXPORT int cuMemFree_v2(unsigned long long address) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  return context->allocations.erase(address) == 1 ? fake::success : fake::invalid_value;
}

FAKE_EXPORT int cuMemcpyHtoD_v2(unsigned long long to, const void* from, std::size_t bytes) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  std::uint64_t offset = 0;
  if (fake::holder(*context, to, bytes, offset) == nullptr) return fake::invalid_value;
  const auto* first = static_cast<const std::byte*>(from);
  fake::Fill fill;
  fill.kind = fake::Fill::Kind::bytes;
  fill.bytes.assign(first, first + bytes);
  const fake::Buffer staged = context->executor->allocate(bytes, fill);
  return fake::run_memory_kernel(*context, "copy_bytes", bytes,
                                 {fake::Argument::value(to), fake::Argument::pointer(staged),
                                  fake::Argument::value(std::uint64_t{bytes})});
}

FAKE_EXPORT int cuMemcpyDtoH_v2(void* to, unsigned long long from, std::size_t bytes) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  std::uint64_t offset = 0;
  const fake::Allocation* allocation = fake::holder(*context, from, bytes, offset);
  if (allocation == nullptr) return fake::invalid_value;
  context->executor->read(allocation->buffer, offset, {static_cast<std::byte*>(to), bytes});
  return fake::success;
}

FAKE_EXPORT int cuMemsetD8_v2(unsigned long long to, unsigned char value, std::size_t bytes) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  std::uint64_t offset = 0;
  if (fake::holder(*context, to, bytes, offset) == nullptr) return fake::invalid_value;
  return fake::run_memory_kernel(
      *context, "set_bytes", bytes,
      {fake::Argument::value(to), fake::Argument::value(std::uint32_t{value}),
       fake::Argument::value(std::uint64_t{bytes})});
}

FAKE_EXPORT int cuLaunchKernel(fake::Function* function, unsigned grid_x, unsigned grid_y,
                               unsigned grid_z, unsigned block_x, unsigned block_y,
                               unsigned block_z, unsigned shared_bytes, void* stream,
                               void** arguments, void** extra) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  fake::Launch launch;
  launch.entry = function->entry.name;
  launch.grid = {grid_x, grid_y, grid_z};
  launch.block = {block_x, block_y, block_z};
  launch.dynamic_shared = shared_bytes;
  if (stream != nullptr || extra != nullptr || launch.grid.count() == 0 ||
      launch.block.count() == 0 || launch.block.count() > 1024 ||
      shared_bytes > function->dynamic_shared) {
    return fake::invalid_value;
  }
  for (std::size_t i = 0; i < function->entry.parameters.size(); ++i) {
    const auto* first = static_cast<const std::byte*>(arguments[i]);
    launch.arguments.push_back({fake::Argument::Kind::value,
                                {},
                                0,
                                {first, first + function->entry.parameters[i].bytes},
                                {}});
  }
  try {
    context->executor->load({"fake", "", function->module->ptx});
    // A driver starts the kernel and goes on; what happens to it is told by later calls.
    context->error = fake::outcome(context->executor->launch(launch, {}));
  } catch (const fake::LaunchError&) {
    return fake::invalid_value;
  }
  fake::crashed = fake::crashed || context->error != fake::success;
  return fake::success;
}

FAKE_EXPORT int cuEventCreate(fake::Event** event, unsigned flags) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  context->events.push_back(std::make_unique<fake::Event>());
  *event = context->events.back().get();
  return flags == 0 ? fake::success : fake::invalid_value;
}

FAKE_EXPORT int cuEventRecord(fake::Event* event, void* stream) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  event->time = std::chrono::steady_clock::now();
  return stream == nullptr ? fake::success : fake::invalid_value;
}

FAKE_EXPORT int cuEventSynchronize(fake::Event* event) {
  fake::Context* context = nullptr;
  const int result = fake::current(context);
  if (result != fake::success) return result;
  return fake::place_of(context->events, event) == context->events.end() ? fake::invalid_handle
                                                                         : fake::success;
}

FAKE_EXPORT int cuEventElapsedTime(float* milliseconds, fake::Event* from, fake::Event* to) {
  *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
  return fake::success;
}

FAKE_EXPORT int cuEventDestroy_v2(fake::Event* event) {
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  const auto found = fake::place_of(context->events, event);
  if (found == context->events.end()) return fake::invalid_handle;
  context->events.erase(found);
  return fake::success;
}

FAKE_EXPORT int cuTensorMapEncodeTiled(void* place, int type, unsigned rank, void* address,
                                       const std::uint64_t* extents, const std::uint64_t* strides,
                                       const std::uint32_t* box, const std::uint32_t* steps,
                                       int interleave, int swizzle, int promotion, int fill) {
  using fake::TensorMap;
  fake::Context* context = nullptr;
  if (const int result = fake::current(context); result != fake::success) return result;
  const auto its_type = fake::type_of_driver_number(type);
  const auto at = reinterpret_cast<std::uint64_t>(address);
  std::uint64_t offset = 0;
  if (reinterpret_cast<std::uintptr_t>(place) % TensorMap::alignment != 0 || !its_type ||
      rank == 0 || rank > TensorMap::most_rank || fake::holder(*context, at, 1, offset) == nullptr)
    return fake::invalid_value;
  TensorMap map;
  map.rank = static_cast<std::uint8_t>(rank);
  map.address = at;
  map.type = *its_type;
  for (std::size_t i = 0; i < rank; ++i) {
    map.extents[i] = extents[i];
    map.box[i] = fake::at_most<std::uint16_t>(box[i]);
    map.steps[i] = fake::at_most<std::uint8_t>(steps[i]);
    if (i > 0) map.strides[i - 1] = strides[i - 1];
  }
  map.interleave = static_cast<TensorMap::Interleave>(interleave);
  map.promotion = static_cast<std::uint8_t>(promotion);
  map.fill = static_cast<TensorMap::Fill>(fill);
  if (!fake::put_swizzle(map, swizzle) || !fake::refusal_of(map).empty())
    return fake::invalid_value;
  const auto bytes = fake::encoded(map);
  std::memcpy(place, bytes.data(), bytes.size());
  return fake::success;
}
