// Tests of nested tuples and profiles.
#include "expect_case.hpp"
#include <layoutcheck/algebra/tuples.hpp>

namespace layoutcheck::algebra {
namespace {

TEST(Tuples, Attributes) {
  expect_cases(R"(
    rank(27) = 1                             # colfax 2.2.2.7
    length(27) = 1
    depth(27) = 0
    rank((2,10,5)) = 3
    depth((2,10,5)) = 1
    size((2,10,5)) = 100
    rank((((3,4),2,2),8,9)) = 3
    length((((3,4),2,2),8,9)) = 6
    depth((((3,4),2,2),8,9)) = 3
    size((3,128,128)) = 49152                # colfax 2.1.1.2
    size(()) = 1
    rank(()) = 0
    length(()) = 0
    depth(()) = 1
    depth((())) = 2
    rank((((),()),(2,(5,5)))) = 2
    size((((),()),(2,(5,5)))) = 50
    rank(*) = 1                              # colfax 2.2.1.4
    depth(*) = 0
    rank((((*,*),*,*),*,*)) = 3
    length((((*,*),*,*),*,*)) = 6
    depth((((*,*),*,*),*,*)) = 3
    rank((((),()),(*,(*,*)))) = 2
    depth((((),()),(*,(*,*)))) = 3
    size((4294967296,4294967296)) = overflow
    size((4294967296,2147483647)) = 9223372032559808512
    flatten(((3),4,((10,10),12))) = (3,4,10,10,12)
    flatten(7) = (7)
    profile((2,(2,2))) = (*,(*,*))
    profile(25) = *
  )");
}

TEST(Tuples, Parts) {
  expect_cases(R"(
    mode(((3),4,((10,10),12)), 0) = (3)      # colfax 2.2.2.11
    mode(((3),4,((10,10),12)), 1) = 4
    mode(((3),4,((10,10),12)), 2) = ((10,10),12)
    mode(((3),4,((10,10),12)), 3) = undefined
    mode(5, 0) = 5
    mode(5, 1) = undefined
    mode((), 0) = undefined
    mode(((),2), 0) = ()
    mode(((*,*),*), 0) = (*,*)
    mode(*, 0) = *
    mode((*,*), 2) = undefined
    entry(((3),4,((10,10),12)), 4) = 12      # colfax 2.2.2.15
    entry(((3),4,((10,10),12)), 5) = undefined
    entry((), 0) = undefined
    concatenate(2, (2,2)) = (2,(2,2))
    concatenate(()) = (())
    flat_concatenate((64,32), (8,8,8)) = (64,32,8,8,8)   # colfax 2.1.1.4
    flat_concatenate((), ()) = ()
    permute((8,16,32,64), (1,0,3,2)) = (16,8,64,32)      # colfax 2.1.1.9
    permute((1,2,3), (2,0,1)) = (3,1,2)
    permute((8,16), (0,0)) = undefined
    permute((8,16), (0,2)) = undefined
    permute((8,16), (0)) = undefined
    permute((), ()) = ()
  )");
}

TEST(Tuples, Substitution) {
  expect_cases(R"(
    substitute((*,(*,*)), 64, 16, 4) = (64,(16,4))                      # colfax 2.2.3.2
    substitute(((*,*),(*,*)), (2,2), (3,3), (5,5), (7,7)) = (((2,2),(3,3)),((5,5),(7,7)))
    substitute(*, 12) = 12
    substitute((*,*,*), 2, 2, (5,5)) = (2,2,(5,5))
    substitute((*,*), (*,*), (*,*,*)) = ((*,*),(*,*,*))                 # colfax 2.2.1.9
    substitute((*,((),*)), (), 3) = ((),((),3))
    substitute((*,*), 1) = undefined
    substitute((*,*), *) = undefined
    substitute((*,*), 2:1) = undefined
    substitute(*, 2:1, 2:1) = undefined
    substitute((), 1) = undefined
    substitute((*,(*,*)), 8:1, (2,4):(8,16), 8:64) = (8,((2,4),8)):(1,((8,16),64))   # colfax 2.3.2.12
    substitute(*, (16):(1)) = (16):(1)
  )");
}

TEST(Tuples, Relations) {
  expect_cases(R"(
    divides((81,9), (81,9,64,8)) = true      # colfax 2.1.1.7
    divides((81,9,64,8), (81,9)) = false
    divides((9), (81,9)) = false
    divides((), (2)) = true
    divides(2, ((2),3)) = true
    congruent(27, 100) = true                # colfax 2.2.2.20
    congruent(27, (100)) = false
    congruent((2,2), (8,64,128)) = false
    congruent(((4,8),(4,8)), (((1,1),(5,10)))) = false
  )");
}

TEST(Tuples, Coordinates) {
  expect_cases(R"(
    coordinate((3,2), 4) = (1,1)
    coordinate(((3),2), 5) = (2,1)
    coordinate((3,2), 6) = undefined
    coordinate((), 0) = ()
    coordinate((), 1) = undefined
    coordinate(4, 3) = (3)
    index((3,2), (1,1)) = 4
    index((3,2), (3,0)) = undefined
    index((3,2), (1)) = undefined
    index((), ()) = 0
    index((4294967296,4294967296), (5,1)) = 4294967301
    index((4294967296,4294967296), (0,4294967295)) = overflow
    coordinate((4294967296,4294967296), 4294967301) = (5,1)
  )");
}

TEST(Tuples, Refinement) {
  expect_cases(R"(
    refines((2,(2,2)), 8) = true             # colfax 2.2.4.3
    refines(((2,2),(3,3),(5,5)), (4,9,25)) = true
    refines((64), 64) = true
    refines((8,((2,2,2),((1,4),(2,1)))), (8,(8,8))) = true
    refines((8,((2,2,2),((1,4),(2,2)))), (8,(8,8))) = false   # its size is 16, against colfax 2.2.4.3
    refines((2,3), (2,3)) = true             # denied by colfax 2.2.4.1 to the letter
    refines(((2,2),3), (4,3)) = true
    refines((4,3), ((2,2),3)) = false
    refines(64, (64)) = false
    refines((64), (64)) = true
    refines((), 1) = true
    refines((), ()) = true
    refines((()), ()) = false
    refines((), (())) = false
    refines((()), (1)) = true
    refines((2,3), (2,3,1)) = false
    refines((2,3,1), (2,3)) = false
    refines((4294967296,4294967296), 1) = false
    relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,72)), 0) = undefined
    relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,36)), 0) = (2,2)        # colfax 2.2.4.6
    relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,36)), 2) = 25
    relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,36)), 3) = (6,(2,3))
    relative_mode((((2,2),(3,3)),(25,(6,(2,3)))), ((4,9),(25,36)), 4) = undefined
    relative_mode((), (), 0) = undefined
    relative_flatten((((2,2),(3,3)),((5,5),(7,7))), ((4,9),(25,49))) = ((2,2),(3,3),(5,5),(7,7))
    relative_flatten((2,(3,5)), (2,(3,5))) = (2,3,5)     # colfax 2.2.4.13
    relative_flatten((2,2), 4) = ((2,2))                 # colfax 2.2.4.15 prints (N)
    relative_flatten((2,2), 8) = undefined
  )");
}

