// Layouts over a module with an offset, <V,e>: what is sliced out of a tensor of coordinates, say.
#pragma once

#include <layoutcheck/notation/layout.hpp>

namespace layoutcheck {

/// The function c ↦ e + V(c).
class OffsetModuleLayout {
 public:
  /// <():(),0>.
  OffsetModuleLayout() = default;

  /// Throws std::invalid_argument unless strides and offset are of one module (require_one_module).
  OffsetModuleLayout(ModuleLayout layout, Element offset);

  [[nodiscard]] const ModuleLayout& layout() const { return layout_; }
  [[nodiscard]] const Element& offset() const { return offset_; }

  friend bool operator==(const OffsetModuleLayout&, const OffsetModuleLayout&) = default;
  friend auto operator<=>(const OffsetModuleLayout&, const OffsetModuleLayout&) = default;

 private:
  ModuleLayout layout_;
  Element offset_;
};

}  // namespace layoutcheck
