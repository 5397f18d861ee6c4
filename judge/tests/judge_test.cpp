// The judge: every verdict that it gives, by comparing all points and by samples, and its words.
#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace layoutcheck {
namespace {

struct JudgedLine {
  const char* line;
  VerdictKind kind;
  /// Words that the reason holds; "" if there is none.
  const char* why;
};

void PrintTo(const JudgedLine& judged, std::ostream* out) {
  *out << judged.line;
}

void expect_judged(const JudgedLine& judged, const JudgeOptions& options, bool sampled) {
  const Verdict verdict = judge(parse_case(judged.line), options);
  EXPECT_EQ(describe(verdict.kind), describe(judged.kind)) << to_string(verdict);
  EXPECT_EQ(verdict.is_sampled(), sampled) << to_string(verdict);
  if (*judged.why == '\0')
    EXPECT_EQ(verdict.why, "");
  else
    EXPECT_NE(verdict.why.find(judged.why), std::string::npos) << verdict.why;
}

class Exhaustively : public testing::TestWithParam<JudgedLine> {};

TEST_P(Exhaustively, IsJudged) {
  expect_judged(GetParam(), {}, false);
  const Verdict verdict = judge(parse_case(GetParam().line));
  EXPECT_EQ(verdict.points, 0U);
  EXPECT_TRUE(verdict.expected.has_value());
}

using enum VerdictKind;

INSTANTIATE_TEST_SUITE_P(
    Agrees, Exhaustively,
    testing::Values(
        JudgedLine{"composition((6,2):(8,2), (4,3):(3,1)) = ((2,2),3):((24,2),8)", agrees, ""},
        JudgedLine{"composition((2,2):(2,1), 3:1) = undefined", agrees, ""},
        JudgedLine{"composition@extended(4:1, 2:8) = 2:8", agrees, ""},
        JudgedLine{"size((4294967296,4294967296)) = overflow", agrees, ""},
        // Only the stride of an extent of 1 does not fit.
        JudgedLine{"column_major((2,4611686018427387904,1)) = overflow", agrees, ""},
        JudgedLine{"column_major((2,4611686018427387904,1)) = error", agrees, ""},
        JudgedLine{"column_major((2,4611686018427387904,1)) = (2,4611686018427387904,1):(1,2,0)",
                   agrees, ""},
        // The stride of an extent of 1 may be of another module.
        JudgedLine{"composition((2,2):(F9,0), (1,2):(2,1)) = (1,2):(1,F9)", agrees, ""},
        JudgedLine{"rank((2,(3,4))) = 2", agrees, ""},
        JudgedLine{"is_compact((2,2):(1,2)) = true", agrees, ""},
        JudgedLine{"table(2:5) = (0,5)", agrees, ""},
        JudgedLine{"morphism((2):(3)) = (2)--(2)-->(3,2)", agrees, ""},
        // The table is far beyond the limit, but no table is needed.
        JudgedLine{"composition((65536,65536):(65536,1), 4294967297:1) = undefined", agrees, ""},
        JudgedLine{"coalesce((65536,65536):(1,65536)) = 4294967296:1", agrees, ""}));

INSTANTIATE_TEST_SUITE_P(
    AgreesAsAFunction, Exhaustively,
    testing::Values(
        // A tuple around one entry, and the stride of an extent of 1, show nowhere.
        JudgedLine{"composition((2,2):(1,2), 4:1) = (4):(1)", agrees_as_function,
                   "the canonical form is 4:1"},
        JudgedLine{"composition(4:1, <2>) = 2:1", agrees_as_function,
                   "the canonical form is (2):(1)"},
        JudgedLine{"flatten(2:1) = 2:1", agrees_as_function, "the canonical form is (2):(1)"},
        JudgedLine{"flatten(2) = 2", agrees_as_function, "the canonical form is (2)"},
        JudgedLine{"coalesce((2,2):(1,2)) = (4):(1)", agrees_as_function, "is 4:1"},
        JudgedLine{"composition(4:1, ((2)):((1))) = 2:1", agrees_as_function, "is ((2)):((1))"},
        JudgedLine{"composition((8,8):(F8,F1), (8):(1)) = 8:F8", agrees_as_function, "is (8):(F8)"},
        JudgedLine{"slice(<_,3>, Sw<3,0,3> o 0 o (8,8):(1,8)) = Sw<3,0,3> o 24 o 8:1",
                   agrees_as_function, "is Sw<3,0,3> o 24 o (8):(1)"},
        // Another swizzle, and what is open of the layout behind it.
        JudgedLine{
            "composition(Sw<3,0,3> o 0 o (8,8):(1,8), (4,4):(1,4)) = Sw<2,0,3> o 0 o (4,4):(1,4)",
            agrees_as_function, "is Sw<3,0,3> o 0 o (4,4):(1,4)"},
        JudgedLine{
            "composition@extended(Sw<3,0,3> o 0 o (8,8):(1,8), 4:1) = Sw<3,0,3> o 0 o (2,2):(1,2)",
            agrees_as_function, "is Sw<3,0,3> o 0 o 4:1"},
        JudgedLine{"composition(8:1, Sw<1,0,2> o 0 o (2,2):(4,1)) = Sw<2,0,2> o 0 o (2,2):(4,1)",
                   agrees_as_function, "is Sw<1,0,2> o 0 o (2,2):(4,1)"},
        JudgedLine{"composition@extended(16:1, Sw<1,0,2> o 0 o (4,4):(4,1)) = "
                   "Sw<1,0,2> o 0 o ((2,2),4):((4,8),1)",
                   agrees_as_function, "is Sw<1,0,2> o 0 o (4,4):(4,1)"},
        // A tile behind a swizzle, whose modes have a size alone.
        JudgedLine{"local_tile(Sw<3,4,3> o 0 o (8,64):(64,1), (4,16), (1,2)) = "
                   "Sw<3,4,3> o 288 o ((2,2),16):((64,128),1)",
                   agrees_as_function, "is Sw<3,4,3> o 288 o (4,16):(64,1)"},
        // Over modules as over the integers: pairs of blocked products, and outside strict.
        JudgedLine{"blocked_product((2,2):(F3,F4), (2,4):(1,2)) = "
                   "((2,2),(2,(2,2))):((F3,F1),(F4,(F8,F16)))",
                   agrees_as_function, "is ((2,2),(2,4)):((F3,F1),(F4,F8))"},
        JudgedLine{"zipped_divide@extended((8,8):(1@0,1@1), <4:1,2>) = "
                   "(((2,2),2),(2,4)):(((1@0,2@0),1@1),(4@0,2@1))",
                   agrees_as_function, "is ((4,2),(2,4)):((1@0,1@1),(4@0,2@1))"},
        // The box of a left inverse may have places where the coordinates are all 0.
        JudgedLine{"left_inverse((2):(1@1)) = (2,2):(0,1)", agrees_as_function,
                   "the canonical one is (1,2):(0,1)"},
        JudgedLine{"coalesce(1:5) = 1:5", agrees_as_function, "is 1:0"},
        JudgedLine{"coalesce(():()) = ():()", agrees_as_function, "is 1:0"},
        JudgedLine{"column_major((1,2)) = (1,2):(0,1)", agrees_as_function, "(1,2):(1,1)"},
        JudgedLine{"zipped_divide(4:1, 2:1) = ((2),(2)):((1),(2))", agrees_as_function,
                   "(2,2):(1,2)"},
        // The documents of CuTe say which shape a composition is compatible with, and no more.
        JudgedLine{"composition@extended((2,2):(1,2), 4:1) = (2,2):(1,2)", agrees_as_function,
                   "the canonical form is 4:1"},
        JudgedLine{"complement@squeezed(2:3, 12) = (3,2,1):(1,6,5)", agrees_as_function,
                   "(3,2):(1,6)"},
        JudgedLine{"logical_divide@extended(8:1, 2:1) = (2,(2,2)):(1,(2,4))", agrees_as_function,
                   "(2,4):(1,2)"},
        JudgedLine{"tiled_divide@extended(8:1, 2:1) = (2,(2,2)):(1,(2,4))", agrees_as_function,
                   "(2,4):(1,2)"},
        JudgedLine{"flat_product@extended(2:1, (2,4):(2,1)) = (2,(2,1),4):(1,(4,0),2)",
                   agrees_as_function, "(2,2,4):(1,4,2)"},
        // A pair of a blocked product may be coalesced.
        JudgedLine{"blocked_product((2):(1), (2):(1)) = (4):(1)", agrees_as_function,
                   "((2,2)):((1,2))"},
        // Right and left inverses of another function are right as well.
        JudgedLine{"right_inverse((2,2):(1,1)) = 2:2", agrees_as_function,
                   "the canonical one is 2:1"},
        JudgedLine{"right_inverse((4,2):(1,2)) = (3,2):(1,5)", agrees_as_function, "is 4:1"},
        JudgedLine{"max_common_layout((2,2):(1,0), (2,2):(0,1)) = 2:3", agrees_as_function,
                   "is 1:0"},
        JudgedLine{"left_inverse((2,2):(2,8)) = (2,2,2,2):(4,1,8,2)", agrees_as_function,
                   "the canonical one is (2,4,2):(0,1,2)"},
        JudgedLine{"left_inverse((2,2):(2,3)) = (2,3):(1,1)", agrees_as_function,
                   "none is asked for: the stride 2 does not divide the stride 3"},
        JudgedLine{"left_inverse@extended((2,2):(0,1)) = 2:3", agrees_as_function, "is 2:2"},
        JudgedLine{"upcast((4,2):(1,4), 8) = (1,1):(1,1)", agrees_as_function, "is (1,1):(0,0)"},
        JudgedLine{"left_inverse@extended((2,2):(1,1)) = 2:2", agrees_as_function,
                   "none is asked for: some value is taken twice"},
        JudgedLine{"nullspace((2,3,5):(0,1,0)) = (5,2):(6,1)", agrees_as_function,
                   "is (2,5):(1,6)"},
        JudgedLine{"nullspace((2,2):(0,0)) = (2,2):(2,1)", agrees_as_function, "is 4:1"},
        JudgedLine{"layout_add(4:1, 4:1) = (2,2):(2,4)", agrees_as_function, "is 4:2"},
        JudgedLine{"local_tile((8,8):(1,8), (2,4), (1,1)) = <(2,(2,2)):(1,(8,16)),34>",
                   agrees_as_function, "is <(2,4):(1,8),34>"},
        JudgedLine{"morphism((2):(3)) = (2)--(2)-->(3,2,7)", agrees_as_function,
                   "(2)--(2)-->(3,2)"},
        JudgedLine{"morphism((2):(6)) = (2)--(3)-->(2,3,2)", agrees_as_function,
                   "(2)--(2)-->(6,2)"}));

INSTANTIATE_TEST_SUITE_P(
    WrongForm, Exhaustively,
    testing::Values(
        JudgedLine{"coalesce((2,2):(1,2)) = (2,2):(1,2)", wrong_form,
                   "it is not coalesced over 4; the canonical form is 4:1"},
        JudgedLine{"coalesce((2,1):(1,5)) = (2,1):(1,5)", wrong_form, "not coalesced over 2"},
        JudgedLine{"coalesce((2,2):(1,3)) = (2,(2)):(1,(3))", wrong_form,
                   "a nested tuple over an entry of 4; the canonical form is (2,2):(1,3)"},
        JudgedLine{"coalesce(((2,2),2):((1,2),8), (4,2)) = ((2,2),2):((1,2),8)", wrong_form,
                   "not coalesced over (4,2)"},
        JudgedLine{"coalesce(((2,2),2):((1,3),8), (4,2)) = (2,2,2):(1,3,8)", wrong_form,
                   "its shape does not refine (4,2)"},
        JudgedLine{"flat_coalesce((2,1):(3,7)) = (2,1):(3,7)", wrong_form, "(2):(3)"},
        JudgedLine{"complement(2:3, 12) = (3,2,1):(1,6,5)", wrong_form, "not coalesced over 6"},
        JudgedLine{"composition((2,2):(1,2), 4:1) = (2,2):(1,2)", wrong_form,
                   "it is not coalesced over 4"},
        JudgedLine{"composition(8:1, (2,(2,2)):(1,(2,4))) = (2,2,2):(1,2,4)", wrong_form,
                   "its shape does not refine (2,(2,2))"},
        JudgedLine{"composition@extended(8:1, (2,(2,2)):(1,(2,4))) = 8:1", wrong_form,
                   "its shape does not refine (2,(2,2))"},
        JudgedLine{"composition@extended((8,4):(1,8), <(2,4):(1,2),2>) = (2,4,2):(1,2,8)",
                   wrong_form, "its shape does not refine ((2,4),2)"},
        JudgedLine{"logical_divide(8:1, 2:1) = (2,(2,2)):(1,(2,4))", wrong_form,
                   "not coalesced over (2,4)"},
        JudgedLine{
            "zipped_divide((4,8):(1,4), <2,4>) = (2,4,2,2):(1,4,2,16)", wrong_form,
            "does not refine ((2,4),(2,2)); the canonical form is ((2,4),(2,2)):((1,4),(2,16))"},
        JudgedLine{"zipped_divide@extended((4,8):(1,4), <2,4>) = (2,4,2,2):(1,4,2,16)", wrong_form,
                   "does not refine ((2,4),(2,2))"},
        JudgedLine{"tiled_divide@extended((4,8):(1,4), <2,4>) = ((2,4),(2,2)):((1,4),(2,16))",
                   wrong_form, "does not refine ((2,4),2,2)"},
        JudgedLine{"flat_divide@extended((4,8):(1,4), <2,4>) = ((2,4),(2,2)):((1,4),(2,16))",
                   wrong_form, "does not refine (2,4,2,2)"},
        JudgedLine{"logical_product@extended((2,2):(1,2), 2:1) = (4,2):(1,4)", wrong_form,
                   "does not refine ((2,2),2)"},
        JudgedLine{"blocked_product((2,2):(1,2), (2,2):(1,2)) = (2,2,2,2):(1,4,2,8)", wrong_form,
                   "does not refine (4,4)"},
        JudgedLine{"weak_composite((2,2):(2,1), (4):(1)) = (2,2):(2,1)", wrong_form,
                   "does not refine ((2,2))"},
        JudgedLine{"flatten((2,(2,2)):(1,(2,4))) = (2,(2,2)):(1,(2,4))", wrong_form,
                   "does not refine (2,2,2)"},
        JudgedLine{"flatten(((2)):((1))) = ((2)):((1))", wrong_form, "its depth is 2, more than 1"},
        JudgedLine{"flatten((2,2):(1,2)) = 4:1", wrong_form, "does not refine (2,2)"},
        JudgedLine{"flatten((2,(2,3))) = (2,(2,3))", wrong_form,
                   "its nesting is not that of (2,2,3)"},
        JudgedLine{"upcast((4,2):(1,4), 2) = 4:1", wrong_form, "the canonical form is (2,2):(1,2)"},
        JudgedLine{"tile_to_shape((2):(1), ((4,2))) = ((2,4)):((1,2))", wrong_form,
                   "does not refine ((4,2))"},
        JudgedLine{"local_tile((8,8):(1,8), (2,4), (1,1)) = <(2,2,2):(1,8,16),34>", wrong_form,
                   "does not refine (2,4)"},
        JudgedLine{"slice_and_offset(<_,3>, (4,8):(1,4)) = <(2,2):(1,2),12>", wrong_form,
                   "does not refine (4)"},
        JudgedLine{"slice_and_offset(<_,3>, (4,8):(1@0,1@1)) = <(2,2):(1@0,2@0),(0,3)>", wrong_form,
                   "entry of (4)"},
        JudgedLine{"local_tile((8,8):(1@0,1@1), (2,4), (1,1)) = <(2,2,2):(1@0,1@1,2@1),(2,4)>",
                   wrong_form, "does not refine (2,4)"},
        JudgedLine{"tile_to_shape((2):(F1), ((4,2))) = ((2,4)):((F1,F2))", wrong_form,
                   "does not refine ((4,2))"},
        JudgedLine{"make_fragment_like((2,(3)):(1,(2))) = (2,((3))):(1,((2)))", wrong_form,
                   "its depth is 3, more than 2"},
        // Whatever is a definite list of modes.
        JudgedLine{"squeeze((2,1):(1,0)) = (2,1):(1,0)", wrong_form, "does not refine (2)"},
        JudgedLine{"sort((1,2):(5,1)) = (2):(1)", wrong_form, "does not refine (2,1)"},
        JudgedLine{"concatenate(4:1, 2:4) = 8:1", wrong_form, "does not refine (4,2)"},
        JudgedLine{"swizzled_layout((2,2):(F1,F2)) = Sw<0,0,0> o 0 o 4:1", wrong_form,
                   "its shape is not (2,2)"},
        JudgedLine{"slice(<_,3>, Sw<3,0,3> o 0 o (8,8):(1,8)) = Sw<3,0,3> o 24 o (2,4):(1,2)",
                   wrong_form, "its shape is not (8)"},
        JudgedLine{"composition(16:1, Sw<1,0,2> o 0 o (4,4):(4,1)) = "
                   "Sw<1,0,2> o 0 o ((2,2),4):((4,8),1)",
                   wrong_form, "it is not coalesced over (4,4)"},
        JudgedLine{"composition(64:F1, Sw<3,0,3> o 0 o (8,8):(8,1)) = (8,(2,4)):(F9,(F1,F2))",
                   wrong_form, "1 are enough"},
        JudgedLine{"coalesce(Sw<3,0,3> o 0 o (8,8):(1,8)) = Sw<3,0,3> o 0 o (8,8):(1,8)",
                   wrong_form, "it is not coalesced over 64"},
        JudgedLine{"coalesce((2,2):(F1,F2)) = (2,2):(F1,F2)", wrong_form, "1 are enough"},
        JudgedLine{"coalesce((2,(2,2)):(F1,(F2,F4)), (2,4)) = 8:F1", wrong_form, "entry of (2,4)"},
        JudgedLine{"flat_divide((8,8):(1@0,1@1), <4:1,2>) = ((4,2),(2,4)):((1@0,1@1),(4@0,2@1))",
                   wrong_form, "each entry of (4,2,2,4)"},
        JudgedLine{"flat_divide@extended((8,8):(1@0,1@1), <4:1,2>) = "
                   "((4,2),(2,4)):((1@0,1@1),(4@0,2@1))",
                   wrong_form, "does not refine (4,2,2,4)"},
        // Another complement over XOR has a form, too.
        JudgedLine{"complement((2,8):(F2,F16)) = (2,(2,2)):(F1,(F4,F10))", wrong_form,
                   "the canonical one is (2,4):(F1,F4)"}));

INSTANTIATE_TEST_SUITE_P(
    Wrong, Exhaustively,
    testing::Values(
        JudgedLine{"composition((2,2):(1,2), 4:1) = 4:2", wrong, "the answer is 4:1"},
        JudgedLine{"composition((2,2):(1,2), 4:1) = 2:1", wrong, "the answer is 4:1"},
        // A complement in another order has other values.
        JudgedLine{"complement(2:3, 12) = (2,3):(6,1)", wrong, "the answer is (3,2):(1,6)"},
        // By mode, the function on another domain, and another function.
        JudgedLine{"composition(4:1, <2>) = (3):(1)", wrong, "the answer is (2):(1)"},
        JudgedLine{"composition(4:1, <2>) = 2:2", wrong, "the answer is (2):(1)"},
        JudgedLine{"right_inverse((2,4):(1,1)) = 2:1", wrong, "the answer is 4:2"},
        // Inverses of coordinates with the values of right ones, over another box.
        JudgedLine{"left_inverse((2,2):(1@0,1@1)) = (1,4):(0,1)", wrong,
                   "the answer is (2,2):(1,2)"},
        JudgedLine{"right_inverse(2:1@1) = (2,1):(1,0)", wrong, "the answer is (1,2):(0,1)"},
        JudgedLine{"right_inverse((2,2):(1@1,1@0)) = (1,2,2):(0,2,1)", wrong,
                   "the answer is (2,2):(2,1)"},
        JudgedLine{"right_inverse((2):(1@1)) = (2,2):(0,1)", wrong, "the answer is (1,2):(0,1)"},
        JudgedLine{"right_inverse((2,2):(1,1)) = 2:3", wrong, "the answer is 2:1"},
        JudgedLine{"right_inverse(4:1) = 5:1", wrong, "the answer is 4:1"},
        JudgedLine{"max_common_layout(8:1, (4,2):(1,5)) = 8:1", wrong, "the answer is 4:1"},
        JudgedLine{"max_common_layout(8:1, 8:1) = 4:1", wrong, "the answer is 8:1"},
        JudgedLine{"left_inverse(4:2) = (2,3):(0,1)", wrong, "the answer is (2,4):(0,1)"},
        JudgedLine{"left_inverse(4:2) = (2,4):(0,2)", wrong, "the answer is (2,4):(0,1)"},
        JudgedLine{"left_inverse@extended((2,2):(0,1)) = 2:1", wrong, "the answer is 2:2"},
        JudgedLine{"nullspace((2,3):(0,1)) = 2:3", wrong, "the answer is 2:1"},
        JudgedLine{"nullspace(4:0) = (2,2):(1,1)", wrong, "the answer is 4:1"},
        JudgedLine{"nullspace(4:0) = 2:1", wrong, "the answer is 4:1"},
        JudgedLine{"layout_add(2:1, 2:1) = 2:1", wrong, "the answer is 2:2"},
        JudgedLine{"slice_and_offset(<_,3>, (4,8):(1,4)) = <(4):(1),11>", wrong, "<(4):(1),12>"},
        JudgedLine{"local_tile((8,8):(1,8), (2,4), (1,1)) = <(2,4):(1,7),34>", wrong, "(1,8),34>"},
        JudgedLine{"local_tile((8,8):(1@0,1@1), (2,4), (1,1)) = <(2,4):(1@0,1@1),(2,5)>", wrong,
                   "<(2,4):(1@0,1@1),(2,4)>"},
        JudgedLine{"local_tile((8,8):(1@0,1@1), (2,4), (1,1)) = <(2,4):(1@1,1@0),(2,4)>", wrong,
                   "<(2,4):(1@0,1@1),(2,4)>"},
        JudgedLine{"local_tile((8,8):(1@0,0), (2,4), (0,1)) = <(2,4):(1,0),0>", wrong,
                   "<(2,4):(1@0,0),0>"},
        JudgedLine{"composition((8,8):(8,1), Sw<3,0,3> o 0 o (8,8):(8,1)) = "
                   "Sw<3,0,3> o 0 o (8,8):(1,8)",
                   wrong, "the answer is Sw<3,0,-3> o 0 o (8,8):(1,8)"},
        JudgedLine{"composition(64:F1, Sw<3,0,3> o 0 o (8,8):(8,1)) = (8,8):(F9,F2)", wrong,
                   "the answer is (8,8):(F9,F1)"},
        JudgedLine{"nullspace((4,5,2):(1@0,0,0)) = 10:3", wrong, "the answer is 10:4"},
        JudgedLine{"nullspace((4,5,2):(1@0,0,0)) = 5:4", wrong, "the answer is 10:4"},
        JudgedLine{"upcast((4,2):(1,4), 2) = (2,2):(1,3)", wrong, "the answer is (2,2):(1,2)"},
        JudgedLine{"downcast((2,2):(1,1), 2) = (4,2):(1,2)", wrong, "the answer is (4,4):(1,1)"},
        JudgedLine{"recast(24:2, 1, 2) = 48:2", wrong, "the answer is 24:4"},
        JudgedLine{"apply@extended(4:1, 5) = 1", wrong, "the answer is 5"},
        JudgedLine{"size((2,2)) = 5", wrong, "the answer is 4"},
        JudgedLine{"is_sorted((2,2):(1,2)) = false", wrong, "the answer is true"},
        // What is not given by its function has one form.
        JudgedLine{"sort((2,1):(2,1)) = (1,2):(2,1)", wrong, "the answer is (1,2):(1,2)"},
        JudgedLine{"table(2:5) = (0,6)", wrong, "the answer is (0,5)"},
        JudgedLine{"morphism((2):(3)) = (2)--(1)-->(2)", wrong, "the answer is (2)--(2)-->(3,2)"},
        JudgedLine{"morphism((2):(3)) = 2--(2)-->(3,2)", wrong, "the answer is (2)--(2)-->(3,2)"},
        // An answer that does not fit exists, so a value in its place is wrong.
        JudgedLine{"size((4294967296,4294967296)) = 0", wrong,
                   "overflow: 18446744073709551616 does not fit"},
        JudgedLine{"cosize(2:9223372036854775807) = 1", wrong, "overflow"},
        JudgedLine{"column_major((4,4611686018427387904,2)) = (4,4611686018427387904,2):(1,4,0)",
                   wrong, "overflow"},
        JudgedLine{"column_major((2,4611686018427387904,1)) = (2,4611686018427387904,1):(1,4,0)",
                   wrong, "(2,4611686018427387904,1):(1,2,0)"}));

INSTANTIATE_TEST_SUITE_P(
    AnswersTheUnanswerable, Exhaustively,
    testing::Values(JudgedLine{"left_inverse((2,2):(0,1)) = 2:2", answers_the_unanswerable,
                               "some value is taken"},
                    JudgedLine{"left_inverse@extended((2,2):(1,1)) = 2:1", answers_the_unanswerable,
                               "some value is taken"},
                    JudgedLine{"composition((2,2):(2,1), 3:1) = 3:2", answers_the_unanswerable,
                               "undefined: along entry 0 of B"},
                    JudgedLine{"complement(4:1, 6) = 2:4", answers_the_unanswerable,
                               "undefined: 6 is not a multiple of 4"},
                    JudgedLine{"mode((2,3), 2) = 3", answers_the_unanswerable,
                               "undefined: there is no index 2"},
                    JudgedLine{"logical_divide(6:1, 4:1) = (4,2):(1,4)", answers_the_unanswerable,
                               "undefined"},
                    JudgedLine{"inverse((2)--(*)-->(2)) = (2)--(*)-->(2)", answers_the_unanswerable,
                               "undefined"},
                    JudgedLine{"composition(4:1, 2:4) = overflow", answers_the_unanswerable,
                               "undefined: B(1) = 4 lies outside"},
                    JudgedLine{"composition((65536,65536):(65536,1), 4294967297:1) = 4294967297:1",
                               answers_the_unanswerable, "lies outside the domain of A"}));

INSTANTIATE_TEST_SUITE_P(
    RefusesTheAnswerable, Exhaustively,
    testing::Values(
        JudgedLine{"composition(4:1, 2:1) = undefined", refuses_the_answerable,
                   "the answer is 2:1"},
        JudgedLine{"composition(4:1, 2:1) = overflow", refuses_the_answerable, "the answer is 2:1"},
        JudgedLine{"size((2,2)) = overflow", refuses_the_answerable, "the answer is 4"},
        JudgedLine{"column_major((2,4611686018427387904,1)) = undefined", refuses_the_answerable,
                   "the answer is (2,4611686018427387904,1):(1,2,0)"},
        JudgedLine{"composition@extended(4:1, 2:8) = undefined", refuses_the_answerable,
                   "the answer is 2:8"},
        JudgedLine{"is_compact(2:1) = undefined", refuses_the_answerable, "the answer is true"},
        JudgedLine{"size((4294967296,4294967296)) = undefined", refuses_the_answerable,
                   "overflow: 18446744073709551616 does not fit"}));

INSTANTIATE_TEST_SUITE_P(
    BeyondTables, Exhaustively,
    testing::Values(
        JudgedLine{"right_inverse(Sw<3,4,3> o 0 o (4096,4096):(4096,1)) = "
                   "(128,8,4,4096):(F4096,F589824,F4194304,F1)",
                   agrees, ""},
        JudgedLine{"right_inverse(Sw<3,4,3> o 0 o (4096,4096):(4096,1)) = "
                   "(128,8,4,4096):(F4096,F589824,F4194304,F3)",
                   wrong, "the answer is (128,8,4,4096)"},
        JudgedLine{"right_inverse(Sw<3,4,3> o 16 o (4096,4096):(4096,1)) = 1:0",
                   answers_the_unanswerable, "the value at 0 is not 0"},
        JudgedLine{"left_inverse((1048576,2):(F2,F1)) = (2,1048576):(F1048576,F2)", wrong,
                   "the answer is"},
        JudgedLine{"complement((1048576,1024):(F1,F4294967296)) = 4096:F1048577",
                   agrees_as_function, "the canonical one is 4096:F1048576"},
        JudgedLine{"complement((1048576,1024):(F1,F4294967296)) = 4096:F2097152", wrong,
                   "the answer is"},
        JudgedLine{"recast(Sw<2,2,3> o 0 o (8192,8192):(1,8192), 8, 16) = "
                   "Sw<2,3,3> o 0 o (16384,8192):(1,8192)",
                   wrong, "the answer is"},
        JudgedLine{"upcast((4096,4096):(1,4096), 8) = (512,4096):(1,513)", wrong, "the answer is"},
        JudgedLine{"coalesce(Sw<3,1,3> o 0 o (1024,1073741824):(1073741824,1)) = "
                   "Sw<3,1,3> o 0 o (1024,1073741824):(1073741824,2)",
                   wrong, "the answer is Sw<3,1,3> o 0 o (1024,1073741824):(1073741824,1)"}));

// Sampled: the tables are beyond the limit, and the points are compared one by one.

const char* const large_composition =
    "composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = (65536,65536):(1,65536)";

class BySamples : public testing::TestWithParam<JudgedLine> {};

TEST_P(BySamples, IsJudged) {
  expect_judged(GetParam(), {}, true);
  const Verdict verdict = judge(parse_case(GetParam().line));
  EXPECT_GT(verdict.points, 100U);
  EXPECT_FALSE(verdict.expected.has_value());
  // Other points give the same verdict.
  JudgeOptions other;
  other.samples = 64;
  other.seed = 17;
  EXPECT_EQ(judge(parse_case(GetParam().line), other).kind, GetParam().kind);
  EXPECT_EQ(judge(parse_case(GetParam().line), other).points, 64U);
}

INSTANTIATE_TEST_SUITE_P(
    Agrees, BySamples,
    testing::Values(
        JudgedLine{large_composition, agrees, ""},
        JudgedLine{"composition((65536,65536):(65536,1), (2,65536):(1,2)) = "
                   "(2,(32768,2)):(65536,(131072,1))",
                   agrees, ""},
        // By mode.
        JudgedLine{"composition((131072,2):(1,131072), <131072,2>) = (131072,2):(1,131072)", agrees,
                   ""},
        JudgedLine{
            "tiled_divide((131072,4):(1,131072), <2,2>) = ((2,2),65536,2):((1,131072),2,262144)",
            agrees, ""},
        JudgedLine{"composition((4294967296,2):(1,4294967296), 8589934592) = 8589934592:1", agrees,
                   ""},
        JudgedLine{"flat_composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = "
                   "(65536,65536):(1,65536)",
                   agrees, ""},
        JudgedLine{"logical_divide(1099511627776:3, 1048576:1) = (1048576,1048576):(3,3145728)",
                   agrees, ""},
        JudgedLine{"zipped_divide(1099511627776:3, 1048576:1) = (1048576,1048576):(3,3145728)",
                   agrees, ""},
        JudgedLine{"logical_product(1048576:1, 1048576:1) = (1048576,1048576):(1,1048576)", agrees,
                   ""},
        JudgedLine{"raked_product(1048576:1, 1048576:1) = ((1048576,1048576)):((1048576,1))",
                   agrees, ""},
        JudgedLine{"blocked_product(1048576:1, 1048576:1) = ((1048576,1048576)):((1,1048576))",
                   agrees, ""},
        JudgedLine{
            "colfax_flat_product((1048576):(1), (1048576):(1)) = (1048576,1048576):(1,1048576)",
            agrees, ""}));

INSTANTIATE_TEST_SUITE_P(
    AgreesAsAFunction, BySamples,
    testing::Values(
        JudgedLine{"composition((65536,65536):(1,65536), 131072:1) = (131072):(1)",
                   agrees_as_function, "the canonical form is 131072:1"},
        JudgedLine{"composition@extended((65536,65536):(1,65536), 131072:1) = (65536,2):(1,65536)",
                   agrees_as_function, "the canonical form is 131072:1"}));

/// A question without an answer, which some values prove.
class ByPoints : public testing::TestWithParam<const char*> {};

TEST_P(ByPoints, IsUndefined) {
  const std::string question = GetParam();
  EXPECT_EQ(judge(parse_case(question + " = undefined")).kind, agrees);
  const Verdict verdict = judge(parse_case(question + " = 1:0"));
  EXPECT_EQ(verdict.kind, answers_the_unanswerable) << to_string(verdict);
  EXPECT_EQ(verdict.points, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    WrongOverAModule, BySamples,
    testing::Values(
        JudgedLine{"logical_divide(67108864:F1, (1024,4,2):(1,1024,4096)) = "
                   "((1024,4,2),8192):((F1,F1024,F4096),F16384)",
                   wrong, "at "},
        JudgedLine{"zipped_divide((1048576,1048576):(1@0,1@1), 1024:1048576) = "
                   "(1024,(1048576,1024)):(1@1,(1@0,1024@0))",
                   wrong, "at "},
        JudgedLine{"coalesce((1024,1024,64):(F1,F1024,F1048576)) = 67108864:F2", wrong,
                   "it is F134217726, not F67108863"},
        JudgedLine{"coalesce((1024,1024):(1@0,1@1)) = 1048576:1@0", wrong, "not 1023@0+1023@1"},
        JudgedLine{"coalesce((1024,1024):(F1,F1024)) = (1024,512):(F1,F1024)", wrong,
                   "its size is 524288, not 1048576"},
        JudgedLine{"composition((1024,1024):(F1,F1024), 1048576:1) = 1048576:F3", wrong,
                   "at 1048575"},
        JudgedLine{"composition((1048576,1048576):(1@0,1@1), <1048576:1,1024:2>) = "
                   "(1048576,1024):(1@0,1@1)",
                   wrong, "@1"},
        JudgedLine{"composition@extended((1024,1024):(-1,F0), 1048576:1) = (1024,1024):(-1,1)",
                   wrong, "not -1023"}));

INSTANTIATE_TEST_SUITE_P(
    RightOverAModule, BySamples,
    testing::Values(
        JudgedLine{"coalesce((1024,1024,64):(F1,F1024,F1048576)) = 67108864:F1", agrees, ""},
        JudgedLine{"coalesce((2,4,1048576):(F5,F10,F40)) = (4,2,1048576):(F5,F20,F40)", agrees, ""},
        JudgedLine{"composition((1048576,1048576):(1@0,1@1), <1048576:1,1024:2>) = "
                   "(1048576,1024):(1@0,2@1)",
                   agrees, ""},
        JudgedLine{"zipped_divide((1048576,1048576):(1@0,1@1), (128,64)) = "
                   "((128,64),(8192,16384)):((1@0,1@1),(128@0,64@1))",
                   agrees, ""},
        JudgedLine{"coalesce((1048576,1048576):(1@0,1@1)) = (1048576,1048576):(1@0,1@1)", agrees,
                   ""},
        JudgedLine{"coalesce((1048576,1048576):(-1,-1048576)) = 1099511627776:-1", agrees, ""},
        JudgedLine{"composition((1048576,1048576):(1@0,1@1), 1048576:1048576) = 1048576:1@1",
                   agrees, ""},
        JudgedLine{"composition((8,8,17179869184):(F1,F9,F64), (8,2097152):(8,64)) = "
                   "(8,2097152):(F9,F64)",
                   agrees, ""},
        JudgedLine{"composition((4194304,2):(F1,0), (2,4194304):(2097152,1)) = "
                   "(2,4194304):(F2097152,F1)",
                   agrees, ""},
        JudgedLine{"logical_divide((8,8,17179869184):(F1,F9,F64), 8:8) = "
                   "(8,(8,17179869184)):(F9,(F1,F64))",
                   agrees, ""},
        JudgedLine{"composition((1048576,1048576):(1@0,1@1), 1048576:1048576) = (1048576):(1@1)",
                   agrees_as_function, "the canonical form is 1048576:1@1"}));

INSTANTIATE_TEST_SUITE_P(
    WrongAfterASwizzle, BySamples,
    testing::Values(
        JudgedLine{"composition(Sw<2,3,4> o 0 o (64,134217728):(1,64), (2,16384,8,32768):"
                   "(4294967296,262144,1,8)) = Sw<2,3,4> o 0 o (2,16384,8,32768):"
                   "(2147483648,262144,1,8)",
                   wrong, "at "},
        JudgedLine{"composition(1099511627776:1, Sw<3,4,3> o 0 o (1048576,1048576):(1,1048576)) = "
                   "Sw<3,4,4> o 0 o (1048576,1048576):(1,1048576)",
                   wrong, "at "},
        JudgedLine{"composition(Sw<1,0,1> o 1 o 1099511627776:1, "
                   "Sw<3,4,3> o 0 o (1048576,1048576):(1,1048576)) = "
                   "Sw<3,4,3> o 0 o (1048576,1048576):(1,1048576)",
                   wrong, "at "},
        JudgedLine{"composition(1099511627776:F1, Sw<3,4,3> o 0 o (1048576,1048576):(1,1048576)) = "
                   "(1048576,1048576):(F1,F1048576)",
                   wrong, "at "}));

INSTANTIATE_TEST_SUITE_P(
    OfWrongFormOverAModule, BySamples,
    testing::Values(
        JudgedLine{"coalesce((1024,1024,64):(F1,F1024,F1048576)) = (1024,65536):(F1,F1024)",
                   wrong_form, "entry 0 has 2 modes where 1 are enough"},
        JudgedLine{"coalesce((1048576,1048576):(1@0,1@1)) = (1048576,(1048576)):(1@0,(1@1))",
                   wrong_form, "it is not of depth 1 at most"},
        JudgedLine{"composition((8,8,17179869184):(F1,F9,F64), (8,2097152):(8,64)) = "
                   "(8,(2,1048576)):(F9,(F64,F128))",
                   wrong_form, "entry 1 has 2 modes where 1 are enough"}));

/// Some values prove that there is none.
INSTANTIATE_TEST_SUITE_P(
    UndefinedOverAModule, ByPoints,
    testing::Values("composition((8,137438953472):(F1,F9), 4194304:3)",
                    "composition((8,137438953472):(F1,F9), (4194304,2):(1,4194304))",
                    "composition((4,50,1048576):((1@0)+(1@1),4@1,7@1), (6,1048576):(70,200))",
                    "composition((4194304,2):(F3,0), (2,4194304):(2097152,1))",
                    "composition(17592186044416:F3, (4,4194304):(1,4))",
                    "composition((1048576,1048576):(-1,5), 1048575:1048575)"));

INSTANTIATE_TEST_SUITE_P(
    WrongForm, BySamples,
    testing::Values(
        JudgedLine{"composition((65536,65536):(65536,1), (2,65536):(1,2)) = "
                   "(2,32768,2):(65536,131072,1)",
                   wrong_form, "the canonical form is (2,(32768,2)):(65536,(131072,1))"},
        JudgedLine{"flat_composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = "
                   "(65536,256,256):(1,65536,16777216)",
                   wrong_form, "the canonical form is (65536,65536):(1,65536)"},
        JudgedLine{"composition(1099511627776:1, 1099511627776:1) = (1048576,1048576):(1,1048576)",
                   wrong_form, "it is not coalesced over 1099511627776"},
        JudgedLine{"logical_divide(1099511627776:3, 1048576:1) = 1099511627776:3", wrong_form,
                   "the canonical form is (1048576,1048576):(3,3145728)"},
        JudgedLine{"tiled_divide(1099511627776:3, 1048576:1) = 1099511627776:3", wrong_form,
                   "the canonical form is (1048576,1048576):(3,3145728)"},
        JudgedLine{"flat_divide(1099511627776:3, 1048576:1) = 1099511627776:3", wrong_form,
                   "the canonical form is (1048576,1048576):(3,3145728)"},
        JudgedLine{"logical_product((1048576,1):(1,7), 1048576:1) = "
                   "(1048576,1048576):(1,1048576)",
                   wrong_form, "the canonical form is ((1048576,1),1048576):((1,7),1048576)"},
        JudgedLine{"raked_product(1048576:1, 1048576:1) = (1048576,1048576):(1048576,1)",
                   wrong_form, "the canonical form is ((1048576,1048576)):((1048576,1))"},
        JudgedLine{"colfax_flat_divide((1099511627776):(3), (1048576):(1)) = (1099511627776):(3)",
                   wrong_form, "the canonical form is (1048576,1048576):(3,3145728)"},
        JudgedLine{"colfax_flat_product((1048576):(1), (1048576):(1)) = (1099511627776):(1)",
                   wrong_form, "the canonical form is (1048576,1048576):(1,1048576)"}));

INSTANTIATE_TEST_SUITE_P(
    Wrong, BySamples,
    testing::Values(
        // Another form of another function, or of the function on another domain.
        JudgedLine{"composition((65536,65536):(1,65536), 131072:1) = (131072):(2)", wrong,
                   "it is not coalesced over the shape"},
        JudgedLine{"composition((65536,65536):(1,65536), 131072:1) = (65536):(1)", wrong,
                   "does not refine"},
        JudgedLine{"composition((65536,65536):(1,65536), 131072:1) = (131072,2):(1,131072)", wrong,
                   "does not refine"},
        JudgedLine{"logical_product(1048576:1, 1048576:1) = 1099511627776:2", wrong,
                   "does not have the modes of a product"},
        // One stride is off by one; the last point shows it.
        JudgedLine{"composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = "
                   "(65536,65536):(1,65537)",
                   wrong, "at 4294967295 it is 4295032830, not 4294967295"},
        // Only the last of three strides is wrong.
        JudgedLine{"composition((65536,65536):(65536,1), (2,65536):(1,2)) = "
                   "(2,(32768,2)):(65536,(131072,2))",
                   wrong, "at 131071 it is"},
        JudgedLine{"logical_divide(1099511627776:3, 1048576:1) = (1048576,1048576):(3,3145729)",
                   wrong, "at "},
        JudgedLine{"logical_divide(1099511627776:3, 1048576:1) = (1048576,1048577):(3,3145728)",
                   wrong, "does not refine"},
        JudgedLine{"logical_product(1048576:1, 1048576:1) = (1048576,1048576):(2,1048576)", wrong,
                   "its block is not the first operand"}));

// Where samples cannot tell.

class Undecided : public testing::TestWithParam<const char*> {};

TEST_P(Undecided, NamesTheLimit) {
  const Verdict verdict = judge(parse_case(GetParam()));
  EXPECT_EQ(verdict.kind, undecided) << to_string(verdict);
  EXPECT_EQ(verdict.points, 0U);
  EXPECT_FALSE(verdict.expected.has_value());
  EXPECT_NE(verdict.why.find("the limit is 65536 points"), std::string::npos) << verdict.why;
  EXPECT_EQ(to_string(verdict), "undecided: " + verdict.why);
  EXPECT_FALSE(is_right(verdict.kind));
  EXPECT_FALSE(is_fault(verdict.kind));
}

INSTANTIATE_TEST_SUITE_P(
    BeyondTheLimit, Undecided,
    testing::Values("composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = undefined",
                    "composition((65536,65536):(65536,1), (65536,65536):(65536,1)) = overflow",
                    // By mode, which objections do not know.
                    "composition((131072,2):(1,131072), <131072,2>) = (131072,2):(1,131073)"));

// That there is no answer, some values of the function prove.

TEST(Judge, JudgesAChainByItsOuterOperation) {
  const JudgedLine lines[] = {
      {"coalesce(prepend((4,6):(1,4), 1:0)) = 24:1", agrees, ""},
      {"coalesce(prepend((4,6):(1,4), 1:0)) = (4,6):(1,4)", wrong_form, "24:1"},
      {"coalesce(prepend((4,6):(1,4), 1:0)) = 24:2", wrong, "the answer is 24:1"},
      {"coalesce(prepend((4,6):(1,4), 1:0)) = undefined", refuses_the_answerable, "24:1"},
      {"apply(composition((8,8):(F1,F9), 4:2), 1) = F2", agrees, ""},
      {"right_inverse(append(2:1, 3:2)) = (2,3):(1,2)", agrees_as_function, "6:1"},
      // The inner operation has no answer, so that the whole has none.
      {"size(composition(2:1, 2:8)) = undefined", agrees, ""},
      {"size(composition(2:1, 2:8)) = 2", answers_the_unanswerable, "undefined: "},
      {"right_inverse(composition(2:1, 2:8)) = 1:0", answers_the_unanswerable, "undefined: "},
      {"size(composition@extended(2:1, 2:8)) = 2", agrees, ""},
      {"sort(append((2,(2,2)):(1,(2,4)), 1:0)) = undefined", agrees, ""},
      {"sort(append((2,(2,2)):(1,(2,4)), 1:0)) = (2,2):(1,2)", answers_the_unanswerable,
       "which is no operand there"},
      // It has one beyond 64 bits.
      {"size(downcast(4611686018427387904:1, 4)) = overflow", agrees, ""},
      {"size(downcast(4611686018427387904:1, 4)) = 4", wrong, "overflow: "},
      {"size(coalesce(append(2:1, 3:2))) = 6", agrees, ""},
  };
  for (const JudgedLine& line : lines)
    expect_judged(line, {}, false);
  JudgeOptions extended;
  extended.convention = Convention::extended;
  const Verdict verdict = judge(parse_case("size(composition(2:1, 2:8)) = 2"), extended);
  EXPECT_EQ(describe(verdict.kind), describe(agrees));
}

TEST(Judge, DoesNotDecideAChainWhoseInsideIsBeyondTheLimit) {
  JudgeOptions options;
  options.limits.points = 64;
  const Verdict verdict =
      judge(parse_case("size(layout_add((4096,3):(1,5), (3,4096):(5,3))) = 12288"), options);
  EXPECT_EQ(describe(verdict.kind), describe(undecided)) << to_string(verdict);
}

TEST(Judge, KnowsThatThereIsNoLargeComposite) {
  JudgeOptions options;
  options.convention = Convention::extended;
  for (const std::string question : {"composition((4,2):(1,9), 1099511627776:3)",
                                     "composition((2,(4,2)):(0,(1,9)), <_, 1099511627776:3>)",
                                     "tiled_divide((4,1099511627776):(1,9), (2):(3))",
                                     "flat_product((4):(2), <(2,1099511627776):(1,3)>)"}) {
    for (const auto& [answer, kind] :
         {std::pair("undefined", agrees), std::pair("error no", agrees),
          std::pair("overflow", answers_the_unanswerable),
          std::pair("(2,549755813888):(3,8)", answers_the_unanswerable)}) {
      const Verdict verdict = judge(parse_case(question + " = " + answer), options);
      EXPECT_EQ(verdict.kind, kind) << question << ": " << to_string(verdict);
      EXPECT_FALSE(verdict.is_sampled()) << question;
      EXPECT_EQ(verdict.expected, Answer(NonValue::undefined)) << question;
    }
  }
  EXPECT_EQ(judge(parse_case("composition((4,2):(1,9), 1099511627776:3) = 1:0"), options).why,
            "undefined: along entry 0 of B: f(x) = A(3*x), 0 <= x < 1099511627776, is no layout "
            "function: its step is 3 at 1 = gcd(2, 3), and 8 at 2 and 8 at 3");
}

TEST(Judge, ComparesALargeTableInLengthAndAtSamples) {
  Tuple values(70000);
  std::iota(values.begin(), values.end(), Int{0});
  for (const char* operand : {"70000:1", "(70000)--(1)-->(70000)"}) {
    Case c = parse_case("table(" + std::string(operand) + ")");
    c.answer = Value(NestedTuple::flat(values));
    EXPECT_EQ(to_string(judge(c)), "agrees (sampled at 256 points)");
    Tuple wrong = values;
    wrong.back() = 0;
    c.answer = Value(NestedTuple::flat(wrong));
    EXPECT_EQ(to_string(judge(c)).substr(0, 5), "wrong");
    // The right values in brackets.
    c.answer = Value(NestedTuple::tuple_of(std::vector{NestedTuple::flat(values)}));
    EXPECT_EQ(judge(c).kind, VerdictKind::wrong);
    wrong.pop_back();
    c.answer = Value(NestedTuple::flat(wrong));
    EXPECT_EQ(to_string(judge(c)), "wrong (exhaustive): the answer has 70000 values");
    Tuple longer = values;
    longer.push_back(70000);
    c.answer = Value(NestedTuple::flat(longer));
    EXPECT_EQ(to_string(judge(c)), "wrong (exhaustive): the answer has 70000 values");
    c.answer = NonValue::undefined;
    EXPECT_EQ(judge(c).kind, undecided);
  }
}

/// In process an answer can have any type.
TEST(Judge, TakesAMorphismThatEncodesTheOperandForNoOtherAnswer) {
  const char* const encoded = "morphism((2,2):(1,2)) = (2,2)--(1,2)-->(2,2)";
  EXPECT_EQ(judge(parse_case(encoded)).kind, agrees);
  for (const char* question : {"sort((2,2):(1,2))", "coalesce((2,2):(1,2))"}) {
    Case c = parse_case(question);
    c.answer = parse_case(encoded).answer;
    EXPECT_EQ(judge(c).kind, VerdictKind::wrong) << question;
  }
}

TEST(Judge, DecidesWithinALargerLimit) {
  const Case large = parse_case("composition((65536,2):(2,1), 131072:1) = undefined");
  JudgeOptions options;
  EXPECT_EQ(judge(large, options).kind, undecided);
  options.limits.points = 131072;
  EXPECT_EQ(judge(large, options).kind, refuses_the_answerable);
  options.limits.points = 4;
  const Case small = parse_case("composition(8:1, 8:1) = 8:1");
  EXPECT_EQ(to_string(judge(small, options)), "agrees (sampled at 8 points)");
  options.limits.points = 8;
  EXPECT_EQ(to_string(judge(small, options)), "agrees (exhaustive)");
}

TEST(Judge, DoesNotBlameAnAnswerWhoseFormItHadNoTimeToChange) {
  const Case c = parse_case("composition((65536,65536):(1,65536), 131072:1) = (131072):(1)");
  JudgeOptions options;
  options.limits.points = 4;
  const Verdict verdict = judge(c, options);
  EXPECT_EQ(to_string(verdict), "undecided: the work limit of 1024 steps is reached");
  EXPECT_EQ(verdict.points, 0U);
  options.limits.points = 16;
  EXPECT_EQ(judge(c, options).kind, agrees_as_function);
}

TEST(Judge, SeesTheFormWhereValuesAreTooMuchWork) {
  JudgeOptions options;
  options.limits.points = 16;
  const auto kind = [&](const char* answer) {
    const std::string question = "composition((65536,65536):(1,65536), (131072,2):(1,131072)) = ";
    return judge(parse_case(question + answer), options).kind;
  };
  EXPECT_EQ(kind("(131072,2):(1,131072)"), agrees);
  EXPECT_EQ(kind("(131072,(2)):(1,(131072))"), agrees_as_function);
  EXPECT_EQ(kind("262144:1"), wrong_form);
}

TEST(Judge, SamplesAsManyPointsAsAsked) {
  JudgeOptions options;
  for (const std::size_t samples : {std::size_t{1}, std::size_t{5}, std::size_t{1000}}) {
    options.samples = samples;
    EXPECT_EQ(to_string(judge(parse_case(large_composition), options)),
              "agrees (sampled at " + std::to_string(samples) + " points)");
  }
}

TEST(Judge, UsesTheConventionOfTheRunUnlessTheCaseNamesOne) {
  JudgeOptions extended;
  extended.convention = Convention::extended;
  EXPECT_EQ(judge(parse_case("composition(4:1, 2:8) = 2:8"), extended).kind, agrees);
  EXPECT_EQ(judge(parse_case("composition(4:1, 2:8) = 2:8")).kind, answers_the_unanswerable);
  EXPECT_EQ(judge(parse_case("composition@strict(4:1, 2:8) = 2:8"), extended).kind,
            answers_the_unanswerable);
  EXPECT_EQ(judge(parse_case("composition@extended(4:1, 2:8) = 2:8")).kind, agrees);
  EXPECT_EQ(judge(parse_case("complement(4:1, 6) = 2:4"), extended).kind, agrees);
  // What depends on no convention does not become another question.
  EXPECT_EQ(judge(parse_case("complement(2:0) = 1:0"), extended).kind, agrees);
  EXPECT_EQ(judge(parse_case("complement@strict(2:0) = undefined"), extended).kind, agrees);
  EXPECT_EQ(judge(parse_case("composition@squeezed((2,1):(1,5), 4:1) = 4:1"), extended).kind,
            agrees);
  // An error is a refusal: right where there is no value.
  EXPECT_EQ(judge(parse_case("composition(4:1, 2:8) = error no"), {}).kind, agrees);
  EXPECT_EQ(judge(parse_case("composition(4:1, 2:2) = error no"), {}).kind,
            VerdictKind::refuses_the_answerable);
  // Samples follow the convention too.
  const char* beyond = "composition(4:1, 1099511627776:8) = 1099511627776:8";
  EXPECT_EQ(to_string(judge(parse_case(beyond), extended)), "agrees (sampled at 256 points)");
  EXPECT_TRUE(is_fault(judge(parse_case(beyond)).kind));
}

TEST(Judge, CountsWhatIsNotOfferedAsNoFault) {
  for (const char* line :
       {"size((2,2)) = unsupported", "composition((2,2):(2,1), 3:1) = unsupported",
        "table((65536,65536):(1,1)) = unsupported"}) {
    const Verdict verdict = judge(parse_case(line));
    EXPECT_EQ(verdict.kind, unsupported);
    EXPECT_EQ(to_string(verdict), "unsupported");
    EXPECT_FALSE(is_fault(verdict.kind));
    EXPECT_FALSE(is_right(verdict.kind));
  }
}

TEST(Judge, DoesNotDecideWhatTheOracleDoesNotKnow) {
  Case c;
  c.operation = "juggle";
  c.operands = {Int{3}};
  c.answer = Value(Int{3});
  const Verdict verdict = judge(c);
  EXPECT_EQ(verdict.kind, undecided);
  EXPECT_EQ(verdict.why,
            "the oracle does not know the operation: no operation juggle takes these operands");
  for (const NonValue refusal : {NonValue::undefined, NonValue::error}) {
    c.answer = refusal;
    EXPECT_EQ(judge(c).kind, undecided);
  }
  c.answer = NonValue::unsupported;
  EXPECT_EQ(judge(c).kind, unsupported);
}

TEST(Judge, NeedsAnAnswer) {
  try {
    judge(parse_case("size((2,2))"));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "a case without an answer cannot be judged: size((2,2))");
  }
}

TEST(Judge, HandsOverTheAnswerOfTheOracle) {
  const auto expected = [](const char* line) {
    const Verdict verdict = judge(parse_case(line));
    return verdict.expected ? to_string(*verdict.expected) : "none";
  };
  EXPECT_EQ(expected("composition(4:1, 2:1) = 2:7"), "2:1");
  EXPECT_EQ(expected("composition(4:1, 2:1) = 2:1"), "2:1");
  EXPECT_EQ(expected("composition(4:1, 2:4) = 2:4"), "undefined");
  EXPECT_EQ(expected("size((4294967296,4294967296)) = 0"), "overflow");
  EXPECT_EQ(expected(large_composition), "none");
}

TEST(Verdicts, AreDescribedEachInItsOwnWords) {
  std::set<std::string_view> words;
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    EXPECT_FALSE(describe(kind).empty());
    EXPECT_TRUE(words.insert(describe(kind)).second);
  }
  EXPECT_EQ(describe(answers_the_unanswerable), "answers the unanswerable");
  EXPECT_EQ(describe(acceptable), "acceptable");
  EXPECT_EQ(static_cast<std::size_t>(expected_failure) + 1, verdict_kinds);
}

