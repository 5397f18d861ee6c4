// Hierarchical coordinates: a grid over the modes of a nested layout, and the natural coordinate of
// an index.

// The entries of mode m are those from first[m] to first[m + 1] - 1.
struct Nested {
  int rank;
  int first[4];
  long long extents[8];
  long long strides[8];
};

__device__ long long size_of(const Nested& layout, int mode) {
  long long size = 1;
  for (int k = layout.first[mode]; k < layout.first[mode + 1]; ++k)
    size *= layout.extents[k];
  return size;
}

__device__ long long crd2idx(const Nested& layout, int mode, long long i) {
  long long offset = 0;
  for (int k = layout.first[mode]; k < layout.first[mode + 1]; ++k) {
    offset += i % layout.extents[k] * layout.strides[k];
    i /= layout.extents[k];
  }
  return offset;
}

// The grid has a dimension for each of the three modes.
extern "C" __global__ void crd2idx(Nested layout, const unsigned* in, unsigned* out) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long j = blockIdx.y;
  const long long k = blockIdx.z;
  const long long rows = size_of(layout, 0);
  if (i >= rows) return;
  const long long offset = crd2idx(layout, 0, i) + crd2idx(layout, 1, j) + crd2idx(layout, 2, k);
  out[i + rows * (j + gridDim.y * k)] = in[offset];
}

// Writes the entries of the coordinate: those of a mode from the coordinate of the mode.
extern "C" __global__ void idx2crd(Nested shape, long long n, long long* out) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int length = shape.first[shape.rank];
  long long rest = i;
  for (int mode = 0; mode < shape.rank; ++mode) {
    const long long size = size_of(shape, mode);
    long long within = rest % size;
    rest /= size;
    for (int k = shape.first[mode]; k < shape.first[mode + 1]; ++k) {
      out[i * length + k] = within % shape.extents[k];
      within /= shape.extents[k];
    }
  }
}
