// A race that the compiler hides: one thread stores where the block's results begin, and all
// threads read it, without a barrier in between. An optimizing compiler drops that read, because
// only the one after the next barrier is used, and then nobody can see the race in the kernel. With
// `-G`, the kernel is as it is written.
//
//     nvcc -cudart shared -G -o hidden_race hidden_race.cu
//     layoutcheck run -- ./hidden_race    # a race; compiled without -G it is right
#include <cstdio>

__global__ void place(const unsigned* counts, unsigned* used, unsigned* places) {
  __shared__ unsigned begin, sums[128];
  const unsigned t = threadIdx.x;
  sums[t] = counts[t];
  __syncthreads();
  for (unsigned k = 1; k < 128; k *= 2) {
    const unsigned below = t >= k ? sums[t - k] : 0;
    __syncthreads();
    sums[t] += below;
    __syncthreads();
  }
  if (t == 127) begin = atomicAdd(used, sums[t]);
#ifdef MENDED
  __syncthreads();
#endif
  unsigned place = begin + sums[t] - counts[t];
  __syncthreads();
  place = begin + sums[t] - counts[t];
  places[t] = place;
}

int main() {
  unsigned counts[128], places[128], *on_device = nullptr;
  for (unsigned t = 0; t < 128; ++t)
    counts[t] = t % 3;
  cudaMalloc(&on_device, 257 * sizeof(unsigned));
  cudaMemset(on_device, 0, 257 * sizeof(unsigned));
  cudaMemcpy(on_device, counts, sizeof counts, cudaMemcpyHostToDevice);
  place<<<1, 128>>>(on_device, on_device + 256, on_device + 128);
  cudaMemcpy(places, on_device + 128, sizeof places, cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (unsigned t = 0, sum = 0; t < 128; sum += counts[t++])
    is_right = is_right && places[t] == sum;
  std::printf("%s\n", is_right ? "as expected" : "not as expected");
  return is_right ? 0 : 1;
}
