// Campaigns: the work of all rows as pieces that any thread can take.
#include "resumption.hpp"
#include <layoutcheck/engine/campaign.hpp>
#include <layoutcheck/engine/shares.hpp>
#include <layoutcheck/engine/threads.hpp>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace layoutcheck::engine {

namespace {

using Clock = std::chrono::steady_clock;

/// Ranges with fewer cases than this are not split among threads.
constexpr std::size_t worth_splitting = 1000000;

constexpr auto between_checkpoints = std::chrono::seconds(5);

/// A seed of its own for each row and piece, so that no row depends on which others run.
std::uint64_t seed_for(std::uint64_t seed, std::string_view id, std::size_t number) {
  std::uint64_t mixed = seed ^ (number * 0x9e3779b97f4a7c15U);
  for (const char c : id)
    mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return mixed;
}

class Campaign {
 public:
  Campaign(std::vector<Row>& rows, const CampaignOptions& options, CampaignProgress& progress)
      : rows_(rows), options_(options), progress_(progress), states_(rows.size()) {
    for (State& state : states_) {
      state.wanted = options.cases;
      // One piece at first: how often a hypothesis is met is not known before.
      if (options.met > 0) state.wanted = std::max(state.wanted, cases_a_seed);
    }
    if (options.shares != nullptr) {
      take_shares(*options.shares);
      return;
    }
    if (options.exhaustive) {
      const std::size_t cases = options.exhaustive->bounds.cases;
      resumption_.emplace(options, cases < worth_splitting ? 1 : options.jobs);
      parts_ = resumption_->parts();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const Resumption::Past past = resumption_->past(*rows[i].statement);
        states_[i].lightest_failure = past.lightest_failure;
        progress.resumed += past.cases;
      }
      if (progress.resumed > 0 && options.tell) {
        options.tell(options.resume.string() + ": " + std::to_string(progress.resumed) +
                     " cases were judged before");
      }
      const detail::Estimate estimate =
          detail::cases_within(rows, *options.exhaustive, options.deadline.has_value());
      progress.expected = progress.expected + estimate.cases;
      if (!estimate.is_of_all) progress.incomplete_estimate = true;
    }
    progress_.expected =
        progress_.expected + static_cast<double>(rows.size()) *
                                 static_cast<double>(std::max(options.cases, options.met));
  }

