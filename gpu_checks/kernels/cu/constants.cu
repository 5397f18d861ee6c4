// Index to offset with extents and strides that the compiler knows, which makes multiplications and
// shifts of the divisions. What compiles it defines INDEX, SIZE and OFFSET(i).

extern "C" __global__ void constants(const unsigned* in, unsigned* out) {
  const INDEX i = static_cast<INDEX>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < SIZE) out[i] = in[OFFSET(i)];
}
