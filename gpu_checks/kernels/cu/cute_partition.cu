// A thread-value partition that CuTe makes: thread t takes its slice of a tensor. What compiles it
// defines Partition, whose modes are values and threads.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_partition(const unsigned* in, unsigned* out) {
  using namespace cute;
  const Tensor tensor = make_tensor(make_gmem_ptr(in), Partition{});
  const int t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (t >= size<1>(tensor)) return;
  const Tensor values = tensor(_, t);
  for (int v = 0; v < size(values); ++v)
    out[t * size(values) + v] = values(v);
}
