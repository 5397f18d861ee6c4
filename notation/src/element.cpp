// Elements of integer modules: construction.
#include <layoutcheck/notation/element.hpp>
#include <layoutcheck/notation/profile.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck {

namespace {

constexpr Int most_places = 256;

/// Of paths in order, one that goes on from another comes with only such between them.
void require_compatible(const std::vector<Tuple>& paths) {
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const Tuple& a = paths[i - 1];
    const Tuple& b = paths[i];
    if (a.size() < b.size() && std::equal(a.begin(), a.end(), b.begin()))
      throw std::invalid_argument("a coordinate has an integer where another has a tuple");
  }
}

}  // namespace

Element Element::integer(Int value) {
  return value == 0 ? Element() : Element(Module::integers, {{{}, value}});
}

Element Element::bits(Int value) {
  if (value < 0) throw std::invalid_argument("an integer under XOR is not negative");
  return value == 0 ? Element() : Element(Module::bits, {{{}, value}});
}

Element Element::coordinate(std::vector<Part> parts) {
  std::sort(parts.begin(), parts.end());
  std::vector<Tuple> paths;
  for (const Part& part : parts) {
    work(part.path.size() + 1);
    if (part.path.empty() || part.path.size() > max_depth)
      throw std::invalid_argument("a part of a coordinate has 1 to " + std::to_string(max_depth) +
                                  " places");
    for (const Int place : part.path) {
      if (place < 0 || place >= most_places) {
        throw std::invalid_argument("a place in a coordinate is less than " +
                                    std::to_string(most_places));
      }
    }
    if (!paths.empty() && paths.back() == part.path)
      throw std::invalid_argument("a place of a coordinate is given twice");
    paths.push_back(part.path);
  }
  require_compatible(paths);
  std::erase_if(parts, [](const Part& part) { return part.value == 0; });
  return parts.empty() ? Element() : Element(Module::coordinates, std::move(parts));
}

Module module_of(std::span<const Element> elements) {
  const auto first = std::ranges::find_if_not(elements, &Element::is_zero);
  return first == elements.end() ? Module::integers : first->module();
}

void require_one_module(std::span<const Element> elements) {
  const Module module = module_of(elements);
  std::vector<Tuple> paths;
  for (const Element& element : elements) {
    if (element.is_zero()) continue;
    if (element.module() != module)
      throw std::invalid_argument("the strides are of different modules");
    for (const Element::Part& part : element.parts())
      paths.push_back(part.path);
  }
  if (module != Module::coordinates) return;
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  require_compatible(paths);
}

}  // namespace layoutcheck
