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
      ".param .u64 q, .param .u64 o) { .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 "
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

/// Small integers as f16, one or two in an element.
std::uint64_t halves(unsigned device, unsigned element, unsigned parts) {
  std::uint64_t bits = 0;
  for (unsigned part = 0; part < parts; ++part)
    bits |= std::uint64_t{floating(static_cast<int>(device * 3 + element * parts + part) % 9 - 4, 5,
                                   10)}
            << 16 * part;
  return bits;
}
std::uint64_t sum_of_halves(std::uint64_t a, std::uint64_t b, unsigned parts) {
  const auto number = [](std::uint64_t bits) {
    for (int x = -40; x <= 40; ++x)
      if (floating(x, 5, 10) == (bits & 0xffffU)) return x;
    return 1000;
  };
  std::uint64_t bits = 0;
  for (unsigned part = 0; part < parts; ++part)
    bits |= std::uint64_t{floating(number(a >> 16 * part) + number(b >> 16 * part), 5, 10)}
            << 16 * part;
  return bits;
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
      {"add", "f16x2", 4, 1, [](unsigned d, unsigned e) { return halves(d, e, 2); },
       [](auto a, auto b) { return sum_of_halves(a, b, 2); }},
      {"add.v4", "f16x2", 4, 4, [](unsigned d, unsigned e) { return halves(d, e, 2); },
       [](auto a, auto b) { return sum_of_halves(a, b, 2); }},
      {"add.v8", "f16", 2, 8, [](unsigned d, unsigned e) { return halves(d, e, 1); },
       [](auto a, auto b) { return sum_of_halves(a, b, 1); }},
  };
}

/// The registers of so many elements, as an operand, and their loads or stores of what is a
/// thread's own.
std::string registers(const Case& of) {
  const std::string letter = of.width == 2 ? "h" : of.width == 8 ? "d" : "r";
  const unsigned first = of.width == 8 ? 5 : of.width == 2 ? 0 : 5;
  std::string text = of.count == 1 ? "" : "{";
  for (unsigned i = 0; i < of.count; ++i)
    text += (i == 0 ? "%" : ", %") + letter + std::to_string(first + i);
  return text + (of.count == 1 ? "" : "}");
}
std::string moves(const Case& of, bool stores) {
  const std::string letter = of.width == 2 ? "h" : of.width == 8 ? "d" : "r";
  const unsigned first = of.width == 2 ? 0 : 5;
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
    const bool is_half = of.type.starts_with("f16");
    for (const std::string accumulated : {"", "acc::f32"}) {
      if (!accumulated.empty() && !is_half) continue;
      std::string operation = of.operation;
      if (!accumulated.empty()) operation.replace(0, 3, "add.acc::f32");
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

TEST(PtxMultimem, UpdatesAndStoresOnAllDevices) {
  for (const Case& of : cases()) {
    for (const bool updates : {true, false}) {
      if (!updates && of.operation.find(".v") == std::string::npos &&
          (of.operation == "min" || of.operation == "and"))
        continue;
      if (updates && of.operation.starts_with("add") == false && of.type.starts_with("f")) continue;
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
