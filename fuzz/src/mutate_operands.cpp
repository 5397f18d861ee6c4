// Mutations of several operands at once.
#include "mutate_operands.hpp"

#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <array>

namespace layoutcheck::fuzz {

namespace {

using Change = Weighted<Operands&, const Operation&>;

bool assign(Value& place, Value value, Sort sort) {
  std::optional<Value> fit = fitted(std::move(value), sort);
  if (!fit || *fit == place) return false;
  place = std::move(*fit);
  return true;
}

bool change_one(Entropy& entropy, Operands& operands, const Operation& operation) {
  const std::size_t i = entropy.below(operands.size());
  return change_value(entropy, operands[i], sort_at(operation, i));
}

bool exchange_own(Entropy& entropy, Operands& operands, const Operation& operation) {
  return exchange_operand(entropy, operands, operation, operands);
}

/// One number in place of another everywhere.
bool change_number(Entropy& entropy, Operands& operands, const Operation&) {
  Tuple numbers;
  for (const Value& operand : operands)
    collect_numbers(operand, numbers);
  if (numbers.empty()) return false;
  const Int x = entropy.pick(numbers);
  const Int y = changed_number(entropy, x, entropy.chance(90) ? 1 : 0, numbers);
  if (x == y || (y > 100 && y > x && entropy.chance(80))) return false;
  const bool strides = entropy.chance(60);
  for (Value& operand : operands)
    operand = with_number_replaced(operand, x, y, strides);
  return true;
}

bool swap_operands(Entropy& entropy, Operands& operands, const Operation&) {
  if (operands.size() < 2) return false;
  const std::size_t i = entropy.below(operands.size() - 1);
  std::swap(operands[i], operands[i + 1]);
  return operands[i] != operands[i + 1];
}

bool change_count(Entropy& entropy, Operands& operands, const Operation& operation) {
  if (!operation.variadic) return false;
  const std::size_t fixed = operation.operands.size();
  if (operands.size() > fixed && entropy.chance(50)) {
    const std::size_t i = entropy.between(fixed - 1, operands.size() - 1);
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  if (operands.size() > 4) return false;
  const std::size_t at = entropy.between(fixed - 1, operands.size());
  Value more =
      entropy.chance(50) ? any_value(entropy, sort_at(operation, at)) : Value(operands.back());
  operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(at), std::move(more));
  return true;
}

/// The second becomes one that can follow the first.
bool relate_layouts(Entropy& entropy, const Layout& a, Value& second, Sort sort) {
  switch (entropy.below(5)) {
    case 0:
      return assign(second, engine::draw_same_function(entropy, a), sort);
    case 1: {
      if (sort != Sort::tiler || a.is_entry())
        return assign(second, engine::draw_composable(entropy, a), sort);
      Tiler::Tuple modes;
      for (const Layout& mode : a.modes()) {
        modes.push_back(entropy.chance(20) ? Tiler()
                                           : Tiler(engine::draw_composable(entropy, mode)));
      }
      return assign(second, Tiler(std::move(modes)), sort);
    }
    default:
      return assign(second, engine::draw_composable(entropy, a), sort);
  }
}

bool relate_layout_and_shape(Entropy& entropy, Operands& operands, std::size_t layout,
                             std::size_t shape, const Operation& operation) {
  const Layout& a = std::get<Layout>(operands[layout]);
  if (entropy.chance(50)) {
    return assign(operands[shape], engine::draw_coarsening(entropy, a.shape()),
                  sort_at(operation, shape));
  }
  const NestedTuple& s = std::get<NestedTuple>(operands[shape]);
  if (!s.is_positive()) return false;
  Layout over = engine::draw_strides(entropy, engine::draw_refinement(entropy, s));
  return assign(operands[layout], std::move(over), sort_at(operation, layout));
}

/// An index list or a coordinate for what has this shape.
NestedTuple indices_for(Entropy& entropy, const NestedTuple& shape) {
  Tuple indices;
  switch (entropy.below(4)) {
    case 0:
      for (std::size_t i : entropy.permutation(shape.length()))
        indices.push_back(static_cast<Int>(i));
      break;
    case 1:
      for (Int s : shape.entries())
        indices.push_back(s > 0 ? static_cast<Int>(entropy.below(static_cast<std::size_t>(s))) : 0);
      return entropy.chance(50) ? NestedTuple(std::move(indices), shape.profile())
                                : NestedTuple::flat(std::move(indices));
    default:
      for (std::size_t i = 0; i < shape.length(); ++i)
        if (entropy.chance(60)) indices.push_back(static_cast<Int>(i));
  }
  return NestedTuple::flat(std::move(indices));
}

bool relate_shapes(Entropy& entropy, const NestedTuple& first, Value& second, Sort sort) {
  if ((sort == Sort::tuple || sort == Sort::flat_tuple) && entropy.chance(90))
    return assign(second, indices_for(entropy, first), sort);
  if (!first.is_positive()) return false;
  switch (entropy.below(6)) {
    case 0:
    case 1:
      return assign(second, engine::draw_refinement(entropy, first), sort);
    case 2:
    case 3:
      return assign(second, engine::draw_coarsening(entropy, first), sort);
    case 4: {  // a longer one that it divides
      Tuple entries = first.entries();
      entries.push_back(static_cast<Int>(entropy.between(1, 4)));
      return assign(second, NestedTuple::flat(std::move(entries)), sort);
    }
    default:
      return assign(
          second,
          NestedTuple(first.entries(), engine::draw_profile(entropy, first.entries().size())),
          sort);
  }
}

bool relate_morphisms(Entropy& entropy, const Morphism& f, Value& second, Sort sort) {
  const engine::MorphismWish wish{is_flat(sort), entropy.chance(50), entropy.chance(40)};
  const int size = static_cast<int>(entropy.below(30));
  switch (entropy.below(4)) {
    case 0:
      return assign(second, engine::draw_morphism_into(entropy, size, f.codomain(), wish), sort);
    case 1:
      return assign(second, engine::draw_morphism_from(entropy, size, f.codomain(), wish), sort);
    default:
      return assign(second, engine::draw_morphism_into(entropy, size, f.domain(), wish), sort);
  }
}

bool relate_morphism_and_shape(Entropy& entropy, const Morphism& f, Value& shape, Sort sort) {
  const NestedTuple& side = entropy.chance(50) ? f.domain() : f.codomain();
  if (sort == Sort::tuple || sort == Sort::flat_tuple)
    return assign(shape, indices_for(entropy, side), sort);
  switch (entropy.below(4)) {
    case 0:
      return assign(shape, side, sort);
    case 1:
      return assign(shape, engine::draw_coarsening(entropy, side), sort);
    default:
      return assign(shape, engine::draw_refinement(entropy, side), sort);
  }
}

bool relate_maps(Entropy& entropy, const PointedMap& a, Value& second) {
  const bool ends_there = entropy.chance(50);
  const Int codomain = ends_there ? a.domain() : a.codomain();
  Tuple values(entropy.below(5), 0);
  const auto reach = static_cast<std::size_t>(std::min(codomain, Int{64}));
  for (Int& value : values)
    value = static_cast<Int>(entropy.below(reach + 1));
  return assign(second, PointedMap(std::move(values), codomain), Sort::map);
}

std::size_t length_of(const Value& value) {
  Tuple numbers;
  if (const auto* profile = std::get_if<Profile>(&value)) return profile->length();
  if (const auto* f = std::get_if<Morphism>(&value)) return f->domain().length();
  if (const auto* layout = std::get_if<Layout>(&value)) return layout->length();
  collect_numbers(value, numbers);
  return numbers.size();
}

/// An operand becomes one that suits another.
bool relate(Entropy& entropy, Operands& operands, const Operation& operation) {
  if (operands.size() < 2) return false;
  const std::size_t i = entropy.below(operands.size());
  const std::size_t j = (i + 1 + entropy.below(operands.size() - 1)) % operands.size();
  const Value& first = operands[i];
  Value& second = operands[j];
  const Sort sort = sort_at(operation, j);
  const auto* f = std::get_if<Morphism>(&first);
  const auto* a = std::get_if<Layout>(&first);
  if (f != nullptr && std::holds_alternative<Morphism>(second))
    return relate_morphisms(entropy, *f, second, sort);
  if (f != nullptr && std::holds_alternative<NestedTuple>(second))
    return relate_morphism_and_shape(entropy, *f, second, sort);
  if (a != nullptr &&
      (std::holds_alternative<Layout>(second) || std::holds_alternative<Tiler>(second))) {
    return relate_layouts(entropy, *a, second, sort);
  }
  if (a != nullptr && (sort == Sort::tuple || sort == Sort::flat_tuple))
    return assign(second, indices_for(entropy, a->shape()), sort);
  if (a != nullptr && std::holds_alternative<NestedTuple>(second))
    return relate_layout_and_shape(entropy, operands, i, j, operation);
  if (a != nullptr && sort == Sort::positive) {
    Int number = 1;
    Layout layout = engine::draw_complementable(entropy, static_cast<int>(entropy.below(40)),
                                                number, is_flat(sort_at(operation, i)));
    operands[i] = std::move(layout);
    operands[j] = number;
    return true;
  }
  if (sort == Sort::integer)
    return assign(second, static_cast<Int>(entropy.below(length_of(first) + 1)), sort);
  if (const auto* shape = std::get_if<NestedTuple>(&first);
      shape != nullptr && std::holds_alternative<NestedTuple>(second)) {
    return relate_shapes(entropy, *shape, second, sort);
  }
  if (const auto* map = std::get_if<PointedMap>(&first);
      map != nullptr && std::holds_alternative<PointedMap>(second)) {
    return relate_maps(entropy, *map, second);
  }
  return false;
}

/// The tuple between two morphisms changes in both.
bool change_between(Entropy& entropy, Operands& operands, const Operation&) {
  if (operands.size() < 2) return false;
  const std::size_t i = entropy.below(operands.size());
  const std::size_t j = (i + 1 + entropy.below(operands.size() - 1)) % operands.size();
  auto* first = std::get_if<Morphism>(&operands[i]);
  auto* second = std::get_if<Morphism>(&operands[j]);
  if (first == nullptr || second == nullptr) return false;
  const bool into_domain = first->codomain() == second->domain();
  return change_shared(entropy, *first, *second, into_domain);
}

bool redraw_one(Entropy& entropy, Operands& operands, const Operation& operation) {
  const std::size_t i = entropy.below(operands.size());
  const Sort sort = sort_at(operation, i);
  return assign(operands[i], any_value(entropy, sort), sort);
}

}  // namespace

bool change_operands(Entropy& entropy, Operands& operands, const Operation& operation) {
  if (operands.empty()) return false;
  if (operation.variadic && entropy.chance(12)) return change_count(entropy, operands, operation);
  static constexpr std::array changes{
      Change{60, change_one},   Change{6, exchange_own}, Change{9, change_number},
      Change{3, swap_operands}, Change{10, relate},      Change{6, change_between},
      Change{2, redraw_one},
  };
  return do_one_of(entropy, std::span<const Change>(changes), operands, operation);
}

bool exchange_operand(Entropy& entropy, Operands& operands, const Operation& operation,
                      const Operands& from) {
  if (operands.empty() || from.empty()) return false;
  const std::size_t i = entropy.below(operands.size());
  const Value& other = entropy.pick(from);
  const Sort sort = sort_at(operation, i);
  if (entropy.chance(25)) return graft_value(entropy, operands[i], other, sort);
  if (entropy.chance(35)) return assign(operands[i], other, sort);
  std::optional<Value> value = derived_value(entropy, other, sort);
  return value && assign(operands[i], std::move(*value), sort);
}

}  // namespace layoutcheck::fuzz
