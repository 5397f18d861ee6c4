// Layouts over modules that are too large to tabulate: what their values at some points prove.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/large_composition.hpp>
#include <layoutcheck/oracles/large_modules.hpp>

#include <algorithm>
#include <functional>

namespace layoutcheck::oracle {
namespace {

/// The divisors of a product, the greatest first. Throws LimitReached if that takes too long.
std::vector<Exact> divisors_of(const std::vector<Exact>& factors) {
  constexpr int most_prime = 1 << 12;
  std::set<Exact> divisors{1};
  const auto multiply_by = [&](const Exact& prime) {
    std::set<Exact> more = divisors;
    for (const Exact& divisor : divisors)
      more.insert(divisor * prime);
    work(8 * more.size());
    divisors = std::move(more);
  };
  for (Exact rest : factors) {
    for (Int prime = 2; prime < most_prime && Exact(prime) * prime <= rest; ++prime) {
      work();
      for (; rest % prime == 0; rest /= prime)
        multiply_by(prime);
    }
    if (rest >= Exact(most_prime) * most_prime)
      throw LimitReached("the divisors of " + digits(rest) + " are not known");
    if (rest > 1) multiply_by(rest);
  }
  return {divisors.rbegin(), divisors.rend()};
}

/// A function on [0, s) into a module, by its values at some points.
class Sampled {
 public:
  using Function = std::function<ExactElement(const Exact&)>;

  Sampled(Module module, Exact extent, std::set<Exact> places, Function value)
      : module_(module),
        extent_(std::move(extent)),
        places_(std::move(places)),
        value_(std::move(value)) {}

  const ExactElement& value(const Exact& x) {
    const auto [at, is_new] = values_.try_emplace(x);
    if (is_new) at->second = value_(x);
    return at->second;
  }

  /// The modes of the shortest layout with this function, and of several those whose first extents
  /// are the greatest, as far as the points tell; nothing if they prove that there is none.
  std::optional<Modes> modes(const std::vector<Exact>& divisors) {
    for (std::size_t count = 0; (Exact(1) << count) <= extent_; ++count) {
      std::set<Exact> dead_ends;
      Modes modes;
      if (find(divisors, 1, count, dead_ends, modes)) return modes;
    }
    return std::nullopt;
  }

 private:
  bool find(const std::vector<Exact>& divisors, const Exact& begin, std::size_t count,
            std::set<Exact>& dead_ends, Modes& modes) {
    if (count == 0) return begin == extent_;
    // Of the same begin the count is the same unless another way was as long.
    for (const Exact& end : divisors) {
      work(2);
      if (end <= begin) break;
      if (end % begin != 0 || (count == 1 && end != extent_) || !runs(begin, end)) continue;
      modes.extents.push_back(end / begin);
      modes.strides.push_back(value(begin));
      if (!dead_ends.contains(end * 128 + count) &&
          find(divisors, end, count - 1, dead_ends, modes))
        return true;
      dead_ends.insert(end * 128 + count);
      modes.extents.pop_back();
      modes.strides.pop_back();
    }
    return false;
  }

  /// Whether no point below `end` refutes a mode from `begin` to `end`.
  bool runs(const Exact& begin, const Exact& end) {
    const auto is_right_at = [&](const Exact& x) {
      ExactElement sum = value(x % begin);
      add_multiple(module_, sum, x / begin, value(begin));
      return sum == value(x);
    };
    const Exact last = end / begin - 1;
    for (const Exact& y : {Exact(2), Exact(3), last})
      if (y <= last && (!is_right_at(y * begin) || !is_right_at((y + 1) * begin - 1))) return false;
    return std::all_of(places_.begin(), places_.lower_bound(end), is_right_at);
  }

  Module module_;
  Exact extent_;
  std::set<Exact> places_;
  Function value_;
  std::map<Exact, ExactElement> values_;
};

/// The first points of an entry of B, the last, and where its multiples are closest below one of a
/// product of extents of A.
std::set<Exact> corners(const std::vector<Exact>& extents, const Exact& extent, const Exact& stride,
                        const std::set<Exact>& places) {
  std::set<Exact> corners;
  for (const Exact& x : {Exact(1), Exact(2), Exact(extent - 1)})
    if (x < extent) corners.insert(x);
  Exact period = 1;
  for (const Exact& s : extents) {
    period *= s;
    Exact best = 0;
    for (const Exact& x : places) {
      work(words(x));
      if (x * stride % period > best * stride % period) best = x;
    }
    corners.insert(best);
  }
  return corners;
}

/// Random points below this, and the powers of two.
void add_random(std::set<Exact>& places, const Exact& extent) {
  for (const Exact& x : sample_points(ExactLayout::entry(extent, 1), 16, 1))
    places.insert(x);
  for (Exact x = 1; x < extent; x *= 2)
    places.insert(x);
}

/// A function on the coordinates of a shape into a module.
struct OnCoordinates {
  NestedTuple shape;
  Module module;
  std::function<ExactElement(const std::vector<Exact>& coordinate)> value;
};

/// Where to look along an entry of it, and where at pairs of entries.
struct EntryPlaces {
  std::set<Exact> along;
  std::set<Exact> special;
};

/// The layout over the shape that no point refutes.
Outcome<ModuleLayout> layout_at_points(const OnCoordinates& f, std::vector<EntryPlaces> places,
                                       std::size_t samples) {
  const std::vector<Exact> extents = to_exact(f.shape.entries());
  const std::size_t length = extents.size();
  std::vector<Sampled> entries;
  std::vector<Modes> modes;
  for (std::size_t i = 0; i < length; ++i) {
    add_random(places[i].along, extents[i]);
    entries.emplace_back(f.module, extents[i], std::move(places[i].along),
                         [i, length, &f](const Exact& x) {
                           std::vector<Exact> coordinate(length, 0);
                           coordinate[i] = x;
                           return f.value(coordinate);
                         });
    std::optional<Modes> along = entries.back().modes(divisors_of({extents[i]}));
    if (!along) {
      return Undefined{"along entry " + std::to_string(i) +
                       " of B some values are those of no layout over the module"};
    }
    modes.push_back(*std::move(along));
  }
  const auto carries_at = [&](const std::vector<Exact>& coordinate) {
    ExactElement sum;
    for (std::size_t i = 0; i < length; ++i)
      add_multiple(f.module, sum, 1, entries[i].value(coordinate[i]));
    return sum != f.value(coordinate);
  };
  const Undefined carry{"at some point A after B is not the sum of what it is along the entries"};
  // Pairs of entries at their corners, and all at random points.
  std::vector<Exact> coordinate(length, 0);
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      for (const Exact& x : places[i].special) {
        for (const Exact& y : places[k].special) {
          coordinate[i] = x;
          coordinate[k] = y;
          if (carries_at(coordinate)) return carry;
        }
      }
      coordinate[k] = 0;
    }
    coordinate[i] = 0;
  }
  const ExactLayout indices(f.shape.profile(), extents, std::vector<Exact>(length, 0));
  for (const Exact& x : sample_points(indices, samples, 1))
    if (carries_at(coordinate_of(extents, x))) return carry;
  return over_shape(f.shape, f.module, modes);
}

}  // namespace

