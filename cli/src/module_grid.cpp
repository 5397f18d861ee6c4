// Grids of layouts over modules and of swizzled layouts: the value in each cell.
#include "module_grid.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/modules.hpp>

namespace layoutcheck::cli {

namespace {

constexpr int banks = 32;

/// The grid of the indices of a shape, with `cell(index)` in each place.
Grid grid_of(const NestedTuple& shape, std::size_t max_cells,
             const std::function<Cell(const NestedTuple& index)>& cell) {
  Grid grid = make_grid(algebra::column_major(shape), Tiles::none, max_cells);
  relabel(grid, [&](const std::string& index) {
    return cell(std::get<NestedTuple>(parse_value(index, Sort::tuple)));
  });
  return grid;
}

}  // namespace

std::optional<ModuleGrid> make_module_grid(const Value& value, std::size_t max_cells) {
  const auto* swizzled = std::get_if<SwizzledLayout>(&value);
  const auto* over = std::get_if<ModuleLayout>(&value);
  if (swizzled == nullptr && over == nullptr) return std::nullopt;
  const NestedTuple shape = swizzled != nullptr ? swizzled->layout().shape() : over->shape();
  const Module module = swizzled != nullptr ? Module::bits : module_of(over->strides());
  const auto cell = [&](const NestedTuple& index) -> Cell {
    if (swizzled != nullptr) {
      const Exact offset = oracle::apply(*swizzled, index, Convention::strict).value();
      return {offset.str(), static_cast<std::uint64_t>(offset % banks)};
    }
    const Element element = oracle::apply(*over, index, Convention::strict).value();
    // Under XOR all are offsets, which 0 is as well.
    if (module != Module::bits) return {to_string(element), std::nullopt};
    return {std::to_string(element.value()), static_cast<std::uint64_t>(element.value() % banks)};
  };
  ModuleGrid result{grid_of(shape, max_cells, cell), ""};
  const std::size_t rank = shape.modes().size();
  result.facts = "rank " + std::to_string(rank) + ", size " +
                 oracle::product(oracle::to_exact(shape.entries())).str() + ", ";
  switch (module) {
    case Module::integers:
      result.facts += "over the integers";
      break;
    case Module::coordinates:
      result.facts += "coordinates";
      break;
    case Module::bits:
      result.facts += "offsets; a colour is a bank, the offset modulo " + std::to_string(banks);
  }
  return result;
}

}  // namespace layoutcheck::cli
