# The documents are those of CUTLASS, media/docs/cpp/cute; the lines are of include/cute in version 4.2.0. Its own
# documents say nothing of empty tuples.
[profile]
about: CuTe in C++, static (CUTLASS 4.2.0)
convention: extended
where: rank>=1

[precondition]
operations: coordinate, index
needs: defined
standing: trusted
source: 01_layout.md: idx2crd and crd2idx take any coordinate within the shape; nothing is said of others, and
  nothing checks

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
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide,
  logical_product, zipped_product, tiled_product, flat_product, blocked_product, raked_product
needs: complementable
standing: weak
source: 02_layout_algebra.md, complement: the result is ordered, and disjoint from the layout; NVlabs/CuTe,
  docs/04_layout_algebra.md: only this is guaranteed where the strides are no divisible chain

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

[expected failure]
case: flatten(2:1)
cause: wrong, another form; depth 0
reason: flatten leaves an integer as it is

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: of modes that begin at the same offset the first is taken, where a later one is larger

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: whether some value is taken twice is not looked at

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: composition((3,2):(1,1), (2,2):(1,2))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: blocked_product((1):(0), 1:1)
cause: refuses the answerable, CompileError; depth 0, extent 1
reason: an operand of depth 0 and extent 1 does not compile

[expected failure]
case: flat_divide((1):(0), <_>)
cause: refuses the answerable, CompileError; tiler by mode
reason: under _ the mode is taken for a pair

[expected failure]
case: flat_product((1):(0), <_>)
cause: refuses the answerable, CompileError; tiler by mode
reason: under _ the mode is taken for a pair

[expected failure]
case: raked_product(1:0, (1):(1))
cause: refuses the answerable, CompileError; depth 0, extent 1
reason: an operand of depth 0 and extent 1 does not compile

[expected failure]
case: tiled_divide((1):(0), <_>)
cause: refuses the answerable, CompileError; tiler by mode
reason: under _ the mode is taken for a pair

[expected failure]
case: tiled_product((1):(0), <_>)
cause: refuses the answerable, CompileError; tiler by mode
reason: under _ the mode is taken for a pair

[expected failure]
case: zipped_product((1):(0), <_>)
cause: refuses the answerable, CompileError; tiler by mode
reason: under _ the mode is taken for a pair

[expected failure]
case: zipped_divide((1):(0), <_>)
cause: refuses the answerable, CompileError; tiler by mode
reason: under _ the mode is taken for a pair

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: zipped_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: tiled_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: flat_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: blocked_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: raked_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at

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
