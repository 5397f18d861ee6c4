// What the text of a value reads as, how long it is, and what makes a value one of a sort.
#include "mutate_values.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck::fuzz {

namespace {

std::size_t digits(Int n) {
  std::size_t count = 1;
  for (; n > 9; n /= 10)
    ++count;
  return count;
}

/// The brackets and commas.
std::size_t frame_length(std::string_view word) {
  std::size_t length = 0;
  char previous = '(';
  for (char c : word) {
    length += previous != '(' && c != ')' ? 1U : 0U;
    length += c == '*' ? 0U : 1U;
    previous = c;
  }
  return length;
}

std::size_t text_length_of(std::string_view word, const Tuple& entries) {
  std::size_t length = frame_length(word);
  for (Int entry : entries)
    length += digits(entry);
  return length;
}

std::size_t text_length_of(const Layout& layout) {
  const std::string& word = layout.profile().word();
  return text_length_of(word, layout.extents()) + 1 + text_length_of(word, layout.strides());
}

std::size_t text_length_of(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return text_length_of(*tiler.layout());
  if (const NestedTuple* shape = tiler.shape())
    return text_length_of(shape->profile().word(), shape->entries());
  std::size_t length = 1;
  if (tiler.modes() != nullptr) {
    for (const Tiler& mode : *tiler.modes())
      length += text_length_of(mode) + 1;
    length = std::max(length, std::size_t{2});
  }
  return length;
}

}  // namespace

bool is_flat(Sort sort) {
  return sort == Sort::flat_shape || sort == Sort::flat_tuple || sort == Sort::flat_layout ||
         sort == Sort::flat_morphism;
}

Int least_of(Sort sort) {
  return sort == Sort::positive || sort == Sort::shape || sort == Sort::flat_shape ||
                 sort == Sort::tiler
             ? 1
             : 0;
}

NestedTuple flattened(const NestedTuple& tuple) {
  return tuple.is_flat() ? tuple : NestedTuple::flat(tuple.entries());
}

NestedTuple with_least(const NestedTuple& tuple, Int least) {
  Tuple entries = tuple.entries();
  for (Int& entry : entries)
    entry = std::max(entry, least);
  return {std::move(entries), tuple.profile()};
}

std::optional<Value> fitted(Value value, Sort sort) {
  if (const auto* tiler = std::get_if<Tiler>(&value); tiler != nullptr && tiler->keeps())
    return std::nullopt;
  if (const auto* over = std::get_if<ModuleLayout>(&value);
      over != nullptr && reads_as_layout(*over))
    return std::nullopt;
  if (reads_as(value, sort)) {
    represent(value, sort);
    return value;
  }
  if (const auto* integer = std::get_if<Int>(&value); integer != nullptr && least_of(sort) == 1) {
    value = std::max(*integer, Int{1});
  } else if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    NestedTuple fit = with_least(*tuple, least_of(sort));
    value = is_flat(sort) ? flattened(fit) : std::move(fit);
  } else if (const auto* layout = std::get_if<Layout>(&value); layout != nullptr && is_flat(sort)) {
    value = Layout::flat(layout->extents(), layout->strides());
  } else if (const auto* f = std::get_if<Morphism>(&value); f != nullptr && is_flat(sort)) {
    value = Morphism(flattened(f->domain()), f->map(), flattened(f->codomain()));
  }
  if (!reads_as(value, sort)) return std::nullopt;
  represent(value, sort);
  return value;
}

