// Inverting and completing layouts over modules: over XOR by tables, else place by place.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/inverse.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <algorithm>
#include <set>

namespace layoutcheck::oracle {
namespace {

using Values = std::vector<Exact>;

ExactElement under_xor(const Exact& x) {
  return x == 0 ? ExactElement() : ExactElement{{{}, x}};
}

std::optional<ModuleLayout> xor_layout_of(std::span<const Exact> values) {
  std::vector<ExactElement> elements;
  for (const Exact& value : values)
    elements.push_back(under_xor(value));
  return layout_of_table(Module::bits, elements);
}

/// The layout without the strides of extents of 1, which its function does not show.
ModuleLayout without_idle_strides(const ModuleLayout& layout) {
  std::vector<Element> strides = layout.strides();
  for (std::size_t i = 0; i < strides.size(); ++i)
    if (layout.extents()[i] == 1) strides[i] = {};
  return {layout.profile(), layout.extents(), std::move(strides)};
}

/// The module of the function; of one that is 0 everywhere, that in which its strides are written.
Module module_in(const ModuleLayout& layout) {
  const ModuleLayout shown = without_idle_strides(layout);
  const bool is_zero = std::ranges::all_of(shown.strides(), &Element::is_zero);
  return module_of(is_zero ? layout.strides() : shown.strides());
}

/// The integers of a layout at a place, with 0 for what is negative; and these, negated.
struct Place {
  Tuple path;
  ExactLayout layout;
  ExactLayout opposite = {};
};

struct Places {
  std::vector<Place> all;
  bool has_zero = false;
  bool has_negative = false;
};

Outcome<Places> places_of(const ModuleLayout& given) {
  const ModuleLayout layout = without_idle_strides(given);
  std::set<Tuple> paths;
  if (module_in(given) == Module::integers) paths.insert(Tuple());
  for (const Element& d : layout.strides()) {
    if (d.parts().size() > 1) return Undefined{"a stride has several places"};
    for (const Element::Part& part : d.parts())
      paths.insert(part.path);
  }
  Places places;
  for (const Tuple& path : paths) {
    Values strides;
    Values opposites;
    for (const Element& d : layout.strides()) {
      const bool is_here = !d.is_zero() && d.parts().front().path == path;
      const Exact value = is_here ? d.value() : 0;
      places.has_negative = places.has_negative || value < 0;
      strides.push_back(std::max<Exact>(value, 0));
      opposites.push_back(std::max<Exact>(-value, 0));
    }
    const auto with = [&](Values all) {
      return ExactLayout(layout.profile(), to_exact(layout.extents()), std::move(all));
    };
    places.all.push_back({path, with(std::move(strides)), with(std::move(opposites))});
  }
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1 && layout.strides()[i].is_zero()) places.has_zero = true;
  return places;
}

Element at_place(const Tuple& path, Int value) {
  return path.empty() ? Element::integer(value) : Element::coordinate({{path, value}});
}

ModuleLayout over_place(const ExactLayout& layout, const Tuple& path) {
  std::vector<Element> strides;
  for (const Exact& d : layout.strides)
    strides.push_back(at_place(path, to_int(d)));
  return {layout.profile, to_tuple(layout.extents), std::move(strides)};
}

/// The layout over the box of which a part is at each of these places, of paths that agree in the
/// first `depth` steps; what is at none has the extent 1.
ModuleLayout over_box(std::span<const Place> places, std::size_t depth) {
  if (places.empty()) return ModuleLayout::entry(1, {});
  if (places.front().path.size() == depth) return over_place(places.front().layout, {});
  std::vector<ModuleLayout> modes(static_cast<std::size_t>(places.back().path[depth]) + 1,
                                  ModuleLayout::entry(1, {}));
  for (std::size_t step = 0; step < modes.size(); ++step) {
    std::vector<Place> inside;
    for (const Place& place : places)
      if (place.path[depth] == static_cast<Int>(step)) inside.push_back(place);
    if (!inside.empty()) modes[step] = over_box(inside, depth + 1);
  }
  return tuple_of(modes);
}

/// Appends strides with which a layout over a box, whose part at this path this is, takes each
/// index to the coordinate there, which is negative at the paths that are mirrored, and whether it
/// is. At a path that leads to no place, the box may go on: there the coordinates are values that
/// the function does not take. False if the part is not nested as the paths are.
bool append_coordinates(const ModuleLayout& part, const std::vector<Tuple>& paths,
                        const std::set<Tuple>& mirrored, const Tuple& path,
                        std::vector<Element>& strides, std::vector<bool>& are_mirrored) {
  const auto is_inside = [&](const Tuple& other) {
    return other.size() >= path.size() && std::equal(path.begin(), path.end(), other.begin());
  };
  const bool is_place = std::ranges::find(paths, path) != paths.end();
  if (is_place || std::ranges::none_of(paths, is_inside)) {
    const bool is_mirrored = mirrored.contains(path);
    Exact place = 1;
    for (const Int s : part.extents()) {
      const Int value = s != 1 ? to_int(place) : 0;
      strides.push_back(s != 1 ? at_place(path, is_mirrored ? -value : value) : Element());
      are_mirrored.push_back(is_mirrored);
      place *= s;
    }
    return true;
  }
  if (part.is_entry()) return false;
  const std::vector<ModuleLayout> modes = part.modes();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    Tuple deeper = path;
    deeper.push_back(static_cast<Int>(i));
    if (!append_coordinates(modes[i], paths, mirrored, deeper, strides, are_mirrored)) return false;
  }
  return std::ranges::all_of(paths, [&](const Tuple& other) {
    return !is_inside(other) || other[path.size()] < std::ssize(modes);
  });
}

