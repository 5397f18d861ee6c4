// Layouts over modules by the definition: tables, and a search among all shapes.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/form.hpp>
#include <layoutcheck/oracles/large_linear.hpp>
#include <layoutcheck/oracles/large_modules.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/nesting.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <algorithm>
#include <functional>
#include <limits>

namespace layoutcheck::oracle {

namespace {

ExactElement exact(const Element& element) {
  ExactElement result;
  for (const Element::Part& part : element.parts())
    result.emplace(part.path, part.value);
  return result;
}

std::vector<ExactElement> exact_strides(const ModuleLayout& layout) {
  std::vector<ExactElement> strides;
  for (const Element& d : layout.strides())
    strides.push_back(exact(d));
  return strides;
}

Element to_element(Module module, const ExactElement& element) {
  if (element.empty()) return {};
  if (module != Module::coordinates) {
    const Int value = to_int(element.begin()->second);
    return module == Module::bits ? Element::bits(value) : Element::integer(value);
  }
  std::vector<Element::Part> parts;
  for (const auto& [path, value] : element)
    parts.push_back({path, to_int(value)});
  return Element::coordinate(std::move(parts));
}

}  // namespace

void add_multiple(Module module, ExactElement& sum, const Exact& n, const ExactElement& d) {
  for (const auto& [path, value] : d) {
    work(words(value));
    Exact& here = sum[path];
    if (module == Module::bits)
      here ^= n * value;
    else
      here += n * value;
    if (here == 0) sum.erase(path);
  }
}

namespace {

ExactElement sum_at(Module module, const std::vector<ExactElement>& strides,
                    std::span<const Exact> coordinate) {
  ExactElement sum;
  work(strides.size() + 1);
  for (std::size_t i = 0; i < strides.size(); ++i)
    add_multiple(module, sum, coordinate[i], strides[i]);
  return sum;
}

/// The layout over the integers with this shape and the stride 1 at entry i, 0 elsewhere: its value
/// is part i of the coordinate.
ExactLayout part_of_coordinate(const ModuleLayout& layout, std::size_t i) {
  std::vector<Exact> strides(layout.length(), 0);
  if (i < strides.size()) strides[i] = 1;
  return {layout.profile(), to_exact(layout.extents()), std::move(strides)};
}

/// Visits the coordinates of a shape, the first part fastest; stops when `visit` returns false.
bool each_coordinate(const std::vector<Exact>& extents,
                     const std::function<bool(const std::vector<Exact>&)>& visit) {
  const Exact size = product(extents);
  for (Exact x = 0; x < size; ++x)
    if (!visit(coordinate_of(extents, x))) return false;
  return true;
}

/// Tries all ways to write what is left as `count` extents, greatest first, until the layout has
/// the values. Its strides are values: the coordinate 1 of a mode is the product of the extents
/// before it.
bool find_modes(Module module, const std::vector<ExactElement>& values, const Exact& before,
                std::size_t count, Modes& modes) {
  const Exact left = values.size() / before;
  if (count == 0) {
    if (left != 1) return false;
    for (std::size_t x = 0; x < values.size(); ++x)
      if (sum_at(module, modes.strides, coordinate_of(modes.extents, x)) != values[x]) return false;
    return true;
  }
  for (Exact s = left; s > 1; --s) {
    work();
    if (left % s != 0) continue;
    modes.extents.push_back(s);
    modes.strides.push_back(values[static_cast<std::size_t>(before)]);
    if (find_modes(module, values, before * s, count - 1, modes)) return true;
    modes.extents.pop_back();
    modes.strides.pop_back();
  }
  return false;
}

/// The shortest layout with these values, of depth 0 or 1, and of several the one whose first
/// extents are the greatest; nothing if there is none. An extent of 1 is no use in a shortest one,
/// and each other at least doubles the size, so that the search ends.
std::optional<Modes> shortest(Module module, const std::vector<ExactElement>& values) {
  if (!values.front().empty()) return std::nullopt;
  for (std::size_t count = 0; (std::size_t{1} << count) <= values.size(); ++count) {
    Modes modes;
    if (find_modes(module, values, 1, count, modes)) return modes;
  }
  return std::nullopt;
}

struct ModulePart {
  std::string word;
  Tuple extents;
  std::vector<Element> strides;
};

ModulePart to_part(Module module, const Modes& modes) {
  ModulePart part;
  for (std::size_t i = 0; i < modes.extents.size(); ++i) {
    part.extents.push_back(to_int(modes.extents[i]));
    part.strides.push_back(to_element(module, modes.strides[i]));
  }
  if (part.extents.empty()) {
    part.extents.push_back(1);
    part.strides.emplace_back();
  }
  part.word = part.extents.size() == 1 ? "*" : "(" + std::string(part.extents.size(), '*') + ")";
  return part;
}

ModuleLayout to_layout(const ModulePart& part) {
  return {Profile::from_word(part.word), part.extents, part.strides};
}

using Function = std::function<ExactElement(const std::vector<Exact>&)>;

/// The layout whose shape refines this one and whose function is `value`, of the coordinates of the
/// shape. In it the modes over entry i have the function that `value` is along entry i, since all
/// other coordinates are 0 there; and its value is the sum of these. So it exists exactly if each
/// of them is a layout function, whatever layout one takes for it, and the sums are right.
Outcome<ModuleLayout> over(const NestedTuple& shape, Module module, const Function& value,
                           const Limits& limits) {
  const std::vector<Exact> extents = to_exact(shape.entries());
  charge(product(extents), limits, "tabulating a function");
  std::vector<std::vector<ExactElement>> columns;
  std::vector<Modes> modes;
  std::vector<Exact> coordinate(extents.size(), 0);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    std::vector<ExactElement> column;
    for (coordinate[i] = 0; coordinate[i] < extents[i]; ++coordinate[i])
      column.push_back(value(coordinate));
    coordinate[i] = 0;
    std::optional<Modes> along = shortest(module, column);
    if (!along)
      return Undefined{"along entry " + std::to_string(i) + " it is no layout over the module"};
    modes.push_back(*std::move(along));
    columns.push_back(std::move(column));
  }
  const bool adds_up = each_coordinate(extents, [&](const std::vector<Exact>& c) {
    ExactElement sum;
    for (std::size_t i = 0; i < c.size(); ++i)
      add_multiple(module, sum, 1, columns[i][static_cast<std::size_t>(c[i])]);
    return sum == value(c);
  });
  if (!adds_up) return Undefined{"it is not the sum of what it is along the entries"};
  // Whether numbers fit is looked at last, when it is known that there is a layout.
  return over_shape(shape, module, modes);
}

ExactElement bits(const Exact& value) {
  return value == 0 ? ExactElement() : ExactElement{{{}, value}};
}

}  // namespace

