// The functions of the driver's stand-in, called as a program that loads modules calls them.
#include "programs.hpp"
#include <layoutcheck/machine/tensor_map.hpp>

#include <array>
#include <cstring>

// As CUDA's headers declare them, with results and handles as what they are in C.
extern "C" {
int cuInit(unsigned flags);
int cuDeviceGet(int* device, int ordinal);
int cuDeviceGetAttribute(int* value, int attribute, int device);
int cuDevicePrimaryCtxRetain(void** context, int device);
int cuCtxCreate_v2(void** context, unsigned flags, int device);
int cuCtxDestroy_v2(void* context);
int cuCtxGetCurrent(void** context);
int cuCtxSetCurrent(void* context);
int cuCtxPushCurrent_v2(void* context);
int cuCtxPopCurrent_v2(void** context);
int cuCtxSynchronize();
int cuModuleLoadData(void** module, const void* image);
int cuModuleUnload(void* module);
int cuModuleGetFunction(void** function, void* module, const char* name);
int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module,
                         const char* name);
int cuLibraryLoadData(void** library, const void* image, void*, void*, unsigned, void*, void*,
                      unsigned);
int cuLibraryLoadFromFile(void** library, const char* file, void*, void*, unsigned, void*, void*,
                          unsigned);
int cuLibraryGetKernelCount(unsigned* count, void* library);
int cuLibraryEnumerateKernels(void** kernels, unsigned count, void* library);
int cuKernelGetAttribute(int* value, int attribute, void* kernel, int device);
int cuCtxGetDevice(int* device);
int cuCtxGetDevice_v2(int* device, void* context);
int cuCtxSynchronize_v2(void* context);
int cuDeviceGetUuid_v2(char* uuid, int device);
int cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, void* function, int blocks,
                                            int threads);
int cudaLibraryLoadData(void** library, const void* image, void*, void*, unsigned, void*, void*,
                        unsigned);
int cudaLibraryLoadFromFile(void** library, const char* file, void*, void*, unsigned, void*, void*,
                            unsigned);
int cudaLibraryUnload(void* library);
int cudaLibraryGetKernel(void** kernel, void* library, const char* name);
int cudaLibraryGetKernelCount(unsigned* count, void* library);
int cudaLibraryEnumerateKernels(void** kernels, unsigned count, void* library);
int cudaLibraryGetGlobal(void** address, std::size_t* bytes, void* library, const char* name);
int cudaLibraryGetManaged(void** address, std::size_t* bytes, void* library, const char* name);
int cudaKernelSetAttributeForDevice(void* kernel, int attribute, int value, int device);
int cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function, int blocks,
                                              int threads);
int cudaLaunchKernel(const void* function, Sizes grid, Sizes block, void** arguments,
                     std::size_t shared, void* stream);
int cudaMemset(void* pointer, int value, std::size_t bytes);
const char* cudaGetErrorName(int error);
int cuLibraryGetManaged(std::uint64_t* address, std::size_t* bytes, void* library,
                        const char* name);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned shared, void* stream, void** arguments, void** extra);
int cuLaunchKernelEx(const void* how, void* function, void** arguments, void** extra);
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes);
int cuMemFree_v2(std::uint64_t address);
int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes);
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes);
int cuMemsetD8_v2(std::uint64_t at, unsigned char value, std::size_t count);
int cuMemsetD32_v2(std::uint64_t at, unsigned value, std::size_t count);
int cuMemGetAddressRange_v2(std::uint64_t* base, std::size_t* bytes, std::uint64_t address);
int cuPointerGetAttribute(void* value, int attribute, std::uint64_t address);
int cuFuncGetAttribute(int* value, int attribute, void* function);
int cuOccupancyMaxActiveClusters(int* clusters, void* function, const void* how);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads,
                                                std::size_t shared);
int cuLogsRegisterCallback(void* callback, void* data, void** handle);
int cudaStreamIsCapturing(void* stream, int* status);
int layoutcheck_run_allocate(std::uint64_t* address, std::size_t bytes, const char* name,
                             const char* type);
std::uint64_t layoutcheck_run_launches();
int layoutcheck_run_unsupported(const char* name, const char* why);
int cuStreamCreate(void** stream, unsigned flags);
int cuStreamSynchronize(void* stream);
int cuStreamDestroy_v2(void* stream);
int cuGetErrorName(int result, const char** name);
int cuGetProcAddress_v2(const char* name, void** function, int version, std::uint64_t flags,
                        int* status);
int cuGetExportTable(const void** table, const void* id);
int cuGraphCreate(void** graph, unsigned flags);
int cuTensorMapEncodeTiled(void* map, int type, std::uint32_t rank, void* address,
                           const std::uint64_t* extents, const std::uint64_t* strides,
                           const std::uint32_t* box, const std::uint32_t* steps, int interleave,
                           int swizzle, int promotion, int fill);
int cuTensorMapEncodeIm2col(void* map, int type, std::uint32_t rank, void* address,
                            const std::uint64_t* extents, const std::uint64_t* strides,
                            const int* lower, const int* upper, std::uint32_t channels,
                            std::uint32_t pixels, const std::uint32_t* steps, int interleave,
                            int swizzle, int promotion, int fill);
int cuTensorMapReplaceAddress(void* map, void* address);
int cudaGetDriverEntryPoint(const char* name, void** function, std::uint64_t flags, int* status);
int cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned version,
                                     std::uint64_t flags, int* status);
int cudaMalloc(void** pointer, std::size_t bytes);
}

