// Tensor copies: which element of a tensor each byte of a tile is, by the tables of the PTX ISA and
// a loop over all elements; fills, boxes beyond the tensor, swizzles; and mistakes that people
// make.
#include "ptx_device.hpp"
#include "ptx_probe.hpp"
#include <layoutcheck/machine/tensor_map.hpp>

#include <gmock/gmock.h>

#include <functional>
#include <numeric>
#include <random>
#include <set>

namespace layoutcheck::gpu {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const Covers covers{"tensormap"};

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t shared_size = 40960;

/// Thread 0 moves a tile between the tensor of `map` and shared memory, from byte `at` on, and all
/// copy the latter to or from %d2, byte by byte. The body begins in line 2; %r9 to %r13 are the
/// coordinates, behind the map.
std::string tensor_kernel(std::string_view body,
                          std::string_view head = ".version 8.7 .target sm_100a") {
  return std::string(head) +
         " .address_size 64 .visible .entry k(.param .align 64 .b8 map[128], .param .u64 q, "
         ".param .align 4 .b8 where[20]) { .reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 %d<32>; "
         ".reg .b16 %h<4>; .shared .align 1024 .b8 s[" +
         std::to_string(shared_size) +
         "]; .shared .align 8 .b64 m; mov.b64 %d1, map; cvta.param.u64 %d1, %d1; "
         "ld.param.u64 %d2, [q]; ld.param.u32 %r9, [where]; ld.param.u32 %r10, [where+4]; "
         "ld.param.u32 %r11, [where+8]; ld.param.u32 %r12, [where+12]; ld.param.u32 %r13, "
         "[where+16]; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; " +
         std::string(body) + "\n}\n";
}

/// Of shared memory to or from %d2, from line 2 on.
std::string all_bytes(std::string_view copy) {
  return "\nmov.u32 %r2, %r1;\n$LOOP: cvt.u64.u32 %d3, %r2; add.u64 %d4, %d2, %d3; mov.u32 %r3, s; "
         "add.u32 %r4, %r3, %r2; " +
         std::string(copy) + " add.u32 %r2, %r2, 32; setp.lt.u32 %p2, %r2, " +
         std::to_string(shared_size) + "; @%p2 bra $LOOP;\n";
}

const std::string from_shared = all_bytes("ld.shared.u8 %h1, [%r4]; st.global.u8 [%d4], %h1;");
const std::string to_shared = all_bytes("ld.global.u8 %h1, [%d4]; st.shared.u8 [%r4], %h1;");

std::string renamed(std::string text, std::string_view label, std::string_view by) {
  for (std::size_t i = text.find(label); i != std::string::npos; i = text.find(label, i + 1))
    text.replace(i, label.size(), by);
  return text;
}

std::string replaced_once(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string names_of_coordinates(std::size_t count) {
  std::string names = "{%r9";
  for (std::size_t i = 1; i < count; ++i)
    names += ", %r" + std::to_string(9 + i);
  return names + "}";
}

/// `bytes` come. Shared memory is full of 0xee before.
std::string load_of(const TensorMap& map, std::uint32_t at, std::uint64_t bytes,
                    std::string_view mode = ".tile", std::size_t coordinates = 0) {
  const std::string rank = std::to_string(map.rank);
  return to_shared +
         "@%p1 mbarrier.init.shared.b64 [m], 1; fence.proxy.async; bar.sync 0;\n"
         "@!%p1 bra $WAIT;\nmbarrier.arrive.expect_tx.shared.b64 %d5, [m], " +
         std::to_string(bytes) + ";\ncp.async.bulk.tensor." + rank + "d.shared::cluster.global" +
         std::string(mode) + ".mbarrier::complete_tx::bytes [s+" + std::to_string(at) +
         "], [%d1, " + names_of_coordinates(coordinates == 0 ? map.rank : coordinates) +
         "], [m];\n$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [m], 0;\n@!%p3 bra $WAIT;\n" +
         renamed(from_shared, "$LOOP", "$BACK");
}

std::string store_of(const TensorMap& map, std::uint32_t at, std::string_view opcode,
                     std::string_view mode = ".tile", std::size_t coordinates = 0) {
  return to_shared + "fence.proxy.async.shared::cta;\nbar.sync 0;\n@!%p1 bra $END;\n" +
         std::string(opcode) + std::to_string(map.rank) + "d.global.shared::cta" +
         std::string(mode) + ".bulk_group [%d1, " +
         names_of_coordinates(coordinates == 0 ? map.rank : coordinates) + "], [s+" +
         std::to_string(at) +
         "];\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n$END: bar.sync 0;";
}

/// A tensor in a buffer, its map, and where a tile begins.
struct Case {
  TensorMap map;
  std::uint64_t base = 0;  // of the tensor in the buffer
  Bytes global;
  std::array<std::int32_t, 5> at{};
  std::uint32_t shared_at = 0;
};

struct Ran {
  std::vector<std::string> faults;
  std::string message;
  Bytes global;
  Bytes other;
};

Ran ran(const std::string& text, Case of, const Bytes& other) {
  PtxOptions options;
  options.exact = true;
  Device device(text, options);
  Executor& executor = device.executor();
  const auto given = [](const Bytes& bytes) {
    Fill fill{Fill::Kind::bytes};
    fill.bytes.resize(bytes.size());
    std::memcpy(fill.bytes.data(), bytes.data(), bytes.size());
    return fill;
  };
  const Buffer x = executor.allocate(of.global.size(), given(of.global));
  const Buffer y = executor.allocate(other.size(), given(other));
  of.map.address = executor.address_of(x) + of.base;
  Argument map = Argument::value(encoded(of.map));
  const LaunchReport report =
      device.launch({1}, {32}, {map, Argument::pointer(y), Argument::value(of.at)});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message,
          device.read<std::uint8_t>(x, of.global.size()),
          device.read<std::uint8_t>(y, other.size())};
}

// The oracle: the tables of the PTX ISA, section Swizzling Modes, as they are printed there. In a
// line of 128 bytes, each place has the number of the 16 bytes that it holds.

using Line = std::array<unsigned, 8>;
std::vector<Line> table_of(TensorMap::Swizzle swizzle, TensorMap::Atom atom) {
  const Line plain = {0, 1, 2, 3, 4, 5, 6, 7};
  if (swizzle == TensorMap::Swizzle::none) return {plain};
  if (swizzle == TensorMap::Swizzle::of_32) return {plain, {1, 0, 3, 2, 5, 4, 7, 6}};
  if (swizzle == TensorMap::Swizzle::of_64)
    return {plain, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4}};
  if (atom == TensorMap::Atom::of_64) return {plain, {4, 5, 6, 7, 0, 1, 2, 3}};
  if (atom != TensorMap::Atom::of_16)
    return {plain, {2, 3, 0, 1, 6, 7, 4, 5}, {4, 5, 6, 7, 0, 1, 2, 3}, {6, 7, 4, 5, 2, 3, 0, 1}};
  return {plain,
          {1, 0, 3, 2, 5, 4, 7, 6},
          {2, 3, 0, 1, 6, 7, 4, 5},
          {3, 2, 1, 0, 7, 6, 5, 4},
          {4, 5, 6, 7, 0, 1, 2, 3},
          {5, 4, 7, 6, 1, 0, 3, 2},
          {6, 7, 4, 5, 2, 3, 0, 1},
          {7, 6, 5, 4, 3, 2, 1, 0}};
}

