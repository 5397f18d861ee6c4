// Programs that do what no program should: each call returns the error that CUDA documents, and
// neither stand-in ends or hangs.
#include "programs.hpp"

#include <chrono>
#include <csignal>
#include <limits>
#include <thread>

// As CUDA's headers declare them, with errors and handles as what they are in C.
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int,
                            void*, void*, void*, void*, int*);
void __cudaUnregisterFatBinary(void** handle);
int cudaLaunchKernel(const void*, Sizes, Sizes, void** arguments, std::size_t shared, void* stream);
int cudaFuncSetAttribute(const void* function, int attribute, int value);
int cudaMalloc(void** pointer, std::size_t bytes);
int cudaFree(void* pointer);
int cudaFreeHost(void* pointer);
int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream);
int cudaMemcpyToSymbol(const void*, const void* from, std::size_t bytes, std::size_t, int kind);
int cudaMemset(void* at, int value, std::size_t bytes);
int cudaGetSymbolAddress(void** address, const void* symbol);
int cudaStreamCreate(void** stream);
int cudaStreamDestroy(void* stream);
int cudaEventRecord(void* event, void* stream);
int cudaDeviceSynchronize();
int cuInit(unsigned flags);
int cuCtxCreate_v2(void** context, unsigned flags, int device);
int cuCtxSetCurrent(void* context);
int cuCtxSynchronize();
int cuModuleLoadData(void** module, const void* image);
int cuModuleUnload(void* module);
int cuModuleGetFunction(void** function, void* module, const char* name);
int cuFuncSetAttribute(void* function, int attribute, int value);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned shared, void* stream, void** arguments, void** extra);
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes);
int cuMemFree_v2(std::uint64_t address);
int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes);
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes);
int cuMemsetD32_v2(std::uint64_t at, unsigned value, std::size_t count);
}

