// Index to offset with extents and strides in arrays of any length.

template <class Index>
__device__ void gather(int rank, const Index* extents, const Index* strides, Index n,
                       const unsigned* in, unsigned* out) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Index rest = i;
  Index offset = 0;
  for (int mode = 0; mode < rank; ++mode) {
    offset += rest % extents[mode] * strides[mode];
    rest /= extents[mode];
  }
  out[i] = in[offset];
}

extern "C" __global__ void arrays32(int rank, const int* extents, const int* strides, int n,
                                    const unsigned* in, unsigned* out) {
  gather(rank, extents, strides, n, in, out);
}

extern "C" __global__ void arrays64(int rank, const long long* extents, const long long* strides,
                                    long long n, const unsigned* in, unsigned* out) {
  gather(rank, extents, strides, n, in, out);
}
