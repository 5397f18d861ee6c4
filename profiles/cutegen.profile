# Documented are the comments of cutlass_compiler/cutegen/include/cutegen/layout.hpp of NVIDIA/cutlass at 7107b05,
# and the documents of the dialect whose algebra it computes, media/docs/cutlass_compiler; its README refers to CuTe's
# white paper and to the documents of CuTe in C++. An assertion that fails ends the process. The
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
crashes: 1000000
where: rank>=1

[precondition]
operations: recast
needs: number<=2147483647
standing: not offered
source: layout.hpp:966: the widths are of type int

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
clauses: ordered, disjoint
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.complement: "though ``(L, L*)`` is not always fully
  surjective"; the result is strictly ordered, and disjoint from the layout

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: injective
standing: checked
source: layout.hpp:3634, complement input layout is non-injective

[precondition]
operations: upcast
needs: unit-divisible
standing: own meaning
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.recast_layout: "ceiling division otherwise"

[precondition]
operations: upcast, downcast
needs: defined
standing: own meaning
source: layout.hpp:943 and 954: the size of each mode of stride 1 is divided or multiplied, and all other strides are,
  whatever they are

[precondition]
operations: recast
needs: defined
standing: own meaning
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.recast_layout: the stride-1 leaf's extent is divided or
  multiplied, and all other strides are, whatever they are, with ceiling division

[precondition]
operations: recast
needs: whole scale
standing: own meaning
source: cute_dialect.rst, cute.recast_layout: an upcast, then a downcast

[documented]
operations: coordinate
says: Converts a linear index to a coordinate within a shape using compact column-major stride.
source: layout.hpp:212

[documented]
operations: index
says: `c_0 + c_1*s_0 + c_2*s_0*s_1 + ... + c_{n-1}*s_0*...*s_{n-2}`
source: layout.hpp:239

[documented]
operations: cosize
says: `cosize(l) = l(size(l)-1)+1`
source: layout.hpp:627

[documented]
operations: congruent
says: Checks if two tuples have identical profiles.
source: rec_var.hpp:780

[documented]
operations: refines
says: Returns true if the arguments are compatible; 1.) prod(A) == prod(B); 2.) If A is a tuple, then for all 0 <=i <
  rank(A), A[i] is compatible with B[i].
source: rec_var.hpp:788

[documented]
operations: coalesce(layout)
says: @post for all i, 0 <= i < size(@a layout), @a layout(i) == @a result(i)
source: layout.hpp:665

[documented]
operations: complement
says: The result's image is strictly ordered; The result's image is disjoint from ``$input``'s image.
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.complement, which cutegen computes

[documented]
operations: composition
says: the functional composition ``lhs ∘ rhs`` that maps a coordinate ``c`` in the domain of ``rhs`` as ``lhs(rhs(c))``
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.composition

[documented]
operations: right_inverse
says: ``$input ∘ R`` is the identity on ``$input``'s codomain
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.right_inverse

[documented]
operations: left_inverse
says: non-injective layouts have no left inverse and the operation will fail to infer a return type
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.left_inverse

[documented]
operations: logical_divide
says: ``A ⊘ B := A ∘ (B, B*)``, where ``B*`` is the complement of ``B`` taken up to ``size(A)``; ``size($result) ==
  size($input)``
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.logical_divide

[documented]
operations: zipped_divide, tiled_divide, flat_divide
says: Same input + tiler ↔ same indices, different mode grouping; ``size($result) == size($input)``
source: media/docs/cutlass_compiler/cute_concepts/02_layout_algebra/products_and_divides.rst; cute_dialect.rst beside it

[documented]
operations: logical_product
says: ``A ⊗ B := (A, A* ∘ B)``, where ``A*`` is the complement of ``A`` taken up to ``size(A) * cosize(B)``; mode-1
  walks each tile to a unique position in the codomain so the tiles do not overlap
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.logical_product

[documented]
operations: zipped_product, tiled_product, flat_product, blocked_product, raked_product
says: these all share the same underlying construction and differ only in mode order/grouping; ``size($result) ==
  size($input) * size($tiler)``
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.logical_product, and the same of the others

