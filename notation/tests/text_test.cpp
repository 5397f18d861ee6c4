// The text form: what is read and printed, the round trip, and the places that errors name.
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace layoutcheck {
namespace {

std::string printed(const std::string& line) {
  return to_string(parse_case(line));
}

/// The message of the error that the line gives, or "" if it gives none.
std::string error_of(const std::string& line) {
  try {
    parse_case(line, 7);
  } catch (const ParseError& error) {
    EXPECT_EQ(error.line(), 7U);
    return error.what();
  }
  return "";
}

class CanonicalLine : public testing::TestWithParam<const char*> {};

TEST_P(CanonicalLine, PrintsAsItWasRead) {
  EXPECT_EQ(printed(GetParam()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Text, CanonicalLine,
    testing::Values(
        "composition((6,2):(8,2), (4,3):(3,1)) = ((2,2),3):((24,2),8)  # slides 2",
        "complement((2,2):(1,6), 24) = (3,2):(2,12)", "composition((2,2):(2,1), 3:1) = undefined",
        "complement((2,2)--(1,3)-->(2,5,2,5)) = (5,5)--(2,4)-->(2,5,2,5)  # colfax 1.3.6",
        "composition@extended(4:1, 2:8) = 2:8", "rank(()) = 0", "profile((((),()),(2,(5,5))))",
        "rank((((),()),(*,(*,*)))) = 2", "coalesce(():()) = 1:0", "coalesce(5:1) = 5:1",
        "coalesce((5):(1)) = 5:1", "composition(<4>--(2,1,*,6)--><6>, <1>--(3)--><4>)",
        "is_tractable(<0>--()--><3>) = true", "composition((4,8):(1,4), <2:1,_,(2,2)>)",
        "composition((4,8):(1,4), (2,4)) = (2,4):(1,4)", "logical_divide(4:1, <<2>,<>>)",
        "identity(()) = ()--()-->()", "is_compact(9223372036854775807:0) = false",
        "size((4294967296,4294967296)) = overflow", "sort((3,2):(1,1)) = unsupported",
        "substitute((*,(*,*)), 64, 16, 4) = (64,(16,4))",
        "concatenate(2:1, (3):(5)) = (2,(3)):(1,(5))"));

TEST(Text, ReadsLooseSpacing) {
  EXPECT_EQ(
      printed(
          "  composition ( ( 6 , 2 ) : ( 8 , 2 ) ,(4,3):(3,1) )=((2,2),3):((24,2),8) #slides 2 "),
      "composition((6,2):(8,2), (4,3):(3,1)) = ((2,2),3):((24,2),8)  # slides 2");
}

TEST(Text, ReadsZeroAsTheBasePointAndATrailingComma) {
  EXPECT_EQ(printed("layout((2,2)--(0,1)-->(2,))"), "layout((2,2)--(*,1)-->(2))");
}

TEST(Text, ChoosesTheSignatureThatFits) {
  EXPECT_TRUE(std::holds_alternative<NestedTuple>(parse_case("rank((2,2))").operands[0]));
  EXPECT_TRUE(std::holds_alternative<Profile>(parse_case("rank((*,*))").operands[0]));
  EXPECT_TRUE(std::holds_alternative<Layout>(parse_case("rank((2,2):(1,2))").operands[0]));
  EXPECT_TRUE(std::holds_alternative<Morphism>(
      parse_case("composition(2--(1)-->2, 2--(1)-->2)").operands[1]));
  EXPECT_TRUE(std::holds_alternative<Tiler>(parse_case("composition(2:1, 2:1)").operands[1]));
}

TEST(Text, BlankLinesHoldNoCase) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank("   \t"));
  EXPECT_TRUE(is_blank("# only a comment"));
  EXPECT_FALSE(is_blank("rank(2) = 1  # x"));
}

struct Malformed {
  const char* line;
  const char* message;
};

class MalformedLine : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedLine, NamesThePlaceAndWhatWasExpected) {
  const std::string error = error_of(GetParam().line);
  EXPECT_NE(error.find(GetParam().message), std::string::npos)
      << "the message is: " << error << "\nfor: " << GetParam().line;
}

INSTANTIATE_TEST_SUITE_P(
    Text, MalformedLine,
    testing::Values(
        Malformed{"composit((2):(1), 2:1)",
                  "line 7, column 1: unknown operation 'composit'; did you mean 'composition'?"},
        Malformed{"=", "column 1: expected the name of an operation, found '='"},
        Malformed{"coalesce((2,2):(1,2)", "column 21: expected ',' or ')', found the end"},
        Malformed{"coalesce((2,2:(1,2))", "column 14: expected ',' or ')', found ':'"},
        Malformed{"coalesce((0,2):(1,2))", "column 10: an extent of a layout is positive"},
        Malformed{"coalesce((2,-2):(1,2))", "column 13: expected a non-negative integer"},
        Malformed{"coalesce((2,2):(1,(2)))", "column 16: the stride is not congruent to the shape"},
        Malformed{"coalesce(9223372036854775808:1)",
                  "column 10: the integer does not fit in 64 bits"},
        Malformed{"coalesce(2:1) = ", "column 17: expected an integer, '*' or '(', found the end"},
        Malformed{"coalesce(2:1) = (2)",
                  "column 17: expected a layout, undefined, overflow, unsupported or error"},
        Malformed{"coalesce(2:1) 3", "column 15: expected '=', the end or a comment, found '3'"},
        Malformed{"coalesce(2:1) = 2:1 3", "column 21: expected the end or a comment, found '3'"},
        Malformed{"coalesce(2:1, 2, 3)",
                  "column 1: wrong number of operands; the forms are coalesce(layout)"},
        Malformed{"complement(2:1, 0)", "column 17: expected a positive integer"},
        Malformed{"layout((2)--(2)-->(2))", "column 8: the value 2 is outside <1>"},
        Malformed{"layout((2,2)--(1,1)-->(2))", "the map takes the value 1 twice"},
        Malformed{"layout((2)--(1)-->(3))", "the map joins the entries 2 and 3"},
        Malformed{"layout((2)--(1,1)-->(2,2))", "the map has 2 values, but the domain 1 entries"},
        Malformed{"layout((2)-->(1)-->(2,2))", "a morphism is written domain--map-->codomain"},
        Malformed{"layout((2)--(1)--(2,2))", "expected '-->' and the codomain, found '-'"},
        Malformed{"layout(((2))--((1))-->(2))", "column 15: the map of a morphism is not nested"},
        Malformed{"is_tractable(<2>--(1)--><3>)", "the map has 1 values, but the domain has 2"},
        Malformed{"is_tractable(<1,1>--(1)--><3>)", "a pointed map is written <m>--map--><n>"},
        Malformed{"sort(((2,2)):((1,2)))", "expected a flat layout (of depth 1)"},
        Malformed{"sort@extended((2):(1))", "'sort' depends on no convention"},
        Malformed{"complement@loose(2:1, 4)",
                  "column 12: expected strict, extended or squeezed after '@'"},
        Malformed{"rank((2,*))", "column 6: expected"},
        Malformed{"layout(2--1-->2)",
                  "column 11: the map of a morphism is a tuple, such as (1,*,2)"},
        Malformed{"layout((2)--(_)-->(2))",
                  "column 13: expected a map, such as (1,*,2), found '_'"},
        Malformed{"layout((2)--(1)-->(0))",
                  "column 8: an entry of the domain or codomain of a morphism is not positive"},
        Malformed{"composition(2:1, <2:1 3:1>)", "column 23: expected ',' or '>', found '3'"},
        Malformed{"composition(2:1, <2:1", "column 22: expected ',' or '>', found the end"},
        Malformed{"composition(2:1, (2,0))", "column 18: an entry of a shape is positive"},
        Malformed{"size(4:(3@0,+1@1))", "column 13: expected an integer, '*' or '(', found '+'"},
        Malformed{"composition(<2>--(1,2)--><2>, <2>--(1,2)--><2>) = 3",
                  "column 51: expected a pointed map"},
        Malformed{"rank()", "column 1: wrong number of operands"},
        Malformed{"apply(8:F1, 1) = Fa", "column 18: expected an element of a module"},
        Malformed{"composition(2:1, true)", "column 18: expected a tiler"},
        Malformed{"composition(2:1, _)", "column 18: expected a tiler, found '*' or '_'"},
        Malformed{"composition(2:1, (2,_))", "column 18: a tiler with '_' is written <2,_>"},
        Malformed{"slice((0,_), (2,3):(1,2))", "column 7: a coordinate with '_' is written <0,_>"},
        Malformed{"slice((0,(_,1),()), (2,(3,1),()):(1,(2,1),()))",
                  "column 7: a coordinate with '_' is written <0,<_,1>,<>>"},
        Malformed{"slice((0,*), (2,3):(1,2))", "found '*' or '_'"},
        Malformed{"slice(true, (2,3):(1,2))", "column 7: expected a coordinate"},
        Malformed{"sum(<(1)>--(1)--><3>, <0>--()--><0>)",
                  "column 6: expected the size of a pointed set, such as <4>"},
        Malformed{"sum(<1>--(1)--><*>, <0>--()--><0>)",
                  "expected the size of a pointed set, such as <4>"},
        Malformed{"is_tractable(<1>--(1)-->3)",
                  "column 25: expected '<' and the size of the codomain, found '3'"},
        Malformed{"is_tractable(<1>--(2)--><1>)", "column 14: the value 2 is outside <1>"},
        Malformed{"mode((2,2), (1))", "column 13: expected an integer"},
        Malformed{"mode((2,2), *)", "column 13: expected an integer"},
        Malformed{"permute((2,2), (0,(1)))", "column 16: expected a tuple of integers"},
        Malformed{"is_sorted((2):(1)) = maybe",
                  "column 22: expected true or false, undefined, overflow, unsupported or error"},
        Malformed{"is_sorted((2):(1)) = 1", "column 22: expected true or false"},
        Malformed{"rank((2,3)) = -1", "column 15: an integer is negative"},
        Malformed{"coalesce((2,2):(F1,2))", "column 10: the strides are of different modules"},
        Malformed{"coalesce((2,2):(1@0,1@1@0))",
                  "column 10: a coordinate has an integer where another has a tuple"},
        Malformed{"coalesce((2,2):(F1))", "column 16: the stride is not congruent to the shape"},
        Malformed{"coalesce(2:1@256)", "column 12: a place in a coordinate is less than 256"},
        Malformed{"coalesce(2:1@)", "column 14: expected an integer"},
        Malformed{"coalesce(2:(1@0)+(2@0))", "column 12: a place of a coordinate is given twice"},
        Malformed{"coalesce(2:(1@0)+2)", "column 18: expected '(' and the next part of the sum"},
        Malformed{"coalesce(2:F9223372036854775808)",
                  "column 12: the integer does not fit in 64 bits"},
        Malformed{"coalesce(2:(1@0)+(1@1@0))",
                  "column 12: a coordinate has an integer where another has a tuple"},
        Malformed{"length(2:F1)", "column 8: expected a shape"},
        Malformed{"slice_and_offset(<_>, 2:F1) = <2:F1,3>",
                  "column 31: the offset is of another module than the strides"},
        Malformed{"slice_and_offset(<_>, 2:1@0) = <2:1@0,(1@0,2)>",
                  "column 40: an entry of a coordinate is an integer"},
        Malformed{"slice_and_offset(<_>, 2:1@0) = <2:1@0@0,(1,2)>",
                  "a coordinate has an integer where another has a tuple"},
        Malformed{"slice_and_offset(<_>, 2:1@0) = <2:1@0,1@0,3>",
                  "column 32: expected a layout over a module with an offset"},
        Malformed{"slice_and_offset(<_>, 2:1@0) = <2:1@0,_>",
                  "column 39: expected an element of a module, found '*' or '_'"},
        Malformed{"rank((2,0):(1,1))", "column 6: an extent of a layout is positive"},
        Malformed{"rank((2,1@0))", "column 9: expected a non-negative integer, found '1@0'"},
        Malformed{"apply(Sw<2,0,1> o 0 o 4:1, 0)",
                  "column 7: a swizzle shifts by at least its bits"},
        Malformed{"apply(Sw<2,0> o 0 o 4:1, 0)", "column 13: expected ',' of Sw<B,M,S>"},
        Malformed{"apply(Sw<2,0,2> o 4:1, 0)",
                  "column 20: expected 'o' and the layout, as in Sw<B,M,S> o 0 o LAYOUT"},
        Malformed{"apply(Sw<60,0,60> o 0 o 4:1, 0)",
                  "column 7: a swizzle is of the lowest 62 bits"},
        Malformed{"is_sorted((2):(1)) = -1", "column 22: expected true or false"},
        Malformed{"coalesce(4:1) = 4:-x", "column 19: expected an integer"}));

TEST(Text, ReadsAndPrintsElementsOfModules) {
  for (const char* text : {"0", "7", "-3", "F9", "1@0", "3@0@1", "-2@1", "(2,3)", "(0,(4,0,-1),2)"})
    EXPECT_EQ(to_string(parse_value(text, Sort::element)), text);
  const auto element = [](const char* text) {
    return std::get<Element>(parse_value(text, Sort::element));
  };
  EXPECT_EQ(element("(2,0,0)"), element("2@0"));
  EXPECT_EQ(element("(0,(3,0))"), element("3@0@1"));
  EXPECT_EQ(element("(2@0)+(3@1)"), element("(2,3)"));
  EXPECT_EQ(element("F0"), Element());
  EXPECT_EQ(parse_any("F0"), parse_any("0"));
  EXPECT_EQ(element("()"), Element());
  EXPECT_EQ(element("0@4"), Element());
  EXPECT_NE(element("F1"), element("1"));
  EXPECT_NE(element("1@0"), element("1"));
}

TEST(Text, ReadsAndPrintsLayoutsOverModules) {
  for (const char* text :
       {"(8,8):(F1,F9)", "(4,8):(1@0,1@1)", "4:3@0@1", "(4):(-1)",
        "(2,(3,5)):(4@1,((2@0)+(1@1),0))", "((2)):((F3))", "(2,2):(0,F5)", "():()", "2:1"}) {
    const auto layout = std::get<ModuleLayout>(parse_value(text, Sort::module_layout));
    EXPECT_EQ(to_string(layout), text);
    EXPECT_EQ(reads_as_layout(layout), std::string(text) == "():()" || std::string(text) == "2:1");
  }
  EXPECT_EQ(to_string(parse_any("( 2 , 2 ) : ( ( 2@0 ) + ( 1@1 ) , 0 )")), "(2,2):((2@0)+(1@1),0)");
  EXPECT_TRUE(std::holds_alternative<Layout>(parse_any("(2,2):(0,5)")));
  for (const char* text : {"2:-0", "2:F0", "2:0@1", "2:(0@0)+(0@1)"})
    EXPECT_EQ(parse_any(text), Value(parse_layout("2:0"))) << text;
  const Case c = parse_case("coalesce((2,2):(F1,F2)) = 4:F1  # x");
  EXPECT_EQ(to_string(c), "coalesce((2,2):(F1,F2)) = 4:F1  # x");
  EXPECT_EQ(to_string(parse_case("apply(4:-2, 3) = -6")), "apply(4:-2, 3) = -6");
  EXPECT_EQ(to_string(parse_case("apply((4,8):(1@0,1@1), (2,3)) = (2,3)").answer.value()), "(2,3)");
}

TEST(Text, ReadsAndPrintsSwizzledLayouts) {
  for (const char* text :
       {"Sw<3,4,3> o 0 o (8,8):(8,1)", "Sw<2,0,-3> o 17 o 16:1", "Sw<0,0,0> o 0 o ():()"})
    EXPECT_EQ(to_string(parse_any(text)), text);
  EXPECT_EQ(to_string(parse_any("Sw < 3 , 4 , 3 > o 0 o 2:1")), "Sw<3,4,3> o 0 o 2:1");
}

TEST(Text, ReadsAndPrintsLayoutsOverModulesWithAnOffset) {
  for (const char* text : {"<(2,3):(1@0,1@1),(16,32)>", "<4:1@0,2@1>", "<(8):(F1),F24>",
                           "<4:-1,-3>", "<2:0,F3>", "<2:1@0@1,(0,(3,1))>", "<2:F1,0>"}) {
    const Value value = parse_value(text, Sort::offset_module_layout);
    EXPECT_TRUE(is_of(value, Sort::offset_module_layout));
    EXPECT_EQ(to_string(value), text);
    EXPECT_EQ(parse_any(text), value) << text;
  }
  EXPECT_EQ(parse_value("<2:1@0,(3,0)>", Sort::offset_module_layout),
            parse_value("<2:1@0,3@0>", Sort::offset_module_layout));
  // A coordinate alone does not tell it from a tiler.
  EXPECT_TRUE(std::holds_alternative<Tiler>(parse_any("<2:0,(1,2)>")));
  const auto answer = [](const std::string& text) {
    return to_string(*parse_case("slice_and_offset(<_>, (2):(1@0)) = " + text).answer);
  };
  EXPECT_EQ(answer("<2:1,3>"), "<2:1,3>");
  EXPECT_EQ(answer("<2:-1,-3>"), "<2:-1,-3>");
  // No value depends on the stride of an extent of 1.
  EXPECT_EQ(answer("<(1,2):(F1,1@1),(2,3)>"), "<(1,2):(0,1@1),(2,3)>");
  EXPECT_EQ(answer("<1:7,(2,3)>"), "<1:0,(2,3)>");
  EXPECT_EQ(answer("<1:7,3>"), "<1:7,3>");
  EXPECT_EQ(answer("<1:99999999999999999999,(2,3)>"), "<1:0,(2,3)>");
  EXPECT_EQ(answer("<2:1,99999999999999999999>"), "overflow");
}

TEST(Text, TellsAnswersThatAreNoValuesFromOthers) {
  const auto is_no_value = [](const char* line) {
    try {
      parse_case(line);
    } catch (const ParseError& error) {
      return error.answer_is_no_value();
    }
    ADD_FAILURE() << line;
    return false;
  };
  for (const char* line :
       {"coalesce(4:1) = 0:1", "rank((2,3)) = -1", "coalesce(4:1) = (2,2):(1,-2)",
        "coalesce(4:1) = (2,-2):(1,2)", "coalesce(4:1) = 4:-9223372036854775808 # wraps around"}) {
    EXPECT_TRUE(is_no_value(line)) << line;
  }
  for (const char* line : {"coshape(4:-1) = 4", "is_sorted((2):(1)) = -1", "coalesce(4:1) = (2,-2)",
                           "coalesce(4:1) = 4:-1 4", "coalesce(4:1) = 4:--1", "rank(2) = -"}) {
    EXPECT_FALSE(is_no_value(line)) << line;
  }
}

TEST(Text, RefusesNestingThatIsTooDeep) {
  for (const char* pattern : {"(", "<"}) {
    std::string deep = "composition(2:1, ";
    for (int i = 0; i < 100000; ++i)
      deep += pattern;
    EXPECT_NE(error_of(deep).find("nesting deeper than 256"), std::string::npos);
  }
}

TEST(Text, ReadsTheDeepestNesting) {
  const std::string line = "depth(" + std::string(256, '(') + std::string(256, ')') + ") = 256";
  EXPECT_EQ(printed(line), line);
}

TEST(Text, EveryOperationIsDocumentedBySignature) {
  for (const Operation& operation : standard_vocabulary().operations()) {
    EXPECT_FALSE(operation.summary.empty()) << signature(operation);
    EXPECT_TRUE(signature(operation).starts_with(operation.name + "("));
  }
}

TEST(Text, StreamsLikeItPrints) {
  std::ostringstream out;
  out << parse_layout("(2,(3)):(1,(2))") << ' ' << parse_shape("(2,(3))") << ' ' << Profile::flat(2)
      << ' ' << parse_morphism("2--(*)-->()") << ' ' << PointedMap({1, 0}, 2) << ' '
      << std::get<Tiler>(parse_value("<2:1>", Sort::tiler)) << ' ' << parse_case("rank(2) = 1");
  EXPECT_EQ(out.str(),
            "(2,(3)):(1,(2)) (2,(3)) (*,*) 2--(*)-->() <2>--(1,*)--><2> <2:1> rank(2) = 1");
}

TEST(Text, ParsesValuesOfTheirNaturalSort) {
  for (const char* text :
       {"(2,3):(1,2)", "(2,3)", "7", "(*,*)", "2--(1)-->2", "<1>--(1)--><1>", "true", "<2,3>"}) {
    EXPECT_EQ(to_string(parse_any(text)), text);
  }
  EXPECT_THROW(parse_any("(2,3) 4"), ParseError);
  EXPECT_THROW(parse_value("(2,3) 4", Sort::shape), ParseError);
  EXPECT_THROW(parse_value("(2,0)", Sort::shape), ParseError);
}

TEST(Text, SaysWhereAValueIsNotOne) {
  const auto place = [](const std::function<void()>& parse) -> std::string {
    try {
      parse();
    } catch (const ParseError& error) {
      EXPECT_EQ(error.what(), "line " + std::to_string(error.line()) + ", column " +
                                  std::to_string(error.column()) + ": " + error.message());
      return std::to_string(error.column()) + ": " + error.message();
    }
    return "";
  };
  EXPECT_EQ(place([] { parse_any("(2,2):(1)"); }), "7: the stride is not congruent to the shape");
  EXPECT_EQ(place([] { parse_any("(2)--(1)-->(3)"); }), "1: the map joins the entries 2 and 3");
  EXPECT_EQ(place([] { parse_any("maybe"); }), "1: expected true or false");
  EXPECT_EQ(place([] { parse_layout("(2,2)"); }), "1: expected a layout");
  EXPECT_EQ(place([] { parse_shape(" (2,0)"); }),
            "2: expected a shape (a nested tuple of positive integers)");
  EXPECT_EQ(place([] { parse_morphism("(2)--(1)-->(2) x"); }), "16: expected the end, found 'x'");
}

TEST(Text, NamesTheConventionAndTheAnswersThatAreNoValues) {
  for (const char* line : {"composition@strict(4:1, 2:8) = undefined", "size((2,2)) = unsupported",
                           "composition@extended(4:1, 2:8)"}) {
    EXPECT_EQ(printed(line), line);
  }
  EXPECT_EQ(parse_case("composition@strict(4:1, 2:8)").convention, Convention::strict);
  EXPECT_EQ(parse_case("composition(4:1, 2:8)").convention, std::nullopt);
  EXPECT_NE(parse_case("rank(2) = 1"), parse_case("rank(2) = overflow"));
}

TEST(Text, AnAnswerMayHoldIntegersOfAnySize) {
  const auto answer = [](const std::string& line) { return to_string(*parse_case(line).answer); };
  const std::string large = "99999999999999999999";
  // No value depends on the stride of an extent of 1.
  EXPECT_EQ(answer("coalesce(2:1) = ((1),2):((" + large + "),7)"), "((1),2):((0),7)");
  EXPECT_EQ(answer("coalesce(2:1) = (1,2):(" + large + ",9223372036854775808)"), "unsupported");
  EXPECT_EQ(answer("coalesce(2:1) = " + large + ":1  # why"), "unsupported");
  EXPECT_EQ(parse_case("coalesce(2:1) = " + large + ":1  # why").comment,
            "it holds an integer beyond 64 bits; why");
  EXPECT_EQ(answer("cosize(2:1) = " + large), "overflow");
  EXPECT_EQ(answer("table(2:1) = (0,(" + large + "))"), "overflow");
  EXPECT_EQ(answer("slice_and_offset(<_>, (2):(1)) = <2:1," + large + ">"), "overflow");
  EXPECT_EQ(answer("slice_and_offset(<_>, (2):(1)) = <2:" + large + "," + large + ">"),
            "unsupported");
  EXPECT_EQ(answer("slice_and_offset(<_>, (2):(1)) = <1:" + large + ",3>"), "<1:0,3>");
  const std::string moved = "slice(<_>, Sw<0,0,0> o 0 o (2):(1)) = Sw<0,0,0> o ";
  EXPECT_EQ(answer(moved + "3 o (1,2):(" + large + ",7)"), "Sw<0,0,0> o 3 o (1,2):(0,7)");
  EXPECT_EQ(answer(moved + "3 o (1,2):(1," + large + ")"), "unsupported");
  EXPECT_EQ(answer(moved + large + " o 2:1"), "overflow");
  EXPECT_EQ(answer(moved + large + " o 2:" + large), "unsupported");
  EXPECT_NE(error_of("size(Sw<0,0,0> o " + large + " o 2:1)").find("does not fit in 64 bits"),
            std::string::npos);
  EXPECT_EQ(answer("cosize(2:1) = 9223372036854775807"), "9223372036854775807");
  EXPECT_NE(error_of("cosize(2:1) = " + large + " 3").find("expected the end or a comment"),
            std::string::npos);
  EXPECT_NE(error_of("coalesce(2:" + large + ") = 2:1").find("does not fit in 64 bits"),
            std::string::npos);
}

TEST(Digits, AreNotWrittenOutForNumbersThatNobodyReads) {
  EXPECT_EQ(digits(0), "0");
  EXPECT_EQ(digits(Exact(-7)), "-7");
  const Exact longest = (Exact(1) << 256) - 1;
  EXPECT_EQ(digits(longest), longest.str());
  EXPECT_EQ(digits(-longest), "-" + longest.str());
  EXPECT_EQ(digits(longest + 1), "about 2^256");
  EXPECT_EQ(digits(-(Exact(3) << 500)), "about -2^501");
}

}  // namespace
}  // namespace layoutcheck
