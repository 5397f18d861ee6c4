// Whether two floating-point numbers are one result, computed twice.
#include "rounding.hpp"

#include "half.hpp"
#include "operations.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace layoutcheck::gpu::ptx {

namespace {

/// How many units in the last place results may be apart: sums of many are, and those of 16 bits,
/// which are rounded sums of wider ones, less.
constexpr unsigned units = 16;
constexpr unsigned units_of_half = 2;

/// Whether two numbers are so many units in the last place apart. They are not where one of them is
/// 0, subnormal, infinite or none, or where the signs differ.
template <class Bits>
bool is_near(Bits a, Bits b, unsigned fraction_bits) {
  constexpr unsigned width = 8 * sizeof(Bits);
  const auto exponent = [&](Bits x) {
    return static_cast<Bits>(static_cast<Bits>(x << 1) >> (fraction_bits + 1));
  };
  const auto most = static_cast<Bits>((Bits{1} << (width - 1 - fraction_bits)) - 1);
  const Bits apart = a < b ? static_cast<Bits>(b - a) : static_cast<Bits>(a - b);
  constexpr Bits most_apart = width > 16 ? units : units_of_half;
  return a == b || (apart <= most_apart && exponent(a) % most != 0 && exponent(b) % most != 0);
}

template <class Bits>
Bits bits_at(const std::byte* place) {
  Bits bits = 0;
  std::memcpy(&bits, place, sizeof bits);
  return bits;
}

bool all_near(const std::byte* there, const std::byte* data, std::uint32_t bytes) {
  const auto are_near = [&]<class Bits>(Bits, unsigned fraction_bits) {
    bool near = bytes % sizeof(Bits) == 0;
    for (std::uint32_t at = 0; near && at < bytes; at += sizeof(Bits))
      near = is_near(bits_at<Bits>(there + at), bits_at<Bits>(data + at), fraction_bits);
    return near;
  };
  return are_near(std::uint32_t{}, 23) || are_near(std::uint64_t{}, 52) ||
         are_near(std::uint16_t{}, 7) || are_near(std::uint16_t{}, 10);
}

/// The unit in the last place of a number with so many bits behind the point; 0 if it is not
/// finite.
double last_place(double x, int fraction_bits) {
  return x > 0 && std::isfinite(x) ? std::ldexp(1, std::ilogb(x) - fraction_bits) : 0;
}

/// For each row the only step that writes it; nullptr if there is none, or more.
std::vector<const Step*> writers_of(const Code& code) {
  std::vector<unsigned> counts(code.rows);
  std::vector<const Step*> writers(code.rows);
  for (const Step& step : code.steps)
    for (std::size_t i = 0; i < step.results; ++i)
      writers[step.rows[i]] = ++counts[step.rows[i]] == 1 ? &step : nullptr;
  return writers;
}

const std::vector<const Step*>& writers_of(Machine& machine) {
  if (machine.writers.empty()) machine.writers = writers_of(machine.code);
  return machine.writers;
}

/// Whether two sums of such addends are as near as rounding errors, and one more, leave them.
bool is_same_sum(double a, double b, double addends, int fraction_bits, double more = 0) {
  return std::abs(a - b) <= units * last_place(addends, fraction_bits) + more;
}

/// The numbers that were added to give a register, as a running error analysis takes them: the sum
/// of their absolute values, in units of which rounding errors are.
class Addends {
 public:
  explicit Addends(const Warp& warp) : warp_(warp), writers_(writers_of(*warp.machine)) {}

  /// Of a lane. Pre: the row holds f32, or f64 if it is `wide`.
  double of(std::uint32_t row, unsigned lane, bool wide = false) {
    return find(row, wide, 0)[lane];
  }
  /// The most of all lanes. Pre: the row holds f32.
  double most(std::uint32_t row) { return std::ranges::max(find(row, false, 0)); }

 private:
  using Sizes = std::array<double, warp_size>;

  static constexpr unsigned most_steps = 100;

  /// Registers still hold what they held when they were read, since each of these is written by
  /// one step; in a loop by an iteration before, which is about as large.
  Sizes find(std::uint32_t row, bool wide, unsigned depth) {
    const auto [place, is_new] = found_.try_emplace(row);
    if (!is_new) return place->second;
    // What is reached again, in a loop, counts by its value.
    const Sizes values = absolute(row, wide);
    place->second = values;
    const Step* step = depth < most_steps ? writers_[row] : nullptr;
    if (step == nullptr) return values;
    Sizes sizes = made_by(*step, wide, values, depth + 1);
    return found_[row] = sizes;
  }

