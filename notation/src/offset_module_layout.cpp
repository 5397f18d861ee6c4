// Layouts over a module with an offset: the rule for what they hold.
#include <layoutcheck/notation/offset_module_layout.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck {

OffsetModuleLayout::OffsetModuleLayout(ModuleLayout layout, Element offset)
    : layout_(std::move(layout)), offset_(std::move(offset)) {
  std::vector<Element> all = layout_.strides();
  const bool is_zero = std::ranges::all_of(all, &Element::is_zero);
  if (!is_zero && !offset_.is_zero() && offset_.module() != module_of(all))
    throw std::invalid_argument("the offset is of another module than the strides");
  all.push_back(offset_);
  require_one_module(all);
}

}  // namespace layoutcheck
