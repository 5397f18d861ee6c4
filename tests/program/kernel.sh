# kernel: a user's own kernel from its PTX, and the commands that the documents show.
. "$(dirname "$0")/lib.bash"

# ptx NAME: $folder/NAME.ptx for sm_80, with what is read as its functions.
ptx() {
  { printf '.version 8.0\n.target sm_80\n.address_size 64\n' && cat; } >"$folder/$1.ptx"
}

data=$LAYOUTCHECK_SOURCE_DIR/gpu_checks/kernels/tests/data
copy=(kernel "$data/copy.ptx" --grid 8 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024')

run 0 "${copy[@]}" --expect 'x[reads] = (8,32,4):(128,4,1)' --expect 'y[writes] = (8,32,4):(128,4,1)'
has '8 of 8 ran (all)'
has '1024 accesses compared, 0 not as expected'
grep -qE '^right$' "$folder/out" || fail 'no verdict'
bad "${copy[@]}" --memory 4096
err_has '--memory 4096 is not between '
run 0 "${copy[@]}" --expect 'y[writes] = logical_divide((8,32,4):(128,4,1), <_,_,_>)'
run 0 "${copy[@]}" --expect 'y[writes] = concatenate(8:2^7, 32:4, coalesce((2,2):(1,2)))'

# Another kernel that makes the same of all values, in each report.
held=(kernel "$data/same_as.ptx" --grid 1 --block 64 --args 'x: in f32[100], y: out f32[1], i32=100'
  --same-as "$data/same_as.ptx:sum_plain")
run 0 "${held[@]}" --entry sum_tree --json "$folder/j"
has "expected y as in $data/same_as.ptx:sum_plain"
has '1 element compared, 0 not as expected'
grep -q '"same_as": ".*same_as.ptx:sum_plain"' "$folder/j" || fail 'the JSON lacks the reference'
run 1 "${held[@]}" --entry sum_short --json "$folder/j" --junit "$folder/u" --sarif "$folder/s" --html "$folder/h"
has 'different in y, line 313: st.global.f32'
grep -q '"kind": "different"' "$folder/j" || fail 'the JSON lacks the difference'
for report in u s h; do
  grep -q 'different in y' "$folder/$report" || fail "report $report lacks the difference"
done
printf 'ptx %s\nentry sum_plain\ngrid 1\nblock 1\nargs x: in f32[100], y: out f32[1], i32=100\n' \
  "$data/same_as.ptx" >"$folder/plain.kernel"
run 0 kernel "$data/same_as.ptx" --grid 1 --block 64 --args 'x: in f32[100], y: out f32[1], i32=100' --entry sum_tree \
  --same-as "$folder/plain.kernel"
run 2 "${held[@]}" --entry sum_tree --args 'x: in f32[100], z: out f32[1], i32=100'
run 2 "${held[@]}" --entry sum_tree --same-as "$folder/none.ptx"

# What nothing wrote: told, and found where it is expected; shared memory.
run 0 kernel "$data/copy.ptx" --grid 7 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024' --json "$folder/j"
has '128 of 1024 elements of y are written by no thread; the first is 896'
grep -q '"elements_unwritten": 128, "first_unwritten": 896' "$folder/j" || fail 'the JSON lacks what nothing wrote'
run 1 kernel "$data/copy.ptx" --grid 7 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024' \
  --expect 'y[writes] = (8,32,4):(128,4,1)'
has 'launch in y'
has 'there is no block 7, of which an access to y at offset 896 is expected'
run 1 kernel "$data/transpose.ptx" --grid 1 --block 32,32 --args 'x: in f32[1024], y: out f32[1024]' \
  --expect 'tile[writes] = Sw<5,0,5> o (1,(32,32),1):(0,(1,32),0)'
has 'wrong offset in tile, line '

# Where contents come from.
transposed=(kernel "$data/transpose.ptx" --grid 1 --block 32,32 --args 'x: in f32[1024], y: out f32[1024]')
run 0 "${transposed[@]}" --expect 'y = x o (32,32):(32,1)'
has '1024 elements compared, 0 not as expected'
run 1 "${transposed[@]}" --expect 'y = x o (32,32):(1,32)' --json "$folder/j"
has 'wrong origin in y, line 51: st.global.f32 [%rd7], %f2;'
has 'block (0,0,0), thread (1,0,0): expected y[1] from x[1], found x[32]'
has 'wrong: 992 findings'
grep -q '"kind": "wrong origin", "line": 51,.*"offset": 1, "expected": "y\[1\] from x\[1\]", "found": "x\[32\]"' "$folder/j" ||
  fail 'the JSON lacks the origin'
run 1 kernel "$data/copy.ptx" --grid 7 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024' --expect 'y = x o 1024:1'
has 'y[896] is written by no thread, and is expected from x[896]'
run 0 kernel "$data/scale_rows.ptx" --grid Q --block 256 --args 'y: out f32[Q, 4096], x: in f32[Q, 4096], i32=Q, i32=4096' \
  --expect 'y = x o Q*4096:1' --grow 'Q=1..2' --blocks all
# Signs and factors of what is summed up; where other functions come between, they are not judged.
summing() { sed "s/@%p st.global.f32 \[%rd5\], %f;/$1; red.global.add.f32 [%rd2], %f;/" "$folder/sum.plain.ptx" >"$folder/sum.ptx"; }
cat >"$folder/sum.plain.ptx" <<'PTX'
.version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 from, .param .u64 to)
{
  .reg .pred %p;
  .reg .f32 %f;
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p, %r1, 0;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f, [%rd4];
  @%p st.global.f32 [%rd5], %f;
  ret;
}
PTX
summed=(kernel "$folder/sum.ptx" --grid 1 --block 32 --args 'x: in f32[32], y: zero f32[1]')
of_x='x[m,k] where x = (1,32):(1,1) and y = 1:1'
summing 'mul.f32 %f, %f, 0f3F800000'
run 0 "${summed[@]}" --expect "y[m] = sum_k $of_x"
lacks 'not judged'
summing 'neg.f32 %f, %f'
run 1 "${summed[@]}" --expect "y[m] = sum_k $of_x"
has 'expected y[0] from the sum of 32, among them x[0], found the sum of 32, among them -x[0]'
run 0 "${summed[@]}" --expect "y[m] = -sum_k $of_x"
run 0 "${summed[@]}" --expect "y[m] = any * sum_k $of_x"
summing 'ex2.approx.f32 %f, %f'
run 0 "${summed[@]}" --expect "y[m] = sum_k $of_x" --json "$folder/j"
has 'the signs and factors of the terms of 1 element of y, of which more was made than sums and products'
grep -q '"compared": 1, "mismatches": 0, "without_factors": 1' "$folder/j" || fail 'the JSON lacks what is not judged'
grep -q '"gaps": \[{"kind": "factors", "text": "the signs and factors .*", "required": false}\]' "$folder/j" ||
  fail 'the JSON lacks the gap'
