// Trials: questions from a source are put to subjects, and the replies are judged.
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/engine/threads.hpp>
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/notation/chain.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace layoutcheck::conformance {

namespace {

using Clock = std::chrono::steady_clock;

/// Questions that follow each other, and how many batches come before.
struct Batch {
  std::size_t number = 0;
  std::vector<Case> questions = {};
};

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

  /// At most so many questions, at least one; none at the end. Waits while too many batches that
  /// were taken before are not done: the replies to later ones have to be kept until then.
  Batch pop(std::size_t most) {
    std::unique_lock lock(mutex_);
    const auto is_too_early = [&] {
      return numbers_ - done_ > options_.jobs + furthest_ahead ||
             (questions_.size() < most && !closed_);
    };
    while (is_too_early() && !is_over())
      changed_.wait_for(lock, pause);
    Batch batch;
    while (!is_over() && !questions_.empty() && batch.questions.size() < most) {
      batch.questions.push_back(std::move(questions_.front()));
      questions_.pop_front();
    }
    if (!batch.questions.empty()) batch.number = numbers_++;
    changed_.notify_all();
    return batch;
  }

  /// So many batches are done, one after another from the first.
  void done(std::size_t batches) {
    const std::lock_guard lock(mutex_);
    done_ = batches;
    changed_.notify_all();
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
  static constexpr std::size_t furthest_ahead = 64;

  [[nodiscard]] bool is_over() const { return failure_ || options_.is_over(); }

  const TrialOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Case> questions_;
  std::size_t numbers_ = 0;
  std::size_t done_ = 0;
  bool closed_ = false;
  std::exception_ptr failure_;
};

}  // namespace

namespace {

/// What came of a question; nothing judged if it was stopped.
struct Came {
  std::optional<Judged> judged = {};
  /// Whether the subject died of it, or hung on it.
  bool is_death = false;
};

bool is_death(const Judged& judged) {
  return judged.reply.kind == Reply::Kind::crash || judged.reply.kind == Reply::Kind::timeout;
}

/// One for each question.
std::vector<Came> judged_replies(Subject& subject, std::span<const Case> questions,
                                 const TrialOptions& options) {
  std::vector<Reply> replies = subject.ask(questions);
  std::vector<Came> all(replies.size());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (replies[i].kind == Reply::Kind::stopped) continue;
    Judged judged = layoutcheck::judged(questions[i], std::move(replies[i]), options.judging);
    try {
      name_by_algebra(judged, options.judging.convention);
      if (options.profile != nullptr) excuse(judged, *options.profile, options.judging);
    } catch (const std::exception& error) {
      blame_us(judged, error.what());
    }
    all[i].is_death = is_death(judged);
    all[i].judged = std::move(judged);
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
  for (Came& came : judged_replies(subject, inside, options)) {
    if (!came.judged) continue;
    const VerdictKind kind = came.judged->verdict.kind;
    if (is_fault(kind) || kind == VerdictKind::outside_preconditions ||
        kind == VerdictKind::expected_failure)
      return std::move(came.judged);
  }
  return std::nullopt;
}

/// The same as ask(), one for each question.
std::vector<Came> ask_each(Subject& subject, std::span<const Case> questions,
                           const TrialOptions& options) {
  std::vector<Came> all = judged_replies(subject, questions, options);
  for (Came& came : all) {
    if (!came.judged || !is_chain(came.judged->question) || !is_fault(came.judged->verdict.kind))
      continue;
    if (auto inside = failing_inside(subject, came.judged->question, options))
      came.judged = std::move(inside);
  }
  return all;
}

}  // namespace

engine::Interruption interruption_by(const TrialOptions& options) {
  return {options.stop, [&options] { return options.deadline.is_over(); }};
}

std::vector<Judged> ask(Subject& subject, std::span<const Case> questions,
                        const TrialOptions& options) {
  std::vector<Judged> all;
  for (Came& came : ask_each(subject, questions, options))
    if (came.judged) all.push_back(*std::move(came.judged));
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

  std::vector<Came> operator()(std::span<const Case> questions) {
    const auto start = Clock::now();
    std::vector<Came> all = ask_each(*subject_, questions, options_);
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
    said.start = std::max(said.start, subject_->start());
  }

 private:
  std::unique_ptr<Subject> subject_;
  const TrialOptions& options_;
  // A slow subject shows its first answers soon, and loses little when it fails.
  std::size_t batch_ = std::min<std::size_t>(options_.batch, 8);
};

/// Hands on what was judged in the order of the questions, whichever batch is done first: what a
/// trial finds does not depend on threads. An operation of which the subject has died too often is
/// given up, as it would be on a single thread, though others may have asked it meanwhile.
class InOrder {
 public:
  InOrder(const std::function<void(Judged&&)>& use, const TrialOptions& options)
      : use_(use), options_(options) {}

  /// Takes a batch that is done; returns how many now are, one after another from the first.
  std::size_t take(Batch batch, std::vector<Came> came) {
    waiting_.emplace(batch.number, std::pair(std::move(batch.questions), std::move(came)));
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      use_first();
      ++next_;
    }
    return next_;
  }

  /// Hands on what waits for batches that will not come.
  void finish() {
    while (!waiting_.empty())
      use_first();
  }

  void tell(Said& said) {
    said.unasked = std::move(unasked_);
    if (not_put_ == 0) return;
    std::string text = counted(not_put_, "question") +
                       " not put, as their operations had ended it " +
                       counted(options_.most_deaths, "time") + ": ";
    const char* separator = "";
    for (const std::string& operation : given_up_) {
      text += separator + operation;
      separator = ", ";
    }
    said.complaints.push_back(std::move(text));
  }

 private:
  void use_first() {
    auto first = waiting_.extract(waiting_.begin());
    auto& [questions, came] = first.mapped();
    for (std::size_t i = 0; i < questions.size(); ++i) {
      std::size_t& deaths = deaths_of(questions[i]);
      if (deaths >= options_.most_deaths) {
        ++not_put_;
        given_up_.insert(questions[i].operation);
        unasked_.push_back(std::move(questions[i]));
        continue;
      }
      if (came[i].is_death) ++deaths;
      if (came[i].judged)
        use_(*std::move(came[i].judged));
      else
        unasked_.push_back(std::move(questions[i]));
    }
  }

  std::size_t& deaths_of(const Case& question) {
    return deaths_[operation_of(question, vocabulary_of(options_.judging.language))];
  }

  const std::function<void(Judged&&)>& use_;
  const TrialOptions& options_;
  std::map<std::size_t, std::pair<std::vector<Case>, std::vector<Came>>> waiting_;
  std::size_t next_ = 0;
  std::map<const Operation*, std::size_t> deaths_;
  std::size_t not_put_ = 0;
  std::set<std::string> given_up_;
  std::vector<Case> unasked_;
};

