// Operands for layouts of threads and values, for tiled copies and for tiled MMAs, drawn so that
// they mostly fit together.
#include "operation_domains.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/in_turn.hpp>

#include <array>
#include <utility>

namespace layoutcheck::engine {

namespace {

NestedTuple draw_parts(Entropy& entropy, std::vector<NestedTuple> modes) {
  const NestedTuple shape = NestedTuple::tuple_of(modes);
  return entropy.chance(30) ? draw_refinement(entropy, shape) : shape;
}

/// A layout over so many threads and values of each, mostly compact.
Layout draw_thread_values(Entropy& entropy, Int threads, Int values) {
  const NestedTuple shape = draw_parts(entropy, {NestedTuple(threads), NestedTuple(values)});
  return entropy.chance(94) ? draw_compact(entropy, shape) : draw_strides(entropy, shape);
}

Int draw_count(Entropy& entropy) {
  if (entropy.wishes(DrawWish::Kind::trivial)) return draw_extent(entropy, 0);
  return entropy.pick({Int{1}, Int{1}, Int{2}, Int{2}, Int{3}, Int{4}});
}

Int draw_thread(Entropy& entropy, Int threads) {
  return static_cast<Int>(
      entropy.below(static_cast<std::size_t>(threads) + (entropy.chance(4) ? 2 : 0)));
}

/// How an atom takes its elements apart if not as its reference does.
Layout draw_target(Entropy& entropy, const Layout& reference, Int threads, Int values) {
  const std::size_t kind = entropy.below(10);
  if (kind < 2) return reference;
  if (kind < 5) return draw_thread_values(entropy, threads, values);
  if (kind < 8) {
    // Some threads say where everything is, and the others as one of them, as for ldmatrix.
    const Int part = draw_divisor(entropy, threads);
    const Int each = checked_multiply(threads / part, values);
    return Layout::tuple_of(std::vector{
        Layout::tuple_of(std::vector{Layout::entry(part, each), Layout::entry(threads / part, 0)}),
        Layout::entry(each, 1)});
  }
  if (kind < 9) return perturb(entropy, reference);
  return draw_strides(
      entropy,
      NestedTuple::flat({threads, draw_divisor(entropy, checked_multiply(threads, values))}));
}

Operands draw_tiled_copy(Entropy& entropy, int) {
  const Int threads = checked_multiply(draw_count(entropy), draw_count(entropy));
  const Int values = draw_count(entropy);
  Layout reference = draw_thread_values(entropy, threads, values);
  Layout target = draw_target(entropy, reference, threads, values);
  const Int more = entropy.chance(5) ? 1 : 0;
  const NestedTuple shape =
      draw_parts(entropy, {NestedTuple::flat({checked_add(threads, more), draw_count(entropy)}),
                           NestedTuple::flat({values, draw_count(entropy)})});
  Layout tv = entropy.chance(85) ? draw_compact(entropy, shape) : draw_strides(entropy, shape);
  return {std::move(tv), std::move(reference), std::move(target)};
}

Operands draw_copy_partition(Entropy& entropy, int size) {
  Tuple tile;
  std::vector<NestedTuple> modes;
  for (std::size_t rank = entropy.wishes(DrawWish::Kind::substance) ? entropy.between(1, 3)
                                                                    : entropy.below(4);
       rank > 0; --rank) {
    tile.push_back(draw_count(entropy));
    const NestedTuple extent(checked_multiply(tile.back(), draw_count(entropy)));
    modes.push_back(entropy.chance(80) ? extent : draw_refinement(entropy, extent));
  }
  if (entropy.chance(15)) modes.emplace_back(draw_count(entropy));
  const NestedTuple shape = NestedTuple::tuple_of(modes);
  Layout l = entropy.chance(50) ? draw_strides(entropy, shape) : draw_compact(entropy, shape);
  Tiler tiler = entropy.chance(80) ? Tiler(NestedTuple::flat(tile)) : draw_tiler(entropy, l, false);
  const Int number = saturating_product(tile);
  const Int threads = draw_divisor(entropy, number);
  Layout tv = entropy.chance(90) ? draw_thread_values(entropy, threads, number / threads)
                                 : draw_layout(entropy, size / 4);
  return {std::move(l), std::move(tiler), std::move(tv), draw_thread(entropy, threads)};
}

/// What a mode of the tile is permuted by; `number` becomes the size of that.
Tiler draw_permutation(Entropy& entropy, Int& number) {
  if (entropy.chance(50)) return {};
  number = checked_multiply(number, draw_count(entropy));
  if (entropy.chance(4)) number = checked_add(number, 1);
  if (entropy.chance(40)) return Tiler(NestedTuple(number));
  const NestedTuple shape = draw_refinement(entropy, NestedTuple(number));
  return Tiler(entropy.chance(95) ? draw_compact(entropy, shape) : draw_strides(entropy, shape));
}

/// The operands of a tiled MMA for these modes of (M,N,K); `tile` becomes the shape of the tile.
Operands draw_tiled_mma(Entropy& entropy, const std::array<std::size_t, 2>& modes, Tuple& tile) {
  Tuple atom;
  Tuple counts;
  for (int i = 0; i < 3; ++i) {
    atom.push_back(draw_count(entropy));
    counts.push_back(entropy.wishes(DrawWish::Kind::trivial)
                         ? draw_extent(entropy, 0)
                         : entropy.pick({Int{1}, Int{1}, Int{2}, Int{3}}));
  }
  const Int elements = checked_multiply(atom[modes[0]], atom[modes[1]]);
  Int threads = draw_divisor(entropy, elements);
  Layout tv = draw_thread_values(entropy, threads, elements / threads);
  if (entropy.chance(20)) {
    // Each element is with two threads.
    tv = Layout::tuple_of(std::vector{
        Layout::tuple_of(std::vector{tv.modes()[0], Layout::entry(2, 0)}), tv.modes()[1]});
    threads = checked_multiply(threads, 2);
  }
  std::vector<NestedTuple> places{NestedTuple(threads)};
  for (const Int count : counts)
    places.emplace_back(count);
  const NestedTuple shape = draw_parts(entropy, std::move(places));
  Layout all = entropy.chance(50)   ? algebra::column_major(shape)
               : entropy.chance(90) ? draw_compact(entropy, shape)
                                    : draw_strides(entropy, shape);
  if (entropy.chance(10)) {
    // Other threads lie between.
    Tuple strides = all.strides();
    for (Int& stride : strides)
      stride = checked_multiply(stride, 2);
    all = Layout(all.profile(), all.extents(), std::move(strides));
  }
  Tiler::Tuple orders;
  for (std::size_t i = 0; i < 3; ++i) {
    tile.push_back(checked_multiply(atom[i], counts[i]));
    // What is missing is kept.
    if (orders.size() == i && !entropy.chance(10))
      orders.push_back(draw_permutation(entropy, tile[i]));
  }
  Tiler permutations(std::move(orders));
  // What fits the others in nothing.
  NestedTuple extents =
      entropy.chance(2) ? draw_shape(entropy, 8, true) : NestedTuple::flat(std::move(atom));
  if (entropy.chance(2)) (entropy.chance(50) ? tv : all) = draw_layout(entropy, 12);
  return {std::move(tv), std::move(all), std::move(extents), std::move(permutations)};
}

Operands draw_mma_partition(Entropy& entropy, const std::array<std::size_t, 2>& modes) {
  Tuple tile;
  Operands operands = draw_tiled_mma(entropy, modes, tile);
  std::vector<NestedTuple> extents;
  for (const std::size_t i : modes) {
    const NestedTuple extent(checked_multiply(tile[i], draw_count(entropy)));
    extents.push_back(entropy.chance(80) ? extent : draw_refinement(entropy, extent));
  }
  if (entropy.chance(20)) extents.emplace_back(draw_count(entropy));
  const NestedTuple shape = NestedTuple::tuple_of(extents);
  Layout l = entropy.chance(50) ? draw_strides(entropy, shape) : draw_compact(entropy, shape);
  const Int threads = saturating_product(std::get<Layout>(operands[1]).extents());
  operands.insert(operands.begin(), std::move(l));
  operands.emplace_back(draw_thread(entropy, threads));
  return operands;
}

/// Those of (M,N,K) that the matrix has, or any.
std::array<std::size_t, 2> draw_modes(Entropy& entropy, std::optional<std::size_t> matrix) {
  constexpr std::array<std::array<std::size_t, 2>, 3> all{{{0, 2}, {1, 2}, {0, 1}}};
  return all.at(matrix ? *matrix : entropy.below(3));
}

/// The shape of an atom, its part of a matrix, its threads and permutations, of the ranks that they
/// have to have: else the lightest hundred thousand choices have a tiled MMA nowhere.
std::vector<Part> mma_parts() {
  const auto has_rank = [](std::size_t rank) {
    return [rank](const Operands&, const Value& layout) {
      return std::get<Layout>(layout).modes().size() == rank;
    };
  };
  return {such_that(any(Sort::flat_shape),
                    [](const Operands&, const Value& atom) {
                      return std::get<NestedTuple>(atom).length() == 3;
                    }),
          such_that(any(Sort::layout), has_rank(2)), such_that(any(Sort::layout), has_rank(4)),
          any(Sort::tiler)};
}

}  // namespace

Domain tiled_copies() {
  return make_domain("places of a tile, the reference of an atom, and its source",
                     {Sort::layout, Sort::layout, Sort::layout}, draw_tiled_copy);
}

Domain copy_partitions() {
  return make_domain("a tensor, tiles, their threads and values, and a thread",
                     {Sort::layout, Sort::tiler, Sort::layout, Sort::integer}, draw_copy_partition);
}

Domain tiled_mmas(std::optional<std::size_t> matrix) {
  return make_domain(
      "an atom's part of a matrix, the threads, the atom's shape and permutations",
      {Sort::layout, Sort::layout, Sort::flat_shape, Sort::tiler},
      [matrix](Entropy& entropy, int) {
        Tuple tile;
        return draw_tiled_mma(entropy, draw_modes(entropy, matrix), tile);
      },
      in_turn(mma_parts(), {1, 2, 0, 3}));
}

Domain mma_partitions(std::optional<std::size_t> matrix) {
  std::vector<Part> parts = mma_parts();
  parts.push_back(such_that(any(Sort::layout), [](const Operands&, const Value& tensor) {
    return std::get<Layout>(tensor).modes().size() >= 2;
  }));
  parts.push_back(any(Sort::integer));
  return make_domain(
      "a tensor, a tiled MMA and a thread",
      {Sort::layout, Sort::layout, Sort::layout, Sort::flat_shape, Sort::tiler, Sort::integer},
      [matrix](Entropy& entropy, int) {
        return draw_mma_partition(entropy, draw_modes(entropy, matrix));
      },
      in_turn(std::move(parts), {4, 1, 2, 0, 3, 5}));
}

Domains thread_value_domains() {
  const std::string mma = "layout, layout, flat shape, tiler";
  return {
      {"layout_tv(layout, layout)",
       make_domain("a layout of threads and one of values", {Sort::layout, Sort::layout},
                   [](Entropy& entropy, int) -> Operands {
                     const std::size_t rank = entropy.wishes(DrawWish::Kind::substance)
                                                  ? entropy.between(1, 3)
                                                  : entropy.below(4);
                     Layout threads = draw_nearly_compact(entropy, rank);
                     Layout values =
                         draw_nearly_compact(entropy, entropy.chance(85) ? rank : entropy.below(4));
                     return {std::move(threads), std::move(values)};
                   })},
      {"get_layoutS_TV(layout, layout, layout)", tiled_copies()},
      {"partition_S(layout, tiler, layout, integer)", copy_partitions()},
      {"get_layoutA_TV(" + mma + ")", tiled_mmas(0)},
      {"get_layoutB_TV(" + mma + ")", tiled_mmas(1)},
      {"get_layoutC_TV(" + mma + ")", tiled_mmas(2)},
      {"partition_A(layout, " + mma + ", integer)", mma_partitions(0)},
      {"partition_B(layout, " + mma + ", integer)", mma_partitions(1)},
      {"partition_C(layout, " + mma + ", integer)", mma_partitions(2)},
  };
}

}  // namespace layoutcheck::engine
