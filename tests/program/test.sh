# test: good and bad commands as subjects, filters, reports, Ctrl-C.
. "$(dirname "$0")/lib.bash"
few=(--no-corpus -n 1000 --exhaustive 'weight<=4, cases<=200' --batch 100)

# Of no question of this seed the algebra has no answer because a stage does not fit in 64 bits.
run 0 test "${few[@]}" --seed 2 -- "$LAYOUTCHECK" answer
has 'all is right'
lacks 'not offered'
run 0 test "${few[@]}" --convention extended -j 3 -- "$LAYOUTCHECK" answer --convention extended
run 0 test --only rank --only size -n 0 --exhaustive none -- "$LAYOUTCHECK" answer
grep -q '^rank ' "$folder/out" || fail 'the questions of the corpus'

# What is not offered is asked no more.
cat >"$folder/some" <<EOF
'$LAYOUTCHECK' answer | sed -u '/^coalesce/!s/ = .*/ = unsupported/'
EOF
run 1 test "${few[@]}" -- sh "$folder/some"
grep -Eq "^[0-9]+ of [0-9]+ operations are not offered; select the others with( --only '[a-z_(, )]+')+$" "$folder/out" ||
  fail 'what is not offered'
lacks 'all is right'
run 0 test "${few[@]}" --unsupported 100 -- sh "$folder/some"
has 'operations are not offered'
has 'all that is offered is right'
(($(awk '$1 == "coalesce" {print $2}' "$folder/out") > 500)) || fail 'few questions of what is offered'
run 0 test "${few[@]}" --only 'coalesce(layout)' -- sh "$folder/some"
has 'all is right'
run 1 test "${few[@]}" --only 'coalesce(layout)' --only rank -- sh "$folder/some"
has 'operations are not offered: '
# Three questions are not what is asked.
cat >"$folder/three" <<EOF
'$LAYOUTCHECK' answer | sed -u '/^size((\\?[234])\\?)/!s/ = .*/ = unsupported/'
EOF
run 1 test "${few[@]}" --only size -- sh "$folder/three"
has 'more than 50 %'
lacks 'is right'
(($(grep -c unsupported "$folder/out") <= 2)) || fail 'not one line says that too much is unsupported'
printf '[profile]\nabout: x\nconvention: strict\noperations: size\nunsupported: 100\n' >"$folder/x.profile"
run 0 test "${few[@]}" --profile "$folder/x.profile" -- sh "$folder/three"
has 'all that is offered is right'
run 1 test "${few[@]}" --profile "$folder/x.profile" --unsupported 20 -- sh "$folder/three"

# Chains are asked if they are wanted, and show what no operation by itself does.
cat >"$folder/hands-on" <<EOF
'$LAYOUTCHECK' answer --convention extended | sed -u 's/^\(coalesce(prepend.*\) = .*/\1 = 7:7/'
EOF
handing=("${few[@]}" --convention extended --only coalesce --only prepend --only append)
run 0 test "${handing[@]}" -- sh "$folder/hands-on"
lacks 'chains'
run 1 test "${handing[@]}" --chains 100 -- sh "$folder/hands-on"
has 'coalesce(prepend): wrong'
lacks 'coalesce(append)'
[[ $(awk '$1 == "chains" {print $2}' "$folder/out") == 100 ]] || fail 'not so many chains'
echo 'coalesce(prepend(4:1, 1:0))' >"$folder/chain.txt"
run 1 test "${handing[@]}" --questions "$folder/chain.txt" -- sh "$folder/hands-on"
has '1 question of the files not asked, chains, of which none is wanted (--chains), the first coalesce(prepend(4:1, 1:0))'
lacks 'is right'
run 1 test "${handing[@]}" --questions "$folder/chain.txt" --chains 1 -- sh "$folder/hands-on"
run 0 test "${few[@]}" --chains 200 --convention extended -- "$LAYOUTCHECK" answer --convention extended
run 1 test "${few[@]}" --chains 200 --only coalesce -- sh -c "'$LAYOUTCHECK' answer | sed -u 's/^\([a-z]*([a-z]*(.*\) = .*/\1 = unsupported/'"
has 'more than 50 %'
run 0 gen coalesce size --chains 20 -n 0
(($(grep -c '^[a-z]*([a-z]*(' "$folder/out") == 20)) || fail 'gen: no chains'

