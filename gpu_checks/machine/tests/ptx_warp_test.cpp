// Opcodes: what the lanes of a warp do together, by definition.
#include "ptx_probe.hpp"

#include <bit>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"shfl", "vote", "match", "redux", "elect"};

constexpr std::size_t lanes = 32;

/// Rows for whole warps, and the expectation of a row from those of its warp.
using WarpRule = std::function<Row(const Rows& warp, std::size_t lane)>;

void check_warps(const Probe& probe, const Rows& inputs, const WarpRule& expected) {
  ASSERT_EQ(inputs.size() % lanes, 0U);
  const Rows found = run_probe(probe, inputs);
  int failures = 0;
  for (std::size_t i = 0; i < inputs.size() && failures < 3; ++i) {
    const auto first = inputs.begin() + static_cast<std::ptrdiff_t>(i / lanes * lanes);
    const Rows warp(first, first + lanes);
    const Row wanted = expected(warp, i % lanes);
    if (found[i] != wanted) {
      ADD_FAILURE() << probe.text << "\n  lane " << i % lanes << " of warp " << i / lanes
                    << " gives" << shown(found[i]) << "\n  not" << shown(wanted);
      ++failures;
    }
  }
}

TEST(PtxWarp, ShufflesWithinSegments) {
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    Rows rows;
    std::mt19937_64 random(3);
    for (std::uint64_t warp = 0; warp < 128; ++warp) {
      // Segments of 1 to 32 lanes, whole or cut by the clamp.
      const std::uint64_t width = std::uint64_t{1} << warp % 6;
      const std::uint64_t segments = 32 - width;
      const std::uint64_t clamp = warp % 3 == 0 ? random() % 32 : mode == "up" ? 0 : 31;
      const std::uint64_t distance = random() % 40;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        rows.push_back({low_bits(random(), 32), warp % 2 == 0 ? distance : random() % 64,
                        segments << 8 | clamp});
      }
    }
    check_warps({"shfl.sync." + mode + ".b32 d0|d1, s0, s1, s2, -1;\nshfl.sync." + mode +
                     ".b32 d2, s0, s1, s2, 0xffffffff;",
                 {"b32", "pred", "b32"},
                 {"b32", "b32", "b32"}},
                rows, [&](const Rows& warp, std::size_t lane) {
                  const auto b = static_cast<int>(warp[lane][1] % 32);
                  const auto clamp = static_cast<int>(warp[lane][2] % 32);
                  const auto segments = static_cast<int>(warp[lane][2] >> 8);
                  const auto own = static_cast<int>(lane);
                  const int bound = (own & segments) | (clamp & ~segments);
                  const int from = mode == "up"     ? own - b
                                   : mode == "down" ? own + b
                                   : mode == "bfly" ? (own ^ b)
                                                    : ((own & segments) | (b & ~segments));
                  const bool inside = mode == "up" ? from >= bound : from <= bound;
                  const std::uint64_t value =
                      warp[inside ? static_cast<std::size_t>(from) : lane][0];
                  return Row{value, inside, value};
                });
  }
}

Rows votes() {
  Rows rows;
  std::mt19937_64 random(4);
  for (int warp = 0; warp < 64; ++warp) {
    const std::uint64_t bits = warp == 0   ? 0
                               : warp == 1 ? ~std::uint64_t{0}
                               : warp < 20 ? std::uint64_t{1} << (warp + 3)
                                           : random();
    for (std::size_t lane = 0; lane < lanes; ++lane)
      rows.push_back({bits >> lane & 1});
  }
  return rows;
}

