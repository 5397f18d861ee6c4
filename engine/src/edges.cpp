// Questions at the edges of 32 and 64 bits.
#include "edges.hpp"

#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace layoutcheck::engine {

namespace {

constexpr Int greatest_int = std::numeric_limits<Int>::max();

bool fits(Int a, Int b) {
  Int product = 0;
  return !__builtin_mul_overflow(a, b, &product);
}

/// a · b, or the greatest Int.
Int saturating_times(Int a, Int b) {
  Int product = 0;
  return __builtin_mul_overflow(a, b, &product) ? greatest_int : product;
}

/// The factor that takes the number to the edge, a multiple of the unit if there is one that fits.
Int factor_to(const Edge& edge, Int number, Int unit = 1) {
  const Int factor = number == 1 && !edge.is_written() ? greatest_int : edge.factor(number);
  const Int rest = factor % unit;
  if (rest == 0) return factor;
  return edge.beside < 0 || factor > greatest_int - unit ? factor - rest : factor - rest + unit;
}

using Replace = std::function<Layout(const Layout&)>;

Tiler with_layouts(const Tiler& tiler, const Replace& replace) {
  if (tiler.layout() != nullptr) return Tiler(replace(*tiler.layout()));
  if (tiler.modes() == nullptr) return tiler;
  Tiler::Tuple modes;
  for (const Tiler& mode : *tiler.modes())
    modes.push_back(with_layouts(mode, replace));
  return Tiler(std::move(modes));
}

/// Replaces the layouts in a value.
void replace_layouts(Value& value, const Replace& replace) {
  if (auto* layout = std::get_if<Layout>(&value)) {
    *layout = replace(*layout);
  } else if (auto* tiler = std::get_if<Tiler>(&value)) {
    *tiler = with_layouts(*tiler, replace);
  } else if (auto* swizzled = std::get_if<SwizzledLayout>(&value)) {
    *swizzled =
        SwizzledLayout(swizzled->swizzle(), swizzled->offset(), replace(swizzled->layout()));
  }
}

struct StridedMode {
  Int extent;
  Int stride;
};

/// The modes with a stride of the layouts in a value.
std::vector<StridedMode> modes_in(const Value& value) {
  std::vector<StridedMode> modes;
  visit_layouts(value, [&](const Layout& layout) {
    for (std::size_t i = 0; i < layout.length(); ++i)
      if (layout.extents()[i] > 1 && layout.strides()[i] > 0)
        modes.push_back({layout.extents()[i], layout.strides()[i]});
  });
  return modes;
}

/// Those of several values.
std::vector<StridedMode> modes_in(const std::vector<Value*>& values) {
  std::vector<StridedMode> modes;
  for (const Value* value : values)
    for (const StridedMode& mode : modes_in(*value))
      modes.push_back(mode);
  return modes;
}

/// The values that have layouts with strides.
std::vector<Value*> strided(Operands& operands) {
  std::vector<Value*> values;
  for (Value& value : operands)
    if (!modes_in(value).empty()) values.push_back(&value);
  return values;
}

void multiply_strides(Value& value, Int least, Int factor) {
  replace_layouts(value, [&](const Layout& layout) {
    Tuple strides = layout.strides();
    for (Int& stride : strides)
      if (stride >= least) stride = saturating_times(stride, factor);
    return Layout(layout.profile(), layout.extents(), std::move(strides));
  });
}

/// Multiplies strides from some one on by a factor: those that divide, continue or overlap one
/// another go on to, but for where the others begin. A stride, the step of a mode or the cosize
/// comes to the edge, or does where it grows so many times. Returns the factor, a multiple of the
/// unit; 1 if nothing was multiplied.
Int scale_strides(Entropy& entropy, const std::vector<Value*>& values, const Edge& edge,
                  Int unit = 1, bool all = false, Int grows = 1) {
  std::vector<StridedMode> modes = modes_in(values);
  // What is to be a multiple of a unit has an entry of stride 1, which stays.
  if (unit > 1) std::erase_if(modes, [](const StridedMode& mode) { return mode.stride == 1; });
  if (modes.empty()) return 1;
  const auto [shortest, longest] = std::ranges::minmax(modes, {}, &StridedMode::stride);
  const Int least = all || entropy.chance(30) ? shortest.stride : entropy.pick(modes).stride;
  std::vector<Int> chosen;
  Int end = 0;
  Int sum = 1;
  for (const StridedMode& mode : modes) {
    if (mode.stride < least) continue;
    const Int step = saturating_times(mode.extent, mode.stride);
    chosen.push_back(mode.stride);
    chosen.push_back(step);
    end = std::max(end, step);
    if (__builtin_add_overflow(sum, saturating_times(mode.extent - 1, mode.stride), &sum))
      sum = greatest_int;
  }
  if (sum > 2) chosen.push_back(sum - 1);
  Int factor = factor_to(edge, saturating_times(entropy.pick(chosen), grows), unit);
  // The greatest stride has to fit; a step of it need not.
  if (!fits(factor, saturating_times(longest.stride, grows)))
    factor = factor_to(edge, saturating_times(end, grows), unit);
  if (factor <= 1 || !fits(factor, saturating_times(longest.stride, grows))) return 1;
  for (Value* value : values)
    multiply_strides(*value, least, factor);
  return factor;
}

/// Numbers that count offsets grow with the strides.
void scale_numbers(Operands& operands, Int factor) {
  for (Value& value : operands)
    if (auto* number = std::get_if<Int>(&value))
      if (fits(*number, factor)) *number *= factor;
}

/// A gets a mode in front, over which B jumps: A∘B stays what it is, and so does A divided by B but
/// for that mode. Returns whether it could.
bool jump(Entropy& entropy, Operands& operands, const Edge& edge) {
  const auto* a = std::get_if<Layout>(operands.data());
  if (operands.size() < 2 || a == nullptr) return false;
  const auto* tiler = std::get_if<Tiler>(&operands[1]);
  if (tiler != nullptr && tiler->layout() == nullptr) return false;
  const std::vector<StridedMode> modes = modes_in(operands[1]);
  if (modes.empty()) return false;
  Int longest = 0;
  for (const StridedMode& mode : modes)
    longest = std::max(longest, saturating_times(mode.extent, mode.stride));
  const StridedMode& chosen = entropy.pick(modes);
  Int factor = factor_to(edge, saturating_times(chosen.extent, chosen.stride));
  if (!fits(factor, longest)) factor = factor_to(edge, longest);
  if (factor <= 1 || !fits(factor, longest)) return false;
  const Int stride = entropy.chance(30) ? 0 : static_cast<Int>(entropy.between(1, 9));
  std::vector<Layout> parts = a->is_entry() ? std::vector<Layout>{*a} : a->modes();
  parts.insert(parts.begin(), Layout::entry(factor, stride));
  operands[0] = Layout::tuple_of(parts);
  multiply_strides(operands[1], 1, factor);
  return true;
}

/// The strides are multiples of the units that they are counted in, or those grow with them.
void take_units(Entropy& entropy, const Operation& operation, Operands& operands,
                const std::vector<Value*>& values, const Edge& edge) {
  Int unit = 1;
  for (const Value& value : operands)
    if (const auto* number = std::get_if<Int>(&value)) unit = saturating_times(unit, *number);
  if (operands.size() == 3 && entropy.chance(20)) {
    // In other units of the same ratio.
    const Int longest = std::max(std::get<Int>(operands[1]), std::get<Int>(operands[2]));
    scale_numbers(operands, factor_to(edge, std::max(longest, Int{2})));
  } else if (operands.size() == 2 && entropy.chance(20)) {
    scale_numbers(operands, scale_strides(entropy, values, edge, 1, true));
  } else {
    const bool grows = operands.size() == 2 ? operation.name == "downcast" : entropy.chance(40);
    scale_strides(entropy, values, edge, unit, false, grows ? unit : 1);
  }
}

/// A further entry of extent 1 in the last mode: its stride is written, and no value.
template <class Stride>
BasicLayout<Stride> with_one(const BasicLayout<Stride>& layout, Stride stride) {
  std::vector<Profile> places;
  if (!layout.is_entry()) places = layout.profile().modes();
  if (places.empty()) {
    places = {layout.profile(), Profile()};
  } else {
    const Profile both[] = {places.back(), Profile()};
    places.back() = Profile::tuple_of(both);
  }
  Tuple extents = layout.extents();
  std::vector<Stride> strides = layout.strides();
  extents.push_back(1);
  strides.push_back(std::move(stride));
  return {Profile::tuple_of(places), std::move(extents), std::move(strides)};
}

/// Swizzled layouts move up by so many bits, with what their swizzles read and write.
void move_up(Operands& operands, const Edge& edge) {
  Int reached = 1;
  Int top = 0;
  for (const Value& value : operands) {
    const auto* w = std::get_if<SwizzledLayout>(&value);
    if (w == nullptr) continue;
    Int last = w->offset();
    for (const StridedMode& mode : modes_in(value))
      last += (mode.extent - 1) * mode.stride;
    reached = std::max(reached, last);
    const Swizzle& swizzle = w->swizzle();
    top = std::max(top, swizzle.base + swizzle.bits + std::abs(swizzle.shift));
  }
  Int bits = 0;
  const Int end = edge.power < 63 ? Int{1} << edge.power : greatest_int;
  while (top + bits < 62 && saturating_times(reached, Int{2} << bits) <= end)
    ++bits;
  if (edge.beside >= 0 && top + bits < 62 &&
      saturating_times(reached, Int{2} << bits) < greatest_int)
    ++bits;
  for (Value& value : operands) {
    auto* w = std::get_if<SwizzledLayout>(&value);
    if (w == nullptr) continue;
    Swizzle swizzle = w->swizzle();
    swizzle.base += bits;
    Value moved = w->layout();
    multiply_strides(moved, 1, Int{1} << bits);
    *w = SwizzledLayout(swizzle, saturating_times(w->offset(), Int{1} << bits),
                        std::get<Layout>(moved));
  }
}

/// How many percent of swizzled layouts at an edge are moved up, which ends below 2^62; the others
/// have long strides.
unsigned share_moved_up(const Operation& operation) {
  if (operation.answer == Sort::module_layout) return 85;
  const bool is_partitioned = operation.operands.size() > 3;
  return is_partitioned || (operation.operands.size() > 1 && operation.operands[1] == Sort::tiler)
             ? 15
             : 50;
}

/// An element with its integers multiplied.
Element multiplied(const Element& element, Int factor) {
  std::vector<Element::Part> parts = element.parts();
  if (parts.empty()) return element;
  for (Element::Part& part : parts)
    part.value *= factor;
  switch (element.module()) {
    case Module::integers:
      return Element::integer(parts.front().value);
    case Module::bits:
      return Element::bits(parts.front().value);
    case Module::coordinates:
      break;
  }
  return Element::coordinate(std::move(parts));
}

/// How many percent of the operands may have large values: an oracle tabulates all below them, or
/// few of these have an answer.
unsigned large_values(const Operation& operation) {
  if (operation.name == "left_inverse" && operation.answer == Sort::module_layout) return 15;
  // Where A and W reach far, A∘W hardly ever exists.
  if (operation.name == "composition" && operation.answer == Sort::swizzled_layout &&
      operation.operands.back() == Sort::swizzled_layout)
    return 20;
  if (operation.operands.front() == Sort::swizzled_layout && operation.operands.size() < 3 &&
      operation.operands.back() != Sort::tuple)
    return operation.operands.back() == Sort::tiler ? 90 : 70;
  return tabulates_all_values(operation) ? 0 : 100;
}

/// The first layout over a module among the operands; nullptr if there is none.
ModuleLayout* module_layout_in(Operands& operands) {
  for (Value& value : operands)
    if (auto* layout = std::get_if<ModuleLayout>(&value)) return layout;
  return nullptr;
}

/// The strides of a layout over a module: multiplied, or the bits of one flipped.
void take_module(Entropy& entropy, const Operation& operation, Operands& operands, ModuleLayout& v,
                 const Edge& edge) {
  Tuple extents = v.extents();
  std::vector<Element> strides = v.strides();
  if (std::ranges::all_of(strides, &Element::is_zero)) return;
  const bool over_bits = module_of(strides) == Module::bits;
  const Int at = edge.is_written() ? factor_to(edge, 1) : greatest_int / 2 + 1;
  if (!entropy.chance(large_values(operation))) {
    const Element& some =
        *std::ranges::find_if(strides, [](const Element& d) { return !d.is_zero(); });
    Int value = 1;
    for (const Element::Part& part : some.parts())
      value = std::max(value, std::abs(part.value));
    v = with_one(v, over_bits ? Element::bits(at) : multiplied(some, std::max(at / value, Int{1})));
    return;
  }
  if (over_bits && entropy.chance(edge.beside < 0 ? 75 : 50)) {
    // Below an edge, powers of 2 come no nearer than to its half. A mode of extent 2, which is
    // linear whatever its stride is.
    const auto two = std::ranges::find(extents, Int{2});
    const auto i = two != extents.end() ? static_cast<std::size_t>(two - extents.begin())
                                        : entropy.below(strides.size());
    strides[i] = Element::bits(strides[i].value() ^ at);
    v = ModuleLayout(v.profile(), std::move(extents), std::move(strides));
    return;
  }
  Int most = 1;
  for (std::size_t i = 0; i < strides.size(); ++i)
    for (const Element::Part& part : strides[i].parts())
      most = std::max(most,
                      saturating_times(std::abs(part.value),
                                       entropy.chance(50) ? 1 : std::max(Int{1}, extents[i] - 1)));
  Int factor = edge.is_written() ? edge.factor(most) : edge.factor(saturating_times(most, 2));
  if (over_bits)
    while ((factor & (factor - 1)) != 0)
      factor &= factor - 1;
  for (const Element& d : strides)
    for (const Element::Part& part : d.parts())
      if (!fits(part.value, factor)) return;
  for (Element& d : strides)
    d = multiplied(d, factor);
  v = ModuleLayout(v.profile(), std::move(extents), std::move(strides));
  scale_numbers(operands, factor);
}

/// Operands that are all tuples, of coordinates or of values.
void take_tuples(Entropy& entropy, const Operation& operation, Operands& operands,
                 const Edge& edge) {
  const bool is_product = operation.name == "inner_product";
  const bool is_list = operands.size() == 1;
  const Int at = edge.is_written() ? factor_to(edge, 1) : greatest_int;
  Int product = 0;
  if (is_product) {
    const Tuple& x = std::get<NestedTuple>(operands[0]).entries();
    const Tuple& y = std::get<NestedTuple>(operands[1]).entries();
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
      if (__builtin_add_overflow(product, saturating_times(x[i], y[i]), &product)) return;
  }
  for (std::size_t i = is_product ? 1 : 0; i < operands.size(); ++i) {
    const auto& tuple = std::get<NestedTuple>(operands[i]);
    Tuple entries = tuple.entries();
    const std::size_t chosen = entropy.below(entries.size());
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (is_product)
        entries[k] = saturating_times(entries[k], factor_to(edge, std::max(Int{2}, product)));
      else if (!is_list)
        // 0 … 4 come to lie around the edge.
        entries[k] = std::min(entries[k], Int{4}) - 4 + std::min(at, greatest_int - 3) + 3;
      else if (k == chosen)
        entries[k] = at;
    operands[i] = NestedTuple(std::move(entries), tuple.profile());
  }
}

/// Morphisms to be tabulated lose large entries of their domains.
void shorten(Operands& operands) {
  const auto& f = std::get<Morphism>(operands.front());
  Tuple entries;
  Tuple map;
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    if (f.domain().entries()[i] > 64) continue;
    entries.push_back(f.domain().entries()[i]);
    map.push_back(f.map()[i]);
  }
  operands.front() = Morphism(NestedTuple::flat(std::move(entries)), std::move(map), f.codomain());
}

