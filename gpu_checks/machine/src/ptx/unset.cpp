// Registers that nobody set.
#include "unset.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

using Contents = std::vector<std::array<std::uint64_t, warp_size>>;

Contents contents(const Warp& warp, const std::vector<std::uint32_t>& rows, std::size_t count) {
  Contents all(count);
  for (std::size_t i = 0; i < count; ++i)
    std::copy_n(warp.row(rows[i]), warp_size, all[i].begin());
  return all;
}

void restore(const Warp& warp, const std::vector<std::uint32_t>& rows, const Contents& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    std::copy_n(all[i].begin(), warp_size, warp.row(rows[i]));
}

constexpr unsigned most_tried = 5;

/// One of the values that are tried in place of these bits: none, all, the highest one, all but
/// it, and what another operand holds, which finds comparisons.
std::uint64_t tried(unsigned which, std::uint64_t bits, std::uint64_t other) {
  const std::uint64_t highest = std::bit_floor(bits);
  const std::array<std::uint64_t, most_tried> values = {0, bits, highest, bits & ~highest,
                                                        bits & other};
  return values[which % most_tried];
}

}  // namespace

const std::uint64_t* unset_bits(const Warp& warp, std::uint32_t row, UnsetRow& bits) {
  const Unset& unset = warp.registers->unset[row];
  for (unsigned lane = 0; lane < warp_size; ++lane)
    bits[lane] = (unset.lanes >> lane & 1U) != 0 ? unset.bits : 0;
  return bits.data();
}

void tell_unset(Warp& warp, const Step& step, std::uint32_t row, std::uint32_t lanes) {
  Unset& unset = warp.registers->unset[row];
  one_by_one(lanes & unset.lanes, [&](unsigned lane) {
    warp.machine->fault(Fault::Kind::uninitialized, warp, step, lane, 0, [&] {
      const std::vector<RegisterRow>& registers = warp.machine->code.registers;
      const auto origin = std::find_if(registers.begin(), registers.end(),
                                       [&](const RegisterRow& r) { return r.row == unset.origin; });
      return unset.origin == row
                 ? std::string(origin->name) + " is used, and nothing has set it"
                 : "depends on " + std::string(origin->name) + ", and nothing has set it";
    });
  });
  unset.lanes &= ~lanes;
}

void tell_unset(Warp& warp, const Step& step, std::uint32_t lanes) {
  for (std::size_t i = step.results; i + step.deciding < step.rows.size(); ++i)
    tell_unset(warp, step, step.rows[i], lanes);
}

void run_with_unset(Warp& warp, const Step& step, std::uint32_t lanes, Handler run) {
  std::vector<Unset>& unset = warp.registers->unset;
  const std::size_t open = step.rows.size() - step.deciding;
  for (std::size_t i = open; i < step.rows.size(); ++i)
    tell_unset(warp, step, step.rows[i], lanes);

  // Lanes that wait for these have operands, too.
  std::vector<std::uint32_t> varied;
  for (std::size_t i = step.first_read; step.results != 0 && i < open; ++i) {
    const std::uint32_t row = step.rows[i];
    if ((unset[row].lanes & (lanes | warp.at_rendezvous)) != 0 &&
        std::find(varied.begin(), varied.end(), row) == varied.end()) {
      varied.push_back(row);
    }
  }
  const Contents before = contents(warp, step.rows, step.rows.size());
  run(warp, step, lanes);
  const std::uint32_t completed = warp.completed;
  std::vector<std::array<std::uint64_t, warp_size>> changed(step.results);
  if (!varied.empty() && completed != 0) {
    const Contents after = contents(warp, step.rows, step.results);
    warp.machine->trying = true;
    for (unsigned t = 0; t < most_tried; ++t) {
      restore(warp, step.rows, before);
      for (std::size_t v = 0; v < varied.size(); ++v) {
        const std::uint32_t row = varied[v];
        const std::size_t at = static_cast<std::size_t>(
            std::find(step.rows.begin(), step.rows.end(), row) - step.rows.begin());
        const auto other =
            std::find_if(step.rows.begin() + static_cast<std::ptrdiff_t>(step.results),
                         step.rows.end(), [&](std::uint32_t r) { return r != row; });
        one_by_one(unset[row].lanes & completed, [&](unsigned lane) {
          const std::uint64_t beside =
              other == step.rows.end()
                  ? 0
                  : before[static_cast<std::size_t>(other - step.rows.begin())][lane];
          // Each of several in another way: equal ones would hide that they are compared.
          warp.row(row)[lane] = (before[at][lane] & ~unset[row].bits) |
                                tried(t + static_cast<unsigned>(v), unset[row].bits, beside);
        });
      }
      step.run(warp, step, completed);
      for (std::size_t i = 0; i < step.results; ++i)
        one_by_one(completed, [&](unsigned lane) {
          changed[i][lane] |= warp.row(step.rows[i])[lane] ^ after[i][lane];
        });
    }
    warp.machine->trying = false;
    warp.completed = completed;
    restore(warp, step.rows, before);
    restore(warp, step.rows, after);
  }
  const std::uint32_t origin = varied.empty() ? 0 : unset[varied.front()].origin;
  for (std::size_t i = 0; i < step.results; ++i) {
    Unset& result = unset[step.rows[i]];
    result.lanes &= ~completed;
    if (result.lanes == 0) result.bits = 0;
    one_by_one(completed, [&](unsigned lane) {
      if (changed[i][lane] == 0) return;
      result.lanes |= 1U << lane;
      result.origin = origin;
      result.bits |= changed[i][lane];
    });
  }
}

}  // namespace layoutcheck::gpu::ptx
