// A model of flag_gems's vdot of complex numbers: a block stores the real and the imaginary part of its sum, side by side.
// The caller has one element for each block, where there have to be two; so the two forms are one kernel, in two launches.

extern "C" __global__ void flag_gems_vdot(const float* x, const float* y, float* sums, int pairs) {
  const int first = int(blockIdx.x) * pairs;
  float real = 0, imaginary = 0;
  for (int i = first; i < first + pairs; ++i) {
    real += x[2 * i] * y[2 * i] - x[2 * i + 1] * y[2 * i + 1];
    imaginary += x[2 * i] * y[2 * i + 1] + x[2 * i + 1] * y[2 * i];
  }
  sums[2 * blockIdx.x] = real;
  sums[2 * blockIdx.x + 1] = imaginary;
}
