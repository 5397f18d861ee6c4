# No exit status of 0 where something was wrong, lost, or not looked at.
. "$(dirname "$0")/lib.bash"
set -o pipefail

# A line that takes more memory than there is, and a wrong one behind it.
huge() {
  echo 'rank((2,2)) = 2'
  printf 'rank(('
  head -c 150000000 /dev/zero | tr '\0' 1
  echo ')) = 1'
  echo 'rank((2,2)) = 3'
}
huge | (ulimit -v 400000 && run 1 check) || fail 'check of a huge line'
has '2: rank((111'
has 'malformed: the line is longer than 16777216 bytes'
has '3: rank((2,2)) = 3  # wrong'
grep -q '^total  *3 ' "$folder/out" || fail 'a line is lost behind a huge one'
huge | (ulimit -v 400000 && run 2 answer) || fail 'answer to a huge line'
err_has 'standard input:2: the line is longer'
(($(wc -l <"$folder/out") == 3)) || fail 'answer loses a line behind a huge one'
has 'rank((2,2)) = 2'

# A subject that dies, leaves lines out, or answers other questions than those asked.
"$LAYOUTCHECK" gen composition -n 500 >"$folder/questions" || fail 'gen composition'
questions=(--questions "$folder/questions")
"$LAYOUTCHECK" answer "$folder/questions" >"$folder/answers" || fail 'answer'
run 0 check "$folder/answers" "${questions[@]}"
# The same question may be written otherwise.
sed 's/,/ , /g' "$folder/answers" | run 0 check "${questions[@]}"
head -5 "$folder/answers" | run 1 check "${questions[@]}"
has '495 questions were not answered'
sed 2d "$folder/answers" | run 1 check "${questions[@]}"
has "it does not answer the question of $folder/questions:2, "
cat "$folder/answers" "$folder/answers" | run 1 check "${questions[@]}"
has "there are no more questions in $folder/questions"
yes 'rank((2)) = 1' | head -500 | run 1 check --lines 500 "${questions[@]}"
has 'it does not answer the question'
printf 'composition(4:1, 2:8)\n' >"$folder/one"
printf 'composition@extended(4:1, 2:8) = 2:8\n' | run 1 check --questions "$folder/one"
printf 'composition@extended(4:1, 2:8) = 2:8\n' | run 0 check --convention extended --questions "$folder/one"
printf 'nonsense\n' >"$folder/one"
run 2 check "$folder/answers" --questions "$folder/one"
err_has "$folder/one:1: column 1: unknown operation"
bad check --questions /nonexistent
bad check --questions -

# Input that breaks off is not input that ends.
if [[ -r /proc/self/mem ]]; then
  bad check /proc/self/mem
  err_has 'cannot read /proc/self/mem: '
  bad check "$folder/one" --questions /proc/self/mem
  err_has 'cannot read /proc/self/mem: '
fi

# Too much that is undecided, and why it is.
printf 'rank((2,2)) = 2\ntable(70000:1) = undefined\n' >"$folder/undecided"
run 1 check "$folder/undecided"
has '1 of 2 lines is undecided, more than 10 %'
has 'undecided by the work limit: 1'
has '(--all shows which lines are undecided, and why)'
run 1 check --all "$folder/undecided"
has '2: table(70000:1) = undefined  # undecided'
lacks '(--all shows'
run 0 check --undecided 50 "$folder/undecided"
bad check --undecided 101 "$folder/undecided"
bad check --undecided nan "$folder/undecided"

# A large table is judged by its length and by samples.
numbers() { seq -s, "$1" "$2"; }
printf 'table(70000:1) = (%s)\ntable(70000:1) = (%s)\ntable(70000:1) = (%s)\n' \
  "$(numbers 0 69999)" "$(numbers 0 69998)" "$(numbers 1 70000)" >"$folder/tables"
run 1 check --all "$folder/tables"
has 'agrees (sampled at '
has 'wrong (exhaustive): the answer has 70000 values'
has 'points): at 0 it is 1, not 0'

# Reports on standard output are alone there, and nothing is run if one cannot be written.
printf 'rank((2,2)) = 2\nrank((2,\xc3\xa9)) = 2\n' >"$folder/two"
run 1 check "$folder/two" --json -
! command -v python3 >/dev/null || python3 -m json.tool "$folder/out" >/dev/null || fail 'more than JSON on standard output'
err_has "found '$(printf '\xc3\xa9')'"
bad check "$folder/two" --json - --junit -
bad check "$folder/two" --json /nonexistent/report.json
(($(wc -c <"$folder/out") == 0)) || fail 'lines are judged although the report cannot be written'
printf '\xef\xbb\xbfrank((2,2)) = 2\n' | run 0 check

# A failure of the judge is none of the subject's, and no pass.
printf 'rank((2,2)) = 2\ntable(500000000:1) = (1)\n' >"$folder/large"
(ulimit -v 400000 && run 1 check --undecided 100 --points 1073741824 "$folder/large")
has 'layoutcheck failed to judge 1 line'
has 'undecided by a failure of layoutcheck: 1'

# What gen says is answered is answered.
for operation in composition logical_divide logical_product; do
  "$LAYOUTCHECK" gen "$operation" -n 200 --answered >"$folder/out" || fail "gen $operation --answered"
  lacks unsupported
  "$LAYOUTCHECK" gen "$operation" -n 200 --defined >"$folder/out" || fail "gen $operation --defined"
  (($(wc -l <"$folder/out") == 200)) || fail "gen $operation --defined stops"
done

finish
