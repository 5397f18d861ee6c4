# The documents are those of CUTLASS, media/docs/cpp/cute; the lines are of include/cute in version 4.2.0. Its own
# documents say nothing of empty tuples.
[profile]
about: CuTe in C++, static (CUTLASS 4.2.0)
convention: extended
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, flatten(shape), flatten(layout),
  mode(shape, integer), mode(layout, integer), concatenate(layout, ...), congruent, coordinate, index, cosize, apply,
  column_major, row_major, coalesce(layout), coalesce(layout, shape), complement(layout),
  complement(layout, positive integer), composition(layout, tiler), composition(layout, layout),
  logical_divide(layout, tiler), zipped_divide, tiled_divide, flat_divide, logical_product(layout, tiler),
  zipped_product, tiled_product, flat_product, blocked_product, raked_product, right_inverse, max_common_layout,
  max_common_vector, left_inverse, upcast, downcast, recast, product_each, product_like, inner_product, elem_scale,
  shape_div, ceil_div, round_up, compatible, weakly_congruent, evenly_divides, lex_less, lex_leq, lex_gtr, lex_geq,
  colex_less, colex_leq, colex_gtr, colex_geq, elem_less, elem_leq, elem_gtr, elem_geq, crd2idx, idx2crd, crd2crd, group,
  select, take, append, prepend, replace, unflatten, zip, tile_unzip, slice, dice, slice_and_offset, domain_offset,
  inner_partition, outer_partition, local_tile, local_partition, coshape, filter_zeros, nullspace, make_ordered_layout,
  make_layout_like, make_fragment_like, tile_to_shape, layout_tv, get_layoutS_TV, partition_S, get_layoutA_TV,
  get_layoutB_TV, get_layoutC_TV, partition_A, partition_B, partition_C, apply(swizzled layout, nested tuple),
  size(swizzled layout), cosize(swizzled layout), coalesce(swizzled layout), coalesce(swizzled layout, shape),
  composition(swizzled layout, tiler), composition(layout, swizzled layout), logical_divide(swizzled layout, tiler),
  zipped_divide(swizzled layout, tiler), tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler),
  logical_product(swizzled layout, tiler), zipped_product(swizzled layout, tiler),
  tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler), blocked_product(swizzled layout, layout),
  raked_product(swizzled layout, layout), tile_to_shape(swizzled layout, shape),
  tile_to_shape(swizzled layout, shape, nested tuple), right_inverse(swizzled layout), left_inverse(swizzled layout),
  max_common_vector(swizzled layout, layout), max_common_vector(swizzled layout, swizzled layout),
  upcast(swizzled layout, positive integer), downcast(swizzled layout, positive integer),
  recast(swizzled layout, positive integer, positive integer), slice(coordinate, swizzled layout),
  local_tile(swizzled layout, tiler, coordinate), inner_partition(swizzled layout, tiler, coordinate),
  outer_partition(swizzled layout, tiler, coordinate), local_partition(swizzled layout, layout, integer),
  partition_S(swizzled layout, tiler, layout, integer),
  partition_A(swizzled layout, layout, layout, flat shape, tiler, integer),
  partition_B(swizzled layout, layout, layout, flat shape, tiler, integer),
  partition_C(swizzled layout, layout, layout, flat shape, tiler, integer)
where: rank>=1

[precondition]
operations: coordinate, index
needs: defined
standing: trusted
source: 01_layout.md: idx2crd and crd2idx take any coordinate within the shape; nothing is said of others, and
  nothing checks

[precondition]
operations: crd2idx, idx2crd, crd2crd, slice_and_offset, domain_offset, inner_partition, outer_partition, local_tile,
  local_partition
needs: defined
standing: trusted
source: 01_layout.md: idx2crd and crd2idx take any coordinate within the shape; nothing is said of others, and nothing
  checks. Where a division has no complement, see there