grep -q '"not_judged": \[\]' "$folder/j" || fail 'the launch is right in part for its factors'
run 1 "${summed[@]}" --expect "y[m] = sum_k $of_x" --strict factors
has 'undecided; not judged, and required to be: factors'
run 0 "${summed[@]}" --expect "y[m] = any * sum_k $of_x" --strict all
bad "${summed[@]}" --expect "y[m] = 0 * sum_k $of_x"
err_has 'a number other than 0'

bad "${transposed[@]}" --expect 'y = z o 4:1'
err_has "no buffer is called 'z'"
bad "${transposed[@]}" --expect 'y[i] = x[i]'
err_has 'where'

# How far it holds: the smallest size at which something is wrong.
grown=(kernel "$data/scale_rows.ptx" --grid Q --block 256 --blocks last --args 'y: out f32[Q, 4096], x: in f32[Q, 4096], i32=Q, i32=4096')
run 1 "${grown[@]}" --grow 'Q=2^10..2^40' --json "$folder/j"
has 'scale_rows, Q=524289, sm_80'
has 'Q: right up to 524,288, wrong from 524,289'
grep -q '"right_up_to": 524288, "not_right_from": 524289, "right_again": null, "finished": true' "$folder/j" ||
  fail 'the JSON lacks the growth'
run 0 "${grown[@]}" --grow 'Q=2^10..2^19 by 256'
has 'Q: right up to 524,288'
run 1 kernel "$data/copy.ptx" --grid 'ceil_div(Q, 128)' --block 32 --blocks last --args 'x: in f32[Q], y: out f32[Q], i32=Q' \
  --grow 'Q=1024..2^40 by 4' --expect 'y[writes] = (ceil_div(Q,128),32,4):(128,4,1) where offset < Q'
has 'Q: right up to 2,147,483,644, refused from 2,147,483,648: '
bad "${grown[@]}" --grow 'Q=2..1'
bad "${grown[@]}" --grow 'R=1..2'
err_has 'R does not appear in'
bad "${grown[@]}" --grow 'x=1..2'
err_has 'x is the name of an argument'

# Several launches: each is judged, whatever becomes of the others, and all have one report.
reports_of=$LAYOUTCHECK_SOURCE_DIR/corpus/ptx/reports
run 1 kernel --description "$reports_of" --json "$folder/j" --sarif "$folder/s"
has '10 launches: 1 right, 4 right in part, 5 wrong; '
has "$reports_of/paged_gather.wraps.kernel: $reports_of/paged_gather.wraps.sm_80.ptx: paged_gather, sm_80, grid"
(($(grep -c '"verdict": "wrong"' "$folder/j") == 5 && $(grep -c '"verdict": "right' "$folder/j") == 5)) || fail 'the JSON of several'
grep -q 'zero_tiles.wraps.sm_80.ptx", *"region\|zero_tiles.wraps.sm_80.ptx"' "$folder/s" || fail 'the SARIF of several'
run 0 kernel --description "$reports_of/paged_gather.mended.kernel" --description "$reports_of/cutlass_2312_add.mended.kernel"
has '2 launches: 2 right in part; '
run 1 "${grown[@]}" --at 'Q=2^10,2^19,2^19+1'
has 'scale_rows, Q=524289, sm_80'
has '3 launches: 2 right in part, 1 wrong; '
run 0 "${grown[@]}" --at Q=2^10 --json "$folder/j"
lacks 'launch'
grep -q '^  "at": "Q=1024"' "$folder/j" || fail 'the JSON lacks the size'
printf 'ptx %s\ngrid 8\n' "$folder/none.ptx" >"$folder/none.kernel"
run 2 kernel --description "$folder/none.kernel" --description "$reports_of/paged_gather.mended.kernel" --sarif "$folder/s"
has "$folder/none.kernel: refused: "
has '2 launches: 1 right in part, 1 refused; '
grep -q 'none.ptx' "$folder/s" || fail 'the SARIF lacks what is refused'
bad kernel --description "$folder/none.kernel"
bad kernel --description "$reports_of" --svg "$folder/x.svg"
bad kernel --description "$reports_of" --at Q=4
err_has 'cutlass_2312_add.mended.kernel: Q does not appear in --grid'
printf 'ptx %s\ngrid 8\njson x.json\n' "$data/copy.ptx" >"$folder/json.kernel"
bad kernel --description "$folder/json.kernel" --description "$reports_of"
err_has 'the command line names the reports'
mkdir "$folder/no.launches"
bad kernel --description "$folder/no.launches"
for sizes in Q Q= Q=0 Q=x Q=1,,2 1=1 R=4 x=4; do bad "${grown[@]}" --at "$sizes"; done

