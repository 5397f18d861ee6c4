// Divisions and products of layouts over modules.
#include "exact_layout.hpp"
#include "module_repetition.hpp"
#include "tilers.hpp"
#include "xor_tables.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/module_products.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/algebra/named.hpp>

#include <limits>

namespace layoutcheck::algebra {

namespace {

Outcome<ModuleLayout> divided_over_module(const ModuleLayout& a, const Layout& b,
                                          Convention convention, Int limit) {
  constexpr Int most = std::numeric_limits<Int>::max();
  const Exact points = detail::product_of(a.extents());
  const bool is_small = points <= most;
  const Outcome<Layout> rest =
      is_small ? complement(b, static_cast<Int>(points), convention) : complement(b, convention);
  if (!rest) return rest.undefined();
  detail::require_points(points, most);
  return composition(a, concatenate(std::vector{b, *rest}), convention, limit);
}

Outcome<ModuleLayout> by_rank_over_module(const ModuleLayout& a, const Layout& b,
                                          Convention convention, Int limit, detail::Order order) {
  const Module module = module_of(a.strides());
  return detail::zipped_blocks(a, b, order, [&](const ModuleLayout& blocks, const Layout& copies) {
    return detail::repetition_over(module, blocks, copies, convention, limit);
  });
}

}  // namespace

Outcome<ModuleLayout> composition(const ModuleLayout& a, const Tiler& tiler, Convention convention,
                                  Int limit) {
  return named(
      "composition",
      [&] {
        return detail::by_mode(a, tiler, detail::Beyond::dropped,
                               [&](const ModuleLayout& mode, const Layout& leaf) {
                                 return composition(mode, leaf, convention, limit);
                               });
      },
      a, tiler);
}

Outcome<ModuleLayout> logical_divide(const ModuleLayout& a, const Tiler& tiler,
                                     Convention convention, Int limit) {
  return named(
      "logical_divide",
      [&] {
        return detail::by_mode(a, tiler, detail::Beyond::kept,
                               [&](const ModuleLayout& mode, const Layout& leaf) {
                                 return divided_over_module(mode, leaf, convention, limit);
                               });
      },
      a, tiler);
}

Outcome<ModuleLayout> logical_product(const ModuleLayout& a, const Tiler& tiler,
                                      Convention convention, Int limit) {
  const Module module = module_of(a.strides());
  const auto multiply = [&](const ModuleLayout& mode, const Layout& leaf) -> Outcome<ModuleLayout> {
    const Outcome<ModuleLayout> copies =
        detail::repetition_over(module, mode, leaf, convention, limit);
    if (!copies) return copies;
    return detail::tuple_of(std::vector{mode, *copies});
  };
  return named(
      "logical_product", [&] { return detail::by_mode(a, tiler, detail::Beyond::kept, multiply); },
      a, tiler);
}

Outcome<ModuleLayout> zipped_divide(const ModuleLayout& a, const Tiler& tiler,
                                    Convention convention, Int limit) {
  return named(
      "zipped_divide",
      [&] { return detail::zipped(logical_divide(a, tiler, convention, limit), tiler); }, a, tiler);
}

Outcome<ModuleLayout> tiled_divide(const ModuleLayout& a, const Tiler& tiler, Convention convention,
                                   Int limit) {
  return named(
      "tiled_divide",
      [&] { return detail::tiled(logical_divide(a, tiler, convention, limit), tiler); }, a, tiler);
}

Outcome<ModuleLayout> flat_divide(const ModuleLayout& a, const Tiler& tiler, Convention convention,
                                  Int limit) {
  return named(
      "flat_divide",
      [&] { return detail::unpacked(logical_divide(a, tiler, convention, limit), tiler); }, a,
      tiler);
}

Outcome<ModuleLayout> zipped_product(const ModuleLayout& a, const Tiler& tiler,
                                     Convention convention, Int limit) {
  return named(
      "zipped_product",
      [&] { return detail::zipped(logical_product(a, tiler, convention, limit), tiler); }, a,
      tiler);
}

Outcome<ModuleLayout> tiled_product(const ModuleLayout& a, const Tiler& tiler,
                                    Convention convention, Int limit) {
  return named(
      "tiled_product",
      [&] { return detail::tiled(logical_product(a, tiler, convention, limit), tiler); }, a, tiler);
}

Outcome<ModuleLayout> flat_product(const ModuleLayout& a, const Tiler& tiler, Convention convention,
                                   Int limit) {
  return named(
      "flat_product",
      [&] { return detail::unpacked(logical_product(a, tiler, convention, limit), tiler); }, a,
      tiler);
}

Outcome<ModuleLayout> blocked_product(const ModuleLayout& a, const Layout& b, Convention convention,
                                      Int limit) {
  return named(
      "blocked_product",
      [&] { return by_rank_over_module(a, b, convention, limit, detail::Order::block_first); }, a,
      b);
}

Outcome<ModuleLayout> raked_product(const ModuleLayout& a, const Layout& b, Convention convention,
                                    Int limit) {
  return named(
      "raked_product",
      [&] { return by_rank_over_module(a, b, convention, limit, detail::Order::repetition_first); },
      a, b);
}

}  // namespace layoutcheck::algebra
