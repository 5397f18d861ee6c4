// Layouts over modules: the theorems of docs/modules.md, checked on the oracle's tables.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/recognition.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

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
  oracle::charge(s, limits, "the multiples of a stride");
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

/// The layout of the coordinates of a shape: entry i has stride 1@i.
ModuleLayout coordinates_of(const ModuleLayout& a) {
  std::vector<Element> strides;
  for (std::size_t i = 0; i < a.length(); ++i)
    strides.push_back(Element::coordinate({{{static_cast<Int>(i)}, 1}}));
  return {a.profile(), a.extents(), std::move(strides)};
}

Result check_by_coordinates(const ModuleLayout& a, const Layout& b) {
  constexpr std::size_t most_places = 200;
  if (!is_over_xor(a) || a.length() > most_places) return unmet();
  const Outcome<ModuleLayout> x =
      oracle::composition(coordinates_of(a), b, Convention::strict, limits);
  if (!x) return unmet();
  std::vector<Exact> taken(a.length(), 0);
  std::vector<Element> strides;
  for (std::size_t j = 0; j < x->length(); ++j) {
    const Element& stride = x->strides()[j];
    if (stride.is_zero()) {
      strides.emplace_back();
      continue;
    }
    if (stride.parts().size() > 1) return unmet();
    const auto i = static_cast<std::size_t>(stride.parts().front().path.front());
    const Int d = checked_multiply(stride.parts().front().value, a.strides()[i].value());
    const Exact bits = span_of(x->extents()[j], d);
    if ((bits & taken[i]) != 0) return unmet();
    taken[i] |= bits;
    strides.push_back(Element::bits(d));
  }
  const ModuleLayout claimed(x->profile(), x->extents(), std::move(strides));
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  return holds_if(r && oracle::same_function(*r, claimed, limits), [&] {
    return to_string(claimed) + " is claimed, and " + (r ? to_string(*r) : r.reason());
  });
}

/// Where the modes over each entry of B end, before the last.
std::vector<std::set<Int>> ends_over(const Layout& b, const ModuleLayout& c) {
  std::vector<std::set<Int>> ends(b.length());
  std::size_t i = 0;
  for (std::size_t j = 0; j < b.length(); ++j) {
    Int end = c.extents()[i++];
    for (; end < b.extents()[j]; end *= c.extents()[i++])
      ends[j].insert(end);
  }
  return ends;
}

