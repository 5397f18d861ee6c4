# Profiles: what is outside preconditions and what is expected is told apart, in every report, and a list of expected
# failures does not rot.
. "$(dirname "$0")/lib.bash"
cd "$folder" || exit 1
few=(--no-corpus -n 1000 --exhaustive 'weight<=5, cases<=200' --batch 100)

# The profile of the document. The subject answers outside the domain, and drops strides of 0.
sed -n '/^\[profile\]$/,/^```$/p' "$LAYOUTCHECK_SOURCE_DIR/docs/profiles.md" | sed '$d' >mine.profile
grep -q 'expected failure' mine.profile || fail 'no profile in the document'
beyond="'$LAYOUTCHECK' answer --convention extended | sed -u '/^coordinate/s/= undefined/= (7)/'"
cat >beyond <<<"$beyond"
cat >mine <<<"$beyond | sed '/^coalesce([^<]*:.*[(,:]0[,)].*) =/s/ = .*/ = 1:0/'"
run 1 test "${few[@]}" --convention extended --only coordinate -- sh beyond
has 'coordinate: answers the unanswerable'
lacks 'outside its preconditions'
run 1 test "${few[@]}" --profile mine.profile --no-expected -- sh mine
has 'coalesce: wrong, another size; stride 0'
has 'outside coordinate: defined (trusted): '
lacks 'coordinate: answers the unanswerable'
grep -q '^composition ' out || fail 'the operations of the profile'
! grep -q '^rank ' out || fail 'an operation that the profile does not have'
run 0 test "${few[@]}" --profile mine.profile --only coordinate --json report.json --junit report.xml --html report.html \
  -- sh beyond
has 'outside its preconditions'
has 'all is right within the preconditions'
has 'not asked: 1 expected failure'
grep -q '"profile": "mine.profile"' report.json || fail 'the profile in JSON'
fits report report.json
grep -q '"coordinate: defined (trusted)": [1-9]' report.json || fail 'the precondition in JSON'
grep -q '"faults": 0' report.json || fail 'what is outside is no fault'
grep -q 'name="coordinate (outside its preconditions)"' report.xml || fail 'what is outside in JUnit'
! command -v xmllint >/dev/null || xmllint --noout report.xml || fail 'no XML'
tests=$(grep -c '<testcase' report.xml)
grep -q "tests=\"$tests\" failures=\"0\" errors=\"0\" skipped=\"1\"" report.xml || fail 'the numbers of JUnit'
grep -q '<td>coordinate: defined (trusted)</td>' report.html || fail 'the precondition in HTML'

# From the day before it is right: a list from a run makes the next one right.
only=(--convention extended --only coalesce --where 'rank>=1')
run 1 test "${few[@]}" "${only[@]}" --write-expected known.txt -- sh mine
grep -q '^case: coalesce(' known.txt || fail 'no case in the list'
grep -q '^cause: wrong, another size' known.txt || fail 'no cause in the list'
run 0 test "${few[@]}" "${only[@]}" --expected known.txt --json report.json --junit report.xml -- sh mine
has 'expected failure'
has 'nothing fails unexpectedly'
grep -q '"expected failure": [1-9]' report.json || fail 'what is expected in JSON'
grep -q 'name="coalesce (expected failure)"' report.xml || fail 'what is expected in JUnit'
run 0 test "${few[@]}" "${only[@]}" --expected known.txt --write-expected again.txt -- sh mine
cmp known.txt again.txt || fail 'the list changes by itself'
run 1 test "${few[@]}" "${only[@]}" --expected known.txt --no-expected -- sh mine

# What is mended is reported, and dropped from the list; what is new is a fault, and added.
run 1 test "${few[@]}" "${only[@]}" --expected known.txt --write-expected fewer.txt --junit report.xml -- sh beyond
has 'known.txt:4: coalesce('
has ' no longer fails; take it off the list'
grep -q 'no longer fails' report.xml || fail 'what is mended in JUnit'
! grep -q '^case: ' fewer.txt || fail 'the list keeps what is mended'
sed 's/^reason: .*/reason: our issue 12/' known.txt >reasons.txt
run 1 test "${few[@]}" "${only[@]}" --only depth --expected reasons.txt --write-expected more.txt -- \
  sh -c 'sh mine | sed "/^depth/s/= .*/= 77/"'
has 'depth: wrong, another value'
grep -q '^case: depth(' more.txt || fail 'the list lacks what is new'
grep -q '^reason: our issue 12$' more.txt || fail 'the list forgets reasons'
run 0 test "${few[@]}" "${only[@]}" --only depth --expected more.txt -- sh -c 'sh mine | sed "/^depth/s/= .*/= 77/"'

