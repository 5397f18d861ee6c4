// Opcodes: bits and shifts.
#include "types.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace layoutcheck::gpu::ptx {

namespace {

struct And {
  template <class T>
  static T run(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  static T run(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct ExclusiveOr {
  template <class T>
  static T run(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  static constexpr Bits<1> bits{63};
  template <class T>
  static T run(T a) {
    if constexpr (std::is_same_v<T, bool>)
      return !a;
    else
      return static_cast<T>(~a);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    r = ~x[0];
    return true;
  }
};
struct IsZero {
  template <class T>
  static T run(T a) {
    return a == 0 ? 1 : 0;
  }
};

/// x · 2^n; in registers, a shift by more than the width gives what a shift by the width would.
struct ShiftLeft {
  static constexpr Bits<2> bits{bits_of_factors, bits_of_factors};
  template <class T>
  static T run(T x, std::uint32_t n) {
    return n >= 8 * sizeof(T) ? T{0} : static_cast<T>(x << n);
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    constexpr int most = sizeof(T) > 8 ? 126 : 30;
    return x[1] >= 0 && x[1] <= most &&
           multiply(x[0], static_cast<T>(1) << static_cast<int>(x[1]), r);
  }
};
/// ⌊x / 2^n⌋.
struct ShiftRight {
  static constexpr Bits<2> bits{63, 63};
  template <class T>
  static T run(T x, std::uint32_t n) {
    constexpr std::uint32_t width = 8 * sizeof(T);
    if (std::is_unsigned_v<T> && n >= width) return 0;
    return static_cast<T>(x >> std::min(n, width - 1));
  }
  template <class T>
  static bool exact(const std::array<T, 4>& x, T& r) {
    constexpr int most = 8 * sizeof(T) - 1;
    r = x[0] >> static_cast<int>(std::clamp<T>(x[1], 0, most));
    // A negative machine word is a large number of bits: see read_as.
    return sizeof(T) > 8 || x[1] >= 0;
  }
};

/// The same bits as the register has, of numbers of which no more is to be known.
template <class Op>
bool follow_bits(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t* bits = warp.row(step.rows[0]);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - step.result_type->bits);
  return follow_plain(warp, step, lanes, Bits<2>{63, 63},
                      [&](unsigned lane, const std::array<std::int64_t, 4>& x, std::int64_t& r) {
                        r = Op::run(x[0], x[1]);
                        return ((static_cast<std::uint64_t>(r) ^ bits[lane]) & mask) == 0;
                      });
}

/// Bits of integers in two's complement without end: the same as of registers as long as nothing
/// wrapped. Called behind the instruction. Who mixes the bits of what has wrapped with others that
/// were taken from it by a shift wants a hash: then nothing is known. A swizzle mixes it with bits
/// that are right, and the result is as far from its register as the operand. `is_short`: see
/// follow. Pre: the type is signed.
template <class Op, bool is_short = false>
void exact_bits(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (!is_short && follow_bits<Op>(warp, step, lanes)) return;
  const IntegerType& type = *step.result_type;
  follow(
      warp, step, lanes, 2,
      [&](unsigned lane, const std::array<Wide, 4>& x, Wide& r) {
        r = Op::run(x[0], x[1]);
        return agrees(type, r, warp.row(step.rows[0])[lane]);
      },
      std::is_same_v<Op, ExclusiveOr> ? Hash::refused : Hash::ignored,
      [](const std::array<Wide, 4>& x, Wide& r) {
        r = Op::run(x[0], x[1]);
        return is_short;
      },
      is_short);
}

/// Which operand of an `and` is the mask, as the text says: a literal, or else what is the same for
/// all threads while the other is not.
std::optional<std::size_t> mask_of(const Code& code, const Step& step) {
  const auto sort = [&](std::size_t operand) { return code.facts[step.rows[1 + operand]].sort; };
  if (sort(0) == sort(1)) return std::nullopt;
  return sort(0) > sort(1) ? 0 : 1;
}

/// A mask makes a place in a table of a hash, or in a ring, of what has wrapped: what the register
/// says. One that aligns does not: it keeps the highest bit that the other operand's register can
/// have, and so stands for all above it, of which compilers leave out those that are 0 anyway.
void exact_and(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_bits<And>(warp, step, lanes)) return;
  const IntegerType& type = *step.result_type;
  const Code& code = warp.machine->code;
  const std::optional<std::size_t> mask = mask_of(code, step);
  const auto masked = [&](unsigned lane, const std::array<Wide, 4>& x, Wide& r) {
    const std::uint64_t* bits = warp.row(step.rows[0]);
    if (!mask) {
      r = x[0] & x[1];
      const bool cuts = x[0] >= 0 && x[1] >= 0;
      return !cuts || agrees(type, r, bits[lane]) || take_register(warp, step, lane, r);
    }
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - type.bits);
    const std::uint64_t kept = warp.row(step.rows[1 + *mask])[lane] & all;
    const std::uint64_t possible = code.facts[step.rows[2 - *mask]].possible & all;
    const Wide value = x[1 - *mask];
    if ((kept & std::bit_floor(possible)) != 0) {
      r = value & ~static_cast<Wide>(possible & ~kept);
      return true;
    }
    r = value & static_cast<Wide>(kept);
    return agrees(type, r, bits[lane]) || take_register(warp, step, lane, r);
  };
  follow(warp, step, lanes, 2, masked);
}

/// A shift in registers of fewer than 32 bits: compilers narrow to these only what needs no more
/// bits, so what is pushed out is not missed. Called behind the instruction.
void exact_short_shift(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& type = *step.result_type;
  follow(warp, step, lanes, 2, [&](unsigned lane, const std::array<Wide, 4>& x, Wide& r) {
    return type.can_hold(x[0]) ? take_register(warp, step, lane, r) : ShiftLeft::exact(x, r);
  });
}

/// The first operand is read as the type says, the second is a number of bits.
void exact_shift_right(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_plain<ShiftRight>(warp, step, lanes)) return;
  follow(
      warp, step, lanes, 2,
      [&](unsigned, std::array<Wide, 4> x, Wide& r) {
        x[0] = read_as(*step.result_type, x[0]);
        x[1] = read_as(integers_of<std::uint32_t>, x[1]);
        return ShiftRight::exact(x, r);
      },
      Hash::refused);
}

template <class Op>
void bitwise(Decoder& in) {
  if (in.type() == "pred") {
    add_plain(in, &run_binary<bool, Op>, {}, "pred");
    return;
  }
  const IntegerType* type = signed_type(in.type());
  const Operand& b = in.operands().back();
  const bool is_short = std::is_same_v<Op, Or> && type != nullptr &&
                        b.kind == Operand::Kind::integer && is_shortened(*type, b.bits);
  const Handler exact = std::is_same_v<Op, And> ? &exact_and
                        : is_short              ? &exact_bits<Op, true>
                                                : &exact_bits<Op>;
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_binary<T, Op>; }),
            {exact, type, true}, in.type());
}

