# The lines are of pycute/layout.py. It has no documents of its own. Its complement asserts that each mode reaches as far
# as those before it, which is less than to be injective, and says nothing of what it takes.
[profile]
about: pycute, from CUTLASS's Python package (nvidia-cutlass 4.2.0)
versions: 3.3.0, 3.4.1, 3.5.1, 3.8.0, 4.2.0
convention: squeezed
operations: rank(layout), size, flatten(shape), mode(layout, integer), concatenate(layout, ...), coordinate, index,
  cosize, apply, column_major, coalesce(layout), coalesce(layout, shape), complement(layout),
  complement(layout, positive integer), composition(layout, tiler), composition(layout, layout),
  logical_divide(layout, tiler), zipped_divide, tiled_divide, logical_product(layout, tiler), zipped_product,
  tiled_product, right_inverse, left_inverse, inner_product, elem_scale, shape_div, crd2idx, idx2crd, crd2crd,
  slice(coordinate, shape), slice_and_offset
where: rank>=1

[precondition]
operations: crd2idx, idx2crd, crd2crd, slice_and_offset
needs: defined
standing: trusted
source: by way of CuTe, whose documents (01_layout.md) speak of coordinates within the shape; nothing checks

[precondition]
operations: coalesce(layout, shape)
needs: few modes
standing: checked
source: layout.py:139, an assertion

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: coalesce calls its second argument a profile, and reads nothing of it but its nesting

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  logical_product, zipped_product, tiled_product
needs: stride-divisible
standing: checked
source: layout.py:211, an assertion

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  logical_product, zipped_product, tiled_product
needs: shape-divisible
standing: trusted
source: the documents of CuTe (02_layout_algebra.md) name it; nothing checks it

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  logical_product, zipped_product, tiled_product
needs: few modes
standing: checked
source: layout.py:196, 303 and 318

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, logical_product,
  zipped_product, tiled_product
needs: complementable
standing: weak
clauses: ordered, disjoint
source: by way of CuTe, whose reference (NVlabs/CuTe, docs/04_layout_algebra.md) guarantees only an ordered result
  that is disjoint from the layout where its strides are no divisible chain

[precondition]
operations: right_inverse
needs: longest
standing: weak
source: its tests (test/python/pycute/test_right_inverse.py) ask that layout(result(i)) == i, and no more

[documented]
operations: size
says: Size of the domain
source: layout.py:98

[documented]
operations: cosize
says: self(self.size() - 1) + 1
source: layout.py:104, cosize

[documented]
operations: coalesce(layout)
says: flatten and combine as many modes as possible while preserving the int-to-int function
source: layout.py:136

[documented]
operations: composition
says: R(c) = A(B(c)) for all coordinates c in layoutR; Use tuples-of-layouts to perform this operation by-mode
source: test/python/pycute/test_composition.py:53, as layout.py does not say it; layout.py:189

[documented]
operations: left_inverse
says: self.assertEqual(inv_layout(layout(i)), i)
source: test/python/pycute/test_left_inverse.py:52, as layout.py does not say it

[documented]
operations: logical_divide
says: Split a layout by the composition of B and the "rest"
source: layout.py:295

[documented]
operations: zipped_divide
says: Apply logical divide hierarchically and gather the split modes into two modes
source: layout.py:342

[documented]
operations: tiled_divide
says: Perform logical divide hierarchically and gather tiles (B-layouts) into a new mode
source: layout.py:347

[documented]
operations: logical_product
says: Reproduce a layoutA over a layoutB
source: layout.py:310

[documented]
operations: zipped_product
says: Apply logical product hierarchically and gather the split modes into two modes
source: layout.py:353

[documented]
operations: tiled_product
says: Perform logical product hierarchically and gather tiles (B-layouts) into a new mode
source: layout.py:358

[expected failure]
case: logical_product((2):(1), (2))
cause: wrong, another size; shape as tiler
operations: logical_product, zipped_product, tiled_product
reason: logical_product takes an integer for a tiler of a division (layout.py:316), and so do the products made of it
finding: LC-0119
thread: https://github.com/NVIDIA/cutlass/issues/3478

[expected failure]
case: logical_product((1):(0), (2))
cause: wrong, another function; shape as tiler
operations: logical_product, zipped_product, tiled_product
reason: logical_product takes an integer for a tiler of a division (layout.py:316), and so do the products made of it
finding: LC-0119
thread: https://github.com/NVIDIA/cutlass/issues/3478