/// The byte of shared memory where the one lies that would lie at `plain` without a swizzle.
std::uint32_t place_in(const TensorMap& map, std::uint32_t plain) {
  const std::uint32_t line = plain / 128;
  const auto table = table_of(map.swizzle, map.atom);
  const Line& row = table[line % table.size()];
  for (std::uint32_t place = 0; place < 8; ++place) {
    if (row[place] != plain % 128 / 16) continue;
    const bool flips = map.atom == TensorMap::Atom::of_32_flipped && line % 2 == 1;
    return line * 128 + place * 16 + (plain % 16 + (flips ? 8 : 0)) % 16;
  }
  ADD_FAILURE() << "no place for byte " << plain;
  return 0;
}

std::uint64_t swizzle_width(const TensorMap& map) {
  switch (map.swizzle) {
    case TensorMap::Swizzle::of_32:
      return 32;
    case TensorMap::Swizzle::of_64:
      return 64;
    case TensorMap::Swizzle::of_128:
      return 128;
    default:
      return 0;
  }
}

/// Calls f(byte of shared memory, byte of the buffer) for each byte of the tile; -1 for one of no
/// element. Returns how many there are. `rows` are those of gather4 and scatter4.
template <class F>
std::uint64_t for_bytes(const Case& of, F f, const std::vector<std::int32_t>& rows = {}) {
  const TensorMap& map = of.map;
  const std::int64_t width = map.element_bytes();
  const std::int64_t row_bytes = map.box[0] * width;
  const std::int64_t pitch =
      std::max<std::int64_t>(row_bytes, static_cast<std::int64_t>(swizzle_width(map)));
  std::array<std::int64_t, 5> count{1, 1, 1, 1, 1};
  for (std::size_t i = 0; i < map.rank; ++i)
    count[i] = i == 0 ? map.box[0] : (map.box[i] + map.steps[i] - 1) / map.steps[i];
  if (!rows.empty()) count[1] = static_cast<std::int64_t>(rows.size());
  std::uint64_t bytes = 0;
  std::array<std::int64_t, 5> k{};
  std::int64_t row = 0;
  for (k[4] = 0; k[4] < count[4]; ++k[4])
    for (k[3] = 0; k[3] < count[3]; ++k[3])
      for (k[2] = 0; k[2] < count[2]; ++k[2])
        for (k[1] = 0; k[1] < count[1]; ++k[1], ++row)
          for (k[0] = 0; k[0] < count[0]; ++k[0]) {
            bool is_inside = true;
            std::int64_t place = static_cast<std::int64_t>(of.base);
            for (std::size_t i = 0; i < map.rank; ++i) {
              const std::int64_t x = i == 1 && !rows.empty()
                                         ? rows[static_cast<std::size_t>(k[1])]
                                         : of.at[i] + k[i] * (i == 0 ? 1 : map.steps[i]);
              is_inside = is_inside && x >= 0 && x < static_cast<std::int64_t>(map.extents[i]);
              place += x * (i == 0 ? width : static_cast<std::int64_t>(map.strides[i - 1]));
            }
            for (std::int64_t b = 0; b < width; ++b, ++bytes) {
              const auto plain =
                  of.shared_at + static_cast<std::uint32_t>(row * pitch + k[0] * width + b);
              f(place_in(map, plain), is_inside ? place + b : -1);
            }
          }
  return bytes;
}

/// What the element that fills is, byte by byte.
std::uint8_t fill_byte(const TensorMap& map, std::uint32_t shared) {
  if (map.fill == TensorMap::Fill::zero) return 0;
  return shared % 2 == 0 ? 0xf7 : 0x7f;
}

/// Strides leave up to two times 16 bytes between rows.
Case random_case(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Case of;
  TensorMap& map = of.map;
  constexpr TensorMap::Type types[] = {TensorMap::Type::u8,   TensorMap::Type::f16,
                                       TensorMap::Type::s32,  TensorMap::Type::f64,
                                       TensorMap::Type::bf16, TensorMap::Type::f32};
  map.type = types[below(std::size(types))];
  map.rank = static_cast<std::uint8_t>(1 + below(5));
  map.swizzle = static_cast<TensorMap::Swizzle>(below(4));
  if (map.swizzle == TensorMap::Swizzle::of_128) map.atom = static_cast<TensorMap::Atom>(below(4));
  if (map.is_floating()) map.fill = static_cast<TensorMap::Fill>(below(2));
  const std::uint64_t width = map.element_bytes();
  const std::uint64_t span = swizzle_width(map);
  const std::uint64_t most_chunks = span == 0 ? 12 : span / 16;
  map.box[0] = static_cast<std::uint16_t>(
      std::min<std::uint64_t>(16 * (1 + below(most_chunks)) / width, 256));
  while (map.box[0] * width % 16 != 0)
    --map.box[0];
  map.extents[0] = 1 + below(2 * map.box[0]);
  std::uint64_t next = (map.extents[0] * width + 15) / 16 * 16;
  std::uint64_t rows = 1;
  for (std::size_t i = 1; i < map.rank; ++i) {
    map.strides[i - 1] = next + 16 * below(3);
    map.extents[i] = 1 + below(6);
    map.steps[i] = static_cast<std::uint8_t>(below(3) == 0 ? 1 + below(8) : 1);
    map.box[i] = static_cast<std::uint16_t>(1 + below(i == 1 ? 20 : 4));
    rows *= map.count(i);
    next = map.strides[i - 1] * map.extents[i];
  }
  map.steps[0] = static_cast<std::uint8_t>(1 + below(8));  // ignored
  if (rows * std::max<std::uint64_t>(map.row_bytes(), span) + 2048 > shared_size)
    return random_case(random);
  of.base = 16 * below(4);
  of.global.resize(of.base + next + 16);
  for (std::uint8_t& byte : of.global)
    byte = static_cast<std::uint8_t>(random());
  for (std::size_t i = 0; i < map.rank; ++i) {
    const auto reach = static_cast<std::int64_t>(map.extents[i] + map.box[i]);
    of.at[i] = static_cast<std::int32_t>(
        static_cast<std::int64_t>(below(static_cast<std::uint64_t>(reach) + 2)) - map.box[i]);
    if (below(40) == 0) of.at[i] = below(2) == 0 ? INT32_MAX : INT32_MIN;
  }
  of.shared_at = static_cast<std::uint32_t>(128 * below(16));
  return of;
}

std::string shown(const Case& of) {
  std::ostringstream out;
  const TensorMap& map = of.map;
  out << name(map.type) << " swizzle " << static_cast<int>(map.swizzle) << " atom "
      << static_cast<int>(map.atom) << " fill " << static_cast<int>(map.fill) << " shared "
      << of.shared_at;
  for (std::size_t i = 0; i < map.rank; ++i) {
    out << "; extent " << map.extents[i] << " box " << map.box[i] << " step "
        << static_cast<int>(map.steps[i]) << " at " << of.at[i];
    if (i > 0) out << " stride " << map.strides[i - 1];
  }
  return out.str();
}

constexpr int cases = 60;

void expect_loaded(const Case& of) {
  ASSERT_EQ(refusal_of(of.map), "") << shown(of);
  Bytes expected(shared_size, 0xee);
  const std::uint64_t bytes = for_bytes(of, [&](std::uint32_t shared, std::int64_t global) {
    expected.at(shared) =
        global < 0 ? fill_byte(of.map, shared) : of.global.at(static_cast<std::size_t>(global));
  });
  const Ran found =
      ran(tensor_kernel(load_of(of.map, of.shared_at, bytes)), of, Bytes(shared_size, 0xee));
  ASSERT_THAT(found.faults, ElementsAre()) << shown(of) << "\n" << found.message;
  ASSERT_TRUE(found.other == expected) << shown(of);
}

