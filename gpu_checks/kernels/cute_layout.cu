// Index to offset by a CuTe layout that the compiler knows. What compiles it defines SHAPE and
// STRIDE.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_layout(const unsigned* in, unsigned* out) {
  using namespace cute;
  const auto layout = make_layout(SHAPE, STRIDE);
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size(layout)) out[i] = in[layout(i)];
}
