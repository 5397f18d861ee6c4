// Mutations of values of any sort: which change is made, what a value of one sort makes of another,
// and what text reads as.
#include "mutate_values.hpp"

#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <iterator>

namespace layoutcheck::fuzz {

namespace {

/// The first tuple in the text of a tiler: its shape, or the one of a layout.
const NestedTuple* shape_in(const Tiler& tiler, NestedTuple& storage) {
  if (tiler.layout() != nullptr) return &(storage = tiler.layout()->shape());
  if (tiler.modes() != nullptr) {
    for (const Tiler& mode : *tiler.modes())
      if (const NestedTuple* found = shape_in(mode, storage)) return found;
  }
  return tiler.shape();
}

const Layout* layout_in(Entropy& entropy, const Tiler& tiler) {
  if (tiler.modes() == nullptr || tiler.modes()->empty()) return tiler.layout();
  return layout_in(entropy, entropy.pick(*tiler.modes()));
}

/// A tuple that is in the value: the whole, a shape, a stride, a domain, a codomain, or a part.
std::optional<NestedTuple> tuple_in(Entropy& entropy, const Value& from) {
  std::optional<NestedTuple> found;
  if (const auto* tuple = std::get_if<NestedTuple>(&from)) {
    found = *tuple;
  } else if (const auto* layout = std::get_if<Layout>(&from)) {
    found = entropy.chance(80) ? layout->shape() : layout->stride();
  } else if (const auto* f = std::get_if<Morphism>(&from)) {
    found = entropy.chance(50) ? f->domain() : f->codomain();
  } else if (const auto* map = std::get_if<PointedMap>(&from)) {
    found = NestedTuple::flat(map->values());
  } else if (const auto* integer = std::get_if<Int>(&from)) {
    found = NestedTuple(*integer);
  } else if (const auto* tiler = std::get_if<Tiler>(&from)) {
    NestedTuple storage;
    if (const NestedTuple* shape = shape_in(*tiler, storage)) found = *shape;
  }
  if (found && entropy.chance(25)) {
    Draft draft = draft_of(*found);
    take_part(entropy, draft);
    found = tuple_of(draft);
  }
  return found;
}

std::optional<Layout> layout_from(Entropy& entropy, const Value& from) {
  if (const auto* layout = std::get_if<Layout>(&from)) {
    Draft draft = draft_of(*layout);
    if (entropy.chance(40)) take_part(entropy, draft);
    return layout_of(draft);
  }
  if (const auto* tiler = std::get_if<Tiler>(&from)) {
    if (const Layout* layout = layout_in(entropy, *tiler)) return *layout;
  }
  const std::optional<NestedTuple> shape = tuple_in(entropy, from);
  if (!shape) return std::nullopt;
  return engine::draw_strides(entropy, with_least(*shape, 1));
}

std::optional<Morphism> morphism_from(Entropy& entropy, const Value& from, bool flat) {
  if (const auto* f = std::get_if<Morphism>(&from)) return *f;
  const std::optional<NestedTuple> tuple = tuple_in(entropy, from);
  if (!tuple || tuple->length() > most_entries) return std::nullopt;
  const NestedTuple shape = flat ? flattened(with_least(*tuple, 1)) : with_least(*tuple, 1);
  const engine::MorphismWish wish{flat, false, false};
  return entropy.chance(50) ? engine::draw_morphism_into(entropy, 10, shape, wish)
                            : engine::draw_morphism_from(entropy, 10, shape, wish);
}

std::optional<Tiler> tiler_from(Entropy& entropy, const Value& from) {
  if (const auto* tiler = std::get_if<Tiler>(&from)) {
    return tiler->modes() != nullptr && !tiler->modes()->empty() && entropy.chance(40)
               ? entropy.pick(*tiler->modes())
               : *tiler;
  }
  if (entropy.chance(70)) {
    const std::optional<Layout> layout = layout_from(entropy, from);
    if (!layout) return std::nullopt;
    if (entropy.chance(75)) return Tiler(*layout);
    Tiler::Tuple modes;
    for (Layout& mode : layout->modes())
      modes.emplace_back(std::move(mode));
    return Tiler(std::move(modes));
  }
  const std::optional<NestedTuple> shape = tuple_in(entropy, from);
  return shape ? std::optional(Tiler(with_least(*shape, 1))) : std::nullopt;
}

/// One of the values that are simpler or, mostly, another one.
template <class T>
bool change_by_drawing(Entropy& entropy, T& value, T (*draw)(Entropy&, int)) {
  T other = draw(entropy, static_cast<int>(entropy.below(30)));
  std::swap(value, other);
  return value != other;
}

/// The layout over XOR, over coordinates or with negative integers that has these strides.
std::optional<ModuleLayout> module_layout_from(Entropy& entropy, const Value& from) {
  if (const auto* layout = std::get_if<ModuleLayout>(&from)) return *layout;
  const std::optional<Layout> layout = layout_from(entropy, from);
  if (!layout) return std::nullopt;
  const std::size_t kind = entropy.below(3);
  std::vector<Element> strides;
  for (const Int d : layout->strides()) {
    strides.push_back(kind == 0 ? Element::bits(d)
                      : kind == 1
                          ? Element::integer(-d)
                          : Element::coordinate({{{static_cast<Int>(entropy.below(3))}, d}}));
  }
  return ModuleLayout(layout->profile(), layout->extents(), std::move(strides));
}

Element any_element(Entropy& entropy, int size) {
  const ModuleLayout layout = engine::draw_module_layout(entropy, size);
  return layout.strides().empty() ? Element() : entropy.pick(layout.strides());
}

OffsetModuleLayout moved_by_a_stride(Entropy& entropy, const ModuleLayout& layout) {
  return {layout, layout.strides().empty() ? Element() : entropy.pick(layout.strides())};
}

PointedMap any_map(Entropy& entropy) {
  const std::size_t codomain = entropy.below(6);
  Tuple values(entropy.below(6));
  for (Int& value : values)
    value = static_cast<Int>(entropy.below(codomain + 1));
  return {std::move(values), static_cast<Int>(codomain)};
}

}  // namespace

bool change_value(Entropy& entropy, Value& value, Sort sort) {
  bool done = false;
  if (auto* truth = std::get_if<bool>(&value)) {
    *truth = !*truth;
    return true;
  }
  if (auto* integer = std::get_if<Int>(&value))
    return change_integer(entropy, *integer, least_of(sort));
  if (auto* tuple = std::get_if<NestedTuple>(&value))
    done = change_tuple(entropy, *tuple, least_of(sort));
  else if (auto* profile = std::get_if<Profile>(&value))
    return change_profile(entropy, *profile);
  else if (auto* layout = std::get_if<Layout>(&value))
    done = change_layout(entropy, *layout);
  else if (auto* map = std::get_if<PointedMap>(&value))
    return change_map(entropy, *map);
  else if (auto* f = std::get_if<Morphism>(&value))
    done = change_morphism(entropy, *f);
  else if (auto* tiler = std::get_if<Tiler>(&value))
    done = change_tiler(entropy, *tiler);
  else if (auto* over = std::get_if<ModuleLayout>(&value))
    return change_by_drawing(entropy, *over, engine::draw_module_layout);
  else if (auto* element = std::get_if<Element>(&value))
    return change_by_drawing(entropy, *element, any_element);
  else if (auto* swizzled = std::get_if<SwizzledLayout>(&value))
    return change_by_drawing(entropy, *swizzled, engine::draw_swizzled_layout);
  if (done && !is_of(value, sort)) {
    std::optional<Value> fit = fitted(std::move(value), sort);
    done = fit.has_value();
    if (fit) value = std::move(*fit);
  }
  return done;
}

bool graft_value(Entropy& entropy, Value& value, const Value& other, Sort sort) {
  const auto grafted = [&](const Draft& before, const Draft& from,
                           auto&& make) -> std::optional<Value> {
    Draft draft = before;
    if (!graft(entropy, draft, from) || !is_small(draft, before) ||
        !is_tame(entropy, before.a, draft.a))
      return std::nullopt;
    return fitted(make(draft), sort);
  };
  std::optional<Value> result;
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    if (const std::optional<NestedTuple> from = tuple_in(entropy, other))
      result = grafted(draft_of(*tuple), draft_of(*from), tuple_of);
  } else if (const auto* profile = std::get_if<Profile>(&value)) {
    if (const auto* from = std::get_if<Profile>(&other))
      result = grafted(draft_of(*profile), draft_of(*from), profile_of);
  } else if (const auto* layout = std::get_if<Layout>(&value)) {
    if (const std::optional<Layout> from = layout_from(entropy, other))
      result = grafted(draft_of(*layout), draft_of(*from), layout_of);
  } else if (const auto* tiler = std::get_if<Tiler>(&value)) {
    if (std::optional<Tiler> from = tiler_from(entropy, other)) {
      Tiler::Tuple modes;
      if (tiler->modes() != nullptr)
        modes = *tiler->modes();
      else
        modes.push_back(*tiler);
      if (modes.size() < 6) {
        const auto at = static_cast<std::ptrdiff_t>(entropy.below(modes.size() + 1));
        modes.insert(modes.begin() + at, std::move(*from));
        result = Value(Tiler(std::move(modes)));
      }
    }
  }
  if (!result) return false;
  value = std::move(*result);
  return true;
}

