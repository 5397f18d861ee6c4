#!/usr/bin/env bash
# usage: tests/fuzz_run.sh TARGET
#
# Runs a fuzz target for a few seconds from its corpus, if it was built (make fuzz-targets); else the test is
# skipped. The seed and the number of inputs are fixed, so that a test fails for what was changed and not by chance.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/fuzz
if [[ ! -x $build/bin/fuzz_$1 ]]; then
  echo "skipped: $build/bin/fuzz_$1 is not built; 'make fuzz-targets' builds it"
  exit 77
fi
rm -rf "$build/test/$1"
exec tools/fuzz --targets "$1" --time 60 --seed 1 --jobs 1 --build "$build" --keep "$build/test/$1" \
  -- -runs=15000 -reload=0
