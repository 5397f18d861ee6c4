// A command as a subject: batches, and who is to blame when one fails.
#include "piped_child.hpp"
#include <layoutcheck/conformance/command.hpp>
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace layoutcheck::conformance {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// After so many questions without a single reply the command is given up.
constexpr std::size_t hopeless = 10;

/// The starts that are left out of the time: the first child ends after one question, to show
/// whether it waits for the end, and the second is the one that stays. How often it starts after
/// that is its own affair.
constexpr unsigned starts_left_out = 2;

/// How long a child may take to end if it does not matter how.
constexpr milliseconds goodbye{2000};

class Command final : public Subject {
 public:
  Command(std::vector<std::string> command, const CommandOptions& options)
      : command_(std::move(command)), options_(options) {}

  std::vector<Reply> ask(std::span<const Case> questions) override {
    const std::size_t blamed = blamed_;
    std::vector<Reply> replies(questions.size());
    std::vector<std::size_t> all(questions.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = i;
    if (!is_known_) {
      // How long one takes from start to end says how long to wait for the others.
      const std::size_t first = std::min<std::size_t>(all.size(), 1);
      settle(questions, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first)}, replies);
      all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first));
    }
    settle(questions, std::move(all), replies);
    settle_unheard(questions, replies);
    // When the time is up, nobody may have found out which question is to blame.
    const bool is_whole = std::none_of(replies.begin(), replies.end(), [](const Reply& reply) {
      return reply.kind == Reply::Kind::stopped;
    });
    if (blamed_ == blamed && is_whole) complain_of(unexplained_);
    unexplained_.clear();
    return replies;
  }

  void finish() override {
    if (!child_ || (options_.stop != nullptr && *options_.stop)) return;
    child_->close_input();
    std::string_view nothing;
    const auto start = Clock::now();
    bool ended = false;
    while (!ended && Clock::now() - start <= time_to_end())
      ended = child_->exchange(nothing, output_, milliseconds(20)).ended;
    complain_of(ended ? child_->end(time_to_end()) : stays());
    child_.reset();
  }

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] milliseconds start() const override { return start_; }

  [[nodiscard]] std::optional<std::vector<std::string>> offers() const override { return offers_; }

  [[nodiscard]] std::string complaint() const override {
    std::string text;
    if (strays_ > 0)
      text = counted(strays_, "line") + " that no question asked for, the first " + stray_;
    if (!ending_.empty()) text += (text.empty() ? "" : "; ") + ending_;
    return text;
  }

 private:
  /// How a batch ended.
  enum class Ending { complete, ended, silent, stopped };

  [[nodiscard]] bool is_over() const {
    return (options_.stop != nullptr && *options_.stop) || options_.deadline.is_over();
  }

  [[nodiscard]] milliseconds time_to_end() const {
    return options_.ignore_status || greets_ ? goodbye : options_.patience;
  }

  [[nodiscard]] std::string stays() const {
    return "no end within " + std::to_string(options_.patience.count()) +
           " ms of that of its input";
  }

  /// Keeps how a child ended that no question is to blame for; "" is the end that is wanted.
  void complain_of(const std::string& how) {
    if (options_.ignore_status || greets_ || how.empty() || !ending_.empty()) return;
    ending_ = "after all its answers: " + how;
  }

  static bool is_death(const Reply& reply) {
    return reply.kind == Reply::Kind::crash || reply.kind == Reply::Kind::timeout;
  }

  /// How often the operation or statement that the question asks for has ended the child.
  std::size_t& deaths_of(const Case& question) {
    return deaths_[operation_of(question, *options_.vocabulary)];
  }

  /// Gets a reply to each of these questions, whatever the child does.
  void settle(std::span<const Case> questions, std::vector<std::size_t> wanted,
              std::vector<Reply>& replies) {
    const auto is_deadly = [&](std::size_t i) {
      return deaths_of(questions[i]) >= options_.most_deaths;
    };
    while (!is_over()) {
      std::erase_if(wanted, is_deadly);
      if (wanted.empty()) return;
      const Ending ending = run(questions, wanted, replies);
      const bool greeted = std::exchange(greets_, false);
      const bool alone = wanted.size() == 1;
      std::erase_if(wanted, [&](std::size_t i) { return replies[i].kind != Reply::Kind::stopped; });
      if (wanted.empty() || ending == Ending::stopped) return;
      if (greeted) continue;  // it may be that which it does not bear
      if (alone && ending == Ending::silent && !is_heard()) {
        unheard_.push_back(wanted.front());
        count_failure(silence());
        return;
      }
      if (alone) {
        blame(replies[wanted.front()], ending);
        if (is_death(replies[wanted.front()])) ++deaths_of(questions[wanted.front()]);
        return;
      }
      // A child that answers line by line failed at the first that has no reply.
      const std::size_t suspect = wanted.front();
      settle(questions, {suspect}, replies);
      wanted.erase(wanted.begin());
      const bool is_unheard = !unheard_.empty() && unheard_.back() == suspect;
      if (is_death(replies[suspect]) || is_unheard) continue;
      // This one did not.
      const auto middle = wanted.begin() + static_cast<std::ptrdiff_t>(wanted.size() / 2);
      settle(questions, {wanted.begin(), middle}, replies);
      wanted.erase(wanted.begin(), middle);
    }
  }

  /// Asks again what may only have waited for a start that took long; if it is silent to the end,
  /// each question has its silence.
  void settle_unheard(std::span<const Case> questions, std::vector<Reply>& replies) {
    std::vector<std::size_t> again = std::exchange(unheard_, {});
    if (is_heard()) {
      settle(questions, std::move(again), replies);
      return;
    }
    for (const std::size_t i : again) {
      ++blamed_;
      replies[i].kind = Reply::Kind::timeout;
      replies[i].note = silence();
      ++deaths_of(questions[i]);
    }
  }

  /// Whether it has ever answered, be it to the question who it is.
  [[nodiscard]] bool is_heard() const { return has_replied_ || !name_.empty(); }

  [[nodiscard]] std::string silence() const {
    return "no answer in " + std::to_string(options_.patience.count()) + " ms";
  }

  [[nodiscard]] std::string slow_start() const {
    std::ostringstream seconds;
    seconds << std::chrono::duration<double>(options_.patience).count();
    return "no answer to 'subject()' within " + seconds.str() + " s";
  }

  /// Throws if there is no hope for a reply.
  void count_failure(const std::string& note) {
    if (has_replied_ || ++failures_ < hopeless) return;
    throw std::runtime_error(command_.front() + (is_heard() ? "" : ": " + slow_start() + "; it") +
                             " answered none of " + std::to_string(hopeless) +
                             " questions; the last: " + note);
  }

  /// Sets how the only question of a batch failed.
  void blame(Reply& reply, Ending ending) {
    ++blamed_;
    if (ending == Ending::silent) {
      reply.kind = Reply::Kind::timeout;
      reply.note = silence();
    } else {
      reply.kind = how_.empty() ? Reply::Kind::malformed : Reply::Kind::crash;
      reply.note = how_.empty() ? "no line answers it" : how_;
      if (how_.empty() && !last_stray_.empty()) reply.note += "; there is " + last_stray_;
    }
    count_failure(reply.note);
  }

  /// Asks these questions in one go.
  Ending run(std::span<const Case> questions, const std::vector<std::size_t>& wanted,
             std::vector<Reply>& replies) {
    std::string text;
    std::unordered_map<std::string, std::deque<std::size_t>> waiting;
    for (const std::size_t i : wanted) {
      const std::string line = question(questions[i]);
      text += line + '\n';
      waiting[line].push_back(i);
    }
    last_stray_.clear();
    how_.clear();
    const auto start = Clock::now();
    if (!child_) {
      child_ = std::make_unique<PipedChild>(command_);
      output_.clear();
      has_said_ = false;
    }
    std::optional<Deadline::Start> starting;
    if (!has_said_ && said_ < starts_left_out) starting.emplace(options_.deadline);
    const auto see_start = [&, before = start_](bool has_output) {
      // In this attempt and in those before it that were given up.
      if (said_ == 0)
        start_ = before + std::chrono::duration_cast<milliseconds>(Clock::now() - start);
      if (!has_output || has_said_) return;
      has_said_ = true;
      ++said_;
      starting.reset();
    };
    if (!is_known_) waits_for_end_ = true;
    greets_ = !std::exchange(has_greeted_, true);
    if (greets_) text = std::string(introduction) + '\n' + std::string(offer) + '\n' + text;
    std::string_view input = text;
    std::size_t missing = wanted.size();
    auto last = start;
    bool had_to_end = false;
    while (true) {
      if (input.empty() && child_->input_is_open() && missing > 0 &&
          (waits_for_end_ || Clock::now() - last > grace_)) {
        child_->close_input();
        had_to_end = true;
      }
      const PipedChild::Events events = child_->exchange(input, output_, milliseconds(20));
      const std::size_t before = missing;
      see_start(events.has_output);
      if (events.has_output) missing -= take_lines(waiting, replies, events.ended);
      if (missing < before || events.wrote) last = Clock::now();
      if (missing == 0 && child_->input_is_open()) {
        is_known_ = true;
        return Ending::complete;
      }
      if (events.ended) {
        missing -= take_lines(waiting, replies, true);
        how_ = child_->end(time_to_end());
        child_.reset();
        learn(had_to_end, missing == 0, Clock::now() - start);
        if (missing == 0)
          complain_of(how_);
        else if (unexplained_.empty() && !greets_)
          unexplained_ = how_;
        return missing == 0 ? Ending::complete : Ending::ended;
      }
      if (missing == 0 && Clock::now() - last > time_to_end()) {
        // It has said all that was asked for, and does not go.
        complain_of(stays());
        child_.reset();
        learn(had_to_end, true, last - start);
        return Ending::complete;
      }
      // One that has answered all is waited for beyond the deadline, to see how it ends.
      const bool is_late = missing > 0 && Clock::now() - last > options_.patience;
      const bool is_stopped = missing > 0 ? is_over() : options_.stop != nullptr && *options_.stop;
      if (is_late || is_stopped) {
        child_.reset();
        if (is_late && greets_ && !is_heard() && options_.tell) options_.tell(slow_start());
        return is_stopped ? Ending::stopped : Ending::silent;
      }
    }
  }

  /// Whether the child has to see the end of its input before it answers, and for how long to wait
  /// until that is believed.
  void learn(bool had_to_end, bool complete, Clock::duration took) {
    if (!complete) return;
    if (!is_known_) {
      is_known_ = true;
      waits_for_end_ = false;
      // What is silent for as long as its patience lasts is late.
      grace_ =
          std::min(std::max(milliseconds(200), std::chrono::duration_cast<milliseconds>(3 * took)),
                   options_.patience / 2);
    } else {
      waits_for_end_ = waits_for_end_ || had_to_end;
    }
  }

  /// Matches complete lines with questions; returns how many have a reply now.
  std::size_t take_lines(std::unordered_map<std::string, std::deque<std::size_t>>& waiting,
                         std::vector<Reply>& replies, bool at_end) {
    std::size_t taken = 0;
    std::size_t start = 0;
    while (start < output_.size()) {
      std::size_t end = output_.find('\n', start);
      if (end == std::string::npos) {
        if (!at_end && output_.size() - start <= longest_line) break;
        end = output_.size();
      }
      const std::string_view line = std::string_view(output_).substr(start, end - start);
      if (!is_blank(line)) taken += take_line(line, waiting, replies) ? 1 : 0;
      start = end + 1;
    }
    output_.erase(0, std::min(start, output_.size()));
    return taken;
  }

  bool take_line(std::string_view line,
                 std::unordered_map<std::string, std::deque<std::size_t>>& waiting,
                 std::vector<Reply>& replies) {
    if (const auto name = has_greeted_ ? subject_in(line) : std::nullopt) {
      name_ = *name;
      return false;
    }
    if (auto offers = has_greeted_ ? offers_in(line) : std::nullopt) {
      if (!offers->empty()) offers_ = std::move(offers);
      return false;
    }
    std::string asked;
    Reply reply = read_reply(line, asked, *options_.vocabulary);
    const auto found = waiting.find(asked);
    if (found == waiting.end() || found->second.empty()) {
      if (greets_) return false;
      last_stray_ = excerpt(line);
      if (strays_++ == 0) stray_ = last_stray_;
      return false;
    }
    replies[found->second.front()] = std::move(reply);
    found->second.pop_front();
    has_replied_ = true;
    return true;
  }

  std::vector<std::string> command_;
  CommandOptions options_;
  std::unique_ptr<PipedChild> child_;
  std::string output_;  // not yet taken apart
  std::string how_;     // the last child ended
  bool has_greeted_ = false;
  bool greets_ = false;    // the child that runs is the one that was greeted
  bool has_said_ = false;  // the child that runs, anything
  unsigned said_ = 0;      // so many children have
  milliseconds start_{};
  std::string name_;
  std::optional<std::vector<std::string>> offers_;
  std::size_t blamed_ = 0;   // how many questions alone had no answer
  std::string unexplained_;  // how a child ended before it had answered all
  std::string ending_;
  bool is_known_ = false;
  bool waits_for_end_ = false;
  milliseconds grace_{200};
  std::map<const Operation*, std::size_t> deaths_;
  std::size_t strays_ = 0;
  std::string stray_;
  std::string last_stray_;
  bool has_replied_ = false;
  std::size_t failures_ = 0;
  /// What it was silent at before it was heard of, in the questions that are asked now.
  std::vector<std::size_t> unheard_;
};

}  // namespace

std::unique_ptr<Subject> make_command(std::vector<std::string> command,
                                      const CommandOptions& options) {
  if (command.empty()) throw std::invalid_argument("there is no command to ask");
  return std::make_unique<Command>(std::move(command), options);
}

}  // namespace layoutcheck::conformance
