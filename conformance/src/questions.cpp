// Questions: drawn at random, enumerated, worked examples, or read from files.
#include <layoutcheck/conformance/questions.hpp>
#include <layoutcheck/engine/scope.hpp>
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

using engine::Filter;
using engine::Statement;

std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  return text;
}

/// "composition(layout,tiler)".
std::string plain_signature(const Statement& row) {
  return row.operation->name + without_spaces(std::string(row.id.substr(row.id.find('('))));
}

bool passes(const Statement& row, const engine::Operands& operands, const Filter& filter) {
  return engine::passes(operands, row.domain.sorts, filter);
}

/// Whether the row asks the question, which is that of `own`: as its own, or of two layouts, of
/// which the second one is a tiler there.
bool asks(const Statement& row, const Statement* own, const Case& question) {
  if (&row == own || own == nullptr) return &row == own;
  const bool is_same = row.operation == own->operation && row.convention == own->convention;
  if (!is_same || is_chain(question)) return false;
  const auto* tiler = std::get_if<Tiler>(&question.operands.back());
  return tiler != nullptr && tiler->layout() != nullptr;
}

/// The question of a line, if it is one of the rows' and passes the filter; else why it is not
/// asked. Returns whether to go on.
bool take_question_of(const Case& line, std::span<const Statement* const> rows,
                      const Filter& filter, const TakeQuestion& take,
                      const std::function<void(std::string_view why)>& leave_out) {
  Case question = line;
  question.answer.reset();
  question.comment.clear();
  const Statement* other = nullptr;
  for (const Statement* row : rows) {
    const Statement* own =
        row->operation == nullptr ? nullptr : engine::row_of(question, row->convention);
    if (row->operation == nullptr ? row->id == question.operation : asks(*row, own, question)) {
      const bool is_passed = is_chain(question)
                                 ? engine::passes(question.operands, sorts_of(question), filter)
                                 : passes(*row, question.operands, filter);
      if (is_passed) return take(std::move(question));
      leave_out("outside the filter of operands");
      return true;
    }
    if (own != nullptr && own->operation == row->operation && own->convention != row->convention)
      other = row;
  }
  leave_out(other != nullptr ? "in another convention" : not_among_rows);
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
    return sort == Sort::module_layout || sort == Sort::element || sort == Sort::swizzled_layout ||
           sort == Sort::offset_module_layout;
  };
  return is_of_module(operation.answer) || std::ranges::any_of(operation.operands, is_of_module);
}