namespace layoutcheck::gpu::runtime::driver {

namespace {

using ::testing::HasSubstr;

constexpr int success = 0;
constexpr int invalid_value = 1;
constexpr int not_initialized = 3;
constexpr int invalid_device = 101;
constexpr int invalid_context = 201;
constexpr int no_binary = 209;
constexpr int invalid_handle = 400;
constexpr int not_found = 500;
constexpr int illegal_address = 700;
constexpr int not_supported = 801;

/// The module of a test, with a current context.
void* loaded(const void* image) {
  EXPECT_EQ(cuInit(0), success);
  void* context = nullptr;
  EXPECT_EQ(cuCtxCreate_v2(&context, 0, 0), success);
  void* module = nullptr;
  EXPECT_EQ(cuModuleLoadData(&module, image), success);
  return module;
}

void* twice_of(void* module) {
  void* function = nullptr;
  EXPECT_EQ(cuModuleGetFunction(&function, module, "twice"), success);
  return function;
}

int launch(void* function, void** arguments, void** extra = nullptr) {
  return cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments, extra);
}

/// Doubles 100 numbers that are 7, of 100 allocated ones; the last double.
unsigned last_double(void* function, std::uint32_t n, bool packed = false) {
  std::uint64_t x = 0;
  std::uint64_t y = 0;
  EXPECT_EQ(cuMemAlloc_v2(&x, 400), success);
  EXPECT_EQ(cuMemAlloc_v2(&y, 400), success);
  EXPECT_EQ(cuMemsetD32_v2(x, 7, 100), success);
  if (packed) {
    std::array<std::byte, 20> buffer{};
    std::memcpy(buffer.data(), &x, 8);
    std::memcpy(buffer.data() + 8, &y, 8);
    std::memcpy(buffer.data() + 16, &n, 4);
    std::size_t size = buffer.size();
    std::array<void*, 5> extra{reinterpret_cast<void*>(1), buffer.data(),
                               reinterpret_cast<void*>(2), &size, nullptr};
    EXPECT_EQ(launch(function, nullptr, extra.data()), success);
    size = 16;
    EXPECT_EQ(launch(function, nullptr, extra.data()), invalid_value);
  } else {
    std::array<void*, 3> arguments{&x, &y, &n};
    EXPECT_EQ(launch(function, arguments.data()), success);
  }
  if (cuCtxSynchronize() != success) return 0;
  std::array<unsigned, 100> result{};
  EXPECT_EQ(cuMemcpyDtoH_v2(result.data(), y, 400), success);
  EXPECT_EQ(cuMemFree_v2(x), success);
  EXPECT_EQ(cuMemFree_v2(y), success);
  return result.back();
}

TEST(Driver, LaunchesWhatAModuleHas) {
  const auto records = told_by([] {
    void* module = loaded(doubling("ge").c_str());
    EXPECT_EQ(last_double(twice_of(module), 100), 14U);
    EXPECT_EQ(last_double(twice_of(module), 100, true), 14U);
    EXPECT_EQ(cuModuleUnload(module), success);
    EXPECT_EQ(cuModuleUnload(module), invalid_handle);
    const auto binary = fat_binary(doubling("ge"));
    void* other = nullptr;
    EXPECT_EQ(cuModuleLoadData(&other, binary.data()), success);
    EXPECT_EQ(last_double(twice_of(other), 100), 14U);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 3U);
  for (const Record& launch : launches) {
    EXPECT_EQ(launch.name, "twice");
    EXPECT_EQ(launch.verdict, "right") << launch.text;
  }
  ASSERT_EQ(of_kind(records, Record::Kind::failed).size(), 1U);
  EXPECT_THAT(of_kind(records, Record::Kind::failed)[0].text, HasSubstr("more parameters"));
}

TEST(Driver, AnAccessBeyondAnAllocationIsFoundAndItsErrorStays) {
  const auto records = told_by([] {
    void* module = loaded(doubling("gt").c_str());
    EXPECT_EQ(last_double(twice_of(module), 100), 0U);
    EXPECT_EQ(cuCtxSynchronize(), illegal_address);
    std::uint64_t address = 0;
    EXPECT_EQ(cuMemAlloc_v2(&address, 4), illegal_address);
  });
  ASSERT_FALSE(of_kind(records, Record::Kind::found).empty());
  EXPECT_THAT(of_kind(records, Record::Kind::found)[0].text,
              HasSubstr("allocation 1 (cuMemAlloc of 400 bytes)"));
}

TEST(Driver, MemoryWithANameAndTheNumberOfLaunches) {
  const auto records = told_by([] {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    EXPECT_EQ(layoutcheck_run_launches(), 0U);
    EXPECT_EQ(layoutcheck_run_allocate(&x, 400, "f32 tensor", "f32"), not_initialized);
    void* function = twice_of(loaded(doubling("gt").c_str()));
    EXPECT_EQ(layoutcheck_run_allocate(&x, 400, nullptr, ""), invalid_value);
    EXPECT_EQ(layoutcheck_run_allocate(&x, 0, "nothing", ""), invalid_value);
    EXPECT_EQ(layoutcheck_run_allocate(&x, 400, "f32 tensor", "f32"), success);
    EXPECT_EQ(cuMemAlloc_v2(&y, 404), success);
    EXPECT_EQ(cuMemsetD32_v2(x, 7, 100), success);
    EXPECT_EQ(layoutcheck_run_launches(), 0U);
    std::uint32_t n = 100;
    std::array<void*, 3> arguments{&x, &y, &n};
    EXPECT_EQ(launch(function, arguments.data()), success);
    EXPECT_EQ(layoutcheck_run_launches(), 1U);
    // What is refused has written nothing.
    EXPECT_EQ(launch(function, arguments.data()), illegal_address);
    EXPECT_EQ(layoutcheck_run_launches(), 1U);
  });
  ASSERT_FALSE(of_kind(records, Record::Kind::found).empty());
  EXPECT_THAT(of_kind(records, Record::Kind::found)[0].text,
              HasSubstr("allocation 1 (f32 tensor) at byte 400 of 400"));
}

TEST(Driver, NamedMemoryTakesThePlaceOfWhatHasLivedThroughALaunch) {
  const auto records = told_by([] {
    void* function = twice_of(loaded(doubling("ge").c_str()));
    const auto allocated = [](const char* name) {
      std::uint64_t address = 0;
      EXPECT_EQ(layoutcheck_run_allocate(&address, 400, name, ""), success);
      return address;
    };
    std::uint64_t x = allocated("x");
    std::uint64_t y = allocated("y");
    EXPECT_EQ(cuMemFree_v2(y), success);
    const std::uint64_t second = allocated("y");
    EXPECT_NE(second, y);
    y = second;
    EXPECT_EQ(cuMemsetD32_v2(x, 7, 100), success);
    std::uint32_t n = 100;
    std::array<void*, 3> arguments{&x, &y, &n};
    EXPECT_EQ(launch(function, arguments.data()), success);
    EXPECT_EQ(cuMemFree_v2(y), success);
    EXPECT_NE(allocated("z"), second);
    EXPECT_EQ(allocated("y"), second);
    EXPECT_NE(allocated("y"), second);
    EXPECT_EQ(launch(function, arguments.data()), success);
    // It is as unwritten as any.
    arguments = {&y, &x, &n};
    EXPECT_EQ(launch(function, arguments.data()), success);
    EXPECT_EQ(cuMemsetD8_v2(y, 0, 400), success);
    EXPECT_EQ(cuMemFree_v2(y), success);
    EXPECT_EQ(allocated("y"), second);
    EXPECT_EQ(launch(function, arguments.data()), success);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 4U);
  EXPECT_FALSE(launches[0].is_equal);
  EXPECT_TRUE(launches[1].is_equal);
  EXPECT_EQ(launches[2].verdict, "right");
  const auto findings = of_kind(records, Record::Kind::found);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].verdict, "uninitialized");
  EXPECT_THAT(findings[0].text, HasSubstr("allocation 7 (y)"));
}

TEST(Driver, TellsOfPointersFunctionsAndTheDevice) {
  const auto records = told_by([] {
    void* function = twice_of(loaded(doubling("ge").c_str()));
    std::uint64_t address = 0;
    EXPECT_EQ(cuMemAlloc_v2(&address, 400), success);
    int number = 0;
    std::uint64_t found = 0;
    EXPECT_EQ(cuPointerGetAttribute(&number, 2, address), success);
    EXPECT_EQ(number, 2);  // of the device
    EXPECT_EQ(cuPointerGetAttribute(&found, 3, address + 8), success);
    EXPECT_EQ(found, address + 8);
    EXPECT_EQ(cuPointerGetAttribute(&number, 9, address), success);
    EXPECT_EQ(number, 0);
    EXPECT_EQ(cuPointerGetAttribute(&found, 11, address + 8), success);
    EXPECT_EQ(found, address);
    EXPECT_EQ(cuPointerGetAttribute(&found, 12, address + 8), success);
    EXPECT_EQ(found, 400U);
    // Neither memory of the host, nor what lies behind the allocation.
    const auto host = reinterpret_cast<std::uintptr_t>(&number);
    EXPECT_EQ(cuPointerGetAttribute(&found, 3, host), invalid_value);
    EXPECT_EQ(cuPointerGetAttribute(&found, 3, address + 400), invalid_value);

    for (const auto& [attribute, value] : {std::pair(0, 1024), {1, 0}, {3, 0}, {4, 64}}) {
      EXPECT_EQ(cuFuncGetAttribute(&number, attribute, function), success);
      EXPECT_EQ(number, value) << attribute;
    }
    for (const auto& [attribute, value] : {std::pair(39, 2048),
                                           {81, 228 << 10},
                                           {12, 65536},
                                           {16, 132},
                                           {31, 1},
                                           {115, 0},
                                           {120, 1},
                                           {82, 65536},
                                           {106, 32}}) {
      EXPECT_EQ(cuDeviceGetAttribute(&number, attribute, 0), success);
      EXPECT_EQ(number, value) << attribute;
    }
    std::array<char, 16> uuid{};
    EXPECT_EQ(cuDeviceGetUuid_v2(uuid.data(), 0), success);
    EXPECT_NE(uuid, (std::array<char, 16>{}));
    EXPECT_EQ(cuDeviceGetUuid_v2(uuid.data(), 1), invalid_device);
    EXPECT_EQ(cuDeviceGetUuid_v2(nullptr, 0), invalid_value);
    void* context = nullptr;
    EXPECT_EQ(cuCtxGetCurrent(&context), success);
    for (void* asked : {context, static_cast<void*>(nullptr)}) {
      EXPECT_EQ(cuCtxGetDevice_v2(&number, asked), success);
      EXPECT_EQ(number, 0);
      EXPECT_EQ(cuCtxSynchronize_v2(asked), success);
    }
    EXPECT_EQ(cuCtxGetDevice_v2(&number, &number), invalid_context);
    EXPECT_EQ(cuCtxSynchronize_v2(&number), invalid_context);
    void* handle = &number;
    EXPECT_EQ(cuLogsRegisterCallback(nullptr, nullptr, &handle), success);
    EXPECT_EQ(cudaStreamIsCapturing(nullptr, &number), success);
    EXPECT_EQ(number, 0);
    EXPECT_EQ(cuPointerGetAttribute(&number, 5, address), not_supported);
    EXPECT_EQ(layoutcheck_run_unsupported("graphs", "they are none"), not_supported);
  });
  const auto unsupported = of_kind(records, Record::Kind::unsupported);
  ASSERT_EQ(unsupported.size(), 2U);
  EXPECT_EQ(unsupported[0].name, "cuPointerGetAttribute");
  EXPECT_THAT(unsupported[0].text, HasSubstr("attribute 5"));
  EXPECT_EQ(unsupported[1].name, "graphs");
  EXPECT_EQ(unsupported[1].text, "they are none");
}

TEST(Driver, CountsTheBlocksThatAMultiprocessorHolds) {
  struct Case {
    const char* device;
    int threads;
    std::size_t shared;
    int blocks;
  };
  // Bound by blocks, registers, shared memory, threads, and what no launch may have.
  for (const Case& one : {Case{"sm_90", 32, 0, 32},
                          {"sm_90", 250, 0, 4},
                          {"sm_90", 128, 99 << 10, 2},
                          {"sm_90", 128, 113 << 10, 2},
                          {"sm_90", 128, 114 << 10, 1},
                          {"sm_90", 128, 228 << 10, 0},
                          {"sm_86", 32, 0, 16},
                          {"sm_86", 128, 49 << 10, 2},
                          {"sm_75", 128, 0, 8},
                          {"sm_75", 128, 32 << 10, 2},
                          {"sm_90", 1025, 0, 0}}) {
    told_by([&] {
      setenv(device_variable, one.device, 1);
      std::string ptx = doubling("ge");
      ptx.replace(ptx.find("sm_80"), 5, "sm_75");
      void* function = twice_of(loaded(ptx.c_str()));
      int blocks = -1;
      EXPECT_EQ(
          cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, one.threads, one.shared),
          success);
      EXPECT_EQ(blocks, one.blocks) << one.device << " " << one.threads << " " << one.shared;
      EXPECT_EQ(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 0, 0),
                invalid_value);
      EXPECT_EQ(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &blocks, 32, 0),
                invalid_handle);
    });
  }
}

