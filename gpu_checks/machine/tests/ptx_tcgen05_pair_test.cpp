// Products by pairs of blocks (cta_group::2), as Triton compiles them: where the rows and columns
// of the two lie, and what is found where one of them does not do its part.
#include "compiled.hpp"
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace layoutcheck::gpu {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr unsigned n = 64;
constexpr unsigned k = 64;

/// A kernel of so many rows, and what Triton says that a block needs.
struct Product {
  unsigned m;
  std::uint32_t shared_bytes;
  const char* name;

  [[nodiscard]] std::string text() const {
    return compiled_ptx("pair_" + std::string(name) + ".sm_100.ptx");
  }
};
constexpr Product of_256{256, 20488, "256x64"};
constexpr Product of_128{128, 12296, "128x64"};
constexpr Product of_tensor{256, 4104, "256x64_a_in_tensor_memory"};

int entry(unsigned i, unsigned j, unsigned seed) {
  return static_cast<int>((7 * i + 3 * j + i * j + seed) % 5) - 2;
}
std::uint16_t half(int value) {
  constexpr std::array<std::uint16_t, 3> bits = {0, 0x3c00, 0x4000};
  return static_cast<std::uint16_t>(bits[static_cast<std::size_t>(std::abs(value))] |
                                    (value < 0 ? 0x8000U : 0U));
}
Fill matrix(unsigned rows, unsigned columns, unsigned seed) {
  Fill fill{Fill::Kind::bytes};
  fill.bytes.resize(std::size_t{2} * rows * columns);
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned j = 0; j < columns; ++j) {
      const std::uint16_t bits = half(entry(i, j, seed));
      std::memcpy(&fill.bytes[std::size_t{2} * (i * columns + j)], &bits, 2);
    }
  }
  return fill;
}

struct Ran {
  LaunchReport report;
  std::vector<float> c;

  /// The first finding: its kind, instruction and message.
  [[nodiscard]] std::string first() const {
    if (report.faults.empty()) return "";
    const Fault& fault = report.faults[0];
    return std::string(name(fault.kind)) + ": " + fault.instruction.substr(0, 16) + ": " +
           fault.message;
  }
};

Ran ran(const Product& of, const std::string& text, std::uint64_t order = 0) {
  PtxOptions options;
  options.order = order;
  Device device(text, options);
  Executor& executor = device.executor();
  const Buffer a = executor.allocate(std::uint64_t{2} * of.m * k, matrix(of.m, k, 1));
  const Buffer b = executor.allocate(std::uint64_t{2} * k * n, matrix(k, n, 2));
  const Buffer c = executor.allocate(std::uint64_t{4} * of.m * n, Fill{});
  const LaunchReport report =
      device.launch({2}, {128},
                    {Argument::pointer(a), Argument::pointer(b), Argument::pointer(c),
                     Argument::value(std::uint64_t{0}), Argument::value(std::uint64_t{0})},
                    of.shared_bytes);
  return {report, device.read<float>(c, std::size_t{of.m} * n)};
}

TEST(PtxTcgen05Pair, MultipliesTheRowsOfTwoBlocksWithTheirColumns) {
  for (const Product& of : {of_256, of_128, of_tensor}) {
    for (const std::uint64_t order : {0U, 1U, 2U}) {
      const Ran found = ran(of, of.text(), order);
      EXPECT_TRUE(found.report.finished);
      ASSERT_THAT(faults_of(found.report), ElementsAre()) << of.m << ": " << found.first();
      for (unsigned i = 0; i < of.m; ++i) {
        for (unsigned j = 0; j < n; ++j) {
          int sum = 0;
          for (unsigned l = 0; l < k; ++l)
            sum += entry(i, l, 1) * entry(l, j, 2);
          ASSERT_EQ(found.c[i * n + j], static_cast<float>(sum)) << of.m << ": " << i << ", " << j;
        }
      }
    }
  }
}

/// What is found first where another text stands in the place of the first, or last, of these.
std::string planted(const Product& of, std::string_view what, std::string_view by,
                    bool last = false) {
  std::string text = of.text();
  const std::size_t at = last ? text.rfind(what) : text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return ran(of, text.replace(at, what.size(), by)).first();
}

