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

/// The attributes that programs size their launches by, with their numbers in cudaDeviceAttr and
/// CUdevice_attribute. Nothing for others: a number that is made up would lead a program elsewhere.
std::optional<int> attribute(const Device& device, int number);

}  // namespace layoutcheck::gpu::runtime