/// An inverse as a table: the elements that it takes somewhere, F(i), i, or the coordinates of its
/// box, and the indices to which it takes them.
struct Inverse {
  std::vector<ExactElement> elements;
  Values indices;
};

/// That of R, which at negative integers, of the places that are mirrored, is minus what it is at
/// their opposites. Nothing if it is no inverse, by its module or its nesting.
std::optional<Inverse> inverse_in(const ModuleLayout& r, const Target& f,
                                  const std::set<Tuple>& mirrored, const Limits& limits) {
  const ModuleLayout shown = without_idle_strides(r);
  const bool is_zero = std::ranges::all_of(shown.strides(), &Element::is_zero);
  const Module wanted = f.module == Module::bits ? Module::bits : Module::integers;
  if (!is_zero && module_of(shown.strides()) != wanted) return std::nullopt;
  const Exact points = size(r);
  charge(points, limits, "the points of an inverse");
  Inverse inverse;
  if (f.module == Module::bits) {
    for (Exact i = 0; i < points; ++i)
      inverse.elements.push_back(under_xor(i));
    inverse.indices = numbers_in(table(shown, limits));
    return inverse;
  }
  std::vector<Element> places;
  std::vector<bool> are_mirrored;
  const std::vector<Tuple> integers{Tuple()};
  const auto& paths = f.module == Module::integers ? integers : f.places;
  if (!append_coordinates(r, paths, mirrored, {}, places, are_mirrored)) return std::nullopt;
  inverse.elements = table(ModuleLayout(r.profile(), r.extents(), std::move(places)), limits);
  for (Exact i = 0; i < points; ++i) {
    const Values x = coordinate_of(to_exact(r.extents()), i);
    Exact index = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      index += (are_mirrored[k] ? -1 : 1) * x[k] * shown.strides()[k].value();
    inverse.indices.push_back(std::move(index));
    work(x.size() + 1);
  }
  return inverse;
}

/// The places at which some value is negative.
std::set<Tuple> negative_places(const Target& f) {
  std::set<Tuple> places;
  for (const ExactElement& value : f.values)
    for (const auto& [path, integer] : value)
      if (integer < 0) places.insert(path);
  return places;
}

/// The least index with each value.
std::map<ExactElement, Exact> least_indices(const std::vector<ExactElement>& values) {
  std::map<ExactElement, Exact> least;
  for (std::size_t x = 0; x < values.size(); ++x) {
    work(4);
    least.emplace(values[x], x);
  }
  return least;
}

Outcome<ModuleLayout> xor_right_inverse(const std::vector<ExactElement>& values) {
  const std::map<ExactElement, Exact> least = least_indices(values);
  Values indices;
  for (auto found = least.find({}); found != least.end();
       found = least.find(under_xor(Exact(indices.size()))))
    indices.push_back(found->second);
  for (std::size_t n = indices.size(); n > 0; --n)
    if (auto inverse = xor_layout_of(std::span(indices).first(n))) return *inverse;
  return Undefined{"the value at 0 is not 0"};
}