TEST(Tuples, OfCoordinatesRefineBySizeToo) {
  const auto tuple = [](const char* text) {
    return std::get<NestedTuple>(parse_value(text, Sort::tuple));
  };
  EXPECT_TRUE(refines(tuple("(0,7)"), tuple("0")));
  EXPECT_FALSE(refines(tuple("(0,7)"), tuple("7")));
  EXPECT_TRUE(refines(tuple("(4294967296,4294967296,0)"), tuple("0")));
  EXPECT_FALSE(refines(tuple("(2,3)"), tuple("0")));
}

TEST(Tuples, DeepNestingIsALimit) {
  NestedTuple deep(1);
  for (std::size_t i = 0; i < max_depth; ++i)
    deep = concatenate(std::vector<NestedTuple>{deep});
  EXPECT_EQ(depth(deep), max_depth);
  EXPECT_THROW(concatenate(std::vector<NestedTuple>{deep}), LimitReached);
}

TEST(Tuples, ReasonsNameThePlace) {
  EXPECT_EQ(relative_modes(parse_shape("(2,(2,2))"), parse_shape("(2,8)")).reason(),
            "(2,(2,2)) does not refine (2,8): the size of its part in place of entry 1 is not 8");
  EXPECT_EQ(entry(parse_shape("(2,3)"), 2).reason(),
            "there is no entry 2: the number of them is 2");
  const auto reason = [](const char* line) { return evaluate(parse_case(line)).reason; };
  EXPECT_EQ(reason("substitute((*,*), *)"), "(*,*) has 2 entries, to be replaced by 1 parts");
  EXPECT_EQ(reason("substitute((*,*), 2:1)"), "(*,*) has 2 entries, to be replaced by 1 layouts");
  EXPECT_EQ(reason("permute((8,16), (0,2))"), "there is no entry 2: the number of them is 2");
  EXPECT_EQ(reason("permute((8,16), (1,1))"), "index 1 occurs twice");
  EXPECT_EQ(reason("permute((8,16), (1))"), "the order has 1 indices for 2 entries");
  EXPECT_EQ(reason("coordinate((3,2), 6)"), "6 is not an index of (3,2)");
  EXPECT_EQ(reason("index((3,2), (3,0))"),
            "part 0 of the coordinate, 3, is not below the extent 3");
  EXPECT_EQ(reason("index((3,2), (1))"), "the coordinate has 1 parts for 2 entries");
  EXPECT_EQ(reason("relative_mode((2,3), (2,3), 2)"),
            "there is no relative mode 2: the number of them is 2");
  EXPECT_EQ(reason("relative_mode((2,3), ((2),3), 0)"),
            "(2,3) does not refine ((2),3): the ranks or nestings differ before entry 0");
  EXPECT_EQ(reason("relative_mode((2,3,1), (2,3), 0)"),
            "(2,3,1) does not refine (2,3): the ranks or nestings differ after the last entry");
  EXPECT_EQ(reason("relative_mode((2), (2,3), 0)"),
            "(2) does not refine (2,3): nothing stands in place of entry 1");
}

}  // namespace
}  // namespace layoutcheck::algebra
