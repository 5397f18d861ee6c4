// The table of statements and the errata, as Markdown.
#include <layoutcheck/properties/documents.hpp>

#include <algorithm>
#include <functional>
#include <sstream>

namespace layoutcheck::properties {

namespace {

struct Source {
  std::string_view name;
  std::string_view title;
};

constexpr Source sources[] = {
    {"colfax", "*Categorical Foundations for CuTe Layouts*, Colfax Research, September 2025"},
    {"shah", "Jay Shah, *A note on the algebra of CuTe Layouts*, January 2024"},
    {"debos", "Niels uit de Bos, *Merging tensor views*, March 2025"},
    {"primer",
     "a short introduction to layouts and their algebra; its items are counted as they "
     "stand"},
    {"slides", "slides on CuTe's layout algebra; their items are counted as they stand"},
    {"layoutcheck", "[When a composite exists](composition.md), of this project"},
};

bool is_of_source(const Statement& statement, std::string_view source) {
  return statement.id.starts_with(std::string(source) + ".");
}

/// "colfax 2.1.6.20" for "colfax.2.1.6.20".
std::string spoken(const std::string& id) {
  std::string text = id;
  const std::size_t dot = text.find('.');
  if (dot != std::string::npos) text[dot] = ' ';
  return text;
}

/// 1234567 as "1 234 567".
std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, " ");
  }
  return digits;
}

/// The text as it stands in a cell of a table and outside of code.
std::string escaped(std::string_view text) {
  std::string result;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (c == '|' || (!code && (c == '*' || c == '<'))) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string code(std::string_view text) {
  return "`" + std::string(text) + "`";
}

/// The question and the answer of a case, apart: a wrong answer must not stand as a case.
std::pair<std::string_view, std::string_view> question_and_answer(std::string_view line) {
  const std::size_t equals = line.rfind(" = ");
  return {line.substr(0, equals), line.substr(equals + 3)};
}

std::string_view case_of(std::string_view line) {
  const std::string_view without = line.substr(0, line.find('#'));
  return without.substr(0, without.find_last_not_of(' ') + 1);
}

std::string plural(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

/// Lines of at most 120 columns; the continuation lines are indented.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string result;
  std::size_t column = 0;
  std::string word;
  while (words >> word) {
    // What is between backquotes stays on one line.
    for (std::string next; std::count(word.begin(), word.end(), '`') % 2 != 0 && words >> next;)
      word += " " + next;
    if (column > 0 && column + 1 + word.size() > 120) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result;
}

void add_sources(std::ostream& out) {
  out << "| name | source |\n|---|---|\n";
  for (const Source& source : sources)
    out << "| " << source.name << " | " << source.title << " |\n";
  out << '\n';
}

void add_item(std::ostream& out, const std::string& label, const std::string& text) {
  if (!text.empty()) out << wrapped("- *" + label + "* " + text, 2) << '\n';
}

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

StandingCounts count_standings() {
  StandingCounts counts;
  for (const Statement& statement : statements()) {
    if (statement.kind == "Amendment") {
      ++counts.amendments;
    } else if (statement.kind == "Relation") {
      ++counts.relations;
    } else if (is_of_source(statement, "layoutcheck")) {
      ++counts.own;
    } else {
      ++counts.of_sources;
      counts.hold += statement.standing == Standing::holds ? 1U : 0U;
      counts.fail += statement.standing == Standing::fails_as_stated ? 1U : 0U;
      counts.misprints +=
          statement.standing == Standing::fails_as_stated && statement.misprint ? 1U : 0U;
      counts.not_checkable += statement.standing == Standing::not_checkable ? 1U : 0U;
    }
  }
  return counts;
}

std::string to_string(const StandingCounts& counts) {
  std::ostringstream out;
  out << counts.of_sources << " statements of the sources: " << counts.hold << " hold, "
      << counts.fail << " fail as stated (" << counts.misprints << " of them by a typing error), "
      << counts.not_checkable << " are not checkable; besides, " << counts.amendments
      << " amendments, " << counts.relations << " relations and " << counts.own << " theorems";
  return out.str();
}

std::string evidence_text(const Statement& statement, const Record& record) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (const Evidence* random = record.at_random(statement.id)) {
    add("met in " + grouped(random->met) + " of " + grouped(random->cases) + " random cases" +
        (random->undecided > 0 ? " (" + grouped(random->undecided) + " undecided)" : ""));
  }
  for (const Evidence* range : record.enumerated(statement.id)) {
    std::string what;
    const Bounds bounds = parse_bounds(range->range);
    const bool by_weight = bounds == Bounds{.weight = bounds.weight, .cases = bounds.cases};
    if (range->complete && !by_weight) {
      what = "all within " + range->range;
    } else if (range->complete && range->exhausted < bounds.weight) {
      what = "all of its operands";
    } else if (range->exhausted) {
      what = "all of weight <= " + std::to_string(*range->exhausted);
    }
    if (!what.empty()) {
      add(what + ", met in " + grouped(range->met) + " of " + grouped(range->cases));
    }
  }
  return text;
}

std::string check_text(const Statement& statement) {
  const std::size_t lines = example_lines(statement.id).size();
  if (statement.check && lines > 0) return "a property and " + plural(lines, "line");
  if (statement.check) return "a property";
  return lines > 0 ? plural(lines, "line") : "not";
}

std::string statements_document(const Record& record) {
  std::ostringstream out;
  out << "# Statements\n\n"
      << wrapped(
             "Every numbered statement of the sources, what it says in our words, and what was "
             "found. This page is made by `layoutcheck statements --document statements`; a "
             "test compares the two. `layoutcheck statements ID` shows one of them in full, "
             "and [errata.md](errata.md) has those that fail.",
             0)
      << "\n\n"
      << to_string(count_standings()) << ".\n\n"
      << wrapped(
             "*Holds* means that no counterexample was found; it is no proof. A *property* is "
             "checked on random and on enumerated operands, *lines* are worked examples in "
             "`corpus/papers`. The numbers are those of the record, `properties/record.tsv`: "
             "how often the hypothesis was met, and which operands were all tried. The weight "
             "of operands is the sum of their extents, strides, integers and brackets.",
             0)
      << "\n\n";
  if (!record.commands.empty()) {
    out << "The commands that counted:\n\n";
    for (const auto& [range, command] : record.commands)
      out << "    " << command << '\n';
    out << '\n';
  }
  add_sources(out);
  const auto table = [&](const std::string& title,
                         const std::function<bool(const Statement&)>& is_in) {
    out << "## " << title << "\n\n| id | kind | says | standing | checked by | counted |\n"
        << "|---|---|---|---|---|---|\n";
    for (const Statement& statement : statements()) {
      if (!is_in(statement)) continue;
      std::string counted = evidence_text(statement, record);
      if (statement.standing == Standing::not_checkable) counted = statement.remark;
      out << "| " << statement.id << " | " << statement.kind << " | " << escaped(statement.says)
          << " | " << describe(statement.standing) << " | " << check_text(statement) << " | "
          << escaped(counted) << " |\n";
    }
    out << '\n';
  };
  for (const Source& source : sources) {
    table(std::string(source.name),
          [&](const Statement& statement) { return is_of_source(statement, source.name); });
  }
  table("Relations between definitions of several sources",
        [](const Statement& statement) { return statement.kind == "Relation"; });
  std::string text = out.str();
  text.pop_back();
  return text;
}

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
