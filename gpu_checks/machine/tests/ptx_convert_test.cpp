// Opcodes: conversions and moves, against exact numbers.
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"cvt",  "mov",        "cvta",         "isspacep",
                    "mapa", "getctarank", "createpolicy", "activemask"};

struct IntegerType {
  std::string name;
  unsigned width;
  bool is_signed;
};

const std::vector<IntegerType> integers = {
    {"u8", 8, false},   {"s8", 8, true},   {"u16", 16, false}, {"s16", 16, true},
    {"u32", 32, false}, {"s32", 32, true}, {"u64", 64, false}, {"s64", 64, true}};
const std::vector<Format> formats = {f16, bf16, f32, f64};

Exact value(const IntegerType& type, std::uint64_t bits) {
  Exact x = low_bits(bits, type.width);
  return type.is_signed && (bits >> (type.width - 1) & 1U) != 0 ? x - (Exact(1) << type.width) : x;
}

Exact least(const IntegerType& type) {
  return type.is_signed ? Exact(-(Exact(1) << (type.width - 1))) : Exact(0);
}
Exact most(const IntegerType& type) {
  return (Exact(1) << (type.width - (type.is_signed ? 1 : 0))) - 1;
}
Exact clamped(const IntegerType& type, const Exact& x) {
  return x < least(type) ? least(type) : x > most(type) ? most(type) : x;
}

/// Two's complement in a register of so many bits.
std::uint64_t in_register(const Exact& x, unsigned width) {
  const Exact modulus = Exact(1) << width;
  Exact r = x % modulus;
  if (r < 0) r += modulus;
  return static_cast<std::uint64_t>(r);
}

/// The narrowest register for a type: of at least 16 bits.
std::string register_for(unsigned width) {
  return "b" + std::to_string(std::max(width, 16U));
}

/// Not every type goes with every other and every modifier.
void check_if_had(const Probe& probe, const Rows& rows,
                  const std::function<Row(const Row&)>& expected) {
  if (is_had(probe)) check(probe, rows, expected);
}

TEST(PtxConvert, IntegersToIntegersOfAllWidths) {
  for (const IntegerType& from : integers) {
    const Rows rows = integer_rows({std::max(from.width, 16U)}, 300);
    for (const IntegerType& to : integers) {
      for (const bool saturates : {false, true}) {
        // The result's register may be wider than its type: signed results are extended.
        for (const unsigned width : {std::max(to.width, 16U), 64U}) {
          check_if_had({"cvt." + std::string(saturates ? "sat." : "") + to.name + "." + from.name +
                            " d0, s0;",
                        {"b" + std::to_string(width)},
                        {register_for(from.width)}},
                       rows, [&](const Row& x) {
                         const Exact exact = value(from, x[0]);
                         const Exact y = saturates ? clamped(to, exact)
                                                   : value(to, in_register(exact, to.width));
                         return Row{in_register(y, width)};
                       });
        }
      }
    }
  }
}

TEST(PtxConvert, IntegersToFloats) {
  for (const IntegerType& from : integers) {
    Rows rows = integer_rows({std::max(from.width, 16U)}, 200);
    // Ties of each format, and what lies next to them.
    for (const unsigned digits : {8U, 11U, 24U, 53U}) {
      for (unsigned top = digits; top < from.width; ++top) {
        const std::uint64_t tie = std::uint64_t{1} << top | std::uint64_t{1} << (top - digits);
        for (const std::uint64_t x :
             {tie - 1, tie, tie + 1, tie | std::uint64_t{1} << (top - digits + 1)}) {
          rows.push_back({low_bits(x, from.width)});
          rows.push_back({low_bits(0 - x, from.width)});
        }
      }
    }
    for (const Format& to : formats) {
      for (const std::string how : {"rn", "rz", "rm", "rp"}) {
        check_if_had({"cvt." + how + "." + to.name + "." + from.name + " d0, s0;",
                      {"b" + std::to_string(to.width)},
                      {register_for(from.width)}},
                     rows, [&](const Row& x) {
                       return Row{rounded(to, {value(from, x[0]), 0}, how)};
                     });
      }
    }
  }
}

