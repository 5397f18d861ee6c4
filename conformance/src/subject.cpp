// Subjects in this process.
#include <layoutcheck/conformance/subject.hpp>

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

}  // namespace

std::unique_ptr<Subject> make_subject(std::function<Answer(const Case& question)> answer) {
  return std::make_unique<InProcess>(std::move(answer));
}

}  // namespace layoutcheck::conformance
