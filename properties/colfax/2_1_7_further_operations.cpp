// The statements on further operations on flat layouts (colfax 2.1.7). Operands of a composite come
// outer first: B, A for B∘A.
#include "as_printed/compact.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/product.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::is_complementable_by_letter;
using as_printed::limits;
using as_printed::Wording;
using as_printed::flat::value;

Layout flattened(const Layout& l) {
  return Layout::flat(l.extents(), l.strides());
}

// Composition

/// Whether Φ_A takes its values in the domain of Φ_B, without which there is no composite.
bool lies_inside(const Layout& b, const Layout& a) {
  return oracle::cosize(a) <= oracle::size(b);
}

/// Φ_B∘Φ_A. Pre: lies_inside(b, a).
Tuple composed(const Layout& b, const Layout& a) {
  Tuple values;
  for (Int x = 0, n = as_printed::flat::points(a); x < n; ++x)
    values.push_back(value(b, value(a, x)));
  return values;
}

/// Whether C is the composition B∘A: the three conditions of 2.1.7.1.
bool is_composition(const Layout& c, const Layout& b, const Layout& a) {
  return oracle::is_nondegenerate(c) && c.extents() == a.extents() && lies_inside(b, a) &&
         as_printed::table(c) == composed(b, a);
}

/// Every flat C that 2.1.7.1 calls the composition of A and B. The stride of an entry of extent 1
/// is 0; that of another entry is a value of Φ_C, and so each value of Φ_B∘Φ_A is tried for it.
std::vector<Layout> compositions(const Layout& b, const Layout& a) {
  if (!lies_inside(b, a)) return {};
  const Tuple values = composed(b, a);
  const auto at = [&](Int x) { return values[static_cast<std::size_t>(x)]; };
  Tuple candidates = values;
  std::ranges::sort(candidates);
  candidates.erase(std::ranges::unique(candidates).begin(), candidates.end());
  std::vector<Layout> found;
  Tuple stride;
  const std::function<void(Int)> extend = [&](Int start) {
    const std::size_t i = stride.size();
    if (i == a.length()) {
      if (values.front() == 0) found.push_back(Layout::flat(a.extents(), stride));
      return;
    }
    const Int extent = a.extents()[i];
    for (const Int d : extent == 1 ? Tuple{0} : candidates) {
      bool fits = true;
      for (Int x = start; fits && x < start * extent; ++x) {
        Int step = 0;
        fits = !__builtin_mul_overflow(x / start, d, &step) && at(x) - at(x % start) == step;
      }
      if (!fits) continue;
      stride.push_back(d);
      extend(start * extent);
      stride.pop_back();
    }
  };
  extend(1);
  return found;
}

Result check_2_1_7_1(const Layout& b, const Layout& a) {
  const std::vector<Layout> found = compositions(b, a);
  if (found.size() > 1) {
    return fails("both " + to_string(found[0]) + " and " + to_string(found[1]) +
                 " satisfy the conditions");
  }
  const Outcome<Layout> composite = algebra::flat_composition(b, a);
  if (composite && !is_composition(*composite, b, a))
    return fails(text(composite) + " does not satisfy the conditions");
  return agree<Layout>({{"the only one to satisfy the conditions",
                         found.empty() ? Outcome<Layout>(Undefined{"none"}) : found.front()},
                        {"the algebra", composite},
                        {"the table of the composite", as_printed::flat_composite(b, a)}});
}

/// The values of Φ_A are below size(B), so that Φ_A^{size(B)} exists, exactly if cosize(A) ≤
/// size(B); and a composite has the size of A.
Result check_2_1_7_2(const Layout& b, const Layout& a) {
  const Exact greatest = std::ranges::max(as_printed::table(a));
  if ((greatest < oracle::size(b)) != lies_inside(b, a))
    return fails("the greatest value of Φ_A is " + text(greatest));
  const Outcome<Layout> composite = algebra::flat_composition(b, a);
  if (!composite) return unmet();
  return holds_if(oracle::size(*composite) == oracle::size(a) && greatest < oracle::size(b),
                  [&] { return "the composite is " + text(composite); });
}

/// B∘A = C, by the definition and in the algebra.
Result composes_to(const Layout& b, const Layout& a, const Layout& c) {
  const Outcome<Layout> composite = algebra::flat_composition(b, a);
  if (!is_composition(c, b, a))
    return fails("it is not " + to_string(c) + ", but " + text(composite));
  return agree<Layout>({{"C", c}, {"the algebra", composite}});
}

