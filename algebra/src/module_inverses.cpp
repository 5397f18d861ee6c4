// Inverses and complements over XOR by elimination, or from tables where the layout is not linear;
// over integers and coordinates place by place, as those of layouts over the integers.
#include "exact_layout.hpp"
#include "module_repetition.hpp"
#include "tilers.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/module_inverses.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <stdexcept>

namespace layoutcheck::algebra {

namespace {

using detail::columns;
using detail::LinearMap;

/// An entry of which the function shows the stride.
bool counts(const ModuleLayout& layout, std::size_t i) {
  return layout.extents()[i] > 1;
}

/// The integers of a layout at a place: its entries, with the stride 0 for those of other places,
/// and for those that are negative; and these, flat and coalesced, negated.
struct Axis {
  Tuple path;
  Layout layout;
  detail::ExactLayout mirrored = {};
  /// Whether the answer for it is to be negated.
  bool is_negated = false;
};

/// Those of all places that occur, in their order; that of the integers themselves has no path.
struct Axes {
  std::vector<Axis> axes;
  bool has_negative = false;
  bool has_zero = false;
};

Outcome<Axes> axes_of(const ModuleLayout& layout) {
  std::map<Tuple, Tuple> strides;
  std::map<Tuple, std::vector<Exact>> opposites;
  if (module_of(layout.strides()) == Module::integers) strides[{}].resize(layout.length());
  Axes found;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (!counts(layout, i)) continue;
    const std::vector<Element::Part>& parts = layout.strides()[i].parts();
    if (parts.size() > 1)
      return Undefined{"the stride of entry " + std::to_string(i) + " has several places"};
    found.has_zero = found.has_zero || parts.empty();
    if (parts.empty()) continue;
    found.has_negative = found.has_negative || parts.front().value < 0;
    Tuple& here = strides[parts.front().path];
    here.resize(layout.length());
    here[i] = std::max<Int>(0, parts.front().value);
    std::vector<Exact>& opposite = opposites[parts.front().path];
    opposite.resize(layout.length(), 0);
    opposite[i] = std::max<Exact>(0, -Exact(parts.front().value));
  }
  for (auto& [path, d] : strides) {
    found.axes.push_back({path, Layout(layout.profile(), layout.extents(), std::move(d))});
    const std::vector<Exact>& opposite = opposites[path];
    for (std::size_t i = 0; i < opposite.size(); ++i)
      detail::append(found.axes.back().mirrored, layout.extents()[i], opposite[i]);
  }
  return found;
}

/// The layout over the box of the places, with these layouts at them. The paths from `depth` on are
/// those of one tuple, or of an integer.
ModuleLayout boxed(const std::vector<Axis>& axes, std::size_t depth = 0) {
  if (axes.empty()) return ModuleLayout::entry(1, {});
  if (axes.front().path.size() == depth)
    return over_integers(axes.front().layout, axes.front().is_negated);
  std::vector<ModuleLayout> modes;
  for (auto axis = axes.begin(); axis != axes.end();) {
    const Int place = axis->path[depth];
    while (std::ssize(modes) < place)
      modes.push_back(ModuleLayout::entry(1, {}));
    const auto end = std::find_if(axis, axes.end(),
                                  [&](const Axis& other) { return other.path[depth] != place; });
    modes.push_back(boxed({axis, end}, depth + 1));
    axis = end;
  }
  return detail::tuple_of(modes);
}

Exact power(std::size_t exponent) {
  return Exact(1) << static_cast<unsigned>(exponent);
}

/// The indices of the values; of dependent columns the later ones do not count, so that each index
/// is the least with its value: it has no bit that a combination of lower ones makes superfluous.
/// `all` says whether none is dependent.
LinearMap indices_of(const std::vector<Exact>& columns, bool& all) {
  LinearMap map;
  all = true;
  for (std::size_t j = 0; j < columns.size(); ++j)
    all = map.set(columns[j], power(j)) && all;
  return map;
}

ModuleLayout linear_right_inverse(const std::vector<Exact>& columns) {
  bool all = true;
  const LinearMap indices = indices_of(columns, all);
  std::vector<Exact> inverse;
  while (const std::optional<Exact> index = indices.at(power(inverse.size())))
    inverse.push_back(*index);
  return detail::layout_of_columns(inverse);
}

/// The values of a layout over XOR without its entries of stride 0.
std::vector<Exact> moving_table(const ModuleLayout& layout, Convention convention, Int limit) {
  if (convention == Convention::strict) return detail::xor_table(layout, limit);
  Tuple extents;
  std::vector<Element> strides;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.strides()[i].is_zero()) continue;
    extents.push_back(layout.extents()[i]);
    strides.push_back(layout.strides()[i]);
  }
  return detail::xor_table(ModuleLayout::flat(std::move(extents), std::move(strides)), limit);
}