Outcome<ModuleLayout> composition_at_points(const ModuleLayout& a, const Layout& b,
                                            Convention convention, std::size_t samples) {
  const ExactLayout indices(b);
  const std::vector<ExactLayout> parts = parts_of_coordinate(a);
  std::vector<EntryPlaces> places;
  for (std::size_t i = 0; i < b.length(); ++i) {
    const Exact extent = b.extents()[i];
    const Exact stride = b.strides()[i];
    std::set<Exact> along = places_of_change(to_exact(a.extents()), extent, stride);
    std::set<Exact> special = corners(to_exact(a.extents()), extent, stride, along);
    places.push_back({std::move(along), std::move(special)});
  }
  const OnCoordinates f{b.shape(), module_of(a.strides()), [&](const std::vector<Exact>& c) {
                          const Exact point = coordinate_value(indices, c);
                          std::vector<Exact> coordinate;
                          for (const ExactLayout& part : parts)
                            coordinate.push_back(value_at(part, point, convention));
                          return coordinate_value(a, coordinate);
                        }};
  return layout_at_points(f, std::move(places), samples);
}

Outcome<ModuleLayout> composition_at_points(const ModuleLayout& a, const ModuleLayout& b,
                                            Convention convention, std::size_t samples) {
  std::optional<Undefined> outside;
  const OnCoordinates f{b.shape(), module_of(a.strides()), [&](const std::vector<Exact>& c) {
                          const auto value = value_at(a, coordinate_value(b, c), convention);
                          if (!value) outside = value.undefined();
                          return value ? *value : ExactElement();
                        }};
  std::vector<EntryPlaces> places;
  std::vector<Exact> last;
  for (std::size_t i = 0; i < b.length(); ++i) {
    const Exact extent = b.extents()[i];
    last.push_back(extent - 1);
    EntryPlaces here;
    for (const Element::Part& part : b.strides()[i].parts()) {
      const Exact stride = abs(Exact(part.value));
      const std::set<Exact> along = places_of_change(to_exact(a.extents()), extent, stride);
      here.special.merge(corners(to_exact(a.extents()), extent, stride, along));
      here.along.insert(along.begin(), along.end());
    }
    places.push_back(std::move(here));
  }
  // If a coordinate is outside of the domain, the last one is, or one that is 1 once.
  f.value(last);
  Outcome<ModuleLayout> layout = layout_at_points(f, std::move(places), samples);
  if (outside) return *outside;
  return layout;
}

ModuleLayout coalesced_at_points(const ModuleLayout& layout) {
  const std::vector<Exact> extents = to_exact(layout.extents());
  const Exact points = size(layout);
  const Module module = module_of(layout.strides());
  std::set<Exact> places = places_of_change(extents, points, 1);
  add_random(places, points);
  Sampled f(module, points, std::move(places),
            [&](const Exact& x) { return coordinate_value(layout, coordinate_of(extents, x)); });
  // The layout without its brackets has the function, so that there is one.
  return over_shape(NestedTuple(1), module, {f.modes(divisors_of(extents)).value()});
}

bool agree_at_points(const ModuleLayout& a, const ModuleLayout& b, std::size_t samples) {
  const auto function = [](const ModuleLayout& layout) {
    return [&layout, extents = to_exact(layout.extents())](const Exact& x) {
      return coordinate_value(layout, coordinate_of(extents, x));
    };
  };
  const auto at_a = function(a);
  const auto at_b = function(b);
  bool are_zero = true;
  for (const ModuleLayout* layout : {&a, &b}) {
    const ExactLayout indices(layout->profile(), to_exact(layout->extents()),
                              std::vector<Exact>(layout->length(), 0));
    for (const Exact& x : sample_points(indices, samples, 1)) {
      const ExactElement value = at_a(x);
      if (value != at_b(x)) return false;
      are_zero = are_zero && value.empty();
    }
  }
  return are_zero || module_of(a.strides()) == module_of(b.strides());
}

}  // namespace layoutcheck::oracle
