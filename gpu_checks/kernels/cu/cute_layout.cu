// Index to offset by CuTe, with all numbers known to the compiler. What compiles it defines
// Mapping: a layout, or one that is followed by a swizzle.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_layout(const unsigned* in, unsigned* out) {
  using namespace cute;
  const Mapping mapping;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size(mapping)) out[i] = in[mapping(i)];
}
