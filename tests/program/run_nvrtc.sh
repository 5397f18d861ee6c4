# run: a program that compiles its kernel while it runs (NVRTC) and loads the PTX through the driver.
. "$(dirname "$0")/lib.bash"

needs_python
skip_with_sanitizers

# The library of a toolkit, or of the package nvidia-cuda-nvrtc.
nvrtc=$("$python" - <<'END_OF_SEARCH'
import ctypes, pathlib, shutil, sys
compiler = shutil.which("nvcc")
folders = [pathlib.Path(compiler).resolve().parent.parent] if compiler else []
folders += [pathlib.Path("/usr/local/cuda"), *(each for path in sys.path for each in pathlib.Path(path).glob("nvidia/*"))]
for folder in folders:
    for file in sorted(folder.glob("lib*/libnvrtc.so*")):
        try:
            ctypes.CDLL(str(file))
        except OSError:
            continue
        sys.exit(print(file))
END_OF_SEARCH
)
[[ -n $nvrtc ]] || { echo 'skipped: there is no libnvrtc'; exit 77; }

# Its kernel scales the elements before the last, which an argument names, and counts its launches.
cat >"$folder/compiled.py" <<'END'
import ctypes
import pathlib
import sys
from ctypes import byref, c_char_p, c_float, c_int, c_size_t, c_uint64, c_void_p

SOURCE = rb"""
namespace settings { __device__ float factor = 2; }
__managed__ int launches = 5;
template <class T> __global__ void scale(const T* x, T* y, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last) y[i] = settings::factor * x[i];
  if (i == 0) launches += 1;
}
"""
NOT_FOUND, INVALID_VALUE, INVALID_HANDLE = 500, 1, 400
nvrtc = ctypes.CDLL(sys.argv[1])
# NVRTC opens this one by its name alone, which the loader knows once it is loaded.
for builtins in pathlib.Path(sys.argv[1]).parent.glob("libnvrtc-builtins.so*"):
    ctypes.CDLL(str(builtins))
cuda = ctypes.CDLL("libcuda.so.1")
last = c_int(int(sys.argv[2]))


def check(result):
    assert result == 0, result


program = c_void_p()
check(nvrtc.nvrtcCreateProgram(byref(program), SOURCE, b"scale.cu", 0, None, None))
for name in (b"scale<float>", b"&settings::factor"):
    check(nvrtc.nvrtcAddNameExpression(program, name))
options = (c_char_p * 2)(b"--gpu-architecture=compute_80", b"-lineinfo")
if nvrtc.nvrtcCompileProgram(program, 2, options) != 0:
    log = ctypes.create_string_buffer(10000)
    check(nvrtc.nvrtcGetProgramLog(program, log))
    sys.exit(log.value.decode())
size = c_size_t()
check(nvrtc.nvrtcGetPTXSize(program, byref(size)))
ptx = ctypes.create_string_buffer(size.value)
check(nvrtc.nvrtcGetPTX(program, ptx))
kernel, factor = c_char_p(), c_char_p()
check(nvrtc.nvrtcGetLoweredName(program, b"scale<float>", byref(kernel)))
check(nvrtc.nvrtcGetLoweredName(program, b"&settings::factor", byref(factor)))

device, context = c_int(), c_void_p()
check(cuda.cuInit(0))
check(cuda.cuDeviceGet(byref(device), 0))
check(cuda.cuDevicePrimaryCtxRetain(byref(context), device))
check(cuda.cuCtxSetCurrent(context))
x, y = c_uint64(), c_uint64()
check(cuda.cuMemAlloc_v2(byref(x), c_size_t(400)))
check(cuda.cuMemAlloc_v2(byref(y), c_size_t(400)))
check(cuda.cuMemcpyHtoD_v2(x, (c_float * 100)(*range(100)), c_size_t(400)))


def launch(function):
    arguments = (c_void_p * 3)(*(ctypes.addressof(each) for each in (x, y, last)))
    check(cuda.cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, None, arguments, None))
    if result := cuda.cuCtxSynchronize():
        name = c_char_p()
        cuda.cuGetErrorName(result, byref(name))
        sys.exit(name.value.decode())
    found = (c_float * 100)()
    check(cuda.cuMemcpyDtoH_v2(found, y, c_size_t(400)))
    return list(found)


def variable(call, owner, name):
    address, size = c_uint64(), c_size_t()
    check(call(byref(address), byref(size), owner, name))
    assert size.value == 4
    return address


module, function = c_void_p(), c_void_p()
check(cuda.cuModuleLoadData(byref(module), ptx))
check(cuda.cuModuleGetFunction(byref(function), module, kernel))
three = c_float(3)
check(cuda.cuMemcpyHtoD_v2(variable(cuda.cuModuleGetGlobal_v2, module, factor), byref(three), c_size_t(4)))
counter = variable(cuda.cuModuleGetGlobal_v2, module, b"launches").value
assert c_int.from_address(counter).value == 5
assert launch(function) == [3 * i for i in range(100)]
assert c_int.from_address(counter).value == 6

# The library has variables of its own, and only the managed one is managed.
library = c_void_p()
check(cuda.cuLibraryLoadData(byref(library), ptx, None, None, 0, None, None, 0))
check(cuda.cuLibraryGetKernel(byref(function), library, kernel))
managed = variable(cuda.cuLibraryGetManaged, library, b"launches").value
assert managed != counter
c_int.from_address(managed).value += 10
assert launch(function) == [2 * i for i in range(100)]
assert c_int.from_address(managed).value == 16 and c_int.from_address(counter).value == 6
variable(cuda.cuLibraryGetGlobal, library, factor)
address = c_uint64()
assert cuda.cuLibraryGetManaged(byref(address), None, library, factor) == NOT_FOUND
assert cuda.cuLibraryGetManaged(byref(address), None, library, b"none") == NOT_FOUND
assert cuda.cuLibraryGetManaged(None, None, library, b"launches") == INVALID_VALUE
assert cuda.cuLibraryGetManaged(byref(address), None, byref(address), b"launches") == INVALID_HANDLE
check(cuda.cuLibraryUnload(library))
check(cuda.cuModuleUnload(module))
print("to the end")
END
run 0 run -- "$python" "$folder/compiled.py" "$nvrtc" 100
has 'to the end'
has 'layoutcheck: right: 2 launches of 1 kernel and shape'
has 'void scale<float>(float const*, float*, int) (4,1,1) x (32,1,1)'
run 1 run -- "$python" "$folder/compiled.py" "$nvrtc" 101
err_has 'CUDA_ERROR_ILLEGAL_ADDRESS'
has 'scale.cu:6: '
has 'allocation 1 (cuMemAlloc of 400 bytes) at byte 400 of 400'

finish
