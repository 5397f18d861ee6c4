// From a question and a reply to a verdict.
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <new>
#include <stdexcept>

namespace layoutcheck {

namespace {

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

/// Sets the verdict. The question has the reply as its answer meanwhile, and keeps it if judging
/// fails.
void judge_into(Judged& judged, const JudgeOptions& options) {
  const auto& [kind, answer, note] = judged.reply;
  Verdict& verdict = judged.verdict;
  if (kind == Reply::Kind::stopped) {
    verdict = verdict_of(VerdictKind::undecided, note);
    return;
  }
  const bool is_answered = kind == Reply::Kind::answered;
  // Where there is no answer, the judge still says which one was expected.
  judged.question.answer = is_answered ? answer : Answer(NonValue::error);
  verdict = judge(judged.question, options);
  judged.question.answer.reset();
  if (is_answered) return;
  verdict.kind = kind_of(kind);
  verdict.why = note;
  const bool is_said = kind == Reply::Kind::malformed || kind == Reply::Kind::no_value;
  if (is_said && verdict.expected && !is_value(*verdict.expected))
    verdict.why += "; the answer is " + to_string(*verdict.expected);
}

}  // namespace

const Vocabulary& vocabulary_of(const Language* language) {
  return language == nullptr ? standard_vocabulary() : *language->vocabulary;
}

std::optional<Case> question_in(std::string_view text, const Vocabulary& vocabulary) {
  try {
    // No question holds a '=', so what is before it is one or nothing.
    return parse_case(text.substr(0, text.find('=')), 1, vocabulary);
  } catch (const ParseError&) {
    return std::nullopt;
  }
}

Reply read_reply(std::string_view line, std::string& asked, const Vocabulary& vocabulary) {
  Reply reply;
  try {
    Case content = parse_case(line, 1, vocabulary);
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
    const std::optional<Case> begun = question_in(line, vocabulary);
    asked = begun ? question(*begun) : "";
    reply.kind = error.answer_is_no_value() ? Reply::Kind::no_value : Reply::Kind::malformed;
    reply.note =
        excerpt(line) + ", column " + std::to_string(error.column()) + ": " + error.message();
  }
  return reply;
}

std::string excerpt(std::string_view line) {
  constexpr std::size_t shown = 200;
  return "'" + clipped(line, shown) + "'";
}

Reply replied(const std::function<Reply()>& ask) {
  try {
    return ask();
  } catch (const LimitReached& reached) {
    return {Reply::Kind::stopped, NonValue::unsupported, reached.what()};
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return {Reply::Kind::crash, NonValue::unsupported,
            std::string("an exception: ") + error.what()};
  }
}

Case answered(const Judged& judged) {
  Case content = judged.question;
  if (judged.reply.kind == Reply::Kind::answered) content.answer = judged.reply.answer;
  return content;
}

void add(Account& account, const Judged& judged) {
  account.add(is_chain(judged.question) ? "chains" : judged.question.operation, judged.verdict,
              judged.is_our_fault, judged.excuse);
}

Verdict verdict_of(VerdictKind kind, std::string why, std::optional<Answer> expected) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.expected = std::move(expected);
  verdict.why = std::move(why);
  return verdict;
}

void blame_us(Judged& judged, const std::string& why) {
  judged.is_our_fault = true;
  judged.verdict = verdict_of(VerdictKind::undecided, "layoutcheck failed: " + why);
}

Judged judge_reply(Case question, Reply reply, const JudgeOptions& options) {
  Judged result{std::move(question), std::move(reply), {}};
  judge_into(result, options);
  return result;
}

Judged judged(Case question, Reply reply, const JudgeOptions& options) {
  Judged result{std::move(question), std::move(reply), {}};
  try {
    judge_into(result, options);
  } catch (const std::exception& error) {
    result.question.answer.reset();
    blame_us(result, error.what());
  }
  return result;
}

}  // namespace layoutcheck
