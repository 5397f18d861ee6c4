// Tensor memory: which word each register of a load or store is, who must wait for whom, and what
// becomes of mistakes in its allocation.
#include "ptx_device.hpp"
#include "ptx_probe.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Covers covers{"tcgen05"};

constexpr std::uint32_t lanes = 128;
constexpr std::uint32_t columns = 256;

/// "{%r100, %r101}".
std::string registers(unsigned count, unsigned first = 100) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i == 0 ? "{%r" : ", %r") + std::to_string(first + i);
  return text + "}";
}

/// %d1 and %d2 are buffers x and y, %r1 the thread, %r2 its warp, %r4 the address of 256 columns
/// that warp 0 (%p1) has allocated, %r5 that of the lanes of the thread's warp. The body begins in
/// line 3.
std::string kernel_of(std::string_view body) {
  return ".version 8.8 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p, .param "
         ".u64 q) { .reg .pred %p<9>; .reg .b32 %r<400>; .reg .b64 %d<32>; .shared .align 8 .b64 "
         "m; .shared .align 4 .b32 a; ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; mov.u32 %r1, "
         "%tid.x; shr.u32 %r2, %r1, 5; shl.b32 %r3, %r2, 21; and.b32 %r3, %r3, 6291456; "
         "setp.eq.u32 %p1, %r2, 0; setp.eq.u32 %p2, %r1, 0;\n"
         "@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 256; bar.sync 0; "
         "ld.shared.u32 %r4, [a]; add.u32 %r5, %r4, %r3;" +
         std::string(body) +
         "\nbar.sync 0; @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 256;\n}\n";
}

struct Ran {
  std::vector<std::string> faults;
  std::string message;
  std::vector<std::uint32_t> numbers;
};

/// With x[i] = i, unless it has contents, and y of zeros.
Ran ran(const std::string& text, std::uint32_t threads = lanes, std::size_t words = 1U << 16,
        const std::vector<std::uint32_t>& contents = {}) {
  Device device(text);
  const Buffer x =
      contents.empty() ? device.buffer(4 * words, Fill::Kind::index) : device.buffer_of(contents);
  const Buffer y = device.buffer(4 * words, Fill::Kind::zero);
  const LaunchReport report =
      device.launch({1}, {threads}, {Argument::pointer(x), Argument::pointer(y)});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message,
          device.read<std::uint32_t>(y, words)};
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// What instructions move.

/// Word c of lane l of tensor memory is x[256 · l + c], as 32x32b has it: thread l, register c.
std::string fill() {
  std::string text = "\nmad.wide.u32 %d3, %r1, 1024, %d1;";
  for (unsigned c = 0; c < columns; c += 128) {
    for (unsigned i = 0; i < 128; ++i)
      text += " ld.global.u32 %r" + std::to_string(100 + i) + ", [%d3+" +
              std::to_string(4 * (c + i)) + "];";
    text += " tcgen05.st.sync.aligned.32x32b.x128.b32 [%r5+" + std::to_string(c) + "], " +
            registers(128) + ";";
  }
  return text + " tcgen05.wait::st.sync.aligned;";
}

/// Register i of thread t goes to y[256 · t + i].
std::string give(unsigned count) {
  std::string text = "\nmad.wide.u32 %d4, %r1, 1024, %d2;";
  for (unsigned i = 0; i < count; ++i)
    text +=
        " st.global.u32 [%d4+" + std::to_string(4 * i) + "], %r" + std::to_string(100 + i) + ";";
  return text;
}

