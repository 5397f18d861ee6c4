// The tables of statements and of their reading, as Markdown.
#include "markdown.hpp"
#include "src/words.hpp"
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/properties/documents.hpp>
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/reading.hpp>

#include <algorithm>
#include <functional>

namespace layoutcheck::properties {

using namespace markdown;

namespace {

/// What the source says, what we say, and what a reader should know of it, in a cell.
std::string says_text(const Statement& statement) {
  std::string text = escaped(statement.says);
  if (const Reading* reading = find_reading(statement.id); reading != nullptr)
    text = in_quotes(reading->quotation) + "<br>" + text;
  if (!statement.lost.empty()) text += "<br>*Lost:* " + escaped(statement.lost);
  if (statement.standing == Standing::holds && !statement.remark.empty())
    text += "<br>*Remark:* " + escaped(statement.remark);
  return text;
}

/// The finding with amended definitions, which names them.
std::string amended_text(const Statement& statement) {
  std::string text(describe(with_amended_definitions(statement)));
  if (!statement.uses.empty()) text += ", with " + spoken(statement.uses) + " amended";
  return text;
}

}  // namespace

StandingCounts count_standings(const std::vector<Statement>& of) {
  StandingCounts counts;
  for (const Statement& statement : of) {
    if (statement.kind == "Amendment") {
      ++counts.amendments;
    } else if (statement.kind == "Relation") {
      ++counts.relations;
    } else if (is_documentation(statement)) {
      ++counts.documentation;
    } else if (!is_numbered(statement)) {
      ++counts.own;
    } else {
      ++counts.of_sources;
      const Finding found = by_the_letter(statement);
      const bool inherits = fails_by_inheritance(statement);
      counts.hold += found == Finding::holds ? 1U : 0U;
      counts.fail_themselves += found == Finding::fails && !inherits ? 1U : 0U;
      counts.inherit += inherits ? 1U : 0U;
      counts.misprints += found == Finding::misprinted ? 1U : 0U;
      counts.lost += found == Finding::lost ? 1U : 0U;
      counts.not_checkable += found == Finding::not_checkable ? 1U : 0U;
    }
  }
  return counts;
}

std::string to_string(const StandingCounts& counts) {
  TextStream out;
  out << counts.of_sources << " statements of the sources: " << counts.hold << " hold, "
      << counts.fail_themselves << " fail by an error of their own, " << counts.inherit
      << " fail by inheritance only, " << counts.misprints << " are misprinted, " << counts.lost
      << " are lost in our copy, " << counts.not_checkable << " are not checkable; besides, "
      << counts.amendments << " amendments, " << counts.relations << " relations, " << counts.own
      << " theorems and " << counts.documentation << " examples of documentation";
  return out.str();
}

namespace {

/// "met in 9 of 10 random cases, in 5 not trivial, 1 undecided".
std::string counts_text(const Evidence& evidence, std::string_view cases) {
  std::string text = "met in " + grouped(evidence.met) + " of " + grouped(evidence.cases);
  text += cases;
  if (evidence.nontrivial) text += ", in " + grouped(*evidence.nontrivial) + " not trivial";
  if (evidence.undecided > 0) text += ", " + grouped(evidence.undecided) + " undecided";
  return text;
}

}  // namespace

std::string evidence_text(const Statement& statement, const Record& record) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (const Evidence* random = record.at_random(statement.id))
    add(counts_text(*random, " random cases"));
  for (const Evidence* range : record.enumerated(statement.id)) {
    std::string what;
    const Bounds bounds = parse_bounds(range->range);
    const bool by_weight = bounds == Bounds{.weight = bounds.weight, .cases = bounds.cases};
    if (range->complete && !by_weight)
      what = "all within " + range->range;
    else if (range->complete && range->exhausted < bounds.weight)
      what = "all of its operands";
    else if (range->exhausted)
      what = "all of weight <= " + std::to_string(*range->exhausted);
    if (what.empty()) continue;
    if (!by_weight && !range->complete) what += " within " + range->range;
    // The cases that are counted then include some of the next weight.
    if (!range->complete) what += " and some that weigh more";
    add(what + ", " + counts_text(*range, ""));
  }
  return text;
}

std::string check_text(const Statement& statement) {
  const std::size_t lines = example_lines(statement.id).size();
  if (statement.check && lines > 0) return "a property and " + counted(lines, "line");
  if (statement.check) return "a property";
  return lines > 0 ? counted(lines, "line") : "not";
}

