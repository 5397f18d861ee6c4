// Layouts over modules: the theorems of docs/modules.md, checked on the oracle's tables.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactLayout;

/// Whether two bits of d that are set are at most this many places apart.
bool has_bits_within(Int distance, Int d) {
  for (Int i = 0; i < 63; ++i)
    for (Int j = i + 1; j < 63 && j <= i + distance; ++j)
      if ((d >> i & 1) != 0 && (d >> j & 1) != 0) return true;
  return false;
}

/// ⌊log2 n⌋ for n ≥ 1.
Int log2_of(Int n) {
  Int result = 0;
  for (; n > 1; n /= 2)
    ++result;
  return result;
}

bool is_power_of_two(Int n) {
  return n == Int{1} << log2_of(n);
}

bool is_over_xor(const ModuleLayout& l) {
  return module_of(l.strides()) == Module::bits;
}

/// All bits of the multiples x·d, x < s.
Exact span_of(Int s, const Exact& d) {
  Exact bits = 0;
  for (Int x = 0; x < s; ++x)
    bits |= x * d;
  return bits;
}

/// Whether no two of the entries s_i:(c·d_i) have multiples with a bit in common.
bool are_disjoint(const Layout& b, Int c) {
  Exact taken = 0;
  for (std::size_t i = 0; i < b.length(); ++i) {
    const Exact bits = span_of(b.extents()[i], Exact(c) * b.strides()[i]);
    if ((bits & taken) != 0) return false;
    taken |= bits;
  }
  return true;
}

Result check_merge(Int s0, Int d, Int s1) {
  if (s0 < 2 || s1 < 2) return unmet();
  oracle::charge(Exact(s0) * s1, limits, "two entries");
  // The values of the pair and of the one layout, point by point.
  bool is_right = true;
  const Exact e = Exact(s0) * d;
  for (Int y = 0; y < s1 && is_right; ++y)
    for (Int x = 0; x < s0 && is_right; ++x)
      is_right = Exact(Exact(x) * d ^ y * e) == Exact(x + s0 * y) * d;
  const bool claimed =
      d == 0 || (is_power_of_two(s0) && !has_bits_within(log2_of(s0) + log2_of(s1 - 1), d));
  return holds_if(is_right == claimed,
                  [&] { return is_right ? "the functions are equal" : "they are not"; });
}

/// A layout over the shape of B with the function of S:Fd after B has along entry s:e the function
/// of s:F(e d); so there is one exactly if these add up to the function.
Result check_one_entry(Int d, const Layout& b) {
  oracle::charge(oracle::size(b), limits, "tabulating a composite");
  const ExactLayout exact(b);
  bool adds_up = true;
  for (Exact i = 0; i < oracle::size(exact) && adds_up; ++i) {
    const std::vector<Exact> x = oracle::coordinate_of(exact.extents, i);
    Exact sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      sum ^= x[k] * exact.strides[k] * d;
    adds_up = sum == oracle::coordinate_value(exact, x) * d;
  }
  return holds_if(adds_up == are_disjoint(b, d),
                  [&] { return adds_up ? "there is a layout" : "there is none"; });
}

Result check_linear(const ModuleLayout& l) {
  if (!is_over_xor(l)) return unmet();
  Exact size = 1;
  bool claimed = true;
  for (std::size_t i = 0; i < l.length(); ++i) {
    const Int s = l.extents()[i];
    size *= s;
    claimed =
        claimed && is_power_of_two(s) && !has_bits_within(log2_of(s) - 1, l.strides()[i].value());
  }
  if ((size & (size - 1)) != 0) return unmet();
  return holds_if(oracle::to_linear(l, limits).has_value() == claimed,
                  [&] { return claimed ? "it is not linear" : "it is linear"; });
}

/// x·d where the sums are XOR.
Exact carryless(Int x, Int d) {
  Exact product = 0;
  for (unsigned i = 0; x >> i != 0; ++i)
    if ((x >> i & 1) != 0) product ^= Exact(d) << i;
  return product;
}