# Answered lines are judged by a profile as well.
cat >lines <<'END'
coordinate((4), 3) = (3)
coordinate((4), 9) = (7)
composition((4,6):(2,3), 2:3) = error AssertionError
composition((4,6):(2,3), 2:3) = 2:7
coalesce((2,2):(0,0)) = 1:0
coalesce((2,(2,2)):(0,(0,0))) = 1:0
END
run 1 check --convention extended lines
grep -q '^total .* 3 *' out || fail 'the faults without a profile'
run 1 check --profile mine.profile --json report.json --junit report.xml --html report.html lines
has '4: composition((4,6):(2,3), 2:3) = 2:7  # wrong'
lacks '3: composition'
lacks 'coalesce((2,2):(0,0)) = '
has 'outside coordinate: defined (trusted): 1'
has 'outside composition: stride-divisible (checked): 1'
grep -q '"convention": "extended"' report.json || fail 'the convention of the profile'
grep -q '"expected failure": 2' report.json || fail 'what is expected in JSON'
grep -q '"faults": 1' report.json || fail 'one fault is left'
grep -q 'name="coalesce (expected failure)"' report.xml || fail 'what is expected in JUnit'
known="mine.profile:$(sed -n '/^case: coalesce((2,2):(0,0))/=' mine.profile): coalesce((2,2):(0,0)), LC-0001, https://tracker.example/my-algebra/12"
has "expected $known: 2"
grep -qF "\"$known\": 2" report.json || fail 'the thread in JSON'
grep -qF "<td>$known</td>" report.html || fail 'the thread in HTML'
sed -i /2:7/d lines
run 0 check --profile mine.profile lines
run 1 check --profile mine.profile --no-expected lines
has 'coalesce((2,2):(0,0)) = 1:0  # wrong'
# What is documented in place of a complement that does not exist is acceptable, or wrong.
cat >weak <<'END'
blocked_product((8,8):(1,9), (2,2):(1,2)) = ((8,2),(8,2)):((1,72),(9,144))
complement((2,2):(2,6), 46) = (2,4):(1,12)
END
run 1 check --convention extended weak
has '2: complement((2,2):(2,6), 46) = (2,4):(1,12)  # answers the unanswerable'
run 0 check --profile cute --json report.json --junit report.xml --html report.html weak
has 'outside complement: complementable (weak): 1'
grep -q '^operation .* acceptable' out || fail 'a column for what is acceptable'
grep -q '"acceptable": 2' report.json || fail 'what is acceptable in JSON'
grep -q '"faults": 0' report.json || fail 'what is acceptable is no fault'
grep -q 'name="complement (acceptable)"' report.xml || fail 'what is acceptable in JUnit'
grep -q '<th[^>]*>acceptable</th>' report.html || fail 'what is acceptable in HTML'
sed 's/(1,12)$/(2,12)/' weak >weaker
run 1 check --profile cute weaker
has '2: complement((2,2):(2,6), 46) = (2,4):(2,12)  # wrong'
has 'they are not disjoint'

# An entry that was not among the lines says nothing, and one that is right is a complaint.
grep -v '^coalesce' lines >fewer
run 0 check --profile mine.profile fewer
has 'not asked: 1 expected failure'
{ cat fewer; echo 'coalesce((2,2):(0,0)) = 4:0'; } >more
run 1 check --profile mine.profile --junit report.xml more
has "${known%%, LC-*} no longer fails; take it off the list"
grep -q 'no longer fails' report.xml || fail 'what is mended in JUnit'
run 1 check --convention extended --expected known.txt more
run 0 check --convention extended --expected known.txt <<<'coalesce((2,2):(0,0)) = 1:0'
# What has no value, and what answers another question.
printf '%s\n' '[expected failure]' 'case: coalesce(4:1)' 'reason: wraps around' >negative.txt
run 0 check --expected negative.txt <<<'coalesce(4:1) = 4:-1'
echo 'coalesce(4:2)' >asked
run 1 check --expected negative.txt --questions asked <<<'coalesce(4:1) = 4:7'
has 'does not answer the question'
bad check --profile mine.profile --convention squeezed lines
err_has 'contradicts the profile'

# The names of those that are built in, and places of errors.
bad test --profile nosuch -- true
err_has "no profile and no file 'nosuch'; the profiles are "
bad test --profile mine.profile --convention squeezed -- true
err_has 'contradicts the profile'
sed 's/^standing: trusted/standing: hoped/' mine.profile >bad.profile
bad test --profile bad.profile -- true
err_has "bad.profile:18: 'hoped' is not one of checked, trusted, own meaning"
sed 's/^operations: composition$/operations: compositoin/' mine.profile >bad.profile
bad test --profile bad.profile -- true
err_has "bad.profile:10: unknown operation 'compositoin'; did you mean 'composition'?"
echo 'convention' >bad.profile
bad test --profile bad.profile -- true
err_has 'bad.profile:1: '
bad test --expected mine.profile -- true
err_has 'mine.profile:1: only [expected failure] can stand here'
bad test --expected nosuch.txt -- true
err_has 'nosuch.txt'
bad test --json - --write-expected - -- true
finish
