# Completion of layoutcheck's command line for bash: commands, options, their words, names of operations and
# statements.

_layoutcheck() {
  local program=$1 current=$2 previous=$3 command='' word
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then
      command=$word
      break
    fi
  done

  case $previous in
    --convention) mapfile -t COMPREPLY < <(compgen -W 'strict extended squeezed' -- "$current") ; return ;;
    --only) mapfile -t COMPREPLY < <(compgen -W "$("$program" operations --names 2>/dev/null)" -- "$current") ; return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current") ; return ;;
    --tiles) mapfile -t COMPREPLY < <(compgen -W 'auto columns outer inner none' -- "$current") ; return ;;
    --standing) mapfile -t COMPREPLY < <(compgen -W 'holds fails fails-itself fails-by-inheritance misprinted lost not-checkable' -- "$current") ; return ;;
    --format) mapfile -t COMPREPLY < <(compgen -W 'plan slurm kubernetes' -- "$current") ; return ;;
    --document) mapfile -t COMPREPLY < <(compgen -W 'statements reading errata' -- "$current") ; return ;;
    --svg | --json | --junit | --html | --sarif | --faults | --corpus | --questions | --resume | --record | --description | --same-as)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    --ignore) mapfile -t COMPREPLY < <(compgen -W 'wrapped race uninitialized misaligned rights unwritten redundant blocks races iterations sizes factors' -- "$current") ; return ;;
    --strict) mapfile -t COMPREPLY < <(compgen -W 'all unwritten redundant blocks races iterations sizes factors' -- "$current") ; return ;;
    --blocks) mapfile -t COMPREPLY < <(compgen -W 'auto all first last powers sample:' -- "$current") ; return ;;
    --entry)
      # Those of the file that the line names.
      for word in "${COMP_WORDS[@]:2}"; do
        [[ $word != *.ptx ]] || mapfile -t COMPREPLY < <(compgen -W "$("$program" kernel "$word" --list 2>/dev/null |
          sed -n 's/^\([^ ]*\), line .*/\1/p')" -- "$current")
      done
      return
      ;;
    -n | --count | --seed | --size | --points | --max-cells | --max-faults | --lines | --cases | --met | \
      --exhaustive | --shard | --where | --time | --timeout | --shrink | --batch | --undecided | --jobs | --grid | --block | --shared | --device | --memory | --pieces | --part | --args | --expect | --draw | --steps | \
      --order | --max-findings) return ;;
  esac

  if [[ -z $command ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'verify eval show gen answer check test replay gpu kernel atoms serve run operations statements plan piece merge
      --help --version' -- "$current")
    return
  fi
  if [[ $current == -* ]]; then
    # The options of a command stand at the beginning of the lines of its help.
    mapfile -t COMPREPLY < <(compgen -W "$("$program" "$command" --help 2>/dev/null |
      sed -n 's/^  \(-[^ ]*\).*/\1/p' | tr ',' '\n')" -- "$current")
    return
  fi
  case $command in
    test | run) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    gen) mapfile -t COMPREPLY < <(compgen -W "all $("$program" operations --names 2>/dev/null)" -- "$current") ;;
    operations) mapfile -t COMPREPLY < <(compgen -W "$("$program" operations --names 2>/dev/null)" -- "$current") ;;
    statements) mapfile -t COMPREPLY < <(compgen -W "$("$program" statements --names 2>/dev/null)" -- "$current") ;;
    eval | show)
      # The rest of a case has brackets, which the shell wants quoted.
      compopt -o nospace
      mapfile -t COMPREPLY < <(compgen -P "'" -S '(' -W "$("$program" operations --names 2>/dev/null)" -- "${current#\'}")
      ;;
    check | answer | atoms | replay | kernel | piece | merge) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
  esac
}

complete -F _layoutcheck layoutcheck
