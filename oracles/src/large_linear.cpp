// Linear functions over XOR with too many points to tabulate: what their values at powers of two
// prove.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/large_linear.hpp>

#include <algorithm>
#include <ranges>

namespace layoutcheck::oracle {
namespace {

Exact power_of_two(std::size_t k) {
  return Exact(1) << static_cast<unsigned>(k);
}

std::size_t greatest_bit(const Exact& x) {
  return msb(x);
}

bool has_bit(const Exact& x, std::size_t k) {
  return bit_test(x, static_cast<unsigned>(k));
}

/// The least power of two above x.
Exact power_above(const Exact& x) {
  return x == 0 ? Exact(1) : power_of_two(greatest_bit(x) + 1);
}

/// How many indices it has.
Exact indices_of(const Linear& f) {
  return power_of_two(f.at_powers.size());
}

/// f(x). Pre: x < indices_of(f).
Exact at(const Linear& f, const Exact& x) {
  Exact value = 0;
  for (std::size_t k = 0; k < f.at_powers.size(); ++k)
    if (has_bit(x, k)) value ^= f.at_powers[k];
  work(f.at_powers.size() + 1);
  return value;
}

bool is_over_bits(const ModuleLayout& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] != 1 && !layout.strides()[i].is_zero())
      return module_of(layout.strides()) == Module::bits;
  return true;
}

/// The value of a layout over XOR. Pre: x is below its size.
Exact at(const ModuleLayout& layout, const Exact& x) {
  return number_in(value_at(layout, x));
}

/// Random points below this, and the first and last ones.
std::vector<Exact> points_below(const Exact& end) {
  return sample_points(ExactLayout::entry(end, 1), 64, 1);
}

[[noreturn]] void give_up(const ModuleLayout& claimed) {
  throw LimitReached(digits(size(claimed)) +
                     " points are too many to tabulate, and the answer is not linear");
}

Modes modes_of(const Linear& f) {
  Modes modes;
  const std::vector<Exact>& values = f.at_powers;
  for (std::size_t k = 0; k < values.size();) {
    const Exact& d = values[k];
    std::size_t count = 1;
    for (; k + count < values.size(); ++count) {
      const Exact next = d << static_cast<unsigned>(count);
      if (values[k + count] != next || (d & next) != 0) break;
    }
    work(count);
    modes.extents.push_back(power_of_two(count));
    modes.strides.push_back(d == 0 ? ExactElement() : ExactElement{{{}, d}});
    k += count;
  }
  return modes;
}

ModuleLayout with_modes(const Modes& modes) {
  return over_shape(NestedTuple(1), Module::bits, {modes});
}

}  // namespace

std::optional<Linear> linear(const ModuleLayout& layout) {
  if (!is_over_bits(layout)) return std::nullopt;
  Linear f;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Exact s = layout.extents()[i];
    const Exact d = s == 1 || layout.strides()[i].is_zero() ? 0 : layout.strides()[i].value();
    if ((s & (s - 1)) != 0) return std::nullopt;
    for (Exact m = 1; m < s; m *= 2) {
      if (m > 1 && (d & (m * d)) != 0) return std::nullopt;
      f.at_powers.push_back(m * d);
      work(2);
    }
  }
  return f;
}

std::optional<Affine> affine(const SwizzledLayout& layout) {
  Affine f{swizzled(layout.swizzle(), layout.offset()), {}};
  Exact taken = layout.offset();
  const Layout& l = layout.layout();
  for (std::size_t i = 0; i < l.length(); ++i) {
    const Exact s = l.extents()[i];
    if ((s & (s - 1)) != 0) return std::nullopt;
    for (Exact m = 1; m < s; m *= 2) {
      const Exact value = m * l.strides()[i];
      if ((value & taken) != 0) return std::nullopt;
      taken |= value;
      f.rest.at_powers.push_back(swizzled(layout.swizzle(), value));
      work(2);
    }
  }
  return f;
}

std::optional<Linear> linear(const SwizzledLayout& layout) {
  if (layout.offset() != 0) return std::nullopt;
  const std::optional<Affine> f = affine(layout);
  return f ? std::optional(f->rest) : std::nullopt;
}

std::optional<Linear> linear_beyond(const ModuleLayout& layout, const Limits& limits) {
  if (size(layout) <= limits.points || module_of(layout.strides()) != Module::bits)
    return std::nullopt;
  return linear(layout);
}

std::optional<Linear> linear_beyond(const SwizzledLayout& layout, const Limits& limits) {
  return size(layout) > limits.points ? linear(layout) : std::nullopt;
}

ModuleLayout written(const Linear& f) {
  return with_modes(modes_of(f));
}

Image::Image(const Linear& f) {
  for (std::size_t k = 0; k < f.at_powers.size(); ++k) {
    Exact value = f.at_powers[k];
    Exact index = power_of_two(k);
    for (; value != 0; work(2)) {
      const std::size_t bit = greatest_bit(value);
      if (values_.try_emplace(bit, value).second) {
        indices_.emplace(bit, index);
        break;
      }
      value ^= values_.at(bit);
      index ^= indices_.at(bit);
    }
    // Bit k of the index stands in none before.
    if (value == 0) kernel_.emplace(k, index);
  }
}

std::optional<Exact> Image::least_index(Exact value) const {
  Exact index = 0;
  for (; value != 0; work(2)) {
    const auto found = values_.find(greatest_bit(value));
    if (found == values_.end()) return std::nullopt;
    value ^= found->second;
    index ^= indices_.at(found->first);
  }
  // No bit of it is the greatest of an index with the value 0, as such bits were left out. So to
  // add one of these would make it greater.
  return index;
}