/// Of halves all patterns, or each so many-th.
Rows floats_of(const Format& f, std::uint64_t step = 1) {
  Rows rows;
  if (f.width == 16) {
    for (std::uint64_t x = 0; x < 65536; x += step)
      rows.push_back({x});
    return rows;
  }
  rows = combinations({f.specials()}, {f.width}, 300);
  // Near integers, halves of them, the limits of all integers, and ties for narrower formats.
  const auto add = [&](const Dyadic& x) {
    const std::uint64_t bits = rounded(f, x, "rn");
    for (const std::uint64_t near : {bits - 1, bits, bits + 1}) {
      rows.push_back({near});
      rows.push_back({near ^ f.sign()});
    }
  };
  for (const int n : {1, 3, 5, 255, 257, 511, 65535})
    add({n, -1});
  for (int n = 7; n <= 64; ++n) {
    add({1, n});
    add({(Exact(1) << n) - 1, 0});
  }
  for (const Format& narrow : formats) {
    for (int exponent = -140; exponent <= 130; exponent += 3)
      for (const int last : {1, 3})
        add({(Exact(1) << (narrow.fraction + 1)) + last, exponent});
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{5}, narrow.limit() - 1}) {
      const Dyadic sum = narrow.value(size) + narrow.value(size + 1);
      add({sum.digits, sum.exponent - 1});
    }
  }
  return rows;
}

/// The integer next to x.
Exact whole(const Dyadic& x, char how) {
  if (x.exponent >= 0) return x.digits << x.exponent;
  const Exact unit = Exact(1) << -x.exponent;
  Exact floor = x.digits / unit;
  if (floor * unit > x.digits) --floor;
  const Exact rest = x.digits - floor * unit;
  if (rest == 0 || how == 'm') return floor;
  if (how == 'p' || (how == 'z' && x.digits < 0)) return floor + 1;
  if (how == 'z') return floor;
  return 2 * rest > unit || (2 * rest == unit && floor % 2 != 0) ? floor + 1 : floor;
}

TEST(PtxConvert, FloatsToIntegersStayWithinTheType) {
  for (const Format& from : formats) {
    const Rows rows = floats_of(from, 7);
    for (const IntegerType& to : integers) {
      for (const char how : {'n', 'z', 'm', 'p'}) {
        for (const bool ftz : {false, true}) {
          if (ftz && (from.name != f32.name || how != 'p')) continue;
          // Signed results are extended to the register, which may be wider.
          const unsigned width = how == 'z' ? 64 : std::max(to.width, 16U);
          check_if_had({std::string("cvt.r") + how + "i." + (ftz ? "ftz." : "") + to.name + "." +
                            from.name + " d0, s0;",
                        {"b" + std::to_string(width)},
                        {"b" + std::to_string(from.width)}},
                       rows, [&](const Row& x) {
                         const std::uint64_t bits = ftz && from.is_subnormal(x[0]) ? 0 : x[0];
                         const bool negative = (bits & from.sign()) != 0;
                         const Exact y = from.is_nan(bits) ? Exact(0)
                                         : from.is_infinite(bits)
                                             ? (negative ? least(to) : most(to))
                                             : clamped(to, whole(from.value(bits), how));
                         return Row{in_register(y, width)};
                       });
        }
      }
    }
  }
}

std::uint64_t converted(const Format& to, const Format& from, std::uint64_t bits,
                        const std::string& how) {
  const std::uint64_t sign = (bits & from.sign()) != 0 ? to.sign() : 0;
  if (from.is_nan(bits)) return to.sign() - 1;
  if (from.is_infinite(bits)) return to.limit() | sign;
  return rounded(to, from.value(bits), how) | sign;
}

void check_floats(const Format& to, const Format& from, const std::string& words, const Rows& rows,
                  const std::function<std::uint64_t(std::uint64_t)>& expected) {
  const Probe probe{"cvt" + words + "." + to.name + "." + from.name + " d0, s0;",
                    {"b" + std::to_string(to.width)},
                    {"b" + std::to_string(from.width)}};
  if (!is_had(probe)) return;
  const Rows found = run_probe(probe, rows);
  int failures = 0;
  for (std::size_t i = 0; i < rows.size() && failures < 3; ++i) {
    const std::uint64_t wanted = expected(rows[i][0]);
    // Of f64 one pattern that is no number is as good as another.
    const bool same =
        to.width == 64 && to.is_nan(wanted) ? to.is_nan(found[i][0]) : found[i][0] == wanted;
    if (!same) {
      ADD_FAILURE() << probe.text << " of" << shown(rows[i]) << " gives" << shown(found[i])
                    << " not" << shown({wanted});
      ++failures;
    }
  }
}

