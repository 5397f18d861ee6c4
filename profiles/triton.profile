# Documented are the comments of include/triton/Tools/LinearLayout.h. The adapter asks nothing else: it offers layouts
# whose extents are powers of 2 and whose offsets of powers of 2 have no bit in common ("CuTe layouts support
# non-power-of-two shapes; LLs do not"; L(x ⊕ y) = L(x) ⊕ L(y)), and of these the operands that the operations require.
[profile]
about: Triton's linear layouts (triton 3.9.0)
convention: strict
operations: apply, table, same_function, is_compact, composition(layout, tiler), logical_product(layout, tiler)
where: rank>=1
unsupported: 99

[precondition]
operations: apply, table, same_function, is_compact, composition(layout, tiler), logical_product(layout, tiler)
needs: extent<=1073741824, stride<=1073741824, size<=1073741824, number<=1073741824
standing: trusted
source: LinearLayout.h: bases, sizes and coordinates are int32_t, and a size is 1 << its logarithm

[precondition]
operations: composition(layout, tiler)
needs: defined
standing: trusted
source: LinearLayout.h, compose: "For each output dim d of this layout, this->getOutDimSize(d) <= outer.getInDimSize(d)"

[precondition]
operations: logical_product(layout, tiler)
needs: defined
standing: own meaning
source: LinearLayout.h, operator*: the direct sum, in which B's bits stand above those of A's codomain, whether A fills
  it or not

[precondition]
operations: apply
needs: defined
standing: trusted
source: LinearLayout.h: an input dimension has a size; nothing is said of coordinates beyond it

[open form]
operations: composition(layout, tiler), logical_product(layout, tiler)
open: modes
source: LinearLayout.h: a linear map between dimensions that have names and sizes; it has no modes