/// A shape: the lanes and columns by which the word of a register moves as a thread, or a register,
/// goes on in each of some modes, the first one fastest.
struct Shape {
  struct Mode {
    unsigned extent;
    unsigned lanes;
    unsigned columns;
  };
  std::string name;
  std::vector<Mode> threads;
  /// Without the last one, which goes on for as long as there are registers.
  std::vector<Mode> registers;
  Mode last;
  unsigned each = 1;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"32x32b", {{32, 1, 0}}, {}, {0, 0, 1}, 1},
      {"16x64b", {{2, 8, 0}, {2, 0, 1}, {8, 1, 0}}, {}, {0, 0, 2}, 1},
      {"16x128b", {{4, 0, 1}, {8, 1, 0}}, {{2, 8, 0}}, {0, 0, 4}, 2},
      {"16x256b", {{4, 0, 2}, {8, 1, 0}}, {{2, 0, 1}, {2, 8, 0}}, {0, 0, 8}, 4},
      {"16x32bx2", {{16, 1, 0}, {2, 0, 0}}, {}, {0, 0, 1}, 1},
  };
  return all;
}

constexpr unsigned split = 128;

/// (lane, column) of a register; packed, of its lower half.
std::pair<unsigned, unsigned> word_of(const Shape& shape, unsigned thread, unsigned number,
                                      bool packed) {
  unsigned lane = 0;
  unsigned column = 0;
  const auto go = [&](unsigned index, const Shape::Mode& mode) {
    lane += index * mode.lanes;
    column += index * mode.columns;
  };
  unsigned rest = thread;
  for (const Shape::Mode& mode : shape.threads) {
    go(rest % mode.extent, mode);
    rest /= mode.extent;
  }
  for (const Shape::Mode& mode : shape.registers) {
    go(number % mode.extent, mode);
    number /= mode.extent;
  }
  go(number, shape.last);
  if (packed) column *= 2;
  if (shape.name == "16x32bx2" && thread >= 16) column += split;
  return {lane, column};
}

template <class F>
void for_moves(F f) {
  for (const Shape& shape : shapes())
    for (unsigned times = 1; times * shape.each <= 128; times *= 2)
      for (const bool packed : {false, true})
        for (const unsigned upper : {0U, 16U})
          if ((upper == 0 || shape.name != "32x32b") &&
              word_of(shape, 31, times * shape.each - 1, packed).second + 1 < columns)
            f(shape, times, packed, upper);
}

TEST(PtxTcgen05, LoadsReadTheWordsOfTheirShape) {
  for_moves([](const Shape& shape, unsigned times, bool packed, unsigned upper) {
    const unsigned count = times * shape.each;
    const std::string load = "\ntcgen05.ld.sync.aligned." + shape.name + ".x" +
                             std::to_string(times) + (packed ? ".pack::16b" : "") + ".b32 " +
                             registers(count) + ", [%r5+" + std::to_string(upper << 16) + "]" +
                             (shape.name == "16x32bx2" ? ", " + std::to_string(split) : "") +
                             "; tcgen05.wait::ld.sync.aligned;";
    const Ran found = ran(kernel_of(fill() + load + give(count)));
    ASSERT_THAT(found.faults, ElementsAre()) << load.substr(0, 60) << found.message;
    for (unsigned t = 0; t < lanes; ++t) {
      for (unsigned i = 0; i < count; ++i) {
        const auto [lane, column] = word_of(shape, t % 32, i, packed);
        const std::uint32_t word = 256 * (lane + upper + t / 32 * 32) + column;
        const std::uint32_t expected = packed ? (word & 0xffffU) | (word + 1) << 16 : word;
        ASSERT_EQ(found.numbers[256 * t + i], expected) << load.substr(0, 60) << t << ", " << i;
      }
    }
  });
}