TEST(PtxConvert, FloatsToFloatsInAllDirections) {
  for (const Format& from : formats) {
    const Rows rows = floats_of(from, 7);
    for (const Format& to : formats) {
      const bool widens = to.width > from.width || to.name == from.name;
      if (from.width == 16) {
        check_floats(to, from, widens ? "" : ".rn", floats_of(from),
                     [&](std::uint64_t x) { return converted(to, from, x, "rn"); });
      }
      for (const std::string how : {"rn", "rz", "rm", "rp"}) {
        if (widens && how != "rn") continue;
        check_floats(to, from, widens ? "" : "." + how, rows,
                     [&](std::uint64_t x) { return converted(to, from, x, how); });
        if (to.width != 16 || from.width < 32) continue;
        check_floats(to, from, "." + how + ".relu", rows, [&](std::uint64_t x) {
          const std::uint64_t y = converted(to, from, x, how);
          return !to.is_nan(y) && (x & from.sign()) != 0 ? 0 : y;
        });
        check_floats(to, from, "." + how + ".satfinite", rows, [&](std::uint64_t x) {
          const std::uint64_t y = converted(to, from, x, how);
          return to.is_infinite(y) ? y - 1 : y;
        });
      }
      if (widens) {
        const std::uint64_t one = static_cast<std::uint64_t>(to.bias()) << to.fraction;
        check_floats(to, from, ".sat", rows, [&](std::uint64_t x) {
          const std::uint64_t y = converted(to, from, x, "rn");
          return to.is_nan(y) || (y & to.sign()) != 0 ? 0 : std::min(y, one);
        });
      }
    }
    const auto flushed = [](const Format& f, std::uint64_t x) {
      return f.name == f32.name && f.is_subnormal(x) ? x & f.sign() : x;
    };
    check_floats(f32, from, from.width == 64 ? ".rn.ftz" : ".ftz", rows, [&](std::uint64_t x) {
      return flushed(f32, converted(f32, from, flushed(from, x), "rn"));
    });
    for (const char how : {'n', 'z', 'm', 'p'}) {
      check_floats(from, from, std::string(".r") + how + "i", rows, [&](std::uint64_t x) {
        if (!from.is_finite(x)) return converted(from, from, x, "rn");
        return rounded(from, {whole(from.value(x), how), 0}, "rn") | (x & from.sign());
      });
    }
  }
}

TEST(PtxConvert, PairsOfHalvesAndOfBytes) {
  Rows rows = floats_of(f32);
  Rows pairs;
  for (std::size_t i = 0; i < rows.size(); ++i)
    pairs.push_back({rows[i][0], rows[(i * 31 + 7) % rows.size()][0]});
  for (const Format& to : {f16, bf16, e4m3, e5m2}) {
    const bool bytes = to.width == 8;
    for (const std::string words :
         {".rn", ".rz", ".rn.relu", ".rn.satfinite", ".rn.satfinite.relu"}) {
      const bool finite = words.find("satfinite") != std::string::npos;
      const bool relu = words.find("relu") != std::string::npos;
      if (bytes && !finite) continue;
      const auto one = [&](const Format& from, std::uint64_t x) {
        std::uint64_t y = converted(to, from, x, words.substr(1, 2));
        if (finite && !from.is_nan(x) && (y & (to.sign() - 1)) == to.limit()) --y;
        return relu && !from.is_nan(x) && (x & from.sign()) != 0 ? 0 : y;
      };
      check({"cvt" + words + "." + to.name + "x2.f32 d0, s0, s1;",
             {"b" + std::to_string(2 * to.width)},
             {"b32", "b32"}},
            pairs, [&](const Row& x) { return Row{one(f32, x[0]) << to.width | one(f32, x[1])}; });
      if (!bytes) continue;
      Rows halves;
      for (std::uint64_t x = 0; x < 65536; x += words == ".rn.satfinite" ? 1 : 7)
        halves.push_back({x | (x * 40503 + 1) % 65536 << 16});
      for (const Format& from : {f16, bf16}) {
        check({"cvt" + words + "." + to.name + "x2." + from.name + "x2 d0, s0;",
               {"b16"},
               {"b32"},
               "",
               "sm_100a",
               from.name == f16.name ? "8.1" : "9.1"},
              halves, [&](const Row& x) {
                return Row{one(from, x[0] >> 16) << 8 | one(from, x[0] & 0xffff)};
              });
      }
    }
    if (bytes) {
      Rows all;
      for (std::uint64_t x = 0; x < 65536; ++x)
        all.push_back({x});
      for (const bool relu : {false, true}) {
        const auto one = [&](std::uint64_t x) {
          const std::uint64_t y = converted(f16, to, x, "rn");
          return relu && !f16.is_nan(y) && (x & to.sign()) != 0 ? 0 : y;
        };
        check({"cvt.rn." + std::string(relu ? "relu." : "") + "f16x2." + to.name + "x2 d0, s0;",
               {"b32"},
               {"b16"}},
              all, [&](const Row& x) { return Row{one(x[0] >> 8) << 16 | one(x[0] & 0xff)}; });
      }
    }
  }
}

