// Swizzles and the layouts behind them, as CuTe has them: Sw<B,M,S> o OFFSET o LAYOUT.
#pragma once

#include <layoutcheck/notation/layout.hpp>

namespace layoutcheck {

/// Sw<bits,base,shift>: `bits` bits of an offset, from bit base + max(shift, 0) on, are XORed into
/// those `shift` places below (above, if it is negative).
struct Swizzle {
  Int bits = 0;
  Int base = 0;
  Int shift = 0;

  friend bool operator==(const Swizzle&, const Swizzle&) = default;
  friend auto operator<=>(const Swizzle&, const Swizzle&) = default;
};

/// The function c ↦ Sw(offset + L(c)).
class SwizzledLayout {
 public:
  /// Sw<0,0,0> o 0 o ():().
  SwizzledLayout() = default;

  /// Throws std::invalid_argument unless bits and base are not negative, |shift| is at least bits
  /// (as CuTe asserts: what is read is not written), all bits are among the lowest 62, and the
  /// offset is not negative.
  SwizzledLayout(Swizzle swizzle, Int offset, Layout layout);

  [[nodiscard]] const Swizzle& swizzle() const { return swizzle_; }
  [[nodiscard]] Int offset() const { return offset_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }

  friend bool operator==(const SwizzledLayout&, const SwizzledLayout&) = default;
  friend auto operator<=>(const SwizzledLayout&, const SwizzledLayout&) = default;

 private:
  Swizzle swizzle_;
  Int offset_ = 0;
  Layout layout_;
};

}  // namespace layoutcheck
