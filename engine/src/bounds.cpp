// Bounds as text, as a test on values, and as greatest weights and counts.
#include "saturating.hpp"
#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/notation/number.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace layoutcheck::engine {

namespace {

using detail::saturating_add;
using detail::saturating_multiply;

struct Bound {
  std::string_view name;
  std::size_t Bounds::*most;
  /// Where there is one.
  std::size_t Filter::*least = nullptr;
};

constexpr Bound fields[] = {
    {"rank", &Bounds::rank, &Filter::least_rank},
    {"length", &Bounds::length},
    {"depth", &Bounds::depth, &Filter::least_depth},
    {"extent", &Bounds::extent, &Filter::least_extent},
    {"stride", &Bounds::stride, &Filter::least_stride},
    {"size", &Bounds::size},
    {"number", &Bounds::number},
    {"weight", &Bounds::weight},
    {"cases", &Bounds::cases},
};

constexpr std::string_view nontrivial = "nontrivial";

std::string field_names() {
  std::string names;
  for (const Bound& field : fields)
    names += (names.empty() ? "" : ", ") + std::string(field.name);
  return names + ", " + std::string(nontrivial);
}

/// Reads bounds from left to right.
class BoundsReader {
 public:
  BoundsReader(std::string_view text, bool takes_least) : text_(text), takes_least_(takes_least) {}

  Filter read() {
    Filter filter;
    skip_blanks();
    if (place_ == text_.size()) fail("expected a bound, such as rank<=3");
    while (true) {
      read_one(filter);
      skip_blanks();
      if (place_ == text_.size()) break;
      if (text_[place_] != ',') fail("expected ',' between two bounds");
      ++place_;
      skip_blanks();
    }
    for (const Bound& field : fields)
      if (field.least != nullptr && filter.*field.least > filter.most.*field.most)
        fail("no " + std::string(field.name) + " is within both of its bounds");
    return filter;
  }

 private:
  void read_one(Filter& filter) {
    if (place_ < text_.size() && text_[place_] >= '0' && text_[place_] <= '9') {
      set(filter.most.cases, unbounded, "cases");
      return;
    }
    const std::size_t end =
        std::min(text_.find_first_not_of("abcdefghijklmnopqrstuvwxyz", place_), text_.size());
    const std::string_view name = text_.substr(place_, end - place_);
    if (name == nontrivial) {
      if (std::exchange(filter.most.nontrivial, true)) fail(std::string(name) + " is said twice");
      place_ = end;
      return;
    }
    const auto* field = std::find_if(std::begin(fields), std::end(fields),
                                     [&](const Bound& f) { return f.name == name; });
    if (field == std::end(fields)) fail("expected a number of cases, or one of " + field_names());
    place_ = end;
    skip_blanks();
    // "<" would raise the question whether the bound is included.
    const bool has_least = takes_least_ && field->least != nullptr;
    if (accept("<=") || accept("≤")) {
      skip_blanks();
      set(filter.most.*field->most, unbounded, name);
    } else if (has_least && (accept(">=") || accept("≥"))) {
      skip_blanks();
      set(filter.*field->least, 0, name);
    } else {
      fail(std::string("expected <= ") + (has_least ? "or >= " : "") + "after " +
           std::string(name));
    }
  }

  bool accept(std::string_view token) {
    if (!text_.substr(place_).starts_with(token)) return false;
    place_ += token.size();
    return true;
  }

  void set(std::size_t& bound, std::size_t unset, std::string_view name) {
    if (bound != unset) fail(std::string(name) + " is bounded twice");
    std::size_t number = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + place_, text_.data() + text_.size(), number);
    if (error != std::errc() || number == unbounded) fail("expected a number below 2^64 - 1");
    bound = number;
    place_ = static_cast<std::size_t>(end - text_.data());
  }

  void skip_blanks() { place_ = std::min(text_.find_first_not_of(" \t", place_), text_.size()); }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("bounds '" + std::string(text_) + "', column " +
                                std::to_string(place_ + 1) + ": " + what);
  }

  std::string_view text_;
  bool takes_least_;
  std::size_t place_ = 0;
};

