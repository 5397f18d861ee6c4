# check: malformed lines, unanswered ones, faults and their number, reports, Ctrl-C.
. "$(dirname "$0")/lib.bash"

printf '%b' 'rank((2,2)) = 2\r\n' 'complement((2,2):(1,6), 24) = (3,2):(2,11)  # old\n' '\n' '# a comment\n' \
  'rank((2,2) = 2\n' '\xff\xfe<&"\x01\n' 'composition(4:1,2:1)\n' 'coalesce((2,2):(1,2)) = (4):(1)\n' \
  'foo(1) = 2\n' 'size(3) = unsupported\n' 'rank((2)) = 1' >"$folder/lines"
run 1 check "$folder/lines" --json "$folder/report.json" --junit "$folder/report.xml"
has '2: complement((2,2):(1,6), 24) = (3,2):(2,11)  # wrong (exhaustive): the answer is (3,2):(2,12)'
has "5: rank((2,2) = 2  # malformed: column 12: expected ',' or ')', found '='"
has '9: foo(1) = 2  # malformed: column 1: unknown operation'
lacks '11: rank'
grep -q '^$' "$folder/out" || fail 'no line between the faults and the table'
has '(unreadable)      2 '
grep -q '^total  *9  *2  *1  *1  *2  *3  *4  *\.$' "$folder/out" || fail 'the last row of the table'
! command -v xmllint >/dev/null || xmllint --noout "$folder/report.xml" || fail 'no XML'
fits report "$folder/report.json"
grep -q '"malformed": 3' "$folder/report.json" || fail 'the report lacks the malformed lines'

run 0 check --help
has '--timeout SECONDS  '
run 1 check --all "$folder/lines"
has '11: rank((2)) = 1  # agrees (exhaustive)'
has '7: composition(4:1, 2:1)  # unsupported'
run 1 check --max-faults 0 "$folder/lines"
has '9: foo(1)'
lacks 'more fault'
run 1 check --max-faults 1 "$folder/lines"
has '... and 3 more faults'
lacks 'rank((2,2) ='
bad check "$folder/lines" --json /nonexistent/report.json

# A first line of one character, from a pipe.
printf 'x\nrank((2)) = 1\n' | run 1 check
has '1: x  # malformed: '

# What a line says of who answered is none of the answers.
printf 'subject() = mine 2.1\noffers() = rank, size(shape)\nrank((2)) = 1\n' | run 0 check --lines 1 --json "$folder/report.json"
has 'mine 2.1, judged by layoutcheck '
grep -q '"subject": "mine 2.1"' "$folder/report.json" || fail 'the report does not say who answered'

# One answer of a hundred is not what was asked for.
{ echo 'rank((2)) = 1' && yes 'rank((2)) = unsupported' | head -99; } >"$folder/few"
run 1 check "$folder/few"
has 'unsupported: rank (99 of 100), more than 50 %'
run 0 check --unsupported 99 "$folder/few"
# Not an input, nor one report over another.
for reports in "--json $folder/few" "--json $folder/r --html $folder/r" "--faults $folder/report.json --json $folder/./report.json"; do
  bad check "$folder/few" $reports
  err_has 'cannot be written: it '
done
bad check /dev/null --json "$folder/few" --questions "$folder/few"
run 1 check "$folder/few" --json /dev/null --html /dev/null

printf '' | run 1 check
has 'nothing was judged'
printf 'composition(4:1, 2:8) = 2:8\n' | run 1 check
has 'answers the unanswerable'
printf 'composition(4:1, 2:8) = 2:8\n' | run 0 check --convention extended
printf 'composition@extended(4:1, 2:8) = 2:8\n' | run 0 check
printf 'coalesce((100000,100000):(1,7)) = (100000,100000):(1,7)\n' | run 0 check --points 10
head -c 200000 /dev/urandom | run 1 check
has malformed

# Ctrl-C while the input stays open: the summary comes all the same.
mkfifo "$folder/input"
# Open for both, so that nothing waits for a program that never opens it.
exec 9<>"$folder/input"
start "$LAYOUTCHECK" check --all "$folder/input"
printf 'rank((2,2)) = 2\nrank((2,2)' >&9
comes grep -q agrees "$folder/out"
stop INT
exec 9>&-
has 'stopped before the end'
grep -q '^rank  *1  *1 ' "$folder/out" || fail 'the summary after Ctrl-C'

finish
