// Division: a composition with a tile and its complement.
#include "endless_complement.hpp"
#include "exact_layout.hpp"
#include "tilers.hpp"
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/notation/text.hpp>

namespace layoutcheck::algebra {

namespace {

Undefined no_complement(const Layout& b, const std::string& size, const std::string& reason) {
  return {to_string(b) + " has no complement for " + size + ": " + reason};
}

/// How (B, B^c) is put together: nested (colfax 2.3.8.1) or flat (2.1.7.9).
enum class Joining { nested, flat };

/// comp♭(B, size), with exact entries.
Outcome<detail::ExactLayout> exact_complement(const Layout& b, const Exact& size,
                                              Convention convention) {
  const Outcome<detail::EndlessComplement> endless = detail::endless_complement(b, convention);
  if (!endless) return Undefined{to_string(b) + " has no complement: " + endless.reason()};
  const Exact filled(endless->last_stride);
  const bool divides = size % filled == 0;
  if (!divides && convention == Convention::strict)
    return no_complement(b, digits(size), "it is not a multiple of " + digits(filled));
  detail::ExactLayout rest(endless->least);
  const Exact last = size / filled + (divides ? 0 : 1);
  if (last > 1) rest.push_back(last, filled);
  return rest;
}

/// A∘(B, B^c) where size(A) does not fit in 64 bits. B^c may not either, but the composite may.
Outcome<Layout> divide_exactly(const Layout& a, const Layout& b, Convention convention,
                               Joining joining, Int limit) {
  Outcome<detail::ExactLayout> complement = exact_complement(b, detail::exact_size(a), convention);
  if (!complement) return complement.undefined();
  detail::ExactLayout rest = std::move(complement).value();
  if (joining == Joining::nested && rest.extents.empty()) rest.push_back(1, 0);
  detail::ExactLayout both(b);
  both.extents.insert(both.extents.end(), rest.extents.begin(), rest.extents.end());
  both.strides.insert(both.strides.end(), rest.strides.begin(), rest.strides.end());
  if (joining == Joining::flat) {
    both.profile = Profile::flat(both.extents.size());
  } else {
    const Profile coalesced = rest.extents.size() == 1 ? Profile() : rest.profile;
    both.profile = detail::fill(Profile::flat(2), {b.profile().word(), coalesced.word()});
  }
  return detail::exact_composition(detail::ExactLayout(a), both, convention, limit);
}

/// A∘(B, comp(B, size(A))), or A∘(B ⋆ comp♭(B, size(A))).
Outcome<Layout> divide(const Layout& a, const Layout& b, Convention convention, Joining joining,
                       Int limit) {
  const std::optional<Int> whole = detail::fitting_size(a);
  if (!whole) return divide_exactly(a, b, convention, joining, limit);
  const Outcome<Layout> rest =
      joining == Joining::flat ? flat_complement(b, *whole) : complement(b, *whole, convention);
  if (!rest) return no_complement(b, std::to_string(*whole), rest.reason());
  const Layout both[] = {b, *rest};
  return composition(a, joining == Joining::flat ? flat_concatenate(both) : concatenate(both),
                     convention, limit);
}

}  // namespace

Outcome<Layout> logical_divide(const Layout& a, const Tiler& tiler, Convention convention,
                               Int limit) {
  return named(
      "logical_divide",
      [&] {
        return detail::by_mode(a, tiler, detail::Beyond::kept,
                               [&](const Layout& mode, const Layout& leaf) {
                                 return divide(mode, leaf, convention, Joining::nested, limit);
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
        const Outcome<Layout> divided = divide(a, b, Convention::strict, Joining::flat, limit);
        return divided ? Outcome<Layout>(flatten(*divided)) : divided;
      },
      a, b);
}

}  // namespace layoutcheck::algebra
