// Replaying files of cases: each answer against the oracle, and against this project's own.
#pragma once

#include <layoutcheck/judge/corpus.hpp>

namespace layoutcheck::properties {

/// A line of a replay that is not as it should be.
struct ReplayFault {
  std::string place;  // file:line
  std::string line;
  /// With the answer that is at fault, the line's or the algebra's.
  Judged judged;
};

struct Replay {
  Count count;
  std::vector<ReplayFault> faults;
};

/// Replays a file: each answer must be right by the oracle and in canonical form, and this
/// project's own answer must be that answer. Throws std::runtime_error naming the file if it cannot
/// be read.
Replay replay(const std::filesystem::path& file, JudgeOptions options = {});

}  // namespace layoutcheck::properties
