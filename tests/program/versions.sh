# tools/conformance --versions: what its page says of causes that come and go.
. "$(dirname "$0")/lib.bash"
: "${LAYOUTCHECK_SOURCE_DIR:?names the root of the repository}"
command -v python3 >"$folder/out" || exit 77
PYTHONPATH=$LAYOUTCHECK_SOURCE_DIR/tools python3 - "$LAYOUTCHECK_SOURCE_DIR" >"$folder/out" 2>"$folder/err" <<'EOF' || fail 'the page'
import pathlib, sys
from conformance_matrix import STATES, page, rows_of, table_of, versions_in

def report(causes, judged=("size", "rank")):
    return {"faults": [{"operation": o, "cause": c, "text": f"{o}(2:1) = <{n}>"} for n, (o, c) in enumerate(causes)],
            "operations": {o: {"judged": 5 if o in judged else 0} for o in ("size", "rank", "depth")},
            "total": {"judged": 10}}

a, b, c = ("size", "wrong"), ("rank", "crash"), ("depth", "wrong")
reports = [report([a]), report([a, b]), None, report([b], ("rank",)), report([]), report([a, c], ("size", "rank", "depth"))]
states = {(row.operation, row.title): row.states for row in rows_of(reports)}
assert states[a] == ("there", "there", "missing", "silent", "gone", "new"), states[a]
assert states[b] == ("absent", "new", "missing", "there", "gone", "absent"), states[b]
assert states[c] == ("silent", "silent", "missing", "silent", "silent", "there"), states[c]
table = table_of("x<y", [str(n) for n in range(6)], reports)
assert "x&lt;y" in table and "size(2:1) = &lt;0&gt;" in table and "<<" not in table
assert all(f'class="{state}"' in table for state in STATES)
assert "--count 1" in page([table], "--count 1")
profiles = pathlib.Path(sys.argv[1], "profiles")
listed = {p.stem: versions_in(p) for p in profiles.glob("*.profile")}
assert sum(len(v) >= 4 for v in listed.values()) >= 4, listed
assert all(len(v) == len(set(v)) for v in listed.values())
EOF
finish