bad kernel "$data/copy.ptx" --grid Q/128 --block 32 --args 'x: in f32[Q], y: out f32[Q], i32=Q' --grow 'Q=1025..2048'
err_has '1025 is no multiple of 128'

# Clusters of one block and of more.
with_clusters() { sed "s/^)\$/)\n.explicitcluster\n.reqnctapercluster $1/" "$data/copy.ptx" >"$folder/cluster.ptx"; }
clustered=(kernel "$folder/cluster.ptx" --grid 8 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024')
with_clusters 1,1,1
run 0 "${clustered[@]}"
with_clusters '2, 1, 1'
run 0 "${clustered[@]}"
has ', cluster (2,1,1)'
run 0 "${clustered[@]}" --cluster 2
run 1 "${clustered[@]}" --cluster 4
has 'the entry is for clusters of (2,1,1) blocks (.reqnctapercluster), and the launch has clusters of (4,1,1)'
run 1 "${clustered[@]}" --device a100
has 'has no clusters'
with_clusters 3
run 1 "${clustered[@]}"
has 'a grid of (8,1,1) blocks does not consist of clusters of (3,1,1) blocks'
run 1 kernel "$data/copy.ptx" --grid 17 --block 32 --cluster 17 \
  --args 'x: in f32[1024], y: out f32[1024], i32=1024'
has 'a cluster has from 1 to 16 blocks'
# Tiles come by bulk copies, for which an mbarrier is awaited.
tiles=(--grid 2 --block 256 --args 'x: in f32[2048], y: out f32[2048], i32=4')
run 0 kernel "$data/bulk.ptx" "${tiles[@]}" --strict all --expect 'y[i] = 2 * x[i] where y = 2048:1 and x = 2048:1'
sed 's/mbarrier.expect_tx.relaxed.*/mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r19], 1040;/' "$data/bulk.ptx" >"$folder/bulk.ptx"
run 1 kernel "$folder/bulk.ptx" "${tiles[@]}"
has 'waits for a phase of the mbarrier, of which 16 expected bytes are missing'
sed 's/mbarrier.try_wait.shared.b64 p.*/mov.pred p, 1;/' "$data/bulk.ptx" >"$folder/bulk.ptx"
run 1 kernel "$folder/bulk.ptx" "${tiles[@]}"
has 'by an asynchronous operation, and nothing orders the two'
# Blocks of a cluster read each other's shared memory, once all have written.
exchange=(--grid 8 --block 64 --args 'x: in f32[512], y: out f32[512]' --strict all)
run 0 kernel "$data/cluster.ptx" "${exchange[@]}" --expect 'y = x o (16,4,4,2):(1,64,16,256)'
for which in 1 2; do
  awk -v which=$which '/barrier.cluster.arrive;/ && ++n == which { getline; next } 1' "$data/cluster.ptx" >"$folder/exchange.ptx"
  run 1 kernel "$folder/exchange.ptx" "${exchange[@]}"
  has 'race'
  if [[ $which == 1 ]]; then has 'nothing says that this one has begun'; else has 'ended'; fi
done

# An index that is cut to 32 bits is no mask, however large it is.
ptx cut <<'PTX'
.visible .entry cut(.param .u64 y, .param .u64 i)
{
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [y];
  ld.param.u64 %rd2, [i];
  shl.b64 %rd3, %rd2, 2;
  and.b64 %rd4, %rd3, 17179869180;
  add.s64 %rd5, %rd1, %rd4;
  st.global.u32 [%rd5+-4], 7;
  ret;
}
PTX
run 0 kernel "$folder/cut.ptx" --grid 1 --block 1 --args 'y: out f32[2^31], i64=Q' --grow 'Q=2^30-1024..2^31'
has 'Q: right up to 2,147,483,648'

# What is wrong, and where.
run 1 "${copy[@]}" --expect 'y[writes] = (8,32,4):(128,1,32)'
has 'wrong offset in y, line '
has 'st.global.v4.u32 [%rd6]'
has 'block (0,0,0), thread (0,0,0): expected offset 32, found offset 1'
has 'wrong: '
run 1 "${copy[@]}" --expect 'y[writes] = (8,32,8):(128,4,1)'
has 'missing in y'
run 1 "${copy[@]}" --expect 'y[writes] = (8,16,4):(128,4,1)'
has 'unexpected in y'
run 1 kernel "$data/copy.ptx" --grid 8 --block 32 --args 'in f32[1024], in f32[1024], i32=1024'
has 'access rights in arg1'
run 0 kernel "$data/copy.ptx" --grid 8 --block 32 --args 'in f32[1024], in f32[1024], i32=1024' --ignore rights
run 1 kernel "$data/copy.ptx" --grid 9 --block 32 --args 'in f32[1024], out f32[1024], i32=1025*4'
has 'out of bounds'
run 1 kernel "$data/copy.ptx" --grid 1 --block 32 --args 'x: in f32[1024], &x + 1, i32=64'
has 'misaligned'

# An offset that wraps, found without being told what is right.
run 1 kernel "$data/scale_rows.ptx" --grid 2^20 --block 256 \
  --args 'y: out f32[2^20,4096], x: in f32[2^20,4096], i32=2^20, i32=4096' --json "$folder/report.json"
has 'wrapped'
has 'block (524288,0,0), thread (0,0,0)'
has 'first,last,powers,sample:16'
has 'the address is x at byte -8589934592 of 17179869184; in exact integers it is x at byte 8589934592'
if command -v python3 >/dev/null; then
  python3 - "$folder/report.json" <<'PYTHON' || fail 'the JSON is not what it should be'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["verdict"] == "wrong" and report["format"] == 1, report["verdict"]
assert report["finding_count"] > 0
first = report["findings"][0]
assert first["block"] == [524288, 0, 0] and first["thread_index"] == 0, first
assert first["kind"] == "wrapped" and first["argument"] == "x" and first["offset"] == -2**31, first
assert sum(f["count"] for f in report["findings"]) == report["finding_count"]
assert 524287 in report["blocks"]["list"] and report["blocks"]["in_grid"] == 2**20
assert [b["argument"] for b in report["buffers"]] == ["y", "x"]
assert all(line["instruction"] for line in report["lines"])
PYTHON
fi
run 0 "${copy[@]}" --json - --draw y
! command -v python3 >/dev/null || python3 -c 'import json, sys; json.load(sys.stdin)["drawings"][0]["svg"]' \
  <"$folder/out" || fail 'no JSON on standard output'
# SARIF: at the line of the PTX, with that of the source; the directives of another function do not count.
ptx loc <<'PTX'
.func other() {
  .loc 1 3 1
  ret;
}
.visible .entry store(.param .u64 p) {
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  st.global.u32 [%rd1+4], 1;
  .loc 2 7 3
  st.global.u32 [%rd1+8], 1;
  .loc 1 0 0
  st.global.u32 [%rd1+12], 1;
  ret;
}
.file 1 "other.cu"
.file 2 "a folder/store.cu", 1700000000, 99
PTX
(cd "$folder" && run 1 kernel loc.ptx --grid 1 --block 1 --args 'x: i32[1]' --sarif loc.sarif)
has 'out of bounds'
if command -v python3 >/dev/null; then
  python3 - "$folder/loc.sarif" <<'PYTHON' || fail 'the SARIF is not what it should be'
import json, sys
[run] = json.load(open(sys.argv[1]))["runs"]
def place(location):
    physical = location["physicalLocation"]
    return physical["artifactLocation"]["uri"], physical["region"]["startLine"]
found = [[place(each) for each in result["locations"] + result.get("relatedLocations", [])]
         for result in run["results"]]
assert found == [[("loc.ptx", 11)], [("loc.ptx", 13), ("a%20folder/store.cu", 7)], [("loc.ptx", 15)]], found
assert run["results"][1]["message"]["text"].endswith(" (compiled from [a folder/store.cu:7](1))")
assert all(result["ruleId"] == "out-of-bounds" for result in run["results"])
PYTHON
fi
bad "${copy[@]}" --json - --sarif -
for option in '--svg x.svg' '--sarif x' '--expect y[writes]=1:0' '--grow N=1..9'; do
  # shellcheck disable=SC2086
  bad kernel "$data/copy.ptx" --list $option
  err_has "--list runs nothing that ${option% *} could be about"
done
bad kernel "$data/copy.ptx" --list --entry paste
err_has ': there is no entry paste; there is copy'
run 0 kernel "$data/copy.ptx" --list --entry copy --json -
run 0 kernel "$data/copy.ptx" --list --json -
has '"parameters": ['

# A launch that no device takes.
run 1 kernel "$data/copy.ptx" --grid 1,65536 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024' \
  --draw y --json "$folder/report.json" --sarif "$folder/launch.sarif"
has '  launch'
has '    a grid of (1,65536,1) blocks cannot be launched; (2147483647,65535,65535) are the most'
has 'blocks: 0 of 65536 ran'
grep -qE '^wrong: 1 finding$' "$folder/out" || fail 'the verdict is another'
grep -q '"kind": "launch", "line": null' "$folder/report.json" || fail 'the JSON lacks the finding'
grep -q '"ruleId": "launch"' "$folder/launch.sarif" || fail 'the SARIF lacks the finding'
run 1 kernel "$data/copy.ptx" --grid 2^31 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024'
has 'a grid of (2147483648,1,1) blocks cannot be launched'
run 0 kernel "$data/copy.ptx" --grid 1024/128,131070/2 --block 32 --blocks 0 \
  --args 'x: in f32[4096/4], y: out f32[1024], i32=1024/1'
bad kernel "$data/copy.ptx" --grid 1025/128 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024'
err_has "'1025/128' is no number: 1025 is no multiple of 128"

# The block that the entry requires: what comments say does not count.
ptx required <<'PTX'
.visible .entry fill(.param .u64 p) // was .reqntid 64 {
.reqntid 8, 4
{
  .reg .b32 %r<9>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %ntid.x;
  mad.lo.s32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
  ret;
}
PTX
run 0 kernel "$folder/required.ptx" --grid 1 --args 'y: out u32[32]' --expect 'y = (1,32,1):(0,1,0)'
has 'block (8,4,1)'
run 0 kernel "$folder/required.ptx" --list
has 'blocks of 32 threads'

# Bank conflicts and drawings.
run 0 kernel "$data/transpose.ptx" --grid 1 --block 32,32 --args 'x: in f32[1024], y: out f32[1024]' \
  --draw 'x as (4,4):(32,1)' --svg "$folder/x.svg"
has '32.00 (32/1)'
has 'T33V0'
grep -q '^</svg>$' "$folder/x.svg" || fail 'no picture'
# A long buffer is wrapped, in rows of 32, or of as many as a terminal has room for.
long=(kernel "$data/copy.ptx" --grid 8 --block 32 --args 'x: in f32[1000], y: out f32[1000], i32=1000')
run 0 "${long[@]}" --draw 'y as 1000:1'
has '992 │'
lacks 'cut:'
sed '1,/^y as/d' "$folder/out" >"$folder/as"
run 0 "${long[@]}" --draw y
sed '1,/^y$/d' "$folder/out" | diff - "$folder/as" >"$folder/shown" || fail 'y is not drawn like y as 1000:1'

# What did not run, was not touched or not expected is not called right.
run 0 "${copy[@]}" --blocks first,last
[[ $(tail -1 "$folder/out") == 'right in part: in 2 of 8 blocks' ]] || fail 'a sample is right as a whole'
run 1 kernel "$data/copy.ptx" --grid 8 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=0'
[[ $(tail -1 "$folder/out") == 'undecided; no thread touches a buffer' ]] || fail 'a kernel that does nothing is right'
run 1 "${copy[@]}" --expect 'x[writes] = (8,32,4):(128,4,1) where offset < 0'
has "undecided; there is nothing to compare: no access is made where 'x[writes] = "
run 0 "${copy[@]}" --expect 'x[reads] = (8,32,4):(128,4,1) where offset < 1024'

# A register that nothing has set.
ptx unset <<'PTX'
.visible .entry unset(.param .u64 p) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], 7;
  ret;
}
PTX
unset=(kernel "$folder/unset.ptx" --grid 1 --block 1 --args 'y: out u32[64]')
run 1 "${unset[@]}"
has 'uninitialized, line 10: st.global.u32 [%rd3], 7;'
has 'block (0,0,0), thread (0,0,0): depends on %r1, and nothing has set it'
run 0 "${unset[@]}" --ignore uninitialized

