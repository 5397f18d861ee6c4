// From a question and a reply to a verdict: the path of every answer, whatever its source.
#pragma once

#include <layoutcheck/judge/account.hpp>
#include <layoutcheck/notation/operations.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace layoutcheck {

/// A subject's reply to one question.
struct Reply {
  enum class Kind {
    answered,
    malformed,  // its output is not an answer to the question
    no_value,   // an answer that breaks a rule of its sort
    crash,
    timeout,
    stopped,  // the run ended, or a limit was reached, before there was a reply
  };
  Kind kind = Kind::stopped;
  /// Set if it answered.
  Answer answer = NonValue::unsupported;
  /// The subject's message, or how it failed: "signal 6: Assertion failed".
  std::string note = {};
};

/// Questions beyond the operations of the standard vocabulary, for example the statements of a
/// registry.
struct Language {
  /// The standard vocabulary, and additional questions.
  const Vocabulary* vocabulary;
  /// The right reply to a question, or none if it is about an operation.
  std::optional<Reply> (*answer)(const Case& question);
};

/// The context for reading lines.
const Vocabulary& vocabulary_of(const Language* language);

/// A question, its reply, and the verdict.
struct Judged {
  /// Without an answer.
  Case question;
  Reply reply;
  Verdict verdict;
  /// For a fault that only samples show, so that the verdict names no answer: the algebra's answer.
  /// It names the fault, and does not affect the verdict.
  std::optional<Answer> likely = {};
  /// Whether there is no verdict because of an internal failure, not the subject's.
  bool is_our_fault = false;
  /// The part of a profile that excuses the fault; "" if none.
  std::string excuse = {};
};

/// The question at the start of the text, up to a '='; nothing if there is none.
std::optional<Case> question_in(std::string_view text,
                                const Vocabulary& vocabulary = standard_vocabulary());

/// The reply in a line that repeats its question, and that question as spelled there; "" if the
/// line does not begin with a question.
Reply read_reply(std::string_view line, std::string& asked,
                 const Vocabulary& vocabulary = standard_vocabulary());

/// The beginning of a line in quotes, without control characters, for messages.
std::string excerpt(std::string_view line);

/// The reply of `ask()`: stopped if a limit was reached, and a crash if an exception ended it;
/// std::bad_alloc is rethrown.
Reply replied(const std::function<Reply()>& ask);

/// The question with its answer.
Case answered(const Judged& judged);

/// Counts it.
void add(Account& account, const Judged& judged);

/// A verdict without calling the judge.
Verdict verdict_of(VerdictKind kind, std::string why, std::optional<Answer> expected = {});

/// Records in the verdict an internal failure, not one of the subject.
void blame_us(Judged& judged, const std::string& why);

/// The verdict on a reply. A reply that is not an answer has its own verdict, with the expected
/// answer; a stopped one is undecided. Throws as judge().
Judged judge_reply(Case question, Reply reply, const JudgeOptions& options = {});

/// The same for callers that continue after failures: an internal failure becomes part of the
/// verdict.
Judged judged(Case question, Reply reply, const JudgeOptions& options = {});

}  // namespace layoutcheck
