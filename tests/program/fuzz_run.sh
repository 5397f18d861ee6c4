# tools/fuzz: tables, finds and statuses, with programs in place of targets that speak like libFuzzer.
. "$(dirname "$0")/lib.bash"
: "${LAYOUTCHECK_SOURCE_DIR:?names the root of the repository}"

# fuzz STATUS ARGUMENT...: runs the tool; its output is in $folder/out and $folder/err.
fuzz() {
  local wanted=$1 status=0
  shift
  "$LAYOUTCHECK_SOURCE_DIR/tools/fuzz" --build "$folder/build" "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: fuzz $*"
}

# target NAME: the program of a target, which is a script; it is given in the standard input.
target() {
  mkdir -p "$folder/build/bin"
  {
    printf '#!/usr/bin/env bash\n'
    printf 'for word in "$@"; do case $word in -artifact_prefix=*) finds=${word#*=} ;; esac; done\n'
    cat
  } >"$folder/build/bin/fuzz_$1"
  chmod +x "$folder/build/bin/fuzz_$1"
}

target layouts <<'END'
printf '%s\n' "$@" >"${finds}arguments"
printf 'INFO: Seed: 1\n#2\tINITED cov: 12 ft: 34 corp: 1/1b exec/s: 0 rss: 28Mb\n'
printf '#4096\tDONE   cov: 1234 ft: 5678 corp: 2/3b lim: 256 exec/s: 7 rss: 30Mb\n'
printf 'stat::number_of_executed_units: 5000\n'
END
fuzz 0 --targets layouts --time 5 --seed 3 -- -only_ascii=1
has 'target   seconds  executions  per second  edges  features  corpus  finds'
has '5 000'
has '1 234'
has '5 678'
grep -qx -- -only_ascii=1 "$folder/build/run/layouts/finds/arguments" || fail 'an argument after -- is lost'
grep -qx -- -seed=3 "$folder/build/run/layouts/finds/arguments" || fail 'the seed is lost'
grep -qx -- -max_len=256 "$folder/build/run/layouts/finds/arguments" || fail 'there is no -max_len'
[[ -n $(find "$folder/build/run/layouts/corpus" -type f) ]] || fail 'the cases are not in the corpus'
fuzz 0 --targets layouts --time 5 --empty --markdown
has '| target  | seconds | executions | per second | edges | features | corpus | finds |'
[[ -z $(find "$folder/build/run/layouts/corpus.empty" -type f) ]] || fail '--empty is not empty'

# What a run finds is told once, with the case, the reason and what to do; the corpus loses its file.
target judge <<'END'
printf '#2\tINITED cov: 12 ft: 34 corp: 1/1b exec/s: 0 rss: 28Mb\n'
printf 'layoutcheck: found by the target judge\n  rank((2)) = 2\n  the judge is wrong: 1\n==7== ERROR: libFuzzer: deadly signal\n'
printf 'stat::number_of_executed_units: 10\n'
printf 'rank((2)) = 2' >"${finds}crash-$$"
sleep 0.4
exit 77
END
fuzz 1 --targets judge,layouts --time 2
has 'rank((2)) = 2'
has '    the judge is wrong: 1'
has 'bin/layoutcheck_fuzz shrink judge '
(($(grep -c 'the judge is wrong' "$folder/out") == 1)) || fail 'a find is told twice'

# A find of several lines.
target check <<'END'
printf '#2\tINITED cov: 12 ft: 34 corp: 1/1b exec/s: 0 rss: 28Mb\n'
printf 'layoutcheck: found by the target check\n  rank((2)) = 2\nsize((2)) = 2\n  the faults do not add up\n==7== ERROR: libFuzzer: deadly signal\n'
printf 'x' >"${finds}crash-x"
sleep 1.1
exit 77
END
fuzz 1 --targets check --time 1
has '    size((2)) = 2'
has '    the faults do not add up'

# A target that cannot start is named, with the end of its log.
target views <<'END'
echo 'error while loading shared libraries: libc++.so'
exit 127
END
fuzz 2 --targets views,layouts --time 1
err_has 'bin/fuzz_views ended with status 127 and did not start; the end of '
err_has 'run/views/log/0.txt is:'
err_has '  error while loading shared libraries: libc++.so'
has '5 000'

fuzz 2 --targets nothing
err_has "tools/fuzz: there is no target 'nothing'; the targets are notation, layouts"
fuzz 2 --targets notation
err_has 'bin/fuzz_notation is not there; build it with: '
fuzz 2 --time 0
err_has "expected a positive number, found '0'"

# An interrupt ends in order, with a table of what there is.
target layouts <<'END'
trap 'printf "stat::number_of_executed_units: 777\n"; exit 72' INT
printf '#2\tINITED cov: 12 ft: 34 corp: 1/1b exec/s: 0 rss: 28Mb\n'
touch "${finds}started"
while :; do sleep 0.1; done
END
rm -f "$folder/build/run/layouts/finds/started"
start "$LAYOUTCHECK_SOURCE_DIR/tools/fuzz" --build "$folder/build" --targets layouts --time 60
comes test -e "$folder/build/run/layouts/finds/started"
stop TERM
has '777'

# Every error can be planted.
"$LAYOUTCHECK_SOURCE_DIR/tools/fuzz-plants" --check >"$folder/out" 2>"$folder/err" || fail 'tools/plants.txt'

finish
