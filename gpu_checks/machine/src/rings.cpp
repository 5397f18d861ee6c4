// Floating-point numbers as elements of rings.
#include "ptx/fragments.hpp"
#include <layoutcheck/machine/rings.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace layoutcheck::gpu {

namespace {

using Number = Rings::Number;
using Form = Rings::Form;
using Origin = Origins::Origin;

__extension__ using Product = unsigned __int128;

constexpr std::size_t fields = Rings::fields;
constexpr std::uint64_t open = Rings::open;
constexpr std::uint64_t infinite = Rings::infinite;
constexpr std::uint64_t minus_infinite = Rings::minus_infinite;

bool is_infinite(std::uint64_t x) {
  return x == infinite || x == minus_infinite;
}

// Arithmetic modulo a prime below 2^61.

std::uint64_t times_mod(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  return static_cast<std::uint64_t>(Product{a} * b % p);
}

std::uint64_t power_mod(std::uint64_t base, std::uint64_t exponent, std::uint64_t p) {
  std::uint64_t power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1U) != 0) power = times_mod(power, base, p);
    base = times_mod(base, base, p);
  }
  return power;
}

/// The elements stand in order from -(p - 1)/2 on, so that what is negated changes its side.
std::int64_t rank_of(std::uint64_t x, std::uint64_t p) {
  if (x == infinite) return std::numeric_limits<std::int64_t>::max();
  if (x == minus_infinite) return std::numeric_limits<std::int64_t>::min();
  return x > p / 2 ? static_cast<std::int64_t>(x) - static_cast<std::int64_t>(p)
                   : static_cast<std::int64_t>(x);
}

std::uint64_t negated(std::uint64_t x, std::uint64_t p) {
  if (x == open || x == 0) return x;
  if (is_infinite(x)) return x == infinite ? minus_infinite : infinite;
  return p - x;
}

std::uint64_t sum_of(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  if (a == open || b == open) return open;
  if (is_infinite(a)) return is_infinite(b) && a != b ? open : a;
  if (is_infinite(b)) return b;
  const std::uint64_t sum = a + b;
  return sum >= p ? sum - p : sum;
}

std::uint64_t product_of(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  if (a == open || b == open) return open;
  if (is_infinite(a) || is_infinite(b)) {
    if (a == 0 || b == 0) return open;
    return (rank_of(a, p) < 0) == (rank_of(b, p) < 0) ? infinite : minus_infinite;
  }
  return times_mod(a, b, p);
}

std::uint64_t inverse_of(std::uint64_t a, std::uint64_t p) {
  if (a == open || a == 0) return open;
  return is_infinite(a) ? 0 : power_mod(a, p - 2, p);
}

/// All primes are 3 modulo 4: a square's root is this power of it, and roots of products are
/// products of roots.
std::uint64_t root_of(std::uint64_t a, std::uint64_t p) {
  return a == open || is_infinite(a) ? (a == infinite ? a : open) : power_mod(a, (p + 1) / 4, p);
}

// Functions of which nothing else is known, as random ones.

