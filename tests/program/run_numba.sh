# run: programs in Numba, where numba-cuda is installed.
. "$(dirname "$0")/lib.bash"
example=${LAYOUTCHECK_SOURCE_DIR:-$(dirname "$0")/../..}/examples/numba/block_sums.py

needs_python numba-cuda 'import numba_cuda'
skip_with_sanitizers

run 0 run -- "$python" "$example"
has 'sum: 499500.0'
has 'right: 1 launch of 1 kernel and shape'
has 'block_sums[…]'
sed '/^        cuda.syncthreads/d' "$example" >"$folder/unordered.py"
run 1 run -- "$python" "$folder/unordered.py"
has "unordered.py:$(grep -n '+=' "$folder/unordered.py" | cut -d: -f1): "
has 'race: '

# Arrays on the device, streams, functions of the device, reductions, atomics.
cat >"$folder/more.py" <<'END'
import math

import numpy
from numba import cuda


@cuda.jit(device=True)
def root(x):
    return math.sqrt(x) + 1


@cuda.jit
def roots(x):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        x[i, j] = root(x[i, j])


@cuda.jit(debug=True, opt=False)
def count(x, counts):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(counts, x[i], 1)


@cuda.reduce
def total(a, b):
    return a + b


x = cuda.to_device(numpy.full((10, 20), 4.0))
roots[(1, 2), (16, 16)](x)
assert (x.copy_to_host() == 3).all()
stream = cuda.stream()
y = cuda.device_array(100, dtype=numpy.int64, stream=stream)
y[:] = numpy.arange(100) % 3
counts = cuda.to_device(numpy.zeros(3, dtype=numpy.int64))
count[4, 32, stream](y, counts)
stream.synchronize()
assert counts.copy_to_host().tolist() == [34, 33, 33]
assert total(numpy.arange(1000.0)) == 499500
END
run 0 run -- "$python" "$folder/more.py"
has 'layoutcheck: right: '
finish