std::optional<Value> derived_value(Entropy& entropy, const Value& from, Sort sort) {
  std::optional<Value> found;
  switch (sort) {
    case Sort::truth:
      return entropy.chance(50);
    case Sort::integer:
    case Sort::positive: {
      Tuple numbers;
      collect_numbers(from, numbers);
      if (numbers.empty()) return std::nullopt;
      found = entropy.chance(30) ? size_of(numbers) : entropy.pick(numbers);
      break;
    }
    case Sort::shape:
    case Sort::flat_shape:
    case Sort::tuple:
    case Sort::flat_tuple:
      found = tuple_in(entropy, from);
      break;
    case Sort::profile:
      if (std::holds_alternative<Profile>(from))
        found = from;
      else if (const std::optional<NestedTuple> tuple = tuple_in(entropy, from))
        found = tuple->profile();
      break;
    case Sort::layout:
    case Sort::flat_layout:
      found = layout_from(entropy, from);
      break;
    case Sort::map:
      if (const auto* f = std::get_if<Morphism>(&from))
        found = PointedMap(f->map(), static_cast<Int>(f->codomain().length()));
      else if (std::holds_alternative<PointedMap>(from))
        found = from;
      break;
    case Sort::morphism:
    case Sort::flat_morphism:
      found = morphism_from(entropy, from, is_flat(sort));
      break;
    case Sort::tiler:
      found = tiler_from(entropy, from);
      break;
    case Sort::coordinate:
    case Sort::offset_layout:
      if (const auto* tiler = std::get_if<Tiler>(&from))
        found = *tiler;
      else if (const std::optional<NestedTuple> tuple = tuple_in(entropy, from))
        found = Tiler(*tuple);
      break;
    case Sort::module_layout:
      found = module_layout_from(entropy, from);
      break;
    case Sort::element:
      if (const auto* over = std::get_if<ModuleLayout>(&from);
          over != nullptr && !over->strides().empty())
        found = entropy.pick(over->strides());
      break;
    case Sort::swizzled_layout:
      if (const std::optional<Layout> layout = layout_from(entropy, from)) {
        const SwizzledLayout drawn = engine::draw_swizzled_layout(entropy, 0);
        found = SwizzledLayout(drawn.swizzle(), drawn.offset(), *layout);
      }
      break;
    case Sort::offset_module_layout:
      if (const auto* over = std::get_if<ModuleLayout>(&from))
        found = moved_by_a_stride(entropy, *over);
      break;
  }
  return found ? fitted(std::move(*found), sort) : std::nullopt;
}

