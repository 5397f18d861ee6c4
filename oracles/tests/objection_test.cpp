// objection() accepts what expect() answers, and nothing else.
#include "enumerate.hpp"
#include <layoutcheck/oracles/answer.hpp>

#include <gtest/gtest.h>

#include <set>

namespace layoutcheck::oracle {
namespace {

std::vector<Exact> all_points(const Layout& layout) {
  std::vector<Exact> points;
  for (Exact x = 0; x < size(layout); ++x)
    points.push_back(x);
  return points;
}

/// Layouts near L: other strides, a split entry, another nesting.
std::vector<Layout> near(const Layout& layout) {
  std::vector<Layout> all;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    for (Int change : {-1, 1}) {
      Tuple strides = layout.strides();
      strides[i] += change;
      if (strides[i] >= 0) all.emplace_back(layout.profile(), layout.extents(), strides);
    }
    Tuple extents = layout.extents();
    ++extents[i];
    all.emplace_back(layout.profile(), extents, layout.strides());
  }
  all.push_back(Layout::flat(layout.extents(), layout.strides()));
  all.push_back(Layout::tuple_of(std::vector{layout}));
  all.push_back(Layout::tuple_of(std::vector{layout, Layout::entry(1, 0)}));
  if (layout.length() == 1) all.push_back(Layout::entry(layout.extents()[0], layout.strides()[0]));
  // The same function in the most pieces and in the fewest.
  Tuple extents;
  Tuple strides;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    Int left = layout.extents()[i];
    Int stride = layout.strides()[i];
    for (; left % 2 == 0; left /= 2, stride *= 2) {
      extents.push_back(2);
      strides.push_back(stride);
    }
    extents.push_back(left);
    strides.push_back(stride);
  }
  all.push_back(Layout::flat(extents, strides));
  all.push_back(to_layout(flat_coalesce_by_rewriting(layout)));
  return all;
}

const std::vector<std::string> on_pairs{
    "composition",    "flat_composition",   "weak_composite",     "logical_divide",
    "zipped_divide",  "tiled_divide",       "flat_divide",        "logical_product",
    "zipped_product", "tiled_product",      "flat_product",       "blocked_product",
    "raked_product",  "colfax_flat_divide", "colfax_flat_product"};

TEST(Objection, AcceptsExactlyTheAnswer) {
  std::vector<Case> questions;
  const auto ask = [&](const std::string& operation, std::vector<Value> operands) {
    Case question;
    question.operation = operation;
    question.operands = std::move(operands);
    if (operation_of(question) != nullptr) questions.push_back(std::move(question));
  };
  std::vector<Layout> layouts = all_flat_layouts(2, {1, 2, 4}, {0, 1, 2});
  for (const char* text : {"4:1", "2:2", "1:0", "3:5", "(2,(2)):(2,(1))", "((2,3),2):((2,4),1)"})
    layouts.push_back(parse_layout(text));
  for (const Layout& a : layouts) {
    for (const char* operation : {"coalesce", "flat_coalesce", "complement", "flat_complement"})
      ask(operation, {a});
    for (Int n : {4, 8, 12}) {
      ask("complement", {a, n});
      ask("flat_complement", {a, n});
    }
    for (const char* over : {"4", "(2,2)", "(4,2)", "()"})
      ask("coalesce", {a, parse_shape(over)});
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < layouts.size(); i += 1 + i % 3) {
    for (std::size_t j = 0; j < layouts.size(); j += 1 + (i + j) % 3) {
      for (const std::string& operation : on_pairs) {
        const bool takes_tiler =
            standard_vocabulary().find(
                operation, std::vector<Value>{layouts[i], Tiler(layouts[j])}) != nullptr;
        ask(operation, {layouts[i], takes_tiler ? Value(Tiler(layouts[j])) : Value(layouts[j])});
      }
    }
  }
  std::size_t accepted = 0;
  std::size_t reformed = 0;
  std::size_t asked = 0;  // The forms of every third question are enough to see all kinds.
  for (const Case& question : questions) {
    ASSERT_TRUE(specifies_function(*operation_of(question))) << question;
    ++asked;
    for (const Convention convention : conventions) {
      const Expectation expectation = expect(question, convention);
      if (expectation.answer == Answer(NonValue::undefined) &&
          expectation.reason.find("is not a flat") != std::string::npos) {
        continue;
      }
      std::vector<Layout> claims;
      if (const auto* value = std::get_if<Value>(&expectation.answer)) {
        const Layout& answer = std::get<Layout>(*value);
        const auto complaint = objection(question, answer, convention, all_points(answer));
        ASSERT_EQ(complaint, std::nullopt) << to_string(question) << " = " << answer;
        seen.insert(question.operation);
        ++accepted;
        if (question.operation == "weak_composite") continue;  // its answers are many
        ASSERT_EQ(in_required_form(question, answer, convention), answer) << to_string(question);
        for (Layout& claim : near(answer)) {
          if (asked % 3 == 0 && same_function(claim, answer, {})) {
            // Another form of the answer is brought into its form.
            ASSERT_EQ(in_required_form(question, claim, convention), answer)
                << to_string(question) << " = " << claim;
            ++reformed;
          }
          if (claim != answer) claims.push_back(std::move(claim));
        }
      } else {
        ASSERT_EQ(expectation.answer, Answer(NonValue::undefined));
        if (question.operation == "weak_composite") continue;  // it gives up on layouts that exist
        claims = near(std::get<Layout>(question.operands[0]));
        claims.push_back(std::get<Layout>(question.operands[0]));
      }
      for (const Layout& claim : claims) {
        ASSERT_NE(objection(question, claim, convention, all_points(claim)), std::nullopt)
            << to_string(question) << " = " << claim << " is not " << to_string(expectation.answer);
        // And a layout of another function is not made an answer by its form.
        if (asked % 3 != 0) continue;
        const auto formed = in_required_form(question, claim, convention);
        const auto* value = std::get_if<Value>(&expectation.answer);
        if (!formed || (value != nullptr && *value == Value(*formed))) continue;
        ASSERT_NE(objection(question, *formed, convention, all_points(*formed)), std::nullopt)
            << to_string(question) << " = " << *formed << ", the form of " << claim << ", is not "
            << to_string(expectation.answer);
      }
    }
  }
  EXPECT_GT(accepted, 1000U);
  EXPECT_GT(reformed, 1000U);
  EXPECT_EQ(seen.size(), on_pairs.size() + 4);
}

