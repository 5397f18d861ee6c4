// Accesses and faults of launches, as findings and counts.
#include "kernel/observer.hpp"

#include <layoutcheck/kernels/numbers.hpp>

#include <algorithm>
#include <string>

namespace layoutcheck::gpu {

namespace {

/// The buffer that an address is in, or else the nearest one; nullptr for none at all.
const Area* nearest(const PlacedArguments& place, std::uint64_t address) {
  const auto distance = [&](const Area& area) {
    return address < area.address                  ? area.address - address
           : address - area.address < area.bytes() ? 0
                                                   : address - area.address - area.bytes() + 1;
  };
  const auto it =
      std::min_element(place.areas.begin(), place.areas.end(),
                       [&](const Area& a, const Area& b) { return distance(a) < distance(b); });
  // Far below all buffers lie null and the other spaces.
  return it == place.areas.end() || address < place.areas.front().address / 2 ? nullptr : &*it;
}

/// The executor's message with the names of buffers that the user knows.
std::string with_names(std::string text, const PlacedArguments& place) {
  for (const Area& area : place.areas) {
    const std::string number = "buffer " + std::to_string(area.buffer.id);
    for (std::size_t at = text.find(number); at != std::string::npos;
         at = text.find(number, at + 1)) {
      const std::size_t end = at + number.size();
      if (end == text.size() || text[end] < '0' || text[end] > '9')
        text.replace(at, number.size(), area.name);
    }
  }
  return text;
}

const Area* area_at(const PlacedArguments& place, std::uint64_t address) {
  for (const Area& area : place.areas)
    if (address >= area.address && address - area.address < area.bytes()) return &area;
  return nullptr;
}

}  // namespace

Observer::Observer(const KernelTask& task, const PlacedArguments& place, Findings& findings)
    : task_(task),
      place_(place),
      findings_(findings),
      remarks_(task),
      expectations_(task, place, findings),
      origins_(task, place, findings),
      watched_(task, place) {
  for (const Area& area : place.areas)
    coverage_.emplace_back(area.element_bytes, task.room);
}

void Observer::see(const WarpAccess& access) {
  if (task_.stop && seen_++ % 64 == 0 && task_.stop()) throw Stopped();
  traffic_.add(access);
  if (access.space == Space::shared) expectations_.see_shared(access);
  if (access.space != Space::global) return;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if ((access.lanes >> lane & 1U) != 0)
      see_lane(access, access.addresses[lane], std::uint64_t{access.warp} * 32 + lane);
}

void Observer::see_remark(const Fault& fault) {
  const bool is_asked =
      fault.kind == Fault::Kind::redundant && task_.strict.contains(Strict::redundant);
  see_fault(fault, is_asked ? findings_ : remarks_);
}

void Observer::see_fault(const Fault& fault, Findings& findings) {
  if (task_.ignored.contains(fault.kind)) return;
  const Area* area = nearest(place_, fault.address);
  findings.add(
      name(fault.kind), fault.line, area == nullptr ? "" : area->name,
      index_of(fault.block, task_.grid), index_of(fault.thread, task_.block),
      [&](Finding& finding) {
        Fault named = fault;
        named.instruction = on_one_line(fault.instruction);
        named.message = with_names(fault.message, place_);
        finding.message = to_string(named);
        finding.found = named.message;
        if (fault.address != 0) finding.address = fault.address;
        if (area != nullptr) {
          const auto bytes = static_cast<std::int64_t>(fault.address - area->address);
          finding.offset = bytes / static_cast<std::int64_t>(area->element_bytes) -
                           (bytes < 0 && bytes % area->element_bytes != 0 ? 1 : 0);
        }
        if (!named.instruction.empty()) finding.instruction = named.instruction;
      },
      fault.count);
}

void Observer::finish(std::span<const std::uint64_t> blocks) {
  expectations_.finish(blocks);
  watched_.finish(blocks);
}

Signature Observer::take_signature() {
  Signature signature;
  for (const auto& [least, greatest] : extremes_) {
    signature.push_back(least);
    signature.push_back(greatest);
  }
  signature.resize(2 * place_.areas.size());
  signature.push_back(outside_ > 0 ? 1 : 0);
  signature.push_back(findings_.count() > findings_before_ ? 1 : 0);
  findings_before_ = findings_.count();
  outside_ = 0;
  extremes_.clear();
  return signature;
}

void Observer::put_into(KernelReport& report) {
  const bool all_ran = report.blocks_run == task_.grid.count() && report.loops.empty();
  for (std::size_t i = 0; i < place_.areas.size(); ++i) {
    KernelReport::OfBuffer of{place_.areas[i], std::move(coverage_[i])};
    if (all_ran && of.area.rights == Rights::out) {
      of.unwritten = of.area.elements - of.coverage.elements_written();
      of.first_unwritten = of.coverage.first_unwritten(of.area.elements);
      if (of.unwritten != 0 && task_.strict.contains(Strict::unwritten)) tell_unwritten(of);
    }
    if (of.area.is_zero_by_default && of.coverage.reads() != 0) remark_zeros(of.area);
    report.buffers.push_back(std::move(of));
  }
  expectations_.put_into(report);
  origins_.put_into(report);
  watched_.put_into(report);
  report.lines = traffic_.lines();
  report.remarks = remarks_.take();
}

void Observer::see_lane(const WarpAccess& access, std::uint64_t address, std::uint64_t thread) {
  const Area* area = area_at(place_, address);
  if (area == nullptr) {
    ++outside_;
    return;
  }
  const auto index = static_cast<std::size_t>(area - place_.areas.data());
  const std::uint64_t offset = address - area->address;
  coverage_[index].add(offset, access.bytes, access.kind);
  extremes_.resize(place_.areas.size());
  auto& [least, greatest] = extremes_[index];
  const std::uint64_t power = power_of(offset);
  least = least == 0 ? power : std::min(least, power);
  greatest = std::max(greatest, power);
  if (access.kind != WarpAccess::Kind::read && area->rights == Rights::in && task_.rights) {
    findings_.add(
        "access rights", access.line, area->name, access.block, thread, [&](Finding& finding) {
          finding.address = address;
          finding.offset = static_cast<std::int64_t>(offset / area->element_bytes);
          finding.expected = "no write";
          finding.found = std::string(name(access.kind));
          finding.message = place_text(task_, finding) + area->name + " is only read, but " +
                            "element " + std::to_string(*finding.offset) + " is written";
        });
  }
  expectations_.see(access, thread, index, offset, area->element_bytes);
  watched_.see(access, thread, index, offset, area->element_bytes);
}

void Observer::tell_unwritten(const KernelReport::OfBuffer& of) {
  // An expectation may have told of them.
  if (findings_.has("unwritten", of.area.name)) return;
  findings_.add("unwritten", 0, of.area.name, 0, 0, [&](Finding& finding) {
    finding.offset = static_cast<std::int64_t>(*of.first_unwritten);
    finding.expected = "a write";
    finding.found = std::to_string(of.unwritten) + " of " + std::to_string(of.area.elements) +
                    " elements of " + of.area.name + " are written by no thread; the first is " +
                    std::to_string(*of.first_unwritten);
    finding.message = finding.found;
  });
}

void Observer::remark_zeros(const Area& area) {
  remarks_.add("contents", 0, area.name, 0, 0, [&](Finding& remark) {
    remark.found = area.name + " is read, and holds zeros because nobody says what it holds: '" +
                   area.type + "[...] = 0,16,17', file:PATH or index do, and zero if it is so";
    remark.message = remark.found;
  });
}

}  // namespace layoutcheck::gpu
