// Making layouts with an offset, and taking them apart.
#include <layoutcheck/notation/offset_layout.hpp>

namespace layoutcheck {

Tiler with_offset(Layout layout, Int offset) {
  return Tiler(Tiler::Tuple{Tiler(std::move(layout)), Tiler(NestedTuple(offset))});
}

const Layout& unmoved(const Tiler& value) {
  return *value.modes()->front().layout();
}

Int offset_of(const Tiler& value) {
  return value.modes()->back().shape()->entries().front();
}

}  // namespace layoutcheck
