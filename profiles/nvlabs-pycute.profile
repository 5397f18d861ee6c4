# Documented are the docstrings of pycute/, and docs/, of NVlabs/CuTe at 02e137e. The expected
# failures: tools/expected-failures nvlabs-pycute, with LAYOUTCHECK_NVLABS_CUTE.
[profile]
about: PyCuTe 0.1.0, the reference implementation in Python of NVlabs/CuTe
convention: extended
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, cosize, flatten(shape), shape, stride,
  mode(shape, integer), mode(layout, integer), congruent, refines, concatenate(layout, ...), coordinate, index,
  apply(layout, nested tuple), apply(layout over a module, nested tuple), apply(swizzled layout, nested tuple),
  column_major, coalesce(layout), coalesce(layout, shape), coalesce(layout over a module), complement(layout),
  complement(layout, positive integer), complement(layout over a module),
  complement(layout over a module, positive integer), composition(layout, tiler), composition(layout, layout),
  composition(layout over a module, tiler), logical_divide(layout, tiler),
  logical_divide(layout over a module, tiler), zipped_divide, logical_product(layout, tiler),
  logical_product(layout over a module, tiler), blocked_product, raked_product, right_inverse(layout),
  right_inverse(layout over a module), left_inverse(layout), left_inverse(layout over a module),
  recast(layout, positive integer, positive integer), product_each, inner_product, compatible, weakly_congruent,
  common_refinement, common_coarsening, crd2idx(nested tuple, shape), idx2crd, unflatten(flat shape, profile),
  select, take, slice(coordinate, shape), dice(coordinate, shape), slice(coordinate, layout),
  crd2idx(coordinate, layout), slice_and_offset, coshape, make_ordered_layout, make_layout_like, nullspace, layout_add
where: rank>=1

[precondition]
operations: apply, coordinate
needs: defined
standing: own meaning
source: docs/03_layout.md, calling on out-of-bounds coordinates: a layout accepts integers beyond its size; idx2crd does
  not wrap them, the excess accumulates in the last leaf

[precondition]
operations: crd2idx(nested tuple, shape), idx2crd, crd2idx(coordinate, layout)
needs: defined
standing: own meaning
source: pycute/shape.py, idx2crd: an out-of-bounds index does not wrap, the excess accumulates in the last leaf; the
  pre-condition of both is a coordinate that is weakly congruent to the shape

[precondition]
operations: slice, dice
needs: defined
standing: trusted
source: docs/01_htuple.md, slice_ and dice_: corresponding leaves, of a coordinate as it is given to a tensor

[precondition]
operations: mode(shape, integer), select, take, product_each
needs: depth>=1
standing: trusted
source: docs/01_htuple.md: get indexes into a tuple, select and take pick top-level modes, product_each collapses them

[precondition]
operations: take
needs: defined
standing: own meaning
source: docs/01_htuple.md, take: an empty range returns the empty tuple

[precondition]
operations: unflatten
needs: defined
standing: own meaning
source: docs/01_htuple.md, unflatten: leaves are pulled from the values to fill in the profile

[precondition]
operations: apply(layout over a module, nested tuple), coalesce(layout over a module),
  complement(layout over a module), complement(layout over a module, positive integer),
  composition(layout over a module, tiler), logical_divide(layout over a module, tiler),
  logical_product(layout over a module, tiler), right_inverse(layout over a module),
  left_inverse(layout over a module)
needs: without carries
standing: own meaning
source: pycute/swizzle.py, F2.__divmod__: F2's * is a carry-less product; docs/06_swizzle.md says that it is regular
  integer multiplication

[precondition]
operations: right_inverse(layout over a module)
needs: longest
standing: weak
source: pycute/algebra.py, right_inverse: over F2 the chain stops where a carried component does not stay inside the
  covered range, and the result is still a valid right inverse, just not the largest one

[precondition]
operations: left_inverse(layout over a module)
needs: unit stride
standing: checked
source: pycute/algebra.py, left_inverse: over F2 only where every gap is 1, and the strides form a chain; otherwise a
  ValueError is raised

[precondition]
operations: logical_product(layout over a module, tiler)
needs: defined
standing: own meaning
source: pycute/algebra.py, logical_product: A's complement composed with B, over whatever codomain

[precondition]
operations: complement(layout over a module), complement(layout over a module, positive integer)
needs: defined
standing: own meaning
source: docs/04_layout_algebra.md, complement: where the strides are no divisible chain, it is ordered, disjoint from the
  layout and weakly congruent to its codomain, but does not tile; pycute/algebra.py, complement: it is then "the *largest*
  ordered, disjoint layout that fits"