Said run_on_this_thread(const Source& source, const MakeSubject& make, const TrialOptions& options,
                        InOrder& in_order) {
  Asking asking(make(), options);
  Batch batch;
  const auto ask_them = [&] {
    std::vector<Came> came = asking(batch.questions);
    const std::size_t next = batch.number + 1;
    in_order.take(std::move(batch), std::move(came));
    batch = {next};
  };
  {
    const engine::Interruption interruption = interruption_by(options);
    source([&](Case question) {
      batch.questions.push_back(std::move(question));
      if (batch.questions.size() >= asking.batch()) ask_them();
      return !options.is_over();
    });
  }
  if (!batch.questions.empty() && !options.is_over()) ask_them();
  asking.finish();
  Said said;
  asking.tell(said);
  in_order.tell(said);
  said.unasked.insert(said.unasked.end(), batch.questions.begin(), batch.questions.end());
  return said;
}

}  // namespace

Said run_trial(const Source& source, const MakeSubject& make, const TrialOptions& options,
               const std::function<void(Judged&&)>& use) {
  InOrder in_order(use, options);
  if (options.jobs == 0) return run_on_this_thread(source, make, options, in_order);
  Queue queue(options);
  std::mutex using_it;
  Said said;
  const auto work = [&] {
    try {
      Asking asking(make(), options);
      for (Batch batch; !(batch = queue.pop(asking.batch())).questions.empty();) {
        std::vector<Came> came = asking(batch.questions);
        const std::lock_guard lock(using_it);
        queue.done(in_order.take(std::move(batch), std::move(came)));
      }
      asking.finish();
      const std::lock_guard lock(using_it);
      asking.tell(said);
    } catch (...) {
      queue.fail(std::current_exception());
    }
  };
  std::vector<std::thread> threads = engine::start_threads(options.jobs, work);
  try {
    const engine::Interruption interruption = interruption_by(options);
    source([&](Case question) { return queue.push(std::move(question)); });
  } catch (...) {
    queue.fail(std::current_exception());
  }
  queue.close();
  for (std::thread& thread : threads)
    thread.join();
  in_order.finish();
  queue.rethrow();
  std::ranges::sort(said.complaints);
  in_order.tell(said);
  for (Case& question : queue.rest())
    said.unasked.push_back(std::move(question));
  return said;
}

}  // namespace layoutcheck::conformance
