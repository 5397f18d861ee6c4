# The lines are of FlyDSL's repository at 11c4174. docs/cute_layout_algebra_guide.md says that its operations mean exactly
# what those of CuTe's layout.hpp do, and states no precondition itself. An assertion that fails ends the process.
[profile]
about: AMD's FlyDSL 0.5.0
versions: 0.1.5, 0.1.8, 0.2.4, 0.3.0, 0.3.4.1, 0.4.0, 0.4.1, 0.4.2, 0.5.0
convention: extended
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, mode(shape, integer), mode(layout, integer),
  congruent, cosize, apply, coalesce(layout), coalesce(layout, shape), complement(layout),
  complement(layout, positive integer), composition(layout, tiler), composition(layout, layout),
  logical_divide(layout, tiler), zipped_divide, tiled_divide, flat_divide, logical_product(layout, tiler),
  zipped_product, tiled_product, flat_product, blocked_product, raked_product, right_inverse, left_inverse, recast,
  size(swizzled layout), cosize(swizzled layout), apply(swizzled layout, nested tuple), coalesce(swizzled layout),
  coalesce(swizzled layout, shape), composition(swizzled layout, tiler), logical_divide(swizzled layout, tiler),
  zipped_divide(swizzled layout, tiler), tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler),
  logical_product(swizzled layout, tiler), zipped_product(swizzled layout, tiler),
  tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler), blocked_product(swizzled layout, layout),
  raked_product(swizzled layout, layout), recast(swizzled layout, positive integer, positive integer)
crashes: 1000000
where: rank>=1

[precondition]
operations: all
needs: 32 bits
standing: trusted
source: include/flydsl/Dialect/Fly/IR/FlyAttrDefs.td:96: an integer has 32 bits, and may get 64

[precondition]
operations: coalesce(layout, shape), coalesce(swizzled layout, shape)
needs: defined
standing: own meaning
source: by way of CuTe, whose by-mode coalesce takes the integers of the profile for marks

[precondition]
operations: coalesce(layout, shape), coalesce(swizzled layout, shape), composition, logical_divide, zipped_divide,
  tiled_divide, flat_divide, logical_product, zipped_product, tiled_product, flat_product
needs: few modes
standing: trusted
source: by way of CuTe, which asserts it; here nothing does

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: weakly stride-divisible
standing: checked
source: include/flydsl/Dialect/Fly/Utils/LayoutUtils.h:762, an assertion (issue 583)

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: shape-divisible
standing: checked
source: include/flydsl/Dialect/Fly/Utils/LayoutUtils.h:779, an assertion (issue 583)

[precondition]
operations: recast
needs: defined
standing: checked
source: include/flydsl/Dialect/Fly/Utils/LayoutUtils.h:1111

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide,
  logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
needs: complementable
standing: weak
clauses: ordered, disjoint
source: by way of CuTe, whose reference (NVlabs/CuTe, docs/04_layout_algebra.md) guarantees only an ordered result
  that is disjoint from the layout where its strides are no divisible chain

[precondition]
operations: logical_divide(swizzled layout, tiler), zipped_divide(swizzled layout, tiler),
  tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler), logical_product(swizzled layout, tiler),
  zipped_product(swizzled layout, tiler), tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler),
  blocked_product(swizzled layout, layout), raked_product(swizzled layout, layout)
needs: complementable
standing: own meaning
source: as of the layout within

[precondition]
operations: recast
needs: whole scale
standing: own meaning
source: by way of CuTe, whose recast_layout is a downcast of an upcast then

[precondition]
operations: logical_product, zipped_product, tiled_product, flat_product
needs: layout as tiler
standing: not offered
source: docs/cute_layout_algebra_guide.md, products: "Products combine two layouts to create higher-rank layouts."

[precondition]
operations: right_inverse
needs: longest
standing: weak
source: nothing is said of it; by way of CuTe, layout.hpp:1257: layout(result(i)) == i for all i < size(result)

[precondition]
operations: apply
needs: defined
standing: trusted
source: nothing is said of a coordinate that does not fit the shape; an assertion fails for some (LayoutUtils.h:101)

[documented]
operations: cosize
says: `max(index) + 1` — size of the codomain
source: docs/cute_layout_algebra_guide.md, query operations

[documented]
operations: coalesce(layout)
says: Simplifies a layout by flattening nested modes and combining adjacent modes when possible; For all valid indices:
  `layout(i) == result(i)` (preserves mapping)
source: docs/layout_system_guide.md, coalesce

[documented]
operations: complement
says: The complement of layout `A` with respect to a codomain size `M` produces a layout `B` such that `(A, B)` together
  cover `[0, M)`
source: docs/cute_layout_algebra_guide.md, complement

[documented]
operations: composition
says: (A ∘ B)(c) = A(B(c)); All operations below are defined mathematically in the CuTe algebra and implemented in
  FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and composition

[documented]
operations: logical_divide
says: Divides decompose a layout by a tiler, creating a hierarchical layout with "tile" and "remainder" modes; All
  operations below are defined mathematically in the CuTe algebra and implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and divides

[documented]
operations: zipped_divide
says: Like logical, but zip tile modes; All operations below are defined mathematically in the CuTe algebra and
  implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and divides

[documented]
operations: tiled_divide
says: Like logical, but group by tile; All operations below are defined mathematically in the CuTe algebra and
  implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and divides

[documented]
operations: flat_divide
says: Flatten tile and remainder modes; All operations below are defined mathematically in the CuTe algebra and
  implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and divides

[documented]
operations: logical_product
says: Append B's modes as new outer modes of A; All operations below are defined mathematically in the CuTe algebra and
  implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and products

