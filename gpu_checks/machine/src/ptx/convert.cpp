// Opcodes: conversions and moves.
#include "exact.hpp"
#include "half.hpp"
#include "operations.hpp"
#include "types.hpp"

#include <algorithm>
#include <cmath>

namespace layoutcheck::gpu::ptx {

namespace {

/// A whole number as an integer, kept within the type, as a device does. No number is 0.
template <class To>
To integer_from(double x) {
  if (std::isnan(x)) return 0;
  const double most = std::ldexp(1.0, std::numeric_limits<To>::digits);
  if (x >= most) return std::numeric_limits<To>::max();
  if (x <= static_cast<double>(std::numeric_limits<To>::min()))
    return std::numeric_limits<To>::min();
  return static_cast<To>(x);
}

/// What a register of so many bytes can hold.
std::uint64_t register_mask(std::uint32_t bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
}

/// The bits of an integer in a register of so many bytes, to which a signed one is extended.
template <class T>
std::uint64_t extended(T x, std::uint32_t bytes) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(x)) & register_mask(bytes);
  return put(x);
}

/// What cvt says: how to round, switches, the bytes of the result's register, and whether the last
/// operand has scale factors.
struct Conversion {
  std::uint32_t how = nearest;
  std::uint32_t switches = 0;
  std::uint32_t register_bytes = 8;
  bool is_scaled = false;
};

/// Integer to integer.
template <class From>
void run_integers(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& to = *step.result_type;
  const std::uint64_t low = register_mask(to.bits / 8);
  const std::uint64_t sign = to.is_signed() ? std::uint64_t{1} << (to.bits - 1) : 0;
  const std::uint64_t all = register_mask(step.as<Conversion>().register_bytes);
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) {
    const auto x = static_cast<std::uint64_t>(static_cast<std::int64_t>(get<From>(a[i])));
    d[i] = (((x & low) ^ sign) - sign) & all;
  });
}

/// The same with .sat.
template <class From>
void run_saturated(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& to = *step.result_type;
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t all = register_mask(step.as<Conversion>().register_bytes);
  one_by_one(lanes, [&](unsigned i) {
    const Wide x = std::clamp<Wide>(get<From>(a[i]), to.least, to.greatest);
    d[i] = static_cast<std::uint64_t>(x) & all;
  });
}

/// A truncation keeps the exact integer: what is lost shows in the address. As a widening reads it:
/// see multiply_wide.
struct Same {
  static constexpr Bits<1> bits{63};
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    r = x[0];
    return true;
  }
};

// Conversions from or to floating point.

enum Switch : std::uint32_t {
  whole = 1,     // .rni and its kind: to an integer first
  saturate = 2,  // to 0 to 1
  relu = 4,
  finite = 8,
  flush = 16,
  away = 32,  // ties away from 0
};

/// Formats of fewer than 32 bits are types of their own in half.hpp.
template <class T>
constexpr bool is_small = !std::is_arithmetic_v<T>;

/// An integer as a double, made odd in its last bit where it is not exact, so that rounding it to
/// fewer digits rounds once.
template <class T>
double odd_double(T x) {
  const auto y = static_cast<double>(x);
  const Wide error = static_cast<Wide>(x) - static_cast<Wide>(y);
  if (error == 0 || (std::bit_cast<std::uint64_t>(y) & 1U) != 0) return y;
  return std::nextafter(y, error > 0 ? INFINITY : -INFINITY);
}

/// An integer as an f64.
template <class T>
double wide_from(T x, std::uint32_t how) {
  const auto y = static_cast<double>(x);
  const Wide error = static_cast<Wide>(x) - static_cast<Wide>(y);
  const bool lower = how == down || (how == to_zero && x > 0);
  if (how == nearest || error == 0 || (error < 0) != lower) return y;
  return std::nextafter(y, lower ? -INFINITY : INFINITY);
}

template <class From>
double value_of(std::uint64_t bits, std::uint32_t switches) {
  if constexpr (is_small<From>) {
    return number_of<From>(static_cast<unsigned>(bits & (2 * sign_bit<From> - 1)));
  } else if constexpr (std::is_integral_v<From>) {
    return odd_double(get<From>(bits));
  } else {
    const From x = get<From>(bits);
    const bool zero = std::is_same_v<From, float> && (switches & flush) != 0 &&
                      std::fpclassify(x) == FP_SUBNORMAL;
    return static_cast<double>(zero ? std::copysign(From{0}, x) : x);
  }
}