[precondition]
operations: replace, zip
needs: defined
standing: trusted
source: tuple_algorithms.hpp:653 and 942: mode N is replaced, and ((a,b,...),(x,y,...),...) is zipped; nothing is said
  of other tuples

[precondition]
operations: take
needs: defined
standing: trusted
source: tuple_algorithms.hpp:486: the elements in the range [B,E); nothing is said of a range beyond them

[precondition]
operations: tile_to_shape
needs: defined
standing: own meaning
source: layout.hpp:1802, a blocked product: a complement is documented where there is none to tile with

[precondition]
operations: inner_partition, outer_partition, local_tile, local_partition
needs: weakly stride-divisible
standing: checked
source: layout.hpp:1077, as for zipped_divide

[precondition]
operations: inner_partition, outer_partition, local_tile, local_partition
needs: shape-divisible
standing: checked
source: layout.hpp:1101, as for zipped_divide

[precondition]
operations: inner_partition, outer_partition, local_tile, local_partition
needs: injective
standing: checked
source: layout.hpp:1203 and 1213, an assertion in complement

[precondition]
operations: inner_partition, outer_partition, local_tile
needs: no kept mode
standing: not offered
source: as for zipped_divide

[precondition]
operations: coalesce(layout, shape), coalesce(swizzled layout, shape)
needs: few modes
standing: checked
source: layout.hpp:883, an assertion at compile time

[precondition]
operations: coalesce(layout, shape), coalesce(swizzled layout, shape)
needs: defined
standing: own meaning
source: 02_layout_algebra.md, by-mode coalesce: the integers of the profile are marks whose values do not matter

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: weakly stride-divisible
standing: checked
source: 02_layout_algebra.md calls it the stride divisibility condition, checked where it can be; layout.hpp:1077
  asserts this form of it, and calls it weak

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: shape-divisible
standing: checked
source: 02_layout_algebra.md, the shape divisibility condition; layout.hpp:1101

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
standing: checked
source: layout.hpp:1203 and 1213, an assertion in complement

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product
needs: few modes
standing: checked
source: layout.hpp:1150, 1572 and 1666

[precondition]
operations: upcast
needs: unit-divisible
standing: checked
source: layout.hpp:1816, an assertion at compile time

[precondition]
operations: zipped_divide, tiled_divide, flat_divide, zipped_product, tiled_product, flat_product
needs: no kept mode
standing: not offered
source: 02_layout_algebra.md, composition tilers: a tiler is a layout, a tuple of tilers or a shape; where _ is taken
  all the same, layout.hpp:1616, its mode is taken for a pair, and one that is none does not compile

[precondition]
operations: blocked_product, raked_product, layout_tv
needs: depth>=1
standing: not offered
source: layout.hpp:1733, block and tiler are zipped mode by mode; an integer beside a tuple does not compile

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide,
  logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
needs: complementable
standing: weak
clauses: ordered, disjoint, reaching, bounded
source: 02_layout_algebra.md, complement: with the layout it reaches size(cotarget), is ordered, and disjoint from the
  layout; its bound is printed with >= for the <= of test/unit/cute/core/complement.cpp, which checks all four. NVlabs/CuTe,
  docs/04_layout_algebra.md: it does not tile where the strides are no divisible chain

[precondition]
operations: logical_divide(swizzled layout, tiler), zipped_divide(swizzled layout, tiler),
  tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler), logical_product(swizzled layout, tiler),
  zipped_product(swizzled layout, tiler), tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler),
  blocked_product(swizzled layout, layout), raked_product(swizzled layout, layout)
needs: complementable
standing: own meaning
source: layout_composed.hpp, logical_divide to raked_product: that of the layout within, whose complement is documented
  where there is none to tile with

[precondition]
operations: upcast
needs: defined
standing: own meaning
source: layout.hpp:1803: each mode of stride 1 has its size divided, whatever the others are

[precondition]
operations: recast
needs: adjacent
standing: checked
source: layout.hpp:1862: "Downcast requires adjacent elements"

