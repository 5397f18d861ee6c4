// The primer: left divisibility, composition, division and product.
#include "as_printed/admissible.hpp"
#include "as_printed/admissible_domains.hpp"
#include "as_printed/morphisms.hpp"
#include "lists.hpp"
#include "slides/lists.hpp"
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/in_turn.hpp>

#include <limits>

namespace layoutcheck::properties {

namespace {

using as_printed::equation;
using as_printed::layout;
using as_printed::Wording;
using formulas::Admissibility;
using formulas::Divisibility;
using shah::is_admissible;

/// Whether d and the products s_0 ⋯ s_{k−1}, k = 0, …, n, form a chain for divisibility. That is
/// left divisibility in other words: see shah 2.11.
bool is_in_chain(const Tuple& factors, const Exact& d) {
  Exact product = 1;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (d % product != 0 && product % d != 0) return false;
    product *= factors[k];
  }
  return true;
}

bool is_mode(const Layout& b) {
  return b.length() == 1 && shah::is_positive(b);
}

/// "We generally assume the layouts are coalesced" (after 7): whether no case of 6 applies. It is a
/// hypothesis where a statement is false.
bool is_coalesced(const Layout& l) {
  for (std::size_t i = 0; i + 1 < l.length(); ++i)
    if (Exact{l.extents()[i]} * l.strides()[i] == l.strides()[i + 1]) return false;
  return l.length() == 1 || !shah::has_one(l.extents());
}

/// Whether some coalesced layout has the shape.
bool is_shape_of_coalesced(const Tuple& shape) {
  return shape.size() == 1 || (!shape.empty() && !shah::has_one(shape));
}

/// S' of 14. Printed is (s_i/c, s_{i+1} ⋯ s_n), with a product for its second entry; its last entry
/// is 1 here, as it does not matter what it is.
Tuple remaining(const Tuple& shape, const formulas::LeftDivision& by_stride, Wording wording) {
  if (wording == Wording::amended) return shah::induced_factors(shape, by_stride);
  if (by_stride.index + 1 == shape.size()) return {1};
  return {shape[by_stride.index] / by_stride.quotient, 1};
}

/// (S, s:d) is admissible for composition (14).
bool is_admissible(const Tuple& shape, Int extent, Int stride, Wording wording) {
  const auto by_stride = shah::left_divisions(shape, stride, true);
  return !by_stride.empty() &&
         !shah::left_divisions(remaining(shape, by_stride[0], wording), extent, true).empty();
}

/// (A, B) is admissible for composition (18).
bool is_admissible(const Tuple& shape, const Layout& b, Wording wording) {
  if (shape.empty() || !shah::is_positive(b)) return false;
  for (std::size_t k = 0; k < b.length(); ++k)
    if (!is_admissible(shape, b.extents()[k], b.strides()[k], wording)) return false;
  return shah::have_disjoint_intervals(b, [&](Int extent, Int stride) {
    return shah::interval(shape, extent, stride, Admissibility::primer);
  });
}

// 12 to 16

Result check_12(const Tuple& factors, Int d) {
  if (factors.empty()) return unmet();
  return agree<bool>(
      {{"left divisible", !shah::left_divisions(factors, d, true).empty()},
       {"the algebra", formulas::left_division(factors, d, Divisibility::full).has_value()},
       {"by prefix products", is_in_chain(factors, d)}});
}

Result check_13(const Tuple& factors, Int d) {
  const auto indices = shah::left_divisions(factors, d, true);
  if (indices.empty()) return unmet();
  return holds_if(indices.size() == 1, [&] {
    return "i = " + std::to_string(indices[0].index) +
           " and i = " + std::to_string(indices[1].index);
  });
}

/// In prefix products: d and d·s are both in the chain.
Result check_14(const Tuple& shape, const Layout& b, Wording wording) {
  if (shape.empty() || !is_mode(b)) return unmet();
  if (wording == Wording::as_printed && !is_shape_of_coalesced(shape)) return unmet();
  const Int s = b.extents()[0];
  const Int d = b.strides()[0];
  const Layout a = Layout::flat(shape, Tuple(shape.size(), 1));
  return agree<bool>(
      {{"admissible", is_admissible(shape, s, d, wording)},
       {"by prefix products", is_in_chain(shape, d) && is_in_chain(shape, Exact{d} * s)},
       {"the algebra", formulas::compose_mode(a, s, d, Admissibility::primer).has_value()}});
}

/// (s_i/c, s_{i+1}, …, s_{i'−1}, c'):(c d_i, …, d_{i'}), where i' is an index in S; printed is one
/// in S', and with an i' < i the formula names no layout. Pre: admissible.
Outcome<Layout> composite(const Layout& a, const Layout& b, Wording wording) {
  const auto [i, c] = shah::left_divisions(a.extents(), b.strides()[0], true).at(0);
  const Tuple rest = remaining(a.extents(), {i, c}, wording);
  const auto [from_i, c2] = shah::left_divisions(rest, b.extents()[0], true).at(0);
  const std::size_t i2 = wording == Wording::amended ? i + from_i : from_i;
  if (i2 < i) return Undefined{"the formula for A∘B names no layout"};
  Tuple shape;
  Tuple stride;
  for (std::size_t k = i; k < i2; ++k) {
    shape.push_back(k == i ? a.extents()[k] / c : a.extents()[k]);
    stride.push_back(a.strides()[k]);
  }
  shape.push_back(c2);
  stride.push_back(a.strides()[i2]);
  stride[0] = checked_multiply(stride[0], c);
  return Layout::flat(std::move(shape), std::move(stride));
}

bool has_composite(const Layout& a, const Layout& b, Wording wording) {
  return shah::is_positive(a) && (wording == Wording::amended || is_coalesced(a)) && is_mode(b) &&
         is_admissible(a.extents(), b.extents()[0], b.strides()[0], wording);
}

Result check_15(const Layout& a, const Layout& b, Wording wording) {
  if (!has_composite(a, b, wording)) return unmet();
  const Outcome<Layout> claimed = composite(a, b, wording);
  return all_hold({equation(claimed, formulas::compose_mode(a, b.extents()[0], b.strides()[0],
                                                            Admissibility::primer)),
                   holds_if(claimed && oracle::size(*claimed) == b.extents()[0],
                            "the composite does not have the size of B")});
}

Result check_16(const Layout& a, const Layout& b, Wording wording) {
  if (!has_composite(a, b, wording)) return unmet();
  return shah::is_composite(composite(a, b, wording), a, b);
}

// 17 to 19

/// Point by point.
Result check_17(const Tuple& shape, const Layout& b) {
  if (shape.empty() || !is_mode(b)) return unmet();
  const Int s = b.extents()[0];
  const Int d = b.strides()[0];
  const Exact last = Exact{d} * (s - 1);
  if (last > Exact{d} + 100000 || last >= std::numeric_limits<Int>::max()) return unmet();
  const Exact end = oracle::product(oracle::to_exact(shape));
  formulas::Interval points;
  for (Int x = d; x <= d * (s - 1); ++x) {
    if (x >= end) continue;
    if (points.last < points.first) points.first = x;
    points.last = x;
  }
  const formulas::Interval found = formulas::occupied_interval(shape, s, d, Admissibility::primer);
  return holds_if(found == points, "the algebra has another interval");
}

/// (A∘B_0, …, A∘B_m). Pre: all modes are admissible.
Outcome<Layout> composite_by_modes(const Layout& a, const Layout& b, Wording wording) {
  Layout all = Layout::flat({}, {});
  for (std::size_t k = 0; k < b.length(); ++k) {
    const auto mode = composite(a, Layout::flat({b.extents()[k]}, {b.strides()[k]}), wording);
    if (!mode) return mode;
    all = as_printed::join(all, *mode);
  }
  return all;
}

/// Whether shape(A) and B are operands of 18 and 19.
bool are_of_18(const Tuple& s, const Layout& b, Wording wording) {
  return !s.empty() && shah::is_positive(b) &&
         (wording == Wording::amended || (is_shape_of_coalesced(s) && is_coalesced(b)));
}

Result check_18(const Tuple& s, const Layout& b, Wording wording) {
  if (!are_of_18(s, b, wording)) return unmet();
  Tuple strides;
  for (std::size_t i = 0; i < s.size(); ++i)
    strides.push_back(static_cast<Int>(3 + 7 * i * i));
  const Layout a = Layout::flat(s, strides);
  const bool admissible = is_admissible(s, b, wording);
  const Outcome<Layout> found = formulas::composition_formula(a, b, Admissibility::primer);
  if (found.has_value() != admissible)
    return fails("admissible: " + yes_or_no(admissible) + ", but A∘B is " + text(found));
  return admissible ? equation(composite_by_modes(a, b, wording), found) : unmet();
}

/// Both sides are linear in the strides of A, as in shah 2.18. So they also agree for all strides
/// with which A is coalesced only if they agree for all: a linear form that vanishes off finitely
/// many hyperplanes is 0.
Result check_functions_agree(const Tuple& s, const Layout& b, Wording wording) {
  return holds_for_all(shah::with_spanning_strides(s), [&](const Layout& a) {
    return shah::is_composite(composite_by_modes(a, b, wording), a, b);
  });
}

Result check_19(const Tuple& s, const Layout& b, Wording wording) {
  if (!are_of_18(s, b, wording) || !is_admissible(s, b, wording)) return unmet();
  return check_functions_agree(s, b, wording);
}

/// As 18, but with [d, d s − 1] ∩ [1, D) for the interval of image.
Result check_19_amended(const Tuple& s, const Layout& b) {
  if (!are_of_18(s, b, Wording::amended)) return unmet();
  for (std::size_t k = 0; k < b.length(); ++k)
    if (!is_admissible(s, b.extents()[k], b.strides()[k], Wording::amended)) return unmet();
  const Exact last = oracle::product(oracle::to_exact(s)) - 1;
  const bool disjoint = shah::have_disjoint_intervals(b, [&](Int extent, Int stride) {
    return shah::ExactInterval{stride, std::min<Exact>(Exact{stride} * extent - 1, last)};
  });
  return disjoint ? check_functions_agree(s, b, Wording::amended) : unmet();
}

Result check_19_two_modes(const Tuple& s, const Layout& b) {
  return b.length() > 2 ? unmet() : check_19(s, b, Wording::amended);
}

// 20 and 21

/// A of one to three components, and a tuple of as many layouts that mostly compose with them.
/// Enumerated are flat and positive ones, of any number.
Domain layout_and_tuple_of_layouts() {
  const Domain pair = layout_and_layout(Ones::some, Admissibility::primer);
  Domain domain = make_domain(
      "a layout, and a tuple of layouts that mostly compose with its components",
      {Sort::layout, Sort::tiler},
      [some = pair.draw, none = layout_and_layout(Ones::none, Admissibility::primer).draw](
          Entropy& entropy, int size) {
        std::vector<Layout> components;
        Tiler::Tuple tilers;
        for (std::size_t i = entropy.between(1, 3); i > 0; --i) {
          const Operands drawn = (entropy.chance(30) ? some : none)(entropy, size / 2);
          components.push_back(layout(drawn, 0));
          tilers.emplace_back(layout(drawn, 1));
        }
        return Operands{Layout::tuple_of(components), Tiler(std::move(tilers))};
      });
  domain.enumerate = [all = pair.enumerate](std::size_t weight, const Visitor& visit) {
    std::vector<Layout> components;
    Tiler::Tuple tilers;
    const std::function<bool(std::size_t)> extend = [&](std::size_t left) {
      if (left == 0)
        return components.empty() || visit({Layout::tuple_of(components), Tiler(tilers)});
      for (std::size_t w = 1; w <= left; ++w) {
        const bool go_on = all(w, [&](const Operands& operands) {
          components.push_back(layout(operands, 0));
          tilers.emplace_back(layout(operands, 1));
          const bool further = extend(left - w);
          components.pop_back();
          tilers.pop_back();
          return further;
        });
        if (!go_on) return false;
      }
      return true;
    };
    // The brackets of both tuples weigh 2.
    return weight < 2 || extend(weight - 2);
  };
  return domain;
}

/// Each component of the by-mode composition against the composite of 18, where that has the
/// function that 19 says.
Result check_20(const Layout& a, const Tiler& tiler, Wording wording) {
  const std::vector<Layout> components = a.modes();
  if (a.is_entry() || tiler.modes() == nullptr || tiler.modes()->size() != components.size())
    return unmet();
  std::vector<Layout> composites;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Layout* b = (*tiler.modes())[i].layout();
    if (b == nullptr) return unmet();
    const Layout outer = algebra::flatten(components[i]);
    const Layout inner = algebra::flatten(*b);
    if (!shah::is_positive(outer) || !are_of_18(outer.extents(), inner, wording) ||
        (wording == Wording::as_printed && !is_coalesced(outer)) ||
        !is_admissible(outer.extents(), inner, wording)) {
      return unmet();
    }
    const Outcome<Layout> composite = composite_by_modes(outer, inner, wording);
    if (!composite) return fails(composite.reason());
    if (shah::is_composite(composite, outer, inner).kind != Result::Kind::holds) return unmet();
    composites.push_back(*composite);
  }
  const Outcome<Layout> found = algebra::composition(a, tiler, Convention::extended);
  return holds_if(found && !found->is_entry() &&
                      std::ranges::equal(found->modes(), composites, as_printed::same_function),
                  [&] { return "by mode it is " + text(found); });
}

