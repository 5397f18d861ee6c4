// The theorems that the introduction announces (colfax 1.1): statements of section 3.2 once more.
#include "lists.hpp"

#include <utility>

namespace layoutcheck::properties {

/// Each gets the checks of its original and of the original's amendments.
std::vector<Binding> colfax_1() {
  constexpr std::pair<std::string_view, std::string_view> theorems[] = {
      {"colfax.1.1.A", "colfax.3.2.2.15"}, {"colfax.1.1.B", "colfax.3.2.6.21"},
      {"colfax.1.1.C", "colfax.3.2.6.13"}, {"colfax.1.1.D", "colfax.3.2.6.20"},
      {"colfax.1.1.E", "colfax.3.2.6.26"}, {"colfax.1.1.F", "colfax.3.2.6.31"},
  };
  std::vector<Binding> announced;
  const std::vector<Binding> proved = colfax_3_2();
  for (const auto& [theorem, original] : theorems) {
    for (Binding binding : proved) {
      const std::string_view rest =
          std::string_view(binding.id).substr(std::min(original.size(), binding.id.size()));
      if (!binding.id.starts_with(original) || !(rest.empty() || rest.starts_with(".amended")))
        continue;
      binding.id = std::string(theorem).append(rest);
      announced.push_back(std::move(binding));
    }
  }
  return announced;
}

}  // namespace layoutcheck::properties
