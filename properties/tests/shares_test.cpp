// Shares: a campaign that is cut counts and finds what it does as a whole.
#include "src/words.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/shares.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace layoutcheck::properties {
namespace {

/// Fails, if it is to, for some layouts that an enumeration and random cases both have.
Statement statement(const std::string& id, Standing standing, bool fails_somewhere) {
  Statement statement;
  statement.id = id;
  statement.standing = standing;
  statement.domain = layouts(Nesting::flat, 2);
  statement.check = [fails_somewhere](const Operands& operands) {
    const Layout& a = std::get<Layout>(operands[0]);
    const Layout& b = std::get<Layout>(operands[1]);
    if (fails_somewhere && a.length() == 2 && a.extents()[0] == 2 && b.length() == 1)
      return fails("a tab\tand\na line\\n");
    return a.length() == 0 ? unmet() : holds();
  };
  return statement;
}

CampaignOptions options_for(const std::string& bounds) {
  CampaignOptions options;
  options.seed = 7;
  options.cases = cases_a_seed + 100;
  options.exhaustive = Range{parse_bounds(bounds)};
  return options;
}

void run(std::vector<Row>& rows, const CampaignOptions& options) {
  CampaignProgress progress;
  run_campaign(rows, options, progress);
}

void expect_equal(const Tally& a, const Tally& b, const std::string& of) {
  EXPECT_EQ(a.cases, b.cases) << of;
  EXPECT_EQ(a.met, b.met) << of;
  EXPECT_EQ(a.nontrivial, b.nontrivial) << of;
  EXPECT_EQ(a.failures, b.failures) << of;
  EXPECT_EQ(a.verdicts, b.verdicts) << of;
  EXPECT_EQ(a.exhausted, b.exhausted) << of;
  EXPECT_EQ(a.complete, b.complete) << of;
  ASSERT_EQ(a.first.has_value(), b.first.has_value()) << of;
  if (!a.first) return;
  EXPECT_EQ(a.first->operands, b.first->operands) << of;
  EXPECT_EQ(a.first->why, b.first->why) << of;
  EXPECT_EQ(a.first->seed, b.first->seed) << of;
}

TEST(Shares, AddUpToTheWhole) {
  const Statement right = statement("right one", Standing::holds, false);
  const Statement known = statement("known", Standing::fails_as_stated, true);
  const Statement wrong = statement("wrong", Standing::holds, true);
  const std::map<std::string_view, const Statement*> all = {
      {right.id, &right}, {known.id, &known}, {wrong.id, &wrong}};
  const std::vector<Row> rows = {{&right, {}, {}}, {&known, {}, {}}, {&wrong, {}, {}}};
  // A row that is to hold and fails in a range that is cut ends later; a bound on cases is not cut.
  for (const std::string bounds : {"rank<=2, extent<=3, stride<=4", "weight<=12, cases<=3000"}) {
    CampaignOptions options = options_for(bounds);
    std::vector<Row> whole = rows;
    run(whole, options);
    EXPECT_TRUE(whole[2].random.first);
    for (const std::size_t pieces : {1U, 60U}) {
      const std::vector<Share> shares = shares_of(rows, options, pieces);
      if (bounds.starts_with("rank") && pieces > 1) EXPECT_GT(shares.size(), 9U);
      std::map<std::string, std::string> found;
      CampaignOptions sharing = options;
      sharing.shares = &shares;
      sharing.jobs = 3;
      sharing.counted = [&](const Share& share, const Tally& tally) {
        EXPECT_TRUE(found.emplace(to_string(share), to_line(tally)).second) << to_string(share);
      };
      std::vector<Row> done = rows;
      run(done, sharing);
      EXPECT_EQ(found.size(), shares.size());
      sharing.counted = {};
      sharing.jobs = 1;
      sharing.known = [&](const Share& share) -> std::optional<Tally> {
        return parse_tally(found.at(to_string(share)), *all.at(share.row));
      };
      std::vector<Row> merged = rows;
      run(merged, sharing);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string of = rows[i].statement->id + std::string(" within ") + bounds;
        expect_equal(merged[i].random, whole[i].random, of);
        if (i != 2 || pieces == 1 || bounds.starts_with("weight"))
          expect_equal(merged[i].exhaustive, whole[i].exhaustive, of);
        else
          EXPECT_EQ(weight(merged[i].exhaustive.first->operands),
                    weight(whole[i].exhaustive.first->operands));
      }
      // What is missing is neither complete nor counted.
      sharing.known = [&](const Share& share) -> std::optional<Tally> {
        if (share == shares.front()) return std::nullopt;
        return parse_tally(found.at(to_string(share)), *all.at(share.row));
      };
      std::vector<Row> partial = rows;
      run(partial, sharing);
      EXPECT_FALSE(partial[0].exhaustive.complete);
      EXPECT_FALSE(partial[0].exhaustive.exhausted);
      EXPECT_LT(partial[0].exhaustive.cases, whole[0].exhaustive.cases);
    }
  }
}

TEST(Shares, PartsOfOneHaveNothingInCommonAndMakeItUp) {
  const Statement right = statement("right", Standing::holds, false);
  const std::vector<Row> rows = {{&right, {}, {}}};
  CampaignOptions options = options_for("rank<=2, extent<=3, stride<=4");
  options.cases = 10;
  const std::vector<Share> shares = shares_of(rows, options, 4);
  std::vector<Share> cut;
  for (std::size_t part = 0; part < 3; ++part) {
    for (std::size_t i = 0; i < shares.size(); ++i)
      if (const auto one = part_of(shares[i], {part, 3}, i, right, options.exhaustive->bounds))
        cut.push_back(*one);
  }
  EXPECT_GT(cut.size(), 2 * shares.size());
  std::vector<Row> whole = rows;
  run(whole, options);
  options.shares = &cut;
  std::vector<Row> parts = rows;
  run(parts, options);
  expect_equal(parts[0].exhaustive, whole[0].exhaustive, "the range");
  expect_equal(parts[0].random, whole[0].random, "random");
}

TEST(Shares, TextSaysWhichOne) {
  Share range{"composition(layout, layout)", true};
  range.shard = {2, 40};
  EXPECT_EQ(to_string(range), "range 3/40 composition(layout, layout)");
  EXPECT_EQ(parse_share(to_string(range)), range);
  const Share random{"shah.2.14", false, 40000, 20000};
  EXPECT_EQ(to_string(random), "random 40000+20000 shah.2.14");
  EXPECT_EQ(parse_share(to_string(random)), random);
  for (const char* text :
       {"", "range", "range 3 x", "range 0/2 x", "random 5 x", "random 5+ x", "x"})
    EXPECT_THROW(parse_share(text), std::invalid_argument) << text;
}

TEST(Shares, ARangeWithoutAnEndIsNotCut) {
  const Statement right = statement("right", Standing::holds, false);
  EXPECT_THROW(shares_of({{&right, {}, {}}}, options_for("rank<=2"), 4), std::invalid_argument);
}

TEST(Shares, PiecesOfManyAreOfSimilarCost) {
  const Statement right = statement("right", Standing::holds, false);
  CampaignOptions options = options_for("rank<=2, extent<=9, stride<=40");
  options.cases = 0;
  const std::vector<Share> shares = shares_of({{&right, {}, {}}}, options, 1000);
  EXPECT_EQ(shares.size(), 1000U);
  for (const Share& share : shares)
    EXPECT_DOUBLE_EQ(share.cost, shares[0].cost);
}

}  // namespace
}  // namespace layoutcheck::properties
