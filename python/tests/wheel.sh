#!/usr/bin/env bash
# wheel.sh FOLDER [PYTHON]: installs the wheel of FOLDER that is for this Python in a fresh environment, without an index or
# a compiler, and runs the program and the tests of the package through it, from a folder without sources. What needs other
# packages of Python's index (pytest, Hypothesis, pycute) is left out where they cannot be had, and it says so.
set -euo pipefail
wheels=$(realpath "$1") python=${2:-python3}
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
fail() { echo "FAILED: $1" >&2; exit 1; }
# says COMMAND...: prints the last line of what a command says, or all of it if it fails.
says() {
  local status=0
  "$@" >output 2>&1 || status=$?
  ((status == 0)) || { cat output >&2; fail "status $status: $*"; }
  tail -1 output
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset LAYOUTCHECK PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1 LAYOUTCHECK_ADAPTERS=$folder/adapters
"$python" -m venv "$folder/environment"
bin=$folder/environment/bin
"$bin/pip" install --quiet --no-index --no-deps --only-binary :all: --find-links "$wheels" layoutcheck
mkdir "$folder/work" && cd "$folder/work"

# The program: the console script, with the corpus that lies beside it, and as a module.
version=$(sed -n 's/^  VERSION //p' "$root/CMakeLists.txt")
[[ $("$bin/layoutcheck" --version | head -1) == "layoutcheck $version" ]] || fail "it is not version $version"
[[ $("$bin/python" -m layoutcheck --version | head -1) == "layoutcheck $version" ]] || fail 'python -m layoutcheck'
status=0
"$bin/layoutcheck" eval 'composition(' >/dev/null 2>error || status=$?
[[ $status == 2 && $(cat error) == layoutcheck* ]] || fail "the status of the program is lost: $status"
says "$bin/layoutcheck" verify --only coalesce --cases 100 --exhaustive none
grep '^corpus: [1-9]' output || fail 'the corpus is not found'
says "$bin/layoutcheck" test --only coalesce -n 200 --exhaustive none -- "$bin/python" "$root/adapters/example.py"
says "$bin/layoutcheck" kernel "$root/gpu_checks/kernels/tests/data/copy.ptx" --grid 8 --block 32 \
  --args 'x: in f32[1024], y: out f32[1024], i32=1024' --expect 'y[writes] = (8,32,4):(128,4,1)'

# The emulated driver, which the program `run` executes finds as libcuda.so.1.
cat >driver.py <<'END'
import ctypes, pathlib, sys

cuda = ctypes.CDLL("libcuda.so.1")
ctypes.CDLL("libcudart.so.12"), ctypes.CDLL("libcudart.so.13")
def call(name, *arguments):
    assert getattr(cuda, name)(*arguments) == 0, name
context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
x, y, n = ctypes.c_uint64(), ctypes.c_uint64(), ctypes.c_int(1024)
text = pathlib.Path(sys.argv[1]).read_bytes()
call("cuInit", 0)
call("cuCtxCreate_v2", ctypes.byref(context), 0, 0)
call("cuModuleLoadData", ctypes.byref(module), text)
call("cuModuleGetFunction", ctypes.byref(function), module, sys.argv[2].encode())
call("cuMemAlloc_v2", ctypes.byref(x), ctypes.c_size_t(4096))
call("cuMemAlloc_v2", ctypes.byref(y), ctypes.c_size_t(int(sys.argv[3])))
call("cuMemsetD32_v2", x, 7, ctypes.c_size_t(1024))
arguments = (ctypes.c_void_p * 3)(*(ctypes.cast(ctypes.byref(each), ctypes.c_void_p) for each in (x, y, n)))
call("cuLaunchKernel", function, 8, 1, 1, 32, 1, 1, 0, None, arguments, None)
END
ptx=$root/gpu_checks/kernels/tests/data/copy.ptx
entry=$(sed -n 's/.*\.entry \([A-Za-z0-9_]*\).*/\1/p' "$ptx")
says "$bin/layoutcheck" run -- "$bin/python" driver.py "$ptx" "$entry" 4096
grep -q '^layoutcheck: right: 1 launch' output || fail 'run'
status=0
"$bin/layoutcheck" run -- "$bin/python" driver.py "$ptx" "$entry" 4092 >output || status=$?
[[ $status == 1 ]] && grep -q 'out of bounds' output || fail "run of what is wrong: status $status"

# check_kernel finds the program in the package: there is none on the PATH.
PATH=/nowhere "$bin/python" - "$root/gpu_checks/kernels/tests/data/copy.ptx" <<'END' || fail 'check_kernel'
import sys, sysconfig
import layoutcheck
from layoutcheck import Tensor, i32
from layoutcheck.program import find_program

assert find_program().startswith(sysconfig.get_path("purelib")) or find_program().startswith(sysconfig.get_path("platlib"))
def check(extent):
    x, y = Tensor([1024], "f32", rights="in", name="x"), Tensor([extent], "f32", rights="out", name="y")
    return layoutcheck.check_kernel(sys.argv[1], grid=8, block=32, args=[x, y, i32(1024)])
assert check(1024).ok, check(1024)
assert check(1023).verdict == "wrong", check(1023)
END

if "$bin/python" "$root/adapters/run" --install pycute >pip.log 2>&1; then
  says "$bin/layoutcheck" test --profile pycute -n 300 --exhaustive 'rank<=1, extent<=3, stride<=4' -- \
    "$bin/python" "$root/adapters/run" pycute
else
  echo "skipped: $(tail -1 pip.log)"
fi

# The tests of the package, of kernels with the standard library alone.
program=$("$bin/python" -c 'from layoutcheck.program import find_program; print(find_program())')
says env LAYOUTCHECK="$program" "$bin/python" -m unittest discover -s "$here" -t "$here"
if "$bin/pip" install --quiet --no-input -c "$root/tests/requirements.txt" pytest hypothesis >pip.log 2>&1; then
  "$bin/python" -m pytest -q -p no:cacheprovider --rootdir "$here/compiled" "$here/compiled"
else
  echo "skipped: pip's packages cannot be had: $(grep -v '^$' pip.log | tail -1)"
fi
tag=$(sed -n 's/^Tag: //p' "$("$bin/python" -c 'import importlib.metadata as m
print(next(f.locate() for f in m.files("layoutcheck") if f.name == "WHEEL"))')" | tail -1)
echo "the wheel $tag is right on $("$bin/python" -V) of $(. /etc/os-release && echo "$PRETTY_NAME")"