std::vector<const Statement*> rows_of(const std::string& wish, Convention convention,
                                      engine::FindStatement find) {
  const std::string wanted = without_spaces(wish);
  std::vector<const Statement*> rows;
  std::vector<const Statement*> over_modules;
  for (const Statement& row : engine::operations()) {
    const bool in_full = wanted == plain_signature(row) || wanted == "everything";
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
                                         Convention convention, engine::FindStatement find) {
  std::vector<const Statement*> rows;
  for (const std::string& wish : wishes) {
    for (const Statement* row : rows_of(wish, convention, find))
      if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

std::size_t identity_of(const Case& asked) {
  if (!asked.convention) return std::hash<std::string>{}(question(asked));
  Case plain = asked;
  plain.convention.reset();
  return std::hash<std::string>{}(question(plain));
}

bool Seen::has(const Case& asked) const {
  return hashes_.contains(identity_of(asked));
}

bool Seen::add(const Case& asked) {
  constexpr std::size_t remembered = 4'000'000;
  if (hashes_.size() > remembered) hashes_.clear();
  return hashes_.insert(identity_of(asked)).second;
}

void draw_questions(std::span<const Statement* const> rows, const Draws& draws,
                    const TakeQuestion& take) {
  const Questions questions = random_questions(rows, draws);
  while (std::optional<Case> question = questions())
    if (!take(*std::move(question))) return;
}

ScopeQuestions::ScopeQuestions(std::span<const Statement* const> rows, Filter filter)
    : filter_(std::move(filter)) {
  for (const Statement* row : rows)
    turns_.push_back({row, std::vector<std::size_t>(engine::scope_of(*row).tiers.size(), 0)});
}

std::optional<Case> ScopeQuestions::next() {
  while (!turns_.empty()) {
    if (at_ >= turns_.size()) {
      at_ = 0;
      ++round_;
    }
    Turn& turn = turns_[at_];
    const auto& tiers = engine::scope_of(*turn.row).tiers;
    // The tiers in turn; those that are used up are passed over.
    std::size_t looks = 0;
    while (looks < tiers.size() && turn.given[turn.tier] == tiers[turn.tier].count()) {
      turn.tier = (turn.tier + 1) % tiers.size();
      ++looks;
    }
    if (looks == tiers.size()) {
      turns_.erase(turns_.begin() + static_cast<std::ptrdiff_t>(at_));
      continue;
    }
    const engine::Tier& tier = tiers[turn.tier];
    engine::Operands operands = tier.at(tier.scattered(turn.given[turn.tier]++));
    turn.tier = (turn.tier + 1) % tiers.size();
    if (!passes(*turn.row, operands, filter_)) {
      if (engine::Interruption::is_due()) return std::nullopt;
      continue;
    }
    ++at_;
    return engine::question_of(*turn.row, std::move(operands));
  }
  return std::nullopt;
}

void enumerate_questions(std::span<const Statement* const> rows, const engine::Range& range,
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
  const std::size_t share = range.bounds.cases == engine::unbounded
                                ? engine::unbounded
                                : std::max<std::size_t>(1, range.bounds.cases / range.shard.count);
  // Where the filter leaves next to nothing, the bound on cases must end the search all the same.
  constexpr std::size_t visits_a_case = 50;
  const std::size_t visits =
      share > engine::unbounded / visits_a_case ? engine::unbounded : share * visits_a_case;
  bool wanted = true;
  for (std::size_t weight = 0; wanted && !turns.empty(); ++weight) {
    std::erase_if(turns, [&](const Turn& t) {
      return weight > t.heaviest || t.cases >= share || t.visited >= visits;
    });
    for (Turn& turn : turns) {
      turn.row->domain.enumerate(weight, range, [&](const engine::Operands& operands) {
        if (!passes(*turn.row, operands, filter)) return ++turn.visited < visits;
        wanted = take(engine::question_of(*turn.row, operands));
        return wanted && ++turn.cases < share;
      });
      if (!wanted) break;
    }
  }
}

void example_questions(std::span<const Statement* const> rows, const Filter& filter,
                       const TakeQuestion& take, const Vocabulary& vocabulary) {
  for (const auto& [id, lines] : examples()) {
    for (const ExampleLine& line : lines) {
      if (vocabulary.named(line.text.substr(0, line.text.find_first_of("(@"))).empty()) continue;
      const Case content = parse_case(line.text, line.number, vocabulary);
      if (!take_question_of(content, rows, filter, take, [](std::string_view) {})) return;
    }
  }
}

void read_questions(const std::filesystem::path& place, std::span<const Statement* const> rows,
                    const Filter& filter, const TakeQuestion& take, const Vocabulary& vocabulary,
                    const LeaveOut& leave_out) {
  for (const std::filesystem::path& file : case_files(place)) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file.string());
    CaseLine line;
    while (next_case(in, line, file, vocabulary)) {
      const auto at = [&] { return file.string() + ":" + std::to_string(line.number); };
      if (!line.content) throw std::runtime_error(at() + ": " + line.error);
      const bool wanted =
          take_question_of(*line.content, rows, filter, take, [&](std::string_view why) {
            if (leave_out) leave_out(*line.content, why, at());
          });
      if (!wanted) return;
    }
  }
}

}  // namespace layoutcheck::conformance
