// Subjects: what answers questions, and what came of asking.
#pragma once

#include <layoutcheck/judge/judge.hpp>
#include <layoutcheck/notation/case.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::conformance {

/// What a subject made of one question.
struct Reply {
  enum class Kind {
    answered,
    malformed,  // what it said is no answer to the question
    no_value,   // an answer that breaks a rule of its sort
    crash,
    timeout,
    stopped,  // the run ended before there was a reply; says nothing about the subject
  };
  Kind kind = Kind::stopped;
  /// Set if it answered.
  Answer answer = NonValue::unsupported;
  /// What the subject said with it, or how it failed: "signal 6: Assertion failed".
  std::string note;
};

/// The reply in a line that repeats its question, and that question as it is spelt here; "" if the
/// line begins with none.
Reply read_reply(std::string_view line, std::string& asked);

/// The beginning of a line in quotes, without control characters, for messages.
std::string excerpt(std::string_view line);

class Subject {
 public:
  virtual ~Subject() = default;

  /// A reply to each question, in their order. Throws std::runtime_error if the subject cannot be
  /// asked at all.
  virtual std::vector<Reply> ask(std::span<const Case> questions) = 0;

  /// What it said beyond replies, such as "3 lines that answer nothing, first 'hello'"; "" if
  /// nothing.
  [[nodiscard]] virtual std::string complaint() const { return ""; }
};

/// Each thread asks a subject of its own.
using MakeSubject = std::function<std::unique_ptr<Subject>()>;

/// A subject in this process. An exception is the answer `error`, with what it says as the note.
std::unique_ptr<Subject> make_subject(std::function<Answer(const Case& question)> answer);

/// The verdict on a reply; of one that was stopped, that it is undecided.
Verdict judge_reply(const Case& question, const Reply& reply, const JudgeOptions& options);

}  // namespace layoutcheck::conformance
