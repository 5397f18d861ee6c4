// `layoutcheck statements`: the registry as a table, a statement in full, and the documents made
// from it.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include <layoutcheck/engine/entropy.hpp>
#include <layoutcheck/properties/causes.hpp>
#include <layoutcheck/properties/documents.hpp>
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/proofs.hpp>
#include <layoutcheck/properties/reading.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

using engine::Standing;
using engine::Statement;

struct StatementsOptions {
  std::vector<std::string> ids;
  std::string standing;
  std::string document;
  bool names = false;
  std::size_t sample = 0;
  std::optional<std::uint64_t> seed;
};

/// A word of --standing, and what has it.
struct Wish {
  std::string word;
  bool (*is_met)(const Statement&);
};

const std::vector<Wish>& wishes() {
  using properties::by_the_letter;
  using properties::fails_by_inheritance;
  using properties::Finding;
  static const std::vector<Wish> all{
      {"holds", [](const Statement& s) { return by_the_letter(s) == Finding::holds; }},
      {"fails", [](const Statement& s) { return s.standing == Standing::fails_as_stated; }},
      {"fails-itself",
       [](const Statement& s) {
         return by_the_letter(s) == Finding::fails && !fails_by_inheritance(s);
       }},
      {"fails-by-inheritance", [](const Statement& s) { return fails_by_inheritance(s); }},
      {"misprinted", [](const Statement& s) { return by_the_letter(s) == Finding::misprinted; }},
      {"lost", [](const Statement& s) { return by_the_letter(s) == Finding::lost; }},
      {"not-checkable",
       [](const Statement& s) { return by_the_letter(s) == Finding::not_checkable; }},
  };
  return all;
}

std::vector<std::string> standing_words() {
  std::vector<std::string> words;
  for (const Wish& wish : wishes())
    words.push_back(wish.word);
  return words;
}

bool has_standing(const Statement& statement, const std::string& word) {
  return word.empty() || std::any_of(wishes().begin(), wishes().end(), [&](const Wish& wish) {
           return wish.word == word && wish.is_met(statement);
         });
}

/// The id itself, or one that it begins with as a path does: colfax.2.1 has colfax.2.1.6.20.
bool is_under(std::string_view id, const std::string& wish) {
  return id.starts_with(wish) &&
         (id.size() == wish.size() || id[wish.size()] == '.' || wish.ends_with('.'));
}

/// In an id a blank can stand for the first dot, as people write it.
std::string with_dot(std::string wish) {
  std::replace(wish.begin(), wish.end(), ' ', '.');
  return wish;
}

std::vector<const Statement*> selected(const StatementsOptions& options) {
  std::vector<const Statement*> found;
  const auto take = [&](const std::string& wish) {
    bool any = false;
    for (const Statement& statement : properties::statements()) {
      if (!wish.empty() && !is_under(statement.id, wish)) continue;
      any = true;
      if (has_standing(statement, options.standing)) found.push_back(&statement);
    }
    if (!any) {
      throw std::invalid_argument("there is no statement " + wish +
                                  properties::full_vocabulary().suggestion(wish));
    }
  };
  if (options.ids.empty()) take("");
  for (const std::string& id : options.ids)
    take(with_dot(id));
  return found;
}

void print_in_full(const Statement& statement) {
  std::cout << statement.id << "  " << statement.kind << ", "
            << describe(properties::by_the_letter(statement)) << '\n';
  const auto print = [](std::string label, std::string_view text) {
    if (!text.empty()) std::cout << "    " << hanging(wrapped(label.append(text), 96), 4) << '\n';
  };
  const properties::Reading* reading = properties::find_reading(statement.id);
  if (reading != nullptr) print("In the source: ", "“" + reading->quotation + "”");
  print("", statement.says);
  print("Missing from our copy: ", statement.lost);
  if (!statement.uses.empty()) {
    print("With " + joined({statement.uses.begin(), statement.uses.end()}, ", ") + " amended: ",
          describe(properties::with_amended_definitions(statement)));
  }
  if (statement.check) print("Checked on: ", statement.domain.name + ".");
  for (const ExampleLine& line : example_lines(statement.id))
    print("Line: ", line.text.substr(0, line.text.find("  #")));
  if (reading != nullptr)
    print("Tested (" + std::string(describe(reading->extent)) + "): ", reading->note);
  const std::string evidence = properties::evidence_text(statement, properties::built_in_record());
  if (!evidence.empty()) print("Counted: ", evidence + ".");
  if (statement.standing == Standing::fails_as_stated)
    print(statement.check ? "Smallest counterexample: " : "As printed: ", statement.counterexample);
  print(statement.standing == Standing::fails_as_stated ? "Why: " : "Remark: ", statement.remark);
  print("Least change: ", statement.change);
  if (const auto* cause = properties::cause_of(statement.id); cause != nullptr)
    print("Cause: ", cause->title + ", with " + counted(cause->ids.size(), "statement") + ".");
  for (const Statement* amended : properties::amendments(statement))
    print("Amended: ", amended->id);
  for (const std::string& slip : statement.slips)
    print("Slip: ", slip);
  for (const std::string& place : properties::places_in_proofs(statement.id))
    print("On its proof: ", place);
}