float float_of(const Format& of, std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(converted(f32, of, bits, "rn")));
}

/// What is told of a probe with these operands.
std::string fault_of(const Probe& probe, const Row& operands) {
  LaunchReport report;
  run_probe(probe, {operands}, &report);
  return report.faults.empty() ? "" : report.faults[0].message;
}

TEST(PtxConvert, RandomBitsRoundAwayFromZero) {
  const std::vector<std::uint64_t> floats = [] {
    std::vector<std::uint64_t> all = f32.specials();
    std::mt19937_64 random(5);
    for (int i = 0; i < 4000; ++i) {
      const std::uint64_t bits = random();
      // Of all exponents, or of those of f16.
      all.push_back(i % 2 == 0 ? low_bits(bits, 32)
                               : low_bits(bits, 23) | (bits >> 40) % 2 << 31 |
                                     (111 + (bits >> 50) % 34) << 23);
    }
    return all;
  }();
  for (const Format& to : {f16, bf16}) {
    const unsigned width = f32.fraction - to.fraction;
    for (const std::string words : {"", ".relu", ".satfinite", ".relu.satfinite"}) {
      const bool finite = words.ends_with("satfinite");
      const bool relu = words.starts_with(".relu");
      const auto one = [&](std::uint64_t x, std::uint64_t random) -> std::uint64_t {
        const std::uint64_t sign = (x & f32.sign()) != 0 ? to.sign() : 0;
        if (f32.is_nan(x)) return to.sign() - 1;
        if (relu && sign != 0) return 0;
        if (!f32.is_finite(x)) return sign | (finite ? to.limit() - 1 : to.limit());
        const Dyadic size = magnitude(f32.value(x));
        const std::uint64_t low = converted(to, f32, x, "rz") & (to.sign() - 1);
        if (low + 1 == to.limit() && finite) return sign | low;
        // Dropped bits, as a part of what they are less than, and random ones.
        const Dyadic place = to.value(low + 1) + -to.value(low);
        const Dyadic sum = (size + -to.value(low)) * Dyadic{1, static_cast<int>(width)} +
                           place * Dyadic{low_bits(random, width), 0};
        const bool carries = order(sum, place * Dyadic{1, static_cast<int>(width)}) >= 0;
        return sign | (carries ? low + 1 : low);
      };
      const auto is_defined = [&](std::uint64_t x) {
        const std::uint64_t size = x & (f32.sign() - 1);
        if (to.name == bf16.name || !f32.is_finite(x) || (relu && size != x)) return true;
        const auto y = std::bit_cast<float>(static_cast<std::uint32_t>(size));
        if (y >= 0x1p16F) return finite;
        return y >= 0x1p-14F ||
               order(f32.value(size), to.value(converted(to, f32, size, "rz"))) == 0;
      };
      const Probe probe{"cvt.rs" + words + "." + to.name + "x2.f32 d0, s0, s1, s2;",
                        {"b32"},
                        {"b32", "b32", "b32"}};
      std::mt19937_64 random(6);
      Rows rows;
      int undefined = 0;
      for (std::size_t i = 0; i < floats.size(); ++i) {
        const Row row = {floats[i], floats[(i * 31 + 7) % floats.size()],
                         i % 9 == 0 ? 0xffffffff : low_bits(random(), 32)};
        if (is_defined(row[0]) && is_defined(row[1]))
          rows.push_back(row);
        else if (++undefined % 200 == 0)
          EXPECT_THAT(fault_of(probe, row), testing::HasSubstr("nothing has set it")) << shown(row);
      }
      check(probe, rows, [&](const Row& x) {
        return Row{one(x[0], x[2] >> 16) << 16 | one(x[1], x[2] & 0xffffU)};
      });
    }
  }
}

/// A power of two of 8 bits, or no number.
double scale_of(std::uint64_t bits) {
  return bits == 0xff ? NAN : std::ldexp(1, static_cast<int>(bits) - 127);
}