ModuleLayout over_shape(const NestedTuple& shape, Module module, const std::vector<Modes>& modes) {
  ModulePart all;
  std::size_t i = 0;
  for (const char c : shape.profile().word()) {
    if (c != '*') {
      all.word += c;
      continue;
    }
    const ModulePart part = to_part(module, modes[i++]);
    all.word += part.word;
    all.extents.insert(all.extents.end(), part.extents.begin(), part.extents.end());
    all.strides.insert(all.strides.end(), part.strides.begin(), part.strides.end());
  }
  try {
    return to_layout(all);
  } catch (const std::invalid_argument& error) {
    throw TooDeep(error.what());
  }
}

Exact number_in(const ExactElement& element) {
  return element.empty() ? Exact(0) : element.begin()->second;
}

std::vector<Exact> numbers_in(const std::vector<ExactElement>& elements) {
  std::vector<Exact> numbers;
  for (const ExactElement& element : elements)
    numbers.push_back(number_in(element));
  return numbers;
}

std::vector<ExactLayout> parts_of_coordinate(const ModuleLayout& layout) {
  std::vector<ExactLayout> parts;
  for (std::size_t i = 0; i < layout.length(); ++i)
    parts.push_back(part_of_coordinate(layout, i));
  return parts;
}

Exact size(const ModuleLayout& layout) {
  return product(to_exact(layout.extents()));
}

Exact size(const SwizzledLayout& layout) {
  return product(to_exact(layout.layout().extents()));
}

ExactElement coordinate_value(const ModuleLayout& layout, std::span<const Exact> coordinate) {
  return sum_at(module_of(layout.strides()), exact_strides(layout), coordinate);
}