Value any_value(Entropy& entropy, Sort sort) {
  const int size = static_cast<int>(entropy.below(30));
  switch (sort) {
    case Sort::truth:
      return entropy.chance(50);
    case Sort::integer:
    case Sort::positive:
      return interesting_number(entropy, least_of(sort));
    case Sort::shape:
    case Sort::flat_shape:
    case Sort::tuple:
    case Sort::flat_tuple:
      return engine::draw_shape(entropy, size, is_flat(sort));
    case Sort::profile:
      return engine::draw_profile(entropy, entropy.below(5));
    case Sort::layout:
    case Sort::flat_layout:
      return engine::draw_layout(entropy, size, is_flat(sort));
    case Sort::map:
      return any_map(entropy);
    case Sort::morphism:
    case Sort::flat_morphism:
      return engine::draw_morphism(entropy, size, {is_flat(sort), false, false});
    case Sort::tiler: {
      Tiler tiler = any_mode(entropy);
      return tiler.keeps() ? Tiler(Tiler::Tuple{std::move(tiler)}) : tiler;
    }
    case Sort::coordinate:
    case Sort::offset_layout:
      return engine::draw_kept_coordinate(entropy, engine::draw_shape(entropy, size));
    case Sort::module_layout:
      return engine::draw_module_layout(entropy, size);
    case Sort::element:
      return any_element(entropy, size);
    case Sort::swizzled_layout:
      return engine::draw_swizzled_layout(entropy, size);
    case Sort::offset_module_layout:
      return moved_by_a_stride(entropy, engine::draw_module_layout(entropy, size));
  }
  return false;
}

}  // namespace layoutcheck::fuzz
