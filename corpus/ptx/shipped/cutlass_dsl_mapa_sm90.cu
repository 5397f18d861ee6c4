// A model of CuTe DSL's example mapa.py: each block of a cluster tells the next one that its number is in its shared
// memory, and reads that of its neighbor. Nothing keeps a block from ending while its neighbor still reads. The mended
// form has a barrier of the cluster at the end.
#include <cooperative_groups.h>

extern "C" __global__ void __cluster_dims__(2, 1, 1) cutlass_dsl_mapa_sm90(int* numbers) {
  namespace cg = cooperative_groups;
  const cg::cluster_group cluster = cg::this_cluster();
  __shared__ int number;
  const unsigned rank = cluster.block_rank(), peer = rank ^ 1;
  if (threadIdx.x == 0) number = int(rank);
  cluster.sync();
  if (threadIdx.x == 0) numbers[rank] = *cluster.map_shared_rank(&number, peer);
#ifdef MENDED
  cluster.sync();
#endif
}
