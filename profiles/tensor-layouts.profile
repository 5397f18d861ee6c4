# The lines are of tensor_layouts/layouts/algebra.py. Nothing is documented of an index beyond the shape in idx2crd and
# crd2flat, nor of the layouts that have a complement. Its blocked_product is not asked: it is documented as another
# function, with the strides (A_stride[i], B_stride[i] * cosize(A)), line 2752. Its shape_div divides by integers alone, and
# three of four questions divide by tuples.
[profile]
about: tensor-layouts 0.3.2
versions: 0.1.0, 0.1.1, 0.2.0, 0.2.1, 0.3.0, 0.3.1, 0.3.2
convention: squeezed
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, flatten(shape), flatten(layout),
  mode(shape, integer), mode(layout, integer), concatenate(layout, ...), flat_concatenate(flat shape, ...),
  flat_concatenate(flat layout, ...), congruent, coordinate, index, cosize, apply, column_major, row_major,
  squeeze(flat layout), filter, sort(flat layout), coalesce(layout), coalesce(layout, shape), complement(layout),
  complement(layout, positive integer), composition(layout, tiler), composition(layout, layout),
  logical_divide(layout, tiler), zipped_divide, tiled_divide, flat_divide, logical_product(layout, tiler),
  zipped_product, tiled_product, flat_product, raked_product, right_inverse, max_common_layout, max_common_vector,
  left_inverse, upcast, downcast, product_each, inner_product, elem_scale, shape_div, compatible, weakly_congruent,
  crd2idx(nested tuple, shape), idx2crd, crd2crd, append(layout, layout), prepend(layout, layout),
  replace(layout, integer, layout), group(layout, integer, integer), unflatten, dice, slice_and_offset, nullspace,
  apply(swizzled layout, nested tuple), size(swizzled layout), cosize(swizzled layout), coalesce(swizzled layout),
  coalesce(swizzled layout, shape), composition(swizzled layout, tiler), logical_divide(swizzled layout, tiler),
  zipped_divide(swizzled layout, tiler), tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler),
  logical_product(swizzled layout, tiler), zipped_product(swizzled layout, tiler),
  tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler), raked_product(swizzled layout, layout),
  max_common_vector(swizzled layout, layout), max_common_vector(swizzled layout, swizzled layout),
  slice(coordinate, swizzled layout)
where: rank>=1
unsupported: 80

[precondition]
operations: crd2idx, idx2crd, crd2crd, slice_and_offset
needs: defined
standing: trusted
source: nothing is documented of a coordinate that is beyond the shape or does not fit

[precondition]
operations: coalesce(layout, shape), coalesce(swizzled layout, shape)
needs: defined
standing: own meaning
source: coalesce, line 467, and _coalesce_by_mode: the entries of the profile say how many elements each part of the
  flattened layout has

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  raked_product
needs: stride-divisible
standing: checked
source: line 1784; a stride that does not divide is let through where all of B fits into one mode

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  raked_product
needs: shape-divisible
standing: checked
source: line 1805

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product
needs: few modes
standing: checked
source: lines 2086, 2196, 2238, 2553 and 2612

[precondition]
operations: logical_divide(swizzled layout, tiler), zipped_divide(swizzled layout, tiler),
  tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler), logical_product(swizzled layout, tiler),
  zipped_product(swizzled layout, tiler), tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler),
  raked_product(swizzled layout, layout)
needs: complementable
standing: own meaning
source: as of layouts; nothing is documented of those that have no complement

[precondition]
operations: cosize(swizzled layout), slice(coordinate, swizzled layout)
needs: size<=1048576
standing: trusted
source: cosize, line 127: "must enumerate the full domain"; slice_and_offset does so, too

[precondition]
operations: upcast, downcast
needs: defined
standing: own meaning
source: upcast and downcast: the size of the mode of stride 1 is divided or multiplied, and all strides, or all others;
  nothing is said of a layout without such a mode

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide
needs: no kept mode
standing: not offered
source: lines 2024 and 2136: a tiler is a layout, a tuple of tilers or a shape; an integer, a tuple of integers or a
  layout

[precondition]
operations: zipped_divide, tiled_divide, flat_divide
needs: no integer as tiler
standing: own meaning
source: line 2136, zipped_divide: "An integer: simple 1D tile size (uses mode-by-mode division)"

[documented]
operations: coordinate, index
says: Convert a hierarchical coordinate to a flat 1D index (inverse of idx2crd).
source: line 1268, crd2flat

[documented]
operations: cosize
says: max(L(i) for i in [0, size(L))) + 1
source: line 121, cosize

[documented]
operations: depth
says: tuple has depth 1 + max depth of its elements
source: line 199, depth

[documented]
operations: coalesce(layout)
says: Returns a new Layout where contiguous dimensions are merged.
source: line 468, coalesce

[documented]
operations: coalesce(layout, shape)
says: When provided, coalescing happens within each mode independently, preserving the hierarchical structure defined by
  the profile.
source: line 472, coalesce

[documented]
operations: complement
says: Together, Layout(L, complement(L)) covers every offset exactly once.
source: line 618, complement

