// The catalogue: each plant is wrong where it says so, right elsewhere, and named once.
#include "catalogue.hpp"

#include "measure.hpp"
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>

#include <map>

namespace layoutcheck::detection {
namespace {

/// The case that shows the plant, in the convention of the plant.
Case shown(const Plant& plant) {
  Case content = parse_case(plant.shown_by);
  content.convention.reset();
  return content;
}

TEST(Catalogue, EachPlantIsWrongWhereItSaysSo) {
  for (const Plant& plant : catalogue()) {
    if (!plant.out_of_reach.empty()) continue;
    SCOPED_TRACE(plant.name);
    const Case content = shown(plant);
    Case question = content;
    question.answer.reset();
    JudgeOptions options;
    options.convention = plant.convention;
    const Reply right = engine::reply_of_algebra(question, plant.convention);
    const std::optional<Answer> wrong = wrong_answer(plant, question, right.answer);
    if (!wrong) {
      ADD_FAILURE() << plant.name << " is right: " << layoutcheck::question(question) << " = "
                    << to_string(right.answer);
      continue;
    }
    EXPECT_EQ(to_string(*wrong), to_string(*content.answer))
        << plant.name << ": " << plant.shown_by;
    const Judged judged =
        layoutcheck::judged(question, {.kind = Reply::Kind::answered, .answer = *wrong}, options);
    EXPECT_TRUE(is_fault(judged.verdict.kind))
        << plant.name << ": " << layoutcheck::question(question) << " = " << to_string(*wrong)
        << ": " << to_string(judged.verdict);
    EXPECT_THAT(needless_features(plant, question), testing::IsEmpty());
  }
}

TEST(Catalogue, NamesAreDifferentAndEachHalfIsThere) {
  std::map<std::string, int> names;
  std::map<std::string_view, int> halves;
  for (const Plant& plant : catalogue()) {
    EXPECT_EQ(++names[plant.name], 1) << plant.name;
    ++halves[half_of(plant)];
    EXPECT_NE(plant.says, "");
    EXPECT_NE(plant.source, "") << plant.name;
    EXPECT_EQ(plant.mistakes.empty(), !plant.out_of_reach.empty()) << plant.name;
    for (const Mistake& mistake : plant.mistakes)
      EXPECT_FALSE(standard_vocabulary().named(mistake.operation).empty()) << plant.name;
  }
  EXPECT_GE(catalogue().size(), 60U);
  EXPECT_GT(3 * halves["A"], halves["B"]);
  EXPECT_GT(3 * halves["B"], halves["A"]);
}

}  // namespace
}  // namespace layoutcheck::detection
