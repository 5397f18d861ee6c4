# Documented are the comments of src/layout/cute_layout.h, which the package has, too. The expected failures:
# tools/expected-failures tilelang
[profile]
about: TileLang 0.1.15, tilelang.layout.cute
convention: extended
operations: rank(layout), size, cosize, flatten(shape), flatten(layout), mode(layout, integer), congruent, refines,
  concatenate(layout, ...), apply, column_major, row_major, coalesce(layout), complement(layout, positive integer),
  composition(layout, tiler), composition(layout, layout), logical_divide(layout, tiler),
  logical_product(layout, tiler), tiled_product, blocked_product, right_inverse, left_inverse
where: rank>=1

[precondition]
operations: apply
needs: defined
standing: trusted
source: cute_layout.h, Layout::operator(): a coordinate is mapped; nothing is said of those beyond the shape, and
  nothing checks

[precondition]
operations: composition, logical_divide, logical_product, tiled_product
needs: layout as tiler
standing: not offered
source: tilelang/layout/cute.py: composition(lhs: Layout, rhs: Layout), and so the others

[precondition]
operations: composition, logical_divide, logical_product, tiled_product, blocked_product
needs: weakly stride-divisible
standing: checked
source: cute_layout.cc:1038, a check

[precondition]
operations: composition, logical_divide, logical_product, tiled_product, blocked_product
needs: shape-divisible
standing: checked
source: cute_layout.cc:1050, a check

[precondition]
operations: complement, logical_divide, logical_product, tiled_product, blocked_product
needs: injective
standing: checked
source: cute_layout.cc:1178 and 1187: Non-injective layout detected in complement

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: no documentation that it is the largest

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: no documentation: it is that of an injective layout

[expected failure]
case: complement((2,2):(3,1), 1)
cause: answers the unanswerable
reason: no documentation: the gaps are not looked at where the number is small

[expected failure]
case: tiled_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition of Composition, as in CuTe (CUTLASS #2955)

[expected failure]
case: logical_product((2,2):(1,3), (2):(1))
cause: answers the unanswerable
reason: no documentation: where there is no complement, the gaps are left

[expected failure]
case: composition((2,2):(1,1), (2,2):(1,1))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition of Composition, as in CuTe (CUTLASS #2955)

[expected failure]
case: blocked_product((2,3):(4,1), (2):(1))
cause: answers the unanswerable
reason: no documentation: where there is no complement, the gaps are left

[expected failure]
case: logical_divide((4,3):(1,1), (3):(1))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition of Composition, as in CuTe (CUTLASS #2955)

[expected failure]
case: logical_product((2,2):(10,1), (4):(3))
cause: wrong, another function
reason: no documentation: the complement has a gap at the end of the block, where it has to be 22

[expected failure]
case: logical_divide((4294967296,4294967296):(1,1), (2):(1))
cause: crash, signal 8 (Floating point exception)
reason: sizes are multiplied in 64 bits, and one of 2^64 is 0

[expected failure]
case: logical_divide((2,4611686018427387904):(1,2), (2):(1))
cause: wrong, no value
reason: sizes and offsets are computed in 64 bits, and wrap around

[expected failure]
case: cosize((4,2):(911081929902017009,6490126247148724780))
cause: wrong, no value
reason: sizes and offsets are computed in 64 bits, and wrap around
