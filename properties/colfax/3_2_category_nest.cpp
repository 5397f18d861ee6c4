// The bindings of colfax 3.2, from which those of the introduction (1.1) are taken, too.
#include "lists.hpp"

namespace layoutcheck::properties {

std::vector<Binding> colfax_3_2() {
  return joined({colfax_3_2_1, colfax_3_2_3, colfax_3_2_5, colfax_3_2_5_functors, colfax_3_2_6});
}

}  // namespace layoutcheck::properties
