# What the scripts here share. LAYOUTCHECK names the program; a script ends with `finish`, which tells of failures.
# With LAYOUTCHECK_FAIL_FAST it ends at the first.
set -u
: "${LAYOUTCHECK:?names the built program}"
unset NO_COLOR COLORTERM
export LC_ALL=C.UTF-8
folder=$(mktemp -d)
schemas=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../docs/schemas" && pwd)
trap 'rm -rf "$folder"' EXIT

fail() {
  printf 'FAILED: %s\n' "$*"
  [[ ! -s $folder/out ]] || sed 's/^/  out: /' "$folder/out" | cut -c1-300 | head -20
  [[ ! -s $folder/err ]] || sed 's/^/  err: /' "$folder/err" | cut -c1-300 | head -20
  # A file, because a function at the end of a pipe runs in a shell of its own.
  touch "$folder/failed"
  [[ -z ${LAYOUTCHECK_FAIL_FAST-} ]] || kill $$
}

# run STATUS ARGUMENT...: runs the program; its output is in $folder/out and $folder/err.
run() {
  local wanted=$1 status=0
  shift
  "$LAYOUTCHECK" "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: layoutcheck $*"
}

# bad ARGUMENT...: the program must refuse, in one line.
bad() {
  run 2 "$@"
  (($(wc -l <"$folder/err") == 1)) || fail "not one line of error: layoutcheck $*"
  grep -q '^layoutcheck' "$folder/err" || fail "the error does not say who speaks: layoutcheck $*"
  ! grep -qi 'terminate\|abort\|what()' "$folder/err" || fail "an exception escaped: layoutcheck $*"
}

has() { grep -qF -- "$1" "$folder/out" || fail "the output lacks: $1"; }
lacks() { ! grep -qF -- "$1" "$folder/out" || fail "the output has: $1"; }
err_has() { grep -qF -- "$1" "$folder/err" || fail "the error lacks: $1"; }

# The commands that the help lists.
listed_commands() { "$LAYOUTCHECK" --help | sed -n '/^subcommands:/I,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'; }

# fits SCHEMA FILE...: each file has a report as the schema in docs/schemas describes it, which has a format and takes no
# other, and no member more.
fits() {
  if ! python3 -c 'import jsonschema' 2>/dev/null; then
    echo 'skipped: the schemas need the Python package jsonschema'
    return
  fi
  python3 - "$schemas/$1.schema.json" "${@:2}" <<'END' >"$folder/out" 2>&1 || fail "the schema: $*"
import json, sys
import jsonschema
schema, *reports = [json.load(open(name)) for name in sys.argv[1:]]
validator = jsonschema.Draft202012Validator(schema)
validator.check_schema(schema)
for report in reports:
    validator.validate(report)
    assert not validator.is_valid({**report, "format": 2}) and not validator.is_valid({**report, "more": 1})
END
}

# start COMMAND ARGUMENT...: runs it in the background, with no output left of what ran before.
start() {
  : >"$folder/out" >"$folder/err"
  "$@" >"$folder/out" 2>"$folder/err" &
  runner=$!
}

# comes COMMAND ARGUMENT...: waits until the command succeeds, however slow the machine is.
comes() {
  local i
  for ((i = 0; i < 3000; ++i)); do
    ! "$@" 2>/dev/null || return 0
    sleep 0.1
  done
  fail "it does not come: $*"
}

# handles_signals: whether what was started has its own handler of SIGINT, and is no longer the shell that starts it.
handles_signals() {
  [[ "/proc/$runner/exe" -ef $LAYOUTCHECK ]] && grep -q '^SigCgt:.*[2367abef]$' "/proc/$runner/status"
}

# stop SIGNAL: ends what was started, which tells by its status that it did not come to its end.
stop() {
  local status=0
  kill -"$1" "$runner"
  wait "$runner" || status=$?
  ((status == 130)) || fail "status $status after SIG$1"
}

# needs_python [WHAT STATEMENT]: skips what follows unless there is $python, and it has what the statement asks for.
python=${LAYOUTCHECK_RUN_PYTHON:-python3}
needs_python() {
  ! "$python" -c "${2-}" 2>/dev/null || return 0
  [[ ! -e $folder/failed ]] || exit 1
  echo "skipped: there is no $python${1:+ with $1}"
  exit 77
}

# Skips the test if the emulated libraries have sanitizers, and so cannot be loaded into programs without.
skip_with_sanitizers() {
  # shellcheck disable=SC2086  # a pattern
  nm -D $(dirname "$LAYOUTCHECK")/../lib*/layoutcheck/run/libcuda.so.1 | grep -q '__asan\|__tsan' || return 0
  echo 'skipped: a program without sanitizers loads no library with them'
  exit 77
}

finish() {
  [[ ! -e $folder/failed ]] || exit 1
  exit 0
}