void print_table(const std::vector<const Statement*>& rows) {
  const auto standing_of = [](const Statement& row) {
    return properties::fails_by_inheritance(row) ? "fails by inheritance"
                                                 : describe(properties::by_the_letter(row));
  };
  std::size_t width = 9;
  for (const Statement* row : rows)
    width = std::max(width, row->id.size());
  for (const Statement* row : rows) {
    std::cout << std::left << std::setw(static_cast<int>(width) + 2) << row->id << std::setw(13)
              << row->kind << std::setw(28) << standing_of(*row) << properties::check_text(*row)
              << '\n';
  }
}

/// So many of the numbered statements among the rows, in their order.
std::vector<const Statement*> sampled(std::vector<const Statement*> rows, std::size_t count,
                                      std::uint64_t seed, std::ostream& heading) {
  std::erase_if(rows, [](const Statement* row) { return !properties::is_numbered(*row); });
  engine::SeededEntropy entropy(seed);
  std::vector<std::size_t> places = entropy.permutation(rows.size());
  places.resize(std::min(count, places.size()));
  std::sort(places.begin(), places.end());
  heading << "A sample of " << places.size() << " of " << counted(rows.size(), "statement")
          << "; --seed " << seed << " chooses the same ones.\n\n";
  std::vector<const Statement*> sample;
  for (const std::size_t place : places)
    sample.push_back(rows[place]);
  return sample;
}

int run_statements(const StatementsOptions& options) {
  for (const properties::Document& document : properties::documents) {
    if (options.document != document.name) continue;
    std::cout << document.text(properties::built_in_record());
    return exit_right;
  }
  std::vector<const Statement*> rows = selected(options);
  if (options.sample > 0) {
    rows = sampled(std::move(rows), options.sample, options.seed.value_or(std::random_device{}()),
                   options.names ? std::cerr : std::cout);
  }
  if (options.names) {
    for (const Statement* row : rows)
      std::cout << row->id << '\n';
    return exit_right;
  }
  const bool in_full = !options.ids.empty() || options.sample > 0;
  if (in_full) {
    for (const Statement* row : rows)
      print_in_full(*row);
  } else {
    print_table(rows);
    std::cout << '\n' << to_string(properties::count_standings()) << '\n';
  }
  return exit_right;
}

}  // namespace

void add_statements(Program& program) {
  auto options = std::make_shared<StatementsOptions>();
  Command command(program, "statements",
                  "List the statements of the literature and the findings on them");
  command.argument("ID", options->ids, "Only these statements and those under them, in full");
  command.choice("--standing", standing_words(), options->standing,
                 "Only statements with this standing; 'fails' means all that fail as stated");
  std::vector<std::string> documents;
  for (const properties::Document& document : properties::documents)
    documents.emplace_back(document.name);
  command.choice("--document", documents, options->document,
                 "Print this document of docs/, which is generated from the statements");
  command.number("--sample", "N", options->sample, {1, most_lines},
                 "Only this many numbered statements of the sources, chosen at random, in full");
  command.number("--seed", "UINT", options->seed, any_number, "The seed of the sample");
  command.flag("--names", options->names, "Print only the ids, one per line");
  command.footer(
      "layoutcheck statements colfax.2.1.6.20\n"
      "layoutcheck statements --standing fails\n"
      "layoutcheck statements --sample 10 --seed 7",
      "0 something is listed; 2 bad usage, or no id matches.");
  command.run([options] { return run_statements(*options); });
}

}  // namespace layoutcheck::cli
