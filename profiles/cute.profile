# The documents are those of CUTLASS, media/docs/cpp/cute; the lines are of include/cute in version 4.2.0. Its own
# documents say nothing of empty tuples.
[profile]
about: CuTe in C++, static (CUTLASS 4.2.0)
convention: extended
where: rank>=1

[precondition]
operations: apply, coordinate, index
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
