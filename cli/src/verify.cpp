// `layoutcheck verify`: the main job. Replays the corpus and holds every operation and statement
// against the oracle, at random and exhaustively in a small range, and ends with a table.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "replay_places.hpp"
#include "terminal.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/campaign.hpp>
#include <layoutcheck/properties/files.hpp>
#include <layoutcheck/properties/record.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;
using properties::CampaignProgress;
using properties::Result;
using properties::Row;
using properties::Standing;
using properties::Statement;
using properties::Tally;

struct VerifyOptions {
  std::optional<std::uint64_t> seed;
  std::size_t cases = 20000;
  std::size_t met = 0;
  std::string exhaustive = "weight<=14, cases<=20000";
  std::string shard = "1/1";
  std::string resume;
  std::string record;
  double seconds = 0;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> only;
  std::vector<std::string> corpus;
  bool no_corpus = false;
};

/// Set once Ctrl-C was seen; what runs looks at it.
std::atomic<bool> stop_requested = false;

/// "3 min", "2 h", "5 days".
std::string duration(double seconds) {
  constexpr std::pair<double, const char*> units[] = {
      {86400.0 * 365, "years"}, {86400, "days"}, {3600, "h"}, {60, "min"}, {0, "s"}};
  for (const auto& [length, name] : units) {
    if (seconds >= 2 * length) {
      std::ostringstream out;
      const double count = seconds / std::max(length, 1.0);
      if (count >= 1e6) return std::string("millions of ") + name;
      out << std::fixed << std::setprecision(0) << count << ' ' << name;
      return out.str();
    }
  }
  return "nothing";
}

/// Shows how far the run is, and how long it will take: on a terminal in one line that changes,
/// elsewhere in a line now and then.
class Ticker {
 public:
  explicit Ticker(const CampaignProgress& progress) : progress_(progress) {}

  void show() {
    if (terminal_) {
      std::fprintf(stderr, "\r%s\033[K", state().c_str());
      std::fflush(stderr);
    } else if (Clock::now() >= next_) {
      constexpr Clock::duration longest_pause = std::chrono::minutes(1);
      next_ += std::min(next_ - start_, longest_pause);
      std::fprintf(stderr, "layoutcheck verify: %s\n", state().c_str());
    }
  }

  void clear() const {
    if (terminal_) {
      std::fprintf(stderr, "\r\033[K");
      std::fflush(stderr);
    }
  }

 private:
  [[nodiscard]] std::string state() const {
    constexpr std::size_t width = 30;
    const auto done = static_cast<double>(progress_.done);
    const auto before = static_cast<double>(progress_.resumed);
    const double expected = std::max(1.0, progress_.expected.load());
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const double rate = done / std::max(0.1, seconds);
    std::ostringstream line;
    line << std::fixed << std::setprecision(0);
    if (progress_.incomplete_estimate) {
      // Without an end in sight there is no bar.
      line << done + before << " cases, " << rate << "/s";
    } else {
      const double share = std::min(1.0, (done + before) / expected);
      const auto filled = static_cast<std::size_t>(share * width);
      line << '[' << std::string(filled, '#') << std::string(width - filled, '.') << "] "
           << done + before << " cases, " << rate << "/s, " << std::setprecision(1) << 100 * share
           << " %";
      if (seconds > 2 && rate > 0) {
        line << ", at most " << duration((expected - done - before) / rate) << " left";
      }
    }
    return line.str();
  }

  const CampaignProgress& progress_;
  bool terminal_ = is_terminal(STDERR_FILENO);
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(5);
};

bool is_selected(const Statement& statement, const std::vector<std::string>& only) {
  return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& word) {
           return statement.id.find(word) != std::string::npos;
         });
}

std::vector<Row> select_rows(const VerifyOptions& options) {
  std::vector<Row> rows;
  for (const auto* list : {&properties::operations(), &properties::statements()}) {
    for (const Statement& statement : *list) {
      if (statement.check && is_selected(statement, options.only)) {
        rows.push_back({&statement, {}, {}});
      }
    }
  }
  return rows;
}

std::string failure_text(const Statement& statement, const properties::Failure& failure) {
  return statement.operation != nullptr
             ? failure.why
             : properties::as_case(statement, failure.operands, Result::Kind::fails) + ": " +
                   failure.why;
}

