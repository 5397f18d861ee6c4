// The compiled part of the Python package: values, verdicts, examinations and operands.
#include "values.hpp"
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/version.hpp>
#include <layoutcheck/verify.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <stdexcept>

namespace nb = nanobind;

namespace layoutcheck::python {

namespace {

Convention convention_of(const std::string& word) {
  if (const auto convention = convention_named(word)) return *convention;
  std::string all;
  for (const Convention convention : conventions)
    all += (all.empty() ? "" : ", ") + std::string(name(convention));
  throw std::invalid_argument("'" + word + "' is no convention; there are " + all);
}

/// "layout" or "layout with an offset" where the operation answers one, else "": a pair that is
/// returned means something else there.
std::string answered(const Case& question) {
  const Operation* operation = standard_vocabulary().find(question.operation, question.operands);
  if (operation == nullptr) return "";
  switch (operation->answer) {
    case Sort::layout:
    case Sort::flat_layout:
    case Sort::module_layout:
      return "layout";
    case Sort::offset_layout:
    case Sort::offset_module_layout:
      return "layout with an offset";
    default:
      return "";
  }
}

/// Says what can be returned where a layout is answered, and what was returned cannot be read.
void add_hint(Reply& reply, const std::string& answered) {
  if (reply.kind != Reply::Kind::malformed || answered.empty()) return;
  reply.note += "; a layout is a Layout, an object with a shape and a stride, or a pair of them";
  if (answered != "layout") reply.note += ", and is in a pair with its offset";
}

Verdict judge_line(const std::string& line, const std::string& convention,
                   const std::string& answered) {
  JudgeOptions options;
  options.convention = convention_of(convention);
  Case asked = parse_case(line.substr(0, line.find('=')), 1, standard_vocabulary());
  std::string repeated;
  Reply reply = read_reply(line, repeated);
  add_hint(reply, answered);
  return judge_reply(std::move(asked), std::move(reply), options).verdict;
}

/// Carries what is no fault of the subject, such as KeyboardInterrupt, past all that takes a
/// std::exception for an answer or a complaint.
struct Interrupted {
  nb::python_error error;
};

/// A function of Python that is called with the name of an operation and its operands, and returns
/// the text of its answer.
class PythonSubject final : public conformance::Subject {
 public:
  explicit PythonSubject(nb::handle answer) : answer_(answer) {}

  std::vector<Reply> ask(std::span<const Case> questions) override {
    const nb::gil_scoped_acquire gil;
    std::vector<Reply> replies;
    for (const Case& asked : questions) {
      const std::string text = answer_to(asked);
      std::string repeated;
      Reply reply = read_reply(question(asked) + " = " + text, repeated);
      add_hint(reply, answered(asked));
      replies.push_back(std::move(reply));
    }
    return replies;
  }

 private:
  [[nodiscard]] std::string answer_to(const Case& asked) const {
    if (is_chain(asked)) return std::string(layoutcheck::name(NonValue::unsupported));
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      const std::string convention =
          asked.convention ? std::string(layoutcheck::name(*asked.convention)) : std::string();
      return nb::cast<std::string>(
          answer_(asked.operation, objects_of(asked.operands), convention, answered(asked)));
    } catch (nb::python_error& error) {
      throw Interrupted{std::move(error)};
    }
  }

