// Changing right answers, and comparing answers value by value.
#include <layoutcheck/engine/wrong_answers.hpp>
#include <layoutcheck/notation/offset_layout.hpp>
#include <layoutcheck/notation/operations.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/module_inverses.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

namespace layoutcheck::engine {

namespace {

constexpr Int far = Int{1} << 33;

/// The number that is to be there instead.
std::vector<Int> other_numbers(Int right) {
  std::vector<Int> others{right == 0 ? 2 : 0, right / 2};
  if (right > 0) others.push_back(right - 1);
  for (const Int more : {Int{1}, right, far})
    if (Int sum = 0; !__builtin_add_overflow(right, more, &sum)) others.push_back(sum);
  std::erase(others, right);
  return others;
}

/// Values that differ from the right one, of the sorts that an answer can have.
class Changed {
 public:
  std::vector<Value> operator()(bool right) const { return {Value(!right)}; }

  std::vector<Value> operator()(Int right) const {
    const std::vector<Int> others = other_numbers(right);
    return {others.begin(), others.end()};
  }

  std::vector<Value> operator()(const NestedTuple& right) const {
    std::vector<Value> changed = {NestedTuple::tuple_of(std::vector{right, NestedTuple(7)})};
    const std::vector<NestedTuple> modes = right.modes();
    if (!right.is_entry() && modes.size() > 1) {
      changed.emplace_back(NestedTuple::tuple_of(std::span(modes).first(modes.size() - 1)));
      changed.emplace_back(
          NestedTuple::tuple_of(std::vector<NestedTuple>(modes.rbegin(), modes.rend())));
    }
    for (std::size_t i = 0; i < right.length(); ++i) {
      Tuple entries = right.entries();
      for (const Int other : other_numbers(right.entries()[i])) {
        entries[i] = other;
        changed.emplace_back(NestedTuple(entries, right.profile()));
      }
    }
    return changed;
  }

  std::vector<Value> operator()(const Profile& right) const {
    return {Profile::tuple_of(std::vector{right, Profile()})};
  }

  std::vector<Value> operator()(const Layout& right) const {
    std::vector<Value> changed;
    const std::vector<Layout> modes = right.modes();
    for (const Int stride : {Int{1}, Int{0}, size(right)})
      add(changed, [&] { return Layout::tuple_of(std::vector{right, Layout::entry(2, stride)}); });
    if (!right.is_entry() && modes.size() > 1)
      add(changed, [&] { return Layout::tuple_of(std::span(modes).first(modes.size() - 1)); });
    for (std::size_t i = 0; i < right.length(); ++i) {
      for (const Int stride : other_numbers(right.strides()[i])) {
        Tuple strides = right.strides();
        strides[i] = stride;
        changed.emplace_back(Layout(right.profile(), right.extents(), std::move(strides)));
      }
      for (const Int extent : other_numbers(right.extents()[i])) {
        if (extent == 0) continue;
        Tuple extents = right.extents();
        extents[i] = extent;
        changed.emplace_back(Layout(right.profile(), std::move(extents), right.strides()));
      }
      if (i == 0) continue;
      Tuple strides = right.strides();
      std::swap(strides[i - 1], strides[i]);
      changed.emplace_back(Layout(right.profile(), right.extents(), std::move(strides)));
    }
    if (std::ranges::any_of(right.strides(), [](Int d) { return d != 0; })) {
      changed.emplace_back(over(right, [](Int d) { return Element::bits(d); }));
      changed.emplace_back(over(right, [](Int d) { return Element::coordinate({{{0}, d}}); }));
    }
    return changed;
  }

  std::vector<Value> operator()(const PointedMap& right) const {
    std::vector<Value> changed = {PointedMap(right.values(), right.codomain() + 1)};
    for (std::size_t i = 0; i < right.values().size(); ++i) {
      Tuple values = right.values();
      values[i] = values[i] == 0 ? right.codomain() : 0;
      changed.emplace_back(PointedMap(std::move(values), right.codomain()));
    }
    return changed;
  }

  std::vector<Value> operator()(const Morphism& right) const {
    std::vector<Value> changed;
    for (std::size_t i = 0; i < right.map().size(); ++i) {
      // Where an entry is 1, it encodes the same layout.
      if (right.map()[i] == 0 || right.domain().entries()[i] == 1) continue;
      Tuple map = right.map();
      map[i] = 0;
      changed.emplace_back(Morphism(right.domain(), std::move(map), right.codomain()));
    }
    return changed;
  }

