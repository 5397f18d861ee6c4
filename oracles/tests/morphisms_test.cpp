// Morphisms against their realizations as functions and against the layouts that they encode, for
// all small ones.
#include "enumerate.hpp"
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/composition.hpp>

#include <gtest/gtest.h>

namespace layoutcheck::oracle {
namespace {

std::vector<Morphism> small_morphisms() {
  std::vector<Morphism> all;
  for (const Tuple& domain : all_tuples(3, {1, 2, 3})) {
    for (const Tuple& codomain : all_tuples(3, {1, 2, 3}))
      for (Morphism& f : all_morphisms(domain, codomain))
        all.push_back(std::move(f));
  }
  return all;
}

TEST(Morphisms, RealizeTheFunctionsOfTheirLayouts) {
  for (const Morphism& f : small_morphisms())
    ASSERT_EQ(realization(f, limits), table(encoded_layout(f), limits)) << f;
}

TEST(Morphisms, ComposeAsTheirRealizations) {
  std::vector<Morphism> all;
  for (const Tuple& domain : all_tuples(2, {1, 2, 3})) {
    for (const Tuple& codomain : all_tuples(2, {1, 2, 3}))
      for (Morphism& f : all_morphisms(domain, codomain))
        all.push_back(std::move(f));
  }
  std::size_t composed = 0;
  for (const Morphism& g : all) {
    for (const Morphism& f : all) {
      const Outcome<Morphism> both = composition(g, f);
      ASSERT_EQ(both.has_value(), f.codomain() == g.domain());
      if (!both) continue;
      ++composed;
      std::vector<Exact> expected;
      const std::vector<Exact> outer = realization(g, limits);
      for (const Exact& x : realization(f, limits))
        expected.push_back(outer[static_cast<std::size_t>(x)]);
      ASSERT_EQ(realization(*both, limits), expected) << g << " after " << f;
    }
  }
  EXPECT_GT(composed, 500U);
}

TEST(Morphisms, OperateAsTheirLayouts) {
  for (const Morphism& f : small_morphisms()) {
    const ExactLayout layout = encoded_layout(f);
    const Layout l = to_layout(layout);
    ASSERT_TRUE(is_tractable(l)) << f;
    ASSERT_EQ(to_layout(encoded_layout(squeeze(f))), squeeze(l)) << f;
    ASSERT_EQ(to_layout(encoded_layout(sort(f))), sort(l)) << f;
    ASSERT_EQ(sort(f) == f, is_sorted(f)) << f;
    ASSERT_EQ(is_coalesced(f), is_flat_coalesced(layout)) << f;
    ASSERT_TRUE(is_coalesced(flat_coalesce(f))) << f;
    ASSERT_EQ(encoded_layout(flat_coalesce(f)), flat_coalesce(layout, limits)) << f;
    ASSERT_EQ(encoded_layout(coalesce(f)), coalesce(layout, limits)) << f;
    if (is_nondegenerate(f) && is_standard_form(f)) ASSERT_EQ(*standard_representation(l), f);
    const std::vector<Exact> values = realization(f, limits);
    const Exact points = product(to_exact(f.codomain().entries()));
    ASSERT_EQ(is_isomorphism(f), inverse(f).has_value()) << f;
    if (is_isomorphism(f)) {
      ASSERT_EQ(*composition(f, *inverse(f)), identity(f.codomain())) << f;
      ASSERT_EQ(*composition(*inverse(f), f), identity(f.domain())) << f;
      ASSERT_TRUE(is_compact(layout, limits)) << f;
    }
    const Outcome<Morphism> rest = complement(f);
    ASSERT_EQ(rest.has_value(), is_complementable(f)) << f;
    if (rest) {
      ASSERT_TRUE(*is_complement(f, *rest)) << f;
      ASSERT_TRUE(is_complement(layout, encoded_layout(*rest), limits)) << f;
      ASSERT_EQ(flat_coalesce(encoded_layout(*rest), limits),
                *flat_complement(layout, points, Convention::strict, limits))
          << f;
      ASSERT_TRUE(is_product_admissible(f, identity(rest->domain()))) << f;
      ASSERT_TRUE(*is_complement(f, *rest)) << f;
    }
  }
}

TEST(Morphisms, ComplementsAreExactlyThePredicate) {
  const std::vector<Tuple> tuples = all_tuples(2, {1, 2, 3});
  std::size_t found = 0;
  for (const Tuple& codomain : tuples) {
    std::vector<Morphism> all;
    for (const Tuple& domain : tuples)
      for (Morphism& f : all_morphisms(domain, codomain))
        all.push_back(std::move(f));
    for (const Morphism& f : all) {
      bool has_one = false;
      for (const Morphism& g : all) {
        const bool disjoint = *is_disjoint(f, g);
        ASSERT_EQ(flat_concatenation(std::vector{f, g}).has_value(), disjoint) << f << ", " << g;
        if (!*is_complement(f, g)) continue;
        ASSERT_TRUE(disjoint);
        ASSERT_EQ(sort(g), *complement(f));
        has_one = true;
        ++found;
      }
      ASSERT_EQ(has_one, is_complementable(f)) << f;
    }
  }
  EXPECT_GT(found, 50U);
}

TEST(Morphisms, RepresentExactlyTheTractableLayouts) {
  std::size_t tractable = 0;
  for (const Layout& layout : all_flat_layouts(3, {1, 2, 3}, {0, 1, 2, 3, 4, 6})) {
    const Outcome<Morphism> f = standard_representation(layout);
    ASSERT_EQ(f.has_value(), is_tractable(layout)) << layout;
    if (!f) continue;
    ++tractable;
    ASSERT_EQ(encoded_layout(*f), ExactLayout(layout));
    ASSERT_TRUE(is_standard_form(*f)) << *f;
  }
  EXPECT_GT(tractable, 500U);
}

TEST(Morphisms, KeepTheirFunctionsWhenRefined) {
  for (const char* text :
       {"(4,2,6)--(3,*,1)-->(6,5,4)", "(4,1)--(2,1)-->(1,4)", "4--(1)-->((4),6)"}) {
    const Morphism f = parse_morphism(text);
    const std::vector<Exact> values = realization(f, limits);
    for (const char* fine : {"((2,3),5,(2,2))", "(6,(5),4)", "((2,(3,1)),(1,5),(2,2))", "(1,(2,2))",
                             "((),4)", "((2,2),(2,3))", "((4),6)"}) {
      const NestedTuple codomain = parse_shape(fine);
      const Outcome<Morphism> back = pullback(f, codomain);
      ASSERT_EQ(back.has_value(), refines(codomain, f.codomain()));
      if (!back) continue;
      ASSERT_EQ(realization(*back, limits), values) << *back;
      ASSERT_TRUE(refines(back->domain(), f.domain())) << *back;
      const Outcome<Morphism> forward = pushforward(f, back->domain());
      ASSERT_TRUE(forward);
      ASSERT_EQ(realization(*forward, limits), values) << *forward;
    }
  }
}

TEST(WeakComposites, HaveTheFunctionAndCoalesceToTheComposite) {
  const std::vector<Layout> layouts = all_flat_layouts(2, {1, 2, 4}, {0, 1, 2, 4});
  std::size_t defined = 0;
  for (const Layout& a : layouts) {
    for (const Layout& b : layouts) {
      const Outcome<ExactLayout> c = weak_composite(a, b, limits);
      if (!c) continue;
      ++defined;
      const Outcome<std::vector<Exact>> h = composed_table(a, b, Convention::strict, limits);
      ASSERT_TRUE(h) << a << " after " << b << ": " << h.reason();
      ASSERT_EQ(table(*c, limits), *h) << a << " after " << b;
      ASSERT_TRUE(refines(shape(*c), b.shape())) << a << " after " << b;
      ASSERT_EQ(*coalesce_over(*c, b.shape(), limits),
                *composition(a, b, Convention::strict, limits));
    }
  }
  EXPECT_GT(defined, 1000U);
}

}  // namespace
}  // namespace layoutcheck::oracle
