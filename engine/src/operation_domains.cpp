// Operands for operations: drawn by their sorts, or in a domain of their own where they must fit
// together.
#include "operation_domains.hpp"

#include "edges.hpp"
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace layoutcheck::engine {

bool is_tuple(Sort sort) {
  return sort == Sort::tuple || sort == Sort::flat_tuple;
}

void visit_layouts(const Value& value, const std::function<void(const Layout&)>& visit) {
  if (const auto* layout = std::get_if<Layout>(&value)) {
    visit(*layout);
  } else if (const auto* swizzled = std::get_if<SwizzledLayout>(&value)) {
    visit(swizzled->layout());
  } else if (const auto* tiler = std::get_if<Tiler>(&value)) {
    if (tiler->layout() != nullptr) visit(*tiler->layout());
    if (tiler->modes() == nullptr) return;
    for (const Tiler& mode : *tiler->modes())
      visit_layouts(mode, visit);
  }
}

Int draw_below(Entropy& entropy, Int bound) {
  return static_cast<Int>(entropy.below(static_cast<std::size_t>(bound)));
}

NestedTuple draw_coordinate(Entropy& entropy, const NestedTuple& shape) {
  if (shape.is_entry() || entropy.chance(20)) {
    const Int size = saturating_product(shape.entries());
    if (entropy.chance(4)) return NestedTuple(size);  // the first that is outside
    return NestedTuple(draw_below(entropy, size));
  }
  std::vector<NestedTuple> modes;
  for (const NestedTuple& mode : shape.modes())
    modes.push_back(draw_coordinate(entropy, mode));
  return NestedTuple::tuple_of(modes);
}

Tiler draw_tiler(Entropy& entropy, const Layout& a, bool product) {
  const auto part = [&](const Layout& mode) -> Tiler {
    if (product) {
      if (entropy.chance(30)) return Tiler(NestedTuple(static_cast<Int>(entropy.between(1, 4))));
      return Tiler(entropy.wishes(DrawWish::Kind::substance) && entropy.chance(60)
                       ? draw_tractable(entropy, 20)
                       : draw_layout(entropy, 20));
    }
    if (entropy.chance(20))
      return Tiler(NestedTuple(draw_divisor(entropy, saturating_product(mode.extents()))));
    return Tiler(draw_composable(entropy, mode));
  };
  if (a.is_entry() || entropy.chance(60)) return part(a);
  Tiler::Tuple modes;
  for (const Layout& mode : a.modes()) {
    if (entropy.chance(15)) break;
    if (entropy.chance(15))
      modes.emplace_back();
    else if (!mode.is_entry() && entropy.chance(15))
      modes.push_back(draw_tiler(entropy, mode, product));
    else
      modes.push_back(part(mode));
  }
  if (entropy.chance(3)) modes.emplace_back(NestedTuple(2));
  return Tiler(std::move(modes));
}

namespace {

/// An index list into something of this length: increasing, a permutation, or anything.
NestedTuple draw_indices(Entropy& entropy, std::size_t length, bool permutation) {
  Tuple indices;
  if (permutation) {
    for (std::size_t i : entropy.permutation(length))
      indices.push_back(static_cast<Int>(i));
  } else {
    for (std::size_t i = 0; i < length; ++i)
      if (entropy.chance(55)) indices.push_back(static_cast<Int>(i));
  }
  if (entropy.chance(6)) indices.push_back(static_cast<Int>(entropy.below(length + 2)));
  return NestedTuple::flat(std::move(indices));
}

std::size_t length_of(const Value& value) {
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) return tuple->length();
  if (const auto* profile = std::get_if<Profile>(&value)) return profile->length();
  if (const auto* layout = std::get_if<Layout>(&value)) return layout->length();
  if (const auto* f = std::get_if<Morphism>(&value)) return f->domain().length();
  return 0;
}

const NestedTuple& shape_of(const Value& value, NestedTuple& storage) {
  if (const auto* layout = std::get_if<Layout>(&value)) return storage = layout->shape();
  if (const auto* f = std::get_if<Morphism>(&value)) return storage = f->domain();
  if (const auto* over = std::get_if<ModuleLayout>(&value)) return storage = over->shape();
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&value))
    return storage = swizzled->layout().shape();
  return std::get<NestedTuple>(value);
}