[documented]
operations: composition
says: compose(A, B) produces a layout C where C(i) = A(B(i)); The resulting layout has B's shape; compose(A, (B0, B1,
  ...)) = Layout(compose(mode(A,0), B0), compose(mode(A,1), B1), ...)
source: line 2010, compose

[documented]
operations: logical_divide
says: logical_divide(A, B) = compose(A, Layout(B, complement(B, shape(coalesce(A))))); The result has the structure:
  (Tile, Rest); For tuple tilers, each top-level mode is divided independently
source: line 2114, logical_divide

[documented]
operations: zipped_divide
says: Divide a layout and zip the tile/rest modes together; Mode 0: all tile shapes zipped together; Mode 1: all rest
  shapes and undivided modes zipped together
source: line 2364, zipped_divide

[documented]
operations: tiled_divide
says: Divide a layout into tiles and tile indices; Mode 0: all tile shapes grouped together; Modes 1+: individual rest
  shapes and undivided modes (flat)
source: line 2407, tiled_divide

[documented]
operations: flat_divide
says: Divide a layout and flatten all modes; Result structure: (TileM, TileN, RestM, RestN, L, ...)
source: line 2433, flat_divide

[documented]
operations: logical_product
says: logical_product(A, B) = Layout(A, compose(complement(A, size(A)*cosize(B)), B))
source: line 2586, logical_product

[documented]
operations: zipped_product
says: Apply logical_product hierarchically and gather split modes into two modes.
source: line 2479, zipped_product

[documented]
operations: tiled_product
says: Apply logical_product hierarchically and flatten the second mode.
source: line 2497, tiled_product

[documented]
operations: flat_product
says: Like zipped_product, but flattens both the block modes and the product modes into a single flat layout
source: line 2864, flat_product

[documented]
operations: raked_product
says: pad both layouts to the same rank, compute logical_product, then zip with reversed order: zip(product_modes,
  block_modes)
source: line 2923, raked_product

[documented]
operations: right_inverse
says: greedily building the longest contiguous prefix
source: line 717, right_inverse

[documented]
operations: left_inverse
says: For an injective layout L, the left-inverse R satisfies: R(L(i)) == i for all i in range(size(L)); For a general
  layout L, the weaker property holds: L(R(L(i))) == L(i) for all i in range(size(L))
source: line 790, left_inverse

[documented]
operations: max_common_layout
says: Return a layout expression for the maximum contiguous elements common to both.
source: line 916, max_common_layout

[documented]
operations: max_common_vector
says: the length of the longest contiguous prefix where both layouts agree
source: line 986, max_common_vector

[documented]
operations: upcast
says: For the stride-1 mode the shape shrinks by n; All strides are divided by n.
source: line 1660, upcast

[expected failure]
case: composition(1:0, 1)
cause: refuses the answerable, TypeError
reason: no documentation: a tiler that is an integer is not taken

[expected failure]
case: rank(2)
cause: wrong, another value; depth 0
reason: no documentation: the rank of an integer is 0 there

[expected failure]
case: coordinate((2), 2)
cause: answers the unanswerable
reason: no documentation: idx2crd does not ask whether the index is within the shape

[expected failure]
case: index((2), (2))
cause: answers the unanswerable
reason: no documentation: crd2flat does not ask whether the coordinate is within the shape

[expected failure]
case: complement((2,2):(1,1))
cause: answers the unanswerable
reason: that the layout has no complement is not noticed
finding: LC-0004

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: of modes that begin at the same offset the first is taken, where a later one is larger
finding: LC-0011

[expected failure]
case: upcast((2):(3), 2)
cause: wrong, another function
reason: strides that neither divide the unit nor are multiples of it are rounded up
finding: LC-0009

[expected failure]
case: flat_product((2,2):(1,1), (2):(1))
cause: answers the unanswerable
operations: logical_product, zipped_product, tiled_product, flat_product, raked_product
reason: that a complement, or a composition with it, does not exist is not noticed
finding: LC-0004

[expected failure]
case: composition((2,2):(1,1), (2))
cause: wrong, another size; shape as tiler
reason: modes beyond a tuple of tilers are kept, where CuTe in C++ drops them
finding: LC-0120

[expected failure]
case: composition((2,2):(1,1), <(2):(1)>)
cause: wrong, another size; tiler by mode
reason: modes beyond a tuple of tilers are kept, where CuTe in C++ drops them
finding: LC-0120

[expected failure]
case: left_inverse((2,2):(2,3))
cause: answers the unanswerable
reason: whether some value is taken twice is not looked at
finding: LC-0115

[expected failure]
case: composition((2,2):(1,1), (2,2):(1,1))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001

[expected failure]
case: logical_divide((2):(1), (2))
cause: wrong form, other modes; shape as tiler
reason: a tuple of one tiler is taken for the tiler
finding: LC-0151

[expected failure]
case: logical_divide((2):(1), <(2):(1)>)
cause: wrong form, other modes; tiler by mode
reason: a tuple of one tiler is taken for the tiler
finding: LC-0151

