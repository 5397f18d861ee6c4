// The errata, as Markdown.
#include "markdown.hpp"
#include <layoutcheck/properties/documents.hpp>

#include <sstream>

namespace layoutcheck::properties {

using namespace markdown;

namespace {

void add_failure(std::ostream& out, const Statement& statement, const Record& record) {
  out << "### " << spoken(statement.id) << " (" << statement.kind << ")\n\n";
  add_item(out, "It says:", escaped(statement.says));
  if (statement.check) {
    add_item(out, "Smallest counterexample:", code(statement.counterexample));
  } else {
    const auto [question, answer] = question_and_answer(statement.counterexample);
    add_item(out, "As printed:", code(question) + " is " + code(answer) + ".");
  }
  add_item(out, "Why:", escaped(statement.remark));
  add_item(out, "Least change:", escaped(statement.change));
  for (const Statement* amended : amendments(statement)) {
    const std::string evidence = evidence_text(*amended, record);
    add_item(out, "Amended, as " + code(amended->id) + ":",
             escaped(amended->says) + (evidence.empty() ? "" : " Checked: " + evidence + "."));
  }
  if (amendments(statement).empty()) {
    for (const ExampleLine& line : example_lines(statement.id))
      add_item(out, "Right is", code(case_of(line.text)));
  }
  out << '\n';
}

void add_misprint(std::ostream& out, const Statement& statement) {
  out << "| " << spoken(statement.id) << " | ";
  if (statement.check) {
    out << code(statement.counterexample);
  } else {
    const auto [question, answer] = question_and_answer(statement.counterexample);
    out << code(question) << " is " << code(answer);
    for (const ExampleLine& line : example_lines(statement.id)) {
      // The lines of an example are many; the one that is misprinted begins like the printed one.
      if (question_and_answer(case_of(line.text)).first == question)
        out << "; right is " << code(case_of(line.text));
    }
  }
  out << " | " << escaped(statement.remark) << " | " << escaped(statement.change) << " |\n";
}

}  // namespace

std::string errata_document(const Record& record) {
  std::ostringstream out;
  out << "# Errata\n\n"
      << wrapped(
             "What layoutcheck found wrong in its sources. Most of it is small and can be "
             "mended by a word. We list it because a program has to answer at every edge of a "
             "definition, and because a proof that passes over an edge cannot be leant on "
             "there. We are grateful to the authors: without their care for exact statements "
             "there would be nothing to check.",
             0)
      << "\n\n"
      << wrapped(
             "This page is made by `layoutcheck statements --document errata`; a test compares "
             "the two. A statement that is not named here was not refuted; it is not proved by "
             "that.",
             0)
      << "\n\n"
      << wrapped(to_string(count_standings()) + ".", 0) << "\n\n";
  add_sources(out);
  out << wrapped(
             "We read text made from PDF files, in which formulas can be damaged. What is "
             "plainly damage is left out; a single wrong letter may still be the copy's.",
             0)
      << "\n\n"
      << wrapped(
             "Every line such as `is_compact((2,(2,2)):(8,(1,4))) = false` is a case "
             "([cases.md](cases.md)) and can be checked with `layoutcheck eval`. A line that "
             "begins with the id of a statement says that the statement, read literally, fails "
             "for these operands. It is a smallest one: every lighter choice of operands was "
             "tried, and a test tries them again. An amended statement is checked in the same "
             "way under the id named. `composition(B, A)` is the source's B∘A; ⊘ and ⊗ are "
             "logical division and product; \\* in a map is the base point.",
             0)
      << "\n\n## Statements that fail as stated\n\n";
  for (const Statement& statement : statements()) {
    if (statement.standing == Standing::fails_as_stated && !statement.misprint)
      add_failure(out, statement, record);
  }
  out << "## Typing errors that make a claim wrong\n\n"
      << "| id | counterexample, or as printed | what is wrong | least change |\n"
      << "|---|---|---|---|\n";
  for (const Statement& statement : statements()) {
    if (statement.standing == Standing::fails_as_stated && statement.misprint)
      add_misprint(out, statement);
  }
  out << "\n## Slips of the pen\n\nNothing depends on these, beyond the place itself.\n\n"
      << "| id | slip |\n|---|---|\n";
  for (const Statement& statement : statements()) {
    for (const std::string& slip : statement.slips)
      out << "| " << spoken(statement.id) << " | " << escaped(slip) << " |\n";
  }
  out << "\n## Words that mean different things in different sources\n\n"
      << "| relation | what holds between the definitions |\n|---|---|\n";
  for (const Statement& statement : statements()) {
    if (statement.kind == "Relation")
      out << "| " << code(statement.id) << " | " << escaped(statement.says) << " |\n";
  }
  return out.str();
}

}  // namespace layoutcheck::properties
