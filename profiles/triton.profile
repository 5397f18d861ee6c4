# Documented are the comments of include/triton/Tools/LinearLayout.h. The adapter asks nothing else: it offers layouts
# whose extents are powers of 2 and whose values at powers of 2 have no bit in common, unless they are added by XOR
# ("CuTe layouts support non-power-of-two shapes; LLs do not"; L(x ⊕ y) = L(x) ⊕ L(y)), and of these the operands that
# the operations require.
[profile]
about: Triton's linear layouts (triton 3.9.0)
convention: strict
operations: apply, apply(layout over a module, nested tuple), table, same_function,
  same_function(layout over a module, layout over a module), is_compact, is_injective, is_surjective, is_bijective,
  is_injective(layout over a module), is_surjective(layout over a module), is_bijective(layout over a module),
  composition(layout, tiler), composition(layout over a module, tiler),
  composition(layout over a module, layout over a module), logical_product(layout, tiler),
  logical_product(layout over a module, tiler), right_inverse(layout), right_inverse(layout over a module),
  left_inverse(layout), left_inverse(layout over a module), to_linear, from_linear
where: rank>=1
unsupported: 99

[precondition]
operations: all
needs: extent<=1073741824, stride<=1073741824, size<=1073741824, number<=1073741824
standing: trusted
source: LinearLayout.h: bases, sizes and coordinates are int32_t, and a size is 1 << its logarithm

[precondition]
operations: composition, composition(layout over a module, tiler),
  composition(layout over a module, layout over a module)
needs: defined
standing: trusted
source: LinearLayout.h, compose: "For each output dim d of this layout, this->getOutDimSize(d) <= outer.getInDimSize(d)"

[precondition]
operations: logical_product, logical_product(layout over a module, tiler)
needs: defined
standing: own meaning
source: LinearLayout.h, operator*: the direct sum, in which B's bits stand above those of A's codomain, whether A fills
  it or not

[precondition]
operations: apply, apply(layout over a module, nested tuple)
needs: defined
standing: trusted
source: LinearLayout.h: an input dimension has a size; nothing is said of coordinates beyond it

[open form]
operations: composition, composition(layout over a module, tiler),
  composition(layout over a module, layout over a module),
  logical_product, logical_product(layout over a module, tiler)
open: modes
source: LinearLayout.h: a linear map between dimensions that have names and sizes; it has no modes

[documented]
operations: right_inverse, right_inverse(layout over a module)
says: `B = A.psuedoinvert()` implies that `A(B(x)) = I`
source: LinearLayout.h, pseudoinvert

[documented]
operations: left_inverse, left_inverse(layout over a module)
says: Get the layout that is the inverse of this layout.
source: LinearLayout.h, invert

[documented]
operations: is_surjective, is_bijective, is_surjective(layout over a module), is_bijective(layout over a module)
says: every possible out-dim in range [0, size) must be produced by xor'ing some combination of bases
source: LinearLayout.h