std::uint64_t mixed_bits(std::uint64_t x) {
  // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

class Hash {
 public:
  explicit Hash(std::string_view text) {
    for (const char c : text)
      add(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t x) {
    a_ = mixed_bits(a_ ^ x);
    b_ = mixed_bits(b_ + x * 0xd6e8feb86659fd93);
  }
  [[nodiscard]] std::uint64_t in(std::uint64_t p) const {
    return static_cast<std::uint64_t>((Product{a_} << 64 | b_) % p);
  }

 private:
  std::uint64_t a_ = 0x243f6a8885a308d3;
  std::uint64_t b_ = 0x13198a2e03707344;
};

template <class F>
Number by_field(F f) {
  Number result;
  for (std::size_t i = 0; i < fields; ++i)
    result.at[i] = f(i, Rings::primes[i]);
  return result;
}

Number zero_and_one(std::uint64_t x) {
  return by_field([x](std::size_t, std::uint64_t) { return x; });
}

Number sum_of(const Number& a, const Number& b) {
  return by_field([&](std::size_t i, std::uint64_t p) { return sum_of(a.at[i], b.at[i], p); });
}
Number product_by_field(const Number& a, const Number& b) {
  return by_field([&](std::size_t i, std::uint64_t p) { return product_of(a.at[i], b.at[i], p); });
}
Number negative_of(const Number& a) {
  return by_field([&](std::size_t i, std::uint64_t p) { return negated(a.at[i], p); });
}

/// The larger or smaller one, in the order of ranks.
Number extreme_of(const Number& a, const Number& b, bool largest) {
  return by_field([&](std::size_t i, std::uint64_t p) {
    if (a.at[i] == open || b.at[i] == open) return open;
    return (rank_of(a.at[i], p) < rank_of(b.at[i], p)) == largest ? b.at[i] : a.at[i];
  });
}

/// 2^a, of which each field tells the next one.
Number power_of_two(const Number& a) {
  return by_field([&](std::size_t i, std::uint64_t p) {
    if (i == 0 || a.at[i - 1] == open) return open;
    const std::uint64_t x = a.at[i - 1];
    return x == infinite ? infinite : x == minus_infinite ? 0 : power_mod(2, x, p);
  });
}

/// An odd function, an even one, or any other, of the absolute value.
enum class Symmetry { none, odd, even };

Number some_function(std::string_view name, const Number& a, Symmetry symmetry) {
  return by_field([&](std::size_t i, std::uint64_t p) {
    const std::uint64_t x = a.at[i];
    if (x == open) return open;
    const bool turns = symmetry != Symmetry::none && rank_of(x, p) < 0;
    Hash hash(name);
    hash.add(turns ? negated(x, p) : x);
    const std::uint64_t value = symmetry == Symmetry::odd && x == 0 ? 0 : hash.in(p);
    return turns && symmetry == Symmetry::odd ? negated(value, p) : value;
  });
}

std::uint32_t width_of(Form form) {
  switch (form) {
    case Form::f8:
      return 1;
    case Form::f16:
    case Form::bf16:
      return 2;
    case Form::f32:
      return 4;
    case Form::f64:
      return 8;
    case Form::integer:
      return 0;
  }
  return 0;
}

/// How a conversion makes whole numbers; "" if it does not.
std::string_view whole_word(std::span<const std::string_view> words) {
  for (const std::string_view word : words)
    if (word == "rni" || word == "rzi" || word == "rmi" || word == "rpi") return word;
  return "";
}

bool has(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// What the instruction does to its result: within [0, 1], or not below 0.
Number limited(std::span<const std::string_view> words, const Number& value) {
  if (has(words, "sat"))
    return extreme_of(extreme_of(value, zero_and_one(0), true), zero_and_one(1), false);
  return has(words, "relu") ? extreme_of(value, zero_and_one(0), true) : value;
}

}  // namespace

Number number_from(double value) {
  if (std::isnan(value)) return {};
  if (std::isinf(value)) return zero_and_one(value > 0 ? infinite : minus_infinite);
  int exponent = 0;
  constexpr int digits = 53;
  const double fraction = std::frexp(value, &exponent);
  const auto whole = static_cast<std::int64_t>(std::ldexp(std::fabs(fraction), digits));
  exponent -= digits;
  return by_field([&](std::size_t, std::uint64_t p) {
    const auto steps = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
    // Halves are multiples of (p + 1)/2.
    const std::uint64_t power = power_mod(exponent < 0 ? (p + 1) / 2 : 2, steps, p);
    const std::uint64_t x = times_mod(static_cast<std::uint64_t>(whole) % p, power, p);
    return value < 0 ? negated(x, p) : x;
  });
}

std::optional<bool> are_same(const Number& a, const Number& b) {
  std::optional<bool> same;
  for (std::size_t i = 0; i < fields; ++i)
    if (a.at[i] != open && b.at[i] != open) same = same.value_or(true) && a.at[i] == b.at[i];
  return same;
}

Form Rings::form_of(std::string_view type) {
  if (type == "f32" || type == "tf32") return Form::f32;
  if (type == "f16") return Form::f16;
  if (type == "bf16") return Form::bf16;
  if (type == "f64") return Form::f64;
  if (type == "f8" || type == "e4m3" || type == "e5m2") return Form::f8;
  return Form::integer;
}

Number Rings::number_at(Origin value) const {
  if (is_node(value)) return numbers_[node_of(value)];
  const Element element = *element_at(value & ~moved);
  const Source& source = sources()[element.source];
  Hash hash(source.name);
  hash.add(element.index);
  Number number = by_field([&](std::size_t i, std::uint64_t p) {
    Hash of_field = hash;
    of_field.add(i);
    return of_field.in(p);
  });
  number.form = form_of(source.type);
  number.varies = true;
  return number;
}

Number Rings::number_of(const Operand& operand) const {
  return operand.origin == none ? number_from(operand.number) : number_at(operand.origin);
}

bool Rings::varies(std::span<const Origin> bytes) const {
  return std::ranges::any_of(
      bytes, [&](Origin o) { return o != none && (!is_node(o) || numbers_[node_of(o)].varies); });
}

void Rings::used(std::string_view word) {
  if (std::ranges::find(opaque_words_, word) == opaque_words_.end())
    opaque_words_.emplace_back(word);
}

Origin Rings::kept(Number number, Form form) {
  constexpr std::size_t chunk = 4096;
  if (numbers_.size() % chunk == 0) share().take(chunk * sizeof(Number));
  number.form = form;
  numbers_.push_back(number);
  return of_node | static_cast<Origin>(numbers_.size() - 1) << byte_bits;
}

Origin Rings::read_as(std::span<const Origin> bytes, std::string_view type) {
  const auto first = std::ranges::find_if(bytes, [](Origin o) { return o != none; });
  if (first == bytes.end()) return none;
  const auto at = static_cast<std::size_t>(first - bytes.begin());
  const Origin value = value_of(std::span(first, 1));
  const Form form = number_at(value).form;
  const std::uint32_t width = width_of(form);
  const Form wanted = form_of(type);
  std::size_t count = 0;
  while (at + count < bytes.size() && bytes[at + count] == *first + count)
    ++count;
  const bool is_alone = std::all_of(first + static_cast<std::ptrdiff_t>(count), bytes.end(),
                                    [](Origin o) { return o == none; });
  const auto from = static_cast<std::size_t>(*first - value);
  // A whole value; the first bytes of an integer, which are what fits; a bf16 in the upper half of
  // an f32, and the other way round.
  if (is_alone && at == 0 && from == 0 &&
      (form == Form::integer ? wanted == Form::integer : count == width && wanted == form))
    return value;
  if (is_alone && form == Form::bf16 && wanted == Form::f32 && at == 2 && from == 0 && count == 2)
    return value;
  if (is_alone && form == Form::f32 && wanted == Form::bf16 && at == 0 && from == 2 && count == 2)
    return value;
  std::vector<Operand> parts;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Origin whole = bytes[i] == none ? none : value_of(bytes.subspan(i, 1));
    parts.push_back({whole, unknown, bytes[i] == none ? 0 : bytes[i] - whole + 1});
  }
  const Origin made = opaque("bits", parts);
  if (made != none) numbers_[node_of(made)].form = wanted;
  return made;
}

Origin Rings::opaque(std::string_view what, std::span<const Operand> operands) {
  if (std::ranges::none_of(operands, [&](const Operand& o) { return varies({&o.origin, 1}); }))
    return none;
  used(what);
  const Hash named(what);
  std::vector<Number> numbers;
  for (const Operand& operand : operands)
    numbers.push_back(operand.origin == none ? zero_and_one(0) : number_at(operand.origin));
  Number result = by_field([&](std::size_t i, std::uint64_t p) {
    Hash hash = named;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (numbers[k].at[i] == open) return open;
      hash.add(numbers[k].at[i]);
      // Bits of what has a value are those of this run.
      hash.add(operands[k].origin == none || what == "bits" ? operands[k].bits : 0);
    }
    return hash.in(p);
  });
  result.varies = true;
  return kept(result, Form::integer);
}