void invert(Decoder& in) {
  if (in.type() == "pred") {
    add_plain(in, &run_unary<bool, Not>, {}, "pred");
    return;
  }
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_unary<T, Not>; }),
            {&exact_ring<Not>, signed_type(in.type())}, in.type());
}

template <class Op>
void unary_bits(Decoder& in) {
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_unary<T, Op>; }),
            {}, in.type());
}

template <class T, class Op>
void run_shift(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  each(lanes,
       [&](unsigned i) { d[i] = put(Op::run(get<T>(a[i]), static_cast<std::uint32_t>(b[i]))); });
}

template <class Op>
void shift(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  Step step =
      in.step(for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_shift<T, Op>; }),
              {in.result(o[0]), in.source(o[1], in.type()), in.source(o[2], "u32")}, 1);
  constexpr bool left = std::is_same_v<Op, ShiftLeft>;
  step.result_type = left ? signed_type(in.type()) : integer_type(in.type());
  step.exact_after = left && step.result_type->bits < 32;
  step.exact = step.exact_after ? &exact_short_shift
               : left           ? &exact_ring<ShiftLeft>
                                : &exact_shift_right;
  in.add(std::move(step));
}

struct Funnel {
  bool left = false;
  bool clamps = false;
};

/// shf: 32 bits out of (b, a), shifted.
void run_funnel(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  const auto& funnel = step.as<Funnel>();
  each(lanes, [&](unsigned i) {
    const auto count = static_cast<std::uint32_t>(c[i]);
    const unsigned n = funnel.clamps ? std::min(count, 32U) : count & 31U;
    const std::uint64_t both = static_cast<std::uint64_t>(static_cast<std::uint32_t>(b[i])) << 32 |
                               static_cast<std::uint32_t>(a[i]);
    d[i] = static_cast<std::uint32_t>(funnel.left ? (both << n) >> 32 : both >> n);
  });
}