# What is asked beyond that: facts are findings, and what is not judged leaves a launch undecided.
half=(kernel "$data/copy.ptx" --grid 4 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024')
run 0 "${half[@]}"
for strict in unwritten all redundant,unwritten; do
  run 1 "${half[@]}" --strict $strict --sarif "$folder/s"
  has 'unwritten in y'
  has '512 of 1024 elements of y are written by no thread; the first is 512'
  [[ $(tail -1 "$folder/out") == 'wrong: 1 finding' && $(sed -n 2p "$folder/out") == 'wrong: 1 finding' ]] ||
    fail 'the verdict is not first and last'
  grep -q '"ruleId": "unwritten"' "$folder/s" || fail 'the SARIF lacks what nobody writes'
done
run 1 "${half[@]}" --strict all --expect 'y = x o 1024:1'
has 'wrong: 512 findings'
run 0 "${half[@]}" --strict all --ignore unwritten
run 0 "${half[@]}" --strict redundant
run 0 "${copy[@]}" --strict all
run 1 "${copy[@]}" --blocks first,last --strict blocks --json "$folder/j"
[[ $(tail -1 "$folder/out") == 'undecided; not judged, and required to be: blocks' ]] || fail 'a sample is enough'
grep -q '"gaps": \[{"kind": "blocks", "text": "blocks: 6 of 8 did not run", "required": true}\]' "$folder/j" ||
  fail 'the JSON lacks the gap'
run 1 "${copy[@]}" --blocks first,last --strict all
has 'undecided; not judged, and required to be: unwritten, blocks'
run 0 "${copy[@]}" --blocks first,last --strict all --ignore unwritten,blocks
has 'right in part: in 2 of 8 blocks'
run 0 "${copy[@]}" --blocks first,last --strict races,iterations,sizes,factors
bad "${copy[@]}" --strict unwriten
err_has "--strict takes all, unwritten, redundant, blocks, races, iterations, sizes, factors, not 'unwriten'"
bad "${copy[@]}" --strict ,
bad "${copy[@]}" --ignore all
err_has "--ignore takes wrapped, race, uninitialized, misaligned, rights, and of --strict unwritten, redundant"
run 1 "${grown[@]}" --grow 'Q=2^10..2^19 by 256' --strict sizes
has 'undecided; not judged, and required to be: sizes'
printf 'ptx %s\ngrid 4\nblock 32\nargs x: in f32[1024], y: out f32[1024], i32=1024\nstrict unwritten\n' "$data/copy.ptx" >"$folder/half.kernel"
run 1 kernel --description "$folder/half.kernel"

# What devices take.
run 1 "${copy[@]}" --shared 300000 --sarif "$folder/s"
has 'a block needs 300000 bytes of shared memory; devices that run code for sm_80 have at most 232448'
[[ $(tail -1 "$folder/out") == 'wrong: 1 finding' ]] || fail 'too much shared memory is right'
grep -q '"ruleId": "launch"' "$folder/s" || fail 'the SARIF lacks the limit'
run 0 "${copy[@]}" --shared 200000
has 'remark: launch'
has 'a block needs 200000 bytes of shared memory; devices of compute capability 8.0 have at most 166912'
run 1 "${copy[@]}" --shared 200000 --device a100
has "a block needs 200000 bytes of shared memory; 'a100' (compute capability 8.0) has at most 166912"
run 0 "${copy[@]}" --shared 200000 --device h100
lacks 'remark'
run 1 "${copy[@]}" --device t4
has "'t4' (compute capability 7.5) does not run code for sm_80"
bad "${copy[@]}" --device h1000
err_has "no device is called 'h1000'; there are "
err_has 'h100'
for threads in '.maxntid 31, 1, 1:at most 31 threads (.maxntid), and the launch has blocks of 32' \
  '.reqntid 64:(64,1,1) threads (.reqntid), and the launch has blocks of (32,1,1)'; do
  sed "s/^)\$/)\n${threads%%:*}/" "$data/copy.ptx" >"$folder/threads.ptx"
  run 1 kernel "$folder/threads.ptx" --grid 8 --block 32 --args 'x: in f32[1024], y: out f32[1024], i32=1024'
  has "${threads#*:}"
done

# Contents beside a buffer; that nobody gives any is remarked.
ptx table <<'PTX'
.visible .entry table(.param .u64 y, .param .u64 t) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [y];
  ld.param.u64 %rd2, [t];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd5, %rd1, %rd3;
  st.global.u32 [%rd5], %r1;
  ret;
}
PTX
table=(kernel "$folder/table.ptx" --grid 1 --block 4)
run 0 "${table[@]}" --args 'y: out i32[34], t: in i32[4] = 0,16,17,33' --expect 'y[writes] = (1,(2,2),1):(0,(16,17),0)'
run 1 "${table[@]}" --args 'y: out i32[33], t: in i32[4] = 0,16,17,33'
has 'out of bounds'
lacks 'remark'
run 1 "${table[@]}" --args 'y: out i32[40], t: in i32[4]' --json "$folder/j"
has 'remark: contents in t'
has 't is read, and holds zeros because nobody says what it holds'
grep -q '"remarks": \[$' "$folder/j" || fail 'the JSON lacks the remark'
for given in '1 in zero i32[4]' '0 in index i32[4]' '1 i32[4]' '1 in f32[4]'; do
  run "${given%% *}" "${table[@]}" --args "y: i32[4], t: ${given#* }"
  lacks 'remark: contents'
