// The causes as text: blocks of fields.
#include "embedded.hpp"
#include "src/words.hpp"
#include <layoutcheck/engine/blocks.hpp>
#include <layoutcheck/properties/causes.hpp>
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

struct CauseField {
  std::string_view name;
  std::string RootCause::*text;
};

constexpr CauseField cause_parts[] = {
    {"title", &RootCause::title}, {"at", &RootCause::at},         {"gist", &RootCause::gist},
    {"why", &RootCause::why},     {"repair", &RootCause::repair},
};

/// The cause with this id among causes, or nullptr.
template <class Causes>
auto* cause_among(Causes& causes, std::string_view id) {
  const auto found = std::find_if(causes.begin(), causes.end(), [&](const RootCause& cause) {
    return std::find(cause.ids.begin(), cause.ids.end(), id) != cause.ids.end();
  });
  return found == causes.end() ? nullptr : &*found;
}

}  // namespace

std::vector<RootCause> parse_causes(std::string_view text, const std::string& place) {
  std::vector<std::string_view> names;
  for (const CauseField& part : cause_parts)
    names.push_back(part.name);
  std::vector<RootCause> causes;
  for (const Block& block : parse_blocks(text, place)) {
    require_fields(block, names, names, place);
    RootCause cause;
    cause.key = block.key;
    for (const CauseField& part : cause_parts)
      cause.*part.text = block.find(part.name)->text;
    causes.push_back(std::move(cause));
  }
  return causes;
}

std::vector<RootCause> with_named(std::vector<RootCause> causes, const std::vector<Entry>& by) {
  for (const Entry& entry : by) {
    if (entry.cause.empty()) continue;
    const auto found = std::ranges::find(causes, entry.cause, &RootCause::key);
    if (found == causes.end())
      throw std::runtime_error(entry.statement.id + " fails by '" + entry.cause +
                               "', which is no cause in properties/causes.txt");
    found->ids.push_back(entry.statement.id);
  }
  for (const RootCause& cause : causes)
    if (cause.ids.empty())
      throw std::runtime_error("no statement fails by '" + cause.key +
                               "' of properties/causes.txt");
  return causes;
}

std::vector<RootCause> with_inherited(std::vector<RootCause> causes,
                                      const std::vector<Statement>& of) {
  const auto is_misprint = [&](const std::string& id) {
    return std::any_of(of.begin(), of.end(),
                       [&](const Statement& one) { return one.id == id && one.misprint; });
  };
  // What is used may be there by inheritance itself.
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const Statement& statement : of) {
      if (!fails_by_inheritance(statement) || cause_among(causes, statement.id) != nullptr)
        continue;
      std::vector<std::string> used = statement.uses;
      std::stable_partition(used.begin(), used.end(), std::not_fn(is_misprint));
      for (const std::string& id : used) {
        RootCause* cause = cause_among(causes, id);
        if (cause == nullptr) continue;
        cause->ids.emplace_back(statement.id);
        is_new = true;
        break;
      }
    }
  }
  return causes;
}

const std::vector<RootCause>& root_causes() {
  static const std::vector<RootCause> all = [] {
    auto causes = with_inherited(
        with_named(parse_causes(built_in().causes, "properties/causes.txt"), entries()),
        statements());
    std::stable_sort(causes.begin(), causes.end(), [](const RootCause& a, const RootCause& b) {
      return a.ids.size() > b.ids.size();
    });
    return causes;
  }();
  return all;
}

const RootCause* cause_of(std::string_view id) {
  return cause_among(root_causes(), id);
}

}  // namespace layoutcheck::properties
