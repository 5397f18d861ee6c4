// The device: how many there are, what it has, and that what was launched has ended.
#include "../attributes.hpp"
#include "api.hpp"

#include <cstring>

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;

/// cudaDeviceProp of CUDA 13; programs of CUDA 12 ask by another name.
struct Properties {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luid_mask;
  std::size_t memory;
  std::size_t shared_per_block;
  int registers_per_block;
  int warp;
  std::size_t pitch;
  int threads_per_block;
  int block[3];
  int grid[3];
  std::size_t constant;
  int major;
  int minor;
  std::size_t texture_alignments[2];
  int multiprocessors;
  int integrated;
  int maps_host_memory;
  int textures_and_surfaces[39];
  std::size_t surface_alignment;
  int concurrent_kernels;
  int bus[6];
  int one_space_of_addresses;
  int bus_width_and_caches[3];
  int threads_per_multiprocessor;
  int caches[3];
  std::size_t shared_per_multiprocessor;
  int registers_per_multiprocessor;
  int managed_memory;
  int kinds_of_memory[8];
  std::size_t most_shared_per_block;
  int pages_and_blocks[4];
  std::size_t reserved_shared;
  int others[20];
  int reserved[56];
};
static_assert(sizeof(Properties) == 1008);

}  // namespace

LAYOUTCHECK_CUDA int cudaGetDeviceCount(int* count) {
  return with_device([&](Session&) { return give(count, 1); });
}

LAYOUTCHECK_CUDA int cudaGetDevice(int* device) {
  return with_device([&](Session&) { return give(device, 0); });
}

LAYOUTCHECK_CUDA int cudaSetDevice(int device) {
  return with_device(
      [&](Session&) { return device == 0 ? Error::success : Error::invalid_device; });
}

LAYOUTCHECK_CUDA int cudaInitDevice(int device, unsigned, unsigned) {
  return cudaSetDevice(device);
}

LAYOUTCHECK_CUDA int cudaDeviceSynchronize() {
  return with_device([](Session&) { return Error::success; });
}

LAYOUTCHECK_CUDA int cudaDeviceGetAttribute(int* value, int number, int device) {
  return with_device([&](Session& session) {
    if (device != 0) return Error::invalid_device;
    const auto found = attribute(session.device(), number);
    if (!found) {
      return session.unsupported("cudaDeviceGetAttribute",
                                 "attribute " + std::to_string(number) + " is not known");
    }
    return give(value, *found);
  });
}

LAYOUTCHECK_CUDA int cudaGetDeviceProperties(Properties* properties, int device) {
  return with_device([&](Session& session) {
    if (device != 0) return Error::invalid_device;
    if (properties == nullptr) return Error::invalid_value;
    std::memset(properties, 0, sizeof *properties);
    const auto get = [&](int number) { return attribute(session.device(), number).value_or(0); };
    std::snprintf(properties->name, sizeof properties->name, "layoutcheck %s",
                  session.device().name.c_str());
    properties->memory = memory_of_device;
    properties->shared_per_block = static_cast<std::size_t>(get(8));
    properties->registers_per_block = get(12);
    properties->warp = get(10);
    properties->threads_per_block = get(1);
    for (int i = 0; i < 3; ++i) {
      properties->block[i] = get(2 + i);
      properties->grid[i] = get(5 + i);
    }
    properties->constant = static_cast<std::size_t>(get(9));
    properties->major = get(75);
    properties->minor = get(76);
    properties->multiprocessors = get(16);
    properties->concurrent_kernels = get(31);
    properties->one_space_of_addresses = get(41);
    properties->registers_per_multiprocessor = get(82);
    properties->managed_memory = get(83);
    properties->most_shared_per_block = static_cast<std::size_t>(get(97));
    return Error::success;
  });
}

LAYOUTCHECK_CUDA_ALIAS(cudaDeviceReset, cudaDeviceSynchronize);

LAYOUTCHECK_CUDA int cudaDriverGetVersion(int* version) {
  return answer(give(version, version_of_cuda));
}

LAYOUTCHECK_CUDA_ALIAS(cudaRuntimeGetVersion, cudaDriverGetVersion);

LAYOUTCHECK_CUDA int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return 0;
}

/// cudaChannelFormatDesc.
struct ChannelFormat {
  int bits[4];
  int kind;
};

/// It answers with a structure, so it cannot be one of those that are not supported.
LAYOUTCHECK_CUDA ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {{x, y, z, w}, kind};
}

// Hints, and limits of what this device does not have.

LAYOUTCHECK_CUDA int cudaDeviceSetLimit(int, std::size_t) {
  return cudaDeviceSynchronize();
}

LAYOUTCHECK_CUDA int cudaDeviceSetCacheConfig(int) {
  return cudaDeviceSynchronize();
}

LAYOUTCHECK_CUDA int cudaSetDeviceFlags(unsigned) {
  return cudaDeviceSynchronize();
}

LAYOUTCHECK_CUDA int cudaGetDeviceFlags(unsigned* flags) {
  return with_device([&](Session&) { return give(flags, 0U); });
}

LAYOUTCHECK_CUDA_ALIAS(cudaProfilerStart, cudaDeviceSynchronize);

LAYOUTCHECK_CUDA_ALIAS(cudaProfilerStop, cudaDeviceSynchronize);
