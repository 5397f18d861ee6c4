// Opcodes: integer arithmetic, against integers without bounds.
#include "ptx_probe.hpp"
#include <layoutcheck/notation/integers.hpp>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"add", "sub", "mul",  "mad",  "div",  "rem",   "min",   "max",  "abs",
                    "neg", "sad", "addc", "subc", "madc", "mul24", "mad24", "dp4a", "dp2a"};

Exact power(unsigned n) {
  return Exact(1) << n;
}

Exact value(std::uint64_t bits, unsigned width, bool is_signed) {
  Exact x = low_bits(bits, width);
  return is_signed && (bits >> (width - 1) & 1U) != 0 ? x - power(width) : x;
}

/// The residue modulo 2^width.
std::uint64_t reduced(const Exact& x, unsigned width) {
  Exact r = x % power(width);
  if (r < 0) r += power(width);
  return static_cast<std::uint64_t>(r);
}

Exact floor_shift(const Exact& x, unsigned n) {
  const Exact rest = reduced(x, n);
  return (x - rest) / power(n);
}

struct IntegerType {
  std::string name;
  unsigned width;
  bool is_signed;
};

const std::vector<IntegerType> types = {{"u16", 16, false}, {"s16", 16, true},  {"u32", 32, false},
                                        {"s32", 32, true},  {"u64", 64, false}, {"s64", 64, true}};

using Rule = std::function<Exact(const std::vector<Exact>&)>;

/// Operands of one type and a result of `result_width` bits; rows for which `skip` says so are
/// left out.
void check_rule(const std::string& opcode, const IntegerType& type, std::size_t count,
                unsigned result_width, const Rule& rule, bool nonzero_second = false) {
  std::string text = opcode + " d0";
  Probe probe{"", {"b" + std::to_string(result_width)}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const bool sum = i == 2 && result_width > type.width;
    probe.operands.push_back("b" + std::to_string(sum ? result_width : type.width));
    text += ", s" + std::to_string(i);
  }
  probe.text = text + ";";
  std::vector<unsigned> widths;
  for (const std::string& name : probe.operands)
    widths.push_back(static_cast<unsigned>(std::stoul(name.substr(1))));
  Rows rows = integer_rows(widths);
  if (nonzero_second) std::erase_if(rows, [](const Row& row) { return row[1] == 0; });
  check(probe, rows, [&](const Row& row) {
    std::vector<Exact> x;
    for (std::size_t i = 0; i < count; ++i)
      x.push_back(value(row[i], widths[i], type.is_signed));
    return Row{reduced(rule(x), result_width)};
  });
}

TEST(PtxInteger, SumsDifferencesAndProductsWrap) {
  for (const IntegerType& t : types) {
    const unsigned w = t.width;
    check_rule("add." + t.name, t, 2, w, [](auto& x) { return x[0] + x[1]; });
    check_rule("sub." + t.name, t, 2, w, [](auto& x) { return x[0] - x[1]; });
    check_rule("mul.lo." + t.name, t, 2, w, [](auto& x) { return x[0] * x[1]; });
    check_rule("mul.hi." + t.name, t, 2, w, [w](auto& x) { return floor_shift(x[0] * x[1], w); });
    check_rule("mad.lo." + t.name, t, 3, w, [](auto& x) { return x[0] * x[1] + x[2]; });
    check_rule("mad.hi." + t.name, t, 3, w,
               [w](auto& x) { return floor_shift(x[0] * x[1], w) + x[2]; });
    if (w < 64) {
      check_rule("mul.wide." + t.name, t, 2, 2 * w, [](auto& x) { return x[0] * x[1]; });
      check_rule("mad.wide." + t.name, t, 3, 2 * w, [](auto& x) { return x[0] * x[1] + x[2]; });
    }
    check_rule("sad." + t.name, t, 3, w,
               [](auto& x) { return x[2] + boost::multiprecision::abs(x[0] - x[1]); });
  }
}

TEST(PtxInteger, QuotientsAndRemaindersAreCutOffTowardsZero) {
  for (const IntegerType& t : types) {
    check_rule(
        "div." + t.name, t, 2, t.width, [](auto& x) { return x[0] / x[1]; }, true);
    check_rule(
        "rem." + t.name, t, 2, t.width, [](auto& x) { return x[0] % x[1]; }, true);
  }
}

TEST(PtxInteger, ExtremesSizesAndNegatives) {
  for (const IntegerType& t : types) {
    check_rule("min." + t.name, t, 2, t.width, [](auto& x) { return x[0] < x[1] ? x[0] : x[1]; });
    check_rule("max." + t.name, t, 2, t.width, [](auto& x) { return x[0] > x[1] ? x[0] : x[1]; });
    if (t.is_signed) {
      check_rule("abs." + t.name, t, 1, t.width,
                 [](auto& x) { return boost::multiprecision::abs(x[0]); });
      check_rule("neg." + t.name, t, 1, t.width, [](auto& x) { return -x[0]; });
    }
  }
}

