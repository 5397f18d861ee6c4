// Opcodes: bits, shifts, comparisons and selections, bit by bit as they are defined.
#include "ptx_probe.hpp"

#include <bitset>
#include <cmath>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"and",  "or",    "xor",  "not",  "cnot",  "shl",  "shr",  "shf",
                    "bfe",  "bfi",   "popc", "clz",  "bfind", "brev", "prmt", "lop3",
                    "bmsk", "szext", "fns",  "setp", "set",   "selp", "slct"};

bool bit(std::uint64_t x, std::uint64_t k) {
  return k < 64 && (x >> k & 1U) != 0;
}

/// The word of these bits.
std::uint64_t word(unsigned width, const std::function<bool(unsigned)>& f) {
  std::uint64_t x = 0;
  for (unsigned k = 0; k < width; ++k)
    x |= std::uint64_t{f(k)} << k;
  return x;
}

std::string bits_name(unsigned width) {
  return "b" + std::to_string(width);
}

TEST(PtxLogic, BitByBit) {
  for (const unsigned w : {16U, 32U, 64U}) {
    const std::string b = bits_name(w);
    const auto binary = [&](const std::string& name, auto f) {
      check({name + "." + b + " d0, s0, s1;", {b}, {b, b}}, integer_rows({w, w}),
            [&](const Row& x) {
              return Row{word(w, [&](unsigned k) { return f(bit(x[0], k), bit(x[1], k)); })};
            });
    };
    binary("and", [](bool x, bool y) { return x && y; });
    binary("or", [](bool x, bool y) { return x || y; });
    binary("xor", [](bool x, bool y) { return x != y; });
    check({"not." + b + " d0, s0;\ncnot." + b + " d1, s0;", {b, b}, {b}}, integer_rows({w}),
          [&](const Row& x) {
            return Row{word(w, [&](unsigned k) { return !bit(x[0], k); }), x[0] == 0 ? 1U : 0U};
          });
  }
  const Rows truths = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  check({"and.pred d0, s0, s1;\nor.pred d1, s0, s1;\nxor.pred d2, s0, s1;\nnot.pred d3, s0;",
         {"pred", "pred", "pred", "pred"},
         {"pred", "pred"}},
        truths, [](const Row& x) {
          return Row{x[0] & x[1], x[0] | x[1], x[0] ^ x[1], 1 - x[0]};
        });
}

TEST(PtxLogic, ShiftsGoNoFartherThanTheWidth) {
  for (const unsigned w : {16U, 32U, 64U}) {
    const std::string b = bits_name(w);
    for (const std::string kind : {"b", "u", "s"}) {
      const std::string type = kind + std::to_string(w);
      check({"shl." + b + " d0, s0, s1;\nshr." + type + " d1, s0, s1;", {b, b}, {b, "b32"}},
            integer_rows({w, 32}), [&](const Row& x) {
              const bool fill = kind == "s" && bit(x[0], w - 1);
              const std::uint64_t n = x[1];
              return Row{word(w, [&](unsigned k) { return k >= n && bit(x[0], k - n); }),
                         word(w, [&](unsigned k) { return k + n < w ? bit(x[0], k + n) : fill; })};
            });
    }
  }
}

TEST(PtxLogic, FunnelShifts) {
  for (const bool clamp : {false, true}) {
    const std::string mode = clamp ? "clamp" : "wrap";
    check({"shf.l." + mode + ".b32 d0, s0, s1, s2;\nshf.r." + mode + ".b32 d1, s0, s1, s2;",
           {"b32", "b32"},
           {"b32", "b32", "b32"}},
          integer_rows({32, 32, 32}), [&](const Row& x) {
            const std::uint64_t n = clamp ? std::min<std::uint64_t>(x[2], 32) : x[2] % 32;
            const auto both = [&](std::uint64_t k) { return bit(k < 32 ? x[0] : x[1], k % 32); };
            return Row{word(32, [&](unsigned k) { return both(32 + k - n); }),
                       word(32, [&](unsigned k) { return both(k + n); })};
          });
  }
}

