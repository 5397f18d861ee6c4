// The reading as text: one line for each statement, cells separated by tabs.
#include "embedded.hpp"
#include <layoutcheck/engine/tab_separated.hpp>
#include <layoutcheck/properties/reading.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

Extent extent_in(const std::string& cell) {
  const auto* const found = std::find_if(std::begin(extents), std::end(extents),
                                         [&](Extent extent) { return describe(extent) == cell; });
  if (found == std::end(extents)) throw std::invalid_argument("'" + cell + "' is no extent");
  return *found;
}

Reading reading_in(std::string_view line) {
  const auto cells = detail::cells_of(line);
  if (cells.size() != 4)
    throw std::invalid_argument("expected 4 cells, found " + std::to_string(cells.size()));
  for (const std::string& cell : cells)
    if (cell.find_first_not_of(" \r") == std::string::npos)
      throw std::invalid_argument("a cell is empty");
  return {cells[0], cells[1], extent_in(cells[2]), cells[3]};
}

}  // namespace

std::string_view describe(Extent extent) {
  switch (extent) {
    case Extent::whole:
      return "whole";
    case Extent::part:
      return "part";
    case Extent::lines:
      return "lines";
    case Extent::stand_in:
      return "stand-in";
    case Extent::none:
      return "none";
  }
  return "";
}

std::vector<Reading> parse_reading(std::string_view text, const std::string& place) {
  std::vector<Reading> found;
  detail::read_lines(text, place, [&](std::string_view line) {
    if (!line.starts_with('#')) found.push_back(reading_in(line));
  });
  return found;
}

const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = [] {
    std::vector<Reading> list;
    for (const EmbeddedFile& file : built_in().reading) {
      for (Reading& reading :
           parse_reading(file.text, "properties/reading/" + std::string(file.name))) {
        list.push_back(std::move(reading));
      }
    }
    return list;
  }();
  return all;
}

const Reading* find_reading(std::string_view id) {
  static const std::map<std::string_view, const Reading*> index = [] {
    std::map<std::string_view, const Reading*> map;
    for (const Reading& reading : readings())
      map.emplace(reading.id, &reading);
    return map;
  }();
  const auto found = index.find(id);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace layoutcheck::properties
