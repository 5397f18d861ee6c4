// A model of the fused recurrent kernels of flash-linear-attention: a block goes through time for one head of values, and
// reads a factor of that head at each step. The tensor of the factors has the heads of keys, of which there are fewer; the
// mended form reads by these.

extern "C" __global__ void fla_fused_recurrent(const float* factor, float* out, int steps, int key_heads,
                                               int value_heads) {
  const int head = int(blockIdx.x);
  for (int t = 0; t < steps; ++t) {
#ifdef MENDED
    const float f = factor[t * key_heads + head / (value_heads / key_heads)];
#else
    const float f = factor[t * value_heads + head];
#endif
    out[t * value_heads + head] = f;
  }
}
