// Opcodes: integer arithmetic.
#include "types.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

/// Arithmetic modulo 2^n, without the promotions of short types to int.
template <class T>
T wrapped(std::uint64_t bits) {
  return static_cast<T>(bits);
}

template <class T>
std::uint64_t widened(T value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

// Operations: `run` is what a register of the type holds, `exact` what comes of integers.

struct Add {
  static constexpr Bits<2> bits{bits_of_terms, bits_of_terms};
  template <class T>
  static T run(T a, T b) {
    return wrapped<T>(widened(a) + widened(b));
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    return add(x[0], x[1], r);
  }
};
struct Subtract {
  static constexpr Bits<2> bits{bits_of_terms, bits_of_terms};
  template <class T>
  static T run(T a, T b) {
    return wrapped<T>(widened(a) - widened(b));
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    return add<T>(x[0], -x[1], r);
  }
};
struct MultiplyLow {
  static constexpr Bits<2> bits{bits_of_factors, bits_of_factors};
  template <class T>
  static T run(T a, T b) {
    return wrapped<T>(widened(a) * widened(b));
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    return multiply(x[0], x[1], r);
  }
};
struct MultiplyHigh {
  template <class T>
  static T run(T a, T b) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
      __extension__ using UnsignedWide = unsigned __int128;
      return static_cast<T>(static_cast<UnsignedWide>(a) * b >> 64);
    } else {
      return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> (8 * sizeof(T)));
    }
  }
};
template <class Product>
struct MultiplyAdd {
  static constexpr Bits<3> bits{bits_of_factors, bits_of_factors, bits_of_terms};
  template <class T>
  static T run(T a, T b, T c) {
    return Add::run(Product::run(a, b), c);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    return Product::exact(x, r) && add(r, x[2], r);
  }
};
/// What a device gives for a division by 0: all bits set, and the dividend as the remainder.
struct Divide {
  static constexpr Bits<2> bits{bits_of_terms, bits_of_terms};
  template <class T>
  static T run(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return wrapped<T>(0 - widened(a));
    }
    return static_cast<T>(a / b);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    if (x[1] == 0) return false;
    r = x[0] / x[1];
    return true;
  }
};
struct Remainder {
  static constexpr Bits<2> bits{bits_of_terms, bits_of_terms};
  template <class T>
  static T run(T a, T b) {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    if (x[1] == 0) return false;
    r = x[0] % x[1];
    return true;
  }
};
struct Minimum {
  static constexpr Bits<2> bits{bits_of_terms, bits_of_terms};
  template <class T>
  static T run(T a, T b) {
    return std::min(a, b);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    r = run(x[0], x[1]);
    return true;
  }
};
struct Maximum {
  static constexpr Bits<2> bits{bits_of_terms, bits_of_terms};
  template <class T>
  static T run(T a, T b) {
    return std::max(a, b);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    r = run(x[0], x[1]);
    return true;
  }
};
struct Absolute {
  static constexpr Bits<1> bits{bits_of_terms};
  template <class T>
  static T run(T a) {
    return a < 0 ? wrapped<T>(0 - widened(a)) : a;
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    r = x[0] < 0 ? -x[0] : x[0];
    return true;
  }
};
struct Negate {
  static constexpr Bits<1> bits{bits_of_terms};
  template <class T>
  static T run(T a) {
    return wrapped<T>(0 - widened(a));
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    r = -x[0];
    return true;
  }
};
struct AbsoluteDifference {
  template <class T>
  static T run(T a, T b, T c) {
    return wrapped<T>((a < b ? widened(b) - widened(a) : widened(a) - widened(b)) + widened(c));
  }
};
struct MultiplyLow24 {
  template <class T>
  static T run(T a, T b) {
    constexpr unsigned shift = 8;
    return wrapped<T>(widened(wrapped<T>(widened(a) << shift) >> shift) *
                      widened(wrapped<T>(widened(b) << shift) >> shift));
  }
};
struct MultiplyHigh24 {
  template <class T>
  static T run(T a, T b) {
    constexpr unsigned shift = 8;
    return wrapped<T>((widened(wrapped<T>(widened(a) << shift) >> shift) *
                       widened(wrapped<T>(widened(b) << shift) >> shift)) >>
                      16);
  }
};

