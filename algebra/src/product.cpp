// Products: a block and its repetition along the complement.
#include "endless_complement.hpp"
#include "exact_layout.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <limits>

namespace layoutcheck::algebra {

namespace {

/// A^c∘B. The complements of A for the numbers that are large enough differ only in the extent of
/// their last mode, and B stays below all of these: the composition is the same if that mode goes
/// on for ever.
Outcome<Layout> repetition(const Layout& a, const Layout& b, Convention convention, Int limit) {
  const Outcome<detail::EndlessComplement> room = detail::endless_complement(a, convention);
  if (!room) return Undefined{to_string(a) + " has no complement: " + room.reason()};
  if (room->last_stride > static_cast<detail::Wide>(std::numeric_limits<Int>::max())) {
    return detail::exact_composition(detail::endless_layout(*room), detail::ExactLayout(b),
                                     Convention::extended, limit);
  }
  const Layout parts[] = {room->least, Layout::flat({2}, {static_cast<Int>(room->last_stride)})};
  return composition(flat_concatenate(parts), b, Convention::extended, limit);
}

Outcome<Layout> multiply(const Layout& a, const Layout& b, Convention convention, Int limit) {
  const Outcome<Layout> repeated = repetition(a, b, convention, limit);
  if (!repeated) return repeated.undefined();
  const Layout both[] = {a, *repeated};
  return concatenate(both);
}

/// The modes, filled up with 1:0; an integer is one mode.
std::vector<Layout> padded(const Layout& layout, std::size_t rank) {
  std::vector<Layout> modes = layout.modes();
  modes.resize(rank, Layout::entry(1, 0));
  return modes;
}

enum class Order { block_first, repetition_first };

Outcome<Layout> zipped_blocks(const Layout& a, const Layout& b, Convention convention, Int limit,
                              Order order) {
  const std::size_t common = std::max(rank(a), rank(b));
  const std::vector<Layout> blocks = padded(a, common);
  const Outcome<Layout> repeated =
      repetition(concatenate(blocks), concatenate(padded(b, common)), convention, limit);
  if (!repeated) return repeated.undefined();
  const std::vector<Layout> repetitions = repeated->modes();
  std::vector<Layout> modes;
  modes.reserve(common);
  for (std::size_t i = 0; i < common; ++i) {
    const Layout& first = order == Order::block_first ? blocks[i] : repetitions[i];
    const Layout& second = order == Order::block_first ? repetitions[i] : blocks[i];
    const Layout pair[] = {first, second};
    modes.push_back(concatenate(pair));
  }
  return concatenate(modes);
}

}  // namespace

Outcome<Layout> logical_product(const Layout& a, const Tiler& tiler, Convention convention,
                                Int limit) {
  return named(
      "logical_product",
      [&] {
        return detail::by_mode(a, tiler, detail::Beyond::kept,
                               [&](const Layout& mode, const Layout& leaf) {
                                 return multiply(mode, leaf, convention, limit);
                               });
      },
      a, tiler);
}

Outcome<Layout> zipped_product(const Layout& a, const Tiler& tiler, Convention convention,
                               Int limit) {
  return named(
      "zipped_product",
      [&] { return detail::zipped(logical_product(a, tiler, convention, limit), tiler); }, a,
      tiler);
}

Outcome<Layout> tiled_product(const Layout& a, const Tiler& tiler, Convention convention,
                              Int limit) {
  return named(
      "tiled_product",
      [&] { return detail::tiled(logical_product(a, tiler, convention, limit), tiler); }, a, tiler);
}

Outcome<Layout> flat_product(const Layout& a, const Tiler& tiler, Convention convention,
                             Int limit) {
  return named(
      "flat_product",
      [&] { return detail::unpacked(logical_product(a, tiler, convention, limit), tiler); }, a,
      tiler);
}

Outcome<Layout> blocked_product(const Layout& a, const Layout& b, Convention convention,
                                Int limit) {
  return named(
      "blocked_product", [&] { return zipped_blocks(a, b, convention, limit, Order::block_first); },
      a, b);
}

Outcome<Layout> raked_product(const Layout& a, const Layout& b, Convention convention, Int limit) {
  return named(
      "raked_product",
      [&] { return zipped_blocks(a, b, convention, limit, Order::repetition_first); }, a, b);
}

Outcome<Layout> colfax_flat_product(const Layout& a, const Layout& b, Int limit) {
  return named(
      "colfax_flat_product",
      [&]() -> Outcome<Layout> {
        const Outcome<Layout> product = multiply(a, b, Convention::strict, limit);
        return product ? Outcome<Layout>(flatten(*product)) : product;
      },
      a, b);
}

}  // namespace layoutcheck::algebra
