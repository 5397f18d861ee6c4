// A model of conch's copy_blocks_launcher: blocks of a cache of tokens, heads and elements are copied. The number of
// elements of a block is that of its tokens alone, the second extent of the cache.

extern "C" __global__ void conch_copy_blocks(float* cache, const int* pairs, int block_stride, int tokens,
                                             int elements_of_token) {
#ifdef MENDED
  const int size = tokens * elements_of_token;
#else
  const int size = tokens;
#endif
  const long long from = pairs[2 * blockIdx.x], to = pairs[2 * blockIdx.x + 1];
  for (int i = int(threadIdx.x); i < size; i += int(blockDim.x))
    cache[to * block_stride + i] = cache[from * block_stride + i];
}
