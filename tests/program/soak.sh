# tools/soak: what must not matter does not, and it sees what does.
. "$(dirname "$0")/lib.bash"
command -v python3 >"$folder/python" || exit 77

soak() {
  local wanted=$1 status=0
  shift
  "$LAYOUTCHECK_SOURCE_DIR/tools/soak" --exhaustive 'weight<=5, cases<=50' --cases 100 --only rank --only complement \
    --jobs 1,2 "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: tools/soak $*"
}

# AddressSanitizer keeps what it is given back.
growth=8000
! grep -q __asan_init "$LAYOUTCHECK" || growth=1000000
soak 0 --programs "$LAYOUTCHECK" --seeds 3 --memory 2 --growth $growth
has '3 of 3'
has '1 runs'
soak 0 --programs "$LAYOUTCHECK" "$LAYOUTCHECK" --seeds 1 --first 7

# subject COMMAND: a program that does what layoutcheck does, and that as well.
subject() {
  printf '#!/bin/bash\nset -o pipefail\n%s\n' "$1" >"$folder/subject"
  chmod +x "$folder/subject"
}
with_two='if [[ "$*" == *"--jobs 2"* ]]; then'

# One case more of one row, and of the sum, if there are two threads.
subject "$with_two \"$LAYOUTCHECK\" \"\$@\" | sed '/^rank(layout)/s/ 100 / 101 /'; else exec \"$LAYOUTCHECK\" \"\$@\"; fi"
soak 1 --programs "$folder/subject" --seeds 1
has 'seed 1, 2 threads: the counts of the rows are not those of the run'
has 'seed 1, 2 threads, against 1 threads: rank(layout): 100 '
# A row that is lost.
subject "$with_two \"$LAYOUTCHECK\" \"\$@\" | grep -v '^rank(layout)'; else exec \"$LAYOUTCHECK\" \"\$@\"; fi"
soak 1 --programs "$folder/subject" --seeds 1
has '| no such row'
# Another program that differs.
soak 1 --programs "$LAYOUTCHECK" "$folder/subject" --seeds 1
# Faults, with the right counts.
subject "\"$LAYOUTCHECK\" \"\$@\"; echo 'FAULT rank((2)) = 2'; exit 1"
soak 1 --programs "$folder/subject" --seeds 1
has 'seed 1, 1 threads: FAULT rank((2)) = 2'
has 'seed 1, 1 threads: status 1'
# Nothing is judged.
subject 'true'
soak 1 --programs "$folder/subject" --seeds 1
has 'nothing was judged'
# A program whose memory grows.
cat >"$folder/grows" <<EOF
#!/usr/bin/env python3
import subprocess, sys, time
process = subprocess.Popen(["$LAYOUTCHECK", *sys.argv[1:]])
kept = []
while process.poll() is None:
    kept.append(b"x" * 2000000)
    time.sleep(0.02)
sys.exit(process.returncode)
EOF
chmod +x "$folder/grows"
soak 1 --programs "$folder/grows" --seeds 1 --memory 2
has 'it grows: '

# Out of time, and what cannot be run.
soak 1 --programs "$LAYOUTCHECK" --seeds 100000 --time 1
has 'stopped before the end'
soak 2 --programs /nonexistent
err_has '/nonexistent is not there'
soak 2 --programs "$LAYOUTCHECK" --exhaustive 'rank<='
err_has 'column 7: expected a number'

# Ctrl-C: what was done is told. A shell lets programs in the background ignore it; Python's must not.
start python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); os.execv(sys.argv[1], sys.argv[1:])' \
  "$LAYOUTCHECK_SOURCE_DIR/tools/soak" --programs "$LAYOUTCHECK" --seeds 100000 --only rank --jobs 1
comes grep -q 'seed 1, ' "$folder/err"
stop INT
has 'of 100000'
has 'stopped before the end'

finish
