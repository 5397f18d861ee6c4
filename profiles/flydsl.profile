# The lines are of FlyDSL's repository at 11c4174. docs/cute_layout_algebra_guide.md says that its operations mean exactly
# what those of CuTe's layout.hpp do, and states no precondition itself. An assertion that fails ends the process.
[profile]
about: AMD's FlyDSL 0.4.2
convention: extended
where: rank>=1

[precondition]
operations: all
needs: extent<=2147483647, stride<=2147483647, size<=2147483647, number<=2147483647
standing: trusted
source: include/flydsl/Dialect/Fly/IR/FlyAttrDefs.td:96: an integer has 32 bits, and may get 64

[precondition]
operations: apply
needs: defined
standing: trusted
source: by way of CuTe, whose documents take any coordinate within the shape; nothing checks it

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: by way of CuTe, whose by-mode coalesce takes the integers of the profile for marks

[precondition]
operations: coalesce(layout, shape), composition, logical_divide, zipped_divide,
  tiled_divide, flat_divide, logical_product, zipped_product, tiled_product, flat_product
needs: few modes
standing: trusted
source: by way of CuTe, which asserts it; here nothing does

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: weakly stride-divisible
standing: checked
source: include/flydsl/Dialect/Fly/Utils/LayoutUtils.h:762

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: shape-divisible
standing: checked
source: include/flydsl/Dialect/Fly/Utils/LayoutUtils.h:779

[precondition]
operations: upcast
needs: unit-divisible
standing: checked
source: include/flydsl/Dialect/Fly/Utils/LayoutUtils.h:1111