bool has_strides(const Operation& operation) {
  return std::ranges::any_of(operation.operands, [](Sort sort) {
    return sort == Sort::layout || sort == Sort::flat_layout || sort == Sort::tiler ||
           sort == Sort::module_layout || sort == Sort::swizzled_layout;
  });
}

/// Whether the operands are layouts of threads and values, which mostly have to be compact.
bool takes_threads(const Operation& operation) {
  return operation.name == "layout_tv" || operation.name.starts_with("get_layout");
}

/// How many percent of the operands with strides have a large extent: few where the answer or an
/// oracle has all points of it.
unsigned large_extents(const Operation& operation) {
  if (operation.name == "table" || operation.name.starts_with("max_common")) return 0;
  const bool is_inverse = operation.name.ends_with("_inverse");
  if ((is_inverse || operation.name == "cosize") &&
      operation.operands.front() == Sort::swizzled_layout)
    return 0;
  if (operation.name == "composition" && operation.operands.back() == Sort::swizzled_layout)
    return 0;
  if (std::ranges::find(operation.operands, Sort::module_layout) != operation.operands.end())
    return 0;
  if (takes_threads(operation)) return 15;
  return operation.name == "layout_add" || operation.name.ends_with("cast") ||
                 operation.name == "local_partition"
             ? 4
             : 8;
}

