// Layouts that take no value twice, all values, or both, and others that nearly do.
#include "operation_domains.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <utility>

namespace layoutcheck::engine {

namespace {

struct Modes {
  Tuple extents;
  Tuple strides;
};

/// Extents, now and then such as make no table, with strides next to where a value is left out or
/// taken twice.
Modes draw_modes(Entropy& entropy, int size, bool small) {
  constexpr Int most = Int{1} << 40;
  Modes modes;
  Int sum = 0;      // of the greatest values
  Int product = 1;  // of the extents
  const bool is_large = !small && entropy.one_in(20);
  for (std::size_t i = entropy.below(5); i > 0; --i) {
    const Int extent = is_large ? entropy.pick({Int{2}, Int{3}, Int{1000}, Int{1024}, Int{65537}})
                                : std::min<Int>(draw_extent(entropy, size / 2), 8);
    const std::size_t kind = entropy.below(12);
    Int stride = kind < 5   ? sum + 1
                 : kind < 6 ? sum
                 : kind < 7 ? sum + 2
                 : kind < 9 ? product
                            : static_cast<Int>(entropy.below(static_cast<std::size_t>(sum) + 3));
    stride *= entropy.chance(10) ? 2 : 1;
    if (stride > most / extent || product > (small ? 64 : most) / extent) break;
    sum += (extent - 1) * stride;
    product *= extent;
    modes.extents.push_back(extent);
    modes.strides.push_back(stride);
  }
  Modes mixed;
  for (const std::size_t i : entropy.permutation(modes.extents.size())) {
    mixed.extents.push_back(modes.extents[i]);
    mixed.strides.push_back(modes.strides[i]);
  }
  return mixed;
}

Layout draw_near_bijection(Entropy& entropy, int size) {
  if (entropy.chance(15)) return draw_layout(entropy, size);
  if (entropy.chance(15)) {
    Int number = 1;
    return draw_complementable(entropy, size, number);
  }
  Modes modes = draw_modes(entropy, size, false);
  const Layout layout = Layout::flat(std::move(modes.extents), std::move(modes.strides));
  return entropy.chance(40) ? draw_same_function(entropy, layout) : layout;
}

/// The same modes over a module: coordinates at two places, with an integer each, or bits.
ModuleLayout draw_near_bijection_over_module(Entropy& entropy, int size) {
  if (entropy.chance(20)) return draw_module_layout(entropy, size);
  if (entropy.chance(45)) return draw_linear_layout(entropy);
  Modes modes;
  std::vector<Element> strides;
  const std::size_t kind = entropy.below(10);
  for (Int place = 0; place < (kind < 5 ? 2 : 1); ++place) {
    const Modes here = draw_modes(entropy, size, true);
    for (std::size_t i = 0; i < here.extents.size(); ++i) {
      const Int d = here.strides[i];
      const Int signed_d = entropy.chance(20) ? -d : d;
      modes.extents.push_back(here.extents[i]);
      strides.push_back(kind < 5   ? Element::coordinate({{{place}, signed_d}})
                        : kind < 7 ? Element::integer(signed_d)
                                   : Element::bits(d));
    }
  }
  if (std::ranges::all_of(strides, [](const Element& d) {
        return d.module() == Module::integers && d.value() >= 0;
      }))
    return draw_linear_layout(entropy);
  return ModuleLayout::flat(std::move(modes.extents), std::move(strides));
}

}  // namespace

Domain near_bijections() {
  return make_domain(
      "a layout that mostly takes no value twice, or all up to the greatest, or nearly",
      {Sort::layout},
      [](Entropy& entropy, int size) -> Operands { return {draw_near_bijection(entropy, size)}; });
}

Domain near_bijections_over_modules() {
  return make_domain(
      "a layout over a module that mostly takes no value twice, or all of a box, or nearly",
      {Sort::module_layout}, [](Entropy& entropy, int size) -> Operands {
        return {draw_near_bijection_over_module(entropy, size)};
      });
}

Domain pairs_of_entries() {
  return make_domain("two entries",
                     {Sort::positive, Sort::positive, Sort::positive, Sort::positive},
                     [](Entropy& entropy, int) -> Operands {
                       const auto below = [&](std::size_t end) {
                         return static_cast<Int>(1 + entropy.below(end));
                       };
                       const Int unit = below(3);
                       const Int d = unit * below(8);
                       const Int e = unit * below(8);
                       return {1 + below(8), d, 1 + below(8), e};
                     });
}

}  // namespace layoutcheck::engine