  Sizes made_by(const Step& step, bool wide, const Sizes& values, unsigned depth) {
    const std::string_view opcode = opcode_of(step);
    const std::string_view type = step.instruction->words.back();
    const auto operand = [&](std::size_t i) {
      return find(step.rows[step.results + i], wide, depth);
    };
    const auto size = [&](std::size_t i) { return absolute(step.rows[step.results + i], wide); };
    const auto joined = [](Sizes a, const Sizes& b, auto f) {
      std::ranges::transform(a, b, a.begin(), f);
      return a;
    };
    const auto sum = [&](const Sizes& a, const Sizes& b) { return joined(a, b, std::plus{}); };
    const auto larger = [&](const Sizes& a, const Sizes& b) {
      return joined(a, b, [](double x, double y) { return std::max(x, y); });
    };
    const auto product = [&] {
      return larger(joined(operand(0), size(1), std::multiplies{}),
                    joined(size(0), operand(1), std::multiplies{}));
    };
    if (opcode == "mov" && step.rows.size() == 2) return operand(0);
    if (opcode == "shfl") {
      Sizes all{};
      all.fill(std::ranges::max(operand(0)));
      return all;
    }
    if (type != (wide ? "f64" : "f32")) return values;
    if (opcode == "add" || opcode == "sub") return sum(operand(0), operand(1));
    if (opcode == "mul") return product();
    if (opcode == "fma" || opcode == "mad") return sum(product(), operand(2));
    if (opcode == "neg" || opcode == "abs") return operand(0);
    if (opcode == "min" || opcode == "max" || opcode == "selp")
      return larger(operand(0), operand(1));
    return values;
  }

  [[nodiscard]] Sizes absolute(std::uint32_t row, bool wide) const {
    Sizes sizes{};
    std::transform(warp_.row(row), warp_.row(row) + warp_size, sizes.begin(), [&](auto bits) {
      return std::abs(wide ? std::bit_cast<double>(bits)
                           : std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    });
    return sizes;
  }

  const Warp& warp_;
  const std::vector<const Step*>& writers_;
  std::map<std::uint32_t, Sizes> found_;
};

/// Whether the f32 that stmatrix stores are those that are there but for the rounding of sums: they
/// come of other lanes than the address does.
bool are_same_in_matrix(const Warp& warp, std::span<const std::uint32_t> rows,
                        const std::byte* there, const std::byte* data, std::uint32_t bytes) {
  Addends addends(warp);
  double most = 0;
  for (const std::uint32_t row : rows)
    most = std::max(most, addends.most(row));
  for (std::uint32_t at = 0; at < bytes; at += sizeof(float))
    if (!is_same_sum(bits_at<float>(there + at), bits_at<float>(data + at), most, 23)) return false;
  return true;
}

/// Whether the number in the row is that which is there but for the rounding of sums.
bool is_same_in_row(const Warp& warp, std::uint32_t row, unsigned lane, const std::byte* there,
                    const std::byte* data, std::uint32_t bytes) {
  Addends addends(warp);
  if (bytes == sizeof(double)) {
    return is_same_sum(bits_at<double>(there), bits_at<double>(data), addends.of(row, lane, true),
                       52);
  }
  if (bytes == sizeof(float))
    return is_same_sum(bits_at<float>(there), bits_at<float>(data), addends.of(row, lane), 23);
  // f32, converted to 16 bits.
  const Step* step = writers_of(*warp.machine)[row];
  if (bytes != 2 || step == nullptr || opcode_of(*step) != "cvt" || step->rows.size() != 2 ||
      step->instruction->words.back() != "f32") {
    return false;
  }
  const auto is_same_half = [&]<class Format>(Format) {
    const double a = number_of<Format>(bits_at<std::uint16_t>(there));
    const double b = number_of<Format>(bits_at<std::uint16_t>(data));
    const double larger = std::max(std::abs(a), std::abs(b));
    return is_same_sum(a, b, addends.of(step->rows[1], lane), 23,
                       units_of_half * last_place(larger, Format::fraction));
  };
  const std::string_view type = step->instruction->words[step->instruction->words.size() - 2];
  return type == "bf16" ? is_same_half(BFloat{}) : type == "f16" && is_same_half(Half{});
}

}  // namespace

bool repeats(const Warp& warp, const Step& step, unsigned lane, const std::byte* there,
             const std::byte* data, std::uint32_t bytes) {
  const std::vector<bool>& floats = warp.machine->code.floats;
  // What is stored need not be in registers, as by a bulk copy.
  const std::size_t others = std::min(step.results + step.deciding, step.rows.size());
  const auto stored = std::span(step.rows).subspan(std::min(step.results, step.rows.size()),
                                                   step.rows.size() - others);
  if (!std::ranges::all_of(stored, [&](std::uint32_t row) { return floats[row]; })) return false;
  if (all_near(there, data, bytes)) return true;
  if (stored.empty()) return false;
  if (opcode_of(step) == "stmatrix") return are_same_in_matrix(warp, stored, there, data, bytes);
  const auto each = bytes / static_cast<std::uint32_t>(stored.size());
  for (const std::uint32_t row : stored) {
    if (!all_near(there, data, each) && !is_same_in_row(warp, row, lane, there, data, each))
      return false;
    there += each;
    data += each;
  }
  return true;
}

}  // namespace layoutcheck::gpu::ptx
