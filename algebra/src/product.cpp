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

Outcome<Layout> product_by_rank(const Layout& a, const Layout& b, Convention convention, Int limit,
                                detail::Order order) {
  return detail::zipped_blocks(a, b, order, [&](const Layout& blocks, const Layout& copies) {
    return repetition(blocks, copies, convention, limit);
  });
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
      "blocked_product",
      [&] { return product_by_rank(a, b, convention, limit, detail::Order::block_first); }, a, b);
}

Outcome<Layout> raked_product(const Layout& a, const Layout& b, Convention convention, Int limit) {
  return named(
      "raked_product",
      [&] { return product_by_rank(a, b, convention, limit, detail::Order::repetition_first); }, a,
      b);
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
