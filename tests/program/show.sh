# show: grids, diagrams and trees as text and as SVG.
. "$(dirname "$0")/lib.bash"

run 0 show '((2,2),(2,4)):((1,4),(2,8))'
has '0 0 ┃  0 │  2 ┃  8 │ 10 ┃ 16 │ 18 ┃ 24 │ 26 ┃'
lacks $'\033['
run 0 show 'logical_divide((4,8):(1,4), (2,2):(1,4))'
has 'logical_divide((4,8):(1,4), (2,2):(1,4)) = ((2,2),(2,4)):((1,4),(2,8))'
has '1 0 │  4 │  6 │ 12 │ 14 │ 20 │ 22 │ 28 │ 30 │'
run 0 show --ascii '(2,2):(1,2)'
has '0 | 0 | 2 |'
LC_ALL=C run 0 show '(2,2):(1,2)'
has '0 | 0 | 2 |'
run 0 show --color always '(2,2):(1,2)'
has $'\033[38;5;16;48;5;'
COLORTERM=truecolor run 0 show --color always '(2,2):(1,2)'
has $'\033[38;5;16;48;2;'
run 0 show '(2,2,2):(1,2,4)'
has '(_,_,1)'
run 0 show '(9223372036854775807,9223372036854775807):(1,1)' --max-cells 4
has 'cut: 2 of 9223372036854775807 rows, 2 of 9223372036854775807 columns'

run 0 show '(2,2)--(1,3)-->(2,5,2,5)'
has '╭──▶ 2'
has 'encodes (2,2):(1,10)'
run 0 show '<4>--(2,2,*,6)--><6>'
has '3 ──▶ *'
run 0 show '((2,2),(2,4))'
has '└─ (2,4)'
run 0 show 'rank((2,2))'
has 'rank((2,2)) = 2'

run 0 show '(4,8):(1@0,1@1)'
has 'rank 2, size 32, coordinates'
has ' (2,3) '
# All coordinates of a layout are in one notation, zero and the multiples of a basis element too.
for row in '│ (0,0) │ (0,1) │ (0,2) │' '│ (3,0) │ (3,1) │'; do has "$row"; done
! sed 1,3d "$folder/out" | grep -q '@' || fail 'two notations'
run 0 show '(2,2,2):(1@0,1@0@1,1@1@1)'
for cell in '(0,(0,0))' '(1,(1,0))' '(0,(0,1))' '(1,(1,1))'; do has "$cell"; done
run 0 show '(2,2):(1@0,2@2)'
for cell in '(0,0,0)' '(1,0,2)'; do has "$cell"; done
run 0 show '(2,2):(1@0,1@255)'
has '│ 1@0+1@255 │'
# What a layout over (thread, value) takes outside of the tile is said.
run 0 show --tv '(8,8)' '(32,4):(4,1)'
has '64 of the 128 values lie outside of it, at 64 and beyond, and are not drawn; the first thread with one is T16'
run 0 show --tv '(8,8)' '(16,4):(4,1)'
lacks 'outside'
run 0 show --tv '(8,8)' '(32,4):(4,1)' --svg "$folder/tv.svg"
grep -q '64 of the 128 values lie outside' "$folder/tv.svg" || fail 'a picture leaves values out in silence'
run 0 show '(8,8):(F1,F9)'
has '3 │  3 │ 10 │ 17 │ 24 │ 39 │ 46 │ 53 │ 60 │'
run 0 show --ascii 'Sw<3,0,3> o 0 o (8,8):(1,8)'
has '3 |  3 | 10 | 17 | 24 | 39 | 46 | 53 | 60 |'
run 0 show '(8,8):(F1,F9)' --svg -
has 'a colour is a bank, the offset modulo 32'
run 0 show 'coalesce((2,2):(F1,F2))'
has 'coalesce((2,2):(F1,F2)) = 4:F1'

run 1 show 'composition((2,2):(2,1), 3:1)'
err_has 'no answer to draw: undefined: '
run 1 show 'composition(4:1, 2:1) = 3:1'
err_has 'the given answer is wrong'
bad show '(2,2'
bad show '(2,2):(1)'
bad show 'nonsense(2)'
bad show '(2,2)' --svg "$folder/x.svg"
bad show '(2,2):(1,2)' --svg "$folder/no/such/folder.svg"
bad show '(2,2):(1,2)' --max-cells 0

for expression in '((2,2),(2,4)):((1,4),(2,8))' '(2,2)--(1,3)-->(2,5,2,5)' '<4>--(2,1,*,6)--><6>' \
  'logical_divide((4,8):(1,4), (2,2):(1,4))'; do
  run 0 show "$expression" --svg "$folder/picture.svg"
  [[ ! -s $folder/out ]] || fail 'text beside a picture'
  grep -q '^</svg>$' "$folder/picture.svg" || fail "no complete picture of $expression"
  ! command -v xmllint >/dev/null || xmllint --noout "$folder/picture.svg" || fail "no XML: $expression"
done
run 0 show '4:1' --svg -
has '</svg>'

# A picture of bearable size, whatever it shows.
for drawn in '5000:1' "$(printf '(2'; printf ',2%.0s' {1..800}; printf '):(0'; printf ',0%.0s' {1..800}; printf ')')"; do
  run 0 show "$drawn" --svg -
  width=$(sed -n 's/.*<svg .* width="\([0-9]*\)".*/\1/p' "$folder/out")
  ((width > 0 && width <= 4096)) || fail "a picture $width pixels wide"
done

finish
