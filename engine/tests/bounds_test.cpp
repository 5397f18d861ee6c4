// Bounds as text, and that an enumeration within bounds visits what filtering would leave, by
// shards that make up the whole.
#include "operand_lines.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <set>

namespace layoutcheck::engine {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_bounds(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Bounds, AreReadAndPrinted) {
  EXPECT_EQ(to_string(parse_bounds("rank<=3, extent<=6, stride<=24")),
            "rank<=3, depth<=2, extent<=6, stride<=24, number<=24");
  EXPECT_EQ(to_string(parse_bounds(" size<=8,rank <= 2 ,depth<=1, number<=5")),
            "rank<=2, depth<=1, size<=8, number<=5");
  EXPECT_EQ(to_string(parse_bounds("20000")), "weight<=14, cases<=20000");
  EXPECT_EQ(to_string(parse_bounds("weight≤9")), "weight<=9");
  EXPECT_EQ(to_string(parse_bounds("nontrivial, 20000")), "weight<=14, cases<=20000, nontrivial");
  EXPECT_NE(error_of("nontrivial, nontrivial").find("column 13: nontrivial is said twice"),
            std::string::npos);
  for (const char* text : {"length<=4, depth<=3, weight<=20, cases<=7", "rank<=0"}) {
    const Bounds bounds = parse_bounds(text);
    EXPECT_EQ(parse_bounds(to_string(bounds)), bounds);
  }
}

TEST(Filters, ThatNothingPassesAreErrors) {
  for (const char* field : {"rank", "extent", "stride"}) {
    const std::string name = field;
    EXPECT_NO_THROW(parse_filter(name + ">=3, " + name + "<=3"));
    try {
      parse_filter(name + ">=3, " + name + "<=2");
      ADD_FAILURE() << field;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("no " + name + " is within both of its bounds"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(Bounds, ErrorsNameThePlace) {
  EXPECT_EQ(error_of("rank<3"), "bounds 'rank<3', column 5: expected <= after rank");
  EXPECT_EQ(error_of("rank<=3 extent<=2"),
            "bounds 'rank<=3 extent<=2', column 9: expected ',' between two bounds");
  EXPECT_EQ(error_of("rank<=3, rank<=4"),
            "bounds 'rank<=3, rank<=4', column 16: rank is bounded twice");
  EXPECT_NE(error_of("rang<=3").find("column 1: expected a number of cases, or one of rank"),
            std::string::npos);
  EXPECT_NE(error_of("extent<=-1").find("expected a number"), std::string::npos);
  EXPECT_NE(error_of("extent<=99999999999999999999").find("expected a number"), std::string::npos);
  EXPECT_NE(error_of("").find("expected a bound"), std::string::npos);
  EXPECT_NE(error_of("rank<=3,"), "");
}

TEST(Shards, AreReadFrom1) {
  EXPECT_EQ(parse_shard("1/1"), (Shard{0, 1}));
  EXPECT_EQ(parse_shard("2/8"), (Shard{1, 8}));
  for (const char* text : {"", "1", "0/2", "3/2", "1/0", "1/2/3", "a/2", "1/ 2", "-1/2"})
    EXPECT_THROW(parse_shard(text), std::invalid_argument) << text;
}

bool are_within(const Operands& operands, const Bounds& bounds) {
  return std::all_of(operands.begin(), operands.end(),
                     [&](const Value& value) { return is_within(value, bounds); });
}

/// What a domain has of a weight, within the bounds by a test of each.
Lines filtered(const Domain& domain, std::size_t w, const Bounds& bounds) {
  Lines lines;
  domain.enumerate(w, {}, [&](const Operands& operands) {
    if (are_within(operands, bounds)) lines.insert(line(operands));
    return true;
  });
  return lines;
}

Lines visited(const Domain& domain, std::size_t w, const Range& range) {
  Lines lines;
  EXPECT_TRUE(domain.enumerate(w, range, [&](const Operands& operands) {
    EXPECT_EQ(weight(operands), w);
    lines.insert(line(operands));
    return true;
  }));
  return lines;
}

struct Sample {
  Domain domain;
  std::size_t weight;
};

Domain of_sort(Sort sort) {
  return make_domain("", {sort}, {});
}

std::vector<Sample> samples() {
  return {
      {layouts(Nesting::nested), 9},
      {layouts(Nesting::flat), 10},
      {layouts(Nesting::nested, 2), 8},
      {shapes(), 9},
      {layout_over_shape(), 8},
      {complementable_with_number(Nesting::flat), 9},
      {morphisms(Nesting::nested), 8},
      {composable_morphisms(Nesting::flat, false), 12},
      {disjoint_morphisms(Nesting::nested), 9},
      {product_admissible_morphisms(Nesting::flat, false), 9},
      {morphism_after_disjoint(Nesting::flat), 12},
      {of_sort(Sort::tuple), 8},
      {of_sort(Sort::profile), 9},
      {of_sort(Sort::map), 6},
      {of_sort(Sort::tiler), 7},
      {of_sort(Sort::truth), 0},
      {make_instances("", {Sort::integer}, {{Int{3}}, {Int{1}}, {Int{3}}}), 3},
  };
}

constexpr const char* some_bounds[] = {
    "rank<=2, extent<=3, stride<=3",
    "rank<=3, depth<=1, extent<=2, stride<=4, number<=5",
    "rank<=1, depth<=4, extent<=4, stride<=1",
    "length<=2, rank<=3, depth<=3, size<=4",
    "depth<=0, number<=2",
};

TEST(Enumeration, WithinBoundsIsWhatAFilterLeaves) {
  for (const Sample& sample : samples()) {
    for (const char* text : some_bounds) {
      const Bounds bounds = parse_bounds(text);
      for (std::size_t w = 0; w <= sample.weight; ++w) {
        // Dependent operands are bounded where they are made, others one by one.
        const Lines within = visited(sample.domain, w, {bounds});
        EXPECT_EQ(within, filtered(sample.domain, w, bounds))
            << sample.domain.name << " of weight " << w << " within " << text;
      }
    }
  }
}

TEST(Enumeration, ShardsMakeUpTheWhole) {
  for (const Sample& sample : samples()) {
    const Bounds bounds = parse_bounds("rank<=2, extent<=3, stride<=3");
    for (std::size_t w = 0; w <= sample.weight; ++w) {
      const Lines whole = visited(sample.domain, w, {bounds});
      for (const std::size_t count : {2U, 3U, 7U}) {
        Lines sum;
        for (std::size_t i = 0; i < count; ++i) {
          const Lines part = visited(sample.domain, w, {bounds, {i, count}});
          sum.insert(part.begin(), part.end());
        }
        EXPECT_EQ(sum, whole) << sample.domain.name << " of weight " << w << " by " << count;
      }
    }
  }
}

TEST(Enumeration, EndsAtTheGreatestWeight) {
  const Bounds bounds = parse_bounds("rank<=2, depth<=2, extent<=2, stride<=1, number<=3");
  for (const Sample& sample : samples()) {
    if (sample.domain.sorts[0] == Sort::map) continue;  // bounded by length alone
    const std::size_t greatest = greatest_weight(sample.domain.sorts, bounds);
    ASSERT_NE(greatest, unbounded) << sample.domain.name;
    if (sample.domain.sorts.size() > 1) continue;  // too many
    for (std::size_t w = greatest + 1; w < greatest + 4; ++w)
      EXPECT_TRUE(visited(sample.domain, w, {bounds}).empty()) << sample.domain.name << w;
  }
  const Domain flat = layouts(Nesting::flat);
  EXPECT_FALSE(visited(flat, greatest_weight(flat.sorts, bounds), {bounds}).empty());
}

TEST(Enumeration, UpToOrderHasOneOfTwoSwapped) {
  const Domain all = layouts(Nesting::nested, 2);
  const Domain half = up_to_order(all);
  for (std::size_t w = 0; w <= 9; ++w) {
    Lines swapped;
    half.enumerate(w, {}, [&](const Operands& operands) {
      swapped.insert(line(operands));
      if (operands[0] != operands[1]) swapped.insert(line({operands[1], operands[0]}));
      return true;
    });
    EXPECT_EQ(swapped, visited(all, w, {}));
  }
}

TEST(Enumeration, IsCountedBeforehand) {
  for (const char* text : {"rank<=2, extent<=3, stride<=3", "rank<=3, depth<=1, extent<=2",
                           "weight<=9", "depth<=0, number<=2"}) {
    const Bounds bounds = parse_bounds(text);
    for (const Sample& sample : samples()) {
      if (!sample.domain.count) continue;
      const auto counts = sample.domain.count(bounds, sample.weight);
      if (counts.empty()) continue;
      for (std::size_t w = 0; w <= sample.weight; ++w) {
        EXPECT_EQ(counts[w], static_cast<double>(visited(sample.domain, w, {bounds}).size()))
            << sample.domain.name << " of weight " << w << " within " << text;
      }
    }
  }
}

}  // namespace
}  // namespace layoutcheck::engine
