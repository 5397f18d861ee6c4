# README.md and the documents that a user follows: the commands of their shell blocks run as printed, one after the other
# in the root of the repository, and print what is shown beneath them. What takes long is cut short, and `make` is left
# out. A document with commands that no test runs fails.
. "$(dirname "$0")/lib.bash"
command -v python3 >/dev/null || { echo 'skipped: there is no Python'; exit 77; }

# A root in which nothing is left behind.
root=$folder/root
mkdir -p "$root/build/release/bin"
find "$LAYOUTCHECK_SOURCE_DIR" -mindepth 1 -maxdepth 1 ! -name build ! -name '.*' -exec ln -s -t "$root" {} +
ln -s "$LAYOUTCHECK" "$root/build/release/bin/layoutcheck"
cd "$root" || exit 1
# What was found is shown before how to build the program.
PATH=$root/build/release/bin:$PATH

commands=0 shown=0
run_command() {
  local wanted=0 status=0
  [[ ! $1 =~ '# status '([0-9]+)$ ]] || wanted=${BASH_REMATCH[1]}
  local short=${1//--time 60/--cases 100 --exhaustive "'weight<=4'"}
  short=${short//stride<=8/stride<=8, cases<=5000}
  short=${short//layoutcheck test/layoutcheck test --cases 8000}
  eval "$short" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: $1"
  mapfile -t printed <"$folder/out"
  next=0
}

# The next line of the output that looks like this one; … stands for anything.
expect_line() {
  local pattern
  pattern=$(sed 's/[][*?\\]/\\&/g; s/…/*/g' <<<"$1")
  [[ $1 != … ]] || return 0
  while ((next < ${#printed[@]})); do
    # shellcheck disable=SC2053
    [[ ${printed[next++]} != $pattern ]] || return 0
  done
  fail "the output lacks, or has not in this order: $1"
}

run_document() {
  local fence='' command='' line
  while IFS= read -r line; do
    case $fence$line in
      '```'*) fence=${line#'```'}: ;;
      *:'```') fence='' ;;
      'sh:make '* | 'sh:pip '* | 'sh:docker '*) ;;
      *:*\\) [[ $fence != sh: ]] || command+=${line%\\} ;;
      'sh:'*)
        command+=$line
        [[ $command =~ (^|\| )layoutcheck\  || $command == 'export PATH='* ]] || fail "no command of the program: $command"
        run_command "$command"
        commands=$((commands + 1)) command=''
        ;;
      'text:'*)
        expect_line "$line"
        shown=$((shown + 1))
        ;;
    esac
  done <"$LAYOUTCHECK_SOURCE_DIR/$1"
}

documents=(README.md docs/installing.md docs/validate-your-implementation.md docs/verify.md docs/atoms.md)
for document in "${documents[@]}"; do
  run_document "$document"
done
# The first has tests in kernel.sh; the second, for which it takes a cluster, has its commands in pieces.sh.
elsewhere=' docs/gpu-checks.md docs/cluster.md '
while IFS= read -r document; do
  [[ " ${documents[*]} $elsewhere" == *" $document "* ]] || fail "no test runs the commands of $document"
done < <(cd "$LAYOUTCHECK_SOURCE_DIR" && grep -l '^```sh$' README.md docs/*.md)
((commands >= 16)) || fail "only $commands commands"
((shown >= 10)) || fail "only $shown lines of output"

# One form of the program's name.
! grep -n 'bin/layoutcheck' "$LAYOUTCHECK_SOURCE_DIR/README.md" || fail 'the program has another name'
finish
