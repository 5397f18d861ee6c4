# The test vectors: the program has their answers, a wrong one has not, and the oracle agrees with them.
. "$(dirname "$0")/lib.bash"
command -v python3 >/dev/null || { echo 'skipped: there is no Python'; exit 77; }
export PYTHONDONTWRITEBYTECODE=1
vectors=$LAYOUTCHECK_SOURCE_DIR/corpus/vectors
check=$vectors/check.py

(($(wc -l <"$check") < 190)) || fail 'the checker is too long'
python3 "$LAYOUTCHECK_SOURCE_DIR/tools/vectors" --check || fail 'the flags or the form of vectors.json'
python3 "$check" --lines >"$folder/vectors.txt" || fail 'no lines'
run 0 replay "$folder/vectors.txt"
# Every operation that can be asked about layouts and nested tuples has some.
"$LAYOUTCHECK" operations | grep -v 'morphism\|map' | sed 's/(.*//' | sort -u |
  while read -r operation; do grep -q "^$operation[(@]" "$folder/vectors.txt" || fail "no vectors of $operation"; done
count=$(grep -c '"id"' "$vectors/vectors.json")
for convention in strict extended squeezed; do
  python3 "$check" --convention "$convention" -- "$LAYOUTCHECK" answer --convention "$convention" >"$folder/out" ||
    fail "the program's answers in the convention $convention"
  has "$count right"
done

# Each way to be wrong is told, and another convention is one.
! python3 "$check" --convention strict -- "$LAYOUTCHECK" answer --convention extended >"$folder/out" ||
  fail 'another convention is right'
has 'answers the unanswerable, not undefined; '
! python3 "$check" --convention extended -- python3 "$LAYOUTCHECK_SOURCE_DIR/adapters/wrong.py" >"$folder/out" ||
  fail 'a wrong program is right'
has '# wrong, not '
! python3 "$check" -- head -3 >"$folder/out" || fail 'questions are answers'
has "$count no answer"
! python3 "$check" --flag no-such-flag -- cat >"$folder/out" || fail 'nothing is right'
has 'no vector is asked'
# One answer of a hundred is not all; what is offered can be asked alone.
some() { python3 "$check" "$@" -- sh -c "'$LAYOUTCHECK' answer | sed -u '/^coalesce/!s/ = .*/ = unsupported/'" >"$folder/out"; }
! some || fail 'what is unsupported is right'
has 'more than half is unsupported, ask the others by --operation: '
lacks ', coalesce'
some --operation coalesce || fail 'what is offered, alone'

# A program that answers a question twice has answered it once only if both answers are the same.
cat >"$folder/twice.sh" <<'END'
"$LAYOUTCHECK" answer | sed "$1"
END
export LAYOUTCHECK
python3 "$check" -- bash "$folder/twice.sh" p >"$folder/out" || fail 'the same answer twice is wrong'
has "$count right"
for wrong in '1{h;s/=.*/= 999:7/;p;g}' '1{p;s/=.*/= 999:7/}'; do
  ! python3 "$check" -- bash "$folder/twice.sh" "$wrong" >"$folder/out" || fail "a contradiction is right: $wrong"
  has '= two answers that differ  # two answers that differ, not '
  has "$((count - 1)) right, 1 two answers that differ"
done

# Whatever the program prints is judged; what cannot run is told in a line, with the status of bad usage.
status() {
  local wanted=$1 found=0
  shift
  "$@" >"$folder/out" 2>"$folder/err" || found=$?
  ((found == wanted)) || fail "status $found of: $*"
  ! grep -q Traceback "$folder/err" || fail "a traceback of: $*"
}
for bytes in '\377\376' '\t' '%5000d:1' '(\331\244):1'; do
  # shellcheck disable=SC2059
  printf "$bytes" 0 | tr ' ' 9 >"$folder/bytes"
  printf 'i=$(cat %q)\nwhile read -r line; do echo "$line = $i"; done\n' "$folder/bytes" >"$folder/prints.sh"
  status 1 env LC_ALL=C PYTHONIOENCODING=ascii:strict python3 "$check" --operation size -- bash "$folder/prints.sh"