TEST(PtxLogic, FieldsOfBits) {
  for (const unsigned w : {32U, 64U}) {
    const std::string b = bits_name(w);
    for (const bool is_signed : {false, true}) {
      check({"bfe." + std::string(is_signed ? "s" : "u") + std::to_string(w) + " d0, s0, s1, s2;",
             {b},
             {b, "b32", "b32"}},
            integer_rows({w, 32, 32}, 4000), [&](const Row& x) {
              const std::uint64_t at = x[1] % 256;
              const std::uint64_t length = x[2] % 256;
              const bool sign = is_signed && length != 0 &&
                                bit(x[0], std::min<std::uint64_t>(at + length - 1, w - 1));
              return Row{word(w, [&](unsigned k) {
                return k < length && at + k < w ? bit(x[0], at + k) : sign;
              })};
            });
    }
    check({"bfi." + b + " d0, s0, s1, s2, s3;", {b}, {b, b, "b32", "b32"}},
          integer_rows({w, w, 32, 32}, 4000), [&](const Row& x) {
            const std::uint64_t at = x[2] % 256;
            const std::uint64_t length = x[3] % 256;
            return Row{word(w, [&](unsigned k) {
              return k >= at && k - at < length ? bit(x[0], k - at) : bit(x[1], k);
            })};
          });
  }
}

TEST(PtxLogic, CountsAndPlaces) {
  for (const unsigned w : {32U, 64U}) {
    const std::string b = bits_name(w);
    check({"popc." + b + " d0, s0;\nclz." + b + " d1, s0;\nbrev." + b + " d2, s0;",
           {"b32", "b32", b},
           {b}},
          integer_rows({w}, 500), [&](const Row& x) {
            unsigned zeros = 0;
            while (zeros < w && !bit(x[0], w - 1 - zeros))
              ++zeros;
            return Row{std::bitset<64>(x[0]).count(), zeros,
                       word(w, [&](unsigned k) { return bit(x[0], w - 1 - k); })};
          });
    for (const bool is_signed : {false, true}) {
      const std::string type = (is_signed ? "s" : "u") + std::to_string(w);
      check(
          {"bfind." + type + " d0, s0;\nbfind.shiftamt." + type + " d1, s0;", {"b32", "b32"}, {b}},
          integer_rows({w}, 500), [&](const Row& x) {
            const bool sign = is_signed && bit(x[0], w - 1);
            for (unsigned k = w; k-- > 0;)
              if (bit(x[0], k) != sign) return Row{k, w - 1 - k};
            return Row{0xffffffff, 0xffffffff};
          });
    }
  }
}

TEST(PtxLogic, BytesPermuted) {
  check({"prmt.b32 d0, s0, s1, s2;", {"b32"}, {"b32", "b32", "b32"}}, integer_rows({32, 32, 32}),
        [](const Row& x) {
          std::uint64_t result = 0;
          for (unsigned k = 0; k < 4; ++k) {
            const auto pick = x[2] >> 4 * k & 15U;
            const std::uint64_t source = (pick & 7U) < 4 ? x[0] : x[1];
            std::uint64_t byte = source >> 8 * (pick & 3U) & 0xffU;
            if (pick >= 8) byte = byte >= 0x80 ? 0xff : 0;
            result |= byte << 8 * k;
          }
          return Row{result};
        });
}

TEST(PtxLogic, TablesOfThreeBits) {
  for (unsigned table = 0; table < 256; ++table) {
    check(
        {"lop3.b32 d0, s0, s1, s2, " + std::to_string(table) + ";", {"b32"}, {"b32", "b32", "b32"}},
        integer_rows({32, 32, 32}, 100), [&](const Row& x) {
          return Row{word(32, [&](unsigned k) {
            // The bits of 0xf0, 0xcc and 0xaa stand for those of the operands.
            for (unsigned i = 0; i < 8; ++i) {
              if (bit(0xf0, i) == bit(x[0], k) && bit(0xcc, i) == bit(x[1], k) &&
                  bit(0xaa, i) == bit(x[2], k)) {
                return bit(table, i);
              }
            }
            return false;
          })};
        });
  }
}

