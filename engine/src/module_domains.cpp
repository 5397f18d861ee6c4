// Operands for operations over modules and on swizzled layouts.
#include "operation_domains.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>

namespace layoutcheck::engine {

namespace {

ModuleLayout draw_to_invert(Entropy& entropy, int size) {
  return entropy.chance(60) && !entropy.wishes(DrawWish::Kind::trivial)
             ? draw_linear_layout(entropy)
             : draw_module_layout(entropy, size);
}

/// The layout over XOR that a swizzled layout is; any over a module if it is none.
ModuleLayout draw_unswizzled(Entropy& entropy, int size) {
  for (int tries = 0; tries < 10; ++tries) {
    const SwizzledLayout w = draw_swizzled_layout(entropy, size);
    try {
      const auto over = algebra::xor_layout(SwizzledLayout(w.swizzle(), 0, w.layout()));
      if (over && module_of(over->strides()) == Module::bits) return *over;
    } catch (const LimitReached&) {
    } catch (const Overflow&) {
    }
  }
  return draw_module_layout(entropy, size);
}

/// A number that is mostly a multiple of a power of two which no value reaches.
Int draw_number(Entropy& entropy, const ModuleLayout& layout) {
  Int power = 1;
  for (std::size_t i = 0; i < layout.length(); ++i)
    while (layout.extents()[i] > 1 && power <= layout.strides()[i].value() && power < 4096)
      power *= 2;
  if (entropy.chance(20)) return static_cast<Int>(entropy.between(1, 40));
  return power * static_cast<Int>(entropy.between(1, 6));
}

ModuleLayout draw_block(Entropy& entropy, int size) {
  return entropy.wishes(DrawWish::Kind::trivial) ? ModuleLayout::entry(1, Element::bits(1))
                                                 : draw_to_invert(entropy, size / 2);
}

/// A shape that mostly is filled by some blocks of this layout.
NestedTuple draw_filled(Entropy& entropy, const ModuleLayout& block) {
  if (entropy.wishes(DrawWish::Kind::trivial)) return NestedTuple::flat({1});
  std::vector<NestedTuple> modes;
  // Time is spent on every copy of the block.
  Int copies = 16;
  for (const ModuleLayout& mode : block.modes()) {
    const Int wanted =
        entropy.chance(85) ? Int{1} << entropy.below(3) : static_cast<Int>(entropy.between(1, 5));
    const Int times = std::min(wanted, copies);
    copies /= times;
    const Int size = saturating_product({saturating_product(mode.extents()), times});
    modes.emplace_back(entropy.chance(15) ? NestedTuple::flat(draw_factors(entropy, size))
                                          : NestedTuple(size));
  }
  if (entropy.chance(15)) modes.emplace_back(static_cast<Int>(entropy.between(1, 4)));
  return NestedTuple::tuple_of(modes);
}

/// A layout that divides one of this shape.
Layout draw_divisor_of(Entropy& entropy, const ModuleLayout& a, int size) {
  if (entropy.chance(20)) return draw_layout(entropy, size / 4);
  return draw_composable(entropy, algebra::column_major(NestedTuple(a.extents(), a.profile())));
}

/// The layout, now and then with the last stride 0, so that a mode alone does not tell the module.
ModuleLayout with_idle_mode(Entropy& entropy, const ModuleLayout& layout) {
  if (layout.length() == 0 || !entropy.chance(12)) return layout;
  std::vector<Element> strides = layout.strides();
  strides.back() = {};
  const ModuleLayout changed(layout.profile(), layout.extents(), std::move(strides));
  return reads_as_layout(changed) ? layout : changed;
}

bool has_no_box(const ModuleLayout& layout) {
  return std::ranges::any_of(layout.strides(), [](const Element& d) {
    return d.module() == Module::bits ||
           std::ranges::any_of(d.parts(), [](const auto& part) { return part.value < 0; });
  });
}

/// The leaves of a coordinate of this shape: at each a place, and how many points it has. A mode
/// that is a tuple is one, or has its own.
struct Leaf {
  Tuple place;
  Int size;
};

void add_leaves(Entropy& entropy, const NestedTuple& shape, const Tuple& place,
                std::vector<Leaf>& leaves) {
  if (shape.is_entry() || (!place.empty() && entropy.chance(50))) {
    leaves.push_back({place, algebra::size(shape)});
    return;
  }
  Tuple inner = place;
  inner.push_back(0);
  for (const NestedTuple& mode : shape.modes()) {
    add_leaves(entropy, mode, inner, leaves);
    ++inner.back();
  }
}

/// The element whose integers at the leaves are the digits of an index, or near them.
Element draw_coordinate_of(Entropy& entropy, const std::vector<Leaf>& leaves, Int index) {
  std::vector<Element::Part> parts;
  for (const Leaf& leaf : leaves) {
    const Int digit = index % leaf.size;
    index /= leaf.size;
    if (digit != 0) parts.push_back({leaf.place, entropy.chance(5) ? -digit : digit});
  }
  if (index > 0 && !parts.empty() && entropy.chance(50)) parts.back().value += index;
  return Element::coordinate(std::move(parts));
}

/// A layout whose values are coordinates of V, bits or integers of either sign.
ModuleLayout draw_indices_of(Entropy& entropy, const ModuleLayout& v, int size) {
  const Layout b = draw_divisor_of(entropy, v, size);
  std::vector<Leaf> leaves;
  if (!v.is_entry()) add_leaves(entropy, v.shape(), {}, leaves);
  const std::size_t kind = entropy.below(leaves.empty() ? 5 : 10);
  const bool all_negative = entropy.chance(60);
  std::vector<Element> strides;
  for (const Int d : b.strides())
    if (kind >= 5)
      strides.push_back(draw_coordinate_of(entropy, leaves, d));
    else if (kind >= 2)
      strides.push_back(Element::bits(d));
    else
      strides.push_back(Element::integer(all_negative || entropy.chance(50) ? -d : d));
  ModuleLayout after(b.profile(), b.extents(), std::move(strides));
  if (!reads_as_layout(after)) return after;
  const Int extent = entropy.wishes(DrawWish::Kind::trivial) ? 1 : 2;
  const Element unit =
      leaves.empty() ? Element::bits(1) : Element::coordinate({{leaves.front().place, 1}});
  return ModuleLayout::entry(extent, unit);
}

/// A shape that mostly has the values of W for indices: powers of two, where the swizzle may go.
NestedTuple draw_domain_of(Entropy& entropy, const SwizzledLayout& w) {
  Int most = w.offset() % 4096;
  const Layout& l = w.layout();
  for (std::size_t j = 0; j < l.length(); ++j)
    most += saturating_product({l.extents()[j] - 1, l.strides()[j]}) % 4096;
  const auto [bits, base, shift] = w.swizzle();
  auto length = static_cast<Int>(std::bit_width(static_cast<std::uint64_t>(most)));
  if (bits > 0 && shift < 0 && length > base) length = std::max(length, base + bits - shift);
  Tuple extents = draw_factors(entropy, Int{1} << std::min<Int>(length, 16));
  if (entropy.chance(15)) extents.push_back(static_cast<Int>(entropy.between(1, 6)));
  Profile profile = draw_profile(entropy, extents.size());
  return {std::move(extents), std::move(profile)};
}

/// Such a layout over the integers, mostly one that takes bits to bits.
Layout draw_outer(Entropy& entropy, const SwizzledLayout& w, int size) {
  if (entropy.chance(12)) return draw_layout(entropy, size);
  const NestedTuple shape = draw_domain_of(entropy, w);
  return entropy.chance(65) ? draw_compact(entropy, shape) : draw_strides(entropy, shape);
}

/// Such a layout over a module.
ModuleLayout draw_outer_over_module(Entropy& entropy, const SwizzledLayout& w, int size) {
  if (entropy.wishes(DrawWish::Kind::trivial) || entropy.chance(15))
    return draw_module_layout(entropy, size);
  const Layout behind = draw_outer(entropy, w, size);
  const std::size_t kind = entropy.below(10);
  std::vector<Element> strides;
  Int place = 0;
  for (const Int d : behind.strides()) {
    place += entropy.chance(60) ? 1 : 0;
    if (d == 0 || entropy.chance(kind < 2 ? 60 : 15))
      strides.emplace_back();
    else if (kind < 6)
      strides.push_back(Element::bits(entropy.chance(70) ? d : d ^ (d >> 1)));
    else
      strides.push_back(kind < 9 ? Element::coordinate({{{place % 3}, d}}) : Element::integer(-d));
  }
  ModuleLayout layout(behind.profile(), behind.extents(), std::move(strides));
  return reads_as_layout(layout) ? draw_module_layout(entropy, size) : layout;
}

/// A over coordinates of which few are worth nothing together, and W whose bits are parities.
Operands draw_cancelling(Entropy& entropy) {
  const auto length = static_cast<Int>(entropy.between(2, 4));
  const auto bits = static_cast<Int>(entropy.below(3));
  const Int shift = bits + static_cast<Int>(entropy.below(2));
  const NestedTuple shape = NestedTuple::flat(draw_factors(entropy, Int{1} << length));
  SwizzledLayout w({bits, static_cast<Int>(entropy.below(2)), entropy.chance(30) ? -shift : shift},
                   static_cast<Int>(entropy.below(4)) << length, draw_compact(entropy, shape));
  Tuple extents(static_cast<std::size_t>(length + 4), 2);
  std::vector<Element> strides;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const Int d = entropy.pick({Int{0}, Int{0}, Int{1}, Int{1}, Int{-1}, Int{-1}, Int{2}});
    strides.push_back(d == 0 ? Element() : Element::coordinate({{{0}, d}}));
  }
  if (std::ranges::all_of(strides, &Element::is_zero))
    strides.back() = Element::coordinate({{{0}, 1}});
  return {ModuleLayout::flat(std::move(extents), std::move(strides)), std::move(w)};
}

/// A layout with nearly the values of W in order.
Layout draw_like(Entropy& entropy, const SwizzledLayout& w, int size) {
  if (entropy.chance(20)) return draw_layout(entropy, size);
  const Layout same = draw_same_function(entropy, w.layout());
  return entropy.chance(30) ? perturb(entropy, same) : same;
}

Int draw_unit(Entropy& entropy) {
  if (entropy.wishes(DrawWish::Kind::trivial)) return 1;
  return entropy.chance(92) ? Int{1} << entropy.below(4) : static_cast<Int>(entropy.between(1, 9));
}

}  // namespace