[expected failure]
case: composition((2):(1), <((2,2)):((1,1))>)
cause: wrong form, other modes
reason: modes beyond a tuple of tilers are kept, and a single mode of a tile loses its brackets
finding: LC-0152

[expected failure]
case: coalesce(((2,2)):((0,0)), (4))
cause: wrong form, not coalesced
reason: no documentation: modes of stride 0 stay apart under a profile

[expected failure]
case: coalesce((2,2):(1,1), 4)
cause: wrong form, other modes
reason: no documentation: an integer for a profile adds brackets, and a nested profile is flattened

[expected failure]
case: zipped_divide((1):(0), <(1,1):(0,0)>)
cause: wrong form, other modes; tiler by mode
operations: zipped_divide, tiled_divide, flat_divide, zipped_product, tiled_product, flat_product
reason: the modes of a tile under a tiler by mode are spread
finding: LC-0153

[expected failure]
case: flat_divide(((2,2)):((1,1)), (2))
cause: wrong form, other modes; shape as tiler
operations: zipped_divide, tiled_divide, flat_divide
reason: no documentation: the rest of a mode is spread

[expected failure]
case: coalesce(1:1, 1)
cause: refuses the answerable, TypeError
reason: no documentation: a profile that is an integer is not taken

[expected failure]
case: max_common_layout((2):(1), (3,2):(1,1))
cause: wrong, another size
reason: the right inverse takes the first of modes that share a stride, where another is longer
finding: LC-0124

[expected failure]
case: max_common_layout((2,2):(1,1), (3):(1))
cause: refuses the answerable, LayoutError
reason: a composition that is refused on the way is not foreseen
finding: LC-0125

[expected failure]
case: coalesce((2,2):(2,1), 4)
cause: wrong, another function
reason: modes are sorted by stride before they are merged
finding: LC-0008

[expected failure]
case: max_common_vector((2,2):(1,1), (5):(1))
cause: refuses the answerable, LayoutError
reason: a composition that is refused on the way is not foreseen
finding: LC-0125

[expected failure]
case: flat_divide(((2,1),1):((1,1),0), <(1),(2):(1)>)
cause: wrong, another function; tiler by mode
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: under _ a mode of two modes is taken for a pair of tile and rest
finding: LC-0154

[expected failure]
case: max_common_vector((2):(1), (3,2):(1,1))
cause: wrong, another value
reason: the right inverse takes the first of modes that share a stride, where another is longer
finding: LC-0124

[expected failure]
case: raked_product(2:2, 4:1)
cause: refuses the answerable, LayoutError; depth 0
operations: logical_product, zipped_product, tiled_product, flat_product, raked_product
reason: modes of extent 1 are held to the divisibility conditions, too
finding: LC-0126

[expected failure]
case: group((1):(1), 0, 0)
cause: refuses the answerable, LayoutError
operations: group
reason: no documentation: an empty range is refused (layouts/algebra.py:330), which C++ takes for no change

[expected failure]
case: replace(2:1, 0, (2):(1))
cause: wrong form, other modes; depth 0
reason: no documentation: a layout of depth 0 becomes a tuple of its only mode

[expected failure]
case: compatible((1,2), (2))
cause: wrong, another value
reason: documented: modes of the first are grouped to match those of the second, as its example says (layouts/core.py:354), although such a coordinate of the first is none of the second

[expected failure]
case: slice_and_offset(<_,0>, ((2,2),2):((1,2),4))
cause: wrong form, other modes; nested
operations: slice_and_offset, dice
reason: documented: a single mode that is a tuple is taken out of its tuple, as a comment says (layouts/algebra.py:1157)

[expected failure]
case: logical_divide((2):(1), (2,2):(1,1))
cause: answers the unanswerable
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: that the tiler has no complement is not noticed
finding: LC-0004

[open form]
operations: slice(coordinate, swizzled layout)
open: modes
source: slice_and_offset, line 1145: it tries to decay the swizzled wrapper to a plain layout

[expected failure]
case: max_common_vector(Sw<1,0,1> o 1 o (2):(1), Sw<1,0,1> o 1 o (2):(1))
cause: wrong, another value
operations: max_common_vector(swizzled layout, layout), max_common_vector(swizzled layout, swizzled layout)
reason: of two equal swizzles the layouts within are compared, and else no more is counted than the offsets below the base
finding: LC-0160

[expected failure]
case: slice(<_,1>, Sw<1,1,2> o 0 o (2,2):(4,4))
cause: wrong, another function
operations: slice(coordinate, swizzled layout)
reason: carries from the offset into the bits that are swizzled are not seen
finding: LC-0157

[expected failure]
case: slice(<_,0>, Sw<0,0,0> o 0 o (2,2):(0,1))
cause: wrong, another size
operations: slice(coordinate, swizzled layout)
reason: under the identity a mode of stride 0 is lost
finding: LC-0159

[documented]
operations: slice(coordinate, swizzled layout)
says: sublayout: Layout over the free dimensions; offset: The linear offset from the fixed dimensions
source: slice_and_offset, line 1128
