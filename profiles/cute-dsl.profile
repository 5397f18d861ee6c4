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
  right_inverse, max_common_layout, max_common_vector, left_inverse, recast
where: rank>=1

[precondition]
operations: index
needs: defined
standing: own meaning
source: crd2idx is the inner product of coordinate and stride, with no bound on a coordinate

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: as in CuTe in C++, whose by-mode coalesce takes the integers of the profile for marks

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: weakly stride-divisible
standing: checked
source: the documents of CuTe (02_layout_algebra.md); make_composed_layout names it, composition does not

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
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
source: by way of CuTe, whose reference (NVlabs/CuTe, docs/04_layout_algebra.md) guarantees only an ordered result
  that is disjoint from the layout where its strides are no divisible chain

[precondition]
operations: recast
needs: whole scale
standing: own meaning
source: as in CuTe in C++, whose recast_layout is a downcast of an upcast then

[expected failure]
case: coordinate((2), 2)
cause: answers the unanswerable
reason: idx2crd does not ask whether the index is within the shape

[expected failure]
case: flat_divide(1:0, 1)
cause: refuses the answerable, ValueError
reason: a shape is not taken for a tiler there

[expected failure]
case: tiled_divide(1:0, 1)
cause: refuses the answerable, ValueError
reason: a shape is not taken for a tiler there

[expected failure]
case: zipped_divide(1:0, 1)
cause: refuses the answerable, ValueError
reason: a shape is not taken for a tiler there

[expected failure]
case: blocked_product((1):(0), 1:0)
cause: refuses the answerable, MLIRError
reason: an operand of depth 0 is refused

[expected failure]
case: raked_product(1:0, (1):(0))
cause: refuses the answerable, MLIRError
reason: an operand of depth 0 is refused

[expected failure]
case: flat_divide((1):(0), <_>)
cause: refuses the answerable, MLIRError
reason: under _ the mode is taken for a pair

[expected failure]
case: flat_product((1):(0), (1))
cause: refuses the answerable, ValueError
reason: a shape is not taken for a tiler there

[expected failure]
case: tiled_divide((1):(0), <_>)
cause: refuses the answerable, MLIRError
reason: under _ the mode is taken for a pair

[expected failure]
case: tiled_product((1):(0), (1))
cause: refuses the answerable, ValueError
reason: a shape is not taken for a tiler there

[expected failure]
case: zipped_divide((1):(0), <_>)
cause: refuses the answerable, MLIRError
reason: under _ the mode is taken for a pair

[expected failure]
case: zipped_product((1):(0), (1))
cause: refuses the answerable, ValueError
reason: a shape is not taken for a tiler there

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: of modes that begin at the same offset the first is taken, where a later one is larger

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: whether some value is taken twice is not looked at

[expected failure]
case: tiled_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: blocked_product((2):(3), (2,2):(1,2))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: max_common_layout((3,2):(1,1), (4):(1))
cause: refuses the answerable, MLIRError
reason: the composition with a right inverse is refused, though what is common to both is a part of it

[expected failure]
case: flat_product((2):(4), (6):(3))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: flat_product((2,3):(4,3), (2):(1))
cause: crash, signal 8 (Floating point exception)
reason: a division by 0 in complement, of a layout that has none

[expected failure]
case: zipped_product((2,2,2):(2,2,2), (2):(1))
cause: crash, signal 8 (Floating point exception)
reason: a division by 0 in complement, of a layout that has none

[expected failure]
case: composition((3,3):(3,1), (2,2):(1,2))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at
thread: https://github.com/NVIDIA/cutlass/issues/2955

[expected failure]
case: complement((2,2):(1,1), 1)
cause: wrong, no value
reason: that the layout has no complement is not noticed

[expected failure]
case: logical_product((2,2):(2,2), (3):(2))
cause: crash, signal 8 (Floating point exception)
reason: a division by 0 in complement, of a layout that has none

[expected failure]
case: tiled_product((2,5):(5,2), (6):(1))
cause: crash, signal 8 (Floating point exception)
reason: a division by 0 in complement, of a layout that has none

[expected failure]
case: logical_divide((4294967296,4294967296):(1,0), 2:1)
cause: crash, signal 6 (Aborted):   what()
reason: std::get throws, for numbers beyond 64 bits

[expected failure]
case: flat_divide((2,4611686018427387904):(0,1), 2:9223372036854775807)
cause: crash, signal 6 (Aborted):   what()
reason: std::get throws, for numbers beyond 64 bits

[expected failure]
case: tiled_divide((2,4611686018427387904):(0,1), 2:9223372036854775807)
cause: crash, signal 6 (Aborted):   what()
reason: std::get throws, for numbers beyond 64 bits

[expected failure]
case: zipped_divide((2,4611686018427387904):(0,1), 2:9223372036854775807)
cause: crash, signal 6 (Aborted):   what()
reason: std::get throws, for numbers beyond 64 bits

[expected failure]
case: max_common_vector((2,1):(1,0), (3):(1))
cause: refuses the answerable, MLIRError
reason: the composition with a right inverse is refused, though what is common to both is a part of it

[expected failure]
case: flat_divide(((1,3),2):((0,0),45), 2:1)
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: recast((2):(2), 3, 1)
cause: answers the unanswerable
reason: a stride that neither divides the scale nor is a multiple of it is rounded up

[expected failure]
case: logical_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: zipped_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: tiled_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: flat_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: blocked_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: raked_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: zipped_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: raked_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
