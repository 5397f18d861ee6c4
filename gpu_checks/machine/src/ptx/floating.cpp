// Opcodes: floating point.
//
// Approximate instructions give the correctly rounded value or one next to it, which is as near as
// PTX asks; what a device gives may differ in the last places.
#include "half.hpp"
#include "types.hpp"

#include <algorithm>
#include <cmath>

namespace layoutcheck::gpu::ptx {

namespace {

enum Switch : std::uint32_t { flush = 1, saturate = 2, nan_wins = 4, relu = 8 };

template <class T>
T flushed(T x, std::uint32_t switches) {
  if ((switches & flush) != 0 && std::fpclassify(x) == FP_SUBNORMAL) return std::copysign(T{0}, x);
  return x;
}

template <class T>
T clamped(T x, std::uint32_t switches) {
  if ((switches & saturate) != 0) return x > 0 ? std::min(x, T{1}) : T{0};
  return (switches & relu) != 0 && x <= 0 ? T{0} : x;
}

/// The operation on f32 or f64 for one lane. Operations that can round in all directions say what
/// they are on doubles; to round down is to round the opposite up, which also gives zeros the right
/// sign.
template <class T, class Op>
T computed(T x, T y, T z, std::uint32_t switches, std::uint32_t how) {
  x = flushed(x, switches);
  y = flushed(y, switches);
  z = flushed(z, switches);
  T result = 0;
  if constexpr (std::is_same_v<T, float> && Op::any_direction) {
    result = how == nearest ? Op::apply(x, y, z, switches)
             : how == down  ? -narrowed(Op::opposite(x, y, z), up)
                            : narrowed(Op::apply(double{x}, double{y}, double{z}, switches), how);
  } else {
    result = Op::apply(x, y, z, switches);
  }
  return flushed(clamped(result, switches), switches);
}

/// A device gives one pattern for all results of f32 that are no number.
template <class Op, class T>
std::uint64_t result_bits(T x) {
  constexpr std::uint32_t no_number = 0x7fffffff;
  if constexpr (std::is_same_v<T, float> && !Op::only_sign)
    return std::isnan(x) ? no_number : put(x);
  return put(x);
}

/// How an instruction computes: switches, and how to round.
struct Way {
  std::uint32_t switches = 0;
  std::uint32_t how = nearest;
};

/// An instruction of `Count` operands on f32, two f32 or f64.
template <class T, class Op, std::size_t Count, bool Two = false>
void run_float(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[Count > 1 ? 2 : 1]);
  const std::uint64_t* c = warp.row(step.rows[Count > 2 ? 3 : 1]);
  const auto way = step.as<Way>();
  each(lanes, [&](unsigned i) {
    const auto part = [&](unsigned shift) {
      return result_bits<Op>(computed<T, Op>(get<T>(a[i] >> shift), get<T>(b[i] >> shift),
                                             get<T>(c[i] >> shift), way.switches, way.how));
    };
    d[i] = Two ? part(0) | part(32) << 32 : part(0);
  });
}

/// The same on f32, of which the last operand is one, and the others are f16 or bf16.
template <class Format, class Op, std::size_t Count>
void run_mixed(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto way = step.as<Way>();
  const auto operand = [&](std::size_t k, unsigned lane) {
    const std::uint64_t bits = warp.row(step.rows[k])[lane];
    return k == Count ? get<float>(bits)
                      : static_cast<float>(number_of<Format>(static_cast<std::uint16_t>(bits)));
  };
  std::uint64_t* d = warp.row(step.rows[0]);
  each(lanes, [&](unsigned i) {
    d[i] = result_bits<Op>(computed<float, Op>(operand(1, i), operand(2, i), operand(Count, i),
                                               way.switches, way.how));
  });
}

/// The same on f16 and bf16, one or two in a register. Op works on doubles and is rounded once.
template <class Format, class Op, std::size_t Count, unsigned Parts>
void run_half(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t switches = step.as<Way>().switches;
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[Count > 1 ? 2 : 1]);
  const std::uint64_t* c = warp.row(step.rows[Count > 2 ? 3 : 1]);
  const auto flushed_half = [switches](double x) {
    return (switches & flush) != 0 ? without_subnormals<Format>(x) : x;
  };
  each(lanes, [&](unsigned i) {
    std::uint64_t result = 0;
    for (unsigned k = 0; k < Parts; ++k) {
      const auto part = [&](std::uint64_t bits) {
        return flushed_half(number_of<Format>(static_cast<std::uint16_t>(bits >> 16 * k)));
      };
      const double value =
          clamped(Op::apply(part(a[i]), part(b[i]), part(c[i]), switches), switches);
      std::uint16_t bits = bits_of<Format>(value);
      if ((switches & flush) != 0) bits = bits_of<Format>(flushed_half(number_of<Format>(bits)));
      result |= static_cast<std::uint64_t>(bits) << 16 * k;
    }
    d[i] = result;
  });
}