// Rules of exact integers.

/// The rule of what tells signed from unsigned: operands are read as the type says.
template <class Op>
void exact_typed(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_plain<Op>(warp, step, lanes)) return;
  follow(
      warp, step, lanes, step.rows.size() - 1,
      [&](unsigned, std::array<Wide, 4> x, Wide& result) {
        for (Wide& operand : x)
          operand = read_as(*step.result_type, operand);
        return Op::exact(x, result);
      },
      Hash::refused);
}

/// The rule of min and max, which choose an operand, as the type reads them: it stays what it was.
/// So a negative number that was read as an unsigned one is none of 2^n and less afterwards, which
/// is what compilers make of the number of times that a loop goes round.
template <class Op>
void exact_choice(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_plain<Op>(warp, step, lanes)) return;
  const IntegerType& type = *step.result_type;
  one_by_one(lanes, [&](unsigned lane) {
    const auto is_claimed = [&](std::uint32_t row) {
      return is_known(warp, row, lane) && (origin_of(warp, row, lane) & of_hash) == 0;
    };
    if (!is_claimed(step.rows[1]) || !is_claimed(step.rows[2])) {
      set_unknown(warp, step.rows[0], lane);
      return;
    }
    const Wide a = read_as(type, exact_of(warp, step.rows[1], lane));
    const Wide b = read_as(type, exact_of(warp, step.rows[2], lane));
    copy_exact(warp, step.rows[0], Op::run(a, b) == a ? step.rows[1] : step.rows[2], lane);
  });
}

/// The remainder of what has wrapped is that of a hash, or a place in a ring: what the register
/// says. Called behind the instruction.
void exact_remainder(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_plain<Remainder>(warp, step, lanes)) return;
  const IntegerType& type = *step.result_type;
  follow(warp, step, lanes, 2, [&](unsigned lane, const std::array<Wide, 4>& x, Wide& result) {
    const Wide a = read_as(type, x[0]);
    const Wide b = read_as(type, x[1]);
    if (type.has(a) && type.has(b)) return Remainder::exact<Wide>({a, b}, result);
    result = number_in(type, warp.row(step.rows[0])[lane]);
    return b != 0;
  });
}

/// The rule of products and, with a sum, of what hash functions are made of.
template <class Op>
Handler exact_product(const Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const IntegerType* type = integer_type(in.type());
  const auto is_factor = [&](const Operand& operand) {
    return operand.kind == Operand::Kind::integer && is_hash_factor(*type, operand.bits);
  };
  return type != nullptr && o.size() > 2 && (is_factor(o[1]) || is_factor(o[2]))
             ? &exact_sum<Op, Hash::made>
             : &exact_sum<Op>;
}

/// The upper half of a product.
void exact_multiply_high(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& type = *step.result_type;
  follow(
      warp, step, lanes, 2,
      [&](unsigned, const std::array<Wide, 4>& x, Wide& r) {
        if (__builtin_mul_overflow(read_as(type, x[0]), read_as(type, x[1]), &r)) return false;
        r >>= type.bits;
        return true;
      },
      Hash::refused);
}

/// mul.wide and mad.wide: operands of T, a result of twice its width.
template <class T>
using Twice =
    std::conditional_t<sizeof(T) == 4,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>;

template <class T, bool WithSum>
void run_wide(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[WithSum ? 3 : 2]);
  each(lanes, [&](unsigned i) {
    std::uint64_t product = widened(get<T>(a[i])) * widened(get<T>(b[i]));
    if constexpr (WithSum) product += c[i];
    d[i] = put(static_cast<Twice<T>>(product));
  });
}

template <class Op>
void binary(Decoder& in, const Exact& exact) {
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_binary<T, Op>; }),
            exact, in.type());
}

void divide(Decoder& in) {
  if (decode_floating(in)) return;
  binary<Divide>(in, {&exact_typed<Divide>, integer_type(in.type())});
}

