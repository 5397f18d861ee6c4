#!/usr/bin/env bash
# Runs the tests of the adapters, which need no implementation. Exit status 77: there is no Python that they run on.
set -euo pipefail
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo 'skipped: the adapters need python3, 3.10 or later'
  exit 77
fi
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export PYTHONDONTWRITEBYTECODE=1
exec python3 -m unittest discover -v -s "$here" -t "$here"
