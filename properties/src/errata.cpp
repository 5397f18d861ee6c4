// The errata, as Markdown.
#include "markdown.hpp"
#include "src/words.hpp"
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/properties/causes.hpp>
#include <layoutcheck/properties/documents.hpp>
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/reading.hpp>

#include <algorithm>

namespace layoutcheck::properties {

using namespace markdown;

namespace {

void add_failure(std::ostream& out, const Statement& statement, const Record& record) {
  out << "#### " << spoken(statement.id) << " (" << statement.kind << ")\n\n";
  if (const Reading* reading = find_reading(statement.id); reading != nullptr)
    add_item(out, "In the source:", in_quotes(reading->quotation));
  add_item(out, "It says:", escaped(statement.says));
  if (statement.check) {
    add_item(out, "Smallest counterexample:", code(statement.counterexample));
  } else {
    const auto [question, answer] = question_and_answer(statement.counterexample);
    add_item(out, "As printed:", code(question) + " is " + code(answer) + ".");
  }
  add_item(out, "Why:", escaped(statement.remark));
  if (!statement.uses.empty())
    add_item(out, "It uses, broken as printed:", spoken(statement.uses) + ".");
  add_item(out, "Least change:", escaped(statement.change));
  for (const Statement* amended : amendments(statement)) {
    const std::string evidence = evidence_text(*amended, record);
    add_item(out, "Amended, as " + code(amended->id) + ":",
             escaped(amended->says) + (evidence.empty() ? "" : " Checked: " + evidence + "."));
  }
  if (amendments(statement).empty())
    for (const ExampleLine& line : example_lines(statement.id))
      add_item(out, "Right is", code(case_of(line.text)));
  out << '\n';
}

/// The counterexample as a cell, or what is printed, with what a line of the corpus answers.
std::string printed_text(const Statement& statement, const std::string& before_answer) {
  if (statement.check) return code(statement.counterexample);
  const auto [question, answer] = question_and_answer(statement.counterexample);
  std::string text = code(question) + " is " + code(answer);
  for (const ExampleLine& line : example_lines(statement.id)) {
    // The lines of an example are many; the one that is misprinted begins like the printed one.
    if (question_and_answer(case_of(line.text)).first == question)
      text += "; " + before_answer + " " + code(case_of(line.text));
  }
  return text;
}

void add_misprint(std::ostream& out, const Statement& statement) {
  out << "| " << spoken(statement.id) << " | " << printed_text(statement, "right is") << " | "
      << escaped(statement.remark) << " | " << escaped(statement.change) << " |\n";
}

/// What fails by inheritance only, in a table: nothing is to be changed there.
void add_inherited(std::ostream& out, const std::vector<const Statement*>& failures) {
  bool is_first = true;
  for (const Statement* one : failures) {
    if (!fails_by_inheritance(*one)) continue;
    if (is_first) {
      out << "By inheritance, and right once what they use is amended:\n\n"
          << "| id | it says | smallest counterexample, or as printed | why | it uses |\n"
          << "|---|---|---|---|---|\n";
    }
    is_first = false;
    out << "| " << spoken(one->id) << " | " << escaped(one->says) << " | "
        << printed_text(*one, "found is") << " | " << escaped(one->remark) << " | "
        << spoken(one->uses) << " |\n";
  }
  if (!is_first) out << '\n';
}

/// The statements that fail by the cause, in the order of the registry.
std::vector<const Statement*> brought_down_by(const RootCause& cause) {
  std::vector<const Statement*> found;
  for (const Statement& statement : statements())
    if (std::find(cause.ids.begin(), cause.ids.end(), statement.id) != cause.ids.end())
      found.push_back(&statement);
  return found;
}

/// "8", or "8, 5 of them by inheritance".
std::string number_text(const std::vector<const Statement*>& failures) {
  const auto inherited = std::count_if(failures.begin(), failures.end(), [](const Statement* one) {
    return fails_by_inheritance(*one);
  });
  return std::to_string(failures.size()) +
         (inherited > 0 ? ", " + std::to_string(inherited) + " of them by inheritance" : "");
}

void add_summary(std::ostream& out) {
  const auto is_loose = [](const Statement& statement) {
    return statement.misprint && cause_of(statement.id) == nullptr;
  };
  out << "## Summary\n\n"
      << wrapped(to_string(count_standings()) + ".") << "\n\n"
      << wrapped("The failures have " + counted(root_causes().size(), "cause") +
                 ", apart from misprints. Causes that affect the most statements come first; the "
                 "third column says which operands show them.")
      << "\n\n| cause | what is wrong | at | statements |\n|---|---|---|---|\n";
  for (const RootCause& cause : root_causes()) {
    out << "| [" << escaped(cause.title) << "](#" << cause.key << ") | " << escaped(cause.gist)
        << " | " << escaped(cause.at) << " | " << number_text(brought_down_by(cause)) << " |\n";
  }
  out << "| [Misprints](#misprints) | Typos that make a claim wrong. | | "
      << std::count_if(statements().begin(), statements().end(), is_loose) << " |\n\n"
      << wrapped(
             "Gaps and wrong steps in proofs of theorems that hold are in [proofs.md](proofs.md). "
             "Harmless slips, and words that the sources use in different senses, are in the "
             "[appendix](#appendix).")
      << "\n\n";
}

void add_how_to_read(std::ostream& out) {
  out << "## How to read this page\n\n";
  add_sources(out);
  out << wrapped(
             "Our copies are text extracted from PDF files, in which formulas can be damaged. "
             "Obvious damage is ignored; a single wrong letter may still come from the extraction.")
      << "\n\n"
      << wrapped(
             "Every line such as `is_compact((2,(2,2)):(8,(1,4))) = false` is a case "
             "([cases.md](cases.md)) and can be checked with `layoutcheck eval`. A line that "
             "begins with the id of a statement says that the statement, read literally, fails "
             "for these operands. An amended statement is checked in the same way under the id "
             "named. `composition(B, A)` is the source's B∘A; ⊘ and ⊗ are logical division and "
             "product; \\* in a map is the base point.")
      << "\n\n"
      << wrapped(
             "*How small is smallest?* The weight of operands is the sum of their extents, "
             "strides, integers and brackets. A test enumerates the operands of the statement in "
             "the order of weights, and finds nothing lighter that fails; others of the same "
             "weight may fail. An enumerator omits operands that cannot satisfy the hypothesis. If "
             "it omits others, such as extents of 1, because of an argument, the entry says so, "
             "and its counterexample is the smallest of the rest only. A numerical example has no "
             "operands and is shown as printed. Many smallest counterexamples are edge cases, such "
             "as an empty tuple, even if the error also shows without one; the summary says where, "
             "under *at*.")
      << "\n\n"
      << wrapped(
             "A statement fails *by inheritance* if it uses a broken definition and holds once "
             "that is amended: its own words need no change. The amended reading is checked under "
             "the id with `.amended` appended; `layoutcheck statements ID` prints the counts.")
      << "\n\n";
}

}  // namespace

std::string errata_document(const Record& record) {
  TextStream out;
  out << "# Errata\n\n"
      << wrapped(
             "The errors that layoutcheck found in its sources. Most are small, and a word repairs "
             "them. They are listed because a program must answer at every edge of a definition, "
             "and because a proof that skips an edge says nothing there. We are grateful to the "
             "authors: without their exact statements there would be nothing to check.")
      << "\n\n"
      << wrapped(
             "This page is made by `layoutcheck statements --document errata`; a test compares the "
             "two. A statement that is not named here was not refuted, which does not prove it.")
      << "\n\n";
  add_summary(out);
  add_how_to_read(out);
  out << "## Causes\n\n";
  for (const RootCause& cause : root_causes()) {
    out << "<a id=\"" << cause.key << "\"></a>\n\n### " << escaped(cause.title) << "\n\n"
        << wrapped(escaped(cause.gist + " " + cause.why)) << "\n\n"
        << wrapped("*Least repair:* " + escaped(cause.repair)) << "\n\n";
    const std::vector<const Statement*> failures = brought_down_by(cause);
    for (const Statement* statement : failures)
      if (!fails_by_inheritance(*statement)) add_failure(out, *statement, record);
    add_inherited(out, failures);
  }
  out << "## Misprints\n\nTypos that make a claim wrong.\n\n"
      << "| id | counterexample, or as printed | what is wrong | least change |\n"
      << "|---|---|---|---|\n";
  for (const Statement& statement : statements())
    if (statement.misprint && cause_of(statement.id) == nullptr) add_misprint(out, statement);
  out << "\n## Appendix\n\n### Slips of the pen\n\n"
      << "Nothing depends on these, beyond the place itself.\n\n"
      << "| id | slip |\n|---|---|\n";
  for (const Statement& statement : statements())
    for (const std::string& slip : statement.slips)
      out << "| " << spoken(statement.id) << " | " << escaped(slip) << " |\n";
  out << "\n### Words that mean different things in different sources\n\n"
      << "| relation | what holds between the definitions |\n|---|---|\n";
  for (const Statement& statement : statements())
    if (statement.kind == "Relation")
      out << "| " << code(statement.id) << " | " << escaped(statement.says) << " |\n";
  return out.str();
}

}  // namespace layoutcheck::properties