/// An index that is right in as many bits.
bool wrap_index(Entropy& entropy, const Operation& operation, Operands& operands,
                const Edge& edge) {
  // As a rank it would ask for so many modes.
  if (edge.power > 32 || operation.name.ends_with("pend")) return false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (sort_at(operation, i) != Sort::integer || !entropy.chance(15)) continue;
    std::get<Int>(operands[i]) += Int{1} << edge.power;
    return true;
  }
  return false;
}

void take_strides(Entropy& entropy, const Operation& operation, Operands& operands,
                  const Edge& edge) {
  const std::vector<Value*> values = strided(operands);
  if (values.empty()) return;
  if (takes_threads(operation) && operation.name != "get_layoutS_TV" && !entropy.chance(20)) {
    Value& value = *entropy.pick(values);
    replace_layouts(value, [&](const Layout& layout) {
      return with_one(layout, edge.is_written() ? factor_to(edge, 1) : greatest_int);
    });
    return;
  }
  if (operation.name.ends_with("cast")) {
    take_units(entropy, operation, operands, values, edge);
    return;
  }
  switch (operation.family) {
    case Family::composition:
    case Family::weak_composition:
    case Family::division:
      // A quotient then has too many points for a table.
      if (entropy.chance(operation.family == Family::division ? 12 : 35) &&
          jump(entropy, operands, edge))
        return;
      [[fallthrough]];
    case Family::modes:
      scale_strides(entropy, {values.front()}, edge);
      return;
    case Family::product:
      scale_strides(entropy, {entropy.pick(values)}, edge);
      return;
    default:
      break;
  }
  const Int factor = scale_strides(entropy, values, edge);
  if (std::ranges::find(operation.operands, Sort::positive) != operation.operands.end())
    scale_numbers(operands, factor);
}

}  // namespace