done
status 2 python3 "$check"
err_has 'COMMAND is missing'
status 2 python3 "$check" -- "$folder/no-such-program"
err_has 'no-such-program'
status 2 python3 "$check" --convention no-such-convention -- cat
err_has 'no-such-convention'

# Another form counts apart, and only with the right function; a refusal is right where there is no value.
PYTHONPATH=$vectors python3 - <<'END' || fail 'a verdict'
from check import verdict

wanted = {
    ("4:1", "4:1"): "right", ("((2),2):((1),2)", "4:1"): "another form", ("2", "(2)"): "another form",
    ("(2,(2,3))", "(2,2,3)"): "wrong form", ("(2,2)", "(2,3)"): "wrong", ("(2,2):(1,3)", "4:1"): "wrong",
    ("(4,2):(1,0)", "4:1"): "wrong", ("(0,2):(1,1)", "4:1"): "wrong", ("nonsense", "4:1"): "wrong", ("(4,1):(1)", "4:1"): "wrong",
    (")4(:)1(", "4:1"): "wrong", ("(4)(1):(1)(0)", "4:1"): "wrong", ("04:1", "4:1"): "wrong",
    ("9" * 5000 + ":1", "4:1"): "wrong", ("(" * 3000 + "4" + ")" * 3000 + ":" + "(" * 3000 + "1" + ")" * 3000, "4:1"): "wrong",
    ("(1048576,2):(1,1048576)", "2097152:1"): "another form", ("(1048576,2):(1,1048577)", "2097152:1"): "wrong",
    ("(2,2,2):(2,1,4)", "8:1"): "wrong", ("(2,2,1048576):(2,1,4)", "4194304:1"): "wrong",
    ("undefined", "4:1"): "refuses the answerable", ("error", "undefined"): "right", ("error", "overflow"): "right",
    ("4:1", "undefined"): "answers the unanswerable", ("4:1", "overflow"): "wrong", ("", "4:1"): "no answer",
    ("unsupported", "undefined"): "unsupported", ("true", "true"): "right", ("8", "4"): "wrong",
}
for (given, expected), found in wanted.items():
    assert verdict(given, expected) == found, (given, expected, verdict(given, expected))
forms = {
    ("(4):(1)", "4:1", "coalesced over 4"): "another form", ("(2,2):(1,2)", "4:1", "coalesced over 4"): "wrong form",
    ("(2,2):(1,2)", "4:1", "over 4"): "another form", ("():()", "1:0", "coalesced over 1"): "another form",
    ("(2,4,2):(1,2,8)", "((2,4),2):((1,2),8)", "over ((2,4),2)"): "wrong form",
    ("((2,4),(2)):((1,2),(8))", "((2,4),2):((1,2),8)", "coalesced over ((2,4),2)"): "another form",
    ("2:1", "(2):(1)", "coalesced over (2), depth 1"): "another form",
    ("((2)):((1))", "(2):(1)", "coalesced over (2), depth 1"): "wrong form",
    ("(2,(2,3)):(1,(2,4))", "(2,2,3):(1,2,4)", "coalesced over (2,2,3), depth 1"): "wrong form",
}
for arguments, found in forms.items():
    assert verdict(*arguments) == found, (arguments, verdict(*arguments))
END

if python3 -c 'import jsonschema' 2>/dev/null; then
  python3 -c 'import json, jsonschema, sys; jsonschema.validate(*(json.load(open(f)) for f in sys.argv[1:]))' \
    "$vectors/vectors.json" "$vectors/vectors.schema.json" || fail 'the schema'
else
  echo 'skipped: the schema needs the Python package jsonschema'
fi
finish
