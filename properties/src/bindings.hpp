// What C++ has of a statement: the operands that it speaks of, and the check. All else is in the
// text of its section (entries.hpp).
#pragma once

#include "src/words.hpp"
#include <layoutcheck/properties/entries.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace layoutcheck::properties {

struct Binding {
  /// `floor` is the least percentage of random operands that must satisfy the hypothesis.
  Binding(std::string id, Domain domain, Check check, unsigned floor = Statement().floor);

  /// An amendment, on the domain of the statement that it amends.
  Binding(std::string id, Check check);

  std::string id;
  Domain domain;
  Check check;
  unsigned floor = Statement().floor;
};

/// The bindings of all lists.
std::vector<Binding> joined(std::initializer_list<std::vector<Binding> (*)()> lists);

/// The statements of the entries with what is bound to them. Throws std::logic_error that names the
/// id where anything is bound that has no entry, or twice, or not at all though no lines check it;
/// and where a check does not take what its domain has.
std::vector<Statement> bound(const std::vector<Entry>& entries, std::vector<Binding> bindings);

}  // namespace layoutcheck::properties
