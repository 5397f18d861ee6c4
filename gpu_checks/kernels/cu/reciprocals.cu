// Index to offset with divisions as multiplications by reciprocals that the host has computed.

struct Divisor32 {
  unsigned value;
  unsigned multiplier;
  unsigned shift;
};

// For n < 2^31, with multiplier = ceil(2^(32 + shift) / value).
__device__ unsigned divided(unsigned n, const Divisor32& by) {
  return by.value == 1 ? n : __umulhi(n, by.multiplier) >> by.shift;
}

struct Divisor64 {
  unsigned long long value;
  unsigned long long multiplier;
  unsigned long long shift;
};

// For n < 2^63, with 2^64 + multiplier = floor(2^(64 + shift) / value) + 1.
__device__ unsigned long long divided(unsigned long long n, const Divisor64& by) {
  return (__umul64hi(n, by.multiplier) + n) >> by.shift;
}

template <class Index, class Divisor>
struct Reciprocals {
  int rank;
  Divisor extents[8];
  Index strides[8];
};

template <class Index, class Divisor>
__device__ void gather(const Reciprocals<Index, Divisor>& layout, Index n, const unsigned* in,
                       unsigned* out) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Index rest = i;
  Index offset = 0;
#pragma unroll
  for (int mode = 0; mode < 8; ++mode) {
    if (mode == layout.rank) break;
    const Index quotient = divided(rest, layout.extents[mode]);
    offset += (rest - quotient * layout.extents[mode].value) * layout.strides[mode];
    rest = quotient;
  }
  out[i] = in[offset];
}

extern "C" __global__ void reciprocals32(Reciprocals<unsigned, Divisor32> layout, unsigned n,
                                         const unsigned* in, unsigned* out) {
  gather(layout, n, in, out);
}

extern "C" __global__ void reciprocals64(Reciprocals<unsigned long long, Divisor64> layout,
                                         unsigned long long n, const unsigned* in, unsigned* out) {
  gather(layout, n, in, out);
}
