// Pointed maps and morphisms: the worked examples of colfax 3 and 4, and edge cases.
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/morphism_operations.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/refinements.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::algebra {
namespace {

MutualRefinement pair_of(std::string_view first, std::string_view second) {
  return {parse_shape(first), parse_shape(second)};
}

/// Cases, one a line, whose answers are to be given exactly.
struct Table {
  std::string name;
  std::string_view lines;
};

void PrintTo(const Table& table, std::ostream* out) {
  *out << table.name;
}

class MorphismCases : public testing::TestWithParam<Table> {};

TEST_P(MorphismCases, AnswersAsWritten) {
  std::string_view rest = GetParam().lines;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (is_blank(line)) continue;
    const Case c = parse_case(line);
    ASSERT_TRUE(c.answer) << line;
    const Evaluation given = evaluate(c);
    EXPECT_EQ(to_string(given.answer), to_string(*c.answer)) << line << "\n" << given.reason;
    EXPECT_EQ(given.reason.empty(), std::holds_alternative<Value>(given.answer)) << line;
  }
}

const Table tables[] = {
    {"PointedMaps", R"(
is_tractable(<4>--(2,1,*,6)--><6>) = true        # colfax 3.1.1.4
is_tractable(<5>--(*,1,2,3,*)--><3>) = true      # colfax 3.1.1.5
is_tractable(<2>--(1,1)--><1>) = false
is_tractable(<0>--()--><0>) = true
composition(<3>--(*,2,1)--><2>, <2>--(3,1)--><3>) = <2>--(1,*)--><2>
composition(<2>--(1,1)--><1>, <0>--()--><2>) = <0>--()--><1>
composition(<2>--(1,1)--><1>, <1>--(1)--><1>) = undefined
sum(<2>--(2,*)--><2>, <1>--(1)--><3>) = <3>--(2,*,3)--><5>
sum(<0>--()--><9223372036854775807>, <0>--()--><0>) = <0>--()--><9223372036854775807>
sum(<0>--()--><9223372036854775807>, <1>--(1)--><1>) = overflow
concatenate(<2>--(2,*)--><3>, <2>--(*,3)--><3>) = <4>--(2,*,*,3)--><3>
concatenate(<2>--(2,2)--><3>, <0>--()--><3>) = <2>--(2,2)--><3>
concatenate(<1>--(2)--><3>, <1>--(2)--><3>) = undefined
concatenate(<0>--()--><3>, <0>--()--><2>) = undefined
)"},
    {"Encoding", R"(
layout((3,128,128)--(1,3,5)-->(3,2,128,2,128)) = (3,128,128):(1,6,1536)   # colfax 3.1.2.2
layout((3,128,128)--(*,2,1)-->(128,128)) = (3,128,128):(0,128,1)          # colfax 3.1.2.3
layout((16,16,16,1,32)--(*,*,1,*,2)-->(16,32,1,1)) = (16,16,16,1,32):(0,0,1,0,16)
layout(((8,8),(4,4))--(1,4,3,2)-->(8,4,4,8)) = ((8,8),(4,4)):((1,128),(32,8))   # colfax 3.2.2.3
layout((128,(4,4,2))--(3,1,2,*)-->((4,4),128)) = (128,(4,4,2)):(16,(1,4,0))     # colfax 3.2.2.4
layout(()--()-->()) = ():()
layout(7--(*)-->()) = 7:0
layout((((),2),())--(2)-->(3,((),2))) = (((),2),()):(((),3),())
layout((2)--(3)-->(4294967296,4294967296,2)) = overflow
layout((4294967296)--(1)-->(4294967296,4294967296,2)) = (4294967296):(1)
morphism((2,2):(3,30)) = (2,2)--(2,4)-->(3,2,5,2)                        # colfax 3.1.2.6
morphism((128,128):(128,1)) = (128,128)--(2,1)-->(128,128)               # colfax 3.1.2.7
morphism((2,2,2,2):(24,0,3,480)) = (2,2,2,2)--(4,*,2,6)-->(3,2,4,2,10,2) # colfax 3.1.2.8
morphism((4,4,4):(14,56,5600)) = (4,4,4)--(2,3,5)-->(14,4,4,25,4)        # colfax 3.1.2.11
morphism((8,1,1):(1,8,8)) = (8,1,1)--(1,2,3)-->(8,1,1)                   # colfax 3.1.2.16: equal modes keep their order
morphism((32,(2,2)):(192,(24,3))) = (32,(2,2))--(6,4,2)-->(3,2,4,2,4,32) # colfax 3.2.2.7
morphism((8,1):(8,8)) = (8,1)--(3,2)-->(8,1,8)
morphism(():()) = ()--()-->()
morphism(12:17) = 12--(2)-->(17,12)
morphism(1:1) = 1--(1)-->(1)
morphism(1:0) = 1--(*)-->()
morphism((4,8):(3,3)) = undefined                                        # colfax 2.1.8.9
morphism((4611686018427387904,2):(4,9223372036854775807)) = undefined
table((4,4)--(1,3)-->(4,4,4)) = (0,1,2,3,16,17,18,19,32,33,34,35,48,49,50,51)   # colfax 3.1.4.2
table((2,(3,2))--(*,2,1)-->(2,3)) = (0,0,2,2,4,4,1,1,3,3,5,5)
table(()--()-->(5)) = (0)
table((1)--(3)-->(4294967296,4294967296,1)) = (0)
table((2)--(3)-->(4294967296,4294967296,2)) = overflow
)"},
    {"Families", R"(
domain(((2,2),2)--(*,5,2)-->(10,2,2,(3,2,3))) = ((2,2),2)                # colfax 3.2.1.3
codomain(((2,2),2)--(*,5,2)-->(10,2,2,(3,2,3))) = (10,2,2,(3,2,3))
flatten(((2,2),2)--(*,5,2)-->(10,2,2,(3,2,3))) = (2,2,2)--(*,5,2)-->(10,2,2,3,2,3)
identity((2,2,2,4,4)) = (2,2,2,4,4)--(1,2,3,4,5)-->(2,2,2,4,4)           # colfax 3.1.3.1
identity(((),(3))) = ((),(3))--(1)-->((),(3))
identity(5) = 5--(1)-->5
reparenthesize((2,(3,4)), ((2,3),4)) = (2,(3,4))--(1,2,3)-->((2,3),4)    # colfax 3.2.3.1
reparenthesize(2, ((2),())) = 2--(1)-->((2),())
reparenthesize((2,3), (3,2)) = undefined
projection((64,64,3,8), (0,2)) = (64,64,3,8)--(1,*,2,*)-->(64,3)         # colfax 3.1.3.4
projection((64,64), ()) = (64,64)--(*,*)-->()
projection((64,64), (1,0)) = undefined
projection((64,64), (1,1)) = undefined
projection((64,64), (2)) = undefined
dilation((512,512), (2,4)) = (512,512)--(2,4)-->(2,512,4,512)            # colfax 3.1.3.5
dilation((), ()) = ()--()-->()
dilation((2), ()) = undefined
expansion((4,4), (4,4,8,8)) = (4,4)--(1,2)-->(4,4,8,8)                   # colfax 3.1.3.6
expansion((), (4)) = ()--()-->(4)
expansion((4,8), (4,4,8)) = undefined
composition((2,3)--(2,1)-->(3,2), (3,2)--(2,1)-->(2,3)) = (3,2)--(1,2)-->(3,2)
composition((2,3)--(*,1)-->(3), 3--(2)-->(2,3)) = 3--(1)-->(3)
composition((2,3)--(*,1)-->(3), 3--(2)-->(2,(3))) = undefined
inverse((2,2,2,4,4)--(2,1,5,3,4)-->(2,2,4,4,2)) = (2,2,4,4,2)--(2,1,4,5,3)-->(2,2,2,4,4)
inverse(2--(1)-->(2)) = (2)--(1)-->2
inverse((2)--(1)-->(2,1)) = undefined
inverse((2)--(*)-->(2)) = undefined
restrict((8,4,8,4)--(2,*,3,4)-->(2,8,8,4), (1,3)) = (4,4)--(*,4)-->(2,8,8,4)
restrict((8,4)--(2,*)-->(2,8), ()) = ()--()-->(2,8)
restrict((8,4)--(2,*)-->(2,8), (2)) = undefined
restrict((8,4)--(2,*)-->(2,8), (1,0)) = undefined
factorize((8,8)--(4,2)-->(2,8,2,8,10), (1,3,4)) = (8,8)--(2,1)-->(8,8,10)   # colfax 3.1.3.10
factorize((8,8)--(4,*)-->(2,8,2,8), (1)) = undefined
factorize((8)--(*)-->(2,8), ()) = (8)--(*)-->()
factorize((8,8)--(4,2)-->(2,8,2,8), (3,1)) = undefined
factorize((8,8)--(4,2)-->(2,8,2,8), (1,3,4)) = undefined
entry((2,16,8,4)--(*,3,1,4)-->(8,4,16,4), 3) = 4--(4)-->(8,4,16,4)
entry(((8),8)--(1,*)-->(8), 1) = 8--(*)-->(8)
entry((8)--(1)-->(8), 1) = undefined
mode((64,(8,8))--(3,*,1)-->(8,2,64), 1) = (8,8)--(*,1)-->(8,2,64)
mode(2--(2)-->(3,2), 0) = 2--(2)-->(3,2)
mode(((),2)--(2)-->(3,2), 0) = ()--()-->(3,2)
mode((2)--(2)-->(3,2), 1) = undefined
)"},
    {"Predicates", R"(
is_isomorphism((2,2,2,4,4)--(2,1,5,3,4)-->(2,2,4,4,2)) = true
is_isomorphism(()--()-->(())) = true
is_isomorphism((2)--(1)-->(2,1)) = false
is_nondegenerate((8,1,1)--(1,2,3)-->(8,1,1)) = false
is_nondegenerate((8,1,1)--(1,*,*)-->(8,1,1)) = true
is_standard_form((4,4,4)--(2,3,5)-->(14,4,4,100,4)) = true               # colfax 3.1.2.13
is_standard_form((4,4,4)--(2,3,5)-->(14,4,4,100,4,2)) = false
is_standard_form((4,4,4)--(3,4,6)-->(2,7,4,4,100,4)) = false
is_standard_form(((2,2),(3,3))--(4,6,2,3)-->(10,3,3,2,10,2)) = true      # colfax 3.2.2.11
is_standard_form(((2,2),(3,3))--(4,6,2,3)-->((10,3,3),(2,10,2))) = false # colfax 3.2.2.12
is_standard_form((2)--(2)-->(1,2)) = false
is_standard_form(()--()-->()) = true
is_standard_form(()--()-->(5)) = false
is_standard_form(2--(1)-->2) = false
is_sorted((4,8)--(1,2)-->(4,8)) = true
is_sorted((4,8)--(2,1)-->(8,4)) = false
is_sorted((4,8)--(1,*)-->(4)) = false
is_sorted((8,4)--(*,*)-->()) = false
is_sorted((4,8,2)--(*,*,1)-->(2)) = true
is_sorted(()--()-->()) = true
is_coalesced((2,2)--(1,2)-->(2,2)) = false
is_coalesced((2,2)--(2,1)-->(2,2)) = true
is_coalesced((2,2)--(1,3)-->(2,1,2)) = false
is_coalesced((2,2)--(1,3)-->(2,3,2)) = true
is_coalesced((2,2)--(*,*)-->()) = false
is_coalesced((2,2)--(*,1)-->(2)) = true
is_coalesced((1)--(*)-->()) = false
is_coalesced(()--()-->(1)) = true
is_disjoint((3,(512,512))--(*,2,4)-->(2,512,2,512), (2,2)--(1,3)-->(2,512,2,512)) = true   # colfax 3.2.6.2
is_disjoint((2)--(1)-->(2,2), (2)--(1)-->(2,2)) = false
is_disjoint((2)--(1)-->(2,2), (2)--(2)-->((2),2)) = undefined
is_disjoint((2)--(1)-->(2,2), (2)--(1)-->(2)) = undefined
is_complement((2)--(1)-->(2,2), 2--(2)-->(2,2)) = true
is_complement((2,3)--(1,*)-->(2,2), (2)--(2)-->(2,2)) = false
is_complement(()--()-->(), ()--()-->()) = true
is_complement((2)--(1)-->(2,2), (2)--(1)-->(2,2)) = false
is_complement((2)--(1)-->(2), ()--()-->((2))) = undefined
is_complementable((2,2)--(3,1)-->(2,2,2)) = true
is_complementable((2,2)--(3,*)-->(2,2,2)) = false
is_product_admissible((8,8)--(1,2)-->(8,8,16,16), (16,16)--(1,2)-->(16,16)) = true   # colfax 3.2.6.29
is_product_admissible((128,128)--(3,4)-->(32,32,128,128), (32)--(2)-->(32,32)) = true
is_product_admissible((8)--(1)-->(8,16), 16--(1)-->16) = false
is_product_admissible((8)--(*)-->(8,16), ()--()-->(8,16)) = false
)"},
    {"Operations", R"(
sum((16,32)--(1,2)-->(16,32), (4,4)--(1,3)-->(4,2,4)) = (16,32,4,4)--(1,2,3,5)-->(16,32,4,2,4)
sum(()--()-->(2), (2)--(*)-->()) = (2)--(*)-->(2)
squeeze((1,8,1,32)--(1,3,*,4)-->(1,2,8,32,1)) = (8,32)--(2,3)-->(2,8,32)
squeeze((1)--(1)-->(1)) = ()--()-->()
sort((32,32,512)--(2,1,3)-->(32,32,512)) = (32,32,512)--(1,2,3)-->(32,32,512)
sort((64,8,4,1)--(1,*,*,2)-->(64,1)) = (4,8,64,1)--(*,*,1,2)-->(64,1)
sort((8,24,2,16)--(*,2,1,*)-->(2,24)) = (8,16,2,24)--(*,*,1,2)-->(2,24)
flat_coalesce((2,2,2)--(1,2,3)-->(2,2,2)) = (8)--(1)-->(8)
flat_coalesce((2,3,5,7)--(2,3,*,*)-->(11,2,3,13,17)) = (6,35)--(2,*)-->(11,6,13,17)
flat_coalesce((2,3,2)--(2,3,1)-->(2,2,3)) = (6,2)--(2,1)-->(2,6)
flat_coalesce((2,1,3)--(1,4,3)-->(2,1,3,1)) = (6)--(1)-->(6)
flat_coalesce((2,2)--(1,2)-->(2,2,3,3)) = (4)--(1)-->(4,3,3)    # colfax 3.1.5.25 literally joins all of the codomain
flat_coalesce((1)--(*)-->(1)) = ()--()-->()
flat_coalesce((4294967296,4294967296)--(*,*)-->()) = overflow
coalesce(((2,2),(3,3),(5,5))--(5,6,3,4,1,2)-->(5,5,3,3,2,2)) = (4,9,25)--(3,2,1)-->(25,9,4)   # colfax 3.2.6.12
coalesce((2,2)--(1,2)-->((2,2),3)) = 4--(1)-->(4,3)
coalesce((1,(1))--(*,1)-->(1,(3))) = 1--(*)-->(3)
coalesce(()--()-->()) = 1--(*)-->()
coalesce((4294967296,(4294967296))--(1,2)-->(4294967296,4294967296)) = overflow
concatenate((3,(512,512))--(*,2,4)-->(2,512,2,512), (2,2)--(1,3)-->(2,512,2,512)) = ((3,(512,512)),(2,2))--(*,2,4,1,3)-->(2,512,2,512)   # colfax 3.2.6.5
concatenate((2,(32,64))--(3,1,5)-->(32,(2,2,2),64), ((2,2))--(2,4)-->(32,(2,2,2),64)) = ((2,(32,64)),((2,2)))--(3,1,5,2,4)-->(32,(2,2,2),64)
concatenate((2,2)--(1,4)-->(2,3,5,2,3,5), (3,3)--(2,5)-->(2,3,5,2,3,5), (5,5)--(3,6)-->(2,3,5,2,3,5)) = ((2,2),(3,3),(5,5))--(1,4,2,5,3,6)-->(2,3,5,2,3,5)   # colfax 3.2.6.7
concatenate(2--(1)-->2) = (2)--(1)-->2
concatenate((2)--(1)-->(2), (2)--(1)-->(2)) = undefined
concatenate((2)--(1)-->(2), ()--()-->()) = undefined
flat_concatenate((2,2)--(1,*)-->(2,3), (3)--(2)-->(2,3)) = (2,2,3)--(1,*,2)-->(2,3)
complement((2,2)--(1,3)-->(2,5,2,5)) = (5,5)--(2,4)-->(2,5,2,5)          # colfax 1.3.6
complement(((2,2),(5,5))--(1,4,2,5)-->((2,5,7),(2,5,7))) = (7,7)--(3,6)-->((2,5,7),(2,5,7))   # colfax 3.2.6.18
complement(()--()-->(2,(3))) = (2,3)--(1,2)-->(2,(3))
complement(5--(1)-->5) = ()--()-->5
complement((2)--(*)-->(2)) = undefined
complement((1,2)--(2,4)-->(2,1,2,2)) = (2,2)--(1,3)-->(2,1,2,2)          # against colfax 3.1.5.44
logical_divide(((2,2),2)--(2,4,*)-->((4,2),(4,2)), (2,2)--(1,3)-->((2,2),2)) = ((2,2),(2))--(2,*,4)-->((4,2),(4,2))   # colfax 3.2.6.24, nesting amended
logical_divide((8,8,512,512,512)--(*,*,1,2,3)-->(512,512,512), (8,512)--(1,5)-->(8,8,512,512,512)) = ((8,512),(8,512,512))--(*,3,*,1,2)-->(512,512,512)   # colfax 3.2.6.25, amended
logical_divide((2,3)--(1,2)-->(2,3), (2)--(*)-->(2,3)) = undefined
logical_divide((2,3)--(1,2)-->(2,3), (2)--(1)-->(2)) = undefined
colfax_flat_divide((2,2,3)--(3,*,1)-->(3,5,2), (3)--(3)-->(2,2,3)) = (3,2,2)--(1,3,*)-->(3,5,2)
logical_product((8,8)--(1,2)-->(8,8,16,16), (16,16)--(1,2)-->(16,16)) = ((8,8),(16,16))--(1,2,3,4)-->(8,8,16,16)   # colfax 3.2.6.29
logical_product((128,128)--(3,4)-->(32,32,128,128), (32)--(2)-->(32,32)) = ((128,128),(32))--(3,4,2)-->(32,32,128,128)   # colfax 3.2.6.30
logical_product((8)--(1)-->(8,16), 16--(1)-->16) = undefined
colfax_flat_product((2)--(2)-->(2,2,2), (2)--(2)-->(2,2)) = (2,2)--(2,3)-->(2,2,2)
colfax_flat_product((8)--(*)-->(8), ()--()-->()) = undefined
)"},
    {"Refinements", R"(
relative_mode(((2,2),((3,3),25))--(1,3,2,*,4)-->(2,3,2,25), (4,(9,25)), 1) = (3,3)--(2,*)-->(2,3,2,25)   # colfax 3.2.5.4
relative_mode(((2,2),((3,3),25))--(1,2,3,4,5)-->((2,2),((3,3),25)), (4,(9,25)), 1) = (3,3)--(3,4)-->((2,2),((3,3),25))   # colfax 3.2.5.2
relative_mode((2,2)--(1,2)-->(2,2), 4, 0) = (2,2)--(1,2)-->(2,2)
relative_mode((2,2)--(1,2)-->(2,2), 4, 1) = undefined
relative_mode((2,2)--(1,2)-->(2,2), (4), 0) = undefined
pullback((64,32)--(2,4)-->(4,64,4,32), ((2,2),(16,4),(2,2),(16,2))) = ((16,4),(16,2))--(3,4,7,8)-->((2,2),(16,4),(2,2),(16,2))   # colfax 3.2.5.6
pullback((8,6)--(*,1)-->(6), ((2,3))) = (8,(2,3))--(*,1,2)-->((2,3))
pullback(6--(1)-->6, (2,3)) = (2,3)--(1,2)-->(2,3)
pullback((1,2)--(1,2)-->(1,2), ((),2)) = ((),2)--(1)-->((),2)
pullback((6)--(1)-->(6), (2,3)) = undefined
pushforward((64,32)--(2,4)-->(4,64,4,32), ((16,4),(16,2))) = ((16,4),(16,2))--(2,3,5,6)-->(4,(16,4),4,(16,2))   # colfax 3.2.5.13
pushforward((8,6)--(*,1)-->(6), ((2,4),(2,3))) = ((2,4),(2,3))--(*,*,1,2)-->((2,3))
pushforward((6)--(1)-->(6), (2,3)) = undefined
mutual_refinement((6,6), (12,3,6)) = ((6,(2,3)),((6,2),3,6))                       # colfax 4.1
mutual_refinement((6,6), (2,6,3)) = (((2,3),(2,3)),(2,(3,2),3))                    # colfax 4.1.1.2
mutual_refinement((8,8,8), (2,8,8,8)) = (((2,4),(2,4),(2,4)),(2,(4,2),(4,2),(4,2)))   # colfax 4.1.1.3
mutual_refinement((4,2,2,32), (32,32)) = ((4,2,2,(2,16)),((4,2,2,2),(16,2)))       # colfax 4.1.1.4
mutual_refinement((8,8), (3,8,8)) = undefined                                      # colfax 4.1.1.5
mutual_refinement((5,6,2,6), (10,360)) = ((5,(2,3),2,6),((5,2),(3,2,6,10)))        # colfax 4.1.4.3
mutual_refinement(((6),6), (12,(3,6))) = (((6),(2,3)),((6,2),(3,6)))
mutual_refinement(6, (2,3,5)) = ((2,3),(2,3,5))
mutual_refinement((2), (2,3,5)) = ((2),(2,3,5))
mutual_refinement((), ()) = ((),())
mutual_refinement((), (2,((),3))) = ((),(2,((),3)))
mutual_refinement((2,2), (2)) = undefined
mutual_refinement((4), (2)) = undefined
mutual_refinement((2), ()) = undefined
mutual_refinement((2,1), (2)) = ((2,1),((2,1)))
mutual_refinement((1,1), 1) = ((1,1),(1,1))
mutual_refinement((1), ()) = ((()),())
mutual_refinement((1,2), (2)) = ((1,2),((1,2)))
mutual_refinement((2), (1,2)) = (((1,2)),(1,2))
)"},
    {"CompositionAlgorithm", R"(
weak_composite((2,2):(2,1), (4):(1)) = ((2,2)):((2,1))                             # colfax 4.1.4.1
weak_composite((12,3,6):(1,72,12), (6,6):(6,1)) = ((2,3),6):((6,72),1)             # colfax 4.1.4.2
weak_composite((10,360):(2,60), (6,6):(5,60)) = ((2,3),6):((10,60),360)            # colfax 4.1.4.3
weak_composite((2,2):(2,1), 3:1) = undefined
weak_composite(3:1, 2:1) = undefined             # although the composite is 2:1
weak_composite(4:1, 2:3) = undefined             # although the composite is 2:3
weak_composite(2:5, (2,1):(1,2)) = (2,1):(5,10)
weak_composite(2:5, 1:0) = 1:0
weak_composite(1:0, ():()) = ():()
weak_composite(():(), (1,1):(1,1)) = (1,1):(0,0)
weak_composite((2,2):(0,0), (2,(2)):(0,(2))) = (2,(2)):(0,(0))
weak_composite((4,8):(3,3), 4:1) = undefined
weak_composite(32:1, (4,8):(3,3)) = undefined
weak_composite((2,4):(4611686018427387904,1), 8:1) = (2,4):(4611686018427387904,1)
weak_composite(2:4611686018427387904, (2,1):(1,2)) = overflow
weak_composite((1,1):(2,3), ():()) = undefined       # coal of it is tractable, but it is not
weak_composite((1,2):(4,1), 2:1) = 2:1
weak_composite((4294967296,4294967296):(1,4294967296), 2:2) = 2:2
weak_composite((4294967296,4294967296,3):(1,4294967296,0), (4,2):(4611686018427387904,1)) = (4,2):(4611686018427387904,1)
weak_composite((4294967296,4294967296,3):(1,4294967296,0), (3,2):(4611686018427387904,1)) = undefined
weak_composite((4294967296,4294967296,2):(0,0,1), ((2,5),2):((1,0),9223372036854775807)) = undefined
weak_composite((4294967296,4294967296,2):(0,0,1), ((4,5),6):((4611686018427387904,0),2)) = undefined
weak_composite((4294967296,4294967296,2):(0,0,1), ((8,5),2):((4611686018427387904,0),2)) = (((4,2),5),2):(((0,1),0),0)
weak_composite((4294967296,2,4294967296):(2,1,8589934592), (4,(4)):(2147483648,(1))) = ((2,2),(4)):((4294967296,1),(2))
weak_composite((4294967296,4294967296):(2,8589934592), 2:9223372036854775807) = undefined
weak_composite((4294967296,4294967296):(3,12884901888), 2:4611686018427387904) = overflow
weak_composite((4294967296,4294967296):(0,0), (9223372036854775807,3):(8,0)) = undefined
weak_composite((4294967296,4294967296):(0,0), (3,1):(0,1)) = (3,1):(0,0)
)"},
};

INSTANTIATE_TEST_SUITE_P(Colfax, MorphismCases, testing::ValuesIn(tables),
                         [](const auto& test) { return test.param.name; });

TEST(Evaluate, SaysWhatOverflowed) {
  const Evaluation given = evaluate(parse_case("layout((2)--(3)-->(4294967296,4294967296,2))"));
  EXPECT_EQ(given.reason,
            "layout((2)--(3)-->(4294967296,4294967296,2)): the product of the entries before entry "
            "3 of the codomain does not fit in 64 bits");
}

TEST(Maps, UnderlieMorphisms) {
  EXPECT_EQ(underlying(parse_morphism("((2,3))--(*,2)-->(2,3)")), PointedMap({0, 2}, 2));
  EXPECT_EQ(identity_map(3), PointedMap({1, 2, 3}, 3));
  EXPECT_EQ(identity_map(0), PointedMap());
}

TEST(Maps, AreDisjointOrNotWithinOneCodomain) {
  EXPECT_TRUE(*is_disjoint(PointedMap({2, 0}, 3), PointedMap({0, 3}, 3)));
  EXPECT_FALSE(*is_disjoint(PointedMap({2, 0}, 3), PointedMap({0, 2}, 3)));
  EXPECT_EQ(is_disjoint(PointedMap({2}, 3), PointedMap({1}, 2)).reason(),
            "the codomains <3> and <2> differ");
  EXPECT_FALSE(is_disjoint(PointedMap({}, 3), PointedMap({}, 2)).has_value());
}

TEST(Realization, StopsAtTheLimit) {
  const Morphism f = parse_morphism("(4,4)--(1,2)-->(4,4)");
  EXPECT_EQ(realization(f, 16).size(), 16U);
  EXPECT_THROW(realization(f, 15), LimitReached);
  EXPECT_THROW(realization(parse_morphism("(4294967296,4294967296)--(*,*)-->()")), LimitReached);
}

TEST(StandardForm, AsStatedAdmitsTwoMorphismsOfOneLayout) {
  const Morphism empty = parse_morphism("()--()-->()");
  const Morphism idle = parse_morphism("()--()-->(2)");
  EXPECT_EQ(layout_of(empty), layout_of(idle));
  EXPECT_TRUE(standard_form_as_printed(empty));
  EXPECT_TRUE(standard_form_as_printed(idle));
  EXPECT_FALSE(is_standard_form(idle));
  for (const char* text : {"(4,4,4)--(2,3,5)-->(14,4,4,100,4)", "(4)--(1)-->(4,2)", "2--(1)-->2"}) {
    const Morphism f = parse_morphism(text);
    EXPECT_EQ(standard_form_as_printed(f), is_standard_form(f)) << text;
  }
}

TEST(NestedMorphisms, ArePickedApartIntoFlatTuples) {
  const Morphism f = parse_morphism("((2,3),1)--(3,*,1)-->((1,3),(2))");
  EXPECT_EQ(to_string(*restrict(f, Tuple{0, 2})), "(2,1)--(3,1)-->((1,3),(2))");
  EXPECT_EQ(to_string(*factorize(f, Tuple{0, 2})), "((2,3),1)--(2,*,1)-->(1,2)");
  EXPECT_EQ(to_string(squeeze(f)), "(2,3)--(2,*)-->(3,2)");
  EXPECT_EQ(to_string(sort(f)), "(3,1,2)--(*,1,3)-->((1,3),(2))");
  EXPECT_EQ(to_string(sum(f, f)), "(2,3,1,2,3,1)--(3,*,1,6,*,4)-->(1,3,2,1,3,2)");
}

TEST(Concatenate, NeedsACodomain) {
  EXPECT_FALSE(concatenate(std::vector<Morphism>{}));
  EXPECT_FALSE(flat_concatenate(std::vector<Morphism>{}));
}

TEST(MutualRefinement, IsRecognized) {
  const NestedTuple t = parse_shape("(6,6)");
  const NestedTuple u = parse_shape("(12,3,6)");
  EXPECT_TRUE(is_mutual_refinement(t, u, pair_of("(6,(2,3))", "((6,2),3,6)")));
  EXPECT_TRUE(is_mutual_refinement(t, u, pair_of("((2,3),(2,3))", "((2,3,2),3,6)")));
  EXPECT_FALSE(is_mutual_refinement(t, u, pair_of("(6,(3,2))", "((6,2),3,6)")));
  EXPECT_FALSE(is_mutual_refinement(t, u, pair_of("(6,(2,3))", "(6,2,3,6)")));
  EXPECT_FALSE(is_mutual_refinement(t, u, pair_of("(6,2,3)", "((6,2),3,6)")));
}

TEST(Composable, NeedsAMutualRefinement) {
  const Morphism f = parse_morphism("(6,6)--(2,1)-->(6,6)");
  const Morphism g = parse_morphism("(12,3,6)--(1,3,2)-->(12,6,3)");
  const auto pair = composable(f, g, pair_of("(6,(2,3))", "((6,2),3,6)"));
  ASSERT_TRUE(pair);
  EXPECT_EQ(to_string(pair->inner), "((2,3),6)--(2,3,1)-->((6,2),3,6)");
  EXPECT_EQ(to_string(pair->outer), "((6,2),3,6)--(1,2,4,3)-->((6,2),6,3)");
  EXPECT_FALSE(composable(f, g, pair_of("(6,6)", "(12,3,6)")));
}

}  // namespace
}  // namespace layoutcheck::algebra
