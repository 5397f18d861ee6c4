# plan, piece, merge: what pieces find adds up to what a single run says; nothing is lost unnoticed.
. "$(dirname "$0")/lib.bash"

# timeless FILE: what does not depend on how long it took and when it was.
timeless() {
  sed -E 's/ +[0-9.]+ ms  /  /; s/[;,] [0-9.]+ s$//; s/20[0-9]{2}-..-..T..:..:..Z/DATE/g; s/"seconds": [0-9.]+//' "$1" |
    sed -E 's/ time="[0-9.]+"//g; s/ +[0-9.]+e[+-][0-9]+( |$)/ RATE/; s/[0-9.]+ s</</; s/(single|merged)\.faults/FAULTS/'
}
# same NAME: the same of the single run and of the merged one.
same() {
  diff <(timeless "$folder/single.$1") <(timeless "$folder/merged.$1") >"$folder/out" || fail "$2: the merged $1 is another"
}
# in_pieces TITLE STATUS PIECES ARGUMENT... [-- COMMAND]: a single run and one in pieces, which are done backwards.
reports=()
in_pieces() {
  local title=$1 wanted=$2 pieces=$3 piece count status files=() report
  shift 3
  rm -rf "$folder/results"
  for report in "${reports[@]}"; do files+=(--"$report" "$folder/single.$report"); done
  run "$wanted" "$1" "${files[@]}" "${@:2}"
  cp "$folder/out" "$folder/single.out"
  run 0 plan --pieces "$pieces" "$@"
  cp "$folder/out" "$folder/run.plan"
  count=$(grep -c '^piece' "$folder/run.plan")
  ((count > 1)) || fail "$title: not several pieces"
  for ((piece = count; piece > 0; --piece)); do
    status=0
    "$LAYOUTCHECK" piece "$folder/run.plan" $piece --into "$folder/results" >"$folder/out" 2>"$folder/err" || status=$?
    ((status < 2)) || fail "$title: status $status of piece $piece"
  done
  merge_again "$title" "$wanted"
}
merge_again() {
  local files=() report
  for report in "${reports[@]}"; do files+=(--"$report" "$folder/merged.$report"); done
  run "$2" merge "$folder/results" "${files[@]}"
  cp "$folder/out" "$folder/merged.out"
  for report in out "${reports[@]}"; do same "$report" "$1"; done
}

# verify, with a statement that fails as stated and a corpus that is wrong, has a line that is none, and a file that is
# not read.
mkdir "$folder/corpus"
printf 'size(2:1) = 2\nsize(3:1) = 2\tx\nsize(\n' >"$folder/corpus/a.txt"
printf 'coalesce((2,2):(1,2)) = 4:1  # "a" <b>\nrank(2:1) = 1\n' >"$folder/corpus/b.txt"
printf 'rank(2:1) = 1\n' >"$folder/corpus/c.TXT"
reports=(json junit html sarif faults record)
few=(--corpus "$folder/corpus" --seed 5 --jobs 1 --only 'composition(layout, layout)' --only shah.2.14 --only 'complement(layout)' --only colfax.2.1.4.8)
in_pieces verify 1 7 verify "${few[@]}" --cases 25000 --exhaustive 'rank<=2, depth<=1, extent<=3, stride<=8, number<=6'
grep -q '"faults_left_out": 0' "$folder/merged.json" || fail 'no report of verify'
grep -q '"source": "layoutcheck verify --seed 5 ' "$folder/merged.json" || fail 'the report does not say of what'
fits report "$folder/merged.json"
grep -q '^range 1/[2-9]' <(tr '\t' '\n' <"$folder/run.plan") || fail 'no range is cut'

# A piece is done once; parts of one add up to it, whichever is there.
run 0 piece "$folder/run.plan" 2 --into "$folder/results"
has 'piece 2 of 7: was already done, nothing is wrong; '
rm "$folder/results/2.result" "$folder/results/5.result"
run 1 merge "$folder/results"
has '2 of 7 pieces are missing: 2, 5'
for part in 3/3 1/3 2/3; do
  for piece in 2 5; do
    "$LAYOUTCHECK" piece "$folder/run.plan" $piece --part $part --into "$folder/results" >"$folder/out" || true
    has "piece $piece of 7, part ${part%/3} of 3: "
    lacks 'before'
  done
