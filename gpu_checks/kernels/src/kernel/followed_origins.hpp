// What the buffers hold at the end against expectations of where it comes from.
#pragma once

#include "kernel/findings.hpp"
#include <layoutcheck/kernels/kernel_check.hpp>

#include <vector>

namespace layoutcheck::gpu {

/// The expectations of origins of a task.
class FollowedOrigins {
 public:
  FollowedOrigins(const KernelTask& task, const PlacedArguments& place, Findings& findings)
      : task_(task), place_(place), findings_(findings) {}

  /// The buffers that stand on the right of expectations.
  [[nodiscard]] std::vector<Source> sources() const;
  /// Compares what the buffers hold with the expectations. Throws Stopped.
  void compare(Origins& origins, bool all_ran);
  void put_into(KernelReport& report) const {
    report.expectations.insert(report.expectations.end(), compared_.begin(), compared_.end());
  }

 private:
  void tell(const OriginExpectation& expectation, const WrongOrigin& wrong);

  const KernelTask& task_;
  const PlacedArguments& place_;
  Findings& findings_;
  std::vector<KernelReport::OfExpectation> compared_;
};

}  // namespace layoutcheck::gpu
