// Layouts made of shapes, orders and other layouts.
#include "endless_complement.hpp"
#include "entries.hpp"
#include "exact_layout.hpp"
#include "parts.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/int_tuples.hpp>
#include <layoutcheck/algebra/inverse.hpp>
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/mode_lists.hpp>
#include <layoutcheck/algebra/module_products.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/notation/offset_layout.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <map>
#include <numeric>

namespace layoutcheck::algebra {

namespace {

/// What comes first has stride 1, and each entry after it the product of the extents before. The
/// others, and those of extent 1, have stride 0.
std::vector<Exact> compact_strides(const Tuple& extents, const std::vector<std::size_t>& order) {
  std::vector<Exact> strides(extents.size());
  Exact next = 1;
  for (const std::size_t i : order) {
    if (extents[i] == 1) continue;
    work(words(next));
    strides[i] = next;
    next *= extents[i];
  }
  return strides;
}

/// The layout with these strides, and the same in 64 bits.
detail::ExactLayout exactly_compact(const Profile& profile, const Tuple& extents,
                                    const std::vector<std::size_t>& order) {
  detail::ExactLayout layout;
  layout.profile = profile;
  layout.extents.assign(extents.begin(), extents.end());
  layout.strides = compact_strides(extents, order);
  return layout;
}

Layout compact(const Profile& profile, const Tuple& extents,
               const std::vector<std::size_t>& order) {
  work(extents.size());
  Tuple strides;
  for (const Exact& stride : compact_strides(extents, order))
    strides.push_back(detail::to_int(stride, "stride"));
  return {profile, extents, std::move(strides)};
}

/// The places of the entries from `first` on that pass, by key.
template <class Key, class Test>
std::vector<std::size_t> sorted_places(const Tuple& keys, std::size_t first, Key key, Test test) {
  std::vector<std::size_t> places;
  for (std::size_t i = first; i < keys.size(); ++i)
    if (test(keys[i])) places.push_back(i);
  work(places.size() * 8);
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return key(keys[a]) < key(keys[b]); });
  return places;
}

bool moves(Int stride) {
  return stride > 0;
}

/// For each entry of the profile what stands in its place in the coarser tuple.
Outcome<Tuple> spread(const NestedTuple& coarse, const Profile& fine) {
  const Outcome<std::vector<detail::Part>> parts = detail::places(coarse.profile(), fine);
  if (!parts) return parts.undefined();
  Tuple result(fine.length());
  for (std::size_t i = 0; i < parts->size(); ++i)
    std::fill(result.begin() + static_cast<std::ptrdiff_t>((*parts)[i].first),
              result.begin() + static_cast<std::ptrdiff_t>((*parts)[i].last), coarse.entries()[i]);
  return result;
}

/// The places of the entries of a shape with this profile, by the order.
Outcome<std::vector<std::size_t>> in_order(const Profile& profile, const NestedTuple& order) {
  const Outcome<Tuple> orders = spread(order, profile);
  if (!orders) return orders.undefined();
  const auto all = [](Int) { return true; };
  const auto itself = [](Int key) { return key; };
  return sorted_places(*orders, 0, itself, all);
}

/// The product of the block with the compact layout of so many tiles, in this order. Overflow is
/// thrown only if there is one.
Outcome<Layout> repeated(const Layout& block, const Tuple& counts, const NestedTuple& order,
                         Convention convention, Int limit) {
  const Profile profile = Profile::flat(counts.size());
  const Outcome<std::vector<std::size_t>> places = in_order(profile, order);
  if (!places) return places.undefined();
  try {
    return blocked_product(block, compact(profile, counts, *places), convention, limit);
  } catch (const Overflow&) {
    const Outcome<detail::EndlessComplement> room = detail::endless_complement(block, convention);
    if (!room) return room.undefined();
    const Outcome<Layout> repetition = detail::exact_composition(
        detail::endless_layout(*room), exactly_compact(profile, counts, *places),
        Convention::extended, limit);
    if (!repetition) return repetition.undefined();
    throw;
  }
}

/// 0 in place of each `_`.
NestedTuple without_underscores(const Tiler& coordinate) {
  if (coordinate.shape() != nullptr) return *coordinate.shape();
  if (coordinate.keeps()) return NestedTuple(0);
  std::vector<NestedTuple> parts;
  for (const Tiler& mode : *coordinate.modes())
    parts.push_back(without_underscores(mode));
  return NestedTuple::tuple_of(parts);
}

