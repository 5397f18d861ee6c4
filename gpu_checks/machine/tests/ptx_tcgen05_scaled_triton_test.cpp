// Products with block scales as Triton compiles them for sm_100, against a plain loop: an
// independent opinion of where entries of 4 and 8 bits and their scale factors lie.
#include "compiled.hpp"
#include "ptx_device.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>

namespace layoutcheck::gpu {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct Product {
  std::string file;
  std::uint32_t shared_bytes;
  bool packed_a;
  bool packed_b;
  unsigned block;
};

constexpr unsigned m = 128;
constexpr unsigned n = 64;

/// Number `which` of the type: 0, 0.5, 1, 1.5, 2, 3, 4, 6, and their negatives.
double number(unsigned which) {
  constexpr std::array numbers = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0};
  return which >= 8 ? -numbers[which - 8] : numbers[which];
}
/// Its bits as e4m3.
std::uint8_t byte_of(unsigned which) {
  constexpr std::array<std::uint8_t, 8> bits = {0, 0x30, 0x38, 0x3c, 0x40, 0x44, 0x48, 0x4c};
  return static_cast<std::uint8_t>(which >= 8 ? 0x80U | bits[which - 8] : bits[which]);
}

unsigned entry(unsigned line, unsigned l, unsigned seed) {
  return (5 * line + 3 * l + line * l / 3 + seed) % 16;
}

/// A row of A, or column of B, after another.
Fill entries(unsigned lines, unsigned k, bool packed, unsigned seed) {
  Fill fill{Fill::Kind::bytes};
  for (unsigned line = 0; line < lines; ++line) {
    for (unsigned l = 0; l < k; l += packed ? 2 : 1) {
      const unsigned first = entry(line, l, seed);
      fill.bytes.push_back(
          static_cast<std::byte>(packed ? first | entry(line, l + 1, seed) << 4 : byte_of(first)));
    }
  }
  return fill;
}

unsigned scale_of(unsigned line, unsigned block, unsigned seed) {
  return (line + 3 * block + line / 32 + seed) % 4;
}
/// 2^(which - 2) in ue8m0, or one of 1, 2, 1.5 and 0.5 in ue4m3.
Fill scales(const Product& of, unsigned lines, unsigned k, unsigned seed) {
  constexpr std::array<unsigned, 4> ue4m3 = {0x38, 0x40, 0x3c, 0x30};
  Fill fill{Fill::Kind::bytes};
  for (unsigned line = 0; line < lines; ++line) {
    for (unsigned block = 0; block < k / of.block; ++block) {
      const unsigned which = scale_of(line, block, seed);
      fill.bytes.push_back(static_cast<std::byte>(of.block == 16 ? ue4m3[which] : 125 + which));
    }
  }
  return fill;
}
double scale_number(const Product& of, unsigned line, unsigned block, unsigned seed) {
  constexpr std::array ue4m3 = {1.0, 2.0, 1.5, 0.5};
  const unsigned which = scale_of(line, block, seed);
  return of.block == 16 ? ue4m3[which] : std::ldexp(1, static_cast<int>(which) - 2);
}

struct Ran {
  LaunchReport report;
  std::vector<float> c;
};

Ran ran(const Product& of, unsigned k, const std::string& text, std::uint64_t order = 0) {
  PtxOptions options;
  options.order = order;
  options.exact = true;
  Device device(text, options);
  const auto buffer = [&](const Fill& fill) {
    return Argument::pointer(device.executor().allocate(fill.bytes.size(), fill));
  };
  const Buffer c = device.executor().allocate(std::uint64_t{4} * m * n, Fill{});
  const LaunchReport report =
      device.launch({1}, {128},
                    {buffer(entries(m, k, of.packed_a, 1)), buffer(entries(n, k, of.packed_b, 2)),
                     buffer(scales(of, m, k, 3)), buffer(scales(of, n, k, 4)), Argument::pointer(c),
                     Argument::value(static_cast<std::int32_t>(k)),
                     Argument::value(std::uint64_t{0}), Argument::value(std::uint64_t{0})},
                    of.shared_bytes);
  return {report, device.read<float>(c, std::size_t{m} * n)};
}

const std::vector<Product>& products() {
  static const std::vector<Product> all = {
      {"scaled_mxfp8_mxfp4.sm_100.ptx", 25088, false, true, 32},
      {"scaled_mxfp4.sm_100.ptx", 12800, true, true, 32},
      {"scaled_nvfp4.sm_100.ptx", 13312, true, true, 16},
  };
  return all;
}

TEST(PtxTcgen05ScaledTriton, IsTheProductOfScaledMatrices) {
  for (const Product& of : products()) {
    for (const unsigned k : {128U, 384U}) {
      for (const std::uint64_t order : {0U, 1U}) {
        const Ran found = ran(of, k, compiled_ptx(of.file), order);
        ASSERT_THAT(faults_of(found.report), ElementsAre())
            << of.file << ": " << to_string(found.report.faults[0]);
        for (unsigned i = 0; i < m; ++i) {
          for (unsigned j = 0; j < n; ++j) {
            double sum = 0;
            for (unsigned l = 0; l < k; ++l)
              sum += number(entry(i, l, 1)) * scale_number(of, i, l / of.block, 3) *
                     number(entry(j, l, 2)) * scale_number(of, j, l / of.block, 4);
            ASSERT_EQ(found.c[i * n + j], static_cast<float>(sum))
                << of.file << ": " << i << ", " << j;
          }
        }
      }
    }
  }
}

TEST(PtxTcgen05ScaledTriton, PlantedMistakesAreFound) {
  const Product& of = products()[2];
  const auto planted = [&](std::string_view what, std::string_view by) {
    std::string text = compiled_ptx(of.file);
    const std::size_t at = text.rfind(what);
    EXPECT_NE(at, std::string::npos) << what;
    const Ran found = ran(of, 256, text.replace(at, what.size(), by));
    if (found.report.faults.empty()) return std::string();
    const Fault& fault = found.report.faults[0];
    return std::string(name(fault.kind)) + ": " + fault.instruction.substr(0, 16) + ": " +
           fault.message;
  };
  EXPECT_THAT(planted("tcgen05.wait::st.sync.aligned;", ""),
              AllOf(StartsWith("race: "), HasSubstr("no tcgen05.wait::st has completed that")));
  // Only the first quarter of the lanes gets the scale factors of A.
  EXPECT_THAT(planted("@%p4 tcgen05.st.sync.aligned.32x32b.x8.b32",
                      "@%p1 tcgen05.st.sync.aligned.32x32b.x8.b32"),
              AllOf(StartsWith("uninitialized: "), HasSubstr("nobody wrote lane 32, column ")));
  EXPECT_THAT(planted("[ %r210 + 0 ]", "[ %r210 + 16 ]"), HasSubstr("of tensor memory"));
}

}  // namespace
}  // namespace layoutcheck::gpu
