// CuTe's documentation: a worked example for each section that has numbers in it. The number before
// the last dot is that of the file, 01_layout.md and so on; `dsl` are the comments on the
// operations of CuTe DSL.
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

Statement with_slip(Statement statement, std::string slip) {
  statement.slips.push_back(std::move(slip));
  return statement;
}

/// A claim with a hypothesis that does not suffice, which is no typing error.
Statement left_distributivity() {
  Statement statement = misprinted_example(
      "cute.02.4",
      "Computing composition: A o (B_0, B_1) = (A o B_0, A o B_1) for an injective B; shapes "
      "divided "
      "by a stride, and cut to a size.",
      "composition((6,3):(1,7), (3,4):(2,3)) = (3,(2,2)):(2,(3,7))",
      "B = (3,4):(2,3) is injective, and the composites of its modes are 3:2 and (2,2):(3,7). But "
      "B(5) = 4 + 3, and A(7) = 8, where A(4) + A(3) = 7: the modes carry into one another. "
      "CUTLASS "
      "#2633 has such an example.",
      "“When the sums of values of the B_i carry nothing in A” for “When B is injective”.");
  statement.misprint = false;
  return statement;
}

}  // namespace

std::vector<Statement> cute_documentation() {
  return {
      example("cute.01.1", "IntTuple: rank, depth and size of four tuples."),
      example("cute.01.2", "Constructing a layout: strides that are made for a shape."),
      example("cute.01.3", "Using a layout: four layouts as tables and as lists."),
      example("cute.01.4", "Vector layouts: four layouts of 8 elements and their indices."),
      example("cute.01.5", "Matrix examples: three layouts of 4 by 2."),
      example("cute.01.6", "Layout compatibility: shapes that are compatible, and that are not."),
      example("cute.01.7", "Coordinate mapping: the coordinates of (3,(2,3))."),
      example("cute.01.8", "Index mapping: the table of (3,(2,3)):(3,(12,1))."),
      example("cute.01.9", "Sublayouts: layout, select and take."),
      example("cute.01.10", "Concatenation: make_layout, append, prepend and replace."),
      example("cute.01.11", "Grouping and flattening."),
      example("cute.02.1", "Coalesce."),
      example("cute.02.2", "By-mode coalesce."),
      example("cute.02.3", "Composition: (6,2):(8,2) o (4,3):(3,1)."),
      with_slip(left_distributivity(),
                "(3,6,2,8):(w,x,y,z) / 72 is printed with the strides (72w,24x,4x,2z); the third "
                "is 4y (CUTLASS #3182)."),
      example("cute.02.5", "Example 1: a composition, step by step."),
      example("cute.02.6", "Example 2: a layout as a row-major matrix."),
      with_slip(example("cute.02.7", "Example 3: a layout as a column-major matrix."),
                "The final layout is printed with a bracket too many, (5,(2,2))):(16,(80,4))."),
      example("cute.02.8", "By-mode composition with layouts, and with a shape."),
      with_slip(
          misprinted_example(
              "cute.02.9", "Complement: its postconditions, and six examples.", "cosize(6:4) = 24",
              "A postcondition is cosize(R) >= round_up(size(M), cosize(A)). In the first example, "
              "R = 6:4 for A = 4:1 and M = 24, the cosize is 21, and in the third, R = 1:0, it is "
              "1.",
              "cosize(R) <= round_up(size(M), cosize(A)), which CuTe's own test of complement "
              "checks."),
          "That size and cosize of R are bounded by size(M) is true only of those M that A fits "
          "into: the complement of 2:8 for 3 is 8:1."),
      example("cute.02.10", "Logical divide 1-D example."),
      example("cute.02.11", "Logical divide 2-D example."),
      example("cute.02.12", "Zipped, tiled, flat divides."),
      example("cute.02.13", "Logical product 1-D example."),
      example("cute.02.14", "Logical product 2-D example."),
      example("cute.02.15", "Blocked and raked products."),
      example("cute.03.1", "Slicing a tensor: the layouts of four slices."),
      example("cute.03.2", "Inner and outer partitioning: tiles of 4 by 8."),
      example("cute.03.3", "Thread-value partitioning: a tensor composed with a TV layout."),
      example("cute.0y.1", "Predication: a division that does not go up."),
      example("cute.dsl.1", "get: a mode, and a mode of a mode."),
      example("cute.dsl.2", "select: two of three modes."),
      example("cute.dsl.3", "prepend: a mode before two others."),
      example("cute.dsl.4", "append: a mode behind two others."),
      example("cute.dsl.5", "make_layout: two layouts as modes."),
      example("cute.dsl.6", "cosize: an example with its calculation."),
      with_slip(example("cute.dsl.7", "composition: two layouts that have no composite."),
                "The example composes (2,3):(4,1) with (3,4):(3,1), which have no composite; "
                "CuTe DSL refuses them (CUTLASS #2657)."),
      with_slip(example("cute.dsl.8", "complement: a layout of 4 by 4 under 16."),
                "The complement is called a left-major layout; it is 1:0, since the layout fills "
                "16 by itself."),
      example("cute.dsl.9", "crd2idx: the index of a coordinate."),
      example("cute.dsl.10", "The divisions: the shape of a zipped_divide."),
  };
}

}  // namespace layoutcheck::properties
