// From a question and a reply to a verdict.
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <new>
#include <stdexcept>

namespace layoutcheck::properties {

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

/// The question has the reply as its answer meanwhile, and keeps it if judging fails.
Verdict verdict_on(Case& question, const Reply& reply, const JudgeOptions& options) {
  if (reply.kind == Reply::Kind::stopped) return verdict_of(VerdictKind::undecided, reply.note);
  const bool is_answered = reply.kind == Reply::Kind::answered;
  // Where there is no answer, the judge still says which one was expected.
  question.answer = is_answered ? reply.answer : Answer(NonValue::error);
  Verdict verdict = judge_case(question, options);
  question.answer.reset();
  if (!is_answered) {
    verdict.kind = kind_of(reply.kind);
    verdict.why = reply.note;
    const bool is_said =
        reply.kind == Reply::Kind::malformed || reply.kind == Reply::Kind::no_value;
    if (is_said && verdict.expected && !is_value(*verdict.expected))
      verdict.why += "; the answer is " + to_string(*verdict.expected);
  }
  return verdict;
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

Verdict judge_case(const Case& answered, const JudgeOptions& options) {
  std::optional<Reply> right;
  if (options.language != nullptr && answered.answer != Answer(NonValue::unsupported))
    right = options.language->answer(answered);
  if (!right) return judge(answered, options);
  Verdict verdict;
  if (right->kind != Reply::Kind::answered) {
    if (right->kind == Reply::Kind::crash) throw std::runtime_error(right->note);
    verdict.why = right->note;
    return verdict;
  }
  verdict.expected = right->answer;
  const bool is_refused = answered.answer == Answer(NonValue::error) && !is_value(right->answer);
  verdict.kind =
      right->answer == answered.answer || is_refused ? VerdictKind::agrees : VerdictKind::wrong;
  if (verdict.kind == VerdictKind::wrong)
    verdict.why = "the check says " + to_string(right->answer);
  return verdict;
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
  result.verdict = verdict_on(result.question, result.reply, options);
  return result;
}

Judged judged(Case question, Reply reply, const JudgeOptions& options) {
  Judged result{std::move(question), std::move(reply), {}};
  try {
    result.verdict = verdict_on(result.question, result.reply, options);
  } catch (const std::exception& error) {
    result.question.answer.reset();
    blame_us(result, error.what());
  }
  return result;
}

}  // namespace layoutcheck::properties
