// Gathers pages of a pool by a table: the address is a page's number times the pool's stride, both 32-bit values, as in
// flashinfer-ai/flashinfer#3136 (mended there by widening the number). One block copies one page, one thread 8 halves.

struct alignas(16) Vector {
  unsigned short halves[8];
};

extern "C" __global__ void paged_gather(const unsigned short* pool, const int* table, unsigned short* out,
                                        unsigned page_stride) {
#ifdef MENDED
  const long long page = table[blockIdx.x];
#else
  const int page = table[blockIdx.x];
#endif
  const unsigned column = 8 * threadIdx.x;
  const auto* from = reinterpret_cast<const Vector*>(pool + (page * page_stride + column));
  auto* to = reinterpret_cast<Vector*>(out + (8ull * blockDim.x * blockIdx.x + column));
  *to = *from;
}