# What is given and not asked is named, and fails.
printf 'size((2,3):(1,2))\nrank((2,3)) = 2\n' >"$folder/given.txt"
given=(test --no-corpus -n 0 --exhaustive none --questions "$folder/given.txt")
run 0 "${given[@]}" -- "$LAYOUTCHECK" answer
run 1 "${given[@]}" --only size -- "$LAYOUTCHECK" answer
has "1 question of the files not asked, of an operation that is not asked, the first rank((2,3)) at $folder/given.txt:2"
lacks 'is right'
run 1 "${given[@]}" --where 'rank>=3' -- "$LAYOUTCHECK" answer
has '2 questions of the files not asked, outside the filter of operands, the first size((2,3):(1,2))'
run 1 "${given[@]}" --unsupported 100 -- sh -c "'$LAYOUTCHECK' answer | sed -u '/^rank/s/ = .*/ = unsupported/; s/everything/unsupported/'"
has '1 question of the files not asked, of an operation that is not offered'
: >"$folder/empty.txt"
run 1 "${given[@]}" --questions "$folder/empty.txt" -- "$LAYOUTCHECK" answer
has "there is no question in $folder/empty.txt"
run 1 test --no-corpus -n 0 --exhaustive none --only size --only depth --questions "$folder/given.txt" -- "$LAYOUTCHECK" answer
has "nothing was asked of 'depth'"

# The scope: what is asked of every operation, whatever the seed.
run 0 test --scope --only 'coalesce(layout)' --only 'size(shape)'
(($(grep -Ec '^(coalesce\(layout\)|size\(shape\)) +[0-9]+  ' "$folder/out") == 2)) || fail 'no line for each operation'
questions=$(sed -n 's/ in total; these are all of$//p' "$folder/out")
((questions == $(awk '/^ *[0-9]+  / { sum += $1 } END { print sum }' "$folder/out"))) || fail 'the numbers of the parts'
run 0 gen 'coalesce(layout)' 'size(shape)' --exhaustive scope -n 0
(($(wc -l <"$folder/out") == questions)) || fail 'gen has another scope'
run 0 test --only 'coalesce(layout)' --only 'size(shape)' -n 0 --no-corpus -- "$LAYOUTCHECK" answer
has "of the scope (--scope), all $questions questions were asked"
run 0 test --only 'coalesce(layout)' --only 'size(shape)' --cases 100 -- "$LAYOUTCHECK" answer
has "of $questions questions were not asked: "
has ' of coalesce(layout)'
run 0 test --no-corpus --time 1 --only size -- sh -c "'$LAYOUTCHECK' answer | while IFS= read -r line; do echo \"\$line\"; sleep 0.01; done"
has 'questions were not asked, as the time was over: '
has 'the time ended before all questions were asked'

# What is offered is asked: what a program says, or answers.
run 0 test --cases 3000 -- "$LAYOUTCHECK" answer
grep -q '^to_linear ' "$folder/out" || fail 'it says that it offers everything'
run 0 test --cases 3000 -- sh -c "'$LAYOUTCHECK' answer | sed -u 's/ = everything/ = size, to_linear/'"
(($(grep -Ec '^(size|to_linear) ' "$folder/out") == 2)) || fail 'what it says it offers'
has 'all is right'
lacks 'coalesce'
run 0 test --cases 3000 --unsupported 100 -- sh -c "'$LAYOUTCHECK' answer | sed -u 's/ = everything/ = unsupported/; /[F@-]\|Sw/s/ = .*/ = unsupported/'"
lacks 'to_linear'
run 0 test --cases 20000 --no-corpus -- sh -c "'$LAYOUTCHECK' answer | grep --line-buffered -v offers"
grep -q '^to_linear ' "$folder/out" || fail 'it answers, and was not asked'
# Who dies of what is written with other words than integers is not blamed.
run 0 test --cases 3000 --unsupported 100 -- sh -c "awk '/[F@]|[,(:]-[0-9]|Sw/ {exit 9} {print; fflush()}' | '$LAYOUTCHECK' answer | grep --line-buffered -v offers"
lacks 'to_linear'

