"""Each block sums 128 numbers in shared memory, in Numba, for `layoutcheck run -- python block_sums.py`."""

import numpy
from numba import cuda, float32


@cuda.jit
def block_sums(numbers, sums):
    shared = cuda.shared.array(128, dtype=float32)
    thread = cuda.threadIdx.x
    place = cuda.grid(1)
    shared[thread] = numbers[place] if place < numbers.size else 0
    cuda.syncthreads()
    half = 64
    while half > 0:
        if thread < half:
            shared[thread] += shared[thread + half]
        cuda.syncthreads()
        half //= 2
    if thread == 0:
        sums[cuda.blockIdx.x] = shared[0]


numbers = numpy.arange(1000, dtype=numpy.float32)
sums = numpy.zeros(8, dtype=numpy.float32)
block_sums[8, 128](numbers, sums)
print("sum:", sums.sum())
