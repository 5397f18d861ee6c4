// A model of what CuTe DSL's examples tma_multicast.py and cluster_tmem_reduce.py do at the barrier of their cluster: they
// arrive relaxed, and so nothing orders what one block has written before that with what another one reads after it. In
// the mended form the arrival releases.
#include <cooperative_groups.h>

extern "C" __global__ void __cluster_dims__(2, 1, 1) cutlass_dsl_relaxed_sm90(int* sums) {
  namespace cg = cooperative_groups;
  const cg::cluster_group cluster = cg::this_cluster();
  __shared__ int number;
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) number = int(rank) + 1;
#ifdef MENDED
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
#else
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
#endif
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  if (rank == 0 && threadIdx.x == 0) *sums = *cluster.map_shared_rank(&number, 1);
  cluster.sync();
}
