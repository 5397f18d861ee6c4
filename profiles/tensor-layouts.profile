# The lines are of tensor_layouts/layouts/algebra.py. Nothing is documented of an index beyond the shape in idx2crd and
# crd2flat, nor of the layouts that have a complement.
[profile]
about: tensor-layouts 0.3.2
convention: squeezed
operations: rank(shape), rank(layout), depth(shape), depth(layout), size, flatten(shape), flatten(layout),
  mode(shape, integer), mode(layout, integer), concatenate(layout, ...), flat_concatenate(flat shape, ...),
  flat_concatenate(flat layout, ...), congruent, coordinate, index, cosize, apply, column_major, row_major,
  squeeze(flat layout), filter, sort(flat layout), coalesce(layout), coalesce(layout, shape), complement(layout),
  complement(layout, positive integer), composition(layout, tiler), composition(layout, layout),
  logical_divide(layout, tiler), zipped_divide, tiled_divide, flat_divide, logical_product(layout, tiler),
  zipped_product, tiled_product, flat_product, blocked_product, raked_product, right_inverse, max_common_layout,
  max_common_vector, left_inverse, upcast, downcast
where: rank>=1
unsupported: 75

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: coalesce, line 467, and _coalesce_by_mode: the entries of the profile say how many elements each part of the
  flattened layout has

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: stride-divisible
standing: checked
source: line 1784; a stride that does not divide is let through where all of B fits into one mode

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
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
operations: upcast, downcast
needs: defined
standing: own meaning
source: upcast and downcast: the size of the mode of stride 1 is divided or multiplied, and all strides, or all others;
  nothing is said of a layout without such a mode

[expected failure]
case: composition(1:0, 1)
cause: refuses the answerable, TypeError
reason: a tiler that is an integer is not taken

[expected failure]
case: rank(2)
cause: wrong, another value; depth 0
reason: the rank of an integer is 0 there

[expected failure]
case: coalesce(1:1, 1)
cause: refuses the answerable, TypeError
reason: given error  TypeError: 'int' object is not iterable, not 1:0

[expected failure]
case: coordinate((2), 2)
cause: answers the unanswerable
reason: idx2crd does not ask whether the index is within the shape

[expected failure]
case: flat_divide((1):(0), <_>)
cause: refuses the answerable, TypeError
reason: _ in a tiler is not taken

[expected failure]
case: logical_divide((1):(0), <_>)
cause: refuses the answerable, TypeError
reason: _ in a tiler is not taken

[expected failure]
case: tiled_divide((1):(0), <_>)
cause: refuses the answerable, TypeError
reason: _ in a tiler is not taken

[expected failure]
case: zipped_divide((1):(0), <_>)
cause: refuses the answerable, TypeError
reason: _ in a tiler is not taken

[expected failure]
case: index((2), (2))
cause: answers the unanswerable
reason: crd2flat does not ask whether the coordinate is within the shape

[expected failure]
case: complement((2,2):(1,1))
cause: answers the unanswerable
reason: that the layout has no complement is not noticed

[expected failure]
case: tiled_divide((2,2):(1,1), 4)
cause: wrong, another size; depth 0, shape as tiler
reason: given (4,1,2):(1,0,1), not ((2,2),1):((1,1),0)

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: of modes that begin at the same offset the first is taken, where a later one is larger

[expected failure]
case: upcast((2):(3), 2)
cause: wrong, another function
reason: strides that neither divide the unit nor are multiples of it are rounded up

[expected failure]
case: zipped_divide((2,2):(1,1), 4)
cause: wrong, another size; depth 0, shape as tiler
reason: given (4,(1,2)):(1,(0,1)), not ((2,2),1):((1,1),0)

[expected failure]
case: blocked_product((2):(2), (2):(1))
cause: wrong, another function
reason: given ((2,2)):((2,3)), not ((2,2)):((2,1))

