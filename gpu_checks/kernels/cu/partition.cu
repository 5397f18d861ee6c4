// A thread-value partition: thread t takes the values of the layout `values` from where the layout
// `threads` places it.
#include "layout.cuh"

extern "C" __global__ void partition(Layout<long long> threads, Layout<long long> values,
                                     long long thread_count, int value_count, const unsigned* in,
                                     unsigned* out) {
  const long long t = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (t >= thread_count) return;
  const long long start = offset_of(threads, t);
  for (int v = 0; v < value_count; ++v)
    out[t * value_count + v] = in[start + offset_of<long long>(values, v)];
}
