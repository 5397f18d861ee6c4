// Coalesce: one pass over the entries.
#include "parts.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/named.hpp>

namespace layoutcheck::algebra {

namespace {

using detail::Wide;

/// Appends the coalesced entries first … last − 1 of the layout. An entry continues the one before
/// exactly when it continues what that one has been merged into, since both have the same product
/// of extent and stride.
void append_coalesced(const Layout& layout, std::size_t first, std::size_t last, Tuple& shape,
                      Tuple& stride) {
  const std::size_t start = shape.size();
  for (std::size_t i = first; i < last; ++i) {
    const Int extent = layout.extents()[i];
    const Int step = layout.strides()[i];
    if (extent == 1) continue;
    if (shape.size() > start &&
        static_cast<Wide>(shape.back()) * static_cast<Wide>(stride.back()) ==
            static_cast<Wide>(step)) {
      shape.back() = checked_multiply(shape.back(), extent);
    } else {
      shape.push_back(extent);
      stride.push_back(step);
    }
  }
}

}  // namespace

Layout flat_coalesce(const Layout& layout) {
  return named(
      "flat_coalesce",
      [&] {
        Tuple shape;
        Tuple stride;
        append_coalesced(layout, 0, layout.length(), shape, stride);
        return Layout::flat(std::move(shape), std::move(stride));
      },
      layout);
}

Layout coalesce(const Layout& layout) {
  return named(
      "coalesce",
      [&] {
        Tuple shape;
        Tuple stride;
        append_coalesced(layout, 0, layout.length(), shape, stride);
        if (shape.empty()) return Layout::entry(1, 0);
        Profile profile = shape.size() == 1 ? Profile() : Profile::flat(shape.size());
        return Layout(std::move(profile), std::move(shape), std::move(stride));
      },
      layout);
}

Outcome<Layout> coalesce(const Layout& layout, const NestedTuple& shape) {
  const Outcome<std::vector<detail::Part>> parts =
      detail::relative_parts(layout.extents(), layout.profile(), shape);
  if (!parts) return parts.undefined();
  return named(
      "coalesce",
      [&]() -> Outcome<Layout> {
        Tuple extents;
        Tuple strides;
        std::string word;
        auto part = parts->begin();
        for (const char c : shape.profile().word()) {
          if (c != '*') {
            word += c;
            continue;
          }
          const std::size_t start = extents.size();
          append_coalesced(layout, part->first, part->last, extents, strides);
          if (extents.size() == start) {
            extents.push_back(1);
            strides.push_back(0);
          }
          const std::size_t length = extents.size() - start;
          word += length == 1 ? "*" : "(" + std::string(length, '*') + ")";
          ++part;
        }
        return Layout(detail::nest(std::move(word)), std::move(extents), std::move(strides));
      },
      layout, shape);
}

}  // namespace layoutcheck::algebra
