# What the docstrings of cutlass/cute/core.py say, which name the documents of CuTe in C++ for what a layout is. The
# operations themselves are compiled, and what they check shows in their refusals only.
[profile]
about: CuTe DSL (nvidia-cutlass-dsl 4.8.1)
convention: extended
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, flatten(shape), flatten(layout),
  mode(shape, integer), mode(layout, integer), congruent, coordinate, index, cosize, apply, column_major,
  coalesce(layout), coalesce(layout, shape), complement(layout, positive integer), composition(layout, tiler),
  composition(layout, layout), logical_divide(layout, tiler), zipped_divide, tiled_divide, flat_divide,
  logical_product(layout, tiler), zipped_product, tiled_product, flat_product, blocked_product, raked_product,
  right_inverse, max_common_layout, max_common_vector, left_inverse, recast, append(layout, layout),
  prepend(layout, layout), size(layout over a module), cosize(layout over a module), flatten(layout over a module), mode(layout over a module, integer),
  apply(layout over a module, nested tuple), coalesce(layout over a module), coalesce(layout over a module, shape),
  composition(layout over a module, tiler), composition(layout over a module, layout over a module),
  logical_divide(layout over a module, tiler), zipped_divide(layout over a module, tiler),
  tiled_divide(layout over a module, tiler), flat_divide(layout over a module, tiler),
  right_inverse(layout over a module), left_inverse(layout over a module), size(swizzled layout),
  cosize(swizzled layout), apply(swizzled layout, nested tuple), coalesce(swizzled layout),
  coalesce(swizzled layout, shape), composition(swizzled layout, tiler), logical_divide(swizzled layout, tiler),
  zipped_divide(swizzled layout, tiler), tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler),
  logical_product(swizzled layout, tiler), zipped_product(swizzled layout, tiler),
  tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler), blocked_product(swizzled layout, layout),
  raked_product(swizzled layout, layout), recast(swizzled layout, positive integer, positive integer)
crashes: 1000000
unsupported: 60
where: rank>=1

[precondition]
operations: index
needs: defined
standing: own meaning
source: crd2idx is the inner product of coordinate and stride, with no bound on a coordinate

[precondition]
operations: coalesce(layout, shape), coalesce(layout over a module, shape), coalesce(swizzled layout, shape)
needs: defined
standing: own meaning
source: as in CuTe in C++, whose by-mode coalesce takes the integers of the profile for marks

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product, composition(layout over a module, tiler),
  logical_divide(layout over a module, tiler), zipped_divide(layout over a module, tiler),
  tiled_divide(layout over a module, tiler), flat_divide(layout over a module, tiler)
needs: weakly stride-divisible
standing: checked
source: the documents of CuTe (02_layout_algebra.md); make_composed_layout names it, composition does not

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product, composition(layout over a module, tiler),
  logical_divide(layout over a module, tiler), zipped_divide(layout over a module, tiler),
  tiled_divide(layout over a module, tiler), flat_divide(layout over a module, tiler)
needs: shape-divisible
standing: checked
source: the documents of CuTe; core.py does not name it

[precondition]
operations: zipped_product, tiled_product, flat_product
needs: layout as tiler
standing: not offered
source: core.py:4755 and 4787, the tiler is a Layout

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide,
  logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
needs: complementable
standing: weak
clauses: ordered, disjoint
source: _mlir/dialects/_cute_ops_gen.py, ComplementOp: "It's worth to note that (L,L*) isn't alway surjective";
  core.py:4637 promises more, a unique c* for each k, but does not say of what layouts

[precondition]
operations: logical_divide(swizzled layout, tiler), zipped_divide(swizzled layout, tiler),
  tiled_divide(swizzled layout, tiler), flat_divide(swizzled layout, tiler), logical_product(swizzled layout, tiler),
  zipped_product(swizzled layout, tiler), tiled_product(swizzled layout, tiler), flat_product(swizzled layout, tiler),
  blocked_product(swizzled layout, layout), raked_product(swizzled layout, layout)
needs: complementable
standing: own meaning
source: as of layouts, whose complement is documented where there is none to tile with

[precondition]
operations: composition(layout over a module, layout over a module)
needs: defined
standing: own meaning
source: media/docs/pythonDSL says nothing of coordinates that the domain of A does not have

[precondition]
operations: recast
needs: whole scale
standing: own meaning
source: as in CuTe in C++, whose recast_layout is a downcast of an upcast then

