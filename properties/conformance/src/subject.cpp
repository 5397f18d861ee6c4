// Subjects in this process, what lines say, and verdicts on replies.
#include <layoutcheck/conformance/subject.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/clipped.hpp>
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

/// The text as the question that it repeats, in this project's spelling; "" if it is none.
std::string question_in(std::string_view text) {
  try {
    return question(parse_case(text, 1, properties::full_vocabulary()));
  } catch (const ParseError&) {
    return "";
  }
}

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

std::string excerpt(std::string_view line) {
  constexpr std::size_t shown = 200;
  return "'" + properties::clipped(line, shown) + "'";
}

Reply read_reply(std::string_view line, std::string& asked) {
  Reply reply;
  try {
    Case content = parse_case(line, 1, properties::full_vocabulary());
    asked = question(content);
    if (content.answer) {
      reply.kind = Reply::Kind::answered;
      reply.answer = *std::move(content.answer);
      reply.note = std::move(content.comment);
    } else {
      reply.kind = Reply::Kind::malformed;
      reply.note = "the question came back without an answer";
    }
  } catch (const ParseError& error) {
    // No question holds a '=', so what is before it is one or nothing.
    asked = question_in(line.substr(0, line.find('=')));
    reply.kind = error.answer_is_no_value() ? Reply::Kind::no_value : Reply::Kind::malformed;
    reply.note =
        excerpt(line) + ", column " + std::to_string(error.column()) + ": " + error.message();
  }
  return reply;
}

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
