// The judge: compares an answer with the oracle's, exhaustively where the limits allow it.
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/offset_layout.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/layouts.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/morphisms.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <stdexcept>

namespace layoutcheck {

namespace {

Verdict agreement(VerdictKind kind, Answer expected) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.expected = std::move(expected);
  return verdict;
}

/// The layout that an operand is or that a morphism encodes, if it fits in 64 bits.
std::optional<Layout> layout_of(const Value& operand) {
  if (const auto* layout = std::get_if<Layout>(&operand)) return *layout;
  const auto* f = std::get_if<Morphism>(&operand);
  if (f == nullptr) return std::nullopt;
  try {
    return oracle::to_layout(oracle::encoded_layout(*f));
  } catch (const Overflow&) {
    return std::nullopt;
  }
}

/// The verdict that agrees as a function, or is of wrong form if something is lacking.
Verdict lacking(const std::optional<oracle::FormFault>& fault, const Answer& expected,
                std::string why) {
  Verdict verdict = agreement(VerdictKind::agrees_as_function, expected);
  verdict.why = std::move(why);
  if (fault) {
    verdict.kind = VerdictKind::wrong_form;
    verdict.form = fault->part;
    verdict.why = fault->why + "; " + verdict.why;
  }
  return verdict;
}

/// The verdict on an answer that has the function of the canonical one, given what it lacks of the
/// form.
Verdict judge_form(const std::optional<oracle::FormFault>& fault, const Answer& canonical) {
  return lacking(fault, canonical, "the canonical form is " + to_string(canonical));
}

/// The verdict on an answer that has the property that the operation asks for, which several
/// functions have.
Verdict judge_another(const Case& c, const oracle::Expectation& expectation,
                      const JudgeOptions& options) {
  const Answer& expected = expectation.answer;
  const auto* over_module = std::get_if<ModuleLayout>(value_in(*c.answer));
  // What it lacks of its form is seen by the shortest layout with its own function.
  const std::optional<oracle::FormFault> fault =
      over_module == nullptr ? std::nullopt
                             : oracle::form_fault(c, oracle::coalesce(*over_module, options.limits),
                                                  *over_module, options.convention);
  return lacking(fault, expected,
                 is_value(expected) ? "the canonical one is " + to_string(expected)
                                    : "none is asked for: " + expectation.reason);
}

/// Whether only the property decides: an inverse over a module is a function on the box of its
/// arguments, so that equal values at equal indices are not enough.
bool is_decided_by_property(const Operation* operation) {
  return operation != nullptr && operation->family == Family::inverse &&
         operation->answer == Sort::module_layout;
}

/// Whether the answer has the property that the operation asks for, which several functions have.
bool has_property(const Case& c, const JudgeOptions& options) {
  const Value* value = value_in(*c.answer);
  if (const auto* layout = std::get_if<Layout>(value))
    return oracle::has_property(c, *layout, options.convention, options.limits);
  const auto* over_module = std::get_if<ModuleLayout>(value);
  return over_module != nullptr &&
         oracle::has_property(c, *over_module, options.convention, options.limits);
}

/// The question on the layouts behind swizzles, if the form of its answer is that of the layout
/// behind the answer.
std::optional<Case> behind_swizzles(const Case& c) {
  Case behind = c;
  for (std::size_t i = 0; i < behind.operands.size(); ++i) {
    Value& operand = behind.operands[i];
    const auto* swizzled = std::get_if<SwizzledLayout>(&operand);
    if (swizzled == nullptr) continue;
    // What a composition comes after is a tiler.
    const Layout layout = swizzled->layout();
    operand = i == 0 ? Value(layout) : Value(Tiler(layout));
  }
  const Operation* operation = operation_of(behind);
  const bool is_same =
      operation != nullptr && operation->family != Family::other &&
      (operation->answer == Sort::layout || operation->answer == Sort::offset_layout);
  return is_same ? std::optional(std::move(behind)) : std::nullopt;
}

/// The verdict on an answer that differs from the expected one in its form at most: a layout with
/// its function, a nested tuple with its entries, a morphism that encodes the same layout. Nothing
/// for any other.
std::optional<Verdict> judge_same(const Case& c, const Answer& expected,
                                  const JudgeOptions& options) {
  const Layout* answered = layout_in(*c.answer);
  const Layout* wanted = layout_in(expected);
  if (answered != nullptr && wanted != nullptr) {
    if (!oracle::same_function(*answered, *wanted, options.limits)) return std::nullopt;
    return judge_form(oracle::form_fault(c, *wanted, *answered, options.convention), expected);
  }
  const Value* value = value_in(*c.answer);
  const Value* right = value_in(expected);
  if (value == nullptr || right == nullptr) return std::nullopt;
  if (operation_of(c)->answer == Sort::offset_layout) {
    const auto& moved = std::get<Tiler>(*value);
    const auto& moved_right = std::get<Tiler>(*right);
    if (offset_of(moved) != offset_of(moved_right) ||
        !oracle::same_function(unmoved(moved), unmoved(moved_right), options.limits)) {
      return std::nullopt;
    }
    return judge_form(
        oracle::form_fault(c, unmoved(moved_right), unmoved(moved), options.convention), expected);
  }
  const auto* moved = std::get_if<OffsetModuleLayout>(value);
  const auto* moved_right = std::get_if<OffsetModuleLayout>(right);
  if (moved != nullptr && moved_right != nullptr) {
    if (moved->offset() != moved_right->offset() ||
        !oracle::same_function(moved->layout(), moved_right->layout(), options.limits)) {
      return std::nullopt;
    }
    return judge_form(
        oracle::form_fault(c, moved_right->layout(), moved->layout(), options.convention),
        expected);
  }
  const auto* over_module = std::get_if<ModuleLayout>(value);
  const auto* wanted_over = std::get_if<ModuleLayout>(right);
  if (over_module != nullptr && wanted_over != nullptr) {
    if (!oracle::same_function(*over_module, *wanted_over, options.limits)) return std::nullopt;
    return judge_form(oracle::form_fault(c, *wanted_over, *over_module, options.convention),
                      expected);
  }
  const auto* swizzled = std::get_if<SwizzledLayout>(value);
  const auto* wanted_swizzled = std::get_if<SwizzledLayout>(right);
  if (swizzled != nullptr && wanted_swizzled != nullptr) {
    if (!oracle::same_function(*swizzled, *wanted_swizzled, options.limits)) return std::nullopt;
    if (const std::optional<Case> behind = behind_swizzles(c)) {
      return judge_form(oracle::form_fault(*behind, wanted_swizzled->layout(), swizzled->layout(),
                                           options.convention),
                        expected);
    }
    return judge_form(oracle::form_fault(*wanted_swizzled, *swizzled), expected);
  }
  const auto* tuple = std::get_if<NestedTuple>(value);
  const auto* wanted_tuple = std::get_if<NestedTuple>(right);
  if (tuple != nullptr && wanted_tuple != nullptr && tuple->entries() == wanted_tuple->entries())
    return judge_form(oracle::form_fault(*wanted_tuple, *tuple), expected);
  // A representation of a layout is another form of the standard one if it encodes the same layout.
  if (c.operation == "morphism" && std::holds_alternative<Morphism>(*value) &&
      layout_of(*value) == std::get<Layout>(c.operands.at(0))) {
    return judge_form(std::nullopt, expected);
  }
  return std::nullopt;
}

Verdict judge_by_expectation(const Case& c, const oracle::Expectation& expectation,
                             const JudgeOptions& options) {
  const Answer& answer = *c.answer;
  const Answer& expected = expectation.answer;
  // An error says that there is no answer, and leaves open why.
  const bool has_none = expectation.admits_overflow ||
                        (!is_value(expected) && expected != Answer(NonValue::unsupported));
  if (answer == expected || (answer == Answer(NonValue::error) && has_none) ||
      (answer == Answer(NonValue::overflow) && expectation.admits_overflow)) {
    return agreement(VerdictKind::agrees, expected);
  }
  Verdict verdict = agreement(VerdictKind::wrong, expected);
  if (has_property(c, options)) return judge_another(c, expectation, options);
  if (expected == Answer(NonValue::unsupported)) {
    verdict.kind = VerdictKind::undecided;
    verdict.why = "the oracle does not know the operation: " + expectation.reason;
  } else if (is_value(answer) && is_value(expected)) {
    if (!is_decided_by_property(operation_of(c)))
      if (std::optional<Verdict> same = judge_same(c, expected, options)) return *std::move(same);
    verdict.why = "the answer is " + to_string(expected);
  } else if (is_value(expected)) {
    verdict.kind = VerdictKind::refuses_the_answerable;
    verdict.why = "the answer is " + to_string(expected);
  } else if (is_value(answer)) {
    // An answer that does not fit in 64 bits exists all the same, so a value in its place is
    // wrong.
    verdict.kind = expected == Answer(NonValue::overflow) ? VerdictKind::wrong
                                                          : VerdictKind::answers_the_unanswerable;
    verdict.why = to_string(expected) + ": " + expectation.reason;
  } else {
    verdict.kind = answer == Answer(NonValue::overflow) ? VerdictKind::answers_the_unanswerable
                                                        : VerdictKind::refuses_the_answerable;
    verdict.why = to_string(expected) + ": " + expectation.reason;
  }
  return verdict;
}

/// The verdict on a table of which only the length and some values are compared.
Verdict judge_table(const Layout& layout, const NestedTuple& table, const JudgeOptions& options) {
  Verdict verdict;
  verdict.kind = VerdictKind::wrong;
  const oracle::ExactLayout exact(layout);
  const Exact size = oracle::size(exact);
  if (!table.is_flat() || Exact(table.length()) != size) {
    verdict.why = "the answer has " + digits(size) + " values";
    return verdict;
  }
  const std::vector<Exact> points = oracle::sample_points(layout, options.samples, options.seed);
  verdict.points = points.size();
  for (const Exact& x : points) {
    const Exact value = oracle::value_at(exact, x);
    const Int found = table.entries()[static_cast<std::size_t>(x)];
    if (found != value) {
      verdict.why =
          "at " + digits(x) + " it is " + std::to_string(found) + ", not " + digits(value);
      return verdict;
    }
  }
  verdict.kind = VerdictKind::agrees;
  return verdict;
}

/// The verdict by what the values of a composition at some points leave as the answer: that there
/// is none is proved then, that it is this layout is not.
std::optional<Verdict> judge_by_values(const Case& c, JudgeOptions options) {
  options.limits.samples = options.samples;
  try {
    // Enough is left for the objections if this comes to nothing.
    const WorkLimit grant(options.limits.steps() / 2);
    const oracle::Expectation expectation = oracle::expect(c, options.convention, options.limits);
    Verdict verdict = judge_by_expectation(c, expectation, options);
    if (expectation.answer == Answer(NonValue::undefined)) return verdict;
    if (!is_right(verdict.kind) && verdict.kind != VerdictKind::wrong_form) return std::nullopt;
    const Layout* answered = layout_in(*c.answer);
    verdict.points = answered == nullptr
                         ? options.samples
                         : oracle::sample_points(*answered, options.samples, options.seed).size();
    verdict.expected.reset();
    return verdict;
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

/// The verdict on an answer over a module, or a swizzled one, of this shape, of which only some
/// values are compared. They can refute it; that it is right also takes its form, which they did
/// not tell.
template <class Answered>
Verdict judge_by_points(const Case& c, const Answered& answered, const NestedTuple& shape,
                        const JudgeOptions& options, const std::string& limit) {
  Verdict verdict;
  verdict.why = limit;
  try {
    const oracle::ExactLayout indices(shape.profile(), oracle::to_exact(shape.entries()),
                                      std::vector<Exact>(shape.length(), 0));
    const std::vector<Exact> points = oracle::sample_points(indices, options.samples, options.seed);
    if (const auto objection = oracle::objection(c, answered, options.convention, points)) {
      verdict.kind = VerdictKind::wrong;
      verdict.why = *objection;
      verdict.points = points.size();
    }
  } catch (const LimitReached& reached) {
    verdict.why = reached.what();
  }
  return verdict;
}

/// The verdict on the layout behind a swizzled answer, where the answer has the swizzle and the
/// offset of the first operand, behind which the operation acts: a swizzle is a bijection.
std::optional<Verdict> judge_behind_swizzle(const Case& c, const JudgeOptions& options) {
  const auto* answered = std::get_if<SwizzledLayout>(value_in(*c.answer));
  const auto* first = std::get_if<SwizzledLayout>(&c.operands.front());
  if (answered == nullptr || first == nullptr || first->swizzle() != answered->swizzle() ||
      first->offset() != answered->offset() ||
      std::ranges::any_of(c.operands.begin() + 1, c.operands.end(), [](const Value& operand) {
        return std::holds_alternative<SwizzledLayout>(operand);
      })) {
    return std::nullopt;
  }
  std::optional<Case> behind = behind_swizzles(c);
  if (!behind || operation_of(*behind)->answer != Sort::layout) return std::nullopt;
  behind->answer = Answer(Value(answered->layout()));
  Verdict verdict = judge(*behind, options);
  if (verdict.expected) {
    if (const Layout* layout = layout_in(*verdict.expected))
      verdict.expected = Answer(Value(SwizzledLayout(first->swizzle(), first->offset(), *layout)));
  }
  return verdict;
}

/// The verdict on a case that is too large to tabulate.
Verdict judge_by_samples(const Case& c, const JudgeOptions& options, const std::string& limit) {
  Verdict verdict;
  verdict.why = limit;
  if (const Value* value = value_in(*c.answer); value != nullptr && c.operation == "table") {
    const auto* table = std::get_if<NestedTuple>(value);
    // The realization of a morphism is the function of the layout that it encodes.
    const std::optional<Layout> layout = layout_of(c.operands.at(0));
    if (table != nullptr && layout) return judge_table(*layout, *table, options);
  }
  if (std::optional<Verdict> by_values = judge_by_values(c, options)) return *by_values;
  if (const auto* over_module = std::get_if<ModuleLayout>(value_in(*c.answer));
      over_module != nullptr) {
    return judge_by_points(c, *over_module, over_module->shape(), options, limit);
  }
  if (std::optional<Verdict> behind = judge_behind_swizzle(c, options)) return *behind;
  if (const auto* swizzled = std::get_if<SwizzledLayout>(value_in(*c.answer)); swizzled != nullptr)
    return judge_by_points(c, *swizzled, swizzled->layout().shape(), options, limit);
  const Layout* answered = layout_in(*c.answer);
  if (answered == nullptr || !oracle::can_object(c)) return verdict;
  const auto object = [&](const Layout& layout) {
    const std::vector<Exact> points = oracle::sample_points(layout, options.samples, options.seed);
    verdict.points = points.size();
    return oracle::objection(c, layout, options.convention, points);
  };
  try {
    const std::optional<std::string> objection = object(*answered);
    verdict.kind = objection ? VerdictKind::wrong : VerdictKind::agrees;
    verdict.why = objection.value_or("");
    if (!objection) return verdict;
    const auto canonical = oracle::in_required_form(c, *answered, options.convention);
    if (canonical && canonical != *answered && !object(*canonical)) {
      const std::size_t points = verdict.points;
      verdict = judge_form(oracle::form_fault(c, *canonical, *answered, options.convention),
                           Answer(Value(*canonical)));
      verdict.points = points;
      verdict.expected.reset();
    }
  } catch (const LimitReached& reached) {
    // An objection to the answer alone decides nothing: it may be to the form.
    verdict.kind = VerdictKind::undecided;
    verdict.points = 0;
    verdict.why = reached.what();
  }
  return verdict;
}

/// The verdict on a chain: that on its outer operation, whose operands are what the definitions
/// answer to the inner ones.
Verdict judge_chain(const Case& answered, const JudgeOptions& options) {
  Case outer = answered;
  try {
    const WorkLimit grant(options.limits.steps());
    const auto none = resolve(outer, [&](const Case& inner) {
      return oracle::expect(inner, options.convention, options.limits);
    });
    if (!none) return judge(outer, options);
    // No other answer can have a property that is asked for, whatever the operation.
    Case unanswerable;
    unanswerable.answer = answered.answer;
    return judge_by_expectation(unanswerable, *none, options);
  } catch (const LimitReached& limit) {
    Verdict verdict;
    verdict.why = limit.what();
    return verdict;
  }
}

/// The verdict of the language's own check; nothing if it has none for the operation.
std::optional<Verdict> judge_by_language(const Case& answered, const JudgeOptions& options) {
  if (options.language == nullptr) return std::nullopt;
  const std::optional<Reply> right = options.language->answer(answered);
  if (!right) return std::nullopt;
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

}  // namespace

std::string_view describe(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::agrees:
      return "agrees";
    case VerdictKind::agrees_as_function:
      return "agrees as a function";
    case VerdictKind::wrong_form:
      return "wrong form";
    case VerdictKind::acceptable:
      return "acceptable";
    case VerdictKind::wrong:
      return "wrong";
    case VerdictKind::answers_the_unanswerable:
      return "answers the unanswerable";
    case VerdictKind::refuses_the_answerable:
      return "refuses the answerable";
    case VerdictKind::unsupported:
      return "unsupported";
    case VerdictKind::malformed:
      return "malformed";
    case VerdictKind::crash:
      return "crash";
    case VerdictKind::timeout:
      return "timeout";
    case VerdictKind::undecided:
      return "undecided";
    case VerdictKind::outside_preconditions:
      return "outside its preconditions";
    case VerdictKind::expected_failure:
      return "expected failure";
  }
  return "";
}

std::string to_string(const Verdict& verdict) {
  std::string text(describe(verdict.kind));
  if (verdict.is_sampled())
    text += " (sampled at " + std::to_string(verdict.points) + " points)";
  else if (verdict.kind != VerdictKind::undecided && verdict.kind != VerdictKind::unsupported)
    text += " (exhaustive)";
  return verdict.why.empty() ? text : text + ": " + verdict.why;
}

Verdict judge(const Case& answered, const JudgeOptions& options) {
  if (!answered.answer)
    throw std::invalid_argument("a case without an answer cannot be judged: " + question(answered));
  if (*answered.answer == Answer(NonValue::unsupported)) {
    Verdict verdict;
    verdict.kind = VerdictKind::unsupported;
    return verdict;
  }
  if (std::optional<Verdict> verdict = judge_by_language(answered, options))
    return *std::move(verdict);
  if (is_chain(answered)) return judge_chain(answered, options);
  try {
    const WorkLimit grant(options.limits.steps());
    return judge_by_expectation(
        answered, oracle::expect(answered, options.convention, options.limits), options);
  } catch (const LimitReached& limit) {
    const WorkLimit grant(options.limits.steps());
    return judge_by_samples(answered, options, limit.what());
  }
}

Verdict judge_weakly(const Case& question, const Value& answer, const oracle::WeakClauses& clauses,
                     const JudgeOptions& options) {
  Verdict verdict = agreement(VerdictKind::acceptable, NonValue::undefined);
  try {
    const WorkLimit grant(options.limits.steps());
    verdict.weak =
        oracle::weak_objection(question, answer, clauses, options.convention, options.limits);
    if (verdict.weak) verdict.kind = VerdictKind::wrong;
    verdict.why = verdict.weak ? verdict.weak->why : "it satisfies the weak post-condition";
  } catch (const LimitReached& limit) {
    verdict.kind = VerdictKind::undecided;
    verdict.why = limit.what();
  }
  return verdict;
}

}  // namespace layoutcheck
