# serve: launches in, verdicts out, a line of JSON each; and the schemas of what `kernel` and `serve` write.
. "$(dirname "$0")/lib.bash"

root=$LAYOUTCHECK_SOURCE_DIR
data=$root/gpu_checks/kernels/tests/data
copy='"grid": 8, "block": 32, "args": ["x: in f32[1024], y: out f32[1024]", "i32=1024"]'

# A module of whose entries one never ends , and is in a new state each time.
{
  printf '.version 8.0\n.target sm_80\n.address_size 64\n'
  printf '.visible .entry k(.param .u64 y) { .reg .b64 %%d<4>; .reg .pred %%p; ld.param.u64 %%d1, [y]; mov.u64 %%d2, 1;\n'
  printf 'L: mad.lo.u64 %%d2, %%d2, 6364136223846793005, 1442695040888963407; setp.ne.u64 %%p, %%d2, 0; @%%p bra L;\n'
  printf 'st.global.u64 [%%d1], %%d2; ret; }\n'
} >"$folder/long.ptx"

{
  printf '{"id": 1, "ptx": "%s/copy.ptx", %s, "expect": "y = x o 1024:1"}\n' "$data" "$copy"
  printf '{"id": "two", "ptx": "%s/copy.ptx", %s, "expect": "y = x o 1024:0"}\n' "$data" "$copy"
  printf '{"id": 3, "ptx": "%s/none.ptx", %s}\n' "$data" "$copy"
  printf '{"id": 4, "ptx": "%s/copy.ptx", "ptx_text": "x", %s}\n' "$data" "$copy"
  printf 'no JSON\n\n'
  printf '{"id": 5, "ptx": "%s/copy.ptx", "frob": 8}\n' "$data"
  printf '{"id": 6, "ptx": "%s/copy.ptx", %s, "json": "%s/written"}\n' "$data" "$copy" "$folder"
  printf '{"id": 7, "ptx": "%s", "grid": 1, "block": 1, "args": "y: out u64[1]", "steps": "2^40", "ignore": "wrapped"}\n' "$folder/long.ptx"
  printf '{"id": 8, "ptx": "%s/copy.ptx", %s, "memory": 4096}\n' "$data" "$copy"
  printf '{"id": 9, "ptx": "%s/copy.ptx", "grid": "2^20", "block": 128, "args": "x: in f32[2^29], y: out f32[2^29], i32=2^29", "blocks": "all", "memory": "2^21"}\n' "$data"
  python3 -c 'import json, sys; print(json.dumps({"id": "ä\u2028", "ptx_text": open(sys.argv[1]).read(), "grid": 8, "block": 32, "args": "x: in f32[1024], y: out f32[1024], i32=1024"}))' "$data/copy.ptx"
  # Without a line end.
  printf '{"id": 11, "ptx": "%s/copy.ptx", %s}' "$data" "$copy"
} >"$folder/requests"
run 1 serve --workers 2 --time 1 <"$folder/requests"
cp "$folder/out" "$folder/answers"
python3 - "$folder/answers" <<'END' || fail 'the answers'
import json, sys
answers = {}
for line in open(sys.argv[1], encoding="utf-8"):
    answer = json.loads(line)
    answers[answer["id"]] = (answer["verdict"], answer["why"])
wanted = {1: "right", "two": "wrong", 3: "refused", 4: "refused", None: "refused", 6: "refused", 7: "undecided",
          5: "refused", 8: "refused", 9: "refused", "ä\u2028": "right", 11: "right"}
for id, verdict in wanted.items():
    assert answers.get(id, ("none",))[0] == verdict, (id, answers.get(id))
assert len(answers) == len(wanted), answers
assert "the request, line 2: 'frob' is not one of" in answers[5][1], answers[5]
assert "(--time)" in answers[7][1], answers[7]
END
[[ ! -e $folder/written ]] || fail 'a request wrote a file'

# A worker that is killed costs its launch alone.
mkfifo "$folder/pipe"
"$LAYOUTCHECK" serve --workers 1 --time 60 <"$folder/pipe" >"$folder/out" 2>"$folder/err" &
server=$!
exec 3>"$folder/pipe"
printf '{"id": 1, "ptx": "%s", "grid": 1, "block": 1, "args": "y: out u64[1]", "steps": "2^40", "ignore": "wrapped"}\n' "$folder/long.ptx" >&3
is_working() { worker=$(pgrep -P "$server") && [[ $(ps -o stat= -p "$worker") == R* ]]; }
comes is_working
kill -SEGV "$worker"
printf '{"id": 2, "ptx": "%s/copy.ptx", %s}\n' "$data" "$copy" >&3
exec 3>&-
status=0
wait "$server" || status=$?
((status == 1)) || fail "status $status of a server whose worker crashed"
grep -q '"id": 1,.*"verdict": "crashed", *"why": "the process that judged it ended with signal 11"' "$folder/out" || fail 'no crash'
grep -q '"id": 2,.*"verdict": "right"' "$folder/out" || fail 'no verdict behind a crash'
head -n 1 "$folder/requests" | run 0 serve
echo nonsense | run 1 serve

