// The functions of the stand-in, called as a program of nvcc calls them, and what is told of it.
#include "programs.hpp"

#include <array>
#include <numeric>

// As CUDA's headers declare them, with errors and pointers as what they are in C.
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name, int,
                            void*, void*, void*, void*, int*);
void __cudaRegisterManagedVar(void** handle, void** host, char* device, const char* name, int,
                              std::size_t bytes, int, int);
char __cudaInitModule(void** handle);
void __cudaUnregisterFatBinary(void** handle);
int cudaLaunchKernel(const void*, Sizes, Sizes, void** arguments, std::size_t shared, void* stream);
int cudaFuncSetAttribute(const void* function, int attribute, int value);
struct FunctionAttributes {
  std::size_t shared, constant, local;
  int most_threads, registers, ptx, binary, caches, most_dynamic_shared, preferred_shared;
  std::array<int, 22> others;
};
int cudaFuncGetAttributes(FunctionAttributes* attributes, const void* function);
int cudaMalloc(void** pointer, std::size_t bytes);
int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height);
int cudaFree(void* pointer);
int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
int cudaMemset(void* at, int value, std::size_t bytes);
int cudaMemset2D(void* at, std::size_t pitch, int value, std::size_t width, std::size_t height);
int cudaDeviceSynchronize();
int cudaDeviceGetAttribute(int* value, int attribute, int device);
int cudaGetDeviceProperties(void* properties, int device);
int cudaGetDeviceProperties_v2(void* properties, int device);
int cudaGetLastError();
int cudaPeekAtLastError();
int cudaSetDevice(int device);
int cudaStreamSynchronize(void* stream);
int cudaGraphCreate(void** graph, unsigned flags);
}

namespace layoutcheck::gpu::runtime {

namespace {

using ::testing::HasSubstr;

constexpr int success = 0;
constexpr int invalid_value = 1;
constexpr int initialization = 3;
constexpr int invalid_configuration = 9;
constexpr int invalid_device_function = 98;
constexpr int invalid_device = 101;
constexpr int no_kernel_image = 209;
constexpr int invalid_resource_handle = 400;
constexpr int illegal_address = 700;
constexpr int not_supported = 801;
constexpr int to_device = 1;
constexpr int to_host = 2;

/// The program of a test has one kernel, known to the host by the address of this.
char twice;

class Kernel {
 public:
  explicit Kernel(std::vector<std::byte> binary) : binary_(std::move(binary)) {
    wrapper_.data = binary_.data();
    handle_ = __cudaRegisterFatBinary(&wrapper_);
    __cudaRegisterFunction(handle_, &twice, &twice, "twice", -1, nullptr, nullptr, nullptr, nullptr,
                           nullptr);
  }
  ~Kernel() { __cudaUnregisterFatBinary(handle_); }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  [[nodiscard]] void** handle() const { return handle_; }