ExactElement value_at(const ModuleLayout& layout, const Exact& x) {
  return coordinate_value(layout, coordinate_of(to_exact(layout.extents()), x));
}

std::vector<ExactElement> table(const ModuleLayout& layout, const Limits& limits) {
  charge(size(layout), limits, "tabulating a layout function");
  const Module module = module_of(layout.strides());
  const std::vector<ExactElement> strides = exact_strides(layout);
  std::vector<ExactElement> values;
  each_coordinate(to_exact(layout.extents()), [&](const std::vector<Exact>& c) {
    values.push_back(sum_at(module, strides, c));
    return true;
  });
  return values;
}

bool same_function(const ModuleLayout& a, const ModuleLayout& b, const Limits& limits) {
  if (size(a) != size(b)) return false;
  if (const auto f = linear_beyond(a, limits))
    if (const auto g = linear(b)) return f->at_powers == g->at_powers;
  if (limits.samples != 0 && size(a) > limits.points) return agree_at_points(a, b, limits.samples);
  const std::vector<ExactElement> values = table(a, limits);
  if (values != table(b, limits)) return false;
  const bool are_zero = std::ranges::all_of(values, &ExactElement::empty);
  return are_zero || module_of(a.strides()) == module_of(b.strides());
}

std::optional<ModuleLayout> layout_of_table(Module module,
                                            const std::vector<ExactElement>& values) {
  const std::optional<Modes> modes = shortest(module, values);
  if (!modes) return std::nullopt;
  return to_layout(to_part(module, *modes));
}

Outcome<Element> apply(const ModuleLayout& layout, const NestedTuple& coordinate,
                       Convention convention) {
  std::vector<Exact> parts;
  for (std::size_t i = 0; i <= layout.length(); ++i) {
    const Outcome<Exact> part = apply(part_of_coordinate(layout, i), coordinate, convention);
    if (!part) return part.undefined();
    parts.push_back(*part);
  }
  return to_element(module_of(layout.strides()), coordinate_value(layout, parts));
}

Exact swizzled(const Swizzle& swizzle, const Exact& x) {
  Exact result = x;
  for (Int i = 0; i < swizzle.bits; ++i) {
    const Int read = swizzle.base + std::max<Int>(swizzle.shift, 0) + i;
    if (bit_test(x, static_cast<unsigned>(read)))
      bit_flip(result, static_cast<unsigned>(read - swizzle.shift));
  }
  return result;
}

Outcome<Exact> apply(const SwizzledLayout& layout, const NestedTuple& coordinate,
                     Convention convention) {
  const Outcome<Exact> offset = apply(ExactLayout(layout.layout()), coordinate, convention);
  if (!offset) return offset;
  return swizzled(layout.swizzle(), layout.offset() + *offset);
}

ModuleLayout coalesce(const ModuleLayout& layout, const Limits& limits) {
  if (limits.samples != 0 && size(layout) > limits.points) return coalesced_at_points(layout);
  const Module module = module_of(layout.strides());
  // The layout without its brackets has the function, so that there is one.
  return layout_of_table(module, table(layout, limits)).value();
}

Outcome<ModuleLayout> coalesce_over(const ModuleLayout& layout, const NestedTuple& coarse,
                                    const Limits& limits) {
  const Outcome<std::vector<Profile>> profiles = relative_profiles(layout.shape(), coarse);
  if (!profiles) return profiles.undefined();
  std::vector<Profile> nested;
  Tuple extents;
  std::vector<Element> strides;
  std::size_t first = 0;
  for (const Profile& profile : *profiles) {
    Tuple s;
    std::vector<Element> d;
    for (const std::size_t last = first + profile.length(); first < last; ++first) {
      s.push_back(layout.extents()[first]);
      d.push_back(layout.strides()[first]);
    }
    const ModuleLayout part = coalesce(ModuleLayout(profile, s, d), limits);
    nested.push_back(part.profile());
    extents.insert(extents.end(), part.extents().begin(), part.extents().end());
    strides.insert(strides.end(), part.strides().begin(), part.strides().end());
  }
  const Outcome<Profile> profile = substitute(coarse.profile(), nested);
  return ModuleLayout(profile.value(), extents, strides);
}

