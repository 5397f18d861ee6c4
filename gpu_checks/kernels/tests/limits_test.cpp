// The limit of 32 bits: on its near side a kernel is right, and beyond it goes wrong as predicted.
#include <layoutcheck/kernels/bench.hpp>

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

const std::filesystem::path corpus = std::filesystem::path(LAYOUTCHECK_SOURCE_DIR) / "corpus/ptx";

/// Operands for which the offsets grow with n, in steps of 2^20.
std::vector<Value> operands(const Family& family, Int n) {
  const Layout far = Layout::entry(n, Int{1} << 20);
  if (family.operands.size() == 1) return {far};
  return {far, Layout::entry(n, 1)};
}

Job job_of(const Family& family, Int n) {
  return family.job(operands(family, n)).value();
}

/// The greatest n for which 32 bits suffice.
Int limit_of(const Family& family) {
  Int right = 1;
  Int wrong = 1 << 20;
  while (wrong - right > 1) {
    const Int middle = right + (wrong - right) / 2;
    (suffices(job_of(family, middle)) ? right : wrong) = middle;
  }
  return right;
}

/// The number that 32 bits make of it.
Int wrapped(Int x, bool is_signed) {
  const auto low = static_cast<std::uint32_t>(x);
  return is_signed ? Int{static_cast<std::int32_t>(low)} : Int{low};
}

class Limits : public testing::TestWithParam<std::string> {};

TEST_P(Limits, AKernelIsRightUpToItAndWrongBeyondAsPredicted) {
  const Family& family = *find_family(GetParam());
  Bench bench(make_ptx_executor(), std::make_shared<PtxSource>("sm_90", PtxSource::Places{corpus}));
  const Int limit = limit_of(family);
  try {
    const Job near = job_of(family, limit);
    EXPECT_EQ(bench.run(near)->mismatch, "") << limit;

    Job beyond = job_of(family, limit + 1);
    // Room for offsets that have become negative.
    BufferSpec& source = beyond.buffers[source_buffer];
    source.origin = Int{1} << 34;
    source.bytes += std::uint64_t{1} << 35;
    EXPECT_NE(bench.run(beyond)->mismatch, "") << limit + 1;

    const auto exact = beyond.expect;
    beyond.expect = [&](const Dim3& block, const Dim3& thread, Touches& touches) {
      exact(block, thread, touches);
      for (Int& place : touches.reads)
        place = wrapped(place, beyond.offset_bits == 31);
    };
    EXPECT_EQ(bench.run(beyond)->mismatch, "") << limit + 1;
  } catch (const Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, Limits,
                         testing::Values("constants32", "parameters32", "arrays32", "reciprocals32",
                                         "odometer32", "copy32"),
                         [](const auto& name) { return name.param; });

// With stride 0 only the size tells: 2^31 is no int, although all indices below it are.
TEST_P(Limits, TheSizeIsOneOfTheNumbersThatHaveToFit) {
  const Family& family = *find_family(GetParam());
  const auto of_size = [&](Int n) {
    std::vector<Value> operands{Layout::entry(n, 0)};
    if (family.operands.size() == 2) operands.emplace_back(Layout::entry(n, 1));
    return family.job(operands).value();
  };
  Bench bench(make_ptx_executor(), std::make_shared<PtxSource>("sm_90", PtxSource::Places{corpus}));
  // A run of an odometer may end beyond the size.
  const Int near = (Int{1} << 31) - (GetParam() == "odometer32" ? 1 << 12 : 1);
  try {
    ASSERT_TRUE(suffices(of_size(near)));
    EXPECT_EQ(bench.run(of_size(near))->mismatch, "");
    EXPECT_FALSE(suffices(of_size(Int{1} << 31)));
  } catch (const Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

TEST(Limits64, TheSameLayoutsAreRightWith64Bits) {
  Bench bench(make_ptx_executor(), std::make_shared<PtxSource>("sm_90", PtxSource::Places{corpus}));
  for (const char* name : {"parameters64", "arrays64", "reciprocals64", "odometer64", "copy64"}) {
    const Family& family = *find_family(name);
    for (const Int n : {2048, 2049, 4096, 4097, 1 << 20})
      EXPECT_EQ(bench.run(job_of(family, n))->mismatch, "") << name << ' ' << n;
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