/// The operation, with what is negative replaced by 0.
template <class Op>
struct NotNegative {
  template <class T>
  static T run(T a, T b) {
    return std::max(Op::run(a, b), T{0});
  }
};

/// On two integers of 16 bits in a register.
template <class T, class Op>
struct InHalves {
  static std::uint32_t run(std::uint32_t a, std::uint32_t b) {
    const auto part = [&](unsigned shift) {
      const T result = Op::run(static_cast<T>(a >> shift), static_cast<T>(b >> shift));
      return std::uint32_t{static_cast<std::uint16_t>(result)} << shift;
    };
    return part(0) | part(16);
  }
};

/// Returns false unless the type is two integers of 16 bits.
template <class Op>
bool decode_halves(Decoder& in) {
  const bool is_signed = in.type() == "s16x2";
  if (!is_signed && in.type() != "u16x2") return false;
  Handler run = is_signed ? &run_binary<std::uint32_t, InHalves<std::int16_t, Op>>
                          : &run_binary<std::uint32_t, InHalves<std::uint16_t, Op>>;
  if (in.has("relu")) run = &run_binary<std::uint32_t, InHalves<std::int16_t, NotNegative<Op>>>;
  add_plain(in, run, {}, "b32");
  return true;
}

template <class Op>
void choose(Decoder& in) {
  if (decode_floating(in) || decode_halves<Op>(in)) return;
  if (in.has("relu")) {
    add_plain(in, &run_binary<std::int32_t, NotNegative<Op>>, {}, "s32");
    return;
  }
  binary<Op>(in, {&exact_choice<Op>, integer_type(in.type())});
}

void remainder(Decoder& in) {
  binary<Remainder>(in, {&exact_remainder, integer_type(in.type()), true});
}

struct NoProduct {
  template <class T>
  static T run(T a, T) {
    return a;
  }
};

/// Whether the carry of a sum comes in, and whether it goes out.
struct Carry {
  bool in = false;
  bool out = false;
};

/// Sums with a carry, which is a register of its own. Rows: d, the carry, the operands, the last of
/// which is added.
template <class T, class Product, bool Minus>
void run_with_carry(Warp& warp, const Step& step, std::uint32_t lanes) {
  __extension__ using UnsignedWide = unsigned __int128;
  std::uint64_t* d = warp.row(step.rows[0]);
  std::uint64_t* carry = warp.row(step.rows[1]);
  const std::uint64_t* a = warp.row(step.rows[2]);
  const std::uint64_t* b = warp.row(step.rows[3]);
  const std::uint64_t* c = warp.row(step.rows.back());
  const auto& which = step.as<Carry>();
  each(lanes, [&](unsigned i) {
    const UnsignedWide x = put(Product::run(get<T>(a[i]), get<T>(b[i])));
    const UnsignedWide y = static_cast<UnsignedWide>(put(get<T>(c[i]))) + (which.in ? carry[i] : 0);
    const UnsignedWide sum = Minus ? x - y : x + y;
    d[i] = put(static_cast<T>(sum));
    if (which.out) carry[i] = static_cast<std::uint64_t>(sum >> 8 * sizeof(T)) & 1U;
  });
}

template <class Product, bool Minus>
void add_with_carry(Decoder& in, bool comes_in) {
  const Handler run = for_integer(in.type(), []<class T>(Tag<T>) -> Handler {
    if constexpr (sizeof(T) >= 4) return &run_with_carry<T, Product, Minus>;
    return nullptr;
  });
  std::vector<std::uint32_t> rows = rows_of(in, in.type());
  rows.insert(rows.begin() + 1, in.carry_row());
  Step step = in.step(run, std::move(rows), 2);
  if (comes_in) step.first_read = 1;
  in.add(std::move(step), Carry{comes_in, in.has("cc")});
}

/// addc and subc.
template <bool Minus>
void carried(Decoder& in) {
  add_with_carry<NoProduct, Minus>(in, true);
}

template <class Op>
struct Saturated {
  static std::int32_t run(std::int32_t a, std::int32_t b) {
    using Limits = std::numeric_limits<std::int32_t>;
    const std::int64_t exact = Op::run(std::int64_t{a}, std::int64_t{b});
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(exact, Limits::min(), Limits::max()));
  }
};

