// The enumerator: every value of a weight, once, and no other; compared with counting by brute
// force.
#include "operand_lines.hpp"
#include <layoutcheck/engine/domains.hpp>
#include <layoutcheck/notation/text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>

namespace layoutcheck::engine {
namespace {

/// What the enumerator visits for a sort and a weight, each with its claims checked.
Lines visited(Sort sort, std::size_t w) {
  Lines lines;
  const bool all = enumerate(sort, w, {}, [&](const Value& value) {
    EXPECT_EQ(weight(value), w) << to_string(value);
    EXPECT_TRUE(is_of(value, sort)) << to_string(value);
    lines.insert(to_string(value));
    return true;
  });
  EXPECT_TRUE(all);
  return lines;
}

Lines visited(const Domain& domain, std::size_t w) {
  Lines lines;
  const bool all = domain.enumerate(w, {}, [&](const Operands& operands) {
    EXPECT_EQ(weight(operands), w) << line(operands);
    EXPECT_EQ(operands.size(), domain.sorts.size());
    for (std::size_t i = 0; i < operands.size(); ++i)
      EXPECT_TRUE(is_of(operands[i], domain.sorts[i])) << line(operands);
    lines.insert(line(operands));
    return true;
  });
  EXPECT_TRUE(all);
  return lines;
}

void expect_no_line_twice(const Lines& lines) {
  for (const std::string& text : lines)
    EXPECT_EQ(lines.count(text), 1U) << text;
}

// Brute force: everything that could have the weight is built, weighed by its definition (extents,
// strides and integers count as what they are, a 0 and a bracket as 1) and kept if it fits.

/// All lists of `length` numbers from low to high.
std::vector<Tuple> all_lists(std::size_t length, Int low, Int high) {
  std::vector<Tuple> lists{{}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Tuple> longer;
    for (const Tuple& list : lists) {
      for (Int n = low; n <= high; ++n) {
        longer.push_back(list);
        longer.back().push_back(n);
      }
    }
    lists = std::move(longer);
  }
  return lists;
}

/// All words of brackets and stars that are profiles, with at most `marks` brackets and stars in
/// all.
std::vector<Profile> all_profiles(std::size_t marks) {
  std::vector<Profile> profiles;
  std::vector<std::string> words{""};
  for (std::size_t length = 1; length <= 2 * marks; ++length) {
    std::vector<std::string> longer;
    for (const std::string& word : words) {
      for (const char c : {'(', ')', '*'}) {
        const std::string next = word + c;
        const auto open = std::count(next.begin(), next.end(), '(');
        const auto closed = std::count(next.begin(), next.end(), ')');
        const auto stars = std::count(next.begin(), next.end(), '*');
        if (closed > open || static_cast<std::size_t>(open + stars) > marks) continue;
        longer.push_back(next);
        try {
          profiles.push_back(Profile::from_word(next));
        } catch (const std::invalid_argument&) {
          // Not yet closed, or more than one mode.
        }
      }
    }
    words = std::move(longer);
  }
  return profiles;
}

std::size_t brackets(const Profile& profile) {
  return static_cast<std::size_t>(std::count(profile.word().begin(), profile.word().end(), '('));
}

std::size_t sum_of(const Tuple& numbers, Int least) {
  std::size_t sum = 0;
  for (Int n : numbers)
    sum += static_cast<std::size_t>(std::max(n, least));
  return sum;
}

Lines all_layouts(std::size_t w, bool flat) {
  Lines lines;
  for (const Profile& profile : all_profiles(w)) {
    if (flat && !profile.is_flat()) continue;
    for (const Tuple& shape : all_lists(profile.length(), 1, static_cast<Int>(w))) {
      if (brackets(profile) + sum_of(shape, 0) > w) continue;
      for (const Tuple& stride : all_lists(profile.length(), 0, static_cast<Int>(w)))
        if (brackets(profile) + sum_of(shape, 0) + sum_of(stride, 0) == w)
          lines.insert(to_string(Layout(profile, shape, stride)));
    }
  }
  return lines;
}

std::vector<NestedTuple> all_tuples(std::size_t w, bool flat, Int least) {
  std::vector<NestedTuple> tuples;
  for (const Profile& profile : all_profiles(w)) {
    if (flat && !profile.is_flat()) continue;
    for (const Tuple& entries : all_lists(profile.length(), least, static_cast<Int>(w)))
      if (brackets(profile) + sum_of(entries, 1) == w) tuples.emplace_back(entries, profile);
  }
  return tuples;
}

template <class T>
Lines lines_of(const std::vector<T>& values) {
  Lines lines;
  for (const T& value : values)
    lines.insert(to_string(value));
  return lines;
}

/// Every list of numbers is tried as a map.
std::vector<Morphism> all_morphisms(std::size_t w, bool flat) {
  std::vector<Morphism> morphisms;
  for (std::size_t v = 1; v < w; ++v) {
    for (const NestedTuple& domain : all_tuples(v, flat, 1)) {
      for (const NestedTuple& codomain : all_tuples(w - v, flat, 1)) {
        for (const Tuple& map :
             all_lists(domain.length(), 0, static_cast<Int>(codomain.length()))) {
          try {
            morphisms.emplace_back(domain, map, codomain);
          } catch (const std::invalid_argument&) {
            // It joins different entries, or takes a value twice.
          }
        }
      }
    }
  }
  return morphisms;
}

constexpr std::array all_sorts{
    Sort::truth,   Sort::integer,       Sort::positive,       Sort::shape,  Sort::flat_shape,
    Sort::tuple,   Sort::flat_tuple,    Sort::profile,        Sort::layout, Sort::flat_layout,
    Sort::map,     Sort::morphism,      Sort::flat_morphism,  Sort::tiler,  Sort::coordinate,
    Sort::element, Sort::module_layout, Sort::swizzled_layout};

TEST(Enumerate, VisitsNoValueTwice) {
  for (Sort sort : all_sorts)
    for (std::size_t w = 0; w <= 6; ++w)
      expect_no_line_twice(visited(sort, w));
}

TEST(Enumerate, VisitsAllLayouts) {
  for (std::size_t w = 0; w <= 7; ++w)
    EXPECT_EQ(visited(Sort::flat_layout, w), all_layouts(w, true)) << "of weight " << w;
  for (std::size_t w = 0; w <= 5; ++w)
    EXPECT_EQ(visited(Sort::layout, w), all_layouts(w, false)) << "of weight " << w;
}

TEST(Enumerate, VisitsAllLayoutsOverModules) {
  // The stride number n of each module, up to the weights that are tried here.
  const std::vector<std::vector<const char*>> modules{{"0", "F1", "F2", "F3", "F4"},
                                                      {"0", "1@0", "1@1", "2@0", "2@1"},
                                                      {"0", "1", "-1", "2", "-2"}};
  for (std::size_t w = 0; w <= 5; ++w) {
    Lines expected;
    for (const std::string& text : all_layouts(w, false)) {
      const std::size_t colon = text.find(':');
      for (const auto& strides : modules) {
        std::string over = text.substr(0, colon + 1);
        for (const char c : text.substr(colon + 1))
          over += c >= '0' && c <= '9' ? strides.at(static_cast<std::size_t>(c - '0'))
                                       : std::string(1, c);
        // The others are layouts over the integers, of another sort.
        if (over.find_first_of("F@-") != std::string::npos) expected.insert(over);
      }
    }
    EXPECT_EQ(visited(Sort::module_layout, w), expected) << "of weight " << w;
  }
}

TEST(Enumerate, CountsFlatLayoutsAsCompositionsOfTheWeight) {
  // The entries s:d of weight v = s + d, s > 0 are v in number, so that there are f(w) = Σ v·f(w −
  // v) lists of them.
  std::map<std::size_t, std::size_t> lists{{0, 1}};
  for (std::size_t w = 1; w <= 9; ++w)
    for (std::size_t v = 1; v <= w; ++v)
      lists[w] += v * lists[w - v];
  EXPECT_EQ(visited(Sort::flat_layout, 0).size(), 0U);
  for (std::size_t w = 1; w <= 10; ++w)
    EXPECT_EQ(visited(Sort::flat_layout, w).size(), lists[w - 1]) << "of weight " << w;
}

TEST(Enumerate, VisitsAllTuplesAndProfiles) {
  for (std::size_t w = 0; w <= 6; ++w) {
    EXPECT_EQ(visited(Sort::shape, w), lines_of(all_tuples(w, false, 1))) << "of weight " << w;
    EXPECT_EQ(visited(Sort::flat_shape, w), lines_of(all_tuples(w, true, 1))) << "of weight " << w;
    EXPECT_EQ(visited(Sort::tuple, w), lines_of(all_tuples(w, false, 0))) << "of weight " << w;
    EXPECT_EQ(visited(Sort::flat_tuple, w), lines_of(all_tuples(w, true, 0))) << "of weight " << w;
    std::vector<Profile> profiles = all_profiles(w);
    std::erase_if(profiles, [&](const Profile& p) { return p.length() + brackets(p) != w; });
    EXPECT_EQ(visited(Sort::profile, w), lines_of(profiles)) << "of weight " << w;
  }
}

TEST(Enumerate, VisitsAllMaps) {
  for (std::size_t w = 0; w <= 5; ++w) {
    Lines expected;
    for (std::size_t m = 0; m <= w; ++m)
      for (const Tuple& values : all_lists(m, 0, static_cast<Int>(w - m)))
        expected.insert(to_string(PointedMap(values, static_cast<Int>(w - m))));
    EXPECT_EQ(visited(Sort::map, w), expected) << "of weight " << w;
  }
}

TEST(Enumerate, VisitsAllMorphisms) {
  for (std::size_t w = 0; w <= 8; ++w)
    EXPECT_EQ(visited(Sort::flat_morphism, w), lines_of(all_morphisms(w, true)))
        << "of weight " << w;
  for (std::size_t w = 0; w <= 6; ++w)
    EXPECT_EQ(visited(Sort::morphism, w), lines_of(all_morphisms(w, false))) << "of weight " << w;
}

TEST(Enumerate, VisitsNumbersAndTruths) {
  EXPECT_EQ(visited(Sort::truth, 0), (Lines{"false", "true"}));
  EXPECT_EQ(visited(Sort::truth, 1), Lines{});
  EXPECT_EQ(visited(Sort::integer, 0), Lines{"0"});
  EXPECT_EQ(visited(Sort::integer, 7), Lines{"7"});
  EXPECT_EQ(visited(Sort::positive, 0), Lines{});
  EXPECT_EQ(visited(Sort::positive, 7), Lines{"7"});
}

TEST(Enumerate, VisitsTilersOfEveryKind) {
  EXPECT_EQ(visited(Sort::tiler, 0), Lines{});
  // As the outermost tiler `_` is none.
  EXPECT_EQ(visited(Sort::tiler, 1), (Lines{"():()", "1:0", "()", "1", "<>"}));
  // A tuple has the weight of its modes and 1; T(w) counts those inside a tuple.
  std::map<std::size_t, std::size_t> inside;
  std::map<std::size_t, std::size_t> tuples{{1, 1}};
  const auto others = [&](std::size_t w) {
    return visited(Sort::layout, w).size() + visited(Sort::shape, w).size();
  };
  for (std::size_t w = 1; w <= 5; ++w) {
    if (w > 1) {
      // f(w) lists of modes: the first mode has the weight v.
      for (std::size_t v = 1; v < w; ++v)
        tuples[w] += inside[v] * tuples[w - v];
    }
    inside[w] = others(w) + tuples[w] + (w == 1 ? 1 : 0);
    EXPECT_EQ(visited(Sort::tiler, w).size(), others(w) + tuples[w]) << "of weight " << w;
  }
}

TEST(Enumerate, SplitsTheWeightAmongTheOperands) {
  const std::vector sorts{Sort::layout, Sort::integer, Sort::flat_shape};
  for (std::size_t w = 0; w <= 5; ++w) {
    Lines expected;
    for (std::size_t a = 0; a <= w; ++a) {
      for (std::size_t b = 0; a + b <= w; ++b) {
        for (const std::string& layout : visited(Sort::layout, a))
          for (const std::string& shape : visited(Sort::flat_shape, w - a - b))
            expected.insert(std::string(layout)
                                .append(", ")
                                .append(std::to_string(b))
                                .append(", ")
                                .append(shape));
      }
    }
    Lines found;
    EXPECT_TRUE(enumerate(sorts, w, {}, [&](const Operands& operands) {
      EXPECT_EQ(weight(operands), w);
      found.insert(line(operands));
      return true;
    }));
    EXPECT_EQ(found, expected) << "of weight " << w;
  }
  std::size_t empty = 0;
  EXPECT_TRUE(enumerate(std::span<const Sort>(), 0, {}, [&](const Operands& operands) {
    empty += operands.empty() ? 1 : 0;
    return true;
  }));
  EXPECT_EQ(empty, 1U);
}

TEST(Enumerate, StopsWhenTheVisitorDoes) {
  for (Sort sort : all_sorts) {
    for (std::size_t w = 0; w <= 4; ++w) {
      const std::size_t count = visited(sort, w).size();
      for (std::size_t stop = 1; stop <= count; ++stop) {
        std::size_t calls = 0;
        EXPECT_FALSE(enumerate(sort, w, {}, [&](const Value&) { return ++calls < stop; }));
        EXPECT_EQ(calls, stop) << describe(sort) << " of weight " << w;
      }
    }
  }
}

// Domains whose operands depend on each other, against the pairs and triples that satisfy the
// hypothesis.

std::vector<std::vector<Morphism>> all_tuples_of_morphisms(std::size_t count, std::size_t w,
                                                           bool flat) {
  if (count == 0)
    return w == 0 ? std::vector<std::vector<Morphism>>{{}} : std::vector<std::vector<Morphism>>{};
  std::vector<std::vector<Morphism>> all;
  for (std::size_t v = 2; v <= w; ++v) {
    const auto rests = all_tuples_of_morphisms(count - 1, w - v, flat);
    if (rests.empty()) continue;
    for (const Morphism& first : all_morphisms(v, flat)) {
      for (const std::vector<Morphism>& rest : rests) {
        all.push_back({first});
        all.back().insert(all.back().end(), rest.begin(), rest.end());
      }
    }
  }
  return all;
}

Lines all_that(std::size_t count, std::size_t w, bool flat,
               const std::function<bool(const std::vector<Morphism>&)>& wanted) {
  Lines lines;
  for (const std::vector<Morphism>& morphisms : all_tuples_of_morphisms(count, w, flat))
    if (wanted(morphisms)) lines.insert(line({morphisms.begin(), morphisms.end()}));
  return lines;
}

void expect_all_that(const Domain& domain, bool flat, std::size_t max_weight,
                     const std::function<bool(const std::vector<Morphism>&)>& wanted) {
  for (std::size_t w = 0; w <= max_weight; ++w) {
    EXPECT_EQ(visited(domain, w), all_that(domain.sorts.size(), w, flat, wanted))
        << domain.name << " of weight " << w;
  }
}

/// The domain of the complement of f: the entries of the codomain that are not hit, in order;
/// nothing if an entry goes to the base point.
std::optional<NestedTuple> complement_domain(const Morphism& f) {
  const Tuple& map = f.map();
  if (std::find(map.begin(), map.end(), 0) != map.end()) return std::nullopt;
  Tuple missed;
  for (std::size_t j = 0; j < f.codomain().length(); ++j)
    if (std::find(map.begin(), map.end(), static_cast<Int>(j) + 1) == map.end())
      missed.push_back(f.codomain().entries()[j]);
  return NestedTuple::flat(missed);
}

TEST(Domains, EnumerateComposableMorphisms) {
  const auto composable = [](const std::vector<Morphism>& gf) {
    return gf[1].codomain() == gf[0].domain();
  };
  expect_all_that(composable_morphisms(Nesting::flat, false), true, 8, composable);
  expect_all_that(composable_morphisms(Nesting::nested, false), false, 6, composable);
}

TEST(Domains, EnumerateMorphismsWithOneCodomain) {
  const auto equal = [](const std::vector<Morphism>& fs) {
    return std::all_of(fs.begin(), fs.end(),
                       [&](const Morphism& f) { return f.codomain() == fs[0].codomain(); });
  };
  for (const Nesting nesting : {Nesting::flat, Nesting::nested}) {
    const bool flat = nesting == Nesting::flat;
    expect_all_that(disjoint_morphisms(nesting), flat, flat ? 8 : 6, equal);
    expect_all_that(complement_morphisms(nesting), flat, flat ? 8 : 6, equal);
    expect_all_that(disjoint_morphism_triples(nesting), flat, flat ? 8 : 7, equal);
  }
}

TEST(Domains, EnumerateMorphismsAfterOthers) {
  const auto follows = [](const std::vector<Morphism>& gff) {
    return gff[1].codomain() == gff[0].domain() && gff[2].codomain() == gff[0].domain();
  };
  expect_all_that(morphism_after_disjoint(Nesting::flat), true, 8, follows);
  expect_all_that(morphism_after_disjoint(Nesting::nested), false, 7, follows);
}

TEST(Domains, EnumerateProductAdmissibleMorphisms) {
  const auto admissible = [](const std::vector<Morphism>& fs) {
    for (std::size_t i = 0; i + 1 < fs.size(); ++i)
      if (complement_domain(fs[i]) != fs[i + 1].codomain()) return false;
    return true;
  };
  expect_all_that(product_admissible_morphisms(Nesting::flat, false), true, 8, admissible);
  expect_all_that(product_admissible_morphisms(Nesting::nested, false), false, 6, admissible);
  expect_all_that(product_admissible_triples(Nesting::flat), true, 8, admissible);
  expect_all_that(product_admissible_triples(Nesting::nested), false, 7, admissible);
}

TEST(Domains, StopEnumeratingWhenTheVisitorDoes) {
  for (const Domain& domain :
       {composable_morphisms(Nesting::flat, false), disjoint_morphisms(Nesting::nested),
        disjoint_morphism_triples(Nesting::flat), morphism_after_disjoint(Nesting::flat),
        complement_morphisms(Nesting::flat), product_admissible_morphisms(Nesting::flat, false),
        product_admissible_triples(Nesting::flat), layout_over_shape()}) {
    const std::size_t w = 8;
    std::size_t count = 0;
    EXPECT_TRUE(domain.enumerate(w, {}, [&](const Operands&) { return ++count > 0; }));
    ASSERT_GE(count, 3U) << domain.name;
    for (const std::size_t stop : {std::size_t{1}, count / 2, count}) {
      std::size_t calls = 0;
      EXPECT_FALSE(domain.enumerate(w, {}, [&](const Operands&) { return ++calls < stop; }));
      EXPECT_EQ(calls, stop) << domain.name;
    }
  }
}

TEST(Weight, CountsEveryPartOfAValue) {
  const auto of = [](const char* text) { return weight(parse_any(text)); };
  EXPECT_EQ(of("5:0"), 5U);
  EXPECT_EQ(of("(5):(0)"), 6U);
  EXPECT_EQ(of("(2,(3)):(1,(4))"), 12U);
  EXPECT_EQ(of("():()"), 1U);
  EXPECT_EQ(of("(2,(3))"), 7U);
  EXPECT_EQ(of("(0,1)"), 3U);
  EXPECT_EQ(of("(*,(*))"), 4U);
  EXPECT_EQ(of("(2,2)--(*,1)-->(2)"), 8U);
  EXPECT_EQ(of("<2>--(1,*)--><3>"), 5U);
  EXPECT_EQ(of("<2:1,_,(2)>"), 1U + 3 + 1 + 3);
  EXPECT_EQ(of("true"), 0U);
  EXPECT_EQ(weight(Value(Int{7})), 7U);
  EXPECT_EQ(weight(Operands{Int{7}, parse_layout("2:1"), parse_shape("2")}), 12U);
}

}  // namespace
}  // namespace layoutcheck::engine