/// A, B, M, where B mostly divides A, and M is mostly size(A).
Domain divisible_with_number(Ones ones) {
  return extended(
      layout_and_divisor(ones, Admissibility::primer),
      "A, B, M, where B mostly divides A, and M is mostly size(A)", Sort::positive,
      [](Entropy& entropy, int, const Operands& before) -> Value {
        const Int size = algebra::size(layout(before, 0));
        if (!entropy.chance(30)) return size;
        const Layout& b = layout(before, 1);
        Int number = 1;
        for (std::size_t k = 0; k < b.length(); ++k)
          number = std::max(number, checked_multiply(b.extents()[k], b.strides()[k]));
        return checked_multiply(number, static_cast<Int>(entropy.between(1, 6)));
      },
      any(Sort::positive));
}

/// What M may be.
enum class Number { any, size_of_a };

Result check_21(const Layout& a, const Layout& b, Int m, Number number, Wording wording) {
  if (!shah::is_positive(a) || (number == Number::size_of_a && oracle::size(a) != m) ||
      !shah::admits_complement(b, m) || !are_of_18(a.extents(), b, wording) ||
      (wording == Wording::as_printed && !is_coalesced(a)) ||
      !is_admissible(a.extents(), b, wording)) {
    return unmet();
  }
  const Layout both = as_printed::join(b, shah::complement(b, m));
  if (!is_admissible(a.extents(), both, wording))
    return fails("A and " + to_string(both) + " are not admissible for composition");
  const Outcome<Layout> quotient = composite_by_modes(a, both, wording);
  return shah::is_composite(quotient, a, both).then([&] {
    return number == Number::any
               ? holds()
               : equation(quotient, formulas::division_formula(a, b, Admissibility::primer));
  });
}

