# Documented are the docstrings of pycute/algebra.py and layout.py, and docs/, of NVlabs/CuTe at 02e137e. The expected
# failures: tools/expected-failures nvlabs-pycute, with LAYOUTCHECK_NVLABS_CUTE.
[profile]
about: PyCuTe 0.1.0, the reference implementation in Python of NVlabs/CuTe
convention: extended
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
source: docs/04_layout_algebra.md: a tiler names the modes that it is about, and says nothing about the others, which stay
  as they are; zipped_divide is logical_divide by tiler_to_layout(B), which has no more modes than the tiler

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
operations: blocked_product, raked_product
needs: equal ranks
standing: checked
source: algebra.py, blocked_product, pre-conditions: rank(A) == rank(B); otherwise a ValueError is raised

[precondition]
operations: upcast
needs: unit-divisible
standing: checked
source: layout.py, recast, pre-conditions: otherwise a ValueError is raised

[precondition]
operations: upcast
needs: defined
standing: own meaning
source: docs/04_layout_algebra.md, recast: each leaf for itself becomes ceil(s/n):1, s:d/n or ceil(s/(n/d)):1
