# tools/fuzz-corpus: corpora as text and as files; and what is committed is in order.
. "$(dirname "$0")/lib.bash"
: "${LAYOUTCHECK_SOURCE_DIR:?names the root of the repository}"

# tool STATUS ARGUMENT...: runs the tool; its output is in $folder/out and $folder/err.
tool() {
  local wanted=$1 status=0
  shift
  "$LAYOUTCHECK_SOURCE_DIR/tools/fuzz-corpus" "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: fuzz-corpus $*"
}
corpora=$folder/corpora
text() { printf '%s' "$1" >"$corpora/layouts.lines"; }

tool 0 check
has 'in order'
"${LAYOUTCHECK%/*}/layoutcheck_fuzz" dictionary | cmp - "$LAYOUTCHECK_SOURCE_DIR/fuzz/layoutcheck.dict" ||
  fail 'layoutcheck_fuzz dictionary writes other words'
"$LAYOUTCHECK_SOURCE_DIR/tools/corpus-coverage" --reasons || fail 'a reason is about nothing'

# Files become sorted lines, each once, beneath the comments that are there.
mkdir "$corpora" "$folder/found"
text $'# Kept.\nsize((2):(1))\n'
printf 'rank((2))' >"$folder/found/a"
printf 'size((2):(1))\n\nrank((2))\n(2):(1)' >"$folder/found/b"
printf 'rank((\xff))' >"$folder/found/not-utf-8"
printf 'rank((2))\t' >"$folder/found/not-printable"
printf '# no input' >"$folder/found/comment"
printf 'rank(%0300d)' 0 >"$folder/found/long"
tool 0 --corpus "$corpora" pack layouts "$folder/found"
has '3 inputs, 2 new; 4 files have lines left out'
printf '# Kept.\n(2):(1)\nrank((2))\nsize((2):(1))\n' | cmp - "$corpora/layouts.lines" || fail 'packed wrongly'
tool 0 --corpus "$corpora" check
has '1 corpus is in order'

# Unpacked and packed again they are the same.
tool 0 --corpus "$corpora" unpack layouts "$folder/files"
(($(find "$folder/files" -type f | wc -l) == 3)) || fail 'not a file an input'
name=$(printf 'rank((2))' | sha256sum | cut -c1-16)
[[ $(cat "$folder/files/$name") == 'rank((2))' ]] || fail 'a file is not named by its content'
mkdir "$folder/other"
tool 0 --corpus "$folder/other" pack layouts "$folder/files"
cmp <(grep -v '^#' "$corpora/layouts.lines") "$folder/other/layouts.lines" || fail 'the round trip changes something'

# Cases come without comments, and without answers where the target finds the answer itself.
tool 0 --corpus "$corpora" unpack layouts "$folder/asked" --with-cases
! grep -rq '[#=]' "$folder/asked" || fail 'a case keeps its comment or answer'
[[ -e $folder/asked/$name ]] || fail 'the corpus is lost among the cases'
tool 0 --corpus "$corpora" unpack judge "$folder/answered" --with-cases
grep -rq ' = ' "$folder/answered" || fail 'a case lost its answer'
! grep -rq '#' "$folder/answered" || fail 'a case keeps its comment'

# Equal corpora make equal archives.
tool 0 --corpus "$corpora" zip layouts "$folder/one.zip"
tool 0 --corpus "$corpora" zip layouts "$folder/two.zip"
cmp "$folder/one.zip" "$folder/two.zip" || fail 'the archives differ'

# The corpora of many workers, as folders and as zip files, are one.
mkdir "$folder/united" "$folder/worker"
printf 'size((3):(1))' >"$folder/worker/x"
tool 0 --corpus "$folder/united" pack layouts "$folder/one.zip" "$folder/worker" "$folder/found"
grep -qx 'size((3):(1))' "$folder/united/layouts.lines" || fail 'the corpus of a worker is lost'
grep -qx 'rank((2))' "$folder/united/layouts.lines" || fail 'the corpus in a zip file is lost'
(($(wc -l <"$folder/united/layouts.lines") > 5)) || fail 'most of the zip file is lost'
tool 2 --corpus "$folder/united" pack layouts "$corpora/layouts.lines"
grep -q 'is no folder and no zip file' "$folder/err" || fail 'a file of another kind is no error'

# Finds become lines, by a stand-in for what shrinks them: one of three shows what another did, one is none.
mkdir -p "$folder/build/bin" "$folder/finds/one" "$folder/finds/two"
cat >"$folder/build/bin/layoutcheck_fuzz" <<'EOF'
#!/bin/sh
line=$(cat "$3")
[ "$line" != mended ] || { echo "$3: no fault"; exit 0; }
[ "$line" != broken ] || { echo no; exit 2; }
echo "    kept in $5, with the oracle's answer:"
echo "$line  # $7"
exit 1
EOF
chmod +x "$folder/build/bin/layoutcheck_fuzz"
echo 'rank(2) = 0' >"$folder/finds/one/crash-1"
echo 'rank(2) = 0' >"$folder/finds/two/crash-2"
echo mended >"$folder/finds/two/crash-3"
tool 0 keep layouts "$folder/finds" --why 'it was' --build "$folder/build" --keep-in "$folder/kept"
has '3 finds, 1 line in '
has 'rank(2) = 0  # it was'
echo broken >"$folder/finds/two/crash-4"
tool 2 keep layouts "$folder/finds" --why 'it was' --build "$folder/build" --keep-in "$folder/kept"
tool 2 keep layouts "$folder/found/none" --why 'it was' --build "$folder/nothing"

# What is out of order is named.
text $'b\na\n'
tool 1 --corpus "$corpora" check
has 'layouts.lines:2: the line comes before the one above it'
text $'a\na\n'
tool 1 --corpus "$corpora" check
has 'layouts.lines:2: the line is there twice'
text 'a'
tool 1 --corpus "$corpora" check
has 'does not end in a newline'
text ''
mv "$corpora/layouts.lines" "$corpora/lay.lines"
tool 1 --corpus "$corpora" check
has 'lay.lines: it names no target; the targets are notation, layouts'

tool 2 unpack lay "$folder/files"
err_has "tools/fuzz-corpus: there is no target 'lay'; the targets are notation, layouts"
tool 2 --corpus "$corpora" pack layouts "$folder/nowhere"
err_has 'is no folder'

finish
