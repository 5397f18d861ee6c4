// Questions: drawn at random, enumerated, worked examples, or read from files.
#include <layoutcheck/conformance/questions.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/judge/examples.hpp>
#include <layoutcheck/notation/chain.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <stdexcept>
#include <unordered_set>

namespace layoutcheck::conformance {

namespace {

using properties::Filter;
using properties::SeededEntropy;
using properties::Statement;

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  return text;
}

/// "composition(layout,tiler)".
std::string plain_signature(const Statement& row) {
  return row.operation->name + without_spaces(std::string(row.id.substr(row.id.find('('))));
}

bool passes(const Statement& row, const properties::Operands& operands, const Filter& filter) {
  return properties::passes(operands, row.domain.sorts, filter);
}

/// The question of a line, if it is one of the rows' and passes the filter. Returns whether to go
/// on.
bool take_question_of(const Case& line, std::span<const Statement* const> rows,
                      const Filter& filter, const TakeQuestion& take) {
  Case question = line;
  question.answer.reset();
  question.comment.clear();
  for (const Statement* row : rows) {
    if (row->operation == nullptr ? row->id == question.operation
                                  : row == properties::row_of(question, row->convention)) {
      const bool is_passed = is_chain(question)
                                 ? properties::passes(question.operands, sorts_of(question), filter)
                                 : passes(*row, question.operands, filter);
      return !is_passed || take(std::move(question));
    }
  }
  return true;
}

[[noreturn]] void fail_to_name(const std::string& wish, const std::string& wanted) {
  const std::string name = wanted.substr(0, wanted.find('('));
  const auto named = standard_vocabulary().named(name);
  if (!named.empty()) {
    std::string forms;
    for (const Operation* operation : named)
      forms += (forms.empty() ? "" : ", ") + signature(*operation);
    throw std::invalid_argument("'" + wish + "' is no signature; the forms are " + forms);
  }
  throw std::invalid_argument("unknown operation '" + wish + "'" +
                              standard_vocabulary().suggestion(name));
}

/// Whether integers alone do not write its operands and its answer.
bool is_over_module(const Operation& operation) {
  const auto is_of_module = [](Sort sort) {
    return sort == Sort::module_layout || sort == Sort::element || sort == Sort::swizzled_layout;
  };
  return is_of_module(operation.answer) || std::ranges::any_of(operation.operands, is_of_module);
}

std::vector<const Statement*> rows_of(const std::string& wish, Convention convention,
                                      properties::FindStatement find) {
  const std::string wanted = without_spaces(wish);
  std::vector<const Statement*> rows;
  std::vector<const Statement*> over_modules;
  for (const Statement& row : properties::operations()) {
    const bool in_full = wanted == plain_signature(row);
    if (!in_full && wanted != "all" && wanted != row.operation->name) continue;
    auto& found = in_full || !is_over_module(*row.operation) ? rows : over_modules;
    if (row.convention == Convention::strict) {
      found.push_back(&row);
    } else if (convention == row.convention) {
      // The row of the same operation under the other convention stands just before.
      found.back() = &row;
    }
  }
  if (rows.empty()) rows = std::move(over_modules);
  if (const Statement* statement = rows.empty() && find != nullptr ? find(wanted) : nullptr) {
    if (!statement->check) {
      throw std::invalid_argument("'" + wish + "' is not checked on operands; 'statements " +
                                  wanted + "' tells how it is");
    }
    rows.push_back(statement);
  }
  if (rows.empty()) fail_to_name(wish, wanted);
  return rows;
}

}  // namespace