bool is_linear(const Values& values) {
  if ((values.size() & (values.size() - 1)) != 0 || values.front() != 0) return false;
  for (std::size_t x = 0; x < values.size(); ++x)
    for (std::size_t bit = 1; bit < values.size(); bit *= 2) {
      work();
      if (values[x ^ bit] != (values[x] ^ values[bit])) return false;
    }
  return true;
}

/// What a linear function with these values at 1, 2, 4, … is at x.
Exact linear_at(const Values& at_powers, const Exact& x) {
  Exact result = 0;
  for (std::size_t bit = 0; bit < at_powers.size(); ++bit)
    if (bit_test(x, static_cast<unsigned>(bit))) result ^= at_powers[bit];
  work(at_powers.size() + 1);
  return result;
}

/// R(2^k) is the least number with which R is right at all values below 2^(k+1). That leaves R free
/// beyond: what is linear on the numbers below 2^(k+1), and on the values, and the same on what is
/// both, is linear on all their sums.
Outcome<ModuleLayout> xor_left_inverse(const std::vector<ExactElement>& elements,
                                       Convention convention, const Limits& limits) {
  const Values values = numbers_in(elements);
  if (!is_linear(values)) return Undefined{"it is not linear"};
  const std::map<ExactElement, Exact> least = least_indices(elements);
  if (convention == Convention::strict && least.size() < values.size())
    return Undefined{"a value is taken twice"};
  const Exact greatest = *std::ranges::max_element(values);
  Values at_powers;
  for (Exact end = 1; end <= greatest; end *= 2) {
    at_powers.emplace_back(0);
    const auto is_right = [&] {
      return std::ranges::all_of(least, [&](const auto& pair) {
        const Exact value = number_in(pair.first);
        return value >= 2 * end || linear_at(at_powers, value) == pair.second;
      });
    };
    while (!is_right())
      ++at_powers.back();
  }
  charge(Exact(1) << static_cast<unsigned>(at_powers.size()), limits, "the points of an inverse");
  Values inverse;
  for (Exact y = 0; y < Exact(1) << static_cast<unsigned>(at_powers.size()); ++y)
    inverse.push_back(linear_at(at_powers, y));
  // What is linear is a layout over XOR.
  return xor_layout_of(inverse).value();
}

template <class Inverted>
Outcome<ModuleLayout> xor_left_inverse(const Inverted& layout, Convention convention,
                                       const Limits& limits) {
  if (const auto f = linear_beyond(layout, limits)) return left_inverse(*f, convention);
  if (size(layout) > limits.points) return Undefined{"it is not linear"};
  return xor_left_inverse(target(layout, limits).values, convention, limits);
}

Outcome<ModuleLayout> left_inverse_by_place(const ModuleLayout& layout, Convention convention,
                                            const Limits& limits) {
  const Outcome<Places> places = places_of(layout);
  if (!places) return places.undefined();
  if (places->has_zero && convention == Convention::strict)
    return Undefined{"a stride of 0 takes a value twice"};
  std::vector<Place> inverses;
  for (const Place& place : places->all) {
    const bool is_mirrored = cosize(place.opposite) > 1;
    if (is_mirrored && cosize(place.layout) > 1)
      return Undefined{"there are positive and negative integers at one place"};
    Outcome<ExactLayout> inverse =
        left_inverse(is_mirrored ? place.opposite : place.layout, Convention::extended, limits);
    if (!inverse) return inverse.undefined();
    inverses.push_back({place.path, *std::move(inverse)});
    if (is_mirrored)
      for (Exact& d : inverses.back().layout.strides)
        d = -d;
  }
  return over_box(inverses, 0);
}

/// The layout over XOR, without the entries of stride 0 where these do not count.
ModuleLayout counted(const ModuleLayout& layout, Convention convention) {
  if (convention == Convention::strict) return layout;
  Tuple extents;
  std::vector<Element> strides;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.strides()[i].is_zero()) continue;
    extents.push_back(layout.extents()[i]);
    strides.push_back(layout.strides()[i]);
  }
  return ModuleLayout::flat(extents, strides);
}