TEST(PtxConvert, FixedPointHasSixBitsOfFraction) {
  const std::string scaled = ".scaled::n2::ue8m0";
  const auto probe_of = [](const std::string& text, std::size_t operands, bool widens) {
    return Probe{text,
                 {widens ? "b32" : "b16"},
                 std::vector<std::string>(operands, "b32"),
                 ".reg .b16 h, k; .reg .b32 r;",
                 "sm_100a",
                 "9.1"};
  };
  std::mt19937_64 random(7);
  for (const bool relu : {false, true}) {
    const std::string limited = relu ? ".relu" : "";
    for (const bool finite : {false, true}) {
      const auto number = [&](std::uint64_t bits, std::uint64_t scale) -> std::uint64_t {
        const int digits = static_cast<int>(bits ^ 0x80U) - 128;
        const double x = digits / 64.0 * scale_of(scale);
        if (std::isnan(x)) return 0x7fff;
        if (relu && x <= 0) return 0;
        const std::uint64_t y =
            converted(bf16, f32, std::bit_cast<std::uint32_t>(static_cast<float>(x)), "rn");
        return finite && bf16.is_infinite(y) ? y - 1 : y;
      };
      const std::string words = "cvt.rn" + std::string(finite ? ".satfinite" : "") + limited;
      const std::string pair = "cvt.u16.u32 h, s0;\n";
      Rows rows;
      for (std::uint64_t bits = 0; bits < 65536; bits += 5)
        rows.push_back({bits, bits % 7 == 0 ? 0xff00 + bits % 256 : low_bits(random(), 16)});
      check(probe_of(pair + words + ".bf16x2.s2f6x2 d0, h;", 2, true), rows, [&](const Row& x) {
        return Row{number(x[0] >> 8, 127) << 16 | number(x[0] & 0xffU, 127)};
      });
      check(probe_of(pair + "cvt.u16.u32 k, s1;\n" + words + scaled + ".bf16x2.s2f6x2 d0, h, k;", 2,
                     true),
            rows, [&](const Row& x) {
              return Row{number(x[0] >> 8, x[1] >> 8) << 16 | number(x[0] & 0xffU, x[1] & 0xffU)};
            });
    }
    // The nearest multiple, the even one of two; -128 where it is not defined.
    const auto multiple = [&](float y, std::uint64_t scale) {
      const double x = y * 64.0 / scale_of(scale);
      if (relu && x <= 0) return 0;
      if (std::isnan(x)) return 127;
      int best = std::isinf(x) ? (x > 0 ? 127 : -128) : 0;
      for (int k = -128; k < 128 && !std::isinf(x); ++k) {
        const double before = std::fabs(x - best);
        const double now = std::fabs(x - k);
        if (now < before || (now == before && k % 2 == 0)) best = k;
      }
      return best;
    };
    for (const bool is_scaled : {false, true}) {
      for (const Format& from : {f32, bf16}) {
        const bool of_two = from.name == f32.name;
        const std::string text = "cvt.rn.satfinite" + limited + (is_scaled ? scaled : "") +
                                 ".s2f6x2." + (of_two ? "f32 d0, s0, s1" : "bf16x2 d0, r") +
                                 (is_scaled ? ", k;" : ";");
        const Probe probe =
            probe_of("cvt.u16.u32 k, s2;\nshl.b32 r, s0, 16;\nor.b32 r, r, s1;\n" + text, 3, false);
        const auto bits_of = [&](const Row& x, std::size_t i) {
          const std::uint64_t scale = is_scaled ? x[2] >> 8 * (1 - i) & 0xffU : 127;
          return static_cast<std::uint64_t>(multiple(float_of(from, x[i]), scale)) & 0xffU;
        };
        Rows rows;
        Row undefined;
        for (int i = 0; i < 6000; ++i) {
          Row row;
          const std::uint64_t scale = is_scaled ? 120 + random() % 16 : 127;
          for (int k = 0; k < 2; ++k) {
            const double x = std::ldexp(static_cast<double>(random() % 1024) - 512, -8) *
                             (scale_of(scale) + (i % 5 == 0 ? 0x1p-20 : 0));
            row.push_back(
                converted(from, f32, std::bit_cast<std::uint32_t>(static_cast<float>(x)), "rz"));
          }
          if (i % 64 == 0) row[0] = i % 128 == 0 ? from.limit() : from.sign() - 1;
          row.push_back(i % 100 == 1 && is_scaled ? scale << 8 | 0xffU : scale << 8 | scale);
          if (bits_of(row, 0) == 0x80 || bits_of(row, 1) == 0x80)
            undefined = row;
          else
            rows.push_back(row);
        }
        ASSERT_GT(rows.size(), 1000U);
        check(probe, rows, [&](const Row& x) { return Row{bits_of(x, 0) << 8 | bits_of(x, 1)}; });
        ASSERT_EQ(undefined.empty(), relu);
        if (!relu)
          EXPECT_THAT(fault_of(probe, undefined), testing::HasSubstr("nothing has set it"));
      }
    }
  }
}