TEST(PtxTcgen05Pair, PlantedMistakesAreFound) {
  for (const Product& of : {of_256, of_128}) {
    EXPECT_THAT(planted(of, "fence.proxy.async.shared::cluster;", ""),
                AllOf(StartsWith("race: "), HasSubstr("no fence.proxy.async is between the two")));
    EXPECT_THAT(planted(of, "mbarrier.try_wait.parity.shared::cta.b64 complete,",
                        "setp.eq.u32 complete, %r1, %r1; //"),
                AllOf(StartsWith("race: "),
                      HasSubstr("nothing has waited for the mbarrier of its tcgen05.commit")));
    EXPECT_THAT(planted(of, "tcgen05.wait::ld.sync.aligned;", ""),
                AllOf(StartsWith("race: "), HasSubstr("no tcgen05.wait::ld has completed that")));
    EXPECT_THAT(planted(of, "@%p1 tcgen05.dealloc", "//"), StartsWith("allocation: "));
    EXPECT_THAT(planted(of, "tcgen05.dealloc.cta_group::2", "tcgen05.dealloc.cta_group::1"),
                HasSubstr("the kernel has named the other cta_group in line "));
  }
}

TEST(PtxTcgen05Pair, FencesOrderWhatARelaxedArrivalDoesNot) {
  const std::string meet = "barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;";
  const std::string relaxed =
      "barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;";
  const std::string before = "tcgen05.fence::before_thread_sync; ";
  const std::string after = " tcgen05.fence::after_thread_sync;";
  // The last arrival is before tensor memory of both blocks is released.
  const auto with = [&](const std::string& text) { return planted(of_256, meet, text, true); };
  // The wait acquires.
  EXPECT_EQ(with(before + relaxed + after), "");
  EXPECT_EQ(with(before + relaxed), "");
  for (const std::string& text : {relaxed, relaxed + after})
    EXPECT_THAT(with(text), AllOf(StartsWith("race: tcgen05.dealloc"),
                                  HasSubstr("which was read by thread (32,0,0) in line 284, and "
                                            "nothing orders the two")))
        << text;
}

TEST(PtxTcgen05Pair, TheOtherBlockHasWrittenItsPart) {
  for (const Product& of : {of_256, of_128}) {
    std::string text = of.text();
    const std::string_view meet =
        "barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;";
    const std::size_t at = text.find(meet, text.find("fence.proxy.async.shared::cluster;"));
    ASSERT_NE(at, std::string::npos);
    EXPECT_THAT(ran(of, text.replace(at, meet.size(), "bar.sync 0;")).first(),
                HasSubstr("of the shared memory of block (1,0,0) was written by thread (0,0,0) of "
                          "block (1,0,0), and nothing orders the two"));
  }
}

TEST(PtxTcgen05Pair, CommitsTellBothBlocks) {
  std::string text = of_256.text();
  const std::size_t at = text.find("tcgen05.commit.cta_group::2");
  const std::size_t mask = text.rfind("mov.b16", at);
  ASSERT_NE(mask, std::string::npos);
  const std::size_t end = text.find(';', mask);
  const std::string set = text.substr(mask, end - mask);
  ASSERT_THAT(set, testing::EndsWith(", 3"));
  EXPECT_THAT(ran(of_256, text.replace(end - 1, 1, "1")).first(),
              AllOf(StartsWith("deadlock: "), HasSubstr("waits for a phase of the mbarrier")));
}

TEST(PtxTcgen05Pair, BothBlocksAllocateAndReleaseTogether) {
  const auto with_alloc = [](const std::string& columns) {
    std::string text = of_256.text();
    const std::string what =
        "@%p1 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r5], 64;";
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, what.size(), columns);
  };
  EXPECT_THAT(
      ran(of_256,
          with_alloc("mov.u32 %r54, %cluster_ctarank; shr.u32 %r54, 64, %r54; @%p1 "
                     "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r5], %r54;"))
          .first(),
      AllOf(
          StartsWith("allocation: "),
          HasSubstr("allocates 32 columns where the other block of the pair allocates 64 columns: "
                    "both do so together")));
  // The other one has none.
  EXPECT_THAT(
      ran(of_256, with_alloc("mov.u32 %r54, %cluster_ctarank; setp.eq.u32 %p8, %r54, 0; and.pred "
                             "%p8, %p8, %p1; mov.u32 %r54, 0; st.shared.u32 [%r5], %r54; bar.sync "
                             "0; @%p8 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 "
                             "[%r5], 64;"))
          .first(),
      HasSubstr("of block (1,0,0), which is not allocated"));
}

