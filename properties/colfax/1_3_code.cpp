// The code examples of the introduction (colfax 1.3).
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

/// An example with a composite or a relative coalesce that has brackets as deep as what it refines:
/// definition 2.2.4.1 as printed knows no such refinement. `refinement` is the one that the example
/// needs, as a case that says that the definition is right about it.
Statement needs_refinement(Statement example, Text refinement, Text remark) {
  example.standing = Standing::fails_as_stated;
  example.counterexample = refinement;
  example.remark = remark;
  example.uses = {"colfax.2.2.4.1"};
  return example;
}

}  // namespace

std::vector<Statement> colfax_1_3() {
  Statement complement =
      example("colfax.1.3.6",
              "The complement of ((2,2),(2,2)):((8,2),(64,256)) for 4096, and that of the morphism "
              "(2,2)--(1,3)-->(2,5,2,5).");
  complement.slips = {"The last listing returns comp_A; the variable is called comp_f."};
  Statement coalesce = needs_refinement(
      example("colfax.1.3.5",
              "A layout coalesced, another coalesced over ((2,2),9,25), and a morphism coalesced."),
      "colfax.2.2.4.1(((2,2),(3,3),(5,5)), ((2,2),9,25)) = true",
      "By the letter of 2.2.4.1 the shape ((2,2),(3,3),(5,5)) does not refine ((2,2),9,25), since "
      "neither it nor its mode (2,2) is deeper than what is to be refined; so the relative "
      "coalesce of 2.3.4.7 is not defined. Nor is, by the letter of 2.2.1.8, its substitution into "
      "((*,*),*,*), which has one profile for (*,*). And by that of 3.1.5.25 each entry of "
      "(2,2,2,10,10) is joined with the next one, but not with others, so that there is no "
      "quotient and no coal(f). The value of coal(A) is right.");
  coalesce.uses = {"colfax.2.2.1.8", "colfax.2.2.4.1", "colfax.3.1.5.25"};
  coalesce.slips = {
      "coal(A) is said to be defined in 2.3.3.1, which defines coalesced layouts; "
      "2.3.3.7 is meant."};
  return {
      example("colfax.1.3.1",
              "Tuples, nested tuples, and (10,) of length 1 beside the integer (10) = 10."),
      example("colfax.1.3.2",
              "Three layouts from shape and stride, and three morphisms from domain, codomain and "
              "map, with 0 for the base point."),
      example("colfax.1.3.3",
              "(2,2,2):(1,2,4) is tractable with the standard representation (2,2,2)--(1,2,3)-->"
              "(2,2,2), (2,2,2):(1,7,4) is not; the layout of ((5,5),8)--(1,3,2)-->(5,8,5)."),
      needs_refinement(
          example("colfax.1.3.4", "A composite B∘A of layouts and one of morphisms."),
          "colfax.2.2.4.1(((4,4),(2,2)), ((4,4),4)) = true",
          "The shape of a composite B∘A refines that of A (2.3.7.1), and by the letter of 2.2.4.1 "
          "((4,4),(2,2)), which is no deeper than ((4,4),4), does not. No layout is the composite "
          "then: the function and condition 2 of 2.3.7.1 leave the printed one alone. The "
          "composite of morphisms is right."),
      std::move(coalesce),
      std::move(complement),
      needs_refinement(
          example("colfax.1.3.7", "A logical division of layouts and one of morphisms."),
          "colfax.2.2.4.1(((4,4),(16,8)), ((4,4),(16,8))) = true",
          "A ⊘ B is the composite A∘(B, B^c), whose shape is that of (B, B^c); by the letter of "
          "2.2.4.1 no shape of positive depth refines itself, and so there is no composite. The "
          "division of morphisms is right."),
      needs_refinement(
          example("colfax.1.3.8", "A logical product of layouts and one of morphisms."),
          "colfax.2.2.4.1((2,2), (2,2)) = true",
          "A ⊗ B has A^c∘B in it, the composite of (2,2):(10,600) and B, which has the shape (2,2) "
          "of B; by the letter of 2.2.4.1 (2,2) does not refine itself, and so there is no "
          "composite. The product of morphisms is right."),
  };
}

}  // namespace layoutcheck::properties
