# No line and no range goes on for ever: steps bound each line, and time bounds a run where it is told to.
. "$(dirname "$0")/lib.bash"

repeat() { printf "$1%.0s" $(seq "$2"); }
list() { repeat "$1," $(($2 - 1)) && printf %s "$1"; }

# The check tries orders of the entries, and begins with the wrong ones.
orders="colfax.2.1.6.11.amended(($(list 2 40)):($(for i in {39..1}; do printf %d, $((1 << i)); done)1)) = true"

# Lines that once took from 10 s up to for ever; each is left undecided, or decided, in a few seconds.
{
  echo "$orders"
  echo "composition(($(list 65536 500)):($(list 3 500)), <65536:1,($(list 2 500)):($(list 3 500))>) = undefined"
  echo "composition(($(list 3 8000)):($(list 5 8000)), 65536:1) = undefined"
  echo "row_major(($(list 2 12000))) = overflow"
  echo "shah.3.1((2305843009213693951)) = true"
  echo "colfax.3.1.1.8(<0>--()--><4611686018427387904>, <0>--()--><0>) = true"
  echo "colfax.2.1.3.31(($(list 1 4000)):($(list 1 4000))) = true"
} >"$folder/lines"
lines=$(wc -l <"$folder/lines")
SECONDS=0
run 0 check --all "$folder/lines" --undecided 100
((SECONDS < 60)) || fail "$lines lines took $SECONDS s"
grep -q "^total  *$lines " "$folder/out" || fail 'a line was lost'
has 'the work limit of 16777216 steps is reached'
has 'the limit of a statement is 2048'
has 'row_major'
(($(wc -L <"$folder/out") < 6000)) || fail 'a line is printed in full'

# The same where the oracle is asked for its answer alone.
run 1 eval "composition(($(list 3 8000)):($(list 5 8000)), 65536:1)"
has 'no answer: the work limit of 16777216 steps is reached'

# What a line may take in time, and all of them.
echo 'size((2)) = 2' >"$folder/one"
run 0 check --timeout 60 --time 60 "$folder/one"
slow='composition(8388608:1, 8388608:1) = undefined'
echo "$slow" | run 1 check --all --points 100000000 --timeout 0.01 --undecided 100
has 'undecided: the time limit is reached'
mkfifo "$folder/silent"
exec 9<>"$folder/silent"
cat "$folder/one" >&9
run 1 check --time 1 "$folder/silent"
exec 9>&-
has 'the time ended after 1 line; the rest was not judged'
for option in --time --timeout; do
  bad check "$folder/one" $option 0
  bad check "$folder/one" $option nan
done

# A line that never ends is given up, and what came before it is judged; so is a text.
limit='bytes, the limit'
endless() {
  cat "$folder/one"
  head -c 300000000 /dev/zero
}
endless | run 2 check -
has 'size              1       1' # the table, with what came before
err_has "cannot read standard input: a line has more than 268435456 $limit"
run 2 check /dev/zero --json "$folder/json"
grep -q '"malformed": 1' "$folder/json" || fail 'the report lacks the line'
endless >"$folder/endless.txt"
run 2 replay "$folder/endless.txt"
err_has "cannot read $folder/endless.txt: a line has more than 268435456 $limit"
run 2 test --questions "$folder/endless.txt" -- cat
err_has "cannot read $folder/endless.txt: a line has more than 268435456 $limit"
for option in --profile --expected; do
  bad check "$folder/one" $option "$folder/endless.txt"
  err_has "cannot read $folder/endless.txt: it has more than 268435456 $limit"
  bad check "$folder/one" $option /dev/zero
done
bad piece "$folder/endless.txt" 1 --into "$folder/results"
err_has "cannot read $folder/endless.txt: it has more than 268435456 $limit"
bad check "$folder"
bad kernel --description "$folder/endless.txt"
rm "$folder/endless.txt"

# A range without an end is refused, unless the time has one; then each row has its share of it.
range=(verify --no-corpus --seed 1 --cases 0 --only coalesce --exhaustive 'rank<=2')
bad "${range[@]}"
err_has "the range 'rank<=2, depth<=2, number<=8' has no end for is_flat_coalesced(flat layout)"
run 0 "${range[@]}" --time 3
lacks 'no case was tested'

finish
