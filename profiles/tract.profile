# The lines are of tract/src/tract at 689369f, categories.py unless they name layout_utils.py. What is documented of
# morphisms is checked; of flat_complement and factorize nothing is.
[profile]
about: Colfax's tract (ColfaxResearch/layout-categories)
convention: strict
where: rank>=1

[precondition]
operations: morphism(layout)
needs: defined
standing: checked
source: compute_Tuple_morphism, layout_utils.py:139, raises ValueError where the layout is not tractable

[precondition]
operations: mutual_refinement
needs: defined
standing: checked
source: layout_utils.py:360 raises ValueError

[precondition]
operations: relative_mode(shape, shape, integer), relative_flatten
needs: defined
standing: checked
source: lines 472 and 497 assert that the first shape refines the second

[precondition]
operations: pullback, pushforward
needs: defined
standing: checked
source: lines 1522 and 1552 assert the refinement

[precondition]
operations: complement(morphism), restrict(flat morphism, tuple),
  concatenate(morphism, ...), flat_concatenate(flat morphism, ...)
needs: defined
standing: checked
source: lines 720, 799, 1393 and 1441 raise ValueError

[precondition]
operations: composition(morphism, morphism), composition(pointed map, pointed map),
  concatenate(pointed map, pointed map)
needs: defined
standing: checked
source: lines 80, 150, 688 and 1362 raise ValueError
