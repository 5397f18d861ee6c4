// Domains whose operands are mostly admissible.
#include "as_printed/admissible_domains.hpp"

#include "as_printed/admissible.hpp"
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/in_turn.hpp>

namespace layoutcheck::properties {

namespace {

using formulas::Admissibility;

/// How large the size of a drawn B may be, so that its table is soon compared.
constexpr Int largest_size = 1024;

/// Extents, at least one; without 1, but for a near miss now and then, if that is wished.
Tuple draw_positive_extents(Entropy& entropy, int size, Ones ones) {
  Tuple extents = draw_extents(entropy, size);
  if (ones == Ones::none && !entropy.chance(3)) std::erase(extents, 1);
  if (extents.empty()) extents.push_back(static_cast<Int>(entropy.between(2, 6)));
  return extents;
}

/// Positive strides, seldom one of 0.
Layout draw_positive_strides(Entropy& entropy, const Tuple& extents) {
  const Layout drawn = draw_strides(entropy, NestedTuple::flat(extents));
  Tuple strides = drawn.strides();
  for (Int& stride : strides)
    if (stride == 0 && !entropy.chance(5)) stride = static_cast<Int>(entropy.between(1, 9));
  return Layout::flat(extents, std::move(strides));
}

/// A number that divides the factors from the left: some of the first, times a part of the next, or
/// of ∞. A part need only be smaller than its factor if it is to divide weakly.
Int draw_left_divisor(Entropy& entropy, const Tuple& factors, bool full) {
  const std::size_t last = factors.size() - 1;
  const std::size_t end = entropy.below(factors.size());
  Int number = 1;
  for (std::size_t i = 0; i < end; ++i)
    number = checked_multiply(number, factors[i]);
  if (end == last) return checked_multiply(number, static_cast<Int>(entropy.between(1, 4)));
  const Int factor = factors[end];
  if (full || entropy.chance(50)) {
    const Int part = draw_divisor(entropy, factor);
    return checked_multiply(number, part == factor && !entropy.chance(10) ? 1 : part);
  }
  return checked_multiply(
      number,
      1 + static_cast<Int>(entropy.below(static_cast<std::size_t>(std::min<Int>(factor, 64)))));
}

struct Mode {
  Int extent;
  Int stride;
};

Mode draw_mode(Entropy& entropy, const Tuple& shape, bool full) {
  const Int stride = draw_left_divisor(entropy, shape, true);
  const auto divisions = shah::left_divisions(shape, stride, true);
  Int extent = static_cast<Int>(entropy.between(1, 4));
  if (!divisions.empty() && entropy.chance(90)) {
    const Tuple rest = shah::induced_factors(shape, divisions[0]);
    for (int tries = 0; tries < 4; ++tries) {
      const Int drawn = draw_left_divisor(entropy, rest, full);
      if (drawn > 1 && drawn <= largest_size) extent = drawn;
    }
  }
  return {extent, stride};
}

/// Runs of adjacent factors of the extents, each with the product of the factors before it as its
/// stride.
std::vector<Mode> draw_runs(Entropy& entropy, const Tuple& shape, bool full) {
  Tuple factors;
  for (const Int extent : shape) {
    for (const Int factor : draw_factors(entropy, extent))
      if (factor > 1) factors.push_back(factor);
  }
  std::vector<Mode> modes;
  Int start = 1;
  for (std::size_t i = 0; i < factors.size();) {
    if (entropy.chance(35)) {
      start = checked_multiply(start, factors[i++]);
      continue;
    }
    Mode mode{1, start};
    do {
      mode.extent = checked_multiply(mode.extent, factors[i]);
      start = checked_multiply(start, factors[i++]);
    } while (i < factors.size() && entropy.chance(40));
    if (entropy.chance(20)) {
      mode.extent = full ? draw_divisor(entropy, mode.extent)
                         : 1 + static_cast<Int>(entropy.below(
                                   static_cast<std::size_t>(std::min(mode.extent, largest_size))));
    }
    modes.push_back(mode);
  }
  return modes;
}

/// A shape with an extent of many divisors before its last, and modes that stay below it one by
/// one, each below the stride of the next, and together may not.
struct Dense {
  Tuple shape;
  std::vector<Mode> modes;
};
Dense draw_dense(Entropy& entropy, Tuple shape) {
  constexpr Int extents[] = {6, 12, 24};
  const Int extent = extents[entropy.below(std::size(extents))];
  const std::size_t place = entropy.below(shape.size());
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(place), extent);
  Int prefix = 1;
  for (std::size_t i = 0; i < place; ++i)
    prefix = checked_multiply(prefix, shape[i]);
  Tuple divisors;
  for (Int d = 1; d < extent; ++d)
    if (extent % d == 0 && entropy.chance(80)) divisors.push_back(d);
  Dense dense{std::move(shape), {}};
  for (std::size_t i = 0; i < divisors.size(); ++i) {
    const bool is_last = i + 1 == divisors.size();
    const Int count = is_last ? extent / divisors[i] : (divisors[i + 1] - 1) / divisors[i] + 1;
    if (count > 1) dense.modes.push_back({count, checked_multiply(prefix, divisors[i])});
  }
  return dense;
}

Layout layout_of(Entropy& entropy, const std::vector<Mode>& modes, Ones ones) {
  Tuple shape;
  Tuple stride;
  Int size = 1;
  for (const std::size_t i : entropy.permutation(modes.size())) {
    if (modes[i].extent > largest_size / size) continue;
    if (ones == Ones::none && modes[i].extent == 1 && !entropy.chance(5)) continue;
    size *= modes[i].extent;
    shape.push_back(modes[i].extent);
    stride.push_back(modes[i].stride);
  }
  if (shape.empty() && !entropy.chance(5)) return Layout::flat({2}, {1});
  return Layout::flat(std::move(shape), std::move(stride));
}

/// The layout itself most of the time, else one with an entry changed.
Layout mostly(Entropy& entropy, Layout layout) {
  return entropy.chance(8) ? perturb(entropy, layout) : layout;
}

Layout draw_admissible(Entropy& entropy, const Tuple& shape, Ones ones, bool full) {
  std::vector<Mode> modes;
  if (entropy.chance(65))
    modes = draw_runs(entropy, shape, full);
  else
    for (std::size_t i = entropy.between(1, 4); i > 0; --i)
      modes.push_back(draw_mode(entropy, shape, full));
  return mostly(entropy, layout_of(entropy, modes, ones));
}

bool needs_full(Admissibility admissibility) {
  return admissibility == Admissibility::primer;
}

std::string words(Ones ones) {
  return ones == Ones::none ? " without extents 1" : "";
}

bool admits(const Layout& layout, Ones ones) {
  return shah::is_positive(layout) && (ones == Ones::some || !shah::has_one(layout.extents()));
}

bool admits(const Tuple& extents, Ones ones) {
  return !extents.empty() && (ones == Ones::some || !shah::has_one(extents));
}

/// Every shape with this weight and at most this rank; none is empty.
bool enumerate_shapes(std::size_t weight, Ones ones, std::size_t max_rank, Tuple& extents,
                      const std::function<bool(const Tuple&)>& visit) {
  if (weight == 0) return extents.empty() || visit(extents);
  if (extents.size() == max_rank) return true;
  // The last place allowed takes what is left.
  const std::size_t least = ones == Ones::none ? 2 : 1;
  const bool is_last = extents.size() + 1 == max_rank;
  for (std::size_t n = is_last ? std::max(weight, least) : least; n <= weight; ++n) {
    extents.push_back(static_cast<Int>(n));
    const bool go_on = enumerate_shapes(weight - n, ones, max_rank, extents, visit);
    extents.pop_back();
    if (!go_on) return false;
  }
  return true;
}

/// Every mode as a layout of length 1.
Part any_mode(Ones ones) {
  return {.of_weight = [ones](const Operands&, std::size_t weight, const Bounds&,
                              const Part::Visit& visit) {
    for (std::size_t n = ones == Ones::none ? 2 : 1; n + 1 < weight; ++n)
      if (!visit(Layout::flat({static_cast<Int>(n)}, {static_cast<Int>(weight - n - 1)})))
        return false;
    return true;
  }};
}

/// Every admissible B of the weight that begins with these modes. Extents of 1 are left out, which
/// change no function, and so are orders other than by stride: another order of the modes of B is
/// admissible as well, and gives A∘B and f^_A∘f_B that order of coordinates.
bool enumerate_admissible(std::size_t weight, const Tuple& shape, Admissibility admissibility,
                          Tuple& extents, Tuple& strides,
                          const std::function<bool(const Layout&)>& visit) {
  if (weight == 0) return visit(Layout::flat(extents, strides));
  for (std::size_t w = 3; w <= weight; ++w) {
    for (std::size_t n = 2; n < w; ++n) {
      if (!strides.empty() && static_cast<Int>(w - n) < strides.back()) break;
      extents.push_back(static_cast<Int>(n));
      strides.push_back(static_cast<Int>(w - n));
      const bool go_on =
          !shah::is_admissible(shape, Layout::flat(extents, strides), admissibility) ||
          enumerate_admissible(weight - w, shape, admissibility, extents, strides, visit);
      extents.pop_back();
      strides.pop_back();
      if (!go_on) return false;
    }
  }
  return true;
}

}  // namespace