/// Whether a value lies between the least and the greatest values of a filter, but for its weight.
struct Test {
  const Bounds& most;
  std::size_t least_depth = 0;
  std::size_t least_rank = 0;
  std::size_t least_extent = 0;
  std::size_t least_stride = 0;
  /// And no part of an operand: then an entry has rank 1, as CuTe's rank(5) is.
  bool is_operand = false;

  bool operator()(bool) const { return true; }
  bool operator()(Int number) const { return static_cast<std::size_t>(number) <= most.number; }
  bool operator()(const PointedMap& map) const {
    return static_cast<std::size_t>(std::max(map.domain(), map.codomain())) <= most.length;
  }
  bool operator()(const Profile& profile) const {
    if (profile.length() > most.length) return false;
    if (is_operand && profile.is_entry() && least_rank > 1) return false;
    std::vector<std::size_t> modes;
    std::size_t depth = 0;
    for (const char c : profile.word()) {
      if (c != ')' && !modes.empty() && ++modes.back() > most.rank) return false;
      if (c == '(') modes.push_back(0);
      if (modes.size() > most.depth) return false;
      depth = std::max(depth, modes.size());
      if (c != ')') continue;
      if (modes.back() < least_rank) return false;
      modes.pop_back();
    }
    return depth >= least_depth;
  }
  bool operator()(const NestedTuple& tuple) const {
    return (*this)(tuple.profile()) && is_shape(tuple.entries());
  }
  bool operator()(const Layout& layout) const {
    return (*this)(layout.profile()) && is_shape(layout.extents()) &&
           are_between(layout.strides(), least_stride, most.stride);
  }
  bool operator()(const Element& element) const {
    return std::ranges::all_of(element.parts(), [&](const Element::Part& part) {
      return static_cast<std::size_t>(std::abs(part.value)) <= most.number;
    });
  }
  /// A stride of a module is as great as it weighs.
  bool operator()(const ModuleLayout& layout) const {
    return (*this)(layout.profile()) && is_shape(layout.extents()) &&
           std::ranges::all_of(layout.strides(), [&](const Element& d) {
             return weight(d) >= least_stride && weight(d) <= most.stride;
           });
  }
  bool operator()(const SwizzledLayout& layout) const {
    return (*this)(layout.layout()) && static_cast<std::size_t>(layout.offset()) <= most.number;
  }
  bool operator()(const OffsetModuleLayout& layout) const {
    return (*this)(layout.layout()) && (*this)(layout.offset());
  }
  bool operator()(const Morphism& f) const { return (*this)(f.domain()) && (*this)(f.codomain()); }
  bool operator()(const Tiler& tiler) const {
    if (tiler.layout() != nullptr) return (*this)(*tiler.layout());
    if (tiler.shape() != nullptr) return (*this)(*tiler.shape());
    if (tiler.modes() == nullptr) return true;
    if (most.depth == 0) return false;
    Bounds inner = most;
    inner.depth -= most.depth == unbounded ? 0 : 1;
    const std::size_t rank = tiler.modes()->size();
    return rank >= least_rank && rank <= most.rank &&
           std::ranges::all_of(*tiler.modes(),
                               Test{inner, 0, least_rank, least_extent, least_stride});
  }

 private:
  static bool are_between(const Tuple& entries, std::size_t least, std::size_t most) {
    return std::ranges::all_of(entries, [&](Int entry) {
      return static_cast<std::size_t>(entry) >= least && static_cast<std::size_t>(entry) <= most;
    });
  }

  [[nodiscard]] bool is_shape(const Tuple& extents) const {
    std::size_t product = 1;
    for (const Int extent : extents)
      // An entry 0, which only tuples have, does not count.
      if (extent > 0) product = saturating_multiply(product, static_cast<std::size_t>(extent));
    return product <= most.size && are_between(extents, least_extent, most.extent);
  }
};

/// How heavy an entry of a value can be, and whether the value is flat.
struct SortForm {
  std::size_t greatest_entry;
  bool flat;
};

std::size_t greatest_weight(const SortForm& form, const Bounds& bounds) {
  if (form.flat) {
    return saturating_add(
        1, saturating_multiply(std::min(bounds.rank, bounds.length), form.greatest_entry));
  }
  std::size_t mode = form.greatest_entry;
  for (std::size_t level = 0; level < bounds.depth && mode != unbounded; ++level)
    mode = std::max(mode, saturating_add(1, saturating_multiply(bounds.rank, mode)));
  return mode;
}