done
merge_again 'in parts' 1
# Of two folders, and of results one behind another.
mkdir "$folder/more"
cp "$folder/results/run.plan" "$folder/more"
cat "$folder"/results/[1-4].result >"$folder/more/some.result"
rm "$folder"/results/[1-4].result
run 1 merge "$folder/results" "$folder/more"
cp "$folder/out" "$folder/merged.out"
same out 'of two folders'
run 1 merge "$folder/more" "$folder/results"
cp "$folder/out" "$folder/merged.out"
same out 'of two folders in another order'

# A folder is taken once, by whatever names.
ln -s results "$folder/results again"
for again in "$folder/results" "$folder/results/." "$folder/results again"; do
  run 1 merge "$folder/results" "$folder/more" "$again"
  cp "$folder/out" "$folder/merged.out"
  same out "of a folder that is named twice"
done
rm "$folder/results again"

# What is left is a plan of its own, whose results are those of the first.
run 1 merge "$folder/more" --missing
cp "$folder/out" "$folder/left.plan"
(($(grep -c '^piece' "$folder/left.plan") == 4)) || fail 'the plan of what is left'
for piece in 2 5 6 7; do
  "$LAYOUTCHECK" piece "$folder/left.plan" $piece --into "$folder/more" >"$folder/out" || true
done
bad piece "$folder/left.plan" 1 --into "$folder/more"
err_has 'there is no piece 1: the plan has 4 of 7'
run 0 merge "$folder/more" --missing
run 1 merge "$folder/more"
cp "$folder/out" "$folder/merged.out"
same out 'after the rest was done'

# What is damaged is named, and missing; what is missing is not recorded.
for damage in 'head -c -20' 'head -n 3' 'sed s/unit/unti/' 'sed 3s/[1-9]/0/' 'head -c 0'; do
  $damage "$folder/results/6.result" >"$folder/damaged"
  cp "$folder/results/6.result" "$folder/whole"
  cp "$folder/damaged" "$folder/results/6.result"
  run 1 merge "$folder/results" "$folder/more" # the other folder has it
  has "$folder/results/6.result is damaged: "
  lacks 'missing'
  cp "$folder/whole" "$folder/results/6.result"
done
mv "$folder/more" "$folder/kept"
cp "$folder/kept/some.result" "$folder/results"
cp "$folder/damaged" "$folder/results/6.result"
rm -f "$folder/record"
run 1 merge "$folder/results" --record "$folder/record"
has '1 of 7 pieces is missing: 6'
[[ ! -e $folder/record ]] || fail 'what is not whole was recorded'
run 0 piece "$folder/run.plan" 6 --into "$folder/results"
lacks 'before'

# Of many that are missing the first are named.
run 0 plan --pieces 42 verify --no-corpus --seed 1 --only colfax.2.1 --cases 5 --exhaustive none
cp "$folder/out" "$folder/many.plan"
(($(grep -c '^piece' "$folder/many.plan") == 42)) || fail 'not 42 pieces'
run 0 piece "$folder/many.plan" all --into "$folder/many"
for ((piece = 2; piece <= 42; piece += 2)); do rm "$folder/many/$piece.result"; done
run 1 merge "$folder/many"
has "21 of 42 pieces are missing: $(seq -s ', ' 2 2 40), ..."

# A piece that is told to stop says so, leaves no result, and the pieces after it are not begun.
run 0 plan verify --no-corpus --seed 6 --cases 200000000 --exhaustive none --only 'rank(layout)' --pieces 2
cp "$folder/out" "$folder/long.plan"
for signal in TERM INT; do
  start "$LAYOUTCHECK" piece "$folder/long.plan" all --into "$folder/long.$signal" --jobs 1
  comes test -e "$folder/long.$signal/run.plan"
  stop "$signal"
  has 'piece 1 of 2: stopped before the end'
  lacks 'piece 2'
  [[ $(ls "$folder/long.$signal") == run.plan ]] || fail "what was stopped by SIG$signal leaves something"
done

# Bad input.
bad piece "$folder/run.plan" 8 --into "$folder/results"
err_has 'there is no piece 8: the plan has 1 to 7'
for number in 8+1 1+8 7+2 1+100000000000 2+18446744073709551615; do
  bad piece "$folder/run.plan" "$number" --into "$folder/results"
  err_has ': the plan has 1 to 7'
