// The catalogue, and what a plant answers.
#include "catalogue.hpp"

#include <layoutcheck/notation/text.hpp>

#include <stdexcept>

namespace layoutcheck::detection {

const std::vector<Plant>& catalogue() {
  static const std::vector<Plant> all = [] {
    std::vector<Plant> plants;
    for (const auto family :
         {coalescing_plants, complement_plants, composition_plants, division_plants, product_plants,
          inverse_plants, making_plants, predicate_plants, coordinate_plants, mode_list_plants,
          partition_plants, unit_plants, module_plants, integer_plants})
      for (Plant& plant : family())
        plants.push_back(std::move(plant));
    return plants;
  }();
  return all;
}

std::optional<Answer> wrong_answer(const Plant& plant, const Case& question, const Answer& right) {
  if (question.convention.value_or(plant.convention) != plant.convention) return std::nullopt;
  for (const Mistake& mistake : plant.mistakes) {
    if (mistake.operation != question.operation) continue;
    try {
      std::optional<Answer> wrong = mistake.change(question, right);
      if (wrong && *wrong != right) return wrong;
    } catch (const Overflow&) {
      // What does not fit is no mistake of the plant's.
    } catch (const LimitReached&) {
      // Nor what takes too long.
    } catch (const std::invalid_argument&) {
      // Nor what is no value, such as a negative extent of a product that wraps.
    }
  }
  return std::nullopt;
}

std::string_view half_of(const Plant& plant) {
  // FNV-1a, so that a name is in the same half on every machine.
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : plant.name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return (hash >> 32) % 2 == 0 ? "A" : "B";
}

}  // namespace layoutcheck::detection
