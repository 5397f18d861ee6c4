// Values: what their constructors refuse, their parts, their order, and the sorts that they are of.
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace layoutcheck {
namespace {

/// What the constructor says as it refuses, or "" if it does not.
std::string refusal(const std::function<void()>& construct) {
  try {
    construct();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::string nested(std::size_t depth) {
  return std::string(depth, '(') + std::string(depth, ')');
}

TEST(Profiles, AreRefusedUnlessTheirWordIsOne) {
  const auto message = [](const std::string& word) {
    return refusal([&] { Profile::from_word(word); });
  };
  for (const char* word : {"*", "()", "(*)", "(*(**)())"})
    EXPECT_EQ(message(word), "") << word;
  for (const char* word : {"(*,*)", "( )", "(2)", "x"})
    EXPECT_EQ(message(word), "a profile consists of ( ) and *") << word;
  for (const char* word : {"", ")", "(", "(*(*)", ")("})
    EXPECT_EQ(message(word), "a profile's brackets do not match") << word;
  for (const char* word : {"**", "()()", "(*)*", "*)"})
    EXPECT_EQ(message(word), "a profile is one entry or one tuple") << word;
  EXPECT_EQ(message(nested(max_depth)), "");
  EXPECT_EQ(message(nested(max_depth + 1)), "nesting deeper than 256");
}

TEST(Profiles, NestNoDeeperThanTheLimit) {
  const std::array deepest{Profile::from_word(nested(max_depth))};
  EXPECT_EQ(refusal([&] { Profile::tuple_of(deepest); }), "nesting deeper than 256");
  const std::array shallower{Profile::from_word(nested(max_depth - 1))};
  EXPECT_EQ(Profile::tuple_of(shallower), deepest[0]);
}

TEST(Profiles, HaveModes) {
  const Profile profile = Profile::from_word("(*()((*)*))");
  const std::vector<Profile> modes{Profile(), Profile::flat(0), Profile::from_word("((*)*)")};
  EXPECT_EQ(profile.modes(), modes);
  EXPECT_EQ(Profile::tuple_of(modes), profile);
  EXPECT_EQ(profile.length(), 3U);
  EXPECT_FALSE(profile.is_flat());
  EXPECT_EQ(Profile().modes(), std::vector{Profile()});
  EXPECT_TRUE(Profile::flat(0).modes().empty());
  EXPECT_TRUE(Profile::flat(0).is_flat());
  EXPECT_FALSE(Profile().is_flat());
  EXPECT_TRUE(Profile().is_entry());
}

TEST(NestedTuples, AreRefusedUnlessEntriesFitTheProfile) {
  EXPECT_EQ(refusal([] {
              NestedTuple({1, 2}, Profile());
            }),
            "a nested tuple needs as many entries as its profile has");
  EXPECT_EQ(refusal([] { NestedTuple({}, Profile::flat(1)); }),
            "a nested tuple needs as many entries as its profile has");
  EXPECT_EQ(refusal([] { NestedTuple::flat({3, -1}); }), "an entry of a nested tuple is negative");
  EXPECT_EQ(refusal([] { NestedTuple(Int{-1}); }), "an entry of a nested tuple is negative");
  EXPECT_EQ(refusal([] { NestedTuple::flat({0}); }), "");
}

TEST(NestedTuples, HaveModes) {
  const NestedTuple tuple({2, 3, 5}, Profile::from_word("(*()((*)*))"));
  const std::vector<NestedTuple> modes{NestedTuple(2), NestedTuple(),
                                       NestedTuple({3, 5}, Profile::from_word("((*)*)"))};
  EXPECT_EQ(tuple.modes(), modes);
  EXPECT_EQ(NestedTuple::tuple_of(modes), tuple);
  EXPECT_EQ(NestedTuple::tuple_of({}), NestedTuple());
  EXPECT_EQ(NestedTuple(7).modes(), std::vector{NestedTuple(7)});
  EXPECT_TRUE(tuple.is_positive());
  EXPECT_TRUE(NestedTuple().is_positive());
  EXPECT_FALSE(NestedTuple::flat({2, 0}).is_positive());
}

TEST(Layouts, AreRefusedUnlessCongruentAndInRange) {
  const auto message = [](const char* shape, const char* stride) {
    return refusal([&] {
      Layout(std::get<NestedTuple>(parse_value(shape, Sort::tuple)),
             std::get<NestedTuple>(parse_value(stride, Sort::tuple)));
    });
  };
  EXPECT_EQ(message("(2,3)", "(0,1)"), "");
  EXPECT_EQ(message("(2,3)", "(1)"), "shape and stride are not congruent");
  EXPECT_EQ(message("(2,(3))", "((1),2)"), "shape and stride are not congruent");
  EXPECT_EQ(message("2", "(1)"), "shape and stride are not congruent");
  EXPECT_EQ(message("(2,0)", "(1,2)"), "an extent is not positive");
  EXPECT_EQ(refusal([] { Layout::flat({2, -3}, {1, 2}); }), "an extent is not positive");
  EXPECT_EQ(refusal([] { Layout::flat({2, 3}, {1, -2}); }), "a stride is negative");
  EXPECT_EQ(refusal([] { Layout::flat({2, 3}, {1}); }), "shape and stride are not congruent");
  EXPECT_EQ(refusal([] {
              Layout(Profile(), {2, 3}, {1, 2});
            }),
            "shape and stride are not congruent");
}

TEST(Layouts, HaveModes) {
  const Layout layout = parse_layout("(2,(),((3),5)):(1,(),((4),0))");
  const std::vector<Layout> modes = layout.modes();
  EXPECT_EQ(modes, (std::vector{parse_layout("2:1"), Layout(), parse_layout("((3),5):((4),0)")}));
  EXPECT_EQ(Layout::tuple_of(modes), layout);
  EXPECT_EQ(layout.shape(), parse_shape("(2,(),((3),5))"));
  EXPECT_EQ(to_string(layout.stride()), "(1,(),((4),0))");
  EXPECT_EQ(Layout::entry(4, 0).modes(), std::vector{Layout::entry(4, 0)});
  EXPECT_TRUE(Layout::entry(4, 0).is_entry());
  EXPECT_TRUE(Layout().is_flat());
}

TEST(PointedMaps, AreRefusedUnlessTheirValuesLieInTheCodomain) {
  EXPECT_EQ(refusal([] { PointedMap({0, 2, 2}, 2); }), "");
  EXPECT_EQ(refusal([] { PointedMap({1, 3}, 2); }), "the value 3 is outside <2>");
  EXPECT_EQ(refusal([] { PointedMap({-1}, 2); }), "the value -1 is outside <2>");
  EXPECT_EQ(refusal([] { PointedMap({}, -1); }), "the codomain of a pointed map is negative");
  EXPECT_EQ(PointedMap({0, 2, 2}, 5).domain(), 3);
  EXPECT_EQ(PointedMap(), PointedMap({}, 0));
}

TEST(Morphisms, AreRefusedUnlessTheirMapIsTractableAndJoinsEqualEntries) {
  const auto message = [](const Tuple& domain, const Tuple& map, const Tuple& codomain) {
    return refusal([&] { Morphism(NestedTuple::flat(domain), map, NestedTuple::flat(codomain)); });
  };
  EXPECT_EQ(message({2, 2}, {0, 1}, {2}), "");
  EXPECT_EQ(message({2, 0}, {0, 0}, {2}),
            "an entry of the domain or codomain of a morphism is not positive");
  EXPECT_EQ(message({2}, {1}, {2, 0}),
            "an entry of the domain or codomain of a morphism is not positive");
  EXPECT_EQ(message({2, 2}, {1}, {2}), "the map has 1 values, but the domain 2 entries");
  EXPECT_EQ(message({2}, {2}, {2}), "the value 2 is outside <1>");
  EXPECT_EQ(message({2}, {-1}, {2}), "the value -1 is outside <1>");
  EXPECT_EQ(message({2, 2}, {1, 1}, {2}), "the map takes the value 1 twice");
  EXPECT_EQ(message({2, 2}, {0, 0}, {2}), "");
  EXPECT_EQ(message({2, 5}, {2, 1}, {5, 3}), "the map joins the entries 2 and 3");
  EXPECT_EQ(to_string(Morphism()), "()--()-->()");
  EXPECT_FALSE(parse_morphism("2--(1)-->(2)").is_flat());
  EXPECT_TRUE(parse_morphism("(2)--(1)-->(2)").is_flat());
}

TEST(Tilers, AreNoneIfTheirShapeIsNotPositive) {
  const auto sorts = [](const Tiler& tiler) {
    std::string text;
    for (const Sort sort : {Sort::tiler, Sort::coordinate, Sort::offset_layout})
      text += is_of(tiler, sort) ? '1' : '0';
    return text;
  };
  const Tiler zero(NestedTuple(0));
  const Tiler layout(parse_layout("2:1"));
  EXPECT_EQ(sorts(Tiler()), "110");
  EXPECT_EQ(sorts(zero), "010");
  EXPECT_EQ(sorts(Tiler(Tiler::Tuple{Tiler(), zero})), "010");
  EXPECT_EQ(sorts(Tiler(Tiler::Tuple{Tiler(), Tiler(NestedTuple(1))})), "110");
  EXPECT_EQ(sorts(layout), "100");
  EXPECT_EQ(sorts(Tiler(Tiler::Tuple{layout, zero})), "001");
  EXPECT_EQ(sorts(Tiler(Tiler::Tuple{layout, Tiler(NestedTuple(2))})), "101");
  EXPECT_EQ(sorts(Tiler(Tiler::Tuple{layout, layout})), "100");
  EXPECT_EQ(sorts(Tiler(Tiler::Tuple{layout, Tiler(NestedTuple::flat({2}))})), "100");
  EXPECT_EQ(parse_value("<_,(0,1)>", Sort::coordinate),
            Value(Tiler(Tiler::Tuple{Tiler(), Tiler(NestedTuple::flat({0, 1}))})));
  EXPECT_EQ(parse_value("_", Sort::coordinate), Value(Tiler()));
  EXPECT_ANY_THROW(parse_value("<0>", Sort::tiler));
  EXPECT_ANY_THROW(parse_value("<2:1>", Sort::coordinate));
  EXPECT_ANY_THROW(parse_value("<2:1,(3)>", Sort::offset_layout));
}

TEST(Tilers, AreOfFourKinds) {
  const auto tiler = [](const char* text) {
    return std::get<Tiler>(parse_value(text, Sort::tiler));
  };
  EXPECT_EQ(tiler("2:1"), Tiler(parse_layout("2:1")));
  EXPECT_EQ(tiler("(2)"), Tiler(parse_shape("(2)")));
  EXPECT_EQ(tiler("<_,2>"), Tiler(Tiler::Tuple{Tiler(), Tiler(NestedTuple(2))}));
  EXPECT_NE(tiler("<2>"), tiler("(2)"));
  EXPECT_NE(tiler("<2:1>"), tiler("2:1"));
  EXPECT_NE(tiler("<_>"), tiler("<1>"));
  EXPECT_TRUE(tiler("<_>").modes()->front().keeps());
  EXPECT_FALSE(tiler("<>").keeps());
  EXPECT_EQ(tiler("<2>").layout(), nullptr);
  EXPECT_EQ(tiler("<2>").shape(), nullptr);
  EXPECT_EQ(tiler("2:1").modes(), nullptr);
}

/// Values of one type, all different.
template <class T>
void expect_order(const std::vector<T>& values) {
  const std::set<T> set(values.begin(), values.end());
  EXPECT_EQ(set.size(), values.size());
  for (const T& value : values)
    EXPECT_EQ(set.count(value), 1U);
}

TEST(Values, AreOrdered) {
  std::vector<Profile> profiles;
  std::vector<NestedTuple> tuples;
  for (const char* text : {"()", "1", "2", "(1)", "(2)", "(1,1)", "((1),1)", "(1,(1))", "(())"})
    tuples.push_back(parse_shape(text));
  for (const char* word : {"*", "()", "(*)", "(**)", "((*)*)", "(*(*))"})
    profiles.push_back(Profile::from_word(word));
  expect_order(profiles);
  expect_order(tuples);
  std::vector<Layout> layouts;
  std::vector<Tiler> tilers{Tiler(), Tiler(Tiler::Tuple{}), Tiler(Tiler::Tuple{Tiler()}),
                            Tiler(Tiler::Tuple{Tiler(), Tiler()})};
  for (const char* text : {"():()", "2:1", "(2):(1)", "2:0", "3:1", "(2,2):(1,2)"}) {
    layouts.push_back(parse_layout(text));
    tilers.emplace_back(layouts.back());
  }
  for (const NestedTuple& tuple : tuples)
    tilers.emplace_back(tuple);
  expect_order(layouts);
  expect_order(tilers);
  expect_order<PointedMap>({{}, {{0}, 0}, {{0}, 1}, {{1}, 1}, {{1}, 2}, {{1, 1}, 2}, {{1, 0}, 2}});
  std::vector<Morphism> morphisms;
  for (const char* text : {"()--()-->()", "()--()-->(2)", "(2)--(*)-->()", "(2)--(*)-->(2)",
                           "(2)--(1)-->(2)", "2--(1)-->(2)", "(2)--(1)-->2"}) {
    morphisms.push_back(parse_morphism(text));
  }
  expect_order(morphisms);
}

/// One value of each representation, and of those that differ by a condition.
std::vector<Value> values_of_all_kinds() {
  return {true,
          Int{0},
          Int{3},
          parse_shape("(2,3)"),
          parse_shape("(2,(3))"),
          NestedTuple::flat({0, 3}),
          NestedTuple({0, 3}, Profile::from_word("(*(*))")),
          Profile::flat(2),
          parse_layout("(2,3):(1,2)"),
          parse_layout("2:1"),
          PointedMap({1}, 1),
          parse_morphism("(2)--(1)-->(2)"),
          parse_morphism("2--(1)-->(2)"),
          Tiler()};
}

TEST(Sorts, HoldExactlyTheirValues) {
  const std::vector<Value> values = values_of_all_kinds();
  const auto of = [&](Sort sort) {
    std::string text;
    for (const Value& value : values)
      text += is_of(value, sort) ? " " + to_string(value) : "";
    return text;
  };
  EXPECT_EQ(of(Sort::truth), " true");
  EXPECT_EQ(of(Sort::integer), " 0 3");
  EXPECT_EQ(of(Sort::positive), " 3");
  EXPECT_EQ(of(Sort::shape), " (2,3) (2,(3))");
  EXPECT_EQ(of(Sort::flat_shape), " (2,3)");
  EXPECT_EQ(of(Sort::tuple), " (2,3) (2,(3)) (0,3) (0,(3))");
  EXPECT_EQ(of(Sort::flat_tuple), " (2,3) (0,3)");
  EXPECT_EQ(of(Sort::profile), " (*,*)");
  EXPECT_EQ(of(Sort::layout), " (2,3):(1,2) 2:1");
  EXPECT_EQ(of(Sort::flat_layout), " (2,3):(1,2)");
  EXPECT_EQ(of(Sort::map), " <1>--(1)--><1>");
  EXPECT_EQ(of(Sort::morphism), " (2)--(1)-->(2) 2--(1)-->(2)");
  EXPECT_EQ(of(Sort::flat_morphism), " (2)--(1)-->(2)");
  EXPECT_EQ(of(Sort::tiler), " _");
  EXPECT_FALSE(is_of(Int{-1}, Sort::integer));
}

constexpr std::array all_sorts{
    Sort::truth, Sort::integer,    Sort::positive,      Sort::shape,  Sort::flat_shape,
    Sort::tuple, Sort::flat_tuple, Sort::profile,       Sort::layout, Sort::flat_layout,
    Sort::map,   Sort::morphism,   Sort::flat_morphism, Sort::tiler,  Sort::coordinate};

TEST(Sorts, AreDescribedEachInItsOwnWords) {
  std::set<std::string_view> descriptions;
  std::set<std::string> words;
  for (Sort sort : all_sorts) {
    EXPECT_TRUE(descriptions.insert(describe(sort)).second) << describe(sort);
    EXPECT_TRUE(words.insert(signature({"f", {sort}, Sort::truth, false, false, ""})).second)
        << describe(sort);
  }
  EXPECT_EQ(describe(Sort::truth), "true or false");
  EXPECT_EQ(describe(Sort::flat_tuple), "a tuple of integers");
  EXPECT_TRUE(words.contains("f(truth)"));
  EXPECT_EQ(signature({"f", {Sort::positive, Sort::flat_layout}, Sort::truth, true, false, ""}),
            "f(positive integer, flat layout, ...)");
}

TEST(Vocabularies, ChooseTheSignatureByTheOperands) {
  const Vocabulary vocabulary(
      {{"not", {Sort::truth}, Sort::truth, false, false, "negation"},
       {"all", {Sort::truth}, Sort::truth, true, false, "conjunction"},
       {"all", {Sort::layout, Sort::truth}, Sort::truth, false, false, ""}});
  const std::vector<Value> none;
  const std::vector<Value> one{true};
  const std::vector<Value> two{true, false};
  const std::vector<Value> mixed{parse_layout("2:1"), true};
  EXPECT_EQ(vocabulary.find("not", one), &vocabulary.operations()[0]);
  EXPECT_EQ(vocabulary.find("not", two), nullptr);
  EXPECT_EQ(vocabulary.find("all", none), nullptr);
  EXPECT_EQ(vocabulary.find("all", two), &vocabulary.operations()[1]);
  EXPECT_EQ(vocabulary.find("all", mixed), &vocabulary.operations()[2]);
  EXPECT_EQ(vocabulary.find("any", one), nullptr);
  EXPECT_EQ(vocabulary.named("all").size(), 2U);
  EXPECT_EQ(vocabulary.suggestion("alll"), "; did you mean 'all'?");
  EXPECT_EQ(vocabulary.suggestion("conjunction"), "");
  EXPECT_EQ(vocabulary.suggestion("zl"), "");
  EXPECT_EQ(vocabulary.suggestion("all" + std::string(1000, 'l')), "");

  const Case c = parse_case("all(true, false) = false", 1, vocabulary);
  EXPECT_EQ(c.operands, two);
  EXPECT_EQ(to_string(c), "all(true, false) = false");
  EXPECT_THROW(parse_case("not(maybe)", 1, vocabulary), ParseError);
}

TEST(Vocabulary, TakesAnIdForOneOfItsSource) {
  const auto named = [](std::string name) {
    return Operation{std::move(name), {Sort::truth}, Sort::truth, false, false, ""};
  };
  const Vocabulary vocabulary(
      {named("shah.2.1"), named("colfax.2.1"), named("sum"), named("a-relation.of-two")});
  EXPECT_EQ(vocabulary.suggestion("shah.2.11"), "; did you mean 'shah.2.1'?");
  EXPECT_EQ(vocabulary.suggestion("colfax.2.2"), "; did you mean 'colfax.2.1'?");
  EXPECT_EQ(vocabulary.suggestion("sums"), "; did you mean 'sum'?");
  EXPECT_EQ(vocabulary.suggestion("debos.2.1"), "");
  const Case c = parse_case("a-relation.of-two(true) = true", 1, vocabulary);
  EXPECT_EQ(c.operation, "a-relation.of-two");
  EXPECT_EQ(to_string(c), "a-relation.of-two(true) = true");
  EXPECT_THROW(parse_case("a--relation.of-two(true)", 1, vocabulary), ParseError);
  EXPECT_THROW(parse_case("a-relation.of-two-(true)", 1, vocabulary), ParseError);
}

TEST(Outcomes, HoldAValueOrTheReasonWhyThereIsNone) {
  const Outcome<Int> seven = Int{7};
  EXPECT_TRUE(seven);
  EXPECT_EQ(*seven, 7);
  EXPECT_EQ(seven.reason(), "");
  EXPECT_THROW((void)seven.undefined(), std::bad_variant_access);
  const Outcome<Int> nothing = Undefined{"there is none"};
  EXPECT_FALSE(nothing);
  EXPECT_EQ(nothing.reason(), "there is none");
  EXPECT_EQ(nothing.undefined().reason(), "there is none");
  EXPECT_THROW((void)nothing.value(), std::bad_variant_access);
}

/// An explanation that counts how often it is put into words.
template <class Text>
struct Counted {
  int* times;
  Text text;

  [[nodiscard]] std::string words() const {
    ++*times;
    return "it is " + std::string(text.data(), text.size());
  }
};

TEST(Outcomes, PutASmallExplanationIntoWordsWhenSomebodyAsks) {
  int times = 0;
  const Outcome<Int> small = Undefined(Counted<std::string_view>{&times, "small"});
  const Outcome<Layout> handed_on = small.undefined();
  EXPECT_EQ(times, 0);
  EXPECT_EQ(handed_on.reason(), "it is small");
  EXPECT_EQ(times, 1);
  const Outcome<Int> owning = Undefined(Counted<std::string>{&times, "owning"});
  EXPECT_EQ(times, 2);
  EXPECT_EQ(owning.reason(), "it is owning");
  const Outcome<Int> large = Undefined(Counted<std::array<char, 200>>{&times, {}});
  EXPECT_EQ(times, 3);
  EXPECT_EQ(large.reason().size(), 206U);
  EXPECT_EQ(times, 3);
}

TEST(Integers, SayWhatDidNotFit) {
  constexpr Int most = std::numeric_limits<Int>::max();
  EXPECT_EQ(checked_add(most, -1), most - 1);
  EXPECT_EQ(checked_multiply(most, -1), -most);
  const auto message = [](const std::function<Int()>& compute) -> std::string {
    try {
      compute();
    } catch (const Overflow& overflow) {
      return overflow.what();
    }
    return "";
  };
  EXPECT_EQ(message([] { return checked_add(most, 1); }),
            "9223372036854775807 + 1 does not fit in 64 bits");
  EXPECT_EQ(message([] { return checked_multiply(4611686018427387904, 2); }),
            "4611686018427387904 * 2 does not fit in 64 bits");
}

}  // namespace
}  // namespace layoutcheck
