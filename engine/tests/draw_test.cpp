// How often a draw has what it is drawn for: a share that falls lets a kind of operand go unseen,
// and fails nothing else.
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/engine/operations.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace layoutcheck::engine {
namespace {

constexpr std::size_t draws = 4000;

/// A feature, and its share of all draws in percent.
template <class T>
struct Feature {
  const char* name;
  bool (*has)(const T&);
  double percent;
};

/// Each share is what it is stated to be, up to five standard deviations.
template <class T, class Draw>
void expect_shares(const std::vector<Feature<T>>& features, Draw draw_one) {
  std::vector<std::size_t> counts(features.size());
  for (std::size_t i = 0; i < draws; ++i) {
    SeededEntropy entropy(i);
    const T value = draw_one(entropy, static_cast<int>(i % 101));
    for (std::size_t k = 0; k < features.size(); ++k)
      counts[k] += features[k].has(value) ? 1 : 0;
  }
  for (std::size_t k = 0; k < features.size(); ++k) {
    const double p = features[k].percent / 100;
    const double deviation = 100 * std::sqrt(p * (1 - p) / draws);
    EXPECT_NEAR(100.0 * static_cast<double>(counts[k]) / draws, features[k].percent,
                5 * deviation + 0.05)
        << features[k].name;
  }
}

std::size_t to_base(const Morphism& f) {
  return static_cast<std::size_t>(std::ranges::count(f.map(), 0));
}
bool is_map_sorted(const Morphism& f) {
  return std::ranges::is_sorted(f.map());
}
bool is_nested(const NestedTuple& tuple) {
  return !tuple.is_entry() && !tuple.is_flat();
}
bool has_extent_one(const Layout& l) {
  return std::ranges::count(l.extents(), 1) > 0;
}
bool has_stride_zero(const Layout& l) {
  return std::ranges::count(l.strides(), 0) > 0;
}
bool has_equal_strides(const Layout& l) {
  for (std::size_t i = 0; i < l.length(); ++i)
    if (std::ranges::count(l.strides(), l.strides()[i]) > 1) return true;
  return false;
}

const NestedTuple shape_of_six = NestedTuple::flat({2, 3, 1, 4, 2, 5});

TEST(Draw, OfAMorphismIntoATupleHasItsShares) {
  const std::vector<Feature<Morphism>> features = {
      {"one arrow to the base point", [](const Morphism& f) { return to_base(f) == 1; }, 20},
      {"two arrows to the base point", [](const Morphism& f) { return to_base(f) == 2; }, 20},
      {"a sorted map", [](const Morphism& f) { return to_base(f) == 0 && is_map_sorted(f); }, 28.3},
      {"all of the codomain",
       [](const Morphism& f) { return f.map().size() - to_base(f) == shape_of_six.length(); }, 4.5},
      {"a nested domain", [](const Morphism& f) { return is_nested(f.domain()); }, 50.8},
  };
  expect_shares<Morphism>(features, [](Entropy& entropy, int size) {
    return draw_morphism_into(entropy, size, shape_of_six, {});
  });
}

TEST(Draw, OfAMorphismFromATupleHasItsShares) {
  const std::vector<Feature<Morphism>> features = {
      {"no arrow to the base point", [](const Morphism& f) { return to_base(f) == 0; }, 17.9},
      {"several arrows to the base point", [](const Morphism& f) { return to_base(f) > 1; }, 45.7},
      {"a sorted map", is_map_sorted, 10.9},
      {"entries that nothing goes to",
       [](const Morphism& f) { return f.codomain().length() > f.map().size() - to_base(f); }, 66.5},
      {"a nested codomain", [](const Morphism& f) { return is_nested(f.codomain()); }, 57.9},
  };
  expect_shares<Morphism>(features, [](Entropy& entropy, int size) {
    return draw_morphism_from(entropy, size, shape_of_six, {});
  });
}

TEST(Draw, OfALargeExtentIsOneAtTheEdgeOfAWord) {
  std::set<Int> large;
  for (std::size_t i = 0; i < 20 * draws; ++i) {
    SeededEntropy entropy(i);
    if (const Int extent = draw_extent(entropy, 8); extent >= 1000) large.insert(extent);
  }
  EXPECT_EQ(large, (std::set<Int>{1000, 4096, 65537, Int{1} << 20, Int{1} << 31, (Int{1} << 32) - 1,
                                  Int{1} << 40, std::numeric_limits<Int>::max()}));
}

TEST(Draw, OfALayoutHasItsShares) {
  const std::vector<Feature<Layout>> features = {
      {"no entry", [](const Layout& l) { return l.length() == 0; }, 33.9},
      {"an extent of 1", has_extent_one, 12.9},
      {"a stride of 0", has_stride_zero, 17.8},
      {"equal strides", has_equal_strides, 12.3},
      {"brackets", [](const Layout& l) { return is_nested(l.shape()); }, 15.1},
      {"depth 0", [](const Layout& l) { return l.shape().is_entry(); }, 15.4},
      {"four entries and more", [](const Layout& l) { return l.length() > 3; }, 7.0},
  };
  expect_shares<Layout>(features,
                        [](Entropy& entropy, int size) { return draw_layout(entropy, size); });
}

TEST(Draw, OfALayoutWithTheSameFunctionHasItsShares) {
  const std::vector<Feature<Layout>> features = {
      {"no entry of extent 1", [](const Layout& l) { return !has_extent_one(l); }, 43.1},
      {"an idle stride that was not there",
       [](const Layout& l) {
         for (std::size_t i = 0; i < l.length(); ++i)
           if (l.extents()[i] == 1 && l.strides()[i] != 7) return true;
         return false;
       },
       56.9},
  };
  const Layout layout(Profile::flat(3), {2, 1, 3}, {1, 7, 2});
  expect_shares<Layout>(features,
                        [&](Entropy& entropy, int) { return draw_same_function(entropy, layout); });
}

TEST(Draw, OfComposableLayoutsHasItsShares) {
  const Domain domain = composable_layouts(Nesting::nested);
  const std::vector<Feature<Operands>> features = {
      {"a second layout that reaches two entries of the first",
       [](const Operands& both) {
         return std::get<Layout>(both[0]).length() > 1 && std::get<Layout>(both[1]).length() > 1;
       },
       19.1},
      {"blocks of levels",
       [](const Operands& both) {
         const Layout& b = std::get<Layout>(both[1]);
         return b.length() >= 6 && std::ranges::count(b.extents(), 2) >= 6 &&
                std::ranges::count(b.strides(), 3) > 1;
       },
       2.7},
  };
  expect_shares<Operands>(features,
                          [&](Entropy& entropy, int size) { return draw(domain, entropy, size); });
}

TEST(Draw, OfShapesWithAMutualRefinementHasOthers) {
  const Domain domain = mutually_refinable();
  const std::vector<Feature<Operands>> features = {
      {"sizes that do not divide each other",
       [](const Operands& both) {
         const Int x = saturating_product(std::get<NestedTuple>(both[0]).entries());
         const Int y = saturating_product(std::get<NestedTuple>(both[1]).entries());
         return x % y != 0 && y % x != 0;
       },
       1.7},
  };
  expect_shares<Operands>(features,
                          [&](Entropy& entropy, int size) { return draw(domain, entropy, size); });
}

/// The operation, a feature of its operands, and its share in percent.
void expect_share(std::string_view id, const Feature<Operands>& feature) {
  const auto operation = std::ranges::find(
      operations(), id, [](const Statement& s) { return std::string_view(s.id); });
  ASSERT_NE(operation, operations().end()) << id;
  expect_shares<Operands>({feature}, [&](Entropy& entropy, int size) {
    return draw(operation->domain, entropy, size);
  });
}

bool has_answer(const char* operation, const Operands& operands) {
  Case c;
  c.operation = operation;
  c.operands = operands;
  try {
    const auto [answer, why] = algebra::evaluate(c, Convention::strict);
    return std::holds_alternative<Value>(answer);
  } catch (const Overflow&) {
    return false;
  } catch (const LimitReached&) {
    return false;
  }
}

TEST(Draw, OfOperandsOfAnOperationHasItsShares) {
  expect_share("factorize(flat morphism, tuple)",
               {"an index that nothing goes to",
                [](const Operands& both) {
                  const Tuple& map = std::get<Morphism>(both[0]).map();
                  return std::ranges::any_of(
                      std::get<NestedTuple>(both[1]).entries(),
                      [&](Int index) { return std::ranges::find(map, index + 1) == map.end(); });
                },
                36.5});
  expect_share("round_up(shape, shape)", {"something to round up to",
                                          [](const Operands& both) {
                                            return std::ranges::any_of(
                                                std::get<NestedTuple>(both[1]).entries(),
                                                [](Int s) { return s > 1; });
                                          },
                                          91.6});
  expect_share("tile_to_shape(layout, shape)",
               {"a shape that is as large as some blocks",
                [](const Operands& both) {
                  const Int block = saturating_product(std::get<Layout>(both[0]).extents());
                  return saturating_product(std::get<NestedTuple>(both[1]).entries()) % block == 0;
                },
                97.6});
  expect_share("blocked_product(layout over a module, layout)",
               {"copies one after the other",
                [](const Operands& both) {
                  const Tuple& strides = std::get<Layout>(both[1]).strides();
                  return !strides.empty() && strides[0] == 1;
                },
                40.5});
  expect_share("upcast(swizzled layout, positive integer)", {"a number that is no power of 2",
                                                             [](const Operands& both) {
                                                               const Int n = std::get<Int>(both[1]);
                                                               return (n & (n - 1)) != 0;
                                                             },
                                                             6.85});
  expect_share(
      "tile_to_shape(layout, shape)",
      {"a block of three modes or more",
       [](const Operands& both) { return std::get<Layout>(both[0]).modes().size() > 2; }, 17.05});
  expect_share("inner_partition(layout, tiler, coordinate)",
               {"a coordinate among the tiles",
                [](const Operands& all) { return has_answer("inner_partition", all); }, 82.4});
  expect_share("outer_partition(layout, tiler, coordinate)",
               {"a coordinate in a tile",
                [](const Operands& all) { return has_answer("outer_partition", all); }, 83.05});
}

TEST(Draw, OfALayoutOverAModuleHasItsShares) {
  const std::vector<Feature<ModuleLayout>> features = {
      {"a mode that goes on from the one before",
       [](const ModuleLayout& l) {
         for (std::size_t i = 1; i < l.length(); ++i) {
           const Element& before = l.strides()[i - 1];
           if (!before.is_zero() && before.module() == Module::bits &&
               l.strides()[i] == Element::bits(before.value() * l.extents()[i - 1]))
             return true;
         }
         return false;
       },
       25.6},
      {"a coordinate of two parts, neither of which is 1",
       [](const ModuleLayout& l) {
         return std::ranges::any_of(l.strides(), [](const Element& d) {
           return d.module() == Module::coordinates && d.parts().size() == 2 &&
                  d.parts()[0].value != 1 && d.parts()[1].value != 1;
         });
       },
       2.8},
  };
  expect_shares<ModuleLayout>(
      features, [](Entropy& entropy, int size) { return draw_module_layout(entropy, size); });
}

}  // namespace
}  // namespace layoutcheck::engine
