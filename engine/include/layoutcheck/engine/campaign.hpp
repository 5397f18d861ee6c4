// Campaigns: many statements, at random and exhaustively, on several threads, with a file from
// which an interrupted run resumes.
#pragma once

#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/engine/runner.hpp>

#include <filesystem>

namespace layoutcheck::engine {

/// One statement and its counts.
struct Row {
  const Statement* statement = nullptr;
  Tally random;
  Tally exhaustive;

  [[nodiscard]] Tally total() const;
};

struct Share;

struct CampaignOptions {
  std::uint64_t seed = 1;
  /// Random cases per row.
  std::size_t cases = 18000;
  /// The random cases of a row continue until its hypothesis was met this often, but to at most a
  /// hundred times as many cases.
  std::size_t met = 0;
  /// The range to enumerate per row; nothing if not set.
  std::optional<Range> exhaustive;
  unsigned jobs = 1;
  /// If set, new random cases continue until then, and everything ends then.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;
  /// If set, the exhaustive part resumes from this file if it exists, and saves its progress there.
  std::filesystem::path resume;
  /// Provides the statements that this file can name, including those of other rows; required with
  /// it.
  FindStatement find = nullptr;
  /// If set, called before the run with what the user should know about that file.
  std::function<void(const std::string&)> tell = {};
  /// If set, called with the first failure of each row as soon as it is known; by one thread at a
  /// time.
  std::function<void(const Statement&, const Failure&)> found = {};
  /// If set, these shares are done, in this order, and nothing else. Their rows are among the rows
  /// of the campaign.
  const std::vector<Share>* shares = nullptr;
  /// If set, called with the counts of each share; by one thread at a time.
  std::function<void(const Share&, const Tally&)> counted = {};
  /// If set, nothing is run: it returns the counts of a share done elsewhere, if known.
  std::function<std::optional<Tally>(const Share&)> known = {};
};

/// The progress of a campaign.
struct CampaignProgress {
  /// Cases of this run, and of the runs that it resumes.
  std::atomic<std::size_t> done = 0;
  std::atomic<std::size_t> resumed = 0;
  /// The expected number of cases; an upper bound, as far as known beforehand.
  std::atomic<double> expected = 0;
  /// Whether `expected` omits rows that cannot be counted beforehand.
  std::atomic<bool> incomplete_estimate = false;
};

/// Runs the rows and fills in their tallies. Keeps the lightest failure of each row. Throws
/// std::runtime_error that names the file and the line, before running anything, if the file to
/// resume from cannot be read or belongs to another campaign.
void run_campaign(std::vector<Row>& rows, const CampaignOptions& options,
                  CampaignProgress& progress);

}  // namespace layoutcheck::engine