/// What has no stride but 0 takes all its indices to 0, and the other entries only index 0: the
/// layout of indices without the entries that move. Of entries that continue each other only the
/// first stride has to fit.
template <class L>
Layout indices_of_zeros(const L& layout) {
  detail::ExactLayout kept;
  Exact index = 1;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    work(words(index));
    if (layout.strides()[i] == typename L::Strides::value_type())
      detail::append(kept, layout.extents()[i], index);
    index *= layout.extents()[i];
  }
  return detail::in_coalesced_form(kept);
}

/// How many blocks fill each mode of a shape.
template <class L>
Outcome<Tuple> blocks_in(const L& block, const std::vector<NestedTuple>& targets) {
  const Outcome<L> padded = algebra::append(block, L::entry(1, {}), targets.size());
  if (!padded) return Undefined{"the layout has more modes than the shape"};
  const std::vector<L> blocks = padded->modes();
  Tuple counts;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Exact count = 1;
    for (const Int extent : targets[i].entries())
      count *= extent;
    for (const Int extent : blocks[i].extents()) {
      work(words(count));
      if (count % extent != 0)
        return Undefined{"mode " + std::to_string(i) + " of the layout does not divide the shape"};
      count /= extent;
    }
    if (count > std::numeric_limits<Int>::max())
      throw LimitReached("the layout is repeated " + digits(count) + " times");
    counts.push_back(static_cast<Int>(count));
  }
  return counts;
}

template <class L>
Outcome<WithOffset<L>> moved_to(const NestedTuple& coordinate, const L& from, const L& kept,
                                Convention convention) {
  const auto offset = apply(from, coordinate, convention);
  if (!offset) return offset.undefined();
  return with_offset(kept, *offset);
}

template <class L>
Outcome<WithOffset<L>> sliced_and_moved(const Tiler& coordinate, const L& layout,
                                        Convention convention) {
  const Outcome<L> kept = slice(coordinate, layout);
  if (!kept) return kept.undefined();
  return moved_to(without_underscores(coordinate), layout, *kept, convention);
}

/// The zipped division at a coordinate of one of its two modes. What a tuple lacks is `_`; a mode
/// of rank 1 is kept whole, any other as its modes. In no convention does the coordinate go beyond
/// the mode: how a division goes on there, its function does not say.
template <class L>
Outcome<WithOffset<L>> partition_at(const L& layout, const Tiler& tiler, std::size_t mode,
                                    const Tiler& coordinate, Convention convention, Int limit) {
  const Outcome<L> pair =
      detail::in_64_bits([&] { return zipped_divide(layout, tiler, convention, limit); });
  if (!pair) return pair.undefined();
  const std::vector<L> modes = pair->modes();
  Tiler::Tuple both(2);
  both[mode] = coordinate;
  if (auto parts = detail::parts_of(coordinate)) {
    const std::size_t most = modes[mode].modes().size();
    if (parts->size() > most)
      return Undefined{"the coordinate has too many parts: " + std::to_string(parts->size())};
    parts->resize(most);
    both[mode] = Tiler(*std::move(parts));
  }
  const std::size_t others = modes[1 - mode].modes().size();
  if (others != 1) both[1 - mode] = Tiler(Tiler::Tuple(others));
  return sliced_and_moved(Tiler(std::move(both)), *pair, Convention::strict);
}

template <class L>
Outcome<WithOffset<L>> partition_of_thread(const L& layout, const Layout& threads, Int thread,
                                           Convention convention, Int limit) {
  if (!is_compact(threads)) return Undefined{to_string(threads) + " is not compact"};
  if (thread >= size(threads)) return Undefined{"there is no thread " + std::to_string(thread)};
  // A compact layout is a bijection onto what its right inverse takes back.
  const Int index = *apply(right_inverse(threads), NestedTuple(thread), Convention::strict);
  const NestedTuple sizes = product_each(threads.shape());
  return outer_partition(layout, Tiler(sizes),
                         Tiler(NestedTuple::flat(*colex_inverse(sizes, index))), convention, limit);
}

}  // namespace

Outcome<Layout> make_ordered_layout(const NestedTuple& shape, const NestedTuple& order) {
  const Outcome<std::vector<std::size_t>> places = in_order(shape.profile(), order);
  if (!places) return places.undefined();
  return compact(shape.profile(), shape.entries(), *places);
}

Layout make_layout_like(const Layout& layout) {
  const auto itself = [](Int key) { return key; };
  return compact(layout.profile(), layout.extents(),
                 sorted_places(layout.strides(), 0, itself, moves));
}

