// Opcodes: bits, shifts, comparisons and selections.
#include "half.hpp"
#include "types.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace layoutcheck::gpu::ptx {

namespace {

struct And {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct ExclusiveOr {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  template <class T>
  T operator()(T a) const {
    if constexpr (std::is_same_v<T, bool>)
      return !a;
    else
      return static_cast<T>(~a);
  }
};
struct IsZero {
  template <class T>
  T operator()(T a) const {
    return a == 0 ? 1 : 0;
  }
};

/// The same bits as the register has, of numbers of which no more is to be known.
template <class Op>
bool follow_bits(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t* bits = warp.row(step.rows[0]);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - step.result_type->bits);
  return follow_plain(warp, step, lanes, Bits<2>{63, 63},
                      [&](unsigned lane, const std::array<std::int64_t, 4>& x, std::int64_t& r) {
                        r = Op{}(x[0], x[1]);
                        return ((static_cast<std::uint64_t>(r) ^ bits[lane]) & mask) == 0;
                      });
}

/// Bits of integers in two's complement without end: the same as of registers as long as nothing
/// wrapped. Called behind the instruction. Who mixes the bits of what has wrapped with others that
/// were taken from it by a shift wants a hash: then nothing is known. A swizzle mixes it with bits
/// that are right, and the result is as far from its register as the operand. Pre: the type is
/// signed.
template <class Op>
void exact_bits(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_bits<Op>(warp, step, lanes)) return;
  const IntegerType& type = *step.result_type;
  follow(
      warp, step, lanes, 2,
      [&](unsigned lane, const std::array<Wide, 4>& x, Wide& r) {
        r = Op{}(x[0], x[1]);
        return agrees(type, r, warp.row(step.rows[0])[lane]);
      },
      std::is_same_v<Op, ExclusiveOr> ? Hash::refused : Hash::ignored);
}

/// Whether x is a mask of all of 32 bits but the lowest few, such as align what has been widened.
bool is_alignment(Wide x) {
  constexpr Wide all = static_cast<Wide>(1) << 32;
  constexpr Wide most = 4096;
  const Wide missing = all - x;
  return missing > 0 && missing <= most && (missing & (missing - 1)) == 0;
}

/// A mask makes a place in a table of a hash, or in a ring, of what has wrapped: what the register
/// says. One that aligns does not.
void exact_and(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& type = *step.result_type;
  if (type.bits < 64 && follow_bits<And>(warp, step, lanes)) return;
  follow(warp, step, lanes, 2, [&](unsigned lane, std::array<Wide, 4> x, Wide& r) {
    if (is_alignment(x[0])) std::swap(x[0], x[1]);
    if (type.bits == 64 && is_alignment(x[1]) && !integers_of<std::int32_t>.can_hold(x[0]))
      x[1] -= static_cast<Wide>(1) << 32;
    r = x[0] & x[1];
    const bool cuts = x[0] >= 0 && x[1] >= 0;
    return !cuts || agrees(type, r, warp.row(step.rows[0])[lane]) ||
           take_register(warp, step, lane, r);
  });
}

struct ExactNot {
  static constexpr Bits<1> bits{63};
  template <class T>
  static bool apply(const std::array<T, 4>& x, T& r) {
    r = ~x[0];
    return true;
  }
};
/// x · 2^n.
struct ExactShiftLeft {
  static constexpr Bits<2> bits{bits_of_factors, bits_of_factors};
  template <class T>
  static bool apply(const std::array<T, 4>& x, T& r) {
    constexpr int most = sizeof(T) > 8 ? 126 : 30;
    return x[1] >= 0 && x[1] <= most &&
           multiply(x[0], static_cast<T>(1) << static_cast<int>(x[1]), r);
  }
};
/// ⌊x / 2^n⌋.
struct ExactShiftRight {
  static constexpr Bits<2> bits{63, 63};
  template <class T>
  static bool apply(const std::array<T, 4>& x, T& r) {
    constexpr int most = 8 * sizeof(T) - 1;
    r = x[0] >> static_cast<int>(std::clamp<T>(x[1], 0, most));
    // A negative machine word is a large number of bits: see read_as.
    return sizeof(T) > 8 || x[1] >= 0;
  }
};

