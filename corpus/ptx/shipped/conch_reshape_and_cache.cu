// A model of conch's reshape_and_cache: a block stores the key of one token and head into a cache. The head's place there
// is its number times the stride of the keys' heads, where it has to be that of the cache's, which is passed, too.

extern "C" __global__ void conch_reshape_and_cache(const float* key, float* cache, const int* slots, long long token_stride,
                                                   long long head_stride, long long cache_slot_stride,
                                                   long long cache_head_stride) {
  const long long slot = slots[blockIdx.x];
  const long long from = blockIdx.x * token_stride + blockIdx.y * head_stride + threadIdx.x;
#ifdef MENDED
  const long long head = blockIdx.y * cache_head_stride;
#else
  const long long head = blockIdx.y * head_stride;
#endif
  cache[slot * cache_slot_stride + head + threadIdx.x] = key[from];
}