[precondition]
operations: recast
needs: whole scale
standing: own meaning
source: layout.hpp:1887: a downcast of an upcast; nothing is said of it

[precondition]
operations: right_inverse
needs: longest
standing: weak
source: layout.hpp:1257: layout(result(i)) == i for all i < size(result)

[documented]
operations: rank
says: A single integer has rank 1, and a tuple has rank `tuple_size`.
source: 01_layout.md, IntTuple

[documented]
operations: depth
says: A single integer has depth 0, a tuple of integers has depth 1, a tuple that contains a tuple of integers has depth
  2, etc.
source: 01_layout.md, IntTuple

[documented]
operations: size
says: The product of all elements of the `IntTuple`.
source: 01_layout.md, IntTuple

[documented]
operations: cosize
says: M smallest integer such that size(@a sub_layout(c)) < M for all c < size(@a sub_layout)
source: layout.hpp:658

[documented]
operations: coordinate
says: It will take any coordinate within the shape and compute the equivalent natural coordinate for that shape.
source: 01_layout.md, coordinate mapping

[documented]
operations: index, apply
says: It will take any coordinate within the shape, compute the equivalent natural coordinate for that shape (if it is
  not already), and compute the inner product with the strides.
source: 01_layout.md, index mapping

[documented]
operations: column_major
says: an exclusive prefix product of the `Shape` from left to right, without regard to the `Shape`'s hierarchy
source: 01_layout.md, constructing a layout

[documented]
operations: row_major
says: an exclusive prefix product of the `Shape` from right to left, without regard to the `Shape`'s hierarchy
source: 01_layout.md, constructing a layout

[documented]
operations: coalesce(layout)
says: @post size(@a result) == size(@a layout); @post depth(@a result) <= 1; @post for all i, 0 <= i < size(@a layout),
  @a layout(i) == @a result(i)
source: layout.hpp:861

[documented]
operations: coalesce(layout, shape)
says: Apply coalesce at the terminals of trg_profile
source: layout.hpp:876

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
operations: zipped_divide
says: each operation will apply `logical_divide`, but potentially rearrange the modes into more convenient forms
source: 02_layout_algebra.md, zipped, tiled, flat divides

[documented]
operations: tiled_divide, tiled_product
says: Same as zipped_divide, but unpacks the second mode: ((BLK_A,BLK_B,...),a,b,...,x,y)
source: layout.hpp:1616 and 1693; as in 02_layout_algebra.md, zipped, tiled, flat divides

[documented]
operations: flat_divide, flat_product
says: Same as zipped_divide, but unpacks both modes: (BLK_A,BLK_B,...,a,b,...,x,y)
source: layout.hpp:1630 and 1707; as in 02_layout_algebra.md, zipped, tiled, flat divides

[documented]
operations: logical_product
says: the second mode is the layout `B` but with each element replaced by a "unique replication" of layout `A`;
  make_layout(layout, composition(complement(layout, size(layout)*cosize(tiler)), tiler))
source: 02_layout_algebra.md, product

[documented]
operations: zipped_product
says: simply rearrange the modes that result from a by-mode `logical_product`
source: 02_layout_algebra.md, zipped and tiled products

[documented]
operations: blocked_product, raked_product
says: rank-sensitive transformations on top of 1-D `logical_product`; `A` is always compatible with mode-0 of the result
  and `B` is always compatible with mode-1 of the result
source: 02_layout_algebra.md, blocked and raked products

[documented]
operations: left_inverse
says: @a layout(@a result(@a layout(i))) == @a layout(i) for all i < size(@a layout)
source: layout.hpp:1316

[documented]
operations: max_common_layout, max_common_vector
says: the maximum number of contiguous elements that logically correspond in the layouts of @a a and @a b
source: layout.hpp:1374 and 1400

[documented]
operations: shape_div
says: Case Tuple Tuple: Perform shape_div element-wise; Case Tuple Int: Fold the division of b across each element of a;
  Case Int Tuple: Return shape_div(a, product(b)); Case Int Int: Enforce the divisibility condition a % b == 0 || b % a
  == 0 when possible
