// Relations between the definitions of several sources.
#include "lists.hpp"

namespace layoutcheck::properties {

std::vector<Statement> relations() {
  return {};
}

}  // namespace layoutcheck::properties