TEST(Driver, WantsItsInitializationAndAContext) {
  told_by([] {
    int device = 1;
    std::uint64_t address = 0;
    EXPECT_EQ(cuDeviceGet(&device, 0), not_initialized);
    EXPECT_EQ(cuInit(1), invalid_value);
    EXPECT_EQ(cuInit(0), success);
    EXPECT_EQ(cuDeviceGet(&device, 1), invalid_device);
    EXPECT_EQ(cuDeviceGet(&device, 0), success);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(cuDeviceGetAttribute(&device, 75, 0), success);
    EXPECT_EQ(device, 9);
    EXPECT_EQ(cuMemAlloc_v2(&address, 4), invalid_context);
    void* context = nullptr;
    EXPECT_EQ(cuCtxSetCurrent(&device), invalid_context);
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&context, 0), success);
    EXPECT_EQ(cuCtxSetCurrent(context), success);
    EXPECT_EQ(cuMemAlloc_v2(&address, 4), success);
    void* made = nullptr;
    EXPECT_EQ(cuCtxCreate_v2(&made, 0, 0), success);
    void* current = nullptr;
    EXPECT_EQ(cuCtxGetCurrent(&current), success);
    EXPECT_EQ(current, made);
    EXPECT_EQ(cuCtxPopCurrent_v2(&current), success);
    EXPECT_EQ(current, made);
    EXPECT_EQ(cuCtxGetCurrent(&current), success);
    EXPECT_EQ(current, context);
    EXPECT_EQ(cuCtxDestroy_v2(made), success);
    EXPECT_EQ(cuCtxDestroy_v2(made), invalid_context);
    EXPECT_EQ(cuCtxPushCurrent_v2(made), invalid_context);
    EXPECT_EQ(cuCtxPopCurrent_v2(nullptr), success);
    EXPECT_EQ(cuCtxPopCurrent_v2(nullptr), invalid_context);
    EXPECT_EQ(cuCtxSynchronize(), invalid_context);
  });
}