# Whose answers they are, and what comes of asking one that does not know the question.
run 0 test "${few[@]}" --only size --seed 7 --json "$folder/report.json" --junit "$folder/report.xml" \
  --html "$folder/report.html" -- "$LAYOUTCHECK" answer
version=$("$LAYOUTCHECK" --version | sed -n 's/^layoutcheck //p')
grep -Eq "^layoutcheck $version, judged by layoutcheck $version, seed 7, 20[0-9-]+T[0-9:]+Z$" "$folder/out" ||
  fail 'the output does not say whose answers they are'
for report in json xml html; do
  for word in "layoutcheck $version" "$version" 7 "$(date -u +%Y-%m-)"; do
    grep -qF "$word" "$folder/report.$report" || fail "the report $report lacks $word"
  done
done
for rude in 'grep -v subject' "sed 's/subject()/what?/'" "awk '/subject/ {exit 9} {print; fflush()}'" \
  "awk '/subject/ {while (1) {}} {print; fflush()}'"; do
  run 0 test "${few[@]}" --only size --timeout 2 -- sh -c "$rude | '$LAYOUTCHECK' answer 2>&1 | grep -v what"
  grep -q '^layoutcheck [0-9.]*, seed' "$folder/out" || fail "it has a name: $rude"
done

# How it ends once it has answered.
for end in 'exit 23' 'kill -SEGV $$' 'echo leaked >&2; exit 23' 'sleep 99'; do
  for answer in "'$LAYOUTCHECK' answer" "cat >'$folder/all'; '$LAYOUTCHECK' answer '$folder/all'"; do
    run 1 test --no-corpus -n 8 --exhaustive none --only size --timeout 2 -j 1 -- sh -c "$answer; $end"
    (($(grep -c '^after all its answers: ' "$folder/out") == 1)) || fail "no line says how it ends: $answer; $end"
    run 0 test --no-corpus -n 8 --exhaustive none --only size -j 1 --ignore-status -- sh -c "$answer; $end"
  done
done
run 1 test --no-corpus -n 100 --exhaustive none --only size -- sh -c "'$LAYOUTCHECK' answer; echo leaked >&2; exit 23"
has 'after all its answers: exit status 23: leaked'

# Wrong answers: a cause each, in every report, and a file that replays them.
cat >"$folder/wrong" <<EOF
'$LAYOUTCHECK' answer | sed -u '/^coalesce.*:[(0-9,]*0/s/ = .*/ = 1:0/; /^depth/s/ = .*/ = error NotYet: depth/'
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
grep -q '"faults_left_out": 0' "$folder/report.json" || fail 'the causes stand for all faults'
grep -q '"cause": "wrong, another size' "$folder/report.json" || fail 'the report lacks the cause'
run 0 replay "$folder/corpus.txt"
run 1 test --no-corpus -n 0 --exhaustive none --only coalesce --only depth --questions "$folder/corpus.txt" -- sh "$folder/wrong"

# The same run has the same report, whatever the number of threads: but for the date, and how long it took.
for run in 1:1 2:1 3:3; do
  run 1 test "${few[@]}" --only coalesce --only depth --time 0 --shrink 1000 -j "${run#*:}" --json "$folder/same.json" \
    --html "$folder/same.html" --faults "$folder/same.txt" -- sh "$folder/wrong"
  for report in same.json same.html same.txt out; do
    sed -E 's/20[0-9]{2}-[0-9T:-]+Z//; s/"seconds": [0-9.]+//; s/<dd>[0-9.]+ s<//' "$folder/$report" >"$folder/$report.$run"
    cmp "$folder/$report.1:1" "$folder/$report.$run" || fail "another report: $report of run $run"
  done