std::string complaint(const char* line, Convention convention = Convention::strict) {
  const Case question = parse_case(line);
  const Layout claimed = std::get<Layout>(std::get<Value>(*question.answer));
  return objection(question, claimed, convention, sample_points(claimed, 64, 1)).value_or("");
}

TEST(Objection, JudgesWhatIsTooLargeToTabulate) {
  EXPECT_EQ(complaint("composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = "
                      "(65536,65536):(1,65536)"),
            "");
  EXPECT_EQ(complaint("composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = "
                      "(65536,65536):(1,65537)"),
            "at 4294967295 it is 4295032830, not 4294967295");
  EXPECT_EQ(complaint("composition((65536,65536):(65536,1), 4294967297:1) = 4294967297:1"),
            "there is no answer: 4294967297:1 takes the value 4294967296 outside the domain of "
            "(65536,65536):(65536,1)");
  EXPECT_EQ(complaint("coalesce((65536,65536):(1,65536)) = 4294967296:1"), "");
  EXPECT_EQ(complaint("coalesce((65536,65536):(1,65536)) = (65536,65536):(1,65536)"),
            "it is not coalesced");
  EXPECT_EQ(complaint("coalesce((65536,65536):(1,65536)) = 65536:1"),
            "its size is 65536, not 4294967296");
  EXPECT_EQ(complaint("flat_composition((65536,65536):(65536,1), (1,65536):(3,65536)) = "
                      "(1,65536):(0,1)"),
            "");
  EXPECT_EQ(complaint("flat_composition((65536,65536):(65536,1), (1,65536):(3,65536)) = "
                      "(1,65536):(3,1)"),
            "an extent 1 has a stride that is not 0");
  EXPECT_EQ(
      complaint("flat_composition((65536,65536):(65536,1), (1,65536):(3,65536)) = (65536):(1)"),
      "its shape is not that of (1,65536):(3,65536)");
  EXPECT_EQ(complaint("complement(1048576:1048576, 2199023255552) = (1048576,2):(1,1099511627776)"),
            "");
  EXPECT_EQ(complaint("complement(1048576:1048576, 2199023255552) = (2,1048576):(1099511627776,1)"),
            "it is not sorted");
  EXPECT_EQ(complaint("complement(1048576:1048576, 2199023255552) = 2097152:1"),
            "together with A it is not compact");
  EXPECT_EQ(complaint("complement(1048576:1048576, 2199023255552) = 1048576:1"),
            "the sizes 1048576 and 1048576 do not multiply to 2199023255552");
  EXPECT_EQ(complaint("logical_divide(1099511627776:3, 1048576:1) = "
                      "(1048576,1048576):(3,3145728)"),
            "");
  EXPECT_EQ(complaint("logical_product(1048576:1, 1048576:1) = (1048576,1048576):(1,1048576)"), "");
  EXPECT_EQ(complaint("blocked_product(1048576:1, 1048576:1) = "
                      "((1048576,1048576)):((1,1048576))"),
            "");
  EXPECT_EQ(complaint("raked_product(1048576:1, 1048576:1) = ((1048576,1048576)):((1048576,1))"),
            "");
  EXPECT_EQ(complaint("logical_product(1048576:1, 1048576:1) = (1048576,1048576):(2,1048576)"),
            "its block is not the first operand");
}

