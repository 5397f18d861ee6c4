// multimem: one address of memory that each of several devices has.
#include "ptx_device.hpp"
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"
#include <layoutcheck/machine/multimem.hpp>

#include <gmock/gmock.h>

#include <bit>
#include <functional>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Covers covers{"multimem"};

constexpr unsigned devices = 3;
/// Bytes that each device has: 64 for each thread.
constexpr std::uint64_t share = std::uint64_t{64} * 32;

struct Ran {
  LaunchReport report;
  /// The memory of all devices, byte by byte, and 64 bytes of each thread.
  std::vector<std::uint8_t> memory;
  std::vector<std::uint8_t> own;

  [[nodiscard]] std::string first() const {
    return report.faults.empty() ? "" : report.faults[0].message;
  }
};

/// A warp runs the body: %d1 is the multimem address of a thread's part, %d3 that in the first
/// device's memory, and %d2 that of what is its own.
Ran run(const std::string& body, const std::vector<std::uint8_t>& memory,
        const std::vector<std::uint8_t>& own, std::uint64_t first = 0) {
  PtxOptions options;
  Device device(
      ".version 8.6 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p, "
      ".param .u64 q, .param .u64 o) { .reg .pred %p<9>; .reg .b8 %c<9>; .reg .b16 %h<9>; .reg "
      ".b32 "
      "%r<20>; .reg .f32 %f<9>; .reg .f64 %g<9>; .reg .b64 %d<9>; ld.param.u64 %d1, [p]; "
      "ld.param.u64 %d2, [q]; ld.param.u64 %d3, [o]; mov.u32 %r1, %tid.x; mul.wide.u32 "
      "%d4, %r1, 64; add.u64 %d1, %d1, %d4; add.u64 %d2, %d2, %d4; add.u64 %d3, %d3, "
      "%d4;\n" +
          body + " }",
      options);
  const Buffer all = device.buffer_of(memory);
  const Buffer threads = device.buffer_of(own);
  const MultimemAddress at{devices, device.executor().address_of(all) + first};
  const LaunchReport report = device.launch(
      {1}, {32}, {Argument::value(at.bits()), Argument::pointer(threads), Argument::pointer(all)});
  return {report, device.read<std::uint8_t>(all, memory.size()),
          device.read<std::uint8_t>(threads, own.size())};
}

std::vector<std::uint8_t> bytes_of(std::size_t count,
                                   const std::function<unsigned(std::size_t)>& f) {
  std::vector<std::uint8_t> bytes(count);
  for (std::size_t i = 0; i < count; ++i)
    bytes[i] = static_cast<std::uint8_t>(f(i));
  return bytes;
}
/// Elements of so many bytes, by device (or thread alone) and number.
std::vector<std::uint8_t> elements(unsigned parts, unsigned width,
                                   const std::function<std::uint64_t(unsigned, unsigned)>& f) {
  return bytes_of(parts * share, [&](std::size_t i) {
    const auto part = static_cast<unsigned>(i / share);
    const auto element = static_cast<unsigned>(i % share / width);
    return static_cast<unsigned>(f(part, element) >> 8 * (i % width) & 0xffU);
  });
}

/// An operation on elements of a type, of which `count` are 16 bytes or fewer.
struct Case {
  std::string operation;
  std::string type;
  unsigned width;
  unsigned count;
  /// The number of device and element, as bits; and what two are combined to.
  std::function<std::uint64_t(unsigned, unsigned)> value;
  std::function<std::uint64_t(std::uint64_t, std::uint64_t)> combined;
};

std::uint64_t f32_bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
float f32_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// Floating-point numbers of an element, of which those that occur are integers up to `most`.
struct Small {
  unsigned parts;
  unsigned exponents;
  unsigned fractions;
  int most;

  [[nodiscard]] unsigned width() const { return 1 + exponents + fractions; }
  [[nodiscard]] std::uint64_t bits(int number, unsigned part) const {
    return std::uint64_t{floating(number, exponents, fractions)} << width() * part;
  }
  [[nodiscard]] std::uint64_t operator()(unsigned device, unsigned element) const {
    std::uint64_t all = 0;
    for (unsigned part = 0; part < parts; ++part)
      all |=
          bits(static_cast<int>(device * 3 + element * parts + part) % (2 * most + 1) - most, part);
    return all;
  }
  [[nodiscard]] int number(std::uint64_t all, unsigned part) const {
    const std::uint64_t mask = (std::uint64_t{1} << width()) - 1;
    for (int x = -40; x <= 40; ++x)
      if (bits(x, 0) == (all >> width() * part & mask)) return x;
    return 1000;
  }
};

