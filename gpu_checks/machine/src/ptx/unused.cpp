// Races with reads whose values are not used.
#include "unused.hpp"

#include "operations.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// The stores into which arithmetic makes the results of the step; nothing if they decide more.
std::optional<std::vector<const Step*>> stores_of(const Code& code, const Step& load) {
  if (opcode_of(load) != "ld" && opcode_of(load) != "ldu") return std::nullopt;
  std::vector<bool> depends(code.rows);
  for (std::size_t i = 0; i < load.results; ++i)
    depends[load.rows[i]] = true;
  std::vector<const Step*> stores;
  for (bool changed = true; changed;) {
    changed = false;
    stores.clear();
    for (const Step& step : code.steps) {
      const bool guarded = step.guard >= 0 && depends[static_cast<std::size_t>(step.guard)];
      const auto reads = [&](std::uint32_t row) { return depends[row]; };
      const auto operands = step.rows.begin() + static_cast<std::ptrdiff_t>(step.first_read);
      if (!guarded && std::none_of(operands, step.rows.end(), reads)) continue;
      if (only_computes(step) && !is_of_warp(step)) {
        for (std::size_t i = 0; i < step.results; ++i) {
          changed = changed || !depends[step.rows[i]];
          depends[step.rows[i]] = true;
        }
      } else if (opcode_of(step) == "st" && !guarded && !depends[step.rows.back()]) {
        stores.push_back(&step);
      } else {
        return std::nullopt;
      }
    }
  }
  return stores;
}

}  // namespace

bool waits_for_use(Warp& warp, const Step& load, unsigned lane, const WaitingRace& race) {
  const auto [place, is_new] = warp.machine->stores_of.try_emplace(&load);
  if (is_new) place->second = stores_of(warp.machine->code, load);
  // What nothing uses at all, people have written to see a race.
  if (!place->second || place->second->empty()) return false;
  warp.waiting.try_emplace({&load, lane}, race);
  return true;
}

void tell_waiting(Warp& warp, const Step& store, std::uint32_t lanes) {
  std::erase_if(warp.waiting, [&](const auto& entry) {
    const auto& [load, lane] = entry.first;
    const std::vector<const Step*>& stores = *warp.machine->stores_of.at(load);
    if ((lanes >> lane & 1U) == 0 || std::ranges::find(stores, &store) == stores.end())
      return false;
    warp.machine->fault(Fault::Kind::race, warp, *load, lane, entry.second.address,
                        entry.second.message);
    return true;
  });
}

}  // namespace layoutcheck::gpu::ptx
