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

void put_unset(Warp& warp, std::uint32_t row, std::uint32_t lanes, UnsetRow bits,
               std::uint32_t origin) {
  UnsetRow before{};
  unset_bits(warp, row, before);
  Registers& registers = *warp.registers;
  Unset& unset = registers.unset[row];
  unset.lanes &= ~lanes;
  if (std::ranges::any_of(bits, [](std::uint64_t of_lane) { return of_lane != 0; }))
    unset.origin = origin;
  one_by_one(unset.lanes, [&](unsigned lane) { bits[lane] = before[lane]; });
  std::uint64_t first = 0;
  bool differ = false;
  one_by_one(unset.lanes | lanes, [&](unsigned lane) {
    if (bits[lane] == 0) return;
    unset.lanes |= 1U << lane;
    differ |= first != 0 && bits[lane] != first;
    first = bits[lane];
  });
  if (unset.lanes == 0) return;
  unset.bits = first;
  if (differ)
    registers.unset_by_lane[row] = bits;
  else
    registers.unset_by_lane.erase(row);
}

const std::uint64_t* unset_bits(const Warp& warp, std::uint32_t row, UnsetRow& bits) {
  const Unset& unset = warp.registers->unset[row];
  const auto by_lane = warp.registers->unset_by_lane.find(row);
  const bool differ = by_lane != warp.registers->unset_by_lane.end();
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const std::uint64_t own = differ ? by_lane->second[lane] : unset.bits;
    bits[lane] = (unset.lanes >> lane & 1U) != 0 ? own : 0;
  }
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
  std::vector<UnsetRow> varied_bits;
  for (std::size_t i = step.first_read; step.results != 0 && i < open; ++i) {
    const std::uint32_t row = step.rows[i];
    if ((unset[row].lanes & (lanes | warp.at_rendezvous)) != 0 &&
        std::find(varied.begin(), varied.end(), row) == varied.end()) {
      varied.push_back(row);
      unset_bits(warp, row, varied_bits.emplace_back());
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
          const std::uint64_t bits = varied_bits[v][lane];
          warp.row(row)[lane] =
              (before[at][lane] & ~bits) | tried(t + static_cast<unsigned>(v), bits, beside);
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
  for (std::size_t i = 0; i < step.results; ++i)
    put_unset(warp, step.rows[i], completed, changed[i], origin);
}

}  // namespace layoutcheck::gpu::ptx