done
# A list comes before what it lists.
has ' causes:'
(($(sed -n '/^[0-9]* causes:$/,/^$/p' "$folder/out" | grep -c '^ *[0-9]*\. ') == $(grep -c '^[0-9]*\. ' "$folder/out"))) ||
  fail 'not all causes are in the list'
run 1 test "${few[@]}" --only coalesce --shrink 0.001 --json "$folder/cut.json" -- sh "$folder/wrong"
has 'the time ended before the cases of'
grep -q '"cut": true' "$folder/cut.json" || fail 'no fault says that it is cut'
fits report "$folder/report.json" "$folder/same.json" "$folder/cut.json"

run 1 test "${few[@]}" --only coalesce --where 'stride>=1' -- sh "$folder/wrong"
lacks 'another size; stride 0'
bad test --where 'rank>3' -- true
bad test -- /nonexistent/program
err_has 'cannot run /nonexistent/program'
bad test
bad test --only nosuch -- true
bad test --only size --only nosuch -- true
err_has 'nosuch'
bad test --where 'extent>=3, extent<=2' -- true
err_has 'no extent is within both of its bounds'
# No report is written over what is read, run, or written already.
cp "$folder/some" "$folder/script"
echo 'rank((2))' >"$folder/questions"
ln -s "$folder/script" "$folder/link"
mkdir -p "$folder/place"
cp "$folder/questions" "$folder/place/some.txt"
for reports in "--json $folder/script" "--html $folder/questions" "--write-expected $folder/link" \
  "--json $folder/r --junit $folder/place/../r" "--faults $folder/x.profile" "--faults $folder/place/some.txt"; do
  bad test --only rank --profile "$folder/x.profile" --questions "$folder/questions" --questions "$folder/place" $reports -- sh "$folder/script"
  err_has 'cannot be written: it '
done
cmp "$folder/some" "$folder/script" || fail 'the program under test is written over'
bad test --json - --junit - -- true
bad check --json - --junit -

# Answers out of order, from a program that waits for the end of its input.
run 0 test "${few[@]}" --only layout --only size -- sh -c "'$LAYOUTCHECK' answer | sort"
# Other questions, and none.
run 1 test "${few[@]}" --only rank --only size -- sh -c "'$LAYOUTCHECK' answer | sed -u 's/^rank.*/rank((9)) = 1/'"
has 'that no question asked for'
run 2 test "${few[@]}" -- true
err_has 'answered none of'

# One that dies and one that hangs, in single questions.
run 1 test --no-corpus -n 100 --exhaustive none --only size --shrink 2 -- sh -c \
  "'$LAYOUTCHECK' answer | awk '/33/ { exit 7 } { print; fflush() }'"
has 'size: crash, exit status 7'
grep -q '^size .* 100  ' "$folder/out" || fail 'questions are lost'
run 1 test --no-corpus -n 20 --exhaustive none --only size --timeout 0.3 --shrink 1 -- sh -c \
  "'$LAYOUTCHECK' answer | awk '/5/ { system(\"sleep 99\") } { print; fflush() }'"
has 'size: timeout'

# Ctrl-C and SIGTERM: what was found is told, and no child is left.
cat >"$folder/forever" <<EOF
echo \$\$ >>'$folder/children'
'$LAYOUTCHECK' answer | sed '/^rank/s/ = .*/ = 77/'
EOF
for signal in INT TERM; do
  rm -f "$folder/children" "$folder/r.json"
  touch "$folder/children"
  start "$LAYOUTCHECK" test --only rank --no-corpus -n 100000000 --exhaustive none --shrink 1 -j 1 --json "$folder/r.json" \
    -- sh "$folder/forever"
  # Each batch has a child of its own, since sed keeps answers to itself; of ten the first batches that are judged are among them.
  comes awk 'END { exit NR < 10 }' "$folder/children"
  stop "$signal"
  has 'stopped before the end'
  has 'rank: wrong, another value'
  grep -q '"interrupted": true' "$folder/r.json" || fail "no report after $signal"
  while read -r child; do
    ! kill -0 "$child" 2>/dev/null || fail "child $child is left"
  done <"$folder/children"
done

finish
