# What the docstrings of cutlass/cute/core.py say, which name the documents of CuTe in C++ for what a layout is. The
# operations themselves are compiled, and what they check shows in their refusals only.
[profile]
about: CuTe DSL (nvidia-cutlass-dsl 4.8.1)
convention: extended
where: rank>=1

[precondition]
operations: apply, index
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
