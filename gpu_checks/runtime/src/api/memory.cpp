// Memory: allocations, copies, variables.
#include "../attributes.hpp"
#include "../transfers.hpp"
#include "api.hpp"

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;

Error copy_as(Session& session, const char* call, void* to, const void* from, std::uint64_t bytes,
              int kind) {
  if (bytes != 0 && (kind < 0 || kind > static_cast<int>(Direction::by_addresses)))
    return Error::invalid_memcpy_direction;
  return copy(session, call, to, from, bytes, static_cast<Direction>(kind));
}

Error fill_bytes(Session& session, const char* call, void* at, int value, std::uint64_t bytes) {
  const auto byte = static_cast<std::byte>(value);
  return fill(session, call, at, {&byte, 1}, bytes);
}

int allocate_at(const char* call, void** pointer, std::size_t bytes, const void* stream = nullptr) {
  return with_stream(call, stream, [&](Session& session) {
    return pointer == nullptr ? Error::invalid_value : allocate(session, call, bytes, *pointer);
  });
}

int share(const char* call, void** pointer, std::size_t bytes) {
  return with_device([&](Session& session) {
    if (pointer == nullptr || bytes == 0) return Error::invalid_value;
    return session.share(bytes, call, *pointer);
  });
}

int release(const char* call, void* pointer, const void* stream = nullptr) {
  return with_stream(call, stream,
                     [&](Session& session) { return session.free(number(pointer), call); });
}

int copy_rows(const char* call, void* to, std::size_t to_pitch, const void* from,
              std::size_t from_pitch, std::size_t width, std::size_t height, int kind,
              const void* stream = nullptr) {
  return with_stream(call, stream, [&](Session& session) {
    if (width > to_pitch || width > from_pitch) return Error::invalid_pitch;
    for (std::size_t row = 0; row < height; ++row) {
      const Error error =
          copy_as(session, call, static_cast<std::byte*>(to) + row * to_pitch,
                  static_cast<const std::byte*>(from) + row * from_pitch, width, kind);
      if (error != Error::success) return error;
    }
    return Error::success;
  });
}

int fill_rows(const char* call, void* at, std::size_t pitch, int value, std::size_t width,
              std::size_t height, const void* stream = nullptr) {
  return with_stream(call, stream, [&](Session& session) {
    if (width > pitch) return Error::invalid_pitch;
    for (std::size_t row = 0; row < height; ++row) {
      const Error error =
          fill_bytes(session, call, static_cast<std::byte*>(at) + row * pitch, value, width);
      if (error != Error::success) return error;
    }
    return Error::success;
  });
}

int copy_variable(const char* call, const void* symbol, std::size_t offset, std::size_t bytes,
                  void* host, const void* source, int kind, const void* stream = nullptr) {
  return with_stream(call, stream, [&](Session& session) {
    Error error = Error::success;
    const auto place = session.variable(symbol, error);
    if (!place) return error;
    if (offset > place->bytes || bytes > place->bytes - offset) {
      return session.failed(call, Error::invalid_value,
                            std::to_string(bytes) + " bytes at " + std::to_string(offset) +
                                " of a variable of " + std::to_string(place->bytes));
    }
    void* at = reinterpret_cast<void*>(place->address + offset);
    return host == nullptr ? copy_as(session, call, at, source, bytes, kind)
                           : copy_as(session, call, host, at, bytes, kind);
  });
}

}  // namespace

LAYOUTCHECK_CUDA int cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate_at("cudaMalloc", pointer, bytes);
}

// Streams are in order, and what is put into one is done at once.

LAYOUTCHECK_CUDA int cudaMallocAsync(void** pointer, std::size_t bytes, void* stream) {
  return allocate_at("cudaMallocAsync", pointer, bytes, stream);
}

LAYOUTCHECK_CUDA int cudaFreeAsync(void* pointer, void* stream) {
  return release("cudaFreeAsync", pointer, stream);
}

LAYOUTCHECK_CUDA int cudaFree(void* pointer) {
  return release("cudaFree", pointer);
}

/// Rows begin at multiples of 512 bytes, as they do on the devices that there are.
LAYOUTCHECK_CUDA int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                     std::size_t height) {
  constexpr std::size_t alignment = 512;
  if (pitch == nullptr) return answer(Error::invalid_value);
  if (width > memory_of_device || (height != 0 && width > memory_of_device / height))
    return answer(Error::memory_allocation);
  *pitch = (width + alignment - 1) / alignment * alignment;
  return allocate_at("cudaMallocPitch", pointer, *pitch * height);
}

LAYOUTCHECK_CUDA int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return share("cudaMallocManaged", pointer, bytes);
}

LAYOUTCHECK_CUDA int cudaMallocHost(void** pointer, std::size_t bytes) {
  return share("cudaMallocHost", pointer, bytes);
}

LAYOUTCHECK_CUDA int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return share("cudaHostAlloc", pointer, bytes);
}

LAYOUTCHECK_CUDA int cudaFreeHost(void* pointer) {
  return release("cudaFreeHost", pointer);
}

LAYOUTCHECK_CUDA int cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return with_device([&](Session& session) {
    if (!session.find(number(host), 1)) return Error::invalid_value;
    return give(device, host);
  });
}

LAYOUTCHECK_CUDA int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return with_device(
      [&](Session& session) { return copy_as(session, "cudaMemcpy", to, from, bytes, kind); });
}

