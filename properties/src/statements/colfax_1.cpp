// The theorems that the introduction announces (colfax 1.1).
#include "lists.hpp"

namespace layoutcheck::properties {

/// They say in the same words what is proved in section 3.2. Each gets the check of its original,
/// and its amendment if that has one.
std::vector<Statement> colfax_1() {
  static constexpr std::pair<const char*, const char*> theorems[] = {
      {"colfax.1.1.A", "colfax.3.2.2.15"}, {"colfax.1.1.B", "colfax.3.2.6.21"},
      {"colfax.1.1.C", "colfax.3.2.6.13"}, {"colfax.1.1.D", "colfax.3.2.6.20"},
      {"colfax.1.1.E", "colfax.3.2.6.26"}, {"colfax.1.1.F", "colfax.3.2.6.31"},
  };
  const std::vector<Statement> proved = colfax_3_2();
  std::vector<Statement> announced;
  for (const auto& [id, original] : theorems) {
    const std::string name = original;
    for (Statement statement : proved) {
      if (statement.id != name && statement.id != name + ".amended") continue;
      statement.id.replace(0, name.size(), id);
      if (!statement.counterexample.empty()) {
        statement.counterexample.replace(0, name.size(), id);
      }
      if (statement.kind != "Amendment") statement.kind = "Theorem";
      announced.push_back(std::move(statement));
    }
  }
  return announced;
}

}  // namespace layoutcheck::properties
