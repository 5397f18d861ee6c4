"""CuTe's operands in shared memory, in a copy of CUTLASS's headers: the descriptors of wgmma and tcgen05.mma that CuTe makes of
its canonical layouts, and the boxes of tensor maps that it makes of tiles, each with the layout that it is made of."""

from __future__ import annotations

import re
from pathlib import Path

from cutlass_atoms import compiled, operations

# On a host, a shared address is itself, and the driver only has to say what it is asked for.
PRELUDE = """
#include <cstddef>
#define CUTE_CVTA_GENERIC_TO_SHARED_ACTIVATED 1
inline std::size_t __cvta_generic_to_shared(const void* p) { return reinterpret_cast<std::size_t>(p); }
#define CUTLASS_ENABLE_DIRECT_CUDA_DRIVER_CALL 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>
struct Box {
  int rank;
  int swizzle;
  std::vector<unsigned long long> strides;
  std::vector<unsigned> box;
} box;
extern "C" CUresult cuTensorMapEncodeTiled(CUtensorMap*, CUtensorMapDataType, cuuint32_t rank, void*, const cuuint64_t*,
                                           const cuuint64_t* strides, const cuuint32_t* extents, const cuuint32_t*,
                                           CUtensorMapInterleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
                                           CUtensorMapFloatOOBfill) {
  box = {int(rank), int(swizzle), {strides, strides + rank - 1}, {extents, extents + rank}};
  return CUDA_SUCCESS;
}
extern "C" CUresult cuTensorMapEncodeIm2col(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                                            const cuuint64_t*, const int*, const int*, cuuint32_t, cuuint32_t,
                                            const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                                            CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
extern "C" cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13020;
  return cudaSuccess;
}
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cute/atom/copy_traits_sm90_tma.hpp>
using namespace cute;
// CuTe swizzles addresses; of entries, the bits are fewer places up.
template <int B, int M, int S> void show_swizzle(Swizzle<B, M, S>, int bits, long long offset) {
  int base = M + 3;
  for (int of_entry = bits; of_entry > 1; of_entry /= 2) --base;
  std::printf(" = Sw<%d,%d,%d> o %lld o ", B, B == 0 ? 0 : base, B == 0 ? 0 : S, offset);
}
template <class T> struct Type {
  using type = T;
};
template <class Fragment> struct Described {
  static constexpr bool is = false;
};
template <GMMA::Major M> struct Described<GMMA::smem_desc<M>> {
  static constexpr bool is = true, along_k = M == GMMA::Major::K;
  template <class T> using Layouts = std::tuple<GMMA::Layout_INTER_Atom<T, M>, GMMA::Layout_SW32_Atom<T, M>,
                                                GMMA::Layout_SW64_Atom<T, M>, GMMA::Layout_SW128_Atom<T, M>>;
};
template <class T, bool AlongK> struct Canonical {
  using Layouts = std::tuple<UMMA::Layout_K_INTER_Atom<T>, UMMA::Layout_K_SW32_Atom<T>, UMMA::Layout_K_SW64_Atom<T>,
                             UMMA::Layout_K_SW128_Atom<T>>;
};
template <class T> struct Canonical<T, false> {
  using Layouts = std::conditional_t<
      sizeof_bits_v<T> == 32, std::tuple<UMMA::Layout_MN_SW128_32B_Atom<T>>,
      std::tuple<UMMA::Layout_MN_INTER_Atom<T>, UMMA::Layout_MN_SW32_Atom<T>, UMMA::Layout_MN_SW64_Atom<T>,
                 UMMA::Layout_MN_SW128_Atom<T>>>;
};
template <UMMA::Major M> struct Described<UMMA::smem_desc<M>> {
  static constexpr bool is = true, along_k = M == UMMA::Major::K;
  template <class T> using Layouts = typename Canonical<T, along_k>::Layouts;
};
template <class Fragment, class T, class Layout, class Shape> void show_described(const char* instruction, const char* operand,
                                                                                  Layout, Shape shape, const char* name) {
  const auto shared = make_tensor(make_smem_ptr(recast_ptr<T>(static_cast<void*>(nullptr))), UMMA::tile_to_mma_shape(Layout{}, shape));
  const auto descriptors = MakeTensor<Fragment>{}(shared);
  for (int m = 0; m < int(size<1>(descriptors)); ++m) {
    for (int k = 0; k < int(size<2>(descriptors)); ++k) {
      const auto part = shared(_, m, k);
      std::printf("%s %s.shared.%s(0x%llx)", instruction, operand, Described<Fragment>::along_k ? "K" : "MN",
                  static_cast<unsigned long long>(*descriptors(_, m, k).data()));
      const auto address = reinterpret_cast<long long>(raw_pointer_cast(recast_ptr<uint8_t>(part.data())));
      show_swizzle(get_swizzle_t<decltype(part)>{}, sizeof_bits_v<T>, address * 8 / sizeof_bits_v<T>);
      print(layout<0>(part.layout()));
      std::printf("  # %s\\n", name);
    }
  }
}
// All canonical layouts of a tile of two instructions and of two spans of 128 bytes, by each of its descriptors.
template <class Op> void show_operands(const char* instruction, const char* name) {
  using Traits = MMA_Traits<Op>;
  using A = typename Traits::FrgTypeA;
  using B = typename Traits::FrgTypeB;
  const auto mma = make_tiled_mma(Op{});
  const auto each = [&](auto fragment, auto value, const char* operand, auto shape) {
    using Fragment = typename decltype(fragment)::type;
    using T = typename decltype(value)::type;
    if constexpr (Described<Fragment>::is) {
      std::apply([&](auto... layouts) { (show_described<Fragment, T>(instruction, operand, layouts, shape, name), ...); },
                 typename Described<Fragment>::template Layouts<T>{});
    }
  };
  const auto m = Int<2 * int(get<0>(typename Traits::Shape_MNK{}))>{};
  const auto n = Int<2 * int(get<1>(typename Traits::Shape_MNK{}))>{};
  using TA = typename Traits::ValTypeA;
  using TB = typename Traits::ValTypeB;
  each(Type<A>{}, Type<TA>{}, "A", partition_shape_A(mma, make_shape(m, Int<2048 / sizeof_bits_v<TA>>{})));
  each(Type<B>{}, Type<TB>{}, "B", partition_shape_B(mma, make_shape(n, Int<2048 / sizeof_bits_v<TB>>{})));
}
template <class Op> void show_tensor_operands(const char* instruction, const char* name) {
  using Shape = typename MMA_Traits<Op>::Shape_MNK;
  char with_shape[200];
  std::snprintf(with_shape, sizeof with_shape, "%s.m%dn%dk%d", instruction, int(get<0>(Shape{})), int(get<1>(Shape{})),
                int(get<2>(Shape{})));
  show_operands<Op>(with_shape, name);
}
// The box of the first copy of a tile, by the tile's layout: dimensions are in the order of their strides in global memory.
template <class T, class Layout, class Shape, class Strides> void show_box(const char* type, Layout, Shape shape, Strides strides,
                                                                          const char* name) {
  const auto global = make_tensor(make_gmem_ptr(recast_ptr<T>(static_cast<void*>(nullptr))),
                                  make_layout(transform(shape, [](auto n) { return 4 * int(n); }), strides));
  const auto tile = tile_to_shape(Layout{}, shape);
  (void)make_tma_copy(SM90_TMA_LOAD{}, global, tile);
  const char* const swizzles[] = {"none", "32B", "64B", "128B", "128B_atom_32B", "128B_atom_32B_flip_8B", "128B_atom_64B"};
  std::printf("cp.async.bulk.tensor.%dd tile(%s, box=(", box.rank, type);
  for (int i = 0; i < box.rank; ++i) std::printf(i == 0 ? "%u" : ",%u", box.box[i]);
  std::printf("), swizzle=%s)", swizzles[box.swizzle]);
  show_swizzle(get_swizzle_portion(tile), sizeof_bits_v<T>, 0);
  // Calls f with the part of the tile that each dimension of the box has, by its stride in global memory.
  const auto each = [&](const char* before, auto f) {
    for (int d = 0; d < box.rank; ++d) {
      for_each(make_seq<rank_v<Shape>>{}, [&](auto i) {
        const auto bytes = static_cast<unsigned long long>(get<i>(strides)) * sizeof_bits_v<T> / 8;
        if (d == 0 ? get<i>(strides) != 1 : box.strides[d - 1] != bytes) return;
        std::printf(d == 0 ? before : ",");
        f(composition(get<i>(get_nonswizzle_portion(tile)), make_layout(int(box.box[d]))));
      });
    }
  };
  each("(", [](auto part) { print(part.shape()); });
  each("):(", [](auto part) { print(part.stride()); });
  std::printf(")  # %s\\n", name);
}
template <class T> void show_boxes(const char* type, const char* name) {
  const auto k = Int<2048 / sizeof_bits_v<T>>{};
  const auto shape = make_shape(_64{}, k);
  const auto rows = make_stride(4096, 1);
  const auto columns = make_stride(1, 8192);
  show_box<T>(type, GMMA::Layout_K_INTER_Atom<T>{}, shape, rows, name);
  show_box<T>(type, GMMA::Layout_K_SW32_Atom<T>{}, shape, rows, name);
  show_box<T>(type, GMMA::Layout_K_SW64_Atom<T>{}, shape, rows, name);
  show_box<T>(type, GMMA::Layout_K_SW128_Atom<T>{}, shape, rows, name);
  const auto wide = make_shape(k, _64{});
  show_box<T>(type, GMMA::Layout_MN_INTER_Atom<T>{}, wide, columns, name);
  show_box<T>(type, GMMA::Layout_MN_SW32_Atom<T>{}, wide, columns, name);
  show_box<T>(type, GMMA::Layout_MN_SW64_Atom<T>{}, wide, columns, name);
  show_box<T>(type, GMMA::Layout_MN_SW128_Atom<T>{}, wide, columns, name);
  show_box<T>(type, UMMA::Layout_MN_SW128_32B_Atom<T>{}, wide, columns, name);
  show_box<T>(type, GMMA::Layout_K_SW128_Atom<T>{}, make_shape(_64{}, k, _2{}), make_stride(4096, 1, 1 << 20), name);
  show_box<T>(type, GMMA::Layout_MN_SW64_Atom<T>{}, make_shape(k, _16{}, _3{}), make_stride(1, 1 << 20, 8192), name);
}
int main() {
"""