void funnel_shift(Decoder& in) {
  in.add(in.step(&run_funnel, rows_of(in, "b32"), 1), Funnel{in.has("l"), in.has("clamp")});
}

template <class T>
void run_extract(Warp& warp, const Step& step, std::uint32_t lanes) {
  constexpr std::uint32_t width = 8 * sizeof(T);
  using U = std::make_unsigned_t<T>;
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  each(lanes, [&](unsigned i) {
    const std::uint32_t position = static_cast<std::uint32_t>(b[i]) & 0xffU;
    const std::uint32_t length = static_cast<std::uint32_t>(c[i]) & 0xffU;
    const U x = get<U>(a[i]);
    U sign = 0;
    if (std::is_signed_v<T> && length != 0)
      sign = static_cast<U>(x >> std::min(position + length - 1, width - 1) & 1U);
    U value = sign != 0 ? static_cast<U>(~U{0}) : U{0};
    for (std::uint32_t k = 0; k < length && k < width; ++k) {
      const U bit = position + k < width ? static_cast<U>(x >> (position + k) & 1U) : sign;
      value = static_cast<U>((value & ~(U{1} << k)) | (bit << k));
    }
    d[i] = put(value);
  });
}

template <class T>
void run_insert(Warp& warp, const Step& step, std::uint32_t lanes) {
  constexpr std::uint32_t width = 8 * sizeof(T);
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  const std::uint64_t* e = warp.row(step.rows[4]);
  each(lanes, [&](unsigned i) {
    const std::uint32_t position = static_cast<std::uint32_t>(c[i]) & 0xffU;
    const std::uint32_t length = static_cast<std::uint32_t>(e[i]) & 0xffU;
    T value = get<T>(b[i]);
    for (std::uint32_t k = 0; k < length && position + k < width && k < width; ++k) {
      const T bit = T{1} << (position + k);
      value = (get<T>(a[i]) >> k & 1U) != 0 ? value | bit : value & ~bit;
    }
    d[i] = put(value);
  });
}

void extract(Decoder& in) {
  const auto only_wide = [&in](auto choose) {
    return width_of(in.type()) >= 4 ? for_integer(in.type(), choose) : nullptr;
  };
  const Handler run = only_wide([]<class T>(Tag<T>) -> Handler { return &run_extract<T>; });
  const std::vector<Operand>& o = in.operands();
  Step step = in.step(
      run,
      {in.result(o[0]), in.source(o[1], in.type()), in.source(o[2], "u32"), in.source(o[3], "u32")},
      1);
  step.exact = only_wide([]<class T>(Tag<T>) -> Handler { return &follow_registers<T>; });
  step.exact_after = true;
  in.add(std::move(step));
}

void insert(Decoder& in) {
  const Handler run = in.type() == "b32" ? &run_insert<std::uint32_t> : &run_insert<std::uint64_t>;
  const std::vector<Operand>& o = in.operands();
  in.add(in.step(run,
                 {in.result(o[0]), in.source(o[1], in.type()), in.source(o[2], in.type()),
                  in.source(o[3], "u32"), in.source(o[4], "u32")},
                 1));
}

/// Counts, whose result is a u32 whatever the type.
template <class T, class Op>
void run_count(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) { d[i] = static_cast<std::uint32_t>(Op::run(get<T>(a[i]))); });
}