[expected failure]
case: refines(2, (2))
cause: crash, signal 6 (Aborted): cutegen
reason: no documentation: an integer is asked for its modes

[expected failure]
case: complement((2,2):(1,1), 1)
cause: wrong, no value
reason: no documentation: with a number, that it is injective is not looked at

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: no documentation that it is the largest

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: that values are taken twice is not looked at
finding: LC-0115

[expected failure]
case: logical_divide((2,2):(1,2), (3):(1))
cause: wrong, another size
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: the complement is extended mode by mode of A, and elements are lost
finding: LC-0010

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide
reason: modes of B that carry into one another, against the post-condition, as in CuTe (CUTLASS #2955)
finding: LC-0001

[expected failure]
case: flat_divide(((2,4)):((1,1)), <_>)
cause: wrong form, other modes; nested, tiler by mode
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: no documentation: under _ a mode of two modes is taken for a pair of tile and rest

[expected failure]
case: flat_product(2:5, (1,2):(6,3))
cause: refuses the answerable, cg_error_t
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: no documentation: modes of extent 1 are held to the divisibility conditions, too

[expected failure]
case: zipped_product(((2,2)):((2,3)), <_>)
cause: wrong form, other modes; nested, tiler by mode
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: no documentation: under _ a mode of two modes is taken for a pair of tile and rest

[expected failure]
case: blocked_product((2):(7), (6):(3))
cause: answers the unanswerable
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001

[expected failure]
case: flat_divide((3,2,2):(4,12,7), 2)
cause: refuses the answerable, cg_error_t
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: no documentation: modes of extent 1 are held to the divisibility conditions, too

[expected failure]
case: flat_product(((2,2),2):((2,1),1), <_,(2):(1)>)
cause: wrong, another function; nested, tiler by mode
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: no documentation: under _ a mode of two modes is taken for a pair of tile and rest

[expected failure]
case: flat_product((2):(7), (4):(4))
cause: wrong, another function
operations: composition, logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: a stride that divides no extent is let pass
finding: LC-0118

[expected failure]
case: tiled_divide((7,(8,6)):(11,(1,21)), <2,_>)
cause: wrong, another function; nested, tiler by mode
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: no documentation: under _ a mode of two modes is taken for a pair of tile and rest

[expected failure]
case: tiled_product((2,2):(1,9), (2,2):(2,3))
cause: wrong, not even the weak post-condition
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001

[expected failure]
case: composition((2):(3506829753435555792), <(1):(3)>)
cause: refuses the answerable, cg_error_t
reason: no documentation: the offset of a mode of extent 1 is computed in 64 bits, and overflows

[expected failure]
case: cosize((2,9223372036854775807,2,3):(1,0,2,0))
cause: refuses the answerable, cg_error_t
reason: no documentation: the size is computed in 64 bits, and overflows

[expected failure]
case: complement((3):(3074457345618258603), 1)
cause: refuses the answerable, cg_error_t
reason: no documentation: the last stride times its extent is computed in 64 bits, and overflows

[expected failure]
case: index((4611686018427387904,2,2), (0,0,0))
cause: refuses the answerable, cg_error_t
reason: no documentation: the size is computed in 64 bits, and overflows

[expected failure]
case: zipped_divide((5,2):(1,3), (2,2):(10,3))
cause: wrong, not even the weak post-condition
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: modes of B that carry into one another, against the post-condition, as in CuTe (CUTLASS #2955)
finding: LC-0001

[expected failure]
case: raked_product((2,2):(2,1), ((2,2)):((1152921504606846976,2305843009213693952)))
cause: wrong, overflow unnoticed; nested
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: no documentation: modes are merged where the stride of one would not fit in 64 bits

[expected failure]
case: upcast((2):(9223372036854775806), 2147483647)
cause: refuses the answerable, cg_error_t
operations: upcast, recast
reason: no documentation: a ceiling adds before it divides, and refuses what passes 2^63

[expected failure]
case: upcast((2):(2147483647), 9223372036854775806)
cause: wrong, no value
operations: upcast, recast
reason: documented: a ceiling adds before it divides, and passes 2^63: "this function does not guard against overflow" (cg_int.hpp, ceil_div)