Case case_of(const std::string& operation, const std::string& type, unsigned width, unsigned count,
             const Small& of) {
  return {operation, type, width, count, of, [of, operation](auto a, auto b) {
            std::uint64_t all = 0;
            for (unsigned part = 0; part < of.parts; ++part) {
              const int x = of.number(a, part);
              const int y = of.number(b, part);
              all |= of.bits(operation.starts_with("min")   ? std::min(x, y)
                             : operation.starts_with("max") ? std::max(x, y)
                                                            : x + y,
                             part);
            }
            return all;
          }};
}

std::vector<Case> cases() {
  const auto number = [](unsigned device, unsigned element) {
    return std::uint64_t{device * 0x01010107U} ^ (element * 0x9e3779b1U);
  };
  const auto wide = [number](unsigned device, unsigned element) {
    return number(device, element) * 0x100000001U;
  };
  const auto small = [](unsigned device, unsigned element) {
    return f32_bits(static_cast<float>(static_cast<int>(7 * device + element) % 23 - 11));
  };
  return {
      {"add", "u32", 4, 1, number, [](auto a, auto b) { return (a + b) & 0xffffffffU; }},
      {"min", "s32", 4, 1, number,
       [](auto a, auto b) {
         return std::uint64_t{static_cast<std::uint32_t>(
             std::min(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)))};
       }},
      {"max", "u64", 8, 1, wide, [](auto a, auto b) { return std::max(a, b); }},
      {"xor", "b64", 8, 1, wide, [](auto a, auto b) { return a ^ b; }},
      {"and", "b32", 4, 1, number, [](auto a, auto b) { return a & b; }},
      {"add", "f32", 4, 1, small, [](auto a, auto b) { return f32_bits(f32_of(a) + f32_of(b)); }},
      {"add.v4", "f32", 4, 4, small,
       [](auto a, auto b) { return f32_bits(f32_of(a) + f32_of(b)); }},
      case_of("add", "f16x2", 4, 1, {2, 5, 10, 4}),
      case_of("add.v4", "f16x2", 4, 4, {2, 5, 10, 4}),
      case_of("add.v8", "f16", 2, 8, {1, 5, 10, 4}),
      case_of("add", "e4m3x4", 4, 1, {4, 4, 3, 4}),
      case_of("max.v2", "e4m3x4", 4, 2, {4, 4, 3, 16}),
      case_of("add.v8", "e4m3", 1, 8, {1, 4, 3, 4}),
      case_of("min.v4", "e5m2", 1, 4, {1, 5, 2, 8}),
      case_of("min.v8", "e5m2x2", 2, 8, {2, 5, 2, 8}),
      case_of("add.v2", "e5m2x2", 2, 2, {2, 5, 2, 2}),
      case_of("add.v4", "e5m2x4", 4, 4, {4, 5, 2, 2}),
  };
}

/// The name of the registers of elements, without their numbers, and the first number.
std::string letter_of(const Case& of) {
  return of.width == 1 ? "c" : of.width == 2 ? "h" : of.width == 8 ? "d" : "r";
}
unsigned first_of(const Case& of) {
  return of.width <= 2 ? 0 : 5;
}

/// The registers of so many elements, as an operand, and their loads or stores of what is a
/// thread's own.
std::string registers(const Case& of) {
  const std::string letter = letter_of(of);
  const unsigned first = first_of(of);
  std::string text = of.count == 1 ? "" : "{";
  for (unsigned i = 0; i < of.count; ++i)
    text += (i == 0 ? "%" : ", %") + letter + std::to_string(first + i);
  return text + (of.count == 1 ? "" : "}");
}
std::string moves(const Case& of, bool stores) {
  const std::string letter = letter_of(of);
  const unsigned first = first_of(of);
  std::string text;
  for (unsigned i = 0; i < of.count; ++i) {
    const std::string place = "[%d2+" + std::to_string(of.width * i) + "]";
    const std::string name = "%" + letter + std::to_string(first + i);
    text += std::string(stores ? "st" : "ld") + ".global.b" + std::to_string(8 * of.width) + " " +
            (stores ? place + ", " + name : name + ", " + place) + "; ";
  }
  return text;
}

