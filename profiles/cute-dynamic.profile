# The documents are those of CUTLASS, media/docs/cpp/cute; the lines are of include/cute in version 4.2.0. Its own
# documents say nothing of empty tuples.
[profile]
about: CuTe in C++, on run-time integers (CUTLASS 4.2.0)
convention: extended
unsupported: 100
crashes: 1000000
where: rank>=1

[precondition]
operations: coordinate
needs: defined
standing: trusted
source: 01_layout.md: idx2crd and crd2idx take any coordinate within the shape; nothing is said of others, and
  nothing checks

[precondition]
operations: crd2idx, idx2crd, crd2crd, increment, slice_and_offset
needs: defined
standing: trusted
source: 01_layout.md: idx2crd and crd2idx take any coordinate within the shape; nothing is said of others, and nothing
  checks

[precondition]
operations: shape_div
needs: defined
standing: trusted
source: int_tuple.hpp:479: the divisibility condition is enforced, which is so for integers that are known to the compiler

[precondition]
operations: coalesce(layout, shape)
needs: few modes
standing: checked
source: layout.hpp:883, an assertion at compile time

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: 02_layout_algebra.md, by-mode coalesce: the integers of the profile are marks whose values do not matter

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: weakly stride-divisible
standing: trusted
source: 02_layout_algebra.md calls it the stride divisibility condition, checked where it can be; for run-time
  integers the assertion is commented out, layout.hpp:1080

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: shape-divisible
standing: trusted
source: 02_layout_algebra.md, the shape divisibility condition; layout.hpp:1104 is a comment, too

[precondition]
operations: composition
needs: injective
standing: trusted
source: 02_layout_algebra.md, computing composition: that it distributes over the modes of B is said of an injective B,
  and goes without saying from there on

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: injective
standing: trusted
source: layout.hpp:1203 and 1213 assert it at compile time, of static integers

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product
needs: few modes
standing: checked
source: layout.hpp:1150, 1572 and 1666

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide,
  logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
needs: complementable
standing: weak
clauses: ordered, disjoint, reaching, bounded
source: 02_layout_algebra.md, complement: with the layout it reaches size(cotarget), is ordered, and disjoint from the
  layout; its bound is printed with >= for the <= of test/unit/cute/core/complement.cpp, which checks all four. NVlabs/CuTe,
  docs/04_layout_algebra.md: it does not tile where the strides are no divisible chain

[open form]
operations: coalesce
open: coalesced
source: 02_layout_algebra.md: coalesce ignores modes of size static-1, and cannot coalesce run-time ones (computing
  composition, example 3)

[precondition]
operations: right_inverse
needs: longest
standing: weak
source: layout.hpp:1257: layout(result(i)) == i for all i < size(result)

[documented]
operations: elem_less, elem_leq, elem_gtr, elem_geq
says: Elementwise [all] comparison
source: int_tuple.hpp:880

[documented]
operations: size
says: The product of all elements of the `IntTuple`.
source: 01_layout.md, IntTuple

[documented]
operations: cosize
says: M smallest integer such that size(@a sub_layout(c)) < M for all c < size(@a sub_layout)
source: layout.hpp:658

[documented]
operations: composition
says: @post compatible(rhs, result); @post result(c) = lhs(rhs(c)) for all c in the domain of rhs
source: layout.hpp:1022; as in 02_layout_algebra.md, composition

[documented]
operations: complement
says: `R` is *ordered*; `A` and `R` have *disjoint* codomains; The size (and cosize) of `R` is *bounded* by `size(M)`.
source: 02_layout_algebra.md, complement

[documented]
operations: logical_divide
says: in the first mode are all elements pointed to by `B` and in the second mode are all elements not pointed to by
  `B`; composition(layout, make_layout(tiler, complement(tiler, size(layout))))
source: 02_layout_algebra.md, division

[documented]
operations: logical_product
says: the second mode is the layout `B` but with each element replaced by a "unique replication" of layout `A`;
  make_layout(layout, composition(complement(layout, size(layout)*cosize(tiler)), tiler))
source: 02_layout_algebra.md, product

[expected failure]
case: complement((1):(0))
cause: crash, signal 8 (Floating point exception)
operations: complement, logical_divide
reason: a division by 0 in complement
finding: LC-0134

[expected failure]
case: complement((1):(2))
cause: wrong, another size; extent 1
operations: complement, logical_divide, logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: an extent of 1 is taken for a mode
finding: LC-0133

[expected failure]
case: logical_product((1):(0), (1):(0))
cause: crash, signal 8 (Floating point exception)
reason: a division by 0 in complement, of a layout that has none
finding: LC-0134

[expected failure]
case: composition((1,1):(0,0), (1):(0))
cause: crash, signal 8 (Floating point exception)
reason: a stride of 0 is divided by
finding: LC-0134

[expected failure]
case: logical_divide((2,2):(1,2), (3):(1))
cause: wrong, another size
operations: composition, logical_divide
reason: run-time extents are not coalesced, and those that do not divide are rounded
finding: LC-0132

[expected failure]
case: composition((2,2):(1,2), (2):(3))
cause: wrong, another function
reason: run-time extents are not coalesced, and those that do not divide are rounded
finding: LC-0132

[expected failure]
case: logical_divide((4,3):(1,1), (3):(1))
cause: answers the unanswerable
operations: logical_divide, logical_product
reason: that a complement, or a composition with it, does not exist is not noticed
finding: LC-0116

[expected failure]
case: composition((3,2):(1,1), (2,2):(1,2))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001
thread: https://github.com/NVIDIA/cutlass/issues/2955

[expected failure]
case: logical_divide((4294967295,4294967296):(1,1), (2):(1))
cause: wrong, no value
operations: size, cosize, row_major, column_major, complement, composition, logical_divide, logical_product
reason: no documentation: 64 bits wrap around

[expected failure]
case: cosize((4):(6148914691236517205))
cause: wrong, another value
operations: cosize, evenly_divides
reason: no documentation: 64 bits wrap around

[expected failure]
case: coalesce((2,4611686018427388002):(0,0))
cause: wrong, another form; stride 0
reason: no documentation: run-time extents are not coalesced

[expected failure]
case: size((2,4611686018427387904):(1,1))
cause: wrong, overflow unnoticed
operations: all
reason: no documentation: sizes and offsets are computed in 64 bits, and wrap around

[expected failure]
case: logical_product((2):(5), (4):(3))
cause: wrong, another function
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: a stride that divides no extent is let pass
finding: LC-0132

[expected failure]
case: elem_leq((2,0), (0,0))
cause: wrong, another value
operations: elem_leq, elem_geq
reason: elem_leq(t, u) is !elem_less(u, t) (int_tuple.hpp:899), which says that some entry is not greater, and not all
finding: LC-0007

[expected failure]
case: elem_scale((2,2), (4611686018427387904,2))
cause: malformed
operations: elem_scale, round_up, ceil_div, shape_div
reason: no documentation: 64 bits wrap around

[expected failure]
case: complement((2,2):(1,3), 12)
cause: wrong, a complement that fills the gaps and is not reaching
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide
reason: where strides do not divide one another the gaps between them are rounded down, and what is left out after the
  last period reaches the cotarget
finding: LC-0002

[expected failure]
case: complement((2,2):(1,7), 15)
cause: wrong, a complement that fills the gaps and is not bounded
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide
reason: the cotarget is rounded up to whole periods of the layout, the last stride times its extent, and not to its cosize
finding: LC-0002