std::string statements_document(const Record& record) {
  TextStream out;
  out << "# Statements\n\n"
      << wrapped(
             "Every numbered statement of the sources: its words, what it says in ours, and what "
             "was found. This page is made by `layoutcheck statements --document statements`. "
             "`layoutcheck statements ID` shows one of them in full, `layoutcheck statements "
             "--document reading` says how much of each is tested against what, and the errata have "
             "those that fail.")
      << "\n\n"
      << wrapped(to_string(count_standings()) + ".") << "\n\n"
      << wrapped(
             "There are two findings. *By the letter*, each term means what its definition in the "
             "source says, also where that definition is broken. *Amended*, the broken definitions "
             "that the statement uses are amended, and named. *Holds* means that no counterexample "
             "was found; it is no proof. What our copy has *lost*, such as a diagram, does not "
             "count as holding, whatever the check of its stand-in shows.")
      << "\n\n"
      << wrapped(
             "A *property* is checked on random and on enumerated operands, *lines* are worked "
             "examples in `corpus/papers`. The numbers are those of the record, "
             "`properties/record.tsv`: how often the hypothesis was met, how often without a "
             "trivial operand, and which operands were all tried. *Trivial* are layouts with a "
             "constant function, shapes and tuples without an entry above 1, morphisms that send "
             "all entries above 1 to the base point, and profiles without an entry: most "
             "statements hold for these trivially. The weight of operands is the sum of their "
             "extents, strides, integers and brackets. *All* are all that an enumerator has: it "
             "leaves out operands that cannot satisfy the hypothesis, or say no more than others.")
      << "\n\n";
  if (!record.commands.empty()) {
    out << "The commands that counted, of some entries with `--only ID`:\n\n";
    for (const auto& [range, command] : record.commands)
      out << "    " << command << '\n';
    out << '\n';
  }
  add_sources(out);
  const auto table = [&](std::string_view title,
                         const std::function<bool(const Statement&)>& is_in) {
    out << "## " << title << "\n\n"
        << "| id | kind | says | by the letter | amended | checked by | counted |\n"
        << "|---|---|---|---|---|---|---|\n";
    for (const Statement& statement : statements()) {
      if (!is_in(statement)) continue;
      std::string counted = evidence_text(statement, record);
      if (statement.standing == Standing::not_checkable) counted = statement.remark;
      out << "| " << statement.id << " | " << statement.kind << " | " << says_text(statement)
          << " | " << describe(by_the_letter(statement)) << " | " << amended_text(statement)
          << " | " << check_text(statement) << " | " << escaped(counted) << " |\n";
    }
    out << '\n';
  };
  for (const Source& source : sources) {
    table(source.name,
          [&](const Statement& statement) { return is_of_source(statement.id, source.name); });
  }
  table("Relations between definitions of several sources",
        [](const Statement& statement) { return statement.kind == "Relation"; });
  std::string text = out.str();
  text.pop_back();
  return text;
}

std::string reading_document(const Record& /*record*/) {
  TextStream out;
  out << "# Reading\n\n"
      << wrapped(
             "For each numbered statement of the sources: the words that are checked, verbatim, "
             "and what the check compares with what. This page is made from the texts of "
             "`properties` by `layoutcheck statements --document reading`. `layoutcheck statements "
             "--document statements` has what was found.")
      << "\n\n";
  const std::pair<Extent, std::string_view> meanings[] = {
      {Extent::whole,
       "every part of the statement is tested, on every operand that it admits, against something "
       "that isn't itself"},
      {Extent::part, "not that; the note says what is not tested, and why"},
      {Extent::lines,
       "a worked example: each of its numbers is in a line of `corpus/papers`, which oracle and "
       "algebra both answer"},
      {Extent::stand_in,
       "our copy has lost the content, such as a diagram; something in its place is checked"},
      {Extent::none, "it claims nothing that could be false"},
  };
  for (const auto& [extent, meaning] : meanings)
    add_item(out, std::string(describe(extent)) + ":", std::string(meaning) + ".");
  out << "\n| source |";
  for (const Extent extent : extents)
    out << ' ' << describe(extent) << " |";
  out << "\n|---|---|---|---|---|---|\n";
  for (const Source& source : sources) {
    const auto is_of_it = [&](const Reading& one) { return is_of_source(one.id, source.name); };
    if (std::none_of(readings().begin(), readings().end(), is_of_it)) continue;
    out << "| " << source.name << " |";
    for (const Extent extent : extents) {
      out << ' ' << std::count_if(readings().begin(), readings().end(), [&](const Reading& one) {
        return one.extent == extent && is_of_it(one);
      }) << " |";
    }
    out << '\n';
  }
  for (const Source& source : sources) {
    bool is_first = true;
    // In the order of the registry, whatever the files are called.
    for (const Statement& statement : statements()) {
      const Reading* reading = find_reading(statement.id);
      if (reading == nullptr || !is_of_source(statement.id, source.name)) continue;
      if (is_first) {
        out << "\n## " << source.name
            << "\n\n| id | quotation | extent | note |\n|---|---|---|---|\n";
      }
      is_first = false;
      out << "| " << statement.id << " | " << in_quotes(reading->quotation) << " | "
          << describe(reading->extent) << " | " << escaped(reading->note) << " |\n";
    }
  }
  return out.str();
}

}  // namespace layoutcheck::properties
