// Statements about the realization of tuple morphisms (colfax 3.1.4).
#include "as_printed/categories.hpp"
#include "as_printed/flat.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

#include <ranges>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::flat;

/// Ff at a coordinate, as colfax 3.1.4.1 has it.
Tuple moved(const Morphism& f, const Tuple& x) {
  Tuple y;
  for (Int j = 1; j <= static_cast<Int>(f.codomain().length()); ++j) {
    const Tuple i = preimage(f.map(), j);
    y.push_back(i.empty() ? 0 : x.at(place(i.front())));
  }
  return y;
}

/// size(S). Throws LimitReached if a table of this size is too large.
Int table_size(const NestedTuple& s) {
  const Exact size = oracle::product(oracle::to_exact(s.entries()));
  oracle::charge(size, as_printed::limits, "the elements of [0, S)");
  return oracle::to_int(size);
}

/// colex_S⁻¹ and colex_S by the formulas of 2.1.2.18.
Tuple coordinate(const Tuple& s, Int x) {
  Tuple found;
  Int before = 1;
  for (const Int extent : s) {
    found.push_back(x / before % extent);
    before *= extent;
  }
  return found;
}
Int index(const Tuple& s, const Tuple& x) {
  Int sum = 0;
  Int before = 1;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (x[i] != 0) sum = checked_add(sum, checked_multiply(before, x[i]));
    if (i + 1 < s.size()) before = checked_multiply(before, s[i]);
  }
  return sum;
}

/// F id_S = id, Ff takes [0, S) into [0, T), and F(g∘f) = Fg∘Ff.
Result is_functor_to_boxes(const Morphism& g, const Morphism& f) {
  const Outcome<Morphism> composite = algebra::composition(g, f);
  if (!composite) return unmet();
  const Morphism identity = algebra::identity(f.domain());
  return holds_for_all(std::views::iota(Int{0}, table_size(f.domain())), [&](Int k) {
    const Tuple x = coordinate(f.domain().entries(), k);
    const Tuple y = moved(f, x);
    return all_hold({holds_if(is_coordinate(y, f.codomain().entries()), "Ff leaves [0, T)"),
                     agree<Tuple>({{"F id_S", moved(identity, x)}, {"id", x}}),
                     agree<Tuple>({{"F(g∘f)", moved(*composite, x)}, {"Fg∘Ff", moved(g, y)}})});
  });
}

/// |f| = colex_T∘Ff∘colex_S⁻¹ as the algebra has it.
Result is_realization(const Morphism& f, const Tuple& found) {
  const Tuple& s = f.domain().entries();
  Tuple claimed;
  for (Int x = 0; x < table_size(f.domain()); ++x)
    claimed.push_back(index(f.codomain().entries(), moved(f, coordinate(s, x))));
  return agree<Tuple>({{"|f|", found}, {"colex_T∘Ff∘colex_S⁻¹", claimed}});
}

/// |id_S| = id, and |g∘f| = |g|∘|f|.
Result is_functor_to_sets(const Morphism& g, const Morphism& f) {
  const Outcome<Morphism> composite = algebra::composition(g, f);
  if (!composite) return unmet();
  const auto realized = [](const Morphism& h) {
    return algebra::realization(h, static_cast<Int>(as_printed::limits.points));
  };
  const Tuple inner = realized(f);
  const Tuple outer = realized(g);
  const Tuple both = realized(*composite);
  return all_hold({is_realization(f, inner), is_realization(g, outer)}).then([&] {
    const Tuple identity = realized(algebra::identity(f.domain()));
    Tuple composed;
    for (const Int y : inner) {
      if (y < 0 || y >= static_cast<Int>(outer.size())) return fails("|f| leaves [0, size(T))");
      composed.push_back(outer[static_cast<std::size_t>(y)]);
    }
    return all_hold({agree<Tuple>({{"|id_S|", identity}, {"id", identity_order(inner.size())}}),
                     agree<Tuple>({{"|g∘f|", both}, {"|g|∘|f|", composed}})});
  });
}

/// L_{g∘f} = L_g∘L_f for non-degenerate f and g, with the composition of layouts given.
Check encodes_composite(Outcome<Layout> (*compose)(const Layout&, const Layout&)) {
  return given(are_nondegenerate_composable, [compose](const Morphism& g, const Morphism& f) {
    return equation(encoded(algebra::composition(g, f)),
                    compose(algebra::layout_of(g), algebra::layout_of(f)));
  });
}

/// An example of F: Ff is given by a formula, at each coordinate in [0, S). Its index in T is what
/// L_f takes the coordinate to.
Binding moves_coordinates(std::string id, const Morphism& f,
                          std::function<Tuple(const Tuple&)> formula) {
  const Tuple extents = f.domain().entries();
  const Domain domain = enumerated_where(
      make_domain("a coordinate in [0, " + to_string(f.domain()) + ")", {Sort::flat_tuple},
                  [extents](Entropy& entropy, int) -> Operands {
                    Tuple x;
                    for (const Int extent : extents)
                      x.push_back(
                          static_cast<Int>(entropy.below(static_cast<std::size_t>(extent))));
                    return {flat_tuple(std::move(x))};
                  }),
      [extents](const Tuple& x) { return is_coordinate(x, extents); });
  const Check check = [f, extents, formula](const NestedTuple& x) {
    if (!is_coordinate(x.entries(), extents)) return unmet();
    const Tuple y = moved(f, x.entries());
    if (y != formula(x.entries())) return fails("it is " + to_string(flat_tuple(y)));
    const Outcome<Int> value = algebra::apply(algebra::layout_of(f), x);
    return holds_if(is_coordinate(y, f.codomain().entries()) && value &&
                        *value == index(f.codomain().entries(), y),
                    "L_f takes it elsewhere");
  };
  return {std::move(id), domain, check};
}

}  // namespace

std::vector<Binding> colfax_3_1_4() {
  return {
      {"colfax.3.1.4.1", composable_morphisms(flat, false), is_functor_to_boxes},
      moves_coordinates("colfax.3.1.4.2",
                        Morphism(flat_tuple({4, 4}), {1, 3}, flat_tuple({4, 4, 4})),
                        [](const Tuple& x) {
                          return Tuple{x[0], 0, x[1]};
                        }),
      moves_coordinates(
          "colfax.3.1.4.3",
          Morphism(flat_tuple({3, 256, 256, 512}), {0, 3, 2, 0}, flat_tuple({3, 256, 256})),
          [](const Tuple& x) {
            return Tuple{0, x[2], x[1]};
          }),
      {"colfax.3.1.4.4", composable_morphisms(flat, false), is_functor_to_sets},
      {"colfax.3.1.4.5", morphisms(flat), realizes_layout},
      {"colfax.3.1.4.6", composable_morphisms(flat, true), encodes_composite(flat_composite)},
      {"colfax.3.1.4.6.amended", encodes_composite(composite)},
  };
}

}  // namespace layoutcheck::properties
