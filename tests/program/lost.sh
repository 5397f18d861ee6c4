# verify: nothing is lost, neither what was found before a run broke off nor the run itself, and no status of 0 when
# nothing was looked at.
. "$(dirname "$0")/lib.bash"

rank=(verify --no-corpus --seed 1 --only 'rank(layout)')
quick=("${rank[@]}" --exhaustive none)
run 0 "${quick[@]}" --cases 100
[[ ! -s $folder/err ]] || fail 'a short run in a pipe says how far it is'

# Nothing was judged, or not all that was asked for.
run 1 "${quick[@]}" --cases 0
has 'nothing was judged'
run 1 verify --no-corpus --seed 1 --exhaustive none --only rank --jobs 1 --time 0.001
has 'no case was tested'
for time in 1e10 1e300 inf nan 0 -1 ''; do
  bad "${quick[@]}" --cases 100 --time "$time"
  err_has "expected a number from 0.001 to 3e+08, found '$time'"
done

# Seed and bounds are known before a run ends, and so is how far it is.
start "$LAYOUTCHECK" verify --no-corpus --only 'rank(layout)' --time 60
comes test -s "$folder/err"
kill -KILL "$runner"
{ wait "$runner"; } 2>"$folder/waited"
grep -q "^layoutcheck verify --seed [0-9]* --cases 10000 --exhaustive 'weight<=14, cases<=12000'" "$folder/out" || fail 'the seed is lost'
grep -q '^layoutcheck verify: .* cases, ' "$folder/err" || fail 'a run in a pipe does not say how far it is'

# What the corpus has of faults, and of lines that are undecided, is not lost in the run.
corpus=(verify --seed 1 --exhaustive none --cases 100 --only 'rank(layout)' --corpus "$folder/corpus.txt")
echo 'rank((2,2)) = 2' >"$folder/corpus.txt"
run 0 "${corpus[@]}"
has 'corpus: 1 case in 1 file, 0 faults, 0 undecided'
echo 'rank((2,2)) = 3' >>"$folder/corpus.txt"
run 1 "${corpus[@]}"
has "$folder/corpus.txt:2: rank((2,2)) = 3"
has '; 1 fault; '
echo 'colfax.2.1.6.1((4294967296):(2), (2):(1)) = true' >"$folder/corpus.txt"
run 1 "${corpus[@]}"
has 'line of the corpus undecided'

# A record that cannot be written is an error before the run; a full disk leaves the old one.
for place in /nonexistent/record "$folder" /dev/full; do
  run 2 "${quick[@]}" --cases 100 --record "$place"
  err_has "$place: "
  lacks 'cases judged'
done
run 0 "${quick[@]}" --cases 100 --record "$folder/record"
cp "$folder/record" "$folder/before"
ln -s record "$folder/link"
run 0 "${quick[@]}" --cases 200 --record "$folder/link"
[[ -L $folder/link ]] || fail 'a link was replaced'
grep -q '^rank(layout)	random	200	' "$folder/record" || fail 'a link was not followed'
cp "$folder/before" "$folder/record"
# A disk that is full: no file can grow. The signal that comes with it is ignored.
(
  trap '' XFSZ
  ulimit -f 0
  "$LAYOUTCHECK" "${quick[@]}" --cases 300 --record "$folder/record" 2>&1 | cat >/dev/null
  exit "${PIPESTATUS[0]}"
)
(($? == 2)) || fail 'a full disk goes unnoticed'
cmp "$folder/record" "$folder/before" || fail 'a full disk destroys the record'
[[ -z $(find "$folder" -name '.layoutcheck*') ]] || fail 'a full disk leaves a half'
run 2 "${rank[@]}" --cases 100 --resume /dev/full --exhaustive 'weight<=3'
err_has '/dev/full: it is no regular file'
ln -s loop "$folder/loop"
for option in --record --resume; do
  run 2 "${rank[@]}" --cases 100 --exhaustive 'weight<=3' $option "$folder/loop"
  err_has "cannot read $folder/loop: "
done
bad replay "$folder/loop"
err_has "cannot read $folder/loop: "

# An empty file to go on from is a new one.
: >"$folder/resume"
run 0 "${rank[@]}" --cases 0 --exhaustive 'weight<=6' --resume "$folder/resume"
has "$folder/resume: it is empty: all is enumerated anew"
grep -q '^rank(layout)	0	' "$folder/resume" || fail 'an empty file was not filled'
sed '/^end/d; 2s/	[0-9]*\(	[0-9.]*\)$/	1000000000\1/' "$folder/resume" >"$folder/broken"
run 2 "${rank[@]}" --cases 0 --exhaustive 'weight<=6' --resume "$folder/broken"
err_has "$folder/broken:2: expected 1 to 1024 parts"

finish
