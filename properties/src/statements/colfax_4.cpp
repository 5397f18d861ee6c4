// Statements about the composition algorithm (colfax 4.1).
#include "literal_morphisms.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace literal;

using Refine = Outcome<algebra::MutualRefinement> (*)(const NestedTuple&, const NestedTuple&);

/// The algorithm yields a mutual refinement exactly if there is one.
std::function<Result(const Operands&)> refines_mutually(Refine refine) {
  return on<NestedTuple, NestedTuple>([refine](const NestedTuple& t, const NestedTuple& u) {
    const Outcome<algebra::MutualRefinement> found = refine(t, u);
    const auto wanted = oracle::mutual_refinement(t, u);
    if (!found) {
      return holds_if(!wanted, [&] {
        return "it yields none (" + found.reason() + "), but there is (" +
               to_string(wanted->first) + ", " + to_string(wanted->second) + ")";
      });
    }
    return holds_if(oracle::refines(found->first, t) && oracle::refines(found->second, u) &&
                        oracle::divides(found->first, found->second),
                    [&] {
                      return "it yields (" + to_string(found->first) + ", " +
                             to_string(found->second) + "), which is no mutual refinement";
                    });
  });
}

/// The representations of algorithm 4.1.2, line 3, for outer∘inner.
struct Represented {
  Morphism f;  // S → T encodes `inner`
  Morphism g;  // U → V encodes coal(`outer`)
};

/// Nothing unless both layouts are tractable; the representation is defined for these.
std::optional<Represented> represented(const Layout& outer, const Layout& inner) {
  if (!oracle::is_tractable(outer) || !oracle::is_tractable(inner)) return std::nullopt;
  return Represented{*algebra::standard_representation(inner),
                     *algebra::standard_representation(*coalesced(outer))};
}

/// Algorithm 4.1.2 from line 4 on.
Outcome<Layout> weak_composite(const Represented& r, Refine refine) {
  const Outcome<algebra::MutualRefinement> refinement = refine(r.f.codomain(), r.g.domain());
  if (!refinement) return refinement.undefined();
  const Outcome<algebra::ComposablePair> pair = algebra::composable(r.f, r.g, *refinement);
  if (!pair) return pair.undefined();
  return encoded(algebra::composition(pair->outer, pair->inner));
}

/// Whether shape(C) refines shape(inner) and C has the function of outer∘inner (2.3.7.3).
bool is_weak_composite(const Layout& c, const Layout& outer, const Layout& inner) {
  const auto composed = oracle::composed_table(outer, inner, Convention::strict, limits);
  return oracle::refines(c.shape(), inner.shape()) && composed &&
         oracle::table(c, limits) == *composed;
}

Result is_right(const Layout& c, const Layout& outer, const Layout& inner) {
  return holds_if(is_weak_composite(c, outer, inner),
                  [&] { return "it yields " + to_string(c) + ", which is no weak composite"; });
}

/// The algorithm yields a weak composite exactly if there is one.
Result composes_where_possible(const Layout& outer, const Layout& inner) {
  const std::optional<Represented> r = represented(outer, inner);
  if (!r) return unmet();
  const Outcome<Layout> c = weak_composite(*r, algebra::mutual_refinement);
  if (c) return is_right(*c, outer, inner);
  const Outcome<Layout> wanted = composite(outer, inner);
  return holds_if(!wanted, [&] {
    return "it yields none (" + c.reason() + "), but the composite is " + text(wanted);
  });
}

/// The algorithm yields a weak composite exactly if T and U have a mutual refinement.
Result composes_where_refinable(const Layout& outer, const Layout& inner) {
  const std::optional<Represented> r = represented(outer, inner);
  if (!r) return unmet();
  const Outcome<Layout> c = algebra::weak_composite(outer, inner);
  const bool refinable = oracle::mutual_refinement(r->f.codomain(), r->g.domain()).has_value();
  if (c.has_value() != refinable) {
    return fails("it yields " + text(c) + ", but there is " + (refinable ? "a" : "no") +
                 " mutual refinement");
  }
  return c ? is_right(*c, outer, inner) : holds();
}

