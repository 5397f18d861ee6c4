// Replaying files of cases.
#include <layoutcheck/properties/registry.hpp>
#include <layoutcheck/properties/replay.hpp>

#include <fstream>
#include <stdexcept>
#include <utility>

namespace layoutcheck::properties {

namespace {

/// The verdict on a line of the corpus: its answer has to be the oracle's, in canonical form, and
/// the algebra's. If it is not the algebra's, that one is put in its place.
Judged judge_twice(const CaseLine& line, const JudgeOptions& options) {
  Judged found = judged(line, options);
  Verdict& verdict = found.verdict;
  if (!line.content || found.is_our_fault) return found;
  if (!line.content->answer) {
    verdict = verdict_of(VerdictKind::malformed, "the case has no answer");
  } else if (verdict.kind == VerdictKind::unsupported ||
             verdict.kind == VerdictKind::agrees_as_function) {
    verdict = verdict_of(VerdictKind::wrong, to_string(verdict), verdict.expected);
  }
  if (verdict.kind != VerdictKind::agrees && verdict.kind != VerdictKind::undecided) return found;
  Reply own = own_reply(found.question, options.convention);
  if (own.kind == Reply::Kind::stopped) {
    verdict = verdict_of(VerdictKind::undecided, "the algebra: " + own.note);
  } else if (own.kind != Reply::Kind::answered) {
    blame_us(found, own.note);
  } else if (own.answer != found.reply.answer) {
    verdict = verdict_of(VerdictKind::wrong, "the algebra answers " + to_string(own.answer),
                         found.reply.answer);
    found.reply.answer = std::move(own.answer);
  }
  return found;
}

}  // namespace

Replay replay(const std::filesystem::path& file, JudgeOptions options) {
  options.language = &full_language();
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file))
    throw std::runtime_error("cannot read " + file.string());
  Replay result;
  CaseLine line;
  while (next_case(in, line, file, full_vocabulary())) {
    Judged judged = judge_twice(line, options);
    result.count.add(judged.verdict, judged.is_our_fault);
    if (judged.verdict.kind != VerdictKind::agrees) {
      result.faults.push_back(
          {file.string() + ":" + std::to_string(line.number), line.text, std::move(judged)});
    }
  }
  return result;
}

}  // namespace layoutcheck::properties
