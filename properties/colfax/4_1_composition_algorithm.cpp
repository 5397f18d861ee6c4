// Statements about the composition algorithm (colfax 4.1).
#include "as_printed/categories.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/oracles/morphisms.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

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

// ---- Mutual refinements

/// X♭ ⋆ X'' = Y♭ for some X'' (2.1.1.6).
bool divides_literally(const NestedTuple& x, const NestedTuple& y) {
  if (x.length() > y.length()) return false;
  Tuple joined = x.entries();
  joined.insert(joined.end(), y.entries().begin() + static_cast<std::ptrdiff_t>(x.length()),
                y.entries().end());
  return joined == y.entries();
}

/// X' refines X as colfax 2.2.4.1 says it, amended so that a tuple of positive depth may refine one
/// of the same depth.
bool refines_literally(const NestedTuple& fine, const NestedTuple& coarse) {
  if (coarse.is_entry()) {
    return oracle::product(oracle::to_exact(fine.entries())) == coarse.entries()[0];
  }
  if (fine.is_entry()) return false;
  const std::vector<NestedTuple> modes = fine.modes();
  const std::vector<NestedTuple> coarse_modes = coarse.modes();
  return modes.size() == coarse_modes.size() &&
         std::equal(modes.begin(), modes.end(), coarse_modes.begin(), refines_literally);
}

bool is_literal_refinement(const NestedTuple& t, const NestedTuple& u, const NestedTuple& t_fine,
                           const NestedTuple& u_fine) {
  return refines_literally(t_fine, t) && refines_literally(u_fine, u) &&
         divides_literally(t_fine, u_fine);
}

/// The tuple of the refinement, with each entry of its flattening refined by the tuple in its
/// place.
NestedTuple refined_by(const NestedTuple& tuple, const std::vector<NestedTuple>& parts) {
  const std::vector<NestedTuple> used(parts.begin(),
                                      parts.begin() + static_cast<std::ptrdiff_t>(tuple.length()));
  return *algebra::substitute(tuple.profile(), used);
}

/// A mutual refinement of (T, U), mostly: the coarsest, one finer, or two refinements.
std::pair<NestedTuple, NestedTuple> draw_mutual_refinement(Entropy& entropy, const NestedTuple& t,
                                                           const NestedTuple& u) {
  const Outcome<algebra::MutualRefinement> found = algebra::mutual_refinement(t, u);
  if (!found || entropy.chance(12)) {
    return {draw_refinement(entropy, t), draw_refinement(entropy, u)};
  }
  if (entropy.chance(45)) return {found->first, found->second};
  if (entropy.chance(15)) return {found->first, draw_refinement(entropy, found->second)};
  std::vector<NestedTuple> parts;
  for (const Int entry : found->second.entries())
    parts.push_back(draw_refinement(entropy, NestedTuple(entry)));
  if (found->first.length() > parts.size()) return {found->first, found->second};
  return {refined_by(found->first, parts), refined_by(found->second, parts)};
}

/// T, U, T', U', where (T', U') is mostly a mutual refinement of (T, U).
Domain mutual_refinements() {
  return enumerated_where(
      make_domain("two shapes and a mutual refinement", std::vector(4, Sort::shape),
                  [draw = mutually_refinable().draw](Entropy& entropy, int size) -> Operands {
                    Operands pair = draw(entropy, size);
                    auto [t, u] = draw_mutual_refinement(entropy, shape(pair, 0), shape(pair, 1));
                    pair.emplace_back(std::move(t));
                    pair.emplace_back(std::move(u));
                    return pair;
                  }),
      [](const Operands& operands) {
        return algebra::size(shape(operands, 0)) == algebra::size(shape(operands, 2)) &&
               algebra::size(shape(operands, 1)) == algebra::size(shape(operands, 3));
      });
}

