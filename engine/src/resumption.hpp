// What an exhaustive campaign keeps in a file while it runs, so that an interrupted one goes on.
#pragma once

#include "checkpoint_file.hpp"

#include <mutex>
#include <vector>

namespace layoutcheck::engine {

/// How far the parts of each row are, of which each is done by one thread at a time. Without a file
/// nothing is kept.
class Resumption {
 public:
  /// Reads the file, if there is one. Throws std::runtime_error if it is of another run, and if it
  /// cannot be written.
  Resumption(const CampaignOptions& options, std::size_t parts);

  /// Into how many parts each row is split: as the file says, even if there are other threads now.
  [[nodiscard]] std::size_t parts() const { return known_.jobs; }

  /// Whether there is a file.
  [[nodiscard]] bool keeps() const { return !path_.empty(); }

  /// How far a part is; nothing if it has not begun.
  [[nodiscard]] std::optional<Checkpoint> at(const Statement& statement, std::size_t part) const;
  void put(const Statement& statement, std::size_t part, const Checkpoint& checkpoint);

  struct Past {
    std::size_t cases = 0;
    /// The weight of the lightest failure: it is as far as the other parts have to go.
    std::size_t lightest_failure = unbounded;
  };
  /// What all parts of a row have done.
  [[nodiscard]] Past past(const Statement& statement) const;

  /// Writes the file. Throws std::runtime_error.
  void write() const;

 private:
  std::filesystem::path path_;
  CheckpointFile known_;
  mutable std::mutex mutex_;
};

}  // namespace layoutcheck::engine