std::size_t greatest_weight(Sort sort, const Bounds& bounds) {
  const std::size_t extent = std::max<std::size_t>(bounds.extent, 1);
  const std::size_t layout_entry = saturating_add(extent, bounds.stride);
  switch (sort) {
    case Sort::truth:
      return 0;
    case Sort::integer:
    case Sort::positive:
      return bounds.number;
    case Sort::shape:
    case Sort::tuple:
      return greatest_weight(SortForm{extent, false}, bounds);
    case Sort::flat_shape:
    case Sort::flat_tuple:
      return greatest_weight(SortForm{extent, true}, bounds);
    case Sort::profile:
      return greatest_weight(SortForm{1, false}, bounds);
    case Sort::layout:
      return greatest_weight(SortForm{layout_entry, false}, bounds);
    case Sort::flat_layout:
      return greatest_weight(SortForm{layout_entry, true}, bounds);
    case Sort::map:
      return saturating_multiply(2, bounds.length);
    case Sort::morphism:
      return saturating_multiply(2, greatest_weight(Sort::shape, bounds));
    case Sort::flat_morphism:
      return saturating_multiply(2, greatest_weight(Sort::flat_shape, bounds));
    case Sort::tiler:
    case Sort::coordinate:
    case Sort::offset_layout:
    case Sort::module_layout:
      return greatest_weight(SortForm{layout_entry, false}, bounds);
    case Sort::element:
    case Sort::swizzled_layout:
    case Sort::offset_module_layout:
      break;
  }
  return unbounded;
}

using Counts = std::vector<double>;

/// The counts of pairs, from those of their parts.
Counts convolved(const Counts& a, const Counts& b) {
  Counts sum(a.size(), 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; a[i] > 0 && i + j < sum.size(); ++j)
      sum[i + j] += a[i] * b[j];
  return sum;
}

/// The counts of tuples of these modes: one for the brackets, and up to `rank` modes.
Counts tuples_of(const Counts& modes, std::size_t rank) {
  Counts power(modes.size(), 0);
  power[0] = 1;
  Counts all = power;
  // A mode weighs at least 1, so that more modes than the weight add nothing.
  for (std::size_t i = 0; i < std::min(rank, modes.size()); ++i) {
    power = convolved(power, modes);
    for (std::size_t w = 0; w < all.size(); ++w)
      all[w] += power[w];
  }
  all.insert(all.begin(), 0);
  all.pop_back();
  return all;
}

Counts nested(const Counts& entries, const Bounds& bounds, bool flat) {
  if (flat) {
    return bounds.depth == 0 ? Counts(entries.size(), 0)
                             : tuples_of(entries, std::min(bounds.rank, bounds.length));
  }
  Counts modes = entries;
  for (std::size_t level = 0; level < std::min(bounds.depth, entries.size()); ++level) {
    const Counts deeper = tuples_of(modes, bounds.rank);
    modes = entries;
    for (std::size_t w = 0; w < modes.size(); ++w)
      modes[w] += deeper[w];
  }
  return modes;
}

bool count(Sort sort, const Bounds& bounds, Counts& counts) {
  Counts entries(counts.size(), 0);
  const auto fill_entries = [&](bool zero, bool strides) {
    for (std::size_t w = 1; w < entries.size(); ++w)
      for (std::size_t s = 1; s <= std::min(w, bounds.extent); ++s)
        entries[w] += strides ? (w - s <= bounds.stride ? 1 : 0) : (s == w ? 1 : 0);
    if (zero && entries.size() > 1) entries[1] += 1;
  };
  switch (sort) {
    case Sort::truth:
      counts[0] = 2;
      return true;
    case Sort::integer:
    case Sort::positive:
      for (std::size_t w = sort == Sort::integer ? 0 : 1; w < counts.size(); ++w)
        counts[w] = w <= bounds.number ? 1 : 0;
      return true;
    case Sort::shape:
    case Sort::flat_shape:
      fill_entries(false, false);
      counts = nested(entries, bounds, sort == Sort::flat_shape);
      return true;
    case Sort::tuple:
    case Sort::flat_tuple:
      fill_entries(true, false);
      counts = nested(entries, bounds, sort == Sort::flat_tuple);
      return true;
    case Sort::layout:
    case Sort::flat_layout:
      fill_entries(false, true);
      counts = nested(entries, bounds, sort == Sort::flat_layout);
      return true;
    case Sort::profile:
      if (entries.size() > 1) entries[1] = 1;
      counts = nested(entries, bounds, false);
      return true;
    case Sort::map:
    case Sort::morphism:
    case Sort::flat_morphism:
    case Sort::tiler:
    case Sort::coordinate:
    case Sort::offset_layout:
    case Sort::module_layout:
    case Sort::element:
    case Sort::swizzled_layout:
    case Sort::offset_module_layout:
      return false;
  }
  return false;
}

}  // namespace

