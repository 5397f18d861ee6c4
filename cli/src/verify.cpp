// `layoutcheck verify`: the main job. Replays the corpus and holds every operation and statement
// against the oracle, at random and exhaustively in a small range, and ends with a table.
#include "commands.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/corpus.hpp>
#include <layoutcheck/properties/registry.hpp>
#include <layoutcheck/properties/runner.hpp>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <random>
#include <sstream>
#include <thread>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;
using properties::Result;
using properties::RunOptions;
using properties::Standing;
using properties::Statement;
using properties::Tally;

struct VerifyOptions {
  std::optional<std::uint64_t> seed;
  std::size_t cases = 20000;
  std::size_t exhaustive = 20000;
  std::size_t max_weight = 14;
  double seconds = 0;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> only;
  std::vector<std::string> corpus;
  bool no_corpus = false;
};

/// Set once Ctrl-C was seen; what runs looks at it.
std::atomic<bool> stop_requested = false;

/// One line of the table.
struct Row {
  const Statement* statement = nullptr;
  Tally random;
  Tally exhaustive;

  [[nodiscard]] Tally total() const {
    Tally sum = random;
    sum += exhaustive;
    return sum;
  }
};

/// One piece of work; pieces run on any thread.
struct Task {
  std::size_t row = 0;
  bool exhaustive = false;
};

/// Shows on a terminal how far the run is; nothing in a pipe.
class Progress {
 public:
  explicit Progress(std::size_t expected)
      : expected_(expected), shown_(is_terminal(STDERR_FILENO)) {}

  std::atomic<std::size_t>& done() { return done_; }

  void show() const {
    if (!shown_) {
      return;
    }
    const std::size_t done = done_.load(std::memory_order_relaxed);
    const auto width = std::min<std::size_t>(30, expected_ == 0 ? 30 : done * 30 / expected_);
    std::fprintf(stderr, "\r[%s%s] %zu cases", std::string(width, '#').c_str(),
                 std::string(30 - width, '.').c_str(), done);
    std::fflush(stderr);
  }

  void clear() const {
    if (shown_) {
      std::fprintf(stderr, "\r\033[K");
    }
  }

 private:
  std::atomic<std::size_t> done_ = 0;
  std::size_t expected_;
  bool shown_;
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

/// A seed of its own for each row and round, so that no row depends on which others run.
std::uint64_t seed_for(std::uint64_t seed, const std::string& id, std::size_t round) {
  std::uint64_t mixed = seed ^ (round * 0x9e3779b97f4a7c15U);
  for (char c : id) {
    mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return mixed;
}

void run_rows(std::vector<Row>& rows, const VerifyOptions& options, std::uint64_t seed) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(options.seconds));
  Progress progress(rows.size() * (options.cases + options.exhaustive));
  std::mutex results;
  for (std::size_t round = 0; !stop_requested; ++round) {
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      tasks.push_back({i, false});
      if (round == 0 && options.exhaustive > 0) {
        tasks.push_back({i, true});
      }
    }
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t t = next++; t < tasks.size() && !stop_requested; t = next++) {
        Row& row = rows[tasks[t].row];
        RunOptions run;
        run.seed = seed_for(seed, row.statement->id, round);
        run.stop = &stop_requested;
        run.progress = &progress.done();
        // What is known to fail needs no shrinking: its smallest counterexample is recorded.
        run.shrink_budget = row.statement->standing == Standing::holds ? 20000 : 0;
        if (options.seconds > 0) {
          run.deadline = deadline;
        }
        run.cases = tasks[t].exhaustive ? options.exhaustive : options.cases;
        const Tally tally = tasks[t].exhaustive ? properties::run_exhaustive(
                                                      *row.statement, options.max_weight, run)
                                                : properties::run_random(*row.statement, run);
        const std::lock_guard lock(results);
        (tasks[t].exhaustive ? row.exhaustive : row.random) += tally;
      }
    };
    std::vector<std::thread> threads;
    std::atomic<bool> finished = false;
    std::thread ticker([&] {
      while (!finished) {
        progress.show();
        stop_requested = interrupted();
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
      }
    });
    for (unsigned i = 0; i < options.jobs; ++i) {
      threads.emplace_back(work);
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    finished = true;
    ticker.join();
    if (options.seconds <= 0 || Clock::now() >= deadline) {
      break;
    }
  }
  progress.clear();
}

