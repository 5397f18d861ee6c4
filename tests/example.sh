# example.sh SOURCE BUILD OPTION...: builds the example in C++ as its reader would, and runs what it builds.
set -euo pipefail
source=$1 build=$2
shift 2
fail() { echo "$1" >&2; exit 1; }

rm -rf "$build"
cmake -S "$source" -B "$build" "$@" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
cmake --build "$build"
for program in verify unit_tests random_tests; do
  # Without GoogleTest or RapidCheck the others are not built.
  [[ $program == verify || -x $build/$program ]] || { echo "skipped: $program, for want of its library"; continue; }
  "$build/$program"
done
if "$build/verify" --mistaken >"$build/verdict"; then fail 'the mistake was not found'; fi
cat "$build/verdict"
# Both kinds of the mistake are told apart, each by its smallest case.
for case in 'coalesce((2,2):(2,2))' 'coalesce((1,2):(0,1))'; do
  grep -qxF "  $case" "$build/verdict" || fail "no $case"
done