# A socket: two clients at once, one of which goes before its answers come; nobody else may connect.
"$LAYOUTCHECK" serve --workers 2 --socket "$folder/socket" 2>"$folder/err" &
server=$!
comes test -S "$folder/socket"
[[ $(stat -c %a "$folder/socket") == 600 ]] || fail 'the mode of the socket'
bad serve --socket "$folder/socket"
python3 - "$folder/socket" "$data" <<'END' || fail 'the socket'
import json, socket, sys
path, data = sys.argv[1:]
request = {"ptx": f"{data}/copy.ptx", "grid": 8, "block": 32, "args": "x: in f32[1024], y: out f32[1024], i32=1024"}
gone, first, second = (socket.socket(socket.AF_UNIX) for _ in range(3))
for one in (gone, first, second):
    one.connect(path)
gone.sendall("".join(json.dumps({**request, "id": f"gone {i}"}) + "\n" for i in range(20)).encode())
gone.close()
for one, name in ((first, "a"), (second, "b")):
    one.sendall("".join(json.dumps({**request, "id": f"{name}{i}"}) + "\n" for i in range(100)).encode())
for one, name in ((first, "a"), (second, "b")):
    one.shutdown(socket.SHUT_WR)
    answers = [json.loads(line) for line in one.makefile()]
    assert sorted(a["id"] for a in answers) == sorted(f"{name}{i}" for i in range(100)), len(answers)
    assert {a["verdict"] for a in answers} == {"right"}
END
kill -TERM "$server"
status=0
wait "$server" || status=$?
((status == 130)) || fail "status $status after SIGTERM"
[[ ! -e $folder/socket ]] || fail 'the socket is left'

# Every kind of report fits its schema, and the schema takes nothing else.
if python3 -c 'import jsonschema' 2>/dev/null; then
  launch=(kernel "$data/copy.ptx" --grid 8 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024')
  run 0 "${launch[@]}" --draw y --json "$folder/1.json"
  run 1 "${launch[@]}" --expect 'y = x o 1024:0' --blocks first --strict blocks --json "$folder/2.json"
  run 1 "${launch[@]}" --mutants --json "$folder/3.json"
  run 0 kernel "$data/copy.ptx" --list --json "$folder/4.json"
  run 1 kernel "$data/scale_rows.ptx" --grid Q --block 256 --blocks first,last --grow 'Q=2^10..2^40' \
    --args 'y: out f32[Q, 4096], x: in f32[Q, 4096], i32=Q, i32=4096' --json "$folder/5.json"
  printf 'ptx none.ptx\n' >"$folder/none.kernel"
  run 2 kernel --description "$folder/none.kernel" --description "$data/copy.kernel" --json "$folder/6.json"
  run 0 kernel "$data/same_as.ptx" --entry sum_tree --same-as "$data/same_as.ptx:sum_plain" --grid 1 --block 64 \
    --args 'x: in f32[100], y: out f32[1], i32=100' --json "$folder/7.json"
  python3 - "$root/docs/schemas" "$folder" <<'END' || fail 'the schemas'
import json, pathlib, sys
import jsonschema
schemas, folder = map(pathlib.Path, sys.argv[1:])
report, request = (jsonschema.Draft202012Validator(json.loads((schemas / f"{name}.schema.json").read_text()))
                   for name in ("kernel-report", "serve-request"))
for schema in (report, request):
    schema.check_schema(schema.schema)
for i in range(1, 8):
    report.validate(json.loads((folder / f"{i}.json").read_text()))
lines = [json.loads(line) for line in (folder / "answers").read_text("utf-8").splitlines()]
for line in lines:
    report.validate(line)
for line in (folder / "requests").read_text("utf-8").splitlines():
    if line.startswith('{"id": 1,') or line.startswith('{"id": 9'):
        request.validate(json.loads(line))
changed = json.loads((folder / "1.json").read_text())
for spoiled in ({**changed, "more": 1}, {**changed, "format": 2}, {**changed, "verdict": "fine"},
                {key: value for key, value in changed.items() if key != "gaps"}):
    assert not report.is_valid(spoiled), spoiled.keys()
wrong = json.loads((folder / "2.json").read_text())
wrong["findings"][0]["kind"] = "other"
assert not report.is_valid(wrong)
END
else
  echo 'skipped: the schemas need the Python package jsonschema'
fi
finish