namespace layoutcheck::gpu::runtime::hostile {

namespace {

constexpr int success = 0;
constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int not_initialized = 3;
constexpr int invalid_symbol = 13;
constexpr int invalid_direction = 21;
constexpr int invalid_device_function = 98;
constexpr int invalid_context = 201;
constexpr int invalid_handle = 400;
constexpr int illegal_address = 700;
constexpr int timeout = 702;
constexpr int not_supported = 801;
constexpr int to_device = 1;
constexpr int to_host = 2;
constexpr int most_dynamic_shared = 8;
constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();
constexpr unsigned most_blocks = 2147483647;

struct Wrapper {
  std::int32_t magic = 0x466243b1;
  std::int32_t version = 1;
  const void* data = nullptr;
  void* more = nullptr;
};

char twice;
char reads;
char waits;

/// The kernels of the process, until it ends: one doubles numbers, one reads one, and one waits for
/// it to change.
void** registered() {
  static const auto binary = fat_binary(
      doubling("ge") +
      ".visible .entry reads(.param .u64 x)\n{\n.reg .b32 %r; .reg .b64 %d;\n"
      "ld.param.u64 %d, [x]; ld.global.u32 %r, [%d];\nret;\n}\n"
      ".visible .entry waits(.param .u64 x)\n{\n.reg .pred %p; .reg .b32 %r; .reg .b64 %d;\n"
      "ld.param.u64 %d, [x];\nAGAIN: ld.volatile.global.u32 %r, [%d]; setp.eq.u32 %p, %r, 0;\n"
      "@%p bra AGAIN;\nret;\n}\n");
  static Wrapper wrapper;
  static void** const handle = [] {
    wrapper.data = binary.data();
    void** const made = __cudaRegisterFatBinary(&wrapper);
    for (const auto& [host, name] :
         {std::pair(&twice, "twice"), {&reads, "reads"}, {&waits, "waits"}})
      __cudaRegisterFunction(made, host, host, name, -1, nullptr, nullptr, nullptr, nullptr,
                             nullptr);
    return made;
  }();
  return handle;
}

int launch(void* x, void* y, std::uint32_t n, unsigned blocks = 4, unsigned threads = 32,
           std::size_t shared = 0, void* stream = nullptr) {
  std::array<void*, 3> arguments{&x, &y, &n};
  return cudaLaunchKernel(&twice, {blocks, 1, 1}, {threads, 1, 1}, arguments.data(), shared,
                          stream);
}

/// A context, and the kernel of a module.
void* loaded(void** of_module = nullptr) {
  EXPECT_EQ(cuInit(0), success);
  void* context = nullptr;
  EXPECT_EQ(cuCtxCreate_v2(&context, 0, 0), success);
  void* module = nullptr;
  EXPECT_EQ(cuModuleLoadData(&module, doubling("ge").c_str()), success);
  void* function = nullptr;
  EXPECT_EQ(cuModuleGetFunction(&function, module, "twice"), success);
  if (of_module != nullptr) *of_module = module;
  return function;
}

int launch_by_driver(void* function, std::uint64_t x, std::uint64_t y, std::uint32_t n,
                     unsigned blocks = 4, unsigned threads = 32, unsigned shared = 0) {
  std::array<void*, 3> arguments{&x, &y, &n};
  return cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, shared, nullptr, arguments.data(),
                        nullptr);
}

/// How a process of its own ends that does this.
int status_of(const std::function<void()>& program) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    program();
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(Hostile, MemoryOfTheDeviceIsNotTheHosts) {
  const int status = status_of([] {
    void* x = nullptr;
    if (cudaMalloc(&x, 400) != success) _exit(1);
    *static_cast<volatile int*>(x) = 1;
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
}

TEST(Hostile, SizesAndPointersThatAreNone) {
  told_by([] {
    void* x = nullptr;
    std::array<int, 4> host{};
    EXPECT_EQ(cudaMalloc(&x, everything), out_of_memory);
    EXPECT_EQ(cudaMalloc(&x, 16), success);
    EXPECT_EQ(cudaMemset(x, 0, everything), invalid_value);
    EXPECT_EQ(cudaMemcpy(x, host.data(), everything, to_device), invalid_value);
    EXPECT_EQ(cudaMemcpy(host.data(), x, everything, to_host), invalid_value);
    EXPECT_EQ(cudaMemcpy(x, host.data(), 16, 7), invalid_direction);
    EXPECT_EQ(cudaFree(host.data()), invalid_value);
    EXPECT_EQ(cudaFree(static_cast<std::byte*>(x) + 4), invalid_value);
    EXPECT_EQ(cudaFree(nullptr), success);
    EXPECT_EQ(cudaFree(x), success);
    EXPECT_EQ(cudaFree(x), invalid_value);
    EXPECT_EQ(cudaFreeHost(host.data()), invalid_value);
  });
  told_by([] {
    loaded();
    std::uint64_t x = 0;
    std::array<int, 4> host{};
    EXPECT_EQ(cuMemAlloc_v2(&x, 0), invalid_value);
    EXPECT_EQ(cuMemAlloc_v2(nullptr, 16), invalid_value);
    EXPECT_EQ(cuMemAlloc_v2(&x, everything), out_of_memory);
    EXPECT_EQ(cuMemAlloc_v2(&x, 16), success);
    EXPECT_EQ(cuMemsetD32_v2(x, 0, everything / 4), invalid_value);
    EXPECT_EQ(cuMemsetD32_v2(x, 0, everything / 4 + 2), invalid_value);
    EXPECT_EQ(cuMemsetD32_v2(x + 2, 0, 1), invalid_value);
    EXPECT_EQ(cuMemcpyHtoD_v2(x, host.data(), everything), invalid_value);
    EXPECT_EQ(cuMemcpyDtoH_v2(host.data(), x, everything), invalid_value);
    EXPECT_EQ(cuMemFree_v2(x), success);
    EXPECT_EQ(cuMemFree_v2(x), invalid_value);
    EXPECT_EQ(cuMemcpyDtoH_v2(host.data(), x, 16), invalid_value);
  });
}

TEST(Hostile, FunctionsSymbolsAndStreamsThatAreNone) {
  told_by([] {
    registered();
    void* pointer = nullptr;
    std::array<void*, 3> arguments{};
    EXPECT_EQ(cudaLaunchKernel(nullptr, {1, 1, 1}, {1, 1, 1}, arguments.data(), 0, nullptr),
              invalid_device_function);
    EXPECT_EQ(cudaLaunchKernel(&twice, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr), invalid_value);
    EXPECT_EQ(cudaFuncSetAttribute(nullptr, most_dynamic_shared, 0), invalid_device_function);
    EXPECT_EQ(cudaGetSymbolAddress(&pointer, &pointer), invalid_symbol);
    EXPECT_EQ(cudaGetSymbolAddress(&pointer, nullptr), invalid_symbol);
    EXPECT_EQ(cudaMemcpyToSymbol(&pointer, &pointer, 8, 0, to_device), invalid_symbol);
    EXPECT_EQ(cudaEventRecord(nullptr, nullptr), invalid_handle);
    void* stream = nullptr;
    EXPECT_EQ(cudaStreamCreate(&stream), success);
    EXPECT_EQ(launch(nullptr, nullptr, 0, 1, 32, 0, stream), success);
    EXPECT_EQ(cudaStreamDestroy(stream), success);
    EXPECT_EQ(cudaStreamDestroy(stream), invalid_handle);
    EXPECT_EQ(launch(nullptr, nullptr, 0, 1, 32, 0, stream), invalid_handle);
    EXPECT_EQ(cudaMalloc(&pointer, 8), success);
    EXPECT_EQ(cudaMemcpyAsync(pointer, &stream, 8, to_device, stream), invalid_handle);
  });
  told_by([] {
    void* module = nullptr;
    void* function = loaded(&module);
    EXPECT_EQ(cuModuleGetFunction(&function, module, nullptr), invalid_value);
    EXPECT_EQ(cuModuleGetFunction(nullptr, module, "twice"), invalid_value);
    EXPECT_EQ(cuModuleGetFunction(&function, nullptr, "twice"), invalid_handle);
    EXPECT_EQ(launch_by_driver(nullptr, 0, 0, 0), invalid_handle);
    EXPECT_EQ(cuModuleGetFunction(&function, module, "twice"), success);
    EXPECT_EQ(cuModuleUnload(module), success);
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0), invalid_handle);
    EXPECT_EQ(cuModuleGetFunction(&function, module, "twice"), invalid_handle);
    EXPECT_EQ(cuModuleUnload(nullptr), invalid_handle);
  });
}

TEST(Hostile, LaunchesThatTheDriverDoesNotTake) {
  const auto records = told_by([] {
    void* function = loaded();
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0, 0), invalid_value);
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0, 1, 0), invalid_value);
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0, 1, 1025), invalid_value);
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0), success);
  });
  EXPECT_EQ(of_kind(records, Record::Kind::failed).size(), 3U);
}