/// The output C is a weak composite, and outer∘inner = coal(C, shape(inner)).
std::function<Result(const Operands&)> yields_composite(Refine refine) {
  return on<Layout, Layout>([refine](const Layout& outer, const Layout& inner) {
    const std::optional<Represented> r = represented(outer, inner);
    if (!r || !oracle::mutual_refinement(r->f.codomain(), r->g.domain())) return unmet();
    const Outcome<Layout> c = weak_composite(*r, refine);
    if (!c) return fails("it yields nothing: " + c.reason());
    Result weak = is_right(*c, outer, inner);
    if (weak.kind != Result::Kind::holds) return weak;
    return equation(narrow(oracle::coalesce_over(*c, inner.shape(), limits)),
                    composite(outer, inner));
  });
}

/// B, A, both tractable. B∘A mostly exists; A steps through the factors of B, or of coal(B), where
/// they may come in another order.
Domain tractable_pairs() {
  Domain domain = composable_tractable();
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) -> Operands {
    if (entropy.chance(60)) return draw(entropy, size);
    Layout outer = draw_tractable(entropy, size);
    Layout inner = draw_composable(entropy, *coalesced(outer));
    return {std::move(outer), std::move(inner)};
  };
  return domain;
}

}  // namespace

std::vector<Statement> colfax_4() {
  return {
      {.id = "colfax.4.1.1.alg",
       .kind = "Algorithm",
       .says = "It yields a mutual refinement of (T, U) if there is one, else none.",
       .domain = mutually_refinable(),
       .check = refines_mutually(algebra::mutual_refinement_literal),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.4.1.1.alg(1, ()) = false",
       .remark =
           "The last loop runs while j < len(U), with j counted from 1, and so leaves out the last "
           "entry of U where the loop before it has not taken it: U' then lacks a mode, and line "
           "42 means nothing. The source's own example (6,6), (12,3,6) of 4.1 comes out right only "
           "with j ≤ len(U). And where U ends before T, X' lacks modes: the algorithm has to say "
           "None there, unless what is left of T are entries 1, which can be appended to the last "
           "relative mode of U', or become () if U has no entry."},
      {.id = "colfax.4.1.1.alg.amended",
       .kind = "Amendment",
       .says = "With the last loop running to the end of U, and None where U ends before T and an "
               "entry above 1 is left of T, it yields a mutual refinement of (T, U) if there is "
               "one, else none.",
       .domain = mutually_refinable(),
       .check = refines_mutually(algebra::mutual_refinement)},

      {.id = "colfax.4.1.2.alg",
       .kind = "Algorithm",
       .says = "For tractable A and B it yields a weak composite of A and B if there is one, else "
               "none. Its line 4 is read as it says: a mutual refinement, if there is one. "
               "Operands: B, A.",
       .domain = tractable_pairs(),
       .check = on<Layout, Layout>(composes_where_possible),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.4.1.2.alg(1:0, 1:2) = false",
       .remark = "Line 4 returns None if T and U have no mutual refinement. But that T divides U, "
                 "once both are refined, is more than a composite needs: here T = (2,1) and U = 1, "
                 "although A never leaves 0. Without extents 1: in 3:1∘2:1 = 2:1, where T = (2) "
                 "and U = 3, A needs only a part of U; in (2,2):(1,4)∘2:3 = 2:5, where T = (3,2) "
                 "and U = (2,2), it goes along the diagonal of U. It yields a weak composite "
                 "exactly if T and U have a mutual refinement."},
      {.id = "colfax.4.1.2.alg.amended",
       .kind = "Amendment",
       .says = "For tractable A and B it yields a weak composite of A and B if T and U have a "
               "mutual refinement, else none. Operands: B, A.",
       .domain = tractable_pairs(),
       .check = on<Layout, Layout>(composes_where_refinable)},

      {.id = "colfax.4.1.3.1",
       .kind = "Theorem",
       .says = "For tractable A and B the output C of algorithm 4.1.2, which calls 4.1.1, is a "
               "weak composite of A and B, and B∘A = coal(C, shape(A)); unless it is None, because "
               "T and U have no mutual refinement. Operands: B, A.",
       .domain = tractable_pairs(),
       .check = yields_composite(algebra::mutual_refinement_literal),
       .standing = Standing::fails_as_stated,
       .counterexample = "colfax.4.1.3.1(1:0, 1:0) = false",
       .remark = "Algorithm 4.1.1 as printed loses the last entry of U where T is used up before "
                 "it, and there is no output then. With the amended 4.1.1 the theorem holds."},
      {.id = "colfax.4.1.3.1.amended",
       .kind = "Amendment",
       .says = "The same with algorithm 4.1.1 as amended.",
       .domain = tractable_pairs(),
       .check = yields_composite(algebra::mutual_refinement)},
  };
}

}  // namespace layoutcheck::properties