 private:
  struct Wrapper {
    std::int32_t magic = 0x466243b1;
    std::int32_t version = 1;
    const void* data = nullptr;
    void* more = nullptr;
  };
  std::vector<std::byte> binary_;
  Wrapper wrapper_;
  void** handle_ = nullptr;
};

int launch(void* x, void* y, std::uint32_t n, Sizes grid = {4, 1, 1}, Sizes block = {32, 1, 1}) {
  std::array<void*, 3> arguments{&x, &y, &n};
  return cudaLaunchKernel(&twice, grid, block, arguments.data(), 0, nullptr);
}

/// Twice in two launches, the second of what the first wrote.
void quadruple(std::uint32_t allocated, std::uint32_t n) {
  std::vector<std::uint32_t> numbers(allocated);
  std::iota(numbers.begin(), numbers.end(), 1);
  const std::size_t bytes = 4 * numbers.size();
  std::array<void*, 3> at{};
  for (void*& pointer : at)
    ASSERT_EQ(cudaMalloc(&pointer, bytes), success);
  ASSERT_EQ(cudaMemcpy(at[0], numbers.data(), bytes, to_device), success);
  EXPECT_EQ(launch(at[0], at[1], n), success);
  if (cudaDeviceSynchronize() != success) return;
  // Other threads read what the first ones wrote.
  EXPECT_EQ(launch(at[1], at[2], n, {1, 1, 1}, {128, 1, 1}), success);
  std::vector<std::uint32_t> result(allocated);
  ASSERT_EQ(cudaMemcpy(result.data(), at[2], bytes, to_host), success);
  for (std::uint32_t i = 0; i < n; ++i)
    ASSERT_EQ(result[i], 4 * (i + 1)) << i;
  for (void* pointer : at)
    EXPECT_EQ(cudaFree(pointer), success);
}

TEST(Runtime, LaunchesSeeWhatEarlierOnesWrote) {
  const auto records = told_by([] {
    const Kernel kernel(fat_binary(doubling("ge")));
    quadruple(100, 100);
    EXPECT_EQ(cudaGetLastError(), success);
  });
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[0].kind, Record::Kind::began);
  for (const std::size_t i : {1U, 3U}) {
    EXPECT_EQ(records[i].kind, Record::Kind::launched);
    EXPECT_EQ(records[i].name, "twice");
    EXPECT_EQ(records[i].verdict, "right") << records[i].text;
    EXPECT_EQ(records[i].blocks_run, i == 1 ? 4U : 1U);
    EXPECT_EQ(records[i].accesses, 200U);
  }
}

/// Device memory of 100 numbers.
class Numbers {
 public:
  explicit Numbers(std::uint32_t value) {
    EXPECT_EQ(cudaMalloc(&at_, 400), success);
    set(value);
  }
  void set(std::uint32_t value, std::size_t first = 0) {
    const std::vector<std::uint32_t> all(100 - first, value);
    EXPECT_EQ(
        cudaMemcpy(static_cast<std::uint32_t*>(at_) + first, all.data(), 4 * all.size(), to_device),
        success);
  }
  /// The first and the last.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> ends() const {
    std::array<std::uint32_t, 100> all{};
    EXPECT_EQ(cudaMemcpy(all.data(), at_, 400, to_host), success);
    return {all.front(), all.back()};
  }
  operator void*() const { return at_; }

 private:
  void* at_ = nullptr;
};

using Ends = std::pair<std::uint32_t, std::uint32_t>;

/// For each launch of a program, whether an earlier one was equal.
std::vector<bool> equal_launches(const std::function<void()>& program,
                                 const char* memory = "8589934592") {
  const auto records = told_by([&] {
    setenv(memory_variable, memory, 1);
    const Kernel kernel(fat_binary(doubling("ge")));
    program();
  });
  std::vector<bool> equal;
  for (const Record& record : of_kind(records, Record::Kind::launched)) {
    EXPECT_EQ(record.verdict, "right");
    EXPECT_EQ(record.accesses, 200U);
    equal.push_back(record.is_equal);
  }
  return equal;
}

TEST(Runtime, EqualLaunchesAreJudgedOnce) {
  const auto equal = equal_launches([] {
    const Numbers x(7);
    Numbers y(0);
    launch(x, y, 100);
    EXPECT_EQ(y.ends(), Ends(14, 14));
    // What an equal one writes is there as if it had run.
    y.set(0);
    launch(x, y, 100);
    EXPECT_EQ(y.ends(), Ends(14, 14));
    // It has not seen this before.
    launch(x, y, 100);
    launch(x, y, 100);
    EXPECT_EQ(y.ends(), Ends(14, 14));
  });
  EXPECT_THAT(equal, ::testing::ElementsAre(false, true, false, true));
}

TEST(Runtime, LaunchesThatDifferInAnythingAreJudged) {
  const auto equal = equal_launches([] {
    Numbers x(7);
    const Numbers other(0);
    Numbers y(0);
    launch(x, y, 100);
    y.set(0);
    launch(x, y, 100, {2, 1, 1}, {64, 1, 1});
    y.set(0);
    launch(x, other, 100);
    // One of the numbers that are read, and one of those that are written.
    x.set(8, 99);
    launch(x, y, 100);
    EXPECT_EQ(y.ends(), Ends(14, 16));
    x.set(7);
    y.set(0);
    y.set(1, 99);
    launch(x, y, 100);
    EXPECT_EQ(y.ends(), Ends(14, 14));
    // In place.
    for (int i = 0; i < 3; ++i)
      launch(x, x, 100);
    EXPECT_EQ(x.ends(), Ends(56, 56));
  });
  EXPECT_THAT(equal, ::testing::Each(false));
}