Exact rounded_up(const Exact& n, const Exact& to) {
  return (n + to - 1) / to * to;
}

/// The complement of the values for the least N in [from, until] that has one. It is complete for
/// N once the numbers that are covered are those below N.
Outcome<ModuleLayout> covering(const std::vector<Exact>& values, const Exact& from,
                               const Exact& until, Int limit) {
  // By number: what it is a value plus.
  std::map<Exact, Exact> covered;
  std::vector<Exact> complement;
  for (Exact next = 0; next < until;) {
    complement.push_back(next);
    for (const Exact& value : values) {
      work(4);
      const Exact number = value ^ next;
      if (number >= until)
        return Undefined{"there is no complement: " + digits(number) + " is too large"};
      const auto [before, is_new] = covered.emplace(number, next);
      if (is_new) continue;
      if (before->second == next) return Undefined{"a value is taken twice"};
      return Undefined{"there is no complement: the values plus " + digits(before->second) +
                       " and plus " + digits(next) + " both take " + digits(number)};
    }
    detail::require_points(Exact(covered.size()), limit);
    while (covered.contains(next))
      ++next;
    if (next < from || next != Exact(covered.size())) continue;
    if (std::optional<ModuleLayout> layout = detail::layout_of_xor_table(complement))
      return *std::move(layout);
  }
  return Undefined{"the complement is no layout over XOR"};
}

/// The number of values up to the first power of two that none of them reaches.
Exact reach(const std::vector<Exact>& values) {
  Exact greatest = 0;
  for (const Exact& value : values)
    greatest = std::max(greatest, value);
  return greatest == 0 ? Exact(1) : Exact(1) << (msb(greatest) + 1);
}

/// The complement over XOR for the least N ≥ `from` that has one, or for N = `from` alone.
Outcome<ModuleLayout> xor_complement(const ModuleLayout& layout, const Exact& from, bool alone,
                                     Convention convention, Int limit) {
  std::optional<std::vector<Exact>> all = columns(layout);
  if (!all) {
    const std::vector<Exact> values = moving_table(layout, convention, limit);
    return covering(values, from, alone ? from : rounded_up(from, reach(values)), limit);
  }
  if (convention != Convention::strict) std::erase(*all, Exact(0));
  bool independent = true;
  const LinearMap span = indices_of(*all, independent);
  if (!independent) return Undefined{"a value is taken twice"};
  const Exact unit = reach(*all);
  if (alone && from % unit != 0)
    return Undefined{digits(from) + " is no multiple of " + digits(unit)};
  Tuple extents;
  std::vector<Element> strides;
  const auto add = [&](const Exact& s, const Exact& d) {
    if (s == 1) return;
    extents.push_back(detail::to_int(s, "extent"));
    strides.push_back(Element::bits(detail::to_int(d, "stride")));
  };
  for (Int bit = 0; power(static_cast<std::size_t>(bit)) < unit; ++bit)
    if (!span.leads(bit)) add(2, power(static_cast<std::size_t>(bit)));
  add(rounded_up(from, unit) / unit, unit);
  return coalesce(ModuleLayout::flat(std::move(extents), std::move(strides)));
}

