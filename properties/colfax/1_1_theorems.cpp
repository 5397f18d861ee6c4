// The theorems that the introduction announces (colfax 1.1).
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

/// A theorem, and the statement of section 3.2 that says the same; why it fails and what to change,
/// if it fails as stated; slips of the text around it.
struct Announced {
  std::string id;
  std::string proved;
  std::string remark = {};
  std::string change = {};
  std::vector<std::string> slips = {};
};

std::vector<Announced> theorems() {
  return {
      {"colfax.1.1.A",
       "colfax.3.2.2.15",
       "3.2.2.10 takes standard form from 3.1.2.12, which asks for the last entry of the codomain "
       "to be hit only if there is more than one. So S → (t) over the trivial map has standard "
       "form "
       "for each t, as has S → (), and all of them encode S:0.",
       "n ≥ 1 for n > 1 in 3.1.2.12.",
       {"The list of tractable layouts before the theorem has compact layouts in it; degenerate "
        "ones need not be tractable, as (1,1):(2,3) is not."}},
      {"colfax.1.1.B", "colfax.3.2.6.21"},
      {"colfax.1.1.C", "colfax.3.2.6.13"},
      {"colfax.1.1.D", "colfax.3.2.6.20"},
      {"colfax.1.1.E", "colfax.3.2.6.26",
       "f ⊘ g = f∘(g, g^c) needs g^c, which exists only if g is injective (3.1.5.46). 3.2.6.23 "
       "does "
       "not ask for that, but the proof of 3.2.6.26 applies 3.2.6.20, which does. Where an entry "
       "above 1 goes to the base point, L_g has no complement either, as for g = 2--(*)-->().",
       "Suppose that g is injective."},
      {"colfax.1.1.F",
       "colfax.3.2.6.31",
       "2.3.9.1 asks for the complement of L_f for N = size(L_f)·cosize(L_g). There is one only if "
       "the largest s_i·d_i of L_f divides N, which nothing makes it do: here 4 does not divide "
       "2·1. The proof of 3.2.6.31 compares with this complement and does not show that it exists.",
       "The complement for size(T), where f: S → T, in L_f ⊗ L_g.",
       {"The text after it cites Algorithm 4.1.3; 4.1.2 is meant."}},
  };
}

}  // namespace

/// Each gets the check of its original, and its amendment if that has one.
std::vector<Statement> colfax_1() {
  std::vector<Statement> proved;
  for (auto* part : {
           colfax_3_2,
       }) {
    for (Statement& statement : part())
      proved.push_back(std::move(statement));
  }
  std::vector<Statement> announced;
  for (const Announced& theorem : theorems()) {
    for (Statement statement : proved) {
      const bool amended = statement.id == theorem.proved + ".amended";
      if (statement.id != theorem.proved && !amended) continue;
      statement.id.replace(0, theorem.proved.size(), theorem.id);
      if (!amended) {
        if (!statement.counterexample.empty()) {
          statement.counterexample.replace(0, theorem.proved.size(), theorem.id);
        }
        statement.kind = "Theorem";
        statement.remark = theorem.remark;
        statement.change = theorem.change;
        statement.slips = theorem.slips;
      }
      announced.push_back(std::move(statement));
    }
  }
  return announced;
}

}  // namespace layoutcheck::properties
