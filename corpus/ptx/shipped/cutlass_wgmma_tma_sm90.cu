// A model of the store of CUTLASS's tutorial wgmma_tma_sm90.cu: a block has a tile of 128 rows of C, whose columns lie
// one after the other, and the grid is rounded up to clusters of two blocks. If C has one tile, the tile of the second
// block is not there: it loads zeros, as a tensor copy does, and stores them one column further on, the last ones
// beyond C. The mended form stores what is in C. A product of a column and a row stands for the product of tiles.

extern "C" __global__ void __cluster_dims__(2)
    cutlass_wgmma_tma_sm90(const float* a, const float* b, float* c, int m, int n) {
  const int row = int(blockIdx.x * 128 + threadIdx.x);
  const float loaded = row < m ? a[row] : 0;
  for (int column = 0; column < n; ++column) {
    const float product = loaded * b[column];
#ifdef MENDED
    if (row < m)
#endif
      c[row + column * m] = product;
  }
}