/// Both predicates are the definition; and sizes and lengths are what they then must be.
Result is_defined_as(const NestedTuple& t, const NestedTuple& u, const NestedTuple& t_fine,
                     const NestedTuple& u_fine) {
  const bool claimed = is_literal_refinement(t, u, t_fine, u_fine);
  if (algebra::is_mutual_refinement(t, u, {t_fine, u_fine}) != claimed ||
      (oracle::refines(t_fine, t) && oracle::refines(u_fine, u) &&
       oracle::divides(t_fine, u_fine)) != claimed) {
    return fails(std::string("it is ") + (claimed ? "a" : "no") + " mutual refinement");
  }
  if (!claimed) return holds();
  // The prefix products of T and U are among those of U', and those of T' are their beginning.
  const auto prefix_products = [](const NestedTuple& x) {
    std::vector<Exact> products{1};
    for (const Int entry : x.entries())
      products.emplace_back(products.back() * entry);
    return products;
  };
  const std::vector<Exact> fine = prefix_products(u_fine);
  for (const NestedTuple& x : {t, u, t_fine}) {
    for (const Exact& product : prefix_products(x)) {
      if (std::find(fine.begin(), fine.end(), product) == fine.end()) {
        return fails("a prefix product of " + to_string(x) + " is none of U'");
      }
    }
  }
  return holds();
}

/// (T', U') ↦ ((id_{T♭}^T)^*T', (id_{U♭}^U)^*U') and back, as in the proof of 3.2.5.20.
Result corresponds_to_flat(const NestedTuple& t, const NestedTuple& u, const NestedTuple& t_fine,
                           const NestedTuple& u_fine) {
  const NestedTuple t_flat = algebra::flatten(t);
  const NestedTuple u_flat = algebra::flatten(u);
  const bool exists = algebra::mutual_refinement(t, u).has_value();
  if (exists != oracle::mutual_refinement(t_flat, u_flat).has_value()) {
    return fails(exists ? "the flattenings have none" : "the flattenings have one");
  }
  const auto carried = [](const NestedTuple& from, const NestedTuple& to, const NestedTuple& fine) {
    return algebra::pullback(*algebra::reparenthesize(from, to), fine)->domain();
  };
  bool met = false;
  if (is_literal_refinement(t, u, t_fine, u_fine)) {
    met = true;
    const NestedTuple t_there = carried(t_flat, t, t_fine);
    const NestedTuple u_there = carried(u_flat, u, u_fine);
    if (!is_literal_refinement(t_flat, u_flat, t_there, u_there)) {
      return fails("(" + to_string(t_there) + ", " + to_string(u_there) + ") is none");
    }
    if (t_there != *algebra::relative_flatten(t_fine, t) ||
        u_there != *algebra::relative_flatten(u_fine, u) || carried(t, t_flat, t_there) != t_fine ||
        carried(u, u_flat, u_there) != u_fine) {
      return fails("back again it is another one");
    }
  }
  if (is_literal_refinement(t_flat, u_flat, t_fine, u_fine)) {
    met = true;
    const NestedTuple t_there = carried(t, t_flat, t_fine);
    const NestedTuple u_there = carried(u, u_flat, u_fine);
    if (!is_literal_refinement(t, u, t_there, u_there) || carried(t_flat, t, t_there) != t_fine ||
        carried(u_flat, u, u_there) != u_fine) {
      return fails("one of the flattenings is lost");
    }
  }
  return met || !exists ? holds() : unmet();
}

