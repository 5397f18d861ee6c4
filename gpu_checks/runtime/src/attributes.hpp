// What the device says to have.
#pragma once

#include <layoutcheck/kernels/device.hpp>

#include <cstddef>
#include <optional>

namespace layoutcheck::gpu::runtime {

/// More may be allocated, for memory that nobody touches costs nothing.
inline constexpr std::size_t memory_of_device = std::size_t{80} << 30;

/// The version of CUDA that it knows, as CUDA writes it.
inline constexpr int version_of_cuda = 13000;

/// What a multiprocessor holds at a time: threads, blocks, bytes of shared memory.
struct MostResident {
  int threads = 0;
  int blocks = 0;
  int shared = 0;
};
MostResident most_resident(const Device& device);

/// The shared memory that the system keeps of each block, from compute capability 8.0 on.
inline constexpr int kept_of_shared = 1024;

/// What a thread of each kernel is said to take, as nobody has asked ptxas: as many as every launch
/// may have.
inline constexpr int registers_of_thread = 64;
inline constexpr int registers_of_multiprocessor = 65536;

/// The attributes that programs size their launches by, with their numbers in cudaDeviceAttr and
/// CUdevice_attribute. Nothing for others: a number that is made up would lead a program elsewhere.
std::optional<int> attribute(const Device& device, int number);

}  // namespace layoutcheck::gpu::runtime