Number Rings::fused(const Number& a, const Number& b, const Number& c) {
  Number result = gpu::sum_of(product_by_field(a, b), c);
  result.varies = a.varies || b.varies || c.varies;
  return result;
}

Origin Rings::applied(std::span<const std::string_view> words, std::string_view type,
                      std::span<const Operand> operands) {
  const Form form = form_of(type);
  const std::string_view op = words.front();
  const bool any_varies = std::ranges::any_of(operands, [&](const Operand& o) {
    return varies({&o.origin, 1});
  });
  if (form == Form::integer && !any_varies) return none;
  std::vector<Number> x;
  for (const Operand& operand : operands)
    x.push_back(number_of(operand));
  const bool is_wide = has(words, "hi") || has(words, "cc");
  // The sign of a number, and not its rank, decides what becomes of what is infinite.
  const auto product = [&](std::size_t i, std::size_t j) {
    const auto factor = [&](std::size_t of, std::size_t other) {
      const double number = operands[of].number;
      return std::ranges::any_of(x[other].at, is_infinite) && number != 0 &&
                     std::isfinite(number) && !varies({&operands[of].origin, 1})
                 ? number_from(number < 0 ? -1 : 1)
                 : x[of];
    };
    return product_by_field(factor(i, j), factor(j, i));
  };
  Number result;
  if (op == "add" && x.size() == 2 && !is_wide) {
    result = gpu::sum_of(x[0], x[1]);
  } else if (op == "sub" && x.size() == 2 && !is_wide) {
    result = gpu::sum_of(x[0], negative_of(x[1]));
  } else if ((op == "mul" || op == "mul24") && x.size() == 2 && !is_wide) {
    result = product(0, 1);
  } else if ((op == "fma" || op == "mad" || op == "mad24") && x.size() == 3 && !is_wide) {
    result = gpu::sum_of(product(0, 1), x[2]);
  } else if (op == "neg" && x.size() == 1) {
    result = negative_of(x[0]);
  } else if (form != Form::integer && op == "div") {
    result = product_by_field(
        x[0], by_field([&](std::size_t i, std::uint64_t p) { return inverse_of(x[1].at[i], p); }));
  } else if (op == "rcp") {
    result = by_field([&](std::size_t i, std::uint64_t p) { return inverse_of(x[0].at[i], p); });
  } else if (!any_varies) {
    // Of numbers alone the register has the value, which is as good as any.
    return none;
  } else if (op == "max" || op == "min") {
    result = x[0];
    for (std::size_t i = 1; i < x.size(); ++i)
      result = extreme_of(result, x[i], op == "max");
  } else if (op == "abs") {
    result = extreme_of(x[0], negative_of(x[0]), true);
  } else if (op == "sqrt" || op == "rsqrt") {
    result = by_field([&](std::size_t i, std::uint64_t p) {
      const std::uint64_t root = root_of(x[0].at[i], p);
      return op == "sqrt" ? root : inverse_of(root, p);
    });
  } else if (op == "ex2") {
    result = power_of_two(x[0]);
  } else if (op == "lg2" || op == "sin" || op == "tanh" || op == "cos") {
    used(op);
    result = some_function(op, x[0],
                           op == "lg2"   ? Symmetry::none
                           : op == "cos" ? Symmetry::even
                                         : Symmetry::odd);
  } else {
    std::string what;
    for (const std::string_view word : words)
      if (word != "rn" && word != "rz" && word != "rm" && word != "rp" && word != "ftz" &&
          word != "approx" && word != "full")
        what += (what.empty() ? "" : ".") + std::string(word);
    const Origin made = opaque(what, operands);
    if (made != none) numbers_[node_of(made)].form = form;
    return made;
  }
  result = limited(words, result);
  result.varies = any_varies;
  return kept(result, form);
}