Bounds parse_bounds(std::string_view text) {
  Bounds bounds = BoundsReader(text, false).read().most;
  const auto bounded = [](std::size_t bound) { return bound != unbounded; };
  if (bounded(bounds.rank) || bounded(bounds.length) || bounded(bounds.extent) ||
      bounded(bounds.stride) || bounded(bounds.size)) {
    if (!bounded(bounds.depth)) bounds.depth = 2;
    if (!bounded(bounds.number)) {
      bounds.number = bounded(bounds.stride)   ? bounds.stride
                      : bounded(bounds.extent) ? bounds.extent
                                               : 8;
    }
  }
  // A number of cases ends no enumeration that runs out of them.
  const bool only_cases = bounds == Bounds{.cases = bounds.cases, .nontrivial = bounds.nontrivial};
  if (only_cases) bounds.weight = 14;
  return bounds;
}

std::string to_string(const Bounds& bounds) {
  std::string text;
  for (const Bound& field : fields) {
    if (bounds.*field.most != unbounded) {
      text += (text.empty() ? "" : ", ") + std::string(field.name) +
              "<=" + std::to_string(bounds.*field.most);
    }
  }
  if (bounds.nontrivial) text += (text.empty() ? "" : ", ") + std::string(nontrivial);
  return text;
}

bool is_within(const Value& value, const Bounds& bounds) {
  return !(bounds.nontrivial && has_trivial({&value, 1})) && std::visit(Test{bounds}, value);
}

Filter parse_filter(std::string_view text) {
  return BoundsReader(text, true).read();
}

bool passes(std::span<const Value> operands, std::span<const Sort> sorts, const Filter& filter) {
  if (filter.most.nontrivial && has_trivial(operands)) return false;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Sort sort = sorts[std::min(i, sorts.size() - 1)];
    // The entries of a coordinate, or of a list of indices, are no extents.
    const bool is_list = sort == Sort::tuple || sort == Sort::flat_tuple;
    const Test test{filter.most,         filter.least_depth,
                    filter.least_rank,   is_list ? 0 : filter.least_extent,
                    filter.least_stride, true};
    if (!std::visit(test, operands[i])) return false;
    if (filter.most.weight != unbounded) sum = saturating_add(sum, weight(operands[i]));
  }
  return sum <= filter.most.weight;
}

std::size_t greatest_weight(std::span<const Sort> sorts, const Bounds& bounds) {
  std::size_t sum = 0;
  for (const Sort sort : sorts)
    sum = saturating_add(sum, greatest_weight(sort, bounds));
  return std::min(sum, bounds.weight);
}

std::vector<double> count_by_weight(std::span<const Sort> sorts, const Bounds& bounds,
                                    std::size_t weight) {
  Counts all(weight + 1, 0);
  all[0] = 1;
  for (const Sort sort : sorts) {
    Counts one(weight + 1, 0);
    if (!count(sort, bounds, one)) return {};
    all = convolved(all, one);
  }
  for (std::size_t w = 0; w <= weight; ++w)
    all[w] = w > bounds.weight ? 0 : all[w];
  return all;
}

Shard parse_shard(std::string_view text) {
  const auto fail = [&] {
    throw std::invalid_argument("shard '" + std::string(text) +
                                "': expected i/n with 1 <= i <= n, such as 2/8");
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) fail();
  const auto index = number_from<std::size_t>(text.substr(0, slash));
  const auto count = number_from<std::size_t>(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count || *count > 1000000) fail();
  return {*index - 1, *count};
}

}  // namespace layoutcheck::engine