/// The non-negative numbers of a format whose patterns are all numbers, by their bits.
std::vector<double> numbers_of(int bits_of_exponent, int fraction) {
  std::vector<double> numbers;
  const int bias = (1 << (bits_of_exponent - 1)) - 1;
  for (int exponent = 0; exponent < 1 << bits_of_exponent; ++exponent)
    for (int digits = 0; digits < 1 << fraction; ++digits)
      numbers.push_back(std::ldexp(exponent == 0 ? digits : digits + (1 << fraction),
                                   std::max(exponent, 1) - bias - fraction));
  return numbers;
}

TEST(PtxConvert, FormatsOfFourAndSixBits) {
  struct Narrow {
    std::string name;
    int exponent;
    int fraction;
    /// In which one of two begins, in a register.
    unsigned step;
  };
  for (const Narrow& of :
       {Narrow{"e2m1x2", 2, 1, 4}, Narrow{"e2m3x2", 2, 3, 8}, Narrow{"e3m2x2", 3, 2, 8}}) {
    const std::vector<double> numbers = numbers_of(of.exponent, of.fraction);
    const auto sign = static_cast<std::uint64_t>(numbers.size());
    const auto half_of = [&](std::uint64_t bits) {
      const double size = numbers[bits % sign];
      if (size == 0) return (bits & sign) != 0 ? std::uint64_t{0x8000} : std::uint64_t{0};
      const int exponent = std::ilogb(size);
      const auto digits = static_cast<std::uint64_t>(std::ldexp(size, 10 - exponent)) - 1024;
      return static_cast<std::uint64_t>(exponent + 15) << 10 | digits |
             ((bits & sign) != 0 ? 0x8000U : 0U);
    };
    const std::string byte = of.step == 4 ? ".reg .b8 byte, none;" : ".reg .b16 byte;";
    const std::string unpack = of.step == 4 ? "mov.b16 {byte, none}, s0;\n" : "mov.b16 byte, s0;\n";
    Rows pairs;
    for (std::uint64_t high = 0; high < 2 * sign; ++high)
      for (std::uint64_t low = 0; low < 2 * sign; ++low)
        pairs.push_back({high << of.step | low});
    check({unpack + "cvt.rn.f16x2." + of.name + " d0, byte;", {"b32"}, {"b16"}, byte}, pairs,
          [&](const Row& x) {
            return Row{half_of(x[0] >> of.step) << 16 | half_of(x[0] & (2 * sign - 1))};
          });
    // Rounded to the nearest, ties to the even pattern.
    const auto nearest = [&](float x) {
      if (std::isnan(x)) return sign - 1;
      // Beyond the largest number, distances are exact.
      const double size = std::min<double>(std::fabs(x), 1000);
      std::uint64_t best = 0;
      for (std::uint64_t bits = 1; bits < sign; ++bits) {
        const double before = std::fabs(size - numbers[best]);
        const double now = std::fabs(size - numbers[bits]);
        if (now < before || (now == before && bits % 2 == 0)) best = bits;
      }
      return best | (std::signbit(x) ? sign : 0);
    };
    Rows floats;
    for (int i = -300; i <= 300; ++i) {
      const float x = static_cast<float>(i) / 8;
      floats.push_back({std::bit_cast<std::uint32_t>(x),
                        std::bit_cast<std::uint32_t>(std::nextafter(-x, 0.0F))});
    }
    floats.push_back({0x7fc00000, 0xff800000});
    const std::string text = of.step == 4
                                 ? " byte, s0, s1;\nmov.b32 d0, {byte, byte, byte, byte};"
                                 : " byte, s0, s1;\ncvt.u32.u16 d0, byte;\nmul.lo.u32 d0, d0, "
                                   "0x10001;";
    Rows halves;
    for (std::uint64_t bits = 0; bits < 65536; bits += 3)
      halves.push_back({bits << 16 | (bits * 40503 + 1) % 65536});
    for (const bool relu : {false, true}) {
      const std::string how = "cvt.rn.satfinite" + std::string(relu ? ".relu." : ".") + of.name;
      const auto both_of = [&](float high, float low) {
        const auto one = [&](float x) { return relu && x <= 0 ? 0 : nearest(x); };
        return Row{(one(high) << of.step | one(low)) * (of.step == 4 ? 0x1010101U : 0x10001U)};
      };
      check({how + ".f32" + text, {"b32"}, {"b32", "b32"}, byte}, floats,
            [&](const Row& x) { return both_of(float_of(f32, x[0]), float_of(f32, x[1])); });
      const std::string one_operand = std::string(text).erase(text.find(", s1"), 4);
      for (const Format& from : {f16, bf16})
        check(
            {how + "." + from.name + "x2" + one_operand, {"b32"}, {"b32"}, byte, "sm_100a", "9.1"},
            halves, [&](const Row& x) {
              return both_of(float_of(from, x[0] >> 16), float_of(from, x[0] & 0xffffU));
            });
    }
  }
}