template <class To>
std::uint64_t bits_from(double x, const Conversion& conversion) {
  const auto [how, switches, register_bytes, is_scaled] = conversion;
  if (std::is_integral_v<To> || (switches & whole) != 0) x = rounded(x, how);
  if constexpr (std::is_integral_v<To>) {
    return extended(integer_from<To>(x), register_bytes);
  } else {
    if ((switches & saturate) != 0) x = x > 0 ? std::min(x, 1.0) : 0;
    if ((switches & relu) != 0 && x <= 0) x = 0;
    if constexpr (is_small<To>) {
      return bits_of<To>(x, how, (switches & finite) != 0);
    } else if constexpr (std::is_same_v<To, double>) {
      return put(x);
    } else {
      constexpr std::uint64_t no_number = 0x7fffffff;
      const float y = narrowed(x, how);
      const bool zero = (switches & flush) != 0 && std::fpclassify(y) == FP_SUBNORMAL;
      return std::isnan(y) ? no_number : put(zero ? std::copysign(0.0F, y) : y);
    }
  }
}

template <class To, class From>
void run_numbers(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& conversion = step.as<Conversion>();
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  one_by_one(lanes, [&](unsigned i) {
    if constexpr (std::is_same_v<To, double> && std::is_integral_v<From>)
      d[i] = bits_from<To>(wide_from(get<From>(a[i]), conversion.how), conversion);
    else
      d[i] = bits_from<To>(value_of<From>(a[i], conversion.switches), conversion);
  });
}

/// By what half 1 (the upper one) or 0 of a pair is multiplied: PTX, section "cvt", divides what
/// becomes s2f6 by its scale factor, and multiplies what was s2f6 by it.
template <class To>
double factor_of(const Warp& warp, const Step& step, unsigned lane, unsigned half) {
  if (!step.as<Conversion>().is_scaled) return 1;
  const std::uint64_t factors = warp.row(step.rows.back())[lane];
  const double factor = number_of<UE8M0>(static_cast<unsigned>(factors >> 8 * half & 0xffU));
  return std::is_same_v<To, S2F6> ? 1 / factor : factor;
}

/// Two numbers in one register.
template <class To, class From>
std::uint64_t pair_of(Warp& warp, const Step& step, unsigned lane, std::uint64_t upper,
                      std::uint64_t lower) {
  const auto half = [&](std::uint64_t bits, unsigned which) {
    const double factor = factor_of<To>(warp, step, lane, which);
    return bits_from<To>(value_of<From>(bits, 0) * factor, step.as<Conversion>());
  };
  const std::uint64_t high = half(upper, 1);
  const std::uint64_t low = half(lower, 0);
  // "Sign-preserved MAX_NORM" is -127/64 or -2: the ISA has a "positive max" and a "negative max".
  constexpr std::uint64_t least = 0x80;
  if (std::is_same_v<To, S2F6> && (high == least || low == least)) warp.undefined |= 1U << lane;
  return high << packed_width<To> | low;
}

/// cvt.rn.f16x2.f32 d, a, b and its kind: a in the upper half.
template <class To>
void run_to_two(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  one_by_one(lanes, [&](unsigned i) { d[i] = pair_of<To, float>(warp, step, i, a[i], b[i]); });
}

/// Pairs in one register.
template <class To, class From>
void run_pairs(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  one_by_one(lanes, [&](unsigned i) {
    d[i] = pair_of<To, From>(warp, step, i, a[i] >> packed_width<From>, a[i]);
  });
}

