// CuTe with extents and strides that are parameters of the kernel: index to offset, a copy from
// layout to layout, and one by tiles that need not divide the matrix, predicated by coordinates.
#include "layout.cuh"

#include <cute/tensor.hpp>

// The modes beyond the rank have an extent of 1.
template <class Index, int... Mode>
__device__ auto as_cute(const Layout<Index>& layout, cute::seq<Mode...>) {
  return cute::make_layout(
      cute::make_shape((Mode < layout.rank ? layout.extents[Mode] : Index{1})...),
      cute::make_stride((Mode < layout.rank ? layout.strides[Mode] : Index{0})...));
}

template <class Index>
__device__ auto as_cute(const Layout<Index>& layout) {
  return as_cute(layout, cute::make_seq<8>{});
}

template <class Index>
__device__ void gather(const Layout<Index>& layout, Index n, const unsigned* in, unsigned* out) {
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[as_cute(layout)(i)];
}

extern "C" __global__ void cute_parameters32(Layout<int> layout, int n, const unsigned* in,
                                             unsigned* out) {
  gather(layout, n, in, out);
}

extern "C" __global__ void cute_parameters64(Layout<long long> layout, long long n,
                                             const unsigned* in, unsigned* out) {
  gather(layout, n, in, out);
}

template <class Index>
__device__ void copy(const Layout<Index>& source, const Layout<Index>& destination, Index n,
                     const unsigned* in, unsigned* out) {
  const auto from = cute::make_tensor(cute::make_gmem_ptr(in), as_cute(source));
  const auto to = cute::make_tensor(cute::make_gmem_ptr(out), as_cute(destination));
  const Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) to(i) = from(i);
}

extern "C" __global__ void cute_copy32(Layout<int> source, Layout<int> destination, int n,
                                       const unsigned* in, unsigned* out) {
  copy(source, destination, n, in, out);
}

extern "C" __global__ void cute_copy64(Layout<long long> source, Layout<long long> destination,
                                       long long n, const unsigned* in, unsigned* out) {
  copy(source, destination, n, in, out);
}

extern "C" __global__ void cute_ragged(Layout<long long> source, Layout<long long> destination,
                                       long long rows, long long columns, const unsigned short* in,
                                       unsigned short* out) {
  using namespace cute;
  const auto shape = make_shape(rows, columns);
  const auto tiler = Shape<Int<24>, Int<20>>{};
  const auto block = make_coord(blockIdx.x, blockIdx.y);
  const auto tile_of = [&](auto* elements, const auto& layout) {
    const auto stride = make_stride(layout.strides[0], layout.strides[1]);
    return local_tile(make_tensor(make_gmem_ptr(elements), shape, stride), tiler, block);
  };
  const auto from = tile_of(in, source);
  const auto to = tile_of(out, destination);
  const auto coordinates = local_tile(make_identity_tensor(shape), tiler, block);
  for (int k = threadIdx.x; k < size(tiler); k += blockDim.x)
    if (elem_less(coordinates(k), shape)) to(k) = from(k);
}
