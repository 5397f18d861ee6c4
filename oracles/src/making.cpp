// Layouts made of shapes, orders and other layouts.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/making.hpp>
#include <layoutcheck/oracles/mode_lists.hpp>

#include <algorithm>
#include <set>

namespace layoutcheck::oracle {
namespace {

/// Where an entry stands in an order: compared part by part.
using Rank = std::vector<Exact>;

/// The layout of the shape in which each entry that has a rank has the product of the extents of
/// the lesser ones as its stride; the others, and those of extent 1, have stride 0.
ExactLayout in_order(const ExactLayout& shape, const std::vector<std::optional<Rank>>& ranks) {
  ExactLayout result = shape;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    work(ranks.size());
    const bool moves = ranks[i] && shape.extents[i] > 1;
    result.strides[i] = moves ? 1 : 0;
    for (std::size_t j = 0; j < ranks.size(); ++j)
      if (moves && ranks[j] && *ranks[j] < *ranks[i]) result.strides[i] *= shape.extents[j];
  }
  return result;
}

/// For each entry of the profile `fine` the entry of the coarser tuple in whose place it stands.
Outcome<std::vector<Exact>> spread(const ExactTuple& coarse, const Profile& fine) {
  const ExactTuple ones(fine, std::vector<Exact>(fine.length(), 1));
  const Outcome<ExactTuple> sizes = product_like(ones, coarse.profile);
  if (!sizes) return Undefined{"the two do not fit: " + sizes.reason()};
  if (coarse.profile.is_entry()) return std::vector<Exact>(fine.length(), coarse.entries.front());
  std::vector<Exact> result;
  const std::vector<ExactTuple> parts = modes(coarse);
  const std::vector<Profile> places = fine.modes();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::vector<Exact> part = *spread(parts[i], places[i]);
    result.insert(result.end(), part.begin(), part.end());
  }
  return result;
}

}  // namespace

Outcome<ExactLayout> make_ordered_layout(const ExactTuple& shape, const NestedTuple& order) {
  const Outcome<std::vector<Exact>> orders = spread(order, shape.profile);
  if (!orders) return orders.undefined();
  std::vector<std::optional<Rank>> ranks;
  for (std::size_t i = 0; i < orders->size(); ++i)
    ranks.emplace_back(Rank{(*orders)[i], i});
  return in_order({shape.profile, shape.entries, std::vector<Exact>(ranks.size())}, ranks);
}

ExactLayout make_layout_like(const ExactLayout& layout) {
  std::vector<std::optional<Rank>> ranks(layout.length());
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.strides[i] > 0) ranks[i] = Rank{layout.strides[i], i};
  return in_order(layout, ranks);
}

ExactLayout make_fragment_like(const ExactLayout& layout) {
  const std::vector<ExactLayout> parts = layout.modes();
  const std::size_t first = parts.empty() ? 0 : parts.front().length();
  std::vector<std::optional<Rank>> ranks(layout.length());
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (i >= first)
      ranks[i] = Rank{1, layout.strides[i], i};
    else if (layout.strides[i] > 0)
      ranks[i] = Rank{0, i};
  return in_order(layout, ranks);
}

ExactLayout filter_zeros(const ExactLayout& layout) {
  ExactLayout result = layout;
  for (std::size_t i = 0; i < result.length(); ++i)
    if (result.strides[i] == 0) result.extents[i] = 1;
  return result;
}

Outcome<ExactLayout> filter_zeros(const ExactLayout& layout, const NestedTuple& profile) {
  const Outcome<std::vector<Exact>> marks = spread(profile, layout.profile);
  if (!marks) return marks.undefined();
  ExactLayout result = layout;
  for (std::size_t i = 0; i < result.length(); ++i)
    if ((*marks)[i] == 0) result.extents[i] = 1;
  return result;
}

ExactLayout nullspace(const ExactLayout& layout) {
  ExactLayout result;
  Exact before = 1;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    work(words(before));
    if (layout.strides[i] == 0 && layout.extents[i] > 1) {
      result.extents.push_back(layout.extents[i]);
      result.strides.push_back(before);
    }
    before *= layout.extents[i];
  }
  result.profile = Profile::flat(result.length());
  return in_coalesced_form(flat_coalesce_by_rewriting(result));
}

bool is_nullspace(const ExactLayout& r, const ExactLayout& layout, const Limits& limits) {
  if (size(r) != size(nullspace(layout))) return false;
  std::set<Exact> seen;
  for (const Exact& x : table(r, limits))
    if (x >= size(layout) || value_at(layout, x) != 0 || !seen.insert(x).second) return false;
  return true;
}

