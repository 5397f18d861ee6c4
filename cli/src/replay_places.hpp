// Replaying places of the corpus, as `replay` and `verify` do.
#pragma once

#include <layoutcheck/properties/replay.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::cli {

struct Work;

struct Replayed {
  Count count;
  std::size_t files = 0;
  /// What of the folders was not read, each a sentence.
  std::vector<std::string> skipped;
  /// The lines that are wrong, undecided or cannot be read.
  std::vector<properties::ReplayFault> faults;
};

/// Replays files of cases, and folders of them; prints each line that is wrong or undecided. Each
/// file is a unit of the work, if there is some: it is named, done if it is of the piece, or what
/// was found of it elsewhere is taken, so that the places need not be here. Throws
/// std::runtime_error if a place cannot be read, or lacks the files of the plan.
Replayed replay_places(const std::vector<std::string>& places, const JudgeOptions& options,
                       std::ostream& out, Work* work = nullptr);

/// Whether a unit of that name is a file.
bool is_file_unit(std::string_view name);

}  // namespace layoutcheck::cli