TEST(PtxWarp, Votes) {
  check_warps({"vote.sync.all.pred d0, s0, -1;\nvote.sync.any.pred d1, s0, -1;\n"
               "vote.sync.uni.pred d2, s0, -1;\nvote.sync.ballot.b32 d3, s0, -1;\n"
               "vote.sync.ballot.b32 d4, !s0, -1;\nvote.sync.all.pred d5, !s0, -1;",
               {"pred", "pred", "pred", "b32", "b32", "pred"},
               {"pred"}},
              votes(), [](const Rows& warp, std::size_t) {
                std::uint64_t ballot = 0;
                for (std::size_t i = 0; i < lanes; ++i)
                  ballot |= warp[i][0] << i;
                const bool all = ballot == 0xffffffff;
                const bool none = ballot == 0;
                return Row{all, !none, all || none, ballot, ~ballot & 0xffffffff, none};
              });
}

/// The lanes of each half of the warp meet in branches of their own.
TEST(PtxWarp, DivergedLanesMeetThoseOfTheirMask) {
  Rows rows;
  std::mt19937_64 random(8);
  for (int i = 0; i < 128; ++i)
    rows.push_back({random() % 2, low_bits(random(), 32)});
  const std::string half =
      "vote.sync.ballot.b32 d0, s0, mask;\nredux.sync.add.u32 d1, s1, mask;\n"
      "shfl.sync.bfly.b32 d2, s1, 1, 31, mask;\nmatch.any.sync.b32 d3, s1, mask;\n"
      "elect.sync d4|d5, mask;\n";
  check_warps({"mov.u32 lane, %laneid;\nsetp.lt.u32 low, lane, 16;\n@!low bra other;\n"
               "mov.b32 mask, 0xffff;\n" +
                   half + "bra.uni done;\nother:\nmov.b32 mask, 0xffff0000;\n" + half + "done:\n",
               {"b32", "b32", "b32", "b32", "b32", "pred"},
               {"pred", "b32"},
               ".reg .b32 lane, mask;\n.reg .pred low;"},
              rows, [](const Rows& warp, std::size_t lane) {
                const std::size_t first = lane < 16 ? 0 : 16;
                Row row(6);
                for (std::size_t i = first; i < first + 16; ++i) {
                  row[0] |= warp[i][0] << i;
                  row[1] = low_bits(row[1] + warp[i][1], 32);
                  row[3] |= std::uint64_t{warp[i][1] == warp[lane][1]} << i;
                }
                row[2] = warp[lane ^ 1][1];
                row[4] = first;
                row[5] = lane == first;
                return row;
              });
}

TEST(PtxWarp, MatchesAmongLanes) {
  for (const unsigned width : {32U, 64U}) {
    Rows rows;
    std::mt19937_64 random(5);
    for (std::uint64_t warp = 0; warp < 64; ++warp) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        // From one value for all to many; some differ in the upper half only.
        rows.push_back(
            {low_bits(random() % (1 + warp / 4) << (warp % 2 == 0 ? 0 : width - 5), width)});
      }
    }
    const std::string b = "b" + std::to_string(width);
    check_warps({"match.any.sync." + b + " d0, s0, -1;\nmatch.all.sync." + b +
                     " d1|d2, s0, -1;\nmatch.all.sync." + b + " d3, s0, -1;",
                 {"b32", "b32", "pred", "b32"},
                 {b}},
                rows, [](const Rows& warp, std::size_t lane) {
                  std::uint64_t same = 0;
                  for (std::size_t i = 0; i < lanes; ++i)
                    same |= std::uint64_t{warp[i] == warp[lane]} << i;
                  const bool all = same == 0xffffffff;
                  return Row{same, all ? same : 0, all, all ? same : 0};
                });
  }
}