TEST(Hostile, SharedMemoryThatNoAttributeAllows) {
  constexpr unsigned more = 64 << 10;
  const auto records = told_by([] {
    registered();
    EXPECT_EQ(launch(nullptr, nullptr, 0, 1, 32, 48 << 10), success);
    EXPECT_EQ(launch(nullptr, nullptr, 0, 1, 32, more), invalid_value);
    EXPECT_EQ(cudaFuncSetAttribute(&twice, most_dynamic_shared, 228 << 10), invalid_value);
    EXPECT_EQ(cudaFuncSetAttribute(&twice, most_dynamic_shared, -1), invalid_value);
    EXPECT_EQ(cudaFuncSetAttribute(&twice, most_dynamic_shared, more), success);
    EXPECT_EQ(launch(nullptr, nullptr, 0, 1, 32, more), success);
    EXPECT_EQ(launch(nullptr, nullptr, 0, 1, 32, more + 1), invalid_value);
    void* function = loaded();
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0, 1, 32, more), invalid_value);
    // One that there is not is no permission, nor is one that cannot be set.
    EXPECT_EQ(cuFuncSetAttribute(function, 17, 3), invalid_value);
    EXPECT_EQ(cuFuncSetAttribute(function, 0, 1), invalid_value);
    EXPECT_EQ(cuFuncSetAttribute(function, 11, 2), not_supported);
    EXPECT_EQ(cuFuncSetAttribute(function, most_dynamic_shared, more), success);
    EXPECT_EQ(launch_by_driver(function, 0, 0, 0, 1, 32, more), success);
  });
  EXPECT_EQ(of_kind(records, Record::Kind::launched).size(), 3U);
  const auto failed = of_kind(records, Record::Kind::failed);
  ASSERT_FALSE(failed.empty());
  EXPECT_EQ(failed[0].text,
            "the launch adds 65536 bytes of shared memory, and the function's attribute allows "
            "49152");
}

TEST(Hostile, KernelsThatDoNotEnd) {
  for (const char* const kernel : {&reads, &waits}) {
    const auto records = told_by([&] {
      setenv(seconds_variable, "1", 1);
      registered();
      void* x = nullptr;
      EXPECT_EQ(cudaMalloc(&x, 4), success);
      EXPECT_EQ(cudaMemset(x, 0, 4), success);
      void* argument = &x;
      EXPECT_EQ(cudaLaunchKernel(kernel, {kernel == &reads ? most_blocks : 1, 1, 1}, {1, 1, 1},
                                 &argument, 0, nullptr),
                success);
      EXPECT_EQ(cudaDeviceSynchronize(), timeout);
      EXPECT_EQ(launch(nullptr, nullptr, 0), timeout);
    });
    const auto launches = of_kind(records, Record::Kind::launched);
    ASSERT_EQ(launches.size(), 1U);
    EXPECT_EQ(launches[0].verdict, kernel == &reads ? "interrupted" : "undecided")
        << launches[0].text;
  }
}

