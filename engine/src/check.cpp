// Checks: what their words have in common, whatever the types of the operands are.
#include <layoutcheck/engine/check.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/limits.hpp>

namespace layoutcheck::engine {

namespace {

/// How many elements a pointed map of a statement may go to.
constexpr std::size_t most_elements = 4096;

}  // namespace

void Check::charge_codomains(const Operands& operands) {
  for (const Value& operand : operands)
    if (const auto* map = std::get_if<PointedMap>(&operand))
      oracle::charge(map->codomain(), {most_elements}, "the elements of the codomain");
}

Result all_hold(std::initializer_list<Claim> claims) {
  for (const Claim& claim : claims)
    if (!claim.holds) return fails("not so: " + std::string(claim.says));
  return holds();
}

Result all_hold(std::initializer_list<Result> results) {
  for (const Result& result : results)
    if (result.kind != Result::Kind::holds) return result;
  return holds();
}

template Result agree(std::initializer_list<Formulation<bool>>);
template Result agree(std::initializer_list<Formulation<Int>>);
template Result agree(std::initializer_list<Formulation<Tuple>>);
template Result agree(std::initializer_list<Formulation<NestedTuple>>);
template Result agree(std::initializer_list<Formulation<Layout>>);
template Result agree(std::initializer_list<Formulation<Morphism>>);

}  // namespace layoutcheck::engine