struct Population {
  template <class T>
  static int run(T a) {
    return std::popcount(static_cast<std::make_unsigned_t<T>>(a));
  }
};
struct LeadingZeros {
  template <class T>
  static int run(T a) {
    return std::countl_zero(static_cast<std::make_unsigned_t<T>>(a));
  }
};
/// The place of the highest bit that is no sign, or -1.
struct HighestBit {
  template <class T>
  static int run(T a) {
    using U = std::make_unsigned_t<T>;
    const U bits = a < 0 ? static_cast<U>(~static_cast<U>(a)) : static_cast<U>(a);
    return static_cast<int>(8 * sizeof(T)) - 1 - std::countl_zero(bits);
  }
};
/// How far that bit is from the top, or -1.
struct HighestBitShift {
  template <class T>
  static int run(T a) {
    const int at = HighestBit::run(a);
    return at < 0 ? -1 : static_cast<int>(8 * sizeof(T)) - 1 - at;
  }
};
struct Reverse {
  template <class T>
  static T run(T a) {
    T result = 0;
    for (unsigned k = 0; k < 8 * sizeof(T); ++k)
      result = static_cast<T>(result << 1 | (a >> k & 1U));
    return result;
  }
};

template <class Op>
Handler counting(std::string_view type) {
  return width_of(type) >= 4
             ? for_integer(type, []<class T>(Tag<T>) -> Handler { return &run_count<T, Op>; })
             : nullptr;
}

template <class Op>
void count(Decoder& in) {
  add_plain(in, counting<Op>(in.type()), {}, in.type());
}

void find_bit(Decoder& in) {
  add_plain(
      in,
      in.has("shiftamt") ? counting<HighestBitShift>(in.type()) : counting<HighestBit>(in.type()),
      {}, in.type());
}

void reverse(Decoder& in) {
  add_plain(
      in,
      in.type() == "b32" ? &run_unary<std::uint32_t, Reverse> : &run_unary<std::uint64_t, Reverse>,
      {}, in.type());
}

