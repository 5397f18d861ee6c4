# The notes of a release come from CHANGELOG.md, and only for the version that the sources are.
. "$(dirname "$0")/lib.bash"
root=$folder/sources
mkdir -p "$root/tools"
cp "$LAYOUTCHECK_SOURCE_DIR/tools/release-notes" "$root/tools"
printf 'project(\n  layoutcheck\n  VERSION 1.2.0\n)\n' >"$root/CMakeLists.txt"

notes() {
  local wanted=$1 status=0
  "$root/tools/release-notes" "$2" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted, for $2"
}

printf '# Changes\n\n## 1.2.0, 2026-12-01\n\n- new\n\n## 1.1.0, 2026-11-24\n\n- old\n' >"$root/CHANGELOG.md"
notes 0 v1.2.0
has '- new'
lacks '- old'
lacks '##'
notes 1 v1.1.0
err_has 'not v1.2.0'
notes 1 1.2.0
sed -i 's/2026-12-01/not released/' "$root/CHANGELOG.md"
notes 1 v1.2.0
err_has "no section '## 1.2.0, YYYY-MM-DD'"

# What the program says of itself is what the sources are.
run 0 --version
has "layoutcheck $(sed -n 's/^  VERSION //p' "$LAYOUTCHECK_SOURCE_DIR/CMakeLists.txt")"
finish
