// Generators for RapidCheck: the operands of domains, shrunk by the structural shrinker. Nothing
// else that is installed needs RapidCheck.
//
//   rc::check("coalesce keeps the function", [] {
//     const auto [a] = *layoutcheck::gen<Layout>(engine::layouts(engine::Nesting::nested));
//     …
//   });
#pragma once

#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/notation/text.hpp>

#include <rapidcheck.h>

#include <tuple>
#include <utility>

namespace layoutcheck {

/// RapidCheck's random numbers as entropy for the generators.
class RapidCheckEntropy final : public engine::Entropy {
 public:
  explicit RapidCheckEntropy(const rc::Random& random) : random_(random) {}
  std::uint64_t next() override { return random_.next(); }

 private:
  rc::Random random_;
};

/// Operands of the domain. Shrinking tries operands of the same sorts, which need not satisfy the
/// hypothesis of the domain.
inline rc::Gen<engine::Operands> gen_operands(engine::Domain domain) {
  return rc::Gen<engine::Operands>(
      [domain = std::move(domain)](const rc::Random& random, int size) {
        RapidCheckEntropy entropy(random);
        return rc::shrinkable::shrinkRecur(
            engine::draw(domain, entropy, size), [](const engine::Operands& operands) {
              return rc::seq::fromContainer(engine::simpler(operands));
            });
      });
}

/// The same as a tuple of values: gen<Layout, Layout>(composable_layouts(Nesting::nested)). The
/// types must be those of the domain's operands; otherwise drawing throws std::bad_variant_access.
template <class... T>
rc::Gen<std::tuple<T...>> gen(engine::Domain domain) {
  return rc::gen::map(gen_operands(std::move(domain)), [](engine::Operands operands) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple<T...>(std::get<T>(std::move(operands.at(I)))...);
    }(std::index_sequence_for<T...>());
  });
}

}  // namespace layoutcheck
