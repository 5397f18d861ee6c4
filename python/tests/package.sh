#!/usr/bin/env bash
# package.sh BUILD PREFIX: builds the package with pip, against the libraries installed in PREFIX, installs it into a folder
# under BUILD, and runs its tests and the examples there. Exit status 77: what this needs cannot be had.
set -euo pipefail
build=$1 prefix=$2
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
skip() { echo "skipped: $1"; exit 77; }

[[ ${CXXFLAGS:-} != *-fsanitize* ]] || skip 'Python does not load a library with sanitizers'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip 'there is no python3, 3.10 or later'

python=$(command -v python3)
"$python" -c 'import hypothesis, mypy, nanobind, pytest, scikit_build_core' 2>/dev/null ||
  skip "$python lacks what tests/requirements.txt names; tools/test-environment installs it"

rm -rf "$build/wheel"
"$python" -m pip wheel --quiet --no-input --no-build-isolation --no-deps --wheel-dir "$build/wheel" \
  --config-settings "cmake.define.layoutcheck_ROOT=$prefix" "$root"
rm -rf "$build/installed"
"$python" -m pip install --quiet --no-input --no-deps --target "$build/installed" "$build"/wheel/*.whl
export PYTHONPATH=$build/installed

# From a folder without sources: what is tested is what was installed.
cd "$build/wheel"
PATH=/nowhere "$python" -m layoutcheck --version
"$python" -m pytest -q -p no:cacheprovider --rootdir "$here/compiled" "$here/compiled"
"$python" -m pytest -v -p no:cacheprovider --rootdir "$root/examples/pytest" "$root/examples/pytest" | tee pytest.out
grep -q '::operations::coalesce PASSED' pytest.out
"$python" "$root/examples/python/verdict.py" >verdict.out && { echo 'the mistake was not found' >&2; exit 1; }
cat verdict.out
grep -qxF '  composition((2):(1), (2):(2))' verdict.out
"$python" -m mypy --strict --cache-dir "$build/mypy" --exclude "/lib/" -p layoutcheck
