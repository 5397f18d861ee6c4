// Subjects in this process.
#include <layoutcheck/conformance/subject.hpp>

#include <exception>

namespace layoutcheck::conformance {

namespace {

class InProcess final : public Subject {
 public:
  InProcess(std::function<Answer(const Case&)> answer,
            std::optional<std::vector<std::string>> offers)
      : answer_(std::move(answer)), offers_(std::move(offers)) {}

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

  [[nodiscard]] std::optional<std::vector<std::string>> offers() const override { return offers_; }

 private:
  std::function<Answer(const Case&)> answer_;
  std::optional<std::vector<std::string>> offers_;
};

}  // namespace

std::unique_ptr<Subject> make_subject(std::function<Answer(const Case& question)> answer,
                                      std::optional<std::vector<std::string>> offers) {
  return std::make_unique<InProcess>(std::move(answer), std::move(offers));
}

}  // namespace layoutcheck::conformance