void run_rows(std::vector<Row>& rows, const VerifyOptions& options,
              const std::optional<properties::Range>& exhaustive, std::uint64_t seed) {
  properties::CampaignOptions campaign;
  campaign.seed = seed;
  campaign.cases = options.cases;
  campaign.met = options.met;
  campaign.exhaustive = exhaustive;
  campaign.jobs = options.jobs;
  campaign.stop = &stop_requested;
  campaign.resume = options.resume;
  campaign.find = properties::find_statement;
  if (options.seconds > 0) {
    campaign.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(options.seconds));
  }
  CampaignProgress progress;
  Ticker ticker(progress);
  // A failure is not lost if the run is killed.
  campaign.found = [](const Statement& statement, const properties::Failure& failure) {
    if (statement.standing == Standing::holds) {
      std::cout << "found " << failure_text(statement, failure) << std::endl;
    }
  };
  std::atomic<bool> finished = false;
  std::thread clock([&] {
    while (!finished) {
      try {
        ticker.show();
      } catch (const std::bad_alloc&) {
        // Only the progress is not shown.
      }
      stop_requested = interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  });
  const auto end = [&] {
    finished = true;
    clock.join();
    ticker.clear();
  };
  try {
    properties::run_campaign(rows, campaign, progress);
  } catch (...) {
    end();
    throw;
  }
  end();
}

/// What is wrong with a row, as lines for people; empty if nothing is.
std::vector<std::string> faults_of(const Row& row) {
  std::vector<std::string> faults;
  const Statement& statement = *row.statement;
  const Tally total = row.total();
  if (statement.standing == Standing::holds) {
    if (total.first) {
      faults.push_back(failure_text(statement, *total.first));
    } else if (total.failures > 0) {
      faults.push_back(statement.id + ": " + std::to_string(total.failures) +
                       " failures, of which none is known");
    }
  } else {
    const Case known = parse_case(statement.counterexample, 1, properties::full_vocabulary());
    if (properties::answer_of(known) != Answer(Value(false))) {
      faults.push_back(statement.id + ": the recorded counterexample no longer fails: " +
                       statement.counterexample);
    }
  }
  const Tally& random = row.random;
  if (!stop_requested && is_met_too_seldom(statement, random)) {
    faults.push_back(statement.id + ": its hypothesis was met only " + std::to_string(random.met) +
                     " times in " + std::to_string(random.cases) + " random cases");
  }
  return faults;
}

std::string milliseconds(std::chrono::nanoseconds time) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(time < std::chrono::milliseconds(10) ? 2 : 0)
      << static_cast<double>(time.count()) / 1e6 << " ms";
  return out.str();
}

std::string standing_of(const Row& row) {
  const Statement& statement = *row.statement;
  const Tally total = row.total();
  if (statement.standing == Standing::fails_as_stated) {
    return "fails as stated (" + std::to_string(total.failures) + ")";
  }
  if (total.failures > 0) {
    return "FAILS (" + std::to_string(total.failures) + ")";
  }
  if (statement.kind != "Operation") {
    return "holds";
  }
  std::string text;
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    if (total.verdicts[i] > 0) {
      text += (text.empty() ? "" : ", ") + std::string(describe(static_cast<VerdictKind>(i))) +
              " " + std::to_string(total.verdicts[i]);
    }
  }
  return text;
}

void print_table(const std::vector<Row>& rows, std::ostream& out) {
  std::size_t width = 9;
  for (const Row& row : rows) {
    width = std::max(width, row.statement->id.size());
  }
  const auto line = [&](const std::string& name, const std::string& cases, const std::string& met,
                        const std::string& nontrivial, const std::string& undecided,
                        const std::string& weight, const std::string& slowest,
                        const std::string& result) {
    out << std::left << std::setw(static_cast<int>(width) + 2) << name << std::right << std::setw(9)
        << cases << std::setw(10) << met << std::setw(12) << nontrivial << std::setw(11)
        << undecided << std::setw(8) << weight << std::setw(12) << slowest << "  " << result
        << '\n';
  };
  std::string section;
  for (const Row& row : rows) {
    const std::string of = row.statement->operation != nullptr ? "operation" : "statement";
    if (of != section) {
      out << (section.empty() ? "" : "\n");
      line(of, "cases", "met", "not trivial", "undecided", "weight", "slowest",
           of == "operation" ? "verdicts" : "standing");
      section = of;
    }
    const Tally total = row.total();
    line(row.statement->id, std::to_string(total.cases), std::to_string(total.met),
         std::to_string(total.nontrivial), std::to_string(total.undecided),
         total.exhausted ? "<=" + std::to_string(*total.exhausted) : "-",
         milliseconds(total.slowest), standing_of(row));
  }
}

