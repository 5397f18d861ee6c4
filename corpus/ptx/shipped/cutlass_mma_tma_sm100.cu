// A model of the main loop of CUTLASS's tutorial 02_mma_tma_sm100.cu: one thread starts the copy of a tile and, when
// it is there, what reads it; all threads wait for both, at two mbarriers, by the parity of the tile's number. Nothing
// holds that thread back until the others have waited, so it may complete two phases before another thread asks for
// the first. The mended form has the barrier of 01_mma_sm100.cu in its loop. A bulk copy stands for the tensor copies,
// and a load for the product.
#include "mbarrier.cuh"

extern "C" __global__ void cutlass_mma_tma_sm100(const float* a, float* c, int tiles) {
  constexpr int elements = 64;
  __shared__ alignas(128) float tile[elements];
  __shared__ alignas(8) unsigned long long barriers[2];
  const unsigned copied = shared_address(&barriers[0]), used = shared_address(&barriers[1]);
  const int t = int(threadIdx.x);
  if (t == 0) {
    init(copied);
    init(used);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) copy(tile, a + k * elements, copied);
    wait(copied, k & 1);
    if (t == 0) {
      sum += tile[0];
      arrive(used);
    }
    wait(used, k & 1);
#ifdef MENDED
    __syncthreads();
#endif
  }
  __syncthreads();
  if (t == 0) c[0] = sum;
}
