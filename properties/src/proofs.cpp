// The headings of docs/proofs: "### colfax 3.2.6.11 and 3.2.6.13".
#include "embedded.hpp"
#include <layoutcheck/properties/proofs.hpp>

#include <map>
#include <sstream>

namespace layoutcheck::properties {

namespace {

using Places = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Adds the place to every word after the source, with the source before it; words that are no
/// number of a statement do no harm there.
void add_heading(std::istringstream words, const std::string& place, Places& places) {
  std::string source;
  words >> source;
  for (std::string word; words >> word;) {
    if (word.ends_with(',')) word.pop_back();
    places[source + "." + word].push_back(place);
  }
}

Places read_places() {
  constexpr std::string_view mark = "### ";
  Places places;
  for (const EmbeddedFile& file : built_in().proofs) {
    std::istringstream lines{std::string(file.text)};
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (!line.starts_with(mark)) continue;
      add_heading(std::istringstream(line.substr(mark.size())),
                  "docs/proofs/" + std::string(file.name) + ":" + std::to_string(number), places);
    }
  }
  return places;
}

}  // namespace

const std::vector<std::string>& places_in_proofs(std::string_view id) {
  static const Places places = read_places();
  static const std::vector<std::string> none;
  const auto found = places.find(id);
  return found == places.end() ? none : found->second;
}

}  // namespace layoutcheck::properties
