// The families: their samples on the executors that are here, and the corpus of compiled kernels.
#include "variable.hpp"
#include <layoutcheck/kernels/bench.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <gmock/gmock.h>

#include <fstream>
#include <map>

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
};

/// A checkout of CUTLASS, if one is named.
std::filesystem::path cutlass() {
  const char* named = std::getenv("LAYOUTCHECK_CUTLASS");
  return named == nullptr ? "" : named;
}

TEST_P(Families, SamplesAreRightOnThePtxExecutorWithTheKernelsOfTheCorpus) {
  Bench bench(make_ptx_executor(),
              std::make_shared<PtxSource>("sm_80", PtxSource::Places{corpus, "", false}));
  expect_samples_right(bench);
  ASSERT_FALSE(testing::Test::IsSkipped()) << "the corpus lacks a kernel";
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

/// The fake driver's device is of sm_90: a driver that encodes tensor maps, and what it cannot run.
TEST(FamiliesOfArchitectures, RunWhereTheDeviceHasTheirInstructions) {
  const Variable driver("LAYOUTCHECK_CUDA_DRIVER", LAYOUTCHECK_FAKE_DRIVER);
  Bench bench(make_cuda_executor(),
              std::make_shared<PtxSource>("sm_80", PtxSource::Places{corpus, "", false}));
  const auto job_of = [](const char* name) {
    const Family& family = *find_family(name);
    return family.job(parse_operands(family.samples.front())).value();
  };
  for (const char* name : {"tma_load", "tma_store", "tma_multicast", "wmma", "wgmma"}) {
    const std::optional<Comparison> compared = bench.run(job_of(name));
    ASSERT_TRUE(compared.has_value()) << name;
    EXPECT_EQ(compared->mismatch, "") << name;
  }
  for (const char* name : {"tma_gather", "tcgen05", "tcgen05_scaled"}) {
    try {
      bench.run(job_of(name));
      FAIL() << name;
    } catch (const Unavailable& missing) {
      EXPECT_STREQ(missing.what(),
                   "the device, of sm_90, does not have the instructions of sm_100a");
    }
  }
  Bench host(make_host_executor(), std::make_shared<PtxSource>("sm_80", PtxSource::Places{}));
  EXPECT_THROW(host.run(job_of("wmma")), Unavailable);
}

/// How often a block touches an element does not matter to them.
TEST(FamiliesOfTiles, AreHeldAgainstTheElementsThatABlockTouches) {
  Bench bench(make_ptx_executor(),
              std::make_shared<PtxSource>("sm_80", PtxSource::Places{corpus, "", false}));
  const Family& family = *find_family("tma_load");
  const auto mismatch = [&](auto change) {
    Job job = family.job(parse_operands("gpu.tma_load((40,24):(1,48), (32,8), 2, 2, 3)")).value();
    job.expect = [expect = job.expect, change](const Dim3& block, const Dim3& thread,
                                               Touches& touches) {
      expect(block, thread, touches);
      if (block.x == 3) change(touches);
    };
    return bench.run(job).value().mismatch;
  };
  EXPECT_EQ(mismatch([](Touches& touches) { touches.reads.push_back(touches.reads.front()); }), "");
  EXPECT_THAT(mismatch([](Touches& touches) { touches.reads.pop_back(); }),
              testing::AllOf(testing::StartsWith("block (3,0,0) reads the source"),
                             testing::HasSubstr("expected no more, found element")));
  EXPECT_THAT(mismatch([](Touches& touches) { touches.reads.push_back(4096); }),
              testing::HasSubstr("expected element 4096, found none"));
  EXPECT_THAT(mismatch([](Touches& touches) { std::swap(touches.values[40], touches.values[41]); }),
              testing::HasSubstr("block (3,0,0), value 40: the destination's element"));
}

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

/// Calls f(block, thread, touches) for each thread that has something to do.
template <class F>
void for_each_busy_thread(const Job& job, F f) {
  std::vector<std::uint64_t> blocks = job.launch.blocks;
  if (blocks.empty())
    for (std::uint64_t block = 0; block < job.launch.grid.count(); ++block)
      blocks.push_back(block);
  Touches touches;
  Int busy = 0;
  for (const std::uint64_t index : blocks) {
    const Dim3 block = job.launch.grid.at(index);
    for (std::uint32_t t = 0; t < job.launch.block.count(); ++t) {
      const Dim3 thread = job.launch.block.at(t);
      touches.clear();
      job.expect(block, thread, touches);
      if (touches.writes.empty()) continue;
      ++busy;
      f(Int{block.x} * job.launch.block.x + thread.x, block, touches);
    }
  }
  EXPECT_GT(busy, 0);
}

/// The expectations are computed in machine words; here they are held against exact integers.
TEST(Expectations, AreValuesOfTheLayoutFunctionByTheOracle) {
  for (const char* line :
       {"((4,1,3),(5,7)):((2,9999999999,0),(60,1))", "((1000,3),(7,1000)):((3,3000),(9000,63001))",
        "(1048576,2):(4096,4294967296)", "():()", "1:7"}) {
    const std::vector<Value> operands =
        parse_operands("gpu.parameters64(" + std::string(line) + ")");
    const auto& layout = std::get<Layout>(operands.front());
    const Job job = find_family("parameters64")->job(operands).value();
    for_each_busy_thread(job, [&](Int i, const Dim3&, const Touches& touches) {
      ASSERT_EQ(Exact(touches.reads.at(0)), oracle::value_at(layout, i)) << line;
      ASSERT_EQ(touches.values, touches.reads);
    });
  }
}

TEST(Expectations, OfCoordinatesAreThoseOfTheOracle) {
  for (const char* line :
       {"((2,3),(4,5),7):((20,40),(1,4),0)", "((3,200),(2,2)):((1,9),(5000,3))", "5:3"}) {
    const std::vector<Value> operands = parse_operands("gpu.crd2idx(" + std::string(line) + ")");
    const auto& layout = std::get<Layout>(operands.front());
    const Job job = find_family("crd2idx")->job(operands).value();
    const std::size_t rank = layout.modes().size();
    for_each_busy_thread(job, [&](Int i, const Dim3& block, const Touches& touches) {
      Tuple coordinate{i, block.y, block.z};
      coordinate.resize(rank);
      const Outcome<Exact> offset =
          oracle::apply(layout, layout.is_entry() ? NestedTuple(i) : NestedTuple::flat(coordinate),
                        Convention::strict);
      ASSERT_EQ(Exact(touches.reads.at(0)), offset.value()) << line;
      std::vector<Exact> sizes;
      for (const Layout& mode : layout.modes())
        sizes.push_back(oracle::size(mode));
      ASSERT_EQ(Exact(touches.writes.at(0)), oracle::index_of(sizes, oracle::to_exact(coordinate)));
    });
  }
  const std::vector<Value> operands = parse_operands("gpu.idx2crd(((2,3),(4,5)))");
  const std::vector<Exact> extents{2, 3, 4, 5};
  const Job job = find_family("idx2crd")->job(operands).value();
  for_each_busy_thread(job, [&](Int i, const Dim3&, const Touches& touches) {
    ASSERT_EQ(touches.values, oracle::to_tuple(oracle::coordinate_of(extents, i)));
    ASSERT_EQ(touches.writes, (std::vector<Int>{4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3}));
  });
}

/// Digits modulo 2 are what an exclusive or makes of bits.
TEST(Expectations, OfASwizzleAreAnExclusiveOr) {
  const std::vector<Value> operands = parse_operands("gpu.swizzle(4096:3, 3, 2, 5)");
  const Job job = find_family("swizzle")->job(operands).value();
  for_each_busy_thread(job, [&](Int i, const Dim3&, const Touches& touches) {
    const Int x = 3 * i;
    ASSERT_EQ(touches.reads.at(0), x ^ ((x >> 5) & (7 << 2)));
  });
}

/// Errors planted in kernels to which the layouts are constants: plants_test.cpp shrinks others,
/// but here that would take a compilation for each candidate.
TEST(KernelsOfCute, AreFoundWrongWithAnErrorInThem) {
  struct Plant {
    const char* family;
    const char* text;
    const char* replacement;
  };
  Bench bench(make_ptx_executor(),
              std::make_shared<PtxSource>("sm_90", PtxSource::Places{"", cutlass()}));
  for (const Plant& plant :
       {Plant{"cute_composed", "composite(i)", "A{}(i)"},
        {"cute_crd2idx", "make_coord(i, j, k)", "make_coord(j, i, k)"},
        {"cute_idx2crd", "idx2crd(i, layout", "idx2crd(i / 2, layout"},
        {"cute_divide", "logical_divide(A{}, B{})", "select<1, 0>(cute::logical_divide(A{}, B{}))"},
        {"cute_product", "logical_product(A{}, B{})",
         "select<1, 0>(cute::logical_product(A{}, B{}))"},
        {"cute_thread_values", "select<1, 0>", "select<0, 1>"},
        {"cute_swizzle", "Swizzle<3, 3, 3>", "Swizzle<3, 3, 4>"},
        {"cute_vector4", "to(i) = from(i)", "to(i) = from(i ^ 1)"}}) {
    const Family& family = *find_family(plant.family);
    Job job = family.job(parse_operands(family.samples.front())).value();
    const std::size_t at = job.source.find(plant.text);
    ASSERT_NE(at, std::string::npos) << plant.family;
    job.source.replace(at, std::string_view(plant.text).size(), plant.replacement);
    try {
      EXPECT_NE(bench.run(job).value().mismatch, "") << plant.family;
    } catch (const Unavailable& missing) {
      GTEST_SKIP() << missing.what();
    }
  }
}

/// Two points always have a composite; CuTe wants 4 to divide the stride of 6.
TEST(KernelsOfCute, MayBeRefusedByAStaticAssertion) {
  PtxSource ptx("sm_90", PtxSource::Places{"", cutlass()});
  const Job job = find_family("cute_composed")
                      ->job(parse_operands("gpu.cute_composed((4,6):(9,1), 2:6)"))
                      .value();
  try {
    ptx.of(job);
    FAIL() << "CuTe composes them";
  } catch (const Refused& refusal) {
    EXPECT_THAT(refusal.what(), testing::HasSubstr("cute_composed.cu: static assertion failed"));
  } catch (const Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

TEST(KernelsOfTheCorpus, AreThoseOfTheSources) {
  // By their hashes: the architecture that they are compiled for.
  std::map<std::string, std::string> sources;
  for (const Family& family : families()) {
    for (const std::string& line : family.samples) {
      const Job job = family.job(parse_operands(line)).value();
      sources.emplace(source_hash(job.source),
                      job.architecture.empty() ? "sm_80" : job.architecture);
    }
  }
  std::map<std::string, std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    std::ifstream in(entry.path());
    std::string first;
    std::getline(in, first);
    if (!first.starts_with("// layoutcheck: source ")) continue;
    const Provenance provenance = parse_provenance(first);
    EXPECT_TRUE(sources.contains(provenance.source_hash))
        << entry.path() << " is stale: layoutcheck gpu --write-ptx corpus/ptx writes it anew";
    found.emplace(provenance.source_hash, provenance.architecture);
  }
  EXPECT_EQ(found, sources);
}

TEST(KernelsOfTheCorpus, AreTakenByLaterArchitectures) {
  const Family& family = families().front();
  const Job job = family.job(parse_operands(family.samples.front())).value();
  const auto of = [&](const char* architecture) {
    return PtxSource(architecture, PtxSource::Places{corpus, "", false}).of(job);
  };
  EXPECT_EQ(of("sm_90"), of("sm_80"));
  EXPECT_EQ(of("sm_100a"), of("sm_80"));
  EXPECT_THROW(of("sm_75"), Unavailable);
}

TEST(Provenance, IsWrittenAsItIsRead) {
  const Provenance provenance{"0123456789abcdef", "sm_90", "NVRTC 13.0",
                              "gpu.copy64((2,3):(1,4), (2,3):(3,1))"};
  EXPECT_EQ(parse_provenance(to_string(provenance) + "\n.version 9.0"), provenance);
  EXPECT_THROW(parse_provenance(".version 9.0"), std::invalid_argument);
}

}  // namespace
}  // namespace layoutcheck::gpu
