// Tiles of coordinates: the theorem of docs/modules.md, checked value by value.
#include "as_printed/definitions.hpp"
#include "lists.hpp"
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/oracles/making.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::limits;
using oracle::ExactElement;
using oracle::ExactLayout;
using oracle::Part;

/// Appends the elements that are 1 at the place of each entry of a shape, and 0 elsewhere.
void append_units(const NestedTuple& shape, const Tuple& place, std::vector<Element>& units) {
  if (shape.is_entry()) {
    units.push_back(place.empty() ? Element::integer(1) : Element::coordinate({{place, 1}}));
    return;
  }
  Tuple inner = place;
  inner.push_back(0);
  for (const NestedTuple& mode : shape.modes()) {
    append_units(mode, inner, units);
    ++inner.back();
  }
}

/// The layout of the coordinates of a shape.
ModuleLayout coordinate_layout(const NestedTuple& shape) {
  std::vector<Element> units;
  append_units(shape, {}, units);
  return {shape.profile(), shape.entries(), std::move(units)};
}

bool is_one_index(const Tiler& coordinate) {
  return coordinate.keeps() || (coordinate.shape() != nullptr && coordinate.shape()->is_entry());
}

bool acts_by_mode(const Tiler& tiler) {
  return tiler.modes() != nullptr || (tiler.shape() != nullptr && !tiler.shape()->is_entry());
}

/// Whether a coordinate has an integer or `_` for each mode that the tiler makes, if it has
/// several.
bool has_indices(const Tiler& tiler, const Tiler& coordinate) {
  if (is_one_index(coordinate)) return true;
  if (!acts_by_mode(tiler)) return false;
  if (coordinate.shape() != nullptr) return coordinate.shape()->is_flat();
  return coordinate.modes() != nullptr && std::ranges::all_of(*coordinate.modes(), is_one_index);
}

/// The value R(x) + o of a layout with an offset, in the module of `element`.
ExactElement moved_value(const ModuleLayout& layout, const Element& offset, Module module,
                         const Exact& x) {
  ExactElement value = oracle::coordinate_value(
      layout, oracle::coordinate_of(oracle::to_exact(layout.extents()), x));
  for (const Element::Part& part : offset.parts())
    oracle::add_multiple(module, value, 1, {{part.path, part.value}});
  return value;
}

/// Theorem 24 for one part of the zipped division.
Result check_part(Part part, const ModuleLayout& v, const Tiler& tiler, const Tiler& coordinate) {
  const ModuleLayout e = coordinate_layout(v.shape());
  const auto places = oracle::partition(part, e, tiler, coordinate, Convention::strict, limits);
  if (!places) return unmet();
  const auto data = oracle::partition(part, v, tiler, coordinate, Convention::strict, limits);
  const Module module = module_of(v.strides());
  if (!data) return module == Module::bits ? unmet() : fails(data.reason());
  const Exact size = oracle::size(places->layout());
  oracle::charge(size, limits, "the values of a tile");
  if (oracle::size(data->layout()) != size) return fails("it has another size");
  for (Exact x = 0; x < size; ++x) {
    const ExactElement place =
        moved_value(places->layout(), places->offset(), module_of(e.strides()), x);
    const auto right = oracle::value_at(v, place, Convention::strict);
    if (!right) return fails(right.reason());
    if (moved_value(data->layout(), data->offset(), module, x) != *right)
      return fails("at " + digits(x) + " of the tile it is something else");
  }
  return holds();
}

Result check_coordinates(const ModuleLayout& v, const Tiler& tiler, const Tiler& coordinate) {
  if (!has_indices(tiler, coordinate)) return unmet();
  const Result tile = check_part(Part::inner, v, tiler, coordinate);
  if (tile.kind == Result::Kind::fails) return tile;
  const Result rests = check_part(Part::outer, v, tiler, coordinate);
  return rests.kind == Result::Kind::unmet ? tile : rests;
}

Result check_coordinates_of_layouts(const Layout& l, const Tiler& tiler, const Tiler& coordinate) {
  return check_coordinates(over_integers(l), tiler, coordinate);
}

}  // namespace

std::vector<Binding> own_tiles() {
  return {
      {"layoutcheck.61", engine::find_operation("local_tile(layout, tiler, coordinate)")->domain,
       check_coordinates_of_layouts},
      {"layoutcheck.62",
       engine::find_operation("local_tile(layout over a module, tiler, coordinate)")->domain,
       check_coordinates},
  };
}

}  // namespace layoutcheck::properties