Domain positive_layouts(Ones ones, std::size_t count) {
  return enumerated_where(
      make_domain((count == 1 ? "a positive layout" : "positive layouts") + words(ones),
                  std::vector(count, Sort::flat_layout),
                  [=](Entropy& entropy, int size) {
                    Operands operands;
                    for (std::size_t i = 0; i < count; ++i) {
                      operands.emplace_back(draw_positive_strides(
                          entropy, draw_positive_extents(entropy, size, ones)));
                    }
                    return operands;
                  }),
      [ones](const Operands& operands) {
        return std::ranges::all_of(
            operands, [&](const Value& v) { return admits(std::get<Layout>(v), ones); });
      });
}

Domain matching_shapes() {
  return make_domain("two shapes, often of one structure", {Sort::shape, Sort::shape},
                     [](Entropy& entropy, int size) -> Operands {
                       NestedTuple first = draw_shape(entropy, size);
                       if (entropy.chance(20)) return {first, draw_shape(entropy, size)};
                       Tuple strides(first.length());
                       for (Int& stride : strides)
                         stride = draw_extent(entropy, size);
                       if (entropy.chance(25)) {
                         Profile profile = draw_profile(entropy, strides.size());
                         return {first, NestedTuple(std::move(strides), std::move(profile))};
                       }
                       NestedTuple second(std::move(strides), first.profile());
                       return {std::move(first), std::move(second)};
                     });
}