/// f: S → T, g: U → V, T', U', where (T', U') is mostly a mutual refinement of (T, U).
Domain morphisms_with_refinement() {
  Domain domain;
  domain.name = "morphisms f: S → T and g: U → V, and a mutual refinement of (T, U)";
  domain.sorts = {Sort::morphism, Sort::morphism, Sort::shape, Sort::shape};
  domain.draw = [draw = mutually_refinable().draw](Entropy& entropy, int size) -> Operands {
    const Operands pair = draw(entropy, size);
    const MorphismWish wish{false, entropy.chance(50), entropy.chance(50)};
    Morphism f = draw_morphism_into(entropy, size, shape(pair, 0), wish);
    Morphism g = draw_morphism_from(entropy, size, shape(pair, 1), wish);
    auto [t, u] = draw_mutual_refinement(entropy, shape(pair, 0), shape(pair, 1));
    return {std::move(f), std::move(g), std::move(t), std::move(u)};
  };
  domain.enumerate = [](std::size_t weight, const Visitor& visit) {
    // All four from the weights of T, U, T', U', S and V; what is left over is for S and V.
    const auto each = [](std::size_t most, auto&& visit_shape) {
      for (std::size_t w = 1; w <= most; ++w) {
        if (!enumerate(Sort::shape, w,
                       [&](const Value& v) { return visit_shape(std::get<NestedTuple>(v), w); })) {
          return false;
        }
      }
      return true;
    };
    return each(weight, [&](const NestedTuple& t, std::size_t wt) {
      if (2 * wt + 4 > weight) return true;
      return each(weight - 2 * wt, [&](const NestedTuple& u, std::size_t wu) {
        if (wt + 2 * wu + 3 > weight) return true;
        const std::size_t used = wt + wu;
        if (used + 4 > weight) return true;
        return each(weight - used - 3, [&](const NestedTuple& t_fine, std::size_t w1) {
          if (!refines_literally(t_fine, t)) return true;
          return each(weight - used - w1 - 2, [&](const NestedTuple& u_fine, std::size_t w2) {
            if (!is_literal_refinement(t, u, t_fine, u_fine)) return true;
            const std::size_t left = weight - used - w1 - w2;
            for (std::size_t first = 1; first < left; ++first) {
              const bool go_on = enumerate(Sort::shape, first, [&](const Value& s) {
                const auto& start = std::get<NestedTuple>(s);
                return for_each_tuple_morphism(start.entries(), t.entries(), [&](const Tuple& f) {
                  return enumerate(Sort::shape, left - first, [&](const Value& v) {
                    const auto& end = std::get<NestedTuple>(v);
                    return for_each_tuple_morphism(u.entries(), end.entries(), [&](const Tuple& g) {
                      return visit({Morphism(start, f, t), Morphism(u, g, end), t_fine, u_fine});
                    });
                  });
                });
              });
              if (!go_on) return false;
            }
            return true;
          });
        });
      });
    });
  };
  return domain;
}

/// f' = i∘f~ and g' = g~, from the pullback f~, the pushforward g~ and the inclusion i: T' → U',
/// are composable, and what the algebra makes of f and g.
Result makes_composable(const Morphism& f, const Morphism& g, const NestedTuple& t_fine,
                        const NestedTuple& u_fine) {
  const Outcome<algebra::ComposablePair> found = algebra::composable(f, g, {t_fine, u_fine});
  if (!is_literal_refinement(f.codomain(), g.domain(), t_fine, u_fine)) {
    return found ? fails("it is defined without a mutual refinement") : unmet();
  }
  const Outcome<Morphism> pulled = oracle::pullback(f, t_fine);
  const Outcome<Morphism> pushed = oracle::pushforward(g, u_fine);
  if (!pulled || !pushed) return fails("there is no pullback or no pushforward");
  Tuple places(t_fine.length());
  for (std::size_t k = 0; k < places.size(); ++k)
    places[k] = static_cast<Int>(k) + 1;
  const Morphism inclusion(t_fine, places, u_fine);
  const Outcome<Morphism> inner = algebra::composition(inclusion, *pulled);
  if (!inner || !refines_literally(inner->domain(), f.domain()) ||
      !refines_literally(pushed->codomain(), g.codomain())) {
    return fails("S' does not refine S, or V' does not refine V");
  }
  if (!algebra::composition(*pushed, *inner)) return fails("f' and g' do not meet");
  if (!found || found->inner != *inner || found->outer != *pushed) {
    return fails("f' is " + to_string(*inner) + ", and g' is " + to_string(*pushed));
  }
  // What the construction is for, by 3.2.5.11 and 3.2.5.15: the layout functions stay.
  return holds_if(same_function(algebra::layout_of(*inner), algebra::layout_of(f)) &&
                      same_function(algebra::layout_of(*pushed), algebra::layout_of(g)),
                  [] { return "f' or g' has another layout function"; });
}

}  // namespace

