// Mutations of cases: operands, operation, convention and answer.
#include "mutate.hpp"

#include "check_case.hpp"
#include "mutate_operands.hpp"
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck::fuzz {

namespace {

using engine::Statement;

/// The room for the longest answer that is not a value, " = unsupported".
constexpr std::size_t room_for_answer = 14;

bool takes(const Operation& operation, const Operands& operands) {
  if (!takes_so_many(operation, operands.size())) return false;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (!reads_as(operands[i], sort_at(operation, i))) return false;
  return true;
}

/// The signatures of the name that was looked up last: most changes keep the operation, and a
/// vocabulary is long.
struct Signatures {
  const Vocabulary& vocabulary;
  std::string name = "";
  std::vector<const Operation*> named = {};

  void look_up(const std::string& wanted) {
    if (name != wanted) {
      name = wanted;
      named = vocabulary.named(wanted);
    }
  }
};

/// Makes the case what its text reads as, without an answer that its operation does not have;
/// returns the signature that is meant, or nullptr if the text does not parse, or is a chain.
const Operation* settle(Case& c, Signatures& signatures) {
  if (is_chain(c)) return nullptr;
  signatures.look_up(c.operation);
  for (const Operation* operation : signatures.named) {
    if (!takes(*operation, c.operands)) continue;
    for (std::size_t i = 0; i < c.operands.size(); ++i)
      represent(c.operands[i], sort_at(*operation, i));
    if (!operation->conventional) c.convention.reset();
    if (c.answer) {
      if (auto* value = std::get_if<Value>(&*c.answer)) {
        if (reads_as(*value, operation->answer))
          represent(*value, operation->answer);
        else
          c.answer.reset();
      }
    }
    c.comment.clear();
    return operation;
  }
  return nullptr;
}

std::size_t length_of_question(const Case& c) {
  std::size_t length = c.operation.size() + 2;
  if (c.convention) length += 1 + name(*c.convention).size();
  for (std::size_t i = 0; i < c.operands.size(); ++i)
    length += (i == 0 ? 0U : 2U) + text_length(c.operands[i]);
  return length;
}

std::size_t length_of(const Answer& answer) {
  const auto* value = std::get_if<Value>(&answer);
  return 3 + (value != nullptr ? text_length(*value) : name(std::get<NonValue>(answer)).size());
}

bool has_room(const Case& c, const MutationOptions& options) {
  return length_of_question(c) + (options.with_answers ? room_for_answer : 0) <= options.longest;
}

/// Nothing where the answer is longer than `room`, or more work than an input is granted.
std::optional<Answer> own_answer(Entropy& entropy, const Case& c, std::size_t room) {
  if (c.operation.find('.') != std::string::npos) {
    // A statement of a family holds wherever its hypothesis does. Its check need not keep to a
    // limit, and may take far longer than a mutation should.
    return entropy.chance(70) ? Answer(Value(true)) : Answer(NonValue::undefined);
  }
  const WorkLimit grant(input_steps);
  Reply own = properties::own_reply(c);
  if (own.kind != Reply::Kind::answered || length_of(own.answer) > room) return std::nullopt;
  return std::move(own.answer);
}

std::optional<Answer> changed_answer(Entropy& entropy, const std::optional<Answer>& answer,
                                     Sort sort) {
  const auto* held = answer ? std::get_if<Value>(&*answer) : nullptr;
  if (held == nullptr) return std::nullopt;
  Value value = *held;
  for (std::size_t changes = 1 + entropy.below(2); changes > 0; --changes)
    change_value(entropy, value, sort);
  return value;
}

std::optional<Answer> any_answer(Entropy& entropy, const Case& c, Sort sort, std::size_t room) {
  const std::size_t kind = entropy.below(100);
  if (kind < 35) return own_answer(entropy, c, room);
  if (kind < 55) return changed_answer(entropy, own_answer(entropy, c, room), sort);
  if (kind < 75) return entropy.chance(30) ? c.answer : changed_answer(entropy, c.answer, sort);
  if (kind < 83) {
    return entropy.pick({NonValue::undefined, NonValue::undefined, NonValue::overflow,
                         NonValue::unsupported, NonValue::error});
  }
  if (kind < 90 || c.operands.empty()) return any_value(entropy, sort);
  std::optional<Value> derived = derived_value(entropy, entropy.pick(c.operands), sort);
  return derived ? std::optional<Answer>(std::move(*derived)) : std::nullopt;
}

/// Puts an answer into a settled case that has room for one.
void give_answer(Entropy& entropy, Case& c, const Operation& operation,
                 const MutationOptions& options) {
  if (!options.with_answers) {
    c.answer.reset();
    return;
  }
  const std::size_t room = options.longest - std::min(options.longest, length_of_question(c));
  for (int tries = 0; tries < 4; ++tries) {
    try {
      std::optional<Answer> answer = any_answer(entropy, c, operation.answer, room);
      if (!answer) continue;
      if (auto* value = std::get_if<Value>(&*answer)) {
        std::optional<Value> fit = fitted(std::move(*value), operation.answer);
        if (!fit) continue;
        *value = std::move(*fit);
      }
      if (length_of(*answer) <= room) {
        c.answer = std::move(answer);
        return;
      }
    } catch (const std::exception&) {
      continue;  // what was made is no value
    }
  }
  c.answer = NonValue::undefined;
  if (length_of(*c.answer) > room) c.answer.reset();
}

/// A question of the row as its text reads; none if a number on the way does not fit.
std::optional<Case> question_of(Entropy& entropy, const Family& family, const Statement& row,
                                int size, const Operation*& operation) {
  try {
    Case c = engine::question_of(row, engine::draw(row.domain, entropy, size));
    Signatures signatures{family.vocabulary()};
    operation = settle(c, signatures);
    if (operation != nullptr) return c;
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return std::nullopt;
}

/// The case with the shortest line of those that shrinking leads to.
Case shortened(Case c, Signatures& signatures, const MutationOptions& options) {
  for (bool shorter = true; shorter && !has_room(c, options);) {
    shorter = false;
    for (Operands& operands : engine::simpler(c.operands)) {
      Case candidate = c;
      candidate.operands = std::move(operands);
      if (settle(candidate, signatures) != nullptr &&
          length_of_question(candidate) < length_of_question(c)) {
        c = std::move(candidate);
        shorter = true;
        break;
      }
    }
  }
  return c;
}

/// Another operation that takes the operands.
bool change_operation(Entropy& entropy, Case& c, const Vocabulary& vocabulary) {
  const Operation* found = nullptr;
  std::size_t seen = 0;
  for (const Operation& operation : vocabulary.operations())
    if (takes(operation, c.operands) && operation.name != c.operation && entropy.below(++seen) == 0)
      found = &operation;
  if (found == nullptr) return false;
  c.operation = found->name;
  return true;
}

bool redraw(Entropy& entropy, Case& c, const Family& family) {
  std::vector<const Statement*> rows;
  for (const Statement* row : family.rows())
    if (c.operation == (row->operation == nullptr ? row->id : row->operation->name))
      rows.push_back(row);
  if (rows.empty()) return false;
  const Statement& row = *entropy.pick(rows);
  const int size = static_cast<int>(entropy.below(40));
  c = engine::question_of(row, engine::draw(row.domain, entropy, size));
  return true;
}

/// Makes one change in a case that is settled with this signature.
bool change_case(Entropy& entropy, Case& c, const Operation& operation, const Family& family) {
  const std::size_t kind = entropy.below(100);
  if (kind < 5) return change_operation(entropy, c, family.vocabulary());
  if (kind < 9 && operation.conventional) {
    c.convention = c.convention
                       ? std::nullopt
                       : std::optional(entropy.pick({Convention::extended, Convention::squeezed}));
    return true;
  }
  if (kind < 10) return redraw(entropy, c, family);
  return change_operands(entropy, c.operands, operation);
}

/// Does `change` to a copy of the case, until the result is another case that has room; nullptr,
/// and the case as it was, if that does not come about.
template <class Change>
const Operation* attempt(Case& c, Signatures& signatures, const MutationOptions& options, int tries,
                         Change&& change) {
  for (; tries > 0; --tries) {
    Case candidate = c;
    try {
      if (!change(candidate)) continue;
    } catch (const std::exception&) {
      continue;  // what was made is no value, or too large a one
    }
    const Operation* operation = settle(candidate, signatures);
    if (operation != nullptr && has_room(candidate, options) &&
        !(candidate.operation == c.operation && candidate.convention == c.convention &&
          candidate.operands == c.operands)) {
      c = std::move(candidate);
      return operation;
    }
  }
  return nullptr;
}

/// One change that takes from both cases.
bool splice(Entropy& entropy, Case& c, const Operation& operation, const Case& other) {
  const std::size_t kind = entropy.below(100);
  if (kind < 70) return exchange_operand(entropy, c.operands, operation, other.operands);
  if (kind < 85) {
    c.operands = other.operands;
    return true;
  }
  // Operands of the other up to a place, or from it on.
  const std::size_t n = std::min(c.operands.size(), other.operands.size());
  const std::size_t at = entropy.below(n + 1);
  const bool front = entropy.chance(50);
  for (std::size_t i = front ? 0 : at; i < (front ? at : n); ++i)
    c.operands[i] = other.operands[i];
  return true;
}

}  // namespace

Case fresh(Entropy& entropy, const Family& family, const MutationOptions& options) {
  std::optional<Case> shortest;
  for (int tries = 0; tries < 40 || !shortest; ++tries) {
    // Operations are fewer than statements, and more is decided by their answers.
    const auto rows = entropy.chance(50) && family.operations() > 0
                          ? family.rows().first(family.operations())
                          : family.rows();
    const Statement& row = *entropy.pick(rows);
    const std::size_t reach = tries < 8 ? entropy.pick({10U, 10U, 30U, 30U, 60U, 101U}) : 1U;
    const Operation* operation = nullptr;
    std::optional<Case> c =
        question_of(entropy, family, row, static_cast<int>(entropy.below(reach)), operation);
    if (!c) continue;
    if (has_room(*c, options)) {
      give_answer(entropy, *c, *operation, options);
      return std::move(*c);
    }
    if (!shortest || length_of_question(*c) < length_of_question(*shortest))
      shortest = std::move(c);
  }
  Signatures signatures{family.vocabulary()};
  Case c = shortened(std::move(*shortest), signatures, options);
  give_answer(entropy, c, *settle(c, signatures), options);
  return c;
}

Case mutated(Entropy& entropy, const Case& content, const Family& family,
             const MutationOptions& options) {
  Case c = content;
  Signatures signatures{family.vocabulary()};
  const Operation* operation = settle(c, signatures);
  if (operation == nullptr) return fresh(entropy, family, options);
  const std::size_t dice = entropy.below(100);
  std::size_t changes = dice < 55 ? 1 : dice < 82 ? 2 : dice < 94 ? 3 : 4;
  if (options.with_answers && has_room(c, options) && entropy.chance(25))
    changes = 0;  // only another answer
  bool is_changed = changes == 0;
  for (; changes > 0; --changes) {
    const Operation* changed = attempt(c, signatures, options, 8, [&](Case& candidate) {
      return change_case(entropy, candidate, *operation, family);
    });
    if (changed != nullptr) {
      operation = changed;
      is_changed = true;
    }
  }
  if (!is_changed) return fresh(entropy, family, options);
  give_answer(entropy, c, *operation, options);
  return c;
}

Case spliced(Entropy& entropy, const Case& one, const Case& other, const Family& family,
             const MutationOptions& options) {
  Case c = one;
  Signatures signatures{family.vocabulary()};
  const Operation* operation = settle(c, signatures);
  if (operation == nullptr) return fresh(entropy, family, options);
  const Operation* changed = attempt(c, signatures, options, 8, [&](Case& candidate) {
    return splice(entropy, candidate, *operation, other);
  });
  if (changed == nullptr) return mutated(entropy, one, family, options);
  if (entropy.chance(20) && other.answer) {
    c.answer = other.answer;
    changed = settle(c, signatures);
  }
  give_answer(entropy, c, *changed, options);
  return c;
}

}  // namespace layoutcheck::fuzz