namespace {

const char* const no_cosize_over_xor = "no document says what it is over XOR";

/// By the strides: at each place the greatest integer is the sum of their greatest multiples, if
/// none is negative; where one is, a coordinate that is 1 there alone has it as its value.
Outcome<Exact> cosize_by_strides(const ModuleLayout& layout) {
  ExactElement greatest;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    if (layout.extents()[i] == 1) continue;
    for (const Element::Part& part : layout.strides()[i].parts()) {
      if (part.value < 0) return Undefined{"a value is negative"};
      greatest[part.path] += (Exact(layout.extents()[i]) - 1) * part.value;
    }
  }
  if (!greatest.empty() && module_of(layout.strides()) == Module::bits)
    return Undefined{no_cosize_over_xor};
  Exact box = 1;
  for (const auto& [path, integer] : greatest)
    box *= integer + 1;
  return box;
}

}  // namespace

Outcome<Exact> cosize(const ModuleLayout& layout, const Limits& limits) {
  if (size(layout) > limits.points) return cosize_by_strides(layout);
  ExactElement greatest;
  bool is_zero = true;
  for (const ExactElement& value : table(layout, limits)) {
    is_zero = is_zero && value.empty();
    for (const auto& [path, integer] : value) {
      if (integer < 0) return Undefined{"a value is negative"};
      greatest[path] = std::max(greatest[path], integer);
    }
  }
  if (!is_zero && module_of(layout.strides()) == Module::bits) return Undefined{no_cosize_over_xor};
  Exact box = 1;
  for (const auto& [path, integer] : greatest)
    box *= integer + 1;
  return box;
}

namespace {

/// The coordinate of the entries of a shape at an element, as value_at() has it.
Outcome<std::vector<Exact>> coordinate_at(const ExactLayout& shape, const ExactElement& element,
                                          Convention convention) {
  if (element.empty()) return std::vector<Exact>(shape.length(), 0);
  if (const auto whole = element.find({}); whole != element.end()) {
    const Exact& x = whole->second;
    if (convention == Convention::strict && (x < 0 || x >= size(shape)))
      return Undefined{digits(x) + " lies outside the domain of A"};
    std::vector<Exact> coordinate;
    ExactLayout part = shape;
    for (std::size_t i = 0; i < shape.length(); ++i) {
      part.strides.assign(shape.length(), 0);
      part.strides[i] = x < 0 ? -1 : 1;
      coordinate.push_back(value_at(part, abs(x), convention));
    }
    return coordinate;
  }
  const std::vector<ExactLayout> modes = shape.modes();
  std::map<Int, ExactElement> parts;
  for (const auto& [path, value] : element) {
    if (shape.is_entry() || static_cast<std::size_t>(path.front()) >= modes.size())
      return Undefined{"A has no place " + std::to_string(path.front()) + " where B has one"};
    parts[path.front()].emplace(Tuple(path.begin() + 1, path.end()), value);
  }
  std::vector<Exact> coordinate;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto part = coordinate_at(modes[i], parts[static_cast<Int>(i)], convention);
    if (!part) return part;
    coordinate.insert(coordinate.end(), part->begin(), part->end());
  }
  return coordinate;
}

}  // namespace

Outcome<ExactElement> value_at(const ModuleLayout& a, const ExactElement& element,
                               Convention convention) {
  const ExactLayout shape(a.profile(), to_exact(a.extents()), std::vector<Exact>(a.length(), 0));
  const Outcome<std::vector<Exact>> coordinate = coordinate_at(shape, element, convention);
  if (!coordinate) return coordinate.undefined();
  const Module module = module_of(a.strides());
  if (module == Module::bits &&
      std::ranges::any_of(element, [](const auto& part) { return part.second < 0; }))
    return Undefined{"over XOR there are no values at negative integers"};
  return sum_at(module, exact_strides(a), *coordinate);
}

namespace {

/// c ↦ A(B(c)) over the shape of B, whose values are `inner`.
Outcome<ModuleLayout> composed(const ModuleLayout& a, const NestedTuple& shape,
                               const Function& inner, Convention convention, const Limits& limits) {
  charge(product(to_exact(shape.entries())), limits, "tabulating a composite");
  std::optional<Undefined> outside;
  const auto value = [&](const std::vector<Exact>& c) { return value_at(a, inner(c), convention); };
  each_coordinate(to_exact(shape.entries()), [&](const std::vector<Exact>& c) {
    if (const Outcome<ExactElement> at = value(c); !at) outside = at.undefined();
    return !outside;
  });
  if (outside) return *outside;
  return over(
      shape, module_of(a.strides()), [&](const std::vector<Exact>& c) { return *value(c); },
      limits);
}

}  // namespace

