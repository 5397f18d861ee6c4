// Offsets in other units: the theorems of docs/recast.md, checked on tables.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/oracles/recast.hpp>

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
  if (std::count(l.strides().begin(), l.strides().end(), Int{1}) != 1) return unmet();
  const Outcome<ExactLayout> parts = oracle::downcast(l, n);
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

Result check_cute(const Layout& l, Int n) {
  const Outcome<ExactLayout> claimed = oracle::recast(l, n, 1);
  if (!claimed) return unmet();
  Exact left = 0;
  for (std::size_t k = 0; k < l.length(); ++k) {
    const Exact& s = l.extents()[k];
    const Exact& d = l.strides()[k];
    if (0 < d && d < n) left += (std::min(s, Exact(n / d)) - 1) * d;
  }
  const Outcome<ExactLayout> u = oracle::upcast(l, n, limits);
  return holds_if(left < n ? u && *u == with_plain_strides(*claimed) : !u,
                  [&] { return text(u) + ", and the rule's is " + text(claimed); });
}

Result check_recast_back(const Layout& l, Int n) {
  const Outcome<ExactLayout> back = oracle::recast(*oracle::recast(l, 1, n), n, 1);
  return holds_if(back && *back == ExactLayout(l), [&] { return text(back); });
}

/// The offsets of the parts, where L counts wholes: those of the whole at x begin at n·L(x), and
/// follow each other along the entry of stride 1, if there is one.
Result check_parts(const Layout& l, Int n) {
  const auto adjacent = std::find(l.strides().begin(), l.strides().end(), Int{1});
  if (std::count(adjacent, l.strides().end(), Int{1}) > 1) return unmet();
  const auto place = static_cast<std::size_t>(adjacent - l.strides().begin());
  const Outcome<ExactLayout> parts = oracle::recast(l, 1, n);
  const ExactLayout wholes(l);
  const Exact number = oracle::size(*parts);
  oracle::charge(number, limits, "the parts of a layout");
  for (Exact i = 0; i < number; ++i) {
    std::vector<Exact> x = oracle::coordinate_of(parts->extents, i);
    const Exact value = oracle::coordinate_value(*parts, x);
    Exact part = 0;
    if (place < x.size()) {
      part = x[place] % n;
      x[place] /= n;
    }
    if (value != n * oracle::coordinate_value(wholes, x) + part)
      return fails(text(parts) + " at " + digits(i));
  }
  return holds_if(number == oracle::size(wholes) * (place < l.length() ? n : 1),
                  [&] { return text(parts); });
}

}  // namespace

std::vector<Binding> own_recast() {
  return {
      {"layoutcheck.10", recast_layouts(1), check_there_and_back},
      {"layoutcheck.11", recast_layouts(2), check_twice},
      {"layoutcheck.12", recast_layouts(1), check_cute},
      {"layoutcheck.13", recast_layouts(1), check_recast_back},
      {"layoutcheck.14", recast_layouts(1), check_parts},
  };
}

}  // namespace layoutcheck::properties