TEST(Verdicts, AreRightOrFaultsOrNeither) {
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    const bool right = kind == agrees || kind == agrees_as_function || kind == acceptable;
    const bool neither = kind == unsupported || kind == undecided ||
                         kind == outside_preconditions || kind == expected_failure;
    EXPECT_EQ(is_right(kind), right) << describe(kind);
    EXPECT_EQ(is_fault(kind), !right && !neither) << describe(kind);
  }
}

TEST(JudgedWeakly, IsAcceptableWrongOrUndecided) {
  JudgeOptions options;
  options.convention = Convention::extended;
  const auto verdict = [&](const char* line) {
    const Case c = parse_case(line);
    return judge_weakly(c, *layout_in(*c.answer),
                        {oracle::WeakClause::ordered, oracle::WeakClause::disjoint}, options);
  };
  EXPECT_EQ(to_string(verdict("complement((2,2):(2,6), 48) = (2,4):(1,12)")),
            "acceptable (exhaustive): it satisfies the weak post-condition");
  EXPECT_EQ(to_string(verdict("complement((2,2):(2,6), 48) = 2:2")),
            "wrong (exhaustive): the complement has the value 2 at 1, which is a value of "
            "(2,2):(2,6): they are not disjoint");
  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = 2:2").expected, Answer(NonValue::undefined));
  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = 2:2").weak->clause,
            oracle::WeakClause::disjoint);
  options.limits.points = 7;
  EXPECT_EQ(verdict("complement((2,2):(2,6), 48) = (2,4):(1,12)").kind, undecided);
}

TEST(Verdicts, PrintHowSureTheyAre) {
  Verdict verdict;
  EXPECT_EQ(to_string(verdict), "undecided");
  verdict.kind = wrong;
  verdict.why = "the answer is 4";
  EXPECT_EQ(to_string(verdict), "wrong (exhaustive): the answer is 4");
  verdict.points = 256;
  EXPECT_EQ(to_string(verdict), "wrong (sampled at 256 points): the answer is 4");
  EXPECT_EQ(to_string(judge(parse_case("size((2,2)) = 4"))), "agrees (exhaustive)");
  EXPECT_EQ(to_string(judge(parse_case("size((2,2)) = 5"))), "wrong (exhaustive): the answer is 4");
  EXPECT_EQ(to_string(judge(parse_case("composition(4:1, 2:1) = (2):(1)"))),
            "agrees as a function (exhaustive): the canonical form is 2:1");
}

}  // namespace
}  // namespace layoutcheck