TEST(PtxTensor, EachByteOfATileComesFromItsElement) {
  std::mt19937_64 random(1);
  for (int i = 0; i < cases; ++i)
    expect_loaded(random_case(random));
}

// Im2col mode.

/// The pixels of a tile, as loops over the images, and in each over the bases of filters: the first
/// image and line from the coordinates on, the others from the corner of the bounding box on.
std::vector<std::array<std::int64_t, 5>> pixels_of(const Case& of,
                                                   const std::vector<std::int64_t>& offsets) {
  const TensorMap& map = of.map;
  const std::size_t n = map.rank - std::size_t{1};
  std::vector<std::array<std::int64_t, 5>> pixels;
  std::array<std::int64_t, 5> base{};
  base[0] = of.at[0];
  bool is_first = true;
  // Of dimension i and of all within it; false once there are enough pixels.
  const std::function<bool(std::size_t)> walk = [&](std::size_t i) {
    if (i == 0) {
      is_first = false;
      pixels.push_back(base);
      for (std::size_t j = 0; j < offsets.size(); ++j)
        pixels.back()[j + 1] += offsets[j];
      return pixels.size() < map.pixels;
    }
    const std::int64_t corner = map.lower[i - 1];
    const std::int64_t end = static_cast<std::int64_t>(map.extents[i]) + map.upper[i - 1];
    for (base[i] = is_first ? of.at[i] : corner; base[i] < end; base[i] += map.steps[i])
      if (!walk(i - 1)) return false;
    return true;
  };
  for (base[n] = of.at[n]; walk(n - 1); ++base[n]) {
  }
  return pixels;
}

/// As for_bytes.
template <class F>
std::uint64_t for_bytes_of_pixels(const Case& of, const std::vector<std::int64_t>& offsets, F f) {
  const TensorMap& map = of.map;
  const std::int64_t width = map.element_bytes();
  const std::int64_t pitch =
      std::max<std::int64_t>(map.box[0] * width, static_cast<std::int64_t>(swizzle_width(map)));
  std::uint64_t bytes = 0;
  std::int64_t row = 0;
  for (const auto& pixel : pixels_of(of, offsets)) {
    for (std::int64_t c = 0; c < map.box[0]; ++c) {
      bool is_inside = true;
      std::int64_t place = static_cast<std::int64_t>(of.base);
      for (std::size_t i = 0; i < map.rank; ++i) {
        const std::int64_t x = pixel[i] + (i == 0 ? c : 0);
        is_inside = is_inside && x >= 0 && x < static_cast<std::int64_t>(map.extents[i]);
        place += x * (i == 0 ? width : static_cast<std::int64_t>(map.strides[i - 1]));
      }
      for (std::int64_t b = 0; b < width; ++b, ++bytes) {
        const auto plain = of.shared_at + static_cast<std::uint32_t>(row * pitch + c * width + b);
        f(place_in(map, plain), is_inside ? place + b : -1);
      }
    }
    ++row;
  }
  return bytes;
}

/// A tensor of at least three dimensions as pixels. `inside` has no base beyond an image.
Case random_case_of_pixels(std::mt19937_64& random, bool inside) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  Case of = random_case(random);
  TensorMap& map = of.map;
  if (map.rank < 3) return random_case_of_pixels(random, inside);
  for (std::size_t i = 1; i < map.rank; ++i)
    map.box[i] = 0;
  map.pixels = static_cast<std::uint16_t>(1 + below(24));
  of.at[0] = static_cast<std::int32_t>(below(map.extents[0] + 3)) - 1;
  for (std::size_t i = 1; i + 1 < map.rank; ++i) {
    const auto extent = static_cast<std::int64_t>(map.extents[i]);
    // Of one base at least.
    const std::int64_t lower = inside ? below(static_cast<std::uint64_t>(extent)) : below(5) - 3;
    const std::int64_t last =
        inside ? lower + below(static_cast<std::uint64_t>(extent - lower)) : lower + below(6);
    map.lower[i - 1] = static_cast<std::int16_t>(lower);
    map.upper[i - 1] = static_cast<std::int16_t>(last + 1 - extent);
    of.at[i] =
        static_cast<std::int32_t>(lower + below(static_cast<std::uint64_t>(last - lower + 1)));
  }
  const std::size_t n = map.rank - std::size_t{1};
  of.at[n] = static_cast<std::int32_t>(below(map.extents[n] + 1)) - (inside ? 0 : 1);
  return of;
}