/// cvt.rs of an f32 (PTX, section "cvt"): away from zero if the sum of the random bits and of those
/// of the fraction that are dropped has a carry. Nothing where the ISA does not say which bits
/// meet: a result is below the normal numbers, so that more are dropped, or beyond all.
template <class To>
std::optional<std::uint64_t> rounded_at_random(std::uint64_t bits, std::uint64_t random,
                                               const Conversion& conversion) {
  const auto x = get<float>(bits);
  if (!std::isfinite(x)) return bits_from<To>(x, conversion);
  constexpr unsigned dropped = 23 - To::fraction;
  constexpr std::uint32_t mask = (1U << dropped) - 1;
  const auto pattern = static_cast<std::uint32_t>(bits);
  const auto carry = static_cast<std::uint32_t>((pattern & mask) + (random & mask)) & ~mask;
  const bool is_clamped = (conversion.switches & relu) != 0 && x <= 0;
  const double size = std::fabs(x);
  const bool drops_as_many = To::least == std::numeric_limits<float>::min_exponent - 1 ||
                             size >= std::ldexp(1, To::least) || number_of<To>(bits_of<To>(x)) == x;
  const bool is_within = size < std::ldexp(1, 2 - To::least) || (conversion.switches & finite) != 0;
  if (!is_clamped && !(drops_as_many && is_within)) return std::nullopt;
  return bits_from<To>(get<float>((pattern & ~mask) + carry), conversion);
}

/// Rows: d, a, b, the random bits, of which each half has those of one operand.
template <class To>
void run_at_random(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& conversion = step.as<Conversion>();
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* random = warp.row(step.rows[3]);
  one_by_one(lanes, [&](unsigned i) {
    const auto half = [&](std::size_t row, unsigned shift) {
      return rounded_at_random<To>(warp.row(step.rows[row])[i], random[i] >> shift, conversion);
    };
    const auto high = half(1, 16);
    const auto low = half(2, 0);
    if (!high || !low) warp.undefined |= 1U << i;
    d[i] = high.value_or(0) << 16 | low.value_or(0);
  });
}

/// f32 with 10 bits of fraction, to which a tensor core rounds.
void run_to_tf32(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& conversion = step.as<Conversion>();
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) {
    const auto bits = static_cast<std::uint32_t>(a[i]);
    constexpr std::uint32_t dropped = 0x1fff;
    constexpr std::uint32_t no_number = 0x7fffffff;
    const auto x = get<float>(bits);
    if (!std::isfinite(x)) {
      d[i] = std::isnan(x) ? no_number : bits;
      return;
    }
    const std::uint32_t half = conversion.how == to_zero           ? 0
                               : (conversion.switches & away) != 0 ? 0x1000
                                                                   : 0xfff + (bits >> 13 & 1U);
    d[i] = (bits + half) & ~dropped;
  });
}

/// f(Tag<T>) for a type of floating point, or nullptr if it is none.
template <class F>
Handler for_float(std::string_view type, F f) {
  if (type == "f32") return f(Tag<float>{});
  if (type == "f64") return f(Tag<double>{});
  if (type == "f16") return f(Tag<Half>{});
  if (type == "bf16") return f(Tag<BFloat>{});
  return nullptr;
}

/// The conversion between these types if one is of floating point; nullptr otherwise.
Handler between_numbers(std::string_view to, std::string_view from) {
  const Handler from_float = for_float(from, [&]<class From>(Tag<From>) -> Handler {
    const auto choose = []<class To>(Tag<To>) -> Handler { return &run_numbers<To, From>; };
    const Handler floats = for_float(to, choose);
    return floats != nullptr ? floats : for_integer(to, choose);
  });
  if (from_float != nullptr) return from_float;
  return for_integer(from, [&]<class From>(Tag<From>) -> Handler {
    return for_float(to, []<class To>(Tag<To>) -> Handler { return &run_numbers<To, From>; });
  });
}

/// f(Tag<Format>) for a format of 4 to 8 bits, two of them in a register, or nullptr if it is none.
template <class F>
Handler for_narrow(std::string_view pair, F f) {
  if (pair == "e4m3x2") return f(Tag<E4M3>{});
  if (pair == "e5m2x2") return f(Tag<E5M2>{});
  if (pair == "e2m3x2") return f(Tag<E2M3>{});
  if (pair == "e3m2x2") return f(Tag<E3M2>{});
  if (pair == "e2m1x2") return f(Tag<E2M1>{});
  if (pair == "ue8m0x2") return f(Tag<UE8M0>{});
  if (pair == "s2f6x2") return f(Tag<S2F6>{});
  return nullptr;
}

