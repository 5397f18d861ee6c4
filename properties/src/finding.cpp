// Which findings a statement has, by the letter and with amended definitions.
#include "src/words.hpp"
#include <layoutcheck/properties/finding.hpp>

namespace layoutcheck::properties {

bool is_documentation(const Statement& statement) {
  return statement.id.starts_with("cute.") || statement.id.starts_with("cute-spec.");
}

bool is_numbered(const Statement& statement) {
  return statement.kind != "Amendment" && statement.kind != "Relation" &&
         !statement.id.starts_with("layoutcheck.") && !is_documentation(statement);
}

std::string_view describe(Finding finding) {
  switch (finding) {
    case Finding::holds:
      return "holds";
    case Finding::fails:
      return "fails as stated";
    case Finding::misprinted:
      return "fails as stated (misprint)";
    case Finding::lost:
      return "lost in our copy";
    case Finding::not_checkable:
      return "not checkable";
  }
  return "";
}

bool fails_by_inheritance(const Statement& statement) {
  return statement.standing == Standing::fails_as_stated && !statement.uses.empty() &&
         statement.change.empty();
}

Finding by_the_letter(const Statement& statement) {
  if (!statement.lost.empty()) return Finding::lost;
  switch (statement.standing) {
    case Standing::holds:
      return Finding::holds;
    case Standing::fails_as_stated:
      return statement.misprint ? Finding::misprinted : Finding::fails;
    case Standing::not_checkable:
      return Finding::not_checkable;
  }
  return Finding::not_checkable;
}

Finding with_amended_definitions(const Statement& statement) {
  return fails_by_inheritance(statement) ? Finding::holds : by_the_letter(statement);
}

}  // namespace layoutcheck::properties
