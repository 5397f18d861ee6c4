// Shapes and layouts as lists of modes (CuTe's layout.hpp, tuple_algorithms.hpp, underscore.hpp). V
// is a NestedTuple, or a layout over any module; one of depth 0 is its own mode 0.
//
// An operation whose answer would nest deeper than max_depth throws LimitReached.
#pragma once

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/limits.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/notation/value.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <vector>

namespace layoutcheck::algebra {

namespace detail {

template <class V>
V tuple_of(const std::vector<V>& modes) {
  return concatenate(std::span<const V>(modes));
}

/// Of parts of one layout, whose strides are of one module.
inline ModuleLayout tuple_of(const std::vector<ModuleLayout>& modes) {
  return *concatenate(std::span<const ModuleLayout>(modes));
}

inline Undefined no_modes(std::size_t begin, std::size_t end, std::size_t rank) {
  return {"modes " + std::to_string(begin) + " to " + std::to_string(end) + " of " +
          std::to_string(rank)};
}

/// What slice and dice keep, in `kept`. Returns why the coordinate does not fit, or "".
template <class V>
std::string keep(const Tiler& coordinate, const V& value, bool underscores, std::vector<V>& kept) {
  const NestedTuple* integers = coordinate.shape();
  if (integers != nullptr && !integers->is_entry()) {
    // As a tuple of its modes.
    Tiler::Tuple modes;
    for (NestedTuple& mode : integers->modes())
      modes.emplace_back(std::move(mode));
    return keep(Tiler(std::move(modes)), value, underscores, kept);
  }
  const Tiler::Tuple* modes = coordinate.modes();
  if (modes == nullptr) {
    if (underscores == coordinate.keeps()) kept.push_back(value);
    return "";
  }
  work(value.profile().word().size());
  const std::vector<V> parts = value.modes();
  if (value.is_entry() || parts.size() != modes->size())
    return "the coordinate has " + std::to_string(modes->size()) + " parts, which do not fit";
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (std::string why = keep((*modes)[i], parts[i], underscores, kept); !why.empty()) return why;
  return "";
}

template <class V>
Outcome<V> kept(const Tiler& coordinate, const V& value, bool underscores) {
  std::vector<V> parts;
  if (std::string why = keep(coordinate, value, underscores, parts); !why.empty())
    return Undefined{std::move(why)};
  const bool is_leaf =
      coordinate.modes() == nullptr && (coordinate.keeps() || coordinate.shape()->is_entry());
  return is_leaf && !parts.empty() ? parts.front() : tuple_of(parts);
}

}  // namespace detail

/// The value with the modes [begin, end) grouped into one; unchanged if the range is empty.
/// Undefined unless the range is valid.
template <class V>
Outcome<V> group(const V& value, std::size_t begin, std::size_t end) {
  std::vector<V> modes = value.modes();
  if (begin > end || end > modes.size()) return detail::no_modes(begin, end, modes.size());
  if (begin < end) {
    const auto first = modes.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = modes.begin() + static_cast<std::ptrdiff_t>(end);
    *first = detail::tuple_of(std::vector<V>(first, last));
    modes.erase(first + 1, last);
  }
  return detail::tuple_of(modes);
}

/// The tuple of the modes with these indices. Undefined unless they exist.
template <class V>
Outcome<V> select(const V& value, std::span<const Int> indices) {
  const std::vector<V> modes = value.modes();
  std::vector<V> chosen;
  for (const Int i : indices) {
    if (static_cast<std::size_t>(i) >= modes.size()) {
      return detail::no_modes(static_cast<std::size_t>(i), static_cast<std::size_t>(i) + 1,
                              modes.size());
    }
    chosen.push_back(modes[static_cast<std::size_t>(i)]);
    work(chosen.back().length() + 1);
  }
  return detail::tuple_of(chosen);
}

/// The tuple of the modes [begin, end). Undefined unless the range is valid and, for a layout, not
/// empty.
template <class V>
Outcome<V> take(const V& value, std::size_t begin, std::size_t end) {
  const std::vector<V> modes = value.modes();
  if (begin > end || end > modes.size() || (std::is_same_v<V, Layout> && begin == end))
    return detail::no_modes(begin, end, modes.size());
  return detail::tuple_of(std::vector<V>(modes.begin() + static_cast<std::ptrdiff_t>(begin),
                                         modes.begin() + static_cast<std::ptrdiff_t>(end)));
}

/// The value with x appended, once, or until it has this rank. Undefined if the rank is already
/// greater. Throws LimitReached.
template <class V>
V append(const V& value, const V& x) {
  std::vector<V> modes = value.modes();
  modes.push_back(x);
  return detail::tuple_of(modes);
}
template <class V>
Outcome<V> append(const V& value, const V& x, std::size_t rank) {
  std::vector<V> modes = value.modes();
  if (rank == modes.size()) return value;
  if (rank < modes.size()) return detail::no_modes(0, rank, modes.size());
  if (rank - modes.size() > static_cast<std::size_t>(default_limit) / (x.length() + 1))
    throw LimitReached("the answer has " + std::to_string(rank) + " modes");
  work((rank - modes.size()) * (x.length() + 1));
  modes.resize(rank, x);
  return detail::tuple_of(modes);
}

/// The same with x prepended.
template <class V>
V prepend(const V& value, const V& x) {
  std::vector<V> modes = value.modes();
  modes.insert(modes.begin(), x);
  return detail::tuple_of(modes);
}
template <class V>
Outcome<V> prepend(const V& value, const V& x, std::size_t rank) {
  const std::size_t own = value.modes().size();
  const Outcome<V> behind = append(value, x, rank);
  if (!behind || rank == own) return behind;
  std::vector<V> modes = behind->modes();
  std::rotate(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(own), modes.end());
  return detail::tuple_of(modes);
}

/// The value with x in place of a mode. Undefined if there is no such mode.
template <class V>
Outcome<V> replace(const V& value, std::size_t index, const V& x) {
  std::vector<V> modes = value.modes();
  if (index >= modes.size()) return detail::no_modes(index, index + 1, modes.size());
  if (value.is_entry()) return x;
  modes[index] = x;
  return detail::tuple_of(modes);
}

/// The transpose of the modes of the modes. Undefined for (), and unless all modes have the same
/// rank and either all or none have depth 0.
template <class V>
Outcome<V> zip(const V& value) {
  if (value.is_entry()) return value;
  const std::vector<V> rows = value.modes();
  if (rows.empty()) return Undefined{"there are no modes"};
  const auto entries = std::ranges::count_if(rows, [](const V& row) { return row.is_entry(); });
  if (static_cast<std::size_t>(entries) == rows.size())
    return detail::tuple_of(std::vector<V>{value});
  std::vector<std::vector<V>> columns(rows.front().modes().size());
  for (const V& row : rows) {
    const std::vector<V> modes = row.modes();
    if (entries > 0 || modes.size() != columns.size())
      return Undefined{"the modes have other ranks"};
    for (std::size_t j = 0; j < modes.size(); ++j)
      columns[j].push_back(modes[j]);
  }
  std::vector<V> result;
  for (const std::vector<V>& column : columns)
    result.push_back(detail::tuple_of(column));
  return detail::tuple_of(result);
}
template <class V>
Outcome<V> zip(const V& a, const V& b) {
  return zip(detail::tuple_of(std::vector<V>{a, b}));
}

/// The parts at the positions of `_` (slice) or of the integers (dice), in one list; the value
/// itself if the whole coordinate is one of these. Undefined unless the coordinate fits.
template <class V>
Outcome<V> slice(const Tiler& coordinate, const V& value) {
  return detail::kept(coordinate, value, true);
}
template <class V>
Outcome<V> dice(const Tiler& coordinate, const V& value) {
  return detail::kept(coordinate, value, false);
}

}  // namespace layoutcheck::algebra