  /// Of a layout with an offset.
  std::vector<Value> operator()(const Tiler& right) const {
    const Layout& layout = unmoved(right);
    std::vector<Value> changed;
    for (const Int offset : other_numbers(offset_of(right)))
      changed.emplace_back(with_offset(layout, offset));
    for (const Value& other : (*this)(layout))
      if (const auto* plain = std::get_if<Layout>(&other))
        changed.emplace_back(with_offset(*plain, offset_of(right)));
    return changed;
  }

  std::vector<Value> operator()(const ModuleLayout& right) const {
    std::vector<Value> changed;
    const std::vector<ModuleLayout> modes = right.modes();
    const auto nonzero = std::ranges::find_if_not(right.strides(), &Element::is_zero);
    const Element one = nonzero == right.strides().end() ? Element::bits(1) : *nonzero;
    for (const Element& stride : {Element(), one})
      add(changed, [&] {
        return ModuleLayout::tuple_of(std::vector{right, ModuleLayout::entry(2, stride)});
      });
    if (!right.is_entry() && modes.size() > 1)
      add(changed,
          [&] { return ModuleLayout::tuple_of(std::span(modes).first(modes.size() - 1)); });
    for (std::size_t i = 0; i < right.length(); ++i) {
      for (const Int extent : other_numbers(right.extents()[i])) {
        if (extent == 0) continue;
        Tuple extents = right.extents();
        extents[i] = extent;
        changed.emplace_back(ModuleLayout(right.profile(), std::move(extents), right.strides()));
      }
      for (const Element& other : other_elements(right.strides()[i], one)) {
        add(changed, [&] {
          std::vector<Element> strides = right.strides();
          strides[i] = other;
          return ModuleLayout(right.profile(), right.extents(), std::move(strides));
        });
      }
    }
    // The same integers in other modules.
    for (const Module module : {Module::integers, Module::coordinates, Module::bits})
      if (module != one.module()) add(changed, [&] { return in_module(right, module); });
    return changed;
  }

  std::vector<Value> operator()(const Element& right) const {
    const std::vector<Element> others =
        other_elements(right, right.is_zero() ? Element::bits(1) : right);
    return {others.begin(), others.end()};
  }

  std::vector<Value> operator()(const SwizzledLayout& right) const {
    std::vector<Value> changed;
    for (const Value& layout : (*this)(right.layout()))
      if (const auto* plain = std::get_if<Layout>(&layout))
        changed.emplace_back(SwizzledLayout(right.swizzle(), right.offset(), *plain));
    for (const Int offset : other_numbers(right.offset()))
      changed.emplace_back(SwizzledLayout(right.swizzle(), offset, right.layout()));
    for (const Int by : {-1, 1}) {
      for (Int Swizzle::*part : {&Swizzle::bits, &Swizzle::base, &Swizzle::shift}) {
        add(changed, [&] {
          Swizzle swizzle = right.swizzle();
          swizzle.*part += by;
          return SwizzledLayout(swizzle, right.offset(), right.layout());
        });
      }
    }
    return changed;
  }

  std::vector<Value> operator()(const OffsetModuleLayout& right) const {
    std::vector<Value> changed;
    std::vector<Element> all = right.layout().strides();
    all.push_back(right.offset());
    const auto nonzero = std::ranges::find_if_not(all, &Element::is_zero);
    const Element one = nonzero == all.end() ? Element::bits(1) : *nonzero;
    for (const Element& offset : other_elements(right.offset(), one))
      add(changed, [&] { return OffsetModuleLayout(right.layout(), offset); });
    for (const Value& other : (*this)(right.layout()))
      if (const auto* over = std::get_if<ModuleLayout>(&other))
        add(changed, [&] { return OffsetModuleLayout(*over, right.offset()); });
    return changed;
  }

 private:
  /// Adds the value, unless there is none such.
  template <class Make>
  static void add(std::vector<Value>& changed, const Make& make) {
    try {
      changed.emplace_back(make());
    } catch (const std::invalid_argument&) {
    } catch (const Overflow&) {
    }
  }

  static Int size(const Layout& layout) {
    Int product = 1;
    for (const Int extent : layout.extents())
      if (__builtin_mul_overflow(product, extent, &product)) return 1;
    return product;
  }