[precondition]
operations: make_ordered_layout
needs: congruent
standing: checked
source: pycute/layout.py, make_ordered_layout, pre-conditions: congruent(_shape, _order)

[precondition]
operations: index
needs: defined
standing: trusted
source: docs/02_shape_stride.md: crd2idx inverts idx2crd on in-bounds inputs

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: docs/04_layout_algebra.md, by-mode coalesce: the leaves of the profile are flags to coalesce there

[precondition]
operations: coalesce(layout, shape), composition, logical_divide, zipped_divide, logical_product
needs: few modes
standing: checked
source: layout.py, ValueError: Rank mismatch

[precondition]
operations: composition, zipped_divide
needs: all modes
standing: own meaning
source: docs/04_layout_algebra.md: a tiler names the modes that it is about, and says nothing about the others, which
  stay as they are; zipped_divide is logical_divide by tiler_to_layout(B), which has no more modes than the tiler

[precondition]
operations: composition, composition(layout over a module, tiler), logical_divide,
  logical_divide(layout over a module, tiler), zipped_divide, logical_product, blocked_product, raked_product
needs: stride-divisible
standing: checked
source: algebra.py, composition, pre-conditions: the white paper's equation 20; otherwise a ValueError is raised

[precondition]
operations: composition, composition(layout over a module, tiler), logical_divide,
  logical_divide(layout over a module, tiler), zipped_divide, logical_product, blocked_product, raked_product
needs: shape-divisible
standing: checked
source: algebra.py, composition, pre-conditions: the white paper's equation 21; otherwise a ValueError is raised

[precondition]
operations: complement, logical_divide, zipped_divide, logical_product, blocked_product, raked_product
needs: complementable
standing: weak
clauses: ordered, disjoint, largest
source: docs/04_layout_algebra.md, complement: where the strides are no divisible chain, it is ordered, disjoint from the
  layout and weakly congruent to its codomain, but does not tile; pycute/algebra.py, complement: it is then "the *largest*
  ordered, disjoint layout that fits"

[precondition]
operations: blocked_product, raked_product
needs: equal ranks
standing: checked
source: algebra.py, blocked_product, pre-conditions: rank(A) == rank(B); otherwise a ValueError is raised

[precondition]
operations: logical_divide, zipped_divide
needs: rank<=1
standing: checked
source: docs/04_layout_algebra.md: the complement is extended by the modes of A, and the composition with it raises a
  ValueError where they do not divide

[open form]
operations: slice, dice, slice_and_offset
open: modes
source: docs/01_htuple.md, slice_ and dice_: a tuple of leaves, so that slice_(None, S) is (S,)

[open form]
operations: complement(layout over a module)
open: modes
source: docs/04_layout_algebra.md, complement: a trailing mode of extent 1 marks where extension would resume

[documented]
operations: coalesce(layout), coalesce(layout over a module)
says: result(i) == A(i) for i in range(size(A)); size(result) == size(A)
source: pycute/algebra.py, coalesce

[documented]
operations: composition, composition(layout over a module, tiler)
says: compatible(B, get[mode](result)); get[mode](result)(i) == get[mode](A)(B(i)) for i in range(size(B))
source: pycute/algebra.py, composition

[documented]
operations: complement
says: result(i-1) < result(i) for i in range(1, size(result)); result(i) != A(j)
source: pycute/algebra.py, complement

[documented]
operations: complement(layout over a module), complement(layout over a module, positive integer)
says: the entire layout algebra (coalesce, composition, complement, inverses) applies to them with no special cases;
  broader algebra combinations are not exhaustively tested for every F2 case
source: docs/06_swizzle.md

[documented]
operations: right_inverse, right_inverse(layout over a module)
says: Returns the largest injective layout `R` that undoes `A` on `A`'s image.
source: pycute/algebra.py, right_inverse

[documented]
operations: left_inverse, left_inverse(layout over a module)
says: A(result(A(i))) == A(i) for i in range(size(A))
source: pycute/algebra.py, left_inverse

[documented]
operations: logical_divide, logical_divide(layout over a module, tiler)
says: A / B = A o (B, B*); Every offset of `A` appears somewhere in the image of `R`.
source: pycute/algebra.py, logical_divide; docs/04_layout_algebra.md, logical divide

[documented]
operations: zipped_divide
says: Equivalent to `logical_divide(A, tiler_to_layout(B))`; Every offset of `A` appears somewhere in the image of `R`.
source: pycute/algebra.py, zipped_divide; docs/04_layout_algebra.md, logical divide

[documented]
operations: logical_product, logical_product(layout over a module, tiler)
says: A x B = (A, A* o B); places a copy of `A` (mode-0) at each position of `B` (mode-1)
source: pycute/algebra.py, logical_product

