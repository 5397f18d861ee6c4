// The statements on layouts (colfax 2.3).
#include "literal.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/oracles/composition.hpp>
#include <layoutcheck/properties/domains.hpp>
#include <layoutcheck/properties/draw.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

using literal::integer;
using literal::layout;
using literal::limits;
using literal::shape;
using literal::text;

std::string yes_or_no(bool truth) {
  return truth ? "yes" : "no";
}

Outcome<Layout> in_64_bits(const Outcome<oracle::ExactLayout>& outcome) {
  if (!outcome) return outcome.undefined();
  return oracle::to_layout(*outcome);
}

/// len(L) + depth(L) (colfax 2.3.3.15).
Int complexity(const Layout& layout) {
  return static_cast<Int>(layout.length()) + oracle::depth(layout.profile());
}

/// The entries of a column-major layout in some order and with some brackets, ones among them; now
/// and then changed.
Domain mostly_compact_layouts() {
  return make_domain("a layout, mostly compact", {Sort::layout}, [](Entropy& entropy, int size) {
    const Tuple chain = draw_extents(entropy, size);
    Tuple starts;
    Int start = 1;
    for (const Int extent : chain) {
      starts.push_back(start);
      if (__builtin_mul_overflow(start, extent, &start)) start = 1;
    }
    Tuple extents;
    Tuple strides;
    for (const std::size_t i : entropy.permutation(chain.size())) {
      extents.push_back(chain[i]);
      strides.push_back(chain[i] == 1 ? static_cast<Int>(entropy.below(6)) : starts[i]);
    }
    Profile profile = draw_profile(entropy, extents.size());
    const Layout compact(std::move(profile), std::move(extents), std::move(strides));
    return Operands{entropy.chance(30) ? perturb(entropy, compact) : compact};
  });
}

// 2.3.3

Result check_2_3_3_14(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const bool same = literal::same_function(a, b);
  const Layout coal_a = algebra::coalesce(a);
  const Layout coal_b = algebra::coalesce(b);
  return holds_if(same == (coal_a == coal_b), [&] {
    return "the functions are " + std::string(same ? "equal" : "different") +
           ", and the coalesced layouts are " + to_string(coal_a) + " and " + to_string(coal_b);
  });
}

/// Dropping an extent 1 from a layout of size above 1, and then all brackets but those of a flat
/// layout of rank above 1, keeps the function and never raises the complexity, and it lowers it if
/// it changes anything. So the claim holds if and only if coal(L) is the only one of least
/// complexity among the layouts that this leads to; they are all tried, and B besides, if it has
/// the function of L.
Result check_2_3_3_16(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  if (oracle::size(l) <= 1) return unmet();
  const Layout c = algebra::coalesce(l);
  if (!literal::same_function(c, l)) {
    return fails(to_string(c) + " has another function");
  }
  std::vector<Layout> rivals = literal::layouts_with_function(l, c.length());
  for (Layout& rival : rivals) {
    if (rival.length() == 1) rival = Layout::entry(rival.extents()[0], rival.strides()[0]);
  }
  if (literal::same_function(b, l)) rivals.push_back(b);
  for (const Layout& rival : rivals) {
    if (rival != c && complexity(rival) <= complexity(c)) {
      return fails(to_string(rival) + " of complexity " + std::to_string(complexity(rival)) +
                   " has the function of " + to_string(c) + ", whose complexity is " +
                   std::to_string(complexity(c)));
    }
  }
  return holds();
}

// 2.3.4

Result check_2_3_4_9(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const NestedTuple& s = shape(operands, 1);
  if (!oracle::refines(l.shape(), s)) return unmet();
  const Outcome<Layout> c = algebra::coalesce(l, s);
  return holds_if(c && literal::same_function(*c, l),
                  [&] { return "coal(L, S) is " + text(c) + ", which has another function"; });
}

Result check_2_3_4_10(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Layout& b = layout(operands, 1);
  const NestedTuple& s = shape(operands, 2);
  if (!oracle::refines(a.shape(), s) || !oracle::refines(b.shape(), s)) return unmet();
  const bool same = literal::same_function(a, b);
  const Outcome<Layout> coal_a = algebra::coalesce(a, s);
  const Outcome<Layout> coal_b = algebra::coalesce(b, s);
  return holds_if(coal_a && coal_b && same == (*coal_a == *coal_b), [&] {
    return "the functions are " + std::string(same ? "equal" : "different") +
           ", and the layouts coalesced over S are " + text(coal_a) + " and " + text(coal_b);
  });
}

