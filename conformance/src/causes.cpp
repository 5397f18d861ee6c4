// Causes: faults grouped by what they have in common, each with its smallest case.
#include <layoutcheck/conformance/causes.hpp>
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/recognition.hpp>

#include <algorithm>
#include <unordered_set>

namespace layoutcheck::conformance {

namespace {

using properties::Operands;
using properties::Statement;

/// Adds the features of a value.
struct Collect {
  std::set<std::string>& found;

  void operator()(bool) const {}
  void operator()(Int) const {}
  void operator()(const PointedMap& map) const {
    if (map.domain() == 0 || map.codomain() == 0) found.insert("empty map");
  }
  void operator()(const Profile& profile) const {
    if (profile.word().find("()") != std::string::npos) found.insert("empty tuple");
    if (profile.is_entry()) found.insert("depth 0");
    if (!profile.is_entry() && !profile.is_flat()) found.insert("nested");
  }
  void extents(const Tuple& entries) const {
    if (std::count(entries.begin(), entries.end(), 1) > 0) found.insert("extent 1");
  }
  void operator()(const NestedTuple& tuple) const {
    (*this)(tuple.profile());
    extents(tuple.entries());
  }
  template <class Stride>
  void operator()(const BasicLayout<Stride>& layout) const {
    (*this)(layout.profile());
    extents(layout.extents());
    for (std::size_t i = 0; i < layout.length(); ++i)
      if (layout.strides()[i] == Stride() && layout.extents()[i] > 1) found.insert("stride 0");
  }
  void operator()(const Element&) const {}
  void operator()(const SwizzledLayout& layout) const {
    (*this)(layout.layout());
    if (layout.offset() > 0) found.insert("offset");
  }
  void operator()(const Morphism& f) const {
    (*this)(f.domain());
    (*this)(f.codomain());
    if (f.codomain().length() == 0) found.insert("empty codomain");
  }
  void operator()(const Tiler& tiler) const {
    if (tiler.layout() != nullptr) return (*this)(*tiler.layout());
    if (tiler.shape() != nullptr) {
      found.insert("shape as tiler");
      return (*this)(*tiler.shape());
    }
    found.insert("tiler by mode");
    if (tiler.modes() == nullptr) return;
    if (tiler.modes()->empty()) found.insert("empty tuple");
    for (const Tiler& mode : *tiler.modes())
      (*this)(mode);
  }
};

/// Frees operands of one feature.
struct Free {
  enum class Of { extents_1, strides_0, depth_0 };
  Of of;

  [[nodiscard]] NestedTuple shape(const NestedTuple& tuple) const {
    Tuple entries = tuple.entries();
    if (of == Of::extents_1) std::replace(entries.begin(), entries.end(), Int{1}, Int{2});
    return {std::move(entries), profile(tuple.profile())};
  }
  [[nodiscard]] NestedTuple stride(const NestedTuple& tuple) const {
    Tuple entries = tuple.entries();
    if (of == Of::strides_0) std::replace(entries.begin(), entries.end(), Int{0}, Int{1});
    return {std::move(entries), profile(tuple.profile())};
  }
  [[nodiscard]] Profile profile(const Profile& profile) const {
    return of == Of::depth_0 && profile.is_entry() ? Profile::flat(1) : profile;
  }
  [[nodiscard]] Tiler tiler(const Tiler& tiler) const {
    if (tiler.layout() != nullptr) return Tiler(std::get<Layout>((*this)(*tiler.layout())));
    if (tiler.shape() != nullptr) return Tiler(shape(*tiler.shape()));
    if (tiler.modes() == nullptr) return tiler;
    Tiler::Tuple modes;
    for (const Tiler& mode : *tiler.modes())
      modes.push_back(this->tiler(mode));
    return Tiler(std::move(modes));
  }

