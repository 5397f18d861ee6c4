// Families: which concern an operation or statement belongs to, and the vocabulary of many of them.
#include "family.hpp"

#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace layoutcheck::fuzz {

namespace {

using properties::Standing;
using properties::Statement;

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
              Sort::swizzled_layout})
             ? Concern::layouts
             : Concern::refinements;
}

/// Whether the part of the id after the prefix begins with a number in this range.
bool in_range(std::string_view id, std::string_view prefix, int low, int high) {
  if (!id.starts_with(prefix)) return false;
  int number = 0;
  const auto [end, error] =
      std::from_chars(id.data() + prefix.size(), id.data() + id.size(), number);
  return error == std::errc() && number >= low && number <= high;
}

Concern concern_of_statement(std::string_view id) {
  struct Part {
    std::string_view prefix;
    int low;
    int high;
    Concern concern;
  };
  constexpr int last = 1000;
  // The first that fits: a chapter, with the parts of it that are about something else before it.
  constexpr std::array parts{
      Part{"colfax.2.1.7.", 9, last, Concern::divisions},
      Part{"colfax.2.3.", 8, 9, Concern::divisions},
      Part{"colfax.3.1.5.", 51, 62, Concern::divisions},
      Part{"colfax.3.2.6.", 22, 31, Concern::divisions},
      Part{"shah.2.", 22, 23, Concern::divisions},
      Part{"primer.", 21, 22, Concern::divisions},
      Part{"slides.", 5, 6, Concern::divisions},
      Part{"colfax.2.", 2, 2, Concern::refinements},
      Part{"colfax.", 4, 4, Concern::refinements},
      Part{"colfax.3.2.", 5, 5, Concern::refinements},
      Part{"colfax.", 1, 1, Concern::morphisms},
      Part{"colfax.", 3, 3, Concern::morphisms},
      Part{"shah.", 3, 3, Concern::views},
  };
  for (const Part& part : parts)
    if (in_range(id, part.prefix, part.low, part.high)) return part.concern;
  if (id.starts_with("colfax.A.")) return Concern::refinements;
  return id.starts_with("debos.") ? Concern::views : Concern::layouts;
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
    if (!is_operation(*row)) all.push_back(properties::as_operation(*row));
  return Vocabulary(std::move(all));
}

template <class Test>
Family family_where(Test&& test) {
  std::vector<const Statement*> rows;
  for (const Statement& row : properties::operations())
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

Family::Family(std::vector<const properties::Statement*> rows)
    : rows_(std::move(rows)),
      operations_(static_cast<std::size_t>(std::count_if(
          rows_.begin(), rows_.end(), [](const Statement* row) { return is_operation(*row); }))),
      vocabulary_(vocabulary_of(rows_)) {}

Concern concern_of(const properties::Statement& row) {
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