std::vector<Statement> colfax_4() {
  return {
      {.id = "colfax.4.1.1.1",
       .kind = "Definition",
       .says = "A mutual refinement of (T, U) is a pair (T', U') where T' refines T, U' refines U, "
               "and T' divides U'. Operands: T, U, T', U'.",
       .domain = mutual_refinements(),
       .check = on<NestedTuple, NestedTuple, NestedTuple, NestedTuple>(is_defined_as),
       .remark = "Refinement is read as amended, where a tuple of positive depth refines itself: "
                 "2.2.4.1 as printed would deny that (2,2) refines (2,2), as 4.1.4.1 needs."},

      example("colfax.4.1.1.2", "A mutual refinement of (6,6) and (2,6,3)."),
      example("colfax.4.1.1.3", "A mutual refinement of (8,8,8) and (2,8,8,8)."),
      example("colfax.4.1.1.4", "A mutual refinement of (4,2,2,32) and (32,32)."),
      example("colfax.4.1.1.5", "(8,8) and (3,8,8) have no mutual refinement."),

      {.id = "colfax.4.1.1.6",
       .kind = "Observation",
       .says =
           "Mutual refinements of (T, U) correspond one to one to those of (T♭, U♭); so there is "
           "one of the former exactly if there is one of the latter. The check carries (T', U') "
           "there and back. Operands: T, U, T', U'.",
       .domain = mutual_refinements(),
       .check = on<NestedTuple, NestedTuple, NestedTuple, NestedTuple>(corresponds_to_flat)},

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
           "42 means nothing. It happens in the example from which 4.1 sets out: "
           "colfax.4.1.1.alg((6,6), (12,3,6)) = false. And where U ends before T, X' lacks modes.",
       .change =
           "j ≤ len(U) in the last loop. Where U ends before T, None, unless what is left of "
           "T are entries 1; these are appended to the last relative mode of U', or become () "
           "if U has no entry."},
      {.id = "colfax.4.1.1.alg.amended",
       .kind = "Amendment",
       .says = "With the last loop running to the end of U, and None where U ends before T and an "
               "entry above 1 is left of T, it yields a mutual refinement of (T, U) if there is "
               "one, else none.",
       .domain = mutually_refinable(),
       .check = refines_mutually(algebra::mutual_refinement)},

      {.id = "colfax.4.1.2.1",
       .kind = "Construction",
       .says =
           "For a mutual refinement (T', U') of (T, U), f: S → T and g: U → V: with the pullback "
           "f~ of f along T', the inclusion i: T' → U' and the pushforward g~ of g along U', f' "
           "= i∘f~ and g' = g~ are composable. Operands: f, g, T', U'.",
       .domain = morphisms_with_refinement(),
       .check = on<Morphism, Morphism, NestedTuple, NestedTuple>(makes_composable)},

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
                 "and U = (2,2), it goes along the diagonal of U.",
       .change = "Promise a weak composite exactly if T and U have a mutual refinement.",
       .slips = {"Section 4.1.4 calls it Algorithm 4.1.3."}},
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
                 "it, and there is no output then: also for the example from which 4.1 sets out, "
                 "colfax.4.1.3.1((12,3,6):(1,72,12), (6,6):(6,1)) = false.",
       .change = "Algorithm 4.1.1 as amended.",
       .slips = {"The proof writes Φ_{g'} and Φ_{f'} for the functions of L_{g'} and L_{f'}."}},
      {.id = "colfax.4.1.3.1.amended",
       .kind = "Amendment",
       .says = "The same with algorithm 4.1.1 as amended.",
       .domain = tractable_pairs(),
       .check = yields_composite(algebra::mutual_refinement)},

      example("colfax.4.1.4.1", "(2,2):(2,1) after (4):(1), step by step."),
      example("colfax.4.1.4.2", "(12,3,6):(1,72,12) after (6,6):(6,1), step by step."),
      example("colfax.4.1.4.3", "(10,360):(2,60) after (6,6):(5,60), step by step."),
  };
}

}  // namespace layoutcheck::properties