/// A flat layout that is mostly non-degenerate.
Layout draw_nondegenerate(Entropy& entropy, int size) {
  const Layout drawn = draw_layout(entropy, size, true);
  Tuple stride = drawn.strides();
  for (std::size_t i = 0; i < stride.size(); ++i)
    if (drawn.extents()[i] == 1 && entropy.chance(90)) stride[i] = 0;
  return Layout::flat(drawn.extents(), std::move(stride));
}

/// (t):(e), A with t ≥ cosize(A), mostly; A is mostly non-degenerate.
Domain single_entry_after_layout() {
  return make_domain(
      "a flat layout of rank 1 after a flat layout", std::vector(2, Sort::flat_layout),
      [](Entropy& entropy, int size) -> Operands {
        Layout a = draw_nondegenerate(entropy, size);
        Int t = oracle::to_int(oracle::cosize(a));
        t = entropy.chance(8) && t > 1 ? t - 1 : checked_add(t, static_cast<Int>(entropy.below(4)));
        const auto e = static_cast<Int>(entropy.below(13));
        return {Layout::flat({t}, {e}), std::move(a)};
      });
}

Result check_2_1_7_3(const Layout& b, const Layout& a, Wording wording) {
  if (b.length() != 1 || !oracle::is_nondegenerate(a) || b.extents()[0] < oracle::cosize(a))
    return unmet();
  const Int factor = wording == Wording::as_printed ? b.extents()[0] : b.strides()[0];
  Tuple stride;
  for (const Int d : a.strides())
    stride.push_back(checked_multiply(factor, d));
  return composes_to(b, a, Layout::flat(a.extents(), std::move(stride)));
}

Domain layout_after_zero_strides() {
  return make_domain("a flat layout after one whose strides are 0",
                     std::vector(2, Sort::flat_layout), [](Entropy& entropy, int size) -> Operands {
                       const Layout a = draw_layout(entropy, size, true);
                       const Layout zero = Layout::flat(a.extents(), Tuple(a.length(), 0));
                       return {draw_layout(entropy, size, true),
                               entropy.chance(15) ? perturb(entropy, zero) : zero};
                     });
}

Result check_2_1_7_4(const Layout& b, const Layout& a) {
  if (std::ranges::count(a.strides(), 0) != static_cast<std::ptrdiff_t>(a.length())) return unmet();
  return composes_to(b, a, a);
}

/// A column-major layout B, mostly with size(B) ≥ cosize(A), and A, mostly non-degenerate.
Domain column_major_after_layout() {
  return make_domain("a column-major flat layout after a flat layout",
                     std::vector(2, Sort::flat_layout), [](Entropy& entropy, int size) -> Operands {
                       Layout a = draw_nondegenerate(entropy, size);
                       Tuple shape = draw_extents(entropy, size);
                       const Exact within = oracle::product(oracle::to_exact(shape));
                       if (entropy.chance(92))
                         shape.push_back(oracle::to_int((oracle::cosize(a) + within - 1) / within));
                       const Layout b = algebra::column_major(NestedTuple::flat(std::move(shape)));
                       return {entropy.chance(8) ? perturb(entropy, b) : b, std::move(a)};
                     });
}

Result check_2_1_7_5(const Layout& b, const Layout& a, Wording wording) {
  if (!as_printed::is_column_major(b) || !lies_inside(b, a) ||
      (wording == Wording::amended && !oracle::is_nondegenerate(a))) {
    return unmet();
  }
  return composes_to(b, a, a);
}

/// B', B, A, where B' and B mostly have the same function.
Domain same_function_after_layout() {
  return make_domain("two flat layouts of the same function after a flat layout",
                     std::vector(3, Sort::flat_layout), [](Entropy& entropy, int size) -> Operands {
                       Layout b = draw_layout(entropy, size, true);
                       Layout other = draw_same_function(entropy, b, true);
                       const Layout a =
                           flattened(entropy.chance(80) ? draw_composable(entropy, b)
                                                        : draw_layout(entropy, size / 2, true));
                       return {entropy.chance(10) ? perturb(entropy, other) : std::move(other),
                               std::move(b), entropy.chance(15) ? perturb(entropy, a) : a};
                     });
}

Result check_2_1_7_7(const Layout& other, const Layout& b, const Layout& a) {
  if (!as_printed::same_function(other, b)) return unmet();
  if (compositions(other, a) != compositions(b, a))
    return fails("B'∘A and B∘A are other layouts by the definition");
  return agree<Layout>(
      {{"B'∘A", algebra::flat_composition(other, a)}, {"B∘A", algebra::flat_composition(b, a)}});
}

