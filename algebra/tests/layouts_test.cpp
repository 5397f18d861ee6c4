// Tests of layouts: functions, predicates, basic operations and coalesce.
#include "expect_case.hpp"
#include <layoutcheck/algebra/layouts.hpp>

namespace layoutcheck::algebra {
namespace {

TEST(Layouts, Attributes) {
  expect_cases(R"(
    rank((64,32):(1,128)) = 2                # colfax 2.1.2.10
    size((64,32):(1,128)) = 2048
    cosize((64,32):(1,128)) = 4032
    cosize((3,8,8,8):(1,3,24,192)) = 1536    # colfax 2.1.2.11
    cosize((2,2,2,2,2):(160,80,40,20,10)) = 311
    cosize(():()) = 1
    cosize(1:9223372036854775807) = 1
    cosize(2:9223372036854775807) = overflow
    cosize(2:9223372036854775806) = 9223372036854775807
    cosize(3:9223372036854775806) = overflow
    size(():()) = 1
    depth(10:4) = 0                          # colfax 2.3.1.5
    rank(((2,2,2,(2,2))):((1,0,8,(0,16)))) = 1
    length(((2,2,2,(2,2))):((1,0,8,(0,16)))) = 5
    depth(((2,2,2,(2,2))):((1,0,8,(0,16)))) = 3
    profile(((2,2,2,(2,2))):((1,0,8,(0,16)))) = ((*,*,*,(*,*)))
    shape((2,(3,4)):(0,(1,2))) = (2,(3,4))
    stride((2,(3,4)):(0,(1,2))) = (0,(1,2))
    flatten(((2,2,2,(2,2))):((1,0,8,(0,16)))) = (2,2,2,2,2):(1,0,8,0,16)   # colfax 2.3.1.15
    flatten(10:4) = (10):(4)
    mode(((2,2),9):((3,6),12), 0) = (2,2):(3,6)      # colfax 2.3.1.10
    mode(((2,2),9):((3,6),12), 1) = 9:12
    mode(((2,2),9):((3,6),12), 2) = undefined
    entry(((2,2),9):((3,6),12), 1) = 2:6
    entry(():(), 0) = undefined
    relative_mode(((2,2),((3,3),(5,(1,5)))):((1,2),((6,18),(90,(0,450)))), (4,(9,25)), 2) = (5,(1,5)):(90,(0,450))
    relative_mode((4,6):(1,4), (4,5), 0) = undefined
    relative_mode((4,6):(1,4), (4,6), 2) = undefined
    relative_mode((4,(2,3)):(1,(4,9)), (4,6), 1) = (2,3):(4,9)
  )");
}

TEST(Layouts, Functions) {
  expect_cases(R"(
    table((2,3):(1,5)) = (0,1,5,6,10,11)     # colfax 2.1.2.20
    table((2,2):(64,2)) = (0,64,2,66)
    table(((2,2),2):((3,0),10)) = (0,3,0,3,10,13,10,13)   # colfax 2.3.1.18
    table(():()) = (0)
    table(1:7) = (0)
    table(3:0) = (0,0,0)
    table(3:4611686018427387904) = overflow
    apply((4,2,2):(3,3,100), 7) = 12         # colfax 2.1.2.22
    apply((4,2,2):(3,3,100), 9) = 103
    apply((4,2,2):(3,3,100), 16) = undefined
    apply((4,2,2):(3,3,100), (3,1,0)) = 12
    apply((4,(2,2)):(3,(3,100)), (1,2)) = 103
    apply((4,(2,2)):(3,(3,100)), (1,(0,1))) = 103
    apply((4,(2,2)):(3,(3,100)), (1,4)) = undefined
    apply((4,(2,2)):(3,(3,100)), (1,0,1)) = undefined
    apply((4,(2,2)):(3,(3,100)), (1)) = undefined
    apply((4,(2,2)):(3,(3,100)), ((1),2)) = undefined
    apply(():(), 0) = 0
    apply(():(), ()) = 0
    apply(():(), 1) = undefined
    apply@extended((2,2):(1,5), 5) = 11
    apply@extended((2,2):(1,5), (4,2)) = 14
    apply@extended((2,(2,3)):(1,(5,7)), (0,9)) = 33
    apply@squeezed((2,1):(1,5), 5) = 11
    apply@extended(():(), 1) = 0
    apply@extended(5:2, (1)) = undefined
    apply@extended(2:4611686018427387904, 2) = overflow
    apply(5:2, (1)) = undefined
    apply((4294967296,4294967296):(1,4294967296), 9223372036854775807) = 9223372036854775807
    apply(3:4611686018427387904, 1) = 4611686018427387904
    apply(3:4611686018427387904, 2) = overflow
    same_function((7,7):(1,7), (49):(1)) = true       # colfax 2.1.2.26
    same_function((7,7):(1,7), 49:1) = true
    same_function((1,1):(2,4), ():()) = true
    same_function(2:1, 3:1) = false
    same_function(4:0, (2,2):(0,0)) = true
    same_function((2,2):(1,3), (2,2):(1,2)) = false
    same_function((4294967296,4294967296):(1,4294967296), (65536,281474976710656):(1,65536)) = true
    same_function((4294967296,4294967296):(1,4294967296), (65536,281474976710655):(1,65536)) = false
  )");
  EXPECT_THROW(table(parse_layout("1048577:1")), LimitReached);
  EXPECT_THROW(table(parse_layout("(4294967296,4294967296):(0,0)")), LimitReached);
  EXPECT_THROW(table(parse_layout("4:1"), 3), LimitReached);
}

TEST(Layouts, MajorOrders) {
  expect_cases(R"(
    column_major((3,128,128)) = (3,128,128):(1,3,384)         # colfax 2.1.2.8
    row_major((3,128,128)) = (3,128,128):(16384,128,1)
    column_major((2,(3,4))) = (2,(3,4)):(1,(2,6))
    row_major((2,(3,4))) = (2,(3,4)):(12,(4,1))
    column_major(5) = 5:1
    column_major(()) = ():()
    column_major((4294967296,4294967296)) = (4294967296,4294967296):(1,4294967296)
    column_major((4294967296,4294967296,1)) = overflow
    row_major((1,4294967296,4294967296)) = overflow
    is_column_major((3,4):(1,3)) = true
    is_column_major(((3,4),1):((1,3),12)) = true
    is_column_major(((3,4),1):((1,3),0)) = false
    is_column_major(():()) = true
    is_row_major((3,4):(4,1)) = true
    is_row_major((3,4):(1,3)) = false
    is_row_major((64):(1)) = true
    is_column_major((4294967296,4294967296,4294967296,1):(1,4294967296,0,0)) = false
  )");
}

TEST(Layouts, Predicates) {
  expect_cases(R"(
    is_nondegenerate((8,1,8,1):(2,0,16,0)) = true             # colfax 2.1.2.28
    is_nondegenerate((8,1,8,1):(2,16,16,256)) = false
    is_nondegenerate(((8,8),(1,16)):((2,32),(0,128))) = true
    is_sorted((128,64,2,2):(1,128,8192,16384)) = true         # colfax 2.1.3.26
    is_sorted((2,2,2):(1,1,1)) = true
    is_sorted((5,32,16):(1,5,5)) = false
    is_sorted(():()) = true
    is_flat_coalesced((3,5,2):(7,21,4)) = false               # colfax 2.1.4.2
    is_flat_coalesced((2,7,6):(1,3,10)) = true
    is_flat_coalesced(():()) = true
    is_flat_coalesced((2,2):(0,0)) = false
    is_flat_coalesced((2):(0)) = true
    is_flat_coalesced((1):(0)) = false
    is_flat_coalesced((4294967296,2):(4294967296,0)) = true
    is_coalesced((64):(2)) = false                            # colfax 2.3.3.3
    is_coalesced(64:2) = true
    is_coalesced(1:8) = false
    is_coalesced(1:0) = true
    is_coalesced(():()) = false
    is_coalesced((2,(2,2)):(1,(16,512))) = false
    is_coalesced((2,2):(1,3)) = true
    is_coalesced((2,2):(1,2)) = false
    is_coalesced(((2,2),1):((1,3),0), (4,1)) = true
    is_coalesced(((2,2),1):((1,2),0), (4,1)) = false
    is_coalesced((4,1):(1,4), (4,1)) = false                  # colfax 2.3.4.6
    is_coalesced((4,1):(1,4), (4,2)) = undefined
    is_coalesced((()):(()), (1)) = false
    is_compact((2,2,2,2):(1,2,4,8)) = true
    is_compact((3,64,32):(2048,32,1)) = true
    is_compact(():()) = true
    is_compact((2,1):(1,77)) = true
    is_compact(2:0) = false
    is_compact((3,6):(2,6)) = false
    is_compact((3,6):(1,2)) = false
    is_compact(((2,2),(2,2)):((1,4),(2,8))) = true            # colfax 2.3.5.2
    is_compact((2,(2,2)):(4,(8,16))) = false
    is_compact((4294967296,4294967296):(1,4294967296)) = true
    is_tractable((4,8):(3,3)) = false                         # colfax 2.1.8.9
    is_tractable((12):(17)) = true
    is_tractable((3,3,1,3,3,1,3):(81,1,0,9,3,0,27)) = true
    is_tractable((3,7,7):(0,15,0)) = true
    is_tractable(((8,8),(5,5)):((8,1),(10,2))) = false        # colfax 2.3.10.8
    is_tractable((2,1):(1,3)) = false
    is_tractable((4294967296,2):(4294967296,9223372036854775807)) = false
  )");
}

TEST(Layouts, Operations) {
  expect_cases(R"(
    restrict((3,8,8,8):(1,3,24,192), (0,1,2)) = (3,8,8):(1,3,24)      # colfax 2.1.3.3
    restrict((3,8):(1,3), ()) = ():()
    restrict((3,8):(1,3), (1,0)) = undefined
    restrict((3,8):(1,3), (0,0)) = undefined
    restrict((3,8):(1,3), (2)) = undefined
    squeeze((64,64,1,32,1):(2048,32,0,1,0)) = (64,64,32):(2048,32,1)  # colfax 2.1.3.8
    squeeze((1,1):(3,4)) = ():()
    filter((64,8,8,128):(8,1,0,512)) = (64,8,128):(8,1,512)           # colfax 2.1.3.13
    filter((1,8):(3,0)) = (1):(3)
    permute((15,12,10):(240,1,24), (1,0,2)) = (12,15,10):(1,240,24)   # colfax 2.1.3.20
    permute((15,12):(240,1), (1,1)) = undefined
    sort((2,4,8,16):(64,1,2,4)) = (4,8,16,2):(1,2,4,64)               # colfax 2.1.3.32
    sort((5,32,16):(1,5,5)) = (5,16,32):(1,5,5)
    sort(():()) = ():()
    concatenate((3,7,2):(1,3,6), (2,(2,(4,3))):(5,(3,(2,2)))) = ((3,7,2),(2,(2,(4,3)))):((1,3,6),(5,(3,(2,2))))
    concatenate(3:4, (2,5):(2,1)) = (3,(2,5)):(4,(2,1))
    flat_concatenate((7,2):(2,1), (3,3,3):(0,10,30)) = (7,2,3,3,3):(2,1,0,10,30)   # colfax 2.1.3.37
    flat_concatenate(():(), (2):(1)) = (2):(1)
  )");
}

TEST(Layouts, Coalesce) {
  expect_cases(R"(
    flat_coalesce((2,2,2,2,2):(8,16,1024,2048,4096)) = (4,8):(8,1024)   # colfax 2.1.4.11
    flat_coalesce((3,4,1,5):(1,8,3,32)) = (3,20):(1,8)
    flat_coalesce((1,1):(3,4)) = ():()
    flat_coalesce((2,3,4):(0,0,0)) = (24):(0)
    flat_coalesce((2,1,2):(1,7,2)) = (4):(1)
    coalesce(():()) = 1:0                                               # colfax 2.3.3.8
    coalesce((1,1):(2,4)) = 1:0
    coalesce((512):(4)) = 512:4
    coalesce((2,2,2):(1,2,4)) = 8:1
    coalesce(((2,2,2),(5,5)):((1,2,4),(10,50))) = (8,25):(1,10)
    coalesce(1:8) = 1:0
    coalesce((4294967296,4294967296):(1,4294967296)) = overflow
    coalesce((4294967296,4294967296):(4294967296,0)) = (4294967296,4294967296):(4294967296,0)
    coalesce(((2,2),((3,3),(5,(1,5)))):((1,2),((6,18),(90,(0,450)))), (4,(9,25))) = (4,(9,25)):(1,(6,90))
    coalesce((2,2):(1,2), (2,2)) = (2,2):(1,2)
    coalesce(((2,2),3):((1,5),0), (4,3)) = ((2,2),3):((1,5),0)
    coalesce((2,2):(1,2), 4) = 4:1
    coalesce((()):(()), (1)) = (1):(0)
    coalesce((2,2):(1,2), (2,3)) = undefined
    coalesce(():(), ()) = ():()
    coalesce((4294967296,4294967296):(1,4294967296), (4294967296,4294967296)) = (4294967296,4294967296):(1,4294967296)
  )");
}

TEST(Layouts, OverflowNamesTheOutermostOperation) {
  const Evaluation e = evaluate(parse_case("coalesce((4294967296,4294967296):(1,4294967296))"));
  EXPECT_EQ(e.reason,
            "coalesce((4294967296,4294967296):(1,4294967296)): 4294967296 * 4294967296 does not "
            "fit in 64 bits");
  const Evaluation division =
      evaluate(parse_case("zipped_divide((4294967296,4294967296):(1,4294967296), 2:1)"));
  EXPECT_EQ(division.reason,
            "zipped_divide((4294967296,4294967296):(1,4294967296), 2:1): "
            "the extent 9223372036854775808 does not fit in 64 bits");
}

TEST(Evaluate, AnswersForEveryKindOfOperand) {
  expect_cases(R"(
    rank((2,(3))) = 2
    rank((*,(*))) = 2
    rank((2,(3)):(1,(2))) = 2
    flatten((2,(3))--(1,2)-->((2,3))) = (2,3)--(1,2)-->(2,3)
    composition((3,2):(2,1), 2:2) = 2:4
    composition((3,2)--(2,1)-->(2,3), 2--(2)-->(3,2)) = 2--(1)-->(2,3)
    composition(<2>--(2,1)--><2>, <1>--(2)--><2>) = <1>--(1)--><2>
    layout((2)--(3)-->(4294967296,4294967296,2)) = overflow
    inverse((2)--(*)-->(2)) = undefined
  )");
}

TEST(Evaluate, WithoutAnAnswer) {
  Case c;
  c.operation = "collapse";
  EXPECT_EQ(std::get<NonValue>(evaluate(c).answer), NonValue::unsupported);
  EXPECT_EQ(evaluate(c).reason, "there is no operation collapse");
  c.operation = "squeeze";
  c.operands = {Value(parse_layout("(2,(2,2)):(1,(2,4))"))};
  EXPECT_EQ(evaluate(c).reason, "no signature of squeeze fits squeeze((2,(2,2)):(1,(2,4)))");
}

}  // namespace
}  // namespace layoutcheck::algebra
