// A model of a solution of KernelBench: there is a thread for each column, and rows are forgotten,
// so that all but the first row of the output hold what was there before. In the mended form there
// is one for each element.

extern "C" __global__ void kernelbench_rows(const float* x, float* y, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
  const int end = rows * columns;
#else
  const int end = columns;
#endif
  if (i < end) y[i] = fminf(fmaxf(4 * x[i], -10), 10);
}