/// A layout over the integers, if none of its values is negative.
Outcome<Layout> plain(const ModuleLayout& layout) {
  const Outcome<Axes> found = axes_of(layout);
  if (!found) return found.undefined();
  if (found->has_negative) return Undefined{"a value is negative"};
  return found->axes.front().layout;
}

Outcome<ModuleLayout> over_integers(const Outcome<Layout>& layout) {
  if (!layout) return layout.undefined();
  return over_integers(*layout);
}

/// The answer for the layout of each axis. What has none decides, wherever it stands; after it one
/// that does not fit, whose Overflow is thrown.
template <class AnswerTo>
Outcome<std::vector<Layout>> of_each(const std::vector<Axis>& axes, const AnswerTo& answer_to) {
  std::vector<Layout> answers;
  std::exception_ptr too_large;
  for (const Axis& axis : axes) {
    try {
      Outcome<Layout> answer = answer_to(axis);
      if (!answer) return answer.undefined();
      answers.push_back(std::move(answer).value());
    } catch (const Overflow&) {
      too_large = std::current_exception();
    }
  }
  if (too_large) std::rethrow_exception(too_large);
  return answers;
}

bool moves_back(const detail::ExactLayout& layout) {
  return std::ranges::any_of(layout.strides, [](const Exact& d) { return d != 0; });
}

/// At negative integers a layout is minus what it is at their opposites, so that a layout all of
/// whose integers are negative has minus the inverse of the opposite one. Of both signs none is
/// asked for.
Outcome<Layout> left_inverse_of_axis(const Axis& axis) {
  if (!moves_back(axis.mirrored)) return left_inverse(axis.layout, Convention::extended);
  if (std::ranges::any_of(axis.layout.strides(), [](Int d) { return d != 0; }))
    return Undefined{"there are positive and negative integers at one place"};
  const Outcome<detail::ExactLayout> inverse = detail::exact_left_inverse(axis.mirrored);
  if (!inverse) return inverse.undefined();
  return detail::in_coalesced_form(*inverse);
}

Outcome<ModuleLayout> coordinate_complement(const ModuleLayout& layout, Convention convention) {
  const Outcome<Axes> found = axes_of(layout);
  if (!found) return found.undefined();
  if (found->has_negative) return Undefined{"a value is negative"};
  if (found->has_zero && convention == Convention::strict)
    return Undefined{"an entry of stride 0 takes a value more than once"};
  Tuple extents;
  std::vector<Element> strides;
  // The entries of other places have the stride 0 here, and do not count.
  const auto rests = of_each(
      found->axes, [](const Axis& axis) { return complement(axis.layout, Convention::extended); });
  if (!rests) return rests.undefined();
  for (std::size_t k = 0; k < rests->size(); ++k) {
    const Layout& rest = (*rests)[k];
    for (std::size_t i = 0; i < rest.length(); ++i) {
      extents.push_back(rest.extents()[i]);
      strides.push_back(Element::coordinate({{found->axes[k].path, rest.strides()[i]}}));
    }
  }
  return coalesce(ModuleLayout::flat(std::move(extents), std::move(strides)));
}

/// The complement, for the size if one is given.
Outcome<ModuleLayout> completing(const ModuleLayout& layout, std::optional<Int> size,
                                 Convention convention, Int limit) {
  switch (module_of(layout.strides())) {
    case Module::bits:
      return xor_complement(layout, size.value_or(1), size && convention == Convention::strict,
                            convention, limit);
    case Module::coordinates:
      if (size) return Undefined{"a number is no box of coordinates"};
      return coordinate_complement(layout, convention);
    case Module::integers:
      break;
  }
  const Outcome<Layout> integers = plain(layout);
  if (!integers) return integers.undefined();
  return over_integers(size ? complement(*integers, *size, convention)
                            : complement(*integers, convention));
}

}  // namespace