TEST(PtxTcgen05, StoresWriteTheWordsOfTheirShape) {
  for_moves([](const Shape& shape, unsigned times, bool packed, unsigned upper) {
    const unsigned count = times * shape.each;
    // Register i of thread t holds 1000 · t + i, twice.
    std::string store = "\nmul.lo.u32 %r6, %r1, 65537000;";
    for (unsigned i = 0; i < count; ++i)
      store +=
          " add.u32 %r" + std::to_string(100 + i) + ", %r6, " + std::to_string(65537 * i) + ";";
    store += "\ntcgen05.st.sync.aligned." + shape.name + ".x" + std::to_string(times) +
             (packed ? ".unpack::16b" : "") + ".b32 [%r5+" + std::to_string(upper << 16) + "], " +
             (shape.name == "16x32bx2" ? std::to_string(split) + ", " : "") + registers(count) +
             "; tcgen05.wait::st.sync.aligned;";
    std::string read;
    for (unsigned c = 0; c < columns; c += 128) {
      read += "\ntcgen05.ld.sync.aligned.32x32b.x128.b32 " + registers(128, 100 + c) + ", [%r5+" +
              std::to_string(c) + "];";
    }
    read += " tcgen05.wait::ld.sync.aligned;";
    const Ran found = ran(kernel_of(fill() + store + read + give(columns)));
    ASSERT_THAT(found.faults, ElementsAre()) << shape.name << times << found.message;
    std::vector<std::uint32_t> expected(std::size_t{lanes} * columns);
    std::iota(expected.begin(), expected.end(), 0U);
    for (unsigned t = 0; t < lanes; ++t) {
      for (unsigned i = 0; i < count; ++i) {
        const std::uint32_t value = 65537 * (1000 * t + i);
        const auto [lane, column] = word_of(shape, t % 32, i, packed);
        std::uint32_t* to = &expected[256 * (lane + upper + t / 32 * 32) + column];
        if (packed) {
          to[0] = (to[0] & 0xffff0000U) | (value & 0xffffU);
          to[1] = (to[1] & 0xffff0000U) | value >> 16;
        } else {
          to[0] = value;
        }
      }
    }
    ASSERT_EQ(std::vector(found.numbers.begin(), found.numbers.begin() + lanes * columns), expected)
        << shape.name << times;
  });
}

/// Words of 256 columns: of some lanes only zeros, or no numbers, or both and infinities.
std::vector<std::uint32_t> words_to_reduce() {
  constexpr std::array<std::uint32_t, 6> special{0,          0x80000000, 0x7f800000,
                                                 0xff800000, 0x7fc00001, 0xffa12345};
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> words;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned column = 0; column < columns; ++column) {
      const std::uint64_t bits = random();
      const auto any = static_cast<std::uint32_t>(bits >> 32);
      const std::size_t which = bits % 6;
      words.push_back(lane % 5 == 0   ? special[which % 2]
                      : lane % 5 == 1 ? special[4 + which % 2]
                      : lane % 5 == 2 ? special[which]
                      : which == 0    ? special[bits / 6 % 6]
                                      : any);
    }
  }
  return words;
}

/// The word to which the operation reduces others, as a search by the order of their bits finds it.
std::uint32_t reduced(const std::vector<std::uint32_t>& words, const std::string& operation) {
  const auto has = [&](const char* word) { return operation.find(word) != std::string::npos; };
  std::vector<std::pair<std::int64_t, std::uint32_t>> order;
  for (std::uint32_t word : words) {
    const bool is_float = has("f32");
    if (is_float && has("abs")) word &= 0x7fffffffU;
    const std::int64_t magnitude = word & 0x7fffffffU;
    if (is_float && magnitude > 0x7f800000) {
      if (has("NaN")) return 0x7fffffff;
      continue;
    }
    const std::int64_t sign = word >> 31U;
    order.emplace_back(has("u32")   ? std::int64_t{word}
                       : has("s32") ? magnitude - (sign << 31)
                       : sign != 0  ? -1 - magnitude
                                    : magnitude,
                       word);
  }
  if (order.empty()) return 0x7fffffff;
  return (has("min") ? std::ranges::min(order) : std::ranges::max(order)).second;
}

std::string on_sm_103(const std::string& text) {
  return replaced(text, "sm_100a", "sm_103a");
}

