// Exact integers: copies, values that come from elsewhere, and the check of addresses.
#include "exact.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// Whether the row is of a register that holds a whole address, of 64 bits. Rows of literals, of
/// special registers and of variables hold what they say.
bool holds_whole_address(const Code& code, std::uint32_t row) {
  const auto found = std::ranges::lower_bound(code.registers, row, {}, &RegisterRow::row);
  return found == code.registers.end() || found->row != row || found->bits == ~std::uint64_t{0};
}

}  // namespace

void set_odd(ExactRows& exact, std::uint32_t row, unsigned lane, const ExactRows::Odd& odd) {
  if (exact.odd.empty()) {
    exact.share.take(exact.values.size() * sizeof(ExactRows::Odd));
    exact.odd.resize(exact.values.size());
  }
  exact.odd[std::size_t{row} * warp_size + lane] = odd;
  exact.is_odd[row] |= 1U << lane;
}

void follow_copy(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t from = step.rows[step.results];
  if (const std::int64_t* plain = plain_row(warp, from, lanes)) {
    std::int64_t* values = new_plain_row(warp, step.rows[0], lanes, lanes);
    each(lanes, [&](unsigned lane) { values[lane] = plain[lane]; });
    return;
  }
  one_by_one(lanes, [&](unsigned lane) { copy_exact(warp, step.rows[0], from, lane); });
}

void take_registers(Warp& warp, const Step& step, std::uint32_t lanes) {
  // The sign bit of the register may mean a negative number or a large one; predicates have none.
  const std::uint64_t sign =
      step.result_bytes == 0 ? 0 : std::uint64_t{1} << (8 * step.result_bytes - 1);
  for (std::size_t i = 0; i < step.results; ++i)
    follow_unless(warp, step.rows[i], lanes, sign);
}

void check_exact_address(Warp& warp, const Step& step, std::uint32_t row, std::uint32_t lanes) {
  const std::uint64_t* addresses = warp.row(row);
  if (const std::int64_t* plain = plain_row(warp, row, lanes)) {
    std::uint64_t different = 0;
    each(lanes, [&](unsigned lane) {
      const auto exact = static_cast<std::uint64_t>(plain[lane]);
      different |= (exact ^ addresses[lane]) | exact >> 63;
    });
    if (different == 0) return;
  }
  one_by_one(lanes, [&](unsigned lane) {
    if (!is_known(warp, row, lane)) return;
    const Wide exact = exact_of(warp, row, lane);
    const std::uint64_t bits = warp.row(row)[lane];
    if (exact == static_cast<Wide>(bits)) return;
    // Addresses are numbers modulo 2^64, and compilers make use of it: (n - 1) * 8 may be written
    // (n + 2^61 - 1) << 3. What differs by multiples of 2^64 is the same address.
    if (static_cast<std::uint64_t>(exact) == bits && holds_whole_address(warp.machine->code, row))
      return;
    const std::uint64_t displacement = step.displacement;
    const Wide exact_address = exact + static_cast<Wide>(static_cast<std::int64_t>(displacement));
    if (exact_address == static_cast<Wide>(displaced(step, bits))) return;
    warp.machine->fault(Fault::Kind::wrapped, warp, step, lane, bits + displacement, [&] {
      const Wide difference = static_cast<Wide>(bits) - exact;
      const bool in_memory = exact_address >= 0 && fits<std::uint64_t>(exact_address);
      std::string message =
          "the address is " + warp.machine->memory.describe(bits + displacement) +
          "; in exact integers it is " +
          (in_memory ? warp.machine->memory.describe(static_cast<std::uint64_t>(exact_address))
                     : std::string("outside all memory"));
      if (fits<std::int64_t>(difference)) {
        const auto bytes = static_cast<std::int64_t>(difference);
        message += ", which is " + std::to_string(bytes < 0 ? -bytes : bytes) +
                   (bytes == 1 || bytes == -1 ? " byte " : " bytes ") +
                   (bytes < 0 ? "more" : "less");
      }
      const std::uint32_t origin = origin_of(warp, row, lane);
      if (origin != 0) {
        message +=
            "; the value leaves the range of its type in line " + std::to_string(line_of(origin));
      }
      return message;
    });
  });
}

}  // namespace layoutcheck::gpu::ptx
