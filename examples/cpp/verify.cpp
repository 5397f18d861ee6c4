// The verdict on the whole algebra, and on one with a mistake in it.
#include "my_algebra.hpp"
#include <layoutcheck/verify.hpp>

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

/// Joins two modes without a look at the stride of the first.
struct Mistaken : my_algebra::Shown {
  static layoutcheck::Layout coalesce(const layoutcheck::Layout& layout) {
    if (layout.length() == 2 && layout.strides()[1] == layout.extents()[0]) {
      return layoutcheck::Layout::entry(layout.extents()[0] * layout.extents()[1],
                                        layout.strides()[0]);
    }
    return my_algebra::Shown::coalesce(layout);
  }
};

template <class Algebra>
int verdict_on(const Algebra& algebra) {
  layoutcheck::Plan plan;
  plan.draws.count = 2000;
  const layoutcheck::Verification found = layoutcheck::verify(algebra, plan);
  std::cout << found;  // the causes, each with its smallest case, and the counts
  return found.is_right() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const bool mistaken = argc > 1 && std::string_view(argv[1]) == "--mistaken";
  return mistaken ? verdict_on(Mistaken()) : verdict_on(my_algebra::Shown());
}
