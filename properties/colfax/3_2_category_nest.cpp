// Statements about Nest (colfax 3.2): those of its files in one list, which the theorems of the
// introduction (1.1) are taken from, too.
#include "as_printed/morphisms.hpp"
#include "lists.hpp"

namespace layoutcheck::properties {

std::vector<Statement> colfax_3_2() {
  return as_printed::joined(
      {colfax_3_2_1, colfax_3_2_3, colfax_3_2_5, colfax_3_2_5_functors, colfax_3_2_6});
}

}  // namespace layoutcheck::properties
