// Layouts made of shapes, orders and other layouts.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/making.hpp>
#include <layoutcheck/oracles/mode_lists.hpp>
#include <layoutcheck/oracles/module_division.hpp>

#include <algorithm>
#include <functional>
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

namespace {

/// Whether R takes no index twice, and only those that have the value 0.
bool takes_zeros_once(const ExactLayout& r, const Exact& indices,
                      const std::function<bool(const Exact&)>& is_zero_at, const Limits& limits) {
  std::set<Exact> seen;
  for (const Exact& x : table(r, limits))
    if (x >= indices || !is_zero_at(x) || !seen.insert(x).second) return false;
  return true;
}

/// The indices that V takes to 0.
std::vector<Exact> zeros_of(const ModuleLayout& layout, const Limits& limits) {
  const std::vector<ExactElement> values = table(layout, limits);
  std::vector<Exact> zeros;
  for (std::size_t x = 0; x < values.size(); ++x)
    if (values[x].empty()) zeros.emplace_back(x);
  return zeros;
}

}  // namespace

Outcome<ExactLayout> nullspace(const ModuleLayout& layout, const Limits& limits) {
  std::set<Tuple> below;
  std::set<Tuple> above;
  for (std::size_t i = 0; i < layout.strides().size(); ++i)
    if (layout.extents()[i] > 1)
      for (const Element::Part& part : layout.strides()[i].parts())
        (part.value < 0 ? below : above).insert(part.path);
  const auto has_both = [&](const Tuple& place) { return above.contains(place); };
  if (std::ranges::any_of(below, has_both))
    return Undefined{
        "where a place has integers of both signs, what V takes to 0 need be no layout"};
  if (!above.empty() && module_of(layout.strides()) == Module::bits)
    return Undefined{"over XOR what V takes to 0 need be no layout"};
  return layout_of_table(zeros_of(layout, limits));
}

bool is_nullspace(const ExactLayout& r, const ExactLayout& layout, const Limits& limits) {
  return size(r) == size(nullspace(layout)) &&
         takes_zeros_once(
             r, size(layout), [&](const Exact& x) { return value_at(layout, x) == 0; }, limits);
}

bool is_nullspace(const ExactLayout& r, const ModuleLayout& layout, const Limits& limits) {
  if (const auto f = linear_beyond(layout, limits)) {
    const auto zeros = static_cast<unsigned>(Image(*f).zeros().size());
    return size(r) == Exact(1) << zeros &&
           takes_zeros_once(
               r, size(layout), [&](const Exact& x) { return value_at(layout, x).empty(); },
               limits);
  }
  const std::vector<Exact> zeros = zeros_of(layout, limits);
  if (size(r) != zeros.size()) return false;
  std::vector<Exact> found = table(r, limits);
  std::ranges::sort(found);
  return found == zeros;
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

namespace {

ExactTuple shape_in(const ExactLayout& layout) {
  return shape(layout);
}
ExactTuple shape_in(const ModuleLayout& layout) {
  return {layout.profile(), to_exact(layout.extents())};
}

Outcome<ExactLayout> in_blocks(const ExactLayout& block, const ExactLayout& tiles,
                               Convention convention, const Limits& limits) {
  return blocked_product(block, tiles, convention, limits);
}
Outcome<ModuleLayout> in_blocks(const ModuleLayout& block, const ExactLayout& tiles,
                                Convention convention, const Limits& limits) {
  const Layout fit = part_of_way<ModuleLayout>([&] { return to_layout(tiles); });
  return blocked_product(block, fit, convention, limits);
}

Outcome<ExactLayout> over_target(const ExactLayout& mode, const NestedTuple& target,
                                 const Limits& limits) {
  return composition(mode, column_major(target), Convention::strict, limits);
}
Outcome<ModuleLayout> over_target(const ModuleLayout& mode, const NestedTuple& target,
                                  const Limits& limits) {
  return composition(mode, to_layout(column_major(target)), Convention::strict, limits);
}

template <class L>
Outcome<L> filling(const L& block, const NestedTuple& shape, const NestedTuple& order,
                   Convention convention, const Limits& limits) {
  const std::vector<NestedTuple> targets = shape.modes();
  if (block.modes().size() > targets.size()) return Undefined{"the block has more modes"};
  const L whole_block = padded(block, targets.size());
  const std::vector<L> blocks = whole_block.modes();
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
  if (!tiles) return tiles.undefined();
  const Outcome<L> result = in_blocks(whole_block, *tiles, convention, limits);
  if (!result) return result;
  std::vector<L> modes = result->modes();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (refines(shape_in(modes[i]), targets[i])) continue;
    const Outcome<L> mode = over_target(modes[i], targets[i], limits);
    if (!mode) return Undefined{"mode " + std::to_string(i) + ": " + mode.reason()};
    modes[i] = *mode;
  }
  return tuple_of(modes);
}

}  // namespace

