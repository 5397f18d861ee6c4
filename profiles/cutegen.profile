# Documented are the comments of cutlass_compiler/cutegen/include/cutegen/layout.hpp of NVIDIA/cutlass at 7107b05; its README
# refers to CuTe's white paper and to the documents of CuTe in C++. An assertion that fails ends the process. The expected
# failures: tools/expected-failures cutegen, with LAYOUTCHECK_CUTLASS.
[profile]
about: cutegen, in CUTLASS's compiler
convention: extended
where: rank>=1

[precondition]
operations: apply, coordinate, index
needs: defined
standing: trusted
source: by way of CuTe, whose documents take any coordinate within the shape; nothing checks it

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: layout.hpp, coalesce: applied at the terminals of trg_profile, whatever they are

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: weakly stride-divisible
standing: checked
source: layout.hpp:1693, Weak Stride Divisibility Condition

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: shape-divisible
standing: checked
source: layout.hpp:1718, Shape Divisibility Condition

[precondition]
operations: coalesce(layout, shape), composition, logical_divide, zipped_divide, tiled_divide, flat_divide,
  zipped_product, tiled_product, flat_product
needs: few modes
standing: checked
source: layout.hpp:1831, a RHS tile with too many modes

[precondition]
operations: complement, logical_divide, zipped_divide, tiled_divide, flat_divide, logical_product, zipped_product,
  tiled_product, flat_product, blocked_product, raked_product
needs: injective
standing: checked
source: layout.hpp, complement: complement input layout is non-injective
