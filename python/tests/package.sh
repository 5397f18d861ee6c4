#!/usr/bin/env bash
# package.sh BUILD PREFIX: builds the package with pip, against the libraries installed in PREFIX, and runs its tests and
# the examples in an environment of their own under BUILD. Exit status 77: what this needs cannot be had.
set -euo pipefail
build=$1 prefix=$2
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
skip() { echo "skipped: $1"; exit 77; }

[[ ${CXXFLAGS:-} != *-fsanitize* ]] || skip 'Python does not load a library with sanitizers'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip 'there is no python3, 3.10 or later'

# The packages are pinned, so that the list says which environment it is. Only a whole one gets its name.
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
environment=$build/environment-$(python3 -V | tr -d ' ')-$(cksum <"$here/requirements.txt" | tr ' ' -)
if [[ ! -e $environment/whole ]]; then
  rm -rf "$environment"
  python3 -m venv "$environment" >"$build.log" 2>&1 || skip "no environment can be made: $(tail -1 "$build.log")"
  "$environment/bin/pip" install --quiet --no-input -r "$here/requirements.txt" >"$build.log" 2>&1 ||
    skip "pip's packages cannot be had: $(grep -v '^$' "$build.log" | tail -1)"
  touch "$environment/whole"
fi
python=$environment/bin/python

rm -rf "$build/wheel"
"$python" -m pip wheel --quiet --no-input --no-build-isolation --no-deps --wheel-dir "$build/wheel" \
  -C "cmake.define.layoutcheck_ROOT=$prefix" "$root"
"$python" -m pip install --quiet --no-input --no-deps --force-reinstall "$build"/wheel/*.whl

# From a folder without sources: what is tested is what was installed.
cd "$build/wheel"
"$python" -m pytest -q -p no:cacheprovider --rootdir "$here/compiled" "$here/compiled"
"$python" -m pytest -v -p no:cacheprovider --rootdir "$root/examples/pytest" "$root/examples/pytest" | tee pytest.out
grep -q '::operations::coalesce PASSED' pytest.out
"$python" "$root/examples/python/verdict.py" >verdict.out && { echo 'the mistake was not found' >&2; exit 1; }
cat verdict.out
grep -qxF '  composition((2):(1), (2):(2))' verdict.out
"$python" -m mypy --strict --cache-dir "$build/mypy" -p layoutcheck