Outcome<ModuleLayout> composition(const ModuleLayout& a, const ModuleLayout& b,
                                  Convention convention, const Limits& limits) {
  if (limits.samples != 0 && size(b) > limits.points)
    return composition_at_points(a, b, convention, limits.samples);
  return composed(
      a, b.shape(), [&](const std::vector<Exact>& c) { return coordinate_value(b, c); }, convention,
      limits);
}

Outcome<ModuleLayout> composition(const ModuleLayout& a, const SwizzledLayout& b,
                                  Convention convention, const Limits& limits) {
  const ExactLayout l(b.layout());
  return composed(
      a, b.layout().shape(),
      [&](const std::vector<Exact>& c) {
        return bits(swizzled(b.swizzle(), b.offset() + coordinate_value(l, c)));
      },
      convention, limits);
}

Outcome<ModuleLayout> composition(const ModuleLayout& a, const Layout& b, Convention convention,
                                  const Limits& limits) {
  if (convention == Convention::strict && cosize(b) > size(a))
    return Undefined{"B has a value outside the domain of A"};
  if (limits.samples != 0 && size(ExactLayout(b)) > limits.points)
    return composition_at_points(a, b, convention, limits.samples);
  const Module module = module_of(a.strides());
  const ExactLayout points(b);
  const std::vector<ExactElement> strides = exact_strides(a);
  const std::vector<ExactLayout> parts = parts_of_coordinate(a);
  return over(
      b.shape(), module,
      [&](const std::vector<Exact>& c) {
        const Exact point = coordinate_value(points, c);
        std::vector<Exact> coordinate;
        for (const ExactLayout& part : parts)
          coordinate.push_back(value_at(part, point, convention));
        return sum_at(module, strides, coordinate);
      },
      limits);
}

Outcome<ModuleLayout> xor_layout(const SwizzledLayout& layout, const Limits& limits) {
  const ExactLayout l(layout.layout());
  if (swizzled(layout.swizzle(), layout.offset()) != 0) return Undefined{"its value at 0 is not 0"};
  return over(
      layout.layout().shape(), Module::bits,
      [&](const std::vector<Exact>& c) {
        return bits(swizzled(layout.swizzle(), layout.offset() + coordinate_value(l, c)));
      },
      limits);
}

Outcome<std::vector<Exact>> to_linear(const ModuleLayout& layout, const Limits& limits) {
  if (size(layout) > limits.points) {
    const std::optional<Linear> f = linear(layout);
    if (!f) return Undefined{"it is not linear over XOR"};
    return f->at_powers;
  }
  const std::vector<ExactElement> values = table(layout, limits);
  if (module_of(layout.strides()) != Module::bits &&
      !std::ranges::all_of(values, &ExactElement::empty))
    return Undefined{"its strides are not under XOR"};
  const auto at = [&](std::size_t x) { return number_in(values[x]); };
  std::vector<Exact> bases;
  std::size_t next = 1;
  for (; next < values.size(); next *= 2)
    bases.push_back(at(next));
  if (next != values.size()) return Undefined{"its size is no power of two"};
  for (std::size_t x = 0; x < values.size(); ++x) {
    for (std::size_t y = 0; y < bases.size(); ++y)
      if (at(x ^ (std::size_t{1} << y)) != (at(x) ^ bases[y])) return Undefined{"it is not linear"};
  }
  return bases;
}

ModuleLayout from_linear(const Tuple& values, const Limits& limits) {
  if (values.size() > 60) charge(Exact(1) << 60, limits, "tabulating a linear function");
  charge(Exact(1) << static_cast<unsigned>(values.size()), limits, "tabulating a linear function");
  std::vector<ExactElement> table;
  for (std::size_t x = 0; x < std::size_t{1} << values.size(); ++x) {
    work(values.size() + 1);
    Exact value = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if ((x >> i & 1U) != 0) value ^= values[i];
    table.push_back(bits(value));
  }
  return layout_of_table(Module::bits, table).value();
}

