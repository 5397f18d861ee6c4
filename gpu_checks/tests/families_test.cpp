// The families: their samples on the executors that are here, and the corpus of compiled kernels.
#include <layoutcheck/gpu/bench.hpp>

#include <gmock/gmock.h>

#include <fstream>
#include <set>

namespace layoutcheck::gpu {
namespace {

const std::filesystem::path corpus = std::filesystem::path(LAYOUTCHECK_SOURCE_DIR) / "corpus/ptx";

class Families : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static const Family& family() { return *find_family(GetParam()); }

  /// Runs the samples; what cannot run skips the test.
  static void expect_samples_right(Bench& bench) {
    for (const std::string& line : family().samples) {
      const Outcome<Job> job = family().job(parse_operands(line));
      ASSERT_TRUE(job.has_value()) << line << ": " << job.reason();
      try {
        const std::optional<Comparison> compared = bench.run(*job);
        ASSERT_TRUE(compared.has_value()) << line;
        EXPECT_EQ(compared->mismatch, "") << line;
        const BufferSpec& destination = job->buffers[destination_buffer];
        EXPECT_GE(compared->addresses * destination.vector,
                  static_cast<std::uint64_t>(job->elements))
            << line;
      } catch (const Unavailable& missing) {
        GTEST_SKIP() << missing.what();
      }
    }
  }

  /// Whether the corpus has its kernels.
  static bool is_in_corpus() {
    return !family().job(parse_operands(family().samples.front())).value().needs_cutlass;
  }
};

/// A checkout of CUTLASS, if one is named.
std::filesystem::path cutlass() {
  const char* named = std::getenv("LAYOUTCHECK_CUTLASS");
  return named == nullptr ? "" : named;
}

TEST_P(Families, SamplesAreRightOnThePtxExecutorWithTheKernelsOfTheCorpus) {
  if (!is_in_corpus()) GTEST_SKIP() << "kernels with CuTe are compiled where CUTLASS is";
  for (const char* architecture : {"sm_80", "sm_90"}) {
    Bench bench(make_ptx_executor(),
                std::make_shared<PtxSource>(architecture, PtxSource::Places{corpus, "", false}));
    expect_samples_right(bench);
    ASSERT_FALSE(testing::Test::IsSkipped()) << "the corpus lacks a kernel";
  }
}

TEST_P(Families, SamplesAreRightOnThePtxExecutorWithKernelsThatAreCompiledHere) {
  Bench bench(make_ptx_executor(),
              std::make_shared<PtxSource>("sm_90", PtxSource::Places{"", cutlass()}));
  expect_samples_right(bench);
}

TEST_P(Families, SamplesAreRightInEachOrderOfWarps) {
  for (const std::uint64_t order : {1, 2}) {
    PtxOptions options;
    options.order = order;
    Bench bench(make_ptx_executor(options),
                std::make_shared<PtxSource>("sm_90", PtxSource::Places{corpus}));
    expect_samples_right(bench);
  }
}

TEST_P(Families, SamplesAreRightOnAGpu) {
  try {
    Bench bench(make_cuda_executor(),
                std::make_shared<PtxSource>("sm_80", PtxSource::Places{corpus}));
    expect_samples_right(bench);
  } catch (const Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, Families, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const Family& family : families())
                             names.push_back(family.name);
                           return names;
                         }()),
                         [](const auto& name) { return name.param; });

TEST(FamiliesOnTheHost, SamplesAreRight) {
  try {
    Bench bench(make_host_executor(), std::make_shared<PtxSource>("sm_90", PtxSource::Places{}));
    // A compilation each, so not all.
    for (const char* name : {"copy32", "tile", "ragged", "vector4", "reciprocals64"}) {
      const Family& family = *find_family(name);
      const Outcome<Job> job = family.job(parse_operands(family.samples.front()));
      const std::optional<Comparison> compared = bench.run(job.value());
      ASSERT_TRUE(compared.has_value()) << name;
      EXPECT_EQ(compared->mismatch, "") << name;
    }
  } catch (const Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

TEST(KernelsOfTheCorpus, AreThoseOfTheSources) {
  std::set<std::string> hashes;
  for (const Family& family : families()) {
    for (const std::string& line : family.samples) {
      const Job job = family.job(parse_operands(line)).value();
      if (!job.needs_cutlass) hashes.insert(source_hash(job.source));
    }
  }
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    std::ifstream in(entry.path());
    std::string first;
    std::getline(in, first);
    if (!first.starts_with("// layoutcheck: source ")) continue;
    const Provenance provenance = parse_provenance(first);
    EXPECT_TRUE(hashes.contains(provenance.source_hash))
        << entry.path() << " is stale: layoutcheck gpu --write-ptx corpus/ptx writes it anew";
    found.insert(provenance.source_hash + provenance.architecture);
  }
  EXPECT_EQ(found.size(), 2 * hashes.size()) << "of each source for sm_80 and sm_90";
}

TEST(Provenance, IsWrittenAsItIsRead) {
  const Provenance provenance{"0123456789abcdef", "sm_90", "NVRTC 13.0",
                              "gpu.copy64((2,3):(1,4), (2,3):(3,1))"};
  EXPECT_EQ(parse_provenance(to_string(provenance) + "\n.version 9.0"), provenance);
  EXPECT_THROW(parse_provenance(".version 9.0"), std::invalid_argument);
}

}  // namespace
}  // namespace layoutcheck::gpu
