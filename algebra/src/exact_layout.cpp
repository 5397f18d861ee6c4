// Layouts with exact entries.
#include "exact_layout.hpp"

#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/notation/work.hpp>

#include <limits>

namespace layoutcheck::algebra::detail {

ExactLayout::ExactLayout(const Layout& layout)
    : profile(layout.profile()),
      extents(layout.extents().begin(), layout.extents().end()),
      strides(layout.strides().begin(), layout.strides().end()) {}

void ExactLayout::push_back(Exact extent, Exact stride) {
  extents.push_back(std::move(extent));
  strides.push_back(std::move(stride));
  profile = Profile::flat(extents.size());
}

Int to_int(const Exact& number, const char* what) {
  if (number > std::numeric_limits<Int>::max())
    throw Overflow("the " + std::string(what) + " " + digits(number) + " does not fit in 64 bits");
  return static_cast<Int>(number);
}

Exact product_of(std::span<const Int> extents) {
  Exact product = 1;
  for (const Int extent : extents) {
    work(words(product));
    product *= extent;
  }
  return product;
}

Exact exact_size(const Layout& layout) {
  return product_of(layout.extents());
}

std::optional<Int> fitting_size(const Layout& layout) {
  Int size = 1;
  for (const Int extent : layout.extents())
    if (__builtin_mul_overflow(size, extent, &size)) return std::nullopt;
  return size;
}

void append(ExactLayout& layout, const Exact& extent, const Exact& stride) {
  if (extent == 1) return;
  if (!layout.extents.empty() && layout.extents.back() * layout.strides.back() == stride)
    layout.extents.back() *= extent;
  else
    layout.push_back(extent, stride);
}

Layout in_coalesced_form(const ExactLayout& layout) {
  Tuple shape;
  Tuple stride;
  for (std::size_t i = 0; i < layout.extents.size(); ++i) {
    shape.push_back(to_int(layout.extents[i], "extent"));
    stride.push_back(to_int(layout.strides[i], "stride"));
  }
  return coalesce(Layout::flat(std::move(shape), std::move(stride)));
}

ExactLayout exactly_coalesced(const Layout& layout) {
  ExactLayout coalesced;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int extent = layout.extents()[i];
    const Int stride = layout.strides()[i];
    if (extent == 1) continue;
    work(coalesced.extents.empty() ? 1 : words(coalesced.extents.back()));
    append(coalesced, extent, stride);
  }
  return coalesced;
}

}  // namespace layoutcheck::algebra::detail