[expected failure]
case: flat_product((2,2):(1,1), (2):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: logical_product((2,2):(1,1), (2):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: tiled_product((2,2):(1,1), (2):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: zipped_product((2,2):(1,1), (2):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: blocked_product((2):(2), (3):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: composition((2,2):(1,1), (2))
cause: wrong, another size; shape as tiler
reason: modes beyond a tuple of tilers are kept, where CuTe in C++ drops them

[expected failure]
case: composition((2,2):(1,1), <(2):(1)>)
cause: wrong, another size; tiler by mode
reason: modes beyond a tuple of tilers are kept, where CuTe in C++ drops them

[expected failure]
case: flat_divide((2,2):(1,1), 3)
cause: answers the unanswerable; depth 0, shape as tiler
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: left_inverse((2,2):(2,3))
cause: answers the unanswerable
reason: whether some value is taken twice is not looked at

[expected failure]
case: tiled_divide((3,2):(1,1), 2)
cause: answers the unanswerable; depth 0, shape as tiler
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: zipped_divide((2,2):(1,1), 3)
cause: answers the unanswerable; depth 0, shape as tiler
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: flat_divide((2,2):(1,1), 4)
cause: wrong, another size; depth 0, shape as tiler
reason: given (4,1,2):(1,0,1), not (2,2,1):(1,1,0)

[expected failure]
case: raked_product((2,2):(1,1), (2):(1))
cause: answers the unanswerable
reason: that a complement, or a composition with it, does not exist is not noticed

[expected failure]
case: max_common_layout((2):(1), (3,2):(1,1))
cause: wrong, another size
reason: given 1:0, not 3:1

[expected failure]
case: max_common_layout((2,2):(1,1), (3):(1))
cause: refuses the answerable, LayoutError
reason: given error  LayoutError: compose: shape 3 and consumed extent 2 are not divisible, not 2:1

[expected failure]
case: coalesce((2,2):(2,1), 4)
cause: wrong, another function; depth 0
reason: given (4):(1), not (2,2):(2,1)

[expected failure]
case: coalesce(((3,2)):((1,1)), (6))
cause: wrong, another function; nested
reason: given ((2,3)):((1,1)), not ((3,2)):((1,1))

[expected failure]
case: composition((2,2):(1,1), (2,2):(1,1))
cause: answers the unanswerable
reason: B is composed mode by mode; whether the modes carry into one another is not looked at

[expected failure]
case: max_common_vector((2,2):(1,1), (5):(1))
cause: refuses the answerable, LayoutError
reason: given error  LayoutError: compose: shape 5 and consumed extent 2 are not divisible, not 2

[expected failure]
case: flat_divide(((2,1),1):((1,1),0), <(1),(2):(1)>)
cause: wrong, another function; tiler by mode
reason: given ((1,2),(2),1,1):((0,1),(0),1,0), not ((1),(2),(2,1),1):((0),(0),(1,1),0)

[expected failure]
case: flat_divide(((2,2)):((1,0)), <<(2):(0),(2):(0)>>)
cause: wrong, another function; nested, stride 0, tiler by mode
reason: given (2,2,((2),2)):(0,1,((0),0)), not (((2),(2)),(2,2)):(((0),(0)),(1,0))

[expected failure]
case: max_common_vector((2):(1), (3,2):(1,1))
cause: wrong, another value
reason: given 1, not 3

[expected failure]
case: tiled_divide(((3,2),2):((1,1),1), <(2),(2):(1)>)
cause: wrong, another function; tiler by mode
reason: given (((2,2),(2)),2,1):(((1,2),(1)),1,0), not (((2),(2)),(2,2),1):(((1),(1)),(2,1),0)

[expected failure]
case: zipped_divide(((2,2),2):((1,1),2), <<(2):(1),(2):(1)>,(2)>)
cause: wrong, another function; tiler by mode
reason: given ((((2),1),2),(((2),1),1)):((((1),0),2),(((1),0),0)), not
  ((((2),(2)),(2)),((1,1),(1))):((((1),(1)),(2)),((0,0),(0)))

[expected failure]
case: raked_product(2:2, 4:1)
cause: refuses the answerable, LayoutError; depth 0
reason: given error  LayoutError: Rank mismatch in zip: 2 vs 1, not (((2,2),2)):(((1,4),2))