TEST(Runtime, LaunchesThatWereNotUsedForLongAreForgotten) {
  const auto equal = equal_launches(
      [] {
        const Numbers x(7);
        Numbers y(0);
        const auto launch_blocks = [&](unsigned blocks) {
          y.set(0);
          launch(x, y, 100, {blocks, 1, 1});
          EXPECT_EQ(y.ends(), Ends(14, 14));
        };
        for (unsigned blocks = 4; blocks < 40; ++blocks) {
          launch_blocks(blocks);
          launch_blocks(4);
        }
        launch_blocks(39);
        launch_blocks(5);
      },
      "2097152");
  ASSERT_EQ(equal.size(), 74U);
  for (std::size_t i = 0; i < 72; ++i)
    EXPECT_EQ(equal[i], i % 2 == 1) << i;
  EXPECT_TRUE(equal[72]);
  EXPECT_FALSE(equal[73]);
}

TEST(Runtime, MemoryOfAnEarlierLaunchMayHaveBeenFreed) {
  const auto records = told_by([] {
    const Kernel kernel(fat_binary(doubling("ge")));
    const Numbers x(7);
    void* y = nullptr;
    EXPECT_EQ(cudaMalloc(&y, 400), success);
    launch(x, y, 100);
    EXPECT_EQ(cudaFree(y), success);
    EXPECT_EQ(launch(x, y, 100), success);
    EXPECT_EQ(cudaDeviceSynchronize(), illegal_address);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[1].verdict, "wrong");
}

TEST(Runtime, AWrongLaunchIsJudgedEachTime) {
  const auto records = told_by([] {
    const Kernel kernel(fat_binary(doubling("ge")));
    void* x = nullptr;
    EXPECT_EQ(cudaMalloc(&x, 400), success);
    const Numbers y(0);
    for (int i = 0; i < 3; ++i)
      launch(x, y, 100);
  });
  EXPECT_EQ(of_kind(records, Record::Kind::found).size(), 3U);
  for (const Record& record : of_kind(records, Record::Kind::launched))
    EXPECT_FALSE(record.is_equal);
}

TEST(Runtime, TheHostAndKernelsHaveManagedVariables) {
  const auto records = told_by([] {
    std::string ptx = doubling("ge");
    ptx.insert(ptx.find(".visible"), ".global .attribute(.managed) .align 4 .u32 total = 5;\n");
    ptx.insert(ptx.find("END:"), "atom.global.add.u32 %r7, [total], 1;\n");
    const Kernel kernel(fat_binary(ptx));
    void* memory = nullptr;
    __cudaRegisterManagedVar(kernel.handle(), &memory, nullptr, "total", 0, 4, 0, 0);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(__cudaInitModule(kernel.handle()), 1);
    auto& total = *static_cast<std::uint32_t*>(memory);
    EXPECT_EQ(total, 5U);
    const Numbers x(7);
    const Numbers y(0);
    launch(x, y, 100);
    EXPECT_EQ(total, 105U);
    total = 1;
    launch(x, y, 100);
    EXPECT_EQ(total, 101U);
    // A variable is no allocation.
    EXPECT_EQ(cudaFree(memory), invalid_value);
    total = 1;
    launch(x, y, 100);
    EXPECT_EQ(total, 101U);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_FALSE(launches[1].is_equal);
  EXPECT_TRUE(launches[2].is_equal);
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Runtime, ALaunchIsRecordedOnceForAllContents) {
  std::string folder =
      (std::filesystem::temp_directory_path() / "layoutcheck-record-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const auto records = told_by([&] {
    setenv(record_variable, folder.c_str(), 1);
    const Kernel kernel(fat_binary(doubling("ge")));
    void* y = nullptr;
    EXPECT_EQ(cudaMalloc(&y, 400), success);
    Numbers x(7);
    launch(x, y, 100);
    x.set(8);
    launch(x, y, 100);
    launch(x, x, 4, {1, 1, 1}, {4, 1, 1});
    launch(nullptr, nullptr, 0);
    // From within an allocation, up to its second page of three.
    std::vector<std::uint32_t> many(3000);
    std::iota(many.begin(), many.end(), 0);
    void* in = nullptr;
    void* out = nullptr;
    EXPECT_EQ(cudaMalloc(&in, 12000), success);
    EXPECT_EQ(cudaMalloc(&out, 8000), success);
    EXPECT_EQ(cudaMemcpy(in, many.data(), 12000, to_device), success);
    launch(static_cast<std::byte*>(in) + 16, out, 2000, {63, 1, 1});
  });
  const auto recorded = of_kind(records, Record::Kind::recorded);
  ASSERT_EQ(recorded.size(), 4U);
  EXPECT_EQ(recorded[0].text, "twice.1.kernel");
  const std::filesystem::path at = folder;
  EXPECT_EQ(text_of(at / "twice.1.ptx"), doubling("ge"));
  EXPECT_EQ(text_of(at / "twice.1.kernel"),
            "ptx twice.1.ptx\nentry twice\ngrid 4,1,1\nblock 32,1,1\ndevice sm_90\n"
            "args file:twice.1.arg0.bin b32[100],\n     uninitialized b32[100],\n     u32=100\n");
  std::string sevens;
  for (int i = 0; i < 100; ++i)
    sevens += std::string("\7\0\0\0", 4);
  EXPECT_EQ(text_of(at / "twice.1.arg0.bin"), sevens);
  EXPECT_THAT(text_of(at / "twice.2.kernel"),
              HasSubstr("b32[100],\n     &arg0 + 0,\n     u32=4\n"));
  EXPECT_THAT(text_of(at / "twice.3.kernel"), HasSubstr("args u64=0,\n     u64=0,\n     u32=0\n"));
  EXPECT_THAT(text_of(at / "twice.4.kernel"), HasSubstr("args file:twice.4.arg0.bin b32[2996],"));
  std::vector<std::uint32_t> numbers(2044);
  std::iota(numbers.begin(), numbers.end(), 4);
  EXPECT_EQ(text_of(at / "twice.4.arg0.bin"),
            std::string(reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size()));
  std::filesystem::remove_all(at);
}

TEST(Runtime, AccessBeyondAnAllocationIsFoundAndItsErrorStays) {
  const auto records = told_by([] {
    const Kernel kernel(fat_binary(doubling("gt")));
    quadruple(100, 100);
    EXPECT_EQ(cudaDeviceSynchronize(), illegal_address);
    EXPECT_EQ(cudaGetLastError(), illegal_address);
    // It stays, unlike other errors.
    EXPECT_EQ(cudaGetLastError(), illegal_address);
    void* pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, 4), illegal_address);
  });
  const auto findings = of_kind(records, Record::Kind::found);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].verdict, "out of bounds");
  EXPECT_EQ(findings[0].line, 13U);
  EXPECT_THAT(findings[0].text, HasSubstr("allocation 1 (cudaMalloc of 400 bytes)"));
  EXPECT_EQ(of_kind(records, Record::Kind::launched).at(0).verdict, "wrong");
}

