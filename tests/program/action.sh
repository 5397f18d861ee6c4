# The action for GitHub: what it runs, and what it tells GitHub. A runner does no more than these commands.
. "$(dirname "$0")/lib.bash"
root=$LAYOUTCHECK_SOURCE_DIR
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 77; }

grep -qxF '      run: python3 "$GITHUB_ACTION_PATH/tools/action"' "$root/action.yml" || fail 'action.yml runs something else'
grep -qxF '        INPUTS: ${{ toJSON(inputs) }}' "$root/action.yml" || fail 'action.yml hands over something else'

# act STATUS NAME=VALUE...: runs the action with these inputs and else the defaults of action.yml, as a runner does.
act() {
  local wanted=$1 status=0
  shift
  rm -rf "$folder/runner" && mkdir "$folder/runner"
  INPUTS=$(python3 - "$root/action.yml" "$@" <<'END'
import json, re, sys
text = open(sys.argv[1]).read()
inputs = dict(re.findall(r"(?m)^  ([a-z-]+):\n    description: .*\n    default: '?([^'\n]*)'?$", text))
assert len(inputs) == text.count("    default: "), inputs
for given in sys.argv[2:]:
    name, value = given.split("=", 1)
    assert name in inputs, name
    inputs[name] = value
print(json.dumps(inputs))
END
  ) GITHUB_ACTION_PATH=$root GITHUB_WORKSPACE=$folder/work RUNNER_TEMP=$folder/runner \
    GITHUB_OUTPUT=$folder/runner/output GITHUB_STEP_SUMMARY=$folder/runner/summary PATH=$folder/bin:$PATH \
    bash --noprofile --norc -eo pipefail -c 'cd "$GITHUB_WORKSPACE"; python3 "$GITHUB_ACTION_PATH/tools/action"' \
    >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: $*"
}
output() { grep -qxF "$1" "$folder/runner/output" || fail "GITHUB_OUTPUT lacks $1"; }

mkdir "$folder/bin" "$folder/work" "$folder/work/sub"
ln -s "$LAYOUTCHECK" "$folder/bin/layoutcheck"
small=(package=none command=test)
questions=('--no-corpus' '-n' 0 '--exhaustive' "'rank<=1, depth<=1, extent<=3, stride<=3'")

act 0 "${small[@]}" arguments="${questions[*]} --only coalesce -- python3 $root/adapters/example.py"
output status=0
output "junit=$folder/runner/layoutcheck/report.junit"
grep -qxF '### layoutcheck test: right' "$folder/runner/summary" || fail 'no summary'
lacks '::error'

# Faults are annotated, also where the command runs in a folder of its own, and not more than are wanted.
act 1 "${small[@]}" arguments="${questions[*]} --only complement -- python3 $root/adapters/wrong.py" working-directory=sub
output status=1
has '::error title='
grep -qF 'complement(' "$folder/runner/summary" || fail 'the summary does not show the faults'
act 1 "${small[@]}" arguments="${questions[*]} --only complement -- python3 $root/adapters/wrong.py" annotations=0
lacks '::error'
has 'in the summary and the reports'

# A profile and a list of expected failures are given to the program: what is known to fail does not fail.
printf '[profile]\nabout: mine\nconvention: extended\n' >"$folder/work/mine.profile"
(cd "$folder/work" && eval "$LAYOUTCHECK" test --profile mine.profile --write-expected known.txt "${questions[*]}" --only complement \
  -- python3 "$root/adapters/wrong.py") >/dev/null 2>&1
[[ -s $folder/work/known.txt ]] || fail 'nothing is expected'
act 0 "${small[@]}" profile=mine.profile expected=known.txt arguments="${questions[*]} --only complement -- python3 $root/adapters/wrong.py"
lacks '::error'

# What the program rejects is an annotation, too; and what it prints is no command to GitHub.
act 2 "${small[@]}" arguments='--only nonsense -- true'
has '::error title=layoutcheck test::layoutcheck test: '
output status=2
act 2 "${small[@]}" arguments="-- 'unfinished"
has '::error title=layoutcheck::No closing quotation'
act 2 package=/nowhere/layoutcheck.whl
has '::error title=layoutcheck::pip cannot install /nowhere/layoutcheck.whl'
act 0 package=none command=kernel arguments="$root/gpu_checks/kernels/tests/data/copy.ptx --grid 8 --block 32 --args 'in f32[1024], out f32[1024], i32=1024'"
act 1 package=none command=kernel arguments="$root/gpu_checks/kernels/tests/data/copy.ptx --grid 8 --block 32 --args 'in f32[1024], out f32[1023], i32=1024'"

# Findings of SARIF stand at lines of files, named from the root of the repository.
cat >"$folder/stand_in" <<'END'
#!/usr/bin/env bash
[[ $2 != --help ]] || { echo '  --sarif FILE  --junit FILE'; exit; }
echo '::error::not to be taken for a command'
while (($# > 1)); do
  if [[ $1 == --sarif ]]; then
    cat >"$2" <<'SARIF'
{"runs": [{"invocations": [{"toolExecutionNotifications": [{"level": "error", "message": {"text": "stopped"}},
                                                           {"level": "note", "message": {"text": "1 left out"}}]}],
           "results": [{"ruleId": "out-of-bounds",
                        "message": {"text": "a {{b}}: 100 %,\nsee (compiled from [a\\]b:3](1))"},
                        "locations": [{"physicalLocation": {"artifactLocation": {"uri": "my%20kernel.ptx"},
                                                            "region": {"startLine": 7}}}]}]}]}
SARIF
  fi
  shift
done
exit 1
END
chmod +x "$folder/stand_in"
ln -sf "$folder/stand_in" "$folder/bin/layoutcheck"
act 1 package=none command=kernel working-directory=sub
has '::error title=out-of-bounds,file=sub/my kernel.ptx,line=7::a {b}: 100 %25,%0Asee (compiled from a]b:3)'
has '::error title=layoutcheck::stopped'
lacks 'left out'
output "sarif=$folder/runner/layoutcheck/report.sarif"
stop=$(sed -n 's/^::stop-commands::\(.*\)/\1/p' "$folder/out")
[[ -n $stop ]] && grep -A1 '^::stop-commands' "$folder/out" | grep -qxF '::error::not to be taken for a command' &&
  grep -qxF "::$stop::" "$folder/out" || fail 'the output could be taken for commands'

finish