/// A shift in registers of fewer than 32 bits: compilers narrow to these only what needs no more
/// bits, so what is pushed out is not missed. Called behind the instruction.
void exact_short_shift(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& type = *step.result_type;
  follow(warp, step, lanes, 2, [&](unsigned lane, const std::array<Wide, 4>& x, Wide& r) {
    return type.can_hold(x[0]) ? take_register(warp, step, lane, r) : ExactShiftLeft::apply(x, r);
  });
}

/// The first operand is read as the type says, the second is a number of bits.
void exact_shift_right(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (follow_plain<ExactShiftRight>(warp, step, lanes)) return;
  follow(
      warp, step, lanes, 2,
      [&](unsigned, std::array<Wide, 4> x, Wide& r) {
        x[0] = read_as(*step.result_type, x[0]);
        x[1] = read_as(integers_of<std::uint32_t>, x[1]);
        return ExactShiftRight::apply(x, r);
      },
      Hash::refused);
}

template <class Op>
void bitwise(Decoder& in) {
  if (in.type() == "pred") {
    add_plain(in, &run_binary<bool, Op>, {}, "pred");
    return;
  }
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_binary<T, Op>; }),
            {std::is_same_v<Op, And> ? &exact_and : &exact_bits<Op>, signed_type(in.type()), true},
            in.type());
}

void invert(Decoder& in) {
  if (in.type() == "pred") {
    add_plain(in, &run_unary<bool, Not>, {}, "pred");
    return;
  }
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_unary<T, Not>; }),
            {&exact_ring<ExactNot>, signed_type(in.type())}, in.type());
}

template <class Op>
void unary_bits(Decoder& in) {
  add_plain(in,
            for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_unary<T, Op>; }),
            {}, in.type());
}

/// Shifts by more than the width give what a shift by the width would.
template <class T, bool Left>
void run_shift(Warp& warp, const Step& step, std::uint32_t lanes) {
  constexpr std::uint32_t width = 8 * sizeof(T);
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  each(lanes, [&](unsigned i) {
    const auto n = static_cast<std::uint32_t>(b[i]);
    const T x = get<T>(a[i]);
    if constexpr (Left)
      d[i] = n >= width ? 0 : put(static_cast<T>(a[i] << n));
    else if constexpr (std::is_signed_v<T>)
      d[i] = put(static_cast<T>(x >> std::min(n, width - 1)));
    else
      d[i] = n >= width ? 0 : put(static_cast<T>(x >> n));
  });
}

template <bool Left>
void shift(Decoder& in) {
  const Handler run =
      for_integer(in.type(), []<class T>(Tag<T>) -> Handler { return &run_shift<T, Left>; });
  const std::vector<Operand>& operands = in.operands();
  Step step = in.step(
      run,
      {in.result(operands[0]), in.source(operands[1], in.type()), in.source(operands[2], "u32")},
      1);
  step.result_type = Left ? signed_type(in.type()) : integer_type(in.type());
  step.exact_after = Left && step.result_type->bits < 32;
  step.exact = step.exact_after ? &exact_short_shift
               : Left           ? &exact_ring<ExactShiftLeft>
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
  each(lanes, [&](unsigned i) { d[i] = static_cast<std::uint32_t>(Op{}(get<T>(a[i]))); });
}