/// A flat layout is a layout of depth 1, and if the flat B∘A exists, so does B∘A.
Result check_2_1_7_8(const Layout& b, const Layout& a) {
  if (algebra::depth(a) != 1) return fails("the depth of A is not 1");
  const Outcome<Layout> flat = algebra::flat_composition(b, a);
  if (!flat) return unmet();
  const Outcome<Layout> nested = algebra::composition(b, a, Convention::strict);
  return holds_if(nested && as_printed::table(*nested) == composed(b, a), [&] {
    return "the flat composite is " + text(flat) + ", the composite is " + text(nested);
  });
}

// Flat division and flat products

/// A∘(B ⋆ comp♭(B, size(A))) in the sense of 2.1.7.1. Undefined if B is not size(A)-complementable
/// by the letter of 2.1.6.25.
Outcome<Layout> divided_as_printed(const Layout& a, const Layout& b) {
  const Int number = as_printed::flat::size(a);
  if (!is_complementable_by_letter(b, number))
    return Undefined{to_string(b) + " is not " + std::to_string(number) + "-complementable"};
  const Outcome<Layout> rest = as_printed::flat_complement(b, number);
  if (!rest) return rest;
  return as_printed::flat_composite(a, as_printed::join(b, *rest));
}

Result check_2_1_7_9(const Layout& a, const Layout& b) {
  if (!is_complementable_by_letter(b, as_printed::flat::size(a))) return unmet();
  const Outcome<Layout> quotient = divided_as_printed(a, b);
  return holds_if(quotient.has_value(), [&] { return "A∘(B ⋆ B^c) is " + text(quotient); });
}

Outcome<Layout> flattened(const Outcome<Layout>& l) {
  return l ? Outcome<Layout>(flattened(*l)) : l;
}

Result check_2_1_7_9_amended(const Layout& a, const Layout& b) {
  const Int number = as_printed::flat::size(a);
  const Outcome<Layout> quotient = algebra::colfax_flat_divide(a, b);
  if (!as_printed::is_complementable(b, number)) {
    return quotient
               ? fails("B is not size(A)-complementable, but the algebra says " + text(quotient))
               : unmet();
  }
  const Outcome<Layout> rest = as_printed::flat_complement(b, number);
  if (!rest) return fails("comp♭(B, size(A)) is " + text(rest));
  const Outcome<Layout> printed = as_printed::flat_composite(a, as_printed::join(b, *rest));
  if (printed && (!quotient || *quotient != *printed)) {
    return fails("the flat composite " + text(printed) + " exists, but the algebra says " +
                 text(quotient));
  }
  return agree<Layout>(
      {{"the algebra", quotient},
       {"(A∘(B ⋆ B^c))♭", flattened(as_printed::composite(a, as_printed::join(b, *rest)))}});
}

Result check_2_1_7_12(const Layout& a) {
  return agree<Layout>({{"A ⊘♭ ():()", divided_as_printed(a, Layout())}, {"A", a}});
}

Result check_2_1_7_12_amended(const Layout& a) {
  return agree<Layout>({{"A ⊘♭ ():()", algebra::colfax_flat_divide(a, Layout())},
                        {"coal♭(A)", oracle::to_layout(oracle::flat_coalesce(a, limits))}});
}

/// A and B, where A mostly has a complement for size(A)·cosize(B): B is mostly compact, of a size
/// that is a multiple of what a complement of A needs.
Domain flat_multipliable() {
  return make_domain("two flat layouts that mostly have a flat product",
                     std::vector(2, Sort::flat_layout), [](Entropy& entropy, int size) -> Operands {
                       Int number = 1;
                       const Layout a = draw_complementable(entropy, size, number, true);
                       const Int within = number / as_printed::flat::size(a) *
                                          static_cast<Int>(entropy.between(1, 3));
                       Tuple shape;
                       Tuple stride;
                       const Tuple factors = draw_factors(entropy, std::max<Int>(within, 1));
                       const Layout chain = algebra::column_major(NestedTuple::flat(factors));
                       for (std::size_t i : entropy.permutation(factors.size())) {
                         shape.push_back(chain.extents()[i]);
                         stride.push_back(chain.strides()[i]);
                       }
                       const Layout b = Layout::flat(std::move(shape), std::move(stride));
                       return {a, entropy.chance(20) ? perturb(entropy, b) : b};
                     });
}

/// A ⋆ (A^c∘B) for A^c = comp♭(A, size(A)·cosize(B)), in the sense of 2.1.7.1. Undefined if A is
/// not complementable for that number by the letter of 2.1.6.25.
Outcome<Layout> multiplied_as_printed(const Layout& a, const Layout& b) {
  const Int number = as_printed::product_number(a, b);
  if (!is_complementable_by_letter(a, number))
    return Undefined{to_string(a) + " is not " + std::to_string(number) + "-complementable"};
  const Outcome<Layout> rest = as_printed::flat_complement(a, number);
  if (!rest) return rest;
  const Outcome<Layout> composite = as_printed::flat_composite(*rest, b);
  return composite ? Outcome<Layout>(as_printed::join(a, *composite)) : composite;
}

