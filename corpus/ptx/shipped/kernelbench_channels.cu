// A model of a solution of KernelBench: as many elements of the input are multiplied as the output
// has, which has more channels. In the mended form, those that the input has. Left out: the means
// that follow, which hide what was read.

extern "C" __global__ void kernelbench_channels(const float* x, float* y, float factor, int in,
                                                int out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  const int read = i < in;
#else
  const int read = i < out;
#endif
  if (i < out) y[i] = read ? x[i] * factor : 0;
}
