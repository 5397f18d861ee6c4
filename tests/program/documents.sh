#!/usr/bin/env bash
# Every case in the documents, between backquotes or on an indented line of its own, is right; and what they name is there.
set -euo pipefail
! command -v python3 >/dev/null || python3 "$LAYOUTCHECK_SOURCE_DIR/tests/documents.py" "$LAYOUTCHECK"
! command -v python3 >/dev/null || python3 "$LAYOUTCHECK_SOURCE_DIR/tools/cute-coverage" --check --program "$LAYOUTCHECK"
cases=$(mktemp)
trap 'rm -f "$cases"' EXIT

is_case='^[a-z][A-Za-z0-9_.@]*\(.*\) = [^=]+$'
shopt -s globstar
for document in "$LAYOUTCHECK_SOURCE_DIR"/README.md "$LAYOUTCHECK_SOURCE_DIR"/docs/**/*.md; do
  # A case may be broken over two lines of prose, so lines are joined before the backquotes are looked for.
  tr '\n' ' ' <"$document" | grep -oE '`[^`]+`' | tr -d '`' | grep -E "$is_case" >>"$cases" || true
  grep -E '^    [a-z]' "$document" | sed 's/^ *//' | grep -E "$is_case" | grep -v 'operation(operand' >>"$cases" || true
done
count=$(wc -l <"$cases")
if ((count < 80)); then
  echo "found only $count cases in the documents"
  exit 1
fi
"$LAYOUTCHECK" replay "$cases"
