// A CuTe matrix product for sm_80: cp.async into swizzled tiles, ldmatrix, mma. Both factors have
// their second mode contiguous, and the product its first.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_gemm(const cute::half_t* a, const cute::half_t* b, float* c, int m,
                                     int n, int k) {
  using namespace cute;
  using Tile = Layout<Shape<_64, _32>, Stride<_32, _1>>;
  using TileLayout = decltype(composition(Swizzle<2, 3, 3>{}, Tile{}));
  __shared__ alignas(16) half_t memory_a[cosize_v<TileLayout>];
  __shared__ alignas(16) half_t memory_b[cosize_v<TileLayout>];
  Tensor tile_a = make_tensor(make_smem_ptr(memory_a), TileLayout{});
  Tensor tile_b = make_tensor(make_smem_ptr(memory_b), TileLayout{});

  const Tensor factor_a = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(k, Int<1>{}));
  const Tensor factor_b = make_tensor(make_gmem_ptr(b), make_shape(n, k), make_stride(k, Int<1>{}));
  Tensor product = make_tensor(make_gmem_ptr(c), make_shape(m, n), make_stride(Int<1>{}, m));
  const Tensor from_a = local_tile(factor_a, Shape<_64, _32>{}, make_coord(blockIdx.x, _));
  const Tensor from_b = local_tile(factor_b, Shape<_64, _32>{}, make_coord(blockIdx.y, _));
  Tensor to = local_tile(product, Shape<_64, _64>{}, make_coord(blockIdx.x, blockIdx.y));

  const auto load =
      make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                      Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  const auto load_slice = load.get_slice(threadIdx.x);

  const auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{},
                                  cute::Tile<_32, _32, _16>{});
  const auto slice = mma.get_slice(threadIdx.x);
  Tensor fragment_a = slice.partition_fragment_A(tile_a);
  Tensor fragment_b = slice.partition_fragment_B(tile_b);
  Tensor sums = slice.partition_fragment_C(to);
  clear(sums);
  const auto take_a = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  const auto take_b = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  const auto take_a_slice = take_a.get_slice(threadIdx.x);
  const auto take_b_slice = take_b.get_slice(threadIdx.x);

  for (int step = 0; step < k / 32; ++step) {
    copy(load, load_slice.partition_S(from_a(_, _, step)), load_slice.partition_D(tile_a));
    copy(load, load_slice.partition_S(from_b(_, _, step)), load_slice.partition_D(tile_b));
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    copy(take_a, take_a_slice.partition_S(tile_a), take_a_slice.retile_D(fragment_a));
    copy(take_b, take_b_slice.partition_S(tile_b), take_b_slice.retile_D(fragment_b));
    gemm(mma, fragment_a, fragment_b, sums);
    __syncthreads();
  }
  copy(sums, slice.partition_C(to));
}
