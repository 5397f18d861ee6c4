# Documented are the comments of src/layout/cute_layout.h, which the package has, too. The expected failures:
# tools/expected-failures tilelang
[profile]
about: TileLang 0.1.15, tilelang.layout.cute
convention: extended
where: rank>=1

[precondition]
operations: apply
needs: defined
standing: trusted
source: cute_layout.h, Layout::operator(): a coordinate is mapped; nothing is said of those beyond the shape, and nothing
  checks

[precondition]
operations: composition, logical_divide, logical_product, tiled_product, blocked_product
needs: weakly stride-divisible
standing: checked
source: cute_layout.cc:1038, a check

[precondition]
operations: composition, logical_divide, logical_product, tiled_product, blocked_product
needs: shape-divisible
standing: checked
source: cute_layout.cc:1050, a check

[precondition]
operations: complement, logical_divide, logical_product, tiled_product, blocked_product
needs: injective
standing: checked
source: cute_layout.cc:1178 and 1187: Non-injective layout detected in complement
