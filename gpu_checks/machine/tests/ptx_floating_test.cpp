// Opcodes: floating point, against exact numbers that are rounded by search.
#include "ptx_numbers.hpp"
#include "ptx_probe.hpp"

#include <cmath>

namespace layoutcheck::gpu {
namespace {

const Covers covers{"fma", "rcp",  "sqrt",     "rsqrt", "sin", "cos", "ex2",
                    "lg2", "tanh", "copysign", "testp", "div", "min", "max"};

const std::vector<Format> formats = {f16, bf16, f32, f64};

std::string bits_name(unsigned width) {
  return "b" + std::to_string(width);
}

/// Patterns that are no number are one, so that results can be compared.
std::uint64_t canonical(const Format& f, std::uint64_t bits) {
  return f.is_nan(bits) ? f.sign() - 1 : bits;
}

std::uint64_t flushed(const Format& f, std::uint64_t bits) {
  return f.is_subnormal(bits) ? bits & f.sign() : bits;
}

Rows rows_of(const Format& f, std::size_t count, std::size_t drawn) {
  return combinations(std::vector(count, f.specials()), std::vector(count, f.width), drawn);
}

bool negative(const Format& f, std::uint64_t bits) {
  return (bits & f.sign()) != 0;
}

/// a·b + c as IEEE 754 has it.
std::uint64_t product_sum(const Format& f, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                          const std::string& how) {
  const std::uint64_t none = f.sign() - 1;
  const std::uint64_t infinity = f.limit();
  if (f.is_nan(a) || f.is_nan(b) || f.is_nan(c)) return none;
  const bool sign = negative(f, a) != negative(f, b);
  const auto is_zero = [&](std::uint64_t x) { return (x & none) == 0; };
  if (f.is_infinite(a) || f.is_infinite(b)) {
    if (is_zero(a) || is_zero(b) || (f.is_infinite(c) && negative(f, c) != sign)) return none;
    return infinity | (sign ? f.sign() : 0);
  }
  if (f.is_infinite(c)) return c;
  const Dyadic exact = f.value(a) * f.value(b) + f.value(c);
  if (exact.digits == 0) {
    const bool both = (is_zero(a) || is_zero(b)) && is_zero(c) && sign == negative(f, c);
    return (both ? sign : how == "rm") ? f.sign() : 0;
  }
  return rounded(f, exact, how);
}

std::uint64_t one(const Format& f) {
  return static_cast<std::uint64_t>(f.bias()) << f.fraction;
}

/// A product alone: of zeros the sign is that of the factors.
std::uint64_t product(const Format& f, std::uint64_t a, std::uint64_t b, const std::string& how) {
  const bool sign = negative(f, a) != negative(f, b);
  return product_sum(f, a, b, sign ? f.sign() : 0, how);
}

std::uint64_t saturated(const Format& f, std::uint64_t bits) {
  if (f.is_nan(bits) || negative(f, bits)) return 0;
  return std::min(bits, one(f));
}

std::uint64_t expected_of(const std::string& base, const Format& f, const Row& x,
                          const std::string& how) {
  if (base == "add") return product_sum(f, x[0], one(f), x[1], how);
  if (base == "sub") return product_sum(f, x[0], one(f), x[1] ^ f.sign(), how);
  if (base == "mul") return product(f, x[0], x[1], how);
  return product_sum(f, x[0], x[1], x[2], how);
}

/// The results of one probe, patterns that are no number made one.
void check_floats(const Format& f, const Probe& probe, const Rows& rows,
                  const std::function<std::uint64_t(const Row&)>& expected, bool exact_nan = true) {
  const Rows found = run_probe(probe, rows);
  int failures = 0;
  for (std::size_t i = 0; i < rows.size() && failures < 3; ++i) {
    const std::uint64_t wanted = canonical(f, expected(rows[i]));
    const std::uint64_t value = exact_nan ? found[i][0] : canonical(f, found[i][0]);
    if (value != wanted) {
      ADD_FAILURE() << probe.text << "\n  of" << shown(rows[i]) << "\n  gives" << shown(found[i])
                    << "\n  not  " << shown({wanted});
      ++failures;
    }
  }
}

Probe probe_of(const std::string& opcode, unsigned width, std::size_t count) {
  Probe probe{opcode + " d0", {bits_name(width)}, std::vector(count, bits_name(width))};
  for (std::size_t i = 0; i < count; ++i)
    probe.text += ", s" + std::to_string(i);
  probe.text += ";";
  return probe;
}

TEST(PtxFloating, SumsAndProductsAreRoundedOnce) {
  for (const Format& f : formats) {
    for (const std::string base : {"add", "sub", "mul", "fma", "mad"}) {
      if (base == "mad" && f.width == 16) continue;
      const std::size_t count = base == "fma" || base == "mad" ? 3 : 2;
      const Rows rows = rows_of(f, count, 300);
      for (const std::string how : {"rn", "rz", "rm", "rp"}) {
        if (how != "rn" && f.name != f32.name) continue;
        const std::string opcode = base + "." + how;
        check_floats(
            f, probe_of(opcode + "." + f.name, f.width, count), rows,
            [&](const Row& x) { return expected_of(base, f, x, how); }, f.width != 64);
        if (f.width == 64 || f.name == bf16.name) continue;
        check_floats(f, probe_of(opcode + ".sat." + f.name, f.width, count), rows,
                     [&](const Row& x) { return saturated(f, expected_of(base, f, x, how)); });
        check_floats(f, probe_of(opcode + ".ftz." + f.name, f.width, count), rows, [&](Row x) {
          for (std::uint64_t& bits : x)
            bits = flushed(f, bits);
          return flushed(f, expected_of(base, f, x, how));
        });
      }
    }
  }
}

TEST(PtxFloating, PairsAreTwoOfTheSame) {
  const auto packed = [](const Format& f, std::size_t count) {
    Rows rows = rows_of(f, count, 400);
    std::mt19937_64 random(f.width);
    Rows all;
    for (std::size_t i = 0; i < 1000; ++i) {
      Row row = rows[random() % rows.size()];
      const Row& high = rows[random() % rows.size()];
      for (std::size_t k = 0; k < count; ++k)
        row[k] |= high[k] << f.width;
      all.push_back(row);
    }
    return all;
  };
  for (const Format& f : {f16, bf16, f32}) {
    for (const std::string base : {"add", "sub", "mul", "fma"}) {
      const std::size_t count = base == "fma" ? 3 : 2;
      check(probe_of(base + ".rn." + f.name + "x2", 2 * f.width, count), packed(f, count),
            [&](const Row& x) {
              Row low = x;
              Row high = x;
              for (std::size_t k = 0; k < count; ++k) {
                low[k] = low_bits(x[k], f.width);
                high[k] = x[k] >> f.width;
              }
              return Row{expected_of(base, f, low, "rn") | expected_of(base, f, high, "rn")
                                                               << f.width};
            });
    }
  }
}

/// A half in single precision, which has each.
std::uint64_t widened(const Format& f, std::uint64_t bits) {
  const std::uint64_t sign = negative(f, bits) ? f32.sign() : 0;
  if (f.is_nan(bits)) return f32.sign() - 1;
  if (f.is_infinite(bits)) return f32.limit() | sign;
  const Dyadic value = f.value(bits);
  return value.digits == 0 ? sign : rounded(f32, value, "rn");
}

TEST(PtxFloating, SumsOfSinglePrecisionAndHalves) {
  for (const Format& f : {f16, bf16}) {
    for (const std::string base : {"add", "sub", "fma"}) {
      const std::size_t halves = base == "fma" ? 2 : 1;
      std::vector values(halves, f.specials());
      std::vector widths(halves, f.width);
      values.push_back(f32.specials());
      widths.push_back(32);
      const Rows rows = combinations(values, widths, 300);
      for (const std::string how : {"rn", "rz", "rm", "rp"}) {
        Probe probe = probe_of(base + "." + how + ".f32." + f.name, 16, halves + 1);
        probe.results = {"b32"};
        probe.operands.back() = "b32";
        const auto sum = [&](Row x) {
          for (std::size_t i = 0; i < halves; ++i)
            x[i] = widened(f, x[i]);
          return expected_of(base, f32, x, how);
        };
        check_floats(f32, probe, rows, sum);
        probe.text.insert(probe.text.find(".f32"), ".sat");
        check_floats(f32, probe, rows, [&](const Row& x) { return saturated(f32, sum(x)); });
      }
    }
  }
}

TEST(PtxFloating, FusedSumsOfHalvesWithoutNegativeNumbers) {
  for (const Format& f : {f16, bf16}) {
    check_floats(f, probe_of(std::string("fma.rn.relu.") + f.name, 16, 3), rows_of(f, 3, 1000),
                 [&](const Row& x) {
                   const std::uint64_t sum = expected_of("fma", f, x, "rn");
                   return !f.is_nan(sum) && negative(f, sum) ? 0 : sum;
                 });
  }
}

TEST(PtxFloating, ExtremesPassOverWhatIsNoNumber) {
  for (const Format& f : formats) {
    for (const bool least : {true, false}) {
      for (const std::string mode : {"", ".NaN", ".ftz"}) {
        if ((mode == ".NaN" && f.width == 64) ||
            (mode == ".ftz" && (f.width == 64 || f.name == bf16.name))) {
          continue;
        }
        const auto of_two = [&](std::uint64_t a, std::uint64_t b) {
          if (mode == ".ftz") {
            a = flushed(f, a);
            b = flushed(f, b);
          }
          if (f.is_nan(a) || f.is_nan(b))
            return mode == ".NaN" ? f.sign() - 1 : f.is_nan(a) ? b : a;
          // By size with the sign, -0 below +0.
          const auto key = [&](std::uint64_t bits) {
            const auto size = static_cast<std::int64_t>(bits & (f.sign() - 1));
            return negative(f, bits) ? -1 - size : size;
          };
          return (key(a) < key(b)) == least ? a : b;
        };
        const std::string text = (least ? "min" : "max") + mode + "." + f.name;
        check_floats(
            f, probe_of(text, f.width, 2), rows_of(f, 2, 300),
            [&](const Row& x) { return of_two(x[0], x[1]); }, f.width != 64);
        if (f.name == f32.name) {
          check_floats(f, probe_of(text, f.width, 3), rows_of(f, 3, 300),
                       [&](const Row& x) { return of_two(of_two(x[0], x[1]), x[2]); });
        }
      }
    }
  }
}

TEST(PtxFloating, Signs) {
  for (const Format& f : formats) {
    const Rows rows = rows_of(f, 1, 300);
    const std::string name = std::string(".") + f.name;
    check_floats(
        f, probe_of("abs" + name, f.width, 1), rows, [&](const Row& x) { return x[0] & ~f.sign(); },
        false);
    check_floats(
        f, probe_of("neg" + name, f.width, 1), rows, [&](const Row& x) { return x[0] ^ f.sign(); },
        false);
    if (f.name == f32.name) {
      check_floats(
          f, probe_of("neg.ftz.f32", 32, 1), rows,
          [&](const Row& x) { return flushed(f, x[0]) ^ f.sign(); }, false);
    }
    if (f.width >= 32) {
      check(probe_of("copysign" + name, f.width, 2), rows_of(f, 2, 300),
            [&](const Row& x) { return Row{(x[0] & f.sign()) | (x[1] & ~f.sign())}; });
    }
  }
}

TEST(PtxFloating, QuotientsAndRootsAreRoundedOnce) {
  for (const Format& f : {f32, f64}) {
    const std::uint64_t none = f.sign() - 1;
    const auto quotient = [&](std::uint64_t a, std::uint64_t b, const std::string& how = "rn") {
      const std::uint64_t sign = (a ^ b) & f.sign();
      const bool a_zero = (a & none) == 0;
      const bool b_zero = (b & none) == 0;
      if (f.is_nan(a) || f.is_nan(b) || (f.is_infinite(a) && f.is_infinite(b)) ||
          (a_zero && b_zero)) {
        return none;
      }
      if (f.is_infinite(a) || b_zero) return f.limit() | sign;
      if (f.is_infinite(b) || a_zero) return sign;
      const Dyadic x = magnitude(f.value(a));
      const Dyadic y = magnitude(f.value(b));
      return rounded_by_search(f, sign != 0, how, [&](const Dyadic& c) { return order(x, c * y); });
    };
    const bool exact_nan = f.width == 32;
    const std::string name = std::string(".") + f.name;
    for (const std::string how : {"rn", "rz", "rm", "rp"}) {
      if (how != "rn" && f.width == 64) continue;
      check_floats(
          f, probe_of("div." + how + name, f.width, 2), rows_of(f, 2, 300),
          [&](const Row& x) { return quotient(x[0], x[1], how); }, exact_nan);
    }
    check_floats(
        f, probe_of("rcp.rn" + name, f.width, 1), rows_of(f, 1, 500),
        [&](const Row& x) { return quotient(one(f), x[0]); }, exact_nan);
    check_floats(
        f, probe_of("sqrt.rn" + name, f.width, 1), rows_of(f, 1, 500),
        [&](const Row& x) {
          if ((x[0] & none) == 0 || x[0] == f.limit()) return x[0];
          if (f.is_nan(x[0]) || negative(f, x[0])) return none;
          const Dyadic y = f.value(x[0]);
          return rounded_by_search(f, false, "rn",
                                   [&](const Dyadic& c) { return order(y, c * c); });
        },
        exact_nan);
  }
}

float as_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// Within so many units in the last place, and alike where it is no finite number.
void check_near(const std::string& opcode, const std::function<double(double)>& f, bool ftz) {
  const Rows rows = rows_of(f32, 1, 2000);
  const Rows found = run_probe(probe_of(opcode, 32, 1), rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t in = ftz ? flushed(f32, rows[i][0]) : rows[i][0];
    const double exact = f(as_float(in));
    float wanted = static_cast<float>(exact);
    if (ftz && std::fpclassify(wanted) == FP_SUBNORMAL) wanted = std::copysign(0.0F, wanted);
    const float value = as_float(found[i][0]);
    if (std::isnan(wanted) || std::isinf(wanted) || wanted == 0) {
      EXPECT_TRUE(std::isnan(wanted) ? std::isnan(value) : value == wanted)
          << opcode << " of " << as_float(in) << " gives " << value;
    } else {
      const double unit = std::fabs(std::nextafter(wanted, INFINITY) - wanted);
      EXPECT_LE(std::fabs(value - exact), 2 * unit) << opcode << " of " << as_float(in);
    }
  }
}

TEST(PtxFloating, ApproximationsAreNear) {
  check_near(
      "rcp.approx.ftz.f32", [](double x) { return 1 / x; }, true);
  check_near(
      "rsqrt.approx.f32", [](double x) { return 1 / std::sqrt(x); }, false);
  check_near(
      "sqrt.approx.ftz.f32", [](double x) { return std::sqrt(x); }, true);
  check_near(
      "sin.approx.f32", [](double x) { return std::sin(x); }, false);
  check_near(
      "cos.approx.f32", [](double x) { return std::cos(x); }, false);
  check_near(
      "ex2.approx.f32", [](double x) { return std::exp2(x); }, false);
  check_near(
      "ex2.approx.ftz.f32", [](double x) { return std::exp2(x); }, true);
  check_near(
      "lg2.approx.f32", [](double x) { return std::log2(x); }, false);
  check_near(
      "tanh.approx.f32", [](double x) { return std::tanh(x); }, false);
  const Rows rows = rows_of(f32, 2, 200);
  for (const std::string mode : {"full", "approx"}) {
    const Rows found = run_probe(probe_of("div." + mode + ".f32", 32, 2), rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const float wanted = as_float(rows[i][0]) / as_float(rows[i][1]);
      const float value = as_float(found[i][0]);
      EXPECT_TRUE(std::isnan(wanted) ? std::isnan(value) : value == wanted);
    }
  }
  // All halves, in both halves of a register.
  Rows halves;
  for (std::uint64_t x = 0; x < 65536; x += 7)
    halves.push_back({x | (65535 - x) << 16});
  for (const std::string opcode : {"tanh.approx.f16x2", "ex2.approx.f16x2"}) {
    const Rows found = run_probe(probe_of(opcode, 32, 1), halves);
    for (std::size_t i = 0; i < halves.size(); ++i) {
      for (unsigned k = 0; k < 2; ++k) {
        const bool power = opcode.starts_with("ex2");
        const std::uint64_t x = halves[i][0] >> 16 * k & 0xffff;
        const std::uint64_t value = found[i][0] >> 16 * k & 0xffff;
        if (f16.is_nan(x)) {
          EXPECT_TRUE(f16.is_nan(value));
          continue;
        }
        const Dyadic exact = f16.value(x);
        const double in = f16.is_infinite(x)
                              ? (negative(f16, x) ? -INFINITY : INFINITY)
                              : std::ldexp(exact.digits.convert_to<double>(), exact.exponent);
        const double out = power ? std::exp2(in) : std::tanh(in);
        if (f16.is_infinite(value) || out >= 65520) {
          EXPECT_TRUE(value == f16.limit() && out >= 65520) << opcode << " of " << in;
          continue;
        }
        const Dyadic got = f16.value(value);
        const double number = std::ldexp(got.digits.convert_to<double>(), got.exponent);
        const double unit = std::ldexp(1.0, std::max(std::ilogb(out == 0 ? 1e-9 : out), -14) - 10);
        const bool gone = power && out < 0x1p-14 && number == 0;
        EXPECT_TRUE(gone || std::fabs(number - out) <= unit) << opcode << " of " << in;
      }
    }
  }
}

TEST(PtxFloating, KindsOfNumbers) {
  for (const Format& f : {f32, f64}) {
    const std::string b = bits_name(f.width);
    std::string text;
    int next = 0;
    for (const std::string kind :
         {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
      text += "testp." + kind + "." + f.name + " d" + std::to_string(next++) + ", s0;\n";
    }
    check({text, std::vector<std::string>(6, "pred"), {b}}, rows_of(f, 1, 300), [&](const Row& x) {
      const bool zero = (x[0] & (f.sign() - 1)) == 0;
      return Row{f.is_finite(x[0]),
                 f.is_infinite(x[0]),
                 !f.is_nan(x[0]),
                 f.is_nan(x[0]),
                 f.is_finite(x[0]) && !f.is_subnormal(x[0]) && !zero,
                 f.is_subnormal(x[0])};
    });
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
