# Documented are the comments of cutlass_compiler/cutegen/include/cutegen/layout.hpp of NVIDIA/cutlass at 7107b05; its
# README refers to CuTe's white paper and to the documents of CuTe in C++. An assertion that fails ends the process. The
# expected failures: tools/expected-failures cutegen, with LAYOUTCHECK_CUTLASS.
[profile]
about: cutegen, in CUTLASS's compiler
convention: extended
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, cosize, flatten(shape), flatten(layout),
  mode(layout, integer), congruent, refines, concatenate(layout, ...), coordinate, index, apply, column_major, row_major,
  coalesce(layout), coalesce(layout, shape), complement(layout), complement(layout, positive integer),
  composition(layout, tiler), composition(layout, layout), logical_divide(layout, tiler), zipped_divide, tiled_divide,
  flat_divide, logical_product(layout, tiler), zipped_product, tiled_product, flat_product, blocked_product,
  raked_product, right_inverse, left_inverse, upcast, downcast, recast
where: rank>=1

[precondition]
operations: apply, coordinate, index
needs: defined
standing: trusted
source: by way of CuTe, whose documents take any coordinate within the shape; nothing checks it

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: layout.hpp, coalesce: applied at the terminals of trg_profile, whatever they are

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: weakly stride-divisible
standing: checked
source: layout.hpp:1732, Weak Stride Divisibility Condition

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: shape-divisible
standing: checked
source: layout.hpp:1754, Shape Divisibility Condition

[precondition]
operations: logical_product
needs: layout as tiler
standing: not offered
source: layout.hpp, logical_product: "do not support this operation by-mode and no-op"

[precondition]
operations: zipped_divide, tiled_divide, flat_divide, zipped_product, tiled_product, flat_product
needs: no kept mode
standing: not offered
source: layout.hpp, product_divide: where modes are zipped, one that is left as it is has no pair

[precondition]
operations: blocked_product, raked_product
needs: depth>=1
standing: not offered
source: layout.hpp, blocked_product: block and tiler are zipped mode by mode, and have to be tuples

[precondition]
operations: coalesce(layout, shape), composition, logical_divide, zipped_divide, tiled_divide, flat_divide,
  zipped_product, tiled_product, flat_product
needs: few modes
standing: checked
source: layout.hpp:1831 and 2007, a RHS tile with too many modes

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: complementable
standing: weak
source: by way of CuTe, whose white paper and reference (NVlabs/CuTe, docs/04_layout_algebra.md) guarantee only an ordered
  result that is disjoint from the layout where its strides are no divisible chain

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: injective
standing: checked
source: layout.hpp:3634, complement input layout is non-injective

[expected failure]
case: coordinate(2, 0)
cause: malformed; depth 0
reason: an integer is flat

[expected failure]
case: downcast((1):(0), 1)
cause: answers the unanswerable; extent 1
reason: strides other than 1 are multiplied, as documented, also where none is 1

[expected failure]
case: downcast((2):(0), 1)
cause: answers the unanswerable; stride 0
reason: strides other than 1 are multiplied, as documented, also where none is 1

[expected failure]
case: index(2, (0))
cause: refuses the answerable, cg_error_t
reason: an integer has no coordinate that is a tuple

[expected failure]
case: refines(2, (2))
cause: crash, signal 6 (Aborted): cutegen
reason: no documentation: an integer is asked for its modes

[expected failure]
case: downcast((2):(2), 1)
cause: answers the unanswerable
reason: strides other than 1 are multiplied, as documented, also where none is 1

[expected failure]
case: complement((2,2):(1,1), 1)
cause: wrong, no value
reason: no documentation: with a number, that it is injective is not looked at

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: no documentation that it is the largest

[expected failure]
case: upcast((2):(3), 2)
cause: wrong, another function
reason: strides are rounded up

[expected failure]
case: downcast((2,2):(1,1), 2)
cause: wrong, another size
reason: several modes of stride 1 have the parts, as documented

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: no documentation: that values are taken twice is not looked at

[expected failure]
case: upcast((2,2):(1,1), 2)
cause: answers the unanswerable
reason: no documentation: what lies in several units is divided mode by mode

[expected failure]
case: complement((2,2):(1,3), 1)
cause: answers the unanswerable
reason: a weak complement, as in PyCuTe, of which it is a port

[expected failure]
case: logical_divide((2,2):(1,2), (3):(1))
cause: wrong, another size
reason: the complement is extended mode by mode of A, and elements are lost

[expected failure]
case: logical_product((2,2):(1,3), (2):(1))
cause: answers the unanswerable
reason: the product with a weak complement

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition, as in CuTe (CUTLASS #2955)

[expected failure]
case: composition((3,2):(1,1), (2,2):(1,2))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition, as in CuTe (CUTLASS #2955)