Layout make_fragment_like(const Layout& layout) {
  const std::vector<detail::Part> modes = detail::modes_of(layout.profile());
  const std::size_t first = modes.empty() ? 0 : modes.front().last;
  Tuple keys = layout.strides();
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < first; ++i)
    if (keys[i] > 0) places.push_back(i);
  const auto itself = [](Int key) { return key; };
  for (const std::size_t i : sorted_places(keys, first, itself, [](Int) { return true; }))
    places.push_back(i);
  return compact(layout.profile(), layout.extents(), places);
}

Layout filter_zeros(const Layout& layout) {
  return *filter_zeros(layout, layout.stride());
}

Outcome<Layout> filter_zeros(const Layout& layout, const NestedTuple& profile) {
  const Outcome<Tuple> marks = spread(profile, layout.profile());
  if (!marks) return marks.undefined();
  Tuple extents = layout.extents();
  for (std::size_t i = 0; i < extents.size(); ++i)
    if ((*marks)[i] == 0) extents[i] = 1;
  return Layout(layout.profile(), std::move(extents), layout.strides());
}

Layout nullspace(const Layout& layout) {
  return indices_of_zeros(layout);
}

Outcome<Layout> nullspace(const ModuleLayout& layout) {
  std::map<Tuple, bool> signs;
  for (std::size_t i = 0; i < layout.strides().size(); ++i) {
    if (layout.extents()[i] == 1) continue;
    const Element& d = layout.strides()[i];
    if (!d.is_zero() && d.module() == Module::bits) return Undefined{"over XOR values may cancel"};
    for (const Element::Part& part : d.parts()) {
      work();
      const bool is_negative = part.value < 0;
      if (signs.try_emplace(part.path, is_negative).first->second != is_negative)
        return Undefined{"integers of both signs may cancel"};
    }
  }
  return indices_of_zeros(layout);
}

Outcome<Layout> layout_add(const Layout& a, const Layout& b, Int limit) {
  const Exact n = detail::exact_size(a);
  if (n != detail::exact_size(b))
    return Undefined{to_string(a) + " and " + to_string(b) + " have other sizes"};
  if (a.shape() == b.shape()) {
    // Of entries that continue each other only the first stride has to fit.
    detail::ExactLayout sum;
    for (std::size_t i = 0; i < a.length(); ++i)
      detail::append(sum, a.extents()[i], Exact(a.strides()[i]) + b.strides()[i]);
    return detail::in_coalesced_form(sum);
  }
  // (A, B) at (i, i) is A(i) + B(i), and the index of (i, i) is (n + 1)·i.
  if (n * (n + 1) > std::numeric_limits<Int>::max())
    throw LimitReached("the square of the size does not fit in 64 bits");
  const Layout both[] = {a, b};
  const auto size = static_cast<Int>(n);
  return composition(concatenate(both), Layout::entry(size, size + 1), Convention::strict, limit);
}

Outcome<Layout> tile_to_shape(const Layout& block, const NestedTuple& shape,
                              const NestedTuple& order, Convention convention, Int limit) {
  const std::vector<NestedTuple> targets = shape.modes();
  const Outcome<Tuple> counts = blocks_in(block, targets);
  if (!counts) return counts.undefined();
  const auto stages = [&] { return repeated(block, *counts, order, convention, limit); };
  // Where a mode of the shape has modes of its own, its shape may still not come out.
  const bool is_final = std::all_of(targets.begin(), targets.end(),
                                    [](const NestedTuple& target) { return target.is_entry(); });
  const Outcome<Layout> product = is_final ? stages() : detail::in_64_bits(stages);
  if (!product) return product;
  std::vector<Layout> modes = product->modes();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (refines(modes[i].shape(), targets[i])) continue;
    std::vector<std::size_t> in_turn(targets[i].length());
    std::iota(in_turn.begin(), in_turn.end(), std::size_t{0});
    Outcome<Layout> mode = detail::exact_composition(
        detail::ExactLayout(modes[i]),
        exactly_compact(targets[i].profile(), targets[i].entries(), in_turn), Convention::strict,
        limit);
    if (!mode) return Undefined{"mode " + std::to_string(i) + ": " + mode.reason()};
    modes[i] = std::move(mode).value();
  }
  return concatenate(modes);
}

