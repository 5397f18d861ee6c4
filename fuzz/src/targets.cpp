// The targets, one a concern.
#include "check_case.hpp"
#include "check_command.hpp"
#include "check_judge.hpp"
#include "check_notation.hpp"
#include "check_ptx.hpp"
#include "target.hpp"

#include <algorithm>
#include <array>

namespace layoutcheck::fuzz {

namespace {

template <Concern concern>
const Family& family() {
  return family_of(concern);
}

template <Concern concern>
Checked check(std::string_view input) {
  return check_cases(input, family_of(concern));
}

Checked check_claims(std::string_view input) {
  return check_lines(input, [](std::string_view line) {
    const std::optional<Case> answered = parsed(line, operations_family());
    return answered ? check_judge(*answered) : rejected();
  });
}

constexpr std::array all{
    Target{.name = "notation",
           .says = "any bytes: a clear error, or a value whose text is parsed to itself",
           .family = whole_family,
           .with_answers = true,
           .plain_percent = 70,
           .check = check_notation},
    Target{.name = "layouts",
           .says = "operations and statements on layouts, divisions and products apart",
           .family = family<Concern::layouts>,
           .check = check<Concern::layouts>},
    Target{.name = "morphisms",
           .says = "the morphisms of Tuple and Nest",
           .family = family<Concern::morphisms>,
           .check = check<Concern::morphisms>},
    Target{.name = "refinements",
           .says = "nested tuples, refinements and the composition algorithm",
           .family = family<Concern::refinements>,
           .check = check<Concern::refinements>},
    Target{.name = "divisions",
           .says = "divisions and products, of layouts and of morphisms",
           .family = family<Concern::divisions>,
           .check = check<Concern::divisions>},
    Target{.name = "views",
           .says = "row-major views, and the category Fact",
           .family = family<Concern::views>,
           .check = check<Concern::views>},
    Target{
        .name = "judge",
        .says = "arbitrary answers: the verdict by the oracle, the algebra, objections, a search",
        .family = operations_family,
        .with_answers = true,
        .check = check_claims},
    Target{.name = "check",
           .says = "what `layoutcheck check` makes of any input: verdicts, counts, reports",
           .family = whole_family,
           .with_answers = true,
           .several_lines = true,
           .plain_percent = 20,
           .check = check_command},
    Target{.name = "ptx",
           .says = "PTX of any kind: a clear error, or launches that end within their limits",
           .family = whole_family,
           .several_lines = true,
           .plain_percent = 100,
           .check = check_ptx},
};

}  // namespace

std::span<const Target> targets() {
  return all;
}

const Target* find_target(std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Target& t) { return t.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace layoutcheck::fuzz