/// What is wrong with a row, as lines for people; empty if nothing is.
std::vector<std::string> faults_of(const Row& row) {
  std::vector<std::string> faults;
  const Statement& statement = *row.statement;
  const Tally total = row.total();
  if (statement.standing == Standing::holds) {
    if (total.first) {
      const bool operation = statement.kind == "Operation";
      faults.push_back(
          operation ? total.first->why
                    : properties::as_case(statement, total.first->operands, Result::Kind::fails) +
                          ": " + total.first->why);
    }
  } else {
    const Case known = parse_case(statement.counterexample, 1, properties::full_vocabulary());
    if (properties::answer_of(known) != Answer(Value(false))) {
      faults.push_back(statement.id + ": the recorded counterexample no longer fails: " +
                       statement.counterexample);
    }
  }
  const Tally& random = row.random;
  if (random.cases >= 200 && random.met * 100 < random.cases * statement.floor && !stop_requested) {
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
                        const std::string& undecided, const std::string& weight,
                        const std::string& slowest, const std::string& result) {
    out << std::left << std::setw(static_cast<int>(width) + 2) << name << std::right << std::setw(9)
        << cases << std::setw(10) << met << std::setw(11) << undecided << std::setw(8) << weight
        << std::setw(12) << slowest << "  " << result << '\n';
  };
  std::string section;
  for (const Row& row : rows) {
    const std::string of = row.statement->kind == "Operation" ? "operation" : "statement";
    if (of != section) {
      out << (section.empty() ? "" : "\n");
      line(of, "cases", "met", "undecided", "weight", "slowest",
           of == "operation" ? "verdicts" : "standing");
      section = of;
    }
    const Tally total = row.total();
    line(row.statement->id, std::to_string(total.cases), std::to_string(total.met),
         std::to_string(total.undecided),
         total.exhausted ? "<=" + std::to_string(*total.exhausted) : "-",
         milliseconds(total.slowest), standing_of(row));
  }
}

/// Replays the corpus; returns the number of faults.
std::size_t replay_corpus(const VerifyOptions& options, std::ostream& out) {
  std::size_t faults = 0;
  std::size_t cases = 0;
  std::size_t files = 0;
  for (const std::string& place : options.corpus) {
    for (const auto& file : properties::case_files(place)) {
      const properties::Replay replay = properties::replay(file);
      ++files;
      cases += replay.cases;
      faults += replay.faults.size();
      for (const properties::ReplayFault& fault : replay.faults) {
        out << fault.place << ": " << fault.line << "\n    " << fault.why << '\n';
      }
    }
  }
  out << "corpus: " << cases << " cases in " << files << " files, " << faults << " faults\n";
  return faults;
}

int run_verify(VerifyOptions options) {
  const auto start = Clock::now();
  const std::uint64_t seed = options.seed.value_or(std::random_device{}());
  std::cout << "layoutcheck verify --seed " << seed << " --cases " << options.cases
            << " --exhaustive " << options.exhaustive << " --jobs " << options.jobs << '\n';
  catch_interrupt();
  std::size_t faults = 0;
  if (!options.no_corpus) {
    if (options.corpus.empty()) {
      options.corpus.push_back(corpus_folder());
    }
    faults += replay_corpus(options, std::cout);
  }
  std::vector<Row> rows = select_rows(options);
  if (rows.empty()) {
    throw std::invalid_argument("no operation or statement has a name with these words");
  }
  run_rows(rows, options, seed);
  std::cout << '\n';
  print_table(rows, std::cout);
  std::cout << '\n';
  Tally sum;
  std::size_t as_stated = 0;
  for (const Row& row : rows) {
    const Tally total = row.total();
    sum.cases += total.cases;
    sum.met += total.met;
    sum.undecided += total.undecided;
    as_stated += row.statement->standing == Standing::fails_as_stated ? 1U : 0U;
    for (const std::string& fault : faults_of(row)) {
      ++faults;
      std::cout << "FAULT " << fault << '\n';
    }
  }
  for (const Row& row : rows) {
    if (row.statement->standing == Standing::fails_as_stated) {
      std::cout << "fails as stated: " << row.statement->counterexample << '\n';
    }
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::cout << '\n'
            << sum.cases << " cases judged, hypothesis met in " << sum.met << ", " << sum.undecided
            << " undecided, " << rows.size() << " rows, " << as_stated
            << " statements fail as stated; " << faults << " faults; " << std::fixed
            << std::setprecision(1) << seconds << " s\n";
  if (stop_requested) {
    std::cout << "stopped before the end\n";
    return exit_interrupted;
  }
  return faults == 0 ? exit_right : exit_wrong;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      app.add_subcommand("verify", "Check everything: the corpus, each operation, each statement");
  command->add_option("--seed", options->seed,
                      "Seed of the random cases (default: a new one, printed)");
  in_range(command->add_option("--cases", options->cases, "Random cases a row"), std::size_t{0},
           most_lines)
      ->capture_default_str();
  in_range(command->add_option("--exhaustive", options->exhaustive,
                               "Enumerated cases a row, smallest first"),
           std::size_t{0}, most_lines)
      ->capture_default_str();
  in_range(command->add_option("--weight", options->max_weight, "Greatest weight to enumerate"),
           std::size_t{0}, std::size_t{1000})
      ->capture_default_str();
  command->add_option("--time", options->seconds, "Go on with new random cases for so many seconds")
      ->check(CLI::PositiveNumber.description(""));
  in_range(command->add_option("--jobs", options->jobs, "Threads"), 1U, 1024U)
      ->capture_default_str();
  command->add_option("--only", options->only, "Only rows whose name contains one of these words");
  command->add_option("--corpus", options->corpus,
                      "Files or folders to replay in the place of the own corpus");
  command->add_flag("--no-corpus", options->no_corpus, "Replay nothing");
  command->footer(
      footer("layoutcheck verify --time 60 --only complement",
             "0 nothing is wrong, 1 something is, 2 bad usage or input, 130 interrupted"));
  command->callback([options, &exit_code] { exit_code = run_verify(*options); });
}

}  // namespace layoutcheck::cli