TEST(PtxInteger, PairsOf16BitsAreTakenApart) {
  const IntegerType pairs{"pairs", 32, false};
  for (const IntegerType& t : {types[0], types[1]}) {
    using Each = std::function<Exact(const Exact&, const Exact&)>;
    const auto check_pairs = [&](const std::string& opcode, const Each& f) {
      check_rule(opcode + "." + t.name + "x2", pairs, 2, 32, [&](auto& x) {
        Exact result = 0;
        for (const unsigned shift : {0U, 16U}) {
          const auto half = [&](const Exact& y) {
            return value(reduced(floor_shift(y, shift), 16), 16, t.is_signed);
          };
          result += Exact(reduced(f(half(x[0]), half(x[1])), 16)) * power(shift);
        }
        return result;
      });
    };
    const Each least = [](const Exact& a, const Exact& b) { return a < b ? a : b; };
    const Each most = [](const Exact& a, const Exact& b) { return a > b ? a : b; };
    check_pairs("add", [](const Exact& a, const Exact& b) { return Exact(a + b); });
    check_pairs("min", least);
    check_pairs("max", most);
    if (t.is_signed) {
      check_pairs("min.relu", [&](auto& a, auto& b) { return most(least(a, b), 0); });
      check_pairs("max.relu", [&](auto& a, auto& b) { return most(most(a, b), 0); });
    }
  }
  check_rule("min.relu.s32", types[3], 2, 32,
             [](auto& x) { return std::max(Exact(0), std::min(x[0], x[1])); });
}

TEST(PtxInteger, SaturatedSumsStayWithinTheType) {
  const auto clamped = [](const Exact& x) {
    const Exact most = power(31) - 1;
    const Exact least = -power(31);
    return x > most ? most : x < least ? least : x;
  };
  check_rule("add.sat.s32", types[3], 2, 32, [&](auto& x) { return clamped(x[0] + x[1]); });
  check_rule("sub.sat.s32", types[3], 2, 32, [&](auto& x) { return clamped(x[0] - x[1]); });
}

TEST(PtxInteger, ProductsOf24Bits) {
  for (const IntegerType& t : {types[2], types[3]}) {
    const auto product = [&t](auto& x) {
      return value(reduced(x[0], 24), 24, t.is_signed) * value(reduced(x[1], 24), 24, t.is_signed);
    };
    check_rule("mul24.lo." + t.name, t, 2, 32, [&](auto& x) { return product(x); });
    check_rule("mul24.hi." + t.name, t, 2, 32,
               [&](auto& x) { return floor_shift(product(x), 16); });
    check_rule("mad24.lo." + t.name, t, 3, 32, [&](auto& x) { return product(x) + x[2]; });
    check_rule("mad24.hi." + t.name, t, 3, 32,
               [&](auto& x) { return floor_shift(product(x), 16) + x[2]; });
  }
}

/// Sums of twice the width by two instructions, whose carry links them; then one more without
/// .cc, which must leave the carry for the one behind it.
TEST(PtxInteger, CarriesLinkSums) {
  for (const unsigned w : {32U, 64U}) {
    const std::string b = "b" + std::to_string(w);
    for (const std::string sign : {"u", "s"}) {
      const std::string t = sign + std::to_string(w);
      for (const bool minus : {false, true}) {
        const std::string name = minus ? "sub" : "add";
        check({name + ".cc." + t + " d0, s0, s2;\n" + name + "c.cc." + t + " d1, s1, s3;\n" + name +
                   "c." + t + " d2, 0, 0;\n" + name + "c." + t + " d3, 0, 0;",
               {b, b, b, b},
               {b, b, b, b}},
              integer_rows({w, w, w, w}), [&](const Row& x) {
                const Exact a = Exact(x[0]) + (Exact(x[1]) << w);
                const Exact c = Exact(x[2]) + (Exact(x[3]) << w);
                const Exact sum = minus ? a - c : a + c;
                const Exact carry = floor_shift(floor_shift(sum, w), w);
                return Row{reduced(sum, w), reduced(floor_shift(sum, w), w), reduced(carry, w),
                           reduced(carry, w)};
              });
      }
      const bool is_signed = sign == "s";
      check({"mad.lo.cc." + t + " d0, s0, s1, s2;\nmadc.hi.cc." + t + " d1, s0, s1, s3;\naddc." +
                 t + " d2, 0, 0;\nmadc.lo." + t + " d3, s0, s1, s2;",
             {b, b, b, b},
             {b, b, b, b}},
            integer_rows({w, w, w, w}), [&](const Row& x) {
              const Exact product = value(x[0], w, is_signed) * value(x[1], w, is_signed);
              const Exact low = Exact(reduced(product, w)) + x[2];
              const Exact high =
                  Exact(reduced(floor_shift(product, w), w)) + x[3] + floor_shift(low, w);
              const Exact carry = floor_shift(high, w);
              return Row{reduced(low, w), reduced(high, w), reduced(carry, w),
                         reduced(low + carry, w)};
            });
    }
  }
}

TEST(PtxInteger, DotProductsOfBytes) {
  for (const bool a_signed : {false, true}) {
    for (const bool b_signed : {false, true}) {
      const std::string names =
          std::string(a_signed ? ".s32" : ".u32") + (b_signed ? ".s32" : ".u32");
      const std::vector<std::string> operands = {"b32", "b32", "b32"};
      check({"dp4a" + names + " d0, s0, s1, s2;", {"b32"}, operands}, integer_rows({32, 32, 32}),
            [&](const Row& x) {
              Exact sum = x[2];
              for (unsigned k = 0; k < 4; ++k) {
                sum += value(x[0] >> 8 * k & 0xff, 8, a_signed) *
                       value(x[1] >> 8 * k & 0xff, 8, b_signed);
              }
              return Row{reduced(sum, 32)};
            });
      for (const bool high : {false, true}) {
        check({std::string("dp2a.") + (high ? "hi" : "lo") + names + " d0, s0, s1, s2;",
               {"b32"},
               operands},
              integer_rows({32, 32, 32}), [&](const Row& x) {
                Exact sum = x[2];
                for (unsigned k = 0; k < 2; ++k) {
                  sum += value(x[0] >> 16 * k & 0xffff, 16, a_signed) *
                         value(x[1] >> 8 * (k + (high ? 2 : 0)) & 0xff, 8, b_signed);
                }
                return Row{reduced(sum, 32)};
              });
      }
    }
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