done
bad "${table[@]}" --args 'y: out i32[40], t: in i32[4] = 0,16,17'
err_has 'it has 4 elements, and 3 numbers are given'

# A list names all that is not supported.
printf '.version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n  frobnicate.u32 %%r1;\n  ret;\n  tensormap.cp %%r1;\n}\n' >"$folder/two.ptx"
run 0 kernel "$folder/two.ptx" --list --json "$folder/j"
has 'not supported:'
has 'line 5: '
has 'line 7: '
grep -q '{"line": 5, "message": "line 5: .*frobnicate' "$folder/j" || fail 'the JSON lacks what is not supported'
run 0 kernel "$data/copy.ptx" --list
lacks 'not supported'

# Mutants of the kernel, and which of them its expectations miss.
run 1 "${copy[@]}" --mutants --expect 'y = x o 1024:1' --json "$folder/j"
has 'copy: 2 of 6 mutants missed'
has '37     bound changed  setp.ge.s32  %p1, %r1, %r9;  setp.gt.s32  %p1, %r1, %r9;'
[[ $(tail -1 "$folder/out") == '2 of 6 mutants missed' ]] || fail 'the summary is not last'
grep -q '"mutants": 6' "$folder/j" && (($(grep -c '"missed": false, "verdict": "wrong' "$folder/j") == 4)) ||
  fail 'the JSON of mutants'
