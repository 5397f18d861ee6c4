// Index to offset with CUTLASS's divisions by a multiplication and a shift.
#include "layout.cuh"

#include <cutlass/fast_math.h>

extern "C" __global__ void cutlass_divmod(Layout<int> layout, int n, const unsigned* in,
                                          unsigned* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  int rest = i;
  int offset = 0;
  for (int mode = 0; mode < layout.rank; ++mode) {
    const cutlass::FastDivmod divmod(layout.extents[mode]);
    int remainder;
    divmod(rest, remainder, rest);
    offset += remainder * layout.strides[mode];
  }
  out[i] = in[offset];
}
