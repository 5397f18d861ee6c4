// Replaying places of the corpus, as `replay` and `verify` do.
#pragma once

#include <layoutcheck/properties/replay.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace layoutcheck::cli {

struct Replayed {
  Count count;
  std::size_t files = 0;
  /// What of the folders was not read, each a sentence.
  std::vector<std::string> skipped;
  /// The lines that are wrong, undecided or cannot be read.
  std::vector<properties::ReplayFault> faults;
};

/// Replays files of cases, and folders of them; prints each line that is wrong or undecided.
/// Throws std::runtime_error if a place cannot be read.
Replayed replay_places(const std::vector<std::string>& places, const JudgeOptions& options,
                       std::ostream& out);

}  // namespace layoutcheck::cli