PointedMap draw_map(Entropy& entropy, std::size_t domain, std::size_t codomain, bool tractable) {
  Tuple values(domain, 0);
  const std::vector<std::size_t> targets = entropy.permutation(codomain);
  for (std::size_t i = 0; i < domain; ++i) {
    if (entropy.chance(25)) continue;
    if (!tractable)
      values[i] = static_cast<Int>(entropy.below(codomain + 1));
    else if (i < codomain)
      values[i] = static_cast<Int>(targets[i]) + 1;
  }
  return {std::move(values), static_cast<Int>(codomain)};
}

Value draw_sort(Entropy& entropy, int size, Sort sort) {
  switch (sort) {
    case Sort::truth:
      return entropy.chance(50);
    case Sort::integer:
      return static_cast<Int>(entropy.below(6));
    case Sort::positive:
      return draw_extent(entropy, size);
    case Sort::shape:
    case Sort::tuple:
      return draw_shape(entropy, size);
    case Sort::flat_shape:
    case Sort::flat_tuple:
      return draw_shape(entropy, size, true);
    case Sort::profile:
      return draw_profile(entropy, entropy.below(5));
    case Sort::layout:
      return draw_layout(entropy, size);
    case Sort::flat_layout:
      return draw_layout(entropy, size, true);
    case Sort::map: {
      const bool tractable = entropy.chance(70);
      const std::size_t codomain = entropy.below(5);
      return draw_map(entropy, entropy.below(5), codomain, tractable);
    }
    case Sort::morphism:
      return draw_morphism(entropy, size);
    case Sort::flat_morphism:
      return draw_morphism(entropy, size, {true, false, false});
    case Sort::tiler:
      return Tiler(draw_layout(entropy, size));
    case Sort::coordinate:
    case Sort::offset_layout:
      return draw_kept_coordinate(entropy, draw_shape(entropy, size));
    case Sort::module_layout:
      return draw_module_layout(entropy, size);
    case Sort::element:
      return Element::bits(static_cast<Int>(entropy.below(16)));
    case Sort::swizzled_layout:
      return draw_swizzled_layout(entropy, size);
    case Sort::offset_module_layout:
      return OffsetModuleLayout(draw_module_layout(entropy, size), {});
  }
  return false;
}

/// Draws operands by their sorts, each with regard to those before it, so that most answers exist.
Operands draw_by_signature(const Operation& operation, Entropy& entropy, int size) {
  std::size_t count = operation.operands.size();
  if (operation.variadic) count += entropy.below(3);
  Operands operands{draw_sort(entropy, size, sort_at(operation, 0))};
  if (operation.family == Family::product && sort_at(operation, 0) == Sort::layout &&
      entropy.wishes(DrawWish::Kind::substance) && entropy.chance(70)) {
    // Only what has a complement can be multiplied.
    Int number = 1;
    operands.front() = draw_complementable(entropy, size, number);
  }
  while (operands.size() < count) {
    const Sort sort = sort_at(operation, operands.size());
    const Value& first = operands[0];
    NestedTuple storage;
    if (sort == Sort::flat_tuple) {
      operands.emplace_back(draw_indices(entropy, length_of(first), false));
    } else if (sort == Sort::tuple) {
      operands.emplace_back(draw_coordinate(entropy, shape_of(first, storage)));
    } else if (sort == Sort::integer) {
      operands.emplace_back(static_cast<Int>(
          entropy.below(length_of(operands.back()) + (entropy.chance(10) ? 2 : 0))));
    } else if (sort == Sort::tiler) {
      operands.emplace_back(
          draw_tiler(entropy, std::get<Layout>(first), operation.family == Family::product));
    } else {
      operands.push_back(draw_sort(entropy, size, sort));
    }
  }
  return operands;
}

