// The documents of CuTe's reference implementation in Python (NVlabs/CuTe, docs/): a worked example
// for each section that has numbers in it. The number before the last dot is that of the file,
// 02_shape_stride.md and so on.
#include "lists.hpp"

namespace layoutcheck::properties {

std::vector<Statement> cute_specification() {
  return {
      example("cute-spec.02.1", "Shapes: size, rank and depth of ((2,3),4)."),
      example("cute-spec.02.2", "Coordinate sets: the coordinates of (3,(2,3))."),
      example("cute-spec.02.3", "Congruence and compatibility: six pairs of shapes."),
      example("cute-spec.02.4", "The default stride of a shape, and a row-major one."),
      example("cute-spec.02.5", "Coordinate strides: scaled basis elements as tuples."),
      example("cute-spec.02.6", "Arithmetic tuples: sums and multiples."),
      example("cute-spec.02.7",
              "Why use coordinate strides: a layout of its coordinates, and one that "
              "exchanges them."),
      example("cute-spec.02.8", "F2 strides: a sum and a multiple."),
      example("cute-spec.02.9", "Codomain helpers: two layouts that reach 32."),
      example("cute-spec.03.1", "Constructing a layout: strides that are made for a shape."),
      example("cute-spec.03.2", "Concatenation: make_layout."),
      example("cute-spec.03.3", "Properties of a layout: rank, depth and size."),
      example("cute-spec.03.4", "Integral coordinates of (3,(2,4)):(2,(1,6))."),
      misprinted_example("cute-spec.03.5", "Flat and natural coordinates of (3,(2,4)):(2,(1,6)).",
                         "apply((3,(2,4)):(2,(1,6)), (0,7)) = 23",
                         "(0,7) is (0,(1,3)), where the value is 1 + 3*6 = 19; both are printed "
                         "with 23, which is the "
                         "value at (2,(1,3)). The table of the same layout, printed below, has 19 "
                         "at that index, 21.",
                         "19 for 23, twice."),
      example("cute-spec.03.6", "Calling on out-of-bounds coordinates."),
      example("cute-spec.03.7", "Sublayouts."),
      example("cute-spec.03.8", "Worked example: the table of a hierarchical layout."),
      example("cute-spec.04.1", "Coalesce, and coalesce against coalesce_z."),
      example("cute-spec.04.2", "By-mode coalesce."),
      misprinted_example(
          "cute-spec.04.3", "Composition: eight examples.",
          "composition((4,3):(3,1), (6,2):(2,1)) = (6,2):(2,1)",
          "At 1 the composite is worth A(2) = 6, and the layout that is printed 2. It prints B.",
          "((2,3),2):((6,1),3) for (6,2):(2,1)."),
      example("cute-spec.04.4", "Right-tilers and by-mode composition."),
      example("cute-spec.04.5", "Complement: what is missing in 4:2 and in (2,2):(1,6)."),
      example("cute-spec.04.6", "Logical divide."),
      example("cute-spec.04.7", "Logical product."),
      example("cute-spec.04.8", "Right inverse."),
      example("cute-spec.04.9", "Left inverse."),
      example("cute-spec.04.10", "Recast."),
      example("cute-spec.06.1", "F2 strides: sums, a multiple, and a layout."),
      example("cute-spec.06.2", "The Swizzle functor: SW_2_0_2 of 0 to 15."),
      example("cute-spec.06.3", "A concrete example: the layout of the white paper's figure 6."),
  };
}

}  // namespace layoutcheck::properties
