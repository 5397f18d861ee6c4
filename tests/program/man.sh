# The manual page has each command and each option of it, and is roff.
. "$(dirname "$0")/lib.bash"

command -v python3 >/dev/null || exit 77
"$LAYOUTCHECK_SOURCE_DIR/tools/man-page" "$LAYOUTCHECK" >"$folder/out" || fail 'no page'
commands=$(listed_commands)
(($(wc -w <<<"$commands") >= 12)) || fail 'the help lists too few commands'
for command in $commands; do
  grep -qx "\\.SS \"layoutcheck $command\"" "$folder/out" || fail "the page lacks $command"
  for option in $("$LAYOUTCHECK" "$command" --help | sed -n 's/^  \(-[^ ]*\).*/\1/p'); do
    sed -n "/^\\.SS \"layoutcheck $command\"/,/^\\.SS/p" "$folder/out" | grep -qF -- "${option//-/\\-}" ||
      fail "the page lacks $command $option"
  done
done
! command -v groff >/dev/null || groff -man -Tutf8 -ww -z "$folder/out" 2>"$folder/err" || fail 'groff refuses the page'
[[ ! -s $folder/err ]] || fail 'groff warns of the page'

finish