/// A flat tuple that begins with the entries of the shape.
NestedTuple draw_longer(Entropy& entropy, int size, const NestedTuple& shape) {
  Tuple entries = shape.entries();
  for (std::size_t more = entropy.below(3); more > 0; --more)
    entries.push_back(draw_extent(entropy, size));
  return NestedTuple::flat(std::move(entries));
}

/// The same, but for an entry that is mostly left as it is.
NestedTuple draw_nearly_longer(Entropy& entropy, int size, const NestedTuple& shape) {
  NestedTuple longer = draw_longer(entropy, size, shape);
  if (longer.length() == 0 || !entropy.chance(25)) return longer;
  Tuple entries = longer.entries();
  Int& entry = entries[entropy.below(entries.size())];
  entry = entry == 1 || entropy.chance(50)
              ? std::min(entry, std::numeric_limits<Int>::max() - 1) + 1
              : entry - 1;
  return NestedTuple::flat(std::move(entries));
}

NestedTuple draw_other_nesting(Entropy& entropy, int, const NestedTuple& shape) {
  return {shape.entries(), draw_profile(entropy, shape.length())};
}

/// As many operands as the profile in front of them has places, mostly.
Operands draw_substitution(Entropy& entropy, int size, Sort sort) {
  Operands operands{draw_sort(entropy, size, Sort::profile)};
  const std::size_t places = length_of(operands.front()) + (entropy.chance(5) ? 1 : 0);
  for (std::size_t i = 0; i < std::max<std::size_t>(1, places); ++i)
    operands.push_back(draw_sort(entropy, size / 2, sort));
  return operands;
}

/// A first operand of its sort, and a second one that is drawn for it.
template <class Draw>
Domain dependent(Sort first, Sort second, Draw draw) {
  return make_domain("operands that fit together", {first, second},
                     [=](Entropy& entropy, int size) {
                       Operands operands{draw_sort(entropy, size, first)};
                       operands.emplace_back(draw(entropy, size, operands.front()));
                       return operands;
                     });
}

template <class Draw>
auto of_shape(Draw draw) {
  return [=](Entropy& entropy, int size, const Value& first) {
    return draw(entropy, size, std::get<NestedTuple>(first));
  };
}

/// A shape or layout and what it refines, which is operand `coarse`, with the index of an entry.
Domain with_index(Domain domain, std::size_t coarse) {
  domain.sorts.push_back(Sort::integer);
  const auto draw = domain.draw;
  return make_domain(domain.name + ", and an index", domain.sorts, [=](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const std::size_t length = std::get<NestedTuple>(operands[coarse]).length();
    operands.emplace_back(static_cast<Int>(entropy.below(length + (entropy.chance(8) ? 2 : 0))));
    return operands;
  });
}

Domain substitution(Sort sort) {
  return make_domain(
      "a profile and what takes its places", {Sort::profile, sort, sort},
      [=](Entropy& entropy, int size) { return draw_substitution(entropy, size, sort); });
}

Domain permutation(Sort sort) {
  return dependent(sort, Sort::flat_tuple, [](Entropy& entropy, int, const Value& first) {
    return draw_indices(entropy, length_of(first), true);
  });
}