/// What most operations are: rounded to the nearest only, and arithmetic.
struct Plain {
  static constexpr bool any_direction = false;
  static constexpr bool only_sign = false;
};
struct Directed {
  static constexpr bool any_direction = true;
  static constexpr bool only_sign = false;
};
struct OnlySign {
  static constexpr bool any_direction = false;
  static constexpr bool only_sign = true;
};

struct Add : Directed {
  static float apply(float a, float b, float, std::uint32_t) { return a + b; }
  static double apply(double a, double b, double, std::uint32_t) {
    return product_and_sum(a, 1, b);
  }
  static double opposite(double a, double b, double) { return product_and_sum(-a, 1, -b); }
};
/// f64 itself must not be made odd.
struct AddWide : Plain {
  static double apply(double a, double b, double, std::uint32_t) { return a + b; }
};
struct Subtract : Directed {
  static float apply(float a, float b, float, std::uint32_t) { return a - b; }
  static double apply(double a, double b, double, std::uint32_t) {
    return product_and_sum(a, 1, -b);
  }
  static double opposite(double a, double b, double) { return product_and_sum(-a, 1, b); }
};
struct SubtractWide : Plain {
  static double apply(double a, double b, double, std::uint32_t) { return a - b; }
};
struct Multiply : Directed {
  template <class T>
  static T apply(T a, T b, T, std::uint32_t) {
    return a * b;
  }
  static double opposite(double a, double b, double) { return -a * b; }
};
struct MultiplyAdd : Directed {
  static float apply(float a, float b, float c, std::uint32_t) { return std::fma(a, b, c); }
  static double apply(double a, double b, double c, std::uint32_t) {
    return product_and_sum(a, b, c);
  }
  static double opposite(double a, double b, double c) { return product_and_sum(-a, b, -c); }
};
struct MultiplyAddWide : Plain {
  static double apply(double a, double b, double c, std::uint32_t) { return std::fma(a, b, c); }
};
/// A quotient of f32 that is no number of 25 bits is at least 2^-49 of it away from one, so that
/// one in double rounds as it does.
struct Divide : Directed {
  template <class T>
  static T apply(T a, T b, T, std::uint32_t) {
    return a / b;
  }
  static double opposite(double a, double b, double) { return -a / b; }
};
struct Minimum : Plain {
  template <class T>
  static T apply(T a, T b, T, std::uint32_t switches) {
    if ((switches & nan_wins) != 0 && (std::isnan(a) || std::isnan(b))) return NAN;
    if (std::isnan(a)) return b;
    if (a == 0 && b == 0) return std::signbit(a) ? a : b;
    return b < a ? b : a;
  }
};
struct Maximum : Plain {
  template <class T>
  static T apply(T a, T b, T, std::uint32_t switches) {
    if ((switches & nan_wins) != 0 && (std::isnan(a) || std::isnan(b))) return NAN;
    if (std::isnan(a)) return b;
    if (a == 0 && b == 0) return std::signbit(a) ? b : a;
    return b > a ? b : a;
  }
};
/// The same of three.
template <class Op>
struct OfThree : Plain {
  template <class T>
  static T apply(T a, T b, T c, std::uint32_t switches) {
    return Op::apply(Op::apply(a, b, c, switches), c, c, switches);
  }
};
struct Absolute : OnlySign {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::fabs(a);
  }
};
struct Negate : OnlySign {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return -a;
  }
};
struct Reciprocal : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return 1 / a;
  }
};
struct Root : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::sqrt(a);
  }
};
struct ReciprocalRoot : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return static_cast<T>(1 / std::sqrt(static_cast<double>(a)));
  }
};
struct Sine : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::sin(a);
  }
};
struct Cosine : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::cos(a);
  }
};
struct PowerOfTwo : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::exp2(a);
  }
};
struct Logarithm : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::log2(a);
  }
};
struct HyperbolicTangent : Plain {
  template <class T>
  static T apply(T a, T, T, std::uint32_t) {
    return std::tanh(a);
  }
};
/// PTX: b with the sign of a.
struct CopySign : OnlySign {
  template <class T>
  static T apply(T a, T b, T, std::uint32_t) {
    return std::copysign(b, a);
  }
};

