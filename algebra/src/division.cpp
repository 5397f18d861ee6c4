// Division: a composition with a tile and its complement.
#include "tilers.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>

namespace layoutcheck::algebra {

namespace {

Undefined no_complement(const Layout& b, Int size, const std::string& reason) {
  return {to_string(b) + " has no complement for " + std::to_string(size) + ": " + reason};
}

/// A∘(B, comp(B, size(A))).
Outcome<Layout> divide(const Layout& a, const Layout& b, Convention convention, Int limit) {
  const Int whole = size(a);
  const Outcome<Layout> rest = complement(b, whole, convention);
  if (!rest) {
    return no_complement(b, whole, rest.reason());
  }
  const Layout both[] = {b, *rest};
  return composition(a, concatenate(both), convention, limit);
}

}  // namespace

Outcome<Layout> logical_divide(const Layout& a, const Tiler& tiler, Convention convention,
                               Int limit) {
  return named(
      "logical_divide",
      [&] {
        return detail::by_mode(a, tiler, detail::Beyond::kept, [&](const Layout& mode, const Layout& leaf) {
          return divide(mode, leaf, convention, limit);
        });
      },
      a, tiler);
}

Outcome<Layout> zipped_divide(const Layout& a, const Tiler& tiler, Convention convention,
                              Int limit) {
  return named(
      "zipped_divide",
      [&] { return detail::zipped(logical_divide(a, tiler, convention, limit), tiler); }, a, tiler);
}

Outcome<Layout> tiled_divide(const Layout& a, const Tiler& tiler, Convention convention,
                             Int limit) {
  return named(
      "tiled_divide",
      [&] { return detail::tiled(logical_divide(a, tiler, convention, limit), tiler); }, a, tiler);
}

Outcome<Layout> flat_divide(const Layout& a, const Tiler& tiler, Convention convention, Int limit) {
  return named(
      "flat_divide",
      [&] { return detail::unpacked(logical_divide(a, tiler, convention, limit), tiler); }, a,
      tiler);
}

Outcome<Layout> colfax_flat_divide(const Layout& a, const Layout& b, Int limit) {
  return named(
      "colfax_flat_divide",
      [&]() -> Outcome<Layout> {
        const Int whole = size(a);
        const Outcome<Layout> rest = flat_complement(b, whole);
        if (!rest) {
          return no_complement(b, whole, rest.reason());
        }
        const Layout both[] = {b, *rest};
        const Outcome<Layout> divided = composition(a, flat_concatenate(both), Convention::strict, limit);
        return divided ? Outcome<Layout>(flatten(*divided)) : divided;
      },
      a, b);
}

}  // namespace layoutcheck::algebra
