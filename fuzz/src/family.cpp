// Families: which concern an operation or statement belongs to, and the vocabulary of many of them.
#include "family.hpp"

#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/entries.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace layoutcheck::fuzz {

namespace {

using engine::Standing;
using engine::Statement;

bool is_operation(const Statement& row) {
  return row.operation != nullptr;
}

Concern concern_of_operation(const Operation& operation) {
  using enum layoutcheck::Family;
  switch (operation.family) {
    case division:
    case product:
      return Concern::divisions;
    case order:
      return Concern::views;
    case weak_composition:
    case refinement:
      return Concern::refinements;
    default:
      break;
  }
  std::vector<Sort> sorts = operation.operands;
  sorts.push_back(operation.answer);
  const auto any = [&](std::initializer_list<Sort> wanted) {
    return std::find_first_of(sorts.begin(), sorts.end(), wanted.begin(), wanted.end()) !=
           sorts.end();
  };
  if (any({Sort::map, Sort::morphism, Sort::flat_morphism})) return Concern::morphisms;
  return any({Sort::layout, Sort::flat_layout, Sort::tiler, Sort::module_layout,
              Sort::swizzled_layout, Sort::offset_module_layout})
             ? Concern::layouts
             : Concern::refinements;
}

/// The concern that the entry of the statement names.
Concern concern_of_statement(const std::string& id) {
  constexpr std::pair<std::string_view, Concern> names[] = {
      {"layouts", Concern::layouts},
      {"morphisms", Concern::morphisms},
      {"refinements", Concern::refinements},
      {"divisions", Concern::divisions},
      {"views", Concern::views},
  };
  const properties::Entry* const entry = properties::find_entry(id);
  for (const auto& [name, concern] : names)
    if (entry != nullptr && entry->concern == name) return concern;
  throw std::logic_error(id + " has no concern of the fuzz targets");
}

/// The vocabulary of these rows. Signatures keep the order of the standard vocabulary, because the
/// first that fits is meant.
Vocabulary vocabulary_of(const std::vector<const Statement*>& rows) {
  std::vector<Operation> all;
  for (const Operation& operation : standard_vocabulary().operations())
    if (std::any_of(rows.begin(), rows.end(),
                    [&](const Statement* row) { return row->operation == &operation; }))
      all.push_back(operation);
  for (const Statement* row : rows)
    if (!is_operation(*row)) all.push_back(engine::as_operation(*row));
  return Vocabulary(std::move(all));
}

template <class Test>
Family family_where(Test&& test) {
  std::vector<const Statement*> rows;
  for (const Statement& row : engine::operations())
    if (test(row)) rows.push_back(&row);
  for (const Statement& row : properties::statements()) {
    // Of instances there are no others to try.
    if (row.check && row.standing == Standing::holds && !row.domain.instances && test(row))
      rows.push_back(&row);
  }
  return Family(std::move(rows));
}

template <Concern concern>
const Family& family_with() {
  static const Family family =
      family_where([](const Statement& row) { return concern_of(row) == concern; });
  return family;
}

}  // namespace

Family::Family(std::vector<const engine::Statement*> rows)
    : rows_(std::move(rows)),
      operations_(static_cast<std::size_t>(std::count_if(
          rows_.begin(), rows_.end(), [](const Statement* row) { return is_operation(*row); }))),
      vocabulary_(vocabulary_of(rows_)) {}

Concern concern_of(const engine::Statement& row) {
  return is_operation(row) ? concern_of_operation(*row.operation) : concern_of_statement(row.id);
}

const Family& family_of(Concern concern) {
  switch (concern) {
    case Concern::layouts:
      return family_with<Concern::layouts>();
    case Concern::morphisms:
      return family_with<Concern::morphisms>();
    case Concern::refinements:
      return family_with<Concern::refinements>();
    case Concern::divisions:
      return family_with<Concern::divisions>();
    case Concern::views:
      return family_with<Concern::views>();
  }
  return whole_family();
}

const Family& whole_family() {
  static const Family family = family_where([](const Statement&) { return true; });
  return family;
}

const Family& operations_family() {
  static const Family family = family_where([](const Statement& row) { return is_operation(row); });
  return family;
}

}  // namespace layoutcheck::fuzz