/// The complement for the least N from `from` to `until` that has one.
///
/// No N beyond the power of two above all values need be tried. Where C takes the least number that
/// is not covered, the numbers below that power are covered by its values below it, as a ^ v is
/// below it exactly if a is; and what is below any multiple of it just so.
Outcome<ModuleLayout> cover(const Values& values, const Exact& from, const Exact& until,
                            const Limits& limits) {
  std::set<Exact> covered;
  Values complement;
  for (Exact least = 0; least < until;) {
    complement.push_back(least);
    charge(Exact(values.size()) * Exact(complement.size()), limits, "the values of a complement");
    for (const Exact& value : values) {
      work(8);
      if (!covered.insert(value ^ least).second)
        return Undefined{least == 0 ? "a value is taken twice"
                                    : "the values and what completes them cover a number twice"};
    }
    if (*covered.rbegin() >= until) return Undefined{"a value is not below " + digits(until)};
    while (covered.contains(least))
      ++least;
    const bool is_whole = *covered.rbegin() < least;
    if (!is_whole || least < from) continue;
    if (auto layout = xor_layout_of(complement)) return *layout;
  }
  return Undefined{"there is no layout over XOR that completes it"};
}

/// The least multiple from n on of the power of two that no value reaches.
Exact next_whole(const Values& values, const Exact& n) {
  Exact power = 1;
  while (power <= *std::ranges::max_element(values))
    power *= 2;
  return (n + power - 1) / power * power;
}

/// The complement for the least N from `from` on that has one.
Outcome<ModuleLayout> complement_from(const ModuleLayout& layout, const Exact& from,
                                      const Limits& limits) {
  if (const auto f = linear_beyond(layout, limits))
    return complement(*f, from, Convention::extended);
  const Values values = numbers_in(table(layout, limits));
  return cover(values, from, next_whole(values, from), limits);
}

/// Over the integers or coordinates; a number makes sense for the integers alone.
Outcome<ModuleLayout> complement_by_place(const ModuleLayout& layout, const std::optional<Exact>& n,
                                          Convention convention, const Limits& limits) {
  const Module module = module_in(layout);
  if (module == Module::coordinates && n) return Undefined{"a number is no box of coordinates"};
  const Outcome<Places> places = places_of(layout);
  if (!places) return places.undefined();
  if (places->has_negative) return Undefined{"a value is negative"};
  if (module == Module::integers) {
    const ExactLayout& l = places->all.front().layout;
    const Outcome<ExactLayout> flat =
        n ? flat_complement(l, *n, convention, limits)
          : flat_complement(convention == Convention::strict ? l : without_zero_strides(l), limits);
    if (!flat) return flat.undefined();
    return over_place(in_coalesced_form(*flat), {});
  }
  if (places->has_zero && convention == Convention::strict)
    return Undefined{"a stride of 0 takes a value twice"};
  std::vector<ModuleLayout> parts;
  for (const Place& place : places->all) {
    const Outcome<ExactLayout> flat = flat_complement(without_zero_strides(place.layout), limits);
    if (!flat) return flat.undefined();
    parts.push_back(over_place(*flat, place.path));
  }
  return coalesce(tuple_of(parts), limits);
}

}  // namespace

Target target(const ModuleLayout& layout, const Limits& limits) {
  const ModuleLayout shown = without_idle_strides(layout);
  std::set<Tuple> places;
  for (const Element& d : shown.strides())
    for (const Element::Part& part : d.parts())
      places.insert(part.path);
  return {module_in(layout), {places.begin(), places.end()}, table(shown, limits)};
}

Target target(const SwizzledLayout& layout, const Limits& limits) {
  Target f{Module::bits, {}, {}};
  const Values offsets = table(layout, limits);
  for (const Exact& offset : offsets)
    f.values.push_back(under_xor(offset));
  return f;
}

Outcome<ModuleLayout> right_inverse(const ModuleLayout& layout, const Limits& limits) {
  if (module_in(layout) == Module::bits) {
    if (const auto f = linear_beyond(layout, limits)) return right_inverse(*f);
    return xor_right_inverse(target(layout, limits).values);
  }
  const Outcome<Places> places = places_of(layout);
  if (!places) return places.undefined();
  std::vector<Place> inverses;
  for (const Place& place : places->all)
    inverses.push_back({place.path, right_inverse(place.layout, limits)});
  return over_box(inverses, 0);
}

Outcome<ModuleLayout> right_inverse(const SwizzledLayout& layout, const Limits& limits) {
  if (layout.offset() != 0) return Undefined{"the value at 0 is not 0"};
  if (const auto f = linear_beyond(layout, limits)) return right_inverse(*f);
  return xor_right_inverse(target(layout, limits).values);
}

