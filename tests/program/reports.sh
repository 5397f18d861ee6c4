# verify: its reports have what was found, whatever ends the run; check writes the same.
. "$(dirname "$0")/lib.bash"
set -o pipefail

files=(--json "$folder/r.json" --junit "$folder/r.xml" --html "$folder/r.html" --sarif "$folder/r.sarif" --faults "$folder/faults.txt")
quick=(verify --seed 1 --exhaustive 'weight<=4' --cases 300 --only 'rank(layout)' --only colfax.2.1.4.8)

# Whether the files of reports are whole.
whole() {
  fits report "$folder/r.json"
  ! command -v python3 >/dev/null || python3 -m json.tool "$folder/r.sarif" >"$folder/shown" || fail "$1: no SARIF"
  ! command -v xmllint >/dev/null || xmllint --noout "$folder/r.xml" || fail "$1: no XML"
  [[ $(tail -1 "$folder/r.html") == '</body>'* || $(tail -1 "$folder/r.html") == '</html>' ]] || fail "$1: half a page"
}
# file_has FILE TEXT
file_has() { grep -qF -- "$2" "$folder/$1" || fail "$1 lacks: $2"; }

run 0 "${quick[@]}" --no-corpus "${files[@]}"
whole 'all right'
file_has r.json '"right": true'
file_has r.json '"standing": "fails as stated"'
file_has r.xml 'name="rank(layout)" assertions='
file_has r.html 'All is right.'
[[ -e $folder/faults.txt && ! -s $folder/faults.txt ]] || fail 'faults where there are none'

