# docs/validate-your-implementation.md: its program and every one of its commands.
. "$(dirname "$0")/lib.bash"
command -v python3 >/dev/null || { echo 'skipped: there is no Python'; exit 77; }
page=$LAYOUTCHECK_SOURCE_DIR/docs/validate-your-implementation.md
cd "$folder" || exit 1
sed -n '/^```python$/,/^```$/p' "$page" | sed '1d;$d' >mine.py

mapfile -t commands < <(grep -E '^    layoutcheck ' "$page")
((${#commands[@]} == 8)) || fail "${#commands[@]} commands"
for command in "${commands[@]}"; do
  eval "words=($command)"
  status=1
  # Coalescing is the part that is right, and what is known is expected.
  [[ $command != *'--only coalesce --no-corpus'* && $command != *' --expected '* && $command != *' --scope '* ]] || status=0
  # So many questions find what is shown, and take the same time everywhere.
  run $status test --cases 8000 "${words[@]:2}"
  [[ $command != *' -- python3 mine.py' || $command == *--only* || $command == *--questions* || $command == *' --expected '* ]] ||
    has 'composition: answers the unanswerable'
done
for report in report.html report.xml failing.txt; do
  [[ -s $report ]] || fail "no $report"
done
run 1 test --cases 8000 -- python3 mine.py
# It reads (2) as a tuple: no form is wrong before the real mistakes are.
lacks 'wrong form'
# What the page shows of the output; … stands for anything.
mapfile -t shown < <(sed -n '/^## The verdict$/,/^## /s/^    //p' "$page" | grep -v '^layoutcheck ' | grep .)
((${#shown[@]} >= 10)) || fail "${#shown[@]} lines of output"
for line in "${shown[@]}"; do
  grep -q -- "$(sed 's/[][*.\\^$]/\\&/g; s/…/.*/g' <<<"$line")" "$folder/out" || fail "the output lacks: $line"
done
run 0 test --scope --only 'coalesce(layout)'
diff <(sed -n '/^## What is asked$/,/^## /s/^    //p' "$page" | grep -v '^layoutcheck ' | grep .) \
  <(sed 's/ *$//' "$folder/out" | grep .) >"$folder/diff" || fail "the page shows another scope: $(<"$folder/diff")"
finish
