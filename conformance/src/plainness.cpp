// Plainness: what is special about operands, and which of two cases a reader understands sooner.
#include "plainness.hpp"

#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/engine/domain.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace layoutcheck::conformance {

namespace {

/// What operands can have that a reader has to think about, the trivial ones first.
enum class Feature {
  empty_tuple,
  empty_map,
  empty_codomain,
  extent_1,
  stride_0,
  depth_0,
  nested,
  offset,
  shape_as_tiler,
  tiler_by_mode,
};
constexpr std::string_view feature_names[] = {
    "empty tuple", "empty map", "empty codomain", "extent 1",       "stride 0",
    "depth 0",     "nested",    "offset",         "shape as tiler", "tiler by mode"};
constexpr std::size_t trivial_features = static_cast<std::size_t>(Feature::stride_0) + 1;

/// How often operands have each feature, and how much there is to read in all.
struct Counts {
  std::array<std::size_t, std::size(feature_names)> of{};
  std::size_t reading = 0;
};

/// A small number has to be counted out; of a large one its length is read.
std::size_t reading_of(std::size_t number) {
  constexpr std::size_t small = 16;
  return number <= small ? number : small + std::to_string(number).size();
}

/// Counts the features of a value.
struct Counting {
  Counts& counts;

  void add(Feature feature, std::size_t times = 1) const {
    counts.of[static_cast<std::size_t>(feature)] += times;
  }
  void read(Int number) const { counts.reading += reading_of(static_cast<std::size_t>(number)); }
  void read(const Element& element) const {
    counts.reading += reading_of(engine::weight(Value(element)));
  }
  static std::size_t count_of(std::string_view part, const std::string& word) {
    std::size_t count = 0;
    for (std::size_t at = word.find(part); at != std::string::npos; at = word.find(part, at + 1))
      ++count;
    return count;
  }
  void extents(const Tuple& entries) const {
    add(Feature::extent_1, static_cast<std::size_t>(std::ranges::count(entries, 1)));
    for (const Int entry : entries)
      read(entry);
  }

  void operator()(bool) const {}
  void operator()(Int number) const { read(number); }
  void operator()(const Element& element) const { read(element); }
  void operator()(const PointedMap& map) const {
    counts.reading += engine::weight(Value(map));
    if (map.domain() == 0 || map.codomain() == 0) add(Feature::empty_map);
  }
  void operator()(const Profile& profile) const {
    add(Feature::empty_tuple, count_of("()", profile.word()));
    counts.reading += profile.word().size() - profile.length();
    if (profile.is_entry())
      add(Feature::depth_0);
    else
      add(Feature::nested, count_of("(", profile.word()) - 1);
  }
  void operator()(const NestedTuple& tuple) const {
    (*this)(tuple.profile());
    extents(tuple.entries());
  }
  template <class Stride>
  void operator()(const BasicLayout<Stride>& layout) const {
    (*this)(layout.profile());
    extents(layout.extents());
    for (std::size_t i = 0; i < layout.length(); ++i) {
      read(layout.strides()[i]);
      if (layout.strides()[i] == Stride() && layout.extents()[i] > 1) add(Feature::stride_0);
    }
  }
  void operator()(const SwizzledLayout& layout) const {
    (*this)(layout.layout());
    const Swizzle swizzle = layout.swizzle();
    for (const Int number : {swizzle.bits, swizzle.base, std::abs(swizzle.shift), layout.offset()})
      read(number);
    if (layout.offset() > 0) add(Feature::offset);
  }
  void operator()(const OffsetModuleLayout& layout) const {
    (*this)(layout.layout());
    (*this)(layout.offset());
    if (!layout.offset().is_zero()) add(Feature::offset);
  }
  void operator()(const Morphism& f) const {
    (*this)(f.domain());
    (*this)(f.codomain());
    if (f.codomain().length() == 0) add(Feature::empty_codomain);
  }
  void operator()(const Tiler& tiler) const {
    if (tiler.layout() != nullptr) return (*this)(*tiler.layout());
    if (tiler.shape() != nullptr) {
      add(Feature::shape_as_tiler);
      return (*this)(*tiler.shape());
    }
    add(Feature::tiler_by_mode);
    if (tiler.modes() == nullptr) return;
    if (tiler.modes()->empty()) add(Feature::empty_tuple);
    for (const Tiler& mode : *tiler.modes())
      (*this)(mode);
  }
};

Counts count_features(std::span<const Value> operands) {
  Counts counts;
  for (const Value& operand : operands)
    std::visit(Counting{counts}, operand);
  return counts;
}

}  // namespace

std::set<std::string> features(std::span<const Value> operands) {
  const Counts counts = count_features(operands);
  std::set<std::string> found;
  for (std::size_t i = 0; i < counts.of.size(); ++i)
    if (counts.of[i] > 0) found.emplace(feature_names[i]);
  return found;
}

bool has_trivial(const std::set<std::string>& features) {
  return std::any_of(
      feature_names, feature_names + trivial_features,
      [&](std::string_view feature) { return features.contains(std::string(feature)); });
}

bool is_plainer(const Case& a, const Case& b) {
  const auto measure = [](const Case& of) {
    const Counts counts = count_features(of.operands);
    const auto others = counts.of.begin() + trivial_features;
    return std::tuple(std::accumulate(counts.of.begin(), others, std::size_t{0}),
                      std::accumulate(others, counts.of.end(), std::size_t{0}), counts.reading,
                      engine::weight(of.operands));
  };
  const auto of_a = measure(a);
  const auto of_b = measure(b);
  if (of_a != of_b) return of_a < of_b;
  const std::string text_of_a = question(a);
  const std::string text_of_b = question(b);
  return std::tuple(text_of_a.size(), text_of_a) < std::tuple(text_of_b.size(), text_of_b);
}

}  // namespace layoutcheck::conformance
