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

[expected failure]
case: flatten(1:0)
cause: wrong, another form; depth 0, extent 1
reason: given 1:0, not (1):(0)

[expected failure]
case: coordinate(2, 0)
cause: malformed; depth 0
reason: given malformed: 'coordinate(2, 0) = 0', column 20: expected a tuple of integers, undefined, overflow, unsupported or error, not (0)

[expected failure]
case: flatten(2)
cause: wrong, another value; depth 0
reason: given 2, not (2)

[expected failure]
case: blocked_product((1):(0), 1:0)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not ((1,1)):((0,0))

[expected failure]
case: downcast((1):(0), 1)
cause: answers the unanswerable; extent 1
reason: given (1):(0), not undefined

[expected failure]
case: flatten(2:1)
cause: wrong, another form; depth 0
reason: given 2:1, not (2):(1)

[expected failure]
case: raked_product(1:0, (1):(0))
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not ((1,1)):((0,0))

[expected failure]
case: downcast((2):(0), 1)
cause: answers the unanswerable; stride 0
reason: given (2):(0), not undefined

[expected failure]
case: flat_divide((1):(0), <_>)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not (1,1):(0,0)

[expected failure]
case: flat_product((1):(0), <_>)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not (1,1):(0,0)

[expected failure]
case: index(2, (0))
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not 0

[expected failure]
case: tiled_divide((1):(0), <_>)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not ((1),1):((0),0)

[expected failure]
case: tiled_product((1):(0), <_>)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not ((1),1):((0),0)

[expected failure]
case: zipped_divide((1):(0), <_>)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not ((1),(1)):((0),(0))

[expected failure]
case: zipped_product((1):(0), <_>)
cause: refuses the answerable, cg_error_t
reason: given error  cg_error_t, not ((1),(1)):((0),(0))

[expected failure]
case: refines(2, (2))
cause: crash, signal 6 (Aborted): cutegen-ddfc8e74
reason: given crash: signal 6 (Aborted): cutegen-ddfc8e74: /wt/scratch-neigh/cutlass/cutlass_compiler/cutegen/include/cutegen/rec_var.hpp:3366: auto&& cutegen::get_vector_elem(TRecVar&&, size_t) [with TRecVar = const cute_shape_t<dynamic_traits_t>&; size_t = long unsigned int]: Assertion `holds_vector(rv)' failed., not false

[expected failure]
case: downcast((2):(2), 1)
cause: answers the unanswerable
reason: given (2):(2), not undefined

[expected failure]
case: complement((2,2):(1,1), 1)
cause: wrong, no value
reason: given 'complement((2,2):(1,1), 1) = 0:2', column 30: an extent of a layout is positive, not undefined

[expected failure]
case: right_inverse((2,3):(1,1))
cause: wrong, another size
reason: given 2:1, not 3:2

[expected failure]
case: upcast((2):(3), 2)
cause: wrong, another function
reason: given (2):(2), not (2):(1)

[expected failure]
case: downcast((2,2):(1,1), 2)
cause: wrong, another size
reason: given (4,4):(1,1), not (4,2):(1,2)

[expected failure]
case: left_inverse((2,3):(2,1))
cause: answers the unanswerable
reason: given (2,2):(2,1), not undefined

[expected failure]
case: upcast((2,2):(1,1), 2)
cause: answers the unanswerable
reason: given (1,1):(1,1), not undefined

[expected failure]
case: complement((2,2):(1,3), 1)
cause: answers the unanswerable
reason: given 1:6, not undefined

[expected failure]
case: logical_divide((2,2):(1,2), (3):(1))
cause: wrong, another size
reason: given ((3),1):((1),3), not ((3),2):((1),3)

[expected failure]
case: logical_product((2,2):(1,3), (2):(1))
cause: answers the unanswerable
reason: given ((2,2),(2)):((1,3),(6)), not undefined

[expected failure]
case: logical_divide((4,2):(1,1), (3):(1))
cause: answers the unanswerable
reason: given ((3),(2,2)):((1),(3,1)), not undefined

[expected failure]
case: composition((3,2):(1,1), (2,2):(1,2))
cause: answers the unanswerable
reason: given (2,2):(1,2), not undefined
