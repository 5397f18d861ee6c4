// A copy in vectors: CuTe recasts both tensors to wider elements. What compiles it defines Source,
// Destination and Vector.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_vector(const unsigned* in, unsigned* out) {
  using namespace cute;
  const Tensor from = recast<const Vector>(make_tensor(make_gmem_ptr(in), Source{}));
  const Tensor to = recast<Vector>(make_tensor(make_gmem_ptr(out), Destination{}));
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < size(from)) to(i) = from(i);
}
