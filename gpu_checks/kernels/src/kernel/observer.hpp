// What sees the launches of one executor.
#pragma once

#include "kernel/findings.hpp"
#include "kernel/followed_expectations.hpp"
#include "kernel/followed_origins.hpp"
#include "kernel/watched_elements.hpp"
#include <layoutcheck/kernels/kernel_check.hpp>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace layoutcheck::gpu {

/// Sees all accesses of the launches of one executor, and what it finds itself.
class Observer {
 public:
  Observer(const KernelTask& task, const PlacedArguments& place, Findings& findings);

  void see(const WarpAccess& access);
  void see_fault(const Fault& fault) { see_fault(fault, findings_); }
  void see_remark(const Fault& fault);
  void finish(std::span<const std::uint64_t> blocks);
  void finish_launch() { expectations_.finish_launch(); }

  /// What was seen since the last call, for probing.
  Signature take_signature();
  FollowedOrigins& origins() { return origins_; }

  void put_into(KernelReport& report);

 private:
  void see_fault(const Fault& fault, Findings& findings);
  void see_lane(const WarpAccess& access, std::uint64_t address, std::uint64_t thread);
  void tell_unwritten(const KernelReport::OfBuffer& of);
  void remark_zeros(const Area& area);

  const KernelTask& task_;
  const PlacedArguments& place_;
  Findings& findings_;
  Findings remarks_;
  Traffic traffic_;
  std::vector<Coverage> coverage_;
  FollowedExpectations expectations_;
  FollowedOrigins origins_;
  WatchedElements watched_;
  std::uint64_t seen_ = 0;
  /// In powers of two, of each area.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extremes_;
  std::uint64_t outside_ = 0;
  std::uint64_t findings_before_ = 0;
};

}  // namespace layoutcheck::gpu
