# verify --exhaustive: bounds, shards, files from which a run goes on, the record.
. "$(dirname "$0")/lib.bash"

compositions=(verify --no-corpus --seed 1 --cases 0 --jobs 2 --only 'composition(layout, layout)')
# Fifteen entries make 15 layouts of depth 0 and 1 + 15 + 15^2 of depth 1.
small='rank<=2, depth<=1, extent<=3, stride<=4'
pairs=$((256 * 256))
# Longer, by far more than the time it is given below: 45 entries.
longer='rank<=2, depth<=1, extent<=3, stride<=14'
longer_pairs=$((2116 * 2116))

# cases: how many were judged, says the last table.
cases() { awk '$1 == "composition(layout," { n = $3 } END { print n + 0 }' "$folder/out"; }

# begin FILE: a run of the longer range that ends early, but not before it has judged something, however slow the machine is.
begin() {
  local time
  for time in 0.05 0.2 0.8 3.2; do
    "$LAYOUTCHECK" "${compositions[@]}" --exhaustive "$longer" --time $time --resume "$1" >"$folder/out" || continue
    return 0
  done
  fail 'nothing was judged'
}

bad verify --exhaustive 'rank<=2, width<=3'
err_has "bounds 'rank<=2, width<=3', column 10: expected a number of cases, or one of rank, "
bad verify --exhaustive 'rank<=2 extent<=3'
err_has "column 9: expected ','"
bad verify --exhaustive 'rank<2'
err_has 'column 5: expected <= after rank'
bad verify --exhaustive 'rank<='
err_has 'column 7: expected a number'
bad verify --exhaustive 'rank<=2, rank<=3'
err_has 'rank is bounded twice'
bad verify --exhaustive ''
for shard in 3/2 0/2 2 1/2/3 -1/2; do
  bad verify --shard=$shard
  err_has "shard '$shard': expected i/n"
done

# All of a range, and what the record says of it.
run 0 "${compositions[@]}" --exhaustive "$small" --record "$folder/record"
(($(cases) == pairs)) || fail "not all $pairs pairs"
has "agrees $pairs"
grep -q "^composition(layout, layout)	rank<=2, .*	$pairs	[0-9]*	[0-9]*	0	[0-9]*	yes$" "$folder/record" || fail 'not complete'
grep -q "^# command	rank<=2, .*	layoutcheck verify --seed 1 --cases 0 --exhaustive 'rank<=2, " "$folder/record" ||
  fail 'the record does not name the command'
cp "$folder/record" "$folder/before"
run 0 "${compositions[@]}" --exhaustive "$small" --record "$folder/record"
cmp "$folder/before" "$folder/record" || fail 'the same run is recorded differently'
run 0 "${compositions[@]}" --exhaustive 'stride<=4,extent<=3,  depth<=1,rank<=2' --record "$folder/record"
cmp "$folder/before" "$folder/record" || fail 'the same range in other words is recorded as another one'
run 0 "${compositions[@]}" --exhaustive "$small, cases<=1000" --record "$folder/record"
(($(cases) == 1000)) || fail 'the bound on the cases'
grep -q "cases<=1000	1000	.*	no$" "$folder/record" || fail 'a part of a range is recorded as all of it'
grep -q "	$pairs	.*	yes$" "$folder/record" || fail 'another range is no longer recorded'
printf 'id\trandom\t1\tmany\t0\t0\t-\tno\n' >"$folder/broken"
run 2 "${compositions[@]}" --exhaustive "$small" --record "$folder/broken"
err_has "$folder/broken:1: 'many' is not a number"

# Shards have no case in common and make up the whole.
sum=0
for shard in 1/3 2/3 3/3; do
  run 0 "${compositions[@]}" --exhaustive "$small" --shard $shard
  (($(cases) > 0 && $(cases) < pairs)) || fail "shard $shard has nothing, or everything"
  sum=$((sum + $(cases)))
done
((sum == pairs)) || fail "the shards have $sum cases, not $pairs"