Domain often_sorted_layouts() {
  Domain domain = positive_layouts(Ones::some);
  domain.draw = [draw_any = domain.draw](Entropy& entropy, int size) -> Operands {
    const Operands drawn = draw_any(entropy, size);
    if (entropy.chance(50)) return drawn;
    const Layout sorted = shah::sorted(as_printed::layout(drawn, 0));
    return {entropy.chance(20) ? perturb(entropy, sorted) : sorted};
  };
  return domain;
}

Domain factors_and_divisor(Ones ones) {
  return enumerated_where(
      make_domain("factors" + words(ones) + " and a left divisor",
                  {Sort::flat_shape, Sort::positive},
                  [=](Entropy& entropy, int size) -> Operands {
                    const Tuple factors = draw_positive_extents(entropy, size, ones);
                    Int d = draw_left_divisor(entropy, factors, entropy.chance(60));
                    if (entropy.chance(8)) d = std::max<Int>(1, d - 1);
                    return {NestedTuple::flat(factors), d};
                  }),
      [ones](const Tuple& factors, Int) { return admits(factors, ones); });
}

Domain shape_and_mode(Ones ones, Admissibility admissibility) {
  const bool full = needs_full(admissibility);
  return make_domain(
      "a shape" + words(ones) + " and an admissible mode", {Sort::flat_shape, Sort::flat_layout},
      [=](Entropy& entropy, int size) -> Operands {
        const Tuple shape = draw_positive_extents(entropy, size, ones);
        const Mode mode = draw_mode(entropy, shape, full);
        return {NestedTuple::flat(shape),
                mostly(entropy, Layout::flat({mode.extent}, {mode.stride}))};
      },
      in_turn({such_that(any(Sort::flat_shape),
                         [ones](const Operands&, const Value& shape) {
                           return admits(std::get<NestedTuple>(shape).entries(), ones);
                         }),
               any_mode(ones)}));
}

