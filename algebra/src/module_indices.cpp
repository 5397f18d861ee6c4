// A∘B over modules where the values of B are coordinates, integers of either sign, or bits.
//
// Where the integers at a place have one sign, B leads to indices of a layout made of the modes of
// A that it reaches, and bits that no two entries have are indices as well (docs/modules.md,
// *Composition after coordinates*). What is left is taken apart along the entries of B, and
// compared at its values.
#include "exact_layout.hpp"
#include "module_composition.hpp"
#include "module_space.hpp"
#include "parts.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>

namespace layoutcheck::algebra {

namespace {

using detail::composed_over_module;
using detail::Part;
using detail::product_of;
using detail::Space;

Undefined outside_of_domain() {
  return {"B has a value outside the domain of A"};
}

Int to_index(const Exact& x) {
  if (x > std::numeric_limits<Int>::max())
    throw LimitReached("the index " + digits(x) + " of A does not fit in 64 bits");
  return static_cast<Int>(x);
}

/// B with strides 0 for extents of 1, which have no part in its values.
ModuleLayout without_idle_strides(const ModuleLayout& b) {
  std::vector<Element> strides = b.strides();
  for (std::size_t j = 0; j < b.length(); ++j)
    if (b.extents()[j] == 1) strides[j] = {};
  return {b.profile(), b.extents(), std::move(strides)};
}

/// The entries of A that stand at a place of its coordinates, if something does.
std::optional<Part> part_at_place(const Profile& profile, const Tuple& place) {
  Part part{0, profile.word().size(), 0, profile.length()};
  for (const Int index : place) {
    const Profile here =
        Profile::from_word(profile.word().substr(part.word_begin, part.word_end - part.word_begin));
    const std::vector<Part> modes = detail::modes_of(here);
    if (here.is_entry() || static_cast<std::size_t>(index) >= modes.size()) return std::nullopt;
    const Part& mode = modes[static_cast<std::size_t>(index)];
    part = {part.word_begin + mode.word_begin, part.word_begin + mode.word_end,
            part.first + mode.first, part.first + mode.last};
  }
  return part;
}

/// What B counts at a place of A.
struct Counted {
  /// Of A, without those that an integer there does not reach; the last may be longer.
  Tuple extents;
  std::vector<Element> strides;
  /// B's integers at the place.
  Tuple column;
  /// The greatest integer, and the greatest opposite of one.
  Exact up = 0;
  Exact down = 0;

  [[nodiscard]] bool has_both_signs() const { return up > 0 && down > 0; }
};

/// The modes of A in this part that integers up to the greatest reach.
void take_reached(Counted& counted, const ModuleLayout& a, const Part& part,
                  Convention convention) {
  std::size_t last = part.last;
  if (convention == Convention::squeezed)
    while (last > part.first && a.extents()[last - 1] == 1)
      --last;
  const Exact greatest = std::max(counted.up, counted.down);
  Exact before = 1;
  for (std::size_t i = part.first; i < last && before <= greatest; ++i) {
    const Exact most = greatest / before + 1;
    const bool is_unbounded = convention != Convention::strict && i + 1 == last;
    const Exact extent = is_unbounded ? most : std::min<Exact>(most, a.extents()[i]);
    counted.extents.push_back(to_index(extent));
    counted.strides.push_back(a.strides()[i]);
    before *= extent;
  }
}

Outcome<std::vector<Counted>> counted_by(const ModuleLayout& a, const ModuleLayout& b,
                                         Convention convention) {
  const Space space(b.strides());
  std::vector<Counted> all;
  for (std::size_t p = 0; p < space.places().size(); ++p) {
    const std::optional<Part> part = part_at_place(a.profile(), space.places()[p]);
    if (!part) return Undefined{"the values of B are no coordinates of A"};
    Counted counted;
    counted.column = space.columns()[p];
    for (std::size_t j = 0; j < b.length(); ++j) {
      const Exact last = Exact(b.extents()[j] - 1) * counted.column[j];
      (last > 0 ? counted.up : counted.down) += abs(last);
    }
    Exact size = 1;
    for (std::size_t i = part->first; i < part->last; ++i)
      size *= a.extents()[i];
    if (convention == Convention::strict && (counted.down > 0 || counted.up >= size))
      return outside_of_domain();
    if (counted.down > 0 && module_of(a.strides()) == Module::bits)
      return Undefined{"over XOR A has no value at negative integers"};
    take_reached(counted, a, *part, convention);
    all.push_back(std::move(counted));
  }
  return all;
}

Element opposite_of(const Element& d) {
  std::vector<Element::Part> parts = d.parts();
  for (Element::Part& part : parts) {
    if (part.value == std::numeric_limits<Int>::min())
      throw LimitReached("the opposite of " + to_string(d) + " does not fit in 64 bits");
    part.value = -part.value;
  }
  if (d.is_zero()) return d;
  return d.module() == Module::integers ? Element::integer(parts.front().value)
                                        : Element::coordinate(std::move(parts));
}

/// The modes of all places, one after the other, and B as a layout of their indices. Pre: no place
/// has both signs.
Outcome<ModuleLayout> by_indices(const std::vector<Counted>& places, const ModuleLayout& b,
                                 Int limit) {
  Tuple extents;
  std::vector<Element> strides;
  std::vector<Exact> indices(b.length(), 0);
  Exact before = 1;
  for (const Counted& counted : places) {
    for (std::size_t j = 0; j < b.length() && !counted.extents.empty(); ++j)
      indices[j] += before * abs(Exact(counted.column[j]));
    for (std::size_t i = 0; i < counted.extents.size(); ++i) {
      extents.push_back(counted.extents[i]);
      strides.push_back(counted.down > 0 ? opposite_of(counted.strides[i]) : counted.strides[i]);
      before *= counted.extents[i];
    }
  }
  Tuple numbers;
  for (const Exact& index : indices)
    numbers.push_back(to_index(index));
  return composed_over_module(ModuleLayout::flat(std::move(extents), std::move(strides)),
                              Layout(b.profile(), b.extents(), std::move(numbers)),
                              Convention::strict, limit);
}

/// A∘B as a function of the coordinates of B.
class Composite {
 public:
  using Point = Space::Point;