Result check_2_1_7_13(const Layout& a, const Layout& b) {
  if (!is_complementable_by_letter(a, as_printed::product_number(a, b))) return unmet();
  const Outcome<Layout> product = multiplied_as_printed(a, b);
  return holds_if(product.has_value(), [&] { return "A ⋆ (A^c∘B) is " + text(product); });
}

/// The least N ≥ size(A)·cosize(B) for which A is N-complementable, found by trying one after the
/// other; 0 if there is none up to the next multiple of s_m d_m. Throws LimitReached, and Overflow.
Int least_number(const Layout& a, const Layout& b) {
  const Int first = as_printed::product_number(a, b);
  const Exact last = as_printed::last_end(a);
  oracle::charge(last, limits, "the numbers that may have a complement");
  for (Int n = first; n < checked_add(first, std::max<Int>(oracle::to_int(last), 1)); ++n)
    if (as_printed::is_complementable(a, n)) return n;
  return 0;
}

Result check_2_1_7_13_amended(const Layout& a, const Layout& b) {
  const Outcome<Layout> product = algebra::colfax_flat_product(a, b);
  const Int number = least_number(a, b);
  if (number == 0) {
    return product ? fails("A is not complementable, but the algebra says " + text(product))
                   : unmet();
  }
  const Outcome<Layout> printed = multiplied_as_printed(a, b);
  if (printed && (!product || *product != *printed)) {
    return fails("by the letter it is " + text(printed) + ", but the algebra says " +
                 text(product));
  }
  const Outcome<Layout> rest = as_printed::flat_complement(a, number);
  if (!rest) return fails("comp♭(A, N) is " + text(rest));
  const Outcome<Layout> composite = as_printed::composite(*rest, b);
  return agree<Layout>(
      {{"the algebra", product},
       {"A ⋆ (A^c∘B)", composite ? Outcome<Layout>(as_printed::join(a, *composite)) : composite}});
}

Result check_2_1_7_16(const Layout& a) {
  return agree<Layout>({{"A ⊗♭ ():()", multiplied_as_printed(a, Layout())}, {"A", a}});
}

Result check_2_1_7_16_amended(const Layout& a) {
  if (!as_printed::flat::has_complement(a)) return unmet();
  return agree<Layout>({{"A ⊗♭ ():()", algebra::colfax_flat_product(a, Layout())}, {"A", a}});
}

}  // namespace

std::vector<Binding> colfax_2_1_7() {
  const Domain composable = composable_layouts(Nesting::flat);
  const Domain divisible = divisible_layouts(Nesting::flat);
  const Domain multipliable = flat_multipliable();
  const Domain single = single_entry_after_layout();
  const Domain column_major = column_major_after_layout();
  const Domain flat = layouts(Nesting::flat);
  const Domain complementable = complementable_layouts(Nesting::flat);

  return {
      {"colfax.2.1.7.1", composable, check_2_1_7_1},
      {"colfax.2.1.7.2", composable, check_2_1_7_2},
      {"colfax.2.1.7.3", single, with(check_2_1_7_3, Wording::as_printed)},
      {"colfax.2.1.7.3.amended", with(check_2_1_7_3, Wording::amended)},
      {"colfax.2.1.7.4", layout_after_zero_strides(), check_2_1_7_4},
      {"colfax.2.1.7.5", column_major, with(check_2_1_7_5, Wording::as_printed)},
      {"colfax.2.1.7.5.amended", with(check_2_1_7_5, Wording::amended)},
      {"colfax.2.1.7.7", same_function_after_layout(), check_2_1_7_7},
      {"colfax.2.1.7.8", composable, check_2_1_7_8},
      {"colfax.2.1.7.9", divisible, check_2_1_7_9},
      {"colfax.2.1.7.9.amended", check_2_1_7_9_amended},
      {"colfax.2.1.7.12", flat, check_2_1_7_12},
      {"colfax.2.1.7.12.amended", check_2_1_7_12_amended},
      {"colfax.2.1.7.13", multipliable, check_2_1_7_13},
      {"colfax.2.1.7.13.amended", check_2_1_7_13_amended},
      {"colfax.2.1.7.16", complementable, check_2_1_7_16},
      {"colfax.2.1.7.16.amended", check_2_1_7_16_amended},
  };
}

}  // namespace layoutcheck::properties
