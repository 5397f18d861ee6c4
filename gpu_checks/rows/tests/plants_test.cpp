// Errors planted in kernels: each is found, by the executor that it is said to be found by, and
// shrunk.
#include <layoutcheck/gpu_rows/rows.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>

namespace layoutcheck::gpu_rows {
namespace {

struct Plant {
  std::string name;
  std::string family;
  /// A text that occurs once in the source, and what is put into its place.
  std::string text;
  std::string replacement;
  /// The weight up to which the shrunk case has to come.
  std::size_t weight;
  /// Whether the host's executor finds it, too.
  bool on_host = true;
};

const std::vector<Plant>& plants() {
  static const std::vector<Plant> list = {
      {"OffsetsOf32Bits", "parameters64",
       "offset += i % layout.extents[mode] * layout.strides[mode];",
       "offset += static_cast<int>(i % layout.extents[mode] * layout.strides[mode]);", 2147500000,
       false},
      {"WrongReciprocal", "reciprocals32", "__umulhi(n, by.multiplier)",
       "__umulhi(n, by.multiplier - 1)", 6},
      {"SwappedModes", "crd2idx", "crd2idx(layout, 1, j) + crd2idx(layout, 2, k)",
       "crd2idx(layout, 1, k) + crd2idx(layout, 2, j)", 6},
      {"MissingCarry", "odometer64", "offset -= layout.extents[mode] * layout.strides[mode];",
       "offset -= layout.extents[mode] * layout.strides[mode];\n      break;", 6},
      {"TileEdge", "ragged", "row < rows && column < columns", "row <= rows && column < columns", 6,
       false},
      {"WrongSwizzleBit", "swizzle", ">> shift", ">> (shift + 1)", 6},
      {"WrongSwizzleInTheTile", "swizzled_tile", "(i >> 4) & 15", "(i >> 4) & 7", 24, false},
      {"MissingBarrier", "tile", "__syncthreads();", "", 18},
      {"MisalignedVector", "vector4", "offset_of(source, i))",
       "offset_of(source, i > 0 ? i - 2 : i))", 18},
      {"WrongThread", "divide", "out[t * value_count + v]", "out[v * thread_count + t]", 9},
      {"CutePredicate", "cute_ragged", "elem_less(coordinates(k), shape)",
       "elem_less(get<0>(coordinates(k)), get<0>(shape))", 6, false},
      {"CuteBlock", "cute_ragged", "make_coord(blockIdx.x, blockIdx.y)",
       "make_coord(blockIdx.y, blockIdx.x)", 60, false},
      {"TileWithoutItsShift", "tma_load",
       "static_cast<int>(block % along) * tiles.box[i] - tiles.shift",
       "static_cast<int>(block % along) * tiles.box[i]", 60, false},
      {"StoreWithoutAProxyFence", "tma_store", "fence.proxy.async.shared::cta;", "", 60, false},
      {"MulticastToOneBlockLess", "tma_multicast", "(1 << blocks) - 1", "(1 << (blocks - 1)) - 1",
       60, false},
      {"SwizzleOfOtherBits", "tma_gather", "(plain >> 3) & swizzle", "(plain >> 4) & swizzle", 200,
       false},
      {"RowOfAFour", "tma_gather", "\"r\"(list[i + 1])", "\"r\"(list[i])", 60, false},
      {"FragmentByColumns", "wmma", "LOAD(\"b\", #SHAPE, \"col\", b,",
       "LOAD(\"b\", #SHAPE, \"row\", b,", 300, false},
      {"FragmentOfTheNextThread", "wgmma", "threadIdx.x % 32;", "(threadIdx.x + 1) % 32;", 500,
       false},
      {"DescriptorOfAnotherStep", "wgmma", "place_of(of, 0, k)", "place_of(of, 0, k / 2)", 500,
       false},
      {"LaneOfAnotherWarp", "tcgen05", "static_cast<int>(warp) * lanes",
       "static_cast<int>(warp ^ 1) * lanes", 500, false},
      {"ScaleFactorOfTheFirstBlock", "tcgen05_scaled", "| byte << 29", "", 900, false},
  };
  return list;
}

class Plants : public testing::TestWithParam<std::size_t> {
 protected:
  /// The family with the error in its kernels.
  static gpu::Family planted(const Plant& plant) {
    gpu::Family family = *gpu::find_family(plant.family);
    family.job = [make = family.job, plant](const std::vector<Value>& operands) {
      Outcome<gpu::Job> job = make(operands);
      if (!job) return job;
      gpu::Job with = *job;
      const std::size_t at = with.source.find(plant.text);
      if (at == std::string::npos) throw std::logic_error("there is no place for the plant");
      with.source.replace(at, plant.text.size(), plant.replacement);
      return Outcome<gpu::Job>(std::move(with));
    };
    return family;
  }

  /// The first failure, shrunk; skips where the kernel cannot run.
  static std::optional<engine::Failure> find(const Plant& plant,
                                             std::unique_ptr<gpu::Executor> executor) {
    const gpu::Family family = planted(plant);
    const char* cutlass = std::getenv("LAYOUTCHECK_CUTLASS");
    gpu::Bench bench(std::move(executor),
                     std::make_shared<gpu::PtxSource>(
                         "sm_90", gpu::PtxSource::Places{"", cutlass == nullptr ? "" : cutlass}));
    Counts counts;
    Options options;
    options.addresses = 3000000;
    const engine::Tally tally = run(family, bench, options, counts);
    if (counts.layouts == 0) return std::nullopt;
    EXPECT_TRUE(tally.first.has_value()) << plant.name;
    if (tally.first) {
      Case shrunk;
      shrunk.operation = "gpu." + plant.family;
      shrunk.operands = tally.first->operands;
      shrunk.answer = Value(false);
      std::cout << plant.name << " | " << bench.executor().name() << " | " << to_string(shrunk)
                << " | " << tally.first->why << '\n';
      EXPECT_LE(engine::weight(tally.first->operands), plant.weight) << plant.name;
    }
    return tally.first;
  }
};

TEST_P(Plants, AreFoundByThePtxExecutor) {
  const Plant& plant = plants()[GetParam()];
  if (!find(plant, gpu::make_ptx_executor())) GTEST_SKIP() << "it cannot be compiled here";
}

/// Without those that need CuTe or large memory, or leave the contents right.
class PlantsOnTheHost : public Plants {};

std::vector<std::size_t> plants_on_the_host() {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < plants().size(); ++i)
    if (plants()[i].on_host) all.push_back(i);
  return all;
}

TEST_P(PlantsOnTheHost, AreFound) {
  const Plant& plant = plants()[GetParam()];
  try {
    gpu::HostOptions options;
    options.order = 2;
    find(plant, gpu::make_host_executor(options));
  } catch (const gpu::Unavailable& missing) {
    GTEST_SKIP() << missing.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, Plants, testing::Range(std::size_t{0}, plants().size()),
                         [](const auto& index) { return plants()[index.param].name; });
INSTANTIATE_TEST_SUITE_P(All, PlantsOnTheHost, testing::ValuesIn(plants_on_the_host()),
                         [](const auto& index) { return plants()[index.param].name; });

}  // namespace
}  // namespace layoutcheck::gpu_rows
