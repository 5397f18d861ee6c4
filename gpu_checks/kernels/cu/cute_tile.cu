// A CuTe tiled copy: cp.async brings vectors into a swizzled tile, and threads take them out along
// the columns.
#include <cute/tensor.hpp>

extern "C" __global__ void cute_tile(const unsigned* in, unsigned* out, int rows, int columns,
                                     int row_stride, int column_stride) {
  using namespace cute;
  const Tensor source =
      make_tensor(make_gmem_ptr(in), make_shape(rows, columns), make_stride(row_stride, Int<1>{}));
  Tensor destination = make_tensor(make_gmem_ptr(out), make_shape(rows, columns),
                                   make_stride(Int<1>{}, column_stride));
  const auto block = make_coord(blockIdx.x, blockIdx.y);
  const Tensor from = local_tile(source, Shape<_32, _32>{}, block);
  Tensor to = local_tile(destination, Shape<_32, _32>{}, block);

  using TileLayout =
      decltype(composition(Swizzle<3, 2, 3>{}, Layout<Shape<_32, _32>, Stride<_32, _1>>{}));
  __shared__ alignas(16) unsigned memory[cosize_v<TileLayout>];
  Tensor tile = make_tensor(make_smem_ptr(memory), TileLayout{});

  const auto load =
      make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, unsigned>{},
                      Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  const auto load_slice = load.get_slice(threadIdx.x);
  copy(load, load_slice.partition_S(from), load_slice.partition_D(tile));
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();

  const auto store = make_tiled_copy(Copy_Atom<UniversalCopy<unsigned>, unsigned>{},
                                     Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _1>>{});
  const auto store_slice = store.get_slice(threadIdx.x);
  copy(store, store_slice.partition_S(tile), store_slice.partition_D(to));
}
