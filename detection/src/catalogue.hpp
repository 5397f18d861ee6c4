// The catalogue: all plants.
#pragma once

#include "plant.hpp"

namespace layoutcheck::detection {

/// All plants, family by family; each name once.
const std::vector<Plant>& catalogue();

/// The plants of each family.
std::vector<Plant> coalescing_plants();
std::vector<Plant> complement_plants();
std::vector<Plant> composition_plants();
std::vector<Plant> division_plants();
std::vector<Plant> product_plants();
std::vector<Plant> inverse_plants();
std::vector<Plant> making_plants();
std::vector<Plant> predicate_plants();
std::vector<Plant> coordinate_plants();
std::vector<Plant> mode_list_plants();
std::vector<Plant> partition_plants();
std::vector<Plant> unit_plants();
std::vector<Plant> module_plants();
std::vector<Plant> integer_plants();

}  // namespace layoutcheck::detection