TEST(Driver, HasTheMemoryAndTheContextOfTheRuntime) {
  told_by([] {
    void* pointer = nullptr;
    ASSERT_EQ(cudaMalloc(&pointer, 400), success);
    std::uint64_t base = 0;
    std::size_t bytes = 0;
    EXPECT_EQ(cuMemGetAddressRange_v2(&base, &bytes, reinterpret_cast<std::uintptr_t>(pointer) + 8),
              success);
    EXPECT_EQ(base, reinterpret_cast<std::uintptr_t>(pointer));
    EXPECT_EQ(bytes, 400U);
    EXPECT_EQ(cuMemGetAddressRange_v2(&base, &bytes, 8), not_found);
  });
}

TEST(Driver, ModulesThatCannotBeHad) {
  const auto records = told_by([] {
    void* module = loaded(doubling("ge").c_str());
    void* function = nullptr;
    std::uint64_t address = 0;
    EXPECT_EQ(cuModuleGetFunction(&function, module, "thrice"), not_found);
    EXPECT_EQ(cuModuleGetFunction(&function, &function, "twice"), invalid_handle);
    EXPECT_EQ(cuModuleGetGlobal_v2(&address, nullptr, module, "table"), not_found);
    EXPECT_EQ(launch(&function, nullptr), invalid_handle);
    EXPECT_EQ(launch(twice_of(module), nullptr), invalid_value);
    EXPECT_EQ(cuModuleLoadData(&module, "no PTX, and more than that"), no_binary);
    EXPECT_EQ(cuModuleLoadData(&module,
                               "\x7f"
                               "ELF, as cubins are"),
              no_binary);
    EXPECT_EQ(cuModuleLoadData(&module, nullptr), invalid_value);
  });
  EXPECT_EQ(of_kind(records, Record::Kind::unsupported).size(), 2U);
}

