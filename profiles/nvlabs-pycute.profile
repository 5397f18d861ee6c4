# Documented are the docstrings of pycute/algebra.py and layout.py, and docs/, of NVlabs/CuTe at 02e137e. The expected
# failures: tools/expected-failures nvlabs-pycute, with LAYOUTCHECK_NVLABS_CUTE.
[profile]
about: PyCuTe 0.1.0, the reference implementation in Python of NVlabs/CuTe
convention: extended
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, cosize, flatten(shape), mode(layout, integer),
  congruent, refines, concatenate(layout, ...), coordinate, index, apply, column_major, coalesce(layout),
  coalesce(layout, shape), complement(layout), complement(layout, positive integer), composition(layout, tiler),
  composition(layout, layout), logical_divide(layout, tiler), zipped_divide, logical_product(layout, tiler),
  blocked_product, raked_product, right_inverse, left_inverse, recast
where: rank>=1

[precondition]
operations: apply, coordinate
needs: defined
standing: own meaning
source: docs/03_layout.md, calling on out-of-bounds coordinates: a layout accepts integers beyond its size; idx2crd does
  not wrap them, the excess accumulates in the last leaf

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
operations: composition, logical_divide, zipped_divide, logical_product, blocked_product, raked_product
needs: stride-divisible
standing: checked
source: algebra.py, composition, pre-conditions: the white paper's equation 20; otherwise a ValueError is raised

[precondition]
operations: composition, logical_divide, zipped_divide, logical_product, blocked_product, raked_product
needs: shape-divisible
standing: checked
source: algebra.py, composition, pre-conditions: the white paper's equation 21; otherwise a ValueError is raised

[precondition]
operations: complement, logical_divide, zipped_divide, logical_product, blocked_product, raked_product
needs: complementable
standing: weak
source: docs/04_layout_algebra.md, complement: where the strides are no divisible chain, it is ordered, disjoint from the
  layout and weakly congruent to its codomain, but does not tile

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

[documented]
operations: coalesce(layout)
says: result(i) == A(i) for i in range(size(A)); size(result) == size(A)
source: pycute/algebra.py, coalesce

[documented]
operations: composition
says: compatible(B, get[mode](result)); get[mode](result)(i) == get[mode](A)(B(i)) for i in range(size(B))
source: pycute/algebra.py, composition

[documented]
operations: complement
says: result(i-1) < result(i) for i in range(1, size(result)); result(i) != A(j)
source: pycute/algebra.py, complement

[documented]
operations: right_inverse
says: Returns the largest injective layout `R` that undoes `A` on `A`'s image.
source: pycute/algebra.py, right_inverse

[documented]
operations: left_inverse
says: A(result(A(i))) == A(i) for i in range(size(A))
source: pycute/algebra.py, left_inverse

[documented]
operations: logical_divide
says: A / B = A o (B, B*); Every offset of `A` appears somewhere in the image of `R`.
source: pycute/algebra.py, logical_divide; docs/04_layout_algebra.md, logical divide

[documented]
operations: zipped_divide
says: Equivalent to `logical_divide(A, tiler_to_layout(B))`; Every offset of `A` appears somewhere in the image of `R`.
source: pycute/algebra.py, zipped_divide; docs/04_layout_algebra.md, logical divide

[documented]
operations: logical_product
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

[expected failure]
case: raked_product(2:2, 6:1)
cause: wrong, another size; depth 0
operations: blocked_product, raked_product
reason: modes are zipped where a mode was split, and elements are lost

[expected failure]
case: zipped_divide((3,2):(1,3), 2)
cause: wrong, another size; depth 0, shape as tiler
reason: no documentation: the complement is extended mode by mode of A, beyond its size

[expected failure]
case: logical_divide((2,2):(1,2), (3):(1))
cause: wrong, another size
operations: logical_divide, zipped_divide
reason: the complement is extended mode by mode of A, and elements are lost

[expected failure]
case: composition((2,2):(1,1), (2,2):(1,1))
cause: answers the unanswerable
reason: modes of B that carry into one another, against the post-condition, as in CuTe (CUTLASS #2955)

[expected failure]
case: zipped_divide((2,2,4,2):(0,0,0,0), (3):(8))
cause: wrong, another size; stride 0
reason: no documentation: the complement is extended mode by mode of A, beyond its size

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
operations: logical_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: logical_product((2,2):(7,3), (2,2):(1,2))
cause: wrong, not even the weak post-condition
operations: logical_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: zipped_divide((3,2,2):(2,6,1), 4)
cause: answers the unanswerable; depth 0, shape as tiler
operations: logical_divide, zipped_divide
reason: modes are composed one by one; whether they carry into one another is not looked at

[expected failure]
case: logical_product((2):(2), (6):(1844674407370956735))
cause: refuses the answerable, ValueError
operations: logical_product, blocked_product, raked_product
reason: no documentation: the last mode of the complement has extent 1, so that the one before is held to the condition