struct Population {
  template <class T>
  int operator()(T a) const {
    return std::popcount(static_cast<std::make_unsigned_t<T>>(a));
  }
};
struct LeadingZeros {
  template <class T>
  int operator()(T a) const {
    return std::countl_zero(static_cast<std::make_unsigned_t<T>>(a));
  }
};
/// The place of the highest bit that is no sign, or -1.
struct HighestBit {
  template <class T>
  int operator()(T a) const {
    using U = std::make_unsigned_t<T>;
    const U bits = a < 0 ? static_cast<U>(~static_cast<U>(a)) : static_cast<U>(a);
    return static_cast<int>(8 * sizeof(T)) - 1 - std::countl_zero(bits);
  }
};
/// How far that bit is from the top, or -1.
struct HighestBitShift {
  template <class T>
  int operator()(T a) const {
    const int at = HighestBit{}(a);
    return at < 0 ? -1 : static_cast<int>(8 * sizeof(T)) - 1 - at;
  }
};
struct Reverse {
  template <class T>
  T operator()(T a) const {
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

// Comparisons.

/// How two numbers can stand to each other; a relation is a set of these.
enum Order : std::uint32_t { less = 1, equal = 2, greater = 4, unordered = 8 };

template <class T>
bool is_in(std::uint64_t relation, T a, T b) {
  return (relation & (a < b ? less : a > b ? greater : a == b ? equal : unordered)) != 0;
}

/// The relation by its name; 0 if there is none. A comparison of what is no number is false, unless
/// its name ends in u.
std::uint32_t relation_of(std::string_view name) {
  if (name == "num") return less | equal | greater;
  if (name == "nan") return unordered;
  const std::uint32_t also = name.size() == 3 && name.ends_with('u') ? std::uint32_t{unordered} : 0;
  const std::string_view plain = name.substr(0, 2);
  if (also == 0 && name.size() != 2) return 0;
  if (plain == "eq") return also | equal;
  if (plain == "ne") return also | less | greater;
  if (plain == "lt") return also | less;
  if (plain == "le") return also | less | equal;
  if (plain == "gt") return also | greater;
  if (plain == "ge") return also | greater | equal;
  return 0;
}

enum Combination : std::uint32_t { alone, with_and, with_or, with_xor };

bool combined(std::uint32_t how, bool value, bool other) {
  switch (how) {
    case with_and:
      return value && other;
    case with_or:
      return value || other;
    case with_xor:
      return value != other;
    default:
      return value;
  }
}

/// What setp and set say.
struct Comparison {
  std::uint32_t relation = 0;
  /// How c combines with it.
  std::uint32_t how = alone;
  /// Whether c is negated.
  bool negated = false;
  /// Whether subnormal numbers are zeros.
  bool flushes = false;
  /// The bits of a result that is true; 1 for a predicate.
  std::uint32_t truth = 1;
};

/// Rows: p, q, a, b, c.
template <class F>
void compare_rows(Warp& warp, const Step& step, std::uint32_t lanes, F compares) {
  const auto& comparison = step.as<Comparison>();
  std::uint64_t* p = warp.row(step.rows[0]);
  std::uint64_t* q = warp.row(step.rows[1]);
  const std::uint64_t* a = warp.row(step.rows[2]);
  const std::uint64_t* b = warp.row(step.rows[3]);
  const std::uint64_t* c = warp.row(step.rows[4]);
  each(lanes, [&](unsigned i) {
    const bool value = compares(a[i], b[i]);
    const bool other = (c[i] != 0) != comparison.negated;
    const bool first = combined(comparison.how, value, other);
    const bool second = combined(comparison.how, !value, other);
    q[i] = second ? 1 : 0;
    p[i] = first ? comparison.truth : 0;
  });
}

template <class T, class Op>
void run_compare(Warp& warp, const Step& step, std::uint32_t lanes) {
  compare_rows(warp, step, lanes,
               [](std::uint64_t a, std::uint64_t b) { return Op{}(get<T>(a), get<T>(b)); });
}

template <class T>
void run_compare_floats(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& comparison = step.as<Comparison>();
  const auto operand = [&](std::uint64_t bits) {
    const T x = get<T>(bits);
    return comparison.flushes && std::fpclassify(x) == FP_SUBNORMAL ? T{0} : x;
  };
  compare_rows(warp, step, lanes, [&](std::uint64_t a, std::uint64_t b) {
    return is_in(comparison.relation, operand(a), operand(b));
  });
}

/// The same on one or two halves. Of two, p and q are the results; for `set` they are the halves of
/// the one result.
template <class Format, unsigned Parts>
void run_compare_halves(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* p = warp.row(step.rows[0]);
  std::uint64_t* q = warp.row(step.rows[1]);
  const std::uint64_t* a = warp.row(step.rows[2]);
  const std::uint64_t* b = warp.row(step.rows[3]);
  const std::uint64_t* c = warp.row(step.rows[4]);
  const auto& comparison = step.as<Comparison>();
  one_by_one(lanes, [&](unsigned i) {
    const bool other = (c[i] != 0) != comparison.negated;
    std::array<bool, 2> values{};
    for (unsigned k = 0; k < Parts; ++k) {
      const auto operand = [&](std::uint64_t bits) {
        const double x = number_of<Format>(static_cast<std::uint16_t>(bits >> 16 * k));
        return comparison.flushes ? without_subnormals<Format>(x) : x;
      };
      values[k] = is_in(comparison.relation, operand(a[i]), operand(b[i]));
    }
    if (Parts == 1) values[1] = !values[0];
    const bool first = combined(comparison.how, values[0], other);
    const bool second = combined(comparison.how, values[1], other);
    const bool is_predicate = comparison.truth == 1;
    q[i] = second ? 1 : 0;
    p[i] = (first ? comparison.truth : 0) |
           (Parts == 2 && second && !is_predicate ? std::uint64_t{comparison.truth} << 16 : 0);
  });
}

/// A comparison that comes out otherwise than that of the exact integers, because one of them is
/// outside the type. (A negative number that is read as an unsigned one is not: see read_as.)
/// rows[2] and rows[3] are compared.
void exact_compare(Warp& warp, const Step& step, std::uint32_t lanes) {
  const IntegerType& type = *step.operand_type;
  std::uint32_t* known = warp.registers->exact.known.data();
  known[step.rows[0]] &= ~lanes;
  lanes &= known[step.rows[2]] & known[step.rows[3]];
  const std::int64_t* plain_a = plain_row(warp, step.rows[2], lanes);
  const std::int64_t* plain_b = plain_row(warp, step.rows[3], lanes);
  if (plain_a != nullptr && plain_b != nullptr) {
    const Range range(type, 63);
    std::uint64_t outside = 0;
    each(lanes, [&](unsigned lane) {
      outside |= range.outside(plain_a[lane]) | range.outside(plain_b[lane]);
    });
    if (outside == 0) return;
  }
  const std::uint32_t relation = step.as<Comparison>().relation;
  one_by_one(lanes, [&](unsigned lane) {
    const Wide a = read_as(type, exact_of(warp, step.rows[2], lane));
    const Wide b = read_as(type, exact_of(warp, step.rows[3], lane));
    if (type.has(a) && type.has(b)) return;
    const std::uint32_t origins =
        origin_of(warp, step.rows[2], lane) | origin_of(warp, step.rows[3], lane);
    if ((origins & of_hash) != 0) return;
    // Numbers of 64 bits that are only told apart may be addresses, which are the same modulo 2^64.
    const bool tells_apart = relation == equal || relation == (less | greater);
    if (type.bits == 64 && tells_apart &&
        is_in(relation, static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)) ==
            is_in(relation, warp.row(step.rows[2])[lane], warp.row(step.rows[3])[lane])) {
      return;
    }
    const Wide x = number_in(type, warp.row(step.rows[2])[lane]);
    const Wide y = number_in(type, warp.row(step.rows[3])[lane]);
    if (is_in(relation, x, y) != is_in(relation, a, b)) {
      const std::uint32_t origin =
          std::max(origin_of(warp, step.rows[2], lane), origin_of(warp, step.rows[3], lane));
      warp.machine->fault(Fault::Kind::wrapped, warp, step, lane, 0, [&] {
        const auto text = [&](Wide number) {
          return type.is_signed() ? std::to_string(static_cast<std::int64_t>(number))
                                  : std::to_string(static_cast<std::uint64_t>(number));
        };
        return "compares " + text(x) + " with " + text(y) +
               ", and comes out otherwise in exact integers" +
               (origin == 0 ? ""
                            : "; the value leaves the range of its type in line " +
                                  std::to_string(line_of(origin)));
      });
    }
  });
}

/// Names of their own for unsigned integers.
std::string_view without_sign(std::string_view name) {
  return name == "lo"   ? "lt"
         : name == "ls" ? "le"
         : name == "hi" ? "gt"
         : name == "hs" ? "ge"
                        : name;
}

template <class T>
Handler integer_comparison(std::uint32_t relation) {
  switch (relation) {
    case equal:
      return &run_compare<T, std::equal_to<>>;
    case less | greater:
      return &run_compare<T, std::not_equal_to<>>;
    case less:
      return &run_compare<T, std::less<>>;
    case less | equal:
      return &run_compare<T, std::less_equal<>>;
    case greater:
      return &run_compare<T, std::greater<>>;
    case greater | equal:
      return &run_compare<T, std::greater_equal<>>;
    default:
      return nullptr;
  }
}

Handler comparison_of(std::uint32_t relation, std::string_view type) {
  if (type == "f32") return &run_compare_floats<float>;
  if (type == "f64") return &run_compare_floats<double>;
  if (type == "f16") return &run_compare_halves<Half, 1>;
  if (type == "f16x2") return &run_compare_halves<Half, 2>;
  if (type == "bf16") return &run_compare_halves<BFloat, 1>;
  if (type == "bf16x2") return &run_compare_halves<BFloat, 2>;
  // Untyped bits are equal or not; which is less, their type does not say.
  if (type.front() == 'b' && relation != equal && relation != (less | greater)) return nullptr;
  return for_integer(type,
                     [&]<class T>(Tag<T>) -> Handler { return integer_comparison<T>(relation); });
}

std::uint32_t combination(Decoder& in) {
  return in.has("and") ? with_and : in.has("or") ? with_or : in.has("xor") ? with_xor : alone;
}

/// The bits of true as the result of `set`; 0 if there is no such result.
std::uint32_t true_bits(std::string_view result, std::string_view type) {
  const bool halves = type == "f16" || type == "bf16";
  const bool pairs = type == "f16x2" || type == "bf16x2";
  if (result == "u32" || result == "s32") return pairs ? 0xffff : 0xffffffff;
  if (result == "f32") return pairs || halves ? 0 : std::bit_cast<std::uint32_t>(1.0F);
  if (result == "u16" || result == "s16") return halves ? 0xffff : 0;
  if (result == "f16") return pairs || type == "bf16" ? 0 : 0x3c00;
  if (result == "bf16") return pairs || type == "f16" ? 0 : 0x3f80;
  if (result == type && pairs) return type == "f16x2" ? 0x3c00 : 0x3f80;
  return 0;
}

void compare(Decoder& in, bool to_predicate) {
  const std::string_view type = in.type();
  // The words may come in any order.
  std::uint32_t relation = 0;
  for (const std::string_view word : in.words())
    relation = relation != 0 ? relation : relation_of(without_sign(word));
  const Handler run = comparison_of(relation, type);
  const std::uint32_t truth = to_predicate ? 1 : true_bits(in.words()[in.words().size() - 2], type);
  const std::uint32_t how = combination(in);
  const std::vector<Operand>& o = in.operands();
  const auto [p, q] = in.results_of_pair(o[0]);
  Step step = in.step(run,
                      {p, q, in.source(o[1], type), in.source(o[2], type),
                       how == alone ? in.constant_row(0, false) : in.predicate(o[3])},
                      2);
  const IntegerType* integers = integer_type(type);
  if (integers != nullptr && type.front() != 'b' && integers->bits >= 32) {
    step.exact = &exact_compare;
    step.operand_type = integers;
  }
  in.add(std::move(step),
         Comparison{relation, how, how != alone && o[3].negated, in.has("ftz"), truth});
}

template <bool ToPredicate>
void compare_opcode(Decoder& in) {
  compare(in, ToPredicate);
}

template <class T>
void run_select(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  each(lanes, [&](unsigned i) { d[i] = put(c[i] != 0 ? get<T>(a[i]) : get<T>(b[i])); });
}

void exact_select(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t* c = warp.row(step.rows[3]);
  const std::int64_t* plain_a = plain_row(warp, step.rows[1], lanes);
  const std::int64_t* plain_b = plain_row(warp, step.rows[2], lanes);
  if (plain_a != nullptr && plain_b != nullptr) {
    std::int64_t* values = new_plain_row(warp, step.rows[0], lanes, lanes);
    each(lanes,
         [&](unsigned lane) { values[lane] = c[lane] != 0 ? plain_a[lane] : plain_b[lane]; });
    return;
  }
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint32_t from = step.rows[c[lane] != 0 ? 1 : 2];
    if (is_known(warp, from, lane))
      set_exact(warp, step.rows[0], lane, exact_of(warp, from, lane), origin_of(warp, from, lane));
    else
      set_unknown(warp, step.rows[0], lane);
  });
}