TEST(PtxTcgen05, LoadsReduceTheWordsOfALane) {
  const std::vector<std::string> operations = {"min.u32",     "u32.max",         "min.s32",
                                               "max.s32",     "min.f32",         "max.f32",
                                               "min.abs.f32", "max.abs.f32",     "min.NaN.f32",
                                               "max.NaN.f32", "min.abs.NaN.f32", "f32.max.abs.NaN"};
  const std::vector<std::uint32_t> words = words_to_reduce();
  for (const Shape& shape : {shapes().front(), shapes().back()}) {
    for (const unsigned times : {2U, 16U, 128U}) {
      const bool is_split = shape.name == "16x32bx2";
      const unsigned upper = is_split && times == 16 ? 16 : 0;
      std::string text = give(0);
      for (std::size_t i = 0; i < operations.size(); ++i)
        text += "\ntcgen05.ld.red.sync.aligned." + shape.name + ".x" + std::to_string(times) + "." +
                operations[i] + " " + registers(times) + ", %r50, [%r5+" +
                std::to_string(upper << 16) + "]" + (is_split ? ", " + std::to_string(split) : "") +
                "; tcgen05.wait::ld.sync.aligned; st.global.u32 [%d4+" +
                std::to_string(4 * (128 + i)) + "], %r50;";
      const Ran found =
          ran(on_sm_103(kernel_of(fill() + text + give(times))), lanes, words.size(), words);
      ASSERT_THAT(found.faults, ElementsAre()) << shape.name << times << found.message;
      for (unsigned t = 0; t < lanes; ++t) {
        std::vector<std::uint32_t> loaded;
        for (unsigned i = 0; i < times; ++i) {
          const auto [lane, column] = word_of(shape, t % 32, i, false);
          loaded.push_back(words[256 * (lane + upper + t / 32 * 32) + column]);
          ASSERT_EQ(found.numbers[256 * t + i], loaded.back()) << shape.name << times << t;
        }
        for (std::size_t i = 0; i < operations.size(); ++i)
          ASSERT_EQ(found.numbers[256 * t + 128 + i], reduced(loaded, operations[i]))
              << shape.name << times << operations[i] << ", thread " << t;
      }
    }
  }
}

TEST(PtxTcgen05, LoadsThatReduceAreJudgedAsOthers) {
  const std::string load =
      "\ntcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%r100, %r101}, %r50, [%r5];";
  const auto first = [](const std::string& text) {
    return ran(on_sm_103(kernel_of(text))).message;
  };
  EXPECT_EQ(first(load), "nobody wrote lane 0, column 0 of tensor memory");
  EXPECT_EQ(first(fill() + replaced(load, "%r5]", "%r5+255]")),
            "lane 0, column 256 of tensor memory, which is not allocated");
  EXPECT_THAT(first(fill() + replaced(load, "%r5]", "%r4]")), HasSubstr("accessed by warp 1"));
  EXPECT_THAT(first(fill() + load + "\ntcgen05.st.sync.aligned.32x32b.x1.b32 [%r5+1], {%r1};"),
              HasSubstr("no tcgen05.wait::ld has completed that"));
}

TEST(PtxTcgen05, NumbersOfRegistersAreThoseOfTheShape) {
  const auto refused = [](const std::string& text) {
    return error_of<LaunchError>([&] { ran(kernel_of(text)); });
  };
  EXPECT_THAT(refused("\ntcgen05.ld.sync.aligned.16x128b.x2.b32 " + registers(2) + ", [%r5];"),
              HasSubstr("expected 4 registers, found 2"));
  EXPECT_THAT(refused("\ntcgen05.ld.sync.aligned.16x256b.x64.b32 " + registers(128) + ", [%r5];"),
              HasSubstr("does not have the instruction"));
}

// Accesses at fault.

const std::string store = "\ntcgen05.st.sync.aligned.32x32b.x1.b32 [%r5], {%r1};";
const std::string wait_st = "\ntcgen05.wait::st.sync.aligned;";
const std::string load = "\ntcgen05.ld.sync.aligned.32x32b.x1.b32 {%r100}, [%r5];";
const std::string wait_ld = "\ntcgen05.wait::ld.sync.aligned;";