std::vector<const Statement*> rows_named(const std::vector<std::string>& wishes,
                                         Convention convention, properties::FindStatement find) {
  std::vector<const Statement*> rows;
  for (const std::string& wish : wishes) {
    for (const Statement* row : rows_of(wish, convention, find))
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

void draw_questions(std::span<const Statement* const> all_rows, const Draws& draws,
                    const TakeQuestion& take) {
  constexpr std::size_t tries = 200;
  // Questions further apart than this may be equal, so that memory is bounded.
  constexpr std::size_t remembered = 4'000'000;
  constexpr int sizes = 101;
  std::vector<const Statement*> rows(all_rows.begin(), all_rows.end());
  SeededEntropy seeds(draws.seed);
  std::unordered_set<std::size_t> seen;
  for (std::size_t i = 0; i < draws.count && !rows.empty(); ++i) {
    const Statement& row = *rows[i % rows.size()];
    // One after another the rows see every size.
    const std::size_t turn = i / rows.size();
    std::optional<Case> chosen;
    for (std::size_t attempt = 0; attempt < tries; ++attempt) {
      // There are few small cases: where they are used up, larger ones follow.
      const int size = draws.size.value_or(static_cast<int>((turn + attempt) % sizes));
      SeededEntropy entropy(seeds.next());
      properties::Operands operands = properties::draw(row.domain, entropy, size);
      if (!passes(row, operands, draws.filter)) continue;
      Case candidate = properties::question_of(row, std::move(operands));
      if (draws.wanted && !draws.wanted(candidate)) continue;
      const bool is_new = seen.insert(std::hash<std::string>{}(question(candidate))).second;
      chosen = std::move(candidate);
      if (is_new) break;
    }
    if (seen.size() > remembered) seen.clear();
    if (!chosen) {
      if (rows.size() == 1) {
        throw std::runtime_error("in " + std::to_string(tries) + " draws no case of " + row.id +
                                 " was as wanted");
      }
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i % rows.size()));
      continue;
    }
    if (!take(*std::move(chosen))) return;
  }
}

void enumerate_questions(std::span<const Statement* const> rows, const properties::Range& range,
                         const Filter& filter, const TakeQuestion& take) {
  struct Turn {
    const Statement* row;
    std::size_t heaviest;
    std::size_t cases = 0;
    std::size_t visited = 0;
  };
  std::vector<Turn> turns;
  for (const Statement* row : rows) {
    turns.push_back({row, std::min({greatest_weight(row->domain.sorts, range.bounds),
                                    range.bounds.weight, row->domain.heaviest})});
  }
  const std::size_t share = range.bounds.cases == properties::unbounded
                                ? properties::unbounded
                                : std::max<std::size_t>(1, range.bounds.cases / range.shard.count);
  // Where the filter leaves next to nothing, the bound on cases must end the search all the same.
  constexpr std::size_t visits_a_case = 50;
  const std::size_t visits =
      share > properties::unbounded / visits_a_case ? properties::unbounded : share * visits_a_case;
  bool wanted = true;
  for (std::size_t weight = 0; wanted && !turns.empty(); ++weight) {
    std::erase_if(turns, [&](const Turn& t) {
      return weight > t.heaviest || t.cases >= share || t.visited >= visits;
    });
    for (Turn& turn : turns) {
      turn.row->domain.enumerate(weight, range, [&](const properties::Operands& operands) {
        if (!passes(*turn.row, operands, filter)) return ++turn.visited < visits;
        wanted = take(properties::question_of(*turn.row, operands));
        return wanted && ++turn.cases < share;
      });
      if (!wanted) break;
    }
  }
}

void example_questions(std::span<const Statement* const> rows, const Filter& filter,
                       const TakeQuestion& take, const Vocabulary& vocabulary) {
  for (const auto& [id, lines] : properties::examples()) {
    for (const properties::ExampleLine& line : lines) {
      if (vocabulary.named(line.text.substr(0, line.text.find_first_of("(@"))).empty()) continue;
      const Case content = parse_case(line.text, line.number, vocabulary);
      if (!take_question_of(content, rows, filter, take)) return;
    }
  }
}

void read_questions(const std::filesystem::path& place, std::span<const Statement* const> rows,
                    const Filter& filter, const TakeQuestion& take, const Vocabulary& vocabulary) {
  for (const std::filesystem::path& file : properties::case_files(place)) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    bool wanted = true;
    properties::read_cases(
        in,
        [&](const properties::CaseLine& line) {
          if (!line.content) {
            throw std::runtime_error(file.string() + ":" + std::to_string(line.number) + ": " +
                                     line.error);
          }
          return wanted = take_question_of(*line.content, rows, filter, take);
        },
        vocabulary);
    if (!wanted) return;
  }
}

}  // namespace layoutcheck::conformance