[documented]
operations: zipped_product
says: Like logical, but zip inner modes together; All operations below are defined mathematically in the CuTe algebra
  and implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and products

[documented]
operations: tiled_product
says: Like logical, but group by tile; All operations below are defined mathematically in the CuTe algebra and
  implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and products

[documented]
operations: flat_product
says: Flatten all result modes; All operations below are defined mathematically in the CuTe algebra and implemented in
  FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and products

[documented]
operations: raked_product
says: Interleave A and B elements (raked distribution); All operations below are defined mathematically in the CuTe
  algebra and implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and products

[documented]
operations: blocked_product
says: Block A elements together, then B (blocked distribution); All operations below are defined mathematically in the
  CuTe algebra and implemented in FlyDSL with identical semantics.
source: docs/cute_layout_algebra_guide.md, layout algebra operations and products

[expected failure]
case: mode(2, 0)
cause: refuses the answerable, MLIRError
reason: no documentation: the mode 0 of an integer is refused

[expected failure]
case: flat_divide((1):(0), <_>)
cause: crash, signal 6 (Aborted): python3
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: under _ the mode is taken for a pair
finding: LC-0127
thread: https://github.com/ROCm/FlyDSL/issues/739

[expected failure]
case: tiled_divide(((2,2),2):((1,1),2), <_,(2):(1)>)
cause: wrong, another function; nested, tiler by mode
operations: zipped_divide, tiled_divide, flat_divide
reason: under _ the mode is taken for a pair
finding: LC-0127
thread: https://github.com/ROCm/FlyDSL/issues/739

[expected failure]
case: mode((2), 1)
cause: crash, signal 6 (Aborted): python3
reason: no documentation: an assertion fails where there is no such mode

[expected failure]
case: complement((2,2):(1,1))
cause: wrong, no value
reason: that the layout has no complement is not noticed
finding: LC-0003

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: no documentation: whether some value is taken twice is not looked at

[expected failure]
case: logical_product((2,2):(1,1), (2):(1))
cause: crash, signal 8 (Floating point exception)
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: a division by 0 in complement, of a layout that has none
finding: LC-0003

[expected failure]
case: logical_product((5,2):(7,4), 2:30)
cause: crash, signal 6 (Aborted): python3
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: no documentation: an assertion fails where the composition with a complement does not exist (LayoutUtils.h:762 and 779)
thread: https://github.com/ROCm/FlyDSL/issues/583

[expected failure]
case: logical_divide((4,3):(1,1), (3):(1))
cause: answers the unanswerable
operations: logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: that a complement, or a composition with it, does not exist is not noticed
finding: LC-0001

[expected failure]
case: composition((3,2):(1,1), (2,2):(1,2))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001

[expected failure]
case: composition((2,2):(1,1), <_>)
cause: wrong, another size; tiler by mode
reason: documented: modes beyond a tuple of tilers are kept, where CuTe in C++ drops them

[expected failure]
case: composition((2,2):(1,1), (2))
cause: wrong, another size; shape as tiler
reason: documented: modes beyond a tuple of tilers are kept, where CuTe in C++ drops them

[expected failure]
case: logical_product((2):(5), (4):(3))
cause: wrong, another function
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: a stride that divides no extent is let pass
finding: LC-0118

[expected failure]
case: logical_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001

[expected failure]
case: coalesce(((2)):((0)))
cause: wrong form, other modes; nested
reason: a single mode keeps its brackets, where the documents of CuTe ask for depth 1 at most
finding: LC-0141

[expected failure]
case: composition((2,2):(1,1), (4):(1))
cause: wrong form, other modes
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide
reason: a single mode loses its brackets, where the documents of CuTe ask for what is compatible with B
finding: LC-0142

[expected failure]
case: blocked_product((2):(1), (2):(1))
cause: wrong form, other modes
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: a single mode loses its brackets, where the documents of CuTe ask for as many modes as the block has
finding: LC-0142

[expected failure]
case: composition(((2)):((1)), (2):(1))
cause: crash, signal 6 (Aborted): python3; nested
reason: no documentation: an assertion fails for a mode of one mode (IntTupleUtils.cpp:127)

[expected failure]
case: logical_divide((2):(1), (2,2):(1,1))
cause: wrong, no value
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: that the tiler has no complement is not noticed
finding: LC-0003

[expected failure]
case: mode((2,2147483648), 1)
cause: malformed
operations: all
reason: documented: integers have 32 bits, and wrap around

[expected failure]
case: zipped_product((2,2):(3,1), (2):(359976961))
cause: wrong, no value
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: documented: integers have 32 bits, and wrap around

[expected failure]
case: zipped_divide((17895697,2):(1,1), (2):(1073741820))
cause: crash, signal 8 (Floating point exception)
operations: logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product, tiled_product,
  flat_product, blocked_product, raked_product
reason: documented: integers have 32 bits, and wrap around

[expected failure]
case: cosize(Sw<1,0,1> o 0 o (2):(2))
cause: wrong, another value
operations: cosize(swizzled layout)
reason: it is the cosize of the layout within: neither the swizzle nor the offset is heeded
finding: LC-0156

[expected failure]
case: recast(Sw<1,0,1> o 0 o (2):(1), 2, 1)
cause: crash, signal 6 (Aborted): python3
operations: recast(swizzled layout, positive integer, positive integer)
reason: no documentation: that the base of the swizzle is less than the ratio of the units is asserted

[expected failure]
case: recast(Sw<0,0,0> o 0 o (2):(2), 1, 2)
cause: answers the unanswerable
operations: recast(swizzled layout, positive integer, positive integer)
reason: no documentation: that an entry has stride 1 is asserted of layouts, and not of swizzled ones