TEST(PtxTcgen05, AWarpAccessesItsOwnLanes) {
  const Ran right = ran(kernel_of(store + wait_st + load + wait_ld + give(1)));
  EXPECT_THAT(right.faults, ElementsAre()) << right.message;
  EXPECT_EQ(right.numbers[256 * 77], 77U);
  const Ran others = ran(kernel_of(replaced(store, "%r5", "%r4") + wait_st));
  EXPECT_THAT(others.faults, ElementsAre("out of bounds in line 3"));
  EXPECT_EQ(others.message,
            "lanes 0 to 31 of tensor memory are accessed by warp 1, whose are 32 to 63");
  // The fifth warp has the lanes of the first one.
  EXPECT_THAT(ran(kernel_of("\nsetp.gt.u32 %p3, %r2, 3; @!%p3 bra $END;" + store + wait_st +
                            "\n$END: bar.sync 0;"),
                  256)
                  .faults,
              ElementsAre());
  const Ran between =
      ran(kernel_of("\ntcgen05.st.sync.aligned.16x64b.x1.b32 [%r5+524288], {%r1}; "
                    "tcgen05.wait::st.sync.aligned;"));
  EXPECT_THAT(between.faults, ElementsAre("out of bounds in line 3"));
  EXPECT_THAT(between.message, HasSubstr("begin at a multiple of 16"));
  const Ran many = ran(kernel_of("\nadd.u32 %r5, %r5, %r1;" + store));
  EXPECT_THAT(many.faults, ElementsAre("divergence in line 4"));
  EXPECT_EQ(many.message, "the lanes of the warp name different addresses of tensor memory");
}

TEST(PtxTcgen05, WordsAreAllocatedAndWritten) {
  const Ran beyond = ran(kernel_of(replaced(store, "%r5", "%r5+256") + wait_st));
  EXPECT_THAT(beyond.faults, ElementsAre("out of bounds in line 3"));
  EXPECT_EQ(beyond.message, "lane 0, column 256 of tensor memory, which is not allocated");
  const Ran none = ran(kernel_of(replaced(store, "%r5", "%r5+512") + wait_st));
  EXPECT_EQ(none.message, "there is no lane 0, column 512 of tensor memory");
  const Ran unwritten = ran(kernel_of(load + wait_ld));
  EXPECT_THAT(unwritten.faults, ElementsAre("uninitialized in line 3"));
  EXPECT_EQ(unwritten.message, "nobody wrote lane 0, column 0 of tensor memory");
  // What depends on a register that nobody set counts as not written.
  const Ran unset = ran(kernel_of(replaced(store, "%r1", "%r300") + wait_st + load + wait_ld));
  EXPECT_THAT(unset.faults, ElementsAre("uninitialized in line 5"));
  const Ran released = ran(kernel_of(
      "\nbar.sync 0; @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 256; bar.sync 0;" +
      store + wait_st +
      "\n@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a], 256;"));
  EXPECT_THAT(released.faults, ElementsAre("out of bounds in line 4"));
  EXPECT_EQ(released.message, "lane 0, column 0 of tensor memory, which was released in line 3");
}

// Allocation.

/// Warp 0 alone, without the allocation of the others: what it allocates and releases.
Ran allocated(const std::string& body) {
  return ran(
      ".version 8.8 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p, .param "
      ".u64 q) { .reg .b32 %r<9>; .shared .align 4 .b32 a[4];" +
          body + "\n}\n",
      32);
}
std::string alloc(unsigned count, unsigned to = 0) {
  return "\ntcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [a+" + std::to_string(4 * to) +
         "], " + std::to_string(count) + "; ld.shared.u32 %r" + std::to_string(to + 1) + ", [a+" +
         std::to_string(4 * to) + "];";
}
std::string dealloc(unsigned count, unsigned of = 0) {
  return "\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r" + std::to_string(of + 1) + ", " +
         std::to_string(count) + ";";
}

