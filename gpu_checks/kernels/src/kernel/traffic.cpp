// What accesses cost: bank conflicts in shared memory, sectors of global memory, by PTX line.
#include <layoutcheck/kernels/traffic.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace layoutcheck::gpu {

namespace {

constexpr std::uint64_t bank_bytes = 4;
constexpr std::uint32_t banks = 32;
constexpr std::uint64_t sector_bytes = 32;
/// Bytes that one lane can touch with one instruction, at most.
constexpr std::uint32_t most_access_bytes = 32;

/// The different units of so many bytes that the lanes [first, last) touch.
class Units {
 public:
  Units(const WarpAccess& access, std::uint32_t first, std::uint32_t last, std::uint64_t unit) {
    const std::uint32_t bytes = std::clamp(access.bytes, 1U, most_access_bytes);
    // Nearly always they come as they are to stand.
    bool sorted = true;
    for (std::uint32_t lane = first; lane < last; ++lane) {
      if ((access.lanes >> lane & 1U) == 0) continue;
      const std::uint64_t begin = access.addresses[lane] / unit;
      const std::uint64_t end = (access.addresses[lane] + bytes - 1) / unit;
      // An address at the very end wraps around.
      for (std::uint64_t i = begin; i <= std::max(begin, end); ++i) {
        if (count_ != 0 && units_[count_ - 1] == i) continue;
        sorted = sorted && (count_ == 0 || units_[count_ - 1] < i);
        units_[count_++] = i;
      }
    }
    if (sorted) return;
    std::sort(units_.data(), units_.data() + count_);
    count_ = static_cast<std::size_t>(std::unique(units_.data(), units_.data() + count_) -
                                      units_.data());
  }

  [[nodiscard]] const std::uint64_t* begin() const { return units_.data(); }
  [[nodiscard]] const std::uint64_t* end() const { return units_.data() + count_; }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }

 private:
  // A lane's bytes lie in one more unit than they fill if they begin inside of one.
  std::array<std::uint64_t, 32 * (most_access_bytes / bank_bytes + 1)> units_;
  std::size_t count_ = 0;
};

}  // namespace

Pieces wavefronts(const WarpAccess& access) {
  const std::uint32_t words = std::clamp(access.bytes / 4U, 1U, most_access_bytes / 4U);
  const std::uint32_t lanes = 32 / std::bit_floor(words);
  Pieces pieces;
  for (std::uint32_t first = 0; first < 32; first += lanes) {
    const Units units(access, first, first + lanes, bank_bytes);
    std::array<std::uint32_t, banks> load{};
    for (const std::uint64_t word : units)
      ++load[word % banks];
    pieces.count += *std::max_element(load.begin(), load.end());
    pieces.ideal += (units.count() + banks - 1) / banks;
  }
  return pieces;
}

Pieces sectors(const WarpAccess& access) {
  // Counted in single bytes where accesses are narrower than a word.
  const std::uint64_t unit = access.bytes < 4 ? 1 : 4;
  const Units parts(access, 0, 32, unit);
  const auto asked = static_cast<std::uint32_t>(parts.count() * unit);
  return {Units(access, 0, 32, sector_bytes).count(),
          static_cast<std::uint32_t>((asked + sector_bytes - 1) / sector_bytes)};
}

void Traffic::add(const WarpAccess& access) {
  LineTraffic& line = lines_[{access.line, access.kind, access.space, access.bytes}];
  line.line = access.line;
  line.kind = access.kind;
  line.space = access.space;
  line.bytes = access.bytes;
  ++line.requests;
  line.lanes += static_cast<std::uint64_t>(std::popcount(access.lanes));
  Pieces pieces;
  if (access.space == Space::shared)
    pieces = wavefronts(access);
  else if (access.space == Space::global)
    pieces = sectors(access);
  line.pieces += pieces.count;
  line.ideal += pieces.ideal;
  if (pieces.count - pieces.ideal > line.worst.count - line.worst.ideal || line.worst.count == 0)
    line.worst = pieces;
}

std::vector<LineTraffic> Traffic::lines() const {
  std::vector<LineTraffic> list;
  for (const auto& [key, line] : lines_)
    list.push_back(line);
  return list;
}

}  // namespace layoutcheck::gpu
