// Shrinking: a plainer case in place of that of a cause, found by asking again.
#pragma once

#include <layoutcheck/conformance/causes.hpp>

#include <unordered_map>

namespace layoutcheck::conformance {

/// A subject that is asked nothing twice, and remembers the faults.
class Inquiry {
 public:
  Inquiry(Subject& subject, const TrialOptions& options) : subject_(subject), options_(options) {}

  /// Gives the cause the first of these cases that has its fault; false if none has, or if the time
  /// ends before.
  bool put(const std::vector<Case>& questions, Cause& cause);

 private:
  Subject& subject_;
  const TrialOptions& options_;
  /// By the text of the question.
  std::unordered_map<std::string, std::optional<Judged>> known_;
};

/// What bounds shrinking.
struct Shrinking {
  const engine::Statement& row;
  const engine::Filter& filter;
  const TrialOptions& options;
};

/// The cause with the plainest case that moves to plainer operands lead to, or the first one of its
/// features in the order of weights if that is plainer. So many questions are put at most, which
/// depends on what a fault costs; `is_cut` says whether the time ended before.
Cause shrunk(Cause cause, const Shrinking& how, Inquiry& inquiry);

/// The cause with the first case in the order of weights that has none of its trivial features;
/// nothing if none is among those looked at.
std::optional<Cause> without_trivial(Cause cause, const Shrinking& how, Inquiry& inquiry);

}  // namespace layoutcheck::conformance
