// A layout as a parameter of a kernel, flat, and the function that it stands for.

template <class Index>
struct Layout {
  int rank;
  Index extents[8];
  Index strides[8];
};

template <class Index>
__device__ Index offset_of(const Layout<Index>& layout, Index i) {
  Index offset = 0;
#pragma unroll
  for (int mode = 0; mode < 8; ++mode) {
    if (mode == layout.rank) break;
    offset += i % layout.extents[mode] * layout.strides[mode];
    i /= layout.extents[mode];
  }
  return offset;
}