  nb::handle answer_;
};

/// Throws std::invalid_argument outside of what the command takes.
std::chrono::milliseconds milliseconds_of(const char* option, double seconds, double most) {
  if (!(seconds >= 0 && seconds <= most)) {
    throw std::invalid_argument(std::string(option) + " is a number of seconds from 0 to " +
                                std::to_string(static_cast<std::int64_t>(most)) + ", not " +
                                std::to_string(seconds));
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

Verification examine(nb::handle answer, std::vector<std::string> operations,
                     const std::string& convention, const std::string& profile,
                     const std::string& expected, bool no_expected, std::string where,
                     std::optional<std::size_t> count, std::uint64_t seed,
                     const std::string& exhaustive, const std::vector<std::string>& questions,
                     bool shared, bool examples, double time, double shrink,
                     const std::string& subject) {
  const conformance::SubjectProfile known =
      conformance::choose_profile({profile, convention_of(convention), expected, no_expected});
  Plan plan;
  plan.subject = subject;
  plan.only = operations.empty() ? known.operations : std::move(operations);
  plan.trial.judging.convention = known.convention;
  plan.trial.profile = &known;
  plan.draws.count = count;
  plan.draws.seed = seed;
  if (where.empty()) where = known.where;
  if (!where.empty()) plan.draws.filter = engine::parse_filter(where);
  plan.scope = exhaustive == "scope";
  if (!exhaustive.empty() && !plan.scope) plan.range = {engine::parse_bounds(exhaustive)};
  plan.places.assign(questions.begin(), questions.end());
  plan.places_are_shared = shared;
  plan.examples = examples;
  plan.asking = milliseconds_of("time", time, 1e9);
  plan.shrinking = milliseconds_of("shrink", shrink, 1e6);
  try {
    const nb::gil_scoped_release no_gil;
    return verify(conformance::MakeSubject([&] { return std::make_unique<PythonSubject>(answer); }),
                  plan);
  } catch (Interrupted& interrupted) {
    throw std::move(interrupted.error);
  }
}

std::map<std::string, std::map<std::string, std::size_t>> counts_of(const Verification& found) {
  std::map<std::string, std::map<std::string, std::size_t>> counts;
  for (const auto& [operation, verdicts] : found.account.operations)
    for (const VerdictKind kind : verdicts.kinds())
      counts[operation][std::string(describe(kind))] = verdicts.of(kind);
  return counts;
}

std::vector<std::pair<std::string, std::string>> operations() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Operation& operation : standard_vocabulary().operations())
    all.emplace_back(operation.name, signature(operation));
  return all;
}

/// The names of the operations that a profile is about.
std::vector<std::string> operations_of(const std::string& profile) {
  const conformance::SubjectProfile known = conformance::find_profile(profile);
  std::vector<std::string> names;
  for (const auto* row : conformance::rows_named(known.operations, known.convention))
    if (row->operation != nullptr) names.push_back(row->operation->name);
  return names;
}

/// The choices of a function of Python, which is called with the greatest number that it may
/// return. Where it returns 0, what is drawn is simple.
class ChosenEntropy final : public engine::Entropy {
 public:
  explicit ChosenEntropy(nb::handle choose) : choose_(choose) {}

  std::uint64_t next() override { return choose(std::numeric_limits<std::uint64_t>::max()); }

  std::size_t below(std::size_t n) override { return n <= 1 ? 0 : choose(n - 1); }

  /// 0 is the likelier outcome: the other one adds something.
  bool chance(unsigned percent) override {
    const std::size_t number = below(100);
    return percent < 50 ? number >= 100 - percent : number < percent;
  }

  bool one_in(std::size_t n) override { return n > 0 && below(n) == n - 1; }

 private:
  std::uint64_t choose(std::uint64_t most) {
    try {
      const auto number = nb::cast<std::uint64_t>(choose_(most));
      if (number <= most) return number;
    } catch (nb::python_error& error) {
      throw Interrupted{std::move(error)};
    }
    throw std::invalid_argument("a number above " + std::to_string(most) + " was chosen");
  }

