// Bounds as text, as a test on values, and as greatest weights and counts.
#include "saturating.hpp"
#include <layoutcheck/properties/domain.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

using detail::saturating_add;
using detail::saturating_multiply;

struct Field {
  std::string_view name;
  std::size_t Bounds::*most;
  /// Where there is one.
  std::size_t Filter::*least = nullptr;
};

constexpr Field fields[] = {
    {"rank", &Bounds::rank, &Filter::least_rank},
    {"length", &Bounds::length},
    {"depth", &Bounds::depth},
    {"extent", &Bounds::extent, &Filter::least_extent},
    {"stride", &Bounds::stride, &Filter::least_stride},
    {"size", &Bounds::size},
    {"number", &Bounds::number},
    {"weight", &Bounds::weight},
    {"cases", &Bounds::cases},
};

std::string field_names() {
  std::string names;
  for (const Field& field : fields)
    names += (names.empty() ? "" : ", ") + std::string(field.name);
  return names;
}

/// Reads bounds from left to right.
class Reader {
 public:
  Reader(std::string_view text, bool takes_least) : text_(text), takes_least_(takes_least) {}

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
    const auto* field = std::find_if(std::begin(fields), std::end(fields),
                                     [&](const Field& f) { return f.name == name; });
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

/// The most modes and levels, beside the brackets.
bool fits(const Profile& profile, const Bounds& bounds) {
  if (profile.length() > bounds.length) return false;
  std::vector<std::size_t> modes;
  for (const char c : profile.word()) {
    if (c != ')' && !modes.empty() && ++modes.back() > bounds.rank) return false;
    if (c == '(') modes.push_back(0);
    if (c == ')') modes.pop_back();
    if (modes.size() > bounds.depth) return false;
  }
  return true;
}

bool entries_within(const Tuple& entries, std::size_t bound) {
  return std::all_of(entries.begin(), entries.end(),
                     [&](Int entry) { return static_cast<std::size_t>(entry) <= bound; });
}

bool size_within(const Tuple& extents, std::size_t bound) {
  std::size_t product = 1;
  for (const Int extent : extents) {
    // An entry 0, which only tuples have, does not count.
    if (extent > 0) product = saturating_multiply(product, static_cast<std::size_t>(extent));
  }
  return product <= bound;
}

bool fits(const NestedTuple& tuple, const Bounds& bounds) {
  return fits(tuple.profile(), bounds) && entries_within(tuple.entries(), bounds.extent) &&
         size_within(tuple.entries(), bounds.size);
}

bool fits(const Layout& layout, const Bounds& bounds) {
  return fits(layout.profile(), bounds) && entries_within(layout.extents(), bounds.extent) &&
         entries_within(layout.strides(), bounds.stride) &&
         size_within(layout.extents(), bounds.size);
}

bool fits(const Tiler& tiler, const Bounds& bounds) {
  if (tiler.layout() != nullptr) return fits(*tiler.layout(), bounds);
  if (tiler.shape() != nullptr) return fits(*tiler.shape(), bounds);
  if (tiler.modes() == nullptr) return true;
  Bounds inner = bounds;
  if (bounds.depth == 0) return false;
  inner.depth -= bounds.depth == unbounded ? 0 : 1;
  return tiler.modes()->size() <= bounds.rank &&
         std::all_of(tiler.modes()->begin(), tiler.modes()->end(),
                     [&](const Tiler& mode) { return fits(mode, inner); });
}

/// The fewest modes of a tuple in the profile.
std::size_t least_rank(const Profile& profile) {
  std::size_t least = unbounded;
  std::vector<std::size_t> modes;
  for (const char c : profile.word()) {
    if (c != ')' && !modes.empty()) ++modes.back();
    if (c == '(') modes.push_back(0);
    if (c == ')') {
      least = std::min(least, modes.back());
      modes.pop_back();
    }
  }
  return least;
}

bool entries_reach(const Tuple& entries, std::size_t bound) {
  return std::all_of(entries.begin(), entries.end(),
                     [&](Int entry) { return static_cast<std::size_t>(entry) >= bound; });
}

/// Whether the value has the least values of a filter.
struct Reaches {
  const Filter& filter;
  /// Whether a tuple is a shape, and not a coordinate or a list of indices.
  bool is_shape = true;