  Value operator()(const Profile& value) const { return profile(value); }
  Value operator()(const NestedTuple& value) const { return shape(value); }
  Value operator()(const Layout& value) const {
    return Layout(shape(value.shape()), stride(value.stride()));
  }
  Value operator()(const Tiler& value) const { return tiler(value); }
  template <class T>
  Value operator()(const T& value) const {
    return value;
  }
};

Operands without(Free::Of feature, const Operands& operands) {
  Operands all;
  for (const Value& operand : operands)
    all.push_back(std::visit(Free{feature}, operand));
  return all;
}

/// The words of a subject in a title: nothing that a terminal obeys, nor more than a line.
std::string shown(const std::string& words) {
  constexpr std::size_t longest = 200;
  return properties::clipped(words, longest);
}

/// "exit status 1: AssertionError" of "exit status 1: AssertionError: it is 5".
std::string death(const std::string& note) {
  const std::size_t how = note.find(':');
  return shown(how == std::string::npos ? note : note.substr(0, note.find(':', how + 1)));
}

/// Whether the difference says by itself what went wrong, so that features only describe a case.
bool says_it_all(VerdictKind kind, const Reply& reply) {
  return kind == VerdictKind::crash || kind == VerdictKind::timeout ||
         (reply.kind == Reply::Kind::answered && reply.answer == Answer(NonValue::error));
}

std::string first_word(const std::string& text) {
  return shown(text.substr(0, text.find_first_of(" :\n")));
}

std::size_t weight_of(const Cause& cause) {
  return properties::weight(cause.smallest.question.operands);
}

bool is_lighter(const Cause& a, const Cause& b) {
  const std::size_t of_a = weight_of(a);
  const std::size_t of_b = weight_of(b);
  return of_a != of_b ? of_a < of_b : question(a.smallest.question) < question(b.smallest.question);
}

/// Shrinks one case by asking again.
class Shrinking {
 public:
  Shrinking(Cause cause, const Statement& row, Subject& subject, const properties::Filter& filter,
            const TrialOptions& options)
      : cause_(std::move(cause)), row_(row), subject_(subject), filter_(filter), options_(options) {
    // Where each failure costs a process or a wait, questions are put one at a time.
    const bool is_costly = cause_.kind == VerdictKind::crash || cause_.kind == VerdictKind::timeout;
    batch_ = is_costly ? 1 : 64;
  }

  Cause run() {
    // First what is special about the case without need: it would hide that causes are one.
    for (bool found = true; found && !options_.is_over();) {
      for (const auto of : {Free::Of::extents_1, Free::Of::strides_0, Free::Of::depth_0})
        ask_all({without(of, cause_.smallest.question.operands)});
      found = ask_all(properties::simpler(cause_.smallest.question.operands));
    }
    if (!is_chain(cause_.smallest.question)) replace_by_first();
    return std::move(cause_);
  }

 private:
  void replace_by_first() {
    constexpr std::size_t budget = 4000;
    const properties::Interruption interruption(options_.stop, options_.deadline);
    const std::size_t heaviest = weight_of(cause_);
    std::vector<Operands> batch;
    bool found = false;
    std::size_t visited = 0;
    for (std::size_t w = 0; w < heaviest && !found && visited < budget; ++w) {
      if (options_.is_over()) return;
      row_.domain.enumerate(w, {}, [&](const Operands& operands) {
        Operands as_asked = properties::question_of(row_, operands).operands;
        if (features(as_asked) == cause_.features) batch.push_back(std::move(as_asked));
        if (batch.size() == batch_) found = ask_all(std::exchange(batch, {}));
        return !found && ++visited < budget && !options_.is_over();
      });
      if (!found) found = ask_all(std::exchange(batch, {}));
    }
  }

  /// Takes the first of these operands with which the same fault occurs; false if there is none.
  bool ask_all(const std::vector<Operands>& candidates) {
    for (std::size_t start = 0; start < candidates.size() && !options_.is_over();) {
      std::vector<Case> questions;
      while (start < candidates.size() && questions.size() < batch_) {
        Case candidate = cause_.smallest.question;
        candidate.operands = candidates[start++];
        if (is_new_question(candidate)) questions.push_back(std::move(candidate));
      }
      for (Judged& judged : ask(subject_, questions, options_)) {
        if (kind_of(judged) == cause_.kind && difference(judged) == cause_.difference) {
          cause_.smallest = std::move(judged);
          cause_.features = features(cause_.smallest.question.operands);
          return true;
        }
      }
    }
    return false;
  }

