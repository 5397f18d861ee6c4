// The code examples of the introduction (colfax 1.3).
#include "lists.hpp"

namespace layoutcheck::properties {

std::vector<Statement> colfax_1_3() {
  Statement complement =
      example("colfax.1.3.6",
              "The complement of ((2,2),(2,2)):((8,2),(64,256)) for 4096, and that of the morphism "
              "(2,2)--(1,3)-->(2,5,2,5).");
  complement.slips = {"The last listing returns comp_A; the variable is called comp_f."};
  Statement coalesce =
      example("colfax.1.3.5",
              "A layout coalesced, another coalesced over ((2,2),9,25), and a morphism coalesced.");
  coalesce.remark =
      "By the letter of 2.2.4.1 the shape ((2,2),(3,3),(5,5)) does not refine ((2,2),9,25), since "
      "(2,2) is no deeper than (2,2); refinement is taken as amended there.";
  return {
      example("colfax.1.3.1",
              "Tuples, nested tuples, and (10,) of length 1 beside the integer (10) = 10."),
      example("colfax.1.3.2",
              "Three layouts from shape and stride, and three morphisms from domain, codomain and "
              "map, with 0 for the base point."),
      example("colfax.1.3.3",
              "(2,2,2):(1,2,4) is tractable with the standard representation (2,2,2)--(1,2,3)-->"
              "(2,2,2), (2,2,2):(1,7,4) is not; the layout of ((5,5),8)--(1,3,2)-->(5,8,5)."),
      example("colfax.1.3.4", "A composite B∘A of layouts and one of morphisms."),
      std::move(coalesce),
      std::move(complement),
      example("colfax.1.3.7", "A logical division of layouts and one of morphisms."),
      example("colfax.1.3.8", "A logical product of layouts and one of morphisms."),
  };
}

}  // namespace layoutcheck::properties
