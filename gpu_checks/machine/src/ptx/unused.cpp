// Races with reads whose values are not used.
#include "unused.hpp"

#include "operations.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace layoutcheck::gpu::ptx {

namespace {

/// The steps between a branch and a step over which all ways from it lead, as few as there are;
/// none if it is led back to, so that how often it is executed is decided as well.
std::vector<std::uint32_t> decided_by(const Code& code, std::uint32_t branch) {
  std::set<std::uint32_t> joins{branch + 1};
  for (const Step& step : code.steps)
    if (opcode_of(step) == "bra") joins.insert(step.target);
  std::vector<std::uint32_t> fewest;
  for (const std::uint32_t join : joins) {
    std::set<std::uint32_t> between;
    std::vector<std::uint32_t> open{branch};
    bool is_passed = false;
    bool leads_elsewhere = false;
    while (!open.empty() && !leads_elsewhere) {
      const Ways ways = ways_from(code, open.back());
      open.pop_back();
      leads_elsewhere = ways.ends;
      for (const std::uint32_t next : ways.next) {
        is_passed = is_passed || next == join;
        leads_elsewhere = leads_elsewhere || next == branch;
        if (next != join && between.insert(next).second) open.push_back(next);
      }
    }
    if (is_passed && !leads_elsewhere && (fewest.empty() || between.size() < fewest.size()))
      fewest.assign(between.begin(), between.end());
  }
  return fewest;
}

/// What depends on the results of a load.
class Dependent {
 public:
  Dependent(const Code& code, const Step& load) : code_(code), rows_(code.rows) {
    add_results(load);
  }

  /// The stores into which arithmetic makes the results, be it after branches; nothing if they
  /// decide more.
  std::optional<std::vector<const Step*>> stores() {
    std::vector<const Step*> found;
    do {
      changed_ = false;
      found.clear();
      for (std::uint32_t at = 0; at < code_.steps.size(); ++at) {
        const Step& step = code_.steps[at];
        const bool guarded = step.guard >= 0 && rows_[static_cast<std::size_t>(step.guard)];
        const auto reads = [&](std::uint32_t row) { return rows_[row]; };
        const auto operands = step.rows.begin() + static_cast<std::ptrdiff_t>(step.first_read);
        if (!guarded && std::none_of(operands, step.rows.end(), reads)) continue;
        if (only_computes(step) && !is_of_warp(step))
          add_results(step);
        else if (opcode_of(step) == "st" && !guarded && !rows_[step.rows.back()])
          found.push_back(&step);
        else if (opcode_of(step) != "bra" || !add_branch(at))
          return std::nullopt;
      }
    } while (changed_);
    return found;
  }

 private:
  void add_results(const Step& step) {
    for (std::size_t i = 0; i < step.results; ++i) {
      changed_ = changed_ || !rows_[step.rows[i]];
      rows_[step.rows[i]] = true;
    }
  }

  /// What is computed on one of the ways from it alone; false if more is decided.
  bool add_branch(std::uint32_t branch) {
    const auto [place, is_new] = decided_.try_emplace(branch);
    if (is_new) place->second = decided_by(code_, branch);
    for (const std::uint32_t at : place->second) {
      const Step& step = code_.steps[at];
      const bool computes = (only_computes(step) && !is_of_warp(step)) || opcode_of(step) == "ld";
      if (!computes && opcode_of(step) != "bra") return false;
      add_results(step);
    }
    return !place->second.empty();
  }

  const Code& code_;
  std::vector<bool> rows_;
  bool changed_ = false;
  std::map<std::uint32_t, std::vector<std::uint32_t>> decided_;
};

std::optional<std::vector<const Step*>> stores_of(const Code& code, const Step& load) {
  if (opcode_of(load) != "ld" && opcode_of(load) != "ldu") return std::nullopt;
  return Dependent(code, load).stores();
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
