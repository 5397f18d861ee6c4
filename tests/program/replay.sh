# replay: files and folders of cases.
. "$(dirname "$0")/lib.bash"

mkdir -p "$folder/cases/sub"
printf 'rank((2,2)) = 2\n# nothing\n' >"$folder/cases/good.txt"
printf '\nrank((2,2)) = 3  # no\nrank((2,2)\nrank((2))\n' >"$folder/cases/sub/bad.txt"
printf 'nonsense\n' >"$folder/cases/other.md"

run 0 replay "$folder/cases/good.txt"
has '1 case in 1 file: 0 faults, 0 undecided'
run 0 replay --quiet "$folder/cases/good.txt"
[[ ! -s $folder/out ]] || fail '--quiet says something'
run 1 replay "$folder/cases"
has "$folder/cases/sub/bad.txt:2: rank((2,2)) = 3  # no"
has 'wrong (exhaustive): the answer is 2'
has "$folder/cases/sub/bad.txt:3: "
has 'the case has no answer'
has '4 cases in 2 files: 3 faults'
bad replay "$folder/cases/good.txt" /nonexistent
mkdir "$folder/empty"
bad replay "$folder/empty"
: >"$folder/empty/empty.txt"
run 1 replay "$folder/empty"

# What is not read is named, and nothing is right that was not read.
run 0 replay "$folder/cases/good.txt" --quiet
mkdir -p "$folder/some/deep" "$folder/elsewhere"
cp "$folder/cases/good.txt" "$folder/some/good.txt"
cp "$folder/cases/good.txt" "$folder/some/README"
run 0 replay "$folder/some"
[[ $(wc -l <"$folder/out") == 1 ]] || fail 'files that are no cases are told'
ln -s "$folder/cases/good.txt" "$folder/some/link.txt"
run 0 replay "$folder/some"
has '2 cases in 2 files'
ln -s nothing "$folder/some/broken.txt"
ln -s "$folder/elsewhere" "$folder/some/linked"
mkfifo "$folder/some/deep/pipe.txt"
cp "$folder/cases/good.txt" "$folder/some/b.TXT"
for quiet in '' --quiet; do
  # shellcheck disable=SC2086
  run 1 replay $quiet "$folder/some"
  has "skipped: $folder/some/broken.txt is a link to nothing"
  has "skipped: $folder/some/linked is a link to a folder"
  has "skipped: $folder/some/deep/pipe.txt is no file"
  has "skipped: $folder/some/b.TXT does not end in .txt"
done
rm "$folder/some"/*.txt
bad replay "$folder/some"
err_has "skipped: $folder/some/b.TXT does not end in .txt"

run 0 replay --convention extended <(printf 'composition(4:1, 2:8) = 2:8\n')

finish
