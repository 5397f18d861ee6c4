// CuTe's hierarchical coordinates: a grid over the modes of a nested layout, and the natural
// coordinate of an index. What compiles it defines Nested, a layout of one to three modes.
#include <cute/tensor.hpp>

// The grid has a dimension for each of the three modes.
extern "C" __global__ void cute_crd2idx(const unsigned* in, unsigned* out) {
  using namespace cute;
  const Nested layout;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y);
  const int k = static_cast<int>(blockIdx.z);
  const int rows = size<0>(layout);
  if (i >= rows) return;
  const auto coordinate = take<0, rank_v<Nested>>(make_coord(i, j, k));
  out[i + rows * (j + static_cast<int>(gridDim.y) * k)] =
      in[crd2idx(coordinate, layout.shape(), layout.stride())];
}

// Writes the entries of the coordinate.
extern "C" __global__ void cute_idx2crd(long long* out) {
  using namespace cute;
  const Nested layout;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= size(layout)) return;
  const auto entries = flatten_to_tuple(idx2crd(i, layout.shape()));
  long long* next = out + static_cast<long long>(i) * rank(entries);
  for_each(entries, [&](auto entry) { *next++ = entry; });
}