std::string shown_offsets(const std::vector<std::int64_t>& offsets) {
  std::string text = "{";
  for (std::size_t i = 0; i < offsets.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(offsets[i]);
  return text + "}";
}

std::string load_of_pixels(const Case& of, const std::vector<std::int64_t>& offsets,
                           std::uint64_t bytes) {
  return replaced_once(load_of(of.map, of.shared_at, bytes, ".im2col"), "], [m];",
                       "], [m], " + shown_offsets(offsets) + ";");
}

TEST(PtxTensor, PixelsComeByTheBasesOfFilters) {
  std::mt19937_64 random(7);
  std::set<unsigned> ranks;
  std::size_t images = 0;
  std::size_t beyond = 0;
  for (int i = 0; i < 2 * cases; ++i) {
    const Case of = random_case_of_pixels(random, false);
    ASSERT_EQ(refusal_of(of.map), "") << shown(of);
    std::vector<std::int64_t> offsets(of.map.rank - 2U);
    for (std::int64_t& offset : offsets)
      offset = static_cast<std::int64_t>(random() % 4);
    Bytes expected(shared_size, 0xee);
    const std::uint64_t bytes =
        for_bytes_of_pixels(of, offsets, [&](std::uint32_t shared, std::int64_t global) {
          expected.at(shared) = global < 0 ? fill_byte(of.map, shared)
                                           : of.global.at(static_cast<std::size_t>(global));
          beyond += global < 0 ? 1 : 0;
        });
    const Ran found =
        ran(tensor_kernel(load_of_pixels(of, offsets, bytes)), of, Bytes(shared_size, 0xee));
    ASSERT_THAT(found.faults, ElementsAre()) << shown(of) << "\n" << found.message;
    ASSERT_TRUE(found.other == expected) << shown(of) << shown_offsets(offsets);
    ranks.insert(of.map.rank);
    const auto pixels = pixels_of(of, offsets);
    images += pixels.back()[of.map.rank - 1U] > pixels.front()[of.map.rank - 1U] ? 1 : 0;
  }
  EXPECT_EQ(ranks.size(), 3U);
  EXPECT_GT(images, 20U);
  EXPECT_GT(beyond, 1000U);
}

TEST(PtxTensor, PixelsGoBackWithoutOffsets) {
  std::mt19937_64 random(8);
  for (int i = 0; i < cases; ++i) {
    Case of = random_case_of_pixels(random, true);
    if (of.map.atom == TensorMap::Atom::of_32_flipped) continue;
    of.at[0] = std::max(of.at[0], 0);
    Bytes other(shared_size);
    for (std::uint8_t& byte : other)
      byte = static_cast<std::uint8_t>(random());
    Bytes expected = of.global;
    for_bytes_of_pixels(of, {}, [&](std::uint32_t shared, std::int64_t global) {
      if (global >= 0) expected.at(static_cast<std::size_t>(global)) = other.at(shared);
    });
    const Ran found = ran(
        tensor_kernel(store_of(of.map, of.shared_at, "cp.async.bulk.tensor.", ".im2col_no_offs")),
        of, other);
    ASSERT_THAT(found.faults, ElementsAre()) << shown(of) << "\n" << found.message;
    ASSERT_TRUE(found.global == expected) << shown(of);
  }
}

TEST(PtxTensor, PixelsMustBeThoseOfTheMap) {
  // 8 channels of 9×5 pixels, for filters of 3×3 with a border of one.
  Case of;
  of.map.type = TensorMap::Type::f16;
  of.map.rank = 4;
  of.map.extents = {8, 9, 5, 2};
  of.map.strides = {16, 144, 720};
  of.map.steps = {1, 1, 1, 1};
  of.map.box = {8};
  of.map.pixels = 4;
  of.map.lower = {-1, -1};
  of.map.upper = {-1, -1};
  of.at = {0, 7, 3, 1};
  of.global.resize(1440);
  const auto message = [](const Case& it, std::vector<std::int64_t> offsets) {
    return ran(tensor_kernel(load_of_pixels(it, offsets, 64)), it, Bytes(shared_size)).message;
  };
  EXPECT_EQ(message(of, {2, 2}), "");
  Case other = of;
  other.at[1] = 8;
  EXPECT_THAT(message(other, {0, 0}),
              HasSubstr("coordinate 1 is 8, outside of the bounding box, from -1 to 7"));
  other = of;
  other.at[2] = -2;
  EXPECT_THAT(message(other, {0, 0}),
              HasSubstr("coordinate 2 is -2, outside of the bounding box, from -1 to 3"));
  EXPECT_THAT(message(of, {2, 256}),
              HasSubstr("the offset in dimension 2 is 256, not from 0 to 255"));
  EXPECT_THAT(ran(tensor_kernel(load_of(of.map, 0, 64)), of, Bytes(shared_size)).message,
              HasSubstr("the tensor map is for im2col mode, and the instruction is in tiled mode"));
  other = of;
  other.map.pixels = 0;
  other.map.box = {8, 1, 1, 1};
  EXPECT_THAT(message(other, {0, 0}),
              HasSubstr("the tensor map is for tiled mode, and the instruction is in im2col mode"));
  const auto stored = [](const Case& it) {
    return ran(tensor_kernel(store_of(it.map, 0, "cp.async.bulk.tensor.", ".im2col_no_offs")), it,
               Bytes(shared_size))
        .message;
  };
  EXPECT_THAT(stored(of), HasSubstr("beyond the image in dimension 1"));
  other = of;
  other.map.lower = {0, 0};
  other.map.upper = {-2, 1};
  other.at = {0, 6, 3, 1};
  EXPECT_THAT(stored(other), HasSubstr("beyond the image in dimension 2"));
  other.map.upper = {-2, 0};
  EXPECT_EQ(stored(other), "");

  other = of;
  other.map.pixels = 1025;
  EXPECT_THAT(refusal_of(other.map), HasSubstr("1025 pixels"));
  other = of;
  other.map.upper[1] = 128;
  EXPECT_EQ(refusal_of(other.map), "a corner of dimension 2 is 128, not from -128 to 127");
  other = of;
  other.map.rank = 2;
  EXPECT_EQ(refusal_of(other.map), "its rank is 2, and in im2col mode from 3 to 5");
  other = of;
  other.map.box[1] = 2;
  EXPECT_EQ(refusal_of(other.map),
            "the box of dimension 1 is given, which im2col mode does not have");
}

/// 16 whole rows from each line of a pattern on.
TEST(PtxTensor, SwizzlesAreThoseOfTheTables) {
  std::mt19937_64 random(4);
  for (unsigned mode = 0; mode < 7; ++mode) {
    for (std::uint32_t line = 0; line < 8; ++line) {
      Case of;
      TensorMap& map = of.map;
      map.type = TensorMap::Type::f16;
      map.rank = 2;
      map.swizzle = static_cast<TensorMap::Swizzle>(std::min(mode, 3U));
      map.atom = static_cast<TensorMap::Atom>(mode - std::min(mode, 3U));
      const std::uint64_t span = std::max<std::uint64_t>(swizzle_width(map), 32);
      map.box = {static_cast<std::uint16_t>(span / 2), 16};
      map.steps = {1, 1};
      map.extents = {span / 2, 16};
      map.strides = {span};
      of.global.resize(16 * span);
      for (std::uint8_t& byte : of.global)
        byte = static_cast<std::uint8_t>(random());
      of.shared_at = 128 * line;
      expect_loaded(of);
    }
  }
}

TEST(PtxTensor, EachElementInsideOfTheTensorIsWritten) {
  std::mt19937_64 random(2);
  for (int i = 0; i < cases; ++i) {
    Case of = random_case(random);
    for (std::int32_t& at : of.at)
      at = std::max(at, 0);
    if (of.map.atom == TensorMap::Atom::of_32_flipped) of.map.atom = TensorMap::Atom::of_32;
    Bytes tile(shared_size);
    for (std::uint8_t& byte : tile)
      byte = static_cast<std::uint8_t>(random());
    Bytes expected = of.global;
    for_bytes(of, [&](std::uint32_t shared, std::int64_t global) {
      if (global >= 0) expected.at(static_cast<std::size_t>(global)) = tile.at(shared);
    });
    const Ran found =
        ran(tensor_kernel(store_of(of.map, of.shared_at, "cp.async.bulk.tensor.")), of, tile);
    ASSERT_THAT(found.faults, ElementsAre()) << shown(of) << "\n" << found.message;
    ASSERT_TRUE(found.global == expected) << shown(of);
  }
}

/// 8 × 6 words, of which a tile has 4 × 3.
Case small_case() {
  Case of;
  TensorMap& map = of.map;
  map.type = TensorMap::Type::u32;
  map.rank = 2;
  map.extents = {8, 6};
  map.strides = {32};
  map.box = {4, 3};
  map.steps = {1, 1};
  of.global.resize(192);
  std::iota(of.global.begin(), of.global.end(), std::uint8_t{0});
  of.at = {2, 1};
  return of;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// Elements of 4 and 6 bits.

/// 256 × 4 elements of pseudorandom bits, of which a tile has 128 × 3, the last row outside.
Case packed_case(TensorMap::Type type) {
  Case of;
  TensorMap& map = of.map;
  map.type = type;
  map.rank = 2;
  map.extents = {256, 4};
  map.strides = {256 * map.element_bits() / 8};
  map.box = {128, 3};
  map.steps = {1, 1};
  of.global.resize(4 * map.strides[0]);
  std::mt19937_64 random(5);
  for (std::uint8_t& byte : of.global)
    byte = static_cast<std::uint8_t>(random());
  of.at = {128, 2};
  return of;
}

/// Calls f(unit, row, i) for each unit of 16 bytes of a tile in shared memory: where it lies, and
/// which one of its row it is.
template <class F>
void for_units(const Case& of, F f) {
  const std::uint32_t units = of.map.row_bytes() / 16;
  for (std::uint32_t row = 0; row < 3; ++row)
    for (std::uint32_t i = 0; i < units; ++i)
      f(place_in(of.map, row * of.map.pitch() + 16 * i), row, i);
}

TEST(PtxTensor, PackedElementsAreFollowedByTheirPadding) {
  using Type = TensorMap::Type;
  using Swizzle = TensorMap::Swizzle;
  for (const auto& [type, swizzle, atom, held] :
       {std::tuple{Type::b4x16, Swizzle::none, TensorMap::Atom::of_16, 16U},
        {Type::b4x16, Swizzle::of_64, TensorMap::Atom::of_16, 16U},
        {Type::b4x16, Swizzle::of_128, TensorMap::Atom::of_32_flipped, 16U},
        {Type::b4x16_p64, Swizzle::none, TensorMap::Atom::of_16, 8U},
        {Type::b4x16_p64, Swizzle::of_128, TensorMap::Atom::of_16, 8U},
        {Type::b6x16_p32, Swizzle::of_128, TensorMap::Atom::of_32, 12U},
        {Type::b6x16_p32, Swizzle::none, TensorMap::Atom::of_16, 12U}}) {
    Case of = packed_case(type);
    of.map.swizzle = swizzle;
    of.map.atom = atom;
    ASSERT_EQ(refusal_of(of.map), "");
    Bytes expected(shared_size, 0xee);
    const std::size_t pitch = of.map.strides[0];
    for_units(of, [&](std::uint32_t unit, std::uint32_t row, std::uint32_t i) {
      for (std::uint32_t b = 0; b < held; ++b) {
        const bool is_flipped = unit % 16 != 0;
        expected[unit / 16 * 16 + (is_flipped ? b ^ 8U : b)] =
            row == 2 ? 0 : of.global[(2 + row) * pitch + pitch / 2 + i * held + b];
      }
    });
    // Padding is not among the bytes that come.
    const std::uint64_t bytes = 3 * 128 * of.map.element_bits() / 8;
    const Ran found = ran(tensor_kernel(load_of(of.map, 0, bytes)), of, Bytes(shared_size, 0xee));
    ASSERT_THAT(found.faults, ElementsAre()) << name(type) << "\n" << found.message;
    EXPECT_TRUE(found.other == expected) << name(type);
  }
}

TEST(PtxTensor, PackedElementsGoToGlobalMemory) {
  for (const TensorMap::Type type : {TensorMap::Type::b4x16, TensorMap::Type::b6x16_p32}) {
    Case of = packed_case(type);
    of.map.swizzle =
        type == TensorMap::Type::b4x16 ? TensorMap::Swizzle::of_64 : TensorMap::Swizzle::of_128;
    Bytes tile(shared_size);
    std::mt19937_64 random(6);
    for (std::uint8_t& byte : tile)
      byte = static_cast<std::uint8_t>(random());
    Bytes expected = of.global;
    const std::size_t pitch = of.map.strides[0];
    for_units(of, [&](std::uint32_t unit, std::uint32_t row, std::uint32_t i) {
      if (row == 2) return;
      const std::size_t to = (2 + row) * pitch + pitch / 2;
      if (type == TensorMap::Type::b4x16) {
        std::copy_n(tile.begin() + unit, 16,
                    expected.begin() + static_cast<std::ptrdiff_t>(to + 16 * i));
        return;
      }
      // Of each byte, the lower six bits.
      for (unsigned bit = 0; bit < 96; ++bit) {
        const unsigned value = tile[unit + bit / 6] >> bit % 6 & 1U;
        std::uint8_t& byte = expected[to + 12 * i + bit / 8];
        byte = static_cast<std::uint8_t>((byte & ~(1U << bit % 8)) | value << bit % 8);
      }
    });
    const Ran found = ran(tensor_kernel(store_of(of.map, 0, "cp.async.bulk.tensor.")), of, tile);
    ASSERT_THAT(found.faults, ElementsAre()) << name(type) << "\n" << found.message;
    EXPECT_TRUE(found.global == expected) << name(type);
  }
}

TEST(PtxTensor, PackedElementsHaveRulesOfTheirOwn) {
  const auto refused = [](TensorMap::Type type, auto change) {
    TensorMap map = packed_case(type).map;
    change(map);
    return refusal_of(map);
  };
  using Type = TensorMap::Type;
  EXPECT_THAT(refused(Type::b4x16, [](TensorMap& map) { map.extents[0] = 255; }),
              HasSubstr("255, no multiple of 2"));
  EXPECT_THAT(refused(Type::b6x16_p32, [](TensorMap& map) { map.extents[0] = 192; }),
              HasSubstr("192, no multiple of 128"));
  EXPECT_THAT(refused(Type::b4x16_p64, [](TensorMap& map) { map.box[0] = 64; }),
              HasSubstr("the box of dimension 0 is 64, not 128"));
  EXPECT_THAT(refused(Type::b4x16_p64, [](TensorMap& map) { map.address = 16; }),
              HasSubstr("16, no multiple of 32"));
  EXPECT_THAT(refused(Type::b4x16_p64, [](TensorMap& map) { map.strides[0] = 144; }),
              HasSubstr("144 bytes, no multiple of 32"));
  EXPECT_THAT(
      refused(Type::b4x16_p64, [](TensorMap& map) { map.swizzle = TensorMap::Swizzle::of_64; }),
      HasSubstr("padded elements have no swizzle, or one of 128 bytes"));
  EXPECT_THAT(refused(Type::b4x16, [](TensorMap& map) { map.fill = TensorMap::Fill::nan; }),
              HasSubstr("there is no NaN of type b4x16"));
  const auto message = [](Type type, std::int32_t at, bool stores = false) {
    Case of = packed_case(type);
    of.at[0] = at;
    const std::string body = stores ? store_of(of.map, 0, "cp.async.bulk.tensor.")
                                    : load_of(of.map, 0, 3 * 128 * of.map.element_bits() / 8);
    return ran(tensor_kernel(body), of, Bytes(shared_size)).message;
  };
  EXPECT_EQ(message(Type::b4x16_p64, 64),
            "coordinate 0 is 64, and padded elements begin at a multiple of 128");
  EXPECT_EQ(message(Type::b4x16, 63), "coordinate 0 is 63, in the middle of a byte");
  EXPECT_EQ(message(Type::b4x16_p64, 0, true),
            "elements of type b4x16_p64 are for copies to shared memory");
  Case of = packed_case(Type::b4x16);
  EXPECT_THAT(ran(tensor_kernel(store_of(of.map, 0, "cp.reduce.async.bulk.tensor.", ".add.tile")),
                  of, Bytes(shared_size))
                  .message,
              HasSubstr(".add of elements of type b4x16"));
}

template <class T>
void expect_reduction(const std::string& name, TensorMap::Type type, T (*f)(T, T)) {
  Case of = small_case();
  of.map.type = type;
  of.map.box[0] = 16 / sizeof(T);
  std::vector<T> before(192 / sizeof(T));
  for (std::size_t i = 0; i < before.size(); ++i)
    before[i] = static_cast<T>(i * 3 % 17);
  std::memcpy(of.global.data(), before.data(), 192);
  std::vector<T> tile(shared_size / sizeof(T));
  for (std::size_t i = 0; i < tile.size(); ++i)
    tile[i] = static_cast<T>(i * 7 % 13);
  Bytes bytes(shared_size);
  std::memcpy(bytes.data(), tile.data(), shared_size);
  std::vector<T> expected = before;
  for_bytes(of, [&](std::uint32_t shared, std::int64_t global) {
    if (global < 0 || shared % sizeof(T) != 0) return;
    T& there = expected.at(static_cast<std::size_t>(global) / sizeof(T));
    there = f(there, tile.at(shared / sizeof(T)));
  });
  const Ran found = ran(
      tensor_kernel(store_of(of.map, 0, "cp.reduce.async.bulk.tensor.", "." + name)), of, bytes);
  EXPECT_THAT(found.faults, ElementsAre()) << name << found.message;
  Bytes wanted(192);
  std::memcpy(wanted.data(), expected.data(), 192);
  EXPECT_EQ(found.global, wanted) << name;
}

TEST(PtxTensor, ReductionsJoinElements) {
  using Type = TensorMap::Type;
  expect_reduction<std::uint32_t>("add", Type::u32, [](auto a, auto b) { return a + b; });
  expect_reduction<std::uint64_t>("add", Type::u64, [](auto a, auto b) { return a + b; });
  expect_reduction<float>("add", Type::f32, [](auto a, auto b) { return a + b; });
  expect_reduction<std::int32_t>("min", Type::s32, [](auto a, auto b) { return std::min(a, b); });
  expect_reduction<std::int64_t>("max", Type::s64, [](auto a, auto b) { return std::max(a, b); });
  expect_reduction<std::uint32_t>("xor", Type::u32, [](auto a, auto b) { return a ^ b; });
  expect_reduction<std::uint64_t>("and", Type::s64, [](auto a, auto b) { return a & b; });
  expect_reduction<std::uint32_t>(
      "inc", Type::u32, [](std::uint32_t a, std::uint32_t b) { return a >= b ? 0 : a + 1; });
  // Halves: 1 + 2 and the larger of 1 and 2 wherever the tile is.
  for (const auto& [opcode, half] : {std::pair("add", 0x4200), std::pair("max", 0x4000)}) {
    Case of = small_case();
    of.map.type = Type::f16;
    of.map.box[0] = 8;
    for (std::size_t i = 0; i < of.global.size(); i += 2) {
      of.global[i] = 0;
      of.global[i + 1] = 0x3c;
    }
    Bytes tile(shared_size);
    for (std::size_t i = 1; i < tile.size(); i += 2)
      tile[i] = 0x40;
    Bytes expected = of.global;
    for_bytes(of, [&](std::uint32_t shared, std::int64_t global) {
      if (global >= 0 && shared % 2 == 1)
        expected.at(static_cast<std::size_t>(global)) = static_cast<std::uint8_t>(half >> 8);
    });
    const Ran found = ran(tensor_kernel(store_of(of.map, 0, "cp.reduce.async.bulk.tensor.",
                                                 "." + std::string(opcode))),
                          of, tile);
    EXPECT_THAT(found.faults, ElementsAre()) << found.message;
    EXPECT_EQ(found.global, expected) << opcode;
  }
  Case of = small_case();
  of.map.type = Type::f32;
  const Ran none = ran(tensor_kernel(store_of(of.map, 0, "cp.reduce.async.bulk.tensor.", ".xor")),
                       of, Bytes(shared_size));
  EXPECT_EQ(none.message, "there is no .xor of elements of type f32");
}

TEST(PtxTensor, RowsAreGatheredAndScattered) {
  Case of = small_case();
  of.map.box[1] = 1;
  of.map.swizzle = TensorMap::Swizzle::of_32;
  of.at = {3, 5, 0, -1, 2};
  const std::vector<std::int32_t> rows = {5, 0, -1, 2};
  Bytes expected(shared_size, 0xee);
  const std::uint64_t bytes = for_bytes(
      of,
      [&](std::uint32_t shared, std::int64_t global) {
        expected.at(shared) = global < 0 ? 0 : of.global.at(static_cast<std::size_t>(global));
      },
      rows);
  EXPECT_EQ(bytes, 64U);
  const Ran gathered = ran(tensor_kernel(load_of(of.map, 0, bytes, ".tile::gather4", 5)), of,
                           Bytes(shared_size, 0xee));
  EXPECT_THAT(gathered.faults, ElementsAre()) << gathered.message;
  EXPECT_TRUE(gathered.other == expected);
  of.at[3] = 1;
  Bytes tile(shared_size);
  std::iota(tile.begin(), tile.end(), std::uint8_t{100});
  Bytes scattered = of.global;
  for_bytes(of,
            [&](std::uint32_t shared, std::int64_t global) {
              if (global >= 0) scattered.at(static_cast<std::size_t>(global)) = tile.at(shared);
            },
            {5, 0, 1, 2});
  const Ran stored = ran(
      tensor_kernel(store_of(of.map, 0, "cp.async.bulk.tensor.", ".tile::scatter4", 5)), of, tile);
  EXPECT_THAT(stored.faults, ElementsAre()) << stored.message;
  EXPECT_EQ(stored.global, scattered);
}

TEST(PtxTensor, NumbersAreRoundedToTf32) {
  Case of = small_case();
  of.map.type = TensorMap::Type::tf32;
  of.at = {};
  // Just below, at, and above the half of a last place, to even; and infinity.
  const std::vector<std::uint32_t> numbers = {0x3f800fff, 0x3f801000, 0x3f803000, 0x7f800000};
  const std::vector<std::uint32_t> rounded = {0x3f800000, 0x3f800000, 0x3f804000, 0x7f800000};
  std::memcpy(of.global.data(), numbers.data(), 16);
  const Ran found = ran(tensor_kernel(load_of(of.map, 0, 48)), of, Bytes(shared_size, 0));
  EXPECT_THAT(found.faults, ElementsAre()) << found.message;
  std::vector<std::uint32_t> words(4);
  std::memcpy(words.data(), found.other.data(), 16);
  EXPECT_EQ(words, rounded);
}

/// Two blocks, of which thread 0 of the first copies. Those that `waits` says wait for their
/// mbarrier; %r21 is that of the second one.
Ran in_cluster(std::string_view copy, std::string_view waits, int bytes) {
  constexpr std::string_view meet = "\nbarrier.cluster.arrive; barrier.cluster.wait;";
  std::string text = tensor_kernel(
      "\nmov.u32 %r20, %cluster_ctarank; setp.eq.u32 %p4, %r20, 0; setp.ne.u32 %p5, %r20, 0; "
      "setp.eq.u32 %p6, 0, 0; and.pred %p7, %p1, %p4; mov.u32 %r21, m; mapa.shared::cluster.u32 "
      "%r21, %r21, 1; mov.u16 %h2, 3; @%p1 mbarrier.init.shared.b64 [m], 1; @%p1 "
      "mbarrier.arrive.expect_tx.shared.b64 %d5, [m], " +
      std::to_string(bytes) + "; fence.proxy.async;" + std::string(meet) + "\n@%p7 " +
      std::string(copy) + "\n@!" + std::string(waits) +
      " bra $END;\n$WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p3, [m], "
      "0;\n@!%p3 bra $WAIT;\n$END:" +
      std::string(meet) +
      "\nsetp.ge.u32 %p8, %r1, 12; @%p8 bra $LAST; mov.u32 %r22, s; mad.lo.u32 %r22, %r1, 4, %r22; "
      "mad.lo.u32 %r23, %r20, 12, %r1; mul.wide.u32 %d6, %r23, 4; add.u64 %d6, %d6, %d2; @%p6 "
      "ld.shared.u32 %r24, [%r22]; st.global.u32 [%d6], %r24;\n$LAST:" +
      std::string(meet));
  text = replaced(text, ") { .reg .pred", ") .reqnctapercluster 2 { .reg .pred");
  Device device(text);
  Case of = small_case();
  Fill given{Fill::Kind::bytes};
  given.bytes.resize(of.global.size());
  std::memcpy(given.bytes.data(), of.global.data(), of.global.size());
  const Buffer x = device.executor().allocate(of.global.size(), given);
  const Buffer y = device.buffer(96, Fill::Kind::zero);
  of.map.address = device.executor().address_of(x);
  const LaunchReport report = device.launch(
      {2}, {32}, {Argument::value(encoded(of.map)), Argument::pointer(y), Argument::value(of.at)});
  return {faults_of(report), report.faults.empty() ? "" : report.faults[0].message, of.global,
          device.read<std::uint8_t>(y, 96)};
}

TEST(PtxTensor, BlocksOfAClusterGetATile) {
  const Case of = small_case();
  Bytes tile(48);
  for_bytes(of, [&](std::uint32_t shared, std::int64_t global) {
    tile.at(shared) = of.global.at(static_cast<std::size_t>(global));
  });
  Bytes both = tile;
  both.insert(both.end(), tile.begin(), tile.end());
  const std::string copy =
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes";
  const Ran cast =
      in_cluster(copy + ".multicast::cluster [s], [%d1, {%r9, %r10}], [m], %h2;", "%p6", 48);
  EXPECT_THAT(cast.faults, ElementsAre()) << cast.message;
  EXPECT_EQ(cast.other, both);
  // The mbarrier of the other block is told of both.
  const Ran pair = in_cluster(
      copy + ".multicast::cluster.cta_group::2 [s], [%d1, {%r9, %r10}], [%r21], %h2;", "%p5", 96);
  EXPECT_THAT(pair.faults, ElementsAre()) << pair.message;
  EXPECT_EQ(pair.other, both);
  // The odd block copies, and tells its own mbarrier or, without the lowest bit of its rank, that
  // of the even block.
  Bytes second(48);
  second.insert(second.end(), tile.begin(), tile.end());
  const auto copied_by_odd = [&](const std::string& bits, std::string_view waits) {
    // One thread alone executes the first instruction of what copies.
    const std::string first = "mov.u32 %r24, 0;";
    return in_cluster(first + first + " mov.u32 %r22, m; and.b32 %r22, %r22, " + bits +
                          "; setp.ne.u32 %p6, %r20, 0; and.pred %p7, %p1, %p5; @%p7 " + copy +
                          ".cta_group::2 [s], [%d1, {%r9, %r10}], [%r22];",
                      waits, 48);
  };
  for (const Ran& odd : {copied_by_odd("-1", "%p5"), copied_by_odd("-16777217", "%p4")}) {
    EXPECT_THAT(odd.faults, ElementsAre()) << odd.message;
    EXPECT_EQ(odd.other, second);
  }
  EXPECT_THAT(copied_by_odd("-16777217", "%p5").message,
              HasSubstr("48 expected bytes are missing"));
  const std::string other = " [s], [%d1, {%r9, %r10}], [%r21];";
  const Ran one = in_cluster(copy + other, "%p5", 48);
  EXPECT_THAT(one.message, HasSubstr("not in the block to which the bytes go"));
}

// Mistakes, one line each. The copy is in line 6, the wait in line 7.

Ran loaded(const Case& of, const std::string& text) {
  return ran(tensor_kernel(text), of, Bytes(shared_size, 0xee));
}

TEST(PtxTensor, TheBytesOfTheWholeBoxAreExpected) {
  Case of = small_case();
  const std::string right = load_of(of.map, 0, 48);
  EXPECT_THAT(loaded(of, right).faults, ElementsAre());
  // Those beyond the tensor count, too.
  of.at = {6, 5};
  EXPECT_THAT(loaded(of, right).faults, ElementsAre());
  const Ran more = loaded(of, load_of(of.map, 0, 64));
  EXPECT_THAT(more.faults, ElementsAre("deadlock in line 8"));
  EXPECT_EQ(more.message,
            "waits for a phase of the mbarrier, of which 16 expected bytes are missing");
  // A box that has one row more than is expected.
  of.map.box[1] = 4;
  EXPECT_THAT(loaded(of, right).message, HasSubstr("16 bytes more have come than are expected"));
}

TEST(PtxTensor, WhoDoesNotWaitRaces) {
  const Case of = small_case();
  const std::string right = load_of(of.map, 0, 48);
  const Ran blind = loaded(of, replaced(right,
                                        "$WAIT: mbarrier.try_wait.parity.shared.b64 %p3, "
                                        "[m], 0;\n@!%p3 bra $WAIT;",
                                        "$WAIT: bar.sync 0;"));
  ASSERT_THAT(blind.faults, testing::Contains(StartsWith("race in line")));
  EXPECT_THAT(blind.message, HasSubstr("an asynchronous operation"));
}

TEST(PtxTensor, TheParityOfThePhaseIsFlipped) {
  const Case of = small_case();
  const std::string load = load_of(of.map, 0, 48);
  const std::string again = renamed(
      renamed(load.substr(load.find("@!%p1 bra $WAIT")), "$WAIT", "$MORE"), "$BACK", "$LAST");
  const std::string twice = load + "bar.sync 0;\n" + again;
  EXPECT_THAT(loaded(of, replaced(twice, "$MORE: mbarrier.try_wait.parity.shared.b64 %p3, [m], 0;",
                                  "$MORE: mbarrier.try_wait.parity.shared.b64 %p3, [m], 1;"))
                  .faults,
              ElementsAre());
  // The copy is there at once here, and its phase behind.
  EXPECT_THAT(loaded(of, twice).faults, ElementsAre("deadlock in line 17"));
}

TEST(PtxTensor, StoresNeedAProxyFence) {
  const Case of = small_case();
  const std::string right = store_of(of.map, 0, "cp.async.bulk.tensor.");
  const Bytes tile(shared_size, 1);
  EXPECT_THAT(ran(tensor_kernel(right), of, tile).faults, ElementsAre());
  const Ran none =
      ran(tensor_kernel(replaced(right, "fence.proxy.async.shared::cta;", "")), of, tile);
  EXPECT_THAT(none.faults, ElementsAre("race in line 7"));
  EXPECT_THAT(none.message, HasSubstr("no fence.proxy.async is between"));
}

TEST(PtxTensor, WhatTheInstructionCannotDoIsToldInItsLine) {
  const auto message = [](const Case& of, const std::string& text) {
    const Ran found = loaded(of, text);
    EXPECT_EQ(found.faults.size(), 1U);
    return (found.faults.empty() ? "" : found.faults[0]) + ": " + found.message;
  };
  const Case right = small_case();
  const std::string load = load_of(right.map, 0, 48);
  EXPECT_EQ(message(right, load_of(right.map, 64, 48)),
            "misaligned in line 7: a tile begins in shared memory at a multiple of 128");
  EXPECT_EQ(message(right, replaced(load, "[%d1, ", "[%d1+64, ")),
            "out of bounds in line 7: 16 bytes, at byte 144 of 156 of the parameters");
  EXPECT_EQ(message(right, replaced(load, "[%d1, ", "[%d1+8, ")),
            "misaligned in line 7: a tensor map lies at a multiple of 64");
  EXPECT_EQ(message(right, replaced(load, "[%d1, ", "[s, ")),
            "out of bounds in line 7: a tensor map lies in .param, .const or .global memory");
  EXPECT_THAT(message(right, replaced(load, "[%d1, ", "[%d2, ")),
              StartsWith("trap in line 7: the 128 bytes there are no tensor map"));
  Case flat = right;
  flat.map.rank = 1;
  EXPECT_EQ(message(flat, load),
            "trap in line 7: the tensor map is of rank 1, and the instruction of 2");
  Case wide = right;
  wide.map.box[0] = 6;
  EXPECT_EQ(message(wide, load),
            "trap in line 7: the tensor map is none: a row of the box has 24 bytes, no multiple "
            "of 16");
  // The tensor is larger than its buffer.
  Case large = right;
  large.map.extents[1] = 100;
  large.at[1] = 5;
  EXPECT_EQ(message(large, load),
            "out of bounds in line 7: 4 bytes, at buffer 0 at byte 200 of 192");
  // A tile goes to global memory from a negative coordinate.
  Case negative = right;
  negative.at = {-1, 0};
  EXPECT_EQ(message(negative, store_of(negative.map, 0, "cp.async.bulk.tensor.")),
            "out of bounds in line 7: a tile that goes to global memory begins at coordinate -1");
}

TEST(PtxTensor, CoordinatesThatWrapAreFound) {
  Case of = small_case();
  of.at = {0, INT32_MAX};
  const std::string text = replaced(load_of(of.map, 0, 48), "@!%p1 bra $WAIT;",
                                    "add.s32 %r10, %r10, 1; @!%p1 bra $WAIT;");
  const Ran found = loaded(of, text);
  EXPECT_THAT(found.faults, ElementsAre("wrapped in line 7"));
  EXPECT_EQ(found.message,
            "coordinate 1 is -2147483648; in exact integers it is 2147483648; the value leaves the "
            "range of its type in line 5");
  // A negative one is none that has wrapped.
  of.at = {0, 0};
  EXPECT_THAT(loaded(of, replaced(text, "%r10, 1;", "%r10, -1;")).faults, ElementsAre());
  EXPECT_THAT(loaded(of, replaced(load_of(of.map, 0, 48), ", %r10}", ", -1}")).faults,
              ElementsAre());
}

/// Kernels that make their map: thread 0 in shared memory from zeros, and the warp copies it.
std::string made_map(const TensorMap& map, std::string_view fence) {
  std::string text =
      "\n.shared .align 128 .b8 t[128]; mov.u32 %r20, t; mad.lo.u32 %r20, %r1, 4, "
      "%r20; st.shared.u32 [%r20], 0; bar.warp.sync -1; mov.u64 %d9, %d2; add.u64 "
      "%d9, %d9, 40960;\n@!%p1 bra $MADE; ld.param.u64 %d10, [map];\n";
  const auto put = [&](const std::string& field, std::uint64_t value, int dimension = -1) {
    const bool is_wide = field == "global_address" || field == "global_stride";
    const bool is_address = field == "global_address";
    text += "tensormap.replace.tile." + field + ".shared::cta.b1024." + (is_wide ? "b64" : "b32") +
            " [t], " + (dimension < 0 ? "" : std::to_string(dimension) + ", ") +
            (is_address ? "%d10" : std::to_string(value)) + "; ";
  };
  put("global_address", 0);
  put("rank", map.rank - 1U);
  for (int i = 0; i < map.rank; ++i) {
    const auto k = static_cast<std::size_t>(i);
    put("box_dim", map.box[k], i);
    put("global_dim", map.extents[k], i);
    put("element_stride", map.steps[k], i);
    if (i > 0) put("global_stride", map.strides[k - 1], i - 1);
  }
  put("elemtype", static_cast<unsigned>(map.type));
  put("swizzle_mode", static_cast<unsigned>(map.swizzle));
  put("fill_mode", static_cast<unsigned>(map.fill));
  put("interleave_layout", 0);
  return text +
         "\n$MADE: bar.warp.sync "
         "-1;\ntensormap.cp_fenceproxy.global.shared::cta.tensormap::generic."
         "release.gpu.sync.aligned [%d9], [t], 128;\n" +
         std::string(fence) + " bar.sync 0; mov.u64 %d1, %d9;";
}

TEST(PtxTensor, KernelsMakeTensorMaps) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 12; ++i) {
    Case of = random_case(random);
    of.map.atom = TensorMap::Atom::of_16;
    of.map.steps[0] = 1;
    Bytes expected(shared_size + 128, 0xee);
    const std::uint64_t bytes = for_bytes(of, [&](std::uint32_t shared, std::int64_t global) {
      expected.at(shared) =
          global < 0 ? fill_byte(of.map, shared) : of.global.at(static_cast<std::size_t>(global));
    });
    // The argument is the address of the tensor here.
    const std::string fence = "@%p1 fence.proxy.tensormap::generic.acquire.gpu [%d9], 128;";
    const std::string load = load_of(of.map, of.shared_at, bytes);
    const auto run_with = [&](std::string_view its_fence) {
      std::string text = tensor_kernel(made_map(of.map, its_fence) + load);
      text = replaced(text, "ld.param.u64 %d10, [map];", "ld.param.u64 %d10, [map+8];");
      return ran(text, of, Bytes(shared_size + 128, 0xee));
    };
    const Ran found = run_with(fence);
    ASSERT_THAT(found.faults, ElementsAre()) << shown(of) << "\n" << found.message;
    ASSERT_TRUE(std::equal(expected.begin(), expected.begin() + shared_size, found.other.begin()))
        << shown(of);
    if (i != 0) continue;
    const Ran none = run_with("");
    EXPECT_THAT(none.faults, ElementsAre(StartsWith("race in line")));
    EXPECT_THAT(none.message, HasSubstr("no fence.proxy.tensormap::generic.acquire"));
  }
}