TEST(Hostile, ThreadsThatLaunchAtOnce) {
  constexpr std::size_t threads = 8;
  constexpr std::size_t launches = 20;
  const auto records = told_by([] {
    registered();
    void* function = loaded();
    void* context = nullptr;
    EXPECT_EQ(cuCtxCreate_v2(&context, 0, 0), success);
    const auto work = [&](std::uint32_t number) {
      // A context is current to a thread that makes it so.
      if (number % 2 == 0) EXPECT_EQ(cuCtxSetCurrent(context), success);
      for (std::uint32_t i = 0; i < launches; ++i) {
        void* x = nullptr;
        void* y = nullptr;
        ASSERT_EQ(cudaMalloc(&x, 400), success);
        ASSERT_EQ(cudaMalloc(&y, 400), success);
        std::array<std::uint32_t, 100> numbers{};
        numbers.fill(number + i);
        ASSERT_EQ(cudaMemcpy(x, numbers.data(), 400, to_device), success);
        const auto at = [](void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
        ASSERT_EQ(
            number % 2 == 0 ? launch_by_driver(function, at(x), at(y), 100) : launch(x, y, 100),
            success);
        ASSERT_EQ(cudaMemcpy(numbers.data(), y, 400, to_host), success);
        for (const std::uint32_t each : numbers)
          ASSERT_EQ(each, 2 * (number + i));
        ASSERT_EQ(cudaFree(x), success);
        ASSERT_EQ(cudaFree(y), success);
      }
    };
    std::vector<std::thread> all;
    for (std::uint32_t i = 0; i < threads; ++i)
      all.emplace_back(work, i);
    for (std::thread& each : all)
      each.join();
  });
  const auto told = of_kind(records, Record::Kind::launched);
  EXPECT_EQ(told.size(), threads * launches);
  EXPECT_TRUE(
      std::ranges::all_of(told, [](const Record& launch) { return launch.verdict == "right"; }));
}

TEST(Hostile, AThreadWithoutAContext) {
  told_by([] {
    loaded();
    std::thread([] { EXPECT_EQ(cuCtxSynchronize(), invalid_context); }).join();
  });
}

/// A launch in another thread that takes hours; returns once it runs.
void start_endless() {
  registered();
  std::thread([] { launch(nullptr, nullptr, 0, most_blocks, 1); }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
}

TEST(Hostile, TheProgramExitsInTheMiddleOfALaunch) {
  const int status = status_of([] {
    // As nvcc has it.
    std::atexit([] { __cudaUnregisterFatBinary(registered()); });
    start_endless();
    std::exit(7);
  });
  EXPECT_TRUE(WIFEXITED(status)) << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST(Hostile, AForkInTheMiddleOfALaunch) {
  const int status = status_of([] {
    start_endless();
    _exit(WEXITSTATUS(status_of([] { _exit(cudaDeviceSynchronize()); })));
  });
  EXPECT_TRUE(WIFEXITED(status)) << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), not_initialized);
}

TEST(Hostile, AForkOfAProcessThatUsedTheDriver) {
  const int status = status_of([] {
    loaded();
    std::uint64_t address = 0;
    _exit(WEXITSTATUS(status_of([&] { _exit(cuMemAlloc_v2(&address, 4)); })));
  });
  EXPECT_EQ(WEXITSTATUS(status), not_initialized);
}

TEST(Hostile, WhatIsFreedIsNotReadByALaunchOfTheDriver) {
  const auto records = told_by([] {
    void* function = loaded();
    std::uint64_t x = 0;
    EXPECT_EQ(cuMemAlloc_v2(&x, 400), success);
    EXPECT_EQ(cuMemFree_v2(x), success);
    EXPECT_EQ(launch_by_driver(function, x, x, 100), success);
    EXPECT_EQ(cuCtxSynchronize(), illegal_address);
    EXPECT_EQ(cuMemFree_v2(x), illegal_address);
  });
  ASSERT_FALSE(of_kind(records, Record::Kind::found).empty());
  EXPECT_THAT(of_kind(records, Record::Kind::found)[0].text, ::testing::HasSubstr("freed"));
}

}  // namespace

}  // namespace layoutcheck::gpu::runtime::hostile