TEST(Driver, TellsHowMuchSharedMemoryALaunchMayAdd) {
  told_by([] {
    std::string ptx = doubling("ge");
    ptx.insert(ptx.find(".reg"), ".shared .align 4 .b8 s[1024];\n");
    void* function = twice_of(loaded(ptx.c_str()));
    std::size_t bytes = 0;
    // What a block may have, less what the kernel declares; and half of what there is for two.
    EXPECT_EQ(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 1, 128), success);
    EXPECT_EQ(bytes, (227U << 10) - 1024);
    EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 2, 128), success);
    EXPECT_EQ(bytes, (113U << 10) - 1024);
    int blocks = 0;
    EXPECT_EQ(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, bytes), success);
    EXPECT_EQ(blocks, 2);
    EXPECT_EQ(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, bytes + 1),
              success);
    EXPECT_EQ(blocks, 1);
    EXPECT_EQ(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 0, 128), invalid_value);
    EXPECT_EQ(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 9, 128), invalid_value);
    EXPECT_EQ(cuOccupancyAvailableDynamicSMemPerBlock(nullptr, function, 1, 128), invalid_value);
    EXPECT_EQ(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, &bytes, 1, 128), invalid_handle);
  });
}

TEST(Driver, VariablesOfModulesAndLibraries) {
  const auto records = told_by([] {
    std::string ptx = doubling("ge");
    ptx.insert(ptx.find(".visible"),
               ".global .attribute(.managed) .align 4 .u32 total = 5;\n"
               ".global .align 8 .u64 factor = 7;\n");
    void* module = loaded(ptx.c_str());
    void* library = nullptr;
    ASSERT_EQ(cuLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
              success);
    std::uint64_t in_module = 0;
    std::uint64_t in_library = 0;
    std::size_t bytes = 0;
    EXPECT_EQ(cuModuleGetGlobal_v2(&in_module, nullptr, module, "total"), success);
    EXPECT_EQ(cuLibraryGetManaged(&in_library, &bytes, library, "total"), success);
    EXPECT_EQ(bytes, 4U);
    ASSERT_NE(in_module, in_library);
    // The host has managed variables as well.
    EXPECT_EQ(*reinterpret_cast<unsigned*>(in_module), 5U);
    EXPECT_EQ(*reinterpret_cast<unsigned*>(in_library), 5U);
    EXPECT_EQ(cuLibraryGetManaged(nullptr, &bytes, library, "factor"), not_found);
    EXPECT_EQ(cuModuleGetGlobal_v2(nullptr, &bytes, library, "factor"), success);
    EXPECT_EQ(bytes, 8U);
    EXPECT_EQ(cuLibraryGetManaged(&in_library, nullptr, library, "none"), not_found);
    EXPECT_EQ(cuLibraryGetManaged(&in_library, nullptr, library, nullptr), invalid_value);
    EXPECT_EQ(cuLibraryGetManaged(nullptr, nullptr, library, "total"), invalid_value);
    EXPECT_EQ(cuModuleGetGlobal_v2(nullptr, nullptr, module, "factor"), invalid_value);
    EXPECT_EQ(cuLibraryGetManaged(&in_library, nullptr, &bytes, "total"), invalid_handle);
  });
  EXPECT_TRUE(records.empty());
}