/// The enumerated operands of the first, drawn as those of the second are.
Domain drawn_as(Domain domain, const Domain& other) {
  domain.draw = other.draw;
  return domain;
}

}  // namespace

std::vector<Binding> primer_composition() {
  const Domain factors = factors_and_divisor(Ones::some);
  const Domain mode = shape_and_mode(Ones::some, Admissibility::primer);
  const Domain with_mode = layout_and_mode(Ones::some, Admissibility::primer);
  const Domain several = shape_and_layout(Ones::some, Admissibility::primer, 2);
  const Domain divisible = divisible_with_number(Ones::some);
  // Where layouts have to be coalesced, few operands with an extent 1 are drawn.
  const Domain coalesced_mode = drawn_as(mode, shape_and_mode(Ones::none, Admissibility::shah));
  const Domain coalesced_with_mode =
      drawn_as(with_mode, layout_and_mode(Ones::none, Admissibility::primer));
  const Domain coalesced_several =
      make_domain("a shape and a layout, mostly admissible and coalesced",
                  {Sort::flat_shape, Sort::flat_layout},
                  shape_and_layout(Ones::none, Admissibility::primer, 2).draw);
  const Domain coalesced_divisible = drawn_as(divisible, divisible_with_number(Ones::none));
  const Domain components = layout_and_tuple_of_layouts();
  const std::vector<Binding> from_slides = slides();
  const Binding& product = *std::ranges::find(from_slides, "slides.6", &Binding::id);
  return {
      {"primer.12", factors, check_12},
      {"primer.13", factors, check_13},
      {"primer.14", coalesced_mode, with(check_14, Wording::as_printed)},
      {"primer.14.amended", mode, with(check_14, Wording::amended)},
      {"primer.15", coalesced_with_mode, with(check_15, Wording::as_printed)},
      {"primer.15.amended", with_mode, with(check_15, Wording::amended)},
      {"primer.16", coalesced_with_mode, with(check_16, Wording::as_printed)},
      {"primer.16.amended", with_mode, with(check_16, Wording::amended)},
      {"primer.17", mode, check_17},
      {"primer.18", coalesced_several, with(check_18, Wording::as_printed)},
      {"primer.18.amended", several, with(check_18, Wording::amended)},
      {"primer.19", coalesced_several, with(check_19, Wording::as_printed)},
      {"primer.19.amended", several, check_19_amended},
      {"primer.19.amended.2", several, check_19_two_modes},
      {"primer.20", components, with(check_20, Wording::as_printed)},
      {"primer.20.amended", with(check_20, Wording::amended)},
      {"primer.21", coalesced_divisible, with(check_21, Number::any, Wording::as_printed)},
      {"primer.21.amended", divisible, with(check_21, Number::size_of_a, Wording::amended)},
      {"primer.22", product.domain, product.check},
  };
}

}  // namespace layoutcheck::properties
