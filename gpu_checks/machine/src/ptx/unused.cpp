// Races with reads whose values are not used.
#include "unused.hpp"

#include "flow.hpp"
#include "operations.hpp"

#include <algorithm>
#include <map>

namespace layoutcheck::gpu::ptx {

namespace {

/// Whether all that it does is that each lane gets results for itself.
bool computes_by_lane(const Step& step) {
  return only_computes(step) && !is_of_warp(step);
}

/// The steps between a branch and the first one over which all ways from it lead; none if it is led
/// back to, so that how often it is executed is decided as well.
Steps decided_by(const Graph& graph, std::uint32_t branch) {
  Steps none(graph.next.size());
  const std::vector<std::uint32_t> passed = always_passed(graph, branch);
  if (passed.empty()) return none;
  Steps among(graph.next.size(), true);
  among[passed.front()] = false;
  Steps between = reached_in(graph.next, branch, among);
  return between[branch] ? none : between;
}

/// What depends on the results of a load.
class Dependent {
 public:
  Dependent(const Code& code, const Step& load)
      : code_(code), graph_(graph_of(code, Steps(code.steps.size(), true))), rows_(code.rows) {
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
        if (computes_by_lane(step))
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
    if (is_new) place->second = decided_by(graph_, branch);
    bool is_any = false;
    for (std::uint32_t at = 0; at < code_.steps.size(); ++at) {
      if (!place->second[at]) continue;
      is_any = true;
      const Step& step = code_.steps[at];
      const bool computes = computes_by_lane(step) || opcode_of(step) == "ld";
      if (!computes && opcode_of(step) != "bra") return false;
      add_results(step);
    }
    return is_any;
  }

  const Code& code_;
  Graph graph_;
  std::vector<bool> rows_;
  bool changed_ = false;
  std::map<std::uint32_t, Steps> decided_;
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
