// Diagrams of morphisms: two columns of entries, the first at the bottom, and an arrow for each
// value of the map.
#pragma once

#include "text_grid.hpp"
#include <layoutcheck/notation/morphism.hpp>

#include <string>
#include <vector>

namespace layoutcheck::cli {

struct Diagram {
  std::vector<std::string> from;
  Profile from_profile;
  Tuple map;
  std::vector<std::string> to;
  Profile to_profile;
};

Diagram diagram_of(const Morphism& f);

/// The members of the sets ⟨m⟩ and ⟨n⟩, joined by the map.
Diagram diagram_of(const PointedMap& a);

/// The entries that a bracket of a profile joins, from `first` to before `last`; depth 1 are the
/// outermost.
struct Bracket {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t depth = 0;
};

/// The brackets of the nested modes; those around the whole and around nothing are left out.
std::vector<Bracket> brackets(const Profile& profile);

/// How deep they go; 0 if there are none.
std::size_t deepest(const std::vector<Bracket>& list);

/// The diagram with arrows drawn along right angles, or, where it is too wide or arrows meet, entry
/// by entry.
std::string text_diagram(const Diagram& diagram, const TextStyle& style);

}  // namespace layoutcheck::cli
