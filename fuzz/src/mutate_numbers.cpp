// Numbers that mutations put into values.
#include "mutate_numbers.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace layoutcheck::fuzz {

namespace {

constexpr Int largest = std::numeric_limits<Int>::max();

/// x if it is a number that an Int holds and at least `least`.
Int at_least(Int least, Int x) {
  return std::max(least, x);
}

Int times(Int a, Int b) {
  Int product = 0;
  return __builtin_mul_overflow(a, b, &product) ? largest : product;
}

NestedTuple with_replaced(const NestedTuple& tuple, Int x, Int y) {
  Tuple entries = tuple.entries();
  std::replace(entries.begin(), entries.end(), x, y);
  return {std::move(entries), tuple.profile()};
}

Layout with_replaced(const Layout& layout, Int x, Int y, bool strides) {
  Tuple extents = layout.extents();
  std::replace(extents.begin(), extents.end(), x, y);
  Tuple d = layout.strides();
  for (Int& each : d)
    if (strides && x > 0 && each % x == 0) each = times(each / x, y);
  return {layout.profile(), std::move(extents), std::move(d)};
}

Tiler with_replaced(const Tiler& tiler, Int x, Int y, bool strides) {
  if (tiler.layout() != nullptr) return Tiler(with_replaced(*tiler.layout(), x, y, strides));
  if (tiler.shape() != nullptr) return Tiler(with_replaced(*tiler.shape(), x, y));
  if (tiler.modes() != nullptr) {
    Tiler::Tuple modes;
    for (const Tiler& mode : *tiler.modes())
      modes.push_back(with_replaced(mode, x, y, strides));
    return Tiler(std::move(modes));
  }
  return tiler;
}

void append(Tuple& numbers, const Tuple& more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

}  // namespace

Int interesting_number(Entropy& entropy, Int least) {
  const std::size_t kind = entropy.below(100);
  if (kind < 65) return at_least(least, static_cast<Int>(entropy.below(9)));
  if (kind < 82) {
    const Int power = Int{1} << entropy.below(8);
    return at_least(least, power - 1 + static_cast<Int>(entropy.below(3)));
  }
  if (kind < 93) return at_least(least, static_cast<Int>(entropy.between(9, 100)));
  constexpr Int p31 = Int{1} << 31;
  constexpr Int p32 = Int{1} << 32;
  constexpr Int p62 = Int{1} << 62;
  constexpr std::array large{p31 - 1, p31,     p31 + 1, p32 - 1,     p32,
                             p32 + 1, p62 - 1, p62,     largest - 1, largest};
  return entropy.chance(50) ? large[entropy.below(large.size())] : Int{1} << entropy.between(8, 62);
}

Int changed_number(Entropy& entropy, Int now, Int least, const Tuple& others) {
  switch (entropy.below(10)) {
    case 0:
    case 1:
      return now < largest ? now + 1 : now - 1;
    case 2:
      return at_least(least, now - 1);
    case 3:
      return times(now, static_cast<Int>(entropy.between(2, 3)));
    case 4:
      return at_least(least, now / static_cast<Int>(entropy.between(2, 3)));
    case 5:
    case 6:
      if (!others.empty()) return at_least(least, entropy.pick(others));
      [[fallthrough]];
    default:
      return interesting_number(entropy, least);
  }
}

Int proper_divisor(Entropy& entropy, Int n) {
  if (n < 4) return 0;
  constexpr std::array<Int, 6> factors{2, 3, 2, 4, 5, 6};
  Int found = 0;
  const std::size_t start = entropy.below(factors.size());
  for (std::size_t i = 0; i < factors.size() && found == 0; ++i) {
    const Int p = factors[(start + i) % factors.size()];
    found = n % p == 0 && p < n ? p : 0;
  }
  return found > 0 && entropy.chance(40) ? n / found : found;
}

Int size_of(const Tuple& entries) {
  Int size = 1;
  for (Int s : entries)
    size = s == 0 ? size : times(size, s);
  return size;
}

bool is_tame(Entropy& entropy, const Tuple& before, const Tuple& after) {
  constexpr Int small = 100;
  constexpr Int moderate = 4096;
  const Int size = size_of(after);
  if (size <= small || size <= size_of(before)) return true;
  return entropy.chance(size <= moderate ? 30 : 3);
}

void collect_numbers(const Value& value, Tuple& numbers) {
  if (const auto* integer = std::get_if<Int>(&value)) {
    numbers.push_back(*integer);
  } else if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    append(numbers, tuple->entries());
  } else if (const auto* layout = std::get_if<Layout>(&value)) {
    append(numbers, layout->extents());
    append(numbers, layout->strides());
  } else if (const auto* f = std::get_if<Morphism>(&value)) {
    append(numbers, f->domain().entries());
    append(numbers, f->codomain().entries());
  } else if (const auto* tiler = std::get_if<Tiler>(&value)) {
    if (tiler->layout() != nullptr) {
      append(numbers, tiler->layout()->extents());
      append(numbers, tiler->layout()->strides());
    } else if (tiler->shape() != nullptr) {
      append(numbers, tiler->shape()->entries());
    } else if (tiler->modes() != nullptr) {
      for (const Tiler& mode : *tiler->modes())
        collect_numbers(mode, numbers);
    }
  }
}

Value with_number_replaced(const Value& value, Int x, Int y, bool strides) {
  if (const auto* integer = std::get_if<Int>(&value)) return *integer == x ? y : *integer;
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) return with_replaced(*tuple, x, y);
  if (const auto* layout = std::get_if<Layout>(&value))
    return with_replaced(*layout, x, y, strides);
  if (const auto* f = std::get_if<Morphism>(&value))
    return Morphism(with_replaced(f->domain(), x, y), f->map(), with_replaced(f->codomain(), x, y));
  if (const auto* tiler = std::get_if<Tiler>(&value)) return with_replaced(*tiler, x, y, strides);
  return value;
}

}  // namespace layoutcheck::fuzz
