# The lines are of tract/src/tract at 689369f, categories.py unless they name layout_utils.py. What is documented of
# morphisms is checked; of flat_complement and factorize nothing is.
[profile]
about: Colfax's tract (ColfaxResearch/layout-categories)
convention: strict
operations: rank(shape), length(shape), depth(shape), size(shape), flatten, mode(shape, integer),
  entry(shape, integer), concatenate(layout, ...), concatenate(pointed map, pointed map), concatenate(morphism, ...),
  flat_concatenate(flat layout, ...), flat_concatenate(flat morphism, ...), congruent, refines,
  relative_mode(shape, shape, integer), relative_flatten, mutual_refinement, restrict(flat morphism, tuple),
  squeeze(flat morphism), sort, is_sorted(morphism), flat_coalesce(flat morphism), is_coalesced(morphism),
  coalesce(morphism), is_complement(morphism, morphism), is_complementable(morphism), complement(morphism),
  flat_complement(flat layout, positive integer), composition(pointed map, pointed map),
  composition(morphism, morphism), weak_composite, logical_divide(morphism, morphism),
  logical_product(morphism, morphism), colfax_flat_divide(flat morphism, flat morphism),
  colfax_flat_product(flat morphism, flat morphism), is_tractable(layout), morphism, sum, layout, factorize,
  is_isomorphism, is_disjoint, pullback, pushforward
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

[open form]
operations: flat_complement, weak_composite
open: coalesced
source: layout_utils.py: nothing is said of it, and nothing is coalesced

[open form]
operations: flat_complement, weak_composite
open: modes
source: layout_utils.py: nothing is said of it, and nothing is coalesced

[documented]
operations: refines
says: S refines T if:; 1. S = T, or; 2. T = size(S), or; 3. rank(S) = rank(T) and mode_i(S) refines mode_i(T) for all i
source: line 437, refines

[documented]
operations: relative_mode
says: Get relative mode with respect to another NestedTuple.
source: line 474, relative_mode

[documented]
operations: relative_flatten
says: Compute relative flattening with respect to another NestedTuple.
source: line 499, relative_flattening

[documented]
operations: mutual_refinement
says: Given nested tuples T and U, computes T' and U' such that:; 1. T' refines T; 2. U' refines U; 3. T' divides U'
source: layout_utils.py:362, mutual_refinement

[documented]
operations: sum
says: Compute the sum α ⊕ β: <m+p>_* → <n+q>_*.
source: line 104, sum

[documented]
operations: composition(pointed map, pointed map)
says: Compute the composition β ∘ α: <m>_* → <p>_*.
source: line 82, compose

[documented]
operations: concatenate(pointed map, pointed map)
says: Compute the wedge sum α ∨ β: <m+p>_* → <n>_*.
source: line 152, wedge

[documented]
operations: concatenate(morphism, ...)
says: Compute concatenation (f,g) of nested tuple morphisms.
source: line 1395, concat

[documented]
operations: flat_concatenate(flat morphism, ...)
says: Compute concatenation of morphisms with same codomain and disjoint images; :raises ValueError: If not valid for
  concatenation
source: line 801, concat

[documented]
operations: is_sorted(morphism)
says: Check if the morphism is sorted; :return: True if sorted
source: line 634, is_sorted

[documented]
operations: is_coalesced(morphism)
says: Check if the morphism is coalesced; :return: True if coalesced
source: line 657, is_coalesced

[documented]
operations: is_complement(morphism, morphism)
says: :return: True if complementary; :raises ValueError: If codomains differ
source: line 1473, is_complementary_to

[documented]
operations: factorize
says: Factorize morphism through a subtuple of its codomain.
source: line 743, factorize

[documented]
operations: flat_complement(flat layout, positive integer)
says: Compute the complement of a flat layout with respect to size N.
source: layout_utils.py:334, flat_complement

[documented]
operations: weak_composite
says: Computes composition through mutual refinement when domains/codomains don't match exactly.
source: layout_utils.py:464, weak_composite

[documented]
operations: colfax_flat_divide(flat morphism, flat morphism)
says: Compute flat division self / other; :raises ValueError: If division not valid
source: line 1203, flat_divide

[documented]
operations: colfax_flat_product(flat morphism, flat morphism)
says: Compute flat product self × other; :raises ValueError: If product not valid
source: line 1220, flat_product

[documented]
operations: pullback
says: Pullback morphism along a refinement; :param refinement: Refinement of codomain
source: line 1524, pullback_along

[documented]
operations: pushforward
says: Pushforward morphism along a refinement; :param refinement: Refinement of domain
source: line 1554, pushforward_along