Domain layout_and_mode(Ones ones, Admissibility admissibility) {
  const bool full = needs_full(admissibility);
  return make_domain(
      "a layout" + words(ones) + " and an admissible mode", {Sort::flat_layout, Sort::flat_layout},
      [=](Entropy& entropy, int size) -> Operands {
        const Tuple shape = draw_positive_extents(entropy, size, ones);
        const Mode mode = draw_mode(entropy, shape, full);
        return {draw_positive_strides(entropy, shape),
                mostly(entropy, Layout::flat({mode.extent}, {mode.stride}))};
      },
      in_turn({such_that(any(Sort::flat_layout),
                         [ones](const Operands&, const Value& a) {
                           return admits(std::get<Layout>(a), ones);
                         }),
               any_mode(ones)}));
}

Domain shape_and_layout(Ones ones, Admissibility admissibility, std::size_t max_rank) {
  const bool full = needs_full(admissibility);
  const Part shapes{.of_weight = [=](const Operands&, std::size_t weight, const Bounds&,
                                     const Part::Visit& visit) {
    Tuple shape;
    return enumerate_shapes(weight - 1, ones, max_rank, shape,
                            [&](const Tuple& s) { return visit(NestedTuple::flat(s)); });
  }};
  const Part layouts{.of_weight = [=](const Operands& before, std::size_t weight, const Bounds&,
                                      const Part::Visit& visit) {
    Tuple extents;
    Tuple strides;
    return weight < 2 || enumerate_admissible(
                             weight - 1, std::get<NestedTuple>(before[0]).entries(), admissibility,
                             extents, strides, [&](const Layout& b) { return visit(b); });
  }};
  return make_domain(
      "a shape" + words(ones) + " and an admissible layout", {Sort::flat_shape, Sort::flat_layout},
      [=](Entropy& entropy, int size) -> Operands {
        const Tuple shape = draw_positive_extents(entropy, size, ones);
        if (entropy.chance(8)) {
          const Dense dense = draw_dense(entropy, shape);
          return {NestedTuple::flat(dense.shape), layout_of(entropy, dense.modes, ones)};
        }
        return {NestedTuple::flat(shape), draw_admissible(entropy, shape, ones, full)};
      },
      in_turn({shapes, layouts}));
}

Domain layout_and_layout(Ones ones, Admissibility admissibility) {
  const bool full = needs_full(admissibility);
  return enumerated_where(
      make_domain("a layout" + words(ones) + " and an admissible layout",
                  std::vector(2, Sort::flat_layout),
                  [=](Entropy& entropy, int size) -> Operands {
                    const Tuple shape = draw_positive_extents(entropy, size, ones);
                    return {draw_positive_strides(entropy, shape),
                            draw_admissible(entropy, shape, ones, full)};
                  }),
      [ones](const Layout& a, const Layout& b) { return admits(a, ones) && admits(b, ones); });
}

Domain layout_and_divisor(Ones ones, Admissibility admissibility) {
  const bool full = needs_full(admissibility);
  return enumerated_where(
      make_domain("a layout" + words(ones) + " and an admissible divisor",
                  std::vector(2, Sort::flat_layout),
                  [=](Entropy& entropy, int size) -> Operands {
                    const Tuple shape = draw_positive_extents(entropy, size, ones);
                    std::vector<Mode> modes = draw_runs(entropy, shape, full);
                    return {draw_positive_strides(entropy, shape),
                            mostly(entropy, layout_of(entropy, modes, ones))};
                  }),
      [ones](const Layout& a, const Layout& b) { return admits(a, ones) && admits(b, ones); });
}

}  // namespace layoutcheck::properties