TEST(PtxTcgen05, WhatIsAllocatedIsReleased) {
  EXPECT_THAT(allocated(alloc(64) + alloc(32, 1) + dealloc(64) + dealloc(32, 1)).faults,
              ElementsAre());
  const Ran kept = allocated(alloc(64));
  EXPECT_THAT(kept.faults, ElementsAre("allocation in line 2"));
  EXPECT_EQ(kept.message, "64 columns are allocated, and not released when the block ends");
  const Ran other = allocated(alloc(64) + dealloc(32));
  EXPECT_THAT(other.faults, ElementsAre("allocation in line 3"));
  EXPECT_EQ(other.message, "32 columns are released of 64 that were allocated in line 2");
  const Ran twice = allocated(alloc(64) + dealloc(64) + dealloc(64));
  EXPECT_THAT(twice.faults, ElementsAre("allocation in line 4"));
  EXPECT_THAT(twice.message, HasSubstr("released in line 3"));
  const Ran nowhere = allocated(alloc(64) + "\nadd.u32 %r1, %r1, 32;" + dealloc(64));
  EXPECT_EQ(nowhere.message, "no allocation begins at lane 0, column 32 of tensor memory");
}

TEST(PtxTcgen05, AllocationsHaveSizesThatThereAre) {
  for (const unsigned count : {0U, 16U, 48U, 1024U}) {
    const Ran found = allocated(alloc(count));
    EXPECT_THAT(found.faults, ElementsAre("allocation in line 2"));
    EXPECT_EQ(found.message,
              std::to_string(count) + " columns: their number is a power of two from 32 to 512");
  }
  EXPECT_THAT(allocated(alloc(512) + dealloc(512)).faults, ElementsAre());
  EXPECT_EQ(allocated(alloc(256) + alloc(256, 1) + alloc(32, 2)).message,
            "32 columns are asked for, and no so many are free side by side");
  EXPECT_EQ(allocated(alloc(32) + alloc(64, 1)).message,
            "64 columns after 32: allocations of a block do not grow");
  const std::string relinquish = "\ntcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;";
  EXPECT_EQ(allocated(alloc(32) + relinquish + alloc(32, 1)).message,
            "the block has given up to allocate, in line 3");
  EXPECT_THAT(allocated(alloc(32) + relinquish + dealloc(32)).faults, ElementsAre());
}

// Who must wait.

TEST(PtxTcgen05, StoresAreWaitedFor) {
  const Ran read = ran(kernel_of(store + load + wait_ld + wait_st));
  EXPECT_THAT(read.faults, ElementsAre("race in line 4"));
  EXPECT_EQ(read.message,
            "lane 0, column 0 of tensor memory was written by thread (0,0,0) in line 3, and no "
            "tcgen05.wait::st has completed that");
  EXPECT_THAT(ran(kernel_of(store + store + wait_st)).faults, ElementsAre("race in line 4"));
  EXPECT_THAT(ran(kernel_of(store + wait_st + store + wait_st)).faults, ElementsAre());
  const Ran released = ran(kernel_of(store));
  EXPECT_THAT(released.faults, ElementsAre("race in line 4"));
  EXPECT_THAT(released.message, HasSubstr("is released, which was written"));
}

TEST(PtxTcgen05, LoadsAreWaitedForBeforeTheirWordsChange) {
  // The results themselves may be used: registers are in order.
  EXPECT_THAT(ran(kernel_of(store + wait_st + load + give(1) + wait_ld)).faults, ElementsAre());
  EXPECT_THAT(ran(kernel_of(store + wait_st + load + load + wait_ld)).faults, ElementsAre());
  const Ran written = ran(kernel_of(store + wait_st + load + store + wait_st + wait_ld));
  EXPECT_THAT(written.faults, ElementsAre("race in line 6"));
  EXPECT_EQ(written.message,
            "lane 0, column 0 of tensor memory was read by thread (0,0,0) in line 5, and no "
            "tcgen05.wait::ld has completed that");
  const Ran released = ran(kernel_of(store + wait_st + load));
  EXPECT_THAT(released.faults, ElementsAre("race in line 6"));
  EXPECT_EQ(released.message,
            "lane 0, column 0 of tensor memory is released, which was read by thread (0,0,0) in "
            "line 5, and no tcgen05.wait::ld has completed that");
  // Only warp 0 releases, and a barrier has to tell it of the others.
  const std::string ended =
      replaced(kernel_of(store + wait_st + load + wait_ld), "\nbar.sync 0; @%p1 tcgen05.dealloc",
               "\n@%p1 tcgen05.dealloc");
  EXPECT_THAT(ran(ended).faults, testing::Contains("out of bounds in line 5"));
}

