// The statements on tractable flat layouts (colfax 2.1.8).
#include "as_printed/compact.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/complement.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using as_printed::is_tractable;
using as_printed::flat::is_bijective;

/// Tractable without sorting: of any two entries of stride above 0, the one that comes first by
/// stride, then extent, ends where the stride of the other is a multiple. From neighbours this
/// follows by transitivity, as s·d is a multiple of d.
bool is_tractable_by_pairs(const Layout& l) {
  for (std::size_t i = 0; i < l.length(); ++i) {
    for (std::size_t j = 0; j < l.length(); ++j) {
      const auto key = [&](std::size_t k) { return std::tuple(l.strides()[k], l.extents()[k], k); };
      if (i == j || l.strides()[i] == 0 || key(i) > key(j)) continue;
      if (Exact{l.strides()[j]} % (Exact{l.extents()[i]} * l.strides()[i]) != 0) return false;
    }
  }
  return true;
}

Result check_2_1_8_1(const Layout& l) {
  return agree<bool>({{"tractable", is_tractable(l)},
                      {"the algebra", algebra::is_tractable(l)},
                      {"by pairs of entries", is_tractable_by_pairs(l)}});
}

/// L is tractable if it has the property.
Check tractable_if(bool (*has_property)(const Layout&)) {
  return given(has_property, [](const Layout& l) {
    return holds_if(is_tractable(l) && algebra::is_tractable(l), "it is not tractable");
  });
}

bool is_complementable(const Layout& l) {
  return as_printed::is_complementable(l);
}

bool is_nondegenerate(const Layout& l) {
  return oracle::is_nondegenerate(l);
}

Domain rank_one() {
  return make_domain("a flat layout, mostly of rank 1", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       if (entropy.chance(10)) return {draw_layout(entropy, size, true)};
                       const auto stride = static_cast<Int>(entropy.below(40));
                       return {Layout::flat({draw_extent(entropy, size)}, {stride})};
                     });
}

Domain one_nonzero_stride() {
  return make_domain("a flat layout, mostly with one stride above 0", {Sort::flat_layout},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout l = draw_layout(entropy, size, true);
                       Tuple stride(l.length(), 0);
                       if (!stride.empty())
                         stride[entropy.below(stride.size())] =
                             static_cast<Int>(entropy.between(1, 40));
                       const Layout found = Layout::flat(l.extents(), std::move(stride));
                       return {entropy.chance(15) ? perturb(entropy, found) : found};
                     });
}

/// A flat layout, mostly tractable, and an increasing list of indices.
Domain restricted_tractable() {
  return make_domain("a flat layout, mostly tractable, and indices",
                     {Sort::flat_layout, Sort::flat_tuple},
                     [](Entropy& entropy, int size) -> Operands {
                       const Layout l = draw_tractable(entropy, size, true);
                       Tuple indices;
                       for (std::size_t i = 0; i < l.length(); ++i)
                         if (entropy.chance(60)) indices.push_back(static_cast<Int>(i));
                       return {entropy.chance(15) ? perturb(entropy, l) : l,
                               NestedTuple::flat(std::move(indices))};
                     });
}

/// The restriction of L to the entries of which this is true.
Layout where(const Layout& l, bool (*wanted)(Int extent, Int stride)) {
  Tuple indices;
  for (std::size_t i = 0; i < l.length(); ++i)
    if (wanted(l.extents()[i], l.strides()[i])) indices.push_back(static_cast<Int>(i));
  return *oracle::select(l, indices);
}

Result check_2_1_8_8(const Layout& l, const NestedTuple& indices) {
  const Outcome<Layout> restricted = algebra::restrict(l, indices.entries());
  if (!restricted || !is_tractable(l)) return unmet();
  if (*restricted != *oracle::select(l, indices.entries()))
    return fails("L|_I is not " + to_string(*restricted));
  if (algebra::squeeze(l) != where(l, [](Int extent, Int) { return extent > 1; }) ||
      algebra::filter(l) != where(l, [](Int, Int stride) { return stride > 0; })) {
    return fails("squeeze(L) or filter(L) is no restriction of L");
  }
  for (const Layout& part : {*restricted, algebra::squeeze(l), algebra::filter(l)})
    if (!is_tractable(part) || !algebra::is_tractable(part))
      return fails(to_string(part) + " is not tractable");
  return holds();
}

Result check_2_1_8_10(const Layout& l) {
  if (!is_tractable(l)) return unmet();
  const auto complementable = [](const Layout& part) {
    return as_printed::is_complementable(part) && as_printed::is_complementable_amended(part) &&
           algebra::is_complementable(part);
  };
  if (std::ranges::count(l.strides(), 0) == 0 && !complementable(l))
    return fails("no stride is 0, but L is not complementable");
  const Layout filtered = algebra::filter(l);
  return holds_if(complementable(filtered),
                  [&] { return to_string(filtered) + " is not complementable"; });
}

Result check_2_1_8_11(const Layout& l) {
  const Layout filtered = where(l, [](Int, Int stride) { return stride > 0; });
  return agree<bool>({{"L is tractable", is_tractable(l)},
                      {"sort(L) is tractable", is_tractable(oracle::sort(l))},
                      {"filter(L) is tractable", is_tractable(filtered)},
                      {"filter(L) is complementable", as_printed::is_complementable(filtered)},
                      {"as amended", as_printed::is_complementable_amended(filtered)}});
}

}  // namespace

std::vector<Binding> colfax_2_1_8() {
  const Domain flat = layouts(Nesting::flat);
  const Domain compact = as_printed::flat::compact_layouts();
  const Domain complementable = complementable_layouts(Nesting::flat);
  const Domain tractable = tractable_layouts(Nesting::flat);
  const Check check_2_1_8_5 = tractable_if(is_bijective);
  const Check check_2_1_8_7 = tractable_if(is_complementable);
  return {
      {"colfax.2.1.8.1", tractable, check_2_1_8_1},
      {"colfax.2.1.8.2", rank_one(), tractable_if([](const Layout& l) { return l.length() == 1; })},
      {"colfax.2.1.8.3", as_printed::flat::major_layouts(true),
       tractable_if(as_printed::is_column_major)},
      {"colfax.2.1.8.4", as_printed::flat::major_layouts(false),
       tractable_if(as_printed::is_row_major)},
      {"colfax.2.1.8.5", compact, check_2_1_8_5},
      {"colfax.2.1.8.5.amended", given(is_nondegenerate, check_2_1_8_5)},
      {"colfax.2.1.8.6", one_nonzero_stride(), tractable_if([](const Layout& l) {
         const auto zeros = std::ranges::count(l.strides(), 0);
         return zeros + 1 == static_cast<std::ptrdiff_t>(l.length());
       })},
      {"colfax.2.1.8.7", complementable, check_2_1_8_7},
      {"colfax.2.1.8.7.amended", given(is_nondegenerate, check_2_1_8_7)},
      {"colfax.2.1.8.8", restricted_tractable(), check_2_1_8_8},
      {"colfax.2.1.8.10", tractable, check_2_1_8_10},
      {"colfax.2.1.8.11", flat, check_2_1_8_11},
      {"colfax.2.1.8.11.amended", given(is_nondegenerate, check_2_1_8_11)},
  };
}

}  // namespace layoutcheck::properties