  bool is_new_question(const Case& candidate) {
    const std::set<std::string> found = features(candidate.operands);
    if (!std::includes(cause_.features.begin(), cause_.features.end(), found.begin(), found.end()))
      return false;
    const Case& smallest = cause_.smallest.question;
    if (is_chain(smallest)) {
      if (candidate.operands.size() != smallest.operands.size() ||
          !is_determined(candidate, options_.judging.convention)) {
        return false;
      }
    } else if (row_.operation != nullptr) {
      if (operation_of(candidate) != row_.operation) return false;
    } else {
      for (std::size_t i = 0; i < std::min(candidate.operands.size(), row_.domain.sorts.size());
           ++i)
        if (!is_of(candidate.operands[i], row_.domain.sorts[i])) return false;
    }
    return properties::passes(candidate.operands, row_.domain.sorts, filter_) &&
           asked_.insert(question(candidate)).second;
  }

  Cause cause_;
  const Statement& row_;
  Subject& subject_;
  const properties::Filter& filter_;
  const TrialOptions& options_;
  std::size_t batch_;
  std::unordered_set<std::string> asked_;
};

}  // namespace

std::set<std::string> features(std::span<const Value> operands) {
  std::set<std::string> found;
  for (const Value& operand : operands)
    std::visit(Collect{found}, operand);
  return found;
}

void name_by_algebra(Judged& fault, Convention convention) {
  if (fault.verdict.kind != VerdictKind::wrong || fault.verdict.expected ||
      fault.reply.kind != Reply::Kind::answered) {
    return;
  }
  const Reply own = properties::reply_of_algebra(fault.question, convention);
  if (own.kind == Reply::Kind::answered) fault.likely = own.answer;
}

VerdictKind kind_of(const Judged& fault) {
  const bool is_unanswerable = fault.verdict.kind == VerdictKind::wrong &&
                               !fault.verdict.expected &&
                               fault.likely == Answer(NonValue::undefined);
  return is_unanswerable ? VerdictKind::answers_the_unanswerable : fault.verdict.kind;
}

std::string difference(const Judged& fault) {
  const Reply& reply = fault.reply;
  switch (kind_of(fault)) {
    case VerdictKind::crash:
      return death(reply.note);
    case VerdictKind::refuses_the_answerable:
      return reply.answer == Answer(NonValue::error) ? first_word(reply.note)
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
        return "not even the weak post-condition";
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
  // Of no value the verdict says why there is none.
  if (const std::size_t reason = verdict.why.find(": ");
      !is_value(*verdict.expected) && reason != std::string::npos)
    lines.back().second += "  " + verdict.why.substr(reason + 2);
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
  if (is_lighter(cause, found->second)) found->second = std::move(cause);
  found->second.cases = cases;
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

std::vector<Cause> Causes::shrunk(Subject& subject, const properties::Filter& filter,
                                  const TrialOptions& options) const {
  std::vector<Cause> all = found();
  std::sort(all.begin(), all.end(), is_lighter);
  std::map<Key, Cause> merged;
  // What is not small by then is a large case whose numbers go down one by one.
  constexpr std::chrono::seconds longest{5};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Statement* row = properties::row_of(all[i].smallest.question, options.judging.convention,
                                              options.find_statement);
    if (row == nullptr || options.is_over()) {
      merge(merged, std::move(all[i]));
      continue;
    }
    TrialOptions share = options;
    if (options.deadline) {
      const auto now = std::chrono::steady_clock::now();
      share.deadline = now + std::min((*options.deadline - now) / static_cast<int>(all.size() - i),
                                      std::chrono::steady_clock::duration(longest));
    }
    merge(merged, Shrinking(std::move(all[i]), *row, subject, filter, share).run());
  }
  all.clear();
  for (auto& [key, cause] : merged)
    all.push_back(std::move(cause));
  std::sort(all.begin(), all.end(), is_lighter);
  return all;
}

}  // namespace layoutcheck::conformance
