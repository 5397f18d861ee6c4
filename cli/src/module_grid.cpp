// Grids of layouts over modules and of swizzled layouts: the value in each cell.
#include "module_grid.hpp"

#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/modules.hpp>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

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

/// The coordinates of a layout in one notation: as tuples that all have the same places.
class Coordinates {
 public:
  explicit Coordinates(std::span<const Element> strides) {
    for (const Element& stride : strides)
      for (const Element::Part& part : stride.parts())
        paths_.push_back(part.path);
    std::sort(paths_.begin(), paths_.end());
    paths_.erase(std::unique(paths_.begin(), paths_.end()), paths_.end());
    // A tuple that is longer would hide what is in it.
    constexpr std::ptrdiff_t most_commas = 15;
    const std::string zero = tuple(paths_, 0, {});
    is_short_ = std::count(zero.begin(), zero.end(), ',') <= most_commas;
  }

  [[nodiscard]] std::string text(const Element& element) const {
    if (is_short_) return tuple(paths_, 0, element);
    std::string sum;
    for (const Element::Part& part : element.parts()) {
      sum += (sum.empty() ? "" : "+") + std::to_string(part.value);
      for (auto place = part.path.rbegin(); place != part.path.rend(); ++place)
        sum += "@" + std::to_string(*place);
    }
    return sum.empty() ? "0" : sum;
  }

 private:
  /// What the element has at these paths, which agree up to the depth.
  static std::string tuple(std::span<const Tuple> paths, std::size_t depth,
                           const Element& element) {
    if (paths.front().size() == depth) {
      const auto at =
          std::find_if(element.parts().begin(), element.parts().end(),
                       [&](const Element::Part& part) { return part.path == paths.front(); });
      return at == element.parts().end() ? "0" : std::to_string(at->value);
    }
    std::string text = "(";
    for (Int place = 0; !paths.empty(); ++place) {
      const auto end = std::find_if(paths.begin(), paths.end(),
                                    [&](const Tuple& path) { return path[depth] != place; });
      const auto here = static_cast<std::size_t>(end - paths.begin());
      text += (place == 0 ? "" : ",") +
              (here == 0 ? "0" : tuple(paths.subspan(0, here), depth + 1, element));
      paths = paths.subspan(here);
    }
    return text + ")";
  }

  std::vector<Tuple> paths_;
  bool is_short_ = true;
};

}  // namespace

std::optional<ModuleGrid> make_module_grid(const Value& value, std::size_t max_cells) {
  const auto* swizzled = std::get_if<SwizzledLayout>(&value);
  const auto* over = std::get_if<ModuleLayout>(&value);
  if (swizzled == nullptr && over == nullptr) return std::nullopt;
  const NestedTuple shape = swizzled != nullptr ? swizzled->layout().shape() : over->shape();
  const Module module = swizzled != nullptr ? Module::bits : module_of(over->strides());
  std::optional<Coordinates> coordinates;
  if (module == Module::coordinates) coordinates.emplace(over->strides());
  const auto cell = [&](const NestedTuple& index) -> Cell {
    if (swizzled != nullptr) {
      const Exact offset = oracle::apply(*swizzled, index, Convention::strict).value();
      return {offset.str(), static_cast<std::uint64_t>(offset % banks)};
    }
    const Element element = oracle::apply(*over, index, Convention::strict).value();
    if (coordinates) return {coordinates->text(element), std::nullopt};
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
