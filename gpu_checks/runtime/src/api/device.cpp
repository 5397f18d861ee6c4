// The device: how many there are, what it has, and that what was launched has ended.
#include "../attributes.hpp"
#include "api.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;

/// What cudaDeviceProp has of an attribute: where, in CUDA 12 and 13, or 0 if nowhere.
struct Property {
  int attribute;
  std::size_t in_12;
  std::size_t in_13;
};
constexpr Property integers[] = {
    {12, 304, 304}, {10, 308, 308}, {1, 320, 320},  {2, 324, 324},   {3, 328, 328},  {4, 332, 332},
    {5, 336, 336},  {6, 340, 340},  {7, 344, 344},  {13, 348, 0},    {75, 360, 360}, {76, 364, 364},
    {16, 388, 384}, {31, 576, 560}, {41, 604, 588}, {36, 608, 0},    {37, 612, 592}, {38, 616, 596},
    {39, 624, 604}, {82, 648, 632}, {83, 652, 636}, {106, 712, 688},
};
constexpr Property sizes[] = {{8, 296, 296}, {9, 352, 352}, {81, 640, 624}, {97, 696, 672}};
constexpr std::size_t bytes_in_12 = 1032;
constexpr std::size_t bytes_in_13 = 1008;
constexpr std::size_t place_of_memory = 288;

template <class T>
void put_properties(const Device& device, std::byte* properties, std::span<const Property> all,
                    std::size_t Property::*place) {
  for (const Property& one : all) {
    const auto value = static_cast<T>(attribute(device, one.attribute).value_or(0));
    if (one.*place != 0) std::memcpy(properties + one.*place, &value, sizeof value);
  }
}

/// Begins with the device's name; what is not known is 0.
int give_properties(void* properties, int device, std::size_t bytes, std::size_t Property::*place) {
  return with_device([&](Session& session) {
    if (device != 0) return Error::invalid_device;
    if (properties == nullptr) return Error::invalid_value;
    auto* const at = static_cast<std::byte*>(properties);
    std::memset(at, 0, bytes);
    const std::string name = "layoutcheck " + session.device().name;
    std::memcpy(at, name.c_str(), std::min<std::size_t>(name.size(), 255));
    std::memcpy(at + place_of_memory, &memory_of_device, sizeof memory_of_device);
    put_properties<int>(session.device(), at, integers, place);
    put_properties<std::size_t>(session.device(), at, sizes, place);
    return Error::success;
  });
}

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

LAYOUTCHECK_CUDA int cudaGetDeviceProperties(void* properties, int device) {
  return give_properties(properties, device, bytes_in_13, &Property::in_13);
}

/// By this name, programs of CUDA 12 ask.
LAYOUTCHECK_CUDA int cudaGetDeviceProperties_v2(void* properties, int device) {
  return give_properties(properties, device, bytes_in_12, &Property::in_12);
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
