// A property of one's own on the layouts of layoutcheck, shrunk by its shrinker.
#include "my_algebra.hpp"
#include <layoutcheck/rapidcheck.hpp>

#include <cstdlib>

int main() {
  const auto layouts = layoutcheck::engine::layouts(layoutcheck::engine::Nesting::nested);
  const bool holds = rc::check("coalescing twice is coalescing once", [&] {
    const auto [layout] = *layoutcheck::gen<layoutcheck::Layout>(layouts);
    const layoutcheck::Layout once = my_algebra::Shown::coalesce(layout);
    RC_ASSERT(my_algebra::Shown::coalesce(once) == once);
  });
  return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