[expected failure]
case: logical_product((2,2):(1,1), 2)
cause: wrong, not even the weak post-condition; shape as tiler
operations: logical_product, zipped_product, tiled_product
reason: logical_product takes an integer for a tiler of a division (layout.py:316), and so do the products made of it
finding: LC-0119
thread: https://github.com/NVIDIA/cutlass/issues/3478

[expected failure]
case: logical_product((2,2):(0,1), 3)
cause: refuses the answerable, AssertionError; shape as tiler
operations: logical_product, zipped_product, tiled_product
reason: logical_product takes an integer for a tiler of a division (layout.py:316), and so do the products made of it
finding: LC-0119
thread: https://github.com/NVIDIA/cutlass/issues/3478

[expected failure]
case: composition((2,2):(1,1), (2))
cause: wrong, another size; shape as tiler
reason: modes beyond a tuple of tilers are kept (layout.py:197), where CuTe in C++ drops them
finding: LC-0120

[expected failure]
case: composition((2,2):(1,1), <(2):(1)>)
cause: wrong, another size; tiler by mode
reason: modes beyond a tuple of tilers are kept (layout.py:197), where CuTe in C++ drops them
finding: LC-0120

[expected failure]
case: complement((2,2):(1,1))
cause: wrong, no value
reason: nothing is asked of a layout that has no complement
finding: LC-0003

[expected failure]
case: composition((2,2):(1,1), (2,2):(1,1))
cause: answers the unanswerable
reason: modes of B that carry in A only together are composed one by one
finding: LC-0001
thread: https://github.com/NVIDIA/cutlass/issues/2955

[expected failure]
case: coordinate((2), 2)
cause: answers the unanswerable
operations: coordinate, index
reason: no documentation: an index beyond the shape is taken modulo its extents, or as it is

[expected failure]
case: left_inverse((2,2):(0,1))
cause: wrong, another size; stride 0
reason: no documentation: right_inverse stops at the first stride that does not continue, and strides of 0 come first (layout.py:276)

[expected failure]
case: left_inverse((2,2):(1,1))
cause: answers the unanswerable
reason: no documentation: nothing is asked of a layout that takes a value twice

[expected failure]
case: left_inverse((2,2):(1,3))
cause: wrong, another size
reason: it is the right inverse of the layout with its complement, which leaves gaps where strides do not divide one
  another
finding: LC-0121

[expected failure]
case: logical_product((2,2):(2,5), (2,2):(1,1))
cause: wrong, not even the weak post-condition
operations: logical_product, zipped_product, tiled_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0117

[expected failure]
case: logical_product((2):(2), (2,2):(1,1))
cause: answers the unanswerable
operations: logical_product, zipped_product, tiled_product
reason: the tiles are composed mode by mode; whether the modes carry into one another is not looked at
finding: LC-0117

[expected failure]
case: logical_product(2:0, 1)
cause: wrong form, other modes; shape as tiler
operations: logical_product, zipped_product, tiled_product
reason: an integer is taken for what to divide by
finding: LC-0119

[expected failure]
case: composition((1,1):(0,0), (1))
cause: wrong form, other modes; shape as tiler
reason: modes beyond a tuple of tilers are kept (layout.py:197), where CuTe in C++ drops them
finding: LC-0120

[expected failure]
case: composition((1,1):(21,24), <_>)
cause: wrong form, other modes; tiler by mode
reason: modes beyond a tuple of tilers are kept (layout.py:197), where CuTe in C++ drops them
finding: LC-0120

[expected failure]
case: slice_and_offset(_, (2):(1))
cause: wrong form, other modes; tiler by mode
operations: slice, slice_and_offset
reason: None alone keeps (trg,), "to match C++ behavior" (int_tuple.py:214), which is that of a part of a coordinate
finding: LC-0123

[expected failure]
case: idx2crd((0,2), (2,3))
cause: wrong, another value
reason: no documentation: a part of a coordinate is divided by the stride of its mode, as if it were an index into the whole shape (int_tuple.py:144)

[expected failure]
case: crd2crd(((0)), ((2)), (2))
cause: refuses the answerable, AssertionError; nested
reason: no documentation: the shape of the source is not handed on to the parts of a coordinate (int_tuple.py, crd2crd)

[expected failure]
case: logical_divide((2):(1), (2,2):(1,1))
cause: wrong, no value
operations: logical_divide, zipped_divide, tiled_divide
reason: nothing is asked of a tiler that has no complement
finding: LC-0003