source: int_tuple.hpp:371

[documented]
operations: weakly_congruent
says: Test if two IntTuple have the similar profiles up to Shape A
source: int_tuple.hpp:450

[documented]
operations: compatible
says: the size of A and B are the same, and any coordinate into A can also be used as a coordinate into B
source: int_tuple.hpp:479

[documented]
operations: elem_less, elem_leq, elem_gtr, elem_geq
says: Elementwise [all] comparison
source: int_tuple.hpp:880

[documented]
operations: crd2idx, idx2crd
says: maps a coordinate within Shape to an index via a colexicographical enumeration of coordinates in Shape, and splits
  an index into a coordinate within Shape
source: stride.hpp:145 and 218

[documented]
operations: slice, dice
says: Slice keeps only the elements of Tuple B that are paired with an Underscore; Dice keeps only the elements of Tuple
  B that are paired with an Int
source: underscore.hpp:95 and 138

[documented]
operations: make_ordered_layout
says: Make a compact layout with shape @a shape and strides following the order induced by @a order.
source: layout.hpp:415

[documented]
operations: make_layout_like
says: Make a compact layout with the same shape as @a layout and strides following the order induced by @a
  layout.stride(). Static-0 strides in the input @a layout are preserved in the output.
source: layout.hpp:430

[documented]
operations: make_fragment_like
says: Make a compact layout with the same shape as @a layout and strides following the order induced by @a
  layout.stride(), except mode-0 is always stride-1 and generated column-major. [...] this generates the 0th mode with
  LayoutLeft (preserving stride-0s) regardless of the reference layout
source: layout.hpp:447

[documented]
operations: tile_to_shape
says: @post compatible(@a trg_shape, shape(@a result))
source: layout.hpp:1773

[precondition]
operations: layout_tv, get_layoutS_TV, partition_S
needs: defined
standing: trusted
source: copy_atom.hpp:208 to 253 and 495 to 497 say which threads and values there are, and nothing of layouts that
  leave some out or have some twice, nor of modes that the tile does not divide; nothing checks

[precondition]
operations: get_layoutA_TV, get_layoutB_TV, get_layoutC_TV, partition_A, partition_B, partition_C
needs: defined
standing: trusted
source: mma_atom.hpp:238 to 248 and its kin say what is where, and nothing of atoms that have no such element or of
  permutations that are none; that the tile divides the modes is not checked

[documented]
operations: get_layoutC_TV
says: (thr_idx,val) -> (M,N)
source: mma_atom.hpp:409

[open form]
operations: slice(coordinate, swizzled layout), local_tile(swizzled layout, tiler, coordinate),
  inner_partition(swizzled layout, tiler, coordinate), outer_partition(swizzled layout, tiler, coordinate),
  local_partition(swizzled layout, layout, integer), partition_S(swizzled layout, tiler, layout, integer),
  partition_A(swizzled layout, layout, layout, flat shape, tiler, integer),
  partition_B(swizzled layout, layout, layout, flat shape, tiler, integer),
  partition_C(swizzled layout, layout, layout, flat shape, tiler, integer)
open: modes
source: swizzle_layout.hpp:48: "attempts to decay itself to a normal-layout with dynamic or static strides when certain
  slicing conditions are met"

[documented]
operations: cosize(swizzled layout)
says: Return the codomain size of a Swizzled ComposedLayout
source: swizzle_layout.hpp:168

[documented]
operations: nullspace
says: @post @a layout(@a result(i)) == 0 for all i < size(@a result); @post size(@a result) == size(@a layout) /
  size(filter(@a layout))
source: layout.hpp:1477

[documented]
operations: inner_partition, local_tile
says: you get everything that's inside the Tiler
source: tensor_impl.hpp:976

[documented]
operations: outer_partition, local_partition
says: you get everything that's outside the Tiler
source: tensor_impl.hpp:1003

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: whether some value is taken twice is not looked at
finding: LC-0115

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed
finding: LC-0116

