# Usage: help and versions, and that every mistake ends in one line and status 2.
. "$(dirname "$0")/lib.bash"

run 0 --help
has 'Exit status'
for command in verify eval show gen answer check replay gpu kernel operations statements; do
  has "  $command "
done
for command in verify eval show gen answer check replay gpu kernel operations statements; do
  run 0 "$command" --help
  has 'Examples:'
  has 'Exit status: '
  longest=$(awk '{ if (length($0) > n) n = length($0) } END { print n }' "$folder/out")
  ((longest <= 100)) || fail "the help of $command has a line of $longest columns"
done
run 0 --version
grep -Eq '^layoutcheck [0-9]+\.[0-9]+\.[0-9]+$' "$folder/out" || fail 'the version has no three numbers'

bad
bad nonsense
err_has "there is no command 'nonsense'"
bad --nonsense
bad eval
bad eval 'rank((2))' --nonsense
bad eval 'rank((2))' --convention loose
bad eval 'rank((2))' --points 0
bad gen
bad gen compositon
err_has "did you mean 'composition'?"
bad gen 'composition(layout)'
err_has 'composition(layout, tiler)'
bad gen rank --size 101
bad gen rank -n -3
bad gen rank -n many
for seed in -1 '' 100000000000000000000 1.5 ' 1'; do
  bad gen rank --seed "$seed"
  err_has "expected a number from 0 to 18446744073709551615, found '$seed'"
  bad verify --no-corpus --only rank --cases 1 --exhaustive none --seed "$seed"
  err_has "expected a number from 0 to 18446744073709551615, found '$seed'"
  bad gpu --only copy --executor ptx --seed "$seed"
  err_has "expected a number from 0 to 18446744073709551615, found '$seed'"
done
# Not octal.
run 0 gen rank -n 010
(($(wc -l <"$folder/out") == 10)) || fail 'gen -n 010 prints no 10 lines'
bad gen colfax.2.1.1.2
err_has 'is not checked on operands'
bad show
bad check /nonexistent
bad check /
bad answer /nonexistent
bad replay
bad replay /nonexistent
bad operations xyzzy

finish
