// Memory of the driver: allocations, copies, fills.
#include "../transfers.hpp"
#include "api.hpp"

#include <array>
#include <bit>

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;
using driver::with_context;

/// CUdeviceptr.
using Address = std::uint64_t;

void* pointer_to(Address address) {
  return reinterpret_cast<void*>(address);
}

int allocate_at(const char* call, Address* address, std::size_t bytes) {
  return with_context([&](Session& session) {
    if (address == nullptr || bytes == 0) return Error::invalid_value;
    void* pointer = nullptr;
    const Error error = allocate(session, call, bytes, pointer);
    *address = number(pointer);
    return error;
  });
}

int release(const char* call, Address address) {
  return with_context([&](Session& session) { return session.free(address, call); });
}

int share_at(const char* call, void** pointer, std::size_t bytes) {
  return with_context([&](Session& session) {
    if (pointer == nullptr || bytes == 0) return Error::invalid_value;
    return session.share(bytes, call, *pointer);
  });
}

int copy_as(const char* call, void* to, const void* from, std::size_t bytes, Direction direction) {
  return with_context(
      [&](Session& session) { return copy(session, call, to, from, bytes, direction); });
}

template <class T>
int fill_with(const char* call, Address address, T value, std::size_t count) {
  return with_context([&](Session& session) {
    if (address % sizeof(T) != 0 || count > SIZE_MAX / sizeof(T)) return Error::invalid_value;
    const auto pattern = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    return fill(session, call, pointer_to(address), pattern, count * sizeof(T));
  });
}

}  // namespace

LAYOUTCHECK_CUDA int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  return allocate_at("cuMemAlloc", address, bytes);
}

LAYOUTCHECK_CUDA int cuMemFree_v2(Address address) {
  return release("cuMemFree", address);
}

// Streams are in order, and what is put into one is done at once.

LAYOUTCHECK_CUDA int cuMemAllocAsync(Address* address, std::size_t bytes, void*) {
  return allocate_at("cuMemAllocAsync", address, bytes);
}

LAYOUTCHECK_CUDA int cuMemFreeAsync(Address address, void*) {
  return release("cuMemFreeAsync", address);
}

LAYOUTCHECK_CUDA int cuMemAllocManaged(Address* address, std::size_t bytes, unsigned) {
  void* pointer = nullptr;
  if (address == nullptr) return static_cast<int>(Error::invalid_value);
  const int result = share_at("cuMemAllocManaged", &pointer, bytes);
  *address = number(pointer);
  return result;
}

LAYOUTCHECK_CUDA int cuMemAllocHost_v2(void** pointer, std::size_t bytes) {
  return share_at("cuMemAllocHost", pointer, bytes);
}

LAYOUTCHECK_CUDA int cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return share_at("cuMemHostAlloc", pointer, bytes);
}

LAYOUTCHECK_CUDA int cuMemFreeHost(void* pointer) {
  return release("cuMemFreeHost", number(pointer));
}

LAYOUTCHECK_CUDA int cuMemHostGetDevicePointer_v2(Address* address, void* host, unsigned) {
  return with_context([&](Session& session) {
    if (!session.find(number(host), 1)) return Error::invalid_value;
    return give(address, number(host));
  });
}

LAYOUTCHECK_CUDA int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return with_context([&](Session& session) { return give_memory(session, free, total); });
}

LAYOUTCHECK_CUDA int cuMemGetAddressRange_v2(Address* base, std::size_t* bytes, Address address) {
  return with_context([&](Session& session) {
    const auto place = session.find(address, 1);
    if (!place) return Error::invalid_symbol;
    if (base != nullptr) *base = place->address;
    if (bytes != nullptr) *bytes = place->bytes;
    return Error::success;
  });
}