/// The same for pairs: nullptr unless there are two in each register, or a and b make two.
Handler between_pairs(std::string_view to, std::string_view from) {
  if (from == "f32") {
    if (to == "f16x2") return &run_to_two<Half>;
    if (to == "bf16x2") return &run_to_two<BFloat>;
    return for_narrow(to, []<class To>(Tag<To>) -> Handler { return &run_to_two<To>; });
  }
  if (from == "f16x2")
    return for_narrow(to, []<class To>(Tag<To>) -> Handler { return &run_pairs<To, Half>; });
  if (from == "bf16x2")
    return for_narrow(to, []<class To>(Tag<To>) -> Handler { return &run_pairs<To, BFloat>; });
  if (to == "f16x2")
    return for_narrow(from,
                      []<class From>(Tag<From>) -> Handler { return &run_pairs<Half, From>; });
  if (to == "bf16x2")
    return for_narrow(from,
                      []<class From>(Tag<From>) -> Handler { return &run_pairs<BFloat, From>; });
  return nullptr;
}

Conversion conversion_of(Decoder& in) {
  Conversion conversion;
  conversion.how = in.has("rz") || in.has("rzi")   ? to_zero
                   : in.has("rm") || in.has("rmi") ? down
                   : in.has("rp") || in.has("rpi") ? up
                                                   : nearest;
  const std::pair<std::string_view, std::uint32_t> switches[] = {
      {"rni", whole}, {"rzi", whole},        {"rmi", whole}, {"rpi", whole}, {"sat", saturate},
      {"relu", relu}, {"satfinite", finite}, {"ftz", flush}, {"rna", away}};
  for (const auto& [word, bit] : switches)
    conversion.switches |= in.has(word) ? bit : 0U;
  conversion.register_bytes =
      static_cast<std::uint32_t>(in.bytes_of_register(in.operands().front()));
  conversion.is_scaled = in.has("scaled::n2::ue8m0");
  return conversion;
}

void convert(Decoder& in) {
  const std::string_view from = in.type();
  const std::string_view to = in.words()[in.words().size() - 2];
  if (Handler pairs = between_pairs(to, from)) {
    const Conversion conversion = conversion_of(in);
    std::vector<std::uint32_t> rows = rows_of(in, from == "f32" ? "f32" : "b32");
    if (in.has("rs")) pairs = to == "f16x2" ? &run_at_random<Half> : &run_at_random<BFloat>;
    // Scale factors, or random bits.
    if (in.has("rs") || conversion.is_scaled) rows.back() = in.source(in.operands().back(), "b32");
    in.add(in.step(pairs, std::move(rows), 1), conversion);
    return;
  }
  const bool integers = integer_type(from) != nullptr && integer_type(to) != nullptr;
  const bool saturates = in.has("sat");
  const Handler run =
      to == "tf32" ? &run_to_tf32
      : integers   ? for_integer(from,
                                 [&]<class From>(Tag<From>) -> Handler {
                                 return saturates ? &run_saturated<From> : &run_integers<From>;
                               })
                   : between_numbers(to, from);
  const std::vector<Operand>& o = in.operands();
  Step step = in.step(run, {in.result(o[0]), in.source(o[1], from)}, 1);
  if (integers) {
    step.exact = saturates ? nullptr : &exact_ring<Same>;
    step.result_type = integer_type(to);
    step.operand_type = integer_type(from);
  }
  in.add(std::move(step), conversion_of(in));
}

template <class T>
void run_move(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) { d[i] = put(get<T>(a[i])); });
}

/// Which step of the warp it is, for want of a clock.
void run_clock(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  each(lanes, [&](unsigned i) {
    d[i] = step.result_bytes == 4 ? static_cast<std::uint32_t>(warp.steps) : warp.steps;
  });
}

void run_active_mask(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  each(lanes, [&](unsigned i) { d[i] = lanes; });
}

/// What a register holds side by side.
struct Parts {
  unsigned bits = 32;
};