  Composite(const std::vector<Counted>& places, Module of_b, Module of_a)
      : places_(places), of_b_(of_b), of_a_(of_a) {
    std::vector<Element> strides;
    for (const Counted& counted : places)
      strides.insert(strides.end(), counted.strides.begin(), counted.strides.end());
    space_ = Space(strides);
  }

  [[nodiscard]] Point at(const Tuple& coordinate) const {
    std::vector<Exact> all;
    for (const Counted& counted : places_) {
      work(coordinate.size() + counted.extents.size() + 1);
      Exact x = 0;
      for (std::size_t j = 0; j < coordinate.size(); ++j) {
        const Exact multiple = Exact(coordinate[j]) * counted.column[j];
        x = of_b_ == Module::bits ? Exact(x ^ multiple) : Exact(x + multiple);
      }
      for (const Exact& digit :
           detail::coordinate_at(counted.extents, counted.extents.size(), abs(x)))
        all.push_back(x < 0 ? Exact(-digit) : digit);
    }
    return space_.sum_at(all);
  }

  [[nodiscard]] Point sum(const Point& one, const Point& other) const {
    Point result = one;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = of_a_ == Module::bits ? Exact(one[i] ^ other[i]) : Exact(one[i] + other[i]);
    return result;
  }

 private:
  std::vector<Counted> places_;
  Module of_b_;
  Module of_a_;
  Space space_{std::span<const Element>()};
};

/// Whether A∘B is at all coordinates the sum of what it is along the entries of B. Throws
/// LimitReached if some of them do not tell, and they are too many.
bool adds_up(const Composite& composite, const ModuleLayout& b, Int limit) {
  std::vector<std::size_t> live;
  Exact points = 1;
  for (std::size_t j = 0; j < b.length(); ++j) {
    if (b.strides()[j].is_zero()) continue;
    live.push_back(j);
    points *= b.extents()[j];
  }
  Tuple coordinate(b.length(), 0);
  const auto along = [&](std::size_t j, Int x) {
    Tuple alone(b.length(), 0);
    alone[j] = x;
    return composite.at(alone);
  };
  const auto some = [&](std::size_t j) {
    Tuple indices{1, b.extents()[j] - 1};
    for (Int x = 2; x < b.extents()[j] && x < std::numeric_limits<Int>::max() / 2; x *= 2)
      indices.push_back(x);
    return indices;
  };
  for (const std::size_t i : live) {
    for (const std::size_t j : live) {
      if (i >= j) continue;
      for (const Int x : some(i)) {
        for (const Int y : some(j)) {
          coordinate[i] = x;
          coordinate[j] = y;
          if (composite.at(coordinate) != composite.sum(along(i, x), along(j, y))) return false;
        }
      }
      coordinate[i] = 0;
      coordinate[j] = 0;
    }
  }
  detail::require_points(points, limit);
  // The sum of all but the first entry that is not at its end is known from the coordinate before.
  const std::function<bool(std::size_t, const Composite::Point&)> holds =
      [&](std::size_t next, const Composite::Point& sum) {
        if (next == live.size()) return composite.at(coordinate) == sum;
        const std::size_t j = live[next];
        for (Int x = 0; x < b.extents()[j]; ++x) {
          coordinate[j] = x;
          if (!holds(next + 1, composite.sum(sum, along(j, x)))) return false;
        }
        coordinate[j] = 0;
        return true;
      };
  return holds(0, composite.at(coordinate));
}

Outcome<ModuleLayout> composed_after(const ModuleLayout& a, const ModuleLayout& b,
                                     Convention convention, Int limit);

/// What A∘B is along each entry of B, if that is all.
Outcome<ModuleLayout> by_entries(const ModuleLayout& a, const ModuleLayout& b,
                                 const std::vector<Counted>& places, bool is_additive,
                                 Convention convention, Int limit) {
  std::vector<ModuleLayout> parts;
  std::exception_ptr does_not_fit;
  for (std::size_t j = 0; j < b.length(); ++j) {
    try {
      const ModuleLayout entry = ModuleLayout::entry(b.extents()[j], b.strides()[j]);
      Outcome<ModuleLayout> part = composed_after(a, entry, convention, limit);
      if (!part) return part;
      parts.push_back(*std::move(part));
    } catch (const Overflow&) {
      does_not_fit = std::current_exception();
    }
  }
  const Composite composite(places, module_of(b.strides()), module_of(a.strides()));
  if (!is_additive && !adds_up(composite, b, limit))
    return Undefined{"it is not the sum of what it is along the entries of B"};
  if (does_not_fit) std::rethrow_exception(does_not_fit);
  return detail::over_profile(b.profile(), parts);
}

/// Whether A is linear in each place that has both signs: a single mode as far as B reaches.
bool is_linear_at_both_signs(const std::vector<Counted>& places) {
  const Int most = std::numeric_limits<Int>::max() / 2;
  return std::ranges::all_of(places, [&](const Counted& counted) {
    if (!counted.has_both_signs()) return true;
    return std::max(counted.up, counted.down) < most &&
           coalesce(ModuleLayout::flat(counted.extents, counted.strides)).is_entry();
  });
}

Outcome<ModuleLayout> after_bits(const ModuleLayout& a, const ModuleLayout& b,
                                 Convention convention, Int limit) {
  Exact taken = 0;
  bool is_disjoint = true;
  Tuple strides;
  for (std::size_t j = 0; j < b.length(); ++j) {
    strides.push_back(b.strides()[j].value());
    const Exact span = detail::span_of(b.extents()[j], strides.back());
    is_disjoint = is_disjoint && (taken & span) == 0;
    taken |= span;
  }
  if (is_disjoint) {
    return composed_over_module(a, Layout(b.profile(), b.extents(), std::move(strides)), convention,
                                limit);
  }
  const Exact size = product_of(a.extents());
  if (convention == Convention::strict && taken >= size) {
    // Each bit of these occurs in a value.
    const std::vector<Exact> values =
        (size & (size - 1)) == 0 ? std::vector<Exact>{taken} : detail::xor_table(b, limit);
    if (std::ranges::any_of(values, [&](const Exact& x) { return x >= size; }))
      return outside_of_domain();
  }
  Counted counted;
  counted.column = std::move(strides);
  counted.up = taken;
  take_reached(counted, a, {0, 0, 0, a.length()}, convention);
  const bool is_linear =
      taken < size && module_of(a.strides()) == Module::bits && detail::columns(a).has_value();
  return by_entries(a, b, {std::move(counted)}, is_linear, convention, limit);
}

Outcome<ModuleLayout> composed_after(const ModuleLayout& a, const ModuleLayout& b,
                                     Convention convention, Int limit) {
  const ModuleLayout inner = without_idle_strides(b);
  if (module_of(inner.strides()) == Module::bits) return after_bits(a, inner, convention, limit);
  const Outcome<std::vector<Counted>> places = counted_by(a, inner, convention);
  if (!places) return places.undefined();
  std::vector<Counted> others;
  std::ranges::remove_copy_if(*places, std::back_inserter(others), &Counted::has_both_signs);
  if (others.size() == places->size()) return by_indices(others, inner, limit);
  bool is_additive = is_linear_at_both_signs(*places);
  if (is_additive) {
    // Adding what is linear makes no layout of what is none, nor the other way round.
    try {
      const Outcome<ModuleLayout> rest = by_indices(others, inner, limit);
      if (!rest) return rest;
    } catch (const Overflow&) {
      is_additive = false;  // Their sum can fit.
    }
  }
  return by_entries(a, inner, *places, is_additive, convention, limit);
}

}  // namespace

Outcome<ModuleLayout> composition(const ModuleLayout& a, const ModuleLayout& b,
                                  Convention convention, Int limit) {
  return named(
      "composition", [&] { return composed_after(a, b, convention, limit); }, a, b);
}

}  // namespace layoutcheck::algebra
