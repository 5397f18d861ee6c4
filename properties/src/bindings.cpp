// Domains and checks, bound to statements by their ids.
#include "src/bindings.hpp"

#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace layoutcheck::properties {

namespace {

/// Whether the operands are told, drawn or listed.
bool is_given(const Domain& domain) {
  return domain.draw || domain.instances;
}

}  // namespace

Binding::Binding(std::string of, Domain on, Check by, unsigned least)
    : id(std::move(of)), domain(std::move(on)), check(std::move(by)), floor(least) {}

Binding::Binding(std::string of, Check by) : id(std::move(of)), check(std::move(by)) {}

std::vector<Binding> joined(std::initializer_list<std::vector<Binding> (*)()> lists) {
  std::vector<Binding> all;
  for (auto* const list : lists)
    for (Binding& binding : list())
      all.push_back(std::move(binding));
  return all;
}

std::vector<Statement> bound(const std::vector<Entry>& entries, std::vector<Binding> bindings) {
  std::map<std::string, Binding, std::less<>> by_id;
  for (Binding& binding : bindings) {
    const std::string id = binding.id;
    if (!by_id.emplace(id, std::move(binding)).second)
      throw std::logic_error("two checks are bound to " + id);
  }
  std::vector<Statement> statements;
  std::set<std::string_view> ids;
  for (const Entry& entry : entries) {
    Statement& statement = statements.emplace_back(entry.statement);
    const std::string& id = entry.statement.id;
    if (!ids.insert(id).second) throw std::logic_error("two entries have the id " + id);
    const auto binding = by_id.find(id);
    const bool needs_none =
        entry.is_checked_by_lines || statement.standing == Standing::not_checkable;
    if (binding == by_id.end() && !needs_none) throw std::logic_error("no check is bound to " + id);
    if (binding == by_id.end()) continue;
    if (needs_none) throw std::logic_error("a check is bound to " + id + ", which needs none");
    const auto amended = by_id.find(id.substr(0, id.find(".amended")));
    const bool is_own = is_given(binding->second.domain);
    if (!is_own && (amended == by_id.end() || !is_given(amended->second.domain)))
      throw std::logic_error("the check of " + id + " has no domain");
    statement.domain = (is_own ? binding : amended)->second.domain;
    statement.check = binding->second.check;
    statement.floor = binding->second.floor;
    if (!statement.check.takes(statement.domain.sorts))
      throw std::logic_error("the check of " + id + " does not take " + statement.domain.name);
  }
  for (const auto& [id, binding] : by_id)
    if (!ids.contains(id))
      throw std::logic_error("a check is bound to " + id + ", which has no entry");
  return statements;
}

}  // namespace layoutcheck::properties