std::uint64_t element_at(const std::vector<std::uint8_t>& bytes, std::size_t at, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= std::uint64_t{bytes[at + i]} << 8 * i;
  return value;
}

TEST(PtxMultimem, ReducesWhatTheDevicesHave) {
  for (const Case& of : cases()) {
    const std::string wider = of.type.starts_with("f16") ? ".acc::f32"
                              : of.type.starts_with("e") ? ".acc::f16"
                                                         : "";
    for (const std::string& accumulated : {std::string(), wider}) {
      if (!accumulated.empty() && !of.operation.starts_with("add")) continue;
      std::string operation = of.operation;
      operation.insert(3, accumulated);
      const std::string text = "multimem.ld_reduce.relaxed.gpu.global." + operation + "." +
                               of.type + " " + registers(of) + ", [%d1];\n" + moves(of, true);
      const Ran found = run(text, elements(devices, of.width, of.value),
                            bytes_of(share, [](auto) { return 0U; }));
      ASSERT_THAT(faults_of(found.report), ElementsAre()) << text << found.first();
      for (unsigned thread = 0; thread < 32; ++thread) {
        for (unsigned i = 0; i < of.count; ++i) {
          const unsigned element = thread * 64 / of.width + i;
          std::uint64_t expected = of.value(0, element);
          for (unsigned device = 1; device < devices; ++device)
            expected = of.combined(expected, of.value(device, element));
          EXPECT_EQ(element_at(found.own, std::size_t{64} * thread + i * of.width, of.width),
                    expected)
              << text << ", thread " << thread << ", element " << i;
        }
      }
    }
  }
}

/// What ld_reduce of the operation gives of four numbers of 8 bits on each of three devices.
Ran reduced(const std::string& operation, const std::array<std::uint32_t, devices>& numbers) {
  const auto number = [&](unsigned device, unsigned) { return std::uint64_t{numbers[device]}; };
  return run("multimem.ld_reduce.global." + operation + " %r5, [%d1];\nst.global.u32 [%d2], %r5;",
             elements(devices, 4, number), bytes_of(share, [](auto) { return 0U; }));
}

TEST(PtxMultimem, SumsOf8BitsAreRoundedToTheirAccumulator) {
  // 16 + 1 + 1, 1 + 1 + 16, 448 + 8 - 8, and no number; and with two bits of fraction, which are 8
  // + 1 + 1, 1 + 1 + 8 and infinity.
  const std::array<std::uint32_t, devices> e4m3 = {0x017e3858, 0x7f503838, 0x01d05838};
  const std::array<std::uint32_t, devices> e5m2 = {0x7c3c4800, 0x383c3c00, 0x38483c00};
  const auto found = [](const std::string& operation, const auto& numbers) {
    const Ran ran = reduced(operation, numbers);
    EXPECT_THAT(faults_of(ran.report), ElementsAre()) << operation << ran.first();
    return element_at(ran.own, 0, 4);
  };
  EXPECT_EQ(found("add.e4m3x4", e4m3), 0x7f7e5958U);
  EXPECT_EQ(found("add.acc::f16.e4m3x4", e4m3), 0x7f7e5959U);
  EXPECT_EQ(found("add.e5m2x4", e5m2), 0x7c494800U);
  EXPECT_EQ(found("add.acc::f16.e5m2x4", e5m2), 0x7c494900U);
}

TEST(PtxMultimem, SumsOf8BitsBeyondTheLargestAreUndefined) {
  EXPECT_THAT(reduced("add.e4m3x4", {0x7e00, 0x6800, 0}).first(), HasSubstr("nothing has set it"));
  EXPECT_THAT(reduced("add.acc::f16.e5m2x4", {0x7b, 0x7b, 0}).first(),
              HasSubstr("nothing has set it"));
  EXPECT_EQ(reduced("max.e4m3x4", {0x7e00, 0x7e00, 0}).first(), "");
}

