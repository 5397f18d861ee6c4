# gen, answer and check joined by pipes, with good and bad subjects between them.
. "$(dirname "$0")/lib.bash"
set -o pipefail

"$LAYOUTCHECK" gen all -n 3000 --seed 7 >"$folder/questions" || fail 'gen all'
(($(wc -l <"$folder/questions") == 3000)) || fail 'not 3000 questions'
(($(sort -u "$folder/questions" | wc -l) == 3000)) || fail 'questions are repeated'
"$LAYOUTCHECK" gen all -n 3000 --seed 7 | cmp - "$folder/questions" || fail 'the same seed gives other lines'
! "$LAYOUTCHECK" gen all -n 3000 --seed 8 | cmp -s - "$folder/questions" || fail 'another seed gives the same lines'

for convention in strict extended; do
  "$LAYOUTCHECK" gen all -n 3000 --convention $convention |
    "$LAYOUTCHECK" answer --convention $convention |
    "$LAYOUTCHECK" check --convention $convention --lines 3000 --json "$folder/report.json" \
      --junit "$folder/report.xml" >"$folder/out" || fail "the algebra's own answers ($convention)"
  has total
done
grep -q '"faults": 0' "$folder/report.json" || fail 'the report in JSON'
grep -q 'failures="0"' "$folder/report.xml" || fail 'the report in XML'

"$LAYOUTCHECK" gen 'composition(layout, tiler)' -n 50 --defined --answered >"$folder/answered" || fail 'gen --answered'
! grep -Ev '^composition\(.*\) = ' "$folder/answered" || fail 'a line is no answered composition'
! grep -E '= (undefined|overflow)' "$folder/answered" || fail 'an undefined one among the defined'
"$LAYOUTCHECK" gen composition -n 4 --convention extended | grep -q '^composition@extended(' || fail 'gen names no convention'
"$LAYOUTCHECK" gen colfax.2.1.4.15 -n 5 | "$LAYOUTCHECK" answer | "$LAYOUTCHECK" check >"$folder/out" || fail 'a statement as an operation'
"$LAYOUTCHECK" gen rank -n 30 --size 0 | wc -l | grep -qx 30 || fail 'few small cases'

# A subject that is wrong in one operation, one that says nothing, and one that breaks off.
sed 's/$/ = 1/; s/^complement.*/& = 2:1/' "$folder/questions" | run 1 check
has 'wrong'
run 1 check "$folder/questions"
has 'nothing was judged'
"$LAYOUTCHECK" answer "$folder/questions" | head -100 | run 1 check --lines 3000
has '100 lines came instead of 3000'
"$LAYOUTCHECK" answer "$folder/questions" | head -100 | run 0 check

# A reader who has seen enough ends gen quietly.
"$LAYOUTCHECK" gen all -n 1000000 2>"$folder/err" | head -1 >"$folder/out"
[[ ${PIPESTATUS[*]} == '0 0' && ! -s $folder/err ]] || fail 'gen minds that its reader leaves'
if [[ -w /dev/full ]]; then
  "$LAYOUTCHECK" gen rank -n 5 >/dev/full 2>"$folder/err"
  (($? == 2)) || fail 'a full disk goes unnoticed'
fi

# A subject may wait for each answer before it asks on.
coproc "$LAYOUTCHECK" answer
questioner=${COPROC[1]}
for line in 'rank((2,2))' 'size(3:1)'; do
  echo "$line" >&"$questioner"
  read -r -t 10 answer <&"${COPROC[0]}" || fail 'an answer is held back'
  [[ $answer == "$line = "* ]] || fail "to $line: $answer"
done
exec {questioner}>&-
wait

finish
