// What a profile makes of answered lines.
#pragma once

#include "judge_lines.hpp"
#include <layoutcheck/conformance/profile.hpp>

namespace layoutcheck::cli {

/// Excuses the faults of lines as those of replies are.
/// The profile has to live as long.
class LineExcuses {
 public:
  explicit LineExcuses(const conformance::SubjectProfile& profile)
      : profile_(profile), expected_(profile) {}

  /// Changes the verdict on a line that is excused. A line that answers another question than the
  /// one that was asked is not.
  void operator()(JudgedLine& line);
  /// Adds what is known in the end: the profile, and which failures were expected of lines that are
  /// right.
  void tell(Report& report) const;

 private:
  const conformance::SubjectProfile& profile_;
  conformance::ExpectedFailures expected_;
};

}  // namespace layoutcheck::cli