bool is_right_inverse(const ModuleLayout& r, const Target& f, const Exact& size,
                      const Limits& limits) {
  if (oracle::size(r) < size) return false;
  const std::optional<Inverse> inverse = inverse_in(r, f, {}, limits);
  if (!inverse) return false;
  for (std::size_t i = 0; i < inverse->indices.size(); ++i) {
    const Exact& index = inverse->indices[i];
    if (index < 0 || index >= f.values.size()) return false;
    if (f.values[static_cast<std::size_t>(index)] != inverse->elements[i]) return false;
  }
  return true;
}

Outcome<ModuleLayout> left_inverse(const ModuleLayout& layout, Convention convention,
                                   const Limits& limits) {
  if (module_in(layout) != Module::bits) return left_inverse_by_place(layout, convention, limits);
  return xor_left_inverse(layout, convention, limits);
}

Outcome<ModuleLayout> left_inverse(const SwizzledLayout& layout, Convention convention,
                                   const Limits& limits) {
  return xor_left_inverse(layout, convention, limits);
}

bool is_left_inverse(const ModuleLayout& r, const Target& f, Convention convention,
                     const Limits& limits) {
  const std::optional<Inverse> table_of_r = inverse_in(r, f, negative_places(f), limits);
  if (!table_of_r) return false;
  std::map<ExactElement, Exact> inverse;
  for (std::size_t i = 0; i < table_of_r->indices.size(); ++i)
    inverse.emplace(table_of_r->elements[i], table_of_r->indices[i]);
  for (std::size_t x = 0; x < f.values.size(); ++x) {
    const auto found = inverse.find(f.values[x]);
    if (found == inverse.end()) return false;
    const Exact& back = found->second;
    if (convention == Convention::strict
            ? back != x
            : back < 0 || back >= f.values.size() ||
                  f.values[static_cast<std::size_t>(back)] != f.values[x])
      return false;
  }
  return true;
}

Outcome<ModuleLayout> complement(const ModuleLayout& layout, const std::optional<Exact>& n,
                                 Convention convention, const Limits& limits) {
  if (module_in(layout) != Module::bits) return complement_by_place(layout, n, convention, limits);
  const ModuleLayout kept = counted(layout, convention);
  if (!n || convention != Convention::strict) return complement_from(kept, n.value_or(1), limits);
  if (const auto f = linear_beyond(kept, limits)) return complement(*f, *n, convention);
  return cover(numbers_in(table(kept, limits)), *n, *n, limits);
}

bool is_xor_complement(const ModuleLayout& c, const ModuleLayout& layout,
                       const std::optional<Exact>& n, Convention convention, const Limits& limits) {
  const ModuleLayout shown = without_idle_strides(c);
  const bool is_zero = std::ranges::all_of(shown.strides(), &Element::is_zero);
  if (module_in(layout) != Module::bits || (!is_zero && module_in(c) != Module::bits)) return false;
  const ModuleLayout kept = counted(layout, convention);
  if (const auto f = linear_beyond(kept, limits)) return is_complement(c, *f, n, convention);
  const Values values = numbers_in(table(kept, limits));
  const Values rest = numbers_in(table(shown, limits));
  const Exact size = Exact(values.size()) * Exact(rest.size());
  charge(size, limits, "the values of a complement");
  if (n && (convention == Convention::strict ? size != *n : size < *n)) return false;
  std::set<Exact> covered;
  for (std::size_t y = 0; y < rest.size(); ++y) {
    if (y > 0 && rest[y] <= rest[y - 1]) return false;
    for (const Exact& value : values) {
      const Exact number = value ^ rest[y];
      if (number >= size || !covered.insert(number).second) return false;
    }
  }
  return true;
}

Outcome<ModuleLayout> repetition(Module module, const ModuleLayout& a, const Layout& b,
                                 Convention convention, const Limits& limits) {
  if (module == Module::coordinates) return Undefined{"a number is no box of coordinates"};
  if (module == Module::integers) {
    const Outcome<Places> places = places_of(a);
    if (!places) return places.undefined();
    if (places->has_negative) return Undefined{"a value is negative"};
    const Outcome<ExactLayout> both =
        logical_product(places->all.front().layout, ExactLayout(b), convention, limits);
    if (!both) return both.undefined();
    return over_place(both->modes().back(), {});
  }
  const Outcome<ModuleLayout> rest =
      complement_from(counted(a, convention), size(a) * cosize(b), limits);
  if (!rest) return rest;
  return composition(*rest, b, convention, limits);
}

}  // namespace layoutcheck::oracle
