# test: good and bad commands as subjects, filters, reports, Ctrl-C.
. "$(dirname "$0")/lib.bash"
few=(--no-corpus -n 1000 --exhaustive 'weight<=4, cases<=200' --batch 100)

run 0 test "${few[@]}" -- "$LAYOUTCHECK" answer
has 'all is right'
lacks 'not offered'
run 0 test "${few[@]}" --convention extended -j 3 -- "$LAYOUTCHECK" answer --convention extended
run 0 test --only rank --only size -n 0 --exhaustive none -- "$LAYOUTCHECK" answer
grep -q '^rank ' "$folder/out" || fail 'the questions of the corpus'

# What is not offered is asked no more.
cat >"$folder/some" <<EOF
'$LAYOUTCHECK' answer | sed '/^coalesce/!s/ = .*/ = unsupported/'
EOF
run 0 test "${few[@]}" -- sh "$folder/some"
has 'not offered, and asked no more: '
(($(awk '$1 == "coalesce" {print $2}' "$folder/out") > 500)) || fail 'few questions of what is offered'

# Wrong answers: a cause each, in every report, and a file that replays them.
cat >"$folder/wrong" <<EOF
'$LAYOUTCHECK' answer | sed '/^coalesce.*:[(0-9,]*0/s/ = .*/ = 1:0/; /^depth/s/ = .*/ = error NotYet: depth/'
EOF
run 1 test "${few[@]}" --only coalesce --only depth --json "$folder/report.json" --junit "$folder/report.xml" \
  --html "$folder/report.html" --corpus "$folder/corpus.txt" -- sh "$folder/wrong"
has 'depth: refuses the answerable, NotYet'
has 'given     error  NotYet: depth'
has 'coalesce: wrong, another size'
has '  coalesce('
! command -v xmllint >/dev/null || xmllint --noout "$folder/report.xml" || fail 'no XML'
! command -v xmllint >/dev/null || xmllint --html --noout "$folder/report.html" 2>&1 | grep -v 'Tag section invalid\|^<section\|^ *^$' >"$folder/html"
[[ ! -s $folder/html ]] || fail 'no HTML'
grep -q 'class="other"' "$folder/report.html" || fail 'no cell is marked'
! command -v python3 >/dev/null || python3 -m json.tool "$folder/report.json" >/dev/null || fail 'no JSON'
grep -q '"faults_left_out": 0' "$folder/report.json" || fail 'the causes stand for all faults'
grep -q '"cause": "wrong, another size' "$folder/report.json" || fail 'the report lacks the cause'
run 0 replay "$folder/corpus.txt"
run 1 test --no-corpus -n 0 --exhaustive none --only coalesce --only depth --questions "$folder/corpus.txt" -- sh "$folder/wrong"

run 1 test "${few[@]}" --only coalesce --where 'stride>=1' -- sh "$folder/wrong"
lacks 'another size; stride 0'
bad test --where 'rank>3' -- true
bad test -- /nonexistent/program
err_has 'cannot run /nonexistent/program'
bad test
bad test --only nosuch -- true
bad test --json - --junit - -- true
bad check --json - --junit -

# Answers out of order, from a program that waits for the end of its input.
run 0 test "${few[@]}" --only layout --only size -- sh -c "'$LAYOUTCHECK' answer | sort"
# Other questions, and none.
run 1 test "${few[@]}" -- sh -c "'$LAYOUTCHECK' answer | sed 's/^rank.*/rank((9)) = 1/'"
has 'that no question asked for'
run 2 test "${few[@]}" -- true
err_has 'answered none of'

# One that dies and one that hangs, in single questions.
run 1 test --no-corpus -n 100 --exhaustive none --only size --shrink 2 -- sh -c \
  "'$LAYOUTCHECK' answer | awk '/5/ { exit 7 } { print; fflush() }'"
has 'size: crash, exit status 7'
grep -q '^size .* 100  ' "$folder/out" || fail 'questions are lost'
run 1 test --no-corpus -n 20 --exhaustive none --only size --timeout 0.3 --shrink 1 -- sh -c \
  "'$LAYOUTCHECK' answer | awk '/5/ { system(\"sleep 99\") } { print; fflush() }'"
has 'size: timeout'

# Ctrl-C: what was found is told, and no child is left.
cat >"$folder/forever" <<EOF
echo \$\$ >>'$folder/children'
'$LAYOUTCHECK' answer | sed '/^rank/s/ = .*/ = 77/'
EOF
"$LAYOUTCHECK" test --only rank --no-corpus -n 100000000 --exhaustive none --shrink 1 -j 1 -- sh "$folder/forever" \
  >"$folder/out" 2>"$folder/err" &
tester=$!
# Each batch has a child of its own; of ten the first batches that are judged are among them.
touch "$folder/children"
until (($(wc -l <"$folder/children") > 9)); do sleep 0.1; done
kill -INT "$tester"
status=0
wait "$tester" || status=$?
((status == 130)) || fail "status $status after Ctrl-C"
has 'stopped before the end'
has 'rank: wrong, another value'
while read -r child; do
  ! kill -0 "$child" 2>/dev/null || fail "child $child is left"
done <"$folder/children"

finish
