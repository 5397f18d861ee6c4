// Lists of modes.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/mode_lists.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

using Layouts = std::vector<ExactLayout>;

Layouts modes(const ExactLayout& layout) {
  work(layout.profile.word().size());
  return layout.modes();
}

bool is_range(Int begin, Int end, std::size_t rank) {
  return 0 <= begin && begin <= end && static_cast<std::size_t>(end) <= rank;
}

Undefined no_range(Int begin, Int end, std::size_t rank) {
  return {"[" + std::to_string(begin) + ", " + std::to_string(end) + ") is no range of " +
          std::to_string(rank) + " modes"};
}

Undefined no_mode(Int index, std::size_t rank) {
  return {"there is no mode " + std::to_string(index) + " of " + std::to_string(rank)};
}

/// What slice and dice keep.
enum class Keep { underscores, integers };

/// The parts of the layout at the positions of what is kept.
std::optional<Undefined> collect(const Tiler& coordinate, const ExactLayout& layout, Keep keep,
                                 Layouts& kept) {
  const Tiler c = by_modes(coordinate);
  if (c.modes() == nullptr) {
    if (c.keeps() == (keep == Keep::underscores)) kept.push_back(layout);
    return std::nullopt;
  }
  if (layout.is_entry()) return Undefined{"a tuple of the coordinate meets an integer"};
  const Layouts parts = modes(layout);
  if (parts.size() != c.modes()->size()) {
    return Undefined{"the coordinate has " + std::to_string(c.modes()->size()) + " parts for " +
                     std::to_string(parts.size()) + " modes"};
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (auto undefined = collect((*c.modes())[i], parts[i], keep, kept)) return undefined;
  return std::nullopt;
}

Outcome<ExactLayout> collected(const Tiler& coordinate, const ExactLayout& layout, Keep keep) {
  Layouts kept;
  if (auto undefined = collect(coordinate, layout, keep, kept)) return *undefined;
  if (by_modes(coordinate).modes() == nullptr && !kept.empty()) return kept.front();
  return ExactLayout::tuple_of(kept);
}

}  // namespace

Outcome<ExactLayout> group(const ExactLayout& layout, Int begin, Int end) {
  const Layouts parts = modes(layout);
  if (!is_range(begin, end, parts.size())) return no_range(begin, end, parts.size());
  const auto first = parts.begin() + begin;
  const auto last = parts.begin() + end;
  Layouts result(parts.begin(), first);
  if (begin < end) result.push_back(ExactLayout::tuple_of(Layouts(first, last)));
  result.insert(result.end(), last, parts.end());
  return ExactLayout::tuple_of(result);
}

Outcome<ExactLayout> select_modes(const ExactLayout& layout, const Tuple& indices) {
  const Layouts parts = modes(layout);
  Layouts result;
  for (const Int i : indices) {
    if (static_cast<std::size_t>(i) >= parts.size()) return no_mode(i, parts.size());
    work(parts[static_cast<std::size_t>(i)].length() + 1);
    result.push_back(parts[static_cast<std::size_t>(i)]);
  }
  return ExactLayout::tuple_of(result);
}

Outcome<ExactLayout> take(const ExactLayout& layout, Int begin, Int end) {
  const Layouts parts = modes(layout);
  if (!is_range(begin, end, parts.size())) return no_range(begin, end, parts.size());
  return ExactLayout::tuple_of(Layouts(parts.begin() + begin, parts.begin() + end));
}

ExactLayout extended(const ExactLayout& layout, const ExactLayout& x, End end) {
  Layouts parts = modes(layout);
  parts.insert(end == End::front ? parts.begin() : parts.end(), x);
  return ExactLayout::tuple_of(parts);
}

Outcome<ExactLayout> extended(const ExactLayout& layout, const ExactLayout& x, End end, Int rank) {
  Layouts parts = modes(layout);
  if (rank < static_cast<Int>(parts.size())) {
    return Undefined{"the rank is " + std::to_string(parts.size()) + ", more than " +
                     std::to_string(rank)};
  }
  const std::size_t missing = static_cast<std::size_t>(rank) - parts.size();
  if (missing == 0) return layout;
  work(x.length() + 1);
  charge(Exact(missing) * (x.length() + 1), Limits{}, "modes");
  parts.insert(end == End::front ? parts.begin() : parts.end(), missing, x);
  return ExactLayout::tuple_of(parts);
}

Outcome<ExactLayout> replace(const ExactLayout& layout, Int index, const ExactLayout& x) {
  Layouts parts = modes(layout);
  if (static_cast<std::size_t>(index) >= parts.size()) return no_mode(index, parts.size());
  if (layout.is_entry()) return x;
  parts[static_cast<std::size_t>(index)] = x;
  return ExactLayout::tuple_of(parts);
}

