// The registry: the lists of statements, look-up, and statements as operations of cases.
#include "colfax/lists.hpp"
#include "debos/lists.hpp"
#include "own/lists.hpp"
#include "primer/lists.hpp"
#include "relations/lists.hpp"
#include "shah/lists.hpp"
#include "slides/lists.hpp"
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace layoutcheck::properties {

namespace {

std::vector<std::string_view> parts_of(std::string_view id) {
  std::vector<std::string_view> parts;
  while (!id.empty()) {
    const std::size_t dot = std::min(id.find('.'), id.size());
    parts.push_back(id.substr(0, dot));
    id.remove_prefix(std::min(dot + 1, id.size()));
  }
  return parts;
}

/// The order of the sources, then of the parts of an id: numbers as numbers, and before words.
bool comes_before(const Statement& a, const Statement& b) {
  const auto rank = [](std::string_view source) {
    constexpr std::string_view sources[] = {"colfax", "shah", "debos",     "primer",
                                            "slides", "cute", "cute-spec", "layoutcheck"};
    return std::find(std::begin(sources), std::end(sources), source) - std::begin(sources);
  };
  const auto key = [](std::string_view part) {
    const auto number = number_from<int>(part);
    return std::tuple(!number, number.value_or(0), part);
  };
  const auto left = parts_of(a.id);
  const auto right = parts_of(b.id);
  if (rank(left[0]) != rank(right[0])) return rank(left[0]) < rank(right[0]);
  return std::lexicographical_compare(
      left.begin(), left.end(), right.begin(), right.end(),
      [&](std::string_view x, std::string_view y) { return key(x) < key(y); });
}

std::optional<Reply> reply_of_check(const Case& question) {
  const Statement* statement = find_statement(question.operation);
  if (statement == nullptr || !statement->check) return std::nullopt;
  return replied([&]() -> Reply {
    const Result result = checked(*statement, question.operands);
    return {Reply::Kind::answered, answer_in(result), result.why};
  });
}

}  // namespace

const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = [] {
    std::vector<Statement> list = bound(entries(), joined({colfax_1,
                                                           colfax_2_1_1,
                                                           colfax_2_1_2,
                                                           colfax_2_1_3,
                                                           colfax_2_1_3_sort,
                                                           colfax_2_1_4,
                                                           colfax_2_1_5,
                                                           colfax_2_1_6,
                                                           colfax_2_1_6_24,
                                                           colfax_2_1_7,
                                                           colfax_2_1_8,
                                                           colfax_2_2_1,
                                                           colfax_2_2_2,
                                                           colfax_2_2_3,
                                                           colfax_2_2_4,
                                                           colfax_2_3_1,
                                                           colfax_2_3_2,
                                                           colfax_2_3_3,
                                                           colfax_2_3_5,
                                                           colfax_2_3_7,
                                                           colfax_2_3_8,
                                                           colfax_2_3_10,
                                                           colfax_3_1_1,
                                                           colfax_3_1_2,
                                                           colfax_3_1_3,
                                                           colfax_3_1_4,
                                                           colfax_3_1_5,
                                                           colfax_3_1_5_complement,
                                                           colfax_3_1_5_division,
                                                           colfax_3_1_5_forms,
                                                           colfax_3_2,
                                                           colfax_4,
                                                           colfax_a,
                                                           colfax_a_sets,
                                                           shah_2,
                                                           shah_2_composition,
                                                           shah_2_division,
                                                           primer,
                                                           primer_composition,
                                                           slides,
                                                           relations,
                                                           shah_3,
                                                           shah_3_layouts,
                                                           debos,
                                                           debos_example,
                                                           own_composition,
                                                           own_inverses,
                                                           own_recast,
                                                           own_modules,
                                                           own_tiles,
                                                           own_thread_values,
                                                           own_bijections}));
    std::stable_sort(list.begin(), list.end(), comes_before);
    return list;
  }();
  return all;
}

std::vector<const Statement*> amendments(const Statement& statement) {
  std::vector<const Statement*> found;
  for (const Statement& other : statements())
    if (other.id.starts_with(statement.id + ".amended")) found.push_back(&other);
  return found;
}

const Statement* find_statement(std::string_view id) {
  static const std::unordered_map<std::string_view, const Statement*> index = [] {
    std::unordered_map<std::string_view, const Statement*> map;
    for (const Statement& statement : statements())
      map.emplace(statement.id, &statement);
    return map;
  }();
  const auto found = index.find(id);
  return found == index.end() ? find_operation(id) : found->second;
}

const Vocabulary& full_vocabulary() {
  static const Vocabulary vocabulary = [] {
    const auto standard = standard_vocabulary().operations();
    std::vector<Operation> all(standard.begin(), standard.end());
    for (const Statement& statement : statements())
      if (statement.check) all.push_back(as_operation(statement));
    return Vocabulary(std::move(all));
  }();
  return vocabulary;
}

const Language& full_language() {
  static const Language language{&full_vocabulary(), reply_of_check};
  return language;
}

Reply own_reply(const Case& question, Convention convention, Int limit) {
  std::optional<Reply> reply = reply_of_check(question);
  return reply ? *std::move(reply) : reply_of_algebra(question, convention, limit);
}

}  // namespace layoutcheck::properties