# A run that ends early goes on where it was; one that is complete has nothing left to do.
begin "$folder/resume"
early=$(cases)
((early > 0 && early < longer_pairs)) || fail "the run did not end early, but after $early cases"
run 0 "${compositions[@]}" --exhaustive "$longer" --resume "$folder/resume"
(($(cases) == longer_pairs)) || fail "after $early cases it went on to $(cases), not $longer_pairs"
cp "$folder/resume" "$folder/before"
run 0 "${compositions[@]}" --exhaustive "$longer" --resume "$folder/resume"
(($(cases) == longer_pairs)) || fail 'a complete run is not complete when it is run again'
cmp "$folder/before" "$folder/resume" || fail 'a complete run was done again'

# One thread has one part.
single=("${compositions[@]/#2/1}" --exhaustive "$small" --resume "$folder/single")
run 0 "${single[@]}"
cp "$folder/single" "$folder/before"
run 0 "${single[@]}"
cmp "$folder/before" "$folder/single" || fail 'a complete run of one part was done again'

# SIGTERM, as Ctrl-C: what was done is kept.
endless='rank<=3, depth<=2, extent<=6, stride<=24'
start "$LAYOUTCHECK" "${compositions[@]}" --exhaustive "$endless" --resume "$folder/endless"
comes grep -q '[1-9][0-9]* cases' "$folder/err"
stop TERM
has 'stopped before the end'
before=$(cases)
((before > 0)) || fail 'nothing was done before SIGTERM'
run 0 "${compositions[@]}" --exhaustive "$endless" --resume "$folder/endless" --time 0.5
(($(cases) >= before)) || fail "it did not go on from $before cases"

# A file that was edited is refused, and stays; one that ends early, or is empty, is begun anew, which the run says. The
# heaviest weight is not done in it, so that a larger number would skip cases.
begin "$folder/early"
awk -F '\t' -v OFS='\t' '/^composition/ { $4 += 1000 } { print }' "$folder/early" >"$folder/edited"
cp "$folder/edited" "$folder/before"
bad "${compositions[@]}" --exhaustive "$longer" --resume "$folder/edited"
err_has "$folder/edited: it was edited or damaged: its digest is another"
cmp "$folder/before" "$folder/edited" || fail 'a file that was edited was overwritten'
for size in 0 10 100 -20; do
  head -c "$size" "$folder/early" >"$folder/cut"
  run 0 "${compositions[@]}" --exhaustive "$longer" --resume "$folder/cut"
  has "$folder/cut: it "
  has ': all is enumerated anew'
  (($(cases) == longer_pairs)) || fail 'a file that was cut off leaves cases out'
done
run 0 "${compositions[@]}" --exhaustive "$longer" --resume "$folder/cut"
has "$folder/cut: $longer_pairs cases were judged before"

# A file of another version.
sed '/^end/d; 2s/[^	]*$/0.0.9/' "$folder/resume" >"$folder/broken"
run 2 "${compositions[@]}" --exhaustive "$longer" --resume "$folder/broken"
err_has "$folder/broken:2: it is from layoutcheck 0.0.9, and this is "

# A file of another run, and files that cannot be read.
run 2 "${compositions[@]}" --exhaustive "$small" --resume "$folder/resume"
err_has "$folder/resume:2: it is of a run within 'rank<=2, "
run 2 "${compositions[@]}" --exhaustive "$longer" --shard 1/2 --resume "$folder/resume"
err_has "$folder/resume:2: it is of a run within"
printf 'rank((2,2)) = 2\n' >"$folder/broken"
run 2 "${compositions[@]}" --exhaustive "$longer" --resume "$folder/broken"
err_has "$folder/broken:1: this is not a file from which a run can go on"
grep -qx 'rank((2,2)) = 2' "$folder/broken" || fail 'a file that is something else was overwritten'
run 2 "${compositions[@]}" --exhaustive "$longer" --resume "$folder"

finish