cat >"$folder/corpus.txt" <<EOF
rank((2,2)) = 3
coalesce(((2,2),3):((1,2),8)) = (2,2,3):(1,2,8)
composition(4:1, 2:1) = 2:3
nonsense((2
EOF
run 1 "${quick[@]}" --corpus "$folder/corpus.txt" "${files[@]}"
whole 'faults'
file_has r.json '"(corpus)": {"lines": 4, "judged": 3, "faults": 4'
file_has r.json "corpus.txt:2"
file_has r.xml '4 of 4 cases are wrong'
file_has r.html 'class="other"'
file_has r.html '4 faults.'
file_has r.html 'nonsense((2'
(($(wc -l <"$folder/faults.txt") == 3)) || fail 'not all faults that can be read'
file_has faults.txt 'composition(4:1, 2:1) = 2:1'
run 0 replay "$folder/faults.txt"

# The same from check.
run 1 check "$folder/corpus.txt" "${files[@]}"
whole 'check'
file_has r.html 'line 3:'
(($(wc -l <"$folder/faults.txt") == 3)) || fail 'check: not all faults that can be read'

# Whatever characters an answer has: the reports are whole, and neither a page nor a terminal is turned around.
printf 'rank((2,2)) = \xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80\xe2\x80\xae\xe2\x81\xa6\xc2\x9b1m\x1b[31m\x01]]>&amp<\n' >"$folder/odd.txt"
run 1 check "$folder/odd.txt" "${files[@]}"
whole 'odd characters'
if command -v python3 >/dev/null; then
  python3 - "$folder/r.xml" <<'END' || fail 'odd characters: no XML'
import sys, xml.etree.ElementTree
failures = list(xml.etree.ElementTree.parse(sys.argv[1]).iter("failure"))
assert any("]]>&amp<" in failure.text for failure in failures), [failure.text for failure in failures]
END
fi
obeyed() {
  for file in out r.xml r.html r.json faults.txt; do
    ! LC_ALL=C grep -q $'\xe2\x80\xae\|\xe2\x81\xa6\|\xc2\x9b\|\x1b\|\x01\|\xed\xa0\x80' "$folder/$file" ||
      fail "$1: $file has characters that are obeyed"
  done
}
obeyed check
for answer in '\xe2\x80\xae5:1\x1b[1m' 'error \xe2\x80\xaeoh\x01 \xc2\x9b1m' '\xe2\x81\xa6'; do
  printf 'while read -r line; do printf "%%s = %s\\n" "$line"; done\n' "$answer" >"$folder/odd.sh"
  run 1 test --only size -n 5 --exhaustive 'weight<=3, cases<=5' --shrink 1 "${files[@]}" -- bash "$folder/odd.sh"
  obeyed "test $answer"
  whole "test $answer"
done

# SARIF: what consumers of it rely on. results EXPRESSION: it holds of `found`, which has of each result (rule, file,
# line, count, message, places that are related), of `finished` and of `notices`.
results() {
  command -v python3 >/dev/null || return 0
  python3 - "$folder/r.sarif" "$1" <<'PYTHON' >"$folder/out" || fail "not so: $1"
import json, sys
log = json.load(open(sys.argv[1]))
assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
[run] = log["runs"]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
assert len(set(rules)) == len(rules) and all(rule["help"]["text"] for rule in run["tool"]["driver"]["rules"])
def place(location):
    physical = location["physicalLocation"]
    return physical["artifactLocation"]["uri"], physical["region"]["startLine"]
found = []
for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"] and result["level"] == "error"
    [location] = result["locations"]
    assert location["logicalLocations"][0]["fullyQualifiedName"]
    related = result.get("relatedLocations", [])
    for other in related:
        assert f"]({other['id']})" in result["message"]["text"]
    found.append((result["ruleId"], *(place(location) if "physicalLocation" in location else (None, None)),
                  result["occurrenceCount"], result["message"]["text"], [place(other) for other in related]))
finished = run["invocations"][0]["executionSuccessful"]
notices = [notice["message"]["text"] for notice in run["invocations"][0]["toolExecutionNotifications"]]
if not eval(sys.argv[2].replace("\n", " ")):
    print(*found, finished, notices, sep="\n")
    sys.exit(1)
PYTHON
}
cd "$folder" || exit 1
run 1 check corpus.txt --sarif r.sarif
results '[f[:4] for f in found] == [("wrong", "corpus.txt", 1, 1), ("wrong-form", "corpus.txt", 2, 1),
  ("wrong", "corpus.txt", 3, 1), ("malformed", "corpus.txt", 4, 1)] and finished and not notices'
results 'found[0][4] == "rank((2,2)) = 3: wrong (exhaustive): the answer is 2"'
run 1 check corpus.txt --max-faults 1 --lines 5 --sarif r.sarif
results 'len(found) == 1 and not finished and notices == ["4 lines came instead of 5", "3 findings left out"]'
# At the lines of the questions; the answers may be in no file, or in one whose name is no URI.
printf '%s\n' 'rank((2,2))' '' 'size((2,2))' 'rank(2:1)' >questions
printf '%s\n' 'rank((2,2)) = 3' 'size((2,2)) = 4' 'rank(2:1) {' 'size(2) = 2' >'an answer [1].txt'
run 1 check --questions questions --sarif r.sarif 'an answer [1].txt'
results '[(*f[:3], f[5]) for f in found] == [("wrong", "questions", 1, [("an%20answer%20%5B1%5D.txt", 1)]),
  ("malformed", "questions", 4, [("an%20answer%20%5B1%5D.txt", 3)]), ("malformed", "an%20answer%20%5B1%5D.txt", 4, [])]'
results 'found[0][4].endswith(r" (answered in [an answer \[1\].txt:1](1))")'
results '"rank(2:1) {{" in found[1][4]'
run 1 check --questions questions --sarif - <'an answer [1].txt'
cp out r.sarif
results '[f[1:3] for f in found] == [("questions", 1), ("questions", 4), (None, None)]'
# A file elsewhere has its whole path.
mkdir below
(cd below && run 1 check ../corpus.txt --sarif ../r.sarif)
results "found[0][1] == 'file://$folder/corpus.txt'"
# verify: at the lines of the corpus. test: at those of its list, else in the file of faults, else nowhere.
run 1 "${quick[@]}" --corpus corpus.txt --sarif r.sarif
results '[f[1:3] for f in found] == [("corpus.txt", n) for n in (1, 2, 3, 4)]'
cat >wrong <<'SH'
while read -r question; do
  case $question in
    rank*) echo "$question = 7" ;;
    *) echo "$question = unsupported" ;;
  esac