  nb::handle choose_;
};

/// Operands that the engine draws for a row.
nb::tuple draw(const std::string& row_name, const std::string& convention, nb::handle choose,
               int size) {
  const auto rows = conformance::rows_named({row_name}, convention_of(convention));
  ChosenEntropy entropy(choose);
  try {
    const engine::Statement& row = *rows[entropy.below(rows.size())];
    return objects_of(engine::draw(row.domain, entropy, size));
  } catch (Interrupted& interrupted) {
    throw std::move(interrupted.error);
  }
}

/// The text without the end of its last line, as print() adds one.
std::string text_without_end(const Verification& found) {
  std::string text = to_string(found);
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

std::optional<std::string> text_of(const std::optional<Answer>& answer) {
  return answer ? std::optional(to_string(*answer)) : std::nullopt;
}

void add_verdicts(nb::module_& module) {
  nb::class_<Verdict>(module, "Verdict", "What the judge says of an answer.")
      .def_prop_ro(
          "kind", [](const Verdict& self) { return std::string(describe(self.kind)); },
          "'agrees', 'agrees as a function', 'wrong form', 'wrong', 'answers the unanswerable', "
          "'refuses the answerable', 'malformed', 'unsupported' or 'undecided'.")
      .def_prop_ro("right", [](const Verdict& self) { return is_right(self.kind); })
      .def_prop_ro(
          "exhaustive", [](const Verdict& self) { return !self.is_sampled(); },
          "Whether every point was compared.")
      .def_prop_ro(
          "expected", [](const Verdict& self) { return text_of(self.expected); },
          "The text of the right answer, if the oracle has one.")
      .def_ro("why", &Verdict::why)
      .def("__str__", [](const Verdict& self) { return to_string(self); })
      .def("__repr__", [](const Verdict& self) { return "<Verdict: " + to_string(self) + ">"; });
  module.def("judge", &judge_line, nb::arg("line"), nb::kw_only(), nb::arg("convention") = "strict",
             nb::arg("answered") = "", nb::call_guard<nb::gil_scoped_release>(),
             "The verdict on an answered line, such as 'coalesce((2,2):(1,2)) = 4:1', which is "
             "malformed if the answer cannot be read or is missing. Raises ValueError if the line "
             "begins with no question.");
  module.def(
      "answered",
      [](const std::string& line) { return answered(parse_case(line, 1, standard_vocabulary())); },
      nb::arg("question"),
      "'layout' or 'layout with an offset' where the question asks for one, else ''. Raises "
      "ValueError if the text is no question.");
}

void add_examinations(nb::module_& module) {
  using conformance::Cause;
  nb::class_<Cause>(module, "Cause", "Faults that have in common what is wrong.")
      .def_ro("operation", &Cause::operation)
      .def_prop_ro(
          "title", [](const Cause& self) { return title_of(self); },
          "Such as 'wrong, another function; extent 1'.")
      .def_ro("cases", &Cause::cases, "How many faults were found of it.")
      .def_prop_ro(
          "question", [](const Cause& self) { return question(self.smallest.question); },
          "The smallest question on which it occurs.")
      .def_prop_ro("given", [](const Cause& self) { return conformance::given(self.smallest); })
      .def_prop_ro("expected",
                   [](const Cause& self) { return text_of(self.smallest.verdict.expected); })
      .def_prop_ro("why", [](const Cause& self) { return self.smallest.verdict.why; });
  nb::class_<Verification>(module, "Result", "What came of a test.")
      .def_prop_ro("right", &Verification::is_right,
                   "Whether every answer that was judged is right, and nothing is missing.")
      .def_prop_ro("counts", &counts_of, "By operation, how often each verdict was given.")
      .def_prop_ro(
          "outside", [](const Verification& self) { return self.account.outside; },
          "How many answers are outside of each precondition of the profile.")
      .def_ro("causes", &Verification::causes, "The faults by their causes, smallest case first.")
      .def_prop_ro(
          "shortcomings", [](const Verification& self) { return shortcomings(self.account); },
          "What else is missing, each in a sentence.")
      .def_prop_ro(
          "subject", [](const Verification& self) { return self.origin.subject; },
          "The name and the version of what was judged, as far as they are known.")
      .def_prop_ro(
          "seed", [](const Verification& self) { return self.origin.seed; },
          "That of the random questions; None if there were none.")
      .def_prop_ro(
          "date", [](const Verification& self) { return self.origin.date; },
          "When it began: '2026-01-31T12:00:00Z'.")
      .def_prop_ro_static(
          "version", [](nb::handle) { return std::string(version); },
          "The version of layoutcheck that judged.")
      .def_ro("ran_out", &Verification::ran_out,
              "Whether the time ended before all questions were asked.")
      .def("__str__", &text_without_end)
      .def("__repr__", [](const Verification& self) {
        return "<Result: " + std::to_string(self.causes.size()) + " causes>";
      });
  module.def("examine", &examine, nb::arg("answer"), nb::kw_only(), nb::arg("operations"),
             nb::arg("convention"), nb::arg("profile"), nb::arg("expected"), nb::arg("no_expected"),
             nb::arg("where"), nb::arg("count").none(), nb::arg("seed"), nb::arg("exhaustive"),
             nb::arg("questions"), nb::arg("shared"), nb::arg("examples"), nb::arg("time"),
             nb::arg("shrink"), nb::arg("subject"));
  module.def("operations", &operations,
             "The names of the operations, each with each of its signatures.");
  module.def("operations_of", &operations_of, nb::arg("profile"),
             "The names of the operations that a profile is about.");
  module.def("draw", &draw, nb::arg("operation"), nb::kw_only(), nb::arg("convention"),
             nb::arg("choose"), nb::arg("size"),
             nb::sig("def draw(operation: str, *, convention: str, choose: "
                     "collections.abc.Callable[[int], int], size: int) -> tuple[typing.Any, ...]"),
             "Operands of an operation or signature; `choose` is called with the greatest number "
             "that it may return.");
}

}  // namespace

NB_MODULE(_core, module) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const ParseError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  add_values(module);
  add_verdicts(module);
  add_examinations(module);
}

}  // namespace layoutcheck::python