LAYOUTCHECK_CUDA int cuPointerGetAttribute(void* value, int attribute, Address address) {
  constexpr int type = 2;
  constexpr int device_pointer = 3;
  constexpr int device = 9;
  constexpr int range_start = 11;
  constexpr int range_bytes = 12;
  constexpr int of_host = 1;
  constexpr int of_device = 2;
  return with_context([&](Session& session) {
    const auto place = session.find(address, 1);
    if (!place) return Error::invalid_value;
    switch (attribute) {
      case type:
        return give(static_cast<int*>(value), place->is_shared ? of_host : of_device);
      case device_pointer:
        return give(static_cast<Address*>(value), address);
      case device:
        return give(static_cast<int*>(value), 0);
      case range_start:
        return give(static_cast<Address*>(value), place->address);
      case range_bytes:
        return give(static_cast<std::size_t*>(value), place->bytes);
      default:
        return session.unsupported("cuPointerGetAttribute",
                                   "attribute " + std::to_string(attribute) + " is not known");
    }
  });
}

LAYOUTCHECK_CUDA int cuMemcpy(Address to, Address from, std::size_t bytes) {
  return copy_as("cuMemcpy", pointer_to(to), pointer_to(from), bytes, Direction::by_addresses);
}

LAYOUTCHECK_CUDA int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return copy_as("cuMemcpyHtoD", pointer_to(to), from, bytes, Direction::host_to_device);
}

LAYOUTCHECK_CUDA int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return copy_as("cuMemcpyDtoH", to, pointer_to(from), bytes, Direction::device_to_host);
}

LAYOUTCHECK_CUDA int cuMemcpyDtoD_v2(Address to, Address from, std::size_t bytes) {
  return copy_as("cuMemcpyDtoD", pointer_to(to), pointer_to(from), bytes,
                 Direction::device_to_device);
}

LAYOUTCHECK_CUDA int cuMemcpyAsync(Address to, Address from, std::size_t bytes, void*) {
  return cuMemcpy(to, from, bytes);
}

LAYOUTCHECK_CUDA int cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, void*) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}

LAYOUTCHECK_CUDA int cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, void*) {
  return cuMemcpyDtoH_v2(to, from, bytes);
}

LAYOUTCHECK_CUDA int cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, void*) {
  return cuMemcpyDtoD_v2(to, from, bytes);
}

LAYOUTCHECK_CUDA int cuMemsetD8_v2(Address at, unsigned char value, std::size_t count) {
  return fill_with("cuMemsetD8", at, value, count);
}

LAYOUTCHECK_CUDA int cuMemsetD16_v2(Address at, unsigned short value, std::size_t count) {
  return fill_with("cuMemsetD16", at, value, count);
}

LAYOUTCHECK_CUDA int cuMemsetD32_v2(Address at, unsigned value, std::size_t count) {
  return fill_with("cuMemsetD32", at, value, count);
}

LAYOUTCHECK_CUDA int cuMemsetD8Async(Address at, unsigned char value, std::size_t count, void*) {
  return cuMemsetD8_v2(at, value, count);
}

LAYOUTCHECK_CUDA int cuMemsetD16Async(Address at, unsigned short value, std::size_t count, void*) {
  return cuMemsetD16_v2(at, value, count);
}

LAYOUTCHECK_CUDA int cuMemsetD32Async(Address at, unsigned value, std::size_t count, void*) {
  return cuMemsetD32_v2(at, value, count);
}

// Hints.

LAYOUTCHECK_CUDA int cuMemAdvise(Address, std::size_t, int, int) {
  return with_context([](Session&) { return Error::success; });
}

LAYOUTCHECK_CUDA int cuMemPrefetchAsync(Address, std::size_t, int, void*) {
  return with_context([](Session&) { return Error::success; });
}

namespace {

struct Location {
  int kind;
  int id;
};

}  // namespace

LAYOUTCHECK_CUDA int cuMemAdvise_v2(Address, std::size_t, int, Location) {
  return cuMemAdvise(0, 0, 0, 0);
}

LAYOUTCHECK_CUDA int cuMemPrefetchAsync_v2(Address, std::size_t, Location, unsigned, void*) {
  return cuMemAdvise(0, 0, 0, 0);
}