/// A step for the type in the opcode; false if that is no floating type. `Narrow` is for f16, bf16
/// and f32, `Wider` for f64.
template <class Narrow, class Wider, std::size_t Count>
bool decode(Decoder& in) {
  const std::string_view type = in.type();
  const bool is_mixed = type != "f32" && in.has("f32");
  Handler run = nullptr;
  if (type == "f32") run = &run_float<float, Narrow, Count>;
  if (type == "f32x2" && Narrow::any_direction) run = &run_float<float, Narrow, Count, true>;
  if (type == "f64") run = &run_float<double, Wider, Count>;
  if (type == "f16") run = &run_half<Half, Narrow, Count, 1>;
  if (type == "f16x2") run = &run_half<Half, Narrow, Count, 2>;
  if (type == "bf16") run = &run_half<BFloat, Narrow, Count, 1>;
  if (type == "bf16x2") run = &run_half<BFloat, Narrow, Count, 2>;
  if constexpr (Narrow::any_direction && Count > 1) {
    if (is_mixed)
      run = type == "f16" ? &run_mixed<Half, Narrow, Count> : &run_mixed<BFloat, Narrow, Count>;
  }
  if (run == nullptr) return false;
  const std::uint32_t how = in.has("rz")   ? to_zero
                            : in.has("rm") ? down
                            : in.has("rp") ? up
                                           : nearest;
  std::vector<std::uint32_t> rows = rows_of(in, type);
  if (is_mixed) rows.back() = in.source(in.operands().back(), "f32");
  in.add(in.step(run, rows, 1),
         Way{(in.has("ftz") ? flush : 0U) | (in.has("sat") ? saturate : 0U) |
                 (in.has("NaN") ? nan_wins : 0U) | (in.has("relu") ? relu : 0U),
             how});
  return true;
}

/// What is there for floating types only.
template <class Narrow, class Wider, std::size_t Count>
void only_floating(Decoder& in) {
  if (!decode<Narrow, Wider, Count>(in)) in.unknown_opcode();
}

/// Kinds of floating-point numbers, as bits by what std::fpclassify says.
struct Kinds {
  std::uint32_t bits = 0;
};

template <class T>
void run_test(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) {
    const int kind = std::fpclassify(get<T>(a[i]));
    d[i] = (step.as<Kinds>().bits >> kind & 1U) != 0 ? 1 : 0;
  });
}

void test_property(Decoder& in) {
  const auto bit = [](int kind) { return 1U << kind; };
  const std::uint32_t finite = bit(FP_ZERO) | bit(FP_SUBNORMAL) | bit(FP_NORMAL);
  const std::map<std::string_view, std::uint32_t> kinds = {
      {"finite", finite},
      {"infinite", bit(FP_INFINITE)},
      {"number", finite | bit(FP_INFINITE)},
      {"notanumber", bit(FP_NAN)},
      {"normal", bit(FP_NORMAL)},
      {"subnormal", bit(FP_SUBNORMAL)},
  };
  in.add(
      in.step(in.type() == "f32" ? &run_test<float> : &run_test<double>, rows_of(in, in.type()), 1),
      Kinds{kinds.at(in.words()[1])});
}

