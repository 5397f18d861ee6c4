// Subjects in this process, and verdicts on replies.
#include <layoutcheck/conformance/subject.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <exception>

namespace layoutcheck::conformance {

namespace {

class InProcess final : public Subject {
 public:
  explicit InProcess(std::function<Answer(const Case&)> answer) : answer_(std::move(answer)) {}

  std::vector<Reply> ask(std::span<const Case> questions) override {
    std::vector<Reply> replies;
    for (const Case& question : questions) {
      Reply reply;
      reply.kind = Reply::Kind::answered;
      try {
        reply.answer = answer_(question);
      } catch (const std::exception& error) {
        reply.answer = NonValue::error;
        reply.note = error.what();
      }
      replies.push_back(std::move(reply));
    }
    return replies;
  }

 private:
  std::function<Answer(const Case&)> answer_;
};

VerdictKind kind_of(Reply::Kind kind) {
  switch (kind) {
    case Reply::Kind::malformed:
      return VerdictKind::malformed;
    case Reply::Kind::no_value:
      return VerdictKind::wrong;
    case Reply::Kind::crash:
      return VerdictKind::crash;
    case Reply::Kind::timeout:
      return VerdictKind::timeout;
    case Reply::Kind::answered:
    case Reply::Kind::stopped:
      break;
  }
  return VerdictKind::undecided;
}

}  // namespace

std::unique_ptr<Subject> make_subject(std::function<Answer(const Case& question)> answer) {
  return std::make_unique<InProcess>(std::move(answer));
}

Verdict judge_reply(const Case& question, const Reply& reply, const JudgeOptions& options) {
  Case answered = question;
  // Where there is no answer, the judge still says which one was expected.
  const bool is_answered = reply.kind == Reply::Kind::answered;
  answered.answer = is_answered ? reply.answer : Answer(NonValue::error);
  Verdict verdict = properties::judge_case(answered, options);
  if (is_answered) return verdict;
  verdict.kind = kind_of(reply.kind);
  verdict.why = reply.note;
  return verdict;
}

}  // namespace layoutcheck::conformance
