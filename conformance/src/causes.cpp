// Causes: faults grouped by what they have in common, each with its smallest case.
#include "plainness.hpp"
#include "shrinking.hpp"
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <algorithm>
#include <cctype>
#include <limits>

namespace layoutcheck::conformance {

namespace {

using engine::Statement;

/// The words of a subject in a title: nothing that a terminal obeys, nor more than a line.
std::string shown(const std::string& words) {
  constexpr std::size_t longest = 200;
  return clipped(words, longest);
}

bool is_in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The length of the name that the message begins with, such as ValueError or std::out_of_range, if
/// nothing or a colon follows it; else 0.
std::size_t name_length(std::string_view message) {
  std::size_t at = 0;
  while (at < message.size())
    if (is_in_name(message[at]))
      ++at;
    else if (message.substr(at).starts_with("::") && at + 2 < message.size() &&
             is_in_name(message[at + 2]))
      at += 2;
    else
      break;
  return at == message.size() || message[at] == ':' ? at : 0;
}

/// What messages of one failure have in common: the name of an error, "ValueError" of "ValueError:
/// it is 5"; else their words without the numbers, "stride … of …" of "stride 3 of (2,2):(1,3)".
std::string class_of(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  if (const std::size_t length = name_length(message); length > 0)
    return shown(std::string(message.substr(0, length)));
  std::string text;
  std::size_t at = 0;
  while (at < message.size()) {
    constexpr std::string_view of_values = "0123456789(),:*_<>@.+-";
    const std::size_t end = std::min(message.find_first_not_of(of_values, at), message.size());
    const std::string_view value = message.substr(at, end - at);
    if (value.find_first_of("0123456789") != std::string_view::npos)
      text += "…";
    else
      text += value;
    if (end == message.size()) break;
    // In a title a semicolon precedes the features.
    text += message[end] == ';' ? ',' : message[end];
    at = end + 1;
  }
  return shown(text);
}

/// "exit status 1: AssertionError" of "exit status 1: AssertionError: it is 5".
std::string death(const std::string& note) {
  const std::size_t how = note.find(": ");
  if (how == std::string::npos) return shown(note);
  return shown(note.substr(0, how) + ": " + class_of(note.substr(how + 2)));
}

/// Whether the difference says by itself what went wrong, so that features only describe a case.
bool says_it_all(VerdictKind kind, const Reply& reply) {
  return kind == VerdictKind::crash || kind == VerdictKind::timeout ||
         (reply.kind == Reply::Kind::answered && reply.answer == Answer(NonValue::error));
}

/// How bad a fault of this kind is, the worst first: what is wrong and silent, what ends a program,
/// what refuses, and what is right but for its form.
int badness(VerdictKind kind) {
  constexpr VerdictKind order[] = {VerdictKind::wrong,     VerdictKind::answers_the_unanswerable,
                                   VerdictKind::crash,     VerdictKind::timeout,
                                   VerdictKind::malformed, VerdictKind::refuses_the_answerable,
                                   VerdictKind::wrong_form};
  return static_cast<int>(std::ranges::find(order, kind) - std::begin(order));
}

/// Kind, then whether the case is trivial, then how many there are of it, then the plainest.
bool is_more_important(const Cause& a, const Cause& b) {
  const auto rank = [](const Cause& cause) {
    return std::tuple(badness(cause.kind), has_trivial(cause.features),
                      std::numeric_limits<std::size_t>::max() - cause.cases);
  };
  const auto of_a = rank(a);
  const auto of_b = rank(b);
  return of_a != of_b ? of_a < of_b : is_plainer(a.smallest.question, b.smallest.question);
}

}  // namespace

void name_by_algebra(Judged& fault, Convention convention) {
  if (fault.verdict.kind != VerdictKind::wrong || fault.verdict.expected ||
      fault.reply.kind != Reply::Kind::answered) {
    return;
  }
  const Reply own = engine::reply_of_algebra(fault.question, convention);
  if (own.kind == Reply::Kind::answered) fault.likely = own.answer;
}

VerdictKind kind_of(const Judged& fault) {
  const bool is_unanswerable = fault.verdict.kind == VerdictKind::wrong &&
                               !fault.verdict.expected &&
                               fault.likely == Answer(NonValue::undefined);
  return is_unanswerable ? VerdictKind::answers_the_unanswerable : fault.verdict.kind;
}

namespace {

const SwizzledLayout* swizzled_in(const Answer& answer) {
  const Value* value = value_in(answer);
  return value == nullptr ? nullptr : std::get_if<SwizzledLayout>(value);
}

/// An implementation that fills the gaps as CuTe does may break a clause by that alone, which other
/// faults are not to be taken for.
std::string weak_difference(const std::optional<oracle::WeakObjection>& objection) {
  using enum oracle::WeakClause;
  if (!objection || !objection->clause || objection->clause == ordered ||
      objection->clause == disjoint) {
    return "not even the weak post-condition";
  }
  return "a complement that " + std::string(objection->fills_gaps ? "fills the gaps and " : "") +
         "is not " + std::string(oracle::name(*objection->clause));
}

}  // namespace

std::string difference(const Judged& fault) {
  const Reply& reply = fault.reply;
  switch (kind_of(fault)) {
    case VerdictKind::crash:
      return death(reply.note);
    case VerdictKind::refuses_the_answerable:
      return reply.answer == Answer(NonValue::error) ? class_of(reply.note)
                                                     : to_string(reply.answer);
    case VerdictKind::wrong_form:
      return std::string(oracle::describe(fault.verdict.form.value_or(oracle::FormPart::modes)));
    case VerdictKind::wrong: {
      const std::optional<Answer>& answer =
          fault.verdict.expected ? fault.verdict.expected : fault.likely;
      if (answer == Answer(NonValue::overflow)) return "overflow unnoticed";
      if (reply.kind == Reply::Kind::no_value) return "no value";
      const Layout* given = layout_in(reply.answer);
      if (fault.verdict.expected == Answer(NonValue::undefined))
        return weak_difference(fault.verdict.weak);
      if (const SwizzledLayout* one = swizzled_in(reply.answer)) {
        const SwizzledLayout* other = answer ? swizzled_in(*answer) : nullptr;
        if (other == nullptr) return "another value";
        const Exact sizes[] = {oracle::size(oracle::ExactLayout(one->layout())),
                               oracle::size(oracle::ExactLayout(other->layout()))};
        return sizes[0] != sizes[1] ? "another size" : "another function";
      }
      if (given == nullptr || (answer && layout_in(*answer) == nullptr)) return "another value";
      if (!answer) {
        // Nobody knows it: the verdict names the first sample that differs.
        return fault.verdict.why.starts_with("at ") ? "another function" : "another form";
      }
      const oracle::ExactLayout a(*given);
      const oracle::ExactLayout b(*layout_in(*answer));
      if (oracle::size(a) != oracle::size(b)) return "another size";
      // colfax 2.1.4.19: what is left of a function's layouts is one.
      return oracle::flat_coalesce_by_rewriting(a) == oracle::flat_coalesce_by_rewriting(b)
                 ? "another form"
                 : "another function";
    }
    default:
      return "";
  }
}

std::optional<Difference> first_difference(const Layout& given, const Layout& expected) {
  constexpr Int most = Int{1} << 20;
  const oracle::ExactLayout a(given);
  const oracle::ExactLayout b(expected);
  const Exact end = std::min({oracle::size(a), oracle::size(b), Exact(most)});
  for (Int x = 0; x < end; ++x) {
    Exact value = oracle::value_at(a, x);
    Exact other = oracle::value_at(b, x);
    if (value != other) return Difference{x, std::move(value), std::move(other)};
  }
  return std::nullopt;
}

std::string title_of(const Cause& cause) {
  std::string text(describe(cause.kind));
  if (!cause.difference.empty()) text += ", " + cause.difference;
  std::string features;
  for (const std::string& feature : cause.features)
    features += (features.empty() ? "" : ", ") + feature;
  return features.empty() ? text : text + "; " + features;
}

std::string pattern_of(Cause cause) {
  if (says_it_all(cause.kind, cause.smallest.reply)) cause.features.clear();
  return title_of(cause);
}

std::string heading_of(const Cause& cause) {
  return cause.operation + ": " + title_of(cause) + " (" + counted(cause.cases, "case") + ")";
}

std::string list_of(const std::vector<Cause>& causes) {
  if (causes.size() < 2) return "";
  std::string text = counted(causes.size(), "cause") + ":\n";
  const std::size_t width = std::to_string(causes.size()).size();
  std::size_t number = 0;
  for (const Cause& cause : causes) {
    const std::string digits = std::to_string(++number);
    text +=
        "  " + std::string(width - digits.size(), ' ') + digits + ". " + heading_of(cause) + '\n';
  }
  return text + '\n';
}

std::string time_note(const std::vector<Cause>& causes) {
  const auto cut = std::ranges::count_if(causes, &Cause::is_cut);
  if (cut == 0) return "";
  return "the time ended before the cases of " + std::to_string(cut) + " of " +
         counted(causes.size(), "cause") +
         " were as small as can be; another run may show other causes";
}

std::string given(const Judged& judged) {
  const Reply& reply = judged.reply;
  if (reply.kind == Reply::Kind::no_value) return reply.note;
  if (reply.kind != Reply::Kind::answered)
    return std::string(describe(judged.verdict.kind)) + ": " + reply.note;
  const std::string answer = to_string(reply.answer);
  return reply.note.empty() || is_value(reply.answer) ? answer : answer + "  " + reply.note;
}

namespace {

/// What was given and expected.
std::vector<std::pair<std::string, std::string>> lines_of(const Judged& judged) {
  const Verdict& verdict = judged.verdict;
  std::vector<std::pair<std::string, std::string>> lines = {{"", question(judged.question)},
                                                            {"given", given(judged)}};
  if (!verdict.expected) {
    if (judged.reply.kind == Reply::Kind::answered) lines.emplace_back("wrong", verdict.why);
    return lines;
  }
  lines.emplace_back("expected", to_string(*verdict.expected));
  // Of no value the verdict says why there is none, unless it says something of what was given.
  const std::string none = to_string(*verdict.expected) + ": ";
  if (!is_value(*verdict.expected) && verdict.why.starts_with(none))
    lines.back().second += "  " + verdict.why.substr(none.size());
  else if (!is_value(*verdict.expected) && judged.reply.kind == Reply::Kind::answered)
    lines.emplace_back("wrong", verdict.why);
  const Layout* a = layout_in(judged.reply.answer);
  const Layout* b = layout_in(*verdict.expected);
  if (a == nullptr || b == nullptr) return lines;
  if (verdict.kind == VerdictKind::wrong_form)
    lines.emplace_back("form", verdict.why.substr(0, verdict.why.find(';')));
  if (const auto where = first_difference(*a, *b)) {
    lines.emplace_back("at", std::to_string(where->at) + " it is " + digits(where->given) +
                                 ", not " + digits(where->expected));
  }
  return lines;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> lines_of(const Cause& cause) {
  auto lines = lines_of(cause.smallest);
  if (!cause.documented.empty()) lines.emplace_back("promised", cause.documented);
  if (!cause.finding.empty()) lines.emplace_back("finding", cause.finding);
  return lines;
}

void Causes::merge(std::map<Key, Cause>& causes, Cause cause) {
  Key key{cause.operation, cause.kind, cause.difference, cause.features};
  if (says_it_all(cause.kind, cause.smallest.reply)) std::get<3>(key).clear();
  const auto found = causes.find(key);
  if (found == causes.end()) {
    causes.emplace(std::move(key), std::move(cause));
    return;
  }
  const std::size_t cases = found->second.cases + cause.cases;
  const bool is_cut = cause.is_cut || found->second.is_cut;
  if (is_plainer(cause.smallest.question, found->second.smallest.question))
    found->second = std::move(cause);
  found->second.cases = cases;
  found->second.is_cut = is_cut;
}

void Causes::add(Judged fault, std::size_t cases) {
  Cause cause;
  cause.operation = operations_in(fault.question);
  cause.kind = kind_of(fault);
  cause.difference = difference(fault);
  cause.features = features(fault.question.operands);
  cause.cases = cases;
  cause.smallest = std::move(fault);
  merge(causes_, std::move(cause));
}

std::vector<Cause> Causes::found() const {
  std::vector<Cause> all;
  for (const auto& [key, cause] : causes_)
    all.push_back(cause);
  return all;
}

std::vector<Cause> Causes::shrunk(Subject& subject, const engine::Filter& filter,
                                  const TrialOptions& options) const {
  std::vector<Cause> all = found();
  // When time is short, what matters most is made smaller first.
  std::ranges::sort(all, is_more_important);
  Inquiry inquiry(subject, options);
  std::size_t left = all.size();
  /// Calls `use` with what bounds shrinking the cause, if its question is one of a row.
  const auto within = [&](Cause& cause, const auto& use) {
    TrialOptions share = options;
    if (const auto time = options.deadline.left(); time && left > 0)
      share.deadline = options.deadline.within(*time / static_cast<std::int64_t>(left));
    if (left > 0) --left;
    const Statement* row =
        engine::row_of(cause.smallest.question, options.judging.convention, options.find_statement);
    if (row != nullptr) use(Shrinking{*row, filter, share});
  };
  std::map<Key, Cause> merged;
  for (Cause& cause : all) {
    within(cause, [&](const Shrinking& how) { cause = conformance::shrunk(cause, how, inquiry); });
    merge(merged, std::move(cause));
  }
  // What is trivial though no other case of its kind is without that may need a wider look.
  std::map<std::tuple<std::string, VerdictKind, std::string>, std::vector<Cause>> kinds;
  for (auto& [key, cause] : merged)
    kinds[{cause.operation, cause.kind, cause.difference}].push_back(std::move(cause));
  merged.clear();
  left = kinds.size();
  for (auto& [kind, causes] : kinds) {
    std::optional<Cause> plain;
    if (std::ranges::all_of(causes, has_trivial, &Cause::features)) {
      Cause& first = *std::ranges::min_element(causes, is_more_important);
      within(first, [&](const Shrinking& how) { plain = without_trivial(first, how, inquiry); });
    }
    for (Cause& cause : causes) {
      if (plain) {
        plain->cases = cause.cases;
        plain->is_cut = plain->is_cut || cause.is_cut;
      }
      merge(merged, plain ? *plain : std::move(cause));
    }
  }
  all.clear();
  for (auto& [key, cause] : merged)
    all.push_back(std::move(cause));
  std::ranges::sort(all, is_more_important);
  return all;
}

}  // namespace layoutcheck::conformance