[expected failure]
case: composition((3,2):(1,1), (2,2):(1,2))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001
thread: https://github.com/NVIDIA/cutlass/issues/2955

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0117

[expected failure]
case: logical_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0117

[expected failure]
case: elem_leq((0,0), (0))
cause: wrong, another value
operations: elem_leq, elem_geq
reason: elem_leq(t, u) is !elem_less(u, t) (int_tuple.hpp:899), which says that some entry is not greater, and not all
finding: LC-0007

[expected failure]
case: make_ordered_layout((2,2), (0,0))
cause: wrong, another function
operations: make_ordered_layout, make_layout_like
reason: entries of the same order get the same stride (stride.hpp:419), so that the layout is not compact
finding: LC-0005

[expected failure]
case: tile_to_shape((2):(1), (4,2), (2,2))
cause: wrong, another function
operations: tile_to_shape
reason: blocks of the same order get the same stride, as in make_ordered_layout, which orders them
finding: LC-0005

[expected failure]
case: make_fragment_like((2,2,2):(1,2,2))
cause: wrong, another function
reason: entries of the same order get the same stride (stride.hpp:419), so that the layout is not compact
finding: LC-0006

[expected failure]
case: make_fragment_like((2):(0))
cause: wrong, another function; stride 0
reason: of rank 1 it is the column-major layout, where the strides of 0 of mode 0 do not stay
finding: LC-0110

[expected failure]
case: make_fragment_like((2,2):(1,1))
cause: wrong form, other modes
reason: of rank 2 mode 1 is a tuple of what it was, (2,(2)), since repeat<1>(_) is _ in tiled_product (layout.hpp:1698)
finding: LC-0111

[expected failure]
case: make_fragment_like((1,1):(0,0))
cause: wrong form, other modes; extent 1
reason: of rank 2 mode 1 is a tuple of what it was, (2,(2)), since repeat<1>(_) is _ in tiled_product (layout.hpp:1698)
finding: LC-0111

[expected failure]
case: tile_to_shape((2):(1), ((3,2)))
cause: wrong form, other modes; nested
reason: the shape is taken by the sizes of its modes, whose nesting the result does not have
finding: LC-0112

[expected failure]
case: tile_to_shape((1):(0), ((1)))
cause: wrong form, other modes; extent 1, nested
reason: the shape is taken by the sizes of its modes, whose nesting the result does not have
finding: LC-0112

[expected failure]
case: flat_divide((2):(0), ((2,2)):((0,0)))
cause: wrong form, other modes; nested
operations: tiled_divide, flat_divide, tiled_product, flat_product
reason: a mode of one mode is not unpacked, since repeat<1>(_) is _ (layout.hpp:1627, 1642, 1704 and 1719)
finding: LC-0113

[expected failure]
case: flat_product((1):(0), <(1,1):(1,1)>)
cause: wrong form, other modes; extent 1
operations: tiled_divide, flat_divide, tiled_product, flat_product
reason: a mode of one mode is not unpacked, since repeat<1>(_) is _ (layout.hpp:1627, 1642, 1704 and 1719)
finding: LC-0113

[expected failure]
case: shape_div(2, (3048433836,3048433836))
cause: refuses the answerable, overflow
operations: all
reason: no documentation: a constant that does not fit in 64 bits is none, and the answer has run-time integers

[expected failure]
case: get_layoutC_TV((1,1):(0,0), (1,1,2,2):(0,0,1,2), (1,1,1), <>)
cause: wrong, another function
operations: get_layoutC_TV
reason: the threads of C are (V,M,N), so that those that differ in K alone are taken beyond the tile
finding: LC-0114
thread: https://github.com/NVIDIA/cutlass/issues/3612

[expected failure]
case: partition_S((4,2):(1,1), (4):(1), (2,2):(1,1), 0)
cause: refuses the answerable, CompileError
operations: partition_S
reason: no documentation: a layout as the tile of a tensor with more modes does not compile