namespace {

/// A layout with this shape, whose strides mean nothing.
ExactLayout of_shape(const ModuleLayout& layout) {
  return {layout.profile(), to_exact(layout.extents()), std::vector<Exact>(layout.length(), 0)};
}

/// The tiler of a composition, a division or a product; nothing for other questions.
std::optional<Tiler> tiler_of(const Case& question) {
  if (!std::holds_alternative<ModuleLayout>(question.operands.front())) return std::nullopt;
  if (const auto* t = std::get_if<Tiler>(&question.operands.back())) return *t;
  if (const auto* b = std::get_if<Layout>(&question.operands.back())) return Tiler(*b);
  return std::nullopt;
}

/// The shape that an answer refines; nothing where its form is left open, as that of an inverse.
std::optional<NestedTuple> shape_over(const Case& question, const Operation& operation,
                                      const ModuleLayout& canonical, Convention convention) {
  const Value& last = question.operands.back();
  const auto shown = [](const ExactLayout& layout) {
    for (const Exact& s : layout.extents)
      if (s > std::numeric_limits<Int>::max())
        throw LimitReached("the size " + digits(s) + " is no extent");
    return to_layout(layout).shape();
  };
  if (operation.family == Family::inverse) return std::nullopt;
  if (operation.family == Family::modes) {
    if (const auto* shape = std::get_if<NestedTuple>(&question.operands.at(1))) return *shape;
    std::vector<ExactLayout> sizes;
    for (const ExactLayout& mode : of_shape(canonical).modes())
      sizes.push_back(ExactLayout::entry(size(mode), 0));
    return shown(ExactLayout::tuple_of(sizes));
  }
  if (const auto* shape = std::get_if<NestedTuple>(&last);
      shape != nullptr && operation.family == Family::coalescing)
    if (question.operands.size() > 1) return *shape;
  if (const std::optional<Tiler> t = tiler_of(question)) {
    const Family family =
        question.operation == "composition" ? Family::composition : operation.family;
    return shown(shape_of_tiles(family, operation.arrangement,
                                of_shape(std::get<ModuleLayout>(question.operands.front())), *t,
                                convention, of_shape(canonical)));
  }
  if (const auto* b = std::get_if<ModuleLayout>(&last);
      b != nullptr && question.operation == "composition")
    return b->shape();
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&last)) return swizzled->layout().shape();
  const bool is_shortest =
      operation.family == Family::complement || operation.family == Family::coalescing;
  // Else the answer is a definite list of modes.
  return is_shortest ? shown(ExactLayout::entry(size(canonical), 0)) : canonical.shape();
}

}  // namespace

std::optional<FormFault> form_fault(const Case& question, const ModuleLayout& canonical,
                                    const ModuleLayout& claimed, Convention convention) {
  const Operation& operation = *operation_of(question);
  convention = question.convention.value_or(convention);
  const std::optional<NestedTuple> wanted_shape =
      shape_over(question, operation, canonical, convention);
  if (!wanted_shape) return std::nullopt;
  const NestedTuple& shape = *wanted_shape;
  const bool is_open = operation.conventional && convention != Convention::strict;
  if (is_open || operation.family == Family::modes ||
      operation.arrangement == Arrangement::blocked ||
      operation.arrangement == Arrangement::raked) {
    if (is_over(shape, claimed.shape())) return std::nullopt;
    return FormFault{FormPart::modes, "its shape does not refine " + to_string(shape)};
  }
  const auto lengths = lengths_over(shape, claimed.shape());
  if (!lengths)
    return FormFault{FormPart::modes,
                     "it is not of depth 1 at most over each entry of " + to_string(shape)};
  const auto wanted = lengths_over(shape, canonical.shape());
  // The stride of an extent of 1 is no mode less.
  for (std::size_t i = 0; i < lengths->size(); ++i) {
    if ((*lengths)[i] > (*wanted)[i]) {
      return FormFault{FormPart::coalesced, "entry " + std::to_string(i) + " has " +
                                                std::to_string((*lengths)[i]) + " modes where " +
                                                std::to_string((*wanted)[i]) + " are enough"};
    }
  }
  return std::nullopt;
}

}  // namespace layoutcheck::oracle