TEST(PtxConvert, PowersOfTwo) {
  const auto power = [](float x, bool up, bool finite) -> std::uint64_t {
    if (std::isnan(x)) return 0xff;
    for (int e = -127; e <= 127; ++e) {
      const double size = std::fabs(static_cast<double>(x));
      if (up ? size <= std::ldexp(1.0, e) : size < std::ldexp(1.0, e + 1))
        return static_cast<std::uint64_t>(e + 127);
    }
    return finite ? 0xfe : 0xff;
  };
  Rows rows;
  for (const float x : {0.0F, 1.0F, 1.5F, -3.0F, 0x1p-127F, 0x1.8p-127F, 0x1p-140F, 0x1p127F,
                        0x1.8p127F, INFINITY, -INFINITY, NAN, 448.0F, 0.3F})
    rows.push_back({std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(2 - x)});
  for (const bool up : {false, true}) {
    for (const bool finite : {false, true}) {
      const std::string how = std::string(up ? "rp" : "rz") + (finite ? ".satfinite" : "");
      check({"cvt." + how + ".ue8m0x2.f32 d0, s0, s1;", {"b16"}, {"b32", "b32"}}, rows,
            [&](const Row& x) {
              const auto number = [&](std::size_t i) {
                return std::bit_cast<float>(static_cast<std::uint32_t>(x[i]));
              };
              return Row{power(number(0), up, finite) << 8 | power(number(1), up, finite)};
            });
      check({"cvt." + how + ".ue8m0x2.bf16x2 d0, s0;", {"b16"}, {"b32"}}, rows, [&](const Row& x) {
        const auto number = [&](std::uint64_t bits) {
          return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
        };
        return Row{power(number(x[0] >> 16), up, finite) << 8 |
                   power(number(x[0] & 0xffffU), up, finite)};
      });
    }
  }
  Rows pairs;
  for (std::uint64_t bits = 0; bits < 256; ++bits)
    pairs.push_back({bits << 8 | (255 - bits)});
  check({"cvt.rn.bf16x2.ue8m0x2 d0, s0;", {"b32"}, {"b16"}}, pairs, [](const Row& x) {
    const auto half = [](std::uint64_t bits) -> std::uint64_t {
      return bits == 0xff ? 0x7fff : bits == 0 ? 0x40 : bits << 7;
    };
    return Row{half(x[0] >> 8) << 16 | half(x[0] & 0xffU)};
  });
}

TEST(PtxConvert, TensorFloatsHaveTenDigits) {
  const Rows rows = floats_of(f32);
  const Format tf32{"tf32", 19, 10};
  for (const std::string how : {"rn", "rz", "rna"}) {
    check({"cvt." + how + ".tf32.f32 d0, s0;", {"b32"}, {"b32"}}, rows, [&](const Row& x) {
      if (f32.is_nan(x[0])) return Row{0x7fffffff};
      if (f32.is_infinite(x[0])) return Row{x[0]};
      const Dyadic exact = f32.value(x[0]);
      std::uint64_t y = rounded(tf32, exact, how == "rna" ? "rz" : how);
      if (how == "rna") {
        const Dyadic sum = tf32.value(y) + tf32.value(y + 1);
        if (order(magnitude(exact), magnitude({sum.digits, sum.exponent - 1})) >= 0 &&
            order(magnitude(exact), magnitude(tf32.value(y))) != 0) {
          ++y;
        }
      }
      return Row{(y << 13) | (x[0] & f32.sign())};
    });
  }
}