  template <class ToElement>
  static ModuleLayout over(const Layout& layout, const ToElement& to_element) {
    std::vector<Element> strides;
    for (const Int d : layout.strides())
      strides.push_back(to_element(d));
    return {layout.profile(), layout.extents(), std::move(strides)};
  }

  static Value in_module(const ModuleLayout& layout, Module module) {
    std::vector<Element> strides;
    Tuple integers;
    for (const Element& d : layout.strides()) {
      const Int value = d.is_zero() ? 0 : d.parts().front().value;
      integers.push_back(value);
      strides.push_back(module == Module::bits          ? Element::bits(value)
                        : module == Module::coordinates ? Element::coordinate({{{0}, value}})
                                                        : Element::integer(value));
    }
    const bool is_plain =
        module == Module::integers && std::ranges::all_of(integers, [](Int d) { return d >= 0; });
    if (is_plain) return Layout(layout.profile(), layout.extents(), std::move(integers));
    return ModuleLayout(layout.profile(), layout.extents(), std::move(strides));
  }

  /// In the module of `one`.
  static std::vector<Element> other_elements(const Element& right, const Element& one) {
    std::vector<Element> others{right.is_zero() ? one : Element()};
    std::vector<Element::Part> parts = right.is_zero() ? one.parts() : right.parts();
    for (const Int other : other_numbers(parts.empty() ? 0 : parts.front().value)) {
      if (parts.empty()) break;
      parts.front().value = other;
      others.push_back(one.module() == Module::bits          ? Element::bits(other)
                       : one.module() == Module::coordinates ? Element::coordinate(parts)
                                                             : Element::integer(other));
    }
    if (one.module() == Module::coordinates && !right.is_zero()) {
      parts = right.parts();
      ++parts.back().path.back();
      others.push_back(Element::coordinate(std::move(parts)));
    }
    std::erase(others, right);
    return others;
  }
};

// Comparing values one by one.

constexpr std::size_t most_values = std::size_t{1} << 13;

using Elements = std::vector<oracle::ExactElement>;

/// A function into a module; of one that is 0 everywhere, the module says nothing.
struct Function {
  Module module = Module::integers;
  Elements values;
};

oracle::ExactElement integer(const Exact& x) {
  return x == 0 ? oracle::ExactElement() : oracle::ExactElement{{{}, x}};
}

ModuleLayout with_last_entry(const ModuleLayout& layout, const Element& stride) {
  return ModuleLayout::tuple_of(std::vector{layout, ModuleLayout::entry(2, stride)});
}

/// Nothing of what is no function, or has too many values.
std::optional<Function> function_of(const Value& value) {
  oracle::Limits limits;
  limits.points = most_values;
  Function f;
  if (const auto* layout = std::get_if<Layout>(&value)) {
    if (oracle::size(*layout) > most_values) return std::nullopt;
    for (const Exact& x : oracle::table(*layout, limits))
      f.values.push_back(integer(x));
  } else if (const auto* over = std::get_if<ModuleLayout>(&value)) {
    if (oracle::size(*over) > most_values) return std::nullopt;
    f = {module_of(over->strides()), oracle::table(*over, limits)};
  } else if (const auto* swizzled = std::get_if<SwizzledLayout>(&value)) {
    if (oracle::size(swizzled->layout()) > most_values) return std::nullopt;
    f.values = oracle::target(*swizzled, limits).values;
  } else if (const auto* sliced = std::get_if<OffsetModuleLayout>(&value)) {
    const ModuleLayout whole = with_last_entry(sliced->layout(), sliced->offset());
    if (oracle::size(whole) > most_values) return std::nullopt;
    // The second half of its values, at 1 of an entry with the offset for its stride.
    f = {module_of(whole.strides()), oracle::table(whole, limits)};
    f.values.erase(f.values.begin(),
                   f.values.begin() + static_cast<std::ptrdiff_t>(f.values.size() / 2));
  } else if (const auto* moved = std::get_if<Tiler>(&value)) {
    if (oracle::size(unmoved(*moved)) > most_values) return std::nullopt;
    for (const Exact& x : oracle::table(unmoved(*moved), limits))
      f.values.push_back(integer(x + offset_of(*moved)));
  } else {
    return std::nullopt;
  }
  return f;
}

/// Brackets around one entry make no difference; which those are is not told here.
bool differ_in_brackets(const Value& a, const Value& b) {
  const auto* one = std::get_if<NestedTuple>(&a);
  const auto* other = std::get_if<NestedTuple>(&b);
  return one != nullptr && other != nullptr && one->entries() == other->entries();
}

bool is_layout(const Value& value) {
  return std::holds_alternative<Layout>(value) || std::holds_alternative<ModuleLayout>(value) ||
         std::holds_alternative<SwizzledLayout>(value) || std::holds_alternative<Tiler>(value) ||
         std::holds_alternative<OffsetModuleLayout>(value);
}

/// Whether A(B(x)) = x for all x that B has.
bool undoes(const Layout& a, const Layout& b, Convention convention = Convention::strict) {
  for (Exact x = 0; x < oracle::size(b); ++x) {
    const Exact y = oracle::value_at(b, x);
    if (convention == Convention::strict && y >= oracle::size(a)) return false;
    if (oracle::value_at(a, y, convention) != x) return false;
  }
  return true;
}

std::optional<std::size_t> index_in(const oracle::ExactElement& element) {
  if (element.empty()) return 0;
  if (element.size() > 1 || !element.begin()->first.empty()) return std::nullopt;
  const Exact& x = element.begin()->second;
  return x < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(x));
}

bool is_below_zero(const oracle::ExactElement& integer) {
  return oracle::number_in(integer) < 0;
}

bool is_above_zero(const oracle::ExactElement& integer) {
  return oracle::number_in(integer) > 0;
}

Elements opposites(const Elements& integers) {
  Elements result;
  for (const oracle::ExactElement& element : integers)
    result.push_back(integer(-oracle::number_in(element)));
  return result;
}

/// The values of an operand over XOR; without its entries of stride 0, where these do not count.
std::optional<Function> counted(const Value& operand, Convention convention) {
  const auto* over = std::get_if<ModuleLayout>(&operand);
  if (over == nullptr || convention == Convention::strict) return function_of(operand);
  Tuple extents;
  std::vector<Element> strides;
  for (std::size_t i = 0; i < over->length(); ++i) {
    if (over->strides()[i].is_zero()) continue;
    extents.push_back(over->extents()[i]);
    strides.push_back(over->strides()[i]);
  }
  return function_of(ModuleLayout::flat(std::move(extents), std::move(strides)));
}

bool is_zero(const Function& f) {
  return std::ranges::all_of(f.values, &oracle::ExactElement::empty);
}

/// Whether (F, C) takes each number below its size once. F has as many values as it has points.
bool completes(const Function& c, const Function& f) {
  std::set<Exact> all;
  for (const oracle::ExactElement& a : f.values)
    for (const oracle::ExactElement& b : c.values)
      all.insert(oracle::number_in(a) ^ oracle::number_in(b));
  return all.size() == f.values.size() * c.values.size() && *all.rbegin() < all.size();
}

/// Whether i goes to an index, and that to i, or where that is enough to what has the same value.
/// Of a right inverse r of f that is for all i that r has, of a left one for all that f has.
bool is_inverse(const Elements& first, const Elements& second, bool same_value_is_enough) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto middle = index_in(first[i]);
    if (!middle || *middle >= second.size()) return false;
    const auto back = index_in(second[*middle]);
    if (!back) return false;
    if (same_value_is_enough ? *back >= first.size() || first[*back] != first[i] : *back != i)
      return false;
  }
  return true;
}

