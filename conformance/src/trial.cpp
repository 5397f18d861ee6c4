// Trials: questions from a source are put to subjects, and the replies are judged.
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/engine/threads.hpp>
#include <layoutcheck/notation/chain.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace layoutcheck::conformance {

namespace {

using Clock = std::chrono::steady_clock;

/// Questions on their way from the source to the threads.
class Queue {
 public:
  explicit Queue(const TrialOptions& options) : options_(options) {}

  /// Waits for room; false if the trial is over.
  bool push(Case question) {
    std::unique_lock lock(mutex_);
    while (questions_.size() >= 4 * options_.batch && !is_over())
      changed_.wait_for(lock, pause);
    questions_.push_back(std::move(question));
    if (is_over()) return false;
    if (questions_.size() == 1) changed_.notify_all();
    return true;
  }

  /// At most so many questions, at least one; none at the end.
  std::vector<Case> pop(std::size_t most) {
    std::unique_lock lock(mutex_);
    while (questions_.size() < most && !closed_ && !is_over())
      changed_.wait_for(lock, pause);
    std::vector<Case> batch;
    while (!is_over() && !questions_.empty() && batch.size() < most) {
      batch.push_back(std::move(questions_.front()));
      questions_.pop_front();
    }
    changed_.notify_all();
    return batch;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  /// Ends the trial.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
  }

  /// What nobody took.
  std::deque<Case> rest() { return std::exchange(questions_, {}); }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::chrono::milliseconds pause{20};

  [[nodiscard]] bool is_over() const { return failure_ || options_.is_over(); }

  const TrialOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Case> questions_;
  bool closed_ = false;
  std::exception_ptr failure_;
};

}  // namespace

namespace {

std::vector<Judged> judged_replies(Subject& subject, std::span<const Case> questions,
                                   const TrialOptions& options,
                                   std::vector<Case>* unasked = nullptr) {
  std::vector<Reply> replies = subject.ask(questions);
  std::vector<Judged> all;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (replies[i].kind == Reply::Kind::stopped) {
      if (unasked != nullptr) unasked->push_back(questions[i]);
      continue;
    }
    Judged judged = properties::judged(questions[i], std::move(replies[i]), options.judging);
    try {
      name_by_algebra(judged, options.judging.convention);
      if (options.profile != nullptr) excuse(judged, *options.profile, options.judging);
    } catch (const std::exception& error) {
      properties::blame_us(judged, error.what());
    }
    all.push_back(std::move(judged));
  }
  return all;
}

/// The innermost operation of a chain that is not answered rightly by itself, whether that is
/// excused or not.
std::optional<Judged> failing_inside(Subject& subject, const Case& chain,
                                     const TrialOptions& options) {
  std::vector<Case> inside;
  for (std::size_t i = chain.inner.size(); i-- > 0;)
    inside.push_back(inner_question(chain, i));
  for (Judged& judged : judged_replies(subject, inside, options)) {
    const VerdictKind kind = judged.verdict.kind;
    if (is_fault(kind) || kind == VerdictKind::outside_preconditions ||
        kind == VerdictKind::expected_failure)
      return std::move(judged);
  }
  return std::nullopt;
}

}  // namespace

std::vector<Judged> ask(Subject& subject, std::span<const Case> questions,
                        const TrialOptions& options, std::vector<Case>* unasked) {
  std::vector<Judged> all = judged_replies(subject, questions, options, unasked);
  for (Judged& judged : all) {
    if (!is_chain(judged.question) || !is_fault(judged.verdict.kind)) continue;
    if (auto inside = failing_inside(subject, judged.question, options))
      judged = *std::move(inside);
  }
  return all;
}

namespace {

/// A subject with the size of its batches, and what becomes of its replies.
class Asking {
 public:
  Asking(std::unique_ptr<Subject> subject, const TrialOptions& options)
      : subject_(std::move(subject)), options_(options) {}

  /// How many questions to ask next.
  [[nodiscard]] std::size_t batch() const { return batch_; }

  std::vector<Judged> operator()(std::span<const Case> questions) {
    const auto start = Clock::now();
    std::vector<Judged> all = ask(*subject_, questions, options_, &unasked_);
    const auto took = Clock::now() - start;
    if (took < std::chrono::milliseconds(500)) batch_ = std::min(2 * batch_, options_.batch);
    if (took > std::chrono::seconds(4)) batch_ = std::max<std::size_t>(batch_ / 2, 1);
    return all;
  }

  /// No more is asked.
  void finish() { subject_->finish(); }

  void tell(Said& said) const {
    if (std::string complaint = subject_->complaint(); !complaint.empty())
      said.complaints.push_back(std::move(complaint));
    if (said.name.empty()) said.name = subject_->name();
    if (!said.offers) said.offers = subject_->offers();
    said.unasked.insert(said.unasked.end(), unasked_.begin(), unasked_.end());
  }

 private:
  std::unique_ptr<Subject> subject_;
  const TrialOptions& options_;
  std::vector<Case> unasked_;
  // A slow subject shows its first answers soon, and loses little when it fails.
  std::size_t batch_ = std::min<std::size_t>(options_.batch, 8);
};

Said run_on_this_thread(const Source& source, const MakeSubject& make, const TrialOptions& options,
                        const std::function<void(Judged&&)>& use) {
  Asking asking(make(), options);
  std::vector<Case> questions;
  const auto ask_them = [&] {
    for (Judged& judged : asking(questions))
      use(std::move(judged));
    questions.clear();
  };
  {
    const properties::Interruption interruption(options.stop, options.deadline);
    source([&](Case question) {
      questions.push_back(std::move(question));
      if (questions.size() >= asking.batch()) ask_them();
      return !options.is_over();
    });
  }
  if (!questions.empty() && !options.is_over()) ask_them();
  asking.finish();
  Said said;
  asking.tell(said);
  said.unasked.insert(said.unasked.end(), questions.begin(), questions.end());
  return said;
}

}  // namespace

Said run_trial(const Source& source, const MakeSubject& make, const TrialOptions& options,
               const std::function<void(Judged&&)>& use) {
  if (options.jobs == 0) return run_on_this_thread(source, make, options, use);
  Queue queue(options);
  std::mutex using_it;
  Said said;
  const auto work = [&] {
    try {
      Asking asking(make(), options);
      for (std::vector<Case> questions; !(questions = queue.pop(asking.batch())).empty();) {
        std::vector<Judged> all = asking(questions);
        const std::lock_guard lock(using_it);
        for (Judged& judged : all)
          use(std::move(judged));
      }
      asking.finish();
      const std::lock_guard lock(using_it);
      asking.tell(said);
    } catch (...) {
      queue.fail(std::current_exception());
    }
  };
  std::vector<std::thread> threads = properties::start_threads(options.jobs, work);
  try {
    const properties::Interruption interruption(options.stop, options.deadline);
    source([&](Case question) { return queue.push(std::move(question)); });
  } catch (...) {
    queue.fail(std::current_exception());
  }
  queue.close();
  for (std::thread& thread : threads)
    thread.join();
  queue.rethrow();
  for (Case& question : queue.rest())
    said.unasked.push_back(std::move(question));
  return said;
}

}  // namespace layoutcheck::conformance
