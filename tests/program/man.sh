# The manual page has each command and each option of it, and is roff.
. "$(dirname "$0")/lib.bash"

command -v python3 >/dev/null || exit 77
"$LAYOUTCHECK_SOURCE_DIR/tools/man-page" "$LAYOUTCHECK" >"$folder/out" || fail 'no page'
"$LAYOUTCHECK" --help | sed -n '/^subcommands:/I,/^$/s/^  \([a-z][a-z]*\) .*/\1/p' >"$folder/commands"
(($(wc -l <"$folder/commands") >= 12)) || fail 'the help lists too few commands'
while read -r command; do
  grep -qx "\\.SS \"layoutcheck $command\"" "$folder/out" || fail "the page lacks $command"
  for option in $("$LAYOUTCHECK" "$command" --help | sed -n 's/^  \(-[^ ]*\).*/\1/p'); do
    sed -n "/^\\.SS \"layoutcheck $command\"/,/^\\.SS/p" "$folder/out" | grep -qF -- "${option//-/\\-}" ||
      fail "the page lacks $command $option"
  done
done <"$folder/commands"
! command -v groff >/dev/null || groff -man -Tutf8 -ww -z "$folder/out" 2>"$folder/err" || fail 'groff refuses the page'
[[ ! -s $folder/err ]] || fail 'groff warns of the page'

finish