TEST(PtxTcgen05Pair, APairIsOfTwoBlocksOfACluster) {
  std::string text = of_256.text();
  const std::string what = ".reqnctapercluster 2";
  text.replace(text.find(what), what.size(), ".reqnctapercluster 1");
  EXPECT_THAT(ran(of_256, text).first(),
              HasSubstr("the block has no other one in its cluster to make a pair with"));
}

// With block scales.

/// 2^(which - 2), by row or column and by block of 32 entries.
unsigned scale_of(unsigned line, unsigned block, unsigned seed) {
  return (line + 3 * block + line / 32 + line / 128 + seed) % 4;
}

Ran ran_scaled(const std::string& text, unsigned columns = n, std::uint32_t shared = 20488) {
  constexpr unsigned m = 256;
  constexpr unsigned length = 128;
  constexpr std::array<std::uint8_t, 3> bits = {0, 0x38, 0x40};
  Device device(text);
  const auto buffer = [&](unsigned rows, unsigned across, auto byte) {
    Fill fill{Fill::Kind::bytes};
    for (unsigned i = 0; i < rows; ++i)
      for (unsigned j = 0; j < across; ++j)
        fill.bytes.push_back(static_cast<std::byte>(byte(i, j)));
    return Argument::pointer(device.executor().allocate(fill.bytes.size(), fill));
  };
  const auto number = [&](unsigned seed) {
    return [&bits, seed](unsigned i, unsigned j) {
      const int value = entry(i, j, seed);
      return bits[static_cast<std::size_t>(std::abs(value))] | (value < 0 ? 0x80U : 0U);
    };
  };
  const auto scale = [](unsigned seed) {
    return [seed](unsigned i, unsigned j) { return 125 + scale_of(i, j, seed); };
  };
  const Buffer c = device.executor().allocate(std::uint64_t{4} * m * columns, Fill{});
  const LaunchReport report =
      device.launch({2}, {128},
                    {buffer(m, length, number(1)), buffer(length, columns, number(2)),
                     buffer(m, 4, scale(3)), buffer(columns, 4, scale(4)), Argument::pointer(c),
                     Argument::value(std::uint64_t{0}), Argument::value(std::uint64_t{0})},
                    shared);
  return {report, device.read<float>(c, std::size_t{m} * columns)};
}

void expect_scaled(const std::string& text, unsigned columns, std::uint32_t shared) {
  const Ran found = ran_scaled(text, columns, shared);
  ASSERT_THAT(faults_of(found.report), ElementsAre()) << found.first();
  for (unsigned i = 0; i < 256; ++i) {
    for (unsigned j = 0; j < columns; ++j) {
      double sum = 0;
      for (unsigned l = 0; l < 128; ++l) {
        const unsigned scale = scale_of(i, l / 32, 3) + scale_of(j, l / 32, 4);
        sum += std::ldexp(entry(i, l, 1) * entry(l, j, 2), static_cast<int>(scale) - 4);
      }
      ASSERT_EQ(found.c[i * columns + j], static_cast<float>(sum)) << i << ", " << j;
    }
  }
}

TEST(PtxTcgen05Pair, CopiesScalesInBothBlocks) {
  const std::string text = compiled_ptx("pair_copied_256x128.sm_100.ptx");
  expect_scaled(text, 128, 25600);
  std::string unfenced = text;
  const std::string fence = "fence.proxy.async.shared::cluster;";
  unfenced.replace(unfenced.find(fence), fence.size(), "");
  EXPECT_THAT(ran_scaled(unfenced, 128, 25600).first(),
              AllOf(StartsWith("race: tcgen05.cp."), HasSubstr("no fence.proxy.async is between")));
}

TEST(PtxTcgen05Pair, ScalesTheBlocksOfRowsAndColumns) {
  const std::string text = compiled_ptx("pair_scaled_256x64.sm_100.ptx");
  expect_scaled(text, n, 20488);
  // The last store is that of the scale factors of B: one block gets none, or other ones.
  const auto planted = [&](const std::string& before) {
    std::string changed = text;
    const std::size_t at = changed.rfind("@%p10 tcgen05.st.sync");
    EXPECT_NE(at, std::string::npos);
    return ran_scaled(changed.replace(at, 5, before)).first();
  };
  EXPECT_THAT(planted("mov.u32 %r0, %cluster_ctarank; setp.eq.u32 %p0, %r0, 0; @%p0"),
              AllOf(StartsWith("uninitialized: "), HasSubstr("of block (1,0,0)")));
  EXPECT_THAT(planted("mov.u32 %r0, %cluster_ctarank; add.u32 %r58, %r58, %r0; @%p10"),
              AllOf(StartsWith("trap: "), HasSubstr("the scale factors of B differ between lane 0"),
                    HasSubstr("of block (1,0,0)")));
}