/// Shapes, tuples and profiles.
Domains tuple_domains() {
  const Domain refinement =
      make_domain("a shape and one that it refines", {Sort::shape, Sort::shape},
                  [](Entropy& entropy, int size) -> Operands {
                    NestedTuple coarse = draw_shape(entropy, size);
                    NestedTuple fine = entropy.chance(90) ? draw_refinement(entropy, coarse)
                                                          : draw_shape(entropy, size);
                    return {std::move(fine), std::move(coarse)};
                  });
  return {
      {"substitute(profile, shape, ...)", substitution(Sort::shape)},
      {"substitute(profile, profile, ...)", substitution(Sort::profile)},
      {"permute(flat shape, tuple)", permutation(Sort::flat_shape)},
      {"coordinate(shape, integer)",
       dependent(Sort::shape, Sort::integer,
                 of_shape([](Entropy& entropy, int, const NestedTuple& shape) {
                   const Int size = saturating_product(shape.entries());
                   return entropy.chance(3) ? size : draw_below(entropy, size);
                 }))},
      {"index(shape, tuple)",
       dependent(Sort::shape, Sort::flat_tuple,
                 of_shape([](Entropy& entropy, int, const NestedTuple& shape) {
                   Tuple entries;
                   for (Int s : shape.entries())
                     entries.push_back(draw_below(entropy, s));
                   return NestedTuple::flat(std::move(entries));
                 }))},
      {"dilation(flat shape, flat shape)",
       dependent(Sort::flat_shape, Sort::flat_shape,
                 [](Entropy& entropy, int, const Value& first) {
                   Tuple factors;
                   for (std::size_t i = 0; i < length_of(first); ++i)
                     factors.push_back(static_cast<Int>(entropy.between(1, 4)));
                   return NestedTuple::flat(std::move(factors));
                 })},
      {"expansion(flat shape, flat shape)",
       dependent(Sort::flat_shape, Sort::flat_shape, of_shape(draw_longer))},
      {"divides(shape, shape)", dependent(Sort::shape, Sort::shape, of_shape(draw_nearly_longer))},
      {"reparenthesize(shape, shape)",
       dependent(Sort::shape, Sort::shape, of_shape(draw_other_nesting))},
      {"congruent(shape, shape)",
       dependent(Sort::shape, Sort::shape, of_shape(draw_other_nesting))},
      {"refines(shape, shape)", refinement},
      {"relative_flatten(shape, shape)", refinement},
      {"relative_mode(shape, shape, integer)", with_index(refinement, 1)},
      {"mutual_refinement(shape, shape)", mutually_refinable()},
  };
}

/// Layouts over the integers, but for CuTe's functions on them.
Domains layout_domains() {
  using enum Nesting;
  const Domain overlapping = make_domain(
      "two layouts of which one mostly has the function of the other, or nearly",
      {Sort::layout, Sort::layout}, [](Entropy& entropy, int size) -> Operands {
        Int number = 1;
        Layout b = draw_complementable(entropy, size, number);
        Layout a = entropy.chance(85) ? draw_same_function(entropy, b) : draw_layout(entropy, size);
        if (entropy.chance(60)) a = perturb(entropy, a);
        if (entropy.chance(50)) std::swap(a, b);
        return {std::move(a), std::move(b)};
      });
  return {
      {"substitute(profile, layout, ...)", substitution(Sort::layout)},
      {"permute(flat layout, tuple)", permutation(Sort::flat_layout)},
      {"relative_mode(layout, shape, integer)", with_index(layout_over_shape(), 1)},
      {"is_coalesced(layout, shape)", layout_over_shape()},
      {"coalesce(layout, shape)", layout_over_shape()},
      {"same_function(layout, layout)", layout_pairs(nested)},
      {"is_complement(layout, layout)", complement_pairs(nested)},
      {"is_complementable(layout)", complementable_layouts(nested)},
      {"is_complementable(layout, positive integer)", complementable_with_number(nested)},
      {"is_injective(layout)", near_bijections()},
      {"is_surjective(layout)", near_bijections()},
      {"is_bijective(layout)", near_bijections()},
      {"complement(layout)", complementable_layouts(nested)},
      {"complement(layout, positive integer)", complementable_with_number(nested)},
      {"flat_complement(flat layout)", complementable_layouts(flat)},
      {"flat_complement(flat layout, positive integer)", complementable_with_number(flat)},
      {"max_common_layout(layout, layout)", overlapping},
      {"max_common_vector(layout, layout)", overlapping},
      {"left_inverse(layout)", complementable_layouts(nested)},
      {"upcast(layout, positive integer)", recast_layouts(1)},
      {"downcast(layout, positive integer)", recast_layouts(1)},
      {"recast(layout, positive integer, positive integer)", recast_layouts(2)},
      {"flat_composition(flat layout, flat layout)", composable_layouts(flat)},
      {"weak_composite(layout, layout)", composable_tractable()},
      {"colfax_flat_divide(flat layout, flat layout)", divisible_layouts(flat)},
      {"colfax_flat_product(flat layout, flat layout)", multipliable_layouts(flat)},
      {"blocked_product(layout, layout)", multipliable_layouts(nested)},
      {"raked_product(layout, layout)", multipliable_layouts(nested)},
      {"is_tractable(layout)", tractable_layouts(nested)},
      {"morphism(layout)", tractable_layouts(nested)},
  };
}

