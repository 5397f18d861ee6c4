// Evaluating layouts and morphisms, and comparing their functions.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <limits>

namespace layoutcheck::oracle {
namespace {

// Nesting is counted in the word, where each level opens a parenthesis.
std::size_t depth_of(const Profile& profile) {
  work(profile.word().size() / 8 + 1);
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (char c : profile.word()) {
    if (c == '(') deepest = std::max(deepest, ++depth);
    if (c == ')') --depth;
  }
  return deepest;
}

}  // namespace

Profile tuple_of(std::span<const Profile> modes) {
  for (const Profile& mode : modes)
    if (depth_of(mode) >= max_depth)
      throw TooDeep("the answer nests deeper than " + std::to_string(max_depth));
  return Profile::tuple_of(modes);
}

Int to_int(const Exact& x) {
  if (x > std::numeric_limits<Int>::max() || x < std::numeric_limits<Int>::min())
    throw Overflow(digits(x) + " does not fit in 64 bits");
  return static_cast<Int>(x);
}

Tuple to_tuple(std::span<const Exact> xs) {
  work(xs.size());
  Tuple result;
  result.reserve(xs.size());
  for (const Exact& x : xs)
    result.push_back(to_int(x));
  return result;
}

std::vector<Exact> to_exact(const Tuple& xs) {
  work(xs.size());
  return {xs.begin(), xs.end()};
}

ExactLayout::ExactLayout(const Layout& layout)
    : profile(layout.profile()),
      extents(to_exact(layout.extents())),
      strides(to_exact(layout.strides())) {}

ExactLayout ExactLayout::entry(Exact extent, Exact stride) {
  return {Profile(), {std::move(extent)}, {std::move(stride)}};
}

ExactLayout ExactLayout::flat(std::vector<Exact> extents, std::vector<Exact> strides) {
  Profile profile = Profile::flat(extents.size());
  return {std::move(profile), std::move(extents), std::move(strides)};
}

ExactLayout ExactLayout::tuple_of(std::span<const ExactLayout> modes) {
  std::vector<Profile> profiles;
  ExactLayout result;
  for (const ExactLayout& mode : modes) {
    profiles.push_back(mode.profile);
    result.extents.insert(result.extents.end(), mode.extents.begin(), mode.extents.end());
    result.strides.insert(result.strides.end(), mode.strides.begin(), mode.strides.end());
  }
  result.profile = oracle::tuple_of(profiles);
  return result;
}

std::vector<ExactLayout> ExactLayout::modes() const {
  return split(*this, profile.modes());
}

std::vector<ExactLayout> split(const ExactLayout& layout, std::span<const Profile> parts) {
  std::vector<ExactLayout> result;
  std::ptrdiff_t begin = 0;
  for (const Profile& part : parts) {
    const std::ptrdiff_t end = begin + static_cast<std::ptrdiff_t>(part.length());
    work(part.length() + 1);
    result.emplace_back(
        part, std::vector<Exact>(layout.extents.begin() + begin, layout.extents.begin() + end),
        std::vector<Exact>(layout.strides.begin() + begin, layout.strides.begin() + end));
    begin = end;
  }
  return result;
}

Layout to_layout(const ExactLayout& layout) {
  return {layout.profile, to_tuple(layout.extents), to_tuple(layout.strides)};
}

Exact product(std::span<const Exact> xs) {
  Exact result = 1;
  for (const Exact& x : xs) {
    work(words(result));
    result *= x;
  }
  return result;
}

Exact size(const ExactLayout& layout) {
  return product(layout.extents);
}

Exact cosize(const ExactLayout& layout) {
  work(layout.length());
  Exact result = 1;
  for (std::size_t i = 0; i < layout.length(); ++i)
    result += (layout.extents[i] - 1) * layout.strides[i];
  return result;
}

namespace {

/// Both numbers may have many words, as a coalesced layout can have one entry of its whole size.
std::size_t cost_of_digit(const Exact& x, const Exact& extent) {
  return std::max(words(x), division_words(x, extent));
}

}  // namespace

std::vector<Exact> coordinate_of(std::span<const Exact> extents, Exact x) {
  std::vector<Exact> coordinate;
  coordinate.reserve(extents.size());
  for (const Exact& s : extents) {
    work(cost_of_digit(x, s));
    coordinate.emplace_back(x % s);
    x /= s;
  }
  if (x != 0) throw std::out_of_range("no coordinate of the shape has this index");
  return coordinate;
}

Exact index_of(std::span<const Exact> extents, std::span<const Exact> coordinate) {
  if (coordinate.size() != extents.size())
    throw std::out_of_range("the coordinate and the shape differ in length");
  Exact result = 0;
  Exact place = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    work(words(place));
    if (coordinate[i] < 0 || coordinate[i] >= extents[i])
      throw std::out_of_range("the coordinate lies outside the shape");
    result += place * coordinate[i];
    place *= extents[i];
  }
  return result;
}