/// Of an inverse over a module, or a complement over XOR, that it is right, or that it is not
/// known.
bool is_right_over_module(const Case& answered, const Function& claimed, const Function& expected,
                          bool has_answer, Convention convention) {
  const Value& operand = answered.operands[0];
  const auto* over = std::get_if<ModuleLayout>(&operand);
  const Module module = over == nullptr ? Module::bits : module_of(over->strides());
  const bool is_complement = operation_of(answered)->family == Family::complement;
  // What an inverse over a box is at an index, and which box it is, is not told here.
  if (module == Module::coordinates) return claimed.module != Module::coordinates;
  if (!is_zero(claimed) && claimed.module != module) return false;
  const auto f = is_complement ? counted(operand, convention) : function_of(operand);
  if (!f) return true;
  if (is_complement) {
    return (!has_answer || expected.values.size() == claimed.values.size()) &&
           completes(claimed, *f);
  }
  if (answered.operation == "left_inverse") {
    // At negative integers it is minus what it is at their opposites.
    if (module == Module::integers && std::ranges::any_of(f->values, is_below_zero)) {
      return std::ranges::any_of(f->values, is_above_zero) ||
             is_inverse(opposites(f->values), opposites(claimed.values),
                        convention != Convention::strict);
    }
    return is_inverse(f->values, claimed.values, convention != Convention::strict);
  }
  return (!has_answer || claimed.values.size() >= expected.values.size()) &&
         is_inverse(claimed.values, f->values, false);
}