Origin Rings::converted(std::span<const std::string_view> words, std::string_view from,
                        std::string_view to, const Operand& operand) {
  const bool varies_now = varies({&operand.origin, 1});
  const bool is_limited = has(words, "sat") || has(words, "relu");
  if (operand.origin == none ||
      (!varies_now && (is_limited || !whole_word(words).empty() || form_of(to) == Form::integer)))
    return none;
  Number number = number_at(operand.origin);
  const std::string_view whole = whole_word(words);
  if (!whole.empty() && form_of(from) != Form::integer && !number.is_whole) {
    used(whole);
    number = some_function(whole, number,
                           whole == "rni" || whole == "rzi" ? Symmetry::odd : Symmetry::none);
    number.is_whole = true;
  } else if (form_of(to) != Form::integer) {
    number.is_whole = number.is_whole || form_of(from) == Form::integer;
  }
  // What integers are kept within is not looked at, as overflow is not.
  if (form_of(to) != Form::integer) {
    const bool is_whole = number.is_whole;
    number = limited(words, number);
    number.is_whole = is_whole;
  }
  number.varies = varies_now;
  return kept(number, form_of(to));
}

Origin Rings::compared(const Operand& a, const Operand& b, std::uint32_t relation) {
  if (!varies({&a.origin, 1}) && !varies({&b.origin, 1})) return none;
  const Number x = number_of(a);
  const Number y = number_of(b);
  Number result = by_field([&](std::size_t i, std::uint64_t p) -> std::uint64_t {
    if (x.at[i] == open || y.at[i] == open) return open;
    const std::int64_t left = rank_of(x.at[i], p);
    const std::int64_t right = rank_of(y.at[i], p);
    return relation >> (left < right ? 0 : left == right ? 1 : 2) & 1U;
  });
  result.varies = true;
  return kept(result, Form::integer);
}

