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
              "comp(((2,2),(2,2)):((8,2),(64,256)), 4096) = (2,2,4,2,8):(1,4,16,128,512); the "
              "complement of (2,2)--(1,3)-->(2,5,2,5) is (5,5)--(2,4)-->(2,5,2,5).");
  complement.slips = {"The last listing returns comp_A; the variable is called comp_f."};
  Statement coalesce = needs_refinement(
      example("colfax.1.3.5",
              "coal(((2,2),(2,2),(5,5)):((1,2),(16,32),(64,640))) = (4,20,5):(1,16,640); "
              "coal(((2,2),(3,3),(5,5)):((1,2),(4,12),(36,180)), ((2,2),9,25)) = "
              "((2,2),9,25):((1,2),4,36); coal of (2,2,10,10) → (2,2,2,10,10) over (1,2,4,5) is "
              "(4,100) → (4,2,100) over (1,3)."),
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
              "(2,2,2), ((2,2),(5,5)) and ((2,2),4,(9,(3,3))) are nested tuples, the first a flat "
              "one; (10,) has length 1, and (10) is the integer 10."),
      example("colfax.1.3.2",
              "The layouts ((4,4),4):((16,1),4), (8,64):(64,1) and 100:2 from shape and stride, "
              "and the morphisms (4,4)--(1,3)-->(4,2,4), (2,2,2,2)--(1,0,4,2)-->(2,2,2,2) and "
              "(16,(4,4),(4,4))--(1,2,0,3,0)-->(16,4,4) from domain, codomain and map, with 0 for "
              "the base point."),
      example("colfax.1.3.3",
              "(2,2,2):(1,2,4) is tractable with the standard representation (2,2,2)--(1,2,3)-->"
              "(2,2,2), (2,2,2):(1,7,4) is not; the layout of ((5,5),8)--(1,3,2)-->(5,8,5)."),
      needs_refinement(
          example("colfax.1.3.4",
                  "(8,64):(64,1) after ((4,4),4):((16,1),4) is ((4,4),(2,2)):((2,64),(256,1)); "
                  "((2,2,2),(2,2,2)) → (2,2,2,2) over (1,0,2,0,3,4) after ((2,2),(2,2)) → "
                  "((2,2,2),(2,2,2)) over (3,2,6,5) lies over (2,0,4,3)."),
          "colfax.2.2.4.1(((4,4),(2,2)), ((4,4),4)) = true",
          "The shape of a composite B∘A refines that of A (2.3.7.1), and by the letter of 2.2.4.1 "
          "((4,4),(2,2)), which is no deeper than ((4,4),4), does not. No layout is the composite "
          "then: the function and condition 2 of 2.3.7.1 leave the printed one alone. The "
          "composite of morphisms is right."),
      std::move(coalesce),
      std::move(complement),
      needs_refinement(
          example("colfax.1.3.7",
                  "(64,32):(32,1) ⊘ (4,4):(1,64) = ((4,4),(16,8)):((32,1),(128,4)); the identity "
                  "of (4,8,4,8) divided by (4,4)--(1,3)-->(4,8,4,8) is "
                  "((4,4),(8,8))--(1,3,2,4)-->(4,8,4,8)."),
          "colfax.2.2.4.1(((4,4),(16,8)), ((4,4),(16,8))) = true",
          "A ⊘ B is the composite A∘(B, B^c), whose shape is that of (B, B^c); by the letter of "
          "2.2.4.1 no shape of positive depth refines itself, and so there is no composite. The "
          "division of morphisms is right."),
      needs_refinement(
          example("colfax.1.3.8",
                  "(3,10,10):(200,1,20) ⊗ (2,2):(1,2) = ((3,10,10),(2,2)):((200,1,20),(10,600)); "
                  "(2,2)--(1,2)-->(2,2,5,5) ⊗ (5,5)--(2,1)-->(5,5) = "
                  "((2,2),(5,5))--(1,2,4,3)-->(2,2,5,5)."),
          "colfax.2.2.4.1((2,2), (2,2)) = true",
          "A ⊗ B has A^c∘B in it, the composite of (2,2):(10,600) and B, which has the shape (2,2) "
          "of B; by the letter of 2.2.4.1 (2,2) does not refine itself, and so there is no "
          "composite. The product of morphisms is right."),
  };
}

}  // namespace layoutcheck::properties
