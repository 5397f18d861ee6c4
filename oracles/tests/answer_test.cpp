// What expect() answers: the worked examples of the sources, and the edges.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/nesting.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::oracle {
namespace {

/// Whether the expected answer is the one that the line gives.
testing::AssertionResult agrees(const std::string& line, const Limits& limits = {}) {
  const Case question = parse_case(line);
  const Expectation expectation = expect(question, Convention::strict, limits);
  if (question.answer && expectation.answer == *question.answer) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << line << "\nbut the answer is " << to_string(expectation.answer)
         << (expectation.reason.empty() ? "" : ": " + expectation.reason);
}

void expect_all(std::initializer_list<const char*> lines) {
  for (const char* line : lines)
    EXPECT_TRUE(agrees(line));
}

std::string reason(const char* line, Convention convention = Convention::strict) {
  const Expectation expectation = expect(parse_case(line), convention);
  EXPECT_NE(expectation.answer.index(), 0U) << line << " = " << to_string(expectation.answer);
  return expectation.reason;
}

TEST(Answer, NestedTuples) {
  expect_all({
      "rank(((3,4),2)) = 2",
      "rank(24) = 1",
      "rank(()) = 0",
      "rank((((),()),(*,(*,*)))) = 2",
      "length((((),()),(*,(*,*)))) = 3",
      "length((2,(3,5))) = 3",
      "depth((((),()),(*,(*,*)))) = 3",
      "depth(*) = 0",
      "depth(()) = 1",
      "depth((((3,4),2,2),8,9)) = 3",
      "depth(():()) = 1",
      "length(((2,3),4):((1,2),6)) = 3",
      "rank(((2,3),4):((1,2),6)) = 2",
      "size(((((),()),(2,(5,5))))) = 50",
      "size(()) = 1",
      "size((4294967296,4294967296)) = overflow",
      "flatten(24) = (24)",
      "flatten(((3),4,((10,10),12))) = (3,4,10,10,12)",
      "flatten(10:4) = (10):(4)",
      "profile((2,(2,2))) = (*,(*,*))",
      "profile(10:4) = *",
      "mode(((3),4,((10,10),12)), 2) = ((10,10),12)",
      "mode(24, 0) = 24",
      "mode(24, 1) = undefined",
      "mode((), 0) = undefined",
      "mode((((*,*),(()),((*,(*,*))))), 0) = ((*,*),(()),((*,(*,*))))",
      "mode(((2,2),9):((3,6),12), 0) = (2,2):(3,6)",
      "entry(((2,2),9):((3,6),12), 2) = 9:12",
      "entry(((2,2),9):((3,6),12), 3) = undefined",
      "entry(((3),4,((10,10),12)), 3) = 10",
      "concatenate((3,7,2):(1,3,6), (2,(2,(4,3))):(5,(3,(2,2)))) = "
      "((3,7,2),(2,(2,(4,3)))):((1,3,6),(5,(3,(2,2))))",
      "concatenate(3, (4,5)) = (3,(4,5))",
      "flat_concatenate((64,32), (8,8,8)) = (64,32,8,8,8)",
      "flat_concatenate((7,2):(2,1), (3,3,3):(0,10,30)) = (7,2,3,3,3):(2,1,0,10,30)",
      "permute((8,16,32,64), (1,0,3,2)) = (16,8,64,32)",
      "permute((8,16), (0,0)) = undefined",
      "permute((8,16), (0)) = undefined",
      "permute((8,16):(1,8), (1,1)) = undefined",
      "permute((8,16), (0,2)) = undefined",
      "permute((15,12,10):(240,1,24), (1,0,2)) = (12,15,10):(1,240,24)",
      "substitute(((*,*),(*,*)), (2,2), (3,3), (5,5), (7,7)) = (((2,2),(3,3)),((5,5),(7,7)))",
      "substitute(*, (12)) = (12)",
      "substitute((*,*), (*,*), (*,*,*)) = ((*,*),(*,*,*))",
      "substitute((*,(*,*)), (2,2):(2,1), (3,3):(12,4), 5:180) = "
      "((2,2),((3,3),5)):((2,1),((12,4),180))",
      "substitute((*,*), 3) = undefined",
      "divides((81,9), (81,9,64,8)) = true",
      "divides(((81),9), (81,(9,64),8)) = true",
      "divides((), 5) = true",
      "divides((9), (81,9)) = false",
      "congruent((2,2), (8,64)) = true",
      "congruent(27, (100)) = false",
      "refines((2,(2,2)), 8) = true",
      "refines(((2,2),(3,3),(5,5)), (4,9,25)) = true",
      "refines((64), 64) = true",
      "refines(64, (64)) = false",
      "refines((2,3), (2,3)) = true",
      "refines((2,(2,3)), (2,(2,3))) = true",
      "refines((), 1) = true",
      "refines((8,((2,2,2),((1,4),(2,2)))), (8,(8,16))) = true",
      "refines((8,((2,2,2),((1,4),(2,2)))), (8,(8,8))) = false",
      "refines((4294967296,4294967296), 4294967296) = false",
      "relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,36)), 3) = (6,(2,3))",
      "relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,36)), 4) = undefined",
      "relative_mode((2,3), 5, 0) = undefined",
      "relative_mode(((2,2),((3,3),(5,(1,5)))):((1,2),((6,18),(90,(0,450)))), (4,(9,25)), 2) = "
      "(5,(1,5)):(90,(0,450))",
      "relative_flatten((((2,2),(3,3)),((5,5),(7,7))), ((4,9),(25,49))) = "
      "((2,2),(3,3),(5,5),(7,7))",
      "relative_flatten((2,2), 4) = ((2,2))",
      "coordinate((2,3), 5) = (1,2)",
      "coordinate((2,3), 6) = undefined",
      "coordinate((), 0) = ()",
      "coordinate(7, 3) = (3)",
      "index((2,3), (1,2)) = 5",
      "index((2,3), (2,0)) = undefined",
      "index((2,(3)), (1,1)) = 3",
      "index((2,3), (1)) = undefined",
  });
}

TEST(Answer, MutualRefinements) {
  expect_all({
      "mutual_refinement((6,6), (12,3,6)) = ((6,(2,3)),((6,2),3,6))",
      "mutual_refinement((6,6), (2,6,3)) = (((2,3),(2,3)),(2,(3,2),3))",
      "mutual_refinement((8,8,8), (2,8,8,8)) = "
      "(((2,4),(2,4),(2,4)),(2,(4,2),(4,2),(4,2)))",
      "mutual_refinement((4,2,2,32), (32,32)) = ((4,2,2,(2,16)),((4,2,2,2),(16,2)))",
      "mutual_refinement((8,8), (3,8,8)) = undefined",
      "mutual_refinement((5,6,10,6), (10,360)) = ((5,(2,3),10,6),((5,2),(3,10,6,2)))",
      "mutual_refinement((), ()) = ((),())",
      "mutual_refinement((), (2,3)) = ((),(2,3))",
      "mutual_refinement((2), ()) = undefined",
      "mutual_refinement((1,(6)), 6) = ((1,(6)),(1,6))",
      "mutual_refinement((2,1), 2) = ((2,1),(2,1))",
      "mutual_refinement((2,1), (1,2)) = (((1,2),1),(1,(2,1)))",
      "mutual_refinement((1), ()) = ((()),())",
      "mutual_refinement((2), (2,1,3)) = ((2),(2,1,3))",
  });
}

TEST(Answer, LayoutFunctions) {
  expect_all({
      "size((64,32):(1,128)) = 2048",
      "cosize((64,32):(1,128)) = 4032",
      "cosize((2,2,2,2,2):(160,80,40,20,10)) = 311",
      "cosize(():()) = 1",
      "cosize((9223372036854775807):(9223372036854775807)) = overflow",
      "size((4294967296,4294967296):(0,0)) = overflow",
      "shape(((2,2),2):((3,0),10)) = ((2,2),2)",
      "stride(((2,2),2):((3,0),10)) = ((3,0),10)",
      "table(((2,2),2):((3,0),10)) = (0,3,0,3,10,13,10,13)",
      "table(():()) = (0)",
      "table(3:5) = (0,5,10)",
      "apply((4,2,2):(3,3,100), 7) = 12",
      "apply((4,2,2):(3,3,100), 9) = 103",
      "apply((4,2,2):(3,3,100), 16) = undefined",
      "apply((4,2,2):(3,3,100), (1,0,1)) = 103",
      "apply((4,(2,2)):(3,(3,100)), (1,2)) = 103",
      "apply((4,(2,2)):(3,(3,100)), (1,(0,1))) = 103",
      "apply((4,(2,2)):(3,(3,100)), (4,0)) = undefined",
      "apply((4,(2,2)):(3,(3,100)), (1,0,1)) = undefined",
      "apply(4:1, (1)) = undefined",
      "apply(():(), 0) = 0",
      "apply(():(), ()) = 0",
      "apply((9223372036854775807):(2), 9223372036854775806) = overflow",
      "same_function((7,7):(1,7), 49:1) = true",
      "same_function((2,2):(1,2), (2,3):(1,2)) = false",
      "same_function((2,2):(1,2), (2,2):(2,1)) = false",
      "same_function((1000000,1000000):(1,1000000), 1000000000000:1) = true",
      "column_major(((2,2),(4,4))) = ((2,2),(4,4)):((1,2),(4,16))",
      "row_major((3,(128,128))) = (3,(128,128)):(16384,(128,1))",
      "column_major((4294967296,4294967296,2)) = overflow",
      "column_major((4294967296,4294967296)) = (4294967296,4294967296):(1,4294967296)",
      "is_column_major((3,128,128):(1,3,384)) = true",
      "is_column_major((2,1,2):(1,5,2)) = false",
      "is_row_major((3,128,128):(16384,128,1)) = true",
      "is_row_major(():()) = true",
      "is_nondegenerate((8,1):(2,0)) = true",
      "is_nondegenerate(((8,8),(1,16)):((2,32),(1024,128))) = false",
      "restrict((3,8,8,8):(1,3,24,192), (0,1,2)) = (3,8,8):(1,3,24)",
      "restrict((3,8):(1,3), ()) = ():()",
      "restrict((3,8):(1,3), (1,0)) = undefined",
      "restrict((3,8):(1,3), (2)) = undefined",
      "squeeze((64,64,1,32,1):(2048,32,0,1,0)) = (64,64,32):(2048,32,1)",
      "filter((64,8,8,128):(8,1,0,512)) = (64,8,128):(8,1,512)",
      "sort((5,32,16):(1,5,5)) = (5,16,32):(1,5,5)",
      "is_sorted((3,5,7):(1,1,1)) = true",
      "is_sorted((2,(4,8),16):(64,(1,2),4)) = false",
      "is_sorted(():()) = true",
  });
}

TEST(Answer, Coalesce) {
  expect_all({
      "is_flat_coalesced((3,5,2):(7,21,4)) = false",
      "is_flat_coalesced((2,7,6):(1,3,10)) = true",
      "is_flat_coalesced(():()) = true",
      "flat_coalesce((2,2,2,2,2):(8,16,1024,2048,4096)) = (4,8):(8,1024)",
      "flat_coalesce((3,4,1,5):(1,8,3,32)) = (3,20):(1,8)",
      "flat_coalesce((1,1):(3,4)) = ():()",
      "flat_coalesce((2,2):(0,0)) = (4):(0)",
      "is_coalesced(64:2) = true",
      "is_coalesced((64):(2)) = false",
      "is_coalesced(1:8) = false",
      "is_coalesced(1:0) = true",
      "is_coalesced(():()) = false",
      "is_coalesced((2,(2,2)):(1,(16,512))) = false",
      "is_coalesced((2,2):(2,1)) = true",
      "coalesce(():()) = 1:0",
      "coalesce((1,1):(2,4)) = 1:0",
      "coalesce((2,2,2):(1,2,4)) = 8:1",
      "coalesce(((2,2,2),(5,5)):((1,2,4),(10,50))) = (8,25):(1,10)",
      "coalesce((4294967296,4294967296):(1,4294967296)) = overflow",
      "coalesce((1000000,1000000):(1,1000000)) = 1000000000000:1",
      "coalesce(((2,2),((3,3),(5,(1,5)))):((1,2),((6,18),(90,(0,450)))), (4,(9,25))) = "
      "(4,(9,25)):(1,(6,90))",
      "coalesce((2,3):(1,2), 5) = undefined",
      "is_coalesced((2,(2,2)):(1,(3,6)), (2,4)) = false",
      "is_coalesced((2,(2,2)):(1,(3,7)), (2,4)) = true",
      "is_coalesced((2,1):(1,3), (2,1)) = false",
      "is_coalesced((2,3):(1,2), 5) = undefined",
  });
}

TEST(Answer, Complements) {
  expect_all({
      "is_compact(((2,2),(2,2)):((1,4),(2,8))) = true",
      "is_compact(((2,2),(2,2)):((1,4),(2,32))) = false",
      "is_compact(((2,2),(2,2)):((1,4),(2,0))) = false",
      "is_compact((2,2,2):(1,1,1)) = false",
      "is_compact((2,3):(1,1)) = false",
      "is_compact(():()) = true",
      "is_compact((1000000,1000000):(1000000,1)) = true",
      "right_inverse(((2,2),3):((3,6),1)) = (3,4):(4,1)",
      "right_inverse((2,2,4):(4,1,8)) = 2:2",
      "right_inverse((2,2,2):(2,0,1)) = (2,2):(4,1)",
      "right_inverse((2,4):(1,1)) = 4:2",
      "right_inverse((2,2):(1,1)) = 2:1",
      "right_inverse((2,3,4,5):(1,1,2,3)) = (3,5):(2,24)",
      "right_inverse((4,2):(1,2)) = 4:1",
      "right_inverse(():()) = 1:0",
      "right_inverse((1048576,1048576):(1048576,1)) = (1048576,1048576):(1048576,1)",
      "right_inverse((4611686018427387904,4,2):(0,0,1)) = overflow",
      "max_common_layout((4,2,3):(2,1,8), (4,2,3):(2,1,9)) = (2,4):(4,1)",
      "max_common_layout((4,3):(3,1), (2,2,3):(3,9,1)) = (3,2):(4,1)",
      "max_common_layout((2,2):(1,0), (2,2):(0,1)) = 1:0",
      "max_common_layout(():(), 4:1) = 1:0",
      "max_common_layout(4:1, (4,2):(1,4)) = 4:1",
      "max_common_vector((4,3):(3,1), (2,2,3):(3,9,1)) = 6",
      "left_inverse((4,8):(1,5)) = (5,8):(1,4)",
      "left_inverse((2,2):(2,8)) = (2,4,2):(0,1,2)",
      "left_inverse((2,2):(2,3)) = undefined",
      "left_inverse((3,2):(1,2)) = undefined",
      "left_inverse(2:0) = undefined",
      "left_inverse(1:5) = 1:0",
      "left_inverse@extended((2,2,3):(4,0,1)) = (4,2):(4,1)",
      "left_inverse@extended((2,2):(1,1)) = undefined",
      "left_inverse((1048576,1048576):(1,2097152)) = (2097152,1048576):(1,1048576)",
      "left_inverse((1048576,1048576):(1,524288)) = undefined",
      "upcast(8:1, 2) = 4:1",
      "upcast((3,(2,5)):(1,(4,0)), 2) = (2,(2,5)):(1,(2,0))",
      "upcast((32,(32,4)):(32,(1,1024)), 16) = (32,(2,4)):(2,(1,64))",
      "upcast((2,2):(1,1), 2) = undefined",
      "upcast((2,2):(1,1), 3) = (1,1):(0,0)",
      "upcast((3,2):(1,3), 2) = undefined",
      "upcast(3:3, 2) = undefined",
      "upcast(2:3, 2) = 2:1",
      "upcast(():(), 4) = ():()",
      "upcast(2:9223372036854775807, 2) = 2:4611686018427387903",
      "downcast((4,8):(8,1), 2) = (4,16):(16,1)",
      "downcast((2,2):(1,1), 2) = (4,4):(1,1)",
      "downcast((1,3,5):(1,7,0), 2) = (2,3,5):(1,14,0)",
      "downcast(1:1, 1) = 1:1",
      "downcast((1,3):(7,1), 2) = (1,6):(14,1)",
      "downcast(4:2, 2) = undefined",
      "downcast(():(), 2) = undefined",
      "downcast((2,2):(1,4611686018427387904), 2) = overflow",
      "recast(24:1, 8, 1) = 3:1",
      "recast(24:2, 1, 2) = 24:4",
      "recast(24:2, 3, 3) = 24:2",
      "recast(24:2, 6, 1) = 8:1",
      "recast(25:1, 16, 4) = 7:1",
      "recast((4,4):(4,1), 8, 1) = (2,1):(1,1)",
      "recast((8,4,6):(1,0,2), 8, 1) = (1,4,2):(1,0,1)",
      "recast(((4,6),8):((1,4),24), 1, 6) = ((24,6),8):((1,24),144)",
      "recast((2,2):(1,1), 2, 1) = (1,1):(1,1)",
      "recast(2:3, 2, 1) = undefined",
      "recast(1:3, 2, 1) = undefined",
      "recast(():(), 2, 1) = ():()",
      // A scale of 3/2: 4 units of 2 take 3 of 3; a stride of 3 is 2 of them.
      "recast(4:1, 3, 2) = 3:1",
      "recast((2,4):(3,1), 6, 4) = (2,3):(2,1)",
      "recast(2:2, 3, 2) = undefined",
      "recast(4:2, 3, 4) = undefined",
      "recast(4611686018427387904:1, 1, 2) = overflow",
      "recast((4611686018427387904,2):(1,3), 2, 3) = undefined",
      "recast(2:4611686018427387904, 9223372036854775807, 9223372036854775806) = undefined",
      "is_complement(3:5, 5:1) = true",
      "is_complement((8,8):(2,32), (5,2,2,1):(256,1,16,0)) = true",
      "is_complement((2,2):(1,3), 2:2) = false",
      "is_complementable((4,1,1,4,4):(64,0,0,1,8)) = true",
      "is_complementable((4,4,4):(64,1,1)) = false",
      "is_complementable((10,2):(80,4)) = true",
      "is_complementable((2,2):(1,3)) = false",
      "is_complementable((2,2):(2,8), 32) = true",
      "is_complementable((2,2):(2,8), 24) = false",
      "is_complementable(2:0) = false",
      "complement((2,2):(1,6), 24) = (3,2):(2,12)",
      "complement((2,2):(2,8)) = (2,2):(1,4)",
      "complement((3,3,8):(16,96,1)) = (2,2):(8,48)",
      "flat_complement((8,8):(1,8)) = ():()",
      "complement((8,8):(1,8)) = 1:0",
      "complement(():()) = 1:0",
      "complement(():(), 5) = 5:1",
      "complement(1:7, 5) = 5:1",
      "flat_complement((3,10):(80,4), 2400) = (4,2,10):(1,40,240)",
      "complement(((4,2),(2,2)):((3,24),(192,96)), 768) = (3,2,2,2):(1,12,48,384)",
      "complement(((16,4),64):((1,16),64), 4096) = 1:0",
      "complement(((16,4),64):((1,16),64), 8192) = 2:4096",
      "complement(((16,4),64):((8,1),128), 16384) = (2,2):(4,8192)",
      "complement((2,2):(0,1)) = undefined",
      "complement((4):(2), 19) = undefined",
      "complement@extended((4):(2), 19) = (2,3):(1,8)",
      "complement@extended((2,2):(0,1), 6) = 3:2",
      "complement@extended((2,2):(0,0), 6) = 6:1",
      "complement@extended((2,2):(1,3), 6) = undefined",
      "complement(2:4611686018427387904) = 4611686018427387904:1",
      "complement((2,2):(1,4611686018427387903)) = undefined",
      "complement(3:4611686018427387904, 1) = undefined",
  });
}

TEST(Answer, Composition) {
  expect_all({
      "composition((6,2):(8,2), (4,3):(3,1)) = ((2,2),3):((24,2),8)",
      "composition((2,2):(2,1), 3:1) = undefined",
      "composition(100:7, (3,5):(10,2)) = (3,5):(70,14)",
      "composition((2,2,6):(12,6,1), (4):(2)) = ((2,2)):((6,1))",
      "composition((4,4,4,4):(2,4,8,16), ((2,4),8):((4,8),8)) = undefined",
      "composition((9,8,3,8):(24,3,1,384), ((3,(2,2)),24):((3,(9,18)),72)) = "
      "((3,(2,2)),(3,8)):((72,(3,6)),(1,384))",
      "composition((12,3,6):(1,72,12), (6,6):(6,1)) = ((2,3),6):((6,72),1)",
      "composition((10,360):(2,60), (6,6):(5,60)) = ((2,3),6):((10,60),360)",
      "composition((6,2):(1,7), (3,2):(2,3)) = undefined",
      "composition((4,6,8,10):(2,3,5,7), 6:12) = (2,3):(9,5)",
      "composition(4:1, 2:4) = undefined",
      "composition@extended(4:1, 2:8) = 2:8",
      "composition@extended(1:5, 3:1) = 3:5",
      "composition@squeezed(1:5, 3:1) = 3:0",
      "composition@extended((2,3,1):(1,10,7), 4:3) = (2,2):(11,7)",
      "composition@squeezed((2,3,1):(1,10,7), 4:3) = (2,2):(11,30)",
      "composition@extended((2,3,1):(1,10,7), 4:4) = undefined",
      "composition@squeezed((2,3,1):(1,10,7), 4:4) = 4:20",
      "composition(4:1, ():()) = ():()",
      "composition(():(), ():()) = ():()",
      "composition(():(), 3:0) = 3:0",
      "composition(4:3, (1,2):(9,1)) = (1,2):(0,3)",
      "composition(4:3, (1,2):(3,1)) = (1,2):(0,3)",
      "composition((4,6):(1,4), (2,3)) = (2,3):(1,4)",
      "composition((4,6):(1,4), <2:2,_>) = (2,6):(2,4)",
      "composition((4,6):(1,4), <2:1>) = (2):(1)",
      "composition((4,6):(1,4), <2:1,3:2,1>) = undefined",
      "composition((4,6):(6,1), 8) = (4,2):(6,1)",
      "composition((4,6):(2,8), 12) = 12:2",
      "composition(12:1, <4:3>) = (4):(3)",
      "composition(4:4611686018427387904, 4:1) = 4:4611686018427387904",
      "composition((2,2):(4611686018427387904,0), 2:1) = 2:4611686018427387904",
      "composition(16:4611686018427387904, 2:8) = overflow",
      "flat_composition((80):(10), (2,3):(5,6)) = (2,3):(50,60)",
      "flat_composition((2,2,6):(12,6,1), (4):(2)) = undefined",
      "flat_composition((64,32):(1,64), (128,128):(0,0)) = (128,128):(0,0)",
      "flat_composition((2048,2048):(1,2048), (64,32):(2,256)) = (64,32):(2,256)",
      "flat_composition((4):(3), (1,2):(1,1)) = (1,2):(0,3)",
      "flat_composition((4):(3), (2):(4)) = undefined",
      "weak_composite((12,3,6):(1,72,12), (6,6):(6,1)) = ((2,3),6):((6,72),1)",
      "weak_composite((10,360):(2,60), (6,6):(5,60)) = ((2,3),6):((10,60),360)",
      "weak_composite((2,2):(2,1), (4):(1)) = ((2,2)):((2,1))",
      "weak_composite((2,2):(2,1), (4,3):(1,0)) = ((2,2),3):((2,1),0)",
      "weak_composite((4,8):(3,3), 2:1) = undefined",
      "weak_composite(4:1, (4,8):(3,3)) = undefined",
      "weak_composite((4,2):(2,1), 2:3) = undefined",
      "weak_composite(4:1, (1):(4)) = (1):(4)",
      "weak_composite((4294967296,4294967296):(1,4294967296), 2:2) = 2:2",
  });
  EXPECT_EQ(reason("composition((6,2):(1,7), (3,2):(2,3))"),
            "A(B(5)) = 8, but the values along the entries of B add up to 7");
}

TEST(Answer, Division) {
  expect_all({
      "logical_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),(2,4)):((1,4),(2,8))",
      "logical_divide((4,8):(1,4), (2,2):(4,1)) = ((2,2),(2,4)):((4,1),(2,8))",
      "logical_divide((4,8):(1,4), (2,4):(2,4)) = ((2,4),(2,2)):((2,4),(1,16))",
      "logical_divide((4,6):(1,40), 6:4) = (6,4):(40,1)",
      "logical_divide((4,6,2,4,2,5):(36,1,18,0,0,144), (4,10):(1,192)) = "
      "((4,(2,5)),(6,2,4)):((36,(0,144)),(1,18,0))",
      "logical_divide((4,2,3):(2,1,8), 4:2) = ((2,2),(2,3)):((4,1),(2,8))",
      "logical_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>) = "
      "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))",
      "zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>) = "
      "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))",
      "tiled_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>) = "
      "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))",
      "flat_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>) = "
      "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))",
      "zipped_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),(2,4)):((1,4),(2,8))",
      "tiled_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),2,4):((1,4),2,8)",
      "flat_divide((4,8):(1,4), (2,2):(1,4)) = (2,2,2,4):(1,4,2,8)",
      "zipped_divide((4,6,5):(1,4,24), (2,3)) = ((2,3),(2,2,5)):((1,4),(2,12,24))",
      "zipped_divide((4,6):(1,4), <_,3>) = ((1,3),(4,2)):((0,4),(1,12))",
      "logical_divide((4,6):(1,4), <_,3>) = (4,(3,2)):(1,(4,12))",
      "zipped_divide(((4,6),5):((1,4),24), <(2,3)>) = (((2,3)),((2,2),5)):(((1,4)),((2,12),24))",
      "logical_divide(4:1, <2:1,2:1>) = undefined",
      "logical_divide(6:1, 4:1) = undefined",
      "logical_divide@extended(6:1, 4:1) = (4,2):(1,4)",
      "colfax_flat_divide((2,2,2,2):(1,4,2,8), (2,2):(4,2)) = (2,2,2,2):(2,4,1,8)",
      "colfax_flat_divide((3,5,9,6):(54,0,6,1), (6,3):(135,1)) = (6,3,5,9):(1,54,0,6)",
      "colfax_flat_divide((2,2):(2,1), ():()) = (2,2):(2,1)",
      "colfax_flat_divide((2,2):(1,2), ():()) = (4):(1)",
      "colfax_flat_divide((2):(1), (4):(1)) = undefined",
  });
}

TEST(Answer, Products) {
  expect_all({
      "logical_product((2,2):(5,10), (3,5):(5,1)) = ((2,2),(3,5)):((5,10),(20,1))",
      "logical_product((3,3):(6,1), (10,12):(24,2)) = ((3,3),(10,12)):((6,1),(216,18))",
      "logical_product((2,10):(1680,4), (4,9):(2,56)) = "
      "((2,10),((2,2),(3,3))):((1680,4),((2,40),(560,3360)))",
      "logical_product((4,(2,2)):(9,(1,3)), ((2,4),8):((1,4),2)) = undefined",
      "logical_product@extended((2,10):(1680,4), (4,9):(2,56)) = "
      "((2,10),((2,2),(3,3))):((1680,4),((2,40),(560,3360)))",
      "logical_product@extended((4,(2,2)):(9,(1,3)), ((2,4),8):((1,4),2)) = undefined",
      "logical_product((2,2):(4,1), 6:1) = ((2,2),(2,3)):((4,1),(2,8))",
      "logical_product((2,5):(5,1), (3,4):(1,3)) = ((2,5),(3,4)):((5,1),(10,30))",
      "blocked_product((2,5):(5,1), (3,4):(1,3)) = ((2,3),(5,4)):((5,10),(1,30))",
      "raked_product((2,5):(5,1), (3,4):(1,3)) = ((3,2),(4,5)):((10,5),(30,1))",
      "blocked_product(2:1, 3:1) = ((2,3)):((1,2))",
      "blocked_product(2:1, (3,4):(1,3)) = ((2,3),(1,4)):((1,2),(0,6))",
      "raked_product((2,5):(5,1), 3:1) = ((3,2),(1,5)):((10,5),(0,1))",
      "blocked_product(():(), ():()) = ():()",
      "blocked_product(2:0, 3:1) = undefined",
      "zipped_product((2,5):(5,1), <3:5,4:6>) = ((2,5),(3,4)):((5,1),(10,30))",
      "zipped_product((2,5):(1,1), <3:1,4:1>) = ((2,5),(3,4)):((1,1),(2,5))",
      "tiled_product((2,5,7):(1,1,3), <3:1,4:1>) = ((2,5),3,4,7):((1,1),2,5,3)",
      "flat_product((2,5,7):(1,1,3), <3:1,4:1>) = (2,5,3,4,7):(1,1,2,5,3)",
      "tiled_product((2,5):(5,1), (3,4):(1,3)) = ((2,5),3,4):((5,1),10,30)",
      "flat_product((2,5):(5,1), (3,4):(1,3)) = (2,5,3,4):(5,1,10,30)",
      "colfax_flat_product((2,2,2):(1,2,4), (2,2,2):(1,2,4)) = (2,2,2,2,2,2):(1,2,4,8,16,32)",
      "colfax_flat_product((2,2,2):(1,2,4), (3,5):(5,1)) = (2,2,2,3,5):(1,2,4,40,8)",
      "colfax_flat_product((2):(1), ():()) = (2):(1)",
      "colfax_flat_product((2):(0), (2):(1)) = undefined",
      // The complement of A has an extent beyond 64 bits, the product has none.
      "logical_product((4294967296):(1), (2):(4294967296)) = overflow",
      "logical_product((4294967296):(1), (2,2):(1,1073741824)) = "
      "((4294967296),(2,2)):((1),(4294967296,4611686018427387904))",
  });
}

TEST(Answer, TractableLayouts) {
  expect_all({
      "is_tractable((12):(17)) = true",
      "is_tractable((4,8):(3,3)) = false",
      "is_tractable((1,2):(2,3)) = false",
      "is_tractable((3,7,7):(0,15,0)) = true",
      "is_tractable(((8,8),(5,5)):((8,1),(10,2))) = false",
      "morphism((2,2):(3,30)) = (2,2)--(2,4)-->(3,2,5,2)",
      "morphism((128,128):(128,1)) = (128,128)--(2,1)-->(128,128)",
      "morphism((2,2,2,2):(24,0,3,480)) = (2,2,2,2)--(4,*,2,6)-->(3,2,4,2,10,2)",
      "morphism((32,(2,2)):(192,(24,3))) = (32,(2,2))--(6,4,2)-->(3,2,4,2,4,32)",
      "morphism((4,8):(3,3)) = undefined",
      "morphism(():()) = ()--()-->()",
      "morphism(5:0) = 5--(*)-->()",
      "morphism((8,1,1):(1,8,8)) = (8,1,1)--(1,2,3)-->(8,1,1)",
      "layout((3,128,128)--(1,3,5)-->(3,2,128,2,128)) = (3,128,128):(1,6,1536)",
      "layout((16,16,16,1,32)--(*,*,1,*,2)-->(16,32,1,1)) = (16,16,16,1,32):(0,0,1,0,16)",
      "layout(((8,8),(4,4))--(1,4,3,2)-->(8,4,4,8)) = ((8,8),(4,4)):((1,128),(32,8))",
      "layout(2--(3)-->(4294967296,4294967296,2)) = overflow",
      "table((2,2)--(2,1)-->(2,2)) = (0,2,1,3)",
      "table((2,3)--(*,3)-->(2,2,3)) = (0,0,4,4,8,8)",
      "table(()--()-->(5)) = (0)",
  });
}

TEST(Answer, PointedMaps) {
  expect_all({
      "is_tractable(<4>--(2,1,*,6)--><6>) = true",
      "is_tractable(<3>--(2,1,2)--><6>) = false",
      "composition(<3>--(2,*,1)--><2>, <2>--(3,2)--><3>) = <2>--(1,*)--><2>",
      "composition(<3>--(2,*,1)--><2>, <2>--(1,2)--><2>) = undefined",
      "sum(<2>--(2,*)--><2>, <1>--(3)--><3>) = <3>--(2,*,5)--><5>",
      "concatenate(<2>--(2,*)--><3>, <1>--(3)--><3>) = <3>--(2,*,3)--><3>",
      "concatenate(<2>--(2,*)--><3>, <1>--(2)--><3>) = undefined",
      "concatenate(<1>--(1)--><2>, <1>--(2)--><3>) = undefined",
  });
}

TEST(Answer, MorphismFamilies) {
  expect_all({
      "identity((2,(3))) = (2,(3))--(1,2)-->(2,(3))",
      "reparenthesize((2,(3)), ((2),3)) = (2,(3))--(1,2)-->((2),3)",
      "reparenthesize((2,3), (3,2)) = undefined",
      "projection((64,64,3,8), (0,2)) = (64,64,3,8)--(1,*,2,*)-->(64,3)",
      "projection((64,3), (1,0)) = undefined",
      "projection((64,3), (2)) = undefined",
      "dilation((512,512), (2,4)) = (512,512)--(2,4)-->(2,512,4,512)",
      "dilation((512,512), (2)) = undefined",
      "expansion((4,4), (4,4,8,8)) = (4,4)--(1,2)-->(4,4,8,8)",
      "expansion((4,8), (4,4,8,8)) = undefined",
      "domain((2,(3))--(2,1)-->(3,2)) = (2,(3))",
      "codomain((2,(3))--(2,1)-->(3,2)) = (3,2)",
      "flatten((2,(3))--(2,1)-->((3),2)) = (2,3)--(2,1)-->(3,2)",
  });
}

TEST(Answer, MorphismOperations) {
  expect_all({
      "composition((2,3)--(2,1)-->(3,2), (2)--(1)-->(2,3)) = (2)--(2)-->(3,2)",
      "composition((2,3)--(2,*)-->(3,2), (3,2)--(2,1)-->(2,3)) = (3,2)--(*,2)-->(3,2)",
      "composition((2,3)--(2,1)-->(3,2), (2)--(1)-->((2),3)) = undefined",
      "inverse((2,3,5)--(2,3,1)-->(5,2,3)) = (5,2,3)--(3,1,2)-->(2,3,5)",
      "inverse((2)--(1)-->(2,3)) = undefined",
      "inverse((2)--(*)-->(2)) = undefined",
      "restrict((2,3,5)--(2,3,1)-->(5,2,3), (0,2)) = (2,5)--(2,1)-->(5,2,3)",
      "restrict((2,3,5)--(2,3,1)-->(5,2,3), (2,0)) = undefined",
      "factorize((8,8)--(4,2)-->(2,8,2,8,10), (1,3,4)) = (8,8)--(2,1)-->(8,8,10)",
      "factorize((8,8)--(4,2)-->(2,8,2,8,10), (1,4)) = undefined",
      "factorize((8,8)--(4,2)-->(2,8,2,8,10), (1,5)) = undefined",
      "entry((2,16,8,4)--(*,2,1,4)-->(8,16,16,4), 3) = 4--(4)-->(8,16,16,4)",
      "entry((2)--(1)-->(2), 1) = undefined",
      "mode((64,(8,8))--(1,3,2)-->(64,8,8), 1) = (8,8)--(3,2)-->(64,8,8)",
      "mode((64,(8,8))--(1,3,2)-->(64,8,8), 2) = undefined",
      "relative_mode(((2,2),((3,3),25))--(1,3,2,*,4)-->(2,3,2,25), (4,(9,25)), 1) = "
      "(3,3)--(2,*)-->(2,3,2,25)",
      "relative_mode((2,3)--(1,2)-->(2,3), 5, 0) = undefined",
      "relative_mode((2,3)--(1,2)-->(2,3), 6, 1) = undefined",
      "sum((2)--(1)-->(2,3), (5,7)--(*,1)-->(7)) = (2,5,7)--(1,*,3)-->(2,3,7)",
      "squeeze((1,2,1,3)--(2,4,*,*)-->(5,1,1,2)) = (2,3)--(2,*)-->(5,2)",
      "sort((8,4,8,2)--(3,*,1,*)-->(8,2,8)) = (2,4,8,8)--(*,*,1,3)-->(8,2,8)",
      "flat_coalesce((2,2,3,5,5)--(2,3,4,*,*)-->(7,2,2,3,9)) = (12,25)--(2,*)-->(7,12,9)",
      "flat_coalesce((2,1,2)--(1,2,3)-->(2,1,2)) = (4)--(1)-->(4)",
      "coalesce(((2,2),(3,3),(5,5))--(5,6,3,4,1,2)-->(5,5,3,3,2,2)) = "
      "(4,9,25)--(3,2,1)-->(25,9,4)",
      "coalesce((2,2)--(2,3)-->(7,2,2)) = 4--(2)-->(7,4)",
      "coalesce((1)--(1)-->(1,3)) = 1--(*)-->(3)",
      "concatenate((3,(512,512))--(*,2,4)-->(2,512,2,512), (2,2)--(1,3)-->(2,512,2,512)) = "
      "((3,(512,512)),(2,2))--(*,2,4,1,3)-->(2,512,2,512)",
      "concatenate((2)--(1)-->(2,2), (2)--(1)-->(2,2)) = undefined",
      "concatenate((2)--(1)-->(2,2), (2)--(1)-->(2,3)) = undefined",
      "flat_concatenate((2)--(1)-->(2,2), (2)--(2)-->(2,2)) = (2,2)--(1,2)-->(2,2)",
      "flat_concatenate((2)--(1)-->(2,2), (2)--(1)-->(2,2)) = undefined",
      "complement((2,2)--(1,3)-->(2,5,2,5)) = (5,5)--(2,4)-->(2,5,2,5)",
      "complement(((2,2),(5,5))--(1,4,2,5)-->((2,5,7),(2,5,7))) = "
      "(7,7)--(3,6)-->((2,5,7),(2,5,7))",
      "complement((2,2)--(1,*)-->(2,5)) = undefined",
      "logical_divide((8,8,512,512,512)--(*,*,1,2,3)-->(512,512,512), "
      "(8,512)--(1,5)-->(8,8,512,512,512)) = "
      "((8,512),(8,512,512))--(*,3,*,1,2)-->(512,512,512)",
      "logical_divide((2)--(1)-->(2), (2)--(*)-->(2)) = undefined",
      "logical_divide((2)--(1)-->(2), (3)--(1)-->(3)) = undefined",
      "colfax_flat_divide((2,3)--(2,1)-->(3,2), (3)--(2)-->(2,3)) = (3,2)--(1,2)-->(3,2)",
      "colfax_flat_divide((2)--(1)-->(2), (2)--(*)-->(2)) = undefined",
      "logical_product((8,8)--(1,2)-->(8,8,16,16), (16,16)--(1,2)-->(16,16)) = "
      "((8,8),(16,16))--(1,2,3,4)-->(8,8,16,16)",
      "logical_product((128,128)--(3,4)-->(32,32,128,128), (32)--(2)-->(32,32)) = "
      "((128,128),(32))--(3,4,2)-->(32,32,128,128)",
      "logical_product((2)--(1)-->(2,3), (5)--(1)-->(5)) = undefined",
      "logical_product((2)--(*)-->(2,3), (5)--(1)-->(5)) = undefined",
      "colfax_flat_product((8)--(2)-->(4,8), (4)--(1)-->(4)) = (8,4)--(2,1)-->(4,8)",
      "colfax_flat_product((8)--(*)-->(4,8), (4)--(1)-->(4)) = undefined",
      "pullback((64,32)--(2,4)-->(4,64,4,32), ((2,2),(16,4),(2,2),(16,2))) = "
      "((16,4),(16,2))--(3,4,7,8)-->((2,2),(16,4),(2,2),(16,2))",
      "pullback((3,2)--(*,1)-->(2), (2)) = (3,2)--(*,1)-->(2)",
      "pullback((2)--(1)-->(2), (3)) = undefined",
      "pushforward((64,32)--(2,4)-->(4,64,4,32), ((16,4),(16,2))) = "
      "((16,4),(16,2))--(2,3,5,6)-->(4,(16,4),4,(16,2))",
      "pushforward((4,2)--(*,1)-->(2), ((2,2),2)) = ((2,2),2)--(*,*,1)-->(2)",
      "pushforward((2)--(1)-->(2), (3)) = undefined",
  });
}

TEST(Answer, MorphismPredicates) {
  expect_all({
      "is_isomorphism((2,3)--(2,1)-->(3,2)) = true",
      "is_isomorphism((2)--(1)-->(2,3)) = false",
      "is_isomorphism((2)--(*)-->(3)) = false",
      "is_complementable((2)--(1)-->(2,3)) = true",
      "is_complementable((2)--(*)-->(3)) = false",
      "is_nondegenerate((1)--(1)-->(1)) = false",
      "is_nondegenerate((1,2)--(*,1)-->(2)) = true",
      "is_standard_form(((2,2),(3,3))--(4,6,2,3)-->(10,3,3,2,10,2)) = true",
      "is_standard_form(((2,2),(3,3))--(4,6,2,3)-->((10,3,3),(2,10,2))) = false",
      "is_standard_form((2)--(1)-->(2,3)) = false",
      "is_standard_form((2)--(3)-->(5,3,2)) = false",
      "is_standard_form((2)--(2)-->(1,2)) = false",
      "is_standard_form(()--()-->()) = true",
      "is_standard_form(()--()-->(5)) = false",
      "is_sorted((2,4,8)--(*,*,1)-->(8)) = true",
      "is_sorted((4,2,8)--(*,*,1)-->(8)) = false",
      "is_sorted((8,2)--(1,*)-->(8)) = false",
      "is_sorted((8,2)--(2,1)-->(2,8)) = false",
      "is_coalesced((2,3)--(2,1)-->(3,2)) = true",
      "is_coalesced((2,3)--(1,2)-->(2,3)) = false",
      "is_coalesced((2,3)--(1,3)-->(2,1,3)) = false",
      "is_coalesced((2,3)--(1,3)-->(2,7,3)) = true",
      "is_coalesced((2,3)--(*,*)-->()) = false",
      "is_coalesced((2,3,2)--(*,1,*)-->(3)) = true",
      "is_coalesced((1)--(*)-->()) = false",
      "is_disjoint((2)--(1)-->(2,2), (2)--(2)-->(2,2)) = true",
      "is_disjoint((2,3)--(1,*)-->(2,2), (2,5)--(1,*)-->(2,2)) = false",
      "is_disjoint((2)--(1)-->(2,2), (2)--(1)-->(2)) = undefined",
      "is_complement((2)--(1)-->(2,3), (3)--(2)-->(2,3)) = true",
      "is_complement((2)--(1)-->(2,2), (2)--(1)-->(2,2)) = false",
      "is_complement((2)--(1)-->(2,2), (3)--(*)-->(2,2)) = false",
      "is_complement((2)--(1)-->(2,2), (2)--(1)-->(2)) = undefined",
      "is_product_admissible((2)--(1)-->(2,3), (5)--(*)-->(3)) = true",
      "is_product_admissible((2)--(1)-->(2,3), (5)--(*)-->3) = false",
      "is_product_admissible((2)--(*)-->(2,3), (5)--(*)-->(3)) = false",
  });
}

TEST(Answer, TheReasonSaysWhatFails) {
  struct Reasoned {
    const char* question;
    const char* reason;
  };
  const Reasoned table[] = {
      {"mode((2,3), 2)", "there is no index 2 below 2"},
      {"entry((2,3):(1,2), 2)", "there is no index 2 below 2"},
      {"permute((8,16), (0,0))", "(0,0) is no permutation of the indices below 2"},
      {"restrict((3,8):(1,3), (1,0))", "(1,0) does not increase below 2"},
      {"substitute((*,*), 3)", "the profile has 2 places for 1"},
      {"substitute((*,*), 3:1)", "the profile has 2 places for 1"},
      {"relative_mode((2,3), 5, 0)", "(2,3) does not refine 5: a mode of size 6 does not refine 5"},
      {"relative_mode((2,3):(1,2), 5, 0)",
       "the shape does not refine the other one: a mode of size 6 does not refine 5"},
      {"relative_flatten((2,3,1), (2,3))",
       "(2,3,1) does not refine (2,3): a tuple of rank 3 does not refine one of rank 2"},
      {"relative_flatten(6, (6))", "6 does not refine (6): an integer does not refine a tuple"},
      {"coordinate((2,3), 6)", "6 is no index: the size is 6"},
      {"index((2,3), (2,0))", "coordinate 0 is 2, the extent 2"},
      {"index((2,3), (1))", "the coordinate has another length"},
      {"apply((4,2,2):(3,3,100), 16)", "16 lies outside the domain, which has 16 points"},
      {"apply(4:1, (1))", "the coordinate (1) does not fit the shape"},
      {"mutual_refinement((8,8), (3,8,8))", "the prefix product 3 does not divide 8"},
      {"mutual_refinement((2), ())", "the size 2 does not divide 1"},
      {"complement((2,2):(1,3))", "a complement must take the value 2, but 2 + 1 is covered twice"},
      {"complement(4:2, 19)",
       "19 is not a multiple of 8, the least number for which there is a complement"},
      {"composition(4:1, 2:4)", "B(1) = 4 lies outside the domain of A, which has 4 points"},
      {"composition((2,2):(2,1), 3:1)",
       "along entry 0 of B, where f(k) = A(B(1*k)): f(2) = 1 is the first deviation from multiples "
       "of f(1) = 2, so that an entry has extent 2, which does not divide 3"},
      {"composition((4,6):(1,4), <2,3,1>)", "3 tilers for 2 modes"},
      {"flat_composition((2,2,6):(12,6,1), (4):(2))",
       "A(B(2)) = 1, but the values along the entries of B add up to 12"},
      {"logical_divide(6:1, 4:1)",
       "B has no 6-complement: 6 is not a multiple of 4, the least number for which there is a "
       "complement"},
      {"weak_composite((4,8):(3,3), 2:1)", "(4,8):(3,3) is not tractable"},
      {"morphism((4,8):(3,3))", "(4,8):(3,3) is not tractable"},
      {"complement((3,2):(1,2), 12)",
       "a complement must take the value 0, but 0 + 2 is covered twice"},
      {"complement((3,2):(1,2))",
       "with a complement A would fill the numbers below 4, the greatest s*d: A has 6 points with "
       "values up to 4, which are too many or too large for 4"},
      {"composition((2)--(1)-->(2), (3)--(1)-->(3))",
       "the first ends in (3), the second starts from (2)"},
      {"inverse((2)--(*)-->(2))", "it is no isomorphism"},
      {"concatenate((2)--(1)-->(2,2), (2)--(1)-->(2,2))", "the images are not disjoint"},
      {"complement((2)--(*)-->(2))", "its map is not injective"},
      {"composition(<1>--(1)--><2>, <1>--(1)--><2>)",
       "the second ends in <2>, the first starts from <1>"},
      {"logical_product((2)--(1)-->(2,3), (5)--(1)-->(5))",
       "they are not product admissible: the first ends in (5), the second starts from (3)"},
      {"factorize((8,8)--(4,2)-->(2,8,2,8,10), (1,4))",
       "the image holds entry 3, which is not among the indices"},
      {"reparenthesize((2,3), (3,2))", "the flattenings differ"},
      {"dilation((2), ())", "0 factors for 1 entries"},
      {"expansion((4,8), (4,4,8,8))", "(4,8) does not divide (4,4,8,8)"},
      {"is_disjoint((2)--(1)-->(2,2), (2)--(1)-->(2))", "the codomains differ"},
      {"size((4294967296,4294967296))", "18446744073709551616 does not fit in 64 bits"},
  };
  for (const auto& [question, expected] : table)
    EXPECT_EQ(reason(question), expected) << question;
}

TEST(Answer, HoldsNoNumberBeyond64Bits) {
  expect_all({
      "composition(4:3, (2,2):(9223372036854775807,9223372036854775807)) = undefined",
      "composition@extended((2,2):(1,2), (2,2):(9223372036854775807,9223372036854775807)) = "
      "(2,2):(9223372036854775807,9223372036854775807)",
      "composition@extended(4:3, (2,2):(9223372036854775807,9223372036854775807)) = overflow",
      "composition@extended((2,3,4):(1,5,12), (8,4):(3,4611686018427387900)) = "
      "(8,4):(6,9223372036854775800)",
      "logical_divide((4294967296,4294967296):(1,4294967296), 3:1) = undefined",
      "logical_divide((4294967296,4294967296):(1,4294967296), 2:0) = undefined",
      "logical_product((2):(4611686018427387904), 3:1) = ((2),3):((4611686018427387904),1)",
      "logical_product(2:4611686018427387904, 2:4611686018427387904) = overflow",
      // The repetition takes 0, 2^61 and 2^63, which no layout of three points does.
      "logical_product(2:4611686018427387904, 3:2305843009213693952) = undefined",
      "cosize(2:9223372036854775807) = overflow",
      "same_function((1,4294967296,4294967296):(5,1,4294967296), "
      "(65536,281474976710656):(1,65536)) = true",
      "is_tractable((4294967296,2):(4294967296,9223372036854775807)) = false",
      "sum(<0>--()--><9223372036854775807>, <0>--()--><0>) = <0>--()--><9223372036854775807>",
  });
}

TEST(Select, NeedsIndicesOfEntries) {
  EXPECT_EQ(*select(Tuple{2, 3, 5}, Tuple{2, 0, 2}), (Tuple{5, 2, 5}));
  EXPECT_EQ(select(Tuple{2, 3}, Tuple{0, 2}).reason(), "there is no entry 2 among 2");
  EXPECT_EQ(select(Tuple{2, 3}, Tuple{-1}).reason(), "there is no entry -1 among 2");
  EXPECT_EQ(*select(parse_layout("(2,(3,5)):(1,(2,6))"), Tuple{2, 0}), parse_layout("(5,2):(6,1)"));
  EXPECT_EQ(select(parse_layout("(2,3):(1,2)"), Tuple{2}).reason(), "there is no entry 2 among 2");
}

Value sample(Sort sort) {
  switch (sort) {
    case Sort::truth:
      return true;
    case Sort::integer:
      return Int{0};
    case Sort::positive:
      return Int{2};
    case Sort::shape:
    case Sort::flat_shape:
      return parse_shape("(2)");
    case Sort::tuple:
    case Sort::flat_tuple:
      return NestedTuple::flat({0});
    case Sort::profile:
      return Profile::flat(1);
    case Sort::layout:
    case Sort::flat_layout:
      return parse_layout("(2):(1)");
    case Sort::map:
      return PointedMap({1}, 1);
    case Sort::morphism:
    case Sort::flat_morphism:
      return parse_morphism("(2)--(1)-->(2)");
    case Sort::tiler:
      return Tiler(parse_layout("(2):(1)"));
    case Sort::coordinate:
      return Tiler(Tiler::Tuple{Tiler()});
    case Sort::offset_layout:
      return parse_value("<2:1,3>", sort);
    case Sort::module_layout:
      return parse_value("(2):(F1)", Sort::module_layout);
    case Sort::element:
      return Element::bits(1);
    case Sort::swizzled_layout:
      return SwizzledLayout({1, 0, 1}, 0, parse_layout("(2):(1)"));
    case Sort::offset_module_layout:
      return parse_value("<(2):(F1),F3>", sort);
  }
  return false;
}

TEST(Answer, KnowsTheWholeVocabulary) {
  for (const Operation& operation : standard_vocabulary().operations()) {
    Case question;
    question.operation = operation.name;
    for (Sort sort : operation.operands)
      question.operands.push_back(sample(sort));
    const Expectation expectation = expect(question, Convention::strict);
    EXPECT_NE(expectation.answer, Answer(NonValue::unsupported)) << signature(operation);
    if (const auto* value = std::get_if<Value>(&expectation.answer))
      EXPECT_TRUE(is_of(*value, operation.answer)) << signature(operation);
  }
}

TEST(Answer, OperandsOutsideTheVocabulary) {
  const auto ask = [](const char* operation, std::vector<Value> operands) {
    Case question;
    question.operation = operation;
    question.operands = std::move(operands);
    return expect(question, Convention::strict);
  };
  EXPECT_EQ(ask("juggle", {Int{3}}).answer, Answer(NonValue::unsupported));
  EXPECT_EQ(ask("coalesce", {Int{3}}).answer, Answer(NonValue::unsupported));
  EXPECT_EQ(ask("coalesce", {}).answer, Answer(NonValue::unsupported));
  const Expectation nested = ask("squeeze", {parse_layout("(2,(3)):(1,(2))")});
  EXPECT_EQ(nested.answer, Answer(NonValue::undefined));
  EXPECT_EQ(nested.reason, "(2,(3)):(1,(2)) is not a flat layout (of depth 1)");
  EXPECT_EQ(ask("complement", {parse_layout("2:1"), Int{0}}).answer, Answer(NonValue::undefined));
}

TEST(Answer, NestsNoDeeperThanAValueCan) {
  std::string deep = "2";
  for (std::size_t i = 0; i < max_depth; ++i)
    deep = "(" + deep + ")";
  Case question;
  question.operation = "concatenate";
  question.operands = {parse_shape(deep)};
  EXPECT_EQ(expect(question, Convention::strict).answer, Answer(NonValue::unsupported));
  question.operation = "depth";
  EXPECT_EQ(expect(question, Convention::strict).answer,
            Answer(Value(static_cast<Int>(max_depth))));
}

TEST(Answer, TheCaseNamesItsConvention) {
  const auto answer = [](const char* line, Convention convention) {
    return to_string(expect(parse_case(line), convention).answer);
  };
  EXPECT_EQ(answer("composition(4:1, 2:8)", Convention::strict), "undefined");
  EXPECT_EQ(answer("composition(4:1, 2:8)", Convention::extended), "2:8");
  EXPECT_EQ(answer("composition@strict(4:1, 2:8)", Convention::extended), "undefined");
  EXPECT_EQ(answer("composition@extended(4:1, 2:8)", Convention::strict), "2:8");
  EXPECT_EQ(answer("composition((2,1):(1,5), 4:1)", Convention::extended), "(2,2):(1,5)");
  EXPECT_EQ(answer("composition((2,1):(1,5), 4:1)", Convention::squeezed), "4:1");
  EXPECT_EQ(answer("complement(2:0)", Convention::strict), "undefined");
  EXPECT_EQ(answer("complement(2:0)", Convention::extended), "1:0");
  // Where the last mode goes on for ever it does so for whatever an integer of the coordinate
  // meets; extents of 1 are dropped before a composition only.
  for (const Convention endless : {Convention::extended, Convention::squeezed}) {
    EXPECT_EQ(answer("apply((2,2):(1,5), 5)", endless), "11");
    EXPECT_EQ(answer("apply((2,1):(1,5), 5)", endless), "11");
    EXPECT_EQ(answer("apply((2,2):(1,5), (4,2))", endless), "14");
    EXPECT_EQ(answer("apply((2,(2,3)):(1,(5,7)), (0,9))", endless), "33");
    EXPECT_EQ(answer("apply((2,(2,3)):(1,(5,7)), (0,(9,0)))", endless), "45");
    EXPECT_EQ(answer("apply(():(), 3)", endless), "0");
    EXPECT_EQ(answer("apply(4:1, (3))", endless), "undefined");
    EXPECT_EQ(answer("apply(2:4611686018427387904, 2)", endless), "overflow");
  }
  EXPECT_EQ(answer("apply((2,2):(1,5), 5)", Convention::strict), "undefined");
  // Only what the vocabulary calls conventional depends on it.
  EXPECT_EQ(answer("flat_composition((4):(1), (2):(8))", Convention::extended), "undefined");
}

TEST(Answer, TakesNoMoreStepsThanTheLimitsGrant) {
  Case question = parse_case("composition(2:1, 64:1)");
  const std::size_t entries = 2000;
  question.operands[0] = Layout::flat(Tuple(entries, 3), Tuple(entries, 5));
  try {
    expect(question, Convention::strict, {64});
    FAIL();
  } catch (const LimitReached& limit) {
    EXPECT_STREQ(limit.what(), "the work limit of 16384 steps is reached");
  }
}

TEST(Answer, BeyondTheLimitIsNoAnswer) {
  const Limits few{8};
  EXPECT_TRUE(agrees("composition(8:1, 8:1) = 8:1", few));
  EXPECT_THROW(expect(parse_case("composition(9:1, 9:1)"), Convention::strict, few), LimitReached);
  EXPECT_THROW(expect(parse_case("table(9:1)"), Convention::strict, few), LimitReached);
  EXPECT_THROW(expect(parse_case("table((9)--(1)-->(9))"), Convention::strict, few), LimitReached);
  try {
    expect(parse_case("table(9:1)"), Convention::strict, few);
    FAIL();
  } catch (const LimitReached& limit) {
    EXPECT_STREQ(limit.what(),
                 "tabulating a layout function takes 9 points; the limit is 8 points");
  }
  // What needs no table has no limit.
  EXPECT_TRUE(agrees("coalesce((3,3):(1,3)) = 9:1", few));
  EXPECT_TRUE(agrees("is_compact((3,3):(1,3)) = true", few));
  EXPECT_TRUE(agrees("is_compact((3,5):(1,1)) = false", few));
  EXPECT_TRUE(agrees("complement(3:4) = 4:1", few));
  EXPECT_TRUE(agrees("same_function((3,3):(1,3), 9:1) = true", few));
}

}  // namespace
}  // namespace layoutcheck::oracle