done
for number in 0 -1 x 1+0 1-3; do bad piece "$folder/run.plan" --into "$folder/results" -- "$number"; done
bad piece "$folder/run.plan" 1 --part 3/2 --into "$folder/results"
for edit in 's/--cases\t25000/--cases\t25001/' '6d' '$d' 's/^piece\t3/piece\t4/'; do
  sed "$edit" "$folder/run.plan" >"$folder/edited.plan"
  bad piece "$folder/edited.plan" 1 --into "$folder/other"
  err_has 'was edited'
done
head -c -30 "$folder/run.plan" >"$folder/edited.plan"
bad piece "$folder/edited.plan" 1 --into "$folder/other"
sed -E '2s/[0-9]+\.[0-9]+\.[0-9]+/99.0.0/' "$folder/run.plan" >"$folder/edited.plan"
bad piece "$folder/edited.plan" 1 --into "$folder/other"
err_has 'it is from layoutcheck 99.0.0, and this is'
[[ ! -e $folder/other ]] || fail 'a plan that is refused leaves something'
run 0 plan verify --no-corpus --seed 6 --cases 10 --exhaustive none --only rank --pieces 3
cp "$folder/out" "$folder/other.plan"
bad piece "$folder/other.plan" 1 --into "$folder/results"
err_has 'has the pieces of another plan'
run 0 piece "$folder/other.plan" 1 --into "$folder/others"
cp "$folder/others/1.result" "$folder/results/9.result"
bad merge "$folder/results"
err_has "$folder/results/9.result: it is a piece of another plan"
rm "$folder/results/9.result"
if command -v flock >"$folder/out"; then
  flock "$folder/results" sleep 30 &
  holder=$!
  comes bash -c "! '$LAYOUTCHECK' merge '$folder/others' '$folder/results' 2>&1 >'$folder/out' | grep -v 'another process is merging'"
  bad merge "$folder/results"
  err_has 'another process is merging'
  kill $holder
fi
bad merge "$folder/nothing"
bad merge "$folder/corpus"
bad plan
bad plan eval 'rank(2:1)'
err_has "'eval' cannot be divided into pieces; verify, test, replay, kernel and gpu can"
bad plan verify --pieces 0
bad plan verify --pieces
bad plan verify --nonsense
for option in '--met 100' '--time 5' "--resume $folder/x" "--record $folder/x" "--json $folder/x"; do
  # shellcheck disable=SC2086
  bad plan verify --no-corpus $option
  err_has 'a plan cannot have'
done
bad plan verify --no-corpus --exhaustive 'rank<=2'
err_has 'has no end'

# The seed is settled when the plan is made.
run 0 plan verify --no-corpus --cases 10 --exhaustive none --only rank
grep -q '^command	verify	--seed	[0-9]' "$folder/out" || fail 'no seed'

# A fault of a row that is cut is found, and only a status of 1 says so.
reports=()
# replay, of two places.
in_pieces replay 1 3 replay "$folder/corpus" "$folder/corpus/b.txt"
grep -q ' in 3 files: 2 faults' "$folder/merged.out" || fail 'not all was replayed'
printf 'size(2:1) = 2\n' >>"$folder/corpus/a.txt"
rm "$folder"/results/*.result
bad piece "$folder/run.plan" all --into "$folder/results"
err_has 'differ from those of the plan'

# test: a subject that is wrong in two ways, and one of them expected.
cat >"$folder/subject" <<EOF
'$LAYOUTCHECK' answer --convention extended | sed -u 's/^\(coalesce(.*:[^ ]*0.*)\) = .*/\1 = 7:7/; s/^\(complement(.*2)\) = .*/\1 = error  bad/'
EOF
reports=(json junit html sarif faults)
in_pieces test 1 4 test --no-corpus -n 600 --exhaustive 'weight<=5' --convention extended --jobs 1 --only coalesce \
  --only complement --only rank -- sh "$folder/subject"
grep -q 'refuses the answerable' "$folder/merged.out" || fail 'no fault of the subject'
rm "$folder/results/3.result"
for part in 1/2 2/2; do
  "$LAYOUTCHECK" piece "$folder/run.plan" 3 --part $part --into "$folder/results" >"$folder/out" 2>&1