Outcome<ModuleLayout> tile_to_shape(const ModuleLayout& block, const NestedTuple& shape,
                                    const NestedTuple& order, Convention convention, Int limit) {
  const std::vector<NestedTuple> targets = shape.modes();
  const Outcome<Tuple> counts = blocks_in(block, targets);
  if (!counts) return counts.undefined();
  const Profile profile = Profile::flat(counts->size());
  const Outcome<std::vector<std::size_t>> places = in_order(profile, order);
  if (!places) return places.undefined();
  const Layout tiles = detail::in_64_bits([&] { return compact(profile, *counts, *places); });
  const Outcome<ModuleLayout> product = blocked_product(block, tiles, convention, limit);
  if (!product) return product;
  std::vector<ModuleLayout> modes = product->modes();
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (refines(modes[i].shape(), targets[i])) continue;
    Outcome<ModuleLayout> mode =
        composition(modes[i], column_major(targets[i]), Convention::strict, limit);
    if (!mode) return Undefined{"mode " + std::to_string(i) + ": " + mode.reason()};
    modes[i] = std::move(mode).value();
  }
  return detail::tuple_of(modes);
}

Outcome<Layout> tile_unzip(const Layout& layout, const Profile& profile) {
  const std::vector<Layout> modes = layout.modes();
  const std::vector<detail::Part> places = detail::modes_of(profile);
  if (profile.is_entry()) {
    if (layout.is_entry() || modes.size() != 2) return Undefined{to_string(layout) + " is no pair"};
    return layout;
  }
  if (layout.is_entry() || places.size() > modes.size())
    return Undefined{"the profile has more modes than " + to_string(layout)};
  std::vector<Layout> parts[2];
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (i >= places.size()) {
      parts[1].push_back(modes[i]);
      continue;
    }
    const Outcome<Layout> pair = tile_unzip(modes[i], *mode(profile, i));
    if (!pair) return Undefined{"mode " + std::to_string(i) + ": " + pair.reason()};
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
      parts[k].push_back(*mode(*pair, k));
  }
  const Layout both[] = {concatenate(parts[0]), concatenate(parts[1])};
  return concatenate(both);
}

Outcome<Int> crd2idx(const Tiler& coordinate, const Layout& layout, Convention convention) {
  return apply(layout, without_underscores(coordinate), convention);
}

Outcome<Element> crd2idx(const Tiler& coordinate, const ModuleLayout& layout,
                         Convention convention) {
  return apply(layout, without_underscores(coordinate), convention);
}

Outcome<Tiler> slice_and_offset(const Tiler& coordinate, const Layout& layout,
                                Convention convention) {
  return sliced_and_moved(coordinate, layout, convention);
}

Outcome<OffsetModuleLayout> slice_and_offset(const Tiler& coordinate, const ModuleLayout& layout,
                                             Convention convention) {
  return sliced_and_moved(coordinate, layout, convention);
}

Outcome<Tiler> domain_offset(const NestedTuple& coordinate, const Layout& layout,
                             Convention convention) {
  return moved_to(coordinate, layout, layout, convention);
}

Outcome<OffsetModuleLayout> domain_offset(const NestedTuple& coordinate, const ModuleLayout& layout,
                                          Convention convention) {
  return moved_to(coordinate, layout, layout, convention);
}

Outcome<Tiler> inner_partition(const Layout& layout, const Tiler& tiler, const Tiler& coordinate,
                               Convention convention, Int limit) {
  return partition_at(layout, tiler, 1, coordinate, convention, limit);
}

Outcome<OffsetModuleLayout> inner_partition(const ModuleLayout& layout, const Tiler& tiler,
                                            const Tiler& coordinate, Convention convention,
                                            Int limit) {
  return partition_at(layout, tiler, 1, coordinate, convention, limit);
}

Outcome<Tiler> outer_partition(const Layout& layout, const Tiler& tiler, const Tiler& coordinate,
                               Convention convention, Int limit) {
  return partition_at(layout, tiler, 0, coordinate, convention, limit);
}

Outcome<OffsetModuleLayout> outer_partition(const ModuleLayout& layout, const Tiler& tiler,
                                            const Tiler& coordinate, Convention convention,
                                            Int limit) {
  return partition_at(layout, tiler, 0, coordinate, convention, limit);
}

Outcome<Tiler> local_partition(const Layout& layout, const Layout& threads, Int thread,
                               Convention convention, Int limit) {
  return partition_of_thread(layout, threads, thread, convention, limit);
}

Outcome<OffsetModuleLayout> local_partition(const ModuleLayout& layout, const Layout& threads,
                                            Int thread, Convention convention, Int limit) {
  return partition_of_thread(layout, threads, thread, convention, limit);
}

}  // namespace layoutcheck::algebra