/// Pointed maps and morphisms.
Domains morphism_domains() {
  using enum Nesting;
  const auto map_into = [](Int (PointedMap::*shared)() const) {
    return dependent(Sort::map, Sort::map, [=](Entropy& entropy, int, const Value& first) {
      const auto codomain = static_cast<std::size_t>((std::get<PointedMap>(first).*shared)());
      const bool tractable = entropy.chance(70);
      return draw_map(entropy, entropy.below(4), codomain, tractable);
    });
  };
  const Domain over_domain =
      make_domain("a morphism and a shape that its domain refines", {Sort::morphism, Sort::shape},
                  [](Entropy& entropy, int size) -> Operands {
                    Morphism f = draw_morphism(entropy, size);
                    NestedTuple coarse = draw_coarsening(entropy, f.domain());
                    return {std::move(f), std::move(coarse)};
                  });
  // Operations on two morphisms that need not fit together are undefined where they do not.
  const auto or_any = [](Domain domain) {
    domain.draw = [pair = domain.draw](Entropy& entropy, int size) {
      Operands operands = pair(entropy, size);
      if (entropy.chance(6)) {
        const bool is_flat = std::get<Morphism>(operands.back()).is_flat();
        operands.back() = draw_morphism(entropy, size, {is_flat, false, false});
      }
      return operands;
    };
    return domain;
  };
  // Of every pair it is true or false, so all are enumerated.
  Domain pairs = morphisms(nested, 2);
  pairs.draw = product_candidates(nested).draw;
  return {
      {"composition(pointed map, pointed map)", map_into(&PointedMap::domain)},
      {"concatenate(pointed map, pointed map)", map_into(&PointedMap::codomain)},
      {"relative_mode(morphism, shape, integer)", with_index(over_domain, 1)},
      {"composition(morphism, morphism)", or_any(composable_morphisms(nested, false))},
      {"inverse(morphism)",
       make_domain("an isomorphism", {Sort::morphism},
                   [](Entropy& entropy, int size) -> Operands {
                     const NestedTuple s = draw_shape(entropy, size);
                     Tuple map_values;
                     Tuple codomain(s.length());
                     for (std::size_t i : entropy.permutation(s.length()))
                       map_values.push_back(static_cast<Int>(i) + 1);
                     for (std::size_t i = 0; i < s.length(); ++i)
                       codomain[static_cast<std::size_t>(map_values[i]) - 1] = s.entries()[i];
                     const std::size_t length = codomain.size();
                     return {
                         Morphism(s, std::move(map_values),
                                  NestedTuple(std::move(codomain), draw_profile(entropy, length)))};
                   })},
      {"factorize(flat morphism, tuple)",
       make_domain("a tuple morphism and indices of its codomain",
                   {Sort::flat_morphism, Sort::flat_tuple},
                   [](Entropy& entropy, int size) -> Operands {
                     Morphism f = draw_morphism(entropy, size, {true, false, false});
                     Tuple indices;
                     for (std::size_t j = 0; j < f.codomain().length(); ++j) {
                       const bool hit =
                           std::count(f.map().begin(), f.map().end(), static_cast<Int>(j) + 1) > 0;
                       if (entropy.chance(hit ? 97 : 40)) indices.push_back(static_cast<Int>(j));
                     }
                     return {std::move(f), NestedTuple::flat(std::move(indices))};
                   })},
      {"concatenate(morphism, ...)", or_any(disjoint_morphisms(nested))},
      {"flat_concatenate(flat morphism, ...)", or_any(disjoint_morphisms(flat))},
      {"complement(morphism)", injective_morphisms(nested)},
      {"logical_divide(morphism, morphism)", or_any(composable_morphisms(nested, false))},
      {"colfax_flat_divide(flat morphism, flat morphism)",
       or_any(composable_morphisms(flat, false))},
      {"logical_product(morphism, morphism)", product_candidates(nested)},
      {"colfax_flat_product(flat morphism, flat morphism)", product_candidates(flat)},
      {"is_complementable(morphism)", injective_morphisms(nested)},
      {"is_standard_form(morphism)", standard_morphisms(nested)},
      {"is_disjoint(morphism, morphism)", or_any(disjoint_morphisms(nested))},
      {"is_complement(morphism, morphism)", or_any(complement_morphisms(nested))},
      {"is_product_admissible(morphism, morphism)", pairs},
      {"pullback(morphism, shape)", morphism_with_refined_codomain()},
      {"pushforward(morphism, shape)", morphism_with_refined_domain()},
  };
}

