# Nothing is documented in words.
[profile]
about: tinygrad's views (tinygrad 0.11.0, tinygrad/shape/view.py)
versions: 0.10.0, 0.10.1, 0.10.2, 0.10.3, 0.11.0
convention: strict
operations: flat_coalesce(flat layout), flat_composition
where: rank>=1

[precondition]
operations: flat_composition
needs: defined
standing: trusted
source: not in words; View.__add__ takes the offsets of the second view apart along the shape of the first, as if
  they were within it

[expected failure]
case: flat_composition((3,3,2):(1,1,5), (4):(4))
cause: refuses the answerable, undefined
reason: no documentation: View.__add__ does not find every composite; where it answers None, tinygrad keeps both views