  bool operator()(bool) const { return true; }
  bool operator()(Int) const { return true; }
  bool operator()(const PointedMap&) const { return true; }
  bool operator()(const Profile& profile) const { return least_rank(profile) >= filter.least_rank; }
  bool operator()(const NestedTuple& tuple) const {
    return (*this)(tuple.profile()) &&
           (!is_shape || entries_reach(tuple.entries(), filter.least_extent));
  }
  bool operator()(const Layout& layout) const {
    return (*this)(layout.profile()) && entries_reach(layout.extents(), filter.least_extent) &&
           entries_reach(layout.strides(), filter.least_stride);
  }
  bool operator()(const Morphism& f) const { return (*this)(f.domain()) && (*this)(f.codomain()); }
  bool operator()(const Tiler& tiler) const {
    if (tiler.layout() != nullptr) return (*this)(*tiler.layout());
    if (tiler.shape() != nullptr) return (*this)(*tiler.shape());
    return tiler.modes() == nullptr ||
           (tiler.modes()->size() >= filter.least_rank &&
            std::all_of(tiler.modes()->begin(), tiler.modes()->end(), *this));
  }
};

/// How heavy an entry of a value can be, and whether the value is flat.
struct Form {
  std::size_t greatest_entry;
  bool flat;
};

std::size_t greatest_weight(const Form& form, const Bounds& bounds) {
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
      return greatest_weight(Form{extent, false}, bounds);
    case Sort::flat_shape:
    case Sort::flat_tuple:
      return greatest_weight(Form{extent, true}, bounds);
    case Sort::profile:
      return greatest_weight(Form{1, false}, bounds);
    case Sort::layout:
      return greatest_weight(Form{layout_entry, false}, bounds);
    case Sort::flat_layout:
      return greatest_weight(Form{layout_entry, true}, bounds);
    case Sort::map:
      return saturating_multiply(2, bounds.length);
    case Sort::morphism:
      return saturating_multiply(2, greatest_weight(Sort::shape, bounds));
    case Sort::flat_morphism:
      return saturating_multiply(2, greatest_weight(Sort::flat_shape, bounds));
    case Sort::tiler:
      return greatest_weight(Form{layout_entry, false}, bounds);
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
      return false;
  }
  return false;
}

}  // namespace

Bounds parse_bounds(std::string_view text) {
  Bounds bounds = Reader(text, false).read().most;
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
  const bool only_cases = bounds == Bounds{.cases = bounds.cases};
  if (only_cases) bounds.weight = 14;
  return bounds;
}

std::string to_string(const Bounds& bounds) {
  std::string text;
  for (const Field& field : fields) {
    if (bounds.*field.most != unbounded) {
      text += (text.empty() ? "" : ", ") + std::string(field.name) +
              "<=" + std::to_string(bounds.*field.most);
    }
  }
  return text;
}

bool is_within(const Value& value, const Bounds& bounds) {
  return std::visit(
      [&](const auto& alternative) {
        using T = std::decay_t<decltype(alternative)>;
        if constexpr (std::is_same_v<T, bool>) {
          return true;
        } else if constexpr (std::is_same_v<T, Int>) {
          return static_cast<std::size_t>(alternative) <= bounds.number;
        } else if constexpr (std::is_same_v<T, PointedMap>) {
          return static_cast<std::size_t>(alternative.domain()) <= bounds.length &&
                 static_cast<std::size_t>(alternative.codomain()) <= bounds.length;
        } else if constexpr (std::is_same_v<T, Morphism>) {
          return fits(alternative.domain(), bounds) && fits(alternative.codomain(), bounds);
        } else {
          return fits(alternative, bounds);
        }
      },
      value);
}

Filter parse_filter(std::string_view text) {
  return Reader(text, true).read();
}

bool passes(std::span<const Value> operands, std::span<const Sort> sorts, const Filter& filter) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Sort sort = sorts[std::min(i, sorts.size() - 1)];
    const bool is_shape = sort != Sort::tuple && sort != Sort::flat_tuple;
    if (!is_within(operands[i], filter.most) || !std::visit(Reaches{filter, is_shape}, operands[i]))
      return false;
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
  Shard shard;
  const auto read = [&](std::string_view part, std::size_t& number) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || end != part.data() + part.size()) fail();
  };
  read(text.substr(0, slash), shard.index);
  read(text.substr(slash + 1), shard.count);
  if (shard.index < 1 || shard.index > shard.count || shard.count > 1000000) fail();
  --shard.index;
  return shard;
}

}  // namespace layoutcheck::properties