Exact Image::greatest(Exact c) const {
  for (const auto& [bit, value] : std::views::reverse(values_))
    if (!has_bit(c, bit)) c ^= value;
  return c;
}

bool is_injective(const Linear& f) {
  return Image(f).is_injective();
}

bool is_surjective(const Linear& f) {
  const Image image(f);
  return power_of_two(image.by_greatest_bit().size()) == image.greatest() + 1;
}

ModuleLayout right_inverse(const Linear& f) {
  const Image image(f);
  Linear r;
  while (const std::optional<Exact> index = image.least_index(power_of_two(r.at_powers.size())))
    r.at_powers.push_back(*index);
  return written(r);
}

bool is_right_inverse(const ModuleLayout& r, const Linear& f, const Exact& least) {
  if (!is_over_bits(r) || size(r) < least) return false;
  const auto is_right_at = [&](const Exact& i, const Exact& index) {
    return index < indices_of(f) && at(f, index) == i;
  };
  if (const std::optional<Linear> g = linear(r)) {
    for (std::size_t k = 0; k < g->at_powers.size(); ++k)
      if (!is_right_at(power_of_two(k), g->at_powers[k])) return false;
    return true;
  }
  for (const Exact& i : points_below(size(r)))
    if (!is_right_at(i, at(r, i))) return false;
  give_up(r);
}

Outcome<ModuleLayout> left_inverse(const Linear& f, Convention convention) {
  const Image image(f);
  if (convention == Convention::strict && !image.is_injective())
    return Undefined{"a value is taken twice"};
  Linear r;
  for (Exact power = 1; power <= image.greatest(); power *= 2) {
    const auto value = image.by_greatest_bit().find(r.at_powers.size());
    r.at_powers.push_back(
        value == image.by_greatest_bit().end()
            ? Exact(0)
            : Exact(*image.least_index(value->second) ^ at(r, value->second ^ power)));
  }
  return written(r);
}

bool is_left_inverse(const ModuleLayout& r, const Linear& f, Convention convention) {
  if (!is_over_bits(r) || Image(f).greatest() >= size(r)) return false;
  const auto leads_back = [&](const Exact& x, const Exact& back) {
    return convention == Convention::strict ? back == x
                                            : back < indices_of(f) && at(f, back) == at(f, x);
  };
  if (const std::optional<Linear> g = linear(r)) {
    for (std::size_t k = 0; k < f.at_powers.size(); ++k)
      if (!leads_back(power_of_two(k), at(*g, f.at_powers[k]))) return false;
    return true;
  }
  for (const Exact& x : points_below(indices_of(f)))
    if (!leads_back(x, at(r, at(f, x)))) return false;
  give_up(r);
}

Outcome<ModuleLayout> complement(const Linear& f, const Exact& n, Convention convention) {
  const Image image(f);
  if (!image.is_injective()) return Undefined{"a value is taken twice"};
  const Exact power = power_above(image.greatest());
  const Exact times = (n + power - 1) / power;
  if (times == 0 || (convention == Convention::strict && n % power != 0))
    return Undefined{"there is no layout over XOR that completes it"};
  Linear rest;
  for (std::size_t k = 0; power_of_two(k) < power; ++k)
    if (!image.by_greatest_bit().contains(k)) rest.at_powers.push_back(power_of_two(k));
  Modes modes = modes_of(rest);
  if (times > 1) {
    modes.extents.push_back(times);
    modes.strides.push_back({{{}, power}});
  }
  return with_modes(modes);
}

bool is_complement(const ModuleLayout& c, const Linear& f, const std::optional<Exact>& n,
                   Convention convention) {
  const Exact all = indices_of(f) * size(c);
  if (!is_over_bits(c) || (n && (convention == Convention::strict ? all != *n : all < *n)))
    return false;
  if (const std::optional<Linear> g = linear(c)) {
    Linear both = f;
    both.at_powers.insert(both.at_powers.end(), g->at_powers.begin(), g->at_powers.end());
    const Image image(both);
    if (!image.is_injective() || image.greatest() >= all) return false;
    // It increases if at each bit that is the greatest of C(2^k), the values of all that follow
    // have a 0: that of the greatest bit in which two indices differ then decides.
    for (std::size_t k = 0; k < g->at_powers.size(); ++k)
      for (std::size_t j = 0; j < k; ++j) {
        const std::size_t bit = greatest_bit(g->at_powers[j]);
        if (greatest_bit(g->at_powers[k]) <= bit || has_bit(g->at_powers[k], bit)) return false;
      }
    return true;
  }
  const Image image(f);
  for (const Exact& y : points_below(size(c)))
    if (image.greatest(at(c, y)) >= all || (y > 0 && at(c, y) <= at(c, y - 1))) return false;
  give_up(c);
}

Exact max_common_vector(const Affine& f, const Affine& g) {
  // Of the indices of both.
  const std::size_t length = std::min(f.rest.at_powers.size(), g.rest.at_powers.size());
  Linear difference;
  for (std::size_t k = 0; k < length; ++k)
    difference.at_powers.push_back(f.rest.at_powers[k] ^ g.rest.at_powers[k]);
  const Image differences(difference);
  const std::optional<Exact> index = differences.least_index(f.at_zero ^ g.at_zero);
  if (!index) return 0;
  Linear common;
  for (const auto& [bit, zero] : differences.zeros())
    common.at_powers.push_back(at(f.rest, zero));
  const Image values(common);
  if (!values.least_index(f.at_zero ^ at(f.rest, *index))) return 0;
  Exact n = 1;
  while (values.least_index(n))
    n *= 2;
  return n;
}

}  // namespace layoutcheck::oracle