Outcome<ExactLayout> zip(const ExactLayout& layout) {
  if (layout.is_entry()) return layout;
  const Layouts parts = modes(layout);
  if (parts.empty()) return Undefined{"there are no modes whose modes could be exchanged"};
  const auto is_entry = [](const ExactLayout& part) { return part.is_entry(); };
  if (std::ranges::all_of(parts, is_entry)) return ExactLayout::tuple_of(std::vector{layout});
  if (std::ranges::any_of(parts, is_entry)) return Undefined{"an integer is beside a tuple"};
  const std::size_t rank = modes(parts.front()).size();
  std::vector<Layouts> columns(rank);
  for (const ExactLayout& part : parts) {
    const Layouts row = modes(part);
    if (row.size() != rank) return Undefined{"the ranks of the modes differ"};
    for (std::size_t j = 0; j < rank; ++j)
      columns[j].push_back(row[j]);
  }
  Layouts result;
  for (const Layouts& column : columns)
    result.push_back(ExactLayout::tuple_of(column));
  return ExactLayout::tuple_of(result);
}

Outcome<ExactLayout> tile_unzip(const ExactLayout& layout, const Profile& profile) {
  const Layouts parts = modes(layout);
  if (profile.is_entry()) {
    if (layout.is_entry() || parts.size() != 2) return Undefined{"it is no pair"};
    return layout;
  }
  const std::vector<Profile> places = profile.modes();
  if (layout.is_entry() || parts.size() < places.size()) {
    return Undefined{"the profile has " + std::to_string(places.size()) + " parts for " +
                     std::to_string(parts.size()) + " modes"};
  }
  Layouts first;
  Layouts second;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i >= places.size()) {
      second.push_back(parts[i]);
      continue;
    }
    const Outcome<ExactLayout> pair = tile_unzip(parts[i], places[i]);
    if (!pair) return Undefined{"mode " + std::to_string(i) + ": " + pair.reason()};
    const Layouts both = pair->modes();
    first.push_back(both[0]);
    second.push_back(both[1]);
  }
  return ExactLayout::tuple_of(
      std::vector{ExactLayout::tuple_of(first), ExactLayout::tuple_of(second)});
}

Outcome<ExactLayout> slice(const Tiler& coordinate, const ExactLayout& layout) {
  return collected(coordinate, layout, Keep::underscores);
}

Outcome<ExactLayout> dice(const Tiler& coordinate, const ExactLayout& layout) {
  return collected(coordinate, layout, Keep::integers);
}

Tiler by_modes(const Tiler& coordinate) {
  const NestedTuple* tuple = coordinate.shape();
  if (tuple == nullptr || tuple->is_entry()) return coordinate;
  work(tuple->profile().word().size());
  Tiler::Tuple modes;
  for (const NestedTuple& mode : tuple->modes())
    modes.emplace_back(mode);
  return Tiler(std::move(modes));
}

NestedTuple at_zero(const Tiler& coordinate) {
  if (coordinate.keeps()) return NestedTuple(0);
  if (coordinate.shape() != nullptr) return *coordinate.shape();
  std::vector<NestedTuple> modes;
  for (const Tiler& mode : *coordinate.modes())
    modes.push_back(at_zero(mode));
  return NestedTuple::tuple_of(modes);
}

std::vector<ExactLayout> numbered(const std::vector<ModuleLayout>& layouts) {
  std::vector<ExactLayout> result;
  Exact next = 0;
  for (const ModuleLayout& layout : layouts) {
    std::vector<Exact> numbers;
    while (numbers.size() < layout.length())
      numbers.push_back(next++);
    result.emplace_back(layout.profile(), to_exact(layout.extents()), std::move(numbers));
  }
  return result;
}

Outcome<ModuleLayout> with_entries(const Outcome<ExactLayout>& list,
                                   const std::vector<ModuleLayout>& layouts) {
  if (!list) return list.undefined();
  std::vector<Element> all;
  for (const ModuleLayout& layout : layouts)
    all.insert(all.end(), layout.strides().begin(), layout.strides().end());
  const Layout numbers = to_layout(*list);
  std::vector<Element> strides;
  for (const Int number : numbers.strides())
    strides.push_back(all[static_cast<std::size_t>(number)]);
  try {
    return ModuleLayout(numbers.profile(), numbers.extents(), std::move(strides));
  } catch (const std::invalid_argument& error) {
    return Undefined{error.what()};
  }
}

Outcome<ModuleLayout> slice(const Tiler& coordinate, const ModuleLayout& layout) {
  return with_entries(slice(coordinate, numbered({layout}).front()), {layout});
}

}  // namespace layoutcheck::oracle