TEST(PtxWarp, ReductionsOfAllLanes) {
  Rows rows = integer_rows({32}, 4000);
  rows.resize(rows.size() / lanes * lanes);
  std::shuffle(rows.begin(), rows.end(), std::mt19937_64(6));
  std::string text;
  int next = 0;
  for (const std::string op : {"add.u32", "add.s32", "min.u32", "max.u32", "min.s32", "max.s32",
                               "and.b32", "or.b32", "xor.b32"}) {
    text += "redux.sync." + op + " d" + std::to_string(next++) + ", s0, -1;\n";
  }
  check_warps({text, std::vector<std::string>(9, "b32"), {"b32"}}, rows,
              [](const Rows& warp, std::size_t) {
                std::uint64_t sum = 0;
                std::vector<std::uint64_t> values;
                std::vector<std::int64_t> numbers;
                Row bits = {0xffffffff, 0, 0};
                for (const Row& row : warp) {
                  sum += row[0];
                  values.push_back(row[0]);
                  numbers.push_back(static_cast<std::int32_t>(row[0]));
                  bits = {bits[0] & row[0], bits[1] | row[0], bits[2] ^ row[0]};
                }
                const auto [low, high] = std::minmax_element(values.begin(), values.end());
                const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
                return Row{low_bits(sum, 32),
                           low_bits(sum, 32),
                           *low,
                           *high,
                           low_bits(static_cast<std::uint64_t>(*least), 32),
                           low_bits(static_cast<std::uint64_t>(*most), 32),
                           bits[0],
                           bits[1],
                           bits[2]};
              });
}

TEST(PtxWarp, ReductionsOfSinglePrecision) {
  Rows rows;
  std::mt19937_64 random(7);
  constexpr std::array<std::uint64_t, 6> special{0,          0x80000000, 0x7f800000,
                                                 0xff800000, 0x7fc00000, 0xffa12345};
  // Of each warp some lanes are zeros, infinities or no numbers; of one all are none.
  for (std::size_t warp = 0; warp < 64; ++warp) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::uint64_t bits = random();
      rows.push_back({warp == 0          ? 0x7fc00001
                      : bits % warp < 3  ? special[bits >> 32 & (warp % 2 == 0 ? 1U : 3U)]
                      : bits % 64 > warp ? low_bits(bits >> 16, 32)
                                         : special[4 + (bits >> 40) % 2]});
    }
  }
  std::string text;
  int next = 0;
  for (const std::string op :
       {"min", "max", "min.abs", "max.abs", "min.NaN", "max.NaN", "min.abs.NaN", "max.abs.NaN"}) {
    text += "redux.sync." + op + ".f32 d" + std::to_string(next++) + ", s0, -1;\n";
  }
  check_warps(
      {text, std::vector<std::string>(8, "b32"), {"b32"}}, rows, [](const Rows& warp, std::size_t) {
        // Numbers in the order of their bits, as signed magnitudes.
        std::vector<std::int64_t> numbers;
        std::vector<std::int64_t> absolutes;
        for (const Row& row : warp) {
          const auto magnitude = static_cast<std::int64_t>(row[0] & 0x7fffffff);
          if (magnitude > 0x7f800000) continue;
          numbers.push_back((row[0] >> 31U) != 0 ? -1 - magnitude : magnitude);
          absolutes.push_back(magnitude);
        }
        Row results;
        for (const bool nan_wins : {false, true}) {
          for (const auto& values : {numbers, absolutes}) {
            for (const bool is_least : {true, false}) {
              if (values.empty() || (nan_wins && values.size() < warp.size())) {
                results.push_back(0x7fffffff);
                continue;
              }
              const std::int64_t value =
                  is_least ? std::ranges::min(values) : std::ranges::max(values);
              results.push_back(value < 0 ? 0x80000000 | static_cast<std::uint64_t>(-1 - value)
                                          : static_cast<std::uint64_t>(value));
            }
          }
        }
        return results;
      });
}

TEST(PtxWarp, OneLaneIsElected) {
  Rows rows(64, Row{0});
  check_warps({"elect.sync d0|d1, -1;\nelect.sync _|d2, -1;", {"b32", "pred", "pred"}, {"b32"}},
              rows, [](const Rows&, std::size_t lane) {
                return Row{0, lane == 0, lane == 0};
              });
}

}  // namespace
}  // namespace layoutcheck::gpu