TEST(Runtime, WhatNobodyWroteIsFoundWhereItIsRead) {
  const auto records = told_by([] {
    const Kernel kernel(fat_binary(doubling("ge")));
    void* x = nullptr;
    void* y = nullptr;
    ASSERT_EQ(cudaMalloc(&x, 400), success);
    ASSERT_EQ(cudaMalloc(&y, 400), success);
    EXPECT_EQ(launch(x, y, 100), success);
    EXPECT_EQ(cudaDeviceSynchronize(), success);
    ASSERT_EQ(cudaMemset(x, 0, 400), success);
    EXPECT_EQ(launch(x, y, 100), success);
  });
  const auto launches = of_kind(records, Record::Kind::launched);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_NE(launches[0].verdict, "right");
  EXPECT_EQ(launches[1].verdict, "right") << launches[1].text;
}

TEST(Runtime, MemoryThatWasFreed) {
  const auto records = told_by([] {
    const Kernel kernel(fat_binary(doubling("ge")));
    void* x = nullptr;
    ASSERT_EQ(cudaMalloc(&x, 400), success);
    EXPECT_EQ(cudaFree(x), success);
    EXPECT_EQ(cudaFree(x), invalid_value);
    EXPECT_EQ(cudaPeekAtLastError(), invalid_value);
    EXPECT_EQ(cudaGetLastError(), invalid_value);
    EXPECT_EQ(cudaGetLastError(), success);
    EXPECT_EQ(cudaMemset(x, 0, 4), invalid_value);
    EXPECT_EQ(launch(x, x, 100), success);
    EXPECT_EQ(cudaDeviceSynchronize(), illegal_address);
  });
  const auto failed = of_kind(records, Record::Kind::failed);
  ASSERT_EQ(failed.size(), 2U);
  EXPECT_EQ(failed[0].name, "cudaFree");
  EXPECT_EQ(failed[0].verdict, "cudaErrorInvalidValue");
  EXPECT_EQ(failed[1].name, "cudaMemset");
  ASSERT_FALSE(of_kind(records, Record::Kind::found).empty());
  EXPECT_THAT(of_kind(records, Record::Kind::found)[0].text, HasSubstr("freed"));
}

