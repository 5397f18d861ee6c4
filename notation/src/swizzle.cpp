// Swizzled layouts: construction.
#include <layoutcheck/notation/swizzle.hpp>

#include <stdexcept>

namespace layoutcheck {

SwizzledLayout::SwizzledLayout(Swizzle swizzle, Int offset, Layout layout)
    : swizzle_(swizzle), offset_(offset), layout_(std::move(layout)) {
  constexpr Int most = 62;
  const auto [bits, base, shift] = swizzle;
  if (bits < 0 || base < 0) throw std::invalid_argument("the bits of a swizzle are not negative");
  if (bits > most || base > most || shift > most || shift < -most)
    throw std::invalid_argument("a swizzle is of the lowest 62 bits");
  const Int distance = shift < 0 ? -shift : shift;
  if (distance < bits) throw std::invalid_argument("a swizzle shifts by at least its bits");
  if (base + bits + distance > most)
    throw std::invalid_argument("a swizzle is of the lowest 62 bits");
  if (offset < 0) throw std::invalid_argument("an offset is negative");
}

}  // namespace layoutcheck