// 2.3.5

Result check_2_3_5_5(const Operands& operands) {
  const Layout& l = layout(operands, 0);
  const bool itself = literal::is_compact(l);
  const bool flattened = literal::is_compact(algebra::flatten(l));
  const bool coalesced = literal::is_compact(algebra::coalesce(l));
  return holds_if(itself == flattened && itself == coalesced, [&] {
    return "conditions 1 to 3: " + yes_or_no(itself) + " " + yes_or_no(flattened) + " " +
           yes_or_no(coalesced);
  });
}

// 2.3.6

Result check_2_3_6_2(const Operands& operands) {
  const std::vector pair{layout(operands, 0), layout(operands, 1)};
  const std::vector flat{algebra::flatten(pair[0]), algebra::flatten(pair[1])};
  const bool nested = literal::is_compact(algebra::concatenate(pair));
  const bool flattened = literal::is_compact(algebra::flat_concatenate(flat));
  return holds_if(nested == flattened, [&] {
    return "A ⊥ B: " + yes_or_no(nested) + ", A♭ ⊥ B♭: " + yes_or_no(flattened);
  });
}

Result check_2_3_6_4(const Layout& a, bool complementable) {
  const Outcome<Layout> complement = in_64_bits(oracle::flat_complement(a, limits));
  return holds_if(complement.has_value() == complementable, [&] {
    return complementable ? "complementable, but " + complement.reason()
                          : "not complementable, but " + text(complement) + " is a complement";
  });
}

/// What the algebra says must agree with the amended definition, too.
Result check_2_3_6_4_amended(const Layout& a, bool complementable) {
  if (algebra::is_complementable(a) != complementable) {
    return fails("the algebra says: complementable: " + yes_or_no(!complementable));
  }
  return check_2_3_6_4(a, complementable);
}

Result check_2_3_6_9(const Operands& operands) {
  const Layout& a = layout(operands, 0);
  const Int number = integer(operands, 1);
  const bool complementable = literal::is_complementable(a, number);
  const Outcome<Layout> complement = in_64_bits(oracle::complement_by_covering(a, number, limits));
  if (complement.has_value() != complementable) {
    return fails(complementable
                     ? "N-complementable, but " + complement.reason()
                     : "not N-complementable, but " + text(complement) + " is an N-complement");
  }
  // The proof names the N-complement.
  const Outcome<Layout> named = algebra::complement(a, number, Convention::strict);
  return holds_if(complementable ? named && literal::is_complement(a, *named, number) : !named,
                  [&] { return "comp(A, N) is " + text(named) + ", which is no N-complement"; });
}

// 2.3.7, with the operands in CuTe's order: the source's B∘A is composition(B, A).

Result check_2_3_7_10(const Operands& operands) {
  const Layout& b = layout(operands, 0);
  const Layout& extension = layout(operands, 1);
  const Layout& a = layout(operands, 2);
  if (oracle::size(b) > oracle::size(extension)) return unmet();
  Exact x = 0;
  for (const Exact& value : oracle::table(b, limits)) {
    if (oracle::value_at(extension, x) != value) return unmet();
    ++x;
  }
  const Outcome<Layout> composite =
      in_64_bits(oracle::composition(b, a, Convention::strict, limits));
  if (!composite) return unmet();
  const Outcome<Layout> before = algebra::composition(b, a, Convention::strict);
  const Outcome<Layout> after = algebra::composition(extension, a, Convention::strict);
  return holds_if(before && after && *before == *composite && *after == *composite, [&] {
    return "the composite is " + to_string(*composite) + "; found " + text(before) +
           " before and " + text(after) + " after the extension";
  });
}

Result check_2_3_7_11(const Operands& operands) {
  const Layout& b = layout(operands, 0);
  const Layout& a = layout(operands, 1);
  const Outcome<Layout> composite =
      in_64_bits(oracle::composition(b, a, Convention::strict, limits));
  const Outcome<Layout> coalesced =
      algebra::composition(algebra::coalesce(b), a, Convention::strict);
  return holds_if(
      composite.has_value() == coalesced.has_value() && (!composite || *composite == *coalesced),
      [&] { return "B∘A is " + text(composite) + ", and coal(B)∘A is " + text(coalesced); });
}

}  // namespace

