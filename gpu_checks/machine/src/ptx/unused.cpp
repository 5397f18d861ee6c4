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

bool is_local(const Step& step, std::string_view opcode) {
  return opcode_of(step) == opcode && step.space == StateSpace::local;
}

/// Whether it may read local memory, and does not say so.
bool may_read_local(const Step& step) {
  return opcode_of(step) == "call" ||
         (opcode_of(step) == "ld" && step.space == StateSpace::generic);
}

/// The steps between a branch and the first one over which all ways from it lead, with the branch
/// itself if it is led back to.
Steps decided_by(const Graph& graph, std::uint32_t branch) {
  const std::vector<std::uint32_t> passed = always_passed(graph, branch);
  if (passed.empty()) return Steps(graph.next.size());
  Steps among(graph.next.size(), true);
  among[passed.front()] = false;
  return reached_in(graph.next, branch, among);
}

/// What depends on the results of a load.
class Dependent {
 public:
  Dependent(const Code& code, const Step& load)
      : code_(code),
        graph_(graph_of(code, Steps(code.steps.size(), true))),
        is_decided_(code.steps.size()),
        rows_(code.rows),
        values_(code.rows) {
    add_results(load, true);
  }

  /// The stores into which arithmetic makes the results, be it after branches, by exchanges between
  /// lanes, or by way of local memory, which counts as one place; nothing if they decide more.
  std::optional<Machine::Uses> uses() {
    Machine::Uses found;
    do {
      changed_ = false;
      found.stores.clear();
      for (std::uint32_t at = 0; at < code_.steps.size(); ++at) {
        const Step& step = code_.steps[at];
        const bool guarded = step.guard >= 0 && rows_[static_cast<std::size_t>(step.guard)];
        const auto reads = [&](std::uint32_t row) { return rows_[row]; };
        const auto operands = step.rows.begin() + static_cast<std::ptrdiff_t>(step.first_read);
        const auto reads_value = [&](std::uint32_t row) { return values_[row]; };
        if (is_in_local_ && may_read_local(step)) return std::nullopt;
        if (is_in_local_ && is_local(step, "ld")) add_results(step, true);
        if (!guarded && std::none_of(operands, step.rows.end(), reads)) continue;
        const bool takes_value =
            !is_decided_[at] || std::any_of(operands, step.rows.end(), reads_value);
        found.are_exchanged = found.are_exchanged || exchanges(step);
        if (stays_in_lane(step) || exchanges(step) || (opcode_of(step) == "ld" && !takes_value))
          add_what_it_writes(step, takes_value);
        else if (opcode_of(step) == "st" && !guarded && !rows_[step.rows.back()])
          found.stores.push_back(&step);
        else if (opcode_of(step) != "bra" || !add_branch(at))
          return std::nullopt;
      }
    } while (changed_);
    return found;
  }

 private:
  static bool stays_in_lane(const Step& step) {
    return computes_by_lane(step) || is_local(step, "ld") || is_local(step, "st");
  }

  void add_what_it_writes(const Step& step, bool is_value) {
    add_results(step, is_value);
    if (!is_local(step, "st")) return;
    changed_ = changed_ || !is_in_local_;
    is_in_local_ = true;
  }

  void add_results(const Step& step, bool is_value) {
    for (std::size_t i = 0; i < step.results; ++i) {
      const std::uint32_t row = step.rows[i];
      changed_ = changed_ || !rows_[row] || (is_value && !values_[row]);
      rows_[row] = true;
      values_[row] = values_[row] || is_value;
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
      const bool stays = stays_in_lane(step) || opcode_of(step) == "ld";
      if (!stays && opcode_of(step) != "bra") return false;
      add_what_it_writes(step, false);
      changed_ = changed_ || !is_decided_[at];
      is_decided_[at] = true;
    }
    return is_any;
  }

  const Code& code_;
  Graph graph_;
  /// Whether it decides that the step is executed.
  Steps is_decided_;
  std::vector<bool> rows_;
  /// Those whose values depend on it wherever they are taken; the others do outside of the steps
  /// that it decides, and a load there may take its address from them.
  std::vector<bool> values_;
  bool is_in_local_ = false;
  bool changed_ = false;
  std::map<std::uint32_t, Steps> decided_;
};

std::optional<Machine::Uses> uses_of(const Code& code, const Step& load) {
  if (opcode_of(load) != "ld" && opcode_of(load) != "ldu") return std::nullopt;
  return Dependent(code, load).uses();
}

}  // namespace

bool waits_for_use(Warp& warp, const Step& load, unsigned lane, const WaitingRace& race) {
  const auto [place, is_new] = warp.machine->uses_of.try_emplace(&load);
  if (is_new) place->second = uses_of(warp.machine->code, load);
  // What nothing uses at all, people have written to see a race.
  if (!place->second || place->second->stores.empty()) return false;
  warp.waiting.try_emplace({&load, lane}, race);
  return true;
}

void tell_waiting(Warp& warp, const Step& store, std::uint32_t lanes) {
  std::erase_if(warp.waiting, [&](const auto& entry) {
    const auto& [load, lane] = entry.first;
    const Machine::Uses& uses = *warp.machine->uses_of.at(load);
    const bool takes_part = uses.are_exchanged ? lanes != 0 : (lanes >> lane & 1U) != 0;
    if (!takes_part || std::ranges::find(uses.stores, &store) == uses.stores.end()) return false;
    warp.machine->fault(Fault::Kind::race, warp, *load, lane, entry.second.address,
                        entry.second.message);
    return true;
  });
}

}  // namespace layoutcheck::gpu::ptx
