#!/usr/bin/env bash
# Runs the package's tests from the source tree. Exit status 77: there is no Python that it runs on.
set -euo pipefail
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo 'skipped: the Python package needs python3, 3.10 or later'
  exit 77
fi
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export PYTHONPATH="$here/../src${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1
exec python3 -m unittest discover -v -s "$here" -t "$here"