Domains module_domains() {
  using enum Sort;
  Domains domains;
  const auto add = [&](const char* signature, std::vector<Sort> sorts,
                       std::function<Operands(Entropy&, int)> draw) {
    domains.emplace(signature, make_domain("operands that mostly fit together", std::move(sorts),
                                           std::move(draw)));
  };
  // A over a module, and mostly a tiler such that A∘B exists over its shape, whatever its strides
  // are.
  for (const char* signature :
       {"composition(layout over a module, tiler)", "logical_divide(layout over a module, tiler)",
        "zipped_divide(layout over a module, tiler)", "tiled_divide(layout over a module, tiler)",
        "flat_divide(layout over a module, tiler)"}) {
    add(signature, {module_layout, tiler}, [](Entropy& entropy, int size) -> Operands {
      ModuleLayout a = draw_module_layout(entropy, size);
      Tiler t = entropy.chance(60) ? Tiler(draw_divisor_of(entropy, a, size))
                                   : draw_tiler(entropy, algebra::column_major(a.shape()), false);
      return {std::move(a), std::move(t)};
    });
  }
  add("composition(layout over a module, layout over a module)", {module_layout, module_layout},
      [](Entropy& entropy, int size) -> Operands {
        ModuleLayout a = draw_module_layout(entropy, size);
        if (entropy.chance(30)) {
          std::vector<Element> strides;
          const Layout compact = draw_compact(entropy, a.shape());
          for (const Int d : compact.strides())
            strides.push_back(Element::integer(d));
          a = ModuleLayout(a.profile(), a.extents(), std::move(strides));
        }
        ModuleLayout b = draw_indices_of(entropy, a, size);
        return {std::move(a), std::move(b)};
      });
  for (const char* signature :
       {"slice(coordinate, layout over a module)", "dice(coordinate, layout over a module)"}) {
    add(signature, {coordinate, module_layout}, [](Entropy& entropy, int size) -> Operands {
      ModuleLayout v = draw_module_layout(entropy, size);
      Tiler c = draw_kept_coordinate(entropy, v.shape());
      return {std::move(c), std::move(v)};
    });
  }
  add("concatenate(layout over a module, ...)", {module_layout},
      [](Entropy& entropy, int size) -> Operands {
        // The parts of one, which are over one module; now and then another.
        Operands parts;
        for (ModuleLayout& mode : draw_module_layout(entropy, size).modes())
          parts.emplace_back(std::move(mode));
        const auto reads = [](const Value& part) {
          return reads_as_layout(std::get<ModuleLayout>(part));
        };
        if (std::ranges::all_of(parts, reads) || entropy.chance(20))
          parts.emplace_back(draw_module_layout(entropy, size));
        return parts;
      });
  add("same_function(layout over a module, layout over a module)", {module_layout, module_layout},
      [](Entropy& entropy, int size) -> Operands {
        const ModuleLayout a = draw_module_layout(entropy, size);
        ModuleLayout b = algebra::coalesce(a);
        if (entropy.chance(30) && a.length() > 0) {
          std::vector<Element> strides = a.strides();
          strides[entropy.below(strides.size())] = entropy.pick(a.strides());
          b = ModuleLayout(a.profile(), a.extents(), std::move(strides));
        } else if (entropy.chance(10)) {
          b = draw_module_layout(entropy, size);
        }
        return {a, std::move(b)};
      });
  add("to_linear(layout over a module)", {module_layout},
      [](Entropy& entropy, int size) -> Operands { return {draw_module_layout(entropy, size)}; });
  add("from_linear(tuple)", {flat_tuple}, [](Entropy& entropy, int) -> Operands {
    Tuple values;
    for (std::size_t i = entropy.below(7); i > 0; --i)
      if (!values.empty() && entropy.chance(60))
        values.push_back(2 * values.back());
      else
        values.push_back(static_cast<Int>(entropy.below(64)));
    return {NestedTuple::flat(std::move(values))};
  });
  for (const char* signature :
       {"right_inverse(layout over a module)", "left_inverse(layout over a module)",
        "complement(layout over a module)"}) {
    add(signature, {module_layout},
        [](Entropy& entropy, int size) -> Operands { return {draw_to_invert(entropy, size)}; });
  }
  for (const char* name : {"is_injective", "is_surjective", "is_bijective"})
    domains.emplace(name + std::string("(layout over a module)"), near_bijections_over_modules());
  add("complement(layout over a module, positive integer)", {module_layout, positive},
      [](Entropy& entropy, int size) -> Operands {
        ModuleLayout a = draw_to_invert(entropy, size);
        const Int n = draw_number(entropy, a);
        return {std::move(a), n};
      });
  add("cosize(layout over a module)", {module_layout}, [](Entropy& entropy, int size) -> Operands {
    // Mostly without values that are negative, or under XOR.
    ModuleLayout v = draw_module_layout(entropy, size);
    for (int tries = 0; tries < 6 && has_no_box(v) && entropy.chance(85); ++tries)
      v = draw_module_layout(entropy, size);
    return {std::move(v)};
  });
  add("coalesce(layout over a module, shape)", {module_layout, shape},
      [](Entropy& entropy, int size) -> Operands {
        ModuleLayout v = draw_module_layout(entropy, size);
        NestedTuple coarse =
            entropy.chance(94) ? draw_coarsening(entropy, v.shape()) : draw_shape(entropy, size);
        return {std::move(v), std::move(coarse)};
      });
  const auto draw_copies = [](Entropy& entropy, int size) {
    return entropy.chance(70) ? draw_nearly_compact(entropy, entropy.below(3))
                              : draw_layout(entropy, size / 8);
  };
  for (const char* signature :
       {"logical_product(layout over a module, tiler)",
        "zipped_product(layout over a module, tiler)", "tiled_product(layout over a module, tiler)",
        "flat_product(layout over a module, tiler)"}) {
    add(signature, {module_layout, tiler}, [=](Entropy& entropy, int size) -> Operands {
      ModuleLayout a = with_idle_mode(entropy, draw_to_invert(entropy, size / 2));
      Tiler t = entropy.chance(60) ? Tiler(draw_copies(entropy, size))
                                   : draw_tiler(entropy, algebra::column_major(a.shape()), true);
      return {std::move(a), std::move(t)};
    });
  }
  for (const char* signature : {"blocked_product(layout over a module, layout)",
                                "raked_product(layout over a module, layout)"}) {
    add(signature, {module_layout, layout}, [=](Entropy& entropy, int size) -> Operands {
      ModuleLayout a = draw_to_invert(entropy, size / 2);
      Layout b = draw_copies(entropy, size);
      return {std::move(a), std::move(b)};
    });
  }
  add("tile_to_shape(layout over a module, shape)", {module_layout, shape},
      [](Entropy& entropy, int size) -> Operands {
        ModuleLayout a = draw_block(entropy, size);
        NestedTuple filled = draw_filled(entropy, a);
        return {std::move(a), std::move(filled)};
      });
  add("tile_to_shape(layout over a module, shape, nested tuple)", {module_layout, shape, tuple},
      [](Entropy& entropy, int size) -> Operands {
        ModuleLayout a = draw_block(entropy, size);
        NestedTuple filled = draw_filled(entropy, a);
        Tuple order;
        for (const std::size_t place : entropy.permutation(filled.modes().size()))
          order.push_back(static_cast<Int>(place));
        return {std::move(a), std::move(filled), NestedTuple::flat(std::move(order))};
      });
  add("swizzled_layout(layout over a module)", {module_layout},
      [](Entropy& entropy, int size) -> Operands {
        return {entropy.chance(50) ? draw_unswizzled(entropy, size)
                                   : draw_to_invert(entropy, size)};
      });
  add("slice(coordinate, swizzled layout)", {coordinate, swizzled_layout},
      [](Entropy& entropy, int size) -> Operands {
        SwizzledLayout w = draw_swizzled_layout(entropy, size);
        Tiler c = draw_kept_coordinate(entropy, w.layout().shape());
        return {std::move(c), std::move(w)};
      });
  add("max_common_vector(swizzled layout, layout)", {swizzled_layout, layout},
      [](Entropy& entropy, int size) -> Operands {
        SwizzledLayout w = draw_swizzled_layout(entropy, size);
        Layout b = draw_like(entropy, w, size);
        return {std::move(w), std::move(b)};
      });
  add("max_common_vector(swizzled layout, swizzled layout)", {swizzled_layout, swizzled_layout},
      [](Entropy& entropy, int size) -> Operands {
        SwizzledLayout w = draw_swizzled_layout(entropy, size);
        const SwizzledLayout other = draw_swizzled_layout(entropy, size);
        const Swizzle& swizzle = entropy.chance(40) ? w.swizzle() : other.swizzle();
        SwizzledLayout second(swizzle, entropy.chance(80) ? w.offset() : other.offset(),
                              draw_like(entropy, w, size));
        return {std::move(w), std::move(second)};
      });
  add("composition(layout, swizzled layout)", {layout, swizzled_layout},
      [](Entropy& entropy, int size) -> Operands {
        SwizzledLayout w = draw_swizzled_layout(entropy, size);
        Layout a = draw_outer(entropy, w, size);
        return {std::move(a), std::move(w)};
      });
  add("composition(layout over a module, swizzled layout)", {module_layout, swizzled_layout},
      [](Entropy& entropy, int size) -> Operands {
        if (!entropy.wishes(DrawWish::Kind::trivial) && entropy.chance(20))
          return draw_cancelling(entropy);
        SwizzledLayout w = draw_swizzled_layout(entropy, size);
        ModuleLayout a = draw_outer_over_module(entropy, w, size);
        return {std::move(a), std::move(w)};
      });
  add("composition(swizzled layout, swizzled layout)", {swizzled_layout, swizzled_layout},
      [](Entropy& entropy, int size) -> Operands {
        SwizzledLayout w = draw_swizzled_layout(entropy, size);
        const SwizzledLayout other = draw_swizzled_layout(entropy, size);
        const Swizzle& swizzle = entropy.chance(30) ? w.swizzle() : other.swizzle();
        SwizzledLayout a(swizzle, other.offset(), draw_outer(entropy, w, size));
        return {std::move(a), std::move(w)};
      });
  const auto draw_with_unit = [](Entropy& entropy, int size) -> Operands {
    SwizzledLayout w = draw_swizzled_layout(entropy, size);
    const Int n = draw_unit(entropy);
    if (entropy.wishes(DrawWish::Kind::trivial) || entropy.chance(60)) {
      // A layout of which the parts and the units are known.
      Operands operands = draw(recast_layouts(1), entropy, size);
      w = SwizzledLayout(w.swizzle(), entropy.chance(60) ? w.offset() / n * n : w.offset(),
                         std::get<Layout>(operands.front()));
    }
    return {std::move(w), n};
  };
  add("upcast(swizzled layout, positive integer)", {swizzled_layout, positive}, draw_with_unit);
  add("downcast(swizzled layout, positive integer)", {swizzled_layout, positive}, draw_with_unit);
  add("recast(swizzled layout, positive integer, positive integer)",
      {swizzled_layout, positive, positive}, [=](Entropy& entropy, int size) -> Operands {
        Operands operands = draw_with_unit(entropy, size);
        const Int common = entropy.chance(70) ? 1 : static_cast<Int>(entropy.between(2, 8));
        const Int n = common * std::get<Int>(operands.back());
        operands.back() = entropy.chance(50) ? n : common;
        operands.emplace_back(operands.back() == Value(n) ? common : n);
        return operands;
      });
  return domains;
}

}  // namespace layoutcheck::engine