TEST(PtxTensor, TensorMapsHaveTheConditionsOfTheDriver) {
  const auto refusal = [](auto change) {
    TensorMap map = small_case().map;
    change(map);
    return refusal_of(map);
  };
  EXPECT_EQ(refusal([](TensorMap&) {}), "");
  EXPECT_EQ(refusal([](TensorMap& m) { m.rank = 6; }), "its rank is 6, not from 1 to 5");
  EXPECT_EQ(refusal([](TensorMap& m) { m.address = 8; }),
            "the tensor's address is 8, no multiple of 16");
  EXPECT_EQ(refusal([](TensorMap& m) { m.extents[1] = 0; }),
            "the extent of dimension 1 is 0, not from 1 to 2^32");
  EXPECT_EQ(refusal([](TensorMap& m) { m.extents[1] = std::uint64_t{1} << 32; }), "");
  EXPECT_EQ(refusal([](TensorMap& m) { m.extents[1] = (std::uint64_t{1} << 32) + 1; }),
            "the extent of dimension 1 is 4294967297, not from 1 to 2^32");
  EXPECT_EQ(refusal([](TensorMap& m) { m.strides[0] = 40; }),
            "the stride of dimension 1 is 40 bytes, no multiple of 16 below 2^40");
  EXPECT_EQ(refusal([](TensorMap& m) { m.strides[0] = std::uint64_t{1} << 40; }),
            "the stride of dimension 1 is 1099511627776 bytes, no multiple of 16 below 2^40");
  EXPECT_EQ(refusal([](TensorMap& m) { m.box[1] = 257; }),
            "the box of dimension 1 is 257, not from 1 to 256");
  EXPECT_EQ(refusal([](TensorMap& m) { m.steps[1] = 9; }),
            "the step of dimension 1 is 9, not from 1 to 8");
  EXPECT_EQ(refusal([](TensorMap& m) { m.box[0] = 5; }),
            "a row of the box has 20 bytes, no multiple of 16");
  EXPECT_EQ(refusal([](TensorMap& m) {
              m.swizzle = TensorMap::Swizzle::of_64;
              m.box[0] = 20;
            }),
            "a row of the box has 80 bytes, more than the 64 of its swizzle");
  EXPECT_EQ(refusal([](TensorMap& m) { m.atom = TensorMap::Atom::of_32; }),
            "only a swizzle of 128 bytes keeps more than 16 bytes together");
  EXPECT_EQ(refusal([](TensorMap& m) { m.fill = TensorMap::Fill::nan; }),
            "there is no NaN of type u32 to fill with");
  EXPECT_EQ(refusal([](TensorMap& m) { m.interleave = TensorMap::Interleave::of_16; }),
            "interleaved layouts are not supported");
  EXPECT_EQ(refusal([](TensorMap& m) { m.promotion = 4; }),
            "the second cache fetches 32, 64, 128 or 256 bytes");
}

}  // namespace
}  // namespace layoutcheck::gpu
