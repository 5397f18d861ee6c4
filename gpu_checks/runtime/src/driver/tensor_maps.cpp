// Tensor maps of the driver (CUDA Driver API, Tensor Map Object Management).
#include "../transfers.hpp"
#include "api.hpp"
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace {

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::runtime;
using driver::with_context;

/// The numbers of a mode, if it is one of so many.
template <class Mode>
bool put_mode(Mode& mode, int number, int count) {
  mode = static_cast<Mode>(number);
  return number >= 0 && number < count;
}

/// Writes it, or tells why not.
Error put_map(Session& session, const char* call, void* place, const TensorMap& map) {
  const std::string refusal = place == nullptr || number(place) % TensorMap::alignment != 0
                                  ? "the address of a tensor map is a multiple of 64"
                                  : refusal_of(map);
  if (!refusal.empty()) return session.failed(call, Error::invalid_value, refusal);
  const auto bytes = encoded(map);
  std::memcpy(place, bytes.data(), bytes.size());
  return Error::success;
}

/// What both kinds of maps have.
struct Encoded {
  void* place;
  int type;
  std::uint32_t rank;
  void* address;
  const std::uint64_t* extents;
  const std::uint64_t* strides;
  const std::uint32_t* steps;
  int interleave;
  int swizzle;
  int promotion;
  int fill;
};

/// Writes the map of these and of what `add` puts into it.
template <class Add>
Error encode(Session& session, const char* call, const Encoded& of, Add add) {
  const auto wrong = [&](const std::string& why) {
    return session.failed(call, Error::invalid_value, why);
  };
  TensorMap map;
  if (of.rank == 0 || of.rank > TensorMap::most_rank)
    return wrong("its rank is " + std::to_string(of.rank) + ", not from 1 to 5");
  if (of.extents == nullptr || of.steps == nullptr || (of.rank > 1 && of.strides == nullptr))
    return wrong("a pointer is null");
  const auto its_type = type_of_driver_number(of.type);
  if (!its_type) return wrong("there is no element type " + std::to_string(of.type));
  map.type = *its_type;
  map.rank = static_cast<std::uint8_t>(of.rank);
  map.address = number(of.address);
  for (std::size_t i = 0; i < of.rank; ++i) {
    map.extents[i] = of.extents[i];
    map.steps[i] = at_most<std::uint8_t>(of.steps[i]);
    if (i > 0) map.strides[i - 1] = of.strides[i - 1];
  }
  if (const std::string why = add(map); !why.empty()) return wrong(why);
  if (!put_mode(map.interleave, of.interleave, 3) || !put_swizzle(map, of.swizzle) ||
      !put_mode(map.promotion, of.promotion, 4) || !put_mode(map.fill, of.fill, 2)) {
    return wrong("a mode has a number that is none");
  }
  if (map.interleave != TensorMap::Interleave::none)
    return session.unsupported(call, "interleaved layouts");
  return put_map(session, call, of.place, map);
}

}  // namespace

LAYOUTCHECK_CUDA int cuTensorMapEncodeTiled(void* place, int type, std::uint32_t rank,
                                            void* address, const std::uint64_t* extents,
                                            const std::uint64_t* strides, const std::uint32_t* box,
                                            const std::uint32_t* steps, int interleave, int swizzle,
                                            int promotion, int fill) {
  return with_context([&](Session& session) -> Error {
    const Encoded of = {place, type,       rank,    address,   extents, strides,
                        steps, interleave, swizzle, promotion, fill};
    return encode(session, "cuTensorMapEncodeTiled", of, [&](TensorMap& map) -> std::string {
      if (box == nullptr) return "a pointer is null";
      for (std::size_t i = 0; i < rank; ++i)
        map.box[i] = at_most<std::uint16_t>(box[i]);
      return "";
    });
  });
}

// The corners are in the order of the other lists, W before H and D, as CUTLASS gives them.
LAYOUTCHECK_CUDA int cuTensorMapEncodeIm2col(void* place, int type, std::uint32_t rank,
                                             void* address, const std::uint64_t* extents,
                                             const std::uint64_t* strides, const int* lower,
                                             const int* upper, std::uint32_t channels,
                                             std::uint32_t pixels, const std::uint32_t* steps,
                                             int interleave, int swizzle, int promotion, int fill) {
  return with_context([&](Session& session) -> Error {
    const Encoded of = {place, type,       rank,    address,   extents, strides,
                        steps, interleave, swizzle, promotion, fill};
    return encode(session, "cuTensorMapEncodeIm2col", of, [&](TensorMap& map) -> std::string {
      if (lower == nullptr || upper == nullptr) return "a pointer is null";
      if (pixels == 0) return "a tile has 0 pixels, not from 1 to 1024";
      map.box[0] = at_most<std::uint16_t>(channels);
      map.pixels = at_most<std::uint16_t>(pixels);
      const auto corner = [](int n) {
        using Limits = std::numeric_limits<std::int16_t>;
        return static_cast<std::int16_t>(std::clamp<int>(n, Limits::min(), Limits::max()));
      };
      for (std::size_t i = 0; i + 2 < rank; ++i) {
        if (corner(lower[i]) != lower[i] || corner(upper[i]) != upper[i])
          return "a corner of dimension " + std::to_string(i + 1) + " does not fit in 16 bits";
        map.lower[i] = corner(lower[i]);
        map.upper[i] = corner(upper[i]);
      }
      return "";
    });
  });
}

LAYOUTCHECK_CUDA int cuTensorMapReplaceAddress(void* place, void* address) {
  return with_context([&](Session& session) -> Error {
    constexpr const char* call = "cuTensorMapReplaceAddress";
    if (place == nullptr) return session.failed(call, Error::invalid_value, "a pointer is null");
    std::array<std::byte, TensorMap::size> bytes{};
    std::memcpy(bytes.data(), place, bytes.size());
    std::optional<TensorMap> map = decoded_tensor_map(bytes);
    if (!map) return session.failed(call, Error::invalid_value, "the bytes are no tensor map");
    map->address = number(address);
    return put_map(session, call, place, *map);
  });
}
