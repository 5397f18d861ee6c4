// `layoutcheck gen`: random questions, one a line.
#include "commands.hpp"
#include "listing.hpp"
#include "options.hpp"
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <cctype>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unordered_set>

namespace layoutcheck::cli {

namespace {

using properties::SeededEntropy;
using properties::Statement;

struct GenOptions {
  std::vector<std::string> operations;
  std::size_t count = 100;
  std::uint64_t seed = 1;
  std::optional<int> size;
  std::string convention = "strict";
  bool answered = false;
  bool defined = false;
  bool list = false;
  bool names = false;
};

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  return text;
}

/// "composition(layout,tiler)" of "composition@extended(layout, tiler)".
std::string plain_signature(const std::string& id) {
  std::string text = without_spaces(id);
  if (const std::size_t at = text.find("@extended"); at != std::string::npos) {
    text.erase(at, std::string_view("@extended").size());
  }
  return text;
}

/// The rows of the registry that a name means: "all", the name of an operation (all its
/// signatures), one signature in full, or the id of a statement. Of an operation that depends on
/// the convention it is the row of that convention.
std::vector<const Statement*> rows_of(const std::string& wish, Convention convention) {
  const std::string wanted = without_spaces(wish);
  std::vector<const Statement*> rows;
  for (const Statement& row : properties::operations()) {
    const std::string text = plain_signature(row.id);
    if (wanted != "all" && wanted != text && wanted != text.substr(0, text.find('('))) {
      continue;
    }
    const bool extended = row.id.find("@extended") != std::string::npos;
    if (!extended) {
      rows.push_back(&row);
    } else if (convention == Convention::extended) {
      // The row of the same operation under the other convention stands just before.
      rows.back() = &row;
    }
  }
  if (const Statement* statement = rows.empty() ? properties::find_statement(wanted) : nullptr) {
    if (!statement->check) {
      throw std::invalid_argument("'" + wish + "' is not checked on operands; 'statements " +
                                  wanted + "' tells how it is");
    }
    rows.push_back(statement);
  }
  if (rows.empty()) {
    const std::string name = wanted.substr(0, wanted.find('('));
    const auto named = properties::full_vocabulary().named(name);
    if (!named.empty()) {
      std::string forms;
      for (const Operation* operation : named) {
        forms += (forms.empty() ? "" : ", ") + signature(*operation);
      }
      throw std::invalid_argument("'" + wish + "' is no signature; the forms are " + forms);
    }
    const std::string near = properties::full_vocabulary().nearest(name);
    throw std::invalid_argument("unknown operation '" + wish + "'" +
                                (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  return rows;
}

/// The answer of this project, or nothing where it reaches its limit of work.
std::optional<Answer> own_answer(const Case& question, Convention convention) {
  try {
    return properties::answer_of(question, convention);
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

/// A question that fits the wishes, with its answer if that is asked for; nothing if this draw does
/// not fit.
std::optional<Case> draw(const Statement& row, std::uint64_t seed, int size,
                         const GenOptions& options, Convention convention) {
  SeededEntropy entropy(seed);
  Case question = properties::random_question(row, entropy, size);
  if (options.answered || options.defined) {
    std::optional<Answer> answer = own_answer(question, convention);
    if (!answer || (options.defined && !std::holds_alternative<Value>(*answer))) {
      return std::nullopt;
    }
    if (options.answered) {
      question.answer = std::move(answer);
    }
  }
  return question;
}

int list(const GenOptions& options) {
  if (options.names) {
    for (const std::string& name : operation_names()) {
      std::cout << name << '\n';
    }
  } else {
    list_operations({});
  }
  return exit_right;
}

int run_gen(const GenOptions& options) {
  if (options.list || options.names) {
    return list(options);
  }
  if (options.operations.empty()) {
    throw std::invalid_argument("which OPERATION? 'gen --list' shows them, 'gen all' takes all");
  }
  const Convention convention = convention_of(options.convention);
  std::vector<const Statement*> rows;
  for (const std::string& operation : options.operations) {
    const auto more = rows_of(operation, convention);
    rows.insert(rows.end(), more.begin(), more.end());
  }
  SeededEntropy seeds(options.seed);
  std::unordered_set<std::size_t> seen;
  constexpr std::size_t tries = 200;
  // Lines further apart than this may be equal, so that memory is bounded.
  constexpr std::size_t remembered = 4'000'000;
  constexpr int sizes = 101;
  for (std::size_t i = 0; i < options.count && std::cout; ++i) {
    const Statement& row = *rows[i % rows.size()];
    // One after another the rows see every size.
    const std::size_t turn = i / rows.size();
    std::optional<Case> chosen;
    for (std::size_t attempt = 0; attempt < tries; ++attempt) {
      // There are few small cases: where they are used up, larger ones follow.
      const int size = options.size.value_or(static_cast<int>((turn + attempt) % sizes));
      std::optional<Case> candidate = draw(row, seeds.next(), size, options, convention);
      if (!candidate) {
        continue;
      }
      const bool is_new = seen.insert(std::hash<std::string>{}(question(*candidate))).second;
      chosen = std::move(candidate);
      if (is_new) {
        break;
      }
    }
    if (seen.size() > remembered) {
      seen.clear();
    }
    if (!chosen) {
      throw std::runtime_error(
          "in " + std::to_string(tries) + " draws no case of " + row.id + " had " +
          (options.defined ? "a value as its answer" : "an answer within the limit of work"));
    }
    std::cout << *chosen << '\n';
  }
  return exit_right;
}

}  // namespace

void add_gen(Program& program) {
  auto options = std::make_shared<GenOptions>();
  Command command(program, "gen", "Print random questions, one a line");
  command.argument("OPERATION", options->operations,
                   "Names of operations (all signatures in turn), signatures in full, ids of "
                   "statements, or 'all'");
  command.number("-n,--count", "N", options->count, {0, most_lines},
                 "How many lines; they differ where that is possible");
  command.number("--seed", "S", options->seed, any_number, "The same seed gives the same lines");
  command.number("--size", "N", options->size, {0, 100},
                 "How large, 0 ... 100; unless told, all sizes in turn");
  add_convention(command, options->convention);
  command.flag("--defined", options->defined, "Only cases whose answer is a value");
  command.flag("--answered", options->answered, "With this project's answers");
  command.flag("--list", options->list, "List the operations instead");
  command.flag("--names", options->names, "With --list: only their names");
  command.footer(
      "layoutcheck gen complement -n 20 --seed 7\n"
      "layoutcheck gen 'composition(layout, tiler)' --convention extended --defined\n"
      "layoutcheck gen all -n 10000 --seed 7 > questions",
      "0 the lines are printed, or their reader left; 2 bad usage or input.");
  command.run([options] { return run_gen(*options); });
}

}  // namespace layoutcheck::cli