template <class Op>
std::uint64_t reduced_by(std::span<const std::uint64_t> numbers, const FloatReduction& how) {
  const auto value = [&](std::uint64_t bits) {
    const auto x = get<float>(bits);
    return how.of_absolutes ? std::fabs(x) : x;
  };
  float result = value(numbers.front());
  for (const std::uint64_t bits : numbers)
    result = Op::apply(result, value(bits), 0.0F, how.nan_wins ? nan_wins : 0U);
  return result_bits<Op>(result);
}

/// Rows: d, a, mask.
void run_reduction(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 2);
  if (there == 0) return;
  std::vector<std::uint64_t> numbers;
  one_by_one(there, [&](unsigned lane) { numbers.push_back(warp.row(step.rows[1])[lane]); });
  const std::uint64_t result = reduced(numbers, step.as<FloatReduction>());
  std::uint64_t* d = warp.row(step.rows[0]);
  each(there, [&](unsigned lane) { d[lane] = result; });
}

}  // namespace

FloatReduction float_reduction(const Decoder& in) {
  return {in.has("min"), in.has("abs"), in.has("NaN")};
}

std::uint64_t reduced(std::span<const std::uint64_t> numbers, const FloatReduction& how) {
  return how.is_least ? reduced_by<Minimum>(numbers, how) : reduced_by<Maximum>(numbers, how);
}

void reduce_floating(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  in.add(in.deciding_step(&run_reduction,
                          {in.result(o[0]), in.source(o[1], "f32"), in.source(o[2], "b32")}, 1, 1),
         float_reduction(in));
}

bool decode_floating(Decoder& in) {
  const std::string_view base = in.words().front();
  if (base == "add") return decode<Add, AddWide, 2>(in);
  if (base == "sub") return decode<Subtract, SubtractWide, 2>(in);
  if (base == "mul") return decode<Multiply, Multiply, 2>(in);
  if (base == "mad") return decode<MultiplyAdd, MultiplyAddWide, 3>(in);
  if (base == "div") return decode<Divide, Divide, 2>(in);
  const bool of_three = in.operands().size() == 4;
  if (base == "min" && of_three) return decode<OfThree<Minimum>, OfThree<Minimum>, 3>(in);
  if (base == "max" && of_three) return decode<OfThree<Maximum>, OfThree<Maximum>, 3>(in);
  if (base == "min") return decode<Minimum, Minimum, 2>(in);
  if (base == "max") return decode<Maximum, Maximum, 2>(in);
  if (base == "abs") return decode<Absolute, Absolute, 1>(in);
  if (base == "neg") return decode<Negate, Negate, 1>(in);
  return false;
}

void add_floating(Opcodes& opcodes) {
  opcodes["fma"] = &only_floating<MultiplyAdd, MultiplyAddWide, 3>;
  opcodes["rcp"] = &only_floating<Reciprocal, Reciprocal, 1>;
  opcodes["sqrt"] = &only_floating<Root, Root, 1>;
  opcodes["rsqrt"] = &only_floating<ReciprocalRoot, ReciprocalRoot, 1>;
  opcodes["sin"] = &only_floating<Sine, Sine, 1>;
  opcodes["cos"] = &only_floating<Cosine, Cosine, 1>;
  opcodes["ex2"] = &only_floating<PowerOfTwo, PowerOfTwo, 1>;
  opcodes["lg2"] = &only_floating<Logarithm, Logarithm, 1>;
  opcodes["tanh"] = &only_floating<HyperbolicTangent, HyperbolicTangent, 1>;
  opcodes["copysign"] = &only_floating<CopySign, CopySign, 2>;
  opcodes["testp"] = &test_property;
}

}  // namespace layoutcheck::gpu::ptx
