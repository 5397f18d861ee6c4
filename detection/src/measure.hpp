// Measuring: after how many questions a plant is found, and how its smallest case reads.
#pragma once

#include "plant.hpp"
#include <layoutcheck/conformance/examination.hpp>

#include <set>
#include <span>

namespace layoutcheck::detection {

/// What became of a plant in one run.
struct Finding {
  const Plant* plant = nullptr;
  /// The first fault; nothing if there was none.
  std::optional<Judged> fault = {};
  /// How many questions were asked until then, it included, or in all; and how long that took.
  std::size_t questions = 0;
  double seconds = 0;
};

/// Puts the questions of the plan to all these plants at once: a right subject is examined, and
/// each plant that was not found yet answers what that is asked. So one run measures all. The time
/// that plants take is not counted. All have the convention of the plan. Ends when all are found.
std::vector<Finding> measured(std::span<const Plant* const> plants, const conformance::Plan& plan);

/// The same for questions that stand in a file or come from somewhere else.
/// Those that name another convention than the plants' are left out.
std::vector<Finding> measured(std::span<const Plant* const> plants, std::span<const Case> questions,
                              Convention convention);

/// The first fault of a finding, made smaller as `layoutcheck test` does it, in so much time.
conformance::Cause shrunk(const Finding& finding, const conformance::Plan& plan,
                          std::chrono::milliseconds time);

/// What of "empty tuple", "extent 1" and "stride 0" the operands have, and the question by which
/// the catalogue shows the plant has not.
std::set<std::string> needless_features(const Plant& plant, const Case& question);

/// The plant as a subject.
conformance::MakeSubject subject_of(const Plant& plant);

}  // namespace layoutcheck::detection
