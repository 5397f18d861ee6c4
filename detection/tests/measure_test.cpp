// Measuring: plants are found by what shows them, and by nothing else.
#include "measure.hpp"

#include "catalogue.hpp"
#include <layoutcheck/notation/text.hpp>

#include <gmock/gmock.h>

namespace layoutcheck::detection {
namespace {

std::vector<const Plant*> plants_of(Convention convention) {
  std::vector<const Plant*> plants;
  for (const Plant& plant : catalogue())
    if (plant.convention == convention && plant.out_of_reach.empty()) plants.push_back(&plant);
  return plants;
}

TEST(Measure, WhatShowsThePlantsFindsAllOfThem) {
  for (const Convention convention : {Convention::strict, Convention::extended}) {
    const std::vector<const Plant*> plants = plants_of(convention);
    std::vector<Case> questions;
    for (const Plant* plant : plants) {
      questions.push_back(parse_case(plant->shown_by));
      questions.back().answer.reset();
    }
    for (const Finding& finding : measured(plants, questions, convention))
      EXPECT_TRUE(finding.fault) << finding.plant->name;
  }
}

TEST(Measure, CountsQuestionsUntilTheFirstFault) {
  const auto plants = plants_of(Convention::strict);
  const Plant* plant = plants.front();
  ASSERT_EQ(plant->name, "coalesce.in-order-is-contiguous");
  const std::vector<Case> right = {parse_case("coalesce((2,2):(1,2))"), parse_case("size((2,3))")};
  std::vector<Finding> findings = measured(std::span(&plant, 1), right, plant->convention);
  EXPECT_FALSE(findings.front().fault);
  EXPECT_EQ(findings.front().questions, 2U);
  std::vector<Case> questions = right;
  questions.push_back(parse_case("coalesce((2,3):(1,3))"));
  questions.push_back(parse_case("coalesce((2,2):(1,3))"));
  findings = measured(std::span(&plant, 1), questions, plant->convention);
  ASSERT_TRUE(findings.front().fault);
  EXPECT_EQ(findings.front().questions, 3U);
  EXPECT_EQ(question(findings.front().fault->question), "coalesce((2,3):(1,3))");
  // In another convention nothing is asked of it.
  questions.back().convention = Convention::extended;
  findings = measured(std::span(&plant, 1), std::span(questions).last(1), plant->convention);
  EXPECT_EQ(findings.front().questions, 0U);
}

TEST(Measure, ARunOfTheTestFindsAPlantAndMakesItsCaseSmaller) {
  std::vector<const Plant*> plants;
  for (const Plant* plant : plants_of(Convention::strict))
    if (plant->name == "cosize.greatest-product") plants.push_back(plant);
  const Plant silent{.name = "silent", .says = "", .source = "", .mistakes = {}};
  plants.push_back(&silent);
  ASSERT_EQ(plants.size(), 2U);
  conformance::Plan plan;
  plan.only = {"cosize"};
  plan.draws.count = 100;
  plan.range = engine::Range{engine::parse_bounds("weight<=7, cases<=100")};
  const std::vector<Finding> findings = measured(plants, plan);
  ASSERT_TRUE(findings[0].fault);
  EXPECT_LT(findings[0].questions, findings[1].questions);
  EXPECT_FALSE(findings[1].fault);
  const conformance::Cause cause = shrunk(findings[0], plan, std::chrono::seconds(60));
  EXPECT_EQ(cause.operation, "cosize");
  EXPECT_THAT(needless_features(*plants[0], cause.smallest.question), testing::IsEmpty());
  EXPECT_THAT(needless_features(*plants[0], parse_case("cosize((2,1):(0,0))")),
              testing::ElementsAre("extent 1", "stride 0"));
}

}  // namespace
}  // namespace layoutcheck::detection