Result check_carryless(Int s, Int d) {
  oracle::charge(s, limits, "the multiples of a stride");
  bool are_equal = true;
  for (Int x = 0; x < s && are_equal; ++x)
    are_equal = carryless(x, d) == Exact(x) * d;
  const bool claimed = s < 4 || !has_bits_within(log2_of(s - 2), d);
  return holds_if(are_equal == claimed, [&] {
    return are_equal ? "all multiples are equal" : "not all multiples are equal";
  });
}

Int draw_bits(Entropy& entropy) {
  const Int bit = Int{1} << entropy.below(5);
  return entropy.chance(60) ? bit * entropy.pick({Int{1}, Int{3}, Int{5}, Int{9}, Int{17}, Int{33}})
                            : static_cast<Int>(entropy.below(64));
}

Int draw_power(Entropy& entropy) {
  return entropy.chance(75) ? Int{1} << entropy.between(1, 4)
                            : static_cast<Int>(entropy.between(1, 12));
}

Domain layouts_over_xor() {
  return enumerated_where(make_domain("a layout over XOR", {Sort::module_layout},
                                      [](Entropy& entropy, int size) -> Operands {
                                        for (int tries = 0; tries < 20; ++tries)
                                          if (ModuleLayout l = draw_module_layout(entropy, size);
                                              is_over_xor(l))
                                            return {std::move(l)};
                                        return {ModuleLayout::entry(2, Element::bits(1))};
                                      }),
                          [](const Operands& operands) {
                            return is_over_xor(std::get<ModuleLayout>(operands.front()));
                          });
}

}  // namespace

std::vector<Statement> own_modules() {
  const Domain pairs = make_domain(
      "s0, d and s1", {Sort::positive, Sort::integer, Sort::positive},
      [](Entropy& entropy, int) -> Operands {
        return {draw_power(entropy), draw_bits(entropy), static_cast<Int>(entropy.between(2, 9))};
      });
  const Domain multiples =
      make_domain("a number of multiples and a stride", {Sort::positive, Sort::integer},
                  [](Entropy& entropy, int) -> Operands {
                    return {draw_power(entropy), draw_bits(entropy)};
                  });
  const Domain into_one =
      make_domain("a stride and a layout", {Sort::integer, Sort::layout},
                  [](Entropy& entropy, int size) -> Operands {
                    Int number = 1;
                    Layout b = entropy.chance(60) ? draw_complementable(entropy, size / 8, number)
                                                  : draw_layout(entropy, size / 8);
                    return {draw_bits(entropy), std::move(b)};
                  });
  return {
      statement(
          "layoutcheck.30", "Theorem",
          "For s0, s1 >= 2, (s0,s1):(Fd,F(s0 d)) is (s0 s1):Fd exactly if d = 0, or s0 = 2^k "
          "and no two bits of d that are set are at most k + floor(log2(s1 - 1)) places apart.",
          pairs, check_merge),
      statement(
          "layoutcheck.31", "Theorem",
          "x d without carries is x d for all x < s exactly if s < 4, or no two bits of d that "
          "are set are at most floor(log2(s - 2)) places apart.",
          multiples, check_carryless),
      statement("layoutcheck.32", "Theorem",
                "S:Fd after B, with a cosize of at most S, is a layout over XOR exactly if no two "
                "entries s:e of B have multiples x e d, x < s, with a bit in common; then it is B "
                "with the strides F(e d).",
                into_one, check_one_entry),
      statement(
          "layoutcheck.33", "Theorem",
          "A layout over XOR whose size is a power of two is linear exactly if each extent is "
          "a power of two, 2^k, and no two bits of its stride that are set are less than k "
          "places apart.",
          layouts_over_xor(), check_linear),
  };
}

}  // namespace layoutcheck::properties