/// Rows: the parts, then the whole.
void run_unpack(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t* a = warp.row(step.rows.back());
  const unsigned width = step.as<Parts>().bits;
  std::array<std::uint64_t, warp_size> whole{};
  each(lanes, [&](unsigned i) { whole[i] = a[i]; });
  for (std::size_t k = 0; k + 1 < step.rows.size(); ++k) {
    std::uint64_t* d = warp.row(step.rows[k]);
    each(lanes, [&](unsigned i) {
      d[i] = whole[i] >> width * k &
             (width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
    });
  }
}

void run_pack(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const unsigned width = step.as<Parts>().bits;
  each(lanes, [&](unsigned i) {
    std::uint64_t value = 0;
    for (std::size_t k = 1; k < step.rows.size(); ++k) {
      const std::uint64_t part = warp.row(step.rows[k])[i];
      value |= (part & ((std::uint64_t{1} << width) - 1)) << width * (k - 1);
    }
    d[i] = value;
  });
}

/// Parts are one integer only where the upper ones are zeros: compilers pack what they keep in
/// pairs.
void follow_packed(Warp& warp, const Step& step, std::uint32_t lanes) {
  follow_unless(warp, step.rows[0], lanes, ~std::uint64_t{0} << step.as<Parts>().bits);
}

/// Rows: the halves of the result, or registers for them, then those of the source.
void run_move_halves(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::array<std::array<std::uint64_t, warp_size>, 2> whole{};
  for (std::size_t half = 0; half < 2; ++half)
    std::copy_n(warp.row(step.rows[2 + half]), warp_size, whole[half].begin());
  for (std::size_t half = 0; half < 2; ++half)
    each(lanes, [&](unsigned i) { warp.row(step.rows[half])[i] = whole[half][i]; });
}

/// mov.b128, of a register or of two of 64 bits.
void move_halves(Decoder& in) {
  std::vector<std::uint32_t> rows;
  for (std::size_t o = 0; o < 2; ++o) {
    const Operand& operand = in.operands()[o];
    if (operand.kind != Operand::Kind::vector)
      std::ranges::copy(in.halves(operand), std::back_inserter(rows));
    else
      for (const Operand& part : operand.parts)
        rows.push_back(o == 0 ? in.result(part) : in.source(part, "b64"));
  }
  in.add(in.step(&run_move_halves, std::move(rows), 2));
}

void move_vector(Decoder& in, bool pack) {
  const std::vector<Operand>& o = in.operands();
  const std::vector<Operand>& parts = o[pack ? 1 : 0].parts;
  const std::uint64_t whole = width_of(in.type());
  const std::uint64_t part = whole / parts.size();
  const std::string_view part_type = part == 4 ? "b32" : part == 2 ? "b16" : "b8";
  std::vector<std::uint32_t> rows;
  for (const Operand& operand : parts)
    rows.push_back(pack ? in.source(operand, part_type) : in.result(operand));
  rows.insert(pack ? rows.begin() : rows.end(),
              pack ? in.result(o[0]) : in.source(o[1], in.type()));
  Step step = in.step(pack ? &run_pack : &run_unpack, std::move(rows), pack ? 1 : parts.size());
  if (pack) {
    step.exact = &follow_packed;
    step.exact_after = true;
  }
  in.add(std::move(step), Parts{static_cast<unsigned>(8 * part)});
}

void move(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const std::string_view type = in.type();
  if (type == "b128") {
    move_halves(in);
    return;
  }
  if (o[0].kind == Operand::Kind::vector || o[1].kind == Operand::Kind::vector) {
    move_vector(in, o[1].kind == Operand::Kind::vector);
    return;
  }
  const std::string_view from = o[1].text;
  if (from == "%clock" || from == "%clock64" || from == "%globaltimer" ||
      from == "%globaltimer_lo" || from == "%clock_hi" || from == "%globaltimer_hi") {
    in.add(in.step(&run_clock, {in.result(o[0])}, 1));
    return;
  }
  const Handler run =
      type == "pred"                    ? &run_move<bool>
      : type == "f32"                   ? &run_move<float>
      : type == "f64"                   ? &run_move<double>
      : type == "f16" || type == "bf16" ? &run_move<std::uint16_t>
      : type == "f16x2" || type == "bf16x2"
          ? &run_move<std::uint32_t>
          : for_integer(type, []<class T>(Tag<T>) -> Handler { return &run_move<T>; });
  Step step = in.step(run, {in.result(o[0]), in.source(o[1], type)}, 1);
  if (type != "pred") step.exact = &follow_copy;
  in.add(std::move(step));
}

/// What cvta adds to an address.
struct Offset {
  std::uint64_t bytes = 0;
};

/// cvta: between a state space and generic addresses.
void run_convert_address(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t offset = step.as<Offset>().bytes;
  each(lanes, [&](unsigned i) { d[i] = a[i] + offset; });
}

void exact_convert_address(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto offset = static_cast<std::int64_t>(step.as<Offset>().bytes);
  const auto add_offset = [offset]<class T>(unsigned, const std::array<T, 4>& x, T& r) {
    return add<T>(x[0], offset, r);
  };
  if (!follow_plain(warp, step, lanes, Bits<1>{bits_of_terms}, add_offset))
    follow(warp, step, lanes, 1, add_offset);
}

StateSpace space_in(const Decoder& in) {
  for (const std::string_view word : in.words()) {
    if (word == "shared::cluster") return StateSpace::cluster;
    const std::string_view base = word.substr(0, word.find("::"));
    if (base == "shared") return StateSpace::shared;
    if (base == "local") return StateSpace::local;
    if (base == "param") return StateSpace::param;
    if (base == "global") return StateSpace::global;
    if (base == "const") return StateSpace::constant;
  }
  return StateSpace::generic;
}

void convert_address(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  Step step = in.step(&run_convert_address, {in.result(o[0]), in.source(o[1], in.type())}, 1);
  const std::uint64_t base = generic_address(space_in(in), 0);
  step.exact = &exact_convert_address;
  step.result_type = &integers_of<std::int64_t>;
  in.add(std::move(step), Offset{in.has("to") ? 0 - base : base});
}

void run_is_space(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) {
    const std::uint64_t base = generic_address(step.space, 0);
    const bool in_window = a[i] >= shared_window && a[i] < parameter_window + window_bytes;
    const bool is_elsewhere = step.space == StateSpace::shared &&
                              warp.machine->code.maps_addresses &&
                              rank_in(a[i]).value_or(warp.block->rank) != warp.block->rank;
    d[i] = (base == 0 ? !in_window : a[i] >= base && a[i] < base + window_bytes && !is_elsewhere)
               ? 1
               : 0;
  });
}

