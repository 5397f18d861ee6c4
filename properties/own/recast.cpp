// Offsets in other units: the theorems of docs/recast.md, checked on tables.
#include "recast.hpp"

#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/oracles/recast.hpp>
#include <layoutcheck/properties/draw.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactLayout;

std::string text(const Outcome<ExactLayout>& l) {
  return l ? to_string(oracle::to_layout(*l)) : "undefined";
}

/// The layout with strides of 0 where the extent is 1, which do not change the function.
ExactLayout with_plain_strides(ExactLayout l) {
  for (std::size_t i = 0; i < l.length(); ++i)
    if (l.extents[i] == 1) l.strides[i] = 0;
  return l;
}

Result check_there_and_back(const Layout& l, Int n) {
  const Outcome<ExactLayout> parts = oracle::downcast(l, n, limits);
  if (!parts) return unmet();
  const Outcome<ExactLayout> back = oracle::upcast(*parts, n, limits);
  return holds_if(back && *back == with_plain_strides(l),
                  [&] { return text(parts) + " and " + text(back); });
}

Result check_twice(const Layout& l, Int a, Int b) {
  const Outcome<ExactLayout> once = oracle::upcast(l, a, limits);
  if (!once) return unmet();
  const Outcome<ExactLayout> twice = oracle::upcast(*once, b, limits);
  if (!twice) return unmet();
  const Outcome<ExactLayout> at_once = oracle::upcast(l, Exact(a) * b, limits);
  return holds_if(at_once && *at_once == *twice,
                  [&] { return text(twice) + " and " + text(at_once); });
}

Exact quotient_up(const Exact& x, const Exact& y) {
  return (x + y - 1) / y;
}

Result check_cute(const Layout& l, Int n) {
  ExactLayout claimed = l;
  Exact left = 0;
  for (std::size_t k = 0; k < l.length(); ++k) {
    const Exact& s = l.extents()[k];
    const Exact& d = l.strides()[k];
    if (s == 1 || d == 0) continue;
    if (d % n != 0 && n % d != 0) return unmet();
    if (d < n) left += (std::min(s, Exact(n / d)) - 1) * d;
    claimed.extents[k] = quotient_up(s, quotient_up(n, d));
    claimed.strides[k] = quotient_up(d, n);
  }
  const Outcome<ExactLayout> u = oracle::upcast(l, n, limits);
  return holds_if(left < n ? u && *u == with_plain_strides(claimed) : !u,
                  [&] { return text(u) + ", and CuTe's is " + text(claimed); });
}

}  // namespace

Domain recast_layouts(std::size_t numbers) {
  std::vector<Sort> sorts = {Sort::layout};
  sorts.resize(1 + numbers, Sort::positive);
  return make_domain(
      numbers == 1 ? "a layout and a number of offsets" : "a layout and numbers of offsets", sorts,
      [=](Entropy& entropy, int size) -> Operands {
        Int number = 1;
        Layout l = draw_complementable(entropy, size, number);
        if (l.length() > 0 && entropy.chance(60)) {
          Tuple strides = l.strides();
          strides[entropy.below(strides.size())] = 1;
          l = Layout(l.profile(), l.extents(), std::move(strides));
        }
        if (entropy.chance(30)) l = perturb(entropy, l);
        Operands operands = {std::move(l)};
        for (std::size_t i = 0; i < numbers; ++i) {
          operands.emplace_back(entropy.chance(60) ? draw_divisor(entropy, number)
                                                   : static_cast<Int>(entropy.between(1, 6)));
        }
        return operands;
      });
}

std::vector<Statement> own_recast() {
  return {
      statement("layoutcheck.10", "Theorem",
                "If L has an entry of stride 1, upcast(downcast(L, n), n) is L but for strides of "
                "extents of 1.",
                recast_layouts(1), check_there_and_back),
      statement("layoutcheck.11", "Theorem",
                "If upcast(upcast(L, a), b) exists, it is upcast(L, ab).", recast_layouts(2),
                check_twice),
      statement("layoutcheck.12", "Theorem",
                "If each stride d of an extent s > 1 is 0, divides n or is a multiple of n, then "
                "upcast(L, n) exists exactly if the sum of (min(s, n/d) - 1) d over the strides "
                "0 < d < n is less than n; and it is CuTe's, but for strides of extents of 1.",
                recast_layouts(1), check_cute),
  };
}

}  // namespace layoutcheck::properties
