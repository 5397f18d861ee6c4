// The theorems that the introduction announces (colfax 1.1).
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

/// A theorem, and the statement of section 3.2 that says the same.
struct Announced {
  Text id;
  Text proved;
  Text reading = {};
  std::vector<Text> slips = {};
};

std::vector<Announced> theorems() {
  return {
      {"colfax.1.1.A", "colfax.3.2.2.15",
       "The correspondence is that of f ↦ L_f and L ↦ f_L; both sets are countably infinite, so "
       "that some bijection there is in any case."},
      {"colfax.1.1.B", "colfax.3.2.6.21"},
      {"colfax.1.1.C", "colfax.3.2.6.13"},
      {"colfax.1.1.D", "colfax.3.2.6.20"},
      {"colfax.1.1.E", "colfax.3.2.6.26"},
      {"colfax.1.1.F",
       "colfax.3.2.6.31",
       "",
       {"The text after it cites Algorithm 4.1.3; 4.1.2 is meant."}},
  };
}

/// What the reader should know: that the theorem is another statement again, and what is known of
/// that one.
std::string remark_on(const Announced& theorem, const Statement& proved) {
  std::string remark =
      "Says what " + std::string(theorem.proved.substr(theorem.proved.find('.') + 1)) + " says.";
  for (const Text more : {theorem.reading, proved.remark})
    if (!more.empty()) remark += " " + more;
  return remark;
}

}  // namespace

/// Each gets the check and the findings of its original, and its amendments.
std::vector<Statement> colfax_1() {
  std::vector<Statement> announced;
  const std::vector<Statement> proved = colfax_3_2();
  for (const Announced& theorem : theorems()) {
    for (Statement statement : proved) {
      const bool original = statement.id == theorem.proved;
      if (!original && !statement.id.starts_with(theorem.proved + ".amended")) continue;
      const auto renamed = [&](Text text) {
        return theorem.id + text.substr(theorem.proved.size());
      };
      statement.id = renamed(statement.id);
      if (original) {
        if (!statement.counterexample.empty())
          statement.counterexample = renamed(statement.counterexample);
        statement.kind = "Theorem";
        statement.remark = remark_on(theorem, statement);
        statement.slips = theorem.slips;
      }
      announced.push_back(std::move(statement));
    }
  }
  return announced;
}

}  // namespace layoutcheck::properties