TEST(PtxLogic, MasksAndExtensions) {
  for (const bool clamp : {false, true}) {
    const std::string mode = clamp ? "clamp" : "wrap";
    check({"bmsk." + mode + ".b32 d0, s0, s1;", {"b32"}, {"b32", "b32"}}, integer_rows({32, 32}),
          [&](const Row& x) {
            const std::uint64_t from = clamp ? x[0] : x[0] % 32;
            const std::uint64_t length = clamp ? x[1] : x[1] % 32;
            return Row{word(32, [&](unsigned k) { return k >= from && k - from < length; })};
          });
    for (const bool is_signed : {false, true}) {
      check({"szext." + mode + (is_signed ? ".s32" : ".u32") + " d0, s0, s1;",
             {"b32"},
             {"b32", "b32"}},
            integer_rows({32, 32}), [&](const Row& x) {
              const std::uint64_t length = clamp ? x[1] : x[1] % 32;
              const bool sign = is_signed && length != 0 && bit(x[0], length - 1);
              return Row{word(32, [&](unsigned k) { return k < length ? bit(x[0], k) : sign; })};
            });
    }
  }
}

TEST(PtxLogic, TheNthBitThatIsSet) {
  Rows rows;
  std::mt19937_64 random(5);
  for (int i = 0; i < 3000; ++i) {
    rows.push_back(
        {low_bits(random() & random(), 32), random() % 32, low_bits(random() % 21 - 10, 32)});
  }
  check({"fns.b32 d0, s0, s1, s2;", {"b32"}, {"b32", "b32", "b32"}}, rows, [](const Row& x) {
    const auto offset = static_cast<std::int32_t>(x[2]);
    std::vector<std::uint64_t> places;
    for (std::uint64_t k = 0; k < 32; ++k)
      if (bit(x[0], k) && (offset > 0 ? k >= x[1] : offset < 0 ? k <= x[1] : k == x[1]))
        places.push_back(k);
    if (offset < 0) std::reverse(places.begin(), places.end());
    const auto n = static_cast<std::size_t>(offset == 0 ? 0 : std::abs(offset) - 1);
    return Row{n < places.size() ? places[n] : 0xffffffff};
  });
}

// Comparisons: what each name says of less, equal, greater, and of what is no number.

struct Relation {
  const char* name;
  bool less;
  bool equal;
  bool greater;
  bool unordered;
};

const std::vector<Relation> ordered = {
    {"eq", false, true, false, false}, {"ne", true, false, true, false},
    {"lt", true, false, false, false}, {"le", true, true, false, false},
    {"gt", false, false, true, false}, {"ge", false, true, true, false}};
const std::vector<Relation> for_unsigned = {{"lo", true, false, false, false},
                                            {"ls", true, true, false, false},
                                            {"hi", false, false, true, false},
                                            {"hs", false, true, true, false}};
const std::vector<Relation> for_floats = {
    {"equ", false, true, false, true}, {"neu", true, false, true, true},
    {"ltu", true, false, false, true}, {"leu", true, true, false, true},
    {"gtu", false, false, true, true}, {"geu", false, true, true, true},
    {"num", true, true, true, false},  {"nan", false, false, false, true}};

template <class T>
bool holds(const Relation& r, T a, T b) {
  return a < b ? r.less : a == b ? r.equal : b < a ? r.greater : r.unordered;
}

/// setp with both results, alone and combined, and set.
template <class Holds>
void check_relation(const std::string& opcode, const std::string& type, unsigned width,
                    const Rows& pairs, bool word_result, Holds value) {
  const std::string b = bits_name(width);
  Rows rows;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    rows.push_back({pairs[i][0], pairs[i][1], i % 2});
  // Of halves there is no second result.
  const bool pairs_of_results = !type.ends_with("f16");
  std::string text;
  int next = 0;
  for (const std::string how : {"", ".and", ".or", ".xor"}) {
    text += "setp." + opcode + how + "." + type + " d" + std::to_string(next++);
    if (pairs_of_results) text += "|d" + std::to_string(next++);
    text += ", s0, s1" + std::string(how.empty() ? "" : how == ".or" ? ", !s2" : ", s2") + ";\n";
  }
  std::vector<std::string> results(pairs_of_results ? 8 : 4, "pred");
  if (word_result) {
    text += "set." + opcode + ".u32." + type + " d8, s0, s1;\nset." + opcode + ".and.f32." + type +
            " d9, s0, s1, s2;\nset." + opcode + ".f16." + type + " d10, s0, s1;\nset." + opcode +
            ".or.bf16." + type + " d11, s0, s1, s2;\n";
    results.insert(results.end(), {"b32", "b32", "b16", "b16"});
  }
  check({text, results, {b, b, "pred"}}, rows, [&](const Row& x) {
    const bool p = value(x[0], x[1]);
    const bool c = x[2] != 0;
    if (!pairs_of_results) return Row{p, p && c, p || !c, p != c};
    Row row = {p, !p, p && c, !p && c, p || !c, !p || !c, p != c, !p != c};
    if (word_result) {
      row.push_back(p ? 0xffffffff : 0);
      row.push_back(p && c ? 0x3f800000 : 0);
      row.push_back(p ? 0x3c00 : 0);
      row.push_back(p || c ? 0x3f80 : 0);
    }
    return row;
  });
}