[expected failure]
case: get_layoutB_TV((1,1):(11,1), (1,1,1,1):(1,1,1,1), (1,2,3), <(2,(2)):(1,(2)),4,6:1>)
cause: refuses the answerable, CompileError
operations: get_layoutS_TV, get_layoutA_TV, get_layoutB_TV, get_layoutC_TV, partition_S, partition_A, partition_B,
  partition_C
reason: no documentation: the strides of extents of 1 are to divide, too, where it composes

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

[expected failure]
case: left_inverse((2,2):(1,2147483648))
cause: refuses the answerable, CompileError
operations: left_inverse
reason: no documentation: strides are sorted as numbers of 32 bits (int_tuple.hpp:609), so that one from 2^31 on comes
  first, and what it is to divide by is another

[expected failure]
case: cosize(Sw<1,0,1> o 0 o (2):(2))
cause: wrong, another value
operations: cosize(swizzled layout)
reason: it is the cosize of the layout within: neither the swizzle nor the offset is heeded
finding: LC-0156

[expected failure]
case: slice(<_,1>, Sw<1,1,2> o 0 o (2,2):(4,4))
cause: wrong, another function
operations: slice(coordinate, swizzled layout), local_tile(swizzled layout, tiler, coordinate),
  inner_partition(swizzled layout, tiler, coordinate), outer_partition(swizzled layout, tiler, coordinate),
  local_partition(swizzled layout, layout, integer), partition_S(swizzled layout, tiler, layout, integer),
  partition_A(swizzled layout, layout, layout, flat shape, tiler, integer),
  partition_B(swizzled layout, layout, layout, flat shape, tiler, integer),
  partition_C(swizzled layout, layout, layout, flat shape, tiler, integer)
reason: carries are not seen: what is sliced off is added to the offset by XOR (swizzle_layout.hpp:259), and the bits
  that vary are those of the last coordinate
finding: LC-0157

[expected failure]
case: max_common_vector(Sw<0,0,0> o 0 o (2):(1), (2):(1))
cause: wrong, another value
operations: max_common_vector(swizzled layout, layout), max_common_vector(swizzled layout, swizzled layout)
reason: no documentation: of a swizzled layout no more than the offsets below the base of the swizzle are counted, or,
  where both have the same swizzle, what the layouts within have, whatever the offsets

[expected failure]
case: max_common_vector(Sw<2,0,-2> o 3 o (3,4):(4,1), (4,4):(1,4))
cause: refuses the answerable, CompileError
operations: max_common_vector(swizzled layout, layout), max_common_vector(swizzled layout, swizzled layout)
reason: no documentation: the composition with a right inverse is refused, though what is common to both is a part of it

[expected failure]
case: slice(0, Sw<1,0,2> o 1 o (2,4):(4,1))
cause: refuses the answerable, CompileError
operations: slice(coordinate, swizzled layout)
reason: no documentation: a slice at a whole coordinate makes a layout of no modes, which does not compile

[expected failure]
case: composition(2:1, Sw<1,0,1> o 1 o (2):(1))
cause: refuses the answerable, CompileError
operations: composition(layout, swizzled layout)
reason: no documentation: an offset is refused

[expected failure]
case: left_inverse(Sw<2,3,2> o 0 o (2,4):(32,1))
cause: wrong, another value
operations: left_inverse(swizzled layout), right_inverse(swizzled layout)
reason: documented in the code (swizzle_layout.hpp:338): the inverse is composed with the swizzle, which works in simple
  cases; here a bit that the swizzle reads is beyond the domain of the inverse

[expected failure]
case: right_inverse(Sw<1,0,-1> o 0 o (3,2):(2,1))
cause: refuses the answerable, CompileError
operations: left_inverse(swizzled layout), right_inverse(swizzled layout)
reason: documented in the code (swizzle_layout.hpp:338): the inverse is composed with the swizzle, which works in simple
  cases
