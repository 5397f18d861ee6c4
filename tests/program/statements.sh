# statements: the table and its summary, a statement in full, selections, the documents made from the registry.
. "$(dirname "$0")/lib.bash"

# ids ARGUMENT...: how many ids `statements --names` lists.
ids() {
  run 0 statements --names "$@"
  (($(wc -l <"$folder/out") == $(sort -u "$folder/out" | wc -l))) || fail "an id is listed twice: $*"
  wc -l <"$folder/out"
}

run 0 statements
summary='^668 statements of the sources: ([0-9]+) hold, ([0-9]+) fail by an error of their own'
summary+=', ([0-9]+) fail by inheritance only, ([0-9]+) are misprinted, ([0-9]+) are lost in our copy'
summary+=', ([0-9]+) are not checkable; besides, ([0-9]+) amendments, ([0-9]+) relations, ([0-9]+) theorems and ([0-9]+) examples of documentation$'
[[ $(tail -1 "$folder/out") =~ $summary ]] || fail 'the last line is not the summary'
hold=${BASH_REMATCH[1]} themselves=${BASH_REMATCH[2]} inherit=${BASH_REMATCH[3]} misprints=${BASH_REMATCH[4]}
lost=${BASH_REMATCH[5]} unchecked=${BASH_REMATCH[6]}
# Of the examples of documentation one is wrong, and five are misprinted.
own=$((BASH_REMATCH[7] + BASH_REMATCH[8] + BASH_REMATCH[9] + BASH_REMATCH[10] - 6))
failing=$((themselves + inherit + misprints))
((hold + failing + lost + unchecked == 668)) || fail 'the standings do not add up'
grep -Eq '^colfax\.2\.1\.6\.11  +Definition +fails as stated +a property' "$folder/out" || fail 'no row of 2.1.6.11'
grep -Eq '^colfax\.2\.1\.1\.2  +Example +holds +[0-9]+ lines$' "$folder/out" || fail 'no row of an example'
(($(grep -Ec '^(colfax|shah|debos|primer|slides|cute|cute-spec|relation|layoutcheck)\.' "$folder/out") == 674 + own)) || fail 'a row for each'

(($(ids) == 674 + own)) || fail 'an id for each'
(($(ids --standing holds) == hold + own)) || fail 'the ids of what holds'
(($(ids --standing fails) == failing + 6)) || fail 'the ids of what fails'
(($(ids --standing fails-itself) == themselves + 1)) || fail 'the ids of what fails by itself'
(($(ids --standing fails-by-inheritance) == inherit)) || fail 'the ids of what fails by inheritance'
(($(ids --standing misprinted) == misprints + 5)) || fail 'the ids of what is misprinted'
(($(ids --standing lost) == lost)) || fail 'the ids of what is lost'
(($(ids --standing not-checkable) == unchecked)) || fail 'the ids of what cannot be checked'
run 0 statements --names colfax.2.1.6
has 'colfax.2.1.6.20.amended'
! grep -Ev '^colfax\.2\.1\.6\.' "$folder/out" || fail 'ids outside of the section'
run 0 statements --names colfax.2.1.6.2
lacks colfax.2.1.6.20

run 0 statements colfax.2.1.6.11
has 'colfax.2.1.6.11  Definition, fails as stated'
has 'Checked on: '
has 'Smallest counterexample: colfax.2.1.6.11((2):(0)) = false'
has 'Why: '
has 'Least change: '
has 'Cause: A layout that repeats an offset counts as complementable, with '
has 'Amended: colfax.2.1.6.11.amended'
has 'colfax.2.1.6.11.amended  Amendment, holds'
lacks 'statements of the sources'
run 0 statements 'colfax 2.1.6.11'
has 'colfax.2.1.6.11  Definition'
run 0 statements --standing holds colfax.2.1.6.11
lacks 'fails as stated'
run 0 statements colfax.2.1.1.2 shah.1
has 'Line: size((3,128,128)) = 49152'
has 'Line: composition((6,2):(1,7), (3,2):(2,3)) = undefined'
run 0 statements --standing not-checkable colfax
has 'Remark: '
run 0 statements colfax.2.1.6.4
has 'colfax.2.1.6.4  Example, fails as stated (misprint)'

# sample ARGUMENT...: the ids of a sample, which are numbered statements, each once.
sample() {
  run 0 statements --names --sample "$@"
  cp "$folder/out" "$folder/sample"
  ! grep -Ev '^(colfax|shah|debos|primer|slides)\.' "$folder/sample" || fail "no numbered statement: $*"
  ! grep amended "$folder/sample" || fail "an amendment: $*"
  (($(wc -l <"$folder/sample") == $(sort -u "$folder/sample" | wc -l))) || fail "an id is chosen twice: $*"
}
sample 50 --seed 7
err_has 'A sample of 50 of 668 statements; --seed 7 '
(($(wc -l <"$folder/sample") == 50)) || fail 'not 50 ids'
mv "$folder/sample" "$folder/first"
sample 50 --seed 7
cmp -s "$folder/first" "$folder/sample" || fail 'the same seed chooses other statements'
sample 50 --seed 8
! cmp -s "$folder/first" "$folder/sample" || fail 'another seed chooses the same statements'
sample 5 shah
! grep -v '^shah\.' "$folder/sample" || fail 'a sample from elsewhere'
sample 1000
err_has 'A sample of 668 of 668 statements; --seed '
run 0 statements --sample 3 --seed 1
has 'A sample of 3 of 668 statements; --seed 1 '
(($(grep -Ec '^(colfax|shah|debos|primer|slides)\.' "$folder/out") == 3)) || fail 'not 3 statements in full'
lacks 'statements of the sources:'
bad statements --sample 0

bad statements colfax.2.1.6.2x
err_has "there is no statement colfax.2.1.6.2x; did you mean 'colfax.2.1.6.2"
bad statements colfax.2.1.6.21 nonsense.1
bad statements --standing nonsense
bad statements --document nonsense

for document in statements reading errata; do
  run 0 statements --document $document
  head -1 "$folder/out" | grep -Eq '^# (Statements|Reading|Errata)$' || fail "no title of $document"
  [[ $document != reading ]] || continue
  has '668 statements of the sources: '
  grep -q 'colfax[ .]2\.1\.6\.21' "$folder/out" || fail "no 2.1.6.21 in $document"
done

finish