/// The command that does the same again.
std::string command_line(const VerifyOptions& options, std::uint64_t seed) {
  std::ostringstream out;
  out << "layoutcheck verify --seed " << seed << " --cases " << options.cases;
  if (options.met > 0) out << " --met " << options.met;
  out << " --exhaustive '" << options.exhaustive << "'";
  if (options.shard != "1/1") out << " --shard " << options.shard;
  for (const std::string& word : options.only)
    out << " --only '" << word << "'";
  return out.str();
}

/// The record in the file, to which a run adds; an empty one if there is no file yet.
properties::Record known_record(const std::string& path) {
  if (!properties::is_special(path) && !std::filesystem::exists(path)) return {};
  return properties::parse_record(properties::read_file(path), path);
}

/// The rows of which no case was tried, in a sentence, or "".
std::string untried(const std::vector<Row>& rows) {
  constexpr std::size_t shown = 5;
  std::size_t count = 0;
  std::string names;
  for (const Row& row : rows) {
    const Tally total = row.total();
    // A range, or a shard of it, may have no operands for a row.
    if (total.cases == 0 && !total.complete && ++count <= shown) {
      names += (names.empty() ? "" : ", ") + row.statement->id;
    }
  }
  if (count == 0) return "";
  return "no case was tried of " + std::to_string(count) + " of " + std::to_string(rows.size()) +
         " rows: " + names + (count > shown ? ", ..." : "");
}

/// Says of which rows so much is undecided that the others say little.
void print_undecided(const std::vector<Row>& rows, std::ostream& out) {
  constexpr std::size_t share = 10;
  for (const Row& row : rows) {
    const Tally total = row.total();
    if (total.undecided * 100 > total.cases * share) {
      out << "undecided, more than " << share << " %: " << row.statement->id << ", "
          << total.undecided << " of " << total.cases << " cases\n";
    }
  }
}