Outcome<ExactLayout> tile_to_shape(const ExactLayout& block, const NestedTuple& shape,
                                   const NestedTuple& order, Convention convention,
                                   const Limits& limits) {
  return filling(block, shape, order, convention, limits);
}

Outcome<ModuleLayout> tile_to_shape(const ModuleLayout& block, const NestedTuple& shape,
                                    const NestedTuple& order, Convention convention,
                                    const Limits& limits) {
  return filling(block, shape, order, convention, limits);
}

namespace {

template <class L>
Outcome<WithOffset<L>> at_offset(const L& kept, const NestedTuple& coordinate, const L& layout,
                                 Convention convention) {
  const auto offset = apply(layout, coordinate, convention);
  if (!offset) return offset.undefined();
  return WithOffset<L>{kept, *offset};
}

template <class L>
Outcome<WithOffset<L>> sliced(const Tiler& coordinate, const L& layout, Convention convention) {
  const Outcome<L> kept = slice(coordinate, layout);
  if (!kept) return kept.undefined();
  return at_offset(*kept, at_zero(coordinate), layout, convention);
}

/// `_` for a mode of rank 1, and a tuple of them for any other.
template <class L>
Tiler all_of(const L& layout) {
  const std::size_t rank = layout.modes().size();
  return rank == 1 ? Tiler() : Tiler(Tiler::Tuple(rank));
}

template <class L>
Outcome<WithOffset<L>> part_at(Part part, const L& a, const Tiler& tiler, const Tiler& coordinate,
                               Convention convention, const Limits& limits) {
  const Outcome<BasicPair<L>> pair =
      part_of_way<L>([&] { return zipped(Splitter::divide, a, tiler, convention, limits); });
  if (!pair) return pair.undefined();
  const L& other = part == Part::inner ? pair->second : pair->first;
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
  return sliced(part == Part::inner ? Tiler(Tiler::Tuple{all_of(pair->first), c})
                                    : Tiler(Tiler::Tuple{c, all_of(pair->second)}),
                as_zipped(*pair), Convention::strict);
}

template <class L>
Outcome<WithOffset<L>> part_of_thread(const L& a, const Layout& threads, Int thread,
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

}  // namespace

Outcome<OffsetLayout> slice_and_offset(const Tiler& coordinate, const ExactLayout& layout,
                                       Convention convention) {
  return sliced(coordinate, layout, convention);
}

Outcome<OffsetModuleLayout> slice_and_offset(const Tiler& coordinate, const ModuleLayout& layout,
                                             Convention convention) {
  return sliced(coordinate, layout, convention);
}

Outcome<OffsetLayout> domain_offset(const NestedTuple& coordinate, const ExactLayout& layout,
                                    Convention convention) {
  return at_offset(layout, coordinate, layout, convention);
}

Outcome<OffsetModuleLayout> domain_offset(const NestedTuple& coordinate, const ModuleLayout& layout,
                                          Convention convention) {
  return at_offset(layout, coordinate, layout, convention);
}

Outcome<OffsetLayout> partition(Part part, const ExactLayout& a, const Tiler& tiler,
                                const Tiler& coordinate, Convention convention,
                                const Limits& limits) {
  return part_at(part, a, tiler, coordinate, convention, limits);
}

Outcome<OffsetModuleLayout> partition(Part part, const ModuleLayout& a, const Tiler& tiler,
                                      const Tiler& coordinate, Convention convention,
                                      const Limits& limits) {
  return part_at(part, a, tiler, coordinate, convention, limits);
}

Outcome<OffsetLayout> local_partition(const ExactLayout& a, const Layout& threads, Int thread,
                                      Convention convention, const Limits& limits) {
  return part_of_thread(a, threads, thread, convention, limits);
}

Outcome<OffsetModuleLayout> local_partition(const ModuleLayout& a, const Layout& threads,
                                            Int thread, Convention convention,
                                            const Limits& limits) {
  return part_of_thread(a, threads, thread, convention, limits);
}

}  // namespace layoutcheck::oracle