[documented]
operations: blocked_product
says: Computes `logical_product(A, B)` and then interleaves modes so that, per mode, the tile factor precedes the grid
  factor; lays out copies of tile `A` in a *blocked* arrangement over `B`
source: pycute/algebra.py, blocked_product

[documented]
operations: raked_product
says: Computes `logical_product(A, B)` and then interleaves modes so that, per mode, the grid factor precedes the tile
  factor; distributes copies of tile `A` *raked* (cyclically interleaved) through `B`
source: pycute/algebra.py, raked_product

[expected failure]
case: zipped_divide(1:0, (1))
cause: refuses the answerable, TypeError
reason: no documentation: an integer is no tuple of one mode for a tiler by mode

[expected failure]
case: logical_divide((3,2):(0,0), 2)
cause: wrong, another size; depth 0, shape as tiler, stride 0
operations: logical_divide, zipped_divide
reason: no documentation: the complement is extended mode by mode of A, beyond its size

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: of two modes with the stride that continues, the first is taken; the documentation says that it is the largest
finding: LC-0011

[expected failure]
case: raked_product(2:2, 6:1)
cause: wrong, another size; depth 0
operations: blocked_product, raked_product
reason: modes are zipped where a mode was split, and elements are lost
finding: LC-0130

[expected failure]
case: zipped_divide((3,2):(1,3), 2)
cause: wrong, another size; depth 0, shape as tiler
reason: no documentation: the complement is extended mode by mode of A, beyond its size

[expected failure]
case: logical_divide((2,2):(1,2), (3):(1))
cause: wrong, another size
operations: logical_divide, zipped_divide
reason: the complement is extended mode by mode of A, and elements are lost
finding: LC-0010

[expected failure]
case: composition((2,2):(1,1), (2,2):(1,1))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition, as in CuTe (CUTLASS #2955)
finding: LC-0001

[expected failure]
case: zipped_divide((2,2,4,2):(0,0,0,0), (3):(8))
cause: wrong, another size; stride 0
reason: no documentation: the complement is extended mode by mode of A, beyond its size

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
operations: logical_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0117

[expected failure]
case: logical_product((2):(4), (2):(3))
cause: refuses the answerable, ValueError
operations: logical_product, blocked_product, raked_product
reason: no documentation: the last mode of the complement has extent 1, so that the one before is held to the condition

[expected failure]
case: complement(2:F1)
cause: refuses the answerable, TypeError
operations: complement(layout over a module), complement(layout over a module, positive integer),
  logical_product(layout over a module, tiler)
reason: integers do not divide bits, though the documentation says that complement applies to them with no special cases
finding: LC-0131

[expected failure]
case: complement(1:F1, 2)
cause: wrong, another value; extent 1
operations: complement(layout over a module, positive integer)
reason: no documentation: the strides of a complement of extents 1 are integers, whatever the module

[expected failure]
case: logical_product(1:F1, 1:1)
cause: wrong, no value; extent 1
operations: logical_product(layout over a module, tiler)
reason: no documentation: the strides of a complement of extents 1 are integers, whatever the module

[expected failure]
case: logical_divide((2):(F1), (2):(3))
cause: answers the unanswerable
operations: logical_divide(layout over a module, tiler)
reason: over F2 modes of B that meet in a mode of A carry into one another, against the post-condition of composition
finding: LC-0013

[expected failure]
case: logical_divide((2,2):(2@0,4@0), (3):(1))
cause: wrong, another value
operations: logical_divide(layout over a module, tiler)
reason: the complement is extended mode by mode of A, and elements are lost
finding: LC-0010

[expected failure]
case: right_inverse((3,2):(F1,F1))
cause: wrong, another value
operations: right_inverse(layout over a module)
reason: over F2 an extent that is no power of two is taken for one, and the result is not injective, as documented
finding: LC-0014

[expected failure]
case: left_inverse((1):((1@0)+(1@1)))
cause: refuses the answerable, TypeError
operations: left_inverse(layout over a module), right_inverse(layout over a module)
reason: no documentation: a stride at several places is no basis element, even of an extent 1

[expected failure]
case: composition(4:F1, (2,2):(1,1))
cause: answers the unanswerable
operations: composition(layout over a module, tiler)
reason: over F2 modes of B that meet in a mode of A carry into one another, against the post-condition
finding: LC-0012

[expected failure]
case: logical_divide((3,2,2):(0,0,F1), (2):(1))
cause: refuses the answerable, ValueError
operations: logical_divide(layout over a module, tiler)
reason: no documentation: the complement is extended mode by mode of A, beyond its size
