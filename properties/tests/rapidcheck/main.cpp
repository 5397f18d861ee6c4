// Every operation and every statement with a check as a property that RapidCheck checks, by name.
//
//   layoutcheck_rapidcheck composition.layout_tiler colfax.2_1_6_21
//   layoutcheck_rapidcheck --list
//
// ctest has each as a test ("properties.colfax.2_1_6_21"). RC_PARAMS works as RapidCheck documents
// it; what it leaves open is the same in every run.
#include "src/words.hpp"
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/registry.hpp>
#include <layoutcheck/rapidcheck.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <map>
#include <span>
#include <string>

namespace layoutcheck::properties {
namespace {

/// The part of a name that CMake, ctest's -R and a shell take as it is.
std::string plain(std::string_view text) {
  std::string name;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (name.ends_with('_'))
    name.pop_back();
  return name;
}

struct Property {
  const Statement* statement = nullptr;
  /// The operation, or the source.
  std::string family;
  /// The family, a dot, and what tells it from others of the family.
  std::string name;
};

Property property_of(const Statement& statement) {
  const std::string_view id = statement.id;
  if (statement.operation == nullptr) {
    const std::string family(id.substr(0, id.find('.')));
    return {&statement, family, family + "." + plain(id.substr(family.size()))};
  }
  const std::string& family = statement.operation->name;
  std::string name = family + "." + plain(id.substr(id.find('(')));
  if (statement.convention != Convention::strict)
    name += "." + std::string(layoutcheck::name(statement.convention));
  return {&statement, family, name};
}

std::vector<Property> properties() {
  std::vector<Property> all;
  for (const auto* list : {&operations(), &statements()})
    for (const Statement& statement : *list)
      if (statement.check) all.push_back(property_of(statement));
  return all;
}

/// Operands that RapidCheck shows as the line of a case.
struct Drawn {
  const Statement* statement;
  Operands operands;

  friend void showValue(const Drawn& drawn, std::ostream& os) {
    os << as_case(*drawn.statement, drawn.operands, Result::Kind::fails);
  }
};

/// Whether RapidCheck finds that it holds wherever its hypothesis does. A statement that fails as
/// stated passes if its counterexample still refutes it; how often random operands do is printed.
bool check(const Property& property) {
  const Statement& statement = *property.statement;
  const bool is_to_hold = statement.standing == Standing::holds;
  if (!is_to_hold) {
    const Case known = parse_case(statement.counterexample, 1, full_vocabulary());
    if (checked(statement, known.operands).kind != Result::Kind::fails) {
      std::cerr << property.name
                << ": the recorded counterexample holds: " << statement.counterexample << '\n';
      return false;
    }
  }
  const rc::Gen<Drawn> drawn =
      rc::gen::map(gen_operands(statement.domain), [&statement](Operands operands) {
        return Drawn{&statement, std::move(operands)};
      });
  return rc::check(property.name + ": " + std::string(statement.says), [&] {
    const Drawn choice = *drawn;
    const Result result = checked(statement, choice.operands);
    RC_PRE(result.kind != Result::Kind::unmet && result.kind != Result::Kind::undecided);
    if (is_to_hold && result.kind == Result::Kind::fails)
      RC_FAIL(as_case(statement, choice.operands, result.kind) + "\n" + result.why);
    if (!is_to_hold) RC_TAG(result.kind == Result::Kind::fails ? "refuted" : "not refuted");
  });
}

/// Completes RC_PARAMS: one seed, enough cases, and at most so many discarded as the least share of
/// operands that must satisfy the hypotheses allows.
void complete_parameters(std::span<const Property> chosen) {
  unsigned floor = 100;
  for (const Property& property : chosen)
    floor = std::min(floor, property.statement->floor);
  const char* given = std::getenv("RC_PARAMS");  // NOLINT(concurrency-mt-unsafe)
  std::string parameters = given == nullptr ? "" : given;
  const std::pair<std::string, unsigned> defaults[] = {
      {"seed", 1}, {"max_success", 10000}, {"max_discard_ratio", floor == 0 ? 100 : (99 / floor)}};
  for (const auto& [key, value] : defaults)
    if (parameters.find(key + "=") == std::string::npos)
      parameters += " " + key + "=" + std::to_string(value);
  setenv("RC_PARAMS", parameters.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
}

int run(std::span<char* const> words) {
  const std::vector<Property> all = properties();
  if (words.size() == 1 && std::string_view(words[0]) == "--list") {
    for (const Property& property : all)
      std::cout << property.name << '\t' << property.family << '\n';
    return 0;
  }
  std::vector<Property> chosen;
  for (const std::string_view word : words) {
    const auto found = std::ranges::find(all, word, &Property::name);
    if (found == all.end()) {
      std::cerr << "there is no property '" << word << "'; --list has all\n";
      return 2;
    }
    chosen.push_back(*found);
  }
  if (chosen.empty()) {
    std::cerr << "the names of properties are missing; --list has all\n";
    return 2;
  }
  complete_parameters(chosen);
  return std::ranges::count_if(chosen, [](const Property& one) { return !check(one); }) == 0 ? 0
                                                                                             : 1;
}

}  // namespace
}  // namespace layoutcheck::properties

int main(int argc, char** argv) {
  return layoutcheck::properties::run({argv + 1, static_cast<std::size_t>(std::max(0, argc - 1))});
}