/// Operations whose operands must fit together, with the domain that a statement has for them.
/// Throws Overflow if the size or cosize of an operand does not fit in 64 bits: the answer to most
/// questions on it would be that it does not. Of a shape, most ask for no size.
void require_sizes(const Operation& operation, const Operands& operands) {
  for (const Value& operand : operands) {
    visit_layouts(operand, [](const Layout& layout) {
      algebra::size(layout);
      algebra::cosize(layout);
    });
    // The notation writes no integer below -(2^63 - 1).
    if (const auto* layout = std::get_if<ModuleLayout>(&operand))
      for (const Element& d : layout->strides())
        for (const Element::Part& part : d.parts())
          checked_multiply(part.value, -1);
  }
  if (operation.name == "size" && sort_at(operation, 0) == Sort::shape)
    algebra::size(std::get<NestedTuple>(operands.front()));
}

/// The layout with strides over a module in place of its own: mostly the coordinates of its
/// shape, by mode, and never such that it reads as a layout over the integers.
ModuleLayout draw_over_module(Entropy& entropy, const Layout& layout) {
  const std::size_t kind = entropy.below(10);
  std::vector<Element> strides;
  Int place = 0;
  for (const Layout& mode : layout.modes()) {
    Int index = 1;
    for (std::size_t i = 0; i < mode.length(); ++i) {
      const Int d = mode.strides()[i];
      if (d == 0)
        strides.emplace_back();
      else if (kind < 6)
        strides.push_back(Element::coordinate({{{place}, entropy.chance(70) ? index : d}}));
      else
        strides.push_back(kind < 9 ? Element::bits(d) : Element::integer(-d));
      index = saturating_product({index, mode.extents()[i]});
    }
    place = std::min<Int>(place + 1, 255);
  }
  ModuleLayout result(layout.profile(), layout.extents(), std::move(strides));
  if (!reads_as_layout(result)) return result;
  return ModuleLayout::entry(entropy.wishes(DrawWish::Kind::trivial) ? 1 : 2,
                             Element::coordinate({{{0}, 1}}));
}

/// What is drawn for a layout over the integers, as a value of another sort with its shape.
Value draw_as(Entropy& entropy, Sort sort, const Layout& layout, int size) {
  if (sort == Sort::module_layout) return draw_over_module(entropy, layout);
  const SwizzledLayout w = draw_swizzled_layout(entropy, size);
  return SwizzledLayout(w.swizzle(), w.offset(), layout);
}

