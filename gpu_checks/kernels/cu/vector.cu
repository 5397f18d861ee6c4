// A copy in vectors of neighbouring elements, which must be aligned.
#include "layout.cuh"

template <int Width>
struct alignas(4 * Width) Vector {
  unsigned elements[Width];
};

template <int Width>
__device__ void copy(const Layout<long long>& source, const Layout<long long>& destination,
                     long long n, const unsigned* in, unsigned* out) {
  const long long i = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) * Width;
  if (i >= n) return;
  *reinterpret_cast<Vector<Width>*>(out + offset_of(destination, i)) =
      *reinterpret_cast<const Vector<Width>*>(in + offset_of(source, i));
}

extern "C" __global__ void vector2(Layout<long long> source, Layout<long long> destination,
                                   long long n, const unsigned* in, unsigned* out) {
  copy<2>(source, destination, n, in, out);
}

extern "C" __global__ void vector4(Layout<long long> source, Layout<long long> destination,
                                   long long n, const unsigned* in, unsigned* out) {
  copy<4>(source, destination, n, in, out);
}