  void run() {
    std::vector<std::thread> threads = start_threads(options_.jobs, [this] { work(); });
    {
      std::unique_lock lock(mutex_);
      const auto all_ended = [&] { return finished_ == threads.size(); };
      while (!idle_.wait_for(lock, between_checkpoints, all_ended)) {
        try {
          keep();
        } catch (...) {
          // Not out of here: the threads are still running.
          failure_ = std::current_exception();
        }
      }
    }
    for (std::thread& thread : threads)
      thread.join();
    if (!failure_) take_what_is_left();
    keep();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct State {
    std::size_t wanted = 0;   // random cases, as far as is known
    std::size_t dealt = 0;    // of them, those given to a thread
    std::size_t running = 0;  // pieces that a thread works at
    std::size_t parts = 0;    // shards of the exhaustive part, dealt
    std::size_t parts_done = 0;
    std::optional<std::size_t> exhausted;  // the least of all parts
    bool complete = true;
    std::atomic<std::size_t> lightest_failure = unbounded;
  };

  struct Task {
    std::size_t row = 0;
    bool exhaustive = false;
    std::size_t number = 0;  // of the part, or of the first random case in its row
    std::size_t cases = 0;
    std::optional<Clock::time_point> deadline = {};
    const Share* share = nullptr;
  };

  void take_shares(const std::vector<Share>& shares) {
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      places.emplace(rows_[i].statement->id, i);
    for (const Share& share : shares) {
      const auto place = places.find(share.row);
      if (place == places.end())
        throw std::runtime_error("'" + share.row + "' is no row of this run");
      State& state = states_[place->second];
      if (share.is_exhaustive) ++state.parts;
      tasks_.push_back({place->second, share.is_exhaustive, share.first, share.cases, {}, &share});
      progress_.expected = progress_.expected + share.cost;
      // That of a share whose name was read is not known.
      if (share.cost == 0) progress_.incomplete_estimate = true;
    }
  }

  [[nodiscard]] bool is_over() const {
    return (options_.stop != nullptr && *options_.stop) ||
           (options_.deadline && Clock::now() >= *options_.deadline);
  }

  void work() {
    try {
      std::unique_lock lock(mutex_);
      while (!failure_) {
        const auto task = next(lock);
        if (!task) break;
        lock.unlock();
        const std::optional<Tally> tally = options_.known     ? options_.known(*task->share)
                                           : task->exhaustive ? run_part(*task)
                                                              : run_piece(*task);
        lock.lock();
        if (tally) take(*task, *tally);
        changed_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      changed_.notify_all();
    }
    const std::lock_guard lock(mutex_);
    ++finished_;
    idle_.notify_all();
  }

  /// What to do next; waits as long as pieces run that may ask for more. Nothing at the end.
  std::optional<Task> next(std::unique_lock<std::mutex>& lock) {
    while (!is_over() && !failure_) {
      if (options_.shares != nullptr) {
        if (dealt_ == tasks_.size()) break;
        return tasks_[dealt_++];
      }
      bool running = false;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        State& state = states_[i];
        if (options_.exhaustive && state.parts < parts_) {
          Task task{i, true, state.parts++, 0};
          task.deadline = share_of_time();
          return task;
        }
        if (state.dealt < state.wanted) {
          // What was dealt of a piece is not dealt again, so that a case does not depend on how
          // many were wanted at a time.
          const std::size_t number = state.dealt;
          const std::size_t cases =
              std::min(cases_a_seed - number % cases_a_seed, state.wanted - number);
          state.dealt += cases;
          ++state.running;
          return Task{i, false, number, cases};
        }
        running = running || state.running > 0;
      }
      if (running) {
        changed_.wait_for(lock, std::chrono::milliseconds(100));
      } else if (options_.deadline && options_.cases > 0) {
        for (State& state : states_)
          state.wanted += options_.cases;
        progress_.expected = progress_.expected + static_cast<double>(rows_.size()) *
                                                      static_cast<double>(options_.cases);
      } else {
        break;
      }
    }
    return std::nullopt;
  }

  /// When a part that is dealt now is to end, so that those behind it have as much time.
  [[nodiscard]] std::optional<Clock::time_point> share_of_time() const {
    if (!options_.deadline) return std::nullopt;
    std::size_t left = 1;
    for (const State& state : states_)
      left += parts_ - state.parts;
    const std::size_t threads = std::max(1U, options_.jobs);
    const auto now = Clock::now();
    const auto time = *options_.deadline - now;
    return left <= threads
               ? *options_.deadline
               : now + time * static_cast<Clock::rep>(threads) / static_cast<Clock::rep>(left);
  }

  Tally run_piece(const Task& task) {
    const Row& row = rows_[task.row];
    RunOptions run;
    run.seed = seed_for(options_.seed, row.statement->id, task.number / cases_a_seed);
    run.first = task.number % cases_a_seed;
    run.cases = task.cases;
    run.deadline = options_.deadline;
    run.stop = options_.stop;
    run.progress = &progress_.done;
    // What is known to fail needs no shrinking: its smallest counterexample is recorded.
    if (row.statement->standing != Standing::holds) run.shrink_budget = 0;
    return run_random(*row.statement, run);
  }

  Tally run_part(const Task& task) {
    const Statement& statement = *rows_[task.row].statement;
    RunOptions run;
    run.deadline = task.deadline;
    run.stop = options_.stop;
    run.progress = &progress_.done;
    ExhaustiveOptions exhaustive;
    exhaustive.range = *options_.exhaustive;
    exhaustive.range.shard = task.share != nullptr ? task.share->shard : part_of(task.number);
    // What a share counts must not depend on others.
    if (task.share == nullptr) exhaustive.lightest_failure = &states_[task.row].lightest_failure;
    if (resumption_ && resumption_->keeps()) {
      if (auto known = resumption_->at(statement, task.number)) exhaustive.from = *std::move(known);
      exhaustive.save = [this, &statement, part = task.number](const Checkpoint& at) {
        resumption_->put(statement, part, at);
      };
    }
    return run_exhaustive(statement, exhaustive, run);
  }

  /// Part `number` of this process's shard.
  [[nodiscard]] Shard part_of(std::size_t number) const {
    const Shard& shard = options_.exhaustive->shard;
    return {shard.index + shard.count * number, shard.count * parts_};
  }

  /// What an earlier run had counted of parts that this one did not come to; and its failures.
  void take_what_is_left() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (State& state = states_[i]; options_.exhaustive && state.parts < parts_;) {
        const Task task{i, true, state.parts++, 0};
        if (resumption_->at(*rows_[i].statement, task.number)) take(task, run_part(task));
      }
    }
  }

  void take(const Task& task, const Tally& tally) {
    Row& row = rows_[task.row];
    State& state = states_[task.row];
    if (task.share != nullptr && options_.counted) options_.counted(*task.share, tally);
    if (tally.first && !row.random.first && !row.exhaustive.first && options_.found)
      options_.found(*row.statement, *tally.first);
    if (task.exhaustive) {
      if (state.parts_done++ == 0)
        state.exhausted = tally.exhausted;
      else if (!tally.exhausted || (state.exhausted && *tally.exhausted < *state.exhausted))
        state.exhausted = tally.exhausted;
      state.complete = state.complete && tally.complete;
      row.exhaustive += tally;
      const bool all = state.parts_done == (task.share != nullptr ? state.parts : parts_);
      row.exhaustive.exhausted = all ? state.exhausted : std::nullopt;
      row.exhaustive.complete = all && state.complete;
      return;
    }
    row.random += tally;
    if (task.share != nullptr) return;
    --state.running;
    const Tally& sum = row.random;
    if (sum.met < options_.met && state.running == 0 && state.dealt >= state.wanted &&
        sum.cases >= state.dealt && sum.cases < 100 * options_.met) {
      const std::size_t announced = std::max(state.wanted, options_.met);
      const std::size_t missing = options_.met - sum.met;
      const double share =
          std::max(0.01, static_cast<double>(sum.met) / static_cast<double>(sum.cases));
      state.wanted +=
          static_cast<std::size_t>(std::ceil(1.01 * static_cast<double>(missing) / share)) + 100;
      if (state.wanted > announced)
        progress_.expected = progress_.expected + static_cast<double>(state.wanted - announced);
    }
  }

  void keep() {
    if (resumption_) resumption_->write();
  }

  std::vector<Row>& rows_;
  const CampaignOptions& options_;
  CampaignProgress& progress_;
  std::deque<State> states_;
  std::vector<Task> tasks_;  // of the shares, if there are any
  std::size_t dealt_ = 0;    // of these tasks
  std::size_t parts_ = 0;
  std::optional<Resumption> resumption_;
  std::mutex mutex_;
  std::condition_variable changed_;  // a piece has ended
  std::condition_variable idle_;     // a thread has ended
  std::size_t finished_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

Tally Row::total() const {
  Tally sum = random;
  sum += exhaustive;
  return sum;
}

void run_campaign(std::vector<Row>& rows, const CampaignOptions& options,
                  CampaignProgress& progress) {
  Campaign(rows, options, progress).run();
}

}  // namespace layoutcheck::engine