/// Warp 4, which has the lanes of warp 0, reads what that has written.
std::string across_warps(std::string_view between) {
  return "\n@%p2 mbarrier.init.shared.b64 [m], 1; bar.sync 0; setp.eq.u32 %p3, %r2, 4; @%p1 bra "
         "$WRITES; @%p3 bra $READS; bra $END;\n$WRITES: " +
         store + wait_st + std::string(between) + load + wait_ld + "\n$END: bar.sync 0;";
}

TEST(PtxTcgen05, WarpsThatShareLanesAreInOrderByWhatTheyWaitFor) {
  const std::string arrive = "\n@%p2 mbarrier.arrive.shared.b64 %d5, [m]; bra $END;";
  const std::string wait =
      "\n$READS: mbarrier.try_wait.parity.shared.b64 %p4, [m], 0; @!%p4 bra $READS;";
  EXPECT_THAT(ran(kernel_of(across_warps(arrive + wait)), 160).faults, ElementsAre());
  const Ran unordered = ran(kernel_of(across_warps("\nbra $END;\n$READS: ")), 160);
  EXPECT_THAT(unordered.faults, ElementsAre("race in line 9"));
  EXPECT_THAT(unordered.message, HasSubstr("nothing orders the two"));
  // Relaxed, they are if fences of tcgen05 stand before and after.
  const std::string relaxed = replaced(arrive, "mbarrier.arrive", "mbarrier.arrive.relaxed.cta");
  const std::string relaxed_wait = replaced(wait, "try_wait.parity", "try_wait.parity.relaxed.cta");
  const std::string before = "\ntcgen05.fence::before_thread_sync;";
  const std::string after = "\ntcgen05.fence::after_thread_sync;";
  EXPECT_THAT(ran(kernel_of(across_warps(before + relaxed + relaxed_wait + after)), 160).faults,
              ElementsAre());
  EXPECT_THAT(ran(kernel_of(across_warps(before + relaxed + relaxed_wait)), 160).faults,
              ElementsAre("race in line 10"));
  EXPECT_THAT(ran(kernel_of(across_warps(relaxed + relaxed_wait + after)), 160).faults,
              ElementsAre("race in line 10"));
}

// Commits.

/// Two blocks, each of which commits to the mbarriers of those in the mask.
Ran committed(const std::string& commit) {
  Device device(
      ".version 8.8 .target sm_100a .address_size 64 .visible .entry k(.param .u64 p, .param .u64 "
      "q) .reqnctapercluster 2 { .reg .pred %p<9>; .reg .b32 %r<9>; .reg .b16 %h; .shared .align 8 "
      ".b64 m; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [m], 2; "
      "barrier.cluster.arrive; barrier.cluster.wait;\n" +
      commit +
      "\n$WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [m], 0;\n@!%p2 bra $WAIT;\n"
      "barrier.cluster.arrive; barrier.cluster.wait;\n}\n");
  const Buffer x = device.buffer(4);
  const LaunchReport report =
      device.launch({2}, {32}, {Argument::pointer(x), Argument::pointer(x)});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message, {}};
}

TEST(PtxTcgen05, CommitsArriveInAllBlocksOfAMask) {
  const std::string all =
      "mov.u16 %h, 3; @%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster."
      "multicast::cluster.b64 [m], %h;";
  const Ran right = committed(all);
  EXPECT_THAT(right.faults, ElementsAre()) << right.message;
  const Ran one = committed(replaced(all, "%h, 3", "%h, 1"));
  EXPECT_THAT(one.faults, testing::Contains("deadlock in line 3"));
  EXPECT_EQ(one.message, "waits for a phase of the mbarrier, of which 2 of 2 arrivals are missing");
  const Ran more = committed(all +
                             " @%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                             "shared::cluster.b64 [m];");
  EXPECT_THAT(more.faults, ElementsAre());
}

}  // namespace
}  // namespace layoutcheck::gpu