TEST(Driver, LibrariesAndTheirKernels) {
  const auto records = told_by([] {
    std::string ptx = doubling("ge");
    ptx += ".visible .entry other()\n{\nret;\n}\n";
    const std::string file =
        std::filesystem::temp_directory_path() / ("layoutcheck-" + std::to_string(getpid()));
    std::ofstream(file) << ptx;
    ASSERT_EQ(cuInit(0), success);
    void* context = nullptr;
    ASSERT_EQ(cuCtxCreate_v2(&context, 0, 0), success);
    void* library = nullptr;
    EXPECT_EQ(
        cuLibraryLoadFromFile(&library, file.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        success);
    std::filesystem::remove(file);
    unsigned count = 0;
    EXPECT_EQ(cuLibraryGetKernelCount(&count, library), success);
    EXPECT_EQ(count, 2U);
    // As many as there are, and no more than were asked for.
    std::array<void*, 3> kernels{&count, &count, &count};
    EXPECT_EQ(cuLibraryEnumerateKernels(kernels.data(), 1, library), success);
    EXPECT_EQ(kernels[1], &count);
    EXPECT_EQ(cuLibraryEnumerateKernels(kernels.data(), 3, library), success);
    EXPECT_NE(kernels[0], kernels[1]);
    EXPECT_EQ(kernels[2], &count);
    EXPECT_EQ(last_double(kernels[0], 100), 14U);
    int threads = 0;
    EXPECT_EQ(cuKernelGetAttribute(&threads, 0, kernels[1], 0), success);
    EXPECT_EQ(threads, 1024);
    EXPECT_EQ(cuLibraryEnumerateKernels(nullptr, 1, library), invalid_value);
    EXPECT_EQ(cuLibraryEnumerateKernels(kernels.data(), 1, &count), invalid_handle);
    EXPECT_EQ(cuLibraryGetKernelCount(&count, &count), invalid_handle);
    EXPECT_EQ(cuLibraryGetKernelCount(nullptr, library), invalid_value);
  });
  EXPECT_EQ(of_kind(records, Record::Kind::launched).size(), 1U);
}

TEST(Driver, LibrariesOfTheRuntime) {
  const auto records = told_by([] {
    std::string ptx = doubling("ge");
    ptx.insert(ptx.find(".visible"),
               ".global .attribute(.managed) .align 4 .u32 total = 5;\n"
               ".global .align 8 .u64 factor = 7;\n");
    void* library = nullptr;
    ASSERT_EQ(cudaLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
              success);
    EXPECT_EQ(
        cudaLibraryLoadFromFile(&library, "/nothing", nullptr, nullptr, 0, nullptr, nullptr, 0),
        invalid_value);
    unsigned count = 0;
    EXPECT_EQ(cudaLibraryGetKernelCount(&count, library), success);
    EXPECT_EQ(count, 1U);
    void* kernel = nullptr;
    void* same = nullptr;
    EXPECT_EQ(cudaLibraryGetKernel(&kernel, library, "twice"), success);
    EXPECT_EQ(cudaLibraryEnumerateKernels(&same, 1, library), success);
    EXPECT_EQ(kernel, same);
    EXPECT_EQ(cudaLibraryGetKernel(&same, library, "thrice"), not_found);
    EXPECT_STREQ(cudaGetErrorName(not_found), "cudaErrorSymbolNotFound");
    void* place = nullptr;
    std::size_t bytes = 0;
    EXPECT_EQ(cudaLibraryGetGlobal(&place, &bytes, library, "factor"), success);
    EXPECT_EQ(bytes, 8U);
    EXPECT_EQ(cudaLibraryGetManaged(&place, &bytes, library, "total"), success);
    EXPECT_EQ(*static_cast<unsigned*>(place), 5U);
    EXPECT_EQ(cudaKernelSetAttributeForDevice(kernel, 8, 100 << 10, 0), success);
    EXPECT_EQ(cudaKernelSetAttributeForDevice(kernel, 8, 100 << 10, 1), invalid_device);
    void* x = nullptr;
    void* y = nullptr;
    std::uint32_t n = 100;
    ASSERT_EQ(cudaMalloc(&x, 400), success);
    ASSERT_EQ(cudaMalloc(&y, 400), success);
    ASSERT_EQ(cudaMemset(x, 1, 400), success);
    std::array<void*, 3> arguments{&x, &y, &n};
    EXPECT_EQ(cudaLaunchKernel(kernel, {4, 1, 1}, {32, 1, 1}, arguments.data(), 90 << 10, nullptr),
              success);
    EXPECT_EQ(cudaLibraryUnload(library), success);
    EXPECT_EQ(cudaLibraryUnload(library), invalid_handle);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0].verdict, "right") << launches[0].text;
}

TEST(Driver, LaunchesWithAttributes) {
  struct Attribute {
    int id = 0;
    int padding = 0;
    std::array<unsigned, 16> value{};
  };
  struct How {
    std::array<unsigned, 3> grid{1, 1, 1};
    std::array<unsigned, 3> block{32, 1, 1};
    unsigned shared = 0;
    void* stream = nullptr;
    const Attribute* attributes = nullptr;
    unsigned count = 0;
  };
  told_by([] {
    void* function = twice_of(loaded(doubling("ge").c_str()));
    std::uint64_t none = 0;
    std::uint32_t n = 0;
    std::array<void*, 3> arguments{&none, &none, &n};
    Attribute cluster{4, 0, {1, 1, 1}};
    How how;
    how.attributes = &cluster;
    how.count = 1;
    EXPECT_EQ(cuLaunchKernelEx(&how, function, arguments.data(), nullptr), success);
    int clusters = 0;
    EXPECT_EQ(cuOccupancyMaxActiveClusters(&clusters, function, &how), success);
    const int single = clusters;
    EXPECT_GT(single, 0);
    // Two blocks in a cluster are more than the grid has.
    cluster.value[0] = 2;
    EXPECT_EQ(cuLaunchKernelEx(&how, function, arguments.data(), nullptr), invalid_value);
    EXPECT_EQ(cuOccupancyMaxActiveClusters(&clusters, function, &how), success);
    EXPECT_EQ(clusters, single / 2);
    EXPECT_EQ(cuOccupancyMaxActiveClusters(&clusters, function, nullptr), invalid_value);
    how.grid[0] = 4;
    EXPECT_EQ(cuLaunchKernelEx(&how, function, arguments.data(), nullptr), success);
    cluster.id = 12;
    EXPECT_EQ(cuLaunchKernelEx(&how, function, arguments.data(), nullptr), not_supported);
    how.count = 0;
    how.stream = &how;
    EXPECT_EQ(cuLaunchKernelEx(&how, function, arguments.data(), nullptr), invalid_handle);
    EXPECT_EQ(cuStreamCreate(&how.stream, 0), success);
    EXPECT_EQ(cuLaunchKernelEx(&how, function, arguments.data(), nullptr), success);
    EXPECT_EQ(cuStreamSynchronize(how.stream), success);
    EXPECT_EQ(cuStreamDestroy_v2(how.stream), success);
    EXPECT_EQ(cuStreamDestroy_v2(how.stream), invalid_handle);
  });
}

TEST(Driver, CopiesOfWhatNobodyHasWrittenAreRemarked) {
  const auto records = told_by([] {
    void* function = twice_of(loaded(doubling("ge").c_str()));
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    EXPECT_EQ(cuMemAlloc_v2(&x, 400), success);
    EXPECT_EQ(cuMemAlloc_v2(&y, 512), success);
    EXPECT_EQ(cuMemsetD32_v2(x, 7, 100), success);
    std::uint32_t n = 100;
    std::array<void*, 3> arguments{&x, &y, &n};
    EXPECT_EQ(launch(function, arguments.data()), success);
    std::array<unsigned, 128> result{};
    EXPECT_EQ(cuMemcpyDtoH_v2(result.data(), y, 400), success);
    EXPECT_EQ(cuMemcpyDtoH_v2(result.data(), y, 512), success);
    EXPECT_EQ(cuMemcpyDtoH_v2(result.data(), y + 448, 64), success);
    EXPECT_EQ(cuMemsetD8_v2(y + 400, 0, 112), success);
    EXPECT_EQ(cuMemcpyDtoH_v2(result.data(), y, 512), success);
  });
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[2].kind, Record::Kind::remarked);
  EXPECT_EQ(records[2].name, "cuMemcpyDtoH");
  EXPECT_EQ(records[2].verdict, "uninitialized");
  EXPECT_EQ(records[2].text,
            "copies 112 bytes of allocation 2 (cuMemAlloc of 512 bytes) that nobody has written, "
            "from byte 400 on");
  EXPECT_THAT(records[3].text, HasSubstr("copies 64 bytes of allocation 2"));
}