TEST(PtxLogic, ComparisonsOfIntegers) {
  for (const unsigned w : {16U, 32U, 64U}) {
    const Rows rows = integer_rows({w, w}, 300);
    for (const Relation& r : ordered) {
      const auto sign_flipped = [&](std::uint64_t x) { return x ^ std::uint64_t{1} << (w - 1); };
      check_relation(r.name, "s" + std::to_string(w), w, rows, true,
                     [&](auto a, auto b) { return holds(r, sign_flipped(a), sign_flipped(b)); });
      check_relation(r.name, "u" + std::to_string(w), w, rows, true,
                     [&](auto a, auto b) { return holds(r, a, b); });
      if (r.less == r.greater) {
        check_relation(r.name, bits_name(w), w, rows, true,
                       [&](auto a, auto b) { return holds(r, a, b); });
      }
    }
    for (const Relation& r : for_unsigned) {
      check_relation(r.name, "u" + std::to_string(w), w, rows, true,
                     [&](auto a, auto b) { return holds(r, a, b); });
    }
  }
}

std::vector<Relation> all_for_floats() {
  std::vector<Relation> all = ordered;
  all.insert(all.end(), for_floats.begin(), for_floats.end());
  return all;
}

const std::vector<std::uint64_t> floats = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000,
    0x80800000, 0x3f800000, 0xbf800000, 0x3f800001, 0x40000000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001};
const std::vector<std::uint64_t> doubles = {0,
                                            0x8000000000000000,
                                            1,
                                            0x800fffffffffffff,
                                            0x0010000000000000,
                                            0x3ff0000000000000,
                                            0xbff0000000000000,
                                            0x3ff0000000000001,
                                            0x7fefffffffffffff,
                                            0x7ff0000000000000,
                                            0xfff0000000000000,
                                            0x7ff8000000000000,
                                            0xfff0000000000001};

TEST(PtxLogic, ComparisonsOfFloats) {
  const Rows singles = combinations({floats, floats}, {32, 32}, 0);
  const Rows wide = combinations({doubles, doubles}, {64, 64}, 0);
  for (const Relation& r : all_for_floats()) {
    const auto single = [&](std::uint64_t a, std::uint64_t b) {
      return holds(r, std::bit_cast<float>(static_cast<std::uint32_t>(a)),
                   std::bit_cast<float>(static_cast<std::uint32_t>(b)));
    };
    const auto flushed = [](std::uint64_t x) {
      return (x & 0x7f800000U) == 0 ? x & 0x80000000U : x;
    };
    check_relation(r.name, "f32", 32, singles, true, single);
    check({std::string("setp.") + r.name + ".ftz.f32 d0, s0, s1;", {"pred"}, {"b32", "b32"}},
          singles, [&](const Row& x) { return Row{single(flushed(x[0]), flushed(x[1]))}; });
    check_relation(r.name, "f64", 64, wide, true, [&](auto a, auto b) {
      return holds(r, std::bit_cast<double>(a), std::bit_cast<double>(b));
    });
  }
}

/// A half as a number, by its definition.
double half_value(std::uint64_t bits, int fraction) {
  const auto size = static_cast<unsigned>(bits & 0x7fffU);
  const int exponents = 15 - fraction;
  const int bias = (1 << (exponents - 1)) - 1;
  const int exponent = static_cast<int>(size >> fraction);
  const double digits = size % (1U << fraction);
  double x = exponent == (1 << exponents) - 1 ? (digits == 0 ? INFINITY : NAN)
             : exponent == 0
                 ? digits * std::exp2(1 - bias - fraction)
                 : (digits + std::exp2(fraction)) * std::exp2(exponent - bias - fraction);
  return (bits & 0x8000U) != 0 ? -x : x;
}