/// Additions and subtractions, also with carries.
template <class Op, bool Minus>
void ring(Decoder& in) {
  if (decode_floating(in) || decode_halves<Op>(in)) return;
  if (in.has("cc")) {
    add_with_carry<NoProduct, Minus>(in, false);
    return;
  }
  if (in.has("sat")) {
    add_plain(in, &run_binary<std::int32_t, Saturated<Op>>, {}, "s32");
    return;
  }
  const IntegerType* type = integer_type(in.type());
  const Operand& b = in.operands().back();
  const bool is_short =
      !Minus && type != nullptr && b.kind == Operand::Kind::integer && is_shortened(*type, b.bits);
  add_plain(
      in, for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_binary<T, Op>; }),
      {is_short ? &exact_sum<Op, Hash::ignored, true> : &exact_sum<Op>, type, true}, in.type());
}

template <class Op>
void unary(Decoder& in) {
  if (decode_floating(in)) return;
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_unary<T, Op>; }),
            {&exact_ring<Op>, integer_type(in.type())}, in.type());
}

/// A factor of a product of twice the width: a literal is a number of the type there, so that
/// 0xcccccccd as a u32 is no negative number.
std::uint32_t wide_factor(Decoder& in, const Operand& operand) {
  const std::string_view type = in.type();
  if (operand.kind != Operand::Kind::integer || !type.starts_with('u'))
    return in.source(operand, type);
  Operand number = operand;
  number.bits &= (std::uint64_t{1} << 8 * width_of(type)) - 1;
  return in.source(number, "b64");
}

/// The factors are read as the type: as signed ones, 2^31 and more wrap; as unsigned ones, negative
/// ones do, because their product in twice the width is another number.
template <bool WithSum>
void multiply_wide(Decoder& in) {
  const Handler run = for_integer(in.type(), []<class T>(Tag<T>) -> Handler {
    if constexpr (sizeof(T) == 2 || sizeof(T) == 4) return &run_wide<T, WithSum>;
    return nullptr;
  });
  const std::vector<Operand>& o = in.operands();
  std::vector<std::uint32_t> rows{in.result(o[0]), wide_factor(in, o[1]), wide_factor(in, o[2])};
  if (WithSum) rows.push_back(in.source(o[3], width_of(in.type()) == 4 ? "b64" : "b32"));
  Step step = in.step(run, std::move(rows), 1);
  step.exact = WithSum ? &exact_ring<MultiplyAdd<MultiplyLow>> : &exact_ring<MultiplyLow>;
  step.result_type = for_integer(in.type(), []<class T>(Tag<T>) { return &integers_of<Twice<T>>; });
  step.operand_type = WithSum ? nullptr : integer_type(in.type());
  in.add(std::move(step));
}

void multiply(Decoder& in) {
  if (decode_floating(in)) return;
  if (in.has("wide")) {
    multiply_wide<false>(in);
    return;
  }
  const bool high = in.has("hi");
  const Handler run = for_integer(in.type(), [&]<class T>(Tag<T>) -> Handler {
    return high ? &run_binary<T, MultiplyHigh> : &run_binary<T, MultiplyLow>;
  });
  const Handler exact = high ? &exact_multiply_high : exact_product<MultiplyLow>(in);
  add_plain(in, run, {exact, integer_type(in.type()), !high}, in.type());
}

/// madc, and mad.cc.
void carried_product(Decoder& in) {
  const bool comes_in = in.words().front() == "madc";
  if (in.has("lo"))
    add_with_carry<MultiplyLow, false>(in, comes_in);
  else
    add_with_carry<MultiplyHigh, false>(in, comes_in);
}

void multiply_add(Decoder& in) {
  if (decode_floating(in)) return;
  if (in.has("cc")) {
    carried_product(in);
    return;
  }
  if (in.has("wide")) {
    multiply_wide<true>(in);
    return;
  }
  const bool high = in.has("hi");
  const Handler run = for_integer(in.type(), [&]<class T>(Tag<T>) -> Handler {
    return high ? &run_ternary<T, MultiplyAdd<MultiplyHigh>>
                : &run_ternary<T, MultiplyAdd<MultiplyLow>>;
  });
  const Handler exact = high ? nullptr : exact_product<MultiplyAdd<MultiplyLow>>(in);
  add_plain(in, run, {exact, integer_type(in.type()), !high}, in.type());
}