Exact coordinate_value(const ExactLayout& layout, std::span<const Exact> coordinate) {
  work(layout.length());
  Exact result = 0;
  for (std::size_t i = 0; i < layout.length(); ++i)
    result += coordinate[i] * layout.strides[i];
  return result;
}

Exact value_at(const ExactLayout& layout, Exact x) {
  Exact result = 0;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    work(cost_of_digit(x, layout.extents[i]));
    result += (x % layout.extents[i]) * layout.strides[i];
    x /= layout.extents[i];
  }
  if (x != 0) throw std::out_of_range("the point lies outside the domain");
  return result;
}

Exact value_at(const ExactLayout& layout, Exact x, Convention convention) {
  if (convention == Convention::strict) return value_at(layout, std::move(x));
  std::size_t last = layout.length();  // one after it
  if (convention == Convention::squeezed) {
    work(last);
    while (last > 0 && layout.extents[last - 1] == 1)
      --last;
  }
  Exact result = 0;
  for (std::size_t i = 0; i < last; ++i) {
    work(cost_of_digit(x, layout.extents[i]));
    const bool is_last = i + 1 == last;
    result += (is_last ? x : x % layout.extents[i]) * layout.strides[i];
    x /= layout.extents[i];
  }
  return result;
}

Outcome<Exact> apply(const ExactLayout& layout, const NestedTuple& coordinate,
                     Convention convention) {
  if (coordinate.is_entry()) {
    const Exact x = coordinate.entries().front();
    if (convention != Convention::strict) return value_at(layout, x, Convention::extended);
    if (x >= size(layout)) {
      return Undefined{digits(x) + " lies outside the domain, which has " + digits(size(layout)) +
                       (size(layout) == 1 ? " point" : " points")};
    }
    return value_at(layout, x);
  }
  const std::vector<ExactLayout> modes = layout.modes();
  const std::vector<NestedTuple> parts = coordinate.modes();
  if (layout.is_entry() || modes.size() != parts.size())
    return Undefined{"the coordinate " + to_string(coordinate) + " does not fit the shape"};
  Exact sum = 0;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    Outcome<Exact> part = apply(modes[i], parts[i], convention);
    if (!part) return part;
    sum += *part;
  }
  return sum;
}

std::vector<Exact> table(const ExactLayout& layout, const Limits& limits) {
  charge(size(layout), limits, "tabulating a layout function");
  // Φ(x + c·s_1 ⋯ s_{i−1}) = Φ(x) + c·d_i for x < s_1 ⋯ s_{i−1}: only coordinate i changes, from 0
  // to c.
  std::vector<Exact> values{0};
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const std::size_t below = values.size();
    values.reserve(below * static_cast<std::size_t>(layout.extents[i]));
    Exact offset = 0;
    for (Exact c = 1; c < layout.extents[i]; ++c) {
      work(below);
      offset += layout.strides[i];
      for (std::size_t x = 0; x < below; ++x)
        values.emplace_back(values[x] + offset);
    }
  }
  return values;
}

void charge(const Exact& points, const Limits& limits, const char* task) {
  if (points > limits.points) {
    throw LimitReached(std::string(task) + " takes " + digits(points) + " points; the limit is " +
                       std::to_string(limits.points) + " points");
  }
}

}  // namespace layoutcheck::oracle