TEST(Driver, FunctionsByName) {
  const auto records = told_by([] {
    void* function = nullptr;
    int status = -1;
    EXPECT_EQ(cuGetProcAddress_v2("cuMemAlloc", &function, 12000, 0, &status), success);
    EXPECT_EQ(function, reinterpret_cast<void*>(&cuMemAlloc_v2));
    EXPECT_EQ(status, 0);
    EXPECT_EQ(cuGetProcAddress_v2("cuCtxCreate", &function, 12000, 0, &status), success);
    EXPECT_EQ(function, reinterpret_cast<void*>(&cuCtxCreate_v2));
    // By one name, CUDA 13 has another function; it takes a context, which may be none.
    EXPECT_EQ(cuGetProcAddress_v2("cuCtxGetDevice", &function, 12080, 0, &status), success);
    EXPECT_EQ(function, reinterpret_cast<void*>(&cuCtxGetDevice));
    EXPECT_EQ(cuGetProcAddress_v2("cuCtxGetDevice", &function, 13000, 0, &status), success);
    EXPECT_EQ(function, reinterpret_cast<void*>(&cuCtxGetDevice_v2));
    EXPECT_EQ(cuGetProcAddress_v2("cuNothing", &function, 12000, 0, &status), not_found);
    EXPECT_EQ(function, nullptr);
    EXPECT_EQ(status, 1);
    EXPECT_EQ(cuGetProcAddress_v2("malloc", &function, 12000, 0, &status), not_found);
    const char* name = nullptr;
    EXPECT_EQ(cuGetErrorName(700, &name), success);
    EXPECT_STREQ(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    EXPECT_EQ(cuGetErrorName(-5, &name), invalid_value);
    void* graph = nullptr;
    EXPECT_EQ(cuGraphCreate(&graph, 0), not_supported);
    EXPECT_EQ(cuGetExportTable(nullptr, nullptr), not_supported);
  });
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].name, "cuGraphCreate");
  EXPECT_THAT(records[1].text, HasSubstr("statically linked runtime"));
}