TEST(PtxConvert, MovesKeepBitsAndSplitThem) {
  for (const std::string type :
       {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"}) {
    const auto width = static_cast<unsigned>(std::stoul(type.substr(1)));
    const std::string b = "b" + std::to_string(width);
    check({"mov." + type + " d0, s0;", {b}, {b}}, integer_rows({width}),
          [](const Row& x) { return x; });
  }
  check({"mov.pred d0, s0;", {"pred"}, {"pred"}}, {{0}, {1}}, [](const Row& x) { return x; });
  check({"mov.b64 {d0, d1}, s0;\nmov.b64 d2, {d1, d0};\nmov.b64 {d3, _}, s0;",
         {"b32", "b32", "b64", "b32"},
         {"b64"}},
        integer_rows({64}), [](const Row& x) {
          const std::uint64_t low = low_bits(x[0], 32);
          return Row{low, x[0] >> 32, low << 32 | x[0] >> 32, low};
        });
  check(
      {"mov.b32 {x, y, z, w}, s0;\nmov.b32 d0, {w, z, y, x};\nmov.b16 d1, {z, w};\nmov.b16 {x, y}, "
       "d1;\nmov.b16 d2, {y, x};",
       {"b32", "b16", "b16"},
       {"b32"},
       ".reg .b8 x, y, z, w;"},
      integer_rows({32}), [](const Row& x) {
        const auto byte = [&](unsigned i) { return x[0] >> 8 * i & 0xffU; };
        return Row{byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3), byte(3) << 8 | byte(2),
                   byte(2) << 8 | byte(3)};
      });
  check({"mov.b32 {d0, d1}, s0;\nmov.b32 d2, {d1, d0};\nmov.b64 {d3, d4, d5, d6}, s1;",
         {"b16", "b16", "b32", "b16", "b16", "b16", "b16"},
         {"b32", "b64"}},
        integer_rows({32, 64}), [](const Row& x) {
          const std::uint64_t low = low_bits(x[0], 16);
          return Row{low,
                     x[0] >> 16,
                     low << 16 | x[0] >> 16,
                     low_bits(x[1], 16),
                     low_bits(x[1] >> 16, 16),
                     low_bits(x[1] >> 32, 16),
                     x[1] >> 48};
        });
}

TEST(PtxConvert, LiteralsHaveTheBitsOfTheirType) {
  check({"mov.b32 d0, -1;\nmov.u64 d1, -2;\nmov.f32 d2, 0f3F800000;\nmov.f64 d3, "
         "0d3FF8000000000000;\nadd.f32 d4, s0, 1.5;\nmov.b16 d5, 0x8001;\nadd.s64 d6, s1, -3;",
         {"b32", "b64", "b32", "b64", "b32", "b16", "b64"},
         {"b32", "b64"}},
        {{0, 1}}, [](const Row&) {
          return Row{0xffffffff, ~std::uint64_t{1}, 0x3f800000, 0x3ff8000000000000, 0x3fc00000,
                     0x8001,     ~std::uint64_t{1}};
        });
}

/// ptxas makes the same of both.
TEST(PtxConvert, BetweenHalvesWithoutARoundingIsToTheNearest) {
  Rows rows;
  for (std::uint64_t bits = 0; bits < 0x10000; bits += 7)
    rows.push_back({bits});
  for (const std::string types : {".f16.bf16", ".bf16.f16"}) {
    const Probe probe{
        "cvt" + types + " d0, s0;\ncvt.rn" + types + " d1, s0;\ncvt.rz" + types + " d2, s0;",
        {"b16", "b16", "b16"},
        {"b16"}};
    unsigned rounded = 0;
    for (const Row& row : run_probe(probe, rows)) {
      EXPECT_EQ(row[0], row[1]);
      rounded += row[0] != row[2] ? 1 : 0;
    }
    EXPECT_GT(rounded, 0U);
  }
}

TEST(PtxConvert, AddressesOfStateSpaces) {
  Probe probe{
      "mov.u32 d0, tile;\ncvt.u64.u32 shared, d0;\ncvta.shared.u64 generic, shared;\n"
      "cvta.to.shared.u64 d1, generic;\nsub.s64 d1, d1, shared;\n"
      "isspacep.shared d2, generic;\nisspacep.global d3, generic;\nisspacep.shared d4, from;\n"
      "isspacep.global d5, from;\ncvta.to.global.u64 d6, from;\nsub.s64 d6, d6, from;\n"
      "mapa.s64 mapped, generic, 0;\nmapa.u64 d7, mapped, 0;\nsub.s64 d7, d7, mapped;\n"
      "getctarank.s64 d8, mapped;\n"
      "createpolicy.fractional.L2::evict_last.b64 d9, 0f3F800000;\nactivemask.b32 d10;\n"
      "st.b32 [mapped], 3;\nmov.u32 d11, stack;\ncvt.u64.u32 shared, d11;\ncvta.local.u64 generic, "
      "shared;\n"
      "isspacep.local d12, generic;\nst.local.b32 [stack+4], s0;\nld.b32 d13, [generic+4];",
      {"b32", "b64", "pred", "pred", "pred", "pred", "b64", "b64", "b32", "b64", "b32", "b32",
       "pred", "b32"},
      {"b32"},
      ".shared .align 4 .b8 pad[12];\n.shared .align 4 .b8 tile[8];\n.local .align 4 .b8 "
      "stack[8];\n"
      ".reg .b64 shared, generic, mapped;"};
  check(probe, {{7}},
        [](const Row&) { return Row{12, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0xffffffff, 0, 1, 7}; });
}

}  // namespace
}  // namespace layoutcheck::gpu
