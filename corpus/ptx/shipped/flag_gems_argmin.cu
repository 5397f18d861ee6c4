// A model of flag_gems's argmin along rows: a block has four rows, and a thread one of them. Nothing masks the rows that
// there are not, nor the columns up to the next power of two; the mended form does.

extern "C" __global__ void flag_gems_argmin(const float* x, long long* places, int rows, int columns, int rounded) {
  const int row = int(blockIdx.x) * 4 + int(threadIdx.x);
#ifdef MENDED
  if (row >= rows) return;
  rounded = columns;
#endif
  float least = __int_as_float(0x7f800000);
  long long place = 0;
  for (int i = 0; i < rounded; ++i) {
    const float number = x[row * columns + i];
    if (number < least) {
      least = number;
      place = i;
    }
  }
  places[row] = place;
}
