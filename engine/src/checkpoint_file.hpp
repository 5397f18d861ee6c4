// The file from which an interrupted exhaustive run goes on: a head that says which run it is, a
// line for each shard of each row, and the digest of all.
#pragma once

#include <layoutcheck/engine/campaign.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace layoutcheck::engine {

struct CheckpointFile {
  std::string bounds;
  Shard shard;    // the part of the run that this process does
  unsigned jobs;  // into how many it is split again
  /// By the id of the row and the number of the shard in this process.
  std::map<std::pair<std::string, std::size_t>, Checkpoint> lines;
};

/// "fails_on((2):(0))", the operands of a failure; "-" without one.
std::string failure_text(const std::optional<Failure>& failure);
/// What that text says of the statement. Throws std::invalid_argument.
std::optional<Failure> failure_in(const std::string& cell, const Statement& statement);

/// How often each verdict was given, "3,0,…"; and reading that. Throws std::invalid_argument.
std::string verdicts_text(const Tally& tally);
void read_verdicts(const std::string& cell, Tally& tally);

/// What the file says, if it is of the same bounds and shard as `run`. Where it is empty or ends
/// before its last line, it says nothing that can be believed: the result has no lines then, and
/// `lost` says why. `find` knows the statements that it names. Throws std::runtime_error that names
/// the file and the line if it is of another run or version, was edited, or is no such file.
CheckpointFile read_checkpoints(const std::filesystem::path& path, const CheckpointFile& run,
                                const FindStatement& find, std::string& lost);

/// Writes the file anew, so that a crash leaves the old one or the new one. Throws
/// std::runtime_error that names the file.
void write_checkpoints(const std::filesystem::path& path, const CheckpointFile& file);

}  // namespace layoutcheck::engine