/// prmt without a mode: each nibble of c picks a byte of (b, a), or its sign.
void run_permute(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  each(lanes, [&](unsigned i) {
    const std::uint64_t both = static_cast<std::uint64_t>(static_cast<std::uint32_t>(b[i])) << 32 |
                               static_cast<std::uint32_t>(a[i]);
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const auto pick = static_cast<unsigned>(c[i] >> 4 * k & 0xfU);
      std::uint32_t byte = static_cast<std::uint32_t>(both >> 8 * (pick & 7U)) & 0xffU;
      if ((pick & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xffU : 0;
      value |= byte << 8 * k;
    }
    d[i] = value;
  });
}

void permute(Decoder& in) {
  add_plain(in, &run_permute, {}, "b32");
}

/// A bit for each of the eight cases.
struct Table {
  std::uint64_t bits = 0;
};

/// lop3.
void run_table(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  const std::uint64_t table = step.as<Table>().bits;
  each(lanes, [&](unsigned i) {
    std::uint32_t value = 0;
    for (unsigned k = 0; k < 8; ++k) {
      if ((table >> k & 1U) != 0) {
        const std::uint64_t x = (k & 4U) != 0 ? a[i] : ~a[i];
        const std::uint64_t y = (k & 2U) != 0 ? b[i] : ~b[i];
        const std::uint64_t z = (k & 1U) != 0 ? c[i] : ~c[i];
        value |= static_cast<std::uint32_t>(x & y & z);
      }
    }
    d[i] = value;
  });
}

void exact_table(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t table = step.as<Table>().bits;
  const auto apply = [&](unsigned lane, const std::array<Wide, 4>& x, Wide& r) {
    for (unsigned k = 0; k < 8; ++k) {
      if ((table >> k & 1U) != 0) {
        r |= ((k & 4U) != 0 ? x[0] : ~x[0]) & ((k & 2U) != 0 ? x[1] : ~x[1]) &
             ((k & 1U) != 0 ? x[2] : ~x[2]);
      }
    }
    return agrees(*step.result_type, r, warp.row(step.rows[0])[lane]);
  };
  follow(warp, step, lanes, 3, apply, Hash::refused);
}

void logic_table(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  if (o[4].kind != Operand::Kind::integer) in.fail("expected the table as a literal");
  Step step = in.step(
      &run_table,
      {in.result(o[0]), in.source(o[1], "b32"), in.source(o[2], "b32"), in.source(o[3], "b32")}, 1);
  step.exact = &exact_table;
  step.exact_after = true;
  step.result_type = &integers_of<std::int32_t>;
  in.add(std::move(step), Table{o[4].bits});
}

/// What bmsk and szext say: whether bits are counted modulo 32, and whether a sign is extended.
struct Width {
  bool wraps = false;
  bool is_signed = false;
};

/// bmsk: ones from bit a on, b of them.
void run_mask(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  each(lanes, [&](unsigned i) {
    auto from = static_cast<std::uint32_t>(a[i]);
    auto length = static_cast<std::uint32_t>(b[i]);
    if (step.as<Width>().wraps) {
      from &= 31U;
      length &= 31U;
    }
    const std::uint64_t ones = length >= 32 ? 0xffffffffU : (std::uint64_t{1} << length) - 1;
    d[i] = from >= 32 ? 0 : static_cast<std::uint32_t>(ones << from);
  });
}

void mask(Decoder& in) {
  in.add(in.step(&run_mask, rows_of(in, "b32"), 1), Width{in.has("wrap")});
}

/// szext: the low b bits of a, as a signed or an unsigned number.
void run_extend(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& width = step.as<Width>();
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  each(lanes, [&](unsigned i) {
    const auto x = static_cast<std::uint32_t>(a[i]);
    auto bits = static_cast<std::uint32_t>(b[i]);
    bits = width.wraps ? bits & 31U : std::min(bits, 32U);
    if (bits == 0 || bits == 32) {
      d[i] = bits == 0 ? 0 : x;
      return;
    }
    const std::uint32_t above = ~std::uint32_t{0} << bits;
    const bool negative = width.is_signed && (x >> (bits - 1) & 1U) != 0;
    d[i] = negative ? x | above : x & ~above;
  });
}

void extend(Decoder& in) {
  in.add(in.step(&run_extend, rows_of(in, "b32"), 1), Width{in.has("wrap"), in.type() == "s32"});
}

/// fns: the place of the |c|-th bit that is set in a, from b on, upwards or downwards; if c is 0, b
/// itself. All ones if there is none.
void run_find_nth(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  each(lanes, [&](unsigned i) {
    const auto base = static_cast<std::uint32_t>(b[i]);
    const auto offset = get<std::int32_t>(c[i]);
    std::int64_t left = std::max<std::int64_t>(offset < 0 ? -std::int64_t{offset} : offset, 1);
    std::uint32_t found = ~std::uint32_t{0};
    for (std::int64_t at = base; at >= 0 && at < 32 && left != 0; at += offset < 0 ? -1 : 1)
      if ((a[i] >> at & 1U) != 0 && --left == 0)
        found = static_cast<std::uint32_t>(at);
      else if (offset == 0)
        break;
    d[i] = found;
  });
}

void find_nth(Decoder& in) {
  add_plain(in, &run_find_nth, {}, "b32");
}

}  // namespace

void add_logic(Opcodes& opcodes) {
  opcodes["and"] = &bitwise<And>;
  opcodes["or"] = &bitwise<Or>;
  opcodes["xor"] = &bitwise<ExclusiveOr>;
  opcodes["not"] = &invert;
  opcodes["cnot"] = &unary_bits<IsZero>;
  opcodes["shl"] = &shift<ShiftLeft>;
  opcodes["shr"] = &shift<ShiftRight>;
  opcodes["shf"] = &funnel_shift;
  opcodes["bfe"] = &extract;
  opcodes["bfi"] = &insert;
  opcodes["popc"] = &count<Population>;
  opcodes["clz"] = &count<LeadingZeros>;
  opcodes["bfind"] = &find_bit;
  opcodes["brev"] = &reverse;
  opcodes["prmt"] = &permute;
  opcodes["lop3"] = &logic_table;
  opcodes["bmsk"] = &mask;
  opcodes["szext"] = &extend;
  opcodes["fns"] = &find_nth;
}

}  // namespace layoutcheck::gpu::ptx
