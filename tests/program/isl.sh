# A third opinion, of isl: answers of every operation that it is asked of agree, and wrong ones are refuted.
. "$(dirname "$0")/lib.bash"
opinion=$(dirname "$0")/../../tools/isl-opinion
python3 -c 'import islpy' 2>/dev/null || { echo 'skipped: there is no islpy; tools/test-environment installs it'; exit 77; }

# Each question with its right answer, and with a wrong one; some are larger than any table.
while IFS=';' read -r question right wrong; do
  [[ -n $question ]] || continue
  echo "$question = $right" >>"$folder/right"
  echo "$question = $wrong" >>"$folder/wrong"
done <<'EOF'
apply((4,8):(8,1), 5); 9; 10
apply((8,8):(F1,F9), 27); F24; F25
size((4,8):(8,1)); 32; 31
cosize((4,8):(8,2)); 39; 40
same_function((2,2):(1,2), 4:1); true; false
coalesce((1048576,1048576):(1,1048576)); 1099511627776:1; 1099511627776:2
coalesce((1024,1024,64):(F1,F1024,F1048576)); 67108864:F1; 67108864:F2
coalesce((2,4,2):(F5,F10,F40)); (4,4):(F5,F20); (4,4):(F5,F21)
coalesce((4,8):(1@0,4@0)); 32:1@0; 32:2@0
coalesce(Sw<3,4,3> o 0 o (4096,4096):(1,4096)); Sw<3,4,3> o 0 o 16777216:1; Sw<3,4,3> o 0 o 16777216:2
composition(Sw<3,4,3> o 16 o (8,64):(64,1), 16:8); Sw<3,4,3> o 16 o 16:1; Sw<3,4,3> o 16 o 16:2
flat_coalesce((2,2):(1,2)); (4):(1); (4):(0)
flatten((2,(2,2)):(1,(4,2))); (2,2,2):(1,4,2); (2,2,2):(1,2,4)
squeeze((2,1,2):(1,4,2)); (2,2):(1,2); (2,2):(2,1)
composition((6,3):(1,7), (3,4):(2,3)); undefined; (3,(2,2)):(2,(3,7))
composition((1048576,1024):(1024,1), 1048576:1024); (1024,1024):(1048576,1); 1048576:1048576
composition((8,8):(F1,F9), (8,8):(8,1)); (8,8):(F9,F1); undefined
composition(4:F1, (2,2):(1,1)); undefined; (2,2):(F1,F1)
composition((4,8):(1@0,1@1), (8,4):(4,1)); (8,4):(1@1,1@0); (8,4):(1@0,1@1)
complement((2,2):(1,6)); 3:2; 6:2
complement((2,2):(1,6), 24); (3,2):(2,12); (3,3):(2,12)
complement((2,3):(3,2)); undefined; 2:1
complement((1048576,1024):(1,2097152)); 2:1048576; 2:1048577
complement(2:F3); 2:F1; 2:F3
complement((2,5,3):(4@1,5@0,16@1)); (5,4,2):(1@0,1@1,8@1); (5,4,4):(1@0,1@1,8@1)
flat_complement((2,2):(1,6), 24); (3,2):(2,12); (2,3):(2,12)
is_complementable((2,3):(3,2)); false; true
is_injective((1048576,1048577):(1048577,1048576)); true; false
is_injective((8,8):(F1,F9)); true; false
is_injective((2,3):(3,2)); true; false
is_injective((4,2):(1,3)); false; true
is_surjective((4,8):(1@1,1@0)); true; false
is_surjective((2,2):(1,3)); false; true
is_bijective((8,4):(F1,F4)); false; true
same_function((2,2):(1,2), (2,2):(2,1)); false; true
is_complementable((2,2):(1,6)); true; false
is_bijective((8,8):(F1,F9)); true; false
is_compact((4,2):(2,1)); true; false
right_inverse((1024,1048576):(1048576,1)); (1048576,1024):(1024,1); 1048576:1024
right_inverse((2,5):(1,1)); 5:2; 2:1
right_inverse((8,8):(F9,F1)); (8,8):(F8,F9); (8,8):(F8,F1)
right_inverse((4,8):(1@1,1@0)); (8,4):(4,1); (4,8):(4,1)
left_inverse((4,8):(1,5)); (5,8):(1,4); (4,8):(1,4)
left_inverse(4:-1); 4:-1; 4:1
left_inverse(2:F3); (2,2):(0,F1); 2:F1
left_inverse((4,8):(2@0,1@1)); ((2,4),8):((0,1),4); (8,8):(1,4)
nullspace((2,4,2):(1,0,2)); 4:2; 4:1
logical_divide((8,8):(8,1), 4:2); (4,(2,8)):(16,(8,1)); (4,(2,8)):(16,(1,8))
logical_divide((8,8):(F1,F9), 4:16); (4,(8,2)):(F18,(F1,F9)); (4,(8,2)):(F18,(F9,F1))
zipped_divide((8,8):(8,1), 4:2); (4,(2,8)):(16,(8,1)); (4,(2,8)):(16,(8,2))
tiled_divide((8,8):(8,1), 4:2); (4,2,8):(16,8,1); (4,2,8):(16,8,2)
flat_divide((8,8):(8,1), 4:2); (4,2,8):(16,8,1); (4,2,8):(16,8,2)
logical_product((2,2):(1,2), 3:1); ((2,2),3):((1,2),4); ((2,2),3):((1,2),2)
logical_product(2:F3, 4:1); (2,(2,2)):(F3,(F1,F4)); (2,(2,2)):(F3,(F4,F1))
zipped_product((2,2):(1,4), 2:1); ((2,2),2):((1,4),2); ((2,2),2):((1,4),8)
tiled_product((2,2):(1,4), 2:1); ((2,2),2):((1,4),2); ((2,2),2):((1,4),8)
flat_product((2,2):(1,4), 2:1); (2,2,2):(1,4,2); (2,2,2):(1,4,8)
layout_add((2,2):(1,2), 4:3); 4:4; 4:3
xor_layout(Sw<3,0,3> o 0 o (8,8):(1,8)); (8,8):(F1,F9); (8,8):(F1,F8)
swizzled_layout((8,8):(F1,F9)); Sw<3,0,3> o 0 o (8,8):(1,8); Sw<2,0,3> o 0 o (8,8):(1,8)
right_inverse(Sw<2,0,2> o 0 o (4,4):(1,4)); (4,4):(F1,F5); (4,4):(F1,F4)
left_inverse(Sw<2,0,2> o 0 o (4,4):(1,4)); (4,4):(F1,F5); (4,4):(F1,F4)
max_common_vector(Sw<1,0,1> o 0 o 4:1, 4:1); 2; 4
to_linear((8,8):(F1,F9)); (1,2,4,9,18,36); (1,2,4,8,16,32)
to_linear((1,2):(4@1,0)); (0); (1)
from_linear((1,2,4,9,18,36)); (8,8):(F1,F9); (8,8):(F1,F8)
EOF
sums() { awk '$1 == "total" { print $2, $3, $4, $5 }' "$folder/out"; }
for kind in right wrong; do
  status=0
  "$opinion" --time 10 "$folder/$kind" >"$folder/out" 2>"$folder/err" || status=$?
  total=$(wc -l <"$folder/$kind")
  if [[ $kind == right ]]; then
    ((status == 0)) || fail "status $status of right answers"
    [[ $(sums) == "$total 0 0 0" ]] || fail 'not all right answers are agreed with'
  else
    ((status == 1)) || fail "status $status of wrong answers"
    [[ $(sums) == "0 $total 0 0" ]] || fail 'not all wrong answers are refuted'
    (($(grep -c '  # isl disagrees' "$folder/out") == total)) || fail 'not every wrong answer is named'
  fi
done
# Every operation of the tool is among them.
python3 - "$opinion" "$folder/right" >"$folder/out" <<'EOF' || fail 'an operation has no line'
import re, sys
source, lines = (open(name).read() for name in sys.argv[1:])
names = re.findall(r'"(\w+)":', source[source.index("OPERATIONS:") : source.index("# Lines")])
missing = set(names) - {line.partition("(")[0] for line in lines.splitlines()}
print(*missing)
sys.exit(bool(missing))
EOF

# Random questions, answered by the algebra: nothing disagrees.
status=0
timeout 60 "$opinion" --program "$LAYOUTCHECK" --count 300 --time 0.3 >"$folder/out" 2>"$folder/err" || status=$?
((status == 0)) || fail "status $status of random questions"
finish
