# The form of answers: the right functions in a form that the operation rules out are no right answers.
. "$(dirname "$0")/lib.bash"
few=(--no-corpus -n 1000 --exhaustive 'weight<=6, cases<=500' --batch 100)

# The identity has the function of every coalesced layout.
cat >"$folder/identity" <<EOF
'$LAYOUTCHECK' answer "\$@" | sed -E 's/^(coalesce\\((.*)\\)) = .*/\\1 = \\2/'
EOF
for convention in strict extended squeezed; do
  run 1 test "${few[@]}" --only 'coalesce(layout)' --convention $convention --json "$folder/report.json" \
    --junit "$folder/report.xml" --html "$folder/report.html" --corpus "$folder/corpus.txt" -- \
    sh "$folder/identity" --convention $convention
  has 'coalesce: wrong form, not coalesced; extent 1'
  has 'coalesce: wrong form, not coalesced ('
  has 'it is not coalesced over'
  lacks 'wrong, '
  grep -q '"verdict": *"wrong form"' "$folder/report.json" || fail 'JSON has no wrong form'
  grep -q '<failure' "$folder/report.xml" || fail 'JUnit is green'
  grep -q 'wrong form' "$folder/report.html" || fail 'HTML has no wrong form'
  grep -q '[1-9] cases, the smallest:' "$folder/report.html" || fail 'HTML has no number of cases'
done
echo 'coalesce((2,2):(1,2)) = (2,2):(1,2)' >"$folder/line"
run 1 check "$folder/line"
has 'wrong form (exhaustive): it is not coalesced over 4; the canonical form is 4:1'
run 1 replay "$folder/line"

# Without brackets the tile and the rest are gone.
cat >"$folder/flat" <<EOF
'$LAYOUTCHECK' answer "\$@" | sed -u 's/  #.*//
  / = .*:/ { h; s/.* = //; s/[()]//g; s/.*/(&)/; s/:/):(/; x; s/ = .*//; G; s/\n/ = / }'
EOF
for convention in strict extended; do
  run 1 test "${few[@]}" --only zipped_divide --convention $convention --shrink 5 -- sh "$folder/flat" --convention $convention
  has 'zipped_divide: wrong form, other modes'
  lacks 'wrong, '
done
# A tuple around one entry is no difference.
run 0 test "${few[@]}" --only 'coalesce(layout)' --only 'flatten(layout)' -- sh "$folder/flat"
has 'agrees as a function'

# A profile says what the documents of an implementation leave open, and what it does not offer.
cat >"$folder/open.profile" <<EOF
[profile]
about: leaves modes as they are
convention: strict
operations: coalesce(layout), flat_divide
where: depth<=1

[open form]
operations: coalesce(layout)
open: coalesced
source: the manual

[precondition]
operations: flat_divide
needs: no kept mode
standing: not offered
source: the manual
EOF
run 0 test "${few[@]}" --profile "$folder/open.profile" --only 'coalesce(layout)' -- sh "$folder/identity"
has 'agrees as a function'
printf '%s\n' 'flat_divide((2):(1), <_>) = error no such tiler' 'flat_divide((2):(1), <_>) = unsupported' \
  'flat_divide((2):(1), 2:1) = (2,1):(1,0)' >"$folder/line"
run 0 check --profile "$folder/open.profile" "$folder/line"
has 'flat_divide: no kept mode (not offered)'
echo 'flat_divide((2):(1), <_>) = (7,2):(0,1)' >"$folder/line"
run 1 check --profile "$folder/open.profile" "$folder/line"
finish