/// Moves 32 × 8 halves from (8, 2) on to y.
const char* const tile_of_tensor =
    ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry twice(.param .align 64 .b8 "
    "map[128], .param .u64 y) {\n.reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %d<8>; .shared "
    ".align "
    "128 .b8 s[512]; .shared .align 8 .b64 m;\nmov.b64 %d1, map; cvta.param.u64 %d1, %d1; "
    "ld.param.u64 %d2, [y]; mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra WAIT;\n"
    "mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.expect_tx.shared.b64 %d3, [m], 512;\n"
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%d1, {8, "
    "2}], "
    "[m];\nWAIT: bar.sync 0;\nTEST: mbarrier.try_wait.parity.shared.b64 %p2, [m], 0; @!%p2 bra "
    "TEST;\nmov.u32 %r2, s; mad.lo.u32 %r2, %r1, 4, %r2; mul.wide.u32 %d4, %r1, 4; add.u64 %d4, "
    "%d4, "
    "%d2; ld.shared.u32 %r3, [%r2]; st.global.u32 [%d4], %r3;\n}\n";

TEST(Driver, EncodesTensorMaps) {
  const auto records = told_by([] {
    void* function = twice_of(loaded(tile_of_tensor));
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    constexpr std::size_t bytes = 2 * 64 * 16;
    ASSERT_EQ(cuMemAlloc_v2(&x, bytes), success);
    ASSERT_EQ(cuMemAlloc_v2(&y, 512), success);
    std::array<std::uint16_t, 64 * 16> halves{};
    for (std::size_t i = 0; i < halves.size(); ++i)
      halves[i] = static_cast<std::uint16_t>(i);
    ASSERT_EQ(cuMemcpyHtoD_v2(x, halves.data(), bytes), success);
    alignas(64) std::array<std::byte, 128> map{};
    struct How {
      int type = 6;
      std::uint32_t rank = 2;
      std::array<std::uint64_t, 2> extents{64, 16};
      std::array<std::uint64_t, 1> strides{128};
      std::array<std::uint32_t, 2> box{32, 8};
      std::array<std::uint32_t, 2> steps{1, 1};
      int interleave = 0;
      int swizzle = 0;
      int promotion = 2;
      int fill = 0;
    };
    const auto encode = [&](const How& how, std::uint64_t address, void* to) {
      return cuTensorMapEncodeTiled(to, how.type, how.rank, reinterpret_cast<void*>(address),
                                    how.extents.data(), how.strides.data(), how.box.data(),
                                    how.steps.data(), how.interleave, how.swizzle, how.promotion,
                                    how.fill);
    };
    ASSERT_EQ(encode({}, x, map.data()), success);
    std::array<void*, 2> arguments{map.data(), &y};
    const auto run = [&] {
      EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, nullptr, arguments.data(), nullptr),
                success);
      std::array<std::uint16_t, 256> tile{};
      EXPECT_EQ(cuMemcpyDtoH_v2(tile.data(), y, 512), success);
      return tile;
    };
    std::array<std::uint16_t, 256> tile = run();
    for (unsigned i = 0; i < tile.size(); ++i)
      EXPECT_EQ(tile[i], 64 * (2 + i / 32) + 8 + i % 32) << i;
    EXPECT_EQ(cuTensorMapReplaceAddress(map.data(), reinterpret_cast<void*>(x + 16)), success);
    tile = run();
    EXPECT_EQ(tile[0], 64 * 2 + 8 + 8);
    EXPECT_EQ(cuTensorMapReplaceAddress(map.data(), reinterpret_cast<void*>(x + 8)), invalid_value);
    const auto expect_refused = [&](auto change) {
      How how;
      change(how);
      EXPECT_EQ(encode(how, x, map.data()), invalid_value);
    };
    expect_refused([](How& how) { how.rank = 6; });
    expect_refused([](How& how) { how.type = 16; });
    expect_refused([](How& how) { how.extents[0] = 0; });
    expect_refused([](How& how) { how.strides[0] = 130; });
    expect_refused([](How& how) { how.box[1] = 1U << 16 | 8U; });
    expect_refused([](How& how) { how.steps[1] = 256; });
    expect_refused([](How& how) { how.swizzle = 1; });  // 64 bytes are more than 32
    expect_refused([](How& how) { how.swizzle = 7; });
    expect_refused([](How& how) { how.promotion = 4; });
    EXPECT_EQ(encode({}, x + 8, map.data()), invalid_value);
    EXPECT_EQ(encode({}, x, map.data() + 32), invalid_value);
    How interleaved;
    interleaved.interleave = 1;
    EXPECT_EQ(encode(interleaved, x, map.data()), not_supported);
    // By name, from the runtime.
    void* named = nullptr;
    int status = -1;
    EXPECT_EQ(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &named, 0, &status), success);
    EXPECT_EQ(named, reinterpret_cast<void*>(&cuTensorMapEncodeTiled));
    EXPECT_EQ(status, 0);
    EXPECT_EQ(cudaGetDriverEntryPointByVersion("cuNothing", &named, 13000, 0, &status), success);
    EXPECT_EQ(named, nullptr);
    EXPECT_EQ(status, 1);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 2U);
  for (const Record& launch : launches)
    EXPECT_EQ(launch.verdict, "right") << launch.text;
  // Two modes that are none are told of in the same words, once.
  EXPECT_EQ(of_kind(records, Record::Kind::failed).size(), 11U);
}

TEST(Driver, EncodesTensorMapsOfPixels) {
  const auto records = told_by([] {
    loaded(tile_of_tensor);
    alignas(64) std::array<std::byte, 128> bytes{};
    struct How {
      std::uint32_t rank = 4;
      std::array<int, 2> lower{-1, -2};
      std::array<int, 2> upper{1, -3};
      std::uint32_t channels = 32;
      std::uint32_t pixels = 64;
    };
    const auto encode = [&](const How& how) {
      constexpr std::array<std::uint64_t, 4> extents = {64, 9, 14, 3};
      constexpr std::array<std::uint64_t, 3> strides = {128, 1152, 16128};
      constexpr std::array<std::uint32_t, 4> steps = {1, 2, 1, 1};
      return cuTensorMapEncodeIm2col(bytes.data(), 6, how.rank, reinterpret_cast<void*>(0x1000),
                                     extents.data(), strides.data(), how.lower.data(),
                                     how.upper.data(), how.channels, how.pixels, steps.data(), 0, 2,
                                     0, 1);
    };
    EXPECT_EQ(encode({}), success);
    const std::optional<TensorMap> map = decoded_tensor_map(bytes);
    ASSERT_TRUE(map);
    TensorMap expected;
    expected.address = 0x1000;
    expected.type = TensorMap::Type::f16;
    expected.rank = 4;
    expected.extents = {64, 9, 14, 3};
    expected.strides = {128, 1152, 16128};
    expected.steps = {1, 2, 1, 1};
    expected.box = {32};
    expected.pixels = 64;
    expected.lower = {-1, -2};
    expected.upper = {1, -3};
    expected.swizzle = TensorMap::Swizzle::of_64;
    expected.fill = TensorMap::Fill::nan;
    EXPECT_EQ(*map, expected);
    const auto expect_refused = [&](auto change) {
      How how;
      change(how);
      EXPECT_EQ(encode(how), invalid_value);
    };
    expect_refused([](How& how) { how.rank = 2; });
    expect_refused([](How& how) { how.pixels = 0; });
    expect_refused([](How& how) { how.pixels = 1025; });
    expect_refused([](How& how) { how.pixels = 1U << 16 | 64U; });
    expect_refused([](How& how) { how.channels = 0; });
    expect_refused([](How& how) { how.lower[1] = -129; });
    expect_refused([](How& how) { how.upper[0] = 1 << 16; });
  });
  EXPECT_EQ(of_kind(records, Record::Kind::failed).size(), 7U);
}

}  // namespace

}  // namespace layoutcheck::gpu::runtime::driver
