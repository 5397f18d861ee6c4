// Division: a composition with a tile and its complement.
#include "endless_complement.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::algebra {

namespace {

Undefined no_complement(const Layout& b, Int size, const std::string& reason) {
  return {to_string(b) + " has no complement for " + std::to_string(size) + ": " + reason};
}

/// The size of A; Overflow if it does not fit. Then it is looked first whether B has a complement
/// at all: if not, there is no answer whatever the size is.
Outcome<Int> size_to_divide(const Layout& a, const Layout& b, Convention convention) {
  try {
    return size(a);
  } catch (const Overflow&) {
    const Outcome<detail::EndlessComplement> rest = detail::endless_complement(b, convention);
    if (!rest) {
      return Undefined{to_string(b) + " has no complement: " + rest.reason()};
    }
    Exact whole = 1;
    for (const Int extent : a.extents()) {
      whole *= extent;
    }
    if (convention == Convention::strict && rest->last_stride && whole % *rest->last_stride != 0) {
      return Undefined{to_string(b) + " has no complement for " + whole.str() +
                       ": it is not a multiple of " + std::to_string(*rest->last_stride)};
    }
    throw;
  }
}

/// A∘(B, comp(B, size(A))).
Outcome<Layout> divide(const Layout& a, const Layout& b, Convention convention, Int limit) {
  const Outcome<Int> dividend = size_to_divide(a, b, convention);
  if (!dividend) {
    return dividend.undefined();
  }
  const Int whole = *dividend;
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
        return detail::by_mode(a, tiler, detail::Beyond::kept,
                               [&](const Layout& mode, const Layout& leaf) {
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
        const Outcome<Int> dividend = size_to_divide(a, b, Convention::strict);
        if (!dividend) {
          return dividend.undefined();
        }
        const Int whole = *dividend;
        const Outcome<Layout> rest = flat_complement(b, whole);
        if (!rest) {
          return no_complement(b, whole, rest.reason());
        }
        const Layout both[] = {b, *rest};
        const Outcome<Layout> divided =
            composition(a, flat_concatenate(both), Convention::strict, limit);
        return divided ? Outcome<Layout>(flatten(*divided)) : divided;
      },
      a, b);
}

}  // namespace layoutcheck::algebra