void select(Decoder& in) {
  const std::string_view type = in.type();
  const Handler run =
      type == "f32"   ? &run_select<float>
      : type == "f64" ? &run_select<double>
      : type == "f16" || type == "bf16"
          ? &run_select<std::uint16_t>
          : for_integer(type, []<class T>(Tag<T>) -> Handler { return &run_select<T>; });
  const std::vector<Operand>& o = in.operands();
  Step step = in.step(
      run, {in.result(o[0]), in.source(o[1], type), in.source(o[2], type), in.source(o[3], "pred")},
      1);
  step.exact = &exact_select;
  in.add(std::move(step));
}

/// What slct looks at.
struct Sign {
  bool of_float = false;
  /// Whether a subnormal number is a zero.
  bool flushes = false;
};

/// slct: a where c is not negative, else b.
template <class T>
void run_sign_select(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& sign = step.as<Sign>();
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  each(lanes, [&](unsigned i) {
    const auto x = get<float>(c[i]);
    const bool zero = sign.flushes && std::fpclassify(x) == FP_SUBNORMAL;
    const bool first = sign.of_float ? x >= 0 || zero : get<std::int32_t>(c[i]) >= 0;
    d[i] = put(get<T>(first ? a[i] : b[i]));
  });
}

void sign_select(Decoder& in) {
  const std::string_view type = in.words()[in.words().size() - 2];
  const std::string_view sign = in.type();
  const Handler run = type == "f32"   ? &run_sign_select<std::uint32_t>
                      : type == "f64" ? &run_sign_select<std::uint64_t>
                                      : for_integer(type, []<class T>(Tag<T>) -> Handler {
                                          if constexpr (sizeof(T) >= 2) return &run_sign_select<T>;
                                          return nullptr;
                                        });
  const std::vector<Operand>& o = in.operands();
  in.add(in.step(
             run,
             {in.result(o[0]), in.source(o[1], type), in.source(o[2], type), in.source(o[3], sign)},
             1),
         Sign{sign == "f32", in.has("ftz")});
}

}  // namespace

void add_logic(Opcodes& opcodes) {
  opcodes["and"] = &bitwise<And>;
  opcodes["or"] = &bitwise<Or>;
  opcodes["xor"] = &bitwise<ExclusiveOr>;
  opcodes["not"] = &invert;
  opcodes["cnot"] = &unary_bits<IsZero>;
  opcodes["shl"] = &shift<true>;
  opcodes["shr"] = &shift<false>;
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
  opcodes["setp"] = &compare_opcode<true>;
  opcodes["set"] = &compare_opcode<false>;
  opcodes["selp"] = &select;
  opcodes["slct"] = &sign_select;
}

}  // namespace layoutcheck::gpu::ptx