# Element types of CuTe, and of tensor maps.
TYPES = {"uint8_t": "u8", "half_t": "f16", "bfloat16_t": "bf16", "float": "f32", "tfloat32_t": "tf32", "double": "f64",
         "float_e2m1_t": "b4x16"}
# Of wgmma, whose shapes are operations of their own, those of 64 columns.
OF_WGMMA = re.compile(r"MMA_64x64x\d+_\w+_SS(_TN)?\b")
OF_TCGEN05 = re.compile(r"SM100_MMA_(?!.*SPARSE)\w+_SS\b")


def with_majors(type_name: str) -> list[str]:
    """The operation with A and B along k, and both the other way."""
    return sorted({type_name, type_name.replace("Major::K", "Major::MN")})


def lines_of(include: Path) -> list[str]:
    """The lines for `layoutcheck atoms`, without operations whose operands CuTe does not have the other way."""
    found = [atom for header in ("mma_sm90_gmma.hpp", "mma_sm100_umma.hpp") for atom in operations(include / "cute/arch" / header)]
    calls = [f'{function}<{kind}>("{atom.instruction}", "{kind}");'
             for pattern, function in ((OF_WGMMA, "show_operands"), (OF_TCGEN05, "show_tensor_operands"))
             for atom in found if pattern.search(atom.type) for kind in with_majors(atom.type)]
    calls += [f'show_boxes<{of_cute}>("{name}", "{of_cute}");' for of_cute, name in TYPES.items()]
    return compiled(PRELUDE, calls, include)[0]