bool reads_as(const Value& value, Sort sort) {
  switch (sort) {
    case Sort::integer:
    case Sort::positive:
      if (const auto* tuple = std::get_if<NestedTuple>(&value))
        return tuple->is_entry() && tuple->entries()[0] >= least_of(sort);
      break;
    case Sort::shape:
    case Sort::tuple:
      if (const auto* integer = std::get_if<Int>(&value)) return *integer >= least_of(sort);
      [[fallthrough]];
    case Sort::flat_shape:
    case Sort::flat_tuple:
      if (const auto* profile = std::get_if<Profile>(&value))
        return profile->length() == 0 && (!is_flat(sort) || profile->is_flat());
      if (const auto* tiler = std::get_if<Tiler>(&value))
        return tiler->shape() != nullptr && is_of(*tiler->shape(), sort);
      break;
    case Sort::profile:
      if (const auto* tuple = std::get_if<NestedTuple>(&value)) return tuple->length() == 0;
      break;
    case Sort::layout:
    case Sort::flat_layout:
      if (const auto* tiler = std::get_if<Tiler>(&value))
        return tiler->layout() != nullptr && (!is_flat(sort) || tiler->layout()->is_flat());
      if (const auto* over = std::get_if<ModuleLayout>(&value))
        return reads_as_layout(*over) && (!is_flat(sort) || over->is_flat());
      break;
    case Sort::tiler:
      if (const auto* tiler = std::get_if<Tiler>(&value))
        return !tiler->keeps() && is_of(value, sort);
      if (std::holds_alternative<ModuleLayout>(value)) return reads_as(value, Sort::layout);
      if (std::holds_alternative<Layout>(value)) return true;
      return reads_as(value, Sort::shape);
    case Sort::coordinate:
      return std::holds_alternative<Tiler>(value) ? is_of(value, sort)
                                                  : reads_as(value, Sort::tuple);
    default:
      break;
  }
  return is_of(value, sort);
}

void represent(Value& value, Sort sort) {
  switch (sort) {
    case Sort::integer:
    case Sort::positive:
      if (const auto* tuple = std::get_if<NestedTuple>(&value)) value = Int{tuple->entries()[0]};
      return;
    case Sort::shape:
    case Sort::flat_shape:
    case Sort::tuple:
    case Sort::flat_tuple:
      if (const auto* integer = std::get_if<Int>(&value))
        value = NestedTuple(*integer);
      else if (const auto* profile = std::get_if<Profile>(&value))
        value = NestedTuple({}, *profile);
      else if (const auto* tiler = std::get_if<Tiler>(&value))
        value = NestedTuple(*tiler->shape());
      return;
    case Sort::profile:
      if (const auto* tuple = std::get_if<NestedTuple>(&value)) value = Profile(tuple->profile());
      return;
    case Sort::layout:
    case Sort::flat_layout:
      if (const auto* tiler = std::get_if<Tiler>(&value))
        value = Layout(*tiler->layout());
      else if (const auto* over = std::get_if<ModuleLayout>(&value))
        value = parse_layout(to_string(*over));
      return;
    case Sort::coordinate:
      if (std::holds_alternative<Tiler>(value)) return;
      represent(value, Sort::tuple);
      value = Tiler(std::get<NestedTuple>(value));
      return;
    case Sort::tiler:
      if (std::holds_alternative<ModuleLayout>(value)) represent(value, Sort::layout);
      if (const auto* layout = std::get_if<Layout>(&value)) {
        value = Tiler(*layout);
      } else if (!std::holds_alternative<Tiler>(value)) {
        represent(value, Sort::shape);
        value = Tiler(std::get<NestedTuple>(value));
      }
      return;
    default:
      return;
  }
}

std::size_t text_length(const Value& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 4 : 5;
  if (const auto* integer = std::get_if<Int>(&value)) return digits(*integer);
  if (const auto* tuple = std::get_if<NestedTuple>(&value))
    return text_length_of(tuple->profile().word(), tuple->entries());
  if (const auto* profile = std::get_if<Profile>(&value))
    return frame_length(profile->word()) + profile->length();
  if (const auto* layout = std::get_if<Layout>(&value)) return text_length_of(*layout);
  const auto arrow = [](const Tuple& map) {
    std::size_t length = 7 + std::max(map.size(), std::size_t{1}) - 1;
    for (Int target : map)
      length += digits(target);
    return length;
  };
  if (const auto* map = std::get_if<PointedMap>(&value))
    return 4 + digits(map->domain()) + arrow(map->values()) + digits(map->codomain());
  if (const auto* f = std::get_if<Morphism>(&value)) {
    return text_length_of(f->domain().profile().word(), f->domain().entries()) + arrow(f->map()) +
           text_length_of(f->codomain().profile().word(), f->codomain().entries());
  }
  if (const auto* tiler = std::get_if<Tiler>(&value)) return text_length_of(*tiler);
  return to_string(value).size();
}

}  // namespace layoutcheck::fuzz
