// The statements on compact flat layouts (colfax 2.1.5).
#include "as_printed/compact.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>

#include <algorithm>
#include <numeric>

namespace layoutcheck::properties {

namespace {

using as_printed::flat::is_bijective;

/// A flat layout in which mostly an entry of extent above 1 has stride 0.
Domain layouts_with_any_stride_zero() {
  return make_domain("a flat layout, mostly with a stride 0 on an extent above 1",
                     {Sort::flat_layout}, [](Entropy& entropy, int size) -> Operands {
                       const Layout l = entropy.chance(50)
                                            ? as_printed::flat::draw_compact(entropy, size)
                                            : draw_layout(entropy, size, true);
                       if (l.length() == 0) return {l};
                       Tuple stride = l.strides();
                       stride[entropy.below(stride.size())] = 0;
                       return {Layout::flat(l.extents(), std::move(stride))};
                     });
}

Result check_2_1_5_1(const Layout& l) {
  return agree<bool>({{"Φ_L is a bijection", is_bijective(l)},
                      {"the algebra", algebra::is_compact(l)},
                      {"by the entries", oracle::is_compact_by_radix(l)}});
}

Result check_2_1_5_5(const Layout& l) {
  bool repeats = false;
  for (std::size_t i = 0; i < l.length(); ++i)
    repeats = repeats || (l.extents()[i] > 1 && l.strides()[i] == 0);
  if (!repeats) return unmet();
  return holds_if(!is_bijective(l) && !algebra::is_compact(l), "it is compact");
}

/// Extends σ(1), …, σ(i − 1), whose extents have this product, by every σ(i) with d_σ(i) = s_σ(1) ⋯
/// s_σ(i−1).
bool extend_to_order(const Layout& l, Tuple& sigma, const Exact& product) {
  if (sigma.size() == l.length()) return true;
  for (std::size_t i = 0; i < l.length(); ++i) {
    const auto index = static_cast<Int>(i);
    if (l.strides()[i] != product || std::ranges::count(sigma, index) != 0) continue;
    sigma.push_back(index);
    if (extend_to_order(l, sigma, product * l.extents()[i])) return true;
    sigma.pop_back();
  }
  return false;
}

/// Whether L^σ is column-major for some σ; every σ is tried.
bool some_order_is_column_major(const Layout& l) {
  Tuple sigma(l.length());
  std::iota(sigma.begin(), sigma.end(), 0);
  do {
    if (algebra::is_column_major(*algebra::permute(l, sigma))) return true;
  } while (std::ranges::next_permutation(sigma).found);
  return false;
}

Result check_2_1_5_6(const Layout& l) {
  const bool compact = is_bijective(l);
  const Layout squeezed = algebra::squeeze(l);
  Tuple sigma;
  const bool ordered = extend_to_order(squeezed, sigma, 1);
  if (compact != ordered)
    return fails("compact: " + yes_or_no(compact) + ", σ exists: " + yes_or_no(ordered));
  if (ordered && !algebra::is_column_major(*algebra::permute(squeezed, sigma)))
    return fails("squeeze(L)^σ is not column-major for σ = " + to_string(NestedTuple::flat(sigma)));
  constexpr std::size_t few = 4;
  return holds_if(squeezed.length() > few || some_order_is_column_major(squeezed) == compact, [&] {
    return "compact: " + yes_or_no(compact) +
           ", but among the squeeze(L)^σ a column-major one: " + yes_or_no(!compact);
  });
}

Result check_2_1_5_7(const Layout& l) {
  if (algebra::squeeze(algebra::sort(l)) != algebra::sort(algebra::squeeze(l)))
    return fails("squeeze(sort(L)) is not sort(squeeze(L)), which the proof uses");
  return agree<bool>({{"L", is_bijective(l)},
                      {"coal♭(L)", is_bijective(algebra::flat_coalesce(l))},
                      {"squeeze(L)", is_bijective(algebra::squeeze(l))},
                      {"sort(L)", is_bijective(algebra::sort(l))}});
}

}  // namespace

std::vector<Binding> colfax_2_1_5() {
  const Domain compact = as_printed::flat::compact_layouts();
  return {
      {"colfax.2.1.5.1", compact, check_2_1_5_1},
      {"colfax.2.1.5.2", as_printed::flat::major_layouts(true),
       [](const Layout& l) {
         if (!as_printed::is_column_major(l)) return unmet();
         return holds_if(is_bijective(l) && algebra::is_compact(l), "it is not compact");
       }},
      {"colfax.2.1.5.3", as_printed::flat::major_layouts(false),
       [](const Layout& l) {
         if (!as_printed::is_row_major(l)) return unmet();
         return holds_if(is_bijective(l) && algebra::is_compact(l), "it is not compact");
       }},
      {"colfax.2.1.5.5", layouts_with_any_stride_zero(), check_2_1_5_5},
      {"colfax.2.1.5.6", compact, check_2_1_5_6},
      {"colfax.2.1.5.7", compact, check_2_1_5_7},
  };
}

}  // namespace layoutcheck::properties
