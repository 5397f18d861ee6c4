# Documented are the comments of src/layout/cute_layout.h, which the package has, too. The expected failures:
# tools/expected-failures tilelang
[profile]
about: TileLang 0.1.15, tilelang.layout.cute
versions: 0.1.12, 0.1.13, 0.1.14, 0.1.15
convention: extended
operations: rank(layout), size, cosize, flatten(shape), flatten(layout), mode(layout, integer), congruent, refines,
  concatenate(layout, ...), apply, column_major, row_major, coalesce(layout), complement(layout, positive integer),
  composition(layout, tiler), composition(layout, layout), logical_divide(layout, tiler),
  logical_product(layout, tiler), tiled_product, blocked_product, right_inverse, left_inverse
crashes: 1000000
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

[precondition]
operations: left_inverse
needs: defined
standing: trusted
source: cute_layout.h:433: "Left-inverse of an injective layout"; of others nothing is promised

[precondition]
operations: right_inverse
needs: longest
standing: weak
source: cute_layout.h:430: layout(result(i)) == i for all i < size(result)

[documented]
operations: size
says: @return Product(layout->shape).
source: cute_layout.h:420

[documented]
operations: cosize
says: @post for all `0 <= i < size(layout)`, layout(i) < result.
source: cute_layout.h:463

[documented]
operations: congruent
says: whether their tree structure matches -- same nesting and same rank at every branch
source: cute_layout.h:327

[documented]
operations: refines
says: `a` and `b` have the same total size, and every coordinate into `a` is also a valid coordinate into `b`
source: cute_layout.h:331

[documented]
operations: coalesce(layout)
says: @return result(i) == layout(i) for all i < size(result); @post depth <= 1
source: cute_layout.h:425

[documented]
operations: left_inverse
says: @return result(layout(i)) == i for all i < size(layout).
source: cute_layout.h:434

[documented]
operations: composition
says: @return result(c) == lhs(rhs(c)) for all c in the domain of rhs; @post size(result) == size(rhs).
source: cute_layout.h:440

[documented]
operations: logical_divide
says: Splits each tiled mode into (tile, rest).
source: cute_layout.h:473

[documented]
operations: logical_product
says: Repeats `block` according to `tiler`, returning `(block, rest)`.
source: cute_layout.h:478

[documented]
operations: tiled_product
says: keep `block` as the first mode and unpack the actual repeated mode of the logical product after it
source: cute_layout.h:482

[documented]
operations: blocked_product
says: repeat `block` over `tiler` and zip the per-mode pairs; @post Rank(result) == max(Rank(block), Rank(tiler)).
source: cute_layout.h:486

[expected failure]
case: complement((2,2):(3,1), 1)
cause: answers the unanswerable
reason: no documentation: the gaps are not looked at where the number is small

[expected failure]
case: tiled_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
operations: composition, logical_divide, tiled_product
reason: modes of B that carry into one another, against the post-condition of Composition, as in CuTe (CUTLASS #2955)
finding: LC-0001

[expected failure]
case: logical_product((2,2):(1,3), (2):(1))
cause: answers the unanswerable
operations: logical_product, blocked_product
reason: no documentation: where there is no complement, the gaps are left

[expected failure]
case: composition((7,2):(1,1), (4):(4))
cause: wrong, another function
operations: composition, logical_divide, logical_product, tiled_product, blocked_product
reason: a stride that does not divide the extent is let pass, against the check in cute_layout.cc:1038
finding: LC-0118

[expected failure]
case: logical_product((2,2):(10,1), (4):(3))
cause: wrong, another function
reason: no documentation: the complement has a gap at the end of the block, where it has to be 22

[expected failure]
case: tiled_product((2):(1), ((2,2)):((1,1)))
cause: wrong form, other modes
reason: no documentation: a tiler of a single mode keeps its brackets

[expected failure]
case: size((2,4611686018427387904):(1,1))
cause: wrong, overflow unnoticed
operations: all
reason: no documentation: sizes and offsets are computed in 64 bits, and wrap around

[expected failure]
case: logical_divide((2):(1), (49):(188232082384791343))
cause: wrong, no value
operations: all
reason: sizes and offsets are computed in 64 bits, and wrap around
finding: LC-0018

[expected failure]
case: logical_divide((4294967296,4294967296):(1,1), (2):(1))
cause: crash, signal 8 (Floating point exception)
operations: all
reason: sizes are multiplied in 64 bits, and one of 2^64 is 0
finding: LC-0018

[expected failure]
case: logical_divide((4,3,9223372036854775807):(2,1,0), (188232082384791343):(588))
cause: wrong, another size; stride 0
operations: all
reason: no documentation: sizes and offsets are computed in 64 bits, and wrap around

[expected failure]
case: tiled_product((2):(9223372036854775807), (2):(2))
cause: refuses the answerable, InternalError
operations: all
reason: no documentation: sizes and offsets are computed in 64 bits, and wrap around
