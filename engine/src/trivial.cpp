// Which operands are trivial.
#include <layoutcheck/engine/runner.hpp>

#include <algorithm>

namespace layoutcheck::engine {

namespace {

bool is_above_one(Int entry) {
  return entry > 1;
}

bool is_trivial(bool /*truth*/) {
  return false;
}
bool is_trivial(Int /*number*/) {
  return false;
}
bool is_trivial(const NestedTuple& tuple) {
  return std::ranges::none_of(tuple.entries(), is_above_one);
}
bool is_trivial(const Profile& profile) {
  return profile.length() == 0;
}
bool is_zero(Int stride) {
  return stride == 0;
}
bool is_zero(const Element& stride) {
  return stride.is_zero();
}
template <class Stride>
bool is_trivial(const BasicLayout<Stride>& layout) {
  for (std::size_t i = 0; i < layout.length(); ++i)
    if (layout.extents()[i] > 1 && !is_zero(layout.strides()[i])) return false;
  return true;
}
bool is_trivial(const Element& element) {
  return element.is_zero();
}
bool is_trivial(const SwizzledLayout& layout) {
  return layout.swizzle().bits == 0 || is_trivial(layout.layout());
}
bool is_trivial(const OffsetModuleLayout& layout) {
  return is_trivial(layout.offset()) || is_trivial(layout.layout());
}
bool is_trivial(const PointedMap& map) {
  return std::ranges::count(map.values(), 0) == map.domain();
}
bool is_trivial(const Morphism& f) {
  for (std::size_t i = 0; i < f.map().size(); ++i)
    if (f.domain().entries()[i] > 1 && f.map()[i] > 0) return false;
  return true;
}
bool is_trivial(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return is_trivial(*tiler.layout());
  if (tiler.shape() != nullptr) return is_trivial(*tiler.shape());
  return tiler.modes() == nullptr ||
         std::ranges::all_of(*tiler.modes(), [](const Tiler& mode) { return is_trivial(mode); });
}

}  // namespace

bool has_trivial(std::span<const Value> operands) {
  return std::ranges::any_of(operands, [](const Value& value) {
    return std::visit([](const auto& of_sort) { return is_trivial(of_sort); }, value);
  });
}

}  // namespace layoutcheck::engine
