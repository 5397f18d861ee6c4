# Usage: help and versions, and that every mistake ends in one line and status 2.
. "$(dirname "$0")/lib.bash"

# Columns of the longest line, of those that begin so.
columns() { awk -v begin="^${1-}" '$0 ~ begin && length($0) > n { n = length($0) } END { print n + 0 }' "$folder/out"; }

run 0 --help
has 'Exit status'
(($(columns) <= 100)) || fail "the help has a line of $(columns) columns"
commands=$(listed_commands)
for command in verify eval show gen answer check test replay gpu kernel run serve atoms operations statements plan piece merge; do
  [[ $commands =~ (^|[[:space:]])$command($|[[:space:]]) ]] || fail "the help lacks $command"
done
widest=0
for command in $commands; do
  run 0 "$command" --help
  has 'Examples:'
  has 'Exit status: '
  longest=$(columns)
  ((longest <= 100)) || fail "the help of $command has a line of $longest columns"
  described=$(columns "$(printf "%30s")")
  ((described <= widest)) || widest=$described
  # What an option does stands in column 31, beside it or below.
  silent=$(awk '/^ *$/ { next } option && !/^ {30}[^ ]/ { print option } { option = "" }
    /^  -/ && length($0) < 31 { option = $1 } END { if (option) print option }' "$folder/out")
  [[ -z $silent ]] || fail "the help of $command does not say what $silent does"
done
((widest == 100)) || fail "descriptions of options are wrapped at $widest columns, not 100"
run 0 --version
grep -Eq '^layoutcheck [0-9]+\.[0-9]+\.[0-9]+$' "$folder/out" || fail 'the version has no three numbers'
language=$(sed -n 's/^case language \([0-9]*\)$/\1/p' "$folder/out")
grep -q "^This is version $language of the language" "$LAYOUTCHECK_SOURCE_DIR/docs/cases.md" ||
  fail 'docs/cases.md describes another version of the language'

# A file of a newer language is refused at the line that says so, and not read as what it is not.
printf 'rank((2,2)) = 2\n# language %d\nrank((2,2)) = 3\n' "$((language + 1))" >"$folder/newer"
run 1 replay "$folder/newer"
has "$folder/newer:2: "
has 'column 3: what follows is of a newer version of the language of cases'
has '2 cases in 1 file: 1 fault'
run 1 check "$folder/newer"
has '2: # language '
lacks '3: rank'
run 2 answer "$folder/newer"
err_has "$folder/newer:2: column 3: what follows is of a newer version"

bad
bad nonsense
err_has "there is no command 'nonsense'"
bad --nonsense
bad eval
bad eval 'rank((2))' --nonsense
err_has "there is no option '--nonsense'"
bad test --ony size -- cat
err_has "there is no option '--ony'"
bad test --only size --seed 3 -Q -- cat --fast
err_has "there is no option '-Q'"
bad verify --jobs 0
bad verify --only rank --only nonsense
err_has "no operation or statement that is checked has 'nonsense' in its name"
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
run 0 operations complement
grep -Eq '^complement\(layout\) +.* \(by convention\)$' "$folder/out" || fail 'no complement is listed'
run 0 operations --names complement
(($(grep -cx complement "$folder/out") == 1)) || fail 'a name is not listed once'
run 0 operations --names complement cosize
[[ $(<"$folder/out") == *complement*cosize* || $(<"$folder/out") == *cosize*complement* ]] || fail 'one word of two is not enough'

finish