template <bool WithSum>
void multiply_24(Decoder& in) {
  const auto choose = [&in]<class Low, class High>(Low, High) {
    return for_integer(in.type(), [&in]<class T>(Tag<T>) -> Handler {
      if constexpr (sizeof(T) == 4) {
        if constexpr (WithSum) {
          return in.has("hi") ? &run_ternary<T, MultiplyAdd<High>>
                              : &run_ternary<T, MultiplyAdd<Low>>;
        } else {
          return in.has("hi") ? &run_binary<T, High> : &run_binary<T, Low>;
        }
      }
      return nullptr;
    });
  };
  add_plain(in, choose(MultiplyLow24{}, MultiplyHigh24{}), {}, in.type());
}

void absolute_difference(Decoder& in) {
  add_plain(
      in,
      for_integer(in.type(),
                  []<class T>(Tag<T>) -> Handler { return &run_ternary<T, AbsoluteDifference>; }),
      {}, in.type());
}

/// The first byte of b that is multiplied.
struct FirstByte {
  unsigned index = 0;
};

/// dp4a and dp2a: c plus the products of the bytes of a with the bytes, or the halves, of it.
template <class A, class B, bool FourBytes>
void run_dot(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  const unsigned first = step.as<FirstByte>().index;
  each(lanes, [&](unsigned i) {
    std::uint64_t sum = c[i];
    for (unsigned k = 0; k < (FourBytes ? 4U : 2U); ++k) {
      const auto x = FourBytes ? widened(static_cast<A>(static_cast<std::uint8_t>(a[i] >> 8 * k)))
                     : std::is_signed_v<A> ? widened(static_cast<std::int16_t>(a[i] >> 16 * k))
                                           : widened(static_cast<std::uint16_t>(a[i] >> 16 * k));
      const unsigned at = k + first;
      sum += x * widened(static_cast<B>(static_cast<std::uint8_t>(b[i] >> 8 * at)));
    }
    d[i] = static_cast<std::uint32_t>(sum);
  });
}

template <bool FourBytes>
void dot_product(Decoder& in) {
  const std::string_view a = in.words()[in.words().size() - 2];
  const std::string_view b = in.type();
  Handler run = nullptr;
  using S = std::int8_t;
  using U = std::uint8_t;
  if (a == "s32" && b == "s32") run = &run_dot<S, S, FourBytes>;
  if (a == "s32" && b == "u32") run = &run_dot<S, U, FourBytes>;
  if (a == "u32" && b == "s32") run = &run_dot<U, S, FourBytes>;
  if (a == "u32" && b == "u32") run = &run_dot<U, U, FourBytes>;
  in.add(in.step(run, rows_of(in, "b32"), 1), FirstByte{in.has("hi") ? 2U : 0U});
}

}  // namespace

void add_integer(Opcodes& opcodes) {
  opcodes["add"] = &ring<Add, false>;
  opcodes["sub"] = &ring<Subtract, true>;
  opcodes["mul"] = &multiply;
  opcodes["mad"] = &multiply_add;
  opcodes["addc"] = &carried<false>;
  opcodes["subc"] = &carried<true>;
  opcodes["madc"] = &carried_product;
  opcodes["mul24"] = &multiply_24<false>;
  opcodes["mad24"] = &multiply_24<true>;
  opcodes["div"] = &divide;
  opcodes["rem"] = &remainder;
  opcodes["min"] = &choose<Minimum>;
  opcodes["max"] = &choose<Maximum>;
  opcodes["abs"] = &unary<Absolute>;
  opcodes["neg"] = &unary<Negate>;
  opcodes["sad"] = &absolute_difference;
  opcodes["dp4a"] = &dot_product<true>;
  opcodes["dp2a"] = &dot_product<false>;
}

}  // namespace layoutcheck::gpu::ptx