! command -v python3 >/dev/null || python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$folder/j" || fail 'no JSON'
run 0 kernel "$data/copy.ptx" --mutants --grid 8 --block 32 --args 'x: in f32[1024], y: out f32[1000], i32=1000' \
  --expect 'y = x o 1000:1'
has 'copy: 0 of 6 mutants missed'
run 0 "${transposed[@]}" --mutants --expect 'y = x o (32,32):(32,1)'
bad "${transposed[@]}" --mutants --expect 'y = x o (32,32):(1,32)'
err_has 'the kernel itself is not right (wrong: 992 findings)'
bad "${copy[@]}" --mutants --sarif "$folder/s"
err_has '--mutants has no --sarif'
bad kernel --description "$reports_of" --mutants
# They end with --time and with Ctrl-C, however long a mutant runs: without its bound, for ever.
ptx turns <<'PTX'
.visible .entry turns(.param .u64 p) {
  .reg .pred %p<3>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r2, 0;
AGAIN:
  add.u32 %r2, %r2, 1;
  setp.gt.u32 %p1, %r2, 9;
  @%p1 bra DONE;
  ld.volatile.global.u32 %r1, [%rd1];
  bra AGAIN;
DONE:
  ret;
}
PTX
turns=(kernel "$folder/turns.ptx" --mutants --grid 1 --block 32 --args 'flag: i32[1]' --steps 2^40)
run 1 "${turns[@]}" --time 1
has 'mutants missed; stopped before '
start "$LAYOUTCHECK" "${turns[@]}" --time 100
comes handles_signals
stop INT

# Endless loops end, and are not taken for right.
run 1 "${copy[@]}" --steps 3
has 'undecided'

