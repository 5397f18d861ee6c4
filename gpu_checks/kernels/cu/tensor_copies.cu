// Copies of tiles by a tensor map: to shared memory and back, to all blocks of a cluster, and of
// rows from a list. A tile is in the order of its elements in the other buffer.

#include "asynchronous.cuh"

// How a tile lies in a tensor and in shared memory.
struct Tiles {
  int rank;
  int width;  // of an element, in bytes
  int box[5];
  int tiles[5];  // along each dimension
  int shift;     // of the first tile before the tensor
  int pitch;     // of a row in shared memory, in bytes
  int swizzle;   // the bits that lines of 128 bytes exchange
  int bytes;     // in shared memory, a multiple of 1024
};

__device__ int elements_of(const Tiles& tiles) {
  int count = 1;
  for (int i = 0; i < tiles.rank; ++i)
    count *= tiles.box[i];
  return count;
}

__device__ int place_of(const Tiles& tiles, int i) {
  const int plain = i / tiles.box[0] * tiles.pitch + i % tiles.box[0] * tiles.width;
  return swizzled(plain, tiles.swizzle);
}

// Where the tile begins in the tensor.
struct Corner {
  int at[5];
};

__device__ Corner corner_of(const Tiles& tiles, unsigned block) {
  Corner corner{};
  for (int i = 0; i < 5; ++i) {
    const unsigned along = static_cast<unsigned>(i < tiles.rank ? tiles.tiles[i] : 1);
    corner.at[i] =
        i < tiles.rank ? static_cast<int>(block % along) * tiles.box[i] - tiles.shift : 0;
    // The last dimension takes the tiles beyond the tensor.
    if (i + 1 == tiles.rank) corner.at[i] = static_cast<int>(block) * tiles.box[i] - tiles.shift;
    block /= along;
  }
  return corner;
}

#define LOAD(RANK, MULTICAST, COORDINATES, MASK, ...)                                              \
  asm volatile("cp.async.bulk.tensor." RANK                                                        \
               "d.shared::cluster.global.tile"                                                     \
               ".mbarrier::complete_tx::bytes" MULTICAST " [%0], [%1, " COORDINATES "], [%2]" MASK \
               ";" ::"r"(shared(tile)),                                                            \
               "l"(&map), "r"(shared(barrier)), "h"(mask), __VA_ARGS__                             \
               : "memory")
#define LOADS(MULTICAST, MASK)                                                                   \
  const int* at = corner.at;                                                                     \
  if (rank == 1) LOAD("1", MULTICAST, "{%4}", MASK, "r"(at[0]));                                 \
  if (rank == 2) LOAD("2", MULTICAST, "{%4, %5}", MASK, "r"(at[0]), "r"(at[1]));                 \
  if (rank == 3) LOAD("3", MULTICAST, "{%4, %5, %6}", MASK, "r"(at[0]), "r"(at[1]), "r"(at[2])); \
  if (rank == 4)                                                                                 \
    LOAD("4", MULTICAST, "{%4, %5, %6, %7}", MASK, "r"(at[0]), "r"(at[1]), "r"(at[2]),           \
         "r"(at[3]));                                                                            \
  if (rank == 5)                                                                                 \
    LOAD("5", MULTICAST, "{%4, %5, %6, %7, %8}", MASK, "r"(at[0]), "r"(at[1]), "r"(at[2]),       \
         "r"(at[3]), "r"(at[4]));

__device__ void load(const TensorMap& map, int rank, const Corner& corner, unsigned char* tile,
                     unsigned long long* barrier) {
  constexpr unsigned short mask = 0;
  LOADS("", "")
}

__device__ void load_for_all(const TensorMap& map, int rank, const Corner& corner,
                             unsigned char* tile, unsigned long long* barrier,
                             unsigned short mask){LOADS(".multicast::cluster", ", %3")}

__device__
    void store(const TensorMap& map, int rank, const Corner& corner, const unsigned char* tile) {
  const int* at = corner.at;
#define STORE(RANK, COORDINATES, ...)                                                           \
  asm volatile("cp.async.bulk.tensor." RANK                                                     \
               "d.global.shared::cta.tile.bulk_group [%0, " COORDINATES "], [%1];" ::"l"(&map), \
               "r"(shared(tile)), __VA_ARGS__                                                   \
               : "memory")
  if (rank == 1) STORE("1", "{%2}", "r"(at[0]));
  if (rank == 2) STORE("2", "{%2, %3}", "r"(at[0]), "r"(at[1]));
  if (rank == 3) STORE("3", "{%2, %3, %4}", "r"(at[0]), "r"(at[1]), "r"(at[2]));
  if (rank == 4) STORE("4", "{%2, %3, %4, %5}", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]));
  if (rank == 5)
    STORE("5", "{%2, %3, %4, %5, %6}", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]));
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__device__ void write_out(const Tiles& tiles, const unsigned char* tile, unsigned char* out,
                          long long first) {
  const int count = elements_of(tiles);
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    copy_element(out + (first + i) * tiles.width, tile + place_of(tiles, i), tiles.width);
}

extern "C" __global__ void tma_load(const __grid_constant__ TensorMap map, Tiles tiles,
                                    unsigned char* out) {
  __shared__ unsigned long long full;
  unsigned char* tile = aligned_memory();
  const int count = elements_of(tiles);
  if (threadIdx.x == 0) init(&full);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, count * tiles.width);
    load(map, tiles.rank, corner_of(tiles, blockIdx.x), tile, &full);
  }
  wait(&full);
  write_out(tiles, tile, out, static_cast<long long>(blockIdx.x) * count);
}

extern "C" __global__ void tma_store(const __grid_constant__ TensorMap map, Tiles tiles,
                                     const unsigned char* in) {
  unsigned char* tile = aligned_memory();
  const int count = elements_of(tiles);
  const long long first = static_cast<long long>(blockIdx.x) * count;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    copy_element(tile + place_of(tiles, i), in + (first + i) * tiles.width, tiles.width);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) store(map, tiles.rank, corner_of(tiles, blockIdx.x), tile);
}

// Each block of the cluster loads its tile for all of them, and writes out the tiles of all.
template <int blocks>
__device__ void multicast(const TensorMap& map, const Tiles& tiles, unsigned char* out) {
  __shared__ unsigned long long full;
  unsigned char* memory = aligned_memory();
  const int count = elements_of(tiles);
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    init(&full);
    expect(&full, blocks * count * tiles.width);
  }
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0)
    load_for_all(map, tiles.rank, corner_of(tiles, blockIdx.x), memory + rank * tiles.bytes, &full,
                 (1 << blocks) - 1);
  wait(&full);
  for (int other = 0; other < blocks; ++other)
    write_out(tiles, memory + other * tiles.bytes, out,
              (static_cast<long long>(blockIdx.x) * blocks + other) * count);
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

extern "C" __global__ void __cluster_dims__(2, 1, 1)
    tma_multicast2(const __grid_constant__ TensorMap map, Tiles tiles, unsigned char* out) {
  multicast<2>(map, tiles, out);
}

extern "C" __global__ void __cluster_dims__(4, 1, 1)
    tma_multicast4(const __grid_constant__ TensorMap map, Tiles tiles, unsigned char* out) {
  multicast<4>(map, tiles, out);
}
