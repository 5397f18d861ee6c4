# gpu: families on random layouts, cases by their line, and what it refuses.
. "$(dirname "$0")/lib.bash"

# The corpus has the kernels, so that this needs no toolkit.
run 0 gpu --executor ptx --seed 1 --addresses 20000 --only copy --only tile
has 'swizzled_tile   ptx'
has ' 0 faults'
run 0 gpu --executor ptx --case 'gpu.copy64((2,3):(1,4), (2,3):(3,1))'
has 'gpu.copy64((2,3):(1,4), (2,3):(3,1)) = true'
has 'executor ptx: 12 addresses'
# The same where only the corpus is, or a compiler for the host as well.
run 0 gpu --executor all --case 'gpu.copy64((2,3):(1,4), (2,3):(3,1))'
has 'executor ptx: 12 addresses'
# What is not judged is no success.
run 1 gpu --executor ptx --case 'gpu.copy64((2,3):(1,4), (2,2):(2,1))'
has '= undefined'
run 1 gpu --executor ptx --case 'gpu.copy32(2:2147483648, 2:1)'
has '32 bits do not suffice'
bad gpu --only nonsense
err_has 'no family has a name with these words'
bad gpu --case 'gpu.nonsense(2:1)'
bad gpu --case 'gpu.copy64(2:1)'
bad gpu --executor gpu
bad gpu --addresses -1
bad gpu --cutlass /nonexistent
finish
