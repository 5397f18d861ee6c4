// Pointed maps and morphisms: construction.
#include <layoutcheck/notation/morphism.hpp>
#include <layoutcheck/notation/work.hpp>

#include <stdexcept>
#include <string>

namespace layoutcheck {

PointedMap::PointedMap(Tuple values, Int codomain)
    : values_(std::move(values)), codomain_(codomain) {
  work(values_.size() + 1);
  if (codomain_ < 0) throw std::invalid_argument("the codomain of a pointed map is negative");
  for (Int value : values_) {
    if (value < 0 || value > codomain_) {
      throw std::invalid_argument("the value " + std::to_string(value) + " is outside <" +
                                  std::to_string(codomain_) + ">");
    }
  }
}

Morphism::Morphism(NestedTuple domain, Tuple map, NestedTuple codomain)
    : domain_(std::move(domain)), map_(std::move(map)), codomain_(std::move(codomain)) {
  work(map_.size() + codomain_.length() + 1);
  if (!domain_.is_positive() || !codomain_.is_positive())
    throw std::invalid_argument("an entry of the domain or codomain of a morphism is not positive");
  if (map_.size() != domain_.length()) {
    throw std::invalid_argument("the map has " + std::to_string(map_.size()) +
                                " values, but the domain " + std::to_string(domain_.length()) +
                                " entries");
  }
  std::vector<bool> taken(codomain_.length() + 1, false);
  for (std::size_t i = 0; i < map_.size(); ++i) {
    const Int j = map_[i];
    if (j < 0 || j > static_cast<Int>(codomain_.length())) {
      throw std::invalid_argument("the value " + std::to_string(j) + " is outside <" +
                                  std::to_string(codomain_.length()) + ">");
    }
    if (j == 0) continue;
    const auto target = static_cast<std::size_t>(j);
    if (taken[target])
      throw std::invalid_argument("the map takes the value " + std::to_string(j) + " twice");
    taken[target] = true;
    if (domain_.entries()[i] != codomain_.entries()[target - 1]) {
      throw std::invalid_argument("the map joins the entries " +
                                  std::to_string(domain_.entries()[i]) + " and " +
                                  std::to_string(codomain_.entries()[target - 1]));
    }
  }
}

}  // namespace layoutcheck
