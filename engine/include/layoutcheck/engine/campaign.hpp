// Campaigns: many statements at random and exhaustively, on several threads, with a file from which
// an interrupted run goes on.
#pragma once

#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/engine/runner.hpp>

#include <filesystem>

namespace layoutcheck::engine {

/// One statement and what was counted of it.
struct Row {
  const Statement* statement = nullptr;
  Tally random;
  Tally exhaustive;

  [[nodiscard]] Tally total() const;
};

struct Share;

struct CampaignOptions {
  std::uint64_t seed = 1;
  /// Random cases a row.
  std::size_t cases = 18000;
  /// The random cases of a row go on until its hypothesis was met so often, but to no more than a
  /// hundred times as many cases.
  std::size_t met = 0;
  /// What is enumerated a row; nothing when not set.
  std::optional<Range> exhaustive;
  unsigned jobs = 1;
  /// When set, new random cases go on until then, and everything ends then.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;
  /// When set, the exhaustive part goes on from this file if it exists, and is kept in it.
  std::filesystem::path resume;
  /// Knows the statements that this file can name, also those of other rows; needed with it.
  FindStatement find = nullptr;
  /// When set, it is called, before anything is run, with what the user should know of that file.
  std::function<void(const std::string&)> tell = {};
  /// When set, it is called with the first failure of each row as soon as that is known; by one
  /// thread at a time.
  std::function<void(const Statement&, const Failure&)> found = {};
  /// When set, these are done, in their order, and nothing else. The rows that they name are among
  /// the rows of the campaign.
  const std::vector<Share>* shares = nullptr;
  /// When set, it is called with what each of them counted; by one thread at a time.
  std::function<void(const Share&, const Tally&)> counted = {};
  /// When set, nothing is run: it returns what a share has counted elsewhere, if that is known.
  std::function<std::optional<Tally>(const Share&)> known = {};
};

/// What can be known of a campaign while it runs.
struct CampaignProgress {
  /// Cases of this run, and those that an earlier one had done.
  std::atomic<std::size_t> done = 0;
  std::atomic<std::size_t> resumed = 0;
  /// How many there will be; an upper bound, as far as it is known beforehand.
  std::atomic<double> expected = 0;
  /// Whether some rows cannot be counted beforehand, so that `expected` leaves them out.
  std::atomic<bool> incomplete_estimate = false;
};

/// Runs the rows and fills in their tallies. Of the failures of a row the lightest is kept. Throws
/// std::runtime_error that names the file and the line if the file to go on from cannot be read, or
/// is of another campaign; before that, nothing is run.
void run_campaign(std::vector<Row>& rows, const CampaignOptions& options,
                  CampaignProgress& progress);

}  // namespace layoutcheck::engine