Outcome<ModuleLayout> detail::right_inverse_of_table(const std::vector<Exact>& values) {
  std::map<Exact, Exact> first;
  for (std::size_t x = 0; x < values.size(); ++x)
    first.emplace(values[x], x);
  std::vector<Exact> indices;
  for (auto next = first.begin(); next != first.end() && next->first == Exact(indices.size());
       ++next)
    indices.push_back(next->second);
  for (; !indices.empty() && indices.front() == 0; indices.pop_back())
    if (std::optional<ModuleLayout> layout = layout_of_xor_table(indices))
      return *std::move(layout);
  return Undefined{"the value at 0 is not 0"};
}

Outcome<ModuleLayout> detail::left_inverse_of_columns(const std::vector<Exact>& columns,
                                                      Convention convention) {
  bool independent = true;
  LinearMap indices = indices_of(columns, independent);
  if (!independent && convention == Convention::strict) return Undefined{"a value is taken twice"};
  std::vector<Exact> inverse;
  const Exact end = reach(columns);
  for (std::size_t j = 0; power(j) < end; ++j) {
    indices.set(power(j), 0);  // unless it is something already
    inverse.push_back(*indices.at(power(j)));
  }
  return layout_of_columns(inverse);
}

Outcome<ModuleLayout> right_inverse(const ModuleLayout& layout, Int limit) {
  return named(
      "right_inverse",
      [&]() -> Outcome<ModuleLayout> {
        if (module_of(layout.strides()) == Module::bits) {
          if (const auto all = columns(layout)) return linear_right_inverse(*all);
          return detail::right_inverse_of_table(detail::xor_table(layout, limit));
        }
        Outcome<Axes> found = axes_of(layout);
        if (!found) return found.undefined();
        std::vector<Axis> axes = found->axes;
        for (Axis& axis : axes)
          axis.layout = right_inverse(axis.layout);
        return boxed(axes);
      },
      layout);
}

Outcome<ModuleLayout> left_inverse(const ModuleLayout& layout, Convention convention) {
  return named(
      "left_inverse",
      [&]() -> Outcome<ModuleLayout> {
        if (module_of(layout.strides()) == Module::bits) {
          const auto all = columns(layout);
          if (!all) return Undefined{"it is not linear"};
          return detail::left_inverse_of_columns(*all, convention);
        }
        const Outcome<Axes> found = axes_of(layout);
        if (!found) return found.undefined();
        if (found->has_zero && convention == Convention::strict)
          return Undefined{"an entry of stride 0 takes a value more than once"};
        const auto inverses = of_each(found->axes, left_inverse_of_axis);
        if (!inverses) return inverses.undefined();
        std::vector<Axis> axes = found->axes;
        for (std::size_t i = 0; i < axes.size(); ++i) {
          axes[i].layout = (*inverses)[i];
          axes[i].is_negated = moves_back(axes[i].mirrored);
        }
        return boxed(axes);
      },
      layout);
}

Outcome<ModuleLayout> complement(const ModuleLayout& layout, Convention convention, Int limit) {
  return named(
      "complement", [&] { return completing(layout, std::nullopt, convention, limit); }, layout);
}

Outcome<ModuleLayout> complement(const ModuleLayout& layout, Int size, Convention convention,
                                 Int limit) {
  return named(
      "complement", [&] { return completing(layout, size, convention, limit); }, layout, size);
}

Outcome<ModuleLayout> detail::repetition_over(Module module, const ModuleLayout& a, const Layout& b,
                                              Convention convention, Int limit) {
  if (module == Module::coordinates) return Undefined{"a number is no box of coordinates"};
  if (module == Module::integers) {
    const Outcome<Layout> integers = plain(a);
    if (!integers) return integers.undefined();
    const Outcome<Layout> product = logical_product(*integers, Tiler(b), convention, limit);
    if (!product) return product.undefined();
    return over_integers(product->modes().back());
  }
  Exact points = 1;
  for (std::size_t i = 0; i < b.length(); ++i)
    points += Exact(b.extents()[i] - 1) * b.strides()[i];
  points *= product_of(a.extents());
  const Outcome<ModuleLayout> rest = xor_complement(a, points, false, convention, limit);
  if (!rest) return rest;
  return composition(*rest, b, convention, limit);
}

}  // namespace layoutcheck::algebra
