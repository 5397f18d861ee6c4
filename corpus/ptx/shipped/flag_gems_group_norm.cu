// A model of flag_gems's group_norm: a block has the channels of one group, whose number is rounded up to a power of two,
// and one element of each. What is too much is masked by the number of all channels, where it has to be by that of the
// group's.

extern "C" __global__ void flag_gems_group_norm(const float* x, float* y, int group_size, int channels) {
  const int place = int(threadIdx.x);
  const int channel = int(blockIdx.x) * group_size + place;
#ifdef MENDED
  const bool is_mine = place < group_size;
#else
  const bool is_mine = channel < channels;
#endif
  if (is_mine) y[channel] = x[channel] - float(blockIdx.x);
}