[expected failure]
case: flat_complement((1):(0), 1)
cause: refuses the answerable, ZeroDivisionError
reason: nothing is asked of a layout that has no complement, and of extents of 1 too much
finding: LC-0017

[expected failure]
case: sum(<0>--()--><0>, <2>--(1,1)--><1>)
cause: refuses the answerable, ValueError
operations: sum, concatenate, composition
reason: no documentation: maps that take a value twice are no maps there

[expected failure]
case: is_complement(1--(1)-->1, 1--(1)-->1)
cause: refuses the answerable, ValueError
reason: asked of morphisms that cannot be concatenated
finding: LC-0139

[expected failure]
case: pullback(2--(*)-->(2), 2)
cause: answers the unanswerable; depth 0
operations: pullback, pushforward, relative_flatten, relative_mode
reason: an integer is taken for a tuple, and a tuple for the modes in it, as refines does
finding: LC-0136

[expected failure]
case: pullback((2)--(*)-->((2)), (2))
cause: answers the unanswerable; nested
operations: pullback, pushforward
reason: an integer is taken for a tuple, and a tuple for the modes in it, as refines does
finding: LC-0136

[expected failure]
case: flat_complement((1):(2), 1)
cause: refuses the answerable, ValueError
reason: nothing is asked of a layout that has no complement, and of extents of 1 too much
finding: LC-0017

[expected failure]
case: refines((1), (2))
cause: refuses the answerable, RecursionError
reason: an integer is taken for a tuple, and a tuple for the modes in it
finding: LC-0135

[expected failure]
case: refines(2, (2))
cause: wrong, another value; depth 0
reason: an integer is taken for a tuple, and a tuple for the modes in it
finding: LC-0136

[expected failure]
case: refines((2), ((2)))
cause: wrong, another value; nested
reason: an integer is taken for a tuple, and a tuple for the modes in it
finding: LC-0136

[expected failure]
case: relative_flatten((2), ((2)))
cause: answers the unanswerable; nested
operations: relative_flatten, relative_mode
reason: an integer is taken for a tuple, and a tuple for the modes in it, as refines does
finding: LC-0136

[expected failure]
case: flat_complement((1):(2), 3)
cause: wrong, another size; extent 1
reason: nothing is asked of a layout that has no complement, and of extents of 1 too much
finding: LC-0017

[expected failure]
case: flat_complement((2):(1), 3)
cause: answers the unanswerable
reason: nothing is asked of a layout that has no complement, and of extents of 1 too much
finding: LC-0017

[expected failure]
case: flat_concatenate((2)--(*)-->(2147483648), (2)--(*)-->(2147483648))
cause: refuses the answerable, ValueError
reason: no documentation: a concatenation whose codomain has a size above 2^31 - 1 is refused (line 819), which nothing documents

[expected failure]
case: colfax_flat_product((268435456)--(4)-->(2,2,2,268435456), (2)--(*)-->(2,2,2))
cause: refuses the answerable, ValueError
reason: no documentation: a concatenation on the way there is refused for the size of its codomain (line 819)

[expected failure]
case: mutual_refinement((1,1), (1))
cause: refuses the answerable, ValueError
reason: extents of 1 at the end are no part of a refinement there
finding: LC-0138

[expected failure]
case: is_coalesced((2,2)--(*,*)-->(2))
cause: wrong, another value
reason: neighbours that both go to the base point are overlooked
finding: LC-0016

[expected failure]
case: is_sorted((1,1)--(2,1)-->(1,1))
cause: wrong, another value; extent 1
reason: entries of extent 1 are not compared
finding: LC-0140

[expected failure]
case: factorize((2)--(*)-->(2), (0,0))
cause: answers the unanswerable
reason: no documentation: a factor of 0 is taken

[expected failure]
case: weak_composite((1):(0), (1,1):(1,1))
cause: refuses the answerable, ValueError
reason: extents of 1 at the end are no part of a refinement there
finding: LC-0138

[expected failure]
case: flat_concatenate((2)--(*)-->(2), (2)--(*)-->(3))
cause: answers the unanswerable
reason: that the codomains differ is not noticed where nothing is reached
finding: LC-0137

[expected failure]
case: colfax_flat_divide((4,4,512,512,512)--(*,*,*,*,*)-->(2), (512)--(5)-->(4,4,512,512,512))
cause: refuses the answerable, ValueError
reason: no documentation: sizes beyond a bound of its own are refused

[expected failure]
case: weak_composite((4294967296):(1), (2):(2147483648))
cause: refuses the answerable, OverflowError
operations: weak_composite, layout
reason: no documentation: strides beyond 32 bits are refused (layout_utils.py:227), which nothing documents