[precondition]
operations: all
needs: 32 bits
standing: trusted
source: media/docs/pythonDSL/limitations.rst: "Today, we only support 32bit shapes/strides in CuTe layouts"; a size is
  the extent of a coalesced shape

[precondition]
operations: recast
needs: defined
standing: own meaning
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.recast_layout: the stride-1 leaf's extent is divided or
  multiplied, and all other strides are, whatever they are, with ceiling division

[documented]
operations: coordinate
says: coord = (idx % m, idx // m % n, idx // m // n % l, ...
source: core.py:4255, idx2crd

[documented]
operations: index
says: index = sum(flatten(coord)[i] * flatten(stride)[i] for i in range(len(coord)))
source: core.py:4161, crd2idx

[documented]
operations: cosize
says: This is calculated by taking the maximum offset plus 1.
source: core.py:4036, cosize

[documented]
operations: coalesce(layout)
says: For all i, 0 <= i < cute.size(layout), layout(i) == result(i).
source: examples/python/CuTeDSL/cute/notebooks/cute_layout_algebra.ipynb, coalesce

[documented]
operations: complement
says: for every k in Z_n and c in the domain of A, there exists a unique c* in the domain of A* where k = A(c) + A*(c*)
source: core.py:4637, complement

[documented]
operations: composition
says: for every coordinate c in the domain of the right-hand operand, the composed layout satisfies: R(c) = A(B(c))
source: core.py:4576, composition

[documented]
operations: logical_divide
says: the first mode contains the elements pointed to by the tiler, and the second mode contains the remaining elements
source: examples/python/CuTeDSL/cute/notebooks/cute_layout_algebra.ipynb, division

[documented]
operations: zipped_divide
says: The tiling specification (can be a Layout, Shape, Tile); ``zipped_divide`` is ``logical_divide`` with Tiler modes
  and Rest modes gathered together
source: core.py:4983 and 4972, zipped_divide

[documented]
operations: tiled_divide, flat_divide
says: Zipped, tiled, and flat divide are flavors of `logical_divide` that potentially rearrange modes into more
  convenient forms; ``$tiler`` is ``!cute.layout``, ``!cute.tile``, or ``!cute.shape``; A ``!cute.tile`` is a sequence
  of layouts and ``_`` wildcards
source: cute_layout_algebra.ipynb, division; media/docs/cutlass_compiler/cute_dialect.rst, cute.flat_divide;
  cute_concepts/04_accessors_and_size_index.rst

[documented]
operations: logical_product
says: The second mode is a restrided layout B that points to the origin of a "unique replication" of A.
source: cute_layout_algebra.ipynb, product

[documented]
operations: zipped_product, tiled_product, flat_product
says: Similar to divide operations, zipped, tiled, and flat product are flavors of `logical_product` that potentially
  rearrange modes into more convenient forms.
source: cute_layout_algebra.ipynb, product

[documented]
operations: blocked_product
says: Combines the modes of A and B in a block-like fashion, preserving the semantic meaning of the modes by
  reassociating them after the product; ``size($result) == size($input) * size($tiler)``
source: cute_layout_algebra.ipynb, product; media/docs/cutlass_compiler/cute_dialect.rst, cute.blocked_product

[documented]
operations: raked_product
says: Combines the modes of A and B in an interleaved or "raked" fashion, creating a cyclic distribution of the tiles;
  ``size($result) == size($input) * size($tiler)``
source: cute_layout_algebra.ipynb, product; media/docs/cutlass_compiler/cute_dialect.rst, cute.raked_product

[documented]
operations: right_inverse
says: ``$input ∘ R`` is the identity on ``$input``'s codomain
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.right_inverse

[documented]
operations: left_inverse
says: non-injective layouts have no left inverse and the operation will fail to infer a return type
source: media/docs/cutlass_compiler/cute_dialect.rst, cute.left_inverse

[expected failure]
case: coordinate((2), 2)
cause: answers the unanswerable
reason: idx2crd does not ask whether the index is within the shape
finding: LC-0122

[expected failure]
case: flat_divide(1:0, 1)
cause: refuses the answerable, ValueError
operations: zipped_divide, tiled_divide, flat_divide, zipped_divide(layout over a module, tiler),
  tiled_divide(layout over a module, tiler), flat_divide(layout over a module, tiler)
reason: a shape is not taken for a tiler there
finding: LC-0129

[expected failure]
case: blocked_product((1):(0), 1:0)
cause: refuses the answerable, MLIRError
operations: blocked_product, raked_product
reason: no documentation: an operand of depth 0 is refused

[expected failure]
case: flat_divide((1):(0), <_>)
cause: refuses the answerable, MLIRError
operations: zipped_divide, tiled_divide, flat_divide, zipped_divide(layout over a module, tiler),
  tiled_divide(layout over a module, tiler), flat_divide(layout over a module, tiler)
reason: under _ the mode is taken for a pair
finding: LC-0128

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: no documentation: of modes that begin at the same offset the first is taken, where a later one is larger

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
operations: left_inverse, left_inverse(layout over a module)
reason: whether some value is taken twice is not looked at
finding: LC-0115

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
operations: logical_divide, zipped_divide, tiled_divide, flat_divide, logical_divide(layout over a module, tiler),
  zipped_divide(layout over a module, tiler),
  tiled_divide(layout over a module, tiler), flat_divide(layout over a module, tiler)
reason: that a complement, or a composition with it, does not exist is not noticed
finding: LC-0116

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: that a complement, or a composition with it, does not exist is not noticed
finding: LC-0117

[expected failure]
case: max_common_layout((3,2):(1,1), (4):(1))
cause: refuses the answerable, MLIRError
operations: max_common_layout, max_common_vector
reason: no documentation: the composition with a right inverse is refused, though what is common to both is a part of it

[expected failure]
case: flat_product((2,3):(4,3), (2):(1))
cause: crash, signal 8 (Floating point exception)
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: no documentation: a division by 0 in complement, of a layout that has none

[expected failure]
case: composition((3,3):(3,1), (2,2):(1,2))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0001
thread: https://github.com/NVIDIA/cutlass/issues/2955

[expected failure]
case: complement((2,2):(1,1), 1)
cause: wrong, no value
reason: that the layout has no complement is not noticed
finding: LC-0003

[expected failure]
case: logical_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0117

[expected failure]
case: flat_divide(((2,2),2):((1,1),1), <_,(3):(1)>)
cause: wrong, another function; tiler by mode
operations: zipped_divide, tiled_divide, flat_divide
reason: no documentation: under _ a mode of two modes is taken for a pair of tile and rest

[expected failure]
case: flat_divide(((2,2)):((1,1)), <_>)
cause: wrong form, other modes; nested, tiler by mode
operations: logical_divide, zipped_divide, tiled_divide, flat_divide
reason: no documentation: under _ a mode of two modes is taken for a pair of tile and rest

[expected failure]
case: max_common_vector((2,2):(2,1), (2,2):(1,1))
cause: wrong, another value
reason: no documentation: the right inverse takes the first of modes that share a stride, where another is longer

[expected failure]
case: max_common_layout((3,2):(2,1), (3,2):(1,1))
cause: wrong, another size
reason: no documentation: the right inverse takes the first of modes that share a stride, where another is longer

[expected failure]
case: flat_product((2):(7), (4):(4))
cause: wrong, another function
operations: logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
reason: a stride that divides no extent is let pass
finding: LC-0118

[expected failure]
case: cosize(Sw<1,0,1> o 0 o (2):(2))
cause: wrong, another value
operations: cosize(swizzled layout)
reason: it is the cosize of the layout within: neither the swizzle nor the offset is heeded
finding: LC-0156

[expected failure]
case: logical_product(Sw<1,0,1> o 0 o (2):(1), (2))
cause: refuses the answerable, TypeError
operations: logical_product(swizzled layout, tiler)
reason: of a composed layout and a tuple of tilers the modes are asked of a value of MLIR, which has none
finding: LC-0158

[expected failure]
case: logical_product(Sw<1,0,1> o 0 o (2,2):(1,2), (2,2))
cause: refuses the answerable, AssertionError
operations: logical_product(swizzled layout, tiler)
reason: of a composed layout and a tuple of tilers the modes are asked of a value of MLIR, which has none
finding: LC-0158

[expected failure]
case: right_inverse((2,3):(1@0,1@0))
cause: wrong, another value
operations: right_inverse(layout over a module)
reason: no documentation: of modes that begin at the same coordinate the first is taken, where a later one is larger

[expected failure]
case: composition((2):(1@0), (1):(1@1))
cause: refuses the answerable, MLIRError
operations: composition(layout over a module, layout over a module)
reason: no documentation: the stride of an extent of 1 names a place that the domain does not have