done
SH
run 1 test --only rank --no-corpus -n 0 --exhaustive none --questions questions --shrink 0 --sarif r.sarif -- sh wrong
results '{f[:3] for f in found} == {("wrong", "questions", 1), ("wrong", "questions", 4)}'
run 1 test --only 'rank(layout)' --no-corpus --exhaustive none -n 20 --sarif r.sarif --faults list -- sh wrong
results '[f[1:3] for f in found] == [("list", n + 1) for n in range(len(found))] and found[0][3] > 1'
run 1 test --only 'rank(layout)' --no-corpus --exhaustive none -n 20 --sarif r.sarif -- sh wrong
results 'found and all(f[1] is None for f in found)'
# A crash has no line in the file of faults, and takes none from others.
printf 'rank((2)) = 1\nrank((3)) = 1\n' >questions
run 1 test --only rank --no-corpus -n 0 --exhaustive none --questions questions --faults list -- sh -c \
  'while read -r q; do case $q in "rank((2))") exit 3 ;; *) echo "$q = 7" ;; esac; done'
has 'crash'
[[ $(<list) == 'rank((3)) = 1  # '* ]] || fail 'the file of faults'
cd - >"$folder/shown" || exit 1

# One report goes to standard output, alone; two do not.
run 0 "${quick[@]}" --no-corpus --json -
! command -v python3 >/dev/null || python3 -m json.tool "$folder/out" >/dev/null || fail 'more than JSON on standard output'
err_has 'cases judged'
bad "${quick[@]}" --json - --html -
bad "${quick[@]}" --sarif - --faults -

# A report that cannot be written is an error before the run, and afterwards none to the others.
bad "${quick[@]}" --no-corpus --json /nonexistent/r.json
lacks 'cases judged'
rm -f "$folder"/r.* "$folder/faults.txt"
run 2 "${quick[@]}" --corpus "$folder/corpus.txt" --json /dev/full "${files[@]:2}"
err_has '/dev/full'
file_has r.xml '4 of 4 cases are wrong'
file_has r.html '4 faults.'
file_has faults.txt 'rank((2,2)) = 2'

# What ends a run early leaves what was found.
run 1 verify --seed 1 --only 'rank(layout)' --time 0.3 --corpus "$folder/corpus.txt" "${files[@]}"
whole 'out of time'
file_has r.xml '4 of 4 cases are wrong'
rm -f "$folder"/r.* "$folder/faults.txt"
start "$LAYOUTCHECK" verify --seed 1 --only 'rank(layout)' --time 60 --corpus "$folder/corpus.txt" "${files[@]}"
comes grep -q '[1-9][0-9]* cases' "$folder/err"
stop INT
has 'stopped before the end'
whole 'Ctrl-C'
file_has r.json '"interrupted": true'
file_has r.json '"rank(layout)": {"lines": '
file_has r.html 'Stopped before the end.'
file_has faults.txt 'rank((2,2)) = 2'

# A report that is replaced stays what it was to others, and nothing beside it is touched, whatever becomes of the run.
mkdir "$folder/beside"
echo precious >"$folder/beside/r.json.new"
echo old >"$folder/beside/r.json"
chmod 600 "$folder/beside/r.json"
ln "$folder/beside/r.json" "$folder/beside/other"
bad check --json "$folder/beside/r.json" nonexistent
run 1 check --json "$folder/beside/r.json" "$folder/corpus.txt"
cmp "$folder/beside/r.json" "$folder/beside/other" || fail 'a hard link was cut'
rm "$folder/beside/other"
run 1 check --json "$folder/beside/r.json" "$folder/corpus.txt"
[[ $(stat -c %a "$folder/beside/r.json") == 600 ]] || fail 'the mode is another'
grep -qx precious "$folder/beside/r.json.new" || fail 'a file beside the report was touched'
[[ $(ls -A "$folder/beside" | tr '\n' ' ') == 'r.json r.json.new ' ]] || fail 'something is left beside the report'
# Two runs with one record.
"$LAYOUTCHECK" verify --no-corpus --exhaustive none --cases 300 --only 'rank(layout)' --record "$folder/record" >"$folder/shown" &
run 0 verify --no-corpus --exhaustive none --cases 300 --only 'size(layout)' --record "$folder/record"
wait $! || fail 'one of two runs with one record fails'
for row in rank size; do grep -q "^$row(layout)	random	300	" "$folder/record" || fail "the record lacks $row(layout)"; done
# What standard output is redirected to is no file for a report.
status=0
"$LAYOUTCHECK" check --json "$folder/both" "$folder/corpus.txt" >"$folder/both" 2>"$folder/err" || status=$?
((status == 2)) || fail "status $status where a report is standard output"
err_has "$folder/both cannot be written: it is standard output"

finish
