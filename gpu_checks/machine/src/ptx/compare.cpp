// Opcodes: comparisons and selections.
#include "half.hpp"
#include "types.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace layoutcheck::gpu::ptx {

namespace {

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
    const Wide x = number_in(type, warp.row(step.rows[2])[lane]);
    const Wide y = number_in(type, warp.row(step.rows[3])[lane]);
    // Whether registers have the same bits does not depend on how these are read: -1 is the largest
    // unsigned number, too. And numbers of 64 bits may be addresses, which are the same modulo
    // 2^64.
    const bool tells_apart = relation == equal || relation == (less | greater);
    const auto low = [&](Wide number) {
      return number_in(type, static_cast<std::uint64_t>(number));
    };
    if (tells_apart && (type.bits == 64 || (type.can_hold(a) && type.can_hold(b))) &&
        is_in(relation, low(a), low(b)) == is_in(relation, x, y)) {
      return;
    }
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
  if (result == "bf16") return pairs ? 0 : 0x3f80;
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
    copy_exact(warp, step.rows[0], step.rows[c[lane] != 0 ? 1 : 2], lane);
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

void add_comparisons(Opcodes& opcodes) {
  opcodes["setp"] = &compare_opcode<true>;
  opcodes["set"] = &compare_opcode<false>;
  opcodes["selp"] = &select;
  opcodes["slct"] = &sign_select;
}

}  // namespace layoutcheck::gpu::ptx