TEST(Objection, KnowsNoTilersByMode) {
  for (const char* by_mode : {"composition((4,6):(1,4), <2:1>) = (2):(1)",
                              "composition((4,6):(1,4), (2,3)) = (2,3):(1,4)"}) {
    const Case question = parse_case(by_mode);
    EXPECT_FALSE(can_object(question));
    EXPECT_TRUE(specifies_function(*operation_of(question)));
    EXPECT_EQ(in_required_form(question, parse_layout("2:1"), Convention::strict), std::nullopt);
  }
  EXPECT_TRUE(can_object(parse_case("composition((4,6):(1,4), 2)")));
  EXPECT_TRUE(can_object(parse_case("composition((4,6):(1,4), 2:1)")));
  // The algorithm says which of the layouts with its function a weak composite is.
  EXPECT_TRUE(specifies_function(*operation_of(parse_case("weak_composite((2,2):(1,2), 4:1)"))));
  EXPECT_FALSE(can_object(parse_case("weak_composite((2,2):(1,2), 4:1)")));
  EXPECT_FALSE(specifies_function(*operation_of(parse_case("sort((4,6):(1,4))"))));
  EXPECT_FALSE(can_object(parse_case("sort((4,6):(1,4))")));
  EXPECT_FALSE(specifies_function(*operation_of(parse_case("complement((2)--(1)-->(2,3))"))));
  EXPECT_EQ(complaint("composition((4,6):(1,4), 2) = 2:1"), "");
  EXPECT_EQ(complaint("sort((4,6):(1,4)) = (1):(0)"), "");
}

TEST(InRequiredForm, HasTheFunctionOfTheClaimRightOrWrong) {
  const Case question = parse_case("composition((2,8):(1,5), (2,8):(0,2))");
  const auto formed = [&](const char* claim) {
    const auto layout = in_required_form(question, parse_layout(claim), Convention::strict);
    return layout ? to_string(*layout) : "none";
  };
  EXPECT_EQ(formed("(2,(2,4)):(0,(5,10))"), "(2,8):(0,5)");
  EXPECT_EQ(formed("16:3"), "(2,8):(3,6)");
  EXPECT_EQ(formed("(4,2,2):(1,3,7)"), "(2,(2,2,2)):(1,(2,3,7))");
  // Other domains, and a function that is none of a layout over (2,8).
  EXPECT_EQ(formed("8:3"), "none");
  EXPECT_EQ(formed("32:3"), "none");
  EXPECT_EQ(formed("(3,4):(1,5)"), "none");
  EXPECT_EQ(formed("48:1"), "none");
  const Case by_thirds = parse_case("composition(12:1, (3,4):(1,3))");
  EXPECT_EQ(in_required_form(by_thirds, parse_layout("(4,3):(1,5)"), Convention::strict),
            std::nullopt);
  EXPECT_EQ(in_required_form(by_thirds, parse_layout("(6,2):(1,5)"), Convention::strict),
            parse_layout("(3,(2,2)):(1,(3,5))"));
}

TEST(InRequiredForm, FitsIn64Bits) {
  // Over (4,4) the second stride is 2^64.
  const Case question = parse_case("flat_composition((2):(1), (4,4):(0,0))");
  EXPECT_EQ(in_required_form(question, parse_layout("16:4611686018427387904"), Convention::strict),
            std::nullopt);
  EXPECT_EQ(in_required_form(question, parse_layout("16:576460752303423488"), Convention::strict),
            parse_layout("(4,4):(576460752303423488,2305843009213693952)"));
}

TEST(SamplePoints, AreCornersAndThenAnything) {
  const Layout layout = parse_layout("(4,1,(5,6)):(0,0,(0,0))");
  const std::vector<Exact> points = sample_points(layout, 40, 7);
  EXPECT_EQ(points, sample_points(layout, 40, 7));
  EXPECT_EQ(points.size(), 40U);
  const std::set<Exact> set(points.begin(), points.end());
  EXPECT_EQ(set.size(), points.size());
  for (int corner : {0, 119, 1, 3, 4, 16, 20, 100, 19})
    EXPECT_TRUE(set.contains(corner)) << corner;
  for (const Exact& x : points)
    EXPECT_LT(x, 120);
  EXPECT_EQ(sample_points(layout, 3, 7).size(), 3U);
  EXPECT_EQ(sample_points(layout, 120, 7).size(), 120U);
  EXPECT_EQ(sample_points(parse_layout("():()"), 9, 7), std::vector<Exact>{0});
  EXPECT_EQ(sample_points(parse_layout("2:5"), 9, 7).size(), 2U);
}

}  // namespace
}  // namespace layoutcheck::oracle
