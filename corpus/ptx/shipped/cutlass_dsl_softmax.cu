// A model of kernel 4 of CuTe DSL's example 06_softmax.py: the maxima of the warps and their sums have the same places
// in shared memory. The first warp stores its sum where the others may still read the maximum of the block. The mended
// form has a barrier between the two. Sums of differences stand for those of exponentials.

extern "C" __global__ void cutlass_dsl_softmax(const float* x, float* y) {
  constexpr int warps = 2;
  __shared__ float storage[warps];
  const int t = int(threadIdx.x), warp = t / 32;
  const auto reduce = [&](float value, auto combine) {
    for (int offset = 16; offset > 0; offset /= 2)
      value = combine(value, __shfl_down_sync(0xffffffff, value, offset));
    if (t % 32 == 0) storage[warp] = value;
    __syncthreads();
    if (t == 0) storage[0] = combine(storage[0], storage[1]);
    __syncthreads();
    return storage[0];
  };
  const float greatest = reduce(x[t], [](float a, float b) { return fmaxf(a, b); });
#ifdef MENDED
  __syncthreads();
#endif
  y[t] = (x[t] - greatest) / reduce(x[t] - greatest, [](float a, float b) { return a + b; });
}
