// Statements about Nest (colfax 3.2): those of its files in one list, which the theorems of the
// introduction (1.1) are taken from, too.
#include "lists.hpp"
#include "literal_morphisms.hpp"

namespace layoutcheck::properties {

std::vector<Statement> colfax_3_2() {
  return literal::joined(
      {colfax_3_2_1, colfax_3_2_3, colfax_3_2_5, colfax_3_2_5_functors, colfax_3_2_6});
}

}  // namespace layoutcheck::properties