LAYOUTCHECK_CUDA int cudaMemset(void* at, int value, std::size_t bytes) {
  return with_device(
      [&](Session& session) { return fill_bytes(session, "cudaMemset", at, value, bytes); });
}

LAYOUTCHECK_CUDA int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind,
                                     void* stream) {
  constexpr auto call = "cudaMemcpyAsync";
  return with_stream(call, stream, [&](Session& session) {
    return copy_as(session, call, to, from, bytes, kind);
  });
}

LAYOUTCHECK_CUDA int cudaMemsetAsync(void* at, int value, std::size_t bytes, void* stream) {
  constexpr auto call = "cudaMemsetAsync";
  return with_stream(call, stream,
                     [&](Session& session) { return fill_bytes(session, call, at, value, bytes); });
}

LAYOUTCHECK_CUDA int cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                  std::size_t from_pitch, std::size_t width, std::size_t height,
                                  int kind) {
  return copy_rows("cudaMemcpy2D", to, to_pitch, from, from_pitch, width, height, kind);
}

LAYOUTCHECK_CUDA int cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                       std::size_t from_pitch, std::size_t width,
                                       std::size_t height, int kind, void* stream) {
  return copy_rows("cudaMemcpy2DAsync", to, to_pitch, from, from_pitch, width, height, kind,
                   stream);
}

LAYOUTCHECK_CUDA int cudaMemset2D(void* at, std::size_t pitch, int value, std::size_t width,
                                  std::size_t height) {
  return fill_rows("cudaMemset2D", at, pitch, value, width, height);
}

LAYOUTCHECK_CUDA int cudaMemset2DAsync(void* at, std::size_t pitch, int value, std::size_t width,
                                       std::size_t height, void* stream) {
  return fill_rows("cudaMemset2DAsync", at, pitch, value, width, height, stream);
}

LAYOUTCHECK_CUDA int cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                        std::size_t offset, int kind) {
  return copy_variable("cudaMemcpyToSymbol", symbol, offset, bytes, nullptr, from, kind);
}

LAYOUTCHECK_CUDA int cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                          std::size_t offset, int kind) {
  return copy_variable("cudaMemcpyFromSymbol", symbol, offset, bytes, to, nullptr, kind);
}

LAYOUTCHECK_CUDA int cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                             std::size_t bytes, std::size_t offset, int kind,
                                             void* stream) {
  return copy_variable("cudaMemcpyToSymbolAsync", symbol, offset, bytes, nullptr, from, kind,
                       stream);
}

LAYOUTCHECK_CUDA int cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                               std::size_t offset, int kind, void* stream) {
  return copy_variable("cudaMemcpyFromSymbolAsync", symbol, offset, bytes, to, nullptr, kind,
                       stream);
}

LAYOUTCHECK_CUDA int cudaGetSymbolAddress(void** address, const void* symbol) {
  return with_device([&](Session& session) {
    Error error = Error::success;
    const auto place = session.variable(symbol, error);
    if (!place) return error;
    return give(address, reinterpret_cast<void*>(place->address));
  });
}

LAYOUTCHECK_CUDA int cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return with_device([&](Session& session) {
    Error error = Error::success;
    const auto place = session.variable(symbol, error);
    if (!place) return error;
    return give(bytes, place->bytes);
  });
}

LAYOUTCHECK_CUDA int cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return with_device([&](Session& session) { return give_memory(session, free, total); });
}

namespace {

/// cudaPointerAttributes, without what CUDA keeps for later.
struct PointerAttributes {
  int kind;
  int device;
  void* on_device;
  void* on_host;
};

}  // namespace

/// Memory that the host shares is told of as managed, however it was allocated.
LAYOUTCHECK_CUDA int cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  constexpr int unregistered = 0;
  constexpr int device = 2;
  constexpr int managed = 3;
  return with_device([&](Session& session) {
    if (attributes == nullptr) return Error::invalid_value;
    const auto place = session.find(number(pointer), 1);
    void* address = const_cast<void*>(pointer);
    if (!place)
      *attributes = {unregistered, -2, nullptr, address};
    else if (place->is_shared)
      *attributes = {managed, 0, address, address};
    else
      *attributes = {device, 0, address, nullptr};
    return Error::success;
  });
}

// The same where the stream that is none is one of the thread's own.

LAYOUTCHECK_CUDA_ALIAS(cudaMallocAsync_ptsz, cudaMallocAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaFreeAsync_ptsz, cudaFreeAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpy_ptds, cudaMemcpy);
LAYOUTCHECK_CUDA_ALIAS(cudaMemset_ptds, cudaMemset);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpyAsync_ptsz, cudaMemcpyAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaMemsetAsync_ptsz, cudaMemsetAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpy2D_ptds, cudaMemcpy2D);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpy2DAsync_ptsz, cudaMemcpy2DAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaMemset2D_ptds, cudaMemset2D);
LAYOUTCHECK_CUDA_ALIAS(cudaMemset2DAsync_ptsz, cudaMemset2DAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpyToSymbol_ptds, cudaMemcpyToSymbol);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpyFromSymbol_ptds, cudaMemcpyFromSymbol);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpyToSymbolAsync_ptsz, cudaMemcpyToSymbolAsync);
LAYOUTCHECK_CUDA_ALIAS(cudaMemcpyFromSymbolAsync_ptsz, cudaMemcpyFromSymbolAsync);