/// With M = 128 a block has 64 rows, and in its upper lanes the second half of the columns of D and
/// of their scale factors. The kernel puts those of the first half there, and here twice as much.
TEST(PtxTcgen05Pair, ScalesTheColumnsOfUpperLanes) {
  std::string text = compiled_ptx("pair_scaled_256x64.sm_100.ptx");
  for (const std::uint32_t instruction : {277938176U, 814809104U, 1351680032U, 1888550960U}) {
    const std::string before = std::to_string(instruction);
    text.replace(text.find(before), before.size(), std::to_string(instruction ^ 3U << 27));
  }
  text.insert(
      text.rfind("@%p10 tcgen05.st.sync"),
      "mov.u32 %r0, %tid.x; setp.ge.u32 %p0, %r0, 64; @%p0 add.u32 %r58, %r58, 0x01010101; ");
  const Ran found = ran_scaled(text);
  EXPECT_THAT(faults_of(found.report), Each(StartsWith("uninitialized")));
  for (unsigned row = 0; row < 256; row += row % 128 == 63 ? 65 : 1) {
    for (unsigned j = 0; j < n; ++j) {
      double sum = 0;
      for (unsigned l = 0; l < 128; ++l) {
        const unsigned scale =
            scale_of(row, l / 32, 3) + scale_of(j % 32, l / 32, 4) + (j < n / 2 ? 0 : 1);
        sum += std::ldexp(entry(row, l, 1) * entry(l, j, 2), static_cast<int>(scale) - 4);
      }
      const unsigned lane = j < n / 2 ? row : row + 64;
      ASSERT_EQ(found.c[lane * n + j % 32], static_cast<float>(sum)) << row << ", " << j;
    }
  }
}

/// The message with another instruction descriptor of the first product.
std::string with_instruction(const Product& of, std::uint32_t flipped) {
  std::string text = of.text();
  const std::size_t at = text.find("tcgen05.mma.cta_group::2");
  const std::size_t begin = text.rfind("@%p", at);
  const std::size_t end = text.find(';', at);
  std::string instruction = text.substr(begin, end - begin);
  const std::size_t before = instruction.find_last_of(',');
  const std::size_t first = instruction.rfind('%', before - 1);
  const std::string descriptor = instruction.substr(first, before - first);
  text.insert(begin,
              "xor.b32 " + descriptor + ", " + descriptor + ", " + std::to_string(flipped) + "; ");
  return ran(of, text).first();
}

/// As CUTLASS writes it.
TEST(PtxTcgen05Pair, LanesThatAreKept) {
  const auto with_lanes = [](const std::string& last) {
    std::string text = of_256.text();
    const std::string plain = ", %rd18, %rd19, %r81, %p8;";
    const std::size_t at = text.find(plain);
    EXPECT_NE(at, std::string::npos);
    text.replace(at, plain.size(),
                 ", %rd18, %rd19, %r81, {%r0, %r0, %r0, %r0, %r0, %r0, %r0, " + last + "}, %p8;");
    const std::size_t begin = text.rfind("@%p9", at);
    return text.insert(begin, "mov.u32 %r0, 0; ");
  };
  EXPECT_THAT(faults_of(ran(of_256, with_lanes("%r0")).report), ElementsAre());
  try {
    ran(of_256, with_lanes("%r81"));
    FAIL() << "some lanes are kept";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("lanes that a pair of blocks keeps"));
  }
}

TEST(PtxTcgen05Pair, InstructionDescriptorsAreChecked) {
  EXPECT_THAT(with_instruction(of_256, (16U ^ 4U) << 24), HasSubstr("has M = 64, not 128 or 256"));
  EXPECT_THAT(with_instruction(of_256, (8U ^ 9U) << 17), HasSubstr("has N = 72"));
}

}  // namespace
}  // namespace layoutcheck::gpu