void is_space(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  Step step = in.step(&run_is_space, {in.result(o[0]), in.source(o[1], "b64")}, 1);
  step.space = space_in(in);
  in.add(std::move(step));
}

/// mapa: the address in the block of that rank. Rows: the result, an address, the rank.
void run_map_address(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  each(lanes, [&](unsigned i) { d[i] = mapped(a[i], static_cast<std::uint32_t>(b[i])); });
}

/// The exact address moves as the one in the register does.
void exact_map_address(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t* d = warp.row(step.rows[0]);
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint32_t a = step.rows[1];
    if (!is_known(warp, a, lane))
      set_unknown(warp, step.rows[0], lane);
    else
      set_exact(warp, step.rows[0], lane,
                exact_of(warp, a, lane) + static_cast<Wide>(d[lane]) -
                    static_cast<Wide>(warp.row(a)[lane]),
                origin_of(warp, a, lane));
  });
}

Step mapping(Decoder& in, std::vector<std::uint32_t> rows) {
  Step step = in.step(&run_map_address, std::move(rows), 1);
  step.exact = &exact_map_address;
  step.exact_after = true;
  in.map_addresses();
  return step;
}

void map_address(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  in.add(mapping(in, {in.result(o[0]), in.source(o[1], in.type()), in.source(o[2], "u32")}));
}

/// getctarank: that of the block in which an address lies.
void run_block_rank(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) { d[i] = rank_in(a[i]).value_or(warp.block->rank); });
}

void block_rank(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  in.add(in.step(&run_block_rank, {in.result(o[0]), in.source(o[1], in.type())}, 1));
}

/// A result of 0, whatever the operands.
void run_zero(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  each(lanes, [&](unsigned i) { d[i] = 0; });
}

/// createpolicy: hints to the caches, which change no value.
void cache_policy(Decoder& in) {
  in.add(in.step(&run_zero, {in.result(in.operands()[0])}, 1));
}

void active_mask(Decoder& in) {
  in.add(in.step(&run_active_mask, {in.result(in.operands()[0])}, 1));
}

}  // namespace

void map_to_own_part(Decoder& in, std::uint32_t to, std::uint32_t from) {
  in.add(mapping(in, {to, from, in.special_row(Special::cluster_rank)}));
}

void add_convert(Opcodes& opcodes) {
  opcodes["cvt"] = &convert;
  opcodes["mov"] = &move;
  opcodes["cvta"] = &convert_address;
  opcodes["isspacep"] = &is_space;
  opcodes["mapa"] = &map_address;
  opcodes["getctarank"] = &block_rank;
  opcodes["createpolicy"] = &cache_policy;
  opcodes["activemask"] = &active_mask;
}

}  // namespace layoutcheck::gpu::ptx