# Ctrl-C and --time end it with what it has.
ptx spin <<'PTX'
.visible .entry spin(.param .u64 p) {
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r2, 0;
AGAIN:
  add.u32 %r2, %r2, 1;
  ld.volatile.global.u32 %r1, [%rd1];
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra AGAIN;
  ret;
}
PTX
spin=(kernel "$folder/spin.ptx" --grid 1 --block 32 --args 'flag: i32[1]')
run 1 "${spin[@]}" --steps 2^40 --time 1
has 'undecided; stopped after 0 of 1 blocks (--time)'
run 1 "${spin[@]}" --steps 1000
has 'step limit, line 1'
# So do a loop that accesses nothing, and whose rounds are not known by induction, and many that are short.
ptx idle <<'PTX'
.visible .entry idle(.param .u32 rounds) {
  .reg .pred %p<3>;
  .reg .b32 %r<4>;
  ld.param.u32 %r3, [rounds];
  mov.u32 %r1, 1;
  mov.u32 %r2, 0;
AGAIN:
  mad.lo.u32 %r1, %r1, 1664525, 1013904223;
  add.u32 %r2, %r2, 1;
  setp.ne.u32 %p1, %r1, 1;
  setp.lt.and.u32 %p2, %r2, %r3, %p1;
  @%p2 bra AGAIN;
  ret;
}
PTX
idle=(kernel "$folder/idle.ptx" --grid 1 --block 32 --args i32=2^31-1)
run 1 "${idle[@]}" --steps 2^40 --time 1
has 'undecided; stopped after 0 of 1 blocks (--time)'
run 1 "${idle[@]}" --same-as "$folder/idle.ptx" --steps 2^40 --time 1
has 'stopped'
run 1 kernel "$folder/idle.ptx" --grid 256 --block 1024 --blocks all --args i32=700 --time 1
has 'undecided; stopped after 0 of 256 blocks (--time)'
# A shell lets programs in the background ignore Ctrl-C, until they handle it.
start "$LAYOUTCHECK" "${spin[@]}" --steps 2^40
comes handles_signals
stop INT
has 'interrupted'
# Without the counter it repeats itself exactly, which is told at once.
sed '/%r2/d' "$folder/spin.ptx" >"$folder/repeats.ptx"
run 1 kernel "$folder/repeats.ptx" --grid 1 --block 256 --args 'flag: i32[1]' --steps 2^40
has 'waits for what no thread of the block writes'
grep -q '^undecided: 1 finding; ' "$folder/out" || fail 'a wait for others is no verdict'
sed '/ld.volatile/s/.*/  mov.u32 %r1, 0;/' "$folder/repeats.ptx" >"$folder/endless.ptx"
run 1 kernel "$folder/endless.ptx" --grid 1 --block 256 --args 'flag: i32[1]' --steps 2^40 --sarif "$folder/s"
has 'endless loop, line 10'
has 'wrong: 1 finding'
grep -q '"ruleId": "endless-loop"' "$folder/s" || fail 'the SARIF lacks the endless loop'

# What is right in part is no more than that, in every report, and has a status of its own.
parts=("${copy[@]}" --blocks 0-6 --json "$folder/j" --sarif "$folder/s" --junit "$folder/x" --html "$folder/h")
run 0 "${parts[@]}"
has 'right in part: in 7 of 8 blocks'
has 'blocks: 1 of 8 did not run'
grep -q '"verdict": "right in part"' "$folder/j" || fail 'the JSON calls a part right'
grep -q '"not_judged": \["blocks: 1 of 8 did not run"\]' "$folder/j" || fail 'the JSON lacks what was not judged'
grep -q '"level": "warning", "message": {"text": "copy: not judged: blocks: 1 of 8 did not run"}' "$folder/s" ||
  fail 'the SARIF lacks what was not judged'
grep -q '<skipped message="right in part: in 7 of 8 blocks"/>' "$folder/x" || fail 'the JUnit calls a part right'
grep -q 'class="part">right in part: in 7 of 8 blocks<' "$folder/h" || fail 'the page calls a part right'
grep -q '<li>blocks: 1 of 8 did not run</li>' "$folder/h" || fail 'the page lacks what was not judged'
run 3 "${parts[@]}" --partial 3
grep -q '<failure message="right in part: in 7 of 8 blocks">' "$folder/x" || fail 'the JUnit has no failure'
run 0 "${copy[@]}" --blocks all --partial 3
run 1 "${copy[@]}" --blocks 0-6 --expect 'y[writes] = (8,32,4):(128,1,32)' --partial 3
bad "${copy[@]}" --partial 126
ptx stride <<'PTX'
.visible .entry stride(.param .u64 p, .param .u64 n) {
  .reg .pred %p<2>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [n];
  mov.u32 %r1, %tid.x;
  cvt.u64.u32 %rd3, %r1;
AGAIN:
  shl.b64 %rd4, %rd3, 2;
  add.s64 %rd4, %rd1, %rd4;
  st.global.u32 [%rd4], %r1;
  add.s64 %rd3, %rd3, 64;
  setp.lt.s64 %p1, %rd3, %rd2;
  @%p1 bra AGAIN;
  ret;
}
PTX
stride=(kernel "$folder/stride.ptx" --grid 1 --block 64 --args 'y: out u32[2^26], i64=2^26' --steps 2^16)
for ignored in misaligned wrapped; do
  run 0 "${stride[@]}" --ignore $ignored --json "$folder/j" --sarif "$folder/s" --junit "$folder/x" --html "$folder/h"
  grep -qE '^right in part: in [0-9]+ of 1048576 iterations of the loop in line 13$' "$folder/out" || fail 'no part of iterations'
  has 'not judged:'
  grep -qE '"line": 13, "executed": [0-9]+, "iterations": 1048576, "blocks": 1, "left_out": \[\[[0-9]+, [0-9]+\], \[' "$folder/j" ||
    fail 'the JSON lacks the iterations'
  for report in j s x h; do
    grep -q 'iterations of the loop in line 13' "$folder/$report" || fail "the report $report lacks the iterations"
  done
done
run 7 "${stride[@]}" --partial 7

# Reports for continuous integration: a test case for each launch.
run 2 kernel --description "$reports_of" --description "$folder/none.kernel" --junit "$folder/x" --html "$folder/h"
grep -q '<testsuite name="layoutcheck kernel" tests="11" failures="5" errors="1" skipped="4"' "$folder/x" || fail 'the numbers of JUnit'
(($(grep -c '<testcase classname="layoutcheck.kernel"' "$folder/x") == 11)) || fail 'not a test case for each launch'
(($(grep -c '<h2 id="launch-' "$folder/h") == 11)) || fail 'not a section for each launch'
grep -q '<a href="#launch-11">' "$folder/h" || fail 'the page lacks its table'
grep -q '<error message="refused: .*none.ptx' "$folder/x" || fail 'JUnit lacks what is refused'
python3 - "$folder/x" "$folder/h" <<'PY' || fail 'a report is not well formed'
import sys
import xml.etree.ElementTree as tree
from html.parser import HTMLParser