bool tabulates_all_values(const Operation& operation) {
  return operation.operands.front() == Sort::module_layout &&
         (operation.family == Family::complement || operation.family == Family::product ||
          operation.name == "tile_to_shape" || operation.name == "swizzled_layout");
}

std::size_t edge_percent(const Operation& operation) {
  // Few of these have an answer.
  if (operation.name == "cosize" && operation.operands.front() == Sort::module_layout) return 65;
  if (operation.operands.size() > 3) {
    if (operation.operands.front() == Sort::swizzled_layout) return 55;
    if (operation.operands.front() == Sort::module_layout) return 74;
  }
  const bool is_undefined_often =
      takes_threads(operation) || operation.name == "downcast" || operation.name == "tile_unzip" ||
      std::ranges::any_of(operation.operands, [](Sort sort) {
        return sort == Sort::module_layout || sort == Sort::swizzled_layout;
      });
  return is_undefined_often ? 38 : operation.name.ends_with("cast") ? 26 : 24;
}

Operands draw_at_edge(Entropy& entropy, const Operation& operation,
                      const std::function<Operands(Entropy&, int)>& draw, int size) {
  // A step at 2^32 mostly has its stride at 2^31, so that the others are drawn more often.
  const Edge edge{
      entropy.pick({31, 31, 31, 31, 32, 32, 32, 53, 53, 53, 53, 63, 63, 63, 63, 63, 63}),
      entropy.chance(50) ? -1 : entropy.pick({0, 1})};
  const bool all_tuples = std::ranges::all_of(operation.operands, is_tuple);
  const bool has_others = has_strides(operation) || all_tuples;
  DrawWish wish;
  wish.kind = DrawWish::Kind::substance;
  const bool has_large_extent = !has_others || entropy.chance(large_extents(operation));
  if (has_large_extent) wish.edge = edge;
  WishfulEntropy wishful(entropy, wish);
  Operands operands = draw(wishful, size);
  if (wrap_index(entropy, operation, operands, edge)) return operands;
  if (operation.name == "table" && std::holds_alternative<Morphism>(operands.front()))
    shorten(operands);
  if (has_large_extent) return operands;
  if (all_tuples) {
    take_tuples(entropy, operation, operands, edge);
  } else if (ModuleLayout* over_module = module_layout_in(operands)) {
    take_module(entropy, operation, operands, *over_module, edge);
  } else if (!entropy.chance(large_values(operation))) {
    const Int stride = edge.is_written() ? factor_to(edge, 1) : greatest_int;
    if (auto* layout = std::get_if<Layout>(&operands.front())) {
      *layout = with_one(*layout, stride);
    } else {
      auto& w = std::get<SwizzledLayout>(operands.front());
      w = SwizzledLayout(w.swizzle(), w.offset(), with_one(w.layout(), stride));
    }
  } else if (std::ranges::any_of(operation.operands,
                                 [](Sort s) { return s == Sort::swizzled_layout; }) &&
             entropy.chance(share_moved_up(operation))) {
    move_up(operands, edge);
  } else {
    take_strides(entropy, operation, operands, edge);
  }
  return operands;
}

}  // namespace layoutcheck::engine
