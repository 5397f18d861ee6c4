// From a question and a reply to a verdict: the path that every answer takes, whoever gave it.
#pragma once

#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/notation/operations.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace layoutcheck {

/// What a subject made of one question.
struct Reply {
  enum class Kind {
    answered,
    malformed,  // what it said is no answer to the question
    no_value,   // an answer that breaks a rule of its sort
    crash,
    timeout,
    stopped,  // the run ended, or a limit was reached, before there was a reply
  };
  Kind kind = Kind::stopped;
  /// Set if it answered.
  Answer answer = NonValue::unsupported;
  /// What the subject said with it, or how it failed: "signal 6: Assertion failed".
  std::string note = {};
};

/// What a line may ask beside the operations of the standard vocabulary, by who knows more: the
/// statements of a registry, for example.
struct Language {
  /// The standard one, and what is asked beside it.
  const Vocabulary* vocabulary;
  /// The right reply to a question, or none if it is about an operation.
  std::optional<Reply> (*answer)(const Case& question);
};

/// What lines are read with.
const Vocabulary& vocabulary_of(const Language* language);

/// A question, what was replied, and the verdict on that.
struct Judged {
  /// Without an answer.
  Case question;
  Reply reply;
  Verdict verdict;
  /// Of a fault that samples alone show, so that the verdict names no answer: the algebra's. It
  /// names the fault, and decides nothing.
  std::optional<Answer> likely = {};
  /// Whether there is no verdict because we failed, not the subject.
  bool is_our_fault = false;
  /// What of a profile excuses the fault; "" if nothing does.
  std::string excuse = {};
};

/// The question that the text begins with, up to a '='; nothing if it is none.
std::optional<Case> question_in(std::string_view text,
                                const Vocabulary& vocabulary = standard_vocabulary());

/// The reply in a line that repeats its question, and that question as it is spelt here; "" if the
/// line begins with none.
Reply read_reply(std::string_view line, std::string& asked,
                 const Vocabulary& vocabulary = standard_vocabulary());

/// The beginning of a line in quotes, without control characters, for messages.
std::string excerpt(std::string_view line);

/// What is asked replies: stopped where a limit was reached, and a crash where an exception ended
/// it; of the exceptions, std::bad_alloc is passed on.
Reply replied(const std::function<Reply()>& ask);

/// The question with what was answered.
Case answered(const Judged& judged);

/// Counts it.
void add(Account& account, const Judged& judged);

/// A verdict for which the judge was not asked.
Verdict verdict_of(VerdictKind kind, std::string why, std::optional<Answer> expected = {});

/// Says in the verdict that we failed, not the subject.
void blame_us(Judged& judged, const std::string& why);

/// The verdict on a reply. One that is no answer has the verdict that it is, with the answer that
/// was expected; one that was stopped is undecided. Throws as judge().
Judged judge_reply(Case question, Reply reply, const JudgeOptions& options = {});

/// The same for who goes on with others whatever happens to one: a failure of ours is told in the
/// verdict.
Judged judged(Case question, Reply reply, const JudgeOptions& options = {});

}  // namespace layoutcheck
