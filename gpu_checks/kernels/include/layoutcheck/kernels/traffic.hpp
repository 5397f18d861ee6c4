// The cost of accesses by PTX line: bank conflicts in shared memory, sectors of global memory.
#pragma once

#include <layoutcheck/machine/launch.hpp>

#include <map>
#include <tuple>
#include <vector>

namespace layoutcheck::gpu {

/// The number of pieces in which a warp's request is served, and the minimum for its bytes.
struct Pieces {
  std::uint32_t count = 0;
  std::uint32_t ideal = 0;

  friend bool operator==(const Pieces&, const Pieces&) = default;
};

/// Wavefronts of a request to shared memory, with 32 banks of 4 bytes: lanes that need different
/// words of one bank are serialized. Accesses of 8 or 16 bytes are served by half or quarter warps.
Pieces wavefronts(const WarpAccess& access);

/// Sectors of 32 bytes that a request to global memory touches.
Pieces sectors(const WarpAccess& access);

/// The accesses of one PTX line.
struct LineTraffic {
  std::uint32_t line = 0;
  Space space = Space::global;
  WarpAccess::Kind kind = WarpAccess::Kind::read;
  /// Bytes per lane.
  std::uint32_t bytes = 0;
  std::uint64_t requests = 0;
  std::uint64_t lanes = 0;
  /// Wavefronts for shared memory, sectors for global; 0 for other spaces.
  std::uint64_t pieces = 0;
  std::uint64_t ideal = 0;
  /// The request with the most pieces beyond the ideal.
  Pieces worst;
};

class Traffic {
 public:
  void add(const WarpAccess& access);

  /// By line, then kind.
  [[nodiscard]] std::vector<LineTraffic> lines() const;

 private:
  std::map<std::tuple<std::uint32_t, WarpAccess::Kind, Space, std::uint32_t>, LineTraffic> lines_;
};

}  // namespace layoutcheck::gpu