Result check_places(const ModuleLayout& a, const Layout& b) {
  if (is_over_xor(a)) return unmet();
  std::set<Tuple> places;
  for (const Element& stride : a.strides())
    for (const Element::Part& part : stride.parts())
      places.insert(part.path);
  std::vector<std::set<Int>> ends(b.length());
  bool claimed = oracle::cosize(ExactLayout(b)) <= oracle::size(a);
  for (const Tuple& place : places) {
    std::vector<Element> strides(a.length());
    for (std::size_t i = 0; i < a.length(); ++i)
      for (const Element::Part& part : a.strides()[i].parts())
        if (part.path == place) strides[i] = Element::integer(part.value);
    const Outcome<ModuleLayout> r = oracle::composition(
        ModuleLayout(a.profile(), a.extents(), strides), b, Convention::strict, limits);
    claimed = claimed && r;
    if (!r) continue;
    const std::vector<std::set<Int>> in_place = ends_over(b, *r);
    for (std::size_t j = 0; j < ends.size(); ++j)
      ends[j].insert(in_place[j].begin(), in_place[j].end());
  }
  for (const std::set<Int>& of_entry : ends)
    for (auto end = of_entry.begin(); end != of_entry.end() && std::next(end) != of_entry.end();
         ++end)
      claimed = claimed && *std::next(end) % *end == 0;
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  return holds_if(r.has_value() == claimed && (!r || ends_over(b, *r) == ends),
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

/// The mode of A at a place, if there is one with entries.
std::optional<ModuleLayout> mode_at(ModuleLayout a, const Tuple& place) {
  for (const Int step : place) {
    const std::vector<ModuleLayout> modes = a.is_entry() ? std::vector<ModuleLayout>() : a.modes();
    if (step >= std::ssize(modes)) return std::nullopt;
    a = modes[static_cast<std::size_t>(step)];
  }
  if (a.length() == 0) return std::nullopt;
  return a;
}

/// The integers of B's strides at a place, of extents above 1.
Tuple integers_at(const ModuleLayout& b, const Tuple& place) {
  Tuple integers(b.length(), 0);
  for (std::size_t i = 0; i < b.length(); ++i)
    for (const Element::Part& part : b.strides()[i].parts())
      if (part.path == place && b.extents()[i] > 1) integers[i] = part.value;
  return integers;
}

Result check_after_coordinates(const ModuleLayout& a, const ModuleLayout& b) {
  if (is_over_xor(b)) return unmet();
  std::set<Tuple> places;
  for (std::size_t i = 0; i < b.length(); ++i)
    for (const Element::Part& part : b.strides()[i].parts())
      if (b.extents()[i] > 1) places.insert(part.path);
  Tuple extents;
  std::vector<Element> strides;
  std::vector<Exact> indices(b.length(), 0);
  Exact before = 1;
  for (const Tuple& place : places) {
    const std::optional<ModuleLayout> modes = mode_at(a, place);
    const Tuple integers = integers_at(b, place);
    const auto [least, most] = std::ranges::minmax(integers);
    const bool is_negated = least < 0;
    if (!modes || (is_negated && (most > 0 || is_over_xor(a)))) return unmet();
    Exact reached = 0;
    for (std::size_t i = 0; i < b.length(); ++i) {
      reached += abs(Exact(integers[i])) * (b.extents()[i] - 1);
      indices[i] += before * abs(Exact(integers[i]));
    }
    Exact size = 1;
    for (std::size_t i = 0; i < modes->length(); ++i) {
      const bool is_last = i + 1 == modes->length();
      const Exact s = is_last ? std::max<Exact>(modes->extents()[i], reached / size + 1)
                              : Exact(modes->extents()[i]);
      std::vector<Element::Part> parts = modes->strides()[i].parts();
      for (Element::Part& part : parts)
        part.value = is_negated ? -part.value : part.value;
      const bool is_coordinate = modes->strides()[i].module() == Module::coordinates;
      extents.push_back(oracle::to_int(s));
      strides.push_back(parts.empty()    ? Element()
                        : is_over_xor(a) ? Element::bits(parts.front().value)
                        : is_coordinate  ? Element::coordinate(parts)
                                         : Element::integer(parts.front().value));
      size *= s;
    }
    before *= size;
  }
  const Layout after(b.profile(), b.extents(), oracle::to_tuple(indices));
  const Outcome<ModuleLayout> claimed = oracle::composition(ModuleLayout::flat(extents, strides),
                                                            after, Convention::extended, limits);
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::extended, limits);
  return holds_if(
      r.has_value() == claimed.has_value() && (!r || oracle::same_function(*r, *claimed, limits)),
      [&] { return "it is " + text(r) + ", and " + text(claimed) + " by indices"; });
}

/// Which bits of an index A has in which of its digits, if its extents are powers of two up to the
/// last one, which has all the others.
std::optional<std::vector<std::pair<std::size_t, unsigned>>> bits_of(const ModuleLayout& a,
                                                                     std::size_t count) {
  std::vector<std::pair<std::size_t, unsigned>> bits;
  for (std::size_t i = 0; i < a.length() && bits.size() < count; ++i) {
    const Int s = a.extents()[i];
    const bool is_last = i + 1 == a.length();
    if (!is_last && !is_power_of_two(s)) return std::nullopt;
    const std::size_t end =
        is_last ? count : std::min(count, bits.size() + static_cast<std::size_t>(log2_of(s)));
    for (unsigned place = 0; bits.size() < end; ++place)
      bits.emplace_back(i, place);
  }
  return bits;
}

/// The 2^i e with 2^i < s, for each entry s:e.
std::vector<std::vector<Exact>> doubled_strides(const Layout& b) {
  std::vector<std::vector<Exact>> multiples(b.length());
  for (std::size_t j = 0; j < b.length(); ++j)
    for (Int i = 0; i < log2_of(b.extents()[j]); ++i)
      multiples[j].push_back(Exact(b.strides()[j]) << static_cast<unsigned>(i));
  return multiples;
}

/// Whether some sum of the multiples carries into bit t.
bool reaches(const std::vector<std::vector<Exact>>& multiples, unsigned t) {
  const Exact period = Exact(1) << t;
  Exact sum = 0;
  for (const std::vector<Exact>& of_entry : multiples)
    for (const Exact& multiple : of_entry)
      sum += multiple % period;
  return sum >= period;
}

bool has_powers_of_two(const Layout& b) {
  return std::ranges::all_of(b.extents(), is_power_of_two);
}

/// Sw(m) for the 2^i d of the entries of L, if no two of these, and not the offset, have a bit in
/// common.
std::optional<std::vector<Exact>> columns_of(const SwizzledLayout& w) {
  if (!has_powers_of_two(w.layout())) return std::nullopt;
  Exact taken = w.offset();
  std::vector<Exact> columns;
  for (const std::vector<Exact>& of_entry : doubled_strides(w.layout())) {
    for (const Exact& multiple : of_entry) {
      if ((taken & multiple) != 0) return std::nullopt;
      taken |= multiple;
      columns.push_back(oracle::swizzled(w.swizzle(), multiple));
    }
  }
  return columns;
}

Result check_parities(const ModuleLayout& a, const SwizzledLayout& w) {
  const std::optional<std::vector<Exact>> columns = columns_of(w);
  if (is_over_xor(a) || !columns) return unmet();
  const Exact origin = oracle::swizzled(w.swizzle(), w.offset());
  Exact span = origin;
  for (const Exact& column : *columns)
    span |= column;
  const auto bits = bits_of(a, span == 0 ? 0 : msb(span) + 1);
  if (!bits || span >= oracle::size(a)) return unmet();
  const Module module = module_of(a.strides());
  oracle::ExactElement at_zero;
  std::map<std::set<std::size_t>, oracle::ExactElement> sums;
  for (std::size_t t = 0; t < bits->size(); ++t) {
    const auto has = [&](const Exact& x) { return bit_test(x, static_cast<unsigned>(t)); };
    std::set<std::size_t> parity;
    for (std::size_t j = 0; j < columns->size(); ++j)
      if (has((*columns)[j])) parity.insert(j);
    oracle::ExactElement worth;
    for (const Element::Part& part : a.strides()[(*bits)[t].first].parts())
      worth[part.path] = Exact(part.value) << (*bits)[t].second;
    if (has(origin)) oracle::add_multiple(module, at_zero, 1, worth);
    oracle::add_multiple(module, sums[parity], has(origin) ? -1 : 1, worth);
  }
  const bool claimed = at_zero.empty() && std::ranges::all_of(sums, [](const auto& sum) {
                         return sum.first.size() < 2 || sum.second.empty();
                       });
  const Outcome<ModuleLayout> r = oracle::composition(a, w, Convention::strict, limits);
  if (!r || !claimed) return holds_if(r.has_value() == claimed, [&] { return "it is " + text(r); });
  const std::vector<oracle::ExactElement> values = oracle::table(*r, limits);
  for (std::size_t j = 0; j < columns->size(); ++j)
    if (values[std::size_t{1} << j] != sums[{j}])
      return fails("along bit " + std::to_string(j) + " it is something else");
  return holds();
}

/// The layout over the integers with the shape of B and these values less the first, if there is
/// one whose strides are not negative.
std::optional<ExactLayout> layout_beyond(const Layout& b, std::vector<Exact> values) {
  const Exact first = values.front();
  for (Exact& value : values) {
    value -= first;
    if (value < 0) return std::nullopt;
  }
  const Outcome<ExactLayout> r = oracle::layout_over(b, values);
  return r ? std::optional(*r) : std::nullopt;
}

/// By trying all swizzles, of those bits that may matter, and some more.
Result check_first_swizzle(const SwizzledLayout& a, const SwizzledLayout& w) {
  std::vector<Exact> values;
  Exact span = 0;
  for (const Exact& x : oracle::table(w, limits)) {
    if (x >= oracle::size(a.layout())) return unmet();
    values.push_back(oracle::swizzled(a.swizzle(), a.offset() + oracle::value_at(a.layout(), x)));
    span |= values.back();
  }
  const Int length = span == 0 ? 0 : static_cast<Int>(msb(span)) + 1;
  if (length > 6) return unmet();
  std::optional<Swizzle> first;
  const auto try_swizzle = [&](const Swizzle& swizzle) {
    std::vector<Exact> behind;
    for (const Exact& value : values)
      behind.push_back(oracle::swizzled(swizzle, value));
    if (!first && layout_beyond(w.layout(), std::move(behind))) first = swizzle;
  };
  try_swizzle({});
  for (Int bits = 1; bits <= length && !first; ++bits)
    for (Int base = 0; base <= length && !first; ++base)
      for (Int distance = bits; distance <= length + 2 && !first; ++distance) {
        try_swizzle({bits, base, distance});
        try_swizzle({bits, base, -distance});
      }
  const auto found = oracle::composition(a, w, Convention::strict, limits);
  return holds_if(found.has_value() == first.has_value() && (!found || found->swizzle() == *first),
                  [&] { return "it is " + text(found) + " by the swizzles that are left"; });
}

Result check_bits(const ModuleLayout& a, const Layout& b) {
  if (!is_over_xor(a) || !has_powers_of_two(b)) return unmet();
  for (const Int d : b.strides())
    if (d != 0 && !is_power_of_two(d)) return unmet();
  const Exact cosize = oracle::cosize(ExactLayout(b));
  const auto bits = bits_of(a, cosize == 1 ? 0 : msb(Exact(cosize - 1)) + 1);
  if (cosize > oracle::size(a) || !bits) return unmet();
  const std::vector<std::vector<Exact>> multiples = doubled_strides(b);
  const auto has = [&](std::size_t j, std::size_t t) {
    return std::ranges::count(multiples[j], Exact(1) << static_cast<unsigned>(t)) > 0;
  };
  bool claimed = true;
  // The numbers d·y of a digit, where y has the bits of one entry alone, or one that several have.
  std::vector<std::vector<Exact>> spans(a.length());
  for (std::size_t i = 0; i < a.length(); ++i) {
    const Int d = a.strides()[i].value();
    std::vector<Exact> masks(b.length(), 0);
    for (std::size_t t = 0; t < bits->size(); ++t) {
      if ((*bits)[t].first != i || d == 0) continue;
      claimed = claimed && !reaches(multiples, static_cast<unsigned>(t));
      std::vector<std::size_t> having;
      for (std::size_t j = 0; j < b.length(); ++j)
        if (has(j, t)) having.push_back(j);
      const Exact bit = Exact(1) << (*bits)[t].second;
      if (having.size() == 1) masks[having.front()] |= bit;
      if (having.size() > 1) masks.push_back(bit);
    }
    for (const Exact& mask : masks) {
      Exact all = 0;
      oracle::charge(mask, limits, "the numbers of a digit");
      for (Exact y = 0; y <= mask; ++y)
        if ((y & mask) == y) all |= y * d;
      spans[i].push_back(all);
    }
    Exact taken = 0;
    for (const Exact& span : spans[i]) {
      claimed = claimed && (span & taken) == 0;
      taken |= span;
    }
  }
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  return holds_if(r.has_value() == claimed,
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

Result check_linear_after(const ModuleLayout& a, const Layout& b) {
  const Exact cosize = oracle::cosize(ExactLayout(b));
  if (!is_over_xor(a) || cosize > oracle::size(a) || !has_powers_of_two(b)) return unmet();
  const Outcome<std::vector<Exact>> of_bits = oracle::to_linear(a, limits);
  if (!of_bits) return unmet();
  const std::vector<std::vector<Exact>> multiples = doubled_strides(b);
  const auto bits = bits_of(a, of_bits->size());
  for (std::size_t t = 0; t < of_bits->size(); ++t)
    if (!a.strides()[(*bits)[t].first].is_zero() && reaches(multiples, static_cast<unsigned>(t)))
      return unmet();
  const std::vector<Exact> values = oracle::numbers_in(oracle::table(a, limits));
  std::vector<Exact> claimed;
  for (const std::vector<Exact>& of_entry : multiples)
    for (const Exact& multiple : of_entry)
      claimed.push_back(values[static_cast<std::size_t>(multiple)]);
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  return holds_if(r && *oracle::to_linear(*r, limits) == claimed,
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

Result check_cuts(const ModuleLayout& a, Int d) {
  const Exact size = oracle::size(a);
  if (!is_over_xor(a) || (size & (size - 1)) != 0) return unmet();
  // Any values of the layout, in another order, with 0 for the first.
  const std::vector<oracle::ExactElement> all = oracle::table(a, limits);
  const std::size_t count = all.size();
  std::vector<oracle::ExactElement> elements;
  for (std::size_t x = 0; x < count; ++x)
    elements.push_back(all[x * static_cast<std::size_t>(d % 64) % count]);
  const std::vector<Exact> g = oracle::numbers_in(elements);
  std::vector<std::size_t> cuts{1};
  for (std::size_t cut = 2; cut < count; cut *= 2) {
    bool is_cut = true;
    work(count);
    for (std::size_t x = 0; x < count && is_cut; ++x)
      is_cut = Exact(g[x % cut] ^ g[x - x % cut]) == g[x];
    if (is_cut) cuts.push_back(cut);
  }
  cuts.push_back(count);
  bool claimed = true;
  for (std::size_t i = 0; i + 1 < cuts.size() && count > 1; ++i)
    for (std::size_t y = 0; y < cuts[i + 1] / cuts[i] && claimed; ++y)
      claimed = g[y * cuts[i]] == y * g[cuts[i]];
  const auto found = oracle::layout_of_table(Module::bits, elements);
  return holds_if(found.has_value() == claimed,
                  [&] { return found ? "it is " + to_string(*found) : "it is none"; });
}

Result check_swizzled(const SwizzledLayout& l) {
  const Layout& plain = l.layout();
  bool claimed = l.offset() == 0 && are_disjoint(plain, 1);
  for (std::size_t i = 0; i < plain.length() && claimed; ++i) {
    // One entry by itself, of which the theorem says more only for powers of two.
    const Int s = plain.extents()[i];
    const Int d = plain.strides()[i];
    const bool exists =
        oracle::xor_layout(SwizzledLayout(l.swizzle(), 0, Layout::entry(s, d)), limits).has_value();
    if (is_power_of_two(s) && !has_bits_within(log2_of(s) - 1, d) && !exists)
      return fails("entry " + std::to_string(i) + " has no layout");
    claimed = exists;
  }
  const Outcome<ModuleLayout> r = oracle::xor_layout(l, limits);
  return holds_if(r.has_value() == claimed,
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

/// An embedding of coordinates into the integers: the integers at place j go to multiples of the
/// j-th power of a base that exceeds the sum of all integers times extents.
struct Embedding {
  Exact base = 1;
  std::vector<Tuple> places;

  explicit Embedding(const ModuleLayout& l) {
    for (std::size_t i = 0; i < l.length(); ++i) {
      for (const Element::Part& part : l.strides()[i].parts()) {
        base += Exact(l.extents()[i]) * part.value;
        if (std::ranges::find(places, part.path) == places.end()) places.push_back(part.path);
      }
    }
  }

  /// Nothing if an integer is negative.
  [[nodiscard]] std::optional<ExactLayout> of(const ModuleLayout& l) const {
    ExactLayout result(l.profile(), oracle::to_exact(l.extents()), {});
    for (const Element& d : l.strides()) {
      Exact stride = 0;
      for (const Element::Part& part : d.parts()) {
        if (part.value < 0) return std::nullopt;
        const auto place = std::ranges::find(places, part.path) - places.begin();
        stride += part.value * pow(base, static_cast<unsigned>(place));
      }
      result.strides.push_back(stride);
    }
    return result;
  }
};

Result check_embedded(const ModuleLayout& a, const Layout& b) {
  const Embedding embedding(a);
  const std::optional<ExactLayout> integers = embedding.of(a);
  if (module_of(a.strides()) != Module::coordinates || !integers) return unmet();
  if (embedding.of(oracle::coalesce(a, limits)) != oracle::coalesce(*integers, limits))
    return fails("they coalesce to different layouts");
  const Outcome<ModuleLayout> r = oracle::composition(a, b, Convention::strict, limits);
  const Outcome<ExactLayout> embedded =
      oracle::composition(*integers, ExactLayout(b), Convention::strict, limits);
  return holds_if(r.has_value() == embedded.has_value() && (!r || embedding.of(*r) == *embedded),
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

/// The values of a layout over XOR; nothing of what is not linear.
std::optional<std::vector<Exact>> linear_values(const ModuleLayout& l) {
  if (!is_over_xor(l) || !oracle::to_linear(l, limits)) return std::nullopt;
  return oracle::numbers_in(oracle::table(l, limits));
}

bool is_injective(const std::vector<Exact>& values) {
  return std::set<Exact>(values.begin(), values.end()).size() == values.size();
}

Result check_linear_right_inverse(const ModuleLayout& l) {
  const auto values = linear_values(l);
  if (!values) return unmet();
  std::vector<Exact> indices;
  for (auto found = values->end();; indices.emplace_back(found - values->begin())) {
    found = std::ranges::find(*values, Exact(1) << static_cast<unsigned>(indices.size()));
    if (found == values->end()) break;
  }
  const Outcome<ModuleLayout> r = oracle::right_inverse(l, limits);
  // 1:0 has no stride under XOR, and no values at powers of two.
  const bool is_right =
      r && (indices.empty() ? oracle::size(*r) == 1 : *oracle::to_linear(*r, limits) == indices);
  return holds_if(is_right, [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

Result check_linear_left_inverse(const ModuleLayout& l) {
  const auto values = linear_values(l);
  if (!values) return unmet();
  const Outcome<ModuleLayout> r = oracle::left_inverse(l, Convention::strict, limits);
  const bool is_right =
      !r || oracle::is_left_inverse(*r, oracle::target(l, limits), Convention::strict, limits);
  return holds_if(is_right && r.has_value() == is_injective(*values),
                  [&] { return r ? "it is " + to_string(*r) : r.reason(); });
}

/// The leading bits of the values.
Exact leading_bits(const std::vector<Exact>& values) {
  Exact bits = 0;
  for (const Exact& value : values)
    if (value > 0) bit_set(bits, static_cast<unsigned>(msb(value)));
  return bits;
}

Result check_linear_complement(const ModuleLayout& l, Int n) {
  const auto values = linear_values(l);
  if (!values) return unmet();
  const Exact leading = leading_bits(*values);
  const Exact unit = leading == 0 ? Exact(1) : Exact(2) << static_cast<unsigned>(msb(leading));
  const bool claimed = is_injective(*values) && n % unit == 0;
  const Outcome<ModuleLayout> c = oracle::complement(l, Exact(n), Convention::strict, limits);
  bool is_right = c.has_value() == claimed;
  if (c && is_right) {
    const std::vector<Exact> numbers = oracle::numbers_in(oracle::table(*c, limits));
    const std::set<Exact> found(numbers.begin(), numbers.end());
    std::set<Exact> wanted;
    for (Exact x = 0; x < n; ++x)
      if ((x & leading) == 0) wanted.insert(x);
    is_right = found == wanted;
  }
  return holds_if(is_right, [&] { return c ? "it is " + to_string(*c) : c.reason(); });
}

using Point = std::vector<Int>;

/// The values of a layout over coordinates, at its places.
std::vector<Point> points_of(const ModuleLayout& l, const std::vector<Tuple>& places) {
  std::vector<Point> values;
  for (const oracle::ExactElement& element : oracle::table(l, limits)) {
    Point point(places.size(), 0);
    for (const auto& [path, value] : element)
      point[static_cast<std::size_t>(std::ranges::find(places, path) - places.begin())] =
          oracle::to_int(value);
    values.push_back(std::move(point));
  }
  return values;
}

/// Whether sums of the values and those of some set are the values of the box, once each. In
/// colexicographic order, the first point of the box that is not one so far is in the set: it is a
/// sum, of a point of the set that does not come after it.
bool tiles(const std::vector<Point>& values, const Point& box) {
  std::set<Point> covered;
  const ExactLayout cells(Profile::flat(box.size()), oracle::to_exact(box),
                          std::vector<Exact>(box.size()));
  for (Exact i = 0; i < oracle::size(cells); ++i) {
    const Tuple cell = oracle::to_tuple(oracle::coordinate_of(cells.extents, i));
    if (covered.contains(cell)) continue;
    for (const Point& point : values) {
      work(4);
      Point sum = cell;
      for (std::size_t p = 0; p < box.size(); ++p) {
        sum[p] += point[p];
        if (sum[p] < 0 || sum[p] >= box[p]) return false;
      }
      if (!covered.insert(std::move(sum)).second) return false;
    }
  }
  return true;
}

/// All boxes are tried in which a value of the layout is, up to twice the extents of the least one.
Result check_box(const ModuleLayout& l) {
  constexpr Int most_cells = 512;
  if (module_of(l.strides()) != Module::coordinates) return unmet();
  const oracle::Target f = oracle::target(l, limits);
  const std::vector<Point> values = points_of(l, f.places);
  if (f.places.empty() || values.size() > 32) return unmet();
  Point least(f.places.size(), 1);
  for (const Point& point : values)
    for (std::size_t p = 0; p < least.size(); ++p) {
      if (point[p] >= most_cells) return unmet();
      least[p] = std::max(least[p], point[p] + 1);
    }
  Int cells = 1;
  for (const Int extent : least)
    if ((cells *= 2 * extent) > most_cells) return unmet();
  bool exists = false;
  const ExactLayout boxes(Profile::flat(least.size()), oracle::to_exact(least),
                          std::vector<Exact>(least.size()));
  for (Exact i = 0; i < oracle::size(boxes) && !exists; ++i) {
    Point box = oracle::to_tuple(oracle::coordinate_of(boxes.extents, i));
    for (std::size_t p = 0; p < box.size(); ++p)
      box[p] += least[p];
    exists = tiles(values, box);
  }
  const Outcome<ModuleLayout> c = oracle::complement(l, std::nullopt, Convention::strict, limits);
  return holds_if(exists == c.has_value(),
                  [&] { return c ? "it is " + to_string(*c) : c.reason(); });
}

Result check_units(const SwizzledLayout& l, Int k) {
  const Swizzle& swizzle = l.swizzle();
  const Int distance = std::abs(swizzle.shift);
  const Int length = swizzle.base + swizzle.bits + distance + 1;
  if (length > 10 || k > length) return unmet();
  const Int lost = std::max<Int>(0, k - swizzle.base);
  const Swizzle in_units{std::max<Int>(0, swizzle.bits - lost), std::max<Int>(0, swizzle.base - k),
                         swizzle.shift};
  const bool claimed = swizzle.bits == 0 || swizzle.shift >= 0 || swizzle.base >= k ||
                       k >= swizzle.base + swizzle.bits + distance;
  bool is_by_units = true;
  bool is_swizzle = true;
  for (Int unit = 0; unit < Int{1} << (length - k); ++unit) {
    const Exact first = oracle::swizzled(swizzle, unit << k) >> static_cast<unsigned>(k);
    is_swizzle = is_swizzle && first == oracle::swizzled(in_units, unit);
    for (Int x = unit << k; x < (unit + 1) << k && is_by_units; ++x)
      is_by_units = oracle::swizzled(swizzle, x) >> static_cast<unsigned>(k) == first;
  }
  return holds_if(is_by_units == claimed && (!claimed || is_swizzle),
                  [&] { return is_by_units ? "the units determine it" : "they do not"; });
}

Result check_unswizzled(const ModuleLayout& v, const SwizzledLayout& by) {
  const Swizzle& swizzle = by.swizzle();
  if (!is_over_xor(v)) return unmet();
  // L has the value Sw(d) where V has d, at the coordinate that is 1 once.
  ExactLayout l(v.profile(), oracle::to_exact(v.extents()), {});
  Exact taken = 0;
  bool claimed = true;
  for (std::size_t i = 0; i < v.length(); ++i) {
    const Exact d = v.strides()[i].value();
    l.strides.push_back(v.extents()[i] == 1 ? Exact(0) : oracle::swizzled(swizzle, d));
    const Exact bits = span_of(v.extents()[i], l.strides.back());
    claimed = claimed && (bits & taken) == 0;
    taken |= bits;
    for (Int x = 0; x < v.extents()[i] && v.extents()[i] > 1; ++x)
      claimed = claimed && oracle::swizzled(swizzle, x * l.strides.back()) == x * d;
  }
  bool is_equal = true;
  const std::vector<Exact> values = oracle::numbers_in(oracle::table(v, limits));
  for (std::size_t x = 0; x < values.size() && is_equal; ++x)
    is_equal = oracle::swizzled(swizzle, oracle::value_at(l, x)) == values[x];
  return holds_if(is_equal == claimed, [&] { return is_equal ? "it is one" : "it is none"; });
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

/// Layouts over a module and layouts into their domains.
Domain composable_over(Module module) {
  return make_domain(
      "a layout over a module and a layout into its domain", {Sort::module_layout, Sort::layout},
      [module](Entropy& entropy, int size) -> Operands {
        ModuleLayout a = draw_module_layout(entropy, size);
        for (int tries = 0; tries < 20 && module_of(a.strides()) != module; ++tries)
          a = draw_module_layout(entropy, size);
        const ExactLayout indices = oracle::column_major(NestedTuple(a.extents(), a.profile()));
        Layout b = draw_composable(entropy, oracle::to_layout(indices));
        return {std::move(a), std::move(b)};
      });
}

Domain linear_layouts() {
  return make_domain("a linear layout over XOR", {Sort::module_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       return {entropy.chance(90) ? draw_linear_layout(entropy)
                                                  : draw_module_layout(entropy, size)};
                     });
}

/// A layout over XOR of which many bits are ignored, and one whose extents are powers of two.
Operands draw_of_bits(Entropy& entropy) {
  Tuple extents;
  std::vector<Element> strides;
  for (std::size_t i = entropy.between(1, 3); i > 0; --i) {
    extents.push_back(Int{1} << entropy.between(1, 2));
    strides.push_back(entropy.chance(30) ? Element()
                                         : Element::bits(static_cast<Int>(entropy.between(1, 20))));
  }
  Tuple shape;
  Tuple moves;
  for (std::size_t i = entropy.between(1, 3); i > 0; --i) {
    shape.push_back(Int{1} << entropy.between(1, 2));
    moves.push_back(entropy.chance(15) ? Int{0} : Int{1} << entropy.below(5));
    if (entropy.chance(20)) moves.back() *= 3;
  }
  extents.push_back(Int{1} << entropy.between(3, 5));
  strides.push_back(entropy.chance(40) ? Element() : Element::bits(Int{1} << entropy.below(6)));
  if (std::ranges::all_of(strides, &Element::is_zero)) strides.front() = Element::bits(1);
  return {ModuleLayout::flat(std::move(extents), std::move(strides)),
          Layout::flat(std::move(shape), std::move(moves))};
}

/// A layout over coordinates of few places, of which each stride mostly has one.
ModuleLayout draw_small_coordinates(Entropy& entropy) {
  Tuple extents;
  std::vector<Element> strides;
  for (std::size_t i = entropy.between(1, 3); i > 0; --i) {
    extents.push_back(entropy.pick({Int{1}, Int{2}, Int{2}, Int{3}}));
    std::vector<Element::Part> parts{{{static_cast<Int>(entropy.below(2))},
                                      entropy.pick({Int{1}, Int{1}, Int{2}, Int{3}, Int{4}})}};
    if (entropy.chance(20))
      parts.push_back({{1 - parts.front().path.front()}, entropy.pick({Int{1}, Int{2}, Int{-1}})});
    strides.push_back(Element::coordinate(std::move(parts)));
  }
  return ModuleLayout::flat(std::move(extents), std::move(strides));
}

/// A over coordinates or integers, mostly with what cancels, and W whose bits are parities.
Operands draw_of_parities(Entropy& entropy, int /*size*/) {
  const auto length = static_cast<Int>(entropy.between(2, 5));
  const auto bits = static_cast<Int>(entropy.below(static_cast<std::size_t>(length / 2 + 1)));
  const Int shift = bits + static_cast<Int>(entropy.below(2));
  const auto base = static_cast<Int>(entropy.below(2));
  const NestedTuple shape = NestedTuple::flat(draw_factors(entropy, Int{1} << length));
  const SwizzledLayout w({bits, base, entropy.chance(30) ? -shift : shift},
                         entropy.chance(30) ? Int{1} << length : 0, draw_compact(entropy, shape));
  Tuple extents = draw_factors(entropy, Int{1} << (length + 4));
  std::vector<Element> strides;
  const bool is_integer = entropy.chance(20);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const Int d = entropy.pick({Int{0}, Int{0}, Int{0}, Int{1}, Int{1}, Int{-1}, Int{2}, Int{-2}});
    const auto place = static_cast<Int>(entropy.below(2));
    strides.push_back(d == 0       ? Element()
                      : is_integer ? Element::integer(d)
                                   : Element::coordinate({{{place}, d}}));
  }
  if (std::ranges::all_of(strides, &Element::is_zero)) strides.back() = Element::integer(-1);
  return {ModuleLayout::flat(std::move(extents), std::move(strides)), w};
}

/// Two swizzled layouts of few points and bits, the first mostly with all values of the second.
Operands draw_small_swizzled(Entropy& entropy, int /*size*/) {
  const auto draw = [&](std::size_t modes, bool is_outer) {
    const auto bits = static_cast<Int>(entropy.below(3));
    const Int shift = bits + static_cast<Int>(entropy.below(2));
    const Swizzle swizzle{bits, static_cast<Int>(entropy.below(2)),
                          entropy.chance(30) ? -shift : shift};
    Tuple extents;
    while (extents.size() < modes)
      extents.push_back(entropy.pick({Int{2}, Int{2}, Int{2}, Int{3}, Int{4}}));
    NestedTuple shape = NestedTuple::flat(std::move(extents));
    Layout layout =
        entropy.chance(60) ? draw_compact(entropy, shape) : draw_strides(entropy, shape);
    const bool is_moved = !is_outer && entropy.chance(30);
    return SwizzledLayout(swizzle, is_moved ? static_cast<Int>(entropy.below(8)) : 0,
                          std::move(layout));
  };
  SwizzledLayout w = draw(entropy.between(1, 3), false);
  return {draw(4, true), std::move(w)};
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

std::vector<Binding> own_modules() {
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
  const Domain of_bits =
      make_domain("a layout over XOR and a layout", {Sort::module_layout, Sort::layout},
                  [](Entropy& entropy, int) -> Operands { return draw_of_bits(entropy); });
  return {
      {"layoutcheck.30", pairs, check_merge},
      {"layoutcheck.31", multiples, check_carryless},
      {"layoutcheck.32", into_one, check_one_entry},
      {"layoutcheck.33", layouts_over_xor(), check_linear},
      {"layoutcheck.34", composable_over(Module::bits), check_by_coordinates},
      {"layoutcheck.35",
       make_domain("a swizzled layout", {Sort::swizzled_layout},
                   [](Entropy& entropy, int size) -> Operands {
                     return {draw_swizzled_layout(entropy, size)};
                   }),
       check_swizzled},
      {"layoutcheck.36", composable_over(Module::coordinates), check_embedded},
      {"layoutcheck.37", linear_layouts(), check_linear_right_inverse},
      {"layoutcheck.38", linear_layouts(), check_linear_left_inverse},
      {"layoutcheck.39",
       make_domain("a linear layout over XOR and a number", {Sort::module_layout, Sort::positive},
                   [](Entropy& entropy, int size) -> Operands {
                     ModuleLayout l = entropy.chance(95) ? draw_linear_layout(entropy)
                                                         : draw_module_layout(entropy, size);
                     const Int n = entropy.chance(70)
                                       ? static_cast<Int>(entropy.between(1, 4)) << entropy.below(7)
                                       : static_cast<Int>(entropy.between(1, 99));
                     return {std::move(l), n};
                   }),
       check_linear_complement},
      {"layoutcheck.40",
       make_domain(
           "a small layout over coordinates", {Sort::module_layout},
           [](Entropy& entropy, int) -> Operands { return {draw_small_coordinates(entropy)}; }),
       check_box},
      {"layoutcheck.41",
       make_domain(
           "a swizzled layout and an exponent", {Sort::swizzled_layout, Sort::integer},
           [](Entropy& entropy, int size) -> Operands {
             return {draw_swizzled_layout(entropy, size), static_cast<Int>(entropy.below(9))};
           }),
       check_units},
      {"layoutcheck.42",
       make_domain("a layout over XOR and a swizzled layout",
                   {Sort::module_layout, Sort::swizzled_layout},
                   [](Entropy& entropy, int size) -> Operands {
                     SwizzledLayout w = draw_swizzled_layout(entropy, size);
                     ModuleLayout v = draw_module_layout(entropy, size);
                     try {
                       const auto over =
                           oracle::xor_layout(SwizzledLayout(w.swizzle(), 0, w.layout()), limits);
                       if (over && is_over_xor(*over) && entropy.chance(70)) v = *over;
                     } catch (const LimitReached&) {
                     } catch (const Overflow&) {
                     }
                     return {std::move(v), std::move(w)};
                   }),
       check_unswizzled},
      {"layoutcheck.56", composable_over(Module::coordinates), check_places},
      {"layoutcheck.57", of_bits, check_bits},
      {"layoutcheck.58", of_bits, check_linear_after},
      {"layoutcheck.59",
       make_domain("a layout over XOR and a number", {Sort::module_layout, Sort::integer},
                   [](Entropy& entropy, int) -> Operands {
                     return {std::get<ModuleLayout>(draw_of_bits(entropy).front()),
                             entropy.chance(70) ? Int{1} << entropy.below(3)
                                                : static_cast<Int>(entropy.below(8))};
                   }),
       check_cuts},
      {"layoutcheck.60",
       engine::find_operation("composition(layout over a module, layout over a module)")->domain,
       check_after_coordinates},
      {"layoutcheck.63",
       make_domain("a layout without torsion and a swizzled layout",
                   {Sort::module_layout, Sort::swizzled_layout}, draw_of_parities),
       check_parities},
      {"layoutcheck.64",
       make_domain("two small swizzled layouts", {Sort::swizzled_layout, Sort::swizzled_layout},
                   draw_small_swizzled),
       check_first_swizzle},
  };
}

}  // namespace layoutcheck::properties
