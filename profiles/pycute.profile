# The lines are of pycute/layout.py. It has no documents of its own. Its complement asserts that each mode reaches as far
# as those before it, which is less than to be injective, and says nothing of what it takes.
[profile]
about: pycute, from CUTLASS's Python package (nvidia-cutlass 4.2.0)
convention: squeezed
where: rank>=1

[precondition]
operations: apply
needs: defined
standing: trusted
source: Layout.__call__ says that it does what CuTe does in C++, whose documents ask for a coordinate within the
  shape. Of idx2crd and crd2idx nothing is said.

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