// The address is needed once for each device.
TEST(PtxMultimem, AResultMayReplaceTheAddress) {
  const auto number = [](unsigned device, unsigned) { return std::uint64_t{device} + 1; };
  const Ran found = run("multimem.ld_reduce.global.add.u64 %d1, [%d1];\nst.global.u64 [%d2], %d1;",
                        elements(devices, 8, number), bytes_of(share, [](auto) { return 0U; }));
  EXPECT_THAT(faults_of(found.report), ElementsAre()) << found.first();
  EXPECT_EQ(element_at(found.own, 0, 8), 6U);
}

TEST(PtxMultimem, UpdatesAndStoresOnAllDevices) {
  for (const Case& of : cases()) {
    for (const bool updates : {true, false}) {
      if (!updates && of.operation.find(".v") == std::string::npos &&
          (of.operation == "min" || of.operation == "and"))
        continue;
      if (updates && of.operation.starts_with("add") == false && of.type.starts_with("f")) continue;
      // Of 8 bits there are no updates.
      if (updates && of.type.starts_with("e")) continue;
      const std::size_t vector = of.operation.find('.');
      const std::string suffix = vector == std::string::npos ? "" : of.operation.substr(vector);
      const std::string text =
          moves(of, false) +
          (updates ? "\nmultimem.red.global." + of.operation : "\nmultimem.st.global" + suffix) +
          "." + of.type + " [%d1], " + registers(of) + ";";
      const auto own = [&](unsigned, unsigned element) { return of.value(5, element); };
      const Ran found =
          run(text, elements(devices, of.width, of.value), elements(1, of.width, own));
      ASSERT_THAT(faults_of(found.report), ElementsAre()) << text << found.first();
      for (unsigned device = 0; device < devices; ++device) {
        for (unsigned element = 0; element < share / of.width; ++element) {
          const bool is_there = element % (64 / of.width) < of.count;
          const std::uint64_t before = of.value(device, element);
          const std::uint64_t expected = !is_there ? before
                                         : updates ? of.combined(before, of.value(5, element))
                                                   : of.value(5, element);
          ASSERT_EQ(element_at(found.memory, device * share + element * of.width, of.width),
                    expected)
              << text << ", device " << device << ", element " << element;
        }
      }
    }
  }
}

TEST(PtxMultimem, AddressesAreChecked) {
  const std::vector<std::uint8_t> memory(devices * share, 1);
  const std::vector<std::uint8_t> own(share);
  // The last thread is beyond what a device has, though not beyond the buffer.
  const Ran beyond = run("multimem.red.add.u32 [%d1], %r1;", memory, own, 64);
  EXPECT_THAT(faults_of(beyond.report), ElementsAre("out of bounds in line 2"));
  EXPECT_EQ(beyond.first(),
            "4 bytes, at byte 2048 of the 2048 that each of 3 devices has of buffer 0");
  const Ran plain = run("multimem.red.add.u32 [%d3], %r1;", memory, own);
  EXPECT_EQ(plain.first(), "the address is no multimem address");
  const Ran load = run("ld.global.u32 %r2, [%d1];", memory, own);
  EXPECT_THAT(load.first(), HasSubstr("a multimem address, which is for multimem alone"));
  const Ran odd = run("multimem.red.add.u32 [%d1+2], %r1;", memory, own);
  EXPECT_THAT(odd.first(), HasSubstr("the address is no multiple of 4"));
}

TEST(PtxMultimem, RacesAreSeenOnEachDevice) {
  const std::vector<std::uint8_t> memory(devices * share, 1);
  const std::vector<std::uint8_t> own(share);
  // Thread 0 reads what another one stores on the second device.
  const std::string body =
      "setp.eq.u32 %p1, %r1, 31; setp.eq.u32 %p2, %r1, 0;\n@%p1 multimem.st.u32 [%d1], %r1;\n"
      "mov.u64 %d5, %d3; @%p2 ld.global.u32 %r2, [%d5+" +
      std::to_string(share + 31 * 64) + "];";
  EXPECT_THAT(run(body, memory, own).first(), HasSubstr("was written by thread (31,0,0)"));
}

}  // namespace
}  // namespace layoutcheck::gpu
