# The lines are of tensor_layouts/layouts/algebra.py. Nothing is documented of an index beyond the shape in idx2crd and
# crd2flat, nor of the layouts that have a complement.
[profile]
about: tensor-layouts 0.3.2
convention: squeezed
where: rank>=1

[precondition]
operations: apply
needs: defined
standing: own meaning
source: crd2offset, line 1300: the last mode goes on beyond the domain

[precondition]
operations: coalesce(layout, shape)
needs: defined
standing: own meaning
source: coalesce, line 467, and _coalesce_by_mode: the entries of the profile say how many elements each part of the
  flattened layout has

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: stride-divisible
standing: checked
source: line 1784; a stride that does not divide is let through where all of B fits into one mode

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product,
  blocked_product, raked_product
needs: shape-divisible
standing: checked
source: line 1805

[precondition]
operations: composition, logical_divide, zipped_divide, tiled_divide,
  flat_divide, logical_product, zipped_product, tiled_product, flat_product
needs: few modes
standing: checked
source: lines 2086, 2196, 2238, 2553 and 2612