/// Operations that do with the layout behind a swizzle, or with a tensor over a module, what they
/// do with a layout over the integers: the operands that are drawn for that.
void add_of_layouts(Domains& all) {
  const Vocabulary& vocabulary = standard_vocabulary();
  for (const Operation& operation : vocabulary.operations()) {
    std::vector<Sort> sorts = operation.operands;
    const auto is_of_layouts = [&](Sort sort) {
      return sort == Sort::swizzled_layout
                 ? operation.answer == Sort::swizzled_layout && sorts.front() == sort
                 : sort == Sort::module_layout &&
                       (operation.answer == Sort::offset_module_layout ||
                        operation.name == "crd2idx" || operation.name == "nullspace");
    };
    const auto found_sort = std::ranges::find_if(sorts, is_of_layouts);
    if (found_sort == sorts.end() || all.contains(signature(operation))) continue;
    const Sort sort = std::exchange(*found_sort, Sort::layout);
    const auto place = static_cast<std::size_t>(found_sort - sorts.begin());
    const auto named = vocabulary.named(operation.name);
    const Operation* behind = *std::ranges::find(named, sorts, &Operation::operands);
    const auto found = all.find(signature(*behind));
    const auto draw = [=, special = found != all.end(),
                       of = found != all.end() ? found->second.draw
                                               : std::function<Operands(Entropy&, int)>()](
                          Entropy& entropy, int size) {
      Operands operands = special ? of(entropy, size) : draw_by_signature(*behind, entropy, size);
      operands[place] = draw_as(entropy, sort, std::get<Layout>(operands[place]), size);
      return operands;
    };
    all.emplace(signature(operation),
                make_domain(sort == Sort::module_layout
                                ? "layouts over a module with operands that mostly fit together"
                                : "swizzles before operands that mostly fit together",
                            operation.operands, draw));
  }
}

const Domains& special_domains() {
  static const Domains domains = [] {
    Domains all = tuple_domains();
    for (Domains (*family)() :
         {layout_domains, morphism_domains, cute_domains, module_domains, thread_value_domains})
      all.merge(family());
    add_of_layouts(all);
    for (const auto& [key, domain] : all) {
      const auto operations = standard_vocabulary().operations();
      const auto has_it = [&](const Operation& operation) { return signature(operation) == key; };
      if (std::none_of(operations.begin(), operations.end(), has_it))
        throw std::logic_error("a domain is given for " + key + ", which is no signature");
    }
    return all;
  }();
  return domains;
}

}  // namespace

Domain asked(Domain domain, const Operation& operation) {
  // Of a hundred questions, as many are on any operands, on trivial ones, on some that need not fit
  // together, and at edges. What is simplest to draw comes first: Hypothesis shrinks to it.
  constexpr std::size_t any = 8;
  constexpr std::size_t trivial = 5;
  constexpr std::size_t apart = 4;
  const std::size_t at_edges = edge_percent(operation);
  const auto draw_as = [draw = domain.draw, sorts = domain.sorts, &operation, at_edges](
                           Entropy& entropy, int size) -> Operands {
    const std::size_t kind = entropy.below(100);
    if (kind >= 100 - at_edges) return draw_at_edge(entropy, operation, draw, size);
    DrawWish wish;
    wish.kind = kind < any             ? DrawWish::Kind::any
                : kind < any + trivial ? DrawWish::Kind::trivial
                                       : DrawWish::Kind::substance;
    WishfulEntropy wishful(entropy, wish);
    Operands operands = draw(wishful, size);
    if (kind >= any + trivial && kind < any + trivial + apart) {
      // One that need not fit the others, so that there may be no answer.
      const std::size_t i = entropy.below(std::min(operands.size(), sorts.size()));
      operands[i] = draw_sort(wishful, size, sorts[i]);
    }
    return operands;
  };
  domain.draw = [draw_as, &operation](Entropy& entropy, int size) {
    Operands operands = draw_as(entropy, size);
    require_sizes(operation, operands);
    return operands;
  };
  return domain;
}

Domain domain_of(const Operation& operation) {
  const auto found = special_domains().find(signature(operation));
  if (found != special_domains().end()) return asked(found->second, operation);
  std::vector<Sort> sorts = operation.operands;
  if (operation.variadic) sorts.push_back(sorts.back());
  return asked(make_domain(signature(operation), std::move(sorts),
                           [&operation](Entropy& entropy, int size) {
                             return draw_by_signature(operation, entropy, size);
                           }),
               operation);
}

}  // namespace layoutcheck::engine
