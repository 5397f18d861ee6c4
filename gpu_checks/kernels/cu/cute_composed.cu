// CuTe's composite of two layouts beside the two steps that it stands for. What compiles it defines
// A and B.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_composed(const unsigned* in, unsigned* out) {
  using namespace cute;
  const auto composite = composition(A{}, B{});
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= size(B{})) return;
  out[2 * i] = in[composite(i)];
  out[2 * i + 1] = in[A{}(B{}(i))];
}