suite = tree.parse(sys.argv[1]).getroot()[0]
assert all(float(case.get("time")) >= 0 for case in suite.iter("testcase") if case.find("error") is None)
assert any("wrapped" in (case.findtext("failure") or "") for case in suite.iter("testcase"))


class Page(HTMLParser):
    open = []

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


page = Page()
page.feed(open(sys.argv[2]).read())
assert not page.open
PY
printf 'ptx %s\ngrid 8\njunit x.xml\n' "$data/copy.ptx" >"$folder/junit.kernel"
bad kernel --description "$folder/junit.kernel" --description "$reports_of"
bad "${copy[@]}" --junit - --html -
bad "${copy[@]}" --junit "$folder/none/x.xml"

# What never ends is read up to a limit.
for never in /dev/zero "$folder/zeros"; do
  [[ -e $never ]] || mkfifo "$never"
  [[ ! -p $never ]] || yes >"$never" &
  bad kernel "$never" --grid 1 --block 1
  err_has "cannot read $never: "
  err_has ' has more than 268435456 bytes, the limit'
done
bad kernel --description /dev/zero
err_has 'cannot read /dev/zero: a line has more than 268435456 bytes, the limit'
bad kernel "$data/copy.ptx" --grid 8 --block 32 --args 'x: in file:/dev/zero f32[1024], y: out f32[1024], i32=1024'
err_has 'cannot read /dev/zero, the contents of x: it has more than 4096 bytes'
bad kernel "$folder" --grid 1 --block 1
bad kernel "$data/copy.ptx" --grid 8 --block 32 --args "x: in file:$folder f32[1024], y: out f32[1024], i32=1024"

# The contents of a buffer lie beside the description, and those of an option where the program is.
mkdir "$folder/beside"
cp "$data/copy.ptx" "$folder/beside"
head -c 4096 /dev/zero >"$folder/beside/zeros.bin"
printf 'ptx copy.ptx\ngrid 8\nblock 128\nargs in file:zeros.bin f32[1024], out f32[1024], i32=1024\n' >"$folder/beside/k.kernel"
run 0 kernel --description "$folder/beside/k.kernel"
bad kernel --description "$folder/beside/k.kernel" --args 'in file:zeros.bin f32[1024], out f32[1024], i32=1024'
err_has 'cannot read zeros.bin'

# Bad input.
bad kernel
bad kernel /nonexistent.ptx --grid 1 --block 1
bad kernel "$data/copy.ptx"
err_has '--grid'
bad kernel "$data/copy.ptx" --grid 1
err_has '--block'
bad "${copy[@]}" --entry nobody
err_has 'copy'
bad kernel "$data/copy.ptx" --grid 1 --block 32 --args 'f32[4], f32[4]'
err_has '3 parameters'
bad kernel "$data/copy.ptx" --grid 1 --block 32 --args 'f32[4], f32[4], i64=4'
err_has '4'
bad kernel "$data/copy.ptx" --grid 1 --block 2000 --args 'f32[4], f32[4], i32=4'
bad kernel "$data/copy.ptx" --grid 0 --block 32 --args 'f32[4], f32[4], i32=4'
bad kernel "$data/copy.ptx" --grid 2^30,2^30,2^30 --block 32 --args 'f32[4], f32[4], i32=4'
bad kernel "$data/copy.ptx" --grid 2^40 --block 32 --args 'f32[4], f32[4], i32=4'
bad "${copy[@]}" --expect 'z = (8,32,4):(128,4,1)'
err_has 'there is x, y'
bad "${copy[@]}" --blocks 8
bad "${copy[@]}" --draw 'z'
bad "${copy[@]}" --ignore everything
printf '.version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n  frobnicate.u32 %%r1;\n  ret;\n}\n' \
  >"$folder/bad.ptx"
bad kernel "$folder/bad.ptx" --grid 1 --block 1
err_has 'line 5'
err_has 'frobnicate'
printf '.version 8.0\n.target sm_80\n.entry k( {\n' >"$folder/bad.ptx"
bad kernel "$folder/bad.ptx" --grid 1 --block 1
err_has 'line 3'
head -c 3000 /dev/urandom >"$folder/bad.ptx"
bad kernel "$folder/bad.ptx" --grid 1 --block 1
printf 'ptx copy.ptx\n\ngird 3\n' >"$folder/bad.kernel"
bad kernel --description "$folder/bad.kernel"
err_has 'bad.kernel, line 3'

# The documents' commands, each with the status that it names.
cd "$data" || exit 1
count=0
while IFS=$'\t' read -r wanted command; do
  count=$((count + 1))
  read -r -d '' command < <(printf '%s' "$command" | sed "s|transpose.svg|$folder/doc.svg|; s|scale_rows.sarif|$folder/doc.sarif|; s|kernels.xml|$folder/doc.xml|; s|kernels.html|$folder/doc.html|"; printf '\0')
  eval "run $wanted ${command#layoutcheck }"
done < <(sed -n '/^```sh$/,/^```$/{/^```/d;p}' "$LAYOUTCHECK_SOURCE_DIR/docs/gpu-checks.md" |
  sed -e ':a' -e '/\\$/N; s/\\\n */ /; ta' | grep '^layoutcheck kernel' |
  sed -E 's/^(.*[^ ]) +# status ([0-9]+)$/\2\t\1/; t; s/^/0\t/')
((count >= 8)) || fail "found only $count commands in the documents"

finish