int run_verify(VerifyOptions options) {
  const auto start = Clock::now();
  const std::uint64_t seed = options.seed.value_or(std::random_device{}());
  std::optional<properties::Range> exhaustive;
  if (options.exhaustive != "0" && options.exhaustive != "none") {
    exhaustive = properties::Range{properties::parse_bounds(options.exhaustive),
                                   properties::parse_shard(options.shard)};
    options.exhaustive = to_string(exhaustive->bounds);
  }
  const std::string command = command_line(options, seed);
  // At once, so that a run that is killed can be done again.
  std::cout << command << " --jobs " << options.jobs << std::endl;
  std::vector<Row> rows = select_rows(options);
  if (rows.empty()) {
    throw std::invalid_argument("no operation or statement has a name with these words");
  }
  if (!options.record.empty()) {
    // What cannot be read or written is an error before anything is run.
    known_record(options.record);
    properties::require_writable(options.record);
  }
  catch_interrupt();
  Replayed replayed;
  if (!options.no_corpus) {
    if (options.corpus.empty()) {
      options.corpus.push_back(corpus_folder());
    }
    replayed = replay_places(options.corpus, {}, std::cout);
    std::cout << "corpus: " << replayed.count.lines() << " cases in " << replayed.files
              << " files, " << replayed.count.faults() << " faults, "
              << replayed.count.of(VerdictKind::undecided) << " undecided" << std::endl;
  }
  run_rows(rows, options, exhaustive, seed);
  std::cout << '\n';
  print_table(rows, std::cout);
  std::cout << '\n';
  Account account;
  account.count = replayed.count;
  account.interrupted = stop_requested;
  // Of drawn cases some are beyond the limit; those of the corpus are not.
  account.undecided_share = 100;
  if (const std::size_t undecided = replayed.count.of(VerdictKind::undecided); undecided > 0) {
    account.complaints.push_back(counted(undecided, "line") + " of the corpus undecided");
  }
  std::size_t faults = replayed.count.faults();
  Tally sum;
  std::size_t as_stated = 0;
  for (const Row& row : rows) {
    const Tally total = row.total();
    sum.cases += total.cases;
    sum.met += total.met;
    sum.nontrivial += total.nontrivial;
    sum.undecided += total.undecided;
    as_stated += row.statement->standing == Standing::fails_as_stated ? 1U : 0U;
    for (const std::string& fault : faults_of(row)) {
      ++faults;
      account.complaints.push_back("FAULT " + fault);
    }
    const std::size_t wrong =
        row.statement->standing == Standing::holds ? total.failures : std::size_t{0};
    account.count.add(VerdictKind::wrong, wrong);
    account.count.add(VerdictKind::undecided, total.undecided);
    account.count.add(VerdictKind::agrees, total.cases - wrong - total.undecided);
  }
  for (const Row& row : rows) {
    if (row.statement->standing == Standing::fails_as_stated) {
      std::cout << "fails as stated: " << row.statement->counterexample << '\n';
    }
  }
  print_undecided(rows, std::cout);
  if (const std::string lack = untried(rows); !lack.empty()) account.complaints.push_back(lack);
  for (const std::string& shortcoming : shortcomings(account)) {
    std::cout << shortcoming << '\n';
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::cout << '\n'
            << sum.cases << " cases judged, hypothesis met in " << sum.met << " (" << sum.nontrivial
            << " not trivial), " << sum.undecided << " undecided, " << rows.size() << " rows, "
            << as_stated << " statements fail as stated; " << faults << " faults; " << std::fixed
            << std::setprecision(1) << seconds << " s\n";
  if (account.interrupted) {
    std::cout << "stopped before the end\n";
    return exit_status(account);
  }
  std::cout.flush();
  if (!options.record.empty()) {
    properties::Record record = known_record(options.record);
    properties::put(record, rows, "", command);
    if (exhaustive) properties::put(record, rows, options.exhaustive, command);
    properties::write_file(options.record, to_string(record));
  }
  return exit_status(account);
}

}  // namespace

void add_verify(Program& program) {
  auto options = std::make_shared<VerifyOptions>();
  Command command(program, "verify",
                  "Check everything: the corpus, each operation, each statement");
  command.number("--seed", "UINT", options->seed, any_number,
                 "Seed of the random cases (default: a new one, printed)");
  command.number("--cases", "UINT", options->cases, {0, most_lines}, "Random cases a row");
  command.number("--met", "UINT", options->met, {0, most_lines},
                 "Go on with random cases until a row's hypothesis was met so often");
  command
      .text("--exhaustive", "BOUNDS", options->exhaustive,
            "What to enumerate a row, smallest first: bounds such as 'rank<=3, extent<=6, "
            "stride<=24' (also length, depth, size, number, weight, cases), or none")
      .shows_default();
  command.text("--shard", "i/n", options->shard,
               "Enumerate only part i of n, so that n processes share the work");
  command.text("--resume", "FILE", options->resume,
               "Keep in this file how far the enumeration is, and go on from it");
  command.text("--record", "FILE", options->record,
               "Put what was counted of each statement into this file");
  // Ten years, which the clock can count.
  command.number("--time", "FLOAT", options->seconds, {0.001, 3e8},
                 "Go on with new random cases for so many seconds");
  command.number("--jobs", "UINT", options->jobs, {1, 1024}, "Threads");
  command.text("--only", "TEXT", options->only, "Only rows whose name contains one of these words");
  command.text("--corpus", "TEXT", options->corpus,
               "Files or folders to replay in the place of the own corpus");
  command.flag("--no-corpus", options->no_corpus, "Replay nothing");
  command.footer(
      "layoutcheck verify --time 60 --only complement\n"
      "layoutcheck verify --only flat_composition --cases 0 --exhaustive 'rank<=2, extent<=4, "
      "stride<=12'",
      "0 nothing is wrong, 1 something is, or was not looked at, 2 bad usage or input, 130 "
      "interrupted");
  command.run([options] { return run_verify(*options); });
}

}  // namespace layoutcheck::cli