Outcome<ExactLayout> layout_add(const ExactLayout& a, const ExactLayout& b, const Limits& limits) {
  if (size(a) != size(b))
    return Undefined{"the sizes are " + digits(size(a)) + " and " + digits(size(b))};
  std::vector<Exact> sums = table(a, limits);
  const std::vector<Exact> others = table(b, limits);
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += others[i];
  return layout_of_table(sums);
}

Outcome<ExactLayout> tile_to_shape(const ExactLayout& block, const NestedTuple& shape,
                                   const NestedTuple& order, Convention convention,
                                   const Limits& limits) {
  const std::vector<NestedTuple> targets = shape.modes();
  if (block.modes().size() > targets.size()) return Undefined{"the block has more modes"};
  const ExactLayout whole_block = padded(block, targets.size());
  const std::vector<ExactLayout> blocks = whole_block.modes();
  std::vector<Exact> counts;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Exact target = product(to_exact(targets[i].entries()));
    if (target % size(blocks[i]) != 0) {
      return Undefined{"mode " + std::to_string(i) + " of the block has size " +
                       digits(size(blocks[i])) + ", which does not divide " + digits(target)};
    }
    counts.push_back(target / size(blocks[i]));
  }
  const Outcome<ExactLayout> tiles =
      make_ordered_layout({Profile::flat(counts.size()), counts}, order);
  if (!tiles) return tiles;
  const Outcome<ExactLayout> result = blocked_product(whole_block, *tiles, convention, limits);
  if (!result) return result;
  std::vector<ExactLayout> modes = result->modes();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (refines(oracle::shape(modes[i]), targets[i])) continue;
    const Outcome<ExactLayout> mode =
        composition(modes[i], column_major(targets[i]), Convention::strict, limits);
    if (!mode) return Undefined{"mode " + std::to_string(i) + ": " + mode.reason()};
    modes[i] = *mode;
  }
  return ExactLayout::tuple_of(modes);
}

Outcome<OffsetLayout> slice_and_offset(const Tiler& coordinate, const ExactLayout& layout,
                                       Convention convention) {
  const Outcome<ExactLayout> kept = slice(coordinate, layout);
  if (!kept) return kept.undefined();
  const Outcome<Exact> offset = apply(layout, at_zero(coordinate), convention);
  if (!offset) return offset.undefined();
  return OffsetLayout{*kept, *offset};
}

namespace {

/// `_` for a mode of rank 1, and a tuple of them for any other.
Tiler all_of(const ExactLayout& layout) {
  const std::size_t rank = layout.modes().size();
  return rank == 1 ? Tiler() : Tiler(Tiler::Tuple(rank));
}

}  // namespace

Outcome<OffsetLayout> partition(Part part, const ExactLayout& a, const Tiler& tiler,
                                const Tiler& coordinate, Convention convention,
                                const Limits& limits) {
  const Outcome<Pair> pair = zipped(Splitter::divide, a, tiler, convention, limits);
  if (!pair) return pair.undefined();
  const ExactLayout& other = part == Part::inner ? pair->second : pair->first;
  Tiler c = by_modes(coordinate);
  if (const Tiler::Tuple* given = c.modes()) {
    const std::size_t rank = other.modes().size();
    if (given->size() > rank)
      return Undefined{"the coordinate has more than " + std::to_string(rank) + " parts"};
    // A mode of rank 1 may have depth 0, where a tuple does not fit.
    Tiler::Tuple all = *given;
    all.resize(rank);
    c = Tiler(std::move(all));
  }
  return slice_and_offset(part == Part::inner ? Tiler(Tiler::Tuple{all_of(pair->first), c})
                                              : Tiler(Tiler::Tuple{c, all_of(pair->second)}),
                          as_zipped(*pair), Convention::strict);
}

Outcome<OffsetLayout> local_partition(const ExactLayout& a, const Layout& threads, Int thread,
                                      Convention convention, const Limits& limits) {
  if (!is_compact(threads, limits)) return Undefined{"the layout of the threads is not compact"};
  const std::vector<Exact> values = table(threads, limits);
  const auto found = std::find(values.begin(), values.end(), thread);
  if (found == values.end()) return Undefined{"there is no thread " + std::to_string(thread)};
  const ExactTuple sizes = product_each(shape(threads));
  const NestedTuple tile(to_tuple(sizes.entries), sizes.profile);
  const std::vector<Exact> place = coordinate_of(sizes.entries, found - values.begin());
  return partition(Part::outer, a, Tiler(tile), Tiler(NestedTuple::flat(to_tuple(place))),
                   convention, limits);
}

}  // namespace layoutcheck::oracle
