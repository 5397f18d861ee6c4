// Families: each row has one concern, and together they are everything that is checked.
#include "family.hpp"

#include <layoutcheck/engine/entropy.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace layoutcheck::fuzz {
namespace {

using engine::Statement;

constexpr Concern concerns[] = {Concern::layouts, Concern::morphisms, Concern::refinements,
                                Concern::divisions, Concern::views};

std::set<const Statement*> rows_of(const Family& family) {
  return {family.rows().begin(), family.rows().end()};
}

const Statement& row(std::string_view id) {
  const Statement* found = properties::find_statement(id);
  if (found == nullptr) throw std::invalid_argument("there is no row " + std::string(id));
  return *found;
}

TEST(Family, EveryRowIsInTheFamilyOfItsConcernAlone) {
  std::set<const Statement*> all;
  std::size_t count = 0;
  for (Concern concern : concerns) {
    const Family& family = family_of(concern);
    EXPECT_FALSE(family.rows().empty());
    for (const Statement* each : family.rows()) {
      EXPECT_EQ(concern_of(*each), concern) << each->id;
      EXPECT_TRUE(all.insert(each).second) << each->id;
    }
    count += family.rows().size();
  }
  EXPECT_EQ(count, whole_family().rows().size());
  EXPECT_EQ(all, rows_of(whole_family()));
}

TEST(Family, WholeFamilyHasAllThatIsCheckedAndNotKnownToFail) {
  const std::set<const Statement*> rows = rows_of(whole_family());
  for (const Statement& operation : engine::operations())
    EXPECT_TRUE(rows.contains(&operation)) << operation.id;
  for (const Statement& statement : properties::statements()) {
    const bool is_row = statement.check && statement.standing == engine::Standing::holds &&
                        !statement.domain.instances;
    EXPECT_EQ(rows.contains(&statement), is_row) << statement.id;
  }
}

TEST(Family, EveryOperationOfTheStandardVocabularyIsInOneFamily) {
  std::map<std::string, int> found;
  for (Concern concern : concerns)
    for (const Operation& operation : family_of(concern).vocabulary().operations())
      ++found[signature(operation)];
  for (const Operation& operation : standard_vocabulary().operations())
    EXPECT_EQ(found[signature(operation)], 1) << signature(operation);
  EXPECT_EQ(operations_family().vocabulary().operations().size(),
            standard_vocabulary().operations().size());
  EXPECT_EQ(operations_family().rows().size(), engine::operations().size());
}

TEST(Family, SignaturesKeepTheOrderOfTheStandardVocabulary) {
  for (Concern concern : concerns) {
    std::size_t last = 0;
    for (const Operation& operation : family_of(concern).vocabulary().operations()) {
      const auto standard = standard_vocabulary().operations();
      const auto at = std::find_if(standard.begin(), standard.end(), [&](const Operation& each) {
        return signature(each) == signature(operation);
      });
      if (at != standard.end()) {
        const auto index = static_cast<std::size_t>(at - standard.begin());
        EXPECT_LE(last, index);
        last = index;
      }
    }
  }
}

TEST(Family, ConcernsAreAsTheyAreNamed) {
  const std::pair<std::string_view, Concern> expected[] = {
      {"logical_divide(layout, tiler)", Concern::divisions},
      {"blocked_product@extended(layout, layout)", Concern::divisions},
      {"colfax_flat_product(flat morphism, flat morphism)", Concern::divisions},
      {"is_product_admissible(morphism, morphism)", Concern::divisions},
      {"colfax.2.1.7.9.amended", Concern::divisions},
      {"colfax.2.3.8.1.amended", Concern::divisions},
      {"colfax.3.1.5.61", Concern::divisions},
      {"colfax.3.2.6.28", Concern::divisions},
      {"shah.2.23.amended", Concern::divisions},
      {"divides(shape, shape)", Concern::refinements},
      {"rank(profile)", Concern::refinements},
      {"coordinate(shape, integer)", Concern::refinements},
      {"relative_mode(morphism, shape, integer)", Concern::refinements},
      {"weak_composite(layout, layout)", Concern::refinements},
      {"pullback(morphism, shape)", Concern::refinements},
      {"colfax.4.1.1.1", Concern::refinements},
      {"composition(morphism, morphism)", Concern::morphisms},
      {"morphism(layout)", Concern::morphisms},
      {"sum(pointed map, pointed map)", Concern::morphisms},
      {"colfax.3.1.5.42", Concern::morphisms},
      {"row_major(shape)", Concern::views},
      {"is_column_major(layout)", Concern::views},
      {"composition(layout, layout)", Concern::layouts},
      {"composition@extended(layout, tiler)", Concern::layouts},
      {"complement(layout, positive integer)", Concern::layouts},
      {"colfax.2.1.7.8", Concern::layouts},
      {"colfax.2.1.7.1", Concern::layouts},
      {"shah.2.14", Concern::layouts},
      {"primer.13", Concern::layouts},
  };
  for (const auto& [id, concern] : expected)
    EXPECT_EQ(concern_of(row(id)), concern) << id;
}

TEST(Family, CompositionOfTwoLayoutsIsReadWithATiler) {
  const Family family({&row("composition(layout, layout)")});
  ASSERT_EQ(family.vocabulary().operations().size(), 1U);
  EXPECT_EQ(signature(family.vocabulary().operations()[0]), "composition(layout, tiler)");
}

TEST(Family, BothConventionsShareASignature) {
  const Family family(
      {&row("logical_divide(layout, tiler)"), &row("logical_divide@extended(layout, tiler)")});
  EXPECT_EQ(family.vocabulary().operations().size(), 1U);
  EXPECT_EQ(family.rows().size(), 2U);
}

}  // namespace
}  // namespace layoutcheck::fuzz
