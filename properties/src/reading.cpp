// The readings: what the entries quote, and how much of it is tested.
#include <layoutcheck/properties/entries.hpp>
#include <layoutcheck/properties/reading.hpp>

namespace layoutcheck::properties {

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

const std::vector<Reading>& readings() {
  static const std::vector<Reading> all = [] {
    std::vector<Reading> list;
    for (const Entry& entry : entries())
      if (!entry.reading.id.empty()) list.push_back(entry.reading);
    return list;
  }();
  return all;
}

const Reading* find_reading(std::string_view id) {
  const Entry* entry = find_entry(id);
  return entry == nullptr || entry->reading.id.empty() ? nullptr : &entry->reading;
}

}  // namespace layoutcheck::properties
