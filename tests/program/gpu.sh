# gpu: families on random layouts, cases by their line, and what it refuses.
. "$(dirname "$0")/lib.bash"

# The corpus has the kernels, so that this needs no toolkit.
run 0 gpu --executor ptx --seed 1 --addresses 20000 --only copy --only tile
has 'family             executor   layouts    addresses  mismatches   addresses/s'
has 'swizzled_tile      ptx'
has ' 0 faults'
# It has those of CuTe as well: all where the layouts are parameters, else those of the samples.
LAYOUTCHECK_NVRTC=/nonexistent run 0 gpu --executor ptx --seed 1 --addresses 20000 --only cute_tile --only cute_composed
grep -q '^cute_composed *ptx *2 *128 .* others skipped: ' "$folder/out" || fail 'cute_composed'
grep -q '^cute_tile *ptx .* 0  *[0-9.e+]*$' "$folder/out" || fail 'cute_tile'
# A row is printed when it has ended: that of a family of which the corpus has two kernels, where none can be compiled,
# while another runs on. Ctrl-C ends that one, and it is printed with what it has.
LAYOUTCHECK_NVRTC=/nonexistent start "$LAYOUTCHECK" gpu --executor ptx --only constants32 --only copy64 --jobs 2 \
  --addresses 1e15
comes grep -q '^constants32 ' "$folder/out"
grep -q '^constants32 *ptx *2  *2122 .* others skipped: there is no NVRTC here' "$folder/out" ||
  fail 'no reason beside the row'
! grep -q '^copy64 ' "$folder/out" || fail 'the row of a family that still runs'
stop INT
[[ $(grep -c '^copy64  *ptx  *[1-9][0-9]*  *[1-9][0-9]*  *0 ' "$folder/out") == 1 ]] || fail 'the row that was cut short is lost'
has 'addresses compared, 0 faults'
has 'stopped before the end'
# What is wrong with a row stands below it; without a compiler the row is skipped.
run 1 gpu --executor ptx --only copy32 --only copy64 --jobs 1 --arch sm_1
grep -A1 '^copy32 ' "$folder/out" | grep -q 'skipped: \|^FAULT gpu\.copy32(' || fail 'no reason below the row'
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
err_has "no family has 'nonsense' in its name"
bad gpu --only copy --only nonsense
err_has "no family has 'nonsense' in its name"
bad gpu --case 'gpu.nonsense(2:1)'
bad gpu --case 'gpu.copy64(2:1)'
bad gpu --executor gpu
bad gpu --addresses -1
bad gpu --cutlass /nonexistent
finish
