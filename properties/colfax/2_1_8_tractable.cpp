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

std::vector<Statement> colfax_2_1_8() {
  const Domain flat = layouts(Nesting::flat);
  const Domain compact = as_printed::flat::compact_layouts();
  const Domain complementable = complementable_layouts(Nesting::flat);
  const Domain tractable = tractable_layouts(Nesting::flat);
  const Check check_2_1_8_5 = tractable_if(is_bijective);
  const Check check_2_1_8_7 = tractable_if(is_complementable);
  return {
      {.id = "colfax.2.1.8.1",
       .kind = "Definition",
       .says = "L with sort(L) = s:d is tractable if, for 1 ≤ i < m, d_i = 0 or s_i d_i divides "
               "d_{i+1}.",
       .domain = tractable,
       .check = check_2_1_8_1,
       .remark = "Compared with the algebra's predicate, and with a condition on pairs of entries "
                 "of L itself."},
      statement("colfax.2.1.8.2", "Example",
                "(12):(17) is tractable; so is every flat layout of rank 1.", rank_one(),
                tractable_if([](const Layout& l) { return l.length() == 1; })),
      statement("colfax.2.1.8.3", "Example",
                "(2,4,32):(1,2,8) is tractable; so is every column-major layout.",
                as_printed::flat::major_layouts(true), tractable_if(as_printed::is_column_major)),
      statement("colfax.2.1.8.4", "Example",
                "(2,4,32):(128,32,1) is tractable; so is every row-major layout.",
                as_printed::flat::major_layouts(false), tractable_if(as_printed::is_row_major)),
      {.id = "colfax.2.1.8.5",
       .kind = "Example",
       .says = "(3,3,1,3,3,1,3):(81,1,0,9,3,0,27) is tractable; so is every compact layout.",
       .domain = compact,
       .check = check_2_1_8_5,
       .counterexample = "colfax.2.1.8.5((1,1):(2,3)) = false",
       .remark = "An entry of extent 1 may have any stride in a compact layout, but counts for "
                 "tractability: 2.1.8.1 sorts L, not squeeze(L).",
       .change = "Suppose that L is non-degenerate."},
      amendment("colfax.2.1.8.5.amended", "Every non-degenerate compact layout is tractable.",
                given(is_nondegenerate, check_2_1_8_5)),
      statement(
          "colfax.2.1.8.6", "Example",
          "(3,7,7):(0,15,0) is tractable; so is every flat layout with exactly one stride above 0.",
          one_nonzero_stride(), tractable_if([](const Layout& l) {
            const auto zeros = std::ranges::count(l.strides(), 0);
            return zeros + 1 == static_cast<std::ptrdiff_t>(l.length());
          })),
      {.id = "colfax.2.1.8.7",
       .kind = "Example",
       .says = "(2,2,2,2):(1,2048,16,64) is tractable; so is every complementable flat layout.",
       .domain = complementable,
       .check = check_2_1_8_7,
       .counterexample = "colfax.2.1.8.7((1,1):(2,3)) = false",
       .remark = "Complementability looks at squeeze(A), tractability does not. A layout that is "
                 "complementable by the letter of 2.1.6.11 alone has no stride above 0 in "
                 "squeeze(A), and is tractable if it is non-degenerate.",
       .change = "Suppose that L is non-degenerate.",
       .uses = {"colfax.2.1.6.11"}},
      amendment("colfax.2.1.8.7.amended",
                "Every non-degenerate flat layout that is complementable, in the sense of 2.1.6.11 "
                "or as amended, is tractable.",
                given(is_nondegenerate, check_2_1_8_7)),
      {.id = "colfax.2.1.8.8",
       .kind = "Example",
       .says = "If L is tractable, so are its restrictions L|_I, squeeze(L) and filter(L).",
       .domain = restricted_tractable(),
       .check = check_2_1_8_8,
       .remark = "Also checked: squeeze(L) and filter(L) are restrictions of L."},
      example("colfax.2.1.8.9",
              "(4,8):(3,3) is not tractable, although it is (4):(3) ⋆ (8):(3), both tractable."),
      {.id = "colfax.2.1.8.10",
       .kind = "Observation",
       .says = "A tractable flat layout without a stride 0 is complementable; if L is tractable, "
               "filter(L) is complementable.",
       .domain = tractable,
       .check = check_2_1_8_10,
       .remark = "Without strides 0, 2.1.6.11 says the same by its letter and as amended.",
       .uses = {"colfax.2.1.6.11"}},
      {.id = "colfax.2.1.8.11",
       .kind = "Proposition",
       .says = "These are equivalent: L is tractable; sort(L) is; filter(L) is; filter(L) is "
               "complementable.",
       .domain = flat,
       .check = check_2_1_8_11,
       .counterexample = "colfax.2.1.8.11((1,1):(2,3)) = false",
       .remark = "The last step of the proof says that without strides 0 the definitions of "
                 "tractable and complementable agree. But 2.1.6.11 squeezes and 2.1.8.1 does not, "
                 "and entries of extent 1 may have strides above 0. As filter(L) has no stride 0, "
                 "condition 4 is the same by the letter of 2.1.6.11 and as amended.",
       .change = "Suppose that L is non-degenerate.",
       .uses = {"colfax.2.1.6.11"}},
      amendment("colfax.2.1.8.11.amended",
                "For a non-degenerate flat layout L these are equivalent: L is tractable; sort(L) "
                "is; filter(L) is; filter(L) is complementable.",
                given(is_nondegenerate, check_2_1_8_11)),
  };
}

}  // namespace layoutcheck::properties
