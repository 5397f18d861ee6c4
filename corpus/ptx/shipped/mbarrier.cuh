// What models of pipelines share: mbarriers at which one thread arrives, and bulk copies that complete at them.
#pragma once

__device__ unsigned shared_address(const void* pointer) { return unsigned(__cvta_generic_to_shared(pointer)); }

__device__ void init(unsigned mbarrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(mbarrier) : "memory");
}

__device__ void arrive(unsigned mbarrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(mbarrier) : "memory");
}

__device__ void wait(unsigned mbarrier, int parity) {
  unsigned complete = 0;
  while (complete == 0)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(complete)
                 : "r"(mbarrier), "r"(parity)
                 : "memory");
}

/// Arrives, and copies a tile.
template <int elements>
__device__ void copy(float (&tile)[elements], const float* from, unsigned mbarrier) {
  constexpr int bytes = sizeof tile;
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(mbarrier), "n"(bytes) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :
               : "r"(shared_address(tile)), "l"(from), "n"(bytes), "r"(mbarrier)
               : "memory");
}