TEST(PtxLogic, ComparisonsOfHalves) {
  for (const bool brain : {false, true}) {
    const int fraction = brain ? 7 : 10;
    const std::string name = brain ? "bf16" : "f16";
    const std::uint64_t infinity = brain ? 0x7f80 : 0x7c00;
    const std::uint64_t one = brain ? 0x3f80 : 0x3c00;
    const std::vector<std::uint64_t> halves = {0,
                                               0x8000,
                                               1,
                                               0x8001,
                                               infinity - 1,
                                               infinity,
                                               one,
                                               one + 1,
                                               one | 0x8000,
                                               infinity | 0x8000,
                                               infinity + 1,
                                               0xffff};
    const Rows pairs = combinations({halves, halves}, {16, 16}, 0);
    Rows packed;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Row& other = pairs[(i * 7 + 3) % pairs.size()];
      packed.push_back({pairs[i][0] | other[0] << 16, pairs[i][1] | other[1] << 16});
    }
    for (const Relation& r : all_for_floats()) {
      const auto truth = [&](std::uint64_t a, std::uint64_t b) {
        return holds(r, half_value(a & 0xffff, fraction), half_value(b & 0xffff, fraction));
      };
      check_relation(r.name, name, 16, pairs, false, truth);
      check(
          {"set." + std::string(r.name) + "." + name + "." + name + " d0, s0, s1;\nset." + r.name +
               ".u16." + name + " d1, s0, s1;\nset." + r.name + ".s32." + name + " d2, s0, s1;",
           {"b16", "b16", "b32"},
           {"b16", "b16"}},
          pairs, [&](const Row& x) {
            const bool p = truth(x[0], x[1]);
            return Row{p ? one : 0, p ? 0xffffU : 0, p ? 0xffffffff : 0};
          });
      const std::string both = name + "x2";
      check(
          {"setp." + std::string(r.name) + "." + both + " d0|d1, s0, s1;\nset." + r.name + "." +
               both + "." + both + " d2, s0, s1;\nset." + r.name + ".u32." + both + " d3, s0, s1;",
           {"pred", "pred", "b32", "b32"},
           {"b32", "b32"}},
          packed, [&](const Row& x) {
            const std::uint64_t p = truth(x[0], x[1]) ? 1 : 0;
            const std::uint64_t q = truth(x[0] >> 16, x[1] >> 16) ? 1 : 0;
            return Row{p, q, p * one | q * one << 16, p * 0xffff | q * 0xffff0000};
          });
    }
  }
}

TEST(PtxLogic, SelectionsByPredicatesAndSigns) {
  for (const unsigned w : {16U, 32U, 64U}) {
    const std::string b = bits_name(w);
    Rows rows = integer_rows({w, w, 32});
    for (const std::string kind : {"b", "u", "s", "f"}) {
      const std::string type = kind + std::to_string(w);
      if (type == "f16") continue;
      Rows truths = rows;
      for (Row& row : truths)
        row[2] %= 2;
      check({"selp." + type + " d0, s0, s1, s2;", {b}, {b, b, "pred"}}, truths,
            [](const Row& x) { return Row{x[2] != 0 ? x[0] : x[1]}; });
      check({"slct." + type + ".s32 d0, s0, s1, s2;", {b}, {b, b, "b32"}}, rows,
            [](const Row& x) { return Row{bit(x[2], 31) ? x[1] : x[0]}; });
      Rows signs = combinations({edge_bits(w), edge_bits(w), floats}, {w, w, 32}, 500);
      for (const bool ftz : {false, true}) {
        check({"slct." + std::string(ftz ? "ftz." : "") + type + ".f32 d0, s0, s1, s2;",
               {b},
               {b, b, "b32"}},
              signs, [&](const Row& x) {
                const auto size = x[2] & 0x7fffffffU;
                const bool zero = size == 0 || (ftz && size < 0x00800000U);
                const bool number = size <= 0x7f800000U;
                return Row{number && (zero || !bit(x[2], 31)) ? x[0] : x[1]};
              });
      }
    }
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