/// Of an inverse or a nullspace of layouts over the integers that it is right.
bool is_right_over_integers(const Case& answered, const Layout& claimed, const Layout& expected,
                            Convention convention) {
  const auto& l = std::get<Layout>(answered.operands[0]);
  if (oracle::size(claimed) > most_values || oracle::size(l) > most_values) return true;
  if (answered.operation == "nullspace") {
    std::set<Exact> zeros;
    for (Exact x = 0; x < oracle::size(l); ++x)
      if (oracle::value_at(l, x) == 0) zeros.insert(x);
    const std::vector<Exact> claimed_zeros = oracle::table(claimed, {});
    return claimed_zeros.size() == zeros.size() &&
           std::set(claimed_zeros.begin(), claimed_zeros.end()) == zeros;
  }
  if (answered.operation != "left_inverse") {
    return oracle::size(claimed) >= oracle::size(expected) && undoes(l, claimed, convention) &&
           undoes(std::get<Layout>(answered.operands.back()), claimed);
  }
  if (convention == Convention::strict) return undoes(claimed, l);
  for (const Exact& y : oracle::table(l, {})) {
    const Exact x = oracle::value_at(claimed, y, convention);
    if (oracle::value_at(l, x, convention) != y) return false;
  }
  return true;
}

/// Whether a function takes each index once that a layout over a module takes to 0, or that layout
/// has too many values.
bool is_nullspace(const Function& claimed, const ModuleLayout& over) {
  const auto f = function_of(over);
  if (!f) return true;
  std::set<Exact> zeros;
  for (std::size_t x = 0; x < f->values.size(); ++x)
    if (f->values[x].empty()) zeros.insert(x);
  std::set<Exact> found;
  for (const oracle::ExactElement& value : claimed.values)
    found.insert(oracle::number_in(value));
  return (is_zero(claimed) || claimed.module == Module::integers) && found == zeros &&
         claimed.values.size() == zeros.size();
}

}  // namespace

std::vector<Answer> changed_answers(const Answer& right) {
  if (!is_value(right)) {
    return {Value(true), Value(Int{1}), Value(NestedTuple(1)), Value(Layout::entry(1, 0)),
            Value(Profile())};
  }
  std::vector<Answer> changed = {NonValue::undefined, NonValue::overflow, NonValue::error};
  for (Value& value : std::visit(Changed(), *value_in(right)))
    changed.emplace_back(std::move(value));
  return changed;
}

bool is_known_to_be_wrong(const Case& answered, const Answer& right, Convention convention) {
  const Answer& answer = *answered.answer;
  const Operation& operation = *operation_of(answered);
  const Convention its = answered.convention.value_or(convention);
  if (!is_value(answer)) return is_value(right);
  const Value& claimed = *value_in(answer);
  const Value* expected = value_in(right);
  if (!is_layout(claimed))
    return expected == nullptr || (claimed != *expected && !differ_in_brackets(claimed, *expected));
  if (expected != nullptr && !is_layout(*expected)) return true;
  const auto function = function_of(claimed);
  const auto wanted = expected == nullptr ? Function() : function_of(*expected);
  if (!function || !wanted) return false;
  const auto* of_module = std::get_if<ModuleLayout>(answered.operands.data());
  const bool has_several_complements = operation.family == Family::complement &&
                                       of_module != nullptr &&
                                       module_of(of_module->strides()) == Module::bits;
  if (operation.name == "nullspace" && of_module != nullptr)
    return !is_nullspace(*function, *of_module);
  if (operation.answer == Sort::module_layout &&
      (operation.family == Family::inverse || has_several_complements))
    return !is_right_over_module(answered, *function, *wanted, expected != nullptr, its);
  if (expected == nullptr) return true;
  const auto* claimed_layout = std::get_if<Layout>(&claimed);
  const auto* expected_layout = std::get_if<Layout>(expected);
  if (specifies_property(operation) && claimed_layout != nullptr && expected_layout != nullptr)
    return !is_right_over_integers(answered, *claimed_layout, *expected_layout, its);
  return function->values != wanted->values ||
         (function->module != wanted->module && !is_zero(*function));
}

}  // namespace layoutcheck::engine
