// The slides.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <map>

namespace layoutcheck::properties {

namespace {

using as_printed::layout;
using as_printed::limits;
using as_printed::Wording;

/// How much the algebra may tabulate here.
constexpr auto limit = static_cast<Int>(limits.points);

// 1

/// Simplified where possible: the function is kept, and no layout of fewer entries has it.
Result check_1(const Layout& l) {
  const Layout c = algebra::coalesce(l);
  return all_hold({{as_printed::same_function(c, l), "the function is kept"},
                   {c.length() <= std::max<std::size_t>(l.length(), 1), "it is not longer"}})
      .then([&] {
        if (oracle::size(l) == 1) return holds();
        return holds_if(as_printed::layouts_with_function(l, c.length() - 1).empty(),
                        [&] { return "there is a simpler layout than " + to_string(c); });
      });
}

// 2

/// R(c) = A(B(c)) at every index c, and at the coordinate of B that belongs to it.
Result check_2(const Layout& a, const Layout& b) {
  const Outcome<Layout> r = algebra::composition(a, b, Convention::strict, limit);
  if (!r) return unmet();
  const Tuple offsets = as_printed::table(b);
  const Tuple values = as_printed::table(*r);
  if (values.size() != offsets.size()) return fails("R = " + to_string(*r) + " has another size");
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    const auto value_of_a = oracle::value_at(a, offsets[c]);
    const Outcome<Tuple> coordinate = algebra::colex_inverse(b.shape(), static_cast<Int>(c));
    const Outcome<Int> at_coordinate =
        algebra::apply(*r, NestedTuple(coordinate.value(), b.profile()));
    if (values[c] != value_of_a || !at_coordinate || *at_coordinate != value_of_a)
      return fails("R = " + to_string(*r) + " is not A∘B at " + std::to_string(c));
  }
  return holds();
}

// 3

/// A and a tiler of the slides: a layout, a shape, or a tuple of tilers.
Domain layout_and_tiler() {
  return make_domain("a layout and a tiler", {Sort::layout, Sort::tiler},
                     [](Entropy& entropy, int size) -> Operands {
                       std::vector<Layout> modes;
                       for (std::size_t i = entropy.between(1, 3); i > 0; --i)
                         modes.push_back(draw_layout(entropy, size / 2));
                       const Layout a = Layout::tuple_of(modes);
                       if (entropy.chance(20)) return {a, Tiler(draw_composable(entropy, a))};
                       if (entropy.chance(5)) return {a, Tiler(draw_shape(entropy, size / 3))};
                       Tiler::Tuple parts;
                       std::vector<NestedTuple> shapes;
                       for (const Layout& mode : modes) {
                         if (!parts.empty() && entropy.chance(15)) break;
                         const Int extent = draw_divisor(entropy, algebra::size(mode));
                         shapes.emplace_back(extent);
                         parts.push_back(entropy.chance(40)
                                             ? Tiler(NestedTuple(extent))
                                             : Tiler(draw_composable(entropy, mode)));
                       }
                       if (entropy.chance(40)) return {a, Tiler(NestedTuple::tuple_of(shapes))};
                       return {a, Tiler(std::move(parts))};
                     });
}

/// The tiler with layouts N:1 for the entries N of its shapes.
Tiler without_shapes(const Tiler& tiler) {
  if (tiler.shape() != nullptr) {
    if (tiler.shape()->is_entry()) return Tiler(Layout::entry(tiler.shape()->entries()[0], 1));
    Tiler::Tuple modes;
    for (const NestedTuple& mode : tiler.shape()->modes())
      modes.push_back(without_shapes(Tiler(mode)));
    return Tiler(std::move(modes));
  }
  if (tiler.modes() == nullptr) return tiler;
  Tiler::Tuple modes;
  for (const Tiler& mode : *tiler.modes())
    modes.push_back(without_shapes(mode));
  return Tiler(std::move(modes));
}

bool keeps_a_mode(const Tiler& tiler) {
  return tiler.keeps() ||
         (tiler.modes() != nullptr && std::ranges::any_of(*tiler.modes(), keeps_a_mode));
}

/// A∘T for a tiler without shapes: by mode for a tuple.
Outcome<Layout> by_mode(const Layout& a, const Tiler& tiler) {
  if (tiler.layout() != nullptr)
    return algebra::composition(a, *tiler.layout(), Convention::strict, limit);
  const std::vector<Layout> modes = a.modes();
  if (tiler.modes()->size() > modes.size()) return Undefined{"more tilers than modes"};
  std::vector<Layout> results;
  for (std::size_t i = 0; i < tiler.modes()->size(); ++i) {
    Outcome<Layout> result = by_mode(modes[i], (*tiler.modes())[i]);
    if (!result) return result;
    results.push_back(std::move(result).value());
  }
  return algebra::concatenate(results);
}

Result check_3(const Layout& a, const Tiler& t) {
  if (keeps_a_mode(t)) return unmet();
  const Tiler layouts = without_shapes(t);
  return all_hold(
      {agree<Layout>({{"by mode, with N:1 for N", by_mode(a, layouts)},
                      {"composed", algebra::composition(a, t, Convention::strict, limit)}}),
       agree<Layout>(
           {{"divided", algebra::logical_divide(a, t, Convention::strict, limit)},
            {"with N:1 for N", algebra::logical_divide(a, layouts, Convention::strict, limit)}}),
       holds_if(parse_value(to_string(t), Sort::tiler) == Value(t), "its text is another tiler")});
}

// 4

/// The grid: A's elements and their copies, one for each value of the complement, fill [0, N).
Result check_4(const Layout& a, Int size) {
  if (size > limit) return unmet();
  const Outcome<Layout> complement = algebra::complement(a, size, Convention::strict);
  if (!complement) return unmet();
  std::vector<bool> filled(static_cast<std::size_t>(size), false);
  const Tuple elements = as_printed::table(a);
  for (const Int copy : as_printed::table(*complement)) {
    for (const Int element : elements) {
      const auto at = static_cast<std::size_t>(copy + element);
      if (at >= filled.size() || filled[at])
        return fails("the place " + std::to_string(at) + " is outside, or filled twice");
      filled[at] = true;
    }
  }
  return holds_if(std::ranges::find(filled, false) == filled.end(),
                  [&] { return to_string(*complement) + " leaves a gap"; });
}

// 5 and 6

/// The tiles of A are the parts at one index of the second mode. The first tile has the elements
/// that B points to, in its order; the others have those that it does not point to, each once. As
/// printed, the second mode itself has them.
Result check_5(const Layout& a, const Layout& b, Wording wording) {
  const Outcome<Layout> quotient = algebra::logical_divide(a, Tiler(b), Convention::strict, limit);
  if (!quotient) return unmet();
  const std::vector<Layout> modes = quotient->modes();
  if (quotient->is_entry() || modes.size() != 2) return fails("it does not have two modes");
  const Tuple of_a = as_printed::table(a);
  const Tuple pointed = as_printed::table(b);
  const Tuple tile = as_printed::table(modes[0]);
  std::map<Int, Int> left;  // how often each element of A remains
  for (const Int value : of_a)
    ++left[value];
  if (tile.size() != pointed.size()) return fails("the first mode does not have the size of B");
  for (std::size_t i = 0; i < tile.size(); ++i) {
    const Int element = of_a.at(static_cast<std::size_t>(pointed[i]));
    if (tile[i] != element) return fails("the first mode is not A∘B");
    --left[element];
  }
  const Tuple tiles = as_printed::table(modes[1]);
  if (wording == Wording::as_printed) {
    std::map<Int, Int> elements;
    for (const Int value : tiles)
      ++elements[value];
    std::erase_if(left, [](const auto& rest) { return rest.second == 0; });
    return holds_if(elements == left, [&] {
      return "the elements of " + to_string(modes[1]) + " are not those that B does not point to";
    });
  }
  for (std::size_t k = 1; k < tiles.size(); ++k)
    for (const Int element : tile)
      --left[tiles[k] + element];
  return holds_if(std::ranges::all_of(left, [](const auto& rest) { return rest.second == 0; }),
                  [&] { return "the tiles of " + to_string(*quotient) + " are not those of A"; });
}

/// The first mode is A. The second has a copy of A for each element of B: the same for equal
/// elements, disjoint for different ones, and in their order.
Result check_6(const Layout& a, const Layout& b) {
  const Outcome<Layout> product = algebra::logical_product(a, Tiler(b), Convention::strict, limit);
  if (!product) return unmet();
  const std::vector<Layout> modes = product->modes();
  if (product->is_entry() || modes.size() != 2 || modes[0] != a)
    return fails(to_string(*product) + " does not have A for the first of two modes");
  const Tuple elements = as_printed::table(b);
  const Tuple copies = as_printed::table(modes[1]);
  if (copies.size() != elements.size()) return fails("the second mode does not have the size of B");
  std::map<Int, Int> copy_of;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto [at, is_new] = copy_of.emplace(elements[i], copies[i]);
    if (at->second != copies[i]) return fails("an element of B has two copies of A");
  }
  const Tuple block = as_printed::table(a);
  if (block.size() * copy_of.size() > limits.points) throw LimitReached("the product is too large");
  Tuple places;
  Int before = -1;
  for (const auto& [element, copy] : copy_of) {
    if (copy <= before) return fails("the copies of A are not in the order of B");
    before = copy;
    for (const Int value : block)
      places.push_back(checked_add(copy, value));
  }
  std::ranges::sort(places);
  return holds_if(std::ranges::adjacent_find(places) == places.end(), "two copies of A overlap");
}

}  // namespace

std::vector<Binding> slides() {
  return {
      {"slides.1", layouts(Nesting::nested), check_1},
      {"slides.2", composable_layouts(Nesting::nested), check_2},
      {"slides.3", layout_and_tiler(), check_3},
      {"slides.4", complementable_with_number(Nesting::nested), check_4},
      {"slides.5", divisible_layouts(Nesting::nested), with(check_5, Wording::as_printed)},
      {"slides.5.amended", with(check_5, Wording::amended)},
      {"slides.6", multipliable_layouts(Nesting::nested), check_6},
  };
}

}  // namespace layoutcheck::properties