TEST(Runtime, LaunchesThatNoDeviceTakes) {
  told_by([] {
    const Kernel kernel(fat_binary(doubling("ge")));
    EXPECT_EQ(launch(nullptr, nullptr, 0, {1, 1, 1}, {2048, 1, 1}), invalid_configuration);
    EXPECT_EQ(launch(nullptr, nullptr, 0, {0, 1, 1}), invalid_configuration);
    EXPECT_EQ(launch(nullptr, nullptr, 0, {1, 65536, 1}), invalid_configuration);
    EXPECT_EQ(launch(nullptr, nullptr, 0), success);
    int other = 0;
    EXPECT_EQ(cudaLaunchKernel(&other, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr),
              invalid_device_function);
  });
}

TEST(Runtime, AttributesOfFunctions) {
  const auto records = told_by([] {
    std::string ptx = doubling("ge");
    ptx.insert(ptx.find(".reg"), ".shared .align 4 .b8 tile[1024];\n");
    ptx.insert(ptx.find("\n{") + 1, ".maxntid 256, 1, 1\n");
    const Kernel kernel(fat_binary(ptx));
    FunctionAttributes of{};
    EXPECT_EQ(cudaFuncGetAttributes(&of, &twice), success);
    EXPECT_EQ(of.shared, 1024U);
    EXPECT_EQ(of.most_threads, 256);
    EXPECT_EQ(of.registers, 64);
    EXPECT_EQ(of.ptx, 80);
    EXPECT_EQ(of.binary, 90);
    EXPECT_EQ(of.most_dynamic_shared, 47 << 10);
    EXPECT_EQ(of.preferred_shared, -1);
    EXPECT_EQ(cudaFuncSetAttribute(&twice, 8, 100 << 10), success);
    EXPECT_EQ(cudaFuncGetAttributes(&of, &twice), success);
    EXPECT_EQ(of.most_dynamic_shared, 100 << 10);
    EXPECT_EQ(cudaFuncGetAttributes(nullptr, &twice), invalid_value);
    EXPECT_EQ(cudaFuncGetAttributes(&of, &of), invalid_device_function);
  });
  EXPECT_TRUE(records.empty());
}

TEST(Runtime, BinariesWithoutPtxThatRuns) {
  const auto why = [](const std::vector<std::byte>& binary) {
    const auto records = told_by([&] {
      const Kernel kernel(binary);
      EXPECT_EQ(launch(nullptr, nullptr, 0), no_kernel_image);
      EXPECT_EQ(launch(nullptr, nullptr, 0), no_kernel_image);
    });
    return records.size() == 1 && records[0].kind == Record::Kind::unsupported ? records[0].text
                                                                               : "";
  };
  EXPECT_THAT(why(fat_binary(doubling("ge"), 80, 2)), HasSubstr("machine code, and no PTX"));
  EXPECT_THAT(why(fat_binary(doubling("ge"), 100)), HasSubstr("PTX for compute_100 alone"));
  EXPECT_THAT(why(fat_binary("no PTX")), ::testing::Not(""));
  auto damaged = fat_binary(doubling("ge"));
  damaged[16 + 15] = std::byte{0x7f};
  EXPECT_THAT(why(damaged), HasSubstr("it is damaged"));
  damaged[0] = std::byte{0};
  EXPECT_THAT(why(damaged), HasSubstr("it is no fat binary"));
}

TEST(Runtime, WhatIsNotSupportedIsToldOnceByItsName) {
  const auto records = told_by([] {
    void* graph = nullptr;
    EXPECT_EQ(cudaGraphCreate(&graph, 0), not_supported);
    EXPECT_EQ(cudaGraphCreate(&graph, 0), not_supported);
    EXPECT_EQ(cudaGetLastError(), not_supported);
  });
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].kind, Record::Kind::unsupported);
  EXPECT_EQ(records[0].name, "cudaGraphCreate");
}

