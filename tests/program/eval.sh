# eval: answers, verdicts, reasons and statuses, for operations and statements.
. "$(dirname "$0")/lib.bash"

run 0 eval 'composition((6,2):(8,2), (4,3):(3,1))'
has 'algebra   ((2,2),3):((24,2),8)'
has 'oracle    ((2,2),3):((24,2),8)'
has 'agrees (exhaustive)'

run 0 eval 'complement((2,2):(1,6), 24) = (3,2):(2,12)'
has 'given     agrees (exhaustive)'
run 1 eval 'complement((2,2):(1,6), 24) = (3,2):(2,11)'
has 'given     wrong (exhaustive): the answer is (3,2):(2,12)'
run 0 eval 'coalesce((2,2):(1,2)) = (4):(1)'
has 'agrees as a function'
run 1 eval 'composition((2,2):(2,1), 3:1) = 3:1'
has 'answers the unanswerable'
run 1 eval 'rank((2,2)) = undefined' 'rank((2,2)) = 2'
has 'refuses the answerable'

run 0 eval 'composition((2,2):(2,1), 3:1)'
has 'algebra   undefined: '
has 'oracle    undefined: '
run 0 eval 'size((4294967296,4294967296))'
has 'overflow'

run 0 eval 'composition(4:1, 2:8)'
has 'undefined'
run 0 eval --convention extended 'composition(4:1, 2:8)'
has 'composition@extended(4:1, 2:8)'
has '2:8'
run 0 eval --convention extended 'composition@strict(4:1, 2:8)'
has 'undefined'

run 0 eval 'table(70000:1)'
has 'the limit'
has 'agrees (sampled at '
(($(wc -c <"$folder/out") < 10000)) || fail 'a long answer is printed in full'
run 0 eval 'table(70000:1)' --points 70000
has 'agrees (exhaustive)'

bad eval 'compositon((2):(1))'
err_has "column 1: unknown operation 'compositon'; did you mean 'composition'?"
bad eval 'rank((2,2)'
bad eval 'rank((2,2)) = '
bad eval 'rank'
bad eval ''
run 2 eval 'rank((2,2)' 'rank((2,2))'
has 'rank((2,2))'

run 1 eval 'colfax.2.1.6.21((2):(0))'
has 'says      Proposition: '
has 'here      fails: '
has 'fails as stated'
run 0 eval 'colfax.2.1.6.21((2):(0)) = false'
run 1 eval 'colfax.2.1.6.21((2):(0)) = true'
run 0 eval 'colfax.2.1.6.21((2):(1))'
has 'here      holds'

# Chains.
run 0 eval 'coalesce(prepend((4,6):(1,4), 1:0)) = 24:1'
has 'coalesce(prepend((4,6):(1,4), 1:0)) = 24:1'
has 'algebra   24:1'
run 1 eval 'coalesce(prepend((4,6):(1,4), 1:0)) = 24:2'
has 'wrong (exhaustive): the answer is 24:1'
run 0 eval 'size(composition(2:1, 2:8))'
has 'oracle    undefined: '
run 0 eval --convention extended 'size(composition(2:1, 2:8)) = 2'
has 'size(composition@extended(2:1, 2:8)) = 2'
bad eval 'coalesce(size(4:1))'
err_has "column 10: expected a layout, and size answers an integer"
bad eval 'colfax.2.1.6.21(flatten((2):(0)))'
err_has 'the operands of a statement are values'

run 0 eval --color always 'rank((2,2))'
has $'\033['
run 0 eval 'rank((2,2))'
lacks $'\033['

finish