done
merge_again 'test in parts' 1
echo "'$LAYOUTCHECK' answer | sed -u 's/^rank.*/& = unsupported/; s/= .* = /= /'" >"$folder/subject"
rm "$folder/results/2.result"
bad piece "$folder/run.plan" 2 --into "$folder/results"
err_has 'offers other operations than when the plan was made'

# A plan is of what its files held: a profile that excuses more, another list of failures, other questions, another corpus.
corpus=$folder/tree/share/layoutcheck/corpus
mkdir -p "$folder/tree/bin" "$corpus" "$folder/questions"
cp "$LAYOUTCHECK" "$folder/tree/bin"
cp -r "$LAYOUTCHECK_SOURCE_DIR/corpus/papers" "$LAYOUTCHECK_SOURCE_DIR/corpus/regressions" "$corpus"
echo "'$LAYOUTCHECK' answer" >"$folder/subject"
printf '[profile]\nabout: mine\nconvention: strict\noperations: rank\n' >"$folder/my.profile"
printf '[expected failure]\ncase: rank(2:1)\nreason: known\n' >"$folder/expected"
echo 'rank(3:1)' >"$folder/questions/a.txt"
original=$LAYOUTCHECK
LAYOUTCHECK=$folder/tree/bin/layoutcheck
run 0 plan --pieces 2 test -n 20 --exhaustive none --seed 1 --shrink 0 --profile "$folder/my.profile" \
  --expected "$folder/expected" --questions "$folder/questions" -- sh "$folder/subject"
cp "$folder/out" "$folder/run.plan"
rm -rf "$folder/results"
"$LAYOUTCHECK" piece "$folder/run.plan" all --into "$folder/results" >"$folder/out"
mkdir -p "$folder/originals"
cp -r "$folder/my.profile" "$folder/expected" "$folder/questions" "$corpus" "$folder/originals"
for file in my.profile expected questions/a.txt questions/b.txt corpus/papers/primer.txt; do
  case $file in corpus/*) place=${corpus%corpus}$file name=$file ;; *) place=$folder/$file name=$place ;; esac
  echo '# more' >>"$place"
  bad piece "$folder/run.plan" 1 --into "$folder/other"
  err_has "$name changed since the plan was made"
  bad merge "$folder/results"
  err_has "$name changed since the plan was made"
  rm "$place"
  [[ ! -e $folder/originals/$file ]] || cp "$folder/originals/$file" "$place"
done
run 1 merge "$folder/results"
has 'rank(2:1) no longer fails'
bad plan test --profile "$folder/my.profile" --questions /dev/stdin -- sh "$folder/subject" </dev/null
err_has 'a plan cannot have --questions /dev/stdin: it is not a regular file, so a piece cannot read it again'
LAYOUTCHECK=$original

# Of results that contradict each other, that counts which found something.
echo "'$LAYOUTCHECK' answer" >"$folder/flaky"
run 0 plan --pieces 1 test --no-corpus -n 50 --exhaustive none --seed 1 --jobs 1 --only rank --shrink 0 -- sh "$folder/flaky"
cp "$folder/out" "$folder/run.plan"
run 0 piece "$folder/run.plan" 1 --into "$folder/well"
echo "'$LAYOUTCHECK' answer | sed -u 's/= .*/= 77/'" >"$folder/flaky"
run 1 piece "$folder/run.plan" 1 --into "$folder/badly"
run 1 piece "$folder/run.plan" 1 --part 1/2 --into "$folder/half"
run 0 merge "$folder/well"
for folders in 'well badly' 'badly well'; do
  # shellcheck disable=SC2086
  (cd "$folder" && run 1 merge $folders && has 'rank: wrong')
done
run 1 merge "$folder/well" "$folder/half"
has 'piece 1: a part of it found a fault, and the whole piece did not'

# gpu: an executor that is not here is told once.
reports=()
in_pieces gpu 0 3 gpu --executor ptx --seed 1 --addresses 3000 --only copy32 --only copy64 --only swizzled_tile --jobs 1
grep -q 'addresses compared, 0 faults' "$folder/merged.out" || fail 'no sum of addresses'