std::vector<Statement> colfax_2_3() {
  const Domain complementable = complementable_layouts(Nesting::nested);
  return {
      {
          .id = "colfax.2.3.3.14",
          .kind = "Proposition",
          .says = "Layouts A and B have the same function exactly if coal(A) = coal(B).",
          .domain = layout_pairs(Nesting::nested),
          .check = check_2_3_3_14,
      },
      {
          .id = "colfax.2.3.3.16",
          .kind = "Proposition",
          .says = "If size(L) > 1, then of the layouts with the function of L, coal(L) has the "
                  "least complexity (length + depth), and no other has it.",
          .domain = layout_pairs(Nesting::nested),
          .check = check_2_3_3_16,
      },
      {
          .id = "colfax.2.3.4.9",
          .kind = "Lemma",
          .says = "If shape(L) refines S, then L and coal(L, S) have the same layout function.",
          .domain = layout_over_shape(),
          .check = check_2_3_4_9,
          .remark = "Refinement is that of 2.2.4.1 as amended, which includes the printed one.",
      },
      {
          .id = "colfax.2.3.4.10",
          .kind = "Proposition",
          .says = "If shape(A) and shape(B) refine S, then A and B have the same function exactly "
                  "if coal(A, S) = coal(B, S).",
          .domain = layout_pair_over_shape(),
          .check = check_2_3_4_10,
          .remark = "Refinement is that of 2.2.4.1 as amended, which includes the printed one.",
      },
      {
          .id = "colfax.2.3.5.5",
          .kind = "Proposition",
          .says = "These are equivalent: L is compact; its flattening is; coal(L) is.",
          .domain = mostly_compact_layouts(),
          .check = check_2_3_5_5,
      },
      {
          .id = "colfax.2.3.6.2",
          .kind = "Lemma",
          .says = "A ⊥ B exactly if their flattenings are complements.",
          .domain = complement_pairs(Nesting::nested),
          .check = check_2_3_6_2,
      },
      {
          .id = "colfax.2.3.6.4",
          .kind = "Lemma",
          .says = "A layout has a complement exactly if it is complementable.",
          .domain = complementable,
          .check =
              [](const Operands& operands) {
                const Layout& a = layout(operands, 0);
                return check_2_3_6_4(a, literal::is_complementable(a));
              },
          .standing = Standing::fails_as_stated,
          .counterexample = "colfax.2.3.6.4(2:0) = false",
          .remark = "It rests on 2.1.6.21, which fails for (2):(0): complementable by 2.1.6.11, "
                    "but without a complement. It is enough to add to 2.1.6.11 that no stride of "
                    "squeeze(A) is 0.",
      },
      {
          .id = "colfax.2.3.6.4.amended",
          .kind = "Amendment",
          .says = "A layout A has a complement exactly if it is complementable and no entry of A "
                  "has extent above 1 and stride 0.",
          .domain = complementable,
          .check =
              [](const Operands& operands) {
                const Layout& a = layout(operands, 0);
                return check_2_3_6_4_amended(a, literal::is_complementable_amended(a));
              },
      },
      {
          .id = "colfax.2.3.6.9",
          .kind = "Proposition",
          .says = "A layout has an N-complement exactly if it is N-complementable.",
          .domain = complementable_with_number(Nesting::nested),
          .check = check_2_3_6_9,
          .remark = "For a layout of size 1 definition 2.1.6.25 speaks of s_m d_m with m = 0; it "
                    "is read as 1.",
      },
      {
          .id = "colfax.2.3.7.10",
          .kind = "Proposition",
          .says = "If the function of B~ extends that of B, and B∘A exists, then B~∘A = B∘A. "
                  "(Operands: B, B~, A.)",
          .domain = composable_with_extension(),
          .check = check_2_3_7_10,
      },
      {
          .id = "colfax.2.3.7.11",
          .kind = "Corollary",
          .says = "B∘A exists exactly if coal(B)∘A does, and then they are equal. (Operands: B, "
                  "A.)",
          .domain = composable_layouts(Nesting::nested),
          .check = check_2_3_7_11,
      },
  };
}

}  // namespace layoutcheck::properties