Origin Rings::chosen(Origin p, const Operand& a, const Operand& b, std::string_view type) {
  const Number which = number_at(p);
  const Number x = number_of(a);
  const Number y = number_of(b);
  Number result = by_field([&](std::size_t i, std::uint64_t) {
    return which.at[i] == open ? open : which.at[i] != 0 ? x.at[i] : y.at[i];
  });
  result.varies = true;
  const Form of_a = a.origin == none ? form_of(type) : number_at(a.origin).form;
  const Form of_b = b.origin == none ? form_of(type) : number_at(b.origin).form;
  return kept(result, of_a == Form::integer ? of_b : of_a);
}

Origin Rings::joined(std::string_view word, const Operand& a, const Operand& b) {
  if (!varies({&a.origin, 1}) && !varies({&b.origin, 1})) return none;
  const auto truth = [&](const Operand& o) {
    return o.origin == none ? zero_and_one(o.bits == 0 ? 0 : 1) : number_at(o.origin);
  };
  const Number x = truth(a);
  const Number y = truth(b);
  Number result = by_field([&](std::size_t i, std::uint64_t) -> std::uint64_t {
    if (x.at[i] == open || (word != "not" && y.at[i] == open)) return open;
    if (word == "not") return x.at[i] == 0 ? 1 : 0;
    return word == "and" ? x.at[i] & y.at[i] : word == "or" ? x.at[i] | y.at[i] : x.at[i] ^ y.at[i];
  });
  result.varies = true;
  return kept(result, Form::integer);
}

std::optional<Rings::Result> Rings::result(std::uint64_t address, std::uint32_t bytes,
                                           std::string_view type, std::uint64_t bits) {
  std::vector<Origin> origins(bytes, none);
  const std::optional<Writer> writer = written_at(address, origins);
  if (!writer) return std::nullopt;
  const Origin value = read_as(origins, type);
  if (value != none) return Result{*writer, number_at(value), true};
  const std::optional<ptx::EntryType> entry = ptx::entry_type(type);
  const bool is_float = form_of(type) != Form::integer && entry;
  return Result{*writer, is_float ? number_from(ptx::entry_of(bits, *entry)) : Number(), false};
}

}  // namespace layoutcheck::gpu