# Job arrays.
run 0 plan "$folder/run.plan" --format slurm
has '#SBATCH --array=1-3'
bash -n "$folder/out" || fail 'the array is no script'
run 0 plan "$folder/run.plan" --format kubernetes
has 'completions: 3'
run 0 plan --pieces 1001 verify --no-corpus --seed 1 --exhaustive none --cases 20000000 --only rank
cp "$folder/out" "$folder/large.plan"
run 0 plan "$folder/large.plan" --format slurm
mkdir "$folder/bin"
printf '#!/bin/sh\necho "$*"\n' >"$folder/bin/layoutcheck"
chmod +x "$folder/bin/layoutcheck"
for task in '1 1+2' '2 3+2' '501 1001+1'; do
  PATH=$folder/bin:$PATH SLURM_ARRAY_TASK_ID=${task% *} bash "$folder/out" >"$folder/shown"
  grep -qx "piece $folder/large.plan ${task#* } --into results" "$folder/shown" || fail "task $task of the array does $(cat "$folder/shown")"
done
bad plan "$folder/left.plan" --format slurm
bad plan "$folder/nothing" --format slurm

# kernel, of a launch that is refused, of right and of wrong ones, at two sizes each.
mkdir "$folder/launches"
data=$LAYOUTCHECK_SOURCE_DIR/gpu_checks/kernels/tests/data
for grid in 8 4; do
  printf '%s\n' "ptx $data/copy.ptx" "grid $grid" 'block 32' "args x: in f32[Q], y: out f32[Q], i32=Q" \
    'expect y[writes] = (ceil_div(Q,128),32,4):(128,4,1)' >"$folder/launches/$grid.kernel"
done
printf '%s\n' "ptx $data/copy.ptx" 'grid 8' 'block 32' 'args f32[Q]' >"$folder/launches/refused.kernel"
reports=(json sarif)
in_pieces kernel 2 3 kernel --description "$folder/launches" --at 'Q=512,1024'
grep -q '^6 launches: 3 right, 1 wrong, 2 refused; ' "$folder/merged.out" || fail 'the count of launches'
grep -q '"at": "Q=512"' "$folder/merged.json" || fail 'the JSON lacks a size'
in_pieces 'one kernel' 1 2 kernel "$data/copy.ptx" --description "$folder/launches/8.kernel" --description "$folder/launches/4.kernel" --at Q=1024
rm "$folder/results/1.result"
run 1 merge "$folder/results"
has '1 of 2 pieces is missing: 1'
sed -i 's/grid 8/grid 9/' "$folder/launches/8.kernel"
bad piece "$folder/run.plan" 1 --into "$folder/results"
err_has 'the kernels to run are not those that were planned'

# A file is named below its folder, and one that is asked for by itself by its name.
run 0 plan --pieces 2 replay "$folder/corpus/b.txt"
grep -q "file 1 [0-9a-f]* b.txt" "$folder/out" || fail 'no name of the file'
mkdir "$folder/corpus/deeper"
cp "$folder/corpus/b.txt" "$folder/corpus/deeper"
run 0 plan --pieces 2 replay "$folder/corpus"
grep -q "file [0-9]* [0-9a-f]* deeper/b.txt" "$folder/out" || fail 'no name below the folder'
bad plan verify --met 5
err_has "--met"

# Shards are the same whatever the threads of each: together they are all, and nothing twice.
sums() { awk '$1 == "composition(layout," { print $3, $4, $5 }' "$folder/out"; }
all=(verify --no-corpus --seed 1 --cases 0 --only 'composition(layout, layout)'
  --exhaustive 'rank<=2, depth<=1, extent<=3, stride<=4')
run 0 "${all[@]}"
whole=$(sums)
run 0 "${all[@]}" --shard 1/2 --jobs 1 --json "$folder/shard.json"
grep -q '"source": "layoutcheck verify .* --shard 1/2' "$folder/shard.json" || fail 'the report does not say of which shard'
one=$(sums)
run 0 "${all[@]}" --shard 2/2 --jobs 3
two=$(sums)
[[ $(printf '%s\n' "$one" "$two" | awk '{ a += $1; b += $2; c += $3 } END { print a, b, c }') == "$whole" ]] ||
  fail "the shards have $one and $two, not $whole"
finish