TEST(Runtime, TheDeviceAndItsRows) {
  told_by([] {
    setenv(device_variable, "sm_86", 1);
    int value = 0;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, 75, 0), success);
    EXPECT_EQ(value, 8);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, 76, 0), success);
    EXPECT_EQ(value, 6);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, 97, 0), success);
    EXPECT_EQ(value, 99 * 1024);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, 75, 1), invalid_device);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, 1000, 0), not_supported);
    EXPECT_EQ(cudaDeviceGetAttribute(nullptr, 75, 0), invalid_value);
    EXPECT_EQ(cudaSetDevice(1), invalid_device);
    EXPECT_EQ(cudaStreamSynchronize(&value), invalid_resource_handle);
    void* rows = nullptr;
    std::size_t pitch = 0;
    EXPECT_EQ(cudaMallocPitch(&rows, nullptr, 100, 3), invalid_value);
    EXPECT_EQ(cudaMallocPitch(&rows, &pitch, 100, 3), success);
    EXPECT_EQ(pitch, 512U);
    EXPECT_EQ(cudaMemset2D(rows, pitch, 1, 100, 3), success);
    EXPECT_EQ(cudaMemset2D(rows, pitch, 1, 100, 4), invalid_value);
    EXPECT_EQ(cudaMemcpy(rows, nullptr, 4, to_device), invalid_value);
    EXPECT_EQ(cudaMemcpy(nullptr, rows, 4, to_host), invalid_value);
    EXPECT_EQ(cudaFree(rows), success);
  });
}

TEST(Runtime, PropertiesOfTheDeviceInBothVersions) {
  told_by([] {
    setenv(device_variable, "sm_86", 1);
    // As large as CUDA's structures, and what lies behind them.
    std::array<std::byte, 1040> at_13{};
    std::array<std::byte, 1040> at_12{};
    at_13.fill(std::byte{0xaa});
    at_12.fill(std::byte{0xaa});
    EXPECT_EQ(cudaGetDeviceProperties(at_13.data(), 0), success);
    EXPECT_EQ(cudaGetDeviceProperties_v2(at_12.data(), 0), success);
    EXPECT_EQ(at_13[1007], std::byte{0});
    EXPECT_EQ(at_13[1008], std::byte{0xaa});
    EXPECT_EQ(at_12[1031], std::byte{0});
    EXPECT_EQ(at_12[1032], std::byte{0xaa});
    EXPECT_STREQ(reinterpret_cast<const char*>(at_12.data()), "layoutcheck sm_86");
    const auto read = [](const auto& from, std::size_t place, auto value) {
      std::memcpy(&value, from.data() + place, sizeof value);
      return value;
    };
    EXPECT_EQ(read(at_13, 360, 0), 8);
    EXPECT_EQ(read(at_13, 364, 0), 6);
    EXPECT_EQ(read(at_12, 360, 0), 8);
    EXPECT_EQ(read(at_13, 604, 0), 1536);  // threads of a multiprocessor
    EXPECT_EQ(read(at_12, 624, 0), 1536);
    EXPECT_EQ(read(at_13, 384, 0), read(at_12, 388, 0));  // multiprocessors
    EXPECT_EQ(read(at_13, 672, std::size_t{}), 99U << 10);
    EXPECT_EQ(read(at_12, 696, std::size_t{}), 99U << 10);
    EXPECT_EQ(read(at_12, 348, 0), 1980000);  // the clock, which CUDA 13 does not have
    EXPECT_EQ(cudaGetDeviceProperties(nullptr, 0), invalid_value);
    EXPECT_EQ(cudaGetDeviceProperties_v2(at_12.data(), 1), invalid_device);
  });
}

TEST(Runtime, AForkOfAProcessThatUsedTheDeviceHasNone) {
  told_by([] {
    EXPECT_EQ(cudaDeviceSynchronize(), success);
    const pid_t child = fork();
    if (child == 0) _exit(cudaDeviceSynchronize());
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), initialization);
  });
}

}  // namespace

}  // namespace layoutcheck::gpu::runtime
